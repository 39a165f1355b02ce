"""What a chase is made of: the gap of each pair, the obstacles, and who has one before it."""

from __future__ import annotations

from dataclasses import dataclass

LAND, AIR, MOUNTED, WATER = "land", "air", "mounted", "water"
GROUNDS = (LAND, AIR, MOUNTED, WATER)
OPEN, NARROW = "open", "narrow"
GOINGS = ("", OPEN, NARROW)

CAUGHT, LOST, DONE = "caught", "lost", "done"
"""How a pair's part of the chase has ended: the pursuer has caught the quarry, has lost its trail,
or another has caught it."""
CHECK, BANE = "check", "bane"
"""What an obstacle does, as the quarry picks."""


@dataclass(frozen=True, slots=True)
class Gap:
    """The gap of a pair in range bands, 0 (contact) to 4 (Extreme).

    `held` are the rounds in a row that have ended with it at Extreme; `over` is how it ended ("":
    it goes on).
    """

    pursuer: str
    quarry: str
    bands: int
    held: int = 0
    over: str = ""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something in the way that the quarry can bring into play once.

    `difficulty` are Trial Dice, -1 for those of every obstacle; `is_narrow` says that it is a
    crowd or a narrow way.
    """

    id: str
    name: str
    skills: tuple[str, ...]
    difficulty: int = -1
    is_narrow: bool = False
    is_used: bool = False


@dataclass(frozen=True, slots=True)
class Facing:
    """An obstacle that a pursuer meets in its next turn; `how` is "check" or "bane"."""

    who: str
    obstacle: str
    by: str
    how: str


@dataclass(frozen=True, slots=True)
class Chase:
    """A chase: which side flees, where it goes, and how it stands.

    `gap` is what the encounter says of every pair (0: nothing), `is_named` whether the obstacles
    have been named. `fallen` have come off their mounts. The last three are about the turn that
    runs: the Bane Dice of `slowed` on movement checks, whether a failed check has `barred`
    closing, whether a climb is paid for.
    """

    quarry: str = ""
    ground: str = LAND
    going: str = ""
    gap: int = 0
    gaps: tuple[Gap, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    is_named: bool = False
    facing: tuple[Facing, ...] = ()
    fallen: tuple[str, ...] = ()
    slowed: int = 0
    barred: bool = False
    climbed: bool = False

    def obstacle(self, obstacle_id: str) -> Obstacle | None:
        return next((one for one in self.obstacles if one.id == obstacle_id), None)

    def pair(self, pursuer: str, quarry: str) -> Gap | None:
        for gap in self.gaps:
            if gap.pursuer == pursuer and gap.quarry == quarry:
                return gap
        return None
