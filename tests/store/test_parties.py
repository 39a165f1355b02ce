"""Parties go from fight to fight, and their history says how."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from toy import ToySystem, duel

from affray.kernel.encounter import read_encounter
from affray.kernel.policy import RandomPolicy
from affray.kernel.question import Edit
from affray.registry import system as installed
from affray.store import StoreError

from .conftest import TOY


def grits(heroes) -> dict[str, int]:  # type: ignore[no-untyped-def]
    return {hero["id"]: hero["grit"] for hero in heroes}


def kinds(party) -> list[tuple[str, int | None, str | None]]:  # type: ignore[no-untyped-def]
    return [(line.kind, line.fight, line.result) for line in party.history]


def test_the_heroes_of_a_fight_are_a_party_and_go_on_as_they_left_it(toy_store) -> None:
    first = toy_store.begin(TOY, duel())
    (party,) = toy_store.parties()
    assert (party.id, party.system, party.name) == (first.party, "toy", "Ann, Bob")
    assert grits(party.heroes) == {"ann": 3, "bob": 3}
    first.edit(Edit("set", "ann", "grit", 1))
    assert grits(toy_store.party(party.id).heroes) == {"ann": 3, "bob": 3}, "it is not over yet"
    first.edit(Edit("end", value="heroes"))
    assert grits(toy_store.party(party.id).heroes) == {"ann": 1, "bob": 3}

    second = toy_store.begin(TOY, duel(), party=party.id)
    assert second.party == party.id
    assert (second.play.fight["ann"].grit, second.play.fight["bob"].grit) == (1, 3)
    assert toy_store.fight(second.id).party == party.id
    second.edit(Edit("set", "bob", "grit", 0))
    second.edit(Edit("end", value="none"))
    party = toy_store.party(party.id)
    assert grits(party.heroes) == {"ann": 1}, "the fallen stay behind"
    assert kinds(party) == [
        ("met", None, None),
        ("fight", first.id, "heroes"),
        ("fight", second.id, "none"),
    ]


def test_an_end_that_is_taken_back_gives_the_party_back_what_it_had(toy_store) -> None:
    stored = toy_store.begin(TOY, duel())
    stored.edit(Edit("set", "ann", "grit", 1))
    stored.edit(Edit("end", value="heroes"))
    stored.undo(1)
    party = toy_store.party(stored.party)
    assert grits(party.heroes) == {"ann": 3, "bob": 3}
    assert kinds(party)[-1] == ("reopened", stored.id, None)
    stored.redo()
    assert grits(toy_store.party(stored.party).heroes) == {"ann": 1, "bob": 3}


def test_rest_and_loot_after_a_fight_are_a_line_of_their_own(store_at) -> None:
    trade = installed("trade")
    setup = read_encounter(trade.encounters()["duel"], "trade/duel", trade)
    store = store_at(find_system=installed)
    stored = store.begin(trade, setup)
    hero = next(b["id"] for b in setup.roster if b["kind"] == "hero")
    while "go" not in {o[0] for q in stored.questions for o in q.options} and not any(
        q.id.rule.startswith("trade.turn") for q in stored.questions
    ):
        policy = RandomPolicy(random.Random(0))
        stored.nudge(policy, policy)
    stored.edit(Edit("set", hero, "health", 2))
    stored.edit(Edit("end", value="heroes"))
    while stored.questions[0].id.rule != "trade.rest.heals":
        policy = RandomPolicy(random.Random(0))
        stored.nudge(policy, policy)
    assert store.party(stored.party).heroes[0]["health"] == 2
    stored.choose(("night",))
    if stored.questions:
        stored.choose(("done",))
    party = store.party(stored.party)
    assert [line.kind for line in party.history] == ["met", "fight", "after"]
    assert party.heroes[0]["health"] == 10
    again = store.begin(trade, setup, party=stored.party)
    assert again.play.fight[hero].health == 10
    again.edit(Edit("end", value="heroes"))
    stored.undo(len(stored.play.entries) - 1)
    assert [line.kind for line in store.party(stored.party).history][-1] == "reopened"


def test_a_system_that_says_nothing_of_it_keeps_its_heroes_as_they_came(store_at) -> None:
    plain = ToySystem()
    store = store_at(find_system=lambda name: plain)
    stored = store.begin(plain, duel())
    stored.edit(Edit("set", "ann", "grit", 1))
    stored.edit(Edit("end", value="foes"))
    assert grits(store.party(stored.party).heroes) == {"ann": 3, "bob": 3}


def test_a_party_that_does_not_fit_is_told(toy_store) -> None:
    stored = toy_store.begin(TOY, duel())
    clash = duel()
    clash.roster[2] = clash.roster[2] | {"name": "ANN"}
    other = ToySystem()
    other.name = "other"
    for system, setup in ((TOY, clash), (other, replace(duel(), system="other"))):
        with pytest.raises(StoreError) as error:
            toy_store.begin(system, setup, party=stored.party)
        assert error.value.cure
    stored.edit(Edit("set", "ann", "grit", 0))
    stored.edit(Edit("set", "bob", "grit", 0))
    stored.edit(Edit("end", value="foes"))
    with pytest.raises(StoreError, match="nobody of party"):
        toy_store.begin(TOY, duel(), party=stored.party)
    assert len(toy_store.fights()) == 1
