"""Rites for the dead: Revive within a day, Resurrection at any time, and the soul's own will."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.fight import gear
from affray.systems.ix.fight.encumbrance import burden
from affray.systems.ix.harm import injury_effects
from affray.systems.ix.harm.injuries import row_of
from affray.systems.ix.magic.spells import number
from affray.systems.ix.records import Item, Spell
from affray.systems.ix.rolls import check, spend
from affray.systems.ix.rolls.pool import rank_of
from affray.systems.ix.scenes import clock
from affray.systems.ix.scenes.clock import WINDOW
from affray.systems.ix.state import DEAD, Fighter, IxFight

RITE = "rite"
REVIVE, RESURRECTION = "revive", "resurrection"
GEM = "gem"
DEADLIEST = "mortal"
WILL = "ix.death.soul-choice"
HOURS = {REVIVE: 1, RESURRECTION: clock.FULL_REST_HOURS}
"""How long each rite takes (ix.death.revive-check, ix.death.resurrection-check)."""
WILLING: Key = ("willing",)
NEEDS = {REVIVE: "ix.death.revive-needs", RESURRECTION: "ix.death.resurrection-needs"}
CHECKS = {REVIVE: "ix.death.revive-check", RESURRECTION: "ix.death.resurrection-check"}


# ---- what can be tried ----


def options(fight: IxFight) -> list[Option]:
    """The rites that somebody of the heroes' side could hold now, outside rounds: ("rite", caster,
    spell, who is dead).

    Implements ix.death.revive-needs, ix.death.resurrection-needs,
    ix.death.resurrection-inside-window, ix.death.resurrection-check.
    """
    found = fight.combatants
    dead = [who for who in fight.heroes if found[who].status == DEAD and not found[who].removed]
    return [
        (RITE, caster, spell.id, who)
        for who in dead
        for caster in fight.up("heroes")
        for spell in found[caster].spells
        if is_possible(fight, caster, spell, who)
    ]


def is_possible(fight: IxFight, caster: str, spell: Spell, dead: str) -> bool:
    """Whether a rite has all that it needs: somebody whom the caster has known, a gem, the time."""
    rite, one = rite_of(spell), fight.combatants[dead]
    if not rite or one.status != DEAD or not fight.combatants[caster].is_up:
        return False
    if dead in fight.combatants[caster].strangers or gem_for(fight, caster, spell) is None:
        return False
    if rite == REVIVE:
        return hours_dead(fight, one) < WINDOW
    return caster not in one.tried_by


def rite_of(spell: Spell) -> str:
    """Which of the two rites a spell is, "" for any other."""
    if spell.aim != "dead":
        return ""
    return RESURRECTION if spell.cost == "a night" else REVIVE


def hours_dead(fight: IxFight, one: Fighter) -> int:
    return fight.hours - one.died


def gem_for(fight: IxFight, caster: str, spell: Spell) -> tuple[str, Item] | None:
    """The cheapest gem that is worth enough, with whoever carries it; the caster's own first."""
    worth = number(spell, "gem")
    for who in (caster, *fight.up("heroes")):
        fitting = [
            item
            for item in fight.combatants[who].items
            if item.kind == GEM and item.worth >= worth and item.count > 0
        ]
        if fitting:
            return who, min(fitting, key=lambda item: item.worth)
    return None


# ---- the rite ----


