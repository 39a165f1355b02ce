"""Magic in a fight: what can be cast on whom, and casting it. What spells do is in `spells`."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.ix.fight import budget, defense, encounter, guard
from affray.systems.ix.fight import range as bands
from affray.systems.ix.ledger import skills
from affray.systems.ix.magic import spells
from affray.systems.ix.records import Spell
from affray.systems.ix.rolls.check import CASTING, Check, make
from affray.systems.ix.rolls.pool import Build, rank_of
from affray.systems.ix.state import IxFight

WORDS = frozenset(("cast",))
FRIENDS = "friends"
"""The target of a spell for the caster and every friend in range."""
ACTION, MANEUVER, QUICK = "action", "maneuver", "quick-action"


# ---- what can be cast ----


def options(fight: IxFight, who: str) -> list[Option]:
    """Spells that take the Action. Implements ix.magic.action-type, ix.action.cast."""
    if not fight.combatants[who].spells or not budget.can_act(fight, who):
        return []
    return [key for spell in _castable(fight, who, ACTION) for key in _keys(fight, who, spell)]


def maneuvers(fight: IxFight, who: str) -> list[Option]:
    """Spells that take a Maneuver, with each way to pay for it. Implements ix.magic.action-type."""
    if not fight.combatants[who].spells:
        return []
    ways = budget.maneuver_ways(fight, who)
    return [
        key if way == budget.FREE else (*key, way)
        for spell in _castable(fight, who, MANEUVER)
        for key in _keys(fight, who, spell)
        for way in ways
    ]


def quick(fight: IxFight, who: str) -> list[Option]:
    """Spells that are Quick Actions, as often in a turn as their row says.

    Implements ix.magic.action-type.
    """
    if not fight.combatants[who].spells or not budget.acts(fight, who):
        return []
    return [key for spell in _castable(fight, who, QUICK) for key in _keys(fight, who, spell)]


def _castable(fight: IxFight, who: str, cost: str) -> list[Spell]:
    one = fight.combatants[who]
    return [spell for spell in one.spells if spell.cost == cost and spell.aim != "dead"]


def _keys(fight: IxFight, who: str, spell: Spell) -> list[Option]:
    return [("cast", spell.id, target) for target in aims(fight, who, spell)]


def aims(fight: IxFight, who: str, spell: Spell) -> list[str]:
    """What a spell could be cast at now: people, or `FRIENDS`; nothing if not again this turn."""
    most = spells.number(spell, "per_turn")
    if most and fight.combatants[who].cast_this_turn.count(spell.id) >= most:
        return []
    if spell.aim == FRIENDS:
        return [FRIENDS] if reached(fight, who, spell) else []
    return targets(fight, who, spell)


def targets(fight: IxFight, who: str, spell: Spell) -> list[str]:
    """Whom a spell could be cast on now.

    Implements ix.magic.range, ix.healing.spells-once.
    """
    one = fight.combatants[who]
    if spell.aim == "self":
        return [who]
    if spell.aim == "creature":
        return [
            foe
            for foe in fight.opposing(who)
            if fight.combatants[foe].is_here
            and not (fight.combatants[foe].hidden and one.side == "heroes")
            and _is_meant(fight, who, spell, foe)
        ]
    friends = [who, *fight.friends(who)]
    return [friend for friend in friends if _is_meant(fight, who, spell, friend)]


def _is_meant(fight: IxFight, who: str, spell: Spell, target: str) -> bool:
    """Whether the row's words for its target fit, and it is in range.

    Implements ix.magic.range, ix.healing.spells-once.
    """
    other = fight.combatants[target]
    if not other.is_here or (spell.says.get("heard") and not other.hears):
        return False
    if spell.aim in ("living", FRIENDS) and other.make != "living":
        return False
    if spell.id in other.spells_had and spells.is_healing(spell):
        return False
    return target == who or bands.band(fight, who, target) <= spell.reach


def reached(fight: IxFight, who: str, spell: Spell) -> list[str]:
    """The caster and every friend whom a spell for all friends reaches."""
    return [one for one in (who, *fight.friends(who)) if _is_meant(fight, who, spell, one)]


def skill_for(fight: IxFight, who: str, spell: Spell) -> str:
    """The caster's best among the skills that the spell names.

    Implements ix.magic.casting-skills, ix.magic.spell-list.
    """
    one = fight.combatants[who]

    def worth(skill: str) -> tuple[int, int]:
        ratings = one.rating(skills()[skill]), rank_of(one, skill, fight.numbers)
        return sum(ratings), min(ratings)

    return max(spell.skills, key=worth)


# ---- casting ----


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A spell is cast: its price in the turn is paid, the check made, and it works or not.

    Implements ix.magic.action-type, ix.magic.success, ix.magic.difficulty.
    """
    spell = fight.combatants[who].spell(key[1])
    if spell is None or not _pay(fight, table, who, spell, key):
        return
    one = fight.combatants[who]
    one.cast_this_turn += (spell.id,)
    target = "" if key[2] == FRIENDS else key[2]
    if spell.says.get("harms") and target and target not in one.struck:
        one.struck += (target,)
    _cast(fight, table, spell, _check(fight, who, spell, target))
    if fight.result is None:
        encounter.check_end(fight, table)


