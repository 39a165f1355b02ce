"""Disruption of what waits to be carried out (area `disrupt`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, citing, foe, hero, minor, mystic, peek, sovereign, told

CHECK = "vigor.disrupt.check"
HIT = ("attack", "longsword", "ann")
CAST = ("cast", "force-lance")


def waiting(pick: tuple[str, ...] = CAST, brute: Any = None, house: Any = None, **ann: Any) -> Bout:
    """The brute's turn, next to Ann, who has declared; her turn comes after it.

    She casts with Mind 16 (+3) and strikes with Body 12 (+1).
    """
    fields: dict[str, Any] = {
        "spells": ["force-lance"],
        "trees": ["wizard", "brawler"],
        "stats": {"mind": 16, "body": 12},
        "at": [0, 0],
    }
    attacker = (brute or sovereign("brute")) | {"at": [0, 5]}
    bout = Bout(hero("ann", **fields | ann), attacker, house=house)
    bout.to("hero-picks", order=("brute", "ann"))
    bout.step(pick)
    bout.to_turn("brute", "ann")
    return bout


def struck(bout: Bout, damage: int, check: int | None = None, **script: Any) -> Any:
    """The brute hits Ann for so much; her check shows `check`."""
    more = [] if check is None else [check]
    return bout.do(HIT, readings=[15, damage, *more], **script)


# ---- what can disrupt ----


@pytest.mark.rule("vigor.disrupt.vitality-loss-only")
def test_a_hit_that_stops_at_vigor_disrupts_nothing() -> None:
    bout = waiting()
    table = struck(bout, 1)
    assert (bout["ann"].vigor, bout["ann"].vitality) == (0, 4)
    assert not table.was_asked(CHECK)
    assert bout["ann"].pending == CAST


@pytest.mark.rule("vigor.disrupt.vitality-loss-only")
def test_one_point_of_vitality_calls_for_the_check() -> None:
    assert struck(waiting(), 2, 20).was_asked(CHECK)


@pytest.mark.rule("vigor.disrupt.vitality-loss-only")
def test_vigor_damage_of_any_amount_disrupts_nothing() -> None:
    brute = sovereign("brute", attacks=[mystic(melee=True)], trees=["wizard"])
    bout = waiting(brute=brute)
    table = bout.do(("attack", "bolt", "ann"), readings=[15, 4])
    assert (bout["ann"].vigor, bout["ann"].vitality) == (0, 4)
    assert not table.was_asked(CHECK)


# ---- the check ----


@pytest.mark.rule("vigor.disrupt.check")
@pytest.mark.parametrize(("damage", "needed", "enough"), [(2, 11, 8), (3, 12, 9), (4, 13, 10)])
def test_the_check_is_against_10_and_the_vitality_lost(
    damage: int, needed: int, enough: int
) -> None:
    bout = waiting()
    table = struck(bout, damage, enough)
    (event,) = told(table, "checked")
    assert (event["modifier"], event["needed"], event["read"]) == (3, needed, "made")
    assert table.cited(CHECK)
    assert bout["ann"].pending == CAST
    bout = waiting()
    table = struck(bout, damage, enough - 1)
    assert told(table, "checked")[0]["read"] == "failed"
    assert bout["ann"].pending == ()


@pytest.mark.rule("vigor.disrupt.check")
def test_the_modifier_is_that_of_the_attack_in_a_committed_strike() -> None:
    table = struck(waiting(("committed-strike",)), 2, 10)
    (event,) = told(table, "checked")
    assert (event["modifier"], event["needed"], event["read"]) == (1, 11, "made")
    table = struck(waiting(("committed-strike",)), 2, 9)
    assert told(table, "checked")[0]["read"] == "failed"


@pytest.mark.rule("vigor.disrupt.check")
def test_each_hit_has_its_own_check_and_the_pending_alone_is_checked() -> None:
    bout = Bout(
        hero("ann", at=[0, 0]), foe("brute", at=[0, 5]), foe("pal", at=[5, 0]), max_rounds=3
    )
    bout.to("hero-picks", order=("brute", "pal", "ann"))
    bout.step(("committed-strike",))
    bout.to_turn("brute", "pal", "ann")
    first = struck(bout, 2, 15)
    bout.to_turn("pal")
    second = bout.do(HIT, readings=[15, 1, 10])
    assert [told(table, "checked")[0]["needed"] for table in (first, second)] == [11, 11]
    assert bout["ann"].pending == ()


@pytest.mark.rule("vigor.disrupt.check")
def test_with_nothing_pending_nothing_is_checked() -> None:
    bout = waiting(("pass",))
    assert not struck(bout, 4).was_asked(CHECK)


@pytest.mark.rule("vigor.disrupt.check")
def test_by_house_value_the_check_is_against_another_number() -> None:
    table = struck(waiting(house={"disrupt-base": 14}), 2, 12)
    assert told(table, "checked")[0]["needed"] == 15


@pytest.mark.rule("vigor.disrupt.check")
def test_by_house_rule_vitality_loss_always_disrupts() -> None:
    bout = waiting(house={"disruption": "always"})
    table = struck(bout, 2)
    assert not told(table, "checked")
    assert bout["ann"].pending == ()
    bout = waiting(house={"disruption": "always"})
    struck(bout, 1)
    assert bout["ann"].pending == CAST


@pytest.mark.rule("vigor.disrupt.check")
@pytest.mark.parametrize(("said", "left"), [("kept", CAST), ("disrupted", ())])
def test_by_house_rule_the_gm_says(said: str, left: tuple[str, ...]) -> None:
    bout = waiting(house={"disruption": "ask-gm"})
    table = bout.do(HIT, (said,), readings=[15, 2])
    assert "gm" in [who for rule, who, _ in table.asked if rule == CHECK]
    assert bout["ann"].pending == left


# ---- what it costs ----


@pytest.mark.rule("vigor.disrupt.result")
def test_a_disrupted_maneuver_is_gone_and_the_turn_is_whole() -> None:
    bout = waiting()
    table = struck(bout, 2, 2)
    (lost,) = told(table, "maneuver-lost")
    assert (lost["who"], lost["why"]) == ("ann", "disrupted")
    assert citing(table, "vigor.disrupt.result")
    assert bout["ann"].stamina == 4
    bout.to_turn("ann")
    assert (bout.fight.action, bout.fight.feet) == (True, 30)
    keys = peek(bout)[2]
    assert "carry-out" not in [key[0] for key in keys]
    bout.do(("attack", "longsword", "brute"), readings=[15, 1])
    assert bout["brute"].vigor == 0


@pytest.mark.rule("vigor.disrupt.wound-counts")
@pytest.mark.parametrize(("left", "needed"), [(2, 12), (1, 11), (0, 11)])
def test_a_wound_counts_as_the_vitality_that_was_left_and_at_least_1(
    left: int, needed: int
) -> None:
    bout = waiting(tier=2)
    bout.set("ann", vigor=0, vitality=left)
    table = bout.do(HIT, readings=[15, 4, 5, 20])
    assert told(table, "wounded")
    assert told(table, "checked")[0]["needed"] == needed
    assert bout["ann"].vitality == 5


# ---- until when ----


@pytest.mark.rule("vigor.disrupt.window")
def test_an_opportunity_attack_in_the_owners_own_move_can_disrupt() -> None:
    bout = waiting()
    bout.to_turn("ann")
    move = ("move", "to", "0", "-10")
    table = bout.do(move, HIT, ("go-on",), readings=[15, 2, 2])
    assert told(table, "checked")[0]["read"] == "failed"
    assert bout["ann"].pending == ()
    assert bout.fight.action


@pytest.mark.rule("vigor.disrupt.window")
def test_once_carried_out_nothing_is_disrupted() -> None:
    bout = waiting()
    bout.to_turn("ann")
    bout.do(("carry-out", *CAST, "brute"), readings=[15, 1])
    move = ("move", "to", "0", "-10")
    table = bout.do(move, HIT, ("go-on",), readings=[15, 2])
    assert bout["ann"].vitality == 3
    assert not table.was_asked(CHECK)


@pytest.mark.rule("vigor.disrupt.window")
def test_a_blind_declaration_can_be_disrupted_before_its_round() -> None:
    """Of the foe that declared at the end of a round: it is struck on the next turn of a hero."""
    bout = Bout(hero("ann", at=[0, 0]), foe("brute", at=[0, 5]))
    bout.to("blind")
    bout.step(("committed-strike",))
    bout.to_turn("ann", "brute")
    table = bout.do(("attack", "longsword", "brute"), readings=[15, 2, 10])
    assert told(table, "checked")[0]["read"] == "failed"
    assert bout["brute"].pending == ()


SLASH = {"id": "slash", "name": "Slash", "timing": "declared", "stamina": 0, "effect": "strike"}


@pytest.mark.rule("vigor.disrupt.minor")
def test_harm_never_disrupts_a_minor_that_neither_flees_nor_dies() -> None:
    bout = Bout(hero("ann", at=[0, 0]), minor("rat", tier=3, at=[0, 5], maneuvers=[SLASH]))
    bout.to("blind")
    bout.step(("own", "slash"))
    bout.to_turn("ann", "rat")
    table = bout.do(("attack", "longsword", "rat"), readings=[15, 2])
    assert (bout["rat"].vigor, bout["rat"].pending) == (1, ("own", "slash"))
    assert not table.was_asked(CHECK)


@pytest.mark.rule("vigor.disrupt.minor")
def test_a_minor_loses_its_maneuver_by_fleeing() -> None:
    bout = Bout(
        hero("ann", at=[0, 0]), minor("rat", tier=3, at=[0, 5], maneuvers=[SLASH]), foe("brute")
    )
    bout.to("blind")
    bout.step(("own", "slash"), ("pass",))
    bout.to_turn("ann", "rat")
    table = bout.do(("attack", "longsword", "rat"), readings=[15, 3])
    assert (bout["rat"].status, bout["rat"].pending) == ("fleeing", ())
    assert told(table, "maneuver-lost")[0]["who"] == "rat"
    assert not table.was_asked(CHECK)
