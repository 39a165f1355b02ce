"""A blow of sixteen: d20 and damage in one roll, telling blow, deflect, armour, on any table."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from affray.kernel.keys import Key
from affray.kernel.policy import DefaultPolicy
from affray.kernel.question import Edit, Refused
from affray.kernel.running import advance
from affray.kernel.system import Setup
from affray.tables.enumerating import leaves
from affray.tables.play import Play
from affray.tables.random_table import RandomTable
from affray.testing.conformance import CHECKS, Case

HERO = {"id": "hero", "name": "Cerys", "side": "heroes"}
FOE = {"id": "foe", "name": "Brute", "side": "foes"}
DEFLECT: Key = ("deflect",)
TAKE_IT: Key = ("take-it",)
ADD_D3: Key = ("add-d3",)
ROLL_AGAIN: Key = ("roll-again",)


def bout(hero: dict[str, Any] | None = None, foe: dict[str, Any] | None = None) -> Setup:
    """The hero strikes first, with H 5: 11 is the needed number. The foe deflects on 15."""
    return Setup("sixteen", "a bout", [HERO | (hero or {}), FOE | (foe or {})], max_rounds=15)


@pytest.fixture(scope="module")
def sixteen(exchange: Any) -> Any:
    return exchange("sixteen", "Blade", "Bout", "hp", "fatigue", "h", "deflect")


@pytest.fixture(scope="module")
def rules(sixteen: Any) -> Any:
    return sixteen[0]


@pytest.fixture(scope="module")
def system(sixteen: Any) -> Any:
    return sixteen[1]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_exchange_passes_what_every_system_must(
    check: Callable[[Case], None], seed: int, system: Any
) -> None:
    check(Case(system, bout(foe={"size": "large"}), seed))


def test_one_roll_for_attack_and_damage(system: Any, scripted: Any) -> None:
    fight, table = scripted(system, bout(), choices=[TAKE_IT], readings=[(12, 8)])
    assert str(table.pools[0]) == "1d20 & 1d8"
    # A cutting blade meets mail: 2, and 1 more.
    assert fight["foe"].hp == 12 - (8 - 3)
    assert fight["foe"].wounds == 0


def test_the_exact_number_goes_past_armour_and_ordinary_deflects(
    system: Any, scripted: Any
) -> None:
    fight, _ = scripted(system, bout(), choices=[DEFLECT], readings=[(11, 8), 19])
    assert fight["foe"].hp == 11 - 7
    assert (fight["foe"].wounds, fight["foe"].fatigue, fight["foe"].most_hp) == (1, 1, 11)


@pytest.mark.parametrize(
    ("natural", "deflected", "stopped"),
    [(12, 14, False), (12, 15, True), (12, 16, True), (11, 15, True), (11, 16, False)],
)
def test_deflecting(
    natural: int, deflected: int, stopped: bool, system: Any, scripted: Any
) -> None:
    fight, table = scripted(system, bout(), choices=[DEFLECT], readings=[(natural, 8), deflected])
    assert (fight["foe"].hp == 12) is stopped
    assert table.cited("sixteen.deflect.success") is stopped


def test_against_the_large_a_deflect_halves_before_armour(system: Any, scripted: Any) -> None:
    setup = bout({"size": "large"}, {"armour": "padded"})
    fight, _ = scripted(system, setup, choices=[DEFLECT], readings=[(12, 7), 16])
    # Half of 7 is 3; padded against cutting is 1 - 1.
    assert fight["foe"].hp == 12 - 3
    # A critical deflect of a critical hit: halved, and mail (2 and 1 more) counts again.
    fight, _ = scripted(system, bout({"size": "large"}), choices=[DEFLECT], readings=[(11, 8), 15])
    assert fight["foe"].hp == 12 - 1


@pytest.mark.parametrize(("choice", "reading", "hp"), [(ADD_D3, 3, 8), (ROLL_AGAIN, 1, 12)])
def test_a_telling_blow_is_chosen_before_the_deflect(
    choice: Key, reading: int, hp: int, system: Any, scripted: Any
) -> None:
    fight, table = scripted(system, bout(), choices=[choice, TAKE_IT], readings=[(20, 4), reading])
    assert fight["foe"].hp == hp
    asked = [rule for rule, _, _ in table.asked]
    assert asked.index("sixteen.telling.natural-twenty") < asked.index("sixteen.deflect.attempt")


@pytest.mark.parametrize(
    ("weapon", "armour", "damage", "lost"),
    [
        ("crossbow", "plate", 6, 4),  # 3, and 1 more against piercing, less AP 2
        ("spear", "mail", 6, 6),  # 2, 1 less against piercing, less AP 1
        ("crossbow", "padded", 6, 6),  # AP past the rating adds nothing
        ("long-sword", "mail", 2, 0),  # never below 0
    ],
)
def test_armour_and_penetration(
    weapon: str, armour: str, damage: int, lost: int, system: Any, scripted: Any
) -> None:
    setup = bout({"weapon": weapon}, {"armour": armour})
    fight, _ = scripted(system, setup, choices=[TAKE_IT], readings=[(12, damage)])
    assert 12 - fight["foe"].hp == lost


def test_who_is_not_asked(system: Any, scripted: Any) -> None:
    _, table = scripted(system, bout(foe={"fatigue": 2}), readings=[(12, 4)])
    assert not table.was_asked("sixteen.deflect.attempt")
    fight, table = scripted(system, bout(), readings=[(1, 8), 13])
    assert fight["hero"].prone
    assert fight["foe"].hp == 12


@pytest.fixture
def struck(system: Any, played: Any) -> Play:
    """The foe has been struck for 8 and is asked whether it deflects."""
    play: Play = played(Play(system, bout()), "12 8")
    assert play.questions[0].id.rule == "sixteen.deflect.attempt"
    return play


def test_the_same_blow_by_script_and_by_typed_dice(
    struck: Play, system: Any, scripted: Any, played: Any, told: Any
) -> None:
    _, table = scripted(system, bout(), choices=[DEFLECT], readings=[(12, 8), 3])
    played(struck, DEFLECT, "3")
    first = [event for event in struck.events if event.step == 1]
    assert told(first) == told(table.events)
    loaded = Play.load(system, json.loads(json.dumps(struck.dump())))
    assert loaded.audit() == []
    with pytest.raises(Refused, match="cannot show"):
        struck.type_dice("21 3", "hero")


def test_numbers_changed_while_the_deflect_is_open_count_at_once(struck: Play, played: Any) -> None:
    played(struck, DEFLECT, Edit("set", "foe", "deflect", 0), "16")
    # 20 less the buckler's 1 now; before the edit 16 would have stopped the blow.
    assert struck.fight["foe"].hp == 7
    struck.undo(1)
    assert struck.questions[0].id.rule == "sixteen.deflect.attempt"
    assert (struck.fight["foe"].deflect, struck.fight["foe"].hp) == (4, 12)
    struck.redo()
    assert struck.fight["foe"].hp == 7
    assert struck.audit() == []


def test_needed_number_is_read_after_the_roll(system: Any, played: Any) -> None:
    play = played(Play(system, bout()), Edit("set", "hero", "h", 4), "11 8")
    assert [e.code for e in play.events if e.step == 1][-1] == "missed"
    play = played(Play(system, bout()), "11 8")
    assert play.events[-1].fields["critical"]


@pytest.mark.parametrize(("gone", "result"), [("foe", "heroes"), ("hero", "foes")])
def test_somebody_is_taken_out_while_the_deflect_is_open(
    gone: str, result: str, struck: Play, played: Any
) -> None:
    played(struck, Edit("remove", gone))
    if struck.questions:
        # The attacker is gone, the blow is not: the GM may let it land or end it here.
        played(struck, Edit("end-here"))
    assert struck.fight.result == result
    assert struck.fight["foe"].hp == 12
    assert struck.audit() == []


def test_enumerated_and_drawn_blows_agree(system: Any) -> None:
    fight = system.start(bout())
    policy = DefaultPolicy()
    exact: Counter[int] = Counter()
    for chance, after, _ in leaves(
        system, fight, lambda state, table: advance(system, state, table), policy, policy
    ):
        exact[after["foe"].hp] += chance  # type: ignore[assignment]
    assert sum(exact.values()) == 1
    source, drawn = random.Random(16), Counter[int]()
    for _ in range(3000):
        state = system.copy(fight)
        advance(system, state, RandomTable(system, state, source, policy, policy))
        drawn[state["foe"].hp] += 1
    for hp, chance in exact.items():
        assert abs(drawn[hp] - 3000 * chance) <= 5 * (3000 * chance * (1 - chance)) ** 0.5 + 3
