"""What an attack roll can buy: the Critical Injury, the entries of the attack list, the weapon's
qualities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.kernel.keys import Key, Option, Text
from affray.kernel.table import Table
from affray.systems.ix.fight import quality
from affray.systems.ix.fight import range as bands
from affray.systems.ix.fight.gear import drop
from affray.systems.ix.harm import condition, critical
from affray.systems.ix.ledger import rows
from affray.systems.ix.rolls import general_spends, spend
from affray.systems.ix.saddle import mount_falls
from affray.systems.ix.state import MOUNT, Fighter, IxFight

if TYPE_CHECKING:
    from affray.systems.ix.fight.attack import Blow

TABLE = "attack-boon-spends"
CRITICAL = "attack-critical"
ROLLER = (
    "ix.spend.roller-chooses",
    "ix.spend.boon-split",
    "ix.attack.boons",
    "ix.attack.contact-spends",
    "ix.attack.special-regardless",
)
RULE = "ix.attack.boons"
BONUS_PER_PAYMENT = 10


def wares(fight: IxFight, blow: Blow) -> list[general_spends.Ware]:
    """The entries of the attack list that can be bought now.

    Implements ix.attack.boons, ix.attack.contact-spends, ix.attack.special-regardless.
    """
    boons, special = spend.boons(blow.check), spend.breakthroughs(blow.check)
    target = fight.combatants[blow.target]
    found: list[general_spends.Ware] = []

    def entry(name: str, *details: str, purse: int = boons) -> None:
        for detail in details or ("",):
            ware = general_spends.ware(fight, TABLE, name, purse, detail)
            if ware.price <= purse and ware.most > 0:
                found.append(ware)

    if target.is_here:
        found += criticals(fight, blow, boons, special)
        if blow.hits and (boons or special):
            found += quality.wares(fight, blow, boons, special)
    if boons:
        if target.is_here and blow.hits:
            entry("attack-disorient")
            if bands.are_engaged(fight, blow.who, blow.target):
                entry("attack-shove")
            if not target.has("prone") and target.rank != MOUNT:
                entry("attack-prone")
            entry("attack-pin")
            if held := holds(target):
                entry("attack-disarm", *held)
        if target.is_here and mount_falls.may_unseat(fight, blow):
            entry("attack-unseat")
        if target.is_here and blow.target not in fight.opened:
            entry("attack-open-guard")
        entry("attack-ward", "melee", "ranged")
    if special and target.is_here:
        if blow.hits:
            entry("attack-stagger", purse=special)
        if things := quality.in_use(target):
            entry("attack-break-gear", *things, purse=special)
    return found


def holds(one: Fighter) -> list[str]:
    """What can be struck from somebody's hands."""
    bodily = {weapon.id for weapon in one.weapons if weapon.natural or weapon.mounted}
    return [thing for thing in one.held if thing not in bodily]


# ---- the Critical Injury ----


