"""Health: ten when unhurt, bloodied at three, down at none."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.trade.state import Hero, Npc, TradeFight

FATES = ("lying", "captured", "dying", "dead")
SPARED = "spared"
STRUCK_ON = "struck-on"


def is_bloodied(fight: TradeFight, hero: Hero) -> bool:
    """Implements trade.health.bloodied: 3 health or fewer, and up (trade.health.states)."""
    return 0 < hero.health <= fight.numbers.bloodied_at


def fallen(fight: TradeFight, table: Table, who: str, before: int) -> None:
    """What follows from a hero's health having gone down from `before`.

    Implements trade.health.bloodied, trade.health.down.
    """
    hero = fight.hero(who)
    if hero.health == 0:
        down(fight, table, who)
    elif table.recording and hero.health <= fight.numbers.bloodied_at < before:
        table.record("bloodied", "trade.health.bloodied", who=who, of=who, secret=_number(hero))


def down(fight: TradeFight, table: Table, who: str, *, ask: bool = True) -> None:
    """At 0 a hero is down and in the fiction's hands.

    The hero loses a reserve, trades against the hero lapse, and the GM says what becomes of the
    hero.

    Implements trade.health.down, trade.health.down-means, trade.health.down-fate.
    """
    if table.recording:
        table.record("down", ("trade.health.down", "trade.health.down-means"), who=who)
    fight.lose_reserve(who, table)
    fight.drop_trades(who, table, ("trade.health.down-means", "trade.mixed.lapses"))
    fight.hero(who).fate = FATES[0]
    fight.hero(who).exposed = False
    if ask:
        fate = table.rule("trade.health.down-fate", _fates, _default_fate)
        hero = fight.hero(who)
        if hero.health > 0:
            return
        hero.fate = fate[0]
        hero.exposed = fate[1] == STRUCK_ON
        if table.recording:
            table.record("fate", "trade.health.down-fate", who=who, fate=fate[0], after=fate[1])
    fight.check_end(table)


def regain(fight: TradeFight, table: Table, who: str, amount: int, because: Because) -> None:
    """Gives back health or HP, up to what `who` has when unhurt.

    A hero who was down is up at once with that much. An NPC that is out stays out.

    Implements trade.health.bounds, trade.health.bloodied-ends, trade.health.back-up.
    """
    target = fight[who]
    if isinstance(target, Npc):
        if not target.is_in:
            return
        before = target.hp
        now = target.hp = max(before, min(target.hp_max, before + amount))
    else:
        assert isinstance(target, Hero)
        before = target.health
        now = target.health = max(before, min(fight.numbers.hero_health, before + amount))
    if table.recording:
        rules = rules_of(because)
        if now - before < amount:
            rules = (*rules, "trade.health.bounds")
        numbers = {"before": before, "now": now}
        table.record("healed", rules, of=who, secret=numbers, who=who, amount=amount)
    if isinstance(target, Hero):
        risen(fight, table, who, before)


def risen(fight: TradeFight, table: Table, who: str, before: int) -> None:
    """What follows from a hero's health having gone up from `before`.

    Implements trade.health.back-up, trade.health.bloodied-ends.
    """
    hero = fight.hero(who)
    if before <= 0 < hero.health:
        hero.fate = ""
        hero.exposed = False
        if table.recording:
            table.record("back-up", "trade.health.back-up", of=who, secret=_number(hero), who=who)
    elif before <= fight.numbers.bloodied_at < hero.health and table.recording:
        table.record("steady", "trade.health.bloodied-ends", of=who, secret=_number(hero), who=who)


def _number(hero: Hero) -> dict[str, int]:
    return {"health": hero.health}


def _fates() -> list[Option]:
    return [(fate, after) for fate in FATES for after in (SPARED, STRUCK_ON)]


def _default_fate() -> Key:
    return (FATES[0], SPARED)
