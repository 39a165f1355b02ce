"""Structured play: how it begins, how a round ends, and when it is over."""

from __future__ import annotations

from affray.kernel.keys import Key, Number, Option, Several, picks
from affray.kernel.table import Table
from affray.systems.ix.fight import range as bands
from affray.systems.ix.fight import slots
from affray.systems.ix.harm import condition, critical, fear
from affray.systems.ix.hazards import building
from affray.systems.ix.rolls import story
from affray.systems.ix.saddle import mounted
from affray.systems.ix.scenes import chase_gaps, scene
from affray.systems.ix.state import FLED, IxFight

FARTHEST = 40
"""The most steps between the sides that the GM may say at the start."""
GOES_ON: Key = ("goes-on",)
ENDS = ("ix.encounter.end-players-fled", "ix.encounter.end-without-violence")


# ---- beginning ----


def begin(fight: IxFight, table: Table) -> None:
    """Structured play is called: where everybody stands, who is surprised; then all roll.

    Implements ix.encounter.call, ix.encounter.starting-ranges, ix.initiative.which-check,
    ix.encounter.scene-and-session.
    """
    from affray.systems.ix.air import flying, ship  # they reach back to how fights end

    announce(fight, table)
    if not fight.placed:
        _place_sides(fight, table)
    ship.begin(fight, table)
    flying.begin(fight, table)
    roll_call(fight, table)


def announce(fight: IxFight, table: Table) -> None:
    """A new encounter, a fight or a chase. Implements ix.encounter.scene-and-session."""
    fight.structured = True
    for one in fight.combatants.values():
        one.overloaded = one.is_overcome  # what an earlier encounter has left counts no more
    if table.recording:
        table.record(
            "encounter",
            (
                "ix.encounter.call",
                "ix.encounter.scene-and-session",
                "ix.story.session-start",
                "ix.story.total-constant",
            ),
            fortune=fight.fortune,
            peril=fight.peril,
        )


def roll_call(fight: IxFight, table: Table) -> None:
    """Who is surprised, and who is afraid; then all roll. Implements ix.initiative.which-check."""
    if fight.mounts:
        mounted.say_who_acts(fight, table)
    _name_surprised(fight, table)
    fear.appear(fight, table)
    fight.rolling = tuple(
        who for who in fight.combatants if fight[who].is_here and fight.is_participant(who)
    )
    fight.stage = "initiative"


def _place_sides(fight: IxFight, table: Table) -> None:
    """How many steps lie between the sides. Implements ix.encounter.starting-ranges."""
    key = table.rule(
        "ix.encounter.starting-ranges",
        lambda: [("apart", Number(0, FARTHEST))],
        lambda: ("apart", str(fight.numbers.start_steps)),
    )
    steps = int(key[1])
    for who in fight.foes:
        fight.combatants[who].at = steps
    fight.placed = True
    if table.recording:
        band = bands.BANDS[bands.band_of(fight.numbers, steps)] if steps else "short"
        rules = ("ix.encounter.starting-ranges", "ix.range.record")
        table.record("sides-placed", rules, steps=steps, band=band)


def _name_surprised(fight: IxFight, table: Table) -> None:
    """Who was caught off guard; as the scene says, if the GM says nothing else.

    Implements ix.initiative.which-check, ix.condition.surprised.
    """

    def options() -> list[Option]:
        here = [one.id for one in fight.here() if fight.is_participant(one.id)]
        return [("surprised", Several(tuple((who, 0, 1) for who in here), 0))]

    def default() -> Key:
        return ("surprised", " ".join(one.id for one in fight.here() if one.surprised))

    named = picks(table.rule("ix.initiative.which-check", options, default)[1])
    for one in fight.combatants.values():
        one.surprised = one.id in named
        if one.surprised and table.recording:
            rules = ("ix.condition.surprised", "ix.initiative.which-check")
            table.record("surprised", rules, who=one.id)


# ---- rounds ----


def new_round(fight: IxFight, table: Table) -> None:
    """The next round begins: everybody may take a slot again.

    Implements ix.turn.one-per-round, ix.initiative.fixed.
    """
    fight.round += 1
    fight.slots_done = fight.takers = ()
    fight.slot = ""
    if fight.passes:
        fight.lapse_passes("round")
    if table.recording:
        rules = ("ix.initiative.fixed", "ix.turn.one-per-round")
        table.record("round", rules, number=fight.round)


