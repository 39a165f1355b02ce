"""Social encounters: axes, one action each a round, what it is made against, and the end."""

import pytest
from ix_kit import ally, asked_now, citing, coded, dice_of, elite, gm, hero, minions, spend
from ix_scene_kit import ATTITUDE, one_step, scene_of, talk_with, where
from pydantic import ValidationError

from affray.kernel.question import Refused

ANN = {"skills": {"charm": 2, "intimidation": 1}, "presence": 3}
GOES_ON = ("talk-goes-on",)
NOTHING = ("say-nothing",)


def ann(**more):
    return hero("ann", **{**ANN, **more})


def argue(person="duke", skill="charm", axis="attitude", word="argue"):
    return (word, person, skill, axis)


def duke(**more):
    return elite("duke", **{"shown": "all", **more})


HOSTILE = {"axis": "attitude", "stands": "hostile", "needs": "friendly"}
STATUS = {"axis": "status", "stands": "unproven"}
ACCESS = {"axis": "access", "stands": "barred", "needs": "admitted"}


# ---- set-up ----


@pytest.mark.rule("ix.social.establish", "ix.social.axes", "ix.social.mode")
def test_without_axes_the_gm_states_them_and_attitude_is_the_default() -> None:
    bout = scene_of("social", ann(), duke())
    (one,) = bout.fight.axes
    assert (one.id, one.steps[one.at], one.steps[one.goal]) == ("attitude", "neutral", "friendly")
    (told,) = coded(bout.last, "axis")
    assert {"ix.social.establish", "ix.social.axes", "ix.social.mode"} <= set(told.rules)
    assert "ix.social.establish" in bout.fight.house.book
    assert bout.fight.house.mode("ix.social.establish") == "ask"


@pytest.mark.rule("ix.social.establish")
def test_the_gm_may_state_other_axes() -> None:
    named = "force:defiant:wary status:unproven"
    bout = scene_of("social", ann(), duke(), rulings={"ix.social.establish": ("axes", named)})
    assert [(one.id, one.goal) for one in bout.fight.axes] == [("force", 1), ("status", -1)]


@pytest.mark.rule("ix.social.establish")
def test_every_word_of_the_gms_form_is_an_axis_at_one_of_its_steps() -> None:
    bout = scene_of("social", ann(), duke())
    ((_, form),) = bout.last.options_of("ix.social.establish")
    words = [word for word, _, _ in form.wares]
    assert len(words) == 8 * (3 + 3), "where it stands, with each better step and with none"
    for word in words:
        ruled = {"ix.social.establish": ("axes", word)}
        axes = scene_of("social", ann(), duke(), rulings=ruled).fight.axes
        assert word.split(":")[0] in [one.id for one in axes]
        assert any(one.goal > one.at for one in axes)


@pytest.mark.rule("ix.social.establish")
def test_axes_that_need_to_get_nowhere_leave_the_default_with_them() -> None:
    ruled = {"ix.social.establish": ("axes", "status:unproven")}
    bout = scene_of("social", ann(), duke(), rulings=ruled)
    assert [one.id for one in bout.fight.axes] == ["attitude", "status"]


@pytest.mark.rule("ix.social.axes")
def test_the_ledger_has_eight_axes_with_steps() -> None:
    bout = talk_with(ann(), duke())
    table = bout.fight.house.book.table("axes")
    assert len(table.rows) == 8
    assert all(len(row["steps"]) == 3 for row in table.rows)
    words = [step for row in table.rows for step in row["steps"]]
    assert not [step for step in words if " " in step or ":" in step], "a form names them in words"


@pytest.mark.rule("ix.social.attitude-steps")
def test_attitude_moves_along_three_steps() -> None:
    bout = talk_with(ann(), duke(), axes=[HOSTILE])
    assert bout.fight.axes[0].steps == ("hostile", "neutral", "friendly")
    table = one_step(bout, argue(), rolls=["2 successes"])
    assert where(bout, "attitude") == "neutral", "one step, whatever the margin"
    assert citing(table, "ix.social.attitude-steps")[0].code == "shifted"


@pytest.mark.parametrize(
    ("axes", "told"),
    [
        ([{"axis": "attitude", "stands": "friendly", "needs": "neutral"}], "at neutral or better"),
        ([{"axis": "attitude", "stands": "neutral"}], "no axis has to get anywhere"),
        ([{"axis": "mood", "needs": "good"}], "no axis called mood"),
        ([ATTITUDE, ATTITUDE], "stands there twice"),
        ([{"axis": "attitude", "needs": "smitten"}], "no step called smitten"),
    ],
)
def test_axes_that_make_no_sense_are_refused(axes, told) -> None:
    with pytest.raises(ValidationError, match=told):
        talk_with(ann(), duke(), axes=axes)


def test_there_has_to_be_somebody_to_talk_to_who_is_no_hero() -> None:
    with pytest.raises(ValidationError, match="nobody is there"):
        talk_with(ann(), duke(wounds=0))
    with pytest.raises(ValidationError, match="is a hero"):
        talk_with(ann(), duke(), persons=["Ann"])


