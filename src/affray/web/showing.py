"""What a seat is shown: plain data, made of the kernel's view for that seat and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from affray.kernel.event import Event
from affray.kernel.fight import SHOWN
from affray.kernel.question import HEROES, Edit
from affray.kernel.rulebook import Rulebook
from affray.kernel.system import System
from affray.kernel.telling import BEFOREHAND, Headings, says_heading, sentence
from affray.kernel.view import GM_SEAT, Seat, view
from affray.kernel.words import listed, note_text, option_text
from affray.store import SeatRecord
from affray.tables.play import Play
from affray.web import bunch, wishes
from affray.web.asked import Asking, key_text, ref, title
from affray.web.faces import cast_dice, dice_named, marks, single_dice, summed, to_type
from affray.web.hub import LiveFight
from affray.web.looks import environment
from affray.web.maps import drawn
from affray.web.seating import kernel_seat
from affray.web.telling import names_for

Data = dict[str, Any]

LOG_LINES = 80
MOST_COUNTERS = 6
"""As many counters stand on a player's page before those of others are folded away."""
MOST_TOLD = 20
FREE_SHOWN = 5
HIDDEN_CODES = ("ruled-by-default",)

EDITED = {
    "set": "a number set",
    "adjust": "a number changed",
    "tag": "a condition given",
    "untag": "a condition lifted",
    "note": "a note",
    "rename": "a new name",
    "hide": "somebody hidden",
    "reveal": "somebody shown",
    "show": "what players see",
    "add": "somebody who joined",
    "remove": "somebody taken out",
    "return": "somebody brought back",
    "reorder": "the order changed",
    "end": "the end of the fight",
    "resume": "the fight taken up again",
    "pass": "a pass in advance",
}
"""What the GM has changed by hand, as it is offered to be taken back."""


def live_view(live: LiveFight, record: SeatRecord) -> Data:
    """The whole live view of a seat. Call it under the fight's lock."""
    return _Showing(live, record).view()


