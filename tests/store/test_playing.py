"""A stored fight: what was acknowledged is there, what was not has not happened."""

from __future__ import annotations

import random
import threading
from contextlib import suppress

import pytest
from toy import duel

from affray.kernel.policy import RandomPolicy
from affray.kernel.question import Answer, Edit, Refused
from affray.store import StoredPlay, StoreError, rows

from .conftest import TOY, picture_of


def strike(stored, foe="cur", faces="5 5"):
    stored.choose(("strike", foe))
    stored.type_dice(faces, "test")


def everything(stored: StoredPlay) -> None:
    """Each verb once, and more."""
    stored.choose(("strike", "cur"))
    stored.undo()
    stored.redo()
    stored.roll()
    stored.edit(Edit("set", "cur", "grit", 1))
    stored.drive(RandomPolicy(random.Random(1)))
    stored.edit(Edit("set", "dog", "grit", 1))
    stored.undo(len(stored.play.entries) - 3)
    stored.undo(len(stored.play.entries) - 1)
    stored.redo()
    stored.redo()
    stored.edit(Edit("end", value="none"))


def test_after_each_verb_another_look_at_the_disk_shows_the_same(begun, toy_store) -> None:
    seen = []

    def compare() -> None:
        seen.append(picture_of(begun))
        assert picture_of(toy_store.open(begun.id)) == seen[-1]

    compare()
    begun.choose(("strike", "cur"), by="ann")
    compare()
    begun.undo()
    compare()
    begun.redo()
    compare()
    begun.roll()
    compare()
    begun.edit(Edit("set", "cur", "grit", 1))
    compare()
    for _ in range(25):
        gm = RandomPolicy(random.Random(1))
        begun.nudge(gm, gm)
        compare()
    begun.undo(6)
    compare()
    begun.undo(2)
    compare()
    begun.redo()
    compare()
    begun.redo()
    compare()
    begun.edit(Edit("end", value="none"))
    compare()
    begun.edit(Edit("resume"))
    compare()


def test_forced_dice_and_rulings_made_otherwise_are_kept(begun, toy_store) -> None:
    begun.edit(Edit("set", "cur", "grit", 1))
    begun.choose(("strike", "cur"))
    begun.force(2)
    begun.choose(("pass",))
    begun.choose(("none",))
    (told,) = [q for q in toy_store.open(begun.id).play.told if q.id.rule == "toy.grit.fate"]
    begun.rule_otherwise(told.id, ("fled",))
    opened = toy_store.open(begun.id)
    assert picture_of(opened) == picture_of(begun)
    assert [e.fields["fate"] for e in opened.play.events if e.code == "out"] == ["fled"]


def test_a_fight_plays_on_from_what_was_opened_as_if_it_had_never_been_closed(store_at) -> None:
    pictures = []
    for close_often in (False, True):
        store = store_at()
        stored = store.begin(TOY, duel(), secret=b"same")
        for number in range(60):
            policy = RandomPolicy(random.Random(number))
            if stored.nudge(policy, policy) is None:
                break
            if number % 13 == 12:
                stored.undo(len(stored.play.entries) - 4)
            if close_often:
                store.close()
                store = store_at()
                stored = store.open(stored.id)
        pictures.append(picture_of(stored))
        store.close()
    assert pictures[0] == pictures[1]


def test_opening_and_playing_on_fetches_nothing_from_behind(begun, toy_store, monkeypatch) -> None:
    policy = RandomPolicy(random.Random(1))
    for _ in range(20):
        begun.nudge(policy, policy)

    def refuse(*given: object) -> None:
        raise AssertionError("the past was fetched")

    monkeypatch.setattr(rows.StoredPast, "rows", refuse)
    monkeypatch.setattr(rows.StoredPast, "marks", refuse)
    opened = toy_store.open(begun.id)
    for number in range(20):
        policy = RandomPolicy(random.Random(number))
        opened.nudge(policy, policy)
        assert opened.play.open_step()
    with pytest.raises(AssertionError, match="was fetched"):
        opened.play.lines  # noqa: B018 (looking is what fetches)


def test_the_same_choice_shows_the_same_dice_after_closing(begun, toy_store) -> None:
    def faces(stored: StoredPlay) -> list[int]:
        stored.choose(("strike", "cur"))
        stored.roll()
        return next(e.fields["faces"] for e in reversed(stored.play.events) if e.code == "rolled")

    first = faces(begun)
    begun.undo(4)
    assert faces(toy_store.open(begun.id)) == first


# ---- when it goes wrong ----


def test_a_refused_answer_is_not_kept(begun, toy_store) -> None:
    before = picture_of(begun)
    with pytest.raises(Refused):
        begun.choose(("strike", "bob"))
    with pytest.raises(Refused):
        begun.edit(Edit("set", "cur", "grit", 10**9))
    assert picture_of(begun) == before == picture_of(toy_store.open(begun.id))


