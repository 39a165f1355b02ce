"""Seizing somebody (area `grapple`): who can seize whom, and the struggle for it."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, IxTable, coded, dice_of, elite, gm, hero, minions, wares

from affray.systems.ix.fight import range as bands

WAYS = "ix.grapple.circumstances"
SEIZE = ("grapple", "brute")


def bout(house: dict[str, Any] | None = None, at: int = 0, **fields: Any) -> Bout:
    """Ann (Might 3, Athletics 1) and a brute of Might 3 and Agility 1."""
    brute = {"might": 3, "agility": 1, "wound_points": 90, **fields.pop("brute", {})}
    ann = {"might": 3, "skills": {"athletics": 1}, **fields}
    it = Bout(
        hero("ann", **ann),
        hero("bob"),
        elite("brute", **brute),
        scene={"at": {"ann": 0, "bob": 0, "brute": at}},
        house=house,
    )
    it.turn_of("ann")
    return it


def seize(it: Bout, mine: str = "2 successes", its: str = "1 success", **script: Any) -> IxTable:
    return it.do(SEIZE, rolls=[mine, its], **script)


# ---- the action ----


@pytest.mark.rule("ix.grapple.action")
@pytest.mark.parametrize(
    ("skills", "dice"),
    [
        ({"athletics": 1, "unarmed": 0}, "1 mastery 2 ability"),
        ({"athletics": 0, "unarmed": 2}, "2 mastery 1 ability"),
        ({}, "3 ability"),
    ],
)
def test_grappling_is_an_action_with_unarmed_or_athletics(
    skills: dict[str, int], dice: str
) -> None:
    it = bout(skills=skills)
    table = seize(it)
    assert table.rolled[0] == ("ann", "ix.grapple.action", dice)
    assert it.fight.actions == 0
    assert table.cited("ix.grapple.action")


@pytest.mark.rule("ix.grapple.action")
def test_without_an_action_nobody_grapples() -> None:
    it = bout()
    it.do(("attack", "long-blade", "brute"), rolls=["nothing"])
    assert not it.offers("grapple")


@pytest.mark.rule("ix.grapple.action")
def test_the_roller_of_a_grapple_may_use_either_skill_where_one_is_not_plainly_better() -> None:
    """Both skills go by Might: the higher rank is the better pool, and there is no choice."""
    it = bout(skills={"athletics": 1, "unarmed": 3})
    assert seize(it).rolled[0][2] == "3 mastery"


# ---- the target's pool ----


@pytest.mark.rule("ix.grapple.defense-pool")
@pytest.mark.parametrize(
    ("might", "agility", "dice"),
    [
        (3, 1, "1 mastery 2 ability"),
        (1, 3, "1 mastery 2 ability"),
        (2, 2, "2 mastery"),
        (4, 3, "3 mastery 1 ability"),
    ],
)
def test_the_target_opposes_with_the_higher_upgraded_by_the_lower(
    might: int, agility: int, dice: str
) -> None:
    it = bout(brute={"might": might, "agility": agility})
    table = seize(it, its="nothing")
    assert table.rolled[1] == ("brute", "ix.grapple.action", dice)
    assert table.cited("ix.grapple.defense-pool")


@pytest.mark.rule("ix.grapple.example-pool")
def test_the_example_of_the_book_3_and_1_are_one_mastery_and_two_ability_dice() -> None:
    """Athletics of the target does not come into it, and 3 upgraded once is one Mastery Die."""
    it = bout(brute={"might": 3, "agility": 1, "skills": {"athletics": 4, "unarmed": 4}})
    assert seize(it).rolled[1][2] == "1 mastery 2 ability"


@pytest.mark.rule("ix.grapple.opposed")
def test_no_trial_or_crisis_dice_are_in_a_grapple() -> None:
    it = bout(brute={"melee_defense": 3})
    table = seize(it)
    assert len(table.rolled) == 2
    for number in (0, 1):
        assert not {"trial", "crisis"} & set(dice_of(table, number))


@pytest.mark.rule("ix.grapple.opposed")
@pytest.mark.parametrize(
    ("mine", "its", "held"),
    [
        ("2 successes", "1 success", True),
        ("1 success", "nothing", True),
        ("1 success", "1 success", False),
        ("2 successes", "2 successes", False),
        ("1 success", "3 successes", False),
        ("nothing", "nothing", False),
    ],
)
def test_the_attacker_needs_more_and_the_target_wins_ties(mine: str, its: str, held: bool) -> None:
    it = bout()
    table = seize(it, mine, its)
    assert it["brute"].has("restrained") == held
    assert it["ann"].hold == ("brute" if held else "")
    assert bool(coded(table, "grapple-failed")) != held


@pytest.mark.rule("ix.grapple.opposed")
def test_conditions_still_bring_their_dice_to_the_struggle() -> None:
    it = bout()
    gm(it, "tag", "ann", "disoriented")
    assert seize(it).rolled[0][2] == "1 mastery 2 ability vs 1 bane"


@pytest.mark.rule("ix.grapple.success")
def test_a_successful_grapple_restrains_the_target_until_it_gets_free() -> None:
    it = bout()
    table = seize(it)
    assert [(one.id, one.source, one.ends) for one in it["brute"].conditions] == [
        ("restrained", "ann", "escape")
    ]
    assert table.cited("ix.grapple.success")
    assert it["brute"].wounds == 90
    assert not it["ann"].has("restrained")


@pytest.mark.rule("ix.grapple.success")
def test_a_grapple_does_not_buy_from_the_list_of_blows() -> None:
    it = bout()
    table = seize(it, "2 successes 1 boon")
    assert "recover-strain" in wares(table) or wares(table) == {}
    assert not any(word.startswith("attack-") for word in wares(table))


# ---- where, and how large ----


@pytest.mark.rule("ix.grapple.requires-engaged")
@pytest.mark.parametrize("at", [1, 2, 4])
def test_only_who_is_engaged_can_be_seized(at: int) -> None:
    assert not bout(at=at).offers("grapple")


@pytest.mark.rule("ix.grapple.requires-engaged")
def test_friends_and_the_fallen_are_not_to_be_seized() -> None:
    it = bout()
    assert [option for option in it.options() if option[0] == "grapple"] == [SEIZE]


@pytest.mark.rule("ix.grapple.requires-engaged")
def test_at_one_place_without_contact_the_grapple_makes_the_contact() -> None:
    it = Bout(
        hero("ann", might=3), elite("brute"), scene={"at": {"ann": 0, "brute": 0}, "engaged": []}
    )
    it.turn_of("ann")
    seize(it)
    assert bands.are_engaged(it.fight, "ann", "brute")


@pytest.mark.rule("ix.grapple.size-up", "ix.grapple.scale")
@pytest.mark.parametrize(("scale", "can"), [(1, True), (2, True), (3, False), (4, False)])
def test_one_scale_larger_can_be_seized_and_two_cannot(scale: int, can: bool) -> None:
    """Heroes are of Scale 1."""
    assert bout(brute={"scale": scale}).offers("grapple") == can


@pytest.mark.rule("ix.grapple.size-down")
@pytest.mark.parametrize(
    ("mine", "its", "can"), [(2, 1, True), (2, 0, True), (3, 1, True), (3, 0, False), (4, 1, False)]
)
def test_up_to_two_scales_smaller_can_be_seized(mine: int, its: int, can: bool) -> None:
    it = Bout(hero("ann"), elite("giant", scale=mine))
    it.fight["ann"].scale = its
    it.turn_of("giant")
    assert it.offers("grapple", "ann") == can


@pytest.mark.rule("ix.grapple.engaged")
def test_holder_and_held_are_engaged_while_it_lasts() -> None:
    it = bout()
    seize(it)
    assert bands.are_engaged(it.fight, "ann", "brute")
    assert not it.offers("move")
    table = coded(it.last, "seized") if it.last else []
    assert "ix.grapple.engaged" in table[0].rules


# ---- what the GM adds ----


@pytest.mark.rule("ix.grapple.circumstances")
def test_by_default_circumstances_add_nothing() -> None:
    table = seize(bout())
    assert [dice for _, _, dice in table.rolled] == ["1 mastery 2 ability"] * 2
    assert table.was_asked(WAYS)


@pytest.mark.rule("ix.grapple.circumstances")
@pytest.mark.parametrize(
    ("boon", "bane", "dice"), [("2", "0", " 2 boon"), ("0", "1", " vs 1 bane")]
)
def test_the_gm_may_add_dice_for_circumstances(boon: str, bane: str, dice: str) -> None:
    table = seize(bout(), rulings={WAYS: ("dice", boon, bane)})
    assert table.rolled[0][2] == f"1 mastery 2 ability{dice}"
    assert table.rolled[1][2] == "1 mastery 2 ability"


# ---- one hold at a time, and minions ----


@pytest.mark.rule("ix.grapple.hold-action")
def test_who_holds_somebody_does_not_seize_a_second_one() -> None:
    it = Bout(hero("ann", might=3), elite("brute", wound_points=90), elite("oaf"))
    it.turn_of("ann")
    seize(it)
    it.end_turn()
    it.turn_of("ann")
    assert not it.offers("grapple")


@pytest.mark.rule("ix.grapple.success")
def test_a_minion_group_is_seized_as_one() -> None:
    it = Bout(hero("ann", might=3), minions("gang", members=3))
    it.turn_of("ann")
    it.do(("grapple", "gang"), rolls=["2 successes", "nothing"])
    assert it["gang"].has("restrained")
