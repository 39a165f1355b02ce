"""Previews and estimates, reckoned in one process of their own.

A job is plain data and carries a mark of the position that it was made for; one whose mark is no
longer wanted is dropped before it is begun. If the process dies it is started again, and whoever
waited for it is told nothing.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Data = dict[str, Any]

LEAVES = 4_000
SAMPLES = 600
BATCH = 20
"""Fights of an estimate between two looks at what else is waiting."""


@dataclass(slots=True)
class Job:
    """Something to be reckoned: `wanted` says whether it is still of use, `done` takes it."""

    data: Data
    wanted: Callable[[], bool]
    done: Callable[[Data], None]
    urgent: bool = True
    tries: int = 2
    """How often it may be begun: the process may have died of something else."""


class Ahead:
    """The worker, from the side of the event loop. Start it before use; close it at the end."""

    def __init__(self) -> None:
        self._urgent: list[Job] = []
        self._patient: list[Job] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "ahead")
        self._process: Any = None
        self._pipe: Connection[Any, Any] | None = None
        self.starts = 0
        """How often the process was started."""

    def start(self) -> None:
        self._task = asyncio.create_task(self._serve())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
        self._thread.shutdown(wait=True, cancel_futures=True)
        if process is not None:
            await asyncio.to_thread(process.join, 2)

    @property
    def process_id(self) -> int | None:
        """The id of the worker's process, None before the first job."""
        return None if self._process is None else self._process.pid

    def ask(self, job: Job) -> None:
        """Queues a job; urgent ones go first, the latest of them before the others."""
        if job.urgent:
            self._urgent.insert(0, job)
            del self._urgent[200:]
        else:
            self._patient.append(job)
            del self._patient[:-50]
        self._wake.set()

    async def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            queue = self._urgent or self._patient
            if not queue:
                self._wake.clear()
                await self._wake.wait()
                continue
            job = queue.pop(0)
            if not job.wanted():
                continue
            answer = await loop.run_in_executor(self._thread, self._reckon, job.data)
            if answer is None:
                job.tries -= 1
                answer = {"fault": "the process that reckons has died over it"}
                if job.tries:
                    queue.insert(0, job)
                    continue
            if job.wanted():
                job.done(answer)

    def _reckon(self, data: Data) -> Data | None:
        """In the thread of the pipe: None if the process died over it."""
        try:
            if self._pipe is None or self._process is None or not self._process.is_alive():
                self._begin()
            assert self._pipe is not None
            self._pipe.send(data)
            answer: Data = self._pipe.recv()
        except (EOFError, OSError):
            self._pipe = None
            return None
        return answer

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._pipe = ours
        self.starts += 1


# ---- in the other process ----


def work(pipe: Connection[Any, Any]) -> None:
    """Takes jobs from the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)  # whoever acts goes first
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            data = pipe.recv()
            try:
                answer = _WORK[data["job"]](data)
            except Exception as error:  # whatever a rule stumbled over, the next job may be well
                answer = {"fault": f"{type(error).__name__}: {error}"}
            pipe.send(answer)


@dataclass(slots=True)
class _Position:
    """What a preview needs of a fight in play."""

    system: Any
    fight: Any
    state: Any
    entries: list[Any] = field(default_factory=list)

    def open_step(self) -> tuple[Any, list[Any]]:
        return self.system.copy(self.state), list(self.entries)


def _system_and_setup(data: Data) -> tuple[Any, Any]:
    from affray.kernel.system import Setup
    from affray.registry import system

    setup = Setup.load(data["setup"])
    return system(setup.system), setup


def _previews(data: Data) -> Data:
    """What may come of each of some options, for the GM and for everybody else."""
    from affray.kernel.question import Question, QuestionId, load_entry
    from affray.kernel.view import SPECTATOR
    from affray.odds.preview import for_seat, preview, preview_for
    from affray.simulate.chance import generator

    system, setup = _system_and_setup(data)
    position = _Position(
        system,
        system.load(data["shown"], setup),
        system.load(data["state"], setup),
        [load_entry(entry) for entry in data["entries"]],
    )
    first = system.policy_names[0]
    heroes, gm = (system.policy(first, side, generator(1, 0, side)) for side in ("heroes", "gm"))
    asked = Question(QuestionId(*data["question"]), ())
    found = []
    for key in data["keys"]:
        option = None if key is None else tuple(key)
        limits = {"leaves": LEAVES, "samples": SAMPLES}
        whole = preview(position, asked, option, heroes, gm, **limits)  # type: ignore[arg-type]
        if any(one.hidden for one in position.fight.here()):
            others = preview_for(
                position,  # type: ignore[arg-type]
                asked,
                option,
                heroes,
                gm,
                SPECTATOR,
                **limits,
            )
        else:
            others = for_seat(whole, position.fight, SPECTATOR)
        found.append({"gm": whole.dump(), "others": others.dump()})
    return {"previews": found}


def _estimate(data: Data) -> Data:
    """A few fights from a setup, or from a state of one; the sums of `first` to `first + count`."""
    from affray.simulate.running import Job as Run
    from affray.simulate.running import policies_for, run_fight
    from affray.simulate.sums import Sums, Watch

    system, setup = _system_and_setup(data)
    start = system.start(setup) if data["state"] is None else system.load(data["state"], setup)
    run = Run(setup, data["seed"], policies_for(system, data.get("policies") or {}))
    sums = Sums()
    for number in range(data["first"], data["first"] + data["count"]):
        watch = Watch()
        fight, table = run_fight(system, start, run, number, watch=watch)
        tallies = system.tallies(start, fight)
        sums.add(fight, system.sheets(fight), table.tally.counts, tallies)
        sums.add_watch(watch)
    return {"sums": sums}


_WORK: Mapping[str, Callable[[Data], Data]] = {"previews": _previews, "estimate": _estimate}
