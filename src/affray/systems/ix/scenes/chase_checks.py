"""The checks of a chase: obstacles that the quarry brings into play, and the pursuers' called
checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.ix.fight import budget
from affray.systems.ix.ledger import trial_dice
from affray.systems.ix.rolls import spend
from affray.systems.ix.rolls.check import SKILL, Check, make
from affray.systems.ix.rolls.pool import Build, Given
from affray.systems.ix.scenes import chase_gaps as gaps
from affray.systems.ix.scenes.chase_records import (
    AIR,
    BANE,
    CHECK,
    MOUNTED,
    NARROW,
    OPEN,
    WATER,
    Facing,
    Obstacle,
)
from affray.systems.ix.state import MOUNT, IxFight

CUT_AHEAD, CALL_FOR_HELP, SHORTCUT = "cut-ahead", "call-for-help", "shortcut"


class Called(NamedTuple):
    skill: str
    difficulty: str
    moves: bool


CALLED: Mapping[str, Called] = {
    CUT_AHEAD: Called("streetwise", "average", moves=True),
    CALL_FOR_HELP: Called("leadership", "average", moves=False),
    SHORTCUT: Called("athletics", "hard", moves=True),
}
"""The called checks; those that move get the pursuer itself ahead.

Implements ix.chase.called-checks, ix.chase.movement-checks."""
CLEAR = "ix.chase.pursuer-obstacle"


# ---- with which skill, and with which dice ----


def rides(fight: IxFight, who: str) -> bool:
    """Whether somebody is mounted in this chase: it sits on a mount, or, where no mount is played,
    everybody does who has not fallen.

    Implements ix.chase.mounted.
    """
    one = fight.combatants[who]
    if one.mount:
        return True
    chase = gaps.of(fight)
    if chase.ground != MOUNTED or who in chase.fallen:
        return False
    return not any(each.rank == MOUNT for each in fight.combatants.values())


def skill_here(fight: IxFight, who: str, skill: str, *, obstacle: bool) -> str:
    """The skill that somebody uses where the book says `skill`.

    Implements ix.chase.mounted, ix.chase.aerial, ix.chase.aerial-own-wings, ix.chase.aquatic.
    """
    if skill != "athletics":
        return skill
    ground = gaps.of(fight).ground
    if rides(fight, who):
        return "riding"
    if ground == AIR and not fight.combatants[who].flight:
        return "piloting"
    return "fortitude" if ground == WATER and obstacle else skill


def skills_for(fight: IxFight, who: str, obstacle: Obstacle) -> list[str]:
    """With what somebody may meet an obstacle here. Implements ix.chase.obstacle-check."""
    found = (skill_here(fight, who, skill, obstacle=True) for skill in obstacle.skills)
    return list(dict.fromkeys(found))


_HERE = {
    "riding": "ix.chase.mounted",
    "piloting": "ix.chase.aerial",
    "fortitude": "ix.chase.aquatic",
}


def _ground_rules(fight: IxFight, who: str, said: tuple[str, ...], skill: str) -> tuple[str, ...]:
    """What the ground has to do with it that this skill is used."""
    ground = gaps.of(fight).ground
    if skill in said:
        if skill != "athletics" or ground not in (AIR, WATER):
            return ()
        return ("ix.chase.aerial-own-wings" if ground == AIR else "ix.chase.aquatic",)
    return ("ix.chase.aerial" if ground == AIR else _HERE[skill],)


def movement_dice(fight: IxFight, build: Build, who: str, obstacle: Obstacle | None) -> bool:
    """What a movement check in a chase has of its own; False if there is no chase any more.

    Implements ix.chase.quarry-obstacle, ix.chase.mounted-boon, ix.chase.movement-checks.
    """
    chase = fight.chase
    if chase is None or fight.called:
        return False
    if chase.slowed and budget.acts(fight, who):
        build.give("bane", chase.slowed, "an obstacle in the way", "ix.chase.quarry-obstacle")
    if rides(fight, who):
        rule = "ix.chase.mounted-boon"
        if chase.going == NARROW or (obstacle is not None and obstacle.is_narrow):
            build.banes += 1
            build.parts.append(Given("no room for a mount: an automatic Bane", rule, "", 0))
        elif chase.going == OPEN:
            build.boons += 1
            build.parts.append(Given("open ground: an automatic Boon", rule, "", 0))
    return True


def _roll(
    fight: IxFight,
    table: Table,
    check: Check,
    obstacle: Obstacle | None,
    because: tuple[str, ...],
    *,
    moves: bool = True,
) -> bool:
    """One check of a chase, without its spends; says whether it has succeeded."""

    def dice(build: Build) -> bool:
        if not moves:
            return fight.chase is not None and not fight.called
        return movement_dice(fight, build, check.who, obstacle)

    make(fight, table, check, dice, because=because)
    return check.succeeded


def _settle(fight: IxFight, table: Table, who: str) -> None:
    """The spends; a rider who falls Prone by them has come off its mount.

    Implements ix.chase.mounted-fall.
    """
    spend.settle(fight, table)
    if fight.result is None and fight.combatants[who].has("prone") and rides(fight, who):
        gaps.fell(fight, table, who)


# ---- obstacles ----


def obstacle_options(fight: IxFight, who: str) -> list[Option]:
    """What a quarry can bring into play for its Action, each once, and what it shall do.

    Implements ix.chase.quarry-obstacle, ix.chase.terrain.
    """
    return [
        ("obstacle", one.id, how)
        for one in gaps.of(fight).obstacles
        if not one.is_used
        for how in (CHECK, BANE)
    ]


def bring_into_play(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Every pursuer of `who` has the obstacle before it. Implements ix.chase.quarry-obstacle."""
    if not budget.spend_action(fight, table, who):
        return
    chase, obstacle = gaps.of(fight), gaps.of(fight).obstacle(key[1])
    if obstacle is None:
        return
    used = replace(obstacle, is_used=True)
    behind = [gap.pursuer for gap in gaps.running(fight) if gap.quarry == who]
    fight.chase = replace(
        chase,
        obstacles=tuple(used if one.id == used.id else one for one in chase.obstacles),
        facing=(*chase.facing, *(Facing(one, used.id, who, key[2]) for one in behind)),
    )
    if table.recording:
        told = gaps.audience(fight, who)
        rules = ("ix.chase.quarry-obstacle", "ix.chase.obstacle-failure")
        table.record("obstacle", rules, audience=told, who=who, name=used.name, how=key[2])


