"""What `affray odds vigor` says, against counting every way by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from affray.dice import DiceError
from affray.systems.vigor.odds import odds

DIE = {1: 4, 2: 6, 3: 8, 4: 10, 5: 12}


def shares(found: dict[str, object]) -> dict[tuple[str, int], Fraction]:
    counted: Counter[tuple[str, int]] = Counter()
    for outcome in found["outcomes"]:  # type: ignore[attr-defined]
        counted[outcome["result"], outcome["points"]] += outcome["count"]
    assert counted.total() == found["total"]
    return {what: Fraction(count, counted.total()) for what, count in counted.items()}


def by_hand(needed: int, tier: int, crit: int, minor: bool, more: int, glance: int) -> object:
    """Every natural roll with every pair of Tier dice and every Body die."""
    faces = range(1, DIE[tier] + 1)
    body = range(1, glance + 1) if glance > 0 else (1,)
    counted: Counter[tuple[str, int]] = Counter()
    for natural, one, two, ground in product(range(1, 21), faces, faces, body):
        if natural < needed:
            glances = glance >= 0 and not minor
            counted["miss", ground if glances else 0] += 1
        elif natural >= crit:
            counted["crit", (max(one, tier) if minor else one + two) + more] += 1
        else:
            counted["hit", (tier if minor else one) + more] += 1
    return {what: Fraction(count, counted.total()) for what, count in counted.items()}


@pytest.mark.rule(
    "vigor.attack.hit-on-ac-or-more",
    "vigor.crit.when",
    "vigor.crit.must-hit",
    "vigor.glancing.body-die",
)
@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("+5 vs 16", (11, 1, 21, False, 0, -1)),
        ("+5 vs 16 tier 3 crit 19 glance d8", (11, 3, 19, False, 0, 8)),
        ("5 vs 16 tier 2 glance 1", (11, 2, 21, False, 0, 0)),
        ("-1 vs 18 tier 4 crit 18 more 2 glance d4", (19, 4, 18, False, 2, 4)),
        ("+2 VS 13 tier 3 minor", (11, 3, 20, True, 0, -1)),
        ("+30 vs 5 tier 5 crit 17", (-25, 5, 17, False, 0, -1)),
        ("+0 vs 40 tier 5 crit 17", (40, 5, 17, False, 0, -1)),
    ],
)
def test_an_attack_in_words(text: str, parts: tuple[int, int, int, bool, int, int]) -> None:
    found = odds(text)
    counted = by_hand(*parts)
    assert shares(found) == counted
    hit = sum(p for (result, _), p in counted.items() if result != "miss")  # type: ignore[attr-defined]
    mean = sum(points * p for (_, points), p in counted.items())  # type: ignore[attr-defined]
    assert found["p_hit"] == pytest.approx(float(hit))
    assert found["mean_points"] == pytest.approx(float(mean))


@pytest.mark.rule("vigor.attack.advantage")
@pytest.mark.parametrize(("kind", "best"), [("advantage", max), ("disadvantage", min)])
def test_two_dice_and_one_of_them_counts(kind: str, best: object) -> None:
    ways = [best(pair) for pair in product(range(1, 21), repeat=2)]  # type: ignore[operator]
    found = odds(f"+5 vs 16 {kind} crit 20")
    assert found["p_hit"] == pytest.approx(sum(each >= 11 for each in ways) / 400)
    assert found["p_crit"] == pytest.approx(sum(each == 20 for each in ways) / 400)


@pytest.mark.rule("vigor.vigor.turn-start-roll", "vigor.vigor.exploding")
def test_what_a_turn_gives_back_in_words() -> None:
    found = odds("regain 1 room 2")
    assert {o["points"]: Fraction(o["count"], found["total"]) for o in found["outcomes"]} == {
        0: Fraction(3, 4),
        1: Fraction(3, 16),
        2: Fraction(1, 16),
    }
    assert odds("regain 2 room 9")["p_some"] == pytest.approx(1 - 9 / 16)
    assert odds("regain 3 room 0")["p_some"] == 0


@pytest.mark.parametrize("text", ["", "5", "+5 vs", "+5 vs 16 tier 6", "regain", "+5 vs 16 crit 1"])
def test_what_is_no_attack_is_told_with_an_example(text: str) -> None:
    with pytest.raises(DiceError, match="write"):
        odds(text)
