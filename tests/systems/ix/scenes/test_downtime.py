"""Downtime: one activity each, and what comes of it."""

import pytest
from ix_kit import IX, ally, asked_now, citing, dice_of, gm, hero, npc, rows_carried, spend
from ix_scene_kit import gap_for, one_step, scene_of
from pydantic import ValidationError

from affray.kernel.question import Refused
from affray.kernel.rulebook import HouseRules
from affray.systems.ix import content
from affray.systems.ix.ledger import rulebook
from affray.systems.ix.scenes import activities

REST = ("rest",)
LAMED, FOGGED, GRAZED = "critical-071-075", "critical-046-050", "critical-001-005"
BROKEN, DOOR = "critical-111-120", "critical-121-130"


def ann(**more):
    return hero("ann", **{"skills": {"medicine": 2, "lore": 2}, "intellect": 3, **more})


def injured(*rows, **more):
    return ann(injuries=[{"injury": row, "answered": True} for row in rows], **more)


# ---- one activity ----


@pytest.mark.rule("ix.downtime.one-activity")
def test_each_has_one_activity_and_then_the_gap_is_over() -> None:
    bout = gap_for(ann(), hero("bob"), weeks=2)
    one_step(bout, ("training", "lore"))
    one_step(bout, REST)
    assert bout.fight.result is None
    one_step(bout)
    assert (bout.fight.result, bout.fight.hours) == ("heroes", 2 * 168)


@pytest.mark.rule("ix.downtime.default")
def test_rest_stands_first_and_is_what_those_do_who_can_do_nothing_else() -> None:
    bout = gap_for(ann(), hero("bob", wounds=0, strain=3, stabilized=True))
    assert asked_now(bout)[0] == REST
    one_step(bout, REST)
    table = one_step(bout)
    assert bout["bob"].strain == 0, "nobody is asked"
    assert citing(table, "ix.downtime.default")


def test_the_dead_have_none() -> None:
    bout = gap_for(ann(), hero("bob"))
    gm(bout, "tag", "bob", "dead")
    one_step(bout, REST)
    one_step(bout)
    assert bout.fight.result == "heroes"


# ---- rest ----


@pytest.mark.rule("ix.downtime.rest")
def test_rest_clears_strain_and_restores_wounds_equal_to_might() -> None:
    bout = gap_for(ann(might=3, wounds=4, strain=9))
    one_step(bout, REST)
    assert (bout["ann"].wounds, bout["ann"].strain) == (7, 0)


@pytest.mark.rule("ix.downtime.rest")
def test_no_more_than_the_wound_points_come_back() -> None:
    bout = gap_for(ann(might=3, wounds=12))
    one_step(bout, REST)
    assert bout["ann"].wounds == bout["ann"].wound_points == 13


@pytest.mark.rule("ix.downtime.rest", "ix.recovery.no-natural-from-negative")
def test_from_below_zero_nothing_comes_back_by_itself() -> None:
    for wounds, after in ((-1, -1), (0, 2)):
        bout = gap_for(hero("bob", wounds=wounds, stabilized=True), ann())
        one_step(bout)
        assert bout["bob"].wounds == after


@pytest.mark.rule("ix.downtime.rest-overload")
def test_rest_clears_all_strain_after_an_overload_too() -> None:
    bout = gap_for(ann(strain=11, overloaded=True))
    table = one_step(bout, REST)
    assert (bout["ann"].strain, bout["ann"].overloaded) == (0, False)
    assert citing(table, "ix.downtime.rest-overload")


@pytest.mark.rule("ix.downtime.rest-nights")
def test_full_rests_that_the_gm_lets_pass_come_on_top() -> None:
    said = {"weeks": 1}
    bout = scene_of("downtime", ann(might=3, wounds=1), said=said)
    assert bout["ann"].wounds == 1, "none by default"
    ruled = {"ix.downtime.rest-nights": ("nights", "2")}
    bout = scene_of("downtime", ann(might=3, wounds=1), said=said, rulings=ruled)
    assert bout["ann"].wounds == 1 + 2 * 3
    one_step(bout, REST)
    assert bout["ann"].wounds == 1 + 2 * 3 + 3, "once for the whole activity"
    one_step(bout)
    assert bout.fight.hours == 168, "the nights lie within the week"


