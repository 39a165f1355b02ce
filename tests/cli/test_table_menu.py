"""Lists that are never long, and words that find a way into them."""

from __future__ import annotations

import pytest

from affray.cli.seat.menu import LONGEST, Group, Leaf, Menu
from affray.kernel.keys import Number, Option, Text
from affray.kernel.question import Refused

FOES = [f"cur-{n}" for n in range(1, 11)]
NAMES = {"ann": "Ann Ash", "bob": "Bob"} | {f: f"Cur {f[4:]}" for f in FOES}
OPTIONS: list[Option] = [
    *(("fight", weapon, foe) for weapon in ("axe", "dagger") for foe in FOES),
    ("help", "ann"),
    ("stunt", Text(20)),
    ("spend", Number(1, 3)),
    ("end",),
    ("end", "now"),
]


def menu() -> Menu:
    return Menu([Leaf(option, "/".join(map(str, option))) for option in OPTIONS], NAMES)


def test_a_long_list_becomes_a_tree() -> None:
    found = menu()
    items = found.items()
    assert len(items) <= LONGEST
    assert isinstance(items[0], Group)
    assert found.heading(items[0]) == "fight: axe, dagger"
    inner = found.items(("fight",))
    assert [item.path for item in inner if isinstance(item, Group)] == [
        ("fight", "axe"),
        ("fight", "dagger"),
    ]
    assert [leaf.option for leaf in found.items(("fight", "axe"))] == OPTIONS[:10]


def test_every_option_is_reached_by_numbers() -> None:
    found = menu()

    def all_below(path: tuple[str, ...]) -> list[Option]:
        reached: list[Option] = []
        for number, item in enumerate(found.items(path), 1):
            step = found.find(str(number), path)
            if isinstance(item, Group):
                reached += all_below(step.path)
            else:
                assert step.leaf is not None
                reached.append(step.leaf.option)
        return reached

    assert sorted(map(str, all_below(()))) == sorted(map(str, OPTIONS))


@pytest.mark.parametrize(
    ("text", "option", "rest"),
    [
        ("fight/axe/cur-3", ("fight", "axe", "cur-3"), ()),
        ("fight axe cur-3", ("fight", "axe", "cur-3"), ()),
        ("fi ax cur-10", ("fight", "axe", "cur-10"), ()),
        ("1 2 4", ("fight", "dagger", "cur-4"), ()),
        ("help", ("help", "ann"), ()),
        ("help ash", ("help", "ann"), ()),
        ("stunt over the wall", ("stunt", Text(20)), ("over", "the", "wall")),
        ("spend 2", ("spend", Number(1, 3)), ("2",)),
        ("end", ("end",), ()),
        ("end now", ("end", "now"), ()),
    ],
)
def test_words_and_numbers_find_an_option(text: str, option: Option, rest: tuple[str, ...]) -> None:
    found = menu().find(text)
    assert found.leaf is not None
    assert (found.leaf.option, found.rest) == (option, rest)


def test_from_inside_a_list_both_what_is_in_it_and_all_else_is_found() -> None:
    assert menu().find("cur-2", ("fight", "axe")).leaf == Leaf(
        ("fight", "axe", "cur-2"), "fight/axe/cur-2"
    )
    leaf = menu().find("help", ("fight", "axe")).leaf
    assert leaf is not None
    assert leaf.option == ("help", "ann")


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("fight axe cur", "ambiguous", "cur-1"),
        ("s", "ambiguous", "stunt"),
        ("99", "illegal", "from 1 to"),
        ("figth axe", "illegal", "Did you mean fight?"),
        ("fight sword", "illegal", "after fight"),
    ],
)
def test_refusals_say_what_was_meant_perhaps(text: str, kind: str, says: str) -> None:
    with pytest.raises(Refused) as caught:
        menu().find(text)
    assert caught.value.kind == kind
    assert says in str(caught.value)


def test_a_group_is_gone_into() -> None:
    found = menu().find("fight axe")
    assert found.leaf is None
    assert found.path == ("fight", "axe")


LABELLED = [
    Leaf(("go", "maren-holt"), "Maren Holt goes next"),
    Leaf(("go", "tobin-fray"), "Tobin Fray goes next"),
    Leaf(("go", "tess-fray"), "Tess Fray goes next"),
]


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("maren", "maren-holt"),
        ("maren goes next", "maren-holt"),
        ("Tobin Fray", "tobin-fray"),
        ("next tess", "tess-fray"),
    ],
)
def test_words_that_only_one_label_has_take_it(text: str, who: str) -> None:
    found = Menu(LABELLED, {}).find(text)
    assert found.leaf is not None
    assert found.leaf.option == ("go", who)


def test_words_of_several_labels_do_not() -> None:
    with pytest.raises(Refused) as caught:
        Menu(LABELLED, {}).find("fray")
    assert "Maren Holt goes next" in str(caught.value)


def test_words_that_all_options_of_a_list_have_go_into_it() -> None:
    found = menu().find("axe")
    assert (found.leaf, found.path) == (None, ("fight", "axe"))


def test_the_way_up_leads_through_every_list() -> None:
    found = menu()
    assert found.above(("fight", "axe")) == ("fight",)
    assert found.above(("fight",)) == ()
