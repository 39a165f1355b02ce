"""Bounds for plain data from outside: an encounter, a block, the value of an edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from affray.kernel.naming import unprintable
from affray.kernel.rulebook import Fault, short

LONGEST_ABOUT: Final = 5_000
LONGEST_WORDS: Final = 2_000
LONGEST_LIST: Final = 500
DEEPEST: Final = 10
LARGEST_NUMBER: Final = 1_000_000


def out_of_bounds(data: Mapping[str, Any], where: str) -> Iterator[Fault]:
    """What data from outside may not hold, whatever it is for; `where` names the data."""
    waiting: list[tuple[str, object, int]] = [
        (f"{where}, {short(key)}", value, 1) for key, value in data.items()
    ]
    while waiting:
        place, value, depth = waiting.pop()
        match value:
            case dict() | list() if depth > DEEPEST:
                yield Fault(
                    place, "it nests too deeply", f"Nest at most {DEEPEST} tables and lists."
                )
            case dict() | list() if len(value) > LONGEST_LIST:
                yield Fault(place, f"it holds {len(value)}", f"Leave at most {LONGEST_LIST} in it.")
            case dict():
                waiting += [(f"{place}.{short(k)}", v, depth + 1) for k, v in value.items()]
            case list():
                waiting += [(f"{place}[{n}]", v, depth + 1) for n, v in enumerate(value, 1)]
            case str():
                limit = LONGEST_ABOUT if place == f"{where}, about" else LONGEST_WORDS
                if len(value) > limit:
                    cure = f"Write at most {limit} letters."
                    yield Fault(place, f"it has {len(value)} letters", cure)
                elif wrong := unprintable(value, allowed="\n\t"):
                    yield Fault(place, f"it holds the character {wrong}", "Take it out.")
            case bool() | None:
                pass
            case int() | float():
                if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
                    cure = f"Write numbers from -{LARGEST_NUMBER} to {LARGEST_NUMBER}."
                    yield Fault(place, "the number is out of bounds", cure)
            case _:
                cure = "Write a text, a number, true or false, a list or a table."
                yield Fault(place, f"a {type(value).__name__} has no meaning here", cure)
