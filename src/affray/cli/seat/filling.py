"""The free places of an option: numbers, words of one's own, several things at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from affray.kernel.keys import Key, Number, Option, Several, Text, admits, spell
from affray.kernel.question import Refused
from affray.kernel.words import place_labels, ware_text

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
    labels = place_labels(sitting.system.words, option)
    for place, label in zip(option, labels, strict=True):
        if isinstance(place, str):
            places.append(place)
        elif isinstance(place, Number):
            places.append(_number(sitting, place, label, words.pop(0) if words else None))
        elif isinstance(place, Several):
            places.append(_several(sitting, place, label, words))
            words = []
        else:
            places.append(_own_words(sitting, place, label, " ".join(words) if words else None))
            words = []
    key = tuple(places)
    if not admits(option, key):
        raise Refused("illegal", f"{'/'.join(key)} does not fit {spell(option)}.")
    return key


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _number(sitting: Sitting, place: Number, label: str, given: str | None) -> str:
    what = f"{_upper(label)}, from" if label else "A whole number from"
    while True:
        text = given
        if text is None:
            text = _fill_in(
                sitting,
                f"{what} {place.low} to {place.high}: ",
                f"Write a whole number from {place.low} to {place.high}. back leaves it.",
            )
        given = None
        number = text.lstrip("+")
        if place.admits(number):
            return number
        sitting.screen.say(f"{text!r} is no whole number from {place.low} to {place.high}.")


def _own_words(sitting: Sitting, place: Text, label: str, given: str | None) -> str:
    what = _upper(label) if label else "In your own words"
    while True:
        text = given
        if text is None:
            text = _fill_in(
                sitting,
                f"{what} (Enter skips, ? helps): ",
                f"Write it in your own words, in up to {place.limit} letters; Enter alone leaves "
                "it empty, back leaves the whole. A command has a colon before it here: :why, "
                ":quit.",
            )
        given = None
        if place.admits(text):
            return text
        if len(text) > place.limit:
            sitting.screen.say(f"That has {len(text)} letters; {place.limit} fit.")
        else:
            sitting.screen.say("That holds characters that cannot be shown.")


def _several(sitting: Sitting, place: Several, label: str, given: Sequence[str]) -> str:
    words = [word for word, _, _ in place.wares]
    if not given:
        what = f"{_upper(label)}: choose" if label else "Choose"
        sitting.screen.say(f"{what} as many as you like; together they may cost {place.purse}:")
        for word, price, most in place.wares:
            name = ware_text(sitting.system.words, word, sitting.names)
            sitting.screen.say(f"{word} ({name}): costs {price}, at most {most}", indent=2)
    while True:
        if not given:
            text = _fill_in(
                sitting,
                "The words, with spaces between (Enter for none): ",
                f"Choose from {', '.join(words)}. back leaves it.",
            )
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


def _fill_in(sitting: Sitting, prompt: str, help_text: str) -> str:
    """What is written for a place; commands are those with a colon."""
    while True:
        text = sitting.screen.ask(prompt)
        if text in BACK:
            raise Back
        if text == "?":
            sitting.screen.say(help_text, indent=2)
        elif text.startswith(":") and len(text) > 1:
            sitting.obey_meanwhile(text)
        else:
            return text
