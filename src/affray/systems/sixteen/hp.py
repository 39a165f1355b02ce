"""Out of HP: useless at exactly 0, unconscious below, and how one comes round."""

from __future__ import annotations

from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.sixteen import condition
from affray.systems.sixteen.state import DEAD, UNCONSCIOUS, USELESS, Condition, SixteenFight

BLOW = ("sixteen.hp.blows-on-unconscious", "sixteen.hp.no-roll-on-unconscious")


def changed(fight: SixteenFight, table: Table, who: str, before: int) -> None:
    """The state of HP and fatigue counts: `before` was the level in force.

    Whoever comes round lies prone. Then the end of the fight is checked.

    Implements sixteen.hp.zero, sixteen.hp.negative, sixteen.hp.standing-level, sixteen.hp.wake,
    sixteen.fatigue.useless, sixteen.fatigue.unconscious, sixteen.fatigue.death, sixteen.end.when.
    """
    now = fight.level(who)
    if now != before and table.recording and max(now, before) >= USELESS:
        name = fight.standing(who).name
        table.record("state", _rules(fight, who, before, now), who=who, state=name, level=now)
    if before == UNCONSCIOUS and now < UNCONSCIOUS and not fight.combatants[who].has("prone"):
        rules = ("sixteen.hp.wake", *condition.RULES[condition.PRONE])
        fight.give(who, Condition(condition.PRONE, "stands"), table, rules)
    fight.check_end(table)


def _rules(fight: SixteenFight, who: str, before: int, now: int) -> tuple[str, ...]:
    """Why the level in force is what it is now."""
    one = fight.combatants[who]
    rules = ["sixteen.hp.standing-level"]
    if now == DEAD:
        rules = ["sixteen.fatigue.death", "sixteen.wound.ladder"]
        if one.fatigue < DEAD:
            rules = ["sixteen.hp.no-death-by-hp"]
    elif now < before:
        rules.append("sixteen.hp.wake")
    elif one.fatigue >= now:
        rules = ["sixteen.fatigue.useless" if now == USELESS else "sixteen.fatigue.unconscious"]
        rules += ["sixteen.wound.ladder", "sixteen.hp.standing-level"]
    if one.hp <= 0 and one.fatigue <= now < DEAD:
        rules.insert(0, "sixteen.hp.zero" if one.hp == 0 else "sixteen.hp.negative")
        if one.hp < 0:
            rules.append("sixteen.hp.no-death-by-hp")
    return tuple(dict.fromkeys(rules))


def regain(fight: SixteenFight, table: Table, who: str, amount: int, because: Because) -> None:
    """HP come back, up to the Maximum HP that wounds and scars leave.

    Implements sixteen.wound.one-point, sixteen.hp.wake.
    """
    one = fight.combatants[who]
    level, before = fight.level(who), one.hp
    one.hp = max(before, min(before + max(0, amount), fight.max_hp(who)))
    if table.recording:
        secret = {"before": before, "now": one.hp}
        table.record("healed", because, of=who, secret=secret, who=who)
    changed(fight, table, who, level)
