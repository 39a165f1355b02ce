"""Faces, pools and exact distributions, and the text that people write for them."""

from affray.dice.distribution import Distribution
from affray.dice.errors import DiceError
from affray.dice.judged import JudgedPool, judged
from affray.dice.notation import parse_numbers
from affray.dice.numeric import NumberPool, dice, hit_pool, number_pool
from affray.dice.pool import Faces, Pool, Source
from affray.dice.symbols import DiceSet, NamedDie, Symbol, SymbolPool, symbol_pool
from affray.dice.terms import Term
from affray.dice.text import parse, parse_named
from affray.dice.together import TogetherPool, together

__all__ = [
    "DiceError",
    "DiceSet",
    "Distribution",
    "Faces",
    "JudgedPool",
    "NamedDie",
    "NumberPool",
    "Pool",
    "Source",
    "Symbol",
    "SymbolPool",
    "Term",
    "TogetherPool",
    "dice",
    "hit_pool",
    "judged",
    "number_pool",
    "parse",
    "parse_named",
    "parse_numbers",
    "symbol_pool",
    "together",
]
