"""What the roll of a social action brings besides, and the three examples of the chapter."""

import random
from fractions import Fraction

import pytest
from ix_kit import (
    IX,
    ally,
    asked_now,
    citing,
    coded,
    complications,
    dice_of,
    elite,
    hero,
    nemesis,
    spend,
    wares,
)
from ix_scene_kit import ATTITUDE, one_step, talk_with, where

from affray.kernel.encounter import read_encounter
from affray.odds.preview import preview
from affray.systems.ix.dice import Net
from affray.systems.ix.scenes.social_axes import shift, spoil
from affray.tables.play import Play

STATUS = {"axis": "status", "stands": "unproven"}
RESOURCES = {"axis": "resources", "stands": "refused", "needs": "granted"}
HOSTILE = {"axis": "attitude", "stands": "hostile", "needs": "friendly"}
NOTHING = ("say-nothing",)
GM_FORM = "ix.spend.banes-by-gm"


def ann(**more):
    return hero("ann", **{"skills": {"charm": 2, "intimidation": 2}, "presence": 3, **more})


def duke(**more):
    return elite("duke", **{"shown": "all", **more})


def argue(axis="attitude", person="duke", skill="charm"):
    return ("argue", person, skill, axis)


# ---- the lists ----


@pytest.mark.rule("ix.social.boons-banes", "ix.spend.defaults-apply")
def test_the_list_of_a_success_with_everything() -> None:
    bout = talk_with(ann(strain=2), hero("bob"), duke(), axes=[HOSTILE, STATUS])
    bout.do(("speaks", "ann"))
    table = one_step(bout, argue(), spend(), rolls=["1 success 3 boons 1 breakthrough"])
    assert wares(table) == {
        "social-strain": (1, 3),
        "social-read:attitude": (1, 3),
        "social-opening": (1, 1),
        "social-second-axis:status": (2, 1),
        "social-lasting": (3, 1),
        "social-two-steps:attitude": (1, 1),
        "social-two-steps:status": (1, 1),
        "social-two-steps:something-told": (1, 1),
    }


@pytest.mark.rule("ix.social.boons-banes")
def test_a_failure_has_no_shift_to_keep_or_to_double() -> None:
    bout = talk_with(ann(), duke(), axes=[HOSTILE, STATUS])
    table = one_step(bout, argue(), spend(), rolls=["3 boons 1 breakthrough"])
    assert set(wares(table)) == {
        *("social-strain", "social-read:attitude", "social-second-axis:status"),
        *("social-two-steps:status", "social-two-steps:something-told"),
    }


@pytest.mark.rule("ix.social.boons-banes")
def test_the_gms_list_leaves_the_aim_alone() -> None:
    bout = talk_with(ann(), duke(), axes=[HOSTILE, STATUS, RESOURCES])
    table = one_step(
        bout, argue(), rolls=["1 success 3 banes"], rulings={GM_FORM: ("spend", "", "", "")}
    )
    assert set(wares(table, GM_FORM)) == {
        *("social-awkward", "social-talk:status", "social-resist", "social-price"),
        *("social-poisoned:status", "social-poisoned:resources"),  # for a Peril Point
    }, "resources stands as low as it can"


# ---- each entry ----


@pytest.mark.rule("ix.social.boons-banes")
def test_strain_comes_back() -> None:
    bout = talk_with(ann(strain=5), duke(), axes=[HOSTILE])
    boons = spend("social-strain social-strain")
    one_step(bout, argue(), boons, rolls=["1 failure 2 boons"])
    assert bout["ann"].strain == 3


@pytest.mark.rule("ix.social.boons-banes")
def test_reading_shows_an_axis_that_was_not_known() -> None:
    force = {"axis": "force", "stands": "wary", "needs": "cowed", "known": False}
    bout = talk_with(ann(), duke(), axes=[HOSTILE, force])
    assert not bout.fight.axes[1].known
    table = one_step(bout, argue(), spend("social-read:force"), rolls=["1 failure 1 boon"])
    assert "social-read:attitude" not in wares(table), "everybody sees where that stands"
    assert bout.fight.axes[1].known
    (told,) = coded(table, "axis-read")
    assert (told.fields["stands"], told.fields["needs"]) == ("wary", "cowed")


def test_shifts_of_an_unknown_axis_are_for_the_gm() -> None:
    force = {"axis": "force", "stands": "defiant", "needs": "cowed", "known": False}
    bout = talk_with(ann(), duke(), axes=[force])
    table = one_step(bout, argue("force"), rolls=["1 success"])
    assert [event.audience for event in coded(table, "shifted")] == ["gm"]


