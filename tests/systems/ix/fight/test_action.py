"""What costs the Action of a turn, and what it brings (area `action`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, citing, coded, dice_of, elite, gm, hero

from affray.testing.script import OffScript

BLOW = ("attack", "long-blade", "brute")
POTION = {"name": "Potion", "kind": "potion", "use": "warms the belly", "count": 2}


def bout_of(*, at: dict[str, int] | None = None, **fields: Any) -> Bout:
    """Ann's turn beside a brute, with Bob near and a potion in her belt."""
    ann = hero(
        "ann",
        **{
            "skills": {"light-melee": 2, "athletics": 2, "divinity": 1},
            "gear": [POTION],
            "spells": ["lesser-heal", "reactive-heal"],
            **fields,
        },
    )
    bob = hero("bob", skills={"light-melee": 2, "athletics": 1, "stealth": 1})
    scene = {"at": at} if at else None
    bout = Bout(ann, bob, elite("brute", wound_points=60), scene=scene)
    bout.turn_of("ann")
    return bout


# ---- attack ----


@pytest.mark.rule("ix.action.attack")
def test_an_attack_is_one_combat_check_against_one_target_and_takes_the_action() -> None:
    bout = bout_of()
    table = bout.do(BLOW, rolls=["1 success"])
    assert [rule for _, rule, _ in table.rolled] == ["ix.attack.steps"]
    assert coded(table, "checked")[0].fields["target"] == "brute"
    assert citing(table, "ix.action.attack")[0].fields["target"] == "brute"
    assert bout.fight.actions == 0
    assert not bout.offers("attack")


@pytest.mark.rule("ix.action.attack")
def test_friends_are_no_targets() -> None:
    bout = bout_of()
    targets = {option[2] for option in bout.options() if option[0] == "attack"}
    assert targets == {"brute"}


# ---- spells ----


@pytest.mark.rule("ix.action.cast")
def test_a_spell_takes_the_action_and_a_check_with_its_casting_skill() -> None:
    bout = bout_of(willpower=3)
    bout["bob"].wounds = 5
    table = bout.do(("cast", "lesser-heal", "bob"), rolls=["1 success"])
    assert coded(table, "checked")[0].fields["skill"] == "divinity"
    dice = dice_of(table)
    assert (dice["ability"], dice["mastery"], dice["trial"]) == (2, 1, 1)
    assert bout["bob"].wounds == 7
    assert bout.fight.actions == 0
    assert table.cited("ix.action.cast")


@pytest.mark.rule("ix.action.cast")
def test_a_spell_that_lists_another_type_leaves_the_action() -> None:
    bout = bout_of(willpower=3)
    bout["bob"].wounds = 5
    bout.do(("cast", "reactive-heal", "bob"), rolls=["1 success"])
    assert (bout["bob"].wounds, bout.fight.actions, bout.fight.maneuvers) == (6, 1, 0)
    bout.do(BLOW, rolls=["nothing"])
    assert not bout.offers("cast", "lesser-heal")


# ---- a skill check ----


@pytest.mark.rule("ix.action.skill-check")
def test_a_skill_check_takes_the_action() -> None:
    bout = bout_of(might=3)
    table = bout.step(("skill-check",), ("with", "athletics"), rolls=["1 success"])
    assert coded(table, "checked")[0].fields["skill"] == "athletics"
    assert table.cited("ix.action.skill-check")
    assert bout.fight.actions == 0
    assert not bout.offers("skill-check")


@pytest.mark.rule("ix.pool.identify")
@pytest.mark.parametrize("kind", ["skill-check", "task"])
def test_a_check_that_the_gm_turns_down_costs_no_action(kind: str) -> None:
    bout = bout_of(might=3)
    ruled = {"ix.pool.identify": ("refused",)}
    table = bout.step((kind,), ("with", "athletics"), rulings=ruled)
    assert coded(table, "check-refused")[0].fields == {"who": "ann", "skill": "athletics"}
    assert not table.rolled
    assert bout.fight.actions == 1
    with pytest.raises(OffScript):
        bout.step(("skill-check",), ("with", "athletics"), rolls=["1 success"])


# ---- an item ----


