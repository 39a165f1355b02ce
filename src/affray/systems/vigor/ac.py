"""Armour Class."""

from __future__ import annotations

from affray.systems.vigor import cover, stat
from affray.systems.vigor.ledger import tables
from affray.systems.vigor.state import Attack, VigorFight, Warrior


def own(fight: VigorFight, one: Warrior) -> int:
    """Armour base, Sense modifier and a shield; Tier is no part of it. A Minor's is its entry's,
    else its armour base and a shield.

    What holds until the end of the round is in it: a hooked shield, High Guard, Shelter.

    Implements vigor.ac.formula, vigor.ac.armour, vigor.ac.shield, vigor.ac.shield-details,
    vigor.role.minor-attack-and-ac, vigor.injury.stiff-side, vigor.weapon-maneuver.hook-shield,
    vigor.weapon-maneuver.high-guard, vigor.weapon-maneuver.shelter.
    """
    shield = tables().shield_ac if one.shield else 0
    if one.own_ac is not None:
        found = one.own_ac
    else:
        found = tables().armour[one.armour].base + shield
        if not one.is_minor:
            found += stat.modifier(one, "sense")
    if "stiff-side" in one.injuries:
        found += fight.numbers.stiff_side_ac
    if one.effects:
        if one.has("shield-hooked"):
            found -= shield
        found += _guards(fight, one)
    return found


def _guards(fight: VigorFight, one: Warrior) -> int:
    """What Maneuvers add; the same one adds once, and only while its weapon is in hand.

    Implements vigor.weapon.maneuver-use.
    """
    best: dict[str, int] = {}
    for effect in one.effects:
        if effect.kind not in ("high-guard", "sheltered", "guarded"):
            continue
        if effect.weapon and effect.weapon not in fight[effect.by].in_hand:
            continue
        best[effect.kind] = max(effect.amount, best.get(effect.kind, 0))
    return sum(best.values())


def against(fight: VigorFight, attacker: str, attack: Attack | None, target: str) -> int:
    """The AC that an attack of `attacker` must reach: with cover, the best alone.

    Implements vigor.cover.bonus, vigor.cover.details, vigor.weapon-maneuver.thread-the-gap.
    """
    found = own(fight, fight[target])
    if fight.facts:
        found += cover.bonus(cover_from(fight, attacker, attack, target))
    return found


def cover_from(fight: VigorFight, attacker: str, attack: Attack | None, target: str) -> str:
    """The cover that counts against this attack."""
    found = cover.of(fight, attacker, target)
    if attack is not None and found != "none":
        for effect in fight[attacker].effects:
            if effect.kind == "thread-the-gap" and effect.weapon == attack.id:
                return cover.lowered(found)
    return found


def rules(fight: VigorFight, one: Warrior) -> list[str]:
    """The rules that a combatant's AC goes by, for an event; no more than everybody may know."""
    if not fight.shows_numbers(one.id):
        return ["vigor.ac.formula"]
    found = ["vigor.ac.formula", "vigor.ac.armour"]
    if one.is_minor:
        found = ["vigor.role.minor-attack-and-ac", "vigor.ac.armour"]
    if one.shield:
        found += ["vigor.ac.shield", "vigor.ac.shield-details"]
    if "stiff-side" in one.injuries:
        found.append("vigor.injury.stiff-side")
    told = {
        "shield-hooked": "vigor.weapon-maneuver.hook-shield",
        "high-guard": "vigor.weapon-maneuver.high-guard",
        "sheltered": "vigor.weapon-maneuver.shelter",
    }
    return found + [told[effect.kind] for effect in one.effects if effect.kind in told]