@pytest.mark.rule("ix.social.boons-banes")
def test_an_opening_is_for_the_next_ally_alone_and_once() -> None:
    bout = talk_with(ann(), hero("bob"), hero("cid"), duke(), axes=[HOSTILE])
    bout.do(("speaks", "ann"), argue(), spend("social-opening"), rolls=["1 failure 1 boon"])
    table = bout.do(("speaks", "bob"), argue(), rolls=["1 failure"])
    assert dice_of(table)["boon"] == 1
    assert citing(table, "ix.social.boons-banes")
    table = bout.do(argue(), rolls=["1 failure"])
    assert "boon" not in dice_of(table)


@pytest.mark.rule("ix.social.boons-banes")
def test_an_opening_is_not_for_whoever_made_it() -> None:
    bout = talk_with(ann(), hero("bob"), duke(), axes=[HOSTILE])
    bout.do(("speaks", "ann"), argue(), spend("social-opening"), rolls=["1 failure 1 boon"])
    bout.do(NOTHING)
    one_step(bout)
    one_step(bout)
    table = bout.do(("speaks", "ann"), argue(), rolls=["1 failure"])
    assert "boon" not in dice_of(table)
    table = bout.do(argue(), rolls=["1 failure"])
    assert dice_of(table)["boon"] == 1


@pytest.mark.rule("ix.social.boons-banes")
def test_a_second_axis_shifts_a_step() -> None:
    bout = talk_with(ann(), duke(), axes=[HOSTILE, RESOURCES])
    one_step(bout, argue(), spend("social-second-axis:resources"), rolls=["1 failure 2 boons"])
    assert (where(bout, "attitude"), where(bout, "resources")) == ("hostile", "open")


@pytest.mark.rule("ix.social.boons-banes")
def test_what_is_won_to_last_goes_on_with_the_winner() -> None:
    bout = talk_with(ann(), duke())
    table = one_step(bout, argue(), spend("social-lasting"), rolls=["1 success 3 boons"])
    assert bout.fight.result == "heroes"
    assert bout["ann"].facts == ("Duke: Attitude friendly",)
    assert coded(table, "axis-holds")[0].fields["stands"] == "friendly"
    (block,) = IX.carry_over(bout.fight)
    assert block["facts"] == ["Duke: Attitude friendly"]


@pytest.mark.rule("ix.social.breakthrough")
def test_a_breakthrough_makes_one_step_two() -> None:
    bout = talk_with(ann(), duke(), axes=[HOSTILE])
    buys = spend("", "social-two-steps:attitude")
    table = one_step(bout, argue(), buys, rolls=["1 success 1 breakthrough"])
    assert bout.fight.result == "heroes"
    assert citing(table, "ix.social.breakthrough")


@pytest.mark.rule("ix.social.breakthrough")
def test_a_breakthrough_shifts_another_axis_two_steps_on_a_failure_too() -> None:
    bout = talk_with(ann(), duke(), axes=[HOSTILE, RESOURCES])
    buys = spend("", "social-two-steps:resources")
    one_step(bout, argue(), buys, rolls=["1 failure 1 breakthrough"])
    assert (where(bout, "attitude"), where(bout, "resources")) == ("hostile", "granted")


@pytest.mark.rule("ix.social.breakthrough")
def test_a_breakthrough_may_bring_something_out_in_the_gms_words() -> None:
    bout = talk_with(ann(), duke(), axes=[HOSTILE])
    ruled = {"ix.spend.special-effect-by-gm": ("allowed", "he owes the crown")}
    buys = spend("", "social-two-steps:something-told")
    table = one_step(bout, argue(), buys, rolls=["1 failure 1 breakthrough"], rulings=ruled)
    assert coded(table, "comes-out")[0].fields["text"] == "he owes the crown"


@pytest.mark.rule("ix.social.boons-banes")
def test_by_default_banes_become_talk_then_resistance_then_strain() -> None:
    bout = talk_with(ann(), duke(), axes=[HOSTILE, STATUS])
    one_step(bout, argue(), rolls=["1 success 2 banes"])
    assert where(bout, "status") == "slighted"
    assert bout.fight.talk.resists == ()
    bout = talk_with(ann(), duke(), axes=[HOSTILE])
    one_step(bout, argue(), rolls=["1 success 3 banes"])
    assert bout.fight.talk.resists == ("duke",)
    assert bout["ann"].strain == 1


