"""A toy system for the tests of the kernel and the tables: every kind of question, little else.

Each round everybody picks a stance in secret, then the combatants act in roster order: strike or
wait. The one struck may duck once a round. Whoever is at 0 grit is out; the GM says how.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from affray.dice import NumberPool, Pool, hit_pool
from affray.kernel.editing import move_of, record_move
from affray.kernel.fight import Combatant, Fight
from affray.kernel.plain import COSMETIC, key_of
from affray.kernel.question import GM, Edit, Refused
from affray.kernel.reaction import react
from affray.kernel.rulebook import HouseRules, Rulebook
from affray.kernel.sheet import Order, Sheet, Slot, Tag, Track
from affray.kernel.system import Setup, System
from affray.kernel.table import Table
from affray.kernel.words import Words

RULES = {
    "toy.round.stance": ("rule", ""),
    "toy.round.order": ("rule", ""),
    "toy.strike.choice": ("rule", ""),
    "toy.strike.roll": ("rule", ""),
    "toy.strike.duck": ("rule", ""),
    "toy.strike.offer": ("rule", ""),
    "toy.grit.loss": ("rule", ""),
    "toy.grit.fate": ("ruling", "tell"),
    "toy.grit.mercy": ("ruling", "once"),
    "toy.end.side": ("rule", ""),
}


def ledger() -> str:
    lines = []
    for rule, (kind, mode) in RULES.items():
        lines += ["[[rule]]", f'id = "{rule}"', f'says = "What {rule} says."']
        lines += ['source = "toy: Toy"', 'basis = "stated"', f'kind = "{kind}"']
        if mode:
            lines += ['default = "As it is."', f'mode = "{mode}"']
    lines += ["[tables.values]", 'title = "Numbers"', 'basis = "stated"']
    lines += ['rules = ["toy.grit.loss"]', 'source = "toy: Toy"', "rows = ["]
    lines += ['  { id = "dice", value = 2, unit = "dice", rule = "toy.strike.roll" },', "]"]
    lines += ['[tables."house-rules"]', 'title = "Switches"', 'basis = "filled"', 'why = "Ours."']
    lines += ['rules = ["toy.strike.duck"]', 'source = "toy: Toy"', "rows = ["]
    lines += [
        (
            '  { id = "ducking", question = "May one duck?", options = ["yes", "no"],'
            ' default = "yes", does = "no: nobody ducks", rule = "toy.strike.duck" },'
        ),
        "]",
    ]
    return "\n".join(lines)


@dataclass(slots=True)
class ToyCombatant(Combatant):
    grit: int = 3
    full: int = 3
    stance: str = ""
    ducked: bool = False
    luck: int = 0
    """Points that make somebody's strike one die better, offered on the strike."""


@dataclass(slots=True)
class ToyFight(Fight[ToyCombatant]):
    waiting: list[str] = field(default_factory=list)

    def can_act(self, who: str) -> bool:
        return not self[who].removed and self[who].grit > 0

    def side(self, side: str) -> list[str]:
        return [c.id for c in self.here() if c.side == side and c.grit > 0]


def identity(hits: int) -> int:
    return hits


