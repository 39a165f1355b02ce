"""What the tests of trade share: small blocks, and a bout that follows a script.

bout = Bout(hero("ann"), foe("brute", hp=10, damage=4))
table = bout.do(("fight", "rapier", "brute"), readings=["mixed"])
assert bout["brute"].hp == 7
assert table.cited("trade.mixed.trade")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.question import Edit
from affray.kernel.running import advance
from affray.kernel.system import Setup
from affray.registry import system
from affray.tables.replay import apply_edit
from affray.testing.script import OffScript, ScriptedTable

TRADE = system("trade")

WEAPONS = {
    "shortbow": ("ranged", 1),
    "longbow": ("ranged", 2),
    "heavy-crossbow": ("heavy-ranged", 2),
    "hand-cannon": ("heavy-ranged", 4),
    "dagger": ("light-melee", 2),
    "rapier": ("light-melee", 3),
    "axe": ("heavy-melee", 4),
    "greatsword": ("heavy-melee", 6),
}


def weapon(name: str, lost: str = "") -> dict[str, Any]:
    category, damage = WEAPONS[name]
    return {"id": name, "name": name, "category": category, "damage": damage, "lost": lost}


def ability(
    name: str,
    *effects: Mapping[str, Any],
    stat: str | None = "wits",
    target: str = "one enemy",
    uses: int | None = None,
    origin: str = "profession",
    used: int = 0,
) -> dict[str, Any]:
    return {
        "id": name,
        "name": name,
        "origin": origin,
        "stat": stat,
        "target": target,
        "effects": [dict(effect) for effect in effects],
        "uses_per_fight": uses,
        "used": used,
    }


def hero(name: str, *, weapons: Sequence[str] = ("rapier",), **fields: Any) -> dict[str, Any]:
    """A hero with 3 dice in every stat, 10 health, a rapier (3 damage) and no armor.

    `armor` may be a reduction; `stats` may name some of the four.
    """
    armor = fields.pop("armor", 0)
    stats = {"strength": 3, "reflexes": 3, "wits": 3, "charm": 3} | fields.pop("stats", {})
    weights = {1: "light", 2: "medium", 3: "heavy"}
    return {
        "id": name,
        "name": name.title(),
        "side": "heroes",
        "kind": "hero",
        "stats": stats,
        "health": 10,
        "weapons": [weapon(one) if isinstance(one, str) else one for one in weapons],
        "armor": (
            armor and {"id": "suit", "name": "suit", "class": weights[armor], "reduction": armor}
        )
        or None,
        "tools": [],
        "abilities": [],
        "place": "",
        "hidden": False,
        "shown": "all",
    } | fields


def npc(name: str, **fields: Any) -> dict[str, Any]:
    hp = fields.pop("hp", 10)
    return {
        "id": name,
        "name": name.title(),
        "side": "foes",
        "kind": "foe",
        "hp": hp,
        "hp_now": hp,
        "damage": 2,
        "goals": ["win"],
        "abilities": [],
        "loot": [],
        "ranged": False,
        "make": "living",
        "armor": 0,
        "place": "",
        "hidden": False,
        "shown": "word",
    } | fields


def foe(name: str, **fields: Any) -> dict[str, Any]:
    """An enemy with 10 HP and 2 damage."""
    return npc(name, **fields)


def ally(name: str, **fields: Any) -> dict[str, Any]:
    """An NPC ally with 10 HP and 2 damage."""
    return npc(name, **{"side": "heroes", "kind": "ally", **fields})


class Bout:
    """A trade fight from blocks, scene facts and house rules, led by scripts.

    The start (scene, who has the drop) is run at once, so that the next step is the first pick of
    a hero, or the foes' opening phase.
    """

    def __init__(
        self,
        *blocks: dict[str, Any],
        scene: Mapping[str, Any] | None = None,
        house: Mapping[str, Any] | None = None,
        start: bool = True,
        max_rounds: int = 100,
    ) -> None:
        scene = {"drop": "nobody"} if scene is None else dict(scene)
        self.setup = Setup("trade", "bout", list(blocks), scene, dict(house or {}), max_rounds)
        self.fight: Any = TRADE.start(self.setup)
        self.last: ScriptedTable | None = None
        if start:
            self.step()

    def __getitem__(self, who: str) -> Any:
        return self.fight[who]

    def _table(self, **script: Any) -> ScriptedTable:
        self.last = ScriptedTable(TRADE, self.fight, **script)
        return self.last

    def step(self, *choices: Sequence[str], **script: Any) -> ScriptedTable:
        """Runs exactly one step under a script (choices, readings=, rulings=)."""
        table = self._table(choices=choices, **script)
        advance(TRADE, self.fight, table)
        return table

    def do(self, *choices: Sequence[str], **script: Any) -> ScriptedTable:
        """Runs step after step until the script is used up; returns the table with its events.

        A pick of a hero with only one candidate is made without being asked. The enemy phase
        after a turn is a step of its own: `phase()` runs it.
        """
        table = self._table(choices=choices, **script)
        before = -1
        while (table.choices or table.readings) and self.fight.result is None:
            left = len(table.choices) + len(table.readings)
            idle = self.fight.step - before > 50 and left
            assert not idle, f"the script is not used up: {table.choices} {table.readings}"
            before = self.fight.step if before < 0 else before
            advance(TRADE, self.fight, table)
        return table

    def phase(self, *choices: Sequence[str], **script: Any) -> ScriptedTable:
        """Runs the steps up to the end of the next enemy phase."""
        table = self._table(choices=choices, **script)
        for _ in range(10):
            was_due = self.fight.stage in ("phase", "opening")
            advance(TRADE, self.fight, table)
            if was_due or self.fight.result is not None:
                return table
        raise AssertionError("no enemy phase came")

    def codes(self) -> list[str]:
        assert self.last is not None
        return self.last.codes()


def citing(table: ScriptedTable, rule: str) -> list[Any]:
    """The events that cite the rule, in order."""
    return [event for event in table.events if rule in event.rules]


def dice_of(table: ScriptedTable) -> list[int]:
    """How many dice were rolled, roll by roll."""
    return [sum(kind["count"] for kind in pool.describe()) for pool in table.pools]


def actions_offered(table: ScriptedTable) -> list[Any]:
    """The options of the last choice of an action in which the turn could be ended."""
    asked = [what for _, _, what in table.asked if isinstance(what, list) and ("end",) in what]
    return list(asked[-1])


def peek(bout: Bout, **script: Any) -> tuple[str, str, list[Any]]:
    """The next choice of a player: its rule, of whom, and the options. The fight stays as it is."""
    fight = TRADE.copy(bout.fight)
    while fight.result is None:
        table = ScriptedTable(TRADE, fight, **script)
        try:
            advance(TRADE, fight, table)
        except OffScript:
            rule, who, options = table.asked[-1]
            return rule, who, list(options)
    raise AssertionError("the fight is over before anybody is asked")


def gm(bout: Bout, kind: str, who: str = "", name: str = "", value: Any = None) -> ScriptedTable:
    """The GM's own hand on the fight, between two steps."""
    table = ScriptedTable(TRADE, bout.fight)
    apply_edit(TRADE, bout.fight, Edit(kind, who, name, value), table)
    return table


def picks(table: ScriptedTable) -> list[tuple[str, str, str]]:
    """What the GM could pick in the enemy phase: (enemy, "damage" or an ability, target)."""
    found = []
    for option in table.options_of("trade.phase.group-pick"):
        what, enemy, *rest = map(str, option)
        how, target = ("damage", rest[0]) if what == "strike" else [*rest, ""][:2]
        found.append((enemy, how, target))
    return found


def acts(enemy: str, how: str, target: str = "") -> dict[str, tuple[str, ...]]:
    """The ruling that this enemy acts in the phase: "damage" or an ability, on the target.

    No target is named for an ability that is for all.
    """
    if how == "damage":
        return {"trade.phase.group-pick": ("strike", enemy, target)}
    if not target:
        return {"trade.phase.group-pick": ("use-all", enemy, how)}
    return {"trade.phase.group-pick": ("use", enemy, how, target)}
