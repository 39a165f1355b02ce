"""Drawing, stowing, packs and cover (area `maneuver`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, citing, dice_of, elite, gm, hero

BLOW = ("attack", "long-blade", "brute")
SHOT = ("attack", "hunting-bow", "ann")
PACK = "ix.maneuver.draw-from-pack"
WALL = {"name": "wall", "at": 0, "strong": True}
BUSH = {"name": "bush", "at": 0}
PACKED = {"use": "short-blade", "carried": "packed"}
STOWED = {"use": "knife", "carried": "stowed"}


def turn(*, house: dict[str, Any] | None = None, **fields: Any) -> Bout:
    """Ann's turn beside a brute."""
    ann = hero("ann", **{"might": 4, "skills": {"light-melee": 4}, **fields})
    bout = Bout(ann, hero("bob"), elite("brute", wound_points=90), house=house)
    bout.turn_of("ann")
    return bout


def shot(bout: Bout) -> dict[str, int]:
    """The dice of an arrow of the brute at Ann, in its next turn."""
    bout.turn_of("brute")
    return dice_of(bout.do(SHOT, rolls=["nothing"]))


def covered(*cover: dict[str, Any], house: dict[str, Any] | None = None, **fields: Any) -> Bout:
    """Ann's turn two steps from a brute with a bow."""
    brute = elite("brute", wound_points=90, weapons=["hunting-bow"])
    scene = {"at": {"ann": 0, "bob": 0, "brute": 2}, "cover": list(cover)}
    ann = hero("ann", weapons=["hunting-bow"], **fields)
    bout = Bout(ann, hero("bob"), brute, scene=scene, house=house)
    bout.turn_of("ann")
    return bout


# ---- Draw or Stow ----


@pytest.mark.rule("ix.maneuver.draw-or-stow")
def test_a_weapon_that_is_not_in_hand_must_be_drawn_before_it_is_used() -> None:
    bout = turn(weapons=["long-blade", STOWED])
    assert not bout.offers("attack", "knife")
    table = bout.do(("draw", "knife"))
    assert citing(table, "ix.maneuver.draw-or-stow")[0].fields == {"who": "ann", "item": "knife"}
    assert (bout.fight.maneuvers, bout.fight.actions) == (1, 1)
    assert bout.offers("attack", "knife", "brute")


@pytest.mark.rule("ix.maneuver.draw-or-stow")
def test_a_maneuver_readies_or_puts_away_one_item_and_no_more() -> None:
    bout = turn(weapons=["long-blade", STOWED], gear=["rope"])
    bout.do(("stow", "long-blade"))
    assert bout["ann"].held == ()
    assert not bout.offers("attack", "long-blade")
    bout.do(("draw", "knife", "strain"))
    assert bout["ann"].held == ("knife",)
    assert not bout.offers("draw")


@pytest.mark.rule("ix.maneuver.draw-or-stow")
def test_there_must_be_hands_free_for_what_is_drawn() -> None:
    bout = turn(weapons=["long-blade", {"use": "spear", "carried": "stowed"}, STOWED])
    assert not bout.offers("draw", "spear")
    assert bout.offers("draw", "knife")
    bout.do(("stow", "long-blade"))
    bout.do(("draw", "spear", "strain"))
    assert bout.offers("attack", "spear", "brute")


@pytest.mark.rule("ix.maneuver.draw-or-stow")
def test_what_was_dropped_is_picked_up_where_it_lies_and_nowhere_else() -> None:
    bout = turn()
    bout.do(("drop", "long-blade"))
    assert bout.offers("draw", "long-blade")
    bout.do(("move", "away", "brute"))
    assert not bout.offers("draw", "long-blade")
    bout.end_turn()
    bout.turn_of("ann")
    bout.do(("move", "toward", "brute"))
    bout.do(("draw", "long-blade", "strain"))
    assert bout["ann"].held == ("long-blade",)


@pytest.mark.rule("ix.maneuver.draw-from-pack")
def test_a_packed_weapon_costs_the_action() -> None:
    bout = turn(weapons=["long-blade", PACKED])
    assert not bout.offers("draw", "short-blade")
    assert not bout.offers("attack", "short-blade")
    table = bout.do(("take-out", "short-blade"))
    assert citing(table, PACK)[0].fields == {"who": "ann", "item": "short-blade"}
    assert (bout.fight.actions, bout.fight.maneuvers) == (0, 0)
    assert bout["ann"].held == ("long-blade", "short-blade")
    assert bout["ann"].packed == ()


@pytest.mark.rule("ix.maneuver.draw-from-pack")
def test_the_gm_may_say_that_a_maneuver_is_enough() -> None:
    bout = turn(weapons=["long-blade", PACKED])
    bout.do(("take-out", "short-blade"), rulings={PACK: ("maneuver",)})
    assert (bout.fight.actions, bout.fight.maneuvers) == (1, 1)
    assert bout.offers("attack", "short-blade", "brute")


@pytest.mark.rule("ix.maneuver.draw-from-pack")
def test_without_an_action_a_packed_weapon_stays_in_the_pack() -> None:
    bout = turn(weapons=["long-blade", PACKED])
    bout.do(BLOW, rolls=["nothing"])
    if bout.offers("take-out", "short-blade"):  # the GM may still allow a Maneuver
        bout.do(("take-out", "short-blade"))
    assert "short-blade" in bout["ann"].packed
    assert bout.fight.maneuvers == 0


