"""The table: whom rules ask, and where they say what they have done.

Five questions are all there is (`choose`, `choose_together`, `rule`, `roll`, and offers beside a
choice). Options, pools and defaults are callables, because the GM can intervene while a question
is open: whatever a table does with an edit, it asks again with the options of then. So a rule
reads late: it carries ids across a question, never a record or a number that it read before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Protocol, TypeVar

from affray.dice import Pool
from affray.kernel.event import Event, Field, ids_in, plain
from affray.kernel.fight import Fight
from affray.kernel.keys import Key, Option, is_offered
from affray.kernel.question import Because, Question, rules_of

O = TypeVar("O")  # noqa: E741 (an outcome of a pool)
R = TypeVar("R")

Options = Callable[[], Sequence[Option]]
Offers = Callable[[], Sequence[tuple[str, Option]]]


class Unanswered(BaseException):
    """The recorded answers have run out; `questions` are open now.

    A `BaseException`, so that no `except Exception` in a rule swallows it.
    """

    def __init__(self, questions: Sequence[Question]) -> None:
        super().__init__(str(questions[0].id) if questions else "")
        self.questions = tuple(questions)


ENDED_HERE = "kernel.question.no-option"
"""What the event cites when a step or a reaction ends in its middle."""


class EndHere(BaseException):
    """The open question makes no sense any more: unwind to the step boundary.

    What has happened stays, the action stays spent. Raised by tables only, caught by `advance`.
    """

    def __init__(self, because: Because, who: str) -> None:
        super().__init__(rules_of(because)[0], who)
        self.because = because
        self.who = who


class Table(Protocol):
    """What a rule may ask, and where it records. Rules get it as a parameter and never keep it."""

    recording: bool
    """Whether events are wanted; a verb may skip building one when not."""
    window: str
    """The reaction window that is being asked now, for questions to name it; set around `choose`
    by whoever asks what a seat may pass on in advance (see `kernel.reaction`)."""

    def choose(
        self,
        who: str,
        options: Options,
        *,
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Key], None] | None = None,
    ) -> Key:
        """One answer of one seat (or of any seat of a side, `@heroes`): the key of an option.

        `offers` are options of anybody on the same question; one that is taken is handed to
        `take`, and the question is asked again. With no option left the step ends here.
        """

    def choose_together(
        self,
        who: Callable[[], Sequence[str]],
        options: Callable[[str], Sequence[Option]],
        *,
        because: Because,
        secret: bool = False,
    ) -> dict[str, Key]:
        """An answer of each, given in any order, returned in the order of `who`.

        Secret answers are shown to nobody until all are in.
        """

    def rule(self, because: Because, options: Options, default: Callable[[], Key]) -> Key:
        """The GM's ruling: `default()` unless the mode of the ruling or a person says otherwise.

        `because` names the rulings that one form settles together, the leading one first.
        """

    def roll(
        self,
        who: str,
        pool: Callable[[], Pool[O] | None],
        *,
        read: Callable[[O], R],
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Key], None] | None = None,
    ) -> R:
        """A roll by `who`; the rule gets only what `read` makes of it.

        `read` looks at the outcome alone and stays the same object from roll to roll (counts are
        cached by it); what a reading is compared with is read from the fight afterwards. A pool
        of None means that the roll makes no sense any more: the step ends here. `offers` are
        options of anybody on the open roll; one that is taken is handed to `take`, and the dice
        are asked for again with the pool of then.
        """

    def record(
        self,
        code: str,
        because: Because,
        *,
        of: str = "",
        secret: Mapping[str, Field] | None = None,
        audience: str = "all",
        **fields: Field,
    ) -> None:
        """Keep an event. `secret` is for the GM alone, or for all if combatant `of` is open."""


_PLAIN = frozenset({str, int, bool, type(None)})
"""What is plain data as it stands, as nearly every field of an event is."""

_is_hidden = attrgetter("hidden")


class Recorder:
    """The recording half of a table."""

    __slots__ = ("events", "fight", "recording", "window")

    def __init__(self, fight: Fight[Any], *, recording: bool) -> None:
        self.fight = fight
        self.recording = recording
        self.events: list[Event] = []
        self.window = ""

    def record(
        self,
        code: str,
        because: Because,
        *,
        of: str = "",
        secret: Mapping[str, Field] | None = None,
        audience: str = "all",
        **fields: Field,
    ) -> None:
        if not self.recording:
            return
        fight = self.fight
        hidden: dict[str, Field] = {}
        if secret:
            if fight.shows_numbers(of):
                fields.update(secret)
            else:
                hidden = {name: plain(value) for name, value in secret.items()}
        if not _PLAIN.issuperset(map(type, fields.values())):
            fields = {name: plain(value) for name, value in fields.items()}
        unseen: tuple[str, ...] = ()
        if any(map(_is_hidden, fight.combatants.values())):
            unseen = tuple(dict.fromkeys(filter(fight.is_hidden, ids_in(fields))))
        rules = (because,) if isinstance(because, str) else because
        self.events.append(
            Event(code, rules, fields, hidden, unseen, audience, fight.round, fight.step)
        )

    def settle(self, because: Because, key: Key) -> Key:
        """Keeps a ruling of mode "once" for the rest of the fight."""
        leading = rules_of(because)[0]
        if self.fight.house.mode(leading) == "once":
            self.fight.kept[leading] = key
        return key

    def settled(self, because: Because, options: Options) -> Key | None:
        """The kept answer to a ruling that is asked once.

        None if there is none yet, or if what was ruled then is not among the options of now.
        """
        if not self.fight.kept:
            return None
        kept = self.fight.kept.get(rules_of(because)[0])
        return kept if kept is not None and is_offered(options(), kept) else None
