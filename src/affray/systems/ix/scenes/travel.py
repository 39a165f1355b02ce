"""Travel that is played: a day after the other, with its pace, its way and its night."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from affray.kernel.keys import Key, Number, Option
from affray.kernel.question import HEROES
from affray.kernel.sheet import Order, Track
from affray.kernel.table import Table
from affray.systems.ix.air import flying
from affray.systems.ix.harm import recovery, strain
from affray.systems.ix.hazards import temperature
from affray.systems.ix.ledger import rows
from affray.systems.ix.magic import rites
from affray.systems.ix.scenes import clock, navigation, scene
from affray.systems.ix.scenes.interlude_records import Journey
from affray.systems.ix.state import MINION, IxFight

MARCH: Key = ("march",)
FORCED: Key = ("forced-march",)
REST: Key = ("rest-day",)
MOST_MILES = 9_999
DAY, EVENING, NIGHT = "day", "evening", "night"
HOURS_A_DAY = 24

DISTANCE = "ix.travel.daily-distance"
MODE = "ix.travel.mode"
INTERRUPTION = "ix.travel.interruption"
FLYING_SHIP = "ix.travel.flying-ship"
BY_SHIP = "flying-ship"
PACE = (DISTANCE, "ix.travel.forced-march")
QUIET: Key = ("quiet",)
DISTURBED: Key = ("disturbed",)
_BREAKS: Mapping[Key, str] = {("ambush",): scene.FIGHT, ("pursuit",): scene.CHASE}


# ---- set-up ----


def prepare(fight: IxFight, said: Mapping[str, Any]) -> None:
    """What the encounter's [scene.travel] says."""
    given = said.get("travel")
    if given:
        stretches = tuple(
            (one["miles"], one["terrain"], one["trackless"], one["hard_to_see"], one["name"])
            for one in given["stretches"]
        )
        fight.journey = Journey(given["by"], stretches, limit=given.get("days") or 0)


def begin(fight: IxFight, table: Table) -> None:
    """The party sets out: by what means and how far, if nobody has said it yet.

    Implements ix.travel.mode, ix.travel.daily-distance, ix.travel.flying-ship.
    """
    if fight.journey is None:
        key = table.choose(HEROES, ways, because=DISTANCE)
        terrain, _, trackless = key[2].partition("-")
        stretch = (int(key[3]), terrain, bool(trackless), False, "")
        fight.journey = Journey(key[1], (stretch,))
    recovery.gather(fight)
    fight.stage = scene.TRAVEL
    fight.round = 1
    journey = fight.journey
    if table.recording:
        rules = (MODE, DISTANCE)
        table.record("journey", rules, by=journey.by, miles=total(journey), days=journey.limit)
    if journey.by == BY_SHIP:
        key = table.rule(FLYING_SHIP, lambda: [("in-order",), ("trouble",)], lambda: ("in-order",))
        if table.recording:
            table.record("clearance", FLYING_SHIP, what=key[0])
    if table.recording:
        table.record("day", MODE, number=1)


def ways() -> list[Option]:
    """Every means of travel, over every kind of ground that slows it, and any number of miles."""
    found: list[Option] = []
    for by, row in rows("travel-speed").items():
        grounds = ["road"]
        if row["terrain-applies"]:
            others = [ground for ground in rows("terrain") if ground != "road"]
            grounds += [*others, *(f"{ground}-trackless" for ground in others)]
        found += [("journey", by, ground, Number(1, MOST_MILES)) for ground in grounds]
    return found


def resume(fight: IxFight, table: Table) -> None:
    """The journey goes on after another scene, on the day on which it was."""
    fight.round = fight.journey.day if fight.journey else 1


# ---- how far ----


def total(journey: Journey) -> int:
    return sum(stretch[0] for stretch in journey.stretches)


def covered(journey: Journey) -> Fraction:
    return Fraction(journey.covered)


def multiplier(by: str, terrain: str, trackless: bool) -> Fraction:
    """What the ground leaves of the daily distance, 1 where the means does not touch it.

    Implements ix.travel.terrain, ix.travel.road, ix.travel.trackless.
    """
    if not rows("travel-speed")[by]["terrain-applies"]:
        return Fraction(1)
    row = rows("terrain")[terrain]
    return Fraction(row["trackless" if trackless else "multiplier"])


def speed(by: str, stretch: tuple[int, str, bool, bool, str]) -> Fraction:
    """Miles a day over such ground. Implements ix.travel.daily-distance."""
    miles = int(rows("travel-speed")[by]["miles-per-day"])
    return miles * multiplier(by, stretch[1], stretch[2])


def here(journey: Journey) -> tuple[int, str, bool, bool, str]:
    """The stretch that the party is on."""
    behind = Fraction(0)
    for stretch in journey.stretches:
        behind += stretch[0]
        if covered(journey) < behind:
            return stretch
    return journey.stretches[-1]


