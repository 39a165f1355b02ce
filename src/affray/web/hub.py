"""The fights in memory, who looks at them, and what is sent to whom.

One lock a fight around *check, append, apply*; what changed is shown to everybody afterwards. A
message is the whole view of a seat: one that was not sent yet is replaced by the next.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from affray.kernel.policy import Policy
from affray.kernel.question import QuestionId, Refused
from affray.protocol.chairs import Chairs, policy_of
from affray.store import AlreadyDone, SeatRecord, Store, StoredPlay
from affray.tables.kept import Change
from affray.web.ahead import Ahead, Job
from affray.web.beside import Beside, dump_roll
from affray.web.seating import SeatBook
from affray.web.wishes import due

T = TypeVar("T")
log = logging.getLogger("affray.web")

BEAT = 15.0
"""Seconds without news after which a viewer is told that all is well."""
BREATH = 0.01
"""Seconds between the showing of a view and the reckoning of its odds, for the view to leave."""
ROLL_PAUSE = 1 / 3
"""The pause before a roll that nobody is asked for, as a part of that before an answer."""
RETRY = b"retry: 1000\n\n"
MOST_VIEWERS = 500
"""Of one fight."""
MOST_WORDINGS = 12
"""Ways to call everybody for which the log is kept in words."""
MOST_DRAWN = 1_000
"""Lines of a log that are kept as they were drawn, for each of these ways."""
MOST_KEYS = 1_000
"""Keys of requests that are remembered; those of the fight itself are in the store too."""
MOST_ODDS = 400
"""Options of one moment that are looked ahead from."""
CHUNK = 8
"""Options that are reckoned in one go, and shown together."""
KEPT_FIGHTS = 64
"""Fights that stay in memory when nobody looks at them."""

Sight = Callable[["LiveFight", SeatRecord], None]
"""Has reckoned what a seat that looks on will want to know."""
Render = Callable[["LiveFight", SeatRecord], bytes]


def event_bytes(data: str, *, event: str = "", number: int | None = None) -> bytes:
    """A message of a stream; a bare newline would end it, so each line has its own `data:`."""
    lines = []
    if number is not None:
        lines.append(f"id: {number}")
    if event:
        lines.append(f"event: {event}")
    lines += [f"data: {line}" for line in data.splitlines() or [""]]
    return ("\n".join(lines) + "\n\n").encode()


class Viewer:
    """Somebody connected: at most one message waits, besides the names of what happened."""

    __slots__ = ("closed", "news", "render", "revision", "seat", "signals", "waiting")

    def __init__(self, seat: str, render: Render) -> None:
        self.seat = seat
        self.render = render
        self.revision = 0
        """Of the latest message that it was given."""
        self.waiting = b""
        self.signals: dict[str, bytes] = {}
        self.news = asyncio.Event()
        self.closed = False

    def show(self, message: bytes, revision: int) -> None:
        if revision > self.revision:
            self.waiting = message
            self.revision = revision
            self.news.set()

    def tell(self, name: str) -> None:
        self.signals[name] = event_bytes("", event=name)
        self.news.set()

    def close(self) -> None:
        self.closed = True
        self.news.set()


class Wording:
    """Lines of a log in words, by their place in it, and as they were drawn."""

    __slots__ = ("_drawn", "lines")

    def __init__(self) -> None:
        self.lines: dict[int, dict[str, Any]] = {}
        self._drawn: dict[Any, str] = {}

    def drawn(self, look: Hashable, draw: Callable[[], str]) -> str:
        """What `draw` makes, once for each look."""
        found = self._drawn.get(look)
        if found is None:
            if len(self._drawn) >= MOST_DRAWN:
                self._drawn.clear()
            found = self._drawn[look] = draw()
        return found


class LiveFight:
    """A fight that somebody has open. Look at `play` under `lock` only."""

    def __init__(self, hub: Hub, stored: StoredPlay) -> None:
        self.hub = hub
        self.stored = stored
        self.id = stored.id
        self.lock = asyncio.Lock()
        self.chairs = Chairs()
        self.beside = Beside()
        self._rolled = self.beside.roll
        stored.alongside = self._alongside
        self.revision = int(time.time() * 1000)
        self.viewers: set[Viewer] = set()
        self.came: set[str] = set()
        """Seats that somebody has opened since the server began: no other is waited for."""
        self.mark = 0
        """Rises with every change of the fight itself: what was reckoned before is stale."""
        self.odds: dict[str, dict[str, Any] | None] = {}
        """Previews of this mark by question and key; None: being reckoned, empty: not to be had."""
        self.estimate: tuple[str, int] | None = None
        """Which estimate was made last, and of which mark."""
        self._done: OrderedDict[str, bool] = OrderedDict()
        self._wordings: dict[Any, Wording] = {}
        self._publishing: asyncio.Task[None] | None = None
        self._driving: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self._is_dirty = False
        self._unasked: list[tuple[int, QuestionId, list[tuple[str, ...]]]] = []
        self._noticed: dict[str, tuple[bool, str]] = {}

    @property
    def play(self) -> Any:
        return self.stored.play

    # ---- doing ----

    async def do(self, verb: Callable[[], T], *, key: str = "") -> T | None:
        """Does something to the fight; None if the request of that key was done before.

        It is on disk when this returns. Raises what the verb raises.
        """
        # Whoever hangs up in the middle must not leave a change that nobody is shown.
        return await asyncio.shield(asyncio.ensure_future(self._do(verb, key)))

    async def _do(self, verb: Callable[[], T], key: str) -> T | None:
        async with self.lock:
            if key and key in self._done:
                return None
            before = self.play.questions
            try:
                result = await asyncio.to_thread(self._run, verb, key)
            except AlreadyDone:
                self.note(key)
                return None
            finally:
                if self.play.questions is not before:
                    self._moved()
            self.note(key)
            self.changed()
        self.drive()
        return result

    def _run(self, verb: Callable[[], T], key: str) -> T:
        with self._drawing():
            if not key:
                return verb()
            with self.stored.request(key):
                return verb()

    @contextmanager
    def _drawing(self) -> Iterator[None]:
        """Once what is done inside is on disk, the dice that it brought are the last ones."""
        self._rolled = self.beside.roll
        yield
        if self._rolled is not self.beside.roll:
            self.beside.roll = self._rolled
            self.beside.count += 1

    def _alongside(self, change: Change) -> dict[str, Any]:
        self._rolled = self.beside.after(self.stored.system, self.play.questions, change)
        return {} if self._rolled is self.beside.roll else dump_roll(self._rolled)

    def _moved(self) -> None:
        """The fight itself has changed: what was reckoned or proposed for before is dropped."""
        self.mark += 1
        self.odds = {}
        self.beside.go_on(self.play.questions)

    def was_done(self, key: str) -> bool:
        """Whether a request of that key beside the fight was done."""
        return key in self._done

    def note(self, key: str) -> None:
        """The request of that key was done."""
        if key:
            self._done[key] = True
            while len(self._done) > MOST_KEYS:
                self._done.popitem(last=False)

    # ---- showing ----

    def wording(self, is_gm: bool, names: Mapping[str, str]) -> Wording:
        """The log as far as it was put into words already.

        It holds as long as everybody is called as they were; the log is only added to.
        """
        called = (is_gm, tuple(names.items()))
        found = self._wordings.get(called)
        if found is None:
            if len(self._wordings) >= MOST_WORDINGS:
                self._wordings.clear()
            found = self._wordings[called] = Wording()
        return found

    def changed(self) -> None:
        """Everybody is shown how it stands now; call it after any change."""
        self.revision = max(self.revision + 1, int(time.time() * 1000))
        self._is_dirty = True
        if self.viewers and (self._publishing is None or self._publishing.done()):
            self._publishing = asyncio.create_task(self._publish())

    async def _publish(self) -> None:
        while self._is_dirty and self.viewers:
            self._is_dirty = False
            for seat_id, render in {(viewer.seat, viewer.render) for viewer in self.viewers}:
                await self._show(seat_id, render)
        if self._unasked and (self._asking is None or self._asking.done()):
            self._asking = asyncio.create_task(self._ask_soon())

    async def _ask_soon(self) -> None:
        await asyncio.sleep(BREATH)
        async with self.lock:
            self._ask_ahead()

    async def _show(self, seat_id: str, render: Render) -> None:
        """Draws the view of a seat for those of its viewers who do not have it yet."""
        async with self.hub.pace, self.lock:
            seat = self.hub.book.seat(seat_id)
            behind = [
                viewer
                for viewer in self.viewers
                if viewer.seat == seat_id
                and viewer.render is render
                and viewer.revision < self.revision
            ]
            if seat is None or not behind:
                return
            self.hub.sight(self, seat)
            message = render(self, seat)
            for viewer in behind:
                viewer.show(message, self.revision)

    def signal(self, name: str, seats: Callable[[SeatRecord], bool] = lambda seat: True) -> None:
        """Tells the pages of some seats that something happened."""
        for viewer in self.viewers:
            seat = self.hub.book.seat(viewer.seat)
            if seat is not None and seats(seat):
                viewer.tell(name)

    def notice(self, seat: SeatRecord, view: dict[str, Any]) -> None:
        """Tells the pages of a seat what is new in its view: a roll, or that it is its turn."""
        roll = view["roll"]["id"] if view["roll"] else ""
        now = (bool(view["turn"]["is_mine"]), roll)
        before = self._noticed.get(seat.id, (False, roll))
        self._noticed[seat.id] = now
        if now[0] and not before[0]:
            self.signal("turn", lambda one: one.id == seat.id)
        if roll and roll != before[1]:
            self.signal("roll", lambda one: one.id == seat.id)

    async def watch(
        self, seat: SeatRecord, last: str, viewer: Viewer | None = None
    ) -> AsyncIterator[bytes]:
        """The stream of a seat's page, until it closes or the server does."""
        viewer = viewer or Viewer(seat.id, self.hub.render)
        is_new = not any(each.seat == seat.id for each in self.viewers)
        self.viewers.add(viewer)
        try:
            yield RETRY
            if is_new:
                self.changed()
            elif last != str(self.revision):
                await self._show(seat.id, viewer.render)
            else:
                viewer.revision = self.revision
            while not viewer.closed and not self.hub.is_closing:
                try:
                    await asyncio.wait_for(viewer.news.wait(), BEAT)
                except TimeoutError:
                    yield event_bytes("", event="beat")
                    continue
                viewer.news.clear()
                signals, viewer.signals = viewer.signals, {}
                message, viewer.waiting = viewer.waiting, b""
                if message:
                    yield message
                for each in signals.values():
                    yield each
        finally:
            self.viewers.discard(viewer)
            if not any(each.seat == seat.id for each in self.viewers) and not self.hub.is_closing:
                self.changed()

    def dismiss(self, seat_id: str) -> None:
        """Ends the pages of a seat that is no more."""
        for viewer in list(self.viewers):
            if viewer.seat == seat_id:
                viewer.tell("gone")
                viewer.close()

    # ---- stand-ins ----

    def drive(self) -> None:
        """Lets policies go on that have something to answer, and rolls that somebody wishes made
        without being asked, with a pause before each."""
        if self.hub.is_closing or (self._driving is not None and not self._driving.done()):
            return
        if self._goes_by_itself():
            self._driving = asyncio.create_task(self._drive())

    def _has_stand_ins(self) -> bool:
        chairs = self.chairs
        return chairs.heroes is not None or chairs.gm is not None or bool(chairs.seats)

    def _goes_by_itself(self) -> bool:
        return self._has_stand_ins() or bool(self.beside.wishes)

    async def _drive(self) -> None:
        while self._goes_by_itself() and not self.hub.is_closing:
            pause = self.hub.pause
            await asyncio.sleep(pause if self._has_stand_ins() else pause * ROLL_PAUSE)
            async with self.lock:
                before = self.play.questions
                try:
                    acted = await asyncio.to_thread(self._act)
                except Exception:
                    log.exception("a stand-in of fight %s could not answer", self.id)
                    return
                if not acted:
                    return
                if self.play.questions is not before:
                    self._moved()
                self.changed()

    def _act(self) -> bool:
        with self._drawing():
            if self.chairs.act(self.stored):
                return True
            if due(self):
                self.stored.roll("program")
                return True
            return False

    def sitting(self) -> dict[str, Any]:
        """Who stands in for whom, as it is kept: a policy by its name, a doctrine by its text."""
        chairs = self.chairs
        return {
            "heroes": _kept(chairs.heroes),
            "gm": _kept(chairs.gm),
            "seats": {who: _kept(policy) for who, policy in chairs.seats.items()},
        }

    def restore_sitting(self, data: dict[str, Any]) -> None:
        """Seats whom `sitting` told of; people answer where a stand-in cannot be had any more."""
        fight, chairs = self.play.fight, self.chairs
        chairs.heroes = self._stand_in(data.get("heroes"), "heroes")
        chairs.gm = self._stand_in(data.get("gm"), "gm")
        chairs.seats = {}
        for who, kept in dict(data.get("seats") or {}).items():
            if who in fight.combatants:
                side = "heroes" if fight[who].side == "heroes" else "gm"
                policy = self._stand_in(kept, side)
                if policy is not None:
                    chairs.seats[who] = policy

    def _stand_in(self, kept: Any, side: str) -> Policy | None:
        from affray.web.doctrines import follower

        system = self.stored.system
        try:
            if isinstance(kept, dict):
                return follower(str(kept.get("doctrine", "")), system, side)
            return policy_of(system, side, kept) if isinstance(kept, str) else None
        except Refused as refused:
            log.warning("a stand-in of fight %s is gone: %s", self.id, refused)
            return None

    # ---- looking ahead ----

    def look_ahead(self, question: Any, keys: Sequence[tuple[str, ...]]) -> None:
        """Has the options of an open question reckoned by and by, if that was not begun yet."""
        fresh = [key for key in keys if odds_name(question.id, key) not in self.odds]
        if not fresh or len(self.odds) > MOST_ODDS:
            return
        for key in fresh:
            self.odds[odds_name(question.id, key)] = None
        self._unasked.append((self.mark, question.id, fresh))

    def _ask_ahead(self) -> None:
        """Hands over what is to be reckoned, once those who wait for the view have it. Call it
        under the lock."""
        unasked, self._unasked = self._unasked, []
        for mark, question, fresh in unasked:
            if mark != self.mark:
                continue
            position = self.position(question)

            def wanted(mark: int = mark) -> bool:
                return self.mark == mark and bool(self.viewers)

            # The first chunk goes last: the worker takes the latest urgent job first.
            chunks = [fresh[at : at + CHUNK] for at in range(0, len(fresh), CHUNK)]
            for chunk in reversed(chunks):
                self.hub.ahead.ask(
                    Job(
                        {"job": "previews", "keys": [list(key) for key in chunk], **position},
                        wanted,
                        partial(self._take_odds, question, chunk),
                    )
                )

    def position(self, question: QuestionId) -> dict[str, Any]:
        """Where play stands, as plain data for looking ahead. Call it under the lock."""
        system = self.stored.system
        state, entries = self.play.open_step()
        return {
            "setup": self.stored.setup.dump(),
            "state": system.dump(state),
            "shown": system.dump(self.play.fight),
            "entries": [entry.dump() for entry in entries],
            "question": list(question),
        }

    def _take_odds(
        self, question: QuestionId, keys: Sequence[tuple[str, ...]], found: dict[str, Any]
    ) -> None:
        if "fault" in found:
            log.warning("previews of fight %s failed: %s", self.id, found["fault"])
        for key, one in zip(keys, found.get("previews") or [{}] * len(keys), strict=True):
            self.odds[odds_name(question, key)] = one
        self.changed()


