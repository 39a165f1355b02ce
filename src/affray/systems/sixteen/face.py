"""The system `sixteen` as the rest of the house knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from affray.kernel.policy import Policy, Source
from affray.kernel.question import HEROES, Edit, Question
from affray.kernel.rulebook import HouseRules, Rulebook
from affray.kernel.sheet import Map, Order, Sheet
from affray.kernel.system import Part, Setup, Stage, System
from affray.kernel.table import Table
from affray.systems.sixteen import edits, initiative, reaction, recovery, saving, sheets, turn
from affray.systems.sixteen.state import SixteenFight, copy_fight

if TYPE_CHECKING:
    from affray.kernel.words import Words
    from affray.systems.sixteen.view import View


class SixteenSystem(System[SixteenFight]):
    """d20 to a total of sixteen; deflection, armour, wounds, and fatigue that wears all down."""

    name = "sixteen"
    title = "Sixteen"
    preview_leaves = 1_500  # a way takes about a millisecond
    demo = "ford"
    policy_names = ("sensible", "random")
    tags = sheets.TAGS
    windows: ClassVar = {reaction.WINDOW: "a Reaction, when somebody walks out of reach"}

    @property
    def rulebook(self) -> Rulebook:
        from affray.systems.sixteen import content

        return content.rulebook()

    # ---- the fight ----

    def start(self, setup: Setup) -> SixteenFight:
        return saving.new_fight(self.rulebook, setup)

    def step(self, fight: SixteenFight, table: Table) -> None:
        """One choice of whoever's turn it is, or the change of turns."""
        match fight.stage:
            case "turn":
                turn.act(fight, table)
            case "start":
                initiative.begin(fight, table)
            case _:
                fight.stage = "next"
                initiative.next_turn(fight, table)

    def after(self, fight: SixteenFight, table: Table) -> None:
        recovery.after(fight, table)

    def ended_here(self, fight: SixteenFight, table: Table) -> None:
        """The step is over where it stands: what was spent stays spent, and play goes on."""
        fight.rolled, fight.rolling = 0, ""
        if fight.result is not None:
            fight.closed = fight.stage == "rest"
            return
        if fight.stage == "start":
            initiative.settle(fight)
        elif fight.stage == "turn":
            if not (fight.underway and turn.options(fight, fight.acting)):
                turn.close(fight, table)
            fight.underway = False

    def copy(self, fight: SixteenFight) -> SixteenFight:
        return copy_fight(fight)

    def key(self, fight: SixteenFight) -> Any:
        return saving.key(fight)

    def dump(self, fight: SixteenFight) -> dict[str, Any]:
        return saving.dump(fight)

    def load(self, data: Mapping[str, Any], setup: Setup) -> SixteenFight:
        return saving.load(self.rulebook, data, setup)

    def edit(self, fight: SixteenFight, edit: Edit, table: Table) -> bool:
        return edits.edit(fight, edit, table)

    def numbers(self, fight: SixteenFight, who: str) -> list[str]:
        return edits.numbers(fight, who)

    def conditions(self, fight: SixteenFight, who: str) -> list[str]:
        return edits.conditions(fight, who)

    def oddities(self, fight: SixteenFight) -> list[str]:
        return edits.oddities(fight)

    # ---- showing it ----

    def sheets(self, fight: SixteenFight) -> list[Sheet]:
        return [sheets.sheet(fight, one) for one in fight.here()]

    def outlines(self, fight: SixteenFight) -> list[Sheet]:
        """The sheets with state and track alone, which is what a simulation adds up."""
        return [sheets.outline(fight, one) for one in fight.here()]

    def order(self, fight: SixteenFight) -> Order:
        return sheets.order(fight)

    def map(self, fight: SixteenFight) -> Map:
        return sheets.line(fight)

    def explain_pool(self, fight: SixteenFight, question: Question) -> list[Part]:
        from affray.systems.sixteen import explain

        return explain.pool(fight, question)

    def explain_roll(self, question: Question, faces: Sequence[int]) -> list[Stage]:
        from affray.systems.sixteen import explain

        return explain.roll(question, faces)

    def gist(self, rule: str, reading: Any) -> str:
        from affray.systems.sixteen import explain

        return explain.gist(reading)

    @property
    def words(self) -> Words:
        from affray.systems.sixteen.words import WORDS

        return WORDS

    # ---- who plays ----

    def facade(self, fight: SixteenFight, who: str) -> View:
        from affray.systems.sixteen.view import GmView, HeroesView

        if who == HEROES or (who in fight.combatants and fight[who].side == "heroes"):
            return HeroesView(fight)
        return GmView(fight)

    def policy(self, name: str, side: str, source: Source) -> Policy:
        if name == "sensible":
            from affray.systems.sixteen import policies

            return policies.SensibleGm() if side == "gm" else policies.SensibleHeroes()
        return super().policy(name, side, source)

    # ---- content ----

    shelves = ("heroes", "foes", "allies", "weapons", "armours", "shields", "spells")

    def library(self, shelf: str) -> Mapping[str, dict[str, Any]]:
        from affray.systems.sixteen import content

        return content.library(shelf)

    def encounters(self) -> Mapping[str, str]:
        from affray.systems.sixteen import content

        return content.encounters()

    def check_block(self, kind: str, block: dict[str, Any], house: HouseRules) -> dict[str, Any]:
        from affray.systems.sixteen import content

        return content.check_block(kind, block, house)

    def form_schema(self, kind: str, house: HouseRules) -> dict[str, Any]:
        from affray.systems.sixteen import content

        return content.form_schema(kind, house)

    def check_scene(self, scene: dict[str, Any], setup: Setup) -> dict[str, Any]:
        from affray.systems.sixteen import content

        return content.check_scene(scene, setup)

    def carry_over(self, fight: SixteenFight) -> list[dict[str, Any]]:
        return saving.carry_over(fight)
