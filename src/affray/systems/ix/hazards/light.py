"""Light and darkness: how bright it is at a place of the line, and what that does to checks."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.ix.fight import budget
from affray.systems.ix.fight import range as bands
from affray.systems.ix.ledger import BANDS, EXTREME, rows, trial_dice
from affray.systems.ix.records import Lamp
from affray.systems.ix.rolls.pool import Build, Given
from affray.systems.ix.state import Fighter, IxFight

if TYPE_CHECKING:
    from affray.systems.ix.rolls.check import Check

BRIGHT, DIM, DARKNESS = 0, 1, 2
STATES = ("bright", "dim", "darkness")
"""tables.visibility in order; a visibility is its place here."""
SENSES = ("perception", "readiness")
"""The skills on which darkness puts a Bane Die."""
SKIES = ("daylight", "moonlight")
"""Lights that nobody kindles or douses."""
WORDS = frozenset(("kindle-bare", "kindle", "douse"))


# ---- how bright it is ----


_LIT = ("ix.light.kindle", "ix.light.source-table", "ix.light.bright")


def visibility(fight: IxFight, at: int) -> int:
    """How bright it is at a place of the line: as the scene says, or brighter by what burns there.

    Implements ix.light.states, ix.light.bright, ix.light.source-table.
    """
    best = STATES.index(fight.light)
    if fight.magical_darkness:
        best = DARKNESS
    if best == BRIGHT:
        return best
    for source, place in _burning(fight):
        bright_to, dim_to = radii(source)
        apart = bands.band_of(fight.numbers, abs(place - at))
        if apart <= bright_to:
            return BRIGHT
        if apart <= dim_to:
            best = DIM
    return best


def _burning(fight: IxFight) -> list[tuple[str, int]]:
    """Every light that burns: its row of tables.light-sources, and where it is."""
    found = [(lamp.source, lamp.at) for lamp in fight.lamps if lamp.lit]
    for one in fight.combatants.values():
        if one.lit and not one.removed:
            for item_id in one.lit:
                item = one.item(item_id)
                if item is not None and item.light:
                    found.append((item.light, one.lies.get(item_id, one.at)))
    return found


@cache
def radii(source: str) -> tuple[int, int]:
    """The farthest bands in which a source gives bright and dim light, -1 for none."""
    row = rows("light-sources")[source]
    return _farthest(row["bright-to"]), _farthest(row["dim-to"])


def _farthest(named: str) -> int:
    return EXTREME if named == "everywhere" else BANDS.index(named) if named in BANDS else -1


def seen_by(fight: IxFight, check: Check) -> int:
    """The visibility that a check is made in: where its target stands for attacks and Perception,
    where the roller stands for the rest. To the blinded all is darkness.

    Implements ix.condition.blinded.
    """
    one = fight.combatants[check.who]
    if one.conditions and one.has("blinded"):
        return DARKNESS
    looks = check.target and (check.mode or check.skill == "perception")
    return visibility(fight, fight.combatants[check.target].at if looks else one.at)


def darkvision_reaches(fight: IxFight, one: Fighter, target: str) -> bool:
    """Whether somebody's darkvision reaches a target, or without one its own surroundings.

    Implements ix.light.darkvision.
    """
    if one.darkvision < 0 or one.has("blinded"):
        return False
    return not target or bands.band(fight, one.id, target) <= one.darkvision


def locates(fight: IxFight, one: Fighter, target: str) -> bool:
    """Whether somebody finds a target in the dark as if by sight, or by another sense.

    Implements ix.light.darkvision-locate, ix.light.dark-attacks.
    """
    if darkvision_reaches(fight, one, target):
        return True
    return one.sense >= 0 and (not target or bands.band(fight, one.id, target) <= one.sense)


# ---- what it does to pools ----


def dice(fight: IxFight, build: Build, check: Check) -> None:
    """What light and darkness do to a pool.

    Implements ix.light.bright, ix.light.dim, ix.light.dark-attacks, ix.light.dark-stealth,
    ix.light.dark-perception, ix.light.dark-perception-die, ix.light.darkvision,
    ix.light.darkvision-locate, ix.light.magical-darkness, ix.condition.blinded.
    """
    if not (check.mode or check.skill in SENSES or check.skill == "stealth"):
        return
    seen = seen_by(fight, check)
    if seen == BRIGHT:
        return
    one = fight.combatants[check.who]
    if check.mode == "ranged":
        rule = "ix.light.dim" if seen == DIM else "ix.light.dark-attacks"
        _bane(build, _column(seen, "ranged-bane-dice"), seen, rule, one)
    elif check.mode == "melee":
        if seen == DARKNESS and locates(fight, one, check.target):
            build.parts.append(Given("found in the dark", "ix.light.darkvision-locate", "", 0))
        else:
            _bane(build, _column(seen, "melee-bane-dice"), seen, "ix.light.dark-attacks", one)
    elif check.skill == "stealth":
        given = _column(seen, "stealth-boon-dice")
        build.give("boon", given, STATES[seen], "ix.light.dark-stealth")
    else:
        _senses(fight, build, check, one, seen)


def _senses(fight: IxFight, build: Build, check: Check, one: Fighter, seen: int) -> None:
    """Perception and Readiness. An initiative or fear check locates nobody and notices no detail.

    Implements ix.light.dim, ix.light.dark-perception, ix.light.dark-perception-die,
    ix.light.darkvision, ix.light.magical-darkness.
    """
    looks = check.skill == "perception" and check.kind not in ("initiative", "fear")
    if seen == DIM:
        if looks:
            steps = fight.numbers.opposed_step_bane_dice
            build.steps(1, steps, "dim light", "ix.light.dim")
        return
    hard = trial_dice("hard")
    if looks and not locates(fight, one, check.target):
        build.also.append("ix.light.dark-perception")
        if check.target and build.trial < hard:
            build.difficulty(hard - build.trial, "found in the dark", "ix.light.dark-perception")
    if not darkvision_reaches(fight, one, check.target if looks else ""):
        _bane(build, 1, seen, "ix.light.dark-perception-die", one)
    elif fight.magical_darkness:
        _bane(build, 1, seen, "ix.light.magical-darkness", one)
    else:
        build.parts.append(Given("darkvision", "ix.light.darkvision", "", 0))


def _column(seen: int, column: str) -> int:
    return int(rows("visibility")[STATES[seen]][column])


def _bane(build: Build, dice: int, seen: int, rule: str, one: Fighter) -> None:
    """Bane Dice of the surroundings; for the blinded, of their own eyes.

    Implements ix.condition.blinded.
    """
    if one.conditions and one.has("blinded"):
        build.give("bane", dice, "blinded", "ix.condition.blinded")
        return
    what = "dim light" if seen == DIM else "darkness"
    build.give_surroundings(dice, what, rule)


def looks_in_vain(fight: IxFight, who: str) -> bool:
    """Whether it is so dark around somebody that what can only be seen is not perceived.

    Implements ix.light.dark-perception, ix.light.darkvision-locate, ix.condition.blinded.
    """
    one = fight.combatants[who]
    is_dark = one.has("blinded") or visibility(fight, one.at) == DARKNESS
    return is_dark and not darkvision_reaches(fight, one, "")


def gropes(fight: IxFight, who: str) -> bool:
    """Whether somebody could find others around it by hearing and touch alone, which is Hard.

    Implements ix.light.dark-perception.
    """
    return looks_in_vain(fight, who) and not locates(fight, fight.combatants[who], "")


# ---- kindling and dousing ----


def options(fight: IxFight, who: str) -> list[Option]:
    """Kindling without tinder, which takes the Action. Implements ix.light.kindle."""
    if has_tinder(fight, who):
        return []
    return [("kindle-bare", light) for light in _within_reach(fight, who, lit=False)]


def maneuvers(fight: IxFight, who: str) -> list[Option]:
    """Kindling with tinder, which takes a Maneuver. Implements ix.light.kindle."""
    if not has_tinder(fight, who):
        return []
    lights = _within_reach(fight, who, lit=False)
    return [
        ("kindle", light) if way == budget.FREE else ("kindle", light, way)
        for light in lights
        for way in budget.maneuver_ways(fight, who)
    ]


def quick(fight: IxFight, who: str) -> list[Option]:
    """Dousing a light that one carries or that is within reach.

    Implements ix.light.douse, ix.light.douse-reach.
    """
    return [("douse", light) for light in _within_reach(fight, who, lit=True)]


def has_tinder(fight: IxFight, who: str) -> bool:
    """Whether there is tinder at hand."""
    one = fight.combatants[who]
    return any(
        item.kind == "tinder" and item.count > 0 and item.id not in (*one.packed, *one.dropped)
        for item in one.items
    )


def _within_reach(fight: IxFight, who: str, *, lit: bool) -> list[str]:
    """Lights that burn (or do not) in one's own hands, at one's place, or (to be doused) with
    somebody Engaged, as `item`, `lamp` or `bearer:item`."""
    one = fight.combatants[who]
    found = [lamp.id for lamp in fight.lamps if _can_turn(fight, one, lamp, lit)]
    found += [
        item.id
        for item in one.items
        if item.light
        and item.count > 0
        and (item.id in one.lit) == lit
        and item.id not in one.packed
        and one.lies.get(item.id, one.at) == one.at
    ]
    if not lit:
        return found
    for other in fight.combatants.values():
        if not other.lit or other.id == who or not other.is_here:
            continue
        is_known = not other.hidden or other.side == one.side
        if is_known and bands.band(fight, who, other.id) == bands.ENGAGED:
            found += [f"{other.id}:{item_id}" for item_id in other.lit]
    return found


def _can_turn(fight: IxFight, one: Fighter, lamp: Lamp, lit: bool) -> bool:
    apart = bands.band_of(fight.numbers, abs(lamp.at - one.at))
    return lamp.lit == lit and lamp.source not in SKIES and apart == bands.ENGAGED


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A light is kindled or doused. Implements ix.light.kindle, ix.light.douse."""
    light = key[1]
    if key[0] == "douse":
        if light in _within_reach(fight, who, lit=True):
            turn(fight, table, who, light, lit=False)
        return
    if key[0] == "kindle-bare":
        able = budget.spend_action(fight, table, who)
    else:
        able = budget.pay_maneuver(fight, table, who, key[2] if len(key) > 2 else budget.FREE)
    if able and light in _within_reach(fight, who, lit=False):
        turn(fight, table, who, light, lit=True)


def turn(fight: IxFight, table: Table, who: str, light: str, *, lit: bool) -> None:
    """A light of `_within_reach` burns from now on, or does not."""
    bearer, _, item = light.rpartition(":")
    if any(lamp.id == light for lamp in fight.lamps):
        fight.lamps = tuple(
            Lamp(lamp.id, lamp.name, lamp.source, lamp.at, lit) if lamp.id == light else lamp
            for lamp in fight.lamps
        )
    else:
        one = fight.combatants[bearer or who]
        kept = tuple(each for each in one.lit if each != item)
        one.lit = (*kept, item) if lit else kept
    if table.recording:
        rules = _LIT if lit else ("ix.light.douse", "ix.light.douse-reach")
        table.record("lit" if lit else "doused", rules, who=who, light=light)