class ToySystem(System[ToyFight]):
    name = "toy"
    title = "Toy"
    combatant = ToyCombatant
    _book: Rulebook | None = None

    @property
    def rulebook(self) -> Rulebook:
        if self._book is None:
            self._book = Rulebook.from_toml(ledger(), "toy")
        return self._book

    def start(self, setup: Setup) -> ToyFight:
        house = HouseRules(self.rulebook).with_table(setup.house_rules, setup.title)
        roster = {
            block["id"]: ToyCombatant(
                block["id"],
                block["name"],
                block["side"],
                grit=block.get("grit", 3),
                full=block.get("grit", 3),
                luck=block.get("luck", 0),
                shown=block.get("shown", "all"),
            )
            for block in setup.roster
        }
        return ToyFight(house, roster, max_rounds=setup.max_rounds)

    def key(self, fight: ToyFight) -> Any:
        return key_of(fight, COSMETIC | {"round"})

    # ---- rules ----

    def step(self, fight: ToyFight, table: Table) -> None:
        if not fight.waiting:
            self.new_round(fight, table)
            return
        who = fight.waiting[0]
        if fight.can_act(who):
            self.turn(fight, table, who)
        if fight.waiting and fight.waiting[0] == who:
            del fight.waiting[0]
        self.check_end(fight, table)

    def new_round(self, fight: ToyFight, table: Table) -> None:
        fight.round += 1
        for c in fight.here():
            c.ducked = False
        picked = table.choose_together(
            lambda: [c.id for c in fight.here() if c.grit > 0],
            lambda who: [("bold",), ("wary",)] if fight.can_act(who) else [],
            because="toy.round.stance",
            secret=True,
        )
        for who, (stance,) in picked.items():
            fight[who].stance = stance
            table.record("stance", "toy.round.stance", who=who, stance=stance)
        fight.waiting = [c.id for c in fight.here() if c.grit > 0]

    def turn(self, fight: ToyFight, table: Table, who: str) -> None:
        def options() -> list[tuple[str, ...]]:
            if not fight.can_act(who):
                return []
            return [("wait",), *(("strike", foe) for foe in self.targets(fight, who))]

        key = table.choose(who, options, because="toy.strike.choice")
        if key[0] == "strike":
            self.strike(fight, table, who, key[1])

    def targets(self, fight: ToyFight, who: str) -> list[str]:
        other = "foes" if fight[who].side == "heroes" else "heroes"
        return [foe for foe in fight.side(other) if other == "heroes" or not fight[foe].hidden]

    def strike(self, fight: ToyFight, table: Table, who: str, foe: str) -> None:
        lucky = 0

        def luck_of_others() -> list[tuple[str, tuple[str, ...]]]:
            return [
                (c.id, ("luck", c.id))
                for c in fight.here()
                if c.luck > 0 and c.id != who and c.side == fight[who].side and c.grit > 0
            ]

        def take(key: tuple[str, ...]) -> None:
            nonlocal lucky
            fight[key[1]].luck -= 1
            lucky += 1
            table.record("luck", "toy.strike.offer", who=key[1])

        def pool() -> Pool[int] | None:
            if not (fight.can_act(who) and fight.can_act(foe)):
                return None
            bold = 1 if fight[who].stance == "bold" else 0
            return hit_pool(int(fight.house.value("dice")) + bold + lucky)  # type: ignore[arg-type]

        hits = table.roll(
            who,
            pool,
            read=identity,
            because=("toy.strike.roll", "toy.strike.offer"),
            offers=luck_of_others,
            take=take,
        )

        def duck(one: str, key: tuple[str, ...]) -> None:
            nonlocal hits
            fight[one].ducked = True
            hits = max(0, hits - 1)
            table.record("duck", "toy.strike.duck", who=one)

        react(
            fight,
            table,
            "struck",
            lambda: [foe] if fight.can_act(foe) and not fight[foe].ducked and hits else [],
            lambda one: [("duck",)] if fight.house.switch("ducking") == "yes" else [],
            duck,
            because="toy.strike.duck",
        )
        self.lose_grit(fight, table, foe, hits)

    def lose_grit(self, fight: ToyFight, table: Table, who: str, loss: int) -> None:
        before = fight[who].grit
        fight[who].grit = max(0, before - loss)
        table.record(
            "grit",
            "toy.grit.loss",
            of=who,
            secret={"before": before, "now": fight[who].grit},
            who=who,
            loss=loss,
        )
        if before > 0 and fight[who].grit == 0:
            mercy = table.rule("toy.grit.mercy", lambda: [("mercy",), ("none",)], lambda: ("none",))
            fate = table.rule("toy.grit.fate", lambda: [("down",), ("fled",)], lambda: ("down",))
            table.record("out", "toy.grit.fate", who=who, fate=fate[0], mercy=mercy[0])

    def check_end(self, fight: ToyFight, table: Table) -> None:
        for side, winner in (("foes", "heroes"), ("heroes", "foes")):
            if not fight.side(side) and fight.result is None:
                fight.end(table, winner, "toy.end.side")

    def ended_here(self, fight: ToyFight, table: Table) -> None:
        if fight.waiting:
            del fight.waiting[0]
        self.check_end(fight, table)

    def edit(self, fight: ToyFight, edit: Edit, table: Table) -> bool:
        if edit.kind == "reorder":
            move = move_of(self.order(fight), edit)
            fight.waiting = list(move.slots)
            record_move(fight, table, move, "toy.round.order")
            return True
        if edit.kind != "set":
            return False
        if edit.name != "grit" or edit.who not in fight.combatants:
            raise Refused("illegal", f"Nobody has a track {edit.name!r} here.")
        if not isinstance(edit.value, int) or not 0 <= edit.value <= 999:
            raise Refused("illegal", "Grit is a whole number from 0 to 999.")
        fight[edit.who].grit = edit.value
        table.record(
            "set",
            "kernel.gm.last-word",
            of=edit.who,
            secret={"now": edit.value},
            who=edit.who,
            track=edit.name,
        )
        return True

    def oddities(self, fight: ToyFight) -> list[str]:
        return [f"{c.id} has {c.grit} grit" for c in fight.here() if c.grit > c.full]

    def sheets(self, fight: ToyFight) -> list[Sheet]:
        return [
            Sheet(
                c.id,
                c.name,
                c.side,
                "hero" if c.side == "heroes" else "foe",
                "up" if c.grit else "out",
                [Track("grit", c.grit, c.full, word="fine" if c.grit > 1 else "shaky")],
                [Tag("ducked", "toy.strike.duck")] if c.ducked else [],
            )
            for c in fight.here()
        ]

    def order(self, fight: ToyFight) -> Order:
        slots = [Slot(who, (who,)) for who in fight.waiting]
        for slot in slots[1:]:
            slot.before = ("", *(who for who in fight.waiting[1:] if who != slot.id))
        return Order(fight.round, slots)

    @property
    def words(self) -> Words:
        return Words(
            {"grit": "{who} loses {loss} grit"}, {"strike": "strike {1}"}, {GM: "{who} rules"}
        )

    def library(self, shelf: str) -> Mapping[str, dict[str, Any]]:
        return {}

    def encounters(self) -> Mapping[str, str]:
        return {}

    def check_block(self, kind: str, block: dict[str, Any], house: HouseRules) -> dict[str, Any]:
        return block


class Striker:
    """Strikes the first foe, ducks when it can, and leaves every ruling to its default."""

    name = "striker"

    def choose(self, view: Any, who: str, because: str, options: Any) -> tuple[str, ...]:
        listed = options()
        if not listed:
            return ()
        return next((o for o in listed if o[0] in ("strike", "duck")), listed[0])

    def offer(self, view: Any, who: str, because: str, offers: Any) -> None:
        return None

    def rule(self, view: Any, because: str, options: Any, default: tuple[str, ...]) -> None:
        return None


def duel(*, max_rounds: int = 50, shown: str = "all", luck: int = 0, **house: Any) -> Setup:
    """Two heroes against two foes."""
    roster = [
        {"id": who, "name": who.title(), "side": side, "grit": 3, "luck": luck}
        | ({"shown": shown} if side == "foes" else {})
        for who, side in (
            ("ann", "heroes"),
            ("bob", "heroes"),
            ("cur", "foes"),
            ("dog", "foes"),
        )
    ]
    return Setup("toy", "a toy duel", roster, {}, house, max_rounds)


__all__ = ["NumberPool", "Striker", "ToyCombatant", "ToyFight", "ToySystem", "duel"]
