"""What the GM buys with Banes and Calamities (area `spend`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    GM_FORM,
    Bout,
    Watching,
    ally,
    coded,
    complications,
    dice_of,
    elite,
    hero,
    make_check,
    nemesis,
    wares,
)

from affray.kernel.keys import is_offered
from affray.systems.ix.rolls.spend import Lists


def bout(**how: Any) -> Bout:
    """Ann's turn: she, Bob and a guard against a brute and an ogre."""
    skills = {"athletics": 4, "light-melee": 4}
    found = Bout(
        hero("ann", might=4, skills=skills),
        hero("bob", skills={"athletics": 2}),
        ally("guard"),
        elite("brute", wound_points=40),
        nemesis("ogre", wound_points=40, skills={"athletics": 3}),
        **how,
    )
    found.turn_of("ann")
    return found


def suffers(
    found: Bout,
    left: str,
    banes: str = "",
    calamities: str = "",
    text: str = "",
    *,
    who: str = "ann",
    **how: Any,
) -> Watching:
    """A check of Ann's leaves this, and the GM buys that (the default if nothing is named)."""
    rulings = complications(banes, calamities, text) if (banes or calamities or text) else None
    choices = [("volatile", "1")] if "calamit" in left else []
    how.setdefault("weapon", "long-blade")
    return make_check(found, who, left, *choices, lists=Lists(), rulings=rulings, **how)[1]


def next_dice(found: Bout, who: str, **how: Any) -> dict[str, int]:
    return dice_of(make_check(found, who, "nothing", **how)[1])


def bought(table: Watching) -> list[tuple[str, str]]:
    return [(event.fields["entry"], event.fields["on"]) for event in coded(table, "spent")]


# ---- who, and by itself ----


@pytest.mark.rule("ix.spend.banes-by-gm")
@pytest.mark.parametrize("who", ["ann", "ogre"])
def test_the_gm_spends_the_banes_of_every_roll_in_one_form(who: str) -> None:
    table = suffers(bout(), "2 banes", who=who)
    assert [(rule, asked) for rule, asked, _ in table.asked if rule == GM_FORM] == [(GM_FORM, "gm")]


@pytest.mark.rule("ix.spend.banes-by-gm")
def test_one_bane_tires_the_roller_by_itself() -> None:
    found = bout()
    table = suffers(found, "1 bane")
    assert bought(table) == [("tire", "")]
    assert found["ann"].strain == 1


@pytest.mark.rule("ix.spend.banes-by-gm")
def test_the_costliest_entry_that_touches_the_roller_comes_first() -> None:
    found = bout()
    table = suffers(found, "3 banes")
    assert bought(table) == [("lose-footing", "")]
    assert found["ann"].has("prone")


@pytest.mark.rule("ix.spend.banes-by-gm")
def test_what_cannot_apply_is_passed_over() -> None:
    found = bout()
    suffers(found, "3 banes")
    table = suffers(found, "3 banes")  # prone already
    assert bought(table) == [("jam", "")]
    assert found["ann"].faults == {"long-blade": "jammed"}
    table = suffers(found, "3 banes", weapon="")  # no tool that could jam
    assert next(entry for entry, _ in bought(table)) not in {"lose-footing", "jam"}


@pytest.mark.rule("ix.spend.banes-by-gm")
def test_banes_are_spent_until_none_is_left() -> None:
    found = bout()
    table = suffers(found, "4 banes", weapon="")
    assert bought(table) == [("lose-footing", ""), ("tire", "")]
    price = {"lose-footing": 3, "jam": 3, "open-for-foe": 2, "expose-ally": 2, "tire": 1}
    table = suffers(found, "6 banes", difficulty=4)
    assert sum(price[entry] for entry, _ in bought(table)) == 6


@pytest.mark.rule("ix.spend.banes-by-gm")
def test_two_banes_buy_one_entry_of_two_that_touches_the_roller() -> None:
    table = suffers(bout(), "2 banes")
    ((entry, on),) = bought(table)
    assert (entry, on) in {("expose-ally", "ann"), ("open-for-foe", "brute")}


@pytest.mark.rule("ix.spend.banes-by-gm")
def test_outside_a_fight_the_costliest_comes_first_whomever_it_touches() -> None:
    found = Bout(
        hero("ann", might=4, skills={"athletics": 4}),
        elite("brute"),
        scene={"structured": False},
        start=False,
    )
    table = suffers(found, "3 banes", weapon="")
    ((entry, _),) = bought(table)
    assert entry in {"lose-footing", "scene-turns"}


@pytest.mark.rule("ix.spend.banes-by-gm", "ix.spend.bane-defaults")
def test_the_gm_may_buy_something_else() -> None:
    found = bout()
    table = suffers(found, "3 banes", "tire tire tire")
    assert found["ann"].strain == 3
    assert not found["ann"].has("prone")
    assert bought(table) == [("tire", "")] * 3


@pytest.mark.rule("ix.spend.banes-by-gm", "ix.spend.bane-defaults")
def test_the_gm_may_say_it_in_own_words_instead() -> None:
    found = bout()
    table = suffers(found, "3 banes", "", "", "a barrel rolls down the stairs")
    (event,) = coded(table, "complication")
    assert event.fields["text"] == "a barrel rolls down the stairs"
    assert not bought(table)


@pytest.mark.rule("ix.spend.bane-defaults")
def test_by_itself_there_is_never_a_free_complication() -> None:
    for left in ("1 bane", "2 banes", "3 banes"):
        assert not coded(suffers(bout(), left), "complication")


