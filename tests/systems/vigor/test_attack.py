"""The attack roll and whose stat it uses (area `attack`)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from vigor_kit import Bout, foe, hero, minor, mystic, natural, peek, sovereign, told, weapon

LADDER = {"body": 10, "cunning": 12, "mind": 14, "sense": 16, "heart": 18, "fate": 20}
SWORD = ("attack", "longsword", "brute")


def duel(target: dict[str, Any] | None = None, house: Any = None, **ann: Any) -> Bout:
    """Ann's turn, with the brute next to her."""
    brute = (target or sovereign("brute")) | {"at": [0, 5]}
    bout = Bout(hero("ann", at=[0, 0], **ann), brute, house=house)
    bout.to_turn("ann")
    return bout


def shot(feet: int, target: dict[str, Any] | None = None, **ann: Any) -> Bout:
    """Ann's turn, with the brute that many feet away."""
    brute = (target or sovereign("brute")) | {"at": [0, feet]}
    bout = Bout(hero("ann", at=[0, 0], **ann), brute)
    bout.to_turn("ann")
    return bout


def attack(bout: Bout, key: tuple[str, ...], natural_roll: int) -> dict[str, Any]:
    """The numbers of Ann's attack, which must hit; the harm is 1."""
    return told(bout.do(key, readings=[natural_roll, 1]), "hit")[0]


def misses(bout: Bout, key: tuple[str, ...], natural_roll: int) -> dict[str, Any]:
    return told(bout.do(key, ("none",), readings=[natural_roll]), "missed")[0]


def options(bout: Bout, *head: str) -> list[Any]:
    return [key for key in peek(bout)[2] if key[: len(head)] == head]


# ---- the roll ----


@pytest.mark.rule("vigor.attack.roll")
def test_the_roll_adds_the_stat_modifier_and_the_weapon_bonus_against_the_ac() -> None:
    blade = weapon("longsword", bonus=2)
    found = attack(duel(weapons=[blade], stats={"body": 16}), SWORD, 5)
    assert (found["bonus"], found["ac"]) == (5, 10)
    assert misses(duel(weapons=[blade], stats={"body": 16}), SWORD, 4)["bonus"] == 5


@pytest.mark.rule("vigor.attack.roll")
def test_nothing_else_is_added_not_the_tier_either() -> None:
    assert misses(duel(tier=5), SWORD, 9)["bonus"] == 0
    assert attack(duel(tier=5, stats={"body": 8}), SWORD, 11)["bonus"] == -1


@pytest.mark.rule("vigor.attack.hit-on-ac-or-more")
@pytest.mark.parametrize(("armour", "ac"), [("unarmoured", 10), ("heavy", 13)])
def test_the_ac_itself_hits_and_one_less_misses(armour: str, ac: int) -> None:
    assert attack(duel(sovereign("brute", armour=armour)), SWORD, ac)["ac"] == ac
    assert misses(duel(sovereign("brute", armour=armour)), SWORD, ac - 1)["ac"] == ac


@pytest.mark.rule("vigor.attack.no-automatic-results")
def test_a_natural_20_misses_an_ac_that_it_does_not_reach() -> None:
    assert misses(duel(minor("brute", ac=21)), SWORD, 20)["ac"] == 21


@pytest.mark.rule("vigor.attack.no-automatic-results")
def test_a_natural_1_hits_an_ac_that_it_reaches() -> None:
    bout = duel(minor("brute", ac=7, tier=5), stats={"body": 22})
    assert attack(bout, SWORD, 1)["bonus"] == 6


@pytest.mark.rule("vigor.attack.no-automatic-results")
def test_by_house_rule_a_natural_20_always_hits() -> None:
    house = {"natural-twenty-always-hits": "yes"}
    bout = duel(minor("brute", ac=30, tier=5), house, stats={"cunning": 8})
    assert told(bout.do(SWORD, readings=[20, 4]), "hit")
    bout = duel(minor("brute", ac=30, tier=5), house, stats={"cunning": 22})
    assert misses(bout, SWORD, 19)["ac"] == 30


@pytest.mark.rule("vigor.attack.no-automatic-results")
def test_by_house_rule_a_natural_1_always_misses() -> None:
    house = {"natural-one-always-misses": "yes"}
    assert misses(duel(minor("brute", ac=2), house, stats={"body": 22}), SWORD, 1)
    assert attack(duel(minor("brute", ac=2, tier=5), house, stats={"body": 22}), SWORD, 2)


# ---- advantage ----


def chance_to_hit(bout: Bout, key: tuple[str, ...]) -> Fraction:
    table = bout.do(key, readings=["hit", 1])
    counts = table.pools[0].readings(lambda read: read)
    return Fraction(sum(n for read, n in counts.items() if read != "miss"), counts.total)


ELEVEN = Fraction(1, 2)
BOW = ("attack", "longbow", "brute")


