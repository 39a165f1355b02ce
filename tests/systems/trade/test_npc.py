"""The rules of trade on enemies and NPC allies: stat blocks, no turns and no rolls of their own."""

from typing import Any

import pytest
from pydantic import ValidationError
from trade_kit import TRADE, Bout, ability, actions_offered, acts, ally, foe, gm, hero

from affray.kernel.rulebook import HouseRules

END = ("end",)
BLOCK = {"name": "Cutter", "hp": 4, "damage": 2, "goals": ["a purse"]}


def cut(at: str = "brute") -> tuple[str, ...]:
    return ("fight", "rapier", at)


def checked(kind: str = "foe", **changes: Any) -> dict[str, Any]:
    block = {key: value for key, value in (BLOCK | changes).items() if value is not ...}
    found: dict[str, Any] = TRADE.check_block(kind, block, HouseRules(TRADE.rulebook))
    return found


# ---- stat blocks ----


@pytest.mark.parametrize("kind", ["foe", "ally"])
@pytest.mark.rule("trade.npc.stat-block-fields")
def test_a_stat_block_needs_four_fields_and_the_others_have_a_standard(kind: str) -> None:
    block = checked(kind)
    assert (block["hp"], block["damage"], block["goals"]) == (4, 2, ["a purse"])
    assert (block["abilities"], block["loot"]) == ([], [])
    assert (block["ranged"], block["make"], block["armor"]) == (False, "living", 0)


@pytest.mark.parametrize("missing", ["name", "hp", "damage", "goals"])
@pytest.mark.rule("trade.npc.stat-block-fields")
def test_name_hp_damage_and_goals_must_be_there(missing: str) -> None:
    with pytest.raises(ValidationError, match=missing):
        checked(**{missing: ...})


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ({"hp": 1}, {"hp": 0}),
        ({"damage": 0}, {"damage": -1}),
        ({"goals": ["x"]}, {"goals": []}),
        ({"armor": 3}, {"armor": 4}),
        ({"armor": 0}, {"armor": -1}),
        ({"ranged": True}, {"ranged": "very"}),
        ({"make": "summoned"}, {"make": "undead"}),
        ({"make": "constructed"}, {"make": ""}),
        ({"loot": ["a key"]}, {"loot": "a key"}),
    ],
    ids=str,
)
@pytest.mark.rule("trade.npc.stat-block-fields")
def test_a_field_of_a_stat_block_has_limits(good: dict[str, Any], bad: dict[str, Any]) -> None:
    assert checked(**good).items() >= good.items()
    with pytest.raises(ValidationError):
        checked(**bad)


@pytest.mark.rule("trade.npc.stat-block")
def test_each_npc_has_its_own_hp() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=6), foe("twin", hp=6), ally("hound", hp=5))
    bout.do(cut(), readings=["mixed"])
    assert [bout[who].hp for who in ("brute", "twin", "hound")] == [3, 6, 5]


@pytest.mark.rule("trade.npc.stat-block")
def test_a_stat_block_brings_everything_it_names_into_the_fight() -> None:
    spit = ability("spit", {"kind": "damage", "amount": 1}, stat=None, target="one hero or ally")
    whole = foe("brute", hp=7, hp_now=5, damage=3, goals=["flee"], loot=["a key"], abilities=[spit])
    brute = Bout(hero("ann"), whole)["brute"]
    assert (brute.hp, brute.hp_max, brute.damage) == (5, 7, 3)
    assert (brute.goals, brute.loot) == (("flee",), ("a key",))
    assert [a.id for a in brute.abilities] == ["spit"]


# ---- nothing of their own accord ----


@pytest.mark.rule("trade.npc.no-own-initiative", "trade.start.no-initiative")
def test_npcs_do_nothing_between_the_actions_of_a_hero() -> None:
    bout = Bout(hero("ann"), ally("hound"), foe("brute", hp=20), foe("other"))
    bout.do(cut(), ("additional-action",), cut(), readings=["success", "mixed"])
    assert bout["ann"].health == 10
    assert bout["hound"].hp == 10
    assert bout["other"].hp == 10


