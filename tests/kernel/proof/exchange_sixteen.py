"""A blow of sixteen on the kernel: d20 and damage at once, telling blow, deflect, armour, wound.

Rule functions in the order of their paragraphs, for two opponents who stand in reach.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from affray.dice import Pool, dice, together
from affray.kernel.fight import Combatant, Fight
from affray.kernel.keys import Key
from affray.kernel.table import Table

DEFLECT: Key = ("deflect",)
TAKE_IT: Key = ("take-it",)
ADD_D3: Key = ("add-d3",)
ROLL_AGAIN: Key = ("roll-again",)
TIRED, USELESS, UNCONSCIOUS, DEAD = 2, 4, 5, 6


@dataclass(slots=True)
class Blade(Combatant):
    """`weapon`, `armour`, `shield` and `size` are ids of the ledger's tables."""

    h: int = 5
    sdf: int = 2
    weapon: str = "long-sword"
    armour: str = "mail"
    shield: str = "buckler"
    deflect: int = 4
    size: str = "medium"
    hp: int = 12
    most_hp: int = 12
    wounds: int = 0
    fatigue: int = 0
    prone: bool = False


@dataclass(slots=True)
class Bout(Fight[Blade]):
    turn: int = 0


def step(fight: Bout, table: Table) -> None:
    """Hero and foe strike in turn until one is down."""
    fight.turn += 1
    fight.round = (fight.turn + 1) // 2
    down = [c.id for c in fight.combatants.values() if c.removed or level(c) >= USELESS]
    if down:
        return fight.end(table, "foes" if "hero" in down else "heroes", "sixteen.end.when")
    attack(fight, table, *(("hero", "foe") if fight.turn % 2 else ("foe", "hero")))


def level(blade: Blade) -> int:
    """The level in force: of fatigue, and what the state of HP adds to it."""
    of_hp = 0 if blade.hp > 0 else USELESS if blade.hp == 0 else UNCONSCIOUS
    return max(blade.fatigue, of_hp)


def attack(fight: Bout, table: Table, attacker: str, target: str) -> None:
    natural, damage = table.roll(
        attacker,
        lambda: strike_pool(fight, attacker),
        read=both,
        because=("sixteen.attack.roll", "sixteen.attack.damage-together"),
    )
    needed = needed_number(fight, attacker)
    if natural == 1:
        return critical_miss(fight, table, attacker)
    if natural < needed and natural != 20:
        return table.record("missed", "sixteen.attack.roll", who=attacker, needed=needed)
    critical = natural == needed
    rule = "sixteen.critical.exact-number" if critical else "sixteen.attack.roll"
    table.record("struck", rule, who=target, damage=damage, critical=critical)
    if natural == 20:
        damage = telling_blow(fight, table, attacker, damage)
    deflected = deflect(fight, table, target)
    if deflected == "critical" or (deflected == "ordinary" and not critical):
        if not size_of(fight, attacker)["halves-when-deflected"]:
            return table.record("deflected", "sixteen.deflect.success", who=target)
        damage //= 2
        table.record("deflected", "sixteen.deflect.large-attacker", who=target, damage=damage)
        critical = False
    if not critical:
        damage = max(damage - armour_rating(fight, attacker, target), 0)
    lose_hp(fight, table, target, damage)


def strike_pool(fight: Bout, attacker: str) -> Pool[tuple[int, ...]]:
    return together(dice(1, 20), weapon_dice(fight, attacker))


def weapon_dice(fight: Bout, who: str) -> Pool[int]:
    count, _, sides = (
        fight.house.book.table("weapons").row(fight[who].weapon)["damage"].partition("d")
    )
    return dice(int(count), int(sides))


def needed_number(fight: Bout, attacker: str) -> int:
    """16 less all modifiers: H, and what fatigue takes from it."""
    return 16 - fight[attacker].h + min(level(fight[attacker]), 3)


def critical_miss(fight: Bout, table: Table, attacker: str) -> None:
    kept = table.roll(attacker, d20, read=as_shown, because="sixteen.miss.critical-check")
    if kept + fight[attacker].sdf < 16:
        fight[attacker].prone = True
        table.record("fell", "sixteen.miss.critical-result", who=attacker)


def telling_blow(fight: Bout, table: Table, attacker: str, damage: int) -> int:
    """Chosen with the damage in sight: D3 more, or the weapon's dice again and keep those."""
    key = table.choose(
        attacker, lambda: [ADD_D3, ROLL_AGAIN], because="sixteen.telling.natural-twenty"
    )
    if key == ADD_D3:
        return damage + table.roll(attacker, d6, read=d3, because="sixteen.telling.d3")
    return table.roll(
        attacker,
        lambda: weapon_dice(fight, attacker),
        read=as_shown,
        because="sixteen.telling.choice-time",
    )


def deflect(fight: Bout, table: Table, target: str) -> str:
    """Offered to whoever is struck and can: "critical", "ordinary" or "" for how it went."""
    if level(fight[target]) >= TIRED:
        return ""
    if (
        table.choose(target, lambda: [TAKE_IT, DEFLECT], because="sixteen.deflect.attempt")
        != DEFLECT
    ):
        return ""
    natural = table.roll(target, d20, read=as_shown, because="sixteen.deflect.roll")
    blade = fight[target]
    shield = fight.house.book.table("shields").row(blade.shield)["deflect-bonus"]
    number = min(max(20 - blade.deflect - shield, 2), 20)
    if natural == number:
        return "critical"
    return "ordinary" if natural > number else ""


def armour_rating(fight: Bout, attacker: str, target: str) -> int:
    """AR, changed by what kind of weapon meets what kind of armour, less AP; never below 0."""
    book = fight.house.book
    weapon = book.table("weapons").row(fight[attacker].weapon)
    armour = fight[target].armour
    rating = book.table("armours").row(armour)["ar"]
    rating += book.table("weapon-against-armour").row(weapon["kind"])[armour]
    return int(max(rating - weapon["ap"], 0))


def lose_hp(fight: Bout, table: Table, target: str, damage: int) -> None:
    blade = fight[target]
    before = level(blade)
    blade.hp -= damage
    table.record("hurt", "sixteen.damage.to-hp", who=target, hp=damage)
    if damage > size_of(fight, target)["wounded-by-more-than"]:
        blade.wounds += 1
        blade.most_hp = max(blade.most_hp - 1, 1)
        blade.hp = min(blade.hp, blade.most_hp)
        further = blade.wounds > 1
        blade.fatigue = min(before + 1, DEAD) if further else max(before, 1)
        rule = "sixteen.wound.further" if further else "sixteen.wound.fatigued"
        table.record("wounded", (rule, "sixteen.wound.threshold"), who=target)
    if blade.hp <= 0:
        rule = "sixteen.hp.zero" if blade.hp == 0 else "sixteen.hp.negative"
        table.record("down", rule, who=target)


def size_of(fight: Bout, who: str) -> Mapping[str, Any]:
    return fight.house.book.table("sizes").row(fight[who].size)


def d6() -> Pool[int]:
    return dice(1, 6)


def d20() -> Pool[int]:
    return dice(1, 20)


def d3(shown: int) -> int:
    return (shown + 1) // 2


def as_shown(number: int) -> int:
    return number


def both(parts: tuple[int, ...]) -> tuple[int, int]:
    natural, damage = parts
    return natural, damage
