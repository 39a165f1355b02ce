"""The house rules of a setup, with its numbers and switches."""

from __future__ import annotations

import json
from dataclasses import fields
from functools import lru_cache

from affray.kernel.rulebook import Fault, HouseRules, HouseRulesError, Rulebook, fill
from affray.kernel.system import Setup
from affray.systems.ix.numbers import Numbers, Switches

MOST = 10_000
MOST_DICE = 12


def _is_few(name: str) -> bool:
    """Whether a value is a number of dice or slots, of which nobody wants hundreds."""
    return "_dice" in name or name.startswith("slots_")


@lru_cache(maxsize=32)
def _in_force(book: Rulebook, text: str) -> tuple[HouseRules, Numbers, Switches]:
    house = HouseRules(book).with_table(json.loads(text), "the fight's setup")
    numbers = fill(Numbers, house)
    faults = [
        Fault(
            f"house-rules, {field.name.replace('_', '-')}",
            f"{getattr(numbers, field.name)} makes no sense",
            f"Write {low} to {most}.",
        )
        for field in fields(numbers)
        for low in [-MOST if field.name == "minion_rank_offset" else 0]
        for most in [MOST_DICE if _is_few(field.name) else MOST]
        if not low <= getattr(numbers, field.name) <= most
    ]
    steps = [numbers.short_steps, numbers.medium_steps, numbers.long_steps, numbers.extreme_steps]
    if sorted(set(steps)) != steps or steps[0] < 1:
        cure = "Let each farther band begin at more steps, Short at 1 or more."
        faults.append(Fault("house-rules, short-steps", "the bands overlap", cure))
    if numbers.minion_group_max < max(numbers.minion_group_min, 1):
        cure = f"Write at least {max(numbers.minion_group_min, 1)}."
        faults.append(Fault("house-rules, minion-group-max", "no group fits", cure))
    if faults:
        raise HouseRulesError(faults)
    return house, numbers, fill(Switches, house)


def in_force(book: Rulebook, setup: Setup) -> tuple[HouseRules, Numbers, Switches]:
    """The house rules of a setup, its numbers and its switches; shared by its fights.

    Raises `HouseRulesError`.
    """
    return _in_force(book, json.dumps(setup.house_rules, sort_keys=True))
