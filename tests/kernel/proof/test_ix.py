"""An attack of ix on the kernel: an open pool with offers, spends from purses, a critical injury.

The rules of the exchange come first, in the order of their paragraphs; what is left out of them
(range, talents, conditions, most spends) is left out of the states too.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from affray.dice import Pool, dice
from affray.kernel.fight import Combatant, Fight
from affray.kernel.keys import Key, Option, Several, is_offered, picks
from affray.kernel.policy import DefaultPolicy
from affray.kernel.question import GM, HEROES, Edit
from affray.kernel.running import advance
from affray.kernel.system import Setup, System
from affray.kernel.table import Table
from affray.systems.ix.dice import DICE, Net
from affray.tables.enumerating import leaves
from affray.tables.play import Play
from affray.tables.random_table import RandomTable
from affray.testing.conformance import CHECKS, Case

AVERAGE = 2
FORTUNE: Key = ("fortune", "upgrade")
PERIL: Key = ("peril", "upgrade")


@dataclass(slots=True)
class Fighter(Combatant):
    characteristic: int = 3
    skill: int = 2
    damage: int = 6
    crit: int = 2
    might: int = 3
    armour: int = 1
    wounds: int = 5
    strain: int = 2
    injuries: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Exchange(Fight[Fighter]):
    """`upgrades`, `crises` and `fortune_spent` belong to the check that is being made."""

    turn: int = 0
    fortune: int = 1
    peril: int = 1
    upgrades: int = 0
    crises: int = 0
    fortune_spent: bool = False


def step(fight: Exchange, table: Table) -> None:
    """Hero and foe strike in turn until one is down."""
    fight.turn += 1
    fight.round = (fight.turn + 1) // 2
    down = [c.id for c in fight.combatants.values() if c.removed or c.wounds <= 0]
    if down:
        result = "foes" if "hero" in down else "heroes"
        return fight.end(table, result, "ix.encounter.ends")
    attack(fight, table, *(("hero", "foe") if fight.turn % 2 else ("foe", "hero")))


def attack(fight: Exchange, table: Table, attacker: str, target: str) -> None:
    fight.upgrades = fight.crises = 0
    fight.fortune_spent = False
    net = table.roll(
        attacker,
        lambda: attack_pool(fight, attacker),
        read=attack_reading,
        offers=lambda: story_offers(fight),
        take=lambda key: spend_story_point(fight, table, key),
        because="ix.attack.steps",
    )
    if net.success >= 1:
        deal_damage(fight, table, target, fight[attacker].damage + net.success - 1)
    else:
        table.record("missed", "ix.attack.hit", who=attacker)
    spend_boons(fight, table, attacker, target, net)
    if net.boon < 0 or net.calamity:
        suffer_banes(fight, table, attacker, net)


def attack_pool(fight: Exchange, attacker: str) -> Pool[Net]:
    """The higher rating in Ability Dice, the lower as upgrades; Average against it."""
    roller = fight[attacker]
    count = max(roller.characteristic, roller.skill)
    mastery = min(count, min(roller.characteristic, roller.skill) + fight.upgrades)
    crisis = min(AVERAGE, fight.crises)
    return DICE.pool(
        mastery=mastery, ability=count - mastery, crisis=crisis, trial=AVERAGE - crisis
    )


def attack_reading(net: Net) -> Net:
    """An attack asks how well it hits; how badly it misses is nothing to it."""
    return net._replace(success=max(net.success, 0))


def story_offers(fight: Exchange) -> list[tuple[str, Option]]:
    """Before the roll: anybody's Fortune upgrades a positive die, the GM's Peril a negative one."""
    offers: list[tuple[str, Option]] = []
    if fight.fortune and not fight.fortune_spent:
        offers.append((HEROES, ("fortune", "upgrade")))
    if fight.peril and fight.crises < AVERAGE:
        offers.append((GM, ("peril", "upgrade")))
    return offers


def spend_story_point(fight: Exchange, table: Table, key: Key) -> None:
    """A spent point flips to the other side, at once."""
    match key:
        case ("fortune", effect):
            fight.fortune, fight.peril, fight.fortune_spent = (
                fight.fortune - 1,
                fight.peril + 1,
                True,
            )
            fight.upgrades += effect == "upgrade"
            rules = (f"ix.story.fortune-{effect}", "ix.story.flips")
        case _:
            fight.peril, fight.fortune = fight.peril - 1, fight.fortune + 1
            fight.crises += 1
            rules = ("ix.story.peril-upgrade", "ix.story.flips")
    table.record("story-point", rules, key=list(key))


def deal_damage(fight: Exchange, table: Table, target: str, damage: int) -> None:
    """Damage less Resistance comes off the Wounds, below 0 too; reaching 0 brings an injury."""
    hurt = fight[target]
    resistance = (hurt.might + 1) // 2 + hurt.armour
    wounds = max(damage - resistance, 0)
    before, hurt.wounds = hurt.wounds, hurt.wounds - wounds
    table.record("hurt", "ix.damage.formula", who=target, damage=damage, wounds=wounds)
    if before > 0 >= hurt.wounds:
        critical_injury(fight, table, target, because="ix.critical.trigger-zero")


def critical_injury(fight: Exchange, table: Table, target: str, because: str) -> None:
    band = table.roll(target, d100, read=five_points, because=("ix.critical.roll", because))
    # Each injury carried adds 10, which is two of the table's 5-point bands.
    total = 5 * (band + 2 * len(fight[target].injuries)) + 1
    rows = fight.house.book.table("critical-injuries").rows
    row = next((row for row in rows if row["low"] <= total <= row["high"]), rows[-1])
    fight[target].injuries.append(row["low"])
    table.record("injured", "ix.critical.row-effects", who=target, injury=row["name"])


def d100() -> Pool[int]:
    return dice(1, 100)


def five_points(percent: int) -> int:
    return (percent - 1) // 5


def spend_boons(fight: Exchange, table: Table, attacker: str, target: str, net: Net) -> None:
    """The roller's spends, all in one answer; somebody's Fortune can add a Breakthrough effect."""
    bought = 0

    def offers() -> list[tuple[str, Option]]:
        usable = fight.fortune and not fight.fortune_spent and net.success
        return [(HEROES, ("fortune", "breakthrough"))] if usable else []

    while True:
        key = table.choose(
            attacker,
            lambda: attack_spends(fight, attacker, net, net.breakthrough + bought),
            offers=offers,
            because="ix.attack.boons",
        )
        if key[0] == "spend":
            break
        spend_story_point(fight, table, key)
        bought += 1
    for spend in picks(key[1]) + picks(key[2]):
        if spend == "recover-strain":
            recover_strain(fight, table, attacker)
        else:
            critical_injury(fight, table, target, because="ix.critical.one-bought-per-attack")


def attack_spends(fight: Exchange, attacker: str, net: Net, breakthroughs: int) -> list[Option]:
    """Boons for Strain, never below 0, or for the injury if the attack hit; Breakthroughs for it
    in any case; one injury an attack, whatever pays for it."""
    boons = max(net.boon, 0)
    strain = ("recover-strain", 1, boons)
    injury = ("critical", fight[attacker].crit, 1 if net.success else 0)
    return [
        ("spend", Several((strain, injury), boons), ""),
        ("spend", Several((strain,), boons), Several((("critical", 1, 1),), breakthroughs)),
    ]


def recover_strain(fight: Exchange, table: Table, who: str) -> None:
    fight[who].strain = max(fight[who].strain - 1, 0)
    table.record("recovered", "ix.spend.boon-strain-floor", who=who)


def suffer_banes(fight: Exchange, table: Table, attacker: str, net: Net) -> None:
    """The GM spends Banes and Calamities: only the Strain of the list, and the turned point."""
    banes = max(-net.boon, 0)

    def options() -> list[Option]:
        turns = net.calamity if fight.fortune else 0
        tire = Several((("tire", 1, banes),), banes)
        return [("spend", tire, Several((("turn-point", 1, turns),), turns))]

    def default() -> Key:
        turned = min(net.calamity, fight.fortune)
        return ("spend", " ".join(["tire"] * banes), " ".join(["turn-point"] * turned))

    _, tired, turned = table.rule("ix.spend.banes-by-gm", options, default)
    for _ in picks(tired):
        fight[attacker].strain += 1
        table.record("tired", "ix.spend.bane-defaults", who=attacker)
    for _ in picks(turned)[: fight.fortune]:
        fight.fortune, fight.peril = fight.fortune - 1, fight.peril + 1
        table.record("turned", "ix.spend.unspent-calamity")


HERO = {"id": "hero", "name": "Mira", "side": "heroes", "damage": 8}
FOE = {"id": "foe", "name": "Bandit", "side": "foes", "wounds": 4}
DUEL = Setup("ix", "a duel", [HERO, FOE], max_rounds=12)
NOTHING: Key = ("spend", "", "")


@pytest.fixture
def system(small_system: Any) -> System[Any]:
    found: System[Any] = small_system("ix", Fighter, Exchange, step, ("wounds", "strain", "skill"))
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_exchange_passes_what_every_system_must(
    check: Callable[[Case], None], seed: int, system: Any
) -> None:
    check(Case(system, DUEL, seed))


@pytest.mark.rule("ix.damage.formula", "ix.critical.trigger-zero", "ix.wounds.below-zero")
def test_a_hit_takes_wounds_below_zero_and_injures(system: Any, scripted: Any) -> None:
    spend = ("spend", "recover-strain critical", "")
    fight, table = scripted(system, DUEL, choices=[spend], readings=[Net(2, 3, 0, 0), 0, 0])
    # 8 and 1 for the second Success, less Resistance 3, from 4 Wounds.
    assert fight["foe"].wounds == -2
    # The second injury counts the first one: 10 more on the same die.
    assert fight["foe"].injuries == [1, 11]
    assert fight["hero"].strain == 1
    assert table.codes() == [
        *("rolled", "hurt", "rolled", "injured"),
        *("recovered", "rolled", "injured"),
    ]


@pytest.mark.rule("ix.story.fortune-upgrade", "ix.story.peril-upgrade", "ix.story.flips")
def test_points_are_spent_on_the_open_pool(system: Any, scripted: Any) -> None:
    choices = [("fortune", "upgrade"), ("peril", "upgrade"), NOTHING]
    fight, table = scripted(system, DUEL, choices=choices, readings=[Net(0, 0, 0, 0)])
    assert str(table.pools[0]) == "3 mastery vs 1 crisis 1 trial"
    assert (fight.fortune, fight.peril) == (1, 1)
    assert table.cited("ix.attack.hit")


@pytest.mark.rule("ix.critical.one-bought-per-attack", "ix.critical.boons-need-hit")
def test_what_the_purses_admit(system: Any) -> None:
    fight = system.start(DUEL)

    def admitted(net: Net, boons: str, breakthroughs: str = "") -> bool:
        options = attack_spends(fight, "hero", net, net.breakthrough)
        return is_offered(options, ("spend", boons, breakthroughs))

    hit, miss = Net(1, 3, 1, 0), Net(0, 3, 1, 0)
    assert admitted(hit, "critical recover-strain")
    assert not admitted(hit, "critical recover-strain recover-strain")
    assert not admitted(hit, "critical", "critical")
    assert not admitted(miss, "critical")
    assert admitted(miss, "recover-strain recover-strain recover-strain", "critical")


@pytest.mark.rule("ix.story.fortune-breakthrough", "ix.story.fortune-one-per-check")
def test_a_point_after_the_roll_buys_an_effect(system: Any, scripted: Any) -> None:
    choices = [("fortune", "breakthrough"), ("spend", "", "critical")]
    fight, table = scripted(system, DUEL, choices=choices, readings=[Net(1, 0, 0, 0), 0, 3])
    assert fight["foe"].injuries == [1, 26]
    assert (fight.fortune, fight.peril) == (0, 2)


@pytest.mark.rule("ix.spend.banes-by-gm", "ix.spend.unspent-calamity")
def test_the_gm_is_asked_only_for_banes_or_a_calamity(system: Any, scripted: Any) -> None:
    fight, table = scripted(system, DUEL, choices=[NOTHING] * 2, readings=[Net(0, 0, 0, 0)])
    assert not table.was_asked("ix.spend.banes-by-gm")
    fight, table = scripted(system, DUEL, choices=[NOTHING], readings=[Net(0, -2, 0, 1)])
    assert (fight["hero"].strain, fight.fortune, fight.peril) == (4, 0, 2)


def test_the_pool_is_one_question_and_anybody_may_still_spend_on_it(
    system: Any, played: Any
) -> None:
    play = Play(system, DUEL)
    assert [str(q.pool) for q in play.questions] == ["2 mastery 1 ability vs 2 trial"]
    assert play.questions[0].offers == [(HEROES, FORTUNE), (GM, PERIL)]
    played(play, FORTUNE, PERIL, Edit("set", "hero", "skill", 0))
    # Untrained now, with Fortune's upgrade kept: the pool is that of the moment.
    assert str(play.questions[0].pool) == "1 mastery 2 ability vs 1 crisis 1 trial"
    assert play.entries[0].by == HEROES
    assert len({q.id.n for q in play.questions}) == 1
    # A person who may still spend a point is not overtaken by a program that rolls.
    before = len(play.entries)
    play.drive(heroes=DefaultPolicy())
    assert len(play.entries) == before


def test_the_same_attack_by_script_and_by_typed_dice(
    system: Any, scripted: Any, played: Any, told: Any
) -> None:
    spend = ("spend", "recover-strain", "")
    _, table = scripted(system, DUEL, choices=[FORTUNE, spend], readings=[Net(3, 1, 1, 0), 8])
    play = played(Play(system, DUEL), FORTUNE, "X S SB - F", "42", spend)
    first = [event for event in play.events if event.step == 1]
    assert told(first) == told(table.events)
    loaded = Play.load(system, json.loads(json.dumps(play.dump())))
    assert loaded.audit() == []
    assert told(loaded.events) == told(play.events)


def test_the_gms_hand_in_the_middle_and_undo_across_it(system: Any, played: Any) -> None:
    play = played(Play(system, DUEL), "S S - - -")
    assert play.questions[0].id.rule == "ix.attack.boons"
    hurt = play.fight["foe"].wounds
    played(play, Edit("set", "foe", "wounds", 40))
    assert play.fight["foe"].wounds == 40
    assert play.questions[0].id.rule == "ix.attack.boons"
    play.undo()
    assert play.fight["foe"].wounds == hurt
    play.redo()
    assert play.fight["foe"].wounds == 40
    play.undo(0)
    assert play.questions[0].pool is not None
    play.redo()
    assert play.fight["foe"].wounds == 40
    played(play, Edit("remove", "hero"))
    assert [e.code for e in play.events if e.step == 1][-1] == "ended-here"
    assert play.fight.result == "foes"
    assert play.audit() == []


def test_enumerated_and_drawn_attacks_agree(system: Any) -> None:
    fight = system.start(DUEL)
    fight["foe"].wounds = 40
    policy = DefaultPolicy()

    def one(state: Any, table: Any) -> None:
        advance(system, state, table)

    exact: Counter[int] = Counter()
    for chance, after, _ in leaves(system, fight, one, policy, policy):
        exact[after["foe"].wounds] += chance  # type: ignore[assignment]
    assert sum(exact.values()) == 1
    hits = attack_pool(fight, "hero").readings(attack_reading).chance(lambda net: net.success)
    assert 1 - exact[40] == hits
    source = random.Random(5)
    drawn: Counter[int] = Counter()
    for _ in range(3000):
        state = system.copy(fight)
        one(state, RandomTable(system, state, source, policy, policy))
        drawn[state["foe"].wounds] += 1
    for wounds, chance in exact.items():
        spread = 5 * (3000 * chance * (1 - chance)) ** 0.5 + 3
        assert abs(drawn[wounds] - 3000 * chance) <= spread
