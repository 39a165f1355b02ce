"""One seat's conversation with a table: requests in, messages out, nothing that is not the seat's.

The transport (lines of a pipe, say) is somebody else's business.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from affray import __version__
from affray.kernel.event import plain
from affray.kernel.fight import Fight
from affray.kernel.keys import Key
from affray.kernel.question import GM, Answer, Question, QuestionId, Refused
from affray.kernel.rulebook import near_matches
from affray.kernel.view import GM_SEAT, SPECTATOR, Seat, seat_question, view
from affray.odds.preview import preview_for
from affray.protocol import PROTOCOL
from affray.protocol.chairs import PERSON, SIDES, Chairs, FindPolicy, policy_of
from affray.protocol.kept import Kept
from affray.protocol.picks import Picks, moved_on, shown, still
from affray.protocol.requests import LONGEST_LINE, Request
from affray.tables.play import Play

Message: TypeAlias = dict[str, Any]

FIRST_EVENTS = 200
"""How many of the events that lie before the conversation are told at its beginning."""

STANDING = ("pass", "unpass")
"""Kinds of edit that a player may make, for their own combatants."""


def seat_for(fight: Fight[Any], audience: str) -> Seat:
    """The seat of that name: heroes, gm, spectator, or a combatant's id.

    Nobody but the GM holds a combatant who is hidden. Raises `Refused` on any other name.
    """
    if audience == "gm":
        return GM_SEAT
    if audience == "spectator":
        return SPECTATOR
    ours = [c.id for c in fight.combatants.values() if c.side == "heroes" and not c.hidden]
    if audience == "heroes":
        return Seat("heroes", "player", frozenset(ours))
    if audience in ours:
        return Seat(audience, "player", frozenset((audience,)))
    known = ["heroes", "gm", "spectator", *ours]
    near = near_matches(audience, known)
    cure = f"Did you mean {' or '.join(near)}?" if near else f"There are {', '.join(known)}."
    raise Refused("illegal", f"There is no seat {audience[:60]!r}.", cure)


class Session:
    """A conversation.

    `seats` names a policy (or "person": the one at the other end) for a side; what the seat does
    not hold and nobody was named for is played by the system's first policy.
    """

    def __init__(
        self,
        kept: Kept,
        *,
        audience: str = "heroes",
        seats: Mapping[str, str] | None = None,
        fight: int | None = None,
        find: FindPolicy = policy_of,
    ) -> None:
        self.kept = kept
        self.audience = audience
        self.fight_id = fight
        self.is_over = False
        """Whether both sides have said goodbye."""
        self.picks: Picks = {}
        self._told = 0
        self._version = 0
        self._taken_back: set[int] = set()
        seat_for(kept.play.fight, audience)
        self.chairs = self._chairs(dict(seats or {}), find)
        first = self.play.system.policy_names[0]
        self._ahead = (
            policy_of(self.play.system, "heroes", first),
            policy_of(self.play.system, "gm", first),
        )

    @property
    def play(self) -> Play:
        return self.kept.play

    @property
    def seat(self) -> Seat:
        """The seat as it stands: heroes who join in the middle are the heroes' seat's too."""
        return seat_for(self.play.fight, self.audience)

    def _chairs(self, wanted: Mapping[str, str], find: FindPolicy) -> Chairs:
        system, fight = self.play.system, self.play.fight
        chairs = Chairs()
        for side in wanted:
            if side not in SIDES:
                raise Refused("illegal", f"There is no side {side[:60]!r}.", "heroes and gm.")
        for side in SIDES:
            name = wanted.get(side, system.policy_names[0])
            if side == self.audience and side not in wanted:
                name = PERSON
            if name == PERSON and self.audience not in (side, "gm"):
                raise Refused(
                    "illegal",
                    f"The seat {self.audience} cannot play {side}.",
                    f"Name a policy for {side}, or take the seat with --as {side}.",
                )
            policy = None if name == PERSON else find(system, side, name)
            if side == "heroes":
                chairs.heroes = policy
            else:
                chairs.gm = policy
        if self.audience in fight.combatants:
            chairs.take(fight, self.audience)
        return chairs

    # ---- what is told ----

    def open(self) -> Iterator[Message]:
        """The first messages."""
        play = self.play
        seat = self.seat
        yield {
            "hello": {
                "protocol": PROTOCOL,
                "affray": __version__,
                "system": play.system.name,
                "title": play.setup.title,
                "fight": self.fight_id,
                "seat": {
                    "name": seat.name,
                    "kind": seat.kind,
                    "holds": [c.id for c in play.fight.combatants.values() if c.id in seat.holds],
                },
                "sides": {
                    "heroes": "bot" if self.chairs.heroes is None else self.chairs.heroes.name,
                    "gm": "bot" if self.chairs.gm is None else self.chairs.gm.name,
                },
                "stand_ins": {who: policy.name for who, policy in self.chairs.seats.items()},
                "longest_line": LONGEST_LINE,
            }
        }
        self._told = max(0, len(play.lines) - FIRST_EVENTS)
        self._taken_back = {
            n for n, line in enumerate(play.lines[: self._told], 1) if line.taken_back
        }
        yield from self.go_on(always=True)

    def go_on(self, *, always: bool = False) -> Iterator[Message]:
        """Lets policies play up to the next question for the other end; what changed.

        The spectator, who never holds up play, gets a view after each of their answers.
        """
        has_moved = always
        while not self.is_over and self.chairs.act(self.kept):
            has_moved = True
            if self.seat.kind == "spectator":
                yield self._view()
        if has_moved:
            self.picks = moved_on(self.picks, self.play.questions, still)
            yield self._view()
            yield from self._questions()

    def _view(self) -> Message:
        """Everything the seat may know, with the events since the view before."""
        play, seat = self.play, self.seat
        self._version += 1
        data = view(play.system, play.fight, seat)
        del data["questions"]
        events = []
        for number, line in enumerate(play.lines[self._told :], self._told + 1):
            told = line.event.dump() if seat.is_gm else line.event.public()
            if told is not None and line.event.code != "took-back":
                events.append({"n": number, **told})
        gone = [n for n, line in enumerate(play.lines, 1) if line.taken_back]
        fresh = [n for n in gone if n <= self._told and n not in self._taken_back]
        self._taken_back.update(gone)
        self._told = len(play.lines)
        return {
            "view": {
                "version": self._version,
                **data,
                "closed": play.fight.closed,
                "events": events,
                "taken_back": fresh,
            }
        }

    def _questions(self) -> Iterator[Message]:
        play, seat = self.play, self.seat
        own = []
        for question in play.questions:
            data = seat_question(play.fight, question, seat)
            if data is None:
                continue
            data["who"] = question.who
            data["yours"] = self._is_mine(question)
            data["offered"] = bool(self._offers(question))
            if question.id.what == "lock-in":
                del data["given"]
                data["picks"] = [
                    {"who": who, "key": list(key), "final": is_final}
                    for who, key, is_final in self.picks_on(question)
                ]
            if data["yours"] or data["offered"]:
                own.append(question.who)
            yield {"question": data}
        yield {
            "waiting": {"version": self._version, "for_you": bool(own), "over": not play.questions}
        }

    def _is_mine(self, question: Question) -> bool:
        is_outside = self.chairs.holder(self.play.fight, question.who) is None
        return is_outside and self.seat.answers_for(question.who)

    def _offers(self, question: Question) -> list[str]:
        return [
            who
            for who, _ in question.offers
            if self.chairs.holder(self.play.fight, who) is None and self.seat.answers_for(who)
        ]

    # ---- what is asked for ----

    def handle(self, request: Request) -> Iterator[Message]:
        """The reply to a request, then what it has changed. A refusal is a message too."""
        try:
            reply = self.carry_out(request)
        except Refused as refused:
            yield refusal(refused, request.id)
            return
        except Exception as error:
            why, cure = getattr(error, "why", None), getattr(error, "cure", None)
            if not isinstance(why, str) or not isinstance(cure, str):
                raise
            # It could not be saved: nothing has changed.
            yield refusal(Refused("unsaved", why, cure), request.id)
            return
        yield _with_id(reply, request.id)
        if request.verb not in ("preview", "bye"):
            yield from self.go_on(always=True)

    def carry_out(self, request: Request) -> Message:
        """Does what is asked for and returns the reply. Raises `Refused`."""
        return _VERBS[request.verb](self, request)

    def _open_question(self, wanted: QuestionId, *, own: bool = True) -> Question:
        """The open question of that name, if it is the seat's to answer."""
        seen = [
            q
            for q in self.play.questions
            if seat_question(self.play.fight, q, self.seat) is not None
        ]
        for question in seen:
            if question.id == wanted:
                if own and not (self._is_mine(question) or self._offers(question)):
                    raise Refused("illegal", f"{wanted} is not yours to answer.")
                return question
        now = ", ".join(str(q.id) for q in seen) or "none"
        raise Refused("late", f"{wanted} is not open.", f"Open is: {now}.")

    def _answer(self, request: Request) -> Message:
        question = self._open_question(request.question)
        key = request.key or ()
        owner = question.owner_of(key)
        if owner is None:
            raise Refused(
                "illegal",
                f"{'/'.join(key)[:200]} is no option of {question.id}.",
                "Send one of its options as it came, free places filled in.",
            )
        if owner != question.who and owner not in self._offers(question):
            raise Refused("illegal", f"{'/'.join(key)[:200]} is not yours to take.")
        if owner == question.who and not self._is_mine(question):
            raise Refused("illegal", f"{question.id} is not yours to answer.")
        self.kept.answer(Answer(question.id, key, owner))
        return {"accepted": "answer"}

    def picks_on(self, question: Question) -> list[tuple[str, Key, bool]]:
        """What the seat may see of the answers to a simultaneous question: who, what, whether it is
        locked in."""
        play = self.play
        return list(
            shown(play.fight, self.seat, question, play.questions, self.picks, self._is_mine)
        )

    def _pick(self, request: Request) -> Message:
        question = self._open_question(request.question)
        key = request.key or ()
        if question.id.what != "lock-in":
            raise Refused("illegal", f"{question.id} is answered at once.", "Send answer.")
        if not self._is_mine(question) or still(question, key) is None:
            raise Refused(
                "illegal",
                f"{'/'.join(key)[:200]} is no option of {question.id}.",
                "Send one of its options as it came, free places filled in.",
            )
        self.picks[question.id] = key
        return {"accepted": "pick"}

    def _open_roll(self, request: Request) -> Question:
        question = self._open_question(request.question)
        if question.pool is None:
            raise Refused("illegal", f"{question.id} is answered by an option, not by dice.")
        if len([q for q in self.play.questions if q.pool is not None]) > 1:
            raise Refused("ambiguous", "Several rolls are open.")
        return question

    def _roll(self, request: Request) -> Message:
        self._open_roll(request)
        self.kept.roll("program")
        return {"accepted": "roll"}

    def _dice(self, request: Request) -> Message:
        question = self._open_roll(request)
        if not self._is_mine(question):
            raise Refused("illegal", "These are not your dice.", "Send roll to have them rolled.")
        faces = request.body["faces"]
        text = faces if isinstance(faces, str) else " ".join(map(str, faces))
        self.kept.type_dice(text, question.who)
        return {"accepted": "dice"}

    def _preview(self, request: Request) -> Message:
        question = self._open_question(request.question)
        key = request.key
        if question.pool is None and key is None:
            raise Refused("unreadable", "preview lacks its key.", "Only a roll has none.")
        if key is not None and question.owner_of(key) is None:
            raise Refused("illegal", f"{'/'.join(key)[:200]} is no option of {question.id}.")
        if question.secret:
            raise Refused("illegal", "It would tell what others have answered in secret.")
        cut = preview_for(self.play, question, key, *self._ahead, self.seat)
        return {"preview": {"question": list(question.id), **plain_floats(cut.dump())}}

    def _force(self, request: Request) -> Message:
        self._only_gm("force")
        question = self._open_question(request.question, own=False)
        assert_roll(question)
        self.kept.force(_reading(question, request.body["reading"]))
        return {"accepted": "force"}

    def _otherwise(self, request: Request) -> Message:
        self._only_gm("otherwise")
        self.kept.rule_otherwise(request.question, request.key or ())
        return {"accepted": "otherwise"}

    def _edit(self, request: Request) -> Message:
        edit = request.edit
        if not (edit.kind in STANDING and edit.who in self.seat.holds):
            self._only_gm("edit")
        self.kept.edit(edit)
        return {"accepted": "edit"}

    def _undo(self, request: Request) -> Message:
        keep = request.body.get("keep")
        if (line := request.body.get("line")) is not None:
            keep = self._keep_of_line(line)
        if self.seat.is_gm:
            self.kept.undo(keep, GM)
            return {"accepted": "undo"}
        entries = self.play.entries
        by = entries[-1].by if entries else ""
        own = self.play.may_take_back(by) if by in self.seat.holds or by == "@heroes" else None
        if own is None or self.seat.kind != "player" or keep not in (None, own):
            raise Refused(
                "illegal",
                "That is not yours to take back.",
                "A player takes back their own last choice, until dice fell or somebody answered.",
            )
        self.kept.undo(own, by)
        return {"accepted": "undo"}

    def _keep_of_line(self, number: int) -> int:
        """How many entries stay when that line goes back; only of lines that the seat may read."""
        lines = self.play.lines
        is_there = 0 < number <= len(lines)
        if is_there and not self.seat.is_gm and lines[number - 1].event.public() is None:
            raise Refused("illegal", f"The log has no line {number}.")
        return self.play.line_to(number)

    def _redo(self, request: Request) -> Message:
        self._only_gm("redo")
        self.kept.redo(GM)
        return {"accepted": "redo"}

    def _bye(self, request: Request) -> Message:
        self.is_over = True
        return {"bye": {"fight": self.fight_id, "result": self.play.fight.result}}

    def _only_gm(self, verb: str) -> None:
        if not self.seat.is_gm:
            raise Refused("illegal", f"{verb} is the GM's.", "Take the GM's seat with --as gm.")


