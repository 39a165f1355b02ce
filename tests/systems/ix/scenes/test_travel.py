"""Journeys: how far a day goes, the way, forced marches, and what breaks in."""

from fractions import Fraction

import pytest
from ix_kit import ally, asked_now, citing, coded, dice_of, elite, gm, hero, minions, spend
from ix_scene_kit import journey_of, one_step, scene_of
from pydantic import ValidationError

from affray.kernel.question import Refused
from affray.systems.ix.records import Effect
from affray.systems.ix.scenes import travel

MARCH = ("march",)
FORCED = ("forced-march",)
CAMP = ("rest-day",)


def ann(**more):
    return hero("ann", **{"skills": {"survival": 2}, "savvy": 3, **more})


def miles(bout):
    return Fraction(bout.fight.journey.covered)


def a_day(bout, *choices, **script):
    """A day and its night."""
    table = one_step(bout, *choices, **script)
    while bout.fight.result is None and bout.fight.journey and bout.fight.journey.part != "day":
        table.events += one_step(bout, rulings=script.get("rulings")).events
    return table


# ---- how far ----


@pytest.mark.rule("ix.travel.daily-distance")
@pytest.mark.parametrize(
    ("by", "a_day_of_road"),
    [
        ("on-foot", 24),
        ("wagon", 18),
        ("mounted", 32),
        ("riverboat", 40),
        ("sailing-ship", 100),
        ("flying-mount", 80),
        ("flying-ship", 240),
    ],
)
def test_the_daily_distance_is_that_of_the_means(by, a_day_of_road) -> None:
    bout = journey_of(ann(), by=by, stretches=[{"miles": 999}])
    a_day(bout, MARCH)
    assert miles(bout) == a_day_of_road


@pytest.mark.rule("ix.travel.terrain", "ix.travel.road", "ix.travel.trackless")
@pytest.mark.parametrize(
    ("terrain", "trackless", "share"),
    [
        ("road", False, "1"),
        ("open country", False, "3/4"),
        ("hills", True, "1/2"),
        ("forest", False, "1/2"),
        ("desert", False, "1/2"),
        ("snow", True, "1/3"),
        ("mountain", False, "1/3"),
        ("marsh", True, "1/4"),
    ],
)
def test_terrain_takes_its_share_exactly(terrain, trackless, share) -> None:
    stretch = {"miles": 999, "terrain": terrain, "trackless": trackless}
    bout = journey_of(ann(), by="mounted", stretches=[stretch])
    ruled = {"ix.travel.navigation-check": ("no-check",)}
    table = a_day(bout, MARCH, rulings=ruled)
    assert miles(bout) == 32 * Fraction(share)
    rules = coded(table, "travelled")[0].rules
    assert ("ix.travel.road" in rules) == (terrain == "road")
    assert ("ix.travel.terrain" in rules) == (terrain != "road")
    assert ("ix.travel.trackless" in rules) == trackless


@pytest.mark.rule("ix.travel.terrain")
def test_terrain_does_not_touch_what_flies_or_floats() -> None:
    bout = journey_of(ann(), by="flying-ship", stretches=[{"miles": 999, "terrain": "mountain"}])
    a_day(bout, MARCH)
    assert miles(bout) == 240


@pytest.mark.rule("ix.travel.daily-distance", "ix.travel.terrain")
def test_a_day_over_two_kinds_of_ground_counts_each_at_its_own_speed() -> None:
    two = [{"miles": 12}, {"miles": 99, "terrain": "forest"}]
    bout = journey_of(ann(), stretches=two)
    a_day(bout, MARCH)
    assert miles(bout) == 12 + 6, "half a day of road, half a day at half the pace"


def test_thirds_of_miles_are_shown_as_they_are() -> None:
    from affray.systems.ix import showing

    bout = journey_of(ann(), by="mounted", stretches=[{"miles": 50, "terrain": "mountain"}])
    a_day(bout, MARCH)
    tracks = {track.name: track for track in showing.counters(bout.fight)}
    assert (tracks["Miles"].value, tracks["Miles"].word) == (10, "10 2/3")
    assert tracks["Day"].value == 2
    assert travel.in_words(Fraction(1, 3)) == "1/3"


# ---- forced marches ----


@pytest.mark.rule("ix.travel.forced-march", "ix.travel.forced-march-strain")
def test_a_forced_march_goes_half_as_far_again_and_costs_strain() -> None:
    bout = journey_of(ann(), hero("bob"))
    table = one_step(bout, FORCED)
    assert miles(bout) == 36
    assert (bout["ann"].strain, bout["bob"].strain) == (2, 2)
    assert {event.fields["who"] for event in coded(table, "strained")} == {"ann", "bob"}


