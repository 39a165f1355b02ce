"""The state of a fight of ix: who is in it, what is owed, and the verbs that change it.

What never changes in a fight (weapons, spells, armour) is shared between copies. Every tuple and
mapping here is replaced, never changed in place, so that a copy may share it too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from affray.kernel.copier import fight_copier
from affray.kernel.event import Field
from affray.kernel.fight import Fight
from affray.kernel.question import Because, Edit
from affray.kernel.table import Table
from affray.systems.ix.fighter import (
    CHARACTER,
    DEAD,
    ELITE,
    FLED,
    MINION,
    MOUNT,
    NEMESIS,
    NOTHING,
    OUT,
    SURRENDERED,
    Fighter,
)
from affray.systems.ix.hazards.hazard_records import Building, Climate
from affray.systems.ix.numbers import Numbers, Switches
from affray.systems.ix.records import (
    Effect,
    Ended,
    Fall,
    Lamp,
    Lent,
    Ship,
    Slot,
    Task,
)
from affray.systems.ix.scenes.chase_records import Chase
from affray.systems.ix.scenes.interlude_records import Axis, Gap, Journey, Talk

if TYPE_CHECKING:
    from affray.systems.ix.rolls.check import Check


@dataclass(slots=True)
class IxFight(Fight[Fighter]):
    """A fight of ix.

    `stage` is what the next step does:
      "start" (the encounter begins), "initiative" (`rolling` are still to roll), "slot" (who takes
      the next slot), "turn" (`acting` is taking it), "round-end", "free" (no structured play),
      "social", "travel" and "downtime" (a step of that scene), "aftermath" (the bleeding after a
      scene), "rest" (after the last scene). Fear checks that are owed (`fears`: character, source)
      come before whatever the stage is.

    Slots: `slots` in their order; `slots_done` the ids of this round, `takers` (slot, who) of this
    round, `slot` the one that is being played. `gone` are removed slots as (id, the slot that was
    before it or ""). `turn` says whether somebody's turn runs.

    The turn of `acting`: `actions` left (1 or 0), `maneuvers` taken, `free_maneuvers` left,
    `bought` how a second one was paid for ("", "action", "strain"), `spent` what was done with
    Maneuvers (aim, cover, guard ...).
    """

    numbers: Numbers
    switches: Switches
    heroes: tuple[str, ...]
    foes: tuple[str, ...]
    players: int = 1
    fortune: int = 0
    peril: int = 0
    offer_peril: bool = False
    """The GM has asked that Peril be offered after the players' rolls."""

    scene: str = "fight"
    """What kind of scene is played (`affray.systems.ix.scene.KINDS`)."""
    behind: tuple[str, ...] = ()
    """The scenes that go on after this one, the next one last."""
    called: str = ""
    """The scene that the GM has called for and that begins with the next step, "" for none."""
    chase: Chase | None = None
    """The chase that is played, or that the encounter has prepared."""
    stage: str = "start"
    structured: bool = True
    """Whether it is played by initiative and turns."""
    zones: int = 3
    """The highest elevation zone that exists here (ix.flying.available-zones)."""
    zones_said: bool = False
    """Whether the scene or the GM has said which zones exist."""
    below: str = "ground"
    """What those fall onto who fall out of the air: "ground", "soft", "hard" or "water"."""
    falls: tuple[Fall, ...] = ()
    """Falls that are owed, each a step of its own."""
    ships: tuple[Ship, ...] = ()
    light: str = "bright"
    magical_darkness: bool = False
    lamps: tuple[Lamp, ...] = ()
    covers: tuple[tuple[int, int, str], ...] = ()
    """Cover in the scene: (place on the line, Ranged Defense, what it is)."""
    placed: bool = False
    """Whether the scene has said where everybody stands."""
    aims: tuple[tuple[str, str], ...] = ()
    engaged: frozenset[tuple[str, str]] = frozenset()
    """Opponents 0 steps apart of whom one wants contact, as (hero's side, foes' side)."""

    rolling: tuple[str, ...] = ()
    fears: tuple[tuple[str, str], ...] = ()
    mounts: tuple[str, ...] = ()
    """All mounts, those too that the GM lets act for themselves."""
    startled: tuple[tuple[str, str, str], ...] = ()
    """Frights that a mount's rider has to answer: (mount, row of tables.mount-triggers or a
    difficulty, who brought it or "")."""
    thrown: tuple[tuple[str, str], ...] = ()
    """Riders whose mount has gone down under them and who are still to roll for the fall, with
    the enemies that it was fighting (ids with spaces between)."""
    slots: tuple[Slot, ...] = ()
    slots_done: tuple[str, ...] = ()
    takers: tuple[tuple[str, str], ...] = ()
    slot: str = ""
    gone: tuple[tuple[str, str], ...] = ()
    slot_serial: int = 0
    injury_serial: int = 0

    acting: str = ""
    turn: bool = False
    actions: int = 0
    maneuvers: int = 0
    free_maneuvers: int = 0
    bought: str = ""
    spent: tuple[str, ...] = ()
    refused: tuple[tuple[str, ...], ...] = ()
    skipped: bool = False
    """The GM has ended the turn that runs."""

    lent: tuple[Lent, ...] = ()
    opened: tuple[str, ...] = ()
    """Whose Defense counts as 0 until the end of the round."""
    warded: tuple[tuple[str, str, int], ...] = ()
    """Defense won by a spend: (who, "melee" or "ranged", turn ends left)."""
    tasks: tuple[Task, ...] = ()
    recovered: bool = False
    tended: tuple[str, ...] = ()
    """Who has acted in this round, where rounds are counted after the fighting has stopped."""
    left_to_fate: bool = False
    """Nobody goes on tending those who bleed then."""
    building: Building | None = None
    """The building that burns in the scene."""
    climate: Climate | None = None
    """The extreme cold or heat of the scene."""
    exposures: tuple[str, ...] = ()
    """Who still has to check against cold or heat, once for each hour."""
    hours: int = 0
    """Hours that have passed since the play began, as far as anybody counts them."""
    axes: tuple[Axis, ...] = ()
    talk: Talk | None = None
    journey: Journey | None = None
    gap: Gap | None = None
    outcome: str = ""
    """How the last scene that led back to free play came out."""
    short_rests: int = 0
    ended: Ended | None = None
    """How it stood at its end, until the survivors have done something."""
    check: Check | None = None
    """The check that is being made; None between two steps."""

    # ---- looking ----

    def side_of(self, who: str) -> str:
        return self.combatants[who].side

    def ids(self, side: str) -> tuple[str, ...]:
        """The ids of a side, in roster order, whatever has become of them."""
        return self.heroes if side == "heroes" else self.foes

    def opposing(self, who: str) -> tuple[str, ...]:
        return self.foes if self.combatants[who].side == "heroes" else self.heroes

    def anyone_up(self, ids: tuple[str, ...]) -> bool:
        """Whether any of them is able to act."""
        found = self.combatants
        for who in ids:  # noqa: SIM110 (asked twice a step, and a generator takes twice as long)
            if found[who].is_up:
                return True
        return False

    def anyone_senseless(self, ids: tuple[str, ...]) -> bool:
        """Whether any of them cannot act for a moment and is not out of the fight by it.

        Implements ix.hazard.fall-water-state.
        """
        found = self.combatants
        return any(
            found[who].is_here and not found[who].is_down and found[who].is_senseless for who in ids
        )

    def up(self, side: str) -> list[str]:
        """Those of a side able to act, in roster order."""
        found = self.combatants
        return [who for who in self.ids(side) if found[who].is_up]

    def present(self, side: str) -> list[str]:
        """Those of a side in the fight, standing or fallen, in roster order."""
        found = self.combatants
        return [who for who in self.ids(side) if found[who].is_here]

    def enemies_up(self, who: str) -> list[str]:
        found = self.combatants
        return [one for one in self.opposing(who) if found[one].is_up]

    def friends(self, who: str) -> list[str]:
        """The others of one's side in the fight, standing or fallen."""
        return [one for one in self.present(self.combatants[who].side) if one != who]

    def turn_ends(self, who: str, turns: int = 1) -> int:
        """How many turn ends of `who` lie before the end of its next `turns` turns.

        Implements ix.condition.default-duration, ix.condition.default-duration-own-turn.
        """
        acts = self.acting == who or (who in self.mounts and self.acting == self.rider_of(who))
        return turns + (1 if self.turn and self.acting and acts else 0)

    def rider_of(self, mount: str) -> str:
        """Who sits on a mount, "" if nobody does."""
        return next((one.id for one in self.combatants.values() if one.mount == mount), "")

    def partner(self, who: str) -> str:
        """The mount of a rider, the rider of a mount, "" for anybody else."""
        if not self.mounts:
            return ""
        return self.combatants[who].mount or (self.rider_of(who) if who in self.mounts else "")

    def is_participant(self, who: str) -> bool:
        """Whether somebody acts for itself; a mount does not (ix.mounted.initiative)."""
        return who in self.heroes or who in self.foes

    def story(self, side: str) -> int:
        """The Story Points of a side: Fortune of the heroes', Peril of the foes'."""
        return self.fortune if side == "heroes" else self.peril

    # ---- effects, dice that wait ----

    def add_effect(self, who: str, effect: Effect, table: Table, because: Because) -> None:
        one = self.combatants[who]
        one.effects += (effect,)
        if table.recording:
            table.record(
                "effect",
                because,
                who=who,
                op=effect.op,
                die=effect.die,
                amount=effect.amount,
                checks=effect.checks,
                against=effect.against,
                ends=effect.ends,
            )

    def end_effect(self, who: str, effect: Effect, table: Table, because: Because) -> None:
        one = self.combatants[who]
        if effect not in one.effects:
            return
        kept = list(one.effects)
        kept.remove(effect)
        one.effects = tuple(kept)
        if table.recording:
            table.record("effect-over", because, who=who, op=effect.op, die=effect.die)

    # ---- presence ----

    def leave(
        self, who: str, status: str, code: str, table: Table, because: Because, **fields: Field
    ) -> None:
        """Somebody is out of the fight: "dead", "out", "fled" or "surrendered"."""
        one = self.combatants[who]
        if one.status == status:
            return
        one.status = status
        if status == DEAD:
            one.died = self.hours
        self._absent(who, table)
        if table.recording:
            table.record(code, because, who=who, status=status, **fields)

    def _absent(self, who: str, table: Table) -> None:
        """Nobody holds, touches or fears somebody who is out of the fight; one that has fled is
        feared until it has been out of sight for long enough."""
        from affray.systems.ix.fight import grapple  # they are built on this
        from affray.systems.ix.harm import fright  # they are built on this

        if self.mounts:
            from affray.systems.ix.saddle import mounted  # it is built on this

            mounted.absent(self, table, who)
        grapple.gone(self, table, who)
        self.engaged = frozenset(pair for pair in self.engaged if who not in pair)
        if self.combatants[who].status != FLED:
            fright.defeated(self, table, who)

    def edit(self, edit: Edit, table: Table) -> bool:
        """As `Fight.edit`; then what follows from somebody's absence, or from going on."""
        from affray.systems.ix.fight import encounter  # they are built on this
        from affray.systems.ix.scenes import reopening  # they are built on this

        done = Fight.edit(self, edit, table)
        if done and edit.kind == "remove":
            self._absent(edit.who, table)
            if self.stage in ("slot", "turn", "round-end"):
                encounter.check_end(self, table)
        elif done and edit.kind == "resume":
            reopening.reopen(self)
        elif done and edit.kind in ("hide", "show") and (other := self.partner(edit.who)):
            self.combatants[other].hidden = edit.kind == "hide"
        return done


copy_fight = fight_copier(IxFight, Fighter)
"""A copy of a fight that shares nothing that rules or the GM change in place."""

__all__ = [
    "CHARACTER",
    "DEAD",
    "ELITE",
    "FLED",
    "MINION",
    "MOUNT",
    "NEMESIS",
    "NOTHING",
    "OUT",
    "SURRENDERED",
    "Fighter",
    "IxFight",
    "copy_fight",
]
