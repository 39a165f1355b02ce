"""What a turn holds, in which order, and what is lost at its end (area `turn`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    IX,
    Bout,
    citing,
    coded,
    elite,
    gm,
    hero,
    minions,
    nemesis,
    spend,
    wares,
)

from affray.systems.ix.records import Effect

BLOW = ("attack", "long-blade", "brute")
JUDGE = "ix.turn.quick-action-judge"
ACTIONS = {"attack", "grapple", "skill-check", "aid", "task", "defensive-guard"}
MANEUVERS = {"move", "aim", "stow", "interact", "move-far", "draw", "catch-breath"}
QUICK = {"drop", "glance", "say", "quick-action", "fortune-detail", "end"}


def turn(**fields: Any) -> Bout:
    """Ann's turn, next to a brute; Bob stands by."""
    bout = Bout(
        hero("ann", **{"might": 4, "skills": {"light-melee": 4}, **fields}),
        hero("bob"),
        elite("brute", wound_points=90),
    )
    bout.turn_of("ann")
    return bout


def words(bout: Bout) -> set[str]:
    """The first words of what may be chosen, nothing once the turn is over."""
    if not bout.fight.turn:
        return set()
    return {str(option[0]) for option in bout.options()}


# ---- the budget ----


@pytest.mark.rule("ix.turn.budget")
def test_a_turn_has_one_action_and_one_maneuver_and_quick_actions() -> None:
    bout = turn()
    assert (bout.fight.actions, bout.fight.free_maneuvers, bout.fight.maneuvers) == (1, 1, 0)
    assert words(bout) >= {"attack", "defensive-guard", "aim", "move", "say", "drop", "glance"}
    table = bout.do(("aim",))
    assert (bout.fight.actions, bout.fight.free_maneuvers, bout.fight.maneuvers) == (1, 0, 1)
    assert not coded(table, "strained")
    bout.do(BLOW, rolls=["nothing"])
    assert bout.fight.actions == 0
    assert not words(bout) & ACTIONS


@pytest.mark.rule("ix.turn.budget")
@pytest.mark.parametrize("who", ["rats", "ogre"])
def test_foes_have_the_same_budget(who: str) -> None:
    bout = Bout(hero("ann"), minions("rats"), nemesis("ogre"))
    bout.turn_of(who)
    assert (bout.fight.actions, bout.fight.free_maneuvers) == (1, 1)


@pytest.mark.rule("ix.turn.single-action")
@pytest.mark.parametrize("way", ["action", "strain"])
def test_a_turn_never_has_a_second_action(way: str) -> None:
    bout = turn()
    bout.do(BLOW, rolls=["nothing"])
    assert not words(bout) & ACTIONS
    bout.do(("aim",))
    assert not words(bout) & ACTIONS
    bout = turn()
    bout.do(("aim",), ("aim", way))
    assert bool(words(bout) & ACTIONS) is (way == "strain")


@pytest.mark.rule("ix.turn.order-free")
@pytest.mark.parametrize(
    "order",
    [
        [("aim",), BLOW, ("move", "away", "brute", "strain")],
        [BLOW, ("aim",), ("move", "away", "brute", "strain")],
        [("aim",), ("interact", "bar the door", "strain"), BLOW],
        [("say", "ha"), BLOW, ("glance",), ("move", "away", "brute"), ("say", "ho")],
    ],
)
def test_the_parts_of_a_turn_come_in_any_order(order: list[tuple[str, ...]]) -> None:
    bout = turn()
    table = bout.do(*order, rolls=["nothing"])
    assert (table.choices, table.readings) == ([], [])
    assert {event.fields["who"] for event in coded(table, "turn")} <= {"ann"}


@pytest.mark.rule("ix.turn.one-per-round")
def test_everybody_takes_exactly_one_turn_a_round() -> None:
    bout = Bout(hero("ann"), hero("bob"), elite("brute"), minions("rats"), nemesis("ogre"))
    for _ in range(3):
        taken = [event.fields["who"] for event in coded(bout.next_round(), "turn")]
        assert sorted(taken) == ["ann", "bob", "brute", "ogre", "rats"]


