"""The contract of a system, with defaults for what a small one does not care about.

A system is a value found by name through the entry points of the group `affray.systems`; see
docs/add-a-system.md. Everything outside `systems/` knows a system through this class alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from affray.kernel.event import Event
from affray.kernel.fight import C, Combatant, Fight
from affray.kernel.keys import Key, Option
from affray.kernel.plain import copied, dumped, fill_from, key_of
from affray.kernel.policy import Policy, RandomPolicy, Source
from affray.kernel.question import Edit, Question
from affray.kernel.rulebook import HouseRules, Rulebook
from affray.kernel.sheet import Map, Order, Setting, Sheet, Slot, Track
from affray.kernel.table import Table
from affray.kernel.words import Words

F = TypeVar("F", bound=Fight[Any])


@dataclass(slots=True)
class Setup:
    """All that a fight starts from, as plain data: with the answers, it is the whole fight.

    `roster` holds one block a combatant with at least `id`, `name`, `side` ("heroes" or "foes")
    and `kind` ("hero", "ally" or "foe"); the rest of a block is the system's. Library entries are
    copied in, so that a later change of the library changes no fight.
    """

    system: str
    title: str
    roster: list[dict[str, Any]]
    scene: dict[str, Any] = field(default_factory=dict)
    house_rules: dict[str, Any] = field(default_factory=dict)
    max_rounds: int = 100
    about: str = ""

    def dump(self) -> dict[str, Any]:
        return {
            "system": self.system,
            "title": self.title,
            "roster": self.roster,
            "scene": self.scene,
            "house-rules": self.house_rules,
            "max-rounds": self.max_rounds,
            "about": self.about,
        }

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Setup:
        return cls(
            data["system"],
            data["title"],
            list(data["roster"]),
            dict(data["scene"]),
            dict(data["house-rules"]),
            data["max-rounds"],
            data.get("about", ""),
        )


@dataclass(frozen=True, slots=True)
class Ending:
    """What a result is called: `named` in a table ("the heroes win"), `told` when it has come
    about ("The heroes have won.")."""

    named: str
    told: str


ENDINGS: Mapping[str, Ending] = {
    "heroes": Ending("the heroes win", "The heroes have won."),
    "foes": Ending("the foes win", "The foes have won."),
    "none": Ending("nobody wins", "Nobody has won."),
}
"""The results of a fight; every system has these three."""


@dataclass(slots=True)
class Stage:
    """One stage of how a roll is explained: rolled, cancelled, read.

    `symbols` are those that stand after it, `gone` those that it takes away, by name: a page draws
    them.
    """

    name: str
    text: str
    symbols: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


@dataclass(slots=True)
class Part:
    """Where a part of a pool comes from: `dice` are the dice that it brings, `gone` those that it
    takes away, both by the name of their kind; `text` says why, `rule` by which rule. `about` are
    the ids of others whom the text tells of: who may not know of one of them gets no such part.

    `adds` is the number that a part adds to what the dice show (0 is worth saying, None is none),
    `against` what the sum is held against ("AC 13"). `of` is the combatant whose numbers a part
    tells: who may not see those gets no such part.
    """

    text: str
    rule: str
    dice: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    adds: int | None = None
    against: str = ""
    of: str = ""


class System(ABC, Generic[F]):
    """A rule system. Stateless: everything that changes is in the fight."""

    name: str
    title: str
    version: int = 1
    """The version of the saved form of a state; `migrate` brings older ones up to it."""

    @property
    @abstractmethod
    def rulebook(self) -> Rulebook:
        """The ledger, read when first used."""

    # ---- the fight ----

    @abstractmethod
    def start(self, setup: Setup) -> F:
        """The state before the first step."""

    @abstractmethod
    def step(self, fight: F, table: Table) -> None:
        """Runs what is due next, up to the next step boundary."""

    def after(self, fight: F, table: Table) -> None:
        """Runs the next step of what comes after the fight; sets `closed` when nothing is left."""
        fight.closed = True

    def settle(self, fight: F, table: Table) -> None:
        """Plays out what is already owed for the action just taken (a blow that is to come back,
        say), so that a preview of the action shows its price. Default: nothing is.
        """

    preview_leaves: int = 20_000
    """In how many ways an action may turn out for its preview to walk through all of them. A system
    whose rolls have many readings lowers it: beyond it a preview walks the likeliest and samples
    the rest.
    """

    def leads_on(self, key: Key) -> bool:
        """Whether an option only leads on to a choice of what is done (with which skill?), so that
        no odds can stand beside it before that is made. Default: no option does."""
        return False

    def ended_here(self, fight: F, table: Table) -> None:
        """Tidies up after a step that was ended in its middle, so that play goes on."""

    def copy(self, fight: F) -> F:
        """A copy that shares nothing that rules change."""
        return copied(fight)

    def key(self, fight: F) -> Any:
        """A hashable value; fights with equal keys play alike from here on.

        Names, notes and the count of steps are not in it. A system whose rules do not read the
        round leaves it out too, so that a position that comes again is known as the same.
        """
        return key_of(fight)

    def dump(self, fight: F) -> dict[str, Any]:
        """The state as plain data."""
        data = dumped(fight)
        assert isinstance(data, dict)
        return data

    def load(self, data: Mapping[str, Any], setup: Setup) -> F:
        """The state from what `dump` wrote, under the setup that it was started from."""
        fight = self.start(setup)
        fill_from(fight, data, {C: self.combatant})
        return fight

    combatant: type[Combatant] = Combatant
    """The class of combatants that the default `load` makes."""

    def migrate(self, data: dict[str, Any], version: int) -> dict[str, Any]:
        """A dumped state of an older `version` in today's form."""
        return data

    def edit(self, fight: F, edit: Edit, table: Table) -> bool:
        """Applies an edit of the system's own kinds; says whether it was one.

        The kinds that every table offers, if they make sense here: set (a track `name` of `who`
        to the number `value`), tag and untag (`name`), add (`value`: a block), skip, and reorder
        (a slot of the round, see `kernel.editing.move_of`), which is offered only where `order`
        says that a slot may be moved.
        Raises `Refused` and changes nothing if it makes no sense.
        """
        return False

    def numbers(self, fight: F, who: str) -> Sequence[str]:
        """What the edit "set" takes as a `name` for `who` (default: the tracks on the card)."""
        found = next((sheet for sheet in self.sheets(fight) if sheet.who == who), None)
        return [track.name for track in found.tracks] if found is not None else []

    def conditions(self, fight: F, who: str) -> Sequence[str]:
        """What the edit "tag" takes as a `name` for `who` now, as far as it can be listed, such as
        "stunned" or "near:ogre" (default: nothing)."""
        return ()

    def settings(self, fight: F) -> list[Setting]:
        """What of the scene as a whole the edit "set" without `who` takes now, for the GM alone
        (default: nothing)."""
        return []

    def endings(self, fight: F) -> Mapping[str, Ending]:
        """What the results of such a fight are called (default: who wins)."""
        return ENDINGS

    def aims(self, fight: F, *, gm: bool) -> Sequence[str]:
        """What each side is after, in sentences: as everybody may know it, or as the GM does
        (default: nothing)."""
        return ()

    def unit(self, fight: F) -> str:
        """What `fight.round` counts, one of them (default: "round")."""
        return "round"

    def tallies(self, before: F, after: F) -> Sequence[str]:
        """What has come about between the two, besides the result, that many fights are worth being
        counted by, in words (default: nothing)."""
        return ()

    def stir(self, fight: F) -> None:
        """Replaces every record by an equal one, to catch rules that kept one across a question."""
        fresh = self.copy(fight)
        fight.combatants.clear()
        fight.combatants.update(fresh.combatants)

    def oddities(self, fight: F) -> list[str]:
        """What no rule could have brought about (a GM may), in words."""
        return []

    def acts(self, fight: F, who: str) -> bool:
        """Whether somebody is ever asked anything (a ridden mount may not be); if not, nobody needs
        a seat for it."""
        return True

    # ---- showing it ----

    @abstractmethod
    def sheets(self, fight: F) -> list[Sheet]:
        """A card for everybody who has not been taken out, whole; `view` cuts it to a seat."""

    def order(self, fight: F) -> Order:
        """The order of the round: who has acted, who acts, who is next (default: the roster)."""
        return Order(fight.round, [Slot(c.id, (c.id,)) for c in fight.here()])

    def map(self, fight: F) -> Map | None:
        """Where everybody stands, whole; `view` cuts it to a seat. None: places play no part."""
        return None

    def counters(self, fight: F) -> list[Track]:
        """Numbers of the fight as a whole, such as points that a side shares; all see them. One
        without bounds has `low` equal to `high`.
        """
        return []

    tags: ClassVar[tuple[str, ...]] = ()
    """Every word that a card may bear: states, kinds, names of tags, words of tracks; one that goes
    on in some way ends in `*`. With them a doctrine's misspelt words are found; empty: not known.
    """

    windows: ClassVar[Mapping[str, str]] = {}
    """The reaction windows by name, with what people call them: a seat may pass on one in
    advance."""

    @property
    def words(self) -> Words:
        """How events, options and questions are put into words (default: their codes)."""
        return Words()

    def gives(self, fight: F, who: str, option: Option) -> str:
        """What an option does for `who`, in a few words with the numbers of now ("regain 2 Vigor");
        "" if its label says it all. It stands after the label."""
        return ""

    def explain_pool(self, fight: F, question: Question) -> list[Part]:
        """Where the dice of an open roll come from, in the order in which the pool was built."""
        return []

    def explain_roll(self, question: Question, faces: Sequence[int]) -> list[Stage]:
        """How a roll is read, stage by stage."""
        if question.pool is None or question.read is None:
            return []
        outcome = question.pool.outcome(tuple(faces))
        return [
            Stage("rolled", " ".join(map(str, faces))),
            Stage("read", str(question.read(outcome))),
        ]

    def gist(self, rule: str, reading: Any) -> str:
        """What a reading of a roll made by `rule` is called in a bar of odds, in a word or two:
        readings of one name are counted together ("success"). "" shows the reading as it is.

        `reading` is plain data (a tuple may be a list); nothing but it may enter.
        """
        return ""

    # ---- who plays ----

    def facade(self, fight: F, who: str) -> Any:
        """What a policy that answers for `who` may read: a live facade, not a copy."""
        return None

    def policy(self, name: str, side: str, source: Source) -> Policy:
        """The policy of that name for "heroes" or "gm". Raises KeyError on an unknown name."""
        if name == "random":
            return RandomPolicy(source)
        raise KeyError(name)

    policy_names: tuple[str, ...] = ("random",)

    # ---- content ----

    shelves: tuple[str, ...] = ("heroes", "foes", "allies")
    """The shelves of the library."""

    def library(self, shelf: str) -> Mapping[str, dict[str, Any]]:
        """The ready blocks of a shelf (one of `shelves`) by id."""
        return {}

    def encounters(self) -> Mapping[str, str]:
        """The packaged encounters: name to TOML text."""
        return {}

    demo: str = ""
    """The name of the encounter that shows the system best."""

    is_gentle: bool = False
    """Whether newcomers do best to begin with it: its demo is offered before those of others."""

    needs_foes: bool = True
    """Whether every encounter has foes; a system with scenes that need none says no, and its
    `check_scene` looks to those that do."""

    @abstractmethod
    def check_block(self, kind: str, block: dict[str, Any], house: HouseRules) -> dict[str, Any]:
        """A combatant's block, validated and completed: kind is "hero", "ally" or "foe".

        Raises `pydantic.ValidationError` with the path of every fault.
        """

    def form_schema(self, kind: str, house: HouseRules) -> dict[str, Any] | None:
        """The JSON schema of the form of a "hero", "ally" or "foe"; None: it has no form."""
        return None

    def check_scene(self, scene: dict[str, Any], setup: Setup) -> dict[str, Any]:
        """The encounter's `[scene]`, validated; raises `pydantic.ValidationError`."""
        return scene

    def carry_over(self, fight: F) -> list[dict[str, Any]]:
        """The heroes' blocks as they leave the fight, to start the next one with."""
        return []


def path_of(events: Sequence[Event]) -> tuple[str, ...]:
    """The rules that a step has openly gone through so far, each once, in order."""
    return tuple(dict.fromkeys(event.rule for event in events if event.audience == "all"))


__all__ = ["Key", "Option", "Part", "Setup", "Stage", "System", "path_of"]