def round_end(fight: IxFight, table: Table) -> None:
    """The round is over: clocks that end with it, what lasted until now, and whether play goes on.

    Implements ix.encounter.end-players-fled, ix.encounter.end-without-violence,
    ix.critical.lights-going-out, ix.off-guard.by-distraction.
    """
    was_quiet = not any(one.struck for one in fight.combatants.values())
    clocks(fight, table)
    if check_end(fight, table):
        return
    if (was_quiet or have_got_away(fight)) and _is_decided(fight, table):
        return
    next_round(fight, table)


def clocks(fight: IxFight, table: Table) -> None:
    """What ends with a round, or is counted by rounds.

    Implements ix.critical.lights-going-out, ix.off-guard.by-distraction.
    """
    from affray.systems.ix.air import ship  # it reaches back to how fights end

    critical.round_ends(fight, table)
    condition.round_ends(fight, table)
    fear.round_ends(fight, table)
    building.round_ends(fight, table)
    if fight.mounts:
        mounted.round_ends(fight, table)
    if fight.ships:
        ship.round_ends(fight, table)
    fight.opened = ()
    for one in fight.combatants.values():
        one.struck = ()


def next_round(fight: IxFight, table: Table) -> None:
    """Play goes on with another round."""
    story.complication(fight, table)
    slots.settle_slots(fight, table)
    new_round(fight, table)
    fight.stage = "slot"


# ---- ends ----


def check_end(fight: IxFight, table: Table) -> bool:
    """Ends structured play when a side has nobody left who can act; says whether it is over.

    A check that is still being settled is settled first.

    Implements ix.encounter.end-enemies-out.
    """
    if fight.result is not None or fight.stage == scene.AFTERMATH:
        return True
    if not fight.structured or fight.check is not None:
        return False
    heroes = fight.anyone_up(fight.heroes) or fight.anyone_senseless(fight.heroes)
    foes = fight.anyone_up(fight.foes) or fight.anyone_senseless(fight.foes)
    if heroes and foes:
        return False
    end(fight, table, "heroes" if heroes else "foes" if foes else "none", ENEMIES_OUT)
    return True


ENEMIES_OUT = "ix.encounter.end-enemies-out"


def end(fight: IxFight, table: Table, result: str, because: str) -> None:
    """Structured play is over; what was left of a turn falls away."""
    scene.over(fight, table, result, because)


def have_got_away(fight: IxFight) -> bool:
    """Whether every one of the players' side still able to act is at Extreme range from every
    enemy able to act; height alone, over somebody's head, is not away.

    Implements ix.encounter.end-players-fled.
    """
    foes = fight.up("foes")
    heroes = fight.up("heroes")
    away = fight.numbers.extreme_steps
    return bool(heroes) and all(
        bands.steps(fight, hero, foe) >= away for hero in heroes for foe in foes
    )


def _is_decided(fight: IxFight, table: Table) -> bool:
    """After a round in which nobody attacked, or which ends with the players far away: they have
    got away, or the matter is settled otherwise, or one side runs and the other goes after it.

    Implements ix.encounter.end-players-fled, ix.encounter.end-without-violence, ix.chase.call.
    """
    key = table.rule(ENDS, _ways_to_end, lambda: ("fled",) if have_got_away(fight) else GOES_ON)
    if key == GOES_ON:
        return False
    if key[0] == "chase":
        chase_gaps.flee(fight, key[1])
        scene.enter(fight, table, scene.CHASE, because="ix.chase.call")
    elif key[0] == "fled":
        for who in fight.up("heroes"):
            fight.leave(who, FLED, "fled", table, ENDS[0])
        end(fight, table, "foes", ENDS[0])
    else:
        end(fight, table, key[1], ENDS[1])
    return True


def _ways_to_end() -> list[Option]:
    return [
        GOES_ON,
        ("fled",),
        *(("settled", result) for result in ("heroes", "foes", "none")),
        *(("chase", side) for side in ("heroes", "foes")),
    ]
