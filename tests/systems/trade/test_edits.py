"""The GM's hand on a trade fight: numbers and conditions by their names, and newcomers."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import TRADE, Bout, ability, ally, foe, gm, hero

from affray.kernel.question import Refused


@pytest.mark.parametrize("name", ["HP", "hp", " Hp"])
def test_a_track_goes_by_the_name_on_the_card(name: str) -> None:
    bout = Bout(hero("ann"), foe("brute"))
    assert TRADE.sheets(bout.fight)[1].tracks[0].name == "HP"
    table = gm(bout, "set", "brute", name, 4)
    assert bout["brute"].hp == 4
    assert table.events[-1].fields["name"] == "hp"


@pytest.mark.parametrize(
    ("who", "tag"),
    [
        ("ann", "better position"),
        ("ann", "bad situation"),
        ("ann", "action in reserve"),
        ("ann", "ward 2"),
        ("ann", "pressed"),
        ("brute", "suppressed"),
        ("brute", "closed in"),
    ],
)
def test_a_condition_is_lifted_by_the_name_on_the_card(who: str, tag: str) -> None:
    bout = Bout(hero("ann"), foe("brute"), scene={"drop": "nobody", "near": "all"})
    for name in ("better-position", "bad-situation", "reserve", "ward"):
        gm(bout, "set", "ann", name, 2 if name == "ward" else 1)
    gm(bout, "tag", "ann", "pressed")
    gm(bout, "tag", "brute", "suppressed")
    gm(bout, "tag", "brute", "closed")

    def tags() -> list[str]:
        return [t.name for card in TRADE.sheets(bout.fight) if card.who == who for t in card.tags]

    assert tag in tags()
    gm(bout, "untag", who, tag)
    assert tag not in tags()


# ---- newcomers ----


def rat(**fields: Any) -> dict[str, Any]:
    return {"kind": "foe", "name": "Rat", "hp": 3, "damage": 1, "goals": ["cheese"]} | fields


def test_a_newcomer_joins_with_an_id_and_a_name_of_its_own() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    for _ in range(2):
        gm(bout, "add", value=rat())
    gm(bout, "add", value=rat(name="Brute", id="other"))
    assert [(c.id, c.name) for c in bout.fight.here()][2:] == [
        ("rat", "Rat"),
        ("rat-2", "Rat 2"),
        ("other", "Brute 2"),
    ]
    assert bout.fight.foes == ("brute", "rat", "rat-2", "other")


@pytest.mark.parametrize("who", ["gm", "@heroes", "all", "\ud800", "ann"])
def test_a_newcomer_takes_nobody_elses_id(who: str) -> None:
    bout = Bout(hero("ann"), foe("brute"))
    with pytest.raises(Refused):
        gm(bout, "add", value=rat(id=who))
    assert list(bout.fight.combatants) == ["ann", "brute"]


def test_all_the_faults_of_a_newcomers_block_are_told_with_cures() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    with pytest.raises(Refused) as refused:
        gm(bout, "add", value=rat(hp=0, goal="x", abilities=[{"name": "bite"}]))
    said = str(refused.value)
    for part in (
        "the block.hp: 0 is too small. Write at least 1.",
        "the block.goal: no such key is known here. Did you mean goals?",
        "the block.abilities[1].effects: it is missing. Add effects = ...",
    ):
        assert part in said
    assert list(bout.fight.combatants) == ["ann", "brute"]


def test_every_number_that_is_named_can_be_set() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute"))
    bout.do(("go", "ann"))
    for who in ("ann", "brute"):
        names = TRADE.numbers(bout.fight, who)
        assert ("actions" in names) == (who == "ann")
        assert len(names) > 4
        for name in names:
            gm(bout, "set", who, name, 3)
    with pytest.raises(Refused):
        gm(bout, "set", "brute", "grit", 3)


# ---- the order of the round ----


@pytest.mark.rule("trade.start.hero-order")
def test_a_hero_may_be_let_go_again_or_passed_over() -> None:
    bout = Bout(hero("ann"), hero("bob"), hero("cat"), foe("brute"))
    bout.do(("go", "ann"))
    slots = {slot.id: slot for slot in TRADE.order(bout.fight).slots}
    assert slots["turn:ann"].before == ()
    assert slots["next:1"].before == ("turn:ann",)
    with pytest.raises(Refused, match="Several may fill"):
        gm(bout, "reorder", name="next:1", value="turn:ann")
    gm(bout, "reorder", "cat", "next:1", "turn:ann")
    assert bout["cat"].acted
    gm(bout, "reorder", "cat", "turn:cat")
    assert not bout["cat"].acted
    gm(bout, "remove", "cat")
    assert "turn:cat" not in {slot.id for slot in TRADE.order(bout.fight).slots}


# ---- what outlasts the fight ----


@pytest.mark.parametrize("how", ["knocked-away", "broken"])
@pytest.mark.rule("trade.end.carry-over", "trade.failure.lost-tool")
def test_a_lost_gadget_is_still_lost_in_the_next_fight(how: str) -> None:
    pot = ability("pot", {"kind": "heal", "amount": 1}, target="self", stat=None)
    bout = Bout(hero("ann", abilities=[pot | {"origin": "equipment"}]), foe("brute"))
    gm(bout, "tag", "ann", f"{how}:pot")
    (block,) = TRADE.carry_over(bout.fight)
    assert block["abilities"][0]["lost"] == how
    own = {key: value for key, value in block.items() if key not in ("id", "side", "kind")}
    checked = TRADE.check_block("hero", own, bout.fight.house)
    again = Bout(checked | {"id": "ann", "side": "heroes", "kind": "hero"}, foe("second"))
    assert again["ann"].lost == {"pot": how}
    assert again["ann"].carried() == ["rapier"]


# ---- secrets ----


def test_a_card_says_nothing_of_a_hidden_hero_to_those_who_may_not_know() -> None:
    from affray.kernel.view import SPECTATOR, Seat, view

    bout = Bout(hero("ann"), hero("bob"), ally("dog"), foe("brute"))
    bout.do(("go", "ann"), ("fight", "rapier", "brute"), readings=["mixed"])
    gm(bout, "hide", "ann")

    def seen(seat: Seat) -> str:
        return str(view(TRADE, bout.fight, seat)["sheets"])

    assert "owed a trade" not in seen(SPECTATOR)
    assert "Ann" not in seen(Seat("bob", "player", frozenset(["bob"])))
    assert "owed a trade: Ann" in seen(Seat("ann", "player", frozenset(["ann"])))
    gm(bout, "show", "ann")
    assert "owed a trade: Ann" in seen(SPECTATOR)
