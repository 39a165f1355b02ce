"""The GM's hand on conditions, injuries, contact, gear and whatever else is or is not so."""

from __future__ import annotations

import re
from collections.abc import Mapping

from affray.kernel.fight import GM_HAND
from affray.kernel.question import Edit, Refused
from affray.kernel.table import Table
from affray.systems.ix.edits import (
    air_edits as air_hand,
)
from affray.systems.ix.edits import (
    hazard_edits,
    interlude_edits,
    mount_edits,
)
from affray.systems.ix.edits.hand import move, note
from affray.systems.ix.harm import condition, injury_effects
from affray.systems.ix.harm.injuries import open_choice
from affray.systems.ix.ledger import rows
from affray.systems.ix.records import Injury
from affray.systems.ix.scenes import chase_hand
from affray.systems.ix.state import (
    DEAD,
    FLED,
    OUT,
    SURRENDERED,
    Fighter,
    IxFight,
)


def conditions(fight: IxFight, who: str) -> list[str]:
    """The names of the conditions, injuries and whatever else `tag` gives `who` now."""
    one = fight[who]
    found = [name for name in rows("conditions") if name != "surprised"]
    found += [*_FLAGS, "off-guard", "guarded", "defensive", SURRENDERED, FLED, OUT, DEAD]
    found += ["perched", "confined", "flight", *(f"aboard:{ship.id}" for ship in fight.ships)]
    found += ["no-air", "passed-out", "protected", "sheltered"]
    if fight.building is not None:
        found.append("inside")
    if who in (*fight.heroes, *fight.foes):
        for other in fight.foes if who in fight.heroes else fight.heroes:
            is_engaged = _pair(fight, who, other) in fight.engaged
            found.append(f"{'apart' if is_engaged else 'engaged'}:{other}")
    things = [*(weapon.id for weapon in one.weapons), *(item.id for item in one.items)]
    for thing in things:
        found += [f"{how}:{thing}" for how in ("dropped", "held", "packed", "broken")]
    for row in rows("critical-injuries"):
        found += [f"{row}:{name}" for name in open_choice(row)] or [row]
    return found


def tag(fight: IxFight, who: Fighter, edit: Edit, table: Table) -> None:
    _condition(fight, who, edit, table, holds=True)


def untag(fight: IxFight, who: Fighter, edit: Edit, table: Table) -> None:
    _condition(fight, who, edit, table, holds=False)


def _condition(fight: IxFight, who: Fighter, edit: Edit, table: Table, *, holds: bool) -> None:
    word, _, other = edit.name.partition(":")
    injury = _injury_named(word)
    if word in rows("conditions") and word != "surprised":
        note(fight, table, edit)
        if holds:
            ends = _ENDS.get(word, "")
            turns = 0 if ends else 1
            condition.give(fight, table, who.id, word, turns=turns, ends=ends, because=GM_HAND)
        else:
            condition.lift(fight, table, who.id, word, because=GM_HAND)
    elif injury:
        if holds:
            _injure(fight, who, edit, injury, table)
        else:
            note(fight, table, edit)
            _remove_injury(fight, who, injury, table)
    elif word in ("engaged", "apart") and other:
        pair = _pair(fight, who.id, other)
        note(fight, table, edit, "ix.range.record-engaged")
        if (word == "engaged") == holds:
            move(fight, who, fight[other].at)
            air_hand.level(fight, who, fight[other], table)
            fight.engaged |= {pair}
        else:
            fight.engaged -= {pair}
    elif word in ("broken", "jammed", "out") and other:
        _thing(who, other)
        note(fight, table, edit)
        kept = {thing: how for thing, how in who.faults.items() if thing != other}
        who.faults = {**kept, other: word} if holds else kept
    elif word in ("held", "dropped", "packed") and other:
        _thing(who, other)
        note(fight, table, edit)
        for name in ("held", "dropped", "packed"):
            things = tuple(thing for thing in getattr(who, name) if thing != other)
            setattr(who, name, (*things, other) if holds and name == word else things)
    elif word in _FLAGS:
        note(fight, table, edit)
        setattr(who, word, holds)
    elif word in ("cover", "aim") and not holds:
        note(fight, table, edit)
        setattr(who, "cover" if word == "cover" else "aims", 0)
    elif word in ("guarded", "defensive"):
        note(fight, table, edit)
        who.guard = word if holds else ""
    elif word in (FLED, SURRENDERED, OUT, DEAD):
        note(fight, table, edit)
        if holds:
            fight.leave(who.id, word, _LEFT[word], table, GM_HAND)
        else:
            who.status = ""
    elif air_hand.of_tag(word):
        air_hand.check_tag(fight, who, edit, holds=holds)
        note(fight, table, edit)
        air_hand.tag(fight, who, edit, table, holds=holds)
    elif mount_edits.word_of(edit.name):
        mount_edits.hand(
            fight, table, who, edit, holds=holds, note=lambda: note(fight, table, edit)
        )
    elif interlude_edits.is_discount(edit.name):
        interlude_edits.tag_discount(
            who, edit, lambda rule: note(fight, table, edit, rule), holds=holds
        )
    elif word in hazard_edits.TAGS:
        hazard_edits.check_tag(fight, word, other)
        note(fight, table, edit, hazard_edits.TAGS[word])
        hazard_edits.tag(fight, table, who, word, other, holds)
    elif chase_hand.of_somebody(edit.name):
        chase_hand.check_tag(fight, edit.name)
        note(fight, table, edit, "ix.chase.quarry-obstacle")
        chase_hand.tag(fight, table, who.id, edit.name, holds=holds)
    elif word == "off-guard":
        note(fight, table, edit, "ix.off-guard.gm")
        who.ruled_off_guard = holds
    else:
        raise Refused(
            "illegal",
            f"{who.name} cannot be tagged {edit.name!r}.",
            f"Tags are {', '.join(rows('conditions'))}; the injuries of the table by id or name; "
            "perched, confined, flight, aboard:SHIP; no-air, passed-out, inside, protected, "
            "sheltered, stranger:ID; rides:MOUNT, of a mount startled:TRIGGER, has-charged, "
            "acts-for-itself; off-guard, guarded, defensive, stabilized, surprised, tracked, "
            "fearless, fled, "
            "surrendered, out, dead; engaged:ID and apart:ID; broken:, jammed:, out:, held:, "
            "dropped: and packed:THING.",
        )


