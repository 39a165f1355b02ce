"""The rules of trade on how a fight ends, and what outlasts it."""

from typing import Any

import pytest
from trade_kit import TRADE, Bout, ability, acts, ally, foe, gm, hero

END = ("end",)
BETTER = ("better-position",)
LEAVE = ("flee", "reflexes", "leave")


def cut(at: str = "brute") -> tuple[str, ...]:
    return ("fight", "rapier", at)


# ---- when ----


@pytest.mark.rule("trade.end.when", "trade.end.heroes-side")
def test_the_heroes_win_when_no_enemy_is_left() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=3), foe("other", hp=3))
    bout.do(cut(), readings=["mixed"])
    assert bout.fight.result is None
    table = bout.do(cut("other"), readings=["mixed"])
    assert bout.fight.result == "heroes"
    assert table.cited("trade.end.when")


@pytest.mark.rule("trade.end.when", "trade.end.heroes-side")
def test_the_enemies_win_when_no_hero_is_left_even_if_allies_stand() -> None:
    bout = Bout(hero("ann", health=2), ally("hound"), foe("brute", damage=2))
    bout.do(END)
    table = bout.phase()
    assert bout["hound"].is_in
    assert bout.fight.result == "foes"
    assert table.cited("trade.end.heroes-side")


@pytest.mark.rule("trade.end.when")
def test_down_fled_and_surrendered_count_alike_on_the_heroes_side() -> None:
    bout = Bout(hero("ann", health=1), hero("bob"), hero("cat"), foe("brute"))
    bout.do(("go", "ann"), END)
    bout.phase()
    bout.do(("go", "bob"), LEAVE, readings=["success"])
    assert bout.fight.result is None
    bout.phase(rulings=acts("brute", "damage", "cat"))
    bout.do(("surrender",))
    assert bout.fight.result == "foes"


@pytest.mark.rule("trade.end.when", "trade.end.surrender")
def test_down_and_surrendered_count_alike_on_the_enemies_side() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=3), foe("other"))
    table = gm(bout, "surrender", "other")
    assert table.cited("trade.end.surrender")
    assert bout["other"].status == "surrendered"
    assert bout.fight.result is None
    bout.do(cut(), readings=["mixed"])
    assert bout.fight.result == "heroes"


@pytest.mark.rule("trade.end.when")
def test_an_enemy_that_the_gm_has_taken_out_holds_no_fight_up() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    gm(bout, "remove", "brute")
    assert bout.fight.result == "heroes"


# ---- at once ----


@pytest.mark.rule("trade.end.at-once")
def test_actions_reserves_and_the_phase_fall_away_when_a_side_is_gone() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute", hp=3, damage=4))
    bout.do(("go", "bob"), ("reserve",))
    bout.phase(("pass",), rulings=acts("brute", "damage", "ann"))
    assert bout["ann"].health == 6
    table = bout.do(cut(), readings=["mixed"])
    assert bout.fight.result == "heroes"
    assert not table.was_asked("trade.turn.reserve-window")
    assert bout.fight.actions == 0
    assert bout["ann"].health == 6


@pytest.mark.rule("trade.end.at-once", "trade.success.order")
def test_a_success_that_ends_the_fight_suppresses_nobody() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=3))
    bout.do(cut(), BETTER, readings=["success"])
    assert bout.fight.result == "heroes"
    assert not bout["brute"].suppressed


@pytest.mark.rule("trade.end.at-once")
def test_the_blow_that_downs_the_last_hero_ends_the_fight_before_anything_else() -> None:
    bout = Bout(hero("ann", health=2), foe("brute", damage=2))
    bout.do(cut(), readings=["failure"])
    assert bout.fight.result == "foes"
    assert bout["ann"].bad_waiting == 0
    assert bout.last is not None
    assert not bout.last.was_asked("trade.phase.group-pick")


# ---- surrender ----


