"""The rules of trade on armor: what it soaks, what goes past it, and what it never does."""

from typing import Any

import pytest
from pydantic import ValidationError
from trade_kit import TRADE, Bout, ability, acts, ally, citing, dice_of, foe, hero

from affray.kernel.rulebook import HouseRules

BETTER = ("better-position",)
END = ("end",)
STATS = {"strength": 3, "reflexes": 3, "wits": 2, "charm": 2}
SUITS = {"light": 1, "medium": 2, "heavy": 3}


def spit(unsoaked: bool = False) -> dict[str, Any]:
    effect = {"kind": "damage", "amount": 4, "unsoaked": unsoaked}
    return ability("spit", effect, stat=None, target="one hero or ally")


def cut(at: str = "brute", weapon: str = "rapier") -> tuple[str, ...]:
    return ("fight", weapon, at)


def worn(armor: Any) -> Any:
    house = HouseRules(TRADE.rulebook)
    return TRADE.check_block("hero", {"name": "A", "stats": STATS, "armor": armor}, house)["armor"]


# ---- soaking ----


@pytest.mark.parametrize(("armor", "lost"), [(0, 4), (1, 3), (2, 2), (3, 1)])
@pytest.mark.rule("trade.armor.soak", "trade.armor.reductions")
def test_armor_comes_off_the_damage_of_a_stat_block(armor: int, lost: int) -> None:
    bout = Bout(hero("ann", armor=armor), foe("brute", damage=4))
    bout.do(END)
    table = bout.phase()
    assert bout["ann"].health == 10 - lost
    assert table.cited("trade.armor.soak") is (armor > 0)


@pytest.mark.rule("trade.armor.soak")
def test_armor_comes_off_an_ability_too() -> None:
    bout = Bout(hero("ann", armor=2), foe("brute", abilities=[spit()]))
    bout.do(END)
    table = bout.phase(rulings=acts("brute", "spit", "ann"))
    assert bout["ann"].health == 8
    (hit,) = citing(table, "trade.armor.soak")
    assert (hit.fields["raw"], hit.fields["soaked"]) == (4, 2)


@pytest.mark.rule("trade.armor.soak")
def test_armor_comes_off_every_hit_anew() -> None:
    bout = Bout(hero("ann", armor=1), foe("brute", damage=3))
    for left in (8, 6, 4):
        bout.do(END)
        bout.phase()
        assert bout["ann"].health == left


@pytest.mark.rule("trade.armor.soak")
def test_each_wears_armor_for_nobody_else() -> None:
    bout = Bout(hero("ann", armor=3), hero("bob"), foe("brute", damage=4))
    bout.do(("go", "bob"), END)
    bout.phase()
    assert bout["bob"].health == 6


@pytest.mark.parametrize(("weight", "reduction"), SUITS.items())
@pytest.mark.rule("trade.armor.reductions")
def test_the_class_of_an_armor_fixes_its_reduction(weight: str, reduction: int) -> None:
    assert worn({"name": "suit", "class": weight})["reduction"] == reduction
    assert worn({"name": "suit", "class": weight, "reduction": reduction})["class"] == weight
    for wrong in (reduction - 1, reduction + 1):
        with pytest.raises(ValidationError, match="out of bounds"):
            worn({"name": "suit", "class": weight, "reduction": wrong})


@pytest.mark.rule("trade.armor.reductions")
def test_the_suits_of_the_book_have_the_reduction_of_their_class() -> None:
    suits = {name: worn(name) for name in ("quilted-coat", "ring-shirt", "plate")}
    assert {name: suit["reduction"] for name, suit in suits.items()} == {
        "quilted-coat": 1,
        "ring-shirt": 2,
        "plate": 3,
    }


# ---- what armor does not do ----


