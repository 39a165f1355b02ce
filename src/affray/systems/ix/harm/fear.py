"""Fear: who has to check when a terror is first brought to bear, the check, and steadying words.

What is owed stands in `fight.fears` and is rolled before anything else happens. What fear does to
whoever feels it is in `fright`.
"""

from __future__ import annotations

from affray.kernel.keys import Key, Number, Option
from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.dice import Net
from affray.systems.ix.fight import budget, minion
from affray.systems.ix.harm import condition, fright, strain
from affray.systems.ix.harm.fright import (
    FLIGHT,
    OUTCOMES,
    allows,
    calm,
    closer_barred,
    defeated,
    is_bound,
    round_ends,
)
from affray.systems.ix.ledger import trial_dice
from affray.systems.ix.records import Effect
from affray.systems.ix.rolls import spend
from affray.systems.ix.rolls.check import FEAR, SKILL, Check, make
from affray.systems.ix.rolls.effects import NEXT_CHECK
from affray.systems.ix.rolls.general_spends import BREAKTHROUGH, CALAMITY, Ware
from affray.systems.ix.rolls.pool import Build, Given
from affray.systems.ix.rolls.spend import Lists
from affray.systems.ix.saddle import mount_control
from affray.systems.ix.state import ELITE, MINION, NEMESIS, IxFight

WORDS = frozenset(("steady",))
STEADYING = ("charm", "leadership", "negotiation")
LEVELS = ("easy", "average", "hard", "severe")
"""The difficulty of each Fear rating, 1 to 4."""
BOONS_FOR_A_DIE = 2
"""What a Boon Die against the source takes (tables.fear-outcomes, fear-boon)."""
HELD, FAILED = "held", "failed"
"""What came of a fear check (`Fighter.feared`)."""
RATING = "ix.fear.rating"


# ---- who has to check ----


def appear(fight: IxFight, table: Table) -> None:
    """Structured play begins: every terror in sight is brought to bear on its enemies.

    Implements ix.fear.rating, ix.fear.once-per-source.
    """
    rated = [one.id for one in fight.here() if one.fear and one.is_here and not one.hidden]
    if not rated:
        return
    key = table.rule(RATING, lambda: _ratings(fight), lambda: ("as-written",))
    if key[0] == "rate":
        one = fight.combatants[key[1]]
        before, one.fear = one.fear, int(key[2])
        if table.recording and before != one.fear:
            table.record("fear-rated", RATING, who=one.id, rating=one.fear)
    for source in [one.id for one in fight.here()]:
        owe(fight, None, source)


def _ratings(fight: IxFight) -> list[Option]:
    rated: list[Option] = [
        ("rate", one.id, Number(0, 4)) for one in fight.here() if one.fear and one.is_here
    ]
    return [("as-written",), *rated]


def owe(fight: IxFight, who: str | None, source: str) -> None:
    """A terror is brought to bear on somebody, or on all its enemies: a check is owed by each who
    has not made it in this scene. A group owes one; for a mount its rider answers otherwise.

    Implements ix.fear.once-per-source, ix.fear.immune, ix.fear.groups-one-check,
    ix.fear.nemesis, ix.fear.mount.
    """
    terror = fight.combatants[source]
    if not terror.fear or not terror.is_up or terror.hidden:
        return
    if fight.mounts:
        mount_control.faces(fight, who, source)
    owed: list[tuple[str, str]] = []
    counted: set[str] = {one for one, dread in fight.fears if dread == source}
    for one in [who] if who is not None else fight.opposing(source):
        if one in counted or not must_check(fight, one, source):
            continue
        counted.update(minion.fear_group(fight, one))
        owed.append((one, source))
    fight.fears += tuple(owed)


def arrives(fight: IxFight, who: str) -> None:
    """Somebody joins while structured play goes on: what terrors there are, and the terror that it
    may be itself, are brought to bear. Implements ix.fear.once-per-source.
    """
    if not fight.structured or fight.stage in ("start", "free"):
        return
    owe(fight, None, who)
    for source in fight.opposing(who):
        owe(fight, who, source)


def must_check(fight: IxFight, who: str, source: str) -> bool:
    """Whether a terror of the other side is new to somebody who is not proof against it.

    Implements ix.fear.once-per-source, ix.fear.immune, ix.fear.success.
    """
    one = fight.combatants[who]
    return (
        one.is_up
        and not one.fear_proof
        and not one.fearless
        and source not in one.feared
        and one.side != fight.combatants[source].side
    )


# ---- the check ----


def step(fight: IxFight, table: Table) -> None:
    """Makes the first fear check that is owed, if it still is."""
    who, source = fight.fears[0]
    fight.fears = fight.fears[1:]
    terror = fight.combatants.get(source)
    if terror is None or who not in fight.combatants:
        return
    if terror.is_up and terror.fear and must_check(fight, who, source):
        check_against(fight, table, who, source)


