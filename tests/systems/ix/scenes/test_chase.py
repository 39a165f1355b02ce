"""How a chase begins, and what moving is worth in it."""

from __future__ import annotations

import pytest
from chase_kit import chase, fate, gap
from ix_kit import Bout, afflict, citing, coded, elite, hero, minions, nemesis

LEDGER = ["canal", "market", "rooftop"]


def bob() -> dict[str, object]:
    return hero("bob")


# ---- setting up ----


@pytest.mark.rule("ix.chase.framework")
def test_a_chase_has_initiative_slots_and_turns_and_no_attacks() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=2)
    assert {slot.side for slot in bout.fight.slots} == {"heroes", "foes"}
    assert bout["ann"].initiative is not None
    bout.turn_of("ann")
    words = {option[0] for option in bout.options()}
    assert {"close", "cut-ahead", "end"} <= words
    assert not words & {"attack", "move", "move-far", "engage", "grapple", "aim", "guard", "cover"}


@pytest.mark.rule("ix.chase.framework", "ix.turn.quick-action-free")
def test_one_may_call_out_catch_breath_and_aid_on_the_run() -> None:
    bout = chase(hero("ann", strain=3), hero("bob"), elite("thief"))
    bout.turn_of("ann")
    assert bout.offers("say")
    assert bout.offers("catch-breath")
    assert bout.offers("aid", "bob")
    assert bout.offers("skill-check")


@pytest.mark.rule("ix.chase.framework")
def test_a_chase_begins_with_its_event_and_nobody_in_contact() -> None:
    bout = chase(hero("ann"), elite("thief"), start=False, obstacles=["canal"])
    bout.fight.engaged = frozenset({("ann", "thief")})
    bout["ann"].cover = 2
    table = bout.begin()
    (event,) = coded(table, "chase")
    assert event.fields["side"] == "foes"
    assert list(event.fields["obstacles"]) == ["canal crossing"]
    assert not bout.fight.engaged
    assert bout["ann"].cover == 0


@pytest.mark.rule("ix.chase.gap")
def test_by_default_every_pair_begins_two_bands_apart() -> None:
    bout = chase(hero("ann"), bob(), elite("thief"), gap=None)
    assert [gap(bout, one, "thief") for one in ("ann", "bob")] == [2, 2]
    assert bout.fight.kept["ix.chase.gap"] == ("gap", "2")


@pytest.mark.rule("ix.chase.gap")
def test_the_gm_may_say_another_gap_and_the_house_another_default() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=None, start=False)
    bout.begin(rulings={"ix.chase.gap": ("gap", "4")})
    assert gap(bout, "ann", "thief") == 4
    bout = chase(hero("ann"), elite("thief"), gap=None, house={"chase-start-gap": 3})
    assert gap(bout, "ann", "thief") == 3


@pytest.mark.rule("ix.chase.gap")
def test_the_gap_may_be_as_they_stand_and_is_one_band_at_least() -> None:
    bout = chase(
        hero("ann"),
        bob(),
        elite("thief"),
        gap=None,
        start=False,
        scene={"at": {"ann": 0, "bob": 4, "thief": 4}, "engaged": [["bob", "thief"]]},
    )
    bout.begin(rulings={"ix.chase.gap": ("as-they-stand",)})
    assert gap(bout, "ann", "thief") == 3
    assert gap(bout, "bob", "thief") == 1


@pytest.mark.rule("ix.chase.gap")
def test_what_the_encounter_says_is_not_asked() -> None:
    bout = chase(hero("ann"), bob(), elite("thief"), gap=3, gaps={("bob", "thief"): 1}, start=False)
    table = bout.begin()
    assert gap(bout, "ann", "thief") == 3
    assert gap(bout, "bob", "thief") == 1
    assert not [rule for rule, _, _ in table.asked if rule.startswith("ix.chase.")]


@pytest.mark.rule("ix.chase.terrain", "ix.chase.obstacle-check")
def test_by_default_there_are_the_three_obstacles_of_the_ledger() -> None:
    bout = chase(hero("ann"), elite("thief"), obstacles=None)
    found = {one.id: one.skills for one in bout.fight.chase.obstacles}
    assert list(found) == LEDGER
    assert found["canal"] == ("athletics",)
    assert found["market"] == ("stealth", "athletics")
    assert found["rooftop"] == ("athletics", "reflexes")


@pytest.mark.rule("ix.chase.terrain")
def test_the_gm_names_fewer_or_the_encounter_its_own() -> None:
    bout = chase(hero("ann"), elite("thief"), obstacles=None, start=False)
    bout.begin(rulings={"ix.chase.terrain": ("obstacles", "market")})
    assert [one.id for one in bout.fight.chase.obstacles] == ["market"]
    own = [{"id": "obstacle-1", "name": "a stair", "skills": ["reflexes"]}, "canal"]
    bout = chase(hero("ann"), elite("thief"), obstacles=own)
    assert [one.name for one in bout.fight.chase.obstacles] == ["a stair", "canal crossing"]


