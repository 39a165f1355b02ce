"""Grappling: seizing somebody, what a hold allows, how it ends, and how one gets out of it.

The grappler's `hold` names whom it holds; the held one is Restrained with the grappler as source.
`hold_kept` says that the hold outlasts the grappler's turn.
"""

from __future__ import annotations

from affray.kernel.keys import Key, Number, Option
from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.fight import budget, off_guard
from affray.systems.ix.fight import range as bands
from affray.systems.ix.harm import condition, damage
from affray.systems.ix.ledger import trial_dice
from affray.systems.ix.rolls import opposed, spend, talent
from affray.systems.ix.rolls.check import GRAPPLE, SKILL, Check, make
from affray.systems.ix.rolls.pool import Build, rank_of
from affray.systems.ix.state import Fighter, IxFight

WORDS = frozenset(("grapple", "hold", "escape", "release"))
MAINTAIN, HARM, DRAG, TAKEDOWN = "maintain", "harm", "drag", "takedown"
BACK, ON = "back", "on"
LARGER, SMALLER = 1, 2
"""How many Scales larger, and how many smaller, than a grappler its target may be."""
MOST_DICE = 6
OPPOSED = ("ix.grapple.opposed", "ix.grapple.defense-pool")
RESTRAINED, GRABBED = "restrained", "grabbed"


# ---- who can do what ----


def options(fight: IxFight, who: str) -> list[Option]:
    """The Actions of grappling that `who` could take.

    Implements ix.grapple.action, ix.grapple.hold-action, ix.grapple.escape,
    ix.condition.grabbed-escape.
    """
    one = fight.combatants[who]
    found: list[Option] = []
    if not one.hold:
        found += [("grapple", foe) for foe in fight.opposing(who) if can_seize(fight, who, foe)]
    elif held_by(fight, who, one.hold):
        found += [("hold", MAINTAIN), ("hold", HARM)]
        if not condition.bars_moving(one):
            found += [("hold", DRAG, BACK), ("hold", DRAG, ON)]
        found.append(("hold", TAKEDOWN))
    held = holders(one)
    if len(held) == 1:
        found.append(("escape",))
    else:
        found += [("escape", source) for source in held]
    return found


def can_seize(fight: IxFight, who: str, target: str) -> bool:
    """Whether somebody is Engaged, or at one's very place, and not too large or too small.

    Implements ix.grapple.requires-engaged, ix.grapple.size-up, ix.grapple.size-down.
    """
    one, other = fight.combatants[who], fight.combatants[target]
    if not other.is_here or other.is_down or (other.hidden and one.side == "heroes"):
        return False
    if not -SMALLER <= other.scale - one.scale <= LARGER:
        return False
    return bands.same_height(one, other) and (
        bands.steps(fight, who, target) < fight.numbers.short_steps
    )


def held_by(fight: IxFight, who: str, target: str) -> bool:
    """Whether `who` has a hold on a target that is still there."""
    held = fight.combatants.get(target)
    return fight.combatants[who].hold == target and held is not None and held.is_here


def holders(one: Fighter) -> list[str]:
    """What holds somebody: grapplers and other sources of Restrained or Grabbed."""
    return list(
        dict.fromkeys(each.source for each in one.conditions if each.id in (RESTRAINED, GRABBED))
    )


def quick(fight: IxFight, who: str) -> list[Option]:
    """Letting go of whom one holds, or has Grabbed otherwise.

    Implements ix.grapple.release, ix.condition.grabbed.
    """
    one = fight.combatants[who]
    found: list[Option] = [("release",)] if one.hold else []
    return found + [("release", other) for other in grabbed(fight, who) if other != one.hold]


