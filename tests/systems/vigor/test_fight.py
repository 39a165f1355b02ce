"""The fight: its sides, its end, who joins, the facts of the scene (area `fight`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import (
    VIGOR,
    Bout,
    PassingTable,
    citing,
    foe,
    gm,
    hero,
    minor,
    peek,
    retainer,
    sovereign,
    told,
)

from affray.kernel.running import run_out

BLOW = ("attack", "longsword", "brute")


def duel(target: dict[str, Any], *more: dict[str, Any], **ann: Any) -> Bout:
    """Ann's turn at the origin, with the target next to her."""
    bout = Bout(hero("ann", at=[0, 0], **ann), target | {"at": [0, 5]}, *more)
    bout.to_turn("ann")
    return bout


def ends(target: dict[str, Any], vigor: int, vitality: int) -> Bout:
    """Ann hits the target, which has so much left, for 1."""
    bout = duel(target)
    bout.set("brute", vigor=vigor, vitality=vitality)
    bout.do(BLOW, readings=[15, 1])
    return bout


# ---- the fight ----


@pytest.mark.rule("vigor.fight.no-hit-points")
def test_a_hit_is_worth_whole_points_worked_through_the_layers() -> None:
    bout = duel(sovereign("brute"))
    table = bout.do(BLOW, readings=[15, 3])
    (hurt,) = told(table, "hurt")
    assert hurt["points"] == 3
    assert (bout["brute"].vigor, bout["brute"].vitality) == (0, 12)
    assert table.cited("vigor.fight.no-hit-points")


@pytest.mark.rule("vigor.fight.sides")
def test_allies_and_enemies_are_by_side() -> None:
    bout = Bout(
        hero("ann", at=[0, 0]),
        retainer("lad", at=[5, 0]),
        foe("brute", at=[0, 5]),
        minor("friend", side="heroes", kind="ally", at=[-5, 0]),
    )
    assert bout.fight.heroes == ("ann", "lad", "friend")
    assert bout.fight.foes == ("brute",)
    bout.to_turn("ann")
    keys = peek(bout)[2]
    assert {key[2] for key in keys if key[0] == "attack"} == {"brute"}
    assert {key[2] for key in keys if key[0] == "help"} == {"lad", "friend"}


@pytest.mark.rule("vigor.fight.end")
def test_the_fight_ends_the_moment_a_side_has_nobody_left() -> None:
    bout = ends(foe("brute"), 0, 1)
    assert bout.fight.result == "heroes"
    assert bout.last is not None
    assert bout.last.cited("vigor.fight.end")


@pytest.mark.rule("vigor.fight.end")
def test_it_goes_on_while_one_is_left_even_one_surprised() -> None:
    bout = Bout(
        hero("ann", at=[0, 0]),
        foe("brute", at=[0, 5]),
        foe("pal"),
        scene={"surprised": ["pal"], "start": "rows"},
    )
    bout.to_turn("ann")
    bout.set("brute", vigor=0, vitality=1)
    bout.do(BLOW, readings=[15, 1])
    assert bout["brute"].status == "dead"
    assert bout.fight.result is None


@pytest.mark.rule("vigor.fight.end")
def test_the_fleeing_are_out_of_it_and_get_away_when_it_ends() -> None:
    bout = ends(minor("brute"), 1, 0)
    assert bout.fight.result == "heroes"
    assert bout["brute"].status == "fled"


@pytest.mark.rule("vigor.fight.end")
def test_foes_win_when_the_last_hero_is_dead() -> None:
    bout = Bout(hero("ann", at=[0, 0]), foe("brute", at=[0, 5]))
    bout.to_turn("brute", "ann")
    bout.set("ann", vigor=0, vitality=0, injuries=("bruised-ribs",))
    bout.do(("attack", "longsword", "ann"), readings=[15, 1])
    assert bout.fight.result == "foes"


@pytest.mark.rule("vigor.fight.gm-ends")
def test_the_gm_may_take_somebody_out_or_else_it_goes_on() -> None:
    bout = duel(foe("brute"), foe("pal"))
    table = gm(bout, "leave", "brute", value="surrenders")
    assert (bout["brute"].status, bout.fight.result) == ("out", None)
    assert table.cited("vigor.fight.gm-ends")
    assert {key[2] for key in peek(bout)[2] if key[0] == "attack"} == set()
    gm(bout, "leave", "pal")
    assert bout.fight.result == "heroes"


@pytest.mark.rule("vigor.fight.gm-ends")
def test_the_gm_may_end_the_fight() -> None:
    bout = duel(foe("brute"))
    assert bout.fight.result is None
    table = gm(bout, "end", value="none")
    assert bout.fight.result == "none"
    assert table.cited("vigor.fight.gm-ends")


def stopped(at: str, *choices: tuple[str, ...]) -> Bout:
    """A fight of round 1 that the GM has ended at a stage; all that comes after it is done."""
    bout = Bout(hero("ann"), foe("brute", leader=True))
    if at != "set-up":
        bout.to(at, *choices)
    gm(bout, "end", value="heroes")
    run_out(VIGOR, bout.fight, PassingTable(VIGOR, bout.fight))
    assert bout.fight.closed
    return bout


