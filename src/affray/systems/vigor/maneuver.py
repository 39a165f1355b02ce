"""Maneuvers: what may be picked, what it costs, and what the instant ones do."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.vigor import (
    hit,
    move,
    position,
    role,
    spell,
    stamina,
    vigor,
    weapon,
    weapon_maneuver,
)
from affray.systems.vigor import range as ranges
from affray.systems.vigor.ledger import tables
from affray.systems.vigor.state import Effect, Maneuver, VigorFight, Warrior

PASS: Key = ("pass",)
DRAW = "draw"
COMMON = ("brace", "rally", "empower", "committed-strike")


def own(one: Warrior, maneuver_id: str) -> Maneuver:
    """The Maneuver of the combatant's entry of that id; raises StopIteration."""
    return next(each for each in one.maneuvers if each.id == maneuver_id)


def is_declared(one: Warrior, key: Key) -> bool:
    """Whether the pick waits for its owner's turn.

    Implements vigor.declare.instant, vigor.declare.declared, vigor.declare.casting.
    """
    if key[0] == "own":
        return own(one, key[1]).timing == "declared"
    return key[0] in ("committed-strike", "cast")


def cost(one: Warrior, key: Key) -> int:
    """The Stamina of a pick; a Minor pays none.

    Implements vigor.maneuver.brace-cost, vigor.maneuver.rally, vigor.maneuver.empower,
    vigor.maneuver.committed-strike, vigor.maneuver.cast, vigor.weapon.one-maneuver-each.
    """
    match key[0]:
        case "cast":
            found = spell.find(one, key[1]).stamina
        case "own":
            found = own(one, key[1]).stamina
        case "weapon" | "pass" | "draw":
            found = int(tables().maneuvers["weapon"]["stamina"])
        case _:
            found = int(tables().maneuvers[key[0]]["stamina"])
    return stamina.cost_for(one, found)


def rule_of(one: Warrior, key: Key) -> str:
    """The rule of a pick."""
    match key[0]:
        case "cast":
            return spell.find(one, key[1]).rule
        case "weapon":
            return weapon_maneuver.rule_of(weapon.maneuver_of(one, key[1]))
        case "own":
            return "vigor.maneuver.list"
        case "brace":
            return "vigor.maneuver.brace-cost"
    return f"vigor.maneuver.{key[0]}"


# ---- what may be picked ----


def listed(fight: VigorFight, who: str) -> list[Key]:
    """The Maneuvers open to the combatant whose cost and needs it can meet.

    Weapon maneuvers are of the weapons in hand.

    Implements vigor.maneuver.list, vigor.attack.untrained-no-pick, vigor.declare.enemy-picks,
    vigor.declare.may-pass, vigor.declare.psion-details, vigor.weapon.one-maneuver-each.
    """
    one = fight[who]
    if role.is_untrained(one):
        return []
    found: list[Key] = []
    if not one.is_minor:
        found += [(name,) for name in COMMON]
    if not one.psion:
        found += [("cast", each.id) for each in spell.known(one)]
    found += [("weapon", each.id) for each in weapon.held(one) if each.maneuver]
    found += [("own", each.id) for each in one.maneuvers]
    return [key for key in found if _is_met(fight, who, key)]


def _is_met(fight: VigorFight, who: str, key: Key) -> bool:
    """Whether Stamina and the needs of a Maneuver are met. Implements vigor.declare.may-pass."""
    one = fight[who]
    if not stamina.can_pay(one, cost(one, key)):
        return False
    if key == ("rally",):
        return len(fight.side(one.side)) > 1
    if key[0] == "weapon" and weapon.maneuver_of(one, key[1]) == "shelter":
        return len(fight.side(one.side)) > 1
    return True


def picks(fight: VigorFight, who: str) -> list[Option]:
    """What may be picked in the tactical step, ("pass",) last.

    ("brace",), ("rally",), ("empower",), ("committed-strike",), ("cast", spell), ("weapon",
    weapon), ("own", id); a weapon that is not in hand is drawn with its maneuver, and any other
    pick may draw one: (*pick, "draw", weapon), or ("draw", weapon) alone. Nothing for whoever has
    no pick.

    Implements vigor.declare.one-maneuver, vigor.declare.may-pass, vigor.action.swap-weapon.
    """
    one = fight[who]
    found: list[Option] = list(listed(fight, who))
    if not found and role.is_untrained(one):
        return []
    others = weapon.others(one) if fight.numbers.weapon_swaps > 0 else []
    plain = [key for key in found if key[0] != "weapon"]
    found += [("weapon", each) for each in others if _can_draw(fight, who, each)]
    found += [(*key, DRAW, each) for key in plain for each in others]
    if not found:
        return []
    found += [(DRAW, each) for each in others]
    return [*found, PASS]


