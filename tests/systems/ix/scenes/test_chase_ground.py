"""Chases through the air, on horseback and by water."""

from __future__ import annotations

from typing import Any

import pytest
from chase_kit import chase, fate, gap, to_the_end
from ix_kit import (
    Bout,
    IxTable,
    afflict,
    citing,
    coded,
    dice_of,
    elite,
    gm,
    hero,
    nemesis,
    npc,
    suffer,
)

from affray.systems.ix.scenes import chase as chases
from affray.systems.ix.scenes import chase_checks, chase_gaps

WALL = {"id": "wall", "name": "a wall", "skills": ["athletics"]}
HEDGE = {"id": "hedge", "name": "a hedge", "skills": ["athletics", "reflexes"], "narrow": True}
CROWD = {"id": "crowd", "name": "a crowd", "skills": ["stealth", "athletics"], "narrow": True}
SKILLS = {"athletics": 1, "riding": 1, "piloting": 1, "fortitude": 1}


def thief_first(*blocks: dict[str, Any], **how: Any) -> Bout:
    return chase(*blocks, nemesis("thief"), initiative={"thief": "3 successes"}, **how)


def met(bout: Bout, obstacle: str, left: str = "1 success", *choices: tuple[str, ...]) -> IxTable:
    """The thief brings the obstacle into play, and Ann meets it."""
    bout.turn_of("thief")
    bout.do(("obstacle", obstacle, "check"))
    bout.end_turn()
    bout.turn_of("ann")
    return bout.step(*choices, rolls=[left])


def skill_of(table: IxTable) -> str:
    (event,) = coded(table, "checked")
    return str(event.fields["skill"])


# ---- mounted ----


@pytest.mark.rule("ix.chase.mounted")
def test_riding_takes_the_place_of_athletics_on_horseback() -> None:
    bout = thief_first(hero("ann"), gap=3, ground="mounted", obstacles=[WALL])
    table = met(bout, "wall")
    assert skill_of(table) == "riding"
    assert citing(table, "ix.chase.mounted")
    table = bout.do(("shortcut", "thief"), rolls=["1 success"])
    assert skill_of(table) == "riding"


@pytest.mark.rule("ix.chase.mounted")
def test_other_skills_stay_as_they_are() -> None:
    bout = thief_first(hero("ann"), gap=3, ground="mounted", obstacles=[HEDGE])
    table = met(bout, "hedge", "1 success", ("with", "reflexes"))
    assert table.asked[0][2] == [("with", "riding"), ("with", "reflexes")]
    assert not citing(table, "ix.chase.mounted")
    table = bout.do(("cut-ahead", "thief"), rolls=["1 success"])
    assert skill_of(table) == "streetwise"


@pytest.mark.rule("ix.chase.mounted")
def test_a_rider_among_people_on_foot_rides_all_the_same() -> None:
    bout = chase(hero("ann"), hero("bob"), nemesis("thief"), gap=3)
    bout["ann"].mount = "horse"
    assert chase_checks.skill_here(bout.fight, "ann", "athletics", obstacle=True) == "riding"
    assert chase_checks.skill_here(bout.fight, "bob", "athletics", obstacle=True) == "athletics"


@pytest.mark.rule("ix.chase.mounted-boon")
@pytest.mark.parametrize(("going", "shift"), [("open", 1), ("narrow", -1), ("", 0)])
def test_open_ground_gives_a_boon_and_narrow_ways_a_bane_without_a_die(
    going: str, shift: int
) -> None:
    bout = thief_first(hero("ann"), gap=3, ground="mounted", going=going, obstacles=[WALL])
    table = met(bout, "wall")
    dice = dice_of(table)
    assert dice.get("boon", 0) == dice.get("bane", 0) == 0
    assert _shift(table.pools[0]) == shift
    assert bool(citing(table, "ix.chase.mounted-boon")) is bool(shift)


def _shift(pool: Any) -> int:
    """By how many symbols the mean of the net Boons is away from that of the dice alone."""
    from affray.systems.ix.rolls.pool import pool_of

    def mean(one: Any) -> float:
        counts = one.readings()
        return sum(net.boon * count for net, count in counts.items()) / counts.total

    return round(mean(pool) - mean(pool_of(0, 2, 0, 0, 2, 0)))


