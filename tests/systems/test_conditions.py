"""What a system offers as conditions to give, the GM may give."""

from __future__ import annotations

import pytest

from affray.kernel.encounter import read_encounter
from affray.kernel.question import Edit
from affray.registry import system, systems
from affray.tables.play import Play

FREE = {"vigor": "dazzled by the sun"}
"""Words of one's own that a system takes as a condition."""


def begun(name: str, encounter: str) -> Play:
    found = system(name)
    text = found.encounters()[encounter]
    return Play(found, read_encounter(text, encounter, found))


@pytest.mark.parametrize("name", sorted(systems()))
def test_every_condition_that_is_offered_can_be_given(name: str) -> None:
    found = system(name)
    for encounter in list(found.encounters())[:1]:
        first = begun(name, encounter).fight
        for who in first.combatants:
            offered = found.conditions(first, who)
            assert len(offered) == len(set(offered)) > 3
            for each in offered:
                play = begun(name, encounter)
                play.edit(Edit("tag", who, each))


@pytest.mark.parametrize(("name", "words"), FREE.items())
def test_words_of_ones_own_are_no_less_given(name: str, words: str) -> None:
    play = begun(name, next(iter(system(name).encounters())))
    who = next(iter(play.fight.combatants))
    play.edit(Edit("tag", who, words))
    sheet = next(one for one in system(name).sheets(play.fight) if one.who == who)
    assert any(tag.name.endswith(words) for tag in sheet.tags)
