"""Questions, the answers to them, the GM's edits, and the four ways to refuse.

An answer names the question that it answers, so that a stale page, a second tap or a save made
under other rules is noticed instead of being taken for something else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from affray.dice import Pool
from affray.kernel.event import Event
from affray.kernel.keys import Key, Option, admits

GM = "gm"
"""Whom a question for the game master is asked of."""

HEROES = "@heroes"
FOES = "@foes"
"""A shared question is asked of a side: any seat of that side may give the one answer."""

What: TypeAlias = Literal["choice", "lock-in", "ruling", "roll"]
Because: TypeAlias = str | tuple[str, ...]
"""The rule (or rules, the leading one first) in whose name something is asked or done."""


def rules_of(because: Because) -> tuple[str, ...]:
    return (because,) if isinstance(because, str) else because


class QuestionId(NamedTuple):
    """Which question: its rule, what is asked, of whom, in which step and as which one of it.

    `n` counts every asking of a step from 1, also the same question asked again after an edit, so
    that an answer to the options of before cannot be taken for one to the options of now.
    """

    rule: str
    what: What
    who: str
    step: int
    n: int

    def __str__(self) -> str:
        return f"{self.rule} ({self.what} of {self.who}, step {self.step}, question {self.n})"


@dataclass(slots=True)
class Question:
    """An open question as it is shown: options are those of the moment of asking.

    `offers` are options that belong to somebody else (whoever is named first); `default` is what
    holds when a ruling is left alone; `pool` is there for a roll, `locked` for a simultaneous
    question: who has answered already, and `given` what, unless that is `secret`. `window` names
    the reaction window that it is asked in, on which its seat may pass in advance. `so_far` are the
    events of the step before it, whole: for a system that explains a roll.
    """

    id: QuestionId
    rules: tuple[str, ...]
    options: Sequence[Option] = ()
    offers: Sequence[tuple[str, Option]] = ()
    default: Key | None = None
    pool: Pool[Any] | None = None
    read: Callable[[Any], Any] | None = None
    locked: tuple[str, ...] = ()
    given: Mapping[str, Key] = field(default_factory=dict)
    secret: bool = False
    path: tuple[str, ...] = ()
    window: str = ""
    so_far: Sequence[Event] = field(default=(), compare=False, repr=False)

    @property
    def who(self) -> str:
        return self.id.who

    @property
    def is_shared(self) -> bool:
        return self.id.who.startswith("@")

    def owner_of(self, key: Key) -> str | None:
        """Whose option or offer the key takes, None if nobody's."""
        if any(admits(option, key) for option in self.options):
            return self.id.who
        return next((who for who, option in self.offers if admits(option, key)), None)


@dataclass(slots=True, frozen=True)
class Answer:
    """An answer as it is kept: to which question, what, and by whom.

    `key` is the option taken; for a roll it is empty and `faces` are the dice as they fell, with
    `how` they came about: "rolled" by the program, "typed" in, or "forced" by the GM. `by` names
    the author: a seat, or `policy:NAME` for a stand-in.
    """

    question: QuestionId
    key: Key = ()
    by: str = ""
    faces: tuple[int, ...] | None = None
    how: str = ""

    def dump(self) -> dict[str, Any]:
        data: dict[str, Any] = {"answer": list(self.question), "by": self.by}
        if self.faces is None:
            data["key"] = list(self.key)
        else:
            data["faces"] = list(self.faces)
            data["how"] = self.how
        return data


@dataclass(slots=True, frozen=True)
class Edit:
    """The GM's hand on the fight (or a seat's standing pass), recorded like an answer.

    `kind` says what is done (see `Fight.edit` and the system's own), `who` to whom, `name` to
    which track, tag or fact, and `value` is a number, a text, or a block for a new combatant.
    """

    kind: str
    who: str = ""
    name: str = ""
    value: Any = None
    by: str = GM

    def dump(self) -> dict[str, Any]:
        return {
            "edit": self.kind,
            "who": self.who,
            "name": self.name,
            "value": self.value,
            "by": self.by,
        }


