"""Conditions: what they do and how long they last (area condition)."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import Bout, foe, gm, hero, spell

from affray.systems.sixteen import position
from affray.systems.sixteen.state import Condition

SWORD = ("attack", "long-sword", "cur")
TAKE = ("take-it",)
LASTS = "sixteen.condition.duration"


def bout(*tags: str, house: Any = None, scene: Any = None, **fields: Any) -> Bout:
    """ann in these conditions, her turn, next to a foe of 40 HP."""
    cur = foe("cur", max_hp=40, wounded_by_more_than=99)
    fight = Bout(hero("ann", **fields), cur, house=house, scene=scene)
    for tag in tags:
        gm(fight, "tag", "ann", tag)
    return fight


def kinds(fight: Bout) -> set[str]:
    return {one[0] for one in fight.options()}


def hex_(condition: str, **fields: Any) -> Bout:
    """ann casts a spell without a roll that puts the foe into a condition."""
    cast = spell("hex", strike="none", condition=condition, **fields.pop("spell", {}))
    fight = Bout(hero("ann", spells=[cast]), foe("cur", max_hp=40))
    fight.do(("spell", "hex", "cur"), **fields)
    return fight


# ---- stunned ----


@pytest.mark.rule("sixteen.condition.stunned", "sixteen.condition.stunned-all-actions")
def test_the_stunned_take_no_action_of_any_kind() -> None:
    fight = bout("stunned", fatigue=1, weapons=["long-sword", "knife"])
    assert fight.fight.acting == "ann"
    assert fight.options() == [("end",)]


@pytest.mark.rule("sixteen.condition.stunned-all-actions")
def test_the_stunned_have_no_reaction() -> None:
    for tags, struck in (((), True), (("stunned",), False)):
        fight = bout()
        fight.end()
        for tag in tags:
            gm(fight, "tag", "ann", tag)
        table = fight.do(
            ("move", "back", "1"),
            *[("strike", "cur")] * struck,
            dice=[(2, 1)] * struck,
        )
        assert ("reaction" in table.codes()) is struck


# ---- prone ----


@pytest.mark.rule("sixteen.condition.prone", "sixteen.condition.prone-cost")
def test_the_prone_cannot_move_before_they_stand_and_standing_is_the_whole_move() -> None:
    fight = bout("prone")
    assert "move" not in kinds(fight)
    assert SWORD in fight.options()
    table = fight.step(("stand",))
    assert not fight["ann"].has("prone")
    assert table.cited("sixteen.condition.prone-cost")
    assert "move" not in kinds(fight)
    assert SWORD in fight.options()
    fight.to_turn("ann")
    assert "move" in kinds(fight)


@pytest.mark.rule("sixteen.condition.prone-cost")
@pytest.mark.parametrize(
    ("fields", "can"),
    [({}, True), ({"movement": 0}, False), ({"movement": 5, "fatigue": 1}, False)],
)
def test_without_movement_nobody_stands_up(fields: dict[str, int], can: bool) -> None:
    assert (("stand",) in bout("prone", **fields).options()) is can


@pytest.mark.rule("sixteen.condition.prone-cost")
def test_being_prone_changes_no_attack_or_deflect() -> None:
    fight = bout("prone")
    gm(fight, "tag", "cur", "prone")
    fight["cur"].deflect_bonus = 5
    table = fight.do(SWORD, ("deflect",), dice=[(11, 4), 14])
    assert next(e.fields["needed"] for e in table.events if e.code == "attack") == 11
    assert str(table.pools[0]) == "1d20 & 1d8"
    deflect = next(e for e in table.events if e.code == "deflect")
    assert {**deflect.fields, **deflect.secret}["target_number"] == 15


@pytest.mark.rule("sixteen.condition.prone", "sixteen.condition.duration")
def test_prone_lasts_until_one_stands() -> None:
    fight = bout("prone")
    for _ in range(3):
        fight.to_turn("ann")
        assert fight["ann"].has("prone")


# ---- blinded ----


@pytest.mark.rule("sixteen.condition.blinded", "sixteen.condition.disadvantage")
@pytest.mark.parametrize(
    ("two", "code"), [((20, 10), "missed"), ((12, 20), "struck"), ((20, 1), "critical-miss")]
)
def test_the_blinded_keep_the_lower_of_two_d20(two: tuple[int, int], code: str) -> None:
    fight = bout("blinded", sdf=20)
    dice: list[Any] = [(*two, 5)] + [20] * (code == "critical-miss")
    table = fight.do(SWORD, *[TAKE] * (code == "struck"), dice=dice)
    assert code in table.codes()
    assert str(table.pools[0]).startswith("2d20kl1")


@pytest.mark.rule("sixteen.condition.disadvantage")
def test_the_kept_die_is_the_natural_for_every_purpose() -> None:
    table = bout("blinded").do(SWORD, TAKE, dice=[(18, 11, 5)])
    struck = next(e for e in table.events if e.code == "struck")
    assert struck.fields["result"] == "critical"
    table = bout("blinded").do(SWORD, ("add-d3",), TAKE, dice=[(20, 20, 5), 1])
    struck = next(e for e in table.events if e.code == "struck")
    assert struck.fields["result"] == "telling"


@pytest.mark.rule("sixteen.condition.blinded")
def test_a_spell_that_strikes_by_a_roll_has_disadvantage_too() -> None:
    fight = bout("blinded", spells=[spell("bolt")])
    table = fight.do(("spell", "bolt", "cur"), dice=[(20, 5, 6)])
    assert "missed" in table.codes()


@pytest.mark.rule("sixteen.condition.disadvantage")
def test_several_causes_still_make_two_dice() -> None:
    fight = bout("blinded", "blinded")
    table = fight.do(SWORD, dice=[(5, 9, 1)])
    assert str(table.pools[0]) == "2d20kl1 & 1d8"


@pytest.mark.rule("sixteen.condition.blinded")
def test_a_reaction_of_the_blinded_has_disadvantage() -> None:
    fight = bout()
    fight.end()
    gm(fight, "tag", "ann", "blinded")
    fight.do(("move", "back", "1"), ("strike", "cur"), dice=[(20, 5, 6)])
    assert fight["cur"].hp == 40


# ---- frightened ----


def places(**at: int) -> dict[str, Any]:
    return {"distance": 5, "first": "heroes", "places": at}


@pytest.mark.rule("sixteen.condition.frightened")
def test_the_frightened_may_not_move_nearer_and_may_move_away_and_attack() -> None:
    fight = bout("frightened:cur", scene=places(ann=0, cur=20))
    assert not [one for one in fight.options() if one[:2] == ("move", "forward")]
    assert not [one for one in fight.options() if one[:2] == ("move", "toward")]
    assert [one for one in fight.options() if one[:2] == ("move", "back")]
    near = bout("frightened:cur")
    assert SWORD in near.options()


@pytest.mark.rule("sixteen.condition.frightened")
def test_beyond_what_it_fears_the_frightened_may_go_on() -> None:
    """Past the source forward is away; back would be nearer."""
    fight = bout("frightened:cur", scene=places(ann=20, cur=5))
    forward = [one for one in fight.options() if one[:2] == ("move", "forward")]
    assert [one[2].high for one in forward] == [6]
    assert not [one for one in fight.options() if one[:2] == ("move", "back")]


@pytest.mark.rule("sixteen.condition.frightened", "sixteen.condition.duration")
def test_fear_is_of_its_source_alone_and_ends_with_it() -> None:
    fight = Bout(
        hero("ann"), foe("cur", max_hp=40), foe("dog"), scene=places(ann=0, cur=-20, dog=30)
    )
    gm(fight, "tag", "ann", "frightened:cur")
    assert [one for one in fight.options() if one[:2] == ("move", "forward")]
    assert ("move", "toward", "dog") in fight.options()
    assert not [one for one in fight.options() if one[:2] == ("move", "back")]
    for _ in range(3):
        fight.to_turn("ann")
    assert fight["ann"].has("frightened")
    gm(fight, "tag", "cur", "gone")
    assert not fight["ann"].has("frightened") or [
        one for one in fight.options() if one[:2] == ("move", "back")
    ]
    fight.to_turn("ann")
    assert not fight["ann"].has("frightened")


# ---- wounded ----


@pytest.mark.rule("sixteen.condition.wounded", "sixteen.condition.wounded-effect")
def test_the_wounded_lose_no_hp_by_the_round_and_have_no_other_penalty() -> None:
    fight = bout(wounds=3, hp_now=7)
    for _ in range(3):
        fight.to_turn("ann")
    assert fight["ann"].hp == 7
    table = fight.do(SWORD, TAKE, dice=[(11, 4)])
    assert next(e.fields["needed"] for e in table.events if e.code == "attack") == 11
    assert fight.fight.max_hp("ann") == 7


@pytest.mark.rule("sixteen.condition.wounded-effect")
def test_the_house_may_let_wounds_bleed() -> None:
    """The amount is a round's, whoever has at least one open wound."""
    fight = bout(wounds=2, house={"bleeding-per-round": 1})
    start = fight["ann"].hp
    fight.to_turn("ann")
    assert fight["ann"].hp == start - 1
    whole = bout(house={"bleeding-per-round": 1})
    whole.to_turn("ann")
    assert whole["ann"].hp == 10


