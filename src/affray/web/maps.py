"""Maps and lines as drawings: where each token stands in a picture of 360 across, its label, a
scale. Plain data of a view (see `kernel.sheet.Map`) in, numbers for a template out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, hypot, log10
from typing import Any, TypeAlias

Data = dict[str, Any]
Box: TypeAlias = tuple[float, float, float, float]

WIDTH = 360.0
TALLEST, LOWEST = 320.0, 150.0
EDGE = 26.0
TOKEN = 10.0
"""The radius of a token: two of them never cover each other."""
LETTER = 6.0
LINE = 13.0
NAMED = 62.0
"""Where a line begins to the left of which the names of levels stand."""
BELOW = -1
"""The shelf of those who stand below a line."""
TICK = 24.0
"""How far apart the numbers of a line stand at least."""
MOST_NEAR = 40
"""As many others as somebody's distances are told of."""
NUMBERED = re.compile(r"(\d+)\D*\Z")


@dataclass(slots=True)
class Token:
    """Somebody in the picture."""

    id: str
    x: float
    y: float
    code: str
    label: str


def drawn(whole: Mapping[str, Any], mine: Sequence[str] = (), acting: Sequence[str] = ()) -> Data:
    """A map as a page draws it: tokens, marks, scale, and the distances as rows of a table."""
    points = whole["points"]
    codes = codes_of([str(point["label"]) for point in points])
    picture = _line(whole, codes) if whole["line"] else _plane(whole, codes)
    by_id = {token.id: token for token in picture["tokens"]}
    axis = picture["axis"]
    full = [(0.0, axis - 6, WIDTH, axis + 16)] if whole["line"] else []
    full += [(0.0, level["y"] - LINE, NAMED, level["y"] + 3) for level in picture["levels"]]
    texts = _labels(picture["tokens"], picture["height"], full)
    shown = []
    for point in points:
        token = by_id[point["id"]]
        text = texts.get(token.id)
        shown.append(
            {
                "id": point["id"],
                "x": _n(token.x),
                "y": _n(token.y),
                "code": token.code,
                "label": point["label"],
                "side": point["side"],
                "note": point["note"],
                "is_up": point["up"],
                "is_mine": point["id"] in mine,
                "is_acting": point["id"] in acting,
                "reach": _n(point["reach"] * picture["scale"]),
                "reach_far": point["reach"],
                "where": _where(whole, point),
                "text": text,
            }
        )
    return {
        "title": whole["title"],
        "says": _said(whole),
        "unit": whole["unit"],
        "is_line": whole["line"],
        "squares": whole["squares"],
        "width": _n(WIDTH),
        "height": _n(picture["height"]),
        "points": shown,
        "marks": picture["marks"],
        "grid": picture["grid"],
        "ticks": picture["ticks"],
        "levels": [
            {"name": level["name"], "y": _n(level["y"]), "text": _n(level["y"] - 4)}
            for level in picture["levels"]
        ],
        "axis": _n(picture["axis"]),
        "bar": picture["bar"],
        "rows": _apart(whole, mine),
        "bands": [f"{name}: up to {_n(most)}" for most, name in whole["bands"]],
    }


def _apart(whole: Mapping[str, Any], mine: Sequence[str]) -> list[Data]:
    """For each of one's own (or everybody) who is how far off, the nearest first; those who are
    equally far off stand together."""
    names = {point["id"]: point["label"] for point in whole["points"]}
    near: dict[str, list[tuple[float, str, str]]] = {}
    for row in whole["apart"]:
        for who, other in (row["who"], reversed(row["who"])):
            if not mine or who in mine:
                near.setdefault(who, []).append((row["distance"], row["band"], names[other]))
    found = []
    for who in names:
        others = sorted(near.get(who, ()), key=lambda one: one[0])
        groups: list[Data] = []
        for distance, band, name in others[:MOST_NEAR]:
            far = f"{_n(distance)} {whole['unit']}"
            if groups and (groups[-1]["far"], groups[-1]["band"]) == (far, band):
                groups[-1]["who"].append(name)
            else:
                groups.append({"far": far, "band": band, "who": [name]})
        if groups:
            left_out = max(0, len(others) - MOST_NEAR)
            found.append({"who": names[who], "near": groups, "left_out": left_out})
    return found


def codes_of(labels: Sequence[str]) -> list[str]:
    """A letter or two for each label, all different: initials, with the number that ends it."""
    found: list[str] = []
    for label in labels:
        words = [word for word in re.split(r"\W+", label) if word] or ["?"]
        number = NUMBERED.search(label)
        tail = number[1][-2:] if number else ""
        initials = [word[0].upper() for word in words if not word.isdigit()] or ["?"]
        wishes = [initials[0] + tail, "".join(initials[:2]) + tail]
        wishes += [words[0][: 2 + (not tail)] + tail, *(f"{initials[0]}{n}" for n in range(2, 99))]
        found.append(next((wish for wish in wishes if wish not in found), "?"))
    return found


