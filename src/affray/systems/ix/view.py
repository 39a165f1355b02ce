"""What policies see: facades that read through to the fight and hand out no more than a seat has.

The players' facade names no hidden enemy and gives of the others only what everybody may see. The
GM's gives everything.
"""

from __future__ import annotations

from affray.systems.ix.state import IxFight


class View:
    """What everybody at the table sees of a fight."""

    __slots__ = ("_fight", "numbers", "switches")

    def __init__(self, fight: IxFight) -> None:
        self._fight = fight
        self.numbers = fight.numbers
        self.switches = fight.switches


class HeroesView(View):
    """What the players see."""

    __slots__ = ()


class GmView(View):
    """What the GM sees: everything."""

    __slots__ = ()
