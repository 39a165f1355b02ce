"""Mixed success: one hit, damage now, and a trade: the opponent is owed its damage in the phase."""

from __future__ import annotations

from affray.kernel.table import Table
from affray.systems.trade.state import TradeFight


def owe(
    fight: TradeFight, table: Table, enemy: str, exposed: str, *, also: tuple[str, ...] = ()
) -> None:
    """The opponent is owed its static damage against whoever the action exposed.

    `also` are further rules that made it a trade. An enemy that the damage has put out is owed
    nothing. A trade that a reserved action runs up during a phase waits for the next one, but from
    the enemy that is about to act it takes over the declared action.

    Implements trade.mixed.trade, trade.mixed.lapses, trade.command.ally-exposed,
    trade.turn.reserve-resolution.
    """
    if fight.result is not None or not fight.is_in(enemy):
        return
    in_phase = fight.stage in ("phase", "opening")
    if fight.declared and fight.declared[1] == enemy:
        fight.declared = ("strike", enemy, exposed)
        fight.trades += ((enemy, exposed),)
        in_phase = True
    elif in_phase:
        fight.trades_later += ((enemy, exposed),)
    else:
        fight.trades += ((enemy, exposed),)
    if table.recording:
        rules = ["trade.mixed.trade", *also]
        roller = fight.rolls[-1][3] if fight.rolls else exposed
        if exposed != roller:
            rules.append("trade.command.ally-exposed")
        if in_phase:
            rules.append("trade.turn.reserve-resolution")
        elif roller == fight.acting:
            rules.append("trade.mixed.turn-continues")
        table.record("trade-owed", tuple(rules), who=enemy, exposed=exposed)


def paid(fight: TradeFight, enemy: str) -> None:
    """One blow settles every trade with its enemy. Implements trade.mixed.is-the-phase-action."""
    if fight.trades:
        fight.trades = tuple(pair for pair in fight.trades if pair[0] != enemy)


def lapse(fight: TradeFight, table: Table) -> None:
    """What is still open when the phase ends lapses, except what was run up during it.

    Implements trade.mixed.lapses, trade.phase.clean-up.
    """
    if table.recording:
        for enemy, exposed in dict.fromkeys(fight.trades):
            because, reason = _reason(fight, enemy, exposed)
            table.record("trade-lapsed", because, who=enemy, exposed=exposed, reason=reason)
    fight.trades, fight.trades_later = fight.trades_later, ()


def _reason(fight: TradeFight, enemy: str, exposed: str) -> tuple[tuple[str, ...], str]:
    npc = fight.npc(enemy)
    lapses = "trade.mixed.lapses"
    if not npc.is_in:
        return (lapses, "trade.phase.replacement"), "enemy-out"
    if npc.suppressed:
        if any(foe == enemy and reading == "failure" for foe, _, reading, _ in fight.rolls):
            return (lapses, "trade.suppress.outlasts-failure"), "suppressed"
        return (lapses, "trade.phase.replacement"), "suppressed"
    if not fight.is_in(exposed):
        return (lapses, "trade.health.down-means"), "gone"
    if fight.switches.enemy_once_a_round and npc.acted:
        return (lapses, "trade.phase.after-each-turn"), "acted-this-round"
    if fight.switches.closing_spends_phase and any(fight.npc(foe).closed for foe in fight.foes):
        return (lapses, "trade.ranged.closer-skips-phase"), "closing"
    return (lapses, "trade.mixed.is-the-phase-action"), "another-acted"
