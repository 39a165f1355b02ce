"""From a hit to the Wounds that it costs (area `damage`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, citing, coded, elite, gm, hero, minions, nemesis, spend

BLOW = ("attack", "long-blade", "brute")


def turn(weapon: Any = "long-blade", foe: dict[str, Any] | None = None, **fields: Any) -> Bout:
    given = {"might": 6, "agility": 6, **fields}
    skills = dict.fromkeys(("light-melee", "heavy-melee", "light-ranged", "heavy-ranged"), 6)
    ann = hero("ann", weapons=[weapon] if weapon else [], skills=skills, **given)
    bout = Bout(ann, hero("bob"), foe or elite("brute", wound_points=60))
    bout.turn_of("ann")
    return bout


def hit(bout: Bout, roll: str = "1 success", weapon: str = "long-blade") -> Any:
    table = bout.do(("attack", weapon, "brute"), rolls=[roll])
    return coded(table, "damage")[0]


def soaks(resistance: int, points: int = 60, **fields: Any) -> dict[str, Any]:
    return elite("brute", wound_points=points, resistance=resistance, **fields)


def numbers(event: Any) -> dict[str, Any]:
    return {**event.fields, **event.secret}


# ---- the amount ----


@pytest.mark.rule("ix.damage.base")
@pytest.mark.parametrize(
    ("weapon", "damage"),
    [
        ("knife", 4),
        ("short-blade", 5),
        ("long-blade", 6),
        ("war-axe", 7),
        ("great-blade", 8),
        ("throwing-knife", 4),
        ("hunting-bow", 6),
        ({"use": "knife", "damage": 0}, 0),
    ],
)
def test_a_hit_starts_from_the_base_damage_of_the_weapon(weapon: Any, damage: int) -> None:
    name = weapon if isinstance(weapon, str) else weapon["use"]
    event = hit(turn(weapon), weapon=name)
    assert event.fields["damage"] == damage
    assert event.rule == "ix.damage.base"


@pytest.mark.rule("ix.damage.net-success")
@pytest.mark.parametrize(("successes", "damage"), [(1, 6), (2, 7), (3, 8), (6, 11)])
def test_each_net_success_but_the_first_raises_the_damage(successes: int, damage: int) -> None:
    bout = turn()
    event = hit(bout, f"{successes} successes")
    assert event.fields["damage"] == damage
    assert ("ix.damage.net-success" in event.rules) is (successes > 1)
    assert bout["brute"].wounds == 60 - (damage - 1)


@pytest.mark.rule("ix.damage.net-success")
def test_boons_and_a_breakthrough_add_nothing_by_themselves() -> None:
    assert hit(turn(), "1 success 3 boons").fields["damage"] == 6
    assert hit(turn(), "1 success 1 breakthrough").fields["damage"] == 6


@pytest.mark.rule("ix.damage.unarmed")
@pytest.mark.parametrize("might", [1, 3, 6])
def test_an_unarmed_strike_has_might_as_its_base(might: int) -> None:
    bout = turn("", foe=soaks(0), might=might)
    event = hit(bout, "1 success", "unarmed")
    assert event.fields["damage"] == might
    assert bout.last is not None
    assert bout.last.cited("ix.damage.unarmed")
    assert bout["brute"].wounds == 60 - might


# ---- Resistance ----


@pytest.mark.rule("ix.damage.resistance-value")
@pytest.mark.parametrize(
    ("might", "armour", "resistance"),
    [
        (1, None, 1),
        (2, None, 1),
        (3, None, 2),
        (4, None, 2),
        (5, None, 3),
        (2, "clothes", 1),
        (2, "quilted", 2),
        (3, "mail", 4),
        (3, "plate", 5),
        (4, "scale", 4),
        (5, "long-coat", 4),
    ],
)
def test_resistance_is_half_of_might_rounded_up_and_the_armour(
    might: int, armour: str | None, resistance: int
) -> None:
    bout = Bout(hero("ann", might=might, armour=armour), hero("bob"), elite("brute"))
    assert bout.resistance("ann") == resistance
    bout.turn_of("brute")
    table = bout.do(("attack", "long-blade", "ann"), rolls=["1 success"])
    event = coded(table, "damage")[0]
    assert event.fields["resistance"] == resistance
    assert "ix.damage.resistance-value" in event.rules


@pytest.mark.rule("ix.damage.resistance-value")
def test_lowered_might_lowers_resistance() -> None:
    bout = Bout(hero("ann", might=3, lowered={"might": 1}), elite("brute"))
    assert bout.resistance("ann") == 1


@pytest.mark.rule("ix.damage.formula")
@pytest.mark.parametrize(
    ("resistance", "wounds"), [(0, 6), (1, 5), (4, 2), (5, 1), (6, 0), (7, 0), (20, 0)]
)
def test_wounds_are_damage_minus_resistance_and_never_below_nothing(
    resistance: int, wounds: int
) -> None:
    bout = turn(foe=soaks(resistance))
    event = hit(bout)
    assert bout["brute"].wounds == 60 - wounds
    assert numbers(event)["through"] == wounds
    assert numbers(event)["resistance"] == resistance
    assert "ix.damage.formula" in event.rules
    assert bool(coded(bout.last, "wounded")) is (wounds > 0)


@pytest.mark.rule("ix.damage.formula")
def test_a_hit_that_does_not_get_through_fells_nobody() -> None:
    bout = turn(foe=soaks(6, points=1))
    hit(bout)
    assert bout["brute"].is_up
    assert bout.fight.result is None


@pytest.mark.rule("ix.damage.order")
@pytest.mark.parametrize(
    ("weapon", "roll", "resistance", "through"),
    [
        ("long-blade", "3 successes", 7, 1),  # 6 + 2 - 7, not (6 - 7 at 0) + 2
        ("long-blade", "2 successes", 7, 0),
        ("knife", "4 successes", 5, 2),
    ],
)
def test_all_increases_come_before_resistance_is_taken_off_once(
    weapon: str, roll: str, resistance: int, through: int
) -> None:
    bout = turn(weapon, foe=soaks(resistance))
    event = hit(bout, roll, weapon)
    assert numbers(event)["through"] == through
    assert bout["brute"].wounds == 60 - through
    assert len(coded(bout.last, "damage")) == 1
    assert "ix.damage.order" in event.rules


# ---- deals, takes, suffers, loses ----


@pytest.mark.rule("ix.damage.wording")
def test_what_is_suffered_meets_no_resistance_and_what_is_taken_does() -> None:
    numb = {"use": "long-blade", "qualities": {"numbing": 2}}
    bout = turn(numb, foe=nemesis("brute", wound_points=60, resistance=5))
    bout.do(BLOW, spend("attack-quality:numbing"), rolls=["1 success 2 boons"])
    assert bout["brute"].wounds == 60 - (6 - 5)
    assert bout["brute"].strain == 2


@pytest.mark.rule("ix.damage.wording")
def test_fire_is_suffered_and_the_burn_of_a_weapon_is_taken() -> None:
    bout = Bout(hero("ann", armour="plate", might=4), hero("bob"), elite("brute"))
    assert bout.resistance("ann") == 5
    gm(bout, "tag", "ann", "immolation")
    bout["ann"].burns = ((1, 6, "brute"),)
    bout.turn_of("ann")
    assert bout["ann"].wounds == 14 - (6 - 5) - 2


@pytest.mark.rule("ix.damage.word-loses")
def test_what_is_lost_by_bleeding_meets_no_resistance() -> None:
    bout = Bout(hero("ann", armour="plate"), hero("bob"), elite("brute"))
    gm(bout, "set", "ann", "wounds", -1)
    table = bout.next_round()
    assert bout["ann"].wounds == -2
    assert citing(table, "ix.incapacitation.bleed-out")[0].fields["amount"] == 1


@pytest.mark.rule("ix.damage.formula", "ix.damage.wording")
def test_strain_for_one_without_a_track_is_wounds_without_resistance() -> None:
    numb = {"use": "long-blade", "qualities": {"numbing": 2}}
    bout = turn(numb, foe=minions("brute", 6, wound_points=9, resistance=5))
    bout.do(BLOW, spend("attack-quality:numbing"), rolls=["1 success 2 boons"])
    assert bout["brute"].wounds == 54 - (6 - 5) - 2


# ---- who knows ----


@pytest.mark.rule("ix.damage.formula")
def test_the_resistance_of_a_foe_is_the_gms_and_that_of_a_hero_everybodys() -> None:
    event = hit(turn())
    assert "resistance" not in event.fields
    assert event.secret == {"resistance": 1, "through": 5}
