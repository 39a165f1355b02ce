"""What the conditions of the table do (area `condition`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    afflict,
    dice_of,
    elite,
    gm,
    hero,
    make_check,
    tire,
)

from affray.kernel.rulebook import HouseRules
from affray.systems.ix.ledger import rulebook

MELEE = {"mastery": 2, "trial": 2}
"""Ann's long blade: Characteristic 2, 2 ranks, Average."""
BOW = {"mastery": 2, "trial": 2}
"""Her bow at Medium: Average as well."""


def bout(apart: int = 0, house: dict[str, Any] | None = None, **fields: Any) -> Bout:
    """Ann and Bob against a brute that both can reach (or `apart` steps away)."""
    arms: dict[str, Any] = {
        "skills": {"light-melee": 2, "heavy-ranged": 2, "athletics": 2},
        "weapons": ["long-blade"] if not apart else ["hunting-bow"],
    }
    return Bout(
        hero("ann", **{**arms, **fields}),
        hero("bob"),
        elite("brute", wound_points=90, might=3, **arms),
        scene={"at": {"ann": 0, "bob": 0, "brute": apart}},
        house=house,
    )


def blow(it: Bout, who: str, target: str, weapon: str = "long-blade") -> dict[str, int]:
    it.turn_of(who)
    return dice_of(it.do(("attack", weapon, target), rolls=["nothing"]))


# ---- the table ----

NO = {"bane": 0, "boon": 0}
DICE: dict[str, dict[str, dict[str, int]]] = {
    # own melee, own ranged, melee against it, ranged against it, its other checks
    "prone": {"own-melee": {"bane": 1}, "at-melee": {"boon": 1}, "at-ranged": {"bane": 1}},
    "staggered": {},
    "disoriented": {"own-melee": {"bane": 1}, "own-ranged": {"bane": 1}, "other": {"bane": 1}},
    "immobilized": {},
    "grabbed": {},
    "immolation": {},
    "blinded": {"own-melee": {"bane": 1}, "own-ranged": {"bane": 2}},
}


def _check(it: Bout, who: str, target: str = "", mode: str = "") -> dict[str, int]:
    how: dict[str, Any] = {"kind": "attack", "target": target, "mode": mode, "weapon": "long-blade"}
    what = how if target else {"skill": "negotiation"}
    skill = {"skill": "light-melee" if mode == "melee" else "heavy-ranged"} if target else {}
    _, table = make_check(it, who, "nothing", **{**what, **skill})
    return {die: dice_of(table).get(die, 0) for die in ("bane", "boon")}


@pytest.mark.rule("ix.condition.table")
@pytest.mark.parametrize("condition", DICE)
def test_the_dice_of_each_condition_are_those_of_the_table(condition: str) -> None:
    it = bout(might=1)
    afflict(it, "ann", condition, turns=9)
    found = {
        "own-melee": _check(it, "ann", "brute", "melee"),
        "own-ranged": _check(it, "ann", "brute", "ranged"),
        "at-melee": _check(it, "brute", "ann", "melee"),
        "at-ranged": _check(it, "brute", "ann", "ranged"),
        "other": _check(it, "ann"),
    }
    want = {kind: {**NO, **DICE[condition].get(kind, {})} for kind in found}
    assert found == want


@pytest.mark.rule("ix.condition.table")
def test_the_table_holds_these_twelve_conditions_and_the_gm_can_set_each_that_is_tracked() -> None:
    ids = [row["id"] for row in HouseRules(rulebook()).book.table("conditions").rows]
    assert ids == [
        *("prone", "staggered", "disoriented", "immobilized", "restrained", "grabbed"),
        *("immolation", "frightened", "demoralized", "surprised", "blinded", "incapacitated"),
    ]
    for one in ids[:9] + ids[10:11]:
        it = bout()
        gm(it, "tag", "ann", one)
        assert it["ann"].has(one)
        gm(it, "untag", "ann", one)
        assert not it["ann"].has(one)


# ---- Prone ----


@pytest.mark.rule("ix.condition.prone")
def test_prone_costs_a_die_in_melee_and_helps_whoever_strikes_at_it() -> None:
    it = bout()
    afflict(it, "ann", "prone", turns=0, ends="stands")
    it.turn_of("ann")
    table = it.do(("attack", "long-blade", "brute"), rolls=["nothing"])
    assert dice_of(table) == {**MELEE, "bane": 1}
    assert table.cited("ix.condition.prone")
    assert blow(it, "brute", "ann")["boon"] == 1


