"""From a doctrine as people write it (TOML) to a `Doctrine`.

    system = "trade"
    side = "heroes"                   # or "gm": the foes and the rulings
    name = "careful"
    about = "Heals first."
    fallback = "sensible"             # who answers what this says nothing about

    [[when]]
    question = "trade.turn.choice"    # the rule that asks; a list of them; "trade.*"
    who = "sister-*"                  # only of these
    if = ["foes >= 2"]                # all of these hold
    unless = ["self.health <= 3"]     # none of these does
    prefer = ["ability/mending-rite/@lowest:health:heroes", "end"]

Text comes in; no file is read here. All faults of a doctrine are told at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from affray.kernel.encounter import EncounterError, parse
from affray.kernel.naming import unprintable
from affray.kernel.rulebook import Fault, FaultyText, meant, near_matches, short
from affray.kernel.system import System
from affray.kernel.validation import faults_of
from affray.tables.doctrine.conditions import Condition, condition
from affray.tables.doctrine.language import Misspelt
from affray.tables.doctrine.patterns import DEFAULT, NONE, Pattern, pattern
from affray.tables.doctrine.policy import FIRST, Doctrine, Entry
from affray.tables.doctrine.seen import Word, plain

MOST_ENTRIES: Final = 200
MOST_IN_A_LIST: Final = 50
LONGEST_TEXT: Final = 200
LONGEST_FILE: Final = 200_000

_RULE = re.compile(r"[a-z][a-z0-9.-]*\*?\Z")
_ID = re.compile(r"[@a-z][a-z0-9-]*\*?\Z")

T = TypeVar("T")

Words: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
Several: TypeAlias = Annotated[
    list[Words],
    Field(max_length=MOST_IN_A_LIST),
    BeforeValidator(lambda given: [given] if isinstance(given, str) else given),
]


class DoctrineError(FaultyText):
    """A doctrine cannot be followed as it is written; `faults` has every reason."""


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")  # unknown keys are told with guesses


class _When(_Part):
    question: Annotated[Several, Field(min_length=1)]
    who: Several = Field(default_factory=list)
    if_: Several = Field(default_factory=list, alias="if")
    unless: Several = Field(default_factory=list)
    offers: bool = False
    prefer: Annotated[Several, Field(min_length=1)]


class _File(_Part):
    system: Words
    side: Literal["heroes", "gm"]
    name: Words
    about: Annotated[str, Field(max_length=5_000)] = ""
    fallback: Words | None = None
    when: Annotated[list[_When], Field(min_length=1, max_length=MOST_ENTRIES)]


def _keys(model: type[BaseModel]) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()]


def is_doctrine(data: Mapping[str, Any]) -> bool:
    """Whether the data of a TOML file mean to be a doctrine (an encounter has neither key)."""
    return "when" in data or "prefer" in data or "fallback" in data


def doctrine_data(text: str, where: str) -> dict[str, Any]:
    """The plain data of a doctrine's TOML. Raises `DoctrineError` with line and column."""
    if len(text) > LONGEST_FILE:
        cure = f"Keep a doctrine below {LONGEST_FILE} letters."
        raise DoctrineError([Fault(where, f"it has {len(text)} letters", cure)])
    try:
        return parse(text, where)
    except EncounterError as error:
        raise DoctrineError(error.faults) from None


def read_doctrine(text: str | Mapping[str, Any], where: str, system: System[Any]) -> Doctrine:
    """The doctrine that a TOML text (or data of the same shape) describes, for `system`.

    Raises `DoctrineError` with every fault at once.
    """
    data = doctrine_data(text, where) if isinstance(text, str) else dict(text)
    return _Reader(where, system).read(data)