@pytest.mark.parametrize("armor", [0, 3])
@pytest.mark.rule("trade.armor.no-dodge")
def test_armor_takes_no_dice_and_gives_none(armor: int) -> None:
    bout = Bout(hero("ann", armor=armor, stats={"reflexes": 4}), foe("brute", armor=armor))
    assert dice_of(bout.do(cut(), readings=["mixed"])) == [4]
    assert bout.fight.trades == (("brute", "ann"),)


@pytest.mark.rule("trade.armor.no-dodge")
def test_a_hit_that_armor_stops_is_a_hit_all_the_same() -> None:
    bout = Bout(hero("ann"), foe("brute", armor=3, damage=2), foe("other", damage=1))
    bout.do(cut(), BETTER, readings=["success"])
    assert bout["brute"].hp == 10
    assert bout["brute"].suppressed
    bout = Bout(hero("ann"), foe("brute", armor=3, damage=2))
    bout.do(cut(), END, readings=["mixed"])
    bout.phase()
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.armor.no-dodge")
def test_armor_hurts_nobody_who_strikes_it() -> None:
    bout = Bout(hero("ann", armor=3), foe("brute"))
    bout.do(END)
    bout.phase()
    assert bout["brute"].hp == 10


@pytest.mark.parametrize("armor", [["plate", "ring-shirt"], {"name": "both", "class": "5"}])
@pytest.mark.rule("trade.armor.one-suit")
def test_nobody_wears_two_suits(armor: Any) -> None:
    with pytest.raises(ValidationError):
        worn(armor)


# ---- what the GM may rule ----


@pytest.mark.rule("trade.armor.physical-only")
def test_an_ability_marked_as_unsoaked_goes_past_armor() -> None:
    bout = Bout(hero("ann", armor=3), foe("brute", abilities=[spit(unsoaked=True)]))
    bout.do(END)
    table = bout.phase(rulings=acts("brute", "spit", "ann"))
    assert bout["ann"].health == 6
    assert table.cited("trade.armor.physical-only")


@pytest.mark.rule("trade.armor.physical-only")
def test_the_gm_may_rule_that_armor_stops_it_after_all() -> None:
    bout = Bout(hero("ann", armor=3), foe("brute", abilities=[spit(unsoaked=True)]))
    bout.do(END)
    bout.phase(rulings=acts("brute", "spit", "ann") | {"trade.armor.physical-only": ("soaked",)})
    assert bout["ann"].health == 9


@pytest.mark.rule("trade.armor.physical-only")
def test_the_gm_may_rule_that_other_harm_goes_past_armor() -> None:
    bout = Bout(hero("ann", armor=3), foe("brute", damage=4))
    bout.do(END)
    bout.phase(rulings={"trade.armor.physical-only": ("past",)})
    assert bout["ann"].health == 6


@pytest.mark.rule("trade.armor.physical-only")
def test_the_heroes_unsoaked_abilities_go_past_the_armor_of_a_stat_block() -> None:
    dart = ability("dart", {"kind": "damage", "amount": 3, "unsoaked": True})
    bout = Bout(hero("ann", abilities=[dart]), foe("brute", armor=2))
    bout.do(("ability", "dart", "brute"), readings=["mixed"])
    assert bout["brute"].hp == 7


@pytest.mark.parametrize(("more", "lost"), [("0", 3), ("1", 2), ("2", 1), ("20", 0)])
@pytest.mark.rule("trade.armor.clever")
def test_the_gm_may_let_clever_armor_count_for_more(more: str, lost: int) -> None:
    bout = Bout(hero("ann", armor=1), foe("brute", damage=4))
    bout.do(END)
    table = bout.phase(rulings={"trade.armor.clever": ("extra", more)})
    assert bout["ann"].health == 10 - lost
    assert table.cited("trade.armor.clever") is (more != "0")


@pytest.mark.rule("trade.armor.clever", "trade.armor.soak")
def test_left_alone_armor_counts_for_its_number() -> None:
    bout = Bout(hero("ann", armor=1), foe("brute", damage=4))
    bout.do(END)
    table = bout.phase()
    assert bout["ann"].health == 7
    assert not table.cited("trade.armor.clever")


