"""Cards and the order of the round."""

from __future__ import annotations

from affray.kernel.sheet import Line, Order, Sheet, Slot, Tag, Track
from affray.systems.trade import health, npc
from affray.systems.trade.state import Ability, Fighter, Hero, Npc, TradeFight

TAGS = (
    *("hero", "ally", "foe", "up", "down", "out", "clear", "surrendered"),
    *(*health.FATES, *npc.FATES),
    *("fit", "bloodied", "unhurt", "hurt", "badly hurt"),
    *("better position*", "bad situation*", "action in reserve*", "ward *", "pressed"),
    *("suppressed", "closed in", "owed a trade: *", "1 action left"),
    *(f"{count} actions left" for count in range(2, 21)),
)
"""Every word that a card may bear."""


def health_word(fight: TradeFight, who: str) -> str:
    """Health in a word: fit, bloodied or down; of an NPC unhurt, hurt, badly hurt or out."""
    one = fight[who]
    if isinstance(one, Hero):
        if one.health <= 0:
            return "down"
        return "bloodied" if one.health <= fight.numbers.bloodied_at else "fit"
    assert isinstance(one, Npc)
    if one.hp <= 0:
        return "out"
    if one.hp >= one.hp_max:
        return "unhurt"
    return "hurt" if 2 * one.hp > one.hp_max else "badly hurt"


def outline(fight: TradeFight, one: Fighter) -> Sheet:
    """The card of a combatant with state and track alone."""
    state = one.status or ("up" if one.is_in else "down" if isinstance(one, Hero) else "out")
    word = health_word(fight, one.id)
    if isinstance(one, Hero):
        rule = "trade.health.bloodied" if word == "bloodied" else "trade.health.ten"
        full = max(fight.numbers.hero_health, one.health)
        track = Track("health", one.health, full, word=word, rule=rule)
        return Sheet(one.id, one.name, one.side, "hero", state, [track])
    npc = fight.npc(one.id)
    track = Track("HP", npc.hp, max(npc.hp_max, npc.hp), word=word)
    return Sheet(one.id, one.name, one.side, npc.kind, state, [track])


def sheet(fight: TradeFight, one: Fighter) -> Sheet:
    """The whole card of a combatant."""
    card = outline(fight, one)
    if isinstance(one, Hero):
        _hero(one, card)
    elif isinstance(one, Npc):
        _npc(fight, one, card)
    if fight.acting == one.id and fight.stage == "turn" and fight.actions > 0:
        left = f"{fight.actions} action{'' if fight.actions == 1 else 's'} left"
        card.tags.append(Tag(left, "trade.turn.two-actions", "the turn ends"))
    if one.ward:
        card.tags.append(Tag(f"ward {one.ward}", "trade.ability.exact-effect", "the next hit"))
    if one.pressed:
        card.tags.append(Tag("pressed", "trade.ranged.pressed", "the next ranged attack"))
    if one.place:
        card.lines.append(Line("where", one.place))
    if one.side == "heroes" and fight.near:
        near = [fight[foe].name for foe in fight.foes_seen() if (one.id, foe) in fight.near]
        if near:
            card.lines.append(Line("near", ", ".join(near)))
    card.lines += [Line(a.name, _ability(one, a)) for a in one.abilities]
    return card


def _hero(hero: Hero, card: Sheet) -> None:
    if card.tracks[0].word == "bloodied":
        card.tags.append(Tag("bloodied", "trade.health.bloodied", "above 3 health"))
    for count, name, rule, until in (
        (hero.better, "better position", "trade.success.better-position", "this turn"),
        (hero.bad, "bad situation", "trade.failure.bad-situation", "this turn"),
        (hero.better_waiting, "better position", "trade.success.better-position", "the next turn"),
        (hero.bad_waiting, "bad situation", "trade.failure.bad-situation", "the next turn"),
        (hero.reserve, "action in reserve", "trade.turn.reserve", "the next turn"),
    ):
        if count:
            card.tags.append(Tag(name if count == 1 else f"{name} x{count}", rule, until))
    if hero.fate:
        card.tags.append(Tag(hero.fate, "trade.health.down-fate"))
    stats = ", ".join(f"{stat} {dice}" for stat, dice in hero.stats.items())
    card.lines.append(Line("stats", stats))
    for weapon in hero.weapons:
        lost = hero.lost.get(weapon.id, "")
        text = f"{weapon.category}, damage {weapon.damage}"
        card.lines.append(Line(weapon.name, f"{text} ({lost})" if lost else text))
    if hero.armor is not None:
        text = f"{hero.armor.weight} armor, soaks {hero.armor.reduction}"
        card.lines.append(Line(hero.armor.name, text))
    for tool in hero.tools:
        card.lines.append(Line(tool.name, hero.lost.get(tool.id, "at hand")))


