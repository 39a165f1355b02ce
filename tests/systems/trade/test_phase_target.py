"""The rules of trade on whom the enemy phase strikes, and on phases with several heroes."""

import pytest
from trade_kit import Bout, ability, acts, ally, foe, gm, hero, picks

BETTER = ("better-position",)
END = ("end",)
NOTE = {"kind": "note", "text": "shiver"}
FIRE = ability("fire", {"kind": "damage", "amount": 4}, stat=None, target="one hero or ally")


def cut(at: str) -> tuple[str, ...]:
    return ("fight", "rapier", at)


def jinx(at: str) -> tuple[str, ...]:
    return ("ability", "jinx", at)


def go(who: str) -> tuple[str, ...]:
    return ("go", who)


def company(*others: dict[str, object], drop: str = "nobody", **house: str) -> Bout:
    witch = [ability("jinx", NOTE)]
    return Bout(
        hero("ann", abilities=witch),
        hero("bob", abilities=witch),
        hero("cat", abilities=witch),
        foe("one", damage=1, hp=20),
        foe("four", damage=4, hp=20),
        *others,
        scene={"drop": drop},
        house={name.replace("_", "-"): value for name, value in house.items()},
    )


def healths(bout: Bout) -> list[int]:
    return [bout[who].health for who in bout.fight.heroes]


# ---- the target ----


@pytest.mark.rule("trade.phase.target")
def test_left_alone_the_blow_falls_on_the_hero_whose_turn_it_was() -> None:
    bout = company()
    bout.do(go("bob"), END)
    table = bout.phase()
    assert healths(bout) == [10, 9, 10]
    assert table.cited("trade.phase.target")


@pytest.mark.rule("trade.phase.target")
def test_the_one_exposed_in_the_latest_roll_against_that_enemy_comes_first() -> None:
    bout = company(ally("hound"))
    extra = {"trade.failure.worse-position": ("extra-damage", "hound")}
    bout.do(go("bob"), ("command", "hound", "one"), readings=["failure"], rulings=extra)
    assert bout["hound"].hp == 7
    bout.phase()
    assert bout["hound"].hp == 6
    assert healths(bout) == [10, 10, 10]


@pytest.mark.rule("trade.phase.target", "trade.phase.group-pick")
def test_the_gm_may_strike_any_hero_or_ally_that_is_up() -> None:
    bout = company(ally("hound"), ally("cur", hp_now=0))
    gm(bout, "set", "cat", "health", 0)
    bout.do(go("ann"), END)
    table = bout.phase(rulings=acts("four", "damage", "bob"))
    assert healths(bout) == [10, 6, 0]
    assert {target for _, _, target in picks(table)} == {"ann", "bob", "hound"}


@pytest.mark.rule("trade.phase.target")
def test_the_gm_may_have_an_enemy_strike_an_ally() -> None:
    bout = company(ally("hound"))
    bout.do(go("ann"), END)
    bout.phase(rulings=acts("four", "damage", "hound"))
    assert bout["hound"].hp == 6
    assert healths(bout) == [10, 10, 10]


@pytest.mark.rule("trade.phase.target")
def test_an_enemy_owed_a_trade_strikes_the_one_exposed_and_nobody_else() -> None:
    bout = company()
    bout.do(go("cat"), cut("four"), END, readings=["mixed"])
    bout.phase()
    assert healths(bout) == [10, 10, 6]


@pytest.mark.rule("trade.phase.target")
def test_of_several_exposed_to_it_the_gm_picks_one() -> None:
    bout = company(ally("hound"))
    bout.do(go("cat"), cut("four"), ("command", "hound", "four"), readings=["mixed", "mixed"])
    table = bout.phase(rulings=acts("four", "damage", "cat"))
    assert {target for _, _, target in picks(table)} == {"cat", "hound"}
    assert healths(bout) == [10, 10, 6]
    assert bout["hound"].hp == 10


