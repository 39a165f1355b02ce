"""A map and a line."""

from __future__ import annotations

from affray.kernel.sheet import Map, Mark, Point
from affray.web.gallery.pieces import Data
from affray.web.maps import drawn


def plane() -> Data:
    """A map with a crowd at one spot, reaches, a wall, a fire, a planned leg and somebody out."""
    points = [
        Point("mira", "Mira Vale", (0, 0), "heroes", 5),
        Point("brannoc", "Brannoc Hale", (5, 0), "heroes", 10, note="on the bank"),
        Point("tam", "Old Tam", (-30, 15), "heroes", 5),
        Point("captain", "Reaver captain", (5, 5), "foes", 5),
        Point("bowman-1", "Reaver bowman 1", (40, 25), "foes"),
        Point("bowman-2", "Reaver bowman 2", (42, 25), "foes", is_up=False),
        Point("ferry", "The ferry", (15, -10)),
    ]
    marks = [
        Mark("the ford", ((-10, -20), (30, -20), (30, -5), (-10, -5)), is_closed=True),
        Mark("smoke", ((25, 15),), radius=10),
        Mark("Tam’s leg", ((-30, 15), (-5, 5))),
    ]
    whole = Map("feet", points, marks, ((5, "in reach"), (30, "near"), (120, "far")))
    return drawn(whole.dump(), ("mira",), ("mira",))


def line() -> Data:
    """A line of steps with several at one place."""
    points = [
        Point("mira", "Mira Vale", (0, 0), "heroes"),
        Point("brannoc", "Brannoc Hale", (0, 0), "heroes"),
        Point("tam", "Old Tam", (-2, 0), "heroes"),
        Point("captain", "Reaver captain", (0, 0), "foes", note="engaged"),
        Point("bowman-1", "Reaver bowman 1", (3, 0), "foes"),
        Point("bowman-2", "Reaver bowman 2", (3, 0), "foes", is_up=False),
        Point("cart", "The cart", (1, 0)),
    ]
    bands = ((0, "engaged"), (1, "short"), (2, "medium"), (4, "long"), (9, "extreme"))
    mark = Mark("the water", ((1, 0), (2, 0)))
    return drawn(Map("steps", points, [mark], bands, is_line=True).dump(), ("mira",), ("mira",))
