"""Spells and checks (areas spell, check)."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import Bout, foe, hero, spell

CAST = ("spell", "hex", "cur")
TAKE = ("take-it",)


def bout(scene: Any = None, **fields: Any) -> Bout:
    """ann with one spell of these fields, and bob at 4 of 10 HP, against a foe of 40 HP."""
    target = fields.pop("foe", {})
    return Bout(
        hero("ann", spells=[spell("hex", **fields)]),
        hero("bob", hp_now=4),
        foe("cur", **{"max_hp": 40, "wounded_by_more_than": 99, **target}),
        scene=scene,
    )


@pytest.mark.rule("sixteen.spell.form", "sixteen.turn.primary")
def test_a_spell_is_the_primary_action() -> None:
    fight = bout()
    table = fight.do(CAST, TAKE, dice=[(12, 3)])
    assert not {"attack", "spell"} & {one[0] for one in fight.options()}
    assert table.cited("sixteen.spell.form")


@pytest.mark.rule("sixteen.spell.form")
def test_by_an_attack_roll_it_misses_hits_and_is_deflected_like_a_weapon() -> None:
    fight = bout()
    assert "missed" in fight.do(CAST, dice=[(10, 3)]).codes()
    fight = bout()
    fight.do(CAST, TAKE, dice=[(12, 3)])
    assert fight["cur"].hp == 37
    fight = bout(foe={"deflect_bonus": 5})
    fight.do(CAST, ("deflect",), dice=[(12, 3), 16])
    assert fight["cur"].hp == 40


@pytest.mark.rule("sixteen.spell.form", "sixteen.armour.resistance")
def test_its_kind_of_damage_decides_on_armour_or_resistance() -> None:
    shell = {"ar": 3, "resistances": {"fire": 1}}
    fight = bout(foe=shell)
    fight.do(CAST, TAKE, dice=[(12, 6)])
    assert fight["cur"].hp == 35
    fight = bout(kind="crushing", damage="1d6", foe=shell)
    fight.do(CAST, TAKE, dice=[(12, 6)])
    assert fight["cur"].hp == 37
    fight = bout(kind="crushing", damage="1d6", ap=2, foe=shell)
    fight.do(CAST, TAKE, dice=[(12, 6)])
    assert fight["cur"].hp == 35


@pytest.mark.rule("sixteen.spell.form", "sixteen.check.against-sixteen", "sixteen.check.modifiers")
@pytest.mark.parametrize("save", ["sdf", "lif", "con"])
@pytest.mark.parametrize(("natural", "avoided"), [(14, True), (13, False), (1, False), (20, True)])
def test_a_save_of_16_avoids_it(save: str, natural: int, avoided: bool) -> None:
    target = {"sdf": -9, "lif": -9, "con": -9, save: 2}
    fight = bout(strike="save", save=save, condition="stunned", lasts="fight", foe=target)
    table = fight.do(CAST, dice=[natural])
    assert fight["cur"].has("stunned") is not avoided
    assert ("resisted" in table.codes()) is avoided
    assert not table.was_asked("sixteen.deflect.attempt")
    checked = next(e for e in table.events if e.code == "checked")
    told = {**checked.fields, **checked.secret}
    assert (told["check"], told["modifier"]) == (save, 2)


@pytest.mark.rule("sixteen.spell.form")
def test_damage_by_a_save_meets_resistance_and_cannot_be_deflected() -> None:
    fields = {"strike": "save", "save": "con", "damage": "1d6", "kind": "fire"}
    fight = bout(**fields, foe={"resistances": {"fire": 1}, "con": 0, "deflect_bonus": 18})
    fight.do(CAST, dice=[10, 6])
    assert fight["cur"].hp == 35
    fight = bout(**fields, foe={"con": 0})
    fight.do(CAST, dice=[16])
    assert fight["cur"].hp == 40


@pytest.mark.rule("sixteen.spell.form")
def test_without_a_roll_it_simply_works() -> None:
    fight = bout(strike="none", damage="1d6", kind="fire")
    table = fight.do(CAST, dice=[6])
    assert fight["cur"].hp == 34
    assert [str(pool) for pool in table.pools] == ["1d6"]
    fight = bout(strike="none", condition="blinded", lasts="fight")
    fight.do(CAST)
    assert fight["cur"].has("blinded")


@pytest.mark.rule("sixteen.spell.form", "sixteen.wound.max-hp")
@pytest.mark.parametrize(("shown", "hp"), [(2, 6), (6, 10), (8, 10)])
def test_hp_restored_go_up_to_the_maximum(shown: int, hp: int) -> None:
    fight = bout(strike="none", target="friend", heal="1d8")
    table = fight.do(("spell", "hex", "bob"), dice=[shown])
    assert fight["bob"].hp == hp
    healed = next(e for e in table.events if e.code == "healed")
    told = {**healed.fields, **healed.secret}
    assert (told["before"], told["now"]) == (4, hp)


@pytest.mark.rule("sixteen.spell.form")
@pytest.mark.parametrize(
    ("target", "at"),
    [("opponent", {"cur"}), ("self", {"ann"}), ("anyone", {"ann", "bob", "cur"})],
)
def test_at_whom_a_spell_may_be_cast(target: str, at: set[str]) -> None:
    fight = bout(strike="none", target=target, condition="prone")
    assert {one[2] for one in fight.options() if one[0] == "spell"} == at


@pytest.mark.rule("sixteen.spell.form")
def test_a_spell_for_friends_is_not_cast_at_opponents() -> None:
    fight = bout(strike="none", target="friend", heal="1d4")
    at = {one[2] for one in fight.options() if one[0] == "spell"}
    assert "bob" in at
    assert "cur" not in at


@pytest.mark.rule("sixteen.spell.form", "sixteen.position.reach")
@pytest.mark.parametrize(("distance", "may"), [(30, True), (35, False)])
def test_a_spell_has_its_range(distance: int, may: bool) -> None:
    scene = {"first": "heroes", "distance": distance}
    assert (CAST in bout(scene, range=30).options()) is may
    assert CAST in bout(scene).options()


@pytest.mark.rule("sixteen.spell.form")
def test_a_condition_that_comes_with_damage_takes_hold_only_if_the_spell_strikes() -> None:
    fields = {"damage": "1d6", "kind": "fire", "condition": "prone"}
    fight = bout(**fields)
    fight.do(CAST, dice=[(10, 3)])
    assert not fight["cur"].has("prone")
    fight = bout(**fields)
    fight.do(CAST, TAKE, dice=[(12, 3)])
    assert fight["cur"].has("prone")


@pytest.mark.rule("sixteen.check.against-sixteen")
@pytest.mark.parametrize(
    ("con", "natural", "success"), [(20, 1, True), (-5, 20, False), (0, 16, True), (0, 15, False)]
)
def test_a_check_has_no_criticals(con: int, natural: int, success: bool) -> None:
    fight = bout(strike="save", save="con", condition="prone", foe={"con": con})
    fight.do(CAST, dice=[natural])
    assert fight["cur"].has("prone") is not success


@pytest.mark.rule("sixteen.spell.form", "sixteen.deflect.large-attacker")
def test_a_spell_of_a_large_caster_that_is_deflected_brings_no_condition() -> None:
    def cast_by(size: str, natural: int) -> Bout:
        fields = {"condition": "stunned", "lasts": "fight", "damage": "1d6", "kind": "fire"}
        ann = hero("ann", size=size, spells=[spell("hex", **fields)])
        cur = foe("cur", max_hp=40, wounded_by_more_than=99, deflect_bonus=5)
        fight = Bout(ann, cur)
        fight.do(CAST, ("deflect",), dice=[(12, 6), natural])
        return fight

    for size, natural, stunned, hp in (
        ("large", 16, False, 37),
        ("large", 2, True, 34),
        ("medium", 16, False, 40),
    ):
        fight = cast_by(size, natural)
        assert (fight["cur"].has("stunned"), fight["cur"].hp) == (stunned, hp)