@pytest.mark.rule("trade.phase.target")
def test_of_several_exposed_to_it_the_later_is_struck_if_the_gm_says_nothing() -> None:
    bout = company(ally("hound"))
    bout.do(go("cat"), cut("four"), ("command", "hound", "four"), readings=["mixed", "mixed"])
    bout.phase()
    assert bout["hound"].hp == 6
    assert healths(bout) == [10, 10, 10]


@pytest.mark.rule("trade.phase.target")
def test_before_any_turn_the_first_hero_in_seat_order_who_is_up_is_struck() -> None:
    bout = company(drop="enemies")
    bout.step()
    assert healths(bout) == [9, 10, 10]
    bout = Bout(hero("ann", health=0), hero("bob"), foe("one"), scene={"drop": "enemies"})
    bout.step()
    assert healths(bout) == [0, 8]


@pytest.mark.rule("trade.phase.target")
def test_whoever_is_out_by_then_is_passed_over() -> None:
    bout = company()
    bout.do(go("bob"), jinx("four"), BETTER, END, readings=["success"])
    gm(bout, "remove", "bob")
    bout.phase()
    assert [bout["ann"].health, bout["cat"].health] == [6, 10]


@pytest.mark.rule("trade.phase.target")
def test_an_ability_may_have_more_targets_than_one() -> None:
    quake = ability(
        "quake", {"kind": "damage", "amount": 3}, stat=None, target="all heroes and allies"
    )
    bout = Bout(hero("ann"), hero("bob"), ally("hound"), foe("brute", abilities=[quake]))
    bout.do(go("ann"), END)
    bout.phase(rulings=acts("brute", "quake"))
    assert healths(bout) == [7, 7]
    assert bout["hound"].hp == 7


@pytest.mark.rule("trade.phase.target", "trade.turn.reserve-window")
def test_whoever_gets_clear_of_a_declared_blow_is_not_struck_and_another_is() -> None:
    bout = company()
    bout.do(go("ann"), ("reserve",))
    bout.phase(("pass",))
    assert healths(bout) == [9, 10, 10]
    bout.do(go("bob"), END)
    leave = ("flee", "reflexes", "leave")
    rulings = {"trade.phase.group-pick": [("strike", "four", "ann"), ("strike", "four", "cat")]}
    bout.phase(leave, readings=["success"], rulings=rulings)
    assert healths(bout) == [9, 10, 6]
    assert not bout["ann"].is_in


@pytest.mark.rule("trade.phase.replacement", "trade.turn.reserve-resolution")
def test_an_enemy_put_out_by_a_reserved_action_does_not_act_any_more() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("four", damage=4, hp=3), foe("one", damage=1))
    bout.do(go("ann"), ("reserve",))
    bout.phase(("pass",), rulings=acts("one", "damage", "bob"))
    bout.do(END)
    rulings = {"trade.phase.group-pick": [("strike", "four", "bob"), ("strike", "one", "bob")]}
    bout.phase(cut("four"), readings=["mixed"], rulings=rulings)
    assert not bout["four"].is_in
    assert healths(bout) == [10, 8]


# ---- a phase after each hero's turn ----


@pytest.mark.rule("trade.phase.after-each-turn")
def test_each_hero_has_a_phase_with_trades_of_that_turn() -> None:
    bout = company()
    bout.do(go("ann"), cut("four"), END, readings=["mixed"])
    bout.phase()
    assert healths(bout) == [6, 10, 10]
    bout.do(go("bob"), cut("four"), END, readings=["mixed"])
    bout.phase()
    assert healths(bout) == [6, 6, 10]
    bout.do(cut("one"), END, readings=["mixed"])
    bout.phase()
    assert healths(bout) == [6, 6, 9]
    assert bout.fight.round == 1


