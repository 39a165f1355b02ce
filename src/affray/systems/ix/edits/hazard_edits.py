"""The GM's hand on hazards: air, fire, cold and heat, the hours, and who knows whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from affray.kernel.question import Edit, Refused
from affray.kernel.table import Table
from affray.systems.ix.harm import incapacitation
from affray.systems.ix.hazards import building, suffocation, temperature
from affray.systems.ix.hazards.hazard_records import Building, Climate
from affray.systems.ix.ledger import rows, trial_dice
from affray.systems.ix.scenes import clock
from affray.systems.ix.state import Fighter, IxFight

TAGS: Mapping[str, str] = {
    "no-air": "ix.hazard.breath",
    "passed-out": "ix.hazard.suffocation-passed-out",
    "inside": "ix.hazard.building-exposure",
    "protected": "ix.hazard.temperature-immunity",
    "sheltered": "ix.hazard.temperature-no-recovery",
    "stranger": "ix.death.revive-needs",
}
"""The tags of hazards, with the rule that each is about; "no-air:2" leaves breath for 2 rounds,
"stranger:ID" says that somebody does not know another by name and face."""
OF_SCENE: Mapping[str, str] = {
    "fire": "ix.hazard.building-clock",
    "burned": "ix.hazard.building-clock",
    "rounds-to-burn": "ix.hazard.building-clock",
    "cold": "ix.hazard.temperature-difficulty",
    "heat": "ix.hazard.temperature-difficulty",
    "hours": "ix.hazard.temperature-check",
}
"""What belongs to the scene: "fire" takes the name of a building (nothing: it is out), "burned" and
"rounds-to-burn" rounds, "cold" and "heat" a difficulty or "none", "hours" how many go by."""
MOST_HOURS = 240
MOST_BREATH = 99


def check_tag(fight: IxFight, word: str, other: str) -> None:
    """Raises `Refused` if a tag makes no sense."""
    if word == "no-air" and other and not (other.isdecimal() and int(other) <= MOST_BREATH):
        cure = f"Give rounds from 0 to {MOST_BREATH}: no-air:2, for instance."
        raise Refused("illegal", f"{other!r} is no number of rounds.", cure)
    if word == "stranger" and other not in fight.combatants:
        cure = f"Say to whom: {', '.join(f'stranger:{who}' for who in fight.combatants)}."
        raise Refused("illegal", f"{other!r} is nobody in this fight.", cure)
    if word == "inside" and fight.building is None:
        raise Refused("illegal", "Nothing burns here.", "Set fire to a building first.")


def tag(fight: IxFight, table: Table, one: Fighter, word: str, other: str, holds: bool) -> None:
    """A tag is put on or taken off; what follows from it follows at once."""
    match word:
        case "no-air" if holds:
            suffocation.lose_air(fight, table, one.id, because=TAGS[word])
            if other and one.breath >= 0:
                one.breath = int(other)
                suffocation.starts_dying(fight, table, one.id)
        case "no-air":
            suffocation.reach_air(fight, table, one.id, because="ix.hazard.suffocation-air")
        case "passed-out" if holds:
            if not one.passed_out:
                suffocation.pass_out(fight, table, one.id)
                one.passed_out = fight.turn_ends(one.id) if one.breath < 0 else -1
        case "passed-out":
            if one.passed_out:
                one.passed_out = 0
                incapacitation.comes_to(fight, table, one.id, TAGS[word])
        case "inside" if holds:
            building.enter(fight, table, one.id)
        case "inside":
            building.leave(fight, table, one.id, because=building.WAY_OUT)
        case "stranger":
            kept = tuple(who for who in one.strangers if who != other)
            one.strangers = (*kept, other) if holds else kept
        case "protected":
            one.protected = holds
        case _:
            one.sheltered = holds
            if holds:
                temperature.recovers(fight, table, one.id)


def check_scene(fight: IxFight, edit: Edit) -> None:
    """Raises `Refused` if the scene cannot be set so."""
    name, value = edit.name, edit.value
    if name == "fire":
        if value is not None and (not isinstance(value, str) or len(value) > 100):
            raise Refused("illegal", f"{value!r} names no building.", "Give at most 100 letters.")
    elif name in ("cold", "heat"):
        if value not in (*rows("difficulty"), "none"):
            cure = f"Give one of {', '.join(rows('difficulty'))}, or none."
            raise Refused("illegal", f"{value!r} is no difficulty.", cure)
    else:
        low, high = (1, MOST_HOURS) if name == "hours" else (0, building.MOST_ROUNDS)
        if name == "rounds-to-burn":
            low = 1
        if type(value) is not int or not low <= value <= high:
            cure = f"Give a whole number from {low} to {high}."
            raise Refused("illegal", f"{value!r} does not fit.", cure)
        if name != "hours" and fight.building is None:
            raise Refused("illegal", "Nothing burns here.", "Set fire to a building first.")


def set_scene(fight: IxFight, table: Table, name: str, value: object) -> None:
    """The scene is set so; what follows from it follows at once."""
    match name:
        case "fire":
            _fire(fight, table, value)
        case "burned":
            assert isinstance(value, int)
            building.set_burned(fight, table, value)
        case "rounds-to-burn":
            assert isinstance(value, int) and fight.building is not None
            fight.building = replace(fight.building, rounds=value)
            building.set_burned(fight, table, fight.building.burned)
        case "hours":
            assert isinstance(value, int)
            clock.pass_hours(fight, table, value)
            for _ in range(value):
                temperature.hour(fight, table)
        case _ if value == "none":
            temperature.leave_climate(fight, table)
        case _:
            dice = trial_dice(str(value))
            before = fight.climate
            base = before.difficulty if before is not None and before.kind == name else dice
            if before is not None and before.kind == name and before.base >= 0:
                base = before.base
            fight.climate = Climate(name, dice, base if base >= 0 else dice)


def _fire(fight: IxFight, table: Table, value: object) -> None:
    """A building catches fire, or no building burns any more."""
    if value:
        fight.building = Building(str(value), fight.numbers.building_clock_rounds or 1)
        building.set_burned(fight, table, 0)
        return
    for one in fight.combatants.values():
        building.leave(fight, table, one.id, because="ix.hazard.suffocation-air")
    fight.building = None
