"""How talk, travel, downtime and free play read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from affray.kernel.words import OptionTemplate, Template
from affray.systems.ix.words.checks import plain

Fields = Mapping[str, Any]

_BY = {
    "on-foot": "on foot",
    "wagon": "by wagon",
    "mounted": "on horseback",
    "riverboat": "by riverboat",
    "sailing-ship": "under sail",
    "flying-mount": "on flying mounts",
    "flying-ship": "by flying ship",
}
_WAYS = {
    "argue": "argues with {}",
    "reveal": "reveals something to {}",
    "call-favor": "calls in a favor of {}",
    "pressure": "presses {}",
    "offer": "makes an offer to {}",
}


def miles(text: Any) -> str:
    """An exact number of miles in words: 10 2/3 miles."""
    number = Fraction(str(text))
    whole, rest = divmod(number, 1)
    shown = f"{whole} {rest}" if whole and rest else str(rest if rest else whole)
    return f"{shown} mile" if number == 1 else f"{shown} miles"


def _days(number: Any) -> str:
    return "1 day" if number == 1 else f"{number} days"


def _weeks(number: Any) -> str:
    return "A week" if number == 1 else f"{number} weeks"


# ---- talk ----


def _axis(f: Fields) -> str:
    goal = f" and has to reach {f['needs']}" if f["needs"] else ""
    return f"{f['axis']} stands at {f['stands']}{goal}."


def _social_action(f: Fields) -> str:
    says = _WAYS[f["way"]].format(f["person"])
    return f"{f['who']} {says} ({plain(f['skill'])}, for {f['aim']})."


def _shifted(f: Fields) -> str:
    bought = f"Bought with the roll of {f['by']}: " if f["by"] else ""
    return f"{bought}{f['axis']} goes from {f['before']} to {f['now']}."


def _comes_out(f: Fields) -> str:
    return f"Something comes out: {f['text']}" if f["text"] else "Something that matters comes out."


WARES: Mapping[str, str] = {
    "social-strain": "recover 1 Strain",
    "social-read": "read where {1} stands",
    "social-opening": "the next ally who speaks gets a Boon Die",
    "social-second-axis": "{1} shifts a step too",
    "social-lasting": "what is won holds beyond this scene",
    "social-two-steps": "two steps at once on {1}",
    "social-awkward": "1 Strain for the speaker",
    "social-talk": "{1} shifts a step the other way",
    "social-resist": "the next who speaks to that person gets a Bane Die",
    "social-price": "it has a price",
    "social-poisoned": "{1} is spoiled",
    "second-fact": "one fact more",
}
_TOLD_NEXT = frozenset(
    {
        *("social-strain", "social-read", "social-second-axis", "social-two-steps"),
        *("social-awkward", "social-talk", "social-poisoned"),
    }
)


def _spent(f: Fields) -> str:
    if f["entry"] in _TOLD_NEXT:
        return ""
    what = WARES[f["entry"]].format(f["entry"], f["on"])
    return f"Besides: {what}."


# ---- travel ----


def _journey(f: Fields) -> str:
    most = f", in at most {_days(f['days'])}" if f["days"] else ""
    return f"The party sets out {_BY[f['by']]}: {miles(f['miles'])}{most}."


def _travelled(f: Fields) -> str:
    ground = plain(f["ground"]) + (", trackless" if f["trackless"] else "")
    forced = "A forced march: " if f["forced"] else ""
    lost = f", {f['lost']} hours lost" if f["lost"] else ""
    landings = f", with {f['landings']} landings to rest" if f["landings"] else ""
    done = miles(f["covered"]).rpartition(" ")[0]
    return f"{forced}{miles(f['miles'])} ({ground}{lost}{landings}); {done} of {miles(f['total'])}."


def _lost(f: Fields) -> str:
    astray = " They have come where they should not be." if f["astray"] else ""
    return f"{f['who']} loses the way: {f['hours']} hours.{astray}"


def _clearance(f: Fields) -> str:
    if f["what"] == "in-order":
        return "Crew, fuel and clearance are in order."
    return "Something about the ship is not in order."


# ---- downtime ----

_ACTIVITIES = {
    "rest": "rests and recovers",
    "recover": "gives an injury time and care",
    "training": "trains",
    "research": "does research",
    "contact": "looks for a contact",
    "craft": "makes something",
    "make": "makes something",
    "income": "works for pay",
    "language": "learns a language",
    "language-named": "learns a language",
}


def _contact(f: Fields) -> str:
    won = "is a contact now" if f["won"] else "keeps a distance"
    return f"{f['name']} {won}."


def _language(f: Fields) -> str:
    return f"{f['who']} {'knows' if f['won'] else 'has not learned'} {f['name']}."


def _purse(f: Fields) -> str:
    verb = "earns" if f["amount"] > 0 else "pays"
    return f"{f['who']} {verb} {abs(f['amount'])} silver flargons and has {f['now']}."


def _crafted(f: Fields) -> str:
    match f["outcome"]:
        case "made":
            return f"Made: {f['item']}."
        case "flawed":
            return f"Made, with a flaw: {f['item']}."
        case "materials":
            return f"It has come to nothing ({f['item']}); the materials are gone."
    return f"It has come to nothing ({f['item']})."


EVENTS: Mapping[str, Template] = {
    "axis": _axis,
    "says-nothing": "{who} says nothing this round.",
    "social-action": _social_action,
    "shifted": _shifted,
    "spoiled": "{axis} is spoiled: {now}, and nothing more to be done about it.",
    "axis-read": _axis,
    "axis-holds": "{axis} stays at {stands} beyond this scene.",
    "comes-out": _comes_out,
    "social-spent": _spent,
    "narrated": "It is talked over without rounds.",
    "transition": "The journey is soon told.",
    "journey": _journey,
    "clearance": _clearance,
    "day": "Day {number}.",
    "in-camp": "A day in camp.",
    "travelled": _travelled,
    "way-lost": _lost,
    "arrived": lambda f: f"They arrive, after {_days(f['days'])}.",
    "too-late": lambda f: f"They have not arrived within {_days(f['days'])}.",
    "ambush": "Something breaks into the day.",
    "no-rest": "The night brings no rest.",
    "downtime": lambda f: f"{_weeks(f['weeks'])} of quiet.",
    "nights": lambda f: f"Full rests in that time: {f['nights']}.",
    "activity": lambda f: f"{f['who']} {_ACTIVITIES[f['what']]}.",
    "no-better": "The injury of {who} is no better for it.",
    "trained": lambda f: (
        f"The next rank of {plain(f['skill'])} costs {f['who']} {f['discount']} XP less."
    ),
    "fact": "{who} finds a fact: {topic}.",
    "contact": _contact,
    "language": _language,
    "purse": _purse,
    "crafted": _crafted,
}


def _by_skill(what: str) -> OptionTemplate:
    def words(places: Sequence[str]) -> str:
        return f"{what} ({places[1]})" if len(places) > 1 else what

    return words


def _action(what: str) -> OptionTemplate:
    def words(places: Sequence[str]) -> str:
        """(action, person, skill, axis)."""
        if len(places) < 4:
            return what
        return f"{what}: {places[1]}, {places[2]}, for {places[3]}"

    return words


def _hours(places: Sequence[str]) -> str:
    """("hours", how many, where) or ("by-lot", where)."""
    return f"{places[1]} hours, {places[-1]}"


def _recover(places: Sequence[str]) -> str:
    """("recover", "step" or "clear", physician, serial)."""
    what = "clear an injury (Hard)" if places[1] == "clear" else "an injury a step lower (Average)"
    return f"Recover: {what}, treated by {places[2]}"


def _craft(places: Sequence[str]) -> str:
    """("craft", skill, price, name), or as a ruling ("craft", difficulty, materials, failure)."""
    return f"Make something: {', '.join(places[1:])}"


OPTIONS: Mapping[str, OptionTemplate] = {
    "speaks": "{1} speaks",
    "argue": _action("Argue"),
    "reveal": _action("Reveal something"),
    "call-favor": _action("Call in a favor"),
    "pressure": _action("Apply pressure"),
    "offer": _action("Make an offer"),
    "difficulty": "{1}",
    "axes": "These axes",
    "narrated": "It is narrated freely",
    "structured": "It is played in rounds",
    "transition": "It is only a transition",
    "played": "It is played day by day",
    "talk": "Talk it over",
    "talk-goes-on": "The talk goes on",
    "talk-settled": "It is settled for {1}",
    "draw-weapons": "Weapons are drawn",
    "say-nothing": "Say nothing",
    "set-out": "Set out on a journey",
    "journey": "{1}, {2}: {3}",
    "downtime": "A gap of downtime, weeks: {1}",
    "begin-chase": "A chase begins",
    "all-done": "That is all for now",
    "march": "March on",
    "forced-march": "A forced march: half as far again, for Strain",
    "rest-day": "Stay in camp for a day",
    "leads": "{1} leads, by {2}",
    "no-check": "The way is found without a check",
    "navigate": "A check: {1}",
    "hours": _hours,
    "by-lot": "Hours drawn by lot, {1}",
    "in-order": "Crew, fuel and clearance are in order",
    "trouble": "Something is not in order",
    "disturbed": "The night is disturbed: no rest",
    "quiet": "The day goes on, and the night is safe",
    "ambush": "Enemies break in: a fight",
    "pursuit": "Enemies break in: a chase",
    "nights": "Full rests besides: {1}",
    "rest": "Rest and Recovery",
    "recover": _recover,
    "training": "Train: {1}",
    "research": _by_skill("Research"),
    "contact": _by_skill("Establish a contact"),
    "make": "Make: {1}",
    "craft": _craft,
    "income": _by_skill("Work for pay"),
    "language": "Learn the language {1}",
    "language-named": "Learn a language",
    "more": "Silver flargons more: {1}",
}

HEADINGS: Mapping[str, str] = {
    "reveal": "Reveal something",
    "call-favor": "Call in a favor",
    "pressure": "Apply pressure",
    "offer": "Make an offer",
    "rest": "Rest",
    "recover": "Have an injury treated",
    "training": "Train",
    "research": "Research",
    "contact": "Establish a contact",
    "make": "Make something",
    "income": "Work for pay",
    "language": "Learn a language",
}

QUESTIONS: Mapping[str, str] = {
    "ix.social.establish": "Which axes are at stake, where do they stand, and where must they get?",
    "ix.social.one-action": "What is said by {who}?",
    "ix.social.difficulty": "What is it made against?",
    "ix.social.end": "Can the goal still be reached?",
    "ix.social.mode": "How is the talk played?",
    "ix.travel.mode": "Is the journey played?",
    "ix.travel.daily-distance": "How does the day go?",
    "ix.travel.flying-ship": "Is the ship in order?",
    "ix.travel.navigation-check": "Who finds the way?",
    "ix.travel.navigation-hours": "How many hours are lost, and where does it lead?",
    "ix.travel.interruption": "Does anything break into the day?",
    "ix.downtime.one-activity": "What does {who} do with the time?",
    "ix.downtime.rest-nights": "How many full rests pass besides?",
    "ix.downtime.crafting": "What does it take, and what does a failure cost?",
    "ix.downtime.income-check": "How much better is the pay?",
}

ROLLS: Mapping[str, str] = {
    "ix.social.one-action": "{who}'s words",
    "ix.travel.navigation-check": "{who}'s way through the land",
    "ix.travel.navigation-hours": "{who}'s roll for the hours lost",
    "ix.downtime.recover-step": "{who}'s care over weeks",
    "ix.downtime.recover-clear": "{who}'s care over weeks",
    "ix.downtime.research": "{who}'s research",
    "ix.downtime.contact": "{who}'s search for a contact",
    "ix.downtime.language": "{who}'s lessons",
    "ix.downtime.income-check": "{who}'s work",
    "ix.downtime.crafting": "{who}'s handiwork",
}

PLACES: Mapping[str, Sequence[str]] = {
    "axes": ("axis, where it stands, and what it has to reach",),
    "journey": ("miles",),
    "downtime": ("weeks",),
    "hours": ("hours",),
    "nights": ("full rests",),
    "research": ("about what",),
    "contact": ("whom, by name",),
    "craft": ("price or materials in silver flargons", "what"),
    "language-named": ("which language",),
    "more": ("silver flargons",),
}
TOGETHER: frozenset[str] = frozenset()
BREAKS: frozenset[str] = frozenset({"day"})
CHAPTERS: Mapping[str, Template] = {
    "journey": "Day 1",
    "day": "Day {number}",
    "downtime": "A time of quiet",
}