@pytest.mark.rule("vigor.attack.advantage")
def test_disadvantage_keeps_the_lower_of_two_dice() -> None:
    target = sovereign("brute", armour="light")
    assert chance_to_hit(shot(105, target, weapons=["longbow"]), BOW) == Fraction(1, 4)
    assert chance_to_hit(shot(100, target, weapons=["longbow"]), BOW) == ELEVEN


def helped(target_feet: int, way: str) -> Bout:
    """Bob has helped Ann against the brute; it is her turn."""
    brute = sovereign("brute", at=[0, target_feet], armour="light")
    bout = Bout(hero("bob", at=[5, target_feet]), hero("ann", at=[0, 0], weapons=[way]), brute)
    bout.to_turn("bob", "ann")
    bout.do(("help", "brute", "ann"))
    bout.to_turn("ann")
    return bout


@pytest.mark.rule("vigor.attack.advantage")
def test_advantage_keeps_the_higher_of_two_dice() -> None:
    assert chance_to_hit(helped(5, "longsword"), SWORD) == Fraction(3, 4)


@pytest.mark.rule("vigor.attack.advantage")
def test_advantage_and_disadvantage_leave_one_die() -> None:
    assert chance_to_hit(helped(150, "longbow"), BOW) == ELEVEN


def dodged(feet: int, way: str) -> Bout:
    """The brute has dodged; it is Ann's turn."""
    brute = foe("brute", at=[0, feet], armour="light", tier=5)
    bout = Bout(hero("ann", at=[0, 0], weapons=[way]), brute)
    bout.to_turn("brute", "ann")
    bout.do(("dodge",))
    bout.to_turn("ann")
    return bout


@pytest.mark.rule("vigor.attack.advantage")
def test_two_reasons_for_disadvantage_count_once() -> None:
    assert chance_to_hit(dodged(150, "longbow"), BOW) == Fraction(1, 4)
    assert chance_to_hit(dodged(90, "longbow"), BOW) == Fraction(1, 4)


@pytest.mark.rule("vigor.attack.advantage")
def test_the_kept_die_is_the_natural_roll_for_crits() -> None:
    bout = shot(105, weapons=["longbow"])
    table = bout.do(BOW, readings=[20, 2])
    crits = table.pools[0].readings(lambda read: read)
    assert Fraction(crits.count("crit"), crits.total) == Fraction(1, 400)


# ---- whose stat ----


@pytest.mark.rule("vigor.attack.stat-from-tree")
@pytest.mark.parametrize(
    ("tree", "bonus"),
    [
        ("brawler", 0),
        ("guardian", 0),
        ("titan", 0),
        ("assassin", 1),
        ("skirmisher", 1),
        ("opportunist", 1),
        ("swordmaster", 2),
        ("tactician", 2),
        ("wizard", 2),
        ("aspect-warrior", 3),
        ("stalwart", 3),
        ("druid", 3),
        ("commander", 4),
        ("champion", 4),
        ("invoker", 4),
        ("fortunate", 5),
        ("destined", 5),
        ("inquisitor", 5),
    ],
)
def test_each_tree_brings_its_own_stat(tree: str, bonus: int) -> None:
    bout = duel(trees=[tree], stats=LADDER)
    assert attack(bout, SWORD, 12)["bonus"] == bonus
    assert bout.last is not None
    assert bout.last.cited("vigor.attack.stat-from-tree")


BOLT = ("attack", "bolt", "brute")


@pytest.mark.rule("vigor.attack.which-tree")
def test_weapons_go_by_the_martial_tree_and_magic_by_the_mystic_one() -> None:
    for trees in (["brawler", "wizard"], ["wizard", "brawler"]):
        both = {"trees": trees, "stats": LADDER, "attacks": [mystic()]}
        assert attack(duel(**both), SWORD, 12)["bonus"] == 0
        assert attack(duel(**both), BOLT, 12)["bonus"] == 2


@pytest.mark.rule("vigor.attack.which-tree")
@pytest.mark.parametrize(("tree", "bonus"), [("wizard", 2), ("druid", 3), ("invoker", 4)])
def test_a_spell_goes_by_the_mystic_tree(tree: str, bonus: int) -> None:
    ann = hero("ann", at=[0, 0], trees=["brawler", tree], stats=LADDER, spells=["force-lance"])
    bout = Bout(ann, sovereign("brute", at=[0, 30]))
    bout.to("hero-picks", order=("ann",))
    bout.step(("cast", "force-lance"))
    bout.to_turn("ann")
    table = bout.do(("carry-out", "cast", "force-lance", "brute"), readings=[12, 1])
    assert told(table, "hit")[0]["bonus"] == bonus


@pytest.mark.rule("vigor.attack.which-tree")
def test_without_a_mystic_tree_there_is_no_mystic_attack_and_no_spell() -> None:
    ann = hero("ann", attacks=[mystic()], spells=["force-lance"])
    bout = Bout(ann | {"at": [0, 0]}, foe("brute", at=[0, 5]))
    bout.to("hero-picks")
    assert not [key for key in peek(bout)[2] if key[0] == "cast"]
    bout.to_turn("ann")
    assert not options(bout, "attack", "bolt")


