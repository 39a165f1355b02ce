"""What a seat may do: forms and JSON become requests of the protocol, which alone decides.

Beside the requests there is what does not touch the fight: proposals, picks that may still change,
free rolls, checks that the GM asks for, and who plays for whom.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from affray.dice import DiceError, parse_numbers
from affray.kernel.fight import Fight
from affray.kernel.keys import Key, Number, Option, Several, Text
from affray.kernel.naming import free_id
from affray.kernel.policy import Policy
from affray.kernel.question import GM, Question, QuestionId, Refused
from affray.kernel.rulebook import near_matches, short
from affray.kernel.view import Seat, load_option, seat_question
from affray.kernel.words import ware_text
from affray.protocol.chairs import SIDES, policy_of
from affray.protocol.requests import LONGEST_LINE, Misread, Request, read
from affray.protocol.session import Message, Session
from affray.store import SeatRecord
from affray.web import doctrines
from affray.web.beside import MOST_ASKS, MOST_FREE_ROLLS, Ask, FreeRoll
from affray.web.guard import text_of
from affray.web.hub import LiveFight
from affray.web.seating import kernel_seat
from affray.web.telling import names_for

Fields = Mapping[str, Any]
Say = Callable[[str], str]

SHELVES = {"heroes": "hero", "allies": "ally", "foes": "foe"}
LONGEST_WORDS = 500

NEEDED: Mapping[str, tuple[str, ...]] = {
    "answer": ("question", "key"),
    "pick": ("question", "key"),
    "roll": ("question",),
    "dice": ("question", "faces"),
    "force": ("question", "reading"),
    "otherwise": ("question", "key"),
}


class Sitter(Session):
    """The conversation of a seat of the web table, as far as requests go.

    Policies are driven by the fight itself, so that one table's seats share them.
    """

    def __init__(self, live: LiveFight, record: SeatRecord) -> None:
        self.kept = live.stored
        self.audience = record.name
        self.fight_id = live.id
        self.is_over = False
        self.chairs = live.chairs
        self.picks = live.beside.picks
        self._seat = kernel_seat(record)

    @property
    def seat(self) -> Seat:
        return self._seat

    def open_question(self, wanted: QuestionId, *, own: bool = True) -> Question:
        """The open question of that name, if the seat may know of it (and, own, answer it)."""
        return self._open_question(wanted, own=own)

    def is_mine(self, question: Question) -> bool:
        """Whether the seat may answer it now: nobody stands in."""
        return self._is_mine(question)

    def offers(self, question: Question) -> list[str]:
        """Whose offers on the question are the seat's to take."""
        return self._offers(question)

    def may_roll(self, question: Question) -> bool:
        """Whether the seat may have the dice of a roll thrown: its own, and those of a policy that
        waits only for what the seat could add; never the dice of somebody else at the table."""
        if self.is_mine(question):
            return True
        stands_in = self.chairs.holder(self.play.fight, question.who) is not None
        return stands_in and bool(self.offers(question))

    def carry_out(self, request: Request) -> Message:
        """Does what is asked for and returns the reply. Raises `Refused`."""
        if request.verb in ("answer", "roll", "dice", "pick"):
            self._must_be_its_own(request)
        return Session.carry_out(self, request)

    def _must_be_its_own(self, request: Request) -> None:
        """Refuses in words what is somebody else's to answer; what is not open is told later."""
        asked = next((q for q in self.play.questions if q.id == request.question), None)
        if asked is None or seat_question(self.play.fight, asked, self.seat) is None:
            return
        if request.verb in ("answer", "pick") and request.key is not None:
            owner = asked.owner_of(request.key)
            may = owner is None or (
                self.is_mine(asked) if owner == asked.who else owner in self.offers(asked)
            )
        elif request.verb == "roll":
            may = self.may_roll(asked)
        else:
            may = self.is_mine(asked)
        if not may:
            names = names_for(self.play.fight, self.seat)
            name = names.get(asked.who, asked.who)
            raise Refused(
                "illegal", f"That is not yours to answer: it is for {name}.", "Wait for them."
            )


