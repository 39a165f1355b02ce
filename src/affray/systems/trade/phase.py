"""The enemy phase: after a hero's actions one enemy takes one action."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.reaction import PASS, react
from affray.kernel.table import Table
from affray.systems.trade import ability, action, choices, damage, mixed, scene, suppress
from affray.systems.trade.state import Npc, TradeFight

GROUP_PICK = ("trade.phase.group-pick", "trade.phase.target")
STRIKE: tuple[str, ...] = ("trade.phase.one-action", "trade.npc.never-rolls")
WINDOW = "phase"
NOTHING: Key = ()


def hold(fight: TradeFight, table: Table) -> None:
    """Holds one enemy phase, for the hero whose actions are over, and cleans up after it.

    Implements trade.phase.when, trade.phase.one-action, trade.phase.after-each-turn,
    trade.phase.after-all-heroes, trade.start.enemy-drop, trade.flee.others-remain.
    """
    if table.recording:
        rules = ["trade.phase.when"]
        if fight.stage == "opening":
            rules = ["trade.start.enemy-drop"]
        elif fight.switches.enemy_phase == "after-all-heroes":
            rules.append("trade.phase.after-all-heroes")
        else:
            rules.append("trade.phase.after-each-turn")
        table.record("enemy-phase", tuple(rules), who=fight.acting)
    for _ in range(fight.numbers.phase_actions):
        if not one_action(fight, table) or fight.result is not None:
            break
    if fight.result is None:
        clean_up(fight, table)


def one_action(fight: TradeFight, table: Table) -> bool:
    """One enemy declares, reserved actions may answer, and what still stands is carried out.

    If the enemy is stopped by an answer, another able one acts instead, picked like the first.
    Says whether anything was done.

    Implements trade.phase.group-pick, trade.phase.target, trade.phase.replacement,
    trade.phase.empty, trade.turn.reserve-window, trade.turn.reserve-resolution,
    trade.ranged.closer-skips-phase (house switch closing-spends-phase).
    """
    for _ in range(len(fight.combatants) + 1):
        if _closing_was_it(fight):
            if table.recording:
                because = ("trade.phase.empty", "trade.ranged.closer-skips-phase")
                table.record("phase-empty", because, reason="closing")
            return False
        if not anyone_able(fight):
            if table.recording:
                _tell_empty(fight, table)
            return False
        declared = table.rule(
            GROUP_PICK, lambda: declarations(fight), lambda: default_declaration(fight)
        )
        if not declared or not fight.is_in(declared[1]):
            continue
        fight.declared = declared
        if table.recording:
            _tell_declared(fight, table, declared)
        if fight.anyone_keeps():
            reserve_window(fight, table, WINDOW, because="trade.turn.reserve-window")
            if fight.result is not None:
                return False
        declared, fight.declared = fight.declared, NOTHING
        if not declared:
            continue
        enemy = fight.npc(declared[1])
        if not enemy.is_in or enemy.suppressed:
            if table.recording:
                because = ("trade.turn.reserve-resolution", "trade.phase.replacement")
                table.record("cancelled", because, who=enemy.id)
            continue
        if not _still_aimed(fight, declared):
            continue
        carry_out(fight, table, declared)
        return True
    return False


def _closing_was_it(fight: TradeFight) -> bool:
    """Whether an enemy that closed and can still act has spent the phase by closing."""
    if not fight.switches.closing_spends_phase:
        return False
    for foe in fight.foes:
        npc = fight.npc(foe)
        done = npc.acted and fight.switches.enemy_once_a_round
        if npc.closed and npc.is_in and not npc.suppressed and not done:
            return True
    return False


def able(fight: TradeFight, enemy: str) -> bool:
    """Whether an enemy may be the one that acts.

    One that closed on a shooter is not, unless another roll of the exchange owes it a trade, or
    a later failure has let it strike.

    Implements trade.phase.replacement, trade.success.suppresses, trade.suppress.outlasts-failure,
    trade.ranged.closer-skips-phase, trade.phase.after-each-turn (switch enemy-once-a-round).
    """
    return _is_able(fight, fight.npc(enemy))


def _is_able(fight: TradeFight, npc: Npc) -> bool:
    if npc.suppressed or not npc.is_in:
        return False
    if npc.acted and fight.switches.enemy_once_a_round:
        return False
    return npc.closed != 1 or any(owed == npc.id for owed, _ in fight.trades)


def anyone_able(fight: TradeFight) -> bool:
    """Whether there is an enemy to act. Implements trade.phase.empty."""
    return any(able(fight, foe) for foe in fight.foes)


def candidates(fight: TradeFight) -> list[str]:
    """Whom the GM may name: the able enemies, but only those owed a trade while there are any.

    Implements trade.mixed.is-the-phase-action (house switch trade-binds-phase).
    """
    found = [npc.id for npc in fight.all_foes() if _is_able(fight, npc)]
    if fight.trades and fight.switches.trade_binds_phase:
        owed = {foe for foe, exposed in fight.trades if fight.is_in(exposed)}
        return [foe for foe in found if foe in owed] or found
    return found


def declarations(fight: TradeFight) -> list[Option]:
    """("strike", enemy, target), ("use", enemy, ability, target) or ("use-all", enemy, ability).

    An enemy that is owed a trade strikes one of those exposed to it, and nothing else.

    Implements trade.phase.group-pick, trade.phase.target, trade.phase.one-action,
    trade.mixed.is-the-phase-action (house switch trade-by-ability).
    """
    found: list[Option] = []
    for enemy in candidates(fight):
        exposed = _exposed_to(fight, enemy)
        found += [("strike", enemy, target) for target in exposed or fight.strikable()]
        if exposed and not fight.switches.trade_by_ability:
            continue
        for one in ability.of_enemy(fight, enemy):
            for target in ability.aims(fight, enemy, one):
                if target == ability.ALL:
                    if not exposed or ability.is_for_heroes(fight, enemy, one):
                        found.append(("use-all", enemy, one))
                elif not exposed or target in exposed:
                    found.append(("use", enemy, one, target))
    return found


def _exposed_to(fight: TradeFight, enemy: str) -> list[str]:
    """Those up and in the fight whom a trade has exposed to the enemy, each once."""
    if not fight.trades:
        return []
    exposed = dict.fromkeys(who for owed, who in fight.trades if owed == enemy)
    return [who for who in exposed if fight.is_in(who)]


def default_declaration(fight: TradeFight) -> Key:
    """Implements trade.phase.group-pick, trade.phase.target (their defaults)."""
    enemy = default_actor(fight)
    target = default_target(fight, enemy)
    return ("strike", enemy, target) if enemy and target else NOTHING


def default_actor(fight: TradeFight) -> str:
    """The latest opponent that may act, those owed a trade first, else the first in roster order.

    Implements trade.phase.default-actor, trade.phase.fought-enemy-acts.
    """
    found = candidates(fight)
    for opponent, _, _, _ in reversed(fight.rolls):
        if opponent in found:
            return opponent
    return found[0] if found else ""


def default_target(fight: TradeFight, enemy: str) -> str:
    """The one exposed in the latest roll against the enemy, else the hero whose turn it was, else
    the first hero in seat order; whoever is down is passed over while anybody else can be struck.

    Implements trade.phase.target, trade.command.phase-exposure.
    """
    exposed = _exposed_to(fight, enemy)
    possible = exposed or fight.side_in() or fight.strikable()
    for opponent, who, _, _ in reversed(fight.rolls):
        if opponent == enemy and who in possible:
            return who
    if fight.acting in possible:
        return fight.acting
    return possible[0] if possible else ""


def _still_aimed(fight: TradeFight, declared: Key) -> bool:
    """Whether the target of a declared action is still there to be struck."""
    if declared[0] == "use-all":
        return True
    return fight.is_strikable(declared[-1])


def carry_out(fight: TradeFight, table: Table, declared: Key) -> None:
    """The one action: static damage, or an ability, never both.

    A strike in melee brings the pair near. One action settles every trade with its enemy.

    Implements trade.phase.one-action, trade.mixed.is-the-phase-action, trade.npc.never-rolls,
    trade.scene.closing-in, trade.command.phase-exposure.
    """
    enemy = declared[1]
    npc = fight.npc(enemy)
    npc.acted = True
    if declared[0] == "strike":
        target = declared[2]
        rules = _rules_of_strike(fight, enemy, target) if table.recording else STRIKE
        mixed.paid(fight, enemy)
        if not npc.ranged:
            scene.close_in(fight, table, target, enemy)
        damage.land(fight, table, target, npc.damage, by=enemy, because=rules)
        return
    mixed.paid(fight, enemy)
    target = declared[3] if declared[0] == "use" else ability.ALL
    ability.use_by_enemy(fight, table, enemy, declared[2], target, "trade.phase.one-action")


def _rules_of_strike(fight: TradeFight, enemy: str, target: str) -> tuple[str, ...]:
    rules = STRIKE
    if _exposed_to(fight, enemy):
        rules = ("trade.mixed.is-the-phase-action", *rules)
    if any(
        opponent == enemy and exposed == target and exposed != roller
        for opponent, exposed, _, roller in fight.rolls
    ):
        rules += ("trade.command.phase-exposure",)
    return rules


def clean_up(fight: TradeFight, table: Table) -> None:
    """The phase ends, empty or not: suppressions, closings and the trades that were open end.

    Implements trade.phase.clean-up, trade.mixed.lapses, trade.suppress.duration.
    """
    if fight.trades or fight.trades_later:
        mixed.lapse(fight, table)
    suppress.lift(fight, table)
    for npc in fight.all_foes():
        npc.closed = 0
    fight.rolls = ()
    fight.declared = NOTHING
    if table.recording:
        table.record("phase-over", "trade.phase.clean-up")


def reserve_window(fight: TradeFight, table: Table, window: str, *, because: str) -> None:
    """Asks the heroes who keep an action, in seat order, whether they spend it now.

    Implements trade.turn.reserve-window, trade.turn.reserve.
    """

    def keepers() -> list[str]:
        if fight.result is not None:
            return []
        return [
            who
            for who in fight.heroes_in()
            if fight.hero(who).reserve and not (window != WINDOW and who == fight.acting)
        ]

    def options(who: str) -> list[Option]:
        return choices.options(fight, who) if fight.result is None else []

    def spend(who: str, key: Key) -> None:
        while not choices.take(fight, table, who, key, reserved=True):
            key = table.choose(
                who, lambda: [PASS, *options(who)] if who in keepers() else [PASS], because=because
            )
            if key == PASS:
                return
        if fight.result is None:
            action.end_positions(fight, who)

    react(fight, table, window, keepers, options, spend, because=because)


def _tell_declared(fight: TradeFight, table: Table, declared: Key) -> None:
    enemy = declared[1]
    rules = ["trade.phase.group-pick", "trade.phase.target", "trade.phase.one-action"]
    readings = [reading for opponent, _, reading, _ in fight.rolls if opponent == enemy]
    if _exposed_to(fight, enemy):
        rules.insert(0, "trade.mixed.is-the-phase-action")
    if readings:
        rules += ["trade.phase.fought-enemy-acts", "trade.phase.default-actor"]
    elif fight.rolls:
        rules.append("trade.phase.replacement")
    if "failure" in readings:
        rules += ["trade.failure.phase-still-comes", "trade.failure.only-second-action"]
    table.record(
        "declared",
        tuple(rules),
        who=enemy,
        action="strike" if declared[0] == "strike" else declared[2],
        target="" if declared[0] == "use-all" else declared[-1],
    )


def _tell_empty(fight: TradeFight, table: Table) -> None:
    rules = ["trade.phase.empty"]
    foes = [fight.npc(foe) for foe in fight.foes_seen()]
    if any(npc.closed for npc in foes):
        rules.append("trade.ranged.closer-skips-phase")
    if any(npc.suppressed for npc in foes):
        rules.append("trade.success.suppresses")
    failed = [opponent for opponent, _, reading, _ in fight.rolls if reading == "failure"]
    if any(npc.suppressed and npc.id in failed for npc in foes):
        rules.append("trade.suppress.outlasts-failure")
    table.record("phase-empty", tuple(rules), reason="nobody-able")
