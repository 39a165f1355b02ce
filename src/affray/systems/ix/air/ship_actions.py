"""What a crew does with its Action: attacks on ships, and the struggle for position."""

from __future__ import annotations

from dataclasses import replace

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.ix.air.ship import (
    GROUND,
    band,
    can_steer,
    crew_up,
    named,
    put,
    replace_ship,
    set_hull,
    under,
)
from affray.systems.ix.fight import arms, budget, quality
from affray.systems.ix.harm import damage
from affray.systems.ix.ledger import BANDS, ENGAGED, SHORT
from affray.systems.ix.records import Ship, Weapon
from affray.systems.ix.rolls import check, opposed, spend
from affray.systems.ix.rolls.pool import Build, rank_of
from affray.systems.ix.state import IxFight

WORDS = frozenset(("attack-ship", "position"))
LEVEL, ABOVE, BELOW = "level", "above", "below"
_STEP = {LEVEL: 0, ABOVE: 1, BELOW: -1}
CHOICE = "ix.ship.position-choice"


# ---- Actions ----


def options(fight: IxFight, who: str) -> list[Option]:
    """Attacks on ships of the other side, and the struggle for position.

    Implements ix.ship.hull, ix.ship.positioning.
    """
    if not fight.ships:
        return []
    one = fight.combatants[who]
    found: list[Option] = []
    foes = [ship for ship in fight.ships if ship.side != one.side]
    if not one.has("demoralized"):
        for ship in foes:
            if ship.hull > 0:
                found += [
                    ("attack-ship", weapon.id, ship.id)
                    for weapon in arms.ready(fight, who)
                    if reach(fight, who, weapon, ship) >= 0
                ]
    own = under(fight, one)
    if own is not None and own.side == one.side and can_steer(own):
        found += [("position", ship.id) for ship in foes if ship.flies and ship.zone > GROUND]
    return found


def reach(fight: IxFight, who: str, weapon: Weapon, ship: Ship) -> int:
    """The band of an attack on a ship, -1 if the weapon does not reach it."""
    apart = band(fight, who, ship)
    if weapon.mode == "ranged":
        apart = max(apart, SHORT)  # a hull is nobody to be in contact with
    return apart if apart <= arms.reach_of(weapon) else -1


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    if not budget.spend_action(fight, table, who):
        return
    if key[0] == "position":
        position(fight, table, who, key[1])
    else:
        attack(fight, table, who, key[1], key[2])


def attack(fight: IxFight, table: Table, who: str, weapon_id: str, ship_id: str) -> None:
    """One attack on a ship: what is left of the damage comes off its hull. The general list of
    spends stands; there is nobody to injure.

    Implements ix.ship.hull, ix.ship.advantage-benefit, ix.ship.elevation-range.
    """
    one = fight.combatants[who]
    weapon, ship = arms.weapon_of(fight, who, weapon_id), named(fight, ship_id)
    if weapon is None or ship is None:
        return
    made = check.Check(
        check.SKILL, who, skill=weapon.skill, difficulty=0, mode=weapon.mode, moves=True
    )
    made.aims, made.weapon = one.aims, weapon.id
    if ship_id not in one.struck:
        one.struck += (ship_id,)
    if table.recording:
        table.record(
            "attack-ship",
            ("ix.ship.hull", "ix.ship.elevation-range", "ix.attack.difficulty-by-range"),
            who=who,
            ship=ship.name,
            weapon=weapon.id,
            band=BANDS[max(reach(fight, who, weapon, ship), ENGAGED)],
        )
    check.make(
        fight,
        table,
        made,
        lambda build: _dice(fight, build, made, ship_id),
        because=("ix.ship.hull", "ix.action.attack"),
    )
    fight.combatants[who].aims = 0
    quality.after_attack(fight, table, who, weapon)
    if made.succeeded and made.net is not None:
        strike(fight, table, who, weapon, ship_id, made.net.success)
    spend.settle(fight, table)


def _dice(fight: IxFight, build: Build, made: check.Check, ship_id: str) -> bool:
    """Range, the ship's Defense, aiming, the weapon, and tactical advantage."""
    weapon, ship = arms.weapon_of(fight, made.who, made.weapon), named(fight, ship_id)
    if weapon is None or ship is None or ship.hull <= 0:
        return False
    apart = reach(fight, made.who, weapon, ship)
    if apart < 0:
        return False
    trial, bane = arms.difficulty(weapon.mode, apart)
    build.difficulty(trial, f"{weapon.mode} at {BANDS[apart]}", "ix.attack.difficulty-by-range")
    defense = ship.melee_defense if weapon.mode == "melee" else ship.ranged_defense
    per_point = fight.numbers.bane_dice_per_defense
    build.give("bane", bane + defense * per_point, "the ship's Defense", "ix.defense.bane-dice")
    quality.dice(fight, build, made.who, weapon)
    build.give("boon", made.aims * fight.numbers.aim_boon_dice, "aiming", "ix.maneuver.aim")
    own = under(fight, fight.combatants[made.who])
    if own is not None and own.advantage == ship_id:
        dice = fight.numbers.ship_advantage_boon_dice
        build.give("boon", dice, "tactical advantage", "ix.ship.advantage-benefit")
    return True