def grabbed(fight: IxFight, who: str) -> list[str]:
    """Those whom somebody has Grabbed, by a grapple or not. Implements ix.condition.grabbed."""
    return [
        other.id
        for other in fight.combatants.values()
        if other.conditions
        and any(each.id == GRABBED and each.source == who for each in other.conditions)
    ]


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """One of the Actions of `options`, or letting go."""
    if key[0] == "release":
        if len(key) > 1:
            lets_go = ("ix.condition.grabbed", "ix.grapple.release")
            condition.lift(fight, table, key[1], GRABBED, source=who, because=lets_go)
        else:
            release(fight, table, who, "ix.grapple.release")
        return
    if not budget.spend_action(fight, table, who):
        return
    if key[0] == "grapple":
        seize(fight, table, who, key[1])
    elif key[0] == "escape":
        held = holders(fight.combatants[who])
        source = key[1] if len(key) > 1 else held[0] if held else ""
        escape(fight, table, who, source)
    elif key[1] == MAINTAIN:
        rules = ("ix.grapple.maintain", "ix.grapple.hold-action", "ix.grapple.lapse")
        keep(fight, table, who, rules)
    elif key[1] == HARM:
        harm(fight, table, who)
    elif key[1] == DRAG:
        drag(fight, table, who, key[2])
    else:
        take_down(fight, table, who)


# ---- seizing ----


def seize(fight: IxFight, table: Table, who: str, target: str) -> None:
    """Unarmed or Athletics, whichever is better, against the target's Might and Agility.

    Implements ix.grapple.action, ix.grapple.opposed, ix.grapple.defense-pool,
    ix.grapple.example-pool, ix.grapple.success, ix.grapple.engaged, ix.grapple.circumstances.
    """
    one = fight.combatants[who]
    bands.engage(fight, table, who, target, because="ix.grapple.requires-engaged")
    if target not in one.struck:
        one.struck += (target,)
    boon, bane = _circumstances(fight, table)
    skill = _better(fight, fight.combatants[who], "unarmed", "athletics")
    starter = Check(GRAPPLE, who, skill=skill, target=target, moves=True)
    defender = Check(
        GRAPPLE, target, characteristic="might", second="agility", target=who, moves=True
    )

    def dice(build: Build) -> bool:
        build.give("boon", boon, "circumstances", "ix.grapple.circumstances")
        build.give("bane", bane, "circumstances", "ix.grapple.circumstances")
        return can_seize(fight, who, target)

    because = ("ix.grapple.action", *OPPOSED)
    found = opposed.contest(fight, table, starter, defender, dice, because=because, spends=False)
    if found.won and can_seize(fight, who, target):
        hold(fight, table, who, target)
    elif table.recording:
        table.record("grapple-failed", OPPOSED, who=who, target=target)
    opposed.settle(fight, table, found)


def _better(fight: IxFight, one: Fighter, first: str, second: str) -> str:
    """The skill with the higher rank; both go with Might."""
    ranks = [rank_of(one, skill, fight.numbers) for skill in (first, second)]
    return first if ranks[0] >= ranks[1] else second


def _circumstances(fight: IxFight, table: Table) -> tuple[int, int]:
    """Boon and Bane Dice that the GM sees in the struggle.

    Implements ix.grapple.circumstances.
    """
    key = table.rule(
        "ix.grapple.circumstances",
        lambda: [("dice", Number(0, MOST_DICE), Number(0, MOST_DICE))],
        lambda: ("dice", "0", "0"),
    )
    return int(key[1]), int(key[2])


def hold(fight: IxFight, table: Table, who: str, target: str) -> None:
    """The target is Restrained. Implements ix.grapple.success, ix.grapple.engaged."""
    one = fight.combatants[who]
    one.hold, one.hold_kept = target, True
    if table.recording:
        rules = ["ix.grapple.success", "ix.grapple.engaged"]
        larger = fight.combatants[target].scale - one.scale
        if larger:
            size = "ix.grapple.size-up" if larger > 0 else "ix.grapple.size-down"
            rules += [size, "ix.grapple.scale"]
        table.record("seized", tuple(rules), who=who, target=target)
    condition.give(
        fight, table, target, RESTRAINED, ends="escape", source=who, because="ix.grapple.success"
    )


# ---- what a grappler does with it ----


def keep(fight: IxFight, table: Table, who: str, because: Because) -> None:
    """The hold outlasts this turn. Implements ix.grapple.maintain, ix.grapple.lapse."""
    one = fight.combatants[who]
    one.hold_kept = True
    if table.recording:
        table.record("hold-kept", because, who=who, target=one.hold)


