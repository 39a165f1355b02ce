"""How a pool is built (area `pool`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ix_kit import Bout, citing, coded, dice_of, elite, hero, make_check, watched

from affray.systems.ix.rolls.pool import Build

RULE = "ix.pool.situational-dice"


def scene(**ann: Any) -> Bout:
    """Ann (Might 3, Athletics 2) and Bob outside structured play; a brute looks on."""
    fields: dict[str, Any] = {"might": 3, "skills": {"athletics": 2}, **ann}
    return Bout(
        hero("ann", **fields),
        hero("bob", skills={"athletics": 4}),
        elite("brute"),
        scene={"structured": False},
        start=False,
    )


def dice_for(bout: Bout, give: Callable[[Build], None] | None = None, **how: Any) -> dict[str, int]:
    """The dice that Ann rolls for a check."""

    def dice(build: Build) -> bool:
        if give is not None:
            give(build)
        return True

    _, table = make_check(bout, "ann", how.pop("left", "nothing"), dice=dice, **how)
    return dice_of(table)


def sources(table: Any) -> list[tuple[str, str, int, str]]:
    """Where the dice of the roll came from: rule, die, how many, what they replace."""
    (event,) = coded(table, "checked")
    listed = event.fields.get("dice") or event.secret["dice"]
    return [(rule, die, dice, gone) for _, rule, die, dice, gone, _ in listed]


# ---- Characteristic and skill ----


@pytest.mark.rule("ix.pool.base-count", "ix.pool.upgrade-count", "ix.pool.upgrade-replaces")
@pytest.mark.parametrize(
    ("might", "rank", "mastery", "ability"),
    [
        (3, 2, 2, 1),
        (2, 3, 2, 1),
        (3, 3, 3, 0),
        (3, 0, 0, 3),
        (1, 0, 0, 1),
        (1, 5, 1, 4),
        (5, 1, 1, 4),
        (5, 5, 5, 0),
    ],
)
def test_the_higher_rating_counts_the_dice_and_the_lower_upgrades_them(
    might: int, rank: int, mastery: int, ability: int
) -> None:
    bout = scene(might=might, skills={"athletics": rank} if rank else {})
    _, table = make_check(bout, "ann", "nothing", difficulty=1)
    dice = dice_of(table)
    assert (dice.pop("mastery", 0), dice.pop("ability", 0)) == (mastery, ability)
    assert dice == {"trial": 1}
    expected = [("ix.pool.base-count", "ability", mastery + ability, "")]
    if mastery:
        expected.append(("ix.pool.upgrade-count", "mastery", mastery, "ability"))
    assert sources(table)[:-1] == expected


@pytest.mark.rule("ix.pool.base-count", "ix.pool.upgrade-count")
def test_an_npc_builds_its_pool_as_anybody_does() -> None:
    bout = Bout(hero("ann"), elite("brute", might=4, skills={"athletics": 1}))
    _, table = make_check(bout, "brute", "nothing")
    assert dice_of(table) == {"mastery": 1, "ability": 3, "trial": 2}


@pytest.mark.rule("ix.pool.identify")
@pytest.mark.parametrize(
    ("skill", "characteristic"),
    [
        ("perception", "savvy"),
        ("readiness", "willpower"),
        ("discipline", "willpower"),
        ("medicine", "intellect"),
        ("athletics", "might"),
        ("fortitude", "might"),
        ("reflexes", "agility"),
        ("riding", "agility"),
        ("stealth", "agility"),
        ("piloting", "agility"),
        ("operate", "intellect"),
        ("survival", "savvy"),
        ("streetwise", "savvy"),
        ("subterfuge", "savvy"),
        ("deception", "savvy"),
        ("intimidation", "willpower"),
        ("charm", "presence"),
        ("leadership", "presence"),
        ("negotiation", "presence"),
        ("lore", "intellect"),
        ("secret-lore", "intellect"),
        ("planar-lore", "intellect"),
        ("divinity", "willpower"),
        ("arcana", "intellect"),
        ("wildcraft", "savvy"),
        ("unarmed", "might"),
        ("light-melee", "might"),
        ("heavy-melee", "might"),
        ("light-ranged", "agility"),
        ("heavy-ranged", "agility"),
        ("gunnery", "agility"),
    ],
)
def test_a_named_skill_goes_with_its_characteristic(skill: str, characteristic: str) -> None:
    bout = scene(skills={}, **{characteristic: 5})
    table = bout.step(("check", "ann"), ("with", skill), rolls=["nothing"])
    assert dice_of(table) == {"ability": 5, "trial": 2}


@pytest.mark.rule("ix.pool.identify")
def test_the_gm_may_name_another_characteristic_and_difficulty() -> None:
    bout = scene(presence=4)
    table = bout.step(
        ("check", "ann"),
        ("with", "athletics"),
        rolls=["nothing"],
        rulings={"ix.pool.identify": ("pair", "presence", "severe")},
    )
    assert dice_of(table) == {"mastery": 2, "ability": 2, "trial": 4}


@pytest.mark.rule("ix.pool.characteristic-alone")
def test_a_check_of_a_characteristic_alone_has_no_upgrades() -> None:
    bout = scene(might=3, skills={"athletics": 3, "fortitude": 2})
    _, table = make_check(bout, "ann", "nothing", characteristic="might")
    assert dice_of(table) == {"ability": 3, "trial": 2}
    assert citing(table, "ix.pool.characteristic-alone")
    table = bout.step(("check", "ann"), ("with", "might"), rolls=["nothing"])
    assert dice_of(table) == {"ability": 3, "trial": 2}


@pytest.mark.rule("ix.pool.base-count")
def test_a_characteristic_counts_as_it_stands_when_the_dice_are_rolled() -> None:
    bout = scene(might=3)
    bout["ann"].lowered = {"might": 2}
    assert dice_for(bout) == {"mastery": 1, "ability": 1, "trial": 2}


# ---- upgrades and downgrades ----


@pytest.mark.rule("ix.pool.upgrade-replaces")
def test_a_later_upgrade_swaps_an_ability_die_for_a_mastery_die() -> None:
    dice = dice_for(scene(skills={}), lambda build: build.upgrade(2, "luck", RULE))
    assert dice == {"mastery": 2, "ability": 1, "trial": 2}


@pytest.mark.rule("ix.pool.upgrade-without-target")
def test_an_upgrade_without_an_ability_die_does_nothing() -> None:
    bout = scene(might=2, skills={"athletics": 2})
    assert dice_for(bout, lambda build: build.upgrade(1, "luck", RULE)) == {
        "mastery": 2,
        "trial": 2,
    }
    bout = scene(might=3, skills={"athletics": 2})
    assert dice_for(bout, lambda build: build.upgrade(3, "luck", RULE)) == {
        "mastery": 3,
        "trial": 2,
    }


@pytest.mark.rule("ix.pool.upgrade-without-target")
def test_an_upgrade_without_a_trial_die_does_nothing() -> None:
    bout = scene()
    pool = {"mastery": 2, "ability": 1}
    assert dice_for(bout, lambda b: b.upgrade_trial(1, "risk", RULE), difficulty=0) == pool
    assert dice_for(bout, lambda b: b.upgrade_trial(2, "risk", RULE), difficulty=1) == {
        **pool,
        "crisis": 1,
    }


@pytest.mark.rule("ix.pool.upgrade-without-target")
@pytest.mark.parametrize(("times", "mastery", "ability"), [(1, 2, 1), (2, 3, 0), (3, 3, 1)])
def test_a_house_may_let_it_add_a_die(times: int, mastery: int, ability: int) -> None:
    bout = Bout(
        hero("ann", might=2, skills={"athletics": 2}),
        elite("brute"),
        house={"upgrade-without-die": "adds-one"},
        scene={"structured": False},
        start=False,
    )
    dice = dice_for(bout, lambda build: build.upgrade(times, "luck", RULE), difficulty=0)
    assert (dice.get("mastery", 0), dice.get("ability", 0)) == (mastery, ability)
    dice = dice_for(bout, lambda build: build.upgrade_trial(times, "risk", RULE), difficulty=2)
    assert (
        dice
        == {
            1: {"mastery": 2, "crisis": 1, "trial": 1},
            2: {"mastery": 2, "crisis": 2},
            3: {"mastery": 2, "crisis": 2, "trial": 1},
        }[times]
    )


@pytest.mark.rule("ix.pool.trial-upgrade-replaces")
@pytest.mark.parametrize(("times", "crisis", "trial"), [(0, 0, 3), (1, 1, 2), (3, 3, 0)])
def test_a_trial_die_is_swapped_for_a_crisis_die(times: int, crisis: int, trial: int) -> None:
    dice = dice_for(scene(), lambda b: b.upgrade_trial(times, "risk", RULE), difficulty=3)
    assert (dice.get("crisis", 0), dice.get("trial", 0)) == (crisis, trial)


@pytest.mark.rule("ix.pool.downgrade")
def test_a_crisis_die_is_downgraded_to_a_trial_die() -> None:
    def dice(build: Build) -> None:
        build.upgrade_trial(2, "risk", RULE)
        build.downgrade(1, "calm", RULE)

    found = dice_for(scene(), dice, difficulty=3)
    assert (found.get("crisis"), found.get("trial")) == (1, 2)


@pytest.mark.rule("ix.pool.downgrade")
def test_without_a_crisis_die_a_downgrade_does_nothing() -> None:
    found = dice_for(scene(), lambda build: build.downgrade(2, "calm", RULE), difficulty=3)
    assert found == {"mastery": 2, "ability": 1, "trial": 3}

    def dice(build: Build) -> None:
        build.upgrade_trial(1, "risk", RULE)
        build.downgrade(3, "calm", RULE)

    assert dice_for(scene(), dice, difficulty=2) == {"mastery": 2, "ability": 1, "trial": 2}


# ---- circumstances ----


@pytest.mark.rule("ix.pool.situational-dice", "ix.pool.boon-and-bane-coexist")
def test_boon_and_bane_dice_join_the_pool_side_by_side() -> None:
    def dice(build: Build) -> None:
        build.give("boon", 2, "good rope", RULE)
        build.give("bane", 3, "rain", RULE)

    found = dice_for(scene(), dice)
    assert found == {"mastery": 2, "ability": 1, "boon": 2, "trial": 2, "bane": 3}


@pytest.mark.rule("ix.pool.situational-judgement")
def test_the_gm_adds_no_dice_unless_asked_to() -> None:
    table = watched(scene(), ("check", "ann"), ("with", "athletics"), rolls=["nothing"])
    assert dice_of(table) == {"mastery": 2, "ability": 1, "trial": 2}
    assert not coded(table, "gm-dice")


@pytest.mark.rule("ix.pool.situational-judgement")
def test_the_gm_may_add_boon_and_bane_dice_while_the_pool_is_open() -> None:
    table = watched(
        scene(),
        ("check", "ann"),
        ("with", "athletics"),
        ("boon-dice", "2"),
        ("bane-dice", "1"),
        rolls=["nothing"],
    )
    assert dice_of(table) == {"mastery": 2, "ability": 1, "boon": 2, "trial": 2, "bane": 1}
    assert [(e.code, e.fields["what"], e.fields["dice"]) for e in table.events[:2]] == [
        ("gm-dice", "boon-dice", 2),
        ("gm-dice", "bane-dice", 1),
    ]
    assert len(citing(table, "ix.pool.situational-judgement")) >= 2
    assert not table.was_asked("ix.pool.situational-judgement")


@pytest.mark.rule("ix.pool.situational-judgement")
def test_players_cannot_add_dice_for_circumstances() -> None:
    table = watched(scene(), ("check", "ann"), ("with", "athletics"), rolls=["nothing"])
    for asked in table.offered:
        assert {who for who, key in asked if key.startswith(("boon-d", "bane-d"))} <= {"gm"}


@pytest.mark.rule("ix.pool.volatile-upgrade")
@pytest.mark.parametrize(("turned", "crisis", "trial"), [(0, 0, 2), (1, 1, 1), (2, 2, 0)])
def test_the_gm_may_turn_trial_dice_into_crisis_dice(turned: int, crisis: int, trial: int) -> None:
    choices = [("volatile", str(turned))] if turned else []
    table = watched(scene(), ("check", "ann"), ("with", "athletics"), *choices, rolls=["nothing"])
    dice = dice_of(table)
    assert (dice.get("crisis", 0), dice.get("trial", 0)) == (crisis, trial)
    assert bool(citing(table, "ix.pool.volatile-upgrade")) is bool(turned)


@pytest.mark.rule("ix.pool.volatile-upgrade")
@pytest.mark.parametrize(("difficulty", "most"), [(1, 1), (3, 3)])
def test_no_more_trial_dice_can_be_turned_than_there_are(difficulty: int, most: int) -> None:
    _, table = make_check(scene(), "ann", "nothing", difficulty=difficulty)
    assert ("gm", f"volatile/<0..{most}>") in table.offered[0]
    _, table = make_check(scene(), "ann", "nothing", difficulty=0)
    assert not any(key.startswith("volatile") for _, key in table.offered[0])
