"""Declaring: each combatant's one pick of the round, made with its side."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.vigor import maneuver, role, weapon
from affray.systems.vigor.state import NOTHING, VigorFight

HEROES_PICK = ("vigor.declare.one-maneuver", "vigor.declare.coordinate", "vigor.declare.may-pass")
FOES_PICK = ("vigor.declare.enemy-picks", "vigor.declare.enemies-led", "vigor.declare.may-pass")
BLIND_PICK = (
    "vigor.declare.enemies-leaderless",
    "vigor.declare.enemy-picks",
    "vigor.declare.may-pass",
)


def is_led(fight: VigorFight) -> bool:
    """Whether a Leader in the fight, not surprised, directs the enemies.

    Implements vigor.declare.enemies-led, vigor.declare.leader-dies, vigor.declare.leader-gone.
    """
    return any(not fight[who].surprised for who in role.leaders(fight))


def may_pick(fight: VigorFight, who: str) -> bool:
    """Whether the combatant still has a pick to make for the round.

    Implements vigor.declare.one-maneuver, vigor.surprise.effect, vigor.npc.minor-fleeing,
    vigor.fight.newcomers.
    """
    one = fight[who]
    return one.is_in and one.has_joined and not one.surprised and who not in fight.picked


def pickers(fight: VigorFight, side: str) -> list[str]:
    """Those of a side who have a pick to make and something to pick, in roster order."""
    return [who for who in fight.side(side) if may_pick(fight, who) and maneuver.picks(fight, who)]


def together(fight: VigorFight, table: Table, side: str, because: tuple[str, ...]) -> None:
    """A side picks: everybody at once, tentative until all have locked in; then all is paid.

    Implements vigor.declare.one-maneuver, vigor.declare.coordinate, vigor.declare.open,
    vigor.role.retainer.
    """

    def asked() -> list[str]:
        return pickers(fight, side)

    def options(who: str) -> list[Option]:
        return maneuver.picks(fight, who)

    picks = table.choose_together(asked, options, because=because)
    for who, key in picks.items():
        if may_pick(fight, who):
            take(fight, table, who, key, because)


def take(fight: VigorFight, table: Table, who: str, key: Key, because: tuple[str, ...]) -> None:
    """One pick is locked in: a weapon is drawn, the Stamina paid, the Maneuver named.

    Implements vigor.declare.pay-first, vigor.declare.declared, vigor.declare.declared-details,
    vigor.declare.casting, vigor.action.swap-weapon.
    """
    fight.picked = (*fight.picked, who)
    if maneuver.DRAW in key:
        at = key.index(maneuver.DRAW)
        weapon.draw(fight, table, who, key[at + 1])
        key = key[:at]
    elif key[0] == "weapon" and key[1] not in fight[who].in_hand:
        weapon.draw(fight, table, who, key[1])
    if not key or key == maneuver.PASS:
        if table.recording:
            table.record(
                "passed",
                ("vigor.declare.may-pass", because[0]),
                audience=fight.audience(who),
                who=who,
            )
        return
    one = fight[who]
    is_declared = maneuver.is_declared(one, key)
    cost = maneuver.cost(one, key)
    if table.recording:
        rules = [*because, maneuver.rule_of(one, key), "vigor.declare.open"]
        rules.append("vigor.declare.declared" if is_declared else "vigor.declare.instant")
        if key[0] == "cast":
            rules.append("vigor.declare.casting")
        if key[0] == "weapon":
            rules.append("vigor.weapon.one-maneuver-each")
        if one.side == "heroes" and one.is_minor:
            rules.append("vigor.role.retainer")
        if one.leader:
            rules.append("vigor.role.leader")
        code = "declared" if is_declared else "picked"
        table.record(
            code,
            tuple(dict.fromkeys(rules)),
            audience=fight.audience(who),
            who=who,
            maneuver=list(key),
        )
    fight.pay(who, cost, table, "vigor.declare.pay-first")
    if is_declared:
        one.pending = key
    else:
        one.pick = key


def foes_blind(fight: VigorFight, table: Table, *because: str) -> None:
    """Leaderless enemies pick for the coming round, before its initiative is rolled.

    Implements vigor.declare.enemies-leaderless, vigor.declare.leaderless-round-one,
    vigor.declare.leader-dies, vigor.declare.leader-gone, vigor.surprise.blind-pick-round-two.
    """
    lost = [one for one in fight.combatants.values() if one.leader and one.side == "foes"]
    rules = [*BLIND_PICK, *because]
    if lost:
        is_dead = any(one.status == "dead" for one in lost)
        rules.append("vigor.declare.leader-dies" if is_dead else "vigor.declare.leader-gone")
    together(fight, table, "foes", tuple(rules))


def foes_led(fight: VigorFight, table: Table) -> None:
    """Enemies under a Leader pick, knowing the order. Implements vigor.declare.enemies-led."""
    together(fight, table, "foes", FOES_PICK)


def heroes(fight: VigorFight, table: Table) -> None:
    """The heroes' tactical phase, the enemies' picks on the table.

    Implements vigor.declare.one-maneuver, vigor.declare.coordinate, vigor.declare.open.
    """
    together(fight, table, "heroes", HEROES_PICK)


def next_instant(fight: VigorFight, side: str) -> str:
    """Whose instant Maneuver takes effect next, in initiative order; "" if nobody's.

    Implements vigor.declare.instant-order, vigor.declare.blind-takes-effect.
    """
    for who in fight.order:
        one = fight[who]
        if one.pick and one.side == side and one.is_in:
            return who
    return ""


def instant(fight: VigorFight, table: Table, who: str) -> None:
    """The instant Maneuver that was picked takes effect. Implements vigor.declare.instant."""
    one = fight[who]
    key, one.pick = one.pick, NOTHING
    if table.recording:
        rules = ["vigor.declare.instant-order", "vigor.declare.instant"]
        if one.side == "foes" and not is_led(fight):
            rules.append("vigor.declare.blind-takes-effect")
        table.record(
            "takes-effect", tuple(rules), audience=fight.audience(who), who=who, maneuver=list(key)
        )
    maneuver.take_effect(fight, table, who, key)
