"""Actions: the basic ones, a Declared Maneuver carried out, and a psion's power."""

from __future__ import annotations

from affray.dice import Pool, dice, judged
from affray.kernel.keys import Key, Number, Option, Text
from affray.kernel.table import Table
from affray.systems.vigor import (
    attack,
    maneuver,
    move,
    position,
    reaction,
    spell,
    stat,
    strike,
    weapon,
)
from affray.systems.vigor import range as ranges
from affray.systems.vigor.judge import MADE, CheckJudge
from affray.systems.vigor.ledger import STATS
from affray.systems.vigor.state import NOTHING, Effect, VigorFight
from affray.systems.vigor.vigor import as_read

CARRY_OUT = "carry-out"
POWER = "power"
CAST = "cast"
WORKS: Key = ("works",)
MOST_NEEDED = 40


def options(fight: VigorFight, who: str) -> list[Option]:
    """What the action may be spent on.

    ("attack" or "throw", way, target[, stat]), ("carry-out", ...), ("power", spell, ...),
    ("dodge",), ("disengage",), ("sprint",), ("help", enemy, ally), ("improvise", words).

    Implements vigor.action.basic, vigor.action.resolve-declared, vigor.action.help.
    """
    found = carry_outs(fight, who)
    found += attack.options(fight, who)
    one = fight[who]
    if one.psion:
        for each in spell.payable(one):
            found += spell.targets(fight, who, each, (POWER, each.id))
    found += [("dodge",), ("disengage",), ("sprint",)]
    reach = reaction.reach(fight, who)
    enemies = [
        enemy
        for enemy in attack.targets_of(fight, who)
        if position.between(fight, who, enemy) <= reach and ranges.sees(fight, who, enemy)
    ]
    allies = [ally for ally in fight.side(one.side) if ally != who]
    found += [("help", enemy, ally) for enemy in enemies for ally in allies]
    return [*found, ("improvise", Text())]


def carry_outs(fight: VigorFight, who: str) -> list[Option]:
    """("carry-out", "attack" or "throw", way, target[, stat]) or ("carry-out", "cast", spell, aim).

    Implements vigor.declare.declared, vigor.declare.declared-details,
    vigor.maneuver.committed-strike.
    """
    pending = fight[who].pending
    if not pending:
        return []
    if pending[0] == CAST:
        each = spell.find(fight[who], pending[1])
        return spell.targets(fight, who, each, (CARRY_OUT, CAST, each.id))
    if pending[0] == "own" and maneuver.own(fight[who], pending[1]).effect != "strike":
        return [(CARRY_OUT, "own", pending[1])]
    return attack.options(fight, who, mystic=False, prefix=(CARRY_OUT,))


def draws(fight: VigorFight, who: str) -> list[Option]:
    """("draw", weapon), while the turn's change of weapons is left.

    Implements vigor.action.swap-weapon.
    """
    if fight.swaps <= 0:
        return []
    return [("draw", each) for each in weapon.others(fight[who])]


def spend(fight: VigorFight) -> None:
    """The turn's action is spent."""
    fight.action = False
    fight.underway = True


def take(fight: VigorFight, table: Table, who: str, key: Key) -> None:
    """Carries out what was chosen on one's own turn.

    Implements vigor.turn.economy, vigor.action.attack, vigor.action.resolve-declared,
    vigor.action.dodge, vigor.action.disengage, vigor.action.help, vigor.move.sprint,
    vigor.action.swap-weapon, vigor.declare.declared-details.
    """
    if key[0] == "draw":
        fight.swaps -= 1
        weapon.draw(fight, table, who, key[1])
        return
    spend(fight)
    if key[0] != CARRY_OUT:
        fight.lose_pending(who, table, "vigor.declare.declared-details", "dropped")
    match key[0]:
        case "attack" | "throw":
            strike.make(fight, table, who, key)
        case "carry-out":
            carry_out(fight, table, who, key[1:])
        case "power":
            _power(fight, table, who, key[1], key[2:])
        case "dodge":
            fight.put(who, Effect("dodge", f"turn:{who}", who))
            _tell(fight, table, who, "dodge", "vigor.action.dodge")
        case "disengage":
            fight.disengaged = True
            _tell(fight, table, who, "disengage", "vigor.action.disengage")
        case "sprint":
            fight.feet += move.of_sprint(fight, who)
            if table.recording:
                table.record(
                    "sprints",
                    move.sprint_rules(fight[who]),
                    audience=fight.audience(who),
                    who=who,
                    feet=fight.feet,
                )
        case "help":
            attack.help_for(fight, table, who, key[1], key[2])
        case _:
            improvise(fight, table, who, key[1])


