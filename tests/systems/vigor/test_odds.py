"""Exact odds against counting every face of every die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from vigor_kit import Bout, foe, hero, minor, mystic, sovereign, weapon

from affray.systems.vigor import odds
from affray.systems.vigor.odds import Blow

Counts = dict[tuple[str, int], Fraction]
TWO: dict[str, Callable[[int, int], int]] = {
    "": lambda one, _: one,
    "lower": min,
    "higher": max,
}


def naturals(kept: str) -> Iterator[int]:
    """What two d20 show, each pair as likely as another."""
    return (TWO[kept](one, two) for one, two in product(range(1, 21), repeat=2))


def counted(
    faces: int,
    bonus: int,
    ac: int,
    crit_from: int,
    *,
    body: int = 0,
    flat: int = 0,
    added: int = 0,
    worth: int = 0,
    kept: str = "",
    strays: bool = False,
    is_immune: bool = False,
) -> Counts:
    """A Major's attack, die by die: `body` is its Body die, 0 for a flat 1, -1 for nothing.

    With `flat` it is a Minor's, whose hit is flat and whose crit is one die, at least as much.
    """

    def points(raw: int) -> int:
        return 0 if is_immune else max(0, raw + worth)

    found: Counts = Counter()
    part = Fraction(1, 400)
    for natural in naturals(kept):
        if strays and natural == 1:
            found["stray", 0] += part
        elif natural + bonus < ac:
            glances = range(1, body + 1) if body > 0 else (1,) if body == 0 else ()
            if flat or not glances:
                found["miss", 0] += part
            else:
                for face in glances:
                    found["miss", points(face)] += part / len(glances)
        elif natural >= crit_from and flat:
            for face in range(1, faces + 1):
                found["crit", points(max(face, flat) + added)] += part / faces
        elif natural >= crit_from:
            for one, two in product(range(1, faces + 1), repeat=2):
                found["crit", points(one + two + added)] += part / faces**2
        elif flat:
            found["hit", points(flat + added)] += part
        else:
            for face in range(1, faces + 1):
                found["hit", points(face + added)] += part / faces
    return dict(found)


def told(bout: Bout, who: str, target: str, way: str, **more: Any) -> Counts:
    found = odds.blow(bout.fight, who, target, way, **more)
    return {(one.result, one.points): found.p(one) for one in found}


def near(attacker: dict[str, Any], target: dict[str, Any], feet: int = 5, **more: Any) -> Bout:
    bout = Bout(attacker | {"at": [0, 0]}, target | {"at": [0, feet]}, **more)
    bout.to("turns")
    return bout


# ---- an attack ----


def test_the_attack_of_a_hero() -> None:
    ann = hero("ann", tier=2, stats={"body": 14, "cunning": 16}, points=1)
    bout = near(ann, sovereign("brute", armour="heavy", resists=["slashing"]))
    expected = counted(6, 2, 13, 17, body=6, added=1, worth=-1)
    assert told(bout, "ann", "brute", "longsword") == expected


def test_the_attack_of_a_major_npc() -> None:
    brute = foe("brute", tier=3, stats={"body": 8, "cunning": 9})
    bout = near(hero("ann", shield=True, vulnerable=["slashing"]), brute)
    assert told(bout, "brute", "ann", "longsword") == counted(8, -1, 11, 21, body=-1, worth=1)


def test_the_attack_of_a_minor() -> None:
    bout = near(hero("ann", stats={"sense": 14}), minor("rat", tier=3))
    assert told(bout, "rat", "ann", "longsword") == counted(8, 3, 12, 20, flat=3)
    rat = minor("rat", tier=2, weapons=[weapon("longsword", points=2)])
    bout = near(hero("ann", resists=["slashing"]), rat)
    expected = counted(6, 2, 10, 20, flat=2, added=2, worth=-1)
    assert told(bout, "rat", "ann", "longsword") == expected


def test_the_attack_of_a_sovereign() -> None:
    wyrm = sovereign("wyrm", tier=5, stats={"body": 20, "cunning": 22}, crit=4)
    bout = near(hero("ann", armour="medium", stats={"sense": 16}), wyrm)
    assert told(bout, "wyrm", "ann", "longsword") == counted(12, 5, 15, 12, body=12)


def test_a_crit_range_that_does_not_reach_the_ac() -> None:
    ann = hero("ann", stats={"cunning": 22})
    bout = near(ann, minor("brute", ac=18))
    assert told(bout, "ann", "brute", "longsword") == counted(4, 0, 18, 14)
    bout = near(ann, minor("brute", ac=21))
    assert told(bout, "ann", "brute", "longsword") == {("miss", 1): Fraction(1)}


def test_against_somebody_immune_nothing_comes_of_it() -> None:
    bout = near(hero("ann"), foe("brute", immune=["slashing"]))
    assert told(bout, "ann", "brute", "longsword") == counted(4, 0, 10, 20, is_immune=True)


def test_a_mystic_attack_and_one_left_without_its_glancing_blow() -> None:
    ann = hero("ann", tier=2, trees=["wizard"], stats={"mind": 14}, attacks=[mystic()])
    bout = near(ann, foe("brute"), 60)
    assert told(bout, "ann", "brute", "bolt") == counted(6, 2, 10, 20)
    expected = counted(6, 2, 10, 20, body=-1)
    assert told(bout, "ann", "brute", "bolt", glances=False) == expected


def test_a_shot_at_long_range() -> None:
    ann = hero("ann", weapons=["shortbow"], stats={"body": 12, "cunning": 14})
    bout = near(ann, foe("brute"), 90)
    expected = counted(4, 1, 10, 18, body=4, kept="lower")
    assert told(bout, "ann", "brute", "shortbow") == expected


def test_a_shot_past_a_creature() -> None:
    bout = Bout(
        hero("ann", at=[0, 0], weapons=["shortbow"]),
        hero("bob", at=[0, 10]),
        foe("brute", at=[0, 20]),
    )
    bout.to("turns")
    expected = counted(4, 0, 10, 20, kept="lower", strays=True)
    assert told(bout, "ann", "brute", "shortbow") == expected


def test_what_is_played_is_what_is_told() -> None:
    bout = near(hero("ann", tier=2, stats={"cunning": 18}), sovereign("brute", armour="light"))
    found = odds.blow(bout.fight, "ann", "brute", "longsword")
    bout.to_turn("ann")
    table = bout.do(("attack", "longsword", "brute"), readings=["crit", 12])
    read = table.pools[0].readings(lambda result: result)
    for result in ("miss", "hit", "crit"):
        assert found.chance(lambda one, is_=result: one.result == is_) == read.p(result)
    assert found.p(Blow("crit", 12)) == read.p("crit") * table.pools[1].readings(lambda n: n).p(12)


@pytest.mark.parametrize("lance", ["force-lance", "shock-burst"])
def test_a_spell(lance: str) -> None:
    ann = hero("ann", tier=3, trees=["wizard"], stats={"mind": 16}, spells=[lance])
    bout = near(ann, foe("brute", resists=["force", "thunder"]), 30)
    found = odds.spell_blow(bout.fight, "ann", "brute", lance)
    chances = {(one.result, one.points): found.p(one) for one in found}
    if lance == "force-lance":
        assert chances == counted(8, 3, 10, 20, body=-1, worth=-1)
    else:
        assert chances == {("hit", shown - 1): Fraction(1, 8) for shown in range(1, 9)}


# ---- the chance to be disrupted ----


@pytest.mark.parametrize("mind", [8, 10, 16, 22])
@pytest.mark.parametrize("lost", [1, 3, 8, 12])
def test_the_chance_to_be_disrupted(mind: int, lost: int) -> None:
    ann = hero("ann", trees=["wizard"], stats={"mind": mind}, spells=["force-lance"])
    bout = Bout(ann, foe("brute"))
    bout.to("hero-picks")
    bout.step(("cast", "force-lance"))
    modifier = {8: -1, 10: 0, 16: 3, 22: 6}[mind]
    fails = sum(1 for natural in range(1, 21) if natural + modifier < 10 + lost)
    assert odds.disrupted(bout.fight, "ann", lost) == Fraction(fails, 20)


def test_with_nothing_pending_nothing_is_disrupted() -> None:
    bout = near(hero("ann"), foe("brute"))
    assert odds.disrupted(bout.fight, "ann", 5) == 0


# ---- Vigor at the start of a turn ----


def fours(dice: int, room: int) -> dict[int, Fraction]:
    """Die after die: a 4 gives 1 and is rolled again, until there is no room."""
    if not dice or not room:
        return {0: Fraction(1)}
    found: dict[int, Fraction] = Counter()
    for face in (1, 2, 3, 4):
        rest = fours(dice, room - 1) if face == 4 else fours(dice - 1, room)
        for gained, chance in rest.items():
            found[gained + (face == 4)] += chance / 4
    return dict(found)


@pytest.mark.parametrize("tier", [1, 2, 3, 5])
@pytest.mark.parametrize("missing", [1, 2, 4])
def test_the_vigor_that_a_turn_gives_back(tier: int, missing: int) -> None:
    bout = near(hero("ann", tier=tier, stats={"heart": 16}), foe("brute"))
    cap = tier + 3
    bout.set("ann", vigor=cap - missing)
    found = odds.regained(bout.fight, "ann")
    assert {gained: found.p(gained) for gained in found} == fours(tier, missing)


def test_at_the_cap_and_for_a_minor_it_is_nothing() -> None:
    bout = near(hero("ann", tier=3), minor("rat", tier=3))
    bout.set("rat", vigor=1)
    for who in ("ann", "rat"):
        assert odds.regained(bout.fight, who).p(0) == 1


# ---- initiative ----


def test_the_order_of_a_few() -> None:
    bout = Bout(
        hero("ann", stats={"mind": 12}),
        hero("bob", stats={"mind": 8}),
        foe("brute", stats={"mind": 12}),
        minor("rat"),
    )
    found = odds.orders(bout.fight, ["ann", "bob", "brute", "rat"])
    expected: dict[tuple[str, ...], int] = Counter()
    eight, four = range(1, 9), range(1, 5)
    rolls = product(eight, four, eight, four, eight, four, eight)
    totals = Counter((a + m, b - n, c + o, d) for a, m, b, n, c, o, d in rolls)
    for (ann, bob, brute, rat), weight in totals.items():
        # Ties: the higher Mind (a Minor's counts as 10), then heroes before foes.
        ranked = [(-ann, -12, 0, "ann"), (-bob, -8, 0, "bob")]
        ranked += [(-brute, -12, 1, "brute"), (-rat, -10, 1, "rat")]
        expected[tuple(name for *_, name in sorted(ranked))] += weight
    total = sum(expected.values())
    assert {order: found.p(order) for order in found} == {
        order: Fraction(weight, total) for order, weight in expected.items()
    }


def test_equals_come_heroes_first_and_then_as_the_encounter_names_them() -> None:
    bout = Bout(foe("brute"), hero("ann"), hero("bob"))
    found = odds.orders(bout.fight, ["brute", "ann", "bob"])
    # All three show the same in 8 of 512 ways; ann precedes bob in 36 of 64.
    assert found.chance(lambda order: order.index("ann") < order.index("bob")) == Fraction(36, 64)
    assert found.chance(lambda order: order[0] == "brute") == Fraction(
        sum((n - 1) ** 2 for n in range(1, 9)), 512
    )
