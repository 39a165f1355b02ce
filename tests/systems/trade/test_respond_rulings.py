"""What the GM may say about a Respond (area `respond`)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ally, citing, dice_of, foe, hero

FORM = "trade.respond.stat"
EFFECT = "trade.respond.effect"
COST = "trade.respond.mixed-cost"
WORSE = "trade.failure.worse-position"
BETTER = ("better-position",)
END = ("end",)
HOUND = ("command", "hound", "brute")
KICK = ("respond", "wits", "other", "kick the brazier over")
BAD = {WORSE: ("bad-situation",)}


def form(stat: str = "wits", opponent: str = "brute", aim: str = "nothing", damage: int = 0) -> Any:
    return {FORM: ("allowed", stat, opponent, aim, str(damage))}


def duel(**fields: Any) -> Bout:
    return Bout(hero("ann", **fields), foe("brute", damage=4, hp=20), foe("cutter", hp=20))


@pytest.mark.rule("trade.respond.stat")
def test_the_gm_may_name_another_stat() -> None:
    bout = duel(stats={"wits": 4, "strength": 1})
    table = bout.do(KICK, readings=["mixed"], rulings=form("strength"))
    assert dice_of(table) == [1]


@pytest.mark.rule("trade.scene.fiction-limits")
@pytest.mark.parametrize("kind", ["respond", "command"])
def test_what_the_scene_forbids_costs_nothing_and_is_not_rolled(kind: str) -> None:
    bout = Bout(hero("ann"), ally("hound"), foe("brute"))
    action, rule = (KICK, FORM) if kind == "respond" else (HOUND, "trade.command.refusal")
    table = bout.do(action, rulings={rule: ("refused", "there is no brazier")})
    assert table.pools == []
    assert (bout.fight.acting, bout.fight.actions) == ("ann", 2)
    (event,) = citing(table, "trade.scene.fiction-limits")
    assert event.fields["who"] == "ann"


@pytest.mark.rule("trade.respond.no-suppression", "trade.suppress.duration")
@pytest.mark.parametrize("reading", ["mixed", "success"])
def test_keeping_an_enemy_busy_can_be_what_is_wanted(reading: str) -> None:
    bout = duel()
    effect = [BETTER] if reading == "success" else []
    table = bout.do(KICK, *effect, END, readings=[reading], rulings=form(aim="suppressed"))
    assert (bout["brute"].suppressed, bout["cutter"].suppressed) == (True, False)
    assert citing(table, "trade.respond.no-suppression")
    bout.phase()
    assert bout["ann"].health == 8
    assert not bout["brute"].suppressed


@pytest.mark.rule("trade.respond.results", "trade.end.surrender")
@pytest.mark.parametrize(("reading", "in_fight"), [("failure", True), ("mixed", False)])
def test_talking_an_enemy_into_giving_in_can_be_what_is_wanted(
    reading: str, in_fight: bool
) -> None:
    bout = duel()
    bout.do(KICK, readings=[reading], rulings=form(aim="surrenders") | BAD)
    assert bout["brute"].is_in is in_fight
    assert bout["cutter"].is_in
    assert bout.fight.result is None
    assert bout.fight.actions == (0 if in_fight else 1)


@pytest.mark.rule("trade.respond.no-suppression", "trade.respond.results")
def test_a_failure_keeps_nobody_busy_and_hurts_nobody() -> None:
    bout = duel()
    rulings = form(aim="suppressed", damage=5) | BAD
    bout.do(KICK, readings=["failure"], rulings=rulings)
    assert not bout["brute"].suppressed
    assert bout["brute"].hp == 20
    assert bout["ann"].health == 6


@pytest.mark.rule("trade.respond.no-suppression")
def test_the_gm_may_state_damage_beforehand_and_a_success_that_struck_suppresses() -> None:
    bout = duel()
    bout.do(KICK, BETTER, readings=["success"], rulings=form(opponent="cutter", damage=5))
    assert (bout["brute"].hp, bout["cutter"].hp) == (20, 15)
    assert (bout["brute"].suppressed, bout["cutter"].suppressed) == (False, True)


@pytest.mark.rule("trade.respond.no-suppression", "trade.respond.results")
def test_a_mixed_respond_with_damage_strikes_and_suppresses_nobody() -> None:
    bout = duel()
    bout.do(KICK, readings=["mixed"], rulings=form(damage=5))
    assert bout["brute"].hp == 15
    assert not bout["brute"].suppressed
    assert bout.fight.trades == (("brute", "ann"),)


@pytest.mark.rule("trade.respond.effect")
def test_additional_damage_is_offered_only_if_the_respond_deals_damage() -> None:
    bout = duel()
    bout.do(KICK, ("additional-damage",), readings=["success"], rulings=form(damage=5))
    assert bout["brute"].hp == 20 - 7
    bout = duel()
    bout.do(KICK, ("none",), readings=["success"], rulings=form(damage=5))
    assert bout["brute"].hp == 20 - 5


@pytest.mark.rule("trade.respond.effect")
@pytest.mark.parametrize("effect", ["better-position", "additional-action"])
def test_the_gm_may_refuse_an_effect_that_does_not_fit(effect: str) -> None:
    bout = duel()
    table = bout.do(
        KICK,
        (effect,),
        ("none",),
        readings=["success"],
        rulings={EFFECT: ("refused", "that does not fit")},
    )
    assert bout["ann"].better_waiting == 0
    assert bout.fight.actions == 1
    assert citing(table, "trade.respond.results")


@pytest.mark.rule("trade.respond.effect")
def test_no_effect_asks_the_gm_nothing_about_fitting() -> None:
    table = duel().do(KICK, ("none",), readings=["success"])
    assert [who for rule, who, _ in table.asked if rule == EFFECT] == ["ann"]


@pytest.mark.rule("trade.respond.mixed-cost")
def test_the_gm_may_let_it_cost_nothing() -> None:
    bout = duel()
    bout.do(KICK, END, readings=["mixed"], rulings={COST: ("nothing",)})
    assert bout.fight.trades == ()


@pytest.mark.rule("trade.respond.mixed-cost")
@pytest.mark.parametrize(
    ("cost", "lost"), [(("damage", "3"), 2), (("damage", "1"), 0), (("damage", "20"), 10)]
)
def test_the_cost_may_be_damage_at_once(cost: tuple[str, ...], lost: int) -> None:
    bout = duel(armor=1)
    bout.do(KICK, readings=["mixed"], rulings={COST: cost})
    assert bout["ann"].health == 10 - lost
    assert bout.fight.trades == ()


@pytest.mark.rule("trade.respond.mixed-cost")
def test_the_cost_may_be_a_bad_situation() -> None:
    bout = duel()
    bout.do(KICK, readings=["mixed"], rulings={COST: ("bad-situation",)})
    assert bout.fight.trades == ()
    assert bout["ann"].bad_waiting == 1
    assert bout.fight.actions == 1


@pytest.mark.rule("trade.respond.mixed-cost")
def test_the_cost_may_be_a_thing_carried() -> None:
    bout = duel()
    bout.do(KICK, readings=["mixed"], rulings={COST: ("lost-tool", "rapier", "broken")})
    assert bout.fight.trades == ()
    assert bout["ann"].lost == {"rapier": "broken"}


@pytest.mark.rule("trade.respond.mixed-cost")
def test_the_cost_may_be_in_the_gms_own_words() -> None:
    bout = duel()
    table = bout.do(KICK, readings=["mixed"], rulings={COST: ("other", "the lamp goes out")})
    assert bout.fight.trades == ()
    (event,) = citing(table, COST)
    assert "the lamp goes out" in event.fields.values()


@pytest.mark.rule("trade.respond.mixed-cost")
def test_the_trade_is_owed_by_the_opponent_that_was_named_for_the_roll() -> None:
    bout = duel()
    bout.do(KICK, readings=["mixed"], rulings=form(opponent="cutter"))
    assert bout.fight.trades == (("cutter", "ann"),)
