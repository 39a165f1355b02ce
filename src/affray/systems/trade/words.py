"""How the events, options and questions of trade read.

Fields that only some seats get (numbers of an enemy) may be missing; the sentences then do without.
An event that another sentence tells already has no words of its own: its text is empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.words import OptionTemplate, Template, Words

Fields = Mapping[str, Any]


def _count(number: int, thing: str, things: str = "") -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {things or thing + 's'}"


def _untold(f: Fields) -> str:
    return ""


def _plain(slug: str) -> str:
    return slug.replace("-", " ")


def _scene(f: Fields) -> str:
    parts = ["The fight begins."]
    if f["between"]:
        parts.append(f"Between the sides: {f['between']}.")
    aims = f["aims"]
    if isinstance(aims, Mapping) and any(aims.values()):
        parts += [aim_of(side, aim) for side, aim in aims.items() if aim]
    return " ".join(parts)


def aim_of(side: str, aim: str) -> str:
    """What a side is after, as a sentence."""
    return f"The {side}' aim: {aim}."


_READINGS = {"failure": "a failure", "mixed": "a mixed success", "success": "a success"}


def _rolled(f: Fields) -> str:
    """The dice as they fell, with the hits where the pool says what one is ("4d6>=5")."""
    number, _, from_face = str(f["pool"]).partition(">=")
    faces = re.findall(r"\d+", str(f.get("faces", "")))
    if not faces or not from_face:
        return f"{_count(int(number.partition('d')[0]), 'die', 'dice')}: {_READINGS[f['reading']]}."
    hits = sum(int(face) >= int(from_face) for face in faces)
    found = _count(hits, "hit") if hits else "no hit"
    return f"The dice: {' '.join(faces)}, {found}, {_READINGS[f['reading']]}."


def _read(f: Fields) -> str:
    """Where the dice came from, told only where they are not the stat's own."""
    if not f.get("changed"):
        return ""
    count = _count(f["dice"], "die", "dice")
    return f"({f['stat'].capitalize()} {f['base']}, {f['changed']}: {count}.)"


def _hurt(f: Fields) -> str:
    text = f"{f['by']} hits {f['target']} for {f['raw']}"
    if f.get("additional"):
        text += f", {f['additional']} of it additional"
    if "now" not in f:
        return f"{text}."
    taken = [f"armor soaks {f['soaked']}"] if f["soaked"] else []
    if f["warded"]:
        taken.append(f"a ward {f['warded']}" if taken else f"a ward soaks {f['warded']}")
    why = f"; {' and '.join(taken)}" if taken else ""
    if f["past_armor"]:
        why = ", straight past the armor"
    if not f["dealt"]:
        return f"{text}{why}, so that nothing comes through."
    return f"{text}{why}: {f['before']} down to {f['now']}."


def _healed(f: Fields) -> str:
    if "now" not in f:
        return f"{f['who']} recovers."
    if f["before"] == f["now"]:
        return f"{f['who']} has nothing to recover from."
    return f"{f['who']} recovers: {f['before']} up to {f['now']}."


def _attack(f: Fields) -> str:
    weapon = str(f["weapon"])
    means = "bare hands" if weapon.startswith("unarmed") else f"the {_plain(weapon)}"
    return f"{f['who']} attacks {f['target']} with {means} ({f['stat']})."


def _ability(f: Fields) -> str:
    target = f["target"]
    at = "" if not target or target in ("all", f["who"]) else f" on {target}"
    by = f" ({f['stat']})" if f["stat"] else ""
    return f"{f['who']} uses {_plain(f['ability'])}{at}{by}."


def _respond(f: Fields) -> str:
    if f["aim"] == "back-away":
        return f"{f['who']} makes to back away ({f['stat']})."
    if f["aim"] == "fetch":
        return f"{f['who']} goes for the {_plain(f['wanted'])} ({f['stat']})."
    what = f": {f['wanted']}" if f["wanted"] else ""
    return f"{f['who']} responds ({f['stat']}){what}."


def _flee(f: Fields) -> str:
    how = "talk a way out" if f["stat"] == "charm" else "slip"
    where = "out of the fight" if f["aim"] == "leave" else "out of reach"
    if f["stat"] == "charm":
        where = where.removeprefix("out ")
    return f"{f['who']} tries to {how} {where} ({f['stat']})."


def _turn(f: Fields) -> str:
    extra = ", from a better position" if f["better"] else ""
    if f["bad"]:
        extra += " and" if extra else ","
        extra += " in a bad situation"
    return f"{f['who']}'s turn: {_count(f['actions'], 'action')}{extra}."


