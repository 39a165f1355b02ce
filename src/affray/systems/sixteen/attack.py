"""An attack from the dice to what it does: d20 and damage, deflect, halving, armour, HP, wound."""

from __future__ import annotations

from typing import NamedTuple

from affray.dice import NumberPool, Pool
from affray.kernel.keys import Key, Number, Option
from affray.kernel.table import Table
from affray.systems.sixteen import condition, damage, deflect, fatigue, miss, position, telling
from affray.systems.sixteen.armour import Hit
from affray.systems.sixteen.critical import (
    CRITICAL,
    CRITICAL_MISS,
    MISS,
    TELLING,
    TELLING_CRITICAL,
    StrikeJudge,
    Struck,
)
from affray.systems.sixteen.pools import (
    CRITICALLY_DEFLECTED,
    NOT_DEFLECTED,
    as_is,
    bounded,
    damage_dice,
    strike,
)
from affray.systems.sixteen.state import Condition, SixteenFight

ROLL = ("sixteen.attack.roll", "sixteen.attack.damage-together")
MODIFIERS = "sixteen.attack.modifiers"
NONE: Key = ("none",)
MOST = 40
"""The largest further modifier that a GM may give an attack."""


class Means(NamedTuple):
    """What strikes, as the rules read it: a weapon, or a spell that strikes like one."""

    kind: str
    dice: str
    ap: int
    hit: int
    spell: str = ""


def means_of(fight: SixteenFight, who: str, way: Key) -> Means | None:
    """The weapon ("weapon", id) or spell ("spell", id) that strikes; None if it is not at hand.

    Implements sixteen.attack.hit-modifier, sixteen.damage.dice, sixteen.spell.form.
    """
    one = fight.combatants[who]
    if way[0] == "spell":
        spell = one.spell(way[1])
        if spell is None:
            return None
        return Means(spell.kind, spell.damage, spell.ap, _h(spell.hit, one.hit), spell.id)
    weapon = fight.weapon_of(who)
    if weapon.id != way[1]:
        return None
    return Means(weapon.kind, weapon.damage, weapon.ap, _h(weapon.hit, one.hit))


def _h(own: int | None, standing: int) -> int:
    return standing if own is None else own


def modifiers(fight: SixteenFight, who: str, means: Means, further: int) -> list[tuple[str, int]]:
    """Everything that is added to the d20, by name.

    Implements sixteen.attack.roll, sixteen.attack.modifiers, sixteen.attack.hit-modifier,
    sixteen.fatigue.fatigued, sixteen.fatigue.tired, sixteen.fatigue.exhausted,
    sixteen.miss.critical-result.
    """
    found = [("H", means.hit)]
    standing = fight.standing(who)
    if standing.hit:
        found.append((standing.name, standing.hit))
    if fight.combatants[who].has(condition.OFF_BALANCE):
        found.append((condition.OFF_BALANCE, fight.numbers.off_balance_hit))
    if further:
        found.append(("the situation", further))
    return found


def needed_number(fight: SixteenFight, who: str, means: Means, further: int = 0) -> int:
    """The natural that makes the total exactly sixteen.

    Implements sixteen.attack.needed-number.
    """
    change = means.hit + fight.standing(who).hit + further
    one = fight.combatants[who]
    if one.conditions and one.has(condition.OFF_BALANCE):
        change += fight.numbers.off_balance_hit
    return bounded(fight.numbers.success_total - change)


def judge(fight: SixteenFight, needed: int) -> StrikeJudge:
    numbers = fight.numbers
    return StrikeJudge(
        needed,
        numbers.critical_miss_natural,
        numbers.telling_natural,
        fight.switches.natural_twenty_hits,
    )


def pool(fight: SixteenFight, who: str, way: Key, target: str, further: int) -> Pool[Struck] | None:
    """The dice of an attack; None if attacker, weapon or target are out of it meanwhile.

    Implements sixteen.condition.blinded, sixteen.condition.disadvantage.
    """
    means = means_of(fight, who, way)
    if means is None or not fight.is_able(who) or not fight.is_alive(target):
        return None
    numbers = fight.numbers
    one = fight.combatants[who]
    blind = bool(one.conditions) and one.has(condition.BLINDED)
    rolled = numbers.disadvantage_dice if blind else 1
    needed = needed_number(fight, who, means, further)
    return strike(means.dice, rolled, numbers.die_faces, judge(fight, needed))