def request_of(verb: str, fields: Fields) -> Request:
    """The request that the body of a verb makes. Raises `Misread`."""
    try:
        line = json.dumps({verb: dict(fields)}).encode()
    except (TypeError, ValueError, RecursionError):
        raise Misread("The request is no plain data.", "Send texts, numbers, lists.") from None
    if len(line) > LONGEST_LINE:
        raise Misread("The request is too long.", f"Send at most {LONGEST_LINE} bytes.")
    return read(line)


def question_id(text: object) -> list[Any]:
    """The five values of a question from the text that a page holds. Raises `Misread`."""
    if isinstance(text, str) and len(text) < 1_000:
        try:
            found = json.loads(text)
        except ValueError:
            found = None
        if isinstance(found, list):
            return found
    raise Misread("The question is not one of a page.", "Load the page again.")


def option_of(text: object) -> Option:
    """The option that a page holds as JSON. Raises `Misread`."""
    if isinstance(text, str) and len(text) < 20_000:
        try:
            data = json.loads(text)
            if isinstance(data, list) and len(data) <= 64:
                return load_option(data)
        except (ValueError, TypeError, RecursionError):
            pass
    raise Misread("No option was chosen.", "Choose one of the list.")


def in_words_of(live: LiveFight, record: SeatRecord) -> Say:
    """How a seat reads what can be bought: `hinder:ogre` as "Ogre gets a Bane Die"."""
    names = names_for(live.stored.play.fight, kernel_seat(record))
    words = live.stored.system.words
    return lambda ware: ware_text(words, ware, names)


def filled(option: Option, fields: Fields, say: Say = str) -> Key:
    """The key that an option and what was written into its places make. Raises `Misread`."""
    key: list[str] = []
    for at, place in enumerate(option, 1):
        given = str(fields.get(f"place.{at}", "")).strip()
        match place:
            case Number(low, high):
                if not place.admits(given):
                    raise Misread(
                        f"{short(given or 'nothing')} is not from {low} to {high}.",
                        "Write a whole number.",
                    )
                key.append(given)
            case Text(limit):
                if not place.admits(given):
                    raise Misread("These words do not do.", f"Write at most {limit} letters.")
                key.append(given)
            case Several():
                key.append(_several(place, at, fields, say))
            case str():
                key.append(place)
            case _:
                raise Misread("The option is not one of a page.", "Load the page again.")
    return tuple(key)


def _several(place: Several, at: int, fields: Fields, say: Say) -> str:
    words: list[str] = []
    for word, _, most in place.wares:
        given = str(fields.get(f"place.{at}.{word}", "0")).strip() or "0"
        if not (given.isascii() and given.isdigit() and len(given) < 5 and int(given) <= most):
            raise Misread(
                f"{short(say(word))} can be had 0 to {most} times.", "Write a whole number."
            )
        words += [word] * int(given)
    text = " ".join(words)
    if not place.admits(text):
        raise Misread("That costs more than there is.", f"There are {place.purse} to spend.")
    return text


def from_form(verb: str, fields: Fields, say: Say = str) -> Request:
    """The request of a form. Raises `Misread`."""
    body: dict[str, Any] = {}
    if verb in NEEDED:
        body["question"] = question_id(fields.get("question"))
    if verb in ("answer", "pick", "otherwise"):
        body["key"] = list(filled(option_of(fields.get("option")), fields, say))
    elif verb == "dice":
        faces = fields.get("faces") or fields.get("face") or ""
        if isinstance(faces, list):
            # Symbols of a die may be several words: then commas part the dice.
            by_symbol = any(letter.isalpha() for face in faces for letter in str(face))
            faces = (", " if by_symbol else " ").join(map(str, faces))
        body["faces"] = str(faces)
    elif verb == "force":
        try:
            body["reading"] = json.loads(str(fields.get("reading", ""))[:2_000])
        except ValueError:
            raise Misread("No outcome was chosen.", "Choose one of the list.") from None
    elif verb == "edit":
        body["kind"] = str(fields.get("kind", ""))
        for name in ("who", "name"):
            body[name] = str(fields.get(name, ""))
        body["value"] = value_of(body["kind"], fields.get("value"))
        if "across" in fields:
            body["value"] = _point(fields)
        elif "other" in fields:
            body["value"] = _of_two(fields)
    elif verb == "undo":
        for name in ("keep", "line"):
            given = str(fields.get(name, "")).strip()
            if given:
                if not (given.isascii() and given.isdigit() and len(given) < 9):
                    raise Misread(f"{name} is no whole number.", "Load the page again.")
                body[name] = int(given)
    return request_of(verb, body)


