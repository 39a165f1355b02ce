"""The odds of what a turn of a chase offers, before it is done: exact, and shown as for attacks."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from ix_kit import IX, elite, hero

from affray.kernel.keys import Key
from affray.kernel.system import Setup
from affray.odds.preview import Preview, preview
from affray.systems.ix.rolls.pool import pool_of
from affray.tables.play import Play

WALL = {"id": "wall", "name": "a wall", "skills": ["athletics"]}
ANN = {"might": 3, "savvy": 3, "presence": 2, "skills": {"streetwise": 1, "athletics": 2}}


def hands() -> list[Any]:
    return [IX.policy("sensible", side, random.Random(1)) for side in ("heroes", "gm")]


def at_the_turn(quarry: str, gap: int = 3) -> Play:
    """The first choice of Ann in a chase, with nothing of initiative left on anybody."""
    scene = {"kind": "chase", "chase": {"quarry": quarry, "gap": gap, "obstacles": [WALL]}}
    blocks = [hero("ann", **ANN), elite("thief", shown="all", skills={"athletics": 1})]
    for secret in range(40):
        play = Play(IX, Setup("ix", "a chase", blocks, scene, {}), secret=bytes([secret]))
        for _ in range(60):
            question = play.questions[0]
            if question.who == "ann" and question.id.rule == "ix.turn.budget":
                break
            play.nudge(*hands())
        fight: Any = play.fight
        if not fight.lent and not any(one.effects for one in fight.combatants.values()):
            return play
    raise AssertionError("no roll of initiative leaves everybody as they were")


def looked_at(play: Play, key: Key) -> Preview:
    return preview(play, play.questions[0], key, *hands())


def success(mastery: int, ability: int, trial: int) -> Fraction:
    counts = pool_of(mastery, ability, 0, 0, trial, 0).readings()
    return Fraction(sum(n for net, n in counts.items() if net.success >= 1), counts.total)


@pytest.mark.rule("ix.chase.called-checks", "ix.check.success-threshold")
@pytest.mark.parametrize(
    ("word", "mastery", "ability", "trial"),
    [("cut-ahead", 1, 2, 2), ("call-for-help", 0, 2, 2), ("shortcut", 2, 1, 3)],
)
def test_a_called_check_is_shown_with_its_exact_odds(
    word: str, mastery: int, ability: int, trial: int
) -> None:
    found = looked_at(at_the_turn("foes"), (word, "thief"))
    readings = found.readings["ix.chase.called-checks", "ann"]
    won = sum(
        (Fraction(chance.p) for reading, chance in readings.items() if reading.success >= 1),
        Fraction(0),
    )
    assert won == success(mastery, ability, trial)
    assert sum(Fraction(chance.p) for chance in readings.values()) == 1
    told = {IX.gist("ix.chase.called-checks", reading) for reading in readings}
    assert told == {"success", "failure"}


@pytest.mark.rule("ix.chase.obstacle-check", "ix.check.success-threshold")
def test_the_check_of_an_obstacle_is_shown_with_its_exact_odds() -> None:
    play = at_the_turn("heroes")
    play.choose(("obstacle", "wall", "check"))
    for _ in range(60):
        question = play.questions[0]
        if question.pool is not None and question.who == "thief":
            break
        play.nudge(*hands())
    assert question.id.rule == "ix.chase.obstacle-check"
    counts = question.pool.readings()
    won = Fraction(sum(n for net, n in counts.items() if net.success >= 1), counts.total)
    assert won == success(1, 1, 2)


@pytest.mark.rule("ix.chase.move")
def test_a_move_is_certain() -> None:
    found = looked_at(at_the_turn("foes"), ("close", "thief"))
    assert found.exact
    assert not found.readings
