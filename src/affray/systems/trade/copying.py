"""Copies, field by field: a simulation copies a fight for every fight, a step at the table for
every answer, and a loop over the names of the fields takes several times as long.

Tuples, mappings that are replaced when they change, and what never changes are shared.
"""

from __future__ import annotations

from affray.systems.trade.state import Fighter, Hero, Npc, TradeFight


def copy_fight(old: TradeFight) -> TradeFight:
    """A copy that shares nothing that rules or the GM change."""
    new: TradeFight = object.__new__(TradeFight)
    new.house = old.house
    new.combatants = {who: copy_fighter(one) for who, one in old.combatants.items()}
    new.max_rounds = old.max_rounds
    new.round = old.round
    new.step = old.step
    new.result = old.result
    new.closed = old.closed
    new.kept = dict(old.kept)
    new.passes = {who: dict(windows) for who, windows in old.passes.items()}
    new.depth = old.depth
    new.numbers = old.numbers
    new.switches = old.switches
    new.heroes = old.heroes
    new.allies = old.allies
    new.foes = old.foes
    new.stage = old.stage
    new.acting = old.acting
    new.actions = old.actions
    new.taken = old.taken
    new.gained = old.gained
    new.underway = old.underway
    new.opening = old.opening
    new.phase_due = old.phase_due
    new.refused = old.refused
    new.rolls = old.rolls
    new.trades = old.trades
    new.trades_later = old.trades_later
    new.declared = old.declared
    new.near = old.near
    new.between = old.between
    new.aims = old.aims
    new.breather_taken = old.breather_taken
    new.night_taken = old.night_taken
    return new


def copy_fighter(old: Fighter) -> Fighter:
    """A copy of a hero or an NPC."""
    if isinstance(old, Hero):
        return _copy_hero(old)
    assert isinstance(old, Npc)
    return _copy_npc(old)


def _copy_hero(old: Hero) -> Hero:
    new: Hero = object.__new__(Hero)
    _copy_shared(old, new)
    new.stats = old.stats
    new.health = old.health
    new.weapons = old.weapons
    new.armor = old.armor
    new.tools = old.tools
    new.lost = old.lost
    new.in_hand = old.in_hand
    new.better_waiting = old.better_waiting
    new.bad_waiting = old.bad_waiting
    new.better = old.better
    new.bad = old.bad
    new.command_waiting = old.command_waiting
    new.command_bad = old.command_bad
    new.reserve = old.reserve
    new.acted = old.acted
    new.fought = old.fought
    new.fate = old.fate
    new.exposed = old.exposed
    return new


def _copy_npc(old: Npc) -> Npc:
    new: Npc = object.__new__(Npc)
    _copy_shared(old, new)
    new.kind = old.kind
    new.hp = old.hp
    new.hp_max = old.hp_max
    new.damage = old.damage
    new.goals = old.goals
    new.loot = old.loot
    new.ranged = old.ranged
    new.make = old.make
    new.armor = old.armor
    new.suppressed = old.suppressed
    new.closed = old.closed
    new.acted = old.acted
    new.looted = old.looted
    return new


def _copy_shared(old: Fighter, new: Fighter) -> None:
    new.id = old.id
    new.name = old.name
    new.side = old.side
    new.removed = old.removed
    new.hidden = old.hidden
    new.shown = old.shown
    new.notes = dict(old.notes)
    new.place = old.place
    new.status = old.status
    new.ward = old.ward
    new.pressed = old.pressed
    new.abilities = old.abilities
    new.used = old.used