def _can_draw(fight: VigorFight, who: str, weapon_id: str) -> bool:
    return bool(weapon.maneuver_of(fight[who], weapon_id)) and _is_met(
        fight, who, ("weapon", weapon_id)
    )


# ---- instant ones take effect ----


def take_effect(fight: VigorFight, table: Table, who: str, key: Key) -> None:
    """An instant Maneuver happens, its targets chosen now.

    Implements vigor.declare.instant, vigor.declare.instant-order, vigor.maneuver.brace,
    vigor.maneuver.rally, vigor.maneuver.empower.
    """
    match key[0]:
        case "brace":
            _told(fight, table, who, key)
            because = ("vigor.maneuver.brace", "vigor.maneuver.brace-cost")
            vigor.regain(fight, table, who, fight[who].tier, because)
        case "rally":
            _rally(fight, table, who)
        case "empower":
            faces = fight.numbers.empower_faces
            fight.put(who, Effect("empowered", "round", who, amount=faces))
            _told(fight, table, who, key)
        case "weapon":
            weapon_maneuver.use(fight, table, who, key[1])
        case "own":
            _own(fight, table, who, own(fight[who], key[1]))


def _told(fight: VigorFight, table: Table, who: str, key: Key) -> None:
    if table.recording:
        table.record(
            "maneuver",
            rule_of(fight[who], key),
            audience=fight.audience(who),
            who=who,
            maneuver=key[0],
            weapon="",
        )


def _rally(fight: VigorFight, table: Table, who: str) -> None:
    """One ally within 30 feet regains Vigor. Implements vigor.maneuver.rally."""

    def options() -> list[Option]:
        near = weapon_maneuver.near_allies(fight, who, fight.numbers.rally_range_feet)
        return [*(("rally", ally) for ally in near), ("nobody",)]

    key = table.choose(who, options, because="vigor.maneuver.rally")
    _told(fight, table, who, ("rally",))
    if key[0] == "rally":
        points = fight[who].tier * fight.numbers.rally_vigor_per_tier
        vigor.regain(fight, table, key[1], points, "vigor.maneuver.rally", by=who)


def _own(fight: VigorFight, table: Table, who: str, one: Maneuver) -> None:
    """An instant Maneuver of the combatant's own entry. Implements vigor.maneuver.list."""
    rule = "vigor.maneuver.list"
    if table.recording:
        table.record(
            "maneuver", rule, audience=fight.audience(who), who=who, maneuver=one.name, weapon=""
        )
    if one.effect == "move":
        move.free(fight, table, who, amount_of(fight[who], one), rule)
        return
    target = who
    if one.to != "self":

        def options() -> list[Option]:
            return [*(("on", each) for each in _aims(fight, who, one)), ("nobody",)]

        key = table.choose(who, options, because=rule)
        if key[0] != "on":
            return
        target = key[1]
    amount = amount_of(fight[who], one)
    match one.effect:
        case "regain":
            vigor.regain(fight, table, target, amount, rule, by=who)
        case "crit":
            fight.put(target, Effect("empowered", "round", who, amount=amount))
        case "ac":
            fight.put(target, Effect("guarded", "round", who, amount=amount))
        case "condition":
            for condition in one.conditions:
                hit.attach(fight, table, who, target, condition)
        case _:
            if table.recording:
                table.record("noted", rule, who=target, text=one.text)


def amount_of(who: Warrior, one: Maneuver) -> int:
    """The number of a Maneuver of an entry."""
    return one.amount + one.per_tier * who.tier


def _aims(fight: VigorFight, who: str, one: Maneuver) -> list[str]:
    if one.to == "ally":
        return weapon_maneuver.near_allies(fight, who, one.range)
    return [
        other
        for other in fight.opponents(who)
        if position.between(fight, who, other) <= one.range and ranges.sees(fight, who, other)
    ]
