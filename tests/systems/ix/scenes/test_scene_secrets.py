"""What the GM's hand and the cards tell of a scene, and what they keep."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from chase_kit import chase
from ix_kit import IX, Bout, IxTable, elite, hero
from ix_scene_kit import ATTITUDE, talk_with

from affray.kernel.keys import Several
from affray.kernel.question import Edit
from affray.kernel.words import event_text, place_labels, question_text
from affray.systems.ix.records import Effect
from affray.systems.ix.scenes.social_axes import shift

R = "ix.social.boons-banes"
STATUS = {"axis": "status", "stands": "unproven"}


def told(bout: Bout, edit: Edit) -> list[dict[str, Any]]:
    """The GM's hand in the log, as far as players get it."""
    table = IxTable(bout.fight)
    assert IX.edit(bout.fight, edit, table)
    return [event.dump() for event in table.events if event.audience == "all"]


@pytest.mark.rule("ix.chase.gap")
def test_a_gap_to_somebody_hidden_is_not_told_of() -> None:
    bout = chase(hero("ann"), elite("ogre"))
    (line,) = told(bout, Edit("set", "ann", "gap:ogre", 2))
    assert event_text(IX.words, line, {"ann": "Ann"}) == (
        "The GM sets the gap between Ann and ogre to 2."
    )
    bout.fight["ogre"].hidden = True
    assert told(bout, Edit("set", "ann", "gap:ogre", 3)) == []


@pytest.mark.rule("ix.social.establish")
def test_an_axis_that_players_do_not_know_is_not_told_of_before_it_is_made_known() -> None:
    bout = talk_with(hero("ann"), elite("duke"), axes=[ATTITUDE, STATUS])
    fight = bout.fight
    fight.axes = tuple(replace(one, known=one.id != "status") for one in fight.axes)
    assert told(bout, Edit("set", "", "status", "respected")) == []
    assert [line["fields"]["name"] for line in told(bout, Edit("set", "", "attitude", 0))] == [
        "attitude"
    ]
    assert told(bout, Edit("set", "", "status", "known"))


@pytest.mark.rule("ix.pool.situational-dice")
def test_equal_dice_on_the_next_check_stand_on_a_card_once() -> None:
    bout = Bout(hero("ann"), elite("ogre"))
    bane = Effect("add-die", die="bane", ends="next-check", source="ogre", what="hindered")
    crisis = Effect("crisis", ends="next-check", source="ogre", what="hindered")
    boon = Effect("add-die", die="boon", ends="next-check", source="ann", what="lent by an ally")
    bout.fight["ann"].effects = (bane, bane, crisis, boon, replace(bane, source="ann"), crisis)
    sheet = next(one for one in IX.sheets(bout.fight) if one.who == "ann")
    assert [tag.name for tag in sheet.tags if tag.name.startswith("next check")] == [
        "next check: 3 Bane Dice (hindered)",
        "next check: 2 Crisis Dice (hindered)",
        "next check: 1 Boon Die (lent by an ally)",
    ]


@pytest.mark.rule("ix.spend.roller-chooses")
def test_what_a_breakthrough_alone_can_buy_is_not_said_to_cost_boons() -> None:
    one = Several((("scene-change", 1, 1),), 1)
    assert place_labels(IX.words, ("spend", "", one))[2] == "with Breakthroughs or Calamities"
    assert place_labels(IX.words, ("spend", one, ""))[1] == "with Boons or Banes"


@pytest.mark.rule("ix.social.one-action")
def test_the_question_of_a_talk_names_who_speaks() -> None:
    rule = "ix.social.one-action"
    names = {"ann": "Ann", "@heroes": "the heroes"}
    assert question_text(IX.words, rule, "ann", names) == "What is said by Ann?"


@pytest.mark.rule("ix.social.boons-banes")
def test_a_hidden_speaker_is_not_named_as_the_one_who_has_bought_a_shift() -> None:
    bout = talk_with(hero("ann"), elite("duke"), axes=[ATTITUDE, STATUS])
    for hidden, by in ((False, "duke"), (True, "")):
        bout.fight["duke"].hidden = hidden
        table = IxTable(bout.fight)
        shift(bout.fight, table, "status", -1 if hidden else 1, side="heroes", because=R, by="duke")
        assert [event.fields["by"] for event in table.events] == [by]


@pytest.mark.rule("ix.social.boons-banes")
def test_a_shift_that_a_roll_has_bought_says_whose_roll() -> None:
    fields = {"axis": "Resources", "before": "refused", "now": "open", "better": True}
    rules = {"code": "shifted", "rule": "ix.social.boons-banes"}
    bought = event_text(IX.words, rules | {"fields": fields | {"by": "ann"}}, {"ann": "Ann"})
    assert bought == "Bought with the roll of Ann: Resources goes from refused to open."
    won = event_text(IX.words, rules | {"fields": fields | {"by": ""}}, {})
    assert won == "Resources goes from refused to open."
