"""The fear check: when, with what, and what comes of it (area `fear`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    coded,
    dice_of,
    elite,
    gm,
    hero,
    wares,
)

WHICH = "ix.fear.which-skill"
RATING = "ix.fear.rating"
SKILL = "ix.fear.skill"
CHECK = "ix.fear.difficulty"
PERIL = [("peril", "upgrade")]
FEARFUL = {"skills": {"light-melee": 2, "readiness": 3, "discipline": 1}, "willpower": 3}


def bout(*more: dict[str, Any], rating: int = 2, house: Any = None, **scene: Any) -> Bout:
    """Ann (Readiness 3, Discipline 1, Willpower 3) before a horror with a rating; not begun."""
    blocks = [hero("ann", **FEARFUL), *more, elite("horror", fear=rating, wound_points=90)]
    return Bout(*blocks, scene=scene or None, house=house, start=False)


def fears(table: IxTable) -> list[tuple[str, str]]:
    """Who rolled fear checks, with which dice."""
    return [(who, dice) for who, rule, dice in table.rolled if rule == CHECK]


def shown(outcome: str, rating: int = 2, house: Any = None) -> Bout:
    it = bout(rating=rating, house=house)
    it.begin(rolls=[outcome])
    return it


# ---- the rating ----


@pytest.mark.rule("ix.fear.difficulty")
@pytest.mark.parametrize(("rating", "trial"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_the_rating_is_the_difficulty(rating: int, trial: int) -> None:
    it = bout(rating=rating)
    table = it.begin(rolls=["nothing"])
    assert dice_of(table, 0)["trial"] == trial
    assert table.cited(CHECK)


@pytest.mark.rule("ix.fear.rating")
def test_a_foe_without_a_rating_frightens_nobody_and_the_gm_is_not_asked() -> None:
    it = bout(rating=0)
    table = it.begin()
    assert fears(table) == []


@pytest.mark.rule("ix.fear.rating")
def test_by_default_the_rating_is_that_of_the_entry_and_the_gm_may_give_another() -> None:
    it = bout(rating=1)
    table = it.begin(rolls=["nothing"])
    assert dice_of(table, 0)["trial"] == 1
    assert table.was_asked(RATING)
    it = bout(rating=1)
    table = it.begin(rolls=["nothing"], rulings={RATING: ("rate", "horror", "3")})
    assert dice_of(table, 0)["trial"] == 3


@pytest.mark.rule("ix.fear.rating")
def test_the_gm_may_take_the_terror_away() -> None:
    it = bout(rating=2)
    table = it.begin(rulings={RATING: ("rate", "horror", "0")})
    assert fears(table) == []


# ---- once for each source and scene ----


@pytest.mark.rule("ix.fear.once-per-source")
@pytest.mark.parametrize("outcome", ["1 success", "nothing"])
def test_one_check_for_a_source_and_not_again_in_later_rounds(outcome: str) -> None:
    it = bout()
    table = it.begin(rolls=[outcome])
    assert [who for who, _ in fears(table)] == ["ann"]
    for _ in range(2):
        it.turn_of("horror")
        it.end_turn()
        table = it.next_round()
        assert fears(table) == []


@pytest.mark.rule("ix.fear.once-per-source")
def test_each_source_has_a_check_of_its_own_and_everybody_makes_it() -> None:
    it = bout(hero("bob"), elite("ghoul", fear=1))
    table = it.begin(rolls=["1 success"] * 4)
    trials = [(who, dice.split("vs ")[1]) for who, dice in fears(table)]
    assert sorted(trials) == [
        ("ann", "1 trial"),
        ("ann", "2 trial"),
        ("bob", "1 trial"),
        ("bob", "2 trial"),
    ]


@pytest.mark.rule("ix.fear.once-per-source")
def test_a_hero_that_frightens_makes_the_foes_check() -> None:
    it = Bout(hero("ann", fear=2), elite("brute"), start=False)
    table = it.begin(rolls=["1 success"])
    assert [who for who, _ in fears(table)] == ["brute"]


@pytest.mark.rule("ix.fear.once-per-source")
def test_who_comes_later_makes_its_check_when_it_comes() -> None:
    it = shown("1 success")
    it.turn_of("ann")
    it.end_turn()
    gm(it, "add", value=hero("cat"))
    assert [who for who, _ in fears(it.step(rolls=["1 success"]))] == ["cat"]
    it.step(rolls=["1 success"])  # its initiative
    assert fears(it.next_round()) == []


@pytest.mark.rule("ix.fear.once-per-source")
def test_a_hidden_terror_frightens_nobody_until_it_shows_itself() -> None:
    it = Bout(hero("ann"), elite("ghoul", fear=2, hidden=True), elite("oaf", fear=1), start=False)
    assert fears(it.begin(rolls=["1 success"])) == [("ann", "2 ability vs 1 trial")]
    gm(it, "show", "ghoul")
    it.turn_of("ann")
    assert [who for who, _ in fears(it.step(rolls=["1 success"]))] == ["ann"]


# ---- which skill ----


@pytest.mark.rule("ix.fear.skill", "ix.fear.which-skill")
def test_a_horror_that_stands_there_from_the_start_is_faced_with_discipline() -> None:
    it = bout()
    table = it.begin(rolls=["nothing"])
    assert fears(table) == [("ann", "1 mastery 2 ability vs 2 trial")]
    assert table.was_asked(WHICH)


@pytest.mark.rule("ix.fear.which-skill")
def test_for_the_surprised_it_comes_suddenly() -> None:
    it = bout(surprised=["ann"])
    table = it.begin(rolls=["nothing"])
    assert fears(table) == [("ann", "3 mastery vs 2 trial")]


@pytest.mark.rule("ix.fear.which-skill")
def test_what_comes_after_the_first_round_began_comes_suddenly() -> None:
    it = bout(rating=0)
    it.begin()
    it.turn_of("ann")
    it.end_turn()
    gm(it, "add", value=elite("wraith", fear=3))
    table = it.step(rolls=["nothing"])
    assert fears(table) == [("ann", "3 mastery vs 3 trial")]


@pytest.mark.rule("ix.fear.which-skill", "ix.fear.skill")
@pytest.mark.parametrize(
    ("said", "dice"), [("readiness", "3 mastery"), ("discipline", "1 mastery 2 ability")]
)
def test_the_gm_names_the_skill(said: str, dice: str) -> None:
    it = bout()
    table = it.begin(rolls=["nothing"], rulings={WHICH: (said,)})
    assert fears(table) == [("ann", f"{dice} vs 2 trial")]


@pytest.mark.rule("ix.fear.skill")
@pytest.mark.parametrize(
    ("picked", "dice"), [("readiness", "3 mastery"), ("discipline", "1 mastery 2 ability")]
)
def test_who_saw_it_coming_may_choose_discipline(picked: str, dice: str) -> None:
    it = bout()
    table = it.begin(choices=[(picked,)], rolls=["nothing"], rulings={WHICH: ("either",)})
    assert fears(table) == [("ann", f"{dice} vs 2 trial")]
    assert table.was_asked(SKILL)


# ---- what comes of it ----


@pytest.mark.rule("ix.fear.success")
def test_success_is_without_ill_effect_and_done_with() -> None:
    it = shown("1 success")
    assert (it["ann"].conditions, it["ann"].strain) == ((), 0)
    assert it["ann"].feared["horror"]
    assert it.last is not None
    assert it.last.cited("ix.fear.success")


@pytest.mark.rule("ix.fear.failure-frightened")
@pytest.mark.parametrize("outcome", ["nothing", "1 failure", "1 boon"])
def test_a_failed_check_leaves_one_frightened_of_the_source(outcome: str) -> None:
    it = bout()
    table = it.begin(rolls=["nothing" if outcome == "1 failure" else outcome])
    assert [(one.id, one.source) for one in it["ann"].conditions] == [("frightened", "horror")]
    assert table.cited("ix.fear.failure-frightened")


@pytest.mark.rule("ix.fear.failure-strain")
@pytest.mark.parametrize(("rating", "factor"), [(1, 1), (2, 1), (4, 1), (3, 2), (2, 0)])
def test_a_failed_check_costs_strain_by_the_rating(rating: int, factor: int) -> None:
    it = shown("nothing", rating, {"fear-strain-per-rating": factor})
    assert it["ann"].strain == rating * factor
    assert it.last is not None
    assert it.last.cited("ix.fear.failure-strain") == bool(factor)


@pytest.mark.rule("ix.fear.failure-strain")
def test_the_strain_of_terror_can_overwhelm() -> None:
    it = Bout(hero("ann", strain=10), hero("bob"), elite("horror", fear=3), start=False)
    it.begin(rolls=["nothing", "1 success"])
    assert it["ann"].strain == 13
    assert it["ann"].is_down


@pytest.mark.rule("ix.fear.outcome-extras")
@pytest.mark.parametrize(
    ("outcome", "strain"), [("1 success 2 banes", 2), ("1 success 1 bane", 1), ("1 bane", 2 + 1)]
)
def test_each_net_bane_of_a_fear_check_is_a_strain(outcome: str, strain: int) -> None:
    it = shown(outcome)
    assert it["ann"].strain == strain


@pytest.mark.rule("ix.fear.outcome-extras")
@pytest.mark.parametrize(("boons", "dice"), [("2 boons", 1), ("3 boons", 1), ("1 boon", 0)])
def test_2_boons_give_a_boon_die_on_the_first_check_against_the_source(
    boons: str, dice: int
) -> None:
    it = shown(f"1 success {boons}")
    it.turn_of("ann")
    blow = ("attack", "long-blade", "horror")
    assert dice_of(it.do(blow, rolls=["nothing"])).get("boon", 0) == dice
    it.fight.actions = 1
    it.turn_of("ann")
    assert "boon" not in dice_of(it.do(blow, rolls=["nothing"])), "the first check alone"


@pytest.mark.rule("ix.fear.outcome-extras")
def test_that_die_is_for_checks_against_the_source_alone() -> None:
    it = bout(elite("oaf", wound_points=90))
    it.begin(rolls=["1 success 2 boons"])
    it.turn_of("ann")
    assert "boon" not in dice_of(it.do(("attack", "long-blade", "oaf"), rolls=["nothing"]))
    it.fight.actions = 1
    it.turn_of("ann")
    assert dice_of(it.do(("attack", "long-blade", "horror"), rolls=["nothing"]))["boon"] == 1


@pytest.mark.rule("ix.fear.outcome-extras")
def test_a_breakthrough_ends_all_fear_checks_of_the_encounter() -> None:
    it = bout(elite("ghoul", fear=4))
    table = it.begin(rolls=["1 success 1 breakthrough"])
    assert [who for who, _ in fears(table)] == ["ann"], "one check; the second is not made"
    it.turn_of("ann")
    it.end_turn()
    gm(it, "add", value=elite("wraith", fear=3))
    table = it.next_round()
    assert fears(table) == []


@pytest.mark.rule("ix.fear.outcome-extras")
def test_that_courage_is_of_the_one_who_rolled_it() -> None:
    it = bout(hero("bob"))
    table = it.begin(rolls=["1 success 1 breakthrough", "nothing"])
    assert [who for who, _ in fears(table)] == ["ann", "bob"]


@pytest.mark.rule("ix.fear.outcome-extras")
def test_a_calamity_makes_the_next_turn_one_for_getting_away() -> None:
    it = bout()
    it.begin(rolls=["1 calamity"], choices=PERIL)
    table = it.next_round()
    fled = [event.fields for event in coded(table, "moved") if event.fields["who"] == "ann"]
    assert [(each["way"], each["named"], each["steps"]) for each in fled] == [("away", "horror", 2)]
    assert abs(it["ann"].at - it["horror"].at) == 2
    assert not any(event.fields["who"] == "ann" for event in coded(table, "attack"))
    it.turn_of("ann")
    assert it.offers("skill-check"), "it was the next turn alone"


@pytest.mark.rule("ix.fear.outcome-extras")
def test_after_a_calamity_who_cannot_move_is_staggered_in_that_turn() -> None:
    it = bout()
    it.begin(rolls=["1 calamity"], choices=PERIL)
    gm(it, "tag", "ann", "restrained")
    it.turn_of("ann")
    assert it["ann"].has("staggered")
    assert not it.offers("attack")
    assert not it.offers("skill-check")
    it.end_turn()
    assert not it["ann"].has("staggered")


@pytest.mark.rule("ix.fear.outcome-extras")
def test_the_list_of_a_fear_check_is_its_own() -> None:
    it = bout()
    table = it.begin(rolls=["1 success 2 boons"])
    assert not table.was_asked("ix.spend.roller-chooses") or not wares(table)
    assert it["ann"].strain == 0
