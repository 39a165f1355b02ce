"""What a turn can be used for: the Actions, Maneuvers and Quick Actions of all areas together.

Each area has `options` (Actions), `maneuvers` or `quick`, the first words of its keys in `WORDS`,
and `take`, which pays for what is done. Here are those that no other area has.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from affray.kernel.keys import Key, Option, Text
from affray.kernel.table import Table
from affray.systems.ix.fight import budget, encumbrance, gear, guard, quality
from affray.systems.ix.fight import range as bands
from affray.systems.ix.fight.gear import drop
from affray.systems.ix.ledger import trial_dice
from affray.systems.ix.records import Item
from affray.systems.ix.rolls import check, spend, story
from affray.systems.ix.rolls.pool import Build
from affray.systems.ix.state import Fighter, IxFight

WORDS = frozenset(
    {"defensive-guard", "use-item", "take-out", "break-free", "say", "glance", "drop"}
    | {"quick-action", "engage"}
)
PACK = "ix.maneuver.draw-from-pack"
JUDGE = "ix.turn.quick-action-judge"


@cache
def _areas() -> tuple[Any, ...]:
    """The modules that have something to do in a turn; they in their turn look at turns."""
    from affray.systems.ix.air import ship, ship_actions
    from affray.systems.ix.fight import attack, grapple
    from affray.systems.ix.harm import fear, healing
    from affray.systems.ix.hazards import building, hazard, light, suffocation
    from affray.systems.ix.magic import magic
    from affray.systems.ix.rolls import checks

    return (
        attack,
        magic,
        grapple,
        healing,
        fear,
        hazard,
        light,
        checks,
        building,
        suffocation,
        ship,
        ship_actions,
    )


@cache
def _acting() -> tuple[Any, ...]:
    return tuple(area.options for area in _areas() if hasattr(area, "options"))


@cache
def _moving() -> tuple[Any, ...]:
    from affray.systems.ix.fight import maneuver

    areas = (maneuver.options, *(a.maneuvers for a in _areas() if hasattr(a, "maneuvers")))
    return areas


@cache
def _flitting() -> tuple[Any, ...]:
    return tuple(area.quick for area in _areas() if hasattr(area, "quick"))


@cache
def _takers() -> Mapping[str, Any]:
    """Which function does what the first word of a key says."""
    from affray.systems.ix.fight import maneuver
    from affray.systems.ix.scenes import chase

    areas = (maneuver, chase, *_areas())
    found = {word: area.take for area in areas for word in getattr(area, "WORDS", ())}
    return found | dict.fromkeys(WORDS, take_own)


# ---- what there is ----


def options(fight: IxFight, who: str) -> list[Option]:
    """The Actions that `who` could take now; none without an Action to take.

    Implements ix.turn.single-action, ix.condition.staggered, ix.guard.defensive-guard,
    ix.action.use-item, ix.maneuver.draw-from-pack.
    """
    found: list[Option] = []
    one = fight.combatants[who]
    if budget.can_act(fight, who):
        for of_area in _acting():
            found += of_area(fight, who)
        found.append(("defensive-guard",))
        found += [("use-item", item.id) for item in one.items if _is_usable(one, item)]
        if one.has("immobilized") and one.effect(quality.SNARED) is not None:
            found.append(("break-free",))
    if one.packed and not one.has_talent("fast-hands") and _can_take_out(fight, who):
        found += [
            ("take-out", weapon.id)
            for weapon in one.weapons
            if weapon.id in one.packed and gear.can_take(one, weapon.id)
        ]
    return found


def _is_usable(one: Fighter, item: Item) -> bool:
    """Whether an item that does something is at hand: held or worn, neither packed nor dropped."""
    at_hand = item.id in one.held or gear.is_worn(one, item.id)
    return bool(item.use) and item.count > 0 and at_hand


def _can_take_out(fight: IxFight, who: str) -> bool:
    return budget.can_act(fight, who) or budget.maneuver_ways(fight, who) == (budget.FREE,)


def maneuvers(fight: IxFight, who: str) -> list[Option]:
    """The Maneuvers that `who` could take now."""
    if not budget.maneuver_ways(fight, who):
        return []
    return [option for of_area in _moving() for option in of_area(fight, who)]


def quick(fight: IxFight, who: str) -> list[Option]:
    """Quick Actions: those of everybody, and those that a rule, a talent or a spell gives.

    Implements ix.turn.quick-action-free, ix.turn.quick-action-limits,
    ix.range.record-engaged.
    """
    found = more_quick(fight, who)
    found += [("engage", foe) for foe in _within_arms_reach(fight, who)]
    found += [("drop", thing) for thing in fight.combatants[who].held]
    found += story.details(fight, who)
    return [*found, ("glance",), ("say", Text()), ("quick-action", Text())]


def _within_arms_reach(fight: IxFight, who: str) -> list[str]:
    """Opponents at one's place with whom one could seek contact."""
    from affray.systems.ix.harm import fear

    one = fight.combatants[who]
    feared = fear.closer_barred(fight, who) if one.conditions else ()
    return [
        foe
        for foe in bands.can_engage(fight, who)
        if foe not in feared and not (fight.combatants[foe].hidden and one.side == "heroes")
    ]


