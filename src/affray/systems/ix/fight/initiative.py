"""Initiative: everybody rolls once, the sides' slots alternate, and people pick who fills each.

A slot has an id that it keeps; what waits for a slot that has been taken out comes due at its old
place in the order.
"""

from __future__ import annotations

from affray.kernel.keys import Key
from affray.kernel.question import HEROES
from affray.kernel.table import Table
from affray.systems.ix.fight import encounter, slots, turn
from affray.systems.ix.harm import critical
from affray.systems.ix.records import Slot
from affray.systems.ix.rolls import check, spend
from affray.systems.ix.state import MINION, IxFight

ROLL = ("ix.initiative.everyone-rolls", "ix.initiative.no-difficulty")


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
        one.id
        for one in found
        if one.is_here
        and (one.id in fight.rolling or not one.initiative)
        and fight.is_participant(one.id)
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


def order(fight: IxFight, table: Table) -> None:
    """The slots of the encounter, and its first round.

    Implements ix.initiative.rank, ix.initiative.first-slot, ix.initiative.alternate,
    ix.initiative.uneven-sides, ix.initiative.ties, ix.initiative.slot-ids.
    """
    counts = {side: slots.slots_due(fight, side) for side in slots.SIDES}
    if fight.switches.initiative_order == "every-result":
        sides = slots.by_results(fight)
    else:
        sides = slots.alternating(counts, slots.opener(fight))
    fight.slots = slots.NO_SLOTS
    for side in sides:
        slots.add_slot(fight, side)
    order_now = [slot.side for slot in fight.slots]
    if table.recording:
        rules: tuple[str, ...] = (
            "ix.initiative.first-slot",
            "ix.initiative.rank",
            "ix.initiative.ties",
            *slots.ORDER,
        )
        told, of = slots.told_of(fight, order_now)
        if told.count("heroes") != told.count("foes"):
            rules += ("ix.initiative.uneven-sides",)
        table.record("slots", rules, sides=told, of=of, secret={"whole": order_now} if of else None)
    for one in fight.combatants.values():
        one.late = False
    fight.stage = "slot"
    encounter.new_round(fight, table)


# ---- picks ----


def pick(fight: IxFight, table: Table) -> None:
    """Who takes the next slot; its turn begins. After the last slot the round is over.

    Implements ix.initiative.players-choose, ix.initiative.gm-chooses,
    ix.initiative.one-slot-each, ix.initiative.fixed, ix.incapacitation.keeps-a-turn.
    """
    if encounter.check_end(fight, table) or _arrive(fight, table):
        return
    while True:
        slot = slots.next_slot(fight)
        if _come_up(fight, table, slot):
            return
        if slot is None:
            fight.stage = "round-end"
            return
        waiting = slots.candidates(fight, slot.side)
        if waiting:
            break
        slots.done(fight, slot.id)
    who = waiting[0] if len(waiting) == 1 else _choose(fight, table, slot.side)[1]
    fight.slot = slot.id
    fight.takers += ((slot.id, who),)
    how = "players-choose" if slot.side == "heroes" else "gm-chooses"
    because = (f"ix.initiative.{how}", "ix.initiative.one-slot-each")
    turn.begin(fight, table, who, because)


def _choose(fight: IxFight, table: Table, side: str) -> Key:
    def options() -> list[Key]:
        return [] if fight.called else [("go", who) for who in slots.candidates(fight, side)]

    if side == "heroes":
        return table.choose(HEROES, options, because="ix.initiative.players-choose")
    return table.rule(
        "ix.initiative.gm-chooses", options, lambda: ("go", slots.candidates(fight, side)[0])
    )


def _arrive(fight: IxFight, table: Table) -> bool:
    """Whoever has come since rolls initiative first; says whether somebody did.

    Implements ix.initiative.late-arrival.
    """
    coming = [one for one in fight.combatants.values() if one.initiative is None]
    if not coming:
        return False
    here = [who for side in slots.SIDES for who in fight.present(side)]
    late = next((who for who in here if fight.combatants[who].initiative is None), "")
    if not late:
        return False
    one = fight.combatants[late]
    one.late = True
    one.initiative = (0, 0)
    if table.recording:
        table.record("came-late", "ix.initiative.late-arrival", who=late)
    roll(fight, table, late)
    return True


def skip(fight: IxFight, table: Table) -> None:
    """After a pick that ended in its middle: the slot goes by."""
    slot = slots.next_slot(fight)
    if fight.turn:
        turn.finish(fight, table, "ended")
    elif slot is not None:
        slots.done(fight, slot.id)
        fight.stage = "slot"


def _come_up(fight: IxFight, table: Table, slot: Slot | None) -> bool:
    """What waits for this slot is due, and before it what waits for slots that stood here once.

    Says whether the fight is over by it. Implements ix.initiative.slot-ids.
    """
    before = fight.slots_done[-1] if fight.slots_done else ""
    for old in slots.gone_after(fight, before):
        critical.slot_comes_up(fight, table, old)
        if fight.result is not None:
            return True
    if slot is not None:
        critical.slot_comes_up(fight, table, slot.id)
    return fight.result is not None
