"""Strain: what it costs, and what happens when it reaches Strain Points (area `strain`)."""

from __future__ import annotations

import pytest
from ix_kit import Bout, IxTable, citing, coded, elite, hero, minions, nemesis, spend, tire, wares

from affray.systems.ix.harm import strain


def recover(bout: Bout, who: str, amount: int) -> IxTable:
    table = IxTable(bout.fight)
    strain.recover(bout.fight, table, who, amount, because="ix.strain.floor")
    return table


# ---- points ----


@pytest.mark.rule("ix.strain.points")
@pytest.mark.parametrize(
    ("species", "willpower", "points"),
    [("human", 2, 12), ("human", 5, 15), ("drakin", 2, 11), ("sand-elf", 1, 12)],
)
def test_strain_points_are_the_base_of_the_species_plus_willpower(
    species: str, willpower: int, points: int
) -> None:
    bout = Bout(hero("ann", species=species, willpower=willpower, might=5), elite("brute"))
    assert bout["ann"].strain_points == points


@pytest.mark.rule("ix.strain.accumulates")
def test_strain_starts_at_zero_and_counts_up() -> None:
    bout = Bout(hero("ann"), elite("brute"))
    assert bout["ann"].strain == 0
    table = tire(bout, "ann", 3)
    assert bout["ann"].strain == 3
    event = coded(table, "strained")[0]
    assert (event.fields["amount"], event.fields["before"], event.fields["now"]) == (3, 0, 3)
    tire(bout, "ann", 2)
    assert bout["ann"].strain == 5
    assert bout["ann"].wounds == 12


@pytest.mark.rule("ix.strain.accumulates")
@pytest.mark.parametrize("amount", [0, -2])
def test_no_strain_changes_nothing(amount: int) -> None:
    bout = Bout(hero("ann", strain=4), elite("brute"))
    assert tire(bout, "ann", amount).events == []
    assert bout["ann"].strain == 4


# ---- reaching the points ----


@pytest.mark.rule("ix.strain.incapacitates")
@pytest.mark.parametrize(("amount", "down"), [(11, False), (12, True), (15, True)])
def test_strain_at_or_above_strain_points_incapacitates(amount: int, down: bool) -> None:
    bout = Bout(hero("ann"), hero("bob"), elite("brute"))
    table = tire(bout, "ann", amount)
    assert bout["ann"].is_down is down
    assert bout["ann"].is_up is not down
    assert table.cited("ix.strain.incapacitates") is down
    assert bool(coded(table, "down")) is down


@pytest.mark.rule("ix.strain.incapacitates", "ix.strain.not-deadly")
def test_somebody_overcome_by_strain_does_not_act_and_does_not_bleed() -> None:
    bout = Bout(hero("ann"), hero("bob"), elite("brute"))
    tire(bout, "ann", 12)
    for _ in range(2):
        table = bout.next_round()
        assert "end" not in {o[0] for r, w, o in table.asked if w == "ann" for o in o}
        assert not citing(table, "ix.incapacitation.bleed-out")
    assert (bout["ann"].wounds, bout["ann"].strain) == (12, 12)


@pytest.mark.rule("ix.strain.not-deadly")
def test_no_amount_of_strain_kills_or_injures() -> None:
    bout = Bout(hero("ann"), hero("bob"), elite("brute"))
    tire(bout, "ann", 99)
    assert bout["ann"].status == ""
    assert bout["ann"].injuries == ()
    assert bout["ann"].wounds == 12


@pytest.mark.rule("ix.strain.incapacitates", "ix.strain.not-deadly")
def test_a_nemesis_overcome_by_strain_is_down_too() -> None:
    bout = Bout(hero("ann"), nemesis("boss"), elite("brute"))
    tire(bout, "boss", 9)
    assert bout["boss"].is_up
    tire(bout, "boss", 1)
    assert bout["boss"].is_down
    assert bout["boss"].status == ""


# ---- recovering ----


@pytest.mark.rule("ix.strain.recovers-consciousness")
def test_incapacitation_by_strain_ends_below_strain_points() -> None:
    bout = Bout(hero("ann", strain=11), hero("bob"), elite("brute"))
    tire(bout, "ann", 2)
    assert bout["ann"].is_down
    table = recover(bout, "ann", 1)
    assert (bout["ann"].strain, bout["ann"].is_down) == (12, True)
    assert not table.cited("ix.strain.recovers-consciousness")
    table = recover(bout, "ann", 1)
    assert (bout["ann"].strain, bout["ann"].is_up) == (11, True)
    assert table.cited("ix.strain.recovers-consciousness")


