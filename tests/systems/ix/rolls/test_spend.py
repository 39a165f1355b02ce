"""What the roller buys with Boons and Breakthroughs (area `spend`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    SPENDS,
    Bout,
    Watching,
    ally,
    citing,
    coded,
    complications,
    dice_of,
    elite,
    hero,
    make_check,
    nemesis,
    spend,
    wares,
)

from affray.kernel.keys import is_offered
from affray.systems.ix.rolls.spend import Lists

GENERAL = {
    "recover-strain": 1,
    "lend-momentum": 1,
    "notice": 1,
    "pass-the-edge": 2,
    "hinder": 2,
    "spare-moment": 2,
    "brush-aside": 3,
    "turn-of-events": 3,
}


def bout(strain: int = 5, **how: Any) -> Bout:
    """Ann's turn: she, Bob and a guard against a brute and an ogre. No Fortune is left."""
    skills = {"athletics": 4, "light-melee": 4}
    found = Bout(
        hero("ann", might=4, skills=skills, strain=strain),
        hero("bob", skills={"athletics": 2}),
        ally("guard"),
        elite("brute", wound_points=40),
        nemesis("ogre", wound_points=40),
        **how,
    )
    found.fight.fortune = 0
    found.turn_of("ann")
    return found


def buy(found: Bout, left: str, boons: str = "", breakthroughs: str = "") -> Watching:
    """Ann's Athletics check leaves this, and she buys that."""
    return make_check(found, "ann", left, spend(boons, breakthroughs), lists=Lists())[1]


def next_dice(found: Bout, who: str, left: str = "nothing", **how: Any) -> dict[str, int]:
    return dice_of(make_check(found, who, left, **how)[1])


def can(table: Watching, boons: str, breakthroughs: str = "") -> bool:
    """Whether that could have been bought at the last spends question."""
    return is_offered(table.options_of(SPENDS), spend(boons, breakthroughs))


# ---- who spends, and how much ----


@pytest.mark.rule("ix.spend.roller-chooses")
@pytest.mark.parametrize("who", ["ann", "guard", "brute", "ogre"])
def test_whoever_rolled_spends_its_boons(who: str) -> None:
    found = bout()
    found[who].skills = {"athletics": 3}
    _, table = make_check(found, who, "2 boons", lists=Lists())
    assert [asked for rule, asked, _ in table.asked if rule == SPENDS] == [who]


@pytest.mark.rule("ix.spend.boon-split")
def test_boons_are_divided_over_several_spends() -> None:
    found = bout()
    table = buy(found, "1 success 4 boons", "recover-strain hinder:brute recover-strain")
    assert found["ann"].strain == 3
    assert [event.fields["entry"] for event in coded(table, "spent")].count("hinder") == 1
    assert next_dice(found, "brute")["bane"] == 1


@pytest.mark.rule("ix.spend.boon-split", "ix.spend.boon-defaults")
def test_each_boon_pays_once() -> None:
    _, table = make_check(bout(), "ann", "3 boons", lists=Lists())
    assert can(table, "hinder:brute lend-momentum")
    assert can(table, "recover-strain recover-strain recover-strain")
    assert can(table, "brush-aside")
    assert not can(table, "hinder:brute pass-the-edge:bob")
    assert not can(table, "hinder:brute lend-momentum notice")
    assert not can(table, "brush-aside recover-strain")


@pytest.mark.rule("ix.spend.boon-defaults")
@pytest.mark.parametrize("boons", [1, 2, 3])
def test_the_general_list_at_its_listed_cost(boons: int) -> None:
    _, table = make_check(bout(), "ann", f"{boons} boons", lists=Lists())
    found = {word.partition(":")[0]: price for word, (price, _) in wares(table).items()}
    assert found == {word: price for word, price in GENERAL.items() if price <= boons}


