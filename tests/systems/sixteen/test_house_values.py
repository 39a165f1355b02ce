"""The numbers of the ledger under a house rule: each moves what it names, and that alone."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import BOOK, Bout, foe, gm, hero

from affray.kernel.rulebook import HouseRules
from affray.systems.sixteen import content

SWORD = ("attack", "long-sword", "cur")
TAKE = ("take-it",)


def bout(house: dict[str, Any], scene: Any = None, by: Any = None, **fields: Any) -> Bout:
    cur = foe("cur", **{"max_hp": 40, **fields})
    return Bout(hero("ann", **(by or {})), cur, foe("dog"), house=house, scene=scene)


def needed(fight: Bout) -> int:
    table = fight.do(SWORD, dice=[(2, 1)])
    return next(int(e.fields["needed"]) for e in table.events if e.code == "attack")


@pytest.mark.rule("sixteen.attack.roll", "sixteen.attack.needed-number")
def test_success_total_and_check_total_are_two_numbers() -> None:
    assert needed(bout({"success-total": 18})) == 13
    assert needed(bout({"check-total": 18})) == 11


@pytest.mark.rule("sixteen.check.against-sixteen")
@pytest.mark.parametrize(("natural", "fails"), [(9, False), (8, True)])
def test_check_total(natural: int, fails: bool) -> None:
    fight = bout({"check-total": 12}, by={"sdf": 3})
    table = fight.do(SWORD, dice=[(1, 1), natural, *[1] * fails])
    assert ("mishap" in table.codes()) is fails


@pytest.mark.rule("sixteen.deflect.target-number", "sixteen.deflect.lowered")
@pytest.mark.parametrize(
    ("house", "bonus", "least"),
    [
        ({"deflect-target": 15}, 2, 13),
        ({"deflect-target-min": 8}, 18, 8),
        ({"deflect-target-max": 12}, 0, 12),
        ({"deflect-target": 25}, 0, 20),
    ],
)
def test_the_deflect_target(house: dict[str, int], bonus: int, least: int) -> None:
    for natural, left in ((least, 40), (least - 1, 36)):
        fight = bout(house, deflect_bonus=bonus)
        fight.do(SWORD, ("deflect",), dice=[(12, 4), natural])
        assert fight["cur"].hp == left


@pytest.mark.rule("sixteen.armour.effective")
def test_ar_per_ap() -> None:
    fight = bout({"ar-per-ap": 2}, by={"weapons": ["spear"]}, ar=3)
    fight.do(("attack", "spear", "cur"), TAKE, dice=[(12, 4)])
    assert fight["cur"].hp == 40 - (4 - 1)


@pytest.mark.rule("sixteen.wound.threshold", "sixteen.wound.by-size")
@pytest.mark.parametrize(
    ("house", "size", "most"),
    [
        ({"medium-wound-above": 3}, "medium", 3),
        ({"medium-wound-above": 3}, "large", 5),
        ({"wound-step-per-size": 3}, "huge", 11),
        ({"wound-step-per-size": 3}, "small", 2),
        ({"wound-step-per-size": 1}, "tiny", 3),
    ],
)
def test_the_wound_thresholds(house: dict[str, int], size: str, most: int) -> None:
    fight = bout(house, size=size)
    assert fight["cur"].threshold == most


@pytest.mark.rule("sixteen.wound.one-point", "sixteen.recovery.critical-failure")
def test_what_a_wound_and_a_scar_cost() -> None:
    fight = bout({"max-hp-per-wound": 2, "max-hp-per-scar": 3}, wounds=2, scars=1)
    assert fight.fight.max_hp("cur") == 40 - 4 - 3
    fight = bout({"max-hp-per-wound": 9}, by={"damage_bonus": 5})
    fight.do(SWORD, TAKE, dice=[(12, 1)])  # 34 HP are left, and the maximum is 31 now
    assert fight["cur"].hp == 31


@pytest.mark.rule("sixteen.recovery.check")
def test_the_recovery_penalty() -> None:
    house = {"recovery-penalty-per-wound": 3}
    for natural, left in ((19, 1), (18, 2)):
        fight = Bout(hero("ann", wounds=2, lif=3, max_hp=20), foe("cur"), house=house)
        gm(fight, "set", "cur", "hp", 0)
        fight.step()
        fight.step(("night",))
        fight.step(dice=[natural])
        assert fight["ann"].wounds == left


@pytest.mark.rule("sixteen.fatigue.from-round-seven")
@pytest.mark.parametrize(("after", "saves"), [(0, True), (1, False)])
def test_the_round_after_which_saves_are_made(after: int, saves: bool) -> None:
    fight = bout({"fatigue-after-round": after})
    fight.do(SWORD, dice=[(2, 1)])
    table = fight.end(dice=[20] * saves)
    assert table.was_asked("sixteen.fatigue.save") is saves


@pytest.mark.rule("sixteen.miss.critical-result")
def test_what_off_balance_costs() -> None:
    fight = bout({"off-balance-hit": -5})
    fight.do(SWORD, dice=[(1, 1), 2, 1])
    fight.to_turn("ann")
    assert needed(fight) == 16


@pytest.mark.rule("sixteen.position.line")
def test_the_start_distance_and_the_gap() -> None:
    fight = bout({"start-distance": 50, "marching-gap": 10}, scene={"first": "heroes"})
    assert [fight[who].at for who in ("ann", "cur", "dog")] == [0, 50, 60]


@pytest.mark.rule("sixteen.end.leaving")
@pytest.mark.parametrize(("feet", "status"), [(20, ""), (25, "gone")])
def test_how_far_is_away(feet: int, status: str) -> None:
    scene = {"first": "heroes", "places": {"ann": 5, "bob": feet, "cur": feet}}
    fight = Bout(hero("ann"), hero("bob"), foe("cur"), house={"away-beyond": 20}, scene=scene)
    fight.step(("move", "back", "1"))
    fight.step(("end",))
    assert fight["ann"].status == status


@pytest.mark.rule("sixteen.turn.parts", "sixteen.turn.reaction-refresh")
def test_the_number_of_reactions() -> None:
    fight = bout({"reactions": 2})
    assert fight["cur"].reactions == 2
    fight["cur"].reactions = 0
    fight.to_turn("cur")
    fight.step(("free", "say", "now"))
    assert fight["cur"].reactions == 2


@pytest.mark.rule("sixteen.condition.disadvantage")
def test_the_dice_of_a_disadvantage() -> None:
    fight = bout({"disadvantage-dice": 3})
    gm(fight, "tag", "ann", "blinded")
    table = fight.do(SWORD, dice=[(19, 18, 3, 4)])
    assert str(table.pools[0]) == "3d20kl1 & 1d8"
    assert fight["cur"].hp == 40


@pytest.mark.rule("sixteen.recovery.between-fights")
@pytest.mark.parametrize(("level", "left"), [(3, 0), (4, 4)])
def test_what_a_short_break_clears(level: int, left: int) -> None:
    house = {"short-break-clears-fatigue-up-to": 3}
    fight = Bout(hero("ann"), hero("bob", fatigue=1), foe("cur"), house=house)
    gm(fight, "set", "ann", "fatigue", level)
    gm(fight, "set", "cur", "hp", 0)
    fight.step()
    fight.step(("short-break",))
    assert fight["ann"].fatigue == left


@pytest.mark.rule("sixteen.position.move", "sixteen.position.reach")
def test_the_usual_movement_and_reach_are_those_of_the_ledger() -> None:
    block = {"name": "Ada", "max-hp": 9, "hit": 1, "weapons": ["knife"]}
    house = HouseRules(BOOK).with_table({"movement": 40}, "here")
    assert content.check_block("hero", block, house)["movement"] == 40
    assert content.check_block("hero", block, HouseRules(BOOK))["movement"] == 30