class _Showing:
    def __init__(self, live: LiveFight, record: SeatRecord) -> None:
        self.live = live
        self.record = record
        self.seat: Seat = kernel_seat(record)
        self.play = live.stored.play
        self.fight = self.play.fight
        self.system = live.stored.system
        self.names = names_for(self.fight, self.seat)
        self.asking = Asking(live, record, self.seat, self.names)
        self.data = view(self.system, self.fight, self.seat)
        # Things on the map are called in options and sentences what the map calls them.
        for point in (self.data["map"] or {}).get("points", ()):
            if not point["side"] and point["label"]:
                self.names.setdefault(point["id"], point["label"])

    def counters(self, held: Sequence[str]) -> list[Data]:
        """The counters of the fight. Where they are many, a player's page folds away those that
        name others alone (the gaps of a chase)."""
        found = [_track(counter) for counter in self.data["counters"]]
        own = [self.names[who] for who in held]
        if own and len(found) > MOST_COUNTERS:
            for one in found:
                is_own = any(name in one["name"] for name in own)
                one["of_others"] = not is_own and any(
                    self.names[who] in one["name"]
                    for who in self.fight.combatants
                    if who in self.names
                )
        return found

    def view(self) -> Data:
        live, record, fight = self.live, self.record, self.fight
        questions = self.questions()
        cards = self.cards()
        self.tell_plans(cards, questions)
        log, earlier = self.log()
        result = fight.result
        held = [card["who"] for card in cards if card["is_mine"]]
        return {
            "revision": live.revision,
            "key": f"{live.revision:x}",
            "base": f"/seat/{record.id}",
            "csrf": record.csrf,
            "rules_url": f"/seat/{record.id}/rules/",
            "seat": {
                "id": record.id,
                "kind": record.kind,
                "name": record.name,
                "holds": held,
            },
            "fight": {
                "id": live.id,
                "title": self.play.setup.title,
                "about": self.play.setup.about,
                "aims": list(self.system.aims(fight, gm=self.seat.is_gm)),
                "system": self.system.name,
                "system_title": self.system.title,
                "round": fight.round,
                "now": self.now(),
                "result": result,
                "result_text": self.ending(),
                "closed": fight.closed,
                "notice": live.stored.notice if self.seat.is_gm else "",
            },
            "turn": self.turn(questions),
            "order": self.order(),
            "map": self.map(),
            "counters": self.counters(held),
            "cards": cards,
            "mine": held,
            "questions": questions,
            "bunch": bunch.shown(live, record, self.names),
            "roll": self.roll(),
            "log": log,
            "earlier": earlier,
            "back": last_undo(self.play),
            "undo": self.undo(),
            "redo": {"text": "Put back what was taken back"}
            if self.seat.is_gm and self.play._redo
            else None,
            "told": self.asking.told(MOST_TOLD) if self.seat.is_gm else [],
            "people": self.people(),
            "hand": self.hand() if self.seat.is_gm else None,
            "free_rolls": self.free_rolls(),
            "asked": self.asked(),
            "wish": wishes.shown(self.live, self.record),
            "odd": self.system.oddities(fight) if self.seat.is_gm else [],
            "notes": self.data.get("notes", {}),
        }

    # ---- the table ----

    def ending(self) -> str:
        """How it has ended, in a sentence; nothing while it goes on."""
        result = self.fight.result
        return self.system.endings(self.fight)[result].told if result else ""

    def now(self) -> str:
        """The round or the day; nothing before the first."""
        heading = _headings(self.live)[-1]
        return "" if heading == BEFOREHAND else heading

    def turn(self, questions: list[Data]) -> Data:
        if not questions:
            text = self.ending()
            if not text:
                text = "The GM is at work." if self.play.questions else "Nothing is open."
            return {"is_mine": False, "text": text, "who": []}
        first = questions[0]
        is_asked = self.seat.is_gm or first["who"]["id"] in self.seat.holds
        is_mine = bool(first["yours"]) and is_asked
        text = first["text"] if is_mine else f"{first['waits_for'].capitalize()}."
        if first["waits_for"].startswith("waiting for "):
            text = first["text"] if is_mine else f"Waiting for {first['who']['name']}."
        if first["yours"] and not is_asked:
            who = first["who"]
            text = (
                "The heroes choose."
                if who["id"] == HEROES
                else f"You may add to what {who['name']} does."
            )
        return {"is_mine": is_mine, "text": text, "who": [one["who"] for one in questions]}

    def questions(self) -> list[Data]:
        """The open questions, with where the dice of a roll come from and how to type them in."""
        found = self.asking.questions()
        rolls = {key_text(q): q for q in self.play.questions if q.pool is not None}
        for question in found:
            question["windows"] = self.windows(question)
            mine = [p["option"] for p in question["picks"] if p["who"] == question["who"]]
            for group in question["groups"]:
                for option in group["options"]:
                    option["is_picked"] = option["value"] in mine
            roll = question["roll"]
            if roll is None:
                continue
            kinds = roll["dice"]
            asked = rolls[question["id"]]
            pool = asked.pool
            parts = [
                part
                for part in (self.system.explain_pool(self.fight, asked) if kinds else [])
                if all(self.may_know(who) for who in part.about)
                and self.seat.sees_numbers(self.fight, part.of)
            ]
            roll["parts"] = [
                {
                    "text": part.text,
                    "rule": part.rule,
                    "adds": part.adds,
                    "dice": dice_named(pool, part.dice),
                    "gone": dice_named(pool, part.gone),
                }
                for part in parts
            ]
            roll["sum"] = summed(pool, parts)
            roll["to_type"] = to_type(kinds) if roll["can_type"] else []
            roll["dice"] = single_dice(kinds)
        return found

    def may_know(self, who: str) -> bool:
        return self.seat.is_gm or who in self.seat.holds or not self.fight.is_hidden(who)

    def windows(self, question: Data) -> list[Data]:
        """The reaction window that a question is asked in, if it may be passed on from here."""
        window = question["window"]
        label = self.system.windows.get(window)
        if label is None or not question["may_answer"]:
            return []
        return [{"id": window, "label": label}]

    def map(self) -> Data | None:
        whole = self.data["map"]
        if whole is None:
            return None
        held = tuple(self.seat.holds)
        return drawn(whole, held, sorted(self.acting()))

    def place(self, who: str) -> Data | None:
        """Where somebody stands on the map, as the GM's hand offers to change it."""
        whole = self.data["map"]
        if whole is None:
            return None
        at = next((point["at"] for point in whole["points"] if point["id"] == who), None)
        if at is None:
            return None
        across, along = (f"{part:g}" for part in at)
        return {"across": across, "along": None if whole["line"] else along, "unit": whole["unit"]}

    def acting(self) -> set[str]:
        """Whoever's slot it is now; an open slot is nobody's yet."""
        return {
            who
            for slot in self.data["order"]["slots"]
            if slot["state"] == "acting" and not slot["open"]
            for who in slot["who"]
        }

    def order(self) -> list[Data]:
        slots = self.data["order"]["slots"]
        names = {slot["id"]: slot["label"] or self.called(slot["who"]) for slot in slots}
        return [
            {
                "id": slot["id"],
                "label": slot["label"],
                "state": slot["state"],
                "side": slot["side"],
                "open": slot["open"],
                "who": [ref(self.live, who, self.names) for who in slot["who"]],
                "before": [
                    {"id": other, "label": names.get(other, "the end")} for other in slot["before"]
                ],
            }
            for slot in slots
        ]

    def called(self, people: list[str]) -> str:
        return listed([self.names.get(who, who) for who in people])

    def cards(self) -> list[Data]:
        acting, noted = self.acting(), self.noted()
        found = [
            self.card(sheet, acting) | {"plans": noted.get(sheet["who"], [])}
            for sheet in self.data["sheets"]
        ]
        return sorted(found, key=lambda card: (not card["is_mine"], card["side"] != "heroes"))

    def card(self, sheet: Data, acting: set[str]) -> Data:
        who = sheet["who"]
        one = self.fight[who]
        is_gm = self.seat.is_gm
        policy = self.live.chairs.holder(self.fight, who)
        return {
            "who": who,
            "name": sheet["name"],
            "side": sheet["side"],
            "kind": sheet["kind"],
            "state": sheet["state"],
            "is_up": sheet["state"] == "up",
            "is_borne": not self.system.acts(self.fight, who),
            "is_acting": who in acting,
            "is_mine": who in self.seat.holds,
            "hidden": one.hidden if is_gm else False,
            "shown": one.shown if is_gm else "all",
            "tracks": [_track(track) for track in sheet["tracks"]],
            "tags": [
                {**tag, "says": _says(self.fight.house.book, tag["rule"])} for tag in sheet["tags"]
            ],
            "lines": sheet["lines"],
            "policy": policy.name
            if policy is not None and (is_gm or one.side == "heroes")
            else None,
            "notes": self.data.get("notes", {}).get(who, {}),
            "passes": self.passes(who) if is_gm or who in self.seat.holds else [],
        }

    def tell_plans(self, cards: list[Data], questions: list[Data]) -> None:
        """What those of one's side have in mind or have locked in, on their cards."""
        for question in questions:
            for pick in question["picks"]:
                said = f"{'locked in' if pick['is_final'] else 'in mind'}: {pick['label']}"
                for card in cards:
                    if card["who"] == pick["who"]["id"] and said not in card["plans"]:
                        card["plans"].append(said)

    def noted(self) -> dict[str, list[str]]:
        """What of this round stands on the cards of those who did it."""
        words = self.system.words
        found: dict[str, list[str]] = {}
        if not words.noted:
            return found
        for line in reversed(self.play.lines):
            event = line.event
            if not line.taken_back and event.round != self.fight.round:
                break
            data = event.dump() if self.seat.is_gm else event.public()
            if line.taken_back or event.code not in words.noted or data is None:
                continue
            text = note_text(words, data, self.names)
            told = found.setdefault(str(data["fields"].get("who", "")), [])
            if text and text not in told:
                told.insert(0, text)
        return found

    def people(self) -> list[Data]:
        here = {viewer.seat for viewer in self.live.viewers}
        return [
            {
                "seat": seat.id if self.seat.is_gm else "",
                "name": seat.name,
                "kind": seat.kind,
                "is_here": seat.id in here,
            }
            for seat in self.live.hub.book.of_fight(self.live.id)
        ]

    def hand(self) -> Data:
        chairs = self.live.chairs
        rows = [
            {"who": "heroes", "name": "the heroes", "policy": chairs.heroes and chairs.heroes.name},
            {"who": "gm", "name": "the foes and rulings", "policy": chairs.gm and chairs.gm.name},
        ]
        rows += [
            {"who": who, "name": self.names.get(who, who), "policy": policy.name}
            for who, policy in chairs.seats.items()
        ]
        removed = [
            ref(self.live, one.id, self.names)
            for one in self.fight.combatants.values()
            if one.removed
        ]
        return {
            "policies": list(self.system.policy_names),
            "chairs": rows,
            "windows": [],
            "removed": removed,
        }

    # ---- what happened ----

    def log(self) -> tuple[list[Data], int]:
        return log_part(self.live, self.record, most=LOG_LINES)

    def roll(self) -> Data | None:
        roll = self.live.beside.roll
        if roll is None:
            return None
        who = roll.question.who
        if not self.seat.sees_numbers(self.fight, who):
            return None
        # What the system says of it at last is better than the bare value that the rules got.
        read = next((text for name, text, *_ in roll.stages if name == "read"), "")
        return {
            "id": str(roll.number),
            "who": ref(self.live, who, self.names),
            "text": title(roll.question.rule),
            "dice": cast_dice(roll.dice, roll.faces),
            "reading": read or roll.reading,
            "stages": [
                {
                    "name": name,
                    "text": text,
                    "symbols": marks(roll.dice, drawn[0] if drawn else ()),
                    "gone": marks(roll.dice, drawn[1] if drawn else ()),
                }
                for name, text, *drawn in roll.stages
            ],
            "how": roll.how,
        }

    def undo(self) -> Data | None:
        play = self.play
        keep = play.last_decision() if self.seat.is_gm else own_last(play, self.seat)
        if keep is None:
            return None
        several = bunch.last(self.live) if self.seat.is_gm else None
        if several is not None:
            keep = several[0]
        entry = play.entries[keep]
        if isinstance(entry, Edit):
            text = EDITED.get(entry.kind, entry.kind.replace("-", " "))
        else:
            key = entry.key
            rule = entry.question.rule
            text = option_text(self.system.words, key, self.names, rule) if key else "the dice"
        by = self.names.get(entry.by, entry.by) if several is None else f"{several[1]} answers"
        return {"keep": keep, "text": f"Take back: {by}, {text}"}

    def free_rolls(self) -> list[Data]:
        return [
            {
                "by": roll.by,
                "dice": roll.text,
                "text": f"{roll.total} ({' '.join(map(str, roll.faces))})",
                "secret": roll.secret,
            }
            for roll in self.live.beside.free
            if not roll.secret or self.seat.is_gm
        ][:FREE_SHOWN]

    def asked(self) -> list[Data]:
        return [
            {
                "id": str(ask.id),
                "who": ref(self.live, ask.who, self.names),
                "text": ask.text,
                "dice": ask.dice,
                "by": "the GM",
                "done": ask.done or None,
                "yours": ask.who in self.seat.holds,
            }
            for ask in self.live.beside.asks
            if self.seat.is_gm or ask.who in self.seat.holds
        ]

    def passes(self, who: str) -> list[Data]:
        return [
            {"window": window, "label": self.system.windows.get(window, window), "until": until}
            for window, until in self.fight.passes.get(who, {}).items()
        ]


