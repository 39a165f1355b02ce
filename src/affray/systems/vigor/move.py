"""Movement: straight legs over the plane, what they cost and what they provoke."""

from __future__ import annotations

from affray.kernel.keys import Key, Number, Option
from affray.kernel.table import Table
from affray.systems.vigor import position, reaction, weapon
from affray.systems.vigor.state import MOVEMENT, Spot, VigorFight, Warrior

MOVE = "move"
STAY: Key = ("stay",)
GO_ON: Key = ("go-on",)
STOP: Key = ("stop",)
MOST = 100_000
"""Nobody goes farther from the middle of the plane than this, in feet."""


# ---- how far ----


def of_turn(fight: VigorFight, who: str) -> int:
    """The movement of a turn: 30 feet, less what an injury or a stone takes; used up with it.

    Implements vigor.move.base, vigor.role.minor-attack-and-ac, vigor.injury.twisted-ankle,
    vigor.weapon-maneuver.harry.
    """
    one = fight[who]
    feet = fight.numbers.minor_speed_feet if one.is_minor else MOVEMENT
    if "twisted-ankle" in one.injuries:
        feet += fight.numbers.twisted_ankle_feet
    if one.effects:
        feet -= sum(e.amount for e in one.effects if e.kind == "harried")
        fight.lift(who, "harried")
    return max(feet, 0)


def of_sprint(fight: VigorFight, who: str) -> int:
    """What Sprint adds. Implements vigor.move.sprint, vigor.injury.bruised-ribs."""
    if "bruised-ribs" in fight[who].injuries:
        return fight.numbers.bruised_ribs_sprint_feet
    return MOVEMENT


def sprint_rules(one: Warrior) -> tuple[str, ...]:
    """The rules that a Sprint goes by, for an event."""
    if "bruised-ribs" in one.injuries:
        return ("vigor.move.sprint", "vigor.injury.bruised-ribs")
    return ("vigor.move.sprint",)


# ---- where to ----


def options(fight: VigorFight, who: str, feet: int) -> list[Option]:
    """("move", "next-to", whom), ("move", "into-reach", whom), ("move", "away") and ("move", "to",
    x, y), as far as the feet allow; nothing if not one step can be made. Nobody goes where it is:
    next to whom it stands beside already, on the plane or by the GM's word.

    Implements vigor.position.move.
    """
    step = fight.numbers.step_feet
    if feet < step:
        return []
    own = fight[who]
    far = reaction.reach(fight, who)
    found: list[Option] = []
    for other in fight.standing():
        if other.id == who or not fight.knows(who, other.id):
            continue
        apart = position.distance(own.spot, other.spot)
        if fight.facts:
            apart = min(apart, position.between(fight, who, other.id))
        if apart > step:
            found.append((MOVE, "next-to", other.id))
        if other.side != own.side and apart > far > step:
            found.append((MOVE, "into-reach", other.id))
    if position.nearest_opponent(fight, who):
        found.append((MOVE, "away"))
    found = [key for key in found if way(fight, who, tuple(map(str, key)), feet)]
    across, along = own.spot
    wide = feet // step * step
    low, high = max(across - wide, -MOST), min(across + wide, MOST)
    bottom, top = max(along - wide, -MOST), min(along + wide, MOST)
    if low <= high and bottom <= top:
        found.append((MOVE, "to", Number(low, high), Number(bottom, top)))
    return found


def goal_of(fight: VigorFight, who: str, key: Key, feet: int) -> Spot:
    """The point that a key of `options` means.

    "Next to" and "into reach" are the nearest free point of those beside the other, or within
    reach of it, and on the way to it if none can be got to; "away" is straight away from the
    nearest opponent.
    """
    own = fight[who]
    match key[1]:
        case "to":
            return position.snapped(fight, int(key[2]), int(key[3]))
        case "away":
            points = away(fight, who, feet)
            return points[-1] if points else own.spot
        case "into-reach":
            return beside(fight, who, key[2], reaction.reach(fight, who), feet)
    return beside(fight, who, key[2], fight.numbers.step_feet, feet)


def way(fight: VigorFight, who: str, key: Key, feet: int) -> list[Spot]:
    """The points of the leg that a key of `options` means, as far as the feet go."""
    goal = goal_of(fight, who, key, feet)
    return plan(fight, who, _leg(fight, who, goal, feet), feet)[0]


def _leg(fight: VigorFight, who: str, goal: Spot, feet: int) -> list[Spot]:
    """The first so many feet of the leg to the goal."""
    return position.leg(fight[who].spot, goal, fight.numbers.step_feet, max(feet, 0))


