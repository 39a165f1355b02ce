"""Glancing Blows: what a miss still grinds off (area `glancing`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import (
    Bout,
    citing,
    foe,
    hero,
    minor,
    mystic,
    peek,
    retainer,
    sovereign,
    told,
    weapon,
)

SWORD = ("attack", "longsword", "brute")


def turn(*others: dict[str, Any], brute: dict[str, Any] | None = None, **ann: Any) -> Bout:
    target = brute or sovereign("brute", at=[0, 5], tier=5)
    bout = Bout(hero("ann", at=[0, 0], **ann), target, *others)
    bout.to_turn("ann")
    return bout


def targets(bout: Bout, key: tuple[str, ...] = SWORD) -> list[Any]:
    rule, who, options = peek(bout, choices=[key], readings=[2])
    assert (rule, who) == ("vigor.glancing.target", "ann")
    return options


# ---- how much ----


@pytest.mark.rule("vigor.glancing.body-die", "vigor.glancing.trigger")
@pytest.mark.parametrize(
    ("body", "faces"),
    [
        (12, 4),
        (13, 4),
        (14, 6),
        (15, 6),
        (16, 8),
        (17, 8),
        (18, 10),
        (19, 10),
        (20, 12),
        (21, 12),
        (22, 12),
    ],
)
def test_with_body_12_or_more_the_body_die_is_rolled(body: int, faces: int) -> None:
    brute = minor("brute", ac=30, at=[0, 5], tier=5)
    bout = turn(brute=brute, stats={"body": body})
    table = bout.do(SWORD, ("glance", "brute"), readings=[2, 3])
    assert set(table.pools[1].readings(lambda shown: shown)) == set(range(1, faces + 1))
    assert bout["brute"].vigor == 2
    assert told(table, "hurt")[0]["kind"] == "vigor-damage"
    assert citing(table, "vigor.glancing.body-die")


@pytest.mark.rule("vigor.glancing.flat")
@pytest.mark.parametrize("body", [10, 11])
def test_with_body_10_or_11_it_is_1_without_a_roll(body: int) -> None:
    bout = turn(stats={"body": body}, tier=5)
    table = bout.do(SWORD, ("glance", "brute"), readings=[2])
    assert len(table.pools) == 1
    assert bout["brute"].vigor == 4


@pytest.mark.rule("vigor.glancing.none")
@pytest.mark.parametrize("body", [1, 8, 9])
def test_with_body_9_or_less_there_is_none(body: int) -> None:
    bout = turn(stats={"body": body})
    table = bout.do(SWORD, readings=[2])
    assert told(table, "missed")
    assert not table.was_asked("vigor.glancing.target")
    assert bout["brute"].vigor == 5


@pytest.mark.rule("vigor.glancing.body-die")
def test_body_counts_and_not_the_stat_of_the_attack() -> None:
    bout = turn(stats={"cunning": 18, "body": 10}, trees=["assassin"])
    bout.do(SWORD, ("glance", "brute"), readings=[2])
    assert bout["brute"].vigor == 4


# ---- when ----


@pytest.mark.rule("vigor.glancing.trigger")
def test_a_hit_brings_none() -> None:
    table = turn().do(SWORD, readings=[15, 2])
    assert not table.was_asked("vigor.glancing.target")
    assert not told(table, "glances")


@pytest.mark.rule("vigor.glancing.trigger")
def test_a_missed_mystic_attack_glances_too() -> None:
    bout = turn(trees=["wizard"], attacks=[mystic()])
    bout.do(("attack", "bolt", "brute"), ("glance", "brute"), readings=[2])
    assert bout["brute"].vigor == 4


@pytest.mark.rule("vigor.glancing.trigger")
def test_it_may_be_left() -> None:
    bout = turn()
    bout.do(SWORD, ("none",), readings=[2])
    assert bout["brute"].vigor == 5


@pytest.mark.rule("vigor.glancing.trigger")
def test_an_opportunity_attack_that_misses_glances_off_its_turn() -> None:
    bout = Bout(hero("ann", at=[0, 0], tier=3), foe("brute", at=[0, 5], trees=["brawler"]))
    bout.to_turn("ann")
    strike = ("attack", "longsword", "ann")
    bout.do(("move", "away"), strike, ("glance", "ann"), ("go-on",), readings=[2])
    assert bout["ann"].vigor == 2


@pytest.mark.rule("vigor.glancing.majors-only")
def test_a_minor_has_none() -> None:
    bout = Bout(hero("ann", at=[0, 0]), minor("brute", at=[0, 5]))
    bout.to_turn("brute")
    table = bout.do(("attack", "longsword", "ann"), readings=[2])
    assert told(table, "missed")
    assert not table.was_asked("vigor.glancing.target")
    assert bout["ann"].vigor == 1


@pytest.mark.rule("vigor.glancing.majors-only")
def test_a_sovereign_and_a_major_npc_have_it() -> None:
    for brute in (sovereign("brute", at=[0, 5]), foe("brute", at=[0, 5])):
        bout = Bout(hero("ann", at=[0, 0]), brute)
        bout.to_turn("brute")
        bout.do(("attack", "longsword", "ann"), ("glance", "ann"), readings=[2])
        assert bout["ann"].vigor == 0


@pytest.mark.rule("vigor.glancing.majors-only")
def test_a_spell_that_misses_has_none() -> None:
    ann = hero("ann", at=[0, 0], trees=["wizard"], spells=["force-lance"])
    bout = Bout(ann, foe("brute", at=[0, 30]))
    bout.to("hero-picks", order=("ann",))
    bout.step(("cast", "force-lance"))
    bout.to_turn("ann")
    table = bout.do(("carry-out", "cast", "force-lance", "brute"), readings=[2])
    assert told(table, "missed")
    assert not table.was_asked("vigor.glancing.target")
    assert bout["brute"].vigor == 1


# ---- whom ----


@pytest.mark.rule("vigor.glancing.target", "vigor.glancing.target-details")
def test_any_creature_in_range_will_do_the_missed_one_first_and_friends_last() -> None:
    bout = turn(
        hero("bob", at=[-5, 0]), foe("near", at=[5, 5]), foe("far", at=[5, 10]), retainer("tam")
    )
    bout.set("tam", at=(50, 0))
    assert targets(bout) == [
        ("glance", "brute"),
        ("glance", "near"),
        ("glance", "bob"),
        ("none",),
    ]
    bout.do(SWORD, ("glance", "near"), readings=[2])
    assert (bout["near"].vigor, bout["brute"].vigor) == (0, 5)


@pytest.mark.rule("vigor.glancing.target-details")
def test_the_range_of_a_bow_goes_out_to_its_long_range() -> None:
    bout = turn(
        foe("far", at=[0, 180]),
        foe("farther", at=[0, 185]),
        brute=sovereign("brute", at=[0, 30], tier=5),
        weapons=["shortbow"],
    )
    keys = targets(bout, ("attack", "shortbow", "brute"))
    assert ("glance", "far") in keys
    assert ("glance", "farther") not in keys


@pytest.mark.rule("vigor.glancing.target-details")
def test_the_attacker_cannot_pick_itself() -> None:
    assert ("glance", "ann") not in targets(turn())


@pytest.mark.rule("vigor.glancing.target-details")
def test_ac_cover_and_creatures_in_the_way_play_no_part() -> None:
    scene = {
        "surprised": [],
        "cover": [{"who": "far", "from": "", "cover": "three-quarters"}],
    }
    bout = Bout(
        hero("ann", at=[0, 0], weapons=["shortbow"]),
        foe("brute", at=[0, 10]),
        foe("between", at=[0, 15]),
        foe("far", at=[0, 20], armour="heavy", shield=True, tier=4),
        scene=scene,
    )
    bout.to_turn("ann")
    bout.do(("attack", "shortbow", "brute"), ("glance", "far"), readings=[2])
    assert bout["far"].vigor == 1


# ---- not a hit ----


@pytest.mark.rule("vigor.glancing.not-a-hit")
def test_it_gets_no_added_points_and_attaches_nothing() -> None:
    blade = weapon("longsword", points=3, conditions=[{"name": "poisoned"}])
    bout = turn(weapons=[blade], points=3)
    bout.do(SWORD, ("glance", "brute"), readings=[2])
    assert (bout["brute"].vigor, bout["brute"].effects) == (4, ())


@pytest.mark.rule("vigor.glancing.not-a-hit")
def test_it_does_not_use_up_what_waits_for_the_first_hit() -> None:
    bout = Bout(hero("ann", at=[0, 0], weapons=["mace"]), sovereign("brute", at=[0, 5], tier=5))
    bout.to("hero-picks", order=("ann",))
    bout.step(("weapon", "mace"))
    bout.to_turn("ann")
    bout.do(("attack", "mace", "brute"), ("glance", "brute"), readings=[2])
    assert bout["ann"].has("rattle")
    assert not bout["brute"].has("rattled")


@pytest.mark.rule("vigor.glancing.not-a-hit")
def test_it_neither_wounds_nor_disrupts() -> None:
    ann = hero("ann", at=[0, 0], trees=["wizard"], spells=["force-lance"], vitality=0)
    bout = Bout(ann, foe("brute", at=[0, 5], stats={"body": 12}))
    bout.to("hero-picks", order=("brute", "ann"))
    bout.step(("cast", "force-lance"))
    bout.to_turn("brute")
    table = bout.do(("attack", "longsword", "ann"), ("glance", "ann"), readings=[2, 4])
    assert (bout["ann"].vigor, bout["ann"].vitality, bout["ann"].injuries) == (0, 0, ())
    assert bout["ann"].pending
    assert not table.was_asked("vigor.disrupt.check")


@pytest.mark.rule("vigor.glancing.not-a-hit")
def test_it_can_bring_a_minor_to_flight() -> None:
    bout = turn(foe("other", at=[50, 50]), brute=minor("brute", at=[0, 5]))
    bout.do(SWORD, ("glance", "brute"), readings=[2])
    assert bout["brute"].status == "fleeing"