def harm(fight: IxFight, table: Table, who: str) -> None:
    """Damage as much as Might, no check; Resistance counts.

    Implements ix.grapple.harm, ix.damage.unarmed, ix.talent.punishing-hold.
    """
    one = fight.combatants[who]
    target = one.hold
    one.hold_kept = True
    more = talent.hold_damage(fight, who, target)
    because: tuple[str, ...] = ("ix.grapple.harm",)
    if more:
        because += ("ix.talent.punishing-hold", *off_guard.why(fight, target, who))
    damage.deal(
        fight, table, target, one.rating("might") + more, by=who, weapon="unarmed", because=because
    )


def drag(fight: IxFight, table: Table, who: str, way: str) -> None:
    """An Average Athletics check moves both one band: back to one's own end of the line, or on.

    Implements ix.grapple.drag, ix.grapple.failed-check, ix.range.record-move.
    """
    if not _struggle(fight, table, who, "average", "ix.grapple.drag"):
        spend.settle(fight, table)
        return
    one = fight.combatants[who]
    target = one.hold
    toward_foes = 1 if one.side == "heroes" else -1
    step = fight.numbers.shift_steps * (toward_foes if way == ON else -toward_foes)
    if table.recording:
        rules = ("ix.grapple.drag", "ix.range.record-move")
        table.record("dragged", rules, who=who, target=target, way=way)
    pairs = frozenset(((who, target), (target, who))) & fight.engaged
    fight.engaged -= pairs  # the two stay in contact on their way
    for each in (who, target):
        at = fight.combatants[each].at + step
        bands.move_to(fight, table, each, at, because="ix.grapple.drag")
    fight.engaged |= pairs
    spend.settle(fight, table)


def take_down(fight: IxFight, table: Table, who: str) -> None:
    """A Hard Athletics check: both fall Prone.

    Implements ix.grapple.takedown, ix.grapple.failed-check.
    """
    target = fight.combatants[who].hold
    if _struggle(fight, table, who, "hard", "ix.grapple.takedown"):
        for each in (who, target):
            condition.give(fight, table, each, "prone", source=who, because="ix.grapple.takedown")
        fight.spent += (TAKEDOWN,)
    spend.settle(fight, table)


def _struggle(fight: IxFight, table: Table, who: str, difficulty: str, because: str) -> bool:
    """A check of the grappler on whom it holds; the hold goes on whatever comes of it.

    Implements ix.grapple.failed-check, ix.grapple.lapse.
    """
    one = fight.combatants[who]
    target = one.hold
    one.hold_kept = True
    check = Check(SKILL, who, skill="athletics", difficulty=trial_dice(difficulty), target=target)
    make(fight, table, check, lambda build: held_by(fight, who, target), because=because)
    if not check.succeeded and table.recording:
        rules = (because, "ix.grapple.failed-check")
        table.record("struggle-failed", rules, who=who, target=target)
    return check.succeeded


# ---- getting out ----


def escape(fight: IxFight, table: Table, who: str, source: str) -> None:
    """Might or Athletics against the grappler's; what is no grapple is escaped from likewise, or
    against Average difficulty if its source has no strength of its own.

    Implements ix.grapple.escape, ix.grapple.escape-ties (house switch escape-ties),
    ix.grapple.size-escape, ix.condition.grabbed-escape.
    """
    grappler = fight.combatants.get(source)
    is_grapple = grappler is not None and grappler.hold == who
    rule = "ix.grapple.escape" if is_grapple else "ix.condition.grabbed-escape"
    check = _athletic(fight, GRAPPLE, who, source if grappler is not None else "")

    def dice(build: Build) -> bool:
        if grappler is not None and is_grapple:
            larger = fight.combatants[source].scale - fight.combatants[who].scale
            more = larger * fight.numbers.escape_bane_dice_per_scale
            build.give("bane", more, "a larger grappler", "ix.grapple.size-escape")
        return source in holders(fight.combatants[who])

    if grappler is None or not grappler.is_up:
        check.target = ""
        check.difficulty = trial_dice("average")
        make(fight, table, check, dice, because=rule)
        if check.succeeded:
            freed(fight, table, who, source, rule)
        spend.settle(fight, table)
        return
    against = _athletic(fight, GRAPPLE, source, who)
    found = opposed.contest(
        fight,
        table,
        check,
        against,
        dice,
        because=(rule, "ix.grapple.escape-ties"),
        tie_wins=fight.switches.escape_ties == "target",
        spends=False,
    )
    if found.won:
        freed(fight, table, who, source, rule)
    elif table.recording:
        table.record("escape-failed", (rule, "ix.grapple.escape-ties"), who=who, target=source)
    opposed.settle(fight, table, found)


