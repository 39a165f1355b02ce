"""How NPCs are beaten: Majors and Sovereigns die, Minors flee and die."""

from __future__ import annotations

from affray.kernel.table import Table
from affray.systems.vigor.state import VigorFight, Warrior


def add_harm(one: Warrior, points: int) -> None:
    """Adds to the total of a Minor: Damage in full, Vigor damage as far as it took Vigor.

    Implements vigor.npc.minor-total.
    """
    one.harm += points


def dies_at(one: Warrior) -> int:
    """The harm at which a Minor dies: twice its Tier. Implements vigor.npc.minor-dies."""
    return 2 * one.tier


def test(fight: VigorFight, table: Table, who: str) -> None:
    """Whether an NPC is beaten after harm: a Minor dies at twice its Tier of harm or else flees at
    0 Vigor, a Major or a Sovereign dies with both pools at 0.

    Implements vigor.npc.major-dies, vigor.npc.sovereign-dies, vigor.npc.minor-flees,
    vigor.npc.minor-dies, vigor.npc.minor-fleeing (house switch minor-flight).
    """
    one = fight[who]
    if one.role == "hero" or not one.stands:
        return
    if one.is_minor:
        if one.harm >= dies_at(one):
            fight.leave(who, "dead", table, ("vigor.npc.minor-dies", "vigor.npc.minor-total"))
        elif one.vigor <= 0 and one.status != "fleeing":
            flee(fight, table, who)
    elif one.vigor <= 0 and one.vitality <= 0:
        rule = "vigor.npc.major-dies" if one.role == "major" else "vigor.npc.sovereign-dies"
        fight.leave(who, "dead", table, (rule, "vigor.wound.players-only"))


def flee(fight: VigorFight, table: Table, who: str) -> None:
    """A Minor stops fighting; it runs on its turn, or is gone at once by the house switch.

    Implements vigor.npc.minor-flees, vigor.npc.minor-fleeing.
    """
    because = ("vigor.npc.minor-flees", "vigor.npc.minor-fleeing")
    at_once = fight.switches.minor_flight == "at-once"
    fight.leave(who, "fled" if at_once else "fleeing", table, because)
