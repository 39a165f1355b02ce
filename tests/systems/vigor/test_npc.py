"""How NPCs end (area `npc`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, citing, foe, gm, hero, minor, mystic, peek, sovereign, told

from affray.systems.vigor import vigor

SWORD = ("attack", "longsword", "brute")
OTHER = foe("other", at=[100, 100])


def turn(brute: dict[str, Any], *others: dict[str, Any], house: Any = None, **ann: Any) -> Bout:
    """Ann's turn; the brute is next to her and its turn follows."""
    ann = {"tier": 5, "trees": ["brawler", "wizard"], "attacks": [mystic()]} | ann
    bout = Bout(hero("ann", at=[0, 0], **ann), brute | {"at": [0, 5]}, *others, OTHER, house=house)
    bout.to_turn("ann", "brute")
    return bout


def hit(bout: Bout, points: int, way: str = "longsword") -> Any:
    return bout.do(("attack", way, "brute"), readings=[15, points])


# ---- Majors and Sovereigns ----


@pytest.mark.rule("vigor.npc.major-dies")
@pytest.mark.parametrize(("points", "status"), [(2, ""), (3, "dead"), (12, "dead")])
def test_a_major_npc_dies_when_both_pools_are_0(points: int, status: str) -> None:
    bout = turn(foe("brute"))
    table = hit(bout, points)
    assert bout["brute"].status == status
    assert bool(citing(table, "vigor.npc.major-dies")) == bool(status)


@pytest.mark.rule("vigor.npc.major-dies")
def test_with_vigor_left_vitality_0_is_no_death() -> None:
    bout = turn(foe("brute", tier=2))
    bout.set("brute", vitality=0)
    hit(bout, 1)
    assert bout["brute"].is_in
    bout = turn(foe("brute", tier=2))
    bout.set("brute", vitality=0)
    hit(bout, 2)
    assert bout["brute"].status == "dead"


@pytest.mark.rule("vigor.npc.major-dies")
def test_vigor_damage_alone_leaves_it_its_vitality() -> None:
    bout = turn(foe("brute"))
    hit(bout, 12, "bolt")
    assert (bout["brute"].vigor, bout["brute"].vitality, bout["brute"].is_in) == (0, 2, True)


@pytest.mark.rule("vigor.npc.sovereign-dies")
def test_a_sovereign_dies_at_0_and_0_without_a_wound() -> None:
    bout = turn(sovereign("brute"))
    bout.set("brute", vitality=3)
    hit(bout, 3)
    assert bout["brute"].is_in
    bout = turn(sovereign("brute"))
    bout.set("brute", vitality=3)
    table = hit(bout, 4)
    assert bout["brute"].status == "dead"
    assert bout["brute"].injuries == ()
    assert citing(table, "vigor.npc.sovereign-dies")


# ---- Minors: two numbers ----


@pytest.mark.rule("vigor.npc.minor-flees", "vigor.npc.minor-dies")
@pytest.mark.parametrize("tier", [1, 2, 3, 4, 5])
def test_a_minor_flees_at_vigor_0_and_dies_at_twice_its_tier(tier: int) -> None:
    for points, status in (
        (tier - 1, ""),
        (tier, "fleeing"),
        (2 * tier - 1, "fleeing"),
        (2 * tier, "dead"),
    ):
        if points:
            bout = turn(minor("brute", tier=tier))
            hit(bout, points)
            assert bout["brute"].status == status, points


@pytest.mark.rule("vigor.npc.minor-total", "vigor.npc.minor-dies")
def test_damage_counts_in_full_over_several_hits() -> None:
    bout = turn(minor("brute", tier=3))
    hit(bout, 2)
    assert (bout["brute"].harm, bout["brute"].status) == (2, "")
    bout.do(("end",))
    bout.to_turn("ann")
    hit(bout, 4)
    assert (bout["brute"].harm, bout["brute"].status) == (6, "dead")


@pytest.mark.rule("vigor.npc.minor-total")
def test_vigor_damage_counts_only_as_far_as_it_took_vigor() -> None:
    bout = turn(minor("brute", tier=3))
    hit(bout, 12, "bolt")
    assert (bout["brute"].harm, bout["brute"].status) == (3, "fleeing")


@pytest.mark.rule("vigor.npc.minor-total")
def test_vigor_given_back_does_not_lower_the_total() -> None:
    guard = minor("brute", tier=3)
    medic = foe("medic", at=[0, 20], stats={"cunning": 10})
    bout = turn(guard, medic, tier=5)
    hit(bout, 2)
    bout.to("round-end")
    bout.step(("pass",), ("rally",), ("pass",))
    bout.to("turns", ("rally", "brute"), order=("ann", "brute"))
    assert (bout["brute"].vigor, bout["brute"].harm) == (2, 2)
    bout.to_turn("ann")
    hit(bout, 4)
    assert bout["brute"].status == "dead"


# ---- flight ----


def fleeing(*others: dict[str, Any], **brute: Any) -> Bout:
    """The brute (a Minor of Tier 3) flees from Ann; it is still her turn."""
    bout = turn(minor("brute", **({"tier": 3} | brute)), *others)
    hit(bout, 3)
    assert bout["brute"].status == "fleeing"
    return bout


@pytest.mark.rule("vigor.npc.minor-fleeing")
def test_it_runs_with_sprint_straight_away_on_its_turn_and_is_gone_at_its_end() -> None:
    bout = fleeing()
    assert bout["brute"].at == (0, 5)
    bout.set("ann", reaction=False)
    table = bout.to("round-end")
    assert told(table, "sprints")
    assert bout["brute"].at == (0, 65)
    assert bout["brute"].status == "fled"
    assert citing(table, "vigor.npc.minor-fleeing")


