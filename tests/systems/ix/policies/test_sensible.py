"""Sensible play: it takes only what is offered, and knows what helps."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from affray.kernel.encounter import read_encounter
from affray.kernel.keys import Key, is_offered
from affray.kernel.question import Because, rules_of
from affray.kernel.running import run
from affray.kernel.table import Offers, Options
from affray.systems.ix import content, system
from affray.tables.random_table import RandomTable
from tests.ix_kit import Bout, elite, gm, hero, minions, nemesis, npc


class Watching(RandomTable):
    """Keeps what was chosen, and what was chosen though nobody offered it."""

    chosen: list[tuple[str, Key]]
    wrong: list[tuple[str, Key]]

    def choose(
        self,
        who: str,
        options: Options,
        *,
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Key], None] | None = None,
    ) -> Key:
        key = super().choose(who, options, because=because, offers=offers, take=take)
        self.chosen.append((who, key))
        if not is_offered(options(), key):
            self.wrong.append((rules_of(because)[0], key))
        return key


def watched(fight: Any, seed: int) -> Watching:
    policies = (system.policy("sensible", side, Random(1)) for side in ("heroes", "gm"))
    table = Watching(system, fight, Random(seed), *policies)
    table.chosen, table.wrong = [], []
    return table


@pytest.mark.parametrize("name", sorted(content.encounters()))
def test_only_what_is_offered_is_chosen(name: str) -> None:
    setup = read_encounter(content.encounters()[name], name, system)
    for seed in range(3):
        fight = system.start(setup)
        table = watched(fight, seed)
        run(system, fight, table)
        assert table.wrong == []
        assert fight.result in ("heroes", "foes", "none")


def first_choice(bout: Bout, who: str) -> Key:
    """What the policy of its side does first in a turn of `who`."""
    bout.turn_of(who)
    side = "heroes" if bout[who].side == "heroes" else "gm"
    policy = system.policy("sensible", side, Random(1))
    view = system.facade(bout.fight, who)
    from affray.systems.ix.fight import turn

    return policy.choose(view, who, "ix.turn.budget", lambda: turn.options(bout.fight, who))


def test_a_blow_is_aimed_before_it_falls() -> None:
    bout = Bout(hero("ann"), elite("brute"))
    assert first_choice(bout, "ann") == ("aim",)
    bout.fight["ann"].aims = 1
    bout.fight.free_maneuvers = 0
    assert first_choice(bout, "ann") == ("attack", "long-blade", "brute")


def test_whoever_reaches_nobody_comes_closer() -> None:
    bout = Bout(hero("ann"), elite("brute"), scene={"at": {"ann": 0, "brute": 2}})
    assert first_choice(bout, "ann") == ("move", "toward", "brute")
    assert first_choice(bout, "brute") == ("move", "toward", "ann")


def test_a_healer_sees_to_the_fallen_first() -> None:
    bout = Bout(
        hero("ann", willpower=4, skills={"divinity": 3}, spells=["vital-heal"]),
        hero("bob", wounds=-2),
        elite("brute"),
    )
    assert first_choice(bout, "ann") == ("cast", "vital-heal", "bob")


def test_bleeding_is_stopped_by_whoever_is_near() -> None:
    bout = Bout(hero("ann", skills={"medicine": 2}), hero("bob", wounds=-2), elite("brute"))
    assert first_choice(bout, "ann") == ("stabilize", "bob")


def test_a_wrestler_seizes_and_then_hurts_whom_it_holds() -> None:
    bout = Bout(
        hero("ann"),
        elite("brute", might=4, skills={"unarmed": 2}, talents=["punishing-hold"]),
    )
    assert first_choice(bout, "brute") == ("grapple", "ann")


def test_a_caster_takes_the_spell_that_is_worth_more_than_its_blade() -> None:
    bout = Bout(
        hero("ann", intellect=4, skills={"arcana": 3}, spells=["ember-lance"], weapons=["knife"]),
        minions("rats"),
        scene={"at": {"ann": 0, "rats": 2}},
    )
    assert first_choice(bout, "ann") == ("cast", "ember-lance", "rats")


def test_boons_go_into_an_injury_before_anything_else() -> None:
    bout = Bout(hero("ann"), nemesis("lord", wound_points=30))
    bout.turn_of("ann")
    table = bout.do(("attack", "long-blade", "lord"), rolls=["1 success 3 boons"])
    offered = next(options for _, who, options in table.asked if options[0][:1] == ("spend",))
    policy = system.policy("sensible", "heroes", Random(1))
    view = system.facade(bout.fight, "ann")
    key = policy.choose(view, "ann", "ix.attack.boons", lambda: offered)
    assert key == ("spend", "attack-critical", "")


def test_after_the_fight_nobody_asks_to_treat_the_same_wounds_twice() -> None:
    policy: Any = system.policy("sensible", "heroes", Random(1))
    again = ("tend", "ann", "treat-again", "bob")
    assert policy._after([again, ("done",)]) == ("done",)
    assert policy._after([again, ("tend", "ann", "treat", "bob"), ("done",)])[2] == "treat"


def thrown(**ann: Any) -> Bout:
    """Ann afoot beside her own horse, and a brute two steps off."""
    horse = npc("ally", "bay", "mount")
    blocks = [hero("ann", **{"skills": {"riding": 2}, **ann}), horse, elite("brute")]
    return Bout(*blocks, scene={"at": {"ann": 0, "bay": 0, "brute": 2}, "engaged": []})


@pytest.mark.rule("ix.maneuver.mount-dismount")
def test_a_rider_gets_back_into_the_saddle() -> None:
    bout = thrown()
    bout.turn_of("ann")
    assert first_choice(bout, "ann") == ("mount", "bay")


def test_but_not_beside_an_enemy_nor_whoever_cannot_ride_nor_for_strain() -> None:
    bout = thrown()
    gm(bout, "set", "brute", "place", 0)
    bout.turn_of("ann")
    assert first_choice(bout, "ann")[0] != "mount"
    unskilled = thrown(skills={})
    unskilled.turn_of("ann")
    assert first_choice(unskilled, "ann")[0] != "mount"
    spent = thrown()
    spent.turn_of("ann")
    spent.fight.free_maneuvers, spent.fight.maneuvers = 0, 1
    assert first_choice(spent, "ann")[0] != "mount"
