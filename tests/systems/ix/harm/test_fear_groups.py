"""Demoralized groups: what they do, and how they are rallied (area `fear`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    IX,
    Bout,
    IxTable,
    afflict,
    coded,
    dice_of,
    elite,
    gm,
    hero,
    minions,
    nemesis,
)

from affray.kernel.running import advance

BEHAVIOUR = "ix.fear.groups-behaviour"


def frightened(at: int = 0, *, turns: int = 0, **scene: Any) -> Bout:
    """Ann is Frightened of a horror; an oaf and Bob stand by."""
    it = Bout(
        hero("ann", skills={"light-melee": 2}),
        hero("bob", skills={"charm": 2, "leadership": 1}, presence=3),
        elite("horror", fear=2, wound_points=90),
        elite("oaf", wound_points=90),
        scene={"at": {"ann": 0, "bob": 0, "horror": at, "oaf": 0}, **scene},
        rolls=["nothing", "1 success"],
    )
    if turns:
        gm(it, "untag", "ann", "frightened")
        afflict(it, "ann", "frightened", turns=turns, source="horror")
    assert it["ann"].has("frightened")
    assert not it["bob"].has("frightened")
    return it


# ---- groups ----


def gang(*, leader: bool = False, at: int = 2, said: str = "") -> Bout:
    """A gang (and its captain) before Ann, who is a terror of rating 2."""
    captain = [nemesis("boss", skills={"leadership": 2}, presence=3, make="undead")]
    it = Bout(
        hero("ann", fear=2),
        hero("bob"),
        minions("gang", members=4, weapons=["hunting-bow"]),
        *(captain if leader else []),
        scene={"at": {"ann": 0, "bob": 0, "gang": at, **({"boss": at} if leader else {})}},
        start=False,
    )
    table = it.begin(rolls=["nothing"], rulings={BEHAVIOUR: (said,)} if said else {})
    assert table.was_asked(BEHAVIOUR)
    return it


def its_turn(it: Bout, who: str = "gang") -> IxTable:
    """All that happens in the next turn of the gang."""
    it.turn_of("ann")
    it.end_turn()
    table = IxTable(it.fight, prefer=who)
    for _ in range(6):
        advance(IX, it.fight, table)
        if coded(table, "turn-over") or not it.fight[who].is_here:
            return table
    raise AssertionError(f"the turn of {who} is not over: {table.codes()}")


@pytest.mark.rule("ix.fear.groups-behaviour")
def test_by_default_a_demoralized_group_withdraws_from_the_source() -> None:
    it = gang()
    table = its_turn(it)
    assert it["gang"].at == 4, "both Maneuvers, away from Ann"
    assert it["gang"].is_here
    assert "attack" not in table.codes()


@pytest.mark.rule("ix.fear.groups-behaviour")
def test_at_extreme_range_the_withdrawn_have_left() -> None:
    it = gang(at=4)
    its_turn(it)
    assert it["gang"].at == 6
    assert it["gang"].status == "fled"


@pytest.mark.rule("ix.fear.groups-behaviour", "ix.fear.groups-demoralized")
@pytest.mark.parametrize(
    ("said", "status"), [("surrender", "surrendered"), ("break", "fled"), ("withdraw", "")]
)
def test_the_gm_chooses_what_a_demoralized_group_does(said: str, status: str) -> None:
    it = gang(said=said)
    if it["gang"].is_here:
        its_turn(it)
    assert it["gang"].status == status


@pytest.mark.rule("ix.fear.leader-lifts")
@pytest.mark.parametrize(("outcome", "lifted"), [("1 success", True), ("nothing", False)])
def test_a_leader_lifts_it_with_an_action_and_an_average_leadership_check(
    outcome: str, lifted: bool
) -> None:
    it = gang(leader=True)
    it.turn_of("boss")
    table = it.do(("steady", "gang", "leadership"), rolls=[outcome])
    assert table.rolled == [("boss", "ix.fear.leader-lifts", "2 mastery 1 ability vs 2 trial")]
    assert it["gang"].has("demoralized") != lifted
    assert it.fight.actions == 0


@pytest.mark.rule("ix.fear.leader-lifts")
def test_the_house_may_make_that_harder() -> None:
    it = Bout(
        hero("ann", fear=1),
        minions("gang"),
        nemesis("boss", make="undead"),
        house={"fear-leader-trial-dice": 4},
        rolls=["nothing"],
    )
    it.turn_of("boss")
    table = it.do(("steady", "gang", "leadership"), rolls=["nothing"])
    assert dice_of(table)["trial"] == 4


@pytest.mark.rule("ix.fear.leader-lifts")
def test_only_leadership_and_only_a_leader_will_do() -> None:
    it = gang(leader=True)
    it.turn_of("boss")
    assert not it.offers("steady", "gang", "charm")
    it = Bout(
        hero("ann", fear=1), minions("gang"), minions("mob", make="undead"), rolls=["nothing"]
    )
    it.turn_of("mob")
    assert not it.offers("steady")


@pytest.mark.rule("ix.fear.leader-lifts")
def test_a_group_that_has_been_lifted_fights_on() -> None:
    it = gang(leader=True)
    it.turn_of("boss")
    it.do(("steady", "gang", "leadership"), rolls=["1 success"])
    it.next_round()
    it.turn_of("gang")
    assert it.offers("attack", "hunting-bow", "ann")


@pytest.mark.rule("ix.fear.ends")
def test_demoralized_ends_as_frightened_does() -> None:
    it = gang()
    gm(it, "set", "ann", "wounds", -1)
    assert not it["gang"].has("demoralized")
    it.turn_of("gang")
    assert it.offers("attack", "hunting-bow", "bob")
