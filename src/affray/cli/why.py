"""A rule as people read it: its words, source and basis, and what a table has changed of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from affray.cli.console import wrapped
from affray.kernel.rulebook import HouseRules, Rule


def rule_lines(rule: Rule, indent: str = "  ", house: HouseRules | None = None) -> Iterator[str]:
    """The lines of a rule below its id."""
    yield from wrapped(rule.says, indent)
    if rule.kind == "ruling":
        yield from wrapped(f"The GM rules ({rule.mode}); otherwise: {rule.default}", indent)
    basis = {
        "stated": "stated by the text",
        "inferred": f"inferred: {rule.why}",
        "filled": f"filled in by us, the text is lost: {rule.why}",
    }[rule.basis]
    yield from wrapped(f"Source: {rule.source}; {basis}", indent)
    for change in house.changed(rule.id) if house is not None else ():
        yield from wrapped(
            f"House rule: {change.id} is {shown(change.own)} (the book: {shown(change.book)}).",
            indent,
        )


def shown(value: object) -> str:
    """A value of a ledger in words."""
    if isinstance(value, (tuple, list)):
        return ", ".join(map(str, value))
    return str(value)


class Why:
    """The rules beneath the lines of a story: whole where first cited, by id from then on."""

    def __init__(self, house: HouseRules) -> None:
        self.house = house
        self._told: set[str] = set()

    def lines(self, rules: Iterable[str], indent: str) -> Iterator[str]:
        again = []
        for rule_id in rules:
            if rule_id in self._told:
                again.append(rule_id)
                continue
            self._told.add(rule_id)
            if rule_id not in self.house.book:
                yield f"{indent}{rule_id}: how every table works, no rule of the book."
                continue
            yield f"{indent}{rule_id}"
            yield from rule_lines(self.house.book.rule(rule_id), f"{indent}  ", self.house)
        if again:
            yield from wrapped(f"as above: {', '.join(again)}", indent)
