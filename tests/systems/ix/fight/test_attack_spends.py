"""What the Boons, Breakthroughs and Calamities of an attack bring (area `attack`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, IxTable, citing, coded, dice_of, elite, gm, hero, nemesis, spend, wares

BLOW = ("attack", "long-blade", "brute")
OTHER = "ix.attack.breakthrough-other"


def turn(*weapons: Any, steps: int = 0, foe: dict[str, Any] | None = None, **fields: Any) -> Bout:
    """Ann's turn, six Mastery Dice strong with a light blade, against a tough brute."""
    given = {"might": 6, "skills": {"light-melee": 6}, **fields}
    ann = hero("ann", weapons=list(weapons or ["long-blade"]), **given)
    brute = foe or elite("brute", wound_points=60)
    at = {"ann": 0, "bob": 0, "brute": steps}
    bout = Bout(ann, hero("bob"), brute, scene={"at": at})
    bout.turn_of("ann")
    return bout


def blow(bout: Bout, roll: str, *choices: tuple[str, ...], **script: Any) -> IxTable:
    return bout.do(BLOW, *choices, rolls=[roll], **script)


# ---- what Boons buy: which entries, at which price ----

GENERAL = {
    "recover-strain": (1, 8),
    "lend-momentum": (1, 1),
    "notice": (1, 1),
    "pass-the-edge:ann": (2, 1),
    "pass-the-edge:bob": (2, 1),
    "hinder:brute": (2, 1),
    "spare-moment": (2, 1),
    "brush-aside": (3, 1),
    "turn-of-events": (3, 1),
}
CONTACT = {
    "attack-critical": (3, 1),
    "attack-disorient": (2, 1),
    "attack-shove": (2, 1),
    "attack-prone": (3, 1),
    "attack-pin": (3, 1),
    "attack-disarm:long-blade": (3, 1),
}
AFAR = {
    "attack-open-guard": (3, 1),
    "attack-ward:melee": (3, 1),
    "attack-ward:ranged": (3, 1),
}


@pytest.mark.rule("ix.attack.boons", "ix.attack.contact-spends")
def test_on_a_hit_boons_buy_from_the_whole_attack_list_and_from_the_general_one() -> None:
    table = blow(turn(strain=9), "1 success 8 boons")
    assert wares(table) == GENERAL | CONTACT | AFAR


@pytest.mark.rule("ix.attack.boons", "ix.attack.contact-spends")
def test_on_a_miss_boons_buy_nothing_that_needs_the_weapon_to_connect() -> None:
    table = blow(turn(strain=9), "8 boons")
    assert wares(table) == GENERAL | AFAR


@pytest.mark.rule("ix.attack.boons")
def test_what_boons_cannot_pay_for_is_not_offered() -> None:
    found = wares(blow(turn(strain=9), "1 success 1 boon"))
    affordable = {word for word, (price, _) in found.items() if price <= 1}
    assert affordable == {"recover-strain", "lend-momentum", "notice"}


@pytest.mark.rule("ix.attack.boons")
def test_a_shot_shoves_nobody_and_a_blow_at_short_neither() -> None:
    bout = turn("hunting-bow", agility=5, skills={"heavy-ranged": 5}, steps=1)
    table = bout.do(("attack", "hunting-bow", "brute"), rolls=["1 success 3 boons"])
    assert "attack-shove" not in wares(table)
    assert "attack-prone" in wares(table)


@pytest.mark.rule("ix.attack.boons")
def test_nobody_unseats_one_who_rides_nothing() -> None:
    assert "attack-unseat" not in wares(blow(turn(), "1 success 3 boons"))


# ---- what they bring ----


@pytest.mark.rule("ix.attack.boons")
@pytest.mark.parametrize(
    ("word", "condition", "roll"),
    [
        ("attack-disorient", "disoriented", "1 success 2 boons"),
        ("attack-pin", "immobilized", "1 success 3 boons"),
    ],
)
def test_a_condition_holds_until_the_end_of_the_targets_next_turn(
    word: str, condition: str, roll: str
) -> None:
    bout = turn()
    blow(bout, roll, spend(word))
    assert bout["brute"].has(condition)
    assert not bout["ann"].has(condition)
    bout.end_turn()
    bout.turn_of("brute")
    assert bout["brute"].has(condition)
    bout.end_turn()
    assert not bout["brute"].has(condition)


