"""Commands that look and change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from affray.cli.seat import cards as card_lines
from affray.cli.seat import chances
from affray.cli.seat.asking import roll_line
from affray.cli.seat.menu import LONGEST
from affray.cli.seat.teller import Line, heading_now, lines
from affray.cli.seat.who import find_who
from affray.cli.why import defining_first, rule_paragraphs
from affray.kernel.keys import is_concrete
from affray.kernel.naming import folded
from affray.kernel.question import Refused
from affray.kernel.rulebook import near_matches

if TYPE_CHECKING:
    from affray.cli.seat.sitting import Sitting

LOG_LINES = 15
MOST_RULES = 4
WHY_RULES = 3
"""Rules that are told in full behind a line."""
MOST_IDS = 8


def show(sitting: Sitting, words: str) -> None:
    """The open question again."""
    question = sitting.question()
    if question is None:
        raise Refused("late", "No question is open.")
    sitting.show(question)


def more(sitting: Sitting, words: str) -> None:
    """The next part of a long list; after the last the first."""
    question = sitting.question()
    if question is None or not sitting.shown:
        raise Refused("late", "There is no list.")
    sitting.page += 1
    if sitting.page * LONGEST >= len(sitting.shown):
        sitting.page = 0
    sitting.show(question)


def another(sitting: Sitting, words: str) -> None:
    """The next of several open questions."""
    sitting.next_question()


def pick(sitting: Sitting, words: str) -> None:
    """Shows what somebody is about to answer to a question that everybody answers."""
    if not words:
        raise Refused(
            "unreadable", "Pick what?", "Write pick and the number or words of an option."
        )
    sitting.pick(words)


def odds(sitting: Sitting, words: str) -> None:
    """What an option of the list may lead to; without a number, the open roll."""
    question = sitting.question()
    if question is None:
        raise Refused("late", "No question is open.")
    if not words and question.pool is not None:
        sitting.screen.say(roll_line(sitting, question, most=40), indent=2)
        key = None
    else:
        if not words:
            raise Refused("unreadable", "Of which option?", "Write odds and its number or words.")
        found = sitting.menu(question).find(words, sitting.path, sitting.shown)
        if found.leaf is None:
            raise Refused(
                "ambiguous",
                f"{words} is several options.",
                "Go into it first, or name one whole: odds fight axe mill-hand-3.",
            )
        if not is_concrete(found.leaf.option):
            raise Refused(
                "illegal",
                "That option is open to your own words; its odds are what the GM makes of it.",
            )
        sitting.screen.say(found.leaf.label, style="title")
        key = tuple(map(str, found.leaf.option))
    preview = sitting.foresight.whole(sitting.play, question, key, sitting.seat)
    told = chances.whole_lines(sitting.system, preview, sitting.names)
    sitting.screen.say_all(told, indent=2)


def cards(sitting: Sitting, words: str) -> None:
    """Everybody in a line each, or one whole card."""
    if not words:
        sitting.cards()
        odd = sitting.system.oddities(sitting.fight) if sitting.seat.is_gm else []
        if odd:
            sitting.screen.say("Odd, as no rule could have brought it about:")
            sitting.screen.say_all(odd, indent=2)
        return
    who = find_who(sitting.fight, sitting.seat, words)
    sheet = sitting.sheet(who)
    if sheet is None:
        raise Refused("illegal", f"{sitting.names[who]} has been taken out of the fight.")
    title, *rest = card_lines.card(sheet)
    sitting.screen.say(title, style="title")
    sitting.screen.say_all((line.strip() for line in rest), indent=2)


def order(sitting: Sitting, words: str) -> None:
    """The order of the round."""
    told = list(card_lines.order_lines(sitting.system, sitting.fight, sitting.seat))
    if sitting.fight.round or told:
        sitting.screen.say(heading_now(sitting.play), style="title")
        sitting.screen.say_all(told, indent=2)
    else:
        sitting.screen.say("There is no round at the moment.")


def log(sitting: Sitting, words: str) -> None:
    """The last lines of the log, with their numbers."""
    count = _number(words, LOG_LINES)
    found = list(lines(sitting.play, sitting.seat))[-count:]
    for line in found:
        sitting.screen.say(_numbered(line), indent=2, hang=5)
    if not found:
        sitting.screen.say("Nothing has happened yet.")


def _numbered(line: Line) -> str:
    gone = ""
    if line.taken_back and line.event.code != "took-back":
        gone = " (taken back)"
    return f"{line.number}. {line.text}{gone}"


def why(sitting: Sitting, words: str) -> None:
    """The rules of a line of the log, of the last one, or of the open question."""
    everything = words == "all" or words.endswith(" all")
    words = words.removesuffix("all").strip() if everything else words
    if words in ("?", "question"):
        _why_asked(sitting, everything=everything)
        return
    found = [
        line
        for line in lines(sitting.play, sitting.seat)
        if line.event.code not in ("took-back", "ruled-by-default") or words
    ]
    if not found:
        raise Refused("late", "Nothing has happened yet.")
    chosen = _line_meant(sitting, found, words)
    sitting.screen.say(_numbered(chosen))
    # An event cites what holds of all of its kind first, and last what made this one what it is.
    rules = list(dict.fromkeys(reversed(chosen.event.rules)))
    again = f"why {chosen.number} all"
    _say_rules(sitting, rules, most=len(rules) if everything else WHY_RULES, again=again)


def _line_meant(sitting: Sitting, found: Sequence[Line], words: str) -> Line:
    """The line with a number, the last that names somebody, or the last of all."""
    if not words:
        return next((line for line in reversed(found) if not line.taken_back), found[-1])
    if words.isdigit():
        number = _number(words, 0)
        chosen = next((line for line in found if line.number == number), None)
        if chosen is None:
            raise Refused(
                "illegal",
                f"There is no line {number} that you may read.",
                f"The last is {found[-1].number}; log shows the numbers.",
            )
        return chosen
    who = find_who(sitting.fight, sitting.seat, words)
    name = sitting.names[who]
    named = [
        line
        for line in found
        if name in line.text
        and not line.taken_back
        and line.event.code not in ("took-back", "ruled-by-default")
    ]
    if not named:
        raise Refused("late", f"No line names {name} yet.")
    return named[-1]


def _why_asked(sitting: Sitting, *, everything: bool) -> None:
    question = sitting.question()
    if question is None:
        raise Refused("late", "No question is open.")
    most = len(question.rules) if everything else WHY_RULES
    _say_rules(sitting, question.rules, most=most, again="why ? all")
    path = [rule for rule in question.path if rule not in question.rules]
    if path and (sitting.seat.is_gm or question.who != "gm"):
        sitting.screen.say(f"What led here: {', then '.join(path)}.", indent=2)


def _say_rules(sitting: Sitting, rules: Sequence[str], *, most: int, again: str) -> None:
    """The first rules in full, the rest by their ids; `again` is what shows those, too."""
    house = sitting.fight.house
    for rule in rules[:most]:
        if rule not in house.book:
            sitting.screen.say(f"{rule}: how every table works, no rule of the book.", indent=2)
            continue
        sitting.screen.say(rule, indent=2, style="title")
        for paragraph in rule_paragraphs(house.book.rule(rule), house):
            sitting.screen.say(paragraph, indent=4, hang=0)
    rest = rules[most:]
    if rest:
        shown = ", ".join(rest[:MOST_IDS]) + (" and more" if len(rest) > MOST_IDS else "")
        sitting.screen.say(f"{len(rest)} more: {shown}. {again} shows them in full.", indent=2)


def rules(sitting: Sitting, words: str) -> None:
    """A rule by its id, or those in which all the words occur."""
    everything = words.endswith(" all")
    words = words.removesuffix(" all")
    if not words:
        raise Refused("unreadable", "Which rules?", "Write rules and some words: rules armor.")
    book = sitting.fight.house.book
    if words in book:
        _say_rules(sitting, [words], most=1, again="")
        return
    found = [rule.id for rule in defining_first(book, words)]
    if not found:
        near = near_matches(words, [rule.id for rule in book.rules])
        cure = f"Did you mean {' or '.join(near)}?" if near else "Try fewer words."
        raise Refused("illegal", f"No rule of {sitting.system.title} holds {words[:60]!r}.", cure)
    most = len(found) if everything else MOST_RULES
    _say_rules(sitting, found, most=most, again=f"rules {words} all")


def explain(sitting: Sitting, word: str) -> None:
    """What a word of an option or of a result means: the rules of its area, or that have it in
    their ids."""
    book = sitting.fight.house.book
    slug = folded(word).replace(" ", "-")
    stem = slug.removesuffix("s")
    found = [rule.id for area in (slug, stem) for rule in book.areas.get(area, ())]
    if not found:
        fits = defining_first(book, word)
        parts = (slug, *slug.split("-"))
        found = [rule.id for rule in fits if any(part in rule.id for part in parts)]
    if not found:
        known = [*book.areas]
        near = near_matches(slug, known)
        cure = f"Did you mean {' or '.join(near)}?" if near else "? alone lists the commands."
        raise Refused("illegal", f"Neither a command nor a rule is called {word[:40]!r}.", cure)
    _say_rules(sitting, list(dict.fromkeys(found)), most=WHY_RULES, again=f"rules {word} all")


def _number(words: str, default: int) -> int:
    if not words:
        return default
    if not (words.isascii() and words.isdigit() and len(words) < 8 and int(words) > 0):
        raise Refused("unreadable", f"{words[:40]!r} is no number.", "Write a number such as 20.")
    return int(words)
