"""The three layers (area `layer`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, foe, hero, mystic, told


def struck(points: int, *more: Any, way: str = "longsword", **ann: Any) -> tuple[Bout, Any]:
    """A Tier 5 brute hits Ann (Tier 2: Vigor 2, Vitality 5) for that many points."""
    brute = foe("brute", at=[0, 5], tier=5, trees=["brawler", "wizard"], attacks=[mystic()])
    bout = Bout(hero("ann", at=[0, 0], **({"tier": 2} | ann)), brute)
    bout.to_turn("brute")
    return bout, bout.do(("attack", way, "ann"), readings=[15, points, *more])


def pools(bout: Bout, who: str = "ann") -> tuple[int, int, int]:
    one = bout[who]
    return one.vigor, one.vitality, len(one.injuries)


@pytest.mark.rule("vigor.layer.order", "vigor.layer.vigor-absorbs", "vigor.layer.vitality")
@pytest.mark.parametrize(
    ("points", "left"),
    [(1, (1, 5, 0)), (2, (0, 5, 0)), (3, (0, 4, 0)), (6, (0, 1, 0)), (7, (0, 0, 0))],
)
def test_each_layer_takes_a_point_a_piece_before_the_next_gets_any(
    points: int, left: tuple[int, int, int]
) -> None:
    bout, table = struck(points)
    assert pools(bout) == left
    hurt = told(table, "hurt")[0]
    assert (hurt["vigor_before"], hurt["vigor"]) == (2, left[0])
    assert (hurt["vitality_before"], hurt["vitality"]) == (5, left[1])
    assert table.cited("vigor.layer.order")


@pytest.mark.rule("vigor.layer.order")
def test_the_wound_comes_when_both_are_used_up() -> None:
    bout, _ = struck(8, 4)
    assert pools(bout) == (2, 5, 1)


@pytest.mark.rule("vigor.layer.order")
def test_nobody_but_player_characters_has_the_third_layer() -> None:
    bout = Bout(hero("ann", at=[0, 0], tier=5), foe("brute", at=[0, 5]), foe("brawn"))
    bout.to_turn("ann")
    bout.do(("attack", "longsword", "brute"), readings=[15, 12])
    assert bout["brute"].status == "dead"
    assert bout["brute"].injuries == ()


@pytest.mark.rule("vigor.layer.vigor-absorbs", "vigor.layer.vigor-damage-stops")
@pytest.mark.parametrize(("points", "vigor"), [(1, 1), (2, 0), (3, 0), (12, 0)])
def test_vigor_damage_uses_vigor_up_and_stops_there(points: int, vigor: int) -> None:
    bout, _ = struck(points, way="bolt")
    assert pools(bout) == (vigor, 5, 0)


@pytest.mark.rule("vigor.layer.vigor-damage-stops")
def test_against_no_vigor_it_does_nothing() -> None:
    bout, _ = struck(12, way="bolt", stats={"heart": 1}, vitality=1)
    assert pools(bout) == (0, 1, 0)


@pytest.mark.rule("vigor.layer.vitality")
def test_without_vigor_every_point_comes_off_vitality() -> None:
    bout, table = struck(4, stats={"heart": 1})
    assert pools(bout) == (0, 1, 0)
    assert told(table, "hurt")[0]["past"] == 4
