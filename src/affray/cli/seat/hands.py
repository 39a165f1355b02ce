"""Commands that change something: the way back, the GM's hand, and who plays whom."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from affray.cli.seat.chances import reading_text, readings_of, roll_text
from affray.cli.seat.menu import Leaf, Menu
from affray.cli.seat.teller import lines, seen_by
from affray.cli.seat.who import find_who, known_to
from affray.cli.story import sentence
from affray.kernel.fight import SHOWN
from affray.kernel.naming import free_id
from affray.kernel.question import GM, Edit, Question, Refused
from affray.kernel.rulebook import near_matches
from affray.kernel.words import option_text, question_text
from affray.protocol.chairs import PERSON, SIDES, policy_of

if TYPE_CHECKING:
    from affray.cli.seat.sitting import Sitting

MOST_UNDONE = 100
TOLD_SHOWN = 12

EDITS = (
    "edit WHO TRACK NUMBER: set a number, such as edit maren health 7",
    "edit tag WHO CONDITION, edit untag WHO CONDITION: a condition holds, or no longer",
    "edit remove WHO, edit return WHO: take somebody out of the fight, bring them back",
    "edit hide WHO, edit show WHO: players do not know of them, or do",
    "edit reveal WHO all (or word, nothing): how much of their numbers players see",
    "edit rename WHO NAME; edit note WHO NAME TEXT: your own notes, which no rule reads",
    "edit add SHELF ENTRY [NAME]: somebody of the library joins, as in edit add foes ditch-cutter",
    "edit skip: the running turn ends",
    "edit end heroes (or foes, none): the fight is over; edit resume: it goes on after all",
    "edit KIND WHO WORDS: whatever else the system knows",
)

_KINDS = (
    "set",
    "tag",
    "untag",
    "remove",
    "return",
    "hide",
    "show",
    "reveal",
    "rename",
    "note",
    "add",
    "skip",
    "end",
    "resume",
)


# ---- the way back ----


def undo(sitting: Sitting, words: str) -> None:
    """Takes back the last decision, or the last few."""
    count = _count(words)
    for done in range(count):
        keep = sitting.play.last_decision()
        by = GM
        if sitting.players_only:
            keep, by = _own_last(sitting)
        if keep is None:
            if done:
                break
            raise Refused("illegal", "There is nothing to take back.")
        sitting.kept.undo(keep, by)
    sitting.tell()


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


def edit(sitting: Sitting, words: str) -> None:
    """Sets, tags, takes out, brings back: see `EDITS`."""
    parts = _split(words)
    if not parts:
        raise Refused("unreadable", "Edit what?", "Try edit WHO TRACK NUMBER; ? edit tells more.")
    made = read_edit(sitting, parts)
    before = len(sitting.play.lines)
    sitting.kept.edit(made)
    if not any(lines(sitting.play, sitting.seat, before)):
        sitting.screen.say("Done; players do not read of it.")


def read_edit(sitting: Sitting, parts: Sequence[str]) -> Edit:
    """The edit that somebody wrote. Raises `Refused` on what does not read."""
    kind, *rest = parts
    if kind not in _KINDS and len(parts) == 3 and _is_number(parts[2]):
        return Edit("set", _who(sitting, kind), rest[0], int(rest[1]))
    match kind:
        case "set":
            who, track, amount = _needs(rest, 3, "edit set WHO TRACK NUMBER")
            if not _is_number(amount):
                raise Refused("unreadable", f"{amount!r} is no whole number.", "Write one.")
            return Edit("set", _who(sitting, who), track, int(amount))
        case "tag" | "untag":
            who, *condition = _needs(rest, 2, f"edit {kind} WHO CONDITION")
            return Edit(kind, _who(sitting, who), "-".join(condition))
        case "remove" | "return" | "hide" | "show":
            (who,) = _needs(rest, 1, f"edit {kind} WHO", most=1)
            return Edit(kind, _who(sitting, who))
        case "reveal":
            who, much = _needs(rest, 2, f"edit reveal WHO {' or '.join(SHOWN)}", most=2)
            return Edit(kind, _who(sitting, who), value=much)
        case "rename":
            who, *name = _needs(rest, 2, "edit rename WHO NAME")
            return Edit(kind, _who(sitting, who), value=" ".join(name))
        case "note":
            who, label, *text = _needs(rest, 2, "edit note WHO NAME TEXT")
            return Edit(kind, _who(sitting, who), label, " ".join(text) or None)
        case "end":
            (result,) = _needs(rest, 1, "edit end heroes, foes or none", most=1)
            return Edit(kind, value=result)
        case "skip" | "resume":
            return Edit(kind)
        case "add":
            return _newcomer(sitting, rest)
    return _of_the_system(sitting, kind, rest)


def _of_the_system(sitting: Sitting, kind: str, rest: Sequence[str]) -> Edit:
    """A kind of edit that only the system knows: `edit KIND WHO WORDS`."""
    names = known_to(sitting.fight, sitting.seat)
    if not rest or not kind.replace("-", "").isalpha():
        near = near_matches(kind, [*_KINDS, *names])
        cure = f"Did you mean {' or '.join(near)}?" if near else "? edit tells the kinds."
        raise Refused("unreadable", f"No edit begins with {kind[:40]!r}.", cure)
    value: Any = " ".join(rest[1:]) or None
    if isinstance(value, str) and _is_number(value):
        value = int(value)
    return Edit(kind, _who(sitting, rest[0]), value=value)


def _newcomer(sitting: Sitting, rest: Sequence[str]) -> Edit:
    shelf, entry, *name = _needs(rest, 2, "edit add SHELF ENTRY [NAME]")
    shelves = {"heroes": "hero", "allies": "ally", "foes": "foe"}
    singular = {kind: shelf for shelf, kind in shelves.items()}
    shelf = singular.get(shelf, shelf)
    if shelf not in shelves:
        raise Refused("unreadable", f"There is no shelf {shelf[:40]!r}.", "heroes, allies or foes.")
    library = sitting.system.library(shelf)
    if entry not in library:
        near = near_matches(entry, library)
        cure = f"Did you mean {' or '.join(near)}?" if near else f"There are {', '.join(library)}."
        raise Refused("illegal", f"The library has no {entry[:40]!r} among the {shelf}.", cure)
    block: dict[str, Any] = dict(library[entry])
    taken = {c.name for c in sitting.fight.combatants.values()}
    called = " ".join(name) or str(block.get("name", entry))
    stem, number = called, 1
    while called in taken:
        number += 1
        called = f"{stem} {number}"
    block["name"] = called
    block["kind"] = shelves[shelf]
    block["side"] = "foes" if shelf == "foes" else "heroes"
    block["id"] = free_id(called, shelves[shelf], set(sitting.fight.combatants))
    return Edit("add", value=block)


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
        _list_told(sitting, told if number else told[:TOLD_SHOWN], len(told))
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
    if not choice:
        sitting.screen.say(_asked(sitting, question), style="question")
        for at, leaf in enumerate(menu.leaves, 1):
            left = " (as it was left)" if leaf.option == question.default else ""
            sitting.screen.say(f"{at}. {leaf.label}{left}", indent=2, hang=4)
        choice = sitting.screen.ask("Number or words, Enter leaves it: ")
        if not choice:
            return
    found = menu.find(choice, (), menu.leaves)
    if found.leaf is None:
        raise Refused("ambiguous", f"{choice[:60]!r} may be several rulings.", "Write more of it.")
    key = sitting.fill(found.leaf.option, found.rest)
    sitting.kept.rule_otherwise(question.id, key)
    sitting.tell()


def _list_told(sitting: Sitting, told: Sequence[Question], count: int) -> None:
    say = sitting.screen.say
    say("Left at what the book suggests, the latest first:")
    firsts = _first_lines(sitting)
    for number, question in enumerate(told, 1):
        left = option_text(sitting.system.words, question.default or (), sitting.names)
        first = firsts.get(question.id.step, "")
        when = f" (when: {first})" if first else ""
        say(f"{number}. {_asked(sitting, question)} {left or 'nothing'}.{when}", indent=2, hang=4)
    if count > len(told):
        say(f"otherwise all shows {count - len(told)} more.", indent=2)
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
        sitting.screen.say(f"{question.pool}: {roll_text(question, most=40)}")
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


# ---- who plays whom ----


def hand(sitting: Sitting, words: str) -> None:
    """Lets a policy answer for a side or a combatant."""
    if not words:
        _say_chairs(sitting)
        return
    who, _, name = words.rpartition(" ")
    who = _side_or_one(sitting, who or name)
    if " " not in words:
        names = ", ".join(sitting.system.policy_names)
        raise Refused("unreadable", "Hand it to which policy?", f"There are {names}.")
    if name == PERSON:
        take(sitting, who)
        return
    side = who if who in SIDES else "gm" if sitting.fight[who].side == "foes" else "heroes"
    sitting.chairs.hand(sitting.fight, who, policy_of(sitting.system, side, name))
    sitting.screen.say(f"From now on {name} plays {_called(sitting, who)}; take {who} ends that.")
    sitting.reset()


def take(sitting: Sitting, words: str) -> None:
    """People answer again for a side or a combatant."""
    if not words:
        raise Refused("unreadable", "Take whom?", "Write take heroes, take gm or take and a name.")
    who = _side_or_one(sitting, words)
    if (
        sitting.players_only
        and who != "heroes"
        and (who == "gm" or sitting.fight[who].side != "heroes")
    ):
        raise Refused("illegal", "The GM's chair is not open at this table.")
    sitting.chairs.take(sitting.fight, who)
    sitting.screen.say(f"You play {_called(sitting, who)} now.")
    sitting.reset()


def _called(sitting: Sitting, who: str) -> str:
    named: Mapping[str, str] = {"heroes": "the heroes", "gm": "the foes and the GM's rulings"}
    return named.get(who) or sitting.names[who]


def _side_or_one(sitting: Sitting, text: str) -> str:
    lowered = text.lower()
    if lowered in ("heroes", "players"):
        return "heroes"
    if lowered in ("gm", "foes"):
        return "gm"
    return find_who(sitting.fight, sitting.seat, text)


def _say_chairs(sitting: Sitting) -> None:
    chairs = sitting.chairs
    for side, policy in (("heroes", chairs.heroes), ("gm", chairs.gm)):
        plays = "you" if policy is None else policy.name
        sitting.screen.say(f"{_called(sitting, side)}: {plays}", indent=2)
    for who, policy in chairs.seats.items():
        sitting.screen.say(f"{_called(sitting, who)}: {policy.name}", indent=2)
    names = ", ".join(sitting.system.policy_names)
    sitting.screen.say(f"hand WHO POLICY changes it; policies are {names}.")


def save(sitting: Sitting, words: str) -> None:
    """Where the fight is kept."""
    if sitting.saved is None:
        raise Refused("illegal", "This fight is not saved.", "Start one without --no-save.")
    where = f" in {sitting.where}" if sitting.where else ""
    sitting.screen.say(f"All is saved, up to the last answer, as fight {sitting.saved}{where}.")


def leave(sitting: Sitting, words: str) -> None:
    """Goes; the fight waits."""
    sitting.leave()


# ---- reading ----


def _split(words: str) -> list[str]:
    try:
        return shlex.split(words)
    except ValueError:  # a lone quotation mark: an apostrophe, more likely
        return words.split()


def _needs(rest: Sequence[str], least: int, usage: str, most: int | None = None) -> list[str]:
    if len(rest) < least or (most is not None and len(rest) > most):
        raise Refused(
            "unreadable", "That is not how it is written.", f"Write {usage}; quote names of words."
        )
    return list(rest)


def _who(sitting: Sitting, text: str) -> str:
    """Somebody the GM means; whoever is hidden is found by the whole id, by whoever knows it."""
    if text in sitting.fight.combatants:
        return text
    return find_who(sitting.fight, sitting.seat, text)


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 10
