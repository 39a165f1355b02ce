"""The GM's hand on a fight: injuries it gives and takes, the end it calls and calls off."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import IX, Bout, IxTable, afflict, coded, dice_of, elite, gm, hero, to_rest

from affray.kernel.question import Refused
from affray.kernel.running import advance
from affray.systems.ix.records import Condition

BLOW = ("attack", "long-blade", "brute")


def bout_of(**ann: Any) -> Bout:
    return Bout(hero("ann", **ann), hero("bob"), elite("brute"), elite("ogre"))


# ---- injuries by hand ----


@pytest.mark.rule("ix.critical.row-effects")
def test_an_injury_that_the_gm_gives_does_what_its_row_does_for_a_while() -> None:
    bout = bout_of()
    bout.turn_of("ann")
    gm(bout, "tag", "ann", "failing-strength")
    gm(bout, "tag", "brute", "swimming-head")
    assert bout["brute"].has("disoriented")
    table = bout.do(BLOW, rolls=["nothing"])
    assert dice_of(table) == {"mastery": 2, "trial": 3}


@pytest.mark.rule("ix.critical.row-effects")
def test_what_a_row_does_once_an_injury_by_hand_does_not() -> None:
    bout = bout_of(strain=3)
    gm(bout, "tag", "ann", "grazed")
    gm(bout, "tag", "ann", "numb-fingers")
    assert bout["ann"].strain == 3
    assert bout["ann"].held == ("long-blade",)
    assert [injury.row for injury in bout["ann"].injuries] == [
        "critical-001-005",
        "critical-011-015",
    ]


@pytest.mark.rule("ix.critical.gm-applies")
def test_where_a_row_leaves_something_open_the_gm_names_it() -> None:
    bout = bout_of()
    for name in ("useless-limb", "useless-limb:might", "critical-096-100"):
        with pytest.raises(Refused, match="leaves open"):
            gm(bout, "tag", "ann", name)
    assert not bout["ann"].injuries
    gm(bout, "tag", "ann", "useless-limb:right-arm")
    assert [injury.drawn for injury in bout["ann"].injuries] == ["right-arm"]
    assert bout["ann"].effect("limb-useless").what == "right-arm"
    gm(bout, "tag", "bob", "Broken Frame (agility)")
    assert bout["bob"].rating("agility") == 1


@pytest.mark.rule("ix.critical.effect-duration")
def test_with_an_injury_that_the_gm_takes_goes_all_that_it_did() -> None:
    bout = bout_of()
    gm(bout, "tag", "ann", "broken-frame:might")
    gm(bout, "tag", "ann", "swimming-head")
    assert bout["ann"].rating("might") == 1
    gm(bout, "untag", "ann", "broken-frame")
    gm(bout, "untag", "ann", "swimming-head")
    assert bout["ann"].rating("might") == 2
    assert not bout["ann"].has("disoriented")
    assert not bout["ann"].injuries


@pytest.mark.rule("ix.critical.deaths-door")
def test_a_deadly_injury_by_hand_fells_and_its_clock_runs() -> None:
    bout = bout_of()
    bout.turn_of("bob")
    table = gm(bout, "tag", "ann", "critical-121-130")
    assert bout["ann"].is_down
    assert coded(table, "clock")
    gm(bout, "untag", "ann", "critical-121-130")
    assert bout["ann"].is_up


# ---- the end, and no end after all ----


def ended(bout: Bout) -> None:
    gm(bout, "end", value="heroes")
    to_rest(bout)


@pytest.mark.rule("ix.encounter.call")
def test_when_the_fight_goes_on_after_all_what_its_end_took_is_there_again() -> None:
    bout = bout_of(strain=5)
    afflict(bout, "ann", "prone", ends="stands")
    afflict(bout, "brute", "staggered", turns=1)
    bout["bob"].burns = ((2, 3, "brute"),)
    bout.turn_of("ann")
    bout.do(("stand",))
    afflict(bout, "ann", "disoriented", turns=1)
    before = IX.dump(bout.fight)
    ended(bout)
    assert not bout["ann"].conditions
    assert bout["ann"].strain == 3
    assert IX.load(IX.dump(bout.fight), bout.setup).ended == bout.fight.ended
    gm(bout, "resume")
    after = IX.dump(bout.fight)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"step"}
    assert bout.offers("attack", "long-blade", "brute")


@pytest.mark.rule("ix.encounter.call")
def test_what_the_gm_changes_before_the_fight_goes_on_stays_changed() -> None:
    bout = bout_of(strain=5)
    bout.turn_of("ann")
    afflict(bout, "ann", "disoriented", turns=1)
    ended(bout)
    gm(bout, "tag", "ann", "prone")
    gm(bout, "set", "bob", "strain", 7)
    gm(bout, "place", "bob", value=2)
    gm(bout, "resume")
    assert bout["ann"].conditions == (
        Condition("disoriented", 2, "", "", 0),
        Condition("prone", 0, "stands", "", 0),
    )
    assert (bout["bob"].strain, bout["bob"].at) == (7, 2)


@pytest.mark.rule("ix.encounter.call")
def test_after_a_rest_there_is_nothing_to_go_on_with_and_play_is_free() -> None:
    bout = bout_of(strain=5)
    bout.turn_of("ann")
    afflict(bout, "ann", "disoriented", turns=1)
    ended(bout)
    bout.step(("short-rest",))
    gm(bout, "resume")
    assert not bout["ann"].conditions
    assert bout.offers("begin")


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
def test_after_rounds_of_bleeding_the_fight_goes_on_with_a_new_round() -> None:
    bout = bout_of(wounds=-1)
    bout.turn_of("bob")
    gm(bout, "end", value="heroes")
    bout.step(("wait",))
    bout.step(("wait",))
    gm(bout, "resume")
    assert bout.fight.stage == "slot"
    assert bout.turn_of("bob").fight.acting == "bob"


@pytest.mark.rule("ix.encounter.end-enemies-out")
@pytest.mark.parametrize(
    ("side", "result"), [(("ann", "bob"), "foes"), (("brute", "ogre"), "heroes")]
)
def test_whoever_takes_the_last_of_a_side_out_has_ended_the_fight(
    side: tuple[str, str], result: str
) -> None:
    bout = bout_of()
    bout.turn_of("ann")
    gm(bout, "remove", side[0])
    assert bout.fight.result is None
    table = gm(bout, "remove", side[1])
    assert bout.fight.result == result
    assert table.events[-1].code == "fight-over"


@pytest.mark.rule("ix.turn.budget")
def test_a_turn_that_the_gm_skips_is_over_with_strain_to_spare() -> None:
    bout = bout_of()
    bout.turn_of("ann")
    gm(bout, "skip")
    table = IxTable(bout.fight)
    advance(IX, bout.fight, table)
    assert coded(table, "turn-over")
    assert not table.asked


# ---- reactions ----


@pytest.mark.rule("ix.turn.reactive-talents", "ix.guard.defensive-guard-no-attack")
def test_a_reactive_talent_fires_in_the_turn_of_another_and_costs_nothing() -> None:
    bout = bout_of()
    bout.turn_of("ann")
    bout.do(("defensive-guard",))
    bout.end_turn()
    bout.turn_of("brute")
    before = IX.dump(bout.fight)
    table = gm(bout, "set", "ann", "reaction", "steps inside the blow")
    (event,) = coded(table, "reacted")
    assert event.rules[-1] == "ix.turn.reactive-talents"
    assert event.fields == {"who": "ann", "text": "steps inside the blow"}
    assert IX.dump(bout.fight) == before


@pytest.mark.rule("ix.turn.reactive-talents")
def test_whoever_is_down_does_not_react_and_a_reaction_is_said_in_words() -> None:
    bout = bout_of(wounds=-1)
    with pytest.raises(Refused, match="cannot react"):
        gm(bout, "set", "ann", "reaction", "parries")
    with pytest.raises(Refused, match="in words"):
        gm(bout, "set", "bob", "reaction", 2)


@pytest.mark.rule("ix.turn.reactive-talents")
def test_nobody_is_told_of_the_reaction_of_somebody_hidden() -> None:
    bout = bout_of()
    gm(bout, "hide", "ogre")
    table = gm(bout, "set", "ogre", "reaction", "ducks")
    assert coded(table, "reacted")[0].audience == "gm"


@pytest.mark.rule("ix.critical.persists")
def test_an_injury_is_taken_away_by_the_words_of_its_card() -> None:
    carried = [
        {"injury": "critical-096-100", "drawn": "left-leg", "answered": True},
        {"injury": "critical-001-005"},
    ]
    bout = Bout(hero("ann", injuries=carried), elite("brute"))
    (card,) = [card for card in IX.sheets(bout.fight) if card.who == "ann"]
    names = [tag.name for tag in card.tags]
    assert names == ["Useless Limb (left leg), deadly", "Grazed, minor"]
    gm(bout, "untag", "ann", names[0])
    assert [one.row for one in bout["ann"].injuries] == ["critical-001-005"]
    gm(bout, "tag", "ann", names[0])
    assert bout["ann"].injuries[-1].drawn == "left-leg"
    gm(bout, "untag", "ann", names[1])
    assert [one.row for one in bout["ann"].injuries] == ["critical-096-100"]
