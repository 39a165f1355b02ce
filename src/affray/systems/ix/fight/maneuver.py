"""Maneuvers: moving, aiming, drawing, taking cover, catching breath, guarding, standing up.

The first word of a key says which; the last, where a second Maneuver is bought, how it is paid
for ("action" or "strain").
"""

from __future__ import annotations

from collections.abc import Iterable

from affray.kernel.keys import Key, Option, Text
from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.air import flying, ship
from affray.systems.ix.fight import budget, gear, guard, quality
from affray.systems.ix.fight import range as bands
from affray.systems.ix.fight.budget import FREE
from affray.systems.ix.harm import condition, strain
from affray.systems.ix.ledger import limit
from affray.systems.ix.saddle import mounted
from affray.systems.ix.scenes.scene import CHASE
from affray.systems.ix.state import Fighter, IxFight

PASS: Key = ("pass",)
LENGTH = {
    "move": 3,
    "move-far": 3,
    "aim": 1,
    "draw": 2,
    "stow": 2,
    "cover": 1,
    "catch-breath": 1,
    "guard": 1,
    "stand": 1,
    "interact": 2,
    "ready": 2,
    "reload": 2,
    "clear": 2,
    "take-off": 2,
    "land": 2,
    "climb": 1,
    "descend": 1,
    "hover": 1,
    "man": 2,
    "mount": 2,
    "dismount": 1,
    "gather": 1,
}
"""The words of this module with how many places their keys have before how they are paid for."""
WORDS = frozenset(LENGTH)


def options(fight: IxFight, who: str) -> list[Option]:
    """The Maneuvers that `who` could take now, with every way to pay for each.

    Implements ix.turn.second-maneuver, ix.turn.two-maneuver-cap, ix.turn.order-free.
    """
    one_ways = budget.maneuver_ways(fight, who)
    found: list[Option] = []
    for option in _single(fight, who):
        cost = cost_of(fight, who, str(option[0]))
        ways = one_ways if cost == 1 else budget.maneuver_ways(fight, who, cost)
        found += _paid(option, ways)
    if not is_lame(fight.combatants[who]):
        far = budget.maneuver_ways(fight, who, cost_of(fight, who, "move-far"))
        if far:
            for option in moves(fight, who, far_steps(fight, who), "move-far"):
                found += _paid(option, far)
    return found


def _paid(option: Option, ways: Iterable[str]) -> list[Option]:
    return [option if way == FREE else (*option, way) for way in ways]


def cost_of(fight: IxFight, who: str, word: str) -> int:
    """How many Maneuvers one of them takes.

    Implements ix.maneuver.stand, ix.maneuver.interact, ix.maneuver.mount-dismount,
    ix.range.adjacent-cost, ix.range.far-cost, ix.flying.move.
    """
    numbers = fight.numbers
    match word:
        case "move":
            return 2 if is_lame(fight.combatants[who]) else 1
        case "move-far":
            return 1 if flying.is_flying(fight.combatants[who]) else 2
        case "stand":
            return numbers.stand_maneuvers
        case "interact" | "reload":
            return numbers.interact_maneuvers
        case "mount" | "dismount":
            return numbers.mount_maneuvers
        case _:
            return 1


def far_steps(fight: IxFight, who: str) -> int:
    """How far the longest Move goes: on wings that is one Maneuver, on foot two.

    Implements ix.flying.move, ix.range.record-move.
    """
    if flying.is_flying(fight.combatants[who]):
        return fight.numbers.flight_steps_per_maneuver
    return 2


def is_lame(one: Fighter) -> bool:
    """Whether a useless leg hampers somebody: it walks."""
    return not one.mount and not flying.is_flying(one) and leg_useless(one)


def leg_useless(one: Fighter) -> bool:
    return any(
        effect.op == "limb-useless" and "leg" in (effect.what or effect.checks)
        for effect in one.effects
    )