def after(journey: Journey, days: Fraction) -> Fraction:
    """How many miles are behind the party after so many days more, each stretch at its own speed.

    Implements ix.travel.daily-distance, ix.travel.terrain.
    """
    done = covered(journey)
    start = Fraction(0)
    for stretch in journey.stretches:
        end = start + stretch[0]
        if done < end and days > 0:
            pace = speed(journey.by, stretch)
            miles = min(end - done, pace * days)
            done += miles
            days -= miles / pace
        start = end
    return done


def travel_hours(fight: IxFight) -> int:
    return max(fight.numbers.travel_hours, 1)


# ---- one step ----


def step(fight: IxFight, table: Table) -> None:
    """A day's travel, what breaks into it, or the night."""
    journey = fight.journey
    assert journey is not None
    if not fight.up("heroes"):
        _over(fight, table, "foes")
    elif covered(journey) >= total(journey):
        _arrive(fight, table)
    elif journey.part == DAY:
        day(fight, table)
    elif journey.part == EVENING:
        evening(fight, table)
    else:
        night(fight, table)


def options(fight: IxFight, who: str = "") -> list[Option]:
    """On, on by a forced march, or a day in camp; and who is treated, or brought back, before that.

    Implements ix.travel.forced-march.
    """
    care = (recovery.TEND, rites.RITE)
    tend = [option for option in recovery.rests(fight) if option[0] in care]
    found: list[Option] = [MARCH]
    if may_force(fight):
        found.append(FORCED)
    return [*found, REST, *tend]


def may_force(fight: IxFight) -> bool:
    """Whether a forced march can be made: on the ground, by those who can all choose to strain.

    Implements ix.travel.forced-march.
    """
    assert fight.journey is not None
    if not rows("travel-speed")[fight.journey.by]["terrain-applies"]:
        return False
    return all(strain.can_pay(fight, who, 1) for who in marchers(fight))


def marchers(fight: IxFight) -> list[str]:
    """Those whom a forced march strains: everybody on his feet but minion groups."""
    return [who for who in fight.up("heroes") if fight.combatants[who].rank != MINION]


def day(fight: IxFight, table: Table) -> None:
    """The pace of the day, the way, and the miles that come of it.

    Implements ix.travel.daily-distance, ix.travel.forced-march, ix.travel.forced-march-strain,
    ix.travel.navigation-none, ix.travel.navigation-check.
    """
    key = table.choose(HEROES, lambda: options(fight), because=PACE)
    if key[0] in (recovery.TEND, rites.RITE):
        recovery.take(fight, table, key)
        return
    if key == REST:
        _change(fight, part=EVENING)
        if table.recording:
            table.record("in-camp", PACE[0])
        _hours(fight, table)
        return
    _change(fight, part=EVENING)
    if navigation.is_wanted(fight):
        navigation.find_the_way(fight, table)
    _march(fight, table, forced=key == FORCED)


def _march(fight: IxFight, table: Table, *, forced: bool) -> None:
    """The day's distance; hours that were lost are missing from it.

    Implements ix.travel.daily-distance, ix.travel.terrain, ix.travel.road, ix.travel.trackless,
    ix.travel.forced-march, ix.travel.forced-march-strain, ix.travel.lost-hours.
    """
    journey = fight.journey
    assert journey is not None
    hours = travel_hours(fight)
    lost = min(journey.lost, hours)
    forced = forced and lost < hours  # a day without distance has no half to add
    forced = forced and _strain(fight, table)
    share = Fraction(hours - lost, hours) * (Fraction(3, 2) if forced else 1)
    stretch = here(journey)
    before, now = covered(journey), after(journey, share)
    _change(fight, covered=str(now), lost=journey.lost - lost)
    if table.recording:
        rules = [*_rules_of_distance(journey, stretch)]
        if forced:
            rules += ["ix.travel.forced-march", "ix.travel.forced-march-strain"]
        if lost:
            rules.append("ix.travel.lost-hours")
        table.record(
            "travelled",
            tuple(rules),
            miles=str(now - before),
            covered=str(now),
            total=total(journey),
            ground=stretch[4] or stretch[1],
            trackless=stretch[2],
            forced=forced,
            lost=lost,
            landings=_landings(fight),
        )
    _hours(fight, table)
    if now >= total(journey) and not fight.exposures:  # what the day owes comes before
        _arrive(fight, table)


def _strain(fight: IxFight, table: Table) -> bool:
    """All who march pay for the forced march; whether they get it. Whoever collapses under it is
    not left behind, and what the Strain was to buy is lost.

    Implements ix.travel.forced-march, ix.travel.forced-march-strain, ix.strain.voluntary-overload.
    """
    because = ("ix.travel.forced-march", "ix.travel.forced-march-strain")
    price, marching = fight.numbers.forced_march_strain, marchers(fight)
    for who in marching:
        strain.suffer(fight, table, who, price, because=because, voluntary=True)
    return all(fight.combatants[who].is_up for who in marching)


def _arrive(fight: IxFight, table: Table) -> None:
    assert fight.journey is not None
    temperature.leave_climate(fight, table)
    if table.recording:
        table.record("arrived", MODE, days=fight.journey.day)
    _over(fight, table, "heroes")


