"""The three spells of the ledger (area `spell`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import SPELLS, Bout, citing, foe, gm, hero, minor, peek, sovereign, told

from affray.systems.vigor.content import library
from affray.systems.vigor.state import Effect


def caster(spell: str, *others: dict[str, Any], house: Any = None, **ann: Any) -> Bout:
    """Ann has declared the spell; it is her turn."""
    ann = {"tier": 2, "trees": ["wizard"], "spells": [spell]} | ann
    bout = Bout(hero("ann", at=[0, 0], **ann), *others, house=house)
    bout.to("hero-picks", order=("ann",))
    heroes = [who for who in bout.fight.heroes if who != "ann"]
    bout.step(("cast", spell), *[("pass",) for _ in heroes])
    bout.to_turn("ann")
    return bout


def cast(spell: str, *aim: str) -> tuple[str, ...]:
    return ("carry-out", "cast", spell, *aim)


def aims(bout: Bout) -> list[Any]:
    return [key[3:] for key in peek(bout)[2] if key[:2] == ("carry-out", "cast")]


@pytest.mark.rule("vigor.spell.force-lance", "vigor.spell.shock-burst", "vigor.spell.steady-heart")
@pytest.mark.parametrize(
    ("spell", "stamina", "reach", "deals", "descriptor"),
    [
        ("force-lance", 2, 60, "damage", "force"),
        ("shock-burst", 2, 60, "vigor-damage", "thunder"),
        ("steady-heart", 1, 30, "vigor", ""),
    ],
)
def test_the_library_has_the_numbers_of_the_table(
    spell: str, stamina: int, reach: int, deals: str, descriptor: str
) -> None:
    for found in (library("spells")[spell], SPELLS[spell]):
        assert (found["stamina"], found["range"], found["deals"]) == (stamina, reach, deals)
        assert found.get("descriptor", "") == descriptor


# ---- Force Lance ----


def lance(feet: int = 60, **brute: Any) -> Bout:
    target = sovereign("brute", at=[0, feet], tier=3, **brute)
    return caster("force-lance", target, stats={"mind": 14})


@pytest.mark.rule("vigor.spell.force-lance")
def test_force_lance_deals_the_tier_die_as_damage_on_a_hit() -> None:
    bout = lance()
    table = bout.do(cast("force-lance", "brute"), readings=[8, 6])
    assert told(table, "hit")[0]["bonus"] == 2
    hurt = told(table, "hurt")[0]
    assert (hurt["points"], hurt["kind"], hurt["descriptor"]) == (6, "damage", "force")
    assert (bout["brute"].vigor, bout["brute"].vitality) == (0, 19)
    assert str(table.pools[1]).startswith("1d6")
    assert bout["ann"].stamina == 6
    assert citing(table, "vigor.spell.force-lance")


@pytest.mark.rule("vigor.spell.force-lance")
def test_force_lance_crits_with_two_dice() -> None:
    table = lance().do(cast("force-lance", "brute"), readings=[20, 11])
    assert str(table.pools[1]).startswith("2d6")
    assert told(table, "hurt")[0]["points"] == 11


@pytest.mark.rule("vigor.spell.force-lance")
def test_a_miss_does_nothing() -> None:
    bout = lance()
    table = bout.do(cast("force-lance", "brute"), readings=[7])
    assert told(table, "missed")[0]["ac"] == 10
    assert (bout["brute"].vigor, bout["brute"].vitality) == (3, 22)
    assert not table.was_asked("vigor.glancing.target")


@pytest.mark.rule("vigor.spell.force-lance")
def test_force_lance_reaches_60_feet_and_one_creature() -> None:
    assert aims(lance(60)) == [("brute",)]
    assert aims(lance(65)) == []


# ---- Shock Burst ----


@pytest.mark.rule("vigor.spell.shock-burst")
def test_shock_burst_takes_one_roll_for_friend_and_foe_within_10_feet() -> None:
    bout = caster(
        "shock-burst",
        hero("bob", at=[10, 40], tier=5),
        hero("cat", at=[15, 40], tier=5),
        foe("brute", at=[0, 30], tier=5),
        minor("rat", at=[-10, 50], tier=5),
        foe("far", at=[0, 55], tier=5),
    )
    table = bout.do(cast("shock-burst", "at", "0", "40"), readings=[4])
    assert [str(pool) for pool in table.pools] == ["1d6"]
    assert sorted(one["target"] for one in told(table, "hurt")) == ["bob", "brute", "rat"]
    left = {who: bout[who].vigor for who in ("ann", "bob", "cat", "brute", "rat", "far")}
    assert left == {"ann": 2, "bob": 1, "cat": 5, "brute": 1, "rat": 1, "far": 5}
    assert {one["kind"] for one in told(table, "hurt")} == {"vigor-damage"}
    assert {one["descriptor"] for one in told(table, "hurt")} == {"thunder"}
    assert citing(table, "vigor.spell.shock-burst")


@pytest.mark.rule("vigor.spell.shock-burst")
def test_shock_burst_spares_nobody_not_even_the_caster_and_no_vitality_is_lost() -> None:
    bout = caster("shock-burst", foe("brute", at=[0, 10]))
    bout.do(cast("shock-burst", "at", "0", "0"), readings=[6])
    assert (bout["ann"].vigor, bout["ann"].vitality) == (0, 5)
    assert (bout["brute"].vigor, bout["brute"].vitality) == (0, 2)


@pytest.mark.rule("vigor.spell.shock-burst")
def test_shock_burst_reaches_a_point_within_60_feet() -> None:
    bout = caster("shock-burst", foe("brute", at=[0, 70], tier=3))
    bout.do(cast("shock-burst", "at", "0", "60"), readings=[2])
    assert bout["brute"].vigor == 1
    bout = caster("shock-burst", foe("brute", at=[0, 70], tier=3))
    keys = aims(bout)
    assert ("on", "brute") not in keys


@pytest.mark.rule("vigor.spell.shock-burst")
def test_its_radius_is_the_houses() -> None:
    house = {"shock-burst-radius-feet": 5}
    bout = caster("shock-burst", foe("brute", at=[0, 30], tier=3), house=house)
    bout.do(cast("shock-burst", "at", "0", "40"))
    assert bout["brute"].vigor == 3
    bout = caster("shock-burst", foe("brute", at=[0, 30], tier=3), house=house)
    bout.do(cast("shock-burst", "at", "0", "35"), readings=[2])
    assert bout["brute"].vigor == 1


# ---- Steady Heart ----


@pytest.mark.rule("vigor.spell.steady-heart")
@pytest.mark.parametrize(
    ("tier", "heart", "vigor"), [(1, 20, 2), (2, 20, 4), (5, 20, 6), (3, 10, 1)]
)
def test_steady_heart_gives_twice_the_casters_tier_up_to_the_cap(
    tier: int, heart: int, vigor: int
) -> None:
    bob = hero("bob", at=[30, 0], stats={"heart": heart})
    bout = caster("steady-heart", bob, foe("brute", at=[0, 60]), tier=tier)
    bout.set("bob", vigor=0)
    table = bout.do(cast("steady-heart", "bob"))
    assert bout["bob"].vigor == vigor
    assert bout["ann"].stamina == 4 + 2 * tier - 1
    assert not table.pools
    assert citing(table, "vigor.spell.steady-heart")


@pytest.mark.rule("vigor.spell.steady-heart")
def test_steady_heart_is_for_one_ally_within_30_feet_or_the_caster() -> None:
    bout = caster(
        "steady-heart",
        hero("bob", at=[30, 0]),
        hero("cat", at=[35, 0]),
        foe("brute", at=[0, 5]),
        stats={"heart": 14},
    )
    assert sorted(aims(bout)) == [("ann",), ("bob",)]
    bout.set("ann", vigor=0)
    bout.do(cast("steady-heart", "ann"))
    assert bout["ann"].vigor == 4
    assert bout["bob"].vigor == 1


@pytest.mark.rule("vigor.spell.steady-heart")
def test_its_amount_is_the_houses() -> None:
    house = {"steady-heart-vigor-per-tier": 1}
    bout = caster("steady-heart", foe("brute", at=[0, 60]), house=house, stats={"heart": 22})
    bout.set("ann", vigor=0)
    bout.do(cast("steady-heart", "ann"))
    assert bout["ann"].vigor == 2


# ---- attack rolls ----


@pytest.mark.rule("vigor.spell.force-lance", "vigor.attack.advantage", "vigor.action.help")
def test_help_is_for_a_spell_with_an_attack_roll_too_and_for_one() -> None:
    bout = lance()
    bout.fight.put("ann", Effect("helped", "turn:bob", "bob", "brute"))
    table = bout.do(cast("force-lance", "brute"), readings=[8, 6])
    assert str(table.pools[0]) == "2d20kh1"
    assert not bout["ann"].has("helped")


@pytest.mark.rule("vigor.spell.force-lance", "vigor.attack.advantage", "vigor.action.dodge")
def test_dodge_is_against_a_spell_with_an_attack_roll_too() -> None:
    bout = lance()
    bout.fight.put("brute", Effect("dodge", "turn:brute", "brute"))
    assert str(bout.do(cast("force-lance", "brute"), readings=[8, 6]).pools[0]) == "2d20kl1"
    bout = lance()
    bout.fight.put("brute", Effect("dodge", "turn:brute", "brute"))
    bout.fight.put("ann", Effect("helped", "turn:bob", "bob", "brute"))
    assert str(bout.do(cast("force-lance", "brute"), readings=[8, 6]).pools[0]) == "1d20"


@pytest.mark.rule("vigor.cover.details", "vigor.maneuver.cast")
def test_an_attack_roll_cannot_go_behind_total_cover_and_a_burst_can() -> None:
    total = {"other": "brute", "is": "total"}
    bout = lance()
    assert aims(bout) == [("brute",)]
    gm(bout, "fact", "ann", "cover", total)
    assert aims(bout) == []
    burst = caster("shock-burst", sovereign("brute", at=[0, 30]))
    gm(burst, "fact", "ann", "cover", total)
    assert ("on", "brute") in aims(burst)


@pytest.mark.rule("vigor.spell.force-lance", "vigor.fight.sides")
def test_nobody_is_offered_a_friend_to_lance() -> None:
    bout = caster("force-lance", hero("bob", at=[0, 10]), foe("brute", at=[0, 20]))
    assert aims(bout) == [("brute",)]
    wide = caster("shock-burst", hero("bob", at=[0, 10]), foe("brute", at=[0, 20]))
    assert ("on", "bob") in aims(wide)