def check_against(fight: IxFight, table: Table, who: str, source: str) -> None:
    """A fear check: Readiness or Discipline, as hard as the terror's rating.

    Implements ix.fear.skill, ix.fear.difficulty, ix.fear.success, ix.fear.failure-frightened,
    ix.fear.failure-strain, ix.fear.groups-demoralized, ix.fear.groups-one-check.
    """
    skill = _skill(fight, table, who, source)
    rating = min(fight.combatants[source].fear, len(LEVELS))
    check = Check(FEAR, who, skill=skill, difficulty=trial_dice(LEVELS[rating - 1]), target=source)
    because = (
        "ix.fear.difficulty",
        "ix.fear.skill",
        "ix.fear.which-skill",
        "ix.fear.once-per-source",
    )
    net = make(fight, table, check, lambda build: _help(fight, build, check), because=because)
    group = minion.fear_group(fight, who)
    outcome = HELD if check.succeeded else FAILED
    for one in group:
        fight.combatants[one].feared = {**fight.combatants[one].feared, source: outcome}
    if table.recording:
        rules = ["ix.fear.success" if check.succeeded else "ix.fear.failure-frightened"]
        if fight.combatants[who].rank in (MINION, ELITE):
            rules = ["ix.fear.success" if check.succeeded else "ix.fear.groups-demoralized"]
            rules.append("ix.fear.groups-one-check")
        elif fight.combatants[who].rank == NEMESIS:
            rules.append("ix.fear.nemesis")
        table.record("fear-checked", tuple(rules), who=who, source=source, outcome=outcome)
    for one in group:
        _extras(fight, table, one, source, net)
    if outcome == FAILED:
        _fail(fight, table, group, source, rating)
    _later_effects(fight, table, check)


def _skill(fight: IxFight, table: Table, who: str, source: str) -> str:
    """Readiness for what comes suddenly, Discipline for dread that grows; the GM may leave the
    choice to somebody who saw it coming.

    Implements ix.fear.skill, ix.fear.which-skill.
    """

    def default() -> Key:
        sudden = fight.round > 0 or fight.combatants[who].surprised
        return ("readiness",) if sudden else ("discipline",)

    because = "ix.fear.which-skill"
    key = table.rule(because, lambda: [("readiness",), ("discipline",), ("either",)], default)
    if key == ("either",):
        key = table.choose(who, lambda: [("discipline",), ("readiness",)], because="ix.fear.skill")
    return key[0]


def _help(fight: IxFight, build: Build, check: Check) -> bool:
    """What helps the roller to resist fear. Implements ix.fear.resist-effects."""
    boon, fewer, downgrades, _ = fight.combatants[check.who].against_fear
    build.give("boon", boon, "resists fear", "ix.fear.resist-effects")
    build.downgrade(downgrades, "resists fear", "ix.fear.resist-effects")
    gone = min(fewer, build.bane)
    if gone:
        build.bane -= gone
        build.parts.append(Given("resists fear", "ix.fear.resist-effects", "", gone, "bane"))
    return fight.combatants[check.target].fear > 0


def _extras(fight: IxFight, table: Table, who: str, source: str, net: Net) -> None:
    """What the other symbols of a fear check bring, all of it at once: the list leaves no choice.

    Implements ix.fear.outcome-extras (tables.fear-outcomes).
    """
    if net.boon >= BOONS_FOR_A_DIE:
        effect = Effect(
            "add-die",
            1,
            "boon",
            against=source,
            ends=NEXT_CHECK,
            source=who,
            rule=OUTCOMES,
            what="a steady look at it",
        )
        fight.add_effect(who, effect, table, OUTCOMES)
    if net.breakthrough:
        _fearless(fight, table, who)
    if net.calamity:
        _must_flee(fight, table, who, source)
    if net.boon < 0:
        strain.suffer(fight, table, who, -net.boon, because=OUTCOMES)


def _fearless(fight: IxFight, table: Table, who: str) -> None:
    fight.combatants[who].fearless = True
    if table.recording:
        table.record("fearless", OUTCOMES, who=who)


def _must_flee(fight: IxFight, table: Table, who: str, source: str) -> None:
    effect = Effect(FLIGHT, against=source, source=source, rule=OUTCOMES, what="flight")
    fight.add_effect(who, effect, table, OUTCOMES)