@pytest.mark.rule("trade.phase.after-each-turn")
def test_a_suppression_of_one_turn_does_not_cover_the_phase_of_the_next() -> None:
    bout = company()
    bout.do(go("ann"), cut("four"), BETTER, END, readings=["success"])
    bout.phase()
    assert healths(bout) == [9, 10, 10]
    bout.do(go("bob"), jinx("four"), BETTER, END, readings=["success"])
    bout.phase()
    assert healths(bout) == [9, 6, 10]


@pytest.mark.rule("trade.phase.after-each-turn")
def test_by_house_rule_an_enemy_takes_one_phase_action_a_round() -> None:
    bout = company(enemy_once_a_round="yes")
    bout.do(go("ann"), cut("four"), END, readings=["mixed"])
    bout.phase()
    bout.do(go("bob"), cut("four"), END, readings=["mixed"])
    bout.phase()
    assert healths(bout) == [6, 9, 10]
    assert bout.fight.trades == ()
    bout.do(END)
    assert bout.phase().cited("trade.phase.empty")
    assert healths(bout) == [6, 9, 10]
    bout.do(go("cat"), cut("four"), END, readings=["mixed"])
    bout.phase()
    assert healths(bout) == [6, 9, 6]


# ---- one phase after all heroes ----


def all_heroes(*others: dict[str, object]) -> Bout:
    return company(*others, enemy_phase="after-all-heroes")


@pytest.mark.rule("trade.phase.after-all-heroes")
def test_one_phase_follows_the_last_turn_of_the_round() -> None:
    bout = all_heroes()
    bout.do(go("ann"), END, go("bob"), END)
    assert healths(bout) == [10, 10, 10]
    bout.do(END)
    bout.phase()
    assert sum(healths(bout)) == 29
    bout.do(go("cat"), END, go("ann"), END, END)
    bout.phase()
    assert sum(healths(bout)) == 28


@pytest.mark.rule("trade.phase.after-all-heroes")
def test_trades_of_all_turns_stay_open_until_it_and_one_blow_ends_them() -> None:
    bout = all_heroes()
    bout.do(
        go("ann"),
        cut("four"),
        END,
        go("bob"),
        cut("four"),
        END,
        cut("one"),
        END,
        readings=["mixed", "mixed", "mixed"],
    )
    table = bout.phase(rulings=acts("four", "damage", "ann"))
    assert set(picks(table)) == {
        ("four", "damage", "ann"),
        ("four", "damage", "bob"),
        ("one", "damage", "cat"),
    }
    assert healths(bout) == [6, 10, 10]
    assert bout.fight.trades == ()


@pytest.mark.rule("trade.phase.after-all-heroes")
def test_the_suggestion_goes_back_through_the_rolls_of_the_whole_round() -> None:
    bout = all_heroes()
    bout.do(go("ann"), jinx("four"), BETTER, END, go("bob"), END, END, readings=["success"])
    bout.phase()
    assert healths(bout) == [6, 10, 10]


@pytest.mark.rule("trade.phase.after-all-heroes")
def test_suppressions_and_closings_of_all_turns_stay_until_it_and_end_with_it() -> None:
    bout = Bout(
        hero("ann"),
        hero("bob", weapons=["longbow"]),
        foe("four", damage=4, hp=20),
        foe("two", damage=2, hp=20),
        house={"enemy-phase": "after-all-heroes"},
    )
    bout.do(go("ann"), cut("four"), BETTER, END, readings=["success"])
    assert bout["four"].suppressed
    bout.do(("fight", "longbow", "two"), END, readings=["mixed"])
    assert bout.phase().cited("trade.phase.empty")
    assert healths(bout) == [10, 10]
    assert not bout["four"].suppressed
    assert not bout["two"].closed


@pytest.mark.rule("trade.phase.target")
def test_the_default_passes_over_a_hero_who_is_down_even_if_the_gm_lets_foes_strike_on() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute"))
    bout["ann"].health, bout["ann"].exposed = 0, True
    bout.do(("end",))
    bout.phase()
    assert bout["bob"].health == 8
