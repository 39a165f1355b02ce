"""What a blow, a spell or a word of comfort is worth: the arithmetic of sensible play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from affray.systems.ix.fight.arms import difficulty
from affray.systems.ix.ledger import ENGAGED, SHORT, skills
from affray.systems.ix.numbers import Numbers
from affray.systems.ix.policies.view import Look, Toughness, View
from affray.systems.ix.records import Spell, Weapon
from affray.systems.ix.rolls.check import no_margin
from affray.systems.ix.rolls.pool import pool_of, rank_of
from affray.systems.ix.state import Fighter

BOON_WORTH = 0.35
"""What a net Boon is worth, in Wounds."""
FINISHING = 3.0
"""What it is worth to bring somebody down who can still act, in Wounds."""


class Odds(NamedTuple):
    """Chances of a check: that it succeeds, its net Successes after the first (0 on a failure) and
    its net Boons to be hoped for."""

    success: float
    more: float
    boons: float


@lru_cache(maxsize=4096)
def odds(mastery: int, ability: int, boon: int, trial: int, bane: int) -> Odds:
    """The chances of a pool, worked out once."""
    total = success = more = boons = 0
    for net, count in pool_of(mastery, ability, boon, 0, trial, bane).readings(no_margin).items():
        total += count
        if net.success >= 1:
            success += count
            more += count * (net.success - 1)
        boons += count * net.boon
    return Odds(success / total, more / total, boons / total)


@lru_cache(maxsize=8192)
def harm(
    mastery: int, ability: int, boon: int, trial: int, bane: int, damage: int, resistance: int
) -> float:
    """The Wounds to be hoped for, and what the Boons are worth."""
    total = wounds = boons = 0
    for net, count in pool_of(mastery, ability, boon, 0, trial, bane).readings(no_margin).items():
        total += count
        if net.success >= 1:
            wounds += count * max(damage + net.success - 1 - resistance, 0)
        boons += count * net.boon
    return wounds / total + BOON_WORTH * boons / total


def ratings(one: Fighter, skill: str, numbers: Numbers) -> tuple[int, int]:
    """Mastery and Ability Dice of somebody's pool in a skill."""
    rating, rank = one.rating(skills()[skill]), rank_of(one, skill, numbers)
    return min(rating, rank), abs(rating - rank)


def own_banes(one: Fighter) -> int:
    """Bane Dice that somebody's conditions put on all it does, near enough."""
    if not one.conditions:
        return 0
    return sum(each.id in ("disoriented", "frightened") for each in one.conditions)


class Blow(NamedTuple):
    """What an attack with a weapon brings along, whoever it is aimed at."""

    weapon: Weapon
    mastery: int
    ability: int
    boon: int
    bane: int
    biting: int


def prepared(view: View, one: Fighter, weapon: Weapon) -> Blow:
    """A weapon in somebody's hands, with what hampers or helps its bearer."""
    mastery, ability = ratings(one, weapon.skill, view.numbers)
    boon = one.aims * view.numbers.aim_boon_dice
    bane = biting = 0
    if weapon.qualities:
        boon += weapon.rating("true")
        bane = weapon.rating("wayward")
        biting = weapon.rating("biting")
    if one.conditions:
        bane += own_banes(one) + (weapon.mode == "melee" and one.has("prone"))
    return Blow(weapon, mastery, ability, boon, bane, biting)


def worth(blow: Blow, band: int, tough: Toughness) -> float:
    """What an attack at somebody in that band is worth, in Wounds."""
    weapon = blow.weapon
    trial, bane = difficulty(weapon.mode, band)
    bane += blow.bane + (tough.melee if weapon.mode == "melee" else tough.ranged)
    resistance = tough.resistance - blow.biting if blow.biting else tough.resistance
    return harm(
        blow.mastery, blow.ability, blow.boon, trial, bane, weapon.damage, max(resistance, 0)
    )


def band_for(view: View, one: Fighter, weapon: Weapon, look: Look) -> int:
    """The band that an attack would be made in: somebody at the same place is met hand to hand."""
    if weapon.mode == "melee" and look.band == SHORT and not view.steps(one.id, look.who):
        return ENGAGED
    return look.band


def reaches(weapon: Weapon, band: int) -> bool:
    """Whether a weapon can be used at that band."""
    if weapon.mode == "ranged":
        return band <= weapon.reach
    if weapon.skill == "heavy-melee":
        return band == ENGAGED
    return band == ENGAGED or (band == SHORT and (weapon.reach >= SHORT or weapon.has("reach")))


class Casting(NamedTuple):
    """What casting a spell that harms brings along, whoever it is aimed at."""

    mastery: int
    ability: int
    trial: int
    bane: int
    damage: int
    worth: float
    """What it does besides damage, in Wounds."""


def casting(view: View, one: Fighter, spell: Spell, looks: Sequence[Look]) -> Casting:
    """A spell in somebody's hands, with what hampers its caster."""
    mastery, ability = _best_pool(view, one, spell)
    bane = own_banes(one)
    if not one.has_talent("combat-caster"):
        bane += any(look.band == ENGAGED for look in looks)
    worth = _number(spell, "strain") * 0.8 + (1.5 if spell.says.get("condition") else 0.0)
    return Casting(mastery, ability, spell.difficulty, bane, _number(spell, "damage"), worth)


def spell_worth(cast: Casting, tough: Toughness) -> float:
    """What a spell that harms is worth at somebody in its range, in Wounds."""
    mastery, ability, trial, bane, damage, worth = cast
    if damage:
        return harm(mastery, ability, 0, trial, bane, damage, tough.resistance)
    chances = odds(mastery, ability, 0, trial, bane)
    return chances.success * worth + BOON_WORTH * chances.boons


def _best_pool(view: View, one: Fighter, spell: Spell) -> tuple[int, int]:
    pools = [ratings(one, skill, view.numbers) for skill in spell.skills]
    return max(pools, key=lambda dice: (sum(dice) + dice[0], dice[0]))


def casting_chance(view: View, one: Fighter, spell: Spell) -> float:
    """The chance that a spell works."""
    mastery, ability = _best_pool(view, one, spell)
    return odds(mastery, ability, 0, spell.difficulty, own_banes(one)).success


def healing(view: View, one: Fighter, spell: Spell, patients: Sequence[str]) -> float:
    """What a healing spell is worth for those it reaches, in Wounds of theirs."""
    amount = _number(spell, "wounds") + _number(spell, "later_wounds") * 2
    worth = 0.0
    for patient in patients:
        other = view.own(patient)
        missing = other.wound_points - other.wounds
        given = min(amount + 1, missing)
        if other.is_down:
            worth += given * 0.5 + (4.0 if other.wounds + amount > 0 else 1.0)
            worth += 3.0 * bool(spell.says.get("stabilizes")) * view.is_bleeding(patient)
        elif 2 * other.wounds <= other.wound_points:
            worth += given
        elif missing >= amount + 2:
            worth += 0.4 * given
    return worth * casting_chance(view, one, spell)


def bonus(look: Look, tough: Toughness, worth: float) -> float:
    """What it adds that somebody is hurt already, or may fall by the blow."""
    if 0 <= tough.left <= worth + 1:
        return worth + FINISHING
    return worth * (1.0 + 0.15 * look.wear)


def _number(spell: Spell, what: str) -> int:
    found = spell.says.get(what)
    return found if isinstance(found, int) else 0
