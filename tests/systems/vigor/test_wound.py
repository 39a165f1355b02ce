"""Wounds, the Second Wind, death and treatment (area `wound`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import REST, Bout, citing, foe, hero, peek, retainer, told, won

NUMBERS = {
    2: "bruised-ribs",
    3: "twisted-ankle",
    4: "ringing-ears",
    5: "shaking-hand",
    6: "stiff-side",
    7: "short-breath",
    8: "shaken-nerve",
    9: "broken-bone",
}
STRIKE = ("attack", "longsword", "ann")


def struck(*readings: Any, natural: int = 15, **ann: Any) -> tuple[Bout, Any]:
    """A Tier 5 brute hits Ann, who has no Vigor left."""
    bout = Bout(hero("ann", at=[0, 0], **ann), foe("brute", at=[0, 5], tier=5))
    bout.to_turn("brute", "ann")
    bout.set("ann", vigor=0)
    return bout, bout.do(STRIKE, readings=[natural, *readings])


@pytest.mark.rule("vigor.wound.trigger")
@pytest.mark.parametrize(
    ("points", "left", "wounds"), [(3, 1, 0), (4, 0, 0), (5, 4, 1), (12, 4, 1)]
)
def test_a_wound_takes_more_points_past_vigor_than_there_is_vitality(
    points: int, left: int, wounds: int
) -> None:
    bout, _ = struck(points, *([3] if wounds else []))
    assert (bout["ann"].vitality, len(bout["ann"].injuries)) == (left, wounds)


@pytest.mark.rule("vigor.wound.injury-roll")
@pytest.mark.parametrize("tier", [1, 2, 3, 4, 5])
def test_the_injury_is_d4_and_the_tier_in_the_table(tier: int) -> None:
    for shown in (1, 2, 3, 4):
        bout, table = struck(12, tier + shown, tier=tier, vitality=0)
        assert bout["ann"].injuries == (NUMBERS[tier + shown],)
        counts = table.pools[-1].readings(lambda total: total)
        assert dict(counts.items()) == dict.fromkeys(range(tier + 1, tier + 5), 1)
        assert told(table, "wounded")[0]["number"] == tier + shown


@pytest.mark.rule("vigor.wound.second-wind", "vigor.wound.rest-of-hit-negated")
def test_both_pools_go_to_their_maxima_and_the_rest_of_the_hit_is_lost() -> None:
    bout, table = struck(12, 3, tier=2, vitality=1, stats={"heart": 14})
    ann = bout["ann"]
    assert (ann.vigor, ann.vitality, ann.is_in) == (4, 5, True)
    wind = told(table, "second-wind")[0]
    assert (wind["vigor"], wind["vitality"]) == (4, 5)
    bout.to_turn("ann")
    assert ("attack", "longsword", "brute") in peek(bout)[2]


@pytest.mark.rule("vigor.wound.order")
def test_the_injury_applies_before_the_pools_are_filled() -> None:
    bout, table = struck(12, 9, tier=5, vitality=0)
    assert (bout["ann"].vitality, bout["ann"].vigor) == (6, 5)
    bout, _ = struck(12, 8, tier=5, vitality=0)
    assert (bout["ann"].vitality, bout["ann"].vigor) == (8, 4)
    codes = [code for code in table.codes() if code in ("wounded", "second-wind")]
    assert codes == ["wounded", "second-wind"]


@pytest.mark.rule("vigor.wound.order")
def test_the_disruption_check_comes_last() -> None:
    ann = hero("ann", at=[0, 0], trees=["wizard"], spells=["force-lance"], vitality=0)
    bout = Bout(ann, foe("brute", at=[0, 5]))
    bout.to("hero-picks", order=("brute", "ann"))
    bout.step(("cast", "force-lance"))
    bout.to_turn("brute")
    table = bout.do(STRIKE, readings=[15, 4, 3, 15])
    rules = [rule for rule, _, _ in table.asked]
    assert rules[-2:] == ["vigor.wound.injury-roll", "vigor.disrupt.check"]
    codes = table.codes()
    assert codes.index("second-wind") < codes.index("checked")


@pytest.mark.rule("vigor.wound.one-per-hit")
def test_a_crit_costs_one_wound_too() -> None:
    bout, table = struck(24, 4, natural=20, tier=3, vitality=0)
    assert len(bout["ann"].injuries) == 1
    assert (bout["ann"].vigor, bout["ann"].vitality) == (3, 6)
    assert citing(table, "vigor.wound.one-per-hit")


@pytest.mark.rule("vigor.wound.capacity")
@pytest.mark.parametrize("tier", [1, 2, 3, 4, 5])
def test_as_many_wounds_as_the_tier_can_be_carried(tier: int) -> None:
    carried = list(NUMBERS.values())[-tier:]
    bout, table = struck(12, tier + 1, tier=tier, vitality=0, injuries=carried[1:])
    assert len(bout["ann"].injuries) == tier
    assert bout["ann"].is_in
    wounded = told(table, "wounded")[0]
    assert (wounded["wounds"], wounded["most"]) == (tier, tier)


@pytest.mark.rule("vigor.wound.death", "vigor.wound.capacity")
@pytest.mark.parametrize("tier", [1, 2, 5])
def test_with_no_place_left_the_character_dies_at_once(tier: int) -> None:
    carried = list(NUMBERS.values())[:tier]
    bout, table = struck(12, tier=tier, vitality=0, injuries=carried)
    assert bout["ann"].status == "dead"
    assert not bout["ann"].is_in
    assert len(table.pools) == 2
    assert not told(table, "wounded")
    assert not told(table, "second-wind")
    assert len(bout["ann"].injuries) == tier
    assert bout.fight.result == "foes"


@pytest.mark.rule("vigor.wound.capacity")
def test_a_wound_that_is_healed_frees_its_place() -> None:
    bout = Bout(hero("ann", at=[0, 0], vitality=0), foe("brute", at=[0, 5], tier=5))
    bout.to_turn("brute")
    bout.set("ann", injuries=("stiff-side",), vigor=0)
    bout.set("ann", injuries=())
    bout.do(STRIKE, readings=[15, 12, 3])
    assert bout["ann"].injuries == ("twisted-ankle",)


@pytest.mark.rule("vigor.wound.players-only")
def test_no_npc_takes_a_wound_on_either_side() -> None:
    ally = foe("ally", at=[0, 0], tier=2, side="heroes", kind="ally")
    for one in (ally, retainer("ally", at=[0, 0], tier=2)):
        bout = Bout(one, hero("bob", at=[50, 0]), foe("brute", at=[0, 5], tier=5))
        bout.to_turn("brute")
        table = bout.do(("attack", "longsword", "ally"), readings=[15, 12])
        assert bout["ally"].status == "dead"
        assert bout["ally"].injuries == ()
        assert not table.was_asked("vigor.wound.injury-roll")


# ---- no repeats ----


@pytest.mark.rule("vigor.wound.no-repeats")
@pytest.mark.parametrize(
    ("tier", "active", "rolled", "expected"),
    [
        (2, [3], 3, 4),
        (3, [4, 5], 4, 6),
        (3, [5], 4, 4),
        (5, [9], 9, 8),
        (5, [9, 8], 9, 7),
        (5, [9, 8, 7, 6], 7, 5),
        (5, [8], 8, 9),
        (5, [6, 7, 9], 6, 8),
    ],
)
def test_an_injury_already_there_moves_up_and_at_the_top_down(
    tier: int, active: list[int], rolled: int, expected: int
) -> None:
    carried = [NUMBERS[number] for number in active]
    bout, _ = struck(12, rolled, tier=tier, vitality=0, injuries=carried)
    assert bout["ann"].injuries == (*carried, NUMBERS[expected])


# ---- what becomes of them ----


@pytest.mark.rule("vigor.wound.persists")
def test_wounds_outlast_the_fight_and_a_rest() -> None:
    ann = hero("ann", injuries=["stiff-side"], tier=2)
    bout = Bout(ann, foe("brute"))
    won(bout)
    assert bout["ann"].injuries == ("stiff-side",)
    bout = Bout(ann, foe("brute"))
    won(bout, ("leave",), rulings=REST)
    assert bout["ann"].injuries == ("stiff-side",)


NEEDED = dict(zip(NUMBERS.values(), range(12, 20), strict=True))


@pytest.mark.rule("vigor.wound.treatment")
@pytest.mark.parametrize(("injury", "needed"), list(NEEDED.items()))
def test_tending_needs_10_and_the_number_of_the_injury(injury: str, needed: int) -> None:
    for natural, heals in ((needed - 2, True), (needed - 3, False)):
        bout = Bout(hero("ann", injuries=[injury]), hero("bob", stats={"mind": 14}), foe("brute"))
        table = won(bout, ("tend", "bob"), readings=[natural], rulings=REST)
        assert bout["ann"].injuries == (() if heals else (injury,))
        tended = told(table, "tended")[0]
        assert (tended["modifier"], tended["needed"], tended["by"]) == (2, needed, "bob")


@pytest.mark.rule("vigor.wound.treatment")
def test_the_patient_may_tend_itself_by_its_own_mind() -> None:
    bout = Bout(hero("ann", injuries=["bruised-ribs"], stats={"mind": 8}), foe("brute"))
    table = won(bout, ("tend", "ann"), readings=[12], rulings=REST)
    assert told(table, "tended")[0]["modifier"] == -1
    assert bout["ann"].injuries == ("bruised-ribs",)


@pytest.mark.rule("vigor.wound.treatment")
def test_each_injury_gets_one_try_a_rest() -> None:
    bout = Bout(hero("ann", tier=2, injuries=["bruised-ribs", "stiff-side"]), foe("brute"))
    table = won(bout, ("tend", "ann"), ("tend", "ann"), readings=[2, 19], rulings=REST)
    assert [one["injury"] for one in told(table, "tended")] == ["bruised-ribs", "stiff-side"]
    assert bout["ann"].injuries == ("bruised-ribs",)


@pytest.mark.rule("vigor.wound.treatment")
def test_without_a_rest_nobody_is_tended() -> None:
    bout = Bout(hero("ann", injuries=["bruised-ribs"]), foe("brute"))
    assert not won(bout).was_asked("vigor.wound.treatment")


@pytest.mark.rule("vigor.wound.treatment")
def test_whoever_has_fled_tends_nobody() -> None:
    bout = Bout(hero("ann", injuries=["bruised-ribs"]), retainer("lad"), foe("brute"))
    bout.set("lad", status="fled")
    table = won(bout, ("leave",), rulings=REST)
    assert table.options_of("vigor.wound.treatment") == [("tend", "ann"), ("leave",)]


@pytest.mark.rule("vigor.wound.treatment", "vigor.injury.broken-bone", "vigor.rest.vitality")
def test_when_a_broken_bone_is_healed_the_rest_fills_what_it_had_taken() -> None:
    bout = Bout(hero("ann", injuries=["broken-bone"]), hero("bob"), foe("brute"))
    bout.set("ann", vitality=1)
    won(bout, ("tend", "bob"), readings=[19], rulings=REST)
    assert bout["ann"].injuries == ()
    assert bout["ann"].vitality == 4