@pytest.mark.rule("ix.social.boons-banes")
def test_somebody_set_against_it_is_harder_to_move_once() -> None:
    bout = talk_with(ann(), hero("bob"), hero("cid"), duke(), axes=[HOSTILE])
    bout.do(("speaks", "ann"), argue(), rolls=["1 failure 2 banes"])
    table = bout.do(("speaks", "bob"), argue(), rolls=["1 failure"])
    assert dice_of(table)["bane"] == 1
    table = bout.do(argue(), rolls=["1 failure"])
    assert "bane" not in dice_of(table)


@pytest.mark.rule("ix.social.boons-banes")
def test_a_price_is_the_gms_to_name() -> None:
    bout = talk_with(ann(), duke(), axes=[HOSTILE])
    named = complications("social-price", "", "a hostage")
    table = one_step(bout, argue(), rolls=["1 success 3 banes"], rulings=named)
    assert coded(table, "complication")[0].fields["text"] == "a hostage"
    assert where(bout, "attitude") == "neutral", "the result stands"


@pytest.mark.rule("ix.social.calamity", "ix.social.spoiled")
def test_a_calamity_spoils_another_axis_even_on_a_success() -> None:
    bout = talk_with(ann(), duke(), axes=[HOSTILE, STATUS])
    ruled = {
        **complications("", "social-poisoned:status"),
        "ix.social.difficulty": ("difficulty", "hard"),
    }
    volatile = ("volatile", "3")
    table = one_step(bout, argue(), volatile, rolls=["1 success 1 calamity"], rulings=ruled)
    assert (where(bout, "attitude"), where(bout, "status")) == ("neutral", "slighted")
    assert citing(table, "ix.social.calamity")[0].code == "spoiled"
    bout.do(NOTHING)
    one_step(bout)
    assert {option[3] for option in asked_now(bout) if len(option) == 4} == {"attitude"}


@pytest.mark.rule("ix.social.calamity", "ix.social.end", "ix.social.spoiled")
def test_a_spoiled_goal_cannot_be_reached_any_more() -> None:
    bout = talk_with(ann(), duke(), axes=[HOSTILE, RESOURCES])
    ruled = {
        **complications("", "social-poisoned:resources"),
        "ix.social.difficulty": ("difficulty", "hard"),
    }
    one_step(bout, argue(), ("volatile", "3"), rolls=["1 success 1 calamity"], rulings=ruled)
    assert bout.fight.result == "foes"


@pytest.mark.rule("ix.social.calamity")
def test_a_calamity_for_which_nothing_is_named_takes_a_fortune_point() -> None:
    bout = talk_with(ann(), duke(), axes=[HOSTILE, STATUS])
    before = bout.fight.fortune
    ruled = {"ix.social.difficulty": ("difficulty", "hard")}
    one_step(bout, argue(), ("volatile", "3"), rolls=["1 success 1 calamity"], rulings=ruled)
    assert (where(bout, "status"), bout.fight.fortune) == ("unproven", before - 1)


@pytest.mark.rule("ix.social.boons-banes")
def test_the_other_sides_boons_work_for_the_other_side() -> None:
    bout = talk_with(ann(), duke(skills={"charm": 2}), axes=[HOSTILE, STATUS])
    choices = (argue(), spend(), spend("social-second-axis:status"))
    one_step(bout, *choices, rolls=["nothing", "1 success 2 boons"])
    assert where(bout, "status") == "slighted"


# ---- the examples of the chapter ----


@pytest.mark.rule("ix.social.calamity", "ix.social.success-step", "ix.social.boons-banes")
def test_example_the_negotiation() -> None:
    """Charm with 2 Boons makes him friendly and moves the credit; a Calamity tips off a rival."""
    prince = nemesis("prince", shown="all")
    near = {"axis": "resources", "stands": "open", "needs": "granted"}
    rival = {"axis": "information", "stands": "given"}
    bout = talk_with(ann(), prince, axes=[ATTITUDE, near, rival])
    ruled = {**complications("", "social-poisoned:information", "a rival listens")}
    ruled["ix.social.difficulty"] = ("difficulty", "hard")
    table = one_step(
        bout,
        argue(person="prince"),
        ("volatile", "3"),
        spend("social-second-axis:resources"),
        rolls=["1 success 2 boons 1 calamity"],
        rulings=ruled,
    )
    assert [(e.fields["axis"], e.fields["now"]) for e in coded(table, "shifted")] == [
        ("Attitude", "friendly"),
        ("Resources", "granted"),
    ]
    assert coded(table, "spoiled")[0].fields["axis"] == "Information"
    assert bout.fight.result == "heroes"


