"""The open question as it is asked: who, what, which options, with which odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from affray.cli.seat import cards, chances
from affray.cli.seat.menu import LONGEST, Group, Leaf
from affray.kernel.keys import Option, is_concrete, spell
from affray.kernel.question import GM, Question
from affray.kernel.telling import offered_text
from affray.kernel.words import option_text, question_text
from affray.protocol.picks import shown

if TYPE_CHECKING:
    from affray.cli.seat.sitting import Sitting


def prompt_for(sitting: Sitting, question: Question) -> str:
    if question.pool is not None:
        count = _dice_in(question)
        dice = "what the die shows" if count == 1 else f"what the {count} dice show"
        if sitting.chairs.holder(sitting.fight, question.who) is not None:
            return "Enter lets it be rolled, or take an offer: "
        return f"Enter rolls, or type {dice}: "
    if question.default is not None and question.who == GM:
        return "Number or words, Enter for what is suggested: "
    if question.id in sitting.picks and not sitting.path:
        return "Enter locks it in, or number or words: "
    more = ", or back" if sitting.path else ""
    return f"Number or words{more}: "


def _dice_in(question: Question) -> int:
    assert question.pool is not None
    return sum(int(kind.get("count") or 0) for kind in question.pool.describe())


def pool_text(question: Question) -> str:
    """The dice of a roll for people: `4 dice, 5 or 6 hits`; others as they are written."""
    assert question.pool is not None
    kinds = question.pool.describe()
    hits = kinds[0].get("hits") if len(kinds) == 1 else None
    if not hits or kinds[0].get("explosions") or kinds[0].get("keep") not in (None, 0):
        return str(question.pool)
    low, high = min(hits), max(hits)
    count, sides = int(kinds[0]["count"]), int(kinds[0]["sides"])
    dice = f"{count} {'die' if count == 1 else 'dice'}" + ("" if sides == 6 else f" (d{sides})")
    if low == high:
        return f"{dice}, {low} hits"
    return f"{dice}, {low} {'or' if high == low + 1 else 'to'} {high} hits"


def roll_line(sitting: Sitting, question: Question, most: int = 6) -> str:
    """The dice of an open roll and what may come of them, as far as that may be known here."""
    told = chances.roll_text(sitting, question, most)
    return f"{pool_text(question)}: {told}" if told else pool_text(question)


def leaves_of(sitting: Sitting, question: Question) -> list[Leaf]:
    """The options and offers that somebody here may take."""
    names, words = sitting.names, sitting.system.words
    hinted = names | _hints(sitting, question)
    leaves = []
    if sitting.chairs.holder(sitting.fight, question.who) is None:
        leaves = [
            Leaf(
                o,
                option_text(words, o, names, question.id.rule),
                shown=offered_text(sitting.system, sitting.fight, question.id, o, hinted),
            )
            for o in question.options
        ]
    for owner, option in question.offers:
        if sitting.chairs.holder(sitting.fight, owner) is None:
            label = f"{names.get(owner, owner)}: {option_text(words, option, names)}"
            leaves.append(Leaf(option, label, owner))
    return leaves


def _hints(sitting: Sitting, question: Question) -> dict[str, str]:
    """The names of all but whoever is asked, with what one decides by."""
    sheets = cards.sheets_for(sitting.system, sitting.fight, sitting.seat)
    asker = next((sheet for sheet in sheets if sheet.who == question.who), None)
    found = {}
    for sheet in sheets:
        if sheet is not asker and (hint := cards.hint(sheet, asker)):
            found[sheet.who] = f"{sheet.name} ({hint})"
    return found


def show_question(sitting: Sitting, question: Question) -> None:
    """The question, with its options and odds."""
    say = sitting.screen.say
    say()
    if sitting.path:
        _list(sitting, question)
        return
    who = question.who
    if (sheet := sitting.sheet(who)) is not None:
        say(cards.short_line(sheet))
    asked = asked_text(sitting, question)
    prefix = "For the GM: " if who == GM and sitting.seat.is_gm else ""
    say(f"{prefix}{asked}", style="question")
    if question.id.what == "lock-in":
        _say_of_lock_in(sitting, question)
    if question.pool is not None:
        say(roll_line(sitting, question), indent=2)
    _list(sitting, question)
    others = sitting.chairs.for_people(sitting.fight, sitting.play.questions)
    if len(others) > 1:
        say(f"{len(others)} questions are open; next shows another one.", indent=2)


def asked_text(sitting: Sitting, question: Question) -> str:
    """What a question asks, in words."""
    words, names = sitting.system.words, sitting.names
    return question_text(words, question.id.rule, question.who, names, question.id.what)


def _say_of_lock_in(sitting: Sitting, question: Question) -> None:
    names, words = sitting.names, sitting.system.words
    text = "Everybody answers this, in any order."
    if question.secret:
        text += " Answers are secret until all are in: the others look away."
    else:
        text += " pick and an option shows the others what you are about to do."
    done: dict[str, str] = {}
    picks = []
    for who, key, is_final in shown(
        sitting.fight,
        sitting.seat,
        question,
        sitting.play.questions,
        sitting.picks,
        lambda other: other.id == question.id,
    ):
        said = f"{names.get(who, who)}: {option_text(words, key, names, question.id.rule)}"
        if is_final:
            done[who] = said
        else:
            picks.append(said)
    locked = [w for w in question.locked if sitting.seat.is_gm or not sitting.fight.is_hidden(w)]
    if locked:
        text += f" Done: {'; '.join(done.get(w, names.get(w, w)) for w in locked)}."
    sitting.screen.say(text, indent=2)
    if picks:
        sitting.screen.say(f"About to: {'; '.join(picks)}.", indent=2)


def _list(sitting: Sitting, question: Question) -> None:
    menu = sitting.menu(question)
    sitting.shown = menu.items(sitting.path)
    if not sitting.shown:
        return
    say = sitting.screen.say
    if sitting.path:
        say(f"{', '.join(menu.word(place) for place in sitting.path)}:", indent=2)
    first = sitting.page * LONGEST
    page = sitting.shown[first : first + LONGEST]
    notes, common = _notes(sitting, question, [i for i in page if isinstance(i, Leaf)])
    if common:
        say(f"All of these: {common}.", indent=2)
    for number, item in enumerate(page, first + 1):
        if question.pool is not None and isinstance(item, Leaf):
            # A number is what a die shows here.
            say(f"Or take an offer, {item.label}: {spell(item.option)}", indent=2, hang=4)
        elif isinstance(item, Group):
            say(f"{number}. {menu.heading(item)}", indent=2, hang=4)
        else:
            note = notes.get(item.option)
            is_default = question.default is not None and item.option == question.default
            label = (item.shown or item.label) + (" (suggested)" if is_default else "")
            say(f"{number}. {label}{f': {note}' if note else ''}", indent=2, hang=4)
    left = len(sitting.shown) - first - len(page)
    if left > 0:
        say(f"more shows {left} more.", indent=2)
    default = question.default
    if default and all(isinstance(i, Group) or i.option != default for i in page):
        suggested = option_text(sitting.system.words, default, sitting.names)
        say(f"Suggested: {suggested}", indent=2, hang=4)


def _notes(
    sitting: Sitting, question: Question, leaves: Sequence[Leaf]
) -> tuple[dict[Option, str], str]:
    """The odds of each option in a few words, and what they all share."""
    looked = {}
    for leaf in leaves:
        if is_concrete(leaf.option) and question.pool is None:
            key = tuple(map(str, leaf.option))
            if sitting.system.leads_on(key):
                continue
            found = sitting.foresight.quick(sitting.play, question, key, sitting.seat)
            looked[leaf.option] = found
    texts = {
        option: "" if found is None else chances.first_roll(sitting.system, found)
        for option, found in looked.items()
    }
    common = ""
    if len(texts) > 1 and len(texts) == len(leaves) and len(set(texts.values())) == 1:
        common = next(iter(texts.values()))
    notes = {}
    for option, found in looked.items():
        if found is None:
            if not question.secret:
                notes[option] = "odds and its number reckons the chances"
            continue
        parts = [] if common or not texts[option] else [texts[option]]
        after = "; ".join(chances.effects(found, sitting.names))
        notes[option] = "; ".join([*parts, *([after] if after else [])])
    return notes, common
