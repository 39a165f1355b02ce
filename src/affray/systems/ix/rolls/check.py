"""Making a check: one open pool, one roll of all dice, one reading.

Everything rolls through `make`: attacks, opposed checks, fear, Medicine, casting, grapples,
initiative. The pool stays open until the roller rolls: the GM's dice and upgrades, Peril, and
anybody's Fortune are offers on it. What the roll brings besides is spent in `spend`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from affray.dice.symbols import SymbolPool
from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.dice import Net
from affray.systems.ix.harm import condition
from affray.systems.ix.hazards import light
from affray.systems.ix.ledger import skills
from affray.systems.ix.rolls import assist, effects, story, talent
from affray.systems.ix.rolls.pool import Build, rank_of
from affray.systems.ix.state import MINION, Fighter, IxFight

ATTACK, CASTING, FEAR, MEDICINE = "attack", "casting", "fear", "medicine"
GRAPPLE, INITIATIVE, SKILL, OPPOSED = "grapple", "initiative", "skill", "opposed"

Dice = Callable[[Build], bool]
"""Adds what one kind of check has of its own to a pool, from the state as it is; False says that
the check makes no sense any more."""


@dataclass(slots=True)
class Check:
    """A check that is being made, and after the roll what it has brought.

    `difficulty` is its Trial Dice, None for a roll that Trial Dice do not belong to (opposed
    checks, initiative). `second` is a Characteristic that stands in for the skill; with neither
    the Characteristic rolls alone. `target` is whom it is made against, `mode` "melee" or
    "ranged" for attacks. `moves` says that it needs free movement, `attempt` which task it serves.

    The middle part is what has been settled while the pool was open: dice that the GM has added,
    Trial Dice turned into Crisis Dice, Fortune and Peril spent. The last part is what the roll
    has brought; `activated` are Breakthrough effects bought with Fortune, `brought` Calamity
    effects bought with Peril. For an attack: the `damage` of the hit, the `wounds` that came
    through, the `aims` before it, whether it is a rider's `charge` and has `room`, the band that
    the GM has `declared` for it (-1: that of the line), whether it is one more attack that an
    injury gave (`again`), and whom it has felled whose injury waits for the spends (`felled`), and
    whom it has injured.
    """

    kind: str
    who: str
    characteristic: str = ""
    skill: str = ""
    second: str = ""
    difficulty: int | None = None
    target: str = ""
    mode: str = ""
    weapon: str = ""
    spell: str = ""
    moves: bool = False
    attempt: str = ""
    helpers: tuple[str, ...] = ()

    boon_dice: int = 0
    bane_dice: int = 0
    volatile: int = 0
    fortune: int = 0
    peril: int = 0
    excess: tuple[str, ...] = ()
    build: Build | None = None
    ready: Build | None = None
    """A pool gathered a moment ago, with nothing asked since; for its next use."""

    net: Net | None = None
    activated: int = 0
    brought: int = 0
    damage: int = 0
    wounds: int = 0
    aims: int = 0
    charge: bool = False
    room: bool = True
    declared: int = -1
    again: bool = False
    felled: tuple[str, ...] = ()
    injured: tuple[str, ...] = ()

    @property
    def succeeded(self) -> bool:
        """Whether at least 1 net Success was left. Implements ix.check.success-threshold."""
        return self.net is not None and self.net.success >= 1


# ---- readings: what a rule needs to know of a roll ----


def whole(net: Net) -> Net:
    """Everything, net Failures too."""
    return net


def no_margin(net: Net) -> Net:
    """Everything but how badly a check fails.

    Implements ix.check.success-threshold, ix.check.tie-fails, ix.check.net-failures.
    """
    return net if net.success >= 0 else Net(0, net.boon, net.breakthrough, net.calamity)


def successes(net: Net) -> int:
    """Net Successes alone; below 0 net Failures."""
    return net.success


# ---- the pool ----


def gather(fight: IxFight, check: Check, dice: Dice | None) -> Build | None:
    """The pool of a check as the state has it now; None if it makes no sense any more.

    Implements ix.pool.build-order.
    """
    one = fight.combatants[check.who]
    if not one.is_here or (one.is_down and check.kind != INITIATIVE) or fight.called:
        return None
    if check.target and not fight.combatants[check.target].is_here:
        return None
    build = Build(
        has_difficulty=check.difficulty is not None,
        adds_one=fight.switches.upgrade_without_die == "adds-one",
        symbols_per_die=fight.numbers.excess_symbols_per_die,
    )
    _rate(fight, build, check, one)
    if check.helpers or one.effects:
        assist.dice(fight, build, check)
    if fight.lent:
        effects.lent_dice(fight, build, check)
    if one.conditions:
        condition.dice(fight, build, check)
    if check.target:
        other = fight.combatants[check.target]
        if other.conditions:
            condition.dice_against(fight, build, check)
    if one.effects:
        effects.dice(fight, build, check)
    if check.difficulty:
        build.difficulty(check.difficulty, "difficulty", "ix.pool.difficulty-dice")
    if fight.light != "bright" or fight.magical_darkness or one.conditions:
        light.dice(fight, build, check)
    if check.characteristic in ("might", "agility") and one.burden:
        numbers = fight.numbers
        build.give(
            "bane",
            one.burden * numbers.encumbrance_bane_dice,
            "encumbrance",
            "ix.content.encumbrance",
        )
    if one.talents:
        talent.dice(fight, build, check)
    if one.zone and check.skill == "stealth":
        from affray.systems.ix.air import flying  # it is built on checks

        flying.stealth(fight, build, check.who)
    if dice is not None and not dice(build):
        return None
    if check.boon_dice:
        build.give("boon", check.boon_dice, "the GM", "ix.pool.situational-judgement")
    if check.bane_dice:
        build.give("bane", check.bane_dice, "the GM", "ix.pool.situational-judgement")
    if check.fortune:
        build.upgrade(check.fortune, "Fortune", "ix.story.fortune-upgrade")
    if check.volatile:
        build.upgrade_trial(check.volatile, "volatile", "ix.pool.volatile-upgrade")
    if check.peril:
        build.upgrade_trial(check.peril, "Peril", "ix.story.peril-upgrade")
    return build


def _rate(fight: IxFight, build: Build, check: Check, one: Fighter) -> None:
    rating = one.rating(check.characteristic)
    if check.second:
        build.rate(rating, one.rating(check.second), check.characteristic, "ix.pool.base-count")
    elif check.skill:
        rank = rank_of(one, check.skill, fight.numbers)
        build.rate(rating, rank, check.skill, "ix.pool.base-count")
    else:
        build.rate(rating, 0, check.characteristic, "ix.pool.characteristic-alone")


def pool(fight: IxFight, check: Check, dice: Dice | None) -> SymbolPool[Net] | None:
    """The finished pool; how it was built is kept in `check.build` for whoever looks on."""
    build = check.ready or gather(fight, check, dice)
    check.ready = None
    check.build = build
    if build is None:
        return None
    return build.finish(*check.excess[1:2], narrative=check.excess[:1] == ("narrative",))


# ---- the roll ----


def make(
    fight: IxFight,
    table: Table,
    check: Check,
    dice: Dice | None = None,
    *,
    because: Because,
    read: Callable[[Net], Net] = no_margin,
) -> Net:
    """Rolls a check of `check.who` and reads it; `fight.check` is this check from now on.

    The one question is the open pool. `dice` adds what the check has of its own. Ends the step if
    the check makes no sense any more (roller or target gone, or `dice` says so).

    Implements ix.check.sequence, ix.check.cancel, ix.check.success-threshold, ix.check.tie-fails,
    ix.check.net-boons-banes, ix.dice.roll-together, ix.pool.limit-excess.
    """
    if not check.characteristic:
        check.characteristic = skills()[check.skill]
    fight.check = check
    settle_excess(fight, table, check, dice)
    net = table.roll(
        check.who,
        lambda: pool(fight, check, dice),
        read=read,
        because=because,
        offers=lambda: story.offers(fight, check, dice),
        take=lambda key: story.take(fight, table, check, key, dice),
    )
    check.net = net
    if table.recording:
        _tell(fight, table, check, net, because)
    if check.helpers or fight.combatants[check.who].effects or fight.lent:
        assist.used(fight, table, check)
        effects.used(fight, table, check)
    return net


def settle_excess(fight: IxFight, table: Table, check: Check, dice: Dice | None) -> None:
    """Past the limit the GM says what becomes of the dice that do not fit.

    Implements ix.pool.limit, ix.pool.limit-excess, ix.pool.limit-conversion.
    """
    check.ready = build = gather(fight, check, dice)
    if build is None or check.excess or not build.is_over():
        return
    check.ready = None
    check.excess = table.rule("ix.pool.limit-excess", _excess_options, _convert)


def _excess_options() -> list[tuple[str, str]]:
    return [
        ("convert", "bane"),
        ("convert", "boon"),
        ("narrative", "bane"),
        ("narrative", "boon"),
    ]


def _convert() -> tuple[str, str]:
    return ("convert", "bane")


def _tell(fight: IxFight, table: Table, check: Check, net: Net, because: Because) -> None:
    """What the roll came to, and where its dice came from."""
    build = check.build
    rules = list(rules_of(because))
    shown: list[list[object]] = []
    if build is not None:
        shown = [list(given) for given in build.parts]
        rules += [given.rule for given in build.parts]
        rules += build.also
        if build.boon and build.bane:
            rules.append("ix.pool.boon-and-bane-coexist")
        one = fight.combatants[check.who]
        if one.rank == MINION and check.skill in one.group_skills:
            rules.append("ix.minion.skills")
    rules += _read_by(check, net)
    table.record(
        "checked",
        tuple(dict.fromkeys(rules)),
        of=check.who,
        secret={"dice": shown},
        who=check.who,
        kind=check.kind,
        skill=check.skill or check.characteristic,
        target=check.target,
        success=net.success,
        boon=net.boon,
        breakthrough=net.breakthrough,
        calamity=net.calamity,
    )


def _read_by(check: Check, net: Net) -> list[str]:
    """The rules of the reading that this roll has made use of."""
    succeeded = net.success >= 1
    rules = ["ix.check.sequence", "ix.check.cancel", "ix.dice.roll-together"]
    rules.append("ix.check.success-threshold" if succeeded else "ix.check.tie-fails")
    if check.helpers:
        rules.append("ix.assist.limit")
    if net.boon:
        rules.append("ix.check.net-boons-banes")
        if succeeded == (net.boon < 0):
            rules.append("ix.check.side-effects-independent")
    if net.breakthrough:
        rules.append("ix.dice.breakthrough-is-success")
    if net.calamity:
        rules.append("ix.dice.calamity-is-failure")
    if net.breakthrough or net.calamity:
        rules += ["ix.check.special-always-trigger", "ix.dice.special-effects-never-cancel"]
    return rules


def close(fight: IxFight) -> None:
    """The check is over."""
    fight.check = None


__all__ = ["Check", "Dice", "close", "gather", "make", "no_margin", "pool", "whole"]
