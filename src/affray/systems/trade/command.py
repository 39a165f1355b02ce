"""Command ally: fight through somebody else's hands."""

from __future__ import annotations

from affray.kernel.keys import Key, Option, Text
from affray.kernel.table import Table
from affray.systems.trade import action, scene
from affray.systems.trade import fight as blows
from affray.systems.trade import roll as dice
from affray.systems.trade import weapon as weapons
from affray.systems.trade.state import Hero, Npc, TradeFight

ROLL = ("trade.command.stat", "trade.command.commander-rolls", "trade.roll.pool")
FORM = ("trade.command.refusal", "trade.scene.fiction-limits")
OBEYS: Key = ("obeys",)


def options(fight: TradeFight, who: str) -> list[Option]:
    """("command", ally, enemy). Implements trade.command.who."""
    others = [other for other in fight.side_seen(who) if other != who]
    return [("command", other, foe) for other in others for foe in fight.foes_seen()]


def stat_for(fight: TradeFight, ally: str) -> str:
    """Charm, or Wits for the summoned and the constructed. Implements trade.command.stat."""
    npc = fight.combatants[ally]
    return "wits" if isinstance(npc, Npc) and npc.make != "living" else "charm"


def way_of(fight: TradeFight, ally: str) -> str:
    """What the ally strikes with: a hero's weapon in hand, else bare hands; an NPC's own."""
    one = fight.combatants[ally]
    if not isinstance(one, Hero):
        return ""
    weapon = one.weapon_in_hand()
    return weapon.id if weapon is not None else "unarmed-strength"


def command(fight: TradeFight, table: Table, who: str, key: Key, *, reserved: bool) -> bool:
    """Makes an ally attack one enemy; says whether scene and ally let it come to a roll.

    The roll, its dice and the effect are the commander's; damage, exposure and place are the
    ally's, who pays nothing for it.

    Implements trade.command.who, trade.command.stat, trade.command.refusal,
    trade.command.commander-rolls, trade.command.ally-exposed, trade.command.ranged-ally,
    trade.command.free-for-ally, trade.command.bad-situation-on-ally, trade.scene.closing-in.
    """
    _, ally, enemy = key
    ruling = table.rule(FORM, _answers, _obeys)
    if scene.refused(fight, table, who, key, ruling):
        return False
    if ruling != OBEYS:
        fight.refused += ((who, *key),)
        if table.recording:
            table.record("will-not", "trade.command.refusal", who=ally, why=ruling[1])
        return False
    action.spend(fight, table, who, reserved=reserved)
    stat = stat_for(fight, ally)
    way = way_of(fight, ally)
    _, shot = weapons.blow(fight, ally, way)
    if table.recording:
        rules = ["trade.command.who", "trade.command.stat", "trade.command.free-for-ally"]
        if ally in fight.allies:
            rules.append("trade.npc.no-own-initiative")
        if shot:
            rules.append("trade.command.ranged-ally")
        rules += action.also(fight, who)
        table.record("command", tuple(rules), who=who, ally=ally, target=enemy, stat=stat)
    if not shot:
        scene.close_in(fight, table, ally, enemy)
    reading = dice.check(
        fight,
        table,
        who,
        stat,
        because=ROLL,
        opponent=enemy,
        exposed=ally,
        shooter=ally if shot else "",
        ally=ally,
        target=enemy,
    )
    blows.strike(fight, table, who, ally, way, enemy, reading, reserved=reserved)
    return True


def _answers() -> list[Option]:
    return [OBEYS, ("will-not", Text()), (scene.REFUSED, Text())]


def _obeys() -> Key:
    return OBEYS
