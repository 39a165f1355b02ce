"""A fight that the GM ends and lets go on again: what its end has taken comes back.

It is remembered when the fight ends and forgotten with the first thing that the survivors do.
"""

from __future__ import annotations

from typing import TypeVar

from affray.systems.ix.records import Ended, Held
from affray.systems.ix.scenes.scene import FREE
from affray.systems.ix.state import Fighter, IxFight

REST = "rest"


def remember(fight: IxFight) -> None:
    """Before the end takes anything: the turn that ran, and what everybody had."""
    fight.ended = Ended(
        stage=fight.stage,
        round=fight.round,
        turn=fight.turn,
        acting=fight.acting,
        slot=fight.slot,
        fears=fight.fears,
        engaged=tuple(sorted(fight.engaged)),
        recovered=fight.recovered,
        held=tuple(_held(one) for one in fight.combatants.values()),
    )
    fight.turn = False


def _held(one: Fighter) -> Held:
    return Held(
        who=one.id,
        strain=one.strain,
        status=one.status,
        at=one.at,
        zone=one.zone,
        perch=one.perch,
        conditions=one.conditions,
        effects=one.effects,
        injuries=one.injuries,
        marks=one.marks,
        burns=one.burns,
        mends=one.mends,
        struck=one.struck,
        unaware_of=one.unaware_of,
        surprised=one.surprised,
        aims=one.aims,
        cover=one.cover,
        guard=one.guard,
        hold=one.hold,
        inside=one.inside,
        breath=one.breath,
        dying=one.dying,
        passed_out=one.passed_out,
    )


def reopen(fight: IxFight) -> None:
    """The fight goes on where it was; after rounds of bleeding, with a new round.

    What the GM has changed in between stays. Once the survivors have rested or been treated,
    free play goes on instead. Implements ix.encounter.call.
    """
    ended = fight.ended
    if ended is None:
        if fight.stage == REST:
            fight.stage = fight.scene = FREE
            fight.structured = False
        return
    fight.ended = None
    if fight.stage == REST:
        for held in ended.held:
            _give_back(fight, held, with_strain=fight.recovered and not ended.recovered)
        fight.engaged |= frozenset(ended.engaged)
        fight.recovered = ended.recovered
    fight.stage = ended.stage
    fight.fears, fight.acting = ended.fears, ended.acting
    fight.turn, fight.slot = ended.turn, ended.slot
    if fight.round > ended.round:
        fight.turn = False
        fight.slot = ""
        fight.slots_done = fight.takers = ()
        fight.stage = "slot"


def _give_back(fight: IxFight, held: Held, *, with_strain: bool) -> None:
    one = fight.combatants[held.who]
    one.conditions = _together(held.conditions, one.conditions)
    one.effects = _together(held.effects, one.effects)
    was = {injury.serial: injury for injury in held.injuries}
    one.injuries = tuple(was.get(injury.serial, injury) for injury in one.injuries)
    one.marks = held.marks
    one.burns = held.burns or one.burns
    one.mends = held.mends or one.mends
    one.struck, one.unaware_of = held.struck, held.unaware_of
    one.surprised = held.surprised or one.surprised
    one.aims = held.aims or one.aims
    one.cover = held.cover or one.cover
    one.guard = held.guard or one.guard
    one.hold = held.hold
    one.inside = held.inside
    one.breath, one.dying = held.breath, held.dying
    one.passed_out = held.passed_out
    if with_strain:
        one.strain += min(one.rating("willpower"), held.strain)
    if not one.at:
        one.at = held.at
    if not one.zone:
        one.zone, one.perch = held.zone, held.perch
    if not one.status:
        one.status = held.status


T = TypeVar("T")


def _together(before: tuple[T, ...], now: tuple[T, ...]) -> tuple[T, ...]:
    return (*before, *(each for each in now if each not in before))
