"""What stands over the lines of a log."""

from __future__ import annotations

import pytest

from affray.kernel.event import Event
from affray.kernel.telling import Headings, says_heading
from affray.kernel.words import Words

WORDS = Words(
    chapters={
        "day": "Day {number}",
        "quiet": "A time of quiet",
        "scene": lambda f: f"Day {f['round']}" if f["scene"] == "travel" else "",
    }
)


def event(code: str, at: int, audience: str = "all", /, **fields: object) -> Event:
    return Event(code, ("a.b.c",), dict(fields), audience=audience, round=at)


def over(*events: Event, words: Words = WORDS) -> list[str]:
    headings = Headings(words)
    return [headings.over(one) for one in events]


def test_without_chapters_the_round_heads_what_happens_in_it() -> None:
    found = over(event("met", 0), event("hit", 1), event("hit", 1), event("hit", 2), words=Words())
    assert found == ["Beforehand", "Round 1", "Round 1", "Round 2"]


def test_an_event_that_begins_a_chapter_heads_what_follows_it() -> None:
    assert over(event("day", 3, number=3), event("rain", 3)) == ["Day 3", "Day 3"]
    assert over(event("met", 0), event("quiet", 0), event("rest", 0)) == [
        "Beforehand",
        "A time of quiet",
        "A time of quiet",
    ]


def test_a_chapter_lasts_no_longer_than_its_round() -> None:
    found = over(
        event("day", 5, number=5),
        event("scene", 0, scene="fight"),
        event("hit", 1),
        event("scene", 5, scene="travel"),
        event("rain", 5),
    )
    assert found == ["Day 5", "Beforehand", "Round 1", "Day 5", "Day 5"]


def test_what_only_the_gm_may_read_begins_no_chapter() -> None:
    assert over(event("day", 3, "gm", number=3)) == ["Round 3"]


def test_what_comes_after_the_end_is_headed_so_until_the_fight_goes_on() -> None:
    found = over(
        event("hit", 4),
        event("fight-over", 4),
        event("rest", 4),
        event("edited", 4, kind="set"),
        event("edited", 4, kind="resume"),
        event("hit", 4),
    )
    assert found == ["Round 4", "Round 4", "Afterwards", "Afterwards", "Round 4", "Round 4"]


def test_rounds_that_go_by_after_the_end_have_their_own_headings() -> None:
    found = over(event("fight-over", 4), event("rest", 4), event("bleed", 5), event("rest", 5))
    assert found == ["Round 4", "Afterwards", "Round 5", "Round 5"]


def test_a_new_chapter_after_the_end_is_one() -> None:
    assert over(event("fight-over", 4), event("day", 1, number=1))[-1] == "Day 1"


@pytest.mark.parametrize("struck", [event("day", 2, number=2), event("fight-over", 1)])
def test_what_was_taken_back_heads_nothing_that_came_after(struck: Event) -> None:
    headings = Headings(WORDS)
    headings.over(event("day", 1, number=1))
    gone = headings.over(struck, taken_back=True)
    inside = headings.over(event("rain", struck.round), taken_back=True)
    assert (gone, inside) in [("Day 2", "Day 2"), ("Day 1", "Afterwards")]
    assert headings.over(event("took-back", 1), taken_back=True) == "Day 1"
    assert headings.over(event("rain", 1), taken_back=True) == "Day 1"
    assert headings.next(1) == "Day 1"


def test_what_comes_next_has_the_heading_of_the_round_it_will_be_in() -> None:
    headings = Headings(WORDS)
    assert headings.next(0) == "Beforehand"
    headings.over(event("day", 2, number=2))
    assert headings.next(2) == "Day 2"
    assert headings.next(3) == "Round 3"


def test_a_sentence_that_repeats_its_heading_is_known() -> None:
    assert says_heading("Day 3.", "Day 3")
    assert not says_heading("Day 3: rain.", "Day 3")
