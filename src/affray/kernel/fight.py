"""Fights: plain data that is mutated inside a step and copied at step boundaries.

A system adds its own fields and verbs by subclassing `Combatant` and `Fight`. Combatants are found
by id, never by position: taking one out sets a flag, so that every id in a log, a question or a
turn order goes on meaning the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from affray.kernel.keys import Key
from affray.kernel.naming import fault_of_name, folded
from affray.kernel.question import Edit, Refused
from affray.kernel.rulebook import HouseRules, short

if TYPE_CHECKING:
    from affray.kernel.table import Table

SHOWN = ("all", "word", "nothing")
"""How much of a combatant's numbers the other seats see: all, health as a word, or nothing."""

RESULTS = ("heroes", "foes", "none")


@dataclass(slots=True)
class Combatant:
    """Somebody in the fight.

    `removed` is the GM's doing and says nothing about health; `hidden` keeps the combatant from
    every seat but the GM's; `shown` is one of `SHOWN`; `notes` are the GM's own tags and counters
    (name to text or number), which no rule reads.
    """

    id: str
    name: str
    side: str
    removed: bool = field(default=False, kw_only=True)
    hidden: bool = field(default=False, kw_only=True)
    shown: str = field(default="all", kw_only=True)
    notes: dict[str, Any] = field(default_factory=dict, kw_only=True)

    @property
    def called(self) -> str:
        """The name as sentences have it: a `Many` for several who act as one under a plural."""
        return self.name


C = TypeVar("C", bound=Combatant)


@dataclass(slots=True)
class Fight(Generic[C]):
    """The state of a fight: everything that the rules read.

    `step` counts the steps begun, `round` the rounds begun; `result` is who has won ("heroes",
    "foes", "none") once the fight is over, and `closed` whether what comes after it is done too;
    `kept` holds rulings that are asked once; `passes` who is not to be asked at which reaction
    window until when; `depth` how many reaction windows are open inside each other.
    """

    house: HouseRules
    combatants: dict[str, C]
    max_rounds: int = field(default=100, kw_only=True)
    round: int = field(default=0, kw_only=True)
    step: int = field(default=0, kw_only=True)
    result: str | None = field(default=None, kw_only=True)
    closed: bool = field(default=False, kw_only=True)
    kept: dict[str, Key] = field(default_factory=dict, kw_only=True)
    passes: dict[str, dict[str, str]] = field(default_factory=dict, kw_only=True)
    depth: int = field(default=0, kw_only=True)

    def __getitem__(self, who: str) -> C:
        return self.combatants[who]

    def here(self) -> Iterable[C]:
        """Everybody who has not been taken out by the GM, in roster order."""
        return (c for c in self.combatants.values() if not c.removed)

    def is_hidden(self, who: str) -> bool:
        """Whether `who` is a combatant that only the GM may see."""
        combatant = self.combatants.get(who)
        return combatant is not None and combatant.hidden

    def shows_numbers(self, who: str) -> bool:
        """Whether everybody may see the numbers of `who` (of nobody: yes)."""
        combatant = self.combatants.get(who)
        return combatant is None or (combatant.shown == "all" and not combatant.hidden)

    def end(self, table: Table, result: str, because: str, **fields: Any) -> None:
        """The fight is over; steps left fall away."""
        self.result = result
        table.record("fight-over", because, result=result, round=self.round, **fields)

    def lapse_passes(self, until: str, who: str = "") -> None:
        """Ends the standing passes that last until then ("turn", "round"), of `who` or of all."""
        for one in [who] if who else list(self.passes):
            windows = self.passes.get(one, {})
            kept = {window: end for window, end in windows.items() if end != until}
            if kept:
                self.passes[one] = kept
            else:
                self.passes.pop(one, None)

    def edit(self, edit: Edit, table: Table) -> bool:
        """Applies an edit that every system has; says whether it was one.

        Kinds: rename (`value`: a name that nobody else has), hide, show, reveal (`value`: one of
        `SHOWN`), remove, return, note (`name`, `value`; None takes it away), end (`value`: a
        result), resume, pass (`name`: a reaction window, `value`: until "turn", "round" or
        "fight") and unpass.
        Raises `Refused` and changes nothing if it makes no sense.
        """
        match edit.kind:
            case "end":
                if edit.value not in RESULTS:
                    raise Refused(
                        "illegal", f"{edit.value!r} is no result.", f"Choose one of {RESULTS}."
                    )
                self.result = edit.value
            case "resume":
                if self.result is None:
                    raise Refused("illegal", "The fight is not over.")
                self.result = None
                self.closed = False
            case "rename" | "hide" | "show" | "reveal" | "remove" | "return" | "note":
                self._edit_combatant(edit)
            case "pass":
                self._known(edit.who)
                if edit.value not in ("turn", "round", "fight"):
                    raise Refused("illegal", "A pass lasts until turn, round or fight.")
                self.passes.setdefault(edit.who, {})[edit.name] = edit.value
            case "unpass":
                self.passes.pop(edit.who, None)
            case _:
                return False
        self._record_edit(edit, table)
        return True

    def _edit_combatant(self, edit: Edit) -> None:
        combatant = self._known(edit.who)
        match edit.kind:
            case "rename":
                self._check_name(edit.who, edit.value)
                combatant.name = edit.value.strip()
            case "hide" | "show":
                combatant.hidden = edit.kind == "hide"
            case "reveal":
                if edit.value not in SHOWN:
                    raise Refused("illegal", f"Numbers are shown as one of {SHOWN}.")
                combatant.shown = edit.value
            case "remove" | "return":
                combatant.removed = edit.kind == "remove"
            case _:
                if not edit.name or len(edit.name) > 100 or len(str(edit.value)) > 2000:
                    raise Refused("illegal", "A note has a name of 1 to 100 letters.")
                if edit.value is None:
                    combatant.notes.pop(edit.name, None)
                elif isinstance(edit.value, (str, int)):
                    combatant.notes[edit.name] = edit.value
                else:
                    raise Refused("illegal", "A note is a text or a whole number.")

    def _check_name(self, who: str, name: Any) -> None:
        if (wrong := fault_of_name(name)) is not None:
            raise Refused("illegal", f"The name will not do: {wrong[0]}.", wrong[1])
        for one in self.combatants.values():
            if one.id != who and folded(one.name) == folded(name):
                raise Refused(
                    "illegal",
                    f"{short(name)} is the name of {one.id} already.",
                    "Give each a name of its own.",
                )

    def _known(self, who: str) -> C:
        combatant = self.combatants.get(who)
        if combatant is None:
            raise Refused(
                "illegal",
                f"Nobody in this fight has the id {who!r}.",
                f"Known are: {', '.join(self.combatants)}.",
            )
        return combatant

    def _record_edit(self, edit: Edit, table: Table) -> None:
        secret = edit.kind in ("hide", "note", "pass", "unpass", "reveal")
        # A name such as "gap:ogre" is a number between two: neither is told of while it is hidden.
        both = (edit.who, edit.name.partition(":")[2])
        secret = secret or any(map(self.is_hidden, both))
        table.record(
            "edited",
            GM_HAND,
            audience="gm" if secret else "all",
            kind=edit.kind,
            who=edit.who,
            name=edit.name,
            value=edit.value,
        )


GM_HAND = "kernel.gm.last-word"
"""What an event cites when the GM's own hand did it: no rule of a book."""
