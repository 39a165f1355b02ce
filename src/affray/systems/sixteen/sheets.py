"""Cards and the order of the round."""

from __future__ import annotations

from affray.kernel.sheet import Line, Map, Order, Point, Sheet, Slot, Tag, Track
from affray.systems.sixteen import condition, deflect, fatigue, initiative
from affray.systems.sixteen.state import (
    CHECKS,
    FATIGUED,
    USELESS,
    Condition,
    Fighter,
    SixteenFight,
    Spell,
    Weapon,
)

STATES = ("up", "up", "up", "up", "useless", "unconscious", "dead")
"""The state of a card by the level in force."""

TURN = "turn:"
"""How the slot of somebody's turn is called: this, and the id."""

TAGS = (
    *("up", "useless", "unconscious", "dead", "gone", "surrendered"),
    *("hero", "ally", "foe"),
    *("unhurt", "hurt", "badly hurt", "at the end", "down"),
    *("fatigued", "tired", "exhausted", "wounded*", "resting", "tireless"),
    *("stunned", "prone", "blinded", "frightened*", "off-balance", "wide-open"),
    *("Primary Action left", "Move left", "Reaction spent"),
)
"""Every word that a card may bear."""

ENDS = {
    "start": "the next turn starts",
    "stands": "it stands up",
    "source": "its source is out of the fight",
    "fight": "the fight ends",
}


def hp_word(fight: SixteenFight, one: Fighter) -> str:
    """HP in a word: unhurt, hurt, badly hurt, at the end, or down."""
    if one.hp < 0:
        return "down"
    if one.hp == 0:
        return "at the end"
    most = fight.max_hp(one.id)
    if one.hp >= most:
        return "unhurt"
    return "hurt" if 2 * one.hp > most else "badly hurt"


def outline(fight: SixteenFight, one: Fighter) -> Sheet:
    """The card of a combatant with state and track alone."""
    state = one.status or STATES[fight.level(one.id)]
    rule = {True: "sixteen.hp.negative", False: "sixteen.hp.zero"}[one.hp < 0]
    track = Track(
        "HP",
        one.hp,
        max(fight.max_hp(one.id), one.hp),
        low=min(0, one.hp),
        word=hp_word(fight, one),
        rule=rule if one.hp <= 0 else "sixteen.damage.to-hp",
    )
    return Sheet(one.id, one.name, one.side, one.kind, state, [track])


def sheet(fight: SixteenFight, one: Fighter) -> Sheet:
    """The whole card of a combatant."""
    card = outline(fight, one)
    card.tags += _tags(fight, one)
    card.lines += _lines(fight, one)
    return card


def _tags(fight: SixteenFight, one: Fighter) -> list[Tag]:
    tags = []
    level = fight.level(one.id)
    if FATIGUED <= level < USELESS:
        tags.append(Tag(fight.standing(one.id).name, fatigue.NAMES[level], "it has rested"))
    if one.wounds:
        name = "wounded" if one.wounds == 1 else f"wounded x{one.wounds}"
        tags.append(Tag(name, "sixteen.condition.wounded", "every wound is closed"))
    for held in one.conditions:
        about = (held.source,) if held.name == condition.FRIGHTENED and held.source else ()
        name = held.name
        if about:
            name = (
                f"frightened of {fight[held.source].name}"
                if held.source in fight.combatants
                else name
            )
        rule = condition.RULES.get(held.name, ("sixteen.condition.duration",))[0]
        tags.append(Tag(name, rule, _until(held), about=about))
    if one.resting:
        tags.append(Tag("resting", "sixteen.fatigue.rest-for-a-round", "its next turn"))
    if one.tireless:
        tags.append(Tag("tireless", "sixteen.fatigue.tireless"))
    acting = fight.acting == one.id and fight.stage == "turn"
    if acting and fight.primary > 0:
        tags.append(Tag("Primary Action left", "sixteen.turn.primary", "the turn ends"))
    if acting and fight.moves > 0:
        tags.append(Tag("Move left", "sixteen.position.move", "the turn ends"))
    if one.reactions <= 0 and not one.resting and level < USELESS:
        tags.append(Tag("Reaction spent", "sixteen.turn.reaction-refresh", "its next turn"))
    return tags


