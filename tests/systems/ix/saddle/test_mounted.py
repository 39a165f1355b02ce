"""Riders and mounts: in and out of the saddle, moving as one (area `mounted`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    IX,
    Bout,
    afflict,
    citing,
    coded,
    elite,
    gm,
    hero,
    minions,
    nemesis,
    npc,
    to_rest,
)

from affray.kernel.question import Refused

SEPARATE = "ix.mounted.separate"


def horse(name: str = "bay", side: str = "ally", **fields: Any) -> dict[str, Any]:
    given = {"weapons": ["hooves"], "wound_points": 14, "resistance": 3, "scale": 2, **fields}
    return npc(side, name, "mount", **given)


def bout(
    *more: dict[str, Any],
    ann: dict[str, Any] | None = None,
    brute: dict[str, Any] | None = None,
    bay: dict[str, Any] | None = None,
    apart: int = 0,
    riding: dict[str, str] | None = None,
    **how: Any,
) -> Bout:
    """Ann on a bay, and a brute so many steps away; Engaged if there are none."""
    at = {"ann": 0, "bay": 0, "brute": apart, **{block["id"]: 0 for block in more}}
    scene = {
        "at": at | how.pop("at", {}),
        "engaged": how.pop("engaged", [["ann", "brute"]] if not apart else []),
        "riding": {"ann": "bay"} if riding is None else riding,
    }
    return Bout(
        hero("ann", **{"skills": {"light-melee": 2, "riding": 2}, **(ann or {})}),
        horse(**(bay or {})),
        elite("brute", **{"wound_points": 90, **(brute or {})}),
        *more,
        scene=scene | how.pop("scene", {}),
        **how,
    )


# ---- who acts ----


@pytest.mark.rule("ix.mounted.initiative")
def test_a_mount_has_no_slot_and_no_initiative_of_its_own() -> None:
    it = bout()
    assert [slot.side for slot in it.fight.slots] == ["heroes", "foes"]
    assert it["bay"].initiative is None
    assert it.fight.heroes == ("ann",)
    assert it.last is not None
    assert coded(it.last, "rides")[0].fields["mount"] == "bay"


@pytest.mark.rule("ix.mounted.initiative")
def test_a_mount_alone_does_not_keep_a_fight_going() -> None:
    it = bout()
    gm(it, "set", "ann", "wounds", -3)
    assert it.fight.result == "foes"
    assert it["bay"].is_up


@pytest.mark.rule("ix.mounted.separate")
def test_the_gm_may_let_a_mount_act_for_itself() -> None:
    it = bout(start=False)
    table = it.begin(rulings={SEPARATE: ("separate", "bay")})
    assert it.fight.heroes == ("ann", "bay")
    assert [slot.side for slot in it.fight.slots].count("heroes") == 2
    assert it["bay"].initiative is not None
    assert citing(table, SEPARATE)
    it.turn_of("bay")
    assert it.offers("move", "away", "brute")
    it.do(("move", "away", "brute"))
    assert it["ann"].at == it["bay"].at == -1


@pytest.mark.rule("ix.mounted.separate", "ix.mounted.mount-wounds")
def test_a_mount_that_acts_for_itself_is_a_target_once() -> None:
    it = bout(horse("grey", "foe"))
    gm(it, "tag", "grey", "acts for itself")
    it.turn_of("ann")
    assert it.options().count(("attack", "long-blade", "grey")) == 1


@pytest.mark.rule("ix.mounted.separate")
def test_without_mounts_nobody_is_asked_for_them() -> None:
    it = Bout(hero("ann"), elite("brute"))
    assert it.last is not None
    assert SEPARATE not in [rule for rule, _, _ in it.last.asked]


@pytest.mark.rule("ix.mounted.separate")
def test_the_gm_changes_that_by_hand() -> None:
    it = bout()
    gm(it, "tag", "bay", "acts for itself")
    assert it.fight.heroes == ("ann", "bay")
    it.next_round()
    assert [slot.side for slot in it.fight.slots].count("heroes") == 2
    gm(it, "untag", "bay", "acts-for-itself")
    assert it.fight.heroes == ("ann",)


# ---- getting on and off ----


@pytest.mark.rule("ix.maneuver.mount-dismount")
def test_mounting_and_dismounting_cost_a_maneuver_each() -> None:
    it = bout(riding={})
    it.turn_of("ann")
    it.do(("mount", "bay"))
    assert it["ann"].mount == "bay"
    assert (it.fight.free_maneuvers, it.fight.actions) == (0, 1)
    assert ("dismount",) not in it.options()
    table = it.do(("dismount", "strain"))
    assert it["ann"].mount == ""
    assert it["ann"].strain == 2
    assert table.cited("ix.maneuver.mount-dismount")


@pytest.mark.rule("ix.maneuver.mount-dismount")
def test_the_house_may_want_two_maneuvers_for_it() -> None:
    it = bout(house={"mount-maneuvers": 2})
    it.turn_of("ann")
    assert ("dismount",) not in it.options()
    it.do(("dismount", "action"))
    assert it["ann"].mount == ""
    assert not it.fight.turn, "both Maneuvers and the Action are gone"


@pytest.mark.rule("ix.maneuver.mount-dismount")
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"at": {"bay": 1}}, "it stands elsewhere"),
        ({"bay": {"wounds": 0}}, "it is down"),
        ({"riding": {"cid": "bay"}}, "somebody rides it"),
    ],
)
def test_nobody_gets_on_a_mount_that_is_not_free(change: dict[str, Any], why: str) -> None:
    more = [hero("cid")] if "riding" in change else []
    it = bout(*more, **{"riding": {}, **change})
    it.turn_of("ann")
    assert not it.offers("mount", "bay"), why


@pytest.mark.rule("ix.maneuver.mount-dismount")
def test_nobody_gets_on_an_enemys_mount_or_while_lying_there() -> None:
    it = bout(horse("grey", "foe"), riding={})
    it.turn_of("ann")
    assert it.offers("mount", "bay")
    assert not it.offers("mount", "grey")
    gm(it, "tag", "ann", "prone")
    assert not it.offers("mount", "bay")


@pytest.mark.rule("ix.maneuver.mount-dismount")
def test_nobody_gets_off_in_the_air() -> None:
    it = bout(bay={"flight": True})
    it.turn_of("ann")
    it["ann"].zone = it["bay"].zone = 1
    assert not it.offers("dismount")


@pytest.mark.rule("ix.maneuver.mount-dismount")
def test_a_minion_group_has_no_saddle_in_common() -> None:
    it = bout(minions("mob"), horse("grey", "foe"), riding={})
    it.turn_of("brute")
    assert it.offers("mount", "grey")
    it.end_turn()
    it.turn_of("mob")
    assert not it.offers("mount", "grey")


# ---- moving ----


@pytest.mark.rule("ix.mounted.move", "ix.mounted.move-distance")
def test_the_riders_maneuver_moves_both_one_step_and_leaves_the_action() -> None:
    it = bout(apart=3)
    it.turn_of("ann")
    table = it.do(("move", "toward", "brute"))
    assert it["ann"].at == it["bay"].at == 1
    assert (it.fight.free_maneuvers, it.fight.actions) == (0, 1)
    assert table.cited("ix.mounted.move")
    assert table.cited("ix.mounted.move-distance")


@pytest.mark.rule("ix.mounted.move-distance")
def test_far_steps_take_two_maneuvers_on_horseback_too() -> None:
    it = bout(apart=2)
    it.turn_of("ann")
    assert not it.offers("move", "away", "brute")
    it.do(("move-far", "away", "brute", "strain"))
    assert it["ann"].at == it["bay"].at == -2


@pytest.mark.rule("ix.mounted.move-distance")
def test_the_house_may_give_mounts_another_pace() -> None:
    it = bout(apart=2, house={"mount-move-steps": 2})
    it.turn_of("ann")
    it.do(("move", "toward", "brute"))
    assert it["ann"].at == 2
    it = bout(apart=2, house={"mount-move-steps": 2}, riding={})
    it.turn_of("ann")
    it.do(("move", "toward", "brute"))
    assert it["ann"].at == 1


@pytest.mark.rule("ix.mounted.move")
@pytest.mark.parametrize("what", ["immobilized", "restrained"])
def test_a_mount_that_is_held_carries_nobody_away(what: str) -> None:
    it = bout()
    it.turn_of("ann")
    assert it.offers("move", "away", "brute")
    afflict(it, "bay", what, turns=1)
    assert not it.offers("move", "away", "brute")
    assert it.offers("dismount")


@pytest.mark.rule("ix.mounted.move")
def test_a_mount_without_a_rider_stays_where_it_is() -> None:
    it = bout(riding={}, apart=2)
    it.turn_of("ann")
    it.do(("move", "toward", "brute"))
    assert (it["ann"].at, it["bay"].at) == (1, 0)


@pytest.mark.rule("ix.mounted.move")
def test_a_shove_and_the_gms_hand_move_both() -> None:
    it = bout()
    gm(it, "place", "ann", value=-2)
    assert it["bay"].at == -2
    gm(it, "place", "bay", value=3)
    assert it["ann"].at == 3


@pytest.mark.rule("ix.mounted.initiative")
def test_what_lasts_by_turns_on_a_mount_lasts_by_its_riders() -> None:
    it = bout(initiative={"ann": "nothing", "brute": "2 successes"})
    afflict(it, "bay", "immobilized", turns=1)
    it.turn_of("brute")
    it.end_turn()
    assert it["bay"].has("immobilized")
    it.turn_of("ann")
    it.end_turn()
    assert not it["bay"].has("immobilized")


@pytest.mark.rule("ix.mounted.initiative")
def test_the_end_of_a_round_is_no_turn_for_a_mount_with_a_rider() -> None:
    it = bout()
    afflict(it, "bay", "immobilized", turns=2)
    it.turn_of("ann")
    it.end_turn()
    it.next_round()
    assert it["bay"].has("immobilized")
    it.turn_of("ann")
    assert it["bay"].has("immobilized")
    it.end_turn()
    assert not it["bay"].has("immobilized")


@pytest.mark.rule("ix.mounted.initiative")
def test_what_befalls_a_mount_in_its_riders_turn_lasts_to_the_end_of_the_next() -> None:
    it = bout()
    it.turn_of("ann")
    afflict(it, "bay", "immobilized", turns=1)
    it.end_turn()
    assert it["bay"].has("immobilized")
    it.next_round()
    it.turn_of("ann")
    it.end_turn()
    assert not it["bay"].has("immobilized")


@pytest.mark.rule("ix.mounted.initiative")
def test_without_a_rider_it_lasts_until_the_round_ends() -> None:
    it = bout(riding={})
    afflict(it, "bay", "immobilized", turns=1)
    it.turn_of("ann")
    it.end_turn()
    assert it["bay"].has("immobilized")
    it.next_round()
    assert not it["bay"].has("immobilized")


@pytest.mark.rule("ix.mounted.initiative")
def test_a_burning_mount_burns_in_its_riders_turn() -> None:
    it = bout()
    gm(it, "tag", "bay", "immolation")
    it.turn_of("ann")
    assert it["bay"].wounds == 12
    it.end_turn()
    it.turn_of("brute")
    assert it["bay"].wounds == 12


# ---- saved, shown, set by hand ----


def test_riding_survives_saving() -> None:
    it = bout(apart=2)
    it.turn_of("ann")
    it.do(("move", "toward", "brute"))
    gm(it, "tag", "bay", "startled:sudden-noise")
    again = IX.load(IX.dump(it.fight), it.setup)
    assert IX.key(again) == IX.key(it.fight)
    assert again["ann"].mount == "bay"
    assert again["bay"].run == 1
    assert again.startled == (("bay", "sudden-noise", ""),)


def test_cards_say_who_rides_whom() -> None:
    it = bout()
    tags = {sheet.who: [tag.name for tag in sheet.tags] for sheet in IX.sheets(it.fight)}
    assert "rides Bay" in tags["ann"]
    assert "ridden by Ann" in tags["bay"]
    spots = IX.map(it.fight)
    assert spots is not None
    assert "bay" not in [point.id for point in spots.points]


def test_the_gm_sets_somebody_on_a_mount() -> None:
    it = bout(riding={}, at={"bay": 2})
    gm(it, "tag", "ann", "rides:bay")
    assert it["ann"].mount == "bay"
    assert it["bay"].at == 0
    gm(it, "untag", "ann", "rides Bay")
    assert it["ann"].mount == ""


@pytest.mark.parametrize(
    ("who", "name"),
    [
        ("ann", "rides:brute"),
        ("ann", "rides:grey"),
        ("ann", "rides:nobody"),
        ("mob", "rides:grey"),
        ("cid", "rides:bay"),
        ("ann", "has-charged"),
        ("bay", "startled:fear-rating"),
        ("grey", "startled:sudden-noise"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(who: str, name: str) -> None:
    it = bout(horse("grey", "foe"), minions("mob"), hero("cid"))
    before = IX.dump(it.fight)
    with pytest.raises(Refused):
        gm(it, "tag", who, name)
    assert IX.dump(it.fight) == before


def test_a_mount_joins_without_a_slot() -> None:
    it = bout()
    block = {"kind": "foe", "name": "Grey", "npc": "mount", "wound-points": 10}
    gm(it, "add", value=block)
    assert len(it.fight.mounts) == 2
    assert it.fight.foes == ("brute",)


def test_a_mount_is_hidden_with_its_rider() -> None:
    it = bout(horse("grey", "foe"), riding={"brute": "grey"})
    gm(it, "hide", "brute")
    assert it["grey"].hidden
    it.turn_of("ann")
    assert not it.offers("attack", "long-blade", "grey")
    gm(it, "show", "brute")
    assert it.offers("attack", "long-blade", "grey")


def test_who_flees_on_horseback_takes_the_horse_along() -> None:
    it = bout(nemesis("lord"))
    gm(it, "tag", "ann", "fled")
    assert it["bay"].status == "fled"


def test_who_dies_in_the_saddle_leaves_it_empty() -> None:
    it = bout(hero("cid"))
    gm(it, "tag", "ann", "dead")
    assert it["ann"].mount == ""
    assert it["bay"].is_up
    gm(it, "tag", "cid", "rides:bay")
    gm(it, "remove", "bay")
    assert it["cid"].mount == ""


def test_after_the_fight_a_mount_is_with_its_rider_again_fled_or_not() -> None:
    it = bout(hero("cid"), apart=2)
    gm(it, "place", "ann", value=-3)
    gm(it, "tag", "ann", "fled")
    gm(it, "set", "brute", "wounds", -90)
    to_rest(it)
    assert it["ann"].status == it["bay"].status == ""
    assert it["ann"].at == it["bay"].at == 0
