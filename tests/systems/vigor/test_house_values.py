"""Numbers of the house: each value that a table changes is the one that is played by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from vigor_kit import REST, Bout, foe, gm, hero, minor, mystic, peek, retainer, sovereign, told, won

from affray.systems.vigor import (
    ac,
    attack,
    crit,
    initiative,
    move,
    position,
    reaction,
    role,
    vigor,
    vitality,
    weapon,
)

Probe = Callable[[Bout], object]
BRUTE = sovereign("brute", at=[0, 5], tier=5)


def bout_of(house: dict[str, int], *others: dict[str, Any], **ann: Any) -> Bout:
    fields = {"at": [0, 0], "tier": 2} | ann
    return Bout(hero("ann", **fields), *others, BRUTE, house=house)


def check(value: str, changed: int, blocks: list[Any], ann: dict[str, Any], probe: Probe) -> Any:
    """What a probe finds by the book and by the changed value."""
    return probe(bout_of({}, *blocks, **ann)), probe(bout_of({value: changed}, *blocks, **ann))


# ---- what can be read off at once ----

BOLT = {"trees": ["wizard"], "attacks": [mystic()]}
TOUCH = {"trees": ["wizard"], "attacks": [mystic("touch", melee=True)]}


def way(bout: Bout, name: str) -> Any:
    return weapon.find(bout["ann"], name)


def behind(bout: Bout) -> object:
    bout.to("hero-picks")
    bout.set("ann", at=(0, 0))
    return position.arrival(bout.fight, "ann")


def on_difficult_ground(bout: Bout) -> object:
    gm(bout, "ground", value="all")
    return position.step_cost(bout.fight, (0, 0))


READ: list[tuple[str, int, dict[str, Any], Probe, object, object]] = [
    ("mystic-range-feet", 30, BOLT, lambda b: way(b, "bolt").long, 60, 30),
    ("mystic-melee-range-feet", 10, TOUCH, lambda b: way(b, "touch").reach, 5, 10),
    (
        "minor-attack-bonus-per-tier",
        3,
        {},
        lambda b: role.minor_attack_bonus(b.fight, b["tam"]),
        1,
        3,
    ),
    ("newcomer-behind-feet", 10, {}, behind, (5, -30), (5, -10)),
    ("difficult-step-feet", 15, {}, on_difficult_ground, 10, 15),
    (
        "advantage-dice",
        3,
        {},
        lambda b: str(attack.d20(b.fight, "advantage")),
        "2d20kh1",
        "3d20kh1",
    ),
    (
        "ringing-ears-initiative",
        -3,
        {"injuries": ["ringing-ears"]},
        lambda b: str(initiative.pool(b.fight, b["ann"])),
        "1d8-2",
        "1d8-3",
    ),
    (
        "shaking-hand-attack",
        -4,
        {"injuries": ["shaking-hand"]},
        lambda b: attack.bonus(b.fight, b["ann"], None, "body"),
        -1,
        -4,
    ),
    (
        "short-breath-dice",
        -2,
        {"injuries": ["short-breath"]},
        lambda b: vigor.turn_start_dice(b.fight, b["ann"]),
        1,
        0,
    ),
    (
        "shaken-nerve-cap",
        -2,
        {"injuries": ["shaken-nerve"]},
        lambda b: vigor.cap(b.fight, b["ann"]),
        1,
        0,
    ),
    (
        "broken-bone-vitality-min",
        4,
        {"injuries": ["broken-bone"]},
        lambda b: vitality.maximum(b.fight, b["ann"]),
        3,
        4,
    ),
]


@pytest.mark.parametrize(
    ("value", "changed", "ann", "probe", "book", "house"), READ, ids=[row[0] for row in READ]
)
def test_a_number_is_the_one_of_the_house(
    value: str, changed: int, ann: dict[str, Any], probe: Probe, book: object, house: object
) -> None:
    tam = retainer("tam", at=[5, 0])
    assert check(value, changed, [tam], ann, probe) == (book, house)


def test_the_least_score_of_a_stat_is_the_one_of_the_house() -> None:
    from affray.systems.vigor import content

    block = {k: v for k, v in hero("ann", stats={"body": 8}).items() if k not in ("id", "side")}
    assert content.check_block("hero", block, bout_of({}).fight.house)
    with pytest.raises(ValueError, match="out of bounds"):
        content.check_block("hero", block, bout_of({"stat-min": 9}).fight.house)


# ---- what Maneuvers do ----


def picked(bout: Bout, *key: str) -> Bout:
    """Ann has picked; her instant Maneuver takes effect next."""
    bout.to("hero-picks", order=("ann",))
    heroes = [who for who in bout.fight.heroes if who != "ann"]
    bout.step(key, *[("pass",) for _ in heroes])
    return bout


def weapon_picked(bout: Bout) -> Bout:
    return picked(bout, "weapon", bout["ann"].weapons[0].id)


def options(bout: Bout) -> list[Any]:
    return peek(bout)[2]


def struck(bout: Bout) -> Bout:
    """Ann's first hit of the round, for 1 point."""
    bout.to_turn("ann")
    name = bout["ann"].weapons[0].id
    bout.do(("attack", name, "brute"), readings=[15, 1])
    return bout