def _until(held: Condition) -> str:
    if held.until != "turns":
        return ENDS[held.until]
    return "its turn ends" if held.turns == 1 else f"the end of {held.turns} of its turns"


def _lines(fight: SixteenFight, one: Fighter) -> list[Line]:
    lines = [Line("where", f"{one.at} feet")]
    checks = ", ".join(f"{name.upper()} {getattr(one, name):+d}" for name in CHECKS)
    lines.append(Line("numbers", f"H {one.hit:+d}, {checks}"))
    lines.append(Line("size", f"{one.size}, wounded by more than {one.threshold}"))
    shield = "" if one.shield == "none" else f" with a {one.shield.replace('-', ' ')}"
    lines.append(Line("deflects", f"on {deflect.target_number(fight, one.id)}{shield}"))
    if one.ar or one.armour != "none":
        worn = "hide" if one.armour == "none" else one.armour
        lines.append(Line("armour", f"{worn}, AR {one.ar}"))
    for kind, points in one.resistances:
        lines.append(Line(f"against {kind}", str(points)))
    lines.append(Line("movement", f"{fatigue.movement(fight, one.id)} feet"))
    lines += [Line(weapon.name, _weapon(one, weapon)) for weapon in one.weapons]
    lines += [Line(spell.name, _spell(spell)) for spell in one.spells]
    if one.scars:
        lines.append(Line("scars", str(one.scars)))
    lines += [Line("war wound", text) for text in one.war_wounds]
    return lines


def _weapon(one: Fighter, weapon: Weapon) -> str:
    bonus = f"{one.damage_bonus:+d}" if one.damage_bonus else ""
    text = f"{weapon.kind} {weapon.damage}{bonus}"
    if weapon.ap:
        text += f", AP {weapon.ap}"
    text += f", range {weapon.range}" if weapon.range else f", reach {weapon.reach}"
    if weapon.id == one.in_hand:
        text += ", in hand"
    elif one.lies(weapon.id):
        text += ", on the ground"
    return text


def _spell(spell: Spell) -> str:
    how = {"attack": "attack roll", "save": f"{spell.save.upper()} save", "none": "no roll"}
    parts = [how[spell.strike]]
    if spell.damage:
        parts.append(f"{spell.kind} {spell.damage}")
    if spell.heal:
        parts.append(f"gives back {spell.heal}")
    if spell.condition:
        parts.append(spell.condition)
    if spell.range is not None:
        parts.append(f"range {spell.range}")
    return ", ".join(parts)


def order(fight: SixteenFight) -> Order:
    """Everybody in the order of this round, swapped places included.

    The GM may move whoever is still to act before others who are.
    """
    found = Order(fight.round)
    for who in fight.slots:
        one = fight.combatants.get(who)
        if one is None or not initiative.has_turn(fight, who):
            continue
        state = "done" if one.acted else "waiting"
        if who == fight.acting and fight.stage == "turn":
            state = "acting"
        found.slots.append(Slot(f"{TURN}{who}", (who,), one.name, state, one.side))
    waiting = [slot for slot in found.slots if slot.state == "waiting"]
    if len(waiting) > 1:
        for slot in waiting:
            others = (one.id for one in waiting if one is not slot)
            slot.before = (*others, "") if found.slots[-1] is not slot else tuple(others)
    return found


def line(fight: SixteenFight) -> Map:
    """The line and who stands on it. Implements sixteen.position.line."""
    found = Map("feet", is_line=True)
    for one in fight.here():
        if one.status:
            continue
        weapon = fight.weapon_of(one.id)
        up = fight.is_able(one.id)
        reach = 0 if weapon.range or not up else weapon.reach
        note = STATES[fight.level(one.id)] if not up else ""
        found.points.append(Point(one.id, one.name, (one.at, 0), one.side, reach, up, note))
        for thing, place in one.dropped:
            name = one.weapon(thing)
            label = name.name if name else thing
            lying = Point(f"{one.id}/{thing}", label, (place, 0), about=(one.id,))
            found.points.append(lying)
    return found
