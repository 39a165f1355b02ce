"""Lines of fire: who stands in the way of a shot."""

from __future__ import annotations

from affray.systems.vigor import position
from affray.systems.vigor.state import VigorFight


def in_the_way(fight: VigorFight, attacker: str, target: str) -> list[str]:
    """The creatures of either side on the leg from the attacker to the target, its ends apart;
    none of whom the attacker cannot know.

    Implements vigor.position.line-of-fire, vigor.line.any-creature, vigor.position.the-gone.
    """
    start, end = fight[attacker].spot, fight[target].spot
    points = position.leg(start, end, fight.numbers.step_feet)[:-1]
    if not points:
        return []
    return [
        one.id
        for one in fight.combatants.values()
        if one.stands
        and one.spot in points
        and one.spot != start
        and one.spot != end
        and one.id not in (attacker, target)
        and fight.knows(attacker, one.id)
    ]


def count(fight: VigorFight, attacker: str, target: str) -> int:
    """How many creatures are in the line of fire, as the GM has said or else derived.

    Implements vigor.position.gm-places.
    """
    if fight.facts:
        said = fight.fact("line", attacker, target)
        if said is not None:
            return int(said)
    return len(in_the_way(fight, attacker, target))


def stray(fight: VigorFight, attacker: str, target: str) -> str:
    """The one creature that a shot past it would hit, "" if there is none or not one alone.

    Implements vigor.line.natural-one.
    """
    if count(fight, attacker, target) != 1:
        return ""
    found = in_the_way(fight, attacker, target)
    return found[0] if len(found) == 1 else ""
