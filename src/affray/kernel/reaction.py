"""Reaction windows: "after this, may anyone react?", written once for every rule that asks it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from affray.kernel.fight import Fight
from affray.kernel.keys import Key, Option
from affray.kernel.question import Because, rules_of
from affray.kernel.table import ENDED_HERE, EndHere, Table

PASS: Key = ("pass",)
MAX_DEPTH = 4
"""How many windows may open inside each other; two effects that trigger each other stop here."""


def react(
    fight: Fight[Any],
    table: Table,
    window: str,
    able: Callable[[], Sequence[str]],
    options: Callable[[str], Sequence[Option]],
    resolve: Callable[[str, Key], None],
    *,
    because: Because,
) -> None:
    """Asks whoever is able, in that order and once each, and resolves what they do at once.

    `able` and `options` are read again after every reaction. Nobody is asked who has no option,
    or who has passed on this window in advance; whoever does so while being asked, has answered.
    A reaction that ends in its middle ends alone: what was reacted to goes on, unless the fight
    itself is over now.
    """
    if fight.depth >= MAX_DEPTH:
        table.record("window-too-deep", because, window=window)
        return
    fight.depth += 1
    asked: set[str] = set()

    def has_passed(who: str) -> bool:
        return window in fight.passes.get(who, ())

    def open_to(who: str) -> list[Option]:
        return [PASS, *options(who)] if who in able() and not has_passed(who) else [PASS]

    while True:
        who = next((w for w in able() if w not in asked), None)
        if who is None:
            break
        asked.add(who)
        if has_passed(who) or not options(who):
            continue
        table.window = window
        key = table.choose(who, partial(open_to, who), because=because)
        table.window = ""
        if key == PASS:
            continue
        depth = fight.depth
        try:
            resolve(who, key)
        except EndHere as end:
            if fight.result is not None:
                raise
            fight.depth = depth
            table.window = ""
            table.record("ended-here", ENDED_HERE, who=end.who, question=rules_of(end.because)[0])
    fight.depth -= 1