@pytest.mark.rule("vigor.attack.which-tree")
def test_the_entry_of_an_npc_names_its_stat_and_grants_magic_without_a_tree() -> None:
    npc = foe("brute", at=[0, 5], trees=[], attack_stat="heart", attacks=[mystic()], stats=LADDER)
    bout = Bout(hero("ann", at=[0, 0]), npc)
    bout.to_turn("brute")
    table = bout.do(("attack", "bolt", "ann"), readings=[17, 1])
    assert told(table, "hit")[0]["bonus"] == 4
    bout = Bout(hero("ann", at=[0, 0]), npc)
    bout.to_turn("brute")
    table = bout.do(("attack", "longsword", "ann"), readings=[17, 1])
    assert told(table, "hit")[0]["bonus"] == 4


@pytest.mark.rule("vigor.attack.which-tree")
def test_with_several_fitting_trees_the_attacker_chooses_each_time() -> None:
    ann = {"trees": ["brawler", "champion", "wizard"], "stats": LADDER}
    bout = duel(**ann)
    assert options(bout, *SWORD) == [(*SWORD, "body"), (*SWORD, "heart")]
    assert attack(bout, (*SWORD, "heart"), 12)["bonus"] == 4
    assert attack(duel(**ann), (*SWORD, "body"), 12)["bonus"] == 0


@pytest.mark.rule("vigor.attack.untrained")
def test_the_untrained_use_body_in_melee_and_cunning_at_range() -> None:
    stats = {"body": 14, "cunning": 16}
    ann = {"trees": [], "stats": stats, "weapons": ["spear"]}
    assert attack(duel(**ann), ("attack", "spear", "brute"), 10)["bonus"] == 2
    assert attack(shot(20, **ann), ("throw", "spear", "brute"), 10)["bonus"] == 3
    bow = {"trees": [], "stats": stats, "weapons": ["shortbow"]}
    assert attack(shot(20, **bow), ("attack", "shortbow", "brute"), 10)["bonus"] == 3


@pytest.mark.rule("vigor.attack.untrained")
def test_the_trained_use_one_stat_near_and_far() -> None:
    ann = {"stats": {"body": 14, "cunning": 16}, "weapons": ["spear"]}
    assert attack(shot(20, **ann), ("throw", "spear", "brute"), 10)["bonus"] == 2


@pytest.mark.rule("vigor.attack.untrained-no-pick", "vigor.attack.untrained")
def test_the_untrained_have_no_pick_not_even_of_their_weapon() -> None:
    bout = Bout(hero("ann", trees=[]), hero("bob"), foe("brute", trees=[]), foe("brawn"))
    bout.to("blind")
    _, who, _ = peek(bout)
    assert who == "brawn"
    bout.to("hero-picks")
    table = bout.step(("pass",))
    assert [who for _, who, _ in table.asked] == ["bob"]
    assert bout.fight.stage == "hero-instants"


# ---- the weapon bonus, magic ----


@pytest.mark.rule("vigor.attack.weapon-bonus")
@pytest.mark.parametrize("way", ["unarmed", "claws", "bolt"])
def test_only_the_weapon_itself_has_its_bonus(way: str) -> None:
    blade = weapon("longsword", bonus=2)
    ann = {"weapons": [blade], "attacks": [natural(), mystic()], "trees": ["brawler", "wizard"]}
    assert attack(duel(**ann), ("attack", way, "brute"), 12)["bonus"] == 0
    assert attack(duel(**ann), SWORD, 12)["bonus"] == 2


@pytest.mark.rule("vigor.attack.mystic")
def test_a_mystic_attack_needs_no_declaration_and_deals_vigor_damage() -> None:
    bout = duel(foe("brute", tier=2), trees=["wizard"], attacks=[mystic()], stats={"mind": 14})
    table = bout.do(BOLT, readings=[8, 4])
    assert told(table, "hit")[0]["bonus"] == 2
    assert told(table, "hurt")[0]["kind"] == "vigor-damage"
    assert (bout["brute"].vigor, bout["brute"].vitality) == (0, 4)
    assert not bout.fight.action


@pytest.mark.rule("vigor.attack.mystic-range")
def test_a_mystic_attack_reaches_60_feet_without_disadvantage_and_not_65() -> None:
    ann = {"trees": ["wizard"], "attacks": [mystic()]}
    target = sovereign("brute", armour="light")
    assert chance_to_hit(shot(60, target, **ann), BOLT) == ELEVEN
    assert not options(shot(65, **ann), "attack", "bolt")


@pytest.mark.rule("vigor.attack.mystic-range")
def test_one_of_melee_reaches_5_feet() -> None:
    ann = {"trees": ["wizard"], "attacks": [mystic(melee=True)]}
    assert options(shot(5, **ann), "attack", "bolt") == [BOLT]
    assert not options(shot(10, **ann), "attack", "bolt")
