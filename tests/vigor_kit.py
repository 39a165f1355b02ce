"""What the tests of vigor share: small blocks, and a bout that follows a script.

bout = Bout(hero("ann"), foe("brute", at=[0, 5]))
bout.to_turn("ann")
table = bout.do(("attack", "longsword", "brute"), readings=[15, 3])
assert bout["brute"].vitality == 1
assert table.cited("vigor.hit.major")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from affray.dice import JudgedPool
from affray.kernel.question import Edit
from affray.kernel.running import advance, run_out
from affray.kernel.system import Setup
from affray.registry import system
from affray.tables.replay import apply_edit
from affray.testing.script import OffScript, ScriptedTable

VIGOR = system("vigor")

STATS = ("body", "cunning", "mind", "sense", "heart", "fate")

WEAPONS: Mapping[str, tuple[int, int, int, str, str]] = {
    "dagger": (5, 20, 40, "piercing", "slip-past"),
    "shortsword": (5, 0, 0, "slashing", "quick-advance"),
    "handaxe": (5, 20, 40, "slashing", "hook-shield"),
    "sling": (0, 30, 90, "bludgeoning", "harry"),
    "longsword": (5, 0, 0, "slashing", "high-guard"),
    "mace": (5, 0, 0, "bludgeoning", "rattle"),
    "spear": (5, 20, 40, "piercing", "set-point"),
    "quarterstaff": (5, 0, 0, "bludgeoning", "shelter"),
    "shortbow": (0, 60, 180, "piercing", "loose-and-step"),
    "greatsword": (5, 0, 0, "slashing", "wide-arc"),
    "greataxe": (5, 0, 0, "slashing", "split-focus"),
    "maul": (5, 0, 0, "bludgeoning", "drive-back"),
    "halberd": (10, 0, 0, "slashing", "full-length"),
    "longbow": (0, 100, 300, "piercing", "long-draw"),
    "crossbow": (0, 80, 240, "piercing", "thread-the-gap"),
}

SPELLS: Mapping[str, dict[str, Any]] = {
    "force-lance": {
        "id": "force-lance",
        "name": "Force Lance",
        "stamina": 2,
        "range": 60,
        "shape": "creature",
        "roll": True,
        "deals": "damage",
        "descriptor": "force",
        "rule": "vigor.spell.force-lance",
    },
    "shock-burst": {
        "id": "shock-burst",
        "name": "Shock Burst",
        "stamina": 2,
        "range": 60,
        "shape": "area",
        "radius": 10,
        "roll": False,
        "deals": "vigor-damage",
        "descriptor": "thunder",
        "rule": "vigor.spell.shock-burst",
    },
    "steady-heart": {
        "id": "steady-heart",
        "name": "Steady Heart",
        "stamina": 1,
        "range": 30,
        "shape": "friend",
        "roll": False,
        "deals": "vigor",
        "per_tier": 2,
        "rule": "vigor.spell.steady-heart",
    },
}


def weapon(name: str, **fields: Any) -> dict[str, Any]:
    """A weapon of the ledger, with changes."""
    reach, normal, far, descriptor, maneuver = WEAPONS[name]
    return {
        "id": name,
        "name": name.title(),
        "reach": reach,
        "normal": normal,
        "long": far,
        "descriptor": descriptor,
        "maneuver": maneuver,
    } | fields


def mystic(name: str = "bolt", **fields: Any) -> dict[str, Any]:
    """A mystic attack at range, or with melee=True one of melee."""
    return {"id": name, "name": name.title(), "kind": "mystic", "descriptor": "force"} | fields


def natural(name: str = "claws", **fields: Any) -> dict[str, Any]:
    """A natural attack."""
    return {"id": name, "name": name.title(), "kind": "natural", "descriptor": "slashing"} | fields


def _block(name: str, side: str, kind: str, role: str, fields: dict[str, Any]) -> dict[str, Any]:
    weapons = fields.pop("weapons", ("longsword",))
    spells = fields.pop("spells", ())
    block: dict[str, Any] = {
        "id": name,
        "name": name.title(),
        "side": side,
        "kind": kind,
        "role": role,
        "tier": 1,
        "weapons": [weapon(one) if isinstance(one, str) else one for one in weapons],
        "spells": [dict(SPELLS[one]) if isinstance(one, str) else one for one in spells],
    }
    if role != "minor":
        block["stats"] = dict.fromkeys(STATS, 10) | fields.pop("stats", {})
        block["trees"] = ["brawler"]
    return block | fields


def hero(name: str, **fields: Any) -> dict[str, Any]:
    """A Tier 1 player character: 10 in every stat, the Brawler tree, a longsword, no armour.

    So modifiers are 0, AC 10, Vigor 1, Vitality 4, Stamina 6, crit on 20, a Glancing Blow of 1.
    """
    return _block(name, "heroes", "hero", "hero", fields)


def foe(name: str, **fields: Any) -> dict[str, Any]:
    """A Tier 1 Major NPC: like a hero, with Vitality 2. `role` may be another."""
    return _block(name, "foes", "foe", fields.pop("role", "major"), fields)


def minor(name: str, **fields: Any) -> dict[str, Any]:
    """A Tier 1 Minor on the foes' side: attack +1, AC 10, Vigor 1, hits for 1."""
    return _block(name, "foes", "foe", "minor", fields)