@pytest.mark.rule("ix.condition.prone")
def test_prone_makes_a_poor_mark_for_arrows_and_costs_its_own_arrows_nothing() -> None:
    it = bout(2)
    afflict(it, "ann", "prone", turns=0, ends="stands")
    assert blow(it, "ann", "brute", "hunting-bow") == BOW
    arrow = blow(it, "brute", "ann", "hunting-bow")
    assert (arrow["bane"], arrow.get("boon", 0)) == (1, 0)


@pytest.mark.rule("ix.condition.prone")
def test_who_is_prone_must_stand_before_moving_and_standing_takes_the_maneuver() -> None:
    it = bout()
    afflict(it, "ann", "prone", turns=0, ends="stands")
    it.turn_of("ann")
    assert not it.offers("move")
    assert not it.offers("move-far")
    it.do(("stand",))
    assert not it["ann"].has("prone")
    assert it.fight.maneuvers == 1
    assert it.offers("move")


@pytest.mark.rule("ix.condition.prone")
def test_prone_does_not_end_by_itself() -> None:
    it = bout()
    afflict(it, "ann", "prone", turns=0, ends="stands")
    for _ in range(3):
        it.turn_of("ann")
        it.end_turn()
        it.next_round()
    assert it["ann"].has("prone")


# ---- Staggered ----


@pytest.mark.rule("ix.condition.staggered")
def test_staggered_takes_the_action_and_what_it_could_be_traded_for() -> None:
    it = bout()
    afflict(it, "ann", "staggered")
    it.turn_of("ann")
    actions = ("attack", "grapple", "skill-check", "aid", "defensive-guard", "task", "treat")
    assert not any(it.offers(one) for one in actions)
    assert it.offers("aim")
    assert it.offers("drop", "long-blade")
    assert it.offers("move")
    assert not it.offers("move-far", "away", "brute", "action")
    it.do(("aim",))
    assert not it.offers("aim", "action")
    assert it.offers("aim", "strain")
    it.do(("move", "away", "brute", "strain"))
    assert (it["ann"].at, it["ann"].strain) == (-1, 2)


@pytest.mark.rule("ix.condition.staggered")
def test_after_the_staggered_turn_actions_are_back() -> None:
    it = bout()
    afflict(it, "ann", "staggered")
    it.turn_of("ann")
    it.end_turn()
    it.next_round()
    it.turn_of("ann")
    assert it.offers("attack", "long-blade", "brute")


# ---- Disoriented ----


@pytest.mark.rule("ix.condition.disoriented")
@pytest.mark.parametrize("skill", ["athletics", "charm", "medicine", "perception", "discipline"])
def test_disoriented_puts_one_bane_die_on_every_own_check(skill: str) -> None:
    it = bout()
    afflict(it, "ann", "disoriented")
    it.turn_of("ann")
    table = it.step(("skill-check",), ("with", skill), rolls=["nothing"])
    assert dice_of(table)["bane"] == 1
    assert table.cited("ix.condition.disoriented")


@pytest.mark.rule("ix.condition.disoriented")
def test_disoriented_does_nothing_to_the_checks_of_others() -> None:
    it = bout()
    afflict(it, "brute", "disoriented")
    assert blow(it, "ann", "brute") == MELEE
    assert _check(it, "ann") == NO


# ---- Blinded ----


@pytest.mark.rule("ix.condition.blinded")
def test_for_the_blinded_all_is_darkness_with_a_torch_in_hand() -> None:
    it = bout(2, gear=[{"name": "Torch", "light": "torch", "lit": True}])
    afflict(it, "ann", "blinded")
    assert blow(it, "ann", "brute", "hunting-bow") == {**BOW, "bane": 2}
    it = bout(gear=[{"name": "Torch", "light": "torch", "lit": True}])
    afflict(it, "ann", "blinded")
    it.turn_of("ann")
    table = it.do(("attack", "long-blade", "brute"), rolls=["nothing"])
    assert dice_of(table) == {**MELEE, "bane": 1}
    assert table.cited("ix.condition.blinded")


