"""Attacks: a target in range, the pool, the difficulty of the range, the roll, the damage."""

from __future__ import annotations

from dataclasses import dataclass

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.ix.fight import (
    arms,
    attack_spends,
    budget,
    defense,
    encounter,
    guard,
    off_guard,
    quality,
)
from affray.systems.ix.fight import range as bands
from affray.systems.ix.harm import damage
from affray.systems.ix.ledger import BANDS, ENGAGED
from affray.systems.ix.records import Effect, Weapon
from affray.systems.ix.rolls import check, spend, talent
from affray.systems.ix.rolls.pool import Build
from affray.systems.ix.saddle import mount_attacks, mount_control, mount_falls
from affray.systems.ix.state import IxFight

WORDS = frozenset({"attack"})
FORM = ("ix.range.record-place", "ix.off-guard.gm")
LINE, BY_RULES, OFF_GUARD = "line", "by-rules", "off-guard"
STEPS = ("ix.attack.steps", "ix.action.attack", "ix.attack.skill-link")


@dataclass(slots=True)
class Blow:
    """One attack while it is being made: its ids, its check, and what its spends have done.

    `paid` are the coins that its Critical Injury was paid with, `repeats` how often a Paired weapon
    struck again, `was_down` whether the target lay there before, `unseats` whether its Boons try to
    get a rider out of the saddle.
    """

    who: str
    target: str
    weapon: Weapon
    check: check.Check
    paid: tuple[str, ...] = ()
    repeats: int = 0
    was_down: bool = False
    unseats: bool = False

    @property
    def hits(self) -> bool:
        return self.check.succeeded

    @property
    def successes(self) -> int:
        return self.check.net.success if self.check.net is not None else 0

    def counts_as_attack(self, fight: IxFight) -> bool:
        """Whether harm done now can trigger an injury: not to whom this very attack has felled,
        and once for whoever lay there before.

        Implements ix.critical.harm-means-already, ix.critical.trigger-harm-incapacitated.
        """
        if not fight.combatants[self.target].is_down:
            return True
        return self.was_down and self.check.wounds < 1

    def strike(self, fight: IxFight, table: Table, because: tuple[str, ...] = ()) -> None:
        """The hit deals its damage; a Paired weapon comes back here for more of the same.

        Implements ix.damage.base, ix.damage.net-success, ix.quality.passive.
        """
        more = 0
        by_charge: tuple[str, ...] = ()
        if self.check.charge and not self.repeats:
            more, by_charge = mount_attacks.charge_damage(fight, self.who)
        amount = damage.total(self.weapon.damage, self.successes, more)
        ignored = quality.ignored_resistance(self.weapon)
        gap = talent.ignored_resistance(fight, self.who, self.target)
        ignored += gap
        rules = because or ("ix.damage.base", "ix.damage.net-success")[: 1 + (self.successes > 1)]
        rules += by_charge
        if gap:
            rules += ("ix.talent.find-the-gap", *off_guard.why(fight, self.target, self.who))
        if self.weapon.qualities and (self.weapon.has("subduing") or self.weapon.has("biting")):
            rules += ("ix.quality.passive",)
        got_through = damage.deal(
            fight,
            table,
            self.target,
            amount,
            because=rules,
            by=self.who,
            ignore=ignored,
            weapon=self.weapon.id,
            strain=self.weapon.has("subduing"),
            attack=self.counts_as_attack(fight),
        )
        self.check.damage = amount
        self.check.wounds += got_through


# ---- whom ----


def targets(fight: IxFight, who: str) -> list[str]:
    """Enemies in the fight, standing or fallen, of whom `who` knows, and their mounts.

    Implements ix.mounted.mount-wounds.
    """
    one = fight.combatants[who]
    found = fight.combatants
    known = [
        foe
        for foe in fight.opposing(who)
        if found[foe].is_here and not (found[foe].hidden and one.side == "heroes")
    ]
    return known + mount_attacks.targets(fight, who) if fight.mounts else known


def options(fight: IxFight, who: str) -> list[Option]:
    """The attacks that `who` can make now.

    Implements ix.action.attack, ix.attack.steps, ix.range.maximum, ix.condition.demoralized.
    """
    if not may_attack(fight, who):
        return []
    weapons = arms.ready(fight, who)
    found: list[Option] = []
    for target in targets(fight, who):
        band = bands.band(fight, who, target)
        for weapon in weapons:
            if arms.can_reach(fight, who, target, weapon, band):
                found.append(("attack", weapon.id, target))
    return found


