"""Weapon maneuvers: one simple instant effect for each weapon, held while the weapon is in hand."""

from __future__ import annotations

from affray.kernel.keys import Option
from affray.kernel.table import Table
from affray.systems.vigor import attack as targets
from affray.systems.vigor import layer, move, position, type, weapon
from affray.systems.vigor import range as ranges
from affray.systems.vigor.state import Attack, Effect, VigorFight

FIRST_HIT = ("hook-shield", "rattle", "wide-arc", "split-focus", "drive-back", "harry")


def rule_of(maneuver: str) -> str:
    """The id of the rule of a weapon maneuver."""
    return f"vigor.weapon-maneuver.{maneuver}"


def use(fight: VigorFight, table: Table, who: str, weapon_id: str) -> None:
    """The picked maneuver of a weapon in hand takes effect; nothing if it is not in hand now.

    Implements vigor.weapon.maneuver-use, vigor.weapon.one-maneuver-each,
    vigor.weapon-maneuver.slip-past, vigor.weapon-maneuver.quick-advance,
    vigor.weapon-maneuver.high-guard, vigor.weapon-maneuver.shelter.
    """
    one = fight[who]
    maneuver = weapon.maneuver_of(one, weapon_id)
    if not maneuver or weapon_id not in one.in_hand:
        return
    if table.recording:
        rules = (rule_of(maneuver), "vigor.weapon.maneuver-use")
        table.record(
            "maneuver",
            rules,
            audience=fight.audience(who),
            who=who,
            maneuver=maneuver,
            weapon=weapon_id,
        )
    numbers = fight.numbers
    match maneuver:
        case "slip-past":
            fight.put(who, Effect("slip-past", "round", who, weapon=weapon_id))
        case "high-guard":
            fight.put(
                who,
                Effect("high-guard", "round", who, weapon=weapon_id, amount=numbers.high_guard_ac),
            )
        case "quick-advance":
            feet = numbers.quick_advance_feet
            move.free(fight, table, who, feet, rule_of("quick-advance"))
        case "shelter":
            _shelter(fight, table, who, weapon_id)
        case _:
            fight.put(who, Effect(maneuver, "round", who, weapon=weapon_id))


def _shelter(fight: VigorFight, table: Table, who: str, weapon_id: str) -> None:
    """One ally within 5 feet has +1 AC until the end of the round."""

    def options() -> list[Option]:
        allies = near_allies(fight, who, fight.numbers.shelter_range_feet)
        return [*(("shelter", ally) for ally in allies), ("nobody",)]

    key = table.choose(who, options, because=rule_of("shelter"))
    if key[0] == "shelter":
        amount = fight.numbers.shelter_ac
        fight.put(key[1], Effect("sheltered", "round", who, amount=amount, weapon=weapon_id))
        if table.recording:
            table.record("sheltered", rule_of("shelter"), who=key[1], by=who, ac=amount)


def near_allies(fight: VigorFight, who: str, feet: int) -> list[str]:
    """The allies in the fight at most so far away, in roster order."""
    own = fight[who]
    return [
        other
        for other in fight.side(own.side)
        if other != who and position.between(fight, who, other) <= feet
    ]


def _spend(fight: VigorFight, who: str, kind: str, weapon_id: str) -> bool:
    """Whether such an effect of that weapon was waiting; it is used up then."""
    one = fight[who]
    found = [e for e in one.effects if e.kind == kind and e.weapon == weapon_id]
    if not found:
        return False
    one.effects = tuple(e for e in one.effects if e not in found)
    return True


def on_hit(fight: VigorFight, table: Table, who: str, target: str, attack: Attack) -> None:
    """What the first hit of the round with a weapon sets off, on or off the owner's turn.

    Nothing happens to a target that is immune to the hit, or gone by it.

    Implements vigor.weapon.maneuver-use, vigor.weapon-maneuver.hook-shield,
    vigor.weapon-maneuver.rattle, vigor.weapon-maneuver.split-focus,
    vigor.weapon-maneuver.drive-back, vigor.weapon-maneuver.harry,
    vigor.weapon-maneuver.wide-arc.
    """
    if not fight[who].effects or attack.kind != "weapon":
        return
    for kind in FIRST_HIT:
        if attack.id not in fight[who].in_hand or not _spend(fight, who, kind, attack.id):
            continue
        if kind == "wide-arc":
            _wide_arc(fight, table, who, target, attack)
            continue
        if not fight.stands(target):
            continue
        if type.answer(fight[target], attack.descriptor) == type.IMMUNE:
            continue
        _strike(fight, table, who, target, kind)


def _strike(fight: VigorFight, table: Table, who: str, target: str, kind: str) -> None:
    """The effect of a first hit on the creature that was hit."""
    match kind:
        case "hook-shield":
            fight.put(target, Effect("shield-hooked", "round", who))
        case "rattle":
            fight.put(target, Effect("rattled", "round", who))
        case "split-focus":
            fight.put(target, Effect("unfocused", "own-turn", who))
        case "harry":
            fight.put(target, Effect("harried", "own-turn", who, amount=fight.numbers.harry_feet))
        case _:
            move.push(fight, table, target, who, fight.numbers.drive_back_feet)
            return
    if table.recording:
        table.record("maneuver-tells", rule_of(kind), who=target, by=who, maneuver=kind)


def _wide_arc(fight: VigorFight, table: Table, who: str, hit: str, attack: Attack) -> None:
    """1 Vigor damage to one other enemy within reach. Implements vigor.weapon-maneuver.wide-arc."""
    if fight.result is not None:
        return
    rule = rule_of("wide-arc")

    def options() -> list[Option]:
        far = ranges.reach(fight, who, attack)
        found: list[Option] = [
            ("arc", other)
            for other in targets.targets_of(fight, who)
            if other != hit
            and position.between(fight, who, other) <= far
            and ranges.sees(fight, who, other)
        ]
        return [*found, ("nobody",)]

    key = table.choose(who, options, because=rule)
    if key[0] == "arc":
        amount = fight.numbers.wide_arc_vigor_damage
        because = (rule, "vigor.hit.vigor-damage-word")
        layer.take(
            fight,
            table,
            key[1],
            amount,
            layer.VIGOR_DAMAGE,
            attack.descriptor,
            by=who,
            because=because,
        )


def after_attack(fight: VigorFight, table: Table, who: str, attack: Attack) -> None:
    """What the first attack of the round with a weapon sets off or uses up, hit or miss.

    Implements vigor.weapon-maneuver.loose-and-step, vigor.weapon-maneuver.thread-the-gap.
    """
    if not fight[who].effects or attack.kind != "weapon":
        return
    _spend(fight, who, "thread-the-gap", attack.id)
    steps = _spend(fight, who, "loose-and-step", attack.id)
    if steps and fight.is_in(who) and fight.result is None:
        rule = rule_of("loose-and-step")
        move.free(fight, table, who, fight.numbers.loose_and_step_feet, rule)