def _single(fight: IxFight, who: str) -> list[Option]:
    """Everything but far moves, unpaid."""
    one = fight.combatants[who]
    found: list[Option] = list(moves(fight, who, 1))
    if one.flight or one.zone or one.mount:
        found += flying.maneuvers(fight, who)
    if one.perch and fight.ships:
        found += ship.maneuvers(fight, who)
    if one.aims == 0 or fight.switches.multiple_aims:
        found.append(("aim",))
    if bands.covers_at(fight, who) > one.cover:
        found.append(("cover",))
    if can_catch_breath(fight, who):
        found.append(("catch-breath",))
    if guard.can_guard(fight, who) and one.guard != guard.GUARDED:
        found.append(("guard",))
    if can_stand(fight, who):
        found.append(("stand",))
    if fight.mounts:
        found += mounted.maneuvers(fight, who)
    found += _of_gear(one)
    found.append(("interact", Text()))
    return found


def _of_gear(one: Fighter) -> list[Option]:
    """Drawing and stowing, and what weapons need before they can be used."""
    found: list[Option] = []
    for thing in gear.things(one):
        if thing in one.held:
            found.append(("stow", thing))
        elif gear.can_take(one, thing) and (
            gear.is_at_hand(one, thing) or (thing in one.packed and _quick_pack(one, thing))
        ):
            found.append(("draw", thing))
    for weapon in one.weapons:
        if weapon.id not in one.held and not gear.is_body(weapon):
            continue
        if one.readied.get(weapon.id, 0) < weapon.rating("make-ready"):
            found.append(("ready", weapon.id))
        if quality.needs_reload(one, weapon):
            found.append(("reload", weapon.id))
    for thing, fault in one.faults.items():
        if fault == "jammed":
            found.append(("clear", thing))
    return found


def _quick_pack(one: Fighter, thing: str) -> bool:
    """Whether a thing comes out of the pack with the ordinary Maneuver.

    Implements ix.maneuver.fast-hands, ix.maneuver.draw-from-pack (which is about weapons).
    """
    return one.has_talent("fast-hands") or one.weapon(thing) is None


# ---- moves ----


def moves(fight: IxFight, who: str, maneuvers: int, word: str = "move") -> list[Option]:
    """The Moves of so many steps: toward or away from anybody known, or a place.

    Implements ix.maneuver.move, ix.range.record-move, ix.condition.immobilized,
    ix.condition.prone, ix.condition.grabbed, ix.fear.frightened-movement.
    """
    one = fight.combatants[who]
    if one.hold or (one.conditions and condition.bars_moving(one)):
        return []
    if one.mount and not mounted.may_move(fight, who):
        return []
    if one.perch and fight.ships and ship.holds_up(fight, one):
        return []
    named = [
        (other.id, other.at)
        for other in fight.combatants.values()
        if other.id != who
        and other.is_here
        and not (other.hidden and other.side != one.side)
        and not (fight.mounts and other.id in fight.mounts and fight.rider_of(other.id))
    ]
    named += [(f"{bands.PLACE}{n}", cover[0]) for n, cover in enumerate(fight.covers, 1)]
    ways: dict[int, tuple[str, ...]] = {}
    found: list[Option] = []
    for name, there in named:
        if there not in ways:
            ways[there] = tuple(
                way
                for way in ("toward", "away")
                if (at := bands.goal(fight, who, way, there, maneuvers)) is not None
                and may_go(fight, who, at)
            )
        found += [(word, way, name) for way in ways[there]]
    return found


def may_go(fight: IxFight, who: str, at: int) -> bool:
    """Whether nothing that holds or frightens `who` keeps it from going there.

    Implements ix.condition.grabbed, ix.fear.frightened-movement, ix.condition.demoralized.
    """
    one = fight.combatants[who]
    if not one.conditions:
        return True
    found = fight.combatants
    for grabber in condition.grabbed_by(fight, one):
        if grabber in found and abs(at - found[grabber].at) > abs(one.at - found[grabber].at):
            return False
    from affray.systems.ix.harm import fear  # it reaches back to turns

    return all(
        abs(at - found[source].at) >= abs(one.at - found[source].at)
        for source in fear.closer_barred(fight, who)
        if source in found
    )


