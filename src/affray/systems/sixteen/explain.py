"""How a roll is read, stage by stage.

What it is read against (a needed number, a modifier) may be a secret of whoever rolls and is told
by the events, which know who may see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.dice import JudgedPool
from affray.kernel.question import Question
from affray.kernel.system import Stage
from affray.systems.sixteen.critical import CRITICAL_MISS, MISS, StrikeJudge
from affray.systems.sixteen.words import READINGS


def gist(reading: Any) -> str:
    """What a reading is called in a bar of odds: an attack by how it strikes, whatever its damage.
    Numbers are shown as they are."""
    word = reading[0] if isinstance(reading, (list, tuple)) and reading else reading
    return word.replace("-", " ") if isinstance(word, str) else ""


def roll(question: Question, faces: Sequence[int]) -> list[Stage]:
    """What the dice show, of several parts what each comes to, and how that is read."""
    pool = question.pool
    if pool is None:
        return []
    shown = Stage("rolled", " ".join(map(str, faces)))
    outcome = pool.outcome(tuple(faces))
    if not isinstance(pool, JudgedPool):
        return [shown, Stage("read", str(outcome))]
    if isinstance(pool.judge, StrikeJudge):
        natural, damage = pool.dice.outcome(tuple(faces))
        parts = Stage("counted", f"{natural} on the d20, {damage} of damage")
        reading, dealt = outcome
        blow = f": {dealt} damage" if dealt and reading not in (MISS, CRITICAL_MISS) else ""
        return [shown, parts, Stage("read", READINGS[reading] + blow)]
    return [shown, Stage("read", READINGS.get(str(outcome), str(outcome)))]
