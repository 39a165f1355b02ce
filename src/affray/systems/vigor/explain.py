"""Where the dice of an open roll come from, and how a roll is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from affray.dice import JudgedPool, NumberPool
from affray.kernel.question import Question
from affray.kernel.system import Part, Stage
from affray.systems.vigor import (
    ac,
    attack,
    cover,
    disrupt,
    line,
    role,
    stat,
    tier,
    vigor,
    weapon,
)
from affray.systems.vigor import range as ranges
from affray.systems.vigor.judge import STRAY, AttackJudge, CheckJudge
from affray.systems.vigor.state import Attack, VigorFight, Warrior

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
            return _attack(fight, one, question)
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
        case "vigor.disrupt.check":
            text = "the stat of the Maneuver"
            return _check(question, text, disrupt.modifier(one))
        case "vigor.wound.treatment":
            return _check(question, f"Mind {one.stats.get('mind')}", stat.modifier(one, "mind"))
        case "vigor.action.improvise":
            return _check(question, "the stat that the GM named", None)
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


def _check(question: Question, text: str, plus: int | None) -> list[Part]:
    """A d20 with a modifier against a number. No `plus` stands for the one that is rolled with."""
    judge = question.pool.judge if isinstance(question.pool, JudgedPool) else None
    if not isinstance(judge, CheckJudge):
        return []
    rule = question.id.rule
    plus = judge.bonus if plus is None else plus
    needed = judge.needed + judge.bonus
    return [
        Part("the check", rule, ("d20",)),
        Part(text, "vigor.stat.modifier", adds=plus),
        Part(f"what it must reach: {needed}", rule, against=str(needed)),
    ]


# ---- attacks ----


@dataclass(slots=True)
class _Blow:
    """What an open attack roll is made with; no `attack` stands for a spell."""

    target: str
    attack: Attack | None
    stat: str
    ranged: bool


def _blow(fight: VigorFight, question: Question) -> _Blow | None:
    """What the roll is for, by what was announced last; None if that is gone."""
    for event in reversed(question.so_far):
        said = event.fields
        if said.get("who") != question.who or event.code not in ("attack", "casts"):
            continue
        if event.code == "casts":
            aim = said["aim"]
            found = _Blow(aim[0], None, aim[1] if len(aim) > 1 else "", ranged=True)
        else:
            way = weapon.find(fight[question.who], said["way"])
            if way is None:
                return None
            found = _Blow(said["target"], way, said["stat"], ranged=said["ranged"])
        return found if found.target in fight.combatants else None
    return None


def _attack(fight: VigorFight, one: Warrior, question: Question) -> list[Part]:
    """The d20, what is added to it and for what, and the AC.

    The AC is told to those who may see the target's numbers; cover is a fact of the whole table.
    """
    blow = _blow(fight, question)
    count, kept = _kept(question)
    reasons = _reasons(fight, one, blow) if blow is not None else ""
    about = (blow.target,) if blow is not None else ()
    if count < 2:
        text = "the attack roll" + (f" ({reasons}: neither counts)" if reasons else "")
        found = [Part(text, "vigor.attack.roll", ("d20",), about=about)]
    else:
        by = f" ({reasons})" if reasons else ""
        kind, which = ("advantage", "higher") if kept else ("disadvantage", "lower")
        text = f"{kind}{by}: the {which} one is kept"
        found = [Part(text, "vigor.attack.advantage", ("d20",) * count, about=about)]
    if blow is None:
        return found
    found += _bonus(fight, one, blow)
    target = fight[blow.target]
    behind = ac.cover_from(fight, one.id, blow.attack, target.id)
    if behind != "none":
        text = f"{behind} cover: {cover.bonus(behind)} more to reach"
        found.append(Part(text, "vigor.cover.bonus", about=about))
    needed = ac.against(fight, one.id, blow.attack, target.id)
    text = f"AC of {target.name}: {needed}" + (", with the cover" if behind != "none" else "")
    found.append(
        Part(text, "vigor.ac.formula", about=about, against=f"AC {needed}", of=target.id),
    )
    return found


def _bonus(fight: VigorFight, one: Warrior, blow: _Blow) -> list[Part]:
    """What is added to the d20, part by part: they add up to `attack.bonus`."""
    found = []
    if one.is_minor:
        plus = role.minor_attack_bonus(fight, one)
        text = f"Tier {one.tier}" if one.attack_bonus is None else "its attack bonus"
        found.append(Part(text, "vigor.role.minor-attack-and-ac", adds=plus))
    else:
        names = [blow.stat] if blow.stat else attack.stats_for(one, blow.attack, ranged=blow.ranged)
        best = max(names, key=lambda name: stat.modifier(one, name))
        text = f"{best.capitalize()} {one.stats.get(best)}"
        found.append(Part(text, "vigor.stat.modifier", adds=stat.modifier(one, best)))
    if blow.attack is not None and blow.attack.bonus:
        name = blow.attack.name
        found.append(Part(name, "vigor.attack.weapon-bonus", adds=blow.attack.bonus))
    if "shaking-hand" in one.injuries:
        plus = fight.numbers.shaking_hand_attack
        found.append(Part("Shaking Hand", "vigor.injury.shaking-hand", adds=plus))
    return found


def _reasons(fight: VigorFight, one: Warrior, blow: _Blow) -> str:
    """Why more than one die is thrown, or would be: as `attack.die_kind` and those of spells."""
    target, way = fight[blow.target], blow.attack
    found = []
    if any(e.kind == "helped" and e.on == target.id for e in one.effects):
        found.append("Help")
    if target.has("dodge"):
        found.append("Dodge")
    if blow.ranged and way is not None:
        drawn = any(e.kind == "long-draw" and e.weapon == way.id for e in one.effects)
        if not drawn and ranges.is_long(fight, one.id, way, target.id):
            found.append("long range")
        if not way.is_mystic and line.count(fight, one.id, target.id) == 1:
            found.append("somebody in the line of fire")
    return ", ".join(found)


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
    """A d20 and what is added to it, read against a number, which may be a secret and is told by
    the events."""
    found = [Stage("rolled", " ".join(map(str, faces)))]
    count, kept = _kept(question)
    natural = dice.dice.outcome(tuple(faces))
    if count > 1:
        found.append(Stage("kept", f"the {'higher' if kept else 'lower'} one, {natural}"))
    called = CALLED.get(reading, reading)
    if isinstance(dice.judge, AttackJudge | CheckJudge) and reading != STRAY:
        plus = dice.judge.bonus
        sign = "\u2212" if plus < 0 else "+"
        called = f"{natural} {sign} {abs(plus)} = {natural + plus}: {called}"
    return [*found, Stage("read", called)]
