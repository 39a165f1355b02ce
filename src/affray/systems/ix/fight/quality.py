"""Weapon qualities: passive ones work whenever the weapon is used, active ones are bought on a hit.

A Breakthrough pays for an active quality as well as its Boons do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from affray.kernel.table import Table
from affray.systems.ix.fight import range as bands
from affray.systems.ix.harm import condition, damage, strain
from affray.systems.ix.ledger import rows
from affray.systems.ix.records import Effect, Weapon
from affray.systems.ix.rolls import general_spends
from affray.systems.ix.rolls.pool import Build, Given
from affray.systems.ix.state import Fighter, IxFight

if TYPE_CHECKING:
    from affray.systems.ix.fight.attack import Blow

ENTRY = "attack-quality"
SNARED = "snared"
"""The op of an effect that stands beside Immobilized where a snare holds somebody."""
RULE = ("ix.quality.active-cost", "ix.quality.defined-elsewhere")


# ---- passive: dice ----


def dice(fight: IxFight, build: Build, who: str, weapon: Weapon) -> None:
    """What the qualities of the weapon do to the attacker's pool.

    Implements ix.quality.passive, ix.quality.defined-elsewhere.
    """
    rule = "ix.quality.passive"
    one = fight.combatants[who]
    step_dice = fight.numbers.opposed_step_bane_dice
    if weapon.qualities:
        build.give("boon", weapon.rating("true"), "True", rule)
        build.give("bane", weapon.rating("wayward"), "Wayward", rule)
        heavy = weapon.rating("heavy") - one.rating("might")
        if heavy > 0:
            build.steps(heavy, step_dice, "Heavy", rule)
        delicate = weapon.rating("delicate") - one.rating("agility")
        if delicate > 0:
            build.steps(delicate, step_dice, "Delicate", rule)
        if weapon.has("fine"):
            build.boons += 1
            build.parts.append(Given("Fine: an automatic Boon", rule, "", 0))
        if weapon.has("poor"):
            build.banes += 1
            build.parts.append(Given("Poor: an automatic Bane", rule, "", 0))
    if damaged(one, weapon.id):
        build.give("bane", damaged(one, weapon.id), "damaged", "ix.quality.damaged")


def ignored_resistance(weapon: Weapon) -> int:
    """Points of Resistance that hits with it do not meet. Implements ix.quality.passive."""
    return weapon.rating("biting")


def critical_bonus(weapon: Weapon) -> int:
    """What the weapon adds to Critical Injury rolls it causes. Implements ix.quality.passive."""
    return 10 * weapon.rating("cruel")


# ---- passive: when a weapon can be used ----


def is_ready(fight: IxFight, one: Fighter, weapon: Weapon) -> bool:
    """Whether the weapon can strike now: in hand, whole, made ready, loaded, rested.

    Implements ix.maneuver.draw-or-stow, ix.quality.passive.
    """
    if not (weapon.natural or weapon.mounted or weapon.id in one.held):
        return False
    if weapon.id in one.faults or (weapon.id in one.deck and not one.perch):
        return False
    if not weapon.qualities:
        return True
    return (
        one.readied.get(weapon.id, 0) >= weapon.rating("make-ready")
        and one.resting.get(weapon.id, 0) <= fight.round
        and not needs_reload(one, weapon)
    )


def needs_reload(one: Fighter, weapon: Weapon) -> bool:
    few = weapon.rating("few-shots")
    return few > 0 and one.shots.get(weapon.id, few) <= 0


def after_attack(fight: IxFight, table: Table, who: str, weapon: Weapon) -> None:
    """An attack was made: Make Ready is due again, Slow rests, a shot of Few Shots is gone.

    Implements ix.quality.passive.
    """
    one = fight.combatants[who]
    name = weapon.id
    if weapon.has("make-ready"):
        one.readied = {**one.readied, name: 0}
    if weapon.has("slow"):
        one.resting = {**one.resting, name: fight.round + weapon.rating("slow") + 1}
    if weapon.has("few-shots"):
        few = weapon.rating("few-shots")
        one.shots = {**one.shots, name: max(one.shots.get(name, few) - 1, 0)}
        if table.recording:
            table.record(
                "shots-left", "ix.quality.passive", who=who, weapon=name, left=one.shots[name]
            )


# ---- damage to gear ----


def damaged(one: Fighter, item: str) -> int:
    """By how many steps an item is damaged."""
    return sum(e.amount for e in one.effects if e.op == damage.DAMAGED and e.what == item)


def in_use(one: Fighter) -> list[str]:
    """The items that somebody is using and that can be damaged or broken: what is in hand, and
    what is worn. Implements ix.content.weapons, ix.quality.passive (Sturdy)."""
    found = [
        weapon.id
        for weapon in one.weapons
        if weapon.id in one.held and not weapon.natural and not weapon.has("sturdy")
    ]
    found += [item.id for item in one.items if item.id in one.held]
    if one.armour is not None:
        found.append(one.armour.id)
    return [item for item in found if one.faults.get(item) not in ("broken", "out")]


def damage_item(fight: IxFight, table: Table, who: str, item: str) -> None:
    """An item is damaged one step; the second step breaks it. Implements ix.quality.damaged."""
    one = fight.combatants[who]
    if damaged(one, item):
        break_item(fight, table, who, item, "ix.quality.damaged")
        return
    effect = Effect(damage.DAMAGED, what=item, rule="ix.quality.damaged")
    one.effects += (effect,)
    if table.recording:
        table.record("gear-damaged", "ix.quality.damaged", who=who, item=item)


def break_item(fight: IxFight, table: Table, who: str, item: str, because: str) -> None:
    """An item is broken: of no use until it is repaired."""
    one = fight.combatants[who]
    one.faults = {**one.faults, item: "broken"}
    if table.recording:
        table.record("gear-broken", because, who=who, item=item)


# ---- active ----


@cache
def active(weapon_quality: str) -> str:
    """How an active quality is paid for, as its row says ("2 boons"); "" for a passive one."""
    row = rows("weapon-qualities").get(weapon_quality)
    activation = str(row["activation"]) if row else "passive"
    return "" if activation == "passive" else activation


def price(fight: IxFight, target: str, quality: str) -> int:
    """What an active quality costs in Boons. Implements ix.quality.active-cost."""
    boons = int(active(quality).split()[0])
    if boons == 2:
        boons = fight.numbers.active_quality_boons
    if quality == "toppling":
        boons += max(fight.combatants[target].scale - 1, 0)
    return boons


def wares(
    fight: IxFight, blow: Blow, boons: int, breakthroughs: int
) -> Iterator[general_spends.Ware]:
    """The active qualities of the weapon that can be triggered by this hit.

    Implements ix.quality.active-cost, ix.attack.contact-spends.
    """
    target = fight.combatants[blow.target]
    for quality in blow.weapon.qualities:
        if not active(quality) or (quality == "toppling" and target.has("prone")):
            continue
        cost = price(fight, blow.target, quality)
        things = in_use(target) if quality == "breaking" else [""]
        for thing in things:
            word = f"{ENTRY}:{quality}:{thing}" if thing else f"{ENTRY}:{quality}"
            for coin, each, purse in (("boon", cost, boons), ("breakthrough", 1, breakthroughs)):
                most = purse // each if each else purse
                if quality == "paired":
                    most = min(most, blow.weapon.rating("paired") - blow.repeats)
                elif quality == "toppling":
                    most = min(most, 1)
                if most > 0:
                    yield general_spends.Ware(word, each, most, coin)


def trigger(fight: IxFight, table: Table, blow: Blow, what: str) -> None:
    """An active quality does its work on the target that was hit.

    Implements ix.quality.burn, ix.quality.active-cost, ix.quality.defined-elsewhere.
    """
    quality, _, thing = what.partition(":")
    rating = blow.weapon.rating(quality)
    who, target = blow.who, blow.target
    if not fight.combatants[target].is_here:
        return
    if table.recording:
        table.record("quality", RULE, who=who, target=target, quality=quality, rating=rating)
    match quality:
        case "burn":
            set_burning(fight, table, who, target, rating, blow.weapon.damage)
        case "bursting":
            burst(fight, table, blow, rating)
        case "jarring":
            _lay(fight, table, blow, "staggered", rating)
        case "dazing":
            _lay(fight, table, blow, "disoriented", rating)
        case "snaring":
            _lay(fight, table, blow, "immobilized", rating)
            turns = fight.turn_ends(target, rating)
            effect = Effect(SNARED, turns=turns, source=who, rule=RULE[1], what=blow.weapon.id)
            fight.add_effect(target, effect, table, RULE)
        case "toppling":
            condition.give(fight, table, target, "prone", ends="stands", source=who, because=RULE)
        case "paired":
            if blow.repeats < rating:
                blow.repeats += 1
                blow.strike(fight, table, RULE)
        case "numbing":
            harms = blow.counts_as_attack(fight)
            blow.check.wounds += strain.suffer(
                fight, table, target, rating, because=RULE, by=who, attack=harms
            )
        case "breaking":
            damage_item(fight, table, target, thing)


def _lay(fight: IxFight, table: Table, blow: Blow, which: str, turns: int) -> None:
    condition.give(fight, table, blow.target, which, turns=turns, source=blow.who, because=RULE)


def burst(fight: IxFight, table: Table, blow: Blow, rating: int) -> None:
    """Everybody else Engaged with the target takes damage, friend and foe alike."""
    amount = damage.total(rating, blow.successes)
    near = [
        one
        for one in bands.within(fight, blow.target, bands.ENGAGED)
        if not fight.combatants[one].status
    ]
    for one in near:
        damage.deal(fight, table, one, amount, because=RULE, by=blow.who)


# ---- Burn ----


def set_burning(
    fight: IxFight, table: Table, who: str, target: str, turns: int, amount: int
) -> None:
    """Burn is set: the damage comes back at the start of the target's next turns.

    Implements ix.quality.burn.
    """
    one = fight.combatants[target]
    one.burns += ((turns, amount, who),)
    if table.recording:
        table.record("burns-on", "ix.quality.burn", who=target, by=who, turns=turns, damage=amount)


def burn(fight: IxFight, table: Table, who: str) -> None:
    """At the start of a turn: every Burn does its damage once more, Resistance applied.

    Implements ix.quality.burn.
    """
    one = fight.combatants[who]
    for _, amount, by in one.burns:
        if not fight.combatants[who].is_here:
            return
        damage.deal(fight, table, who, amount, because="ix.quality.burn", by=by, attack=False)
    one = fight.combatants[who]
    one.burns = tuple((turns - 1, amount, by) for turns, amount, by in one.burns if turns > 1)


def free_from_snare(fight: IxFight, table: Table, who: str) -> None:
    """Out of a snare before its time. Implements ix.quality.defined-elsewhere."""
    one = fight.combatants[who]
    one.effects = tuple(effect for effect in one.effects if effect.op != SNARED)
    condition.lift(fight, table, who, "immobilized", because=RULE[1])