# ---- a round ----


@pytest.mark.rule("ix.social.one-action")
def test_each_has_one_action_a_round() -> None:
    bout = talk_with(ann(), hero("bob"), duke(), axes=[HOSTILE])
    assert asked_now(bout) == [("speaks", "ann"), ("speaks", "bob")]
    one_step(bout, ("speaks", "bob"))
    words = {option[0] for option in asked_now(bout)}
    assert words == {"argue", "reveal", "call-favor", "pressure", "offer", "say-nothing"}
    one_step(bout, NOTHING)
    one_step(bout, argue(), rolls=["nothing"])
    one_step(bout)
    one_step(bout)
    assert (bout.fight.round, bout.fight.talk.acted) == (2, ())


@pytest.mark.rule("ix.social.one-action")
def test_a_person_may_act_too_and_moves_an_axis_the_other_way() -> None:
    bout = talk_with(ann(skills={"charm": 2}), duke(skills={"charm": 1}), axes=[HOSTILE, STATUS])
    one_step(bout, NOTHING)
    assert asked_now(bout)[0] == NOTHING, "by default it says nothing"
    assert {option[3] for option in asked_now(bout)[1:]} == {"status"}, "hostile is as low as it is"
    one_step(bout, argue("ann", axis="status"), rolls=["1 success", "nothing"])
    assert where(bout, "status") == "slighted"


@pytest.mark.rule("ix.social.skills")
def test_the_six_social_skills_are_what_one_speaks_by() -> None:
    bout = talk_with(ann(), duke())
    skills = {option[2] for option in asked_now(bout) if len(option) == 4}
    assert skills == {
        *("charm", "intimidation", "deception", "leadership", "negotiation", "streetwise")
    }


def test_nobody_hidden_or_down_is_spoken_to() -> None:
    bout = talk_with(ann(), duke(), elite("clerk", shown="all"), persons=["Duke", "Clerk"])
    gm(bout, "hide", "clerk")
    assert {option[1] for option in asked_now(bout) if len(option) == 4} == {"duke"}
    gm(bout, "show", "clerk")
    gm(bout, "set", "clerk", "wounds", 0)
    assert {option[1] for option in asked_now(bout) if len(option) == 4} == {"duke"}


# ---- what it is made against ----


@pytest.mark.rule("ix.social.difficulty")
@pytest.mark.parametrize(
    ("skills", "pools"),
    [
        ({"charm": 1}, {"mastery": 1, "ability": 1}),
        ({"charm": 2, "discipline": 1}, {"mastery": 2}),
        ({"discipline": 3}, {"mastery": 2, "ability": 1}),
    ],
)
def test_an_unwilling_person_answers_by_the_same_skill_or_by_discipline(skills, pools) -> None:
    bout = talk_with(ann(), duke(skills=skills))
    table = one_step(bout, argue(), rolls=["2 successes", "1 success"])
    assert len(table.pools) == 2
    assert dice_of(table) == pools
    assert "trial" not in dice_of(table, 0)


@pytest.mark.rule("ix.social.difficulty")
def test_without_an_entry_it_is_average() -> None:
    bout = talk_with(ann(), duke(skills={"negotiation": 3}))
    table = one_step(bout, argue(), rolls=["1 success"])
    assert dice_of(table) == {"mastery": 2, "ability": 1, "trial": 2}


@pytest.mark.rule("ix.social.difficulty")
def test_somebody_of_ones_own_side_is_not_unwilling() -> None:
    quist = ally("quist", skills={})
    bout = talk_with(ann(), {**quist, "skills": {"charm": 3}}, persons=["Quist"])
    table = one_step(bout, argue("quist"), rolls=["1 success"])
    assert len(table.pools) == 1
    assert dice_of(table)["trial"] == 2


@pytest.mark.rule("ix.social.difficulty")
def test_the_gm_may_set_another_difficulty() -> None:
    bout = talk_with(ann(), duke(skills={"charm": 3}))
    ruled = {"ix.social.difficulty": ("difficulty", "hard")}
    table = one_step(bout, argue(), rolls=["nothing"], rulings=ruled)
    assert dice_of(table)["trial"] == 3


@pytest.mark.rule("ix.social.difficulty")
def test_minions_answer_by_their_group_skill() -> None:
    crowd = minions("crowd", 3, group_skills=["discipline"])
    bout = talk_with(ann(), crowd, persons=["Crowd"])
    table = one_step(bout, argue("crowd"), rolls=["1 success", "nothing"])
    assert len(table.pools) == 2


@pytest.mark.rule("ix.social.success-step")
def test_a_tie_or_a_failure_shifts_nothing() -> None:
    for theirs in ("1 success", "2 successes"):
        bout = talk_with(ann(), duke(skills={"charm": 1}))
        one_step(bout, argue(), rolls=["1 success", theirs])
        assert where(bout, "attitude") == "neutral"
    bout = talk_with(ann(), duke())
    one_step(bout, argue(), rolls=["1 failure"])
    assert where(bout, "attitude") == "neutral"


