"""When a fight is over, and how it goes on after all (area `end`)."""

from __future__ import annotations

import pytest
from sixteen_kit import SIXTEEN, Bout, foe, gm, hero

from affray.kernel.question import Edit
from affray.tables.play import Play

TAKE, CEDE = ("take",), ("cede",)
SIDES = "sixteen.initiative.sides"


def opened(*, scene: dict[str, object] | None = None) -> Play:
    bout = Bout(hero("ann"), hero("bob"), foe("cur"), scene=scene, start=False)
    return Play(SIXTEEN, bout.setup, secret=b"end")


def take_out(play: Play, *ids: str) -> None:
    for who in ids:
        play.edit(Edit("remove", who))


def results(play: Play) -> list[str]:
    return [event.fields["result"] for event in play.events if event.code == "fight-over"]


@pytest.mark.rule("sixteen.end.when")
@pytest.mark.parametrize("kind", ["remove", "surrender"])
def test_a_fight_that_has_not_begun_is_over_once_a_side_is_gone(kind: str) -> None:
    play = opened(scene={})
    play.edit(Edit(kind, "ann"))
    assert play.fight.result is None
    play.edit(Edit(kind, "bob"))
    assert play.fight.result == "foes"
    assert results(play) == ["foes"]
    assert not play.questions


@pytest.mark.rule("sixteen.end.when")
def test_a_fight_that_has_not_begun_goes_on_while_its_numbers_are_written() -> None:
    play = opened(scene={})
    play.edit(Edit("set", "cur", "hp", 0))
    assert play.fight.result is None
    play.edit(Edit("set", "cur", "hp", 5))
    assert play.questions


@pytest.mark.rule("sixteen.end.when")
@pytest.mark.parametrize("scene", [{}, {"distance": 5, "first": "heroes"}], ids=["start", "turn"])
def test_resumed_without_one_side_it_is_over_again_at_once(scene: dict[str, object]) -> None:
    play = opened(scene=scene)
    take_out(play, "ann", "bob")
    play.edit(Edit("resume"))
    assert play.fight.result == "foes"
    assert results(play) == ["foes", "foes"]


@pytest.mark.rule("sixteen.end.when", "sixteen.initiative.order")
def test_a_fight_resumed_before_it_began_begins() -> None:
    play = opened(scene={})
    play.edit(Edit("end", value="foes"))
    assert play.fight.closed
    play.edit(Edit("resume"))
    assert play.fight.result is None
    while play.questions[0].id.what == "ruling":
        play.choose(("by-the-rules",), question=play.questions[0])
    assert play.questions[0].id.rule == SIDES
    for question in play.questions:
        play.choose(TAKE if question.who == "@heroes" else CEDE, question=question)
    assert play.fight.order == ("ann", "bob", "cur")
    assert (play.fight.round, play.fight.acting) == (1, "ann")


@pytest.mark.rule("sixteen.end.when")
def test_a_fight_resumed_in_its_middle_goes_on_with_whoever_is_next() -> None:
    play = opened()
    take_out(play, "ann", "bob")
    play.edit(Edit("return", "bob"))
    assert play.fight.result == "foes"
    play.edit(Edit("resume"))
    assert play.fight.result is None
    assert (play.fight.round, play.fight.acting) == (1, "cur")


# ---- who comes in, and back ----


@pytest.mark.rule("sixteen.fatigue.death", "sixteen.end.when")
def test_whom_the_gm_sets_up_again_is_able_to_act() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("cur"))
    gm(bout, "tag", "ann", "dead")
    assert not bout.fight.is_alive("ann")
    gm(bout, "back-up", "ann", value=4)
    assert bout.fight.is_able("ann")
    assert bout["ann"].fatigue == 3


@pytest.mark.rule("sixteen.position.line", "sixteen.initiative.marching-order")
def test_a_newcomer_stands_behind_those_who_are_there() -> None:
    bout = Bout(hero("ann"), foe("cur"), foe("dog"))
    gm(bout, "place", "dog", value=100)
    gm(bout, "remove", "dog")
    block = {"kind": "foe", "name": "Rat", "max-hp": 5, "hit": 2, "weapons": ["knife"]}
    gm(bout, "add", value=block)
    assert bout["rat"].at == 10
