"""The line: where everybody stands, how far it is, and what is within reach."""

from __future__ import annotations

from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.sixteen import condition
from affray.systems.sixteen.fatigue import movement
from affray.systems.sixteen.state import SixteenFight, Spell, Weapon

FORWARD, BACK = "forward", "back"


def in_reach(fight: SixteenFight, who: str, weapon: Weapon, target: str) -> bool:
    """Implements sixteen.position.reach."""
    return fight.apart(who, target) <= weapon.far


def in_range(fight: SixteenFight, who: str, spell: Spell, target: str) -> bool:
    """Whether a spell carries as far as its target. Implements sixteen.position.reach."""
    return spell.range is None or fight.apart(who, target) <= spell.range


def heading(fight: SixteenFight, who: str) -> int:
    """Which way the combatant's side faces along the line: 1 or -1."""
    return -1 if fight.combatants[who].side == "foes" else 1


def fearless(fight: SixteenFight, who: str, way: int) -> bool:
    """Whether moving that way along the line brings nobody nearer whom `who` fears.

    Implements sixteen.condition.frightened.
    """
    if not fight.combatants[who].conditions:
        return True
    at = fight.combatants[who].at
    return not any((fight.combatants[f].at - at) * way > 0 for f in condition.fears(fight, who))


def farthest(fight: SixteenFight, who: str, way: int) -> int:
    """How many feet a Move Action may lead that way (1 or -1). Implements sixteen.position.move,
    sixteen.condition.prone, sixteen.condition.frightened."""
    if fight.combatants[who].has(condition.PRONE) or not fearless(fight, who, way):
        return 0
    step = fight.numbers.step_feet
    return movement(fight, who) // step * step


def toward(fight: SixteenFight, who: str, target: str, reach: int) -> int:
    """The feet, signed along the line, that bring `target` within reach, or as near as may be."""
    gap = fight.combatants[target].at - fight.combatants[who].at
    way = 1 if gap > 0 else -1
    step = fight.numbers.step_feet
    wanted = max(0, abs(gap) - reach)
    wanted = -(-wanted // step) * step
    return way * min(wanted, farthest(fight, who, way))


def tell(fight: SixteenFight, table: Table, who: str, feet: int, because: Because) -> None:
    """Somebody has gone so far along the line, and is now there."""
    if table.recording and feet:
        table.record("moved", because, who=who, feet=feet, place=fight.combatants[who].at)
