"""What the tests of chases share: a bout that is a chase.

bout = chase(hero("ann"), elite("thief"), gap=3)     # the foes flee, unless it says otherwise
bout.turn_of("ann")
bout.do(("close", "thief"))
assert gap(bout, "ann", "thief") == 2
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ix_kit import IX, Bout

from affray.kernel.running import advance
from affray.systems.ix.scenes import chase_gaps

NO_OBSTACLES: list[Any] = []


def chase(
    *blocks: dict[str, Any],
    quarry: str = "foes",
    gap: int | None = 2,
    gaps: Mapping[tuple[str, str], int] | None = None,
    obstacles: list[Any] | None = NO_OBSTACLES,
    ground: str = "land",
    going: str = "",
    scene: Mapping[str, Any] | None = None,
    **bout: Any,
) -> Bout:
    """A chase; without obstacles, and with one gap for all pairs, unless it says otherwise.

    `gap` and `obstacles` of None are left to the rulings.
    """
    said: dict[str, Any] = {"quarry": quarry, "ground": ground, "going": going}
    if gap is not None:
        said["gap"] = gap
    if obstacles is not None:
        said["obstacles"] = obstacles
    said["gaps"] = [
        {"pursuer": one, "quarry": other, "gap": bands}
        for (one, other), bands in (gaps or {}).items()
    ]
    where = {"kind": "chase", "chase": said, "engaged": [], **(scene or {})}
    return Bout(*blocks, scene=where, **bout)


def gap(bout: Bout, pursuer: str, quarry: str) -> int:
    """The gap of a pair in range bands."""
    found = chase_gaps.of(bout.fight).pair(pursuer, quarry)
    assert found is not None, f"{pursuer} is not after {quarry}"
    return found.bands


def held(bout: Bout, pursuer: str, quarry: str) -> int:
    """For how many rounds in a row a pair has been at Extreme."""
    found = chase_gaps.of(bout.fight).pair(pursuer, quarry)
    assert found is not None
    return found.held


def fate(bout: Bout, pursuer: str, quarry: str) -> str:
    """How a pair's part of the chase has ended, "" while it goes on."""
    found = chase_gaps.of(bout.fight).pair(pursuer, quarry)
    assert found is not None
    return found.over


def to_the_end(bout: Bout, **script: Any) -> Any:
    """Runs the steps until the chase is over and what follows has begun, or all is over."""
    from ix_kit import IxTable

    table = bout.last = IxTable(bout.fight, **script)
    for _ in range(20):
        if bout.fight.scene != "chase" or bout.fight.result is not None:
            return table
        advance(IX, bout.fight, table)
    raise AssertionError("the chase goes on")