@pytest.mark.rule("ix.maneuver.draw-from-pack")
def test_what_is_no_weapon_comes_out_of_a_pack_with_a_maneuver() -> None:
    bout = turn(gear=["rope"])
    gm(bout, "tag", "ann", "packed:rope")
    table = bout.do(("draw", "rope"))
    assert not table.was_asked(PACK)
    assert (bout.fight.actions, bout.fight.maneuvers) == (1, 1)


@pytest.mark.rule("ix.maneuver.fast-hands")
def test_fast_hands_get_a_packed_weapon_out_with_a_maneuver() -> None:
    bout = turn(weapons=["long-blade", PACKED], talents=["fast-hands"])
    assert not bout.offers("take-out")
    table = bout.do(("draw", "short-blade"))
    assert not table.was_asked(PACK)
    assert (bout.fight.actions, bout.fight.maneuvers) == (1, 1)
    assert bout.offers("attack", "short-blade", "brute")
    assert table.cited("ix.maneuver.fast-hands")


@pytest.mark.rule("ix.maneuver.fast-hands")
def test_fast_hands_still_pay_a_maneuver_for_what_is_worn() -> None:
    bout = turn(weapons=["long-blade", STOWED], talents=["fast-hands"])
    table = bout.do(("draw", "knife"))
    assert bout.fight.maneuvers == 1
    assert not table.cited("ix.maneuver.fast-hands")


# ---- cover ----


@pytest.mark.rule("ix.maneuver.take-cover", "ix.maneuver.cover-defense")
@pytest.mark.parametrize(("cover", "defense"), [(BUSH, 1), (WALL, 2)])
def test_cover_gives_ranged_defense(cover: dict[str, Any], defense: int) -> None:
    bout = covered(cover)
    table = bout.do(("cover",))
    assert citing(table, "ix.maneuver.take-cover")[0].fields == {"who": "ann", "defense": defense}
    assert (bout.fight.maneuvers, bout.fight.actions) == (1, 1)
    bout.end_turn()
    assert shot(bout) == {"ability": 2, "trial": 2, "bane": defense}


@pytest.mark.rule("ix.maneuver.take-cover")
def test_cover_must_be_available_where_one_stands() -> None:
    bout = covered({**WALL, "at": 1})
    assert not bout.offers("cover")
    bout.do(("move", "toward", "cover-1"))
    assert bout.offers("cover")
    assert not covered().offers("cover")


@pytest.mark.rule("ix.maneuver.take-cover")
def test_the_better_cover_at_hand_is_taken() -> None:
    bout = covered(BUSH, WALL)
    bout.do(("cover",))
    assert bout["ann"].cover == 2


@pytest.mark.rule("ix.maneuver.cover-defense")
@pytest.mark.parametrize(
    ("house", "cover", "defense"),
    [
        ({"cover-ranged-defense": 2}, BUSH, 2),
        ({"cover-ranged-defense": 2}, WALL, 2),
        ({"strong-cover-ranged-defense": 3}, WALL, 3),
        ({"strong-cover-ranged-defense": 3}, BUSH, 1),
    ],
)
def test_the_house_may_say_what_cover_is_worth(
    house: dict[str, int], cover: dict[str, Any], defense: int
) -> None:
    bout = covered(cover, house=house)
    bout.do(("cover",))
    bout.end_turn()
    assert shot(bout)["bane"] == defense


@pytest.mark.rule("ix.maneuver.cover-defense")
def test_cover_lasts_while_one_stays_and_ends_when_one_leaves_it() -> None:
    bout = covered(WALL)
    bout.do(("cover",))
    bout.end_turn()
    bout.next_round()
    assert bout["ann"].cover == 2
    bout.turn_of("ann")
    assert not bout.offers("cover")
    bout.do(("attack", "hunting-bow", "brute"), rolls=["nothing"])
    assert bout["ann"].cover == 2
    bout.do(("move", "toward", "brute"))
    assert bout["ann"].cover == 0
    bout.end_turn()
    assert "bane" not in shot(bout)


@pytest.mark.rule("ix.maneuver.cover-defense")
def test_somebody_without_cover_has_no_part_in_it() -> None:
    bout = covered(WALL)
    bout.do(("cover",))
    bout.end_turn()
    bout.turn_of("brute")
    table = bout.do(("attack", "hunting-bow", "bob"), rolls=["nothing"])
    assert dice_of(table) == {"ability": 2, "trial": 2}


@pytest.mark.rule("ix.maneuver.cover-defense", "ix.defense.matching-type")
def test_cover_is_no_help_against_a_blade() -> None:
    brute = elite("brute", wound_points=90)
    bout = Bout(hero("ann"), brute, scene={"cover": [WALL], "behind_cover": ["ann"]})
    assert bout["ann"].cover == 2
    bout.turn_of("brute")
    table = bout.do(("attack", "long-blade", "ann"), rolls=["nothing"])
    assert dice_of(table) == {"ability": 2, "trial": 2}


@pytest.mark.rule("ix.maneuver.cover-defense")
def test_striking_out_at_somebody_hand_to_hand_ends_the_cover() -> None:
    brute = elite("brute", wound_points=90)
    bout = Bout(hero("ann"), brute, scene={"cover": [WALL], "behind_cover": ["ann"]})
    bout.turn_of("ann")
    table = bout.do(BLOW, rolls=["nothing"])
    assert bout["ann"].cover == 0
    assert table.cited("ix.maneuver.cover-defense")
