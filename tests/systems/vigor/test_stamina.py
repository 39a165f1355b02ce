"""Stamina, Recovery and Rest (areas `stamina`, `recovery`, `rest`)."""

from __future__ import annotations

import pytest
from vigor_kit import RECOVERY, REST, Bout, foe, hero, minor, peek, retainer, sovereign, told, won


@pytest.mark.rule("vigor.stamina.maximum")
@pytest.mark.parametrize(("tier", "full"), [(1, 6), (2, 8), (3, 10), (4, 12), (5, 14)])
def test_everybody_on_the_major_path_has_4_and_twice_the_tier(tier: int, full: int) -> None:
    bout = Bout(
        hero("ann", tier=tier),
        foe("brute", tier=tier),
        sovereign("wyrm", tier=tier),
        minor("rat", tier=tier),
    )
    assert [one.stamina for one in bout.fight.combatants.values()] == [full, full, full, 0]


@pytest.mark.rule("vigor.stamina.maximum")
def test_the_house_may_have_other_numbers() -> None:
    house = {"stamina-base": 1, "stamina-per-tier": 3}
    assert Bout(hero("ann", tier=2), foe("brute"), house=house)["ann"].stamina == 7


@pytest.mark.rule("vigor.stamina.no-return-in-a-fight")
def test_it_does_not_come_back_in_a_fight() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.to("hero-picks")
    bout.step(("empower",))
    for _ in range(2):
        bout.to("round-end")
        assert bout["ann"].stamina == 5


@pytest.mark.rule("vigor.stamina.no-return-in-a-fight")
def test_more_than_is_left_cannot_be_spent() -> None:
    ann = hero("ann", trees=["wizard"], spells=["force-lance", "steady-heart"])
    for left, expected in (
        (2, {"brace", "empower", "committed-strike", "cast force-lance", "cast steady-heart"}),
        (1, {"brace", "empower", "committed-strike", "cast steady-heart"}),
        (0, set()),
    ):
        bout = Bout(ann, foe("brute"))
        bout.to("hero-picks")
        bout.set("ann", stamina=left)
        found = {" ".join(map(str, key)) for key in peek(bout)[2]}
        assert found - {"pass", "weapon longsword"} == expected


@pytest.mark.rule("vigor.stamina.no-return-in-a-fight")
def test_a_rest_returns_all_of_it_and_a_recovery_none() -> None:
    bout = Bout(hero("ann", tier=3), foe("brute"))
    bout.set("ann", stamina=1)
    won(bout, rulings=REST)
    assert bout["ann"].stamina == 10
    bout = Bout(hero("ann", tier=3), foe("brute"))
    bout.set("ann", stamina=1)
    won(bout, rulings=RECOVERY)
    assert bout["ann"].stamina == 1


# ---- Recovery ----


@pytest.mark.rule("vigor.recovery.trade")
@pytest.mark.parametrize(("points", "vitality", "stamina"), [(0, 1, 6), (1, 2, 4), (3, 4, 0)])
def test_2_stamina_are_turned_into_1_vitality(points: int, vitality: int, stamina: int) -> None:
    bout = Bout(hero("ann", vitality=1), foe("brute"))
    table = won(bout, ("trade", str(points)), rulings=RECOVERY)
    assert (bout["ann"].vitality, bout["ann"].stamina) == (vitality, stamina)
    if points:
        recovered = told(table, "recovered")[0]
        assert (recovered["before"], recovered["now"]) == (1, vitality)


@pytest.mark.rule("vigor.recovery.trade")
@pytest.mark.parametrize(
    ("vitality", "stamina", "most"), [(3, 6, 1), (0, 6, 3), (0, 5, 2), (0, 2, 1)]
)
def test_no_further_than_the_maximum_and_the_stamina_allow(
    vitality: int, stamina: int, most: int
) -> None:
    bout = Bout(hero("ann", vitality=vitality), foe("brute"))
    bout.set("ann", stamina=stamina)
    table = won(bout, ("trade", str(most)), rulings=RECOVERY)
    ((_, number),) = table.options_of("vigor.recovery.trade")
    assert (number.low, number.high) == (0, most)


@pytest.mark.rule("vigor.recovery.trade")
def test_whoever_lacks_nothing_or_has_too_little_is_not_asked() -> None:
    for vitality, stamina in ((4, 6), (1, 1)):
        bout = Bout(hero("ann", vitality=vitality), foe("brute"))
        bout.set("ann", stamina=stamina)
        assert not won(bout, rulings=RECOVERY).was_asked("vigor.recovery.trade")


@pytest.mark.rule("vigor.rest.vitality", "vigor.role.minor")
def test_a_rest_gives_back_nothing_to_a_minor_who_has_none_of_it() -> None:
    bout = Bout(hero("ann", vitality=1, stamina=0), retainer("lad"), foe("brute"))
    table = won(bout, rulings=REST)
    assert [e["who"] for e in told(table, "rested")] == ["ann"]
    assert (bout["ann"].vitality, bout["ann"].stamina) == (4, 6)
    assert (bout["lad"].vitality, bout["lad"].stamina) == (0, 0)


@pytest.mark.rule("vigor.recovery.when")
def test_none_is_granted_unless_the_gm_says_so() -> None:
    bout = Bout(hero("ann", vitality=1), foe("brute"))
    table = won(bout)
    assert table.was_asked("vigor.recovery.when")
    assert table.options_of("vigor.recovery.when") == [("none",), ("granted",)]
    assert not table.was_asked("vigor.recovery.trade")
    assert bout["ann"].vitality == 1
    bout = Bout(hero("ann", vitality=1), foe("brute"))
    assert won(bout, ("trade", "1"), rulings=RECOVERY).cited("vigor.recovery.when")


@pytest.mark.rule("vigor.recovery.when")
def test_it_is_no_action_in_a_fight() -> None:
    bout = Bout(hero("ann", vitality=1), foe("brute"))
    bout.to("hero-picks")
    assert not {str(key[0]) for key in peek(bout)[2]} & {"trade", "recover", "recovery"}
    bout.to_turn("ann")
    assert not {str(key[0]) for key in peek(bout)[2]} & {"trade", "recover", "recovery"}


# ---- Rest ----


@pytest.mark.rule("vigor.rest.vitality")
def test_a_rest_fills_vitality_and_heals_no_wound() -> None:
    bout = Bout(hero("ann", tier=3, vitality=0, injuries=["broken-bone"]), foe("brute"))
    table = won(bout, ("leave",), rulings=REST)
    assert bout["ann"].vitality == 4
    assert bout["ann"].injuries == ("broken-bone",)
    assert table.cited("vigor.rest.vitality")


@pytest.mark.rule("vigor.rest.when")
def test_there_is_none_unless_the_gm_says_so() -> None:
    bout = Bout(hero("ann", vitality=1), foe("brute"))
    table = won(bout)
    assert table.options_of("vigor.rest.when") == [("none",), ("rest",)]
    assert (bout["ann"].vitality, table.cited("vigor.rest.vitality")) == (1, False)
    bout = Bout(hero("ann", vitality=1), foe("brute"))
    assert won(bout, rulings=REST).cited("vigor.rest.when")
    assert bout["ann"].vitality == 4
