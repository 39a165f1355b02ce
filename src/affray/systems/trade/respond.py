"""Respond: whatever is not attacking, fleeing, an ability or a command; and the stunt."""

from __future__ import annotations

from affray.kernel.keys import Key, Number, Option, Text
from affray.kernel.table import Table
from affray.systems.trade import (
    action,
    damage,
    end,
    failure,
    mixed,
    position,
    ranged,
    scene,
    success,
    suppress,
)
from affray.systems.trade import roll as dice
from affray.systems.trade.state import STATS, TradeFight

ROLL = ("trade.respond.stat", "trade.roll.pool", "trade.roll.result")
FORM = ("trade.respond.stat", "trade.action.opponent", "trade.scene.fiction-limits")
FORM_OF_OTHER = (*FORM, "trade.respond.no-suppression")
FORM_OF_STUNT = ("trade.action.stunt", *FORM_OF_OTHER)
FRUITS = ("nothing", "suppressed", "surrenders")
MOST_DAMAGE = 20


def options(fight: TradeFight, who: str) -> list[Option]:
    """("respond", stat, "back-away"), (..., "fetch", thing), (..., "other", what is wanted), and
    ("stunt", stat, what is tried).

    Implements trade.respond.scope, trade.action.stunt, trade.failure.lost-tool-back.
    """
    hero = fight.hero(who)
    wanted: list[Option] = []
    if ranged.can_back_away(fight, who):
        wanted.append(("back-away",))
    wanted += [("fetch", thing) for thing, how in hero.lost.items() if how == "knocked-away"]
    wanted.append(("other", Text()))
    found: list[Option] = [("respond", stat, *aim) for stat in STATS for aim in wanted]
    return [*found, *(("stunt", stat, Text()) for stat in STATS)]


def respond(fight: TradeFight, table: Table, who: str, key: Key, *, reserved: bool) -> bool:
    """Rolls for what the player wants; says whether the GM allowed it.

    Before the roll one form settles what the GM has to say: whether the scene lets it be, the
    stat, who hits back, and for a free aim its fruit and its damage. Success gets it, mixed gets
    it at a cost, failure gets nothing and lets the enemy in.

    Implements trade.respond.scope, trade.respond.stat, trade.respond.results,
    trade.respond.no-suppression, trade.action.stunt, trade.action.opponent, trade.armor.shield.
    """
    is_stunt = key[0] == "stunt"
    aim = "other" if is_stunt else key[2]
    free = aim == "other"
    ruling = table.rule(
        FORM_OF_STUNT if is_stunt else FORM_OF_OTHER if free else FORM,
        lambda: _forms(fight, free=free),
        lambda: _default_form(fight, who, key[1], free=free),
    )
    if scene.refused(fight, table, who, key, ruling):
        return False
    _, stat, opponent = ruling[:3]
    fruit, harm = (ruling[3], int(ruling[4])) if free else (FRUITS[0], 0)
    action.spend(fight, table, who, reserved=reserved)
    if table.recording:
        rules = ["trade.action.stunt"] if is_stunt else ["trade.respond.scope"]
        rules += ["trade.respond.stat", "trade.action.opponent", *action.also(fight, who)]
        if fight.hero(who).has_shield():
            rules.append("trade.armor.shield")
        wanted = key[2] if is_stunt else key[3] if len(key) > 3 else ""
        code = "stunt" if is_stunt else "respond"
        table.record(
            code, tuple(rules), who=who, stat=stat, aim=aim, wanted=wanted, opponent=opponent
        )
    reading = dice.check(fight, table, who, stat, because=ROLL, opponent=opponent, exposed=who)
    if reading == dice.FAILURE:
        if table.recording:
            table.record("got-nothing", "trade.respond.results", who=who)
        failure.suffer(fight, table, who, opponent, who, reserved=reserved)
        return True
    more = 0
    if reading == dice.SUCCESS:
        more = success.pick_fitting(fight, table, who, deals=harm > 0, reserved=reserved)
    if table.recording:
        table.record("got-it", "trade.respond.results", who=who, reading=reading)
    if aim == "back-away":
        ranged.back_away(
            fight, table, who, ("trade.ranged.back-away-roll", "trade.ranged.back-away")
        )
    elif aim == "fetch":
        failure.fetch(fight, table, who, key[3])
    else:
        _bear_fruit(fight, table, who, opponent, fruit, harm + more if harm else 0, reading)
    if reading == dice.MIXED and fight.result is None:
        pay(fight, table, who, opponent)
    return True


def _bear_fruit(
    fight: TradeFight,
    table: Table,
    who: str,
    opponent: str,
    fruit: str,
    harm: int,
    reading: str,
) -> None:
    """The damage and the fruit that the GM has agreed to.

    Implements trade.respond.no-suppression, trade.end.surrender.
    """
    because = ("trade.respond.no-suppression", "trade.respond.results")
    if harm and fight.is_in(opponent):
        damage.land(fight, table, opponent, harm, by=who, because=because)
        if reading == dice.SUCCESS:
            suppress.struck(fight, table, opponent)
    if fight.result is not None or not fight.is_in(opponent):
        return
    if fruit == "suppressed":
        suppress.struck(fight, table, opponent, because)
    elif fruit == "surrenders":
        end.surrender(fight, table, opponent)


def pay(fight: TradeFight, table: Table, who: str, opponent: str) -> None:
    """The cost of a mixed Respond is the GM's choice; by default the ordinary trade.

    Implements trade.respond.mixed-cost.
    """
    cost = table.rule("trade.respond.mixed-cost", lambda: _costs(fight, who), _the_trade)
    if table.recording:
        what = cost[1] if len(cost) > 1 else ""
        table.record("cost", "trade.respond.mixed-cost", who=who, cost=cost[0], what=what)
    match cost:
        case ("trade",):
            mixed.owe(fight, table, opponent, who)
        case ("damage", amount):
            because = "trade.respond.mixed-cost"
            damage.land(fight, table, who, int(amount), by=opponent, because=because)
        case ("bad-situation",):
            position.give(fight, table, who, -1, "trade.respond.mixed-cost")
        case ("lost-tool", thing, how):
            failure.lose(fight, table, who, thing, how)


def _costs(fight: TradeFight, who: str) -> list[Option]:
    found: list[Option] = [("trade",), ("nothing",), ("damage", Number(1, MOST_DAMAGE))]
    if position.can_wait(fight, who, -1):
        found.append(("bad-situation",))
    for thing in failure.things_to_lose(fight, who):
        found += [("lost-tool", thing, how) for how in ("knocked-away", "broken")]
    return [*found, ("other", Text())]


def _the_trade() -> Key:
    return ("trade",)


def _forms(fight: TradeFight, *, free: bool) -> list[Option]:
    """("allowed", stat, opponent[, fruit, damage]) or ("refused", why)."""
    found: list[Option] = []
    for stat in STATS:
        for foe in fight.foes_in() or [""]:
            if free:
                harm = Number(0, MOST_DAMAGE)
                found += [("allowed", stat, foe, fruit, harm) for fruit in FRUITS]
            else:
                found.append(("allowed", stat, foe))
    return [*found, (scene.REFUSED, Text())]


def _default_form(fight: TradeFight, who: str, stat: str, *, free: bool) -> Key:
    named = ("allowed", stat, action.default_opponent(fight, who))
    return (*named, FRUITS[0], "0") if free else named