@pytest.mark.rule("vigor.npc.minor-fleeing")
def test_it_provokes_as_usual_and_can_be_killed_as_it_runs() -> None:
    bout = fleeing()
    bout.do(("end",))
    rule, who, _ = peek(bout)
    assert (rule, who) == ("vigor.reaction.opportunity-attack", "ann")
    bout.do(("attack", "longsword", "brute"), readings=[15, 3])
    assert bout["brute"].status == "dead"


@pytest.mark.rule("vigor.npc.minor-fleeing")
def test_until_then_harm_adds_up_and_less_than_enough_does_not_stop_it() -> None:
    bout = fleeing()
    bout.do(("end",))
    bout.do(("attack", "longsword", "brute"), readings=[15, 2])
    assert bout["brute"].harm == 5
    bout.to("round-end")
    assert bout["brute"].status == "fled"


@pytest.mark.rule("vigor.npc.minor-fleeing")
def test_it_makes_no_reaction_and_loses_what_it_has_declared() -> None:
    bout = Bout(
        hero("ann", at=[0, 0], tier=5),
        minor("brute", at=[0, 5], tier=3, spells=["force-lance"]),
        OTHER,
    )
    bout.to("blind")
    bout.step(("cast", "force-lance"), ("pass",))
    bout.to("hero-picks", order=("ann", "brute"))
    bout.to_turn("ann")
    assert bout["brute"].pending
    table = hit(bout, 3)
    assert not bout["brute"].pending
    assert not bout["brute"].reaction
    assert told(table, "maneuver-lost")[0]["who"] == "brute"
    bout.do(("move", "away"))
    assert bout["ann"].at != (0, 0)


@pytest.mark.rule("vigor.npc.minor-fleeing")
def test_it_has_no_pick_and_regains_no_vigor() -> None:
    healer = foe("medic", at=[0, 15])
    bout = Bout(hero("ann", at=[0, 0], tier=5), minor("brute", at=[0, 5], tier=3), healer, OTHER)
    bout.to_turn("brute", "ann", "medic")
    bout.do(("end",))
    bout.to_turn("ann")
    hit(bout, 3)
    bout.to("round-end")
    table = bout.step(("rally",), ("pass",))
    assert [who for _, who, _ in table.asked] == ["medic", "other"]
    table = bout.to("turns")
    assert bout["brute"].vigor == 0


@pytest.mark.rule("vigor.npc.minor-fleeing")
def test_if_it_begins_to_flee_in_its_own_turn_it_runs_the_rest_of_it() -> None:
    bout = turn(minor("brute", tier=3))
    bout.do(("end",))
    bout.to_turn("brute")
    bout.do(("move", "away"), ("attack", "longsword", "brute"), readings=[15, 3])
    bout.to("turns")
    assert bout["brute"].status == "fled"


@pytest.mark.rule("vigor.npc.minor-fleeing")
def test_if_its_action_is_spent_it_runs_without_sprint() -> None:
    bout = turn(minor("brute", tier=3))
    bout.do(("end",))
    bout.to_turn("brute")
    bout.do(("attack", "longsword", "ann"), readings=[2])
    bout.do(("move", "away"), ("attack", "longsword", "brute"), readings=[15, 3])
    bout.to("turns")
    assert bout["brute"].status == "fled"
    assert bout["brute"].at == (0, 35)


@pytest.mark.rule("vigor.npc.minor-fleeing")
def test_by_house_rule_it_is_gone_the_moment_it_flees() -> None:
    bout = turn(minor("brute", tier=3), house={"minor-flight": "at-once"})
    hit(bout, 3)
    assert bout["brute"].status == "fled"
    bout = turn(minor("brute", tier=3), house={"minor-flight": "at-once"})
    hit(bout, 6)
    assert bout["brute"].status == "dead"


@pytest.mark.rule("vigor.npc.minor-flees")
def test_vigor_damage_and_glancing_blows_make_it_flee_too() -> None:
    bout = turn(minor("brute"), tier=1)
    bout.do(SWORD, ("glance", "brute"), readings=[2])
    assert bout["brute"].status == "fleeing"


@pytest.mark.rule("vigor.npc.minor-flees", "vigor.npc.minor-dies", "vigor.npc.major-dies")
@pytest.mark.parametrize(
    ("numbers", "status"),
    [({"vigor": 0}, "fleeing"), ({"harm": 99}, "dead"), ({"harm": 1}, "")],
)
def test_what_the_gm_sets_has_its_consequences(numbers: dict[str, int], status: str) -> None:
    bout = Bout(hero("ann"), minor("rat"), foe("cur"), foe("dog"))
    bout.roll_initiative()
    for name, value in numbers.items():
        gm(bout, "set", "rat", name, value)
    assert bout["rat"].status == status
    gm(bout, "set", "cur", "vigor", 0)
    assert bout["cur"].status == ""
    gm(bout, "set", "cur", "vitality", 0)
    assert bout["cur"].status == "dead"


@pytest.mark.rule("vigor.npc.minor-fleeing", "vigor.vigor.never-over-cap")
def test_who_flees_regains_nothing_from_an_area_either() -> None:
    bout = Bout(hero("ann"), minor("brute", tier=3), OTHER)
    bout.to_turn("ann")
    bout.set("brute", vigor=1)
    vigor.regain(bout.fight, bout._table(), "brute", 1, "vigor.spell.steady-heart")
    assert bout["brute"].vigor == 2
    bout.set("brute", vigor=0, status="fleeing")
    vigor.regain(bout.fight, bout._table(), "brute", 1, "vigor.spell.steady-heart")
    assert bout["brute"].vigor == 0
