"""What tests of talks, journeys, downtime and free play of ix share: a bout in such a scene.

talk = talk_with(hero("ann", skills={"charm": 2}), elite("duke"))
table = talk.do(("argue", "duke", "charm", "attitude"), rolls=["1 success", "nothing"])
assert where(talk, "attitude") == "friendly"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ix_kit import Bout, IxTable

from affray.kernel.system import Setup
from affray.systems.ix import content

ATTITUDE = {"axis": "attitude", "stands": "neutral", "needs": "friendly"}


def scene_of(
    kind: str,
    *blocks: dict[str, Any],
    said: Mapping[str, Any] | None = None,
    house: Mapping[str, Any] | None = None,
    begin: bool = True,
    rulings: Mapping[str, Any] | None = None,
    **scene: Any,
) -> Bout:
    """A bout in a scene of that kind, of which the encounter says `said`; after its set-up."""
    setup = Setup("ix", "bout", list(blocks), {}, dict(house or {}))
    written = {"kind": kind, **scene}
    if said is not None:
        written[kind] = dict(said)
    checked = content.check_scene(written, setup)
    bout = Bout(*blocks, scene=checked, house=house, start=False)
    if begin:
        bout.last = bout.step(rulings=rulings)
    return bout


def talk_with(*blocks: dict[str, Any], axes: Sequence[Any] = (ATTITUDE,), **more: Any) -> Bout:
    """A social encounter over `axes` (as an encounter writes them); `rounds` and `persons` too."""
    said = {"axes": list(axes)}
    said |= {key: more.pop(key) for key in ("rounds", "persons") if key in more}
    return scene_of("social", *blocks, said=said, **more)


def where(bout: Bout, axis: str) -> str:
    """The step on which an axis stands."""
    one = next(each for each in bout.fight.axes if each.id == axis)
    return str(one.steps[one.at])


def journey_of(
    *blocks: dict[str, Any], by: str = "on-foot", days: int | None = None, **more: Any
) -> Bout:
    """A journey: `stretches` as an encounter writes them, or one of 100 miles of road."""
    stretches = more.pop("stretches", [{"miles": 100}])
    said: dict[str, Any] = {"by": by, "stretches": stretches}
    if days is not None:
        said["days"] = days
    return scene_of("travel", *blocks, said=said, **more)


def gap_for(*blocks: dict[str, Any], **more: Any) -> Bout:
    """A gap of one week, without full rests besides, unless the keywords say otherwise."""
    names = ("weeks", "nights", "languages", "crafts")
    said = {"nights": 0, **{name: more.pop(name) for name in names if name in more}}
    return scene_of("downtime", *blocks, said=said, **more)


def one_step(bout: Bout, *choices: Sequence[str], **script: Any) -> IxTable:
    """One step under a script, which has to be used up."""
    table = bout.step(*choices, **script)
    assert not table.choices, f"nobody was asked for {table.choices}"
    assert not table.readings, f"nobody has rolled {table.readings}"
    return table