def _kept(policy: Policy | None) -> Any:
    """A stand-in as plain data."""
    if policy is None:
        return None
    text = getattr(policy, "text", None)
    return policy.name if text is None else {"doctrine": text}


def odds_name(question: QuestionId, key: tuple[str, ...]) -> str:
    """Under which name the odds of an option are kept."""
    return json.dumps([list(question), list(key)])


class Pace:
    """One drawing at a time; with many tables in play, a rest as long as the drawing after each.

    So drawing takes at most half of the time, and whoever acts is not kept waiting by those who
    look on: they see fewer views, and always the newest.
    """

    CROWD = 3
    """Tables that want to draw at once, from which on there are rests."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._began = 0.0

    async def __aenter__(self) -> None:
        self._waiting += 1
        await self._lock.acquire()
        self._began = time.perf_counter()

    async def __aexit__(self, *_: object) -> None:
        took = time.perf_counter() - self._began
        try:
            await asyncio.sleep(took if self._waiting >= self.CROWD else 0)
        finally:
            self._waiting -= 1
            self._lock.release()


class Hub:
    """All live fights of the process."""

    def __init__(
        self,
        store: Store,
        book: SeatBook,
        ahead: Ahead,
        *,
        render: Render,
        sight: Sight,
        pause: float,
    ) -> None:
        self.store = store
        self.book = book
        self.render = render
        self.sight = sight
        self.ahead = ahead
        self.pause = pause
        self.pace = Pace()
        self.is_closing = False
        self._fights: OrderedDict[int, LiveFight] = OrderedDict()
        self._opening = asyncio.Lock()

    async def fight(self, fight_id: int) -> LiveFight:
        """The fight of that number, opened if need be. Raises `StoreError`."""
        found = self._fights.get(fight_id)
        if found is not None:
            self._fights.move_to_end(fight_id)
            return found
        async with self._opening:
            if fight_id not in self._fights:
                stored = await asyncio.to_thread(self.store.open, fight_id)
                await asyncio.to_thread(lambda: stored.play.lines)
                await self._take_in(stored)
            return self._fights[fight_id]

    async def take_in(self, stored: StoredPlay) -> LiveFight:
        """A fight that was just begun."""
        async with self._opening:
            return await self._take_in(stored)

    async def _take_in(self, stored: StoredPlay) -> LiveFight:
        live = LiveFight(self, stored)
        live.restore_sitting(await asyncio.to_thread(self.store.seats.sitting, stored.id))
        beside = await asyncio.to_thread(self.store.beside.all, stored.id)
        live.beside.load(beside, stored.play.questions)
        self._fights[stored.id] = live
        play = stored.play
        await self.book.seats_for(stored.id, play.fight, partial(play.system.acts, play.fight))
        for number, other in list(self._fights.items()):
            if len(self._fights) <= KEPT_FIGHTS:
                break
            if other is not live and not other.viewers and not other.lock.locked():
                del self._fights[number]
        live.drive()
        return live

    @property
    def fights(self) -> list[LiveFight]:
        return list(self._fights.values())

    def close(self) -> None:
        """Ends every stream, so that the server can stop."""
        self.is_closing = True
        for live in self._fights.values():
            for viewer in live.viewers:
                viewer.close()


def request_key(seat: str, verb: str, body: Any, key: str) -> str:
    """The key under which a request is known when it comes again; "" for one without a key."""
    if not key:
        return ""
    text = json.dumps([seat, verb, body, key], sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
