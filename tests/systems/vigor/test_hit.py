"""What a hit deals, and what rides on it (area `hit`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, citing, foe, hero, minor, mystic, sovereign, told, weapon

SWORD = ("attack", "longsword", "brute")
WAVE = {
    "id": "fire-wave",
    "name": "Fire Wave",
    "stamina": 1,
    "range": 60,
    "shape": "area",
    "radius": 10,
    "roll": False,
    "deals": "damage",
    "descriptor": "fire",
}


def turn(target: dict[str, Any] | None = None, **ann: Any) -> Bout:
    brute = (target or sovereign("brute", tier=3)) | {"at": [0, 5]}
    bout = Bout(hero("ann", at=[0, 0], **ann), brute)
    bout.to_turn("ann")
    return bout


def of_brute(brute: dict[str, Any], *readings: Any, way: str = "longsword", **ann: Any) -> Any:
    """The brute's attack on Ann: the bout and the table."""
    bout = Bout(hero("ann", at=[0, 0], **ann), brute | {"at": [0, 5]})
    bout.to_turn("brute")
    return bout, bout.do(("attack", way, "ann"), readings=readings)


# ---- Majors and Minors ----


@pytest.mark.rule("vigor.hit.major")
@pytest.mark.parametrize(("tier", "faces"), [(1, 4), (2, 6), (3, 8), (4, 10), (5, 12)])
def test_a_majors_hit_is_one_roll_of_its_tier_die(tier: int, faces: int) -> None:
    bout = turn(tier=tier)
    table = bout.do(SWORD, readings=[15, faces])
    assert dict(table.pools[1].readings(lambda total: total).items()) == dict.fromkeys(
        range(1, faces + 1), 1
    )
    hurt = told(table, "hurt")[0]
    assert (hurt["points"], hurt["kind"], hurt["descriptor"]) == (faces, "damage", "slashing")
    assert citing(table, "vigor.hit.major")


@pytest.mark.rule("vigor.hit.major")
def test_the_hit_of_a_sovereign_and_of_a_major_npc_is_rolled_too() -> None:
    for brute in (sovereign("brute", tier=2), foe("brute", tier=2)):
        _, table = of_brute(brute, 15, 6, tier=5)
        assert told(table, "hurt")[0]["points"] == 6


@pytest.mark.rule("vigor.hit.major", "vigor.hit.vigor-damage-word")
def test_a_mystic_attack_of_a_major_deals_its_die_as_vigor_damage() -> None:
    bout = turn(tier=3, trees=["wizard"], attacks=[mystic()])
    table = bout.do(("attack", "bolt", "brute"), readings=[15, 8])
    assert told(table, "hurt")[0]["kind"] == "vigor-damage"
    assert (bout["brute"].vigor, bout["brute"].vitality) == (0, 22)


@pytest.mark.rule("vigor.hit.minor")
@pytest.mark.parametrize("tier", [1, 2, 3, 4, 5])
def test_a_minors_hit_is_its_tier_without_a_roll(tier: int) -> None:
    bout, table = of_brute(minor("brute", tier=tier), 15, tier=5)
    assert len(table.pools) == 1
    assert told(table, "hurt")[0]["points"] == tier
    assert bout["ann"].vigor == 5 - tier


@pytest.mark.rule("vigor.hit.minor")
def test_a_minors_mystic_attack_deals_its_tier_as_vigor_damage() -> None:
    brute = minor("brute", tier=3, attacks=[mystic()])
    bout, table = of_brute(brute, 15, way="bolt")
    assert len(table.pools) == 1
    assert told(table, "hurt")[0]["points"] == 3
    assert (bout["ann"].vigor, bout["ann"].vitality) == (0, 4)


# ---- the two words ----


