"""The scrum with all that a page can show: a map, counters, slots that somebody is still to take,
where each die comes from, many things to buy at once, and a moment to step in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from scrum import SKY, Pusher, Scrum, ScrumSystem, as_it_is, ledger, scrum

from affray.dice import dice, together
from affray.kernel.fight import Fight
from affray.kernel.keys import Key, Several, picks
from affray.kernel.reaction import react
from affray.kernel.rulebook import HouseRules, Rulebook
from affray.kernel.sheet import Map, Mark, Order, Point, Slot, Track
from affray.kernel.system import Part, Setup, Stage
from affray.kernel.table import Table
from affray.kernel.words import Words

WARES = (("shove", 1, 3), ("trip", 2, 1), ("roar", 1, 1))


@dataclass(slots=True)
class RichScrum(Scrum):
    luck: int = 3
    at: dict[str, list[int]] = field(default_factory=dict)


class RichSystem(ScrumSystem):
    name = "rich"
    title = "Rich"
    windows: ClassVar = {"shoved": "when you are pushed"}
    is_line = False

    @property
    def rulebook(self) -> Rulebook:
        if self._book is None:
            self._book = Rulebook.from_toml(ledger(), "scrum")
        return self._book

    def start(self, setup: Setup) -> RichScrum:
        house = HouseRules(self.rulebook).with_table(setup.house_rules, setup.title)
        roster = {b["id"]: Pusher(b["id"], b["name"], b["side"]) for b in setup.roster}
        at = {who: [10 * n, 5 * (n % 2)] for n, who in enumerate(roster)}
        return RichScrum(house, roster, max_rounds=setup.max_rounds, at=at)

    def push(self, fight: Scrum, table: Table, pair: str) -> None:
        who, other = pair.split()
        if fight[who].removed or fight[other].removed or not fight[who].ground:
            return
        might, _ = table.roll(
            who, lambda: together(dice(1, 20), dice(2, 6)), read=as_it_is, because="scrum.push.roll"
        )
        bought: list[str] = []
        if might >= 10:
            (_, word, _) = table.choose(
                who,
                lambda: [("spend", Several(WARES, 3), Several(WARES[:1], 1))],
                because="scrum.push.roll",
            )
            bought = picks(word)
            assert isinstance(fight, RichScrum)
            fight.luck = max(0, fight.luck - bought.count("roar"))
        dug: list[str] = []
        react(
            fight,
            table,
            "shoved",
            lambda: [other] if fight[other].ground else [],
            lambda _: [("dig-in",)],
            lambda one, _: dug.append(one),
            because="scrum.push.loss",
        )
        if might >= 10 and not dug:
            lost = 1 + bought.count("shove")
            fight[other].ground = max(0, fight[other].ground - lost)
            table.record("loss", "scrum.push.loss", who=other, ground=fight[other].ground)
        for side, winner in (("heroes", "foes"), ("foes", "heroes")):
            if fight.result is None and not any(
                c.ground > 0 for c in fight.here() if c.side == side
            ):
                fight.end(table, winner, "scrum.push.loss")

    # ---- showing it ----

    def map(self, fight: Scrum) -> Map:
        assert isinstance(fight, RichScrum)
        points = [
            Point(c.id, c.name, (x, 0 if self.is_line else y), c.side, 5, is_up=c.ground > 0)
            for c in fight.here()
            for x, y in [fight.at[c.id]]
        ]
        points.append(Point("door", "The door", (0, 0 if self.is_line else 15)))
        marks = [
            Mark("mud", ((10, 0), (20, 0), (20, 10)), is_closed=True),
            Mark("where Fox lies in wait", ((40, 0),), radius=3, secret=True),
        ]
        bands = ((0, "together"), (10, "close"), (30, "off"))
        return Map("feet", points, marks, bands, self.is_line)

    def counters(self, fight: Scrum) -> list[Track]:
        assert isinstance(fight, RichScrum)
        return [Track("luck", fight.luck, 5)]

    def order(self, fight: Scrum) -> Order:
        if not fight.round:
            return Order(0)
        slots = [Slot(pair, (pair.split()[0],)) for pair in fight.picked]
        left = tuple(c.id for c in fight.here() if c.side == "foes" and c.ground)
        return Order(fight.round, [*slots, Slot("last", left, side="foes", is_open=True)])

    def explain_pool(self, fight: Fight[Any], question: Any) -> list[Part]:
        if question.id.rule != "scrum.scene.door":
            return []
        assert isinstance(fight, RichScrum)
        parts = [Part("Strong arms", "scrum.scene.door", ("day", "day"))]
        if fight.hands:
            parts.append(Part("Bob lends a hand", "scrum.scene.door", ("day",)))
        return [*parts, Part("The door is old oak", "scrum.scene.door", ("night",))]

    def explain_roll(self, question: Any, faces: Sequence[int]) -> list[Stage]:
        pool = question.pool
        if question.id.rule != "scrum.scene.door":
            return []
        stages = pool.stages(faces)
        rolled = tuple(name for face in pool.shown(faces) for name in face)
        gone = tuple(
            name for each in stages["cancelled"] for name in each["symbols"] * each["count"]
        )
        left = list(rolled)
        for name in gone:
            left.remove(name)
        return [
            Stage("rolled", "", rolled),
            Stage("cancelled", "each cloud takes a star", gone=gone),
            Stage("left", "", tuple(left)),
        ]

    @property
    def words(self) -> Words:
        return Words(
            options={"push": "Push {1}", "rest": "Rest", "pass": "Let it happen"},
            questions={
                "scrum.round.pick": "What does {who} mean to do?",
                "scrum.push.loss": "{who} is pushed. Dig in?",
                "scrum.push.roll": "What does {who} buy?",
            },
            rolls={"scrum.scene.door": "{who} tries the door", "scrum.push.roll": "{who} pushes"},
            places={"spend": ("push", "luck")},
        )


class LineSystem(RichSystem):
    """The same along a line."""

    name = "line"
    is_line = True


RICH = RichSystem()
LINE = LineSystem()


def find_rich(name: str) -> RichSystem:
    return {"rich": RICH, "line": LINE}[name]


def rich(name: str = "rich") -> Setup:
    setup = scrum()
    setup.system = name
    setup.title = "The old oak door"
    return setup


__all__ = ["LINE", "RICH", "SKY", "Key", "find_rich", "rich"]
