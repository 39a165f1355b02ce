"""Distance, cover and creatures in the way of an attack (areas `range`, `cover` and `line`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, foe, gm, hero, minor, mystic, natural, peek, sovereign, told

from affray.systems.vigor import cover

DISADVANTAGE = "kl"


def aiming(*others: dict[str, Any], scene: Any = None, **ann: Any) -> Bout:
    """Ann's turn at the origin; the Sovereign brute is one of the others."""
    given = None if scene is None else {"surprised": [], "start": "rows", "closed": []} | scene
    bout = Bout(hero("ann", at=[0, 0], **ann), *others, scene=given)
    bout.to_turn("ann")
    return bout


def brute(*at: int, **fields: Any) -> dict[str, Any]:
    return sovereign("brute", at=list(at), **fields)


def ways(bout: Bout, target: str = "brute") -> list[tuple[str, str]]:
    """How the target may be attacked: verb and way."""
    attacks = [key for key in peek(bout)[2] if key[0] in ("attack", "throw")]
    return [(key[0], key[1]) for key in attacks if key[2] == target]


def dice(bout: Bout, *key: str) -> str:
    return str(bout.do(key, readings=[15, 1]).pools[0])


# ---- range ----


@pytest.mark.rule("vigor.range.melee")
def test_melee_needs_the_target_within_5_feet_or_the_reach_of_the_weapon() -> None:
    assert ("attack", "longsword") in ways(aiming(brute(5, 5)))
    assert ways(aiming(brute(10, 0))) == []
    assert ways(aiming(brute(10, 0), weapons=["halberd"])) == [("attack", "halberd")]
    claws = [natural(reach=15)]
    assert ways(aiming(brute(15, 0), weapons=[], attacks=claws)) == [("attack", "claws")]
    assert ways(aiming(brute(20, 0), weapons=[], attacks=claws)) == []


@pytest.mark.rule("vigor.range.ranged")
@pytest.mark.parametrize(
    ("weapon", "normal", "long"),
    [("sling", 30, 90), ("shortbow", 60, 180), ("longbow", 100, 300), ("crossbow", 80, 240)],
)
def test_up_to_normal_range_plain_past_it_disadvantage_past_long_range_nothing(
    weapon: str, normal: int, long: int
) -> None:
    def at(feet: int) -> Bout:
        return aiming(brute(0, feet), weapons=[weapon])

    shot = ("attack", weapon, "brute")
    assert DISADVANTAGE not in dice(at(5), *shot)
    assert DISADVANTAGE not in dice(at(normal), *shot)
    assert DISADVANTAGE in dice(at(normal + 5), *shot)
    assert DISADVANTAGE in dice(at(long), *shot)
    assert ways(at(long + 5)) == []


@pytest.mark.rule("vigor.range.ranged")
@pytest.mark.parametrize("weapon", ["dagger", "handaxe", "spear"])
def test_what_is_thrown_has_its_ranges_too(weapon: str) -> None:
    def at(feet: int) -> Bout:
        return aiming(brute(0, feet), weapons=[weapon])

    thrown = ("throw", weapon, "brute")
    assert DISADVANTAGE not in dice(at(20), *thrown)
    assert DISADVANTAGE in dice(at(25), *thrown)
    assert DISADVANTAGE in dice(at(40), *thrown)
    assert ways(at(45)) == []


@pytest.mark.rule("vigor.range.ranged-in-melee")
def test_shooting_with_an_enemy_in_reach_is_plain_and_provokes_nothing() -> None:
    bout = aiming(brute(0, 30), foe("pal", at=[5, 0]), weapons=["longbow"])
    table = bout.do(("attack", "longbow", "brute"), readings=[15, 1])
    assert DISADVANTAGE not in str(table.pools[0])
    assert {who for _, who, _ in table.asked} == {"ann"}
    assert bout["pal"].reaction
    beside = aiming(brute(0, 5), weapons=["longbow"])
    assert DISADVANTAGE not in dice(beside, "attack", "longbow", "brute")


