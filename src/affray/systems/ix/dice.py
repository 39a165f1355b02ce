"""The six narrative dice of ix: rules ix.dice.*, tables.dice and tables.symbols of its ledger."""

from __future__ import annotations

from typing import NamedTuple

from affray.dice import DiceSet, NamedDie, Symbol


class Net(NamedTuple):
    """What a check comes to after cancelling (ix.check.cancel, ix.check.net-boons-banes).

    `success` below 0 are net Failures, `boon` below 0 net Banes. The Success of a Breakthrough
    and the Failure of a Calamity are in `success`; their effects never cancel
    (ix.dice.special-effects-never-cancel), so `breakthrough` and `calamity` stand side by side.
    """

    success: int
    boon: int
    breakthrough: int
    calamity: int


SYMBOLS = (
    Symbol("success", "S", cancels="failure"),
    Symbol("failure", "F", cancels="success"),
    Symbol("boon", "B", cancels="bane"),
    Symbol("bane", "N", cancels="boon"),
    Symbol("breakthrough", "X", counts_as=("success",)),
    Symbol("calamity", "C", counts_as=("failure",)),
)

_FACES = {
    "mastery": "-, S, S, S S, S S, B, S B, S B, S B, B B, B B, X",
    "ability": "-, S, S, S S, B, B, S B, B B",
    "boon": "-, -, S, S B, B B, B",
    "crisis": "-, F, F, F F, F F, N, N, F N, F N, N N, N N, C",
    "trial": "-, F, F F, N, N, N, N N, F N",
    "bane": "-, -, F, F, N, N",
}
_NAME_OF = {symbol.letter: symbol.name for symbol in SYMBOLS}


def _faces(name: str) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(_NAME_OF[letter] for letter in face.split() if letter != "-")
        for face in _FACES[name].split(",")
    )


POOL_LIMIT = 12
"""tables.limits.pool: the most dice of a finished pool, both kinds together (ix.pool.limit)."""

DICE = DiceSet(
    "ix",
    SYMBOLS,
    (
        NamedDie("mastery", "M", True, _faces("mastery"), plural="masteries"),
        NamedDie("ability", "A", True, _faces("ability"), plural="abilities"),
        NamedDie("boon", "B", True, _faces("boon")),
        NamedDie("crisis", "C", False, _faces("crisis"), plural="crises"),
        NamedDie("trial", "T", False, _faces("trial")),
        NamedDie("bane", "N", False, _faces("bane")),
    ),
    Net,
    limit=POOL_LIMIT,
)
