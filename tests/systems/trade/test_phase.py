"""The rules of trade on the enemy phase: when it is held, who acts in it, what it ends.

Whom the acting enemy strikes, and the phase for all heroes at once, are in test_phase_target.py.
"""

import pytest
from trade_kit import Bout, ability, acts, foe, gm, hero, picks

BETTER = ("better-position",)
END = ("end",)
NOTE = {"kind": "note", "text": "shiver"}
HIT_ALL = ability("spit", {"kind": "damage", "amount": 4}, stat=None, target="one hero or ally")


def cut(at: str) -> tuple[str, ...]:
    return ("fight", "rapier", at)


def jinx(at: str) -> tuple[str, ...]:
    """An ability that hurts nobody: a success with it suppresses nobody."""
    return ("ability", "jinx", at)


def witch(name: str = "ann", **fields: object) -> dict[str, object]:
    return hero(name, **{"abilities": [ability("jinx", NOTE)], **fields})


def gang(**house: str) -> Bout:
    """A hero against three enemies with different damage, so that the wound tells who struck."""
    return Bout(
        witch(),
        foe("one", damage=1, hp=20),
        foe("two", damage=2, hp=20),
        foe("four", damage=4, hp=20),
        house={name.replace("_", "-"): value for name, value in house.items()},
    )


def actors(bout: Bout) -> set[str]:
    assert bout.last is not None
    return {actor for actor, _, _ in picks(bout.last)}


# ---- when ----


@pytest.mark.parametrize(
    ("choices", "readings", "lost"),
    [
        ([END], [], 2),
        ([("reserve",)], [], 2),
        ([cut("brute"), END], ["mixed"], 2),
        ([cut("brute"), cut("brute")], ["mixed", "mixed"], 2),
        ([cut("brute")], ["failure"], 4),
        ([jinx("brute"), BETTER, END], ["success"], 2),
    ],
    ids=["passing", "reserve", "ending early", "no action left", "a failure", "after a success"],
)
@pytest.mark.rule("trade.phase.when")
def test_a_phase_is_held_when_the_actions_of_a_hero_are_over(
    choices: list[tuple[str, ...]], readings: list[str], lost: int
) -> None:
    bout = Bout(witch(), foe("brute", hp=20))
    bout.do(*choices, readings=readings)
    bout.phase(("pass",))
    assert bout["ann"].health == 10 - lost


@pytest.mark.rule("trade.phase.when")
def test_no_phase_is_held_while_an_action_is_left() -> None:
    bout = Bout(witch(), foe("brute", hp=20))
    bout.do(cut("brute"), readings=["mixed"])
    assert bout.fight.stage != "phase"
    assert bout["ann"].health == 10
    bout.do(cut("brute"), readings=["mixed"])
    assert bout.fight.stage == "phase"


# ---- one action ----


@pytest.mark.rule("trade.phase.one-action")
def test_one_enemy_strikes_once_however_many_there_are() -> None:
    bout = gang()
    bout.do(END)
    table = bout.phase(rulings=acts("four", "damage", "ann"))
    assert bout["ann"].health == 6
    assert [event.fields["by"] for event in table.events if event.code == "hurt"] == ["four"]
    assert table.cited("trade.phase.one-action")


@pytest.mark.rule("trade.phase.one-action", "trade.phase.group-pick")
def test_an_ability_takes_the_place_of_the_damage() -> None:
    bout = Bout(witch(), foe("brute", damage=3, abilities=[HIT_ALL]))
    bout.do(END)
    bout.phase(rulings=acts("brute", "spit", "ann"))
    assert bout["ann"].health == 6


# ---- who acts ----


@pytest.mark.parametrize(("fought", "lost"), [("one", 1), ("two", 2), ("four", 4)])
@pytest.mark.rule(
    "trade.phase.fought-enemy-acts", "trade.phase.default-actor", "trade.phase.group-pick"
)
def test_left_alone_the_enemy_that_was_fought_acts(fought: str, lost: int) -> None:
    bout = gang()
    bout.do(jinx(fought), BETTER, END, readings=["success"])
    table = bout.phase()
    assert bout["ann"].health == 10 - lost
    assert table.cited("trade.phase.fought-enemy-acts")
    assert not table.cited("trade.mixed.is-the-phase-action")


@pytest.mark.rule("trade.phase.default-actor")
def test_of_two_that_were_fought_the_later_one_acts() -> None:
    bout = gang()
    bout.do(
        jinx("four"),
        BETTER,
        jinx("two"),  # only the additional action is left to pick
        END,
        readings=["success", "success"],
    )
    bout.phase()
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.phase.default-actor")
def test_with_nobody_fought_the_first_able_enemy_of_the_roster_acts() -> None:
    bout = gang()
    bout.do(END)
    bout.phase()
    assert bout["ann"].health == 9
    gm(bout, "remove", "one")
    bout.do(END)
    bout.phase()
    assert bout["ann"].health == 7


@pytest.mark.rule("trade.phase.default-actor")
def test_who_was_fought_in_an_earlier_turn_does_not_matter() -> None:
    bout = gang()
    bout.do(jinx("four"), BETTER, END, readings=["success"])
    bout.phase()
    bout.do(END)
    bout.phase()
    assert bout["ann"].health == 10 - 4 - 1