def _move(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Implements ix.maneuver.move, ix.range.adjacent-cost, ix.range.far-cost,
    ix.range.same-turn, ix.range.record-engaged, ix.mounted.move, ix.mounted.move-distance,
    ix.flying.move."""
    far = key[0] == "move-far"
    way, named = key[1], key[2]
    steps = far_steps(fight, who) if far else 1
    at = bands.destination(fight, who, way, named, steps)
    if at is None:
        return
    rules: tuple[str, ...] = ("ix.maneuver.move", "ix.range.record-move")
    there = bands.spot(fight, named) or 0
    apart = max(abs(at - there), abs(fight.combatants[who].at - there))
    flies = flying.is_flying(fight.combatants[who])
    if flies:
        rules += ("ix.flying.move",)
    elif apart <= fight.numbers.medium_steps:
        rules += ("ix.range.adjacent-cost", "ix.range.sum")[: 1 + far]
    elif far:
        rules += ("ix.range.far-cost", "ix.range.same-turn")
    if fight.combatants[who].mount:
        rules += ("ix.mounted.move", "ix.mounted.move-distance")
    if table.recording:
        table.record("moved", rules, who=who, way=way, named=named, steps=steps)
    before = fight.combatants[who].at
    bands.move_to(fight, table, who, at, because=rules)
    if fight.mounts:
        mounted.ran(fight, who, at - before)
    met, one = fight.combatants.get(named), fight.combatants[who]
    if one.perch and fight.ships:
        ship.step_off(fight, table, who)
    reached = met is not None and met.is_here and met.at == at and bands.same_height(met, one)
    if way == "toward" and reached:
        bands.engage(fight, table, who, named, because="ix.range.record-engaged")


# ---- doing it ----


def split(key: Key) -> tuple[Key, str]:
    """A key of this module, and how it is paid for."""
    length = LENGTH[key[0]]
    return (key[:length], key[length]) if len(key) > length else (key, FREE)


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A Maneuver is paid for and done."""
    what, how = split(key)
    if budget.pay_maneuver(fight, table, who, how, cost_of(fight, who, what[0])):
        do(fight, table, who, what)


def do(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A Maneuver that is paid for, or that costs nothing."""
    one = fight.combatants[who]
    if budget.acts(fight, who):
        fight.spent += (key[0],)
    match key[0]:
        case "move" | "move-far":
            _move(fight, table, who, key)
        case "widen" | "close":
            from affray.systems.ix.scenes import chase  # it reaches back to Maneuvers

            chase.move(fight, table, who, key)
        case "aim":
            aim(fight, table, who)
        case "draw":
            _draw(fight, table, who, key[1])
        case "stow":
            gear.put_away(fight, table, who, key[1], "ix.maneuver.draw-or-stow")
        case "cover":
            take_cover(fight, table, who)
        case "catch-breath":
            catch_breath(fight, table, who)
        case "guard":
            guard.take(fight, table, who, guard.GUARDED)
        case "stand":
            rules = ("ix.maneuver.stand", "ix.grapple.takedown-stand")[: 1 + bool(one.hold)]
            condition.lift(fight, table, who, "prone", because=rules)
        case "interact":
            if table.recording:
                table.record("interacted", "ix.maneuver.interact", who=who, text=key[1])
        case "ready":
            one.readied = {**one.readied, key[1]: one.readied.get(key[1], 0) + 1}
            _told(table, "made-ready", "ix.quality.passive", who, key[1])
        case "reload":
            weapon = one.weapon(key[1])
            if weapon is not None:
                one.shots = {**one.shots, key[1]: weapon.rating("few-shots")}
                rules = ("ix.maneuver.interact", "ix.quality.passive")
                _told(table, "reloaded", rules, who, key[1])
        case "take-off" | "land" | "climb" | "descend" | "hover":
            flying.do(fight, table, who, key)
        case "man":
            ship.man(fight, table, who, key[1])
        case "clear":
            one.faults = {thing: f for thing, f in one.faults.items() if thing != key[1]}
            _told(table, "cleared", "ix.spend.bane-defaults", who, key[1])
        case "mount" | "dismount" | "gather":
            mounted.take(fight, table, who, key)


def _told(table: Table, code: str, because: Because, who: str, item: str) -> None:
    if table.recording:
        table.record(code, because, who=who, item=item)


def aim(fight: IxFight, table: Table, who: str) -> None:
    """Boon Dice for the next attack of this turn.

    Implements ix.maneuver.aim, ix.maneuver.aim-twice (house switch multiple-aims).
    """
    one = fight.combatants[who]
    one.aims = one.aims + 1 if fight.switches.multiple_aims else 1
    if table.recording:
        rules = ("ix.maneuver.aim", "ix.maneuver.aim-twice")[: 1 + (one.aims > 1)]
        dice = one.aims * fight.numbers.aim_boon_dice
        table.record("aimed", rules, who=who, dice=dice)


def _draw(fight: IxFight, table: Table, who: str, thing: str) -> None:
    packed = thing in fight.combatants[who].packed
    rules: tuple[str, ...] = ("ix.maneuver.draw-or-stow",)
    if packed and fight.combatants[who].has_talent("fast-hands"):
        rules += ("ix.maneuver.fast-hands",)
    gear.take_in_hand(fight, table, who, thing, rules)


def take_cover(fight: IxFight, table: Table, who: str) -> None:
    """Behind the cover at one's place. Implements ix.maneuver.take-cover,
    ix.maneuver.cover-defense."""
    one = fight.combatants[who]
    one.cover = bands.covers_at(fight, who)
    if table.recording:
        rules = ("ix.maneuver.take-cover", "ix.maneuver.cover-defense")
        table.record("cover", rules, who=who, defense=one.cover)


def can_catch_breath(fight: IxFight, who: str) -> bool:
    """Whether there is Strain to recover and a breath left to catch.

    Implements ix.maneuver.catch-breath, ix.condition.immolation.
    """
    one = fight.combatants[who]
    return (
        one.strain > 0
        and one.strain_points > 0
        and one.breaths < limit("catch-breath")
        and strain.can_catch_breath(one)
    )


def catch_breath(fight: IxFight, table: Table, who: str) -> None:
    """1 Strain less, 2 with the talent, once an encounter. Implements ix.maneuver.catch-breath."""
    one = fight.combatants[who]
    one.breaths += 1
    amount = 2 if one.has_talent("catch-breath") else 1
    if table.recording:
        table.record("caught-breath", "ix.maneuver.catch-breath", who=who)
    strain.recover(fight, table, who, amount, because="ix.maneuver.catch-breath")


def can_stand(fight: IxFight, who: str) -> bool:
    """Whether `who` lies, nobody holds it down, and it has not just taken down another.

    Implements ix.maneuver.stand, ix.grapple.takedown-stand.
    """
    one = fight.combatants[who]
    if "takedown" in fight.spent and who == fight.acting:
        return False
    return one.has("prone") and not any(
        other.hold == who and other.is_here for other in fight.combatants.values()
    )


# ---- a Maneuver out of order ----


def extra(fight: IxFight, table: Table, who: str, *, because: Because) -> None:
    """One Maneuver at once that nothing is paid for, or none; within the cap in one's own turn.

    Implements ix.spend.boon-defaults, ix.spend.bane-defaults, ix.turn.two-maneuver-cap.
    """
    if not extra_options(fight, who):
        return
    key = table.choose(who, lambda: [PASS, *extra_options(fight, who)], because=because)
    if key == PASS:
        return
    if budget.acts(fight, who):
        fight.maneuvers += 1
    if table.recording:
        rules = (*rules_of(because), "ix.turn.two-maneuver-cap")
        table.record("extra-maneuver", rules, who=who)
    do(fight, table, who, key)


def extra_options(fight: IxFight, who: str) -> list[Option]:
    """What one Maneuver could be, paid for already."""
    one = fight.combatants[who]
    own = budget.acts(fight, who)
    if not one.is_up or (own and fight.maneuvers >= limit("maneuvers")):
        return []
    if one.conditions and condition.bars_maneuvers(fight, one):
        return []
    if fight.scene == CHASE:
        from affray.systems.ix.scenes import chase  # it reaches back to Maneuvers

        return chase.extra_options(fight, who)
    return [
        option
        for option in _single(fight, who)
        if cost_of(fight, who, str(option[0])) == 1 and (own or option[0] != "aim")
    ]