@pytest.mark.rule("ix.action.use-item")
def test_using_an_item_takes_the_action_and_one_of_its_kind() -> None:
    bout = bout_of()
    table = bout.do(("use-item", "potion"))
    assert citing(table, "ix.action.use-item")[0].fields == {
        "who": "ann",
        "item": "potion",
        "text": "warms the belly",
    }
    assert bout.fight.actions == 0
    assert bout["ann"].item("potion").count == 1
    assert not bout.offers("use-item")


@pytest.mark.rule("ix.action.use-item")
def test_what_is_used_up_cannot_be_used_again_and_is_not_in_hand_any_more() -> None:
    bout = bout_of(gear=[{**POTION, "count": 1}, "rope"])
    assert not bout.offers("use-item", "rope")
    bout.do(("draw", "potion"), ("use-item", "potion"))
    assert "potion" not in bout["ann"].held
    bout.end_turn()
    bout.turn_of("ann")
    assert not bout.offers("use-item")
    assert not bout.offers("draw", "potion")


@pytest.mark.rule("ix.action.use-item")
def test_an_item_that_has_been_dropped_cannot_be_used() -> None:
    bout = bout_of()
    bout.do(("draw", "potion"))
    assert bout.offers("use-item", "potion")
    bout.do(("drop", "potion"))
    assert not bout.offers("use-item")


# ---- aid ----


def aided(skill: str = "athletics", **fields: Any) -> Bout:
    bout = bout_of(**fields)
    bout.do(("aid", "bob"), ("with", skill))
    return bout


@pytest.mark.rule("ix.action.aid")
def test_aid_takes_the_action_and_puts_a_die_into_the_check_of_the_ally() -> None:
    bout = aided("light-melee")
    assert bout.fight.actions == 0
    assert citing(bout.last, "ix.action.aid")
    bout.end_turn()
    bout.turn_of("bob")
    table = bout.do(BLOW, rolls=["nothing"])
    assert dice_of(table) == {"mastery": 2, "boon": 1, "trial": 2}


@pytest.mark.rule("ix.action.aid")
def test_a_helper_of_higher_rank_gives_an_ability_die_instead() -> None:
    bout = aided("athletics")
    bout.end_turn()
    bout.turn_of("bob")
    table = bout.step(("skill-check",), ("with", "athletics"), rolls=["nothing"])
    found = dice_of(table)
    assert (found["ability"], found["mastery"], found.get("boon", 0)) == (2, 1, 0)


@pytest.mark.rule("ix.action.aid-window")
def test_aid_is_for_the_named_kind_of_check_only() -> None:
    bout = aided("athletics")
    bout.end_turn()
    bout.turn_of("bob")
    table = bout.do(BLOW, rolls=["nothing"])
    assert dice_of(table) == {"mastery": 2, "trial": 2}


@pytest.mark.rule("ix.action.aid-window")
def test_aid_is_for_the_next_check_and_no_other() -> None:
    bout = aided("light-melee")
    bout.end_turn()
    bout.turn_of("bob")
    bout.do(BLOW, rolls=["nothing"])
    bout.fight.actions = 1
    table = bout.do(BLOW, rolls=["nothing"])
    assert dice_of(table) == {"mastery": 2, "trial": 2}


@pytest.mark.rule("ix.action.aid-window")
def test_aid_waits_past_the_end_of_the_round_until_the_helper_acts_again() -> None:
    bout = bout_of()
    bout.end_turn()
    bout.next_round()
    bout.turn_of("bob")
    bout.end_turn()
    bout.turn_of("ann")
    bout.do(("aid", "bob"), ("with", "light-melee"))
    bout.end_turn()
    bout.turn_of("bob")
    assert bout.fight.round == 3
    table = bout.do(BLOW, rolls=["nothing"])
    assert dice_of(table)["boon"] == 1


@pytest.mark.rule("ix.action.aid-window")
def test_aid_is_lost_at_the_start_of_the_helpers_next_turn() -> None:
    bout = aided("light-melee")
    bout.end_turn()
    bout.next_round()
    bout.turn_of("ann")
    bout.end_turn()
    bout.turn_of("bob")
    table = bout.do(BLOW, rolls=["nothing"])
    assert dice_of(table) == {"mastery": 2, "trial": 2}


@pytest.mark.rule("ix.action.aid")
def test_nobody_aids_a_foe_or_oneself_or_somebody_who_has_left() -> None:
    bout = bout_of()
    assert {option[1] for option in bout.options() if option[0] == "aid"} == {"bob"}
    gm(bout, "tag", "bob", "fled")
    assert not bout.offers("aid")
