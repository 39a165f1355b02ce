from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice import (
    DiceError,
    DiceSet,
    NamedDie,
    NumberPool,
    Symbol,
    Term,
    dice,
    hit_pool,
    number_pool,
    parse,
    parse_named,
    parse_numbers,
)
from affray.dice.terms import EXPLOSIONS


class Sign(NamedTuple):
    plus: int


SIGNS = DiceSet(
    "signs",
    (Symbol("plus", "P", cancels="minus"), Symbol("minus", "M", cancels="plus")),
    (
        NamedDie("might", "M", True, (("plus",), ())),
        NamedDie("mercy", "E", True, (("plus",), ()), plural="mercies"),
        NamedDie("fear", "F", False, (("minus",), ())),
    ),
    Sign,
    limit=12,
)


@pytest.mark.parametrize(
    ("text", "pool"),
    [
        ("2d6+3", dice(2, 6, plus=3)),
        ("4d6kh3", dice(4, 6, keep_highest=3)),
        ("4d6k3", dice(4, 6, keep_highest=3)),
        ("4d6kl1", dice(4, 6, keep_lowest=1)),
        ("4d6dl1", dice(4, 6, keep_highest=3)),
        ("4d6dh1", dice(4, 6, keep_lowest=3)),
        ("d20", dice(1, 20)),
        ("D20", dice(1, 20)),
        ("d%", dice(1, 100)),
        ("3d4!", dice(3, 4, explosions=EXPLOSIONS)),
        ("3d4!2", dice(3, 4, explosions=2)),
        ("3d4!2kl2", dice(3, 4, explosions=2, keep_lowest=2)),
        ("2d20kh1+5", dice(2, 20, keep_highest=1, plus=5)),
        ("2d20kh", dice(2, 20, keep_highest=1)),
        ("1d8-1d4", dice(1, 8) - dice(1, 4)),
        ("1d8 \u2212 1d4", dice(1, 8) - dice(1, 4)),
        ("-1d4+2", 2 - dice(1, 4)),
        ("+1d4", dice(1, 4)),
        ("1+d6+1", dice(1, 6, plus=2)),
        ("4d6>=5", hit_pool(4)),
        ("4d6>4", hit_pool(4)),
        ("4d6<=2", hit_pool(4, 6, 1, 2)),
        ("4d6<3", hit_pool(4, 6, 1, 2)),
        ("4d6=3", hit_pool(4, 6, 3, 3)),
        ("4d6==3", hit_pool(4, 6, 3, 3)),
        ("4d6=2..3", hit_pool(4, 6, 2, 3)),
        ("4d4!2=4", hit_pool(4, 4, 4, explosions=2)),
        (" 2 d 6 + 3 ", dice(2, 6, plus=3)),
        ("002d06", dice(2, 6)),
        ("7", number_pool((), 7)),
        ("0", number_pool((), 0)),
    ],
)
def test_numbers_that_people_write(text: str, pool: NumberPool) -> None:
    assert parse_numbers(text) == pool


