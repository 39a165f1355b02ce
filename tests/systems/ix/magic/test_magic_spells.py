"""What the spells of the table do, row by row (area `magic`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, IxTable, afflict, coded, dice_of, elite, gm, hero, nemesis, spend, wares

ANSWERS = "ix.magic.answers-injury"
CASTER = {"intellect": 4, "savvy": 4, "willpower": 4}
SKILLS = {"arcana": 3, "divinity": 3, "wildcraft": 3}


def bout(*spells: Any, bob: dict[str, Any] | None = None, at: int = 1, **ann: Any) -> Bout:
    """Ann knows the spells; Bob is hurt beside her; the brute stands a step off."""
    it = Bout(
        hero("ann", **{**CASTER, "skills": SKILLS, "spells": list(spells), **ann}),
        hero("bob", **{"wounds": 4, **(bob or {})}),
        nemesis("brute", wound_points=90, strain_points=20),
        scene={"at": {"ann": 0, "bob": 0, "brute": at}},
    )
    it.turn_of("ann")
    return it


def cast(it: Bout, spell: str, on: str, *answers: tuple[str, ...], left: str) -> IxTable:
    return it.do(("cast", spell, on), *answers, rolls=[left])


# ---- healing ----


@pytest.mark.rule("ix.magic.heal-amount")
@pytest.mark.parametrize(
    ("spell", "one", "three"),
    [
        ("lesser-heal", 2, 4),
        ("bone-heal", 2, 4),
        ("greater-heal", 4, 6),
        ("vital-heal", 3, 5),
        ("reactive-heal", 1, 3),
    ],
)
def test_each_healing_spell_restores_its_wounds_and_more_for_each_success(
    spell: str, one: int, three: int
) -> None:
    for left, wounds in (("1 success", one), ("3 successes", three)):
        it = bout(spell)
        table = cast(it, spell, "bob", left=left)
        assert it["bob"].wounds == 4 + wounds
        assert table.cited("ix.magic.heal-amount")


@pytest.mark.rule("ix.magic.heal-amount")
@pytest.mark.parametrize(("left", "wounds"), [("1 success", 2), ("3 successes", 4)])
def test_tide_heal_restores_to_each_friend(left: str, wounds: int) -> None:
    it = bout("tide-heal", wounds=3)
    cast(it, "tide-heal", "friends", left=left)
    assert (it["ann"].wounds, it["bob"].wounds) == (3 + wounds, 4 + wounds)


@pytest.mark.rule("ix.magic.heal-amount")
def test_healing_does_not_go_past_the_wound_points() -> None:
    it = bout("greater-heal", bob={"wounds": 11})
    cast(it, "greater-heal", "bob", left="3 successes")
    assert it["bob"].wounds == 12


@pytest.mark.rule("ix.magic.heal-amount")
@pytest.mark.parametrize(
    ("left", "turns"), [("1 success", 1), ("3 successes", 3), ("5 successes", 4)]
)
def test_bloom_heal_restores_one_now_and_one_at_the_start_of_the_next_turns(
    left: str, turns: int
) -> None:
    it = bout("bloom-heal", bob={"wounds": 2})
    cast(it, "bloom-heal", "bob", left=left)
    assert it["bob"].wounds == 3
    for number in range(1, 6):
        it.turn_of("bob")
        assert it["bob"].wounds == 3 + min(number, turns)
        it.next_round()


@pytest.mark.rule("ix.magic.heal-amount")
def test_bloom_heal_can_wake_the_fallen_later() -> None:
    it = bout("bloom-heal", bob={"wounds": -1, "stabilized": True})
    cast(it, "bloom-heal", "bob", left="2 successes")
    assert it["bob"].wounds == 0
    assert it["bob"].is_down
    it.end_turn()
    it.turn_of("brute")
    it.end_turn()
    it.turn_of("bob")
    assert it["bob"].wounds == 1


@pytest.mark.rule("ix.magic.heal-amount")
def test_vital_heal_stabilizes_the_bleeding() -> None:
    it = bout("vital-heal", bob={"wounds": -8})
    cast(it, "vital-heal", "bob", left="1 success")
    assert (it["bob"].wounds, it["bob"].stabilized) == (-5, True)
    it = bout("greater-heal", bob={"wounds": -8})
    cast(it, "greater-heal", "bob", left="1 success")
    assert (it["bob"].wounds, it["bob"].stabilized) == (-4, False)


@pytest.mark.rule("ix.magic.heal-amount")
def test_the_undead_are_no_living_creatures() -> None:
    it = bout("lesser-heal", bob={"make": "undead"}, wounds=3)
    assert not it.offers("cast", "lesser-heal", "bob")
    assert it.offers("cast", "lesser-heal", "ann")


# ---- injuries ----

REACH = {
    # injuries that each spell answers up to its severity, and the next graver one
    "greater-heal": (["critical-001-005", "critical-096-100"], "critical-101-110"),
    "vital-heal": (["critical-056-060", "critical-131-140"], ""),
    "tide-heal": (["critical-001-005", "critical-131-140"], ""),
    "cleanse": (["critical-001-005", "critical-081-085"], "critical-086-090"),
}


def answers(table: IxTable) -> bool:
    """Whether the caster was offered an injury to answer."""
    asked = [options for rule, _, options in table.asked if rule == ANSWERS]
    return any(option[0] == "answer" for options in asked for option in options)


@pytest.mark.rule("ix.magic.answers-injury")
@pytest.mark.parametrize("spell", REACH)
def test_a_spell_answers_injuries_up_to_its_severity(spell: str) -> None:
    reach, beyond = REACH[spell]
    on = "friends" if spell == "tide-heal" else "bob"
    for row in (*reach, beyond):
        if not row:
            continue
        it = bout(spell, bob={"wounds": 4})
        gm(it, "tag", "bob", f"{row}:left-arm" if row == "critical-096-100" else row)
        if row == beyond:
            assert not answers(cast(it, spell, on, left="1 success"))
            assert not it["bob"].injuries[0].answered
            assert not it["bob"].injuries[0].care
            continue
        if spell != "cleanse":
            cast(it, spell, on, ("answer", "bob", "1"), left="1 success")
        else:
            cast(it, spell, on, left="1 success")
        assert (
            not it["bob"].injuries or it["bob"].injuries[0].answered or it["bob"].injuries[0].care
        )


@pytest.mark.rule("ix.magic.answers-injury")
@pytest.mark.parametrize("spell", ["lesser-heal", "bloom-heal", "reactive-heal"])
def test_the_lesser_spells_answer_none(spell: str) -> None:
    it = bout(spell, bob={"wounds": 4, "injuries": ["critical-001-005"]})
    cast(it, spell, "bob", left="1 success")
    assert len(it["bob"].injuries) == 1


@pytest.mark.rule("ix.magic.answers-injury")
def test_one_casting_answers_one_injury_besides_its_wounds() -> None:
    rows = ["critical-001-005", "critical-031-035"]
    it = bout("greater-heal", bob={"wounds": 4, "injuries": rows})
    serials = [one.serial for one in it["bob"].injuries]
    cast(it, "greater-heal", "bob", ("answer", "bob", str(serials[1])), left="1 success")
    assert [one.row for one in it["bob"].injuries] == rows[:1]
    assert it["bob"].wounds == 8


@pytest.mark.rule("ix.magic.answers-injury")
def test_a_failed_casting_answers_nothing() -> None:
    it = bout("greater-heal", bob={"wounds": 4, "injuries": ["critical-001-005"]})
    cast(it, "greater-heal", "bob", left="nothing")
    assert len(it["bob"].injuries) == 1
    assert it["bob"].wounds == 4


@pytest.mark.rule("ix.magic.answers-injury")
def test_a_mortal_clock_is_stopped_and_the_injury_stays() -> None:
    it = bout("vital-heal", bob={"wounds": -3})
    gm(it, "tag", "bob", "critical-121-130")
    assert not it["bob"].injuries[0].answered
    serial = str(it["bob"].injuries[0].serial)
    table = cast(it, "vital-heal", "bob", ("answer", "bob", serial), left="1 success")
    assert [one.answered for one in it["bob"].injuries] == [True]
    assert table.cited("ix.critical.clock-answered")


@pytest.mark.rule("ix.magic.success")
def test_bone_heal_lowers_an_injury_by_a_step_for_2_boons() -> None:
    it = bout("bone-heal", bob={"wounds": 4, "injuries": ["critical-031-035"]})
    table = it.do(
        ("cast", "bone-heal", "bob"), spend("spell-step-down:-1"), rolls=["1 success 2 boons"]
    )
    assert [one.row for one in it["bob"].injuries] == ["critical-026-030"]
    assert table.cited("ix.magic.success")


@pytest.mark.rule("ix.magic.success")
def test_bone_heal_lowers_nothing_graver_than_severe() -> None:
    it = bout("bone-heal", bob={"wounds": 4, "injuries": ["critical-086-090"]})
    table = it.do(("cast", "bone-heal", "bob"), rolls=["1 success 2 boons"])
    assert not any(word.startswith("spell") for word in wares(table, "ix.magic.success"))


# ---- Cleanse ----


@pytest.mark.rule("ix.magic.success")
@pytest.mark.parametrize(
    "condition",
    ["disoriented", "staggered", "immobilized", "blinded", "frightened", "immolation"],
)
def test_cleanse_ends_each_of_its_conditions(condition: str) -> None:
    it = bout("cleanse")
    afflict(it, "bob", condition, turns=9, source="brute")
    cast(it, "cleanse", "bob", left="1 success")
    assert not it["bob"].has(condition)


@pytest.mark.rule("ix.magic.success")
@pytest.mark.parametrize("condition", ["prone", "restrained", "grabbed"])
def test_cleanse_ends_no_others(condition: str) -> None:
    it = bout("cleanse")
    afflict(it, "bob", condition, turns=9, source="brute")
    if it.offers("cast", "cleanse", "bob"):
        cast(it, "cleanse", "bob", left="1 success")
    assert it["bob"].has(condition)


@pytest.mark.rule("ix.magic.success")
def test_cleanse_puts_out_burn() -> None:
    it = bout("cleanse")
    it["bob"].burns = ((3, 4, "brute"),)
    cast(it, "cleanse", "bob", left="1 success")
    assert it["bob"].burns == ()


@pytest.mark.rule("ix.magic.success")
def test_cleanse_ends_one_thing_and_a_further_one_for_2_boons() -> None:
    for left, further, left_over in (
        ("1 success", (), {"staggered"}),
        ("1 success 2 boons", (spend("spell-further:staggered"),), set()),
    ):
        it = bout("cleanse")
        for condition in ("blinded", "staggered"):
            afflict(it, "bob", condition, turns=9)
        cast(it, "cleanse", "bob", ("cure", "bob", "blinded"), *further, left=left)
        assert {one.id for one in it["bob"].conditions} == left_over


# ---- the three for a fight ----


@pytest.mark.rule("ix.magic.success", "ix.magic.damage")
def test_ember_lance_burns_on_for_2_boons() -> None:
    it = bout("ember-lance")
    it.do(("cast", "ember-lance", "brute"), spend("spell-burn"), rolls=["1 success 2 boons"])
    assert it["brute"].wounds == 90 - (6 - 1)
    it.turn_of("brute")
    assert it["brute"].wounds == 90 - 2 * (6 - 1), "its base damage once more, Resistance applied"
    it.end_turn()
    it.next_round()
    it.turn_of("brute")
    assert it["brute"].wounds == 90 - 2 * (6 - 1)


@pytest.mark.rule("ix.magic.conditions")
def test_thorn_snare_immobilizes_until_the_end_of_the_next_turn_of_its_target() -> None:
    it = bout("thorn-snare")
    table = cast(it, "thorn-snare", "brute", left="1 success")
    assert it["brute"].has("immobilized")
    assert it["brute"].wounds == 90
    assert table.cited("ix.magic.conditions")
    it.end_turn()
    it.turn_of("brute")
    assert it["brute"].has("immobilized")
    it.end_turn()
    assert not it["brute"].has("immobilized")


@pytest.mark.rule("ix.magic.conditions")
def test_for_2_boons_it_holds_a_turn_longer() -> None:
    it = bout("thorn-snare")
    it.do(("cast", "thorn-snare", "brute"), spend("spell-longer"), rolls=["1 success 2 boons"])
    for number in (1, 2):
        it.turn_of("brute")
        it.end_turn()
        assert it["brute"].has("immobilized") == (number == 1)
        it.next_round()


@pytest.mark.rule("ix.magic.conditions")
def test_a_snare_twice_lasts_longer_and_is_not_stronger() -> None:
    it = bout("thorn-snare")
    cast(it, "thorn-snare", "brute", left="1 success")
    it.fight.actions = 1
    it.fight["ann"].cast_this_turn = ()
    table = cast(it, "thorn-snare", "brute", left="1 success")
    assert table.cited("ix.condition.extends")
    it.turn_of("brute")
    it.end_turn()
    assert it["brute"].has("immobilized")


@pytest.mark.rule("ix.magic.success", "ix.magic.conditions")
@pytest.mark.parametrize(("left", "strain"), [("1 success", 2), ("3 successes", 4)])
def test_bell_of_dismay_strains_and_disorients(left: str, strain: int) -> None:
    it = bout("bell-of-dismay")
    table = cast(it, "bell-of-dismay", "brute", left=left)
    assert it["brute"].strain == strain, "what is suffered passes by Resistance"
    assert it["brute"].has("disoriented")
    assert dice_of(table)["trial"] == 3


@pytest.mark.rule("ix.magic.success")
def test_what_is_cast_is_told_with_its_name_and_its_target() -> None:
    it = bout("thorn-snare")
    table = cast(it, "thorn-snare", "brute", left="1 success")
    told = coded(table, "cast")[0].fields
    assert (told["who"], told["spell"], told["target"]) == ("ann", "thorn-snare", "brute")


@pytest.mark.rule("ix.magic.heal-amount")
def test_foes_heal_their_own() -> None:
    it = Bout(
        hero("ann"),
        nemesis("cantor", spells=["lesser-heal"], skills={"divinity": 2}),
        elite("brute", wounds=3),
    )
    it.turn_of("cantor")
    assert not it.offers("cast", "lesser-heal", "ann") or it.offers("cast", "lesser-heal", "brute")
    it.do(("cast", "lesser-heal", "brute"), rolls=["1 success"])
    assert it["brute"].wounds == 5
