"""Tentative answers: what somebody is about to lock in or would choose, as long as that is asked.

They bind nobody and are no part of a fight; whoever shares a side may see them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from affray.kernel.fight import Fight
from affray.kernel.keys import Key
from affray.kernel.question import Question, QuestionId
from affray.kernel.view import Seat, is_beside

T = TypeVar("T")

Picks: TypeAlias = dict[QuestionId, Key]


def still(question: Question, key: Key) -> Key | None:
    """The key, if whoever is asked may still answer with it."""
    return key if question.owner_of(key) == question.who else None


def moved_on(
    said: Mapping[QuestionId, T],
    questions: Sequence[Question],
    keep: Callable[[Question, T], T | None],
) -> dict[QuestionId, T]:
    """What was said to questions, now that `questions` are open: one that is asked again, after an
    edit, keeps what `keep` leaves of it; the others are dropped."""
    found: dict[QuestionId, T] = {}
    for old, value in said.items():
        for question in questions:
            if question.id[:-1] == old[:-1]:
                kept = keep(question, value)
                if kept:
                    found[question.id] = kept
    return found


def shown(
    fight: Fight[Any],
    seat: Seat,
    question: Question,
    questions: Iterable[Question],
    picks: Picks,
    is_own: Callable[[Question], bool],
) -> Iterator[tuple[str, Key, bool]]:
    """What the seat may see of the answers to a simultaneous question: who, what, and whether it
    is locked in. Of a secret one it sees nothing but its own."""

    def names_nobody_hidden(key: Key) -> bool:
        return seat.is_gm or not any(fight.is_hidden(w) and w not in seat.holds for w in key)

    for who, key in question.given.items():
        if is_beside(fight, seat, who) and names_nobody_hidden(key):
            yield who, key, True
    for other in questions:
        if other.id[:2] + other.id[3:] != question.id[:2] + question.id[3:]:
            continue
        key = picks.get(other.id, ())
        sees = is_own(other) or (not other.secret and is_beside(fight, seat, other.who))
        if key and sees and names_nobody_hidden(key):
            yield other.who, key, False
