"""Sensible play in the air: swoop, climb away, hover to shoot, land when tired; and aboard."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from ix_kit import Bout, elite, gm, hero, npc

from affray.kernel.keys import Key
from affray.kernel.system import Setup
from affray.systems.ix import content, system
from affray.systems.ix.fight import turn
from affray.systems.ix.policies import air_policy

DRAKE: dict[str, Any] = {"species": "drakin", "might": 3}


def sky(zone: str = "low", *more: dict[str, Any], at: int = 0, **kim: Any) -> Bout:
    blocks = [hero("kim", **(DRAKE | kim)), elite("brute", wound_points=40), *more]
    heights = {"kim": zone} if zone != "ground" else {}
    where = {one["id"]: at if one["side"] == "foes" else 0 for one in blocks}
    scene = {"at": where, "zones": "high", "heights": heights, "engaged": []}
    return Bout(*blocks, scene=scene)


def choice(bout: Bout, who: str = "kim") -> Key:
    """What the policy does next in the turn of `who`."""
    side = "heroes" if bout[who].side == "heroes" else "gm"
    policy = system.policy("sensible", side, Random(1))
    view = system.facade(bout.fight, who)
    key = policy.choose(view, who, "ix.turn.budget", lambda: turn.options(bout.fight, who))
    assert key in bout.options()
    return key


def test_it_comes_down_on_its_enemy_strikes_and_climbs_away() -> None:
    bout = sky("middle")
    bout.turn_of("kim")
    assert choice(bout) == ("descend",)
    bout.do(("descend",))
    assert choice(bout) == ("attack", "long-blade", "brute")
    bout.do(("attack", "long-blade", "brute"), rolls=["nothing"])
    bout.next_round()
    bout.turn_of("kim")
    assert choice(bout) == ("attack", "long-blade", "brute")
    bout.do(("attack", "long-blade", "brute"), rolls=["nothing"])
    assert choice(bout) == ("climb",)


def test_along_first_then_down() -> None:
    bout = sky("middle", at=2)
    bout.turn_of("kim")
    assert choice(bout) == ("move-far", "toward", "brute")


def test_whoever_shoots_hovers_first() -> None:
    bow = {"weapons": ["hunting-bow"], "skills": {"heavy-ranged": 2}}
    bout = sky("middle", at=2, **bow)
    bout.turn_of("kim")
    assert choice(bout) == ("hover",)
    bout.do(("hover",))
    assert choice(bout) == ("attack", "hunting-bow", "brute")


def test_the_tired_land() -> None:
    bout = sky("low")
    bout["kim"].aloft = 5
    bout.turn_of("kim")
    bout.do(("attack", "long-blade", "brute"), rolls=["nothing"])
    assert choice(bout) == ("land", "ground")


def test_nobody_takes_off_for_enemies_on_the_ground() -> None:
    bout = sky("ground")
    bout.turn_of("kim")
    assert choice(bout)[0] in ("attack", "aim")


def test_but_after_those_who_are_in_the_air() -> None:
    bout = sky("ground")
    gm(bout, "tag", "brute", "flight")
    gm(bout, "set", "brute", "zone", 2)
    bout.turn_of("kim")
    assert choice(bout) == ("take-off", "low")


@pytest.mark.parametrize("condition", ["staggered", "demoralized"])
def test_whoever_can_do_nothing_else_still_hovers(condition: str) -> None:
    bout = sky("low")
    bout.turn_of("kim")
    gm(bout, "tag", "kim", condition)
    assert choice(bout) == ("hover",)


def test_the_last_way_to_stay_up_is_the_action() -> None:
    bout = sky("middle", at=6)
    bout.turn_of("kim")
    bout.fight.free_maneuvers = 0
    bout["kim"].strain = 10
    assert choice(bout)[-1] == "action"


def test_a_rider_keeps_its_mount_in_the_air() -> None:
    mount = npc("ally", "gale", "mount", flight=True, might=3, weapons=["talons"])
    blocks = [hero("ann", weapons=["hunting-bow"]), mount, elite("brute")]
    scene = {
        "at": {"ann": 0, "brute": 2},
        "riding": {"ann": "gale"},
        "heights": {"ann": "middle"},
        "zones": "high",
        "engaged": [],
    }
    bout = Bout(*blocks, scene=scene)
    bout.turn_of("ann")
    assert choice(bout, "ann") == ("hover",)


# ---- aboard ----


def sea(**ann: Any) -> Bout:
    blocks = [hero("ann", **ann), elite("captain")]
    ship = {"use": "packet-sloop", "zone": "middle"}
    ships = [
        {**ship, "name": "Tern", "id": "tern", "side": "heroes", "at": 0, "crew": []},
        {**ship, "name": "Gull", "id": "gull", "side": "foes", "at": 4, "crew": []},
    ]
    scene = {"at": {"ann": 0, "captain": 4}, "zones": "high", "ships": ships, "engaged": []}
    bout = Bout(*blocks, scene=scene)
    gm(bout, "tag", "ann", "aboard:tern")
    gm(bout, "tag", "captain", "aboard:gull")
    return bout


def test_whoever_reaches_nobody_takes_the_helm_and_lays_her_alongside() -> None:
    bout = sea(skills={"light-melee": 2, "piloting": 1})
    bout.turn_of("ann")
    assert choice(bout, "ann") == ("position", "gull")
    view = system.facade(bout.fight, "ann")
    offered = [("lie", "as-they-do"), air_policy.ALONGSIDE]
    assert air_policy.lie(view, "ann", offered) == air_policy.ALONGSIDE


def test_whoever_cannot_steer_leaves_the_helm_alone() -> None:
    bout = sea()
    bout.turn_of("ann")
    assert choice(bout, "ann")[0] != "position"


def test_a_hull_in_reach_is_shot_at_where_nobody_else_is() -> None:
    bout = sea(weapons=["hunting-bow"], skills={"heavy-ranged": 2})
    bout.turn_of("ann")
    key = air_policy.aboard(
        system.facade(bout.fight, "ann"),
        bout["ann"],
        {
            "attack-ship": [
                ("attack-ship", "unarmed", "gull"),
                ("attack-ship", "hunting-bow", "gull"),
            ]
        },
    )
    assert key == ("attack-ship", "hunting-bow", "gull")


def test_archers_let_the_ships_lie_as_they_do() -> None:
    bout = sea(weapons=["hunting-bow"], skills={"heavy-ranged": 2})
    view = system.facade(bout.fight, "ann")
    offered = [("lie", "as-they-do"), air_policy.ALONGSIDE]
    assert air_policy.lie(view, "ann", offered) == ("lie", "as-they-do")


# ---- without air ----


def airless(**kim: Any) -> Bout:
    blocks = [hero("kim", **kim), elite("brute", wound_points=40)]
    return Bout(*blocks, scene={"at": {"kim": 0, "brute": 0}, "airless": ["kim"], "engaged": []})


@pytest.mark.rule("ix.hazard.reach-air")
def test_whoever_runs_out_of_air_goes_for_it_first() -> None:
    bout = airless()
    bout["kim"].breath = 2
    bout.turn_of("kim")
    assert choice(bout)[0] != "to-air", "there is breath for more than this turn"
    bout["kim"].breath = 1
    assert choice(bout) == ("to-air",)
    bout.do(("to-air",), rulings={"ix.hazard.reach-air": ("way",)})
    assert choice(bout)[0] == "attack"


@pytest.mark.rule("ix.hazard.reach-air")
def test_and_fights_on_once_there_is_no_way_without_asking_again_in_that_turn() -> None:
    bout = airless()
    bout["kim"].breath = 1
    bout.turn_of("kim")
    bout.do(("to-air",))
    done = []
    for _ in range(4):
        if (key := choice(bout)) == ("end",):
            break
        done.append(key[0])
        bout.do(key, rolls=["nothing"] if key[0] == "attack" else ())
    assert "attack" in done
    assert "to-air" not in done
    bout["kim"].breath = 2
    bout.next_round()
    bout.turn_of("kim")
    bout["kim"].breath = 1
    assert choice(bout) == ("to-air",), "the next turn may bring a way"


# ---- weapons of a deck ----


def deck(at: int) -> Bout:
    """Kim and two gunners aboard the Tern; one of them is down."""
    blocks = [
        hero("kim", skills={"light-melee": 2}),
        hero("gus", skills={"gunnery": 2}),
        hero("hal", skills={"gunnery": 2}),
        elite("brute", wound_points=40),
    ]
    ships = [{"name": "Tern", "side": "heroes", "crew": ["kim", "gus", "hal"], "zone": "middle"}]
    ships.append({"name": "Gull", "side": "foes", "crew": ["brute"], "zone": "middle", "at": at})
    setup = Setup("ix", "deck", blocks, {}, {})
    written = {"at": {"heroes": 0, "foes": at}, "zones": "high", "ships": ships, "engaged": []}
    bout = Bout(*blocks, scene=content.check_scene(written, setup))
    gm(bout, "set", "gus", "Wounds", 0)
    bout["gus"].stabilized = True
    return bout


@pytest.mark.rule("ix.ship.deck-weapons")
def test_whoever_has_nothing_to_do_aboard_takes_over_a_weapon_that_reaches_somebody() -> None:
    bout = deck(4)
    bout.turn_of("kim")
    key = choice(bout)
    assert key[0] == "man"
    bout.do(key)
    assert bout["kim"].deck == (key[1],)
    for wanted in ("ready", "ready", "aim"):
        bout.next_round()
        bout.turn_of("kim")
        assert choice(bout)[0] == wanted, "it has to be made ready twice"
        bout.do(choice(bout))


def test_nobody_leaves_its_blade_for_it_while_there_is_somebody_to_strike() -> None:
    bout = deck(0)
    gm(bout, "set", "brute", "place", 0)
    bout.turn_of("kim")
    assert choice(bout)[0] != "man"
