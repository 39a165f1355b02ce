"""Riders and mounts: who acts, getting on and off, moving as one, a mount's turn.

A mount is a `Fighter` of rank MOUNT. It acts in its rider's turn and has no slot of its own, unless
the GM lets it act for itself; wherever one of the two goes, the other goes too. Attacks from
the saddle are in `mount_attacks`, frights of a mount in `mount_control`, falls in `mount_falls`.
"""

from __future__ import annotations

from collections.abc import Mapping

from affray.kernel.keys import Key, Option, Several, picks
from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.fight import range as bands
from affray.systems.ix.harm import condition
from affray.systems.ix.scenes import scene
from affray.systems.ix.state import FLED, MINION, MOUNT, SURRENDERED, Fighter, IxFight

SEPARATE = "ix.mounted.separate"
WITH_RIDERS: Key = ("with-riders",)


# ---- looking ----


def is_mounted(fight: IxFight, who: str) -> bool:
    """Whether somebody sits on a mount."""
    return bool(fight.mounts) and bool(fight.combatants[who].mount)


def mount_of(fight: IxFight, who: str) -> Fighter | None:
    """The mount on which somebody sits."""
    mount = fight.combatants[who].mount if fight.mounts else ""
    return fight.combatants[mount] if mount else None


def of_the_heroes(fight: IxFight) -> list[str]:
    """The mounts that go on with the heroes: those of their side that stand, unless an ally sits
    on them."""
    found = fight.combatants
    return [
        mount
        for mount in fight.mounts
        if found[mount].side == "heroes" and not found[mount].removed and found[mount].wounds > 0
        if found[mount].status in ("", FLED, SURRENDERED)
        if (rider := fight.rider_of(mount)) == "" or found[rider].kind == "hero"
    ]


# ---- whether a mount acts for itself ----


def say_who_acts(fight: IxFight, table: Table) -> None:
    """Structured play begins: mounts act in their riders' turns, unless the GM has some of them
    take part for themselves. Implements ix.mounted.initiative, ix.mounted.separate.
    """
    settle(fight)
    here = [mount for mount in fight.mounts if fight.combatants[mount].is_here]
    here = [mount for mount in here if not fight.is_participant(mount)]
    if not here:
        return

    def options() -> list[Option]:
        return [WITH_RIDERS, ("separate", Several(tuple((one, 0, 1) for one in here), 0))]

    key = table.rule(SEPARATE, options, lambda: WITH_RIDERS)
    apart = picks(key[1]) if key[0] == "separate" else ()
    for mount in here:
        if mount in apart:
            take_part(fight, table, mount, SEPARATE)
        elif table.recording and (rider := fight.rider_of(mount)):
            rules = ("ix.mounted.initiative", SEPARATE)
            table.record("rides", rules, who=rider, mount=mount)


def take_part(fight: IxFight, table: Table, mount: str, because: Because) -> None:
    """A mount is a participant of its own from now on, with a slot of its own."""
    if fight.is_participant(mount):
        return
    if fight.combatants[mount].side == "heroes":
        fight.heroes += (mount,)
    else:
        fight.foes += (mount,)
    if table.recording:
        table.record("mount-apart", because, who=mount)


def follow_again(fight: IxFight, mount: str) -> None:
    """A mount acts in its rider's turn again."""
    fight.heroes = tuple(one for one in fight.heroes if one != mount)
    fight.foes = tuple(one for one in fight.foes if one != mount)


def saddle(fight: IxFight, riding: Mapping[str, str]) -> None:
    """Who rides on which mount as play begins, by ids; whoever is down or has no such mount stays
    on the ground."""
    for rider, mount in riding.items():
        one, steed = fight.combatants[rider], fight.combatants.get(mount)
        fits = steed is not None and steed.rank == MOUNT and steed.side == one.side
        if steed is None or not fits or not (may_ride(one) and one.is_up and steed.is_up):
            continue
        other = fight.rider_of(mount)
        if other:
            fight.combatants[other].mount = ""
        one.mount = mount
        steed.hidden = one.hidden
    settle(fight)


def settle(fight: IxFight) -> None:
    """Every mount is where its rider is, in contact with nobody elsewhere."""
    found = fight.combatants
    for one in found.values():
        if one.mount:
            mount = found[one.mount]
            mount.at, mount.zone = one.at, one.zone
    fight.engaged = frozenset(
        (a, b)
        for a, b in fight.engaged
        if found[a].at == found[b].at or not ({a, b} & set(fight.mounts))
    )


# ---- getting on and off ----


def maneuvers(fight: IxFight, who: str) -> list[Option]:
    """Getting on or off, and gathering a mount that has charged, unpaid.

    Implements ix.maneuver.mount-dismount, ix.mounted.charge-reset.
    """
    one = fight.combatants[who]
    if (mount := mount_of(fight, who)) is not None:
        found: list[Option] = [] if one.zone else [("dismount",)]
        return [*found, ("gather",)] if mount.has_charged else found
    if not may_ride(one) or one.hold or (one.conditions and condition.bars_moving(one)):
        return []
    return [("mount", mount) for mount in fight.mounts if is_free(fight, who, mount)]


def may_ride(one: Fighter) -> bool:
    """Whether somebody can ride at all: one body for one saddle."""
    return one.rank not in (MOUNT, MINION)


