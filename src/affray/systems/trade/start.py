"""Starting combat: the scene is set, whoever has the drop goes first, then the heroes."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.trade import phase, scene
from affray.systems.trade.state import TradeFight

DROP = "trade.start.drop-first"
DROPS = ("nobody", "heroes", "enemies")


def begin(fight: TradeFight, table: Table) -> None:
    """Sets the scene and says who has the drop; the first round begins.

    Implements trade.scene.set-up, trade.start.drop-first, trade.start.heroes-first,
    trade.start.no-initiative, trade.start.enemy-drop.
    """
    scene.set_up(fight, table)
    drop = table.rule(DROP, _drops, _nobody)[0]
    fight.round = 1
    fight.stage = "pick"
    if drop == "enemies" and fight.numbers.drop_opening_phases > 0:
        fight.stage = "opening"
        fight.opening = fight.numbers.drop_opening_phases
    if table.recording:
        first = "trade.start.enemy-drop" if fight.stage == "opening" else "trade.start.heroes-first"
        table.record("drop", (DROP, first, "trade.start.no-initiative"), side=drop)
    fight.check_end(table)


def opening(fight: TradeFight, table: Table) -> None:
    """The enemies have the drop: one enemy phase before the first hero's turn.

    Whoever acted in it can act again in the phases of the round, once a round or not.

    Implements trade.start.enemy-drop.
    """
    fight.opening -= 1
    phase.hold(fight, table)
    if fight.opening <= 0 and fight.result is None:
        fight.stage = "pick"
        for npc in fight.all_foes():
            npc.acted = False


def _drops() -> list[Option]:
    return [(drop,) for drop in DROPS]


def _nobody() -> Key:
    return (DROPS[0],)
