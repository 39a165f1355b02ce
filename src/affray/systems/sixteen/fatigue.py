"""Fatigue: what is strenuous, who saves after a turn, and what resting gives back."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.sixteen import check, hp
from affray.systems.sixteen.state import DEAD, EXHAUSTED, TIRED, SixteenFight

STRENUOUS = ("sixteen.fatigue.strenuous",)
OTHER = "sixteen.fatigue.other-strenuous"
SAVE = ("sixteen.fatigue.save", "sixteen.fatigue.from-round-seven", "sixteen.fatigue.who-saves")
REST = ("sixteen.fatigue.rest", "sixteen.fatigue.rest-for-a-round")
NAMES = (
    "sixteen.fatigue.unfatigued",
    "sixteen.fatigue.fatigued",
    "sixteen.fatigue.tired",
    "sixteen.fatigue.exhausted",
    "sixteen.fatigue.useless",
    "sixteen.fatigue.unconscious",
    "sixteen.fatigue.death",
)
"""The rule that each level stands under."""


def rules_at(level: int) -> tuple[str, ...]:
    """The rules that say what a level does, for the event that brings it about."""
    rules = [NAMES[level]]
    if TIRED <= level <= EXHAUSTED:
        rules += ["sixteen.fatigue.losses-carry", "sixteen.fatigue.numbers-replace"]
    if level == EXHAUSTED:
        rules.append("sixteen.fatigue.half-movement")
    return tuple(rules)


def movement(fight: SixteenFight, who: str) -> int:
    """Feet of a Move Action: the combatant's movement less what fatigue takes, never below 0.

    Implements sixteen.position.move, sixteen.fatigue.fatigued, sixteen.fatigue.tired,
    sixteen.fatigue.exhausted, sixteen.fatigue.useless, sixteen.fatigue.numbers-replace,
    sixteen.fatigue.half-movement.
    """
    step = fight.numbers.step_feet
    full, standing = fight.combatants[who].movement, fight.standing(who)
    if standing.move_factor == "none":
        return 0
    if standing.move_factor == "half":
        return max(0, full // 2 // step * step)
    return max(0, full + standing.move_feet)


def gain(
    fight: SixteenFight, table: Table, who: str, because: Because, *, before: int | None = None
) -> None:
    """One level more than the level in force, which becomes the fatigue level.

    `before` is the level to count from if it is not the one of now.

    Implements sixteen.hp.standing-level, sixteen.fatigue.unconscious, sixteen.fatigue.death.
    """
    level = fight.level(who)
    now = min((level if before is None else before) + 1, DEAD)
    rules = (*rules_of(because), "sixteen.hp.standing-level", *rules_at(now))
    fight.set_fatigue(who, now, table, tuple(dict.fromkeys(rules)))
    hp.changed(fight, table, who, level)


def other_strenuous(fight: SixteenFight, table: Table, who: str) -> None:
    """Is something else that was done strenuous? Implements sixteen.fatigue.other-strenuous."""
    if table.rule(OTHER, _strenuous, _not_strenuous) == ("strenuous",):
        fight.strain(who, table, OTHER)


def _strenuous() -> list[Option]:
    return [("not-strenuous",), ("strenuous",)]


def _not_strenuous() -> Key:
    return ("not-strenuous",)


def saves(fight: SixteenFight, who: str) -> bool:
    """Whether a fatigue save follows the turn that has just ended.

    Implements sixteen.fatigue.from-round-seven, sixteen.fatigue.who-saves (house switch
    strenuous-window), sixteen.fatigue.idle-useless (house switch idle-saves),
    sixteen.fatigue.tireless.
    """
    one = fight.combatants[who]
    if fight.round <= fight.numbers.fatigue_after_round or one.tireless or one.resting:
        return False
    window = fight.switches.strenuous_window
    if not (one.strained if window == "fight" else one.strained_now):
        return False
    return (fight.busy or fight.switches.idle_saves) and fight.is_alive(who)


def after_turn(fight: SixteenFight, table: Table, who: str) -> None:
    """The CON save right after a turn: to get worse, or after a rest to get better.

    Implements sixteen.fatigue.save, sixteen.fatigue.rest, sixteen.fatigue.rest-for-a-round,
    sixteen.wound.first-save.
    """
    one = fight.combatants[who]
    if one.resting:
        if fight.is_able(who) and one.fatigue and check.passes(fight, table, who, "con", REST):
            recover(fight, table, who)
    elif saves(fight, who):
        rules: tuple[str, ...] = SAVE
        if fight.combatants[who].wounds_here and fight.level(who):
            rules += ("sixteen.wound.first-save",)
        if not check.passes(fight, table, who, "con", rules):
            gain(fight, table, who, ("sixteen.fatigue.save",))
    elif table.recording and _is_spared(fight, who):
        table.record("spared", "sixteen.fatigue.idle-useless", who=who)
    fight.combatants[who].strained_now = False


def _is_spared(fight: SixteenFight, who: str) -> bool:
    """Whether only its idleness has saved somebody from a fatigue save."""
    one = fight.combatants[who]
    late = fight.round > fight.numbers.fatigue_after_round
    return late and one.strained and not (fight.busy or one.tireless) and fight.is_alive(who)


def may_rest(fight: SixteenFight, who: str) -> bool:
    """Whether a turn of rest could bring a level back. Implements sixteen.fatigue.rest."""
    return fight.standing(who).recovers


def recover(fight: SixteenFight, table: Table, who: str) -> None:
    """Fatigue falls by one level. Implements sixteen.fatigue.rest."""
    level = fight.combatants[who].fatigue - 1
    fight.set_fatigue(who, level, table, (*REST, *rules_at(max(level, 0))))


def hit_rules(fight: SixteenFight, who: str) -> tuple[str, ...]:
    """The rules by which fatigue lowers H, for an event."""
    level = fight.level(who)
    if not fight.standing(who).hit:
        return ()
    more = ("sixteen.fatigue.numbers-replace",) if level > 1 else ()
    return (NAMES[min(level, DEAD)], *more)