_ENDS: Mapping[str, str] = {
    "prone": "stands",
    "restrained": "escape",
    "grabbed": "escape",
    "immolation": "put-out",
    "frightened": "fear",
    "demoralized": "fear",
}
"""What ends a condition that does not end by itself."""
_FLAGS = ("stabilized", "surprised", "tracked", "fearless", "overloaded")
_LEFT = {FLED: "fled", SURRENDERED: "surrendered", OUT: "out", DEAD: "died"}


def _injury_named(word: str) -> str:
    """The row of the injury table that is meant by its id or its name, "" for none."""
    injuries = rows("critical-injuries")
    if word in injuries:
        return word
    plain = {row["name"].casefold().replace(" ", "-"): row_id for row_id, row in injuries.items()}
    return plain.get(word.partition("-(")[0], "")


def _injure(fight: IxFight, who: Fighter, edit: Edit, row: str, table: Table) -> None:
    """An injury without a roll: what its row does for a while holds, what it does once does not.

    Where the row leaves something open, the edit names it ("useless-limb:left-arm").

    Implements ix.critical.row-effects, ix.critical.gm-applies.
    """
    drawn = re.split(r":|-\(", edit.name, maxsplit=1)[-1].rstrip(")")
    names = open_choice(row)
    if names and drawn not in names:
        plain = edit.name.partition(":")[0]
        cure = f"Say which: {', '.join(f'{plain}:{name}' for name in names)}."
        raise Refused("illegal", f"{edit.name!r} leaves open what it strikes.", cure)
    note(fight, table, edit)
    fight.injury_serial += 1
    drawn = drawn if names else ""
    new = Injury(fight.injury_serial, row, fight.slot, fight.round, drawn)
    who.injuries += (new,)
    injury_effects.apply(fight, table, who.id, new, lasting=True)


def _remove_injury(fight: IxFight, who: Fighter, row: str, table: Table) -> None:
    """An injury is gone with all that it has brought. Implements ix.critical.effect-duration."""
    found = next((one for one in who.injuries if one.row == row), None)
    if found is None:
        return
    who.injuries = tuple(one for one in who.injuries if one is not found)
    injury_effects.removed(fight, table, who.id, found, GM_HAND, replaced=True)


def _thing(who: Fighter, thing: str) -> None:
    if who.weapon(thing) is None and who.item(thing) is None:
        raise Refused("illegal", f"{who.name} carries no {thing!r}.")


def _pair(fight: IxFight, one: str, other: str) -> tuple[str, str]:
    for pair in ((one, other), (other, one)):
        if pair[0] in fight.heroes and pair[1] in fight.foes:
            return pair
    cure = "Engaged and apart hold between opponents."
    raise Refused("illegal", f"{one} and {other} are no opponents.", cure)
