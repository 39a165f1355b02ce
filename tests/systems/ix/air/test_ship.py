"""Ships: hulls, crews aboard, deck weapons, positions, sinking."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    asked_now,
    citing,
    coded,
    dice_of,
    elite,
    gm,
    hero,
    to_rest,
)

from affray.kernel.encounter import EncounterError, read_encounter
from affray.kernel.question import Refused
from affray.systems.ix import system
from affray.systems.ix.air import ship, ship_actions
from affray.systems.ix.blocks import blocks_out
from affray.systems.ix.fight import range as bands
from affray.systems.ix.ledger import ENGAGED, EXTREME, LONG, MEDIUM, SHORT

BALLISTA, THEIRS = "tern-deck-ballista-1", "gannet-deck-ballista-1"


def sea(
    *more: dict[str, Any],
    zone: str | None = "middle",
    their_zone: str | None = "middle",
    at: int = 4,
    house: dict[str, Any] | None = None,
    start: bool = True,
    **scene: Any,
) -> Bout:
    """Ann, a gunner, and Bob aboard the Tern; a captain and a hand aboard the Gannet."""
    ann = hero("ann", agility=3, skills={"gunnery": 2, "piloting": 2, "light-melee": 1})
    blocks = [
        ann,
        hero("bob", skills={"athletics": 1}),
        elite("captain", agility=3, skills={"piloting": 1}, wound_points=30),
        elite("hand", skills={"gunnery": 1}),
        *more,
    ]
    ours = {"name": "Tern", "id": "tern", "use": "packet-sloop", "side": "heroes", "at": 0}
    theirs = {"name": "Gannet", "id": "gannet", "use": "packet-sloop", "side": "foes", "at": at}
    said = {
        "at": {one["id"]: 0 if one["side"] == "heroes" else at for one in blocks},
        "zones": "high",
        "engaged": [],
        "ships": [
            {**ours, "zone": zone, "crew": ["ann", "bob"]},
            {**theirs, "zone": their_zone, "crew": ["captain", "hand"]},
        ],
        **scene,
    }
    return Bout(*blocks, scene=said, house=house, start=start)


def named(bout: Bout, ship_id: str) -> Any:
    found = ship.named(bout.fight, ship_id)
    assert found is not None
    return found


def ready(bout: Bout, who: str = "ann") -> str:
    """Somebody's turn, with the deck weapon made ready; its id."""
    bout.turn_of(who)
    weapon = next(iter(bout[who].deck))
    bout[who].readied = {weapon: 2}
    return weapon


# ---- aboard ----


@pytest.mark.rule("ix.ship.aerial-bands")
def test_crews_are_where_their_ship_is_and_as_high() -> None:
    bout = sea()
    assert {who: (bout[who].at, bout[who].zone) for who in bout.fight.combatants} == {
        "ann": (0, 2),
        "bob": (0, 2),
        "captain": (4, 2),
        "hand": (4, 2),
    }
    assert bands.band(bout.fight, "ann", "bob") == ENGAGED
    assert bands.band(bout.fight, "ann", "hand") == LONG


@pytest.mark.rule("ix.ship.aerial-bands")
@pytest.mark.parametrize(("zone", "band"), [("low", EXTREME), ("middle", LONG), ("high", SHORT)])
def test_bands_between_ships_count_the_height(zone: str, band: int) -> None:
    bout = sea(zone=zone, their_zone="high", at=0)
    assert bands.band(bout.fight, "ann", "hand") == band
    assert ship.band(bout.fight, "ann", named(bout, "gannet")) == max(band - (band == SHORT), 0)


@pytest.mark.rule("ix.ship.aerial-bands")
def test_single_combatants_aboard_fight_as_always_and_need_no_hover() -> None:
    bout = sea(at=0)
    bout.turn_of("bob")
    table = bout.do(("attack", "long-blade", "hand"), rolls=["1 success"])
    assert bout["hand"].wounds == 10 - (6 - 1)
    bout.do(("end",))
    assert not bout.fight.falls
    assert coded(table, "attack")[0].fields["band"] == "engaged"


