"""Copies, field by field: a simulation copies a fight for every fight, a step at the table for
every answer, and a loop over the names of the fields takes several times as long.

Tuples, mappings that are replaced when they change, and what never changes are shared.
"""

from __future__ import annotations

from affray.systems.ix.state import Fighter, IxFight


def copy_fight(old: IxFight) -> IxFight:
    """A copy that shares nothing that rules or the GM change."""
    new: IxFight = object.__new__(IxFight)
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
    new.foes = old.foes
    new.players = old.players
    new.fortune = old.fortune
    new.peril = old.peril
    new.offer_peril = old.offer_peril
    new.scene = old.scene
    new.behind = old.behind
    new.stage = old.stage
    new.structured = old.structured
    new.zones = old.zones
    new.light = old.light
    new.magical_darkness = old.magical_darkness
    new.lamps = old.lamps
    new.covers = old.covers
    new.placed = old.placed
    new.aims = old.aims
    new.engaged = old.engaged
    new.rolling = old.rolling
    new.fears = old.fears
    new.slots = old.slots
    new.slots_done = old.slots_done
    new.takers = old.takers
    new.slot = old.slot
    new.gone = old.gone
    new.slot_serial = old.slot_serial
    new.injury_serial = old.injury_serial
    new.acting = old.acting
    new.turn = old.turn
    new.actions = old.actions
    new.maneuvers = old.maneuvers
    new.free_maneuvers = old.free_maneuvers
    new.bought = old.bought
    new.spent = old.spent
    new.refused = old.refused
    new.skipped = old.skipped
    new.lent = old.lent
    new.opened = old.opened
    new.warded = old.warded
    new.tasks = old.tasks
    new.recovered = old.recovered
    new.tended = old.tended
    new.left_to_fate = old.left_to_fate
    new.short_rests = old.short_rests
    new.ended = old.ended
    new.check = old.check
    return new


def copy_fighter(old: Fighter) -> Fighter:
    """A copy of anybody."""
    new: Fighter = object.__new__(Fighter)
    new.id = old.id
    new.name = old.name
    new.side = old.side
    new.removed = old.removed
    new.hidden = old.hidden
    new.shown = old.shown
    new.notes = dict(old.notes)
    new.kind = old.kind
    new.rank = old.rank
    new.characteristics = old.characteristics
    new.skills = old.skills
    new.wound_points = old.wound_points
    new.wounds = old.wounds
    new.strain_points = old.strain_points
    new.strain = old.strain
    new.species = old.species
    new.group_skills = old.group_skills
    new.talents = old.talents
    new.weapons = old.weapons
    new.armour = old.armour
    new.items = old.items
    new.spells = old.spells
    new.resistance = old.resistance
    new.melee_defense = old.melee_defense
    new.ranged_defense = old.ranged_defense
    new.scale = old.scale
    new.members = old.members
    new.member_wounds = old.member_wounds
    new.fear = old.fear
    new.fear_proof = old.fear_proof
    new.make = old.make
    new.leads = old.leads
    new.group = old.group
    new.hears = old.hears
    new.against_fear = old.against_fear
    new.burden = old.burden
    new.place = old.place
    new.darkvision = old.darkvision
    new.sense = old.sense
    new.flight = old.flight
    new.war_trained = old.war_trained
    new.lowered = old.lowered
    new.status = old.status
    new.at = old.at
    new.surprised = old.surprised
    new.unaware_of = old.unaware_of
    new.ruled_off_guard = old.ruled_off_guard
    new.held = old.held
    new.packed = old.packed
    new.dropped = old.dropped
    new.lies = old.lies
    new.faults = old.faults
    new.shots = old.shots
    new.readied = old.readied
    new.resting = old.resting
    new.lit = old.lit
    new.conditions = old.conditions
    new.effects = old.effects
    new.injuries = old.injuries
    new.burns = old.burns
    new.mends = old.mends
    new.marks = old.marks
    new.stabilized = old.stabilized
    new.felled = old.felled
    new.tracked = old.tracked
    new.overloaded = old.overloaded
    new.guard = old.guard
    new.cover = old.cover
    new.aims = old.aims
    new.mount = old.mount
    new.zone = old.zone
    new.hold = old.hold
    new.hold_kept = old.hold_kept
    new.feared = old.feared
    new.fearless = old.fearless
    new.struck = old.struck
    new.breaths = old.breaths
    new.treated = old.treated
    new.spells_had = old.spells_had
    new.cast_this_turn = old.cast_this_turn
    new.initiative = old.initiative
    new.late = old.late
    return new
