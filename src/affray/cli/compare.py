"""`affray compare`: two encounters, or one under two sets of house rules, side by side."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from affray.cli.console import percent, say, say_json, table
from affray.cli.faults import InputFault
from affray.cli.find import encounter, file_text
from affray.cli.simulate import ENOUGH_WATCHED, Run, run_aloud
from affray.kernel.rulebook import HouseRules
from affray.kernel.system import ENDINGS, System
from affray.simulate.chance import difference
from affray.simulate.report import UP, Report
from affray.simulate.running import policies_for

WINNERS = {result: ending.named for result, ending in ENDINGS.items()}


@dataclass(slots=True, frozen=True)
class Wanted:
    """What is compared: `right` is another encounter (None: the same), `rules` and `files` are
    house rules of the right side alone."""

    left: str
    right: str | None
    rules: Sequence[str]
    files: Sequence[str]


def compare(
    wanted: Wanted,
    *,
    fights: int,
    seed: int,
    jobs: int | None,
    policies: Mapping[str, str],
    doctrines: Sequence[str] = (),
    as_json: bool,
) -> None:
    """Runs the fights of both sides with the same seed and prints them side by side."""
    left = encounter(wanted.left)
    if wanted.right is None and not (wanted.rules or wanted.files):
        raise InputFault(
            "There is nothing to compare with.",
            "Name a second encounter, or house rules: --with armor-max=4, --house harsh.toml.",
            code=2,
        )
    other = wanted.left if wanted.right is None else wanted.right
    right = encounter(other)
    if under := _house_rules(right.system, wanted):
        right = encounter(other, under)
    for one in (left, right):
        policies_for(one.system, policies)
    run = Run(fights, seed, jobs, policies, doctrines, max(1, fights // ENOUGH_WATCHED))
    reports = [
        run_aloud(one, run, again=f"affray play {one.where}", what=f"fights of the {side} side")
        for side, one in (("left", left), ("right", right))
    ]
    if as_json:
        say_json(plain(*reports))
        return
    for line in lines(*reports):
        say(line)


def _house_rules(of: System[Any], wanted: Wanted) -> dict[str, Any]:
    """The house rules of the right side, the later over the earlier.

    Raises `InputFault`, `HouseRulesError`, which name where each fault stands.
    """
    found: dict[str, Any] = {}
    parts = [(name, _of_file(name)) for name in wanted.files]
    for text in wanted.rules:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            cure = "Write --with KEY=VALUE, such as --with armor-max=4."
            raise InputFault(f"{text[:60]!r} is no house rule.", cure, code=2)
        parts.append((f"--with {text[:60]}", {key.strip(): _value(value.strip())}))
    for where, rules in parts:
        HouseRules(of.rulebook).with_table(rules, where)
        modes = {**found.get("modes", {}), **rules.get("modes", {})}
        found |= rules
        if modes:
            found["modes"] = modes
    return found


def _of_file(name: str) -> dict[str, Any]:
    """House rules in a file: a `[house-rules]` table, as in an encounter, or the bare rules."""
    try:
        data = tomllib.loads(file_text(Path(name)))
    except tomllib.TOMLDecodeError as error:
        raise InputFault(f"{name}: it is not readable as TOML ({error}).") from None
    rules = data.get("house-rules", data)
    if not isinstance(rules, dict):
        raise InputFault(f"{name}: house-rules is no table.", "Write [house-rules] above them.")
    return dict(rules)


def _value(text: str) -> Any:
    """A whole number, a list of them with commas between, or a word."""
    if re.fullmatch(r"-?[0-9]{1,9}", text):
        return int(text)
    if re.fullmatch(r"-?[0-9]{1,9}(,-?[0-9]{1,9})+", text):
        return [int(part) for part in text.split(",")]
    return text


# ---- telling ----


def plain(left: Report, right: Report) -> dict[str, Any]:
    """Both reports and what lies between them; a difference is the right less the left."""
    data = {}
    for result in WINNERS:
        ours, theirs = left.sums.wins[result], right.sums.wins[result]
        low, high = difference(ours, left.sums.fights, theirs, right.sums.fights)
        share = theirs / right.sums.fights - ours / left.sums.fights
        data[result] = {"estimate": share, "low": low, "high": high}
    return {
        "left": left.to_json(),
        "right": right.to_json(),
        "difference": {"win_rate": data, "rounds": _rounds(right) - _rounds(left)},
    }


def lines(left: Report, right: Report) -> Iterator[str]:
    """The comparison as text."""
    differences = plain(left, right)["difference"]["win_rate"]
    yield f"{left.sums.fights:,} fights each, seed {left.seed}"
    if dict(left.policies) == dict(right.policies):
        who = ", ".join(f"{side} {name}" for side, name in left.policies.items())
        yield f"policies: {who}"
    yield ""
    rows = [("", "left", "right", "right less left")]
    rows.append(("  title", left.setup.title, right.setup.title, ""))
    for name, one, other in _rules(left, right):
        rows.append((f"  {name}", one, other, ""))
    for result, words in WINNERS.items():
        if not (left.sums.wins[result] or right.sums.wins[result]):
            continue
        change = _points(differences[result])
        rows.append((f"  {words}", _rate(left, result), _rate(right, result), change))
    before, after = _rounds(left), _rounds(right)
    rows.append(
        (f"  {left.unit}s on average", f"{before:.1f}", f"{after:.1f}", f"{after - before:+.1f}")
    )
    rows += _people(left, right)
    yield from table(rows)
    yield ""
    yield from _verdict(differences["heroes"])


def _rules(left: Report, right: Report) -> Iterator[tuple[str, str, str]]:
    """The house rules in which the two differ."""
    ours = {change.id: change for change in left.changes}
    theirs = {change.id: change for change in right.changes}
    for name in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(name), theirs.get(name)
        book = (one or other).book  # type: ignore[union-attr]
        shown = [str(book if each is None else each.own) for each in (one, other)]
        if shown[0] != shown[1]:
            yield name, shown[0], shown[1]


def _rate(report: Report, result: str) -> str:
    rate = report.to_json()["win_rate"][result]
    return f"{percent(rate['estimate'])} ({percent(rate['low'])} to {percent(rate['high'])})"


def _points(one: Mapping[str, float]) -> str:
    low, high = 100 * one["low"], 100 * one["high"]
    return f"{100 * one['estimate']:+.1f} points ({low:+.1f} to {high:+.1f})"


def _rounds(report: Report) -> float:
    rounds = report.sums.rounds
    return sum(number * count for number, count in rounds.items()) / report.sums.fights


def _people(left: Report, right: Report) -> Iterator[tuple[str, str, str, str]]:
    """Everybody who is on both sides: how often they are up at the end."""
    theirs = dict(right.combatants())
    for who, one in left.combatants():
        other = theirs.get(who)
        if other is None:
            continue
        shares = [each.states.get(UP, 0) / each.fights for each in (one, other)]
        change = f"{100 * (shares[1] - shares[0]):+.1f} points"
        yield (f"  {one.name} up", percent(shares[0]), percent(shares[1]), change)


def _verdict(heroes: Mapping[str, float]) -> Iterator[str]:
    if heroes["low"] > 0:
        yield "The heroes win more often on the right."
    elif heroes["high"] < 0:
        yield "The heroes win more often on the left."
    else:
        yield "These fights do not show that either side is better for the heroes; run more."
