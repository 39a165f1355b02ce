"""A fight in progress whoever keeps it: in memory alone, or in a store that saves each answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from affray.kernel.event import Event
from affray.kernel.keys import Key
from affray.kernel.policy import Policy
from affray.kernel.question import GM, Answer, Edit, QuestionId
from affray.tables.play import Play


class Kept(Protocol):
    """The verbs of `Play`; each returns when the fight is as safe as its keeper makes it.

    `play` is for looking only.
    """

    @property
    def play(self) -> Play: ...
    def answer(self, answer: Answer) -> list[Event]: ...
    def roll(self, by: str = "program") -> list[Event]: ...
    def type_dice(self, text: str, by: str) -> list[Event]: ...
    def force(self, reading: Any, by: str = GM) -> list[Event]: ...
    def edit(self, edit: Edit) -> list[Event]: ...
    def undo(self, keep: int | None = None, by: str = GM) -> list[Event]: ...
    def redo(self, by: str = GM) -> list[Event]: ...
    def rule_otherwise(self, question: QuestionId, key: Key, by: str = GM) -> list[Event]: ...
    def nudge(
        self,
        heroes: Policy | None = None,
        gm: Policy | None = None,
        *,
        seats: Mapping[str, Policy] | None = None,
        roll: bool = True,
    ) -> list[Event] | None: ...


class InMemory:
    """A fight that nobody saves."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def answer(self, answer: Answer) -> list[Event]:
        return self.play.answer(answer)

    def roll(self, by: str = "program") -> list[Event]:
        return self.play.roll(by)

    def type_dice(self, text: str, by: str) -> list[Event]:
        return self.play.type_dice(text, by)

    def force(self, reading: Any, by: str = GM) -> list[Event]:
        return self.play.force(reading, by)

    def edit(self, edit: Edit) -> list[Event]:
        return self.play.edit(edit)

    def undo(self, keep: int | None = None, by: str = GM) -> list[Event]:
        return self.play.undo(keep, by)

    def redo(self, by: str = GM) -> list[Event]:
        return self.play.redo(by)

    def rule_otherwise(self, question: QuestionId, key: Key, by: str = GM) -> list[Event]:
        return self.play.rule_otherwise(question, key, by)

    def nudge(
        self,
        heroes: Policy | None = None,
        gm: Policy | None = None,
        *,
        seats: Mapping[str, Policy] | None = None,
        roll: bool = True,
    ) -> list[Event] | None:
        return self.play.nudge(heroes, gm, seats=seats, roll=roll)