@pytest.mark.rule("ix.travel.forced-march-strain")
def test_the_strain_is_a_value_of_the_house() -> None:
    bout = journey_of(ann(), house={"forced-march-strain": 5})
    one_step(bout, FORCED)
    assert bout["ann"].strain == 5


@pytest.mark.rule("ix.travel.forced-march")
def test_an_ordinary_day_costs_none() -> None:
    bout = journey_of(ann())
    one_step(bout, MARCH)
    assert bout["ann"].strain == 0


@pytest.mark.rule("ix.travel.forced-march")
@pytest.mark.parametrize("by", ["riverboat", "sailing-ship", "flying-mount", "flying-ship"])
def test_nobody_marches_by_force_on_board_or_in_the_air(by) -> None:
    assert FORCED not in asked_now(journey_of(ann(), by=by))


@pytest.mark.rule("ix.travel.forced-march")
def test_minions_are_not_strained() -> None:
    group = {**minions("band", 3), "side": "heroes", "kind": "ally"}
    bout = journey_of(ann(), group)
    before = bout["band"].wounds
    one_step(bout, FORCED)
    assert bout["band"].wounds == before


# ---- the way ----

TRACKLESS = [{"miles": 99, "terrain": "hills", "trackless": True}]


@pytest.mark.rule("ix.travel.navigation-none")
def test_a_road_in_the_light_needs_no_check_and_the_gm_is_not_asked() -> None:
    bout = journey_of(ann())
    table = a_day(bout, MARCH)
    assert not table.pools
    assert "ix.travel.navigation-check" not in [rule for rule, _, _ in table.asked]
    assert citing(table, "ix.travel.navigation-none")


@pytest.mark.rule("ix.travel.navigation-check")
def test_without_tracks_it_is_average_once_a_day_by_whoever_leads() -> None:
    bout = journey_of(ann(), hero("bob"), stretches=TRACKLESS)
    table = a_day(bout, MARCH, ("leads", "ann", "survival"), rolls=["1 success"])
    assert dice_of(table) == {"mastery": 2, "ability": 1, "trial": 2}
    assert miles(bout) == 12
    offered = next(
        options
        for rule, _, options in table.asked
        if rule == "ix.travel.navigation-check" and options[0][0] == "leads"
    )
    assert set(offered) == {
        ("leads", who, skill) for who in ("ann", "bob") for skill in ("survival", "planar-lore")
    }
    table = a_day(bout, MARCH, ("leads", "bob", "planar-lore"), rolls=["1 success"])
    assert len(table.pools) == 1


@pytest.mark.rule("ix.travel.navigation-check")
def test_off_the_road_with_tracks_none_is_the_default_and_the_gm_may_want_one() -> None:
    bout = journey_of(ann(), stretches=[{"miles": 99, "terrain": "forest"}])
    assert not a_day(bout, MARCH).pools
    ruled = {"ix.travel.navigation-check": ("navigate", "hard")}
    table = a_day(bout, MARCH, ("leads", "ann", "survival"), rolls=["1 success"], rulings=ruled)
    assert dice_of(table)["trial"] == 3


@pytest.mark.rule("ix.travel.navigation-check", "ix.travel.navigation-none")
def test_where_little_can_be_seen_the_gm_is_asked_on_a_road_too() -> None:
    for bout in (
        journey_of(ann(), light="dim"),
        journey_of(ann(), stretches=[{"miles": 99, "hard-to-see": True}]),
    ):
        table = a_day(bout, MARCH)
        assert "ix.travel.navigation-check" in [rule for rule, _, _ in table.asked]


@pytest.mark.rule(
    "ix.travel.navigation-failure", "ix.travel.navigation-hours", "ix.travel.lost-hours"
)
@pytest.mark.parametrize("drawn", [1, 2, 3, 4, 5])
def test_a_failure_costs_four_to_eight_hours_drawn_evenly(drawn) -> None:
    bout = journey_of(ann(), stretches=TRACKLESS)
    table = one_step(bout, MARCH, ("leads", "ann", "survival"), rolls=["1 failure", drawn])
    (lost,) = coded(table, "way-lost")
    assert (lost.fields["hours"], lost.fields["astray"]) == (3 + drawn, False)
    assert miles(bout) == 12 * Fraction(8 - (3 + drawn), 8)
    assert [count for _, count in table.pools[-1].readings(int).items()] == [1] * 5