def take(fight: IxFight, table: Table, key: Key) -> None:
    """A rite from its gem to its end: the check, then the soul's own will.

    Implements ix.death.revive-check, ix.death.resurrection-check, ix.death.revive-needs,
    ix.death.resurrection-needs, ix.death.soul-willing, ix.death.soul-choice.
    """
    caster, dead = key[1], key[3]
    spell = fight.combatants[caster].spell(key[2])
    if spell is None or not is_possible(fight, caster, spell, dead):
        return
    rite = rite_of(spell)
    because: tuple[str, ...] = (CHECKS[rite], NEEDS[rite])
    if rite == RESURRECTION and hours_dead(fight, fight.combatants[dead]) < WINDOW:
        because += ("ix.death.resurrection-inside-window",)
    _offer(fight, table, caster, spell, dead, because)
    made = check.Check(check.CASTING, caster, skill=_skill(fight, caster, spell), spell=spell.id)
    numbers = fight.numbers
    made.difficulty = (
        numbers.revive_trial_dice if rite == REVIVE else numbers.resurrection_trial_dice
    )
    check.make(
        fight,
        table,
        made,
        lambda build: fight.combatants[dead].status == DEAD,
        because=because,
    )
    spend.settle(fight, table)
    fight.check = None
    clock.pass_hours(fight, table, HOURS[rite])
    if made.succeeded and _is_willing(fight, table):
        returns(fight, table, dead, rite)
    else:
        _fails(fight, table, caster, dead, rite, refused=made.succeeded)


def _skill(fight: IxFight, caster: str, spell: Spell) -> str:
    one, numbers = fight.combatants[caster], fight.numbers
    return max(spell.skills, key=lambda skill: rank_of(one, skill, numbers))


def _offer(
    fight: IxFight, table: Table, caster: str, spell: Spell, dead: str, because: Because
) -> None:
    """The gem is used up, whatever comes of it."""
    found = gem_for(fight, caster, spell)
    assert found is not None
    who, gem = found
    one = fight.combatants[who]
    left = [gear.fewer(item) if item is gem else item for item in one.items]
    one.items = tuple(item for item in left if item.count > 0)
    one.burden = burden(one, fight.numbers)
    if table.recording:
        table.record(
            "rite", because, who=caster, target=dead, rite=spell.name, gem=gem.name, by=who
        )


def _is_willing(fight: IxFight, table: Table) -> bool:
    """Whether the soul comes back: the GM says it, with the player, and no die does.

    Implements ix.death.soul-willing, ix.death.soul-choice.
    """
    return table.rule(WILL, lambda: [WILLING, ("unwilling",)], lambda: WILLING) == WILLING


def _fails(
    fight: IxFight, table: Table, caster: str, dead: str, rite: str, *, refused: bool
) -> None:
    """The dead stay dead. Of a Resurrection nobody but the GM learns why.

    Implements ix.death.soul-willing, ix.death.resurrection-failure, ix.death.resurrection-check.
    """
    if rite == RESURRECTION:
        fight.combatants[dead].tried_by += (caster,)
    if not table.recording:
        return
    if rite == RESURRECTION:
        rules = ("ix.death.resurrection-failure", CHECKS[rite])
        table.record("rite-failed", rules, who=caster, target=dead, rite=rite)
    elif refused:
        rules = ("ix.death.soul-willing", WILL)
        table.record("soul-refuses", rules, who=dead, target=caster)
    else:
        table.record("rite-failed", CHECKS[rite], who=caster, target=dead, rite=rite)


def returns(fight: IxFight, table: Table, dead: str, rite: str) -> None:
    """Alive again: by Revive with 1 Wound and all but the Mortal injuries, by Resurrection whole.

    Implements ix.death.revive-check, ix.death.resurrection-check.
    """
    one, whole = fight.combatants[dead], rite == RESURRECTION
    because = CHECKS[rite]
    one.status = ""
    one.felled = one.stabilized = one.overloaded = one.tracked = False
    one.breath, one.dying, one.passed_out = -1, 0, 0
    one.conditions = tuple(each for each in one.conditions if each.injury)
    one.burns = one.mends = ()
    one.tried_by = ()
    one.numbed = 0
    for injury in one.injuries:
        if whole or row_of(injury)["severity"] == DEADLIEST:
            one.injuries = tuple(each for each in one.injuries if each is not injury)
            injury_effects.removed(fight, table, dead, injury, because, replaced=True)
    if whole:
        one.marks = ()
        one.lowered = {}
    one.strain = 0
    points = one.wound_points
    one.wounds = points if whole else min(fight.numbers.revive_wounds, points)
    if table.recording:
        table.record("lives-again", because, who=dead, whole=whole, now=one.wounds)
