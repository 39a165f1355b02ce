"""From an encounter as people write it (TOML, or the same shape as JSON) to a `Setup`.

    system = "trade"
    title = "The mill at night"
    about = "What happened before."

    [[heroes]]
    use = "maren-holt"            # a block of the library ...
    weapons = ["maul"]            # ... with any of its fields written anew

    [[foes]]
    use = "ditch-cutter"
    count = 3                     # Ditch-cutter 1 to 3

    [[foes]]
    name = "The miller"           # or a block of one's own; its fields are the system's

    [scene]                       # the system's too
    [house-rules]                 # see `affray.kernel.rulebook.HouseRules`
    [expects]                     # what the author measured, for a test to check
    policy = "sensible"
    heroes = 0.8                  # the share of fights that the heroes win
    rounds = 4.0                  # how long a fight lasts on average

Text comes in; no file is read here. All faults of an encounter are told at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Final

from affray.kernel.bounds import out_of_bounds
from affray.kernel.naming import (
    RESERVED_IDS,
    fault_of_name,
    folded,
    free_id,
    is_id,
    numbered,
)
from affray.kernel.rulebook import (
    Fault,
    FaultyText,
    HouseRules,
    HouseRulesError,
    meant,
    near_matches,
    short,
)
from affray.kernel.rulebook.reader import LONGEST_TEXT, read_toml
from affray.kernel.system import Setup, System
from affray.kernel.validation import faults_of

MOST_COMBATANTS: Final = 200
MOST_ROUNDS: Final = 1_000

_KINDS: Final = {"heroes": "hero", "allies": "ally", "foes": "foe"}
_SIDES: Final = {"heroes": "heroes", "allies": "heroes", "foes": "foes"}
_KEYS: Final = (
    "system",
    "title",
    "about",
    "max-rounds",
    *_KINDS,
    "scene",
    "house-rules",
    "expects",
)


class EncounterError(FaultyText):
    """An encounter cannot be played as it is written; `faults` has every reason."""


@dataclass(frozen=True, slots=True)
class Expects:
    """What the author of an encounter says about it, measured with `policy` on both sides.

    `heroes` is the share of fights that the heroes win, from 0 to 1; `rounds` how many rounds a
    fight lasts on average, None if it is not said.
    """

    policy: str
    heroes: float
    rounds: float | None


def parse(text: str, where: str) -> dict[str, Any]:
    """The plain data of an encounter's TOML; `where` names the text in errors, a file name say.

    Raises `EncounterError` with line and column.
    """
    return read_toml(text, where, EncounterError, longest=LONGEST_TEXT)


def system_of(text: str | Mapping[str, Any], where: str) -> str:
    """The name of the system that an encounter is for, to load it by. Raises `EncounterError`."""
    named = _data(text, where).get("system")
    if isinstance(named, str) and named:
        return named
    fault = "it does not say which system it is for"
    raise EncounterError([Fault(where, fault, 'Write system = "..." above everything else.')])


def read_encounter(text: str | Mapping[str, Any], where: str, system: System[Any]) -> Setup:
    """The set-up that an encounter describes: TOML text, or data of the same shape.

    Raises `EncounterError` with every fault at once.
    """
    return _Reader(where, system).read(_data(text, where))


def expectations(text: str | Mapping[str, Any], where: str, system: System[Any]) -> Expects | None:
    """What the author says to expect, None if nothing. Raises `EncounterError`."""
    reader = _Reader(where, system)
    expects = reader.expects(_data(text, where).get("expects"))
    reader.stop_at_faults()
    return expects


def _data(text: object, where: str) -> Mapping[str, Any]:
    data = parse(text, where) if isinstance(text, str) else text
    if not isinstance(data, Mapping):
        cure = "Send an object with system, title, heroes and foes."
        raise EncounterError([Fault(where, "it is no table", cure)])
    if faults := list(out_of_bounds(data, where)):
        raise EncounterError(faults)
    return data


@dataclass(slots=True)
class _Entry:
    """One `[[heroes]]`, `[[allies]]` or `[[foes]]`: its checked block, for one or for many."""

    place: str
    table: str
    name: str
    wanted_id: str
    count: int
    block: dict[str, Any]


class _Reader:
    """Reads one encounter and gathers its faults."""

    def __init__(self, where: str, system: System[Any]) -> None:
        self.where = where
        self.system = system
        self.faults: list[Fault] = []

    def read(self, data: Mapping[str, Any]) -> Setup:
        self.of_this_system(data.get("system"))
        for key in data:
            if key not in _KEYS:
                cure = meant(near_matches(key, _KEYS)) or f"The keys are {', '.join(_KEYS)}."
                self.fault(short(key), "no such key is known here", cure)
        title = self.words(data, "title", required=True)
        about = self.words(data, "about")
        max_rounds = self.whole(data, "max-rounds", "max-rounds", 100, MOST_ROUNDS)
        self.expects(data.get("expects"))
        house = self.house_rules(data.get("house-rules", {}))
        entries = [
            entry for table in _KINDS for entry in self.entries(table, data.get(table, []), house)
        ]
        roster = self.roster(entries)
        scene = data.get("scene", {})
        if not isinstance(scene, dict):
            self.fault("scene", "it is no table", "Write [scene] and below it key = value.")
        self.stop_at_faults()
        setup = Setup(self.system.name, title, roster, {}, house.plain(), max_rounds, about)
        setup.scene = self.scene(scene, setup)
        self.stop_at_faults()
        return setup

    def fault(self, place: str, fault: str, cure: str) -> None:
        self.faults.append(Fault(f"{self.where}, {place}", fault, cure))

    def stop_at_faults(self) -> None:
        if self.faults:
            raise EncounterError(self.faults)

    # ---- the top ----

    def of_this_system(self, named: object) -> None:
        """Nothing else can be judged by the rules of another system."""
        own = self.system.name
        if named != own:
            fault = "it is missing" if named is None else f"{short(named)} is not {own}"
            cure = f'Write system = "{own}", or have it read by the system it is for.'
            self.fault("system", fault, cure)
            self.stop_at_faults()

    def words(self, data: Mapping[str, Any], key: str, *, required: bool = False) -> str:
        found = data.get(key, "")
        if isinstance(found, str) and (found.strip() or not required):
            return found.strip()
        fault = "it is missing" if key not in data else "it is not a text with something in it"
        self.fault(key, fault, f'Write {key} = "...".')
        return ""

    def whole(self, data: Mapping[str, Any], key: str, place: str, default: int, most: int) -> int:
        found = data.get(key, default)
        if isinstance(found, int) and not isinstance(found, bool) and 1 <= found <= most:
            return found
        self.fault(place, f"{short(found)} does not do", f"Write a whole number from 1 to {most}.")
        return default

    def expects(self, raw: object) -> Expects | None:
        if raw is None:
            return None
        if not isinstance(raw, dict):
            self.fault("expects", "it is no table", "Write [expects] and below it key = value.")
            return None
        known = ("policy", "heroes", "rounds")
        for key in raw:
            if key not in known:
                cure = meant(near_matches(key, known)) or f"The keys are {', '.join(known)}."
                self.fault(f"expects.{short(key)}", "no such key is known here", cure)
        policy = raw.get("policy")
        if policy not in self.system.policy_names:
            names = " or ".join(self.system.policy_names)
            self.fault("expects.policy", "it names no policy of the system", f"Write {names}.")
        heroes, rounds = raw.get("heroes"), raw.get("rounds")
        if not _is_number(heroes, 1):
            fault = "it is missing" if heroes is None else f"{short(heroes)} is no share"
            self.fault("expects.heroes", fault, "Write a number from 0 to 1.")
        if rounds is not None and not _is_number(rounds, MOST_ROUNDS):
            cure = f"Write a number from 0 to {MOST_ROUNDS}."
            self.fault("expects.rounds", f"{short(rounds)} is no number of rounds", cure)
        return None if self.faults else Expects(str(policy), float(heroes or 0), rounds)

    def house_rules(self, raw: object) -> HouseRules:
        book = HouseRules(self.system.rulebook)
        try:
            return book.with_table(raw, self.where)
        except HouseRulesError as error:
            self.faults += error.faults
            return book

    def scene(self, raw: dict[str, Any], setup: Setup) -> dict[str, Any]:
        return self.checked("scene", raw, lambda data: self.system.check_scene(data, setup))

    def checked(
        self,
        place: str,
        raw: dict[str, Any],
        check: Callable[[dict[str, Any]], dict[str, Any]],
    ) -> dict[str, Any]:
        """What the system makes of the data; nothing if it finds faults, which are kept."""
        from pydantic import ValidationError

        try:
            return check(deepcopy(raw))
        except ValidationError as error:
            self.faults += faults_of(error, f"{self.where}, {place}", raw)
        except FaultyText as error:  # of rules that fit no single key
            self.faults += [replace(f, place=f"{self.where}, {f.place}") for f in error.faults]
        return {}

    # ---- combatants ----

    def entries(self, table: str, raw: object, house: HouseRules) -> Iterator[_Entry]:
        if not isinstance(raw, list):
            self.fault(table, "it is no list", f"Write each of them under a [[{table}]] line.")
            return
        needed = table == "heroes" or (table == "foes" and self.system.needs_foes)
        if not raw and needed:
            self.fault(table, "there are none", f"Write at least one [[{table}]].")
        for number, given in enumerate(raw, 1):
            place = f"{table}[{number}]"
            if not isinstance(given, dict):
                self.fault(place, "it is no table", f"Write it under a [[{table}]] line.")
            elif (entry := self.entry(table, place, given, house)) is not None:
                yield entry

    def entry(
        self, table: str, place: str, given: dict[str, Any], house: HouseRules
    ) -> _Entry | None:
        """One entry; its block is empty if it has faults, so that the others can be told too."""
        block = self.from_library(table, place, given)
        if block is None:
            return None
        block.pop("use", None)
        count = self.whole(block, "count", f"{place}.count", 1, MOST_COMBATANTS)
        block.pop("count", None)
        wanted_id = self.own_id(place, block.pop("id", ""))
        for key, right in (("kind", _KINDS[table]), ("side", _SIDES[table])):
            if block.pop(key, right) != right:
                cure = "Take it out, or write the entry under the table it belongs to."
                self.fault(f"{place}.{key}", f"under [[{table}]] it is always {right}", cure)
        name = self.name(place, block)
        block["name"] = name or "?"
        kind = _KINDS[table]
        checked = self.checked(
            place, block, lambda data: self.system.check_block(kind, data, house)
        )
        return _Entry(place, table, name, wanted_id, count, checked)

    def from_library(self, table: str, place: str, given: dict[str, Any]) -> dict[str, Any] | None:
        """The entry's block, laid over the library's if it uses one; None if there is no such.

        A table of the entry changes single keys of the library's; anything else takes its place.
        """
        if "use" not in given:
            return dict(given)
        try:
            shelf = self.system.library(table)
        except LookupError:  # a system need not have every shelf
            shelf = {}
        used = given["use"]
        if not isinstance(used, str) or used not in shelf:
            near = near_matches(used, shelf) if isinstance(used, str) else ()
            cure = meant(near) or f"The library of {table} has {', '.join(shelf) or 'nothing'}."
            self.fault(f"{place}.use", f"the library of {table} has no {short(used)}", cure)
            return None
        block = deepcopy(dict(shelf[used]))
        block.setdefault("name", used.replace("-", " ").capitalize())
        block.pop("id", None)
        for key, value in given.items():
            old = block.get(key)
            both = isinstance(old, dict) and isinstance(value, dict)
            block[key] = {**old, **value} if both else value  # type: ignore[dict-item]
        return block

    def own_id(self, place: str, raw: object) -> str:
        if raw == "":
            return ""
        if isinstance(raw, str) and is_id(raw):
            return raw
        cure = "Write small letters, digits and hyphens, a letter first; or leave it out."
        self.fault(f"{place}.id", f"{short(raw)} cannot be an id", cure)
        return ""

    def name(self, place: str, block: dict[str, Any]) -> str:
        """The name as it is written, empty if it cannot be one."""
        raw = block.get("name")
        if raw is None:
            cure = 'Add name = "...", or use = "...".'
            self.fault(f"{place}.name", "it is missing", cure)
        elif (wrong := fault_of_name(raw)) is not None:
            self.fault(f"{place}.name", *wrong)
        else:
            return str(raw).strip()
        return ""

    def roster(self, entries: list[_Entry]) -> list[dict[str, Any]]:
        """Everybody with a name and an id of their own, in the order written."""
        total = sum(entry.count for entry in entries)
        if total > MOST_COMBATANTS:
            fault = f"there are {total} combatants"
            self.fault("heroes, allies and foes", fault, f"Leave at most {MOST_COMBATANTS}.")
            return []
        names: dict[str, str] = {}
        ids = set(RESERVED_IDS)
        for entry in entries:
            for wanted in numbered(entry.wanted_id, entry.count, "-"):
                if wanted and wanted in ids:
                    cure = "Give each an id of its own, or leave it out."
                    self.fault(f"{entry.place}.id", f"{wanted} is taken", cure)
                ids.add(wanted)
        roster = []
        for entry in entries:
            wanted_ids = numbered(entry.wanted_id, entry.count, "-")
            for name, wanted in zip(
                numbered(entry.name, entry.count, " "), wanted_ids, strict=True
            ):
                if not name:
                    continue  # its fault has been told
                taken_by = names.setdefault(folded(name), entry.place)
                if taken_by != entry.place:
                    fault = f"{short(name)} is the name of {taken_by} too"
                    cure = "Give each a name of its own, or write one entry with count = 2."
                    self.fault(f"{entry.place}.name", fault, cure)
                own = wanted or free_id(name, _KINDS[entry.table], ids)
                ids.add(own)
                roster.append(
                    {
                        **deepcopy(entry.block),
                        "id": own,
                        "name": name,
                        "side": _SIDES[entry.table],
                        "kind": _KINDS[entry.table],
                    }
                )
        return roster


def _is_number(raw: object, most: float) -> bool:
    return isinstance(raw, int | float) and not isinstance(raw, bool) and 0 <= raw <= most
