"""Copies, field by field: a simulation copies a fight for every fight, a step at the table for
every answer, and a loop over the names of the fields takes several times as long.

Tuples, mappings that are replaced when they change, and what never changes are shared.
"""

from __future__ import annotations

from affray.systems.vigor.state import VigorFight, Warrior


def copy_fight(old: VigorFight) -> VigorFight:
    """A copy that shares nothing that rules or the GM change."""
    new: VigorFight = object.__new__(VigorFight)
    new.house = old.house
    new.combatants = {who: copy_warrior(one) for who, one in old.combatants.items()}
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
    new.foes = old.foes
    new.stage = old.stage
    new.order = old.order
    new.done = old.done
    new.acting = old.acting
    new.action = old.action
    new.feet = old.feet
    new.swaps = old.swaps
    new.disengaged = old.disengaged
    new.barred = old.barred
    new.picked = old.picked
    new.answered = old.answered
    new.gap_spent = old.gap_spent
    new.underway = old.underway
    new.all_difficult = old.all_difficult
    new.ground = old.ground
    new.facts = old.facts
    new.place = old.place
    new.recovered = old.recovered
    new.rested = old.rested
    new.tended = old.tended
    new.healed = old.healed
    return new


def copy_warrior(old: Warrior) -> Warrior:
    """A copy of a combatant."""
    new: Warrior = object.__new__(Warrior)
    new.id = old.id
    new.name = old.name
    new.side = old.side
    new.removed = old.removed
    new.hidden = old.hidden
    new.shown = old.shown
    new.notes = dict(old.notes)
    new.role = old.role
    new.tier = old.tier
    new.stats = old.stats
    new.trees = old.trees
    new.attack_stat = old.attack_stat
    new.attack_bonus = old.attack_bonus
    new.own_ac = old.own_ac
    new.armour = old.armour
    new.shield = old.shield
    new.weapons = old.weapons
    new.attacks = old.attacks
    new.in_hand = old.in_hand
    new.spells = old.spells
    new.psion = old.psion
    new.maneuvers = old.maneuvers
    new.triggers = old.triggers
    new.crit = old.crit
    new.points = old.points
    new.never_surprised = old.never_surprised
    new.leader = old.leader
    new.resists = old.resists
    new.immune = old.immune
    new.vulnerable = old.vulnerable
    new.at = old.at
    new.vigor = old.vigor
    new.vitality = old.vitality
    new.stamina = old.stamina
    new.injuries = old.injuries
    new.harm = old.harm
    new.status = old.status
    new.initiative = old.initiative
    new.pick = old.pick
    new.pending = old.pending
    new.reaction = old.reaction
    new.sovereign_actions = old.sovereign_actions
    new.surprised = old.surprised
    new.has_joined = old.has_joined
    new.effects = old.effects
    return new
