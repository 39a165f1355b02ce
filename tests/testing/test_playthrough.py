"""How a script becomes a story: what is said, struck, ruled otherwise, told once, and listed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from affray.registry import system
from affray.testing.playthrough import ScriptError, play_script

WON = [
    "fight/dagger/bridge-blade",
    "dice 6 6 1 1",
    "additional-damage",
]


def story(*script: str, encounter: str = "trade/duel") -> str:
    quoted = ", ".join(f'"{line}"' for line in script)
    text = f'encounter = "{encounter}"\ntitle = "The title"\nabout = "About."\nscript = [{quoted}]'
    return play_script(text, "x", system).story()


def test_a_story_has_its_title_and_a_heading_for_each_round() -> None:
    told = story("auto 2")
    assert told.startswith("# The title\n\nAbout.\n\n")
    headings = re.findall("^## .*$", told, re.MULTILINE)
    assert headings == ["## Round 1", "## Round 2", "## Round 3"][: len(headings)] != []
    assert "Round 2." not in told


def test_what_a_script_says_stands_where_it_says_it() -> None:
    told = story("fight/dagger/bridge-blade", "say Rain.", "dice 1 1 1 1", "bad-situation")
    before, after = told.split("\n\nRain.\n\n")
    assert "with the dagger" in before
    assert "The dice: 1 1 1 1" in after


def test_what_was_taken_back_is_struck_and_what_was_put_back_told_again() -> None:
    told = story(*WON, "undo", "redo")
    struck = re.findall("~~(.*?)~~", told)
    assert len(struck) == 1
    assert "puts more into it" in struck[0]
    assert re.sub("~~.*?~~", "", told).count("puts more into it") == 1


def test_a_ruling_strikes_only_what_comes_out_differently() -> None:
    told = story("edit set bridge-blade hp 2", *WON, "otherwise trade.npc.zero-hp taken", "night")
    assert told.count("with the dagger") == 1
    assert told.count("Bridge-blade is taken") == 1
    before, _, after = told.partition("*The GM rules otherwise.*")
    assert "~~Bridge-blade is beaten." in before
    assert "~~" not in after


def test_those_of_whom_the_same_is_said_are_listed_once() -> None:
    told = story(encounter="trade/party")
    assert "Mill-hand 1 to 7: among the sacks." in told


def test_an_edit_takes_words_with_spaces() -> None:
    assert "where Tobin Fray is now: on the far bank." in story(
        "edit place tobin-fray - on the far bank"
    )


def test_scenes_and_days_have_headings_of_their_own() -> None:
    folder = Path(__file__).parents[1] / "playthroughs" / "ix"
    script = (folder / "harbour.toml").read_text("utf-8")
    told = play_script(script, "harbour", system, folder).story()
    headings = re.findall(r"^## (.*)", told, re.M)
    assert headings == [
        *("A social encounter", "Round 1", "Free play", "A journey", "Day 1", "Day 2"),
        *("Free play", "A time of quiet", "Free play"),
    ]
    assert "Day 2." not in told


def test_a_story_that_has_drifted_from_what_it_is_to_show_is_refused() -> None:
    folder = Path(__file__).parents[1] / "playthroughs" / "vigor"
    script = (folder / "king.toml").read_text("utf-8")
    assert play_script(script, "king", system, folder).events()
    drifted = script.replace("shows = [", 'shows = ["vigor.declare.leader-dies", ')
    with pytest.raises(ScriptError, match=r"no longer shows vigor\.declare\.leader-dies"):
        play_script(drifted, "king", system, folder)
