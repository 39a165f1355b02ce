"""Cover: a fact of the scene that raises the AC of whoever stands behind it."""

from __future__ import annotations

from affray.systems.vigor.ledger import tables
from affray.systems.vigor.state import VigorFight

KINDS = ("none", "half", "three-quarters", "total")


def of(fight: VigorFight, attacker: str, target: str) -> str:
    """The best cover of the target from the attacker: "none", "half", "three-quarters", "total".

    A pair of whom the GM has said "none" has none, whatever is said of the target alone.

    Implements vigor.cover.details, vigor.fight.scene-facts.
    """
    if not fight.facts:
        return "none"
    said = [f for f in fight.facts if f.kind == "cover" and f.other == target]
    if any(f.who == attacker and f.value == "none" for f in said):
        return "none"
    found = [str(f.value) for f in said if f.who in ("", attacker)]
    return max(found, key=KINDS.index, default="none")


def bonus(cover: str) -> int:
    """What the cover adds to AC. Implements vigor.cover.bonus."""
    return tables().cover.get(cover, 0)


def lowered(cover: str) -> str:
    """Half cover as none, three-quarters as half.

    Implements vigor.weapon-maneuver.thread-the-gap.
    """
    return {"half": "none", "three-quarters": "half"}.get(cover, cover)
