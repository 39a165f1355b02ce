"""Copies of a fight share nothing that changes in place, and everything else."""

from __future__ import annotations

from dataclasses import dataclass, fields

import pytest

from affray.kernel.copier import fight_copier, record_copier
from affray.kernel.encounter import read_encounter
from affray.kernel.fight import Combatant, Fight
from affray.kernel.rulebook import HouseRules
from affray.registry import system


@dataclass(slots=True)
class Knight(Combatant):
    hits: int = 3
    arms: tuple[str, ...] = ("lance",)


@dataclass(slots=True)
class Squire(Combatant):
    courage: int = 1


@dataclass(slots=True)
class Joust(Fight[Combatant]):
    course: int = 1


def joust() -> Joust:
    house = HouseRules(system("trade").rulebook)
    people = [Knight("ann", "Ann", "heroes", notes={"seal": 1}), Squire("bo", "Bo", "foes")]
    return Joust(house, {one.id: one for one in people}, course=2, kept={"a.b": ("yes",)})


def test_a_copy_is_equal_and_of_the_same_classes() -> None:
    old = joust()
    new = fight_copier(Joust, Knight, Squire)(old)
    assert new == old
    assert new is not old
    assert [type(one) for one in new.combatants.values()] == [Knight, Squire]


def test_what_changes_in_place_is_not_shared() -> None:
    old = joust()
    new = fight_copier(Joust, Knight, Squire)(old)
    new["ann"].notes["seal"] = 2
    new["ann"].removed = True
    new.kept["c.d"] = ("no",)
    new.passes["ann"] = {"parry": "turn"}
    assert old["ann"].notes == {"seal": 1}
    assert not old["ann"].removed
    assert old.kept == {"a.b": ("yes",)}
    assert old.passes == {}


def test_the_rest_is_shared() -> None:
    old = joust()
    new = fight_copier(Joust, Knight, Squire)(old)
    assert new["ann"].arms is old["ann"].arms  # type: ignore[attr-defined]
    assert new.house is old.house


def test_passes_are_copied_to_the_last_level() -> None:
    old = joust()
    old.passes["ann"] = {"parry": "turn"}
    new = fight_copier(Joust, Knight, Squire)(old)
    new.passes["ann"]["parry"] = "round"
    assert old.passes == {"ann": {"parry": "turn"}}


def test_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no field flags"):
        record_copier(Knight, {"flags": dict})


@pytest.mark.parametrize("name", ["ix", "sixteen", "trade", "vigor"])
def test_every_field_of_a_systems_fight_is_copied(name: str) -> None:
    found = system(name)
    title, text = next(iter(found.encounters().items()))
    fight = found.start(read_encounter(text, title, found))
    copied = found.copy(fight)
    people = zip(fight.combatants.values(), copied.combatants.values(), strict=True)
    for old, new in [(fight, copied), *people]:
        for field in fields(old):
            assert getattr(new, field.name) == getattr(old, field.name), field.name
