"""A rule as people read it: its words, source and basis, and what a table has changed of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from affray.cli.console import wrapped
from affray.kernel.rulebook import HouseRules, Rule, Rulebook


def rule_lines(rule: Rule, indent: str = "  ", house: HouseRules | None = None) -> Iterator[str]:
    """The lines of a rule below its id."""
    for paragraph in rule_paragraphs(rule, house):
        yield from wrapped(paragraph, indent)


def rule_paragraphs(rule: Rule, house: HouseRules | None = None) -> Iterator[str]:
    """What a rule says, who rules, where it stands, and what a table has changed of it."""
    yield rule.says
    if rule.kind == "ruling":
        yield f"The GM rules ({rule.mode}); otherwise: {rule.default}"
    basis = {
        "stated": "stated by the text",
        "inferred": f"inferred: {rule.why}",
        "filled": f"filled in by us, the text is lost: {rule.why}",
    }[rule.basis]
    yield f"Source: {rule.source}; {basis}"
    for change in house.changed(rule.id) if house is not None else ():
        yield f"House rule: {change.id} is {shown(change.own)} (the book: {shown(change.book)})."


def defining_first(book: Rulebook, words: str) -> list[Rule]:
    """The rules in which all the words occur, those first that say what they mean: whose area or
    id they are, then those whose text begins with them."""
    wanted = words.casefold().split()
    slug = "-".join(wanted)
    places = {rule.id: at for at, rule in enumerate(book.rules)}
    found = book.search(words)
    likely = {rule.id: at for at, rule in enumerate(found)}

    def rank(rule: Rule) -> tuple[int, int]:
        if slug == rule.area:
            return 0, places[rule.id]
        if slug == rule.id.rpartition(".")[2]:
            return 1, places[rule.id]
        if any(word in rule.id.partition(".")[2] for word in wanted):
            return 2, likely[rule.id]
        begin = rule.says.casefold()[:60]
        return (3 if any(word in begin for word in wanted) else 4), likely[rule.id]

    return sorted(found, key=rank)


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
