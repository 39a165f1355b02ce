"""The odds of a social action, before it is taken: exact, and shown as for attacks."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from ix_kit import IX, elite, hero

from affray.kernel.keys import Key
from affray.kernel.system import Setup
from affray.odds.preview import Preview, preview
from affray.systems.ix import content
from affray.systems.ix.rolls.pool import pool_of
from affray.tables.play import Play

AXES = [{"axis": "attitude", "stands": "hostile", "needs": "friendly"}]
ANN = {"presence": 3, "skills": {"charm": 1}}


def hands() -> list[Any]:
    return [IX.policy("sensible", side, random.Random(1)) for side in ("heroes", "gm")]


def before_the_duke(**duke: Any) -> Play:
    """Ann is about to speak, alone."""
    blocks = [hero("ann", **ANN), elite("duke", shown="all", **duke)]
    scene = {"kind": "social", "social": {"axes": AXES}}
    checked = content.check_scene(scene, Setup("ix", "a talk", blocks, {}, {}))
    play = Play(IX, Setup("ix", "a talk", blocks, checked, {}), secret=b"1")
    for _ in range(20):
        if play.questions[0].who == "ann":
            return play
        play.nudge(*hands())
    raise AssertionError("Ann is not asked")


def looked_at(play: Play, key: Key) -> Preview:
    return preview(play, play.questions[0], key, *hands())


@pytest.mark.rule("ix.social.one-action", "ix.check.success-threshold")
def test_what_is_said_is_shown_with_its_exact_odds() -> None:
    play = before_the_duke(willpower=2)
    found = looked_at(play, ("argue", "duke", "charm", "attitude"))
    readings = found.readings["ix.social.one-action", "ann"]
    won = sum(
        (Fraction(chance.p) for reading, chance in readings.items() if reading.success >= 1),
        Fraction(0),
    )
    counts = pool_of(1, 2, 0, 0, 2, 0).readings()  # against two Trial Dice, as a GM says by default
    assert won == Fraction(sum(n for net, n in counts.items() if net.success >= 1), counts.total)
    assert sum(Fraction(chance.p) for chance in readings.values()) == 1
    assert {IX.gist("ix.social.one-action", each) for each in readings} == {"success", "failure"}
    (attitude,) = (one for one in found.changes if one.track == "Attitude")
    assert attitude.who == ""
    assert attitude.mean > float(won)  # a step for each success, two with a Breakthrough


@pytest.mark.rule("ix.social.one-action")
def test_saying_nothing_is_certain() -> None:
    found = looked_at(before_the_duke(), ("say-nothing",))
    assert found.exact
    assert not any(who == "ann" for _, who in found.readings)
