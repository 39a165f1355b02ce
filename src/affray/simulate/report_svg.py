"""The charts of a report: inline SVG, drawn for a phone's width, coloured by classes.

Every chart says in words what it shows (`title`), and stands beside a table with the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Side: TypeAlias = tuple[str, str, Sequence[tuple[str, T]]]
"""The rows of a side: its words, its kind, and for each row a name and what is drawn."""

WIDTH = 360
_LABEL = 14
"""Letters of a name that have room beside a bar."""


def svg(name: str, title: str, height: int, parts: Sequence[str]) -> str:
    """A chart: `name` is its id in the page, `title` what it shows, `parts` its drawing."""
    return (
        f'<svg role="img" aria-labelledby="{name}" viewBox="0 0 {WIDTH} {height}">'
        f'<title id="{name}">{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _rect(x: float, y: float, width: float, height: float, kind: str) -> str:
    return (
        f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}"'
        f' height="{max(height, 0):.1f}" rx="2"/>'
    )


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _whisker(low: float, high: float, y: float) -> str:
    ends = "".join(f"M{x:.1f} {y - 5:.1f}v10" for x in (low, high))
    return f'<path class="whisker" d="M{low:.1f} {y:.1f}H{high:.1f}{ends}"/>'


def short_name(name: str, letters: int = _LABEL) -> str:
    """A name cut to so many letters."""
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"


def percent(share: float) -> str:
    """A share in per cent, short."""
    if 0 < share < 0.001:
        return "< 0.1 %"
    return f"{share * 100:.1f} %" if share else "0 %"


def rough(share: float) -> str:
    """A share in whole per cent without the sign, a dash for never."""
    if share == 0:
        return "–"
    return f"{share * 100:.0f}" if share >= 0.01 else "< 1"


def interval_chart(
    name: str, title: str, rows: Sequence[tuple[str, str, float, float, float]]
) -> str:
    """Shares with their intervals: (words, kind, share, low, high) each."""
    parts = []
    left, wide = 92, 206
    for number, (words, kind, share, low, high) in enumerate(rows):
        y = number * 34
        parts += [
            _text(0, y + 19, words),
            _rect(left, y + 5, wide, 20, "rest"),
            _rect(left, y + 5, wide * share, 20, kind),
            _whisker(left + wide * low, left + wide * high, y + 15),
            _text(WIDTH, y + 20, percent(share), "number", "end"),
        ]
    return svg(name, title, 34 * len(rows) - 4, parts)


def histogram(name: str, title: str, columns: Sequence[tuple[str, float]]) -> str:
    """Upright columns: (label, share) each."""
    high, foot = 190, 22
    most = max(share for _, share in columns)
    step = WIDTH / len(columns)
    gap = min(6.0, step * 0.2)
    parts = []
    every = -(-len(columns) // 12)
    for number, (label, share) in enumerate(columns):
        tall = (high - 18) * share / most
        x = number * step
        parts.append(_rect(x + gap / 2, high - tall, step - gap, tall, "bar"))
        if step >= 34 and share:
            parts.append(
                _text(x + step / 2, high - tall - 5, f"{rough(share)} %", "soft", "middle")
            )
        if number % every == 0:
            parts.append(_text(x + step / 2, high + 16, label, "", "middle"))
    parts.append(f'<path class="axis" d="M0 {high + 0.5}H{WIDTH}"/>')
    return svg(name, title, high + foot, parts)


def outs(
    name: str, title: str, labels: Sequence[str], sides: Sequence[Side[Sequence[float]]]
) -> str:
    """For everybody a row of small columns: how often they go out in each round."""
    everybody = [shares for _, _, rows in sides for _, shares in rows]
    most = max((share for shares in everybody for share in shares), default=0.0) or 1.0
    left, wide, tall = 116, 184, 26
    step = wide / max(len(labels), 1)
    parts = []
    foot = 0.0
    for words, kind, rows in sides:
        foot += 18
        parts.append(_text(0, foot, words, "soft"))
        for who, shares in rows:
            foot += tall + 6
            parts += [
                _text(0, foot - 5, short_name(who)),
                f'<path class="axis" d="M{left} {foot + 0.5}h{wide}"/>',
                _text(WIDTH, foot - 5, percent(sum(shares)), "number", "end"),
            ]
            for at, share in enumerate(shares):
                height = tall * share / most
                parts.append(_rect(left + at * step + 1, foot - height, step - 2, height, kind))
        foot += 6
    foot += 8
    parts += [
        _text(left + (at + 0.5) * step, foot, label, "soft", "middle")
        for at, label in enumerate(labels)
    ]
    return svg(name, title, round(foot + 6), parts)


def tracks(name: str, title: str, sides: Sequence[Side[tuple[float, int]]]) -> str:
    """What is left of everybody: mean and highest of each."""
    left, wide, row = 116, 150, 24
    parts = []
    y = 0.0
    for words, kind, rows in sides:
        parts.append(_text(0, y + 14, words, "soft"))
        y += 20
        for who, (mean, highest) in rows:
            share = min(max(mean / highest, 0.0), 1.0) if highest else 0.0
            parts += [
                _text(0, y + 16, short_name(who)),
                _rect(left, y + 5, wide, 13, "rest"),
                _rect(left, y + 5, wide * share, 13, kind),
                _text(WIDTH, y + 16, f"{mean:.1f} of {highest}", "number", "end"),
            ]
            y += row
        y += 8
    return svg(name, title, round(y), parts)
