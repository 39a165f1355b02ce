"""Commands that change what has happened: the way back, rulings, forced dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from affray.cli.seat.asking import pool_text
from affray.cli.seat.chances import reading_text, readings_of, roll_text
from affray.cli.seat.filling import BACK, fill
from affray.cli.seat.menu import Found, Leaf, Menu
from affray.cli.seat.teller import lines, seen_by
from affray.kernel.question import GM, HEROES, Edit, Question, Refused
from affray.kernel.rulebook import near_matches
from affray.kernel.telling import sentence
from affray.kernel.words import option_text, question_text

if TYPE_CHECKING:
    from affray.cli.seat.sitting import Sitting

MOST_UNDONE = 100
TOLD_SHOWN = 12

# ---- the way back ----


def undo(sitting: Sitting, words: str) -> None:
    """Takes back the last decision, or the last few; or all from a line of the log on."""
    first, _, number = words.partition(" ")
    if first == "to":
        _undo_to(sitting, number.strip())
        return
    count = _count(words)
    for done in range(count):
        keep = sitting.play.last_decision()
        by = GM if sitting.chairs.gm is None else HEROES
        if sitting.players_only:
            keep, by = _own_last(sitting)
        if keep is None:
            if done:
                break
            raise Refused("illegal", "There is nothing to take back.")
        before = [line.taken_back for line in sitting.play.lines]
        sitting.kept.undo(keep, by)
        _say_taken_back(sitting, before)
    sitting.teller.skip(sitting.play)


def _undo_to(sitting: Sitting, number: str) -> None:
    """Takes back a line of the log and all after it."""
    known = {line.number for line in lines(sitting.play, sitting.seat)}
    if not (number.isascii() and number.isdigit() and len(number) < 10 and int(number) in known):
        raise Refused(
            "unreadable", f"{number[:40]!r} is no line of the log.", "log shows their numbers."
        )
    keep = sitting.play.line_to(int(number))
    by = GM if sitting.chairs.gm is None else HEROES
    if sitting.players_only:
        own, by = _own_last(sitting)
        if keep != own:
            raise Refused("illegal", "Only your own last choice is yours to take back.")
    before = [line.taken_back for line in sitting.play.lines]
    sitting.kept.undo(keep, by)
    _say_taken_back(sitting, before)
    sitting.teller.skip(sitting.play)


def _say_taken_back(sitting: Sitting, before: Sequence[bool]) -> None:
    """What went back: the first line of it, and how many more. `before` says for each line of
    the log so far whether it was taken back already."""
    gone = [
        line.text
        for line in lines(sitting.play, sitting.seat)
        if line.taken_back
        and line.number <= len(before)
        and not before[line.number - 1]
        and line.event.code not in ("took-back", "ruled-by-default")
    ]
    if not gone:
        sitting.screen.say("Taken back: the last answer.", indent=2)
        return
    more = f" And {len(gone) - 1} more {_lines(len(gone) - 1)}." if len(gone) > 1 else ""
    sitting.screen.say(f"Taken back: {gone[0]}{more}", indent=2)


def _lines(count: int) -> str:
    return "line" if count == 1 else "lines"


def _own_last(sitting: Sitting) -> tuple[int, str]:
    """Players take back their own last choice until something was rolled or answered since."""
    entries = sitting.play.entries
    by = entries[-1].by if entries else ""
    keep = sitting.play.may_take_back(by)
    if keep is None or by.startswith("policy:"):
        raise Refused(
            "illegal",
            "That is not yours to take back: dice fell, or somebody else has answered since.",
            "The GM can.",
        )
    return keep, by


def redo(sitting: Sitting, words: str) -> None:
    """Puts back what the last undo took."""
    sitting.kept.redo(GM)
    sitting.tell()


def _count(words: str) -> int:
    if not words:
        return 1
    if not (words.isascii() and words.isdigit() and 0 < int(words[:9]) <= MOST_UNDONE):
        raise Refused(
            "unreadable", f"{words[:40]!r} is no number from 1 to {MOST_UNDONE}.", "Try undo 2."
        )
    return int(words)


# ---- the GM's hand ----


def end_here(sitting: Sitting, words: str) -> None:
    """The step ends where it stands."""
    sitting.kept.edit(Edit("end-here"))


def otherwise(sitting: Sitting, words: str) -> None:
    """Lists the rulings left to the book, the latest first, or rules one otherwise."""
    told = list(reversed(sitting.play.told))
    if not told:
        raise Refused("late", "No ruling was left at what the book suggests.")
    number, _, choice = words.partition(" ")
    if not number or number == "all":
        _list_told(sitting, told, everyone=number == "all")
        return
    if not (number.isascii() and number.isdigit() and 1 <= int(number[:6]) <= len(told)):
        raise Refused(
            "illegal", f"There is no ruling {number[:40]!r} in the list.", "otherwise shows it."
        )
    question = told[int(number) - 1]
    menu = Menu(
        [Leaf(o, option_text(sitting.system.words, o, sitting.names)) for o in question.options],
        sitting.names,
    )
    if choice:
        found = _ruling(menu, choice)
    else:
        sitting.screen.say(_asked(sitting, question), style="question")
        for at, leaf in enumerate(menu.leaves, 1):
            left = " (as it was left)" if leaf.option == question.default else ""
            sitting.screen.say(f"{at}. {leaf.label}{left}", indent=2, hang=4)
        while True:
            choice = sitting.screen.ask("Number or words, Enter leaves it: ")
            if not choice or choice in BACK:
                sitting.screen.say("Left as it was.")
                return
            try:
                found = _ruling(menu, choice)
                break
            except Refused as refused:
                sitting.refuse(refused)
    assert found.leaf is not None
    key = fill(sitting, found.leaf.option, found.rest)
    sitting.kept.rule_otherwise(question.id, key)
    sitting.tell()


def _ruling(menu: Menu, choice: str) -> Found:
    found = menu.find(choice, (), menu.leaves)
    if found.leaf is None:
        raise Refused("ambiguous", f"{choice[:60]!r} may be several rulings.", "Write more of it.")
    return found


def _list_told(sitting: Sitting, told: Sequence[Question], *, everyone: bool) -> None:
    """The rulings, the latest first; those alike share a line, with the number of the latest."""
    say = sitting.screen.say
    say("Left at what is suggested, the latest first:")
    firsts = _first_lines(sitting)
    groups: dict[Any, list[int]] = {}
    for at, question in enumerate(told):
        alike: Any = at if everyone else (question.id.rule, question.default)
        groups.setdefault(alike, []).append(at)
    shown = list(groups.values())[: None if everyone else TOLD_SHOWN]
    for numbers in shown:
        question = told[numbers[0]]
        left = option_text(sitting.system.words, question.default or (), sitting.names)
        first = firsts.get(question.id.step, "")
        when = f" (when: {first})" if first else ""
        more = f" And {len(numbers) - 1} times before." if len(numbers) > 1 else ""
        asked = _asked(sitting, question)
        say(f"{numbers[0] + 1}. {asked} {left or 'Nothing'}.{when}{more}", indent=2, hang=4)
    if sum(map(len, shown)) < len(told) or len(shown) < len(told):
        say(f"otherwise all shows each of {len(told)}.", indent=2)
    say("otherwise N rules number N otherwise; play goes back to there.")


def _asked(sitting: Sitting, question: Question) -> str:
    return question_text(sitting.system.words, question.id.rule, question.who, sitting.names)


def _first_lines(sitting: Sitting) -> dict[int, str]:
    """What each step began with, in words."""
    seat, names = sitting.seat, sitting.names
    found: dict[int, str] = {}
    for event in sitting.play.events:
        if event.step not in found and event.audience == "all":
            data = seen_by(event, seat)
            if data is not None:
                found[event.step] = sentence(sitting.system, data, names)
    return found


def force(sitting: Sitting, words: str) -> None:
    """How the open roll comes out, by the GM's word."""
    question = next((q for q in sitting.play.questions if q.pool is not None), None)
    if question is None:
        raise Refused("late", "No roll is open.", "force waits for one.")
    readings = readings_of(question)
    if not words:
        likely = roll_text(sitting, question, most=40)
        outcomes = ", ".join(reading_text(reading) for reading in readings[:40])
        sitting.screen.say(f"{pool_text(question)}: {likely}")
        if outcomes.count(",") != likely.count(","):
            sitting.screen.say(f"In full: {outcomes}.")
        sitting.screen.say("Write force and one of these outcomes.")
        return
    sitting.kept.force(_reading(words, readings))


def _reading(words: str, readings: Sequence[Any]) -> Any:
    texts = {reading_text(reading): reading for reading in readings}
    fits = [text for text in texts if text == words] or [t for t in texts if t.startswith(words)]
    if len(fits) == 1:
        return texts[fits[0]]
    near = fits or list(near_matches(words, texts)) or list(texts)[:8]
    kind = "ambiguous" if fits else "illegal"
    raise Refused(kind, f"{words[:40]!r} is no outcome of this roll.", f"Try {' or '.join(near)}.")
