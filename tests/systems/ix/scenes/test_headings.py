"""What stands over the log of a journey, a talk, a time of quiet; how a group is spoken of."""

from __future__ import annotations

import pytest
from ix_kit import elite, hero, minions
from ix_scene_kit import scene_of

from affray.kernel.telling import Headings, sentence
from affray.kernel.words import names_of
from affray.registry import system
from affray.tables.play import Play

IX = system("ix")


def played(name: str, rounds: int) -> Play:
    from affray.kernel.encounter import read_encounter

    play = Play(IX, read_encounter(IX.encounters()[name], name, IX), secret=b"headings")
    heroes = IX.policy("sensible", "heroes", _NoChance())
    gm = IX.policy("sensible", "gm", _NoChance())
    while play.fight.round < rounds and play.nudge(heroes, gm) is not None:
        pass
    return play


class _NoChance:
    def random(self) -> float:
        return 0.0


def headings(play: Play) -> list[str]:
    made = Headings(IX.words)
    found = [made.over(line.event, taken_back=line.taken_back) for line in play.lines]
    return list(dict.fromkeys(found))


def test_a_journey_is_told_by_its_days() -> None:
    play = played("pass", 3)
    assert headings(play)[-3:] == ["Day 1", "Day 2", "Day 3"]
    assert "Round" not in " ".join(headings(play))


def test_what_is_taken_back_on_a_journey_went_back_to_a_day() -> None:
    play = played("pass", 3)
    first = next(n for n, line in enumerate(play.lines, 1) if line.keep is not None)
    play.undo(play.line_to(first))
    note = next(line.event for line in play.lines if line.event.code == "took-back")
    assert note.fields["what"].endswith("back into day 1")


def test_a_time_of_quiet_knows_no_rounds() -> None:
    found = headings(played("winter", 1))
    assert "A time of quiet" in found
    assert "Round" not in " ".join(found)


def test_a_journey_is_counted_in_days() -> None:
    assert IX.unit(played("pass", 0).fight) == "day"
    assert IX.unit(played("reeve", 0).fight) == "round"


def test_what_the_foes_are_after_is_the_gm_s_to_tell() -> None:
    fight = played("reeve", 0).fight
    told = "The heroes' aim: have the loan stand over to the harvest."
    assert IX.aims(fight, gm=False) == [told]
    assert IX.aims(fight, gm=True) == [told, "The foes' aim: have the grain, or the land."]


@pytest.mark.rule("ix.minion.group")
@pytest.mark.parametrize(
    ("name", "told"), [("Sack carriers", "take"), ("Cur pack", "takes"), ("Annis", "takes")]
)
def test_a_group_with_a_plural_name_does_what_many_do(name: str, told: str) -> None:
    block = elite("x") if name == "Annis" else minions("x")
    bout = scene_of("fight", hero("ann"), block | {"name": name}, begin=False)
    event = {"code": "aimed", "fields": {"who": "x", "dice": 1}}
    assert sentence(IX, event, names_of(bout.fight)) == f"{name} {told} aim."
