"""Where the dice of a roll come from, what is added, what they are for (vigor's `explain`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import VIGOR, Bout, foe, hero, minor, sovereign, weapon

from affray.kernel.question import Answer, QuestionId
from affray.kernel.table import Unanswered
from affray.kernel.telling import offered_text, sentence
from affray.kernel.words import names_of
from affray.systems.vigor.state import Effect, Fact
from affray.tables.replay import ReplayTable


def open_roll(bout: Bout, key: tuple[str, ...]) -> Any:
    """The open roll of Ann's attack, with the fight as it stands then."""
    entries: list[Any] = []
    while True:
        fight: Any = VIGOR.copy(bout.fight)
        table = ReplayTable(VIGOR, fight, entries)
        try:
            VIGOR.step(fight, table)
        except Unanswered as open_now:
            (question,) = open_now.questions
        else:
            raise AssertionError("nothing is rolled")
        if question.pool is not None:
            return fight, question
        entries.append(Answer(question.id, key, question.who))


def parts(bout: Bout, key: tuple[str, ...] = ("attack", "longsword", "brute")) -> list[Any]:
    fight, question = open_roll(bout, key)
    return VIGOR.explain_pool(fight, question)


def turn(*others: Any, **ann: Any) -> Bout:
    bout = Bout(hero("ann", at=[0, 0], **ann), *(others or (sovereign("brute", at=[0, 5]),)))
    bout.to_turn("ann")
    return bout


def test_an_attack_tells_the_bonus_part_by_part_and_the_ac() -> None:
    blade = weapon("longsword", bonus=1)
    found = parts(turn(weapons=[blade], stats={"body": 16}))
    assert [(part.text, part.adds) for part in found if part.adds is not None] == [
        ("Body 16", 3),
        ("Longsword", 1),
    ]
    (needed,) = [part for part in found if part.against]
    assert (needed.against, needed.of, needed.about) == ("AC 10", "brute", ("brute",))


def test_the_parts_are_those_of_now_after_the_gm_s_hand() -> None:
    bout = turn(stats={"body": 16})
    bout.set("ann", stats=bout["ann"].stats | {"body": 20}, injuries=("shaking-hand",))
    plus = sum(part.adds for part in parts(bout) if part.adds is not None)
    assert plus == 5 + bout.fight.numbers.shaking_hand_attack


def test_help_and_dodge_are_named() -> None:
    bout = turn()
    bout.set("ann", effects=(Effect("helped", "round", "ann", "brute"),))
    first = parts(bout)[0]
    assert first.dice == ("d20", "d20")
    assert first.text == "advantage (Help): the higher one is kept"
    bout.set("brute", effects=(Effect("dodge", "round", "brute"),))
    assert parts(bout)[0].text == "the attack roll (Help, Dodge: neither counts)"


def test_cover_is_told_to_all_and_is_in_the_ac() -> None:
    bout = turn()
    bout.fight.facts = (Fact("cover", "", "brute", "half"),)
    found = parts(bout)
    (behind,) = [part for part in found if part.rule == "vigor.cover.bonus"]
    assert behind.of == ""
    assert behind.text == "half cover: 2 more to reach"
    assert [part.against for part in found if part.against] == ["AC 12"]


def test_a_spell_is_thrown_with_the_stat_that_was_chosen() -> None:
    bout = Bout(
        hero(
            "ann",
            at=[0, 0],
            spells=["force-lance"],
            trees=["wizard"],
            psion=True,
            stats={"mind": 14},
        ),
        foe("brute", at=[0, 30]),
    )
    bout.to_turn("ann")
    found = parts(bout, ("power", "force-lance", "brute"))
    told = [(part.text, part.adds, part.against) for part in found[1:]]
    assert told == [("Mind 14", 2, ""), ("AC of Brute: 10", None, "AC 10")]


@pytest.mark.parametrize(("body", "read"), [(16, "15 + 3 = 18: hit"), (8, "15 \u2212 1 = 14: hit")])
def test_the_result_says_the_sum(body: int, read: str) -> None:
    _, question = open_roll(turn(stats={"body": body}), ("attack", "longsword", "brute"))
    assert VIGOR.explain_roll(question, (15,))[-1].text == read


def test_a_minor_adds_its_tier() -> None:
    bout = Bout(hero("ann", at=[0, 5]), minor("cur", at=[0, 0], tier=3))
    bout.to_turn("cur")
    found = parts(bout, ("attack", "longsword", "ann"))
    assert [(part.text, part.adds) for part in found if part.adds is not None] == [("Tier 3", 3)]


@pytest.mark.parametrize(
    ("rule", "fields", "told"),
    [
        (
            "vigor.initiative.roll",
            {"pool": "1d8", "faces": "7", "reading": 7},
            "Ann rolls 1d8 for initiative: 7.",
        ),
        (
            "vigor.attack.roll",
            {"pool": "1d20", "faces": "15", "reading": "hit"},
            "Ann rolls 1d20 to hit (15): a hit.",
        ),
        (
            "vigor.attack.roll",
            {"pool": "2d20kl1", "faces": "15 3", "reading": "miss"},
            "Ann rolls 2d20 to hit (15 3) and keeps the lower: a miss.",
        ),
        (
            "vigor.spell.of-the-house",
            {"pool": "1d6", "faces": "4", "reading": 4},
            "Ann rolls 1d6: 4.",
        ),
    ],
)
def test_the_log_says_what_a_roll_is_for(rule: str, fields: dict[str, Any], told: str) -> None:
    event = {"code": "rolled", "rule": rule, "fields": {"who": "ann", **fields}}
    assert sentence(VIGOR, event, {"ann": "Ann"}) == told


def test_every_roll_that_is_asked_for_in_words_of_its_own_has_a_purpose() -> None:
    own = {"vigor.vigor.turn-start-roll"}
    assert set(VIGOR.words.rolls) - own == set(VIGOR.words.purposes)


@pytest.mark.parametrize(
    ("option", "told"),
    [
        (("brace",), "Brace: regain 3 Vigor"),
        (("rally",), "Rally an ally: 3 Vigor to an ally within 30 feet"),
        (("rally", "bob"), "Rally Bob: 3 Vigor"),
        (("empower", "draw", "dagger"), None),
        (("committed-strike",), "Declare a Committed Strike: 3 more points if your action hits"),
        (
            ("cast", "force-lance"),
            "Declare Force Lance: d8 damage to one creature within 60 feet, with a roll to hit",
        ),
        (("weapon", "longsword"), "High Guard (longsword): 1 more AC this round"),
        (
            ("maneuver", "weapon", "longsword"),
            "High Guard (longsword): 1 more AC this round",
        ),
        (("pass",), "No Maneuver"),
    ],
)
def test_an_option_says_what_it_does_with_the_numbers_of_whoever_is_asked(
    option: tuple[str, ...], told: str | None
) -> None:
    bout = Bout(hero("ann", tier=3, spells=["force-lance"]), hero("bob"), foe("brute"))
    asked = QuestionId("vigor.declare.one-maneuver", "lock-in", "ann", 1, 1)
    found = offered_text(VIGOR, bout.fight, asked, option, names_of(bout.fight))
    if told is None:
        assert ", and draw dagger: crits on " in found
    else:
        assert found == told


def test_letting_a_reaction_be_is_not_called_a_maneuver() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    asked = QuestionId("vigor.reaction.opportunity-attack", "choice", "ann", 1, 1)
    names = names_of(bout.fight)
    assert offered_text(VIGOR, bout.fight, asked, ("pass",), names) == "Let it be"