def _turn_lost(f: Fields) -> str:
    lost = f", and {_count(f['actions'], 'action')} lost with it" if f["actions"] else ""
    return f"The turn is over at once{lost}."


def _turn_over(f: Fields) -> str:
    why = {
        "ended": f"{f['who']} lets it be for this turn.",
        "reserve": "",
        "failed": "",
        "out": "That was the turn.",
        "surrendered": f"{f['who']} takes no further part.",
    }
    return why.get(f["why"], "No action is left.")


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
        "bad-situation": f"{f['who']} is driven into a bad situation",
        "extra-damage": f"the blow at {f['who']} lands all the harder",
        "enemy-ability": f"{f['by'] or 'the enemy'} has something more in store",
        "lost-tool": f"{f['who']} will lose something",
    }
    return f"It gets worse: {what[f['effect']]}." if f["effect"] in what else "It gets no worse."


def _position(f: Fields) -> str:
    what = "Better placed" if f["kind"] == "better-position" else "Badly placed"
    if f["commander"]:
        return f"{what} for {f['commander']}'s next commands: {f['who']}."
    return f"{what} next turn: {f['who']}."


def _cost(f: Fields) -> str:
    what = {
        "trade": "a blow in the enemy phase",
        "nothing": "nothing after all",
        "damage": f"a hit of {f['what']}",
        "bad-situation": "a bad situation",
        "lost-tool": f"the {_plain(f['what'])}",
    }
    return f"The price: {what.get(f['cost'], f['what'])}."


def _loot(f: Fields) -> str:
    several = any(joint in str(f["who"]) for joint in (" and ", " to "))
    each = " each" if f["things"] and several else ""
    return f"Found on {f['who']}: {f['things'] or 'nothing of use'}{each}."


def _rested(f: Fields) -> str:
    if f["kind"] == "night":
        return "A night's rest: health and abilities come back."
    return "A breather, to get back some health."


