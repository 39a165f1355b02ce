"""The GM's hand on talks, journeys and what heroes own and know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from affray.kernel.question import Edit, Refused
from affray.kernel.table import Table
from affray.systems.ix.ledger import skills
from affray.systems.ix.scenes import scene, social, social_axes, travel
from affray.systems.ix.state import Fighter, IxFight

DISCOUNT = "discount"
NUMBERS: Mapping[str, int] = {"purse": 9_999_999, "pay": 99_999}
"""What heroes own and earn in silver flargons, with the most of it."""
LISTS: Mapping[str, str] = {"contact": "contacts", "language": "languages", "fact": "facts"}
FORGET = "forget"
LONGEST = 100
MOST = 99
OF_JOURNEY = ("miles", "days", "hours-lost")

Note = Callable[[str], None]


# ---- the scene ----


def of_scene(fight: IxFight, name: str) -> bool:
    """Whether that is an axis in play, or a number of the journey under way."""
    if fight.journey is not None and name in OF_JOURNEY:
        return True
    return social_axes.axis(fight, name) is not None


def set_scene(fight: IxFight, edit: Edit, table: Table, note: Note) -> None:
    """Sets an axis to a step (in words or by its place), "spoiled" or "known"; miles behind the
    party, days allowed (0: any number) or hours still lost. What follows, follows at once.

    Raises `Refused`. Implements ix.social.establish, ix.social.end, ix.travel.lost-hours.
    """
    if edit.name in OF_JOURNEY and fight.journey is not None:
        _set_journey(fight, edit, note)
    else:
        _set_axis(fight, edit, note)
        if fight.stage == scene.SOCIAL and fight.check is None:
            social.conclude(fight, table)


def _set_axis(fight: IxFight, edit: Edit, note: Note) -> None:
    one = social_axes.axis(fight, edit.name)
    assert one is not None
    value = edit.value
    if isinstance(value, str) and value.isdecimal():
        value = int(value)
    if value == "spoiled":
        new = replace(one, at=0, spoiled=True)
    elif value == "known":
        new = replace(one, known=True)
    elif value in one.steps:
        new = replace(one, at=one.steps.index(value), spoiled=False)
    elif type(value) is int and 0 <= value < len(one.steps):
        new = replace(one, at=value, spoiled=False)
    else:
        cure = f"Say one of {', '.join(one.steps)}; spoiled, or known."
        raise Refused("illegal", f"{one.name} has no step {edit.value!r}.", cure)
    note("ix.social.establish")
    social_axes.change(fight, new)


def _set_journey(fight: IxFight, edit: Edit, note: Note) -> None:
    journey = fight.journey
    assert journey is not None
    most = travel.total(journey) if edit.name == "miles" else MOST
    value = _whole(edit, most)
    note("ix.travel.lost-hours" if edit.name == "hours-lost" else travel.MODE)
    if edit.name == "miles":
        fight.journey = replace(journey, covered=str(value))
    elif edit.name == "days":
        fight.journey = replace(journey, limit=value)
    else:
        fight.journey = replace(journey, lost=value)


def _whole(edit: Edit, most: int) -> int:
    if type(edit.value) is not int or not 0 <= edit.value <= most:
        cure = f"Give a whole number from 0 to {most}."
        raise Refused("illegal", f"{edit.value!r} does not fit.", cure)
    return edit.value


# ---- a hero ----


def of_somebody(one: Fighter, name: str) -> bool:
    """Whether that is something that a hero owns or knows."""
    return one.kind == "hero" and name in (*NUMBERS, *LISTS, FORGET)


def set_somebody(one: Fighter, edit: Edit, note: Note) -> None:
    """A purse, a week's pay; a contact, a language or a fact more, or one forgotten.

    Raises `Refused`. Implements ix.downtime.income, ix.downtime.contact, ix.downtime.language,
    ix.downtime.research.
    """
    if edit.name in NUMBERS:
        value = _whole(edit, NUMBERS[edit.name])
        note("ix.downtime.income")
        setattr(one, edit.name, value)
        return
    text = edit.value.strip() if isinstance(edit.value, str) else ""
    if not 0 < len(text) <= LONGEST or not text.isprintable():
        cure = f"Give 1 to {LONGEST} letters."
        raise Refused("illegal", f"{edit.value!r} does not do.", cure)
    if edit.name == FORGET:
        held = [name for name in LISTS.values() if text in getattr(one, name)]
        if not held:
            raise Refused("illegal", f"{one.name} knows nothing of {text!r}.")
        note("ix.downtime.contact")
        for name in held:
            setattr(one, name, tuple(each for each in getattr(one, name) if each != text))
        return
    name = LISTS[edit.name]
    note("ix.downtime.contact")
    if text not in getattr(one, name):
        setattr(one, name, (*getattr(one, name), text))


def is_discount(name: str) -> bool:
    return name.partition(":")[0] == DISCOUNT


def tag_discount(one: Fighter, edit: Edit, note: Note, *, holds: bool) -> None:
    """The next purchase in a skill is cheaper, or it has been made.

    Raises `Refused`. Implements ix.downtime.training.
    """
    skill = edit.name.partition(":")[2]
    if skill not in skills() or one.kind != "hero":
        cure = f"Say discount: and a hero's skill, such as discount:{next(iter(skills()))}."
        raise Refused("illegal", f"{edit.name!r} is no discount of {one.name}.", cure)
    note("ix.downtime.training")
    kept = tuple(each for each in one.discounts if each != skill)
    one.discounts = (*kept, skill) if holds else kept