@pytest.mark.rule("sixteen.condition.wounded")
def test_a_wound_makes_the_wounded() -> None:
    fight = Bout(hero("ann", damage_bonus=5), foe("cur", max_hp=40))
    table = fight.do(SWORD, TAKE, dice=[(12, 1)])
    assert table.cited("sixteen.condition.wounded")


# ---- how long ----


@pytest.mark.rule("sixteen.condition.duration")
@pytest.mark.parametrize("condition", ["stunned", "blinded"])
def test_by_default_stunned_and_blinded_last_to_the_end_of_the_sufferers_next_turn(
    condition: str,
) -> None:
    fight = hex_(condition)
    assert fight.last is not None
    assert fight.last.was_asked(LASTS)
    assert fight["cur"].has(condition)
    fight.end()
    assert (fight.fight.acting, fight["cur"].has(condition)) == ("cur", True)
    fight.end()
    assert not fight["cur"].has(condition)


@pytest.mark.rule("sixteen.condition.duration")
def test_what_the_cause_says_holds_and_nobody_is_asked() -> None:
    fight = hex_("blinded", spell={"lasts": "turns", "turns": 2})
    assert fight.last is not None
    assert not fight.last.was_asked(LASTS)
    fight.to_turn("cur")
    fight.to_turn("cur")
    assert fight["cur"].has("blinded")
    fight.end()
    assert not fight["cur"].has("blinded")


