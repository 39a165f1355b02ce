"""Spells, and the powers of psions: what they need, and what they do when carried out."""

from __future__ import annotations

from collections.abc import Callable

from affray.dice import Pool, judged
from affray.kernel.keys import Key, Number, Option
from affray.kernel.table import Table
from affray.systems.vigor import (
    ac,
    attack,
    attack_told,
    hit,
    layer,
    position,
    reaction,
    stamina,
    tier,
    vigor,
    weapon,
)
from affray.systems.vigor import range as ranges
from affray.systems.vigor.judge import CRIT, MISS
from affray.systems.vigor.state import Spell, Spot, VigorFight, Warrior
from affray.systems.vigor.vigor import as_read, as_shown

SHOCK_BURST = "vigor.spell.shock-burst"
STEADY_HEART = "vigor.spell.steady-heart"


def known(one: Warrior) -> list[Spell]:
    """The spells that the combatant can cast, or use as powers.

    Implements vigor.attack.which-tree.
    """
    return list(one.spells) if weapon.may_be_mystic(one) else []


def find(one: Warrior, spell_id: str) -> Spell:
    """The spell of that id; raises StopIteration."""
    return next(spell for spell in one.spells if spell.id == spell_id)


def payable(one: Warrior) -> list[Spell]:
    """The spells known whose Stamina is there."""
    return [spell for spell in known(one) if stamina.can_pay(one, spell.stamina)]


def radius(fight: VigorFight, spell: Spell) -> int:
    """The radius of an area in feet. Implements vigor.spell.shock-burst."""
    if spell.rule == SHOCK_BURST:
        return fight.numbers.shock_burst_radius_feet
    return spell.radius


def vigor_given(fight: VigorFight, one: Warrior, spell: Spell) -> int:
    """The Vigor that a spell gives back. Implements vigor.spell.steady-heart."""
    per_tier = spell.per_tier
    if spell.rule == STEADY_HEART:
        per_tier = fight.numbers.steady_heart_vigor_per_tier
    return per_tier * one.tier + spell.points


def targets(fight: VigorFight, who: str, spell: Spell, prefix: tuple[str, ...]) -> list[Option]:
    """(*prefix, whom[, stat]) for one creature or a friend; (*prefix, "on", whom) and
    (*prefix, "at", x, y) for an area.

    Implements vigor.maneuver.cast, vigor.line.mystic-exempt, vigor.cover.details.
    """
    own = fight[who]
    found: list[Option] = []
    if spell.shape == "friend":
        for other in fight.side(own.side):
            if other == who or position.between(fight, who, other) <= spell.range:
                found.append((*prefix, other))
        return found
    seen = [one.id for one in fight.standing() if one.id != who and ranges.sees(fight, who, one.id)]
    within = [other for other in seen if position.between(fight, who, other) <= spell.range]
    if spell.shape == "area":
        found += [(*prefix, "on", other) for other in within]
        across, along = own.spot
        wide = spell.range // fight.numbers.step_feet * fight.numbers.step_feet
        xs, ys = Number(across - wide, across + wide), Number(along - wide, along + wide)
        return [*found, (*prefix, "at", xs, ys)]
    # Nobody is offered an ally to strike, as with attacks; an area does not ask.
    within = [other for other in within if fight[other].side != own.side]
    stats = attack.stats_for(own, None, ranged=True) if spell.roll else []
    for other in within:
        if fight.facts and spell.roll and ac.cover_from(fight, who, None, other) == "total":
            continue
        key = (*prefix, other)
        found += [(*key, name) for name in stats] if len(stats) > 1 else [key]
    return found


def cast(
    fight: VigorFight, table: Table, who: str, spell_id: str, aim: Key, because: tuple[str, ...]
) -> None:
    """A spell or power is carried out on what is aimed at (the rest of a key of `targets`).

    Implements vigor.maneuver.cast, vigor.spell.force-lance, vigor.spell.shock-burst,
    vigor.spell.steady-heart, vigor.glancing.majors-only, vigor.hit.other-harm.
    """
    spell = find(fight[who], spell_id)
    rules = (spell.rule, *because)
    if table.recording:
        table.record(
            "casts",
            (*rules, "vigor.maneuver.cast"),
            who=who,
            spell=spell_id,
            called=spell.name,
            aim=list(aim),
        )
    if spell.shape == "friend":
        points = vigor_given(fight, fight[who], spell)
        vigor.regain(fight, table, aim[0], points, rules, by=who)
    elif spell.shape == "area":
        _burst(fight, table, who, spell, _centre(fight, aim), rules)
    elif spell.roll:
        _aimed(fight, table, who, spell, aim, rules)
    else:
        _harm(fight, table, who, spell, lambda: [aim[0]], rules, is_crit=False)