@pytest.mark.rule("ix.strain.recovers-consciousness")
def test_whoever_is_down_by_wounds_stays_down_when_strain_goes() -> None:
    bout = Bout(hero("ann", wounds=-1, strain=12), hero("bob"), elite("brute"))
    table = recover(bout, "ann", 5)
    assert bout["ann"].is_down
    assert not table.cited("ix.strain.recovers-consciousness")


@pytest.mark.rule("ix.strain.floor")
@pytest.mark.parametrize(("strained", "amount", "after"), [(5, 2, 3), (2, 2, 0), (1, 4, 0)])
def test_recovering_strain_stops_at_zero(strained: int, amount: int, after: int) -> None:
    bout = Bout(hero("ann", strain=strained), elite("brute"))
    table = recover(bout, "ann", amount)
    assert bout["ann"].strain == after
    assert table.events[0].fields["amount"] == strained - after


@pytest.mark.rule("ix.strain.floor")
def test_boons_spent_beyond_the_last_strain_take_nothing_below_zero() -> None:
    bout = Bout(hero("ann", strain=1, might=4, skills={"athletics": 4}), elite("brute"))
    bout.turn_of("ann")
    bout.do(
        ("skill-check",),
        ("with", "athletics"),
        spend(" ".join(["recover-strain"] * 3)),
        rolls=["1 success 3 boons"],
    )
    assert bout["ann"].strain == 0


# ---- by choice ----


@pytest.mark.rule("ix.strain.voluntary")
def test_a_second_maneuver_can_be_had_for_2_strain() -> None:
    bout = Bout(hero("ann"), elite("brute"))
    bout.turn_of("ann")
    bout.do(("aim",))
    table = bout.do(("aim", "strain"))
    assert bout["ann"].strain == 2
    assert bout["ann"].aims == 2
    assert bout.fight.actions == 1
    assert coded(table, "strained")[0].fields["amount"] == 2


@pytest.mark.rule("ix.strain.voluntary-overload")
@pytest.mark.parametrize("strained", [10, 11])
def test_voluntary_strain_that_reaches_strain_points_buys_nothing(strained: int) -> None:
    bout = Bout(hero("ann", strain=strained), hero("bob"), elite("brute"))
    bout.turn_of("ann")
    bout.do(("aim",))
    assert bout.offers("aim", "strain")
    table = bout.do(("aim", "strain"))
    assert bout["ann"].strain == strained + 2
    assert bout["ann"].is_down
    assert table.cited("ix.strain.voluntary-overload")
    assert bout["ann"].aims < 2
    assert "aimed" not in table.codes()


@pytest.mark.rule("ix.strain.voluntary-overload")
def test_one_strain_less_still_buys_the_maneuver() -> None:
    bout = Bout(hero("ann", strain=9), elite("brute"))
    bout.turn_of("ann")
    bout.do(("aim",))
    table = bout.do(("aim", "strain"))
    assert (bout["ann"].strain, bout["ann"].aims, bout["ann"].is_up) == (11, 2, True)
    assert not table.cited("ix.strain.voluntary-overload")


@pytest.mark.rule("ix.strain.voluntary-overload")
def test_a_move_that_was_to_be_bought_by_the_overload_does_not_happen() -> None:
    bout = Bout(
        hero("ann", strain=10),
        hero("bob"),
        elite("brute"),
        scene={"at": {"ann": 0, "bob": 0, "brute": 2}},
    )
    bout.turn_of("ann")
    bout.do(("aim",))
    bout.do(("move", "toward", "brute", "strain"))
    assert bout["ann"].is_down
    assert bout["ann"].at == 0


@pytest.mark.rule("ix.strain.voluntary")
def test_an_elite_pays_in_wounds_and_a_minion_group_cannot_pay() -> None:
    bout = Bout(hero("ann"), elite("brute"), minions("rats"))
    bout.turn_of("brute")
    bout.do(("aim",))
    bout.do(("aim", "strain"))
    assert (bout["brute"].aims, bout["brute"].wounds) == (2, 8)
    bout.turn_of("rats")
    bout.do(("aim",))
    assert bout.offers("aim", "action")
    assert not bout.offers("aim", "strain")


def test_the_wares_of_an_attack_hold_the_recovery_once_for_each_boon() -> None:
    bout = Bout(
        hero("ann", strain=5, might=4, agility=4, skills={"light-melee": 4}), elite("brute")
    )
    bout.turn_of("ann")
    table = bout.do(
        ("attack", "long-blade", "brute"),
        spend("recover-strain recover-strain"),
        rolls=["1 success 2 boons"],
    )
    assert wares(table)["recover-strain"] == (1, 2)
    assert bout["ann"].strain == 3
