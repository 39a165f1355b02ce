"""The system `vigor` as the rest of the house knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from affray.kernel.keys import Option
from affray.kernel.policy import Policy, Source
from affray.kernel.question import HEROES, Edit, Question
from affray.kernel.rulebook import HouseRules, Rulebook
from affray.kernel.sheet import Map, Order, Setting, Sheet
from affray.kernel.system import Part, Setup, Stage, System
from affray.kernel.table import Table
from affray.systems.vigor import (
    content,
    edits,
    reaction,
    rest,
    roster,
    round,
    saving,
    scene_settings,
    sheets,
    sovereign,
    turn,
)
from affray.systems.vigor.state import VigorFight, copy_fight

if TYPE_CHECKING:
    from affray.kernel.words import Words
    from affray.systems.vigor.view import View


class VigorSystem(System[VigorFight]):
    """Tactics are picked together, maneuvers can be disrupted, and harm goes through layers."""

    name = "vigor"
    title = "Vigor"
    preview_leaves = 1_500  # a way takes about a millisecond
    demo = "the-captain"
    policy_names = ("sensible", "random")
    tags = sheets.TAGS
    windows: ClassVar = {
        reaction.OPPORTUNITY: "an opportunity attack, when somebody leaves your reach",
        reaction.ENTERING: "a strike, when somebody comes into your reach",
        reaction.TRIGGERED: "an ability of your own, when you are attacked",
    }

    @property
    def rulebook(self) -> Rulebook:
        return content.rulebook()

    # ---- the fight ----

    def start(self, setup: Setup) -> VigorFight:
        return saving.new_fight(self.rulebook, setup)

    def step(self, fight: VigorFight, table: Table) -> None:
        """One choice of whoever acts, one side's picks, one instant Maneuver, one Sovereign's word
        between turns, or one change of turn or round."""
        match fight.stage:
            case "turn":
                turn.act(fight, table)
            case "gap":
                sovereign.gap(fight, table)
            case "foe-picks":
                round.foe_picks(fight, table)
            case "foe-instants":
                round.foe_instants(fight, table)
            case "hero-picks":
                round.hero_picks(fight, table)
            case "hero-instants":
                round.hero_instants(fight, table)
            case "initiative":
                round.roll(fight, table)
            case "blind":
                round.blind(fight, table)
            case "round-end":
                round.end(fight, table)
            case "set-up":
                round.set_up(fight, table)
            case _:
                fight.stage = "turns"
                turn.pass_on(fight, table)

    def after(self, fight: VigorFight, table: Table) -> None:
        rest.after(fight, table)

    def ended_here(self, fight: VigorFight, table: Table) -> None:
        """The step is over where it stands: what was spent stays spent, and play goes on."""
        if fight.result is not None:
            fight.closed = fight.stage in ("tend", "closed")
            return
        round.go_on(fight, table)

    def copy(self, fight: VigorFight) -> VigorFight:
        return copy_fight(fight)

    def key(self, fight: VigorFight) -> Any:
        return saving.key(fight)

    def dump(self, fight: VigorFight) -> dict[str, Any]:
        return saving.dump(fight)

    def load(self, data: Mapping[str, Any], setup: Setup) -> VigorFight:
        return saving.load(self.rulebook, data, setup)

    def edit(self, fight: VigorFight, edit: Edit, table: Table) -> bool:
        return edits.edit(fight, edit, table)

    def numbers(self, fight: VigorFight, who: str) -> list[str]:
        return edits.numbers(fight, who)

    def conditions(self, fight: VigorFight, who: str) -> list[str]:
        return edits.conditions(fight, who)

    def settings(self, fight: VigorFight) -> list[Setting]:
        return scene_settings.settings(fight)

    def oddities(self, fight: VigorFight) -> list[str]:
        return edits.oddities(fight)

    # ---- showing it ----

    def sheets(self, fight: VigorFight) -> list[Sheet]:
        return [sheets.sheet(fight, one) for one in fight.here()]

    def outlines(self, fight: VigorFight) -> list[Sheet]:
        """The sheets with state and tracks alone, which is what a simulation adds up."""
        return [sheets.outline(fight, one) for one in fight.here()]

    def order(self, fight: VigorFight) -> Order:
        return sheets.order(fight)

    def map(self, fight: VigorFight) -> Map:
        return sheets.map_of(fight)

    @property
    def words(self) -> Words:
        from affray.systems.vigor.words import WORDS

        return WORDS

    def gives(self, fight: VigorFight, who: str, option: Option) -> str:
        from affray.systems.vigor.gives import gives

        return gives(fight, who, option)

    def explain_pool(self, fight: VigorFight, question: Question) -> list[Part]:
        from affray.systems.vigor import explain

        return explain.pool(fight, question)

    def explain_roll(self, question: Question, faces: Sequence[int]) -> list[Stage]:
        from affray.systems.vigor import explain

        return explain.roll(question, faces)

    def gist(self, rule: str, reading: Any) -> str:
        from affray.systems.vigor import explain

        return explain.gist(reading)

    # ---- who plays ----

    def facade(self, fight: VigorFight, who: str) -> View:
        from affray.systems.vigor.view import GmView, HeroesView

        if who == HEROES or (who in fight.combatants and fight[who].side == "heroes"):
            return HeroesView(fight)
        return GmView(fight)

    def policy(self, name: str, side: str, source: Source) -> Policy:
        if name == "sensible":
            from affray.systems.vigor import policies

            return policies.SensibleGm() if side == "gm" else policies.SensibleHeroes()
        return super().policy(name, side, source)

    # ---- content ----

    shelves = ("heroes", "foes", "allies", "weapons", "spells")

    def library(self, shelf: str) -> Mapping[str, dict[str, Any]]:
        return content.library(shelf)

    def encounters(self) -> Mapping[str, str]:
        return content.encounters()

    def check_block(self, kind: str, block: dict[str, Any], house: HouseRules) -> dict[str, Any]:
        return content.check_block(kind, block, house)

    def form_schema(self, kind: str, house: HouseRules) -> dict[str, Any] | None:
        return content.form_schema(kind, house)

    def check_scene(self, scene: dict[str, Any], setup: Setup) -> dict[str, Any]:
        return content.check_scene(scene, setup)

    def carry_over(self, fight: VigorFight) -> list[dict[str, Any]]:
        return roster.carry_over(fight)
