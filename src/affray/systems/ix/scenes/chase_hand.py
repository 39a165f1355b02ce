"""What a table sees of a chase on cards and counters, and what the GM changes of it by hand."""

from __future__ import annotations

from dataclasses import replace

from affray.kernel.naming import folded
from affray.kernel.question import Edit, Refused
from affray.kernel.sheet import Order, Tag, Track
from affray.kernel.table import Table
from affray.systems.ix.ledger import BANDS, EXTREME, skills
from affray.systems.ix.scenes import chase_gaps as gaps
from affray.systems.ix.scenes.chase_records import (
    BANE,
    CHECK,
    GOINGS,
    GROUNDS,
    LOST,
    Chase,
    Facing,
    Obstacle,
)
from affray.systems.ix.state import Fighter, IxFight

CHASE = "chase"
SCALE = "ix.chase.gap-scale"
MOST_OBSTACLES = 20
TAGS = ("ahead: *", "slowed down", "cannot close", "caught by *", "has lost *", "off its mount")
"""What a chase writes on cards."""


# ---- what all see ----


def is_played(fight: IxFight) -> bool:
    return fight.scene == CHASE and fight.chase is not None


def counters(fight: IxFight) -> list[Track]:
    """The gap of each pair that everybody knows of, how long Extreme has been held, and how many
    obstacles the quarry can still bring into play.

    Implements ix.chase.gap-scale, ix.chase.gap-per-pursuer, ix.chase.escape-count.
    """
    if not is_played(fight):
        return []
    found: list[Track] = []
    seen = [
        gap for gap in gaps.running(fight) if gaps.audience(fight, gap.pursuer, gap.quarry) == "all"
    ]
    is_shared = fight.switches.chase_gap == "shared"
    for gap in seen[:1] if is_shared else seen:
        pair = "" if is_shared else f" {fight[gap.pursuer].name} – {fight[gap.quarry].name}"
        word = BANDS[gap.bands].capitalize()
        found.append(Track(f"Gap{pair}", gap.bands, EXTREME, word=word, rule=SCALE))
        if gap.held:
            rule = "ix.chase.escape-count"
            found.append(Track(f"Rounds at Extreme{pair}", gap.held, gaps.ESCAPE_ROUNDS, rule=rule))
    obstacles = gaps.of(fight).obstacles
    if obstacles:
        left = [one.name for one in obstacles if not one.is_used]
        word = ", ".join(left) or "none"
        rule = "ix.chase.terrain"
        found.append(Track("Obstacles left", len(left), len(obstacles), word=word, rule=rule))
    return found


def tags(fight: IxFight, one: Fighter) -> list[Tag]:
    """What a chase means for somebody: what is before it, who has caught it, what it has lost.

    Implements ix.chase.quarry-obstacle, ix.chase.obstacle-failure, ix.chase.caught,
    ix.chase.gap-per-pursuer, ix.chase.mounted-fall.
    """
    chase = fight.chase
    if fight.scene != CHASE or chase is None:
        return []
    found: list[Tag] = []
    for facing in chase.facing:
        obstacle = chase.obstacle(facing.obstacle)
        if facing.who == one.id and obstacle is not None:
            how = "" if facing.how == CHECK else " (a Bane Die)"
            rule = "ix.chase.quarry-obstacle"
            found.append(Tag(f"ahead: {obstacle.name}{how}", rule, "its next turn"))
    if fight.turn and fight.acting == one.id:
        if chase.slowed:
            found.append(Tag("slowed down", "ix.chase.quarry-obstacle", "end of this turn"))
        if chase.barred:
            found.append(Tag("cannot close", "ix.chase.obstacle-failure", "end of this turn"))
    for gap in chase.gaps:
        if gap.quarry == one.id and gap.over == "caught":
            by = fight[gap.pursuer].name
            found.append(Tag(f"caught by {by}", "ix.chase.caught", about=(gap.pursuer,)))
        if gap.pursuer == one.id and gap.over == LOST:
            lost = fight[gap.quarry].name
            rule = "ix.chase.gap-per-pursuer"
            found.append(Tag(f"has lost {lost}", rule, about=(gap.quarry,)))
    if one.id in chase.fallen:
        found.append(Tag("off its mount", gaps.FALL))
    return found


def order(fight: IxFight) -> Order | None:
    """A chase has the order of slots of a fight. Implements ix.chase.framework."""
    return None


# ---- the GM's hand ----

OF_SCENE = ("ground", "going", "obstacle")
GAP, OBSTACLE, FALLEN = "gap:", "obstacle:", "fallen-rider"


def of_scene(name: str) -> bool:
    """Whether an edit of the scene is about a chase: its ground, how open it is, an obstacle."""
    return name in OF_SCENE or name.startswith(OBSTACLE)


def of_somebody(name: str) -> bool:
    """Whether a number or a tag of somebody is about a chase."""
    return name.startswith((GAP, OBSTACLE)) or name in (FALLEN, "off-its-mount")


def _running(fight: IxFight) -> Chase:
    if not is_played(fight):
        raise Refused("illegal", "There is no chase.", 'Set the scene to "chase" first.')
    return gaps.of(fight)