@pytest.mark.rule("vigor.range.ranged-in-melee")
def test_casting_with_an_enemy_in_reach_is_plain_and_provokes_nothing() -> None:
    bout = Bout(
        hero("ann", at=[0, 0], spells=["force-lance"], trees=["wizard"]),
        brute(0, 30),
        foe("pal", at=[5, 0]),
    )
    bout.to("hero-picks", order=("ann",))
    bout.step(("cast", "force-lance"))
    bout.to_turn("ann")
    table = bout.do(("carry-out", "cast", "force-lance", "brute"), readings=[15, 1])
    assert DISADVANTAGE not in str(table.pools[0])
    assert {who for _, who, _ in table.asked} == {"ann"}


# ---- cover ----


def covered(kind: str, way: str, feet: int, **ann: Any) -> Bout:
    scene = {"cover": [{"who": "brute", "cover": kind}]}
    return aiming(brute(0, feet), scene=scene, **ann)


WAYS = [
    ("longsword", 5, {}),
    ("longbow", 30, {"weapons": ["longbow"]}),
    ("bolt", 30, {"attacks": [mystic()], "trees": ["wizard"]}),
]


@pytest.mark.rule("vigor.cover.bonus", "vigor.cover.details")
@pytest.mark.parametrize(("kind", "ac"), [("half", 12), ("three-quarters", 15)])
@pytest.mark.parametrize(("way", "feet", "ann"), WAYS, ids=["melee", "ranged", "mystic"])
def test_cover_raises_the_ac_against_every_attack_roll(
    kind: str, ac: int, way: str, feet: int, ann: dict[str, Any]
) -> None:
    table = covered(kind, way, feet, **ann).do(("attack", way, "brute"), readings=[ac, 1])
    assert told(table, "hit")[0]["ac"] == ac
    assert table.cited("vigor.cover.bonus")
    bout = covered(kind, way, feet, **ann)
    table = bout.do(("attack", way, "brute"), ("none",), readings=[ac - 1])
    assert told(table, "missed")[0]["ac"] == ac


@pytest.mark.rule("vigor.cover.details")
def test_cover_counts_against_a_spell_with_an_attack_roll() -> None:
    bout = Bout(
        hero("ann", at=[0, 0], spells=["force-lance"], trees=["wizard"]),
        brute(0, 30),
        scene={
            "surprised": [],
            "start": "rows",
            "cover": [{"who": "brute", "cover": "three-quarters"}],
        },
    )
    bout.to("hero-picks", order=("ann",))
    bout.step(("cast", "force-lance"))
    bout.to_turn("ann")
    table = bout.do(("carry-out", "cast", "force-lance", "brute"), readings=[15, 1])
    assert told(table, "hit")[0]["ac"] == 15


@pytest.mark.rule("vigor.cover.details")
@pytest.mark.parametrize("kinds", [("half", "three-quarters"), ("three-quarters", "half")])
def test_only_the_best_cover_counts(kinds: tuple[str, str]) -> None:
    general, special = kinds
    cover = [
        {"who": "brute", "cover": general},
        {"who": "brute", "from": "ann", "cover": special},
    ]
    bout = aiming(brute(0, 5), scene={"cover": cover})
    table = bout.do(("attack", "longsword", "brute"), readings=[15, 1])
    assert told(table, "hit")[0]["ac"] == 15


@pytest.mark.rule("vigor.cover.bonus")
def test_cover_from_one_attacker_is_none_from_another() -> None:
    cover = [{"who": "brute", "from": "bob", "cover": "half"}]
    bout = aiming(hero("bob"), brute(0, 5), scene={"cover": cover})
    table = bout.do(("attack", "longsword", "brute"), readings=[10, 1])
    assert told(table, "hit")[0]["ac"] == 10


@pytest.mark.rule("vigor.cover.details")
def test_a_creature_in_the_way_is_not_cover() -> None:
    bout = aiming(brute(0, 20), foe("pal", at=[0, 10]), weapons=["longbow"])
    table = bout.do(("attack", "longbow", "brute"), readings=[15, 1])
    assert told(table, "hit")[0]["ac"] == 10


@pytest.mark.rule("vigor.cover.details")
@pytest.mark.parametrize(("way", "feet", "ann"), WAYS, ids=["melee", "ranged", "mystic"])
def test_behind_total_cover_nobody_is_attacked(way: str, feet: int, ann: dict[str, Any]) -> None:
    bout = covered("total", way, feet, **ann)
    assert ways(bout) == []
    gm(bout, "fact", "", "cover", {"other": "brute", "is": "half"})
    assert ("attack", way) in ways(bout)


