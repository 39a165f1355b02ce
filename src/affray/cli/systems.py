"""`affray systems`: what is installed."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from affray.cli.console import count, percent, say, say_json, wrapped
from affray.kernel.encounter import read_encounter
from affray.kernel.naming import folded
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
    shelves = {shelf: dict(found.library(shelf)) for shelf in found.shelves}
    fights = [_encounter(found, title, text) for title, text in found.encounters().items()]
    if as_json:
        say_json(describe(name) | {"library": shelves, "encounters": fights})
        return
    say(f"{found.name}: {found.title}, {len(found.rulebook.rules)} rules")
    say(f"  policies: {', '.join(found.policy_names)}")
    shown: set[str] = set()
    for shelf, blocks in shelves.items():
        if not blocks:
            continue
        # Shelves may share blocks, as those of foes and allies do: each is told once.
        told = {key: block for key, block in blocks.items() if key not in shown}
        shown |= set(told)
        say()
        say(f"{shelf} ({len(blocks)})")
        for key, block in told.items():
            for number, line in enumerate(wrapped(f"{key}: {_numbers(key, block)}", "    ")):
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


def _numbers(called: str, block: Mapping[str, Any]) -> str:
    """The key numbers of a block of a library, whatever its system calls them."""
    shown = dict(block)
    if folded(str(shown.get("name", ""))).replace(" ", "-") == called:
        shown.pop("name")
    told = [_entry(key, value) for key, value in shown.items() if key != "id"]
    return ", ".join(filter(None, told))


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
        case dict():
            return " ".join(f"{name} {one}" for name, one in value.items())
        case list() if key not in ("goals", "loot"):
            told = ", ".join(filter(None, map(_one_of, value)))
            return f"{called}: {told}" if told else ""
    return ""


def _one_of(value: Any) -> str:
    """One of several things in a block: by its name, or for an effect what it does."""
    if not isinstance(value, dict):
        return str(value)
    return str(value["name"]) if "name" in value else _effect(value) if "kind" in value else ""


def _effect(effect: Mapping[str, Any]) -> str:
    parts = [str(effect["kind"])]
    for key, value in effect.items():
        if key == "kind" or value is False:
            continue
        parts.append(key if value is True else str(value) if key == "amount" else f"{key} {value}")
    return " ".join(parts)
