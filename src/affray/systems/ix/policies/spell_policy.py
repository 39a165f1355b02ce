"""Which spell sensible play casts: a quick one that heals, or the one that is worth most."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.keys import Key
from affray.systems.ix.policies import judging
from affray.systems.ix.policies.view import Look, View
from affray.systems.ix.records import Spell
from affray.systems.ix.state import Fighter

WORTH_HEALING = 2.0
"""What a healing spell beside the Action must be worth to be cast."""
WORTH_CURING = 1.5
"""What it is worth to rid a friend of a condition, in Wounds."""
SCRATCH = 2
"""Wounds that nobody heals in a fight."""


def quick_heal(view: View, one: Fighter) -> Key | None:
    """A healing spell that takes no Action."""
    spells = [each for each in one.spells if each.cost == "quick-action" and heals(each)]
    if not spells or not somebody_is_hurt(view, one):
        return None
    for spell in spells:
        for target in view.castable(one.id, spell):
            if judging.healing(view, one, spell, [target]) >= WORTH_HEALING:
                return ("cast", spell.id, target)
    return None


def somebody_is_hurt(view: View, one: Fighter) -> bool:
    """Whether anybody of one's own side could do with healing."""
    return any(
        each.wound_points - each.wounds > SCRATCH
        for each in (one, *(view.own(friend) for friend in view.friends(one.id)))
    )


def best_spell(view: View, one: Fighter, looks: Sequence[Look], least_worth: float) -> Key | None:
    """The spell that is worth most, if it is worth more than that."""
    best, key = least_worth, None
    hurt: bool | None = None
    for spell in one.spells:
        if spell.cost != "action":
            continue
        if heals(spell):
            hurt = somebody_is_hurt(view, one) if hurt is None else hurt
            if not hurt:
                continue
            for target in view.castable(one.id, spell):
                friends = [one.id, *view.friends(one.id)]
                patients = friends if target == "friends" else [target]
                worth = judging.healing(view, one, spell, patients)
                if worth > best:
                    best, key = worth, ("cast", spell.id, target)
        elif spell.says.get("harms") or spell.says.get("condition"):
            cast = judging.casting(view, one, spell, looks)
            castable = view.castable(one.id, spell) if spell.says.get("heard") else None
            for look in looks:
                if look.band > spell.reach or (castable and look.who not in castable):
                    continue
                tough = view.toughness(look.who)
                worth = judging.bonus(look, tough, judging.spell_worth(cast, tough))
                if worth > best:
                    best, key = worth, ("cast", spell.id, look.who)
        elif best < WORTH_CURING:
            for target in view.castable(one.id, spell):
                if view.own(target).conditions and cures(view, spell, target):
                    best, key = WORTH_CURING, ("cast", spell.id, target)
    return key


def cures(view: View, spell: Spell, target: str) -> bool:
    ended = spell.says.get("ends_conditions") or ()
    assert isinstance(ended, (tuple, list))
    return any(view.has(target, str(each)) for each in ended)


def heals(spell: Spell) -> bool:
    return bool(spell.says.get("wounds"))


def healing_of(one: Fighter) -> list[Spell]:
    return [spell for spell in one.spells if heals(spell)]
