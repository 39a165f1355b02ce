"""Exact odds in words: of an open roll, and of what an option may lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from affray.cli.console import percent
from affray.kernel.event import plain
from affray.kernel.keys import Key
from affray.kernel.policy import Policy
from affray.kernel.question import Question, Refused
from affray.kernel.system import System
from affray.kernel.view import Seat
from affray.kernel.words import Names
from affray.odds.preview import Chance, Preview, preview_for, readings_for
from affray.tables.play import Play

if TYPE_CHECKING:
    from affray.cli.seat.sitting import Sitting

QUICK_LEAVES = 60
"""Ways that are looked through for an option in a list; with more of them, `odds` is asked for."""


@dataclass(slots=True)
class Foresight:
    """Who makes the choices that follow, in a preview."""

    heroes: Policy
    gm: Policy

    def quick(self, play: Play, question: Question, key: Key, seat: Seat) -> Preview | None:
        """The exact odds of an option, None if they would take long or tell secrets."""
        if question.secret:
            return None
        limits = {"leaves": QUICK_LEAVES, "samples": 1}
        found = preview_for(play, question, key, self.heroes, self.gm, seat, **limits)
        return found if found.exact else None

    def whole(self, play: Play, question: Question, key: Key | None, seat: Seat) -> Preview:
        """All that a preview says; drawn samples where there are too many ways.

        Raises `Refused` where it would tell of what others have answered in secret, or where it is
        not said yet what is done.
        """
        if question.secret:
            raise Refused(
                "illegal",
                "The odds would tell what others have answered in secret.",
                "Ask again when all answers are in.",
            )
        if key is not None and play.system.leads_on(key):
            raise Refused(
                "illegal",
                "The odds hang on what you choose next.",
                "Take it, and ask for the odds of that choice.",
            )
        return preview_for(play, question, key, self.heroes, self.gm, seat)


def reading_text(reading: Any) -> str:
    """A reading of a roll as people say it."""
    if isinstance(reading, (tuple, list)):
        return " ".join(reading_text(part) for part in reading)
    return str(reading).replace("_", " ")


def called(system: System[Any], rule: str, reading: Any) -> str:
    """A reading as the system calls it in a word or two, or as it is."""
    return system.gist(rule, plain(reading)) or reading_text(reading)


def roll_text(sitting: Sitting, question: Question, most: int = 6) -> str:
    """The chance of each reading of an open roll, the likeliest first if there are many; readings
    that the system calls by one name are one. "" if whoever sits here may not know."""
    system = sitting.system
    counts = readings_for(system, question, sitting.fight, sitting.seat)
    if counts is None:
        return ""
    named: dict[str, float] = {}
    for reading, count in counts.items():
        name = called(system, question.id.rule, reading)
        named[name] = named.get(name, 0.0) + count / counts.total
    shares = list(named.items())
    if len(shares) <= most:
        return _shares(shares)
    shares.sort(key=lambda pair: -pair[1])
    rest = sum(share for _, share in shares[most - 1 :])
    return f"{_shares(shares[: most - 1])}, anything else {percent(rest)}"


def _shares(shares: Sequence[tuple[str, float]]) -> str:
    return ", ".join(f"{name} {percent(share)}" for name, share in shares)


def first_roll(system: System[Any], found: Preview) -> str:
    """The chances of the first roll that an option leads to, "" if it leads to none."""
    for (rule, _), chances in found.readings.items():
        return chances_text(system, rule, chances)
    return ""


def chances_text(system: System[Any], rule: str, chances: Mapping[Any, Chance]) -> str:
    """The chances of the readings of a roll made by `rule`, the worst first."""
    named: dict[str, Chance] = {}
    for reading, chance in chances.items():
        name = called(system, rule, reading)
        before = named.get(name, Chance(0))
        named[name] = Chance(before.p + chance.p, before.error + chance.error)
    ordered = sorted(named.items(), key=lambda pair: _order(pair[0]))
    return ", ".join(f"{name} {_chance(chance)}" for name, chance in ordered)


_ORDER = {"failure": 0, "miss": 0, "mixed": 1, "success": 2, "hit": 2}


def _order(name: str) -> tuple[int, str]:
    return (_ORDER.get(name, 1), name)


def _chance(chance: Chance) -> str:
    text = percent(float(chance.p))
    return f"{text} (give or take {percent(chance.error)})" if chance.error else text


def effects(found: Preview, names: Names, most: int = 3) -> list[str]:
    """What the option does on average, for each concerned: `Mill-hand 1 beaten 41 %, HP -3.2`."""
    parts: dict[str, list[str]] = {}
    for (who, state), chance in found.states.items():
        how_likely = f" {_chance(chance)}" if found.leaves > 1 else ""
        parts.setdefault(who, []).append(f"{state}{how_likely}")
    for change in sorted(found.changes, key=lambda change: -abs(change.mean)):
        if abs(change.mean) >= 0.05:
            told = f"{change.track} {signed(change.mean)}"
            parts.setdefault(change.who, []).append(told)
    lines = [f"{names.get(who, who)} {', '.join(told)}" for who, told in parts.items()]
    return [line.lstrip() for line in lines][:most]


def signed(number: float) -> str:
    """A change: plus or minus, with one digit behind the point unless it is whole."""
    return f"{'+' if number > 0 else '-'}{f'{abs(number):.1f}'.removesuffix('.0')}"


def whole_lines(system: System[Any], found: Preview, names: Names) -> Iterator[str]:
    """Everything that a preview says."""
    rules = {**system.words.questions, **system.words.rolls}
    if not (found.readings or found.changes or found.states):
        yield "Nothing is left to chance, and no number changes that you may know of."
    for (rule, who), chances in found.readings.items():
        what = rules.get(rule, rule).format(who=names.get(who, who)).rstrip("?")
        yield f"{what}: {chances_text(system, rule, chances)}"
    for (who, state), chance in found.states.items():
        yield f"{names.get(who, who)} ends up {state}: {_chance(chance)}"
    for change in found.changes:
        way = "rises" if change.mean > 0 else "falls"
        error = f", give or take {change.error:.2f}" if change.error else ""
        whose = f"{names.get(change.who, change.who)}: " if change.who else ""
        yield (
            f"{whose}{change.track} {way} by "
            f"{abs(change.mean):.2f} on average{error} (standard deviation {change.sd:.2f})"
        )
    exact = "exactly" if found.exact else "by sampling"
    yield (
        f"Reckoned {exact}, to the end of the action and what is owed for it, with the usual "
        "choices and rulings after it."
    )


def readings_of(question: Question) -> list[Any]:
    """The readings that an open roll can have, the likeliest first."""
    if question.pool is None or question.read is None:
        raise Refused("late", "No roll is open.")
    counts = question.pool.readings(question.read)
    return [reading for reading, _ in sorted(counts.items(), key=lambda pair: -pair[1])]
