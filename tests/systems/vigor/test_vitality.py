"""Vitality: how much, and that it stays lost (area `vitality`)."""

from __future__ import annotations

import pytest
from vigor_kit import REST, Bout, foe, hero, peek, sovereign, told, won


@pytest.mark.rule("vigor.vitality.hero")
@pytest.mark.parametrize(("tier", "full"), [(1, 4), (2, 5), (3, 6), (4, 7), (5, 8)])
def test_a_player_character_has_3_and_its_tier(tier: int, full: int) -> None:
    assert Bout(hero("ann", tier=tier, stats={"heart": 20}), foe("brute"))["ann"].vitality == full


@pytest.mark.rule("vigor.vitality.major-npc")
@pytest.mark.parametrize(("tier", "full"), [(1, 2), (2, 4), (3, 6), (4, 8), (5, 10)])
def test_a_major_npc_has_twice_its_tier_on_either_side(tier: int, full: int) -> None:
    ally = foe("ally", tier=tier, side="heroes", kind="ally")
    bout = Bout(hero("ann"), ally, foe("brute", tier=tier, armour="heavy"))
    assert (bout["brute"].vitality, bout["ally"].vitality) == (full, full)


@pytest.mark.rule("vigor.vitality.sovereign")
@pytest.mark.parametrize(("tier", "full"), [(1, 14), (2, 18), (3, 22), (4, 26), (5, 30)])
def test_a_sovereign_has_10_and_4_a_tier_and_the_ordinary_vigor(tier: int, full: int) -> None:
    bout = Bout(hero("ann"), sovereign("wyrm", tier=tier, stats={"heart": 14}))
    assert (bout["wyrm"].vitality, bout["wyrm"].vigor) == (full, tier + 2)


@pytest.mark.rule("vigor.vitality.does-not-return-in-a-fight")
def test_it_does_not_come_back_with_turns_rounds_or_a_new_fight() -> None:
    bout = Bout(hero("ann", vitality=2, tier=3), foe("brute", vitality=1), hero("bob", vitality=0))
    for _ in range(3):
        bout.to("round-end")
        assert [bout[who].vitality for who in ("ann", "brute", "bob")] == [2, 1, 0]
    assert bout.fight.round == 3


@pytest.mark.rule("vigor.vitality.does-not-return-in-a-fight")
def test_nothing_but_the_rest_gives_it_back_after_the_fight() -> None:
    bout = Bout(hero("ann", vitality=2), foe("brute"))
    won(bout)
    assert bout["ann"].vitality == 2
    bout = Bout(hero("ann", vitality=2), foe("brute"))
    won(bout, rulings=REST)
    assert bout["ann"].vitality == 4


@pytest.mark.rule("vigor.vitality.exactly-zero")
def test_at_exactly_0_a_player_character_fights_on_without_a_wound() -> None:
    bout = Bout(hero("ann", at=[0, 0], vitality=3), foe("brute", at=[0, 5]))
    bout.to_turn("brute", "ann")
    bout.do(("attack", "longsword", "ann"), readings=[15, 4])
    ann = bout["ann"]
    assert (ann.vigor, ann.vitality, ann.injuries, ann.is_in) == (0, 0, (), True)
    bout.to_turn("ann")
    assert ("attack", "longsword", "brute") in peek(bout)[2]
    table = bout.do(("attack", "longsword", "brute"), readings=[10, 2])
    assert told(table, "hit")[0]["bonus"] == 0


@pytest.mark.rule("vigor.vitality.exactly-zero")
def test_the_next_single_point_past_vigor_costs_the_wound() -> None:
    bout = Bout(hero("ann", at=[0, 0], vitality=0), foe("brute", at=[0, 5]))
    bout.to_turn("brute")
    bout.do(("attack", "longsword", "ann"), readings=[15, 2, 2])
    assert bout["ann"].injuries == ("bruised-ribs",)
    bout = Bout(hero("ann", at=[0, 0], vitality=0), foe("brute", at=[0, 5]))
    bout.to_turn("brute")
    bout.do(("attack", "longsword", "ann"), readings=[15, 1])
    assert (bout["ann"].vigor, bout["ann"].injuries) == (0, ())
