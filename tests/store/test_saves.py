"""One fight as one file: out and in again, and files that are no saves."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toy import Striker

from affray.kernel.encounter import read_encounter
from affray.kernel.policy import RandomPolicy
from affray.kernel.question import Refused
from affray.registry import system as installed
from affray.store import StoreError, saves
from affray.tables.play import Play

from .conftest import find_toy, picture_of


def lively(stored) -> None:  # type: ignore[no-untyped-def]
    """Some answers, and an undo that leaves something to put back."""
    for number in range(18):
        policy = RandomPolicy(random.Random(number))
        stored.nudge(policy, policy)
    stored.undo(len(stored.play.entries) - 3)


@pytest.fixture
def save(begun, toy_store) -> dict[str, Any]:
    lively(begun)
    data: dict[str, Any] = json.loads(json.dumps(toy_store.export(begun.id)))
    return data


def test_what_is_exported_comes_in_as_the_same_fight(begun, toy_store, store_at, tmp_path) -> None:
    lively(begun)
    text = json.dumps(toy_store.export(begun.id))
    other = store_at(tmp_path / "elsewhere.sqlite")
    for form in (text, text.encode(), b"\xef\xbb\xbf" + text.encode(), json.loads(text)):
        taken_in = other.open(other.import_(form))
        assert picture_of(taken_in) == picture_of(begun)
        assert other.fight(taken_in.id).begun == toy_store.fight(begun.id).begun
    assert other.export(1) == toy_store.export(begun.id)
    taken_in.redo()
    begun.redo()
    taken_in.undo(1)
    begun.undo(1)
    assert picture_of(taken_in) == picture_of(begun)
    assert other.audit(taken_in.id) == []


def test_a_whole_fight_of_trade_goes_out_and_in(store_at) -> None:
    trade = installed("trade")
    setup = read_encounter(trade.encounters()["duel"], "trade/duel", trade)
    store = store_at(find_system=installed)
    stored = store.begin(trade, setup, secret=b"x")
    chance = random.Random(5)
    stored.drive(RandomPolicy(chance), RandomPolicy(chance))
    assert stored.play.fight.closed
    other = store.import_(json.dumps(store.export(stored.id)))
    assert store.open(other).play.dump() == stored.play.dump()
    assert store.audit(other) == []
    kinds = [line.kind for line in store.party(store.fight(other).party).history]
    assert kinds == ["met", "fight"]


@pytest.mark.parametrize("share", [0.0, 0.2, 0.7, 0.99])
def test_a_save_that_was_cut_short_is_told(save, toy_store, share: float) -> None:
    text = json.dumps(save)
    before = toy_store.fights()
    with pytest.raises(StoreError, match="cut short") as error:
        toy_store.import_(text[: int(len(text) * share)])
    assert "again" in error.value.cure
    assert toy_store.fights() == before


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "7",
        '{"affray": "party"}',
        '{"hello": "world"}',
        "NaN",
        "1" * 5000,
        "[" * 100_000,
        b"\xff\xfe\x00",
        b"SQLite format 3\x00",
        "",
    ],
)
def test_a_foreign_file_is_told(toy_store, text: str | bytes) -> None:
    with pytest.raises(StoreError) as error:
        toy_store.import_(text)
    assert error.value.cure
    assert toy_store.fights() == []


def test_a_save_of_a_newer_affray_says_upgrade(save, toy_store) -> None:
    with pytest.raises(StoreError) as error:
        toy_store.import_(save | {"format": saves.FORMAT + 1, "news": True})
    assert "newer affray" in error.value.why
    assert "Upgrade" in error.value.cure


def test_a_save_of_a_system_that_is_not_installed_is_told(save, store_at, tmp_path) -> None:
    store = store_at(tmp_path / "other.sqlite", find_system=installed)
    with pytest.raises(StoreError) as error:
        store.import_(save)
    assert "toy" in error.value.why


def test_a_save_that_is_too_large_is_told(toy_store, monkeypatch) -> None:
    monkeypatch.setattr(saves, "LARGEST_SAVE", 1000)
    with pytest.raises(StoreError, match="too large"):
        toy_store.import_("x" * 1001)


def at(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Puts a value at a place of the save; "-" in a path is the last of a list."""

    def change(data: Any) -> None:
        *way, last = path.split(".")
        for part in way:
            data = data[int(part) if isinstance(data, list) else part]
        data[int(last) if isinstance(data, list) else last] = value

    return change


