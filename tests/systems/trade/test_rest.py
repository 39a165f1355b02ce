"""The rules of trade on rest: what a breather and a night give back."""

from typing import Any

import pytest
from trade_kit import TRADE, Bout, ability, ally, foe, gm, hero, peek

from affray.kernel.system import Setup

BREATHER = ("breather",)
NIGHT = ("night",)
DONE = ("done",)


def after(*heroes: dict[str, Any], down: dict[str, str] | None = None) -> Bout:
    """A fight that the heroes have won, with nothing rested yet."""
    bout = Bout(*heroes, foe("brute", loot=[]))
    gm(bout, "remove", "brute")
    if bout.fight.result is None:
        bout.step()
    for who, fate in (down or {}).items():
        bout[who].fate = fate
    assert bout.fight.result == "heroes"
    return bout


def rest(bout: Bout, *choices: tuple[str, ...]) -> Any:
    """Runs the steps after the fight until the choices are used up."""
    table = None
    for choice in choices:
        for _ in range(5):
            table = bout.step(choice)
            if not table.choices:
                break
        else:
            raise AssertionError(f"nobody asks for {choice}")
    return table


def healths(bout: Bout) -> list[int]:
    return [bout[who].health for who in bout.fight.heroes]


@pytest.mark.rule("trade.rest.heals")
def test_the_end_of_the_fight_heals_nobody() -> None:
    bout = after(hero("ann", health=4), hero("bob", health=0))
    assert healths(bout) == [4, 0]
    rest(bout, DONE)
    assert healths(bout) == [4, 0]
    assert bout.fight.closed


@pytest.mark.parametrize(("health", "now"), [(1, 4), (6, 9), (7, 10), (8, 10), (10, 10)])
@pytest.mark.rule("trade.rest.breather", "trade.rest.heals")
def test_a_breather_gives_three_back_up_to_ten(health: int, now: int) -> None:
    bout = after(hero("ann", health=health))
    table = rest(bout, BREATHER)
    assert healths(bout) == [now]
    assert table.cited("trade.rest.breather")


@pytest.mark.rule("trade.rest.breather")
def test_a_tended_hero_who_is_down_is_up_with_one_after_a_breather() -> None:
    bout = after(hero("ann", health=5), hero("bob", health=0))
    rest(bout, BREATHER)
    assert healths(bout) == [8, 1]
    assert bout["bob"].is_in


@pytest.mark.rule("trade.rest.breather")
def test_the_dead_are_not_tended() -> None:
    bout = after(hero("ann", health=5), hero("bob", health=0), down={"bob": "dead"})
    rest(bout, BREATHER)
    assert healths(bout) == [8, 0]


@pytest.mark.rule("trade.rest.breather")
def test_there_is_one_breather_after_a_fight() -> None:
    bout = after(hero("ann", health=2))
    rest(bout, BREATHER)
    table = rest(bout, DONE)
    offered = [key for _, _, what in table.asked for key in what]
    assert BREATHER not in offered
    assert NIGHT in offered
    assert healths(bout) == [5]


@pytest.mark.rule("trade.rest.night")
def test_a_night_brings_everybody_who_is_alive_to_full_health() -> None:
    bout = after(
        hero("ann", health=1),
        hero("bob", health=0),
        hero("cat", health=0),
        down={"cat": "dead"},
    )
    table = rest(bout, NIGHT)
    assert healths(bout) == [10, 10, 0]
    assert table.cited("trade.rest.night")


@pytest.mark.rule("trade.rest.night", "trade.end.carry-over")
def test_after_a_defeat_a_night_brings_the_living_back_into_the_next_fight() -> None:
    bout = Bout(hero("ann", health=2), hero("bob", health=0), foe("brute", damage=5))
    bout.do(("end",))
    bout.phase(rulings={"trade.health.down-fate": ("captured", "spared")})
    assert bout.fight.result == "foes"
    bout.step()
    rest(bout, BREATHER)
    assert healths(bout) == [0, 0], "nobody is up to tend them"
    rest(bout, NIGHT)
    assert healths(bout) == [10, 10]
    again = Bout(*TRADE.carry_over(bout.fight), foe("second"))
    assert peek(again)[2] == [("go", "ann"), ("go", "bob")]


@pytest.mark.rule("trade.end.carry-over", "trade.health.down-means")
def test_a_fight_may_begin_with_a_hero_who_is_down_while_another_is_up() -> None:
    setup = Setup("trade", "next", [hero("ann", health=0), hero("bob"), foe("brute")])
    TRADE.check_scene({}, setup)
    bout = Bout(*setup.roster)
    bout.do(("end",))
    assert bout.fight.acting == "bob"


@pytest.mark.rule("trade.rest.night")
def test_a_night_readies_limited_abilities_and_a_breather_does_not() -> None:
    dart = ability("dart", {"kind": "damage", "amount": 1}, uses=2, used=2)
    bout = after(hero("ann", abilities=[dart]))
    rest(bout, BREATHER)
    assert TRADE.carry_over(bout.fight)[0]["abilities"][0]["used"] == 2
    rest(bout, NIGHT)
    assert TRADE.carry_over(bout.fight)[0]["abilities"][0]["used"] == 0


@pytest.mark.rule("trade.rest.breather", "trade.rest.night")
def test_a_breather_and_then_a_night_are_both_to_be_had() -> None:
    bout = after(hero("ann", health=1))
    rest(bout, BREATHER, NIGHT)
    assert healths(bout) == [10]
    assert TRADE.carry_over(bout.fight)[0]["health"] == 10


@pytest.mark.parametrize("helper", [False, True])
@pytest.mark.rule("trade.rest.breather")
def test_the_fallen_are_up_only_if_somebody_tends_them(helper: bool) -> None:
    blocks = [ally("hound")] if helper else []
    bout = Bout(hero("ann", health=2), *blocks, foe("brute", damage=2))
    bout.do(("end",))
    bout.phase()
    assert bout.fight.result == "foes"
    rest(bout, BREATHER)
    assert healths(bout) == [1 if helper else 0]


@pytest.mark.rule("trade.rest.night")
def test_there_is_one_night_and_no_breather_left_after_it() -> None:
    bout = after(hero("ann", health=2))
    rest(bout, NIGHT)
    table = bout.step()  # there is nothing left to choose
    assert bout.fight.closed
    assert [key for _, _, what in table.asked for key in what] == [DONE]


@pytest.mark.rule("trade.rest.breather")
def test_whoever_has_fled_or_surrendered_rests_with_the_others() -> None:
    bout = Bout(hero("ann", health=5), hero("bob", health=5), foe("brute"))
    bout.do(("go", "ann"), ("surrender",))
    gm(bout, "remove", "brute")
    rest(bout, BREATHER)
    assert healths(bout) == [8, 8]


@pytest.mark.rule("trade.rest.breather", "trade.health.bounds")
def test_rest_takes_nothing_from_whoever_has_more_than_full_health() -> None:
    bout = after(hero("ann"))
    bout["ann"].health = 12
    rest(bout, BREATHER, NIGHT)
    assert healths(bout) == [12]


@pytest.mark.parametrize("choice", [BREATHER, NIGHT])
@pytest.mark.rule("trade.rest.breather", "trade.rest.night")
def test_whoever_the_gm_has_taken_out_does_not_rest_with_the_others(
    choice: tuple[str, ...],
) -> None:
    bout = after(hero("ann", health=9), hero("bob", health=5), hero("cat", health=0))
    gm(bout, "remove", "bob")
    gm(bout, "remove", "cat")
    rest(bout, choice)
    assert healths(bout) == [10, 5, 0]
