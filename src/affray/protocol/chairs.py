"""Who sits where: for each side, and for single combatants, somebody outside or a policy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from affray.kernel.fight import Fight
from affray.kernel.policy import Policy
from affray.kernel.question import FOES, GM, HEROES, Question, Refused
from affray.kernel.rulebook import near_matches
from affray.kernel.system import System
from affray.kernel.view import GM_SEAT, Seat
from affray.protocol.kept import Kept
from affray.simulate.chance import generator

PERSON = "person"
"""How a side is called that no policy answers for."""

SIDES = ("heroes", "gm")


FindPolicy: TypeAlias = Callable[[System[Any], str, str], Policy]
"""Finds the policy of a system, for a side, by its name; raises `Refused`."""


def policy_of(system: System[Any], side: str, name: str, seed: int = 1) -> Policy:
    """The policy of that name. Raises `Refused` with the names that there are."""
    if name not in system.policy_names:
        near = near_matches(name, system.policy_names)
        guess = f"Did you mean {' or '.join(near)}? " if near else ""
        raise Refused(
            "illegal",
            f"{system.name} has no policy {name[:60]!r}.",
            f"{guess}There are {', '.join(system.policy_names)}.",
        )
    return system.policy(name, side, generator(seed, 0, side))


@dataclass(slots=True)
class Chairs:
    """The chairs of a table. None stands for somebody outside: a person, a bot."""

    heroes: Policy | None = None
    gm: Policy | None = None
    seats: dict[str, Policy] = field(default_factory=dict)
    """Combatants of an outsiders' side for whom a policy answers."""

    def holder(self, fight: Fight[Any], who: str) -> Policy | None:
        """Who answers for a combatant, a side or the GM; None: somebody outside."""
        if who in self.seats:
            return self.seats[who]
        if who in (GM, FOES):
            return self.gm
        return self.heroes if who == HEROES or fight[who].side == "heroes" else self.gm

    def hand(self, fight: Fight[Any], who: str, policy: Policy) -> None:
        """Lets a policy answer for a side ("heroes", "gm") or a combatant."""
        if who == "heroes":
            self.heroes = policy
            self._forget(fight, "heroes")
        elif who == "gm":
            self.gm = policy
            self._forget(fight, "foes")
        else:
            self.seats[who] = policy

    def take(self, fight: Fight[Any], who: str) -> None:
        """Takes a side or a combatant back from whatever policy holds it."""
        if who == "heroes":
            self.heroes = None
            self._forget(fight, "heroes")
            return
        if who == "gm":
            self.gm = None
            self._forget(fight, "foes")
            return
        side = fight[who].side
        whole = self.heroes if side == "heroes" else self.gm
        if whole is not None:
            for one in fight.combatants.values():
                if one.side == side:
                    self.seats.setdefault(one.id, whole)
            if side == "heroes":
                self.heroes = None
            else:
                self.gm = None
        self.seats.pop(who, None)

    def _forget(self, fight: Fight[Any], side: str) -> None:
        self.seats = {who: p for who, p in self.seats.items() if fight[who].side != side}

    def seat(self, fight: Fight[Any]) -> Seat:
        """What everybody outside may see together: all, if one of them is the GM."""
        if self.gm is None:
            return GM_SEAT
        held = [c.id for c in fight.combatants.values() if self.holder(fight, c.id) is None]
        return Seat("players", "player", frozenset(held))

    def for_people(self, fight: Fight[Any], questions: tuple[Question, ...]) -> list[Question]:
        """The open questions that somebody outside can answer, or has an offer on; own first."""
        own = [q for q in questions if self.holder(fight, q.who) is None]
        offered = [
            q
            for q in questions
            if q not in own and any(self.holder(fight, w) is None for w, _ in q.offers)
        ]
        return own + offered

    def act(self, kept: Kept) -> bool:
        """One answer of a policy, or one roll for a side that a policy holds.

        False if every open question waits for somebody outside.
        """
        play = kept.play
        rolls = [q for q in play.questions if q.pool is not None]
        may_roll = all(self.holder(play.fight, q.who) is not None for q in rolls)
        return (
            kept.nudge(self.heroes, self.gm, seats=self.seats, roll=may_roll and bool(rolls))
            is not None
        )


def seated(system: System[Any], wanted: Mapping[str, str], find: FindPolicy = policy_of) -> Chairs:
    """Chairs from names: a side ("heroes", "gm") to `PERSON` or the name of a policy.

    A side that is not named is held by the system's first policy. Raises `Refused`.
    """
    chairs = Chairs()
    for side in wanted:
        if side not in SIDES:
            raise Refused("illegal", f"There is no seat {side[:60]!r}.", "Say heroes=... or gm=...")
    for side in SIDES:
        name = wanted.get(side, system.policy_names[0])
        policy = None if name == PERSON else find(system, side, name)
        if side == "heroes":
            chairs.heroes = policy
        else:
            chairs.gm = policy
    return chairs