@pytest.mark.rule("ix.chase.call")
def test_where_nothing_is_said_the_gm_says_who_flees() -> None:
    bout = chase(hero("ann"), elite("thief"), quarry="", start=False)
    bout.begin(rulings={"ix.chase.call": ("flee", "heroes")})
    assert gap(bout, "thief", "ann") == 2
    bout = chase(hero("ann"), elite("thief"), quarry="")
    assert gap(bout, "ann", "thief") == 2


@pytest.mark.rule("ix.chase.call")
def test_a_fight_becomes_a_chase_only_if_the_gm_says_so() -> None:
    bout = Bout(hero("ann"), elite("thief"), scene={"at": {"ann": 0, "thief": 2}})
    bout.next_round()
    assert bout.fight.scene == "fight"
    while bout.fight.stage != "round-end":
        bout.step(*[("end",)] * bout.fight.turn)
    table = bout.step(rulings={"ix.encounter.end-players-fled": ("chase", "foes")})
    assert citing(table, "ix.chase.call")
    assert bout.fight.scene == "chase"
    bout.begin()
    assert bout.fight.round == 1
    assert gap(bout, "ann", "thief") == 2


# ---- moving ----


@pytest.mark.rule("ix.chase.move", "ix.chase.no-check-to-move")
def test_each_maneuver_is_worth_one_band_and_needs_no_check() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3)
    bout.turn_of("ann")
    table = bout.do(("close", "thief"))
    assert gap(bout, "ann", "thief") == 2
    assert not table.rolled
    table = bout.do(("close", "thief", "action"))
    assert gap(bout, "ann", "thief") == 1
    assert not table.rolled
    assert not bout.fight.turn  # two Maneuvers and no Action left


@pytest.mark.rule("ix.chase.move", "ix.turn.second-maneuver", "ix.turn.two-maneuver-cap")
def test_a_second_maneuver_is_bought_as_in_a_fight_and_there_is_no_third() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=4)
    bout.turn_of("ann")
    bout.do(("close", "thief"))
    bout.do(("close", "thief", "strain"))
    assert bout["ann"].strain == 2
    assert gap(bout, "ann", "thief") == 2
    assert not bout.offers("close")
    assert bout.offers("cut-ahead", "thief")


@pytest.mark.rule("ix.chase.move", "ix.chase.gap-per-pursuer")
def test_the_quarrys_maneuver_widens_the_gaps_to_all() -> None:
    bout = chase(hero("ann"), bob(), elite("thief"), gap=2, gaps={("bob", "thief"): 1})
    bout.turn_of("thief")
    assert not bout.offers("close")
    table = bout.do(("widen",))
    assert (gap(bout, "ann", "thief"), gap(bout, "bob", "thief")) == (3, 2)
    assert len(citing(table, "ix.chase.gap-per-pursuer")) == 2


@pytest.mark.rule("ix.chase.gap-per-pursuer")
def test_a_pursuer_closes_its_own_gap_to_the_quarry_that_it_names() -> None:
    bout = chase(hero("ann"), bob(), elite("thief"), elite("fence"), gap=2)
    bout.turn_of("ann")
    assert bout.offers("close", "fence")
    bout.do(("close", "thief"))
    assert gap(bout, "ann", "thief") == 1
    others = [("ann", "fence"), ("bob", "thief"), ("bob", "fence")]
    assert [gap(bout, *pair) for pair in others] == [2, 2, 2]


@pytest.mark.rule("ix.chase.gap-scale")
def test_a_gap_never_exceeds_extreme() -> None:
    bout = chase(hero("ann"), bob(), elite("thief"), gap=4, gaps={("bob", "thief"): 3})
    bout.turn_of("thief")
    table = bout.do(("widen",))
    assert gap(bout, "ann", "thief") == 4
    assert gap(bout, "bob", "thief") == 4
    assert citing(table, "ix.chase.gap-scale")
    assert not bout.offers("widen")


@pytest.mark.rule("ix.chase.flat-cost")
@pytest.mark.parametrize(("start", "far"), [(2, False), (3, False), (4, False)])
def test_each_band_costs_one_maneuver_the_far_ones_too(start: int, far: bool) -> None:
    bout = chase(hero("ann"), elite("thief"), gap=start)
    bout.turn_of("ann")
    assert bout.offers("close-far") is far
    bout.do(("close", "thief"))
    assert gap(bout, "ann", "thief") == start - 1


@pytest.mark.rule("ix.chase.flat-cost")
def test_under_the_house_switch_far_bands_cost_two() -> None:
    house = {"chase-far-steps": "two-maneuvers"}
    bout = chase(hero("ann"), bob(), elite("thief"), gap=4, gaps={("bob", "thief"): 2}, house=house)
    bout.turn_of("ann")
    assert not bout.offers("close")
    bout.do(("close-far", "thief", "action"))
    assert gap(bout, "ann", "thief") == 3
    assert not bout.fight.turn
    bout.turn_of("bob")
    assert not bout.offers("close-far")
    bout.do(("close", "thief"))
    assert gap(bout, "bob", "thief") == 1