def slow_down(fight: IxFight, table: Table, who: str) -> None:
    """At the start of a turn: Bane Dice for the obstacles with which the quarry has chosen them.

    Implements ix.chase.quarry-obstacle.
    """
    chase = gaps.of(fight)
    mine = [one for one in chase.facing if one.who == who and one.how == BANE]
    left = tuple(one for one in chase.facing if one not in mine)
    fight.chase = replace(chase, facing=left, slowed=len(mine))
    if mine and table.recording:
        told = gaps.audience(fight, who)
        rules = ("ix.chase.quarry-obstacle", "ix.chase.movement-checks")
        table.record("slowed", rules, audience=told, who=who, dice=len(mine))


def owes(fight: IxFight, who: str) -> bool:
    """Whether somebody has an obstacle to get over before anything else in its turn."""
    return any(one.who == who and one.how == CHECK for one in gaps.of(fight).facing)


def meet(fight: IxFight, table: Table, who: str) -> None:
    """The check for the first obstacle before somebody; it costs nothing. Whoever fails does not
    close a gap in this turn.

    Implements ix.chase.obstacle-check, ix.chase.obstacle-difficulty, ix.chase.obstacle-failure,
    ix.chase.quarry-obstacle.
    """
    chase = gaps.of(fight)
    met = next(one for one in chase.facing if one.who == who and one.how == CHECK)
    fight.chase = replace(chase, facing=tuple(one for one in chase.facing if one != met))
    obstacle = chase.obstacle(met.obstacle)
    if obstacle is None or not gaps.of_one(fight, who):
        return
    rules = ("ix.chase.obstacle-check", "ix.chase.obstacle-difficulty")
    passed = _get_over(fight, table, who, obstacle, rules)
    if not passed and fight.chase is not None:
        fight.chase = replace(fight.chase, barred=True)
    if table.recording:
        told = gaps.audience(fight, who)
        table.record(
            "obstacle-met",
            ("ix.chase.obstacle-failure", "ix.chase.obstacle-check"),
            audience=told,
            who=who,
            name=obstacle.name,
            passed=passed,
        )
    _settle(fight, table, who)


