"""How the fight is told: no code told twice, the GM's hand in words, one thing said once."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from ix_kit import IX, Bout, IxTable, complications, elite, gm, hero

from affray.kernel.telling import sentence
from affray.kernel.words import names_of, option_text, question_text
from affray.systems.ix import words


def told(bout: Bout, table: Any) -> list[str]:
    names = names_of(bout.fight)
    texts = [sentence(IX, event.dump(), names) for event in table.events]
    return [text for text in texts if text]


def test_no_module_tells_a_code_or_a_word_of_another() -> None:
    for kind in ("EVENTS", "QUESTIONS", "ROLLS"):
        found = Counter(code for each in words._ALL for code in getattr(each, kind))
        assert not [code for code, times in found.items() if times > 1]


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        (("set", "", "light", "darkness"), "The GM sets the light to darkness."),
        (("set", "", "peril", 2), "The GM takes 2 Peril in hand."),
        (("set", "ann", "wounds", 7), "The GM sets the Wounds of Ann to 7."),
        (("set", "ann", "at", 3), "The GM puts Ann at 3 on the line."),
        (("tag", "ann", "prone"), "The GM makes Ann Prone."),
        (("tag", "ann", "off-guard"), "The GM says that Ann is off guard."),
        (
            ("tag", "ann", "broken:long-blade"),
            "The GM says that the long blade of Ann is broken.",
        ),
        (
            ("tag", "ann", "useless-limb:left-arm"),
            "The GM gives Ann an injury: Useless Limb, left arm.",
        ),
        (("place", "ann", "", "up on the wall"), "The GM says where Ann is now: up on the wall."),
        (("end", "", "", "heroes"), "The GM ends the fight."),
    ],
)
def test_the_hand_of_the_gm_is_told_in_words(edit: tuple[Any, ...], text: str) -> None:
    bout = Bout(hero("ann"), elite("brute"))
    assert told(bout, gm(bout, *edit))[0] == text


def test_what_the_gm_takes_away_is_told_too() -> None:
    bout = Bout(hero("ann"), elite("brute"))
    gm(bout, "tag", "ann", "lamed")
    assert told(bout, gm(bout, "untag", "ann", "lamed"))[0] == "The GM rids Ann of Lamed."


def test_what_a_roll_costs_its_roller_is_said_once() -> None:
    bout = Bout(hero("ann"), elite("brute"))
    bout.turn_of("ann")
    table = bout.do(
        ("attack", "long-blade", "brute"), rolls=["2 banes"], rulings=complications("tire")
    )
    about = [text for text in told(bout, table) if "Strain" in text]
    assert about == ["Ann suffers 1 Strain: 0 up to 1."]


def test_what_nothing_else_tells_is_told_as_bought() -> None:
    bout = Bout(hero("ann"), elite("brute"))
    bout.turn_of("ann")
    table: IxTable = bout.do(
        ("attack", "long-blade", "brute"), ("spend", "hinder:brute", ""), rolls=["2 boons"]
    )
    assert "Bought with the roll of Ann: Brute gets a Bane Die." in told(bout, table)


@pytest.mark.parametrize("rule", sorted(IX.words.rolls))
def test_the_title_of_a_roll_is_a_title(rule: str) -> None:
    title = question_text(IX.words, rule, "ilse", {"ilse": "Ilse Varn"}, "roll")
    assert "Ilse Varn's" in title
    assert not title.endswith(".")


def test_a_light_says_how_the_maneuver_for_it_is_paid() -> None:
    said = [
        option_text(IX.words, ("kindle", "torch", *how), {})
        for how in ((), ("action",), ("strain",))
    ]
    assert said == [
        "light the torch",
        "light the torch (for the Action)",
        "light the torch (for 2 Strain)",
    ]
