"""What options do, in a few words with the numbers of whoever is asked."""

from __future__ import annotations

from affray.kernel.keys import Option
from affray.systems.vigor import maneuver, move, spell, tier, weapon
from affray.systems.vigor.state import Maneuver, Spell, VigorFight, Warrior


def gives(fight: VigorFight, who: str, option: Option) -> str:
    """What the option does for `who`; "" where its label says it all."""
    one = fight.combatants.get(who)
    key = [str(place) for place in option]
    if one is None or not key:
        return ""
    numbers = fight.numbers
    match key[0]:
        case "brace":
            return f"regain {one.tier} Vigor"
        case "rally":
            points = one.tier * numbers.rally_vigor_per_tier
            near = "" if _names_somebody(fight, key) else f" to an ally within {_rally(fight)}"
            return f"{points} Vigor{near}"
        case "empower":
            return f"crits on {_counted(numbers.empower_faces, 'more face')} of the d20 this round"
        case "committed-strike":
            points = one.tier * numbers.committed_strike_points_per_tier
            return f"{_counted(points, 'more point')} if your action hits"
        case "cast":
            return _spell(fight, one, spell.find(one, key[1]))
        case "weapon":
            return _weapon(fight, weapon.maneuver_of(one, key[1]))
        case "own":
            return _own(one, maneuver.own(one, key[1]))
        case "maneuver" if len(key) > 1:
            return gives(fight, who, option[1:])
        case "sprint":
            return f"{move.of_sprint(fight, who)} more feet"
    return ""


def _names_somebody(fight: VigorFight, key: list[str]) -> bool:
    return len(key) == 2 and key[1] in fight.combatants


def _rally(fight: VigorFight) -> str:
    return f"{fight.numbers.rally_range_feet} feet"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")


def _spell(fight: VigorFight, one: Warrior, each: Spell) -> str:
    """Whom a spell finds, how far off, and what it does to them."""
    far = f"within {each.range} feet"
    if each.deals == "vigor":
        whom = "you or an ally" if each.shape == "friend" else "one creature"
        return f"{spell.vigor_given(fight, one, each)} Vigor to {whom} {far}"
    die = f"d{tier.die(one.tier)}" if not one.is_minor else str(one.tier)
    plus = f" + {each.points}" if each.points else ""
    kind = "damage" if each.deals == "damage" else "Vigor damage"
    if each.shape == "area":
        wide = spell.radius(fight, each)
        return f"{die}{plus} {kind} to all within {wide} feet of a point {far}"
    roll = ", with a roll to hit" if each.roll else ""
    return f"{die}{plus} {kind} to one creature {far}{roll}"


def _weapon(fight: VigorFight, name: str) -> str:
    """What a weapon maneuver does."""
    numbers = fight.numbers
    return {
        "slip-past": "moving provokes nobody this round",
        "quick-advance": f"move up to {numbers.quick_advance_feet} feet now, provoking nobody",
        "hook-shield": "your first hit takes the shield's AC this round",
        "high-guard": f"{numbers.high_guard_ac} more AC this round",
        "rattle": "your first hit takes the reaction this round",
        "set-point": "strike as a reaction at an enemy who comes into reach",
        "shelter": f"{numbers.shelter_ac} more AC this round for an ally within "
        f"{numbers.shelter_range_feet} feet",
        "wide-arc": f"your first hit deals {numbers.wide_arc_vigor_damage} Vigor damage to another",
        "split-focus": "your first hit takes the next Vigor roll",
        "drive-back": f"your first hit pushes {numbers.drive_back_feet} feet",
        "full-length": f"{numbers.full_length_feet} feet more reach this round",
        "harry": f"your first hit takes {numbers.harry_feet} feet of movement",
        "loose-and-step": f"move {numbers.loose_and_step_feet} feet after your first attack",
        "long-draw": "no disadvantage at long range this round",
        "thread-the-gap": "your first attack lowers the cover by a step",
    }.get(name, "")


def _own(one: Warrior, each: Maneuver) -> str:
    """A Maneuver of an entry: its own words, or else what its effect comes to."""
    if each.text:
        return each.text.rstrip(".")
    amount = maneuver.amount_of(one, each)
    whom = {"ally": f" to an ally within {each.range} feet"}.get(each.to, "")
    return {
        "regain": f"{amount} Vigor{whom}" if whom else f"regain {amount} Vigor",
        "crit": f"crits on {_counted(amount, 'more face')} of the d20 this round",
        "ac": f"{amount} more AC this round",
        "move": f"move up to {amount} feet now, provoking nobody",
        "strike": f"{_counted(amount, 'more point')} if your action hits",
    }.get(each.effect, "")
