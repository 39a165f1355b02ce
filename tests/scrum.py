"""A toy of three against two, for what is answered together: open picks that the side may see, an
offer on somebody else's roll, dice with symbols, two pools in one roll, and a scene without rounds.

The scene comes first: ann tries a door with symbol dice, bob may lend a hand. Then come rounds of
open picks, in which everybody who picked "push" rolls two pools at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from affray.dice import DiceSet, NamedDie, Pool, Symbol, dice, together
from affray.kernel.fight import Combatant, Fight
from affray.kernel.keys import Option
from affray.kernel.rulebook import HouseRules, Rulebook
from affray.kernel.sheet import Order, Sheet, Slot, Track
from affray.kernel.system import Setup, Stage, System
from affray.kernel.table import Table

RULES = ("scrum.scene.door", "scrum.round.pick", "scrum.push.roll", "scrum.push.loss")


class Luck(NamedTuple):
    star: int
    moon: int


SKY = DiceSet(
    "sky",
    (
        Symbol("star", "S", cancels="cloud"),
        Symbol("cloud", "C", cancels="star"),
        Symbol("moon", "M"),
    ),
    (
        NamedDie("day", "D", True, ((), ("star",), ("star", "star"), ("star", "moon"))),
        NamedDie("night", "N", False, ((), ("cloud",), ("cloud", "cloud"), ("moon",))),
    ),
    Luck,
)


def ledger() -> str:
    lines = []
    for rule in RULES:
        lines += ["[[rule]]", f'id = "{rule}"', f'says = "What {rule} says."', 'kind = "rule"']
        lines += ['source = "scrum: Scrum"', 'basis = "stated"']
    return "\n".join(lines)


@dataclass(slots=True)
class Pusher(Combatant):
    ground: int = 3


@dataclass(slots=True)
class Scrum(Fight[Pusher]):
    is_open: bool = False
    """Whether the door is, and with it the scene over."""
    hands: int = 0
    picked: list[str] = field(default_factory=list)


def as_it_is(outcome: Any) -> Any:
    return outcome


class ScrumSystem(System[Scrum]):
    name = "scrum"
    title = "Scrum"
    combatant = Pusher
    _book: Rulebook | None = None

    @property
    def rulebook(self) -> Rulebook:
        if self._book is None:
            self._book = Rulebook.from_toml(ledger(), "scrum")
        return self._book

    def start(self, setup: Setup) -> Scrum:
        house = HouseRules(self.rulebook).with_table(setup.house_rules, setup.title)
        roster = {b["id"]: Pusher(b["id"], b["name"], b["side"]) for b in setup.roster}
        return Scrum(house, roster, max_rounds=setup.max_rounds)

    def step(self, fight: Scrum, table: Table) -> None:
        if not fight.is_open:
            self.door(fight, table)
        elif fight.picked:
            self.push(fight, table, fight.picked.pop(0))
        else:
            self.pick(fight, table)

    def door(self, fight: Scrum, table: Table) -> None:
        fight.hands = 0

        def pool() -> Pool[Luck]:
            return SKY.pool({"day": 2 + fight.hands, "night": 1})

        def offers() -> list[tuple[str, Option]]:
            return [("bob", ("hand", "bob"))] if not fight.hands else []

        def take(key: Sequence[str]) -> None:
            fight.hands += 1
            table.record("hand", "scrum.scene.door", who=key[1])

        luck = table.roll(
            "ann", pool, read=as_it_is, because="scrum.scene.door", offers=offers, take=take
        )
        fight.is_open = True
        table.record("door", "scrum.scene.door", who="ann", stars=luck.star, moons=luck.moon)

    def pick(self, fight: Scrum, table: Table) -> None:
        fight.round += 1

        def options(who: str) -> list[Option]:
            others = [c.id for c in fight.here() if c.side != fight[who].side and c.ground > 0]
            return [("rest",), *(("push", other) for other in others)] if others else []

        keys = table.choose_together(
            lambda: [c.id for c in fight.here() if c.ground > 0],
            options,
            because="scrum.round.pick",
        )
        for who, key in keys.items():
            table.record("plan", "scrum.round.pick", who=who, plan=" ".join(key))
        fight.picked = [f"{who} {key[1]}" for who, key in keys.items() if key[0] == "push"]

    def push(self, fight: Scrum, table: Table, pair: str) -> None:
        who, other = pair.split()
        if fight[who].removed or fight[other].removed or not fight[who].ground:
            return
        might, grip = table.roll(
            who, lambda: together(dice(1, 20), dice(2, 6)), read=as_it_is, because="scrum.push.roll"
        )
        if might + grip >= 15:
            fight[other].ground = max(0, fight[other].ground - 1)
            table.record("loss", "scrum.push.loss", who=other, ground=fight[other].ground)
        for side, winner in (("heroes", "foes"), ("foes", "heroes")):
            if fight.result is None and not any(
                c.ground > 0 for c in fight.here() if c.side == side
            ):
                fight.end(table, winner, "scrum.push.loss")

    def explain_roll(self, question: Any, faces: Sequence[int]) -> list[Stage]:
        pool = question.pool
        if question.id.rule != "scrum.scene.door":
            return super().explain_roll(question, faces)
        symbols = tuple(name for face in pool.shown(faces) for name in face)
        return [Stage("rolled", " ".join(symbols), symbols)]

    def sheets(self, fight: Scrum) -> list[Sheet]:
        return [
            Sheet(c.id, c.name, c.side, "hero" if c.side == "heroes" else "foe",
                  "up" if c.ground else "out", [Track("ground", c.ground, 3, word="firm")])
            for c in fight.here()
        ]  # fmt: skip

    def order(self, fight: Scrum) -> Order:
        if not fight.round:
            return Order(0)
        return Order(fight.round, [Slot(pair, (pair.split()[0],)) for pair in fight.picked])

    def check_block(self, kind: str, block: dict[str, Any], house: HouseRules) -> dict[str, Any]:
        return block


SCRUM = ScrumSystem()


def find_scrum(name: str) -> ScrumSystem:
    assert name == "scrum"
    return SCRUM


def scrum() -> Setup:
    sides = {"ann": "heroes", "bob": "heroes", "cat": "heroes", "eel": "foes", "fox": "foes"}
    roster = [{"id": who, "name": who.title(), "side": side} for who, side in sides.items()]
    return Setup("scrum", "a scrum", roster)