@pytest.mark.rule("ix.travel.navigation-hours")
def test_by_the_house_it_is_always_six() -> None:
    bout = journey_of(ann(), stretches=TRACKLESS, house={"navigation-hours": "always-six"})
    table = one_step(bout, MARCH, ("leads", "ann", "survival"), rolls=["1 failure"])
    assert coded(table, "way-lost")[0].fields["hours"] == 6


@pytest.mark.rule("ix.travel.navigation-hours", "ix.travel.navigation-failure")
def test_the_gm_picks_the_hours_and_whether_it_leads_astray() -> None:
    bout = journey_of(ann(), stretches=TRACKLESS)
    ruled = {"ix.travel.navigation-hours": ("hours", "5", "astray")}
    table = one_step(bout, MARCH, ("leads", "ann", "survival"), rolls=["1 failure"], rulings=ruled)
    (lost,) = coded(table, "way-lost")
    assert (lost.fields["hours"], lost.fields["astray"]) == (5, True)
    listed = next(
        options for rule, who, options in table.asked if rule == "ix.travel.navigation-hours"
    )
    assert {str(option[1]) for option in listed if option[0] == "hours"} == {"<4..8>"}


@pytest.mark.rule("ix.travel.lost-hours")
def test_what_a_day_cannot_give_is_taken_off_the_next() -> None:
    bout = journey_of(ann(), house={"travel-hours": 6})
    gm(bout, "set", "", "hours-lost", 9)
    a_day(bout, MARCH)
    assert (miles(bout), bout.fight.journey.lost) == (0, 3)
    a_day(bout, MARCH)
    assert (miles(bout), bout.fight.journey.lost) == (12, 0)


@pytest.mark.rule("ix.travel.lost-hours", "ix.travel.forced-march")
def test_a_forced_march_of_no_distance_costs_nothing() -> None:
    bout = journey_of(ann())
    gm(bout, "set", "", "hours-lost", 8)
    one_step(bout, FORCED)
    assert (miles(bout), bout["ann"].strain) == (0, 0)


# ---- days and nights ----


@pytest.mark.rule("ix.recovery.full-rest", "ix.travel.interruption")
def test_a_quiet_night_is_a_full_rest() -> None:
    bout = journey_of(ann(wounds=5, strain=6, might=3))
    a_day(bout, MARCH)
    assert (bout["ann"].wounds, bout["ann"].strain) == (8, 0)
    assert bout.fight.round == 2


@pytest.mark.rule("ix.travel.interruption", "ix.recovery.full-rest")
def test_a_disturbed_night_is_none() -> None:
    bout = journey_of(ann(wounds=5, strain=6))
    table = a_day(bout, MARCH, rulings={"ix.travel.interruption": ("disturbed",)})
    assert (bout["ann"].wounds, bout["ann"].strain) == (5, 6)
    assert coded(table, "no-rest")


def test_a_day_and_its_night_are_twenty_four_hours() -> None:
    for key in (MARCH, CAMP):
        for night in ("quiet", "disturbed"):
            bout = journey_of(ann())
            a_day(bout, key, rulings={"ix.travel.interruption": (night,)})
            assert bout.fight.hours == 24


def test_a_day_in_camp_goes_nowhere() -> None:
    bout = journey_of(ann())
    a_day(bout, CAMP)
    assert (miles(bout), bout.fight.journey.day) == (0, 2)


@pytest.mark.rule("ix.healing.medicine")
def test_wounds_can_be_treated_before_the_day_begins() -> None:
    bout = journey_of(ann(), hero("bob", wounds=3))
    one_step(bout, ("tend", "ann", "treat", "bob"), spend(), rolls=["2 successes"])
    assert bout["bob"].wounds == 5
    assert bout.fight.journey.part == "day", "and the day is still to come"


@pytest.mark.rule("ix.travel.interruption", "ix.encounter.call")
@pytest.mark.parametrize(("word", "kind"), [("ambush", "fight"), ("pursuit", "chase")])
def test_what_breaks_in_is_another_scene_and_the_journey_goes_on_after_it(word, kind) -> None:
    bout = journey_of(ann(), elite("thief", hidden=True))
    one_step(bout, MARCH)
    one_step(bout, rulings={"ix.travel.interruption": (word,)})
    fight = bout.fight
    assert (fight.scene, fight.behind, fight["thief"].hidden) == (kind, ("travel",), False)


