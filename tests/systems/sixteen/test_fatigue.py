"""Fatigue from the seventh round on, and its ladder (area fatigue)."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import SIXTEEN, Bout, DiceTable, foe, gm, hero, spell, weapon

from affray.kernel.running import advance

SWORD = ("attack", "long-sword", "cur")
TAKE = ("take-it",)
SAVE = "sixteen.fatigue.save"
ARCHER = foe("cur", max_hp=40, wounded_by_more_than=99, weapons=["bow"])
AWAY = ("move", "back", "1")


def bout(*, house: Any = None, scene: Any = None, **fields: Any) -> Bout:
    """ann next to a foe that holds a bow, so that it does not threaten her."""
    return Bout(hero("ann", **fields), ARCHER, house=house, scene=scene)


def tired_out(fight: Bout) -> Bout:
    """Has ann miss once in round 6, and brings the fight to her turn in round 7."""
    fight.to_round(6)
    fight.do(SWORD, dice=[(2, 1)])
    fight.to_turn("ann")
    return fight


def saves(table: DiceTable) -> list[str]:
    return [who for rule, who, _ in table.asked if rule == SAVE]


# ---- when, and for whom ----


@pytest.mark.rule("sixteen.fatigue.from-round-seven")
def test_no_save_is_made_in_round_6_and_one_is_in_round_7() -> None:
    fight = bout(con=3)
    fight.to_round(6)
    fight.do(SWORD, dice=[(2, 1)])
    assert not saves(fight.end())
    fight.to_turn("ann")
    assert fight.fight.round == 7
    fight.step(AWAY)
    table = fight.end(dice=[12])
    assert saves(table) == ["ann"]
    assert fight["ann"].fatigue == 1
    assert table.cited("sixteen.fatigue.from-round-seven")


@pytest.mark.rule("sixteen.fatigue.from-round-seven")
def test_the_save_comes_right_after_the_own_turn() -> None:
    fight = tired_out(bout())
    fight.step(AWAY)
    table = fight.step(("end",), dice=[20])
    assert saves(table) == ["ann"]
    assert fight.fight.acting == "ann"


@pytest.mark.rule("sixteen.fatigue.who-saves")
def test_whoever_has_done_nothing_strenuous_makes_no_save() -> None:
    fight = bout()
    fight.to_round(7)
    fight.step(AWAY)
    assert not saves(fight.end())
    assert not saves(fight.end())


@pytest.mark.rule("sixteen.fatigue.who-saves", "sixteen.fatigue.strenuous")
def test_an_attack_in_round_1_obliges_for_the_whole_fight() -> None:
    fight = bout()
    fight.do(SWORD, dice=[(2, 1)])
    fight.to_round(7)
    fight.step(AWAY)
    assert saves(fight.end(dice=[20])) == ["ann"]
    assert not saves(fight.end())
    fight.step(("move", "forward", "1"))
    assert saves(fight.end(dice=[20])) == ["ann"]


@pytest.mark.rule("sixteen.fatigue.who-saves")
def test_the_turn_just_ended_is_included() -> None:
    fight = bout()
    fight.to_round(7)
    fight.do(SWORD, dice=[(2, 1)])
    assert saves(fight.end(dice=[20])) == ["ann"]


@pytest.mark.rule("sixteen.fatigue.who-saves")
def test_by_the_other_reading_only_a_turn_with_a_strenuous_action_is_followed_by_a_save() -> None:
    fight = tired_out(bout(house={"strenuous-window": "turn"}))
    fight.step(AWAY)
    assert not saves(fight.end())
    fight.end()
    fight.step(("move", "forward", "1"))
    fight.do(SWORD, dice=[(2, 1)])
    assert saves(fight.end(dice=[20])) == ["ann"]


@pytest.mark.rule("sixteen.fatigue.strenuous")
def test_a_spell_is_strenuous_without_any_movement() -> None:
    balm = spell("balm", strike="none", target="self", heal="1d4")
    fight = bout(spells=[balm])
    table = fight.do(("spell", "balm", "ann"), dice=[1])
    assert table.cited("sixteen.fatigue.strenuous")
    fight.to_round(7)
    fight.step(AWAY)
    assert saves(fight.end(dice=[20])) == ["ann"]


@pytest.mark.rule("sixteen.fatigue.strenuous")
def test_an_attack_as_a_reaction_is_strenuous() -> None:
    fight = bout()
    fight.end()
    fight.do(AWAY, ("strike", "cur"), dice=[(2, 1)])
    assert fight["ann"].strained
    assert not fight["cur"].strained


@pytest.mark.rule("sixteen.fatigue.other-strenuous")
@pytest.mark.parametrize(
    ("ruled", "strained"), [(None, False), ("strenuous", True), ("not-strenuous", False)]
)
def test_something_else_is_strenuous_if_the_gm_says_so(ruled: str | None, strained: bool) -> None:
    fight = bout()
    rulings = {"sixteen.fatigue.other-strenuous": (ruled,)} if ruled else None
    table = fight.step(("demanding", "climbs the wall"), rulings=rulings)
    assert table.was_asked("sixteen.fatigue.other-strenuous")
    assert fight["ann"].strained is strained


@pytest.mark.rule("sixteen.fatigue.other-strenuous")
def test_moves_deflects_and_free_actions_never_are() -> None:
    fight = bout()
    fight.step(AWAY)
    fight.step(("free", "say", "to me"))
    fight.end()
    fight.step(("move", "forward", "1"))
    fight.do(("attack", "bow", "ann"), ("deflect",), dice=[(12, 1), 3])
    assert not fight["ann"].strained


# ---- the save ----


@pytest.mark.rule(
    "sixteen.fatigue.save", "sixteen.check.against-sixteen", "sixteen.check.modifiers"
)
@pytest.mark.parametrize(
    ("con", "natural", "level"),
    [(3, 13, 0), (3, 12, 1), (0, 15, 1), (0, 16, 0), (-4, 20, 0), (-5, 20, 1), (15, 1, 0)],
)
def test_a_fatigue_save_is_a_con_check_against_16(con: int, natural: int, level: int) -> None:
    fight = tired_out(bout(con=con, sdf=9, lif=9))
    fight.step(AWAY)
    table = fight.end(dice=[natural])
    assert fight["ann"].fatigue == level
    checked = next(e for e in table.events if e.code == "checked")
    assert (checked.fields["check"], checked.fields["modifier"]) == ("con", con)


@pytest.mark.rule(
    "sixteen.fatigue.save",
    "sixteen.fatigue.unconscious",
    "sixteen.fatigue.useless",
    "sixteen.fatigue.idle-useless",
)
def test_a_failure_is_one_level_and_the_useless_sink_no_further_by_lying_still() -> None:
    fight = tired_out(Bout(hero("ann"), hero("bob"), ARCHER, scene=NEAR))
    levels = []
    for _ in range(4):
        fight.step(AWAY)
        fight.end(dice=[2])
        levels.append(fight["ann"].fatigue)
        fight.to_turn("ann")
    assert levels == [1, 2, 3, 4]
    assert not saves(fight.end())
    assert fight["ann"].fatigue == 4


NEAR = {"distance": 5, "first": "heroes", "places": {"ann": 0, "bob": 0, "cur": 5}}


# ---- the ladder ----


@pytest.mark.rule(
    "sixteen.fatigue.unfatigued",
    "sixteen.fatigue.fatigued",
    "sixteen.fatigue.tired",
    "sixteen.fatigue.exhausted",
    "sixteen.fatigue.useless",
    "sixteen.fatigue.half-movement",
    "sixteen.fatigue.numbers-replace",
    "sixteen.position.move",
)
@pytest.mark.parametrize(
    ("movement", "level", "steps"),
    [
        *[(30, 0, 6), (30, 1, 5), (30, 2, 4), (30, 3, 3), (30, 4, 0)],
        *[(25, 1, 4), (25, 2, 3), (25, 3, 2), (35, 3, 3), (5, 1, 0), (5, 2, 0), (5, 3, 0)],
        *[(10, 2, 0), (15, 3, 1), (0, 0, 0)],
    ],
)
def test_what_movement_each_level_leaves(movement: int, level: int, steps: int) -> None:
    fight = Bout(hero("ann", movement=movement, fatigue=level), hero("bob"), ARCHER)
    moves = [one for one in fight.options() if one[:2] == ("move", "back")]
    assert [one[2].high for one in moves] == [steps] * (steps > 0)
    if steps:
        fight.step(("move", "back", str(steps)))
        assert fight["ann"].at == -5 * steps


@pytest.mark.rule("sixteen.fatigue.numbers-replace", "sixteen.fatigue.unfatigued")
@pytest.mark.parametrize(("level", "number"), [(0, 11), (1, 12), (2, 13), (3, 14)])
def test_the_h_of_a_level_replaces_that_of_the_level_below(level: int, number: int) -> None:
    table = bout(fatigue=level).do(SWORD, dice=[(2, 1)])
    assert next(e.fields["needed"] for e in table.events if e.code == "attack") == number


def reacts(house: Any = None, **fields: Any) -> bool:
    """Whether ann may strike at cur as it walks away."""
    fight = bout(house=house, **fields)
    fight.end()
    table = fight._table(choices=[AWAY, ("pass",)])
    advance(SIXTEEN, fight.fight, table)
    return not table.choices


@pytest.mark.rule(
    "sixteen.fatigue.fatigued", "sixteen.fatigue.losses-carry", "sixteen.reaction.threaten"
)
@pytest.mark.parametrize(("level", "may"), [(0, True), (1, False), (2, False), (3, False)])
def test_the_fatigued_and_worse_do_not_threaten(level: int, may: bool) -> None:
    assert reacts(fatigue=level) is may


@pytest.mark.rule("sixteen.fatigue.losses-carry", "sixteen.deflect.who-cannot")
@pytest.mark.parametrize(
    ("losses", "level", "deflects"),
    [
        *[("carry", 1, True), ("carry", 2, False), ("carry", 3, False), ("carry", 4, False)],
        *[("as-printed", 1, True), ("as-printed", 2, False), ("as-printed", 3, True)],
    ],
)
def test_losses_carry_or_stand_as_printed(losses: str, level: int, deflects: bool) -> None:
    fight = Bout(
        hero("ann"),
        foe("cur", max_hp=40, fatigue=level),
        foe("other"),
        house={"fatigue-losses": losses},
    )
    standing = fight.fight.standing("cur")
    assert standing.deflects is deflects
    if losses == "as-printed":
        assert standing.threatens is (level != 1)
        assert standing.reactions is (level == 1)
    else:
        assert not standing.threatens
        assert standing.reactions is (level == 1)


@pytest.mark.rule("sixteen.fatigue.tired", "sixteen.fatigue.exhausted")
@pytest.mark.parametrize(("level", "reactions"), [(0, True), (1, True), (2, False), (3, False)])
def test_the_tired_and_exhausted_have_no_reactions(level: int, reactions: bool) -> None:
    assert bout(fatigue=level).fight.standing("ann").reactions is reactions


@pytest.mark.rule("sixteen.fatigue.useless", "sixteen.initiative.who-has-a-turn")
def test_the_useless_have_a_turn_with_free_actions_and_nothing_else() -> None:
    fight = Bout(hero("ann", fatigue=4), hero("bob"), foe("cur"))
    assert fight.fight.acting == "ann"
    assert {one[0] for one in fight.options()} - {"cede"} == {"free", "end"}
    assert not fight.fight.is_able("ann")


@pytest.mark.rule("sixteen.fatigue.unconscious", "sixteen.fatigue.death")
@pytest.mark.parametrize(("level", "after", "name"), [(4, 5, "unconscious"), (5, 6, "dead")])
def test_a_level_gained_while_useless_and_unconscious(level: int, after: int, name: str) -> None:
    fight = Bout(
        hero("ann", damage_bonus=5), foe("cur", max_hp=40, fatigue=level), foe("other", max_hp=9)
    )
    fight["cur"].wounds_here = 1
    choices = [SWORD] if level == 4 else [SWORD, ("add-d3",)]
    table = fight.do(*choices, dice=[(12, 3)] if level == 4 else [3, 1])
    assert fight["cur"].fatigue == after
    told = next(e for e in table.events if e.code == "fatigue")
    assert told.fields["now"] == name
    rule = "sixteen.fatigue.unconscious" if level == 4 else "sixteen.fatigue.death"
    assert table.cited(rule)


# ---- the idle and the tireless ----


@pytest.mark.rule("sixteen.fatigue.idle-useless")
@pytest.mark.parametrize(("house", "saved"), [("no", []), ("yes", ["ann"])])
def test_an_idle_turn_is_followed_by_no_save_but_by_the_other_reading(
    house: str, saved: list[str]
) -> None:
    fight = tired_out(bout(house={"idle-saves": house}))
    assert saves(fight.end(dice=[20] * len(saved))) == saved


@pytest.mark.rule("sixteen.fatigue.idle-useless")
def test_the_stunned_make_no_save_and_whoever_moved_does() -> None:
    fight = tired_out(bout())
    gm(fight, "tag", "ann", "stunned")
    assert not saves(fight.end())
    fight = tired_out(bout())
    fight.step(AWAY)
    assert saves(fight.end(dice=[20])) == ["ann"]


@pytest.mark.rule("sixteen.fatigue.idle-useless")
def test_by_the_other_reading_the_useless_sink_by_lying_still() -> None:
    fight = Bout(hero("ann"), hero("bob"), ARCHER, house={"idle-saves": "yes"}, scene=NEAR)
    fight = tired_out(fight)
    gm(fight, "set", "ann", "fatigue", 4)
    fight.end(dice=[2])
    assert fight["ann"].fatigue == 5


@pytest.mark.rule("sixteen.fatigue.tireless")
def test_the_tireless_make_no_saves() -> None:
    fight = tired_out(bout(tireless=True))
    fight.do(SWORD, dice=[(2, 1)])
    assert not saves(fight.end())


@pytest.mark.rule("sixteen.fatigue.tireless")
def test_wounds_bring_the_tireless_no_fatigue_and_hp_affect_them_as_others() -> None:
    fight = Bout(
        hero("ann", damage_bonus=9), foe("cur", max_hp=20, tireless=True), foe("other", max_hp=9)
    )
    table = fight.do(SWORD, TAKE, dice=[(12, 1)])
    assert (fight["cur"].wounds, fight["cur"].fatigue) == (1, 0)
    assert table.cited("sixteen.fatigue.tireless")
    fight.to_turn("ann")
    fight.do(SWORD, TAKE, dice=[(12, 1)])
    assert (fight["cur"].wounds, fight["cur"].hp, fight.fight.level("cur")) == (2, 0, 4)
    fight.to_turn("ann")
    fight.do(SWORD, dice=[(12, 1)])
    assert (fight["cur"].hp, fight.fight.level("cur")) == (-10, 5)


@pytest.mark.rule("sixteen.fatigue.idle-useless", "sixteen.fatigue.strenuous")
def test_a_reaction_since_the_last_turn_does_not_make_an_idle_turn_busy() -> None:
    """The rule looks at what was taken in the turn itself."""
    fight = bout(weapons=[weapon("long-sword")])
    fight.to_round(6)
    fight.end()
    fight.do(AWAY, ("strike", "cur"), dice=[(2, 1)])
    fight.to_turn("ann")
    assert fight["ann"].strained
    assert not saves(fight.end())
