"""A turn: one Primary Action, one Move Action, reasonable Free Actions, each optional."""

from __future__ import annotations

from affray.kernel.keys import Key, Number, Option, Text
from affray.kernel.table import Table
from affray.systems.sixteen import (
    attack,
    condition,
    end,
    fatigue,
    miss,
    position,
    reaction,
    spell,
)
from affray.systems.sixteen.state import SixteenFight

END: Key = ("end",)
REST: Key = ("rest",)
STAND: Key = ("stand",)
PARTS = ("sixteen.turn.parts", "sixteen.turn.order-of-parts", "sixteen.turn.primary")
FREE = "sixteen.turn.free-actions"
REASONABLE: Key = ("reasonable",)
CEDE = "sixteen.initiative.cede-place"
TAKE: Key = ("take",)
DECLINE: Key = ("decline",)


def begin(fight: SixteenFight, table: Table, who: str, *, ceded: bool = False) -> None:
    """A turn comes up; it starts at once if there is nobody whom it could be ceded to.

    Implements sixteen.turn.parts, sixteen.initiative.order, sixteen.initiative.cede-place.
    """
    fight.combatants[who].acted = True
    fight.acting = who
    fight.stage = "turn"
    fight.primary = fight.numbers.primary_actions
    fight.moves = fight.numbers.move_actions
    fight.started = fight.underway = False
    fight.fresh = True
    fight.busy = False
    fight.came_from = fight.combatants[who].at
    fight.ceded = ceded
    fight.unwilling = ()
    if fight.passes:
        fight.lapse_passes("turn", who)
    if table.recording:
        rules = ("sixteen.initiative.order", "sixteen.turn.parts", "sixteen.turn.reaction-refresh")
        table.record("turn", rules, who=who, state=fight.standing(who).name)
    if not cedable(fight, who):
        start(fight, table, who)


def start(fight: SixteenFight, table: Table, who: str) -> None:
    """A turn starts: the Reaction is back, a rest is over, and what lasted until now ends.

    Implements sixteen.turn.reaction-refresh, sixteen.fatigue.rest-for-a-round.
    """
    if fight.started:
        return
    fight.started = True
    one = fight.combatants[who]
    one.resting = False
    one.reactions = fight.numbers.reactions
    condition.begin_turn(fight, table, who)


# ---- what may be done ----


def options(fight: SixteenFight, who: str) -> list[Option]:
    """What may be done at a choice on one's own turn; nothing if the turn is over.

    Implements sixteen.turn.parts, sixteen.turn.order-of-parts, sixteen.turn.primary,
    sixteen.condition.stunned, sixteen.condition.stunned-all-actions, sixteen.fatigue.useless.
    """
    if not goes_on(fight, who):
        return []
    if condition.is_stunned(fight, who):
        return [END]
    found: list[Option] = []
    standing = fight.standing(who)
    resting = fight.started and fight.combatants[who].resting
    if fight.primary > 0 and standing.primary and not resting:
        found += primaries(fight, who)
    if fight.moves > 0 and not resting:
        found += moves(fight, who)
    if fight.fresh:
        if fatigue.may_rest(fight, who):
            found.append(REST)
        if not fight.started:
            found += [("cede", ally) for ally in cedable(fight, who)]
    found += frees(fight, who)
    return [*found, END]


def goes_on(fight: SixteenFight, who: str) -> bool:
    """Whether it is the turn of `who`, who can have one. Implements
    sixteen.initiative.who-has-a-turn."""
    one = fight.combatants.get(who)
    return fight.acting == who and one is not None and one.is_present and fight.standing(who).turn


def primaries(fight: SixteenFight, who: str) -> list[Option]:
    """Attacks with what is in hand, spells, and anything as demanding.

    Implements sixteen.turn.primary, sixteen.position.reach.
    """
    weapon = fight.weapon_of(who)
    found: list[Option] = [
        ("attack", weapon.id, target) for target in attack.targets(fight, who, weapon.far)
    ]
    found += spell.options(fight, who)
    return [*found, ("demanding", Text())]