@pytest.mark.rule("ix.ship.aerial-bands")
def test_no_step_leads_off_a_ship_in_the_air() -> None:
    bout = sea(at=1)
    bout.turn_of("bob")
    assert not bout.offers("move")
    assert not bout.offers("move-far")


@pytest.mark.rule("ix.ship.aerial-bands")
def test_from_a_ship_that_is_down_one_walks_away() -> None:
    bout = sea(zone="ground", their_zone="ground", at=1)
    bout.turn_of("bob")
    bout.do(("move", "toward", "hand"))
    assert (bout["bob"].at, bout["bob"].perch) == (1, "")
    assert bout["ann"].perch == "tern"


@pytest.mark.rule("ix.ship.aerial-bands", "ix.flying.takeoff", "ix.flying.landing")
def test_a_flyer_takes_off_from_the_deck_and_lands_on_another() -> None:
    bout = sea(hero("kim", species="drakin"), at=0)
    gm(bout, "tag", "kim", "aboard:tern")
    bout.turn_of("kim")
    bout.do(("take-off", "middle"))
    assert (bout["kim"].zone, bout["kim"].perch) == (2, "")
    assert {key[1] for key in asked_now(bout) if key[0] == "land"} == {"tern", "gannet"}
    table = bout.do(("land", "gannet", "strain"))
    assert (bout["kim"].zone, bout["kim"].perch) == (2, "gannet")
    assert coded(table, "landed")[0].fields["on"] == "Gannet"
    bout.do(("end",))
    assert not bout.fight.falls


# ---- heights that nobody has said ----


@pytest.mark.rule("ix.ship.elevation-choice", "ix.ship.elevation-range")
@pytest.mark.parametrize(
    ("word", "zone", "band"),
    [(None, 2, LONG), (ship.FAR_BELOW, 3, EXTREME), (ship.STRAIGHT_BELOW, 2, LONG)],
)
def test_where_no_zone_is_tracked_the_gm_says_how_far_below_is(
    word: tuple[str, ...] | None, zone: int, band: int
) -> None:
    bout = sea(elite("down", wound_points=5), zone=None, their_zone=None, at=0, start=False)
    table = bout.begin(rulings={"ix.ship.elevation-choice": word} if word else {})
    assert [named(bout, one).zone for one in ("tern", "gannet")] == [zone, zone]
    assert bands.band(bout.fight, "ann", "down") == band
    assert bands.band(bout.fight, "ann", "hand") == SHORT
    assert citing(table, "ix.ship.elevation-choice")


@pytest.mark.rule("ix.ship.elevation-choice")
def test_where_the_scene_has_said_it_nobody_is_asked() -> None:
    bout = sea()
    assert bout.last is not None
    assert "ix.ship.elevation-choice" not in [rule for rule, _, _ in bout.last.asked]


# ---- the hull ----


@pytest.mark.rule("ix.ship.hull", "ix.ship.elevation-range")
def test_an_attack_on_a_ship_lowers_its_hull_after_its_resistance() -> None:
    bout = sea()
    weapon = ready(bout)
    table = bout.do(("attack-ship", weapon, "gannet"), rolls=["3 successes"])
    assert dice_of(table)["trial"] == 3
    assert named(bout, "gannet").hull == 40 - (12 + 2 - (6 - 3))
    told = coded(table, "hull")[0].fields
    assert (told["damage"], told["resistance"], told["before"]) == (14, 3, 40)
    assert bout.fight.actions == 0
    assert bout["ann"].readied[weapon] == 0


@pytest.mark.rule("ix.ship.hull")
def test_a_miss_and_what_resistance_stops_do_nothing() -> None:
    bout = sea(at=0)
    bout.turn_of("bob")
    bout.do(("attack-ship", "long-blade", "gannet"), rolls=["1 success"])
    assert named(bout, "gannet").hull == 40
    bout.next_round()
    weapon = ready(bout)
    table = bout.do(("attack-ship", weapon, "gannet"), rolls=["nothing"])
    assert named(bout, "gannet").hull == 40
    assert not coded(table, "hull")


