"""Cards with the three layers, the order of the round, and the picture of the plane."""

from __future__ import annotations

from affray.kernel.keys import Key
from affray.kernel.sheet import Line, Map, Mark, Order, Point, Sheet, Slot, Spot, Tag, Track
from affray.systems.vigor import (
    ac,
    attack,
    cover,
    crit,
    npc,
    reaction,
    stamina,
    vigor,
    vitality,
    weapon,
    wound,
)
from affray.systems.vigor.ledger import injury, tables
from affray.systems.vigor.state import Attack, Effect, Patch, VigorFight, Warrior

TAGS = (
    *("hero", "major", "minor", "sovereign", "up", "fleeing", "fled", "dead", "out"),
    *("unhurt", "shaken", "hurt", "badly hurt"),
    *("Leader", "surprised", "just arrived", "declared: *", "picked: *", "reaction used"),
    *("disengaged", "action and *", "condition: *", "dodging", "helped against *"),
    *(f"{feet} feet left" for feet in range(0, 1000, 5)),
    *(f"{count} Sovereign Actions" for count in range(21)),
    *("slips past", "high guard", "sheltered", "guarded", "empowered", "shield hooked", "rattled"),
    *("no Vigor roll", "harried", "hook shield", "rattle", "set point", "wide arc"),
    *("split focus", "drive back", "full length", "harry", "loose and step", "long draw"),
    *("thread the gap", "half cover*", "three-quarters cover*", "total cover*"),
    *(row.name for row in tables().injuries),
)
"""Every word that a card may bear."""

ROLES = {"hero": "player character", "major": "Major", "minor": "Minor", "sovereign": "Sovereign"}


def state_of(one: Warrior) -> str:
    """In a word: "up", "fleeing", "fled", "dead" or "out"."""
    return one.status or "up"


def wear(fight: VigorFight, one: Warrior) -> str:
    """How hurt somebody looks: unhurt, shaken (Vigor gone), hurt, badly hurt, or out."""
    if not one.is_in:
        return state_of(one)
    if one.is_minor:
        return "unhurt" if one.vigor >= vigor.cap(fight, one) else "shaken"
    full = vitality.maximum(fight, one)
    if one.vitality >= full:
        return "unhurt" if one.vigor > 0 or vigor.cap(fight, one) == 0 else "shaken"
    return "hurt" if 2 * one.vitality > full else "badly hurt"


def outline(fight: VigorFight, one: Warrior) -> Sheet:
    """The card of a combatant with state and tracks alone: the three layers, and Stamina."""
    word = wear(fight, one)
    most = max(vigor.cap(fight, one), one.vigor)
    shown = word if one.is_minor else ""
    tracks = [Track("Vigor", one.vigor, most, word=shown, rule="vigor.vigor.cap")]
    if one.is_minor:
        high = max(npc.dies_at(one), one.harm)
        tracks.append(Track("harm", one.harm, high, rule="vigor.npc.minor-total"))
    else:
        full = max(vitality.maximum(fight, one), one.vitality)
        rule = f"vigor.vitality.{'major-npc' if one.role == 'major' else one.role}"
        tracks.append(Track("Vitality", one.vitality, full, word=word, rule=rule))
    if one.role == "hero":
        free = max(wound.capacity(one) - len(one.injuries), 0)
        high = max(wound.capacity(one), free)
        tracks.append(Track("wounds left", free, high, rule="vigor.wound.capacity"))
    if not one.is_minor:
        high = max(stamina.maximum(fight, one), one.stamina)
        tracks.append(Track("Stamina", one.stamina, high, rule="vigor.stamina.maximum"))
    return Sheet(one.id, one.name, one.side, one.role, state_of(one), tracks)