# ---- the end ----


@pytest.mark.rule("ix.social.end", "ix.social.success-step")
def test_it_is_won_when_every_goal_is_reached_and_not_before() -> None:
    near = {"axis": "access", "stands": "waiting", "needs": "admitted"}
    bout = talk_with(ann(), hero("bob"), duke(), axes=[ATTITUDE, near, STATUS])
    bout.do(("speaks", "ann"), argue(), rolls=["1 success"])
    assert bout.fight.result is None
    bout.do(argue(axis="access"), rolls=["1 success"])
    assert bout.fight.result == "heroes"


@pytest.mark.rule("ix.social.end")
def test_it_is_lost_when_the_rounds_are_over() -> None:
    bout = talk_with(ann(), duke(), rounds=2)
    for _ in range(2):
        assert bout.fight.result is None
        bout.do(NOTHING, NOTHING)
        one_step(bout)
    assert bout.fight.result == "foes"


@pytest.mark.rule("ix.social.end")
def test_it_is_lost_when_nobody_is_left_to_speak_or_to_be_spoken_to() -> None:
    for who in ("ann", "duke"):
        bout = talk_with(ann(), duke())
        gm(bout, "set", who, "wounds", 0)
        one_step(bout)
        assert bout.fight.result == "foes"


@pytest.mark.rule("ix.social.end")
@pytest.mark.parametrize("result", ["heroes", "foes", "none"])
def test_the_gm_may_find_it_settled_after_a_round(result) -> None:
    bout = talk_with(ann(), duke())
    bout.do(NOTHING, NOTHING)
    one_step(bout, rulings={"ix.social.end": ("talk-settled", result)})
    assert bout.fight.result == result


@pytest.mark.rule("ix.social.end")
def test_weapons_may_be_drawn_after_a_round() -> None:
    bout = talk_with(ann(), duke())
    bout.do(NOTHING, NOTHING)
    one_step(bout, rulings={"ix.social.end": ("draw-weapons",)})
    assert (bout.fight.scene, bout.fight.stage) == ("fight", "start")


# ---- the GM's hand, and what is seen ----


@pytest.mark.rule("ix.social.establish", "ix.social.end")
def test_the_gm_sets_axes_by_hand_and_what_follows_follows_at_once() -> None:
    bout = talk_with(ann(), duke(), axes=[HOSTILE, STATUS])
    gm(bout, "set", "", "attitude", "neutral")
    assert where(bout, "attitude") == "neutral"
    gm(bout, "set", "", "Status", 0)
    assert where(bout, "status") == "slighted"
    for value in ("smitten", 3, -1):
        with pytest.raises(Refused):
            gm(bout, "set", "", "attitude", value)
    gm(bout, "set", "", "attitude", "friendly")
    assert bout.fight.result == "heroes"


@pytest.mark.rule("ix.social.end", "ix.social.spoiled")
def test_a_goal_that_the_gm_spoils_is_lost_at_once() -> None:
    bout = talk_with(ann(), duke(), axes=[ATTITUDE, STATUS])
    gm(bout, "set", "", "status", "spoiled")
    assert bout.fight.result is None
    gm(bout, "set", "", "attitude", "spoiled")
    assert bout.fight.result == "foes"


def test_axes_are_counters_with_their_step_in_words() -> None:
    from affray.systems.ix import showing

    unknown = {"axis": "force", "stands": "wary", "known": False}
    bout = talk_with(ann(), duke(), axes=[HOSTILE, STATUS, unknown])
    tracks = {track.name: (track.value, track.word) for track in showing.counters(bout.fight)}
    assert tracks["Attitude"] == (0, "hostile (to reach: friendly)")
    assert tracks["Status"] == (1, "unproven")
    assert "Force" not in tracks
    assert [event.audience for event in coded(bout.last, "axis")] == ["all", "all", "gm"]


def test_the_order_says_who_has_still_to_act() -> None:
    from affray.systems.ix import sheets

    bout = talk_with(ann(), hero("bob"), duke(), axes=[HOSTILE])
    bout.do(("speaks", "ann"), NOTHING)
    slots = [(slot.id, slot.state) for slot in sheets.order(bout.fight).slots]
    assert slots == [("ann", "done"), ("bob", "waiting"), ("duke", "waiting")]


def test_an_action_cut_off_by_the_gm_stays_spent() -> None:
    bout = talk_with(ann(), hero("bob"), duke(skills={"charm": 1}), axes=[HOSTILE])
    bout.do(("speaks", "ann"))
    table = bout.step(argue(), rolls=["1 success", "nothing"], rulings={})
    assert not table.choices
    assert bout.fight.talk.acted == ("ann",)


def test_nothing_is_bought_beyond_the_social_list() -> None:
    from ix_kit import wares

    bout = talk_with(ann(), hero("bob"), duke(), axes=[HOSTILE])
    bout.do(("speaks", "ann"))
    table = one_step(bout, argue(), spend(), rolls=["1 success 3 boons 1 breakthrough"])
    assert {word.partition("-")[0] for word in wares(table)} == {"social"}
