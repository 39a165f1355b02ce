"""What a weapon is, and the terms of its maneuver (area `weapon`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import WEAPONS, Bout, foe, hero, minor, natural, peek, sovereign, told, weapon

from affray.systems.vigor.content import library

ROWS = [
    ("dagger", "light", 5, 20, 40, "piercing", "slip-past"),
    ("shortsword", "light", 5, 0, 0, "slashing", "quick-advance"),
    ("handaxe", "light", 5, 20, 40, "slashing", "hook-shield"),
    ("sling", "light", 0, 30, 90, "bludgeoning", "harry"),
    ("longsword", "standard", 5, 0, 0, "slashing", "high-guard"),
    ("mace", "standard", 5, 0, 0, "bludgeoning", "rattle"),
    ("spear", "standard", 5, 20, 40, "piercing", "set-point"),
    ("quarterstaff", "standard", 5, 0, 0, "bludgeoning", "shelter"),
    ("shortbow", "standard", 0, 60, 180, "piercing", "loose-and-step"),
    ("greatsword", "heavy", 5, 0, 0, "slashing", "wide-arc"),
    ("greataxe", "heavy", 5, 0, 0, "slashing", "split-focus"),
    ("maul", "heavy", 5, 0, 0, "bludgeoning", "drive-back"),
    ("halberd", "heavy", 10, 0, 0, "slashing", "full-length"),
    ("longbow", "heavy", 0, 100, 300, "piercing", "long-draw"),
    ("crossbow", "heavy", 0, 80, 240, "piercing", "thread-the-gap"),
]
NAMES = [row[0] for row in ROWS]


def at(feet: int, **ann: Any) -> Bout:
    bout = Bout(hero("ann", at=[0, 0], **ann), sovereign("brute", at=[0, feet], tier=5))
    bout.to_turn("ann")
    return bout


def ways(bout: Bout, *head: str) -> list[Any]:
    return [key for key in peek(bout)[2] if key[: len(head)] == head]


def picks(bout: Bout) -> list[Any]:
    bout.to("hero-picks")
    rule, _, options = peek(bout)
    assert rule == "vigor.declare.one-maneuver"
    return options


@pytest.mark.rule("vigor.weapon.list")
@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_the_library_has_each_weapon_of_the_table(row: tuple[Any, ...]) -> None:
    name, weight, reach, normal, far, descriptor, maneuver = row
    found = library("weapons")[name]
    assert found["class"] == weight
    assert (found["reach"], found["normal"], found["long"]) == (reach, normal, far)
    assert found["descriptor"] == descriptor
    assert found["maneuver"].removeprefix("vigor.weapon-maneuver.") == maneuver
    assert WEAPONS[name] == (reach, normal, far, descriptor, maneuver)


@pytest.mark.rule("vigor.weapon.list")
@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_each_weapon_strikes_at_its_reach_and_shoots_at_its_ranges(row: tuple[Any, ...]) -> None:
    name, _, reach, normal, far, _, _ = row
    if reach:
        assert ways(at(reach, weapons=[name]), "attack", name)
        assert not ways(at(reach + 5, weapons=[name]), "attack", name)
    verb = "throw" if reach else "attack"
    if not normal:
        assert not ways(at(15, weapons=[name]), "throw")
        return
    for feet, dice in ((normal, "1d20"), (normal + 5, "2d20"), (far, "2d20")):
        table = at(feet, weapons=[name]).do((verb, name, "brute"), readings=["hit", 1])
        assert str(table.pools[0]).startswith(dice), feet
    assert not ways(at(far + 5, weapons=[name]), verb, name)


@pytest.mark.rule("vigor.weapon.list")
def test_a_thrown_weapon_is_there_again_and_arrows_are_not_counted() -> None:
    bout = at(20, weapons=["handaxe"])
    for _ in range(3):
        bout.do(("throw", "handaxe", "brute"), readings=[15, 1])
        bout.do(("end",))
        bout.to_turn("ann")
    assert bout["ann"].in_hand == ("handaxe",)
    assert ways(bout, "throw", "handaxe")


@pytest.mark.rule("vigor.weapon.no-numbers")
def test_light_standard_and_heavy_change_nothing() -> None:
    for weight in ("light", "standard", "heavy"):
        bout = at(5, weapons=[weapon("longsword") | {"class": weight}])
        table = bout.do(("attack", "longsword", "brute"), readings=[10, 3])
        assert told(table, "hit")[0]["bonus"] == 0
        assert told(table, "hurt")[0]["points"] == 3


# ---- its maneuver ----


@pytest.mark.rule("vigor.weapon.one-maneuver-each")
@pytest.mark.parametrize("name", NAMES)
def test_each_weapon_grants_one_free_instant_maneuver_that_is_the_pick(name: str) -> None:
    bout = Bout(hero("ann", weapons=[name]), hero("bob", at=None), foe("brute"))
    assert [key for key in picks(bout) if key[0] == "weapon"] == [("weapon", name)]
    bout.step(("weapon", name), ("pass",))
    table = bout.to("turns")
    assert bout["ann"].stamina == 6
    assert bout["ann"].pending == ()
    assert not table.was_asked("vigor.declare.one-maneuver")


@pytest.mark.rule("vigor.weapon.one-maneuver-each")
def test_a_minor_has_the_maneuver_of_its_weapon_too() -> None:
    bout = Bout(hero("ann"), minor("brute", weapons=["mace"]))
    bout.to("blind")
    assert ("weapon", "mace") in peek(bout)[2]


@pytest.mark.rule("vigor.weapon.none-for-unarmed")
def test_bare_hands_claws_and_improvised_things_grant_none() -> None:
    bout = Bout(hero("ann", weapons=[], attacks=[natural()]), foe("brute"))
    assert not [key for key in picks(bout) if key[0] == "weapon"]
    bout = Bout(hero("ann", weapons=[weapon("mace", maneuver="none")]), foe("brute"))
    assert not [key for key in picks(bout) if key[0] == "weapon"]


@pytest.mark.rule("vigor.weapon.unarmed-always")
def test_everybody_can_strike_unarmed_at_5_feet() -> None:
    bout = at(5, weapons=["longbow"], tier=3, stats={"body": 14})
    assert ways(bout, "attack", "unarmed") == [("attack", "unarmed", "brute")]
    table = bout.do(("attack", "unarmed", "brute"), readings=[8, 8])
    assert told(table, "hit")[0]["bonus"] == 2
    assert told(table, "hurt")[0] | {"points": 8, "kind": "damage"} == told(table, "hurt")[0]
    assert not ways(at(10, weapons=["longbow"]), "attack", "unarmed")


@pytest.mark.rule("vigor.weapon.unarmed-always")
def test_a_minor_strikes_unarmed_for_its_tier() -> None:
    bout = Bout(hero("ann", at=[0, 0], tier=5), minor("brute", at=[0, 5], tier=2, weapons=[]))
    bout.to_turn("brute")
    bout.do(("attack", "unarmed", "ann"), readings=[15])
    assert bout["ann"].vigor == 3


@pytest.mark.rule("vigor.weapon.unarmed-always")
def test_unarmed_counts_as_a_weapon_attack_for_points_and_glancing_blows() -> None:
    bout = at(5, points=2)
    table = bout.do(("attack", "unarmed", "brute"), readings=[15, 1])
    assert told(table, "hurt")[0]["points"] == 3
    bout = at(5)
    bout.do(("attack", "unarmed", "brute"), ("glance", "brute"), readings=[2])
    assert bout["brute"].vigor == 4


# ---- the common terms ----


def rattling(weapons: tuple[str, ...] = ("mace", "dagger"), **ann: Any) -> Bout:
    """Ann has picked Rattle with her mace; it is her turn."""
    ann = {"weapons": weapons, "in_hand": weapons} | ann
    brawn = sovereign("brawn", at=[5, 5], tier=5)
    bout = Bout(hero("ann", at=[0, 0], **ann), sovereign("brute", at=[0, 5], tier=5), brawn)
    bout.to("hero-picks", order=("ann",))
    bout.step(("weapon", "mace"))
    bout.to_turn("ann")
    return bout


@pytest.mark.rule("vigor.weapon.maneuver-use")
def test_the_first_hit_is_one_made_with_this_weapon() -> None:
    for way in ("dagger", "unarmed"):
        bout = rattling()
        bout.do(("attack", way, "brute"), readings=[15, 1])
        assert not bout["brute"].has("rattled")
        assert bout["ann"].has("rattle")
    bout = rattling()
    bout.do(("attack", "mace", "brute"), readings=[15, 1])
    assert bout["brute"].has("rattled")


@pytest.mark.rule("vigor.weapon.maneuver-use")
def test_it_ends_with_the_round() -> None:
    bout = rattling()
    bout.to_turn("brute")
    bout.to("initiative")
    assert not bout["ann"].has("rattle")


@pytest.mark.rule("vigor.weapon.maneuver-use")
def test_an_opportunity_attack_counts() -> None:
    bout = rattling()
    bout.do(("end",))
    bout.to_turn("brute")
    bout.do(("move", "away"), ("attack", "mace", "brute"), ("stop",), readings=[15, 1])
    assert bout["brute"].has("rattled")


@pytest.mark.rule("vigor.weapon.maneuver-use")
def test_a_sovereign_action_counts() -> None:
    wyrm = sovereign("wyrm", at=[0, 5], weapons=["mace"])
    bout = Bout(hero("ann", at=[0, 0], tier=5), hero("bob", at=[20, 0]), wyrm)
    bout.to("blind")
    bout.step(("weapon", "mace"))
    bout.to("hero-picks", order=("ann", "bob", "wyrm"))
    bout.to_turn("ann")
    bout.do(("end",), ("attack", "mace", "ann"), readings=[15, 1])
    assert bout["ann"].has("rattled")


@pytest.mark.rule("vigor.weapon.maneuver-use")
def test_the_weapon_must_be_in_hand_when_it_is_picked() -> None:
    bout = Bout(hero("ann", weapons=["mace", "longsword"]), foe("brute"))
    bout.to("hero-picks")
    bout.step(("weapon", "mace"))
    bout.to("turns")
    assert bout["ann"].has("rattle")
    bout = Bout(hero("ann", weapons=["mace", "longsword"]), foe("brute"))
    bout.to("hero-picks")
    bout.step(("weapon", "longsword"))
    assert "longsword" in bout["ann"].in_hand


@pytest.mark.rule("vigor.weapon.maneuver-use")
def test_and_when_its_effect_is_used() -> None:
    bout = Bout(hero("ann", at=[0, 0], weapons=["longsword", "mace"]), foe("brute", at=[0, 5]))
    bout.to("hero-picks", order=("ann", "brute"))
    bout.step(("weapon", "longsword"))
    bout.to_turn("ann")
    bout.do(("draw", "mace"))
    bout.to_turn("brute")
    table = bout.do(("attack", "longsword", "ann"), readings=[10, 1])
    assert told(table, "hit")[0]["ac"] == 10


@pytest.mark.rule("vigor.weapon.maneuver-use")
def test_a_weapon_lost_after_the_pick_brings_no_effect() -> None:
    bout = Bout(hero("ann", weapons=["mace", "longsword"]), foe("brute"))
    bout.to("hero-picks")
    bout.step(("weapon", "mace"))
    bout.set("ann", in_hand=("longsword",))
    bout.to("turns")
    assert not bout["ann"].has("rattle")


@pytest.mark.rule("vigor.weapon.maneuver-use")
def test_slip_past_is_gone_with_the_dagger_out_of_hand() -> None:
    ann = hero("ann", at=[0, 0], weapons=["dagger", "mace"])
    bout = Bout(ann, sovereign("brute", at=[0, 5], tier=5))
    bout.to("hero-picks", order=("ann",))
    bout.step(("weapon", "dagger"))
    bout.to_turn("ann")
    bout.do(("draw", "mace"))
    assert peek(bout, choices=[("move", "away")])[0] == "vigor.reaction.opportunity-attack"
