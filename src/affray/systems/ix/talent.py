"""Talents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.systems.ix.pool import Build
from affray.systems.ix.state import IxFight

if TYPE_CHECKING:
    from affray.systems.ix.check import Check


def dice(fight: IxFight, build: Build, check: Check) -> None:
    """What the roller's talents do to its pool."""