def _plane(whole: Mapping[str, Any], codes: Sequence[str]) -> Data:
    points = whole["points"]
    spots = [tuple(point["at"]) for point in points]
    spots += [tuple(spot) for mark in whole["marks"] for spot in mark["spots"]]
    for mark in whole["marks"]:
        if mark["radius"] and mark["spots"]:
            x, y = mark["spots"][0]
            spots += [(x - mark["radius"], y - mark["radius"])]
            spots += [(x + mark["radius"], y + mark["radius"])]
    left, right = _span([x for x, _ in spots])
    low, high = _span([y for _, y in spots])
    scale = min((WIDTH - 2 * EDGE) / (right - left), (TALLEST - 2 * EDGE) / (high - low))
    height = min(TALLEST, max(LOWEST, (high - low) * scale + 2 * EDGE))
    x0 = WIDTH / 2 - (left + right) / 2 * scale
    y0 = height / 2 + (low + high) / 2 * scale

    def put(spot: Sequence[float]) -> tuple[float, float]:
        return x0 + spot[0] * scale, y0 - spot[1] * scale

    tokens = [
        Token(point["id"], *put(point["at"]), code, point["label"])
        for point, code in zip(points, codes, strict=True)
    ]
    _part(tokens, height)
    step = nice(80 / scale)
    grid = {
        "down": [
            _n(x0 + n * step * scale) for n in _steps(-x0 / scale, (WIDTH - x0) / scale, step)
        ],
        "across": [
            _n(y0 - n * step * scale) for n in _steps((y0 - height) / scale, y0 / scale, step)
        ],
    }
    marks = []
    for mark in whole["marks"]:
        places = [put(spot) for spot in mark["spots"]]
        x, y = (sum(each) / len(places) for each in zip(*places, strict=True))
        if mark["closed"]:  # Its name stands at its upper edge, where fewer people stand.
            y = min(place[1] for place in places) + LINE
        marks.append(
            {
                "label": mark["label"],
                "path": "M"
                + " ".join(f"{_n(a)} {_n(b)}" for a, b in places)
                + ("Z" if mark["closed"] else ""),
                "closed": mark["closed"],
                "radius": _n(mark["radius"] * scale) if mark["radius"] else "",
                "x": _n(x),
                "y": _n(y),
            }
        )
    return {
        "tokens": tokens,
        "marks": marks,
        "grid": grid,
        "ticks": [],
        "levels": [],
        "axis": 0.0,
        "height": height,
        "scale": scale,
        "bar": {"width": _n(step * scale), "text": f"{_n(step)} {whole['unit']}"},
    }


def _line(whole: Mapping[str, Any], codes: Sequence[str]) -> Data:
    """Heroes stand above the line, all others below; who shares a spot stands behind another. Who
    is higher than the lowest level is above all of these, on the floor of its own level."""
    points = whole["points"]
    names = whole["levels"]
    start = NAMED if names else EDGE
    places = [point["at"][0] for point in points]
    places += [spot[0] for mark in whole["marks"] for spot in mark["spots"]]
    left, right = (floor(min(places)), ceil(max(places))) if places else (0, 1)
    if right - left < 4:
        left, right = left - (4 - right + left) // 2, left - (4 - right + left) // 2 + 4
    scale = (WIDTH - EDGE - start) / (right - left)
    taken: list[tuple[int, int, float]] = []
    rows: list[tuple[int, int]] = []
    for point in points:
        # Tokens that would cover each other stand on top of each other instead.
        x = point["at"][0] * scale
        shelf = point["level"] if names else 0
        shelf = shelf or (0 if point["side"] == "heroes" else BELOW)
        near = {row for other, row, at in taken if other == shelf and abs(at - x) < 2 * TOKEN + 2}
        row = next(n for n in range(1, len(points) + 1) if n not in near)
        taken.append((shelf, row, x))
        rows.append((shelf, row))
    pitch = 2 * TOKEN + 6

    def stacked(shelf: int) -> int:
        return max((row for at, row in rows if at == shelf), default=0)

    floors: dict[int, float] = {}
    y = EDGE / 2
    for level in range(len(names) - 1, 0, -1):
        y += max(stacked(level), 1) * pitch + 8
        floors[level] = y
    floors[0] = axis = y + stacked(0) * pitch + (8 if floors else 4)
    below = stacked(BELOW)
    tokens = [
        Token(
            point["id"],
            start + (point["at"][0] - left) * scale,
            axis + row * pitch + 10 if shelf == BELOW else floors[shelf] - row * pitch + 6,
            code,
            point["label"],
        )
        for point, code, (shelf, row) in zip(points, codes, rows, strict=True)
    ]
    step = next(n * 10**k for k in range(9) for n in (1, 2, 5) if n * 10**k * scale >= TICK)
    first = ceil(left / step) * step
    ticks = [
        {"x": _n(start + (n - left) * scale), "text": str(n)} for n in range(first, right + 1, step)
    ]
    marks = [
        {
            "label": mark["label"],
            "path": f"M{_n(start + (min(s[0] for s in mark['spots']) - left) * scale)} {_n(axis)}"
            f"H{_n(start + (max(s[0] for s in mark['spots']) - left) * scale)}",
            "closed": True,
            "radius": "",
            "x": _n(start + (sum(s[0] for s in mark["spots"]) / len(mark["spots"]) - left) * scale),
            "y": _n(axis - 4),
        }
        for mark in whole["marks"]
        if mark["spots"]
    ]
    return {
        "tokens": tokens,
        "marks": marks,
        "grid": {"down": [], "across": []},
        "ticks": ticks,
        "levels": [{"name": names[level], "y": floors[level]} for level in floors if level > 0],
        "axis": axis,
        "height": axis + 16 + below * pitch + EDGE / 2,
        "scale": 0.0,
        "bar": None,
    }


