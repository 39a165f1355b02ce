"""What of a scene as a whole the GM can set, as it stands, and what a result of it is called."""

from __future__ import annotations

from typing import Any

import pytest
from chase_kit import chase
from ix_kit import IX, Bout, IxTable, elite, hero
from ix_scene_kit import gap_for, journey_of, talk_with

from affray.kernel.question import Edit
from affray.kernel.sheet import Setting
from affray.kernel.words import event_text
from affray.systems.ix.state import IxFight

LEAP = {"id": "obstacle-1", "name": "a leap", "skills": ["athletics"]}


def offered(fight: IxFight) -> dict[str, Setting]:
    return {one.name: one for one in IX.settings(fight)}


def put(bout: Bout, name: str, value: int | str) -> None:
    """The GM sets something of the scene."""
    assert IX.edit(bout.fight, Edit("set", "", name, value), IxTable(bout.fight))


def test_a_fight_offers_its_kind_its_pools_its_light_and_hazards() -> None:
    fight = Bout(hero("ann"), elite("ogre")).fight
    found = offered(fight)
    assert found["scene"].value == "fight"
    assert set(found["scene"].choices) == {"fight", "chase", "social", "travel", "downtime", "free"}
    assert (found["fortune"].value, found["fortune"].low) == (fight.fortune, 0)
    assert found["light"].value == "bright"
    assert found["cold"].choices[0] == found["cold"].value == "none"
    assert "burned" not in found
    assert "ground" not in found
    assert "miles" not in found


def test_without_a_foe_no_scene_is_offered_that_needs_one() -> None:
    found = offered(gap_for(hero("ann")).fight)
    assert set(found["scene"].choices) == {"travel", "downtime", "free"}


def test_a_house_on_fire_has_its_clock() -> None:
    bout = Bout(hero("ann"), elite("ogre"), scene={"burning": {"name": "the mill", "rounds": 3}})
    found = offered(bout.fight)
    assert found["fire"].value == "the mill"
    assert found["rounds-to-burn"].value == 3
    assert found["rounds-to-burn"].low == 1


def test_cold_is_as_hard_as_it_is_set() -> None:
    bout = Bout(hero("ann"), elite("ogre"))
    put(bout, "cold", "hard")
    assert offered(bout.fight)["cold"].value == "hard"
    assert offered(bout.fight)["heat"].value == "none"


def test_a_chase_offers_its_ground_and_each_obstacle_by_name() -> None:
    bout = chase(hero("ann"), elite("thief"), obstacles=[LEAP])
    found = offered(bout.fight)
    assert found["ground"].value == "land"
    assert found["obstacle:obstacle-1"].label == "a leap is still to come"
    assert found["obstacle:obstacle-1"].value == 1
    assert found["obstacle"].choices == ()


def test_a_talk_offers_each_axis_by_its_steps_and_shows_its_limit() -> None:
    bout = talk_with(hero("ann", skills={"charm": 2}), elite("duke"), rounds=3)
    attitude = offered(bout.fight)["attitude"]
    assert attitude.value == "neutral"
    assert {"hostile", "friendly", "spoiled", "known"} <= set(attitude.choices)
    assert [
        (t.value, t.high) for t in IX.counters(bout.fight) if t.name == "Round of the talk"
    ] == [(1, 3)]


def test_a_journey_offers_its_miles_and_its_days() -> None:
    bout = journey_of(hero("ann"), days=5)
    found = offered(bout.fight)
    assert (found["miles"].value, found["miles"].high) == (0, 100)
    assert found["days"].value == 5
    days = next(track for track in IX.counters(bout.fight) if track.name == "Day")
    assert (days.low, days.value, days.high) == (1, 1, 5)


def test_a_journey_of_any_length_counts_its_days_without_bounds() -> None:
    days = next(t for t in IX.counters(journey_of(hero("ann")).fight) if t.name == "Day")
    assert days.low == days.high


# ---- results ----


@pytest.mark.parametrize(
    ("quarry", "result", "told"),
    [
        ("foes", "heroes", "The foes have been caught."),
        ("foes", "foes", "The foes have got away."),
        ("heroes", "heroes", "The heroes have got away."),
        ("heroes", "foes", "The heroes have been caught."),
        ("heroes", "none", "Nobody has won."),
    ],
)
def test_a_chase_is_escaped_or_lost(quarry: str, result: str, told: str) -> None:
    bout = chase(hero("ann"), elite("thief"), quarry=quarry)
    assert IX.endings(bout.fight)[result].told == told
    assert IX.endings(bout.fight)["heroes"].named == "the heroes win"


def test_other_scenes_have_words_of_their_own_and_a_fight_is_won() -> None:
    talk = talk_with(hero("ann"), elite("duke")).fight
    assert IX.endings(talk)["heroes"].named == "the goal is reached"
    assert IX.endings(journey_of(hero("ann")).fight)["heroes"].named == "the party arrives"
    assert IX.endings(gap_for(hero("ann")).fight)["heroes"].told == "The time of quiet is over."
    assert IX.endings(Bout(hero("ann"), elite("ogre")).fight)["foes"].told == "The foes have won."


def test_what_a_simulation_counts_besides() -> None:
    def ended(bout: Bout, result: str, **more: Any) -> IxFight:
        fight = IX.copy(bout.fight)
        fight.result = result
        for name, value in more.items():
            setattr(fight, name, value)
        return fight

    run = chase(hero("ann"), elite("thief"))
    assert IX.tallies(run.fight, ended(run, "foes")) == ["the quarry gets away"]
    blows = ended(run, "foes", scene="fight")
    assert IX.tallies(run.fight, blows) == ["the quarry is caught, and it comes to blows"]
    way = journey_of(hero("ann"))
    assert IX.tallies(way.fight, ended(way, "heroes")) == ["arrives on day 1"]
    assert not IX.tallies(way.fight, ended(way, "foes"))
    talk = talk_with(hero("ann"), elite("duke"))
    assert not IX.tallies(talk.fight, ended(talk, "foes"))
    put(talk, "attitude", "friendly")
    assert IX.tallies(talk.fight, ended(talk, "heroes")) == ["Attitude: friendly"]
    fight = Bout(hero("ann"), elite("ogre"))
    assert not IX.tallies(fight.fight, ended(fight, "heroes"))


def test_what_several_do_at_once_is_told_of_all_of_them() -> None:
    fields = {"amount": 2, "before": 2, "now": 0}
    for who, told in (
        ("Ann", "Ann recovers 2 Strain: 2 down to 0."),
        (["Ann", "Bob"], "Ann and Bob recover 2 Strain: 2 down to 0."),
    ):
        event = {"code": "recovered", "fields": {"who": who, **fields}}
        assert event_text(IX.words, event, {}) == told
    gone = {"code": "escaped", "fields": {"who": ["Ann", "Bob"]}}
    assert event_text(IX.words, gone, {}) == "Ann and Bob have escaped."