@pytest.mark.rule("ix.chase.mounted-boon")
def test_a_crowd_is_narrow_whatever_the_ground_and_no_rider_is_no_matter() -> None:
    bout = thief_first(hero("ann"), gap=3, ground="mounted", going="open", obstacles=[CROWD])
    table = met(bout, "crowd", "1 success", ("with", "stealth"))
    assert _shift(table.pools[0]) == -1
    bout = thief_first(hero("ann"), gap=3, going="narrow", obstacles=[WALL])
    table = met(bout, "wall")
    assert _shift(table.pools[0]) == 0
    assert not citing(table, "ix.chase.mounted-boon")


@pytest.mark.rule("ix.chase.mounted-boon", "ix.chase.movement-checks")
def test_a_called_check_by_moving_has_it_and_a_call_for_help_has_not() -> None:
    for word, shift in (("shortcut", 1), ("cut-ahead", 1), ("call-for-help", 0)):
        bout = thief_first(hero("ann"), gap=3, ground="mounted", going="open")
        bout.turn_of("ann")
        table = bout.do((word, "thief"), rolls=["1 success"])
        cites = bool(citing(table, "ix.chase.mounted-boon"))
        assert cites is bool(shift)


@pytest.mark.rule("ix.chase.mounted-fall")
def test_a_quarry_that_falls_is_caught_by_the_nearest_at_once() -> None:
    bout = chase(
        hero("ann"),
        hero("bob"),
        elite("thief"),
        gap=4,
        gaps={("bob", "thief"): 3},
        ground="mounted",
    )
    table = IxTable(bout.fight)
    chases.fell(bout.fight, table, "thief")
    assert (gap(bout, "ann", "thief"), gap(bout, "bob", "thief")) == (0, 0)
    assert fate(bout, "bob", "thief") == "caught"
    assert fate(bout, "ann", "thief") == "done"
    assert citing(table, "ix.chase.mounted-fall")
    assert bout["bob"].id == "bob"
    to_the_end(bout)
    assert bout.fight.engaged == frozenset({("bob", "thief")})


@pytest.mark.rule("ix.chase.mounted-fall")
def test_a_pursuer_that_falls_only_stops_moving() -> None:
    bout = chase(hero("ann"), hero("bob"), elite("thief"), gap=2, ground="mounted")
    chases.fell(bout.fight, IxTable(bout.fight), "ann")
    assert gap(bout, "ann", "thief") == 2
    bout.turn_of("ann")
    assert not bout.offers("close")
    assert not bout.offers("shortcut")
    assert bout.offers("call-for-help", "thief")
    bout.end_turn()
    bout.turn_of("bob")
    assert bout.offers("close", "thief")


@pytest.mark.rule("ix.chase.mounted-fall")
def test_who_sits_on_a_mount_again_goes_on() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=2)
    bout["ann"].mount = "horse"
    chases.fell(bout.fight, IxTable(bout.fight), "ann")
    assert bout.fight.chase.fallen == ("ann",)
    bout.turn_of("ann")
    assert bout.offers("close", "thief")


@pytest.mark.rule("ix.chase.mounted-fall", "ix.spend.bane-defaults")
def test_a_rider_whom_the_gms_banes_bring_down_has_fallen() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3, ground="mounted")
    bout.turn_of("ann")
    form = {"ix.spend.banes-by-gm": ("spend", "lose-footing", "", "")}
    table = bout.do(("shortcut", "thief"), rolls=["1 failure 3 banes"], rulings=form)
    assert bout["ann"].has("prone")
    assert coded(table, "fallen-rider")
    assert bout.fight.chase.fallen == ("ann",)


@pytest.mark.rule("ix.chase.mounted-fall")
def test_on_foot_nobody_falls_from_a_mount() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3)
    bout.turn_of("ann")
    form = {"ix.spend.banes-by-gm": ("spend", "lose-footing", "", "")}
    bout.do(("shortcut", "thief"), rolls=["1 failure 3 banes"], rulings=form)
    assert bout["ann"].has("prone")
    assert bout.fight.chase.fallen == ()


# ---- through the air ----