def _tell(fight: VigorFight, table: Table, who: str, what: str, rule: str) -> None:
    if table.recording:
        table.record(
            "action",
            (rule, "vigor.action.basic"),
            audience=fight.audience(who),
            who=who,
            action=what,
        )


def carry_out(fight: VigorFight, table: Table, who: str, key: Key) -> None:
    """The pending Maneuver is carried out with the turn's action; nothing can disrupt it now.

    Implements vigor.action.resolve-declared, vigor.declare.declared, vigor.disrupt.window,
    vigor.maneuver.committed-strike.
    """
    one = fight[who]
    pending, one.pending = one.pending, NOTHING
    because = ("vigor.action.resolve-declared", "vigor.declare.declared")
    if table.recording:
        table.record(
            "carries-out", because, audience=fight.audience(who), who=who, maneuver=list(pending)
        )
    if key[0] == CAST:
        spell.cast(fight, table, who, key[1], key[2:], because)
    elif key[0] == "own":
        maneuver.take_effect(fight, table, who, key)
    else:
        if pending[0] == "own":
            extra = maneuver.amount_of(one, maneuver.own(one, pending[1]))
            rule = "vigor.maneuver.list"
        else:
            extra = one.tier * fight.numbers.committed_strike_points_per_tier
            rule = "vigor.maneuver.committed-strike"
        strike.make(fight, table, who, key, extra=extra, because=(rule, *because))


def _power(fight: VigorFight, table: Table, who: str, spell_id: str, aim: Key) -> None:
    """A psion uses a power on the spur of the moment; undeclared, it cannot be disrupted.

    Implements vigor.declare.psion, vigor.declare.psion-details.
    """
    because = ("vigor.declare.psion-details", "vigor.declare.psion")
    fight.pay(who, spell.cost(fight[who], spell_id), table, because)
    spell.cast(fight, table, who, spell_id, aim, because)


# ---- anything else ----

IMPROVISE = "vigor.action.improvise"


def improvise(fight: VigorFight, table: Table, who: str, what: str) -> None:
    """Anything else: the GM says whether it works, whether it needs a roll, and what follows.

    Implements vigor.action.improvise.
    """
    if table.recording:
        table.record("improvises", IMPROVISE, audience=fight.audience(who), who=who, what=what)
    ruling = table.rule(IMPROVISE, _rulings, lambda: WORKS)
    outcome = ruling[1] if len(ruling) > 1 and ruling[0] in ("works", "fails") else ""
    works = ruling[0] == "works"
    if ruling[0] == "roll":
        works = _check(fight, table, who, ruling[1], int(ruling[2]))
    if table.recording:
        table.record(
            "improvised",
            IMPROVISE,
            audience=fight.audience(who),
            who=who,
            works=works,
            outcome=outcome,
        )


def _rulings() -> list[Option]:
    needed = Number(1, MOST_NEEDED)
    return [
        WORKS,
        ("works", Text()),
        ("fails", Text()),
        *(("roll", name, needed) for name in STATS),
    ]


def _check(fight: VigorFight, table: Table, who: str, stat_name: str, needed: int) -> bool:
    def pool() -> Pool[str] | None:
        if not fight.is_in(who):
            return None
        plus = stat.modifier(fight[who], stat_name)
        return judged(dice(1, 20), CheckJudge(needed - plus, plus))

    read = table.roll(who, pool, read=as_read, because=IMPROVISE)
    if table.recording:
        secret = {"modifier": stat.modifier(fight[who], stat_name), "needed": needed}
        table.record("checked", IMPROVISE, of=who, secret=secret, who=who, read=read)
    return read == MADE
