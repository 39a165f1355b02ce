"""A table that follows a script: for tests that say what everybody does and what the dice show.

    table = ScriptedTable(system, fight, choices=[("fight", "dagger", "brute")], readings=["mixed"])
    advance(system, fight, table)
    assert table.cited("trade.mixed.trade")

Rulings take their default unless the script rules. Whatever the script says is checked against
the options, so that a test cannot do what a player could not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from affray.dice import Pool
from affray.kernel.fight import Fight
from affray.kernel.keys import Key, Option, is_concrete, is_offered
from affray.kernel.question import Because, rules_of
from affray.kernel.system import System
from affray.kernel.table import EndHere, O, Offers, Options, R, Recorder


class OffScript(AssertionError):  # noqa: N818
    """The rules asked something that the script has no answer for, or not this one."""


class ScriptedTable(Recorder):
    """Answers choices and rolls in order, rulings by rule id.

    `asked` lists what was asked, in order: (rule, who, options or pool text). Each entry of
    `readings` is a reading of the roll; that the pool can give it is checked. An event that cites a
    rule which the rulebook does not hold fails the test.
    """

    def __init__(
        self,
        system: System[Any],
        fight: Fight[Any],
        *,
        choices: Iterable[Sequence[str]] = (),
        readings: Iterable[Any] = (),
        rulings: Mapping[str, Sequence[str] | list[Sequence[str]]] | None = None,
    ) -> None:
        super().__init__(fight, recording=True)
        self.choices = [tuple(key) for key in choices]
        self.readings = list(readings)
        self.rulings: dict[str, list[Key]] = {
            rule: [tuple(key) for key in given] if isinstance(given, list) else [tuple(given)]
            for rule, given in (rulings or {}).items()
        }
        self.asked: list[tuple[str, str, Any]] = []
        self.pools: list[Pool[Any]] = []
        self._rulebook = system.rulebook

    def record(self, code: str, because: Because, **fields: Any) -> None:
        book = self._rulebook
        unknown = [one for one in rules_of(because) if one not in book and one[:7] != "kernel."]
        assert not unknown, f"the event {code} cites {unknown}, unknown to the rulebook"
        super().record(code, because, **fields)

    def _check(self, because: Because, who: str, listed: Sequence[Option], key: Key) -> Key:
        if not is_offered(listed, key):
            shown = ["/".join(map(str, option)) for option in listed]
            raise OffScript(f"{'/'.join(key)} is not offered to {who} ({because}): {shown}")
        return key

    def choose(
        self,
        who: str,
        options: Options,
        *,
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Key], None] | None = None,
    ) -> Key:
        self._take_offers(offers, take)
        listed = list(options())
        self.asked.append((rules_of(because)[0], who, listed))
        if not listed:
            raise EndHere(because, who)
        if len(listed) == 1 and is_concrete(listed[0]) and not (offers and offers()):
            return tuple(map(str, listed[0]))
        if not self.choices:
            raise OffScript(f"{who} is asked {because}, and the script has no choice left")
        return self._check(because, who, listed, self.choices.pop(0))

    def _take_offers(self, offers: Offers | None, take: Callable[[Key], None] | None) -> None:
        """Takes the offers that the script names next."""
        if offers is not None and take is not None:
            while self.choices and is_offered([o for _, o in offers()], self.choices[0]):
                take(self.choices.pop(0))

    def choose_together(
        self,
        who: Callable[[], Sequence[str]],
        options: Callable[[str], Sequence[Option]],
        *,
        because: Because,
        secret: bool = False,
    ) -> dict[str, Key]:
        def one(name: str) -> Key:
            return self.choose(name, lambda: options(name), because=because)

        return {name: one(name) for name in who() if options(name)}

    def rule(self, because: Because, options: Options, default: Callable[[], Key]) -> Key:
        if (kept := self.settled(because, options)) is not None:
            return kept
        rule = rules_of(because)[0]
        listed = list(options())
        self.asked.append((rule, "gm", listed))
        given = self.rulings.get(rule)
        if not given:
            standard = default()
            self._check(because, "gm", listed, standard)
            return self.settle(because, standard)
        key = given.pop(0) if len(given) > 1 else given[0]
        return self.settle(because, self._check(because, "gm", listed, key))

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
        self._take_offers(offers, take)
        dice = pool()
        if dice is None:
            raise EndHere(because, who)
        self.asked.append((rules_of(because)[0], who, str(dice)))
        self.pools.append(dice)
        if not self.readings:
            raise OffScript(f"{who} rolls {dice} ({because}), and the script has no reading left")
        reading: R = self.readings.pop(0)
        possible = [value for value, _ in dice.readings(read).items()]
        if reading not in possible:
            some = ", ".join(repr(value) for value in possible[:12])
            raise OffScript(f"{dice} cannot give {reading!r}, but {len(possible)} others: {some}")
        self.record("rolled", because, who=who, pool=str(dice), reading=reading)
        return reading

    # ---- what came of it ----

    def cited(self, rule: str) -> bool:
        """Whether any event cites the rule."""
        return any(rule in event.rules for event in self.events)

    def codes(self) -> list[str]:
        """The codes of the events, in order."""
        return [event.code for event in self.events]

    def was_asked(self, rule: str) -> bool:
        """Whether a question or roll came in the name of the rule."""
        return any(asked == rule for asked, _, _ in self.asked)

    def options_of(self, rule: str) -> list[Option]:
        """The options of the last question in the name of the rule."""
        return next(list(what) for asked, _, what in reversed(self.asked) if asked == rule)