def own_last(play: Play, seat: Seat) -> int | None:
    """How many entries stay when a player takes back their own last choice, None if there is none
    to take back."""
    entries = play._force or play.entries
    by = entries[-1].by if entries else ""
    mine = by in seat.holds or (by == HEROES and bool(seat.holds))
    return play.may_take_back(by) if mine else None


def log_line(line: Data, base: str) -> str:
    """A line of the log as pages show it."""
    pieces: Any = environment().get_template("pieces.html").module
    drawn: str = pieces.log_line(line, base)
    return drawn


def last_undo(play: Play) -> int:
    """The number of the line that tells of the last undo, 0 without one: lines that a page has from
    before it may have been taken back since."""
    told = (n for n in range(len(play.lines), 0, -1) if play.lines[n - 1].event.code == "took-back")
    return next(told, 0)


def log_part(
    live: LiveFight,
    record: SeatRecord,
    *,
    after: int = 0,
    before: int | None = None,
    most: int | None = None,
) -> tuple[list[Data], int]:
    """The lines between two numbers, neither included, or the last `most` of them, under their
    headings, and how many lie before them. Of a line that only repeats its heading, that heading is
    all that is drawn."""
    seat = kernel_seat(record)
    system = live.stored.system
    names = names_for(live.play.fight, seat)
    told = live.wording(seat.is_gm, names)
    lines = live.play.lines
    over = _headings(live)
    own = own_last(live.play, seat)
    found: list[Data] = []
    end = len(lines) if before is None else max(0, min(before - 1, len(lines)))
    at = end
    while at > max(after, 0) and (most is None or len(found) < most):
        at -= 1
        line = lines[at]
        event = line.event
        if event.code in HIDDEN_CODES:
            continue
        line_data = told.lines.get(at)
        if line_data is None:
            line_data = told.lines[at] = _line(system, event, at + 1, seat, names)
        if line_data:
            is_gone = line.taken_back and event.code != "took-back"
            may = seat.is_gm or (own is not None and line.keep == own)
            undo = None
            if may and line.keep is not None and not line.taken_back:
                undo = {"line": at + 1, "text": "Take back to before this"}
            shown = {**line_data, "taken_back": is_gone, "undo": undo, "heading": over[at]}
            look = (record.id, at, is_gone, undo is not None)
            draw = partial(log_line, shown, f"/seat/{record.id}")
            found.append({**shown, "html": told.drawn(look, draw)})
    found.reverse()
    parts: list[Data] = []
    for line in found:
        if not parts or parts[-1]["label"] != line["heading"]:
            parts.append({"label": line["heading"], "lines": []})
        line["is_heading"] = says_heading(line["text"], line["heading"])
        parts[-1]["lines"].append(line)
    return parts, at