@pytest.mark.rule("ix.downtime.rest-nights")
def test_there_are_seven_nights_to_a_week() -> None:
    bout = scene_of("downtime", ann(), said={"weeks": 3})
    ((_, nights),) = bout.last.options_of("ix.downtime.rest-nights")
    assert str(nights) == "<0..21>"


@pytest.mark.rule("ix.downtime.rest-nights")
def test_an_encounter_may_say_how_many() -> None:
    bout = gap_for(ann(might=3, wounds=1), nights=1)
    assert bout["ann"].wounds == 4
    assert "ix.downtime.rest-nights" not in [rule for rule, _, _ in bout.last.asked]
    none = gap_for(ann(), nights=0)
    assert "ix.downtime.rest-nights" not in [rule for rule, _, _ in none.last.asked]


# ---- recover ----


@pytest.mark.rule("ix.downtime.recover-step")
def test_an_average_check_takes_an_injury_a_step_down() -> None:
    bout = gap_for(injured(LAMED))
    table = one_step(bout, ("recover", "step", "ann", "-1"), rolls=["1 success"])
    assert dice_of(table)["trial"] == 2
    assert rows_carried(bout, "ann") == ["critical-066-070"]


@pytest.mark.rule("ix.downtime.recover-clear")
def test_a_hard_check_clears_one_injury_entirely() -> None:
    bout = gap_for(injured(LAMED, FOGGED))
    table = one_step(bout, ("recover", "clear", "ann", "-1"), rolls=["1 success"])
    assert dice_of(table)["trial"] == 3
    assert rows_carried(bout, "ann") == [FOGGED]


@pytest.mark.rule("ix.downtime.recover-step", "ix.downtime.recover-clear")
@pytest.mark.parametrize("how", ["step", "clear"])
def test_a_failure_changes_nothing_and_the_activity_is_spent(how) -> None:
    bout = gap_for(injured(LAMED))
    one_step(bout, ("recover", how, "ann", "-1"), rolls=["1 failure"])
    assert rows_carried(bout, "ann") == [LAMED]
    one_step(bout)
    assert bout.fight.result == "heroes"


@pytest.mark.rule("ix.downtime.recover-step")
def test_another_hero_may_be_the_physician() -> None:
    bout = gap_for(injured(LAMED, skills={}), hero("bob", skills={"medicine": 3}, intellect=2))
    table = one_step(bout, ("recover", "step", "bob", "-1"), rolls=["1 success"])
    assert dice_of(table) == {"mastery": 2, "ability": 1, "trial": 2}
    assert rows_carried(bout, "ann") == ["critical-066-070"]
    assert "bob" not in bout.fight.gap.done, "it is the activity of the injured one"


@pytest.mark.rule("ix.downtime.recover-self-penalty")
def test_ones_own_recover_check_has_no_bane_dice() -> None:
    bout = gap_for(injured(LAMED))
    table = one_step(bout, ("recover", "step", "ann", "-1"), rolls=["1 failure"])
    assert "bane" not in dice_of(table)
    assert citing(table, "ix.downtime.recover-self-penalty")


@pytest.mark.rule("ix.downtime.recover-limit")
def test_rows_from_121_on_are_neither_reduced_nor_cleared() -> None:
    bout = gap_for(injured(DOOR, BROKEN))
    assert {option[3] for option in asked_now(bout) if option[0] == "recover"} == {"-2"}
    one_step(bout, ("recover", "clear", "ann", "-2"), rolls=["1 success"])
    assert rows_carried(bout, "ann") == [DOOR]


@pytest.mark.rule("ix.downtime.recover-one-check")
def test_one_of_the_two_checks_is_chosen_before_rolling() -> None:
    bout = gap_for(injured(LAMED))
    offered = {option[1] for option in asked_now(bout) if option[0] == "recover"}
    assert offered == {"step", "clear"}
    table = one_step(bout, ("recover", "clear", "ann", "-1"), rolls=["1 failure"])
    assert len(table.pools) == 1


@pytest.mark.rule("ix.downtime.recover-step")
def test_the_lowest_injury_goes_by_a_step() -> None:
    bout = gap_for(injured(GRAZED))
    one_step(bout, ("recover", "step", "ann", "-1"), rolls=["1 success"])
    assert rows_carried(bout, "ann") == []


# ---- training, research, contacts, languages ----