@pytest.mark.rule("trade.npc.no-own-initiative")
def test_an_ally_that_nobody_commands_does_nothing_all_round() -> None:
    bout = Bout(hero("ann"), hero("bob"), ally("hound", damage=5), foe("brute"))
    for who in ("ann", "bob"):
        bout.do(*([("go", who)] if who == "ann" else []), END)
        bout.phase()
    assert bout["brute"].hp == 10
    assert bout.fight.near <= {("ann", "brute"), ("bob", "brute")}


@pytest.mark.rule("trade.npc.never-rolls")
def test_nothing_an_npc_does_is_rolled() -> None:
    spit = ability("spit", {"kind": "damage", "amount": 3}, stat=None, target="one hero or ally")
    bout = Bout(hero("ann", armor=1), foe("brute", damage=4, abilities=[spit]))
    rulings = {"trade.failure.worse-position": ("enemy-ability", "spit")}
    table = bout.do(cut(), readings=["failure"], rulings=rulings)
    assert bout["ann"].health == 10 - 3 - 2
    assert len(table.pools) == 1  # the hero's own
    table = bout.phase(rulings=acts("brute", "spit", "ann"))
    assert bout["ann"].health == 3
    assert table.pools == []


# ---- at nothing ----


@pytest.mark.parametrize(("hp", "out"), [(3, True), (2, True), (4, False)])
@pytest.mark.rule("trade.npc.zero-hp")
def test_an_npc_at_no_hp_is_out_of_the_fight_and_beaten(hp: int, out: bool) -> None:
    bout = Bout(hero("ann"), foe("brute", hp=hp), foe("other"))
    table = bout.do(cut(), readings=["mixed"])
    assert bout["brute"].hp == max(0, hp - 3)
    assert bout["brute"].is_in is not out
    assert bout["brute"].status == ("beaten" if out else "")
    assert table.cited("trade.npc.zero-hp") is out
    assert bout.fight.result is None


@pytest.mark.parametrize("fate", ["beaten", "taken", "ran-off"])
@pytest.mark.rule("trade.npc.zero-hp")
def test_the_gm_says_whether_it_is_beaten_taken_or_has_run_off(fate: str) -> None:
    bout = Bout(hero("ann"), foe("brute", hp=3), foe("other"))
    bout.do(cut(), readings=["mixed"], rulings={"trade.npc.zero-hp": (fate,)})
    assert bout["brute"].status == fate
    assert not bout["brute"].is_in


@pytest.mark.rule("trade.npc.zero-hp")
def test_whoever_is_out_is_no_target_and_strikes_nobody() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=3, damage=4), foe("other", damage=1))
    bout.do(cut(), END, readings=["mixed"])
    assert bout.last is not None
    offered = actions_offered(bout.last)
    assert cut("other") in offered
    assert cut("brute") not in offered
    bout.phase()
    assert bout["ann"].health == 9


@pytest.mark.rule("trade.npc.zero-hp")
def test_an_ally_at_no_hp_is_out_too() -> None:
    bout = Bout(hero("ann"), ally("hound", hp=2), foe("brute", damage=2))
    bout.do(END)
    bout.phase(rulings=acts("brute", "damage", "hound"))
    assert not bout["hound"].is_in
    assert bout.fight.result is None
    bout.do(END)
    assert bout.last is not None
    offered = actions_offered(bout.last)
    assert not [key for key in offered if key[0] == "command"]


def test_a_gm_may_bring_a_beaten_enemy_back() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=3), foe("other"))
    bout.do(cut(), readings=["mixed"])
    gm(bout, "set", "brute", "hp", 2)
    gm(bout, "return", "brute")
    assert bout["brute"].hp == 2