@dataclass(slots=True, frozen=True)
class Undo:
    """Takes play back: only the first `keep` entries in force stay in force."""

    keep: int
    by: str = GM

    def dump(self) -> dict[str, Any]:
        return {"undo": self.keep, "by": self.by}


@dataclass(slots=True, frozen=True)
class Redo:
    """Puts back what the latest undo took, as long as nothing else was answered since."""

    by: str = GM

    def dump(self) -> dict[str, Any]:
        return {"redo": True, "by": self.by}


Entry: TypeAlias = Answer | Edit
"""What a run consumes, one after the other."""

LogEntry: TypeAlias = Answer | Edit | Undo | Redo
"""What a save appends."""

MAX_DICE = 1000
MAX_WORDS = 64
MAX_LETTERS = 2000


class Refused(Exception):  # noqa: N818 (it is an answer, not a fault of the program)
    """Nothing was changed, no die was drawn, nothing is logged.

    `kind` is one of "unreadable" (no such form), "illegal" (not an option, or not theirs),
    "ambiguous" (fits several), "late" (for another question than the open one).
    """

    def __init__(self, kind: str, why: str, cure: str = "") -> None:
        self.kind = kind
        self.why = _writable(why)
        self.cure = _writable(cure)
        super().__init__(f"{self.why} {self.cure}".strip())


def _writable(text: str) -> str:
    """The text with lone surrogates spelt out: a refusal quotes what no file could hold."""
    return text.encode("utf-8", "backslashreplace").decode()


def _text(data: dict[str, Any], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str) or len(value) > MAX_LETTERS:
        raise Refused("unreadable", f"`{key}` of an entry must be a short text, not {value!r}.")
    return value


def load_entry(data: Any) -> LogEntry:
    """An entry from plain data, as `dump` made it.

    Raises `Refused("unreadable")` on anything else, naming what is wrong.
    """
    if not isinstance(data, dict):
        raise Refused("unreadable", f"An entry must be an object, not {type(data).__name__}.")
    by = _text(data, "by")
    match data:
        case {"answer": [str(rule), str(what), str(who), int(step), int(n)]}:
            if what not in ("choice", "lock-in", "ruling", "roll"):
                raise Refused("unreadable", f"No question asks for {what!r}.")
            question = QuestionId(rule, what, who, step, n)  # type: ignore[arg-type]
            if "faces" in data:
                faces = data["faces"]
                if (
                    not isinstance(faces, list)
                    or len(faces) > MAX_DICE
                    or not all(type(f) is int for f in faces)
                ):
                    raise Refused("unreadable", "`faces` must be a list of whole numbers.")
                return Answer(question, (), by, tuple(faces), _text(data, "how"))
            key = data.get("key")
            if (
                not isinstance(key, list)
                or len(key) > MAX_WORDS
                or not all(isinstance(p, str) and len(p) <= MAX_LETTERS for p in key)
            ):
                raise Refused("unreadable", "`key` must be a list of short texts.")
            return Answer(question, tuple(key), by)
        case {"edit": str(kind)}:
            return Edit(kind, _text(data, "who"), _text(data, "name"), data.get("value"), by)
        case {"undo": int(keep)} if keep >= 0:
            return Undo(keep, by)
        case {"redo": True}:
            return Redo(by)
    raise Refused(
        "unreadable",
        f"No entry has the keys {sorted(map(str, data))}.",
        "An entry is an answer, an edit, an undo or a redo; docs/add-a-system.md shows each.",
    )


@dataclass(slots=True)
class RulingTally:
    """How often each ruling was left to its default, for reports."""

    counts: dict[str, int] = field(default_factory=dict)

    def add(self, rule: str) -> None:
        self.counts[rule] = self.counts.get(rule, 0) + 1
