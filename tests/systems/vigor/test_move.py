"""Moving, and what it costs (areas `move` and `position`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, foe, gm, hero, peek, sovereign

from affray.systems.vigor import reaction


def walk(*others: dict[str, Any], scene: Any = None, **ann: Any) -> Bout:
    """Ann's turn at the origin, with the others where they say (a brute far off if nobody)."""
    others = others or (foe("brute", at=[0, 300]),)
    if scene is not None:
        scene = {"surprised": [], "start": "rows", "closed": []} | scene
    bout = Bout(hero("ann", at=[0, 0], **ann), *others, scene=scene)
    bout.to_turn("ann")
    return bout


def go(bout: Bout, x: int, y: int, *more: tuple[str, ...], **script: Any) -> Any:
    return bout.do(("move", "to", str(x), str(y)), *more, **script)


def offered(bout: Bout, *head: str) -> list[Any]:
    return [key for key in peek(bout)[2] if key[: len(head)] == head]


@pytest.mark.rule("vigor.position.move", "vigor.move.base")
def test_several_legs_together_stay_within_30_feet() -> None:
    bout = walk()
    go(bout, 0, 10)
    go(bout, -15, 10)
    assert bout.fight.feet == 5
    go(bout, -15, 15)
    assert bout.fight.feet == 0
    assert not offered(bout, "move")


@pytest.mark.rule("vigor.move.base")
def test_a_leg_too_dear_ends_where_the_30_feet_are_spent() -> None:
    bout = walk()
    assert bout.fight.feet == 30
    bout.do(("move", "next-to", "brute"))
    assert bout["ann"].at == (0, 30)


@pytest.mark.rule("vigor.move.base")
def test_movement_may_be_split_by_the_action() -> None:
    bout = walk(sovereign("brute", at=[0, 20]))
    go(bout, 0, 15)
    bout.do(("attack", "longsword", "brute"), readings=[15, 1])
    go(bout, 5, 15)
    assert bout["ann"].at == (5, 15)
    assert bout.fight.feet == 10


@pytest.mark.rule("vigor.move.base")
def test_the_next_turn_has_its_30_feet_anew_and_nothing_saved() -> None:
    bout = walk()
    go(bout, 0, 10)
    bout.do(("end",))
    bout.to_turn("brute")
    bout.to_turn("ann")
    assert bout.fight.feet == 30


@pytest.mark.rule("vigor.move.sprint", "vigor.turn.economy")
def test_sprint_takes_the_action_and_adds_30_feet() -> None:
    bout = walk()
    table = bout.do(("sprint",))
    assert bout.fight.feet == 60
    assert table.cited("vigor.move.sprint")
    assert not bout.fight.action
    assert not offered(bout, "sprint")
    bout.do(("move", "next-to", "brute"))
    assert bout["ann"].at == (0, 60)


@pytest.mark.rule("vigor.move.sprint")
def test_sprint_after_a_move_adds_to_what_is_left() -> None:
    bout = walk()
    go(bout, 0, 20)
    bout.do(("sprint",))
    assert bout.fight.feet == 40


@pytest.mark.rule("vigor.position.move")
def test_nobody_blocks_the_way_but_a_leg_does_not_end_on_somebody() -> None:
    bout = walk(hero("bob", at=[0, 10]), foe("brute", at=[0, 300]))
    go(bout, 0, 15)
    assert bout["ann"].at == (0, 15)
    bout = walk(hero("bob", at=[0, 10]), foe("brute", at=[0, 300]))
    go(bout, 0, 10)
    assert bout["ann"].at == (0, 5)