@pytest.mark.rule("vigor.fight.gm-ends", "vigor.round.sequence")
@pytest.mark.parametrize(
    ("at", "stage", "number"),
    [
        ("set-up", "set-up", 0),
        ("initiative", "initiative", 1),
        ("hero-picks", "foe-picks", 1),
        ("turn", "turns", 1),
    ],
)
def test_a_fight_that_is_resumed_goes_on_where_it_was_left(
    at: str, stage: str, number: int
) -> None:
    bout = stopped(at)
    gm(bout, "resume")
    assert (bout.fight.stage, bout.fight.round, bout.fight.result) == (stage, number, None)
    bout.to_turn("ann" if at != "turn" else "brute")
    assert bout.fight.round == 1
    assert bout["brute"].at == (0, 30)


@pytest.mark.rule("vigor.fight.end")
@pytest.mark.parametrize("at", ["set-up", "initiative", "turn"])
def test_without_one_side_it_is_over_at_once_and_again_if_it_is_resumed(at: str) -> None:
    bout = Bout(hero("ann"), foe("brute"))
    if at != "set-up":
        bout.to(at)
    assert told(gm(bout, "remove", "ann"), "fight-over")[0]["result"] == "foes"
    assert bout.fight.result == "foes"
    assert told(gm(bout, "resume"), "fight-over")[0]["result"] == "foes"
    assert bout.fight.result == "foes"


@pytest.mark.rule("vigor.fight.newcomers")
def test_a_newcomer_comes_in_whole_30_feet_behind_and_waits_for_the_next_roll() -> None:
    bout = duel(foe("brute"))
    block = foe("late", tier=3, stats={"heart": 14}, weapons=[])
    for name in ("id", "side"):
        block.pop(name)
    table = gm(bout, "add", value=block | {"name": "Late"})
    late = bout["late"]
    assert (late.vigor, late.vitality, late.stamina) == (5, 6, 10)
    assert late.at[1] == 35
    assert not late.reaction
    assert table.cited("vigor.fight.newcomers")
    turns = bout.to("round-end")
    assert "late" not in [event["who"] for event in told(turns, "turn")]
    picks = bout.to("initiative")
    passed = [event.fields["who"] for event in citing(picks, "vigor.declare.may-pass")]
    assert passed == ["brute"]
    bout.roll_initiative("late", "ann")
    assert bout.fight.order[0] == "late"
    assert late.reaction


@pytest.mark.rule("vigor.fight.newcomers")
def test_a_newcomer_without_a_turn_may_still_be_hit_and_does_not_react() -> None:
    bout = duel(foe("brute"))
    block = foe("late", weapons=[]) | {"at": [5, 0]}
    block.pop("id")
    gm(bout, "add", value=block | {"name": "Late"})
    gm(bout, "place", "late", value=[5, 0])
    gm(bout, "set", "brute", "reaction", 0)
    keys = peek(bout)[2]
    assert ("attack", "longsword", "late") in keys
    assert not bout.do(("move", "to", "-20", "0")).was_asked("vigor.reaction.opportunity-attack")


@pytest.mark.rule("vigor.fight.scene-facts")
def test_unasked_everyone_sees_everyone_nobody_has_cover_and_all_ground_is_easy() -> None:
    bout = Bout(hero("ann"), foe("brute"), scene={})
    table = bout.step()
    assert table.was_asked("vigor.fight.scene-facts")
    assert (bout.fight.all_difficult, bout.fight.ground, bout.fight.facts) == (False, (), ())


@pytest.mark.rule("vigor.fight.scene-facts")
def test_the_gm_may_say_that_the_ground_is_difficult() -> None:
    bout = Bout(hero("ann"), foe("brute"), scene={})
    bout.step(rulings={"vigor.fight.scene-facts": ("difficult",)})
    bout.to_turn("ann")
    bout.do(("move", "to", "0", "15"))
    assert bout.fight.feet == 0


@pytest.mark.rule("vigor.fight.scene-facts")
def test_the_gm_changes_cover_sight_ground_and_closed_places_when_the_scene_does() -> None:
    bout = duel(sovereign("brute"))
    gm(bout, "fact", "ann", "cover", {"other": "brute", "is": "half"})
    gm(bout, "fact", "brute", "sight", {"other": "ann", "is": 0})
    gm(bout, "ground", value={"kind": "closed", "at": [0, -10], "radius": 0})
    table = gm(bout, "ground", value={"kind": "difficult", "at": [5, 0], "radius": 0})
    assert table.cited("vigor.fight.scene-facts")
    bout.do(("move", "to", "5", "0"))
    assert bout.fight.feet == 20
    bout.do(("move", "to", "0", "0"))
    told_hit = told(bout.do(BLOW, readings=[15, 1]), "hit")
    assert told_hit[0]["ac"] == 12
    table = bout.do(("move", "to", "0", "-15"))
    assert not table.was_asked("vigor.reaction.opportunity-attack")
    assert bout["ann"].at == (0, -5)