def crit_after_empower(bout: Bout) -> object:
    picked(bout, "empower").step()
    return crit.crit_from(bout.fight, bout["ann"], None)


def committed(bout: Bout) -> object:
    picked(bout, "committed-strike").to_turn("ann")
    strike = ("carry-out", "attack", "longsword", "brute")
    return told(bout.do(strike, readings=[15, 1]), "hurt")[0]["points"]


def rallied(bout: Bout) -> object:
    bout.set("bob", vigor=0)
    table = picked(bout, "rally").step(("rally", "bob"))
    return told(table, "regained")[0]["points"]


def own_ac(bout: Bout) -> object:
    weapon_picked(bout).step()
    return ac.own(bout.fight, bout["ann"])


def sheltered(bout: Bout) -> object:
    weapon_picked(bout).step(("shelter", "bob"))
    return ac.own(bout.fight, bout["bob"])


def farthest_move(bout: Bout) -> object:
    return next(key[2].high for key in options(weapon_picked(bout)) if key[1:2] == ("to",))


def arc(bout: Bout) -> object:
    weapon_picked(bout).to_turn("ann")
    blow = ("attack", "greatsword", "brute")
    table = bout.do(blow, ("arc", "rat"), readings=[15, 1])
    return told(table, "hurt")[1]["points"]


def reach_with_halberd(bout: Bout) -> object:
    weapon_picked(bout).step()
    return reaction.reach(bout.fight, "ann")


def harried(bout: Bout) -> object:
    bout.set("brute", at=(0, 20))
    struck(weapon_picked(bout))
    return move.of_turn(bout.fight, "brute")


def step_after_shot(bout: Bout) -> object:
    weapon_picked(bout).to_turn("ann")
    shot = ("attack", "shortbow", "brute")
    keys = peek(bout, choices=[shot], readings=[15, 1])[2]
    return next(key[2].high for key in keys if key[1:2] == ("to",))


BOB = hero("bob", at=[0, -5], tier=2)
FAR_BOB = hero("bob", at=[0, -30], tier=2)
RAT = minor("rat", at=[5, 5], tier=5)
DONE: list[tuple[str, int, str, dict[str, Any], Probe, object, object]] = [
    ("empower-faces", 3, "longsword", BOB, crit_after_empower, 19, 17),
    ("committed-strike-points-per-tier", 3, "longsword", BOB, committed, 3, 7),
    ("rally-vigor-per-tier", 2, "longsword", BOB, rallied, 2, 4),
    (
        "rally-range-feet",
        25,
        "longsword",
        FAR_BOB,
        lambda b: ("rally", "bob") in options(picked(b, "rally")),
        True,
        False,
    ),
    ("high-guard-ac", 2, "longsword", BOB, own_ac, 11, 12),
    ("shelter-ac", 2, "quarterstaff", BOB, sheltered, 11, 12),
    (
        "shelter-range-feet",
        30,
        "quarterstaff",
        FAR_BOB,
        lambda b: ("shelter", "bob") in options(weapon_picked(b)),
        False,
        True,
    ),
    ("quick-advance-feet", 15, "shortsword", BOB, farthest_move, 10, 15),
    ("wide-arc-vigor-damage", 3, "greatsword", RAT, arc, 1, 3),
    ("full-length-feet", 10, "halberd", BOB, reach_with_halberd, 15, 20),
    ("harry-feet", 15, "sling", BOB, harried, 20, 15),
    ("loose-and-step-feet", 20, "shortbow", BOB, step_after_shot, 10, 20),
]


@pytest.mark.parametrize(
    ("value", "changed", "held", "other", "probe", "book", "house"),
    DONE,
    ids=[row[0] for row in DONE],
)
def test_a_maneuver_does_what_the_house_says(
    value: str,
    changed: int,
    held: str,
    other: dict[str, Any],
    probe: Probe,
    book: object,
    house: object,
) -> None:
    assert check(value, changed, [other], {"weapons": [held]}, probe) == (book, house)


# ---- after the fight ----


def tended(house: dict[str, int]) -> list[int]:
    """The numbers that the treatments of one injury must reach in one Rest, all of them missed."""
    bout = Bout(hero("ann", injuries=["bruised-ribs"]), foe("brute"), house=house)
    bout.to("hero-picks")
    tries = house.get("treatments-per-injury-and-rest", 1)
    choices = [("tend", "ann")] * tries
    table = won(bout, *choices, rulings=REST, readings=["failed"] * tries)
    return [event["needed"] for event in told(table, "tended")]


def test_treatment_goes_by_the_numbers_of_the_house() -> None:
    assert tended({}) == [12]
    assert tended({"treatment-base": 12}) == [14]
    assert tended({"treatments-per-injury-and-rest": 2}) == [12, 12]
