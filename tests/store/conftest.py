"""What the tests of the store share: a toy fight on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from toy import ToyFight, ToySystem, duel

from affray.kernel.question import Answer
from affray.registry import UnknownSystem
from affray.store import Store, StoredPlay, open_store


class KeepingToy(ToySystem):
    """The toy with heroes who go on as they left the fight; the fallen stay behind."""

    def carry_over(self, fight: ToyFight) -> list[dict[str, Any]]:
        return [
            {"id": c.id, "name": c.name, "side": c.side, "grit": c.grit, "luck": c.luck}
            for c in fight.here()
            if c.side == "heroes" and c.grit > 0
        ]


TOY = KeepingToy()


def find_toy(name: str) -> ToySystem:
    if name != "toy":
        raise UnknownSystem(name, (), ("toy",))
    return TOY


StoreAt = Callable[..., Store]


@pytest.fixture
def store_at(tmp_path: Path) -> Iterator[StoreAt]:
    """Opens the store of this test (again); all are closed when it ends."""
    with ExitStack() as stack:

        def at(where: Path | None = None, **more: Any) -> Store:
            path = where or tmp_path / "toy.sqlite"
            more = {"patience": 0.05, "find_system": find_toy} | more
            return stack.enter_context(open_store(path, **more))

        yield at


@pytest.fixture
def toy_store(store_at: StoreAt) -> Store:
    return store_at()


@pytest.fixture
def begun(toy_store: Store) -> StoredPlay:
    """A toy duel in which everybody has picked a stance; Ann is to act."""
    stored = toy_store.begin(TOY, duel(), secret=b"x")
    pick_stances(stored)
    return stored


def pick_stances(stored: StoredPlay) -> None:
    for who in ("ann", "bob", "cur", "dog"):
        question = next(q for q in stored.questions if q.who == who)
        stored.answer(Answer(question.id, ("wary",), who))


def picture_of(stored: StoredPlay) -> Any:
    """All that can be seen of a fight, as plain data."""
    play = stored.play
    return (
        TOY.key(play.fight),
        [question.id for question in play.questions],
        [event.dump() for event in play.events],
        [(line.event.dump(), line.taken_back) for line in play.lines],
        [entry.dump() for entry in play.log],
        [question.id for question in play.told],
    )
