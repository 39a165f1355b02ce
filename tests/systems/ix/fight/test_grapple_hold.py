"""What a hold allows, how it lasts and how it ends (area `grapple`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, dice_of, elite, gm, hero, nemesis, suffer, tire

from affray.systems.ix.fight import range as bands

RANKS = {"athletics": 2, "unarmed": 2}


def held(*, house: dict[str, Any] | None = None, **brute: Any) -> Bout:
    """Ann (Might 4, Athletics 2) holds a brute; it is the brute's turn to come."""
    it = Bout(
        hero("ann", might=4, skills=RANKS),
        hero("bob"),
        nemesis("brute", **{"wound_points": 90, "might": 3, "agility": 2, **brute}),
        elite("oaf", wound_points=90),
        house=house,
    )
    it.turn_of("bob")
    it.end_turn()
    it.turn_of("oaf")
    it.end_turn()
    it.turn_of("ann")
    it.do(("grapple", "brute"), rolls=["2 successes", "1 success"])
    it.end_turn()
    return it


def her_turn(it: Bout) -> Bout:
    it.next_round()
    it.turn_of("ann")
    return it


def is_held(it: Bout) -> bool:
    assert it["brute"].has("restrained") == (it["ann"].hold == "brute")
    return bool(it["brute"].has("restrained"))


# ---- the four Actions ----


@pytest.mark.rule("ix.grapple.hold-action")
def test_the_grappler_may_maintain_harm_drag_or_take_down_with_its_action() -> None:
    it = her_turn(held())
    holds = {option[1] for option in it.options() if option[0] == "hold"}
    assert holds == {"maintain", "harm", "drag", "takedown"}
    it.do(("attack", "long-blade", "oaf"), rolls=["nothing"])
    assert not it.offers("hold"), "the Action is gone"


@pytest.mark.rule("ix.grapple.hold-action")
def test_who_holds_nobody_has_none_of_the_four() -> None:
    it = held()
    it.turn_of("brute")
    assert not it.offers("hold")


@pytest.mark.rule("ix.grapple.maintain")
def test_maintaining_takes_the_action_and_no_check() -> None:
    it = her_turn(held())
    table = it.do(("hold", "maintain"))
    assert table.rolled == []
    assert it.fight.actions == 0
    assert table.cited("ix.grapple.maintain")
    it.end_turn()
    assert is_held(it)


@pytest.mark.rule("ix.grapple.harm")
@pytest.mark.parametrize(("resistance", "wounds"), [(1, 3), (3, 1), (4, 0), (6, 0)])
def test_harming_deals_might_less_resistance_without_a_check(resistance: int, wounds: int) -> None:
    it = her_turn(held(resistance=resistance))
    table = it.do(("hold", "harm"))
    assert it["brute"].wounds == 90 - wounds
    assert table.rolled == []
    assert table.cited("ix.grapple.harm")
    assert it.fight.actions == 0


@pytest.mark.rule("ix.grapple.drag")
@pytest.mark.parametrize(("way", "at"), [("back", -1), ("on", 1)])
def test_dragging_moves_both_one_band_on_an_average_athletics_check(way: str, at: int) -> None:
    it = her_turn(held())
    table = it.do(("hold", "drag", way), rolls=["1 success"])
    assert table.rolled == [("ann", "ix.grapple.drag", "2 mastery 2 ability vs 2 trial")]
    assert (it["ann"].at, it["brute"].at) == (at, at)
    assert bands.are_engaged(it.fight, "ann", "brute")
    assert is_held(it)
    assert (it["bob"].at, it["oaf"].at) == (0, 0)
    assert it.fight.maneuvers == 0


@pytest.mark.rule("ix.grapple.takedown")
def test_a_takedown_is_a_hard_athletics_check_and_both_fall() -> None:
    it = her_turn(held())
    table = it.do(("hold", "takedown"), rolls=["1 success"])
    assert table.rolled == [("ann", "ix.grapple.takedown", "2 mastery 2 ability vs 3 trial")]
    assert it["ann"].has("prone")
    assert it["brute"].has("prone")
    assert is_held(it)
    assert table.cited("ix.grapple.takedown")