@pytest.mark.rule("trade.end.surrender")
def test_a_hero_may_surrender_at_any_choice_of_the_own_turn_without_a_roll() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute", hp=20))
    bout.do(("go", "ann"), cut(), readings=["mixed"])
    table = bout.do(("surrender",))
    assert bout["ann"].status == "surrendered"
    assert table.pools == []
    assert table.cited("trade.end.surrender")
    assert bout.fight.result is None


@pytest.mark.rule("trade.end.surrender", "trade.mixed.lapses")
def test_whoever_has_surrendered_is_struck_no_more_and_takes_no_turn() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute", hp=20, damage=1))
    bout.do(("go", "ann"), cut(), ("surrender",), readings=["mixed"])
    for _ in range(3):
        bout.do(END)
        assert bout.fight.acting == "bob"
        bout.phase()
    assert bout["ann"].health == 10
    assert bout.fight.trades == ()


@pytest.mark.rule("trade.end.surrender")
def test_the_last_hero_to_surrender_ends_the_fight() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.do(("surrender",))
    assert bout.fight.result == "foes"
    assert bout["ann"].health == 10


@pytest.mark.rule("trade.end.surrender")
def test_nobody_surrenders_unasked() -> None:
    bout = Bout(hero("ann", health=1), foe("brute", hp_now=1, goals=["live"], damage=0))
    bout.do(END)
    bout.phase()
    assert bout.fight.result is None
    assert bout["brute"].status == bout["ann"].status == ""


@pytest.mark.rule("trade.end.surrender")
def test_the_gm_is_asked_whether_the_others_give_in_when_one_of_them_falls() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=3), foe("other"), foe("third"))
    table = bout.do(
        cut(), readings=["mixed"], rulings={"trade.end.surrender": ("surrenders", "third")}
    )
    assert (bout["third"].status, bout["other"].status) == ("surrendered", "")
    assert table.cited("trade.end.surrender")
    assert bout.fight.result is None


@pytest.mark.rule("trade.end.surrender", "trade.end.when")
def test_all_enemies_giving_in_ends_the_fight_at_once() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=3), foe("other"), foe("third"))
    bout.do(cut(), readings=["mixed"], rulings={"trade.end.surrender": ("all",)})
    assert bout.fight.result == "heroes"
    assert bout["other"].hp == 10


# ---- loot ----


def looted(*rulings: tuple[str, ...]) -> Any:
    bout = Bout(hero("ann"), foe("brute", hp=3, loot=["dagger", "a few coins"]))
    bout.do(cut(), readings=["mixed"])
    bout.step()
    return bout.step(rulings={"trade.end.loot": list(rulings)} if rulings else {})


@pytest.mark.rule("trade.end.loot")
def test_the_beaten_leave_what_their_stat_block_says() -> None:
    table = looted()
    (found,) = [event for event in table.events if event.rule == "trade.end.loot"]
    assert found.fields["who"] == "brute"
    assert found.fields["things"] == ["dagger", "a few coins"]


@pytest.mark.rule("trade.end.loot")
def test_the_gm_may_say_that_something_else_is_found() -> None:
    table = looted(("other", "a sealed letter"))
    (found,) = [event for event in table.events if event.rule == "trade.end.loot"]
    assert found.fields["things"] == ["a sealed letter"]


@pytest.mark.rule("trade.end.loot")
def test_each_beaten_enemy_is_searched_once_and_one_that_ran_off_is_not() -> None:
    bout = Bout(
        hero("ann"),
        *(foe(who, hp=3, loot=[f"the purse of {who}"]) for who in ("one", "two", "three")),
        foe("four", loot=["a ring"]),
    )
    fates = [("taken",), ("ran-off",), ("beaten",)]
    for who, fate in zip(("one", "two", "three"), fates, strict=True):
        bout.do(cut(who), readings=["mixed"], rulings={"trade.npc.zero-hp": fate})
        if bout.fight.stage == "phase":
            bout.phase()
    gm(bout, "surrender", "four")
    found = []
    while not bout.fight.closed:
        table = bout.step(("done",))
        found += [event.fields for event in table.events if event.code == "loot"]
    assert [(one["who"], one["things"]) for one in found] == [
        ("one", ["the purse of one"]),
        ("three", ["the purse of three"]),
        ("four", ["a ring"]),
    ]


