"""Checks that no other rule makes: a skill under time pressure, aid, a task, and free play.

Who acts names the skill; the GM may name another pair and the difficulty (one form, which takes
its default unless the GM wants to be asked).
"""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.ix.air import flying
from affray.systems.ix.fight import budget
from affray.systems.ix.hazards import light
from affray.systems.ix.ledger import CHARACTERISTICS, rows, skills, trial_dice
from affray.systems.ix.rolls import assist, extended, group, opposed, spend, story
from affray.systems.ix.rolls.check import SKILL, Check, make
from affray.systems.ix.state import IxFight

IDENTIFY = "ix.pool.identify"
WORDS = frozenset({"skill-check", "aid", "task", "attempt", "fortune-detail"})
NAMES_A_SKILL = frozenset({"skill-check", "aid", "task", "check", "helped", "group", "oppose"})
"""What begins with the question with which skill."""
NIMBLE = ("might", "agility")
"""Checks of the body need free movement (ix.condition.restrained)."""


# ---- what a check is made of ----


def skills_to_name() -> list[Option]:
    """Every skill, and every Characteristic for a check without a skill."""
    return [("with", name) for name in (*skills(), *CHARACTERISTICS)]


def name_skill(fight: IxFight, table: Table, who: str, because: str) -> str:
    """Who acts says with what; not once more with what the GM has just turned down."""

    def named() -> list[Option]:
        return [one for one in skills_to_name() if ("skill-check", one[1]) not in fight.refused]

    return table.choose(who, named, because=because)[1]


def identify(fight: IxFight, table: Table, who: str, skill: str) -> tuple[str, str, int]:
    """Characteristic, skill and Trial Dice of a check that somebody proposes.

    The key of the ruling is ("pair", Characteristic, difficulty), ("refused",), or in the dark
    ("unseen",) for what only eyes could find. By default the skill's own Characteristic, Average,
    or Hard where the dark has to be searched by hearing and touch. A check with a Characteristic
    alone has no skill. Trial Dice below 0: the GM has turned it down, or wings would be heard.

    Implements ix.pool.identify, ix.pool.difficulty-dice, ix.pool.difficulty-ladder,
    ix.pool.characteristic-alone, ix.light.dark-perception,
    ix.flying.no-silent-approach.
    """
    own = skills().get(skill, skill)
    if skill == "stealth" and flying.is_heard(fight, table, who):
        fight.refused += (("skill-check", skill),)
        return own, "", -1
    looks = skill == "perception"

    def options() -> list[Option]:
        pairs: list[Option] = [
            ("pair", characteristic, difficulty)
            for characteristic in (own, *(c for c in CHARACTERISTICS if c != own))
            for difficulty in rows("difficulty")
        ]
        unseen: list[Option] = [("unseen",)] if looks and light.looks_in_vain(fight, who) else []
        return [*pairs, *unseen, ("refused",)]

    def default() -> Key:
        return ("pair", own, "hard" if looks and light.gropes(fight, who) else "average")

    key = table.rule(IDENTIFY, options, default)
    if key[0] == "unseen" and table.recording:
        table.record("unseen", "ix.light.dark-perception", who=who)
    elif key[0] == "refused":
        fight.refused += (("skill-check", skill),)
        if table.recording:
            table.record("check-refused", IDENTIFY, who=who, skill=skill)
    if key[0] in ("refused", "unseen"):
        return own, "", -1
    return key[1], skill if skill in skills() else "", trial_dice(key[2])


def simple(fight: IxFight, table: Table, who: str, skill: str, *, because: str) -> None:
    """A simple check, rolled and settled. One that the GM turns down costs no Action.

    Implements ix.action.skill-check, ix.check.sequence, ix.pool.identify.
    """
    characteristic, named, difficulty = identify(fight, table, who, skill)
    if difficulty < 0 or not budget.spend_action(fight, table, who):
        return
    check = Check(
        SKILL,
        who,
        characteristic,
        named,
        difficulty=difficulty,
        moves=characteristic in NIMBLE,
    )
    make(fight, table, check, because=(because, IDENTIFY, "ix.pool.difficulty-ladder"))
    spend.settle(fight, table)


