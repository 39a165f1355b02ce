"""Maps, counters and open slots as plain data, and what of a map a seat gets."""

from __future__ import annotations

from typing import Any

from toy import ToyFight, ToySystem, duel

from affray.kernel.sheet import Map, Mark, Order, Point, Slot, Track
from affray.kernel.system import System
from affray.kernel.view import GM_SEAT, SPECTATOR, Seat, view

BANDS = ((0, "at arm's length"), (5, "near"), (20, "far"))


class Placed(ToySystem):
    """A toy in which everybody stands somewhere."""

    def map(self, fight: ToyFight) -> Map:
        points = [
            Point(c.id, c.name, (3.0 * at, 4.0 * at), c.side, reach=5)
            for at, c in enumerate(fight.here())
        ]
        points.append(Point("pit", "the pit that Cur dug", (9, 9), about=("cur",)))
        marks = [
            Mark("a wall", ((0, 0), (9, 0))),
            Mark("where the treasure lies", ((1, 1),), radius=2, secret=True),
            Mark("Cur runs", ((0, 0), (5, 5)), about=("cur",)),
        ]
        return Map("feet", points, marks, BANDS)

    def counters(self, fight: ToyFight) -> list[Track]:
        return [Track("luck", 2, 5)]

    def order(self, fight: ToyFight) -> Order:
        return Order(1, [Slot("s1", ("ann", "bob"), side="heroes", is_open=True)])


def seen(seat: Seat, *, hidden: bool = False) -> dict[str, Any]:
    system = Placed()
    fight = system.start(duel())
    fight["cur"].hidden = hidden
    fight["dog"].shown = "word"
    return view(system, fight, seat)


def test_two_points_are_as_far_apart_as_a_straight_leg_or_as_squares() -> None:
    here, there = Point("a", "A", (1, 1)), Point("b", "B", (4, 5))
    assert Map("feet").distance(here, there) == 5
    assert Map("feet", squares=True).distance(here, there) == 4


def test_a_distance_has_the_name_of_its_band_and_the_last_has_no_end() -> None:
    named = Map("feet", bands=BANDS)
    assert [named.band(far) for far in (0, 0.1, 5, 20, 900)] == [
        "at arm's length",
        "near",
        "near",
        "far",
        "far",
    ]
    assert Map("feet").band(3) == ""


def test_the_table_of_distances_is_of_people_each_two_once() -> None:
    apart = seen(GM_SEAT)["map"]["apart"]
    assert len(apart) == 6
    assert apart[0] == {"who": ["ann", "bob"], "distance": 5.0, "band": "near"}


class Winged(ToySystem):
    """A toy in which the last of all is up in the air, whom the rules call far away there."""

    def map(self, fight: ToyFight) -> Map:
        points = [
            Point(c.id, c.name, (0, 0), c.side, level=1 if c.id == "cur" else 0)
            for c in fight.here()
        ]
        levels = ("Ground", "Low", "High")
        return Map("feet", points, bands=BANDS, levels=levels, called={("ann", "cur"): "far"})


def test_levels_are_told_up_to_the_highest_that_somebody_known_is_at() -> None:
    system = Winged()
    fight = system.start(duel())
    data = view(system, fight, SPECTATOR)["map"]
    assert data["levels"] == ["Ground", "Low"]
    assert {p["id"]: p["level"] for p in data["points"]}["cur"] == 1
    bands = {tuple(row["who"]): row["band"] for row in data["apart"]}
    assert bands["ann", "cur"] == "far"
    assert bands["ann", "bob"] == "at arm's length"
    fight["cur"].hidden = True
    data = view(system, fight, SPECTATOR)["map"]
    assert data["levels"] == []
    assert "cur" not in repr(data)


def test_the_gm_gets_the_whole_map() -> None:
    found = seen(GM_SEAT, hidden=True)["map"]
    assert [p["id"] for p in found["points"]] == ["ann", "bob", "cur", "dog", "pit"]
    assert len(found["marks"]) == 3


def test_others_get_nothing_of_whom_they_may_not_know() -> None:
    for seat in (SPECTATOR, Seat("ann", "player", frozenset({"ann"}))):
        data = seen(seat, hidden=True)
        assert [p["id"] for p in data["map"]["points"]] == ["ann", "bob", "dog"]
        assert [m["label"] for m in data["map"]["marks"]] == ["a wall"]
        assert "cur" not in repr(data).lower()


def test_the_reach_of_one_whose_numbers_are_not_open_is_not_told() -> None:
    reach = {p["id"]: p["reach"] for p in seen(SPECTATOR)["map"]["points"]}
    assert reach["ann"] == 5
    assert reach["dog"] == 0
    assert {p["id"]: p["reach"] for p in seen(GM_SEAT)["map"]["points"]}["dog"] == 5


def test_counters_and_open_slots_are_for_all() -> None:
    data = seen(SPECTATOR)
    (counter,) = data["counters"]
    assert (counter["name"], counter["value"], counter["high"]) == ("luck", 2, 5)
    (slot,) = data["order"]["slots"]
    assert slot["open"] is True
    assert slot["side"] == "heroes"


def test_a_system_shows_no_map_and_no_counters_unless_it_has_them() -> None:
    system: System[Any] = ToySystem()
    data = view(system, system.start(duel()), GM_SEAT)
    assert data["map"] is None
    assert data["counters"] == []


class Slotted(ToySystem):
    """A toy with a slot of the foes' side for each foe, and one of the heroes' between them."""

    def order(self, fight: ToyFight) -> Order:
        foes = tuple(c.id for c in fight.here() if c.side == "foes")
        return Order(
            1,
            [
                Slot("s1", foes, side="foes", is_open=True, state="done"),
                Slot("s2", ("ann",), side="heroes", is_open=True),
                Slot("s3", foes, side="foes", is_open=True),
            ],
        )


def test_open_slots_do_not_tell_how_many_are_hidden() -> None:
    system = Slotted()
    fight = system.start(duel())
    whole = view(system, fight, SPECTATOR)["order"]["slots"]
    assert [slot["side"] for slot in whole] == ["foes", "heroes", "foes"]
    fight["cur"].hidden = True
    seen = view(system, fight, SPECTATOR)["order"]["slots"]
    assert [(slot["id"], slot["who"]) for slot in seen] == [
        ("slot-1", ["dog"]),
        ("slot-2", ["ann"]),
    ]
    fight["dog"].hidden = True
    seen = view(system, fight, SPECTATOR)["order"]["slots"]
    assert [slot["who"] for slot in seen] == [["ann"]]
    assert len(view(system, fight, GM_SEAT)["order"]["slots"]) == 3
