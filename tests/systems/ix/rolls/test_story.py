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
    hero,
    make_check,
    spend,
    wares,
)

from affray.systems.ix.rolls.spend import Lists

UPGRADE, BREAKTHROUGH = ("fortune", "upgrade"), ("fortune", "breakthrough")
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
    _, _table = roll(found, "nothing", BREAKTHROUGH, spend("", "heavy-hinder:brute"))
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
    assert table is not None
    assert coded(table, "missed")


@pytest.mark.rule("ix.story.effect-only")
def test_a_calamity_brought_by_peril_adds_no_failure() -> None:
    found = bout()
    one, _table = roll(
        found, "1 success 1 bane", rulings=complications("", "calamity-scene", "the rope tears")
    )
    assert one.succeeded
    assert one.net is not None
    assert one.net.success == 1


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
    assert coded(table, "detail-refused")
    assert not coded(table, "detail-added")
    assert pools(found) == (2, 1)


@pytest.mark.rule("ix.story.fortune-detail", "ix.story.shared-pool")
def test_without_fortune_there_is_no_detail() -> None:
    assert not bout(0).offers("fortune-detail")
    found = bout()
    found.turn_of("brute")
    assert not found.offers("fortune-detail")