@pytest.mark.rule("ix.chase.aerial", "ix.chase.aerial-own-wings")
def test_in_the_air_riders_ride_crews_pilot_and_wings_are_athletics() -> None:
    bout = chase(hero("ann"), hero("bob"), hero("cat"), elite("thief"), gap=3, ground="air")
    bout["ann"].mount = "griffin"
    bout["bob"].flight = True
    fight = bout.fight
    found = [
        chase_checks.skill_here(fight, who, "athletics", obstacle=True)
        for who in ("ann", "bob", "cat")
    ]
    assert found == ["riding", "athletics", "piloting"]
    assert chase_checks.skill_here(fight, "cat", "reflexes", obstacle=True) == "reflexes"


@pytest.mark.rule("ix.chase.aerial")
def test_a_shortcut_in_the_air_is_flown_and_the_gap_is_in_bands() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3, ground="air")
    bout.turn_of("ann")
    table = bout.do(("shortcut", "thief"), rolls=["1 success"])
    assert skill_of(table) == "piloting"
    assert citing(table, "ix.chase.aerial")
    assert gap(bout, "ann", "thief") == 2


@pytest.mark.rule("ix.chase.aerial-elevation")
def test_below_the_quarry_closing_costs_a_maneuver_more() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3, ground="air")
    bout["thief"].zone = 2
    bout["ann"].zone = 1
    bout.turn_of("ann")
    assert not bout.offers("close")
    table = bout.do(("close-far", "thief", "strain"))
    assert gap(bout, "ann", "thief") == 2
    assert citing(table, "ix.chase.aerial-elevation")
    assert not bout.offers("close")
    assert bout.fight.chase.climbed


@pytest.mark.rule("ix.chase.aerial-elevation")
def test_it_is_charged_once_in_a_turn() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3, ground="air")
    bout["thief"].zone = 2
    bout.turn_of("ann")
    fight = bout.fight
    (pair,) = fight.chase.gaps
    assert chase_gaps.closed(fight, pair, 2) == 2
    fight.chase = chase_gaps.replace(fight.chase, climbed=True)
    assert chase_gaps.closed(fight, pair, 2) == 1
    bout.end_turn()
    bout.next_round()
    bout.turn_of("ann")
    assert not fight.chase.climbed


@pytest.mark.rule("ix.chase.aerial-elevation")
@pytest.mark.parametrize(("own", "other", "ground"), [(2, 2, "air"), (3, 1, "air"), (0, 2, "land")])
def test_level_above_or_on_the_ground_it_costs_one(own: int, other: int, ground: str) -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3, ground=ground)
    bout["ann"].zone, bout["thief"].zone = own, other
    bout.turn_of("ann")
    assert bout.offers("close", "thief")


@pytest.mark.rule("ix.chase.aerial-elevation")
def test_the_quarry_pays_nothing_for_height() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=2, ground="air")
    bout["ann"].zone = 3
    bout.turn_of("thief")
    assert bout.offers("widen")


# ---- by water ----


@pytest.mark.rule("ix.chase.aquatic")
def test_obstacles_in_water_take_fortitude_and_swimming_athletics() -> None:
    bout = thief_first(hero("ann"), gap=3, ground="water", obstacles=[WALL])
    table = met(bout, "wall")
    assert skill_of(table) == "fortitude"
    assert citing(table, "ix.chase.aquatic")
    table = bout.do(("shortcut", "thief"), rolls=["1 success"])
    assert skill_of(table) == "athletics"


@pytest.mark.rule("ix.chase.aquatic-breath", "ix.chase.aquatic-breath-instead")
def test_without_air_and_breath_a_round_costs_two_strain_and_no_wounds() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3, ground="water")
    bout["ann"].breath = 0
    table = bout.turn_of("ann")
    assert bout["ann"].strain == 2
    assert not table.rolled
    assert citing(table, "ix.chase.aquatic-breath-instead")


@pytest.mark.rule("ix.chase.aquatic-breath")
def test_while_the_breath_lasts_it_costs_nothing() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3, ground="water")
    bout["ann"].breath = 2
    bout.turn_of("ann")
    assert bout["ann"].strain == 0


@pytest.mark.rule("ix.chase.aquatic-breath-instead")
def test_under_the_house_switch_the_suffocation_check_is_made_too() -> None:
    house = {"drowning-in-a-chase": "both"}
    bout = chase(hero("ann"), elite("thief"), gap=3, ground="water", house=house)
    bout["ann"].breath = 0
    table = bout.turn_of("ann", rolls=["1 failure"])
    assert bout["ann"].strain == 2
    assert bout["ann"].wounds == 10
    assert len(table.rolled) == 1
    assert not citing(table, "ix.chase.aquatic-breath-instead")


