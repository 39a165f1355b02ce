"""The two guards (area `guard`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, citing, dice_of, elite, gm, hero

BLADE, BOW = "long-blade", "hunting-bow"


def facing(
    weapon: str = BLADE, *, house: dict[str, Any] | None = None, foe: Any = None, **fields: Any
) -> Bout:
    """Ann and a brute, Engaged with a blade, a step apart with a bow; nobody has acted yet."""
    steps = 0 if weapon == BLADE else 1
    brute = foe or elite("brute", wound_points=60, weapons=[weapon])
    scene = {"at": {"ann": 0, "bob": 0, "brute": steps}}
    ann = hero("ann", **{"weapons": [BLADE], **fields})
    return Bout(ann, hero("bob"), brute, scene=scene, house=house)


def attack(bout: Bout, weapon: str = BLADE, at: str = "ann") -> dict[str, int]:
    table = bout.do(("attack", weapon, at), rolls=["nothing"])
    return dice_of(table)


# ---- Defensive Guard ----


@pytest.mark.rule("ix.guard.defensive-guard")
def test_defensive_guard_takes_the_action_and_adds_a_bane_die_to_attacks() -> None:
    bout = facing()
    bout.turn_of("ann")
    table = bout.do(("defensive-guard",))
    assert (bout.fight.actions, bout.fight.maneuvers) == (0, 0)
    assert citing(table, "ix.guard.defensive-guard")[0].fields["guard"] == "defensive"
    bout.end_turn()
    bout.turn_of("brute")
    assert attack(bout) == {"ability": 2, "trial": 2, "bane": 1}


@pytest.mark.rule("ix.guard.defensive-guard")
def test_defensive_guard_works_against_arrows_and_every_attack() -> None:
    bout = facing(BOW)
    bout.turn_of("ann")
    bout.do(("defensive-guard",))
    bout.end_turn()
    bout.turn_of("brute")
    assert attack(bout, BOW)["bane"] == 1
    bout.fight.actions = 1
    assert attack(bout, BOW)["bane"] == 1


@pytest.mark.rule("ix.guard.defensive-guard")
def test_defensive_guard_protects_nobody_else_and_needs_no_talent() -> None:
    bout = facing()
    bout.turn_of("ann")
    bout.do(("defensive-guard",))
    bout.end_turn()
    bout.turn_of("brute")
    assert "bane" not in attack(bout, at="bob")
    bout.end_turn()
    bout.turn_of("brute")
    assert bout.offers("defensive-guard")


@pytest.mark.rule("ix.guard.defensive-guard-no-attack")
def test_after_defensive_guard_there_is_no_other_action_and_no_attack() -> None:
    bout = facing()
    bout.turn_of("ann")
    bout.do(("defensive-guard",))
    words = {str(option[0]) for option in bout.options()}
    assert not words & {"attack", "grapple", "skill-check", "aid", "task", "defensive-guard"}
    assert "aim" in words
    bout.do(("aim",))
    assert not bout.offers("aim", "action")


@pytest.mark.rule("ix.guard.defensive-guard-no-attack")
def test_a_spent_action_buys_no_defensive_guard() -> None:
    bout = facing()
    bout.turn_of("ann")
    bout.do(("attack", BLADE, "brute"), rolls=["nothing"])
    assert not bout.offers("defensive-guard")


# ---- Guarded ----


@pytest.mark.rule("ix.guard.guarded")
def test_guarded_takes_a_maneuver_and_makes_a_trial_die_a_crisis_die() -> None:
    bout = facing(talents=["guarded"])
    bout.turn_of("ann")
    table = bout.do(("guard",))
    assert (bout.fight.actions, bout.fight.maneuvers) == (1, 1)
    assert citing(table, "ix.guard.guarded")[0].fields["guard"] == "guarded"
    bout.do(("attack", BLADE, "brute"), rolls=["nothing"])
    bout.end_turn()
    bout.turn_of("brute")
    assert attack(bout) == {"ability": 2, "trial": 1, "crisis": 1}
    bout.fight.actions = 1
    assert attack(bout) == {"ability": 2, "trial": 1, "crisis": 1}


@pytest.mark.rule("ix.guard.guarded")
def test_guarded_works_against_arrows_and_for_its_owner_alone() -> None:
    bout = facing(BOW, talents=["guarded"])
    bout.turn_of("ann")
    bout.do(("guard",))
    bout.end_turn()
    bout.turn_of("brute")
    assert attack(bout, BOW) == {"ability": 2, "crisis": 1}
    bout.fight.actions = 1
    assert attack(bout, BOW, at="bob") == {"ability": 2, "trial": 1}


@pytest.mark.rule("ix.guard.guarded-needs-talent")
def test_only_the_talent_allows_the_guard_maneuver() -> None:
    bout = facing()
    bout.turn_of("ann")
    assert not bout.offers("guard")
    bout = facing(talents=["guarded"])
    bout.turn_of("ann")
    assert bout.offers("guard")


# ---- both ----


def both(first: tuple[str, ...], second: tuple[str, ...]) -> Bout:
    bout = facing(talents=["guarded"])
    bout.turn_of("ann")
    bout.do(first)
    bout.do(second)
    if bout.fight.turn and bout.fight.acting == "ann":
        bout.end_turn()
    bout.turn_of("brute")
    return bout


@pytest.mark.rule("ix.guard.no-stacking")
def test_the_guard_that_was_chosen_later_replaces_the_other() -> None:
    assert attack(both(("guard",), ("defensive-guard",))) == {"ability": 2, "trial": 2, "bane": 1}
    assert attack(both(("defensive-guard",), ("guard",))) == {"ability": 2, "trial": 1, "crisis": 1}


@pytest.mark.rule("ix.guard.duration")
@pytest.mark.parametrize(
    ("choice", "guard"), [("guard", "guarded"), ("defensive-guard", "defensive")]
)
def test_a_guard_ends_as_the_next_turn_starts_before_anything_is_done(
    choice: str, guard: str
) -> None:
    bout = facing(talents=["guarded"])
    bout.turn_of("ann")
    bout.do((choice,))
    bout.end_turn()
    bout.next_round()
    assert bout["ann"].guard == guard
    table = bout.turn_of("ann")
    assert bout["ann"].guard == ""
    assert citing(table, "ix.guard.duration")[0].fields == {"who": "ann", "guard": guard}
    bout.end_turn()
    bout.turn_of("brute")
    assert attack(bout) == {"ability": 2, "trial": 2}


@pytest.mark.rule("ix.guard.not-defense")
def test_the_die_of_defensive_guard_comes_on_top_of_defense_and_its_cap() -> None:
    bout = facing(melee_defense=3)
    bout.turn_of("ann")
    bout.do(("defensive-guard",))
    bout.end_turn()
    bout.turn_of("brute")
    assert attack(bout)["bane"] == 4


def spell_at_a_guard(guard: str, house: dict[str, Any] | None = None, **spell: Any) -> Any:
    foe = elite(
        "brute",
        wound_points=60,
        skills={"arcana": 2},
        spells=[{"use": "ember-lance", **spell}],
    )
    bout = facing(foe=foe, house=house, melee_defense=2, ranged_defense=2)
    gm(bout, "place", "brute", value=2)
    bout.turn_of("brute")
    gm(bout, "tag", "ann", guard)
    return dice_of(bout.do(("cast", "ember-lance", "ann"), rolls=["nothing"]))


@pytest.mark.rule("ix.guard.spells")
@pytest.mark.parametrize("guard", ["guarded", "defensive"])
def test_a_guard_is_no_help_against_a_spell_with_its_own_difficulty(guard: str) -> None:
    assert spell_at_a_guard(guard) == {"mastery": 2, "trial": 2}


@pytest.mark.rule("ix.guard.spells")
def test_a_guard_helps_against_a_spell_that_attacks_the_defenses() -> None:
    dice = spell_at_a_guard("defensive", **{"resisted-by-defense": "ranged"})
    assert dice == {"mastery": 2, "trial": 2, "bane": 3}


@pytest.mark.rule("ix.guard.spells")
def test_by_house_rule_guards_work_against_spells_that_harm() -> None:
    house = {"guards-against-spells": "yes"}
    assert spell_at_a_guard("guarded", house) == {"mastery": 2, "trial": 1, "crisis": 1}
    assert spell_at_a_guard("defensive", house) == {"mastery": 2, "trial": 2, "bane": 1}