@pytest.mark.parametrize(
    ("text", "column", "fault"),
    [
        ("", 1, "no dice"),
        ("   ", 1, "no dice"),
        ("d", 2, "a number is missing"),
        ("2d", 3, "a number is missing"),
        ("0d6", 1, "0 dice"),
        ("d0", 2, "too small"),
        ("d1001", 2, "too large"),
        ("101d6", 1, "too large"),
        ("d6+1000001", 4, "too large"),
        ("9" * 100 + "d6", 1, "too large"),
        ("d" + "9" * 100, 2, "too large"),
        ("d6d6", 3, "out of place"),
        ("2d6+", 5, "ends too soon"),
        ("2d6++1", 5, "out of place"),
        ("2d6 3", 5, "out of place"),
        ("2d6*2", 4, "multiplied"),
        ("2(d6)", 2, "brackets"),
        ("((((d6))))", 1, "brackets"),
        ("4d6kh5", 7, "cannot be kept"),
        ("4d6kh0", 7, "cannot be kept"),
        ("4d6dl4", 7, "cannot be dropped"),
        ("1d6dl1", 7, "cannot be dropped"),
        ("4d6kh3>=2", 1, "kept and counted"),
        ("d6+1d1!", 4, "explode on every roll"),
        ("1d6!0", 6, "explodes 0 times"),
        ("1d6!21", 5, "too large"),
        ("d6>6", 4, "no die shows"),
        ("d6<1", 4, "no die shows"),
        ("d6>=7", 5, "too large"),
        ("d6>=", 5, "a number is missing"),
        ("d6=3..2", 7, "too small"),
        ("2d6+3>=8", 6, "follows a number"),
        ("d6;rm", 3, "out of place"),
        ("\u0663d6", 1, "out of place"),
        ("1d6" + "+1d6" * 20, 81, "too many groups"),
        ("d6" * 150, 201, "300 characters"),
        ("100d1000", None, "too many to count"),
    ],
)
def test_numbers_that_cannot_be_read(text: str, column: int | None, fault: str) -> None:
    with pytest.raises(DiceError, match=fault) as caught:
        parse_numbers(text)
    assert caught.value.column == column
    assert caught.value.text == text
    assert caught.value.cure
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1 might 2 mercy vs 2 fear", "1 might 2 mercy vs 2 fear"),
        ("2 fear vs 2 mercy 1 might", "1 might 2 mercy vs 2 fear"),
        ("2 fear 1 might 2 mercy", "1 might 2 mercy vs 2 fear"),
        ("mi, 2 mer, 2 fea", "1 might 2 mercy vs 2 fear"),
        ("2 mercies against 3 fears", "2 mercy vs 3 fear"),
        ("2 mercy dice versus 1 fear die", "2 mercy vs 1 fear"),
        ("2M1E v 2F", "2 might 1 mercy vs 2 fear"),
        ("2 MIGHT", "2 might"),
        ("m m e", "2 might 1 mercy"),
        ("1 might and 1 might plus 1 mercy", "2 might 1 mercy"),
        ("vs 2 fear", "2 fear"),
        ("3 fear", "3 fear"),
        ("no dice", "no dice"),
        ("1 might with 2 plus minus", "1 might with 2 plus 1 minus"),
        ("no dice with 1 m", "no dice with 1 minus"),
    ],
)
def test_named_dice_that_people_write(text: str, canonical: str) -> None:
    pool = parse_named(text, SIGNS)
    assert str(pool) == canonical
    assert parse_named(canonical, SIGNS) == pool


@pytest.mark.parametrize(
    ("text", "column", "fault"),
    [
        ("", 1, "no dice"),
        ("dice", 1, "no dice"),
        ("1 hope", 3, '"hope" is no die of signs'),
        ("1 mihgt", 3, "no die of signs"),
        ("1 mi 2 me 3 q", 13, "no die of signs"),
        ("2", 1, "stands alone"),
        ("1 might 2", 9, "stands alone"),
        ("2 3 might", 3, "two numbers"),
        ("0 might", 1, "0 of them"),
        ("1 might -2 fear", 9, "out of place"),
        ("1 might (2 fear)", 9, "out of place"),
        ("1 might * 2", 9, "out of place"),
        ("13 might", 1, "more than 12"),
        ("6 might 7 fear", 9, "more than 12"),
        ("9999999 might", 1, "too large"),
        ("9" * 190 + " might", 1, "too large"),
        ("\u0662 might", 1, "too large"),
        ("1 might vs", 9, "nothing follows"),
        ("1 might vs vs 1 fear", 12, "second vs"),
        ("1 might with", 9, "nothing follows"),
        ("1 might with 1 hail", 16, "no symbol"),
        ("1 might with 1 with", 16, "no symbol"),
        ("might " * 40, 201, "240 characters"),
    ],
)
def test_named_dice_that_cannot_be_read(text: str, column: int, fault: str) -> None:
    with pytest.raises(DiceError, match=fault) as caught:
        parse_named(text, SIGNS)
    assert caught.value.column == column
    assert caught.value.text == text
    assert caught.value.cure


def test_an_ambiguous_word_names_what_it_could_be() -> None:
    letterless = DiceSet(
        "signs",
        SIGNS.symbols,
        (NamedDie("might", "1", True, ((),)), NamedDie("mercy", "2", True, ((),))),
        Sign,
    )
    with pytest.raises(DiceError, match="might or mercy") as caught:
        parse_named("3 m", letterless)
    assert caught.value.column == 3


