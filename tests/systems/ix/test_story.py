"""Fortune and Peril (area `story`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    Watching,
    ally,
    citing,
    coded,
    complications,
    dice_of,
    elite,
    gm,
    hero,
    make_check,
    spend,
    wares,
    watched,
)

from affray.kernel.question import Refused
from affray.systems.ix.spend import Lists

UPGRADE, BREAKTHROUGH = ("fortune", "upgrade"), ("fortune", "breakthrough")
PERIL = ("peril", "upgrade")
FORTUNE_UPGRADE, FORTUNE_BREAKTHROUGH = (
    ("@heroes", "fortune/upgrade"),
    ("@heroes", "fortune/breakthrough"),
)
PERIL_UPGRADE = ("gm", "peril/upgrade")


def bout(fortune: int = 2, peril: int = 1, **how: Any) -> Bout:
    """Ann's turn: she (3 Ability Dice of Athletics), Bob and a guard against a brute."""
    scene = {"fortune": fortune, "peril": peril, **how.pop("scene", {})}
    found = Bout(
        hero("ann", might=3),
        hero("bob", might=3),
        ally("guard", might=3),
        elite("brute", might=3, wound_points=30),
        scene=scene,
        **how,
    )
    found.turn_of("ann")
    return found


def pools(found: Bout) -> tuple[int, int]:
    return found.fight.fortune, found.fight.peril


def roll(found: Bout, left: str, *choices: tuple[str, ...], who: str = "ann", **how: Any) -> Any:
    """A check with its spends: (check, table)."""
    return make_check(found, who, left, *choices, lists=Lists(), **how)


def before_roll(table: Watching) -> list[tuple[str, str]]:
    return table.offered[0]


def after_roll(table: Watching) -> list[tuple[str, str]]:
    """What was offered once the dice lay: everything but the offers on the first pool."""
    return [one for offers in table.offered[1:] for one in offers]


# ---- the pools ----


@pytest.mark.rule("ix.story.session-start")
@pytest.mark.parametrize("heroes", [1, 2, 4])
def test_a_session_starts_with_a_point_a_player_and_one_for_the_gm(heroes: int) -> None:
    party = [hero(name) for name in ("ann", "bob", "cid", "dot")[:heroes]]
    found = Bout(*party, ally("guard"), elite("brute"))
    assert pools(found) == (heroes, 1)


@pytest.mark.rule("ix.story.session-start")
def test_a_session_that_goes_on_keeps_its_points() -> None:
    found = Bout(hero("ann"), elite("brute"), scene={"fortune": 0, "peril": 3})
    assert pools(found) == (0, 3)
    found = Bout(hero("ann"), hero("bob"), elite("brute"), scene={"players": 4})
    assert pools(found) == (4, 1)


@pytest.mark.rule("ix.story.shared-pool")
@pytest.mark.parametrize("who", ["ann", "bob"])
def test_any_player_spends_from_the_one_pool(who: str) -> None:
    found = bout(1)
    roll(found, "nothing", UPGRADE, who=who)
    assert pools(found) == (0, 2)
    _, table = roll(found, "1 boon", who="ann")
    assert FORTUNE_UPGRADE not in before_roll(table)
    assert FORTUNE_BREAKTHROUGH not in after_roll(table)


@pytest.mark.rule("ix.story.shared-pool")
def test_the_gm_cannot_spend_from_an_empty_pool() -> None:
    found = bout(peril=0)
    _, table = roll(found, "2 banes")
    assert PERIL_UPGRADE not in before_roll(table)
    assert not any(word.startswith("calamity") for word in wares(table, "ix.spend.banes-by-gm"))
    found = bout(peril=1)
    _, table = roll(found, "nothing")
    assert PERIL_UPGRADE in before_roll(table)


# ---- Fortune ----


@pytest.mark.rule("ix.story.fortune-upgrade", "ix.story.flips")
def test_fortune_makes_a_mastery_die_of_one_ability_die() -> None:
    found = bout()
    _, table = roll(found, "nothing", UPGRADE)
    assert dice_of(table) == {"mastery": 1, "ability": 2, "trial": 2}
    assert pools(found) == (1, 2)
    (event,) = coded(table, "story-point")
    assert (event.fields["fortune"], event.fields["peril"]) == (1, 2)
    assert "ix.story.fortune-upgrade" in event.rules
    _, table = roll(found, "nothing")
    assert dice_of(table) == {"ability": 3, "trial": 2}  # for that check alone