_VERBS = {
    "answer": Session._answer,
    "pick": Session._pick,
    "roll": Session._roll,
    "dice": Session._dice,
    "preview": Session._preview,
    "force": Session._force,
    "otherwise": Session._otherwise,
    "edit": Session._edit,
    "undo": Session._undo,
    "redo": Session._redo,
    "bye": Session._bye,
}


def refusal(refused: Refused, request_id: str | int | None = None) -> Message:
    """A refusal as a message."""
    return _with_id(
        {"refused": {"kind": refused.kind, "why": refused.why, "cure": refused.cure}}, request_id
    )


def _with_id(message: Message, request_id: str | int | None) -> Message:
    return message if request_id is None else {**message, "id": request_id}


def assert_roll(question: Question) -> None:
    """Raises `Refused` if the question is no roll."""
    if question.pool is None or question.read is None:
        raise Refused("illegal", f"{question.id} is no roll.")


def _reading(question: Question, given: Any) -> Any:
    """The reading that plain data stands for."""
    assert question.pool is not None and question.read is not None
    for reading in question.pool.readings(question.read):
        if plain(reading) == given:
            return reading
    raise Refused(
        "illegal", "The dice cannot come out like that.", "Ask for a preview of the roll."
    )


def plain_floats(data: Any) -> Any:
    """Plain data with readings as plain data too, and numbers of chance left as they are."""
    if isinstance(data, dict):
        return {key: plain_floats(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [plain_floats(value) for value in data]
    return data if isinstance(data, float) else plain(data)
