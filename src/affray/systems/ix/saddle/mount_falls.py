"""Falls from the saddle: with a mount that goes down, by an attacker's skill, or otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.fight import range as bands
from affray.systems.ix.harm import condition, wounds
from affray.systems.ix.ledger import trial_dice
from affray.systems.ix.rolls import check, opposed, spend
from affray.systems.ix.rolls.check import Check
from affray.systems.ix.saddle import mounted
from affray.systems.ix.scenes import scene
from affray.systems.ix.state import MOUNT, IxFight

if TYPE_CHECKING:
    from affray.systems.ix.fight.attack import Blow

DOWN = "ix.mounted.mount-down"
MARGIN = "ix.mounted.mount-down-margin"
FAILURE = "ix.mounted.unseat-failure"
SADDLE = "ix.mounted.out-of-the-saddle"


def helpless(fight: IxFight, table: Table, who: str) -> None:
    """Somebody can do nothing any more: a rider slides from the saddle, a mount takes its rider
    down with it. Implements ix.mounted.mount-down, ix.mounted.out-of-the-saddle.
    """
    one = fight.combatants[who]
    if one.mount:
        mounted.get_off(fight, table, who, because=SADDLE, code="slid-off")
    elif one.rank == MOUNT and (rider := fight.rider_of(who)):
        _goes_down(fight, table, who, rider)


def _goes_down(fight: IxFight, table: Table, mount: str, rider: str) -> None:
    """The rider is Prone at once, and clear of whom the mount was fighting unless the roll for the
    fall, which is owed now, says otherwise. Aloft both fall from there instead.

    Implements ix.mounted.mount-down, ix.mounted.mount-down-margin.
    """
    if fight.combatants[mount].zone:
        from affray.systems.ix.air import flying  # it looks at riders

        flying.disrupt(fight, table, mount, because=DOWN)
        return
    foes = _fought(fight, mount, rider)
    mounted.get_off(fight, table, rider, because=DOWN, code="mount-fell")
    fight.thrown += ((rider, " ".join(foes)),)
    for foe in foes:
        bands.part(fight, table, rider, foe, because=DOWN)
    condition.give(fight, table, rider, condition.PRONE, because=DOWN)


def _fought(fight: IxFight, mount: str, rider: str) -> list[str]:
    """The enemies able to act in contact with mount or rider, and who has just struck it down."""
    made = fight.check
    struck = made.who if made is not None and made.mode == "melee" and made.target == mount else ""
    return [
        foe
        for foe in fight.enemies_up(rider)
        if foe == struck
        or bands.is_contact(fight, mount, foe)
        or bands.is_contact(fight, rider, foe)
    ]


def land(fight: IxFight, table: Table) -> None:
    """The check that a fall with the mount has left: Average Reflexes, or Wounds; who fails badly
    lies at the feet of an enemy.

    Implements ix.mounted.mount-down, ix.mounted.mount-down-margin.
    """
    (who, foes), fight.thrown = fight.thrown[0], fight.thrown[1:]
    one = fight.combatants[who]
    if not one.is_here:
        return
    made = Check(check.SKILL, who, skill="reflexes", difficulty=trial_dice("average"), moves=True)
    if one.is_up:
        check.make(fight, table, made, because=DOWN, read=check.whole)
    if not made.succeeded:
        amount = fight.numbers.mount_down_wounds
        wounds.suffer(fight, table, who, amount, because=DOWN)
    net = made.net
    if net is None or fight.result is not None:
        return
    if -net.success >= fight.numbers.mount_down_failures:
        _at_their_feet(fight, table, who, foes.split())
    fight.check = made
    spend.settle(fight, table)


def _at_their_feet(fight: IxFight, table: Table, who: str, foes: list[str]) -> None:
    """Implements ix.mounted.mount-down-margin."""
    near = [foe for foe in foes if fight.combatants[foe].is_up]
    if not near or not fight.combatants[who].is_here:
        return
    bands.move_to(fight, table, who, fight.combatants[near[0]].at, because=MARGIN)
    for foe in near:
        if bands.steps(fight, who, foe) < fight.numbers.short_steps:
            bands.engage(fight, table, who, foe, because=MARGIN)


# ---- unseating ----


def may_unseat(fight: IxFight, blow: Blow) -> bool:
    """Whether a melee attack could unseat its target: a rider, and with a net Success, without
    which whoever starts a contest never wins it.

    Implements ix.mounted.unseat, ix.opposed.initiator-needs-success.
    """
    return (
        bool(fight.mounts)
        and blow.weapon.mode == "melee"
        and blow.hits
        and mounted.is_mounted(fight, blow.target)
    )


def contest(fight: IxFight, table: Table, blow: Blow) -> None:
    """The rider rolls Riding against the attack's net Successes, and stays on with as many.

    Implements ix.mounted.unseat-check, ix.mounted.unseat-failure.
    """
    rider = blow.target
    if not mounted.is_mounted(fight, rider) or not fight.combatants[rider].is_up:
        return
    made = Check(check.OPPOSED, rider, skill="riding", target=blow.who)
    rules = ("ix.mounted.unseat-check", "ix.mounted.unseat")
    stays = opposed.against_result(fight, table, made, blow.successes, started=False, because=rules)
    if not stays:
        unseat(fight, table, rider, because=FAILURE, by=blow.who)
    elif table.recording:
        table.record("stayed-on", "ix.mounted.unseat-check", who=rider, by=blow.who)
    fight.check = made
    spend.settle(fight, table)


def unseat(
    fight: IxFight, table: Table, rider: str, *, because: Because = FAILURE, by: str = ""
) -> None:
    """A rider lies Prone, and its mount runs on: one range band away from it, away from `by`.

    Implements ix.mounted.unseat-failure.
    """
    mount = fight.combatants[rider].mount
    if not mount:
        return
    mounted.get_off(fight, table, rider, because=because, code="unseated")
    if fight.scene == scene.FIGHT and fight.combatants[mount].is_up:
        bands.shift(fight, table, mount, by or rider, because=because)
    condition.give(fight, table, rider, condition.PRONE, source=by, because=because)