def _fate(f: Fields) -> str:
    what = {
        "lying": f"{f['who']} stays down, alive.",
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


def _edited(f: Fields) -> str:
    who, name, value = f["who"], f["name"], f["value"]
    what = {
        "set": f"sets the {_plain(name)} of {who} to {value}",
        "place": f"says where {who} is now: {value}",
        "hide": f"keeps {who} out of sight",
        "show": f"lets everybody see {who}",
        "remove": f"takes {who} out of the fight",
        "return": f"brings {who} back into the fight",
        "rename": f"has a new name for {who}: {value}",
        "surrender": f"has {who} give up",
        "back-up": f"has {who} up again",
        "skip": "lets the turn end here",
        "end": "ends the fight",
        "resume": "lets the fight go on",
        "note": f"notes of {who}: {name} {'' if value is None else value}".rstrip(),
    }
    if f["kind"] in ("tag", "untag"):
        word, _, other = str(name).partition(":")
        held = f"{_plain(word)} {_plain(other)}".rstrip()
        not_ = "" if f["kind"] == "tag" else "no longer "
        return f"The GM says that {who} is {not_}so: {held}."
    told = what.get(f["kind"], f"{_plain(f['kind'])} {who} {name} {value or ''}".rstrip())
    return f"The GM {told}."


EVENTS: Mapping[str, Template] = {
    "scene": _scene,
    "stands": lambda f: f"{f['who']}: {f['place'] or 'in the fight'}.",
    "drop": lambda f: {
        "nobody": "Neither side has the drop; the heroes go first.",
        "heroes": "The heroes have the drop and go first.",
        "enemies": "The foes have the drop and go first.",
    }[f["side"]],
    "round": "Round {number}.",
    "turn": _turn,
    "turn-lost": _turn_lost,
    "turn-over": _turn_over,
    "attack": _attack,
    "ability": _ability,
    "command": "{who} directs {ally} at {target} ({stat}).",
    "respond": _respond,
    "stunt": lambda f: (
        f"{f['who']} tries a stunt ({f['stat']}): {f['wanted'] or 'something bold'}."
    ),
    "flee": _flee,
    "refused": lambda f: f"The scene does not let {f['who']} do that. {f['why']}".rstrip(),
    "will-not": lambda f: f"{f['who']} will not do it. {f['why']}".rstrip(),
    "rolled": _rolled,
    "read": _read,
    "no-dice": "{who} has no die left to roll: a failure.",
    "checked": _checked,
    "action-gained": lambda f: (
        f"{f['who']} presses on: an additional action, {f['actions']} left now."
    ),
    "damage-added": "{who} puts more into it: {amount} more damage.",
    "fewer-effects": _untold,
    "effect-refused": lambda f: f"The GM finds that {_plain(f['effect'])} does not fit.",
    "position": _position,
    "no-more": "No better and no worse placed than before: {who}.",
    "hurt": _hurt,
    "hit-inside": _untold,
    "healed": _healed,
    "bloodied": "{who} is bloodied.",
    "steady": "{who} is bloodied no longer.",
    "down": "{who} goes down.",
    "fate": _fate,
    "back-up": "{who} is up again.",
    "out": _out,
    "surrendered": "{who} surrenders.",
    "suppressed": "{who} is suppressed.",
    "free-again": "{who} is free to act again.",
    "near": "{who} and {enemy} are within reach of each other now.",
    "apart": "{who} and {enemy} are apart.",
    "closed": "{who} has spent the exchange on closing in on {on}.",
    "pressed": "{who} is pressed and will be short of a die at the next shot.",
    "unpressed": "{who} is pressed no longer.",
    "backed-away": "{who} is out of everybody's reach.",
    "trade-owed": "{who} is owed a blow at {exposed} in return.",
    "trade-lapsed": _lapsed,
    "worse-position": _worse,
    "blow-stopped": "{who} is suppressed and deals no blow.",
    "lost": lambda f: f"{f['who']} loses the {_plain(f['thing'])}: {_plain(f['how'])}.",
    "fetched": lambda f: f"{f['who']} has the {_plain(f['thing'])} again.",
    "got-it": lambda f: f"It works{', at a cost' if f['reading'] == 'mixed' else ''}.",
    "got-nothing": "It comes to nothing.",
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
    "phase-over": _untold,
    "warded": "{who} is warded against up to {amount} of the next hit.",
    "noted": "{by}, on {who}: {text}",
    "aftermath": "The dust settles.",
    "loot": _loot,
    "rested": _rested,
    "joined": "{who} joins the fight.",
    "edited": _edited,
    "took-back": "{by} took back what was played last ({what}).",
}

_FRUIT = {"suppressed": "it is suppressed", "surrenders": "it surrenders"}


def _allowed(places: Sequence[str]) -> str:
    """("allowed"[, stat], who hits back[, fruit, damage]), as one form rules it."""
    if len(places) == 1:
        return "The scene allows it"
    stat = f", with {places[1]}" if len(places) > 2 else ""
    foe = places[2] if len(places) > 2 else places[1]
    text = f"Allowed{stat}; {f'{foe} hits back' if foe else 'nobody hits back'}"
    if len(places) > 4:
        if places[3] in _FRUIT:
            text += f"; if it works, {_FRUIT[places[3]]}"
        if places[4] != "0":
            text += f"; damage {places[4]}"
    return text


def _extra(places: Sequence[str]) -> str:
    if places[1] == "0":
        return "The armor counts for its own number"
    return f"The armor counts for {places[1]} more"


def _given_up(places: Sequence[str]) -> str:
    return f"{' and '.join(places[1:])} surrender{'s' if len(places) == 2 else ''}"


def _act(places: Sequence[str]) -> str:
    """("respond", stat, aim[, what])."""
    stat, aim, what = places[1], places[2], " ".join(places[3:])
    if aim == "back away":
        return f"Back away by {stat}"
    if aim == "fetch":
        return f"Fetch {what} by {stat}"
    return f"Respond by {stat}: {what or 'something else'}"


def _use_ability(places: Sequence[str]) -> str:
    target = places[2] if len(places) > 2 else ""
    return f"Use {places[1]}{f': {target}' if target else ''}"


def _flight(places: Sequence[str]) -> str:
    where = {"leave": "out of the fight", "back away": "out of reach"}
    rest = [where.get(place, place) for place in places[2:]]
    return ": ".join([f"Flee by {places[1]}", *rest])


_HOW = {"knocked away": "is knocked away", "broken": "breaks"}


def _lost(places: Sequence[str]) -> str:
    """("lost-tool", thing, how[, whose])."""
    the = f"{places[3]}: the" if len(places) > 3 else "The"
    return f"{the} {places[1]} {_HOW.get(places[2], places[2])}"


def _on(text: str) -> OptionTemplate:
    """An effect, and after a failed command on whom it falls."""
    return lambda places: f"{text} for {places[1]}" if len(places) > 1 else text


def _something_more(places: Sequence[str]) -> str:
    on = f" on {places[2]}" if len(places) > 2 else ""
    return f"The enemy uses {places[1]}{on}" if len(places) > 1 else "The enemy uses an ability"


def _refused(places: Sequence[str]) -> str:
    return f"Not in this scene: {places[1] or 'no reason given'}"


def _hit(places: Sequence[str]) -> str:
    return f"A hit of {places[1]}" if len(places) > 1 else "Damage"


def _becomes(text: str) -> OptionTemplate:
    """The fate of one who is down, and whether the foes go on."""
    return lambda places: f"{text}; the foes go on striking" if "struck on" in places else text


def _stands(word: str) -> OptionTemplate:
    def text(places: Sequence[str]) -> str:
        told = [
            f"{what} {said}" if not said.startswith("[") else said
            for what, said in zip(
                ("between them:", "the heroes want:", "the foes want:"), places[1:], strict=False
            )
            if said
        ]
        return "; ".join([word, *told])

    return text


OPTIONS: Mapping[str, OptionTemplate] = {
    "go": "{1} goes next",
    "fight": "Attack {2} with {1}",
    "flee": _flight,
    "ability": _use_ability,
    "command": "Direct {1} at {2}",
    "respond": _act,
    "stunt": "A stunt by {1}: {2}",
    "reserve": "Keep an action in reserve",
    "end": "End the turn",
    "surrender": "Surrender",
    "pass": "Let it happen",
    "apart": _stands("The sides stand apart"),
    "near": _stands("Everybody is within reach"),
    "better-position": "Better position: one die more next turn",
    "additional-action": "Additional action",
    "additional-damage": "Additional damage",
    "none": "No effect",
    "strike": "{1} strikes {2}",
    "use": "{1} uses {2} on {3}",
    "use-all": "{1} uses {2}",
    "bad-situation": _on("A bad situation: one die less next turn"),
    "extra-damage": _on("Extra damage"),
    "enemy-ability": _something_more,
    "lost-tool": _lost,
    "allowed": _allowed,
    "soaked": "Armor soaks it",
    "past": "It goes straight past armor",
    "extra": _extra,
    "lying": _becomes("Stays down, alive"),
    "captured": _becomes("Taken captive"),
    "dying": _becomes("Dying"),
    "dead": _becomes("Dead"),
    "beaten": "Beaten",
    "taken": "Taken",
    "ran-off": "Runs off",
    "nobody": "Nobody",
    "heroes": "The heroes",
    "enemies": "The foes",
    "surrenders": _given_up,
    "all": "All of them",
    "obeys": "Obeys",
    "will-not": "Will not: {1}",
    "refused": _refused,
    "fits": "It fits",
    "does-not-fit": "It does not fit",
    "trade": "A blow in the enemy phase",
    "damage": _hit,
    "other": "Something else: {1}",
    "as-listed": "What is listed",
    "nothing": "Nothing",
    "breather": "A breather",
    "night": "A night's rest",
    "done": "On with the story",
}

PLACES: Mapping[str, tuple[str, ...]] = {
    "apart": ("what lies between", "what the heroes want", "what the foes want"),
    "near": ("what lies between", "what the heroes want", "what the foes want"),
    "respond": ("what you want to achieve",),
    "stunt": ("what you try",),
    "allowed": ("how much damage it does if it works",),
    "refused": ("why",),
    "will-not": ("why",),
    "extra": ("how much more it soaks",),
    "damage": ("how hard the hit is",),
    "other": ("what it costs",),
    "found": ("what is found",),
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
    "trade.roll.outside-combat": "What does the mixed result cost?",
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

ROLLS: Mapping[str, str] = {
    "trade.respond.stat": "{who} rolls for what they want",
    "trade.roll.outside-combat": "{who} rolls",
}

TOGETHER = frozenset({"stands", "loot", "healed"})

BREAKS = frozenset({"turn", "enemy-phase"})

LABELS: Mapping[str, str] = {
    "raw": "damage",
    "soaked": "soaked by armor",
    "warded": "soaked by a ward",
    "dealt": "came through",
    "before": "health before",
    "now": "health after",
    "past_armor": "past the armor",
}

WORDS = Words(
    EVENTS,
    OPTIONS,
    QUESTIONS,
    ROLLS,
    PLACES,
    TOGETHER,
    BREAKS,
    labels=LABELS,
    parts={"additional": "raw"},
)