# ---- a second Maneuver ----


@pytest.mark.rule("ix.turn.second-maneuver")
def test_a_second_maneuver_is_paid_for_with_the_action() -> None:
    bout = turn()
    bout.do(("aim",))
    assert bout.offers("move", "away", "brute", "action")
    assert not bout.offers("aim", "free")
    table = bout.do(("move", "away", "brute", "action"))
    assert citing(table, "ix.turn.second-maneuver")[0].code == "action-traded"
    assert (bout.fight.actions, bout["ann"].strain, bout["ann"].at) == (0, 0, -1)
    assert not words(bout) & ACTIONS


@pytest.mark.rule("ix.turn.second-maneuver")
def test_a_second_maneuver_is_paid_for_with_2_strain() -> None:
    bout = turn(strain=3)
    bout.do(("aim",))
    table = bout.do(("aim", "strain"))
    assert (bout.fight.actions, bout.fight.maneuvers, bout["ann"].strain) == (1, 2, 5)
    event = citing(table, "ix.turn.second-maneuver")[0]
    assert (event.code, event.fields["amount"]) == ("strained", 2)


@pytest.mark.rule("ix.turn.second-maneuver")
def test_the_first_maneuver_is_not_to_be_paid_for() -> None:
    bout = turn()
    found = [option for option in bout.options() if option[0] == "aim"]
    assert found == [("aim",)]


@pytest.mark.rule("ix.turn.second-maneuver", "ix.turn.single-action")
def test_an_action_that_is_spent_pays_for_no_maneuver() -> None:
    bout = turn()
    bout.do(BLOW, rolls=["nothing"])
    bout.do(("aim",))
    assert bout.offers("aim", "strain")
    assert not bout.offers("aim", "action")


@pytest.mark.rule("ix.turn.second-maneuver")
def test_strain_that_overcomes_the_payer_buys_nothing() -> None:
    bout = turn(strain=10)
    bout.do(("aim",))
    bout.do(("aim", "strain"))
    assert bout["ann"].strain == 12
    assert bout["ann"].is_down
    assert bout["ann"].aims < 2
    assert bout.fight.acting != "ann" or not bout.fight.turn


@pytest.mark.rule("ix.turn.single-action")
def test_an_action_whose_strain_overcomes_the_actor_is_spent_for_nothing() -> None:
    bout = turn(strain=10)
    bout["ann"].effects += (Effect("strain-per-action", 2, ends="treated"),)
    table = bout.do(BLOW)
    assert bout["ann"].is_down
    assert not table.rolled
    assert coded(table, "turn-over")[0].fields["who"] == "ann"


@pytest.mark.rule("ix.turn.two-maneuver-cap")
@pytest.mark.parametrize("way", ["action", "strain"])
def test_there_is_no_third_maneuver(way: str) -> None:
    bout = turn()
    bout.do(("aim",), ("aim", way))
    assert not words(bout) & MANEUVERS


@pytest.mark.rule("ix.turn.two-maneuver-cap")
def test_a_maneuver_of_a_spend_counts_against_the_two() -> None:
    bout = turn()
    bout.do(("aim",))
    table = bout.do(BLOW, spend("spare-moment"), ("aim",), rolls=["1 success 2 boons"])
    assert wares(table)["spare-moment"] == (2, 1)
    assert [event.fields["dice"] for event in coded(table, "aimed")] == [1]
    assert bout["ann"].strain == 0
    assert coded(table, "turn-over")  # two Maneuvers and the Action: nothing is left


@pytest.mark.rule("ix.turn.two-maneuver-cap")
def test_a_spend_gives_no_third_maneuver() -> None:
    bout = turn()
    bout.do(("aim",), ("aim", "strain"))
    table = bout.do(BLOW, rolls=["1 success 2 boons"])
    assert "pass-the-edge:bob" in wares(table)
    assert "spare-moment" not in wares(table)


