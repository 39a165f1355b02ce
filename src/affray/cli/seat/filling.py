"""The free places of an option: numbers, words of one's own, several things at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from affray.kernel.keys import Key, Number, Option, Several, Text, admits, spell
from affray.kernel.question import Refused

if TYPE_CHECKING:
    from affray.cli.seat.sitting import Sitting

BACK = ("back", "..")


class Back(Exception):  # noqa: N818 (it is what somebody asked for)
    """Somebody does not want to fill in what was asked for after all."""


def fill(sitting: Sitting, option: Option, rest: Sequence[str]) -> Key:
    """The key of an option, its free places taken from what was typed or asked for.

    Raises `Back` if somebody would rather not.
    """
    places: list[str] = []
    words = [word for word in rest if word]
    for place in option:
        if isinstance(place, str):
            places.append(place)
        elif isinstance(place, Number):
            places.append(_number(sitting, place, words.pop(0) if words else None))
        elif isinstance(place, Several):
            places.append(_several(sitting, place, words))
            words = []
        else:
            places.append(_own_words(sitting, place, " ".join(words) if words else None))
            words = []
    key = tuple(places)
    if not admits(option, key):
        raise Refused("illegal", f"{'/'.join(key)} does not fit {spell(option)}.")
    return key


def _number(sitting: Sitting, place: Number, given: str | None) -> str:
    while True:
        text = (
            given
            if given is not None
            else _fill_in(sitting, f"A whole number from {place.low} to {place.high}, or back: ")
        )
        given = None
        number = text.lstrip("+")
        if place.admits(number):
            return number
        sitting.screen.say(f"{text!r} is no whole number from {place.low} to {place.high}.")


def _own_words(sitting: Sitting, place: Text, given: str | None) -> str:
    while True:
        text = (
            given
            if given is not None
            else _fill_in(
                sitting,
                f"In your own words (up to {place.limit} letters, Enter for none), or back: ",
            )
        )
        given = None
        if place.admits(text):
            return text
        sitting.screen.say(f"That has {len(text)} letters; {place.limit} fit.")


def _several(sitting: Sitting, place: Several, given: Sequence[str]) -> str:
    words = [word for word, _, _ in place.wares]
    if not given:
        sitting.screen.say(f"Choose as many as you like; together they may cost {place.purse}:")
        for word, price, most in place.wares:
            name = sitting.names.get(word, word.replace("-", " "))
            sitting.screen.say(f"{word} ({name}): costs {price}, at most {most}", indent=2)
    while True:
        if not given:
            text = _fill_in(sitting, "The words, with spaces between (Enter for none), or back: ")
            given = text.replace(",", " ").split()
        picked = []
        for part in given:
            fits = [w for w in words if w == part] or [w for w in words if w.startswith(part)]
            if len(fits) != 1:
                sitting.screen.say(f"{part!r} is none of {', '.join(words)}.")
                break
            picked.append(fits[0])
        else:
            answer = " ".join(picked)
            if place.admits(answer):
                return answer
            sitting.screen.say(f"That costs more than {place.purse}, or is more than there is.")
        given = ()


def _fill_in(sitting: Sitting, prompt: str) -> str:
    text = sitting.screen.ask(prompt)
    if text in BACK:
        raise Back
    return text
