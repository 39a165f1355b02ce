"""How structured play begins and ends, and what its end gives back (area `encounter`)."""

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
    minions,
    nemesis,
)

from affray.kernel.running import advance

BLOW = ("attack", "long-blade", "brute")
ENDS = "ix.encounter.end-players-fled"
RANGES = "ix.encounter.starting-ranges"
AFTER = "ix.encounter.rounds-continue-while-bleeding"
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


def close(bout: Bout) -> IxTable:
    """What follows the fight, without any rest."""
    table = IxTable(bout.fight, choices=[("done",)])
    for _ in range(5):
        if not bout.fight.closed:
            advance(IX, bout.fight, table)
    return table


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


# ---- what its end gives back ----


@pytest.mark.rule("ix.encounter.end-recovery")
@pytest.mark.parametrize(("willpower", "strain", "left"), [(2, 5, 3), (3, 5, 2), (3, 3, 0)])
def test_at_the_end_each_character_recovers_strain_equal_to_its_willpower(
    willpower: int, strain: int, left: int
) -> None:
    bout = Bout(
        strong("ann", willpower=willpower, strain=strain),
        hero("bob", willpower=2, strain=1),
        elite("brute", wounds=1),
    )
    win(bout)
    assert bout["ann"].strain == strain
    table = bout.step()
    assert bout["ann"].strain == left
    assert bout["bob"].strain == 0
    assert not table.rolled
    event = citing(table, "ix.encounter.end-recovery")[0]
    assert event.fields == {
        "who": "ann",
        "amount": strain - left,
        "before": strain,
        "now": left,
    }


@pytest.mark.rule("ix.encounter.end-recovery")
def test_that_recovery_comes_once() -> None:
    bout = Bout(strong("ann", strain=9), elite("brute", wounds=1))
    win(bout)
    close(bout)
    assert bout["ann"].strain == 7
    assert bout.fight.closed


@pytest.mark.rule("ix.encounter.end-no-wounds")
def test_the_end_restores_no_wounds_and_clears_no_injury() -> None:
    blow = {"injury": "critical-046-050"}
    bout = Bout(strong("ann", wounds=5, injuries=[blow]), elite("brute", wounds=1))
    win(bout)
    table = bout.step()
    assert bout["ann"].wounds == 5
    assert [one.row for one in bout["ann"].injuries] == ["critical-046-050"]
    assert table.cited("ix.encounter.end-no-wounds")


@pytest.mark.rule("ix.encounter.scene-and-session")
def test_what_is_once_per_encounter_stays_used_from_round_to_round() -> None:
    bout = Bout(strong("ann", strain=5), elite("brute", wounds=1))
    bout.turn_of("ann")
    bout.do(("catch-breath",))
    for _ in range(3):
        bout.next_round()
        bout.turn_of("ann")
        assert not bout.offers("catch-breath")
    bout.do(BLOW, rolls=["1 success"])
    assert citing(bout.step(), "ix.encounter.scene-and-session")[0].code == "encounter-over"


# ---- while somebody bleeds ----


def bled(at: int = 0, **fields: Any) -> Bout:
    """Ann has won; Bob lies bleeding at -2 of 12, that many steps from her."""
    bout = Bout(
        strong("ann", skills={"light-melee": 5, "medicine": 3}, intellect=3),
        hero("bob", **fields),
        elite("brute", wounds=1),
    )
    win_after = bout.turn_of("ann")
    assert win_after is not None
    gm(bout, "set", "bob", "wounds", -2)
    bout["bob"].at = at
    bout.do(BLOW, rolls=["2 successes"])
    assert bout.fight.result == "heroes"
    return bout


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
def test_rounds_are_counted_on_while_somebody_bleeds() -> None:
    bout = bled()
    assert not bout.fight.recovered
    before = bout.fight.round
    for number in (1, 2):
        table = bout.step(("wait",))
        assert bout.fight.round == before + number
        assert bout["bob"].wounds == -2 - number
        assert citing(table, AFTER)[0].fields == {"number": before + number}


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
def test_they_stop_when_the_bleeding_is_stopped() -> None:
    bout = bled()
    bout.step(("tend", "ann", "stabilize", "bob"), rolls=["1 success"])
    assert bout["bob"].stabilized
    wounds, number = bout["bob"].wounds, bout.fight.round
    close(bout)
    assert (bout["bob"].wounds, bout.fight.round, bout.fight.closed) == (wounds, number, True)


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
def test_they_stop_when_the_bleeding_one_is_dead() -> None:
    bout = bled()
    for _ in range(9):
        bout.step(("wait",))
    assert (bout["bob"].wounds, bout["bob"].status) == (-11, "")
    bout.step(("wait",))
    assert (bout["bob"].wounds, bout["bob"].status) == (-12, "dead")
    close(bout)
    assert bout.fight.closed


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
def test_they_are_not_counted_for_one_who_is_stable() -> None:
    bout = Bout(strong("ann"), hero("bob"), elite("brute", wounds=1))
    bout.turn_of("ann")
    gm(bout, "set", "bob", "wounds", -2)
    bout["bob"].stabilized = True
    bout.do(BLOW, rolls=["1 success"])
    close(bout)
    assert (bout["bob"].wounds, bout.fight.round, bout.fight.closed) == (-2, 1, True)


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
@pytest.mark.parametrize(("steps", "helps"), [(0, True), (1, True), (2, False), (5, False)])
def test_help_reaches_at_most_one_step(steps: int, helps: bool) -> None:
    bout = bled(steps)
    assert bout.offers("tend", "ann", "stabilize", "bob") is helps
    assert bout.offers("go-to", "ann", "bob") is not helps


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
def test_whoever_is_too_far_away_comes_two_steps_nearer_in_a_round() -> None:
    bout = bled(5)
    bout.step(("go-to", "ann", "bob"))
    assert bout["ann"].at == 2
    bout.step()  # nobody else can do anything: the next round
    bout.step(("go-to", "ann", "bob"))
    assert bout["ann"].at == 4
    bout.step()
    assert bout.offers("tend", "ann", "stabilize", "bob")


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
def test_they_go_on_for_the_clock_of_a_mortal_injury() -> None:
    bout = Bout(strong("ann"), hero("bob"), elite("brute", wounds=1))
    bout.turn_of("ann")
    gm(bout, "tag", "bob", "lights-going-out")
    bout.do(BLOW, rolls=["1 success"])
    assert bout.offers("tend", "ann", "answer-clock", "bob")
    bout.step(("wait",))
    assert bout["bob"].status == "dead"


def test_minions_leave_nobody_bleeding_behind() -> None:
    bout = Bout(strong("ann"), minions("rats", 2, wounds=1))
    win(bout, foe="rats")
    assert bout["rats"].status == "out"
    close(bout)
    assert bout.fight.closed