@pytest.mark.rule("trade.phase.default-actor", "trade.failure.phase-still-comes")
def test_an_enemy_owed_a_trade_comes_before_one_that_has_just_struck() -> None:
    bout = gang()
    bout.do(cut("four"), cut("two"), readings=["mixed", "failure"])
    assert bout["ann"].health == 8
    bout.phase()
    assert bout["ann"].health == 4


@pytest.mark.rule("trade.phase.default-actor")
def test_of_two_that_are_owed_the_later_one_acts() -> None:
    bout = gang()
    bout.do(cut("four"), cut("two"), readings=["mixed", "mixed"])
    bout.phase()
    assert bout["ann"].health == 8
    assert actors(bout) == {"four", "two"}


@pytest.mark.rule("trade.phase.default-actor", "trade.phase.group-pick")
def test_with_trades_not_binding_the_last_roll_alone_decides() -> None:
    bout = gang(trade_binds_phase="no")
    bout.do(cut("four"), jinx("two"), BETTER, readings=["mixed", "success"])
    bout.phase()
    assert bout["ann"].health == 8
    assert actors(bout) == {"one", "two", "four"}
    assert bout.fight.trades == ()


@pytest.mark.rule("trade.phase.replacement")
def test_another_enemy_acts_for_one_that_is_suppressed() -> None:
    bout = gang()
    bout.do(cut("two"), BETTER, END, readings=["success"])
    table = bout.phase()
    assert bout["ann"].health == 9
    assert actors(bout) == {"one", "four"}
    assert table.cited("trade.phase.replacement")


@pytest.mark.rule("trade.phase.replacement")
def test_another_enemy_acts_for_one_that_is_down() -> None:
    bout = Bout(witch(), foe("one", damage=1), foe("two", damage=2, hp=3), foe("four", damage=4))
    bout.do(cut("two"), END, readings=["mixed"])
    bout.phase()
    assert bout["ann"].health == 9
    assert actors(bout) == {"one", "four"}


@pytest.mark.rule("trade.phase.replacement")
def test_the_replacement_is_one_that_is_owed_a_trade() -> None:
    bout = gang()
    bout.do(cut("four"), cut("two"), BETTER, readings=["mixed", "success"])
    bout.phase()
    assert bout["ann"].health == 6


@pytest.mark.rule("trade.phase.empty")
def test_with_every_enemy_suppressed_the_phase_passes() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=20), foe("other", hp=20))
    bout.do(
        cut("brute"), BETTER, cut("other"), ("additional-damage",), readings=["success", "success"]
    )
    table = bout.phase()
    assert bout["ann"].health == 10
    assert table.cited("trade.phase.empty")
    assert not table.was_asked("trade.phase.group-pick")
    assert bout.fight.stage != "phase"


@pytest.mark.rule("trade.phase.empty")
def test_with_the_others_out_of_the_fight_and_the_last_suppressed_the_phase_passes() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=20), foe("other", hp=3))
    bout.do(cut("other"), cut("brute"), BETTER, readings=["mixed", "success"])
    assert bout.phase().cited("trade.phase.empty")
    assert bout["ann"].health == 10


# ---- the pick of the GM ----


@pytest.mark.rule("trade.phase.group-pick")
def test_the_gm_may_name_any_able_enemy_with_its_damage_or_an_ability() -> None:
    bout = Bout(
        witch(),
        foe("one", damage=1),
        foe("four", damage=4, abilities=[HIT_ALL, ability("howl", NOTE, stat=None)]),
        foe("two", damage=2),
    )
    bout.do(jinx("four"), BETTER, END, readings=["success"])
    table = bout.phase(rulings=acts("two", "damage", "ann"))
    assert bout["ann"].health == 8
    assert {(who, how) for who, how, _ in picks(table)} == {
        ("one", "damage"),
        ("two", "damage"),
        ("four", "damage"),
        ("four", "spit"),
        ("four", "howl"),
    }


@pytest.mark.rule("trade.phase.group-pick", "trade.phase.one-action")
def test_left_alone_the_acting_enemy_deals_its_damage_and_uses_no_ability() -> None:
    bout = Bout(witch(), foe("brute", damage=1, abilities=[HIT_ALL]))
    bout.do(END)
    bout.phase()
    assert bout["ann"].health == 9


@pytest.mark.rule("trade.phase.group-pick")
def test_one_that_is_owed_a_trade_is_offered_its_damage_alone() -> None:
    bout = Bout(
        witch(),
        foe("four", damage=4, abilities=[HIT_ALL]),
        foe("two", damage=2, abilities=[HIT_ALL]),
        foe("one", damage=1),
    )
    bout.do(cut("four"), cut("two"), readings=["mixed", "mixed"])
    table = bout.phase(rulings=acts("four", "damage", "ann"))
    assert {(who, how) for who, how, _ in picks(table)} == {("four", "damage"), ("two", "damage")}
    assert bout["ann"].health == 6


@pytest.mark.rule("trade.phase.group-pick")
def test_nothing_is_asked_when_one_enemy_with_one_action_and_one_target_is_left() -> None:
    bout = Bout(witch(), foe("one"), foe("two"))
    bout.do(cut("one"), cut("two"), BETTER, readings=["mixed", "success"])
    bout.phase()
    assert bout["ann"].health == 8