@pytest.mark.rule("ix.chase.aquatic-breath-instead")
def test_on_land_it_is_suffocation() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3)
    bout["ann"].breath = 0
    bout.turn_of("ann", rolls=["1 failure"])
    assert bout["ann"].strain == 0
    assert bout["ann"].wounds == 10


# ---- with what really takes the air, and a real saddle ----


@pytest.mark.rule("ix.chase.aquatic-breath", "ix.chase.aquatic-breath-instead", "ix.hazard.breath")
def test_a_diver_holds_its_breath_and_then_pays_in_strain_round_by_round() -> None:
    bout = chase(hero("ann", skills={"fortitude": 1}), elite("thief"), ground="water", gap=4)
    gm(bout, "tag", "ann", "no-air")
    told = []
    for _ in range(4):
        table = bout.turn_of("ann")
        assert not table.rolled, "no suffocation check"
        told.append((bout["ann"].breath, bout["ann"].strain, bout["ann"].wounds))
        bout.do(("close", "thief"))
        if bout.fight.turn:
            bout.end_turn()
    assert told == [(2, 0, 12), (1, 0, 12), (0, 2, 12), (0, 4, 12)]


@pytest.mark.rule("ix.chase.aquatic-breath", "ix.hazard.reach-air")
def test_a_swimmer_can_come_up_for_air_in_a_chase() -> None:
    bout = chase(hero("ann"), elite("thief"), ground="water", gap=4)
    gm(bout, "tag", "ann", "no-air")
    bout.turn_of("ann")
    bout.do(("to-air",), rulings={"ix.hazard.reach-air": ("way",)})
    assert bout["ann"].breath == -1


@pytest.mark.rule("ix.chase.mounted-fall", "ix.mounted.mount-down")
def test_a_quarry_whose_mount_goes_down_is_caught_and_sits_on_nothing() -> None:
    bay = npc("foe", "bay", "mount", weapons=["hooves"], wound_points=14)
    bout = chase(
        hero("ann"),
        elite("thief"),
        bay,
        ground="mounted",
        gap=3,
        scene={"riding": {"thief": "bay"}},
    )
    assert chase_checks.rides(bout.fight, "thief")
    table = suffer(bout, "bay", 14)
    assert bout["thief"].mount == ""
    assert coded(table, "fallen-rider")
    assert gap(bout, "ann", "thief") == 0
    assert not chase_checks.rides(bout.fight, "thief")


@pytest.mark.rule("ix.chase.mounted-fall", "ix.mounted.out-of-the-saddle")
def test_a_pursuer_who_is_thrown_stops_until_it_sits_in_a_saddle_again() -> None:
    bay = npc("ally", "bay", "mount", weapons=["hooves"], wound_points=14)
    bout = chase(
        hero("ann"),
        elite("thief"),
        bay,
        ground="mounted",
        gap=3,
        scene={"riding": {"ann": "bay"}},
    )
    afflict(bout, "ann", "prone")
    assert bout["ann"].mount == ""
    bout.turn_of("ann")
    assert not bout.offers("close", "thief")
    bout.do(("stand",))
    assert not bout.offers("close", "thief", "strain")
    bout.do(("mount", "bay", "strain"))
    bout.end_turn()
    bout.turn_of("ann")
    assert bout.offers("close", "thief")


@pytest.mark.rule("ix.chase.gap-per-pursuer", "ix.mounted.move", "ix.mounted.separate")
def test_a_mount_that_acts_for_itself_has_no_gap_but_its_rider_s() -> None:
    bay = npc("foe", "bay", "mount", weapons=["hooves"], wound_points=14)
    bout = chase(
        hero("ann"),
        elite("thief"),
        bay,
        ground="mounted",
        gap=3,
        scene={"riding": {"thief": "bay"}},
        start=False,
    )
    gm(bout, "tag", "bay", "acts-for-itself")
    bout.begin()
    bout.turn_of("bay")
    assert bout["bay"].at == bout["thief"].at
    assert [(one.pursuer, one.quarry) for one in chase_gaps.of(bout.fight).gaps] == [
        ("ann", "thief")
    ]
    assert not bout.offers("widen")
