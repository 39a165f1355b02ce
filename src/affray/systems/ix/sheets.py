"""How a fight of ix looks on cards and in the order of the round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from affray.kernel.sheet import Line, Order, Sheet, Slot, Tag, Track
from affray.systems.ix.air import flying, ship
from affray.systems.ix.ledger import BANDS, rows
from affray.systems.ix.records import Condition, Effect
from affray.systems.ix.scenes import chase, chase_hand, downtime, social, travel
from affray.systems.ix.state import DEAD, MINION, MOUNT, Fighter, IxFight

TAGS = (
    *("hero", "ally", "foe", "up", "down", "bleeding", "stable", "dying"),
    *("dead", "out", "fled", "surrendered"),
    *("unhurt", "scratched", "hurt", "badly hurt"),
    *("Prone*", "Staggered*", "Disoriented*", "Immobilized*", "Restrained*", "Grabbed*"),
    *("Immolation*", "Frightened*", "Demoralized*", "Surprised", "Blinded*", "Incapacitated*"),
    *("Grazed*", "Slow to Recover*", "Numb Fingers*", "Lost Beat*", "Off Stride*"),
    *("Sinking Heart*", "Ringing Skull*", "Deep Bruise*", "Laid Out*", "Fogged Mind*"),
    *("Shaken Spirit*", "Wrenched Body*", "Swimming Head*", "Broken Focus*", "Lamed*"),
    *("Wide Open*", "Short of Breath*", "Failing Strength*", "Hanging On*", "Useless Limb*"),
    *("Opened Artery*", "Broken Frame*", "At Death's Door*", "Lights Going Out*", "Killed*"),
    *("Defensive Guard", "Guarded", "cover *", "aiming*", "holds *", "off-guard", "burning *"),
    *("in the air*", "perched*", "aboard *", "must move or hover", "rounds aloft*", "confined"),
    *("Action left", "Maneuver left"),
    *("mending *", "next check: *", "helped: *", "mark: *"),
    *("holding its breath *", "suffocating", "passed out", "inside", "protected", "sheltered"),
    *("exposed *", "dead for *"),
    *("rides *", "ridden by *", "startled*", "has charged", "acts for itself", "running *"),
    *chase_hand.TAGS,
)
"""Every word that a card may bear; what ends in a star goes on in some way."""


def wear(one: Fighter) -> str:
    """How hurt somebody looks."""
    if one.wounds <= 0:
        return "down"
    if one.wounds >= one.wound_points:
        return "unhurt"
    if 3 * one.wounds <= one.wound_points:
        return "badly hurt"
    return "hurt" if 3 * one.wounds <= 2 * one.wound_points else "scratched"


def state(one: Fighter) -> str:
    """A word for whether and how somebody takes part."""
    if one.status:
        return one.status
    if one.felled or one.dying:
        return "dying"
    if one.wounds <= 0:
        return "stable" if one.stabilized else "bleeding" if one.rank != MINION else "down"
    return "down" if one.is_down else "up"


def outline(fight: IxFight, one: Fighter) -> Sheet:
    """The card with state and tracks alone."""
    tracks = [
        Track(
            "Wounds",
            one.wounds,
            one.wound_points,
            low=min(-one.wound_points, one.wounds),
            word=wear(one),
            rule="ix.wounds.points",
        )
    ]
    if one.strain_points > 0:
        tracks.append(Track("Strain", one.strain, one.strain_points, rule="ix.strain.accumulates"))
    if one.rank == MINION:
        tracks.append(Track("standing", one.standing, one.members, rule="ix.minion.fall"))
    return Sheet(one.id, one.name, one.side, one.kind, state(one), tracks)


def sheet(fight: IxFight, one: Fighter) -> Sheet:
    """The whole card."""
    card = outline(fight, one)
    card.tags = _tags(fight, one)
    card.lines = _lines(one)
    return card


def _until(condition: Condition) -> str:
    if condition.turns:
        return "end of its turn" if condition.turns == 1 else f"{condition.turns} turn ends"
    return condition.ends.replace("-", " ")


def _tags(fight: IxFight, one: Fighter) -> list[Tag]:
    names = rows("conditions")
    tags = []
    for held in one.conditions:
        row = names.get(held.id)
        name = row["name"] if row else held.id
        about = (held.source,) if held.source in fight.combatants else ()
        if about:
            name = f"{name} ({fight[held.source].name})"
        rule = row["rule"] if row and "rule" in row else "ix.condition.table"
        tags.append(Tag(name, rule, _until(held), about=about))
    injuries = rows("critical-injuries")
    for injury in one.injuries:
        row = injuries[injury.row]
        drawn = f" ({injury.drawn})" if injury.drawn else ""
        name = f"{row['name']}{drawn.replace('-', ' ')}, {row['severity']}"
        tags.append(Tag(name, "ix.critical.persists", "it is treated"))
    if one.surprised:
        tags.append(Tag("Surprised", "ix.condition.surprised", "start of its first turn"))
    if one.guard:
        name = "Defensive Guard" if one.guard == "defensive" else "Guarded"
        tags.append(Tag(name, "ix.guard.duration", "start of its next turn"))
    if one.cover:
        tags.append(Tag(f"cover {one.cover}", "ix.maneuver.cover-defense"))
    if one.zone or one.perch or one.flight or one.confined:
        tags += _heights(fight, one)
    if one.aims:
        tags.append(Tag(f"aiming x{one.aims}", "ix.maneuver.aim", "end of this turn"))
    if one.hold:
        held_one = fight.combatants.get(one.hold)
        name = held_one.name if held_one else one.hold
        tags.append(Tag(f"holds {name}", "ix.grapple.hold-action", about=(one.hold,)))
    if one.ruled_off_guard:
        tags.append(Tag("off-guard", "ix.off-guard.gm"))
    for turns, damage, _ in one.burns:
        tags.append(Tag(f"burning {damage}", "ix.quality.burn", _turns(turns)))
    for turns, amount in one.mends:
        tags.append(Tag(f"mending {amount}", "ix.magic.heal-amount", _turns(turns)))
    tags += filter(None, (_effect(fight, each) for each in _together(one.effects)))
    tags += _hazards(fight, one)
    if fight.turn and fight.acting == one.id and fight.stage == "turn":
        tags += _turn(fight)
    if fight.mounts and (one.mount or one.rank == MOUNT):
        tags += _saddle(fight, one)
    if fight.chase is not None:
        tags += chase_hand.tags(fight, one)
    tags += [Tag(f"mark: {mark}", "ix.critical.permanent-mark") for mark in one.marks]
    return tags


def _turn(fight: IxFight) -> list[Tag]:
    """What is left of the turn that runs, before anything is bought."""
    left = {"Action left": fight.actions, "Maneuver left": fight.free_maneuvers}
    return [Tag(word, "ix.turn.budget", "the turn ends") for word, number in left.items() if number]


def _saddle(fight: IxFight, one: Fighter) -> list[Tag]:
    """Who rides whom, and what a mount is up to."""
    if one.mount:
        name = f"rides {fight[one.mount].name}"
        return [Tag(name, "ix.mounted.initiative", about=(one.mount,))]
    tags = []
    if rider := fight.rider_of(one.id):
        name = f"ridden by {fight[rider].name}"
        tags.append(Tag(name, "ix.mounted.initiative", about=(rider,)))
    if any(mount == one.id for mount, _, _ in fight.startled):
        tags.append(Tag("startled", "ix.mounted.control-check", "its rider's check"))
    if one.run:
        tags.append(Tag(f"running {abs(one.run)}", "ix.mounted.charge-distance", "this turn"))
    if one.has_charged:
        tags.append(Tag("has charged", "ix.mounted.charge-reset", "it is gathered"))
    if fight.is_participant(one.id):
        tags.append(Tag("acts for itself", "ix.mounted.separate"))
    return tags


def _hazards(fight: IxFight, one: Fighter) -> list[Tag]:
    """What fire, want of air, cold and heat do to somebody, and how long it has been dead."""
    tags = []
    if one.breath > 0:
        until = "the end of its turn" if one.breath == 1 else f"{one.breath} turn ends"
        tags.append(Tag(f"holding its breath {one.breath}", "ix.hazard.breath", until))
    elif one.breath == 0:
        tags.append(Tag("suffocating", "ix.hazard.suffocation-check", "it has air"))
    if one.passed_out:
        tags.append(Tag("passed out", "ix.hazard.suffocation-passed-out", "it has air"))
    if one.inside and fight.building is not None:
        tags.append(Tag("inside", "ix.hazard.building-exposure"))
    if one.numbed:
        until = "a survivable temperature"
        tags.append(Tag(f"exposed {one.numbed}", "ix.hazard.temperature-no-recovery", until))
    if one.protected:
        tags.append(Tag("protected", "ix.hazard.temperature-immunity"))
    if one.sheltered:
        tags.append(Tag("sheltered", "ix.hazard.temperature-no-recovery"))
    if one.status == DEAD:
        hours = fight.hours - one.died
        span = "less than an hour" if hours < 1 else "1 hour" if hours == 1 else f"{hours} hours"
        tags.append(Tag(f"dead for {span}", "ix.death.revive-needs"))
    return tags


def height(fight: IxFight, one: Fighter) -> str:
    """How high somebody is and what it stands on there, in a few words; "" for the ground."""
    where = footing(fight, one)
    if not where or ship.under(fight, one) is not None:
        return where
    return f"{where}, {flying.ZONES[one.zone].capitalize()}"


def footing(fight: IxFight, one: Fighter) -> str:
    """What somebody who is not on the ground stands on."""
    where = ship.under(fight, one)
    if where is not None:
        return f"aboard {where.name}"
    if not one.zone:
        return ""
    return "perched" if one.perch else "in the air"


def _heights(fight: IxFight, one: Fighter) -> list[Tag]:
    tags = []
    if where := height(fight, one):
        rule = "ix.ship.aerial-bands" if where.startswith("aboard") else "ix.flying.zones"
        tags.append(Tag(where, rule))
    if flying.must_keep_aloft(fight, one):
        tags.append(Tag("must move or hover", "ix.flying.hover", "end of this turn"))
    if one.aloft:
        tags.append(Tag(f"rounds aloft: {one.aloft}", "ix.flying.endurance"))
    if one.confined:
        tags.append(Tag("confined", "ix.flying.disruption"))
    return tags


def _turns(turns: int) -> str:
    return "its next turn" if turns == 1 else f"its next {turns} turns"


_DICE = {
    "add-die": "{n} {die} {dice}",
    "crisis": "{n} Crisis {dice}",
    "difficulty-step": "{n} harder",
}


def _together(effects: Iterable[Effect]) -> list[Effect]:
    """Effects that differ in nothing but how much, as one with all of it: a card that names the
    same Bane Die four times says less than one that names four."""
    found: dict[Effect, int] = {}
    for effect in effects:
        alike = replace(effect, amount=0, source="" if effect.op in _DICE else effect.source)
        found[alike] = found.get(alike, 0) + effect.amount
    return [replace(effect, amount=amount) for effect, amount in found.items()]


def _effect(fight: IxFight, effect: Effect) -> Tag | None:
    """What waits for a check; what an injury or a spell leaves behind otherwise has its own tag."""
    if effect.op == "aid":
        helper = fight.combatants.get(effect.source)
        by = helper.name if helper else effect.source
        about = (effect.source,) if helper else ()
        name = f"helped: {by} ({effect.checks.replace('-', ' ')})"
        return Tag(name, "ix.action.aid-window", "the helper's next turn", about=about)
    if effect.op not in _DICE or effect.injury:
        return None
    dice = "Die" if effect.amount == 1 else "Dice"
    words = _DICE[effect.op].format(n=effect.amount, die=effect.die.capitalize(), dice=dice)
    what = f" ({effect.what})" if effect.what else ""
    until = effect.ends.replace("-", " ")
    return Tag(f"next check: {words}{what}", effect.rule or "ix.pool.situational-dice", until)


def _lines(one: Fighter) -> list[Line]:
    lines = [
        Line(
            "Characteristics",
            ", ".join(f"{name.capitalize()} {one.rating(name)}" for name in one.characteristics),
        )
    ]
    if one.skills:
        ranks = ", ".join(f"{name.replace('-', ' ')} {rank}" for name, rank in one.skills.items())
        lines.append(Line("Skills", ranks))
    if one.group_skills:
        lines.append(Line("Group skills", ", ".join(s.replace("-", " ") for s in one.group_skills)))
    for weapon in one.weapons:
        where = "in hand" if weapon.id in one.held else "ready" if weapon.natural else "worn"
        if weapon.id in one.packed:
            where = "in the pack"
        if weapon.id in one.dropped:
            where = "on the ground"
        where = one.faults.get(weapon.id, where)
        qualities = ", ".join(
            f"{name.replace('-', ' ')} {rating}" for name, rating in weapon.qualities.items()
        )
        text = f"damage {weapon.damage}, Crit {weapon.crit}, to {BANDS[weapon.reach]}, {where}"
        lines.append(Line(weapon.name, f"{text}; {qualities}" if qualities else text))
    if one.armour is not None:
        lines.append(Line("Armour", f"{one.armour.name} {one.armour.resistance}"))
    if one.spells:
        lines.append(Line("Spells", ", ".join(spell.name for spell in one.spells)))
    if one.talents:
        talents = ", ".join(rows("talents")[talent]["name"] for talent in one.talents)
        lines.append(Line("Talents", talents))
    if one.fear:
        lines.append(Line("Fear", str(one.fear)))
    lines += _of_downtime(one)
    return lines


def _of_downtime(one: Fighter) -> list[Line]:
    """What a hero owns and knows besides."""
    cheaper = ", ".join(skill.replace("-", " ") for skill in one.discounts)
    found = [
        ("Purse", f"{one.purse} silver flargons" if one.purse else ""),
        ("Languages", ", ".join(one.languages)),
        ("Cheaper next", cheaper),
        ("Contacts", ", ".join(one.contacts)),
        ("Facts", "; ".join(one.facts)),
    ]
    return [Line(label, text) for label, text in found if text]


def order(fight: IxFight) -> Order:
    """The slots of the round in their order, apart from the people who may take them.

    Implements ix.initiative.slot-ids, ix.initiative.one-slot-each.
    """
    for area in (chase, social, travel, downtime):
        own: Order | None = area.order(fight)
        if own is not None:
            return own
    takers = dict(fight.takers)
    waiting = {
        side: tuple(w for w in fight.present(side) if w not in takers.values())
        for side in ("heroes", "foes")
    }
    found = []
    for slot in fight.slots:
        taker = takers.get(slot.id)
        state = "done" if slot.id in fight.slots_done else "waiting"
        if fight.turn and fight.slot == slot.id:
            state = "acting"
        who = (taker,) if taker else waiting[slot.side]
        label = "a hero's slot" if slot.side == "heroes" else "a foe's slot"
        found.append(
            Slot(slot.id, who, "" if taker else label, state, slot.side, is_open=taker is None)
        )
    _let_move(found)
    return Order(fight.round, found)


def _let_move(slots: list[Slot]) -> None:
    """The GM may move a slot that is still to come before another such slot, or to the end."""
    waiting = [slot.id for slot in slots if slot.state == "waiting"]
    for slot in slots:
        if slot.id in waiting:
            at = waiting.index(slot.id)
            stays = waiting[at : at + 2]
            last = () if slot.id == waiting[-1] else ("",)
            slot.before = (*(one for one in waiting if one not in stays), *last)
