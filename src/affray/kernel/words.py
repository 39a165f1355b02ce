"""Words for codes: how an event, an option or a question reads, made at the edge.

A template is `str.format` text whose fields are those of the event (or, for an option, `{1}`,
`{2}` ... for its places after the first word); ids among the values become names, and slugs lose
their hyphens. A system may give a function of the fields (or places) instead, where one sentence
will not do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from affray.kernel.event import SOMEBODY
from affray.kernel.fight import Fight
from affray.kernel.keys import Number, Option, Place, spell
from affray.kernel.naming import Many, agreeing
from affray.kernel.question import FOES, GM, HEROES

Template: TypeAlias = str | Callable[[Mapping[str, Any]], str]
OptionTemplate: TypeAlias = str | Callable[[Sequence[str]], str]
Names: TypeAlias = Mapping[str, str]

KERNEL_EVENTS: Mapping[str, Template] = {
    "fight-over": lambda f: {
        "heroes": "The fight is over: the heroes have won.",
        "foes": "The fight is over: the foes have won.",
    }.get(str(f["result"]), "The fight is over without a winner."),
    "ended-here": "That ends here: nothing is left for {who} to decide.",
    "edited": lambda f: " ".join(
        str(part) for part in ("The GM:", f["kind"], f["who"], f["name"], f["value"]) if part
    ),
    "took-back": "{by} took back {what}.",
    "put-back": "{by} put back {what}.",
    "window-too-deep": "Too many reactions to reactions: nobody is asked again.",
}


@dataclass(slots=True)
class Words:
    """A system's templates: events by code, options by first word, questions by leading rule.

    `rolls` has what the question says where it asks for dice, if that is something else. `places`
    names the open places of an option (a number, words of one's own) in their order, by its first
    word or by its first two ("respond" or "respond wits"). `wares` tells what a ware of a `Several`
    place buys, `{1}` being what follows its colon. Events whose code is in `together` are
    told in one sentence where they follow each other and only `who` differs; those in `breaks`
    begin a new paragraph. `labels` are what fields of events are called where they stand beside
    their sentence; `headings` what the options that begin with a word are called where many stand
    together, those of one heading in one place; `parts` has a field whose number is a part of
    another's, and that other. `chapters` has the events that begin a chapter of the log other than
    a round ("Day 3"), and what stands over it: a template of their fields and of `round`; where
    that is empty, the round heads what follows.

    `purposes` say what a roll is for by its leading rule ("to hit"): the template of "rolled" gets
    it as `purpose`. `asked` has by the leading rule of a question the options that are called
    something else there. `noted` has the events that stand on the card of their `who` until the
    round is over, and as what.
    """

    events: Mapping[str, Template] = field(default_factory=dict)
    options: Mapping[str, OptionTemplate] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    rolls: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    together: frozenset[str] = frozenset()
    breaks: frozenset[str] = frozenset()
    wares: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)
    headings: Mapping[str, str] = field(default_factory=dict)
    chapters: Mapping[str, Template] = field(default_factory=dict)
    purposes: Mapping[str, str] = field(default_factory=dict)
    asked: Mapping[str, Mapping[str, OptionTemplate]] = field(default_factory=dict)
    noted: Mapping[str, Template] = field(default_factory=dict)

    def label(self, name: str) -> str:
        """What a field of an event is called."""
        return self.labels.get(name) or name.replace("_", " ").replace("-", " ")


def names_of(fight: Fight[Any]) -> dict[str, str]:
    """How each id is called at the moment."""
    names = {c.id: c.called for c in fight.combatants.values()}
    names |= {SOMEBODY: "somebody unseen", GM: "the GM", HEROES: "the heroes", FOES: "the foes"}
    return names


def _named(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, (list, tuple)):
        if any(isinstance(inner, (list, tuple)) for inner in value):
            return [_named(inner, names) for inner in value]
        return listed([str(_named(inner, names)) for inner in value])
    return value


_NUMBERED = re.compile(r"(.+) (\d+)")


def listed(texts: Sequence[str]) -> str:
    """`A, B and C`; three or more that are only numbered on are drawn together.

    >>> listed(["Ann", "Cur 1", "Cur 2", "Cur 3"])
    'Ann and Cur 1 to 3'
    """
    runs: list[list[tuple[str, int, str]]] = []
    for text in texts:
        match = _NUMBERED.fullmatch(text)
        one = (match[1], int(match[2]), text) if match else (text, -1, text)
        if runs and match and runs[-1][-1][:2] == (one[0], one[1] - 1):
            runs[-1].append(one)
        else:
            runs.append([one])
    parts: list[str] = []
    for run in runs:
        if len(run) < 3:
            parts += [text for _, _, text in run]
        else:
            parts.append(f"{run[0][2]} to {run[-1][1]}")
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def event_text(words: Words, event: Mapping[str, Any], names: Names) -> str:
    """The sentence of an event, from its plain data (as a seat gets it)."""
    code = event["code"]
    template = words.events.get(code) or KERNEL_EVENTS.get(code)
    values = _values(event, names)
    if template is not None and code == "rolled":
        values["purpose"] = words.purposes.get(event["rule"], "")
    if template is None:
        details = ", ".join(f"{key} {value}" for key, value in values.items())
        return f"{code}: {details}" if details else code
    text = template(values) if callable(template) else template.format_map(values)
    text = _possessives(text, names)
    for name in names.values():
        if isinstance(name, Many) and name in text:
            text = agreeing(text, name)
    return text[:1].upper() + text[1:]


def _values(event: Mapping[str, Any], names: Names) -> dict[str, Any]:
    fields = event["fields"] | (event.get("secret") or {})
    return {key: _named(value, names) for key, value in fields.items()}


def note_text(words: Words, event: Mapping[str, Any], names: Names) -> str:
    """What of an event stands on the card of its `who` until the round is over; "" for nothing."""
    template = words.noted.get(event["code"])
    if template is None:
        return ""
    values = _values(event, names)
    return template(values) if callable(template) else template.format_map(values)


def _possessives(text: str, names: Names) -> str:
    """Names that end in s take the apostrophe alone: "the Cutthroats' turn"."""
    if "s's" not in text:
        return text
    for name in names.values():
        if name.endswith("s"):
            text = text.replace(f"{name}'s", f"{name}'")
    return text


def place_labels(words: Words, option: Option) -> tuple[str, ...]:
    """What each place of an option is for: "" for a fixed word, else a few words for people.

    An empty word is a place in which there is nothing to fill in this time: it takes its label with
    it, so that the places after it keep theirs.
    """
    fixed = [str(place) for place in option if isinstance(place, str)]
    named = words.places.get(" ".join(fixed[:2])) or words.places.get(" ".join(fixed[:1])) or ()
    labels = iter(named)
    found = []
    for place in option:
        label = next(labels, "") if place == "" or not isinstance(place, str) else ""
        found.append("" if isinstance(place, str) else label)
    return tuple(found)


def ware_text(words: Words, word: str, names: Names) -> str:
    """What a ware of a `Several` place buys: `hinder:ogre` as "hinder Ogre", or in the system's
    words."""
    ware, _, detail = word.partition(":")
    named = names.get(detail, detail.replace("-", " "))
    template = words.wares.get(ware)
    if template is None:
        return " ".join(filter(None, [names.get(ware, ware.replace("-", " ")), named]))
    return template.format(ware, named)


_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")


def _place_text(place: Place, label: str, names: Names) -> str:
    if isinstance(place, str):
        name = names.get(place)
        if name is not None:
            return name
        return place.replace("-", " ") if _SLUG.fullmatch(place) else place
    if isinstance(place, Number):
        return f"[{label or 'a number'}, {place.low} to {place.high}]"
    return f"[{label or 'in your own words'}]"


def option_text(words: Words, option: Option, names: Names, rule: str = "") -> str:
    """The label of an option; its open places are shown as what they are for, in brackets.

    `rule` is the leading rule of the question that it answers, which may call it by another word.
    """
    labels = place_labels(words, option)
    places = [_place_text(p, label, names) for p, label in zip(option, labels, strict=True)]
    first = str(option[0]) if option else ""
    template = words.asked.get(rule, {}).get(first) or words.options.get(first)
    if template is None:
        return " ".join(place.replace("-", " ") if place in option else place for place in places)
    if callable(template):
        return template(places)
    try:
        return template.format(*places).rstrip(" :")
    except IndexError:
        return spell(option)


def question_text(words: Words, rule: str, who: str, names: Names, what: str = "") -> str:
    """What is asked, of whom; `what` is the shape of the question ("roll" for dice)."""
    name = names.get(who, who)
    template = words.questions.get(rule)
    if what == "roll":
        template = words.rolls.get(rule, template)
    if template is None:
        return f"{name}: {rule}"
    return template.format(who=name)
