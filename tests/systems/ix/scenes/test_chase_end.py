"""How a chase ends, and what comes after it."""

from __future__ import annotations

import pytest
from chase_kit import chase, fate, gap, held, to_the_end
from ix_kit import citing, coded, elite, hero, nemesis

from affray.kernel.question import Edit
from affray.systems.ix.edits import fight_edits as edits

AFTER = "ix.chase.after"
AGAIN = "ix.chase.escaped-after"
OVER = {AFTER: ("over", "heroes")}


# ---- caught ----


@pytest.mark.rule("ix.chase.caught", "ix.chase.gap-scale")
def test_a_quarry_is_caught_at_a_gap_of_nothing_and_not_before() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=2)
    bout.turn_of("ann")
    bout.do(("close", "thief"))
    assert fate(bout, "ann", "thief") == ""
    table = bout.do(("close", "thief", "strain"))
    assert fate(bout, "ann", "thief") == "caught"
    (event,) = coded(table, "caught")
    assert (event.fields["who"], event.fields["quarry"]) == ("ann", "thief")
    table = to_the_end(bout, rulings=OVER)
    assert bout.fight.result == "heroes"
    assert [rule for rule, _, _ in table.asked] == [AFTER]


@pytest.mark.rule("ix.chase.caught", "ix.chase.called-result")
def test_a_called_check_catches_too() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=1)
    bout.turn_of("ann")
    bout.do(("call-for-help", "thief"), rolls=["1 success"])
    assert fate(bout, "ann", "thief") == "caught"


@pytest.mark.rule("ix.chase.caught", "ix.chase.gap-per-pursuer")
def test_the_first_to_reach_it_has_caught_it_and_the_chase_goes_on_for_the_others() -> None:
    bout = chase(
        hero("ann"),
        hero("bob"),
        elite("thief"),
        elite("fence"),
        gap=3,
        gaps={("ann", "thief"): 1},
    )
    bout.turn_of("ann")
    bout.do(("close", "thief"))
    assert fate(bout, "ann", "thief") == "caught"
    assert fate(bout, "bob", "thief") == "done"
    assert bout.fight.scene == "chase"
    assert bout.offers("close", "fence")
    assert not bout.offers("close", "thief")
    bout.end_turn()
    bout.turn_of("thief")
    assert not bout.offers("widen")
    bout.turn_of("fence")
    bout.do(("widen",))
    assert gap(bout, "bob", "fence") == 4
    assert gap(bout, "bob", "thief") == 3


@pytest.mark.rule("ix.chase.after", "ix.chase.caught")
def test_by_default_the_caught_fight_engaged_with_who_has_caught_them() -> None:
    bout = chase(hero("ann"), hero("bob"), elite("thief"), gap=1, gaps={("bob", "thief"): 3})
    bout.turn_of("ann")
    bout.do(("close", "thief"))
    table = to_the_end(bout)
    assert bout.fight.scene == "fight"
    assert bout.fight.chase is None
    assert bout.fight.engaged == frozenset({("ann", "thief")})
    assert bout["ann"].at == bout["thief"].at
    apart = abs(bout["bob"].at - bout["thief"].at)
    assert apart == bout.fight.numbers.long_steps
    assert citing(table, AFTER)
    bout.begin()
    assert bout.fight.round == 1
    bout.turn_of("ann")
    assert bout.offers("attack", "long-blade", "thief")
    assert not bout.offers("close")


@pytest.mark.rule("ix.chase.after")
def test_each_pair_that_is_caught_is_engaged_and_no_other() -> None:
    bout = chase(
        hero("ann"),
        hero("bob"),
        elite("thief"),
        elite("fence"),
        gap=4,
        gaps={("ann", "thief"): 1, ("bob", "fence"): 1},
    )
    for who, other in (("ann", "thief"), ("bob", "fence")):
        bout.turn_of(who)
        bout.do(("close", other))
        if who == "ann":
            bout.end_turn()
    to_the_end(bout)
    assert bout.fight.engaged == frozenset({("ann", "thief"), ("bob", "fence")})
    assert bout["ann"].at == bout["thief"].at
    assert bout["bob"].at == bout["fence"].at
    assert abs(bout["ann"].at - bout["bob"].at) == bout.fight.numbers.extreme_steps


@pytest.mark.rule("ix.chase.after")
@pytest.mark.parametrize("key", [("over", "heroes"), ("over", "foes"), ("over", "none"), ("free",)])
def test_the_gm_may_have_it_end_or_go_over_into_free_play(key: tuple[str, ...]) -> None:
    bout = chase(hero("ann", strain=4), elite("thief"), gap=1)
    bout.turn_of("ann")
    bout.do(("close", "thief"))
    table = to_the_end(bout, rulings={AFTER: key})
    if key == ("free",):
        assert bout.fight.scene == "free"
        assert bout.fight.result is None
        assert bout["ann"].strain == 2
        assert "encounter-over" in table.codes()
    else:
        assert bout.fight.result == key[1]


# ---- escaped ----


@pytest.mark.rule("ix.chase.escaped", "ix.chase.escape-count")
def test_two_rounds_in_a_row_at_extreme_are_an_escape_and_one_is_not() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=4)
    table = bout.next_round()
    assert held(bout, "ann", "thief") == 1
    assert citing(table, "ix.chase.escape-count")
    assert not coded(table, "escaped")
    with pytest.raises(AssertionError):
        bout.next_round()
    assert bout.fight.result == "foes"
    assert coded(bout.last, "escaped")
    assert coded(bout.last, "escaped-after")


