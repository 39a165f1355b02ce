"""Open questions as a page shows them: whose they are, their options with odds, the dice."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from affray.kernel.event import plain
from affray.kernel.keys import Number, Option, Several, Text, is_concrete
from affray.kernel.question import GM, Question
from affray.kernel.system import System
from affray.kernel.telling import offered_text, sentence
from affray.kernel.view import Seat, load_option, option_data, seat_question
from affray.kernel.words import (
    Names,
    option_text,
    place_labels,
    question_text,
    ware_text,
)
from affray.odds.preview import readings_for
from affray.store import SeatRecord
from affray.web.acting import Sitter, may_propose
from affray.web.hub import LiveFight, odds_name
from affray.web.telling import leading_text, percent, percents, reading_text
from affray.web.wishes import holding_up

Data = dict[str, Any]

FEW = 6
"""Options that need no headings."""
MOST_EFFECTS = 4
RULED = "ruled-by-default"
TONES = {"failure": "bad", "miss": "bad", "mixed": "mid", "success": "good", "hit": "good"}


def ref(live: LiveFight, who: str, names: Names) -> Data:
    """Somebody, as a page names them."""
    one = live.play.fight.combatants.get(who)
    side = one.side if one is not None else {"@heroes": "heroes", "@foes": "foes"}.get(who, "")
    return {"id": who, "name": names.get(who, who), "side": side}


def key_text(question: Question) -> str:
    """The name of a question as a page sends it back."""
    return json.dumps(list(question.id))


def title(rule: str) -> str:
    """A rule's id as words: its area and its name."""
    return ": ".join(rule.split(".")[1:]).replace("-", " ") or rule


def parts(system: System[Any], rule: str, shares: Sequence[tuple[Any, float]]) -> list[Data]:
    """Readings with their chances as the parts of a bar 100 wide; those that the system calls by
    one name are one part."""
    named: dict[str, float] = {}
    for reading, p in shares:
        text = system.gist(rule, plain(reading)) or leading_text(reading)
        named[text] = named.get(text, 0.0) + p
    found, x = [], 0.0
    told = percents(list(named.values()))
    for (text, p), share in zip(named.items(), told, strict=True):
        found.append(
            {
                "word": text,
                "p": p,
                "percent": share,
                "x": round(x, 2),
                "width": round(p * 100, 2),
                "tone": TONES.get(text, "plain"),
            }
        )
        x += p * 100
    return found


def _is_one_die(readings: Sequence[Mapping[str, Any]]) -> bool:
    """Whether all faces are equally likely: what they bring is in the average already."""
    return len(readings) > 2 and len({round(one["p"], 9) for one in readings}) == 1


def of_their_own(found: Mapping[str, Any], who: str) -> Data:
    """A preview without what others have locked in already: their price comes with any option."""
    kept = {
        part: [one for one in found[part] if one["who"] in (who, "")]
        for part in ("changes", "states")
    }
    return {**found, **kept}


