"""How structured play begins and ends (area `encounter`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    IX,
    Auto,
    Bout,
    IxTable,
    ally,
    citing,
    coded,
    elite,
    gm,
    hero,
    nemesis,
)

from affray.kernel.running import advance

ENDS = "ix.encounter.end-players-fled"
RANGES = "ix.encounter.starting-ranges"
UNPLACED = {"at": None, "engaged": None}


def strong(name: str, **fields: Any) -> dict[str, Any]:
    """Might 5, so that every blow that hits deals 6 or more."""
    return hero(name, **{"might": 5, "skills": {"light-melee": 5}, **fields})


def win(bout: Bout, *rolls: str | int, foe: str = "brute") -> IxTable:
    """Ann fells the foe on her turn."""
    bout.turn_of("ann")
    return bout.do(("attack", "long-blade", foe), rolls=["2 successes", *rolls])


def round_ends(bout: Bout, **script: Any) -> IxTable:
    """Lets everybody end the turn at once, up to the next round or the end of the fight."""
    table = Auto(bout.fight, {}, **script)
    before = bout.fight.round
    while bout.fight.result is None and (bout.fight.round == before or bout.fight.stage != "slot"):
        advance(IX, bout.fight, table)
    return table


def apart(steps: int, **more: int) -> Bout:
    """Ann and Bob together, the brute that many steps away; others where `more` says."""
    others = [elite(name) for name in more]
    at = {"ann": 0, "bob": 0, "brute": steps, **more}
    return Bout(hero("ann"), hero("bob"), elite("brute"), *others, scene={"at": at})


# ---- the beginning ----


@pytest.mark.rule("ix.encounter.call")
def test_structured_play_begins_with_the_scene_file() -> None:
    bout = Bout(hero("ann"), elite("brute"), start=False)
    assert bout.fight.stage == "start"
    table = bout.begin()
    assert coded(table, "encounter")[0].rules[0] == "ix.encounter.call"
    assert bout.fight.round == 1


@pytest.mark.rule("ix.encounter.call")
def test_a_scene_may_begin_without_it_until_it_is_called_for() -> None:
    bout = Bout(hero("ann"), elite("brute"), scene={"structured": False}, start=False)
    assert (bout.fight.stage, bout.fight.round, bout.fight.slots) == ("free", 0, ())
    table = bout.step(("begin",))
    assert table.cited("ix.encounter.call")
    assert bout.fight.structured
    bout.begin()
    assert (bout.fight.round, len(bout.fight.slots)) == (1, 2)


@pytest.mark.rule("ix.encounter.starting-ranges", "ix.range.record")
def test_the_sides_start_together_at_0_and_2_on_the_line() -> None:
    blocks = [hero("ann"), hero("bob"), elite("brute"), elite("thug")]
    bout = Bout(*blocks, scene=UNPLACED, start=False)
    table = bout.begin()
    assert [bout[who].at for who in ("ann", "bob", "brute", "thug")] == [0, 0, 2, 2]
    assert citing(table, RANGES)[0].fields == {"steps": 2, "band": "medium"}


@pytest.mark.rule("ix.encounter.starting-ranges")
def test_the_gm_may_set_another_range_to_start_from() -> None:
    blocks = [hero("ann"), elite("brute")]
    bout = Bout(*blocks, scene=UNPLACED, start=False)
    table = bout.begin(rulings={RANGES: ("apart", "5")})
    assert (bout["ann"].at, bout["brute"].at) == (0, 5)
    assert citing(table, RANGES)[0].fields == {"steps": 5, "band": "long"}


@pytest.mark.rule("ix.encounter.starting-ranges")
def test_the_house_may_start_farther_apart() -> None:
    bout = Bout(hero("ann"), elite("brute"), scene=UNPLACED, house={"start-steps": 4})
    assert (bout["ann"].at, bout["brute"].at) == (0, 4)


@pytest.mark.rule("ix.encounter.starting-ranges")
def test_ranges_that_the_scene_gives_are_not_asked_for() -> None:
    bout = Bout(hero("ann"), elite("brute"), scene={"at": {"ann": 1, "brute": 7}}, start=False)
    table = bout.begin()
    assert not table.was_asked(RANGES)
    assert (bout["ann"].at, bout["brute"].at) == (1, 7)


# ---- the end ----


@pytest.mark.rule("ix.encounter.end-enemies-out")
def test_the_fight_ends_when_the_last_enemy_is_incapacitated() -> None:
    bout = Bout(strong("ann"), elite("brute", wounds=1), elite("thug", wounds=1))
    win(bout)
    assert bout.fight.result is None
    bout.end_turn()
    table = win(bout, foe="thug")
    assert bout.fight.result == "heroes"
    assert citing(table, "ix.encounter.end-enemies-out")[-1].fields["result"] == "heroes"


@pytest.mark.rule("ix.encounter.end-enemies-out")
def test_enemies_who_have_fled_count_as_out_and_those_who_stand_do_not() -> None:
    bout = Bout(strong("ann"), elite("brute", wounds=1), elite("thug"), elite("cur"))
    gm(bout, "tag", "thug", "fled")
    gm(bout, "tag", "brute", "fled")
    assert bout.fight.result is None
    gm(bout, "tag", "cur", "fled")
    assert bout.fight.result == "heroes"


@pytest.mark.rule("ix.encounter.end-enemies-out")
def test_a_nemesis_that_bleeds_or_is_overcome_by_strain_is_out_of_the_fight_too() -> None:
    bout = Bout(strong("ann"), nemesis("brute", wounds=1))
    win(bout, 20)
    assert bout["brute"].is_down
    assert bout.fight.result == "heroes"
    bout = Bout(strong("ann"), nemesis("brute"))
    gm(bout, "set", "brute", "strain", 9)
    assert bout.fight.result is None
    gm(bout, "set", "brute", "strain", 10)
    assert bout.fight.result == "heroes"


@pytest.mark.rule("ix.encounter.end-enemies-out")
def test_the_other_side_has_won_when_no_hero_is_left_to_act() -> None:
    bout = Bout(hero("ann"), hero("bob"), elite("brute"))
    gm(bout, "set", "ann", "strain", 12)
    assert bout.fight.result is None
    gm(bout, "set", "bob", "wounds", 0)
    assert bout.fight.result == "foes"


@pytest.mark.rule("ix.encounter.end-enemies-out")
def test_an_ally_who_still_stands_keeps_the_fight_going() -> None:
    bout = Bout(hero("ann"), ally("cat"), elite("brute"))
    gm(bout, "set", "ann", "wounds", -1)
    assert bout.fight.result is None


@pytest.mark.rule("ix.encounter.end-players-fled")
def test_the_heroes_have_got_away_when_all_are_at_extreme_range_at_the_end_of_a_round() -> None:
    bout = apart(6)
    table = round_ends(bout)
    assert bout.fight.result == "foes"
    assert [(event.fields["who"], event.code) for event in citing(table, ENDS)[:2]] == [
        ("ann", "fled"),
        ("bob", "fled"),
    ]
    assert (bout["ann"].status, bout["bob"].status) == ("fled", "fled")


@pytest.mark.rule("ix.encounter.end-players-fled")
def test_they_have_not_got_away_before_the_round_is_over() -> None:
    bout = apart(6)
    bout.turn_of("brute")
    bout.end_turn()
    assert bout.fight.result is None
    assert bout["ann"].status == ""


@pytest.mark.rule("ix.encounter.end-players-fled")
@pytest.mark.parametrize("near", ["bob", "brute", "cur"])
def test_one_hero_or_one_foe_who_is_not_at_extreme_range_keeps_them_in_the_fight(near: str) -> None:
    bout = apart(6, cur=7)
    bout[near].at = {"bob": 1, "brute": 5, "cur": 5}[near]
    round_ends(bout)
    assert bout.fight.result is None
    assert bout.fight.round == 2


@pytest.mark.rule("ix.encounter.end-players-fled")
def test_only_those_able_to_act_are_counted_for_getting_away() -> None:
    at = {"ann": 0, "bob": 6, "brute": 6, "cur": 0}
    foes = elite("brute"), nemesis("cur")
    bout = Bout(hero("ann"), hero("bob"), *foes, scene={"at": at})
    gm(bout, "set", "bob", "wounds", 0)
    gm(bout, "set", "cur", "wounds", 0)
    bout["bob"].stabilized = bout["cur"].stabilized = True
    round_ends(bout)
    assert bout.fight.result == "foes"
    assert (bout["ann"].status, bout["bob"].status) == ("fled", "")


@pytest.mark.rule("ix.encounter.end-players-fled")
def test_the_gm_may_say_that_extreme_range_is_not_far_enough() -> None:
    bout = apart(6)
    round_ends(bout, rulings={ENDS: ("goes-on",)})
    assert (bout.fight.result, bout["ann"].status) == (None, "")


@pytest.mark.rule("ix.encounter.end-players-fled")
def test_the_gm_may_say_that_hiding_nearby_is_far_enough() -> None:
    bout = apart(2)
    round_ends(bout, rulings={ENDS: ("fled",)})
    assert (bout.fight.result, bout["ann"].status) == ("foes", "fled")


@pytest.mark.rule("ix.encounter.end-without-violence")
@pytest.mark.parametrize("result", ["heroes", "foes", "none"])
def test_the_gm_may_settle_the_fight_otherwise(result: str) -> None:
    bout = apart(2)
    table = round_ends(bout, rulings={ENDS: ("settled", result)})
    assert bout.fight.result == result
    assert table.cited("ix.encounter.end-without-violence")
    assert (bout["ann"].status, bout["brute"].status) == ("", "")


@pytest.mark.rule("ix.encounter.end-without-violence")
def test_unless_the_gm_settles_it_the_fight_goes_on() -> None:
    bout = apart(2)
    for number in (2, 3, 4):
        round_ends(bout)
        assert (bout.fight.result, bout.fight.round) == (None, number)
