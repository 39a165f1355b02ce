"""A report as one page: no script, nothing from elsewhere, charts with their numbers beside.

It follows the reader's light or dark scheme and reads on a phone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from affray import __version__
from affray.simulate import report_svg as draw
from affray.simulate.bins import binned, placed
from affray.simulate.report import Report
from affray.simulate.report_svg import percent, rough
from affray.simulate.sums import UP, CombatantSums

MOST_COLUMNS = 9
"""Columns of a chart over rounds; where there are more rounds, a column stands for several."""

SIDES = {"heroes": "the heroes", "foes": "the foes", "none": "nobody"}


def page(report: Report, command: str) -> str:
    """The whole page; `command` is what was typed to run the simulation."""
    title = escape(report.setup.title)
    body = "\n".join(
        [
            _head(report),
            _wins(report),
            _rounds(report) if report.has_rounds else "",
            _outs(report),
            _left(report),
            _players(report),
            _rulings(report),
            _house(report),
            _again(command),
        ]
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: simulated</title>
<style>{STYLE}</style>
</head>
<body>
<main>
{body}
</main>
<footer>Made by affray {escape(__version__)}.</footer>
</body>
</html>
"""


def _head(report: Report) -> str:
    setup, sums = report.setup, report.sums
    wins = sums.wins["heroes"] / sums.fights
    rate = report.to_json()["win_rate"]["heroes"]
    mean = report.to_json()["rounds"]["mean"]
    lasting = f", which last {mean:.1f} {report.unit}s on average" if report.has_rounds else ""
    about = f'<p class="about">{escape(" ".join(setup.about.split()))}</p>' if setup.about else ""
    return f"""<header>
<p class="eyebrow">{escape(setup.system)}, {sums.fights:,} fights</p>
<h1>{escape(setup.title)}</h1>
{about}
<p class="claim">{_claim(report, percent(wins))}
({percent(rate["low"])} to {percent(rate["high"])}, at 95 %){lasting}.</p>
</header>"""


def _claim(report: Report, share: str) -> str:
    if report.is_won:
        return f"The heroes win <strong>{share}</strong> of these fights"
    named = report.endings["heroes"].named
    return f"{escape(named[:1].upper() + named[1:])} in <strong>{share}</strong> of these runs"


def _wins(report: Report) -> str:
    rates = report.to_json()["win_rate"]
    called = _called(report)
    rows = [
        (called[result], result, rate["estimate"], rate["low"], rate["high"])
        for result, rate in rates.items()
        if result in report.results
    ]
    said = "; ".join(f"{words} {percent(share)}" for words, _, share, _, _ in rows)
    title = "Who wins" if report.is_won else "How it ends"
    chart = draw.interval_chart("chart-wins", f"{title}: {said}", rows)
    numbers = _table(
        (title, "Fights", "Share", "At 95 % from", "to"),
        [
            (called[result], f"{report.sums.wins[result]:,}", percent(share), percent(low),
             percent(high))
            for _, result, share, low, high in rows
        ],
    )  # fmt: skip
    note = "The line across each bar is where the true share may well lie."
    return _section(title, chart, numbers, note) + _tallies(report)


def _called(report: Report) -> dict[str, str]:
    """What the results are called in a table."""
    if report.is_won:
        return SIDES
    return {result: ending.named for result, ending in report.endings.items()}


def _tallies(report: Report) -> str:
    """What else came about, and in what share of the fights; nothing where nothing is counted."""
    sums = report.sums
    counted = sorted(sums.tallies.items())
    if not counted:
        return ""
    rows = [(words, f"{count:,}", percent(count / sums.fights)) for words, count in counted]
    return f"<section><h2>What came about</h2>{_table(('What', 'Fights', 'Share'), rows)}</section>"


def _rounds(report: Report) -> str:
    counts = report.sums.rounds
    fights = report.sums.fights
    shown = binned(counts, MOST_COLUMNS)
    columns = [(one.label, one.count / fights) for one in shown]
    mean = sum(number * count for number, count in counts.items()) / fights
    many = f"{report.unit}s"
    title = f"{many.capitalize()} of a fight, {mean:.1f} on average"
    chart = draw.histogram("chart-rounds", title, columns)
    numbers = _table(
        (many.capitalize(), "Fights", "Share"),
        [(one.label, f"{one.count:,}", percent(one.count / fights)) for one in shown],
    )
    return _section(f"How many {many}", chart, numbers)


