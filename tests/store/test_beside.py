"""What lies on a table beside its log, and doctrines of one's own: kept, replaced, all or none."""

from __future__ import annotations

import sqlite3

import pytest

from affray.store import Store, StoredPlay
from affray.store.errors import StoreError


def test_parts_are_kept_each_in_the_place_of_what_it_was(toy_store: Store, begun) -> None:
    beside = toy_store.beside
    assert beside.all(begun.id) == {}
    beside.keep(begun.id, {"roll": {"faces": [6, 1]}, "asks": []})
    beside.keep(begun.id, {"asks": [{"id": 1}], "free": None})
    assert beside.all(begun.id) == {"roll": {"faces": [6, 1]}, "asks": [{"id": 1}], "free": None}
    assert beside.all(begun.id + 1) == {}


def test_what_lies_beside_goes_to_disk_with_the_change_or_not_at_all(
    toy_store: Store, begun: StoredPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun.alongside = lambda change: {"roll": len(change.rows)}
    question = begun.questions[0]
    key = tuple(map(str, question.options[0]))
    begun.choose(key, question=question)
    assert toy_store.beside.all(begun.id) == {"roll": 1}
    entries = len(begun.play.entries)

    def half(change: object) -> dict[str, int]:
        raise sqlite3.OperationalError("disk full")

    begun.alongside = half
    question = begun.questions[0]
    with pytest.raises((StoreError, sqlite3.OperationalError)):
        begun.choose(tuple(map(str, question.options[0])), question=question)
    assert len(begun.play.entries) == entries
    assert toy_store.beside.all(begun.id) == {"roll": 1}
    begun.alongside = None
    begun.choose(tuple(map(str, question.options[0])), question=question)
    assert len(begun.play.entries) == entries + 1


def test_doctrines_are_kept_as_they_were_written(toy_store: Store) -> None:
    doctrines = toy_store.doctrines
    text = 'name = "né"\n# faults and all\nx = ['
    doctrines.save("toy", "wary", "first")
    doctrines.save("toy", "wary", text)
    doctrines.save("toy", "bold", "")
    doctrines.save("trade", "wary", "of another system")
    assert [(one.id, one.text) for one in doctrines.all("toy")] == [("bold", ""), ("wary", text)]
    doctrines.remove("toy", "wary")
    doctrines.remove("toy", "no such")
    assert [one.id for one in doctrines.all("toy")] == ["bold"]
    assert [one.text for one in doctrines.all("trade")] == ["of another system"]
