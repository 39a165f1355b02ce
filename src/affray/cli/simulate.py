"""`affray simulate`: many fights, added up."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from affray.cli.console import Meter, bar, percent, say, say_aside, say_json, table, wrapped
from affray.cli.faults import DEBUG, InputFault
from affray.cli.find import Encounter, encounter
from affray.cli.find import doctrines as doctrines_in
from affray.simulate.bins import binned
from affray.simulate.report import UP, Report, players
from affray.simulate.running import Cancelled, FightFailed, policies_for
from affray.simulate.running import simulate as run_all

ENOUGH_WATCHED = 500
"""About how many fights are watched for who goes out when; for a page, all of them."""

TERMINATED = 143
"""The exit code of a process that was told to end: 128 and the number of SIGTERM."""

MOST_ROWS = 20
"""Lines of a chart over rounds; where there are more rounds, a line stands for several."""


def simulate(
    name: str,
    *,
    fights: int,
    seed: int,
    jobs: int | None,
    policies: Mapping[str, str],
    doctrines: Sequence[str] = (),
    page: str | None = None,
    as_json: bool,
) -> None:
    """Runs the fights and prints the report; `page` is a file that gets it as HTML.

    Raises `SystemExit` 130 when cancelled.
    """
    found = encounter(name)
    names = policies_for(found.system, policies)
    if page is not None:
        _writable(page)
    watched = 1 if page is not None else max(1, fights // ENOUGH_WATCHED)
    report = run_aloud(
        found,
        Run(fights, seed, jobs, policies, doctrines, watched),
        again=f"affray play {name}",
    )
    if page is not None:
        from affray.simulate.report_html import page as written

        command = ["affray", "simulate", name, "--fights", str(fights), "--seed", str(seed)]
        command += ["--policy", ",".join(f"{side}={which}" for side, which in names.items())]
        command += [part for path in doctrines for part in ("--doctrine", path)]
        Path(page).write_text(written(report, shlex.join(command)), encoding="utf-8")
    if as_json:
        say_json(report.to_json())
    else:
        for line in lines(report):
            say(line)
    if page is not None:
        say_aside(f"The report is in {page}.")


@dataclass(slots=True, frozen=True)
class Run:
    """How an encounter is simulated. One fight in `watched` is watched."""

    fights: int
    seed: int
    jobs: int | None
    policies: Mapping[str, str]
    doctrines: Sequence[str] = ()
    watched: int = 1


def run_aloud(found: Encounter, run: Run, *, again: str, what: str = "fights") -> Report:
    """Simulates and shows how far it is; `again` is the command that tells one of the fights.

    Raises `KeyboardInterrupt` when cancelled by hand, `SystemExit` 143 when told to end, and
    `InputFault` if a fight failed.
    """
    names = policies_for(found.system, run.policies)
    followed = doctrines_in(run.doctrines, found)
    meter = Meter(what)

    def shown(done: int, of: int) -> None:
        if told.to_end:
            raise KeyboardInterrupt
        meter(done, of)

    with ends_cleanly() as told:
        try:
            sums = run_all(
                found.system,
                found.setup,
                fights=run.fights,
                seed=run.seed,
                jobs=run.jobs,
                policies=names,
                doctrines=followed,
                watched=run.watched,
                progress=shown,
            )
        except Cancelled as stopped:
            meter.clear()
            sys.stderr.write(f"cancelled after {stopped.fights:,} of {run.fights:,} fights\n")
            if told.to_end:
                raise SystemExit(TERMINATED) from None
            raise KeyboardInterrupt from None
        except FightFailed as failed:
            meter.clear()
            if os.environ.get(DEBUG) == "1":
                sys.stderr.write(failed.trace)
            raise InputFault(
                f"{found.where}: {failed}.",
                f"That is a fault of the program; please report it. `{again} "
                f"--fight {failed.number} --seed {run.seed}` runs this fight alone.",
            ) from None
    meter.clear()
    start = found.system.start(found.setup)
    return Report(
        found.setup,
        run.seed,
        players(names, followed),
        sums,
        followed,
        start.house.changed(),
        found.system.endings(start),
        found.system.unit(start),
        start.house.book,
    )


@dataclass(slots=True)
class Told:
    """Whether somebody told this process to end."""

    to_end: bool = False


@contextmanager
def ends_cleanly() -> Iterator[Told]:
    """Inside, SIGTERM is noted instead of ending the process and leaving others behind; the second
    one stops what is being run where it stands, as Ctrl-C does."""
    told = Told()

    def stop(number: int, frame: object) -> None:
        if told.to_end:
            raise KeyboardInterrupt
        told.to_end = True

    if threading.current_thread() is not threading.main_thread():
        yield told
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield told
    finally:
        signal.signal(signal.SIGTERM, before)


def _writable(page: str) -> None:
    """Refuses a place for the page before the fights are run. Raises `InputFault`."""
    path = Path(page)
    if path.is_dir() or not path.parent.is_dir():
        fault = "is a folder" if path.is_dir() else "lies in a folder that is not there"
        raise InputFault(f"{page} {fault}.", "Name a file for the report, such as report.html.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InputFault(f"{page} may not be written.", "Name another file for the report.")


def lines(report: Report) -> Iterator[str]:
    """The report as text."""
    sums = report.sums
    data = report.to_json()
    who = ", ".join(f"{side} {name}" for side, name in report.policies.items())
    yield f"{report.setup.title} ({report.setup.system})"
    yield f"{sums.fights:,} fights, seed {report.seed}; policies: {who}"
    yield ""
    ends = "Who wins" if report.is_won else "How it ends"
    yield f"{ends} (in brackets: where the true rate lies, at 95 %)"
    rows = []
    won = {"heroes": "the heroes", "foes": "the foes", "none": "nobody"}
    for result in report.results:
        words = won[result] if report.is_won else report.endings[result].named
        rate = data["win_rate"][result]
        between = f"({percent(rate['low'])} to {percent(rate['high'])})"
        rows.append((f"  {words}", percent(rate["estimate"]), between, bar(rate["estimate"])))
    yield from table(rows, right=(1,))
    if sums.tallies:
        yield ""
        yield "What came about"
        told = sorted(sums.tallies.items())
        yield from table(
            [(f"  {w}", percent(n / sums.fights), bar(n / sums.fights)) for w, n in told],
            right=(1,),
        )
    if report.has_rounds:
        yield ""
        yield f"How many {report.unit}s: {data['rounds']['mean']:.1f} on average"
        yield from table(
            [
                (f"  {one.label}", percent(one.count / sums.fights), bar(one.count / sums.fights))
                for one in binned(sums.rounds, MOST_ROWS)
            ],
            right=(1,),
        )
    yield ""
    yield "How everybody comes out of it"
    yield from _combatants(report)
    if sums.defaulted:
        yield ""
        yield "Rulings left at what the book suggests (how often in a fight)"
        for one in report.rulings():
            yield f"  {one.often:6.2f}  {one.rule}"
            yield from wrapped(one.default, " " * 10) if one.default else ()


def _combatants(report: Report) -> Iterator[str]:
    rows = []
    for _, each in report.combatants():
        up = each.states.get(UP, 0)
        out = ", ".join(
            f"{state} {percent(count / each.fights)}"
            for state, count in sorted(each.states.items())
            if state != UP
        )
        left = ", ".join(
            f"{name} {track.left / each.fights:.1f} of {track.high}"
            for name, track in each.tracks.items()
        )
        when = ""
        if gone := sum(each.out_in.values()):
            mean = sum(number * count for number, count in each.out_in.items()) / gone
            when = f"out in {report.unit} {mean:.1f}"
        rows.append((f"  {each.name}", f"up {percent(up / each.fights)}", out, when, left))
    yield from table(rows)