@pytest.mark.rule("ix.spend.repeat-limit")
def test_an_entry_is_bought_once_a_roll() -> None:
    _, table = make_check(bout(), "ann", "6 boons", lists=Lists())
    assert can(table, "hinder:brute notice")
    assert not can(table, "hinder:brute hinder:brute")
    assert not can(table, "hinder:brute hinder:ogre")
    for word in ("lend-momentum", "notice", "spare-moment", "brush-aside", "turn-of-events"):
        assert can(table, word), word
        assert not can(table, f"{word} {word}"), word
    assert can(table, "recover-strain recover-strain recover-strain")


@pytest.mark.rule("ix.spend.repeat-limit")
def test_a_house_may_sell_an_entry_twice() -> None:
    found = bout(house={"buys-per-entry": 2})
    _, table = make_check(found, "ann", "6 boons", lists=Lists())
    assert can(table, "hinder:brute hinder:ogre")
    assert not can(table, "hinder:brute hinder:ogre hinder:brute")


@pytest.mark.rule("ix.spend.repeat-limit", "ix.spend.each-symbol-once")
def test_breakthrough_entries_repeat_and_each_breakthrough_pays_for_one() -> None:
    found = bout()
    table = buy(found, "2 successes 2 breakthroughs", "", "heavy-hinder:brute heavy-hinder:ogre")
    assert not can(table, "", "scene-change scene-change scene-change")
    assert can(table, "", "scene-change scene-change")
    assert next_dice(found, "brute") == {"ability": 2, "crisis": 1, "trial": 1}
    assert next_dice(found, "ogre") == {"ability": 2, "crisis": 1, "trial": 1}


@pytest.mark.rule("ix.spend.each-symbol-once")
def test_two_breakthroughs_are_settled_one_by_one() -> None:
    found = bout()
    table = buy(found, "2 successes 2 breakthroughs", "", "scene-change")
    assert len(coded(table, "scene-change")) == 1
    assert len(citing(table, "ix.spend.unspent-breakthrough")) == 1
    assert next_dice(found, "bob").get("boon", 0) == 1


# ---- Strain is the floor ----


@pytest.mark.rule("ix.spend.boon-strain-floor")
@pytest.mark.parametrize(("strain", "boons", "left"), [(5, 1, 4), (5, 3, 2), (2, 2, 0), (1, 3, 0)])
def test_a_boon_recovers_one_strain_as_often_as_there_are_boons(
    strain: int, boons: int, left: int
) -> None:
    found = bout(strain)
    words = " ".join(["recover-strain"] * min(strain, boons))
    table = buy(found, f"{boons} boons", words)
    assert found["ann"].strain == left
    assert citing(table, "ix.spend.boon-strain-floor")


@pytest.mark.rule("ix.spend.boon-strain-floor")
def test_strain_never_drops_below_nothing() -> None:
    found = bout(0)
    buy(found, "1 boon", "recover-strain")
    assert found["ann"].strain == 0
    found = bout(1)
    buy(found, "3 boons", "recover-strain recover-strain recover-strain")
    assert found["ann"].strain == 0


@pytest.mark.rule("ix.spend.boon-strain-floor")
def test_the_floor_is_there_on_an_attack_and_a_miss_too() -> None:
    found = bout()
    found.do(
        ("attack", "long-blade", "brute"),
        spend("recover-strain recover-strain"),
        rolls=["2 boons"],
    )
    assert found["ann"].strain == 3


@pytest.mark.rule("ix.spend.boon-strain-floor")
@pytest.mark.parametrize("kind", ["fear", "medicine", "casting", "grapple", "skill"])
def test_the_floor_is_there_on_any_roll(kind: str) -> None:
    found = bout()
    _, table = make_check(found, "ann", "1 boon", kind=kind, lists=Lists())
    assert can(table, "recover-strain")


# ---- which list ----


def afraid(strain: int, left: str) -> tuple[Bout, Any]:
    """Ann, who has suffered Strain, faces something fearsome."""
    block = hero("ann", willpower=4, skills={"discipline": 4}, strain=strain)
    found = Bout(block, elite("brute", fear=2), start=False)
    return found, found.begin(rolls=[left])


