import tomllib
from importlib.resources import files
from itertools import product
from typing import Any

import pytest
from ix_kit import Bout, citing, elite, hero, injure, make_check

from affray.dice import DiceError, parse_named
from affray.systems.ix.dice import DICE, POOL_LIMIT, Net


@pytest.fixture(scope="module")
def ledger() -> dict[str, Any]:
    return tomllib.loads(files("affray.systems.ix").joinpath("rulebook.toml").read_text("utf-8"))


def rows(ledger: dict[str, Any], table: str) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in ledger["tables"][table]["rows"]}


@pytest.mark.rule("ix.dice.six-dice", "ix.dice.faces", "ix.dice.polarity")
def test_the_dice_are_those_of_the_ledger(ledger: dict[str, Any]) -> None:
    table = rows(ledger, "dice")
    assert {die.name for die in DICE.dice} == set(table)
    for die in DICE.dice:
        row = table[die.name]
        assert die.sides == row["sides"] == len(row["faces"])
        assert [list(face) for face in die.faces] == row["faces"]
        assert die.positive == (row["polarity"] == "positive")
        assert DICE.die(row["opposes"]).positive != die.positive
        assert DICE.die(row["opposes"]).sides == die.sides


@pytest.mark.rule("ix.dice.symbol-pairs")
def test_the_symbols_are_those_of_the_ledger(ledger: dict[str, Any]) -> None:
    table = rows(ledger, "symbols")
    assert [symbol.name for symbol in DICE.symbols] == list(table)
    for symbol in DICE.symbols:
        row = table[symbol.name]
        assert (symbol.cancels or "") == row["cancels"]
        assert list(symbol.counts_as) == row["counts-as"]


@pytest.mark.rule("ix.pool.limit")
def test_a_pool_has_no_more_dice_than_the_ledger_allows(ledger: dict[str, Any]) -> None:
    assert rows(ledger, "limits")["pool"]["maximum"] == POOL_LIMIT == DICE.limit
    assert DICE.pool(mastery=6, crisis=6).total == 12**12
    with pytest.raises(DiceError, match="there are 13 dice; use at most 12"):
        DICE.pool(mastery=7, crisis=6)
    with pytest.raises(DiceError, match="more than 12 dice"):
        parse_named("7 mastery vs 6 crisis", DICE)


def faces_of(*wanted: tuple[str, tuple[str, ...]]) -> tuple[int, ...]:
    return tuple([DICE.die(name).faces.index(symbols) + 1 for name, symbols in wanted])


@pytest.mark.rule("ix.dice.breakthrough-is-success")
def test_a_breakthrough_brings_a_success_besides_its_effect() -> None:
    pool = DICE.pool(mastery=1)
    assert pool.outcome(faces_of(("mastery", ("breakthrough",)))) == Net(1, 0, 1, 0)


@pytest.mark.rule("ix.dice.calamity-is-failure")
def test_a_calamity_brings_a_failure_besides_its_effect() -> None:
    pool = DICE.pool(crisis=1)
    assert pool.outcome(faces_of(("crisis", ("calamity",)))) == Net(-1, 0, 0, 1)


@pytest.mark.rule("ix.dice.special-effects-never-cancel")
def test_a_breakthrough_and_a_calamity_both_stay() -> None:
    pool = DICE.pool(mastery=1, crisis=1)
    both = faces_of(("mastery", ("breakthrough",)), ("crisis", ("calamity",)))
    assert pool.outcome(both) == Net(0, 0, 1, 1)


@pytest.mark.rule("ix.dice.special-effects-never-cancel")
def test_failures_cancel_the_success_of_a_breakthrough_and_not_its_effect() -> None:
    pool = DICE.pool(mastery=1, trial=1)
    faces = faces_of(("mastery", ("breakthrough",)), ("trial", ("failure", "failure")))
    assert pool.outcome(faces) == Net(-1, 0, 1, 0)


@pytest.mark.rule("ix.check.cancel", "ix.check.net-boons-banes")
def test_success_cancels_failure_and_boon_cancels_bane_one_for_one() -> None:
    pool = DICE.pool(ability=1, mastery=1, trial=1, bane=1)
    faces = faces_of(
        ("mastery", ("success", "success")),
        ("ability", ("boon",)),
        ("trial", ("bane", "bane")),
        ("bane", ("failure",)),
    )
    assert pool.outcome(faces) == Net(1, -1, 0, 0)
    assert pool.stages(faces)["cancelled"] == [
        {"symbols": ["success", "failure"], "count": 1},
        {"symbols": ["boon", "bane"], "count": 1},
    ]


