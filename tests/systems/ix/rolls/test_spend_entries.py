"""Each entry of the general list of Boons and Breakthroughs (area `spend`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    Watching,
    afflict,
    ally,
    citing,
    coded,
    dice_of,
    elite,
    hero,
    make_check,
    nemesis,
    spend,
    wares,
)

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


# ---- the entries ----


@pytest.mark.rule("ix.spend.boon-defaults")
def test_lend_momentum_goes_to_the_next_ally_to_act() -> None:
    found = bout()
    buy(found, "1 boon", "lend-momentum")
    assert "boon" not in next_dice(found, "ann")
    assert "boon" not in next_dice(found, "brute")
    found.end_turn()
    found.turn_of("bob")
    assert "boon" not in next_dice(found, "guard")
    assert next_dice(found, "bob")["boon"] == 1
    assert "boon" not in next_dice(found, "bob")


@pytest.mark.rule("ix.spend.boon-defaults")
def test_notice_tells_something_and_changes_nothing() -> None:
    found = bout()
    table = buy(found, "1 boon", "notice")
    assert coded(table, "spent")[0].fields["entry"] == "notice"
    assert found["ann"].strain == 5


@pytest.mark.rule("ix.spend.boon-defaults")
@pytest.mark.parametrize("whom", ["ann", "bob", "guard"])
def test_pass_the_edge_gives_a_boon_die_to_the_next_check(whom: str) -> None:
    found = bout()
    buy(found, "2 boons", f"pass-the-edge:{whom}")
    for other in {"ann", "bob", "guard", "brute"} - {whom}:
        assert "boon" not in next_dice(found, other)
    assert next_dice(found, whom)["boon"] == 1
    assert "boon" not in next_dice(found, whom)


@pytest.mark.rule("ix.spend.boon-defaults")
def test_hinder_gives_one_opponent_a_bane_die_on_its_next_check() -> None:
    found = bout()
    table = buy(found, "2 boons", "hinder:ogre")
    assert not any(word in wares(table) for word in ("hinder:bob", "hinder:ann", "hinder:guard"))
    assert "bane" not in next_dice(found, "brute")
    assert next_dice(found, "ogre")["bane"] == 1
    assert "bane" not in next_dice(found, "ogre")


@pytest.mark.rule("ix.spend.boon-defaults")
def test_a_spare_moment_is_a_maneuver_without_payment() -> None:
    found = bout()
    table = make_check(found, "ann", "2 boons", spend("spare-moment"), ("aim",), lists=Lists())[1]
    assert found["ann"].aims == 1
    assert found["ann"].strain == 5
    assert (found.fight.free_maneuvers, found.fight.maneuvers) == (1, 1)
    assert coded(table, "extra-maneuver") or citing(table, "ix.spend.boon-defaults")


@pytest.mark.rule("ix.spend.boon-defaults")
def test_a_spare_moment_keeps_within_two_maneuvers_a_turn() -> None:
    found = bout()
    found.do(("aim",), ("aim", "strain"))
    _, table = make_check(found, "ann", "2 boons", lists=Lists())
    assert "spare-moment" not in wares(table)
    assert "hinder:brute" in wares(table)


@pytest.mark.rule("ix.spend.boon-defaults")
def test_brush_aside_ignores_surroundings_to_the_end_of_the_next_turn() -> None:
    found = bout(scene={"light": "darkness"})
    blow = {"kind": "attack", "mode": "melee", "weapon": "long-blade", "skill": "light-melee"}
    assert next_dice(found, "ann", target="brute", **blow)["bane"] == 1
    buy(found, "3 boons", "brush-aside")
    afflict(found, "ann", "disoriented")
    assert next_dice(found, "ann", target="brute", **blow)["bane"] == 1  # Disoriented alone
    found["ann"].conditions = ()
    assert "bane" not in next_dice(found, "ann", target="brute", **blow)
    assert next_dice(found, "bob", target="brute", **blow)["bane"] == 1
    found.end_turn()
    found.turn_of("ann")
    assert "bane" not in next_dice(found, "ann", target="brute", **blow)
    found.end_turn()
    assert next_dice(found, "ann", target="brute", **blow)["bane"] == 1


@pytest.mark.rule("ix.spend.boon-defaults", "ix.spend.never-duplicate")
def test_a_turn_of_events_does_not_touch_the_result() -> None:
    found = bout()
    one, table = make_check(
        found, "ann", "1 failure 3 boons", spend("turn-of-events"), lists=Lists()
    )
    assert not one.succeeded
    assert coded(table, "spent")[0].fields["entry"] == "turn-of-events"


@pytest.mark.rule("ix.spend.never-duplicate")
def test_no_entry_sells_a_success() -> None:
    found = bout()
    one, table = make_check(
        found, "ann", "1 failure 3 boons 1 breakthrough", spend("", "scene-change"), lists=Lists()
    )
    assert not one.succeeded
    assert {word.partition(":")[0] for word in wares(table)} == {
        *GENERAL,
        "scene-change",
        "heavy-hinder",
    } | ({"unspent-breakthrough"} & set(wares(table)))


@pytest.mark.rule("ix.spend.boon-defaults", "ix.pool.trial-upgrade-replaces")
def test_heavy_hinder_makes_a_crisis_die_of_an_opponents_trial_die() -> None:
    found = bout()
    buy(found, "1 success 1 breakthrough", "", "heavy-hinder:brute")
    assert next_dice(found, "brute") == {"ability": 2, "crisis": 1, "trial": 1}
    assert next_dice(found, "brute") == {"ability": 2, "trial": 2}