def _centre(fight: VigorFight, aim: Key) -> Spot:
    if aim[0] == "on":
        return fight[aim[1]].spot
    return position.snapped(fight, int(aim[1]), int(aim[2]))


def _aimed(
    fight: VigorFight, table: Table, who: str, spell: Spell, aim: Key, rules: tuple[str, ...]
) -> None:
    """A spell with an attack roll; a miss does nothing.

    Implements vigor.spell.force-lance, vigor.attack.weapon-bonus, vigor.line.mystic-exempt,
    vigor.reaction.triggered.
    """
    target = aim[0]
    chosen = aim[1] if len(aim) > 1 else ""

    def pool() -> Pool[str] | None:
        if not fight.stands(who) or not fight.stands(target):
            return None
        thrown = attack.d20(fight, die_kind(fight, who, target))
        return judged(thrown, attack.judge(fight, who, None, target, chosen, ranged=True))

    result: str = table.roll(who, pool, read=as_read, because=(*attack.ROLL, *rules))
    attack.use_up_help(fight, who, target)
    if table.recording:
        told = [*attack.ROLL, *rules, *ac.rules(fight, fight[target])]
        attack_told.record(fight, table, who, None, target, chosen, result, told, ranged=True)
    if result != MISS:
        _harm(fight, table, who, spell, lambda: [target], rules, is_crit=result == CRIT)
    reaction.triggered(fight, table, "missed" if result == MISS else "hit", target, who)


def die_kind(fight: VigorFight, who: str, target: str) -> str:
    up = any(e.kind == "helped" and e.on == target for e in fight[who].effects)
    down = fight[target].has("dodge")
    return "" if up == down else "advantage" if up else "disadvantage"


def _burst(
    fight: VigorFight, table: Table, who: str, spell: Spell, centre: Spot, rules: tuple[str, ...]
) -> None:
    """Every creature within the radius, friend or foe, takes the same single roll.

    Implements vigor.spell.shock-burst, vigor.position.reach, vigor.hit.other-harm.
    """

    def within() -> list[str]:
        wide = radius(fight, spell)
        return [one.id for one in fight.standing() if position.distance(centre, one.spot) <= wide]

    if within():
        _harm(fight, table, who, spell, within, rules, is_crit=False)


def _harm(
    fight: VigorFight,
    table: Table,
    who: str,
    spell: Spell,
    targets: Callable[[], list[str]],
    rules: tuple[str, ...],
    *,
    is_crit: bool,
) -> None:
    """The Tier die (a Minor's flat Tier), rolled once, to each of them as a hit of its own."""
    if spell.deals == "vigor":
        points = vigor_given(fight, fight[who], spell)
        for target in targets():
            vigor.regain(fight, table, target, points, rules, by=who)
        return
    if spell.roll:
        points = hit.roll(fight, table, who, targets()[0], is_crit=is_crit)
    elif fight[who].is_minor:
        points = fight[who].tier
    else:
        points = table.roll(
            who, lambda: tier.pool(fight[who].tier, 1), read=as_shown, because=rules
        )
    kind = layer.VIGOR_DAMAGE if spell.deals == "vigor-damage" else layer.DAMAGE
    because = (*rules, "vigor.hit.other-harm") if not spell.roll else rules
    for target in targets():
        if fight.stands(target) and fight.result is None:
            hit.land(
                fight,
                table,
                who,
                target,
                points + spell.points,
                kind,
                spell.descriptor,
                spell.conditions,
                because,
            )


def cost(one: Warrior, spell_id: str) -> int:
    """The Stamina that a spell costs the combatant.

    Implements vigor.role.minor-no-attribute-extras.
    """
    return stamina.cost_for(one, find(one, spell_id).stamina)
