"""A hero's turn: two actions, each taken, kept in reserve or let go."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.question import HEROES
from affray.kernel.table import Table
from affray.systems.trade import choices, end, phase, position
from affray.systems.trade.state import TradeFight

RESERVE: Key = ("reserve",)
END: Key = ("end",)
SURRENDER: Key = ("surrender",)
FIRST = ("trade.turn.choice", "trade.turn.may-pass", "trade.action.five")
LATER = ("trade.turn.choice", "trade.turn.repeat-actions", "trade.action.five")
WINDOW = "after-action"


def waiting(fight: TradeFight) -> list[str]:
    """The heroes up and in the fight who have not had a turn this round.

    Implements trade.start.hero-order, trade.turn.out-of-the-fight, trade.health.down-means.
    """
    return [hero.id for hero in fight.all_heroes() if not hero.acted and hero.is_in]


def pick(fight: TradeFight, table: Table) -> None:
    """The players choose who goes next; when nobody is left, the round is over.

    Implements trade.start.hero-order, trade.start.heroes-first, trade.start.round-and-exchange,
    trade.phase.after-all-heroes.
    """
    left = waiting(fight)
    if not left:
        if fight.check_end(table):
            return
        if fight.phase_due and fight.switches.enemy_phase == "after-all-heroes":
            fight.stage = "phase"
        else:
            new_round(fight, table)
        return
    who = left[0]
    if len(left) > 1:
        key = table.choose(
            HEROES,
            lambda: [("go", who) for who in waiting(fight)],
            because="trade.start.hero-order",
        )
        who = key[1]
    begin(fight, table, who)


def new_round(fight: TradeFight, table: Table) -> None:
    """The next round begins with no step in between. Implements trade.start.round-and-exchange."""
    fight.round += 1
    for who in fight.heroes:
        fight.hero(who).acted = False
    for who in fight.foes:
        fight.npc(who).acted = False
    if fight.passes:
        fight.lapse_passes("round")
    if table.recording:
        table.record("round", "trade.start.round-and-exchange", number=fight.round)


def begin(fight: TradeFight, table: Table, who: str) -> None:
    """A turn begins with two actions; positions that waited count now, an old reserve is lost.

    Implements trade.turn.two-actions, trade.turn.reserve, trade.position.next-turn-only.
    """
    fight.lose_reserve(who, table)
    hero = fight.hero(who)
    hero.acted = True
    position.begin(hero)
    fight.acting = who
    fight.stage = "turn"
    fight.phase_due = True
    fight.actions = fight.numbers.actions_per_turn
    fight.taken = fight.gained = 0
    fight.refused = ()
    if fight.passes:
        fight.lapse_passes("turn", who)
    if table.recording:
        rules = ["trade.turn.two-actions", "trade.start.hero-order"]
        if hero.better or hero.bad:
            rules.append("trade.position.next-turn-only")
        if fight.round == 1:
            rules.append("trade.start.heroes-first")
        table.record(
            "turn",
            tuple(rules),
            who=who,
            actions=fight.actions,
            better=hero.better,
            bad=hero.bad,
        )


def options(fight: TradeFight, who: str) -> list[Option]:
    """What may be done at a choice on one's own turn; nothing if the turn is over.

    Implements trade.turn.choice, trade.turn.may-pass, trade.end.surrender.
    """
    if fight.acting != who or fight.actions <= 0 or not fight.is_in(who):
        return []
    found = choices.options(fight, who)
    if fight.numbers.reserved_actions > 0:
        found.append(RESERVE)
    return [*found, END, SURRENDER]


def act(fight: TradeFight, table: Table) -> None:
    """One choice of the hero whose turn it is, and all that comes of it.

    Implements trade.turn.choice, trade.turn.end, trade.turn.may-pass, trade.turn.reserve,
    trade.turn.reserve-window, trade.end.surrender.
    """
    who = fight.acting
    if fight.actions <= 0 or not fight.is_in(who):
        finish(fight, table, "no-actions")
        return
    key = table.choose(who, lambda: options(fight, who), because=LATER if fight.taken else FIRST)
    if key == END:
        finish(fight, table, "ended")
    elif key == RESERVE:
        hero = fight.hero(who)
        hero.reserve = min(fight.actions, fight.numbers.reserved_actions)
        if table.recording:
            table.record("reserve-kept", "trade.turn.reserve", who=who, actions=hero.reserve)
        finish(fight, table, "reserve")
    elif key == SURRENDER:
        end.surrender(fight, table, who)
        if fight.result is None:
            finish(fight, table, "surrendered")
    else:
        before = len(fight.rolls)
        if choices.take(fight, table, who, key, reserved=False) and fight.result is None:
            _after_action(fight, table, who, before)


def _after_action(fight: TradeFight, table: Table, who: str, before: int) -> None:
    """After the action whose rolls follow the first `before`.

    Heroes with an action in reserve may spend it now; then the turn goes on or is over.

    Implements trade.turn.reserve-window, trade.turn.end.
    """
    fight.underway = False
    if fight.anyone_keeps(but=who):
        phase.reserve_window(fight, table, WINDOW, because="trade.turn.reserve-window")
    if fight.result is None and (fight.actions <= 0 or not fight.is_in(who)):
        finish(fight, table, _why_over(fight, who, before))


def _why_over(fight: TradeFight, who: str, before: int) -> str:
    if not fight.is_in(who):
        return "out"
    failed = any(r == "failure" and by == who for _, _, r, by in fight.rolls[before:])
    return "failed" if failed else "no-actions"


def finish(fight: TradeFight, table: Table, why: str) -> None:
    """The turn ends; actions left are lost, positions end unless an action is kept with them.

    Implements trade.turn.end, trade.turn.may-pass, trade.position.next-turn-only,
    trade.phase.when.
    """
    who = fight.acting
    hero = fight.hero(who)
    fight.actions = 0
    fight.underway = False
    fight.refused = ()
    if not hero.reserve:
        position.finish(hero)
    after_all = fight.switches.enemy_phase == "after-all-heroes"
    fight.stage = "pick" if after_all else "phase"
    if table.recording:
        rules = ["trade.turn.end"]
        if why in ("ended", "reserve"):
            rules.append("trade.turn.choice" if fight.taken else "trade.turn.may-pass")
        if why == "failed":
            rules.append("trade.failure.ends-turn")
        if why == "out":
            rules.append("trade.turn.out-of-the-fight")
        table.record("turn-over", tuple(rules), who=who, why=why)
