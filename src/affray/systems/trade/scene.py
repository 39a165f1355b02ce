"""The scene: no map, only where each stands in words, and who is within reach of whom."""

from __future__ import annotations

from affray.kernel.keys import Key, Option, Text
from affray.kernel.table import Table
from affray.systems.trade.state import TradeFight

ALLOWED: Key = ("allowed",)
REFUSED = "refused"
SET_UP = "trade.scene.set-up"
DEFAULT_AIM = "to beat the other side"


def allowed(fight: TradeFight, table: Table, who: str, key: Key) -> bool:
    """Whether the scene lets this be done, asked before any die is rolled.

    Implements trade.scene.fiction-limits.
    """
    ruling = table.rule("trade.scene.fiction-limits", _limits, _is_allowed)
    return ruling == ALLOWED or not refused(fight, table, who, key, ruling)


def refused(fight: TradeFight, table: Table, who: str, key: Key, ruling: Key) -> bool:
    """Whether the ruling turns the action down: that costs nothing, and another is picked.

    Implements trade.scene.fiction-limits.
    """
    if ruling[0] != REFUSED:
        return False
    fight.refused += ((who, *key),)
    if table.recording:
        why = ruling[1] if len(ruling) > 1 else ""
        table.record("refused", "trade.scene.fiction-limits", who=who, action=key[0], why=why)
    return True


def close_in(fight: TradeFight, table: Table, who: str, enemy: str) -> None:
    """A melee blow brings the pair near as part of the action, with no roll and no cost.

    Implements trade.scene.closing-in, trade.scene.reach-record.
    """
    fight.bring_near(who, enemy, table, ("trade.scene.closing-in", "trade.scene.reach-record"))


def set_up(fight: TradeFight, table: Table) -> None:
    """Where everybody is, what lies between, what each side wants.

    Said by the encounter's scene, or else by the GM once.

    Implements trade.scene.set-up, trade.scene.reach-record, trade.scene.narrative-positions.
    """
    if SET_UP not in fight.kept:
        stated = table.rule(SET_UP, _scenes, _default_scene)
        fight.between = stated[1]
        fight.aims = (("heroes", stated[2]), ("foes", stated[3]))
        if stated[0] == "near":
            fight.near = frozenset(
                (who, foe) for who in (*fight.heroes, *fight.allies) for foe in fight.foes
            )
    if not table.recording:
        return
    aims = {side: aim or DEFAULT_AIM for side, aim in fight.aims}
    near = [
        [who, foe]
        for who in (*fight.heroes, *fight.allies)
        for foe in fight.foes
        if (who, foe) in fight.near and not fight.is_hidden(who) and not fight.is_hidden(foe)
    ]
    because = (SET_UP, "trade.scene.reach-record", "trade.start.no-initiative")
    table.record("scene", because, between=fight.between, aims=aims, near=near)
    for combatant in fight.here():
        rules: tuple[str, ...] = ("trade.npc.stat-block", "trade.npc.stat-block-fields")
        if combatant.id in fight.heroes:
            rules = ("trade.roll.stats", "trade.health.ten")
        table.record(
            "stands",
            (SET_UP, "trade.scene.narrative-positions", *rules),
            audience="gm" if combatant.hidden else "all",
            who=combatant.id,
            place=combatant.place,
        )


def _limits() -> list[Option]:
    return [ALLOWED, (REFUSED, Text())]


def _is_allowed() -> Key:
    return ALLOWED


def _scenes() -> list[Option]:
    return [("apart", Text(), Text(), Text()), ("near", Text(), Text(), Text())]


def _default_scene() -> Key:
    return ("apart", "", "", "")