# ---- Actions of structured play ----


def options(fight: IxFight, who: str) -> list[Option]:
    """Skill checks, aid and tasks, as Actions.

    Implements ix.action.skill-check, ix.action.aid, ix.extended.setup.
    """
    found: list[Option] = [("skill-check",)]
    one = fight.combatants[who]
    found += [("aid", ally) for ally in fight.up(one.side) if ally != who]
    found += [("attempt", task.id) for task in extended.in_hand(fight)]
    if len(extended.in_hand(fight)) < extended.MOST_TASKS:
        found.append(("task",))
    return found


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Does one of these Actions; a detail for Fortune costs no Action."""
    if key[0] == "fortune-detail":
        story.detail(fight, table, who, key[1])
    elif key[0] == "skill-check":
        skill = name_skill(fight, table, who, "ix.action.skill-check")
        simple(fight, table, who, skill, because="ix.action.skill-check")
    elif key[0] == "aid":
        if not budget.spend_action(fight, table, who):
            return
        skill = name_skill(fight, table, who, "ix.action.aid")
        if fight.combatants[key[1]].is_up:
            assist.offer(fight, table, who, key[1], skill)
    elif key[0] == "task":
        skill = name_skill(fight, table, who, "ix.extended.setup")
        begin_task(fight, table, who, skill)
    elif budget.spend_action(fight, table, who):
        extended.attempt(fight, table, who, key[1])


def begin_task(fight: IxFight, table: Table, who: str, skill: str) -> None:
    """An extended check is set up and tried for the first time.

    Implements ix.extended.setup, ix.pool.identify.
    """
    characteristic, named, difficulty = identify(fight, table, who, skill)
    if difficulty >= 0 and budget.spend_action(fight, table, who):
        task = extended.begin(fight, table, who, named, characteristic, difficulty)
        extended.attempt(fight, table, who, task)


# ---- free play ----


def oppose(fight: IxFight, table: Table, who: str, target: str, skill: str) -> None:
    """An opposed check that the table calls for; the GM names what the other side uses.

    The key of the ruling is ("opposed", skill of the other), or ("simple",) for an ordinary check.

    Implements ix.opposed.when, ix.pool.identify.
    """
    key = table.rule("ix.opposed.when", _ways, lambda: ("opposed", skill))
    if key[0] == "simple":
        simple(fight, table, who, skill, because="ix.check.sequence")
        return
    starter = _of(who, skill, target)
    defender = _of(target, key[1], who)
    opposed.contest(fight, table, starter, defender, because="ix.opposed.higher-wins")


def _ways() -> list[Option]:
    return [("simple",), *(("opposed", name) for name in (*skills(), *CHARACTERISTICS))]


def _of(who: str, skill: str, target: str) -> Check:
    named = skill if skill in skills() else ""
    characteristic = skills().get(skill, skill)
    return Check(SKILL, who, characteristic, named, target=target, moves=characteristic in NIMBLE)


def together(fight: IxFight, table: Table, who: str, skill: str) -> None:
    """A group check of everybody on the side of `who` who can act, led by the best-placed.

    Implements ix.group.performer.
    """
    characteristic, named, difficulty = identify(fight, table, who, skill)
    if difficulty >= 0:
        members = fight.up(fight.combatants[who].side)
        group.check(fight, table, members, named, characteristic, difficulty)


def helped(fight: IxFight, table: Table, who: str, skill: str) -> None:
    """An assisted check: up to two others of the side help, if the GM calls it meaningful.

    Implements ix.assist.meaningful, ix.assist.boon-die, ix.assist.limit.
    """
    characteristic, named, difficulty = identify(fight, table, who, skill)
    if difficulty < 0:
        return
    helpers = assist.name_helpers(fight, table, who)
    check = Check(SKILL, who, characteristic, named, difficulty=difficulty, helpers=helpers)
    make(fight, table, check, because=("ix.assist.boon-die", "ix.check.sequence"))
    spend.settle(fight, table)
