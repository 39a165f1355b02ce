"""One answer for several at once, where one hand answers for all who are still choosing.

Each of them still answers for itself in the log of answers; they are given one after the other and
taken back together.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from affray.kernel.keys import Key, Option, is_concrete
from affray.kernel.question import Answer, Question, Refused
from affray.kernel.telling import offered_text
from affray.kernel.words import Names
from affray.protocol.session import Message
from affray.store import SeatRecord
from affray.web.acting import Sitter, filled, option_of, request_of
from affray.web.hub import LiveFight

Data = dict[str, Any]

MOST_SHOWN = 4


def still_choosing(live: LiveFight, record: SeatRecord) -> list[Question]:
    """The open simultaneous questions that the seat alone answers, and that nobody has anything in
    mind for yet."""
    sitter = Sitter(live, record)
    others = {
        who
        for seat in live.hub.book.of_fight(live.id)
        if seat.id != record.id and seat.kind == "player"
        for who in seat.holds
    }
    return [
        question
        for question in live.play.questions
        if question.id.what == "lock-in"
        and question.who not in others
        and question.id not in live.beside.picks
        and sitter.is_mine(question)
    ]


def common(questions: list[Question]) -> list[Option]:
    """What every one of several questions offers, in the order of the first."""
    if len(questions) < 2:
        return []
    first, *rest = questions
    return [
        option
        for option in first.options
        if is_concrete(option) and all(option in question.options for question in rest)
    ]


def shown(live: LiveFight, record: SeatRecord, names: Names) -> list[Data]:
    """The buttons that lock in one answer for several. Where they are too many the last ones stay,
    which stand for doing least."""
    questions = still_choosing(live, record)
    system, fight = live.stored.system, live.play.fight
    some = "the other " if any(question.locked for question in questions) else "all "
    found = []
    for option in common(questions)[-MOST_SHOWN:]:
        text = offered_text(system, fight, questions[0].id, option, names)
        found.append(
            {
                "value": json.dumps(list(option)),
                "text": f"{text.partition(': ')[0]} for {some}{len(questions)}",
                "who": [names.get(question.who, question.who) for question in questions],
            }
        )
    return found


def answer(live: LiveFight, record: SeatRecord, fields: Mapping[str, Any]) -> Message:
    """Locks one option in for everybody who is still choosing. Raises `Refused`."""
    key: Key = filled(option_of(fields.get("option")), fields)
    asked = still_choosing(live, record)
    if key not in common(asked):
        raise Refused("late", "That is not open to all of them any more.", "Choose for each.")
    play, sitter = live.play, Sitter(live, record)
    before = len(play.entries)
    for who, step in [(question.who, question.id.step) for question in asked]:
        # Each answer asks the others anew.
        now = next((q for q in play.questions if q.who == who and q.id.step == step), None)
        if now is None or now.owner_of(key) != who:
            break
        sitter.carry_out(request_of("answer", {"question": list(now.id), "key": list(key)}))
    live.beside.bunch = (before, len(play.entries))
    return {"accepted": "answer"}


def last(live: LiveFight) -> tuple[int, int] | None:
    """How many entries stay when the last answer for several is taken back whole, and for how many
    it was; None if something else was decided since."""
    play = live.play
    before, after = live.beside.bunch
    entries = play.entries[before:after]
    if after - before < 2 or len(entries) < after - before or play.last_decision() != after - 1:
        return None
    first = entries[0]
    is_one = isinstance(first, Answer) and all(
        isinstance(entry, Answer)
        and entry.question.rule == first.question.rule
        and entry.key == first.key
        for entry in entries
    )
    return (before, len(entries)) if is_one else None
