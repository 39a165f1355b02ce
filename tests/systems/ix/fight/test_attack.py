"""How an attack goes: the pool, the difficulty, the roll, the hit (area `attack`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, IxTable, citing, coded, dice_of, elite, gm, hero, spend

BLOW = ("attack", "long-blade", "brute")


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


# ---- the steps ----


@pytest.mark.rule("ix.attack.steps")
def test_an_attack_goes_through_its_steps_in_order() -> None:
    table = blow(turn(), "1 success")
    codes = [code for code in table.codes() if code in ("attack", "rolled", "checked", "hit")]
    assert codes == ["attack", "rolled", "checked", "hit"]
    order = table.codes()
    assert order.index("hit") < order.index("damage") < order.index("wounded")
    assert coded(table, "attack")[0].rule == "ix.attack.steps"


@pytest.mark.rule("ix.attack.steps")
def test_the_boons_are_spent_when_the_damage_is_dealt() -> None:
    bout = turn()
    table = blow(bout, "1 success 3 boons", spend("attack-prone"))
    assert table.codes().index("wounded") < table.codes().index("condition")


# ---- the pool ----


@pytest.mark.rule("ix.attack.skill-link")
@pytest.mark.parametrize(
    ("weapon", "skill", "ability", "mastery"),
    [
        ("claws", "unarmed", 1, 2),
        ("long-blade", "light-melee", 1, 2),
        ("war-axe", "heavy-melee", 1, 2),
        ("sling", "light-ranged", 3, 2),
        ("hunting-bow", "heavy-ranged", 3, 2),
        ({"use": "hunting-bow", "skill": "gunnery"}, "gunnery", 3, 2),
    ],
)
def test_a_combat_skill_is_paired_with_its_characteristic(
    weapon: Any, skill: str, ability: int, mastery: int
) -> None:
    bout = turn(weapon, might=3, agility=5, skills={skill: 2})
    name = weapon if isinstance(weapon, str) else weapon["use"]
    table = bout.do(("attack", name, "brute"), rolls=["nothing"])
    dice = dice_of(table)
    assert (dice["ability"], dice["mastery"]) == (ability, mastery)
    assert coded(table, "checked")[0].fields["skill"] == skill
    assert coded(table, "attack")[0].rules[2] == "ix.attack.skill-link"


@pytest.mark.rule("ix.attack.skill-link")
def test_an_attack_without_the_skill_rolls_the_bare_characteristic() -> None:
    bout = turn(might=3, skills={"heavy-melee": 3})
    assert dice_of(blow(bout, "nothing")) == {"ability": 3, "trial": 2}


@pytest.mark.rule("ix.attack.extra-dice")
def test_conditions_talents_and_circumstances_add_their_dice() -> None:
    bout = turn(talents=["precise-strike"])
    gm(bout, "tag", "ann", "disoriented")
    gm(bout, "tag", "brute", "prone")
    table = blow(bout, "nothing")
    # a Boon Die against the prone one, one of the talent; a Bane Die of one's own state
    assert dice_of(table) == {"mastery": 6, "boon": 2, "trial": 2, "bane": 1}
    assert table.cited("ix.attack.extra-dice")


@pytest.mark.rule("ix.attack.extra-dice")
def test_the_light_adds_bane_dice_to_a_shot_and_none_to_a_blow() -> None:
    bout = turn("hunting-bow", agility=3)
    gm(bout, "set", "", "light", "dim")
    bout.fight.engaged = frozenset()
    table = bout.do(("attack", "hunting-bow", "brute"), rolls=["nothing"])
    assert dice_of(table) == {"ability": 3, "trial": 1, "bane": 1}
    bout = turn()
    gm(bout, "set", "", "light", "dim")
    assert dice_of(blow(bout, "nothing")) == {"mastery": 6, "trial": 2}


# ---- the difficulty ----


@pytest.mark.rule("ix.attack.difficulty-by-range", "ix.attack.ranged-difficulty")
@pytest.mark.parametrize(
    ("steps", "trial", "bane"),
    [(0, 1, 1), (1, 1, 0), (2, 2, 0), (3, 2, 0), (4, 3, 0), (5, 3, 0), (6, 4, 0), (9, 4, 0)],
)
def test_the_difficulty_of_a_shot_comes_from_the_range(steps: int, trial: int, bane: int) -> None:
    bout = turn({"use": "hunting-bow", "range": "extreme"}, steps=steps)
    table = bout.do(("attack", "hunting-bow", "brute"), rolls=["nothing"])
    dice = dice_of(table)
    assert (dice["trial"], dice.get("bane", 0)) == (trial, bane)
    assert table.cited("ix.attack.difficulty-by-range")


@pytest.mark.rule("ix.attack.melee-difficulty", "ix.attack.difficulty-by-range")
@pytest.mark.parametrize("steps", [0, 1])
def test_a_melee_attack_is_average_at_engaged_and_at_short(steps: int) -> None:
    bout = turn("spear", steps=steps)
    table = bout.do(("attack", "spear", "brute"), rolls=["nothing"])
    assert dice_of(table) == {"mastery": 6, "trial": 2}
    assert table.cited("ix.attack.melee-difficulty")


# ---- hit or miss ----


@pytest.mark.rule("ix.attack.hit")
@pytest.mark.parametrize(
    ("roll", "code"),
    [
        ("1 success", "hit"),
        ("3 successes 1 bane", "hit"),
        ("nothing", "missed"),
        ("4 boons", "missed"),
        ("1 failure 2 boons", "missed"),
    ],
)
def test_an_attack_hits_with_one_net_success_or_more(roll: str, code: str) -> None:
    bout = turn()
    table = blow(bout, roll)
    assert [event.code for event in citing(table, "ix.attack.hit")] == [code]
    assert (bout["brute"].wounds < 60) is (code == "hit")


@pytest.mark.rule("ix.attack.hit")
def test_a_breakthrough_that_is_cancelled_to_nothing_is_a_miss() -> None:
    bout = turn()
    table = blow(bout, "1 breakthrough")
    assert [event.code for event in citing(table, "ix.attack.hit")] == ["missed"]
