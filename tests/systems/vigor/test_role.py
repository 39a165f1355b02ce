"""Tiers, stats and roles (areas `tier`, `stat` and `role`)."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError
from vigor_kit import VIGOR, Bout, citing, foe, gm, hero, minor, peek, retainer, sovereign, told

from affray.kernel.question import Refused
from affray.systems.vigor import ac, content

BLOW = ("attack", "longsword", "brute")


def duel(target: dict[str, Any], *more: dict[str, Any], **ann: Any) -> Bout:
    """Ann's turn at the origin, with the target next to her."""
    bout = Bout(hero("ann", at=[0, 0], **ann), target | {"at": [0, 5]}, *more)
    bout.to_turn("ann")
    return bout


# ---- Tiers ----


def refused(block: dict[str, Any], **fields: Any) -> bool:
    house = Bout(hero("ann"), foe("brute")).fight.house
    block = {key: value for key, value in (block | fields).items() if key not in ("id", "side")}
    try:
        content.check_block(block["kind"], block, house)
    except ValidationError:
        return True
    return False


@pytest.mark.rule("vigor.tier.range")
@pytest.mark.parametrize(("tier", "is_refused"), [(0, True), (1, False), (5, False), (6, True)])
def test_a_tier_is_a_whole_number_from_1_to_5(tier: int, is_refused: bool) -> None:
    assert refused(hero("ann"), tier=tier) is is_refused
    assert refused(minor("rat"), tier=tier) is is_refused


@pytest.mark.rule("vigor.tier.range")
def test_a_tier_is_whole() -> None:
    assert refused(hero("ann"), tier=1.5)


TIERS = [(1, 4), (2, 6), (3, 8), (4, 10), (5, 12)]


@pytest.mark.rule("vigor.tier.die", "vigor.role.major")
@pytest.mark.parametrize(("tier", "faces"), TIERS)
@pytest.mark.parametrize("kind", ["hero", "major", "sovereign"])
def test_the_tier_die_is_that_of_the_tier_in_every_role(kind: str, tier: int, faces: int) -> None:
    block = hero("one", tier=tier) if kind == "hero" else foe("one", role=kind, tier=tier)
    side = foe("brute", role="sovereign") if kind == "hero" else hero("brute", tier=5)
    bout = Bout(block | {"at": [0, 0]}, side | {"at": [0, 5]})
    bout.to_turn("one")
    table = bout.do(BLOW, readings=[15, faces])
    assert str(table.pools[1]) == f"1d{faces}"
    assert told(table, "hurt")[0]["points"] == faces


@pytest.mark.rule("vigor.role.major")
@pytest.mark.parametrize(("tier", "faces"), TIERS)
def test_a_majors_crit_is_two_tier_dice(tier: int, faces: int) -> None:
    table = duel(sovereign("brute", tier=5), tier=tier).do(BLOW, readings=[20, 2])
    assert str(table.pools[1]) == f"2d{faces}"


# ---- stats ----


@pytest.mark.rule("vigor.stat.six")
@pytest.mark.parametrize("stat", ["body", "cunning", "mind", "sense", "heart", "fate"])
def test_each_of_the_six_stats_is_a_score_from_1_to_22(stat: str) -> None:
    block = hero("ann")
    for score, is_refused in ((0, True), (1, False), (22, False), (23, True)):
        assert refused(block, stats=block["stats"] | {stat: score}) is is_refused


@pytest.mark.rule("vigor.stat.six")
def test_there_are_no_other_stats_and_none_is_moved_out_of_range() -> None:
    block = hero("ann")
    assert refused(block, stats=block["stats"] | {"luck": 10})
    bout = duel(foe("brute"))
    gm(bout, "set", "ann", "body", 22)
    with pytest.raises(Refused):
        gm(bout, "set", "ann", "body", 23)
    assert bout["ann"].stats["body"] == 22


LADDER = dict(
    zip(range(1, 23), (-5, *(half for half in range(-4, 6) for _ in (1, 2)), 6), strict=True)
)


@pytest.mark.rule("vigor.stat.modifier")
@pytest.mark.parametrize("score", LADDER)
def test_the_modifier_is_half_of_what_is_over_10_rounded_down(score: int) -> None:
    table = duel(sovereign("brute"), stats={"body": score}).do(BLOW, readings=[19, 1])
    assert told(table, "hit")[0]["bonus"] == LADDER[score]


@pytest.mark.rule("vigor.stat.die", "vigor.stat.negative-die")
@pytest.mark.parametrize(
    ("body", "die"),
    [
        (1, None),
        (9, None),
        (10, ""),
        (11, ""),
        (12, "1d4"),
        (13, "1d4"),
        (14, "1d6"),
        (15, "1d6"),
        (16, "1d8"),
        (17, "1d8"),
        (18, "1d10"),
        (19, "1d10"),
        (20, "1d12"),
        (22, "1d12"),
    ],
)
def test_the_stat_die_is_rolled_where_a_rule_asks_for_it(body: int, die: str | None) -> None:
    """The Glancing Blow asks for Body's: none if it is negative, 1 flat where there is no die."""
    bout = duel(sovereign("brute"), stats={"body": body})
    if die is None:
        assert not bout.do(BLOW, readings=[2]).was_asked("vigor.glancing.target")
        return
    table = bout.do(BLOW, ("glance", "brute"), readings=[2] + ([1] if die else []))
    assert [str(pool) for pool in table.pools[1:]] == ([die] if die else [])
    assert bout["brute"].vigor == 0