@pytest.mark.rule("ix.ship.hull")
def test_no_injury_is_rolled_on_a_ship_and_the_general_list_stands() -> None:
    bout = sea()
    weapon = ready(bout)
    table = bout.do(("attack-ship", weapon, "gannet"), rolls=["2 successes 3 boons 1 breakthrough"])
    options = table.options_of("ix.spend.roller-chooses")
    words = {
        word for option in options for place in option for word, *_ in getattr(place, "wares", ())
    }
    assert "notice" in words
    assert not any(word.startswith("attack-") for word in words)


@pytest.mark.rule("ix.ship.hull")
def test_whose_weapon_does_not_reach_cannot_attack_a_ship() -> None:
    bout = sea()
    bout.turn_of("bob")
    assert not bout.offers("attack-ship")
    alongside = sea(at=0)
    alongside.turn_of("bob")
    assert alongside.offers("attack-ship", "long-blade", "gannet")
    above = sea(at=0, their_zone="high")
    above.turn_of("bob")
    assert not above.offers("attack-ship")


@pytest.mark.rule("ix.ship.hull")
def test_from_the_ground_a_bow_reaches_a_ship_at_long_and_nobody_shoots_at_its_own() -> None:
    archer = elite("archer", weapons=["hunting-bow"])
    bout = sea(archer, at=0)
    bout.turn_of("archer")
    ships = [key for key in asked_now(bout) if key[0] == "attack-ship"]
    assert ships == [("attack-ship", "hunting-bow", "tern")]
    table = bout.do(("attack-ship", "hunting-bow", "tern"), rolls=["3 successes"])
    assert coded(table, "attack-ship")[0].fields["band"] == "long"
    assert named(bout, "tern").hull == 40 - (6 + 2 - 6)


@pytest.mark.rule("ix.ship.hull", "ix.maneuver.aim")
def test_aiming_helps_against_a_hull_and_is_used_up() -> None:
    bout = sea()
    weapon = ready(bout)
    bout.do(("aim",))
    table = bout.do(("attack-ship", weapon, "gannet"), rolls=["nothing"])
    assert dice_of(table)["boon"] == 1
    assert bout["ann"].aims == 0


@pytest.mark.rule("ix.ship.hull")
def test_at_0_it_cannot_steer_and_is_no_target_any_more() -> None:
    bout = sea()
    table = gm(bout, "set", "", "hull:gannet", 0)
    assert coded(table, "ship-crippled")[0].fields["ship"] == "Gannet"
    bout.turn_of("captain")
    assert not bout.offers("position")
    bout.do(("end",))
    ready(bout)
    assert not bout.offers("attack-ship")


@pytest.mark.rule("ix.ship.hull")
def test_a_ship_without_hull_sinks_a_zone_a_round_with_its_crew() -> None:
    bout = sea(their_zone="high")
    gm(bout, "set", "", "hull:gannet", 0)
    zones = []
    for _ in range(4):
        bout.next_round()
        zones.append((named(bout, "gannet").zone, bout["hand"].zone, named(bout, "tern").zone))
    assert zones == [(2, 2, 2), (1, 1, 2), (0, 0, 2), (0, 0, 2)]


@pytest.mark.rule("ix.ship.hull")
def test_how_fast_it_sinks_is_a_number_of_the_house() -> None:
    bout = sea(their_zone="high", house={"ship-sinks-zones-per-round": 2})
    gm(bout, "set", "", "hull:gannet", 0)
    bout.next_round()
    assert named(bout, "gannet").zone == 1