def _npc(fight: TradeFight, npc: Npc, card: Sheet) -> None:
    if npc.suppressed:
        card.tags.append(Tag("suppressed", "trade.success.suppresses", "the enemy phase ends"))
    if npc.closed:
        card.tags.append(Tag("closed in", "trade.ranged.closer-skips-phase", "the phase ends"))
    for who in dict.fromkeys(who for enemy, who in fight.trades if enemy == npc.id):
        name = f"owed a trade: {fight[who].name}"
        card.tags.append(Tag(name, "trade.mixed.trade", "the enemy phase", about=(who,)))
    card.lines.append(Line("damage", str(npc.damage) + (", ranged" if npc.ranged else "")))
    if npc.armor:
        card.lines.append(Line("armor", f"soaks {npc.armor}"))
    if npc.make != "living":
        card.lines.append(Line("make", npc.make))
    card.lines.append(Line("goals", "; ".join(npc.goals), secret=True))
    if npc.loot:
        card.lines.append(Line("loot", ", ".join(npc.loot), secret=True))


def _ability(owner: Fighter, one: Ability) -> str:
    parts = []
    for effect in one.effects:
        match effect.kind:
            case "damage":
                text = f"{effect.amount} damage"
                parts.append(f"{text} past armor" if effect.unsoaked else text)
            case "ward":
                parts.append(f"soaks {effect.amount} of the next hit")
            case "heal":
                parts.append(f"gives back {effect.amount}")
            case "reposition":
                parts.append(f"brings {effect.to}")
            case "dice":
                parts.append("better position" if effect.dice > 0 else "bad situation")
            case "suppress":
                parts.append("suppresses")
            case _:
                parts.append(effect.text)
    text = f"{', '.join(parts)}; {one.target}"
    if one.stat:
        text = f"{one.stat}: {text}"
    if one.limit is not None:
        text += f"; {max(0, one.limit - owner.used.get(one.id, 0))} of {one.limit} left"
    return text


def order(fight: TradeFight) -> Order:
    """The heroes who have had their turn, the one whose turn it is, those still to go; and the
    enemy phase that follows.

    The GM may let a hero who has had a turn go again, and may pass over one who has not; who goes
    next of the others is the players' to say (trade.start.hero-order).
    """
    done = Order(fight.round)
    for who in fight.heroes:
        hero = fight.hero(who)
        if hero.acted and who != fight.acting and not hero.removed:
            done.slots.append(Slot(f"turn:{who}", (who,), hero.name, "done"))
    has_gone = bool(fight.acting) and fight.hero(fight.acting).acted
    if has_gone and fight.stage in ("turn", "phase", "pick"):
        state = "acting" if fight.stage == "turn" else "done"
        name = fight[fight.acting].name
        done.slots.append(Slot(f"turn:{fight.acting}", (fight.acting,), name, state))
    if fight.stage in ("turn", "phase", "opening"):
        state = "waiting" if fight.stage == "turn" else "acting"
        done.slots.append(Slot("phase", tuple(fight.foes_in()), "the enemy phase", state))
    left = tuple(who for who in fight.heroes_in() if not fight.hero(who).acted)
    label = "a hero's turn"
    if fight.switches.enemy_phase == "after-each-hero":
        label += " and an enemy phase"
    first = done.slots[0].id if done.slots else ""
    for number in range(1, len(left) + 1):
        slot = Slot(f"next:{number}", left, label, "waiting")
        slot.before = (first,) if first else ()
        done.slots.append(slot)
    for slot in done.slots:
        if slot.state == "done" and fight.is_in(slot.who[0]):
            slot.before = ("",)
    return done
