"""The exact distribution of one attack against brute force over all dice, and against play."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from sixteen_kit import SIXTEEN, Bout, foe, gm, hero, spell, weapon

from affray.dice import DiceError
from affray.kernel.running import advance
from affray.systems.sixteen.odds import odds, odds_of
from affray.tables.enumerating import leaves

WAY = ("weapon", "tool")


@dataclass(frozen=True)
class Blow:
    """One attack in the ledger's words: `ar` is what armour takes off a hit that is not critical,
    `target` the deflect target (None: no attempt)."""

    modifier: int
    faces: int = 6
    bonus: int = 0
    ar: int = 0
    target: int | None = None
    large: bool = False
    telling: str = "add-d3"
    blind: bool = False
    up: bool = False
    twenty_hits: bool = True
    natural_twenty: bool = False


def attack_result(blow: Blow, natural: int) -> str:
    """What the natural comes to: by its face first, then by its total."""
    critical = natural + blow.modifier == 16
    if natural == 1:
        return "critical-miss"
    if natural == 20 and (blow.twenty_hits or natural + blow.modifier >= 16):
        return "telling-critical" if critical else "telling"
    if critical:
        return "critical"
    return "hit" if natural + blow.modifier >= 16 else "miss"


def met(blow: Blow, result: str, damage: int, deflect: int) -> tuple[str, int]:
    """What becomes of a hit for that damage if the Deflect attempt shows that number."""
    critical = result.endswith("critical")
    after_armour = damage if critical else max(0, damage - blow.ar)
    if blow.target is None or deflect == 1:
        return "struck", after_armour
    best = deflect == (20 if blow.natural_twenty else blow.target)
    if not (best or (deflect >= blow.target and not critical)):
        return "struck", after_armour
    if not blow.large:
        return ("critically-deflected" if best else "deflected"), 0
    half = (damage + 1) // 2 if blow.up else damage // 2
    return ("critically-halved" if best else "halved"), max(0, half - blow.ar)


def brute(blow: Blow) -> dict[tuple[str, str, int], Fraction]:
    """Every way that all dice can fall: d20 (twice if blinded), damage, D3 or damage again,
    deflect."""
    second = range(1, 7) if blow.telling == "add-d3" else range(1, blow.faces + 1)
    naturals = Counter(
        min(a, b) if blow.blind else a for a, b in product(range(1, 21), range(1, 21))
    )
    found: Counter[tuple[str, str, int]] = Counter()
    for natural, ways in naturals.items():
        result = attack_result(blow, natural)
        if result in ("miss", "critical-miss"):
            found[result, "missed", 0] += ways * blow.faces * len(second) * 20
            continue
        for shown, more in product(range(1, blow.faces + 1), second):
            raw = shown
            if result.startswith("telling"):
                raw = shown + (more + 1) // 2 if blow.telling == "add-d3" else more
            for deflect in range(1, 21):
                how, dealt = met(blow, result, max(0, raw + blow.bonus), deflect)
                found[result, how, dealt] += ways
    total = 400 * blow.faces * len(second) * 20
    assert sum(found.values()) == total
    return {outcome: Fraction(count, total) for outcome, count in found.items()}


def fight_of(blow: Blow) -> Bout:
    """A fight in which that attack is about to be made."""
    house = {
        "half-damage": "up" if blow.up else "down",
        "natural-twenty-hits": "yes" if blow.twenty_hits else "no",
        "critical-deflect": "natural-twenty" if blow.natural_twenty else "exact-number",
    }
    tool = weapon("tool", damage=f"1d{blow.faces}")
    size = "large" if blow.large else "medium"
    deflects = {} if blow.target is None else {"deflect_bonus": 20 - blow.target}
    fight = Bout(
        hero("ann", hit=blow.modifier, weapons=[tool], damage_bonus=blow.bonus, size=size, sdf=20),
        foe("cur", max_hp=90, ar=blow.ar, wounded_by_more_than=99, **deflects),
        house=house,
    )
    if blow.blind:
        gm(fight, "tag", "ann", "blinded")
    if blow.target is None:
        gm(fight, "tag", "cur", "stunned")
    return fight


def same(blow: Blow) -> None:
    found = odds_of(fight_of(blow).fight, "ann", WAY, "cur", telling=blow.telling)
    assert found.outcomes == brute(blow)


# From far above to far below the die: needed 26 to -4, with 21, 20, 1, 0 among them.
MODIFIERS = [-10, -5, -4, -3, 0, 5, 9, 14, 15, 16, 20]
CASES = [
    Blow(0),
    Blow(0, ar=2, target=20),
    Blow(0, faces=8, ar=3, target=14, telling="roll-again"),
    Blow(0, ar=1, target=14, large=True, bonus=2),
    Blow(0, target=2, large=True, telling="roll-again"),
    Blow(0, ar=2, target=15, blind=True),
    Blow(0, faces=4, bonus=-2, ar=1, target=18),
]


@pytest.mark.rule(
    "sixteen.attack.order",
    "sixteen.attack.roll",
    "sixteen.critical.exact-number",
    "sixteen.critical.off-the-die",
    "sixteen.critical.needed-one",
    "sixteen.critical.needed-twenty",
    "sixteen.deflect.critical-deflect",
    "sixteen.deflect.large-means",
    "sixteen.telling.d3",
)
@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("modifier", MODIFIERS)
def test_the_whole_distribution_agrees_with_brute_force(modifier: int, case: Blow) -> None:
    given = {name: getattr(case, name) for name in case.__dataclass_fields__}
    same(Blow(**{**given, "modifier": modifier}))


@pytest.mark.rule("sixteen.critical.off-the-die")
@pytest.mark.parametrize("modifier", range(-12, 22))
def test_every_needed_number_from_28_to_minus_5(modifier: int) -> None:
    same(Blow(modifier, faces=2, ar=1, target=15))


@pytest.mark.rule("sixteen.deflect.lowered", "sixteen.deflect.roll")
@pytest.mark.parametrize("target", range(2, 21))
@pytest.mark.parametrize("large", [False, True])
def test_every_deflect_target(target: int, large: bool) -> None:
    same(Blow(5, faces=4, ar=1, target=target, large=large))


@pytest.mark.rule(
    "sixteen.attack.natural-twenty-hits",
    "sixteen.deflect.critical-deflect",
    "sixteen.deflect.large-means",
)
@pytest.mark.parametrize("modifier", [-5, -4, 5, 15])
@pytest.mark.parametrize("switch", ["up", "twenty_hits", "natural_twenty"])
def test_the_other_readings(switch: str, modifier: int) -> None:
    turned = {"up": True, "twenty_hits": False, "natural_twenty": True}[switch]
    given: Any = {switch: turned}
    same(Blow(modifier, faces=5, ar=1, target=15, large=switch == "up", **given))
    assert brute(Blow(-5, twenty_hits=False)).keys() == {
        ("miss", "missed", 0),
        ("critical-miss", "missed", 0),
    }


def test_the_better_choice_is_the_one_worth_more_on_average() -> None:
    """With 1d8 on a telling blow: again below 3 (4.5 against shown + 2), D3 from 3 on."""
    fight = fight_of(Blow(-10, faces=8))
    found = odds_of(fight.fight, "ann", WAY, "cur").damage
    expected: Counter[int] = Counter({0: 19 * 8 * 24})
    for shown in range(1, 9):
        if shown < 3:
            expected.update(dict.fromkeys(range(1, 9), 3))
        else:
            expected.update({shown + more: 8 for more in (1, 2, 3)})
    assert found == {n: Fraction(count, 20 * 8 * 24) for n, count in sorted(expected.items())}


class Way:
    """Attacks, deflects, and settles telling blows one way."""

    name = "one way"
    decides = frozenset()  # type: ignore[var-annotated]

    def __init__(self, telling: str) -> None:
        self.telling = telling

    def choose(self, view: Any, who: str, because: str, options: Any) -> Any:
        if because == "sixteen.turn.parts":
            return next(one for one in options() if one[0] == "attack")
        if because.startswith("sixteen.telling"):
            return (self.telling,)
        return options()[0]

    def offer(self, *rest: Any) -> None:
        return None

    def rule(self, *rest: Any) -> None:
        return None


@pytest.mark.rule("sixteen.attack.order")
@pytest.mark.parametrize(
    "blow",
    [
        Blow(5, ar=2, target=15),
        Blow(-4, ar=2, target=15),
        Blow(15, ar=1, target=18, telling="roll-again"),
        Blow(-10, faces=4, target=2, large=True, bonus=3),
        Blow(16, faces=4, ar=1, target=10, large=True, blind=True),
        Blow(3, ar=9),
    ],
    ids=str,
)
def test_what_the_rules_do_with_every_fall_of_the_dice_agrees_too(blow: Blow) -> None:
    fight = fight_of(blow)
    policy: Any = Way(blow.telling)
    found: dict[int, Fraction] = {}
    step = lambda state, table: advance(SIXTEEN, state, table)  # noqa: E731
    for p, after, _ in leaves(SIXTEEN, fight.fight, step, policy, policy):
        lost = 90 - after["cur"].hp
        found[lost] = found.get(lost, Fraction(0)) + p
    expected: dict[int, Fraction] = {}
    for (_, _, dealt), p in brute(blow).items():
        expected[dealt] = expected.get(dealt, Fraction(0)) + p
    assert found == expected


@pytest.mark.rule("sixteen.hp.blows-on-unconscious", "sixteen.hp.no-roll-on-unconscious")
@pytest.mark.parametrize("telling", ["add-d3", "roll-again"])
def test_a_blow_at_the_unconscious(telling: str) -> None:
    fight = fight_of(Blow(-10, ar=2, bonus=1, target=2))
    gm(fight, "set", "cur", "hp", -1)
    found = odds_of(fight.fight, "ann", WAY, "cur", telling=telling).outcomes
    expected: Counter[tuple[str, str, int]] = Counter()
    for shown, more in product(range(1, 7), range(1, 7)):
        raw = shown + (more + 1) // 2 if telling == "add-d3" else more
        expected["telling", "struck", max(0, raw + 1 - 2)] += 1
    assert found == {outcome: Fraction(n, 36) for outcome, n in expected.items()}


def test_a_spell_a_modifier_and_a_target_that_lets_it_through() -> None:
    fight = Bout(
        hero("ann", spells=[spell("bolt")], hit=2),
        foe("cur", max_hp=90, ar=3, resistances={"fire": 2}, deflect_bonus=10),
    )
    found = odds_of(fight.fight, "ann", ("spell", "bolt"), "cur", further=3, telling="add-d3")
    # Resistance counts against a critical hit as well.
    expected: dict[tuple[str, str, int], Fraction] = {}
    for (result, how, _), p in brute(Blow(5, target=10)).items():
        expected[result, how, 0] = expected.get((result, how, 0), Fraction(0)) + p
    assert {(r, m): p for r, m, p in _summed(found.outcomes)} == {
        (r, m): p for r, m, p in _summed(expected)
    }
    open_to = odds_of(fight.fight, "ann", ("spell", "bolt"), "cur", further=3, deflects=False)
    assert set(open_to.met) == {"missed", "struck"}
    assert open_to.results["critical"] == Fraction(1, 20)
    criticals = {d for (r, _, d) in open_to.outcomes if r == "critical"}
    assert criticals == {0, 1, 2, 3, 4}
    with pytest.raises(LookupError):
        odds_of(fight.fight, "ann", ("spell", "frost"), "cur")


def _summed(outcomes: dict[tuple[str, str, int], Fraction]) -> list[tuple[str, str, Fraction]]:
    found: dict[tuple[str, str], Fraction] = {}
    for (result, how, _), p in outcomes.items():
        found[result, how] = found.get((result, how), Fraction(0)) + p
    return [(result, how, p) for (result, how), p in sorted(found.items())]


# ---- in words ----


@pytest.mark.parametrize(
    ("text", "blow"),
    [
        ("11", Blow(5)),
        ("1 with 1d8", Blow(15, faces=8)),
        ("20 with 1d4 against 16", Blow(-4, faces=4, target=16)),
        ("23 with 1d6 against 2 large armour 3", Blow(-7, target=2, large=True, ar=3)),
        ("-2 with 1d8 armour 2", Blow(18, faces=8, ar=2)),
    ],
)
def test_the_odds_in_words_have_the_chances_of_brute_force(text: str, blow: Blow) -> None:
    found = odds(text)
    ways = brute(blow)
    missed = sum((p for (_, how, _), p in ways.items() if how == "missed"), Fraction(0))
    critical = sum((p for (r, _, _), p in ways.items() if r.endswith("critical")), Fraction(0))
    assert found["p_hit"] == pytest.approx(float(1 - missed))
    assert found["p_critical"] == pytest.approx(float(critical))
    counts = [row["count"] for row in found["outcomes"]]
    assert sum(counts) == found["total"]
    plain = {
        (row["result"], row["met"], row["damage"]): Fraction(row["count"], found["total"])
        for row in found["outcomes"]
        if not row["result"].startswith("telling")
    }
    assert plain == {outcome: p for outcome, p in ways.items() if outcome[0][:7] != "telling"}


@pytest.mark.parametrize(
    "text", ["", "strong", "11 with sword", "11 against 1", "11 against 21", "11 armour x"]
)
def test_what_is_no_attack_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(DiceError):
        odds(text)