def _outs(report: Report) -> str:
    watched = report.sums.watched
    title = "Who goes out when"
    happened = {number for _, each in report.combatants() for number in each.out_in}
    if not watched or not happened:
        return _section(title, "", "<p>Nobody went out in any fight.</p>")
    gone = Counter[int]()
    for _, each in report.combatants():
        gone.update(each.out_in)
    columns = binned(gone, MOST_COLUMNS, min(1, *happened))
    labels = [one.label for one in columns]

    def shares(each: CombatantSums) -> list[float]:
        return [count / watched for count in placed(each.out_in, columns)]

    sides = [
        (words, kind, [(each.name, shares(each)) for _, each in members])
        for words, kind, members in _sides(report)
    ]
    unit = report.unit
    starts = [one.label if one.last is None else str(one.first) for one in columns]
    said = f"In which {unit} everybody goes out for good"
    chart = draw.outs("chart-outs", said, starts, sides)
    numbers = _table(
        (f"Out in {unit} (in %)", *labels, "all"),
        [
            line
            for words, _, rows in sides
            for line in (
                (words,),
                *((name, *map(rough, found), rough(sum(found))) for name, found in rows),
            )
        ],
    )
    wide = columns[0].last or columns[0].first
    width = wide - columns[0].first + 1
    column = f"a {unit}" if width == 1 else f"{width} {unit}s from the number under it on"
    note = (
        f"Watched {unit} by {unit} in {watched:,} of the {report.sums.fights:,} fights. Each small "
        f"column is {column}, the number is how often somebody is out at the end."
    )
    return _section(title, chart, numbers, note)


def _sides(report: Report) -> Iterator[tuple[str, str, list[tuple[str, CombatantSums]]]]:
    """Everybody by side: the words for it, its kind, and its members."""
    for side in ("heroes", "foes"):
        members = [(who, each) for who, each in report.combatants() if each.side == side]
        if members:
            yield SIDES[side], side, members


def _left(report: Report) -> str:
    sides = []
    lines: list[tuple[str, ...]] = []
    for words, kind, members in _sides(report):
        rows = []
        lines.append((words,))
        for _, each in members:
            states = ", ".join(
                f"{state} {percent(count / each.fights)}"
                for state, count in sorted(each.states.items(), key=lambda one: one[0] != UP)
            )
            for name, track in each.tracks.items():
                mean = track.left / each.fights
                rows.append((each.name, (mean, track.high)))
                lines.append((each.name, name, f"{mean:.1f}", str(track.high), states))
        sides.append((words, kind, rows))
    if len(lines) <= len(sides):
        return ""
    chart = draw.tracks("chart-left", "What is left of everybody on average", sides)
    numbers = _table(("Who", "Track", "Mean", "Of", "At the end"), lines, words=(0, 1, 4))
    return _section("How everybody comes out of it", chart, numbers)


def _players(report: Report) -> str:
    rows = []
    for side, name in report.policies.items():
        words = "The heroes" if side == "heroes" else "The foes and the rulings"
        doctrine = report.doctrines.get(side)
        if doctrine is None:
            rows.append((words, f"policy {name}", ""))
        else:
            rows.append((words, f"doctrine {doctrine.name}, else {doctrine.fallback}",
                         doctrine.about))  # fmt: skip
    table = _table(("Side", "Played by", "What it does"), rows, words=(0, 1, 2))
    return _section("Who played", "", table)


def _rulings(report: Report) -> str:
    if not report.sums.defaulted:
        return ""
    told = []
    for one in report.rulings():
        often = f"{one.often:.2f}" if one.often >= 0.01 else "< 0.01"
        taken = f"<dd>What was taken: {escape(one.default)}</dd>" if one.default else ""
        told.append(
            f"<dt>{escape(one.says or one.rule)}</dt>{taken}"
            f'<dd class="faint">{escape(one.rule)} {often} in a fight</dd>'
        )
    note = "What a GM would have been asked, and how often; nobody was, so the default was taken."
    return _section("Rulings left to their default", "", f"<dl>{''.join(told)}</dl>", note)


def _house(report: Report) -> str:
    if not report.changes:
        return _section("House rules", "", "<p>None: the rules are those of the book.</p>")
    rows = [(c.id, _value(c.book), _value(c.own), c.rule) for c in report.changes]
    table = _table(("House rule", "In the book", "Here", "Rule"), rows, words=(0, 1, 2, 3))
    return _section("House rules", "", table)


