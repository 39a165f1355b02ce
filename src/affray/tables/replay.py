"""The replay table: answers from a list, and `Unanswered` when the list runs out.

So a fight is a pure function of its setup and its answers. A step is re-run from its beginning
with the answers so far each time one more arrives; the call stack of the rules is rebuilt by that,
and a run that ended in `Unanswered` is thrown away whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.dice import DiceError, Pool
from affray.kernel.editing import check_texts
from affray.kernel.fight import Fight
from affray.kernel.keys import Key, Option, is_concrete, is_offered
from affray.kernel.question import (
    GM,
    Answer,
    Because,
    Edit,
    Entry,
    Question,
    QuestionId,
    Refused,
    What,
    rules_of,
)
from affray.kernel.system import System, path_of
from affray.kernel.table import EndHere, O, Offers, Options, R, Recorder, Table, Unanswered

MAX_QUESTIONS = 500
"""A step that asks more than this, edits apart, is a loop of the rules, not play."""


class ReplayMismatch(Exception):  # noqa: N818
    """A recorded answer names another question than the one that the rules now ask."""

    def __init__(self, recorded: object, asked: object) -> None:
        super().__init__(f"The save answers {recorded}, but the rules now ask {asked}.")
        self.recorded = recorded
        self.asked = asked


class ReplayTable(Recorder):
    """Runs one step of a fight in place from recorded entries.

    `taken` counts the entries consumed; `defaulted` lists the rulings that were told, with the
    number of entries before each (whoever rules otherwise goes back to there).
    """

    def __init__(self, system: System[Any], fight: Fight[Any], entries: Sequence[Entry]) -> None:
        super().__init__(fight, recording=True)
        self._system = system
        self._entries = entries
        self.taken = 0
        self._n = 0
        self._edits = 0
        self._result = fight.result
        self.defaulted: list[tuple[int, Question]] = []
        self.asked: list[Question] = []

    # ---- asking ----

    def choose(
        self,
        who: str,
        options: Options,
        *,
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Key], None] | None = None,
    ) -> Key:
        while True:
            listed = options()
            offered = offers() if offers is not None and take is not None else ()
            if not listed:
                raise EndHere(because, who)
            if len(listed) == 1 and not offered and is_concrete(listed[0]):
                return tuple(map(str, listed[0]))
            if self._is_gone(who):
                raise EndHere(because, who)
            question = self._question(because, "choice", who)
            question.options = listed
            question.offers = offered
            answer = self._next(question)
            if answer is None:
                continue
            if is_offered(listed, answer.key):
                return answer.key
            if take is None or not is_offered([o for _, o in offered], answer.key):
                raise Refused(
                    "illegal",
                    f"{'/'.join(answer.key)} is no option of {question.id}.",
                    f"Options are: {_listing(listed)}.",
                )
            take(answer.key)

    def choose_together(
        self,
        who: Callable[[], Sequence[str]],
        options: Callable[[str], Sequence[Option]],
        *,
        because: Because,
        secret: bool = False,
    ) -> dict[str, Key]:
        given: dict[str, Key] = {}
        self._n += 1
        while True:
            everybody = list(who())
            given = {
                one: key
                for one, key in given.items()
                if one in everybody and is_offered(options(one), key)
            }
            missing = [one for one in everybody if one not in given and options(one)]
            if not missing:
                return {one: given[one] for one in everybody if one in given}
            open_now = []
            for one in missing:
                question = self._question(because, "lock-in", one, counted=False)
                question.options = options(one)
                question.secret = secret
                question.locked = tuple(one for one in everybody if one in given)
                question.given = {} if secret else dict(given)
                open_now.append(question)
            answer = self._next(*open_now)
            if answer is None:
                continue
            question = next(q for q in open_now if q.id == answer.question)
            if not is_offered(question.options, answer.key):
                raise Refused(
                    "illegal",
                    f"{'/'.join(answer.key)} is no option of {question.id}.",
                    f"Options are: {_listing(question.options)}.",
                )
            given[question.who] = answer.key

    def rule(self, because: Because, options: Options, default: Callable[[], Key]) -> Key:
        if (kept := self.settled(because, options)) is not None:
            return kept
        while True:
            listed = options()
            standard = default()
            if len(listed) < 2 and all(map(is_concrete, listed)):
                return self.settle(because, standard)
            question = self._question(because, "ruling", GM)
            question.options = listed
            question.default = standard
            if not self._asks(because):
                entry = self._peek()
                if not (isinstance(entry, Answer) and entry.question == question.id):
                    self.defaulted.append((self.taken, question))
                    self.record("ruled-by-default", because, audience="gm", ruling=list(standard))
                    return self.settle(because, standard)
            answer = self._next(question)
            if answer is None:
                continue
            if not is_offered(listed, answer.key):
                raise Refused(
                    "illegal",
                    f"{'/'.join(answer.key)} is no ruling of {question.id}.",
                    f"Choose one of: {_listing(listed)}.",
                )
            if answer.key != standard:
                self.record("ruled", because, audience="gm", ruling=list(answer.key))
            return self.settle(because, answer.key)

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
        while True:
            dice = pool()
            if dice is None or self._is_gone(who):
                raise EndHere(because, who)
            question = self._question(because, "roll", who)
            question.pool = dice
            question.read = read
            question.offers = offers() if offers is not None and take is not None else ()
            answer = self._next(question)
            if answer is None:
                continue
            if answer.faces is None:
                if take is None or not is_offered([o for _, o in question.offers], answer.key):
                    raise Refused("illegal", f"{'/'.join(answer.key)} is no offer on this roll.")
                take(answer.key)
                continue
            try:
                reading = read(dice.outcome(answer.faces))
            except DiceError as error:
                raise Refused("illegal", f"{dice} cannot show these faces: {error}") from error
            self.record(
                "rolled",
                because,
                who=who,
                pool=str(dice),
                faces=answer.faces,
                how=answer.how,
                reading=reading,
            )
            return reading

    # ---- the list ----

    def _question(
        self, because: Because, what: What, who: str, *, counted: bool = True
    ) -> Question:
        if counted:
            self._n += 1
        if self._n - self._edits > MAX_QUESTIONS:
            raise RuntimeError(f"{rules_of(because)[0]} goes on asking within one step")
        rules = rules_of(because)
        path = (*path_of(self.events), rules[0])
        question = QuestionId(rules[0], what, who, self.fight.step, self._n)
        return Question(
            question,
            rules,
            path=tuple(dict.fromkeys(path)),
            window=self.window,
            so_far=tuple(self.events),
        )

    def _is_gone(self, who: str) -> bool:
        combatant = self.fight.combatants.get(who)
        return combatant is not None and combatant.removed

    def _asks(self, because: Because) -> bool:
        modes = [self.fight.house.mode(rule) for rule in rules_of(because)]
        return "ask" in modes or "once" in modes

    def _peek(self) -> Entry | None:
        return self._entries[self.taken] if self.taken < len(self._entries) else None

    def _next(self, *questions: Question) -> Answer | None:
        """The answer to one of the open questions, None after an edit (ask again)."""
        entry = self._peek()
        if entry is None:
            raise Unanswered(questions)
        if isinstance(entry, Edit):
            self._apply(entry, questions[0])
            if len(questions) > 1 or questions[0].id.what == "lock-in":
                self._n += 1
            return None
        if all(entry.question != question.id for question in questions):
            raise ReplayMismatch(entry.question, questions[0].id)
        self.taken += 1
        self.asked.append(next(q for q in questions if q.id == entry.question))
        return entry

    def _apply(self, edit: Edit, question: Question) -> None:
        self.taken += 1
        self._edits += 1
        if edit.kind != "end-here":
            apply_edit(self._system, self.fight, edit, self)
        if edit.kind == "end-here" or self.fight.result != self._result:
            raise EndHere(question.rules, question.who)


def apply_edit(system: System[Any], fight: Fight[Any], edit: Edit, table: Table) -> None:
    """The GM's hand: the kernel's kinds of edit, then the system's.

    Raises `Refused("illegal")` on one that neither knows, that makes no sense, or that holds a
    text which cannot be kept.
    """
    check_texts(edit)
    if not (fight.edit(edit, table) or system.edit(fight, edit, table)):
        raise Refused("illegal", f"No edit is called {edit.kind!r} here.")


def _listing(options: Sequence[Option]) -> str:
    shown = [("/".join(map(str, option))) for option in options[:12]]
    more = f" and {len(options) - 12} more" if len(options) > 12 else ""
    return ", ".join(shown) + more