def moves(fight: SixteenFight, who: str) -> list[Option]:
    """Toward somebody, forward or back by so many steps, up from the ground, or for a weapon.

    Implements sixteen.position.move, sixteen.condition.prone, sixteen.condition.prone-cost,
    sixteen.condition.frightened, sixteen.miss.critical-result.
    """
    one = fight.combatants[who]
    found: list[Option] = []
    if one.has(condition.PRONE):
        if fatigue.movement(fight, who) > 0:
            found.append(STAND)
    else:
        reach, heading = fight.weapon_of(who).far, position.heading(fight, who)
        steps = {way: position.farthest(fight, who, way) for way in (heading, -heading)}
        for target in fight.opponents(who):
            gap = fight.combatants[target].at - one.at
            if abs(gap) > reach and steps[1 if gap > 0 else -1]:
                found.append(("move", "toward", target))
        for word, way in ((position.FORWARD, heading), (position.BACK, -heading)):
            if steps[way]:
                most = steps[way] // fight.numbers.step_feet
                found.append(("move", word, Number(1, most)))
    if fight.standing(who).move_factor != "none":
        within = fight.numbers.reach
        found += [
            ("pick-up", thing) for thing, place in one.dropped if abs(place - one.at) <= within
        ]
    return found


def frees(fight: SixteenFight, who: str) -> list[Option]:
    """Free Actions: drawing, dropping, speaking, something else.

    Implements sixteen.turn.free-actions, sixteen.fatigue.useless.
    """
    one = fight.combatants[who]
    found: list[Option] = [
        ("free", "draw", weapon.id)
        for weapon in one.weapons
        if weapon.id != one.in_hand and not one.lies(weapon.id)
    ]
    if one.holds():
        found.append(("free", "drop", one.in_hand))
    return [*found, ("free", "say", Text()), ("free", "other", Text())]


def cedable(fight: SixteenFight, who: str) -> list[str]:
    """Who may be given this turn: allies still to act, who have not declined it.

    A turn that was ceded is taken. Implements sixteen.initiative.cede-place.
    """
    if fight.ceded:
        return []
    return [
        ally
        for ally in fight.slots
        if ally != who
        and ally in fight.side_of(who)
        and not fight.combatants[ally].acted
        and ally not in fight.unwilling
        and fight.is_alive(ally)
        and not fight.is_unconscious(ally)
        and fight.knows(who, ally)
    ]


# ---- doing it ----


def act(fight: SixteenFight, table: Table) -> None:
    """One choice of whoever's turn it is, and all that comes of it.

    Implements sixteen.turn.parts, sixteen.turn.order-of-parts.
    """
    who = fight.acting
    if not goes_on(fight, who):
        finish(fight, table)
        return
    fight.underway = False
    key = table.choose(who, lambda: options(fight, who), because=PARTS)
    fight.underway = True
    if key[0] != "cede":
        start(fight, table, who)
    match key:
        case ("end",):
            finish(fight, table)
        case ("cede", ally):
            cede(fight, table, who, ally)
        case ("rest",):
            rest(fight, table, who)
        case ("free", kind, what):
            free(fight, table, who, kind, what)
        case _:
            _spend(fight, table, who, key)
    running = fight.result is None and fight.stage == "turn" and fight.acting == who
    if running and not goes_on(fight, who):
        finish(fight, table)


def _spend(fight: SixteenFight, table: Table, who: str, key: Key) -> None:
    """A Primary or a Move Action. Implements sixteen.turn.primary, sixteen.turn.order-of-parts."""
    fight.fresh = False
    fight.busy = True
    match key:
        case ("attack", weapon, target):
            fight.primary -= 1
            attack.attack(fight, table, who, ("weapon", weapon), target, ("sixteen.turn.primary",))
        case ("spell", spell_id, target):
            fight.primary -= 1
            spell.cast(fight, table, who, spell_id, target)
        case ("demanding", what):
            fight.primary -= 1
            if table.recording:
                table.record("demanding", "sixteen.turn.primary", who=who, what=what)
            fatigue.other_strenuous(fight, table, who)
        case ("move", how, where):
            fight.moves -= 1
            reaction.walk(fight, table, who, _feet(fight, who, how, where))
        case ("stand",):
            fight.moves -= 1
            fight.lift(who, condition.PRONE, table, condition.RULES[condition.PRONE])
        case ("pick-up", weapon):
            fight.moves -= 1
            pick_up(fight, table, who, weapon)


