"""Failure: the turn ends, the enemy strikes now, and the GM picks a worse position."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.trade import ability, damage, position, scene, suppress
from affray.systems.trade.state import Hero, TradeFight

BAD_SITUATION = "bad-situation"
ENEMY_ABILITY = "enemy-ability"
EXTRA_DAMAGE = "extra-damage"
LOST_TOOL = "lost-tool"
NOTHING: Key = ("nothing",)
FORM = ("trade.failure.worse-position", "trade.failure.lost-tool")
BLOW: tuple[str, ...] = (
    "trade.failure.blow",
    "trade.failure.order",
    "trade.failure.only-second-action",
    "trade.npc.never-rolls",
)
FORM_OF_COMMAND = (*FORM, "trade.command.failure-effect")


def suffer(
    fight: TradeFight, table: Table, who: str, opponent: str, exposed: str, *, reserved: bool
) -> None:
    """`who` has failed a roll: `opponent` strikes `exposed`, and it gets worse.

    The turn ends; the GM picks the worse position; the blow lands, with the extra damage if
    picked; any other effect is applied; the enemy phase follows all the same. No turn is running
    for a reserved action, so none ends.

    Implements trade.failure.order, trade.failure.ends-turn, trade.failure.worse-position,
    trade.failure.phase-still-comes, trade.turn.reserve-resolution.
    """
    if not reserved and fight.acting == who:
        if table.recording:
            lost = fight.actions
            table.record("turn-lost", "trade.failure.ends-turn", who=who, actions=lost)
        fight.actions = 0
    worse = NOTHING
    if _blow_comes(fight, opponent) or worse_positions(fight, who, opponent, exposed):
        worse = table.rule(
            FORM if exposed == who else FORM_OF_COMMAND,
            lambda: worse_positions(fight, who, opponent, exposed) or [NOTHING],
            lambda: default_worse_position(fight, who, opponent, exposed),
        )
        if table.recording:
            _tell(table, who, opponent, exposed, worse)
    extra = worse[0] == EXTRA_DAMAGE
    blow(fight, table, opponent, exposed, extra=extra, commanded=exposed != who)
    if fight.result is not None:
        return
    victim = worse[-1] if exposed != who else exposed
    if worse[0] == BAD_SITUATION:
        because = ("trade.failure.bad-situation", "trade.failure.worse-position")
        position.give(fight, table, victim, -1, because, commander=who)
    elif worse[0] == ENEMY_ABILITY and fight.is_in(opponent):
        because = ("trade.failure.enemy-ability", "trade.failure.worse-position")
        ability.use_by_enemy(fight, table, opponent, worse[1], victim, because)
    elif worse[0] == LOST_TOOL:
        lose(fight, table, victim, worse[1], worse[2])


def _blow_comes(fight: TradeFight, opponent: str) -> bool:
    return fight.is_in(opponent) and not suppress.stops_blow(fight, opponent)


def blow(
    fight: TradeFight,
    table: Table,
    opponent: str,
    exposed: str,
    *,
    extra: bool,
    commanded: bool,
) -> None:
    """The opponent deals its static damage at once, suppressed or not, and in melee comes near.

    An enemy that had closed on a shooter has its part in the phase back.

    Implements trade.failure.blow, trade.failure.extra-damage, trade.suppress.phase-only,
    trade.scene.closing-in, trade.ranged.closer-skips-phase, trade.npc.never-rolls,
    trade.failure.only-second-action.
    """
    if not fight.is_in(opponent):
        return
    npc = fight.npc(opponent)
    if suppress.stops_blow(fight, opponent):
        if table.recording:
            table.record("blow-stopped", "trade.suppress.phase-only", who=opponent)
        return
    if not fight.is_strikable(exposed):
        return
    if npc.closed:
        npc.closed = 2
    if not npc.ranged:
        scene.close_in(fight, table, exposed, opponent)
    amount = npc.damage + (fight.numbers.extra_damage if extra else 0)
    rules = BLOW
    if table.recording:
        if extra:
            rules += ("trade.failure.extra-damage",)
        if npc.suppressed:
            rules += ("trade.suppress.phase-only",)
        if commanded:
            rules += ("trade.command.ally-exposed",)
    damage.land(fight, table, exposed, amount, by=opponent, because=rules)


def worse_positions(fight: TradeFight, who: str, opponent: str, exposed: str) -> list[Option]:
    """The effects that would do something.

    After a failed command, each names whom it falls on: the ally, or the commander if the fiction
    aims it there.

    Implements trade.failure.options-must-apply, trade.failure.lost-tool,
    trade.command.failure-effect.
    """
    victims = [exposed] if exposed == who else [exposed, who]
    found: list[Option] = []
    for victim in victims:
        named = (victim,) if exposed != who else ()
        if position.can_wait(fight, victim, -1, commander=who):
            found.append((BAD_SITUATION, *named))
        if victim == exposed and _blow_comes(fight, opponent):
            found.append((EXTRA_DAMAGE, *named))
        if fight.is_in(opponent):
            found += [(ENEMY_ABILITY, one, *named) for one in ability.of_enemy(fight, opponent)]
        found += [
            (LOST_TOOL, thing, how, *named)
            for thing in things_to_lose(fight, victim)
            for how in ("knocked-away", "broken")
        ]
    return found


def default_worse_position(fight: TradeFight, who: str, opponent: str, exposed: str) -> Key:
    """Bad situation, or extra damage if one is already waiting; on the ally that is exposed.

    Implements trade.failure.worse-position, trade.command.failure-effect.
    """
    named = (exposed,) if exposed != who else ()
    blow_comes = _blow_comes(fight, opponent)
    if position.can_wait(fight, exposed, -1, commander=who) and not (
        blow_comes and position.is_waiting(fight, exposed, -1, commander=who)
    ):
        return (BAD_SITUATION, *named)
    if blow_comes:
        return (EXTRA_DAMAGE, *named)
    left = worse_positions(fight, who, opponent, exposed)
    return tuple(map(str, left[0])) if left else NOTHING


def things_to_lose(fight: TradeFight, victim: str) -> list[str]:
    """Everything that the victim carries, the weapon in hand first. An NPC carries nothing."""
    holder = fight[victim]
    if not isinstance(holder, Hero):
        return []
    things = holder.carried()
    weapon = holder.weapon_in_hand()
    if weapon is None:
        return things
    return [weapon.id, *(thing for thing in things if thing != weapon.id)]


def lose(fight: TradeFight, table: Table, who: str, thing: str, how: str) -> None:
    """One thing carried is "knocked-away" until it is fetched, or "broken" for the fight.

    Implements trade.failure.lost-tool, trade.failure.lost-tool-back, trade.armor.shield.
    """
    hero = fight.hero(who)
    hero.lost = {**hero.lost, thing: how}
    if table.recording:
        rules = ["trade.failure.lost-tool", "trade.failure.lost-tool-back"]
        if "shield" in thing:
            rules.append("trade.armor.shield")
        table.record("lost", tuple(rules), who=who, thing=thing, how=how)


def fetch(fight: TradeFight, table: Table, who: str, thing: str) -> None:
    """A thing knocked away is at hand again. Implements trade.failure.lost-tool-back."""
    hero = fight.hero(who)
    hero.lost = {one: how for one, how in hero.lost.items() if one != thing}
    if table.recording:
        table.record("fetched", "trade.failure.lost-tool-back", who=who, thing=thing)


def _tell(table: Table, who: str, opponent: str, exposed: str, worse: Key) -> None:
    rules = ["trade.failure.worse-position", "trade.failure.options-must-apply"]
    victim = exposed
    if exposed != who and worse != NOTHING:
        rules.append("trade.command.failure-effect")
        victim = worse[-1]
    table.record("worse-position", tuple(rules), who=victim, by=opponent, effect=worse[0])
