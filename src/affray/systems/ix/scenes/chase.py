"""Chases: what quarry and pursuers do in their turns, how rounds end, and what comes after.

A chase has the initiative, slots and turns of a fight. `chase_gaps` holds the gaps, `chase_checks`
the obstacles and called checks, `chase_setup` how it begins, `chase_hand` what people see of it and
what the GM changes by hand.
"""

from __future__ import annotations

from dataclasses import replace

from affray.kernel.keys import Key, Option, Text
from affray.kernel.question import rules_of
from affray.kernel.table import Table
from affray.systems.ix.fight import action, budget, encounter, maneuver
from affray.systems.ix.harm import fear, strain
from affray.systems.ix.ledger import EXTREME
from affray.systems.ix.scenes import chase_checks as checks
from affray.systems.ix.scenes import chase_gaps as gaps
from affray.systems.ix.scenes import scene
from affray.systems.ix.scenes.chase_gaps import fell, is_decided
from affray.systems.ix.scenes.chase_hand import counters, order
from affray.systems.ix.scenes.chase_records import WATER, Gap
from affray.systems.ix.scenes.chase_setup import begin, late, leave, prepare
from affray.systems.ix.state import FLED, IxFight

WORDS = frozenset(
    {"widen", "widen-far", "close", "close-far", "obstacle", "make-way", *checks.CALLED}
)
LENGTH = {"widen": 1, "widen-far": 1, "close": 2, "close-far": 2}
"""The Maneuvers with how many places their keys have before how they are paid for."""
OTHER_ACTIONS = frozenset(
    {"skill-check", "aid", "task", "attempt", "use-item", "extinguish", "break-free", "escape"}
)
OTHER_MANEUVERS = frozenset(
    {"stand", "catch-breath", "interact", "mount", "dismount", "to-air"}
    | {"take-off", "land", "climb", "descend", "hover"}
)
"""What of everything else can be done on the run."""
AFTER = "ix.chase.after"
STRAIN_WITHOUT_AIR = 2
"""What a round under water costs past the breath (ix.chase.aquatic-breath)."""


# ---- a turn ----


def turn_starts(fight: IxFight, table: Table, who: str) -> None:
    """Before anything else: what is about the turn alone begins anew, and obstacles slow down.

    Implements ix.chase.quarry-obstacle.
    """
    late(fight, who)
    chase = gaps.of(fight)
    fallen = tuple(one for one in chase.fallen if one != who or not fight.combatants[who].mount)
    fight.chase = replace(chase, fallen=fallen, slowed=0, barred=False, climbed=False)
    checks.slow_down(fight, table, who)


def owes(fight: IxFight, who: str) -> bool:
    """Whether an obstacle comes before the first choice of the turn."""
    return fight.chase is not None and checks.owes(fight, who)


meet = checks.meet


def options(fight: IxFight, who: str) -> list[Option]:
    """What somebody may do in its turn of a chase: checks and moves in place of attacks.

    Implements ix.chase.framework, ix.chase.no-check-to-move.
    """
    found: list[Option] = []
    mine = gaps.of_one(fight, who)
    if mine and budget.can_act(fight, who):
        if gaps.is_quarry(fight, who):
            found += checks.obstacle_options(fight, who)
        else:
            for quarry in _in_reach(fight, who, mine):
                found += checks.called_options(fight, who, quarry)
            found += checks.ways_to_clear(fight, who)
    for word, places in moves(fight, who):
        ways = budget.maneuver_ways(fight, who, 2 if word.endswith("-far") else 1)
        found += [(word, *places) if way == budget.FREE else (word, *places, way) for way in ways]
    found += [one for one in action.options(fight, who) if one[0] in OTHER_ACTIONS]
    found += [one for one in action.maneuvers(fight, who) if one[0] in OTHER_MANEUVERS]
    return found + [one for one in action.quick(fight, who) if one[0] != "engage"]


def _in_reach(fight: IxFight, who: str, mine: list[Gap]) -> list[str]:
    """The quarries that a pursuer could come nearer to now, as far as its side knows of them."""
    chase, one = gaps.of(fight), fight.combatants[who]
    if chase.barred and budget.acts(fight, who):
        return []
    feared = fear.closer_barred(fight, who) if one.conditions else ()
    found = [gap.quarry for gap in mine if gap.pursuer == who and gap.quarry not in feared]
    return [q for q in found if one.side == "foes" or not fight.combatants[q].hidden]


