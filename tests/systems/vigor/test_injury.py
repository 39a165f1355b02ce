"""What each lasting injury takes away (area `injury`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, foe, gm, hero, peek, told


def turn(*injuries: str, **ann: Any) -> Bout:
    """Ann's turn, with these injuries."""
    bout = Bout(
        hero("ann", at=[0, 0], injuries=list(injuries), **({"tier": 2} | ann)),
        foe("brute", at=[0, 5], tier=5),
    )
    bout.to_turn("ann", "brute")
    return bout


@pytest.mark.rule("vigor.injury.bruised-ribs")
@pytest.mark.parametrize(("injuries", "feet"), [((), 60), (("bruised-ribs",), 45)])
def test_bruised_ribs_sprint_adds_15_feet(injuries: tuple[str, ...], feet: int) -> None:
    bout = turn(*injuries)
    assert bout.fight.feet == 30
    bout.do(("sprint",))
    assert bout.fight.feet == feet


@pytest.mark.rule("vigor.injury.twisted-ankle")
def test_twisted_ankle_5_feet_less_each_turn_and_a_whole_sprint() -> None:
    bout = turn("twisted-ankle")
    assert bout.fight.feet == 25
    bout.do(("sprint",))
    assert bout.fight.feet == 55
    bout.do(("end",))
    bout.to_turn("ann")
    assert bout.fight.feet == 25


@pytest.mark.rule("vigor.injury.ringing-ears")
def test_ringing_ears_2_less_initiative() -> None:
    for injuries, lowest, highest in (([], 1, 8), (["ringing-ears"], -1, 6)):
        bout = Bout(hero("ann", injuries=injuries), foe("brute"))
        bout.to("initiative")
        table = bout.step(readings=[highest, 1])
        totals = table.pools[0].readings(lambda total: total)
        assert (min(totals), max(totals)) == (lowest, highest)
        assert bout["ann"].initiative == highest


@pytest.mark.rule("vigor.injury.shaking-hand")
def test_shaking_hand_1_less_on_attack_rolls() -> None:
    for injuries, bonus in ((), 0), (("shaking-hand",), -1):
        table = turn(*injuries).do(("attack", "longsword", "brute"), readings=[15, 1])
        assert told(table, "hit")[0]["bonus"] == bonus
    bout = turn("shaking-hand")
    assert told(bout.do(("attack", "longsword", "brute"), ("none",), readings=[10]), "missed")


@pytest.mark.rule("vigor.injury.shaking-hand")
def test_shaking_hand_spoils_a_spells_roll_too() -> None:
    ann = hero("ann", at=[0, 0], trees=["wizard"], spells=["force-lance"])
    bout = Bout(ann | {"injuries": ["shaking-hand"]}, foe("brute", at=[0, 30]))
    bout.to("hero-picks", order=("ann",))
    bout.step(("cast", "force-lance"))
    bout.to_turn("ann")
    table = bout.do(("carry-out", "cast", "force-lance", "brute"), readings=[11, 1])
    assert told(table, "hit")[0]["bonus"] == -1


@pytest.mark.rule("vigor.injury.stiff-side")
def test_stiff_side_1_less_ac() -> None:
    for injuries, ac in ((), 10), (("stiff-side",), 9):
        bout = turn(*injuries)
        bout.do(("end",))
        bout.to_turn("brute")
        table = bout.do(("attack", "longsword", "ann"), readings=[15, 1])
        assert told(table, "hit")[0]["ac"] == ac


@pytest.mark.rule("vigor.injury.short-breath")
@pytest.mark.parametrize(("tier", "dice"), [(1, ""), (2, "1d4"), (5, "4d4")])
def test_short_breath_one_d4_fewer_down_to_none(tier: int, dice: str) -> None:
    bout = Bout(hero("ann", tier=tier, injuries=["short-breath"]), foe("brute"))
    bout.to("turns", order=("ann",))
    bout.set("ann", vigor=0)
    rule, _, pool = peek(bout)
    if dice:
        assert rule == "vigor.vigor.turn-start-roll"
        assert str(pool).startswith(dice)
    else:
        assert rule == "vigor.turn.economy"


@pytest.mark.rule("vigor.injury.shaken-nerve")
@pytest.mark.parametrize(("tier", "heart", "cap"), [(3, 10, 2), (1, 10, 0), (1, 8, 0)])
def test_shaken_nerve_cap_1_less_down_to_0(tier: int, heart: int, cap: int) -> None:
    ann = hero("ann", tier=tier, stats={"heart": heart}, injuries=["shaken-nerve"])
    assert Bout(ann, foe("brute"))["ann"].vigor == cap


@pytest.mark.rule("vigor.injury.broken-bone")
@pytest.mark.parametrize(("tier", "full"), [(1, 2), (3, 4), (5, 6)])
def test_broken_bone_vitality_maximum_2_less(tier: int, full: int) -> None:
    ann = hero("ann", tier=tier, injuries=["broken-bone"])
    assert Bout(ann, foe("brute"))["ann"].vitality == full


@pytest.mark.rule("vigor.injury.broken-bone")
def test_broken_bone_takes_what_is_above_the_new_maximum() -> None:
    bout = Bout(hero("ann", tier=3), foe("brute"))
    bout.to("hero-picks")
    gm(bout, "tag", "ann", "broken-bone")
    assert bout["ann"].vitality == 4


@pytest.mark.rule("vigor.injury.broken-bone")
def test_broken_bone_leaves_a_maximum_of_at_least_1() -> None:
    house = {"broken-bone-vitality": -9}
    ann = hero("ann", injuries=["broken-bone"])
    assert Bout(ann, foe("brute"), house=house)["ann"].vitality == 1


@pytest.mark.rule(
    "vigor.injury.bruised-ribs", "vigor.injury.twisted-ankle", "vigor.injury.stiff-side"
)
@pytest.mark.parametrize(
    ("values", "feet", "sprinted", "ac"),
    [
        ({"bruised-ribs-sprint-feet": 10}, 25, 35, 9),
        ({"twisted-ankle-feet": -10}, 20, 35, 9),
        ({"stiff-side-ac": -3}, 25, 40, 7),
    ],
)
def test_the_house_may_have_other_numbers(
    values: dict[str, int], feet: int, sprinted: int, ac: int
) -> None:
    ann = hero("ann", at=[0, 0], tier=3, injuries=["bruised-ribs", "twisted-ankle", "stiff-side"])
    bout = Bout(ann, foe("brute", at=[0, 5]), house=values)
    bout.to_turn("ann", "brute")
    assert bout.fight.feet == feet
    bout.do(("sprint",))
    assert bout.fight.feet == sprinted
    bout.do(("end",))
    bout.to_turn("brute")
    table = bout.do(("attack", "longsword", "ann"), readings=[15, 1])
    assert told(table, "hit")[0]["ac"] == ac