@pytest.mark.rule("ix.story.fortune-upgrade")
def test_it_is_declared_before_the_roll() -> None:
    _, table = roll(bout(), "1 boon")
    assert FORTUNE_UPGRADE in before_roll(table)
    assert FORTUNE_UPGRADE not in after_roll(table)


@pytest.mark.rule("ix.story.fortune-upgrade")
def test_it_is_not_offered_where_no_ability_die_is_left() -> None:
    found = Bout(hero("ann", skills={"athletics": 2}), elite("brute"))
    _, table = make_check(found, "ann", "nothing")
    assert FORTUNE_UPGRADE not in before_roll(table)


@pytest.mark.rule("ix.story.fortune-breakthrough", "ix.story.flips")
def test_fortune_brings_a_breakthrough_after_the_roll() -> None:
    found = bout()
    _, table = roll(found, "1 success 1 boon", BREAKTHROUGH, spend("", "scene-change"))
    assert coded(table, "scene-change")
    assert pools(found) == (1, 2)
    assert citing(table, "ix.story.fortune-breakthrough")
    assert FORTUNE_BREAKTHROUGH not in before_roll(table)


@pytest.mark.rule("ix.story.fortune-breakthrough")
def test_it_comes_in_addition_to_one_that_was_rolled() -> None:
    found = bout()
    found["ann"].skills = {"athletics": 2}
    _, table = roll(
        found, "1 success 1 breakthrough", BREAKTHROUGH, spend("", "scene-change scene-change")
    )
    assert len(coded(table, "scene-change")) == 2


@pytest.mark.rule("ix.story.fortune-breakthrough")
def test_a_roll_that_left_nothing_can_still_be_turned() -> None:
    found = bout()
    _, table = roll(found, "nothing", BREAKTHROUGH, spend("", "heavy-hinder:brute"))
    assert dice_of(make_check(found, "brute", "nothing")[1])["crisis"] == 1


@pytest.mark.rule("ix.story.effect-only")
def test_an_activated_breakthrough_adds_no_success() -> None:
    found = bout()
    one, table = roll(found, "nothing", BREAKTHROUGH, spend("", "scene-change"))
    assert not one.succeeded
    assert coded(table, "checked")[0].fields["success"] == 0
    found = bout()
    found.do(("attack", "long-blade", "brute"), BREAKTHROUGH, rolls=["nothing"])
    assert found["brute"].wounds == 30
    table = found.last
    assert table is not None and coded(table, "missed")


@pytest.mark.rule("ix.story.effect-only")
def test_a_calamity_brought_by_peril_adds_no_failure() -> None:
    found = bout()
    one, table = roll(
        found, "1 success 1 bane", rulings=complications("", "calamity-scene", "the rope tears")
    )
    assert one.succeeded
    assert one.net is not None and one.net.success == 1


@pytest.mark.rule("ix.story.fortune-own-or-other")
@pytest.mark.parametrize(
    ("who", "offered"), [("ann", True), ("bob", True), ("guard", False), ("brute", False)]
)
def test_fortune_is_for_the_checks_of_player_characters(who: str, offered: bool) -> None:
    found = bout()
    _, table = roll(found, "1 boon", who=who)
    assert (FORTUNE_UPGRADE in before_roll(table)) is offered
    assert (FORTUNE_BREAKTHROUGH in after_roll(table)) is offered


@pytest.mark.rule("ix.story.fortune-one-per-check")
def test_one_point_a_check() -> None:
    found = bout(5)
    _, table = roll(found, "1 boon", UPGRADE)
    assert FORTUNE_UPGRADE not in after_roll(table)
    assert FORTUNE_BREAKTHROUGH not in after_roll(table)
    assert pools(found) == (4, 2)
    _, table = roll(found, "1 boon", BREAKTHROUGH, spend())
    assert table.offered[-1] == [] or FORTUNE_BREAKTHROUGH in table.offered[-1]
    assert pools(found) == (3, 3)
    _, table = roll(found, "1 boon", who="bob")
    assert FORTUNE_UPGRADE in before_roll(table)


@pytest.mark.rule("ix.story.fortune-one-per-check")
def test_a_second_breakthrough_cannot_be_bought() -> None:
    found = bout(5)
    with pytest.raises(AssertionError):
        roll(found, "1 boon", BREAKTHROUGH, BREAKTHROUGH, spend())
    assert found.fight.fortune == 4


