"""Words for codes: how an event, an option or a question reads, made at the edge.

A template is `str.format` text whose fields are those of the event (or, for an option, `{1}`,
`{2}` ... for its places after the first word); ids among the values become names. A system may
give a function of the fields instead, where one sentence will not do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from affray.kernel.event import SOMEBODY
from affray.kernel.fight import Fight
from affray.kernel.keys import Option, spell
from affray.kernel.question import FOES, GM, HEROES

Template: TypeAlias = str | Callable[[Mapping[str, Any]], str]
Names: TypeAlias = Mapping[str, str]

KERNEL_EVENTS: Mapping[str, Template] = {
    "fight-over": lambda f: {
        "heroes": "The fight is over: the heroes have won.",
        "foes": "The fight is over: the foes have won.",
    }.get(str(f["result"]), "The fight is over without a winner."),
    "ended-here": "{who} has nothing left to choose here; the step ends ({question}).",
    "edited": lambda f: f"The GM: {f['kind']} {f['who']} {f['name']} {f['value'] or ''}".rstrip(),
    "took-back": "{by} took back {what}.",
    "put-back": "{by} put back {what}.",
    "window-too-deep": "Too many reactions to reactions: nobody is asked again.",
}


@dataclass(slots=True)
class Words:
    """A system's templates: events by code, options by first word, questions by leading rule."""

    events: Mapping[str, Template] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)


def names_of(fight: Fight[Any]) -> dict[str, str]:
    """How each id is called at the moment."""
    names = {c.id: c.name for c in fight.combatants.values()}
    names |= {SOMEBODY: "somebody unseen", GM: "the GM", HEROES: "the heroes", FOES: "the foes"}
    return names


def _named(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, (list, tuple)):
        if any(isinstance(inner, (list, tuple)) for inner in value):
            return [_named(inner, names) for inner in value]
        named = [str(_named(inner, names)) for inner in value]
        if len(named) < 2:
            return "".join(named)
        return f"{', '.join(named[:-1])} and {named[-1]}"
    return value


def event_text(words: Words, event: Mapping[str, Any], names: Names) -> str:
    """The sentence of an event, from its plain data (as a seat gets it)."""
    code = event["code"]
    template = words.events.get(code) or KERNEL_EVENTS.get(code)
    values = {key: _named(value, names) for key, value in event["fields"].items()}
    secret = event.get("secret")
    if secret:
        values |= {key: _named(value, names) for key, value in secret.items()}
    if template is None:
        details = ", ".join(f"{key} {value}" for key, value in values.items())
        return f"{code}: {details}" if details else code
    text = template(values) if callable(template) else template.format_map(values)
    return text[:1].upper() + text[1:]


def option_text(words: Words, option: Option, names: Names) -> str:
    """The label of an option."""
    template = words.options.get(str(option[0])) if option else None
    if template is None:
        return " ".join(str(_named(place, names)).replace("-", " ") for place in option)
    places = [_named(place, names) for place in option]
    try:
        return template.format(*places)
    except IndexError:
        return spell(option)


def question_text(words: Words, rule: str, who: str, names: Names) -> str:
    """What is asked, of whom."""
    name = names.get(who, who)
    template = words.questions.get(rule)
    if template is None:
        return f"{name}: {rule}"
    return template.format(who=name)