def is_free(fight: IxFight, who: str, mount: str) -> bool:
    """Whether `who` could get on a mount: one of its own side at its place, with an empty
    saddle."""
    one, steed = fight.combatants[who], fight.combatants[mount]
    return (
        steed.is_up
        and steed.side == one.side
        and (steed.at, steed.zone) == (one.at, one.zone)
        and not fight.rider_of(mount)
    )


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A Maneuver of `maneuvers` that is paid for.

    Implements ix.maneuver.mount-dismount, ix.mounted.charge-reset.
    """
    match key[0]:
        case "mount" if is_free(fight, who, key[1]):
            get_on(fight, table, who, key[1], because="ix.maneuver.mount-dismount")
        case "dismount":
            get_off(fight, table, who, because="ix.maneuver.mount-dismount")
        case "gather" if (mount := mount_of(fight, who)) is not None:
            mount.has_charged = False
            mount.run = 0
            if table.recording:
                table.record("gathered", "ix.mounted.charge-reset", who=who, mount=mount.id)


def get_on(fight: IxFight, table: Table, who: str, mount: str, *, because: Because) -> None:
    bands.leave_cover(fight, table, who)
    fight.combatants[who].mount = mount
    fight.combatants[mount].run = 0
    if table.recording:
        table.record("mounted", because, who=who, mount=mount)


def get_off(
    fight: IxFight, table: Table, who: str, *, because: Because, code: str = "dismounted"
) -> None:
    """Out of the saddle, one way or another: rider and mount are side by side."""
    mount = mount_of(fight, who)
    if mount is None:
        return
    fight.combatants[who].mount = ""
    mount.run = 0
    fight.startled = tuple(each for each in fight.startled if each[0] != mount.id)
    if table.recording:
        table.record(code, because, who=who, mount=mount.id)
    if fight.combatants[who].zone:
        from affray.systems.ix.air import flying  # it looks at riders

        flying.unseated(fight, table, who)
    if fight.scene == scene.CHASE and code != "dismounted":
        from affray.systems.ix.scenes import chase  # it is built on this

        chase.fell(fight, table, who)


def absent(fight: IxFight, table: Table, who: str) -> None:
    """Somebody is out of the fight: a rider who gets away does so on its mount; else each is left
    without the other."""
    one = fight.combatants[who]
    if one.mount and one.status in (FLED, SURRENDERED):
        fight.combatants[one.mount].status = one.status
    elif rider := who if one.mount else fight.rider_of(who):
        get_off(fight, table, rider, because="ix.mounted.out-of-the-saddle")


# ---- moving ----


def may_move(fight: IxFight, who: str) -> bool:
    """Whether nothing holds the mount of a rider where it stands. Implements ix.mounted.move."""
    mount = mount_of(fight, who)
    return mount is None or not (mount.conditions and condition.bars_moving(mount))


def ran(fight: IxFight, who: str, steps: int) -> None:
    """A Move has taken a mount so many steps along the line, below 0 down it: a straight run goes
    on, or a new one begins. Implements ix.mounted.charge-distance.
    """
    mount = mount_of(fight, who)
    if mount is not None:
        mount.run = mount.run + steps if mount.run * steps > 0 else steps


# ---- turns ----


def turn_starts(fight: IxFight, table: Table, who: str) -> None:
    """What falls on the start of a mount's turn falls on that of its rider.

    Implements ix.mounted.initiative.
    """
    mount = mount_of(fight, who)
    if mount is not None:
        mount.run = 0
        if not fight.is_participant(mount.id):
            _suffer(fight, table, mount.id)


def turn_ends(fight: IxFight, table: Table, who: str) -> None:
    """What ends with a mount's turn ends with that of its rider.

    Implements ix.mounted.initiative.
    """
    mount = mount_of(fight, who)
    if mount is not None:
        mount.run = 0
        if not fight.is_participant(mount.id):
            _recover(fight, table, mount.id)


def round_ends(fight: IxFight, table: Table) -> None:
    """Mounts without a rider have no turn to count: the end of the round stands for it."""
    for mount in fight.mounts:
        one = fight.combatants[mount]
        if one.is_here and not fight.is_participant(mount) and not fight.rider_of(mount):
            _suffer(fight, table, mount)
            _recover(fight, table, mount)


def _suffer(fight: IxFight, table: Table, mount: str) -> None:
    # they reach back to mounts
    from affray.systems.ix.fight import quality
    from affray.systems.ix.harm import incapacitation
    from affray.systems.ix.hazards import building, hazard, suffocation

    def goes_on() -> bool:
        return fight.result is None and fight.combatants[mount].is_here

    if fight.combatants[mount].burns:
        quality.burn(fight, table, mount)
    if goes_on():
        hazard.burn(fight, table, mount)
    if fight.building is not None and goes_on():
        building.turn_starts(fight, table, mount)
    if goes_on():
        incapacitation.turn_starts(fight, table, mount)
    if fight.combatants[mount].breath == 0 and goes_on():
        suffocation.turn_starts(fight, table, mount)


def _recover(fight: IxFight, table: Table, mount: str) -> None:
    from affray.systems.ix.hazards import suffocation  # they reach back to mounts
    from affray.systems.ix.rolls import effects  # they reach back to mounts

    condition.turn_ends(fight, table, mount)
    effects.turn_ends(fight, table, mount)
    one = fight.combatants[mount]
    if one.breath >= 0 or one.passed_out > 0:
        suffocation.turn_ends(fight, table, mount)