def may_attack(fight: IxFight, who: str) -> bool:
    """Implements ix.guard.defensive-guard-no-attack, ix.condition.demoralized."""
    return budget.can_act(fight, who) and not fight.combatants[who].has("demoralized")


# ---- the attack ----


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    attack(fight, table, who, key[1], key[2])


def attack(fight: IxFight, table: Table, who: str, weapon_id: str, target: str) -> None:
    """The Action: one combat check against a target.

    Implements ix.attack.steps, ix.action.attack, ix.attack.skill-link.
    """
    weapon = arms.weapon_of(fight, who, weapon_id)
    if weapon is None:
        return
    declared, off_guard = _circumstances(fight, table, who, target)
    if declared > arms.reach_of(weapon):
        fight.refused += (("attack", weapon_id, target),)
        if table.recording:
            rules = ("ix.range.record-place", "ix.range.maximum")
            table.record("refused", rules, who=who, target=target, band=BANDS[declared])
        return
    if not budget.spend_action(fight, table, who):
        return
    one = fight.combatants[who]
    if target not in one.struck:
        one.struck += (target,)
    _close_in(fight, table, who, target, weapon)
    if table.recording:
        band = declared if declared >= 0 else bands.band(fight, who, target)
        met = (*STEPS, *defense.rules_for(fight, target, weapon.mode))
        met += bands.height_rules(one, fight.combatants[target], weapon.mode)
        if declared >= 0:
            met = (*met, FORM[0])
        _tell(table, met, who, target, weapon, band, again=False)
    blow = Blow(who, target, weapon, _check(who, target, weapon))
    blow.check.aims = one.aims
    blow.check.declared = declared
    if fight.mounts:
        mount_attacks.circumstances(fight, table, blow.check, _band_of(fight, blow.check))
    exposed = Effect("off-guard", ends="attack", rule="ix.off-guard.gm")
    if off_guard:
        fight.add_effect(target, exposed, table, "ix.off-guard.gm")
    resolve(fight, table, blow)
    if off_guard:
        fight.end_effect(target, exposed, table, "ix.off-guard.gm")
    if fight.result is None:
        encounter.check_end(fight, table)


def _tell(
    table: Table,
    because: tuple[str, ...],
    who: str,
    target: str,
    weapon: Weapon,
    band: int,
    *,
    again: bool,
) -> None:
    table.record(
        "attack",
        (*because, *arms.rules_for(weapon, band)),
        who=who,
        target=target,
        weapon=weapon.id,
        band=BANDS[band],
        again=again,
    )


def _check(who: str, target: str, weapon: Weapon) -> check.Check:
    return check.Check(
        check.ATTACK,
        who,
        skill=weapon.skill,
        difficulty=0,
        target=target,
        mode=weapon.mode,
        weapon=weapon.id,
        moves=True,
    )


def _circumstances(fight: IxFight, table: Table, who: str, target: str) -> tuple[int, bool]:
    """The GM's word on one attack: another band than the line's, and the target off guard.

    Off guard is part of the form only where it would change something.

    Implements ix.range.record-place, ix.off-guard.gm, ix.off-guard.no-effect-alone.
    """
    if talent.uses_off_guard(fight, who):
        key = table.rule(FORM, _forms_guarded, _as_it_is_guarded)
        return _band_named(key[0]), key[1] == OFF_GUARD
    return _band_named(table.rule(FORM[0], _forms, _as_it_is)[0]), False


def _forms() -> list[Option]:
    return [(LINE,), *((name,) for name in BANDS)]


def _as_it_is() -> Key:
    return (LINE,)


def _forms_guarded() -> list[Option]:
    return [(band, how) for band in (LINE, *BANDS) for how in (BY_RULES, OFF_GUARD)]


def _as_it_is_guarded() -> Key:
    return (LINE, BY_RULES)


def _band_named(name: str) -> int:
    return -1 if name == LINE else BANDS.index(name)


def _close_in(fight: IxFight, table: Table, who: str, target: str, weapon: Weapon) -> None:
    """Striking hand to hand is wanting contact, and brings one out from behind cover.

    Implements ix.range.record-engaged, ix.maneuver.cover-defense.
    """
    if weapon.mode != "melee":
        return
    bands.leave_cover(fight, table, who)
    if (
        arms.reach_of(weapon) == ENGAGED
        and bands.steps(fight, who, target) < fight.numbers.short_steps
    ):
        bands.engage(fight, table, who, target, because="ix.range.record-engaged")