@pytest.mark.rule("ix.travel.interruption")
def test_the_journey_goes_on_after_the_fight_on_the_same_day() -> None:
    bout = journey_of(ann(), elite("thief"))
    one_step(bout, MARCH)
    one_step(bout, rulings={"ix.travel.interruption": ("ambush",)})
    bout.begin()
    gm(bout, "set", "thief", "wounds", 0)
    for _ in range(3):
        if bout.fight.stage == "travel":
            break
        bout.step()
    assert (bout.fight.scene, bout.fight.round, bout.fight.journey.day) == ("travel", 1, 1)
    table = one_step(bout)
    assert [option[0] for option in table.options_of("ix.travel.interruption")] == [
        *("quiet", "disturbed")
    ], "once a day"
    one_step(bout)
    assert bout.fight.journey.day == 2


@pytest.mark.rule("ix.travel.interruption")
def test_without_enemies_nothing_but_the_night_can_be_broken_into() -> None:
    bout = journey_of(ann())
    one_step(bout, MARCH)
    table = one_step(bout)
    assert [option[0] for option in table.options_of("ix.travel.interruption")] == [
        *("quiet", "disturbed")
    ]


# ---- setting out, arriving ----


@pytest.mark.rule("ix.travel.mode")
def test_arriving_ends_it_and_says_on_which_day() -> None:
    bout = journey_of(ann(strain=4), stretches=[{"miles": 30}])
    a_day(bout, MARCH, rulings={"ix.travel.interruption": ("disturbed",)})
    table = one_step(bout, MARCH)
    assert bout.fight.result == "heroes"
    assert coded(table, "arrived")[0].fields["days"] == 2
    bout.step()
    assert bout["ann"].strain == 4, "no structured play has ended"


@pytest.mark.rule("ix.travel.mode")
def test_too_late_is_lost() -> None:
    bout = journey_of(ann(), stretches=[{"miles": 49}], days=2)
    for _ in range(2):
        assert bout.fight.result is None
        a_day(bout, MARCH)
    assert bout.fight.result == "foes"
    bout = journey_of(ann(), stretches=[{"miles": 48}], days=2)
    for _ in range(2):
        a_day(bout, MARCH)
    assert bout.fight.result == "heroes"


@pytest.mark.rule("ix.travel.flying-ship")
def test_whether_a_flying_ship_is_in_order_is_for_the_gm() -> None:
    bout = journey_of(ann(), by="flying-ship")
    assert coded(bout.last, "clearance")[0].fields["what"] == "in-order"
    ruled = {"ix.travel.flying-ship": ("trouble",)}
    bout = journey_of(ann(), by="flying-ship", rulings=ruled)
    assert coded(bout.last, "clearance")[0].fields["what"] == "trouble"
    assert not coded(journey_of(ann()).last, "clearance")


@pytest.mark.rule("ix.flying.endurance-travel")
def test_who_rides_the_air_lands_to_rest_on_the_way() -> None:
    bout = journey_of(hero("ann", species="drakin", might=3), by="flying-mount")
    table = one_step(bout, MARCH)
    (told,) = coded(table, "travelled")
    assert told.fields["landings"] == 2, "eight hours, three at a time"
    assert "ix.flying.endurance-travel" in told.rules


def test_a_journey_that_is_not_said_is_asked_for() -> None:
    from affray.systems.ix.scenes import scene

    bout = scene_of("free", ann(), begin=False)
    scene.call(bout.fight, "travel")
    bout.step()
    one_step(bout, ("journey", "wagon", "open-trackless", "9"))
    assert bout.fight.journey.stretches == ((9, "open", True, False, ""),)
    assert travel.speed("wagon", bout.fight.journey.stretches[0]) == 9


@pytest.mark.parametrize(
    ("stretch", "told"),
    [
        ({"miles": 0}, "greater than or equal to 1"),
        ({"miles": 5, "terrain": "sea"}, "no terrain called sea"),
    ],
)
def test_stretches_that_make_no_sense_are_refused(stretch, told) -> None:
    with pytest.raises(ValidationError, match=told):
        journey_of(ann(), stretches=[stretch])
    with pytest.raises(ValidationError, match="no means of travel"):
        journey_of(ann(), by="broom")
    with pytest.raises(ValidationError, match="where they travel"):
        scene_of("travel", ann())


def test_the_gm_sets_miles_days_and_lost_hours() -> None:
    bout = journey_of(ann(), days=3)
    gm(bout, "set", "", "miles", 99)
    gm(bout, "set", "", "days", 9)
    assert (miles(bout), bout.fight.journey.limit) == (99, 9)
    for name, value in (("miles", 101), ("days", -1), ("hours-lost", "many")):
        with pytest.raises(Refused):
            gm(bout, "set", "", name, value)
    gm(bout, "set", "", "miles", 100)
    one_step(bout)
    assert bout.fight.result == "heroes"