@pytest.mark.rule("ix.chase.flat-cost")
def test_under_the_house_switch_the_quarry_pays_for_far_bands_too() -> None:
    house = {"chase-far-steps": "two-maneuvers"}
    bout = chase(
        hero("ann"), bob(), nemesis("thief"), gap=2, gaps={("bob", "thief"): 1}, house=house
    )
    bout.turn_of("thief")
    bout.do(("widen",))
    assert (gap(bout, "ann", "thief"), gap(bout, "bob", "thief")) == (2, 2)
    assert not bout.offers("widen")
    bout.end_turn()
    bout.turn_of("thief")
    bout.do(("widen-far", "strain"))
    assert (gap(bout, "ann", "thief"), gap(bout, "bob", "thief")) == (3, 3)
    assert bout["thief"].strain == 2


@pytest.mark.rule("ix.chase.gap-per-pursuer")
def test_under_the_house_switch_there_is_one_gap_for_all() -> None:
    house = {"chase-gap": "shared"}
    bout = chase(hero("ann"), bob(), elite("thief"), gap=3, gaps={("bob", "thief"): 2}, house=house)
    assert (gap(bout, "ann", "thief"), gap(bout, "bob", "thief")) == (2, 2)
    bout.turn_of("ann")
    table = bout.do(("close", "thief"))
    assert (gap(bout, "ann", "thief"), gap(bout, "bob", "thief")) == (1, 1)
    assert coded(table, "gap-of-all")
    bout.end_turn()
    bout.turn_of("bob")
    bout.do(("close", "thief"))
    assert fate(bout, "bob", "thief") == "caught"
    assert fate(bout, "ann", "thief") == "done"


# ---- who cannot ----


@pytest.mark.rule("ix.chase.move", "ix.condition.prone", "ix.condition.immobilized")
def test_whoever_cannot_move_changes_no_gap() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=2)
    bout.turn_of("ann")
    afflict(bout, "ann", "prone", ends="stands", turns=0)
    assert not bout.offers("close")
    assert not bout.offers("shortcut")
    assert not bout.offers("cut-ahead")
    assert bout.offers("call-for-help", "thief")
    bout.do(("stand",))
    assert bout.offers("close", "thief", "action")
    bout.end_turn()
    bout.turn_of("thief")
    afflict(bout, "thief", "immobilized")
    assert not bout.offers("widen")


@pytest.mark.rule("ix.fear.frightened-movement", "ix.chase.move")
def test_nobody_closes_on_what_it_is_afraid_of() -> None:
    bout = chase(hero("ann"), elite("thief"), elite("fence"), gap=2)
    bout.turn_of("ann")
    afflict(bout, "ann", "frightened", ends="fear", turns=0, source="thief")
    assert not bout.offers("close", "thief")
    assert not bout.offers("cut-ahead", "thief")
    assert bout.offers("close", "fence")


@pytest.mark.rule("ix.condition.grabbed", "ix.chase.move")
def test_a_quarry_that_is_grabbed_does_not_get_away() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=2)
    bout.turn_of("thief")
    afflict(bout, "thief", "grabbed", ends="escape", turns=0, source="ann")
    assert not bout.offers("widen")


@pytest.mark.rule("ix.spend.boon-defaults", "ix.chase.move")
def test_a_spare_moment_is_a_move_of_the_chase() -> None:
    bout = chase(hero("ann", skills={"streetwise": 2}), elite("thief"), gap=4)
    bout.turn_of("ann")
    bout.do(
        ("cut-ahead", "thief"),
        ("spend", "spare-moment", ""),
        ("close", "thief"),
        rolls=["1 success 2 boons"],
    )
    assert gap(bout, "ann", "thief") == 2
    assert bout.fight.free_maneuvers == 1


@pytest.mark.rule("ix.chase.gap-per-pursuer", "ix.initiative.late-arrival")
def test_whoever_joins_late_has_the_usual_gap_from_its_first_turn_on() -> None:
    from affray.kernel.question import Edit
    from affray.systems.ix.edits import fight_edits as edits

    bout = chase(hero("ann"), elite("thief"), gap=None)
    block = {**hero("bob"), "kind": "hero"}
    block = {"name": "Bob", "kind": "hero", "skills": {"athletics": 1}}
    edits.edit(bout.fight, Edit("add", value=block), bout.last)
    who = next(one.id for one in bout.fight.combatants.values() if one.name == "Bob")
    bout.initiative = {who: "nothing"}
    bout.next_round()
    bout.turn_of(who)
    assert gap(bout, who, "thief") == 2
    assert bout.offers("close", "thief")


@pytest.mark.rule("ix.minion.group", "ix.chase.gap-per-pursuer")
def test_a_minion_group_is_one_pursuer() -> None:
    bout = chase(hero("ann"), minions("dogs", 3), quarry="heroes")
    assert [(one.pursuer, one.quarry) for one in bout.fight.chase.gaps] == [("dogs", "ann")]