@pytest.mark.rule("ix.ship.sinking-crew")
@pytest.mark.parametrize("thrown", [False, True])
def test_when_it_is_down_the_gm_says_what_becomes_of_those_aboard(thrown: bool) -> None:
    bout = sea(their_zone="low")
    gm(bout, "set", "", "hull:gannet", 0)
    rulings = {"ix.ship.sinking-crew": ("thrown",)} if thrown else {}
    table = bout.next_round(rulings=rulings)
    assert coded(table, "ship-down")[0].fields["thrown"] is thrown
    assert [owed.who for owed in bout.fight.falls] == (["captain", "hand"] if thrown else [])
    if thrown:
        table = bout.step(("let-it-come",))
        assert coded(table, "fell")[0].fields["feet"] == 15


@pytest.mark.rule("ix.ship.sinking-crew")
def test_while_it_sinks_nobody_is_asked() -> None:
    bout = sea(their_zone="high")
    gm(bout, "set", "", "hull:gannet", 0)
    table = bout.next_round()
    assert not citing(table, "ix.ship.sinking-crew")


@pytest.mark.rule("ix.ship.hull")
def test_hulls_are_counters() -> None:
    bout = sea()
    gm(bout, "set", "", "hull:tern", 7)
    shown = {track.name: (track.value, track.high) for track in system.counters(bout.fight)}
    assert shown["Hull of Tern"] == (7, 40)
    assert shown["Hull of Gannet"] == (40, 40)


# ---- positions ----


def contest(bout: Bout, ours: str, theirs: str, *choice: str) -> IxTable:
    """Ann takes the helm against the Gannet."""
    bout.turn_of("ann")
    return bout.do(("position", "gannet"), choice, rolls=[ours, theirs])


@pytest.mark.rule("ix.ship.positioning", "ix.ship.skills")
def test_positions_are_settled_by_opposed_piloting() -> None:
    bout = sea()
    table = contest(bout, "2 successes", "1 success", "lie", "as-they-do")
    assert [(who, rule) for who, rule, _ in table.rolled] == [
        ("ann", "ix.ship.positioning"),
        ("captain", "ix.ship.positioning"),
    ]
    assert [event.fields["skill"] for event in coded(table, "checked")] == ["piloting"] * 2
    assert named(bout, "tern").advantage == "gannet"
    assert named(bout, "gannet").advantage == ""
    assert table.cited("ix.ship.skills")


@pytest.mark.rule("ix.ship.positioning")
@pytest.mark.parametrize(
    ("ours", "theirs", "winner"),
    [
        ("1 success", "nothing", "tern"),
        ("1 success", "1 success", "gannet"),
        ("nothing", "nothing", "gannet"),
    ],
)
def test_a_tie_is_the_other_ships(ours: str, theirs: str, winner: str) -> None:
    bout = sea()
    contest(bout, ours, theirs, "lie", "as-they-do")
    held = [one.id for one in bout.fight.ships if one.advantage]
    assert held == [winner]


@pytest.mark.rule("ix.ship.advantage-benefit")
def test_tactical_advantage_adds_a_boon_die_against_the_other_ship() -> None:
    bout = sea()
    contest(bout, "2 successes", "1 success", "lie", "as-they-do")
    bout.next_round()
    weapon = ready(bout)
    table = bout.do(("attack-ship", weapon, "gannet"), rolls=["nothing"])
    assert dice_of(table)["boon"] == 1
    assert table.cited("ix.ship.advantage-benefit")


@pytest.mark.rule("ix.ship.advantage-benefit")
def test_it_is_gone_with_the_next_check_that_is_lost() -> None:
    bout = sea()
    contest(bout, "2 successes", "1 success", "lie", "as-they-do")
    bout.next_round()
    contest(bout, "nothing", "1 success", "lie", "as-they-do")
    assert [one.advantage for one in bout.fight.ships] == ["", "tern"]
    bout.next_round()
    weapon = ready(bout)
    table = bout.do(("attack-ship", weapon, "gannet"), rolls=["nothing"])
    assert "boon" not in dice_of(table)