@pytest.mark.rule("ix.downtime.training")
@pytest.mark.parametrize(("cost", "price"), [(20, 15), (10, 5), (7, 5), (5, 5), (3, 3)])
def test_the_next_purchase_is_5_xp_cheaper_but_never_under_5(cost, price) -> None:
    bout = gap_for(ann())
    one_step(bout, ("training", "lore"))
    one = bout["ann"]
    assert activities.price_of(bout.fight, one, "lore", cost) == price
    assert activities.price_of(bout.fight, one, "charm", cost) == cost


@pytest.mark.rule("ix.downtime.training")
def test_the_discount_does_not_stack_is_carried_over_and_is_gone_once_used() -> None:
    bout = gap_for(ann(discounts=["lore"]))
    assert ("training", "lore") not in asked_now(bout)
    assert IX.carry_over(bout.fight)[0]["discounts"] == ["lore"]
    gm(bout, "untag", "ann", "discount:lore")
    assert bout["ann"].discounts == ()
    gm(bout, "tag", "ann", "discount:charm")
    assert bout["ann"].discounts == ("charm",)
    with pytest.raises(Refused):
        gm(bout, "tag", "ann", "discount:juggling")


@pytest.mark.rule("ix.downtime.research")
@pytest.mark.parametrize("skill", ["lore", "secret-lore", "planar-lore"])
def test_research_finds_one_fact_on_a_success(skill) -> None:
    bout = gap_for(ann())
    table = one_step(bout, ("research", skill, "the bell"), rolls=["3 successes"])
    assert dice_of(table)["trial"] == 2
    assert bout["ann"].facts == ("the bell",)
    assert IX.carry_over(bout.fight)[0]["facts"] == ["the bell"]


@pytest.mark.rule("ix.downtime.research", "ix.downtime.research-failed-breakthrough")
@pytest.mark.parametrize(
    ("left", "facts"),
    [
        ("1 success 1 breakthrough", 2),
        ("1 success 2 breakthroughs", 2),
        ("1 failure 1 breakthrough", 1),
    ],
)
def test_a_breakthrough_finds_one_more(left, facts) -> None:
    bout = gap_for(ann())
    table = one_step(bout, ("research", "lore", "the bell"), spend("", "second-fact"), rolls=[left])
    assert len(bout["ann"].facts) == facts
    failed = citing(table, "ix.downtime.research-failed-breakthrough")
    assert bool(failed) == ("failure" in left)


@pytest.mark.rule("ix.downtime.research")
def test_a_failure_finds_nothing() -> None:
    bout = gap_for(ann())
    one_step(bout, ("research", "lore", ""), rolls=["nothing"])
    assert bout["ann"].facts == ()


@pytest.mark.rule("ix.downtime.contact")
@pytest.mark.parametrize("skill", ["negotiation", "charm", "lore"])
@pytest.mark.parametrize(("left", "known"), [("1 success", ("Osk",)), ("nothing", ())])
def test_a_contact_is_one_named_person_by_a_hard_check(skill, left, known) -> None:
    bout = gap_for(ann())
    table = one_step(bout, ("contact", skill, "Osk"), rolls=[left])
    assert dice_of(table)["trial"] == 3
    assert bout["ann"].contacts == known
    assert IX.carry_over(bout.fight)[0]["contacts"] == list(known)


TONGUES = [{"name": "Old Dune", "related": ["Dune"]}, {"name": "Deepspeech"}]


def linguist(**more):
    return ann(talents=["linguist"], languages=["Dune"], **more)


@pytest.mark.rule("ix.downtime.language")
@pytest.mark.parametrize(("name", "trial"), [("Old Dune", 2), ("Deepspeech", 3)])
def test_a_related_language_is_average_another_hard(name, trial) -> None:
    bout = gap_for(linguist(), languages=TONGUES)
    table = one_step(bout, ("language", name), rolls=["1 success"])
    assert dice_of(table) == {"mastery": 2, "ability": 1, "trial": trial}
    assert bout["ann"].languages == ("Dune", name)


@pytest.mark.rule("ix.downtime.language")
def test_a_failure_learns_nothing() -> None:
    bout = gap_for(linguist(), languages=TONGUES)
    one_step(bout, ("language", "Old Dune"), rolls=["nothing"])
    assert bout["ann"].languages == ("Dune",)


