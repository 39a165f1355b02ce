"""What a table sees of a chase, and what the GM changes of it by hand."""

from __future__ import annotations

from typing import Any

import pytest
from chase_kit import chase, fate, gap, held
from ix_kit import IX, Bout, IxTable, elite, hero, nemesis
from pydantic import ValidationError

from affray.kernel.question import Edit, Refused
from affray.kernel.rulebook import HouseRules
from affray.kernel.system import Setup
from affray.systems.ix import content
from affray.systems.ix.edits import fight_edits as edits
from affray.systems.ix.ledger import rulebook

WALL = {"id": "wall", "name": "a wall", "skills": ["athletics"]}


def set_(bout: Bout, who: str, name: str, value: Any) -> IxTable:
    table = bout.last = IxTable(bout.fight)
    assert edits.edit(bout.fight, Edit("set", who, name, value), table)
    return table


def counters(bout: Bout) -> dict[str, tuple[int, str]]:
    return {one.name: (one.value, one.word) for one in IX.counters(bout.fight)}


def tags(bout: Bout, who: str) -> list[str]:
    sheet = next(one for one in IX.sheets(bout.fight) if one.who == who)
    return [tag.name for tag in sheet.tags]


# ---- seen ----


@pytest.mark.rule("ix.chase.gap-scale", "ix.chase.gap-per-pursuer")
def test_the_gap_of_each_pair_is_a_counter() -> None:
    bout = chase(hero("ann"), hero("bob"), elite("thief"), gap=3, gaps={("bob", "thief"): 1})
    found = counters(bout)
    assert found["Gap Ann – Thief"] == (3, "Long")
    assert found["Gap Bob – Thief"] == (1, "Short")
    assert IX.map(bout.fight) is None


@pytest.mark.rule("ix.chase.gap-per-pursuer")
def test_one_gap_for_all_is_one_counter() -> None:
    house = {"chase-gap": "shared"}
    bout = chase(hero("ann"), hero("bob"), elite("thief"), gap=2, house=house)
    assert [name for name in counters(bout) if name.startswith("Gap")] == ["Gap"]


@pytest.mark.rule("ix.chase.escape-count", "ix.chase.terrain")
def test_rounds_at_extreme_and_obstacles_left_are_shown() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=4, obstacles=["canal", WALL])
    assert counters(bout)["Obstacles left"] == (2, "canal crossing, a wall")
    bout.next_round()
    assert counters(bout)["Rounds at Extreme Ann – Thief"][0] == 1
    bout.turn_of("thief")
    bout.do(("obstacle", "wall", "bane"))
    assert counters(bout)["Obstacles left"] == (1, "canal crossing")


@pytest.mark.rule("ix.chase.quarry-obstacle", "ix.chase.obstacle-failure", "ix.chase.caught")
def test_what_is_ahead_what_bars_and_who_is_caught_stands_on_the_cards() -> None:
    bout = chase(
        hero("ann"), nemesis("thief"), gap=1, obstacles=[WALL], initiative={"thief": "3 successes"}
    )
    bout.turn_of("thief")
    bout.do(("obstacle", "wall", "check"))
    assert "ahead: a wall" in tags(bout, "ann")
    bout.end_turn()
    bout.turn_of("ann")
    bout.step(rolls=["1 failure"])
    assert "cannot close" in tags(bout, "ann")
    bout.end_turn()
    assert "cannot close" not in tags(bout, "ann")
    bout.turn_of("ann")
    bout.do(("close", "thief"))
    assert "caught by Ann" in tags(bout, "thief")


@pytest.mark.rule("ix.chase.gap-per-pursuer")
def test_nobody_hidden_is_named_to_the_players() -> None:
    bout = chase(hero("ann"), elite("thief"), elite("fence", hidden=True), gap=2)
    assert not any("Fence" in name for name in counters(bout))
    bout.turn_of("ann")
    assert bout.offers("close", "thief")
    assert not bout.offers("close", "fence")
    bout.end_turn()
    bout.turn_of("fence")
    table = bout.step(("widen",))
    told = [event for event in table.events if event.fields.get("quarry") == "fence"]
    assert told
    assert all(event.audience == "gm" for event in told)


