"""Armor: a weapon in reverse. It never deals damage, it soaks it.

Trade.armor.no-dodge needs no line here: nothing in `roll` reads armor.
"""

from __future__ import annotations

from affray.kernel.keys import Key, Number, Option
from affray.kernel.table import Table
from affray.systems.trade.state import Hero, TradeFight

SOAKED: Key = ("soaked",)
PAST: Key = ("past",)
MOST_CLEVER = 20
NOT_SOAKED = (0, 0)


def reduction(fight: TradeFight, who: str) -> int:
    """What the armor of `who` takes off every hit.

    Implements trade.armor.soak, trade.armor.reductions, trade.armor.one-suit,
    trade.armor.enemies, trade.armor.shield (a shield's own number is the value shield-reduction).
    """
    wearer = fight.combatants[who]
    if isinstance(wearer, Hero):
        worn = wearer.armor.reduction if wearer.armor is not None else 0
        shield = fight.numbers.shield_reduction
        return worn + shield if shield and wearer.has_shield() else worn
    return fight.npc(who).armor


def soak(fight: TradeFight, table: Table, who: str, raw: int, *, unsoaked: bool) -> tuple[int, int]:
    """How much of a hit of `raw` the armor of `who` takes off, and how much of that is clever use.

    Armor soaks physical hits. Harm that it plainly cannot stop goes past it in full, and clever
    armor may count beyond its number; the GM rules on both.

    Implements trade.armor.soak, trade.armor.physical-only, trade.armor.clever.
    """
    if raw <= 0 or reduction(fight, who) <= 0:
        return NOT_SOAKED
    way = table.rule("trade.armor.physical-only", _ways, _goes_past if unsoaked else _is_soaked)
    if way == PAST:
        return NOT_SOAKED
    ruled = table.rule("trade.armor.clever", _extras, _no_extra)
    clever = int(ruled[1])
    return min(raw, max(0, reduction(fight, who) + clever)), clever


def _ways() -> list[Option]:
    return [SOAKED, PAST]


def _is_soaked() -> Key:
    return SOAKED


def _goes_past() -> Key:
    return PAST


def _extras() -> list[Option]:
    return [("extra", Number(0, MOST_CLEVER))]


def _no_extra() -> Key:
    return ("extra", "0")
