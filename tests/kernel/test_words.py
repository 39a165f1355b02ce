"""Words for options, questions and their open places."""

from __future__ import annotations

import pytest

from affray.kernel.keys import Number, Text
from affray.kernel.naming import Many
from affray.kernel.words import (
    Words,
    event_text,
    listed,
    note_text,
    option_text,
    place_labels,
    question_text,
    ware_text,
)

WORDS = Words(
    options={"stunt": "A stunt by {1}: {2}", "hit": lambda places: f"{len(places)} hits"},
    questions={"a.b.c": "What does {who} do?"},
    rolls={"a.b.c": "{who} rolls"},
    places={"stunt": ("what you try",), "stunt wits": ("what you see",), "set": ("who", "where")},
)


def test_open_places_are_named_by_the_first_word_or_the_first_two() -> None:
    assert place_labels(WORDS, ("stunt", "charm", Text())) == ("", "", "what you try")
    assert place_labels(WORDS, ("stunt", "wits", Text())) == ("", "", "what you see")
    assert place_labels(WORDS, ("set", Text(), Number(1, 3), Text())) == ("", "who", "where", "")


def test_a_place_with_nothing_to_fill_in_takes_its_label_with_it() -> None:
    assert place_labels(WORDS, ("set", "", Number(1, 3))) == ("", "", "where")
    assert place_labels(WORDS, ("set", "", "", Text())) == ("", "", "", "")
    assert place_labels(WORDS, ("end",)) == ("",)


def test_an_option_shows_what_its_open_places_are_for() -> None:
    assert option_text(WORDS, ("stunt", "charm", Text()), {}) == "A stunt by charm: [what you try]"
    assert option_text(WORDS, ("set", Text(), Number(1, 3)), {}) == "set [who] [where, 1 to 3]"
    assert option_text(WORDS, ("add", Number(0, 9), Text()), {}) == (
        "add [a number, 0 to 9] [in your own words]"
    )


def test_slugs_lose_their_hyphens_and_words_of_people_keep_them() -> None:
    assert option_text(WORDS, ("stunt", "wits", "a half-way house"), {}).endswith("half-way house")
    assert option_text(WORDS, ("stunt", "rope-trick", "x"), {}) == "A stunt by rope trick: x"
    assert option_text(WORDS, ("hit", "a", "b"), {}) == "3 hits"


def test_a_roll_may_have_a_heading_of_its_own() -> None:
    names = {"ann": "Ann"}
    assert question_text(WORDS, "a.b.c", "ann", names) == "What does Ann do?"
    assert question_text(WORDS, "a.b.c", "ann", names, "roll") == "Ann rolls"


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ([], ""),
        (["Ann"], "Ann"),
        (["Ann", "Bob"], "Ann and Bob"),
        (["Cur 1", "Cur 2"], "Cur 1 and Cur 2"),
        (["Ann", "Cur 1", "Cur 2", "Cur 3", "Cur 5"], "Ann, Cur 1 to 3 and Cur 5"),
        (["Cur 10", "Cur 9", "R2"], "Cur 10, Cur 9 and R2"),
    ],
)
def test_names_are_listed_and_numbered_ones_drawn_together(names: list[str], text: str) -> None:
    assert listed(names) == text


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("aid", "aid"),
        ("spare-moment", "spare moment"),
        ("hinder:ogre", "Ogre is hindered"),
        ("push:ogre", "push Ogre"),
        ("spoil:strong-cover", "spoil strong cover"),
        ("ogre", "Ogre"),
    ],
)
def test_a_ware_says_what_it_buys_and_for_whom(word: str, text: str) -> None:
    words = Words(wares={"hinder": "{1} is hindered"})
    assert ware_text(words, word, {"ogre": "Ogre"}) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [("Cutthroats", "Cutthroats' turn."), ("Annis", "Annis' turn."), ("Wulf", "Wulf's turn.")],
)
def test_names_that_end_in_s_take_the_apostrophe_alone(name: str, text: str) -> None:
    words = Words(events={"turn": "{who}'s turn."})
    event = {"code": "turn", "fields": {"who": "a"}}
    assert event_text(words, event, {"a": name}) == text


def test_what_somebody_has_written_keeps_its_apostrophes() -> None:
    words = Words(events={"said": "{who} says: {text}"})
    event = {"code": "said", "fields": {"who": "a", "text": "the boss's hat"}}
    assert event_text(words, event, {"a": "Cutthroats"}) == "Cutthroats says: the boss's hat"


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{who} takes aim.", "Runners take aim."),
        ("{who} bleeds no more, and lies still.", "Runners bleed no more, and lie still."),
        ("{who} has bows and arrows.", "Runners have bows and arrows."),
        ("{who} and Ann part, and Ann is gone.", "Runners and Ann part, and Ann is gone."),
        ("{who} is up. {who} has a die.", "Runners are up. Runners have a die."),
        ("The shot of {who} misses.", "The shot of Runners misses."),
        ("{foe} hits {who} across the ford.", "Ann hits Runners across the ford."),
        ("{who}: on the wall.", "Runners: on the wall."),
        ("{who} tries, {who} passes.", "Runners try, Runners passes."),
        ("Round over: {who} rushes in.", "Round over: Runners rush in."),
    ],
)
def test_what_many_do_has_its_verb_in_the_plural(template: str, text: str) -> None:
    words = Words(events={"did": template})
    event = {"code": "did", "fields": {"who": "run", "foe": "ann"}}
    names = {"run": Many("Runners"), "ann": "Ann"}
    assert event_text(words, event, names) == text


def test_one_whose_name_ends_in_s_does_what_one_does() -> None:
    words = Words(events={"did": "{who} takes aim."})
    event = {"code": "did", "fields": {"who": "a"}}
    assert event_text(words, event, {"a": "Annis"}) == "Annis takes aim."


def test_a_roll_says_what_it_is_for_by_the_rule_that_asked_for_it() -> None:
    words = Words(
        events={"rolled": lambda f: f"{f['who']} rolls {f['purpose'] or 'dice'}."},
        purposes={"toy.leap": "to leap"},
    )
    event = {"code": "rolled", "rule": "toy.leap", "fields": {"who": "ann"}}
    assert event_text(words, event, {"ann": "Ann"}) == "Ann rolls to leap."
    assert event_text(words, event | {"rule": "toy.door"}, {"ann": "Ann"}) == "Ann rolls dice."


def test_a_question_may_call_an_option_by_another_word() -> None:
    words = Words(options={"pass": "Let it be"}, asked={"toy.pick": {"pass": "No trick"}})
    assert option_text(words, ("pass",), {}) == "Let it be"
    assert option_text(words, ("pass",), {}, "toy.pick") == "No trick"
    assert option_text(words, ("pass",), {}, "toy.door") == "Let it be"


def test_what_stands_on_a_card_of_an_event_is_named_and_may_be_nothing() -> None:
    words = Words(noted={"helps": "helps {ally}"})
    event = {"code": "helps", "fields": {"who": "ann", "ally": "bob"}}
    assert note_text(words, event, {"bob": "Bob"}) == "helps Bob"
    assert note_text(words, {**event, "code": "moved"}, {}) == ""