# ---- set by hand ----


@pytest.mark.rule("ix.chase.gap", "ix.chase.gap-scale")
def test_the_gm_sets_a_gap_by_either_name_and_within_bounds() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=2)
    set_(bout, "thief", "gap:ann", 4)
    assert gap(bout, "ann", "thief") == 4
    set_(bout, "ann", "gap:thief", 1)
    assert gap(bout, "ann", "thief") == 1
    assert "gap:thief" in edits.numbers(bout.fight, "ann")
    for who, name, value in (
        ("ann", "gap:thief", 5),
        ("ann", "gap:thief", -1),
        ("ann", "gap:thief", "far"),
        ("ann", "gap:nobody", 2),
        ("ann", "gap:ann", 2),
    ):
        with pytest.raises(Refused):
            set_(bout, who, name, value)


@pytest.mark.rule("ix.chase.caught")
def test_a_gap_set_to_nothing_catches_at_once() -> None:
    bout = chase(hero("ann"), hero("bob"), elite("thief"), gap=2)
    table = set_(bout, "bob", "gap:thief", 0)
    assert fate(bout, "bob", "thief") == "caught"
    assert "caught" in table.codes()


@pytest.mark.rule("ix.chase.escape-count")
def test_a_gap_set_by_hand_begins_to_count_anew_and_brings_back_who_had_lost_it() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=4)
    bout.next_round()
    set_(bout, "ann", "gap:thief", 4)
    assert held(bout, "ann", "thief") == 0
    assert fate(bout, "ann", "thief") == ""


@pytest.mark.rule("ix.chase.terrain")
def test_obstacles_are_added_used_up_and_given_back() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3, obstacles=[WALL])
    set_(bout, "", "obstacle", "a wet stair: Athletics, reflexes")
    new = bout.fight.chase.obstacles[-1]
    assert (new.name, new.skills) == ("a wet stair", ("athletics", "reflexes"))
    bout.turn_of("thief")
    assert bout.offers("obstacle", new.id)
    set_(bout, "", f"obstacle:{new.id}", 0)
    assert not bout.offers("obstacle", new.id)
    set_(bout, "", f"obstacle:{new.id}", 1)
    assert bout.offers("obstacle", new.id)
    for name, value in (
        ("obstacle", "a stair"),
        ("obstacle", "a stair: juggling"),
        ("obstacle", ": athletics"),
        ("obstacle", "A WALL: athletics"),
        ("obstacle:moat", 1),
        ("obstacle:wall", 2),
        ("ground", "mud"),
        ("going", "up"),
    ):
        with pytest.raises(Refused):
            set_(bout, "", name, value)


@pytest.mark.rule("ix.chase.mounted", "ix.chase.mounted-boon")
def test_the_ground_is_the_gms_to_change() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3)
    set_(bout, "", "ground", "mounted")
    set_(bout, "", "going", "open")
    bout.turn_of("ann")
    table = bout.do(("shortcut", "thief"), rolls=["1 success"])
    assert "riding" in [event.fields.get("skill") for event in table.events]


@pytest.mark.rule("ix.chase.quarry-obstacle", "ix.chase.mounted-fall")
def test_obstacles_ahead_and_falls_are_tags() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3, obstacles=[WALL], ground="mounted")
    table = bout.last = IxTable(bout.fight)
    edits.edit(bout.fight, Edit("tag", "ann", "obstacle:wall"), table)
    bout.turn_of("ann")
    assert bout.step(rolls=["1 success"]).rolled
    edits.edit(bout.fight, Edit("tag", "ann", "obstacle:wall"), table)
    edits.edit(bout.fight, Edit("untag", "ann", "obstacle:wall"), table)
    assert not bout.fight.chase.facing
    edits.edit(bout.fight, Edit("tag", "ann", "off its mount"), table)
    assert not bout.offers("close")
    edits.edit(bout.fight, Edit("untag", "ann", "fallen-rider"), table)
    assert bout.offers("close", "thief")
    with pytest.raises(Refused):
        edits.edit(bout.fight, Edit("tag", "ann", "obstacle:moat"), table)


