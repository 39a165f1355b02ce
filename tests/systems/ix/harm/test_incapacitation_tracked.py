"""Which fallen non-player characters are tracked on (area `incapacitation`, non-players)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    ally,
    citing,
    elite,
    hero,
    minions,
    nemesis,
    suffer,
    tire,
)

BLEEDS = "ix.incapacitation.bleed-out"


def lost(table: IxTable) -> list[int]:
    events = citing(table, BLEEDS)
    return [{**event.fields, **event.secret}["amount"] for event in events]


# ---- who is tracked ----

FALLS = "ix.incapacitation.non-players"


@pytest.mark.rule("ix.incapacitation.non-players")
def test_a_nemesis_is_tracked_and_an_elite_and_a_minion_group_are_out() -> None:
    bout = Bout(hero("bob"), nemesis("boss"), elite("brute"), minions("rats"), elite("ogre"))
    table = suffer(bout, "boss", 10, rolls=[46])
    assert (bout["boss"].status, bout["boss"].is_down) == ("", True)
    assert len(bout["boss"].injuries) == 1
    assert table.cited("ix.critical.trigger-zero")
    table = suffer(bout, "brute", 10)
    assert bout["brute"].status == "out"
    assert table.cited(FALLS)
    assert bout["brute"].injuries == ()
    suffer(bout, "rats", 12)
    assert bout["rats"].status == "out"


@pytest.mark.rule("ix.incapacitation.non-players")
def test_the_gm_can_rule_that_an_elite_is_tracked_and_a_nemesis_out() -> None:
    bout = Bout(hero("bob"), nemesis("boss"), elite("brute"), elite("ogre"))
    suffer(bout, "brute", 10, rolls=[46], rulings={FALLS: ("track",)})
    assert (bout["brute"].status, bout["brute"].is_down) == ("", True)
    assert bout["brute"].injuries[0].row == "critical-046-050"
    assert lost(bout.next_round()) == [1]
    suffer(bout, "boss", 10, rulings={FALLS: ("out",)})
    assert bout["boss"].status == "out"
    assert bout["boss"].injuries == ()


@pytest.mark.rule("ix.incapacitation.non-players")
def test_under_the_switch_tracked_an_elite_is_injured_and_bleeds() -> None:
    bout = Bout(hero("bob"), elite("brute"), elite("ogre"), house={"fallen-foes": "tracked"})
    suffer(bout, "brute", 10, rolls=[46])
    assert (bout["brute"].status, len(bout["brute"].injuries)) == ("", 1)
    assert lost(bout.next_round()) == [1]
    suffer(bout, "brute", 9)
    assert bout["brute"].status == "dead"


@pytest.mark.rule("ix.incapacitation.non-players")
def test_minions_are_never_tracked() -> None:
    bout = Bout(hero("bob"), minions("rats"), elite("ogre"), house={"fallen-foes": "tracked"})
    suffer(bout, "rats", 12, attack=True, by="bob")
    assert bout["rats"].status == "out"
    assert bout["rats"].injuries == ()


@pytest.mark.rule("ix.incapacitation.non-players")
@pytest.mark.parametrize(("answer", "status"), [("track", ""), ("out", "out")])
def test_under_the_switch_ask_gm_the_gm_says_each_time(answer: str, status: str) -> None:
    bout = Bout(hero("bob"), elite("brute"), elite("ogre"), house={"fallen-foes": "ask-gm"})
    script: dict[str, Any] = {"rolls": [46]} if answer == "track" else {}
    table = suffer(bout, "brute", 10, choices=[(answer,)], **script)
    assert table.was_asked(FALLS)
    assert bout["brute"].status == status


@pytest.mark.rule("ix.incapacitation.non-players")
def test_an_ally_of_the_heroes_is_tracked_as_they_are() -> None:
    bout = Bout(hero("ann"), ally("dog"), nemesis("boss"))
    suffer(bout, "dog", 10, rolls=[46])
    assert (bout["dog"].status, bout["dog"].is_down) == ("", True)
    assert lost(bout.next_round()) == [1]


@pytest.mark.rule("ix.incapacitation.non-players")
def test_characters_are_not_asked_about() -> None:
    bout = Bout(hero("ann"), hero("bob"), nemesis("boss"))
    table = suffer(bout, "ann", 12, rolls=[46])
    assert not table.was_asked(FALLS)
    tire(bout, "bob", 3)
