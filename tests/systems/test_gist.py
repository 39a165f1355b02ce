"""What rolls come to, in words: a hit with its damage; an attack by how it strikes."""

from __future__ import annotations

from typing import Any

import pytest

from affray.kernel.encounter import read_encounter
from affray.kernel.event import plain
from affray.kernel.question import Question
from affray.registry import system
from affray.simulate.chance import generator
from affray.tables.play import Play


def first_roll(name: str, encounter: str, rule: str) -> tuple[Any, Question]:
    """The first open roll of that rule in a fight that policies play."""
    found = system(name)
    setup = read_encounter(found.encounters()[encounter], encounter, found)
    play = Play(found, setup, secret=b"1")
    heroes, gm = (
        found.policy(found.policy_names[0], side, generator(1, 0, side))
        for side in ("heroes", "gm")
    )
    for _ in range(400):
        asked = next((q for q in play.questions if q.pool and q.id.rule == rule), None)
        if asked is not None:
            return found, asked
        play.nudge(heroes, gm)
    raise AssertionError(f"nobody rolled {rule}")


def told(found: Any, asked: Question, reading: Any) -> str:
    assert asked.pool is not None
    assert asked.read is not None
    faces = asked.pool.faces_for(asked.read, reading)
    text: str = found.explain_roll(asked, faces)[-1].text
    return text


def gists(found: Any, asked: Question) -> list[str]:
    assert asked.pool is not None
    assert asked.read is not None
    readings = asked.pool.readings(asked.read)
    return sorted({found.gist(asked.id.rule, plain(reading)) for reading in readings})


@pytest.fixture(scope="module")
def strike() -> tuple[Any, Question]:
    return first_roll("sixteen", "duel", "sixteen.attack.roll")


def test_sixteen_says_how_it_strikes_and_for_how_much(strike: tuple[Any, Question]) -> None:
    assert told(*strike, ("hit", 3)) == "a hit: 3 damage"
    assert told(*strike, ("miss", 0)) == "a miss"


def test_sixteen_bars_leave_the_damage_out(strike: tuple[Any, Question]) -> None:
    assert gists(*strike) == ["critical", "critical miss", "hit", "miss", "telling"]


def test_vigor_says_damage_and_checks_in_words() -> None:
    found, hit = first_roll("vigor", "thorn-gate", "vigor.hit.major")
    assert told(found, hit, 2) == "2 damage"
    assert found.gist("vigor.disrupt.check", "made") == "success"
    assert found.gist("vigor.disrupt.check", "failed") == "failure"
    assert found.gist("vigor.attack.roll", "crit") == "crit"
    assert found.gist("vigor.initiative.roll", 7) == ""


def test_ix_counts_what_is_left() -> None:
    found, attack = first_roll("ix", "duel", "ix.attack.steps")
    net = (2, 1, 0, 0)
    assert told(found, attack, net) == "a success: 2 successes, 1 boon"
    assert gists(found, attack) == ["failure", "success"]
