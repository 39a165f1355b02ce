"""What people write of mounts, who joins whom elsewhere, and who plays riders (area `mounted`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import IX, Bout, elite, gm, hero, npc, spend
from pydantic import ValidationError

from affray.kernel.encounter import EncounterError, read_encounter
from affray.kernel.rulebook import HouseRules
from affray.systems.ix import content
from affray.systems.ix.ledger import rows, rulebook
from affray.systems.ix.saddle import mount_falls

HOUSE = HouseRules(rulebook())
TEXT = """
system = "ix"
title = "Horses"
[[heroes]]
use = "tessa-vael"
[[allies]]
use = "war-horse"
name = "Bramble"
[[foes]]
use = "mail-sergeant"
name = "Trooper"
count = 2
[[foes]]
use = "riding-horse"
name = "Nag"
count = 2
[[foes]]
use = "road-cutthroat"
name = "Mob"
members = 3
[scene]
"""


def fight_of(scene: str) -> Any:
    return IX.start(read_encounter(TEXT + scene, "horses", IX))


@pytest.mark.rule("ix.wounds.creature-profiles")
@pytest.mark.parametrize("row", rows("mounts"))
def test_the_mounts_of_the_ledger_stand_on_the_shelves(row: str) -> None:
    entry = rows("mounts")[row]
    for shelf, kind in (("foes", "foe"), ("allies", "ally")):
        block = content.check_block(kind, content.library(shelf)[row], HOUSE)
        assert block["npc"] == "mount"
        assert block["wound_points"] == entry["wounds"]
        assert block["resistance"] == entry["resistance"]
        assert block["scale"] == entry["scale"]
        assert block["war_trained"] == entry["war-trained"]
        assert block["flight"] == entry["flight"]
        assert block["characteristics"]["agility"] == entry["agility"]
        assert [weapon["id"] for weapon in block["weapons"]] == entry["attacks"]


@pytest.mark.parametrize(
    "block",
    [
        {"name": "Sam", "npc": "elite", "wound-points": 5, "war-trained": True},
        {"name": "Nag", "npc": "mount", "wound-points": 5, "strain-points": 5},
        {"name": "Nag", "npc": "mount", "wound-points": 5, "members": 2},
    ],
)
def test_what_no_mount_has_is_refused(block: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        content.check_block("foe", block, HOUSE)


def test_a_scene_puts_riders_on_their_mounts_where_they_stand() -> None:
    fight = fight_of(
        'at = { heroes = 0, foes = 3, "Trooper 2" = 5 }\n'
        'riding = { "Tessa Vael" = "Bramble", "Trooper" = "Nag" }'
    )
    assert fight["tessa-vael"].mount == "bramble"
    assert fight["trooper-2"].mount == "nag-2"
    assert fight["nag-2"].at == 5
    assert fight.mounts == ("bramble", "nag-1", "nag-2")
    assert fight.foes == ("trooper-1", "trooper-2", "mob")


def test_nobody_has_to_say_where_a_mount_stands() -> None:
    scene = 'at = { "Tessa Vael" = -1, "Trooper" = 2, "Mob" = 2 }\n'
    fight = fight_of(scene + 'riding = { "Tessa Vael" = "Bramble" }')
    assert fight["bramble"].at == -1


def test_contact_of_all_is_that_of_riders_not_of_mounts() -> None:
    fight = fight_of('at = { heroes = 0, foes = 0 }\nengaged = "all"')
    assert fight.engaged == {("tessa-vael", one) for one in ("trooper-1", "trooper-2", "mob")}


@pytest.mark.parametrize(
    ("riding", "said"),
    [
        ('"Tessa Vael" = "Trooper 1"', "is no mount"),
        ('"Mob" = "Nag 1"', "cannot ride"),
        ('"Nag 1" = "Nag 2"', "cannot ride"),
        ('"Tessa Vael" = "Nag 1"', "on the other side"),
        ('"Trooper" = "Nag 1"', "not as many"),
        ('"Trooper 1" = "Nag 1", "Trooper 2" = "Nag 1"', "named twice"),
        ('"Trooper" = "Nag", "Trooper 1" = "Nag 2"', "named twice"),
        ('"Nobody" = "Nag 1"', "nobody called"),
    ],
)
def test_what_cannot_be_ridden_is_told(riding: str, said: str) -> None:
    with pytest.raises(EncounterError, match=said):
        fight_of(f"riding = {{ {riding} }}")


def test_a_side_of_mounts_alone_is_nobody_to_fight() -> None:
    lonely = TEXT.split("[[foes]]")[0] + '[[foes]]\nuse = "riding-horse"\nname = "Nag"\n[scene]\n'
    with pytest.raises(EncounterError, match="no foe is up"):
        read_encounter(lonely, "horses", IX)


# ---- elsewhere ----


def riders(**scene: Any) -> Bout:
    return Bout(
        hero("ann", skills={"light-melee": 2, "riding": 2, "athletics": 1}),
        npc("ally", "bay", "mount", weapons=["hooves"], flight=scene.pop("flight", False)),
        elite("brute", wound_points=90),
        scene={"at": {"ann": 0, "bay": 0, "brute": 0}, "riding": {"ann": "bay"}, **scene},
        start=False,
    )


@pytest.mark.rule("ix.chase.mounted-fall", "ix.mounted.unseat-failure")
def test_a_rider_who_is_unseated_in_a_chase_has_fallen() -> None:
    chase = {"quarry": "heroes", "gap": 2, "ground": "mounted"}
    it = riders(kind="chase", chase=chase)
    table = it.begin()
    mount_falls.unseat(it.fight, table, "ann")
    assert it["ann"].mount == ""
    assert it["ann"].has("prone")
    assert it.fight.chase.fallen == ("ann",)


@pytest.mark.rule("ix.chase.mounted-fall")
def test_getting_off_in_a_chase_is_no_fall() -> None:
    it = riders(kind="chase", chase={"quarry": "heroes", "gap": 2, "ground": "mounted"})
    it.begin()
    gm(it, "untag", "ann", "rides")
    assert it["ann"].mount == ""
    assert it.fight.chase.fallen == ()


@pytest.mark.rule("ix.mounted.mount-down", "ix.flying.disruption-fall")
def test_aloft_rider_and_mount_fall_from_their_height_instead() -> None:
    it = riders(flight=True)
    it.begin()
    it["ann"].zone = it["bay"].zone = 2
    gm(it, "set", "bay", "wounds", 0)
    assert it.fight.thrown == ()
    assert {owed.who for owed in it.fight.falls} == {"ann", "bay"}


@pytest.mark.rule("ix.mounted.unseat-failure", "ix.flying.disruption-fall")
def test_who_is_unseated_aloft_falls() -> None:
    it = riders(flight=True)
    it.begin()
    for who in ("ann", "bay", "brute"):
        it[who].zone = 1
    mount_falls.unseat(it.fight, it.last, "ann")  # type: ignore[arg-type]
    assert [owed.who for owed in it.fight.falls] == ["ann"]
    assert it["bay"].zone == 1


# ---- sensible play ----


def played(it: Bout, side: str = "heroes") -> list[tuple[str, ...]]:
    """What the policy does with the turn that runs, every attack a miss."""
    policy = IX.policy("sensible", side, None)  # type: ignore[arg-type]
    done: list[tuple[str, ...]] = []
    who = it.fight.acting
    while it.fight.turn and it.fight.acting == who and len(done) < 9:
        options = it.options()
        key = policy.choose(
            IX.facade(it.fight, who), who, "ix.turn.budget", lambda found=options: found
        )
        done.append(key)
        it.step(key, rolls=["nothing"] if key[0] == "attack" else [])
    return done


def test_sensible_riders_charge_whoever_is_just_far_enough() -> None:
    it = riders(at={"ann": 0, "bay": 0, "brute": 2})
    it.begin()
    it.turn_of("ann")
    assert played(it) == [
        ("move", "toward", "brute"),
        ("move", "toward", "brute", "strain"),
        ("attack", "long-blade", "brute"),
    ]
    assert it["bay"].has_charged


def test_sensible_riders_stay_in_the_saddle_and_strike_the_rider() -> None:
    it = riders(engaged=[["ann", "brute"]])
    it.begin()
    it.turn_of("ann")
    assert played(it) == [("aim",), ("attack", "long-blade", "brute"), ("end",)]
    it.turn_of("brute")
    assert ("attack", "long-blade", "ann") in played(it, "gm")


def test_an_unseated_rider_stands_up_and_fights_on() -> None:
    it = riders(engaged=[["ann", "brute"]])
    it.begin()
    it.turn_of("brute")
    it.do(
        ("attack", "long-blade", "ann"),
        spend("attack-unseat"),
        rolls=["1 success 2 boons", "nothing"],
    )
    it.end_turn()
    it.turn_of("ann")
    assert played(it) == [("stand",), ("attack", "long-blade", "brute"), ("end",)]


# ---- from fight to fight ----


def test_mounts_go_on_with_their_riders_as_they_have_left_the_fight() -> None:
    it = riders()
    it.begin()
    gm(it, "set", "bay", "wounds", 7)
    blocks = IX.carry_over(it.fight)
    assert [(block["id"], block["kind"]) for block in blocks] == [("ann", "hero"), ("bay", "ally")]
    assert blocks[0]["rides"] == "bay"
    checked = [content.check_block(block["kind"], block, HOUSE) for block in blocks]
    again = Bout(*checked, elite("brute"), start=False)
    assert again["ann"].mount == "bay"
    assert again["bay"].wounds == 7
    assert again.fight.heroes == ("ann",)


def test_a_mount_that_has_gone_down_does_not_go_on() -> None:
    it = riders()
    it.begin()
    gm(it, "set", "bay", "wounds", 0)
    assert [block["id"] for block in IX.carry_over(it.fight)] == ["ann"]


def test_without_its_mount_a_carried_rider_walks() -> None:
    it = Bout(hero("ann", rides="bay"), elite("brute"), start=False)
    assert it["ann"].mount == ""