@pytest.mark.rule("ix.chase.call")
def test_outside_a_chase_there_is_nothing_of_it_to_change() -> None:
    bout = Bout(hero("ann"), elite("thief"))
    table = IxTable(bout.fight)
    for edit in (
        Edit("set", "ann", "gap:thief", 2),
        Edit("set", "", "ground", "air"),
        Edit("tag", "ann", "obstacle:wall"),
    ):
        with pytest.raises(Refused) as refused:
            edits.edit(bout.fight, edit, table)
        assert "chase" in refused.value.cure


# ---- saved, and written by people ----


@pytest.mark.rule("ix.chase.framework")
def test_a_chase_is_saved_and_compared_whole() -> None:
    bout = chase(hero("ann"), nemesis("thief"), gap=2, obstacles=[WALL, "canal"], going="open")
    bout.turn_of("thief")
    bout.do(("obstacle", "wall", "check"))
    data = IX.dump(bout.fight)
    again: Any = IX.load(data, bout.setup)
    assert again.chase == bout.fight.chase
    assert IX.key(again) == IX.key(bout.fight)
    set_(bout, "ann", "gap:thief", 3)
    assert IX.key(again) != IX.key(bout.fight)


def checked(**said: Any) -> dict[str, Any]:
    roster = [hero("ann"), elite("thief"), elite("fence")]
    setup = Setup("ix", "bout", roster, {}, {})
    return content.check_scene({"kind": "chase", "chase": said}, setup)["chase"]  # type: ignore[no-any-return]


@pytest.mark.rule("ix.chase.gap", "ix.chase.terrain", "ix.chase.obstacle-difficulty")
def test_an_encounter_says_all_of_it_by_names() -> None:
    own = {"name": "a stair", "skills": ["athletics"], "difficulty": "hard", "narrow": True}
    found = checked(
        quarry="foes",
        gap=3,
        gaps=[{"pursuer": "Ann", "quarry": "Fence", "gap": 1}],
        obstacles=["market", own],
    )
    assert found["gaps"] == [{"pursuer": "ann", "quarry": "fence", "gap": 1}]
    bout = chase(hero("ann"), elite("thief"), elite("fence"), start=False)
    fight: Any = IX.start(Setup("ix", "b", bout.setup.roster, {"kind": "chase", "chase": found}))
    assert [one.difficulty for one in fight.chase.obstacles] == [-1, 3]
    assert [one.is_narrow for one in fight.chase.obstacles] == [True, True]


@pytest.mark.parametrize(
    "said",
    [
        {"gap": 5},
        {"gap": 0},
        {"quarry": "nobody"},
        {"ground": "mud"},
        {"obstacles": ["moat"]},
        {"obstacles": ["canal", "canal"]},
        {"obstacles": [{"name": "a stair", "skills": ["juggling"]}]},
        {"obstacles": [{"name": "a stair", "skills": []}]},
        {"gaps": [{"pursuer": "Ann", "quarry": "Thief", "gap": 2}]},
        {"quarry": "heroes", "gaps": [{"pursuer": "Ann", "quarry": "Thief", "gap": 2}]},
        {"quarry": "foes", "gaps": [{"pursuer": "Nobody", "quarry": "Thief", "gap": 2}]},
    ],
    ids=str,
)
def test_what_makes_no_sense_in_an_encounter_is_refused(said: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        checked(**said)


def test_the_ledger_has_no_other_house_rules_of_chases() -> None:
    house = HouseRules(rulebook())
    assert house.switch("chase-gap") == "each-pair"
    assert house.switch("chase-far-steps") == "one-maneuver"
    assert house.switch("drowning-in-a-chase") == "strain"
