"""How the events, options and questions of ix read, one module for what belongs together.

Fields that only some seats get (numbers of an enemy) may be missing; the sentences then do without.
An event that another sentence tells already has no words of its own: its text is empty.
"""

from __future__ import annotations

from affray.kernel.words import Words
from affray.systems.ix.words import (
    air,
    attacks,
    chases,
    checks,
    hand,
    harm,
    hazards,
    interludes,
    mind,
    mounts,
    scenes,
    turns,
)

_ALL = (air, chases, checks, turns, attacks, harm, hazards, hand, mind, mounts, scenes, interludes)

WORDS = Words(
    events={code: text for each in _ALL for code, text in each.EVENTS.items()},
    options={word: text for each in _ALL for word, text in each.OPTIONS.items()},
    questions={rule: text for each in _ALL for rule, text in each.QUESTIONS.items()},
    rolls={rule: text for each in _ALL for rule, text in each.ROLLS.items()},
    places={word: labels for each in _ALL for word, labels in each.PLACES.items()},
    together=frozenset().union(*(each.TOGETHER for each in _ALL)),
    breaks=frozenset().union(*(each.BREAKS for each in _ALL)),
    headings={word: text for each in _ALL for word, text in getattr(each, "HEADINGS", {}).items()},
    chapters={code: text for each in (scenes, interludes) for code, text in each.CHAPTERS.items()},
    wares={word: text for each in _ALL for word, text in getattr(each, "WARES", {}).items()},
)