def resolve(fight: IxFight, table: Table, blow: Blow) -> None:
    """The roll, the damage of a hit, and the spends.

    A Critical Injury that is bought comes after the damage, one for all that is paid for it.

    Implements ix.attack.steps, ix.attack.hit, ix.attack.special-regardless,
    ix.critical.several-triggers.
    """
    made = blow.check
    because = (*STEPS, "ix.attack.extra-dice")
    check.make(fight, table, made, lambda build: add_dice(fight, build, blow), because=because)
    fight.combatants[blow.who].aims = 0
    quality.after_attack(fight, table, blow.who, blow.weapon)
    if table.recording:
        code = "hit" if made.succeeded else "missed"
        table.record(code, "ix.attack.hit", who=blow.who, target=blow.target)
    if made.succeeded:
        blow.was_down = fight.combatants[blow.target].is_down
        blow.strike(fight, table)
    if fight.result is not None:
        return
    fight.check = made
    lists = spend.Lists(
        wares=lambda: attack_spends.wares(fight, blow),
        buy=lambda entry, detail, coin: attack_spends.buy(fight, table, blow, entry, detail, coin),
    )
    spend.roller(fight, table, lists, because=attack_spends.ROLLER)
    if fight.result is None:
        attack_spends.injure(fight, table, blow)
    if blow.unseats and fight.result is None:
        mount_falls.contest(fight, table, blow)
    if fight.result is None:
        if fight.mounts and blow.target in fight.mounts:
            mount_control.startle(fight, blow.target, mount_control.ATTACKED, blow.who)
        fight.check = made
        spend.gm(fight, table, lists)


def _band_of(fight: IxFight, made: check.Check) -> int:
    """The band of an attack: the one declared for it, or that of the line."""
    return made.declared if made.declared >= 0 else bands.band(fight, made.who, made.target)


def add_dice(fight: IxFight, build: Build, blow: Blow) -> bool:
    """What an attack adds to its pool: the range, Defense, guards, the weapon, aiming.

    False if the attack makes no sense any more: weapon or target are out of reach.

    Implements ix.attack.extra-dice, ix.attack.difficulty-by-range, ix.defense.bane-dice,
    ix.maneuver.aim.
    """
    weapon = arms.weapon_of(fight, blow.who, blow.weapon.id)
    if weapon is None:
        return False
    made = blow.check
    band = _band_of(fight, made)
    if not arms.can_reach(fight, blow.who, blow.target, weapon, band):
        return False
    blow.weapon = weapon
    trial, bane = arms.difficulty(weapon.mode, band)
    build.difficulty(trial, f"{weapon.mode} at {BANDS[band]}", "ix.attack.difficulty-by-range")
    if bane:
        build.give("bane", bane, "shooting while Engaged", "ix.range.ranged-at-engaged")
    defense.dice(fight, build, made)
    guard.dice(fight, build, made)
    quality.dice(fight, build, blow.who, weapon)
    if made.aims:
        build.give("boon", made.aims * fight.numbers.aim_boon_dice, "aiming", "ix.maneuver.aim")
    if fight.mounts:
        mount_attacks.dice(fight, build, made, band)
    return True


def strike_again(fight: IxFight, table: Table, by: str, target: str) -> bool:
    """An injury gives whoever caused it one more attack with the same pool, at no cost; the band
    that the GM has declared for the first holds for it too.

    Says whether there was an attack to repeat; the attack that is one more gives no other.

    Implements ix.critical.row-effects, ix.range.record-place.
    """
    first = fight.check
    if first is None or first.kind != check.ATTACK or first.who != by:
        return False
    weapon = arms.weapon_of(fight, by, first.weapon)
    if first.again or weapon is None or not fight.combatants[by].is_up:
        return True
    blow = Blow(by, target, weapon, _check(by, target, weapon))
    blow.check.aims, blow.check.charge, blow.check.room = first.aims, first.charge, first.room
    if target == first.target:
        blow.check.declared = first.declared
    blow.check.again = True
    if table.recording:
        met = ("ix.critical.row-effects", *STEPS, *FORM[: blow.check.declared >= 0])
        _tell(table, met, by, target, weapon, _band_of(fight, blow.check), again=True)
    resolve(fight, table, blow)
    fight.check = first
    return True