@pytest.mark.parametrize("broken", ["append", "_write_steps"])
def test_what_the_disk_did_not_take_has_not_happened(begun, toy_store, monkeypatch, broken) -> None:
    before = picture_of(begun)
    real = getattr(rows, broken)

    def fails(*given: object) -> None:
        real(*given)
        raise StoreError("the disk", "it is full.", "Free some space.")

    monkeypatch.setattr(rows, broken, fails)
    for verb in (
        lambda: begun.choose(("wait",)),
        lambda: begun.undo(2),
        lambda: begun.edit(Edit("set", "cur", "grit", 1)),
    ):
        with pytest.raises(StoreError):
            verb()
        assert picture_of(begun) == before
    monkeypatch.undo()
    assert picture_of(toy_store.open(begun.id)) == before
    begun.choose(("wait",))
    assert picture_of(toy_store.open(begun.id)) == picture_of(begun)


def test_a_beginning_that_the_disk_did_not_take_leaves_no_fight(toy_store, monkeypatch) -> None:
    def fails(*given: object) -> None:
        raise StoreError("the disk", "it is full.", "Free some space.")

    monkeypatch.setattr(rows, "_write_steps", fails)
    with pytest.raises(StoreError):
        toy_store.begin(TOY, duel())
    assert toy_store.fights() == []
    assert toy_store.parties() == []


# ---- two who play on one fight ----


def test_whoever_comes_second_is_late_and_sees_the_fight_as_it_stands(begun, toy_store) -> None:
    other = toy_store.open(begun.id)
    begun.choose(("strike", "dog"), by="ann")
    with pytest.raises(Refused) as refused:
        other.choose(("wait",), by="ann")
    assert refused.value.kind == "late"
    assert "toy.strike.roll" in refused.value.cure
    assert picture_of(other) == picture_of(begun)
    other.type_dice("1 1", "ann")
    assert picture_of(other) == picture_of(toy_store.open(begun.id))


def test_of_an_undo_and_an_answer_at_once_one_wins(begun, toy_store) -> None:
    other = toy_store.open(begun.id)
    begun.undo(3)
    with pytest.raises(Refused) as refused:
        other.choose(("wait",))
    assert refused.value.kind == "late"
    assert picture_of(other) == picture_of(begun)


def test_of_writers_racing_for_one_question_one_wins_each_time(begun, store_at) -> None:
    racers = [store_at(patience=5.0) for _ in range(3)]
    for racer in racers:
        racer._hold.take = lambda: None  # type: ignore[method-assign]  # as if in one process
    plays = [racer.open(begun.id) for racer in racers]
    wins = 0
    for _ in range(8):
        plays = [racer.open(begun.id) for racer in racers]
        question = plays[0].questions[0]
        key = next(o for o in question.options if o[0] in ("wait", "wary"))
        won: list[int] = []
        late: list[str] = []
        start = threading.Barrier(len(plays))

        def race(
            number: int, *, start=start, plays=plays, question=question, key=key, won=won, late=late
        ) -> None:
            start.wait()
            try:
                plays[number].answer(Answer(question.id, key, f"racer {number}"))
            except Refused as refused:
                late.append(refused.kind)
            else:
                won.append(number)

        threads = [threading.Thread(target=race, args=(n,)) for n in range(len(plays))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(won) == 1
        assert late == ["late", "late"]
        wins += 1
        last = racers[0].open(begun.id).play.log[-1]
        assert last.by == f"racer {won[0]}"
        assert all(picture_of(p) == picture_of(plays[won[0]]) for p in plays)
    assert wins == 8


def test_threads_may_share_one_stored_fight(begun, toy_store) -> None:
    taken: list[int] = []

    def answers() -> None:
        for number in range(15):
            policy = RandomPolicy(random.Random(number))
            with suppress(Refused):  # somebody else was first
                if begun.nudge(policy, policy) is not None:
                    taken.append(number)

    threads = [threading.Thread(target=answers) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) > 20
    assert len(begun.play.log) == 4 + len(taken)
    assert picture_of(toy_store.open(begun.id)) == picture_of(begun)


# ---- the list ----


def test_the_list_tells_where_each_fight_stands(toy_store) -> None:
    first = toy_store.begin(TOY, duel(), title="The  first\x1b[2J")
    second = toy_store.begin(TOY, duel())
    first.edit(Edit("end", value="foes"))
    (latest, older) = toy_store.fights()
    assert (latest.id, older.id) == (first.id, second.id)
    assert latest.title == "The  first [2J"
    assert (latest.result, latest.is_closed, latest.entries) == ("foes", True, 1)
    assert (older.title, older.result, older.round) == ("a toy duel", None, 1)
    assert older.begun <= older.touched
    toy_store.rename(second.id, "Other")
    toy_store.archive(first.id)
    assert [f.title for f in toy_store.fights()] == ["Other"]
    assert len(toy_store.fights(archived=True)) == 2
    toy_store.archive(first.id, archived=False)
    assert len(toy_store.fights()) == 2


@pytest.mark.parametrize("number", [0, -1, 77, 2**70])
def test_a_fight_that_is_not_there_is_named(toy_store, number: int) -> None:
    for ask in (
        toy_store.open,
        toy_store.fight,
        toy_store.export,
        toy_store.audit,
        toy_store.archive,
        toy_store.party,
    ):
        with pytest.raises(StoreError, match=f"{number}"):
            ask(number)


def test_an_audit_of_an_honest_fight_finds_nothing(begun, toy_store) -> None:
    everything(begun)
    assert toy_store.audit(begun.id) == []