@pytest.mark.rule("ix.pool.boon-and-bane-coexist")
def test_boon_and_bane_dice_are_both_rolled() -> None:
    pool = DICE.pool(boon=1, bane=1)
    assert pool.total == 36
    assert len(pool.roll(lambda n: n - 1)) == 2
    assert pool.readings()[Net(1, 1, 0, 0)] == 2  # success and boon against a blank


@pytest.mark.rule("ix.dice.roll-together")
def test_every_die_is_rolled_once_and_in_one_go() -> None:
    asked: list[int] = []

    def source(n: int) -> int:
        asked.append(n)
        return 0

    faces = DICE.pool(mastery=2, boon=1, trial=1).roll(source)
    assert asked == [12, 12, 6, 8]
    assert faces == (1, 1, 1, 1)


def test_counts_agree_with_brute_force(ledger: dict[str, Any]) -> None:
    table = rows(ledger, "dice")
    names = ["mastery", "ability", "boon", "crisis", "bane"]
    seen: dict[Net, int] = {}
    for faces in product(*(table[name]["faces"] for name in names)):
        symbols = [symbol for face in faces for symbol in face]
        n = {name: symbols.count(name) for name in rows(ledger, "symbols")}
        net = Net(
            n["success"] + n["breakthrough"] - n["failure"] - n["calamity"],
            n["boon"] - n["bane"],
            n["breakthrough"],
            n["calamity"],
        )
        seen[net] = seen.get(net, 0) + 1
    assert dict(DICE.pool(dict.fromkeys(names, 1)).readings()) == seen


@pytest.mark.rule("ix.pool.limit-conversion")
def test_symbols_can_be_added_before_cancelling() -> None:
    pool = DICE.pool(bane=1, symbols={"boon": 1})
    assert dict(pool.axes("boon")) == {0: 2, 1: 4}


def test_the_words_of_the_dice() -> None:
    pool = parse_named("2 masteries, a 2 Boon Dice vs 2tri 1 crises n", DICE)
    assert str(pool) == "2 mastery 1 ability 2 boon vs 1 crisis 2 trial 1 bane"
    assert str(parse_named("2M1A v 2T", DICE)) == "2 mastery 1 ability vs 2 trial"


@pytest.mark.rule("ix.dice.six-dice", "ix.dice.polarity", "ix.dice.faces")
def test_three_pairs_of_dice_by_size() -> None:
    assert {(die.name, die.sides, die.positive) for die in DICE.dice} == {
        ("boon", 6, True),
        ("bane", 6, False),
        ("ability", 8, True),
        ("trial", 8, False),
        ("mastery", 12, True),
        ("crisis", 12, False),
    }
    for die in DICE.dice:
        assert all(len(face) <= 2 for face in die.faces)
        special = [face for face in die.faces if {"breakthrough", "calamity"} & set(face)]
        assert len(special) == (1 if die.sides == 12 else 0)


@pytest.mark.rule("ix.dice.roll-together")
def test_a_check_is_one_roll_of_all_its_dice() -> None:
    bout = Bout(hero("ann", skills={"athletics": 1}), elite("brute"))
    _, table = make_check(bout, "ann", "1 success 1 boon", ("bane-dice", "1"))
    assert [dice for _, _, dice in table.rolled] == ["1 mastery 1 ability vs 2 trial 1 bane"]
    assert table.codes().count("rolled") == 1
    assert citing(table, "ix.dice.roll-together")


@pytest.mark.rule("ix.dice.percentile")
@pytest.mark.parametrize("rolled", [1, 50, 100])
def test_a_critical_injury_is_one_number_from_1_to_100(rolled: int) -> None:
    bout = Bout(hero("ann"), elite("brute"))
    table = injure(bout, "ann", rolled, 1)  # the second number for what a row draws
    assert [dice for _, rule, dice in table.rolled if rule == "ix.critical.roll"] == ["1d100"]
    assert dict(table.pools[0].readings().items()) == dict.fromkeys(range(1, 101), 1)
    assert len(bout["ann"].injuries) == 1