@pytest.mark.rule("vigor.hit.damage-word")
def test_damage_runs_through_vigor_then_vitality_then_a_wound() -> None:
    brute = foe("brute", tier=5)
    bout, _ = of_brute(brute, 15, 1, tier=2)
    assert (bout["ann"].vigor, bout["ann"].vitality) == (1, 5)
    bout, _ = of_brute(brute, 15, 4, tier=2)
    assert (bout["ann"].vigor, bout["ann"].vitality) == (0, 3)
    bout, _ = of_brute(brute, 15, 8, 3, tier=2)
    assert bout["ann"].injuries == ("twisted-ankle",)


@pytest.mark.rule("vigor.hit.vigor-damage-word")
def test_vigor_damage_never_costs_vitality_or_a_wound() -> None:
    brute = foe("brute", tier=5, trees=["wizard"], attacks=[mystic()])
    bout, table = of_brute(brute, 15, 12, way="bolt", vitality=0)
    assert (bout["ann"].vigor, bout["ann"].vitality, bout["ann"].injuries) == (0, 0, ())
    assert bout["ann"].is_in
    assert told(table, "hurt")[0]["points"] == 12


@pytest.mark.rule("vigor.hit.vigor-damage-word")
def test_the_spell_whose_entry_says_vigor_damage_deals_it() -> None:
    ann = hero("ann", at=[0, 0], trees=["wizard"], spells=["shock-burst"], tier=3)
    bout = Bout(ann, foe("brute", at=[0, 40]))
    bout.to("hero-picks", order=("ann",))
    bout.step(("cast", "shock-burst"))
    bout.to_turn("ann")
    bout.do(("carry-out", "cast", "shock-burst", "at", "0", "40"), readings=[8])
    assert (bout["brute"].vigor, bout["brute"].vitality) == (0, 2)


# ---- riders ----


@pytest.mark.rule("vigor.hit.ability-riders", "vigor.hit.rider-details")
def test_added_points_are_one_sum_with_the_hit() -> None:
    bout = turn(points=2, weapons=[weapon("longsword", points=1)])
    table = bout.do(SWORD, readings=[15, 3])
    hurt = told(table, "hurt")
    assert [(one["points"], one["kind"], one["descriptor"]) for one in hurt] == [
        (6, "damage", "slashing")
    ]


@pytest.mark.rule("vigor.hit.ability-riders")
def test_points_of_another_weapon_are_not_added() -> None:
    bout = turn(weapons=["longsword", weapon("mace", points=4)])
    assert told(bout.do(SWORD, readings=[15, 3]), "hurt")[0]["points"] == 3


@pytest.mark.rule("vigor.hit.flat-riders")
def test_a_crit_does_not_double_added_points() -> None:
    bout = turn(points=2, weapons=[weapon("longsword", points=1)])
    table = bout.do(SWORD, readings=[20, 5])
    assert told(table, "hurt")[0]["points"] == 8


@pytest.mark.rule("vigor.hit.rider-details")
def test_points_come_after_the_floor_of_a_minors_crit() -> None:
    brute = minor("brute", tier=3, weapons=[weapon("longsword", points=2)])
    _, table = of_brute(brute, 20, 1, tier=5)
    assert told(table, "hurt")[0]["points"] == 5


@pytest.mark.rule("vigor.hit.rider-details")
def test_resistance_takes_one_point_from_the_whole_sum() -> None:
    bout = turn(sovereign("brute", resists=["slashing"]), points=2)
    hurt = told(bout.do(SWORD, readings=[15, 3]), "hurt")
    assert [one["worth"] for one in hurt] == [4]


@pytest.mark.rule("vigor.hit.rider-details")
def test_points_on_a_mystic_attack_are_vigor_damage() -> None:
    bolt = mystic(points=5)
    bout = turn(foe("brute"), trees=["wizard"], attacks=[bolt])
    table = bout.do(("attack", "bolt", "brute"), readings=[15, 1])
    assert told(table, "hurt")[0]["points"] == 6
    assert bout["brute"].vitality == 2


# ---- conditions ----


