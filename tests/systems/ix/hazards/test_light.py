"""Bright light, dim light and darkness (area `light`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, dice_of, elite, gm, hero, make_check

from affray.systems.ix.ledger import rows

BOW = ("attack", "hunting-bow", "brute")
BLADE = ("attack", "long-blade", "brute")
SIGHT = {"skills": {"perception": 2, "readiness": 1, "stealth": 1, "heavy-ranged": 2}, "savvy": 3}


def bout(
    light: str = "darkness",
    at: int = 0,
    *,
    magical: bool = False,
    lights: Any = (),
    bob: dict[str, Any] | None = None,
    brute: dict[str, Any] | None = None,
    **ann: Any,
) -> Bout:
    """Ann's turn before a brute some steps off; with a bow if it is out of reach."""
    weapons = ["hunting-bow"] if at else ["long-blade"]
    it = Bout(
        hero("ann", **{"weapons": weapons, **SIGHT, **ann}),
        hero("bob", **(bob or {})),
        elite("brute", wound_points=90, **(brute or {})),
        scene={
            "at": {"ann": 0, "bob": 0, "brute": at},
            "light": light,
            "magical_darkness": magical,
            "lights": list(lights),
        },
    )
    it.turn_of("ann")
    return it


def bane(it: Bout, key: tuple[str, ...]) -> int:
    return dice_of(it.do(key, rolls=["nothing"])).get("bane", 0)


def skill(it: Bout, name: str, who: str = "ann", **how: Any) -> dict[str, int]:
    """A check of a skill, Average, without its positive dice."""
    _, table = make_check(it, who, "nothing", skill=name, **how)
    return {die: n for die, n in dice_of(table).items() if die not in ("mastery", "ability")}


# ---- attacks and checks in each light ----


@pytest.mark.rule("ix.light.states", "ix.light.bright", "ix.light.dim", "ix.light.dark-attacks")
@pytest.mark.parametrize(
    ("light", "ranged", "melee"), [("bright", 0, 0), ("dim", 1, 0), ("darkness", 2, 1)]
)
def test_the_dice_of_attacks_in_each_light(light: str, ranged: int, melee: int) -> None:
    assert bane(bout(light, 2), BOW) == ranged
    assert bane(bout(light, 0), BLADE) == melee


@pytest.mark.rule("ix.light.states")
def test_there_are_these_three_and_the_gm_can_set_each_of_them() -> None:
    it = bout("bright")
    for light in ("dim", "darkness", "bright"):
        gm(it, "set", name="light", value=light)
        assert it.fight.light == light
    assert list(rows("visibility")) == ["bright", "dim", "darkness"]


@pytest.mark.rule("ix.light.dark-attacks", "ix.light.dim")
def test_the_dice_say_why_they_are_there() -> None:
    it = bout("darkness", 2)
    assert it.do(BOW, rolls=["nothing"]).cited("ix.light.dark-attacks")
    it = bout("dim", 2)
    assert it.do(BOW, rolls=["nothing"]).cited("ix.light.dim")
    it = bout("bright", 2)
    table = it.do(BOW, rolls=["nothing"])
    assert not table.cited("ix.light.dim")
    assert not table.cited("ix.light.dark-attacks")


@pytest.mark.rule("ix.light.dark-stealth")
@pytest.mark.parametrize(("light", "boon"), [("bright", 0), ("dim", 0), ("darkness", 1)])
def test_darkness_alone_helps_stealth(light: str, boon: int) -> None:
    assert skill(bout(light), "stealth").get("boon", 0) == boon


@pytest.mark.rule("ix.light.dark-stealth")
def test_darkness_helps_no_other_skill() -> None:
    it = bout()
    assert skill(it, "athletics") == {"trial": 2}
    assert skill(it, "lore") == {"trial": 2}


@pytest.mark.rule("ix.light.dim")
@pytest.mark.parametrize(("light", "trial"), [("bright", 2), ("dim", 3)])
def test_noticing_in_dim_light_is_a_step_harder(light: str, trial: int) -> None:
    it = bout(light)
    table = it.step(("skill-check",), ("with", "perception"), rolls=["nothing"])
    assert dice_of(table)["trial"] == trial
    assert dice_of(table).get("bane", 0) == 0


@pytest.mark.rule("ix.light.dim")
def test_other_skills_do_not_mind_dim_light() -> None:
    it = bout("dim")
    assert skill(it, "readiness") == {"trial": 2}
    assert skill(it, "lore") == {"trial": 2}


@pytest.mark.rule("ix.light.dark-perception", "ix.light.dark-perception-die")
def test_finding_somebody_in_the_dark_is_hard_with_a_bane_die() -> None:
    it = bout()
    table = it.step(("skill-check",), ("with", "perception"), rolls=["nothing"])
    found = dice_of(table)
    assert (found["trial"], found["bane"]) == (3, 1)
    assert table.cited("ix.light.dark-perception")


@pytest.mark.rule("ix.light.dark-perception")
@pytest.mark.parametrize(("said", "trial"), [("hard", 3), ("severe", 4)])
def test_it_is_hard_and_not_harder_by_a_difficulty_of_its_own(said: str, trial: int) -> None:
    it = bout()
    table = it.step(
        ("skill-check",),
        ("with", "perception"),
        rolls=["nothing"],
        rulings={"ix.pool.identify": ("pair", "savvy", said)},
    )
    assert dice_of(table)["trial"] == trial


