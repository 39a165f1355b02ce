"""What the tests of sixteen share: small blocks, and a bout that follows a script of dice.

bout = Bout(hero("ann"), foe("cur"))                 # 5 feet apart, ann's turn is next
table = bout.do(("attack", "long-sword", "cur"), ("take-it",), dice=[(15, 6)])
assert bout["cur"].hp == 4
assert table.cited("sixteen.attack.roll")

Each entry of `dice` is what one roll shows: a number, or several for an attack (the d20, or the two
of a disadvantage, and then the weapon's dice).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from affray.dice import Pool
from affray.kernel.question import Because, Edit
from affray.kernel.running import advance
from affray.kernel.system import Setup
from affray.kernel.table import O, Offers, R
from affray.registry import system
from affray.tables.replay import apply_edit
from affray.testing.script import OffScript, ScriptedTable

SIXTEEN = system("sixteen")
BOOK = SIXTEEN.rulebook

WEAPONS = {row["id"]: row for row in BOOK.table("weapons").rows}

Dice = int | Sequence[int]


class DiceTable(ScriptedTable):
    """A scripted table whose rolls are said as the dice fall: `dice=[(15, 6), 20]`."""

    def __init__(self, *given: Any, dice: Iterable[Dice] = (), **script: Any) -> None:
        super().__init__(*given, **script)
        self.dice = [(shown,) if isinstance(shown, int) else tuple(shown) for shown in dice]

    def roll(
        self,
        who: str,
        pool: Callable[[], Pool[O] | None],
        *,
        read: Callable[[O], R],
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Any], None] | None = None,
    ) -> R:
        if not self.readings and not self.dice and pool() is not None:
            raise OffScript(f"{who} rolls {pool()} ({because}), and the script has no dice left")
        if not self.readings and self.dice and (thrown := pool()) is not None:
            self.readings.append(read(thrown.outcome(self.dice.pop(0))))
        return super().roll(who, pool, read=read, because=because, offers=offers, take=take)


def weapon(name: str, **fields: Any) -> dict[str, Any]:
    """A weapon of the ledger by its id, with some fields written anew."""
    row = WEAPONS.get(name, {"id": name, "kind": "cutting", "damage": "1d6", "ap": 0, "reach": 5})
    keys = ("id", "kind", "damage", "ap", "reach", "range")
    entry = {key: row[key] for key in keys if key in row}
    return {**entry, "name": name.replace("-", " "), **fields}


def spell(name: str, **fields: Any) -> dict[str, Any]:
    """A spell that strikes by an attack roll for 1d6 fire, if nothing else is said."""
    plain = {"id": name, "name": name, "strike": "attack", "target": "opponent"}
    harm = {"damage": "1d6", "kind": "fire"} if not {"heal", "condition"} & set(fields) else {}
    return {**plain, **harm, **fields}


def block(name: str, **fields: Any) -> dict[str, Any]:
    """A completed block: 10 HP, H 5, SDF LIF CON 3, no armour, no deflect bonus, a long sword."""
    weapons = fields.pop("weapons", ["long-sword"])
    return {
        "id": name,
        "name": name.title(),
        "max_hp": 10,
        "hit": 5,
        "sdf": 3,
        "lif": 3,
        "con": 3,
        "weapons": [weapon(one) if isinstance(one, str) else one for one in weapons],
        "hidden": False,
        "shown": "all",
    } | fields


def hero(name: str, **fields: Any) -> dict[str, Any]:
    return block(name, **{"side": "heroes", "kind": "hero", **fields})


def ally(name: str, **fields: Any) -> dict[str, Any]:
    return block(name, **{"side": "heroes", "kind": "ally", **fields})


def foe(name: str, **fields: Any) -> dict[str, Any]:
    return block(name, **{"side": "foes", "kind": "foe", **fields})


class Bout:
    """A fight of sixteen from blocks, scene facts and house rules, led by scripts.

    The two fronts stand 5 feet apart and the heroes go first, unless the scene says otherwise. The
    start and the beginning of the first turn are run at once (if `start`), so that the next step is
    the first choice of the front hero.
    """

    def __init__(
        self,
        *blocks: dict[str, Any],
        scene: Mapping[str, Any] | None = None,
        house: Mapping[str, Any] | None = None,
        start: bool = True,
        max_rounds: int = 100,
    ) -> None:
        scene = {"distance": 5, "first": "heroes"} if scene is None else dict(scene)
        self.setup = Setup("sixteen", "bout", list(blocks), scene, dict(house or {}), max_rounds)
        self.fight: Any = SIXTEEN.start(self.setup)
        self.last: DiceTable | None = None
        if start:
            self.step()
            self.step()

    def __getitem__(self, who: str) -> Any:
        return self.fight[who]

    def _table(self, **script: Any) -> DiceTable:
        self.last = DiceTable(SIXTEEN, self.fight, **script)
        return self.last

    def step(self, *choices: Sequence[str], **script: Any) -> DiceTable:
        """Runs exactly one step under a script (choices, dice=, readings=, rulings=)."""
        table = self._table(choices=choices, **script)
        advance(SIXTEEN, self.fight, table)
        return table

    def do(self, *choices: Sequence[str], **script: Any) -> DiceTable:
        """Runs step after step until choices and dice are used up; returns the table."""
        table = self._table(choices=choices, **script)
        steps = 0
        while table.choices or table.readings or table.dice:
            assert self.fight.result is None, f"the fight is over; left: {table.choices}"
            steps += 1
            assert steps < 200, f"the script is not used up: {table.choices} {table.dice}"
            advance(SIXTEEN, self.fight, table)
        return table

    def end(self, **script: Any) -> DiceTable:
        """Ends the turn that is going on and lets the next one begin."""
        table = self._table(choices=[("end",)], **script)
        advance(SIXTEEN, self.fight, table)
        if self.fight.result is None and self.fight.stage == "next":
            advance(SIXTEEN, self.fight, table)
        return table

    def to_round(self, number: int) -> None:
        """Ends turn after turn, nobody doing anything, until that round has begun."""
        for _ in range(1000):
            if self.fight.round >= number and self.fight.stage == "turn":
                return
            self.step(*[("end",)] * (self.fight.stage == "turn"))
        raise AssertionError(f"round {number} does not come")

    def to_turn(self, who: str) -> None:
        """Ends turn after turn, nobody doing anything, until it is that one's next turn."""
        for _ in range(1000):
            self.step(*[("end",)] * (self.fight.stage == "turn"))
            if self.fight.stage == "turn" and self.fight.acting == who:
                return
        raise AssertionError(f"the turn of {who} does not come")

    def options(self) -> list[Any]:
        """What whoever's turn it is may do now."""
        from affray.systems.sixteen import turn

        return list(turn.options(self.fight, self.fight.acting))

    def codes(self) -> list[str]:
        assert self.last is not None
        return self.last.codes()


def citing(table: ScriptedTable, rule: str) -> list[Any]:
    """The events that cite the rule, in order."""
    return [event for event in table.events if rule in event.rules]


def gm(bout: Bout, kind: str, who: str = "", name: str = "", value: Any = None) -> ScriptedTable:
    """The GM's own hand on the fight, between two steps."""
    table = ScriptedTable(SIXTEEN, bout.fight)
    apply_edit(SIXTEEN, bout.fight, Edit(kind, who, name, value), table)
    return table
