"""Falls: through the air, off a roof, into water; what they do, and how one comes off better.

A fall is owed (`owe`) by whatever brings it about, and is a step of its own, so that it never
cuts into the check that has brought it.
"""

from __future__ import annotations

from typing import Final

from affray.kernel.keys import Key, Option
from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.fight import encounter, grapple
from affray.systems.ix.harm import condition, damage
from affray.systems.ix.ledger import trial_dice
from affray.systems.ix.records import Fall
from affray.systems.ix.rolls import check, spend
from affray.systems.ix.rolls.pool import Build
from affray.systems.ix.state import IxFight

FEET, PER_STEP = 15, 2
"""Damage of a fall: 2 for each full 15 feet (ix.hazard.fall-damage)."""
WORSE = 2
"""What a surface worse than ground adds (ix.hazard.fall-hard)."""
PER_SUCCESS = 2
"""What a net Success of the fall check takes off (ix.hazard.fall-check)."""
GROUND, SOFT, HARD, WATER = SURFACES = ("ground", "soft", "hard", "water")
MOST_FEET: Final = 3_000

BREAK: Key = ("break-the-fall",)
DROP: Key = ("let-it-come",)
LEDGE = "ix.flying.ledge"
INCAPACITATED = "incapacitated"


# ---- owed ----


def owe(
    fight: IxFight,
    who: str,
    feet: int = 0,
    *,
    surface: str = "",
    catches: bool = False,
    because: Because,
) -> None:
    """Somebody is going to fall, in a step of its own: so many feet, or from where it is (0), onto
    that surface, or what lies below the scene (""). One that is owed already stays as it is."""
    if not any(owed.who == who for owed in fight.falls):
        fight.falls += (Fall(who, feet, surface, catches, rules_of(because)),)


def step(fight: IxFight, table: Table) -> None:
    """The first fall that is owed, if there is still anybody and anything to fall from."""
    owed = fight.falls[0]
    fight.falls = fight.falls[1:]
    one = fight.combatants.get(owed.who)
    if one is None or one.removed:
        return
    surface = owed.surface or fight.below
    if owed.feet:
        fall(
            fight,
            table,
            owed.who,
            owed.feet,
            surface=surface,
            catches=owed.catches,
            because=owed.because,
        )
    else:
        from affray.systems.ix.air import flying  # it is built on this

        flying.drop(fight, table, owed.who, surface, owed.because)


# ---- falling ----


def is_deep(fight: IxFight, feet: int, surface: str) -> bool:
    """Whether a fall into water is one from high altitude. Implements
    ix.hazard.fall-high-altitude."""
    return surface == WATER and feet >= fight.numbers.high_altitude_feet