class Asking:
    """The open questions of a fight, for one seat."""

    def __init__(self, live: LiveFight, record: SeatRecord, seat: Seat, names: Names) -> None:
        self.live = live
        self.record = record
        self.seat = seat
        self.names = names
        self.system = live.stored.system
        self.fight = live.play.fight
        self.sitter = Sitter(live, record)
        self.book = self.fight.house.book

    def questions(self) -> list[Data]:
        """What the seat may know of them, its own first."""
        found = []
        for question in self.live.play.questions:
            data = seat_question(self.fight, question, self.seat)
            if data is not None:
                found.append(self.question(question, data))
        return sorted(found, key=lambda one: not one["yours"])

    def question(self, question: Question, data: Data) -> Data:
        mine = self.sitter.is_mine(question)
        offers = self.sitter.offers(question)
        may_propose_here = not mine and may_propose(self.live, self.record, question)
        if may_propose_here and "options" not in data:
            # Of one's own side: what any of its seats may see of it.
            theirs = replace(self.seat, holds=self.seat.holds | {question.who})
            data = seat_question(self.fight, question, theirs) or data
        options = data.get("options", [])
        default = data.get("default")
        who = question.who
        found: Data = {
            "id": key_text(question),
            "dom": f"q-{question.id.step}-{question.id.n}-{_slug(who)}",
            "rule": question.id.rule,
            "what": question.id.what,
            "text": self.text(question),
            "who": ref(self.live, who, self.names),
            "yours": mine or bool(offers),
            "may_answer": mine,
            "may_propose": may_propose_here,
            "waits_for": self.waits_for(question),
            "path": [{"id": rule, "title": title(rule)} for rule in data["path"]],
            "rules": [self.rule(rule) for rule in data["rules"]],
            "groups": [],
            "default": None,
            "offers": [],
            "roll": None,
            "locked": [ref(self.live, one, self.names) for one in data.get("locked", [])],
            "picks": [],
            "proposals": self.proposals(question),
            "secret": question.secret,
            "window": question.window,
        }
        if who == GM and not self.seat.is_gm:
            found["text"] = "The GM decides."
            return found
        if default is not None:
            found["default"] = self.called(question, load_option(default))
        if mine or may_propose_here:
            found["groups"] = self.groups(
                question, [load_option(each) for each in options], default
            )
        found["offers"] = [
            self.option(question, load_option(each["option"]), f"offer-{n}", None)
            | {"owner": ref(self.live, each["who"], self.names)}
            for n, each in enumerate(data.get("offers", []))
            if each["who"] in offers
        ]
        if question.pool is not None:
            found["roll"] = self.roll(question, self.sitter.may_roll(question), mine)
        if question.id.what == "lock-in":
            found["picks"] = self.picks(question)
        return found

    def called(self, question: Question, option: Option) -> str:
        """What an option of the question is called."""
        return option_text(self.system.words, option, self.names, question.id.rule)

    def text(self, question: Question) -> str:
        """What is asked."""
        asked = question.id
        return question_text(self.system.words, asked.rule, asked.who, self.names, asked.what)

    def waits_for(self, question: Question) -> str:
        policy = self.live.chairs.holder(self.fight, question.who)
        name = self.names.get(question.who, question.who)
        return f"{policy.name} answers for {name}" if policy is not None else f"waiting for {name}"

    def rule(self, rule: str) -> Data:
        says = self.book.rule(rule).says if rule in self.book else "How every table works."
        return {"id": rule, "title": title(rule), "says": says}

    # ---- options ----

    def groups(self, question: Question, options: Sequence[Option], default: Any) -> list[Data]:
        headings = self.system.words.headings
        grouped: dict[str, list[Data]] = {}
        for number, option in enumerate(options):
            first = str(option[0]) if option else ""
            first = headings.get(first, first)
            one = self.option(question, option, str(number), default)
            grouped.setdefault(first, []).append(one)
        if len(options) <= FEW or len(grouped) == 1:
            return [{"label": "", "options": [one for each in grouped.values() for one in each]}]
        found: list[Data] = []
        alone: list[Data] = []
        for word, each in grouped.items():
            if len(each) == 1 and word not in headings.values():
                alone += each
            else:
                label = word if word in headings.values() else self.word(word)
                found.append({"label": label, "options": each})
        if alone:
            found.append({"label": "", "options": alone})
        return found

    def word(self, place: str) -> str:
        return self.names.get(place, place.replace("-", " "))

    def option(self, question: Question, option: Option, number: str, default: Any) -> Data:
        data = option_data(option)
        found = None
        state = "none"
        if question.pool is None and is_concrete(option) and self.sitter.is_mine(question):
            name = odds_name(question.id, tuple(map(str, option)))
            if name in self.live.odds:
                one = self.live.odds[name]
                state = "coming" if one is None else "ready" if one else "none"
                if one:
                    shown = one["gm" if self.seat.is_gm else "others"]
                    if question.id.what == "lock-in":
                        shown = of_their_own(shown, question.id.who)
                    found = self.odds(shown)
        value = json.dumps(data)
        proposed = self.proposals(question)
        return {
            "id": f"{_slug(question.id.who)}-{question.id.step}-{question.id.n}-{number}",
            "value": value,
            "label": offered_text(self.system, self.fight, question.id, option, self.names),
            "is_default": default is not None and data == list(default),
            "words": [self.word(place) for place in option if isinstance(place, str)],
            "places": self.places(option),
            "odds": found,
            "odds_state": state,
            "proposed_by": [one["by"] for one in proposed if one["option"] == value],
        }

    def places(self, option: Option) -> list[Data]:
        found: list[Data] = []
        labels = place_labels(self.system.words, option)
        for at, (place, label) in enumerate(zip(option, labels, strict=True), 1):
            name = f"place.{at}"
            match place:
                case Number(low, high):
                    found.append(
                        {"name": name, "kind": "number", "label": label, "low": low, "high": high}
                    )
                case Text(limit):
                    found.append({"name": name, "kind": "text", "label": label, "limit": limit})
                case Several(wares, purse):
                    found.append(
                        {
                            "name": name,
                            "kind": "several",
                            "label": label,
                            "purse": purse,
                            "wares": [
                                {
                                    "name": f"{name}.{word}",
                                    "word": word,
                                    "label": ware_text(self.system.words, word, self.names),
                                    "price": price,
                                    "most": most,
                                }
                                for word, price, most in wares
                            ],
                        }
                    )
        return found

    def odds(self, found: Mapping[str, Any]) -> Data:
        """A preview as a page draws it."""
        names = self.names
        rolls: list[Data] = []
        for roll in found["rolls"]:
            if rolls and _is_one_die(roll["readings"]):
                continue
            text = question_text(self.system.words, roll["rule"], roll["who"], names, "roll")
            rolls.append(
                {
                    "text": text,
                    "parts": parts(
                        self.system,
                        roll["rule"],
                        [(r["reading"], r["p"]) for r in roll["readings"]],
                    ),
                }
            )
        told: dict[str, list[str]] = {}
        for state in found["states"]:
            how_likely = f" {percent(state['p'])}" if found["leaves"] > 1 else ""
            told.setdefault(state["who"], []).append(f"{state['state']}{how_likely}")
        for change in sorted(found["changes"], key=lambda one: -abs(one["mean"])):
            if abs(change["mean"]) >= 0.05:
                sign = "+" if change["mean"] > 0 else "\u2212"
                digits = 0 if found["leaves"] == 1 else 1
                amount = f"{abs(change['mean']):.{digits}f}"
                text = f"{change['track']} {sign}{amount}"
                told.setdefault(change["who"], []).append(text)
        effects = [
            f"{names.get(who, who)}: {'; '.join(each)}" if who else "; ".join(each)
            for who, each in told.items()
        ]
        players = found["policies"]
        exact = "exact" if found["exact"] else "sampled"
        return {
            "exact": found["exact"],
            "leaves": found["leaves"],
            "rolls": rolls[:2],
            "effects": effects[:MOST_EFFECTS],
            "note": f"{exact}; later choices: {players['heroes']} / {players['gm']}",
        }

    # ---- rolls, picks, proposals ----

    def roll(self, question: Question, can_roll: bool, can_type: bool) -> Data:
        assert question.pool is not None
        shows = can_roll or self.fight.shows_numbers(question.who)
        found: Data = {
            "pool": str(question.pool) if shows else "",
            "dice": question.pool.describe() if shows else [],
            "odds": [],
            "can_roll": can_roll,
            "can_type": can_type,
            "waits": holding_up(self.live, question) if can_roll else [],
            "readings": [],
        }
        for die in found["dice"]:
            die.setdefault("name", die.get("die", ""))
        if question.read is not None and shows:
            counts = readings_for(self.system, question, self.fight, self.seat)
            if counts is not None:
                found["odds"] = parts(
                    self.system,
                    question.id.rule,
                    [(reading, count / counts.total) for reading, count in counts.items()],
                )
            if counts is not None and self.seat.is_gm:
                found["readings"] = [
                    {"value": json.dumps(plain(reading)), "text": reading_text(reading)}
                    for reading in list(counts)[:60]
                ]
        return found

    def picks(self, question: Question) -> list[Data]:
        """What each of the seat's side is about to do, and has locked in."""
        return [
            {
                "who": ref(self.live, who, self.names),
                "label": self.called(question, key),
                "is_final": is_final,
                "option": json.dumps(list(key)),
            }
            for who, key, is_final in self.sitter.picks_on(question)
        ]

    def proposals(self, question: Question) -> list[Data]:
        """What others would choose, each option once with all who would."""
        if not (self.seat.is_gm or self.record.kind == "player"):
            return []
        found: dict[str, Data] = {}
        for seat_id, key in self.live.beside.proposals.get(question.id, {}).items():
            seat = self.live.hub.book.seat(seat_id)
            if seat is None:
                continue
            option = json.dumps(list(key))
            if option in found:
                found[option]["by"] += f", {seat.name}"
                found[option]["count"] += 1
            else:
                called = self.called(question, key)
                found[option] = {"by": seat.name, "label": called, "option": option, "count": 1}
        return list(found.values())

    def told(self, most: int) -> list[Data]:
        """The rulings that were left to their default, the latest first, each with the sentence
        that it followed."""
        found = []
        followed = self._followed()
        for question in list(reversed(self.live.play.told))[:most]:
            left = self.called(question, question.default or ())
            found.append(
                {
                    "question": key_text(question),
                    "dom": f"told-{question.id.step}-{question.id.n}",
                    "rule": question.id.rule,
                    "text": self.text(question),
                    "left": left,
                    "after": next(followed, ""),
                    "options": [
                        self.option(question, option, str(n), question.default)
                        for n, option in enumerate(question.options)
                    ],
                }
            )
        return found

    def _followed(self) -> Iterator[str]:
        """The sentence before each ruling by default, the latest first."""
        lines = [one for one in self.live.play.lines if not one.taken_back]
        for at in range(len(lines) - 1, -1, -1):
            if lines[at].event.code == RULED:
                said = (
                    sentence(self.system, lines[before].event.dump(), self.names)
                    for before in range(at - 1, -1, -1)
                    if lines[before].event.code != RULED
                )
                yield next(filter(None, said), "")


def keys_ahead(live: LiveFight, record: SeatRecord) -> list[tuple[Question, list[tuple[str, ...]]]]:
    """The options that a seat who looks on may take now, to be looked ahead from."""
    sitter = Sitter(live, record)
    found = []
    for question in live.play.questions:
        if question.pool is None and not question.secret and sitter.is_mine(question):
            keys = [tuple(map(str, o)) for o in question.options if is_concrete(o)]
            keys = [key for key in keys if not live.stored.system.leads_on(key)]
            if keys:
                found.append((question, keys))
    return found


def _slug(text: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in text)
