"""Who dies, and by what (area `death`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    coded,
    elite,
    heal,
    hero,
    injure,
    minions,
    nemesis,
    suffer,
    tire,
)

LIGHT = {"injury": "critical-001-005"}


def trio(**fields: Any) -> Bout:
    return Bout(hero("ann", **fields), hero("bob"), nemesis("boss"))


# ---- the threshold ----


@pytest.mark.rule("ix.death.threshold")
@pytest.mark.parametrize(
    ("wounds", "amount", "dead"), [(-5, 6, False), (-5, 7, True), (-5, 20, True)]
)
def test_death_comes_at_the_negative_of_wound_points(wounds: int, amount: int, dead: bool) -> None:
    bout = trio(wounds=wounds, stabilized=True)
    table = suffer(bout, "ann", amount)
    assert bout["ann"].wounds == wounds - amount
    assert (bout["ann"].status == "dead") is dead
    assert table.cited("ix.death.threshold") is dead


@pytest.mark.rule("ix.death.threshold")
def test_the_example_with_12_wound_points_dies_of_24_wounds_from_full() -> None:
    bout = trio()
    assert bout["ann"].wound_points == 12
    suffer(bout, "ann", 12, rolls=[46])
    suffer(bout, "ann", 11)
    assert (bout["ann"].wounds, bout["ann"].status) == (-11, "")
    table = suffer(bout, "ann", 1)
    assert (bout["ann"].wounds, bout["ann"].status) == (-12, "dead")
    assert coded(table, "died")[0].fields["who"] == "ann"


@pytest.mark.rule("ix.death.threshold")
def test_24_wounds_at_once_kill_too() -> None:
    bout = trio()
    suffer(bout, "ann", 24)
    assert bout["ann"].status == "dead"


@pytest.mark.rule("ix.death.threshold")
def test_more_might_puts_death_farther_away() -> None:
    bout = trio(might=4)
    suffer(bout, "ann", 14, rolls=[46])
    suffer(bout, "ann", 13)
    assert bout["ann"].status == ""
    suffer(bout, "ann", 1)
    assert bout["ann"].status == "dead"


@pytest.mark.rule("ix.death.threshold-wording")
def test_healing_between_hits_counts_in_favor_of_the_character() -> None:
    bout = trio()
    suffer(bout, "ann", 12, rolls=[46])
    suffer(bout, "ann", 6)
    heal(bout, "ann", 5)
    suffer(bout, "ann", 10)
    assert (bout["ann"].wounds, bout["ann"].status) == (-11, "")  # 28 Wounds in all
    suffer(bout, "ann", 1)
    assert bout["ann"].status == "dead"


@pytest.mark.rule("ix.death.threshold")
def test_a_nemesis_dies_at_its_own_threshold() -> None:
    bout = Bout(hero("ann"), nemesis("boss", wound_points=10), elite("brute"))
    suffer(bout, "boss", 19, rolls=[46])
    assert bout["boss"].status == ""
    suffer(bout, "boss", 1)
    assert bout["boss"].status == "dead"


# ---- the paths ----


@pytest.mark.rule("ix.death.paths")
def test_unattended_bleeding_leads_to_the_threshold() -> None:
    bout = trio(wounds=-10)
    bout.next_round()
    assert (bout["ann"].wounds, bout["ann"].status) == (-11, "")
    table = bout.next_round()
    assert (bout["ann"].wounds, bout["ann"].status) == (-12, "dead")
    assert {"ix.death.threshold", "ix.death.paths"} <= set(coded(table, "died")[0].rules)


@pytest.mark.rule("ix.death.paths")
def test_a_killed_result_and_a_missed_clock_are_paths_of_their_own() -> None:
    bout = trio(injuries=[LIGHT] * 5)
    table = injure(bout, "ann", 95)
    assert "ix.death.paths" in coded(table, "died")[0].rules
    assert not table.cited("ix.death.threshold")
    bout = trio(injuries=[LIGHT] * 4)
    injure(bout, "ann", 95)
    table = bout.next_round()
    assert "ix.death.paths" in coded(table, "died")[0].rules
    assert bout["ann"].wounds == 12


@pytest.mark.rule("ix.death.paths")
def test_strain_alone_never_kills() -> None:
    bout = trio()
    tire(bout, "ann", 200)
    assert bout["ann"].status == ""


@pytest.mark.rule("ix.death.paths")
def test_no_path_runs_over_a_lost_member_of_a_minion_group() -> None:
    bout = Bout(hero("ann"), minions("rats", 3), elite("brute"))
    suffer(bout, "rats", 12)
    assert bout["rats"].status == "out"


# ---- no way back ----


@pytest.mark.rule("ix.death.threshold-no-medicine")
def test_the_dead_can_neither_be_treated_nor_stabilized_nor_healed_in_the_fight() -> None:
    medic: dict[str, Any] = {
        "intellect": 4,
        "willpower": 4,
        "skills": {"medicine": 4, "divinity": 4},
        "spells": ["vital-heal", "lesser-heal"],
    }
    bout = Bout(hero("ann"), hero("bob", **medic), nemesis("boss"))
    suffer(bout, "ann", 24)
    bout.turn_of("bob")
    for word in ("stabilize", "treat", "treat-injury", "answer-clock"):
        assert not bout.offers(word)
    assert not bout.offers("cast", "vital-heal", "ann")
    assert not bout.offers("cast", "lesser-heal", "ann")


@pytest.mark.rule("ix.critical.killed-magic")
def test_no_healing_magic_reaches_those_whom_a_killed_result_took() -> None:
    spells = ["cleanse", "greater-heal", "vital-heal", "tide-heal", "lesser-heal"]
    priest: dict[str, Any] = {"willpower": 4, "skills": {"divinity": 4}, "spells": spells}
    bout = Bout(hero("ann", injuries=[LIGHT] * 5), hero("bob", **priest), nemesis("boss"))
    table = injure(bout, "ann", 95)
    assert table.cited("ix.critical.killed-magic")
    bout.turn_of("bob")
    for spell in spells:
        assert not bout.offers("cast", spell, "ann")
    bout.step(("cast", "tide-heal", "friends"), rolls=["4 successes"])
    assert bout["ann"].status == "dead"


@pytest.mark.rule("ix.death.threshold-no-medicine")
def test_the_dead_take_no_slot_and_cannot_die_twice() -> None:
    bout = trio()
    suffer(bout, "ann", 24)
    table = suffer(bout, "ann", 5)
    assert coded(table, "died") == []
    table = bout.next_round()
    assert "ann" not in {event.fields.get("who") for event in table.events}


@pytest.mark.rule("ix.death.threshold")
def test_a_fight_whose_last_hero_dies_is_lost() -> None:
    bout = Bout(hero("ann"), nemesis("boss"))
    suffer(bout, "ann", 24)
    assert bout.fight.result == "foes"