def moves(fight: IxFight, who: str) -> list[tuple[str, tuple[str, ...]]]:
    """The moves of somebody, by word and places; those of two Maneuvers end in "-far" and are
    there only where one is not enough.

    Implements ix.chase.move, ix.chase.gap-per-pursuer.
    """
    mine = gaps.of_one(fight, who)
    if not mine or not gaps.can_move(fight, who):
        return []
    if gaps.is_quarry(fight, who):
        if _is_held_back(fight, who):
            return []
        found: list[tuple[str, tuple[str, ...]]] = []
        if any(gaps.widened(fight, gap, 1) > gap.bands for gap in mine):
            found.append(("widen", ()))
        stuck = [gap for gap in mine if gaps.widened(fight, gap, 1) == gap.bands]
        if any(gaps.widened(fight, gap, 2) > gap.bands for gap in stuck):
            found.append(("widen-far", ()))
        return found
    found = []
    for quarry in _in_reach(fight, who, mine):
        gap = next(one for one in mine if one.quarry == quarry)
        if gaps.closed(fight, gap, 1) < gap.bands:
            found.append(("close", (quarry,)))
        elif gaps.closed(fight, gap, 2) < gap.bands:
            found.append(("close-far", (quarry,)))
    return found


def _is_held_back(fight: IxFight, who: str) -> bool:
    """Whether somebody is grabbed by one it flees from. Implements ix.condition.grabbed."""
    return any(
        each.id == "grabbed" and each.source in fight.combatants
        for each in fight.combatants[who].conditions
    )


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Does it."""
    match key[0]:
        case "obstacle":
            checks.bring_into_play(fight, table, who, key)
        case "make-way":
            checks.make_way(fight, table, who, key)
        case "cut-ahead" | "call-for-help" | "shortcut":
            checks.call(fight, table, who, key)
        case _:
            length = LENGTH[key[0]]
            how = key[length] if len(key) > length else budget.FREE
            maneuvers = 2 if key[0].endswith("-far") else 1
            if budget.pay_maneuver(fight, table, who, how, maneuvers):
                fight.spent += (key[0],)
                move(fight, table, who, key[:length])


def move(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A move that is paid for, or that costs nothing.

    Implements ix.chase.move, ix.chase.flat-cost, ix.chase.no-check-to-move,
    ix.chase.aerial-elevation.
    """
    maneuvers = 2 if key[0].endswith("-far") else 1
    rules: tuple[str, ...] = ("ix.chase.move", "ix.chase.no-check-to-move", "ix.chase.flat-cost")
    mine = gaps.of_one(fight, who)
    if key[0].startswith("widen"):
        changes = [(gap, gaps.widened(fight, gap, maneuvers)) for gap in mine]
        if any(now == EXTREME for _, now in changes):
            rules += ("ix.chase.gap-scale",)
    else:
        changes = [(g, gaps.closed(fight, g, maneuvers)) for g in mine if g.quarry == key[1]]
        if gaps.climbs(fight, who, key[1]):
            fight.chase = replace(gaps.of(fight), climbed=True)
            rules += ("ix.chase.aerial-elevation",)
    gaps.change(fight, table, who, changes, rules)


def extra_options(fight: IxFight, who: str) -> list[Option]:
    """What one Maneuver out of order could be in a chase, paid for already."""
    found: list[Option] = [
        (word, *places) for word, places in moves(fight, who) if not word.endswith("-far")
    ]
    if maneuver.can_stand(fight, who) and maneuver.cost_of(fight, who, "stand") == 1:
        found.append(("stand",))
    if maneuver.can_catch_breath(fight, who):
        found.append(("catch-breath",))
    return found


# ---- under water ----


def replaces_suffocation(fight: IxFight) -> bool:
    """Whether a lack of air is a matter of Strain here; whether the suffocation check is made
    besides, the house switch drowning-in-a-chase says.

    Implements ix.chase.aquatic-breath-instead.
    """
    return fight.scene == scene.CHASE and gaps.of(fight).ground == WATER


def out_of_breath(fight: IxFight, table: Table, who: str) -> None:
    """A round without air in an aquatic chase, past one's breath. Nothing anywhere else.

    Implements ix.chase.aquatic-breath, ix.chase.aquatic-breath-instead.
    """
    if not replaces_suffocation(fight):
        return
    rules: tuple[str, ...] = ("ix.chase.aquatic-breath",)
    if fight.switches.drowning_in_a_chase == "strain":
        rules += ("ix.chase.aquatic-breath-instead",)
    strain.suffer(fight, table, who, STRAIN_WITHOUT_AIR, because=rules)


# ---- rounds, and the end ----


def round_end(fight: IxFight, table: Table) -> None:
    """The round is over: what ends with it, who has held Extreme, who has lost the trail.

    Implements ix.chase.framework, ix.chase.escape-count, ix.chase.escaped.
    """
    encounter.clocks(fight, table)
    if encounter.check_end(fight, table):
        return
    gaps.count_round(fight, table)
    if is_decided(fight):
        return
    encounter.next_round(fight, table)


def is_over(fight: IxFight) -> bool:
    """Whether this is a chase in which nobody is after anybody any more."""
    return fight.scene == scene.CHASE and is_decided(fight)


