"""The GM's hand on riders and mounts: who rides, what has frightened a mount, what it can do."""

from __future__ import annotations

from collections.abc import Callable

from affray.kernel.fight import GM_HAND
from affray.kernel.question import Edit, Refused
from affray.kernel.table import Table
from affray.systems.ix.saddle import mount_control, mounted
from affray.systems.ix.state import MOUNT, Fighter, IxFight

RIDES, STARTLED, CHARGED, SEPARATE = "rides", "startled", "has-charged", "acts-for-itself"
WORDS = (RIDES, STARTLED, CHARGED, SEPARATE)


def word_of(name: str) -> str:
    """The word of this module that a tag begins with, "" for none; cards show some with more
    behind it ("rides War horse")."""
    return next(
        (word for word in WORDS if name == word or name.startswith((word + ":", word + "-"))), ""
    )


def hand(
    fight: IxFight,
    table: Table,
    who: Fighter,
    edit: Edit,
    *,
    holds: bool,
    note: Callable[[], None],
) -> None:
    """Tags a rider "rides:MOUNT", a mount "startled:TRIGGER", "has-charged" or "acts-for-itself",
    or takes that away; `note` writes it down. Raises `Refused` where it makes no sense.

    Implements ix.mounted.separate, ix.mounted.control-check, ix.mounted.control-difficulty.
    """
    word = word_of(edit.name)
    what = edit.name.partition(":")[2]
    if word == RIDES and holds:
        _check_ride(fight, who, what)
    elif word != RIDES and who.rank != MOUNT:
        raise Refused("illegal", f"{who.name} is no mount.", "Tag a mount.")
    elif word == STARTLED and holds:
        _check_fright(fight, who, what)
    note()
    if word == RIDES and holds:
        _set_on(fight, table, who, what)
    elif word == RIDES:
        mounted.get_off(fight, table, who.id, because=GM_HAND)
    elif word == STARTLED and holds:
        mount_control.startle(fight, who.id, what)
    elif word == STARTLED:
        fight.startled = tuple(each for each in fight.startled if each[0] != who.id)
    elif word == CHARGED:
        who.has_charged = holds
        who.run = 0
    elif holds:
        mounted.take_part(fight, table, who.id, (mounted.SEPARATE, GM_HAND))
        who.late = fight.structured and fight.stage not in ("start", "free")
    else:
        mounted.follow_again(fight, who.id)


def _check_ride(fight: IxFight, who: Fighter, mount: str) -> None:
    steed = fight.combatants.get(mount)
    if steed is None or steed.rank != MOUNT or steed.side != who.side:
        known = ", ".join(one for one in fight.mounts if fight[one].side == who.side)
        cure = f"There are: {known}." if known else 'Add one first: a block with npc = "mount".'
        raise Refused("illegal", f"{who.name} has no mount {mount!r}.", cure)
    if not mounted.may_ride(who) or not who.is_up or not steed.is_up:
        cure = "A rider is one person, neither down nor gone, and so is the mount."
        raise Refused("illegal", f"{who.name} cannot ride {steed.name}.", cure)
    if fight.rider_of(mount) not in ("", who.id):
        other = fight[fight.rider_of(mount)].name
        raise Refused("illegal", f"{steed.name} carries {other}.", f"Untag {other} first.")


def _set_on(fight: IxFight, table: Table, who: Fighter, mount: str) -> None:
    steed = fight.combatants[mount]
    if who.mount == mount:
        return
    mounted.get_off(fight, table, who.id, because=GM_HAND)
    steed.at, steed.zone = who.at, who.zone
    fight.engaged = frozenset(pair for pair in fight.engaged if mount not in pair)
    mounted.get_on(fight, table, who.id, mount, because=GM_HAND)


def _check_fright(fight: IxFight, who: Fighter, trigger: str) -> None:
    if trigger not in mount_control.triggers():
        known = ", ".join(f"{STARTLED}:{one}" for one in mount_control.triggers())
        raise Refused("illegal", f"A mount is not startled by {trigger!r}.", f"There are: {known}.")
    if not fight.rider_of(who.id):
        raise Refused("illegal", f"Nobody rides {who.name}.", "Only a rider has to answer for it.")
