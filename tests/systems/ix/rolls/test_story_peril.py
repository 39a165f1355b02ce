"""Peril, and the total of both pools (area `story`)."""

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
from affray.systems.ix.rolls.spend import Lists

UPGRADE, BREAKTHROUGH = ("fortune", "upgrade"), ("fortune", "breakthrough")
PERIL = ("peril", "upgrade")
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
    _, _table = roll(
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
