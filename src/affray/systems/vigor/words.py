"""How the events, options and questions of vigor read.

Fields that only some seats get (numbers of an enemy) may be missing; the sentences then do without.
An event that another sentence tells already has no words of its own: its text is empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.words import OptionTemplate, Template, Words
from affray.systems.vigor.ledger import tables

Fields = Mapping[str, Any]


def _untold(f: Fields) -> str:
    return ""


def _plain(slug: Any) -> str:
    return str(slug).replace("-", " ")


def _point(at: Any) -> str:
    """A point as people say it; a list comes joined by "and"."""
    return re.sub(r" and |\s*,\s*", ", ", str(at)).strip("[]")


def _titled(slug: Any) -> str:
    """A name as a title: Loose and Step, Thread the Gap."""
    return re.sub(r"(?<= )(And|The)(?= )", lambda m: m[0].lower(), _plain(slug).title())


def _maneuver(key: Any) -> str:
    """A pick as it is kept (its words joined by "and"), in words."""
    parts = re.split(r" and |, ", str(key))
    if parts[0] in ("cast", "own", "weapon") and len(parts) > 1:
        named = {"cast": _SPELLS, "weapon": _MANEUVERS}.get(parts[0], {})
        return named.get(parts[1], _titled(parts[1]))
    return _titled(parts[0])


_SPELLS = {key: str(row["name"]) for key, row in tables().spells.items()}
_MANEUVERS = {
    key: _titled(str(row["maneuver"]).rpartition(".")[2]) for key, row in tables().weapons.items()
}
_INJURIES = {row.id: row.name for row in tables().injuries}


# ---- the round ----


def _scene(f: Fields) -> str:
    where = f" {f['place'].rstrip('.')}." if f["place"] else ""
    ground = " The ground is difficult." if f["difficult"] else ""
    return f"The fight begins.{where}{ground}"


def _order(f: Fields) -> str:
    return f"The order of this round: {f['order']} ({_point(f['totals'])})."


def _turn(f: Fields) -> str:
    return f"{f['who']}'s turn: an action and {f['feet']} feet of movement."


def _lost(f: Fields) -> str:
    what = _maneuver(f["maneuver"])
    match f["why"]:
        case "disrupted":
            return f"{f['who']} is disrupted: {what} comes to nothing."
        case "not-carried-out" | "dropped":
            return f"{f['who']} lets {what} go."
    return f"{f['who']}'s {what} is lost."


def _regained(f: Fields) -> str:
    of = f" from {f['by']}" if f["by"] != f["who"] else ""
    if not f["gained"]:
        return f"{f['who']} has all the Vigor there is room for."
    now = f", now {f['now']} of {f['cap']}" if "now" in f else ""
    return f"{f['who']} regains {f['gained']} Vigor{of}{now}."


def _paid(f: Fields) -> str:
    if "now" not in f:
        return ""
    return f"{f['who']} pays {f['stamina']} Stamina ({f['now']} left)."


# ---- attacks ----


_JUDGED = {
    "miss": "a miss",
    "hit": "a hit",
    "crit": "a crit",
    "stray": "a natural 1",
    "made": "enough",
    "failed": "not enough",
}


def _rolled(f: Fields) -> str:
    """The dice as they fell and what they are read as; the pool without its own shorthand."""
    pool = str(f["pool"])
    faces = re.findall(r"\d+", str(f.get("faces", "")))
    judged = _JUDGED.get(str(f["reading"]))
    what_for = f" {f['purpose']}" if f.get("purpose") else ""
    shown = f" ({' '.join(faces)})" if len(faces) > 1 or (faces and judged) else ""
    if ">=" in pool:
        fours = f["reading"]
        what = {0: "no 4", 1: "one 4"}.get(fours, f"{fours} fours")
        return f"{f['who']} rolls {pool.split('>')[0].split('!')[0]} for Vigor{shown}: {what}."
    for mark, kept in (("kl", "lower"), ("kh", "higher")):
        if mark in pool:
            dice = pool.split(mark)[0]
            return f"{f['who']} rolls {dice}{what_for}{shown} and keeps the {kept}: {judged}."
    return f"{f['who']} rolls {pool}{what_for}{shown}: {judged or f['reading']}."


def _attack(f: Fields) -> str:
    text = f"{f['who']} attacks {f['target']}: {f['called']}"
    if f["ranged"]:
        text += f" from {f['feet']} feet"
    more = []
    if f["stat"]:
        more.append(_plain(f["stat"]).capitalize())
    if f["dice"]:
        more.append(f["dice"])
    if f["cover"] != "none":
        more.append(f"{f['cover']} cover")
    return f"{text} ({', '.join(more)})." if more else f"{text}."


def _against(f: Fields) -> str:
    parts = [f"{f['bonus']:+d}"] if "bonus" in f else []
    if "ac" in f:
        parts.append(f"against AC {f['ac']}")
    return f" ({' '.join(parts)})" if parts else ""


def _hurt(f: Fields) -> str:
    kind = "Vigor damage" if f["kind"] == "vigor-damage" else "damage"
    text = f"{f['target']} takes {f['worth']} {kind}"
    how = {
        "immune": f"{f['target']} is immune to {f['descriptor']}: nothing happens",
        "resistant": f"{text} ({f['points']}, resisted)",
        "vulnerable": f"{text} ({f['points']}, and vulnerable)",
    }
    text = how.get(f["how"], text)
    if "vigor" not in f or f["how"] == "immune":
        return f"{text}."
    parts = []
    if f["vigor_before"] != f["vigor"]:
        parts.append(f"Vigor {f['vigor_before']} to {f['vigor']}")
    if f["vitality_before"] != f["vitality"]:
        parts.append(f"Vitality {f['vitality_before']} to {f['vitality']}")
    if "harm" in f:
        parts.append(f"{f['harm']} harm in all")
    return (
        f"{text}: {', '.join(parts)}." if parts else f"{text}, with nothing left to take it from."
    )


def _moved(f: Fields) -> str:
    return f"{f['who']} moves {f['feet']} feet, to {_point(f['end'])}."


def _pushed(f: Fields) -> str:
    if str(f["start"]) == str(f["end"]):
        return f"{f['by']} drives at {f['who']}, who has nowhere to go."
    return f"{f['by']} drives {f['who']} back, to {_point(f['end'])}."


def _reacts(f: Fields) -> str:
    what = {
        "opportunity-attack": f"{f['who']} strikes as {f['at']} leaves",
        "set-point": f"{f['who']} has the point set as {f['at']} comes in",
    }
    return f"{what.get(f['what'], f'''{f['who']} reacts: {_titled(f['what'])}''')}."


_TELLS = {
    "hook-shield": "{by} hooks {who}'s shield aside until the round ends.",
    "rattle": "{who} is rattled: no reaction until the round ends.",
    "split-focus": "{who}'s focus is split: no Vigor roll next turn.",
    "harry": "{who} is harried: less movement next turn.",
}


def _tells(f: Fields) -> str:
    return _TELLS[f["maneuver"]].format(**f)


def _used(f: Fields) -> str:
    weapon = f" ({_plain(f['weapon'])})" if f["weapon"] else ""
    return f"{f['who']}: {_titled(f['maneuver'])}{weapon}."


def _carries_out(f: Fields) -> str:
    if re.match(r"\W*cast\b", str(f["maneuver"])):
        return ""
    return f"{f['who']} carries out {_maneuver(f['maneuver'])}."


def _casts(f: Fields) -> str:
    return f"{f['who']} casts {f['called']}."


_ACTIONS = {
    "dodge": "dodges until the next turn",
    "disengage": "disengages: moving away provokes nobody this turn",
}


def _action(f: Fields) -> str:
    return f"{f['who']} {_ACTIONS.get(f['action'], _plain(f['action']))}."


def _improvised(f: Fields) -> str:
    outcome = f": {f['outcome']}" if f["outcome"] else ""
    return f"It {'works' if f['works'] else 'does not work'}{outcome}."


def _condition(f: Fields) -> str:
    means = f" ({f['ruled'].rstrip('.')})" if f["ruled"] else ""
    return f"{f['who']} is {f['name']}{means}, by {f['by']}."


def _wounded(f: Fields) -> str:
    return (
        f"{f['who']} takes a wound: {_INJURIES[_slug(f['injury'])]} ({f['wounds']} of {f['most']})."
    )


def _slug(name: Any) -> str:
    return str(name).casefold().replace(" ", "-")


def _second_wind(f: Fields) -> str:
    pools = ""
    if "vigor" in f:
        pools = f": Vitality {f['vitality']} and Vigor {f['vigor']}, all of it"
    return f"{f['who']} catches a Second Wind{pools}. The rest of the hit is nothing."


def _checked(f: Fields) -> str:
    verb = "makes" if f["read"] == "made" else "fails"
    against = f" ({f['modifier']:+d} against {f['needed']})" if "needed" in f else ""
    return f"{f['who']} {verb} the check{against}."


def _recovered(f: Fields) -> str:
    return f"{f['who']} turns Stamina into {f['points']} Vitality."


def _tended(f: Fields) -> str:
    who = "their own" if f["by"] == f["who"] else f"{f['who']}'s"
    verdict = "it will heal" if f["healed"] else "no luck this time"
    injury = _INJURIES[_slug(f["injury"])]
    return f"{f['by']} tends {who} {injury} ({f['modifier']:+d} against {f['needed']}): {verdict}."


def _fact(f: Fields) -> str:
    who, other, value = f["who"] or "everybody", f.get("other", ""), f["value"]
    if f["name"] == "cover":
        return f"rules the cover of {other} from {who}: {value}"
    return f"rules the {f['name']} from {who} to {other}: {value}"


def _edited(f: Fields) -> str:
    who, name, value = f["who"], f["name"], f["value"]
    what = {
        "set": f"sets the {_plain(name)} of {who} to {value}",
        "tag": f"says of {who}: {_plain(name)}",
        "untag": f"says of {who}: no longer {_plain(name)}",
        "place": f"places {who} at {_point(value)}",
        "fact": _fact(f),
        "ground": f"changes the ground: {_plain(value)}",
        "leave": f"takes {who} out of it{f': {value}' if value else ''}",
        "back": f"has {who} back in the fight",
        "armour": f"puts {who} in {value} armour",
        "hold": f"has {who} hold {_plain(value) or 'nothing'}",
        "hide": f"keeps {who} out of sight",
        "show": f"lets everybody see {who}",
        "remove": f"takes {who} out of the fight",
        "return": f"brings {who} back into the fight",
        "rename": f"has a new name for {who}: {value}",
        "skip": "lets the turn end here",
        "end": "ends the fight",
        "resume": "lets the fight go on",
        "reorder": f"moves {who}'s turn before {value or 'the end'}",
        "note": f"notes of {who}: {name} {'' if value is None else value}".rstrip(),
    }
    told = what.get(f["kind"], f"{_plain(f['kind'])} {who} {name} {value or ''}".rstrip())
    return f"The GM {told}."


EVENTS: Mapping[str, Template] = {
    "scene": _scene,
    "stands": lambda f: f"{f['who']} stands at {_point(f['at'])}.",
    "surprised": "Surprised, with no part in the first round: {who}.",
    "not-surprised": "{who} cannot be surprised.",
    "surprise-over": "Surprised no longer: {who}.",
    "round": "Round {number}.",
    "refreshed": "{who} has {actions} Sovereign Actions.",
    "rolled": _rolled,
    "order": _order,
    "declared": lambda f: f"{f['who']} declares {_maneuver(f['maneuver'])}.",
    "picked": lambda f: f"{f['who']} picks {_maneuver(f['maneuver'])}.",
    "passed": _untold,
    "drew": lambda f: f"{f['who']} takes the {_plain(f['weapon'])} in hand.",
    "paid": _paid,
    "takes-effect": _untold,
    "maneuver": _used,
    "maneuver-tells": _tells,
    "sheltered": "{who} is sheltered by {by}: {ac} more AC until the round ends.",
    "no-vigor-roll": "{who} is out of focus and rolls for no Vigor.",
    "regained": _regained,
    "vigor-lost": "{who} has less room for Vigor now.",
    "turn": _turn,
    "passed-over": "{who} is surprised; the place in the order is passed over.",
    "turn-over": _untold,
    "moved": _moved,
    "no-way": "There is no way for {who} to go there.",
    "pushed": _pushed,
    "reacts": _reacts,
    "attack": _attack,
    "hit": lambda f: f"{f['who']} hits {f['target']}{_against(f)}.",
    "crit": lambda f: f"{f['who']} crits {f['target']}{_against(f)}.",
    "missed": lambda f: f"{f['who']} misses {f['target']}{_against(f)}.",
    "stray": "The shot of {who} at {target} goes into {into}.",
    "glances": "A Glancing Blow of {who} on {target}: {amount}.",
    "hurt": _hurt,
    "wounded": _wounded,
    "second-wind": _second_wind,
    "dead": "{who} is dead.",
    "fleeing": "{who} flees.",
    "fled": "{who} is gone.",
    "out": "{who} is out of the fight.",
    "maneuver-lost": _lost,
    "checked": _checked,
    "kept": lambda f: f"{f['who']} keeps {_maneuver(f['maneuver'])}.",
    "carries-out": _carries_out,
    "casts": _casts,
    "action": _action,
    "sprints": "{who} sprints: {feet} feet left.",
    "helps": "{who} helps {ally} against {enemy}.",
    "improvises": lambda f: f"{f['who']} tries something: {f['what'] or 'what the scene allows'}.",
    "improvised": _improvised,
    "condition": _condition,
    "noted": "{who}: {text}",
    "sovereign-action": lambda f: (
        f"{f['who']} spends a Sovereign Action ({f['left']} left this round)."
    ),
    "round-over": _untold,
    "recovery": "A breather: Stamina can be turned into Vitality.",
    "recovered": _recovered,
    "rest": "A Rest.",
    "rested": "All Vitality and Stamina back: {who}.",
    "tended": _tended,
    "healed": lambda f: f"{f['who']}'s {_INJURIES[_slug(f['injury'])]} is healed.",
    "joined": lambda f: f"{f['who']} arrives, at {_point(f['at'])}.",
    "gm-ended": _untold,
    "edited": _edited,
}


# ---- options ----


def _stat(places: Sequence[str], at: int) -> str:
    return f" by {places[at].capitalize()}" if len(places) > at else ""


def _way(word: str) -> str:
    return {"unarmed": "bare hands"}.get(word, word.replace("-", " "))


def _on_target(places: Sequence[str]) -> str:
    verb = "Throw" if places[0] == "throw" else "Attack"
    if verb == "Throw":
        return f"Throw {_way(places[1])} at {places[2]}{_stat(places, 3)}"
    return f"Attack {places[2]} with {_way(places[1])}{_stat(places, 3)}"


def _aimed(name: str, aim: Sequence[str]) -> str:
    if aim[0] == "at" and len(aim) == 3:
        return f"{name} at the point {aim[1]}, {aim[2]}"
    if aim[0] == "on":
        return f"{name} where {aim[1]} stands"
    return f"{name}: {aim[0]}{_stat(aim, 1)}"


def _carry_out(places: Sequence[str]) -> str:
    match places[1]:
        case "cast":
            return f"Cast {_aimed(_named(places[2]), places[3:])}"
        case "own":
            return f"Carry out {_named(places[2])}"
    strike = _on_target(places[1:])
    return f"Declared strike: {strike[0].lower()}{strike[1:]}"


def _named(word: str) -> str:
    return _titled(word)


def _drawn(text: str) -> OptionTemplate:
    """A pick, with the weapon that is drawn beside it."""

    def told(places: Sequence[str]) -> str:
        drawn = f", and draw {_way(places[-1])}" if len(places) > 2 else ""
        return text + drawn

    return told


def _cast(places: Sequence[str]) -> str:
    drawn = f", and draw {_way(places[3])}" if len(places) > 3 else ""
    return f"Declare {_named(places[1])}{drawn}"


def _own(places: Sequence[str]) -> str:
    drawn = f", and draw {_way(places[3])}" if len(places) > 3 else ""
    return f"{_named(places[1])}{drawn}"


def _weapon(places: Sequence[str]) -> str:
    name = _MANEUVERS.get(places[1].replace(" ", "-"), "")
    of = f"the maneuver of the {_way(places[1])}"
    return f"{name} ({_way(places[1])})" if name and name != "None" else of.capitalize()


def _move(places: Sequence[str]) -> str:
    match places[1].replace(" ", "-"):
        case "next-to":
            return f"Move up to {places[2]}"
        case "into-reach":
            return f"Move until {places[2]} is within reach"
        case "away":
            return "Move straight away from the nearest enemy"
    return f"Move to the point {places[2]}, {places[3]}"


def _use(places: Sequence[str]) -> str:
    on = f" on {places[4]}" if len(places) > 4 else ""
    return f"Use {_named(places[1])}{on}"


def _sovereign(places: Sequence[str]) -> str:
    if places[1] == "weapon":
        return _weapon(places[1:])
    return f"{_named(places[-1])}, a Maneuver"


def _ruled(places: Sequence[str]) -> str:
    if len(places) == 1:
        return "It works"
    return f"It works: {places[1]}"


OPTIONS: Mapping[str, OptionTemplate] = {
    "brace": _drawn("Brace"),
    "rally": lambda p: (
        f"Rally {p[1]}" if len(p) == 2 else _drawn("Rally an ally")(p)  # type: ignore[operator]
    ),
    "empower": _drawn("Empower"),
    "committed-strike": _drawn("Declare a Committed Strike"),
    "cast": _cast,
    "weapon": _weapon,
    "own": _own,
    "draw": lambda p: f"Take the {_way(p[1])} in hand",
    "pass": "Let it be",
    "shelter": "Shelter {1}",
    "nobody": "Nobody",
    "on": "{1}",
    "arc": "The arc catches {1}",
    "stay": "Stay here",
    "attack": _on_target,
    "throw": _on_target,
    "carry-out": _carry_out,
    "power": lambda p: f"Power: {_aimed(_named(p[1]), p[2:])}",
    "dodge": "Dodge: attacks against you have disadvantage",
    "disengage": "Disengage: moving provokes nobody this turn",
    "sprint": "Sprint",
    "help": "Help {2} against {1}",
    "improvise": "Something else: {1}",
    "move": _move,
    "go-on": "Go on as planned",
    "stop": "Stop here",
    "use": _use,
    "glance": "A Glancing Blow on {1}",
    "none": "None",
    "maneuver": _sovereign,
    "hold": "Hold back",
    "end": "End the turn",
    "open": "Open ground, everybody in sight, no cover",
    "difficult": "Difficult ground everywhere",
    "rows": "Two rows facing each other",
    "rows-apart": "Two rows, {1} feet apart",
    "heroes": "The heroes",
    "foes": "The foes",
    "these": "Those named: {1}",
    "works": _ruled,
    "fails": "It fails: {1}",
    "roll": "A roll by {1} against {2}",
    "tag-only": "The tag alone",
    "means": "It means: {1}",
    "first": "{1} goes first",
    "kept": "The Maneuver is kept",
    "disrupted": "The Maneuver is disrupted",
    "granted": "A breather",
    "trade": "Vitality bought: {1}",
    "rest": "A Rest",
    "tend": "{1} tends it",
    "leave": "Leave it",
}

PICKS = (
    "vigor.declare.one-maneuver",
    "vigor.declare.enemy-picks",
    "vigor.declare.enemies-leaderless",
)
"""The questions that ask for the pick of a round."""

ASKED: Mapping[str, Mapping[str, OptionTemplate]] = {
    rule: {"pass": "No Maneuver"} for rule in PICKS
}

NOTED: Mapping[str, Template] = {"maneuver": lambda f: f"this round: {_titled(f['maneuver'])}"}

PLACES: Mapping[str, tuple[str, ...]] = {
    "move": ("feet to the right", "feet up"),
    "power": ("feet to the right", "feet up"),
    "carry-out": ("feet to the right", "feet up"),
    "improvise": ("what you try",),
    "works": ("what comes of it",),
    "fails": ("what comes of it",),
    "means": ("what it does",),
    "roll": ("the number needed",),
    "rows-apart": ("feet between the rows",),
    "these": ("who",),
    "trade": ("points of Vitality",),
}

QUESTIONS: Mapping[str, str] = {
    "vigor.fight.scene-facts": "How does the scene lie?",
    "vigor.position.start": "Where does everybody stand?",
    "vigor.surprise.who": "Who is surprised?",
    "vigor.declare.one-maneuver": "Which Maneuver does {who} pick?",
    "vigor.declare.enemy-picks": "Which Maneuver does {who} pick, knowing the order?",
    "vigor.declare.enemies-leaderless": "Which Maneuver does {who} pick for the round to come?",
    "vigor.maneuver.rally": "Whom does {who} rally?",
    "vigor.maneuver.list": "On whom does {who} use it?",
    "vigor.weapon-maneuver.shelter": "Whom does {who} shelter?",
    "vigor.weapon-maneuver.quick-advance": "Where does {who} advance to?",
    "vigor.weapon-maneuver.loose-and-step": "Where does {who} step to?",
    "vigor.weapon-maneuver.wide-arc": "Whom does the arc of {who} catch besides?",
    "vigor.turn.economy": "What does {who} do?",
    "vigor.reaction.opportunity-attack": "Does {who} strike at the one leaving?",
    "vigor.weapon-maneuver.set-point": "Does {who} strike at the one coming in?",
    "vigor.reaction.triggered": "Does {who} react?",
    "vigor.position.leaving-reach": "Does {who} go on?",
    "vigor.glancing.target": "Whom does the Glancing Blow of {who} find?",
    "vigor.sovereign.when": "Does {who} spend a Sovereign Action?",
    "vigor.action.improvise": "Does it work?",
    "vigor.hit.conditions": "What does the condition do?",
    "vigor.initiative.ties": "Who goes first of those tied?",
    "vigor.disrupt.check": "Is the Maneuver disrupted?",
    "vigor.recovery.when": "Is there time for a breather?",
    "vigor.recovery.trade": "How much Vitality does {who} buy with Stamina?",
    "vigor.rest.when": "Is there a Rest?",
    "vigor.wound.treatment": "Who tends the injury of {who}?",
}

ROLLS: Mapping[str, str] = {
    "vigor.initiative.roll": "{who} rolls initiative",
    "vigor.vigor.turn-start-roll": "{who} rolls to regain Vigor: 4s count and are rolled again",
    "vigor.attack.roll": "{who} rolls to hit",
    "vigor.hit.major": "{who} rolls the Tier die",
    "vigor.crit.major": "{who} rolls two Tier dice: a crit",
    "vigor.crit.minor": "{who} rolls the Tier die: a crit",
    "vigor.glancing.body-die": "{who} rolls the Body die",
    "vigor.disrupt.check": "{who} rolls to keep the Maneuver",
    "vigor.wound.injury-roll": "{who} rolls for the injury",
    "vigor.wound.treatment": "{who} rolls to treat the injury",
    "vigor.action.improvise": "{who} rolls for what was tried",
    "vigor.spell.shock-burst": "{who} rolls the Tier die, once for all",
}

PURPOSES: Mapping[str, str] = {
    "vigor.initiative.roll": "for initiative",
    "vigor.attack.roll": "to hit",
    "vigor.hit.major": "for damage",
    "vigor.crit.major": "for damage, a crit",
    "vigor.crit.minor": "for damage, a crit",
    "vigor.glancing.body-die": "for the Glancing Blow",
    "vigor.disrupt.check": "to keep the Maneuver",
    "vigor.wound.injury-roll": "for the injury",
    "vigor.wound.treatment": "to treat the injury",
    "vigor.action.improvise": "for what was tried",
    "vigor.spell.shock-burst": "for damage, once for all",
}

TOGETHER = frozenset({"stands", "surprised", "surprise-over", "rested"})

BREAKS = frozenset({"round", "turn", "passed-over"})

WORDS = Words(
    EVENTS,
    OPTIONS,
    QUESTIONS,
    ROLLS,
    PLACES,
    TOGETHER,
    BREAKS,
    purposes=PURPOSES,
    asked=ASKED,
    noted=NOTED,
)
