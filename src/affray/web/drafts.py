"""A fight before it is begun: which encounter, whose heroes, which house rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from affray.kernel.encounter import EncounterError, parse, read_encounter
from affray.kernel.rulebook import HouseRules, HouseRulesError, Rulebook
from affray.kernel.system import Setup, System
from affray.registry import UnknownSystem
from affray.registry import system as installed

Data = dict[str, Any]
Own = Mapping[str, Mapping[str, Data]]

SHELVES = ("heroes", "allies", "foes")
LONGEST_TITLE = 200


@dataclass(slots=True)
class Draft:
    """What somebody wrote on the page of a new fight; `setup` is there if it has no faults."""

    system: System[Any]
    encounter: str = ""
    text: str = ""
    where: str = "the encounter"
    party: str = ""
    heroes: list[str] = field(default_factory=list)
    """Entries of the library that come instead of the encounter's heroes."""
    chosen: Data = field(default_factory=dict)
    faults: list[Data] = field(default_factory=list)
    setup: Setup | None = None


def system_named(name: str) -> System[Any] | None:
    """The installed system of that name, None if there is none."""
    try:
        return installed(name)
    except UnknownSystem:
        return None


def read_draft(draft: Draft, own: Own) -> None:
    """Reads the draft: fills in `setup`, or `faults` with their lines."""
    text = draft.text
    if draft.encounter:
        packaged = draft.system.encounters()
        if draft.encounter not in packaged:
            draft.faults.append(_fault("encounter", "there is no such encounter", "Choose one."))
            return
        text = packaged[draft.encounter]
        draft.where = f"{draft.system.name}/{draft.encounter}"
    try:
        data = deepcopy(parse(text, draft.where))
        data.setdefault("system", draft.system.name)
        if draft.heroes:
            data["heroes"] = [{"use": name} for name in draft.heroes]
        house = data.setdefault("house-rules", {})
        if isinstance(house, dict):
            _lay(house, draft.chosen)
        _fill_in(data, own)
        draft.setup = read_encounter(data, draft.where, draft.system)
    except (EncounterError, HouseRulesError) as error:
        draft.faults += [
            _fault(one.place, one.fault, one.cure, line_of(text, one.place)) for one in error.faults
        ]


def write_in(draft: Draft, text: str) -> None:
    """Takes in what stands in the text box: it is the encounter, unless it is no more than a copy
    of a packaged one and one of those is chosen."""
    draft.text = text.replace("\r\n", "\n")
    written = draft.text.strip()
    packaged = {each.strip() for each in draft.system.encounters().values()}
    if written and written not in packaged:
        draft.encounter = ""


def _lay(house: Data, chosen: Mapping[str, Any]) -> None:
    for key, value in chosen.items():
        if key == "modes":
            modes = house.setdefault("modes", {})
            if isinstance(modes, dict):
                modes.update(value)
        else:
            house[key] = value


def _fill_in(data: Data, own: Own) -> None:
    """Puts blocks of one's own in the place of their names."""
    for shelf in SHELVES:
        entries = data.get(shelf)
        if not isinstance(entries, list):
            continue
        for at, entry in enumerate(entries):
            name = entry.get("use") if isinstance(entry, dict) else None
            if isinstance(name, str) and name in own.get(shelf, {}):
                rest = {key: value for key, value in entry.items() if key != "use"}
                entries[at] = {**deepcopy(own[shelf][name]), **rest}


def _fault(place: str, fault: str, cure: str, line: int | None = None) -> Data:
    return {"place": place, "fault": fault, "cure": cure, "line": line}


def line_of(text: str, place: str) -> int | None:
    """The line of the text that a fault is about, as far as it can be found."""
    if said := re.search(r"line (\d+)", place):
        return int(said[1])
    lines = text.splitlines()
    if place.endswith("end of document"):
        return len(lines)
    first = 0
    if entry := re.search(r"\b(heroes|allies|foes|when)\[(\d+)\]", place):
        heading = re.compile(rf"\s*\[\[\s*{entry[1]}\s*\]\]")
        found = [n for n, line in enumerate(lines) if heading.match(line)]
        if int(entry[2]) > len(found):
            return None
        first = found[int(entry[2]) - 1]
        key = re.search(r"\]\.([\w-]+)", place[entry.start() :])
    else:
        key = re.search(r"([\w-]+)\Z", place)
        table = re.search(r"\b(scene|house-rules|expects)\b", place)
        if table:
            heads = [n for n, line in enumerate(lines) if line.strip() == f"[{table[1]}]"]
            first = heads[0] if heads else 0
    if key is None:
        return first + 1 if entry else None
    wanted = re.compile(rf"\s*[\"']?{re.escape(key[1])}[\"']?\s*=")
    for number in range(first, len(lines)):
        if number > first and entry and lines[number].lstrip().startswith("[["):
            break
        if wanted.match(lines[number]):
            return number + 1
    return first + 1 if entry or first else None


# ---- house rules as a page shows them ----


def chosen_house_rules(book: Rulebook, fields: Mapping[str, Any]) -> tuple[Data, list[Data]]:
    """The house rules that differ from the book, and what is wrong with them."""
    chosen: Data = {}
    modes: Data = {}
    faults: list[Data] = []
    values = book.values
    for name, given in fields.items():
        kind, _, key = name.partition(".")
        if not isinstance(given, str):
            continue
        text = given.strip()
        if kind == "switch" and key in book.switches and text != book.switches[key].default:
            chosen[f"{key}-switch" if key in values else key] = text
        elif kind == "value" and key in values and text != shown(values[key].value):
            numbers = [_whole(part) for part in text.replace(";", ",").split(",")]
            if any(number is None for number in numbers):
                fault = _fault(key, "it is no whole number", "Write one, such as 4.")
                faults.append(fault)
            else:
                chosen[key] = numbers if isinstance(values[key].value, tuple) else numbers[0]
        elif kind == "mode" and key in book and text != book.rule(key).mode:
            modes[key] = text
    if modes:
        chosen["modes"] = modes
    return chosen, faults


def _whole(text: str) -> int | None:
    digits = text.strip().removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def shown(value: int | tuple[int, ...]) -> str:
    """A value as it stands in its field."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def house_data(book: Rulebook, chosen: Mapping[str, Any]) -> Data:
    """Switches, values and modes with what is chosen of them."""
    try:
        house = HouseRules(book).with_table(dict(chosen), "house rules")
    except HouseRulesError:
        house = HouseRules(book)
    return {
        "switches": [
            {
                "id": one.id,
                "question": one.question,
                "options": [
                    {"value": option, "label": option.replace("-", " ")} for option in one.options
                ],
                "chosen": house.switch(one.id),
                "default": one.default,
                "does": one.does,
                "rule": one.rule,
            }
            for one in book.switches.values()
        ],
        "values": [
            {
                "id": one.id,
                "value": shown(house.value(one.id)),
                "unit": one.unit,
                "rule": one.rule,
                "book": shown(one.value),
            }
            for one in book.values.values()
        ],
        "modes": [
            {"id": one.id, "says": one.says, "mode": house.mode(one.id), "book": one.mode}
            for one in book.rules
            if one.mode is not None
        ],
    }
