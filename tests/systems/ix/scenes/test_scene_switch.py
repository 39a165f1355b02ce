"""The GM calls for another scene: from anywhere, with nothing of the one before left over."""

from __future__ import annotations

import random
from typing import Any

import pytest
from chase_kit import chase, gap
from ix_kit import IX, Bout, IxTable, coded, elite, hero, to_rest

from affray.kernel.question import Edit, Refused
from affray.kernel.running import advance
from affray.systems.ix.edits import fight_edits as edits
from affray.systems.ix.scenes import scene
from affray.tables.play import Play

KINDS = list(scene.KINDS)
CALL = "ix.encounter.call"


def call(bout: Bout, kind: str) -> IxTable:
    table = bout.last = IxTable(bout.fight)
    assert edits.edit(bout.fight, Edit("set", "", "scene", kind), table)
    return table


def step(bout: Bout, **script: Any) -> IxTable:
    table = bout.last = IxTable(bout.fight, **script)
    advance(IX, bout.fight, table)
    return table


def is_clean(bout: Bout, kind: str) -> None:
    """Nothing of a turn, an order or a chase is left over."""
    fight = bout.fight
    assert fight.called == ""
    assert fight.scene == kind
    assert fight.stage == ("free" if kind == "free" else "start")
    assert (fight.turn, fight.acting, fight.slot) == (False, "", "")
    assert fight.slots == fight.slots_done == fight.takers == fight.rolling == ()
    assert (fight.actions, fight.free_maneuvers, fight.maneuvers) == (0, 0, 0)
    assert fight.refused == fight.fears == ()
    assert fight.check is None
    assert fight.round == 0
    assert fight.chase is None
    assert all(one.initiative is None for one in fight.combatants.values())


@pytest.mark.rule("ix.encounter.call")
@pytest.mark.parametrize("kind", KINDS)
def test_from_a_turn_of_a_fight(kind: str) -> None:
    bout = Bout(hero("ann", strain=4), elite("brute"))
    bout.turn_of("ann")
    bout.do(("aim",))
    call(bout, kind)
    table = step(bout)
    assert coded(table, "turn-over")
    is_clean(bout, kind)
    assert bout["ann"].aims == 0
    by_turns = kind in ("fight", "chase")
    assert bout["ann"].strain == (4 if by_turns else 2)
    assert bout.fight.structured is by_turns


@pytest.mark.rule("ix.encounter.call")
@pytest.mark.parametrize("kind", KINDS)
def test_from_a_pick_and_from_initiative(kind: str) -> None:
    bout = Bout(hero("ann"), hero("bob"), elite("brute"))
    call(bout, kind)
    step(bout)
    is_clean(bout, kind)
    bout = Bout(hero("ann"), elite("brute"), start=False)
    step(bout)
    assert bout.fight.stage == "initiative"
    call(bout, kind)
    step(bout)
    is_clean(bout, kind)


@pytest.mark.rule("ix.encounter.call", "ix.chase.call")
@pytest.mark.parametrize("kind", KINDS)
def test_from_a_chase_whose_gaps_are_put_away(kind: str) -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3, obstacles=["canal"])
    bout.turn_of("ann")
    call(bout, kind)
    step(bout)
    is_clean(bout, kind)


@pytest.mark.rule("ix.chase.call", "ix.chase.gap")
def test_a_chase_called_in_a_fight_asks_what_it_needs() -> None:
    bout = Bout(hero("ann"), elite("thief"), scene={"at": {"ann": 0, "thief": 4}})
    bout.turn_of("ann")
    call(bout, "chase")
    step(bout)
    bout.begin(rulings={"ix.chase.call": ("flee", "heroes"), "ix.chase.gap": ("as-they-stand",)})
    assert gap(bout, "thief", "ann") == 3
    bout.turn_of("ann")
    assert bout.offers("widen")


@pytest.mark.rule("ix.encounter.call", "ix.recovery.short-rest")
@pytest.mark.parametrize("kind", ["fight", "chase", "free", "downtime"])
def test_after_the_end_of_everything_play_goes_on(kind: str) -> None:
    bout = chase(hero("ann"), hero("bob"), elite("thief"), gap=1)
    bout.turn_of("ann")
    table = IxTable(bout.fight)
    bout.fight.end(table, "heroes", CALL)
    to_rest(bout)
    call(bout, kind)
    assert bout.fight.result is None
    step(bout)
    is_clean(bout, kind)
    assert not bout.fight.placed


