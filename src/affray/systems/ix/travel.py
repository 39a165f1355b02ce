"""PLACEHOLDER of travel: its author replaces it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.kernel.keys import Key, Option
from affray.kernel.sheet import Order, Track
from affray.kernel.table import Table
from affray.systems.ix.state import IxFight


def prepare(fight: IxFight, said: Mapping[str, Any]) -> None:
    """What the encounter's [scene.travel] says."""


def begin(fight: IxFight, table: Table) -> None:
    """The scene's set-up."""


def step(fight: IxFight, table: Table) -> None:
    """One step of the scene."""


def resume(fight: IxFight, table: Table) -> None:
    """The scene goes on after another one."""


def options(fight: IxFight, who: str) -> list[Option]:
    """What somebody may do in its turn."""
    return []


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Does it."""


def turn_starts(fight: IxFight, table: Table, who: str) -> None:
    """What falls on the start of a turn."""


def round_end(fight: IxFight, table: Table) -> None:
    """The end of a round."""


def order(fight: IxFight) -> Order | None:
    """The order of the round, where it is not that of slots."""
    return None


def counters(fight: IxFight) -> list[Track]:
    """What all see of it as tracks."""
    return []