@pytest.mark.rule("ix.attack.boons")
def test_three_boons_knock_the_target_over() -> None:
    bout = turn()
    table = blow(bout, "1 success 3 boons", spend("attack-prone"))
    assert bout["brute"].has("prone")
    assert table.cited("ix.attack.boons")


@pytest.mark.rule("ix.attack.boons")
def test_what_lies_already_is_not_knocked_over_again() -> None:
    bout = turn()
    gm(bout, "tag", "brute", "prone")
    assert "attack-prone" not in wares(blow(bout, "1 success 3 boons"))


@pytest.mark.rule("ix.attack.boons")
def test_three_boons_make_the_target_drop_one_item_it_holds() -> None:
    brute = elite("brute", wound_points=60, weapons=["knife", "shield"])
    bout = turn(foe=brute)
    table = blow(bout, "1 success 3 boons", spend("attack-disarm:shield"))
    assert {word for word in wares(table) if word.startswith("attack-disarm")} == {
        "attack-disarm:knife",
        "attack-disarm:shield",
    }
    assert bout["brute"].held == ("knife",)
    assert bout["brute"].dropped == ("shield",)


@pytest.mark.rule("ix.attack.boons")
def test_claws_are_not_struck_out_of_the_hand() -> None:
    bout = turn(foe=elite("brute", wound_points=60, weapons=["claws"]))
    found = wares(blow(bout, "1 success 3 boons"))
    assert not [word for word in found if word.startswith("attack-disarm")]


@pytest.mark.rule("ix.attack.boons")
def test_two_boons_shove_the_target_from_engaged_to_short() -> None:
    bout = turn()
    blow(bout, "1 success 2 boons", spend("attack-shove"))
    assert (bout["ann"].at, bout["brute"].at, bout.fight.engaged) == (0, 1, frozenset())


def shielded(**fields: Any) -> dict[str, Any]:
    """Melee Defense 2, Ranged Defense 1."""
    return elite("brute", wound_points=60, weapons=["knife", "shield"], melee_defense=1, **fields)


@pytest.mark.rule("ix.attack.boons")
def test_an_opened_guard_counts_as_no_defense_until_the_end_of_the_round() -> None:
    bout = turn(foe=shielded())
    table = blow(bout, "3 boons", spend("attack-open-guard"))
    assert dice_of(table)["bane"] == 2
    bout.end_turn()
    bout.turn_of("bob")
    table = blow(bout, "nothing")
    assert "bane" not in dice_of(table)
    bout.end_turn()
    bout.next_round()
    bout.turn_of("ann")
    assert dice_of(blow(bout, "nothing"))["bane"] == 2


@pytest.mark.rule("ix.attack.boons")
def test_an_opened_guard_is_open_to_arrows_too() -> None:
    bout = turn("hunting-bow", "knife", foe=shielded(), agility=4, skills={"heavy-ranged": 4})
    shot = ("attack", "hunting-bow", "brute")
    table = bout.do(shot, spend("attack-open-guard"), rolls=["3 boons"])
    assert dice_of(table)["bane"] == 2  # its Ranged Defense, and the bow at Engaged
    bout.fight.actions = 1
    assert dice_of(bout.do(shot, rolls=["nothing"]))["bane"] == 1


@pytest.mark.rule("ix.attack.boons")
@pytest.mark.parametrize(
    ("which", "weapon", "bane"),
    [("melee", "knife", 1), ("ranged", "knife", 0), ("ranged", "sling", 2), ("melee", "sling", 1)],
)
def test_a_ward_is_a_point_of_one_defense_until_the_end_of_the_next_turn(
    which: str, weapon: str, bane: int
) -> None:
    bout = turn(foe=elite("brute", wound_points=60, weapons=["knife", "sling"]))
    blow(bout, "3 boons", spend(f"attack-ward:{which}"))
    bout.end_turn()

    def attacked() -> int:
        bout.turn_of("brute")
        table = bout.do(("attack", weapon, "ann"), rolls=["nothing"])
        found: int = dice_of(table).get("bane", 0)
        return found

    assert attacked() == bane
    bout.next_round()
    bout.turn_of("bob")  # who now takes the first slot, so that the brute comes before Ann
    bout.end_turn()
    assert attacked() == bane
    bout.turn_of("ann")
    bout.end_turn()
    assert attacked() == (1 if weapon == "sling" else 0)  # a sling at Engaged has one anyway