@pytest.mark.rule("ix.encounter.call")
def test_out_of_a_journey_it_goes_back_to_it_and_called_it_ends_the_fight() -> None:
    bout = Bout(hero("ann"), elite("brute"))
    bout.turn_of("ann")
    fight = bout.fight
    fight.scene = fight.stage = "travel"
    fight.turn = False
    call(bout, "fight")
    step(bout)
    assert (fight.scene, fight.behind) == ("fight", ("travel",))
    bout.begin()
    call(bout, "travel")
    step(bout)
    assert fight.stage == "aftermath"
    assert fight.scene == "fight"


@pytest.mark.rule("ix.encounter.call")
def test_what_is_no_scene_or_has_nobody_in_it_is_refused() -> None:
    bout = Bout(hero("ann"), elite("brute"))
    for value in ("dance", 3, None, ""):
        with pytest.raises(Refused) as refused:
            call(bout, value)  # type: ignore[arg-type]
        assert "chase" in refused.value.cure
    bout["brute"].wounds = -1
    bout["brute"].status = "out"
    for kind in ("fight", "chase", "social"):
        with pytest.raises(Refused):
            call(bout, kind)
    assert bout.fight.called == ""


# ---- at the table: while any question stands open ----


def hands() -> Any:
    return [IX.policy("sensible", side, random.Random(1)) for side in ("heroes", "gm")]


def at_question(play: Play, number: int) -> None:
    heroes, gm = hands()
    for _ in range(number):
        if play.questions:
            play.nudge(heroes, gm)


@pytest.mark.rule("ix.encounter.call")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", [0, 1, 2, 4, 7, 11, 16, 23, 31])
def test_with_any_question_open_play_goes_on_in_the_new_scene(kind: str, number: int) -> None:
    blocks = [hero("ann"), hero("bob"), elite("brute", wound_points=20, fear=1)]
    play = Play(IX, Setup_of(blocks), secret=b"1")
    at_question(play, number)
    play.edit(Edit("set", "", "scene", kind))
    heroes, gm = hands()
    for _ in range(12):
        fight: Any = play.fight
        if fight.scene == kind and not fight.called:
            break
        assert play.questions, "nobody is asked, and the scene has not begun"
        play.nudge(heroes, gm)
    fight = play.fight
    assert fight.scene == kind
    assert fight.called == ""
    for _ in range(6):
        if play.questions:
            play.nudge(heroes, gm)
    assert not play.audit()


def test_with_a_turn_open_it_takes_no_further_answer() -> None:
    play = Play(IX, Setup_of([hero("ann"), elite("brute")]), secret=b"1")
    while not play.questions[0].id.rule.startswith("ix.turn"):
        play.nudge(*hands())
    play.edit(Edit("set", "", "scene", "free"))
    fight: Any = play.fight
    assert fight.scene == "free"
    assert play.questions[0].id.rule == CALL
    play.undo()
    fight = play.fight
    assert fight.scene == "fight"
    assert play.questions[0].id.rule.startswith("ix.turn")


def Setup_of(blocks: list[dict[str, Any]]) -> Any:  # noqa: N802
    from affray.kernel.system import Setup

    return Setup("ix", "a bout", blocks, {"at": {block["id"]: 0 for block in blocks}}, {})


# ---- what goes on, and what is over ----


@pytest.mark.rule("ix.encounter.scene-and-session", "ix.maneuver.catch-breath")
@pytest.mark.parametrize(("kind", "spent"), [("chase", 1), ("social", 0)])
def test_from_a_fight_into_a_chase_nothing_counts_anew(kind: str, spent: int) -> None:
    bout = Bout(hero("ann", strain=8), elite("brute"))
    bout["ann"].breaths = bout["ann"].treated = 1
    bout["ann"].spells_had = ("lesser-heal",) * spent
    call(bout, kind)
    step(bout)
    assert (bout["ann"].breaths, bout["ann"].treated) == (spent, spent)
    assert len(bout["ann"].spells_had) == spent
    assert bout["ann"].strain == (8 if spent else 6)


@pytest.mark.rule("ix.hazard.suffocation-air", "ix.flying.endurance-counter")
def test_when_the_gm_ends_the_fighting_all_get_out_of_the_water_and_down() -> None:
    bout = Bout(hero("ann"), hero("bob"), elite("brute"), scene={"heights": {"bob": "low"}})
    bout["ann"].breath = 0
    bout["bob"].flight, bout["bob"].perch = True, ""
    call(bout, "social")
    step(bout)
    assert bout["ann"].breath == -1
    assert bout["bob"].zone == 0