@pytest.mark.rule("ix.downtime.language")
def test_nobody_learns_one_without_the_talent_or_twice() -> None:
    bout = gap_for(ann(languages=["Dune"]), languages=TONGUES)
    assert not [option for option in asked_now(bout) if option[0].startswith("language")]
    bout = gap_for(ann(talents=["linguist"], languages=["Old Dune"]), languages=TONGUES)
    assert [option[1] for option in asked_now(bout) if option[0] == "language"] == ["Deepspeech"]


@pytest.mark.rule("ix.downtime.language")
def test_of_a_language_that_is_only_named_the_gm_says_whether_it_is_related() -> None:
    for ruled, trial in (({}, 3), ({"ix.pool.identify": ("pair", "intellect", "average")}, 2)):
        bout = gap_for(linguist())
        key = ("language-named", "High Ember")
        table = one_step(bout, key, rolls=["1 success"], rulings=ruled)
        assert dice_of(table)["trial"] == trial
        assert bout["ann"].languages == ("Dune", "High Ember")


# ---- work ----


@pytest.mark.rule("ix.downtime.income")
def test_pay_needs_no_check() -> None:
    for more, weeks, earned in (({}, 1, 100), ({"pay": 150}, 1, 150), ({"pay": 50}, 3, 150)):
        bout = gap_for(ann(purse=5, **more), weeks=weeks)
        table = one_step(bout, ("income",))
        assert bout["ann"].purse == 5 + earned
        assert not table.pools
    assert IX.carry_over(bout.fight)[0]["purse"] == 155


@pytest.mark.rule("ix.downtime.income-check")
@pytest.mark.parametrize(
    ("left", "weeks", "more"), [("2 successes", 1, 20), ("3 successes", 2, 60), ("nothing", 2, 0)]
)
def test_a_check_betters_the_pay_by_ten_a_week_for_each_success(left, weeks, more) -> None:
    bout = gap_for(ann(), weeks=weeks)
    table = one_step(bout, ("income", "lore"), rolls=[left])
    assert dice_of(table)["trial"] == 2
    assert bout["ann"].purse == 100 * weeks + more


@pytest.mark.rule("ix.downtime.income-check")
def test_the_gm_or_the_house_may_set_another_amount() -> None:
    bout = gap_for(ann())
    ruled = {"ix.downtime.income-check": ("more", "7")}
    one_step(bout, ("income", "lore"), rolls=["3 successes"], rulings=ruled)
    assert bout["ann"].purse == 107
    bout = gap_for(ann(), house={"income-per-success": 25, "income-baseline": 60})
    one_step(bout, ("income", "lore"), rolls=["2 successes"])
    assert bout["ann"].purse == 110


@pytest.mark.rule("ix.downtime.income-check")
def test_one_works_by_the_skills_of_the_career() -> None:
    bout = gap_for(ann(career=["charm"]))
    skills = [option[1] for option in asked_now(bout) if option[0] == "income" and len(option) > 1]
    assert skills == ["charm"]
    bout = gap_for(ann())
    skills = [option[1] for option in asked_now(bout) if option[0] == "income" and len(option) > 1]
    assert skills == ["medicine", "lore"]


MAP = [{"name": "A map", "price": 41, "skill": "lore"}]


@pytest.mark.rule("ix.downtime.crafting")
@pytest.mark.parametrize(("left", "made"), [("1 success", ["A map"]), ("nothing", [])])
def test_making_costs_half_the_price_whether_it_comes_off_or_not(left, made) -> None:
    bout = gap_for(ann(purse=30), crafts=MAP)
    table = one_step(bout, ("make", "A map"), rolls=[left])
    assert dice_of(table) == {"mastery": 2, "ability": 1, "trial": 2}
    assert bout["ann"].purse == 10
    assert [item.name for item in bout["ann"].items] == made
    assert [item["name"] for item in IX.carry_over(bout.fight)[0]["gear"]] == made
    assert bout.fight.house.mode("ix.downtime.crafting") == "ask"


@pytest.mark.rule("ix.downtime.crafting")
@pytest.mark.parametrize(
    ("failure", "purse", "made"),
    [("materials", 5, []), ("flawed", 5, ["Flawed: A map"]), ("nothing", 30, [])],
)
def test_the_gm_sets_check_materials_and_what_a_failure_costs(failure, purse, made) -> None:
    bout = gap_for(ann(purse=30), crafts=MAP)
    ruled = {"ix.downtime.crafting": ("craft", "hard", "25", failure)}
    table = one_step(bout, ("make", "A map"), rolls=["nothing"], rulings=ruled)
    assert dice_of(table)["trial"] == 3
    assert bout["ann"].purse == purse
    assert [item.name for item in bout["ann"].items] == made


