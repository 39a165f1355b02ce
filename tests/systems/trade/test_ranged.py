"""The rules of trade on ranged weapons: shots from afar, closing in, and shots in reach.

What being pressed means, and backing away, is in test_ranged_pressed.py.
"""

import pytest
from trade_kit import TRADE, Bout, ability, dice_of, foe, gm, hero, picks

BOWS = {"longbow": ("reflexes", 2), "heavy-crossbow": ("strength", 2)}
BETTER = ("better-position",)
MORE = ("additional-action",)


def shot(weapon: str, at: str = "brute") -> tuple[str, ...]:
    return ("fight", weapon, at)


def archer(name: str = "ann", **fields: object) -> dict[str, object]:
    return hero(name, **{"weapons": ["longbow", "rapier"], **fields})


# ---- from afar ----


@pytest.mark.parametrize("weapon", BOWS)
@pytest.mark.rule("trade.ranged.from-afar")
def test_a_successful_shot_from_afar_leaves_the_distance_and_suppresses(weapon: str) -> None:
    bout = Bout(hero("ann", weapons=[weapon]), foe("brute"), foe("other"))
    bout.do(shot(weapon), BETTER, readings=["success"])
    assert bout["brute"].hp == 8
    assert bout.fight.near == frozenset()
    assert bout["brute"].suppressed
    assert not bout["brute"].closed
    assert not bout["ann"].pressed


@pytest.mark.rule("trade.ranged.from-afar")
def test_a_shot_leaves_a_pair_near_that_is_near() -> None:
    bout = Bout(archer(), foe("brute"), scene={"drop": "nobody", "near": [["ann", "brute"]]})
    bout.do(shot("longbow"), BETTER, readings=["success"])
    assert bout.fight.near == {("ann", "brute")}


# ---- a mixed shot ----


@pytest.mark.parametrize("weapon", BOWS)
@pytest.mark.rule("trade.ranged.mixed")
def test_a_mixed_shot_from_afar_owes_no_trade_and_brings_the_enemy_near(weapon: str) -> None:
    bout = Bout(hero("ann", weapons=[weapon]), foe("brute"), foe("other"))
    table = bout.do(shot(weapon), readings=["mixed"])
    assert bout["brute"].hp == 8
    assert bout.fight.trades == ()
    assert bout.fight.near == {("ann", "brute")}
    assert bout["ann"].pressed
    assert bout.fight.actions == 1
    assert not bout["brute"].suppressed
    assert table.cited("trade.ranged.mixed")


@pytest.mark.rule("trade.ranged.mixed")
def test_a_mixed_shot_brings_nobody_near_but_the_shooter_and_the_one_shot_at() -> None:
    bout = Bout(archer(), hero("bob"), foe("brute"), foe("other"))
    bout.do(("go", "ann"), shot("longbow"), readings=["mixed"])
    assert bout.fight.near == {("ann", "brute")}
    assert not bout["bob"].pressed


@pytest.mark.rule("trade.ranged.mixed")
def test_a_mixed_blow_in_melee_presses_nobody() -> None:
    bout = Bout(archer(), foe("brute"))
    bout.do(shot("rapier"), readings=["mixed"])
    assert not bout["ann"].pressed
    assert bout.fight.trades == (("brute", "ann"),)


# ---- who closes ----


@pytest.mark.rule("trade.ranged.who-closes")
def test_a_suppressed_enemy_closes_too() -> None:
    bout = Bout(archer(), foe("brute"), foe("other"))
    table = bout.do(shot("longbow"), BETTER, shot("longbow"), readings=["success", "mixed"])
    assert bout["brute"].suppressed
    assert bout.fight.near == {("ann", "brute")}
    assert bout["ann"].pressed
    assert table.cited("trade.ranged.who-closes")


@pytest.mark.parametrize(("hp", "closes"), [(2, False), (3, True)])
@pytest.mark.rule("trade.ranged.who-closes")
def test_an_enemy_that_the_shot_puts_out_closes_no_more(hp: int, closes: bool) -> None:
    bout = Bout(archer(), foe("brute", hp=hp), foe("other"))
    bout.do(shot("longbow"), readings=["mixed"])
    assert (("ann", "brute") in bout.fight.near) is closes
    assert bout["ann"].pressed is closes