@pytest.mark.rule("sixteen.condition.duration")
def test_the_gm_may_rule_how_long() -> None:
    fight = hex_("stunned", rulings={LASTS: ("turns", "3")})
    for held in (True, True, False):
        fight.to_turn("cur")
        fight.end()
        assert fight["cur"].has("stunned") is held
    fight = hex_("stunned", rulings={LASTS: ("fight",)})
    for _ in range(4):
        fight.to_turn("cur")
    assert fight["cur"].has("stunned")


@pytest.mark.rule("sixteen.condition.duration")
def test_fear_lasts_while_its_source_is_in_the_fight() -> None:
    fight = hex_("frightened")
    for _ in range(4):
        fight.to_turn("cur")
    assert fight["cur"].has("frightened")
    (fear,) = fight["cur"].conditions
    assert (fear.until, fear.source) == ("source", "ann")


@pytest.mark.rule("sixteen.condition.duration", "sixteen.condition.prone")
def test_a_spell_that_fells_leaves_its_target_prone_until_it_stands() -> None:
    fight = hex_("prone")
    fight.to_turn("cur")
    assert ("stand",) in fight.options()
    fight.step(("stand",))
    assert not fight["cur"].has("prone")


@pytest.mark.rule("sixteen.condition.frightened", "sixteen.condition.duration")
def test_one_who_lies_unconscious_is_feared_still() -> None:
    fight = Bout(hero("ann"), foe("cur"), foe("dog"))
    gm(fight, "tag", "ann", "frightened:cur")
    gm(fight, "set", "cur", "hp", -3)
    fight.to_turn("ann")
    assert fight["ann"].has("frightened")
    gm(fight, "tag", "cur", "dead")
    fight.to_turn("ann")
    assert not fight["ann"].has("frightened")


@pytest.mark.rule("sixteen.condition.duration")
def test_of_a_condition_that_holds_already_the_longer_stays() -> None:
    fight = Bout(hero("ann"), foe("cur"))
    for first, second in ((1, 3), (3, 1)):
        fight["ann"].conditions = ()
        for turns in (first, second):
            given = Condition("stunned", "turns", turns)
            fight.fight.give("ann", given, fight._table(), "sixteen.condition.stunned")
        assert fight["ann"].conditions == (Condition("stunned", "turns", 3),)


@pytest.mark.rule("sixteen.miss.critical-result")
@pytest.mark.parametrize(("feet", "can"), [(0, True), (5, True), (10, False)])
def test_a_weapon_on_the_ground_is_picked_up_in_reach(feet: int, can: bool) -> None:
    fight = Bout(hero("ann"), foe("cur"))
    gm(fight, "tag", "ann", "dropped:long-sword")
    gm(fight, "place", "ann", value=-feet)
    assert (("pick-up", "long-sword") in fight.options()) is can


@pytest.mark.rule("sixteen.position.move", "sixteen.position.reach")
def test_coming_into_an_odd_reach_takes_the_step_that_is_needed() -> None:
    fight = Bout(hero("ann"), foe("cur"), scene={"distance": 20, "first": "heroes"})
    assert position.toward(fight.fight, "ann", "cur", 7) == 15
    assert position.toward(fight.fight, "ann", "cur", 10) == 10
