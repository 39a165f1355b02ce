"""Words for harm: Wounds, Strain, injuries, conditions, Medicine, what comes after the fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.words import OptionTemplate, Template
from affray.systems.ix.ledger import rows
from affray.systems.ix.words.checks import plain
from affray.systems.ix.words.turns import verb

Fields = Mapping[str, Any]


def _many(number: int, thing: str, things: str = "") -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {things or thing + 's'}"


def injury_name(row: Any) -> str:
    """`Ringing Skull`, from the id of the row."""
    found = rows("critical-injuries").get(str(row))
    return str(found["name"]) if found else str(row)


def condition_name(condition: Any) -> str:
    found = rows("conditions").get(str(condition))
    return str(found["name"]) if found else plain(condition)


# ---- Wounds and Strain ----


def _wounded(f: Fields) -> str:
    if "now" not in f:
        return f"{f['who']} is wounded."
    return f"{f['who']} suffers {_many(f['amount'], 'Wound')}: {f['before']} down to {f['now']}."


def _healed(f: Fields) -> str:
    if "now" not in f:
        return f"{f['who']} is healed of Wounds."
    return f"{f['who']} regains {_many(f['amount'], 'Wound')}: {f['before']} up to {f['now']}."


def _strained(f: Fields) -> str:
    takes = "takes on" if f["voluntary"] else "suffers"
    if "now" not in f:
        return f"{f['who']} {takes} Strain."
    return f"{f['who']} {takes} {f['amount']} Strain: {f['before']} up to {f['now']}."


def _recovered(f: Fields) -> str:
    if "now" not in f:
        return f"{verb(f['who'], 'recovers', 'recover')} from Strain."
    who = verb(f["who"], "recovers", "recover")
    return f"{who} {f['amount']} Strain: {f['before']} down to {f['now']}."


def _members(f: Fields) -> str:
    verb = "falls" if f["fallen"] == 1 else "fall"
    left = _many(f["standing"], "stands", "stand") if f["standing"] else "nobody is left standing"
    return f"{f['fallen']} of {f['who']} {verb}; {left}."


def _down(f: Fields) -> str:
    return {
        "wounds": f"{f['who']} goes down, unconscious and bleeding.",
        "strain": f"{f['who']} is overcome by Strain and can do nothing.",
        "injury": f"{f['who']} collapses, with only moments left.",
    }[f["by"]]


def _died(f: Fields) -> str:
    return {
        "killed": f"{f['who']} is killed at once.",
        "clock": f"No help came in time: {f['who']} dies.",
        "suffocation": f"{f['who']} has had no air for too long, and dies.",
    }.get(f["path"], f"{f['who']} dies of the Wounds.")


# ---- injuries ----


def _injured(f: Fields) -> str:
    if f["carried"]:
        added = f" ({f['added']} added to the roll, {f['carried']} carried)"
    else:
        added = f" ({f['added']} added to the roll)" if f["added"] else ""
    where = f", {plain(f['drawn'])}" if f["drawn"] else ""
    total = f"{f['low']} to {f['high']}"
    return (
        f"A Critical Injury for {f['who']}: {f['name']}{where}, {f['severity']}, {total}{added}. "
        f"{_effect_of(f['injury'], f['who'])}"
    ).rstrip()


_VERBS = ("suffers", "acts", "drops", "has", "adds", "falls", "is", "cannot", "dies")

_TOLD_NEXT = ("is Staggered", "is Disoriented", "is incapacitated", "dies at once")


def _effect_of(row: Any, who: Any) -> str:
    """What an injury does, as the table puts it; "" where the next sentence tells it."""
    effect = str(rows("critical-injuries")[str(row)]["effect"])
    if effect.startswith(_TOLD_NEXT):
        return ""
    if effect.split(" ")[0] in _VERBS:
        return f"{str(who)[:1].upper()}{str(who)[1:]} {effect}."
    return f"{effect[:1].upper()}{effect[1:]}."


def _removed(f: Fields) -> str:
    mark = " What it has taken stays lost." if f["permanent"] else ""
    return f"{f['who']} is rid of {injury_name(f['injury'])}.{mark}"


def _clock(f: Fields) -> str:
    when = {
        "end-of-turn": "before this turn ends",
        "end-of-round": "before this round ends",
        "same-slot-next-round": "before this slot comes up again",
    }.get(f["deadline"], "in time")
    return f"{f['who']} dies unless somebody answers it {when}."


_SETBACKS = {
    "supplies": "supplies are used up.",
    "worse": "it gets worse.",
    "longer": "recovery will take longer.",
}


def _setback(f: Fields) -> str:
    return f"A setback in treating {f['who']}: {_SETBACKS[f['what']]}"


# ---- conditions ----


_ENDS = {
    "stands": "until it stands up",
    "escape": "until it is free",
    "put-out": "until the fire is put out",
    "treated": "until the injury is removed",
    "round": "until the round ends",
    "encounter": "until the encounter ends",
    "first-turn": "until its first turn",
}


def _condition(f: Fields) -> str:
    text = f"{f['who']} is {condition_name(f['condition'])}"
    if f["condition"] == "immolation":
        text = f"{f['who']} is on fire"
    if f["turns"]:
        turn = "turn" if f["turns"] == 1 else f"{f['turns']}th turn from now"
        if f["turns"] == 2:
            turn = "turn after this one"
        return f"{text} until the end of its {'next turn' if turn == 'turn' else turn}."
    until = _ENDS.get(f["ends"], "")
    return f"{text} {until}.".replace(" .", ".")


def _longer(f: Fields) -> str:
    return (
        f"{f['who']} stays {condition_name(f['condition'])} longer: "
        f"{_many(f['turns'], 'turn')} in all."
    )


def _over(f: Fields) -> str:
    if f["condition"] == "immolation":
        return f"{f['who']} burns no longer."
    return f"{f['who']} is no longer {condition_name(f['condition'])}."


# ---- Medicine and rest ----


def _rested(f: Fields) -> str:
    return {
        "short": "They rest for a quarter of an hour.",
        "full": "They rest for a whole night.",
        "care": "Days of rest and care go by.",
    }[f["kind"]]


def _not_possible(f: Fields) -> str:
    return {
        "treat-again": f"{f['patient']} has been treated already, and nothing has changed since.",
        "treat-injury": "What that injury needs is not to be had here.",
        "treat-injury-again": "That injury was treated in vain, and nothing has changed since.",
        "to-air": "There is no air within reach.",
        "short-rest": "There is no safe place for another rest.",
    }.get(f["what"], "That is not possible here.")


def _put_out(f: Fields) -> str:
    if not f["by"]:
        return f"The fire on {f['who']} is out."
    if f["by"] == f["who"]:
        return f"{f['who']} puts out the fire."
    return f"{f['by']} puts out the fire on {f['who']}."


EVENTS: Mapping[str, Template] = {
    "wounded": _wounded,
    "healed": _healed,
    "strained": _strained,
    "recovered": _recovered,
    "members-fall": _members,
    "down": _down,
    "out": "{who} is out of the fight.",
    "came-to": "{who} can act again.",
    "stabilized": "{who} bleeds no longer, and lies still.",
    "died": _died,
    "injured": _injured,
    "lowered": "{characteristic} of {who} is {now} now.",
    "clock": _clock,
    "clock-stopped": lambda f: (
        f"{f['who']} will live: the clock of {injury_name(f['injury'])} is stopped."
    ),
    "treated": lambda f: (
        f"{injury_name(f['injury'])} of {f['who']} is treated; it still takes days of care."
    ),
    "injury-removed": _removed,
    "stepped-down": lambda f: (
        f"{injury_name(f['before'])} of {f['who']} eases to {injury_name(f['injury'])}."
    ),
    "worsened": lambda f: (
        f"{injury_name(f['before'])} of {f['who']} turns into {injury_name(f['injury'])}."
    ),
    "marked": lambda f: (
        f"{injury_name(f['injury'])} has come too far: {f['who']} loses a point of "
        f"{plain(f['drawn'])} for good."
    ),
    "setback": _setback,
    "condition": _condition,
    "condition-longer": _longer,
    "condition-over": _over,
    "no-help": lambda f: (
        "It does not help."
        if f["who"] == f["patient"]
        else f"{f['who']} cannot help {f['patient']}."
    ),
    "quicker": "{who} is done with it sooner.",
    "not-possible": _not_possible,
    "put-out": _put_out,
    "left-to-fate": "Nobody tends those who bleed any longer.",
    "encounter-over": "The encounter is over.",
    "rested": _rested,
    "no-recovery": "{who} is too far gone to recover by rest alone.",
}


def _treat(places: Sequence[str]) -> str:
    return f"Treat the Wounds of {places[1]}"


def _again(places: Sequence[str]) -> str:
    return f"Treat the Wounds of {places[1]} again (if the GM agrees)"


def _extinguish(places: Sequence[str]) -> str:
    if len(places) == 1:
        return "Put out the fire"
    return f"Fight the fire on {places[1]} ({places[2]})"


_TENDS = {
    "treat": "treats the Wounds of {0}",
    "treat-again": "treats the Wounds of {0} again (if the GM agrees)",
    "stabilize": "stops the bleeding of {0}",
    "answer-clock": "fights for the life of {0}",
    "rescue": "brings {0} to air",
}


def _tend(places: Sequence[str]) -> str:
    """("tend", healer, what, patient[, number[, row]])."""
    what = places[2].replace(" ", "-")
    if what == "extinguish":
        fire = "the fire" if len(places) < 4 else f"the fire on {places[3]} ({places[4]})"
        return f"{places[1]} puts out {fire}" if len(places) < 4 else f"{places[1]} fights {fire}"
    if what in ("treat-injury", "treat-injury-again"):
        again = " again (if the GM agrees)" if what.endswith("again") else ""
        return f"{places[1]} treats {_row_name(places[5])} of {places[3]}{again}"
    return f"{places[1]} {_TENDS.get(what, what + ' {0}').format(places[3])}"


def _row_name(place: str) -> str:
    """The name of an injury, from the id of its row, which comes without its hyphens."""
    return injury_name(place.replace(" ", "-"))


def _treat_injury(places: Sequence[str]) -> str:
    """("treat-injury", patient, number, row)."""
    return f"Treat {_row_name(places[3])} of {places[1]}"


OPTIONS: Mapping[str, OptionTemplate] = {
    "treat": _treat,
    "treat-again": _again,
    "stabilize": "Stop the bleeding of {1}",
    "answer-clock": "Fight for the life of {1}",
    "treat-injury": _treat_injury,
    "treat-injury-again": lambda places: f"{_treat_injury(places)} again (if the GM agrees)",
    "extinguish": _extinguish,
    "tend": _tend,
    "go-to": "{1} makes for {2}",
    "wait": "Let the round pass",
    "leave-to-fate": "Leave those who bleed to their fate",
    "short-rest": "Rest for a quarter of an hour",
    "short-rest-again": "Rest briefly once more (if the GM agrees)",
    "full-rest": "Rest for a whole night",
    "extended-care": "Spend days on rest and care",
    "done": "Go on",
    "track": "Injury, bleeding and death are played out",
    "out": "Out of the fight at once",
    "drawn": "Drawn evenly",
    "suffice": "What is needed is there",
    "cared-for": "What is needed is there, the days of care too",
    "field-care": "Simple field care is enough, without a check",
    "story-resolution": "The story resolves it, without a check",
    "lacking": "What is needed is not there",
    "no-setback": "Nothing beyond the list",
    "supplies": "Supplies are used up",
    "worse": "The injury gets worse",
    "longer": "Recovery takes longer",
    "possible": "New supplies or changed conditions: it can be tried",
    "not-possible": "Not possible",
    "safe": "The place is safe",
}

WARES: Mapping[str, str] = {
    "one-more-wound": "1 more Wound restored",
    "quicker-treatment": "the treatment takes less time",
    "smother-flames": "the fire is put out",
}

QUESTIONS: Mapping[str, str] = {
    "ix.incapacitation.non-players": "Somebody has fallen: is it played on?",
    "ix.critical.gm-applies": "Which one does the injury strike?",
    "ix.critical.treat-needs-gm": "Is there what this treatment needs?",
    "ix.critical.treat-banes": "What else goes wrong with the treatment?",
    "ix.healing.medicine-second": "Has something changed, so that a second treatment is possible?",
    "ix.healing.medicine-boons": "{who}, what do you spend your Boons on?",
    "ix.hazard.fire-ally": "{who}, what do you spend your Boons on?",
    "ix.encounter.rounds-continue-while-bleeding": (
        "The fighting is over, but somebody bleeds. Who helps?"
    ),
    "ix.recovery.short-rest": "What do you do before you go on?",
    "ix.recovery.short-rest-again": "Is the place safe enough for another short rest?",
}

ROLLS: Mapping[str, str] = {
    "ix.critical.roll": "{who}'s Critical Injury: a d100",
    "ix.critical.gm-applies": "{who}'s Critical Injury: which one it strikes",
    "ix.healing.medicine": "{who}'s Medicine check: Wounds",
    "ix.incapacitation.stabilize": "{who}'s Medicine check: the bleeding",
    "ix.critical.clock-answered": "{who}'s Medicine check: a life at stake",
    "ix.critical.treat-minor": "{who}'s Medicine check: an injury",
    "ix.critical.treat-moderate": "{who}'s Medicine check: an injury",
    "ix.critical.treat-severe": "{who}'s Medicine check: an injury",
    "ix.critical.treat-deadly": "{who}'s Medicine check: an injury",
    "ix.critical.treat-mortal": "{who}'s Medicine check: an injury",
    "ix.hazard.fire-ally": "{who}'s fight against the flames",
}

PLACES: Mapping[str, tuple[str, ...]] = {}
TOGETHER: frozenset[str] = frozenset({"recovered", "came-to"})
BREAKS: frozenset[str] = frozenset({"encounter-over", "rested"})
