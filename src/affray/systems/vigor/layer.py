"""The layers that harm goes through: Vigor, then Vitality, then for player characters a wound."""

from __future__ import annotations

from affray.kernel.table import Table
from affray.systems.vigor import disrupt, npc, type, wound
from affray.systems.vigor.state import VigorFight, Warrior

DAMAGE = "damage"
VIGOR_DAMAGE = "vigor-damage"


def take(
    fight: VigorFight,
    table: Table,
    target: str,
    points: int,
    kind: str,
    descriptor: str,
    *,
    by: str,
    because: tuple[str, ...],
) -> None:
    """Harm to one creature as one hit: changed by its descriptor, then worked through the layers.

    `kind` is "damage" or "vigor-damage"; `by` is whose doing it is ("" for nobody's).

    Implements vigor.layer.order, vigor.layer.vigor-absorbs, vigor.layer.vigor-damage-stops,
    vigor.layer.vitality, vigor.hit.damage-word, vigor.hit.vigor-damage-word, vigor.hit.other-harm,
    vigor.type.once-per-hit, vigor.vitality.exactly-zero, vigor.wound.trigger,
    vigor.wound.players-only, vigor.fight.no-hit-points.
    """
    one = fight[target]
    how = type.answer(one, descriptor)
    worth = type.adjusted(points, how)
    before, vitality_before = one.vigor, one.vitality
    absorbed = min(max(one.vigor, 0), worth)
    one.vigor -= absorbed
    past = worth - absorbed if kind == DAMAGE else 0
    if one.is_minor:
        npc.add_harm(one, worth if kind == DAMAGE else absorbed)
        past = 0
    is_wound = one.role == "hero" and past > max(one.vitality, 0)
    lost = min(past, max(one.vitality, 0))
    if not is_wound:
        one.vitality -= lost
    if table.recording:
        _tell(
            fight,
            table,
            one,
            points,
            worth,
            kind,
            descriptor,
            how,
            by,
            because,
            before,
            vitality_before,
            past,
        )
    if worth <= 0:
        return
    if is_wound:
        wound.take(fight, table, target)
        lost = max(vitality_before, 1)
    else:
        npc.test(fight, table, target)
    if past > 0:
        disrupt.check(fight, table, target, lost, by_wound=is_wound)


def _tell(
    fight: VigorFight,
    table: Table,
    one: Warrior,
    points: int,
    worth: int,
    kind: str,
    descriptor: str,
    how: str,
    by: str,
    because: tuple[str, ...],
    vigor_before: int,
    vitality_before: int,
    past: int,
) -> None:
    rules = [*because, "vigor.layer.order", "vigor.fight.no-hit-points"]
    if how:
        rules += [type.RULES[how], "vigor.type.once-per-hit", "vigor.type.descriptor"]
        if kind == VIGOR_DAMAGE:
            rules.append("vigor.type.vigor-damage-too")
    is_open = fight.shows_numbers(one.id)
    if vigor_before > one.vigor and is_open:
        rules.append("vigor.layer.vigor-absorbs")
    if is_open and kind == VIGOR_DAMAGE and worth > vigor_before - one.vigor:
        rules.append("vigor.layer.vigor-damage-stops")
    if vitality_before > one.vitality and is_open:
        rules.append("vigor.layer.vitality")
        if one.role == "hero" and one.vitality == 0:
            rules.append("vigor.vitality.exactly-zero")
    if one.is_minor:
        rules.append("vigor.npc.minor-total")
    secret = {
        "vigor_before": vigor_before,
        "vigor": one.vigor,
        "vitality_before": vitality_before,
        "vitality": one.vitality,
        "past": past,
    }
    if one.is_minor:
        secret["harm"] = one.harm
    table.record(
        "hurt",
        tuple(dict.fromkeys(rules)),
        of=one.id,
        secret=secret,
        target=one.id,
        by=by,
        points=points,
        worth=worth,
        kind=kind,
        descriptor=descriptor,
        how=how,
    )
