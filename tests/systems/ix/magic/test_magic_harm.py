"""What comes of a casting: damage, injuries, spends (area `magic`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    citing,
    coded,
    elite,
    hero,
    minions,
    nemesis,
    spend,
    wares,
)

LANCE = ("cast", "ember-lance", "brute")
MAGE = {"intellect": 3, "savvy": 3, "willpower": 3}
SKILLS = {"arcana": 2, "divinity": 1, "wildcraft": 1}


def bout(
    *spells: Any, at: int = 2, house: Any = None, brute: dict[str, Any] | None = None, **ann: Any
) -> Bout:
    """Ann casts in her turn; the brute stands two steps off, Bob beside her."""
    fields = {**MAGE, "skills": SKILLS, "spells": list(spells) or ["ember-lance"], **ann}
    it = Bout(
        hero("ann", **fields),
        hero("bob", wounds=4),
        elite("brute", **{"wound_points": 90, **(brute or {})}),
        scene={"at": {"ann": 0, "bob": 0, "brute": at}},
        house=house,
    )
    it.turn_of("ann")
    return it


def cast(it: Bout, *key: str, left: str = "1 success", **script: Any) -> IxTable:
    return it.do(key or LANCE, rolls=[left], **script)


# ---- what comes of it ----


@pytest.mark.rule("ix.magic.success")
@pytest.mark.parametrize("left", ["nothing", "2 boons", "1 failure"])
def test_a_failed_spell_does_nothing(left: str) -> None:
    it = bout()
    table = cast(it, left="nothing" if left == "1 failure" else left)
    assert it["brute"].wounds == 90
    assert coded(table, "spell-failed")
    assert it.fight.actions == 0


@pytest.mark.rule("ix.magic.success")
def test_the_boons_of_a_failed_spell_buy_nothing_of_its_own_row() -> None:
    table = cast(bout(), left="2 boons")
    words = {word.split(":")[0] for word in wares(table)}
    assert "recover-strain" in words
    assert "spell-burn" not in words


@pytest.mark.rule("ix.magic.success")
def test_a_harmful_spell_uses_its_own_row_the_general_list_and_the_attack_list() -> None:
    table = cast(bout(), left="1 success 2 boons")
    words = {word.split(":")[0] for word in wares(table)}
    assert {"spell-burn", "recover-strain", "attack-disorient"} <= words


@pytest.mark.rule("ix.magic.success")
def test_a_harmless_spell_does_not_use_the_attack_list() -> None:
    table = cast(bout("lesser-heal"), "cast", "lesser-heal", "bob", left="1 success 2 boons")
    words = {word.split(":")[0] for word in wares(table, "ix.magic.success")}
    assert "recover-strain" in words
    assert not any(word.startswith("attack-") for word in words)


@pytest.mark.rule("ix.magic.damage-net-success")
@pytest.mark.parametrize(
    ("left", "dealt"), [("1 success", 6), ("2 successes", 7), ("4 successes", 9)]
)
def test_each_net_success_after_the_first_adds_a_point(left: str, dealt: int) -> None:
    it = bout(brute={"resistance": 0})
    cast(it, left=left)
    assert it["brute"].wounds == 90 - dealt


@pytest.mark.rule("ix.magic.damage-net-success")
def test_unless_its_entry_says_otherwise() -> None:
    it = bout({"use": "ember-lance", "damage-per-extra-success": 0}, brute={"resistance": 0})
    cast(it, left="4 successes")
    assert it["brute"].wounds == 90 - 6


@pytest.mark.rule("ix.magic.damage")
@pytest.mark.parametrize(("resistance", "dealt"), [(2, 4), (5, 1), (6, 0), (9, 0)])
def test_resistance_takes_off_spell_damage_down_to_nothing(resistance: int, dealt: int) -> None:
    it = bout(brute={"resistance": resistance})
    cast(it)
    assert it["brute"].wounds == 90 - dealt


@pytest.mark.rule("ix.magic.damage")
def test_a_spell_may_bypass_resistance() -> None:
    it = bout({"use": "ember-lance", "bypasses-resistance": True}, brute={"resistance": 9})
    cast(it)
    assert it["brute"].wounds == 90 - 6


@pytest.mark.rule("ix.magic.damage")
def test_a_spell_meets_the_group_as_one_target() -> None:
    it = Bout(
        hero("ann", **MAGE, skills=SKILLS, spells=["ember-lance"]),
        minions("brute", members=3),
        scene={"at": {"ann": 0, "brute": 2}},
    )
    it.turn_of("ann")
    cast(it)
    assert it["brute"].wounds == 12 - 5
    assert it["brute"].standing == 2


@pytest.mark.rule("ix.magic.criticals")
@pytest.mark.parametrize(
    ("crit", "boons", "offered"),
    [(4, "4 boons", True), (4, "3 boons", False), (0, "4 boons", False)],
)
def test_boons_buy_a_critical_injury_only_by_a_crit_rating_of_the_spell(
    crit: int, boons: str, offered: bool
) -> None:
    it = bout({"use": "ember-lance", "crit": crit}, skills={"arcana": 3})
    table = cast(it, left=f"1 success {boons}")
    assert any("critical" in word for word in wares(table)) == offered


@pytest.mark.rule("ix.magic.criticals")
def test_a_spell_that_fells_a_nemesis_injures_it_as_a_blow_would() -> None:
    it = Bout(
        hero("ann", **MAGE, skills=SKILLS, spells=["ember-lance"]),
        nemesis("brute", wound_points=10, wounds=3),
        elite("oaf"),
        scene={"at": {"ann": 0, "brute": 2, "oaf": 4}},
    )
    it.turn_of("ann")
    table = it.do(LANCE, rolls=["1 success", 5])
    assert it["brute"].wounds == 3 - 5
    assert [one.row for one in it["brute"].injuries] == ["critical-001-005"]
    assert citing(table, "ix.critical.trigger-zero")


@pytest.mark.rule("ix.magic.criticals")
def test_a_spell_that_hurts_somebody_down_already_injures_again() -> None:
    it = Bout(
        hero("ann", **MAGE, skills=SKILLS, spells=["ember-lance"]),
        nemesis("brute", wound_points=30, wounds=-1),
        elite("oaf"),
        scene={"at": {"ann": 0, "brute": 2, "oaf": 4}},
    )
    it.turn_of("ann")
    it.do(LANCE, rolls=["1 success", 5])
    assert len(it["brute"].injuries) == 1


@pytest.mark.rule("ix.magic.criticals")
def test_an_injury_by_a_spell_that_calls_for_another_attack_is_another_casting() -> None:
    """Wide Open: one more attack with the same pool, at no cost, and it gives no other."""
    it = Bout(
        hero("ann", **MAGE, skills={"arcana": 3}, spells=["ember-lance"]),
        nemesis("brute", wound_points=40),
        scene={"at": {"ann": 0, "brute": 2}},
    )
    it.turn_of("ann")
    table = it.do(
        LANCE,
        spend("attack-critical"),
        spend("attack-critical"),
        rolls=["1 success 4 boons", 78, "1 success 4 boons", 66],
    )
    casts = [dice for who, rule, dice in table.rolled if rule == "ix.magic.difficulty"]
    assert casts == ["3 mastery vs 2 trial"] * 2
    assert it["brute"].wounds == 40 - 5 - 5
    assert [one.row for one in it["brute"].injuries] == ["critical-076-080"] * 2
    assert it.fight.actions == 0
    assert [event.fields["target"] for event in coded(table, "cast")] == ["brute", "brute"]
