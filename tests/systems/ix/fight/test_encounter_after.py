"""What the end of structured play gives back, and the rounds after it (area `encounter`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    IX,
    Bout,
    IxTable,
    citing,
    elite,
    gm,
    hero,
    minions,
)

from affray.kernel.running import advance

BLOW = ("attack", "long-blade", "brute")
AFTER = "ix.encounter.rounds-continue-while-bleeding"


def strong(name: str, **fields: Any) -> dict[str, Any]:
    """Might 5, so that every blow that hits deals 6 or more."""
    return hero(name, **{"might": 5, "skills": {"light-melee": 5}, **fields})


def win(bout: Bout, *rolls: str | int, foe: str = "brute") -> IxTable:
    """Ann fells the foe on her turn."""
    bout.turn_of("ann")
    return bout.do(("attack", "long-blade", foe), rolls=["2 successes", *rolls])


def close(bout: Bout) -> IxTable:
    """What follows the fight, without any rest."""
    table = IxTable(bout.fight, choices=[("done",)])
    for _ in range(5):
        if not bout.fight.closed:
            advance(IX, bout.fight, table)
    return table


# ---- what its end gives back ----


@pytest.mark.rule("ix.encounter.end-recovery")
@pytest.mark.parametrize(("willpower", "strain", "left"), [(2, 5, 3), (3, 5, 2), (3, 3, 0)])
def test_at_the_end_each_character_recovers_strain_equal_to_its_willpower(
    willpower: int, strain: int, left: int
) -> None:
    bout = Bout(
        strong("ann", willpower=willpower, strain=strain),
        hero("bob", willpower=2, strain=1),
        elite("brute", wounds=1),
    )
    win(bout)
    assert bout["ann"].strain == strain
    table = bout.step()
    assert bout["ann"].strain == left
    assert bout["bob"].strain == 0
    assert not table.rolled
    event = citing(table, "ix.encounter.end-recovery")[0]
    assert event.fields == {
        "who": "ann",
        "amount": strain - left,
        "before": strain,
        "now": left,
    }


@pytest.mark.rule("ix.encounter.end-recovery")
def test_that_recovery_comes_once() -> None:
    bout = Bout(strong("ann", strain=9), elite("brute", wounds=1))
    win(bout)
    close(bout)
    assert bout["ann"].strain == 7
    assert bout.fight.closed


@pytest.mark.rule("ix.encounter.end-no-wounds")
def test_the_end_restores_no_wounds_and_clears_no_injury() -> None:
    blow = {"injury": "critical-046-050"}
    bout = Bout(strong("ann", wounds=5, injuries=[blow]), elite("brute", wounds=1))
    win(bout)
    table = bout.step()
    assert bout["ann"].wounds == 5
    assert [one.row for one in bout["ann"].injuries] == ["critical-046-050"]
    assert table.cited("ix.encounter.end-no-wounds")


@pytest.mark.rule("ix.encounter.scene-and-session")
def test_what_is_once_per_encounter_stays_used_from_round_to_round() -> None:
    bout = Bout(strong("ann", strain=5), elite("brute", wounds=1))
    bout.turn_of("ann")
    bout.do(("catch-breath",))
    for _ in range(3):
        bout.next_round()
        bout.turn_of("ann")
        assert not bout.offers("catch-breath")
    bout.do(BLOW, rolls=["1 success"])
    assert citing(bout.step(), "ix.encounter.scene-and-session")[0].code == "encounter-over"


# ---- while somebody bleeds ----


def bled(at: int = 0, **fields: Any) -> Bout:
    """Ann has won; Bob lies bleeding at -2 of 12, that many steps from her."""
    bout = Bout(
        strong("ann", skills={"light-melee": 5, "medicine": 3}, intellect=3),
        hero("bob", **fields),
        elite("brute", wounds=1),
    )
    win_after = bout.turn_of("ann")
    assert win_after is not None
    gm(bout, "set", "bob", "wounds", -2)
    bout["bob"].at = at
    bout.do(BLOW, rolls=["2 successes"])
    assert bout.fight.result == "heroes"
    return bout


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
def test_rounds_are_counted_on_while_somebody_bleeds() -> None:
    bout = bled()
    assert not bout.fight.recovered
    before = bout.fight.round
    for number in (1, 2):
        table = bout.step(("wait",))
        assert bout.fight.round == before + number
        assert bout["bob"].wounds == -2 - number
        assert citing(table, AFTER)[0].fields == {"number": before + number}


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
def test_they_stop_when_the_bleeding_is_stopped() -> None:
    bout = bled()
    bout.step(("tend", "ann", "stabilize", "bob"), rolls=["1 success"])
    assert bout["bob"].stabilized
    wounds, number = bout["bob"].wounds, bout.fight.round
    close(bout)
    assert (bout["bob"].wounds, bout.fight.round, bout.fight.closed) == (wounds, number, True)


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
def test_they_stop_when_the_bleeding_one_is_dead() -> None:
    bout = bled()
    for _ in range(9):
        bout.step(("wait",))
    assert (bout["bob"].wounds, bout["bob"].status) == (-11, "")
    bout.step(("wait",))
    assert (bout["bob"].wounds, bout["bob"].status) == (-12, "dead")
    close(bout)
    assert bout.fight.closed


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
def test_they_are_not_counted_for_one_who_is_stable() -> None:
    bout = Bout(strong("ann"), hero("bob"), elite("brute", wounds=1))
    bout.turn_of("ann")
    gm(bout, "set", "bob", "wounds", -2)
    bout["bob"].stabilized = True
    bout.do(BLOW, rolls=["1 success"])
    close(bout)
    assert (bout["bob"].wounds, bout.fight.round, bout.fight.closed) == (-2, 1, True)


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
@pytest.mark.parametrize(("steps", "helps"), [(0, True), (1, True), (2, False), (5, False)])
def test_help_reaches_at_most_one_step(steps: int, helps: bool) -> None:
    bout = bled(steps)
    assert bout.offers("tend", "ann", "stabilize", "bob") is helps
    assert bout.offers("go-to", "ann", "bob") is not helps


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
def test_whoever_is_too_far_away_comes_two_steps_nearer_in_a_round() -> None:
    bout = bled(5)
    bout.step(("go-to", "ann", "bob"))
    assert bout["ann"].at == 2
    bout.step()  # nobody else can do anything: the next round
    bout.step(("go-to", "ann", "bob"))
    assert bout["ann"].at == 4
    bout.step()
    assert bout.offers("tend", "ann", "stabilize", "bob")


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
def test_they_go_on_for_the_clock_of_a_mortal_injury() -> None:
    bout = Bout(strong("ann"), hero("bob"), elite("brute", wounds=1))
    bout.turn_of("ann")
    gm(bout, "tag", "bob", "lights-going-out")
    bout.do(BLOW, rolls=["1 success"])
    assert bout.offers("tend", "ann", "answer-clock", "bob")
    bout.step(("wait",))
    assert bout["bob"].status == "dead"


def test_minions_leave_nobody_bleeding_behind() -> None:
    bout = Bout(strong("ann"), minions("rats", 2, wounds=1))
    win(bout, foe="rats")
    assert bout["rats"].status == "out"
    close(bout)
    assert bout.fight.closed