def _get_over(
    fight: IxFight, table: Table, who: str, obstacle: Obstacle, rules: tuple[str, ...]
) -> bool:
    """The check of an obstacle, with whichever of its skills the roller takes."""

    def ways() -> list[Option]:
        return [("with", skill) for skill in skills_for(fight, who, obstacle)]

    skill = table.choose(who, ways, because="ix.chase.obstacle-check")[1]
    difficulty = obstacle.difficulty
    if difficulty < 0:
        difficulty = fight.numbers.chase_obstacle_trial_dice
    check = Check(SKILL, who, skill=skill, difficulty=difficulty, moves=True)
    because = (*rules, *_ground_rules(fight, who, obstacle.skills, skill))
    return _roll(fight, table, check, obstacle, because)


def ways_to_clear(fight: IxFight, who: str) -> list[Option]:
    """The obstacles that somebody farther behind the same quarry still has before it.

    Implements ix.chase.pursuer-obstacle.
    """
    found = dict.fromkeys(
        one.obstacle for one in gaps.of(fight).facing if one in _behind(fight, who, one.obstacle)
    )
    return [("make-way", obstacle) for obstacle in found]


def _behind(fight: IxFight, who: str, obstacle: str, *, all_of_them: bool = False) -> list[Facing]:
    """Who else has it before it, farther away from the quarry than `who`."""
    chase = gaps.of(fight)
    found = []
    for one in chase.facing:
        mine, theirs = chase.pair(who, one.by), chase.pair(one.who, one.by)
        if one.obstacle != obstacle or one.who == who or mine is None or theirs is None:
            continue
        if all_of_them or theirs.bands > mine.bands:
            found.append(one)
    return found


def make_way(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A pursuer's Action goes into an obstacle: its check counts for those behind.

    Implements ix.chase.pursuer-obstacle.
    """
    ruled = table.rule(CLEAR, _for_whom, lambda: ("behind",))
    obstacle = gaps.of(fight).obstacle(key[1])
    told = gaps.audience(fight, who)
    if ruled == ("refused",) or obstacle is None:
        fight.refused += (key,)
        if table.recording:
            table.record("way-refused", CLEAR, audience=told, who=who)
        return
    if not budget.spend_action(fight, table, who):
        return
    passed = _get_over(fight, table, who, obstacle, (CLEAR, "ix.chase.obstacle-check"))
    if passed and fight.chase is not None:
        gone = _behind(fight, who, key[1], all_of_them=ruled == ("everyone",))
        left = tuple(one for one in fight.chase.facing if one not in gone)
        fight.chase = replace(fight.chase, facing=left)
    if table.recording:
        table.record("way-made", CLEAR, audience=told, who=who, name=obstacle.name, passed=passed)
    _settle(fight, table, who)


def _for_whom() -> list[Option]:
    return [("behind",), ("everyone",), ("refused",)]


# ---- called checks ----


def called_options(fight: IxFight, who: str, quarry: str) -> list[Option]:
    """The called checks by which a pursuer could come nearer now; not in a turn in which an
    obstacle keeps it from closing.

    Implements ix.chase.called-checks, ix.chase.obstacle-failure.
    """
    able = gaps.can_move(fight, who)
    return [(word, quarry) for word, called in CALLED.items() if able or not called.moves]


def call(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A called check: success is worth one band, however many net Successes it has.

    Implements ix.chase.called-checks, ix.chase.called-result.
    """
    if not budget.spend_action(fight, table, who):
        return
    called = CALLED[key[0]]
    skill = skill_here(fight, who, called.skill, obstacle=False)
    rules: tuple[str, ...] = ("ix.chase.called-checks",)
    if called.skill == "athletics":
        rules += _ground_rules(fight, who, (called.skill,), skill)
    difficulty = trial_dice(called.difficulty)
    check = Check(SKILL, who, skill=skill, difficulty=difficulty, moves=called.moves)
    won = _roll(fight, table, check, None, rules, moves=called.moves)
    if table.recording:
        told = gaps.audience(fight, who, key[1])
        table.record("called", rules, audience=told, who=who, quarry=key[1], how=key[0], won=won)
    gap = gaps.of(fight).pair(who, key[1])
    if won and gap is not None and gaps.is_running(fight, gap):
        because = ("ix.chase.called-result", "ix.chase.called-checks")
        gaps.change(fight, table, who, [(gap, max(gap.bands - 1, 0))], because)
    _settle(fight, table, who)