@pytest.mark.rule("ix.turn.two-maneuver-cap")
def test_a_turn_that_starts_without_its_maneuver_may_buy_one_of_the_two() -> None:
    bout = Bout(hero("ann", might=4), elite("brute"))
    bout["ann"].effects += (Effect("no-free-maneuver", turns=2),)
    bout.turn_of("ann")
    assert bout.fight.free_maneuvers == 0
    assert [option for option in bout.options() if option[0] == "aim"] == [
        ("aim", "action"),
        ("aim", "strain"),
    ]
    bout.do(("aim", "strain"))
    assert bout["ann"].strain == 2
    assert not words(bout) & MANEUVERS


@pytest.mark.rule("ix.turn.no-carry-over")
def test_what_was_not_used_is_lost_at_the_end_of_the_turn() -> None:
    bout = turn()
    table = bout.end_turn()
    assert citing(table, "ix.turn.no-carry-over")[0].fields["who"] == "ann"
    bout.turn_of("ann")
    assert (bout.fight.actions, bout.fight.free_maneuvers, bout.fight.maneuvers) == (1, 1, 0)
    bout.do(BLOW, rolls=["nothing"])
    assert not words(bout) & ACTIONS
    bout.do(("aim",), ("aim", "strain"))
    assert not bout.fight.turn


@pytest.mark.rule("ix.turn.no-carry-over")
def test_what_was_spent_is_back_in_the_next_turn() -> None:
    bout = turn()
    bout.do(("aim",), ("aim", "action"))
    assert not bout.fight.turn
    bout.turn_of("ann")
    assert (bout.fight.actions, bout.fight.free_maneuvers, bout.fight.maneuvers) == (1, 1, 0)
    assert bout.fight.bought == ""


# ---- Quick Actions ----


@pytest.mark.rule("ix.turn.quick-action-free")
def test_everyday_quick_actions_cost_nothing_and_are_always_there() -> None:
    bout = turn()
    bout.do(("aim",), BLOW, rolls=["nothing"])
    for quick in [("say", "behind you"), ("glance",), ("say", "run"), ("drop", "long-blade")]:
        table = bout.do(quick)
        assert table.cited("ix.turn.quick-action-free")
    assert (bout.fight.actions, bout.fight.maneuvers, bout["ann"].strain) == (0, 1, 0)
    assert "long-blade" not in bout["ann"].held
    assert "long-blade" in bout["ann"].dropped


@pytest.mark.rule("ix.turn.quick-action-limits")
def test_nothing_else_is_left_to_do_when_action_and_maneuvers_are_spent() -> None:
    bout = turn()
    bout["ann"].effects += (Effect("no-voluntary-strain", ends="encounter"),)
    bout.do(BLOW, rolls=["nothing"])
    assert words(bout) & MANEUVERS
    table = bout.do(("aim",))
    assert coded(table, "turn-over")[0].fields == {"who": "ann", "why": "nothing-left"}


@pytest.mark.rule("ix.turn.quick-action-free")
def test_a_house_may_keep_the_turn_open_for_a_last_word() -> None:
    bout = Bout(hero("ann"), elite("brute"), house={"turn-ends-by-itself": "no"})
    bout.turn_of("ann")
    bout["ann"].effects += (Effect("no-voluntary-strain", ends="encounter"),)
    bout.do(BLOW, ("aim",), rolls=["nothing"])
    assert bout.fight.acting == "ann"
    assert bout.fight.turn
    assert bout.offers("say")
    assert not words(bout) & MANEUVERS
    assert coded(bout.do(("end",)), "turn-over")[0].fields["why"] == "ended"


@pytest.mark.rule("ix.turn.quick-action-limits")
def test_what_needs_a_check_or_changes_the_field_is_an_action_or_a_maneuver() -> None:
    bout = turn()
    assert words(bout) - ACTIONS - MANEUVERS == QUICK


