"""The system `trade` as the rest of the house knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from affray.kernel.policy import Policy, Source
from affray.kernel.question import HEROES, Edit
from affray.kernel.rulebook import HouseRules, Rulebook
from affray.kernel.sheet import Order, Sheet
from affray.kernel.system import Setup, System
from affray.kernel.table import Table
from affray.systems.trade import edits, phase, rest, saving, sheets, start, turn
from affray.systems.trade.state import TradeFight, copy_fight

if TYPE_CHECKING:
    from affray.kernel.words import Words
    from affray.systems.trade.view import View


class TradeSystem(System[TradeFight]):
    """No hit fails, one hit trades blows, two or more succeed."""

    name = "trade"
    title = "Trade"
    demo = "party"
    is_gentle = True
    policy_names = ("sensible", "random")
    tags = sheets.TAGS
    windows: ClassVar = {
        turn.WINDOW: "an action in reserve, after another's action",
        phase.WINDOW: "an action in reserve, in the enemy phase",
    }

    @property
    def rulebook(self) -> Rulebook:
        from affray.systems.trade import content

        return content.rulebook()

    # ---- the fight ----

    def start(self, setup: Setup) -> TradeFight:
        return saving.new_fight(self.rulebook, setup)

    def step(self, fight: TradeFight, table: Table) -> None:
        """One choice of the acting hero, one enemy phase, or one pick or change of turns."""
        match fight.stage:
            case "turn":
                turn.act(fight, table)
            case "phase":
                phase.hold(fight, table)
                fight.phase_due = False
                fight.stage = "pick"
            case "start":
                start.begin(fight, table)
            case "opening":
                start.opening(fight, table)
            case _:
                fight.stage = "pick"
                turn.pick(fight, table)

    def after(self, fight: TradeFight, table: Table) -> None:
        rest.after(fight, table)

    def settle(self, fight: TradeFight, table: Table) -> None:
        """The price of an action is the enemy phase that follows: the turn ends, and it is held."""
        if fight.stage == "turn" and fight.taken:
            turn.finish(fight, table, "ended")
        if fight.stage == "phase":
            self.step(fight, table)

    def ended_here(self, fight: TradeFight, table: Table) -> None:
        """The step is over where it stands: what was spent stays spent, and play goes on."""
        if fight.result is not None:
            fight.closed = fight.stage == "rest"
            return
        fight.refused = ()
        match fight.stage:
            case "start":
                fight.round = max(1, fight.round)
                fight.stage = "pick"
            case "pick":
                waiting = turn.waiting(fight)
                if waiting:
                    turn.begin(fight, table, waiting[0])
            case "turn":
                may_go_on = fight.underway and fight.actions > 0 and fight.is_in(fight.acting)
                fight.underway = False
                if not may_go_on:
                    turn.finish(fight, table, "ended")
            case "opening" | "phase":
                phase.clean_up(fight, table)
                if fight.stage == "phase" or fight.opening <= 0:
                    fight.phase_due = False
                    fight.stage = "pick"
            case _:
                fight.stage = "pick"

    def copy(self, fight: TradeFight) -> TradeFight:
        return copy_fight(fight)

    def key(self, fight: TradeFight) -> Any:
        return saving.key(fight)

    def dump(self, fight: TradeFight) -> dict[str, Any]:
        return saving.dump(fight)

    def load(self, data: Mapping[str, Any], setup: Setup) -> TradeFight:
        return saving.load(self.rulebook, data, setup)

    def edit(self, fight: TradeFight, edit: Edit, table: Table) -> bool:
        return edits.edit(fight, edit, table)

    def numbers(self, fight: TradeFight, who: str) -> list[str]:
        return edits.numbers(fight, who)

    def conditions(self, fight: TradeFight, who: str) -> list[str]:
        return edits.conditions(fight, who)

    def oddities(self, fight: TradeFight) -> list[str]:
        return edits.oddities(fight)

    # ---- showing it ----

    def sheets(self, fight: TradeFight) -> list[Sheet]:
        return [sheets.sheet(fight, combatant) for combatant in fight.here()]

    def outlines(self, fight: TradeFight) -> list[Sheet]:
        """The sheets with state and track alone, which is what a simulation adds up."""
        return [sheets.outline(fight, combatant) for combatant in fight.here()]

    def order(self, fight: TradeFight) -> Order:
        return sheets.order(fight)

    def aims(self, fight: TradeFight, *, gm: bool) -> list[str]:
        """What the GM states to everybody at the beginning. Implements trade.scene.set-up."""
        from affray.systems.trade.words import aim_of

        return [aim_of(side, aim) for side, aim in fight.aims if aim] if fight.round else []

    @property
    def words(self) -> Words:
        from affray.systems.trade.words import WORDS

        return WORDS

    # ---- who plays ----

    def facade(self, fight: TradeFight, who: str) -> View:
        from affray.systems.trade.view import GmView, HeroesView

        if who == HEROES or (who in fight.combatants and fight[who].side == "heroes"):
            return HeroesView(fight)
        return GmView(fight)

    def policy(self, name: str, side: str, source: Source) -> Policy:
        if name == "sensible":
            from affray.systems.trade import policies

            return policies.SensibleGm() if side == "gm" else policies.SensibleHeroes()
        return super().policy(name, side, source)

    # ---- content ----

    shelves = ("heroes", "foes", "allies", "weapons", "armors", "abilities")

    def library(self, shelf: str) -> Mapping[str, dict[str, Any]]:
        from affray.systems.trade import content

        return content.library(shelf)

    def encounters(self) -> Mapping[str, str]:
        from affray.systems.trade import content

        return content.encounters()

    def check_block(self, kind: str, block: dict[str, Any], house: HouseRules) -> dict[str, Any]:
        from affray.systems.trade import content

        return content.check_block(kind, block, house)

    def form_schema(self, kind: str, house: HouseRules) -> dict[str, Any]:
        from affray.systems.trade import content

        return content.form_schema(kind, house)

    def check_scene(self, scene: dict[str, Any], setup: Setup) -> dict[str, Any]:
        from affray.systems.trade import content

        return content.check_scene(scene, setup)

    def carry_over(self, fight: TradeFight) -> list[dict[str, Any]]:
        return saving.carry_over(fight)
