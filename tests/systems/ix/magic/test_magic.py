"""Casting in a fight (area `magic`); what the single spells do is in test_magic_spells.py."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    dice_of,
    elite,
    gm,
    hero,
)

LANCE = ("cast", "ember-lance", "brute")
MAGE = {"intellect": 3, "savvy": 3, "willpower": 3}
SKILLS = {"arcana": 2, "divinity": 1, "wildcraft": 1}


def bout(
    *spells: Any, at: int = 2, house: Any = None, brute: dict[str, Any] | None = None, **ann: Any
) -> Bout:
    """Ann casts in her turn; the brute stands two steps off, Bob beside her."""
    fields = {**MAGE, "skills": SKILLS, "spells": list(spells) or ["ember-lance"], **ann}
    it = Bout(
        hero("ann", **fields),
        hero("bob", wounds=4),
        elite("brute", **{"wound_points": 90, **(brute or {})}),
        scene={"at": {"ann": 0, "bob": 0, "brute": at}},
        house=house,
    )
    it.turn_of("ann")
    return it


def cast(it: Bout, *key: str, left: str = "1 success", **script: Any) -> IxTable:
    return it.do(key or LANCE, rolls=[left], **script)


# ---- what it costs ----


@pytest.mark.rule("ix.magic.action-type")
def test_most_spells_take_the_action() -> None:
    it = bout()
    cast(it)
    assert (it.fight.actions, it.fight.maneuvers) == (0, 0)
    assert not it.offers("cast")


@pytest.mark.rule("ix.magic.action-type")
def test_a_spell_may_be_a_maneuver() -> None:
    it = bout({"use": "ember-lance", "cost": "maneuver"})
    cast(it)
    assert (it.fight.actions, it.fight.maneuvers) == (1, 1)
    assert it.offers("cast", "ember-lance", "brute", "strain")


@pytest.mark.rule("ix.magic.action-type")
def test_reactive_heal_is_a_quick_action_once_in_the_turn_beside_the_action() -> None:
    it = bout("reactive-heal")
    table = cast(it, "cast", "reactive-heal", "bob", left="2 successes")
    assert (it.fight.actions, it.fight.maneuvers) == (1, 0)
    assert it["bob"].wounds == 4 + 2
    assert dice_of(table)["trial"] == 3
    assert not it.offers("cast", "reactive-heal")
    assert it.offers("skill-check")
    it.end_turn()
    it.next_round()
    it.turn_of("ann")
    assert it.offers("cast", "reactive-heal", "ann") or it.offers("cast", "reactive-heal", "bob")


@pytest.mark.rule("ix.magic.action-type")
def test_a_rite_of_an_hour_is_nothing_for_a_fight() -> None:
    it = bout("revive", "resurrection")
    assert not it.offers("cast")


# ---- the check ----


@pytest.mark.rule("ix.magic.casting-skills")
@pytest.mark.parametrize(
    ("spell", "target", "skill", "rating", "dice"),
    [
        ("ember-lance", "brute", "arcana", "intellect", "2 mastery 2 ability"),
        ("ember-lance", "brute", "wildcraft", "savvy", "2 mastery 2 ability"),
        ("lesser-heal", "bob", "divinity", "willpower", "2 mastery 2 ability"),
        ("lesser-heal", "bob", "wildcraft", "savvy", "2 mastery 2 ability"),
    ],
)
def test_each_casting_skill_goes_by_its_characteristic(
    spell: str, target: str, skill: str, rating: str, dice: str
) -> None:
    it = bout(spell, skills={skill: 2}, **{"intellect": 1, "savvy": 1, "willpower": 1, rating: 4})
    table = cast(it, "cast", spell, target)
    assert table.rolled[0][2].split(" vs ")[0] == dice


@pytest.mark.rule("ix.magic.casting-skills")
def test_a_spell_is_cast_only_with_a_skill_that_it_names() -> None:
    it = bout("greater-heal", skills={"arcana": 5, "wildcraft": 5}, willpower=2)
    table = cast(it, "cast", "greater-heal", "bob")
    assert table.rolled[0][2] == "2 ability vs 3 trial", "Divinity, untrained"


@pytest.mark.rule("ix.magic.difficulty")
@pytest.mark.parametrize(
    ("spell", "target", "trial"),
    [
        ("lesser-heal", "bob", 1),
        ("ember-lance", "brute", 2),
        ("vital-heal", "bob", 3),
        ("tide-heal", "friends", 4),
    ],
)
def test_the_entry_of_the_spell_sets_its_difficulty(spell: str, target: str, trial: int) -> None:
    it = bout(spell)
    table = cast(it, "cast", spell, target, left="nothing")
    assert dice_of(table)["trial"] == trial
    assert table.cited("ix.magic.difficulty")
    assert not table.was_asked("ix.pool.identify")


@pytest.mark.rule("ix.magic.difficulty")
@pytest.mark.parametrize("at", [1, 2, 3])
def test_the_range_to_the_target_does_not_change_it(at: int) -> None:
    assert dice_of(cast(bout(at=at)))["trial"] == 2


@pytest.mark.rule("ix.magic.no-defense-dice")
def test_neither_defense_nor_guard_nor_cover_stands_against_a_spell() -> None:
    it = bout(brute={"melee_defense": 3, "ranged_defense": 3})
    it["brute"].guard = "defensive"
    it["brute"].cover = 2
    assert set(dice_of(cast(it))) == {"mastery", "ability", "trial"}


@pytest.mark.rule("ix.magic.no-defense-dice")
@pytest.mark.parametrize(("which", "bane"), [("melee", 1), ("ranged", 2)])
def test_unless_the_spell_says_that_it_is_resisted_that_way(which: str, bane: int) -> None:
    it = bout(
        {"use": "ember-lance", "resisted-by-defense": which},
        brute={"melee_defense": 1, "ranged_defense": 2},
    )
    assert dice_of(cast(it))["bane"] == bane


@pytest.mark.rule("ix.magic.engaged-penalty")
@pytest.mark.parametrize(("at", "bane"), [(0, 1), (1, 0), (2, 0)])
def test_an_enemy_at_engaged_costs_the_caster_a_bane_die(at: int, bane: int) -> None:
    table = cast(bout(at=at))
    assert dice_of(table).get("bane", 0) == bane
    assert table.cited("ix.magic.engaged-penalty") == bool(bane)


@pytest.mark.rule("ix.magic.engaged-penalty")
def test_it_is_one_die_for_any_number_of_enemies_and_none_for_a_fallen_one() -> None:
    it = Bout(
        hero("ann", **MAGE, skills=SKILLS, spells=["ember-lance"]),
        elite("brute", wound_points=90),
        elite("oaf"),
    )
    it.turn_of("ann")
    assert dice_of(cast(it))["bane"] == 1
    for who in ("oaf", "brute"):
        it["ann"].hold = ""
        it.fight[who].wounds = 0 if who == "oaf" else 90
    gm(it, "tag", "brute", "apart:ann")
    it.fight.actions = 1
    it.turn_of("ann")
    assert "bane" not in dice_of(cast(it))


@pytest.mark.rule("ix.magic.engaged-penalty")
def test_it_is_for_healing_spells_as_well_and_not_for_blows() -> None:
    it = bout("lesser-heal", at=0)
    assert dice_of(cast(it, "cast", "lesser-heal", "bob"))["bane"] == 1
    it = bout(at=0)
    assert "bane" not in dice_of(it.do(("attack", "long-blade", "brute"), rolls=["nothing"]))


@pytest.mark.rule("ix.magic.combat-caster")
@pytest.mark.parametrize(("talents", "bane"), [(["combat-caster"], 0), (["guarded"], 1)])
def test_combat_caster_removes_that_die(talents: list[str], bane: int) -> None:
    it = bout(at=0, talents=talents)
    assert dice_of(cast(it)).get("bane", 0) == bane


@pytest.mark.rule("ix.magic.combat-caster")
def test_combat_caster_removes_nothing_else() -> None:
    it = bout(at=0, talents=["combat-caster"])
    gm(it, "tag", "ann", "disoriented")
    assert dice_of(cast(it))["bane"] == 1


@pytest.mark.rule("ix.guard.spells")
@pytest.mark.parametrize(("house", "bane"), [("no", 0), ("yes", 2)])
def test_guards_count_against_spells_where_the_house_says_so(house: str, bane: int) -> None:
    it = bout(house={"guards-against-spells": house})
    it["brute"].guard = "defensive"
    found = dice_of(cast(it))
    assert bool(found.get("bane", 0) + found["trial"] - 2) == bool(bane)


# ---- range and target ----


@pytest.mark.rule("ix.magic.range")
@pytest.mark.parametrize(("at", "can"), [(0, True), (1, True), (3, True), (4, False), (6, False)])
def test_the_target_must_be_within_the_range_of_the_spell(at: int, can: bool) -> None:
    """Ember Lance reaches Medium."""
    assert bout(at=at).offers(*LANCE) == can


@pytest.mark.rule("ix.magic.range")
@pytest.mark.parametrize(("at", "can"), [(0, True), (1, False)])
def test_a_spell_by_touch_reaches_those_at_engaged(at: int, can: bool) -> None:
    it = bout("lesser-heal", at=4)
    gm(it, "set", "bob", "at", at)
    assert it.offers("cast", "lesser-heal", "bob") == can


@pytest.mark.rule("ix.magic.range")
def test_a_spell_for_all_friends_reaches_those_within_its_band() -> None:
    it = Bout(
        hero("ann", **MAGE, skills={"divinity": 3}, spells=["tide-heal"], wounds=5),
        hero("bob", wounds=4),
        hero("cat", wounds=4),
        elite("brute", wound_points=90),
        scene={"at": {"ann": 0, "bob": 1, "cat": 2, "brute": 5}},
    )
    it.turn_of("ann")
    it.do(("cast", "tide-heal", "friends"), rolls=["1 success"])
    assert [it[who].wounds for who in ("ann", "bob", "cat")] == [7, 6, 4]
    assert it["brute"].wounds == 90


@pytest.mark.rule("ix.magic.range")
def test_a_spell_on_oneself_needs_no_target() -> None:
    it = bout({"use": "lesser-heal", "range": "self"}, wounds=5)
    heals = [option for option in it.options() if option[0] == "cast"]
    assert [option[2] for option in heals] == ["ann"]


@pytest.mark.rule("ix.magic.range")
def test_a_spell_for_who_can_hear_is_wasted_on_the_deaf() -> None:
    assert bout("bell-of-dismay", at=1).offers("cast", "bell-of-dismay", "brute")
    assert not bout("bell-of-dismay", at=1, brute={"hears": False}).offers("cast")