@pytest.mark.rule("ix.turn.quick-action-judge", "ix.turn.quick-action-limits")
def test_anything_further_is_no_quick_action_unless_the_gm_says_so() -> None:
    bout = turn()
    table = bout.do(("quick-action", "bar the door"))
    event = citing(table, JUDGE)[0]
    assert event.fields == {"who": "ann", "text": "bar the door", "allowed": False}
    assert "ix.turn.quick-action-limits" in event.rules
    assert (bout.fight.actions, bout.fight.maneuvers) == (1, 0)


@pytest.mark.rule("ix.turn.quick-action-judge")
def test_the_gm_may_allow_a_quick_action() -> None:
    bout = turn()
    table = bout.do(("quick-action", "wink"), rulings={JUDGE: ("allowed",)})
    assert citing(table, JUDGE)[0].fields["allowed"] is True
    assert (bout.fight.actions, bout.fight.maneuvers) == (1, 0)


@pytest.mark.rule("ix.turn.quick-action-judge")
def test_what_the_gm_has_refused_is_not_asked_for_again_in_that_turn() -> None:
    bout = turn()
    bout.do(("quick-action", "bar the door"))
    assert not bout.offers("quick-action")
    bout.end_turn()
    bout.turn_of("ann")
    assert bout.offers("quick-action")


# ---- the start of a turn ----


@pytest.mark.rule("ix.turn.start-order")
def test_guards_end_before_burning_harms_and_burn_comes_before_other_harm() -> None:
    bout = turn(talents=["guarded"])
    bout.do(("guard",))
    bout.end_turn()
    bout["ann"].burns = ((2, 9, "brute"),)
    gm(bout, "tag", "ann", "immolation")
    gm(bout, "tag", "ann", "Opened Artery")
    bout["ann"].effects += (Effect("wound-per-turn", 1, injury=bout["ann"].injuries[0].serial),)
    table = bout.turn_of("ann")
    start = [event.code for event in table.events].index(
        "turn", [event.fields.get("who") for event in table.events].index("ann")
    )
    mine = [event for event in table.events[start:] if event.fields.get("who") == "ann"]
    found = [
        next(
            rule
            for rule in (
                "ix.guard.duration",
                "ix.quality.burn",
                "ix.hazard.fire",
                "ix.critical.row-effects",
                "ix.turn.budget",
                "ix.critical.effect-duration",
            )
            if rule in event.rules
        )
        for event in mine
        if event.code in ("turn", "guard-over", "wounded")
    ]
    assert found[:4] == ["ix.turn.budget", "ix.guard.duration", "ix.quality.burn", "ix.hazard.fire"]
    assert found[4].startswith("ix.critical.")
    assert len(found) == 5


@pytest.mark.rule("ix.turn.start-order")
def test_injury_harm_comes_before_the_bleed_out() -> None:
    bout = turn()
    bout.end_turn()
    gm(bout, "set", "bob", "wounds", -2)
    gm(bout, "tag", "bob", "Opened Artery")
    bout["bob"].effects += (Effect("wound-per-turn", 1, injury=bout["bob"].injuries[0].serial),)
    bout["bob"].burns = ((2, 3, "brute"),)
    table = bout.next_round(rolls=[1])  # harm by the burn is another injury
    harm = [event for event in coded(table, "wounded") if event.fields["who"] == "bob"]
    leading = [event.rules[0] for event in harm]
    assert leading[0] == "ix.quality.burn"
    assert leading[-1] == "ix.incapacitation.bleed-out"
    assert len(leading) == 3


@pytest.mark.rule("ix.turn.budget")
def test_a_card_says_what_is_left_of_the_turn() -> None:
    bout = Bout(hero("ann"), elite("brute"))

    def left() -> list[str]:
        cards = {card.who: [tag.name for tag in card.tags] for card in IX.sheets(bout.fight)}
        assert not [name for name in cards["brute"] if name.endswith(" left")]
        return [name for name in cards["ann"] if name.endswith(" left")]

    assert left() == []
    bout.turn_of("ann")
    assert left() == ["Action left", "Maneuver left"]
    bout.do(("aim",))
    assert left() == ["Action left"]
    bout.do(("aim", "action"))
    assert left() == []
