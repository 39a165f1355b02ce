from __future__ import annotations

from affray.kernel.question import Edit
from affray.kernel.table import Table
from affray.systems.sixteen.state import SixteenFight


def edit(fight: SixteenFight, edit: Edit, table: Table) -> bool:
    return False


def oddities(fight: SixteenFight) -> list[str]:
    return []
