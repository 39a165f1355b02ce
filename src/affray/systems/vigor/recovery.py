"""Recovery: a breather between fights, in which Stamina buys Vitality back."""

from __future__ import annotations

from affray.kernel.keys import Key, Number, Option
from affray.kernel.table import Table
from affray.systems.vigor import vitality
from affray.systems.vigor.state import VigorFight

WHEN = "vigor.recovery.when"
NONE: Key = ("none",)
GRANTED: Key = ("granted",)
PRICE = 2
"""The Stamina of one point of Vitality (vigor.recovery.trade)."""


def is_granted(table: Table) -> bool:
    """Whether the GM grants a breather. Implements vigor.recovery.when."""
    key = table.rule(WHEN, lambda: [NONE, GRANTED], lambda: NONE)
    return key == GRANTED


def most(fight: VigorFight, who: str) -> int:
    """How many points of Vitality the combatant could buy back now.

    Implements vigor.recovery.trade, vigor.stamina.no-return-in-a-fight.
    """
    one = fight[who]
    if one.is_minor or one.removed or one.status in ("dead", "fled"):
        return 0
    missing = max(vitality.maximum(fight, one) - one.vitality, 0)
    return min(missing, max(one.stamina, 0) // PRICE)


def who_may(fight: VigorFight) -> list[str]:
    """The heroes who could trade, in roster order."""
    return [who for who in fight.heroes if most(fight, who) > 0]


def take(fight: VigorFight, table: Table) -> None:
    """Everybody trades as much as they like, 2 Stamina for 1 Vitality.

    Implements vigor.recovery.trade, vigor.recovery.when.
    """
    if table.recording:
        table.record("recovery", WHEN)

    def options(who: str) -> list[Option]:
        return [("trade", Number(0, most(fight, who)))]

    because = ("vigor.recovery.trade", WHEN)
    trades = table.choose_together(lambda: who_may(fight), options, because=because)
    for who, key in trades.items():
        points = min(int(key[1]), most(fight, who))
        if points <= 0:
            continue
        one = fight[who]
        before = one.vitality
        one.stamina -= PRICE * points
        one.vitality += points
        if table.recording:
            secret = {"before": before, "now": one.vitality, "stamina": one.stamina}
            table.record("recovered", because, of=who, secret=secret, who=who, points=points)
