"""Initiative: everybody rolls once, the sides' slots alternate, and people pick who fills each.

A slot has an id that it keeps; what waits for a slot that has been taken out comes due at its old
place in the order.
"""

from __future__ import annotations

from affray.kernel.keys import Key
from affray.kernel.question import HEROES
from affray.kernel.table import Table
from affray.systems.ix import check, critical, encounter, spend, turn
from affray.systems.ix.records import Slot
from affray.systems.ix.state import MINION, IxFight

SIDES = ("heroes", "foes")
NO_SLOTS: tuple[Slot, ...] = ()
ROLL = ("ix.initiative.everyone-rolls", "ix.initiative.no-difficulty")
ORDER = ("ix.initiative.alternate", "ix.initiative.slots-per-side", "ix.initiative.slot-ids")


# ---- the roll ----


def step(fight: IxFight, table: Table) -> None:
    """The next of those who are still to roll does; after the last the slots stand.

    Implements ix.initiative.everyone-rolls.
    """
    who = next(iter(_to_roll(fight)), "")
    if who:
        roll(fight, table, who)
    fight.rolling = tuple(w for w in _to_roll(fight) if w != who)
    if not fight.rolling and fight.result is None:
        order(fight, table)


def _to_roll(fight: IxFight) -> list[str]:
    """Those who are still to roll, whoever has joined meanwhile among them."""
    found = fight.combatants.values()
    return [
        one.id for one in found if one.is_here and (one.id in fight.rolling or not one.initiative)
    ]


def roll(fight: IxFight, table: Table, who: str) -> None:
    """One initiative check; it is not made against anything and cannot fail.

    Implements ix.initiative.prepared, ix.initiative.surprised, ix.initiative.no-difficulty,
    ix.condition.surprised, ix.initiative.minion-group.
    """
    surprised = is_surprised(fight, who)
    trial = fight.numbers.initiative_trial_dice
    made = check.Check(
        check.INITIATIVE,
        who,
        skill="readiness" if surprised else "perception",
        difficulty=trial or None,
        sight=not surprised,
    )
    how = "ix.initiative.surprised" if surprised else "ix.initiative.prepared"
    rules: tuple[str, ...] = (*ROLL, how)
    if fight.combatants[who].rank == MINION:
        rules += ("ix.initiative.minion-group",)
    net = check.make(fight, table, made, because=rules, read=check.whole)
    fight.combatants[who].initiative = (net.success, net.boon)
    if table.recording:
        table.record("initiative", rules, who=who, success=net.success, surprised=surprised)
    spend.settle(fight, table)


def is_surprised(fight: IxFight, who: str) -> bool:
    one = fight.combatants[who]
    return one.surprised or one.has("surprised")


def give_up(fight: IxFight, table: Table) -> None:
    """A roll that could not be made counts as no Success, so that the rest go on."""
    who = next(iter(fight.rolling), "")
    if who:
        one = fight.combatants[who]
        one.initiative = one.initiative or (0, 0)
        fight.rolling = tuple(w for w in fight.rolling if w != who)
    if not _to_roll(fight):
        order(fight, table)


# ---- the order ----


def participants(fight: IxFight, side: str) -> list[str]:
    """Those of a side who bring a slot: everybody in the fight, the fallen who bleed too.

    Implements ix.initiative.slots-per-side, ix.initiative.slot-removal,
    ix.incapacitation.keeps-a-turn.
    """
    return fight.present(side)


def slots_due(fight: IxFight, side: str) -> int:
    """How many slots a side should have. Implements ix.initiative.slots-per-side,
    ix.initiative.minion-group."""
    found = fight.combatants
    each = fight.numbers.slots_per_minion_group
    return sum(each if found[w].rank == MINION else 1 for w in participants(fight, side))


def order(fight: IxFight, table: Table) -> None:
    """The slots of the encounter, and its first round.

    Implements ix.initiative.rank, ix.initiative.first-slot, ix.initiative.alternate,
    ix.initiative.uneven-sides, ix.initiative.ties, ix.initiative.slot-ids.
    """
    counts = {side: slots_due(fight, side) for side in SIDES}
    if fight.switches.initiative_order == "every-result":
        sides = _by_results(fight)
    else:
        sides = _alternating(counts, opener(fight))
    fight.slots = NO_SLOTS
    for side in sides:
        add_slot(fight, side)
    order_now = [slot.side for slot in fight.slots]
    if table.recording:
        table.record(
            "slots",
            ("ix.initiative.first-slot", "ix.initiative.rank", *ORDER, "ix.initiative.ties"),
            sides=order_now,
        )
    for one in fight.combatants.values():
        one.late = False
    fight.stage = "slot"
    encounter.new_round(fight, table)


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


def _alternating(counts: dict[str, int], first: str) -> list[str]:
    """Sides in turn from `first` on, what one has more at the end.

    Implements ix.initiative.alternate, ix.initiative.uneven-sides.
    """
    second = "foes" if first == "heroes" else "heroes"
    sides: list[str] = []
    for number in range(max(counts.values())):
        sides += [side for side in (first, second) if number < counts[side]]
    return sides