@pytest.mark.rule("ix.spend.bane-defaults")
@pytest.mark.parametrize("banes", [1, 2, 3])
def test_the_general_list_at_its_listed_cost(banes: int) -> None:
    cost = {
        "tire": 1,
        "spoil-setup": 1,
        "open-for-foe": 2,
        "expose-ally": 2,
        "foe-moves": 2,
        "lose-footing": 3,
        "jam": 3,
        "scene-turns": 3,
    }
    found = bout()
    found["ann"].cover = 1
    found.fight.peril = 0
    table = suffers(found, f"{banes} bane{'s' if banes > 1 else ''}")
    listed = {word.partition(":")[0]: price for word, (price, _) in wares(table, GM_FORM).items()}
    assert listed == {word: price for word, price in cost.items() if price <= banes}


@pytest.mark.rule("ix.spend.repeat-limit", "ix.spend.bane-defaults")
def test_only_tiring_repeats() -> None:
    found = bout()
    found["ann"].cover = 1
    table = suffers(found, "6 banes", difficulty=4)
    options = table.options_of(GM_FORM)

    def can(words: str) -> bool:
        return is_offered(options, ("spend", words, "", ""))

    assert can("tire tire tire tire tire tire")
    for word in ("lose-footing", "jam", "scene-turns", "foe-moves:ogre", "spoil-setup:cover"):
        assert can(word), word
        assert not can(f"{word} {word}"), word
    assert not can("open-for-foe:brute open-for-foe:ogre")
    assert not can("expose-ally:ann expose-ally:bob")
    assert can("lose-footing jam")
    assert not can("lose-footing jam tire")


# ---- the entries ----


@pytest.mark.rule("ix.spend.bane-defaults")
def test_spoil_setup_takes_away_cover() -> None:
    found = bout()
    found["ann"].cover = 2
    table = suffers(found, "1 bane", "spoil-setup:cover")
    assert found["ann"].cover == 0
    assert not any(word == "spoil-setup:aim" for word in wares(table, GM_FORM))


@pytest.mark.rule("ix.spend.bane-defaults")
def test_spoil_setup_takes_away_an_aim() -> None:
    found = bout()
    found.do(("aim",))
    suffers(found, "1 bane", "spoil-setup:aim")
    assert found["ann"].aims == 0
    table = found.do(("attack", "long-blade", "brute"), rolls=["nothing"])
    assert "boon" not in dice_of(table)


@pytest.mark.rule("ix.spend.bane-defaults")
def test_an_opening_gives_an_opponent_a_boon_die_against_the_rollers_side() -> None:
    found = bout()
    suffers(found, "2 banes", "open-for-foe:ogre")
    blow = {"kind": "attack", "mode": "melee", "weapon": "long-blade", "skill": "light-melee"}
    assert "boon" not in next_dice(found, "ogre")  # against nobody
    assert "boon" not in next_dice(found, "brute", target="ann", **blow)
    assert next_dice(found, "ogre", target="bob", **blow)["boon"] == 1
    assert "boon" not in next_dice(found, "ogre", target="ann", **blow)


@pytest.mark.rule("ix.spend.bane-defaults")
@pytest.mark.parametrize("whom", ["ann", "bob"])
def test_expose_gives_the_roller_or_an_ally_a_bane_die(whom: str) -> None:
    found = bout()
    table = suffers(found, "2 banes", f"expose-ally:{whom}")
    assert "expose-ally:brute" not in wares(table, GM_FORM)
    other = "bob" if whom == "ann" else "ann"
    assert "bane" not in next_dice(found, other)
    assert next_dice(found, whom)["bane"] == 1
    assert "bane" not in next_dice(found, whom)


@pytest.mark.rule("ix.spend.bane-defaults")
def test_an_opponent_moves_at_once() -> None:
    found = bout()
    before = found.fight.free_maneuvers, found.fight.maneuvers
    table = make_check(
        found,
        "ann",
        "2 banes",
        ("move", "away", "ann"),
        lists=Lists(),
        rulings=complications("foe-moves:ogre"),
    )[1]
    assert abs(found["ogre"].at - found["ann"].at) == 1
    assert (found.fight.free_maneuvers, found.fight.maneuvers) == before
    assert [who for rule, who, _ in table.asked if rule == "ix.spend.bane-defaults"] == ["ogre"]


@pytest.mark.rule("ix.spend.bane-defaults")
def test_a_jammed_weapon_takes_a_maneuver_before_it_works_again() -> None:
    found = bout()
    suffers(found, "3 banes", "jam")
    assert not found.offers("attack", "long-blade", "brute")
    assert found.offers("attack", "unarmed", "brute")
    found.do(("clear", "long-blade"))
    assert found.fight.maneuvers == 1
    assert found.offers("attack", "long-blade", "brute")


@pytest.mark.rule("ix.spend.bane-defaults")
def test_a_setback_of_the_scene_changes_no_number() -> None:
    found = bout()
    table = suffers(found, "3 banes", "scene-turns")
    assert bought(table) == [("scene-turns", "")]
    assert (found["ann"].strain, found["ann"].conditions) == (0, ())


@pytest.mark.rule("ix.spend.bane-defaults")
def test_undoing_progress_belongs_to_extended_checks_alone() -> None:
    assert "undo-progress" not in wares(suffers(bout(), "3 banes"), GM_FORM)
