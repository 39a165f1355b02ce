"""Surprise: who loses the first round."""

from __future__ import annotations

from affray.kernel.keys import Key, Option, Several, picks
from affray.kernel.table import Table
from affray.systems.vigor.state import VigorFight

WHO = "vigor.surprise.who"
NOBODY: Key = ("nobody",)


def settle(fight: VigorFight, table: Table) -> None:
    """The GM says who is surprised; who cannot be surprised never is.

    Implements vigor.surprise.who, vigor.surprise.immunity, vigor.surprise.effect,
    vigor.surprise.other-side.
    """
    key = table.rule(WHO, lambda: _options(fight), _nobody)
    for who in _meant(fight, key):
        one = fight[who]
        if one.never_surprised:
            if table.recording:
                table.record(
                    "not-surprised",
                    ("vigor.surprise.immunity", WHO),
                    audience=fight.audience(who),
                    who=who,
                )
            continue
        one.surprised = True
        if table.recording:
            table.record(
                "surprised", (WHO, "vigor.surprise.effect"), audience=fight.audience(who), who=who
            )


def _options(fight: VigorFight) -> list[Option]:
    wares = tuple((who, 0, 1) for who in fight.combatants)
    return [NOBODY, ("heroes",), ("foes",), ("these", Several(wares, 0))]


def _nobody() -> Key:
    return NOBODY


def _meant(fight: VigorFight, key: Key) -> list[str]:
    if key[0] == "these":
        named = picks(key[1])
        return [who for who in fight.combatants if who in named]
    if key[0] in ("heroes", "foes"):
        return list(fight.heroes if key[0] == "heroes" else fight.foes)
    return []


def over(fight: VigorFight, table: Table) -> list[str]:
    """From the start of round 2 the surprised take part as normal; says who they were.

    Implements vigor.surprise.round-two.
    """
    found = [who for who, one in fight.combatants.items() if one.surprised]
    for who in found:
        fight[who].surprised = False
        if table.recording:
            table.record(
                "surprise-over", "vigor.surprise.round-two", audience=fight.audience(who), who=who
            )
    return found