@pytest.mark.rule("vigor.stat.die")
def test_the_attack_roll_uses_no_stat_die() -> None:
    table = duel(sovereign("brute"), stats={"body": 18}).do(BLOW, readings=[15, 1])
    assert str(table.pools[0]).startswith("1d20")
    assert "d10" not in str(table.pools[0])


# ---- roles ----


@pytest.mark.rule("vigor.role.major")
@pytest.mark.parametrize("kind", ["hero", "major"])
def test_a_major_uses_all_the_attributes(kind: str) -> None:
    stats = {"cunning": 14, "mind": 14, "sense": 14, "heart": 14}
    one = hero("one", stats=stats) if kind == "hero" else foe("one", stats=stats)
    other = foe("brute", role="sovereign") if kind == "hero" else hero("brute", tier=5)
    bout = Bout(one | {"at": [0, 0]}, other | {"at": [0, 5]})
    bout.to("initiative")
    table = bout.step(readings=[14, 1])
    pools = {who: what for _, who, what in table.asked}
    assert pools["one"] == "1d8+1d6"
    assert bout["one"].vigor == 3
    assert VIGOR.facade(bout.fight, "gm").ac("one") == 12
    assert VIGOR.facade(bout.fight, "gm").crit_from("one", None) == 18
    bout.set("one", vigor=0)
    bout.to("turns")
    table = bout.step(readings=[0])
    assert table.was_asked("vigor.vigor.turn-start-roll")


@pytest.mark.rule("vigor.role.minor")
@pytest.mark.parametrize("tier", [1, 3, 5])
def test_a_minors_one_pool_is_vigor_and_its_harm_is_flat_by_tier(tier: int) -> None:
    bout = Bout(minor("rat", tier=tier, at=[0, 0]), hero("brute", tier=5, at=[0, 5]))
    rat = bout["rat"]
    assert (rat.vigor, rat.vitality, rat.stats) == (tier, 0, {})
    bout.to_turn("rat")
    table = bout.do(BLOW, readings=[15])
    assert told(table, "hurt")[0]["points"] == tier
    assert len(table.pools) == 1


@pytest.mark.rule("vigor.role.minor-attack-and-ac")
@pytest.mark.parametrize("tier", [1, 4])
def test_a_minors_attack_bonus_is_its_entrys_or_else_its_tier(tier: int) -> None:
    def bonus(**fields: Any) -> int:
        bout = Bout(minor("rat", tier=tier, at=[0, 0], **fields), hero("brute", tier=5, at=[0, 5]))
        bout.to_turn("rat")
        way = "longbow" if "weapons" in fields else "longsword"
        found: int = told(bout.do(("attack", way, "brute"), readings=[19]), "hit")[0]["bonus"]
        return found

    assert bonus() == tier
    assert bonus(weapons=["longbow"]) == tier
    assert bonus(attack_bonus=7) == 7
    assert bonus(attack_bonus=0) == 0


@pytest.mark.rule("vigor.role.minor-attack-and-ac")
@pytest.mark.parametrize(
    ("armour", "base"), [("unarmoured", 10), ("light", 11), ("medium", 12), ("heavy", 13)]
)
def test_a_minors_ac_is_its_entrys_or_else_its_armour_and_shield(armour: str, base: int) -> None:
    def against(**fields: Any) -> int:
        rat = minor("brute", tier=5, armour=armour, **fields)
        found: int = told(duel(rat).do(BLOW, readings=[19, 1]), "hit")[0]["ac"]
        return found

    assert against() == base
    assert against(shield=True) == base + 1
    assert against(ac=17) == 17


@pytest.mark.rule("vigor.role.minor-attack-and-ac", "vigor.ac.formula", "vigor.attack.roll")
@pytest.mark.parametrize("given", [{"ac": 14}, {"attack_bonus": 3}])
def test_nobody_else_has_an_ac_or_an_attack_bonus_of_its_entry(given: dict[str, int]) -> None:
    for block in (hero("ann"), foe("brute"), sovereign("brute")):
        assert refused(block, **given)
        assert not refused(block)
    assert not refused(minor("rat"), **given)


@pytest.mark.rule("vigor.ac.formula")
def test_an_ac_that_the_gm_has_said_is_not_carried_into_the_next_fight() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.to("hero-picks")
    gm(bout, "set", "ann", "ac", 17)
    assert ac.own(bout.fight, bout["ann"]) == 17
    (block,) = VIGOR.carry_over(bout.fight)
    assert not refused(block)
    assert ac.own(bout.fight, Bout(block, foe("brute"))["ann"]) == 10