def _headings(live: LiveFight) -> list[str]:
    """What stands over each line of the log, and at last what stands over the next."""
    play = live.play
    headings = Headings(live.stored.system.words)
    found = [headings.over(line.event, taken_back=line.taken_back) for line in play.lines]
    return [*found, headings.next(play.fight.round)]


def _line(
    system: System[Any], event: Event, number: int, seat: Seat, names: Mapping[str, str]
) -> Data:
    """A line of the log as the seat may read it; empty if it may not, or has nothing to read."""
    data = event.dump() if seat.is_gm else event.public()
    text = sentence(system, data, names) if data is not None else ""
    if data is None or not text:
        return {}
    return {
        "n": number,
        "text": text,
        "rule": data["rule"],
        "rules": [data["rule"], *data.get("also", [])],
        "code": event.code,
        "is_note": event.code in ("took-back", "edited"),
        "is_secret": event.audience != "all",
        "round": event.round,
    }


def why(live: LiveFight, record: SeatRecord, number: int) -> Data | None:
    """The rules of a line of the log with its numbers; None if the seat may not read the line."""
    lines = live.play.lines
    if not 1 <= number <= len(lines):
        return None
    seat = kernel_seat(record)
    event = lines[number - 1].event
    data = event.dump() if seat.is_gm else event.public()
    if data is None or (event.code in HIDDEN_CODES and not seat.is_gm):
        return None
    names = names_for(live.play.fight, seat)
    fields: Mapping[str, Any] = data["fields"] | data.get("secret", {})
    words = live.stored.system.words
    text = sentence(live.stored.system, data, names)
    return {
        "line": {
            "n": number,
            "text": text,
            "rule": data["rule"],
            "taken_back": lines[number - 1].taken_back,
        },
        # The last that an event cites is what made it what it is, the first holds of all its kind.
        "rules": [
            rule_data(live, record, rule)
            for rule in dict.fromkeys(reversed((data["rule"], *data.get("also", []))))
        ],
        "numbers": [
            {
                "name": words.label(name),
                "value": _value(value, names),
                "part_of": words.label(words.parts[name]) if name in words.parts else "",
            }
            for name, value in fields.items()
            if value not in (None, "", [], {})
            and not (isinstance(value, str) and _value(value, names) in text)
        ],
    }