@pytest.mark.rule("ix.downtime.crafting")
def test_nobody_makes_what_the_purse_has_no_materials_for() -> None:
    assert ("make", "A map") not in asked_now(gap_for(ann(purse=19), crafts=MAP))
    bout = gap_for(ann(purse=20), crafts=MAP)
    assert ("make", "A map") in asked_now(bout)
    one_step(bout, ("craft", "lore", "40", "A seal"), rolls=["1 success"])
    assert (bout["ann"].purse, [item.name for item in bout["ann"].items]) == (0, ["A seal"])


def test_two_things_made_have_ids_of_their_own() -> None:
    bout = gap_for(ann(purse=90, gear=[{"id": "made-1", "name": "Seal"}]), crafts=MAP)
    one_step(bout, ("make", "A map"), rolls=["1 success"])
    assert [item.id for item in bout["ann"].items] == ["made-1", "made-2"]


# ---- what a hero owns and knows ----


def test_what_downtime_brings_comes_through_a_block_and_stands_on_the_card() -> None:
    from affray.systems.ix import sheets

    brought = {
        "purse": 7,
        "languages": ["Dune"],
        "discounts": ["lore"],
        "contacts": ["Osk"],
        "facts": ["the bell"],
        "pay": 90,
        "career": ["charm"],
    }
    bout = gap_for(ann(**brought))
    (block,) = IX.carry_over(bout.fight)
    assert {name: block[name] for name in brought} == brought
    own = {key: value for key, value in block.items() if key not in ("id", "side", "kind")}
    again = content.check_block("hero", own, HouseRules(rulebook()))
    assert {name: again[name] for name in brought} == brought
    lines = {line.label: line.text for line in sheets.sheet(bout.fight, bout["ann"]).lines}
    assert (lines["Purse"], lines["Contacts"]) == ("7 silver flargons", "Osk")
    with pytest.raises(ValidationError, match="stands there twice"):
        ann(discounts=["lore", "lore"])


def test_the_gms_hand_on_purse_contacts_languages_and_facts() -> None:
    bout = gap_for(ann())
    for name, value in (("purse", 12), ("pay", 80), ("contact", "Osk"), ("language", "Dune")):
        gm(bout, "set", "ann", name, value)
    gm(bout, "set", "ann", "fact", "the bell")
    one = bout["ann"]
    assert (one.purse, one.pay, one.contacts, one.languages) == (12, 80, ("Osk",), ("Dune",))
    gm(bout, "set", "ann", "forget", "Osk")
    assert (one.contacts, one.facts) == ((), ("the bell",))
    for name, value in (("purse", -1), ("contact", ""), ("fact", "x" * 101), ("forget", "Osk")):
        with pytest.raises(Refused):
            gm(bout, "set", "ann", name, value)


@pytest.mark.rule("ix.downtime.rest", "ix.critical.minor-clears")
def test_a_week_of_rest_clears_minor_injuries_alone() -> None:
    bout = gap_for(injured(GRAZED, LAMED))
    one_step(bout, REST)
    assert rows_carried(bout, "ann") == [LAMED]


@pytest.mark.rule("ix.recovery.mounts", "ix.healing.new-day")
def test_in_a_gap_mounts_recover_once_and_treatments_count_anew() -> None:
    bay = npc("ally", "bay", "mount", weapons=["hooves"], wound_points=14, might=4, wounds=3)
    bout = gap_for(ann(wounds=4), bay, begin=False, weeks=3)
    bout["ann"].treated = 1
    bout.step()
    assert (bout["bay"].wounds, bout["ann"].treated) == (7, 0)


# ---- rites ----

RITE = ("rite", "ann", "revive", "bob")
GARNET = {"name": "Garnet", "kind": "gem", "worth": 500, "count": 2}


def mourning(**bob):
    caster = hero("ann", skills={"divinity": 3}, spells=["revive"], gear=[GARNET], willpower=4)
    return gap_for(caster, hero("bob", wounds=-12, dead=True, **bob))


