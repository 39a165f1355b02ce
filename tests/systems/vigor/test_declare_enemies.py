"""When and how enemies pick, with and without a Leader (area `declare`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, citing, foe, gm, hero, minor, peek, retainer, told

SLASH = {"id": "slash", "name": "Slash", "timing": "declared", "stamina": 1, "effect": "strike"}
SNARL = {"id": "snarl", "name": "Snarl", "timing": "instant", "stamina": 1, "effect": "note"}


def offered(bout: Bout) -> list[Any]:
    return peek(bout)[2]


def pickers(table: Any, rule: str = "vigor.declare.may-pass") -> list[str]:
    """Who has picked or passed, in order."""
    return [event.fields["who"] for event in citing(table, rule)]


@pytest.mark.rule("vigor.declare.enemy-picks")
def test_enemies_pick_as_heroes_do_and_pay_as_they_do() -> None:
    bout = Bout(hero("ann"), foe("brute"), foe("pal"))
    bout.to("blind")
    table = bout.step(("empower",), ("brace",))
    assert [who for _, who, _ in table.asked] == ["brute", "pal"]
    assert table.cited("vigor.declare.enemy-picks")
    assert (bout["brute"].stamina, bout["pal"].stamina) == (5, 5)


@pytest.mark.rule("vigor.declare.enemy-picks", "vigor.role.retainer")
def test_a_minor_of_either_side_picks_only_its_weapons_maneuver_or_its_own() -> None:
    bout = Bout(hero("ann"), retainer("lad", maneuvers=[SNARL]), minor("rat", maneuvers=[SNARL]))
    bout.to("blind")
    wanted = [("own", "snarl"), ("weapon", "longsword"), ("pass",)]
    assert sorted(offered(bout)) == sorted(wanted)
    bout.step(("pass",))
    bout.to("hero-picks")
    table = bout.step(("pass",), ("pass",))
    assert sorted(table.asked[1][2]) == sorted(wanted)
    assert table.asked[1][:2] == ("vigor.declare.one-maneuver", "lad")


@pytest.mark.rule("vigor.declare.open")
def test_declarations_of_enemies_are_public_before_the_heroes_pick() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.to("blind")
    table = bout.step(("committed-strike",))
    (event,) = [event for event in table.events if event.code == "declared"]
    assert event.audience == "all"
    assert list(event.fields["maneuver"]) == ["committed-strike"]
    assert "vigor.declare.open" in event.rules


@pytest.mark.rule("vigor.declare.enemies-led", "vigor.role.leader")
def test_led_enemies_pick_after_initiative_and_before_the_heroes() -> None:
    bout = Bout(hero("ann"), foe("brute", leader=True), foe("pal"))
    bout.step()
    assert bout.fight.stage == "initiative"
    bout.roll_initiative("ann")
    assert peek(bout)[:2] == ("vigor.declare.enemy-picks", "brute")
    table = bout.step(("brace",), ("empower",))
    assert [e["who"] for e in told(table, "picked")] == ["brute", "pal"]
    assert table.cited("vigor.declare.enemies-led")
    assert pickers(bout.to("hero-picks")) == []
    assert pickers(bout.step(("pass",))) == ["ann"]
    bout.to("round-end")
    assert pickers(bout.to("initiative")) == []


@pytest.mark.rule("vigor.declare.enemies-leaderless")
def test_leaderless_enemies_pick_at_the_end_of_the_round_before_the_roll() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.to("hero-picks", order=("ann",))
    bout.to("round-end")
    assert peek(bout)[:2] == ("vigor.declare.enemies-leaderless", "brute")
    assert bout.fight.round == 1
    table = bout.step(("empower",))
    assert table.cited("vigor.declare.enemies-leaderless")
    assert bout["brute"].pick == ("empower",)
    assert not bout["brute"].has("empowered")
    assert pickers(bout.to("hero-picks", order=("ann",))) == []


@pytest.mark.rule("vigor.declare.blind-takes-effect")
def test_a_blind_instant_pick_happens_in_step_2_with_targets_chosen_then() -> None:
    bout = Bout(hero("ann"), foe("brute", at=[0, 30]), foe("pal", at=[5, 30]))
    bout.to("blind")
    bout.step(("rally",), ("empower",))
    bout.roll_initiative("pal", "brute")
    bout.set("pal", vigor=0)
    table = bout.to("hero-picks", ("rally", "pal"))
    assert [e["who"] for e in told(table, "takes-effect")] == ["pal", "brute"]
    assert table.cited("vigor.declare.blind-takes-effect")
    assert bout["pal"].vigor == 1


@pytest.mark.rule("vigor.declare.blind-takes-effect")
def test_a_blind_declared_pick_is_pending_at_once_and_lasts_into_its_round() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.to("hero-picks", order=("ann",))
    bout.to("round-end")
    bout.step(("committed-strike",))
    assert bout["brute"].pending == ("committed-strike",)
    bout.to_turn("brute")
    assert (bout.fight.round, bout["brute"].pending) == (2, ("committed-strike",))


@pytest.mark.rule("vigor.declare.leaderless-round-one")
def test_for_round_1_leaderless_enemies_pick_before_the_first_roll() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.step()
    assert bout.fight.stage == "blind"
    table = bout.step(("brace",))
    assert table.cited("vigor.declare.leaderless-round-one")
    assert bout["brute"].initiative is None


@pytest.mark.rule("vigor.declare.leaderless-round-one")
def test_by_house_rule_they_have_no_pick_in_round_1() -> None:
    bout = Bout(hero("ann"), foe("brute"), house={"leaderless-pick-in-round-one": "no"})
    assert pickers(bout.to("round-end")) == ["ann"]
    assert peek(bout)[:2] == ("vigor.declare.enemies-leaderless", "brute")


# ---- the Leader's end ----


def led(*more: dict[str, Any], scene: Any = None) -> Bout:
    boss = foe("boss", leader=True, at=[0, 5])
    return Bout(hero("ann", at=[0, 0]), boss, foe("pal", at=[30, 30]), *more, scene=scene)


def blind_at_the_end(bout: Bout) -> list[str]:
    bout.to("round-end")
    table = bout.to("initiative")
    return pickers(table, "vigor.declare.enemies-leaderless")


@pytest.mark.rule("vigor.declare.leader-dies", "vigor.declare.leader-gone")
def test_when_the_leader_dies_picks_stand_and_the_next_are_made_blind_at_this_rounds_end() -> None:
    bout = led()
    bout.to("foe-picks", order=("ann",))
    bout.step(("pass",), ("committed-strike",))
    bout.to_turn("ann")
    bout.set("boss", vigor=0, vitality=1)
    bout.do(("attack", "longsword", "boss"), readings=[15, 1])
    assert bout["boss"].status == "dead"
    assert bout["pal"].pending == ("committed-strike",)
    assert blind_at_the_end(bout) == ["pal"]
    assert blind_at_the_end(bout) == ["pal"]


@pytest.mark.rule("vigor.declare.leader-gone")
@pytest.mark.parametrize("status", ["dead", "fleeing", "fled", "out"])
def test_a_leader_who_leaves_counts_as_dead(status: str) -> None:
    bout = led()
    bout.to_turn("ann")
    bout.set("boss", status=status)
    assert blind_at_the_end(bout) == ["pal"]


@pytest.mark.rule("vigor.declare.leader-gone", "vigor.role.leader")
def test_another_leader_keeps_the_side_led() -> None:
    bout = led(minor("chief", leader=True))
    bout.to_turn("ann")
    gm(bout, "leave", "boss")
    assert blind_at_the_end(bout) == []
    assert peek(bout)[0] == "vigor.initiative.roll"


@pytest.mark.rule("vigor.declare.leader-gone")
def test_a_surprised_leader_directs_nobody_its_comrades_pick_blind() -> None:
    bout = led(scene={"surprised": ["boss"], "start": "rows", "closed": []})
    bout.step()
    assert bout.fight.stage == "blind"
    table = bout.step(("brace",))
    assert [who for _, who, _ in table.asked] == ["pal"]
    assert pickers(bout.to("hero-picks", order=("ann",))) == []
    assert blind_at_the_end(bout) == []


@pytest.mark.rule("vigor.declare.leader-gone", "vigor.declare.enemies-led")
def test_without_the_leader_who_left_before_the_picks_nobody_is_led() -> None:
    bout = Bout(hero("ann"), foe("brute"), foe("boss", leader=True))
    bout.to("initiative")
    gm(bout, "leave", "boss", value="flown")
    table = bout.to("hero-picks")
    assert "brute" not in pickers(table)
    bout.to("round-end")
    assert pickers(bout.to("initiative")) == ["brute"]