def without(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.pop(name)


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("tamper", "place"),
    [
        (without("rows"), "rows"),
        (without("setup"), "setup"),
        (at("extra", 1), "extra"),
        (at("format", "1"), "format"),
        (at("secret", "xyz"), "secret"),
        (at("rows", []), "rows"),
        (at("rows.0.entry", {"undo": 0, "by": "gm"}), "rows[1]"),
        (at("rows.2.entry", None), "rows[3]"),
        (at("rows.2.entry", {"answer": "x"}), "rows[3]"),
        (at("rows.2.entry.answer.1", "riddle"), "rows[3]"),
        (at("rows.2.at", "yesterday"), "rows[3].at"),
        (at("rows.2.struck", 10**6), "rows[3].struck"),
        (at("rows.2.struck", -1), "rows[3].struck"),
        (at("rows.2.events", [{"code": 7}]), "rows[3].events[1]"),
        (at("steps", []), "steps"),
        (at("steps.-1.state", None), "steps"),
        (at("steps.0.state", None), "steps"),
        (at("steps.-1.entries", 10**6), "steps"),
        (at("steps.1.events", 10**6), "steps[3]"),
        (at("steps.-1.state.round", "many"), "steps"),
        (at("steps.-1.state.combatants.ann.grit", "much"), "steps"),
        (at("steps.-1.state.result", "dragons"), "steps"),
        (at("steps.-1.state", {}), "toy"),
        (at("setup.system", "trade"), "setup.system"),
        (at("setup.roster", []), "setup.roster"),
        (at("setup.roster.1.id", "ann"), "setup.roster[2]"),
        (at("setup.roster.1.side", "walls"), "setup.roster[2]"),
        (at("setup.house-rules", {"ducking": "maybe"}), "setup"),
        (at("setup.max-rounds", 0), "setup.max-rounds"),
        (at("setup.scene", nested(60)), "nests too deeply"),
        (at("rows.1.struck", 10**30), "out of bounds"),
        (at("setup.title", "half \ud800"), "half a character"),
        (at("setup.scene", {"\udfff": 1}), "half a character"),
    ],
)
def test_a_save_that_was_tampered_with_is_told_with_its_place(
    save, toy_store, tamper: Callable[[dict[str, Any]], None], place: str
) -> None:
    changed = copy.deepcopy(save)
    tamper(changed)
    before = toy_store.fights(), toy_store.parties()
    with pytest.raises(StoreError) as error:
        toy_store.import_(changed)
    assert place in str(error.value)
    assert error.value.cure
    assert (toy_store.fights(), toy_store.parties()) == before


@pytest.mark.parametrize(
    ("tamper", "told"),
    [
        (lambda event: event["fields"].pop("loss"), "cannot be told"),
        (lambda event: event["fields"].pop("who"), "cannot be told"),
        (lambda event: event["fields"].update(who="a\u202eb"), "U+202E"),
        (lambda event: event["fields"].update(loss=10**9), "out of bounds"),
        (lambda event: event["fields"].update(loss=list(range(501))), "it holds 501"),
        (lambda event: event.update(audience="everybody"), "audience"),
        (lambda event: event.setdefault("secret", {}).update(now="x" * 3000), "3000 letters"),
    ],
)
def test_an_event_that_no_page_could_show_is_refused_with_its_place(
    begun, toy_store, tamper: Callable[[dict[str, Any]], Any], told: str
) -> None:
    heroes, gm = Striker(), Striker()
    begun.drive(heroes, gm)
    changed = toy_store.export(begun.id)
    number, event = next(
        (number, event)
        for number, row in enumerate(changed["rows"], 1)
        for event in row["events"]
        if event["code"] == "grit"
    )
    toy_store.import_(copy.deepcopy(changed))
    tamper(event)
    with pytest.raises(StoreError) as error:
        toy_store.import_(changed)
    assert f"rows[{number}]" in str(error.value)
    assert told in str(error.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_stands_in_a_save_it_opens_or_is_refused(save, data) -> None:
    """Anything put anywhere: a `StoreError`, or a fight that opens and can be looked at."""
    changed = copy.deepcopy(save)
    here: Any = changed
    while True:
        places = list(here) if isinstance(here, dict) else list(range(len(here)))
        place = data.draw(st.sampled_from(places))
        inner = here[place]
        if not isinstance(inner, (dict, list)) or not inner or data.draw(st.booleans()):
            here[place] = data.draw(JSON)
            break
        here = inner
    try:
        read = saves.read(json.dumps(changed), find_toy)
    except StoreError:
        return
    state = read.change.fight
    assert find_toy("toy").sheets(state)
    assert find_toy("toy").key(state)


def test_the_dump_of_a_play_is_not_taken_for_a_save(begun, toy_store) -> None:
    with pytest.raises(StoreError):
        toy_store.import_(begun.play.dump())
    with pytest.raises(Refused):
        Play.load(begun.system, toy_store.export(begun.id) | {"format": 99})