# ---- a detail of the story ----


@pytest.mark.rule("ix.story.fortune-detail", "ix.story.flips")
def test_fortune_adds_a_detail_to_the_story() -> None:
    found = bout()
    before = (found["ann"].strain, found["brute"].wounds, found.fight.actions)
    table = found.do(("fortune-detail", "there is a ladder"))
    (event,) = coded(table, "detail-added")
    assert event.fields["text"] == "there is a ladder"
    assert pools(found) == (1, 2)
    assert (found["ann"].strain, found["brute"].wounds, found.fight.actions) == before


@pytest.mark.rule("ix.story.fortune-detail")
def test_the_gm_may_refuse_it_and_the_point_stays() -> None:
    found = bout()
    table = found.do(
        ("fortune-detail", "the brute is my uncle"),
        rulings={"ix.story.fortune-detail": ("refused",)},
    )
    assert coded(table, "detail-refused") and not coded(table, "detail-added")
    assert pools(found) == (2, 1)


@pytest.mark.rule("ix.story.fortune-detail", "ix.story.shared-pool")
def test_without_fortune_there_is_no_detail() -> None:
    assert not bout(0).offers("fortune-detail")
    found = bout()
    found.turn_of("brute")
    assert not found.offers("fortune-detail")


# ---- Peril ----


@pytest.mark.rule("ix.story.peril-upgrade", "ix.story.flips")
@pytest.mark.parametrize("who", ["ann", "brute"])
def test_peril_makes_a_crisis_die_of_one_trial_die(who: str) -> None:
    found = bout()
    _, table = roll(found, "nothing", PERIL, who=who)
    assert dice_of(table) == {"ability": 3, "crisis": 1, "trial": 1}
    assert pools(found) == (3, 0)
    (event,) = coded(table, "story-point")
    assert "ix.story.peril-upgrade" in event.rules
    assert (event.fields["fortune"], event.fields["peril"]) == (3, 0)


@pytest.mark.rule("ix.story.upgrade-before-roll")
def test_a_peril_upgrade_is_declared_before_the_roll() -> None:
    _, table = roll(bout(peril=3), "1 boon")
    assert PERIL_UPGRADE in before_roll(table)
    assert PERIL_UPGRADE not in after_roll(table)


@pytest.mark.rule("ix.story.peril-upgrade")
def test_there_is_nothing_to_upgrade_without_a_trial_die() -> None:
    found = bout(peril=3)
    _, table = roll(found, "nothing", difficulty=0)
    assert PERIL_UPGRADE not in before_roll(table)
    _, table = roll(found, "nothing", PERIL, difficulty=1)
    assert PERIL_UPGRADE not in table.offered[-1]


@pytest.mark.rule("ix.story.peril-per-check")
def test_the_gm_may_spend_any_number_of_points_on_one_check() -> None:
    found = bout(peril=5)
    _, table = roll(
        found,
        "1 bane",
        PERIL,
        PERIL,
        PERIL,
        difficulty=4,
        rulings=complications("", "calamity-scene calamity-scene", "x"),
    )
    assert dice_of(table)["crisis"] == 3
    assert pools(found) == (7, 0)
    assert len(coded(table, "story-point")) == 5


@pytest.mark.rule("ix.story.peril-per-check")
def test_a_house_may_keep_it_to_one_point_a_check() -> None:
    found = bout(peril=5, house={"one-peril-per-check": "yes"})
    _, table = roll(found, "2 banes", PERIL, difficulty=4)
    assert PERIL_UPGRADE not in table.offered[-1]
    assert not any(w.startswith("calamity") for w in wares(table, "ix.spend.banes-by-gm"))
    assert pools(found) == (3, 4)
    _, table = roll(found, "nothing")
    assert PERIL_UPGRADE in before_roll(table)


@pytest.mark.rule("ix.story.peril-per-check")
def test_such_a_house_allows_one_calamity_a_check() -> None:
    found = bout(peril=5, house={"one-peril-per-check": "yes"})
    _, table = roll(found, "2 banes", difficulty=4)
    listed = table.options_of("ix.spend.banes-by-gm")
    places = [p for option in listed for p in option if getattr(p, "wares", ())]
    assert any(p.admits("calamity-scene") for p in places)
    assert not any(p.admits("calamity-scene calamity-scene") for p in places)