@pytest.mark.rule("ix.death.revive-needs", "ix.downtime.one-activity")
def test_a_rite_takes_no_activity_and_whoever_lives_again_has_one() -> None:
    bout = mourning(dead_hours=20)
    one_step(bout, RITE, rolls=["1 success"])
    assert bout["bob"].status == ""
    one_step(bout, ("training", "lore"))
    one_step(bout, REST)
    assert bout["bob"].wounds == 3
    one_step(bout)
    assert bout.fight.result == "heroes"


@pytest.mark.rule("ix.death.revive-needs", "ix.death.revive-check")
def test_after_a_failure_it_can_be_tried_with_another_gem_while_the_day_lasts() -> None:
    bout = mourning(dead_hours=22)
    one_step(bout, RITE, rolls=["1 failure"])
    assert RITE in asked_now(bout)
    one_step(bout, RITE, rolls=["1 failure"])
    assert RITE not in asked_now(bout)
    assert ("training", "lore") in asked_now(bout)


# ---- who may do what ----


@pytest.mark.rule("ix.downtime.recover-one-check", "ix.downtime.recover-self-penalty")
def test_physicians_are_the_heroes_and_whoever_is_hurt_and_can_see_to_it() -> None:
    lamed = [{"injury": LAMED, "answered": True}]
    bout = gap_for(ann(), hero("bob"), ally("quist", injuries=lamed), ally("orm"))
    one_step(bout, REST)
    one_step(bout, REST)
    assert bout.fight.gap.done == ("ann", "bob")
    physicians = {option[2] for option in asked_now(bout) if option[0] == "recover"}
    assert physicians == {"ann", "bob", "quist"}


@pytest.mark.rule("ix.downtime.crafting")
def test_a_price_is_one_that_the_purse_has_the_materials_for() -> None:
    prices = {str(o[2]) for o in asked_now(gap_for(ann(purse=20))) if o[0] == "craft"}
    assert prices == {"<0..41>"}, "half of 41, rounded down, is 20"


@pytest.mark.rule("ix.death.revive-needs")
def test_only_the_caster_is_offered_its_rite() -> None:
    caster = hero("ann", skills={"divinity": 3}, spells=["revive"], gear=[GARNET], willpower=4)
    bout = gap_for(hero("cid"), caster, hero("bob", wounds=-12, dead=True, dead_hours=2))
    assert bout.fight.gap.done == ()
    assert not [option for option in asked_now(bout) if option[0] == "rite"]
    one_step(bout, REST)
    assert RITE in asked_now(bout)


@pytest.mark.rule("ix.downtime.one-activity")
def test_a_gap_after_which_nobody_is_up_is_no_success() -> None:
    bout = gap_for(ann())
    gm(bout, "set", "ann", "wounds", -3)
    bout["ann"].stabilized = True
    one_step(bout)
    one_step(bout)
    assert bout.fight.result == "none"


@pytest.mark.rule("ix.downtime.recover-step", "ix.critical.lower-mortal-extended")
def test_weeks_of_care_take_a_mortal_injury_a_step_down() -> None:
    bout = gap_for(injured(BROKEN))
    one_step(bout, ("recover", "step", "ann", "-1"), rolls=["1 success"])
    (row,) = rows_carried(bout, "ann")
    assert row < BROKEN


@pytest.mark.rule("ix.downtime.contact", "ix.downtime.language")
def test_nobody_is_known_twice_and_no_language_learned_twice() -> None:
    knows = ann(contacts=["Osk"], languages=["Dune"], talents=["linguist"])
    bout = gap_for(knows)
    one_step(bout, ("contact", "lore", "Osk"), rolls=["1 success"])
    assert bout["ann"].contacts == ("Osk",)
    again = gap_for(knows)
    one_step(again, ("language-named", "Dune"), rolls=["1 success"])
    assert again["ann"].languages == ("Dune",)


@pytest.mark.rule("ix.downtime.research")
def test_what_is_found_without_a_question_is_named_by_the_skill() -> None:
    bout = gap_for(ann())
    one_step(bout, ("research", "secret-lore", ""), rolls=["1 success"])
    assert bout["ann"].facts == ("Secret lore",)


@pytest.mark.rule("ix.downtime.research")
def test_two_breakthroughs_find_no_third_fact() -> None:
    bout = gap_for(ann())
    left = ["1 success 2 breakthroughs"]
    more = spend("", "second-fact")
    with pytest.raises(AssertionError, match="nobody was asked"):
        one_step(bout, ("research", "lore", "the bell"), more, more, rolls=left)
    assert len(bout["ann"].facts) == 2
