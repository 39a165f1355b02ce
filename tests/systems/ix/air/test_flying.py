"""Flight: zones and ranges, taking off, moving, hovering, endurance, the noise of wings."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    IX,
    Bout,
    IxTable,
    ally,
    asked_now,
    citing,
    coded,
    dice_of,
    elite,
    gm,
    hero,
    minions,
    nemesis,
    to_rest,
)

from affray.systems.ix.air import flying
from affray.systems.ix.fight import range as bands
from affray.systems.ix.ledger import ENGAGED, EXTREME, LONG, MEDIUM, SHORT

FLIER = {"species": "drakin", "might": 3}


def sky(
    *blocks: dict[str, Any],
    heights: dict[str, str] | None = None,
    at: dict[str, int] | None = None,
    zones: str | None = "high",
    house: dict[str, Any] | None = None,
    **more: Any,
) -> Bout:
    """A bout of a Drakin, a foe on foot and whoever else is named, all at one place."""
    everybody = [hero("kim", **(FLIER | more)), elite("brute", wound_points=40), *blocks]
    where = {block["id"]: 0 for block in everybody} | (at or {})
    scene: dict[str, Any] = {"at": where, "heights": heights or {}, "engaged": []}
    if zones is not None:
        scene["zones"] = zones
    return Bout(*everybody, scene=scene, house=house)


# ---- who, and where ----


@pytest.mark.rule("ix.flying.who")
def test_only_those_with_flight_may_take_off() -> None:
    bout = sky(hero("ann"), elite("hawk", flight=True))
    bout.turn_of("kim")
    assert bout.offers("take-off", "low")
    bout.do(("end",))
    bout.turn_of("ann")
    assert not bout.offers("take-off")
    bout.do(("end",))
    bout.turn_of("hawk")
    assert bout.offers("take-off", "low")


@pytest.mark.rule("ix.flying.who")
def test_the_gm_admits_another_flyer() -> None:
    bout = sky(hero("ann"))
    gm(bout, "tag", "ann", "flight")
    bout.turn_of("ann")
    assert bout.offers("take-off", "low")


@pytest.mark.rule("ix.flying.zones", "ix.flying.zone-cost")
def test_each_zone_costs_a_maneuver_up_and_down() -> None:
    bout = sky(heights={"kim": "low"})
    bout.turn_of("kim")
    bout.do(("climb",))
    assert (bout["kim"].zone, bout.fight.maneuvers, bout.fight.free_maneuvers) == (2, 1, 0)
    table = bout.do(("climb", "strain"))
    assert (bout["kim"].zone, bout.fight.maneuvers, bout["kim"].strain) == (3, 2, 2)
    assert table.cited("ix.flying.zone-cost")
    assert not bout.offers("climb")
    bout.do(("end",))
    bout.next_round()
    bout.turn_of("kim")
    bout.do(("descend",), ("descend", "strain"))
    assert (bout["kim"].zone, bout.fight.maneuvers) == (1, 2)


@pytest.mark.rule("ix.flying.zones")
@pytest.mark.parametrize(
    ("zone", "up", "down", "land"),
    [("low", True, False, True), ("middle", True, True, False), ("high", False, True, False)],
)
def test_from_each_zone_there_is_one_way_up_and_one_down(
    zone: str, up: bool, down: bool, land: bool
) -> None:
    bout = sky(heights={"kim": zone})
    bout.turn_of("kim")
    assert (bout.offers("climb"), bout.offers("descend"), bout.offers("land")) == (up, down, land)
    assert not bout.offers("take-off")


@pytest.mark.rule("ix.flying.available-zones")
def test_the_gm_says_which_zones_there_are_when_play_begins() -> None:
    bout = sky(zones=None)
    table = bout.last
    assert table is not None
    asked = [options for rule, _, options in table.asked if rule == flying.AVAILABLE]
    assert asked == [[("zones", zone) for zone in ("ground", "low", "middle", "high")]]
    assert bout.fight.zones == 3
    assert coded(table, "zones")[0].fields["highest"] == "high"


@pytest.mark.rule("ix.flying.available-zones")
@pytest.mark.parametrize(
    ("indoors", "word", "zones"), [(False, None, 3), (True, None, 1), (True, "middle", 2)]
)
def test_outdoors_all_three_indoors_low_alone_or_as_the_gm_says(
    indoors: bool, word: str | None, zones: int
) -> None:
    scene = {"at": {"kim": 0, "brute": 0}, "indoors": indoors}
    bout = Bout(hero("kim", **FLIER), elite("brute"), scene=scene, start=False)
    bout.begin(rulings={flying.AVAILABLE: ("zones", word)} if word else {})
    assert bout.fight.zones == zones
    bout.turn_of("kim")
    bout.do(("take-off", "low"))
    assert bout.offers("climb") is (zones > 1)


@pytest.mark.rule("ix.flying.available-zones")
def test_with_no_zone_nobody_flies() -> None:
    bout = sky(zones="ground")
    bout.turn_of("kim")
    assert not bout.offers("take-off")


@pytest.mark.rule("ix.flying.available-zones")
def test_whom_the_ceiling_stops_is_lower() -> None:
    scene = {"at": {"kim": 0, "brute": 0}, "heights": {"kim": "high"}}
    bout = Bout(hero("kim", **FLIER), elite("brute"), scene=scene, start=False)
    bout.begin(rulings={flying.AVAILABLE: ("zones", "low")})
    assert bout["kim"].zone == 1


@pytest.mark.rule("ix.flying.available-zones")
def test_nobody_is_asked_where_nobody_flies_or_the_scene_has_said_it() -> None:
    for bout in (Bout(hero("ann"), elite("brute")), sky(zones="middle")):
        assert bout.last is not None
        assert flying.AVAILABLE not in [rule for rule, _, _ in bout.last.asked]
    assert bout.fight.zones == 2


@pytest.mark.rule("ix.flying.available-zones")
def test_a_hidden_flyer_alone_does_not_tell_the_players_of_the_air() -> None:
    bout = Bout(hero("ann"), elite("hawk", flight=True, hidden=True))
    assert bout.last is not None
    assert [event.audience for event in coded(bout.last, "zones")] == ["gm"]


# ---- ranges ----


@pytest.mark.rule("ix.flying.zone-range", "ix.ship.elevation-range")
@pytest.mark.parametrize(
    ("one", "other", "steps", "band"),
    [
        ("ground", "low", 1, SHORT),
        ("ground", "low", 2, MEDIUM),
        ("low", "middle", 0, LONG),
        ("ground", "middle", 0, LONG),
        ("middle", "high", 1, LONG),
        ("low", "high", 0, EXTREME),
        ("ground", "high", 3, EXTREME),
        ("ground", "middle", 4, LONG),
        ("ground", "middle", 6, EXTREME),
        ("middle", "middle", 1, SHORT),
        ("high", "high", 2, MEDIUM),
    ],
)
def test_range_is_the_greater_of_the_two_distances(
    one: str, other: str, steps: int, band: int
) -> None:
    heights = {who: zone for who, zone in (("kim", one), ("hawk", other)) if zone != "ground"}
    bout = sky(elite("hawk", flight=True), heights=heights, at={"hawk": steps})
    assert bands.band(bout.fight, "kim", "hawk") == band
    assert bands.band(bout.fight, "hawk", "kim") == band


@pytest.mark.rule("ix.flying.melee-ground", "ix.flying.melee-out-of-reach")
@pytest.mark.parametrize(("zone", "reach"), [("low", True), ("middle", False), ("high", False)])
def test_only_at_low_do_blades_meet(zone: str, reach: bool) -> None:
    bout = sky(heights={"kim": zone})
    bout.turn_of("kim")
    assert bout.offers("attack", "long-blade", "brute") is reach
    bout.do(("hover",), ("end",))
    bout.turn_of("brute")
    assert bout.offers("attack", "long-blade", "kim") is reach
    assert bout.offers("grapple", "kim") is reach
    assert bout.offers("engage", "kim") is reach


@pytest.mark.rule("ix.flying.melee-out-of-reach")
def test_a_long_weapon_reaches_no_higher() -> None:
    bout = sky(elite("pike", weapons=["spear"]), heights={"kim": "middle"})
    bout.turn_of("kim")
    bout.do(("hover",), ("end",))
    bout.turn_of("pike")
    assert not bout.offers("attack", "spear", "kim")


@pytest.mark.rule("ix.flying.melee-ground")
def test_in_the_air_blades_meet_at_one_height() -> None:
    bout = sky(elite("hawk", flight=True), heights={"kim": "high", "hawk": "high"})
    bout.turn_of("kim")
    assert bout.offers("attack", "long-blade", "hawk")


@pytest.mark.rule("ix.flying.zone-range")
def test_a_bow_shoots_up_at_the_difficulty_of_long_range() -> None:
    bow = {"weapons": ["hunting-bow"], "skills": {"heavy-ranged": 2}}
    bout = sky(hero("ann", **bow), elite("hawk", flight=True), heights={"hawk": "middle"})
    bout.turn_of("ann")
    table = bout.do(("attack", "hunting-bow", "hawk"), rolls=["nothing"])
    assert dice_of(table)["trial"] == 3
    assert coded(table, "attack")[0].fields["band"] == "long"
    gm(bout, "set", "hawk", "zone", 3)
    bout.fight.actions = 1
    assert not bout.offers("attack", "hunting-bow", "hawk")


@pytest.mark.rule("ix.flying.zone-range")
def test_who_is_above_is_not_engaged_and_cannot_be_treated() -> None:
    bout = sky(ally("hurt", flight=True, wounds=3), heights={"hurt": "middle"})
    assert bands.band(bout.fight, "kim", "hurt") == LONG
    bout.turn_of("kim")
    assert not bout.offers("treat", "hurt")
    gm(bout, "set", "hurt", "zone", 1)
    assert bands.band(bout.fight, "kim", "hurt") == ENGAGED


@pytest.mark.rule("ix.flying.zone-cost")
def test_climbing_away_parts_those_in_contact_and_breaks_a_hold() -> None:
    bout = sky(elite("hawk", flight=True), heights={"kim": "low", "hawk": "low"})
    gm(bout, "tag", "kim", "engaged:hawk")
    bout.turn_of("kim")
    table = bout.do(("climb",))
    assert coded(table, "parted")
    assert not bout.fight.engaged


def test_from_low_to_the_ground_contact_lasts() -> None:
    bout = sky(heights={"kim": "low"})
    gm(bout, "tag", "kim", "engaged:brute")
    bout.turn_of("kim")
    bout.do(("land", "ground"))
    assert bout.fight.engaged == {("kim", "brute")}


# ---- taking off and landing ----


@pytest.mark.rule("ix.flying.takeoff", "ix.flying.zone-change-maintains")
def test_taking_off_brings_to_low_and_needs_no_hover() -> None:
    bout = sky()
    bout.turn_of("kim")
    assert [key for key in asked_now(bout) if key[0] == "take-off"] == [("take-off", "low")]
    table = bout.do(("take-off", "low"))
    assert (bout["kim"].zone, bout.fight.free_maneuvers) == (1, 0)
    assert table.cited("ix.flying.takeoff")
    table = bout.do(("end",))
    assert not bout.fight.falls
    assert not coded(table, "disrupted")


@pytest.mark.rule("ix.flying.takeoff")
def test_a_house_may_let_one_maneuver_reach_any_zone() -> None:
    bout = sky(house={"take-off-to-any-zone": "any"}, zones="middle")
    bout.turn_of("kim")
    ways = [key[1] for key in asked_now(bout) if key[0] == "take-off"]
    assert ways == ["low", "middle"]
    bout.do(("take-off", "middle"))
    assert (bout["kim"].zone, bout.fight.maneuvers) == (2, 1)


@pytest.mark.rule("ix.flying.landing", "ix.flying.zone-change-maintains")
def test_landing_costs_a_maneuver_and_is_done_from_low() -> None:
    bout = sky(heights={"kim": "low"})
    bout.turn_of("kim")
    table = bout.do(("land", "ground"))
    assert (bout["kim"].zone, bout.fight.free_maneuvers) == (0, 0)
    assert table.cited("ix.flying.landing")
    table = bout.do(("end",))
    assert not coded(table, "disrupted")
    assert not coded(table, "aloft")


@pytest.mark.rule("ix.flying.takeoff")
@pytest.mark.parametrize("condition", ["prone", "restrained", "immobilized"])
def test_whoever_cannot_move_cannot_take_off(condition: str) -> None:
    bout = sky()
    bout.turn_of("kim")
    gm(bout, "tag", "kim", condition)
    assert not bout.offers("take-off")


@pytest.mark.rule("ix.flying.disruption")
def test_where_wings_cannot_open_nobody_takes_off() -> None:
    bout = sky()
    gm(bout, "tag", "kim", "confined")
    bout.turn_of("kim")
    assert not bout.offers("take-off")
    gm(bout, "untag", "kim", "confined")
    assert bout.offers("take-off")


@pytest.mark.rule("ix.condition.grabbed")
def test_who_is_grabbed_does_not_fly_away() -> None:
    bout = sky(heights={"kim": "low"})
    bout.turn_of("kim")
    from affray.systems.ix.harm import condition

    table = IxTable(bout.fight)
    condition.give(
        bout.fight, table, "kim", "grabbed", source="brute", because="ix.grapple.engaged"
    )
    assert not bout.offers("climb")
    assert bout.offers("hover")


@pytest.mark.rule("ix.fear.frightened-movement")
def test_the_frightened_come_no_nearer_by_height_either() -> None:
    bout = sky(heights={"kim": "middle"})
    from affray.systems.ix.harm import condition

    bout.turn_of("kim")
    table = IxTable(bout.fight)
    because = "ix.fear.frightened"
    condition.give(bout.fight, table, "kim", "frightened", source="brute", because=because)
    assert not bout.offers("descend")
    assert bout.offers("climb")


# ---- moving ----


@pytest.mark.rule("ix.flying.move", "ix.range.record-move")
def test_one_maneuver_of_flight_covers_two_steps() -> None:
    bout = sky(heights={"kim": "middle"}, at={"brute": 4})
    bout.turn_of("kim")
    table = bout.do(("move-far", "toward", "brute"))
    assert (bout["kim"].at, bout.fight.maneuvers, bout.fight.free_maneuvers) == (2, 1, 0)
    assert coded(table, "moved")[0].rules[-1] == "ix.flying.move"
    bout.do(("move-far", "toward", "brute", "strain"))
    assert bout["kim"].at == 4
    table = bout.do(("end",))
    assert not coded(table, "disrupted")


@pytest.mark.rule("ix.flying.move")
def test_on_foot_two_steps_are_two_maneuvers_for_a_flyer_too() -> None:
    bout = sky(at={"brute": 2})
    bout.turn_of("kim")
    assert not bout.offers("move-far", "toward", "brute", "free")
    assert ("move-far", "toward", "brute", "action") in asked_now(bout)
    table = bout.do(("move-far", "toward", "brute", "action"))
    assert coded(table, "action-traded")
    assert "ix.flying.move" not in coded(table, "moved")[0].rules


@pytest.mark.rule("ix.flying.move", "ix.flying.melee-ground")
def test_flying_over_somebody_is_not_meeting_them() -> None:
    bout = sky(heights={"kim": "middle"}, at={"brute": 1})
    bout.turn_of("kim")
    bout.do(("move", "toward", "brute"))
    assert bout["kim"].at == 1
    assert not bout.fight.engaged
    bout.do(("descend", "strain"))
    assert bout.offers("engage", "brute")


def test_the_house_may_let_flight_be_slower() -> None:
    bout = sky(heights={"kim": "low"}, at={"brute": 4}, house={"flight-steps-per-maneuver": 1})
    bout.turn_of("kim")
    assert not bout.offers("move-far", "toward", "brute")


# ---- staying aloft ----


@pytest.mark.rule("ix.flying.hover")
def test_a_flyer_that_does_not_move_hovers_for_a_maneuver() -> None:
    bout = sky(heights={"kim": "middle"})
    bout.turn_of("kim")
    table = bout.do(("hover",))
    assert bout.fight.free_maneuvers == 0
    assert table.cited("ix.flying.hover")
    assert not bout.offers("hover")
    bout.do(("end",))
    assert not bout.fight.falls
    assert bout["kim"].zone == 2


@pytest.mark.rule("ix.flying.hover")
def test_the_next_turn_asks_for_it_again() -> None:
    bout = sky(heights={"kim": "middle"})
    bout.turn_of("kim")
    bout.do(("hover",), ("end",))
    bout.next_round(rolls=[])
    bout.turn_of("kim")
    assert bout.offers("hover")


@pytest.mark.rule("ix.flying.hover", "ix.flying.zone-change-maintains", "ix.flying.move")
@pytest.mark.parametrize(
    "how",
    [("move", "toward", "brute"), ("move-far", "away", "brute"), ("climb",), ("descend",)],
)
def test_whoever_moves_needs_no_hover(how: tuple[str, ...]) -> None:
    bout = sky(heights={"kim": "middle"}, at={"brute": 2})
    bout.turn_of("kim")
    bout.do(how)
    assert not bout.offers("hover")
    bout.do(("end",))
    assert not bout.fight.falls


@pytest.mark.rule("ix.flying.no-hover", "ix.flying.disruption-fall")
def test_whoever_neither_moves_nor_hovers_falls_at_the_end_of_its_turn() -> None:
    bout = sky(heights={"kim": "middle"})
    bout.turn_of("kim")
    table = bout.do(("end",))
    assert coded(table, "disrupted")[0].rules[0] == "ix.flying.no-hover"
    table = bout.step(rolls=["nothing"])
    assert coded(table, "fell")[0].fields["feet"] == 60
    assert bout["kim"].zone == 0


@pytest.mark.rule("ix.flying.no-hover")
def test_a_turn_that_the_gm_cuts_short_lets_nobody_fall() -> None:
    bout = sky(heights={"kim": "middle"})
    bout.turn_of("kim")
    gm(bout, "skip")
    bout.step()
    assert not bout.fight.falls
    assert bout["kim"].zone == 2


@pytest.mark.rule("ix.flying.hover")
def test_the_immobilized_can_hover_and_no_more() -> None:
    bout = sky(heights={"kim": "middle"})
    bout.turn_of("kim")
    gm(bout, "tag", "kim", "immobilized")
    assert bout.offers("hover")
    assert not bout.offers("climb")
    assert not bout.offers("descend")


def test_a_step_in_thin_air_is_no_ordinary_turn_until_it_is_kept_aloft() -> None:
    bout = sky(heights={"kim": "middle"})
    bout.turn_of("kim")
    from affray.systems.ix import system

    def tags() -> list[str]:
        card = next(sheet for sheet in system.sheets(bout.fight) if sheet.who == "kim")
        return [tag.name for tag in card.tags]

    assert "must move or hover" in tags()
    assert "in the air, Middle" in tags()
    bout.do(("hover",))
    assert "must move or hover" not in tags()


# ---- endurance ----


def rounds_aloft(bout: Bout, who: str, rounds: int) -> list[int]:
    """Strain of a flyer after each of so many turns in which it hovers."""
    strain = []
    for number in range(rounds):
        if number:
            bout.next_round()
        bout.turn_of(who)
        bout.do(("hover",), ("end",))
        strain.append(bout[who].strain)
    return strain


@pytest.mark.rule("ix.flying.endurance", "ix.flying.endurance-strain")
def test_might_and_2_rounds_are_free_then_each_costs_1_strain() -> None:
    bout = sky(heights={"kim": "low"})
    assert rounds_aloft(bout, "kim", 7) == [0, 0, 0, 0, 0, 1, 2]
    assert bout.last is not None
    assert citing(bout.last, "ix.flying.endurance-strain")


@pytest.mark.rule("ix.flying.endurance-strain")
def test_the_strain_comes_at_the_end_of_the_flyers_turn() -> None:
    bout = sky(heights={"kim": "low"})
    bout["kim"].aloft = 5
    bout.turn_of("kim")
    bout.do(("hover",))
    assert bout["kim"].strain == 0
    bout.do(("end",))
    assert bout["kim"].strain == 1


@pytest.mark.rule("ix.flying.endurance-counter")
def test_landing_pauses_the_count_and_does_not_reset_it() -> None:
    bout = sky(heights={"kim": "low"})
    rounds_aloft(bout, "kim", 4)
    bout.next_round()
    bout.turn_of("kim")
    bout.do(("land", "ground"), ("end",))
    assert bout["kim"].aloft == 4
    bout.next_round()
    bout.turn_of("kim")
    bout.do(("take-off", "low"), ("end",))
    assert (bout["kim"].aloft, bout["kim"].strain) == (5, 0)
    bout.next_round()
    assert rounds_aloft(bout, "kim", 1) == [1]


@pytest.mark.rule("ix.flying.endurance-counter")
def test_a_house_may_let_landing_reset_the_count() -> None:
    bout = sky(heights={"kim": "low"}, house={"flight-counter-resets": "yes"})
    bout["kim"].aloft = 5
    bout.turn_of("kim")
    bout.do(("land", "ground"))
    assert bout["kim"].aloft == 0


@pytest.mark.rule("ix.flying.endurance-counter")
def test_the_end_of_the_fight_brings_everybody_down_and_the_next_begins_anew() -> None:
    bout = sky(heights={"kim": "high"})
    bout["kim"].aloft = 9
    gm(bout, "set", "brute", "wounds", 0)
    assert bout.fight.result == "heroes"
    table = to_rest(bout)
    assert bout["kim"].zone == 0
    assert coded(table, "came-down")
    bout.fight.foes = ()
    flying.begin(bout.fight, IxTable(bout.fight))
    assert bout["kim"].aloft == 0


@pytest.mark.rule("ix.flying.endurance-strain")
def test_a_creature_without_strain_pays_with_wounds() -> None:
    bout = sky(elite("hawk", flight=True), heights={"hawk": "low"})
    bout["hawk"].aloft = 4
    bout.turn_of("hawk")
    bout.do(("hover",), ("end",))
    assert bout["hawk"].wounds == 9


@pytest.mark.rule("ix.flying.endurance")
def test_a_foes_stamina_is_not_told_to_players() -> None:
    bout = sky(nemesis("hawk", flight=True, shown="word"), heights={"hawk": "low"})
    bout.turn_of("hawk")
    bout.do(("hover",))
    table = bout.do(("end",))
    told = coded(table, "aloft")[0]
    assert "free" not in told.fields
    assert told.secret["free"] == 4


@pytest.mark.rule("ix.flying.endurance-travel")
def test_outside_structured_play_might_counts_in_hours() -> None:
    bout = sky(hero("ann"), might=4)
    assert flying.hours(bout.fight, "kim") == 4
    assert flying.hours(bout.fight, "ann") == 0


# ---- the noise of wings ----


def sneak(bout: Bout, *rolls: str, **how: Any) -> IxTable:
    bout.turn_of("kim")
    return bout.do(("skill-check",), ("with", "stealth"), rolls=list(rolls), **how)


@pytest.mark.rule("ix.flying.stealth")
def test_wings_put_2_bane_dice_on_stealth() -> None:
    bout = sky(heights={"kim": "high"}, at={"brute": 6}, skills={"stealth": 2})
    table = sneak(bout, "nothing")
    assert dice_of(table)["bane"] == 2
    assert table.cited("ix.flying.stealth")
    on_foot = sky(at={"brute": 6}, skills={"stealth": 2})
    assert "bane" not in dice_of(sneak(on_foot, "nothing"))


@pytest.mark.rule("ix.flying.stealth")
def test_other_checks_and_those_who_stand_up_there_are_not_hampered() -> None:
    bout = sky(hero("ann"), heights={"kim": "high", "ann": "high"}, at={"brute": 6})
    bout.turn_of("ann")
    table = bout.do(("skill-check",), ("with", "stealth"), rolls=["nothing"])
    assert "bane" not in dice_of(table)
    bout.do(("end",))
    bout.turn_of("kim")
    table = bout.do(("skill-check",), ("with", "athletics"), rolls=["nothing"])
    assert "bane" not in dice_of(table)


@pytest.mark.rule("ix.flying.no-silent-approach")
@pytest.mark.parametrize(("at", "zone", "barred"), [(2, "low", True), (4, "low", False)])
def test_nobody_near_can_be_approached_unheard(at: int, zone: str, barred: bool) -> None:
    bout = sky(heights={"kim": zone}, at={"brute": at})
    table = sneak(bout, *([] if barred else ["nothing"]))
    assert bool(coded(table, "heard")) is barred
    assert bout.fight.actions == int(barred)


@pytest.mark.rule("ix.flying.no-silent-approach")
def test_the_gm_may_let_the_wings_be_unheard() -> None:
    bout = sky(heights={"kim": "low"}, at={"brute": 2})
    table = sneak(bout, "nothing", rulings={flying.SILENCE: ("unheard",)})
    assert not coded(table, "heard")
    assert dice_of(table)["bane"] == 2


@pytest.mark.rule("ix.flying.no-silent-approach")
def test_on_the_ground_and_before_the_deaf_nobody_is_heard() -> None:
    on_foot = sky(at={"brute": 1})
    assert not coded(sneak(on_foot, "nothing"), "heard")
    bout = Bout(
        hero("kim", **FLIER),
        elite("brute", hears=False),
        scene={"at": {"kim": 0, "brute": 1}, "zones": "high", "heights": {"kim": "low"}},
    )
    assert not coded(sneak(bout, "nothing"), "heard")


def test_minions_fly_as_a_group() -> None:
    bout = sky(minions("bats", 3, flight=True), heights={"bats": "middle"})
    bout.turn_of("bats")
    bout.do(("hover",), ("end",))
    assert (bout["bats"].zone, bout["bats"].aloft) == (2, 1)


@pytest.mark.rule("ix.flying.zones", "ix.flying.zone-range")
def test_the_picture_shows_who_is_above_whom_and_how_far_apart_that_makes_them() -> None:
    bout = sky(elite("hawk", flight=True), heights={"kim": "low", "hawk": "high"})
    drawn = IX.map(bout.fight)
    assert drawn is not None
    levels = {point.id: drawn.levels[point.level] for point in drawn.points}
    assert levels == {"kim": "Low", "hawk": "High", "brute": "Ground"}
    apart = {tuple(row["who"]): row["band"] for row in drawn.dump()["apart"]}
    assert apart["kim", "hawk"] == "Extreme"
    assert apart["kim", "brute"] == "Engaged or Short", "the ground counts as Low"