def _check(fight: IxFight, who: str, spell: Spell, target: str) -> Check:
    return Check(
        CASTING,
        who,
        skill=skill_for(fight, who, spell),
        difficulty=spell.difficulty,
        target=target,
        spell=spell.id,
    )


def _cast(fight: IxFight, table: Table, spell: Spell, check: Check) -> None:
    """The check, what the spell does if it succeeds, and the spends."""
    who, target = check.who, check.target
    one = fight.combatants[who]
    if table.recording:
        rules = ["ix.action.cast", "ix.magic.action-type", "ix.magic.range"]
        if check.again:
            rules = ["ix.critical.row-effects", "ix.action.cast", "ix.magic.range"]
        if target and fight.combatants[target].side != one.side:
            rules.append("ix.magic.no-defense-dice")
        if one.has_talent("combat-caster") and bands.enemies_engaged(fight, who):
            rules += ["ix.magic.engaged-penalty", "ix.magic.combat-caster"]
        table.record("cast", tuple(rules), who=who, spell=spell.id, target=target)
    because = ("ix.magic.difficulty", "ix.magic.success", "ix.magic.casting-skills")
    make(fight, table, check, lambda build: add_dice(fight, build, check, spell), because=because)
    if check.succeeded:
        helped = [target] if target else reached(fight, who, spell)
        spells.works(fight, table, who, spell, target, helped)
    elif table.recording:
        table.record("spell-failed", "ix.magic.success", who=who, spell=spell.id)
    if fight.result is None:
        fight.check = check
        spells.settle(fight, table, check, spell)


def cast_again(fight: IxFight, table: Table, by: str, target: str) -> bool:
    """An injury gives whoever caused it by a spell one more casting with the same pool, at no cost.

    Says whether there was a casting to repeat; the one that is one more gives no other.

    Implements ix.critical.row-effects, ix.magic.criticals.
    """
    first = fight.check
    if first is None or first.kind != CASTING or first.who != by:
        return False
    spell = fight.combatants[by].spell(first.spell)
    if first.again or spell is None or not fight.combatants[by].is_up:
        return True
    second = _check(fight, by, spell, target)
    second.again = True
    _cast(fight, table, spell, second)
    fight.check = first
    return True


def _pay(fight: IxFight, table: Table, who: str, spell: Spell, key: Key) -> bool:
    if spell.cost == ACTION:
        return budget.spend_action(fight, table, who)
    if spell.cost == MANEUVER:
        return budget.pay_maneuver(fight, table, who, key[3] if len(key) > 3 else budget.FREE)
    return fight.combatants[who].is_up


def add_dice(fight: IxFight, build: Build, check: Check, spell: Spell) -> bool:
    """What casting adds to its pool: an enemy at arm's length, and what the spell itself says.

    False if the target is out of reach by now.

    Implements ix.magic.engaged-penalty, ix.magic.combat-caster, ix.magic.no-defense-dice,
    ix.magic.range, ix.guard.spells (house switch guards-against-spells).
    """
    who, target = check.who, check.target
    if target and not _is_meant(fight, who, spell, target):
        return False
    is_calm = fight.combatants[who].has_talent("combat-caster")
    if not is_calm and bands.enemies_engaged(fight, who):
        build.give("bane", 1, "casting while Engaged", "ix.magic.engaged-penalty")
    resisted = str(spell.says.get("resisted_by_defense") or "")
    if target and resisted:
        dice = defense.of(fight, target, resisted) * fight.numbers.bane_dice_per_defense
        build.give("bane", dice, f"{resisted} Defense", "ix.magic.no-defense-dice")
    if target and spell.says.get("harms") and (resisted or guard.counts_against_spells(fight)):
        guard.dice(fight, build, check)
    return True