@pytest.mark.rule("ix.ship.advantage-benefit")
def test_it_is_for_the_crew_aboard_and_the_number_is_the_houses() -> None:
    bout = sea(house={"ship-advantage-boon-dice": 2})
    contest(bout, "2 successes", "1 success", "lie", "as-they-do")
    bout.next_round()
    weapon = ready(bout)
    table = bout.do(("attack-ship", weapon, "gannet"), rolls=["nothing"])
    assert dice_of(table)["boon"] == 2


@pytest.mark.rule("ix.ship.advantage-benefit")
def test_against_a_third_ship_it_is_worth_nothing() -> None:
    bout = sea()
    third = replace(named(bout, "gannet"), id="gull", name="Gull")
    bout.fight.ships += (third,)
    contest(bout, "2 successes", "1 success", "lie", "as-they-do")
    bout.next_round()
    weapon = ready(bout)
    table = bout.do(("attack-ship", weapon, "gull"), rolls=["nothing"])
    assert "boon" not in dice_of(table)


@pytest.mark.rule("ix.ship.position-choice")
@pytest.mark.parametrize(
    ("band", "how", "at", "zone"),
    [
        ("engaged", "level", 4, 2),
        ("short", "above", 3, 3),
        ("medium", "below", 2, 1),
        ("extreme", "level", -2, 2),
    ],
)
def test_the_winner_says_how_the_ships_lie(band: str, how: str, at: int, zone: int) -> None:
    bout = sea()
    table = contest(bout, "2 successes", "1 success", "lie", band, how)
    assert (named(bout, "tern").at, named(bout, "tern").zone) == (at, zone)
    assert {(bout[who].at, bout[who].zone) for who in ("ann", "bob")} == {(at, zone)}
    assert (named(bout, "gannet").at, bout["hand"].at) == (4, 4)
    assert table.cited("ix.ship.position-choice")


@pytest.mark.rule("ix.ship.position-choice")
def test_the_defender_who_wins_moves_its_own_ship() -> None:
    bout = sea()
    contest(bout, "nothing", "1 success", "lie", "short", "level")
    assert (named(bout, "tern").at, named(bout, "gannet").at) == (0, 1)
    assert bout["captain"].at == 1


@pytest.mark.rule("ix.ship.position-choice")
def test_nobody_is_put_below_the_air_or_above_its_highest_zone() -> None:
    bout = sea(their_zone="low", zones="middle")
    hows = {key[2] for key in ship_actions.positions(bout.fight, "tern", "gannet") if len(key) > 2}
    assert hows == {"level", "above"}
    hows = {key[2] for key in ship_actions.positions(bout.fight, "gannet", "tern") if len(key) > 2}
    assert hows == {"level", "below"}


@pytest.mark.rule("ix.ship.position-choice", "ix.ship.hull")
@pytest.mark.parametrize("how", ["hull", "crew"])
def test_a_ship_that_cannot_steer_is_outdone_without_a_roll(how: str) -> None:
    bout = sea()
    if how == "hull":
        gm(bout, "set", "", "hull:gannet", 0)
    else:
        gm(bout, "tag", "captain", "incapacitated")
        gm(bout, "tag", "hand", "incapacitated")
    bout.turn_of("ann")
    table = bout.do(("position", "gannet"), ("lie", "as-they-do"))
    assert not table.rolled
    assert named(bout, "tern").advantage == "gannet"


@pytest.mark.rule("ix.ship.positioning")
def test_only_the_crew_of_a_ship_that_flies_struggles_for_position() -> None:
    bout = sea(hero("eve"))
    bout.turn_of("eve")
    assert not bout.offers("position")
    bout.do(("end",))
    bout.turn_of("bob")
    assert bout.offers("position", "gannet")
    down = sea(their_zone="ground")
    down.turn_of("bob")
    assert not down.offers("position")