def test_a_party_of_which_nobody_is_up_goes_nowhere() -> None:
    bout = journey_of(ann(), ally("bea"))
    for who in ("ann", "bea"):
        gm(bout, "set", who, "wounds", 0)
    one_step(bout)
    assert bout.fight.result == "foes"


@pytest.mark.rule("ix.hazard.temperature-check")
def test_every_hour_in_the_cold_is_checked_before_they_arrive_out_of_it() -> None:
    cold = {"kind": "cold", "difficulty": "easy"}
    bout = journey_of(ann(), stretches=[{"miles": 24}], temperature=cold)
    one_step(bout, MARCH)
    assert len(bout.fight.exposures) == 8
    for _ in range(8):
        bout.step(rolls=["1 success"])
    assert (bout.fight.result, bout.fight.exposures) == (None, ())
    one_step(bout)
    assert (bout.fight.result, bout.fight.climate) == ("heroes", None)


@pytest.mark.rule("ix.travel.forced-march", "ix.strain.voluntary-overload")
def test_whoever_collapses_under_a_forced_march_has_bought_nothing_by_it() -> None:
    bout = journey_of(ann(strain=11), hero("bob"))
    table = one_step(bout, ("forced-march",))
    assert bout["ann"].is_down
    assert bout["bob"].strain == 2
    assert miles(bout) == 24
    (event,) = [each for each in table.events if each.code == "travelled"]
    assert not event.fields["forced"]
    assert "ix.travel.forced-march" not in event.rules


# ---- at the borders ----


@pytest.mark.rule("ix.travel.terrain", "ix.travel.navigation-none")
def test_at_the_end_of_a_stretch_the_party_is_on_the_next() -> None:
    road, marsh = {"miles": 24}, {"miles": 50, "terrain": "marsh", "trackless": True}
    bout = journey_of(ann(), stretches=[road, marsh])
    a_day(bout, MARCH)
    table = one_step(bout, MARCH, ("leads", "ann", "survival"), rolls=["1 success"])
    (told,) = coded(table, "travelled")
    assert (told.fields["ground"], told.fields["trackless"]) == ("marsh", True)


@pytest.mark.rule("ix.travel.forced-march")
def test_one_who_cannot_pay_keeps_all_from_a_forced_march() -> None:
    bout = journey_of(ann(), hero("bob"))
    assert FORCED in asked_now(bout)
    bout["bob"].effects += (Effect("no-voluntary-strain"),)
    assert FORCED not in asked_now(bout)


@pytest.mark.rule("ix.flying.endurance-travel")
@pytest.mark.parametrize(("might", "landings"), [(2, 3), (4, 1), (6, 1)])
def test_the_first_of_those_in_the_air_to_tire_lands_them_all(might, landings) -> None:
    fliers = [hero(name, species="drakin", might=m) for name, m in (("ann", 6), ("bob", might))]
    bout = journey_of(*fliers, by="flying-mount")
    (told,) = coded(one_step(bout, MARCH), "travelled")
    assert told.fields["landings"] == landings, "none at the end of the day's eight hours"


@pytest.mark.rule("ix.travel.lost-hours", "ix.travel.navigation-failure")
def test_hours_lost_again_come_on_top_of_those_of_before() -> None:
    bout = journey_of(ann(), stretches=TRACKLESS)
    gm(bout, "set", "", "hours-lost", 7)
    ruled = {"ix.travel.navigation-hours": ("hours", "5", "on-course")}
    one_step(bout, MARCH, ("leads", "ann", "survival"), rolls=["1 failure"], rulings=ruled)
    assert (miles(bout), bout.fight.journey.lost) == (0, 7 + 5 - 8)


@pytest.mark.rule("ix.travel.interruption")
def test_a_day_is_broken_into_once_and_the_next_may_be_again() -> None:
    bout = journey_of(ann(), elite("thief"))
    one_step(bout, MARCH)
    one_step(bout, rulings={"ix.travel.interruption": ("ambush",)})
    bout.begin()
    gm(bout, "set", "", "scene", "travel")
    while bout.fight.stage != "travel":
        bout.step()
    assert (bout.fight.scene, bout.fight.up("foes")) == ("travel", ["thief"])

    def ways() -> list[str]:
        return [option[0] for option in one_step(bout).options_of("ix.travel.interruption")]

    assert ways() == ["quiet", "disturbed"]
    one_step(bout)
    one_step(bout, MARCH)
    assert ways() == ["quiet", "disturbed", "ambush", "pursuit"]