class _Reader:
    """Reads one doctrine and gathers its faults and what looks odd."""

    def __init__(self, where: str, system: System[Any]) -> None:
        self.where = where
        self.system = system
        self.faults: list[Fault] = []
        self.notes: dict[str, None] = {}

    def read(self, data: dict[str, Any]) -> Doctrine:
        self.unknown_keys("", data, _keys(_File))
        entries = data.get("when")
        for number, one in enumerate(entries if isinstance(entries, list) else (), 1):
            if isinstance(one, Mapping):
                self.unknown_keys(f"when[{number}].", one, _keys(_When))
        try:
            file = _File.model_validate(data)
        except ValidationError as error:
            self.faults += _placed(faults_of(error, self.where, data), self.where)
            raise DoctrineError(self.faults) from None
        if file.system != self.system.name:
            fault = f"it is for {short(file.system)}, not for {self.system.name}"
            self.fault("system", fault, "Use it with an encounter of its own system.")
            raise DoctrineError(self.faults)
        if wrong := unprintable(file.name):
            self.fault("name", f"it holds the character {wrong}", "Take it out.")
        fallback = self.fallback(file.fallback)
        read = tuple(self.entry(number, when) for number, when in enumerate(file.when, 1))
        if self.faults:
            raise DoctrineError(self.faults)
        return Doctrine(
            file.system,
            file.side,
            file.name.strip(),
            read,
            fallback,
            file.about.strip(),
            frozenset(r.id for r in self.system.rulebook.rules for e in read if e.is_for(r.id)),
            tuple(self.notes),
        )

    def fault(self, place: str, fault: str, cure: str) -> None:
        self.faults.append(Fault(f"{self.where}, {place}", fault, cure))

    def note(self, place: str, note: str) -> None:
        self.notes[f"{self.where}, {place}: {note}"] = None

    def unknown_keys(self, place: str, data: Mapping[str, Any], known: list[str]) -> None:
        for key in data:
            if key not in known:
                cure = meant(near_matches(key, known)) or f"The keys are {', '.join(known)}."
                self.fault(f"{place}{short(key)}", "no such key is known here", cure)

    def fallback(self, wanted: str | None) -> str:
        known = (*self.system.policy_names, FIRST)
        if wanted is None:
            return known[0]
        if wanted not in known:
            cure = meant(near_matches(wanted, known)) or f"Write {' or '.join(known)}."
            self.fault("fallback", f'"{short(wanted)}" is no policy of {self.system.name}', cure)
        return wanted

    def entry(self, number: int, when: _When) -> Entry:
        place = f"when[{number}]"
        for at, test in enumerate(when.prefer, 1):
            if when.offers and test == DEFAULT:
                self.fault(f"{place}.prefer[{at}]", "offers have no default", f"Write {NONE}.")
            if not when.offers and test == NONE:
                self.fault(
                    f"{place}.prefer[{at}]", "it is no answer to a question", "Add offers = true."
                )
        return Entry(
            f"{self.where}, {place}",
            tuple(self.question(f"{place}.question", when.question)),
            tuple(self.each(f"{place}.who", when.who, _who)),
            tuple(self.each(f"{place}.if", when.if_, self.condition)),
            tuple(self.each(f"{place}.unless", when.unless, self.condition)),
            tuple(self.preferred(f"{place}.prefer", when.prefer)),
            when.offers,
        )

    def each(self, place: str, given: list[str], read: Callable[[str], T]) -> Iterator[T]:
        """Every text of a list, read; faults are kept."""
        for number, text in enumerate(given, 1):
            try:
                yield read(text)
            except Misspelt as wrong:
                self.fault(f"{place}[{number}]", wrong.fault, wrong.cure)

    def preferred(self, place: str, given: list[str]) -> Iterator[Pattern]:
        known = self.system.words.options
        for text in given:
            first = text.partition("/")[0]
            near = near_matches(first, known)
            if near and first not in known and first.isalpha():
                self.note(place, f"{first} may be misspelt. {meant(near)}")
        yield from self.each(place, given, self.pattern)

    def condition(self, text: str) -> Condition:
        read = condition(text)
        self.check_words(read.words())
        return read

    def pattern(self, text: str) -> Pattern:
        read = pattern(text)
        self.check_words(read.words())
        return read

    def check_words(self, words: list[Word]) -> None:
        """Raises `Misspelt` on a word that no sheet of the system ever bears, if it says which
        there are."""
        borne = [plain(one) for one in self.system.tags]
        for word in words if borne else ():
            # Either may be a beginning: ward* is borne by "ward 3", told as ward-*.
            if not any(
                word.fits(one.rstrip("*")) or Word(one).fits(word.text.rstrip("*")) for one in borne
            ):
                near = near_matches(word.text.rstrip("*"), [one.rstrip("*-") for one in borne])
                raise Misspelt(
                    f'no card of {self.system.name} ever says "{short(word.text)}"',
                    meant(near) or "`affray systems` and the cards of a fight show the words.",
                )

    def question(self, place: str, given: list[str]) -> Iterator[Word]:
        """The rules that ask; one that the ledger does not have is a fault."""
        book = self.system.rulebook
        ids = [rule.id for rule in book.rules]
        asking = self.system.words.questions
        for number, text in enumerate(given, 1):
            at = f"{place}[{number}]"
            word = Word(text)
            if text == "*":
                yield word
            elif not _RULE.match(text):
                cure = "Write the id of a rule, such as those that `affray rules` lists."
                self.fault(at, f'"{short(text)}" is no id of a rule', cure)
            elif not any(word.fits(rule) for rule in ids):
                cure = meant(near_matches(text.rstrip("*"), [*asking, *ids]))
                self.fault(
                    at,
                    f"the rules of {book.system} have no {short(text)}",
                    cure or f"`affray rules {book.system}` lists them.",
                )
            else:
                if asking and not any(word.fits(rule) for rule in asking):
                    near = meant(near_matches(text, asking)) or f"Asking are {', '.join(asking)}."
                    self.note(at, f"no question is known to be asked by {text}. {near}")
                yield word


def _who(text: str) -> Word:
    if not _ID.match(text):
        raise Misspelt(
            f'"{short(text)}" is no id', "Write an id such as mill-hand-2, or mill-hand*."
        )
    return Word(text)


def _placed(faults: list[Fault], where: str) -> list[Fault]:
    """The faults with a comma between the file and the place in it, as everywhere else."""
    return [replace(f, place=f.place.replace(f"{where}.", f"{where}, ", 1)) for f in faults]