def _point(fields: Fields) -> Any:
    """A place on a map: a number along a line, a pair on a plane. What is no number is refused
    where the edit is looked at."""
    if "along" not in fields:
        return value_of("at", fields["across"])
    return [value_of("at", fields[part]) for part in ("across", "along")]


def _of_two(fields: Fields) -> str:
    """What holds of two combatants, in the words that a `kernel.sheet.OfTwo` is set in."""
    other, who, value = (str(fields.get(name, "")).strip() for name in ("other", "from", "value"))
    return f"{other} from {who}: {value}" if who else f"{other}: {value}"


def value_of(kind: str, given: object) -> Any:
    """The value of an edit as somebody wrote it: a whole number, a text, nothing."""
    text = "" if given is None else str(given).strip()
    if not text:
        return None
    digits = text.removeprefix("-")
    is_number = digits.isascii() and digits.isdigit() and len(digits) < 10
    return int(text) if is_number and kind not in ("rename", "place") else text


# ---- the fight ----


def carry_out(live: LiveFight, record: SeatRecord, request: Request) -> Message:
    """Does what a seat asks for, in the fight's thread. Raises `Refused`."""
    return Sitter(live, record).carry_out(request)


def add(live: LiveFight, record: SeatRecord, fields: Fields, own: Callable[..., Any]) -> Message:
    """A newcomer from the library, or from the shelf of one's own (`own`). Raises `Refused`."""
    shelf, entry = str(fields.get("shelf", "")), str(fields.get("entry", ""))
    if shelf not in SHELVES:
        raise Refused("unreadable", "There is no such shelf.", f"There are {', '.join(SHELVES)}.")
    fight: Fight[Any] = live.stored.play.fight
    system = live.stored.system
    library = dict(system.library(shelf)) | own(system.name, shelf)
    if entry not in library:
        near = near_matches(entry, library)
        cure = f"Did you mean {' or '.join(near)}?" if near else "Choose one of the list."
        raise Refused("illegal", f"The library has no {short(entry)} among the {shelf}.", cure)
    block = dict(library[entry])
    called = str(fields.get("name", "")).strip() or str(block.get("name", entry))
    taken = {c.name for c in fight.combatants.values()}
    stem, number = called, 1
    while called in taken:
        number += 1
        called = f"{stem} {number}"
    block |= {
        "name": called,
        "kind": SHELVES[shelf],
        "side": "foes" if shelf == "foes" else "heroes",
        "id": free_id(called, SHELVES[shelf], set(fight.combatants)),
    }
    if fields.get("hidden"):
        block["hidden"] = True
    return carry_out(live, record, request_of("edit", {"kind": "add", "value": block}))


def only_gm(record: SeatRecord) -> None:
    """Raises `Refused` for any other seat."""
    if record.kind != "gm":
        raise Refused("illegal", "That is the GM's.", "Ask the GM.")


def hand(live: LiveFight, record: SeatRecord, fields: Fields) -> None:
    """Lets a policy answer for a side or a combatant, or somebody who follows a doctrine: one of
    the library, or one that was written into the form. Raises `Refused`."""
    only_gm(record)
    who = _chair(live, fields)
    fight, system = live.stored.play.fight, live.stored.system
    side = who if who in SIDES else "gm" if fight[who].side == "foes" else "heroes"
    name = text_of(fields, "policy")
    policy: Policy
    if name.startswith(doctrines.PREFIX):
        text = doctrines.of_library(live.hub.store, system, name)
        policy = doctrines.follower(text, system, side)
    elif not name and (text := doctrines.written(fields)):
        policy = doctrines.follower(text, system, side)
    else:
        policy = policy_of(system, side, name)
    live.chairs.hand(fight, who, policy)


def take(live: LiveFight, record: SeatRecord, fields: Fields) -> None:
    """People answer again for a side or a combatant. Raises `Refused`."""
    who = _chair(live, fields)
    if who not in record.holds:
        only_gm(record)
    live.chairs.take(live.stored.play.fight, who)


def _chair(live: LiveFight, fields: Fields) -> str:
    who = str(fields.get("who", ""))
    if who not in SIDES and who not in live.stored.play.fight.combatants:
        raise Refused("illegal", "There is nobody of that name here.", "Choose one of the list.")
    return who