@pytest.mark.rule("ix.spend.defaults-apply")
def test_the_general_list_gives_way_where_a_rule_has_its_own() -> None:
    found = bout()
    _, table = make_check(found, "ann", "3 boons", lists=Lists(general=False))
    assert not wares(table)
    found, table = afraid(3, "1 success 2 boons")
    fear = next(i for i, asked in enumerate(table.asked) if asked[0] == "ix.fear.difficulty")
    assert table.asked[fear + 1][0] != SPENDS
    assert dice_of(make_check(found, "ann", "nothing", target="brute")[1])["boon"] == 1


@pytest.mark.rule("ix.spend.boon-strain-floor")
@pytest.mark.parametrize(
    ("strain", "left", "after"),
    [
        (3, "1 success 1 boon", 2),
        (3, "1 success 2 boons", 3),  # the Boon Die takes both
        (3, "1 success 4 boons", 1),
        (1, "1 success 4 boons", 0),
        (3, "1 failure 1 boon", 4),  # 2 Strain of the failure, 1 back
    ],
)
def test_boons_that_a_list_of_its_own_leaves_over_recover_strain(
    strain: int, left: str, after: int
) -> None:
    found, table = afraid(strain, left)
    assert found["ann"].strain == after
    assert bool(citing(table, "ix.spend.boon-strain-floor")) is (after not in (3,))


# ---- Breakthroughs ----


@pytest.mark.rule("ix.spend.unspent-breakthrough", "ix.spend.special-effect-by-gm")
def test_a_breakthrough_not_spent_gives_the_next_ally_who_rolls_a_boon_die() -> None:
    found = bout()
    table = buy(found, "1 success 1 breakthrough")
    assert citing(table, "ix.spend.unspent-breakthrough")
    assert "boon" not in next_dice(found, "ann")
    assert "boon" not in next_dice(found, "brute")
    assert next_dice(found, "guard")["boon"] == 1
    assert "boon" not in next_dice(found, "bob")


@pytest.mark.rule("ix.spend.unspent-breakthrough")
def test_two_breakthroughs_not_spent_are_two_dice() -> None:
    found = bout()
    buy(found, "2 successes 2 breakthroughs")
    assert next_dice(found, "bob").get("boon", 0) + next_dice(found, "guard").get("boon", 0) == 2


@pytest.mark.rule("ix.spend.unspent-breakthrough")
def test_a_foes_breakthrough_helps_the_foes() -> None:
    found = bout()
    found["brute"].skills = {"athletics": 4}
    make_check(found, "brute", "1 success 1 breakthrough", spend(), lists=Lists())
    assert "boon" not in next_dice(found, "bob")
    assert next_dice(found, "ogre")["boon"] == 1


@pytest.mark.rule("ix.spend.special-effect-by-gm")
def test_the_roller_picks_among_the_breakthrough_rows() -> None:
    found = bout()
    table = buy(found, "1 success 1 breakthrough", "", "scene-change")
    assert coded(table, "scene-change")
    assert not citing(table, "ix.spend.unspent-breakthrough")
    assert "boon" not in next_dice(found, "bob")


@pytest.mark.rule("ix.spend.special-effect-by-gm")
def test_the_gm_says_what_a_breakthrough_changes() -> None:
    found = bout()
    _, table = make_check(
        found,
        "ann",
        "1 success 1 breakthrough",
        spend("", "scene-change"),
        lists=Lists(),
        rulings={"ix.spend.special-effect-by-gm": ("allowed", "the roof comes down on them")},
    )
    assert coded(table, "scene-change")[0].fields["text"] == "the roof comes down on them"


@pytest.mark.rule("ix.spend.special-effect-by-gm")
def test_by_itself_a_calamity_is_the_unspent_one() -> None:
    found = bout()
    found.fight.fortune = 2
    make_check(found, "ann", "1 success 1 calamity", ("volatile", "1"), lists=Lists())
    assert (found.fight.fortune, found.fight.peril) == (1, 2)
    assert not complications("", "calamity-scene")["ix.spend.banes-by-gm"][1]