@pytest.mark.rule("ix.story.peril-calamity", "ix.story.flips")
def test_peril_brings_a_calamity_after_a_players_roll() -> None:
    found = bout()
    _, table = roll(found, "1 success 1 bane", rulings=complications("", "calamity-ally:bob"))
    assert pools(found) == (3, 0)
    assert citing(table, "ix.story.peril-calamity")
    assert dice_of(make_check(found, "bob", "nothing")[1])["crisis"] == 1


@pytest.mark.rule("ix.story.peril-calamity")
def test_it_comes_in_addition_to_one_that_was_rolled_which_costs_nothing() -> None:
    found = bout(peril=2)
    found.fight.fortune = 0
    _, table = roll(
        found,
        "1 calamity",
        ("volatile", "2"),
        rulings=complications("", "calamity-ally:bob calamity-ally:ann"),
    )
    assert pools(found) == (1, 1)
    found = bout(peril=2)
    roll(found, "1 calamity", ("volatile", "2"), rulings=complications("", "calamity-ally:bob"))
    assert pools(found) == (2, 2)


@pytest.mark.rule("ix.story.peril-calamity")
def test_peril_brings_no_calamity_after_a_roll_of_the_gms_own() -> None:
    found = bout(peril=3)
    _, table = roll(found, "2 banes", who="brute")
    assert not any(word.startswith("calamity") for word in wares(table, "ix.spend.banes-by-gm"))


@pytest.mark.rule("ix.story.peril-calamity")
def test_the_gm_may_ask_to_be_offered_it_after_every_roll_of_a_player() -> None:
    found = bout()
    _, table = roll(found, "1 success")
    assert not table.was_asked("ix.spend.banes-by-gm")
    gm(found, "set", "", "offer-peril", 1)
    _, table = roll(found, "1 success")
    assert table.was_asked("ix.spend.banes-by-gm")
    assert pools(found) == (2, 1)


# ---- a complication ----


@pytest.mark.rule("ix.story.peril-complication")
def test_by_itself_no_point_goes_into_a_complication() -> None:
    found = bout()
    found.next_round()
    assert pools(found) == (2, 1)


@pytest.mark.rule("ix.story.peril-complication", "ix.story.flips")
def test_the_gm_brings_a_complication_for_a_point() -> None:
    found = bout(house={"modes": {"ix.story.peril-complication": "ask"}})
    events: list[Any] = []
    for _ in range(3):
        table = found.next_round(
            rulings={"ix.story.peril-complication": ("complication", "the mill wheel breaks")}
        )
        events += coded(table, "complication")
    assert [event.fields["text"] for event in events] == ["the mill wheel breaks"]
    assert pools(found) == (3, 0)


@pytest.mark.rule("ix.story.peril-complication", "ix.story.shared-pool")
def test_a_complication_by_the_gms_own_hand_costs_the_point_too() -> None:
    found = bout()
    table = gm(found, "set", "", "complication", "the lamp goes out")
    assert coded(table, "complication")[0].fields["text"] == "the lamp goes out"
    assert pools(found) == (3, 0)
    with pytest.raises(Refused):
        gm(found, "set", "", "complication", "and the fire too")
    assert pools(found) == (3, 0)


# ---- the total ----


@pytest.mark.rule("ix.story.total-constant", "ix.story.flips")
def test_the_total_stays_the_same_whatever_is_spent() -> None:
    found = Bout(hero("ann", might=3), hero("bob"), elite("brute"))
    found.turn_of("ann")
    assert sum(pools(found)) == 3
    roll(found, "1 boon", UPGRADE)
    assert (pools(found), sum(pools(found))) == ((1, 2), 3)
    roll(found, "nothing", PERIL)
    assert pools(found) == (2, 1)
    roll(found, "nothing", BREAKTHROUGH, spend())
    assert pools(found) == (1, 2)
    roll(found, "nothing", PERIL)
    roll(found, "1 calamity", ("volatile", "2"))
    assert pools(found) == (1, 2)
    roll(found, "1 bane", rulings=complications("", "calamity-scene", "x"))
    assert pools(found) == (2, 1)


def test_offers_stand_beside_a_skill_check_in_play() -> None:
    found = bout()
    table = watched(
        found, ("skill-check",), ("with", "athletics"), UPGRADE, PERIL, rolls=["1 success"]
    )
    assert dice_of(table) == {"mastery": 1, "ability": 2, "crisis": 1, "trial": 1}
    assert pools(found) == (2, 1)
