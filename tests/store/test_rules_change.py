"""Fights left under other rules: they open as they were, and an audit says what differs."""

from __future__ import annotations

import pytest
from toy import ToySystem, duel

from affray.kernel.question import Edit
from affray.registry import system as installed
from affray.store import StoreError

from .conftest import TOY, KeepingToy, picture_of


class Harsher(KeepingToy):
    """A strike costs one more."""

    def lose_grit(self, fight, table, who, loss):  # type: ignore[no-untyped-def]
        super().lose_grit(fight, table, who, loss + 1)


class Ducking(KeepingToy):
    """A strike is announced first, and nobody may wait any more."""

    def strike(self, fight, table, who, foe):  # type: ignore[no-untyped-def]
        table.record("announced", "toy.strike.choice", who=who)
        super().strike(fight, table, who, foe)


class Stumbling(KeepingToy):
    """Its rules do not get along with any strike."""

    def strike(self, fight, table, who, foe):  # type: ignore[no-untyped-def]
        raise KeyError(foe)


class Later(KeepingToy):
    """Calls grit by another name in what it saves, and reads the older form."""

    version = 2

    def dump(self, fight):  # type: ignore[no-untyped-def]
        data = super().dump(fight)
        for one in data["combatants"].values():
            one["mettle"] = one.pop("grit")
        return data

    def load(self, data, setup):  # type: ignore[no-untyped-def]
        old = {**data, "combatants": {w: dict(one) for w, one in data["combatants"].items()}}
        for one in old["combatants"].values():
            one["grit"] = one.pop("mettle")
        return super().load(old, setup)

    def migrate(self, data, version):  # type: ignore[no-untyped-def]
        if version < 2:
            for one in data["combatants"].values():
                one["mettle"] = one.pop("grit")
        return data


def reopened(store_at, toy_store, system: ToySystem):  # type: ignore[no-untyped-def]
    toy_store.close()
    return store_at(find_system=lambda name: system)


def struck(stored) -> None:  # type: ignore[no-untyped-def]
    stored.choose(("strike", "cur"))
    stored.type_dice("5 1", "test")
    stored.choose(("pass",))


def test_a_fight_opens_as_it_was_and_its_audit_names_the_difference(
    begun, store_at, toy_store
) -> None:
    struck(begun)
    before = picture_of(begun)
    store = reopened(store_at, toy_store, Harsher())
    opened = store.open(begun.id)
    assert picture_of(opened) == before
    assert opened.notice == ""
    assert opened.play.fight["cur"].grit == 2
    (first, *_) = store.audit(begun.id)
    assert "toy.grit.loss" in first
    assert "loss was 1, is now 2" in first
    struck(opened)
    assert opened.play.fight["cur"].grit == 0, "from here on it goes by the rules of now"


def test_an_open_step_that_comes_out_otherwise_is_taken_back_and_can_be_put_back(
    begun, store_at, toy_store
) -> None:
    begun.choose(("strike", "cur"))
    begun.type_dice("5 1", "test")
    kept = begun.play.entries
    store = reopened(store_at, toy_store, Ducking())
    opened = store.open(begun.id)
    assert "rules have changed" in opened.notice
    assert [q.id.rule for q in opened.questions] == ["toy.strike.choice"]
    assert [entry.dump() for entry in opened.play.log[: len(kept)]] == [e.dump() for e in kept]
    assert [line.event.code for line in opened.play.lines if line.taken_back] == [
        "rolled",
        "took-back",
    ]
    again = store.open(begun.id)
    assert again.notice == ""
    assert picture_of(again) == picture_of(opened)
    opened.redo()
    assert [q.id.rule for q in opened.questions] == ["toy.strike.duck"]
    assert "announced" in [e.code for e in opened.play.events]
    assert store.audit(begun.id) == []


def test_rules_that_stumble_over_the_open_step_still_open_the_fight(
    begun, store_at, toy_store
) -> None:
    begun.choose(("strike", "cur"))
    store = reopened(store_at, toy_store, Stumbling())
    (difference,) = store.audit(begun.id)
    assert "KeyError" in difference
    opened = store.open(begun.id)
    assert opened.notice
    opened.choose(("wait",))
    assert picture_of(store.open(begun.id)) == picture_of(opened)


def test_a_state_of_an_older_version_is_migrated(begun, store_at, toy_store) -> None:
    struck(begun)
    events = [event.dump() for event in begun.play.events]
    store = reopened(store_at, toy_store, Later())
    opened = store.open(begun.id)
    assert opened.play.fight["cur"].grit == 2
    assert [event.dump() for event in opened.play.events] == events
    assert store.audit(begun.id) == []
    opened.edit(Edit("set", "cur", "grit", 3))
    opened.choose(("wait",))
    opened.undo(4)
    assert store.open(begun.id).play.fight["cur"].grit == 3
    other = store.import_(store.export(begun.id))
    assert store.open(other).play.dump() == opened.play.dump()


class Forgetful(KeepingToy):
    """It cannot read what it wrote."""

    def load(self, data, setup):  # type: ignore[no-untyped-def]
        raise KeyError("mettle")


def test_a_state_that_cannot_be_read_any_more_is_told_and_can_be_exported(
    begun, store_at, toy_store
) -> None:
    store = reopened(store_at, toy_store, Forgetful())
    for ask in (store.open, store.audit):
        with pytest.raises(StoreError, match="mettle") as error:
            ask(begun.id)
        assert "affray export" in error.value.cure
    assert store.export(begun.id)["rows"]


def test_a_fight_of_a_system_that_is_gone_is_listed_and_told(begun, store_at, toy_store) -> None:
    toy_store.close()
    store = store_at(find_system=installed)
    assert [fight.system for fight in store.fights()] == ["toy"]
    for ask in (store.open, store.audit):
        with pytest.raises(StoreError, match="no system 'toy'") as error:
            ask(begun.id)
        assert "Install" in error.value.cure
    assert store.export(begun.id)["system"] == "toy"


def test_house_rules_belong_to_the_fight(store_at, toy_store) -> None:
    stored = toy_store.begin(TOY, duel(ducking="no"))
    assert toy_store.open(stored.id).play.fight.house.switch("ducking") == "no"