def sovereign(name: str, **fields: Any) -> dict[str, Any]:
    """A Tier 1 Sovereign on the foes' side: Vigor 1, Vitality 14."""
    return _block(name, "foes", "foe", "sovereign", fields)


def retainer(name: str, **fields: Any) -> dict[str, Any]:
    """A Tier 1 Minor on the heroes' side."""
    return _block(name, "heroes", "ally", "minor", fields)


class Bout:
    """A vigor fight from blocks, scene facts and house rules, led by scripts.

    The scene is settled unless `scene` says less: nobody is surprised, two rows 30 feet apart.
    Nothing is run at the start.
    """

    def __init__(
        self,
        *blocks: dict[str, Any],
        scene: Mapping[str, Any] | None = None,
        house: Mapping[str, Any] | None = None,
        max_rounds: int = 100,
    ) -> None:
        if scene is None:
            scene = {"surprised": [], "start": "rows", "closed": []}
        self.setup = Setup(
            "vigor", "bout", list(blocks), dict(scene), dict(house or {}), max_rounds
        )
        self.fight: Any = VIGOR.start(self.setup)
        self.last: ScriptedTable | None = None

    def __getitem__(self, who: str) -> Any:
        return self.fight[who]

    def _table(self, **script: Any) -> ScriptedTable:
        self.last = NaturalTable(VIGOR, self.fight, **script)
        return self.last

    def step(self, *choices: Sequence[str], **script: Any) -> ScriptedTable:
        """Runs exactly one step under a script (choices, readings=, rulings=)."""
        table = self._table(choices=choices, **script)
        advance(VIGOR, self.fight, table)
        return table

    def to(
        self, stage: str, *choices: Sequence[str], order: Sequence[str] = (), **script: Any
    ) -> ScriptedTable:
        """Runs step after step until `stage` is next (at least one step).

        Whatever the script does not answer is declined (see `PassingTable`); `order` is that of
        the turns if initiative is rolled on the way.
        """
        table = PassingTable(VIGOR, self.fight, choices=choices, **script)
        table.totals = self._totals(order)
        self.last = table
        for _ in range(300):
            advance(VIGOR, self.fight, table)
            if self.fight.stage == stage or self.fight.result is not None:
                return table
        raise AssertionError(f"{stage} does not come; it is {self.fight.stage}")

    def _totals(self, order: Sequence[str]) -> dict[str, int]:
        everybody = (*order, *(who for who in self.fight.combatants if who not in order))
        return dict(zip(everybody, range(5, -200, -1), strict=False))

    def roll_initiative(self, *order: str, **script: Any) -> ScriptedTable:
        """Runs up to and with the initiative rolls, so that turns go in `order`, all others after.

        Everybody who is asked for a pick before the roll passes, unless choices= says otherwise.
        """
        table = PassingTable(VIGOR, self.fight, **script)
        self.last = table
        while self.fight.stage != "initiative" and self.fight.result is None:
            advance(VIGOR, self.fight, table)
        table.totals = self._totals(order)
        while self.fight.stage == "initiative" and self.fight.result is None:
            advance(VIGOR, self.fight, table)
        return table

    def to_turn(self, who: str, *order: str, **script: Any) -> ScriptedTable:
        """Runs on to the turn of `who` with everybody passing, ending turns and declining.

        Before the roll of a round: `who` goes first, then `order`. Vigor rolls give nothing.
        """
        table = PassingTable(VIGOR, self.fight, **script)
        self.last = table
        table.totals = self._totals((who, *(one for one in order if one != who)))
        for _ in range(300):
            if self.fight.stage == "turn" and self.fight.acting == who:
                return table
            if self.fight.result is not None:
                break
            advance(VIGOR, self.fight, table)
        raise AssertionError(f"the turn of {who} does not come")

    def do(self, *choices: Sequence[str], **script: Any) -> ScriptedTable:
        """Runs step after step until the script is used up; returns the table with its events."""
        table = self._table(choices=choices, **script)
        before = self.fight.step
        while (table.choices or table.readings) and self.fight.result is None:
            left = f"{table.choices} {table.readings}"
            assert self.fight.step - before < 80, f"the script is not used up: {left}"
            advance(VIGOR, self.fight, table)
        return table

    def set(self, who: str, **fields: Any) -> None:
        """Sets fields of a combatant, such as at=(0, 5), straight in the state."""
        for name, value in fields.items():
            setattr(self.fight[who], name, value)

    def codes(self) -> list[str]:
        assert self.last is not None
        return self.last.codes()