def criticals(fight: IxFight, blow: Blow, boons: int, special: int) -> list[general_spends.Ware]:
    """What could pay for a Critical Injury, with Boons or with a Breakthrough.

    Implements ix.critical.trigger-boons, ix.critical.boons-price, ix.critical.boons-need-hit,
    ix.critical.trigger-breakthrough, ix.critical.breakthrough-for-boons,
    ix.critical.one-bought-per-attack (house switch repeat-criticals),
    ix.critical.no-damage-needed (house switch bought-critical-needs-damage).
    """
    switches, numbers = fight.switches, fight.numbers
    if switches.bought_critical_needs_damage and blow.check.wounds < 1:
        return []
    most = numbers.bought_criticals_per_attack
    if switches.repeat_criticals and most > 0:
        most = boons + special
    once = most == 1
    found = []
    price = blow.weapon.crit
    if blow.hits and boons >= price and most > 0:
        found.append(
            general_spends.Ware(
                CRITICAL, price, min(boons // max(price, 1), most), general_spends.BOON, once=once
            )
        )
    paying = min(breakthroughs(fight, blow), most)
    if paying > 0:
        found.append(
            general_spends.Ware(CRITICAL, 1, paying, general_spends.BREAKTHROUGH, once=once)
        )
    return found


def breakthroughs(fight: IxFight, blow: Blow) -> int:
    """How many Breakthrough effects may pay for a Critical Injury: all of a hit, by the readings
    in force of a miss.

    Implements ix.critical.breakthrough-on-a-miss (house switch
    critical-by-breakthrough-on-a-miss), ix.critical.fortune-breakthrough (house switch
    fortune-critical-on-a-miss).
    """
    made = blow.check
    if blow.hits or made.net is None:
        return spend.breakthroughs(made)
    rolled = made.net.breakthrough if fight.switches.critical_by_breakthrough_on_a_miss else 0
    return rolled + (made.activated if fight.switches.fortune_critical_on_a_miss else 0)


def injure(fight: IxFight, table: Table, blow: Blow) -> None:
    """The Critical Injury that was paid for, with 10 more for each further payment if the house
    has it so. Who was felled by the same attack has rolled for that before.

    Implements ix.critical.one-bought-per-attack (house switch repeat-criticals),
    ix.critical.several-triggers, ix.attack.breakthrough-other.
    """
    if blow.paid and set(blow.paid) == {general_spends.BREAKTHROUGH} and _agreed(table, blow):
        blow.paid = ()
    critical.felled(fight, table, bought=bool(blow.paid))
    payments = len(blow.paid)
    injuries = min(payments, fight.numbers.bought_criticals_per_attack)
    bonus = BONUS_PER_PAYMENT * (payments - injuries)
    for number in range(injuries):
        if fight.result is not None or not fight.combatants[blow.target].is_here:
            return
        critical.inflict(
            fight,
            table,
            blow.target,
            by=blow.who,
            bonus=0 if number else bonus,
            because=_because(blow, blow.paid[number]),
            weapon=blow.weapon.id,
        )


def _because(blow: Blow, coin: str) -> tuple[str, ...]:
    """The rules that a bought injury stands under."""
    if coin == general_spends.BOON:
        rules = ["ix.critical.trigger-boons", "ix.critical.boons-price", "ix.quality.crit-rating"]
        rules.append("ix.critical.boons-need-hit")
    else:
        rules = ["ix.critical.trigger-breakthrough", "ix.critical.breakthrough-for-boons"]
        if not blow.hits:
            rules += ["ix.critical.breakthrough-on-a-miss", "ix.attack.special-regardless"]
    if not blow.check.wounds:
        rules.append("ix.critical.no-damage-needed")
    return (*rules, "ix.critical.one-bought-per-attack")


def _agreed(table: Table, blow: Blow) -> bool:
    """Whether something else than the injury has been agreed on for the Breakthrough.

    Implements ix.attack.breakthrough-other.
    """
    key = table.rule(OTHER, _injury_or_other, _injury)
    if key[0] == "injury":
        return False
    if table.recording:
        table.record("breakthrough-other", OTHER, who=blow.who, target=blow.target, text=key[1])
    return True


OTHER = "ix.attack.breakthrough-other"


def _injury_or_other() -> list[Option]:
    return [("injury",), ("other", Text())]


def _injury() -> Key:
    return ("injury",)


# ---- the others ----


def buy(fight: IxFight, table: Table, blow: Blow, entry: str, detail: str, coin: str) -> None:
    """Does what an entry of the attack list says, paid with that coin.

    Implements ix.attack.boons, ix.attack.contact-spends, ix.attack.special-regardless,
    ix.mounted.unseat.
    """
    who, target = blow.who, blow.target
    if entry == CRITICAL:
        blow.paid += (coin,)
        return
    if entry == quality.ENTRY:
        quality.trigger(fight, table, blow, detail)
        return
    if table.recording:
        contact = bool(rows(TABLE)[entry]["needs-hit"])
        rules: tuple[str, ...] = (RULE, "ix.mounted.unseat")[: 1 + (entry == "attack-unseat")]
        if contact:
            rules += ("ix.attack.contact-spends",)
        if coin == general_spends.BREAKTHROUGH and not contact:
            rules += ("ix.attack.special-regardless",)
        table.record("attack-spent", rules, who=who, entry=entry, on=detail or target)
    match entry:
        case "attack-unseat":
            blow.unseats = True
        case "attack-disorient":
            condition.give(fight, table, target, "disoriented", turns=1, source=who, because=RULE)
        case "attack-shove":
            bands.shift(fight, table, target, who, because=(RULE, "ix.range.record-move"))
        case "attack-prone":
            condition.give(fight, table, target, "prone", ends="stands", source=who, because=RULE)
        case "attack-pin":
            condition.give(fight, table, target, "immobilized", turns=1, source=who, because=RULE)
        case "attack-stagger":
            condition.give(fight, table, target, "staggered", turns=1, source=who, because=RULE)
        case "attack-disarm":
            drop(fight, table, target, detail, because=RULE)
        case "attack-open-guard":
            if target not in fight.opened:
                fight.opened += (target,)
        case "attack-ward":
            fight.warded += ((who, detail, fight.turn_ends(who)),)
        case "attack-break-gear":
            quality.break_item(fight, table, target, detail, RULE)
