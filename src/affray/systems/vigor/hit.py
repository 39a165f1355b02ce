"""What a hit deals: a Tier die or the flat Tier, points that abilities add, and conditions."""

from __future__ import annotations

from affray.dice import Pool
from affray.kernel.keys import Key, Option, Text
from affray.kernel.table import Table
from affray.systems.vigor import layer, tier, type
from affray.systems.vigor.state import Attack, Condition, Effect, VigorFight
from affray.systems.vigor.vigor import as_shown


def deal(
    fight: VigorFight,
    table: Table,
    who: str,
    target: str,
    attack: Attack,
    *,
    is_crit: bool,
    extra: int = 0,
) -> None:
    """One hit with an attack: Damage with a weapon, Vigor damage with a mystic attack.

    Implements vigor.hit.major, vigor.hit.minor, vigor.crit.major, vigor.crit.minor,
    vigor.crit.mystic, vigor.role.major, vigor.role.minor, vigor.role.sovereign,
    vigor.weapon.no-numbers, vigor.hit.flat-riders, vigor.hit.rider-details,
    vigor.hit.ability-riders.
    """
    is_minor = fight[who].is_minor
    because = ["vigor.hit.minor" if is_minor else "vigor.hit.major"]
    if is_crit:
        because = ["vigor.crit.minor" if is_minor else "vigor.crit.major"]
    because += ["vigor.tier.die", "vigor.role.minor" if is_minor else "vigor.role.major"]
    if attack.is_mystic:
        because += ["vigor.hit.vigor-damage-word", "vigor.attack.mystic"]
        if is_crit:
            because.append("vigor.crit.mystic")
    else:
        because.append("vigor.hit.damage-word")
        if attack.kind == "weapon":
            because.append("vigor.weapon.no-numbers")
    rolled = roll(fight, table, who, target, is_crit=is_crit)
    added = attack.points + extra + (0 if attack.is_mystic else fight[who].points)
    kind = layer.VIGOR_DAMAGE if attack.is_mystic else layer.DAMAGE
    land(
        fight,
        table,
        who,
        target,
        rolled + added,
        kind,
        attack.descriptor,
        attack.conditions,
        tuple(because + (["vigor.hit.flat-riders", "vigor.hit.rider-details"] if added else [])),
    )


def land(
    fight: VigorFight,
    table: Table,
    who: str,
    target: str,
    points: int,
    kind: str,
    descriptor: str,
    conditions: tuple[Condition, ...],
    because: tuple[str, ...],
) -> None:
    """The whole sum of a hit on a target, then the conditions that it attaches.

    An immune target takes neither.

    Implements vigor.type.immunity, vigor.hit.ability-riders, vigor.hit.rider-details.
    """
    is_immune = type.answer(fight[target], descriptor) == type.IMMUNE
    layer.take(fight, table, target, points, kind, descriptor, by=who, because=because)
    if is_immune or fight.result is not None:
        return
    for condition in conditions:
        if fight.stands(target):
            attach(fight, table, who, target, condition)


def roll(
    fight: VigorFight, table: Table, who: str, target: str, *, is_crit: bool, count: int = 1
) -> int:
    """The points of a hit before anything is added: Tier dice, or a Minor's flat Tier.

    Implements vigor.hit.major, vigor.hit.minor, vigor.crit.major, vigor.crit.minor.
    """
    one = fight[who]
    if one.is_minor and not is_crit:
        return one.tier
    if one.is_minor:
        because = "vigor.crit.minor"
        shown = table.roll(
            who, lambda: _dice(fight, who, target, 1), read=as_shown, because=because
        )
        return max(shown, fight[who].tier)
    because = "vigor.crit.major" if is_crit else "vigor.hit.major"
    number = 2 * count if is_crit else count
    return table.roll(
        who, lambda: _dice(fight, who, target, number), read=as_shown, because=because
    )


def _dice(fight: VigorFight, who: str, target: str, count: int) -> Pool[int] | None:
    if target and not fight.stands(target):
        return None
    return tier.pool(fight[who].tier, count)


# ---- conditions ----

AS_A_TAG: Key = ("tag-only",)


def attach(fight: VigorFight, table: Table, who: str, target: str, condition: Condition) -> None:
    """A named tag with an end; what it does beyond its name is the GM's to apply.

    Implements vigor.hit.conditions.
    """
    ruling = table.rule("vigor.hit.conditions", _readings, _as_a_tag)
    if ruling == ("none",):
        return
    until = {"turn": f"turn:{who}", "fight": "fight"}.get(condition.until, "round")
    fight.put(target, Effect("condition", until, who, name=condition.name))
    if table.recording:
        table.record(
            "condition",
            ("vigor.hit.conditions", "vigor.hit.ability-riders"),
            who=target,
            by=who,
            name=condition.name,
            until=condition.until,
            ruled=ruling[1] if len(ruling) > 1 else condition.text,
        )


def _readings() -> list[Option]:
    return [AS_A_TAG, ("means", Text()), ("none",)]


def _as_a_tag() -> Key:
    return AS_A_TAG