@pytest.mark.rule("ix.light.dark-perception")
def test_what_can_only_be_seen_is_not_perceived_in_the_dark() -> None:
    it = bout()
    table = it.step(
        ("skill-check",), ("with", "perception"), rulings={"ix.pool.identify": ("unseen",)}
    )
    assert table.rolled == []
    assert table.cited("ix.light.dark-perception")
    bright = bout("bright")
    options = bright.step(("skill-check",), ("with", "perception"), rolls=["nothing"])
    assert ("unseen",) not in options.options_of("ix.pool.identify")


@pytest.mark.rule("ix.light.darkvision-locate")
def test_darkvision_sees_in_the_dark_what_is_there_to_be_seen() -> None:
    it = bout(species="under-dweller")
    table = it.step(("skill-check",), ("with", "perception"), rolls=["nothing"])
    assert dice_of(table)["trial"] == 2
    assert ("unseen",) not in table.options_of("ix.pool.identify")


@pytest.mark.rule("ix.light.dark-perception")
def test_another_sense_finds_others_and_sees_nothing() -> None:
    it = bout(other_sense="short")
    table = it.step(("skill-check",), ("with", "perception"), rolls=["nothing"])
    assert dice_of(table)["trial"] == 2
    assert ("unseen",) in table.options_of("ix.pool.identify")


@pytest.mark.rule("ix.light.dark-perception-die")
@pytest.mark.parametrize(("light", "die"), [("bright", 0), ("dim", 0), ("darkness", 1)])
@pytest.mark.parametrize("name", ["perception", "readiness"])
def test_darkness_puts_a_die_on_perception_and_readiness(light: str, die: int, name: str) -> None:
    assert skill(bout(light), name, difficulty=3).get("bane", 0) == die


@pytest.mark.rule("ix.light.dark-perception-die")
@pytest.mark.parametrize("surprised", [[], ["ann"]])
def test_initiative_is_rolled_with_that_die_in_the_dark(surprised: list[str]) -> None:
    it = Bout(
        hero("ann", species="under-dweller"),
        hero("bob"),
        elite("brute"),
        scene={"light": "darkness", "surprised": surprised},
        start=False,
    )
    table = it.begin()
    bane_of = {who: "bane" in dice for who, _, dice in table.rolled}
    assert bane_of == {"ann": False, "bob": True, "brute": True}


@pytest.mark.rule("ix.light.dim")
def test_initiative_in_dim_light_is_as_in_the_day() -> None:
    it = Bout(hero("ann"), elite("brute"), scene={"light": "dim"}, start=False)
    assert [dice for _, _, dice in it.begin().rolled] == ["2 ability", "2 ability"]


# ---- other senses and darkvision ----


@pytest.mark.rule("ix.light.dark-attacks")
@pytest.mark.parametrize(("sense", "melee"), [("none", 1), ("engaged", 0), ("short", 0)])
def test_another_sense_lifts_the_die_of_melee(sense: str, melee: int) -> None:
    assert bane(bout(other_sense=sense), BLADE) == melee


@pytest.mark.rule("ix.light.dark-attacks")
def test_another_sense_does_not_lift_the_dice_of_arrows() -> None:
    assert bane(bout(at=2, other_sense="long"), BOW) == 2


@pytest.mark.rule("ix.light.darkvision")
@pytest.mark.parametrize("name", ["perception", "readiness"])
@pytest.mark.parametrize(("species", "die"), [("human", 1), ("under-dweller", 0)])
def test_darkvision_cancels_the_die_of_perception_and_readiness(
    name: str, species: str, die: int
) -> None:
    it = bout(species=species)
    assert skill(it, name, difficulty=3).get("bane", 0) == die


@pytest.mark.rule("ix.light.darkvision", "ix.light.darkvision-locate")
@pytest.mark.parametrize(("at", "die", "trial"), [(1, 0, 2), (2, 1, 3)])
def test_darkvision_reaches_short_range(at: int, die: int, trial: int) -> None:
    it = bout(at=at, species="under-dweller")
    found = skill(it, "perception", target="brute")
    assert (found.get("bane", 0), found["trial"]) == (die, trial)


@pytest.mark.rule("ix.light.darkvision")
def test_unless_the_species_says_otherwise() -> None:
    far = {"use": "under-dweller", "darkvision": "long"}
    it = bout(at=4, species=far)
    assert skill(it, "perception", target="brute").get("bane", 0) == 0


@pytest.mark.rule("ix.light.darkvision-locate")
def test_darkvision_lifts_the_die_of_melee_and_not_those_of_arrows() -> None:
    assert bane(bout(species="under-dweller"), BLADE) == 0
    assert bane(bout(at=1, species="under-dweller"), BOW) == 2


@pytest.mark.rule("ix.light.darkvision-locate")
def test_a_spear_beyond_the_range_of_the_eyes_keeps_its_die() -> None:
    near = {"use": "under-dweller", "darkvision": "engaged"}
    for at, die in ((0, 0), (1, 1)):
        it = bout(at=at, species=near, weapons=["spear"])
        assert bane(it, ("attack", "spear", "brute")) == die


@pytest.mark.rule("ix.light.magical-darkness")
@pytest.mark.parametrize(("magical", "die"), [(False, 0), (True, 1)])
def test_in_magical_darkness_darkvision_leaves_a_die(magical: bool, die: int) -> None:
    it = bout(magical=magical, species="under-dweller")
    assert skill(it, "perception", difficulty=3).get("bane", 0) == die
    assert skill(it, "readiness").get("bane", 0) == die


@pytest.mark.rule("ix.light.magical-darkness")
def test_magical_darkness_is_no_darker_for_those_without() -> None:
    assert skill(bout(magical=True), "perception", difficulty=3)["bane"] == 1