@pytest.mark.rule("ix.chase.escape-count")
def test_a_round_that_ends_closer_sets_the_count_back() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=4)
    bout.next_round()
    bout.turn_of("ann")
    bout.do(("close", "thief"))
    bout.end_turn()
    bout.next_round()
    assert held(bout, "ann", "thief") == 0
    bout.turn_of("thief")
    bout.do(("widen",))
    bout.end_turn()
    bout.next_round()
    assert held(bout, "ann", "thief") == 1


@pytest.mark.rule("ix.chase.escape-count")
def test_what_counts_is_the_gap_at_the_end_of_the_round_whatever_it_was_in_between() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=4)
    bout.next_round()
    bout.turn_of("ann")
    bout.do(("close", "thief"))
    assert held(bout, "ann", "thief") == 1
    bout.end_turn()
    bout.turn_of("thief")
    bout.do(("widen",))
    bout.end_turn()
    while bout.fight.stage != "round-end":
        bout.step()
    bout.step()
    assert fate(bout, "ann", "thief") == "lost"


@pytest.mark.rule("ix.chase.gap-per-pursuer", "ix.chase.escaped")
def test_a_pursuer_left_at_extreme_loses_the_trail_and_the_chase_goes_on() -> None:
    bout = chase(hero("ann"), hero("bob"), elite("thief"), gap=4, gaps={("bob", "thief"): 3})
    bout.next_round()
    table = bout.next_round()
    assert fate(bout, "ann", "thief") == "lost"
    assert fate(bout, "bob", "thief") == ""
    assert [event.fields["who"] for event in coded(table, "trail-lost")] == ["ann"]
    assert not coded(table, "escaped")
    bout.turn_of("ann")
    assert not bout.offers("close")
    assert not bout.offers("cut-ahead")
    bout.end_turn()
    bout.turn_of("thief")
    bout.do(("widen",))
    assert gap(bout, "bob", "thief") == 4


@pytest.mark.rule("ix.chase.gap-per-pursuer", "ix.chase.escaped")
def test_it_escapes_when_the_last_pursuer_has_lost_it() -> None:
    bout = chase(hero("ann"), hero("bob"), elite("thief"), gap=4, gaps={("bob", "thief"): 3})
    for number in range(3):
        if number == 1:
            bout.turn_of("thief")
            bout.do(("widen",))
            bout.end_turn()
        bout.next_round()
        if number == 1:
            assert fate(bout, "ann", "thief") == "lost"
            assert held(bout, "bob", "thief") == 1
            break
    with pytest.raises(AssertionError):
        bout.next_round()
    assert bout.fight.result == "foes"


@pytest.mark.rule("ix.chase.escaped-after")
def test_the_gm_says_whether_the_escaped_can_be_found_again() -> None:
    for key, found in ((("gone",), False), (("found", "at the Blue Cat"), True)):
        bout = chase(hero("ann"), elite("thief"), quarry="heroes", gap=4)
        bout.next_round()
        while bout.fight.stage != "round-end":
            bout.step(*[("end",)] * bout.fight.turn)
        table = to_the_end(bout, rulings={AGAIN: key})
        (event,) = coded(table, "escaped-after")
        assert event.fields["found"] is found
        assert event.fields["text"] == ("at the Blue Cat" if found else "")
        assert bout.fight.result == "heroes"


@pytest.mark.rule("ix.chase.after", "ix.chase.escaped")
def test_who_has_escaped_is_not_in_the_fight_with_those_who_were_caught() -> None:
    bout = chase(hero("ann"), elite("thief"), elite("fence"), gap=1, gaps={("ann", "fence"): 4})
    bout.next_round()
    while bout.fight.round == 2 and bout.fight.stage != "round-end":
        bout.step(*[("end",)] * bout.fight.turn)
    bout.step()
    assert fate(bout, "ann", "fence") == "lost"
    bout.turn_of("ann")
    bout.do(("close", "thief"))
    to_the_end(bout)
    assert bout.fight.scene == "fight"
    assert bout["fence"].status == "fled"
    assert bout["thief"].status == ""


@pytest.mark.rule("ix.chase.after")
def test_nobody_caught_means_no_fight() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=4)
    bout.next_round()
    while bout.fight.stage != "round-end":
        bout.step(*[("end",)] * bout.fight.turn)
    table = to_the_end(bout)
    asked = {rule: listed for rule, _, listed in table.asked}
    assert ("fight",) not in asked[AFTER]
    assert ("over", "foes") in asked[AFTER]


# ---- otherwise ----


@pytest.mark.rule("ix.chase.gap-per-pursuer")
def test_a_quarry_whose_pursuers_are_all_gone_has_escaped() -> None:
    bout = chase(hero("ann"), hero("bob"), elite("thief"), elite("dog"), quarry="heroes", gap=2)
    for who in ("thief",):
        edits.edit(bout.fight, Edit("tag", who, "fled"), bout.last)
    bout.turn_of("ann")
    assert bout.offers("widen")
    edits.edit(bout.fight, Edit("tag", "dog", "fled"), bout.last)
    assert bout.fight.result == "heroes"


@pytest.mark.rule("ix.encounter.end-enemies-out", "ix.chase.framework")
def test_a_side_with_nobody_able_to_act_has_lost_a_chase_too() -> None:
    bout = chase(hero("ann"), nemesis("thief"), gap=3)
    edits.edit(bout.fight, Edit("set", "thief", "strain", 10), bout.last)
    assert bout.fight.result == "heroes"


@pytest.mark.rule("ix.chase.framework", "ix.encounter.end-recovery")
def test_after_a_chase_everybody_recovers_as_after_a_fight() -> None:
    from ix_kit import to_rest

    bout = chase(hero("ann", strain=5, willpower=3), elite("thief"), gap=1)
    bout.turn_of("ann")
    bout.do(("close", "thief"))
    to_the_end(bout, rulings=OVER)
    to_rest(bout)
    assert bout["ann"].strain == 2
