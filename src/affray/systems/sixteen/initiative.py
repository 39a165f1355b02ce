"""Initiative: marching order, taking and ceding, and the order of every round."""

from __future__ import annotations

from typing import Any

from affray.dice import NumberPool, dice
from affray.kernel.keys import Key, Option, Several
from affray.kernel.question import FOES, HEROES
from affray.kernel.table import Table
from affray.systems.sixteen import check, condition, hp, turn
from affray.systems.sixteen.pools import as_is
from affray.systems.sixteen.state import SixteenFight

GM_ORDER = "sixteen.initiative.gm-order"
SIDES = ("sixteen.initiative.sides", "sixteen.initiative.marching-order")
TAKE: Key = ("take",)
CEDE: Key = ("cede",)
BY_THE_RULES: Key = ("by-the-rules",)


def begin(fight: SixteenFight, table: Table) -> None:
    """Before the first round: everybody stands on the line, and it is settled who goes first.

    Implements sixteen.position.line, sixteen.initiative.gm-order, sixteen.initiative.sides,
    sixteen.initiative.order.
    """
    if table.recording:
        _tell_line(fight, table)
    ruled = table.rule(GM_ORDER, lambda: _orders(fight), _by_the_rules)
    order: tuple[str, ...] = ()
    if ruled[0] == "first":
        fight.first = ruled[1]
    elif ruled[0] == "order":
        fight.first = ""
        order = tuple(who for who in ruled[1].split(" ") if who in fight.combatants)
    else:
        fight.first = sides(fight, table)
    settle(fight, order)
    if table.recording:
        rules: tuple[str, ...] = ("sixteen.initiative.order", SIDES[1])
        if ruled != BY_THE_RULES:
            rules = (GM_ORDER, *rules)
        shown = [who for who in fight.order if not fight.combatants[who].hidden]
        table.record("order", rules, first=fight.first, order=shown)
    fight.check_end(table)


def settle(fight: SixteenFight, given: tuple[str, ...] = ()) -> None:
    """The order of every round, and the first round: those named, then side by side.

    Implements sixteen.initiative.order.
    """
    ours, theirs = fight.heroes, fight.foes
    if fight.first == "foes":
        ours, theirs = theirs, ours
    fight.order = tuple(dict.fromkeys((*given, *ours, *theirs)))
    fight.slots = fight.order
    fight.round = 1
    fight.stage = "next"


def _orders(fight: SixteenFight) -> list[Option]:
    wares = tuple((who, 1, 1) for who in (*fight.heroes, *fight.foes))
    return [
        BY_THE_RULES,
        ("first", "heroes"),
        ("first", "foes"),
        ("order", Several(wares, len(wares))),
    ]


def _by_the_rules() -> Key:
    return BY_THE_RULES


def sides(fight: SixteenFight, table: Table) -> str:
    """Which side goes first: the one that takes what the other cedes; the heroes if both cede.

    If both take, the front members roll for it.

    Implements sixteen.initiative.sides.
    """
    said = table.choose_together(
        lambda: [HEROES, FOES], lambda who: [TAKE, CEDE], because=SIDES, secret=True
    )
    heroes, foes = said[HEROES] == TAKE, said[FOES] == TAKE
    if table.recording:
        table.record("sides", SIDES, heroes=said[HEROES][0], foes=said[FOES][0])
    if not (heroes and foes):
        return "foes" if foes else "heroes"
    our_front, ours = _contest(fight, table, fight.heroes)
    their_front, theirs = _contest(fight, table, fight.foes)
    first = "foes" if theirs > ours else "heroes"
    if table.recording:
        # A total next to its natural tells the SDF of whoever rolled.
        of, secret = "", {}
        fields: dict[str, Any] = {"heroes": ours, "foes": theirs}
        for side, front in (("heroes", our_front), ("foes", their_front)):
            if not fight.shows_numbers(front):
                of, secret[side] = front, fields.pop(side)
        table.record("contest", SIDES, of=of, secret=secret, first=first, **fields)
    return first


def _contest(fight: SixteenFight, table: Table, side: tuple[str, ...]) -> tuple[str, int]:
    """The front member and its d20 + SDF; of a side with nobody left, nobody and nothing."""
    front = _front(fight, side)
    if not front:
        return "", 0
    natural: int = table.roll(front, lambda: _pool(fight), read=as_is, because=SIDES)
    return front, natural + check.modifier(fight, front, "sdf")


def _front(fight: SixteenFight, side: tuple[str, ...]) -> str:
    return next((who for who in side if fight.combatants[who].is_present), "")


def _pool(fight: SixteenFight) -> NumberPool:
    """The die alone: everybody at the table sees what a roll is read as."""
    return dice(1, fight.numbers.die_faces)


def has_turn(fight: SixteenFight, who: str) -> bool:
    """The unconscious and the dead have no turn. Implements sixteen.initiative.who-has-a-turn."""
    one = fight.combatants.get(who)
    return one is not None and one.is_present and fight.standing(who).turn


def waiting(fight: SixteenFight) -> list[str]:
    """Those still to act this round, in order. Implements sixteen.initiative.order,
    sixteen.initiative.who-has-a-turn."""
    found = fight.combatants
    return [w for w in fight.slots if w in found and not found[w].acted and has_turn(fight, w)]


def next_turn(fight: SixteenFight, table: Table) -> None:
    """The next turn begins, and before it a new round if everybody has had one.

    Implements sixteen.initiative.order.
    """
    if fight.check_end(table):
        return
    left = waiting(fight)
    if not left:
        new_round(fight, table)
        if fight.result is not None:
            return
        left = waiting(fight)
    if left and fight.round <= fight.max_rounds:
        turn.begin(fight, table, left[0])


def new_round(fight: SixteenFight, table: Table) -> None:
    """Rounds are counted; swapped places go back. Implements sixteen.initiative.order,
    sixteen.initiative.cede-place."""
    fight.round += 1
    fight.slots = fight.order
    for one in fight.combatants.values():
        one.acted = False
    if fight.passes:
        fight.lapse_passes("round")
    if table.recording:
        rules: tuple[str, ...] = ("sixteen.initiative.order",)
        if any(not has_turn(fight, who) for who in fight.slots if not fight.is_hidden(who)):
            rules += ("sixteen.initiative.who-has-a-turn",)
        table.record("round", rules, number=fight.round)
    condition.end_of_sources(fight, table)
    if fight.numbers.bleeding_per_round:
        bleed(fight, table)


def bleed(fight: SixteenFight, table: Table) -> None:
    """Open wounds bleed by the value bleeding-per-round, which is 0 in the book.

    Implements sixteen.condition.wounded-effect.
    """
    lost = fight.numbers.bleeding_per_round
    for who in (*fight.heroes, *fight.foes):
        one = fight.combatants[who]
        if not one.wounds or not fight.is_alive(who) or fight.result is not None:
            continue
        level, before = fight.level(who), one.hp
        one.hp -= lost
        if table.recording:
            rules = condition.RULES["wounded"]
            table.record("bleeds", rules, of=who, secret={"before": before, "now": one.hp}, who=who)
        hp.changed(fight, table, who, level)


def _tell_line(fight: SixteenFight, table: Table) -> None:
    for who in (*fight.heroes, *fight.foes):
        one = fight.combatants[who]
        rules = ("sixteen.position.line", "sixteen.initiative.marching-order")
        hidden = "gm" if one.hidden else "all"
        table.record("stands", rules, audience=hidden, who=who, place=one.at)
