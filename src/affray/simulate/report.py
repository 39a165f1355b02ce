"""The sums of a simulation as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from affray.kernel.rulebook import Change, Rulebook
from affray.kernel.system import ENDINGS, Ending, Setup
from affray.simulate.chance import wilson
from affray.simulate.sums import UP, CombatantSums, Sums
from affray.tables.doctrine import Doctrine


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling that nobody made: its id, what it is about and what was taken instead, in the words
    of the ledger, and how often in a fight."""

    rule: str
    says: str
    default: str
    often: float


@dataclass(slots=True)
class Report:
    """A simulation: what was run, and what came out.

    `policies` name who played each side, a doctrine as "doctrine:NAME"; `changes` are the points
    in which the rules in force differ from the book; `endings` say what the results are called,
    `unit` what the fights are counted in, and `book` what the rulings are about.
    """

    setup: Setup
    seed: int
    policies: Mapping[str, str]
    sums: Sums
    doctrines: Mapping[str, Doctrine] = field(default_factory=dict)
    changes: Sequence[Change] = ()
    endings: Mapping[str, Ending] = field(default_factory=lambda: ENDINGS)
    unit: str = "round"
    book: Rulebook | None = None

    @property
    def results(self) -> list[str]:
        """The results worth a line: who wins, or in the system's own words, what came about."""
        return [each for each in self.endings if self.is_won or self.sums.wins[each]]

    @property
    def has_rounds(self) -> bool:
        """Whether any time was counted."""
        return any(self.sums.rounds)

    @property
    def is_won(self) -> bool:
        """Whether winning is what this is about, and not something that has words of its own."""
        return all(self.endings[each].named == one.named for each, one in ENDINGS.items())

    def rulings(self) -> list[Ruling]:
        """The rulings that were left to their default, the most frequent first."""
        found = []
        for rule, count in self.sums.defaulted.items():
            known = self.book is not None and rule in self.book
            one = self.book.rule(rule) if self.book is not None and known else None
            said = (one.says, one.default) if one is not None else ("", "")
            found.append(Ruling(rule, *said, count / self.sums.fights))
        return sorted(found, key=lambda one: (-one.often, one.rule))

    def combatants(self) -> list[tuple[str, CombatantSums]]:
        """Everybody: the roster in its order, then whoever came later, by id."""
        sums = self.sums.combatants
        roster = [block["id"] for block in self.setup.roster if block["id"] in sums]
        return [(who, sums[who]) for who in [*roster, *sorted(set(sums) - set(roster))]]

    def to_json(self) -> dict[str, Any]:
        """Plain data; shares are from 0 to 1, intervals are Wilson's at 95 %.

        `out_by_round` is, of the fights that were watched, the share in which somebody went out for
        good in that round (0 is before the first).
        """
        sums = self.sums
        rounds = sorted(sums.rounds.items())
        return {
            "system": self.setup.system,
            "title": self.setup.title,
            "policies": dict(self.policies),
            "doctrines": {
                side: {"name": one.name, "fallback": one.fallback, "about": one.about}
                for side, one in self.doctrines.items()
            },
            "house_rules": [
                {"kind": c.kind, "id": c.id, "rule": c.rule, "book": c.book, "own": c.own}
                for c in self.changes
            ],
            "fights": sums.fights,
            "watched": sums.watched,
            "seed": self.seed,
            "wins": dict(sums.wins),
            "endings": {result: self.endings[result].named for result in sums.wins},
            "tallies": {
                words: count / sums.fights for words, count in sorted(sums.tallies.items())
            },
            "win_rate": {result: self._rate(count) for result, count in sums.wins.items()},
            "unit": self.unit,
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
                    "out_by_round": {
                        str(number): count / sums.watched
                        for number, count in sorted(each.out_in.items())
                    },
                    "tracks": {
                        name: {"mean": track.left / each.fights, "high": track.high}
                        for name, track in each.tracks.items()
                    },
                }
                for who, each in self.combatants()
            ],
            "rulings_defaulted": dict(sorted(sums.defaulted.items())),
            "rulings": {
                one.rule: {"says": one.says, "default": one.default} for one in self.rulings()
            },
        }

    def _rate(self, count: int) -> dict[str, float]:
        low, high = wilson(count, self.sums.fights)
        return {"estimate": count / self.sums.fights, "low": low, "high": high}


def players(policies: Mapping[str, str], doctrines: Mapping[str, Doctrine]) -> dict[str, str]:
    """Who plays each side: the name of a policy, or "doctrine:NAME"."""
    return dict(policies) | {side: f"doctrine:{one.name}" for side, one in doctrines.items()}


__all__ = ["UP", "Report", "Ruling", "players"]