def weapon_pool(fight: SixteenFight, who: str, way: Key, target: str) -> NumberPool | None:
    """The damage dice alone; None if they have nobody to strike any more."""
    means = means_of(fight, who, way)
    if means is None or not fight.is_alive(target):
        return None
    return damage_dice(means.dice)


def targets(fight: SixteenFight, who: str, far: int) -> list[str]:
    """The opponents no farther away than that. Implements sixteen.position.reach."""
    return [one for one in fight.opponents(who) if fight.apart(who, one) <= far]


def attack(
    fight: SixteenFight, table: Table, who: str, way: Key, target: str, because: tuple[str, ...]
) -> None:
    """One attack, whoever makes it and when: `because` says why it may be made.

    Implements sixteen.attack.roll, sixteen.attack.modifiers, sixteen.attack.order,
    sixteen.attack.damage-together, sixteen.fatigue.strenuous.
    """
    fight.strain(who, table, fatigue.STRENUOUS)
    if fight.is_unconscious(target):
        _helpless(fight, table, who, way, target, because)
        return
    ruled = table.rule(MODIFIERS, _situations, _no_modifier)
    further = int(ruled[1]) if ruled != NONE else 0
    if table.recording:
        _tell(fight, table, who, way, target, further, because)
    result, rolled = table.roll(
        who, lambda: pool(fight, who, way, target, further), read=as_is, because=ROLL
    )
    rules: tuple[str, ...] = ROLL
    if table.recording and result not in (MISS, CRITICAL_MISS):
        rules = _rules(fight, who, way, further, result)
    _recover_balance(fight, table, who)
    if result == CRITICAL_MISS:
        if table.recording:
            missed = ("sixteen.attack.natural-one-misses", *miss.CHECK)
            table.record("critical-miss", missed, who=who, target=target)
        miss.critical(fight, table, who)
        return
    if result == MISS:
        if table.recording:
            table.record("missed", ROLL, who=who, target=target)
        return
    critical = result in (CRITICAL, TELLING_CRITICAL)
    if table.recording:
        table.record("struck", rules, who=target, by=who, result=result, damage=rolled)
    if result in (TELLING, TELLING_CRITICAL):
        rolled = telling.blow(
            fight,
            table,
            who,
            rolled,
            lambda: weapon_pool(fight, who, way, target),
            "sixteen.telling.natural-twenty",
        )
    met = deflect.attempt(fight, table, target, critical=critical)
    strike_home(fight, table, who, way, target, rolled, critical=critical, met=met)


def _helpless(
    fight: SixteenFight, table: Table, who: str, way: Key, target: str, because: tuple[str, ...]
) -> None:
    """A blow at somebody unconscious: it hits, it is telling, and no d20 is rolled.

    Implements sixteen.hp.blows-on-unconscious, sixteen.hp.no-roll-on-unconscious.
    """
    rules = ("sixteen.hp.blows-on-unconscious", "sixteen.hp.no-roll-on-unconscious")
    if table.recording:
        table.record("blow", (*rules, *because), who=who, target=target, means=way[1])
    rolled: int = table.roll(
        who, lambda: weapon_pool(fight, who, way, target), read=as_is, because=rules
    )
    rolled = telling.blow(
        fight, table, who, rolled, lambda: weapon_pool(fight, who, way, target), rules
    )
    strike_home(fight, table, who, way, target, rolled, critical=False, met=NOT_DEFLECTED)


