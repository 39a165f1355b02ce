"""The sums of a simulation as plain data and as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from affray.kernel.system import Setup
from affray.simulate.chance import wilson
from affray.simulate.sums import CombatantSums, Sums

UP = "up"
"""The state of a sheet that takes full part; every other one is a way of being out."""


@dataclass(slots=True)
class Report:
    """A simulation: what was run, and what came out."""

    setup: Setup
    seed: int
    policies: Mapping[str, str]
    sums: Sums

    def combatants(self) -> list[tuple[str, CombatantSums]]:
        """Everybody: the roster in its order, then whoever came later, by id."""
        sums = self.sums.combatants
        roster = [block["id"] for block in self.setup.roster if block["id"] in sums]
        return [(who, sums[who]) for who in [*roster, *sorted(set(sums) - set(roster))]]

    def to_json(self) -> dict[str, Any]:
        """Plain data; shares are from 0 to 1, intervals are Wilson's at 95 %."""
        sums = self.sums
        rounds = sorted(sums.rounds.items())
        return {
            "system": self.setup.system,
            "title": self.setup.title,
            "policies": dict(self.policies),
            "fights": sums.fights,
            "seed": self.seed,
            "wins": dict(sums.wins),
            "win_rate": {result: self._rate(count) for result, count in sums.wins.items()},
            "rounds": {
                "mean": sum(number * count for number, count in rounds) / sums.fights,
                "histogram": {str(number): count for number, count in rounds},
            },
            "combatants": [
                {
                    "id": who,
                    "name": each.name,
                    "side": each.side,
                    "fights": each.fights,
                    "out": {
                        state: count / each.fights
                        for state, count in sorted(each.states.items())
                        if state != UP
                    },
                    "tracks": {
                        name: {"mean": track.left / each.fights, "high": track.high}
                        for name, track in each.tracks.items()
                    },
                }
                for who, each in self.combatants()
            ],
            "rulings_defaulted": dict(sorted(sums.defaulted.items())),
        }

    def _rate(self, count: int) -> dict[str, float]:
        low, high = wilson(count, self.sums.fights)
        return {"estimate": count / self.sums.fights, "low": low, "high": high}
