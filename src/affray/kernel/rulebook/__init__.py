"""The rulebook as data: one loader for every system's ledger, and the house rules in force.

A system package reads the text of its own ``rulebook.toml`` and hands it to `Rulebook.from_toml`;
nothing here touches a file. `HouseRules` lays a table's own numbers, readings and ruling modes over
the book, and `fill` turns them into a small typed record that rules can read fast::

    @dataclass(frozen=True, slots=True)
    class Numbers:
        hero_health: int                                    # the value hero-health
        starting_spread: tuple[int, ...]                    # a value that is a list
        enemy_phase: Literal["after-each-hero", "after-all-heroes"]   # a switch
        positions_stack: bool                               # a switch of yes and no

    numbers = fill(Numbers, HouseRules(book))
"""

from affray.kernel.rulebook.book import (
    BASES,
    KINDS,
    MODES,
    Basis,
    Kind,
    Mode,
    Number,
    Row,
    Rule,
    Rulebook,
    Switch,
    Table,
    Value,
)
from affray.kernel.rulebook.bridge import fill, uncovered
from affray.kernel.rulebook.faults import (
    Fault,
    FaultyText,
    HouseRulesError,
    LedgerError,
    UnknownName,
    UnknownRule,
    meant,
    near_matches,
    short,
)
from affray.kernel.rulebook.house import LARGEST, Change, HouseRules

__all__ = [
    "BASES",
    "KINDS",
    "LARGEST",
    "MODES",
    "Basis",
    "Change",
    "Fault",
    "FaultyText",
    "HouseRules",
    "HouseRulesError",
    "Kind",
    "LedgerError",
    "Mode",
    "Number",
    "Row",
    "Rule",
    "Rulebook",
    "Switch",
    "Table",
    "UnknownName",
    "UnknownRule",
    "Value",
    "fill",
    "meant",
    "near_matches",
    "short",
    "uncovered",
]