def strike(
    fight: IxFight, table: Table, who: str, weapon: Weapon, ship_id: str, successes: int
) -> None:
    """A hit on a hull, less the ship's Resistance. Implements ix.ship.hull."""
    ship = named(fight, ship_id)
    if ship is None:
        return
    amount = damage.total(weapon.damage, successes)
    resisted = max(ship.resistance - quality.ignored_resistance(weapon), 0)
    through = max(amount - resisted, 0)
    left = max(ship.hull - through, 0)
    if table.recording:
        table.record(
            "hull",
            ("ix.ship.hull", "ix.damage.formula"),
            who=who,
            ship=ship.name,
            damage=amount,
            resistance=resisted,
            before=ship.hull,
            now=left,
        )
    set_hull(fight, table, ship_id, left)


# ---- positions ----


def position(fight: IxFight, table: Table, who: str, other_id: str) -> None:
    """Opposed Piloting for the better position: the winner says how the ships lie, and its crew
    has tactical advantage. A ship that cannot steer is outdone without a roll.

    Implements ix.ship.positioning, ix.ship.skills, ix.ship.position-choice.
    """
    because = ("ix.ship.positioning", "ix.ship.skills")
    pilot = helm(fight, other_id)
    won, lists = True, None
    if pilot:
        starter = check.Check(check.OPPOSED, who, skill="piloting", target=pilot)
        defender = check.Check(check.OPPOSED, pilot, skill="piloting", target=who)
        lists = opposed.contest(fight, table, starter, defender, because=because, spends=False)
        won = lists.won
    own = under(fight, fight.combatants[who])
    other = named(fight, other_id)
    if own is None or other is None:
        return
    winner, loser = (own, other) if won else (other, own)
    replace_ship(fight, replace(loser, advantage=""))
    replace_ship(fight, replace(winner, advantage=loser.id))
    if table.recording:
        rules = (*because, "ix.ship.advantage-benefit")
        table.record("positioned", rules, who=who, ship=winner.name, other=loser.name)
    chooser = who if won else pilot
    key = table.choose(
        chooser, lambda: positions(fight, winner.id, loser.id), because=(CHOICE, *because)
    )
    _settle(fight, table, winner.id, loser.id, key)
    if lists is not None:
        opposed.settle(fight, table, lists)


def helm(fight: IxFight, ship_id: str) -> str:
    """Who steers a ship: the best pilot of its crew who is able; "" if nobody or nothing can."""
    ship = named(fight, ship_id)
    if ship is None or not can_steer(ship):
        return ""

    def worth(who: str) -> tuple[int, int]:
        one = fight.combatants[who]
        ratings = one.rating("agility"), rank_of(one, "piloting", fight.numbers)
        return sum(ratings), min(ratings)

    return max(crew_up(fight, ship), key=worth, default="")


def positions(fight: IxFight, winner_id: str, loser_id: str) -> list[Option]:
    """How the winner could have the ships lie; as they do is the first of them."""
    winner, loser = named(fight, winner_id), named(fight, loser_id)
    if winner is None or loser is None:
        return []
    now = ("lie", "as-they-do")
    return [
        now,
        *(
            ("lie", band, how)
            for band in BANDS
            for how, step in _STEP.items()
            if GROUND < loser.zone + step <= fight.zones
        ),
    ]


def _settle(fight: IxFight, table: Table, winner_id: str, loser_id: str, key: Key) -> None:
    """The winner's ship takes its place. Implements ix.ship.position-choice."""
    winner, loser = named(fight, winner_id), named(fight, loser_id)
    if winner is None or loser is None or key[1] == "as-they-do":
        return
    numbers = fight.numbers
    steps = (0, numbers.short_steps, numbers.medium_steps, numbers.long_steps)
    apart = (*steps, numbers.extreme_steps)[BANDS.index(key[1])]
    on = 1 if winner.at > loser.at or (winner.at == loser.at and winner.side == "foes") else -1
    zone = loser.zone + _STEP[key[2]]
    put(fight, table, winner, loser.at + on * apart, zone, because=CHOICE)
    if table.recording:
        table.record(
            "ship-placed",
            (CHOICE, "ix.ship.aerial-bands"),
            ship=winner.name,
            other=loser.name,
            band=key[1],
            how=key[2],
        )