def rule_data(live: LiveFight, record: SeatRecord, rule: str) -> Data:
    """A rule as a fight has it: what it says and what the house has changed of it."""
    house = live.play.fight.house
    book = house.book
    if rule not in book:
        return {
            "id": rule,
            "title": title(rule),
            "says": "This is how every table works; it stands in no rulebook.",
            "source": "",
            "basis": "",
            "why": "",
            "kind": "",
            "default": "",
            "mode": None,
            "url": "",
            "changes": [],
        }
    one = book.rule(rule)
    return {
        "id": one.id,
        "title": title(one.id),
        "says": one.says,
        "source": one.source,
        "basis": one.basis,
        "why": one.why,
        "kind": one.kind,
        "default": one.default,
        "mode": house.mode(rule) if one.mode is not None else None,
        "url": f"/seat/{record.id}/rules/{one.id}",
        "changes": [
            {"name": change.id, "book": str(change.book), "own": str(change.own)}
            for change in house.changed(rule)
        ],
    }


def _value(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return names.get(value, value.replace("-", " "))
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(inner, names) for inner in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{_value(key, names)} {_value(v, names)}" for key, v in value.items())
    return str(value)


def _track(track: Data) -> Data:
    has_numbers = track["high"] != track["low"]
    share = 0.0
    if has_numbers:
        share = (track["value"] - track["low"]) / (track["high"] - track["low"])
    return {
        **track,
        "percent": round(100 * min(max(share, 0.0), 1.0), 1),
        "has_numbers": has_numbers,
    }


def _says(book: Rulebook, rule: str) -> str:
    if rule not in book:
        return ""
    says = book.rule(rule).says
    return says if len(says) <= 240 else f"{says[:237]}..."


def _plain_name(name: str) -> str:
    return name.casefold().replace(" ", "-")


def scene_settings(live: LiveFight) -> list[Data]:
    """What of the scene as a whole the GM can set now, as the page asks for it."""
    fight = live.stored.play.fight
    names = names_for(fight, GM_SEAT)
    found = []
    for one in live.stored.system.settings(fight):
        data = {**asdict(one), "label": one.label or one.name.replace("-", " ")}
        if one.of_two is not None:
            # Examples of how it is written say nothing where it is chosen.
            data["label"] = data["label"].partition(" (")[0]
            people = [c.id for c in fight.combatants.values() if not c.removed]
            data["people"] = [{"id": who, "name": names[who]} for who in people]
            data["said"] = [
                {
                    "text": f"{names[other]}{f' from {names[who]}' if who else ''}: {what}",
                    "taken_back": f"{other}{f' from {who}' if who else ''}: as it is",
                }
                for other, who, what in one.of_two.said
            ]
        found.append(data)
    return found


def _number_label(name: str, names: Mapping[str, str]) -> str:
    """A number or a condition by its name; "gap:ogre" is one of two people, "fall:soft" one of a
    kind."""
    word, _, detail = name.partition(":")
    about = names.get(detail, detail.replace("-", " "))
    return word.replace("-", " ") + (f": {about}" if about else "")


def hand_data(live: LiveFight, record: SeatRecord, who: str) -> Data | None:
    """What the GM's hand needs of one combatant; None if there is nobody of that name."""
    showing = _Showing(live, record)
    card = next((card for card in showing.cards() if card["who"] == who), None)
    if card is None:
        return None
    on_card = {_plain_name(track["name"]) for track in card["tracks"]}
    tagged = {_plain_name(tag["name"]) for tag in card["tags"]}
    return {
        "card": card,
        "numbers": [
            {"name": name, "label": _number_label(name, showing.names)}
            for name in showing.system.numbers(showing.fight, who)
            if _plain_name(name) not in on_card
        ],
        "conditions": [
            {"name": name, "label": _number_label(name, showing.names)}
            for name in showing.system.conditions(showing.fight, who)
            if _plain_name(name) not in tagged
        ],
        "base": f"/seat/{record.id}",
        "policies": list(showing.system.policy_names),
        "policy": card["policy"],
        "place": showing.place(who),
        "kinds": [],
        "shows": list(SHOWN),
    }