def nice(length: float) -> float:
    """The greatest of 1, 2 or 5 times a power of ten that is no more than `length`."""
    power: float = 10.0 ** floor(log10(length)) if length > 0 else 1.0
    return max(step * power for step in (1, 2, 5) if step * power <= length * 1.000001)


def _span(values: Sequence[float]) -> tuple[float, float]:
    low, high = (min(values), max(values)) if values else (0.0, 0.0)
    room = max(10.0 - (high - low), 0.0) / 2
    return low - room, high + room


def _steps(low: float, high: float, step: float) -> range:
    return range(ceil(low / step), floor(high / step) + 1)


def _part(tokens: Sequence[Token], height: float) -> None:
    """Moves tokens that cover each other apart, and all into the picture."""
    least = 2 * TOKEN + 1
    for _ in range(40):
        moved = False
        for at, one in enumerate(tokens):
            for nth, other in enumerate(tokens[at + 1 :], 1):
                x, y = other.x - one.x, other.y - one.y
                far = hypot(x, y)
                if far >= least:
                    continue
                if far < 0.01:  # On one spot: beside each other, in a direction of their own.
                    x, y, far = (1.0, 0.0, 1.0) if nth % 2 else (0.0, 1.0, 1.0)
                    push = least / 2
                else:
                    push = (least - far) / 2 + 0.2
                one.x, one.y = one.x - x / far * push, one.y - y / far * push
                other.x, other.y = other.x + x / far * push, other.y + y / far * push
                moved = True
        for token in tokens:
            token.x = min(max(token.x, TOKEN + 3), WIDTH - TOKEN - 3)
            token.y = min(max(token.y, TOKEN + 3), height - TOKEN - 3)
        if not moved:
            break


def _labels(tokens: Sequence[Token], height: float, full: Sequence[Box]) -> dict[str, Data]:
    """The names that fit beside their tokens without covering anything; the key has them all."""
    taken = [(t.x - TOKEN, t.y - TOKEN, t.x + TOKEN, t.y + TOKEN) for t in tokens]
    taken += full
    found: dict[str, Data] = {}
    for token in tokens:
        text = token.label if len(token.label) <= 18 else f"{token.label[:17]}…"
        width = len(text) * LETTER + 2
        places = (
            (token.x + TOKEN + 3, token.y + 4, "start", token.x + TOKEN + 2),
            (token.x - TOKEN - 3, token.y + 4, "end", token.x - TOKEN - 2 - width),
            (token.x, token.y - TOKEN - 4, "middle", token.x - width / 2),
            (token.x, token.y + TOKEN + LINE - 1, "middle", token.x - width / 2),
        )
        for x, y, anchor, left in places:
            box = (left, y - LINE + 2, left + width, y + 3)
            if box[0] < 2 or box[2] > WIDTH - 2 or box[1] < 0 or box[3] > height:
                continue
            if any(_meet(box, other) for other in taken):
                continue
            taken.append(box)
            found[token.id] = {"x": _n(x), "y": _n(y), "anchor": anchor, "text": text}
            break
    return found


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _where(whole: Mapping[str, Any], point: Mapping[str, Any]) -> str:
    x, y = point["at"]
    high = f", {whole['levels'][point['level']]}" if whole["levels"] and point["level"] else ""
    return f"at {_n(x)}{high}" if whole["line"] else f"at {_n(x)}, {_n(y)}{high}"


def _said(whole: Mapping[str, Any]) -> str:
    """The picture in words, as far as a picture goes: the table has the distances."""
    people = [f"{p['label']} {_where(whole, p)}" for p in whole["points"]]
    what = "A line" if whole["line"] else "A map"
    return f"{what} in {whole['unit']}: {'; '.join(people)}." if people else f"{what}, empty."


def _n(value: float) -> str:
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"
