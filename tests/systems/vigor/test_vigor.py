"""Vigor: its cap, and how it comes back (area `vigor`)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from vigor_kit import Bout, citing, foe, gm, hero, minor, peek, sovereign, told

DEEP = {"heart": 22}


def at_turn(vigor: int = 0, **ann: Any) -> Bout:
    """Ann's turn is next, with that much Vigor."""
    bout = Bout(hero("ann", at=[0, 0], **ann), foe("brute", at=[0, 30]))
    bout.to("turns", order=("ann", "brute"))
    bout.set("ann", vigor=vigor)
    return bout


# ---- the cap ----


@pytest.mark.rule("vigor.vigor.cap", "vigor.vigor.full-at-start")
@pytest.mark.parametrize(
    ("tier", "heart", "cap"),
    [(1, 10, 1), (1, 12, 2), (2, 22, 8), (5, 10, 5), (3, 8, 2), (1, 8, 0), (1, 1, 0), (5, 1, 0)],
)
def test_the_cap_is_tier_and_heart_and_everybody_begins_at_it(
    tier: int, heart: int, cap: int
) -> None:
    stats = {"heart": heart}
    bout = Bout(
        hero("ann", tier=tier, stats=stats),
        foe("brute", tier=tier, stats=stats),
        sovereign("wyrm", tier=tier, stats=stats),
    )
    assert [one.vigor for one in bout.fight.combatants.values()] == [cap, cap, cap]


@pytest.mark.rule("vigor.vigor.cap-armour")
@pytest.mark.parametrize(
    ("tier", "heart", "medium", "heavy"),
    [(3, 10, 2, 1), (1, 10, 0, 0), (1, 12, 1, 0), (1, 1, 0, 0), (2, 8, 0, 0), (4, 8, 2, 1)],
)
def test_the_armours_change_is_added_before_the_floor(
    tier: int, heart: int, medium: int, heavy: int
) -> None:
    for armour, cap in (("medium", medium), ("heavy", heavy)):
        for make in (hero, foe, sovereign):
            one = make("one", tier=tier, stats={"heart": heart}, armour=armour)
            other = hero("two") if one["side"] == "foes" else foe("two")
            assert Bout(one, other)["one"].vigor == cap


@pytest.mark.rule("vigor.vigor.full-at-start")
def test_a_minor_begins_with_its_vigor_too() -> None:
    assert Bout(hero("ann"), minor("brute", tier=4, armour="heavy"))["brute"].vigor == 4


# ---- the roll at the start of a turn ----


@pytest.mark.rule("vigor.vigor.turn-start-roll")
@pytest.mark.parametrize("tier", [1, 2, 3, 4, 5])
def test_as_many_d4s_as_the_tier_are_rolled_and_each_4_gives_1(tier: int) -> None:
    bout = at_turn(tier=tier, stats=DEEP)
    table = bout.step(readings=[tier])
    assert bout["ann"].vigor == tier
    assert str(table.pools[0]).startswith(f"{tier}d4")
    assert table.pools[0].readings(lambda fours: fours).p(0) == Fraction(3, 4) ** tier
    assert citing(table, "vigor.vigor.turn-start-roll")


@pytest.mark.rule("vigor.vigor.turn-start-roll")
def test_the_roll_comes_at_ones_own_turn_only_and_minors_have_none() -> None:
    bout = Bout(hero("ann", tier=2), hero("bob"), minor("brute", tier=3), sovereign("wyrm"))
    bout.to("turns", order=("ann", "brute", "wyrm", "bob"))
    for who in ("ann", "brute", "wyrm", "bob"):
        bout.set(who, vigor=0)
    bout["brute"].vigor = 1
    table = bout.to("round-end", readings=[1, 1, 1])
    asked = [who for rule, who, _ in table.asked if rule == "vigor.vigor.turn-start-roll"]
    assert asked == ["ann", "wyrm", "bob"]
    assert bout["brute"].vigor == 1