def beside(fight: VigorFight, who: str, other: str, within: int, feet: int) -> Spot:
    """The free point at most `within` feet from the other that takes the least movement.

    Of several the one nearest to the straight way; the other's own point if none can be got to,
    so that a leg goes as far toward it as it may.
    """
    start, end = fight[who].spot, fight[other].spot
    step = fight.numbers.step_feet
    if within < step:
        return end
    reach = within // step
    first = max(position.distance(start, end) // step - reach, 1)
    (on_the_way,) = position.ray(start, end, step, first, first)
    best: tuple[int, int, int, int, int] | None = None
    taken = {one.spot for one in fight.standing() if one.id != who}
    for across in range(-reach, reach + 1):
        for along in range(-reach, reach + 1):
            spot = (end[0] + across * step, end[1] + along * step)
            if spot in taken or position.is_closed(fight, spot):
                continue
            apart = position.distance(start, spot)
            if apart > feet:
                continue
            off = abs(spot[0] - on_the_way[0]) + abs(spot[1] - on_the_way[1])
            rank = (apart, off, -position.distance(spot, end), *spot)
            if best is None or rank < best:
                best = rank
    return end if best is None else (best[3], best[4])


def away(fight: VigorFight, who: str, feet: int) -> list[Spot]:
    """The points straight away from the nearest opponent. Implements vigor.position.flight."""
    near = position.nearest_opponent(fight, who)
    if not near:
        return []
    step = fight.numbers.step_feet
    return position.beyond(fight[near].spot, fight[who].spot, step, feet)


# ---- going there ----


def plan(fight: VigorFight, who: str, points: list[Spot], feet: int) -> tuple[list[Spot], int]:
    """The points that can be walked with so many feet, and what they use up.

    The leg passes through points where others stand, ends before a closed one, and ends on the
    last free point that the movement pays for.

    Implements vigor.position.move, vigor.position.difficult, vigor.move.difficult-terrain.
    """
    walked: list[Spot] = []
    spent = 0
    last_free, spent_there = 0, 0
    taken = {one.spot for one in fight.standing() if one.id != who}
    for spot in points:
        cost = position.step_cost(fight, spot)
        if spent + cost > feet or (fight.ground and position.is_closed(fight, spot)):
            break
        walked.append(spot)
        spent += cost
        if spot not in taken:
            last_free, spent_there = len(walked), spent
    return walked[:last_free], spent_there


def walk(
    fight: VigorFight,
    table: Table,
    who: str,
    points: list[Spot],
    goal: Spot,
    feet: int,
    because: tuple[str, ...],
    *,
    provokes: bool = True,
) -> int:
    """Walks the points of a leg to a goal one by one; says how many feet it has used up.

    Before a step that leaves an opponent's reach that opponent may strike; after the reactions the
    mover goes on or stops. After a step into the reach of somebody who waits for it, that one may
    strike. A mover who is put elsewhere on the way goes on from there.

    Implements vigor.position.leg, vigor.position.move, vigor.position.leaving-reach,
    vigor.position.entering-reach.
    """
    points, _ = plan(fight, who, points, feet)
    spent = told = 0
    start = fight[who].spot
    status = fight[who].status
    while points:
        there = points[0]
        if provokes and reaction.whom_it_leaves(fight, who, there):
            start, told = _tell(fight, table, who, start, spent, told, because)
            reacted = reaction.leaving(fight, table, who, there)
            here = fight[who].spot
            if not _goes_on(fight, table, who, status, reacted=reacted):
                break
            if here != start:  # pushed or placed elsewhere by a reaction
                start = here
                left = feet - spent
                points, _ = plan(fight, who, _leg(fight, who, goal, left), left)
                continue
        here = fight[who].spot
        fight.move_to(who, there)
        spent += position.step_cost(fight, there)
        points = points[1:]
        if reaction.whom_it_enters(fight, who, here):
            start, told = _tell(fight, table, who, start, spent, told, because)
            reaction.entering(fight, table, who, here)
            if fight.result is not None or fight[who].status != status or fight[who].removed:
                break
            if fight[who].spot != there:
                start = fight[who].spot
                left = feet - spent
                points, _ = plan(fight, who, _leg(fight, who, goal, left), left)
    if points and fight.result is not None and fight.is_in(who):
        spent += _get_past(fight, who, points)
    _tell(fight, table, who, start, spent, told, because)
    return spent


def _get_past(fight: VigorFight, who: str, points: list[Spot]) -> int:
    """A reaction has ended the fight while the mover passed a friend: it still gets past, so that
    no two stand on one point. How many feet that takes. Implements vigor.position.move."""
    spent = 0
    for there in points:
        if position.is_free(fight, fight[who].spot, who):
            break
        fight.move_to(who, there)
        spent += position.step_cost(fight, there)
    return spent


def _goes_on(fight: VigorFight, table: Table, who: str, status: str, *, reacted: bool) -> bool:
    """Whether the leg goes on after reactions: the mover may stop where nobody else stands.

    `status` is what it was before; one that only runs away never stops.

    Implements vigor.position.leaving-reach, vigor.npc.minor-fleeing.
    """
    one = fight[who]
    if fight.result is not None or one.removed or one.status != status:
        return False
    if not reacted or status:
        return True

    def options() -> list[Option]:
        if not fight.is_in(who):
            return [STOP]
        is_free = position.is_free(fight, fight[who].spot, who)
        return [GO_ON, STOP] if is_free else [GO_ON]

    return table.choose(who, options, because="vigor.position.leaving-reach") == GO_ON


def _tell(
    fight: VigorFight,
    table: Table,
    who: str,
    start: Spot,
    spent: int,
    told: int,
    because: tuple[str, ...],
) -> tuple[Spot, int]:
    """Records the way walked since the last time, if any."""
    here = fight[who].spot
    if here == start:
        return start, told
    if table.recording:
        rules = [*because, "vigor.position.move", "vigor.position.leg"]
        if (spent - told) > position.distance(start, here):
            rules += ["vigor.move.difficult-terrain", "vigor.position.difficult"]
        table.record(
            "moved",
            tuple(rules),
            audience=fight.audience(who),
            who=who,
            start=list(start),
            end=list(here),
            feet=spent - told,
        )
    return here, spent


def on_turn(fight: VigorFight, table: Table, who: str, key: Key) -> None:
    """One leg of the turn's movement, before or after the action.

    Implements vigor.move.base, vigor.position.move, vigor.action.disengage,
    vigor.weapon-maneuver.slip-past.
    """
    goal = goal_of(fight, who, key, fight.feet)
    points = _leg(fight, who, goal, fight.feet)
    if not plan(fight, who, points, fight.feet)[0]:
        # A way that is barred costs nothing; one who insists stands still, so that play goes on.
        fight.feet = 0 if fight.barred else fight.feet
        fight.barred = True
        if table.recording:
            table.record("no-way", "vigor.position.move", audience=fight.audience(who), who=who)
        return
    fight.underway = True
    provokes = not fight.disengaged and not weapon.lasts(fight[who], "slip-past")
    rules: tuple[str, ...] = ("vigor.move.base",)
    if not provokes:
        way = "vigor.action.disengage" if fight.disengaged else "vigor.weapon-maneuver.slip-past"
        rules = (*rules, way)
    spent = walk(fight, table, who, points, goal, fight.feet, rules, provokes=provokes)
    fight.feet = max(fight.feet - spent, 0)


def free(fight: VigorFight, table: Table, who: str, feet: int, rule: str) -> None:
    """A move that a Maneuver gives: it provokes no opportunity attack and costs no movement."""

    def listed() -> list[Option]:
        return [*options(fight, who, feet), STAY] if fight.is_in(who) else [STAY]

    key = table.choose(who, listed, because=rule)
    if key == STAY:
        return
    goal = goal_of(fight, who, key, feet)
    walk(fight, table, who, _leg(fight, who, goal, feet), goal, feet, (rule,), provokes=False)


def push(fight: VigorFight, table: Table, who: str, by: str, feet: int) -> None:
    """Straight away from the pusher, point by point, until the next point is taken or closed.

    Implements vigor.position.push, vigor.weapon-maneuver.drive-back.
    """
    start = fight[who].spot
    for spot in position.beyond(fight[by].spot, start, fight.numbers.step_feet, feet):
        if not position.is_free(fight, spot, who):
            break
        fight.move_to(who, spot)
    if table.recording:
        because = ("vigor.weapon-maneuver.drive-back", "vigor.position.push")
        end = list(fight[who].spot)
        table.record("pushed", because, who=who, by=by, start=list(start), end=end)


def run_away(
    fight: VigorFight, table: Table, who: str, feet: int, *, provokes: bool = True
) -> None:
    """A fleeing Minor goes straight away from its nearest opponent with all its movement.

    Implements vigor.position.flight, vigor.npc.minor-fleeing.
    """
    because = ("vigor.npc.minor-fleeing", "vigor.position.flight")
    points = away(fight, who, feet)
    if points:
        walk(fight, table, who, points, points[-1], feet, because, provokes=provokes)