@pytest.mark.rule("ix.condition.blinded")
@pytest.mark.parametrize(("weapon", "apart", "dice"), [("long-blade", 0, 1), ("hunting-bow", 2, 2)])
def test_to_be_blinded_in_the_dark_is_no_darker(weapon: str, apart: int, dice: int) -> None:
    it = bout(apart)
    gm(it, "set", name="light", value="darkness")
    afflict(it, "ann", "blinded")
    assert blow(it, "ann", "brute", weapon)["bane"] == dice


@pytest.mark.rule("ix.condition.blinded")
def test_darkvision_sees_nothing_with_blinded_eyes() -> None:
    it = bout(species="under-dweller", agility=2, might=2)
    gm(it, "set", name="light", value="darkness")
    assert blow(it, "ann", "brute").get("bane", 0) == 0
    it.end_turn()
    afflict(it, "ann", "blinded")
    it.next_round()
    assert blow(it, "ann", "brute")["bane"] == 1


@pytest.mark.rule("ix.condition.blinded")
def test_another_sense_finds_the_target_of_a_blinded_blow() -> None:
    it = bout(other_sense="short")
    afflict(it, "ann", "blinded")
    assert blow(it, "ann", "brute").get("bane", 0) == 0


@pytest.mark.rule("ix.condition.blinded")
def test_the_blinded_do_not_darken_the_fight_for_others() -> None:
    it = bout()
    afflict(it, "ann", "blinded")
    assert blow(it, "brute", "ann").get("bane", 0) == 0


@pytest.mark.rule("ix.condition.blinded")
def test_with_blinded_eyes_finding_somebody_is_hard() -> None:
    it = bout(skills={"perception": 2})
    afflict(it, "ann", "blinded")
    it.turn_of("ann")
    table = it.step(("skill-check",), ("with", "perception"), rolls=["nothing"])
    assert dice_of(table)["trial"] == 3


# ---- Surprised ----


def ambushed(**scene: Any) -> Bout:
    ann = hero("ann", skills={"perception": 1, "readiness": 3}, savvy=2, willpower=4)
    brute = elite("brute", wound_points=90, talents=["precise-strike"])
    return Bout(ann, brute, scene={"surprised": ["ann"], **scene}, start=False)


@pytest.mark.rule("ix.condition.surprised")
def test_the_surprised_roll_initiative_with_willpower_and_readiness() -> None:
    it = ambushed()
    table = it.begin()
    rolls = [dice for who, rule, dice in table.rolled if rule.startswith("ix.initiative")]
    assert rolls[0] == "3 mastery 1 ability"


@pytest.mark.rule("ix.condition.surprised")
def test_the_surprised_are_off_guard_until_their_first_turn_starts() -> None:
    it = ambushed()
    it.initiative = {"ann": "nothing", "brute": "2 successes"}
    it.begin()
    assert blow(it, "brute", "ann")["boon"] == 1
    it.end_turn()
    it.turn_of("ann")
    assert not it["ann"].surprised
    it.do(("attack", "long-blade", "brute"), rolls=["nothing"])
    it.end_turn()
    assert "boon" not in blow(it, "brute", "ann")


@pytest.mark.rule("ix.condition.surprised")
def test_who_was_not_surprised_is_not_off_guard_at_the_start() -> None:
    it = ambushed(surprised=[])
    it.initiative = {"ann": "nothing", "brute": "2 successes"}
    table = it.begin()
    assert table.rolled[0][2] == "1 mastery 1 ability"
    assert "boon" not in blow(it, "brute", "ann")


# ---- Immolation ----


@pytest.mark.rule("ix.condition.immolation")
def test_immolation_costs_2_wounds_a_turn_and_the_breath() -> None:
    it = bout()
    tire(it, "ann", 3)
    afflict(it, "ann", "immolation", turns=0, ends="put-out")
    it.turn_of("ann")
    assert it["ann"].wounds == 10
    assert not it.offers("catch-breath")
    for left in (8, 6):
        it.end_turn()
        it.next_round()
        it.turn_of("ann")
        assert it["ann"].wounds == left


@pytest.mark.rule("ix.condition.immolation")
def test_who_has_been_put_out_breathes_again() -> None:
    it = bout()
    tire(it, "ann", 3)
    afflict(it, "ann", "immolation", turns=0, ends="put-out")
    it.turn_of("ann")
    it.step(("extinguish",), rolls=["1 success"])
    assert not it["ann"].has("immolation")
    assert it.offers("catch-breath")
