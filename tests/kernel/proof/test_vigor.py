"""A round of vigor: open picks, a disrupted maneuver, an attack inside a move, on any table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from affray.kernel.keys import Key
from affray.kernel.policy import DefaultPolicy
from affray.kernel.question import Answer, Edit, Refused
from affray.kernel.running import advance
from affray.kernel.system import Setup
from affray.tables.enumerating import leaves
from affray.tables.play import Play
from affray.testing.conformance import CHECKS, Case

ADA = {"id": "ada", "name": "Ada", "side": "heroes", "x": 0}
BO = {"id": "bo", "name": "Bo", "side": "heroes", "x": -2}
OGRE = {"id": "ogre", "name": "Ogre", "side": "foes", "role": "major", "x": 1}
IMP = {"id": "imp", "name": "Imp", "side": "foes", "role": "minor", "vigor": 1, "cap": 1, "x": 5}
DUEL = Setup("vigor", "a duel", [ADA, OGRE], max_rounds=5)
BRAWL = Setup("vigor", "a brawl", [ADA, BO, OGRE, IMP], max_rounds=5)
PASS: Key = ("pass",)
STRIKE: Key = ("strike",)
COMMIT: Key = ("committed-strike",)
END: Key = ("end",)
WINDOW = "vigor.reaction.opportunity-attack"


@pytest.fixture(scope="module")
def vigor(exchange: Any) -> Any:
    return exchange("vigor", "Warrior", "Round", "vigor", "vitality", "ac", "stamina", "x")


@pytest.fixture(scope="module")
def rules(vigor: Any) -> Any:
    return vigor[0]


@pytest.fixture(scope="module")
def system(vigor: Any) -> Any:
    return vigor[1]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_exchange_passes_what_every_system_must(
    check: Callable[[Case], None], seed: int, system: Any
) -> None:
    check(Case(system, BRAWL, seed))


def test_heroes_pick_at_once_and_in_any_order(system: Any, played: Any) -> None:
    fights = []
    for order in (("ada", "bo"), ("bo", "ada")):
        play = played(Play(system, BRAWL), "8", "7", "2", "1")
        asked = {question.who: question for question in play.questions}
        assert list(asked) == ["ada", "bo"]
        for who in order:
            pick = COMMIT if who == "ada" else PASS
            play.answer(Answer(asked[who].id, pick, who))
            assert all(q.locked == (who,) for q in play.questions if q.id.what == "lock-in")
        assert play.fight["ada"].pending == "committed-strike"
        assert (play.fight["ada"].stamina, play.fight["bo"].stamina) == (5, 6)
        fights.append(system.key(play.fight))
    assert fights[0] == fights[1]
    with pytest.raises(Refused, match="not open"):
        play.answer(Answer(asked["bo"].id, PASS, "bo"))


def test_an_edit_reopens_the_pick_that_it_makes_impossible(system: Any, played: Any) -> None:
    play = played(Play(system, BRAWL), "8", "7", "2", "1")
    play.choose(COMMIT, question=play.questions[0])
    assert [q.who for q in play.questions] == ["bo"]
    played(play, Edit("set", "ada", "stamina", 0))
    # Ada has nothing left to pay with: she is asked again, and Bo still is.
    assert [(q.who, list(q.options)) for q in play.questions] == [
        ("ada", [PASS]),
        ("bo", [PASS, ("brace",), COMMIT]),
    ]
    play.undo()
    assert [q.who for q in play.questions] == ["bo"]
    played(play, Edit("remove", "bo"))
    assert play.fight["ada"].pending == "committed-strike"


@pytest.mark.parametrize(("natural", "kept"), [(8, False), (9, True)])
def test_lost_vitality_may_disrupt_what_was_declared(
    natural: int, kept: bool, system: Any, scripted: Any
) -> None:
    fight, table = scripted(
        system,
        DUEL,
        steps=7,
        choices=[COMMIT, ("attack", "ada"), END, END],
        readings=[1, 8, 15, 4, natural, 0],
    )
    # 4 points: 2 to Vigor, 2 to Vitality; d20 + 3 against 12.
    assert fight["ada"].vitality == 2
    assert table.cited("vigor.disrupt.result") is not kept
    assert (("carry-out", "ogre") in table.options_of("vigor.turn.economy")) is kept
    assert ("attack", "ogre") in table.options_of("vigor.turn.economy")


def test_lost_vigor_never_disrupts(system: Any, scripted: Any) -> None:
    fight, table = scripted(
        system, DUEL, steps=4, choices=[COMMIT, ("attack", "ada")], readings=[1, 8, 15, 2]
    )
    assert (fight["ada"].vigor, fight["ada"].vitality) == (0, 4)
    assert fight["ada"].pending
    assert not table.was_asked("vigor.disrupt.check")


def test_a_wound_fills_the_pools_before_the_disruption_check(system: Any, scripted: Any) -> None:
    ada = ADA | {"vigor": 0, "vitality": 1}
    fight, table = scripted(
        system,
        Setup("vigor", "a duel", [ada, OGRE]),
        steps=4,
        choices=[COMMIT, ("attack", "ada")],
        readings=[1, 8, 20, 8, 3, 7],
    )
    assert (fight["ada"].vigor, fight["ada"].vitality, fight["ada"].wounds) == (2, 4, [4])
    assert table.cited("vigor.crit.major")
    # 1 Vitality was left to lose: 7 + 3 against 11.
    assert table.codes()[-4:] == ["rolled", "wounded", "rolled", "disrupted"]


def test_moving_within_reach_opens_no_window(system: Any, played: Any) -> None:
    play = played(Play(system, DUEL), "8", "1", PASS, ("move", "2"))
    assert (play.fight["ada"].x, play.questions[0].id.rule) == (2, "vigor.turn.economy")
    played(play, ("move", "3"))
    assert play.questions[0].id.rule == WINDOW


@pytest.fixture
def fleeing(system: Any, played: Any) -> Play:
    """Ada, who has declared a strike, walks away from the ogre, which is asked whether it acts."""
    play: Play = played(Play(system, DUEL), "8", "1", COMMIT, ("move", "-3"))
    assert play.questions[0].id.rule == WINDOW
    return play


def test_a_reaction_inside_a_move_disrupts_and_the_move_goes_on(
    fleeing: Play, system: Any, scripted: Any, played: Any, told: Any
) -> None:
    played(fleeing, STRIKE, "15", "4", "1")
    assert fleeing.fight["ada"].x == -3
    codes = [event.code for event in fleeing.events]
    assert codes[-6:] == ["rolled", "hit", "vitality-lost", "rolled", "disrupted", "moved"]
    assert not fleeing.fight["ogre"].reaction
    _, table = scripted(
        system,
        DUEL,
        steps=4,
        choices=[COMMIT, ("move", "-3"), STRIKE],
        readings=[8, 1, 15, 4, 1],
    )
    assert told(table.events) == told(fleeing.events)
    loaded = Play.load(system, json.loads(json.dumps(fleeing.dump())))
    assert loaded.audit() == []


def test_the_gm_takes_out_whoever_is_asked_or_moves(fleeing: Play, played: Any) -> None:
    played(fleeing, Edit("remove", "ogre"))
    # The window closes by itself, and the move that it stood in goes on.
    assert fleeing.fight["ada"].x == -3
    assert fleeing.fight.result == "heroes"
    fleeing.undo()
    assert fleeing.questions[0].id.rule == WINDOW
    assert fleeing.fight["ada"].x == 0
    fleeing.redo()
    assert fleeing.fight["ada"].x == -3
    fleeing.undo()
    played(fleeing, Edit("remove", "ada"))
    assert (fleeing.fight["ada"].x, fleeing.fight.result) == (0, "foes")
    assert fleeing.audit() == []


def test_the_gm_changes_numbers_inside_the_window(fleeing: Play, played: Any) -> None:
    played(fleeing, STRIKE, Edit("set", "ada", "ac", 19), "15")
    assert [e.code for e in fleeing.events][-1] == "missed"
    # The glancing blow is open; whatever Ada has now is what it takes.
    played(fleeing, Edit("set", "ada", "vigor", 0), ("glance", "ada"))
    assert (fleeing.fight["ada"].vigor, fleeing.fight["ada"].vitality) == (0, 4)


@pytest.mark.parametrize("edit", [Edit("end-here"), Edit("remove", "ogre")], ids=["end", "gone"])
def test_a_reaction_that_ends_in_its_middle_ends_alone(
    edit: Edit, fleeing: Play, played: Any
) -> None:
    played(fleeing, STRIKE, edit)
    assert [e.code for e in fleeing.events if e.step == 4][-2:] == ["ended-here", "moved"]
    assert (fleeing.fight["ada"].x, fleeing.fight["ogre"].reaction) == (-3, False)
    assert fleeing.fight.depth == 0
    saved = json.loads(json.dumps(fleeing.dump()))
    assert Play.load(fleeing.system, saved).audit() == []


def test_the_gm_ends_the_fight_inside_a_reaction(fleeing: Play, played: Any) -> None:
    played(fleeing, STRIKE, Edit("end", value="none"))
    assert (fleeing.fight["ada"].x, fleeing.fight.result) == (0, "none")
    assert fleeing.questions == ()


def test_end_here_ends_a_step_where_it_stands(system: Any, played: Any) -> None:
    play = played(Play(system, DUEL), "8", "1", PASS, ("attack", "ogre"), Edit("end-here"))
    assert play.questions[0].id.rule == "vigor.turn.economy"
    assert not play.fight["ada"].action


def test_whoever_passes_in_advance_is_not_asked(fleeing: Play, played: Any) -> None:
    fleeing.undo()
    played(fleeing, Edit("pass", "ogre", "opportunity-attack", "round"), ("move", "-3"))
    assert fleeing.fight["ada"].x == -3


def test_enumerated_chances_of_a_hit_through_the_layers(rules: Any, system: Any) -> None:
    fight = system.start(DUEL)
    fight.due, fight.acting, fight["ada"].pending = "turns", "ogre", "committed-strike"
    fight["ogre"].action = True

    class Attacker(DefaultPolicy):
        def choose(self, view: Any, who: str, because: str, options: Any) -> Key:
            wanted = ("attack", "ada")
            return wanted if wanted in options() else options()[0]

    policy = Attacker()
    left: Counter[Any] = Counter()
    for chance, after, _ in leaves(
        system, fight, lambda state, table: advance(system, state, table), policy, policy
    ):
        left[after["ada"].vitality, bool(after["ada"].pending)] += chance  # type: ignore[assignment]
    assert sum(left.values()) == 1
    # Three points (1 face in 4, or 2 in 16 of a crit) leave 1 to Vitality: d20 + 3 against 11.
    assert left[3, False] == (Fraction(11, 80) + Fraction(2, 320)) * Fraction(7, 20)
    # Full Vitality: a miss, no more than Vigor lost, or a wound (7 or 8 of a crit) that refills
    # it and whose check, against 14, is passed.
    unhurt = Fraction(8, 20) + Fraction(11, 40) + Fraction(1, 320)
    assert left[4, True] == unhurt + Fraction(3, 320) * Fraction(10, 20)