def _by_results(fight: IxFight) -> list[str]:
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


def add_slot(fight: IxFight, side: str) -> Slot:
    """A new slot at the end of the order. Implements ix.initiative.slot-ids."""
    fight.slot_serial += 1
    slot = Slot(f"slot-{fight.slot_serial}", side)
    fight.slots += (slot,)
    return slot


def settle_slots(fight: IxFight, table: Table) -> None:
    """Between two rounds: slots of who has gone fall away, the last of its side first; whoever
    has come brings a new one at the end.

    Implements ix.initiative.slot-removal, ix.initiative.late-arrival, ix.initiative.fixed,
    ix.initiative.slot-ids.
    """
    for side in SIDES:
        own = [slot for slot in fight.slots if slot.side == side]
        due = slots_due(fight, side)
        for slot in own[due:][::-1]:
            remove_slot(fight, slot.id)
            if table.recording:
                table.record("slot-gone", "ix.initiative.slot-removal", slot=slot.id, side=side)
        for _ in range(due - len(own)):
            slot = add_slot(fight, side)
            if table.recording:
                table.record("slot-new", "ix.initiative.late-arrival", slot=slot.id, side=side)
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


# ---- picks ----


def pick(fight: IxFight, table: Table) -> None:
    """Who takes the next slot; its turn begins. After the last slot the round is over.

    Implements ix.initiative.players-choose, ix.initiative.gm-chooses,
    ix.initiative.one-slot-each, ix.initiative.fixed, ix.incapacitation.keeps-a-turn.
    """
    if encounter.check_end(fight, table) or _arrive(fight, table):
        return
    while True:
        slot = next_slot(fight)
        if _come_up(fight, table, slot):
            return
        if slot is None:
            fight.stage = "round-end"
            return
        if candidates(fight, slot.side):
            break
        done(fight, slot.id)
    who = candidates(fight, slot.side)[0]
    if len(candidates(fight, slot.side)) > 1:
        who = _choose(fight, table, slot.side)[1]
    fight.slot = slot.id
    fight.takers += ((slot.id, who),)
    turn.begin(fight, table, who)


def _choose(fight: IxFight, table: Table, side: str) -> Key:
    def options() -> list[Key]:
        return [("go", who) for who in candidates(fight, side)]

    if side == "heroes":
        return table.choose(HEROES, options, because="ix.initiative.players-choose")
    return table.rule(
        "ix.initiative.gm-chooses", options, lambda: ("go", candidates(fight, side)[0])
    )


def _arrive(fight: IxFight, table: Table) -> bool:
    """Whoever has come since rolls initiative first; says whether somebody did.

    Implements ix.initiative.late-arrival.
    """
    late = next(
        (w for s in SIDES for w in fight.present(s) if fight.combatants[w].initiative is None), ""
    )
    if not late:
        return False
    one = fight.combatants[late]
    one.late = True
    one.initiative = (0, 0)
    if table.recording:
        table.record("arrived", "ix.initiative.late-arrival", who=late)
    roll(fight, table, late)
    return True


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
    left = sum(slot.side == side and slot.id not in fight.slots_done for slot in fight.slots)
    last = [w for w in waiting if must_act_last(fight, w)]
    if last:
        if len(last) >= left:
            waiting = last
        elif others := [w for w in waiting if w not in last]:
            waiting = others
    up = [w for w in waiting if found[w].is_up]
    down = [w for w in waiting if not found[w].is_up]
    return down if len(down) >= left else [*up, *down]


def must_act_last(fight: IxFight, who: str) -> bool:
    """Whether an injury lets somebody have only its side's last slot in this round."""
    one = fight.combatants[who]
    return bool(one.effects) and bool(critical.acts_last(fight, who))


def done(fight: IxFight, slot_id: str) -> None:
    """A slot has been played, or nobody could take it."""
    if slot_id and slot_id not in fight.slots_done:
        fight.slots_done += (slot_id,)


def skip(fight: IxFight, table: Table) -> None:
    """After a pick that ended in its middle: the slot goes by."""
    slot = next_slot(fight)
    if fight.turn:
        turn.finish(fight, table, "ended")
    elif slot is not None:
        done(fight, slot.id)
        fight.stage = "slot"


def _come_up(fight: IxFight, table: Table, slot: Slot | None) -> bool:
    """What waits for this slot is due, and before it what waits for slots that stood here once.

    Says whether the fight is over by it. Implements ix.initiative.slot-ids.
    """
    before = fight.slots_done[-1] if fight.slots_done else ""
    for old in _gone_after(fight, before):
        critical.slot_comes_up(fight, table, old)
        if fight.result is not None:
            return True
    if slot is not None:
        critical.slot_comes_up(fight, table, slot.id)
    return fight.result is not None


def _gone_after(fight: IxFight, slot_id: str) -> list[str]:
    """The slots that once stood right after this one and have been taken out, in order."""
    found: list[str] = []
    for old, before in fight.gone:
        if before == slot_id and not any(old == slot.id for slot in fight.slots):
            found += [old, *_gone_after(fight, old)]
    return found
