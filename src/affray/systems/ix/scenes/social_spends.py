"""What the roll of a social action brings besides: tables.social-spends, in place of the general
list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from affray.kernel.keys import Key, Option, Text
from affray.kernel.table import Table
from affray.systems.ix.harm import strain
from affray.systems.ix.rolls import general_spends, spend
from affray.systems.ix.rolls.check import Check
from affray.systems.ix.rolls.general_spends import Ware
from affray.systems.ix.scenes.interlude_records import Axis
from affray.systems.ix.scenes.social_axes import axis, change, may_shift, shift, spoil
from affray.systems.ix.state import IxFight

TABLE = "social-spends"
RULE = "ix.social.boons-banes"
BREAKTHROUGH = "ix.social.breakthrough"
CALAMITY = "ix.social.calamity"
REVEALED = "something-told"
"""Of a Breakthrough: a critical piece of information in place of a shift."""
STATUS = "status"


@dataclass(frozen=True, slots=True)
class Roll:
    """At which axis the action was aimed, and whether this roll has won the shift of it."""

    aim: str
    won: bool


def lists(fight: IxFight, table: Table, check: Check, roll: Roll) -> spend.Lists:
    """The list in force for one roll. Implements ix.social.boons-banes, ix.spend.defaults-apply."""
    return spend.Lists(
        lambda: [*good(fight, check, roll), *bad(fight, check, roll)],
        lambda entry, detail, coin: buy(fight, table, check, roll, entry, detail),
        general=False,
    )


def _others(fight: IxFight, roll: Roll, side: str) -> list[Axis]:
    """The other axes in play that can go further in favor of a side; Status first."""
    found = [one for one in fight.axes if one.id != roll.aim and may_shift(one, side)]
    return sorted(found, key=lambda one: one.id != STATUS)


def _against(side: str) -> str:
    return "foes" if side == "heroes" else "heroes"


# ---- what can be bought ----


def good(fight: IxFight, check: Check, roll: Roll) -> list[Ware]:
    """Implements ix.social.boons-banes, ix.social.breakthrough."""
    purse, special = spend.boons(check), spend.breakthroughs(check)
    side = fight.side_of(check.who)
    found: list[Ware] = []

    def entry(name: str, detail: str = "", purse: int = purse) -> None:
        found.append(general_spends.ware(fight, TABLE, name, purse, detail))

    if purse > 0:
        if fight.combatants[check.who].strain_points > 0:
            entry("social-strain")
        if side == "heroes":
            for one in fight.axes:
                if not one.known:
                    entry("social-read", one.id)
            if all(one.known for one in fight.axes):
                entry("social-read", roll.aim)
        if len(fight.up(side)) > 1:
            entry("social-opening")
        for one in _others(fight, roll, side):
            entry("social-second-axis", one.id)
        aimed = axis(fight, roll.aim)
        if roll.won and aimed is not None and not aimed.lasting:
            entry("social-lasting")
    if special > 0:
        aimed = axis(fight, roll.aim)
        if roll.won and aimed is not None and may_shift(aimed, side):
            entry("social-two-steps", roll.aim, special)
        for one in _others(fight, roll, side):
            entry("social-two-steps", one.id, special)
        entry("social-two-steps", REVEALED, special)
    return found


def bad(fight: IxFight, check: Check, roll: Roll) -> list[Ware]:
    """Implements ix.social.boons-banes, ix.social.calamity."""
    purse = spend.banes(check)
    side = fight.side_of(check.who)
    found: list[Ware] = []
    if purse > 0:
        found.append(general_spends.ware(fight, TABLE, "social-awkward", purse, roller=True))
        for one in _others(fight, roll, _against(side)):
            found.append(general_spends.ware(fight, TABLE, "social-talk", purse, one.id))
        found.append(general_spends.ware(fight, TABLE, "social-resist", purse))
        found.append(general_spends.ware(fight, TABLE, "social-price", purse))
    special = spend.calamities(check) + spend.peril_for_calamities(fight, check)
    if special > 0:
        for one in fight.axes if side == "heroes" else ():
            if one.id != roll.aim and not one.spoiled:
                found.append(general_spends.ware(fight, TABLE, "social-poisoned", special, one.id))
    return found


# ---- what it does ----

Buy = Callable[[IxFight, Table, Check, Roll, str], None]


def buy(fight: IxFight, table: Table, check: Check, roll: Roll, entry: str, detail: str) -> None:
    """Does what an entry says."""
    if table.recording:
        by = "ix.spend.roller-chooses" if entry in _OF_THE_ROLLER else "ix.spend.banes-by-gm"
        table.record(
            "social-spent", (RULE, by), who=check.who, entry=entry, on=_called(fight, detail)
        )
    _SPENDS[entry](fight, table, check, roll, detail)


def _called(fight: IxFight, detail: str) -> str:
    one = axis(fight, detail)
    return one.name if one else detail


def _strain(f: IxFight, table: Table, check: Check, roll: Roll, detail: str) -> None:
    rules = (RULE, "ix.spend.boon-strain-floor", "ix.strain.floor")
    strain.recover(f, table, check.who, 1, because=rules)


def _read(f: IxFight, table: Table, check: Check, roll: Roll, detail: str) -> None:
    one = axis(f, detail)
    if one is None:
        return
    change(f, replace(one, known=True))
    if table.recording:
        needs = one.steps[one.goal] if one.goal >= 0 else ""
        table.record("axis-read", RULE, axis=one.name, stands=one.steps[one.at], needs=needs)


def _opening(f: IxFight, table: Table, check: Check, roll: Roll, detail: str) -> None:
    assert f.talk is not None
    f.talk = replace(f.talk, openings=(*f.talk.openings, (f.side_of(check.who), check.who)))


def _second_axis(f: IxFight, table: Table, check: Check, roll: Roll, detail: str) -> None:
    side = f.side_of(check.who)
    shift(f, table, detail, 1, side=side, because=RULE, by=check.who)


def _lasting(f: IxFight, table: Table, check: Check, roll: Roll, detail: str) -> None:
    one = axis(f, roll.aim)
    if one is not None:
        change(f, replace(one, lasting=check.who))


def _two_steps(f: IxFight, table: Table, check: Check, roll: Roll, detail: str) -> None:
    """Two steps at once: one more on the axis that the check has shifted, two on another; or the
    GM says what comes out."""
    if detail == REVEALED:
        key = table.rule("ix.spend.special-effect-by-gm", _any_words, _no_words)
        if table.recording:
            rules = (BREAKTHROUGH, "ix.spend.special-effect-by-gm")
            table.record("comes-out", rules, who=check.who, text=key[1])
        return
    steps = 1 if detail == roll.aim else 2
    side = f.side_of(check.who)
    shift(f, table, detail, steps, side=side, because=BREAKTHROUGH, by=check.who)


def _any_words() -> list[Option]:
    return [("allowed", Text())]


def _no_words() -> Key:
    return ("allowed", "")


def _awkward(f: IxFight, table: Table, check: Check, roll: Roll, detail: str) -> None:
    strain.suffer(f, table, check.who, 1, because=RULE)


def _talk(f: IxFight, table: Table, check: Check, roll: Roll, detail: str) -> None:
    shift(f, table, detail, 1, side=_against(f.side_of(check.who)), because=RULE)


def _resist(f: IxFight, table: Table, check: Check, roll: Roll, detail: str) -> None:
    assert f.talk is not None
    f.talk = replace(f.talk, resists=(*f.talk.resists, check.target))


def _told(f: IxFight, table: Table, check: Check, roll: Roll, detail: str) -> None:
    """The GM names the price in the words of the form."""


def _poisoned(f: IxFight, table: Table, check: Check, roll: Roll, detail: str) -> None:
    spoil(f, table, detail, because=CALAMITY)


_OF_THE_ROLLER: Mapping[str, Buy] = {
    "social-strain": _strain,
    "social-read": _read,
    "social-opening": _opening,
    "social-second-axis": _second_axis,
    "social-lasting": _lasting,
    "social-two-steps": _two_steps,
}
_SPENDS: Mapping[str, Buy] = {
    **_OF_THE_ROLLER,
    "social-awkward": _awkward,
    "social-talk": _talk,
    "social-resist": _resist,
    "social-price": _told,
    "social-poisoned": _poisoned,
}