def _feet(fight: SixteenFight, who: str, how: str, where: str) -> int:
    if how == "toward":
        return position.toward(fight, who, where, fight.weapon_of(who).far)
    way = position.heading(fight, who) * (1 if how == position.FORWARD else -1)
    return way * int(where) * fight.numbers.step_feet


def pick_up(fight: SixteenFight, table: Table, who: str, weapon: str) -> None:
    """A weapon on the ground is in hand again. Implements sixteen.miss.critical-result."""
    one = fight.combatants[who]
    one.dropped = tuple(pair for pair in one.dropped if pair[0] != weapon)
    one.in_hand = weapon
    if table.recording:
        table.record("picked-up", miss.RESULT, who=who, weapon=weapon)


def free(fight: SixteenFight, table: Table, who: str, kind: str, what: str) -> None:
    """A Free Action, if it is reasonable; any but speaking breaks a rest.

    Implements sixteen.turn.free-actions, sixteen.fatigue.rest-for-a-round.
    """
    ruled = table.rule(FREE, _reasonable, _is_reasonable)
    if ruled != REASONABLE:
        if table.recording:
            table.record("unreasonable", FREE, who=who, action=kind, why=ruled[1])
        return
    one = fight.combatants[who]
    if kind == "draw" and not one.lies(what):
        one.in_hand = what
    elif kind == "drop" and one.in_hand == what and one.holds():
        one.in_hand = ""
        one.dropped = (*one.dropped, (what, one.at))
    if table.recording:
        table.record("free-action", FREE, who=who, action=kind, what=what)
    if kind != "say":
        fight.fresh = False
        if one.resting:
            fight.combatants[who].resting = False
            fight.primary = fight.moves = 0
            if table.recording:
                table.record("rest-broken", fatigue.REST[1], who=who)


def _reasonable() -> list[Option]:
    return [REASONABLE, ("unreasonable", Text())]


def _is_reasonable() -> Key:
    return REASONABLE


def rest(fight: SixteenFight, table: Table, who: str) -> None:
    """Declared at the start of the turn: no action, no movement, no Reaction until the next.

    Implements sixteen.fatigue.rest, sixteen.fatigue.rest-for-a-round.
    """
    one = fight.combatants[who]
    one.resting = True
    one.reactions = 0
    fight.fresh = False
    fight.primary = fight.moves = 0
    if table.recording:
        table.record("rests", fatigue.REST, who=who)


def cede(fight: SixteenFight, table: Table, who: str, ally: str) -> None:
    """An ally who is willing takes this turn; the two have swapped places for this round.

    Implements sixteen.initiative.cede-place.
    """
    answer = table.choose(
        ally, lambda: [TAKE, DECLINE] if ally in cedable(fight, who) else [DECLINE], because=CEDE
    )
    if answer != TAKE:
        fight.unwilling += (ally,)
        if table.recording:
            table.record("declined", CEDE, who=ally, by=who)
        return
    swapped = {who: ally, ally: who}
    fight.slots = tuple(swapped.get(one, one) for one in fight.slots)
    fight.combatants[who].acted = False
    if table.recording:
        table.record("ceded", CEDE, who=who, to=ally)
    begin(fight, table, ally, ceded=True)


def finish(fight: SixteenFight, table: Table) -> None:
    """The turn ends; what was not used is lost. Then the fatigue save, and whether it is away.

    Implements sixteen.turn.order-of-parts, sixteen.fatigue.from-round-seven,
    sixteen.condition.duration.
    """
    who = fight.acting
    start(fight, table, who)
    close(fight, table)
    fatigue.after_turn(fight, table, who)
    if fight.result is None:
        end.after_turn(fight, table, who)


def close(fight: SixteenFight, table: Table) -> None:
    """The turn that is going on is over, with no save; what lasted to its end ends.

    Implements sixteen.turn.order-of-parts, sixteen.condition.duration.
    """
    who = fight.acting
    fight.primary = fight.moves = 0
    if table.recording:
        table.record("turn-over", "sixteen.turn.order-of-parts", who=who)
    fight.stage = "next"
    fight.fresh = fight.underway = False
    condition.end_turn(fight, table, who)