# ---- shields ----

SHIELD = {"id": "shield", "name": "shield", "lost": ""}


@pytest.mark.rule("trade.armor.shield")
def test_a_shield_has_no_reduction_and_no_dice() -> None:
    bout = Bout(hero("ann", tools=[SHIELD], stats={"reflexes": 4}), foe("brute", damage=4))
    assert dice_of(bout.do(cut(), END, readings=["mixed"])) == [4]
    bout.phase()
    assert bout["ann"].health == 6


@pytest.mark.parametrize(
    ("tools", "lost"),
    [([], 4), ([SHIELD], 2), ([SHIELD | {"lost": "broken"}], 4)],
    ids=["no shield", "a shield", "a broken one"],
)
@pytest.mark.rule("trade.armor.shield")
def test_a_number_that_a_house_rule_gives_shields_is_for_those_who_have_one_at_hand(
    tools: list[dict[str, str]], lost: int
) -> None:
    bout = Bout(hero("ann", tools=tools), foe("brute", damage=4), house={"shield-reduction": 2})
    bout.do(END)
    bout.phase()
    assert bout["ann"].health == 10 - lost


@pytest.mark.rule("trade.armor.shield")
def test_a_shield_can_be_lost_in_place_of_a_weapon() -> None:
    bout = Bout(hero("ann", tools=[SHIELD]), foe("brute", damage=4))
    lost = {"trade.failure.worse-position": ("lost-tool", "shield", "broken")}
    bout.do(cut(), readings=["failure"], rulings=lost)
    assert bout["ann"].lost == {"shield": "broken"}
    assert bout["ann"].weapon_in_hand().id == "rapier"


@pytest.mark.parametrize("tools", [[SHIELD], []])
@pytest.mark.rule("trade.armor.shield")
def test_a_shield_supports_a_respond_that_shields_somebody(tools: list[dict[str, str]]) -> None:
    bout = Bout(hero("ann", tools=tools), hero("bob"), foe("brute"))
    table = bout.do(
        ("go", "ann"), ("respond", "reflexes", "other", "shield Bob"), readings=["mixed"]
    )
    assert table.cited("trade.armor.shield") is bool(tools)
    assert dice_of(table) == [3]


# ---- enemies and allies ----


@pytest.mark.rule("trade.armor.enemies")
def test_a_stat_block_has_no_armor_unless_it_says_so() -> None:
    house = HouseRules(TRADE.rulebook)
    block = {"name": "A", "hp": 4, "damage": 2, "goals": ["win"]}
    assert TRADE.check_block("foe", block, house)["armor"] == 0
    for armor in range(4):
        assert TRADE.check_block("foe", block | {"armor": armor}, house)["armor"] == armor
    for armor in (-1, 4):
        with pytest.raises(ValidationError, match="out of bounds"):
            TRADE.check_block("foe", block | {"armor": armor}, house)


@pytest.mark.parametrize(("armor", "lost"), [(0, 3), (1, 2), (3, 0)])
@pytest.mark.rule("trade.armor.enemies", "trade.damage.floor")
def test_the_armor_of_a_stat_block_comes_off_each_hit(armor: int, lost: int) -> None:
    bout = Bout(hero("ann"), foe("brute", armor=armor))
    bout.do(cut(), cut(), readings=["mixed", "mixed"])
    assert bout["brute"].hp == 10 - 2 * lost


@pytest.mark.rule("trade.armor.enemies")
def test_an_allys_armor_soaks_what_the_ally_takes() -> None:
    bout = Bout(hero("ann", armor=3), ally("golem", armor=1), foe("brute", damage=4))
    extra = {"trade.failure.worse-position": ("extra-damage", "golem")}
    bout.do(("command", "golem", "brute"), readings=["failure"], rulings=extra)
    assert bout["golem"].hp == 10 - (4 + 2 - 1)
