"""What makes somebody harder to hit (area `defense`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, coded, dice_of, elite, gm, hero

BLADE, BOW = "long-blade", "hunting-bow"


def against(
    weapon: str = BLADE, *, house: dict[str, Any] | None = None, foe: Any = None, **fields: Any
) -> dict[str, int]:
    """The dice of a foe's attack with that weapon on Ann, who is as `fields` say."""
    bout = facing(weapon, house=house, foe=foe, **fields)
    bout.turn_of("brute")
    return attack(bout, weapon)


def facing(
    weapon: str = BLADE, *, house: dict[str, Any] | None = None, foe: Any = None, **fields: Any
) -> Bout:
    """Ann and a brute, Engaged with a blade, a step apart with a bow; nobody has acted yet."""
    steps = 0 if weapon == BLADE else 1
    brute = foe or elite("brute", wound_points=60, weapons=[weapon])
    scene = {"at": {"ann": 0, "bob": 0, "brute": steps}}
    ann = hero("ann", **{"weapons": [BLADE], **fields})
    return Bout(ann, hero("bob"), brute, scene=scene, house=house)


def attack(bout: Bout, weapon: str = BLADE, at: str = "ann") -> dict[str, int]:
    table = bout.do(("attack", weapon, at), rolls=["nothing"])
    return dice_of(table)


# ---- Defense ----


@pytest.mark.rule("ix.defense.bane-dice")
@pytest.mark.parametrize("points", [0, 1, 2, 3])
def test_each_point_of_defense_is_a_bane_die_against_the_attacker(points: int) -> None:
    assert against(melee_defense=points).get("bane", 0) == points
    assert against(BOW, ranged_defense=points).get("bane", 0) == points


@pytest.mark.rule("ix.defense.bane-dice")
def test_the_house_may_count_two_bane_dice_a_point() -> None:
    house = {"bane-dice-per-defense": 2}
    assert against(house=house, melee_defense=2)["bane"] == 4


@pytest.mark.rule("ix.defense.bane-dice", "ix.defense.matching-type")
def test_the_attack_cites_the_defense_it_meets_and_none_where_there_is_none() -> None:
    bout = facing(melee_defense=1)
    bout.turn_of("brute")
    table = bout.do(("attack", BLADE, "ann"), rolls=["nothing"])
    assert table.cited("ix.defense.bane-dice")
    bout = facing()
    bout.turn_of("brute")
    table = bout.do(("attack", BLADE, "ann"), rolls=["nothing"])
    assert not table.cited("ix.defense.bane-dice")


@pytest.mark.rule("ix.defense.matching-type")
def test_each_defense_helps_against_its_own_kind_of_attack_only() -> None:
    assert "bane" not in against(BLADE, ranged_defense=3)
    assert "bane" not in against(BOW, melee_defense=3)
    assert against(BLADE, ranged_defense=3, melee_defense=1)["bane"] == 1


@pytest.mark.rule("ix.defense.no-damage-reduction")
def test_defense_takes_nothing_off_the_damage() -> None:
    bout = facing(melee_defense=3)
    bout.turn_of("brute")
    table = bout.do(("attack", BLADE, "ann"), rolls=["1 success"])
    assert coded(table, "damage")[0].fields["through"] == 6 - 1
    assert bout["ann"].wounds == 12 - 5


@pytest.mark.rule("ix.defense.melee-sources", "ix.defense.ranged-sources")
@pytest.mark.parametrize(
    ("fields", "melee", "ranged"),
    [
        ({"weapons": [BLADE, "shield"]}, 1, 1),
        ({"weapons": ["short-blade"]}, 1, 0),
        ({"weapons": ["spear"]}, 1, 0),
        ({"weapons": [{"use": BLADE, "qualities": {"defensive": 2}}]}, 2, 0),
        ({"weapons": [BLADE, {"use": "shield", "carried": "stowed"}]}, 0, 0),
        ({"weapons": [BLADE, {"use": "shield", "carried": "packed"}]}, 0, 0),
        ({"weapons": [BLADE]}, 0, 0),
    ],
)
def test_shields_and_defensive_weapons_give_melee_defense_while_they_are_wielded(
    fields: dict[str, Any], melee: int, ranged: int
) -> None:
    assert against(BLADE, **fields).get("bane", 0) == melee
    assert against(BOW, **fields).get("bane", 0) == ranged