@pytest.mark.rule("ix.attack.boons", "ix.defense.cap")
def test_a_ward_goes_no_higher_than_three() -> None:
    stowed = {"use": "short-blade", "carried": "stowed"}
    bout = turn("long-blade", stowed, melee_defense=2)
    blow(bout, "3 boons", spend("attack-ward:melee"))
    bout.do(("draw", "short-blade"))  # Defensive 1: with the ward, one too many
    bout.end_turn()
    bout.turn_of("brute")
    table = bout.do(("attack", "long-blade", "ann"), rolls=["nothing"])
    assert dice_of(table)["bane"] == 3


# ---- Breakthrough and Calamity ----


@pytest.mark.rule("ix.attack.special-regardless", "ix.attack.breakthrough-other")
@pytest.mark.parametrize("roll", ["1 breakthrough", "1 success 1 breakthrough"])
def test_a_breakthrough_brings_the_critical_injury_hit_or_miss(roll: str) -> None:
    bout = turn(foe=nemesis("brute", wound_points=60))
    table = bout.do(BLOW, spend("", "attack-critical"), rolls=[roll, 20])
    assert len(bout["brute"].injuries) == 1
    assert coded(table, "injured")[0].fields["by"] == "ann"


@pytest.mark.rule("ix.attack.special-regardless")
@pytest.mark.parametrize("roll", ["1 breakthrough", "1 success 1 breakthrough"])
def test_a_breakthrough_breaks_gear_hit_or_miss_and_staggers_on_a_hit_only(roll: str) -> None:
    table = blow(turn(), roll)
    found = set(wares(table))
    assert "attack-break-gear:long-blade" in found
    assert ("attack-stagger" in found) is ("success" in roll)


@pytest.mark.rule("ix.attack.special-regardless")
@pytest.mark.parametrize("roll", ["1 calamity", "1 success 1 calamity", "1 failure 1 calamity"])
def test_a_calamity_has_its_effect_hit_or_miss(roll: str) -> None:
    bout = turn()
    bout.fight.fortune, bout.fight.peril = 2, 0
    gm(bout, "tag", "brute", "guarded")  # one of the Trial Dice is a Crisis Die
    blow(bout, roll)
    assert (bout.fight.fortune, bout.fight.peril) == (1, 1)


@pytest.mark.rule("ix.attack.breakthrough-other")
def test_the_table_may_agree_on_another_breakthrough() -> None:
    bout = turn(foe=nemesis("brute", wound_points=60))
    table = bout.do(
        BLOW,
        spend("", "attack-critical"),
        rolls=["1 success 1 breakthrough"],
        rulings={OTHER: ("other", "the bridge gives way")},
    )
    assert bout["brute"].injuries == ()
    assert citing(table, OTHER)


@pytest.mark.rule("ix.attack.special-regardless")
def test_a_staggering_blow_lasts_until_the_end_of_the_targets_next_turn() -> None:
    bout = turn()
    blow(bout, "1 success 1 breakthrough", spend("", "attack-stagger"))
    assert bout["brute"].has("staggered")
    bout.end_turn()
    bout.turn_of("brute")
    assert not bout.offers("attack")
    bout.end_turn()
    assert not bout["brute"].has("staggered")


@pytest.mark.rule("ix.attack.special-regardless")
def test_broken_gear_is_of_no_use_until_it_is_repaired() -> None:
    bout = turn()
    blow(bout, "1 breakthrough", spend("", "attack-break-gear:long-blade"))
    bout.end_turn()
    for _ in range(2):
        bout.turn_of("brute")
        assert not bout.offers("attack", "long-blade")
        assert bout.offers("attack", "unarmed", "ann")
        bout.end_turn()
