"""The GM's hand on a fight of ix: numbers, conditions, places, newcomers, and what is odd then.

An edit asks nothing and rolls nothing; what follows from it by the rules (down, out, the end of
the fight) follows at once.
"""

from __future__ import annotations

from affray.kernel.question import Edit
from affray.kernel.table import Table
from affray.systems.ix.state import IxFight


def edit(fight: IxFight, edit: Edit, table: Table) -> bool:
    """Applies an edit of ix's own kinds; says whether it was one."""
    return False


def oddities(fight: IxFight) -> list[str]:
    """What no rule could have brought about, in words."""
    return []
