"""Dice that were rolled or are about to be, and pools that were built die by die."""

from __future__ import annotations

from typing import Any

from affray.web.faces import cast_dice, marks, single_dice, to_type
from affray.web.gallery.pieces import Data, option, parts, question, ref

D6: Data = {"die": "d6", "letter": "", "shape": "d6", "sides": 6, "count": 3, "hits": [5, 6]}


def kind(name: str, letter: str, sides: int, count: int = 1, **more: Any) -> Data:
    """A kind of dice as a pool describes it."""
    made: Data = {"die": name, "letter": letter, "shape": f"d{sides}", "sides": sides}
    return made | {"count": count, **more}


def symbolic(name: str, letter: str, text: str, count: int = 1, *, positive: bool = True) -> Data:
    """A kind of dice with symbols: the letters of each face, the faces parted by commas."""
    faces = text.split(",")
    names = {"S": "success", "B": "boon", "X": "breakthrough", "F": "failure", "N": "bane"}
    names["C"] = "calamity"
    shown = {letter for face in faces for letter in face.split()}
    return kind(
        name,
        letter,
        len(faces),
        count,
        positive=positive,
        faces=[[names[each] for each in face.split()] for face in faces],
        symbols={names[each]: {"letter": each, "special": each in "XC"} for each in shown},
    )


SIX_KINDS = [
    symbolic("mastery", "M", ",S,S,S S,S S,B,S B,S B,S B,B B,B B,X", count=2),
    symbolic("ability", "A", ",S,S,S S,B,B,S B,B B"),
    symbolic("boon", "B", ",,S,S B,B B,B"),
    symbolic("crisis", "C", ",F,F,F F,F F,N,N,F N,F N,N N,N N,C", positive=False),
    symbolic("trial", "T", ",F,F F,N,N,N,N N,F N", count=2, positive=False),
    symbolic("bane", "N", ",,F,F,N,N", positive=False),
]


def rolled() -> Data:
    return {
        "id": "r1",
        "who": ref("mira", "Mira Vale"),
        "text": "roll to strike",
        "dice": cast_dice([D6], (5, 2, 1)),
        "reading": "1 hit: mixed success",
        "stages": [stage("rolled", "5 2 1"), stage("hits", "one die of 5 or more")],
        "how": "rolled",
        "line": 3,
    }


def stage(name: str, text: str, symbols: str = "", gone: str = "") -> Data:
    return {
        "name": name,
        "text": text,
        "symbols": marks(SIX_KINDS, symbols.split()),
        "gone": marks(SIX_KINDS, gone.split()),
    }


def symbols() -> Data:
    """A roll of all six kinds of symbol dice, with what cancels."""
    return rolled() | {
        "dice": cast_dice(SIX_KINDS, (12, 7, 4, 1, 12, 3, 8, 5)),
        "reading": "1 success, 1 boon, a breakthrough and a calamity",
        "stages": [
            stage("rolled", "", "breakthrough success boon success success calamity failure"),
            stage("cancelled", "three failures, one bane", gone="failure failure failure bane"),
            stage("read", "what is left", "success boon breakthrough calamity"),
        ],
        "how": "typed",
    }


def numbers() -> Data:
    """Two pools in one roll, read apart; of the second one die does not count."""
    kinds = [
        kind("d20", "", 20, pool=0),
        kind("d4", "", 4, pool=1),
        kind("d8", "", 8, pool=1),
        kind("d10", "", 10, pool=1),
        kind("d12", "", 12, 2, keep=1, highest=True, pool=1),
        kind("d100", "", 100, pool=1),
        kind("d7", "", 7, pool=1),
    ]
    return rolled() | {
        "dice": cast_dice(kinds, (17, 3, 8, 10, 4, 11, 100, 7)),
        "reading": "17 to hit, 139 damage",
        "stages": [],
        "how": "rolled",
    }


def roll_question(*, gm: bool, kinds: list[Data] | None = None, **more: Any) -> Data:
    readings = [{"value": f'"{word}"', "text": word} for word in ("failure", "mixed", "success")]
    dice = [D6] if kinds is None else kinds
    return question(
        what="roll",
        text="Mira Vale rolls to strike",
        dom="q-7-2",
        groups=[],
        roll={
            "pool": "3d6>=5",
            "dice": single_dice(dice),
            "parts": [
                {"text": "Body 14", "rule": "book.stat", "dice": [], "gone": [], "adds": 2},
            ],
            "sum": "3d6 + 2 against AC 13",
            "to_type": to_type(dice),
            "odds": parts(0.3, 0.44),
            "can_roll": True,
            "can_type": True,
            "waits": [],
            "readings": readings if gm else [],
        }
        | more,
        offers=[
            option("reroll", "Spend a point: one more die", owner=ref("tam", "Old Tam")),
        ],
    )


def _named(*names: str) -> list[Data]:
    known = {one["name"]: one for one in single_dice(SIX_KINDS)}
    return [known[name] for name in names]


def pool_question(*, gm: bool) -> Data:
    """A roll whose pool was built die by die."""
    built = [
        ("Rapier with melee 2 and agility 3", ("mastery", "mastery", "ability"), ()),
        ("Aimed for one maneuver", ("boon",), ()),
        ("The captain stands within reach", ("trial", "trial"), ()),
        ("The captain is a rival", ("trial",), ()),
        ("The GM spends a point", ("crisis",), ("trial",)),
        ("It grows dark", ("bane",), ()),
    ]
    found = [
        {
            "text": text,
            "rule": "book.pool",
            "dice": _named(*dice),
            "gone": _named(*gone),
            "adds": None,
        }
        for text, dice, gone in built
    ]
    pool = "2 mastery 1 ability vs 2 trial"
    return roll_question(gm=gm, kinds=SIX_KINDS, parts=found, pool=pool, sum="")
