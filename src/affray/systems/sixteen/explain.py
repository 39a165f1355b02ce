"""How a roll is read, stage by stage.

What it is read against (a needed number, a modifier) may be a secret of whoever rolls and is told
by the events, which know who may see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.dice import JudgedPool
from affray.kernel.question import Question
from affray.kernel.system import Part, Stage
from affray.systems.sixteen.critical import CRITICAL_MISS, MISS, StrikeJudge
from affray.systems.sixteen.pools import CheckJudge, DeflectJudge
from affray.systems.sixteen.state import SixteenFight
from affray.systems.sixteen.words import READINGS


def gist(reading: Any) -> str:
    """What a reading is called in a bar of odds: an attack by how it strikes, whatever its damage.
    Numbers are shown as they are."""
    word = reading[0] if isinstance(reading, (list, tuple)) and reading else reading
    return word.replace("-", " ") if isinstance(word, str) else ""


def pool(fight: SixteenFight, question: Question) -> list[Part]:
    """What is added to the d20 of an open roll, and what the sum is held against; nothing of a
    roll that is not read against a number."""
    judge = question.pool.judge if isinstance(question.pool, JudgedPool) else None
    rule = question.id.rule
    d20 = f"d{fight.numbers.die_faces}"
    match judge:
        case StrikeJudge(needed=needed):
            total = fight.numbers.success_total
            added = Part(_modifiers(question), "sixteen.attack.modifiers", adds=total - needed)
            return [
                Part("the attack roll", rule, (d20,)),
                added,
                Part(f"what it must reach: {total}", rule, against=str(total)),
            ]
        case CheckJudge(modifier=modifier, against=against):
            return [
                Part("the check", rule, (d20,)),
                Part("the modifier", rule, adds=modifier),
                Part(f"what it must reach: {against}", rule, against=str(against)),
            ]
        case DeflectJudge(target=target):
            return [
                Part("the attempt to deflect", rule, (d20,)),
                Part(f"what the die must show: {target}", rule, against=str(target)),
            ]
    return []


def _modifiers(question: Question) -> str:
    """What is added to an attack, by name, as it was announced."""
    for event in reversed(question.so_far):
        if event.code == "attack" and event.fields["who"] == question.who:
            told = (event.fields | event.secret)["modifiers"]
            return ", ".join(told)
    return "the modifiers"


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