def more_quick(fight: IxFight, who: str) -> list[Option]:
    """Quick Actions of other areas: for their sake a turn is not over by itself."""
    return [option for of_area in _flitting() for option in of_area(fight, who)]


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Does what was chosen; each area pays for its own."""
    _takers()[key[0]](fight, table, who, key)


# ---- what no other area has ----


def take_own(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Implements ix.guard.defensive-guard, ix.action.use-item, ix.turn.quick-action-free."""
    match key[0]:
        case "defensive-guard":
            defensive_guard(fight, table, who)
        case "use-item":
            use_item(fight, table, who, key[1])
        case "take-out":
            take_out(fight, table, who, key)
        case "break-free":
            break_free(fight, table, who)
        case "engage":
            bands.engage(fight, table, who, key[1], because="ix.range.record-engaged")
        case "drop":
            drop(fight, table, who, key[1])
        case "quick-action":
            judge(fight, table, who, key)
        case _:
            if table.recording:
                table.record(
                    "quick-action",
                    "ix.turn.quick-action-free",
                    who=who,
                    what=key[0],
                    text=key[1] if len(key) > 1 else "",
                )


def defensive_guard(fight: IxFight, table: Table, who: str) -> None:
    """The Action of the turn goes into not being hit.

    Implements ix.guard.defensive-guard, ix.guard.defensive-guard-no-attack.
    """
    if not budget.spend_action(fight, table, who):
        return
    guard.take(fight, table, who, guard.DEFENSIVE)


def use_item(fight: IxFight, table: Table, who: str, item_id: str) -> None:
    """A thing with a real effect is brought into play and used up; the table says what it does.

    Implements ix.action.use-item.
    """
    if not budget.spend_action(fight, table, who):
        return
    one = fight.combatants[who]
    item = one.item(item_id)
    if item is None or item.count <= 0:
        return
    one.items = tuple(gear.fewer(each) if each.id == item_id else each for each in one.items)
    if item.count == 1:
        one.held = tuple(each for each in one.held if each != item_id)
    one.burden = encumbrance.burden(one, fight.numbers)
    if table.recording:
        table.record("item-used", "ix.action.use-item", who=who, item=item_id, text=item.use)


def take_out(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A weapon out of a pack: for the Action, unless the GM says that a Maneuver is enough.

    Implements ix.maneuver.draw-from-pack.
    """

    def ways() -> list[Option]:
        found: list[Option] = []
        if budget.can_act(fight, who):
            found.append(("action",))
        if budget.FREE in budget.maneuver_ways(fight, who):
            found.append(("maneuver",))
        return found

    if ("action",) in ways():
        cost = table.rule(PACK, ways, lambda: ("action",))
    else:
        cost = table.rule(PACK, lambda: [("refused",), ("maneuver",)], lambda: ("refused",))
    if cost == ("refused",):
        fight.refused += (key,)
        if table.recording:
            table.record("pack-refused", PACK, who=who, item=key[1])
        return
    if cost == ("action",):
        if not budget.spend_action(fight, table, who):
            return
    else:
        budget.pay_maneuver(fight, table, who)
    gear.take_in_hand(fight, table, who, key[1], (PACK, "ix.maneuver.draw-or-stow"))


def break_free(fight: IxFight, table: Table, who: str) -> None:
    """Out of a snare by strength: a Hard Athletics check. Implements ix.quality.defined-elsewhere.

    Nothing else ends it before its time.
    """
    if not budget.spend_action(fight, table, who):
        return
    because = ("ix.quality.defined-elsewhere", "ix.condition.immobilized")
    made = check.Check(
        check.SKILL, who, skill="athletics", difficulty=trial_dice("hard"), moves=True
    )
    check.make(fight, table, made, lambda build: _is_snared(fight, build, who), because=because)
    if made.succeeded:
        quality.free_from_snare(fight, table, who)
    spend.settle(fight, table)


def _is_snared(fight: IxFight, build: Build, who: str) -> bool:
    return fight.combatants[who].has("immobilized")


def judge(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Something else that somebody would have as a Quick Action: the GM has the last word.

    Implements ix.turn.quick-action-judge, ix.turn.quick-action-limits.
    """
    word = table.rule(JUDGE, lambda: [("refused",), ("allowed",)], lambda: ("refused",))
    allowed = word == ("allowed",)
    if not allowed:
        fight.refused += (key[:1],)
    if table.recording:
        rules = (JUDGE, "ix.turn.quick-action-limits")
        table.record("quick-action-judged", rules, who=who, text=key[1], allowed=allowed)