def sheet(fight: VigorFight, one: Warrior) -> Sheet:
    """The whole card of a combatant."""
    card = outline(fight, one)
    card.tags = _tags(fight, one)
    card.lines.append(Line("who", f"{ROLES.get(one.role, one.role)}, Tier {one.tier}"))
    if one.stats:
        stats = ", ".join(f"{stat.capitalize()} {score}" for stat, score in one.stats.items())
        card.lines.append(Line("stats", stats))
    if one.trees:
        names = [tables().trees[tree].name for tree in one.trees if tree in tables().trees]
        card.lines.append(Line("trees", ", ".join(names)))
    card.lines.append(Line("AC", f"{ac.own(fight, one)} ({_armour(one)})"))
    for each in weapon.ways(one)[:-1] or weapon.ways(one):
        card.lines.append(Line(each.name, _attack(fight, one, each)))
    for other in weapon.others(one):
        card.lines.append(Line(weapon.name_of(one, other), "not in hand"))
    card.lines.append(Line("crits", _crits(crit.crit_from(fight, one, None))))
    for label, words in (
        ("resists", one.resists),
        ("immune to", one.immune),
        ("vulnerable to", one.vulnerable),
    ):
        if words:
            card.lines.append(Line(label, ", ".join(words)))
    for each_spell in one.spells:
        kind = "power" if one.psion else "spell"
        card.lines.append(Line(each_spell.name, f"{kind}, {each_spell.stamina} Stamina"))
    for own in one.maneuvers:
        text = f"{own.timing} Maneuver, {own.stamina} Stamina"
        card.lines.append(Line(own.name, f"{text}. {own.text}" if own.text else text))
    for trigger in one.triggers:
        card.lines.append(Line(trigger.name, f"reaction. {trigger.text}".rstrip(". ")))
    if one.at is not None:
        card.lines.append(Line("at", f"{one.at[0]}, {one.at[1]} feet"))
    return card


def _armour(one: Warrior) -> str:
    worn = "no armour" if one.armour == "unarmoured" else f"{one.armour} armour"
    return f"{worn}, shield" if one.shield else worn


def _crits(from_: int) -> str:
    if from_ > 20:
        return "never"
    return "on 20" if from_ == 20 else f"on {from_}-20"


def _attack(fight: VigorFight, one: Warrior, each: Attack) -> str:
    ranged = attack.is_ranged(each, attack.ATTACK)
    parts = [f"{attack.bonus(fight, one, each, '', ranged=ranged):+d}"]
    if each.reach > 0:
        parts.append(f"reach {each.reach}")
    if each.long > 0:
        far = f"{each.normal}" if each.normal == each.long else f"{each.normal}/{each.long}"
        parts.append(f"range {far}")
    parts.append(each.descriptor)
    if each.is_mystic:
        parts.append("Vigor damage")
    if each.maneuver:
        parts.append(f"maneuver: {each.maneuver.replace('-', ' ')}")
    return ", ".join(part for part in parts if part)


def said(one: Warrior, key: Key) -> str:
    """A pick in words."""
    match key[0]:
        case "cast":
            return next((s.name for s in one.spells if s.id == key[1]), key[1])
        case "own":
            return next((m.name for m in one.maneuvers if m.id == key[1]), key[1])
        case "weapon":
            return weapon.maneuver_of(one, key[1]).replace("-", " ")
    return key[0].replace("-", " ")


_UNTIL = {"round": "the end of the round", "own-turn": "the next turn", "fight": "the fight"}

_EFFECTS = {
    "dodge": ("dodging", "vigor.action.dodge"),
    "helped": ("helped against {on}", "vigor.action.help"),
    "slip-past": ("slips past", "vigor.weapon-maneuver.slip-past"),
    "high-guard": ("high guard", "vigor.weapon-maneuver.high-guard"),
    "sheltered": ("sheltered", "vigor.weapon-maneuver.shelter"),
    "guarded": ("guarded", "vigor.maneuver.list"),
    "empowered": ("empowered", "vigor.maneuver.empower"),
    "shield-hooked": ("shield hooked", "vigor.weapon-maneuver.hook-shield"),
    "rattled": ("rattled", "vigor.weapon-maneuver.rattle"),
    "unfocused": ("no Vigor roll", "vigor.weapon-maneuver.split-focus"),
    "harried": ("harried", "vigor.weapon-maneuver.harry"),
}


