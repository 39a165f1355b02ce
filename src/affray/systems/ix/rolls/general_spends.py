"""The general lists of spends: tables.boon-spends and tables.bane-spends, entry by entry.

`Ware` is how every list offers an entry. What an entry does is read from the state when it is
bought, not when it was offered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from affray.kernel.keys import Key, Option, Text
from affray.kernel.table import Table
from affray.systems.ix.harm import condition
from affray.systems.ix.ledger import limit, rows
from affray.systems.ix.records import Effect, Lent
from affray.systems.ix.rolls import extended, story
from affray.systems.ix.rolls.check import Check
from affray.systems.ix.rolls.effects import NEXT_CHECK
from affray.systems.ix.state import IxFight

BOON, BREAKTHROUGH, BANE, CALAMITY = "boon", "breakthrough", "bane", "calamity"


@dataclass(frozen=True, slots=True)
class Ware:
    """An entry of a list as it can be bought now.

    `word` is the id of the entry, with what it is for after a colon (`hinder:ogre`); `most` how
    often it can be bought (all its details together). `gm` marks entries whose effect the GM
    decides, `touches_roller` those that fall on the roller itself.
    """

    word: str
    price: int
    most: int
    coin: str
    gm: bool = False
    touches_roller: bool = False
    once: bool = False
    """Bought once, whichever coin pays for it."""


def ware(
    fight: IxFight, table: str, entry: str, purse: int, detail: str = "", *, roller: bool = False
) -> Ware:
    """An entry of one of the ledger's lists. Implements ix.spend.repeat-limit."""
    return _ware(table, entry, purse, detail, roller, fight.numbers.buys_per_entry)