@pytest.mark.rule("ix.social.breakthrough")
def test_example_the_interrogation() -> None:
    """Intimidation with a Breakthrough brings the information and shifts Force."""
    information = {"axis": "information", "stands": "withheld", "needs": "hinted"}
    force = {"axis": "force", "stands": "defiant", "needs": "wary"}
    scout = elite("scout", skills={"discipline": 1}, shown="all")
    bout = talk_with(ann(), scout, axes=[information, force])
    key = ("pressure", "scout", "intimidation", "information")
    buys = spend("", "social-two-steps:force")
    table = one_step(bout, key, buys, rolls=["2 successes 1 breakthrough", "nothing"])
    assert [(e.fields["axis"], e.fields["now"]) for e in coded(table, "shifted")] == [
        ("Information", "hinted"),
        ("Force", "cowed"),
    ]
    assert bout.fight.result == "heroes"


@pytest.mark.rule("ix.social.boons-banes")
def test_example_the_court_audience() -> None:
    """Access alone is at stake; Boons better Attitude besides, Banes lower Status."""
    axes = [
        {"axis": "access", "stands": "barred", "needs": "admitted"},
        {"axis": "attitude", "stands": "neutral"},
        STATUS,
    ]
    bout = talk_with(ann(), ally("quist", skills={}), axes=axes, persons=["Quist"])
    key = argue("access", "quist")
    one_step(bout, key, spend("social-second-axis:attitude"), rolls=["1 success 2 boons"])
    assert (where(bout, "access"), where(bout, "attitude")) == ("waiting", "friendly")
    one_step(bout)
    one_step(bout, key, rolls=["1 success 2 banes"])
    assert (where(bout, "access"), where(bout, "status")) == ("admitted", "slighted")
    assert bout.fight.result == "heroes"


# ---- exact odds ----


def test_the_odds_of_a_social_action_are_exact() -> None:
    """What the preview of an argument says of its roll is what counting its pool says."""
    setup = read_encounter(IX.encounters()["reeve"], "reeve", IX)
    play = Play(IX, setup, secret=b"1")
    play.choose(("speaks", "jory-thane"))
    hands = [IX.policy("sensible", side, random.Random(1)) for side in ("heroes", "gm")]
    key = ("argue", "reeve-aldous-marn", "leadership", "attitude")
    found = preview(play, play.questions[0], key, *hands)
    shown = found.readings[("ix.social.one-action", "jory-thane")]
    play.choose(key)
    pool = play.questions[0].pool
    assert str(pool) == "2 mastery 1 ability"
    counts = dict(pool.readings().items())
    total = sum(counts.values())
    wins = Fraction(sum(n for net, n in counts.items() if net.success >= 1), total)
    by_preview = sum(one.p for net, one in shown.items() if Net(*net).success >= 1)
    assert by_preview == wins
    assert sum(one.p for one in shown.values()) == 1
    assert {IX.gist("ix.social.one-action", net) for net in shown} == {"success", "failure"}
    assert ("ix.social.one-action", "reeve-aldous-marn") in found.readings


def test_what_holds_names_nobody_who_is_hidden() -> None:
    bout = talk_with(ann(), duke(), elite("spy", hidden=True), persons=["Duke", "Spy"])
    one_step(bout, argue(), spend("social-lasting"), rolls=["1 success 3 boons"])
    assert bout["ann"].facts == ("Duke: Attitude friendly",)


@pytest.mark.rule("ix.social.breakthrough")
def test_two_steps_at_once_are_two_and_not_three() -> None:
    long = {"axis": "attitude", "steps": ["a", "b", "c", "d", "e"], "stands": "a", "needs": "e"}
    bout = talk_with(ann(), duke(), axes=[long])
    buys = spend("", "social-two-steps:attitude")
    one_step(bout, argue(), buys, rolls=["1 success 1 breakthrough"])
    assert where(bout, "attitude") == "c"


@pytest.mark.rule("ix.social.spoiled")
def test_a_check_on_the_way_shifts_nothing_that_is_spoiled_meanwhile() -> None:
    bout = talk_with(ann(), duke(), axes=[HOSTILE, STATUS])
    for one in ("status", "attitude"):
        spoil(bout.fight, bout.last, one, because="ix.social.calamity")
        shift(bout.fight, bout.last, one, 1, side="heroes", because="ix.social.success-step")
    assert (where(bout, "attitude"), where(bout, "status")) == ("hostile", "slighted")