# ---- beside the fight ----


def propose(live: LiveFight, record: SeatRecord, fields: Fields) -> None:
    """What a seat would choose where the choice is not its own. Raises `Refused`."""
    sitter = Sitter(live, record)
    question = sitter.open_question(QuestionId(*_checked_id(fields.get("question"))), own=False)
    if not may_propose(live, record, question):
        raise Refused("illegal", "Nothing can be proposed here.", "Wait for your turn.")
    key = filled(option_of(fields.get("option")), fields, in_words_of(live, record))
    if question.owner_of(key) != question.who:
        raise Refused("illegal", "That is no option of this question.", "Choose one of the list.")
    live.beside.proposals.setdefault(question.id, {})[record.id] = key


def may_propose(live: LiveFight, record: SeatRecord, question: Question) -> bool:
    """Whether the seat may say what it would choose: players, of a question to their side."""
    if record.kind != "player" or question.pool is not None or question.who == GM:
        return False
    if question.secret or question.id.what == "lock-in":
        return False
    fight = live.stored.play.fight
    if question.is_shared:
        return question.who == "@heroes"
    who = fight.combatants.get(question.who)
    return who is not None and who.side == "heroes" and not who.hidden


def pick(live: LiveFight, record: SeatRecord, fields: Fields) -> None:
    """What a seat is about to lock in. Raises `Refused`."""
    Sitter(live, record).carry_out(from_form("pick", fields, in_words_of(live, record)))


def _checked_id(text: object) -> list[Any]:
    return list(request_of("roll", {"question": question_id(text)}).body["question"])


def free_roll(live: LiveFight, record: SeatRecord, fields: Fields) -> FreeRoll:
    """A roll of any dice text that changes nothing. Raises `Refused`."""
    text = str(fields.get("dice", "")).strip()
    try:
        pool = parse_numbers(text)
        faces = pool.roll(secrets.randbelow)
        total = str(pool.outcome(faces))
    except DiceError as error:
        raise Refused("unreadable", str(error)) from error
    roll = FreeRoll(
        record.name,
        str(pool),
        text,
        list(faces),
        total,
        secret=record.kind == "gm" and bool(fields.get("secret")),
        seat=record.id,
    )
    live.beside.free.insert(0, roll)
    del live.beside.free[MOST_FREE_ROLLS:]
    return roll


def ask_for_check(live: LiveFight, record: SeatRecord, fields: Fields) -> None:
    """The GM asks somebody for a check or a roll beside the fight. Raises `Refused`."""
    only_gm(record)
    fight = live.stored.play.fight
    who = str(fields.get("who", ""))
    if who not in fight.combatants or fight[who].side != "heroes":
        raise Refused("illegal", "Only a hero can be asked.", "Choose one of the list.")
    dice = str(fields.get("dice", "")).strip()
    if dice:
        try:
            parse_numbers(dice)
        except DiceError as error:
            raise Refused("unreadable", str(error)) from error
    words = str(fields.get("text", "")).strip()[:LONGEST_WORDS]
    live.beside.count += 1
    live.beside.asks.insert(0, Ask(live.beside.count, who, words or "a roll", dice))
    del live.beside.asks[MOST_ASKS:]


def answer_check(live: LiveFight, record: SeatRecord, fields: Fields) -> None:
    """The player rolls what the GM asked for, or says how it came out. Raises `Refused`."""
    number = str(fields.get("id", ""))
    found = next((ask for ask in live.beside.asks if str(ask.id) == number), None)
    if found is None or not (record.kind == "gm" or found.who in record.holds):
        raise Refused("late", "Nobody asks for this any more.", "Wait for the GM.")
    if found.done:
        raise Refused("late", "That was rolled already.", "Ask the GM for another one.")
    said = str(fields.get("rolled", "")).strip()[:100]
    if said:
        found.done = f"{said} (rolled at the table)"
        return
    if not found.dice:
        raise Refused("unreadable", "Say how it came out.", "Write what you rolled.")
    roll = free_roll(live, record, {"dice": found.dice})
    found.done = f"{roll.total} ({' '.join(map(str, roll.faces))})"


__all__ = ["Sitter", "carry_out", "from_form", "request_of"]