@pytest.mark.rule("ix.grapple.takedown-stand")
def test_the_grappler_stands_on_a_later_turn_and_the_target_cannot_until_it_is_free() -> None:
    it = her_turn(held())
    it.do(("hold", "takedown"), rolls=["1 success"])
    it.end_turn()
    it.turn_of("brute")
    assert not it.offers("stand")
    it = her_turn(it)
    it.do(("stand",), ("hold", "maintain"))
    assert not it["ann"].has("prone")
    assert is_held(it)
    it.end_turn()
    it.turn_of("brute")
    assert not it.offers("stand")
    it.do(("escape",), rolls=["2 successes", "1 success"])
    assert it.offers("stand")


@pytest.mark.rule("ix.grapple.takedown-stand")
def test_in_the_turn_of_the_takedown_the_grappler_stays_down() -> None:
    it = her_turn(held())
    it.do(("hold", "takedown"), rolls=["1 success"])
    assert not it.offers("stand")


@pytest.mark.rule("ix.grapple.failed-check")
@pytest.mark.parametrize("how", [("hold", "drag", "on"), ("hold", "takedown")])
def test_a_failed_drag_or_takedown_changes_nothing_and_the_hold_goes_on(
    how: tuple[str, ...],
) -> None:
    it = her_turn(held())
    table = it.do(how, rolls=["nothing"])
    assert (it["ann"].at, it["brute"].at) == (0, 0)
    assert not it["ann"].has("prone")
    assert not it["brute"].has("prone")
    assert table.cited("ix.grapple.failed-check")
    assert it.fight.actions == 0
    it.end_turn()
    assert is_held(it)


# ---- lapse and release ----


@pytest.mark.rule("ix.grapple.lapse")
def test_a_hold_not_kept_up_lapses_at_the_end_of_the_grapplers_turn() -> None:
    it = her_turn(held())
    it.do(("attack", "long-blade", "oaf"), rolls=["nothing"])
    assert is_held(it), "until the turn ends"
    table = it.end_turn()
    assert not is_held(it)
    assert table.cited("ix.grapple.lapse")


@pytest.mark.rule("ix.grapple.lapse")
def test_the_turn_of_the_grapple_itself_keeps_the_hold() -> None:
    assert is_held(held())


@pytest.mark.rule("ix.grapple.lapse")
@pytest.mark.parametrize(
    ("how", "rolls"),
    [
        (("hold", "maintain"), []),
        (("hold", "harm"), []),
        (("hold", "drag", "on"), ["1 success"]),
        (("hold", "takedown"), ["1 success"]),
    ],
)
def test_each_of_the_four_keeps_the_hold_for_that_turn_alone(
    how: tuple[str, ...], rolls: list[str]
) -> None:
    it = her_turn(held())
    it.do(how, rolls=rolls)
    it.end_turn()
    assert is_held(it)
    her_turn(it)
    it.end_turn()
    assert not is_held(it)


@pytest.mark.rule("ix.grapple.lapse")
def test_where_the_house_says_so_a_hold_lasts_until_it_is_broken() -> None:
    it = her_turn(held(house={"hold-needs-action": "no"}))
    it.end_turn()
    her_turn(it)
    it.do(("attack", "long-blade", "oaf"), rolls=["nothing"])
    it.end_turn()
    assert is_held(it)
    her_turn(it)
    it.do(("release",))
    assert not is_held(it)


@pytest.mark.rule("ix.grapple.release")
def test_letting_go_is_a_quick_action() -> None:
    it = her_turn(held())
    table = it.do(("release",))
    assert not is_held(it)
    assert (it.fight.actions, it.fight.maneuvers) == (1, 0)
    assert table.cited("ix.grapple.release")
    assert it.offers("move")
    assert not it.offers("release")


@pytest.mark.rule("ix.grapple.release")
@pytest.mark.parametrize("how", ["wounds", "strain", "gm"])
def test_the_helpless_hold_nobody(how: str) -> None:
    it = held()
    if how == "wounds":
        suffer(it, "ann", 14, rolls=[5])
    elif how == "strain":
        tire(it, "ann", 12)
    else:
        gm(it, "set", "ann", "wounds", 0)
    assert it["ann"].is_down
    assert not is_held(it)


@pytest.mark.rule("ix.grapple.release")
@pytest.mark.parametrize("who", ["ann", "brute"])
def test_a_hold_is_over_when_one_of_the_two_is_gone(who: str) -> None:
    it = held()
    gm(it, "remove", who)
    assert it["ann"].hold == ""
    assert who == "brute" or not it["brute"].has("restrained")


