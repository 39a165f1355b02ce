"""Attacks from the saddle, and the charge (area `mounted`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    coded,
    dice_of,
    elite,
    gm,
    hero,
    npc,
    spend,
)

from affray.systems.ix.fight import range as bands
from affray.systems.ix.saddle import mount_attacks

BLOW = ("attack", "long-blade", "brute")
ROOM = "ix.mounted.room"


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


def strike(it: Bout, *choices: Any, left: str = "nothing", **script: Any) -> Any:
    return it.do(BLOW, *choices, rolls=[left], **script)


# ---- the height of the saddle ----


@pytest.mark.rule("ix.mounted.advantage")
def test_a_rider_has_a_boon_die_against_who_is_on_foot_and_engaged() -> None:
    it = bout()
    it.turn_of("ann")
    table = strike(it)
    assert dice_of(table)["boon"] == 1
    assert table.cited("ix.mounted.advantage")


@pytest.mark.rule("ix.mounted.advantage")
def test_nobody_has_it_on_foot_or_against_a_rider() -> None:
    it = bout(riding={})
    it.turn_of("ann")
    assert "boon" not in dice_of(strike(it))
    it = bout()
    it.turn_of("brute")
    table = it.do(("attack", "long-blade", "ann"), rolls=["nothing"])
    assert "boon" not in dice_of(table)


@pytest.mark.rule("ix.mounted.advantage")
def test_it_is_for_engaged_alone() -> None:
    it = bout(apart=1, ann={"weapons": ["throwing-knife"], "skills": {"light-ranged": 2}})
    it.turn_of("ann")
    table = it.do(("attack", "throwing-knife", "brute"), rolls=["nothing"])
    assert "boon" not in dice_of(table)
    assert ROOM not in [rule for rule, _, _ in table.asked]
    assert not table.cited("ix.mounted.advantage-limits")


@pytest.mark.rule("ix.mounted.advantage")
def test_the_house_sets_the_dice_of_the_saddle() -> None:
    it = bout(house={"mounted-boon-dice": 2})
    it.turn_of("ann")
    assert dice_of(strike(it))["boon"] == 2


@pytest.mark.rule("ix.mounted.advantage-limits")
def test_another_rider_is_at_the_same_height() -> None:
    it = bout(horse("grey", "foe"), riding={"ann": "bay", "brute": "grey"})
    it.turn_of("ann")
    table = strike(it)
    assert "boon" not in dice_of(table)
    assert table.cited("ix.mounted.advantage-limits")


@pytest.mark.rule("ix.mounted.advantage-limits")
def test_a_rider_lower_in_the_air_is_struck_down_at() -> None:
    it = bout(horse("grey", "foe"), riding={"ann": "bay", "brute": "grey"})
    assert not mount_attacks.is_above(it.fight, "ann", "brute")
    it["ann"].zone = 1
    assert mount_attacks.is_above(it.fight, "ann", "brute")
    assert not mount_attacks.is_above(it.fight, "brute", "ann")


@pytest.mark.rule("ix.mounted.advantage-limits", "ix.mounted.room")
def test_in_a_tight_place_the_saddle_is_no_help() -> None:
    it = bout()
    it.turn_of("ann")
    table = strike(it, rulings={ROOM: ("tight",)})
    assert "boon" not in dice_of(table)
    assert table.cited("ix.mounted.advantage-limits")


@pytest.mark.rule("ix.mounted.room")
def test_the_room_is_asked_for_only_where_it_counts() -> None:
    it = bout()
    it.turn_of("ann")
    assert ROOM in [rule for rule, _, _ in strike(it).asked]
    it = bout(horse("grey", "foe"), riding={"ann": "bay", "brute": "grey"})
    it.turn_of("ann")
    assert ROOM not in [rule for rule, _, _ in strike(it).asked]


# ---- the charge ----


def charged(it: Bout, left: str = "1 success") -> Any:
    """Ann rides two steps at the brute and strikes."""
    it.turn_of("ann")
    it.do(("move", "toward", "brute"))
    it.do(("move", "toward", "brute", "strain"))
    return strike(it, left=left)


@pytest.mark.rule("ix.mounted.charge", "ix.mounted.charge-distance")
def test_a_charge_adds_a_boon_die_and_two_damage() -> None:
    it = bout(apart=2)
    table = charged(it)
    assert dice_of(table)["boon"] == 2  # the charge, and the saddle
    assert it["brute"].wounds == 90 - (6 + 2 - 1)
    assert coded(table, "charge")[0].fields["mount"] == "bay"


@pytest.mark.rule("ix.mounted.charge-with-advantage")
def test_both_dice_apply_and_a_charge_at_a_rider_has_its_own_alone() -> None:
    table = charged(bout(apart=2))
    assert table.cited("ix.mounted.charge-with-advantage")
    grey = horse("grey", "foe")
    it = bout(grey, apart=2, riding={"ann": "bay", "brute": "grey"}, at={"grey": 2})
    table = charged(it)
    assert dice_of(table)["boon"] == 1
    assert not table.cited("ix.mounted.charge-with-advantage")
    assert it["brute"].wounds == 90 - (6 + 2 - 1)


@pytest.mark.rule("ix.mounted.charge-distance")
def test_one_step_is_no_charge() -> None:
    it = bout(apart=1)
    it.turn_of("ann")
    it.do(("move", "toward", "brute"))
    table = strike(it, left="1 success")
    assert dice_of(table)["boon"] == 1
    assert it["brute"].wounds == 90 - (6 - 1)


@pytest.mark.rule("ix.mounted.charge-distance")
def test_there_and_back_is_not_straight() -> None:
    it = bout()
    it.turn_of("ann")
    it.do(("move", "away", "brute"))
    it.do(("move", "toward", "brute", "strain"))
    table = strike(it, left="1 success")
    assert not table.cited("ix.mounted.charge")
    assert it["brute"].wounds == 90 - (6 - 1)


@pytest.mark.rule("ix.mounted.charge-distance")
def test_the_run_of_another_turn_does_not_count() -> None:
    it = bout(apart=2)
    it.turn_of("ann")
    it.do(("move", "toward", "brute"))
    it.end_turn()
    it.next_round()
    it.turn_of("ann")
    it.do(("move", "toward", "brute"))
    assert not strike(it).cited("ix.mounted.charge")


@pytest.mark.rule("ix.mounted.charge-distance")
def test_a_run_begins_anew_where_it_turns() -> None:
    it = bout(house={"mount-move-steps": 2})
    it.turn_of("ann")
    it.do(("move", "away", "brute"))
    it.do(("move", "toward", "brute", "strain"))
    assert strike(it).cited("ix.mounted.charge")


@pytest.mark.rule("ix.mounted.charge-distance")
def test_what_a_mount_ran_before_its_riders_turn_does_not_count() -> None:
    it = bout(apart=1)
    it["bay"].run = 1
    it.turn_of("ann")
    it.do(("move", "toward", "brute"))
    assert not strike(it).cited("ix.mounted.charge")


@pytest.mark.rule("ix.mounted.charge-distance")
def test_a_shove_breaks_the_run() -> None:
    it = bout(apart=2)
    it.turn_of("ann")
    it.do(("move", "toward", "brute"))
    it.do(("move", "toward", "brute", "strain"))
    assert it.last is not None
    bands.shift(it.fight, it.last, "ann", "brute", because="ix.range.record-move")
    assert it["bay"].run == 0
    assert not mount_attacks.can_charge(it.fight, "ann")


@pytest.mark.rule("ix.mounted.charge-distance")
def test_a_far_move_of_two_steps_is_run_straight() -> None:
    bow = {"weapons": ["hunting-bow"], "skills": {"heavy-ranged": 2}}
    it = bout(ann=bow, apart=4)
    it.turn_of("ann")
    it.do(("move-far", "toward", "brute", "strain"))
    table = it.do(("attack", "hunting-bow", "brute"), rolls=["1 success"])
    assert it["ann"].at == 2
    assert table.cited("ix.mounted.charge")


@pytest.mark.rule("ix.mounted.charge")
def test_on_foot_nobody_charges() -> None:
    it = bout(apart=2, riding={})
    table = charged(it)
    assert not table.cited("ix.mounted.charge")
    assert it["brute"].wounds == 90 - (6 - 1)


@pytest.mark.rule("ix.mounted.charge")
def test_the_attack_after_it_is_none_and_a_miss_deals_nothing() -> None:
    it = bout(apart=2)
    charged(it, left="nothing")
    assert it["brute"].wounds == 90
    it.end_turn()
    it.next_round()
    it.turn_of("ann")
    assert not strike(it).cited("ix.mounted.charge")


@pytest.mark.rule("ix.mounted.charge-reset")
def test_a_mount_that_has_charged_must_be_gathered_first() -> None:
    it = bout(apart=2)
    charged(it)
    assert it["bay"].has_charged
    gm(it, "place", "ann", value=0)
    it.next_round()
    it.turn_of("ann")
    table = charged(it)
    assert not coded(table, "charge")
    gm(it, "place", "ann", value=0)
    it.next_round()
    it.turn_of("ann")
    table = it.do(("gather",))
    assert it.fight.free_maneuvers == 0
    assert table.cited("ix.mounted.charge-reset")
    it.next_round()
    assert coded(charged(it), "charge")


@pytest.mark.rule("ix.mounted.charge-reset")
def test_only_a_mount_that_has_charged_is_gathered() -> None:
    it = bout(apart=2)
    it.turn_of("ann")
    assert not it.offers("gather")
    gm(it, "tag", "bay", "has charged")
    assert it.offers("gather")
    gm(it, "untag", "bay", "has-charged")
    assert not it.offers("gather")


@pytest.mark.rule("ix.mounted.charge")
def test_the_house_sets_dice_and_damage_of_a_charge() -> None:
    it = bout(apart=2, house={"charge-boon-dice": 3, "charge-damage": 5})
    table = charged(it)
    assert dice_of(table)["boon"] == 4
    assert it["brute"].wounds == 90 - (6 + 5 - 1)


@pytest.mark.rule("ix.talent.charging-strike")
def test_charging_strike_makes_it_four_damage_in_all() -> None:
    it = bout(apart=2, ann={"talents": ["charging-strike"]})
    table = charged(it)
    assert it["brute"].wounds == 90 - (6 + 4 - 1)
    assert dice_of(table)["boon"] == 2
    assert table.cited("ix.talent.charging-strike")


@pytest.mark.rule("ix.talent.charging-strike")
def test_charging_strike_is_for_charges() -> None:
    it = bout(ann={"talents": ["charging-strike"]})
    it.turn_of("ann")
    table = strike(it, left="1 success")
    assert it["brute"].wounds == 90 - (6 - 1)
    assert not table.cited("ix.talent.charging-strike")


@pytest.mark.rule("ix.talent.charging-strike")
def test_the_house_sets_what_charging_strike_adds() -> None:
    it = bout(apart=2, ann={"talents": ["charging-strike"]}, house={"charging-strike-damage": 1})
    charged(it)
    assert it["brute"].wounds == 90 - (6 + 3 - 1)


@pytest.mark.rule("ix.mounted.charge")
def test_the_second_blade_of_a_charge_deals_its_own_damage_alone() -> None:
    it = bout(apart=2, ann={"weapons": ["twin-hooks"]})
    it.turn_of("ann")
    it.do(("move", "toward", "brute"))
    it.do(("move", "toward", "brute", "strain"))
    it.do(
        ("attack", "twin-hooks", "brute"),
        spend("attack-quality:paired"),
        rolls=["1 success 2 boons"],
    )
    assert it["brute"].wounds == 90 - (4 + 2 - 1) - (4 - 1)


@pytest.mark.rule("ix.mounted.charge", "ix.critical.row-effects")
def test_one_more_attack_with_the_same_pool_is_as_much_of_a_charge() -> None:
    it = bout(apart=2)
    it.turn_of("ann")
    it.do(("move", "toward", "brute"))
    it.do(("move", "toward", "brute", "strain"))
    table = it.do(BLOW, spend("attack-critical"), rolls=["1 success 3 boons", 78, "1 success"])
    assert it["brute"].wounds == 90 - 2 * (6 + 2 - 1)
    assert dice_of(table)["boon"] == 2
    assert len(coded(table, "charge")) == 1
