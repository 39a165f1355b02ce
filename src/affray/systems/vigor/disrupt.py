"""Disruption: what losing Vitality does to a Declared Maneuver that waits."""

from __future__ import annotations

from affray.dice import Pool, dice, judged
from affray.kernel.keys import Key, Option
from affray.kernel.question import GM
from affray.kernel.table import Table
from affray.systems.vigor import role, stat
from affray.systems.vigor.judge import MADE, CheckJudge
from affray.systems.vigor.state import VigorFight, Warrior
from affray.systems.vigor.vigor import as_read

CHECK = ("vigor.disrupt.check", "vigor.disrupt.vitality-loss-only")


def modifier(one: Warrior) -> int:
    """The stat modifier with which the combatant would attack or cast in its pending Maneuver.

    Implements vigor.disrupt.check.
    """
    is_cast = bool(one.pending) and one.pending[0] == "cast"
    found = [one.attack_stat] if one.attack_stat else []
    if not found:
        first, second = ("mystic", "martial") if is_cast else ("martial", "mystic")
        found = role.trees_of(one, first) or role.trees_of(one, second) or ["body"]
    return max(stat.modifier(one, each) for each in found)


def needed(fight: VigorFight, lost: int) -> int:
    """What the check must reach after losing that much Vitality. Implements vigor.disrupt.check."""
    return fight.numbers.disrupt_base + lost


def check(fight: VigorFight, table: Table, who: str, lost: int, *, by_wound: bool = False) -> None:
    """A hit has cost `lost` Vitality (or a wound): whether the pending Maneuver is kept.

    Implements vigor.disrupt.check (house switch disruption), vigor.disrupt.vitality-loss-only,
    vigor.disrupt.result,
    vigor.disrupt.window, vigor.disrupt.wound-counts, vigor.disrupt.minor.
    """
    one = fight[who]
    if not one.pending or not one.is_in or one.is_minor or fight.result is not None:
        return
    if fight.switches.disruption == "always":
        is_kept = False
    elif fight.switches.disruption == "ask-gm":
        is_kept = table.choose(GM, _verdicts, because=CHECK) == ("kept",)
    else:
        read = table.roll(who, lambda: _d20(fight, who, lost), read=as_read, because=CHECK)
        is_kept = read == MADE
        if table.recording:
            rules = (*CHECK, "vigor.disrupt.wound-counts") if by_wound else CHECK
            secret = {"modifier": modifier(fight[who]), "needed": needed(fight, lost)}
            table.record("checked", rules, of=who, secret=secret, who=who, read=read)
    if not is_kept:
        disrupt(fight, table, who)
    elif table.recording:
        pending = list(fight[who].pending)
        table.record("kept", "vigor.disrupt.check", who=who, maneuver=pending)


def disrupt(fight: VigorFight, table: Table, who: str) -> None:
    """The Maneuver is gone with no effect; the turn and its action remain.

    Implements vigor.disrupt.result, vigor.declare.pay-first.
    """
    rules = ("vigor.disrupt.result", "vigor.disrupt.window")
    fight.lose_pending(who, table, rules, "disrupted")


def _d20(fight: VigorFight, who: str, lost: int) -> Pool[str] | None:
    if not fight[who].is_in:
        return None
    plus = modifier(fight[who])
    return judged(dice(1, 20), CheckJudge(needed(fight, lost) - plus, plus))


def _verdicts() -> list[Option]:
    kept: Key = ("kept",)
    return [kept, ("disrupted",)]
