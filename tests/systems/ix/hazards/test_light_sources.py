"""Torches, lamps and skies: what they light, and lighting and dousing them (area `light`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, IxTable, dice_of, elite, gm, hero, make_check, nemesis

BOW = ("attack", "hunting-bow", "brute")
BLADE = ("attack", "long-blade", "brute")
TORCH = {"name": "Torch", "light": "torch"}
BURNING = {**TORCH, "lit": True}
SIGHT = {"skills": {"perception": 2, "readiness": 1, "stealth": 1, "heavy-ranged": 2}, "savvy": 3}


def bout(
    light: str = "darkness",
    at: int = 0,
    *,
    magical: bool = False,
    lights: Any = (),
    bob: dict[str, Any] | None = None,
    brute: dict[str, Any] | None = None,
    **ann: Any,
) -> Bout:
    """Ann's turn before a brute some steps off; with a bow if it is out of reach."""
    weapons = ["hunting-bow"] if at else ["long-blade"]
    it = Bout(
        hero("ann", **{"weapons": weapons, **SIGHT, **ann}),
        hero("bob", **(bob or {})),
        elite("brute", wound_points=90, **(brute or {})),
        scene={
            "at": {"ann": 0, "bob": 0, "brute": at},
            "light": light,
            "magical_darkness": magical,
            "lights": list(lights),
        },
    )
    it.turn_of("ann")
    return it


def bane(it: Bout, key: tuple[str, ...]) -> int:
    return dice_of(it.do(key, rolls=["nothing"])).get("bane", 0)


def skill(it: Bout, name: str, who: str = "ann", **how: Any) -> dict[str, int]:
    """A check of a skill, Average, without its positive dice."""
    _, table = make_check(it, who, "nothing", skill=name, **how)
    return {die: n for die, n in dice_of(table).items() if die not in ("mastery", "ability")}


# ---- sources of light ----


@pytest.mark.rule("ix.light.bright", "ix.light.source-table")
@pytest.mark.parametrize(
    ("source", "bright", "dim"),
    [
        ("candle", 0, 1),
        ("torch", 1, 2),
        ("lantern", 1, 2),
        ("focused-lantern", 2, 4),
        ("campfire", 1, 2),
        ("magical-light", 1, 2),
    ],
)
def test_each_source_is_bright_to_one_band_and_dim_to_another(
    source: str, bright: int, dim: int
) -> None:
    """A light beside Ann, the brute 0 to 6 steps off; the bands are 0, 1, 2-3, 4-5, 6."""
    bands = {0: 0, 1: 1, 2: 2, 4: 3, 6: 4}
    reach = {0: 0, 1: 1, 2: 2, 4: 3}
    for at, band in bands.items():
        it = bout(at=at, lights=[{"source": source, "at": 0}], weapons=["hunting-bow"])
        if not it.offers(*BOW):
            continue
        extra = 1 if at == 0 else 0  # a bow at Engaged
        want = 0 if band <= reach[bright] else 1 if band <= reach[dim] else 2
        assert bane(it, BOW) - extra == want, f"{at} steps from the {source}"


@pytest.mark.rule("ix.light.source-table")
@pytest.mark.parametrize(("source", "die"), [("daylight", 0), ("moonlight", 1)])
def test_daylight_is_bright_everywhere_and_moonlight_dim(source: str, die: int) -> None:
    it = bout(at=4, lights=[{"source": source, "at": 9}])
    assert bane(it, BOW) == die


@pytest.mark.rule("ix.light.bright")
def test_a_torch_in_the_hand_of_a_friend_lights_what_is_near_it() -> None:
    it = bout(at=2, bob={"gear": [BURNING], "weapons": []})
    assert bane(it, BOW) == 1, "the torch is two steps from the brute"
    it = bout(at=2, bob={"gear": [BURNING], "weapons": []})
    gm(it, "set", "bob", "at", 2)
    assert bane(it, BOW) == 0, "the torch is beside the brute"


@pytest.mark.rule("ix.light.bright")
def test_a_lamp_that_does_not_burn_lights_nothing() -> None:
    it = bout(at=1, lights=[{"source": "torch", "at": 0, "lit": False}])
    assert bane(it, BOW) == 2


# ---- lighting and putting out ----


@pytest.mark.rule("ix.light.kindle")
def test_with_tinder_a_light_takes_a_maneuver() -> None:
    it = bout(gear=[TORCH, "tinder"])
    table = it.do(("kindle", "torch"))
    assert (it.fight.actions, it.fight.maneuvers) == (1, 1)
    assert bane(it, BLADE) == 0
    assert table.cited("ix.light.kindle")


@pytest.mark.rule("ix.light.kindle")
def test_without_tinder_it_takes_the_action() -> None:
    it = bout(gear=[TORCH])
    assert not it.offers("kindle")
    it.do(("kindle-bare", "torch"))
    assert (it.fight.actions, it.fight.maneuvers) == (0, 0)
    assert it["ann"].lit == ("torch",)


@pytest.mark.rule("ix.light.kindle")
def test_tinder_that_lies_on_the_ground_is_not_at_hand() -> None:
    it = bout(gear=[TORCH, "tinder"])
    it.fight["ann"].dropped = ("tinder",)
    assert not it.offers("kindle")
    assert it.offers("kindle-bare", "torch")


@pytest.mark.rule("ix.light.kindle")
def test_what_burns_is_not_lit_again() -> None:
    it = bout(gear=[TORCH, "tinder"])
    it.do(("kindle", "torch"))
    assert not it.offers("kindle")
    assert not it.offers("kindle-bare")


@pytest.mark.rule("ix.light.douse")
def test_dousing_a_light_is_a_quick_action() -> None:
    it = bout(gear=[BURNING], weapons=["long-blade"])
    table = it.do(("douse", "torch"))
    assert (it.fight.actions, it.fight.maneuvers) == (1, 0)
    assert it["ann"].lit == ()
    assert table.cited("ix.light.douse")
    assert not it.offers("douse")
    assert bane(it, BLADE) == 1


@pytest.mark.rule("ix.light.douse-reach")
@pytest.mark.parametrize(("at", "can"), [(0, True), (1, False), (3, False)])
def test_only_a_light_within_reach_is_doused(at: int, can: bool) -> None:
    it = bout(at=4, lights=[{"source": "torch", "at": at}])
    assert it.offers("douse") == can


@pytest.mark.rule("ix.light.douse-reach")
def test_the_light_of_an_opponent_across_the_field_is_out_of_reach() -> None:
    for at, can in ((0, True), (2, False)):
        it = bout(at=at, brute={"gear": [BURNING], "weapons": ["knife"]})
        assert it.offers("douse") == can


@pytest.mark.rule("ix.light.douse")
def test_a_doused_lamp_can_be_lit_again() -> None:
    it = bout(lights=[{"source": "torch", "at": 0}], gear=["tinder"])
    lamp = next(option for option in it.options() if option[0] == "douse")
    it.do(tuple(map(str, lamp)))
    assert not it.fight.lamps[0].lit
    assert it.offers("kindle")


@pytest.mark.rule("ix.light.dark-attacks")
def test_foes_have_the_same_trouble_with_the_dark() -> None:
    it = Bout(
        hero("ann"), nemesis("boss"), scene={"at": {"ann": 0, "boss": 0}, "light": "darkness"}
    )
    it.turn_of("boss")
    table: IxTable = it.do(("attack", "long-blade", "ann"), rolls=["nothing"])
    assert dice_of(table)["bane"] == 1
