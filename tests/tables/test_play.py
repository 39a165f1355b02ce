"""A fight in progress: answers, edits, undo, saving, by way of the toy system."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from toy import ToySystem, duel

from affray.kernel.policy import DefaultPolicy
from affray.kernel.question import GM, Answer, Edit, Refused
from affray.kernel.view import GM_SEAT, SPECTATOR, Seat, view
from affray.tables.play import Play

STANCES = [("ann", "wary"), ("bob", "wary"), ("cur", "wary"), ("dog", "wary")]


def fresh(**setup: object) -> Play:
    return Play(ToySystem(), duel(**setup), secret=b"x")  # type: ignore[arg-type]


def lock_in(play: Play, picks: Sequence[tuple[str, str]] = STANCES) -> None:
    for who, stance in picks:
        question = next(q for q in play.questions if q.who == who)
        play.answer(Answer(question.id, (stance,), who))


def strike(play: Play, foe: str = "cur", *, faces: str = "5 5") -> None:
    """Whoever is asked strikes; the dice show `faces`."""
    play.choose(("strike", foe))
    play.type_dice(faces, "test")


def rules(play: Play) -> list[str]:
    return [question.id.rule for question in play.questions]


def test_everybody_is_asked_at_once_and_may_answer_in_any_order() -> None:
    play = fresh()
    assert [q.who for q in play.questions] == ["ann", "bob", "cur", "dog"]
    lock_in(play, [("dog", "bold"), ("ann", "wary"), ("cur", "bold")])
    assert [q.who for q in play.questions] == ["bob"]
    assert play.questions[0].locked == ("ann", "cur", "dog")
    assert play.events == [], "secret answers are shown to nobody until all are in"
    lock_in(play, [("bob", "bold")])
    assert [e.fields["who"] for e in play.events] == ["ann", "bob", "cur", "dog"]


def test_an_answer_to_a_question_that_is_over_is_late_and_changes_nothing() -> None:
    play = fresh()
    question = play.questions[0].id
    lock_in(play)
    entries = list(play.log)
    with pytest.raises(Refused) as refused:
        play.answer(Answer(question, ("bold",), "ann"))
    assert refused.value.kind == "late"
    assert play.log == entries


def test_the_same_answer_sent_twice_counts_once() -> None:
    play = fresh()
    answer = Answer(play.questions[0].id, ("bold",), "ann")
    play.answer(answer)
    with pytest.raises(Refused) as refused:
        play.answer(answer)
    assert refused.value.kind == "late"


def test_an_option_of_nobody_is_refused_with_what_there_is() -> None:
    play = fresh()
    lock_in(play)
    with pytest.raises(Refused) as refused:
        play.answer(Answer(play.questions[0].id, ("strike", "bob"), "ann"))
    assert refused.value.kind == "illegal"
    assert "strike/cur" in refused.value.cure


def test_dice_that_a_pool_cannot_show_are_refused() -> None:
    play = fresh()
    lock_in(play)
    play.choose(("strike", "cur"))
    for text in ("7 1", "1", "1 2 3", "six", ""):
        with pytest.raises(Refused):
            play.type_dice(text, "ann")
    assert rules(play) == ["toy.strike.roll"]


def test_a_question_with_one_option_is_not_asked() -> None:
    play = fresh(ducking="no")
    lock_in(play)
    strike(play)
    assert "toy.strike.duck" not in rules(play)


def test_an_offer_of_somebody_else_is_taken_and_the_question_asked_again() -> None:
    play = fresh(luck=1)
    lock_in(play)
    play.choose(("strike", "cur"))
    first = play.questions[0]
    assert first.who == "ann"
    assert [who for who, _ in first.offers] == ["bob"]
    assert first.owner_of(("luck", "bob")) == "bob"
    assert str(first.pool) == "2d6>=5"
    play.choose(("luck", "bob"))
    second = play.questions[0]
    assert second.id.n == first.id.n + 1
    assert str(second.pool) == "3d6>=5"
    assert not second.offers
    assert play.log[-1] == Answer(first.id, ("luck", "bob"), "bob")
    with pytest.raises(Refused):
        play.choose(("luck", "bob"))
    play.type_dice("1 1 1", "ann")
    assert "toy.strike.roll" not in rules(play)


# ---- rulings ----


def fell_cur(play: Play) -> None:
    """Ann and Bob bring Cur to 0 grit; Cur does not duck."""
    play.edit(Edit("set", "cur", "grit", 1))
    strike(play)
    play.choose(("pass",))


def test_a_ruling_that_is_told_takes_its_default_and_can_be_ruled_otherwise() -> None:
    play = fresh()
    lock_in(play)
    fell_cur(play)
    play.choose(("none",))  # toy.grit.mercy is asked once
    assert play.fight["cur"].grit == 0
    out = [e for e in play.events if e.code == "out"]
    assert out[0].fields["fate"] == "down"
    (told,) = [q for q in play.told if q.id.rule == "toy.grit.fate"]
    play.rule_otherwise(told.id, ("fled",))
    out = [e for e in play.events if e.code == "out"]
    assert [e.fields["fate"] for e in out] == ["fled"]
    assert not play.audit()


def test_ruling_otherwise_goes_back_to_that_point() -> None:
    play = fresh()
    lock_in(play)
    fell_cur(play)
    play.choose(("none",))
    (told,) = [q for q in play.told if q.id.rule == "toy.grit.fate"]
    play.choose(("wait",))  # Bob has acted since
    play.rule_otherwise(told.id, ("fled",))
    assert play.questions[0].who == "bob"
    assert Play.load(play.system, json.loads(json.dumps(play.dump()))).questions == play.questions


def test_a_ruling_asked_once_is_kept() -> None:
    play = fresh()
    lock_in(play)
    fell_cur(play)
    assert rules(play) == ["toy.grit.mercy"]
    play.choose(("mercy",))
    play.edit(Edit("set", "dog", "grit", 1))
    play.edit(Edit("set", "cur", "grit", 1))
    strike(play, "dog")
    play.choose(("pass",))
    assert "toy.grit.mercy" not in rules(play)
    assert [e.fields["mercy"] for e in play.events if e.code == "out"] == ["mercy", "mercy"]


def test_a_mode_of_the_house_asks_what_the_book_tells() -> None:
    play = fresh(modes={"toy.grit.fate": "ask"})
    lock_in(play)
    fell_cur(play)
    play.choose(("none",))
    assert rules(play) == ["toy.grit.fate"]
    assert play.questions[0].who == GM
    assert play.questions[0].default == ("down",)


# ---- the GM's hand ----


def test_an_edit_in_the_middle_of_a_question_asks_it_again_with_the_options_of_now() -> None:
    play = fresh()
    lock_in(play)
    before = play.questions[0]
    assert ("strike", "dog") in before.options
    play.edit(Edit("set", "dog", "grit", 0))
    now = play.questions[0]
    assert ("strike", "dog") not in now.options
    assert now.id != before.id
    with pytest.raises(Refused):
        play.answer(Answer(before.id, ("strike", "dog"), "ann"))


def test_taking_out_whoever_is_acting_ends_the_step_and_play_goes_on() -> None:
    play = fresh()
    lock_in(play)
    play.choose(("strike", "cur"))
    play.edit(Edit("remove", "ann"))
    assert play.questions[0].who == "bob"
    assert "ended-here" in [e.code for e in play.events]
    assert not play.audit()


def test_a_fight_that_the_gm_ends_tells_of_no_step_that_ended() -> None:
    play = fresh()
    lock_in(play)
    play.choose(("strike", "cur"))
    play.edit(Edit("end", value="heroes"))
    assert play.fight.result == "heroes"
    assert "ended-here" not in [e.code for e in play.events]


def test_the_gm_may_end_an_open_question_here() -> None:
    play = fresh()
    lock_in(play)
    play.choose(("strike", "cur"))
    play.edit(Edit("end-here"))
    assert play.questions[0].who == "bob"
    assert play.fight["cur"].grit == 3


def test_a_refused_edit_changes_nothing() -> None:
    play = fresh()
    lock_in(play)
    log, events = list(play.log), [e.dump() for e in play.events]
    for edit in (
        Edit("set", "cur", "grit", 10**9),
        Edit("set", "nobody", "grit", 1),
        Edit("rename", "cur", value=""),
        Edit("conjure", "cur"),
        Edit("end", value="dragons"),
    ):
        with pytest.raises(Refused):
            play.edit(edit)
    assert play.log == log
    assert [e.dump() for e in play.events] == events


def test_the_gm_ends_the_fight_in_the_middle_and_takes_it_back() -> None:
    play = fresh()
    lock_in(play)
    play.edit(Edit("end", value="none"))
    assert play.questions == ()
    assert play.fight.result == "none"
    play.edit(Edit("resume"))
    assert play.fight.result is None
    assert play.questions
    play.undo(len(play.entries) - 2)
    assert play.fight.result is None
    assert play.questions[0].who == "ann"
    assert not play.audit()


def test_a_pass_in_advance_is_kept_until_it_is_taken_back() -> None:
    play = fresh()
    lock_in(play)
    play.edit(Edit("pass", "cur", "struck", "fight", by="cur"))
    strike(play)
    assert "toy.strike.duck" not in rules(play)
    play.edit(Edit("unpass", "cur", by="cur"))
    strike(play)
    assert rules(play) == ["toy.strike.duck"]


# ---- going back ----


def test_undo_takes_back_dice_turns_and_events_and_says_so() -> None:
    play = fresh(ducking="no")
    lock_in(play)
    keep = len(play.entries)
    strike(play)
    assert play.fight["cur"].grit == 1
    assert play.questions[0].who == "bob"
    lines = len(play.lines)
    play.undo(keep)
    assert play.fight["cur"].grit == 3
    assert play.questions[0].who == "ann"
    assert len(play.lines) > lines, "nothing is erased from the log"
    struck = [line.event.code for line in play.lines if line.taken_back]
    assert "grit" in struck
    assert "took-back" in struck


def test_the_same_choice_redone_shows_the_same_dice_and_another_one_others() -> None:
    def dice(play: Play, foe: str) -> list[int]:
        play.choose(("strike", foe))
        play.roll()
        return next(e.fields["faces"] for e in reversed(play.events) if e.code == "rolled")

    differ = 0
    for secret in range(20):
        play = Play(ToySystem(), duel(), secret=bytes([secret]))
        lock_in(play)
        keep = len(play.entries)
        first = dice(play, "cur")
        play.undo(keep)
        other = dice(play, "dog")
        play.undo(keep)
        assert dice(play, "cur") == first
        differ += first != other
    assert differ > 10


def test_undo_takes_back_the_last_decision_not_the_dice_alone() -> None:
    play = fresh(ducking="no")
    lock_in(play)
    play.choose(("strike", "cur"), by="ann")
    play.roll()
    play.undo()
    assert rules(play) == ["toy.strike.choice"]
    assert play.questions[0].who == "ann"


def test_a_player_takes_back_only_their_own_last_choice_before_dice() -> None:
    play = fresh()
    lock_in(play)
    play.choose(("strike", "cur"), by="ann")
    assert play.may_take_back("ann") is not None
    assert play.may_take_back("bob") is None
    play.roll()
    assert play.may_take_back("ann") is None


def test_redo_is_gone_once_something_else_was_answered() -> None:
    play = fresh()
    lock_in(play)
    play.choose(("wait",))
    play.undo()
    play.choose(("strike", "dog"))
    with pytest.raises(Refused):
        play.redo()


def test_nothing_to_take_back_is_said() -> None:
    play = fresh()
    with pytest.raises(Refused):
        play.undo()
    with pytest.raises(Refused):
        play.redo()


# ---- saving ----


def test_a_save_opens_where_it_was_in_the_middle_of_a_step() -> None:
    play = fresh(luck=1)
    lock_in(play)
    play.choose(("strike", "cur"))
    opened = Play.load(play.system, json.loads(json.dumps(play.dump())))
    assert [q.id for q in opened.questions] == [q.id for q in play.questions]
    assert opened.dump() == play.dump()


def test_undo_and_redo_work_across_a_save() -> None:
    play = fresh()
    lock_in(play)
    play.choose(("wait",))
    play.undo()
    opened = Play.load(play.system, json.loads(json.dumps(play.dump())))
    opened.redo()
    assert opened.questions[0].who == "bob"
    opened.undo(0)
    assert [q.who for q in opened.questions] == ["ann", "bob", "cur", "dog"]


def test_a_save_of_another_format_or_system_is_refused() -> None:
    play = fresh()
    for change in ({"format": 99}, {"system": "other"}):
        with pytest.raises(Refused) as refused:
            Play.load(play.system, play.dump() | change)
        assert refused.value.kind == "unreadable"


class Harsher(ToySystem):
    """The rules as they were corrected later: a strike costs one more."""

    def lose_grit(self, fight, table, who, loss):  # type: ignore[no-untyped-def]
        super().lose_grit(fight, table, who, loss + 1)


def test_a_save_opens_as_it_was_under_changed_rules_and_its_audit_names_the_difference() -> None:
    play = fresh(ducking="no")
    lock_in(play)
    strike(play, faces="5 1")
    opened = Play.load(Harsher(), json.loads(json.dumps(play.dump())))
    assert opened.fight["cur"].grit == 2
    (difference, *_) = opened.audit()
    assert "grit" in difference


# ---- seats ----


def test_a_seat_sees_its_own_options_and_no_others() -> None:
    play = fresh(shown="word")
    lock_in(play)
    ann = Seat("ann", "player", frozenset(["ann"]))
    bob = Seat("bob", "player", frozenset(["bob"]))

    def options(seat: Seat) -> bool:
        (question,) = view(play.system, play.fight, seat, play.questions)["questions"]
        return "options" in question

    assert options(ann)
    assert options(GM_SEAT)
    assert not options(bob)
    assert not options(SPECTATOR)
    cur = next(s for s in view(play.system, play.fight, ann)["sheets"] if s["who"] == "cur")
    assert cur["tracks"] == [{"name": "grit", "value": 0, "low": 0, "high": 0, "word": "fine"}]


def test_stand_ins_play_a_fight_to_its_end() -> None:
    play = fresh(max_rounds=10)
    policy = DefaultPolicy()
    play.drive(policy, policy)
    assert play.fight.result == "none"
    assert play.questions == ()
    assert play.fight.round == 11