def strike_home(
    fight: SixteenFight,
    table: Table,
    who: str,
    way: Key,
    target: str,
    rolled: int,
    *,
    critical: bool,
    met: str,
) -> None:
    """What a hit does once the target has had its say: nothing, half, or all that is rolled.

    A critical deflect takes the critical hit's passing of armour away.

    Implements sixteen.deflect.success, sixteen.deflect.large-attacker,
    sixteen.deflect.large-means, sixteen.deflect.failure, sixteen.deflect.critical-deflect,
    sixteen.telling.ordinary-otherwise, sixteen.damage.dice, sixteen.spell.form.
    """
    means = means_of(fight, who, way)
    if means is None:
        return
    raw = max(0, rolled + fight.combatants[who].damage_bonus)
    rules: tuple[str, ...] = ("sixteen.attack.order", "sixteen.deflect.failure")
    deflected = met != NOT_DEFLECTED
    if deflected:
        if not deflect.halves(fight, who):
            if table.recording:
                rules = ("sixteen.deflect.success",)
                if met == CRITICALLY_DEFLECTED and critical:
                    rules = ("sixteen.deflect.critical-deflect", *rules)
                table.record("deflected", rules, who=target, by=who)
            return
        raw = deflect.half(fight, raw)
        rules = ("sixteen.deflect.large-attacker", "sixteen.deflect.large-means")
        critical = False
        if table.recording:
            table.record("halved", rules, who=target, by=who, damage=raw)
    if means.dice:
        hit = Hit(means.kind, means.ap, critical)
        damage.land(fight, table, target, raw, hit, by=who, because=rules, deflected=deflected)
    if means.spell and not deflected:
        afflict(fight, table, who, means.spell, target)


def afflict(fight: SixteenFight, table: Table, who: str, spell_id: str, target: str) -> None:
    """The condition that a spell brings, if it brings one. Implements sixteen.spell.form."""
    spell = fight.combatants[who].spell(spell_id)
    if spell is None or not spell.condition or not fight.is_alive(target):
        return
    if not spell.lasts:
        condition.inflict(fight, table, target, spell.condition, who, "sixteen.spell.form")
        return
    turns = condition.next_turn_end(fight, target, spell.turns) if spell.lasts == "turns" else 0
    given = Condition(spell.condition, spell.lasts, turns, who)
    rules = ("sixteen.spell.form", *condition.RULES[spell.condition])
    fight.give(target, given, table, rules)


def _recover_balance(fight: SixteenFight, table: Table, who: str) -> None:
    """Off balance counts for one attack. Implements sixteen.miss.critical-result."""
    if fight.combatants[who].conditions:
        fight.lift(who, condition.OFF_BALANCE, table, miss.RESULT)


def _situations() -> list[Option]:
    return [NONE, ("modifier", Number(-MOST, MOST))]


def _no_modifier() -> Key:
    return NONE


_RULES = {
    "hit": (),
    CRITICAL: ("sixteen.critical.exact-number",),
    TELLING: ("sixteen.telling.natural-twenty",),
    TELLING_CRITICAL: ("sixteen.critical.needed-twenty",),
}


def _rules(fight: SixteenFight, who: str, way: Key, further: int, result: str) -> tuple[str, ...]:
    """The rules that a hit stands under, for its event."""
    means = means_of(fight, who, way)
    beyond = (
        means is not None
        and fight.shows_numbers(who)
        and needed_number(fight, who, means, further) > fight.numbers.telling_natural
    )
    twenty = ("sixteen.attack.natural-twenty-hits",) if result == TELLING and beyond else ()
    return (*_RULES[result], *twenty, *ROLL)


def _tell(
    fight: SixteenFight,
    table: Table,
    who: str,
    way: Key,
    target: str,
    further: int,
    because: tuple[str, ...],
) -> None:
    means = means_of(fight, who, way)
    if means is None:
        return
    needed = needed_number(fight, who, means, further)
    rules = [*because, "sixteen.attack.needed-number", "sixteen.attack.hit-modifier"]
    rules += ["sixteen.position.reach", "sixteen.damage.dice"]
    rules += fatigue.hit_rules(fight, who)
    if not fight.shows_numbers(who):
        pass  # these would tell what number is needed
    elif not 1 <= needed <= fight.numbers.die_faces:
        rules.append("sixteen.critical.off-the-die")
    elif needed == fight.numbers.critical_miss_natural:
        rules.append("sixteen.critical.needed-one")
    if fight.combatants[who].has(condition.BLINDED):
        rules += condition.RULES[condition.BLINDED]
    if further:
        rules.append(MODIFIERS)
    changed = [f"{name} {number:+d}" for name, number in modifiers(fight, who, means, further)]
    table.record(
        "attack",
        tuple(rules),
        of=who,
        secret={"needed": needed, "modifiers": changed},
        who=who,
        target=target,
        means=way[1],
    )


def may_reach(fight: SixteenFight, who: str, target: str) -> bool:
    """Whether what is in hand reaches the target. Implements sixteen.position.reach."""
    return position.in_reach(fight, who, fight.weapon_of(who), target)
