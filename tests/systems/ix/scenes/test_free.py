"""Free play: other scenes begin from it and lead back to it, the party rests, and it ends."""

import pytest
from ix_kit import asked_now, coded, elite, gm, hero, spend
from ix_scene_kit import one_step, scene_of

DONE = ("all-done",)


def free(*blocks, **more):
    return scene_of("free", *blocks, begin=False, **more)


def words(bout):
    return {option[0] for option in asked_now(bout)}


@pytest.mark.rule("ix.encounter.call")
def test_fights_chases_and_talks_need_somebody_who_is_seen() -> None:
    bout = free(hero("ann"), elite("brute"))
    assert {"begin", "begin-chase", "talk", "set-out", "downtime", "all-done"} <= words(bout)
    gm(bout, "hide", "brute")
    assert not {"begin", "begin-chase", "talk"} & words(bout)
    assert {"set-out", "downtime", "all-done"} <= words(bout)
    assert not {"begin", "talk"} & words(free(hero("ann")))


@pytest.mark.rule("ix.encounter.call")
@pytest.mark.parametrize(("key", "kind"), [("begin", "fight"), ("begin-chase", "chase")])
def test_a_scene_begins_and_free_play_lies_behind_it(key, kind) -> None:
    bout = free(hero("ann"), elite("brute"))
    one_step(bout, (key,))
    assert (bout.fight.scene, bout.fight.stage, bout.fight.behind) == (kind, "start", ("free",))


@pytest.mark.rule("ix.encounter.call")
def test_free_play_goes_on_after_a_fight_and_keeps_its_outcome() -> None:
    bout = free(hero("ann", strain=6), elite("brute"))
    one_step(bout, ("begin",))
    bout.begin()
    gm(bout, "set", "brute", "wounds", 0)
    for _ in range(3):
        if bout.fight.stage == "free":
            break
        bout.step()
    assert (bout.fight.scene, bout.fight.result, bout.fight.round) == ("free", None, 0)
    assert bout["ann"].strain == 4, "the encounter is over"
    one_step(bout, DONE)
    assert bout.fight.result == "heroes"
    bout.step()
    assert bout["ann"].strain == 4, "and nothing ends a second time"


@pytest.mark.rule("ix.encounter.scene-and-session")
def test_free_play_ends_when_somebody_says_so() -> None:
    bout = free(hero("ann"), elite("brute"))
    one_step(bout, DONE)
    assert bout.fight.result == "none"


# ---- talk, journeys, downtime ----


@pytest.mark.rule("ix.social.mode")
def test_a_talk_is_narrated_freely_unless_the_gm_calls_for_more() -> None:
    bout = free(hero("ann"), elite("brute"))
    table = one_step(bout, ("talk",))
    assert coded(table, "narrated")
    assert bout.fight.scene == "free"
    assert "talk" not in words(bout), "not twice in a row"
    one_step(bout, ("check", "ann"), ("with", "charm"), rolls=["nothing"])
    bout = free(hero("ann"), elite("brute"))
    one_step(bout, ("talk",), rulings={"ix.social.mode": ("structured",)})
    assert (bout.fight.scene, bout.fight.behind) == ("social", ("free",))
    one_step(bout)
    assert [one.id for one in bout.fight.axes] == ["attitude"]
    one_step(bout, ("argue", "brute", "charm", "attitude"), rolls=["1 success"])
    one_step(bout)
    assert (bout.fight.scene, bout.fight.axes, bout.fight.talk) == ("free", (), None)
    assert bout.fight.outcome == "heroes"


@pytest.mark.rule("ix.travel.mode")
def test_a_journey_is_a_transition_unless_the_gm_has_it_played() -> None:
    bout = free(hero("ann"))
    table = one_step(bout, ("set-out",))
    assert coded(table, "transition")
    assert (bout.fight.scene, bout.fight.hours) == ("free", 0)
    assert bout.fight.house.mode("ix.travel.mode") == "once"
    bout = free(hero("ann"))
    one_step(bout, ("set-out",), rulings={"ix.travel.mode": ("played",)})
    one_step(bout, ("journey", "on-foot", "road", "20"))
    one_step(bout, ("march",))
    bout.step()
    assert (bout.fight.scene, bout.fight.journey, bout.fight.outcome) == ("free", None, "heroes")


@pytest.mark.rule("ix.downtime.one-activity")
def test_a_gap_of_downtime_leads_back_too_and_another_gives_another_activity() -> None:
    bout = free(hero("ann"))
    for weeks in (1, 2):
        one_step(bout, ("downtime", str(weeks)))
        one_step(bout)
        one_step(bout, ("income",))
        bout.step()
        bout.step()
        assert (bout.fight.scene, bout.fight.gap) == ("free", None)
    assert bout["ann"].purse == 300
    assert bout.fight.hours == 3 * 168


# ---- rests ----


@pytest.mark.rule("ix.recovery.short-rest", "ix.recovery.full-rest")
def test_nobody_rests_in_sight_of_an_enemy_but_wounds_are_treated() -> None:
    bout = free(
        hero("ann", wounds=5, strain=5), hero("bob"), elite("brute"), at={"heroes": 0, "foes": 2}
    )
    assert not {"short-rest", "full-rest"} & words(bout)
    one_step(bout, ("tend", "bob", "treat", "ann"), spend(), rolls=["2 successes"])
    assert bout["ann"].wounds == 7
    gm(bout, "set", "brute", "wounds", 0)
    assert {"short-rest", "full-rest"} <= words(bout)


@pytest.mark.rule("ix.recovery.short-rest", "ix.recovery.short-rest-again")
def test_a_second_short_rest_in_the_session_is_the_gms_to_allow() -> None:
    bout = free(hero("ann", strain=9, willpower=2))
    one_step(bout, ("short-rest",))
    assert bout["ann"].strain == 7
    assert "short-rest" not in words(bout)
    one_step(bout, ("short-rest-again",))
    assert bout["ann"].strain == 7
    assert "short-rest-again" not in words(bout)
    bout = free(hero("ann", strain=9, willpower=2))
    one_step(bout, ("short-rest",))
    safe = {"ix.recovery.short-rest-again": ("safe",)}
    one_step(bout, ("short-rest-again",), rulings=safe)
    assert bout["ann"].strain == 5


@pytest.mark.rule("ix.recovery.full-rest")
def test_a_full_rest_takes_eight_hours_of_free_play() -> None:
    bout = free(hero("ann", strain=9, wounds=5, might=3))
    one_step(bout, ("full-rest",))
    assert (bout["ann"].strain, bout["ann"].wounds, bout.fight.hours) == (0, 8, 8)


def test_a_party_of_which_nobody_is_up_can_only_be_done() -> None:
    bout = free(hero("ann"))
    gm(bout, "set", "ann", "wounds", 0)
    one_step(bout)
    assert bout.fight.result == "none"
