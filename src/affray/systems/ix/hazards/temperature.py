"""Cold and heat that harm: each hour owes checks, which stand in `IxFight.exposures` and come
before anything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.kernel.keys import Key
from affray.kernel.table import Table
from affray.systems.ix.harm import wounds
from affray.systems.ix.hazards.hazard_records import Climate
from affray.systems.ix.ledger import rows, trial_dice
from affray.systems.ix.rolls import check, spend
from affray.systems.ix.state import DEAD, OUT, Fighter, IxFight

FORTITUDE = "fortitude"
DIFFICULTY = "ix.hazard.temperature-difficulty"
NO_RECOVERY = "ix.hazard.temperature-no-recovery"
CAMP = "ix.hazard.temperature-rest"
WARM_ENOUGH: Key = ("warm-enough",)
TOO_HARSH: Key = ("too-harsh",)
HARSH = "average"
"""The difficulty of an extreme place of which nothing more is said."""


def prepare(fight: IxFight, said: Mapping[str, Any]) -> None:
    """What the encounter says of cold and heat."""
    weather = said.get("temperature")
    if not weather:
        return
    named, base = weather.get("difficulty"), weather.get("base")
    difficulty = trial_dice(named) if named else -1
    fight.climate = Climate(weather["kind"], difficulty, trial_dice(base) if base else -1)
    for who in weather.get("safe") or ():
        fight.combatants[who].protected = True


def hour(fight: IxFight, table: Table) -> None:
    """An hour has gone by in the scene's cold or heat: each of the heroes' side who is exposed owes
    a check, which comes with the next steps.

    Implements ix.hazard.temperature-check.
    """
    if fight.climate is not None:
        fight.exposures += tuple(who for who in fight.heroes if is_exposed(fight, who))


def is_exposed(fight: IxFight, who: str) -> bool:
    """Whether cold or heat reach somebody at all."""
    one = fight.combatants[who]
    if fight.climate is None or one.sheltered or one.status in (DEAD, OUT) or one.removed:
        return False
    return not is_immune(fight, one) or fight.climate.difficulty < 0 or difficulty(fight, who) > 0


def is_immune(fight: IxFight, one: Fighter) -> bool:
    """Whether equipment, magic or its kind keep somebody from the base difficulty.

    Implements ix.hazard.temperature-immunity.
    """
    assert fight.climate is not None
    return one.protected or fight.climate.kind in one.proof_against


def difficulty(fight: IxFight, who: str) -> int:
    """The Trial Dice for somebody, 0 where no check is needed.

    Implements ix.hazard.temperature-immunity, ix.hazard.temperature-immunity-excess.
    """
    climate = fight.climate
    if climate is None or climate.difficulty < 0:
        return 0
    if not is_immune(fight, fight.combatants[who]):
        return climate.difficulty
    base = climate.difficulty if climate.base < 0 else climate.base
    return max(climate.difficulty - base, 0)


def step(fight: IxFight, table: Table) -> None:
    """Makes the first check against cold or heat that is owed, if it still is.

    Implements ix.hazard.temperature-check, ix.hazard.temperature-difficulty,
    ix.hazard.temperature-incapacitated.
    """
    who, fight.exposures = fight.exposures[0], fight.exposures[1:]
    if who not in fight.combatants or not is_exposed(fight, who):
        return
    if fight.climate is not None and fight.climate.difficulty < 0:
        _rate(fight, table)
    if not is_exposed(fight, who):
        return
    because: tuple[str, ...] = ("ix.hazard.temperature-check", DIFFICULTY)
    if is_immune(fight, fight.combatants[who]):
        because += ("ix.hazard.temperature-immunity", "ix.hazard.temperature-immunity-excess")
    if fight.combatants[who].is_down:
        _suffer(fight, table, who, "ix.hazard.temperature-incapacitated")
        return
    made = check.Check(check.SKILL, who, skill=FORTITUDE, difficulty=difficulty(fight, who))
    check.make(fight, table, made, lambda build: is_exposed(fight, who), because=because)
    if not made.succeeded:
        _suffer(fight, table, who)
    if fight.combatants[who].is_up:
        fight.check = made
        spend.settle(fight, table)
    fight.check = None


def _rate(fight: IxFight, table: Table) -> None:
    """How hard it is where nothing is said. Implements ix.hazard.temperature-difficulty."""
    key = table.rule(
        DIFFICULTY,
        lambda: [("bearing", named) for named in rows("difficulty")],
        lambda: ("bearing", HARSH),
    )
    if fight.climate is None:
        return
    kind = fight.climate.kind
    fight.climate = Climate(kind, trial_dice(key[1]), fight.climate.base)
    if table.recording:
        table.record("temperature", DIFFICULTY, kind=kind, difficulty=key[1])


def _suffer(fight: IxFight, table: Table, who: str, *why: str) -> None:
    """Wounds that do not come back before it is warm, or cool, again.

    Implements ix.hazard.temperature-failure, ix.hazard.temperature-no-recovery.
    """
    amount = fight.numbers.temperature_wounds
    because = ("ix.hazard.temperature-failure", NO_RECOVERY, *why)
    suffered = wounds.suffer(fight, table, who, amount, because=because)
    fight.combatants[who].numbed += suffered


def recovers(fight: IxFight, table: Table, who: str, *why: str) -> None:
    """Somebody is in a survivable temperature: its Wounds can be recovered like any others.

    Implements ix.hazard.temperature-no-recovery.
    """
    one = fight.combatants[who]
    if not one.numbed:
        return
    one.numbed = 0
    if table.recording and one.is_here:
        table.record("survivable", (NO_RECOVERY, *why), who=who)


def camp(fight: IxFight, table: Table) -> None:
    """Hours of rest call for no check against the cold or heat of the scene; whether what it has
    done can be recovered in the camp is for the GM.

    Implements ix.hazard.temperature-rest.
    """
    if fight.climate is None or not any(one.numbed for one in fight.combatants.values()):
        return
    key = table.rule(CAMP, lambda: [TOO_HARSH, WARM_ENOUGH], lambda: TOO_HARSH)
    if key == WARM_ENOUGH:
        for who in fight.heroes:
            recovers(fight, table, who, CAMP)
    elif table.recording:
        table.record("harsh-camp", CAMP)


def leave_climate(fight: IxFight, table: Table) -> None:
    """The cold or heat is behind everybody."""
    fight.climate = None
    fight.exposures = ()
    for who in fight.combatants:
        recovers(fight, table, who)
