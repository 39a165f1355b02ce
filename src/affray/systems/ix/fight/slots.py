"""The order of slots: which side each belongs to, who may be given it, and what waits for it.

A slot has an id that it keeps; what waits for a slot that has been taken out comes due at its old
place in the order.
"""

from __future__ import annotations

from affray.kernel.table import Table
from affray.systems.ix.harm import critical
from affray.systems.ix.records import Slot
from affray.systems.ix.state import MINION, IxFight

SIDES = ("heroes", "foes")
NO_SLOTS: tuple[Slot, ...] = ()
ORDER = ("ix.initiative.alternate", "ix.initiative.slots-per-side", "ix.initiative.slot-ids")


# ---- the order ----


def participants(fight: IxFight, side: str) -> list[str]:
    """Those of a side who bring a slot: everybody in the fight, the fallen who bleed too.

    Implements ix.initiative.slots-per-side, ix.initiative.slot-removal,
    ix.incapacitation.keeps-a-turn.
    """
    return fight.present(side)


def slots_due(fight: IxFight, side: str, *, newcomers: bool = True) -> int:
    """How many slots a side should have, with or without those who have come late.

    Implements ix.initiative.slots-per-side, ix.initiative.minion-group.
    """
    each = fight.numbers.slots_per_minion_group
    due = [fight.combatants[who] for who in participants(fight, side)]
    return sum(each if one.rank == MINION else 1 for one in due if newcomers or not one.late)


def result_of(fight: IxFight, who: str) -> tuple[int, int]:
    """What counts of a roll: net Successes, and net Boons if the house has it so.

    Implements ix.initiative.rank (house switch initiative-boons-break-ties).
    """
    success, boon = fight.combatants[who].initiative or (0, 0)
    return (success, boon if fight.switches.initiative_boons_break_ties else 0)


def opener(fight: IxFight) -> str:
    """The side with the best single result; the players' if tied.

    Implements ix.initiative.first-slot (house switch initiative-order), ix.initiative.ties.
    """
    if fight.switches.initiative_order == "players-always":
        return "heroes"
    best = {
        side: max((result_of(fight, who) for who in participants(fight, side)), default=None)
        for side in SIDES
    }
    heroes, foes = best["heroes"], best["foes"]
    if heroes is None or foes is None:
        return "foes" if heroes is None else "heroes"
    return "heroes" if heroes >= foes else "foes"


def alternating(counts: dict[str, int], first: str) -> list[str]:
    """Sides in turn from `first` on, what one has more at the end.

    Implements ix.initiative.alternate, ix.initiative.uneven-sides.
    """
    second = "foes" if first == "heroes" else "heroes"
    sides: list[str] = []
    for number in range(max(counts.values())):
        sides += [side for side in (first, second) if number < counts[side]]
    return sides


def by_results(fight: IxFight) -> list[str]:
    """Every slot by its result, ties to the players (house switch initiative-order)."""
    each = fight.numbers.slots_per_minion_group
    found = [
        (result_of(fight, who), side == "heroes", side)
        for side in SIDES
        for who in participants(fight, side)
        for _ in range(each if fight.combatants[who].rank == MINION else 1)
    ]
    found.sort(key=lambda one: one[:2], reverse=True)
    return [side for _, _, side in found]


# ---- slots ----


def add_slot(fight: IxFight, side: str) -> Slot:
    """A new slot at the end of the order. Implements ix.initiative.slot-ids."""
    fight.slot_serial += 1
    slot = Slot(f"slot-{fight.slot_serial}", side)
    fight.slots += (slot,)
    return slot


def told_of(fight: IxFight, sides: list[str]) -> tuple[list[str], str]:
    """The sides of the slots as everybody may know them, and one of those who are hidden: their
    slots, the last of their side, would tell their number. Implements
    ix.initiative.slots-per-side."""
    each = fight.numbers.slots_per_minion_group
    told, of = list(sides), ""
    for one in fight.here():
        if one.hidden and one.is_here:
            of = one.id
            for _ in range(each if one.rank == MINION else 1):
                if one.side in told:
                    del told[len(told) - 1 - told[::-1].index(one.side)]
    return told, of