def _value(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _again(command: str) -> str:
    return _section(
        "To run it again",
        "",
        f'<pre tabindex="0"><code>{escape(command)}</code></pre>',
        "The same seed gives the same numbers, however many processes run.",
    )


# ---- the shape of the page ----


def _section(title: str, chart: str, numbers: str, note: str = "") -> str:
    said = f'<p class="note">{escape(note)}</p>' if note else ""
    if not chart:
        return f"<section><h2>{escape(title)}</h2>\n{numbers}{said}</section>"
    return (
        f"<section><h2>{escape(title)}</h2>\n"
        f'<div class="both"><figure>{chart}{said}</figure>{numbers}</div></section>'
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = (0,)) -> str:
    """A table; columns that are not in `words` hold numbers. A row of one cell heads a group."""

    def cells(row: Sequence[str], tag: str) -> Iterator[str]:
        for at, text in enumerate(row):
            kind = "" if at in words else ' class="n"'
            scope = ' scope="col"' if tag == "th" else ""
            if tag == "td" and at == 0:
                yield f'<th scope="row">{escape(text)}</th>'
            else:
                yield f"<{tag}{scope}{kind}>{escape(text)}</{tag}>"

    def line(row: Sequence[str]) -> str:
        if len(row) == 1:  # the heading of a group
            said = f'<th scope="rowgroup" colspan="{len(head)}">{escape(row[0])}</th>'
            return f'<tr class="group">{said}</tr>'
        return f"<tr>{''.join(cells(row, 'td'))}</tr>"

    lines = "\n".join(map(line, rows))
    top = "".join(cells(head, "th"))
    return (
        f'<div class="scroll" tabindex="0"><table><thead><tr>{top}</tr></thead>\n'
        f"<tbody>{lines}</tbody></table></div>"
    )


STYLE = """
:root { color-scheme: light dark;
  --bg: #f4efe4; --panel: #fbf8f1; --line: #d9cfbb; --ink: #2a251c; --soft: #5f5643;
  --faint: #6a614e; --ember: #a85a08; --hero: #14625f; --foe: #a5352a; --rest: #e6dfcf;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia,
    "DejaVu Serif", serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
@media (prefers-color-scheme: dark) { :root {
  --bg: #15130f; --panel: #1d1a15; --line: #3a342a; --ink: #ece4d4; --soft: #b3a78f;
  --faint: #9c907a; --ember: #f0a04b; --hero: #7cc4c0; --foe: #ef8a7e; --rest: #2e2921; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 15px/1.5 var(--sans);
  overflow-wrap: anywhere; }
main { max-width: 1000px; margin: 0 auto; padding: 32px 20px 8px; }
header { padding: 0 4px 12px; max-width: 70ch; }
h1 { font: 600 34px/1.15 var(--serif); margin: 4px 0 12px; }
h2 { font: 600 20px/1.2 var(--serif); margin: 0 0 14px; }
.eyebrow { font-size: 12.5px; letter-spacing: .08em; text-transform: uppercase;
  color: var(--faint); margin: 0; }
.about { font: italic 16px/1.55 var(--serif); color: var(--soft); margin: 0 0 14px; }
.claim { font: 20px/1.5 var(--serif); margin: 0; }
.claim strong { color: var(--ember); font-weight: 600; white-space: nowrap; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 10px;
  padding: 18px 20px; margin: 0 0 16px; }
.both { display: grid; grid-template-columns: minmax(0, 420px) minmax(0, 1fr); gap: 28px;
  align-items: start; }
figure { margin: 0; }
svg { display: block; width: 100%; height: auto; max-width: 480px; overflow: visible; }
svg text { font: 13px var(--sans); fill: var(--ink); font-variant-numeric: tabular-nums; }
svg text.soft { fill: var(--soft); font-size: 11.5px; }
svg text.number { font-weight: 600; font-size: 12.5px; }
.heroes { fill: var(--hero); } .foes { fill: var(--foe); } .none { fill: var(--faint); }
.bar { fill: var(--ember); } .rest { fill: var(--rest); }
.axis { stroke: var(--line); fill: none; }
.whisker { stroke: var(--ink); stroke-width: 1.5; fill: none; }
.note { color: var(--soft); font-size: 13.5px; margin: 12px 0 0; }
.scroll { overflow-x: auto; }
dl { margin: 0; max-width: 78ch; } dt { margin-top: 14px; } dt:first-child { margin-top: 0; }
dd { margin: 0; color: var(--soft); } dd.faint { color: var(--faint); font-size: 13px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; overflow-wrap: normal; }
th, td { padding: 5px 12px 5px 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }
tr > :last-child { padding-right: 0; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--faint); font-size: 12.5px; font-weight: 600; }
tbody th { font-weight: 500; min-width: 14ch; }
.group th { color: var(--soft); font-size: 12.5px; padding-top: 12px; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
pre { margin: 0; padding: 12px 14px; background: var(--bg); border: 1px solid var(--line);
  border-radius: 8px; overflow-x: auto; font-size: 13.5px; white-space: pre-wrap; }
:focus-visible { outline: 2px solid var(--ember); outline-offset: 2px; }
footer { max-width: 1000px; margin: 0 auto; padding: 0 24px 32px; color: var(--faint);
  font-size: 13px; }
@media (max-width: 760px) {
  main { padding: 20px 10px 4px; } h1 { font-size: 27px; } .claim { font-size: 18px; }
  section { padding: 14px; } .both { display: block; } .both .scroll { margin-top: 18px; }
}
@media print { body { background: #fff; } section { break-inside: avoid; } }
"""
