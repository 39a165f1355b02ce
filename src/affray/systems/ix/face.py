"""The system `ix` as the rest of the house knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from affray.kernel.keys import Key
from affray.kernel.policy import Policy, Source
from affray.kernel.question import HEROES, Edit, Question
from affray.kernel.rulebook import HouseRules, Rulebook
from affray.kernel.sheet import Map, Order, Setting, Sheet, Track
from affray.kernel.system import Ending, Part, Setup, Stage, System
from affray.kernel.table import Table
from affray.systems.ix import saving, sheets, showing
from affray.systems.ix.air import fall
from affray.systems.ix.blocks import blocks_in, blocks_out
from affray.systems.ix.edits import fight_edits as edits
from affray.systems.ix.edits import scene_settings, tag_edits
from affray.systems.ix.fight import encounter, initiative, turn
from affray.systems.ix.harm import fear, recovery
from affray.systems.ix.hazards import temperature
from affray.systems.ix.rolls import checks, spend
from affray.systems.ix.saddle import mount_control, mount_falls
from affray.systems.ix.scenes import chase, downtime, free, scene, social, travel
from affray.systems.ix.state import IxFight, copy_fight

if TYPE_CHECKING:
    from affray.kernel.words import Words
    from affray.systems.ix.policies.view import View


class IxSystem(System[IxFight]):
    """Narrative dice: successes and what else happens, initiative slots, wounds below zero."""

    name = "ix"
    title = "Ix"
    demo = "skirmish"
    needs_foes = False
    policy_names = ("sensible", "random")
    tags = sheets.TAGS
    preview_leaves = 400  # an attack has a hundred readings, and an injury may bring another attack
    windows: ClassVar = {spend.WINDOW: "Fortune after a roll that brings nothing to spend"}

    @property
    def rulebook(self) -> Rulebook:
        from affray.systems.ix import content

        return content.rulebook()

    # ---- the fight ----

    def start(self, setup: Setup) -> IxFight:
        return blocks_in.new_fight(self.rulebook, setup)

    def step(self, fight: IxFight, table: Table) -> None:
        """One check, fall or fear that is owed, one initiative roll, one pick of a slot, one choice
        of the acting participant, one step of a scene without turns, or the end of a round."""
        fight.check = None
        if fight.called:
            scene.answer_call(fight, table)
        elif fight.falls:
            fall.step(fight, table)
        elif fight.fears:
            fear.step(fight, table)
        elif fight.exposures:
            temperature.step(fight, table)
        elif fight.thrown:
            mount_falls.land(fight, table)
        elif fight.startled and mount_control.is_due(fight):
            mount_control.control(fight, table)
        else:
            match fight.stage:
                case "turn" | "slot" | "round-end" if chase.is_over(fight):
                    chase.conclude(fight, table)
                case "turn":
                    turn.act(fight, table)
                case "slot":
                    initiative.pick(fight, table)
                case "round-end" if fight.scene == scene.CHASE:
                    chase.round_end(fight, table)
                case "round-end":
                    encounter.round_end(fight, table)
                case "initiative":
                    initiative.step(fight, table)
                case "start":
                    scene.begin(fight, table)
                case "social":
                    social.step(fight, table)
                case "travel":
                    travel.step(fight, table)
                case "downtime":
                    downtime.step(fight, table)
                case "aftermath":
                    recovery.before_the_next_scene(fight, table)
                case _:
                    free.act(fight, table)
        fight.check = None

    def after(self, fight: IxFight, table: Table) -> None:
        fight.check = None
        if fight.exposures:
            temperature.step(fight, table)
        else:
            recovery.after(fight, table)
        fight.check = None

    def ended_here(self, fight: IxFight, table: Table) -> None:
        """The step is over where it stands: what was spent stays spent, and play goes on."""
        fight.check = None
        if fight.result is not None or fight.called:
            return
        if fight.stage in ("slot", "turn", "round-end") and encounter.check_end(fight, table):
            return
        if fight.fears and fight.fears[0][0] not in fight.combatants:
            fight.fears = fight.fears[1:]
        match fight.stage:
            case "turn":
                if not fight.turn or not fight.combatants[fight.acting].is_up:
                    turn.finish(fight, table, "ended")
            case "slot":
                initiative.skip(fight, table)
            case "initiative":
                initiative.give_up(fight, table)

    def copy(self, fight: IxFight) -> IxFight:
        return copy_fight(fight)

    def key(self, fight: IxFight) -> Any:
        return saving.key(fight)

    def dump(self, fight: IxFight) -> dict[str, Any]:
        return saving.dump(fight)

    def load(self, data: Mapping[str, Any], setup: Setup) -> IxFight:
        return saving.load(self.rulebook, data, setup)

    def edit(self, fight: IxFight, edit: Edit, table: Table) -> bool:
        return edits.edit(fight, edit, table)

    def numbers(self, fight: IxFight, who: str) -> list[str]:
        return edits.numbers(fight, who)

    def conditions(self, fight: IxFight, who: str) -> list[str]:
        return tag_edits.conditions(fight, who)

    def settings(self, fight: IxFight) -> list[Setting]:
        return scene_settings.settings(fight)

    def oddities(self, fight: IxFight) -> list[str]:
        return edits.oddities(fight)

    def endings(self, fight: IxFight) -> Mapping[str, Ending]:
        return showing.endings(fight)

    def aims(self, fight: IxFight, *, gm: bool) -> list[str]:
        return showing.aims(fight, gm=gm)

    def unit(self, fight: IxFight) -> str:
        """Implements ix.travel.mode."""
        return "day" if fight.scene == scene.TRAVEL else "round"

    def tallies(self, before: IxFight, after: IxFight) -> Sequence[str]:
        return showing.tallies(before, after)

    def acts(self, fight: IxFight, who: str) -> bool:
        """Implements ix.mounted.initiative."""
        return fight.is_participant(who)

    def leads_on(self, key: Key) -> bool:
        """Implements ix.pool.identify."""
        return key[0] in checks.NAMES_A_SKILL

    # ---- showing it ----

    def sheets(self, fight: IxFight) -> list[Sheet]:
        return [sheets.sheet(fight, one) for one in fight.here()]

    def outlines(self, fight: IxFight) -> list[Sheet]:
        """The sheets with state and tracks alone, which is what a simulation adds up."""
        return [sheets.outline(fight, one) for one in fight.here()]

    def order(self, fight: IxFight) -> Order:
        return sheets.order(fight)

    def counters(self, fight: IxFight) -> list[Track]:
        return showing.counters(fight)

    def map(self, fight: IxFight) -> Map | None:
        return showing.line(fight)

    def explain_pool(self, fight: IxFight, question: Question) -> list[Part]:
        return showing.explain_pool(fight, question)

    def explain_roll(self, question: Question, faces: Sequence[int]) -> list[Stage]:
        return showing.explain_roll(question, faces)

    def gist(self, rule: str, reading: Any) -> str:
        return "" if rule.startswith("ix.initiative.") else showing.gist(reading)

    @property
    def words(self) -> Words:
        from affray.systems.ix.words import WORDS

        return WORDS

    # ---- who plays ----

    def facade(self, fight: IxFight, who: str) -> View:
        from affray.systems.ix.policies.view import GmView, HeroesView

        if who == HEROES or (who in fight.combatants and fight[who].side == "heroes"):
            return HeroesView(fight)
        return GmView(fight)

    def policy(self, name: str, side: str, source: Source) -> Policy:
        if name == "sensible":
            from affray.systems.ix.policies import sensible as policies

            return policies.SensibleGm() if side == "gm" else policies.SensibleHeroes()
        return super().policy(name, side, source)

    # ---- content ----

    shelves = ("heroes", "foes", "allies", "species", "weapons", "armour", "talents", "spells")

    def library(self, shelf: str) -> Mapping[str, dict[str, Any]]:
        from affray.systems.ix import content

        return content.library(shelf)

    def encounters(self) -> Mapping[str, str]:
        from affray.systems.ix import content

        return content.encounters()

    def check_block(self, kind: str, block: dict[str, Any], house: HouseRules) -> dict[str, Any]:
        from affray.systems.ix import content

        return content.check_block(kind, block, house)

    def form_schema(self, kind: str, house: HouseRules) -> dict[str, Any]:
        from affray.systems.ix import content

        return content.form_schema(kind, house)

    def check_scene(self, scene: dict[str, Any], setup: Setup) -> dict[str, Any]:
        from affray.systems.ix import content

        return content.check_scene(scene, setup)

    def carry_over(self, fight: IxFight) -> list[dict[str, Any]]:
        return blocks_out.carry_over(fight)