def settle_slots(fight: IxFight, table: Table) -> None:
    """Between two rounds: slots of who has gone fall away, the last of its side first; whoever
    has come brings a new one at the end.

    Implements ix.initiative.slot-removal, ix.initiative.late-arrival, ix.initiative.fixed,
    ix.initiative.slot-ids.
    """
    for side in SIDES:
        is_secret = any(fight.combatants[who].hidden for who in participants(fight, side))
        audience = "gm" if is_secret else "all"
        own = [slot for slot in fight.slots if slot.side == side]
        stayed = slots_due(fight, side, newcomers=False)
        for slot in own[stayed:][::-1]:
            remove_slot(fight, slot.id)
            if table.recording:
                rule = "ix.initiative.slot-removal"
                table.record("slot-gone", rule, slot=slot.id, side=side, audience=audience)
        for _ in range(slots_due(fight, side) - min(len(own), stayed)):
            slot = add_slot(fight, side)
            if table.recording:
                rule = "ix.initiative.late-arrival"
                table.record("slot-new", rule, slot=slot.id, side=side, audience=audience)
    for one in fight.combatants.values():
        one.late = False


def remove_slot(fight: IxFight, slot_id: str) -> None:
    """A slot is out of the order; where it stood is remembered. Implements
    ix.initiative.slot-ids."""
    ids = [slot.id for slot in fight.slots]
    place = ids.index(slot_id)
    before = ids[place - 1] if place else ""
    fight.gone += ((slot_id, before),)
    fight.slots = tuple(slot for slot in fight.slots if slot.id != slot_id)


# ---- whose ----


def next_slot(fight: IxFight) -> Slot | None:
    """The first slot of the order that has not been played this round."""
    played = fight.slots_done
    return next((slot for slot in fight.slots if slot.id not in played), None)


def candidates(fight: IxFight, side: str) -> list[str]:
    """Who may be given the side's next slot: those able to act, then the fallen, who only bleed.

    Nobody twice a round, nobody before the round after its arrival. Those who must act last, and
    the fallen to whom nothing else was given, get the last slots.

    Implements ix.initiative.one-slot-each, ix.turn.one-per-round, ix.initiative.late-arrival,
    ix.incapacitation.keeps-a-turn, ix.critical.row-effects.
    """
    taken = {who for _, who in fight.takers}
    found = fight.combatants
    waiting = [w for w in fight.present(side) if w not in taken and not found[w].late]
    if len(waiting) < 2:
        return waiting
    played = fight.slots_done
    left = len([slot for slot in fight.slots if slot.side == side and slot.id not in played])
    last = [w for w in waiting if found[w].effects and must_act_last(fight, w)]
    if last:
        if len(last) >= left:
            waiting = last
        elif others := [w for w in waiting if w not in last]:
            waiting = others
    up: list[str] = []
    down: list[str] = []
    for who in waiting:
        (up if found[who].is_up else down).append(who)
    return down if len(down) >= left else [*up, *down]


def must_act_last(fight: IxFight, who: str) -> bool:
    """Whether an injury lets somebody have only its side's last slot in this round."""
    one = fight.combatants[who]
    return bool(one.effects) and bool(critical.acts_last(fight, who))


def done(fight: IxFight, slot_id: str) -> None:
    """A slot has been played, or nobody could take it."""
    if slot_id and slot_id not in fight.slots_done:
        fight.slots_done += (slot_id,)


def gone_after(fight: IxFight, slot_id: str) -> list[str]:
    """The slots that once stood right after this one and have been taken out, in order."""
    found: list[str] = []
    for old, before in fight.gone:
        if before == slot_id and not any(old == slot.id for slot in fight.slots):
            found += [old, *gone_after(fight, old)]
    return found
