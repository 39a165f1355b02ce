"""What is added to an open roll of sixteen and what it is held against."""

from __future__ import annotations

from typing import Any

from sixteen_kit import SIXTEEN, Bout, foe, hero

from affray.kernel.question import Answer
from affray.kernel.table import Unanswered
from affray.tables.replay import ReplayTable
from affray.web.faces import summed


def open_roll(bout: Bout, key: tuple[str, ...]) -> Any:
    """The open roll of what Ann does, with the fight as it stands then."""
    entries: list[Any] = []
    while True:
        fight: Any = SIXTEEN.copy(bout.fight)
        table = ReplayTable(SIXTEEN, fight, entries)
        try:
            SIXTEEN.step(fight, table)
        except Unanswered as open_now:
            (question,) = open_now.questions
        else:
            raise AssertionError("nothing is rolled")
        if question.pool is not None:
            return fight, question
        entries.append(Answer(question.id, key, question.who))


def test_an_attack_adds_what_the_needed_number_leaves_of_sixteen() -> None:
    fight, question = open_roll(
        Bout(hero("ann", hit=3), foe("cur")), ("attack", "long-sword", "cur")
    )
    parts = SIXTEEN.explain_pool(fight, question)
    assert [part.adds for part in parts] == [None, 3, None]
    assert parts[1].text == "H +3"
    assert summed(question.pool, parts) == "d20 + 3 against 16"