def poisoned(until: str = "round") -> Any:
    venom = {"name": "poisoned", "until": until, "text": "Unsteady."}
    return weapon("longsword", conditions=[venom])


def conditions(bout: Bout, who: str = "brute") -> list[str]:
    return [effect.name for effect in bout[who].effects if effect.kind == "condition"]


@pytest.mark.rule("vigor.hit.conditions", "vigor.hit.ability-riders")
def test_a_hit_attaches_its_condition_as_a_tag_without_effect() -> None:
    bout = turn(weapons=[poisoned()])
    table = bout.do(SWORD, readings=[15, 3])
    assert conditions(bout) == ["poisoned"]
    assert table.was_asked("vigor.hit.conditions")
    assert (bout["brute"].vigor, bout["brute"].vitality) == (0, 22)
    assert citing(table, "vigor.hit.conditions")


@pytest.mark.rule("vigor.hit.conditions")
def test_a_miss_attaches_none() -> None:
    bout = turn(weapons=[poisoned()])
    bout.do(SWORD, ("glance", "brute"), readings=[2])
    assert conditions(bout) == []


@pytest.mark.rule("vigor.hit.conditions")
def test_the_gm_may_rule_the_condition_away_or_give_it_a_meaning() -> None:
    bout = turn(weapons=[poisoned()])
    bout.do(SWORD, readings=[15, 3], rulings={"vigor.hit.conditions": ("none",)})
    assert conditions(bout) == []
    bout = turn(weapons=[poisoned()])
    ruling = ("means", "it sways")
    table = bout.do(SWORD, readings=[15, 3], rulings={"vigor.hit.conditions": ruling})
    assert conditions(bout) == ["poisoned"]
    assert "it sways" in str([{**e.fields, **e.secret} for e in table.events])


@pytest.mark.rule("vigor.hit.conditions")
def test_a_condition_ends_when_its_entry_says() -> None:
    for until, after_round, after_turn in (
        ("round", [], []),
        ("turn", ["poisoned"], []),
        ("fight", ["poisoned"], ["poisoned"]),
    ):
        bout = turn(weapons=[poisoned(until)])
        bout.do(SWORD, readings=[15, 3])
        bout.to("initiative")
        assert conditions(bout) == after_round, until
        bout.to_turn("ann")
        assert conditions(bout) == after_turn, until


# ---- harm without an attack roll ----


def burned(**bob: Any) -> tuple[Bout, Any]:
    """Ann's fire wave reaches the brute and Bob, not Ann."""
    ann = hero("ann", at=[0, 0], trees=["wizard"], spells=[WAVE])
    bob = hero("bob", **({"at": [0, 35], "tier": 2} | bob))
    bout = Bout(ann, bob, foe("brute", at=[0, 40], tier=2, resists=["fire"]))
    bout.to("hero-picks", order=("ann",))
    bout.step(("cast", "fire-wave"), ("pass",))
    bout.to_turn("ann")
    return bout, ("carry-out", "cast", "fire-wave", "at", "0", "40")


@pytest.mark.rule("vigor.hit.other-harm")
def test_harm_of_an_area_is_a_hit_on_each_with_its_own_types_and_layers() -> None:
    bout, key = burned()
    table = bout.do(key, readings=[4])
    assert len(table.pools) == 1
    assert {one["target"]: one["worth"] for one in told(table, "hurt")} == {"bob": 4, "brute": 3}
    assert (bout["bob"].vigor, bout["bob"].vitality) == (0, 3)
    assert (bout["brute"].vigor, bout["brute"].vitality) == (0, 3)
    assert bout["ann"].vigor == 1


@pytest.mark.rule("vigor.hit.other-harm")
def test_it_costs_at_most_one_wound_each() -> None:
    bout, key = burned(vitality=0)
    bout.do(key, readings=[4, 3])
    assert bout["bob"].injuries == ("twisted-ankle",)
    assert (bout["bob"].vigor, bout["bob"].vitality) == (2, 5)
