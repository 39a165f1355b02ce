"""Frights of a mount: what its rider has to answer, when, and how hard it is."""

from __future__ import annotations

from affray.kernel.keys import Option
from affray.kernel.table import Table
from affray.systems.ix.fight import budget
from affray.systems.ix.ledger import rows, trial_dice
from affray.systems.ix.rolls import check, spend
from affray.systems.ix.rolls.check import Check
from affray.systems.ix.rolls.pool import Build
from affray.systems.ix.state import IxFight

NOISE, ATTACKED, TERROR = "sudden-noise", "attack-on-mount", "supernatural-terror"
RATED = "fear-rating"
OTHER = "other"
"""A fright that tables.mount-triggers does not name."""
DIFFICULTY = "ix.mounted.control-difficulty"
WARBORN = "warborn"


# ---- what frightens ----


def triggers() -> list[str]:
    """The frights that a GM can name: those of the table without a Fear rating, and any other."""
    return [*(row for row in rows("mount-triggers") if row != RATED), OTHER]


def startle(fight: IxFight, mount: str, trigger: str, source: str = "") -> None:
    """A threat or fright to a mount: its rider owes a check, if there is one.

    Implements ix.mounted.control-check.
    """
    owed = (mount, trigger, source)
    if fight.combatants[mount].is_up and fight.rider_of(mount) and owed not in fight.startled:
        fight.startled += (owed,)


def faces(fight: IxFight, who: str | None, source: str) -> None:
    """A terror is brought to bear on `who`, or on all its enemies: mounts that are new to it are
    frightened, whatever their riders feel. Implements ix.fear.mount, ix.fear.once-per-source.
    """
    for mount in fight.mounts:
        one = fight.combatants[mount]
        if who is not None and who not in (mount, fight.rider_of(mount)):
            continue
        if one.side == fight.combatants[source].side or one.fear_proof or source in one.feared:
            continue
        if one.is_up and fight.rider_of(mount):
            one.feared = {**one.feared, source: "faced"}
            startle(fight, mount, RATED, source)


# ---- the check ----


def is_due(fight: IxFight) -> bool:
    """Whether the acting rider has to answer for its mount now: at the start of its turn, or with
    a Maneuver left. Implements ix.mounted.control-timing.
    """
    if not fight.turn or fight.stage != "turn" or fight.skipped:
        return False
    rider = fight.combatants[fight.acting]
    if not rider.mount or not rider.is_up:
        return False
    if not any(mount == rider.mount for mount, _, _ in fight.startled):
        return False
    at_the_start = fight.actions > 0 and fight.maneuvers == 0
    return fight.free_maneuvers > 0 or at_the_start


def control(fight: IxFight, table: Table) -> None:
    """The acting rider keeps its mount in hand, or it bolts, rears or refuses: one check for all
    that has frightened it since the last.

    Implements ix.mounted.control-check, ix.mounted.control-once, ix.mounted.control-timing,
    ix.mounted.control-failure, ix.mounted.war-trained.
    """
    who = fight.acting
    mount = fight.combatants[who].mount
    owed = [(trigger, source) for one, trigger, source in fight.startled if one == mount]
    fight.startled = tuple(each for each in fight.startled if each[0] != mount)
    frights: list[tuple[int, str, str]] = []
    for trigger, source in owed:
        difficulty = _difficulty(fight, table, trigger, source)
        if difficulty >= 0 and forces(fight, who, difficulty, trigger, source):
            frights.append((difficulty, trigger, source))
    if not frights:
        _unmoved(fight, table, who)
        return
    difficulty, trigger, _ = max(frights, key=lambda each: each[0])
    if fight.free_maneuvers > 0:
        budget.pay_maneuver(fight, table, who)
    made = Check(check.SKILL, who, skill="riding", difficulty=difficulty)
    because = ("ix.mounted.control-check", "ix.mounted.control-timing", *_rules(trigger))
    because += ("ix.mounted.control-once",)[: len(frights) - 1]
    check.make(fight, table, made, lambda build: _help(fight, build, who), because=because)
    if not made.succeeded and budget.acts(fight, who):
        fight.actions = 0
    if table.recording:
        code = "mount-held" if made.succeeded else "mount-bolts"
        rule = "ix.mounted.control-check" if made.succeeded else "ix.mounted.control-failure"
        table.record(code, rule, who=who, mount=mount)
    spend.settle(fight, table)


def _difficulty(fight: IxFight, table: Table, trigger: str, source: str) -> int:
    """The Trial Dice that a fright calls for, -1 if there is nothing to fear any more.

    Implements ix.mounted.control-difficulty, ix.mounted.control-fear-rating, ix.fear.mount.
    """
    from affray.systems.ix.harm import fear  # it reaches back to mounts

    if trigger == RATED:
        terror = fight.combatants[source]
        if not terror.fear or not terror.is_up:
            return -1
        return trial_dice(fear.LEVELS[min(terror.fear, len(fear.LEVELS)) - 1])
    key = table.rule(DIFFICULTY, _levels, lambda: ("control", _default(fight, trigger)))
    return trial_dice(key[1])


def _levels() -> list[Option]:
    return [("control", level) for level in rows("difficulty")]


def _default(fight: IxFight, trigger: str) -> str:
    """As tables.mount-triggers says; for any other fright as hard as the house has it."""
    if trigger in rows("mount-triggers"):
        return str(rows("mount-triggers")[trigger]["difficulty"])
    dice = fight.numbers.control_other_trial_dice
    levels = list(rows("difficulty"))
    return next((level for level in levels if trial_dice(level) >= dice), levels[-1])


def forces(fight: IxFight, rider: str, difficulty: int, trigger: str, source: str) -> bool:
    """Whether a fright obliges to the check at all: a war-trained mount takes more than others.

    Implements ix.mounted.war-trained, ix.talent.warborn.
    """
    one = fight.combatants[rider]
    if not one.mount or not fight.combatants[one.mount].war_trained:
        return bool(one.mount)
    warborn = one.has_talent(WARBORN)
    if trigger == RATED and warborn:
        return fight.combatants[source].fear >= fight.numbers.warborn_fear_rating
    if trigger == ATTACKED and not warborn:
        return True
    return difficulty >= trial_dice("severe")


def _help(fight: IxFight, build: Build, who: str) -> bool:
    """Implements ix.talent.warborn."""
    one = fight.combatants[who]
    if not one.mount:
        return False
    if one.has_talent(WARBORN) and fight.combatants[one.mount].war_trained:
        build.give("boon", fight.numbers.warborn_boon_dice, "Warborn", "ix.talent.warborn")
    return True


def _rules(trigger: str) -> tuple[str, ...]:
    if trigger == RATED:
        return ("ix.fear.mount", "ix.mounted.control-fear-rating")
    return (DIFFICULTY,)


def _unmoved(fight: IxFight, table: Table, who: str) -> None:
    """A war-trained mount takes no notice. Implements ix.mounted.war-trained, ix.talent.warborn."""
    one = fight.combatants[who]
    if table.recording and one.mount and fight.combatants[one.mount].war_trained:
        rules = ("ix.mounted.war-trained", "ix.talent.warborn")[: 1 + one.has_talent(WARBORN)]
        table.record("mount-unmoved", rules, who=who, mount=one.mount)
