"""The odds that people are told, against counting by hand."""

from __future__ import annotations

from itertools import product

import pytest

from affray.dice import DiceError
from affray.odds.pools import NoOdds, number_odds, odds
from affray.registry import system
from affray.systems.ix.odds import odds as ix_odds
from affray.systems.trade import odds as trade
from affray.systems.trade.odds import odds as trade_odds


def by(outcomes: list[dict[str, int]], *names: str) -> dict[tuple[int, ...], int]:
    counts: dict[tuple[int, ...], int] = {}
    for outcome in outcomes:
        key = tuple(outcome[name] for name in names)
        counts[key] = counts.get(key, 0) + outcome["count"]
    return counts


def test_numbered_dice_are_counted_exactly() -> None:
    data = number_odds("4d6kh3")
    wanted: dict[tuple[int, ...], int] = {}
    for faces in product(range(1, 7), repeat=4):
        best = (sum(sorted(faces)[1:]),)
        wanted[best] = wanted.get(best, 0) + 1
    assert by(data["outcomes"], "total") == wanted
    assert data["total"] == 6**4
    assert data["mean"] == pytest.approx(15869 / 1296)
    assert data["dice"] == "4d6kh3"


def test_the_chance_to_reach_a_total() -> None:
    reach = {outcome["total"]: outcome["at_least"] for outcome in number_odds("2d6")["outcomes"]}
    assert reach[2] == 1
    assert reach[7] == 21 / 36
    assert reach[12] == 1 / 36


@pytest.mark.parametrize("words", [["d20"], ["2d6", "+", "3"], ["2d6+3"], ["d%"], ["D6"]])
def test_words_of_a_command_line_are_read_as_dice(words: list[str]) -> None:
    assert sum(outcome["count"] for outcome in odds(words)["outcomes"]) == odds(words)["total"]


@pytest.mark.parametrize("words", [[], [""], ["4d6kh9"], ["1d0"], ["-"], ["9" * 500], ["d"]])
def test_dice_that_cannot_be_read_are_refused(words: list[str]) -> None:
    with pytest.raises(DiceError):
        odds(words)


def test_an_unknown_system_is_named() -> None:
    with pytest.raises(NoOdds, match="'chess'"):
        odds(["chess", "4"])


@pytest.mark.rule("trade.roll.pool", "trade.roll.hits", "trade.roll.result")
@pytest.mark.parametrize("dice", [1, 2, 4, 6])
def test_trade_counts_hits_and_reads_them(dice: int) -> None:
    data = trade_odds(str(dice))
    wanted: dict[int, int] = {}
    for faces in product(range(1, 7), repeat=dice):
        hits = sum(face in (5, 6) for face in faces)
        wanted[hits] = wanted.get(hits, 0) + 1
    assert {o["hits"]: o["count"] for o in data["outcomes"]} == wanted
    for outcome in data["outcomes"]:
        assert outcome["result"] == ("failure", "mixed", "success")[min(outcome["hits"], 2)]
    assert data["total"] == 6**dice
    assert data["p_failure"] == wanted[0] / 6**dice
    assert data["p_failure"] + data["p_mixed"] + data["p_success"] == pytest.approx(1)
    assert data["system"] == "trade"


@pytest.mark.rule("trade.roll.pool", "trade.roll.hits", "trade.roll.result")
def test_the_numbers_of_trade_are_those_of_its_ledger() -> None:
    values = system("trade").rulebook.values
    assert values["die-faces"].value == trade.DIE_FACES
    assert values["hit-from-face"].value == trade.HIT_FROM_FACE
    assert values["hits-for-mixed"].value == trade.HITS_FOR_MIXED
    assert values["hits-for-success"].value == trade.HITS_FOR_SUCCESS


@pytest.mark.parametrize("text", ["", "0", "-1", "101", "four", "4d6", "4 4", "9" * 5000, "²"])
def test_trade_refuses_what_is_no_number_of_dice(text: str) -> None:
    with pytest.raises(DiceError):
        trade_odds(text)


@pytest.mark.rule("ix.check.success-threshold", "ix.check.tie-fails")
def test_ix_odds_have_the_shape_that_others_rely_on() -> None:
    data = ix_odds("1 mastery 2 ability vs 2 trial")
    assert data["system"] == "ix"
    assert data["total"] == 12 * 8**4
    assert sum(o["count"] for o in data["outcomes"]) == data["total"]
    for outcome in data["outcomes"]:
        assert set(outcome) == {"success", "boon", "breakthrough", "calamity", "count"}
        assert all(type(number) is int for number in outcome.values())
    successes = by(data["outcomes"], "success")
    assert successes[(0,)] > 0  # a tie can happen, and is none of the successes
    won = sum(count for (net,), count in successes.items() if net >= 1)
    assert data["p_success"] == won / data["total"]


def test_ix_pools_of_negative_dice_alone_never_succeed() -> None:
    data = ix_odds("2 crisis")
    assert data["p_success"] == 0
    assert max(outcome["success"] for outcome in data["outcomes"]) == 0
