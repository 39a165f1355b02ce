"""How a fight will go: a few hundred simulated ones, reckoned beside everything else."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from affray.kernel.fight import Fight
from affray.kernel.system import Ending, Setup, System
from affray.simulate.bins import binned
from affray.simulate.chance import wilson
from affray.simulate.sums import Sums
from affray.web.ahead import BATCH, Ahead, Job
from affray.web.telling import percent

FIGHTS = 400
MOST_KEPT = 60
MOST_COLUMNS = 12
"""Numbers of rounds that are told apart, or spans of them where fights are long."""


@dataclass(slots=True)
class Estimate:
    """An estimate that grows; `fault` says why it could not be made."""

    id: str
    setup: Setup
    system: System[Any]
    state: dict[str, Any] | None
    wanted: int = FIGHTS
    sums: Sums = field(default_factory=Sums)
    fault: str = ""
    endings: Mapping[str, Ending] = field(init=False)
    unit: str = field(init=False)

    def __post_init__(self) -> None:
        if self.state is None:
            start = self.system.start(self.setup)
        else:
            start = self.system.load(self.state, self.setup)
        self.endings = self.system.endings(start)
        self.unit = self.system.unit(start)

    @property
    def is_done(self) -> bool:
        return bool(self.fault) or self.sums.fights >= self.wanted

    def data(self, url: str) -> dict[str, Any]:
        """The estimate as a page draws it; shares are from 0 to 1, intervals Wilson's at 95 %."""
        sums = self.sums
        count = max(1, sums.fights)
        rounds = sorted(sums.rounds.items())
        return {
            "id": self.id,
            "state": "ready" if self.is_done else "coming",
            "title": self.setup.title,
            "url": url,
            "fault": self.fault,
            "fights": sums.fights,
            "of": self.wanted,
            "wins": [self._win(result, sums.wins[result]) for result in self.endings],
            "tallies": [
                {"what": words, "percent": percent(times / count)}
                for words, times in sorted(sums.tallies.items())
            ],
            "rounds": {
                "mean": round(sum(number * times for number, times in rounds) / count, 2),
                "unit": self.unit,
                "histogram": [
                    {
                        "round": one.label,
                        "p": one.count / count,
                        "percent": percent(one.count / count),
                    }
                    for one in (binned(sums.rounds, MOST_COLUMNS) if rounds else ())
                ],
            },
            "out": self._out(),
            "policies": self.system.policy_names[0],
        }

    def _win(self, result: str, times: int) -> dict[str, Any]:
        low, high = wilson(times, self.sums.fights)
        p = times / max(1, self.sums.fights)
        return {
            "who": self.endings[result].named,
            "result": result,
            "p": p,
            "percent": percent(p),
            "low": percent(low),
            "high": percent(high),
            "low_p": low,
            "high_p": high,
            "interval": f"{percent(low)} to {percent(high)}",
        }

    def _out(self) -> list[dict[str, Any]]:
        found = []
        for who, each in self.sums.combatants.items():
            out = sum(times for state, times in each.states.items() if state != "up")
            p = out / max(1, each.fights)
            by_round = {
                number: times / max(1, self.sums.watched)
                for number, times in sorted(each.out_in.items())
            }
            found.append(
                {
                    "id": who,
                    "who": each.name,
                    "side": each.side,
                    "p": p,
                    "percent": percent(p),
                    "rounds": [
                        {"round": number, "p": share, "percent": percent(share)}
                        for number, share in by_round.items()
                    ],
                }
            )
        return found


class Estimates:
    """The estimates of the process, the latest ones."""

    def __init__(self, ahead: Ahead) -> None:
        self._ahead = ahead
        self._kept: OrderedDict[str, Estimate] = OrderedDict()

    def of(self, number: str) -> Estimate | None:
        return self._kept.get(number)

    def begin(
        self,
        system: System[Any],
        setup: Setup,
        *,
        state: Fight[Any] | None = None,
        wanted: int = FIGHTS,
    ) -> Estimate:
        """Begins an estimate of a setup, or of a fight of it as it stands."""
        dumped = None if state is None else system.dump(state)
        made = Estimate(secrets.token_urlsafe(12), setup, system, dumped, wanted)
        self._kept[made.id] = made
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        self._go_on(made)
        return made

    def drop(self, number: str) -> None:
        """Nobody wants it any more."""
        self._kept.pop(number, None)

    def _go_on(self, made: Estimate) -> None:
        data: dict[str, Any] = {
            "job": "estimate",
            "setup": made.setup.dump(),
            "state": made.state,
            "seed": 1,
            "first": made.sums.fights + 1,
            "count": min(BATCH, made.wanted - made.sums.fights),
        }

        def done(found: Mapping[str, Any]) -> None:
            if "fault" in found:
                made.fault = found["fault"]
                return
            made.sums.merge(found["sums"])
            if not made.is_done:
                self._go_on(made)

        self._ahead.ask(Job(data, lambda: made.id in self._kept, done, urgent=False))
