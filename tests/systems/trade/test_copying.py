"""Copies of a fight: every field, and nothing shared that changes."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from affray.kernel.encounter import read_encounter
from affray.registry import system
from affray.systems.trade.state import Hero, Npc, TradeFight


def started() -> TradeFight:
    trade = system("trade")
    fight: TradeFight = trade.start(read_encounter(trade.encounters()["allies"], "allies", trade))
    return fight


def marked(record: Any) -> dict[str, Any]:
    """Puts a value of its own into every field of a record, and returns them."""
    values = {one.name: ("mark", one.name) for one in fields(record)}
    for name in ("notes", "kept"):
        if name in values:
            values[name] = {"mark": ("of", name)}  # type: ignore[assignment]
    for name, value in values.items():
        setattr(record, name, value)
    return values


@pytest.mark.parametrize("kind", [Hero, Npc])
def test_no_field_of_a_combatant_is_forgotten(kind: type) -> None:
    fight = started()
    who = next(one.id for one in fight.combatants.values() if isinstance(one, kind))
    values = marked(fight[who])
    copy = system("trade").copy(fight)[who]
    assert type(copy) is kind
    assert {name: getattr(copy, name) for name in values} == values


def test_no_field_of_a_fight_is_forgotten() -> None:
    fight = started()
    combatants = fight.combatants
    values = marked(fight)
    fight.combatants, fight.passes = combatants, {"somebody": {"phase": "round"}}
    copy = system("trade").copy(fight)
    assert copy.combatants == combatants
    assert copy.passes == fight.passes
    rest = [name for name in values if name not in ("combatants", "passes")]
    assert {name: getattr(copy, name) for name in rest} == {name: values[name] for name in rest}


def test_what_changes_is_not_shared() -> None:
    fight = started()
    fight.passes["somebody"] = {"phase": "round"}
    copy = system("trade").copy(fight)
    copy.kept["a"] = ("b",)
    copy.passes["somebody"]["phase"] = "turn"
    for one in copy.combatants.values():
        one.notes["told"] = "yes"
        one.name = "another"
    assert "a" not in fight.kept
    assert fight.passes == {"somebody": {"phase": "round"}}
    assert not any(one.notes or one.name == "another" for one in fight.combatants.values())
