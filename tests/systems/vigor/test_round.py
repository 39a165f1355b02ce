"""The round and its order (areas `round` and `initiative`)."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest
from vigor_kit import VIGOR, Bout, PassingTable, citing, foe, hero, minor, retainer, sovereign, told

from affray.kernel.question import Edit
from affray.kernel.running import advance
from affray.odds.preview import preview
from affray.tables.play import Play

ROUND = [
    *("round-end", "initiative", "foe-picks", "foe-instants", "hero-picks", "hero-instants"),
    "turns",
]


def rolls(bout: Bout, *totals: int, **script: Any) -> Any:
    """The roll of initiative, everybody before it passing, with these totals."""
    bout.to("initiative")
    return bout.do(readings=totals, **script)


def span(pool: Any) -> tuple[int, int]:
    values = [value for value, _ in pool.readings(lambda read: read).items()]
    return min(values), max(values)


# ---- the round ----


@pytest.mark.rule("vigor.round.sequence", "vigor.initiative.every-round")
def test_a_round_goes_from_the_roll_over_the_picks_to_the_turns_and_its_end() -> None:
    bout = Bout(hero("ann"), foe("brute", leader=True))
    bout.to_turn("ann", "brute")
    table = PassingTable(VIGOR, bout.fight)
    stages = []
    while bout.fight.round == 1 or bout.fight.stage != "turn":
        stages.append(bout.fight.stage)
        advance(VIGOR, bout.fight, table)
    found = [stage for stage, _ in groupby(stages) if stage not in ("turn", "gap")]
    assert found == ["turns", "turns", *ROUND]
    assert bout.fight.round == 2


@pytest.mark.rule("vigor.round.sequence")
def test_leaderless_enemies_pick_for_the_next_round_after_the_last_turn() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.to_turn("ann", "brute")
    bout.do(("end",))
    bout.to("round-end")
    table = bout.to("initiative", ("brace",))
    assert told(table, "picked")[0]["who"] == "brute"
    assert citing(table, "vigor.round.sequence")


# ---- the roll ----


@pytest.mark.rule("vigor.initiative.roll", "vigor.stat.die", "vigor.stat.negative-die")
@pytest.mark.parametrize(
    ("mind", "pool", "low", "high"),
    [
        (1, "1d8-1d4", -3, 7),
        (8, "1d8-1d4", -3, 7),
        (9, "1d8-1d4", -3, 7),
        (10, "1d8", 1, 8),
        (11, "1d8", 1, 8),
        (12, "1d8+1d4", 2, 12),
        (13, "1d8+1d4", 2, 12),
        (14, "1d8+1d6", 2, 14),
        (15, "1d8+1d6", 2, 14),
        (16, "1d8+1d8", 2, 16),
        (17, "1d8+1d8", 2, 16),
        (18, "1d8+1d10", 2, 18),
        (19, "1d8+1d10", 2, 18),
        (20, "1d8+1d12", 2, 20),
        (21, "1d8+1d12", 2, 20),
        (22, "1d8+1d12", 2, 20),
    ],
)
def test_initiative_is_d8_plus_the_mind_die(mind: int, pool: str, low: int, high: int) -> None:
    bout = Bout(hero("ann", stats={"mind": mind}), foe("brute"))
    table = rolls(bout, high, 1)
    assert span(table.pools[0]) == (low, high)
    assert str(table.pools[0]) == pool
    assert table.cited("vigor.initiative.roll")


@pytest.mark.rule("vigor.stat.negative-die")
def test_a_negative_die_may_bring_the_total_below_0() -> None:
    bout = Bout(hero("ann", stats={"mind": 8}), foe("brute"))
    table = rolls(bout, -3, 1)
    assert bout["ann"].initiative == -3
    assert bout.fight.order == ("brute", "ann")
    assert table.cited("vigor.stat.negative-die")


@pytest.mark.rule("vigor.initiative.minor", "vigor.role.minor")
def test_a_minor_rolls_the_d8_alone_and_each_its_own() -> None:
    bout = Bout(hero("ann", stats={"mind": 18}), minor("rat", tier=5), minor("mouse"))
    table = rolls(bout, 5, 8, 3)
    assert [span(pool) for pool in table.pools] == [(2, 18), (1, 8), (1, 8)]
    assert (bout["rat"].initiative, bout["mouse"].initiative) == (8, 3)
    assert len(citing(table, "vigor.initiative.minor")) == 2


@pytest.mark.rule("vigor.initiative.roll", "vigor.initiative.every-round")
def test_everybody_rolls_its_own_once_and_anew_each_round() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute"))
    table = rolls(bout, 3, 5, 4)
    assert [e["who"] for e in told(table, "rolled")] == ["ann", "bob", "brute"]
    bout.to("round-end")
    assert [one.initiative for one in bout.fight.combatants.values()] == [3, 5, 4]
    again = rolls(bout, 8, 1, 2)
    assert len(told(again, "rolled")) == 3
    assert bout.fight.order == ("ann", "brute", "bob")


@pytest.mark.rule("vigor.initiative.order")
def test_turns_go_from_the_highest_to_the_lowest_one_each() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute"))
    rolls(bout, 2, 7, 5)
    assert bout.fight.order == ("bob", "brute", "ann")
    table = bout.to("round-end")
    assert [e["who"] for e in told(table, "turn")] == ["bob", "brute", "ann"]


@pytest.mark.rule("vigor.initiative.open")
def test_the_whole_order_is_shown_to_all_before_the_picks() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    table = rolls(bout, 2, 7)
    (event,) = [event for event in table.events if event.code == "order"]
    assert event.audience == "all"
    assert list(event.fields["order"]) == ["brute", "ann"]
    assert list(event.fields["totals"]) == [7, 2]
    assert "vigor.initiative.open" in event.rules
    assert bout.fight.stage in ("foe-picks", "foe-instants", "hero-picks")


# ---- the GM's hand on it ----


def rolling(*blocks: Any, rolled: int = 0, **more: Any) -> Play:
    """A fight in which so many have rolled initiative, and the next one is asked to."""
    play = Play(VIGOR, Bout(*blocks, **more).setup, secret=b"initiative")
    while play.fight.stage != "initiative":
        play.choose(("pass",), question=play.questions[0])
    for _ in range(rolled):
        play.roll()
    return play


@pytest.mark.rule("vigor.initiative.every-round")
@pytest.mark.parametrize("kind", ["leave", "remove"])
def test_whoever_leaves_before_rolling_is_passed_over_and_nobody_else(kind: str) -> None:
    play = rolling(hero("ann"), hero("bob"), hero("cat"), foe("brute", leader=True), rolled=1)
    total = play.fight["ann"].initiative
    assert play.questions[0].who == "bob"
    play.edit(Edit(kind, "bob"))
    assert play.questions[0].who == "cat"
    play.type_dice("8", "cat")
    play.type_dice("2", "brute")
    assert play.fight["ann"].initiative == total
    assert set(play.fight.order) == {"ann", "cat", "brute"}
    assert play.fight.order[-1] == ("ann" if total < 2 else "brute")


def test_if_the_last_to_roll_leaves_the_order_is_that_of_the_totals() -> None:
    play = rolling(hero("ann"), hero("bob"), foe("brute", leader=True), foe("cur"))
    for who, dice in (("ann", "3"), ("bob", "5"), ("brute", "4")):
        play.type_dice(dice, who)
    play.edit(Edit("leave", "cur"))
    assert play.fight.order == ("bob", "brute", "ann")
    (event,) = [event for event in play.events if event.code == "order"]
    assert list(event.fields["totals"]) == [5, 4, 3]


def test_a_roll_that_the_gm_ends_counts_as_nothing_and_play_goes_on() -> None:
    play = rolling(hero("ann"), foe("brute", leader=True))
    play.edit(Edit("end-here"))
    assert play.questions[0].who == "brute"
    play.type_dice("1", "brute")
    assert play.fight.order == ("brute", "ann")
    assert play.fight["ann"].initiative == 0


def test_a_total_that_the_gm_says_is_not_rolled_for() -> None:
    play = rolling(hero("ann"), foe("brute", leader=True))
    play.edit(Edit("set", "ann", "initiative", 9))
    play.type_dice("8", "brute")
    assert play.fight.order == ("ann", "brute")


def test_where_the_gm_does_not_say_who_of_the_tied_goes_first_the_book_does() -> None:
    house = {"initiative-ties": "ask-gm"}
    play = rolling(hero("ann"), foe("brute", leader=True), house=house)
    play.type_dice("5", "ann")
    play.type_dice("5", "brute")
    assert play.questions[0].id.rule == "vigor.initiative.ties"
    play.edit(Edit("end-here"))
    assert play.fight.order == ("ann", "brute")


def test_a_newcomer_before_the_roll_takes_part_in_the_round() -> None:
    play = rolling(hero("ann"), foe("brute", leader=True))
    play.edit(Edit("add", value={"kind": "foe", "name": "Rat", "role": "minor", "tier": 1}))
    for who in ("ann", "brute", "rat"):
        assert play.questions[0].who == who
        play.type_dice("4", who)
    assert play.fight["rat"].has_joined
    assert play.fight["rat"].reaction


def test_what_a_roll_of_initiative_may_show_is_all_that_its_preview_looks_at() -> None:
    blocks = [hero("ann"), *(foe(f"brute-{n}", leader=n == 0) for n in range(10))]
    play = rolling(*blocks, rolled=3)
    policies = [VIGOR.policy("sensible", side, None) for side in ("heroes", "gm")]
    found = preview(play, play.questions[0], None, *policies)
    assert found.exact
    assert found.leaves == 8
    ((roll, chances),) = found.readings.items()
    assert roll == ("vigor.initiative.roll", "brute-2")
    assert len(chances) == 8


# ---- ties ----


@pytest.mark.rule("vigor.initiative.ties")
def test_of_equal_totals_the_higher_mind_goes_first() -> None:
    bout = Bout(hero("ann"), foe("brute", stats={"mind": 11}))
    rolls(bout, 5, 5)
    assert bout.fight.order == ("brute", "ann")
    bout = Bout(hero("ann", stats={"mind": 11}), foe("brute"))
    rolls(bout, 5, 5)
    assert bout.fight.order == ("ann", "brute")


@pytest.mark.rule("vigor.initiative.ties")
def test_a_minor_counts_as_mind_10() -> None:
    bout = Bout(hero("ann", stats={"mind": 9}), hero("bob", stats={"mind": 11}), minor("rat"))
    rolls(bout, 4, 4, 4)
    assert bout.fight.order == ("bob", "rat", "ann")


@pytest.mark.rule("vigor.initiative.ties")
def test_by_house_value_a_minor_counts_as_another_mind() -> None:
    house = {"minor-tie-mind": 12}
    bout = Bout(hero("bob", stats={"mind": 11}), minor("rat"), house=house)
    rolls(bout, 4, 4)
    assert bout.fight.order == ("rat", "bob")


@pytest.mark.rule("vigor.initiative.ties")
def test_still_equal_heroes_go_first_and_then_the_one_listed_first() -> None:
    bout = Bout(foe("brute"), minor("rat"), hero("ann"), retainer("lad"), hero("bob"))
    rolls(bout, 4, 4, 4, 4, 4)
    assert bout.fight.order == ("ann", "lad", "bob", "brute", "rat")


@pytest.mark.rule("vigor.initiative.ties")
def test_by_house_rule_the_gm_orders_ties() -> None:
    bout = Bout(hero("ann"), foe("brute"), house={"initiative-ties": "ask-gm"})
    bout.to("initiative")
    table = bout.do(("first", "brute"), readings=[5, 5])
    assert bout.fight.order == ("brute", "ann")
    assert table.was_asked("vigor.initiative.ties")


@pytest.mark.rule("vigor.initiative.ties")
def test_by_that_house_rule_nothing_is_asked_where_nobody_ties() -> None:
    bout = Bout(hero("ann"), sovereign("brute"), house={"initiative-ties": "ask-gm"})
    assert not rolls(bout, 5, 4).was_asked("vigor.initiative.ties")