@pytest.mark.rule("trade.end.loot")
def test_heroes_who_have_lost_find_nothing() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=3, loot=["a key"]), foe("other"))
    bout.do(cut(), ("surrender",), readings=["mixed"])
    assert bout.fight.result == "foes"
    while not bout.fight.closed:
        assert "loot" not in bout.step(("done",)).codes()


# ---- what outlasts the fight ----


@pytest.mark.rule("trade.end.carry-over")
def test_wounds_losses_and_used_abilities_outlast_the_fight_and_nothing_else_does() -> None:
    dart = ability("dart", {"kind": "damage", "amount": 1}, uses=2)
    shield = {"id": "shield", "name": "shield", "lost": ""}
    ann = hero("ann", weapons=["longbow", "rapier", "axe"], abilities=[dart], tools=[shield])
    bout = Bout(ann, foe("brute", hp=9, damage=3))
    bout.do(
        ("ability", "dart", "brute"), ("fight", "longbow", "brute"), readings=["mixed", "mixed"]
    )
    bout.phase()
    broken = {"trade.failure.worse-position": ("lost-tool", "axe", "broken")}
    bout.do(
        ("fight", "rapier", "brute"),
        BETTER,
        ("fight", "axe", "brute"),
        readings=["success", "failure"],
        rulings=broken,
    )
    bout.phase()
    assert bout["ann"].better_waiting == 1
    bout.do(("fight", "rapier", "brute"), readings=["mixed"])
    assert bout.fight.result == "heroes"
    health = bout["ann"].health
    assert health < 10
    (block,) = TRADE.carry_over(bout.fight)
    assert block["health"] == health
    assert {w["id"]: w["lost"] for w in block["weapons"]} == {
        "longbow": "",
        "rapier": "",
        "axe": "broken",
    }
    assert block["abilities"][0]["used"] == 1
    again = Bout(block, foe("second"))
    next_ann = again["ann"]
    assert next_ann.health == health
    assert not next_ann.pressed
    assert next_ann.better_waiting == next_ann.bad_waiting == next_ann.reserve == 0
    assert again.fight.near == frozenset()
    assert next_ann.can_use(next_ann.ability("dart"))
    again.do(("ability", "dart", "second"), readings=["mixed"])
    assert not next_ann.can_use(again["ann"].ability("dart"))


@pytest.mark.rule("trade.end.carry-over")
def test_what_hangs_on_turns_phases_and_places_is_over_with_the_fight() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute"), scene={"drop": "nobody", "near": "all"})
    for name, value in (("reserve", 1), ("better-position", 1), ("bad-situation", 1), ("ward", 2)):
        gm(bout, "set", "ann", name, value)
    gm(bout, "tag", "ann", "pressed")
    gm(bout, "tag", "brute", "suppressed")
    bout.do(("go", "bob"), cut(), ("pass",), readings=["mixed"])
    gm(bout, "remove", "brute")
    assert bout.fight.result == "heroes"
    table = bout.step()
    assert table.cited("trade.end.carry-over")
    ann = bout["ann"]
    assert not ann.pressed
    assert [ann.reserve, ann.better_waiting, ann.bad_waiting, ann.ward] == [0, 0, 0, 0]
    assert not bout["brute"].suppressed
    assert bout.fight.trades == ()
    assert bout.fight.near == frozenset()
    assert ann.health == 10


@pytest.mark.rule("trade.end.carry-over")
def test_being_pressed_and_closings_are_over_with_a_lost_fight_too() -> None:
    bout = Bout(hero("ann", weapons=["longbow"]), foe("brute"))
    bout.do(("fight", "longbow", "brute"), ("surrender",), readings=["mixed"])
    assert bout.fight.result == "foes"
    assert bout["ann"].pressed
    bout.step()
    assert not bout["ann"].pressed
    assert not bout["brute"].closed
