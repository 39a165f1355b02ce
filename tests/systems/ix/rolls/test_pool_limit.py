"""What becomes of dice past the limit of a pool (area `pool`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ix_kit import Bout, Watching, citing, coded, dice_of, elite, hero, make_check

from affray.systems.ix.dice import Net
from affray.systems.ix.rolls.pool import Build

RULE = "ix.pool.situational-dice"
EXCESS = "ix.pool.limit-excess"


def strong(might: int, rank: int, **how: Any) -> Bout:
    return Bout(
        hero("ann", might=might, skills={"athletics": rank} if rank else {}),
        elite("brute"),
        scene={"structured": False},
        start=False,
        **how,
    )


def roll(
    bout: Bout, *, boon: int = 0, bane: int = 0, trial: int = 0, crisis: int = 0, **how: Any
) -> Watching:
    """Ann rolls with these dice besides her own."""

    def dice(build: Build) -> bool:
        build.give("boon", boon, "rope", RULE)
        build.give("bane", bane, "rain", RULE)
        build.upgrade_trial(crisis, "risk", RULE)
        return True

    left = how.pop("left", "nothing")
    return make_check(bout, "ann", left, dice=dice, difficulty=trial + crisis, **how)[1]


def automatic(table: Watching) -> tuple[int, int]:
    """Boons and Banes that count without a die, seen when every die is blank."""
    pool = table.pools[-1]
    net = pool.outcome((1,) * sum(dice_of(table).values()))
    assert (net.success, net.breakthrough, net.calamity) == (0, 0, 0)
    return max(net.boon, 0), max(-net.boon, 0)


@pytest.mark.rule("ix.pool.limit")
def test_twelve_dice_are_rolled_as_they_are() -> None:
    table = roll(strong(5, 3), boon=2, bane=2, trial=2, crisis=1)
    assert dice_of(table) == {
        "mastery": 3,
        "ability": 2,
        "boon": 2,
        "crisis": 1,
        "trial": 2,
        "bane": 2,
    }
    assert automatic(table) == (0, 0)
    assert not citing(table, "ix.pool.limit")
    assert not table.was_asked(EXCESS)


@pytest.mark.rule("ix.pool.limit", "ix.pool.limit-conversion")
def test_the_thirteenth_die_becomes_a_symbol() -> None:
    table = roll(strong(5, 3), boon=3, bane=0, trial=5, left="1 boon")
    assert sum(dice_of(table).values()) == 12
    assert dice_of(table)["boon"] == 2
    assert automatic(table) == (1, 0)
    assert citing(table, "ix.pool.limit-conversion")
    assert citing(table, "ix.pool.limit")


@pytest.mark.rule("ix.pool.limit-conversion")
def test_a_negative_die_left_out_is_a_bane() -> None:
    table = roll(strong(5, 3), bane=4, trial=5, left="2 banes")
    assert dice_of(table) == {"mastery": 3, "ability": 2, "trial": 5, "bane": 2}
    assert automatic(table) == (0, 2)


@pytest.mark.rule("ix.pool.limit-conversion")
def test_the_symbols_count_before_cancelling() -> None:
    table = roll(strong(5, 3), bane=4, trial=5, left="1 bane")
    faces = [1] * 12
    order = [kind["die"] for kind in table.pools[-1].describe() for _ in range(kind["count"])]
    faces[order.index("mastery")] = 6  # one Boon
    assert table.pools[-1].outcome(tuple(faces)) == Net(0, -1, 0, 0)


@pytest.mark.rule("ix.pool.limit-conversion")
def test_ability_and_trial_dice_go_only_when_no_boon_or_bane_die_is_left() -> None:
    table = roll(strong(5, 0), boon=1, bane=1, trial=5, crisis=5)
    found = dice_of(table)
    assert not found.get("boon")
    assert not found.get("bane")
    assert sum(found.values()) == 12
    assert found["crisis"] == 5
    # seventeen dice: the Boon and the Bane Die and three of the ten Ability and Trial Dice are out
    assert found.get("ability", 0) + found.get("trial", 0) == 7


@pytest.mark.rule("ix.pool.limit-conversion")
def test_mastery_and_crisis_dice_go_last() -> None:
    table = roll(strong(5, 5), trial=4, crisis=5, boon=1, left="1 success")
    found = dice_of(table)
    # fifteen dice: out are the Boon Die and two Trial Dice
    assert found == {"mastery": 5, "crisis": 5, "trial": 2}
    assert automatic(table) == (0, 1)  # 1 Boon and 2 Banes
    table = roll(strong(5, 5), crisis=9, left="1 success")
    found = dice_of(table)
    assert sum(found.values()) == 12
    assert set(found) == {"mastery", "crisis"}


@pytest.mark.rule("ix.pool.limit-excess", "ix.pool.limit-conversion")
@pytest.mark.parametrize(("first", "boon", "bane"), [("bane", 3, 1), ("boon", 1, 3)])
def test_the_gm_picks_among_equals(first: str, boon: int, bane: int) -> None:
    table = roll(
        strong(4, 4),
        boon=3,
        bane=3,
        trial=4,
        rulings={EXCESS: ("convert", first)},
        left="1 success",
    )
    found = dice_of(table)
    assert (found.get("boon", 0), found.get("bane", 0)) == (boon, bane)
    assert automatic(table) == ((0, 2) if first == "bane" else (2, 0))


@pytest.mark.rule("ix.pool.limit-excess")
def test_the_gm_may_have_an_effect_of_the_story_instead() -> None:
    bout = strong(5, 5)
    table = roll(bout, boon=3, trial=5, rulings={EXCESS: ("narrative", "bane")}, left="1 success")
    assert sum(dice_of(table).values()) == 12
    assert automatic(table) == (0, 0)
    assert citing(table, EXCESS)
    assert not citing(table, "ix.pool.limit-conversion")


@pytest.mark.rule("ix.pool.limit-excess")
def test_by_itself_the_excess_becomes_boons_and_banes() -> None:
    table = roll(strong(5, 5), boon=3, trial=5, left="1 success")
    assert automatic(table) == (1, 0)
    (asked,) = [options for rule, who, options in table.asked if rule == EXCESS]
    assert ("convert", "boon") in asked
    assert ("narrative", "boon") in asked


@pytest.mark.rule("ix.pool.limit-conversion")
@pytest.mark.parametrize("each", [1, 2, 3])
def test_a_house_may_have_more_symbols_for_a_die(each: int) -> None:
    bout = strong(5, 5, house={"excess-symbols-per-die": each})
    assert automatic(roll(bout, boon=4, trial=5, left="1 success")) == (2 * each, 0)


@pytest.mark.rule("ix.pool.build-order", "ix.pool.limit")
def test_the_limit_comes_after_upgrades() -> None:
    def dice(build: Build) -> bool:
        build.upgrade(5, "luck", RULE)
        return True

    bout = strong(5, 0)
    table = make_check(bout, "ann", "1 success", dice=dice, difficulty=8)[1]
    assert dice_of(table) == {"mastery": 5, "trial": 7}


@pytest.mark.rule("ix.pool.limit")
def test_a_pool_that_is_not_over_the_limit_in_the_end_asks_nobody() -> None:
    bout = strong(5, 5)
    table = make_check(bout, "ann", "nothing", difficulty=8, dice=fewer(2))[1]
    assert dice_of(table) == {"mastery": 5, "trial": 6}
    assert not table.was_asked(EXCESS)
    assert automatic(table) == (0, 0)


def fewer(steps: int) -> Callable[[Build], bool]:
    def dice(build: Build) -> bool:
        build.steps(-steps, 1, "stairs", RULE)
        return True

    return dice


@pytest.mark.rule("ix.pool.limit")
def test_dice_added_while_the_pool_is_open_are_held_to_the_limit_too() -> None:
    table = make_check(strong(5, 5), "ann", "1 bane", ("bane-dice", "4"), difficulty=5)[1]
    assert sum(dice_of(table).values()) == 12
    assert automatic(table) == (0, 2)
    (checked,) = coded(table, "checked")
    assert checked.fields["boon"] == -1


@pytest.mark.rule("ix.pool.build-order")
@pytest.mark.parametrize("house", [{}, {"upgrade-without-die": "adds-one"}])
@pytest.mark.parametrize(("might", "rank"), [(2, 0), (2, 2), (5, 3), (5, 5)])
def test_where_the_dice_come_from_adds_up_to_the_pool(
    might: int, rank: int, house: dict[str, Any]
) -> None:
    def dice(build: Build) -> bool:
        build.upgrade(2, "luck", RULE)
        build.upgrade_trial(3, "risk", RULE)
        build.downgrade(1, "calm", RULE)
        build.steps(-1, 1, "stairs", RULE)
        build.steps(2, 1, "slope", RULE)
        build.give("bane", 2, "rain", RULE)
        return True

    bout = strong(might, rank, house=house)
    choices = [("boon-dice", "3"), ("volatile", "1"), ("peril", "upgrade")]
    _, table = make_check(bout, "ann", "nothing", *choices, difficulty=3, dice=dice)
    found: dict[str, int] = {}
    for _, _, die, many, gone, _ in coded(table, "checked")[0].fields["dice"]:
        for kind, change in ((die, many), (gone, -many)):
            if kind:
                found[kind] = found.get(kind, 0) + change
    assert {die: many for die, many in found.items() if many} == dice_of(table)