def conclude(fight: IxFight, table: Table) -> None:
    """Nobody is after anybody any more: whether the escaped are found again, and what follows.

    Implements ix.chase.caught, ix.chase.escaped, ix.chase.escaped-after, ix.chase.after.
    """
    if fight.turn:
        from affray.systems.ix.fight import turn  # it reaches back to chases

        turn.finish(fight, table, "chase-over")
        return
    escaped = [who for who in gaps.quarries(fight) if gaps.has_escaped(fight, who)]
    if escaped:
        because = "ix.chase.escaped-after"
        found = table.rule(because, lambda: [("gone",), ("found", Text())], lambda: ("gone",))
        if table.recording:
            text = found[1] if found[0] == "found" else ""
            for who in escaped:
                told = gaps.audience(fight, who)
                table.record(
                    "escaped-after",
                    because,
                    audience=told,
                    who=who,
                    found=found[0] == "found",
                    text=text,
                )
    key = table.rule(AFTER, lambda: ways_on(fight), lambda: way_on(fight))
    rules = (AFTER, "ix.chase.caught" if _anyone_caught(fight) else "ix.chase.escaped")
    if key[0] == "fight":
        into_a_fight(fight, table, rules)
    elif key[0] == "free":
        scene.enter(fight, table, scene.FREE, because=rules)
    else:
        scene.over(fight, table, key[1], rules)


def _anyone_caught(fight: IxFight) -> bool:
    return any(gaps.catcher(fight, who) for who in gaps.quarries(fight))


def is_caught(fight: IxFight) -> bool:
    """Whether anybody has been caught in the chase that is played."""
    return fight.chase is not None and _anyone_caught(fight)


def winner(fight: IxFight) -> str:
    """The side for which the chase has come out well: the pursuers', if anybody was caught."""
    quarry = gaps.of(fight).quarry
    pursuers = "foes" if quarry == "heroes" else "heroes"
    return pursuers if _anyone_caught(fight) else quarry or "none"


def way_on(fight: IxFight) -> Key:
    """Whoever is caught fights; if nobody is, that was it. Implements ix.chase.after."""
    return ("fight",) if ("fight",) in ways_on(fight) else ("over", winner(fight))


def ways_on(fight: IxFight) -> list[Option]:
    """A fight, if somebody was caught and both sides can; an end; free play.

    Implements ix.chase.after.
    """
    ways: list[Option] = []
    both = fight.anyone_up(fight.heroes) and fight.anyone_up(fight.foes)
    if both and _anyone_caught(fight):
        ways.append(("fight",))
    ways += [("over", result) for result in ("heroes", "foes", "none")]
    if not fight.behind:
        ways.append(("free",))
    return ways


def into_a_fight(fight: IxFight, table: Table, because: tuple[str, ...]) -> None:
    """A fight where the chase has ended: the caught Engaged with those who have caught them, the
    others as far off as their gaps say; who has escaped is not in it.

    Implements ix.chase.after, ix.chase.gap-scale.
    """
    for who in gaps.quarries(fight):
        if gaps.has_escaped(fight, who):
            fight.leave(who, FLED, "fled", table, rules_of(because))
    stand_apart(fight)
    scene.enter(fight, table, scene.FIGHT, because=because)


def stand_apart(fight: IxFight) -> None:
    """Puts everybody on the line where the gaps say.

    Pursuers stand as far behind the first quarry, a caught one before others, as their gap to it;
    each other quarry where it was caught, or as far ahead of the nearest of its pursuers.
    """
    found, chase, numbers = fight.combatants, gaps.of(fight), fight.numbers
    steps = (
        0,
        numbers.short_steps,
        numbers.medium_steps,
        numbers.long_steps,
        numbers.extreme_steps,
    )
    fled = gaps.quarries(fight)
    if not fled:
        return
    first = next((who for who in fled if gaps.catcher(fight, who)), fled[0])
    found[first].at = 0
    for gap in chase.gaps:
        if gap.quarry == first and gap.pursuer in found:
            found[gap.pursuer].at = -steps[gap.bands]
    met: set[tuple[str, str]] = set()
    for who in fled:
        by = gaps.catcher(fight, who)
        if by in found:
            found[who].at = found[by].at
            met.add((who, by) if found[who].side == "heroes" else (by, who))
        elif who != first:
            near = min((g for g in chase.gaps if g.quarry == who), key=lambda g: g.bands)
            found[who].at = found[near.pursuer].at + steps[near.bands]
    fight.engaged = frozenset(met)
    fight.placed = True


def resume(fight: IxFight, table: Table) -> None:
    """A chase does not go on after another scene: what follows it is a scene of its own."""


__all__ = [
    "WORDS",
    "begin",
    "conclude",
    "counters",
    "fell",
    "is_caught",
    "is_decided",
    "is_over",
    "leave",
    "meet",
    "options",
    "order",
    "owes",
    "prepare",
    "round_end",
    "take",
    "turn_starts",
]
