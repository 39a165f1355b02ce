"""An attack of ix on the kernel: an open pool with offers, spends from purses, a critical injury.

The rules of the exchange come first, in the order of their paragraphs; what is left out of them
(range, talents, conditions, most spends) is left out of the states too.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from affray.dice import Pool, dice
from affray.kernel.fight import Combatant, Fight
from affray.kernel.keys import Key, Option, Several, picks
from affray.kernel.question import GM, HEROES
from affray.kernel.table import Table
from affray.systems.ix.dice import DICE, Net

AVERAGE = 2


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
    """What stands below `peril` belongs to the check that is being made: dice upgraded, whether
    Fortune was spent on it, and Breakthrough effects that it activated."""

    turn: int = 0
    fortune: int = 1
    peril: int = 1
    upgrades: int = 0
    crises: int = 0
    fortune_spent: bool = False
    activated: int = 0


def step(fight: Exchange, table: Table) -> None:
    """Hero and foe strike in turn until one is down."""
    fight.turn += 1
    fight.round = (fight.turn + 1) // 2
    down = [c.id for c in fight.combatants.values() if c.removed or c.wounds <= 0]
    if down:
        result = "foes" if "hero" in down else "heroes"
        return fight.end(table, result, "ix.encounter.end-enemies-out")
    attack(fight, table, *(("hero", "foe") if fight.turn % 2 else ("foe", "hero")))


def attack(fight: Exchange, table: Table, attacker: str, target: str) -> None:
    fight.upgrades = fight.crises = fight.activated = 0
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


def later_offers(fight: Exchange, net: Net) -> list[tuple[str, Option]]:
    """After the roll: Fortune for a Breakthrough effect, an injury only if the attack hit."""
    if fight.fortune and not fight.fortune_spent and net.success:
        return [(HEROES, ("fortune", "breakthrough"))]
    return []


def spend_story_point(fight: Exchange, table: Table, key: Key) -> None:
    """A spent point flips to the other side, at once."""
    side, effect = key
    if side == "fortune":
        fight.fortune, fight.peril, fight.fortune_spent = fight.fortune - 1, fight.peril + 1, True
        fight.upgrades += effect == "upgrade"
        fight.activated += effect == "breakthrough"
    else:
        fight.fortune, fight.peril = fight.fortune + 1, fight.peril - 1
        fight.crises += 1
    table.record("story-point", (f"ix.story.{side}-{effect}", "ix.story.flips"), effect=effect)


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
    _, boons, breakthroughs = table.choose(
        attacker,
        lambda: attack_spends(fight, attacker, net),
        offers=lambda: later_offers(fight, net),
        take=lambda key: spend_story_point(fight, table, key),
        because="ix.attack.boons",
    )
    for spend in picks(boons) + picks(breakthroughs):
        if spend == "recover-strain":
            recover_strain(fight, table, attacker)
        else:
            critical_injury(fight, table, target, because="ix.critical.one-bought-per-attack")


def attack_spends(fight: Exchange, attacker: str, net: Net) -> list[Option]:
    """Boons for Strain, never below 0, or for the injury if the attack hit; Breakthroughs for it
    in any case; one injury an attack, whatever pays for it."""
    boons, breakthroughs = max(net.boon, 0), net.breakthrough + fight.activated
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