class NaturalTable(ScriptedTable):
    """A scripted table whose readings of a d20 may be its natural roll: 15 is read by the pool's
    own judge, as "hit" say."""

    def roll(self, who: str, pool: Any, *, read: Any, because: Any, **more: Any) -> Any:
        dice = pool()
        if self.readings and isinstance(dice, JudgedPool) and type(self.readings[0]) is int:
            assert self.readings[0] in range(1, 21), f"a d20 cannot show {self.readings[0]}"
            self.readings[0] = dice.judge(self.readings[0])
        return super().roll(who, pool, read=read, because=because, **more)


class PassingTable(NaturalTable):
    """Declines whatever may be declined where its script has no choice left: passes, ends turns,
    holds, glances at nobody. Its rolls of initiative follow `totals`, Vigor rolls give 0."""

    totals: Mapping[str, int] = MappingProxyType({})
    DECLINES = (("pass",), ("end",), ("hold",), ("none",), ("nobody",), ("stay",), ("go-on",))

    def choose(self, who: str, options: Any, *, because: Any, **more: Any) -> Any:
        listed = list(options())
        if not self.choices:
            for key in self.DECLINES:
                if key in listed:
                    return key
        return super().choose(who, options, because=because, **more)

    def roll(self, who: str, pool: Any, *, read: Any, because: Any, **more: Any) -> Any:
        rule = because if isinstance(because, str) else because[0]
        if rule == "vigor.initiative.roll":
            # Totals that no dice show are fine here: only the order counts.
            return self.totals.get(who, 0)
        if rule == "vigor.vigor.turn-start-roll" and not self.readings:
            return 0
        return super().roll(who, pool, read=read, because=because, **more)


def citing(table: ScriptedTable, rule: str) -> list[Any]:
    """The events that cite the rule, in order."""
    return [event for event in table.events if rule in event.rules]


def told(table: ScriptedTable, code: str) -> list[dict[str, Any]]:
    """The fields, secret ones too, of the events with that code."""
    return [{**e.fields, **e.secret} for e in table.events if e.code == code]


def peek(bout: Bout, **script: Any) -> tuple[str, str, list[Any]]:
    """The next choice or roll that the script does not answer: rule, of whom, options or pool.

    The fight stays as it is.
    """
    fight = VIGOR.copy(bout.fight)
    while fight.result is None:
        table = NaturalTable(VIGOR, fight, **script)
        try:
            advance(VIGOR, fight, table)
        except OffScript:
            rule, who, options = table.asked[-1]
            return rule, who, options if isinstance(options, str) else list(options)
    raise AssertionError("the fight is over before anybody is asked")


def gm(bout: Bout, kind: str, who: str = "", name: str = "", value: Any = None) -> ScriptedTable:
    """The GM's own hand on the fight, between two steps."""
    table = ScriptedTable(VIGOR, bout.fight)
    apply_edit(VIGOR, bout.fight, Edit(kind, who, name, value), table)
    return table


def won(bout: Bout, *choices: Sequence[str], **script: Any) -> ScriptedTable:
    """Takes every foe out of the fight and runs what comes after it, to the close."""
    for who in bout.fight.side("foes"):
        gm(bout, "leave", who, value="gone")
    assert bout.fight.result == "heroes"
    table = bout._table(choices=choices, **script)
    run_out(VIGOR, bout.fight, table)
    assert not table.choices
    assert not table.readings
    return table


REST: Mapping[str, tuple[str, ...]] = {"vigor.rest.when": ("rest",)}
RECOVERY: Mapping[str, tuple[str, ...]] = {"vigor.recovery.when": ("granted",)}