def _athletic(fight: IxFight, kind: str, who: str, target: str) -> Check:
    """Athletics if there is any training in it, Might alone otherwise: each side's own choice.

    Implements ix.grapple.escape, ix.pool.characteristic-alone.
    """
    trained = rank_of(fight.combatants[who], "athletics", fight.numbers) > 0
    if trained:
        return Check(kind, who, skill="athletics", target=target)
    return Check(kind, who, characteristic="might", target=target)


def freed(fight: IxFight, table: Table, who: str, source: str, because: Because) -> None:
    """Somebody is out of a hold and can move normally. Implements ix.grapple.escape."""
    grappler = fight.combatants.get(source)
    if grappler is not None and grappler.hold == who:
        _let_go(fight, table, grappler, because)
        return
    for name in (RESTRAINED, GRABBED):
        condition.lift(fight, table, who, name, source=source, because=because)


# ---- how a hold ends ----


def release(fight: IxFight, table: Table, who: str, because: Because) -> None:
    """The grappler lets go. Implements ix.grapple.release."""
    if fight.combatants[who].hold:
        _let_go(fight, table, fight.combatants[who], because)


def _let_go(fight: IxFight, table: Table, one: Fighter, because: Because) -> None:
    target = one.hold
    one.hold, one.hold_kept = "", False
    if table.recording:
        table.record("hold-over", rules_of(because), who=one.id, target=target)
    if target in fight.combatants:
        for name in (RESTRAINED, GRABBED):
            condition.lift(fight, table, target, name, source=one.id, because=because)


def fallen(fight: IxFight, table: Table, who: str) -> None:
    """Somebody can do nothing any more, or has left: it holds nobody. Whoever is held stays so
    while it lies there. Implements ix.grapple.release, ix.condition.grabbed.
    """
    one = fight.combatants[who]
    if one.hold:
        _let_go(fight, table, one, "ix.grapple.release")
    for other in grabbed(fight, who):
        condition.lift(fight, table, other, GRABBED, source=who, because="ix.condition.grabbed")


def gone(fight: IxFight, table: Table, who: str) -> None:
    """Somebody is out of the fight: it holds nobody and is held by nobody."""
    fallen(fight, table, who)
    for one in fight.combatants.values():
        if one.hold == who:
            _let_go(fight, table, one, "ix.grapple.release")


def turn_ends(fight: IxFight, table: Table, who: str) -> None:
    """A hold that was not kept up in the grappler's turn lapses; one with nobody in it is over.

    Implements ix.grapple.lapse (house switch hold-needs-action).
    """
    one = fight.combatants[who]
    if one.hold:
        if not held_by(fight, who, one.hold) or bands.steps(fight, who, one.hold):
            _let_go(fight, table, one, "ix.grapple.release")
        elif not one.hold_kept and fight.switches.hold_needs_action:
            _let_go(fight, table, one, "ix.grapple.lapse")
        one.hold_kept = False
    if one.conditions:
        _slipped(fight, table, one)


def _slipped(fight: IxFight, table: Table, one: Fighter) -> None:
    """Whoever was held by somebody who is gone, or who stands elsewhere, is free."""
    for source in holders(one):
        grappler = fight.combatants.get(source)
        if grappler is None or (grappler.is_up and grappler.at == one.at):
            continue
        if grappler.hold == one.id:
            _let_go(fight, table, grappler, "ix.grapple.release")
        elif not grappler.is_here:
            freed(fight, table, one.id, source, "ix.grapple.release")