@pytest.mark.rule("ix.ship.positioning")
def test_those_in_contact_on_deck_stay_so_when_the_ship_moves() -> None:
    bout = sea(elite("boarder"))
    gm(bout, "tag", "boarder", "aboard:tern")
    gm(bout, "tag", "bob", "engaged:boarder")
    contest(bout, "2 successes", "1 success", "lie", "medium", "above")
    assert bout.fight.engaged == {("bob", "boarder")}
    assert (bout["boarder"].at, bout["boarder"].zone) == (2, 3)


# ---- deck weapons ----


@pytest.mark.rule("ix.ship.deck-weapons")
def test_the_best_gunners_serve_the_deck_weapons() -> None:
    bout = sea()
    assert bout["ann"].deck == (BALLISTA,)
    assert bout["bob"].deck == ("tern-deck-ballista-2",)
    assert bout["hand"].deck == (THEIRS,)
    weapon = bout["ann"].weapon(BALLISTA)
    assert (weapon.damage, weapon.skill, weapon.rating("make-ready")) == (12, "gunnery", 2)


@pytest.mark.rule("ix.ship.deck-weapons")
def test_it_is_made_ready_before_each_shot() -> None:
    bout = sea()
    bout.turn_of("ann")
    assert not bout.offers("attack", BALLISTA)
    bout.do(("ready", BALLISTA), ("ready", BALLISTA, "strain"))
    assert bout.offers("attack", BALLISTA, "hand")
    assert bout.offers("attack-ship", BALLISTA, "gannet")


@pytest.mark.rule("ix.ship.deck-weapons")
@pytest.mark.parametrize("how", ["down", "gone"])
def test_another_takes_over_for_a_maneuver(how: str) -> None:
    bout = sea()
    bout.turn_of("bob")
    assert not bout.offers("man")
    if how == "down":
        gm(bout, "set", "ann", "wounds", 0)
    else:
        gm(bout, "untag", "ann", "aboard")
        gm(bout, "set", "ann", "zone", 0)
    table = bout.do(("man", BALLISTA))
    assert bout["bob"].deck == ("tern-deck-ballista-2", BALLISTA)
    assert BALLISTA not in [weapon.id for weapon in bout["ann"].weapons]
    assert bout.fight.free_maneuvers == 0
    assert table.cited("ix.ship.deck-weapons")


@pytest.mark.rule("ix.ship.deck-weapons")
def test_nobody_carries_a_deck_weapon_off() -> None:
    bout = sea()
    weapon = ready(bout)
    gm(bout, "untag", "ann", "aboard")
    gm(bout, "set", "ann", "zone", 0)
    assert not bout.offers("attack", weapon)
    gm(bout, "set", "captain", "wounds", 0)
    gm(bout, "set", "hand", "wounds", 0)
    assert bout["ann"].deck
    to_rest(bout)
    carried = blocks_out.carry_over(bout.fight)
    assert all("ballista" not in one["id"] for block in carried for one in block["weapons"])


# ---- what may be written, and the GM's hand ----


