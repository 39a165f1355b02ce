"""What a form says becomes a key, and what it says wrongly is told in the system's words."""

from __future__ import annotations

import pytest

from affray.kernel.keys import Several
from affray.kernel.words import ware_text
from affray.protocol.requests import Misread
from affray.registry import system
from affray.web.acting import filled

SPEND = ("spend", Several((("hinder:ogre", 2, 1), ("recover-strain", 1, 3)), 4))


def say(ware: str) -> str:
    return ware_text(system("ix").words, ware, {"ogre": "the ogre"})


def test_what_is_bought_becomes_one_text() -> None:
    fields = {"place.2.hinder:ogre": "1", "place.2.recover-strain": "2"}
    assert filled(SPEND, fields, say) == ("spend", "hinder:ogre recover-strain recover-strain")


def test_too_much_of_one_thing_is_told_in_words() -> None:
    with pytest.raises(Misread) as caught:
        filled(SPEND, {"place.2.hinder:ogre": "2"}, say)
    assert "the ogre gets a Bane Die" in str(caught.value)
    assert "0 to 1 times" in str(caught.value)
    assert "hinder" not in str(caught.value)