@pytest.mark.rule("vigor.position.move")
def test_a_fight_that_ends_while_somebody_passes_a_friend_leaves_no_two_on_one_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A reaction (the answer to an opportunity attack, say) has felled the last foe."""
    bout = walk(hero("bob", at=[0, 10]), foe("brute", at=[0, 5]))

    def last_blow(fight: Any, table: Any, mover: str, there: Any) -> bool:
        if fight[mover].at == (0, 10):
            fight.end(table, "heroes", "vigor.fight.end")
        return True

    monkeypatch.setattr(reaction, "whom_it_leaves", lambda fight, mover, there: ["brute"])
    monkeypatch.setattr(reaction, "leaving", last_blow)
    go(bout, 0, 30, ("go-on",), ("go-on",), ("go-on",))
    assert bout.fight.result == "heroes"
    assert bout["ann"].at == (0, 15)


@pytest.mark.rule("vigor.position.the-gone")
@pytest.mark.parametrize("status", ["dead", "fled"])
def test_the_point_of_the_gone_is_free(status: str) -> None:
    bout = walk(hero("bob", at=[0, 10]), foe("brute", at=[0, 300]))
    bout.set("bob", status=status)
    go(bout, 0, 10)
    assert bout["ann"].at == (0, 10)


@pytest.mark.rule("vigor.position.the-gone", "vigor.line.any-creature")
@pytest.mark.parametrize("status", ["dead", "fled"])
def test_the_gone_are_in_nobodys_line_of_fire(status: str) -> None:
    pals = [foe(name, at=[0, feet]) for name, feet in (("pal", 10), ("mate", 15))]
    bout = walk(sovereign("brute", at=[0, 20]), *pals, weapons=["longbow"])
    assert not offered(bout, "attack", "longbow", "brute")
    bout.set("pal", status=status)
    bout.set("mate", status=status)
    table = bout.do(("attack", "longbow", "brute"), readings=[15, 1])
    assert "kl" not in str(table.pools[0])


# ---- difficult ground ----


@pytest.mark.rule("vigor.position.difficult", "vigor.move.difficult-terrain")
def test_a_step_that_ends_in_difficult_ground_uses_up_10_feet() -> None:
    """The patch covers y = 5 to 15: three steps end in it, the fourth out of it."""
    bout = walk(scene={"difficult": [{"at": [0, 10], "radius": 5}]})
    table = go(bout, 0, 15)
    assert (bout["ann"].at, bout.fight.feet) == ((0, 15), 0)
    assert table.cited("vigor.move.difficult-terrain")
    bout = walk(scene={"difficult": [{"at": [0, 10], "radius": 5}]})
    go(bout, 0, 5)
    assert bout.fight.feet == 20
    go(bout, 0, 0)
    assert bout.fight.feet == 15


@pytest.mark.rule("vigor.position.difficult")
def test_beside_the_patch_the_ground_is_easy() -> None:
    bout = walk(scene={"difficult": [{"at": [0, 10], "radius": 5}]})
    go(bout, 10, 0)
    go(bout, 10, 15)
    assert bout.fight.feet == 5


@pytest.mark.rule("vigor.position.difficult", "vigor.move.difficult-terrain")
def test_where_the_whole_scene_is_difficult_30_feet_take_one_15_feet_far() -> None:
    bout = walk(scene={"difficult": "all"})
    bout.do(("move", "next-to", "brute"))
    assert bout["ann"].at == (0, 15)


@pytest.mark.rule("vigor.position.move", "vigor.position.gm-places")
def test_nobody_is_offered_to_go_where_it_is() -> None:
    bout = walk(sovereign("brute", at=[0, 15]), hero("bob", at=[0, -10]))
    assert offered(bout, "move", "next-to") == [
        ("move", "next-to", "brute"),
        ("move", "next-to", "bob"),
    ]
    bout.do(("move", "next-to", "brute"))
    assert bout["ann"].at == (0, 10)
    assert offered(bout, "move", "next-to") == [("move", "next-to", "bob")]
    gm(bout, "fact", "ann", "distance", {"other": "bob", "is": 5})
    assert offered(bout, "move", "next-to") == []
    assert offered(bout, "move", "to")
