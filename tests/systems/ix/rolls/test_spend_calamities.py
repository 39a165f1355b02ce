"""What Calamities bring (area `spend`)."""

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
    nemesis,
)

from affray.systems.ix.rolls.spend import Lists


def bout(**how: Any) -> Bout:
    """Ann's turn: she, Bob and a guard against a brute and an ogre."""
    skills = {"athletics": 4, "light-melee": 4}
    found = Bout(
        hero("ann", might=4, skills=skills),
        hero("bob", skills={"athletics": 2}),
        ally("guard"),
        elite("brute", wound_points=40),
        nemesis("ogre", wound_points=40, skills={"athletics": 3}),
        **how,
    )
    found.turn_of("ann")
    return found


def suffers(
    found: Bout,
    left: str,
    banes: str = "",
    calamities: str = "",
    text: str = "",
    *,
    who: str = "ann",
    **how: Any,
) -> Watching:
    """A check of Ann's leaves this, and the GM buys that (the default if nothing is named)."""
    rulings = complications(banes, calamities, text) if (banes or calamities or text) else None
    choices = [("volatile", "1")] if "calamit" in left else []
    how.setdefault("weapon", "long-blade")
    return make_check(found, who, left, *choices, lists=Lists(), rulings=rulings, **how)[1]


def next_dice(found: Bout, who: str, **how: Any) -> dict[str, int]:
    return dice_of(make_check(found, who, "nothing", **how)[1])


# ---- Calamities ----


@pytest.mark.rule("ix.spend.bane-defaults")
def test_a_calamity_takes_the_weapon_for_the_encounter() -> None:
    found = bout()
    suffers(found, "1 calamity", "", "calamity-gear")
    assert found["ann"].faults == {"long-blade": "out"}
    assert not found.offers("attack", "long-blade")
    assert not found.offers("clear", "long-blade")


@pytest.mark.rule("ix.spend.bane-defaults")
@pytest.mark.parametrize("whom", ["ann", "guard"])
def test_a_calamity_makes_the_next_check_of_the_roller_or_an_ally_volatile(whom: str) -> None:
    found = bout()
    suffers(found, "1 calamity", "", f"calamity-ally:{whom}")
    assert "crisis" not in next_dice(found, "bob")
    assert (next_dice(found, whom, difficulty=3)).get("crisis") == 1
    assert "crisis" not in next_dice(found, whom)


@pytest.mark.rule("ix.spend.bane-defaults", "ix.spend.special-effect-by-gm")
def test_a_calamity_may_be_whatever_the_gm_says() -> None:
    found = bout()
    found.fight.fortune = 2
    table = suffers(found, "1 calamity", "", "calamity-scene", "the mill burns")
    assert coded(table, "complication")[0].fields["text"] == "the mill burns"
    assert (found.fight.fortune, found.fight.peril) == (2, 1)


@pytest.mark.rule("ix.spend.unspent-calamity", "ix.spend.special-effect-by-gm")
@pytest.mark.parametrize("who", ["ann", "ogre"])
def test_a_calamity_for_which_nothing_is_named_flips_fortune_to_peril(who: str) -> None:
    found = bout()
    found.fight.fortune, found.fight.peril = 2, 1
    table = suffers(found, "1 calamity", who=who)
    assert (found.fight.fortune, found.fight.peril) == (1, 2)
    (event,) = citing(table, "ix.spend.unspent-calamity")
    assert (event.fields["fortune"], event.fields["peril"]) == (1, 2)


@pytest.mark.rule("ix.spend.unspent-calamity")
def test_without_fortune_nothing_happens() -> None:
    found = bout()
    found.fight.fortune, found.fight.peril = 0, 3
    table = suffers(found, "1 calamity")
    assert (found.fight.fortune, found.fight.peril) == (0, 3)
    assert not coded(table, "story-point")


@pytest.mark.rule("ix.spend.unspent-calamity")
@pytest.mark.parametrize(("fortune", "left"), [(2, 1), (0, 0)])
def test_a_house_may_let_the_point_be_lost(fortune: int, left: int) -> None:
    found = bout(house={"unspent-calamity": "lose"})
    found.fight.fortune, found.fight.peril = fortune, 1
    suffers(found, "1 calamity")
    assert (found.fight.fortune, found.fight.peril) == (left, 1)


@pytest.mark.rule("ix.spend.each-symbol-once")
def test_each_calamity_has_its_own_effect() -> None:
    found = bout()
    found.fight.fortune, found.fight.peril = 3, 1
    table = make_check(
        found,
        "ann",
        "2 calamities",
        ("volatile", "3"),
        difficulty=3,
        lists=Lists(),
        weapon="long-blade",
        rulings=complications("", "calamity-gear"),
    )[1]
    assert found["ann"].faults == {"long-blade": "out"}
    assert (found.fight.fortune, found.fight.peril) == (2, 2)
    assert len(citing(table, "ix.spend.unspent-calamity")) == 1


@pytest.mark.rule("ix.spend.each-symbol-once")
def test_two_calamities_for_which_nothing_is_named_flip_two_points() -> None:
    found = bout()
    found.fight.fortune, found.fight.peril = 3, 1
    make_check(found, "ann", "2 calamities", ("volatile", "3"), difficulty=3, lists=Lists())
    assert (found.fight.fortune, found.fight.peril) == (1, 3)