@pytest.mark.rule("ix.grapple.engaged")
def test_a_hold_does_not_survive_being_torn_apart() -> None:
    it = held()
    gm(it, "set", "ann", "at", 4)
    her_turn(it)
    assert not it.offers("hold", "harm")


@pytest.mark.rule("ix.grapple.engaged", "ix.grapple.release")
def test_who_is_torn_out_of_a_hold_that_needs_no_action_is_free_as_well() -> None:
    it = her_turn(held(house={"hold-needs-action": "no"}))
    gm(it, "set", "brute", "at", 4)
    it.end_turn()
    assert not is_held(it)


# ---- escape ----


def its_turn(it: Bout) -> Bout:
    it.turn_of("brute")
    return it


@pytest.mark.rule("ix.grapple.escape")
def test_the_held_escape_with_an_opposed_check_of_might_or_athletics() -> None:
    it = its_turn(held(skills={"athletics": 1}))
    table = it.do(("escape",), rolls=["2 successes", "1 success"])
    assert [(who, dice) for who, _, dice in table.rolled] == [
        ("brute", "1 mastery 2 ability"),
        ("ann", "2 mastery 2 ability"),
    ]
    assert not is_held(it)
    assert it.fight.actions == 0
    assert table.cited("ix.grapple.escape")
    assert it.offers("move")


@pytest.mark.rule("ix.grapple.escape")
def test_the_free_cannot_escape_and_the_held_who_acted_neither() -> None:
    it = its_turn(held())
    assert it.offers("escape")
    it.do(("attack", "long-blade", "ann"), rolls=["nothing"])
    assert not it.offers("escape")
    it = held()
    it.turn_of("ann") if it.fight.turn else None
    it = her_turn(it)
    assert not it.offers("escape")


@pytest.mark.rule("ix.grapple.escape")
@pytest.mark.parametrize("outcome", [("nothing", "1 success"), ("1 success", "2 successes")])
def test_a_failed_escape_costs_the_action_and_can_be_tried_again(outcome: tuple[str, str]) -> None:
    it = its_turn(held())
    it.do(("escape",), rolls=list(outcome))
    assert is_held(it)
    assert it.fight.actions == 0
    her_turn(it)
    it.do(("hold", "maintain"))
    it.end_turn()
    its_turn(it)
    assert it.offers("escape")


@pytest.mark.rule("ix.grapple.escape-ties")
@pytest.mark.parametrize(("house", "kept"), [("grappler", True), ("target", False)])
def test_a_tie_keeps_the_hold_unless_the_house_says_otherwise(house: str, kept: bool) -> None:
    it = its_turn(held(house={"escape-ties": house}))
    table = it.do(("escape",), rolls=["1 success", "1 success"])
    assert is_held(it) == kept
    assert table.cited("ix.grapple.escape-ties")


@pytest.mark.rule("ix.grapple.escape-ties")
def test_the_grappler_wins_ties_by_the_book() -> None:
    it = its_turn(held())
    it.do(("escape",), rolls=["2 successes", "2 successes"])
    assert is_held(it)


@pytest.mark.rule("ix.grapple.size-escape")
@pytest.mark.parametrize(
    ("grappler", "each", "dice"), [(1, 1, 0), (2, 1, 1), (3, 1, 2), (3, 2, 4), (0, 1, 0)]
)
def test_a_larger_grappler_is_harder_to_escape_by_a_die_for_each_scale(
    grappler: int, each: int, dice: int
) -> None:
    it = Bout(
        hero("ann"),
        elite("giant", might=4, scale=grappler, skills=RANKS),
        house={"escape-bane-dice-per-scale": each},
    )
    it.turn_of("giant")
    it.do(("grapple", "ann"), rolls=["2 successes", "nothing"])
    it.end_turn()
    it.next_round()
    it.turn_of("ann")
    table = it.do(("escape",), rolls=["nothing", "1 success"])
    assert dice_of(table, 0).get("bane", 0) == dice
    assert table.cited("ix.grapple.size-escape") == bool(dice)
    assert "bane" not in dice_of(table, 1)


@pytest.mark.rule("ix.grapple.harm")
def test_harm_can_fell_the_held() -> None:
    it = her_turn(held())
    gm(it, "set", "brute", "wounds", 2)
    it.do(("hold", "harm"), rolls=[5])
    assert it["brute"].wounds == 2 - 3
    assert [one.row for one in it["brute"].injuries] == ["critical-001-005"]
