"""A fight as plain data and back, and when two fights play alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from affray.kernel.rulebook import Rulebook
from affray.kernel.system import Setup
from affray.systems.ix.hazards.hazard_records import Building, Climate
from affray.systems.ix.in_force import in_force
from affray.systems.ix.records import (
    Armour,
    Condition,
    Effect,
    Ended,
    Fall,
    Held,
    Injury,
    Item,
    Lamp,
    Lent,
    Ship,
    Slot,
    Spell,
    Task,
    Weapon,
)
from affray.systems.ix.scenes.chase_records import Chase, Facing, Obstacle
from affray.systems.ix.scenes.chase_records import Gap as PairGap
from affray.systems.ix.scenes.interlude_records import Axis, Gap, Journey, Talk
from affray.systems.ix.state import Fighter, IxFight

Loader = Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


def _tuple(value: Any) -> Any:
    return tuple(_tuple(part) if isinstance(part, list) else part for part in value)


def _records(cls: type[Any]) -> Loader:
    return lambda value: tuple(_record(cls, one) for one in value)


def _record(cls: type[Any], value: Mapping[str, Any]) -> Any:
    frozen = {k: tuple(v) if isinstance(v, list) else v for k, v in value.items()}
    return cls(**frozen)


def _maybe(cls: type[Any]) -> Loader:
    def load(value: Any) -> Any:
        if value is None:
            return None
        return cls(**{k: _tuple(v) if isinstance(v, list) else v for k, v in value.items()})

    return load


def _armour(value: Any) -> Armour | None:
    return None if value is None else _record(Armour, value)


def _pair(value: Any) -> Any:
    return None if value is None else tuple(value)


_SPECIAL_OF_FIGHTER: Mapping[str, Loader] = {
    "weapons": _records(Weapon),
    "armour": _armour,
    "items": _records(Item),
    "spells": _records(Spell),
    "conditions": _records(Condition),
    "effects": _records(Effect),
    "injuries": _records(Injury),
    "initiative": _pair,
}


def _held(value: Mapping[str, Any]) -> Held:
    return Held(**{name: _load(name, part, _SPECIAL_OF_FIGHTER) for name, part in value.items()})


def _ended(value: Any) -> Ended | None:
    if value is None:
        return None
    plain = {name: _load(name, part, {}) for name, part in value.items() if name != "held"}
    return Ended(**plain, held=tuple(_held(one) for one in value["held"]))


def _chase(value: Any) -> Chase | None:
    if value is None:
        return None
    parts = {"gaps": PairGap, "obstacles": Obstacle, "facing": Facing}
    return Chase(
        **{
            name: _records(parts[name])(part) if name in parts else _load(name, part, {})
            for name, part in value.items()
        }
    )


_SPECIAL_OF_FIGHT: Mapping[str, Loader] = {
    "chase": _chase,
    "ended": _ended,
    "lamps": _records(Lamp),
    "slots": _records(Slot),
    "falls": _records(Fall),
    "ships": _records(Ship),
    "lent": _records(Lent),
    "tasks": _records(Task),
    "axes": _records(Axis),
    "talk": _maybe(Talk),
    "journey": _maybe(Journey),
    "gap": _maybe(Gap),
    "engaged": lambda value: frozenset(_tuple(value)),
    "building": lambda value: None if value is None else _record(Building, value),
    "climate": lambda value: None if value is None else _record(Climate, value),
}
_NOT_SAVED = ("house", "combatants", "numbers", "switches", "check", "kept", "passes", "max_rounds")


def plain(value: Any) -> Any:
    """A value as plain data."""
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    if isinstance(value, frozenset):
        return sorted(plain(part) for part in value)
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return value


def dump(fight: IxFight) -> dict[str, Any]:
    """The state as plain data, whole: nothing of the setup but its house rules is needed again."""
    data = {
        field.name: plain(getattr(fight, field.name))
        for field in fields(fight)
        if field.name not in _NOT_SAVED
    }
    data["combatants"] = [plain(one) for one in fight.combatants.values()]
    data["kept"] = {rule: list(key) for rule, key in fight.kept.items()}
    data["passes"] = {who: dict(windows) for who, windows in fight.passes.items()}
    return data


def load(book: Rulebook, data: Mapping[str, Any], setup: Setup) -> IxFight:
    """The state from what `dump` wrote."""
    house, numbers, switches = in_force(book, setup)
    fight = IxFight(
        house,
        {one["id"]: _load_fighter(one) for one in data["combatants"]},
        numbers=numbers,
        switches=switches,
        heroes=(),
        foes=(),
        max_rounds=setup.max_rounds,
    )
    for field in fields(fight):
        if field.name in data and field.name not in _NOT_SAVED:
            setattr(fight, field.name, _load(field.name, data[field.name], _SPECIAL_OF_FIGHT))
    fight.kept = {rule: tuple(key) for rule, key in data["kept"].items()}
    fight.passes = {who: dict(windows) for who, windows in data["passes"].items()}
    return fight


def _load(name: str, value: Any, special: Mapping[str, Loader]) -> Any:
    if name in special:
        return special[name](value)
    return _tuple(value) if isinstance(value, list) else value


def _load_fighter(data: Mapping[str, Any]) -> Fighter:
    values = {name: _load(name, value, _SPECIAL_OF_FIGHTER) for name, value in data.items()}
    values["notes"] = dict(data["notes"])
    return Fighter(**values)


# ---- comparing ----

_COSMETIC = ("id", "name", "notes", "shown", "place", "species")
_NOT_KEYED = ("house", "combatants", "numbers", "switches", "check", "step", "max_rounds")
_FIGHTER_KEY = tuple(f.name for f in fields(Fighter) if f.name not in _COSMETIC)
_FIGHT_KEY = tuple(f.name for f in fields(IxFight) if f.name not in (*_NOT_KEYED, "kept", "passes"))


def key(fight: IxFight) -> tuple[Any, ...]:
    """Equal for fights that play alike from here on.

    Names, places in words, notes and the count of steps make no difference. Rounds do: gear and
    injuries count them.
    """
    return (
        tuple(_hashable(getattr(fight, name)) for name in _FIGHT_KEY),
        tuple(sorted(fight.kept.items())),
        tuple((who, tuple(sorted(w.items()))) for who, w in sorted(fight.passes.items())),
        tuple(
            (who, tuple(_hashable(getattr(one, name)) for name in _FIGHTER_KEY))
            for who, one in fight.combatants.items()
        ),
    )


def _hashable(value: Any) -> Any:
    return tuple(sorted(value.items())) if isinstance(value, Mapping) else value
