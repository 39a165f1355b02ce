"""How a pool is built and how a roll is read (area `roll` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError
from trade_kit import TRADE, Bout, ability, citing, dice_of, foe, hero

from affray.kernel.rulebook import HouseRules
from affray.kernel.running import advance
from affray.kernel.table import EndHere
from affray.systems.trade.roll import outside_combat
from affray.testing.script import ScriptedTable

UNLIKE = {"strength": 1, "reflexes": 2, "wits": 4, "charm": 5}


class ReadingTable(ScriptedTable):
    """Keeps how the rules read an outcome."""

    read: Any = None

    def roll(self, who: str, pool: Any, *, read: Any, **rest: Any) -> Any:
        self.read = read
        return super().roll(who, pool, read=read, **rest)


def reading_of(bout: Bout) -> tuple[Any, Any]:
    """How the rules of this fight read a count of hits, and the pool that was rolled."""
    table = ReadingTable(
        TRADE, bout.fight, choices=[("fight", "rapier", "brute")], readings=["mixed"]
    )
    while table.readings:
        advance(TRADE, bout.fight, table)
    return table.read, table.pools[0]


def swing(bout: Bout, weapon: str = "rapier", reading: str = "mixed") -> ScriptedTable:
    return bout.do(("fight", weapon, "brute"), readings=[reading])


@pytest.mark.rule("trade.roll.pool")
@pytest.mark.parametrize(
    ("action", "dice"),
    [
        (("fight", "axe", "brute"), 1),
        (("fight", "rapier", "brute"), 2),
        (("flee", "charm", "leave"), 5),
        (("ability", "jinx", "brute"), 4),
        (("respond", "strength", "other", "hold the door"), 1),
        (("stunt", "wits", "swing from the lamp"), 4),
    ],
)
def test_a_check_rolls_as_many_dice_as_the_stat(action: tuple[str, ...], dice: int) -> None:
    jinx = ability("jinx", {"kind": "suppress"}, stat="wits")
    bout = Bout(
        hero("ann", weapons=("rapier", "axe"), stats=UNLIKE, abilities=[jinx]), foe("brute")
    )
    table = bout.do(action, readings=["failure"])
    assert dice_of(table) == [dice]
    assert citing(table, "trade.roll.pool")


@pytest.mark.rule("trade.roll.pool", "trade.roll.hits")
def test_the_dice_are_six_sided_and_fives_and_sixes_are_hits() -> None:
    table = swing(Bout(hero("ann"), foe("brute")))
    (kind,) = table.pools[0].describe()
    assert kind["sides"] == 6
    faces = {face: table.pools[0].outcome((face, 1, 1)) for face in range(1, 7)}
    assert faces == {1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 1}


@pytest.mark.rule("trade.roll.hits")
def test_every_die_on_five_or_six_is_one_hit_and_no_more() -> None:
    pool = swing(Bout(hero("ann", stats={"reflexes": 5}), foe("brute"))).pools[0]
    assert pool.outcome((5, 6, 6, 4, 1)) == 3
    assert pool.outcome((6, 6, 6, 6, 6)) == 5
    assert pool.outcome((4, 4, 4, 4, 4)) == 0


@pytest.mark.rule("trade.roll.hits", "trade.roll.result")
@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5, 6])
def test_chances_are_those_counted_in_the_ledger(dice: int) -> None:
    bout = Bout(hero("ann", stats={"reflexes": min(dice, 5)}), foe("brute"))
    bout["ann"].better_waiting = 1 if dice == 6 else 0
    read, pool = reading_of(bout)
    counted = dict(pool.readings(read).items())
    row = TRADE.rulebook.table("odds").row(f"dice-{dice}")
    scale = sum(counted.values()) // row["total"]
    for reading in ("failure", "mixed", "success"):
        assert counted.get(reading, 0) == row[reading] * scale


@pytest.mark.rule("trade.roll.result")
def test_no_hit_fails_one_is_mixed_and_two_succeed() -> None:
    read, _ = reading_of(Bout(hero("ann"), foe("brute")))
    assert [read(hits) for hits in (0, 1, 2)] == ["failure", "mixed", "success"]


@pytest.mark.rule("trade.roll.no-higher-degree")
def test_hits_beyond_the_second_are_still_a_success() -> None:
    read, _ = reading_of(Bout(hero("ann"), foe("brute")))
    assert {read(hits) for hits in (2, 3, 4, 5, 9)} == {"success"}


@pytest.mark.rule("trade.roll.result")
def test_a_table_may_have_other_thresholds_and_faces() -> None:
    house = {"hits-for-success": 3, "hits-for-mixed": 2, "hit-from-face": 4, "die-faces": 8}
    bout = Bout(hero("ann"), foe("brute"), house=house)
    read, pool = reading_of(bout)
    assert [read(hits) for hits in (0, 1, 2, 3)] == ["failure", "failure", "mixed", "success"]
    assert [pool.outcome((face, 1, 1)) for face in (3, 4, 8)] == [0, 1, 1]


@pytest.mark.rule("trade.roll.pool")
@pytest.mark.parametrize(("health", "dice"), [(10, 3), (4, 3), (3, 2), (1, 2)])
def test_the_bloodied_roll_one_die_fewer(health: int, dice: int) -> None:
    table = swing(Bout(hero("ann", health=health), foe("brute")))
    assert dice_of(table) == [dice]


@pytest.mark.rule("trade.roll.pool")
@pytest.mark.parametrize(
    ("change", "dice"), [("better_waiting", 4), ("bad_waiting", 2), ("pressed", 2)]
)
def test_positions_and_being_pressed_change_the_pool_by_one_die(change: str, dice: int) -> None:
    scene = {"drop": "nobody", "near": "all"}
    bout = Bout(hero("ann", weapons=("shortbow",)), foe("brute"), scene=scene)
    setattr(bout["ann"], change, 1)
    assert dice_of(swing(bout, "shortbow")) == [dice]


@pytest.mark.rule("trade.roll.modifiers-add")
def test_all_changes_are_summed_before_the_minimum_is_applied() -> None:
    bout = Bout(hero("ann", stats={"reflexes": 1}, health=3), foe("brute"))
    bout["ann"].bad_waiting = bout["ann"].better_waiting = 1
    assert dice_of(swing(bout)) == [1]


@pytest.mark.rule("trade.roll.modifiers-add")
def test_one_loss_does_not_replace_another() -> None:
    bout = Bout(
        hero("ann", weapons=("shortbow",), stats={"reflexes": 5}, health=2),
        foe("brute"),
        scene={"drop": "nobody", "near": "all"},
    )
    bout["ann"].bad_waiting = 1
    bout["ann"].pressed = True
    assert dice_of(swing(bout, "shortbow")) == [2]


@pytest.mark.rule("trade.roll.minimum-pool")
@pytest.mark.parametrize(("stat", "bad", "health"), [(1, 0, 3), (1, 1, 10), (1, 1, 1), (2, 1, 1)])
def test_a_pool_never_falls_below_one_die(stat: int, bad: int, health: int) -> None:
    bout = Bout(hero("ann", stats={"reflexes": stat}, health=health), foe("brute"))
    bout["ann"].bad_waiting = bad
    table = swing(bout)
    assert dice_of(table) == [1]
    assert citing(table, "trade.roll.minimum-pool")


@pytest.mark.rule("trade.roll.minimum-pool")
def test_a_pool_that_needs_no_minimum_does_not_speak_of_it() -> None:
    bout = Bout(hero("ann", stats={"reflexes": 2}, health=3), foe("brute"))
    table = swing(bout)
    assert dice_of(table) == [1]
    assert not citing(table, "trade.roll.minimum-pool")


@pytest.mark.rule("trade.roll.minimum-pool")
def test_a_pool_has_no_upper_limit() -> None:
    bout = Bout(hero("ann", stats={"reflexes": 5}), foe("brute"), house={"positions-stack": "yes"})
    bout["ann"].better_waiting = 4
    assert dice_of(swing(bout)) == [9]


@pytest.mark.rule("trade.roll.minimum-pool")
def test_by_house_rule_a_pool_of_no_dice_fails_without_a_roll() -> None:
    house = {"empty-pool": "fails"}
    bout = Bout(hero("ann", stats={"reflexes": 1}, health=3), foe("brute"), house=house)
    table = bout.do(("fight", "rapier", "brute"))
    assert table.pools == []
    assert bout["brute"].hp == 10
    assert bout["ann"].health == 1
    assert bout.fight.stage == "phase"
    assert citing(table, "trade.roll.minimum-pool")


@pytest.mark.rule("trade.roll.minimum-pool")
def test_by_that_house_rule_a_single_die_is_rolled_all_the_same() -> None:
    house = {"empty-pool": "fails"}
    bout = Bout(hero("ann", stats={"reflexes": 2}, health=3), foe("brute"), house=house)
    assert dice_of(swing(bout)) == [1]


@pytest.mark.rule("trade.roll.minimum-pool")
def test_a_table_may_set_another_minimum() -> None:
    bout = Bout(hero("ann", stats={"reflexes": 1}), foe("brute"), house={"minimum-pool": 2})
    assert dice_of(swing(bout)) == [2]


@pytest.mark.rule("trade.roll.minimum-pool")
@pytest.mark.parametrize("empty", ["one-die", "fails"])
def test_the_event_tells_the_number_of_dice_that_were_rolled(empty: str) -> None:
    house = {"minimum-pool": 2, "empty-pool": empty}
    table = swing(Bout(hero("ann", stats={"reflexes": 1}), foe("brute"), house=house))
    (event,) = [event for event in table.events if event.code == "read"]
    assert [event.fields["dice"]] == dice_of(table) == [2]


@pytest.mark.rule("trade.roll.stats")
@pytest.mark.parametrize("stat", ["strength", "reflexes", "wits", "charm"])
def test_each_of_four_stats_is_a_whole_number_from_one_to_five(stat: str) -> None:
    house = HouseRules(TRADE.rulebook)
    for good in (1, 5):
        block = hero("ann", stats={stat: good})
        assert TRADE.check_block("hero", block, house)["stats"][stat] == good
    for wrong in (0, 6, -1, 2.5, None):
        with pytest.raises(ValidationError, match=stat):
            TRADE.check_block("hero", hero("ann", stats={stat: wrong}), house)


@pytest.mark.rule("trade.roll.stats")
def test_there_is_no_fifth_stat_and_none_may_be_missing() -> None:
    house = HouseRules(TRADE.rulebook)
    with pytest.raises(ValidationError, match="luck"):
        TRADE.check_block("hero", hero("ann", stats={"luck": 3}), house)
    block = hero("ann")
    del block["stats"]["wits"]
    with pytest.raises(ValidationError, match="wits"):
        TRADE.check_block("hero", block, house)


@pytest.mark.rule("trade.roll.outside-combat")
@pytest.mark.parametrize("reading", ["failure", "mixed", "success"])
def test_outside_a_fight_the_same_roll_is_read_the_same_way_with_nothing_attached(
    reading: str,
) -> None:
    bout = Bout(hero("ann", stats=UNLIKE), foe("brute", damage=4))
    before = TRADE.key(bout.fight)
    table = ReadingTable(TRADE, bout.fight, readings=[reading])
    assert outside_combat(bout.fight, table, "ann", "wits") == reading
    assert dice_of(table) == [4]
    assert [table.read(hits) for hits in (0, 1, 2, 3)] == [
        "failure",
        "mixed",
        "success",
        "success",
    ]
    assert TRADE.key(bout.fight) == before
    assert table.was_asked("trade.roll.outside-combat")
    (event,) = [event for event in table.events if event.code == "checked"]
    assert event.fields["cost"] == ["nothing"]


@pytest.mark.rule("trade.roll.outside-combat")
def test_the_gm_names_the_cost_of_a_mixed_check_and_of_no_other() -> None:
    cost = ("other", "an hour is lost")
    for reading, named in (("failure", False), ("mixed", True), ("success", False)):
        bout = Bout(hero("ann"), foe("brute"))
        rulings = {"trade.roll.outside-combat": cost}
        table = ReadingTable(TRADE, bout.fight, readings=[reading], rulings=rulings)
        outside_combat(bout.fight, table, "ann", "charm")
        (event,) = [event for event in table.events if event.code == "checked"]
        assert (event.fields["cost"] == list(cost)) is named


@pytest.mark.rule("trade.roll.pool", "trade.roll.minimum-pool")
@pytest.mark.parametrize(("stat", "health", "dice"), [(3, 4, 3), (3, 3, 2), (1, 1, 1)])
def test_the_bloodied_and_the_minimum_count_outside_a_fight_as_well(
    stat: int, health: int, dice: int
) -> None:
    bout = Bout(hero("ann", health=health, stats={"wits": stat}), foe("brute"))
    bout["ann"].better = bout["ann"].bad_waiting = 1
    table = ReadingTable(TRADE, bout.fight, readings=["mixed"])
    outside_combat(bout.fight, table, "ann", "wits")
    assert dice_of(table) == [dice]


@pytest.mark.rule("trade.roll.minimum-pool")
def test_by_house_rule_a_check_with_no_dice_fails_outside_a_fight_too() -> None:
    bout = Bout(
        hero("ann", health=1, stats={"wits": 1}), foe("brute"), house={"empty-pool": "fails"}
    )
    table = ReadingTable(TRADE, bout.fight)
    assert outside_combat(bout.fight, table, "ann", "wits") == "failure"


def test_a_hero_who_is_down_makes_no_check_outside_a_fight_either() -> None:
    bout = Bout(hero("ann", health=0), hero("bob"), foe("brute"))
    with pytest.raises(EndHere):
        outside_combat(bout.fight, ReadingTable(TRADE, bout.fight), "ann", "wits")
