"""The smallest system there can be, for exchanges of systems that the kernel has to carry.

A test file writes its states as slotted dataclasses of plain data and its rules as functions;
`SmallSystem` gives them everything else that a system owes the kernel.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from affray.kernel.fight import GM_HAND
from affray.kernel.question import Edit, Refused
from affray.kernel.rulebook import HouseRules, Rulebook
from affray.kernel.running import advance
from affray.kernel.sheet import Order, Sheet, Slot, Track
from affray.kernel.system import Setup, System
from affray.kernel.table import Table
from affray.kernel.words import Words
from affray.tables.play import Play
from affray.testing.script import ScriptedTable

BOOKS: dict[str, Rulebook] = {}
FAR = 1000


def book_of(name: str) -> Rulebook:
    if name not in BOOKS:
        path = resources.files("affray") / "systems" / name / "rulebook.toml"
        BOOKS[name] = Rulebook.from_toml(path.read_text("utf-8"), str(path))
    return BOOKS[name]


class SmallSystem(System[Any]):
    """`combatant` and `fight` are the dataclasses, `rules` runs a step, `tracks` can be set."""

    title = "an exchange"
    words = Words()

    def __init__(
        self,
        name: str,
        combatant: type[Any],
        fight: type[Any],
        rules: Callable[[Any, Table], None],
        tracks: Sequence[str],
    ) -> None:
        self.name = name
        self.combatant = combatant
        self._fight = fight
        self._rules = rules
        self._tracks = tracks

    @property
    def rulebook(self) -> Rulebook:
        return book_of(self.name)

    def start(self, setup: Setup) -> Any:
        house = HouseRules(self.rulebook).with_table(setup.house_rules, "the setup")
        combatants = {block["id"]: self.combatant(**block) for block in setup.roster}
        state = {"combatants": combatants, "max_rounds": setup.max_rounds}
        return self._fight(house=house, **state, **copy.deepcopy(setup.scene))

    def step(self, fight: Any, table: Table) -> None:
        self._rules(fight, table)

    def edit(self, fight: Any, edit: Edit, table: Table) -> bool:
        if edit.kind != "set":
            return False
        if edit.who not in fight.combatants or edit.name not in self._tracks:
            raise Refused("illegal", f"{edit.who} has no {edit.name}.")
        if type(edit.value) is not int or abs(edit.value) > FAR:
            raise Refused("illegal", f"{edit.name} is a number up to {FAR}.")
        setattr(fight[edit.who], edit.name, edit.value)
        secret = {"value": edit.value}
        table.record("set", GM_HAND, of=edit.who, secret=secret, who=edit.who, name=edit.name)
        return True

    def sheets(self, fight: Any) -> list[Sheet]:
        return [Sheet(c.id, c.name, c.side, "", "", self._track_list(c)) for c in fight.here()]

    def _track_list(self, combatant: Any) -> list[Track]:
        return [Track(name, getattr(combatant, name), FAR, -FAR) for name in self._tracks]

    def order(self, fight: Any) -> Order:
        return Order(fight.round, [Slot(c.id, (c.id,)) for c in fight.here()])

    def library(self, shelf: str) -> Mapping[str, dict[str, Any]]:
        return {}

    def encounters(self) -> Mapping[str, str]:
        return {}

    def check_block(self, kind: str, block: dict[str, Any], house: HouseRules) -> dict[str, Any]:
        return block


def without_dice(events: Sequence[Any]) -> list[dict[str, Any]]:
    """Events as plain data, less what only play knows of a roll or a ruling."""
    told = [event.dump() for event in events if event.code not in ("ruled", "ruled-by-default")]
    for data in told:
        data["fields"] = {k: v for k, v in data["fields"].items() if k not in ("faces", "how")}
    return told


def module_of(name: str) -> ModuleType:
    """The module beside this one: no test folder is a package, so that it is found by its path."""
    full = f"affray_proof_{name}"
    if full not in sys.modules:
        spec = spec_from_file_location(full, Path(__file__).with_name(f"{name}.py"))
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[full] = module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[full]


@pytest.fixture(scope="session")
def exchange() -> Callable[..., tuple[ModuleType, SmallSystem]]:
    """The rules of an exchange by the name of their system, and a system that plays them."""

    def found(name: str, combatant: str, fight: str, *tracks: str) -> Any:
        rules = module_of(f"exchange_{name}")
        kinds = (getattr(rules, combatant), getattr(rules, fight))
        return rules, SmallSystem(name, *kinds, rules.step, tracks)

    return found


@pytest.fixture(scope="session")
def told() -> Callable[[Sequence[Any]], list[dict[str, Any]]]:
    return without_dice


@pytest.fixture
def scripted() -> Callable[..., tuple[Any, ScriptedTable]]:
    """Runs steps of a fight by a script: `scripted(system, setup, steps=1, choices=..., ...)`."""

    def run(system: SmallSystem, setup: Setup, steps: int = 1, **script: Any) -> Any:
        fight = system.start(setup)
        table = ScriptedTable(system, fight, **script)
        for _ in range(steps):
            advance(system, fight, table)
        assert not table.choices, f"nobody asked for {table.choices}"
        assert not table.readings, f"nobody rolled {table.readings}"
        return fight, table

    return run


@pytest.fixture
def played() -> Callable[..., Play]:
    """A fight played by answers: a tuple is a choice, a text is dice typed in, an edit an edit."""

    def run(play: Play, *answers: Any) -> Play:
        for answer in answers:
            if isinstance(answer, Edit):
                play.edit(answer)
            elif isinstance(answer, str):
                play.type_dice(answer, "somebody")
            else:
                play.choose(answer)
        return play

    return run
