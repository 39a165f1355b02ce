"""Better positions and bad situations in time (area `position` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ability, citing, dice_of, foe, hero

BETTER = ("better-position",)
END = ("end",)
BAD = {"trade.failure.worse-position": ("bad-situation",)}
HIT = ("fight", "rapier", "brute")
BOON = ability("boon", {"kind": "dice", "dice": 1}, stat=None, target="one hero or ally")
BANE = ability("bane", {"kind": "dice", "dice": -1}, stat=None, target="one hero or ally")


def duel(*, house: dict[str, Any] | None = None, **fields: Any) -> Bout:
    return Bout(hero("ann", **fields), foe("brute", hp=90, damage=0), house=house)


@pytest.mark.rule("trade.position.next-turn-only")
def test_a_better_position_does_not_touch_the_rest_of_the_turn_that_won_it() -> None:
    bout = duel()
    table = bout.do(HIT, BETTER, HIT, ("additional-damage",), readings=["success", "success"])
    assert dice_of(table) == [3, 3]


@pytest.mark.rule("trade.position.next-turn-only")
def test_it_counts_for_every_roll_of_the_next_turn_and_for_none_later() -> None:
    bout = duel()
    bout.do(HIT, BETTER, END, readings=["success"])
    assert dice_of(bout.do(HIT, HIT, readings=["mixed", "mixed"])) == [4, 4]
    assert (bout["ann"].better_waiting, bout["ann"].better) == (0, 0)
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [3]


@pytest.mark.rule("trade.position.next-turn-only")
def test_the_event_tells_which_position_waits_and_for_whom() -> None:
    bout = duel()
    table = bout.do(HIT, BETTER, HIT, readings=["success", "failure"], rulings=BAD)
    told = [e.fields for e in citing(table, "trade.position.next-turn-only") if "kind" in e.fields]
    assert [(fields["who"], fields["kind"]) for fields in told] == [
        ("ann", "better-position"),
        ("ann", "bad-situation"),
    ]


@pytest.mark.rule("trade.position.next-turn-only")
def test_it_is_gone_after_a_turn_in_which_it_was_not_used() -> None:
    bout = duel()
    bout.do(HIT, BETTER, END, readings=["success"])
    bout.do(END)
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [3]


@pytest.mark.rule("trade.position.next-turn-only", "trade.failure.bad-situation")
def test_a_bad_situation_counts_for_every_roll_of_the_next_turn_and_for_none_later() -> None:
    bout = duel()
    bout.do(HIT, readings=["failure"], rulings=BAD)
    assert bout["ann"].bad_waiting == 1
    assert dice_of(bout.do(HIT, HIT, readings=["mixed", "mixed"])) == [2, 2]
    assert (bout["ann"].bad_waiting, bout["ann"].bad) == (0, 0)
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [3]


@pytest.mark.rule("trade.position.next-turn-only")
def test_it_is_gone_after_a_next_turn_that_fails_at_once() -> None:
    bout = duel()
    bout.do(HIT, readings=["failure"], rulings=BAD)
    extra = {"trade.failure.worse-position": ("extra-damage",)}
    assert dice_of(bout.do(HIT, readings=["failure"], rulings=extra)) == [2]
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [3]


@pytest.mark.rule("trade.position.next-turn-only")
def test_the_turns_of_others_neither_count_it_nor_end_it() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute", hp=90, damage=0))
    bout.do(("go", "ann"), HIT, BETTER, END, readings=["success"])
    table = bout.do(HIT, HIT, readings=["mixed", "mixed"])
    assert dice_of(table) == [3, 3]
    assert bout.fight.acting == "bob"
    bout.phase()
    assert dice_of(bout.do(("go", "ann"), HIT, readings=["mixed"])) == [4]


@pytest.mark.rule("trade.position.next-turn-only")
def test_it_waits_from_the_turn_of_another_for_the_holders_own_next_turn() -> None:
    bout = Bout(hero("ann"), hero("bob", abilities=[BOON]), foe("brute", hp=90, damage=0))
    bout.do(("go", "bob"), ("ability", "boon", "ann"), END)
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [4]


@pytest.mark.rule("trade.position.next-turn-only")
def test_what_another_gives_in_the_same_round_after_ones_turn_waits_for_the_next_round() -> None:
    bout = Bout(hero("ann"), hero("bob", abilities=[BANE]), foe("brute", hp=90, damage=0))
    bout.do(("go", "ann"), END)
    bout.do(("ability", "bane", "ann"), END)
    assert bout["ann"].bad_waiting == 1
    assert dice_of(bout.do(("go", "ann"), HIT, readings=["mixed"])) == [2]


@pytest.mark.rule("trade.position.next-turn-only")
def test_a_reserved_action_still_counts_the_positions_of_its_turn() -> None:
    bout = duel()
    bout.do(HIT, BETTER, END, readings=["success"])
    bout.do(HIT, ("reserve",), readings=["mixed"])
    assert dice_of(bout.phase(HIT, readings=["mixed"])) == [4]
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [3]


@pytest.mark.rule("trade.position.next-turn-only")
def test_a_reserved_action_does_not_count_what_its_turn_has_only_won() -> None:
    bout = duel()
    bout.do(HIT, BETTER, ("reserve",), readings=["success"])
    bout["brute"].suppressed = False
    assert dice_of(bout.phase(HIT, readings=["mixed"])) == [3]
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [4]


@pytest.mark.rule("trade.position.next-turn-only")
def test_a_bad_situation_from_a_failed_reserved_action_waits_for_the_next_turn() -> None:
    bout = duel()
    bout.do(("reserve",))
    bout.phase(HIT, readings=["failure"], rulings=BAD)
    assert dice_of(bout.do(HIT, HIT, readings=["mixed", "mixed"])) == [2, 2]
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [3]


@pytest.mark.rule("trade.position.no-stack")
@pytest.mark.parametrize(("stack", "better", "bad"), [("no", 4, 2), ("yes", 5, 1)])
def test_a_second_position_of_the_same_kind_adds_nothing_unless_they_stack(
    stack: str, better: int, bad: int
) -> None:
    for gift, dice in ((BOON, better), (BANE, bad)):
        bout = duel(abilities=[gift], house={"positions-stack": stack})
        use = ("ability", gift["id"], "ann")
        bout.do(use, use)
        assert dice_of(bout.do(HIT, readings=["mixed"])) == [dice]
        bout.do(END)
        assert dice_of(bout.do(HIT, readings=["mixed"])) == [3]


@pytest.mark.rule("trade.position.no-stack")
def test_one_that_counts_does_not_keep_another_from_waiting() -> None:
    bout = duel()
    bout.do(HIT, BETTER, END, readings=["success"])
    assert dice_of(bout.do(HIT, BETTER, END, readings=["success"])) == [4]
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [4]


@pytest.mark.rule("trade.position.no-stack", "trade.failure.bad-situation")
def test_where_positions_stack_two_bad_situations_take_two_dice() -> None:
    bout = duel(abilities=[BANE], house={"positions-stack": "yes"}, stats={"reflexes": 5})
    bout.do(("ability", "bane", "ann"), HIT, readings=["failure"], rulings=BAD)
    assert bout["ann"].bad_waiting == 2
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [3]


@pytest.mark.rule("trade.position.cancel")
def test_one_of_each_changes_nothing_and_both_are_spent() -> None:
    bout = duel()
    bout.do(HIT, BETTER, HIT, readings=["success", "failure"], rulings=BAD)
    assert (bout["ann"].better_waiting, bout["ann"].bad_waiting) == (1, 1)
    assert dice_of(bout.do(HIT, HIT, readings=["mixed", "mixed"])) == [3, 3]
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [3]


@pytest.mark.rule("trade.position.cancel")
def test_a_bad_situation_does_not_take_the_better_one_away_but_outweighs_it_by_the_numbers() -> (
    None
):
    bout = duel(house={"better-position-dice": 2})
    bout.do(HIT, BETTER, HIT, readings=["success", "failure"], rulings=BAD)
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [4]
