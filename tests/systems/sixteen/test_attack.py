"""Making an attack: the roll, the needed number and what is critical (areas attack, critical)."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import Bout, DiceTable, citing, foe, gm, hero, spell, weapon

SWORD = ("attack", "long-sword", "cur")
TAKE = ("take-it",)


def bout(house: dict[str, Any] | None = None, **fields: Any) -> Bout:
    """ann, with these fields, next to a foe of 40 HP that nothing wounds."""
    cur = foe("cur", max_hp=40, wounded_by_more_than=99)
    return Bout(hero("ann", **fields), cur, house=house)


def swing(fight: Bout, natural: int, shown: int = 4, *more: Any, **script: Any) -> DiceTable:
    """One attack: the natural, the damage dice, the dice after those; a 20 is answered by D3."""
    hits = ("add-d3",) if natural == 20 else None
    choices = [SWORD, *([hits] if hits else []), *script.pop("choices", [TAKE])]
    return fight.do(*choices, dice=[(natural, shown), *more], **script)


def result(table: DiceTable) -> str:
    """What the attack roll came to."""
    (event,) = [e for e in table.events if e.code in ("missed", "critical-miss", "struck")]
    return event.fields["result"] if event.code == "struck" else event.code


def needed(table: DiceTable) -> int:
    (event,) = [e for e in table.events if e.code == "attack"]
    number: int = event.fields["needed"]
    return number


# ---- the roll ----


@pytest.mark.rule("sixteen.attack.roll", "sixteen.attack.hit-modifier")
@pytest.mark.parametrize("hit", [-2, 0, 5, 9])
def test_a_total_of_sixteen_hits_and_fifteen_misses(hit: int) -> None:
    fight = bout(hit=hit)
    assert "missed" in swing(fight, 15 - hit, choices=()).codes()
    assert fight["cur"].hp == 40
    fight = bout(hit=hit)
    table = swing(fight, 16 - hit)
    assert result(table) == "critical"
    assert fight["cur"].hp == 36
    assert table.cited("sixteen.attack.roll")


@pytest.mark.rule("sixteen.attack.roll")
def test_more_than_sixteen_is_a_plain_hit() -> None:
    assert result(swing(bout(hit=5), 12)) == "hit"
    assert result(swing(bout(hit=5), 19)) == "hit"


@pytest.mark.rule("sixteen.attack.hit-modifier")
def test_a_weapon_with_a_modifier_of_its_own_replaces_h() -> None:
    assert needed(swing(bout(hit=5, weapons=[weapon("long-sword", hit=8)]), 12)) == 8
    assert needed(swing(bout(hit=5, weapons=[weapon("long-sword", hit=0)]), 18)) == 16


@pytest.mark.rule("sixteen.attack.hit-modifier")
def test_a_spell_with_a_modifier_of_its_own_replaces_h() -> None:
    fight = bout(hit=5, spells=[spell("bolt", hit=9)])
    table = fight.do(("spell", "bolt", "cur"), TAKE, dice=[(8, 3)])
    assert needed(table) == 7
    assert fight["cur"].hp == 37


@pytest.mark.rule("sixteen.attack.hit-modifier", "sixteen.attack.needed-number")
@pytest.mark.parametrize(("level", "number"), [(0, 11), (1, 12), (2, 13), (3, 14)])
def test_the_h_that_fatigue_takes_is_subtracted(level: int, number: int) -> None:
    fight = bout(fatigue=level)
    table = swing(fight, number)
    assert needed(table) == number
    assert result(table) == "critical"
    assert result(swing(bout(fatigue=level), number + 1)) == "hit"


@pytest.mark.rule("sixteen.attack.hit-modifier")
def test_fatigue_also_lowers_a_weapons_own_modifier() -> None:
    assert needed(swing(bout(weapons=[weapon("long-sword", hit=8)], fatigue=2), 12)) == 10


# ---- the GM's modifiers ----


@pytest.mark.rule("sixteen.attack.modifiers")
def test_no_further_modifier_is_the_default() -> None:
    table = swing(bout(), 12)
    assert table.was_asked("sixteen.attack.modifiers")
    assert needed(table) == 11


@pytest.mark.rule("sixteen.attack.modifiers", "sixteen.attack.needed-number")
@pytest.mark.parametrize(("modifier", "number"), [(-4, 15), (3, 8), (-40, 51), (40, -29)])
def test_the_gms_modifier_moves_the_needed_number(modifier: int, number: int) -> None:
    ruled = {"sixteen.attack.modifiers": ("modifier", str(modifier))}
    table = swing(bout(), 15, rulings=ruled, choices=[TAKE] if number <= 15 else ())
    assert needed(table) == number
    expected = "missed" if number > 15 else "critical" if number == 15 else "hit"
    assert result(table) == expected
    assert any(str(modifier).lstrip("-") in one for one in attack_of(table)["modifiers"])


def attack_of(table: DiceTable) -> dict[str, Any]:
    fields: dict[str, Any] = next(e.fields for e in table.events if e.code == "attack")
    return fields


@pytest.mark.rule("sixteen.attack.needed-number")
def test_the_needed_number_is_worked_out_anew_for_each_attack() -> None:
    fight = bout()
    ruled = {"sixteen.attack.modifiers": ("modifier", "-3")}
    assert needed(swing(fight, 15, rulings=ruled)) == 14
    fight.to_turn("ann")
    assert needed(swing(fight, 15)) == 11
    gm(fight, "set", "ann", "hit", 7)
    fight.to_turn("ann")
    assert needed(swing(fight, 15)) == 9


# ---- damage together, order ----


@pytest.mark.rule("sixteen.attack.damage-together")
def test_the_weapon_dice_are_in_the_same_roll_as_the_d20() -> None:
    table = swing(bout(), 12)
    rolls = [(rule, pool) for rule, _, pool in table.asked if "d" in str(pool)[:4]]
    assert ("sixteen.attack.roll", "1d20 & 1d8") in rolls
    assert not [rule for rule, _ in rolls if "damage" in rule]
    struck = next(e for e in table.events if e.code == "struck")
    assert struck.fields["damage"] == 4


@pytest.mark.rule("sixteen.attack.damage-together")
def test_the_damage_of_a_miss_is_thrown_away() -> None:
    fight = bout()
    table = swing(fight, 10, 8, choices=())
    assert fight["cur"].hp == 40
    assert not [e for e in table.events if e.code == "hurt"]


@pytest.mark.rule("sixteen.attack.order")
def test_an_attack_is_worked_out_in_the_order_of_the_rule() -> None:
    """20, telling, deflected (halved: the attacker is large), armour, HP, wound, state."""
    fight = Bout(
        hero("ann", size="large", damage_bonus=8),
        foe("cur", max_hp=6, armour="mail", deflect_bonus=10, wounded_by_more_than=5),
        foe("far"),
    )
    table = fight.do(SWORD, ("add-d3",), ("deflect",), dice=[(20, 8), 6, 15])
    told = [c for c in table.codes() if c not in ("rolled", "strained", "attack")]
    order = ["struck", "telling-d3", "deflect", "halved", "hurt", "wounded", "fatigue", "state"]
    assert [c for c in told if c in order] == order
    # 8 + 3 (D3) + 8 = 19, half is 9, mail against cutting takes 3.
    assert fight["cur"].hp == 0
    assert fight["cur"].wounds == 1


# ---- natural 1 and natural 20 ----


@pytest.mark.rule("sixteen.attack.natural-one-misses")
@pytest.mark.parametrize("hit", [0, 15, 20])
def test_a_natural_1_misses_even_if_its_total_reaches_sixteen(hit: int) -> None:
    fight = bout(hit=hit)
    table = swing(fight, 1, 8, 20, choices=())
    assert result(table) == "critical-miss"
    assert fight["cur"].hp == 40
    assert table.cited("sixteen.attack.natural-one-misses")


@pytest.mark.rule("sixteen.attack.natural-twenty-hits", "sixteen.critical.off-the-die")
@pytest.mark.parametrize("hit", [-5, -10])
def test_a_natural_20_hits_below_sixteen_and_is_telling_but_not_critical(hit: int) -> None:
    fight = bout(hit=hit)
    table = swing(fight, 20, 4, 1)
    assert result(table) == "telling"
    assert fight["cur"].hp == 40 - 4 - 1
    fight = bout(hit=hit)
    assert result(swing(fight, 19, choices=())) == "missed"


@pytest.mark.rule("sixteen.attack.natural-twenty-hits")
def test_by_the_other_reading_a_natural_20_below_sixteen_misses() -> None:
    house = {"natural-twenty-hits": "no"}
    fight = bout(house, hit=-5)
    table = fight.do(SWORD, dice=[(20, 4)])
    assert result(table) == "missed"
    assert fight["cur"].hp == 40
    assert result(swing(bout(house, hit=-4), 20, 4, 1)) == "telling-critical"
    assert result(swing(bout(house, hit=5), 20, 4, 1)) == "telling"


# ---- criticals ----


LEDGER = [
    # sum of modifiers, needed, hits out of 20, the natural that is critical (0: none)
    *[(-7, 23, 1, 0), (-6, 22, 1, 0), (-5, 21, 1, 0), (-4, 20, 1, 20), (-3, 19, 2, 19)],
    *[(-2, 18, 3, 18), (-1, 17, 4, 17), (0, 16, 5, 16), (1, 15, 6, 15), (2, 14, 7, 14)],
    *[(3, 13, 8, 13), (4, 12, 9, 12), (5, 11, 10, 11), (6, 10, 11, 10), (7, 9, 12, 9)],
    *[(8, 8, 13, 8), (9, 7, 14, 7), (10, 6, 15, 6), (11, 5, 16, 5), (12, 4, 17, 4)],
    *[(13, 3, 18, 3), (14, 2, 19, 2), (15, 1, 19, 0), (16, 0, 19, 0), (17, -1, 19, 0)],
]


@pytest.mark.rule(
    "sixteen.attack.needed-number",
    "sixteen.critical.exact-number",
    "sixteen.critical.off-the-die",
    "sixteen.critical.needed-one",
    "sixteen.critical.needed-twenty",
)
@pytest.mark.parametrize(("modifier", "number", "hits", "critical"), LEDGER)
def test_each_row_of_the_ledgers_table(
    modifier: int, number: int, hits: int, critical: int
) -> None:
    found = {}
    for natural in range(1, 21):
        fight = bout(hit=modifier)
        miss = natural == 1 or (natural < number and natural < 20)
        more = [20] if natural == 1 else [2] if natural == 20 else []
        table = swing(fight, natural, 4, *more, choices=() if miss else [TAKE])
        assert needed(table) == number
        found[natural] = result(table)
        assert (fight["cur"].hp < 40) is not miss
    struck = [n for n, how in found.items() if how not in ("missed", "critical-miss")]
    assert len(struck) == hits
    assert [n for n, how in found.items() if how.endswith("critical")] == [critical] * (
        critical > 0
    )
    assert found[1] == "critical-miss"
    assert found[20] == ("telling-critical" if critical == 20 else "telling")


@pytest.mark.rule("sixteen.critical.needed-twenty")
def test_a_20_that_is_the_needed_number_has_the_benefits_of_both() -> None:
    fight = Bout(hero("ann", hit=-4), foe("cur", max_hp=40, armour="plate", deflect_bonus=10))
    table = fight.do(SWORD, ("add-d3",), ("deflect",), dice=[(20, 8), 6, 19])
    assert result(table) == "telling-critical"
    assert fight["cur"].hp == 40 - 8 - 3
    fight = Bout(hero("ann", hit=-4), foe("cur", max_hp=40, armour="plate"))
    fight.do(SWORD, ("roll-again",), TAKE, dice=[(20, 2), 7])
    assert fight["cur"].hp == 33


@pytest.mark.rule("sixteen.critical.bypasses", "sixteen.armour.rating")
def test_a_critical_hit_ignores_armour_and_another_hit_does_not() -> None:
    def against_plate(natural: int) -> int:
        fight = Bout(hero("ann"), foe("cur", max_hp=40, armour="plate"))
        fight.do(SWORD, TAKE, dice=[(natural, 7)])
        return 40 - fight["cur"].hp

    assert against_plate(11) == 7
    assert against_plate(12) == 4


@pytest.mark.rule("sixteen.critical.bypasses", "sixteen.deflect.critical-needed")
@pytest.mark.parametrize(
    ("natural", "left"), [(15, 33), (17, 33), (20, 33), (16, 40), (2, 33), (1, 33)]
)
def test_a_critical_hit_is_stopped_by_a_critical_deflect_alone(natural: int, left: int) -> None:
    fight = Bout(hero("ann"), foe("cur", max_hp=40, deflect_bonus=4))
    table = fight.do(SWORD, ("deflect",), dice=[(11, 7), natural])
    assert fight["cur"].hp == left
    if natural == 17:
        assert table.cited("sixteen.deflect.critical-needed")


@pytest.mark.rule("sixteen.critical.no-extra-damage")
def test_a_critical_hit_adds_no_damage_and_does_not_ignore_resistance() -> None:
    fight = bout()
    swing(fight, 11, 6)
    assert fight["cur"].hp == 34
    fire = spell("bolt")
    fight = Bout(hero("ann", spells=[fire]), foe("cur", max_hp=40, ar=3, resistances={"fire": 2}))
    fight.do(("spell", "bolt", "cur"), TAKE, dice=[(11, 6)])
    assert fight["cur"].hp == 36


@pytest.mark.rule("sixteen.critical.exact-number")
def test_the_exact_number_moves_with_the_situation() -> None:
    ruled = {"sixteen.attack.modifiers": ("modifier", "-2")}
    table = swing(bout(), 13, rulings=ruled)
    assert result(table) == "critical"
    assert table.cited("sixteen.critical.exact-number")
    table = swing(bout(), 12, rulings={"sixteen.attack.modifiers": ("modifier", "2")})
    assert result(table) == "hit"
    assert not citing(table, "sixteen.critical.exact-number")
