"""How a roll is read, stage by stage.

What it is read against (a needed number, a modifier) may be a secret of whoever rolls and is told
by the events, which know who may see it.
"""

from __future__ import annotations

from collections.abc import Sequence

from affray.dice import JudgedPool
from affray.kernel.question import Question
from affray.kernel.system import Stage
from affray.systems.sixteen.critical import StrikeJudge
from affray.systems.sixteen.words import READINGS


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
        return [shown, parts, Stage("read", READINGS[outcome[0]])]
    return [shown, Stage("read", READINGS.get(str(outcome), str(outcome)))]
