"""Where the dice of an open roll come from, and how a roll is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.dice import JudgedPool, NumberPool
from affray.kernel.question import Question
from affray.kernel.system import Part, Stage
from affray.systems.vigor import stat, tier, vigor
from affray.systems.vigor.state import VigorFight, Warrior

DAMAGE = ("vigor.hit.major", "vigor.crit.minor", "vigor.crit.major")
"""Whose dice are the damage of a blow."""


def pool(fight: VigorFight, question: Question) -> list[Part]:
    """The parts of the pool of an open roll, in the order in which it was built."""
    one = fight.combatants.get(question.who)
    if one is None:
        return []
    match question.id.rule:
        case "vigor.initiative.roll":
            return _initiative(fight, one)
        case "vigor.vigor.turn-start-roll":
            return _vigor(fight, one)
        case "vigor.attack.roll":
            return _attack(question)
        case "vigor.hit.major" | "vigor.crit.minor":
            return [_tier(one, question, 1)]
        case "vigor.crit.major":
            return [_tier(one, question, 2)]
        case "vigor.wound.injury-roll":
            text = f"d4 and the Tier, {one.tier}"
            return [Part(text, "vigor.wound.injury-roll", ("d4",))]
        case "vigor.glancing.body-die":
            size = stat.die(one, "body")
            return [Part(f"Body {one.stats.get('body')}", "vigor.stat.die", (f"d{size}",))]
    return []


def _initiative(fight: VigorFight, one: Warrior) -> list[Part]:
    found = [Part("everybody's d8", "vigor.initiative.roll", ("d8",))]
    if one.is_minor:
        return [*found, Part("a Minor has no Mind die", "vigor.initiative.minor")]
    size = stat.die(one, "mind")
    if size:
        name = f"Mind {one.stats.get('mind')}"
        text = name if size > 0 else f"{name}: subtracted"
        rule = "vigor.stat.die" if size > 0 else "vigor.stat.negative-die"
        found.append(Part(text, rule, (f"d{abs(size)}",)))
    if "ringing-ears" in one.injuries:
        text = f"Ringing Ears: {fight.numbers.ringing_ears_initiative}"
        found.append(Part(text, "vigor.injury.ringing-ears"))
    return found


def _vigor(fight: VigorFight, one: Warrior) -> list[Part]:
    count = vigor.turn_start_dice(fight, one)
    found = [Part(f"Tier {one.tier}", "vigor.vigor.turn-start-roll", ("d4",) * count)]
    if "short-breath" in one.injuries:
        found.append(Part("Short Breath takes a die", "vigor.injury.short-breath", (), ("d4",)))
    return found


def _attack(question: Question) -> list[Part]:
    count, kept = _kept(question)
    if count < 2:
        return [Part("the attack roll", "vigor.attack.roll", ("d20",))]
    text = f"{'advantage' if kept else 'disadvantage'}: one of them is kept"
    return [Part(text, "vigor.attack.advantage", ("d20",) * count)]


def _tier(one: Warrior, question: Question, count: int) -> Part:
    name = f"d{tier.die(one.tier)}"
    text = f"Tier {one.tier}" if count == 1 else f"Tier {one.tier}, twice for the crit"
    return Part(text, question.id.rule, (name,) * count)


def _kept(question: Question) -> tuple[int, bool]:
    """How many dice are thrown, and whether the highest is kept of several."""
    dice = question.pool.dice if isinstance(question.pool, JudgedPool) else question.pool
    if not isinstance(dice, NumberPool) or not dice.terms:
        return 0, False
    term = dice.terms[0]
    return (term.count, term.highest) if term.keep is not None else (1, False)


CALLED = {"made": "success", "failed": "failure", "stray": "hits whoever is between"}


def gist(reading: Any) -> str:
    """What a reading is called in a bar of odds; numbers are shown as they are."""
    return CALLED.get(reading, reading) if isinstance(reading, str) else ""


def roll(question: Question, faces: Sequence[int]) -> list[Stage]:
    """The stages in which a roll is read: rolled, kept or counted, read."""
    if question.pool is None or question.read is None:
        return []
    shown = " ".join(map(str, faces))
    dice = question.pool
    number = question.read(dice.outcome(tuple(faces)))
    if isinstance(dice, JudgedPool):
        return _judged(question, dice, faces, str(number))
    found = [Stage("rolled", shown)]
    match question.id.rule:
        case "vigor.vigor.turn-start-roll":
            text = "no 4" if not number else "one 4" if number == 1 else f"{number} times a 4"
            found.append(Stage("read", f"{text}: {number} Vigor, as far as there is room"))
        case "vigor.wound.injury-roll":
            found.append(Stage("read", f"injury number {number}, or the next that is free"))
        case rule if rule in DAMAGE:
            found.append(Stage("read", f"{number} damage"))
        case _:
            found.append(Stage("read", str(number)))
    return found


def _judged(
    question: Question, dice: JudgedPool[str], faces: Sequence[int], reading: str
) -> list[Stage]:
    """A d20 read against a number, which may be a secret and is told by the events."""
    found = [Stage("rolled", " ".join(map(str, faces)))]
    count, kept = _kept(question)
    if count > 1:
        natural = dice.dice.outcome(tuple(faces))
        found.append(Stage("kept", f"the {'higher' if kept else 'lower'} one, {natural}"))
    return [*found, Stage("read", reading)]