def scene_edit(fight: IxFight, edit: Edit) -> Chase:
    """The chase as an edit of the scene would have it; raises `Refused`.

    `ground` is one of GROUNDS, `going` of GOINGS; `obstacle` a new one as "name: skill, skill";
    `obstacle:ID` 1 makes one usable again, 0 uses it up.

    Implements ix.chase.terrain, ix.chase.obstacle-check.
    """
    chase = _running(fight)
    value = edit.value
    if edit.name == "ground" and value in GROUNDS:
        return replace(chase, ground=value)
    if edit.name == "going" and value in GOINGS:
        return replace(chase, going=value)
    if edit.name == "obstacle" and isinstance(value, str):
        return replace(chase, obstacles=(*chase.obstacles, _new_obstacle(chase, value)))
    obstacle = chase.obstacle(edit.name.removeprefix(OBSTACLE))
    if obstacle is not None and type(value) is int and value in (0, 1):
        now = replace(obstacle, is_used=not value)
        obstacles = tuple(now if one is obstacle else one for one in chase.obstacles)
        return replace(chase, obstacles=obstacles)
    known = ", ".join(f"obstacle:{one.id}" for one in chase.obstacles)
    raise Refused(
        "illegal",
        f"The chase has no {edit.name!r} of {value!r}.",
        f"There are ground ({', '.join(GROUNDS)}), going (open, narrow or nothing), obstacle "
        f'("a stair: athletics, reflexes") and, 0 or 1, {known or "no obstacle yet"}.',
    )


def _new_obstacle(chase: Chase, text: str) -> Obstacle:
    name, _, listed = text.partition(":")
    names = tuple(one.strip().casefold().replace(" ", "-") for one in listed.split(","))
    wrong = [one for one in names if one not in skills()]
    cure = 'Write it as "a stair: athletics, reflexes".'
    if wrong or not name.strip() or len(name) > 100 or not name.isprintable():
        raise Refused("illegal", f"{text[:120]!r} is no obstacle with its skills.", cure)
    if len(chase.obstacles) >= MOST_OBSTACLES:
        raise Refused("illegal", f"There are {MOST_OBSTACLES} obstacles already.")
    if any(folded(one.name) == folded(name) for one in chase.obstacles):
        raise Refused("illegal", f"{name.strip()!r} is there already.", "Give it another name.")
    taken = {one.id for one in chase.obstacles}
    number = next(n for n in range(1, 99) if f"obstacle-{n}" not in taken)
    return Obstacle(f"obstacle-{number}", name.strip(), names)


def put(fight: IxFight, chase: Chase) -> None:
    fight.chase = chase


def check_gap(fight: IxFight, who: str, edit: Edit) -> tuple[str, str]:
    """The pair whose gap an edit sets (`who` and "gap:ID"); raises `Refused`."""
    _running(fight)
    other = edit.name.removeprefix(GAP)
    for pursuer, quarry in ((who, other), (other, who)):
        if pursuer in fight.combatants and quarry in fight.combatants:
            sides = (gaps.is_quarry(fight, pursuer), gaps.is_quarry(fight, quarry))
            both_act = fight.is_participant(pursuer) and fight.is_participant(quarry)
            if sides == (False, True) and both_act:
                if type(edit.value) is not int or not 0 <= edit.value <= EXTREME:
                    cure = f"Give a whole number from 0 (contact) to {EXTREME} (Extreme)."
                    raise Refused("illegal", f"{edit.value!r} does not fit.", cure)
                return pursuer, quarry
    raise Refused("illegal", f"{who} and {other!r} are no pursuer and quarry.")


def set_gap(fight: IxFight, table: Table, pair: tuple[str, str], bands: int) -> None:
    """A gap by the GM's hand; at 0 the quarry is caught at once. Implements ix.chase.caught."""
    gaps.set_gap(fight, *pair, bands)
    gaps.catch(fight, table, by=pair[0])


def check_tag(fight: IxFight, name: str) -> None:
    """Raises `Refused` for a tag of a chase that makes no sense."""
    chase = _running(fight)
    if name.startswith(OBSTACLE) and chase.obstacle(name.removeprefix(OBSTACLE)) is None:
        known = ", ".join(f"obstacle:{one.id}" for one in chase.obstacles)
        raise Refused("illegal", f"There is no {name!r}.", f"There are: {known}.")
    if name.startswith(GAP):
        raise Refused("illegal", "A gap is a number.", "Set it, from 0 to 4.")


def tag(fight: IxFight, table: Table, who: str, name: str, *, holds: bool) -> None:
    """Somebody has an obstacle before it or not, or has come off its mount or not.

    Implements ix.chase.quarry-obstacle, ix.chase.mounted-fall.
    """
    chase = gaps.of(fight)
    if not name.startswith(OBSTACLE):
        if holds:
            gaps.fell(fight, table, who)
        else:
            fallen = tuple(one for one in chase.fallen if one != who)
            fight.chase = replace(chase, fallen=fallen)
        return
    obstacle = name.removeprefix(OBSTACLE)
    kept = tuple(one for one in chase.facing if (one.who, one.obstacle) != (who, obstacle))
    if holds:
        by = next((gap.quarry for gap in gaps.of_one(fight, who)), who)
        kept += (Facing(who, obstacle, by, CHECK),)
    fight.chase = replace(chase, facing=kept)


def numbers(fight: IxFight, who: str) -> list[str]:
    """The gaps of somebody by the names that an edit takes."""
    if not is_played(fight):
        return []
    return [
        f"{GAP}{gap.quarry if gap.pursuer == who else gap.pursuer}"
        for gap in gaps.of_one(fight, who)
    ]


__all__ = ["BANE", "counters", "numbers", "order", "tags"]
