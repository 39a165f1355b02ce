"""The house rules in force: a rulebook with a table's own numbers and readings laid over it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from affray.kernel.rulebook.book import MODES, Mode, Number, Rulebook, Switch
from affray.kernel.rulebook.faults import (
    Fault,
    HouseRulesError,
    UnknownRule,
    meant,
    near_matches,
    short,
)
from affray.kernel.rulebook.reader import LONGEST_TEXT, read_toml, whole

LARGEST: Final = 10_000
"""House rules may set numbers from minus to plus this much."""


@dataclass(frozen=True, slots=True)
class Change:
    """One point where the rules in force differ from the book; `rule` is the rule it stands in."""

    kind: Literal["value", "switch", "mode"]
    id: str
    rule: str
    book: Number | str
    own: Number | str


class HouseRules:
    """A rulebook with a table's own numbers, readings and ruling modes laid over it.

    ``HouseRules(book)`` is the book as it stands. People write their own as a table, in an
    encounter or in a file of its own. A number or a list of numbers changes a value, a word picks
    an option of a switch (true and false will do for yes and no), and ``modes`` says how rulings
    are made::

        [house-rules]
        hero-health = 12
        enemy-phase = "after-all-heroes"
        positions-stack = true

        [house-rules.modes]
        "trade.failure.worse-position" = "tell"
    """

    __slots__ = ("_modes", "_switches", "_values", "book")

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._values: dict[str, Number] = {v.id: v.value for v in book.values.values()}
        self._switches: dict[str, str] = {s.id: s.default for s in book.switches.values()}
        self._modes: dict[str, Mode] = {r.id: r.mode for r in book.rules if r.mode is not None}

    @classmethod
    def from_toml(cls, book: Rulebook, text: str, where: str) -> HouseRules:
        """House rules from a file of their own, with or without the ``[house-rules]`` heading.

        Raises `HouseRulesError` with every fault at once.
        """
        table = read_toml(text, where, HouseRulesError, longest=LONGEST_TEXT)
        return cls(book).with_table(table.get("house-rules", table), where)

    def with_table(self, table: object, where: str) -> HouseRules:
        """These house rules with a further ``[house-rules]`` table laid over them.

        `table` is what the TOML or JSON of a person holds at that place. Raises `HouseRulesError`
        with every fault at once; then nothing has changed.
        """
        laid = HouseRules(self.book)
        laid._values.update(self._values)
        laid._switches.update(self._switches)
        laid._modes.update(self._modes)
        faults = list(laid._lay(table, f"{where}, house-rules"))
        if faults:
            raise HouseRulesError(faults)
        return laid

    def value(self, value_id: str) -> Number:
        """The number in force, or the tuple of them; raises `UnknownName`."""
        try:
            return self._values[value_id]
        except KeyError:
            return self.book.value(value_id).value

    def switch(self, switch_id: str) -> str:
        """The option in force; raises `UnknownName`."""
        try:
            return self._switches[switch_id]
        except KeyError:
            return self.book.switch(switch_id).default

    def mode(self, ruling_id: str) -> Mode:
        """How the ruling is made: ask, tell or once; raises `UnknownRule` for what is no ruling."""
        try:
            return self._modes[ruling_id]
        except KeyError:
            what = f"ruling of {self.book.system} with the id"
            near = near_matches(ruling_id, self._modes)
            raise UnknownRule(what, ruling_id, near) from None

    def changed(self, rule_id: str | None = None) -> list[Change]:
        """What differs from the book, in its order; with an id, only what differs in that rule."""
        book = self.book
        changes = [
            Change("value", v.id, v.rule, v.value, own)
            for v in book.values.values()
            if (own := self._values[v.id]) != v.value
        ]
        changes += [
            Change("switch", s.id, s.rule, s.default, chosen)
            for s in book.switches.values()
            if (chosen := self._switches[s.id]) != s.default
        ]
        changes += [
            Change("mode", r.id, r.id, r.mode, mode)
            for r in book.rules
            if r.mode is not None and (mode := self._modes[r.id]) != r.mode
        ]
        return [change for change in changes if rule_id in (None, change.rule)]

    def plain(self) -> dict[str, Any]:
        """The changes as plain data that `with_table` reads back; empty if there are none.

        A name that is both a value and a switch is told apart by its type, save when both are
        changed: the switch then stands under ``<name>-switch``.
        """
        table: dict[str, Any] = {}
        modes: dict[str, Any] = {}
        for change in self.changed():
            if change.kind == "mode":
                modes[change.id] = change.own
            elif change.id in table:
                table[f"{change.id}-switch"] = change.own
            else:
                table[change.id] = list(change.own) if isinstance(change.own, tuple) else change.own
        return {**table, "modes": modes} if modes else table

    def _lay(self, table: object, place: str) -> Iterable[Fault]:
        if not isinstance(table, Mapping):
            yield Fault(place, "it is no table", "Write [house-rules] and below it name = value.")
            return
        for key, raw in table.items():
            here = f"{place}, {short(key)}"
            if key == "modes":
                yield from self._lay_modes(raw, f"{place}.modes", "")
                continue
            switch = self._switch_meant(str(key), raw)
            if switch is not None:
                yield from self._lay_switch(switch, raw, here)
            elif key in self._values:
                yield from self._lay_value(str(key), raw, here)
            elif key in self.book:
                cure = (
                    'Rulings go under [house-rules.modes], as "its.id" = "ask", "tell" or "once".'
                )
                yield Fault(here, "a rule cannot be set", cure)
            else:
                near = near_matches(str(key), [*self._values, *self._switches])
                fault = (
                    f"the rulebook of {self.book.system} has no value and no switch of that name"
                )
                yield Fault(here, fault, meant(near) or "List the names with `affray rules`.")

    def _switch_meant(self, key: str, raw: object) -> Switch | None:
        """The switch that `key` names, unless a value of the same name is meant."""
        switches = self.book.switches
        if key in switches:
            return switches[key] if isinstance(raw, str) or key not in self._values else None
        bare = key.removesuffix("-switch")
        return switches.get(bare) if bare != key and bare in self._values else None

    def _lay_switch(self, switch: Switch, raw: object, here: str) -> Iterable[Fault]:
        if isinstance(raw, bool) and switch.is_yes_or_no:
            raw = "yes" if raw else "no"
        if isinstance(raw, str) and raw in switch.options:
            self._switches[switch.id] = raw
            return
        near = near_matches(raw, switch.options) if isinstance(raw, str) else ()
        choices = ", ".join(f'"{option}"' for option in switch.options)
        cure = f"{meant(near)} The options are {choices}.".lstrip()
        yield Fault(here, f"{short(raw)} is no option of this switch", cure)

    def _lay_value(self, value_id: str, raw: object, here: str) -> Iterable[Fault]:
        book = self.book.values[value_id].value
        number = whole(raw)
        length = len(book) if isinstance(book, tuple) else 0
        if number is None or (len(number) if isinstance(number, tuple) else 0) != length:
            cure = f"Write {f'a list of {length} whole numbers' if length else 'a whole number'}."
            yield Fault(
                here, f"{short(raw)} does not fit this value", f"{cure} The book has {book}."
            )
        elif not all(-LARGEST <= n <= LARGEST for n in _as_tuple(number)):
            cure = f"Write numbers from -{LARGEST} to {LARGEST}."
            yield Fault(here, f"{short(raw)} is out of bounds", cure)
        else:
            self._values[value_id] = number

    def _lay_modes(self, raw: object, place: str, prefix: str) -> Iterable[Fault]:
        """Ids without quotes are tables within tables to TOML; both ways of writing are read."""
        if not isinstance(raw, Mapping):
            cure = 'Write [house-rules.modes] and below it "a.ruling.id" = "ask".'
            yield Fault(place, "it is no table", cure)
            return
        for key, mode in raw.items():
            rule_id = f"{prefix}{key}"
            here = f"{place}, {short(rule_id)}"
            if isinstance(mode, Mapping) and prefix.count(".") < 2:
                yield from self._lay_modes(mode, place, f"{rule_id}.")
            elif rule_id not in self._modes:
                fault = (
                    "it is a rule, not a ruling" if rule_id in self.book else "no rule has that id"
                )
                near = near_matches(rule_id, self._modes)
                yield Fault(here, fault, meant(near) or "Name a ruling by its id.")
            elif mode not in MODES:
                cure = 'Write "ask", "tell" or "once".'
                yield Fault(here, f"{short(mode)} is no way to make a ruling", cure)
            else:
                self._modes[rule_id] = cast(Mode, mode)


def _as_tuple(number: Number) -> tuple[int, ...]:
    return number if isinstance(number, tuple) else (number,)