@pytest.mark.rule("ix.defense.melee-sources")
def test_a_shield_that_is_drawn_helps_from_then_on() -> None:
    bout = facing(weapons=[BLADE, {"use": "shield", "carried": "stowed"}])
    bout.turn_of("ann")
    bout.do(("draw", "shield"))
    bout.end_turn()
    bout.turn_of("brute")
    assert attack(bout)["bane"] == 1


@pytest.mark.rule("ix.defense.melee-sources")
@pytest.mark.parametrize("fault", ["broken", "out"])
def test_a_shield_that_is_out_of_use_gives_none(fault: str) -> None:
    bout = facing(weapons=[BLADE, "shield"])
    gm(bout, "tag", "ann", f"{fault}:shield")
    bout.turn_of("brute")
    assert "bane" not in attack(bout)


@pytest.mark.rule("ix.defense.ranged-sources")
def test_cover_gives_ranged_defense() -> None:
    bout = facing(BOW)
    gm(bout, "set", "ann", "cover", 2)
    bout.turn_of("brute")
    assert attack(bout, BOW)["bane"] == 2


@pytest.mark.rule("ix.defense.other-sources")
def test_armour_and_a_sheltering_weapon_give_the_defense_of_their_entries() -> None:
    assert against(BLADE, armour="scale")["bane"] == 1
    assert "bane" not in against(BOW, armour="scale")
    assert against(BOW, armour="long-coat")["bane"] == 1
    assert "bane" not in against(BLADE, armour="long-coat")
    shelter = {"use": BLADE, "qualities": {"sheltering": 2}}
    assert against(BOW, weapons=[shelter])["bane"] == 2
    assert "bane" not in against(BLADE, weapons=[shelter])


@pytest.mark.rule("ix.defense.other-sources", "ix.quality.damaged")
def test_broken_armour_gives_no_defense() -> None:
    assert against(armour={"use": "scale", "damaged": 1})["bane"] == 1
    assert "bane" not in against(armour={"use": "scale", "damaged": 2})


@pytest.mark.rule("ix.defense.stacking")
@pytest.mark.parametrize(("stacks", "melee", "ranged"), [("yes", 3, 2), ("no", 1, 1)])
def test_sources_of_one_defense_add_up_unless_the_highest_counts(
    stacks: str, melee: int, ranged: int
) -> None:
    house = {"defense-stacks": stacks}
    fields = {"weapons": ["short-blade", "shield"]}
    assert against(BLADE, house=house, armour="scale", **fields)["bane"] == melee
    assert against(BOW, house=house, armour="long-coat", **fields)["bane"] == ranged


@pytest.mark.rule("ix.defense.stacking")
def test_without_a_word_of_the_house_they_add_up() -> None:
    assert against(armour="scale", weapons=["short-blade"])["bane"] == 2


@pytest.mark.rule("ix.defense.stacking")
def test_the_highest_of_several_counts_where_they_do_not_add_up() -> None:
    house = {"defense-stacks": "no"}
    strong = {"use": BLADE, "qualities": {"defensive": 2}}
    assert against(house=house, armour="scale", weapons=[strong])["bane"] == 2
    assert against(house=house, melee_defense=1, weapons=[strong])["bane"] == 2
    assert against(house=house, melee_defense=3, weapons=[strong])["bane"] == 3


@pytest.mark.rule("ix.defense.cap")
def test_each_defense_is_limited_to_three_by_itself() -> None:
    armed = {"weapons": ["short-blade", "shield"]}
    assert against(BLADE, armour="scale", melee_defense=2, **armed)["bane"] == 3
    assert against(BOW, armour="long-coat", ranged_defense=2, **armed)["bane"] == 3
    assert against(BLADE, melee_defense=3, ranged_defense=3)["bane"] == 3
    assert against(BOW, melee_defense=3, ranged_defense=3)["bane"] == 3


@pytest.mark.rule("ix.defense.cap")
def test_cover_counts_toward_the_cap() -> None:
    bout = facing(BOW, ranged_defense=2)
    gm(bout, "set", "ann", "cover", 2)
    bout.turn_of("brute")
    assert attack(bout, BOW)["bane"] == 3
