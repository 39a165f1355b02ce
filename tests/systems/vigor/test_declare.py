"""Picks: Maneuvers that take effect at once, and Declared ones that wait (area `declare`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import VIGOR, Bout, citing, foe, hero, minor, peek, sovereign, told

from affray.kernel.policy import DefaultPolicy
from affray.kernel.question import Answer
from affray.tables.play import Play

CAST = ("cast", "force-lance")
SLASH = {"id": "slash", "name": "Slash", "timing": "declared", "stamina": 1, "effect": "strike"}
SNARL = {"id": "snarl", "name": "Snarl", "timing": "instant", "stamina": 1, "effect": "note"}


def mage(name: str, **fields: Any) -> dict[str, Any]:
    given = {"spells": ["force-lance", "shock-burst"], "trees": ["wizard", "brawler"]} | fields
    return hero(name, **given)


def picking(*blocks: dict[str, Any], order: tuple[str, ...] = (), **more: Any) -> Bout:
    """A fight where the heroes are about to pick; the foes have picked nothing."""
    bout = Bout(*blocks, **more)
    bout.to("hero-picks", order=order)
    return bout


def offered(bout: Bout) -> list[Any]:
    return peek(bout)[2]


def pickers(table: Any, rule: str = "vigor.declare.may-pass") -> list[str]:
    """Who has picked or passed, in order."""
    return [event.fields["who"] for event in citing(table, rule)]


# ---- one pick ----


@pytest.mark.rule("vigor.declare.one-maneuver")
def test_each_hero_picks_one_maneuver_and_is_not_asked_again() -> None:
    bout = picking(mage("ann"), hero("bob"), foe("brute"), order=("ann", "bob"))
    table = bout.step(("brace",), ("empower",))
    assert [who for _, who, _ in table.asked] == ["ann", "bob"]
    assert [e["who"] for e in told(table, "picked")] == ["ann", "bob"]
    assert pickers(bout.to("round-end")) == []


@pytest.mark.rule("vigor.declare.one-maneuver")
def test_a_spell_a_weapon_maneuver_and_any_other_are_alternatives_of_one_pick() -> None:
    bout = picking(mage("ann"), foe("brute"))
    keys = offered(bout)
    for key in (("brace",), ("empower",), ("committed-strike",), CAST, ("weapon", "longsword")):
        assert key in keys
    bout.step(("weapon", "longsword"))
    bout.to_turn("ann")
    assert not [key for key in offered(bout) if key[0] in ("cast", "carry-out", "power")]


@pytest.mark.rule("vigor.declare.may-pass")
def test_a_pick_may_be_passed_and_is_lost_then() -> None:
    bout = picking(mage("ann"), foe("brute"))
    table = bout.step(("pass",))
    assert table.cited("vigor.declare.may-pass")
    assert (bout["ann"].pick, bout["ann"].pending) == ((), ())
    bout.to_turn("ann")
    assert "carry-out" not in [key[0] for key in offered(bout)]


@pytest.mark.rule("vigor.declare.may-pass")
@pytest.mark.parametrize(
    ("stamina", "spells", "others"), [(2, True, True), (1, False, True), (0, 0, 0)]
)
def test_only_what_the_stamina_pays_for_is_offered(
    stamina: int, spells: bool, others: bool
) -> None:
    bout = Bout(mage("ann", stamina=stamina), foe("brute"))
    bout.to("hero-picks")
    keys = offered(bout)
    assert (CAST in keys) == spells
    assert (("brace",) in keys) == others
    assert (("committed-strike",) in keys) == others
    assert ("weapon", "longsword") in keys


@pytest.mark.rule("vigor.declare.coordinate")
def test_heroes_pick_in_one_open_phase_and_may_change_until_all_are_locked_in() -> None:
    play = Play(VIGOR, Bout(hero("ann"), hero("bob"), minor("rat")).setup, secret=b"picks")
    gm_policy, heroes = DefaultPolicy(), DefaultPolicy()
    while play.questions[0].id.rule != "vigor.declare.one-maneuver":
        play.nudge(heroes, gm_policy)
    ann, bob = play.questions
    assert (ann.who, bob.who) == ("ann", "bob")
    assert {ann.id.what, bob.id.what} == {"lock-in"}
    assert not ann.secret
    play.answer(Answer(ann.id, ("brace",), "test"))
    assert play.fight["ann"].pick == ()
    (still,) = [question for question in play.questions if question.who == "bob"]
    assert "ann" in still.locked
    play.answer(Answer(still.id, ("empower",), "test"))
    assert play.fight["ann"].stamina == play.fight["bob"].stamina == 5


# ---- instant ones ----


@pytest.mark.rule("vigor.declare.instant")
def test_an_instant_maneuver_takes_effect_before_the_turns_and_costs_nothing_of_the_turn() -> None:
    bout = picking(hero("ann"), foe("brute"))
    bout.set("ann", vigor=0)
    bout.step(("brace",))
    table = bout.to("turns")
    assert bout["ann"].vigor == 1
    assert table.cited("vigor.declare.instant")
    assert (bout["ann"].pick, bout["ann"].pending) == ((), ())
    bout.to_turn("ann")
    assert (bout.fight.action, bout.fight.feet, bout["ann"].reaction) == (True, 30, True)


@pytest.mark.rule("vigor.declare.instant")
def test_an_instant_maneuver_is_not_disrupted() -> None:
    bout = picking(
        hero("ann", at=[0, 0]), foe("brute", at=[0, 5], stats={"body": 20}), order=("brute", "ann")
    )
    bout.step(("empower",))
    bout.to_turn("brute", "ann")
    table = bout.do(("attack", "longsword", "ann"), readings=[15, 4])
    assert bout["ann"].vitality == 1
    assert not table.was_asked("vigor.disrupt.check")
    assert bout["ann"].has("empowered")


@pytest.mark.rule("vigor.declare.instant-order")
def test_instant_maneuvers_take_effect_in_initiative_order_with_targets_chosen_then() -> None:
    heroes = [hero(name, at=[x, 0]) for x, name in ((0, "ann"), (5, "bob"), (10, "cid"))]
    bout = picking(*heroes, foe("brute"), order=("cid", "ann", "bob"))
    bout.set("ann", vigor=0)
    bout.step(("rally",), ("brace",), ("rally",))
    asked = [peek(bout)[1]]
    bout.step(("rally", "ann"))
    bout.set("bob", vigor=0)
    asked.append(peek(bout)[1])
    table = bout.step(("rally", "bob"))
    assert asked == ["cid", "ann"]
    assert table.cited("vigor.declare.instant-order")
    assert bout["bob"].vigor == 1
    table = bout.step()
    assert told(table, "takes-effect")[0]["who"] == "bob"


# ---- declared ones ----


@pytest.mark.rule("vigor.declare.declared")
def test_a_declared_maneuver_waits_for_the_owners_turn_and_takes_its_action() -> None:
    bout = picking(hero("ann", at=[0, 0]), sovereign("brute", at=[0, 5]))
    table = bout.step(("committed-strike",))
    assert table.cited("vigor.declare.declared")
    assert told(table, "declared")[0]["maneuver"] == ["committed-strike"]
    assert bout["ann"].pending == ("committed-strike",)
    bout.to_turn("ann")
    assert bout["ann"].pending == ("committed-strike",)
    bout.do(("carry-out", "attack", "longsword", "brute"), readings=[15, 1])
    assert bout["ann"].pending == ()
    assert not bout.fight.action
    assert bout["brute"].vitality == 13


@pytest.mark.rule("vigor.declare.declared-details")
def test_targets_and_points_are_chosen_when_it_is_carried_out() -> None:
    bout = picking(mage("ann"), foe("brute"), foe("pal"))
    keys = offered(bout)
    assert [key for key in keys if key[0] == "cast"] == [CAST, ("cast", "shock-burst")]
    bout.step(CAST)
    bout.to_turn("ann")
    aims = [key for key in offered(bout) if key[0] == "carry-out"]
    assert {key[3] for key in aims} == {"brute", "pal"}
    assert {key[2] for key in aims} == {"force-lance"}


@pytest.mark.rule("vigor.declare.declared-details")
def test_the_owner_may_drop_it_and_do_something_else() -> None:
    bout = picking(mage("ann", at=[0, 0]), sovereign("brute", at=[0, 5]))
    bout.step(CAST)
    bout.to_turn("ann")
    bout.do(("move", "to", "5", "0"))
    assert bout["ann"].pending == CAST
    table = bout.do(("attack", "longsword", "brute"), readings=[15, 1])
    assert bout["brute"].vigor == 0
    lost = told(table, "maneuver-lost")
    assert [(e["who"], e["maneuver"], e["why"]) for e in lost] == [("ann", list(CAST), "dropped")]
    assert bout["ann"].pending == ()


@pytest.mark.rule("vigor.declare.declared-details", "vigor.disrupt.window")
def test_what_was_dropped_for_another_action_cannot_be_disrupted_any_more() -> None:
    bout = picking(hero("ann", at=[0, 0]), sovereign("brute", at=[0, 5]), order=("ann",))
    bout.step(("committed-strike",))
    bout.to_turn("ann")
    bout.set("ann", vigor=0)
    away, strike = ("move", "to", "0", "-20"), ("attack", "longsword", "ann")
    table = bout.do(("sprint",), away, strike, ("go-on",), readings=[15, 1])
    assert bout["ann"].vitality == 3
    assert not table.was_asked("vigor.disrupt.check")


@pytest.mark.rule("vigor.declare.declared-details")
def test_what_is_not_carried_out_is_lost_with_the_turn() -> None:
    bout = picking(mage("ann"), foe("brute"))
    bout.step(CAST)
    bout.to_turn("ann")
    table = bout.do(("end",))
    assert told(table, "maneuver-lost")[0]["why"] == "not-carried-out"
    assert bout["ann"].pending == ()


@pytest.mark.rule("vigor.declare.declared-details")
def test_the_declared_maneuver_of_the_dead_and_the_fleeing_is_lost() -> None:
    bout = Bout(hero("ann", at=[0, 0]), foe("brute", at=[0, 5]), minor("rat", maneuvers=[SLASH]))
    bout.to("blind")
    bout.step(("committed-strike",), ("own", "slash"))
    assert (bout["brute"].pending, bout["rat"].pending) == (
        ("committed-strike",),
        ("own", "slash"),
    )
    bout.to_turn("ann", "brute", "rat")
    bout.set("brute", vigor=0, vitality=1)
    table = bout.do(("attack", "longsword", "brute"), readings=[15, 1])
    assert bout["brute"].status == "dead"
    assert told(table, "maneuver-lost")[0]["who"] == "brute"
    assert bout["brute"].pending == ()


# ---- spells and powers ----


@pytest.mark.rule("vigor.declare.casting")
def test_a_spell_is_always_declared_and_never_cast_off_hand() -> None:
    bout = picking(mage("ann"), foe("brute"))
    assert CAST in offered(bout)
    bout.step(("pass",))
    bout.to_turn("ann")
    assert not [key for key in offered(bout) if key[0] in ("cast", "power", "carry-out")]
    bout.to("hero-picks", order=("ann",))
    table = bout.step(CAST)
    assert table.cited("vigor.declare.casting")
    bout.to_turn("ann")
    table = bout.do(("carry-out", *CAST, "brute"), readings=[15, 1])
    assert bout["brute"].vigor == 0
    assert not bout.fight.action


@pytest.mark.rule("vigor.declare.psion", "vigor.declare.psion-details")
def test_a_psion_uses_a_power_with_its_action_and_keeps_its_pick() -> None:
    bout = picking(mage("ann", psion=True, at=[0, 0]), sovereign("brute", at=[0, 5]))
    assert not [key for key in offered(bout) if key[0] == "cast"]
    bout.step(("empower",))
    bout.to_turn("ann")
    bout.do(("power", "force-lance", "brute"), readings=[15, 1])
    assert bout["brute"].vigor == 0
    assert bout["ann"].stamina == 6 - 1 - 2
    assert not bout.fight.action


@pytest.mark.rule("vigor.declare.psion-details")
def test_a_power_has_the_range_and_the_stamina_of_the_spell() -> None:
    bout = picking(mage("ann", psion=True, at=[0, 0], stamina=2), foe("brute", at=[0, 65]))
    bout.step(("pass",))
    bout.to_turn("ann")
    assert not [key for key in offered(bout) if key[:2] == ("power", "force-lance")]
    bout.set("brute", at=(0, 60))
    assert [key for key in offered(bout) if key[:2] == ("power", "force-lance")]
    bout.set("ann", stamina=1)
    assert not [key for key in offered(bout) if key[:2] == ("power", "force-lance")]


# ---- Stamina ----


@pytest.mark.rule("vigor.declare.pay-first")
def test_stamina_is_paid_at_the_pick_and_not_given_back() -> None:
    bout = picking(mage("ann"), foe("brute"))
    table = bout.step(CAST)
    assert bout["ann"].stamina == 4
    assert citing(table, "vigor.declare.pay-first")
    bout.to_turn("ann")
    bout.do(("end",))
    assert bout["ann"].stamina == 4
    bout = picking(hero("ann"), foe("brute"))
    bout.step(("brace",))
    bout.to("turns")
    assert bout["ann"].stamina == 5
