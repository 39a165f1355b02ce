"""`affray systems`: what is installed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from affray.cli.console import count, percent, say, say_json, wrapped
from affray.kernel.encounter import read_encounter
from affray.kernel.rulebook import UnknownName
from affray.kernel.system import System
from affray.odds.pools import GROUP
from affray.registry import system, systems


def describe(name: str) -> dict[str, object]:
    """A system as plain data."""
    found = system(name)
    return {
        "name": found.name,
        "title": found.title,
        "rules": len(found.rulebook.rules),
        "policies": list(found.policy_names),
        "encounters": list(found.encounters()),
        "demo": found.demo,
    }


def installed(*, as_json: bool) -> None:
    """Prints every installed system, and the names that `odds` knows."""
    described = [describe(name) for name in systems()]
    dice = with_odds()
    if as_json:
        say_json({"systems": described, "odds": dice})
        return
    for each in described:
        say(f"{each['name']}: {each['title']}, {each['rules']} rules")
        for what in ("policies", "encounters"):
            names = each[what]
            assert isinstance(names, list)
            for line in wrapped(f"{what}: {', '.join(names)}", "  "):
                say(line)
        if each["demo"]:
            say(f"  see it: affray play {each['name']}/{each['demo']} --auto")
        say(f"  its library and encounters: affray systems {each['name']}")
    if not described:
        say("No system is installed.")
    if dice:
        say(f"affray odds knows the dice of {' and '.join(dice)}, and numbered dice.")


def show(name: str, *, as_json: bool) -> None:
    """Prints one system with its library and its encounters. Raises `UnknownSystem`."""
    found = system(name)
    shelves = {shelf: dict(found.library(shelf)) for shelf in _shelves(found)}
    fights = [_encounter(found, title, text) for title, text in found.encounters().items()]
    if as_json:
        say_json(describe(name) | {"library": shelves, "encounters": fights})
        return
    say(f"{found.name}: {found.title}, {len(found.rulebook.rules)} rules")
    say(f"  policies: {', '.join(found.policy_names)}")
    shown: set[str] = set()
    for shelf, blocks in shelves.items():
        # Shelves may share blocks, as those of foes and allies do: each is told once.
        told = {key: block for key, block in blocks.items() if key not in shown}
        shown |= set(told)
        say()
        say(f"{shelf} ({len(blocks)})")
        for key, block in told.items():
            for number, line in enumerate(wrapped(f"{key}: {_numbers(block)}", "    ")):
                say(line if number else line[2:])
        if len(told) < len(blocks):
            say(f"  and the {len(blocks) - len(told)} named above")
    say()
    say(f"encounters ({len(fights)})")
    for one in fights:
        rate = one["heroes_win"]
        stated = f"; stated: the heroes win {percent(rate)}" if rate is not None else ""
        sides = f"{one['heroes']} on the heroes' side, {count(one['foes'], 'foe')}"
        for number, line in enumerate(
            wrapped(f"{found.name}/{one['name']}: {one['title']}; {sides}{stated}", "    ")
        ):
            say(line if number else line[2:])


SHELVES = ("heroes", "foes", "allies", "weapons", "armors", "abilities")


def _shelves(found: System[Any]) -> list[str]:
    """The shelves of a system's library that hold something."""
    shelves = []
    for shelf in SHELVES:
        try:
            if found.library(shelf):
                shelves.append(shelf)
        except UnknownName:
            continue
    return shelves


def with_odds() -> list[str]:
    """The systems whose dice `affray odds` knows, by name."""
    from importlib.metadata import entry_points

    return sorted({entry.name for entry in entry_points(group=GROUP)})


def _encounter(found: System[Any], name: str, text: str) -> dict[str, Any]:
    """What one wants to know of an encounter before playing it."""
    setup = read_encounter(text, f"{found.name}/{name}", found)
    expects = tomllib.loads(text).get("expects", {})
    sides = [block["side"] for block in setup.roster]
    return {
        "name": name,
        "title": setup.title,
        "heroes": sides.count("heroes"),
        "foes": sides.count("foes"),
        "heroes_win": expects.get("heroes"),
        "policy": expects.get("policy"),
    }


def _numbers(block: Mapping[str, Any]) -> str:
    """The key numbers of a block of a library, whatever its system calls them."""
    return ", ".join(
        text for key, value in block.items() if key != "id" and (text := _entry(key, value))
    )


def _entry(key: str, value: Any) -> str:
    """One thing that a block says; longer texts and what goes without saying are left out."""
    called = key.replace("-", " ")
    match value:
        case bool():
            return called if value else ""
        case int() | float():
            return f"{called} {value}"
        case str():
            return value if key not in ("about", "notes") and value else ""
        case {**entries} if entries:
            return " ".join(f"{name} {one}" for name, one in entries.items())
        case [*entries] if entries and key not in ("goals", "loot"):
            names = [one.get("name", "") if isinstance(one, dict) else str(one) for one in entries]
            if all(isinstance(one, dict) and "kind" in one for one in entries):
                names = [_effect(one) for one in entries]
            told = ", ".join(filter(None, names))
            return f"{called}: {told}" if told else ""
    return ""


def _effect(effect: Mapping[str, Any]) -> str:
    parts = [str(effect["kind"])]
    for key, value in effect.items():
        if key == "kind" or value is False:
            continue
        parts.append(key if value is True else str(value) if key == "amount" else f"{key} {value}")
    return " ".join(parts)