@lru_cache(maxsize=4096)
def _ware(table: str, entry: str, purse: int, detail: str, roller: bool, once: int) -> Ware:
    row = rows(table)[entry]
    price = int(row["cost"])
    most = max(purse // price, 0) if row["repeatable"] else once
    word = f"{entry}:{detail}" if detail else entry
    return Ware(word, price, most, row["currency"], row.get("decides") == "gm", roller)


def _seen(fight: IxFight, ids: list[str], by: str) -> list[str]:
    """Those of whom the roller may know."""
    found = fight.combatants
    if found[by].side == "foes":
        return ids
    return [who for who in ids if who == by or not found[who].hidden]


# ---- what Boons and Breakthroughs buy ----


def good(fight: IxFight, check: Check) -> tuple[Ware, ...]:
    """Implements ix.spend.boon-defaults, ix.spend.boon-strain-floor."""
    assert check.net is not None
    who = check.who
    one = fight.combatants[who]
    purse = max(check.net.boon, 0)
    special = check.net.breakthrough + check.activated
    if purse <= 0 and special <= 0:
        return ()
    friends = _seen(fight, fight.up(one.side), who) if purse > 0 else []
    in_turn = fight.turn and fight.acting == who and fight.maneuvers < limit("maneuvers")
    return _good(
        who,
        tuple(friends),
        tuple(_seen(fight, fight.enemies_up(who), who)),
        purse,
        special,
        one.strain_points > 0,
        in_turn,
        fight.numbers.buys_per_entry,
    )


@lru_cache(maxsize=1024)
def _good(
    who: str,
    side: tuple[str, ...],
    foes: tuple[str, ...],
    purse: int,
    special: int,
    has_strain: bool,
    in_turn: bool,
    once: int,
) -> tuple[Ware, ...]:
    """The general list as it stands for such a roll; `side` are the roller's own who can act."""
    found: list[Ware] = []
    friends = [friend for friend in side if friend != who]

    def entry(name: str, detail: str = "", purse: int = purse) -> None:
        found.append(_ware("boon-spends", name, purse, detail, False, once))

    if purse > 0:
        if has_strain:
            entry("recover-strain")
        if friends:
            entry("lend-momentum")
        entry("notice")
        for friend in (who, *friends):
            entry("pass-the-edge", friend)
        for foe in foes:
            entry("hinder", foe)
        if in_turn:
            entry("spare-moment")
        entry("brush-aside")
        entry("turn-of-events")
    if special > 0:
        entry("scene-change", purse=special)
        for foe in foes:
            entry("heavy-hinder", foe, special)
    return tuple(found)


Spend = Callable[[IxFight, Table, Check, str, str], None]


def _recover_strain(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    from affray.systems.ix.harm import strain  # it reaches back to spends

    because = ("ix.spend.boon-strain-floor", "ix.strain.floor", rule)
    strain.recover(f, table, check.who, 1, because=because)


def _lend_momentum(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    f.lent += (Lent("turn", f.side_of(check.who), check.who, rule=rule),)


def _told(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    """The GM says what it is; nobody waits for it."""


def _edge(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    f.add_effect(detail, _die("boon", rule, "an ally's Boons", check.who), table, rule)


def _hinder(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    f.add_effect(detail, _die("bane", rule, "hindered", check.who), table, rule)


def _heavy_hinder(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    effect = Effect("crisis", ends=NEXT_CHECK, source=check.who, rule=rule, what="hindered")
    f.add_effect(detail, effect, table, rule)


def _spare_moment(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    from affray.systems.ix.fight import maneuver  # it reaches back to spends

    maneuver.extra(f, table, check.who, because=rule)  # noqa: S610 (no queryset)


def _brush_aside(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    turns = f.turn_ends(check.who)
    effect = Effect("ignore-surroundings", turns=turns, rule=rule, what="surroundings ignored")
    f.add_effect(check.who, effect, table, rule)


def _scene_change(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    """Implements ix.spend.special-effect-by-gm."""
    key = table.rule("ix.spend.special-effect-by-gm", _any_words, _no_words)
    if table.recording:
        because = ("ix.spend.special-effect-by-gm", rule)
        table.record("scene-change", because, who=check.who, text=key[1])


def _any_words() -> list[Option]:
    return [("allowed", Text())]


def _no_words() -> Key:
    return ("allowed", "")


def _die(die: str, rule: str, what: str, source: str, against: str = "") -> Effect:
    return Effect(
        "add-die", 1, die, ends=NEXT_CHECK, source=source, rule=rule, what=what, against=against
    )


def unspent_breakthrough(fight: IxFight, table: Table, check: Check) -> None:
    """Nothing specific was chosen: a Boon Die for the next ally who makes a check.

    Implements ix.spend.unspent-breakthrough.
    """
    rule = "ix.spend.unspent-breakthrough"
    fight.lent += (Lent("check", fight.side_of(check.who), check.who, rule=rule),)
    if table.recording:
        table.record("breakthrough-kept", rule, who=check.who)


# ---- what Banes and Calamities buy ----


def bad(fight: IxFight, check: Check) -> list[Ware]:
    """Implements ix.spend.bane-defaults."""
    assert check.net is not None
    who = check.who
    one = fight.combatants[who]
    purse = max(-check.net.boon, 0)
    special = check.net.calamity + fight.peril
    side = [who, *(w for w in fight.up(one.side) if w != who)]
    found: list[Ware] = []
    if purse > 0:
        foes = fight.enemies_up(who)
        if check.target in foes:
            foes.remove(check.target)
            foes.insert(0, check.target)
        found.append(ware(fight, "bane-spends", "tire", purse, roller=True))
        for what in setups(fight, who):
            found.append(ware(fight, "bane-spends", "spoil-setup", purse, what, roller=True))
        for friend in side:
            found.append(
                ware(fight, "bane-spends", "expose-ally", purse, friend, roller=friend == who)
            )
        for foe in foes:
            found.append(ware(fight, "bane-spends", "open-for-foe", purse, foe, roller=True))
        if extended.earned_before(fight, check) > 0:
            undo = ware(fight, "bane-spends", "undo-progress", purse)
            found.append(replace(undo, price=fight.numbers.undo_success_banes))
        if fight.structured:
            for foe in foes:
                found.append(ware(fight, "bane-spends", "foe-moves", purse, foe))
        if not one.has("prone"):
            found.append(ware(fight, "bane-spends", "lose-footing", purse, roller=True))
        if can_fail(fight, check):
            found.append(ware(fight, "bane-spends", "jam", purse, roller=True))
        found.append(ware(fight, "bane-spends", "scene-turns", purse))
    if special > 0:
        found.append(ware(fight, "bane-spends", "calamity-scene", special))
        weapon = one.weapon(check.weapon)
        if can_fail(fight, check) and weapon is not None and not weapon.has("sturdy"):
            found.append(ware(fight, "bane-spends", "calamity-gear", special))
        for friend in side:
            found.append(ware(fight, "bane-spends", "calamity-ally", special, friend))
    return found


def setups(fight: IxFight, who: str) -> list[str]:
    """What of Maneuvers taken the roller could lose now: aim, cover, guard."""
    one = fight.combatants[who]
    found = []
    if one.cover:
        found.append("cover")
    if one.aims:
        found.append("aim")
    if one.guard == "guarded":
        found.append("guard")
    return found


def can_fail(fight: IxFight, check: Check) -> bool:
    """Whether the weapon used is one that can jam or be lost, and still works."""
    one = fight.combatants[check.who]
    weapon = one.weapon(check.weapon) if check.weapon else None
    return weapon is not None and not weapon.natural and weapon.id not in one.faults


def _tire(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    from affray.systems.ix.harm import strain  # it reaches back to spends

    strain.suffer(f, table, check.who, 1, because=rule)


def _spoil_setup(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    one = f.combatants[check.who]
    if detail == "cover":
        one.cover = 0
    elif detail == "aim":
        one.aims = 0
    else:
        one.guard = ""


def _open_for_foe(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    side = f.side_of(check.who)
    f.add_effect(detail, _die("boon", rule, "an opening", check.who, side), table, rule)


def _expose(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    f.add_effect(detail, _die("bane", rule, "exposed", check.who), table, rule)


def _foe_moves(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    from affray.systems.ix.fight import maneuver  # it reaches back to spends

    maneuver.extra(f, table, detail, because=rule)  # noqa: S610 (no queryset)


def _undo_progress(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    extended.undo(
        f, table, check, because=("ix.extended.bane-removal-cost", "ix.extended.banes", rule)
    )


def _lose_footing(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    condition.give(f, table, check.who, "prone", ends="stands", because=rule)


def _jam(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    _fault(f, table, check, "jammed", rule)


def _gear(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    _fault(f, table, check, "out", rule)


def _fault(f: IxFight, table: Table, check: Check, fault: str, rule: str) -> None:
    one = f.combatants[check.who]
    if not check.weapon:
        return
    one.faults = {**one.faults, check.weapon: fault}
    if table.recording:
        table.record("gear-fails", rule, who=check.who, weapon=check.weapon, fault=fault)


def _calamity_ally(f: IxFight, table: Table, check: Check, detail: str, rule: str) -> None:
    effect = Effect("crisis", ends=NEXT_CHECK, source=check.who, rule=rule, what="a Calamity")
    f.add_effect(detail, effect, table, rule)


def unspent_calamity(fight: IxFight, table: Table, check: Check) -> None:
    """The GM names nothing: a Fortune Point becomes a Peril Point, or is lost.

    Implements ix.spend.unspent-calamity (house switch unspent-calamity).
    """
    rule = "ix.spend.unspent-calamity"
    if fight.fortune <= 0:
        return
    if fight.switches.unspent_calamity == "flip":
        story.flip(fight, table, "heroes", "calamity", rule, who=check.who)
        return
    fight.fortune -= 1
    if table.recording:
        table.record("fortune-lost", rule, who=check.who, fortune=fight.fortune)


_SPENDS: Mapping[str, Spend] = {
    "recover-strain": _recover_strain,
    "lend-momentum": _lend_momentum,
    "notice": _told,
    "pass-the-edge": _edge,
    "hinder": _hinder,
    "spare-moment": _spare_moment,
    "brush-aside": _brush_aside,
    "turn-of-events": _told,
    "scene-change": _scene_change,
    "heavy-hinder": _heavy_hinder,
    "tire": _tire,
    "spoil-setup": _spoil_setup,
    "open-for-foe": _open_for_foe,
    "expose-ally": _expose,
    "foe-moves": _foe_moves,
    "undo-progress": _undo_progress,
    "lose-footing": _lose_footing,
    "jam": _jam,
    "scene-turns": _told,
    "calamity-scene": _told,
    "calamity-gear": _gear,
    "calamity-ally": _calamity_ally,
}


def knows(entry: str) -> bool:
    return entry in _SPENDS


def buy(fight: IxFight, table: Table, check: Check, entry: str, detail: str) -> None:
    """Does what an entry of the general lists says.

    Implements ix.spend.never-duplicate: none of them touches the result of the check.
    """
    rule = "ix.spend.boon-defaults"
    by = "ix.spend.roller-chooses"
    if entry in rows("bane-spends"):
        rule, by = "ix.spend.bane-defaults", "ix.spend.banes-by-gm"
    if table.recording:
        table.record(
            "spent", (rule, by, "ix.spend.defaults-apply"), who=check.who, entry=entry, on=detail
        )
    _SPENDS[entry](fight, table, check, detail, rule)