# ---- the line of fire ----


def past(*pals: dict[str, Any], **ann: Any) -> Bout:
    return aiming(brute(0, 20), *pals, **({"weapons": ["longbow"]} | ann))


SHOT = ("attack", "longbow", "brute")


@pytest.mark.rule("vigor.line.one-creature")
def test_one_creature_in_the_way_gives_disadvantage_to_missiles_and_throws() -> None:
    assert DISADVANTAGE not in dice(past(), *SHOT)
    table = past(foe("pal", at=[0, 10])).do(SHOT, readings=[15, 1])
    assert DISADVANTAGE in str(table.pools[0])
    assert table.cited("vigor.line.one-creature")
    assert DISADVANTAGE in dice(
        past(foe("pal", at=[0, 10]), weapons=["dagger"]), "throw", "dagger", "brute"
    )


@pytest.mark.rule("vigor.line.one-creature")
def test_a_melee_attack_past_a_creature_is_plain() -> None:
    bout = aiming(brute(0, 10), foe("pal", at=[0, 5]), weapons=["halberd"])
    assert DISADVANTAGE not in dice(bout, "attack", "halberd", "brute")


@pytest.mark.rule("vigor.line.any-creature")
@pytest.mark.parametrize("who", [hero("pal", at=[0, 10]), minor("pal", at=[0, 10])])
def test_creatures_of_either_side_are_in_the_way(who: dict[str, Any]) -> None:
    assert DISADVANTAGE in dice(past(dict(who)), *SHOT)


@pytest.mark.rule("vigor.line.any-creature")
def test_one_that_flees_is_still_in_the_way() -> None:
    bout = past(minor("rat", at=[0, 10]))
    bout.set("rat", status="fleeing")
    assert DISADVANTAGE in dice(bout, *SHOT)


@pytest.mark.rule("vigor.line.natural-one", "vigor.line.natural-one-details")
def test_a_natural_1_hits_the_creature_in_the_way_whatever_its_ac() -> None:
    # Heavy armour leaves the one in the way no Vigor.
    bout = past(sovereign("pal", at=[0, 10], armour="heavy", shield=True, stats={"sense": 22}))
    table = bout.do(SHOT, readings=[1, 3])
    (stray,) = told(table, "stray")
    assert (stray["target"], stray["into"]) == ("brute", "pal")
    assert table.cited("vigor.line.natural-one")
    assert (bout["brute"].vigor, bout["brute"].vitality) == (1, 14)
    assert (bout["pal"].vigor, bout["pal"].vitality) == (0, 11)


@pytest.mark.rule("vigor.line.natural-one-details")
def test_a_stray_shot_is_no_crit_and_brings_no_glancing_blow() -> None:
    bout = past(hero("pal", at=[0, 10]), stats={"cunning": 22}, crit=20)
    table = bout.do(SHOT, readings=[1, 3])
    assert str(table.pools[1]) == "1d4"
    assert not table.was_asked("vigor.glancing.target")
    assert not {"missed", "hit", "crit"} & {
        event.code for event in table.events if event.fields.get("target") == "brute"
    }
    assert (bout["pal"].vigor, bout["pal"].vitality) == (0, 2)


@pytest.mark.rule("vigor.line.natural-one")
def test_a_natural_2_is_an_ordinary_miss_and_a_1_with_nobody_in_the_way_too() -> None:
    bout = past(foe("pal", at=[0, 10]))
    assert told(bout.do(SHOT, ("none",), readings=[2]), "missed")[0]["target"] == "brute"
    assert bout["pal"].vigor == 1
    assert told(past().do(SHOT, ("none",), readings=[1]), "missed")


@pytest.mark.rule("vigor.line.natural-one", "vigor.line.natural-one-details")
def test_even_where_a_1_would_reach_the_ac_it_goes_astray() -> None:
    bout = aiming(
        brute(0, 20, armour="unarmoured", stats={"sense": 1}),
        foe("pal", at=[0, 10]),
        weapons=["longbow"],
        stats={"body": 22},
    )
    bout.do(SHOT, readings=[1, 1])
    assert (bout["brute"].vigor, bout["pal"].vigor) == (1, 0)


