"""Reactions: one a round, for an opportunity attack or an ability with its own trigger."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.reaction import react
from affray.kernel.table import Table
from affray.systems.vigor import attack, hit, position, vigor, weapon
from affray.systems.vigor import range as ranges
from affray.systems.vigor.state import Spot, Trigger, VigorFight

OPPORTUNITY = "opportunity-attack"
ENTERING = "comes-into-reach"
TRIGGERED = "triggered"
LEAVING_RULES = (
    "vigor.reaction.opportunity-attack",
    "vigor.position.leaving-reach",
    "vigor.reaction.opportunity-details",
)
ENTERING_RULES = ("vigor.weapon-maneuver.set-point", "vigor.position.entering-reach")
TRIGGERED_RULES = ("vigor.reaction.triggered",)


def can_react(fight: VigorFight, who: str) -> bool:
    """Whether the combatant has its reaction of the round left and may use it.

    Implements vigor.reaction.one-per-round, vigor.surprise.effect, vigor.npc.minor-fleeing,
    vigor.weapon-maneuver.rattle, vigor.fight.newcomers.
    """
    one = fight[who]
    return one.reaction and one.is_in and not one.surprised and not one.has("rattled")


def _strike(
    fight: VigorFight, table: Table, who: str, key: Key, *, because: tuple[str, ...]
) -> None:
    """Makes the attack of a reaction."""
    # An attack may end in a move and a move in an attack: one of the two has to ask late.
    from affray.systems.vigor import strike

    strike.make(fight, table, who, key, because=because)


def spend(
    fight: VigorFight, table: Table, who: str, what: str, at: str, because: tuple[str, ...]
) -> None:
    """The reaction of the round is used."""
    fight[who].reaction = False
    if table.recording:
        rules = (*because, "vigor.reaction.one-per-round")
        table.record("reacts", rules, who=who, what=what, at=at)


def reach(fight: VigorFight, who: str) -> int:
    """How far the combatant's melee attacks reach at the most. Implements vigor.range.melee."""
    one = fight[who]
    far = weapon.unarmed().reach
    for held in one.weapons:
        if held.id in one.in_hand:
            far = max(far, ranges.reach(fight, who, held))
    for natural in one.attacks:
        if natural.reach > far and (not natural.is_mystic or weapon.may_be_mystic(one)):
            far = natural.reach
    return far


def in_order(fight: VigorFight, ids: list[str]) -> list[str]:
    """Those who may react, in initiative order. Implements vigor.reaction.opportunity-details."""
    return [who for who in fight.order if who in ids] if len(ids) > 1 else ids


# ---- leaving a reach ----


def whom_it_leaves(fight: VigorFight, mover: str, there: Spot) -> list[str]:
    """The opponents with a reaction left whose reach a step to `there` leaves.

    Implements vigor.reaction.opportunity-attack, vigor.position.leaving-reach.
    """
    found = []
    for other in fight.opponents(mover):
        if not fight[other].reaction:
            continue
        here = position.between(fight, other, mover)
        then = position.from_spot(fight, other, mover, there)
        if then <= here or not here <= reach(fight, other) < then:
            continue
        if can_react(fight, other) and ranges.sees(fight, other, mover):
            found.append(other)
    return in_order(fight, found)


def leaving(fight: VigorFight, table: Table, mover: str, there: Spot) -> bool:
    """Opens the window before a step that leaves a reach; says whether anybody reacted.

    Implements vigor.reaction.opportunity-attack, vigor.reaction.opportunity-details,
    vigor.position.leaving-reach.
    """
    reacted = False
    start = fight[mover].at

    def able() -> list[str]:
        if fight.result is not None or not fight.stands(mover) or fight[mover].at != start:
            return []
        return whom_it_leaves(fight, mover, there)

    def options(who: str) -> list[Option]:
        return attack.options(fight, who, melee=True, on=[mover])

    def strike(who: str, key: Key) -> None:
        nonlocal reacted
        reacted = True
        spend(fight, table, who, OPPORTUNITY, mover, LEAVING_RULES)
        _strike(fight, table, who, key, because=("vigor.reaction.opportunity-attack",))

    react(fight, table, OPPORTUNITY, able, options, strike, because=LEAVING_RULES)
    return reacted


# ---- coming into a reach ----


def _waits(fight: VigorFight, who: str) -> list[str]:
    """The weapons with a point set; "" stands for an ability of the owner's entry."""
    one = fight[who]
    found = [e.weapon for e in one.effects if e.kind == "set-point" and e.weapon in one.in_hand]
    if any(trigger.when == "enters-reach" for trigger in one.triggers):
        found.append("")
    return found