def _rules_of_distance(journey: Journey, stretch: tuple[int, str, bool, bool, str]) -> list[str]:
    rules = [DISTANCE]
    if rows("travel-speed")[journey.by]["terrain-applies"]:
        rules.append("ix.travel.road" if stretch[1] == "road" else "ix.travel.terrain")
        if stretch[2]:
            rules.append("ix.travel.trackless")
        elif not navigation.is_off_the_road(stretch):
            rules.append("ix.travel.navigation-none")
    if journey.by.startswith("flying-mount"):
        rules.append("ix.flying.endurance-travel")
    return rules


def _landings(fight: IxFight) -> int:
    """How often those who ride the air have to land and rest in a day's travel, none by ship.

    Implements ix.flying.endurance-travel.
    """
    journey = fight.journey
    if journey is None or journey.by != "flying-mount":
        return 0
    flights = [hours for who in fight.up("heroes") if (hours := flying.hours(fight, who)) > 0]
    hours = travel_hours(fight)
    return max(-(-hours // min(flights)) - 1, 0) if flights else 0


def _hours(fight: IxFight, table: Table) -> None:
    """The hours of the day on the way go by, each of them in the cold or heat of the place."""
    for _ in range(travel_hours(fight)):
        temperature.hour(fight, table)
    clock.pass_hours(fight, table, travel_hours(fight))


def evening(fight: IxFight, table: Table) -> None:
    """What breaks into the day, if the GM says so; and whether the night is safe.

    Implements ix.travel.interruption, ix.encounter.call.
    """
    key = table.rule(INTERRUPTION, lambda: interruptions(fight), lambda: QUIET)
    if key in _BREAKS:
        _change(fight, broken_into=True)
        _break_in(fight, table, _BREAKS[key])
        return
    _change(fight, part=NIGHT, safe=key != DISTURBED)


def interruptions(fight: IxFight) -> list[Option]:
    """The GM's ways with a day: nothing, no rest, or an enemy who is here."""
    assert fight.journey is not None
    found: list[Option] = [QUIET, DISTURBED]
    if not fight.journey.broken_into and fight.up("foes"):
        found += _BREAKS
    return found


def _break_in(fight: IxFight, table: Table, kind: str) -> None:
    """Enemies show themselves, and another scene begins; the journey goes on after it."""
    for who in fight.up("foes"):
        fight.combatants[who].hidden = False
    rules = (INTERRUPTION, "ix.encounter.call")
    if table.recording:
        table.record("ambush", rules, kind=kind)
    scene.enter(fight, table, kind, because=rules, returns=True)


def night(fight: IxFight, table: Table) -> None:
    """A night's full rest, if it is safe; then the next day begins, if there is one.

    Implements ix.recovery.full-rest, ix.travel.interruption.
    """
    journey = fight.journey
    assert journey is not None
    rest = clock.FULL_REST_HOURS if journey.safe else 0
    if journey.safe:
        recovery.full_rest(fight, table)
    elif table.recording:
        table.record("no-rest", (INTERRUPTION, "ix.recovery.full-rest"))
    clock.pass_hours(fight, table, max(HOURS_A_DAY - travel_hours(fight) - rest, 0))
    if journey.limit and journey.day >= journey.limit:
        if table.recording:
            table.record("too-late", MODE, days=journey.limit)
        _over(fight, table, "foes")
        return
    _change(fight, day=journey.day + 1, part=DAY, broken_into=False, safe=True)
    fight.round = journey.day + 1
    fight.refused = ()
    if table.recording:
        table.record("day", MODE, number=fight.round)


def _change(fight: IxFight, **fields: Any) -> None:
    assert fight.journey is not None
    fight.journey = replace(fight.journey, **fields)


def _over(fight: IxFight, table: Table, result: str) -> None:
    fight.recovered = True  # no structured play has ended
    scene.over(fight, table, result, MODE)
    if fight.result is None:
        fight.journey = None


# ---- showing it ----


def order(fight: IxFight) -> Order | None:
    """Nobody takes turns on the way."""
    if fight.scene != scene.TRAVEL or fight.journey is None:
        return None
    return Order(fight.journey.day, [])


def counters(fight: IxFight) -> list[Track]:
    """Miles and days. Implements ix.travel.daily-distance."""
    journey = fight.journey
    if fight.scene != scene.TRAVEL or journey is None:
        return []
    miles = total(journey)
    done = covered(journey)
    exact = "" if done.denominator == 1 else in_words(done)
    limit = max(journey.limit, journey.day) if journey.limit else 0
    found = [
        Track("Miles", int(done), miles, word=exact, rule=DISTANCE),
        Track("Day", journey.day, limit, low=min(limit, 1), rule=MODE),
    ]
    if journey.lost:
        found.append(Track("Hours lost", journey.lost, 0, rule="ix.travel.lost-hours"))
    return found


def in_words(miles: Fraction) -> str:
    """An exact number of miles: 10 2/3."""
    whole, rest = divmod(miles, 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)
