"""Success: two or more hits; the player picks one effect, and the enemy struck is suppressed."""

from __future__ import annotations

from affray.kernel.keys import Key, Option, Text
from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.trade import position
from affray.systems.trade.state import TradeFight

BETTER_POSITION: Key = ("better-position",)
ADDITIONAL_ACTION: Key = ("additional-action",)
ADDITIONAL_DAMAGE: Key = ("additional-damage",)
NONE: Key = ("none",)
ALL_OFFERED = 3
PICK = ("trade.success.damage-and-effect", "trade.success.effect-must-apply")
PICK_FITTING = ("trade.respond.effect", "trade.success.effect-must-apply")


def effects(fight: TradeFight, who: str, *, deals: bool, reserved: bool) -> list[Option]:
    """The effects that would do something.

    Implements trade.success.effect-must-apply, trade.success.additional-action-repeats (house
    switch additional-action-limit), trade.turn.reserve-resolution.
    """
    found: list[Option] = []
    if position.can_wait(fight, who, 1):
        found.append(BETTER_POSITION)
    limited = fight.switches.additional_action_limit == "one-per-turn"
    if not reserved and fight.acting == who and not (limited and fight.gained):
        found.append(ADDITIONAL_ACTION)
    if deals:
        found.append(ADDITIONAL_DAMAGE)
    return found


def pick(
    fight: TradeFight,
    table: Table,
    who: str,
    *,
    deals: bool,
    reserved: bool,
    because: Because = PICK,
) -> int:
    """The player picks exactly one effect; returns the damage that it adds to the hit.

    Implements trade.success.damage-and-effect, trade.success.order.
    """
    if not deals and not effects(fight, who, deals=False, reserved=reserved):
        return 0
    effect = table.choose(
        who,
        lambda: effects(fight, who, deals=deals, reserved=reserved) or [NONE],
        because=because,
    )
    if table.recording and len(effects(fight, who, deals=deals, reserved=reserved)) < ALL_OFFERED:
        table.record("fewer-effects", "trade.success.effect-must-apply", who=who)
    return apply(fight, table, who, effect)


def pick_fitting(fight: TradeFight, table: Table, who: str, *, deals: bool, reserved: bool) -> int:
    """After a Respond one effect may be taken, or none; the GM may refuse one that does not fit.

    Implements trade.respond.effect.
    """
    refused: list[Option] = []

    def fitting() -> list[Option]:
        offered = effects(fight, who, deals=deals, reserved=reserved)
        return [*(effect for effect in offered if effect not in refused), NONE]

    while fitting() != [NONE]:
        effect = table.choose(who, fitting, because=PICK_FITTING)
        if effect == NONE:
            return 0
        if table.rule("trade.respond.effect", _fits, _does_fit) == _does_fit():
            return apply(fight, table, who, effect)
        refused.append(effect)
        if table.recording:
            table.record("effect-refused", "trade.respond.effect", who=who, effect=effect[0])
    return 0


def apply(fight: TradeFight, table: Table, who: str, effect: Key) -> int:
    """What the effect does at once; returns the damage that it adds.

    Implements trade.success.better-position, trade.success.additional-action,
    trade.success.additional-action-repeats, trade.success.additional-damage.
    """
    numbers = fight.numbers
    if effect == BETTER_POSITION:
        because = ("trade.success.better-position", "trade.success.damage-and-effect")
        position.give(fight, table, who, 1, because)
    elif effect == ADDITIONAL_ACTION:
        fight.actions += numbers.additional_actions
        fight.gained += 1
        if table.recording:
            rules = ["trade.success.additional-action", "trade.success.damage-and-effect"]
            if fight.gained > 1:
                rules.append("trade.success.additional-action-repeats")
            table.record("action-gained", tuple(rules), who=who, actions=fight.actions)
    elif effect == ADDITIONAL_DAMAGE:
        if table.recording:
            table.record(
                "damage-added",
                ("trade.success.additional-damage", "trade.success.damage-and-effect"),
                who=who,
                amount=numbers.additional_damage,
            )
        return numbers.additional_damage
    return 0


def _fits() -> list[Option]:
    return [("fits",), ("refused", Text())]


def _does_fit() -> Key:
    return ("fits",)
