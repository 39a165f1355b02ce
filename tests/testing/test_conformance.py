"""The conformance checks pass a sound system, and each of them catches what it is there for."""

from __future__ import annotations

from typing import Any

import pytest
from toy import ToyFight, ToySystem, duel

from affray.kernel.question import Edit, Refused
from affray.kernel.sheet import Order, Setting, Sheet, Track
from affray.kernel.table import Table
from affray.testing import conformance
from affray.testing.conformance import CHECKS, Case


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seed", range(4))
def test_a_sound_system_passes(check: Any, seed: int) -> None:
    check(Case(ToySystem(), duel(luck=1, shown="word"), seed))


class KeepsARecord(ToySystem):
    """Reads the victim before the question, and writes to what it read."""

    def strike(self, fight: ToyFight, table: Table, who: str, foe: str) -> None:
        victim = fight[foe]
        super().strike(fight, table, who, foe)
        victim.grit = max(0, victim.grit - 1)


class HalfACopy(ToySystem):
    """Copies share their combatants."""

    def copy(self, fight: ToyFight) -> ToyFight:
        copy = super().copy(fight)
        copy.combatants = dict(fight.combatants)
        return copy


class ForgetsTheWaiting(ToySystem):
    """Does not save who is still to act."""

    def dump(self, fight: ToyFight) -> dict[str, Any]:
        return super().dump(fight) | {"waiting": []}


class RemembersElsewhere(ToySystem):
    """Keeps state outside the fight."""

    strikes = 0

    def turn(self, fight: ToyFight, table: Table, who: str) -> None:
        RemembersElsewhere.strikes += 1
        if RemembersElsewhere.strikes % 7 == 0:
            self.lose_grit(fight, table, who, 1)
        super().turn(fight, table, who)


class LooksAtTheTable(ToySystem):
    """Plays another way when somebody is watching."""

    def turn(self, fight: ToyFight, table: Table, who: str) -> None:
        if table.recording:
            fight[who].luck += 1
        super().turn(fight, table, who)


class NeverEnds(ToySystem):
    """Counts no rounds, and nobody is ever out."""

    def new_round(self, fight: ToyFight, table: Table) -> None:
        super().new_round(fight, table)
        fight.round = 1
        if fight.step > 5_000:
            raise AssertionError("the fight does not end")

    def check_end(self, fight: ToyFight, table: Table) -> None:
        for c in fight.here():
            c.grit = max(1, c.grit)


class TellsNames(ToySystem):
    """Writes a name into the text of an event, where nobody can veil it."""

    def new_round(self, fight: ToyFight, table: Table) -> None:
        super().new_round(fight, table)
        near = ", ".join(c.name for c in fight.here())
        table.record("look", "toy.round.order", text=f"You see {near}.")


class ShowsNumbers(ToySystem):
    """Says the grit of a veiled foe in its name line."""

    def sheets(self, fight: ToyFight) -> list[Sheet]:
        sheets = super().sheets(fight)
        for sheet in sheets:
            sheet.name = f"{sheet.name} ({fight[sheet.who].grit})"
        return sheets


class CrashesOnOddStates(ToySystem):
    """Cannot show a card with more grit than there is room for."""

    def sheets(self, fight: ToyFight) -> list[Sheet]:
        sheets = super().sheets(fight)
        for sheet in sheets:
            track: Track = sheet.tracks[0]
            "xxx"[track.high - track.value :].index("" if track.value <= track.high else "no")
        return sheets


class BearsAnUnknownTag(ToySystem):
    """Does not name the tag of who has ducked."""

    tags = ("hero", "foe", "up", "out", "fine", "shaky")


class OffersMovesThatItRefuses(ToySystem):
    """Says that whoever acts may be moved, and then does not do it."""

    def order(self, fight: ToyFight) -> Order:
        order = super().order(fight)
        for slot in order.slots[:1]:
            slot.before = ("",)
        return order

    def edit(self, fight: ToyFight, edit: Edit, table: Table) -> bool:
        if edit.kind == "reorder" and fight.waiting and edit.name == fight.waiting[0]:
            raise Refused("illegal", "Not now.")
        return super().edit(fight, edit, table)


class MovesToTheWrongPlace(ToySystem):
    """Puts whoever is moved first of those who wait."""

    def edit(self, fight: ToyFight, edit: Edit, table: Table) -> bool:
        done = super().edit(fight, edit, table)
        if edit.kind == "reorder":
            fight.waiting.remove(edit.name)
            fight.waiting.insert(1, edit.name)
        return done


class OffersASettingThatItRefuses(ToySystem):
    """Says that the weather may be set, and then does not do it."""

    def settings(self, fight: ToyFight) -> list[Setting]:
        return [Setting("weather", "fair", ("fair", "foul"))]

    def edit(self, fight: ToyFight, edit: Edit, table: Table) -> bool:
        if edit.kind == "set" and not edit.who:
            raise Refused("illegal", "Not now.")
        return super().edit(fight, edit, table)


class TakesAnySetting(OffersASettingThatItRefuses):
    """Takes any weather, and any number of clouds."""

    def settings(self, fight: ToyFight) -> list[Setting]:
        return [Setting("clouds", 1, high=3)]

    def edit(self, fight: ToyFight, edit: Edit, table: Table) -> bool:
        if edit.kind == "set" and not edit.who:
            table.record(
                "edited", "kernel.gm.last-word", kind="set", who="", name=edit.name, value=1
            )
            return True
        return ToySystem.edit(self, fight, edit, table)


@pytest.mark.parametrize(
    ("kind", "checks"),
    [
        (KeepsARecord, {"stirring"}),
        (HalfACopy, {"copies"}),
        (ForgetsTheWaiting, {"copies", "save_and_load_at_every_step"}),
        (RemembersElsewhere, {"deterministic"}),
        (LooksAtTheTable, {"deterministic"}),
        (NeverEnds, {"ends_by_the_rules"}),
        (TellsNames, {"no_secret_in_views"}),
        (ShowsNumbers, {"numbers_stay_secret"}),
        (CrashesOnOddStates, {"edits_in_odd_places"}),
        (BearsAnUnknownTag, {"cards_say_what_they_may"}),
        (OffersMovesThatItRefuses, {"reorders_as_offered"}),
        (MovesToTheWrongPlace, {"reorders_as_offered"}),
        (OffersASettingThatItRefuses, {"sets_the_scene_as_offered"}),
        (TakesAnySetting, {"sets_the_scene_as_offered"}),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_each_fault_is_caught(kind: type[ToySystem], checks: set[str]) -> None:
    for name in checks:
        check = getattr(conformance, name)
        caught = 0
        for seed in range(12):
            try:
                check(Case(kind(), duel(luck=1), seed))
            except (AssertionError, ValueError, Refused):
                caught += 1
        assert caught, f"{name} does not notice {kind.__name__}"
