"""`affray systems`: what is installed."""

from __future__ import annotations

from affray.cli.console import say, say_json, wrapped
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
    """Prints every installed system."""
    described = [describe(name) for name in systems()]
    if as_json:
        say_json({"systems": described})
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
    if not described:
        say("No system is installed.")