def test_a_misspelt_word_is_guessed_at() -> None:
    with pytest.raises(DiceError, match="did you mean might"):
        parse_named("1 mihgt", SIGNS)


def test_the_limit_of_the_set_can_be_replaced() -> None:
    assert parse_named("13 might", SIGNS, limit=13).counts == {"might": 13}
    with pytest.raises(DiceError, match="more than 2"):
        parse_named("3 might", SIGNS, limit=2)


def test_one_entry_for_both_kinds() -> None:
    assert parse("2d6+1", SIGNS) == dice(2, 6, plus=1)
    assert parse("d20", SIGNS) == dice(1, 20)
    assert parse("2 might", SIGNS) == SIGNS.pool(might=2)
    assert parse("2d6") == dice(2, 6)
    with pytest.raises(DiceError, match="no die of signs"):
        parse("2 dragons", SIGNS)


def test_control_characters_do_not_reach_the_message() -> None:
    with pytest.raises(DiceError) as caught:
        parse_numbers("d6\x1b[31m\x00")
    assert str(caught.value).isprintable()


@st.composite
def written_terms(draw: st.DrawFn) -> tuple[str, Term]:
    """A group of dice as a person may write it, with what it means."""
    count = draw(st.integers(1, 3))
    sides = draw(st.integers(2, 8))
    space = draw(st.sampled_from(["", " "]))
    text = draw(st.sampled_from([str(count)] + [""] * (count == 1)))
    text += space + draw(st.sampled_from("dD")) + str(sides)
    explosions = draw(st.sampled_from([0, 0, 2, EXPLOSIONS]))
    if explosions:
        text += space + "!" + (str(explosions) if explosions == 2 else "")
    kind = draw(st.sampled_from(["", "kh", "kl", "dh", "dl", ">=", "<=", "="]))
    if kind.startswith("k"):
        keep = draw(st.integers(1, count))
        return f"{text}{kind}{space}{keep}", Term(count, sides, 1, explosions, keep, kind == "kh")
    if kind.startswith("d") and count > 1:
        drop = draw(st.integers(1, count - 1))
        return f"{text}{kind}{drop}", Term(count, sides, 1, explosions, count - drop, kind == "dl")
    if kind in (">=", "<=", "="):
        number = draw(st.integers(1, sides))
        hits = {">=": (number, sides), "<=": (1, number), "=": (number, number)}[kind]
        return f"{text}{space}{kind}{space}{number}", Term(count, sides, 1, explosions, hits=hits)
    return text, Term(count, sides, 1, explosions)


@given(
    st.lists(st.tuples(st.sampled_from("+-"), written_terms()), min_size=1, max_size=3),
    st.integers(-1000, 1000),
)
def test_whatever_the_grammar_allows_is_read(
    groups: list[tuple[str, tuple[str, Term]]], constant: int
) -> None:
    text = "".join(f" {sign} {written}" for sign, (written, _) in groups) + f"{constant:+d}"
    meant = number_pool((), constant)
    for sign, (_, term) in groups:
        one = number_pool((term,))
        meant = meant + one if sign == "+" else meant - one
    assert parse_numbers(text) == meant
    assert parse_numbers(str(meant)) == meant


def complaint_about(text: str) -> DiceError | None:
    """What is wrong with the text; if nothing is, its pool must read back."""
    try:
        pool = parse(text, SIGNS)
    except DiceError as error:
        return error
    assert parse(str(pool), SIGNS) == pool
    return None


@given(
    st.text(max_size=60)
    | st.text("0123456789dkhl!+-<>= .%", max_size=30)
    | st.lists(
        st.sampled_from(["2 might", "mercy", "1F", "fear", "vs", "with", "plus", "3", ","])
    ).map(" ".join)
)
def test_any_text_is_read_or_refused_with_a_cure(text: str) -> None:
    complaint = complaint_about(text)
    if complaint is not None:
        assert complaint.cure
        assert complaint.column is None or 1 <= complaint.column <= len(text) + 1
        assert str(complaint).isprintable()