def _tags(fight: VigorFight, one: Warrior) -> list[Tag]:
    found: list[Tag] = []
    if one.leader:
        found.append(Tag("Leader", "vigor.role.leader"))
    if one.surprised:
        found.append(Tag("surprised", "vigor.surprise.effect", "round 2"))
    if not one.has_joined:
        found.append(Tag("just arrived", "vigor.fight.newcomers", "the next roll"))
    if one.pending:
        name = f"declared: {said(one, one.pending)}"
        found.append(Tag(name, "vigor.declare.declared", "its turn"))
    if one.pick:
        found.append(Tag(f"picked: {said(one, one.pick)}", "vigor.declare.instant", "it happens"))
    if one.is_in and fight.order and not one.reaction and not one.surprised:
        found.append(Tag("reaction used", "vigor.reaction.one-per-round", "the next round"))
    if one.role == "sovereign" and one.is_in:
        name = f"{one.sovereign_actions} Sovereign Actions"
        found.append(Tag(name, "vigor.sovereign.two-per-round", "the next round"))
    if fight.acting == one.id and fight.stage == "turn":
        left = "action and " if fight.action else ""
        name = f"{left}{fight.feet} feet left"
        found.append(Tag(name, "vigor.turn.economy", "the turn ends"))
        if fight.disengaged:
            found.append(Tag("disengaged", "vigor.action.disengage", "the turn ends"))
    for effect in one.effects:
        found.append(tag_of(fight, effect))
    for each in one.injuries:
        row = injury(each)
        found.append(Tag(row.name, row.rule, "it is treated"))
    for fact in fight.facts:
        if fact.kind == "cover" and fact.other == one.id and fact.value in cover.KINDS[1:]:
            whom = f" from {fight[fact.who].name}" if fact.who in fight.combatants else ""
            about = (fact.who,) if fact.who in fight.combatants else ()
            found.append(Tag(f"{fact.value} cover{whom}", "vigor.cover.bonus", about=about))
    return found


def tag_of(fight: VigorFight, effect: Effect) -> Tag:
    kind, _, who = effect.until.partition(":")
    about = tuple(each for each in (effect.on, who) if each in fight.combatants)
    until = _UNTIL.get(kind, "")
    if kind == "turn" and who in fight.combatants:
        until = f"the next turn of {fight[who].name}"
    if effect.kind == "condition":
        return Tag(f"condition: {effect.name}", "vigor.hit.conditions", until, about=about)
    if effect.kind in _EFFECTS:
        name, rule = _EFFECTS[effect.kind]
        on = fight[effect.on].name if effect.on in fight.combatants else ""
        return Tag(name.format(on=on), rule, until, about=about)
    name = effect.kind.replace("-", " ")
    return Tag(name, f"vigor.weapon-maneuver.{effect.kind}", until, about=about)


# ---- the order of the round ----


def order(fight: VigorFight) -> Order:
    """The turns of the round; the GM may move one of those still to come among them."""
    found = Order(fight.round)
    still = [who for who in fight.order if who not in fight.done and fight.stands(who)]
    for who in fight.order:
        one = fight[who]
        if not one.stands and who not in fight.done:
            continue
        state = "done" if who in fight.done else "waiting"
        if who == fight.acting and fight.stage == "turn":
            state = "acting"
        slot = Slot(f"turn:{who}", (who,), one.name, state, one.side)
        if state == "waiting":
            at = still.index(who)
            others = [f"turn:{each}" for n, each in enumerate(still) if n not in (at, at + 1)]
            slot.before = (*others, "") if at < len(still) - 1 else tuple(others)
        found.slots.append(slot)
    return found


# ---- the plane ----


def map_of(fight: VigorFight) -> Map:
    """Where everybody stands, the ground, and what is declared."""
    points = [
        Point(
            one.id,
            one.name,
            one.spot,
            one.side,
            reaction.reach(fight, one.id),
            one.is_in,
            "" if one.is_in else one.status,
        )
        for one in fight.standing()
        if one.at is not None
    ]
    marks = [_ground(patch, fight.numbers.step_feet) for patch in fight.ground]
    return Map("feet", points, marks, squares=True, title=fight.place)


def _ground(patch: Patch, step: int) -> Mark:
    """A patch is square, because a diagonal step is a step."""
    (across, along), half = patch.at, patch.radius + step / 2
    corners: tuple[Spot, ...] = (
        (across - half, along - half),
        (across + half, along - half),
        (across + half, along + half),
        (across - half, along + half),
    )
    what = "difficult ground" if patch.kind == "difficult" else "closed"
    return Mark(patch.name or what, corners, is_closed=True)