@pytest.mark.rule("trade.ranged.who-closes")
def test_whoever_stands_beside_the_one_that_is_shot_stays_where_it_is() -> None:
    bout = Bout(archer(), foe("first"), foe("second"))
    bout.do(shot("longbow", "second"), readings=["mixed"])
    assert bout.fight.near == {("ann", "second")}
    assert bout["second"].closed
    assert not bout["first"].closed


# ---- in reach ----


def in_reach(**fields: object) -> Bout:
    house = fields.pop("house", None)
    return Bout(
        archer(**fields),
        foe("brute", damage=3),
        scene={"drop": "nobody", "near": [["ann", "brute"]]},
        house=house,  # type: ignore[arg-type]
    )


@pytest.mark.rule("trade.ranged.in-reach")
def test_a_mixed_shot_in_reach_owes_an_ordinary_trade_and_does_not_press() -> None:
    bout = in_reach(stats={"reflexes": 4})
    table = bout.do(shot("longbow"), readings=["mixed"])
    assert dice_of(table) == [4]
    assert bout["brute"].hp == 8
    assert bout.fight.trades == (("brute", "ann"),)
    assert not bout["ann"].pressed
    assert table.cited("trade.ranged.in-reach")
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 7


@pytest.mark.rule("trade.ranged.in-reach", "trade.ranged.pressed")
def test_the_die_of_the_pressed_is_lost_in_reach_as_well() -> None:
    bout = in_reach(stats={"reflexes": 4})
    bout["ann"].pressed = True
    assert dice_of(bout.do(shot("longbow"), readings=["mixed"])) == [3]
    assert not bout["ann"].pressed


@pytest.mark.rule("trade.ranged.in-reach")
def test_the_second_mixed_shot_at_an_enemy_that_closed_is_one_in_reach() -> None:
    bout = Bout(archer(), foe("brute", damage=3))
    bout.do(shot("longbow"), shot("longbow"), readings=["mixed", "mixed"])
    assert bout.fight.trades == (("brute", "ann"),)
    assert not bout["ann"].pressed


@pytest.mark.rule("trade.ranged.in-reach")
def test_by_house_rule_a_mixed_shot_in_reach_owes_nothing_and_presses_again() -> None:
    bout = in_reach(house={"ranged-exempt-in-reach": "yes"})
    bout.do(shot("longbow"), readings=["mixed"])
    assert bout.fight.trades == ()
    assert bout["ann"].pressed
    assert bout["brute"].hp == 8


# ---- closing and the phase ----


@pytest.mark.rule("trade.ranged.closer-skips-phase")
def test_an_enemy_that_closed_does_not_act_in_the_phase() -> None:
    bout = Bout(archer(), foe("brute", damage=3))
    bout.do(shot("longbow"), ("end",), readings=["mixed"])
    table = bout.phase()
    assert bout["ann"].health == 10
    assert table.cited("trade.ranged.closer-skips-phase")
    assert table.cited("trade.phase.empty")


@pytest.mark.rule("trade.ranged.closer-skips-phase", "trade.phase.clean-up")
def test_an_enemy_that_closed_may_act_in_the_phase_after_the_next_turn() -> None:
    bout = Bout(archer(), foe("brute", damage=3))
    bout.do(shot("longbow"), ("end",), readings=["mixed"])
    bout.phase()
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 7


@pytest.mark.rule("trade.ranged.closer-skips-phase")
def test_when_one_has_closed_another_able_enemy_acts() -> None:
    bout = Bout(archer(), foe("brute", damage=3), foe("second", damage=1), foe("third", damage=4))
    bout.do(shot("longbow"), ("end",), readings=["mixed"])
    table = bout.phase()
    assert {actor for actor, _, _ in picks(table)} == {"second", "third"}
    assert bout["ann"].health == 9


@pytest.mark.parametrize("trade_first", [True, False])
@pytest.mark.rule("trade.ranged.closer-skips-phase")
def test_one_that_closed_stays_able_if_another_roll_owes_it_a_trade(trade_first: bool) -> None:
    jinx = ability("jinx", {"kind": "note", "text": "shiver"})
    bout = Bout(archer(abilities=[jinx]), foe("other"), foe("brute", damage=3))
    rolls = [("ability", "jinx", "brute"), shot("longbow")]
    bout.do(*(rolls if trade_first else rolls[::-1]), readings=["mixed", "mixed"])
    assert bout.fight.trades == (("brute", "ann"),)
    assert bout["brute"].closed
    bout.phase()
    assert bout["ann"].health == 7


