"""The Maneuvers that everybody has (area `maneuver`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, citing, foe, gm, hero, minor, peek, sovereign, told

STRIKE = ("carry-out", "attack", "longsword", "brute")


def picks(bout: Bout) -> set[str]:
    """What is offered to the first hero who is asked for a pick."""
    bout.to("hero-picks")
    rule, _, options = peek(bout)
    assert rule == "vigor.declare.one-maneuver"
    return {" ".join(map(str, key)) for key in options}


def picked(*keys: tuple[str, ...], order: tuple[str, ...] = ("ann",), **ann: Any) -> Bout:
    """Ann and Bob have picked; their instants are next."""
    bout = Bout(
        hero("ann", at=[0, 0], **ann),
        hero("bob", at=[5, 0], tier=3),
        sovereign("brute", at=[0, 5], tier=5),
    )
    bout.to("hero-picks", order=order)
    for who in ("ann", "bob"):
        bout.set(who, vigor=0)
    bout.step(*(keys or (("pass",),)), *[("pass",)] * (2 - len(keys)))
    return bout


# ---- the list ----


@pytest.mark.rule("vigor.maneuver.list")
def test_everybody_has_the_same_five_and_that_of_the_weapons_in_hand() -> None:
    caster = hero("ann", trees=["wizard"], spells=["force-lance", "steady-heart"])
    assert picks(Bout(caster, hero("bob"), foe("brute"))) == {
        "brace",
        "rally",
        "empower",
        "committed-strike",
        "cast force-lance",
        "cast steady-heart",
        "weapon longsword",
        "pass",
    }


@pytest.mark.rule("vigor.maneuver.list")
def test_without_spells_there_is_nothing_to_cast_and_a_psion_never_declares() -> None:
    assert not [key for key in picks(Bout(hero("ann"), foe("brute"))) if key.startswith("cast")]
    psion = hero("ann", trees=["wizard"], psion=True, spells=["force-lance"])
    found = picks(Bout(psion, foe("brute")))
    assert "brace" in found
    assert not [key for key in found if key.startswith("cast")]


@pytest.mark.rule("vigor.maneuver.list")
def test_the_entry_may_add_its_own() -> None:
    leap = {"id": "leap", "name": "Leap", "timing": "instant", "stamina": 2, "effect": "regain"}
    ann = hero("ann", maneuvers=[leap | {"amount": 2}], tier=3)
    bout = Bout(ann, foe("brute"))
    assert "own leap" in picks(bout)
    bout.set("ann", vigor=0)
    bout.step(("own", "leap"))
    bout.to("turns")
    assert (bout["ann"].vigor, bout["ann"].stamina) == (2, 8)


@pytest.mark.rule("vigor.maneuver.list")
def test_npcs_of_the_major_path_have_them_and_minors_have_not() -> None:
    bout = Bout(hero("ann"), foe("brute"), minor("rat"))
    bout.to("blind")
    assert {key[0] for key in peek(bout)[2]} >= {"brace", "rally", "empower", "committed-strike"}
    bout = Bout(hero("ann"), minor("rat"), minor("mouse"))
    bout.to("blind")
    assert peek(bout)[2] == [("weapon", "longsword"), ("pass",)]


# ---- brace, rally, empower ----


@pytest.mark.rule("vigor.maneuver.brace", "vigor.maneuver.brace-cost")
@pytest.mark.parametrize(
    ("tier", "heart", "vigor"), [(1, 14, 1), (3, 14, 3), (3, 8, 2), (5, 10, 5)]
)
def test_brace_gives_its_tier_up_to_the_cap_for_1_stamina(
    tier: int, heart: int, vigor: int
) -> None:
    bout = picked(("brace",), tier=tier, stats={"heart": heart})
    before = 4 + 2 * tier
    assert bout["ann"].stamina == before - 1
    table = bout.to("turns")
    assert (bout["ann"].vigor, bout["bob"].vigor) == (vigor, 0)
    assert citing(table, "vigor.maneuver.brace")


@pytest.mark.rule("vigor.maneuver.brace-cost")
def test_brace_is_instant() -> None:
    bout = picked(("brace",))
    bout.to("turns")
    assert bout["ann"].pending == ()
    assert bout["ann"].vigor == 1


@pytest.mark.rule("vigor.maneuver.rally")
@pytest.mark.parametrize(("tier", "vigor"), [(1, 1), (2, 2), (5, 3)])
def test_rally_gives_an_ally_ones_own_tier_up_to_its_cap(tier: int, vigor: int) -> None:
    bout = picked(("rally",), tier=tier)
    table = bout.do(("rally", "bob"))
    assert (bout["ann"].vigor, bout["bob"].vigor) == (0, vigor)
    assert bout["ann"].stamina == 4 + 2 * tier - 1
    assert citing(table, "vigor.maneuver.rally")


@pytest.mark.rule("vigor.maneuver.rally")
def test_rally_reaches_30_feet_and_no_enemy_nor_oneself() -> None:
    bout = Bout(
        hero("ann", at=[0, 0]),
        hero("near", at=[30, 0]),
        hero("far", at=[35, 0]),
        foe("brute", at=[0, 5]),
    )
    bout.to("hero-picks")
    bout.step(("rally",), ("pass",), ("pass",))
    assert peek(bout)[2] == [("rally", "near"), ("nobody",)]


@pytest.mark.rule("vigor.maneuver.empower")
def test_empower_widens_the_crit_range_by_1_until_the_end_of_the_round() -> None:
    for natural, code in ((19, "crit"), (18, "hit")):
        bout = picked(("empower",), tier=5)
        assert bout["ann"].stamina == 13
        bout.to_turn("ann")
        table = bout.do(("attack", "longsword", "brute"), readings=[natural, 2])
        assert told(table, code), natural
    bout = picked(("empower",), tier=5)
    bout.to("round-end")
    bout.to_turn("ann")
    table = bout.do(("attack", "longsword", "brute"), readings=[19, 2])
    assert told(table, "hit")


@pytest.mark.rule("vigor.maneuver.empower")
def test_empower_is_for_its_user_alone() -> None:
    bout = picked(("empower",), order=("bob",))
    bout.set("bob", at=(5, 5))
    bout.to_turn("bob")
    assert told(bout.do(("attack", "longsword", "brute"), readings=[19, 2]), "hit")


# ---- committed strike ----


@pytest.mark.rule("vigor.maneuver.committed-strike")
@pytest.mark.parametrize("tier", [1, 3, 5])
def test_committed_strike_deals_its_tier_more_on_a_hit(tier: int) -> None:
    bout = picked(("committed-strike",), tier=tier)
    assert bout["ann"].stamina == 4 + 2 * tier - 1
    bout.to_turn("ann")
    assert bout["ann"].pending == ("committed-strike",)
    table = bout.do(STRIKE, readings=[15, 2])
    assert told(table, "hurt")[0]["points"] == 2 + tier
    assert bout["ann"].pending == ()
    assert not bout.fight.action
    assert citing(table, "vigor.maneuver.committed-strike")


@pytest.mark.rule("vigor.maneuver.committed-strike")
def test_its_points_are_flat_on_a_crit_and_not_on_a_glancing_blow() -> None:
    bout = picked(("committed-strike",), tier=3)
    bout.to_turn("ann")
    assert told(bout.do(STRIKE, readings=[20, 5]), "hurt")[0]["points"] == 8
    bout = picked(("committed-strike",), tier=3)
    bout.to_turn("ann")
    bout.do(STRIKE, ("glance", "brute"), readings=[2])
    assert bout["brute"].vigor == 4


@pytest.mark.rule("vigor.maneuver.committed-strike")
def test_an_ordinary_attack_in_its_place_has_no_more_points() -> None:
    bout = picked(("committed-strike",), tier=3)
    bout.to_turn("ann")
    table = bout.do(("attack", "longsword", "brute"), readings=[15, 2])
    assert told(table, "hurt")[0]["points"] == 2


# ---- casting ----


@pytest.mark.rule("vigor.maneuver.cast")
@pytest.mark.parametrize(("spell", "price"), [("force-lance", 2), ("shock-burst", 2)])
def test_the_price_is_paid_when_the_spell_is_declared(spell: str, price: int) -> None:
    ann = {"trees": ["wizard"], "spells": [spell], "tier": 2}
    bout = picked(("cast", spell), **ann)
    assert bout["ann"].stamina == 8 - price
    assert bout["ann"].pending == ("cast", spell)
    assert bout["brute"].vigor == 5


@pytest.mark.rule("vigor.maneuver.cast")
def test_a_minor_caster_deals_its_flat_tier_and_pays_nothing() -> None:
    rat = minor("rat", at=[0, 30], tier=3, spells=["force-lance", "shock-burst"])
    for spell, aim, readings in (
        ("force-lance", ("ann",), [15]),
        ("shock-burst", ("at", "0", "0"), []),
    ):
        bout = Bout(hero("ann", at=[0, 0], tier=5), rat)
        bout.to("blind")
        bout.step(("cast", spell))
        bout.to("hero-picks", order=("rat",))
        bout.to_turn("rat")
        table = bout.do(("carry-out", "cast", spell, *aim), readings=readings)
        assert told(table, "hurt")[0]["points"] == 3
        assert bout["ann"].vigor == 2
        assert bout["rat"].stamina == 0


@pytest.mark.rule("vigor.maneuver.cast")
def test_a_spell_of_ones_own_goes_by_its_entry() -> None:
    spark = {
        "id": "spark",
        "name": "Spark",
        "stamina": 3,
        "range": 20,
        "shape": "creature",
        "roll": True,
        "deals": "vigor-damage",
        "descriptor": "fire",
        "points": 2,
    }
    bout = picked(("cast", "spark"), trees=["wizard"], spells=[spark], tier=2)
    assert bout["ann"].stamina == 5
    bout.to_turn("ann")
    table = bout.do(("carry-out", "cast", "spark", "brute"), readings=[15, 6])
    hurt = told(table, "hurt")[0]
    assert (hurt["points"], hurt["kind"], hurt["descriptor"]) == (8, "vigor-damage", "fire")
    assert bout["brute"].vitality == 30


@pytest.mark.rule("vigor.maneuver.list", "vigor.fight.scene-facts")
def test_a_maneuver_on_an_enemy_is_for_those_in_sight() -> None:
    jeer = {
        "id": "jeer",
        "name": "Jeer",
        "timing": "instant",
        "effect": "condition",
        "to": "enemy",
        "range": 60,
        "conditions": [{"name": "shaken"}],
    }
    bout = Bout(hero("ann", maneuvers=[jeer]), foe("brute"), foe("cur"))
    gm(bout, "fact", "ann", "sight", {"other": "cur", "is": 0})
    bout.to("hero-picks")
    bout.step(("own", "jeer"))
    assert peek(bout)[2] == [("on", "brute"), ("nobody",)]