@pytest.mark.rule("vigor.line.two-creatures")
def test_past_two_creatures_there_is_no_shot_and_no_throw() -> None:
    pals = (foe("pal", at=[0, 10]), hero("bob", at=[0, 15]))
    bout = past(*pals)
    assert ways(bout) == []
    assert ways(bout, "pal") == [("attack", "longbow")]
    assert ways(past(*pals, weapons=["dagger"])) == []
    gm(bout, "place", "bob", value=[5, 15])
    assert ways(bout) == [("attack", "longbow")]


@pytest.mark.rule("vigor.line.mystic-exempt")
def test_mystic_attacks_ignore_creatures_in_the_way() -> None:
    pals = (foe("pal", at=[0, 10]), hero("bob", at=[0, 15]))
    bout = past(*pals, attacks=[mystic()], trees=["wizard"])
    assert ways(bout) == [("attack", "bolt")]
    table = bout.do(("attack", "bolt", "brute"), readings=[15, 1])
    assert DISADVANTAGE not in str(table.pools[0])
    bout = past(pals[0], attacks=[mystic()], trees=["wizard"])
    assert told(bout.do(("attack", "bolt", "brute"), ("none",), readings=[1]), "missed")


@pytest.mark.rule("vigor.line.mystic-exempt")
def test_spells_ignore_creatures_in_the_way() -> None:
    bout = Bout(
        hero("ann", at=[0, 0], spells=["force-lance"], trees=["wizard"]),
        brute(0, 20),
        foe("pal", at=[0, 10]),
        hero("bob", at=[0, 15]),
    )
    bout.to("hero-picks", order=("ann",))
    bout.step(("cast", "force-lance"), ("pass",))
    bout.to_turn("ann")
    table = bout.do(("carry-out", "cast", "force-lance", "brute"), readings=[15, 1])
    assert DISADVANTAGE not in str(table.pools[0])
    assert bout["brute"].vigor == 0


@pytest.mark.rule("vigor.cover.details", "vigor.fight.scene-facts")
def test_who_has_no_cover_from_one_has_it_from_the_others() -> None:
    scene = {"cover": [{"who": "brute", "from_": "", "cover": "half"}]}
    bout = aiming(brute(0, 20), hero("bob", at=[5, 0]), scene=scene, weapons=["longbow"])
    gm(bout, "fact", "ann", "cover", {"other": "brute", "is": "none"})
    assert cover.of(bout.fight, "ann", "brute") == "none"
    assert cover.of(bout.fight, "bob", "brute") == "half"
    table = bout.do(("attack", "longbow", "brute"), readings=[15, 1])
    assert told(table, "hit")[0]["ac"] == 10


@pytest.mark.rule("vigor.range.ranged", "vigor.attack.mystic-range")
@pytest.mark.parametrize(("feet", "dice"), [(30, "1d20"), (35, "2d20kl1"), (60, "2d20kl1")])
def test_a_mystic_attack_whose_entry_gives_a_long_range_is_hampered_there(
    feet: int, dice: str
) -> None:
    bolt = mystic(normal=30, long=60)
    bout = aiming(brute(0, feet), attacks=[bolt], trees=["wizard"])
    assert str(bout.do(("attack", "bolt", "brute"), ("none",), readings=[2]).pools[0]) == dice


@pytest.mark.rule("vigor.line.any-creature", "vigor.position.line-of-fire")
def test_the_dice_of_a_shot_tell_nothing_of_whom_the_gm_keeps_hidden() -> None:
    lurker = foe("lurker", at=[0, 10], hidden=True)
    bout = aiming(brute(0, 20), lurker, foe("other", at=[0, 15], hidden=True), weapons=["longbow"])
    assert ("attack", "longbow") in ways(bout)
    shot = ("attack", "longbow", "brute")
    assert str(peek(bout, choices=[shot])[2]) == "1d20"
    gm(bout, "show", "lurker")
    assert str(peek(bout, choices=[shot])[2]) == "2d20kl1"
    bout = Bout(hero("ann", at=[0, 0]), brute(0, 20, weapons=["longbow"]), lurker)
    bout.to_turn("brute", "ann")
    shot = ("attack", "longbow", "ann")
    assert str(peek(bout, choices=[shot])[2]) == "2d20kl1"