def _entered(fight: VigorFight, who: str, mover: str, before: Spot) -> list[str]:
    """Those of `_waits` into whose reach the step from `before` has come: a spear's own, or the
    farthest of its owner for an ability.

    Implements vigor.position.entering-reach.
    """
    waits = _waits(fight, who)
    if not waits:
        return []
    now = position.between(fight, who, mover)
    then = position.from_spot(fight, who, mover, before)
    found = []
    for way in waits:
        spear = weapon.find(fight[who], way)
        far = ranges.reach(fight, who, spear) if spear is not None else reach(fight, who)
        if now <= far < then:
            found.append(way)
    return found


def whom_it_enters(fight: VigorFight, mover: str, before: Spot) -> list[str]:
    """The opponents waiting for it into whose reach the step from `before` has come.

    Implements vigor.position.entering-reach, vigor.weapon-maneuver.set-point.
    """
    found = []
    for other in fight.opponents(mover):
        if not fight[other].reaction or not _entered(fight, other, mover, before):
            continue
        if can_react(fight, other) and ranges.sees(fight, other, mover):
            found.append(other)
    return in_order(fight, found)


def entering(fight: VigorFight, table: Table, mover: str, before: Spot) -> bool:
    """Opens the window after a step into the reach of somebody who waits for that; says whether
    anybody reacted.

    Implements vigor.position.entering-reach, vigor.weapon-maneuver.set-point,
    vigor.reaction.triggered.
    """
    reacted = False
    start = fight[mover].at

    def able() -> list[str]:
        if fight.result is not None or not fight.stands(mover) or fight[mover].at != start:
            return []
        return whom_it_enters(fight, mover, before)

    def options(who: str) -> list[Option]:
        found: list[Option] = []
        for way in _entered(fight, who, mover, before):
            if way:
                strikes = attack.options(fight, who, melee=True, on=[mover])
                found += [key for key in strikes if key[1] == way]
            else:
                found += _uses(fight, who, "enters-reach", mover)
        return found

    def resolve(who: str, key: Key) -> None:
        nonlocal reacted
        reacted = True
        if key[0] == "use":
            _use(fight, table, who, key, mover)
            return
        spend(fight, table, who, "set-point", mover, ENTERING_RULES)
        _strike(fight, table, who, key, because=("vigor.weapon-maneuver.set-point",))

    react(fight, table, ENTERING, able, options, resolve, because=ENTERING_RULES)
    return reacted


# ---- abilities with a trigger of their own ----


def triggered(fight: VigorFight, table: Table, when: str, owner: str, enemy: str) -> None:
    """Asks whoever was attacked whether an ability that waits for it is used.

    `when` is "hit" or "missed", `enemy` has made the attack.

    Implements vigor.reaction.triggered.
    """
    if not any(trigger.when == when for trigger in fight[owner].triggers):
        return
    if fight.result is not None or fight[owner].side == fight[enemy].side:
        return

    def able() -> list[str]:
        ready = fight.result is None and can_react(fight, owner) and fight.stands(enemy)
        return [owner] if ready else []

    def options(who: str) -> list[Option]:
        return _uses(fight, who, when, enemy)

    def resolve(who: str, key: Key) -> None:
        _use(fight, table, who, key, enemy)

    react(fight, table, TRIGGERED, able, options, resolve, because=TRIGGERED_RULES)


def _uses(fight: VigorFight, who: str, when: str, enemy: str) -> list[Option]:
    """("use", ability) or, for a strike, ("use", ability, "attack", way, enemy[, stat])."""
    found: list[Option] = []
    for trigger in fight[who].triggers:
        if trigger.when != when:
            continue
        if trigger.effect == "strike":
            prefix = ("use", trigger.id)
            found += attack.options(fight, who, melee=True, on=[enemy], prefix=prefix)
        else:
            found.append(("use", trigger.id))
    return found


def _use(fight: VigorFight, table: Table, who: str, key: Key, enemy: str) -> None:
    trigger = next(one for one in fight[who].triggers if one.id == key[1])
    spend(fight, table, who, trigger.id, enemy, TRIGGERED_RULES)
    match trigger.effect:
        case "strike":
            _strike(fight, table, who, key[2:], because=TRIGGERED_RULES)
        case "regain":
            amount = trigger.amount + trigger.per_tier * fight[who].tier
            vigor.regain(fight, table, who, amount, TRIGGERED_RULES)
        case "condition":
            _attach(fight, table, who, enemy, trigger)
        case _:
            if table.recording:
                table.record("noted", TRIGGERED_RULES, who=who, text=trigger.text)


def _attach(fight: VigorFight, table: Table, who: str, enemy: str, trigger: Trigger) -> None:
    for condition in trigger.conditions:
        hit.attach(fight, table, who, enemy, condition)
