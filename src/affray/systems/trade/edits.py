"""The GM's hand on a trade fight: numbers, conditions, places, newcomers, and what is odd then.

An edit asks nothing and rolls nothing; what follows from it by the rules (down, out, the end of
the fight) follows at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from affray.kernel.editing import move_of, newcomer, record_move
from affray.kernel.fight import GM_HAND
from affray.kernel.question import Edit, Refused
from affray.kernel.table import Table
from affray.systems.trade import content, end, health, saving, sheets
from affray.systems.trade.state import STATS, Fighter, Hero, Npc, TradeFight

MOST = 10_000
MOST_STAT = 50
MOST_COUNT = 20


def edit(fight: TradeFight, edit: Edit, table: Table) -> bool:
    """Applies an edit of trade's own kinds; says whether it was one.

    Kinds: set (`name`: a track, `value`: a number), tag and untag (`name`: a condition), place
    (`value`: where `who` stands, in words), surrender, back-up, skip (the acting hero's turn ends),
    reorder (a hero has a turn this round once more, or none) and add (`value`: a block). A track or
    condition goes by its name on the card, too. Raises `Refused` and changes nothing if it makes
    no sense.

    Implements trade.scene.narrative-positions, trade.end.surrender, trade.end.at-once.
    """
    if edit.kind == "reorder":
        _reorder(fight, edit, table)
        return True
    if edit.kind not in ("set", "tag", "untag", "place", "surrender", "back-up", "skip", "add"):
        return False
    edit = replace(edit, name=_plain(edit.name))
    if edit.kind == "add":
        _add(fight, edit, table)
    elif edit.kind == "skip":
        _note(fight, table, edit)
        fight.actions = 0
    else:
        who = _known(fight, edit.who)
        _EDITS[edit.kind](fight, who, edit, table)
    fight.release(table)
    if fight.stage not in ("start", "loot", "rest"):
        fight.check_end(table)
    return True


def _reorder(fight: TradeFight, edit: Edit, table: Table) -> None:
    move = move_of(sheets.order(fight), edit)
    if not move.who:
        raise Refused("illegal", "Several may fill that slot.", "Say whose turn is meant.")
    record_move(fight, table, move, "trade.start.hero-order")
    fight.hero(move.who).acted = move.slot.state == "waiting"


def _plain(name: str) -> str:
    """A name as a card shows it ("HP", "better position x2", "ward 3") as an edit takes it."""
    plain = re.sub(r"(-x\d+|(?<=^ward)-\d+)\Z", "", name.casefold().strip().replace(" ", "-"))
    return _ON_CARDS.get(plain, plain)


_ON_CARDS: Mapping[str, str] = {"closed-in": "closed", "action-in-reserve": "reserve"}


def _known(fight: TradeFight, who: str) -> Fighter:
    if who not in fight.combatants:
        known = ", ".join(fight.combatants)
        raise Refused(
            "illegal", f"Nobody in this fight has the id {who!r}.", f"Known are: {known}."
        )
    return fight[who]


def _note(fight: TradeFight, table: Table, edit: Edit, value: Any = None) -> None:
    """The GM's hand in the log; of whoever is hidden or has secret numbers only for the GM."""
    secret = fight.is_hidden(edit.who) or (edit.kind == "set" and not fight.shows_numbers(edit.who))
    rules = ("trade.scene.narrative-positions",) if edit.kind == "place" else ()
    table.record(
        "edited",
        (GM_HAND, *rules),
        audience="gm" if secret else "all",
        kind=edit.kind,
        who=edit.who,
        name=edit.name,
        value=edit.value if value is None else value,
    )


# ---- numbers ----

_OF_HERO: Mapping[str, tuple[str, int]] = {
    "health": ("health", MOST),
    "better-position": ("better_waiting", MOST_COUNT),
    "bad-situation": ("bad_waiting", MOST_COUNT),
    "reserve": ("reserve", MOST_COUNT),
    "ward": ("ward", MOST),
}
_OF_NPC: Mapping[str, tuple[str, int]] = {
    "hp": ("hp", MOST),
    "health": ("hp", MOST),
    "damage": ("damage", MOST),
    "armor": ("armor", MOST),
    "ward": ("ward", MOST),
}


def numbers(fight: TradeFight, who: str) -> list[str]:
    """The names of the numbers of `who` that `set` changes now."""
    found = [name for name in _numbers(_known(fight, who)) if name != "actions"]
    return [*found, "actions"] if fight.acting == who else found


def _numbers(who: Fighter) -> dict[str, tuple[str, int]]:
    """The numbers of somebody by name: their field, and the highest that it may be set to."""
    if not isinstance(who, Hero):
        return dict(_OF_NPC)
    stats = {stat: (stat, MOST_STAT) for stat in STATS}
    return {**_OF_HERO, **stats, "actions": ("actions", MOST_COUNT)}


def _set(fight: TradeFight, who: Fighter, edit: Edit, table: Table) -> None:
    known = _numbers(who)
    if edit.name not in known:
        names = ", ".join(known)
        raise Refused("illegal", f"{who.name} has no number {edit.name!r}.", f"There are: {names}.")
    name, most = known[edit.name]
    value = edit.value
    if type(value) is not int or not 0 <= value <= most:
        raise Refused(
            "illegal", f"{value!r} does not fit.", f"Give a whole number from 0 to {most}."
        )
    if name == "actions" and fight.acting != who.id:
        raise Refused("illegal", f"It is not the turn of {who.name}.")
    _note(fight, table, edit)
    if name == "actions":
        fight.actions = value
    elif isinstance(who, Hero) and name in STATS:
        who.stats = {**who.stats, name: value}
    elif isinstance(who, Hero) and name == "health":
        before, who.health = who.health, value
        if value < before:
            if value == 0:
                health.down(fight, table, who.id, ask=False)
        else:
            health.risen(fight, table, who.id, before)
    elif isinstance(who, Npc) and name == "hp":
        who.hp = value
        if value == 0 and not who.status:
            fight.leave(who.id, "beaten", "out", table, "trade.npc.zero-hp")
        elif value > 0 and who.status in ("beaten", "taken", "ran-off"):
            who.status = ""
    else:
        setattr(who, name, value)


# ---- conditions ----


def conditions(fight: TradeFight, who: str) -> list[str]:
    """The names of the conditions that `tag` gives `who` now."""
    one = _known(fight, who)
    found = ["pressed", "clear", "surrendered"]
    if isinstance(one, Hero):
        found += ["better-position", "bad-situation", "reserve", "acted"]
        things = (*one.carried(), *(thing for thing in one.lost if thing not in one.carried()))
        found += [f"{how}:{thing}" for thing in things for how in ("knocked-away", "broken")]
    elif who in fight.foes:
        found += ["suppressed", "closed"]
    ours = (*fight.heroes, *fight.allies)
    for other in fight.foes if who in ours else ours:
        is_near = _pair(fight, who, other) in fight.near
        found.append(f"{'apart' if is_near else 'near'}:{other}")
    return found


def _tag(fight: TradeFight, who: Fighter, edit: Edit, table: Table) -> None:
    _condition(fight, who, edit, table, holds=True)


def _untag(fight: TradeFight, who: Fighter, edit: Edit, table: Table) -> None:
    _condition(fight, who, edit, table, holds=False)


def _condition(fight: TradeFight, who: Fighter, edit: Edit, table: Table, *, holds: bool) -> None:
    word, _, other = edit.name.partition(":")
    match word, who:
        case (("near" | "apart"), _) if other:
            pair = _pair(fight, who.id, other)
            _note(fight, table, edit)
            if (word == "near") == holds:
                fight.near |= {pair}
            else:
                fight.near -= {pair}
        case "pressed", _:
            _note(fight, table, edit)
            who.pressed = holds
        case "ward", _ if not holds:
            _note(fight, table, edit)
            who.ward = 0
        case (("suppressed" | "closed"), Npc(kind="foe")):
            _note(fight, table, edit)
            if word == "suppressed":
                who.suppressed = holds
            else:
                who.closed = int(holds)
        case (("better-position" | "bad-situation"), Hero()):
            _note(fight, table, edit)
            setattr(who, "better_waiting" if word == "better-position" else "bad_waiting", holds)
            who.better_waiting, who.bad_waiting = int(who.better_waiting), int(who.bad_waiting)
        case (("reserve" | "acted"), Hero()):
            _note(fight, table, edit)
            if word == "acted":
                who.acted = holds
            elif holds:
                who.reserve = max(1, who.reserve)
            else:
                fight.lose_reserve(who.id, table)
        case (("clear" | "surrendered"), _):
            _note(fight, table, edit)
            who.status = word if holds else ""
        case (("knocked-away" | "broken"), Hero()) if other:
            if other not in (*who.carried(), *who.lost):
                raise Refused("illegal", f"{who.name} carries no {other!r}.")
            _note(fight, table, edit)
            kept = {thing: how for thing, how in who.lost.items() if thing != other}
            who.lost = {**kept, other: word} if holds else kept
        case _:
            raise Refused(
                "illegal",
                f"{who.name} cannot be tagged {edit.name!r}.",
                "Tags are near:ID, apart:ID, pressed, clear, surrendered; of a foe suppressed and "
                "closed; of a hero better-position, bad-situation, reserve, acted, "
                "knocked-away:THING and broken:THING.",
            )


def _pair(fight: TradeFight, one: str, other: str) -> tuple[str, str]:
    ours = (*fight.heroes, *fight.allies)
    for pair in ((one, other), (other, one)):
        if pair[0] in ours and pair[1] in fight.foes:
            return pair
    raise Refused(
        "illegal",
        f"{one} and {other} are no opponents.",
        "Near and apart hold between a hero or ally and a foe.",
    )


# ---- presence ----


def _place(fight: TradeFight, who: Fighter, edit: Edit, table: Table) -> None:
    if not isinstance(edit.value, str) or len(edit.value) > 200:
        raise Refused("illegal", "A place is a text of at most 200 letters.")
    _note(fight, table, edit)
    who.place = edit.value


def _surrender(fight: TradeFight, who: Fighter, edit: Edit, table: Table) -> None:
    if not who.is_in:
        raise Refused("illegal", f"{who.name} is not in the fight.")
    _note(fight, table, edit)
    end.surrender(fight, table, who.id)


def _back_up(fight: TradeFight, who: Fighter, edit: Edit, table: Table) -> None:
    value = 1 if edit.value is None else edit.value
    if type(value) is not int or not 1 <= value <= MOST:
        raise Refused("illegal", f"{value!r} does not fit.", f"Give a number from 1 to {MOST}.")
    _note(fight, table, edit, value)
    who.status = ""
    if isinstance(who, Npc):
        who.hp = max(who.hp, value)
        return
    assert isinstance(who, Hero)
    before, who.health = who.health, max(who.health, value)
    health.risen(fight, table, who.id, before)


def _add(fight: TradeFight, edit: Edit, table: Table) -> None:
    from pydantic import ValidationError

    from affray.kernel.validation import faults_of

    block = newcomer(fight, edit.value)
    who, kind = block["id"], block["kind"]
    side = "foes" if kind == "foe" else "heroes"
    try:
        checked = content.check_block(kind, block, fight.house)
    except ValidationError as error:
        faults = faults_of(error, "the block", block)
        told = " ".join(f"{fault.place}: {fault.fault}. {fault.cure}" for fault in faults[:10])
        raise Refused(
            "illegal", told, f"There are {len(faults)} faults." * (len(faults) > 10)
        ) from error
    new = saving.fighter({**checked, "id": who, "kind": kind, "side": side}, fight.numbers)
    fight.combatants[who] = new
    if isinstance(new, Hero):
        fight.heroes += (who,)
    elif kind == "ally":
        fight.allies += (who,)
    else:
        fight.foes += (who,)
    table.record(
        "joined",
        (GM_HAND, "trade.npc.stat-block"),
        audience="gm" if new.hidden else "all",
        who=who,
    )


_EDITS: Mapping[str, Callable[[TradeFight, Fighter, Edit, Table], None]] = {
    "set": _set,
    "tag": _tag,
    "untag": _untag,
    "place": _place,
    "surrender": _surrender,
    "back-up": _back_up,
}


def oddities(fight: TradeFight) -> list[str]:
    """What no rule could have brought about, in words."""
    odd: list[str] = []
    numbers = fight.numbers
    for one in fight.combatants.values():
        if isinstance(one, Hero):
            if one.health > numbers.hero_health:
                odd.append(f"{one.name} has {one.health} health of {numbers.hero_health}.")
            for stat, dice in one.stats.items():
                if not numbers.stat_min <= dice <= numbers.stat_max:
                    odd.append(f"{one.name} has {dice} dice of {stat}.")
            if max(one.better_waiting, one.bad_waiting) > 1 and not fight.switches.positions_stack:
                odd.append(f"{one.name} has several positions of a kind waiting.")
            if one.reserve > numbers.reserved_actions:
                odd.append(f"{one.name} keeps {one.reserve} actions in reserve.")
            if one.reserve and not one.is_in:
                odd.append(f"{one.name} is out and keeps an action in reserve.")
        elif isinstance(one, Npc):
            if one.hp > one.hp_max:
                odd.append(f"{one.name} has {one.hp} HP of {one.hp_max}.")
            if one.armor > numbers.enemy_armor_max:
                odd.append(f"{one.name} has armor of {one.armor}.")
        if one.pressed and not fight.is_near_any(one.id):
            odd.append(f"{one.name} is pressed with no enemy near.")
    if fight.result is None and fight.stage == "turn" and not fight.is_in(fight.acting):
        odd.append(f"It is the turn of {fight[fight.acting].name}, who is out of the fight.")
    return odd
