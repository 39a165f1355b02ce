"""Nights and breaks, recovering wounds, and the end of a fight (areas recovery, end)."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import SIXTEEN, Bout, DiceTable, ally, foe, gm, hero

from affray.kernel.running import advance

SCAR_OR = "sixteen.recovery.scar-or-war-wound"
BETWEEN = "sixteen.recovery.between-fights"
NIGHT, BREAK, DONE = ("night",), ("short-break",), ("done",)
SWORD = ("attack", "long-sword", "cur")


def after(*others: Any, house: Any = None, **fields: Any) -> Bout:
    """The fight is won; ann, in that state, is among the heroes."""
    now = {name: fields.pop(name) for name in ("hp", "fatigue") if name in fields}
    fight = Bout(hero("ann", **{"max_hp": 20, **fields}), *others, foe("cur"), house=house)
    for track, value in now.items():
        gm(fight, "set", "ann", track, value)
    if fight.fight.result is None:
        gm(fight, "set", "cur", "hp", 0)
    assert fight.fight.result is not None
    return fight


def spend(fight: Bout, *choices: tuple[str, ...], dice: Any = (), **script: Any) -> DiceTable:
    """The time after the fight, as far as these choices and dice go."""
    table = fight._table(choices=choices, dice=dice, **script)
    for _ in range(20):
        if not (table.choices or table.dice):
            return table
        advance(SIXTEEN, fight.fight, table)
    raise AssertionError(f"left over: {table.choices} {table.dice}")


# ---- the check ----


@pytest.mark.rule("sixteen.recovery.check", "sixteen.recovery.success", "sixteen.check.modifiers")
@pytest.mark.parametrize(
    ("wounds", "lif", "natural", "closed"),
    [(1, 3, 14, 1), (1, 3, 13, 0), (4, 3, 17, 1), (4, 3, 16, 0), (1, -3, 20, 1), (2, -3, 20, 0)],
)
def test_a_lif_check_lowered_by_the_open_wounds(
    wounds: int, lif: int, natural: int, closed: int
) -> None:
    fight = after(wounds=wounds, lif=lif, con=9, sdf=9)
    table = spend(fight, NIGHT, dice=[natural])
    assert fight["ann"].wounds == wounds - closed
    assert table.cited("sixteen.recovery.check")
    event = next(e for e in table.events if e.code == "recovery")
    told = {**event.fields, **event.secret}
    assert (told["modifier"], told["wounds"]) == (lif, wounds)


@pytest.mark.rule("sixteen.recovery.success")
def test_a_success_gives_back_the_maximum_but_no_current_hp() -> None:
    fight = after(wounds=3, hp=10)
    spend(fight, NIGHT, dice=[20])
    assert (fight["ann"].wounds, fight.fight.max_hp("ann"), fight["ann"].hp) == (2, 18, 17)


@pytest.mark.rule("sixteen.recovery.success")
def test_a_plain_failure_changes_nothing() -> None:
    fight = after(wounds=3)
    spend(fight, NIGHT, dice=[2])
    assert (fight["ann"].wounds, fight["ann"].scars, fight.fight.max_hp("ann")) == (3, 0, 17)


@pytest.mark.rule("sixteen.recovery.when")
def test_one_check_a_night_by_whoever_has_a_wound() -> None:
    fight = after(hero("bob"), hero("cid", wounds=1), wounds=2)
    table = spend(fight, NIGHT, dice=[20, 20])
    checks = [who for rule, who, _ in table.asked if rule == "sixteen.recovery.check"]
    assert checks == ["ann", "cid"]
    assert (fight["ann"].wounds, fight["cid"].wounds) == (1, 0)
    table = spend(fight, NIGHT, dice=[20])
    assert [who for rule, who, _ in table.asked if rule == "sixteen.recovery.check"] == ["ann"]
    assert fight["ann"].wounds == 0


@pytest.mark.rule("sixteen.recovery.when")
def test_no_check_after_a_short_break() -> None:
    table = spend(after(wounds=2, fatigue=1), BREAK)
    assert not table.pools


@pytest.mark.rule("sixteen.recovery.when")
def test_the_house_may_give_more_checks_a_night() -> None:
    fight = after(wounds=3, house={"recovery-checks-per-night": 2})
    spend(fight, NIGHT, dice=[20, 20])
    assert fight["ann"].wounds == 1


@pytest.mark.rule(
    "sixteen.recovery.critical-failure",
    "sixteen.recovery.critical-means",
    "sixteen.recovery.scar-or-war-wound",
)
def test_on_a_natural_1_an_open_wound_becomes_a_scar() -> None:
    fight = after(wounds=2, lif=20)
    table = spend(fight, NIGHT, dice=[1])
    ann = fight["ann"]
    assert (ann.wounds, ann.scars, ann.war_wounds, fight.fight.max_hp("ann")) == (1, 1, (), 18)
    assert table.was_asked(SCAR_OR)
    assert table.cited("sixteen.recovery.critical-failure")
    spend(fight, NIGHT, dice=[20])
    assert (ann.wounds, ann.scars, fight.fight.max_hp("ann")) == (0, 1, 19)


@pytest.mark.rule("sixteen.recovery.critical-means")
def test_a_2_is_no_critical_failure() -> None:
    fight = after(wounds=2, lif=-9)
    spend(fight, NIGHT, dice=[2])
    assert (fight["ann"].wounds, fight["ann"].scars) == (2, 0)


@pytest.mark.rule("sixteen.recovery.scar-or-war-wound")
def test_the_gm_may_make_it_a_war_wound_which_costs_the_same() -> None:
    fight = after(wounds=2)
    spend(fight, NIGHT, dice=[1], rulings={SCAR_OR: ("war-wound", "a stiff knee")})
    ann = fight["ann"]
    assert (ann.wounds, ann.scars, ann.war_wounds) == (1, 1, ("a stiff knee",))
    assert fight.fight.max_hp("ann") == 18


# ---- between fights ----


@pytest.mark.rule("sixteen.recovery.between-fights")
def test_a_night_restores_hp_to_the_maximum_and_fatigue_to_0() -> None:
    fight = after(hp=3, fatigue=3, wounds=0, scars=2)
    spend(fight, NIGHT)
    assert (fight["ann"].hp, fight["ann"].fatigue) == (18, 0)


@pytest.mark.rule("sixteen.recovery.between-fights")
@pytest.mark.parametrize(("level", "left"), [(2, 0), (5, 0), (6, 6)])
def test_a_short_break_restores_fatigue_of_5_or_less_and_no_hp(level: int, left: int) -> None:
    fight = after(hero("bob", fatigue=1), hp=3, fatigue=level)
    spend(fight, BREAK)
    assert (fight["ann"].hp, fight["ann"].fatigue) == (3, left)


@pytest.mark.rule("sixteen.recovery.between-fights")
def test_no_rest_brings_back_the_dead() -> None:
    fight = after(hero("bob", fatigue=1), hp=3, fatigue=6, wounds=1)
    table = spend(fight, NIGHT)
    assert (fight["ann"].hp, fight.fight.level("ann")) == (3, 6)
    assert not table.pools


@pytest.mark.rule("sixteen.recovery.between-fights")
def test_the_gm_may_rule_how_much_a_rest_restores() -> None:
    fight = after(hp=3, fatigue=3)
    spend(fight, NIGHT, rulings={BETWEEN: ("only", "4", "1")})
    assert (fight["ann"].hp, fight["ann"].fatigue) == (7, 2)
    fight = after(hp=19, fatigue=1, scars=1)
    spend(fight, NIGHT, rulings={BETWEEN: ("only", "9", "3")})
    assert (fight["ann"].hp, fight["ann"].fatigue) == (19, 0)


@pytest.mark.rule("sixteen.recovery.between-fights")
def test_the_heroes_may_go_on_as_they_are() -> None:
    fight = after(hp=3, fatigue=3)
    spend(fight, DONE)
    assert (fight["ann"].hp, fight["ann"].fatigue) == (3, 3)


# ---- the end of a fight ----


@pytest.mark.rule("sixteen.end.when")
@pytest.mark.parametrize(
    ("track", "value", "over"),
    [
        ("hp", 1, False),
        ("hp", 0, True),
        ("hp", -5, True),
        ("fatigue", 3, False),
        ("fatigue", 4, True),
        ("fatigue", 5, True),
        ("fatigue", 6, True),
    ],
)
def test_a_side_with_nobody_able_has_lost(track: str, value: int, over: bool) -> None:
    fight = Bout(hero("ann"), foe("cur"))
    gm(fight, "set", "cur", track, value)
    assert (fight.fight.result is not None) is over
    if over:
        assert fight.fight.result == "heroes"


@pytest.mark.rule("sixteen.end.when")
@pytest.mark.parametrize("tag", ["gone", "surrendered", "dead"])
def test_the_gone_the_surrendered_and_the_dead_are_out(tag: str) -> None:
    fight = Bout(hero("ann"), foe("cur"), foe("dog"))
    gm(fight, "tag", "cur", tag)
    assert fight.fight.result is None
    gm(fight, "tag", "dog", tag)
    assert fight.fight.result == "heroes"


@pytest.mark.rule("sixteen.end.when")
def test_the_last_one_able_keeps_its_side_in_the_fight() -> None:
    fight = Bout(hero("ann"), ally("pal"), foe("cur"))
    gm(fight, "set", "ann", "hp", -1)
    assert fight.fight.result is None
    gm(fight, "set", "pal", "fatigue", 4)
    assert fight.fight.result == "foes"


@pytest.mark.rule("sixteen.end.when")
def test_it_is_checked_after_every_blow() -> None:
    fight = Bout(hero("ann"), foe("cur", max_hp=4))
    table = fight.do(SWORD, ("take-it",), dice=[(12, 4)])
    assert fight.fight.result == "heroes"
    assert table.cited("sixteen.end.when")


@pytest.mark.rule("sixteen.end.when")
def test_it_is_checked_after_a_save() -> None:
    scene = {"distance": 5, "first": "heroes"}
    fight = Bout(hero("ann", fatigue=3), foe("cur", weapons=["bow"]), scene=scene)
    fight["ann"].strained = True
    fight.to_round(7)
    fight.step(("move", "back", "1"))
    fight.step(("end",), dice=[2])
    assert fight["ann"].fatigue == 4
    assert fight.fight.result == "foes"


@pytest.mark.rule("sixteen.end.when")
def test_the_gm_may_end_it() -> None:
    fight = Bout(hero("ann"), foe("cur"))
    gm(fight, "end", "", "", "foes")
    assert fight.fight.result == "foes"


# ---- leaving ----


def far(feet: int, **script: Any) -> tuple[Bout, DiceTable]:
    """ann steps back and ends her turn so many feet from the nearest foe able to act; bob is at
    hand."""
    fight = Bout(
        hero("ann"),
        hero("bob"),
        foe("cur"),
        foe("dog"),
        scene={
            "distance": 5,
            "first": "heroes",
            "places": {"ann": 5, "bob": feet, "cur": feet} | {"dog": feet + 20},
        },
    )
    fight.step(("move", "back", "1"))
    return fight, fight.step(("end",), **script)


@pytest.mark.rule("sixteen.end.leaving")
@pytest.mark.parametrize(("feet", "status"), [(60, ""), (65, "gone"), (30, "")])
def test_more_than_60_feet_from_every_opponent_able_to_act_is_away(feet: int, status: str) -> None:
    fight, table = far(feet)
    assert fight["ann"].status == status
    assert table.was_asked("sixteen.end.leaving") is bool(status)


@pytest.mark.rule("sixteen.end.leaving")
@pytest.mark.parametrize(
    ("ruled", "status"), [("stays", ""), ("surrendered", "surrendered"), ("gone", "gone")]
)
def test_the_gm_may_rule_who_has_left(ruled: str, status: str) -> None:
    fight, _ = far(65, rulings={"sixteen.end.leaving": (ruled,)})
    assert fight["ann"].status == status


@pytest.mark.rule("sixteen.end.leaving")
@pytest.mark.parametrize("deed", [(), ("move", "forward", "2")])
def test_whoever_stands_far_off_or_comes_nearer_is_not_away(deed: tuple[str, ...]) -> None:
    fight = Bout(hero("ann"), foe("cur"), scene={"distance": 100, "first": "heroes"})
    if deed:
        fight.step(deed)
    table = fight.step(("end",))
    assert fight["ann"].status == ""
    assert not table.was_asked("sixteen.end.leaving")


@pytest.mark.rule("sixteen.end.leaving")
def test_an_opponent_that_cannot_act_does_not_count() -> None:
    fight = Bout(
        hero("ann"),
        hero("bob"),
        foe("cur"),
        foe("dog"),
        scene={"first": "heroes", "places": {"ann": 5, "bob": 70, "cur": 10, "dog": 70}},
    )
    gm(fight, "set", "cur", "hp", 0)
    fight.step(("move", "back", "1"))
    fight.step(("end",))
    assert fight["ann"].status == "gone"


@pytest.mark.rule("sixteen.end.leaving")
def test_whoever_is_away_at_the_end_of_anothers_turn_is_not_asked() -> None:
    fight, _ = far(65, rulings={"sixteen.end.leaving": ("stays",)})
    fight.step()
    table = fight.step(("end",))
    assert not table.was_asked("sixteen.end.leaving")
