"""How a roll is read (area `check`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    GM_FORM,
    IX,
    SPENDS,
    Bout,
    citing,
    coded,
    complications,
    elite,
    hero,
    make_check,
    nemesis,
    spend,
    wares,
)

from affray.kernel.question import Question, QuestionId
from affray.systems.ix.dice import DICE, Net
from affray.systems.ix.rolls import check
from affray.systems.ix.rolls.spend import Lists

BLOW = ("attack", "long-blade", "brute")


def bout(**ann: Any) -> Bout:
    fields: dict[str, Any] = {"might": 4, "skills": {"athletics": 3, "light-melee": 3}, **ann}
    fight = Bout(hero("ann", **fields), hero("bob"), elite("brute", wound_points=30))
    fight.turn_of("ann")
    return fight


def outcome(*wanted: tuple[str, tuple[str, ...]]) -> Net:
    """What the faces leave, each die named with the symbols it shows."""
    counts: dict[str, int] = {}
    for die, _ in wanted:
        counts[die] = counts.get(die, 0) + 1
    pool = DICE.pool(counts)
    left = list(wanted)
    faces = []
    for kind in pool.describe():
        for _ in range(kind["count"]):
            found = next(one for one in left if one[0] == kind["die"])
            left.remove(found)
            faces.append(DICE.die(found[0]).faces.index(found[1]) + 1)
    return pool.outcome(tuple(faces))


# ---- cancelling ----


@pytest.mark.rule("ix.check.sequence", "ix.check.cancel")
def test_special_symbols_count_first_then_opposites_cancel() -> None:
    assert outcome(
        ("mastery", ("breakthrough",)),
        ("mastery", ("success", "boon")),
        ("crisis", ("calamity",)),
        ("trial", ("failure", "bane")),
        ("boon", ("boon", "boon")),
    ) == Net(0, 2, 1, 1)


@pytest.mark.rule("ix.check.cancel")
def test_a_success_does_not_cancel_a_bane_nor_a_boon_a_failure() -> None:
    assert outcome(("ability", ("success", "success")), ("trial", ("bane", "bane"))) == Net(
        2, -2, 0, 0
    )
    assert outcome(("ability", ("boon", "boon")), ("trial", ("failure", "failure"))) == Net(
        -2, 2, 0, 0
    )


def stages(
    *wanted: tuple[str, tuple[str, ...]], rule: str = "ix.check.sequence"
) -> list[tuple[str, str]]:
    """How a table is told what these dice came to (given in the order of the pool)."""
    pool = DICE.pool({die: [one for one, _ in wanted].count(die) for die, _ in wanted})
    faces = [DICE.die(die).faces.index(symbols) + 1 for die, symbols in wanted]
    question = Question(QuestionId(rule, "roll", "ann", 1, 1), (), pool=pool)
    return [(stage.name, stage.text) for stage in IX.explain_roll(question, faces)]


@pytest.mark.rule("ix.check.sequence")
def test_a_roll_is_told_in_the_order_of_its_steps() -> None:
    assert stages(
        ("mastery", ("breakthrough",)),
        ("boon", ("boon", "boon")),
        ("crisis", ("calamity",)),
        ("bane", ("bane",)),
    ) == [
        ("rolled", "1 breakthrough, 2 boons, 1 calamity, 1 bane"),
        ("set aside", "1 breakthrough, 1 calamity: 1 success, 1 failure with it"),
        ("cancelled", "1 success against failure; 1 boon against bane"),
        ("read", "a failure: 1 boon, 1 breakthrough, 1 calamity"),
    ]
    assert stages(("ability", ("success", "success")), ("trial", ()))[-1] == (
        "read",
        "a success: 2 successes",
    )
    assert stages(("ability", ()))[-1] == ("read", "a failure: nothing is left")


@pytest.mark.rule("ix.initiative.no-difficulty")
def test_a_roll_of_initiative_is_told_as_no_failure() -> None:
    told = stages(("ability", ("boon",)), rule="ix.initiative.everyone-rolls")
    assert told[-1] == ("read", "counted: 1 boon")


@pytest.mark.rule("ix.check.sequence")
def test_the_roll_is_read_before_anything_is_spent() -> None:
    fight = bout(strain=4)
    _, table = make_check(fight, "ann", "1 success 1 boon", spend("recover-strain"), lists=Lists())
    assert table.codes()[:3] == ["rolled", "checked", "spent"]


# ---- success and failure ----


@pytest.mark.rule("ix.check.success-threshold", "ix.check.tie-fails")
@pytest.mark.parametrize(
    ("left", "succeeds"),
    [("1 success", True), ("3 successes", True), ("nothing", False), ("1 failure", False)],
)
def test_one_net_success_is_needed(left: str, succeeds: bool) -> None:
    one, table = make_check(bout(), "ann", left)
    assert one.succeeded is succeeds
    rule = "ix.check.success-threshold" if succeeds else "ix.check.tie-fails"
    (told,) = citing(table, rule)
    assert told.fields["success"] == (int(left[0]) if succeeds else 0)


@pytest.mark.rule("ix.check.success-threshold")
@pytest.mark.parametrize(("left", "hits"), [("1 success", True), ("nothing", False)])
def test_an_attack_hits_with_the_first_net_success(left: str, hits: bool) -> None:
    fight = bout()
    table = fight.do(BLOW, rolls=[left])
    assert bool(coded(table, "hit")) is hits
    assert (fight["brute"].wounds < 30) is hits


@pytest.mark.rule("ix.check.tie-fails")
def test_symbols_that_cancel_exactly_and_no_symbols_at_all_both_fail() -> None:
    assert outcome(("ability", ("success",)), ("trial", ("failure",))) == Net(0, 0, 0, 0)
    assert outcome(("ability", ()), ("trial", ())) == Net(0, 0, 0, 0)
    fight = bout()
    table = fight.do(BLOW, rolls=["nothing"])
    assert coded(table, "missed")
    assert not coded(table, "hit")


@pytest.mark.rule("ix.check.net-failures")
def test_net_failures_beyond_failing_have_no_effect() -> None:
    ends = []
    for left in ("nothing", "1 failure", "3 failures"):
        fight = bout()
        fight.do(BLOW, rolls=[left])
        ends.append(IX.key(fight.fight))
    assert ends[0] == ends[1] == ends[2]
    one, _ = make_check(bout(), "ann", "3 failures")
    assert one.net == Net(0, 0, 0, 0)


@pytest.mark.rule("ix.check.net-failures")
def test_a_rule_that_asks_by_how_much_gets_the_failures_left() -> None:
    one, table = make_check(bout(), "ann", "3 failures", read=check.whole)
    assert one.net is not None
    assert one.net.success == -3
    assert not one.succeeded
    assert coded(table, "checked")[0].fields["success"] == -3


# ---- Boons and Banes ----


@pytest.mark.rule("ix.check.net-boons-banes")
@pytest.mark.parametrize(
    ("left", "roller", "gm"),
    [("1 success 2 boons", True, False), ("1 success 2 banes", False, True)],
)
def test_a_roll_leaves_boons_or_banes_and_never_both(left: str, roller: bool, gm: bool) -> None:
    _, table = make_check(bout(), "ann", left, lists=Lists())
    assert bool(wares(table)) is roller
    assert table.was_asked(GM_FORM) is gm


@pytest.mark.rule("ix.check.net-boons-banes")
def test_without_boons_or_banes_nobody_is_asked_to_spend() -> None:
    fight = bout()
    fight.fight.fortune = 0
    _, table = make_check(fight, "ann", "1 success", lists=Lists())
    assert not table.was_asked(SPENDS)
    assert not table.was_asked(GM_FORM)


@pytest.mark.rule("ix.check.net-boons-banes", "ix.spend.boon-split")
@pytest.mark.parametrize("boons", [1, 2, 3])
def test_as_many_boons_can_be_spent_as_are_left_over(boons: int) -> None:
    fight = bout(strain=5)
    words = " ".join(["recover-strain"] * boons)
    left = f"1 success {boons} boons"
    make_check(fight, "ann", left, spend(words), lists=Lists())
    assert fight["ann"].strain == 5 - boons


@pytest.mark.rule("ix.check.side-effects-independent")
def test_boons_of_a_failed_check_are_spent() -> None:
    fight = bout(strain=5)
    one, table = make_check(
        fight, "ann", "2 failures 2 boons", spend("recover-strain recover-strain"), lists=Lists()
    )
    assert not one.succeeded
    assert fight["ann"].strain == 3
    assert citing(table, "ix.check.side-effects-independent")


@pytest.mark.rule("ix.check.side-effects-independent")
def test_banes_of_a_successful_check_are_spent() -> None:
    fight = bout()
    one, table = make_check(
        fight, "ann", "2 successes 1 bane", lists=Lists(), rulings=complications("tire")
    )
    assert one.succeeded
    assert fight["ann"].strain == 1
    assert citing(table, "ix.check.side-effects-independent")


# ---- Breakthrough and Calamity ----


@pytest.mark.rule("ix.check.special-always-trigger")
def test_a_breakthrough_has_its_effect_on_a_failed_check() -> None:
    fight = bout()
    one, table = make_check(
        fight, "ann", "1 failure 1 breakthrough", spend("", "scene-change"), lists=Lists()
    )
    assert not one.succeeded
    assert coded(table, "scene-change")
    assert citing(table, "ix.check.special-always-trigger")


@pytest.mark.rule("ix.check.special-always-trigger")
def test_a_missed_attack_with_a_breakthrough_may_injure() -> None:
    fight = bout()
    fight = Bout(hero("ann", might=4, skills={"light-melee": 3}), nemesis("brute"))
    fight.turn_of("ann")
    table = fight.do(BLOW, spend("", "attack-critical"), rolls=["1 failure 1 breakthrough", 20])
    assert coded(table, "missed")
    assert len(fight["brute"].injuries) == 1


@pytest.mark.rule("ix.check.special-always-trigger")
def test_a_calamity_has_its_effect_on_a_successful_check() -> None:
    fight = bout()
    one, table = make_check(
        fight,
        "ann",
        "1 success 1 calamity",
        ("volatile", "1"),
        lists=Lists(),
        rulings=complications("", "calamity-gear"),
        weapon="long-blade",
    )
    assert one.succeeded
    assert fight["ann"].faults == {"long-blade": "out"}
    assert citing(table, "ix.check.special-always-trigger")


@pytest.mark.rule("ix.check.special-always-trigger", "ix.dice.special-effects-never-cancel")
def test_both_on_one_roll_bring_both_effects() -> None:
    fight = bout()
    _, table = make_check(
        fight,
        "ann",
        "1 breakthrough 1 calamity",
        ("volatile", "1"),
        spend("", "scene-change"),
        lists=Lists(),
        rulings=complications("", "calamity-scene", "the bridge gives way"),
    )
    assert coded(table, "scene-change")
    assert coded(table, "complication")[0].fields["text"] == "the bridge gives way"
    told = table.codes()
    assert told.index("checked") < told.index("scene-change") < told.index("complication")