def damage_of(fight: IxFight, feet: int, surface: str) -> int:
    """The damage of a fall before any check and Resistance.

    Implements ix.hazard.fall-damage, ix.hazard.fall-partial, ix.hazard.fall-soft,
    ix.hazard.fall-hard, ix.hazard.fall-water (house switch deep-water-falls).
    """
    if is_deep(fight, feet, surface) and fight.switches.deep_water_falls == "half":
        return PER_STEP * (feet // FEET) // 2
    if surface in (SOFT, WATER):
        feet = max(feet - FEET, 0)
    return PER_STEP * (feet // FEET) + (WORSE if surface == HARD else 0)


def _rules(fight: IxFight, feet: int, surface: str) -> tuple[str, ...]:
    """The rules that the damage of a fall follows."""
    rules: tuple[str, ...] = ("ix.hazard.fall-damage",)
    if feet % FEET:
        rules += ("ix.hazard.fall-partial",)
    if is_deep(fight, feet, surface):
        rules += ("ix.hazard.fall-water", "ix.hazard.fall-high-altitude")
    elif surface in (SOFT, WATER):
        rules += ("ix.hazard.fall-soft",)
    elif surface == HARD:
        rules += ("ix.hazard.fall-hard",)
    return rules


def fall(
    fight: IxFight,
    table: Table,
    who: str,
    feet: int,
    *,
    surface: str = GROUND,
    catches: bool = False,
    because: Because,
) -> None:
    """Somebody falls so many feet; what a check leaves of the damage meets Resistance. A flyer
    that `catches` itself rolls Reflexes for it, anybody else may roll Athletics. May end the
    fight.

    Implements ix.hazard.fall-damage, ix.hazard.fall-check, ix.hazard.fall-water-out,
    ix.flying.disruption-fall, ix.flying.catch-result.
    """
    from affray.systems.ix.air import flying  # it is built on this

    amount = damage_of(fight, feet, surface)
    if amount and fight.combatants[who].is_up:
        if catches:
            eased = _catch(fight, table, who, because)
        else:
            eased = _break(fight, table, who, because)
        if eased < 0:
            return
        amount = max(amount - eased, 0)
    awake = _before_impact(fight, table, who, feet, surface)
    if not fight.combatants[who].is_here:
        return
    flying.land_below(fight, table, who, because=because)
    if table.recording:
        rules = (*rules_of(because), *_rules(fight, feet, surface))
        table.record("fell", rules, who=who, feet=feet, surface=surface, damage=amount)
    fight.check = None
    if amount:
        damage.deal(fight, table, who, amount, because=_rules(fight, feet, surface), attack=False)
    if not awake and fight.combatants[who].is_up:
        _under(fight, table, who)
    if fight.result is None:
        encounter.check_end(fight, table)


def _break(fight: IxFight, table: Table, who: str, because: Because) -> int:
    """Whoever falls may make one Average Athletics check: what it takes off the damage.

    Implements ix.hazard.fall-check.
    """
    rule = "ix.hazard.fall-check"
    if table.choose(who, lambda: _may_break(fight, who), because=rule) == DROP:
        return 0
    made = _check(fight, table, who, "athletics", (rule, *rules_of(because)))
    return PER_SUCCESS * made


def _may_break(fight: IxFight, who: str) -> list[Option]:
    return [BREAK, DROP] if fight.combatants[who].is_up else [DROP]


def _catch(fight: IxFight, table: Table, who: str, because: Because) -> int:
    """A flyer's Average Reflexes check: what it takes off the damage, below 0 for a ledge that ends
    the fall.

    Implements ix.flying.disruption-fall, ix.flying.catch-result, ix.flying.ledge.
    """
    from affray.systems.ix.air import flying  # it is built on this

    key = table.rule(LEDGE, lambda: [("no-ledge",), ("ledge",)], lambda: ("no-ledge",))
    rules = ("ix.flying.disruption-fall", "ix.flying.catch-result", *rules_of(because))
    rules = tuple(dict.fromkeys(rules))
    made = _check(fight, table, who, "reflexes", rules)
    if made < 1:
        return 0
    if key != ("ledge",):
        return PER_SUCCESS * made
    flying.hold_on(fight, table, who, because=("ix.flying.catch-result", LEDGE))
    return -1


def _check(fight: IxFight, table: Table, who: str, skill: str, because: Because) -> int:
    """An Average check on the way down, with its spends; its net Successes."""
    made = check.Check(check.SKILL, who, skill=skill, difficulty=trial_dice("average"))
    net = check.make(fight, table, made, lambda build: _falls(fight, build, who), because=because)
    spend.settle(fight, table)
    return net.success


def _falls(fight: IxFight, build: Build, who: str) -> bool:
    return fight.combatants[who].is_here


# ---- into water ----


def _before_impact(fight: IxFight, table: Table, who: str, feet: int, surface: str) -> bool:
    """Into water from high altitude: an Average Athletics or Reflexes check before the impact;
    says whether the one who falls keeps its senses.

    Implements ix.hazard.fall-water-out, ix.hazard.fall-high-altitude.
    """
    if not is_deep(fight, feet, surface) or not fight.combatants[who].is_up:
        return True
    rules = ("ix.hazard.fall-water-out", "ix.hazard.fall-high-altitude")
    skill = table.choose(who, lambda: [("athletics",), ("reflexes",)], because=rules)[0]
    return _check(fight, table, who, skill, rules) >= 1


def _under(fight: IxFight, table: Table, who: str) -> None:
    """Unable to act until the end of its next turn: no bleeding, no injury.

    Implements ix.hazard.fall-water-out, ix.hazard.fall-water-state.
    """
    because = ("ix.hazard.fall-water-out", "ix.hazard.fall-water-state")
    fight.combatants[who].aims = 0
    grapple.fallen(fight, table, who)
    condition.give(fight, table, who, INCAPACITATED, turns=1, because=because)