def _fail(fight: IxFight, table: Table, group: list[str], source: str, rating: int) -> None:
    """Frightened, or Demoralized as a group; and each suffers Strain as much as the rating.

    Implements ix.fear.failure-frightened, ix.fear.failure-strain, ix.fear.resist-strain,
    ix.fear.groups-demoralized.
    """
    if fight.combatants[group[0]].rank in (MINION, ELITE):
        fright.demoralize(fight, table, group, source)
    else:
        because: Because = (
            "ix.fear.failure-frightened",
            "ix.fear.frightened-movement",
            "ix.fear.frightened-single-die",
        )
        condition.give(fight, table, group[0], "frightened", source=source, because=because)
    for one in group:
        less = fight.combatants[one].against_fear[3]
        amount = max(rating * fight.numbers.fear_strain_per_rating - less, 0)
        because = ("ix.fear.failure-strain", "ix.fear.resist-strain")[: 1 + (less > 0)]
        if amount:
            strain.suffer(fight, table, one, amount, because=because)


def _later_effects(fight: IxFight, table: Table, check: Check) -> None:
    """Effects bought after the roll: Fortune for a Breakthrough, Peril for a Calamity. What was
    rolled has been used up, Boons that are left over by their floor. Effects are offered only
    where they could do something.

    Implements ix.spend.boon-strain-floor, ix.story.fortune-breakthrough, ix.story.peril-calamity.
    """
    if fight.result is not None or check.net is None or not fight.combatants[check.who].is_up:
        return
    who, source = check.who, check.target
    boons = check.net.boon
    spend.floor(fight, table, who, boons - BOONS_FOR_A_DIE if boons >= BOONS_FOR_A_DIE else boons)
    check.net = check.net._replace(boon=0, breakthrough=0, calamity=0)

    def wares() -> list[Ware]:
        return [
            Ware("fear-breakthrough", 1, 1, BREAKTHROUGH),
            Ware("fear-calamity", 1, 1, CALAMITY),
        ]

    def buy(entry: str, detail: str, coin: str) -> None:
        if entry == "fear-breakthrough":
            _fearless(fight, table, who)
        else:
            _must_flee(fight, table, who, source)

    lists = Lists(wares, buy, general=False)
    more_to_come = any(
        must_check(fight, who, one) and fight[one].fear for one in fight.opposing(who)
    )
    if more_to_come:
        spend.roller(fight, table, lists)
    if not fight.combatants[who].effect(FLIGHT):
        spend.gm(fight, table, lists)


# ---- turns ----


def turn_starts(fight: IxFight, table: Table, who: str) -> bool:
    """New terrors are noticed, and whoever is Demoralized or must flee does so; says whether the
    turn is over with that. Implements ix.fear.once-per-source.
    """
    one = fight.combatants[who]
    for source in fight.opposing(who):
        terror = fight.combatants[source]
        if terror.fear and terror.is_up and source not in one.feared:
            owe(fight, who, source)
    if not one.effects and not one.conditions:
        return False
    return fright.turn_starts(fight, table, who)


# ---- steadying ----


def options(fight: IxFight, who: str) -> list[Option]:
    """Whom one could steady with an Action, and by which skill.

    Implements ix.fear.ends-steadied, ix.fear.leader-lifts.
    """
    found: list[Option] = []
    for friend in fight.friends(who):
        other = fight.combatants[friend]
        if not other.conditions:
            continue
        if other.has("frightened") and not other.is_down:
            found += [("steady", friend, skill) for skill in STEADYING]
        elif other.has("demoralized") and can_rally(fight, who):
            found.append(("steady", friend, "leadership"))
    return found


def can_rally(fight: IxFight, who: str) -> bool:
    """Whether somebody is a leader of groups: an Elite, a Nemesis, or whoever the block names.

    Implements ix.fear.leader-lifts.
    """
    one = fight.combatants[who]
    return one.leads or one.rank in (ELITE, NEMESIS)


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """An Action that steadies a frightened ally or rallies a Demoralized group.

    Implements ix.fear.ends-steadied, ix.fear.leader-lifts.
    """
    _, friend, skill = key
    if not budget.spend_action(fight, table, who):
        return
    rallies = fight.combatants[friend].has("demoralized")
    rule = "ix.fear.leader-lifts" if rallies else "ix.fear.ends-steadied"
    dice = fight.numbers.fear_leader_trial_dice if rallies else trial_dice("average")
    check = Check(SKILL, who, skill=skill, difficulty=dice)

    def makes_sense(build: Build) -> bool:
        other = fight.combatants[friend]
        return other.is_here and (other.has("frightened") or other.has("demoralized"))

    make(fight, table, check, makes_sense, because=rule)
    if check.succeeded:
        calm(fight, table, friend, rule)
    spend.settle(fight, table)


__all__ = [
    "WORDS",
    "allows",
    "appear",
    "arrives",
    "calm",
    "closer_barred",
    "defeated",
    "is_bound",
    "options",
    "round_ends",
    "step",
    "take",
    "turn_starts",
]
