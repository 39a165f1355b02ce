"""How the events, options and questions of trade read.

Fields that only some seats get (numbers of an enemy) may be missing; the sentences then do without.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.kernel.words import Template, Words

Fields = Mapping[str, Any]


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _plain(slug: str) -> str:
    return slug.replace("-", " ")


def _scene(f: Fields) -> str:
    parts = ["The fight begins."]
    if f["between"]:
        parts.append(f"Between the sides: {f['between']}.")
    aims = f["aims"]
    if isinstance(aims, Mapping) and any(aims.values()):
        parts.append(f"The heroes want {aims['heroes']}; the foes want {aims['foes']}.")
    return " ".join(parts)


def _read(f: Fields) -> str:
    word = {"failure": "a failure", "mixed": "a mixed success", "success": "a success"}
    changed = f", {f['changed']}" if f.get("changed") else ""
    base = f"{f['stat']} {f['base']}{changed}: " if "base" in f else ""
    dice = "1 die" if f["dice"] == 1 else f"{f['dice']} dice"
    return f"{f['who']} has {word[f['reading']]} ({base}{dice})."


def _hurt(f: Fields) -> str:
    text = f"{f['target']} takes a hit of {f['raw']} from {f['by']}"
    if "now" not in f:
        return f"{text}."
    taken = [f"{f['soaked']} soaked by armor"] if f["soaked"] else []
    if f["warded"]:
        taken.append(f"{f['warded']} by a ward")
    if f["past_armor"]:
        taken.append("straight past the armor")
    why = f" ({', '.join(taken)})" if taken else ""
    if not f["dealt"]:
        return f"{text}, and none of it comes through{why}."
    return f"{text}{why}: {f['before']} down to {f['now']}."


def _healed(f: Fields) -> str:
    if "now" not in f:
        return f"{f['who']} recovers."
    return f"{f['who']} recovers: {f['before']} up to {f['now']}."


def _attack(f: Fields) -> str:
    weapon = str(f["weapon"])
    means = "bare hands" if weapon.startswith("unarmed") else f"the {_plain(weapon)}"
    return f"{f['who']} attacks {f['target']} with {means}."


def _ability(f: Fields) -> str:
    target = f["target"]
    at = "" if not target or target in ("all", f["who"]) else f" on {target}"
    return f"{f['who']} uses {_plain(f['ability'])}{at}."


def _respond(f: Fields) -> str:
    if f["aim"] == "back-away":
        return f"{f['who']} backs away, by {f['stat']}."
    if f["aim"] == "fetch":
        return f"{f['who']} goes for the {_plain(f['wanted'])}, by {f['stat']}."
    what = f": {f['wanted']}" if f["wanted"] else ""
    return f"{f['who']} responds by {f['stat']}{what}."


def _flee(f: Fields) -> str:
    how = "talks a way" if f["stat"] == "charm" else "slips"
    where = "out of the fight" if f["aim"] == "leave" else "out of reach"
    return f"{f['who']} {how} {where}, or tries to."


def _turn(f: Fields) -> str:
    extra = ", in a better position" if f["better"] else ""
    extra += ", in a bad situation" if f["bad"] else ""
    return f"{f['who']}'s turn: {_count(f['actions'], 'action')}{extra}."


def _turn_over(f: Fields) -> str:
    why = {
        "ended": f"{f['who']} lets it be for this turn.",
        "reserve": f"{f['who']}'s turn is over, one action kept back.",
        "failed": f"{f['who']}'s turn is over.",
        "out": f"{f['who']} is out of it; the turn is over.",
        "surrendered": f"{f['who']} takes no further part.",
    }
    return why.get(f["why"], f"{f['who']} has no action left.")


def _lapsed(f: Fields) -> str:
    why = {
        "enemy-out": f"{f['who']} is out of the fight",
        "suppressed": f"{f['who']} is suppressed",
        "gone": f"{f['exposed']} is no longer there to be struck",
        "acted-this-round": f"{f['who']} has acted this round",
        "closing": "closing in was the enemies' action",
        "another-acted": "another enemy had the one action",
    }
    return f"The trade {f['who']} was owed on {f['exposed']} lapses: {why[f['reason']]}."


def _declared(f: Fields) -> str:
    if f["action"] == "strike":
        return f"{f['who']} is about to strike {f['target']}."
    at = f" on {f['target']}" if f["target"] else ""
    return f"{f['who']} is about to use {_plain(f['action'])}{at}."


def _worse(f: Fields) -> str:
    what = {
        "bad-situation": f"{f['who']} ends up in a bad situation.",
        "extra-damage": f"The blow at {f['who']} lands all the harder.",
        "enemy-ability": f"{f['by'] or 'An enemy'} has something more in store for {f['who']}.",
        "lost-tool": f"{f['who']} is about to lose something.",
    }
    return what.get(f["effect"], "It gets no worse than that.")


def _position(f: Fields) -> str:
    what = "better placed" if f["kind"] == "better-position" else "badly placed"
    if f["commander"]:
        return f"{f['who']} will be {what} for {f['commander']}'s next turn of commands."
    return f"{f['who']} will be {what} next turn."


def _cost(f: Fields) -> str:
    what = {
        "trade": "a blow in the enemy phase",
        "nothing": "nothing after all",
        "damage": f"{f['what']} damage",
        "bad-situation": "a bad situation",
        "lost-tool": f"the {_plain(f['what'])}",
    }
    return f"It costs {f['who']} {what.get(f['cost'], f['what'] or 'something')}."


def _loot(f: Fields) -> str:
    return (
        f"On {f['who']}: {f['things']}." if f["things"] else f"{f['who']} carries nothing of use."
    )


def _fate(f: Fields) -> str:
    what = {
        "lying": f"{f['who']} lies where they fell, alive.",
        "captured": f"{f['who']} is taken captive.",
        "dying": f"{f['who']} is dying.",
        "dead": f"{f['who']} is dead.",
    }
    more = " The foes may go on striking." if f["after"] == "struck-on" else ""
    return what[f["fate"]] + more


def _out(f: Fields) -> str:
    what = {"beaten": "is beaten", "taken": "is taken", "ran-off": "runs off"}
    return f"{f['who']} {what.get(f['status'], 'is out of the fight')}."


def _checked(f: Fields) -> str:
    what = {"failure": "does not get it", "mixed": "gets it at a cost", "success": "gets it"}
    return f"{f['who']} tries, by {f['stat']}, and {what[f['reading']]}."


EVENTS: Mapping[str, Template] = {
    "scene": _scene,
    "stands": lambda f: f"{f['who']}: {f['place']}." if f["place"] else f"{f['who']} is there.",
    "drop": lambda f: {
        "nobody": "Neither side has the drop; the heroes go first.",
        "heroes": "The heroes have the drop and go first.",
        "enemies": "The foes have the drop and go first.",
    }[f["side"]],
    "round": "Round {number}.",
    "turn": _turn,
    "turn-lost": "The roll has failed; {who}'s turn ends at once.",
    "turn-over": _turn_over,
    "attack": _attack,
    "ability": _ability,
    "command": "{who} directs {ally} at {target}.",
    "respond": _respond,
    "stunt": lambda f: (
        f"{f['who']} tries a stunt by {f['stat']}: {f['wanted'] or 'something bold'}."
    ),
    "flee": _flee,
    "refused": lambda f: f"The scene does not let {f['who']} do that. {f['why']}".rstrip(),
    "will-not": lambda f: f"{f['who']} will not do it. {f['why']}".rstrip(),
    "rolled": lambda f: f"{f['who']} rolls {f['pool']}: {f.get('faces') or f['reading']}.",
    "read": _read,
    "no-dice": "{who} has no die left to roll: a failure.",
    "checked": _checked,
    "action-gained": "{who} presses on: one action more ({actions} left).",
    "damage-added": "{who} puts more into it: {amount} more damage.",
    "fewer-effects": "Not every effect would have done something for {who}.",
    "effect-refused": "The GM finds that {effect} does not fit.",
    "position": _position,
    "no-more": "{who} is no better or worse placed than before.",
    "hurt": _hurt,
    "hit-inside": lambda f: f"More went into that hit at {f['target']} than was to be seen.",
    "healed": _healed,
    "bloodied": "{who} is bloodied.",
    "steady": "{who} is bloodied no longer.",
    "down": "{who} goes down.",
    "fate": _fate,
    "back-up": "{who} is up again.",
    "out": _out,
    "surrendered": "{who} surrenders.",
    "suppressed": "{who} is suppressed.",
    "free-again": "{who} is suppressed no longer.",
    "near": "{who} and {enemy} are within reach of each other.",
    "apart": "{who} and {enemy} are apart.",
    "closed": "{who} closes in on {on}.",
    "pressed": "{who} is pressed: the next shot has a die fewer.",
    "unpressed": "{who} is pressed no longer.",
    "backed-away": "{who} is clear of everybody's reach.",
    "trade-owed": "{who} is owed a blow at {exposed}.",
    "trade-lapsed": _lapsed,
    "worse-position": _worse,
    "blow-stopped": "{who} is suppressed and deals no blow.",
    "lost": lambda f: f"{f['who']} loses the {_plain(f['thing'])}: {_plain(f['how'])}.",
    "fetched": lambda f: f"{f['who']} has the {_plain(f['thing'])} again.",
    "got-it": lambda f: f"{f['who']} gets it{' at a cost' if f['reading'] == 'mixed' else ''}.",
    "got-nothing": "{who} gets nothing by it.",
    "cost": _cost,
    "not-clear": "{who} does not get clear.",
    "got-clear": "{who} gets clear of the fight; nobody follows.",
    "others-remain": "The others are still in it.",
    "reserve-kept": "{who} keeps an action in reserve.",
    "reserve-spent": "{who} spends the action kept in reserve.",
    "reserve-lost": "{who}'s action in reserve is lost.",
    "enemy-phase": "The enemy phase.",
    "declared": _declared,
    "cancelled": "{who} is stopped before it can act.",
    "phase-empty": lambda f: (
        "Closing in was all the enemies did."
        if f["reason"] == "closing"
        else "No enemy is able to act."
    ),
    "phase-over": "The enemy phase is over.",
    "warded": "{who} is warded: up to {amount} of the next hit.",
    "noted": "{by}, on {who}: {text}",
    "aftermath": "The dust settles.",
    "loot": _loot,
    "rested": lambda f: "A night's rest." if f["kind"] == "night" else "A breather.",
    "joined": "{who} joins the fight.",
}

OPTIONS: Mapping[str, str] = {
    "go": "{1} goes next",
    "fight": "Attack {2} with {1}",
    "flee": "Flee by {1}: {2}",
    "ability": "Use {1}: {2}",
    "command": "Direct {1} at {2}",
    "stunt": "A stunt by {1}: {2}",
    "reserve": "Keep an action in reserve",
    "end": "End the turn",
    "surrender": "Surrender",
    "pass": "Let it happen",
    "better-position": "Better position: one die more next turn",
    "additional-action": "Additional action",
    "additional-damage": "Additional damage",
    "none": "No effect",
    "strike": "{1} strikes {2}",
    "use": "{1} uses {2} on {3}",
    "use-all": "{1} uses {2}",
    "extra-damage": "Extra damage",
    "soaked": "Armor soaks it",
    "past": "It goes straight past armor",
    "extra": "The armor counts for {1} more",
    "beaten": "Beaten",
    "taken": "Taken",
    "ran-off": "Runs off",
    "nobody": "Nobody",
    "surrenders": "{1} surrenders",
    "obeys": "Obeys",
    "will-not": "Will not: {1}",
    "refused": "Not in this scene: {1}",
    "as-listed": "What is listed",
    "nothing": "Nothing",
    "breather": "A breather",
    "night": "A night's rest",
    "done": "On with the story",
}

QUESTIONS: Mapping[str, str] = {
    "trade.scene.set-up": "Where does everybody stand, and what does each side want?",
    "trade.start.drop-first": "Who has the drop?",
    "trade.start.hero-order": "Who goes next?",
    "trade.turn.choice": "What does {who} do?",
    "trade.turn.reserve-window": "Does {who} spend the action in reserve now?",
    "trade.scene.fiction-limits": "Does the scene allow it?",
    "trade.action.opponent": "Who hits back if it goes wrong?",
    "trade.action.stunt": "Is the stunt allowed, by which stat, and what does it achieve?",
    "trade.respond.stat": "Which stat, who hits back, and what comes of it?",
    "trade.command.refusal": "Does the one commanded obey?",
    "trade.fight.stat": "{who} rolls to strike",
    "trade.flee.stat": "{who} rolls to get clear",
    "trade.ability.stat": "{who} rolls for the ability",
    "trade.command.stat": "{who} rolls to command",
    "trade.roll.outside-combat": "{who} rolls, or: what does the mixed result cost?",
    "trade.success.damage-and-effect": "Which effect does {who} pick?",
    "trade.respond.effect": "Which effect fits, if any?",
    "trade.respond.mixed-cost": "What does it cost?",
    "trade.failure.worse-position": "How does it get worse?",
    "trade.phase.group-pick": "Which enemy acts, how, and at whom?",
    "trade.armor.physical-only": "Does the armor soak this hit?",
    "trade.armor.clever": "Does the armor count for more here?",
    "trade.health.down-fate": "What becomes of the one who is down?",
    "trade.npc.zero-hp": "What becomes of it?",
    "trade.end.surrender": "Does anybody give in?",
    "trade.end.loot": "What is found?",
    "trade.rest.heals": "Do the survivors rest?",
}

WORDS = Words(EVENTS, OPTIONS, QUESTIONS)