TEXT = """
system = "ix"
title = "A trial"

[[heroes]]
use = "ilse-varn"

[[foes]]
use = "gang-captain"

[scene]
{scene}
"""


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        ('ships = [{ name = "Tern", side = "foes", crew = ["heroes"] }]', "side"),
        ('ships = [{ name = "Tern", side = "foes", use = "ark" }]', "ark"),
        ('ships = [{ name = "Tern", side = "heroes", crew = ["Nobody"] }]', "Nobody"),
        (
            (
                'ships = [{ name = "A", side = "heroes", crew = ["heroes"] },'
                ' { name = "B", side = "heroes", crew = ["heroes"] }]'
            ),
            "aboard",
        ),
        ('zones = "low"\nheights = { heroes = "high" }', "highest"),
        ('heights = { heroes = "moon" }', "moon"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_cure(scene: str, words: str) -> None:
    with pytest.raises(EncounterError, match=words):
        read_encounter(TEXT.format(scene=scene), "trial", system)


def test_ships_of_one_name_are_told_apart() -> None:
    scene = 'ships = [{ name = "Tern", side = "heroes" }, { name = "Tern", side = "foes" }]'
    setup = read_encounter(TEXT.format(scene=scene), "trial", system)
    assert [one["id"] for one in setup.scene["ships"]] == ["tern", "tern-2"]


@pytest.mark.parametrize(
    ("who", "name", "value"),
    [
        ("", "zones", 4),
        ("", "below", "cake"),
        ("", "hull:ark", 3),
        ("", "hull:tern", -1),
        ("", "ship-zone:tern", 9),
        ("ann", "zone", 4),
    ],
)
def test_what_the_gm_cannot_set(who: str, name: str, value: Any) -> None:
    bout = sea()
    before = system.key(bout.fight)
    with pytest.raises(Refused):
        gm(bout, "set", who, name, value)
    assert system.key(bout.fight) == before


def test_the_gm_moves_ships_and_people() -> None:
    bout = sea()
    gm(bout, "set", "", "ship-at:tern", 3)
    gm(bout, "set", "", "ship-zone:tern", 3)
    assert (bout["ann"].at, bout["ann"].zone) == (3, 3)
    gm(bout, "set", "", "zones", 1)
    assert bout.fight.zones == 1
    assert bout["ann"].zone == 3
    with pytest.raises(Refused):
        gm(bout, "tag", "ann", "aboard:ark")


def test_who_is_taken_off_its_ship_in_the_air_falls() -> None:
    bout = sea()
    gm(bout, "untag", "bob", "aboard")
    assert [owed.who for owed in bout.fight.falls] == ["bob"]
    bout.step(("let-it-come",))
    assert (bout["bob"].zone, bout["bob"].perch) == (0, "")


def test_after_the_fight_all_are_together_and_a_reopened_fight_has_them_back() -> None:
    bout = sea()
    gm(bout, "end", value="none")
    bout.step()
    assert (bout["ann"].zone, bout["ann"].perch) == (0, "")
    gm(bout, "resume")
    assert (bout["ann"].zone, bout["ann"].perch) == (2, "tern")


@pytest.mark.rule("ix.ship.aerial-bands")
def test_cards_and_the_map_show_who_is_aboard() -> None:
    bout = sea()
    card = next(sheet for sheet in system.sheets(bout.fight) if sheet.who == "ann")
    assert "aboard Tern" in [tag.name for tag in card.tags]
    drawn = system.map(bout.fight)
    assert drawn is not None
    gannet = next(point for point in drawn.points if point.label == "Gannet")
    assert drawn.levels[gannet.level] == "Middle"


def test_whoever_stands_high_without_wings_stands_on_something() -> None:
    bout = Bout(
        hero("ann"),
        elite("archer"),
        scene={"at": {"ann": 0, "archer": 1}, "zones": "high", "heights": {"archer": "middle"}},
    )
    assert bands.band(bout.fight, "ann", "archer") == LONG
    bout.turn_of("archer")
    bout.do(("end",))
    assert not bout.fight.falls
    gm(bout, "untag", "archer", "perched")
    assert bout.fight.falls


def test_the_bands_of_the_line_are_what_they_were() -> None:
    bout = Bout(hero("ann"), elite("brute"), scene={"at": {"ann": 0, "brute": 2}})
    assert bands.band(bout.fight, "ann", "brute") == MEDIUM


@pytest.mark.rule("ix.ship.hull", "ix.range.ranged-at-engaged")
def test_a_hull_alongside_is_shot_at_as_at_short_range() -> None:
    bout = sea(at=0)
    weapon = ready(bout)
    table = bout.do(("attack-ship", weapon, "gannet"), rolls=["nothing"])
    assert coded(table, "attack-ship")[0].fields["band"] == "short"
    assert "bane" not in dice_of(table)


@pytest.mark.rule("ix.ship.position-choice")
def test_heights_are_counted_from_the_other_ship() -> None:
    bout = sea(zone="low", their_zone="high")
    contest(bout, "2 successes", "1 success", "lie", "long", "below")
    assert named(bout, "tern").zone == 2
