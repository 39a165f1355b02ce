"""Attacks of riders and on mounts: the height of a saddle, the charge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.kernel.table import Table
from affray.systems.ix.ledger import ENGAGED
from affray.systems.ix.rolls import talent
from affray.systems.ix.rolls.pool import Build
from affray.systems.ix.saddle import mounted
from affray.systems.ix.state import MOUNT, IxFight

if TYPE_CHECKING:
    from affray.systems.ix.rolls.check import Check

ROOM = "ix.mounted.room"
THERE_IS_ROOM, TIGHT = ("room",), ("tight",)


def targets(fight: IxFight, who: str) -> list[str]:
    """Mounts of the other side that an attack could be aimed at.

    Implements ix.mounted.mount-wounds.
    """
    one = fight.combatants[who]
    found = fight.combatants
    return [
        mount
        for mount in fight.mounts
        if found[mount].side != one.side
        and found[mount].is_here
        and not fight.is_participant(mount)
        and not (found[mount].hidden and one.side == "heroes")
    ]


def circumstances(fight: IxFight, table: Table, check: Check, band: int) -> None:
    """What a rider's attack has of its own is settled before the roll: whether it is a charge,
    and whether the mount has room for its rider to make use of it.

    Implements ix.mounted.charge, ix.mounted.room, ix.mounted.charge-reset.
    """
    who = check.who
    if not mounted.is_mounted(fight, who):
        return
    if band == ENGAGED and is_above(fight, who, check.target):
        key = table.rule(ROOM, lambda: [THERE_IS_ROOM, TIGHT], lambda: THERE_IS_ROOM)
        check.room = key == THERE_IS_ROOM
    mount = mounted.mount_of(fight, who)
    if mount is not None and can_charge(fight, who):
        check.charge = True
        mount.has_charged = True
        if table.recording:
            rules = ("ix.mounted.charge", "ix.mounted.charge-distance", "ix.mounted.charge-reset")
            table.record("charge", rules, who=who, mount=mount.id, target=check.target)


def can_charge(fight: IxFight, who: str) -> bool:
    """Whether the mount of `who` has just run straight over Medium range, and was gathered for it.

    Implements ix.mounted.charge, ix.mounted.charge-distance, ix.mounted.charge-reset.
    """
    mount = mounted.mount_of(fight, who)
    return (
        mount is not None and not mount.has_charged and abs(mount.run) >= fight.numbers.medium_steps
    )


def is_above(fight: IxFight, who: str, target: str) -> bool:
    """Whether a rider strikes down at a target: not at another rider or a mount, unless it is
    lower in the air. Implements ix.mounted.advantage, ix.mounted.advantage-limits.
    """
    one, other = fight.combatants[who], fight.combatants[target]
    on_foot = not other.mount and other.rank != MOUNT
    return bool(one.mount) and (on_foot or one.zone > other.zone)


def dice(fight: IxFight, build: Build, check: Check, band: int) -> None:
    """What a saddle and a charge add to the pool of an attack.

    Implements ix.mounted.advantage, ix.mounted.advantage-limits, ix.mounted.charge,
    ix.mounted.charge-with-advantage.
    """
    if not fight.combatants[check.who].mount:
        return
    numbers = fight.numbers
    if check.charge:
        build.give("boon", numbers.charge_boon_dice, "the charge", "ix.mounted.charge")
    if band != ENGAGED:
        return
    if not check.room or not is_above(fight, check.who, check.target):
        build.also.append("ix.mounted.advantage-limits")
        return
    build.give("boon", numbers.mounted_boon_dice, "from the saddle", "ix.mounted.advantage")
    if check.charge:
        build.also.append("ix.mounted.charge-with-advantage")


def charge_damage(fight: IxFight, who: str) -> tuple[int, tuple[str, ...]]:
    """What a charge adds to the damage of its hit, and by which rules.

    Implements ix.mounted.charge, ix.talent.charging-strike.
    """
    more = talent.charge_damage(fight, who)
    rules = ("ix.mounted.charge", "ix.talent.charging-strike")[: 1 + (more > 0)]
    return fight.numbers.charge_damage + more, rules
