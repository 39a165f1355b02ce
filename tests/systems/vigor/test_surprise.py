"""Surprise: who loses the first round (area `surprise`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, citing, foe, hero, peek, sovereign, told


def ambush(*surprised: str, **more: Any) -> Bout:
    blocks = more.pop("blocks", (hero("ann", at=[0, 0]), foe("brute", at=[0, 5])))
    scene = {"surprised": list(surprised), "start": "rows", "closed": []}
    return Bout(*blocks, scene=scene, **more)


WHO = "vigor.surprise.who"


@pytest.mark.rule("vigor.surprise.who")
def test_unasked_nobody_is_surprised() -> None:
    bout = Bout(hero("ann"), foe("brute"), scene={})
    table = bout.step()
    assert table.was_asked(WHO)
    assert not any(one.surprised for one in bout.fight.combatants.values())


@pytest.mark.rule("vigor.surprise.who")
@pytest.mark.parametrize(
    ("said", "who"),
    [
        (("heroes",), ["ann", "bob"]),
        (("foes",), ["brute"]),
        (("these", "bob brute"), ["bob", "brute"]),
    ],
)
def test_the_gm_says_who_is_surprised(said: tuple[str, ...], who: list[str]) -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute"), scene={})
    table = bout.step(rulings={WHO: said})
    assert [one.id for one in bout.fight.combatants.values() if one.surprised] == who
    assert [event["who"] for event in told(table, "surprised")] == who
    assert table.cited(WHO)


@pytest.mark.rule("vigor.surprise.immunity")
def test_whoever_cannot_be_surprised_never_is() -> None:
    bout = Bout(hero("ann", never_surprised=True), hero("bob"), foe("brute"), scene={})
    table = bout.step(rulings={WHO: ("heroes",)})
    assert (bout["ann"].surprised, bout["bob"].surprised) == (False, True)
    assert [event["who"] for event in told(table, "not-surprised")] == ["ann"]
    assert table.cited("vigor.surprise.immunity")


@pytest.mark.rule("vigor.surprise.effect")
def test_the_surprised_have_no_turn_no_pick_and_no_reaction_in_round_1() -> None:
    bout = ambush(
        "ann", blocks=(hero("ann", at=[0, 0]), hero("bob", at=[90, 0]), foe("brute", at=[0, 5]))
    )
    bout.to("hero-picks", order=("ann", "brute"))
    table = bout.step(("pass",))
    assert [who for _, who, _ in table.asked] == ["bob"]
    bout.to("turns")
    turns = [event["who"] for event in told(bout.to_turn("brute"), "turn")]
    assert (turns, bout.fight.round) == (["brute"], 1)
    table = bout.do(("move", "to", "0", "30"))
    assert not table.was_asked("vigor.reaction.opportunity-attack")
    assert bout["brute"].at == (0, 30)
    rest = bout.to("round-end")
    assert "ann" not in [event["who"] for event in told(rest, "turn")]


@pytest.mark.rule("vigor.surprise.skipped-turn")
def test_the_surprised_roll_and_are_passed_over_without_a_vigor_roll() -> None:
    bout = ambush("ann")
    bout.set("ann", vigor=0)
    bout.roll_initiative("ann", "brute")
    assert bout.fight.order == ("ann", "brute")
    assert bout["ann"].initiative == 5
    bout.set("ann", vigor=0)
    table = bout.to("turn")
    assert bout.fight.acting == "brute"
    assert [event["who"] for event in told(table, "passed-over")] == ["ann"]
    assert table.cited("vigor.surprise.skipped-turn")
    assert not citing(table, "vigor.vigor.turn-start-roll")


@pytest.mark.rule("vigor.surprise.skipped-turn")
def test_after_a_place_passed_over_no_sovereign_acts() -> None:
    blocks = (hero("ann", at=[0, 0]), sovereign("king", at=[0, 5]))
    bout = ambush("ann", blocks=blocks)
    bout.roll_initiative("ann", "king")
    bout.to("turns")
    table = bout.step()
    assert told(table, "passed-over")
    assert peek(bout)[:2] == ("vigor.turn.economy", "king")
    bout = ambush(blocks=blocks)
    bout.to_turn("ann", "king")
    bout.do(("end",))
    assert peek(bout)[:2] == ("vigor.sovereign.when", "king")


@pytest.mark.rule("vigor.surprise.skipped-turn")
def test_a_surprised_sovereign_spends_no_action_in_round_1() -> None:
    bout = ambush("king", blocks=(hero("ann", at=[0, 0]), sovereign("king", at=[0, 5])))
    bout.to_turn("ann", "king")
    assert bout.fight.round == 1
    bout.do(("end",))
    while bout.fight.stage != "round-end":
        assert not bout.step().asked
    bout.to_turn("ann", "king")
    bout.do(("end",))
    assert peek(bout)[:2] == ("vigor.sovereign.when", "king")


@pytest.mark.rule("vigor.surprise.other-side")
def test_everybody_else_picks_and_has_a_turn_and_no_bonus() -> None:
    bout = ambush("brute")
    bout.to("hero-picks", order=("ann",))
    assert peek(bout)[1] == "ann"
    bout.step(("brace",))
    bout.to_turn("ann")
    assert (bout.fight.action, bout.fight.feet) == (True, 30)
    table = bout.do(("attack", "longsword", "brute"), readings=[10, 1])
    assert "k" not in str(table.pools[0])
    (hit,) = told(table, "hit")
    assert (hit["bonus"], hit["ac"]) == (0, 10)


@pytest.mark.rule("vigor.surprise.round-two")
def test_from_round_2_the_surprised_take_part_reaction_and_pick_included() -> None:
    bout = ambush("ann")
    bout.to("round-end")
    bout.to("hero-picks", order=("brute",))
    assert bout.fight.round == 2
    assert bout["ann"].reaction
    assert not bout["ann"].surprised
    table = bout.step(("brace",))
    assert table.asked[0][1] == "ann"
    assert bout.to_turn("ann")
    assert bout.fight.round == 2


@pytest.mark.rule("vigor.surprise.blind-pick-round-two")
def test_leaderless_surprised_enemies_pick_as_the_first_act_of_round_2() -> None:
    blocks = (hero("ann", at=[0, 0]), foe("brute", at=[0, 5]), foe("pal", at=[5, 5]))
    bout = ambush("brute", blocks=blocks)
    bout.to("hero-picks", order=("ann",))
    bout.to("round-end")
    assert peek(bout)[1] == "pal"
    end = bout.step(("brace",))
    assert [event["who"] for event in told(end, "picked")] == ["pal"]
    assert (bout.fight.round, bout.fight.stage) == (2, "blind")
    table = bout.step(("empower",))
    assert [event["who"] for event in told(table, "picked")] == ["brute"]
    assert table.cited("vigor.surprise.blind-pick-round-two")
    assert bout.fight.stage == "initiative"