@pytest.mark.rule("vigor.role.minor-attack-and-ac")
def test_a_minor_moves_30_feet() -> None:
    bout = Bout(minor("rat"), hero("ann"))
    bout.to_turn("rat")
    assert bout.fight.feet == 30
    bout = Bout(minor("rat"), hero("ann"), house={"minor-speed-feet": 20})
    bout.to_turn("rat")
    assert bout.fight.feet == 20


@pytest.mark.rule("vigor.role.minor-no-attribute-extras")
def test_a_minor_regains_no_vigor_glances_at_nobody_pays_nothing_and_wears_armour_freely() -> None:
    howl = {"id": "howl", "name": "Howl", "timing": "instant", "stamina": 3, "effect": "note"}
    rat = minor("rat", tier=3, armour="heavy", maneuvers=[howl], at=[0, 0])
    bout = Bout(rat, hero("brute", at=[0, 5]))
    assert (bout["rat"].vigor, bout["rat"].stamina) == (3, 0)
    bout.to("blind")
    assert ("own", "howl") in peek(bout)[2]
    table = bout.step(("own", "howl"))
    assert not told(table, "paid")
    bout.set("rat", vigor=1)
    table = bout.to_turn("rat")
    assert not citing(table, "vigor.vigor.turn-start-roll")
    assert bout["rat"].vigor == 1
    table = bout.do(BLOW, readings=[2])
    assert told(table, "missed")
    assert not table.was_asked("vigor.glancing.target")


@pytest.mark.rule("vigor.role.retainer")
def test_a_retainer_is_a_minor_that_picks_and_acts_with_the_heroes() -> None:
    bout = Bout(hero("ann", at=[30, 0]), retainer("lad", at=[0, 0]), foe("brute", at=[0, 5]))
    bout.to("hero-picks", order=("brute", "lad"))
    table = bout.step(("pass",), ("weapon", "longsword"))
    assert [who for _, who, _ in table.asked] == ["ann", "lad"]
    bout.to_turn("brute", "lad")
    bout.do(("attack", "longsword", "lad"), readings=[15, 1])
    assert bout["lad"].status == "fleeing"
    assert bout.fight.result is None


@pytest.mark.rule("vigor.role.sovereign")
def test_a_sovereign_goes_by_the_rules_of_majors_with_its_own_vitality() -> None:
    king = sovereign("king", tier=2, stats={"cunning": 12, "heart": 14, "sense": 12, "body": 12})
    bout = Bout(hero("brute", tier=5, at=[0, 5]), king | {"at": [0, 0]})
    assert (bout["king"].vigor, bout["king"].vitality, bout["king"].stamina) == (4, 18, 8)
    bout.to_turn("king")
    assert bout["king"].sovereign_actions == 2
    table = bout.do(BLOW, readings=[19, 7])
    assert str(table.pools[1]) == "2d6"
    bout = Bout(hero("brute", tier=5, at=[0, 5]), king | {"at": [0, 0]})
    bout.to_turn("king")
    table = bout.do(BLOW, ("glance", "brute"), readings=[2, 3])
    assert str(table.pools[1]) == "1d4"
    assert told(table, "glances")[0]["amount"] == 3


@pytest.mark.rule("vigor.role.leader")
@pytest.mark.parametrize("role", ["major", "minor", "sovereign"])
def test_a_leader_of_any_role_leads_the_whole_side_and_gains_nothing_else(role: str) -> None:
    def fight(leader: bool) -> Bout:
        return Bout(hero("ann"), foe("boss", role=role, leader=leader, weapons=[]), foe("pal"))

    led, plain = fight(True), fight(False)
    led.step()
    plain.step()
    assert (led.fight.stage, plain.fight.stage) == ("initiative", "blind")
    led.to("foe-picks", order=("boss", "ann"))
    table = led.step(*[("pass",)] * (1 if role == "minor" else 2))
    assert [who for _, who, _ in table.asked][-1] == "pal"
    led.to_turn("boss")
    plain.to_turn("boss")
    one, two = led["boss"], plain["boss"]
    assert (one.vigor, one.vitality, one.stamina) == (two.vigor, two.vitality, two.stamina)
    assert (led.fight.action, led.fight.feet) == (plain.fight.action, plain.fight.feet)
    assert peek(led)[2] == peek(plain)[2]


@pytest.mark.rule("vigor.role.leader")
def test_nobody_on_the_side_of_the_heroes_is_marked_as_leader() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    with pytest.raises(Refused):
        gm(bout, "tag", "ann", "leader")
    gm(bout, "tag", "brute", "leader")
    assert (bout["ann"].leader, bout["brute"].leader) == (False, True)
    bout = Bout(hero("ann"), retainer("tam", leader=True), foe("brute"))
    assert not bout["tam"].leader