@pytest.mark.rule("trade.ranged.closer-skips-phase")
def test_one_that_closed_stays_able_if_it_strikes_because_of_a_later_failure() -> None:
    bout = Bout(archer(), foe("other", damage=1), foe("brute", damage=3))
    bout.do(shot("longbow"), shot("longbow"), readings=["mixed", "failure"])
    assert bout["ann"].health == 7
    table = bout.phase()
    assert bout["ann"].health == 4
    assert {actor for actor, _, _ in picks(table)} == {"other", "brute"}


@pytest.mark.rule("trade.ranged.closer-skips-phase")
def test_a_later_failure_against_another_does_not_free_the_one_that_closed() -> None:
    bout = Bout(archer(), foe("brute", damage=3), foe("other", damage=1))
    bout.do(shot("longbow"), shot("longbow", "other"), readings=["mixed", "failure"])
    assert bout["ann"].health == 9
    bout.phase()
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.ranged.closer-skips-phase")
def test_by_house_rule_the_closing_was_the_action_of_the_phase() -> None:
    house = {"closing-spends-phase": "yes"}
    bout = Bout(archer(), foe("brute", damage=3), foe("other", damage=1), house=house)
    bout.do(shot("longbow"), ("end",), readings=["mixed"])
    bout.phase()
    assert bout["ann"].health == 10


@pytest.mark.rule("trade.ranged.closer-skips-phase")
def test_by_house_rule_a_closer_that_cannot_act_any_more_spends_nothing() -> None:
    house = {"closing-spends-phase": "yes"}
    bout = Bout(archer(), foe("brute", damage=3), foe("other", damage=1), house=house)
    bout.do(shot("longbow"), shot("rapier"), BETTER, readings=["mixed", "success"])
    bout.phase()
    assert bout["ann"].health == 9


@pytest.mark.rule("trade.ranged.closer-skips-phase")
def test_by_house_rule_a_closer_that_is_down_spends_nothing_either() -> None:
    house = {"closing-spends-phase": "yes"}
    bout = Bout(archer(), foe("brute", hp=5), foe("other", damage=1), house=house)
    bout.do(shot("longbow"), shot("rapier"), readings=["mixed", "mixed"])
    assert not bout["brute"].is_in
    bout.phase()
    assert bout["ann"].health == 9


# ---- a failed shot ----


@pytest.mark.parametrize("weapon", BOWS)
@pytest.mark.rule("trade.ranged.failure")
def test_a_failed_shot_has_the_enemy_near_at_once_with_everything_a_failure_brings(
    weapon: str,
) -> None:
    bout = Bout(hero("ann", weapons=[weapon]), foe("other", damage=1), foe("brute", damage=3))
    table = bout.do(shot(weapon), readings=["failure"])
    assert bout.fight.near == {("ann", "brute")}
    assert bout["ann"].health == 7
    assert bout["ann"].bad_waiting == 1
    assert bout["brute"].hp == 10
    assert not bout["ann"].pressed
    assert table.was_asked("trade.failure.worse-position")
    assert table.cited("trade.ranged.failure")
    bout.phase()
    assert bout["ann"].health == 4


@pytest.mark.rule("trade.ranged.failure")
def test_a_failed_shot_at_a_near_enemy_is_an_ordinary_failure() -> None:
    bout = in_reach()
    bout.do(shot("longbow"), readings=["failure"])
    assert bout["ann"].health == 7
    assert not bout["ann"].pressed
    assert bout.fight.near == {("ann", "brute")}


def test_the_gm_may_take_out_the_one_that_closed_before_the_phase() -> None:
    bout = Bout(archer(), foe("brute", damage=3), foe("other", damage=1))
    bout.do(shot("longbow"), ("end",), readings=["mixed"])
    gm(bout, "remove", "brute")
    bout.phase()
    assert bout["ann"].health == 9
    assert TRADE.oddities(bout.fight) == []
