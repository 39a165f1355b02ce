"""The track of Wounds: where it starts and ends, and what profiles say of it (area `wounds`)."""

from __future__ import annotations

import pytest
from ix_kit import Bout, citing, coded, elite, heal, hero, minions, nemesis, suffer, tire

# ---- points and the full track ----


@pytest.mark.rule("ix.wounds.points", "ix.wounds.start-full")
@pytest.mark.parametrize(
    ("species", "might", "points"),
    [("human", 2, 12), ("human", 4, 14), ("drakin", 3, 14), ("sand-elf", 1, 10)],
)
def test_wound_points_are_the_base_of_the_species_plus_might(
    species: str, might: int, points: int
) -> None:
    bout = Bout(hero("ann", species=species, might=might), elite("brute"))
    assert bout["ann"].wound_points == points
    assert bout["ann"].wounds == points


@pytest.mark.rule("ix.wounds.points")
def test_no_other_characteristic_moves_wound_points() -> None:
    fields = {"agility": 5, "willpower": 5, "intellect": 5, "savvy": 5, "presence": 5}
    assert Bout(hero("ann", **fields), elite("brute"))["ann"].wound_points == 12


@pytest.mark.rule("ix.wounds.maximum")
@pytest.mark.parametrize(
    ("wounds", "amount", "after"), [(5, 3, 8), (10, 2, 12), (10, 3, 12), (12, 4, 12)]
)
def test_healing_stops_at_wound_points(wounds: int, amount: int, after: int) -> None:
    bout = Bout(hero("ann", wounds=wounds), elite("brute"))
    table = heal(bout, "ann", amount)
    assert bout["ann"].wounds == after
    told = [(e.fields["amount"], e.fields["before"], e.fields["now"]) for e in table.events]
    assert told == ([(after - wounds, wounds, after)] if after > wounds else [])


# ---- suffering ----


@pytest.mark.rule("ix.wounds.below-zero")
def test_current_wounds_count_on_below_zero() -> None:
    bout = Bout(hero("ann", wounds=3), hero("bob"), elite("brute"))
    table = suffer(bout, "ann", 5, rolls=[46])
    assert bout["ann"].wounds == -2
    assert citing(table, "ix.wounds.below-zero")[0].fields["now"] == -2
    suffer(bout, "ann", 4)
    assert bout["ann"].wounds == -6


@pytest.mark.rule("ix.wounds.below-zero")
@pytest.mark.parametrize(("amount", "rolls"), [(4, []), (11, []), (12, [46])])
def test_what_does_not_go_below_zero_is_told_without_that_rule(
    amount: int, rolls: list[int]
) -> None:
    bout = Bout(hero("ann"), hero("bob"), elite("brute"))
    table = suffer(bout, "ann", amount, rolls=rolls)
    assert not table.cited("ix.wounds.below-zero")
    told = coded(table, "wounded")[0].fields
    assert (told["amount"], told["before"], told["now"]) == (amount, 12, 12 - amount)


@pytest.mark.parametrize("amount", [0, -3])
def test_no_wounds_change_nothing_and_heal_nobody(amount: int) -> None:
    bout = Bout(hero("ann", wounds=6), elite("brute"))
    table = suffer(bout, "ann", amount)
    assert bout["ann"].wounds == 6
    assert table.events == []


# ---- creature profiles ----


@pytest.mark.rule("ix.wounds.creature-profiles")
def test_a_creature_has_the_numbers_of_its_profile() -> None:
    block = elite("brute", wound_points=17, resistance=3, might=5, melee_defense=2)
    bout = Bout(hero("ann"), block, nemesis("boss", wound_points=21, strain_points=7))
    brute, boss = bout["brute"], bout["boss"]
    assert (brute.wound_points, brute.wounds, brute.strain_points) == (17, 17, 0)
    assert (brute.resistance, brute.melee_defense) == (3, 2)
    assert (boss.wound_points, boss.strain_points) == (21, 7)


@pytest.mark.rule("ix.wounds.creature-profiles")
def test_a_creature_without_strain_suffers_strain_as_wounds() -> None:
    bout = Bout(hero("ann"), elite("brute"), minions("rats", 3), nemesis("boss"))
    table = tire(bout, "brute", 3)
    assert (bout["brute"].wounds, bout["brute"].strain) == (7, 0)
    assert table.cited("ix.wounds.creature-profiles")
    tire(bout, "rats", 3)
    assert (bout["rats"].wounds, bout["rats"].strain) == (9, 0)
    table = tire(bout, "boss", 3)
    assert (bout["boss"].wounds, bout["boss"].strain) == (10, 3)
    assert not table.cited("ix.wounds.creature-profiles")


@pytest.mark.rule("ix.wounds.creature-profiles")
def test_strain_suffered_as_wounds_can_fell_a_creature() -> None:
    bout = Bout(hero("ann"), elite("brute", wounds=2), elite("ogre"))
    tire(bout, "brute", 2)
    assert bout["brute"].status == "out"


@pytest.mark.rule("ix.wounds.maximum")
def test_a_minion_group_cannot_be_healed_above_the_wounds_of_its_members() -> None:
    bout = Bout(hero("ann"), minions("rats", 3, wounds=10))
    heal(bout, "rats", 9)
    assert bout["rats"].wounds == 12
