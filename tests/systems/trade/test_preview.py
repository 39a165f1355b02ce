"""What may come of an action of trade, the enemy phase that it brings on included."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from trade_kit import TRADE, foe, hero

from affray.kernel.policy import DefaultPolicy
from affray.kernel.system import Setup
from affray.odds.preview import Preview, preview
from affray.tables.play import Play


def looked_at(*key: str, **house: Any) -> Preview:
    blocks = [hero("ann"), foe("brute", damage=2, shown="all")]
    setup = Setup("trade", "bout", blocks, {"drop": "nobody", "near": "all", "between": ""}, house)
    play = Play(TRADE, setup, secret=b"1")
    if play.questions[0].id.rule == "trade.scene.set-up":
        play.nudge(None, DefaultPolicy())
    policy = DefaultPolicy()
    return preview(play, play.questions[0], key, policy, TRADE.policy("sensible", "gm", Never()))


class Never:
    def random(self) -> float:
        raise AssertionError("a preview draws no chance")


def change(found: Preview, who: str) -> Fraction:
    track = "health" if who == "ann" else "HP"
    (one,) = [c for c in found.changes if (c.who, c.track) == (who, track)]
    return Fraction(one.mean).limit_denominator(10**6)


def test_a_blow_shows_its_chances_and_its_price() -> None:
    found = looked_at("fight", "rapier", "brute")
    chances = found.readings["trade.fight.stat", "ann"]
    failure, mixed, success = Fraction(8, 27), Fraction(12, 27), Fraction(7, 27)
    assert {reading: one.p for reading, one in chances.items()} == {
        "failure": failure,
        "mixed": mixed,
        "success": success,
    }
    # Three damage on any hit (the effect picked first is the better position).
    assert change(found, "brute") == -3 * (mixed + success)
    # A failure brings the blow at once and another in the phase; a mixed success the trade.
    # A success suppresses the only enemy: the phase is empty.
    assert change(found, "ann") == -(2 + 2) * failure - 2 * mixed
    assert found.exact


def test_to_end_the_turn_has_the_price_of_the_phase_alone() -> None:
    found = looked_at("end")
    assert change(found, "ann") == -2
    assert not found.readings


def test_where_the_phase_waits_for_all_heroes_it_is_no_price_of_the_action() -> None:
    found = looked_at("fight", "rapier", "brute", **{"enemy-phase": "after-all-heroes"})
    assert change(found, "ann") == -2 * Fraction(8, 27)


def test_a_preview_leaves_the_fight_as_it_was() -> None:
    setup = Setup("trade", "bout", [hero("ann"), foe("brute")], {"drop": "nobody"}, {})
    play = Play(TRADE, replace(setup), secret=b"1")
    play.nudge(None, DefaultPolicy())
    before = play.dump()
    for option in play.questions[0].options:
        key = tuple(str(place) if isinstance(place, str) else "" for place in option)
        preview(play, play.questions[0], key, DefaultPolicy(), DefaultPolicy())
    assert play.dump() == before