@pytest.mark.rule("vigor.vigor.exploding")
def test_each_4_is_rolled_again_and_again() -> None:
    bout = at_turn(stats=DEEP)
    table = bout.step(readings=[4])
    counts = table.pools[0].readings(lambda fours: fours)
    assert [counts.p(fours) for fours in range(4)] == [
        Fraction(3, 4),
        Fraction(3, 16),
        Fraction(3, 64),
        Fraction(3, 256),
    ]
    assert bout["ann"].vigor == 4


@pytest.mark.rule("vigor.vigor.exploding")
def test_the_cap_is_the_only_limit() -> None:
    bout = at_turn(stats=DEEP)
    table = bout.step(readings=[7])
    assert table.pools[0].readings(lambda n: n).at_least(7) == Fraction(1, 4**7)
    assert bout["ann"].vigor == 7


@pytest.mark.rule("vigor.vigor.never-over-cap")
def test_what_a_roll_brings_beyond_the_cap_is_lost() -> None:
    bout = at_turn(2, tier=3)
    table = bout.step(readings=[3])
    assert bout["ann"].vigor == 3
    assert told(table, "regained")[0]["now"] == 3


@pytest.mark.rule("vigor.vigor.never-over-cap")
@pytest.mark.parametrize("key", [("brace",), ("rally",)])
def test_no_maneuver_goes_over_the_cap(key: tuple[str, ...]) -> None:
    bout = Bout(hero("ann", tier=3), hero("bob", tier=2), foe("brute"))
    bout.to("hero-picks")
    bout.set("ann", vigor=2)
    bout.set("bob", vigor=1)
    bout.step(key, ("pass",))
    bout.to("turns", *([("rally", "bob")] if key == ("rally",) else []))
    assert (bout["ann"].vigor, bout["bob"].vigor) == ((3, 1) if key == ("brace",) else (2, 2))


@pytest.mark.rule("vigor.vigor.no-idle-rolls")
def test_at_the_cap_nothing_is_rolled() -> None:
    for ann in ({"tier": 3, "vigor": 3}, {"vigor": 0, "stats": {"heart": 1}}):
        bout = at_turn(**ann)  # type: ignore[arg-type]
        table = bout.step()
        assert not table.was_asked("vigor.vigor.turn-start-roll")


@pytest.mark.rule("vigor.vigor.no-idle-rolls")
def test_rerolls_stop_once_the_cap_is_reached() -> None:
    bout = at_turn(0, tier=1)
    table = bout.step(readings=[1])
    counts = table.pools[0].readings(lambda n: n)
    assert dict(counts.items()) == {0: 3, 1: 1}


# ---- when the cap changes ----


@pytest.mark.rule("vigor.vigor.cap-changes")
def test_vigor_above_a_cap_that_falls_is_lost_at_once() -> None:
    bout = at_turn(6, stats={"heart": 20}, tier=3)
    table = gm(bout, "set", "ann", "heart", 12)
    assert bout["ann"].vigor == 4
    assert citing(table, "vigor.vigor.cap-changes")
    gm(bout, "tag", "ann", "shaken-nerve")
    assert bout["ann"].vigor == 3


@pytest.mark.rule("vigor.vigor.cap-changes")
def test_vigor_below_it_stays_and_a_rising_cap_gives_none() -> None:
    bout = at_turn(2, tier=3)
    gm(bout, "set", "ann", "heart", 8)
    assert bout["ann"].vigor == 2
    gm(bout, "set", "ann", "heart", 22)
    assert bout["ann"].vigor == 2


@pytest.mark.rule("vigor.vigor.cap-changes")
def test_heavier_armour_put_on_lowers_it_too() -> None:
    bout = at_turn(3, tier=3)
    gm(bout, "armour", "ann", value="heavy")
    assert bout["ann"].vigor == 1


def test_the_next_question_after_the_roll_is_the_turn() -> None:
    assert peek(at_turn(), readings=[0])[0] == "vigor.turn.economy"
