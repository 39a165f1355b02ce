"""The pages of a fight, in all their states."""

from __future__ import annotations

from typing import Any

from affray.web.gallery.asked import counters, open_order, waiting
from affray.web.gallery.dice import roll_question, rolled, symbols
from affray.web.gallery.pieces import (
    ARABIC,
    EMOJI,
    LONG,
    MARKUP,
    Data,
    card,
    cards,
    log,
    option,
    question,
    ref,
    site,
    slot,
    tag,
    track,
)
from affray.web.wishes import CHOICES

WISHES: dict[str, Data] = {
    kind: {
        "rolls": rolls,
        "waives": rolls == "foes",
        "choices": [{"id": name, "label": label} for name, label in CHOICES[kind].items()],
        "by_gm": False,
    }
    for kind, rolls in (("gm", "foes"), ("player", "none"))
}


def live(kind: str = "gm", **more: Any) -> Data:
    mine = "mira" if kind == "player" else ""
    slots = [("a", "Brannoc Hale", "done"), ("b", "Mira Vale", "acting")]
    slots += [("c", "the enemy phase", "waiting"), ("d", "a hero’s turn", "waiting")]
    made: Data = {
        "revision": 7,
        "key": "k7",
        "base": "/seat/s1",
        "csrf": "token",
        "rules_url": "/rules/book/",
        "seat": {
            "id": "s1",
            "kind": kind,
            "name": kind.capitalize(),
            "holds": [mine] if mine else [],
        },
        "fight": {
            "id": 1,
            "title": "Ambush at the ford",
            "about": "A shallow river, an hour before night.",
            "aims": ["The heroes' aim: get the mule across."],
            "system": "book",
            "system_title": "The Book",
            "round": 2,
            "now": "Round 2",
            "result": None,
            "result_text": "",
            "closed": False,
            "notice": "",
        },
        "turn": {
            "is_mine": kind != "spectator",
            "text": "What does Mira Vale do?",
            "who": [ref("mira", "Mira Vale")],
        },
        "order": [slot(i, w, s) for i, w, s in slots],
        "map": None,
        "counters": [],
        "cards": cards(mine),
        "mine": [mine] if mine else [],
        "questions": [question()] if kind != "spectator" else [question(**waiting())],
        "roll": rolled(),
        "log": log(is_gm=kind == "gm"),
        "earlier": 0,
        "back": 0,
        "undo": {"keep": 3, "text": "Take back: Mira Vale attacks the Reaver captain"},
        "redo": {"text": "Put back what was taken back"},
        "told": [],
        "people": [
            {"seat": "s1", "name": "The GM", "kind": "gm", "is_here": True},
            {"seat": "s2", "name": "Nadia", "kind": "player", "is_here": True},
            {"seat": "s3", "name": "Tom", "kind": "player", "is_here": False},
        ],
        "hand": hand_live() if kind == "gm" else None,
        "free_rolls": [],
        "asked": [],
        "wish": WISHES.get(kind),
        "odd": [],
        "notes": {},
        "bunch": [],
    }
    return made | more


DOCTRINES = [{"id": "doctrine:bold", "name": "Bold", "side": "heroes", "about": "Always strong."}]


def hand_live() -> Data:
    return {
        "policies": ["sensible", "random"],
        "doctrines": DOCTRINES,
        "chairs": [
            {"who": "heroes", "name": "the heroes", "policy": None},
            {"who": "gm", "name": "the foes and rulings", "policy": None},
            {"who": "tam", "name": "Old Tam", "policy": "sensible"},
        ],
        "windows": [],
        "removed": [ref("cook", "The cook", "foes")],
    }


def page(kind: str, theme: str = "auto", **more: Any) -> Data:
    shelves = [
        {
            "name": name,
            "label": label,
            "entries": [{"id": "one", "name": "Reed cutter"}, {"id": "two", "name": LONG}],
        }
        for name, label in (("heroes", "Heroes"), ("foes", "Foes"))
    ]
    return {
        "site": site(base="/seat/s1", theme=theme),
        "live": live(kind, **more),
        "shelves": shelves if kind == "gm" else [],
        "windows": [{"id": "book.window", "label": "before a blow lands"}],
        "seats_url": "seats.html",
        "rules_url": "/rules/book/",
        "desk_url": "home.html" if kind == "gm" else None,
        "estimate_url": "estimate.html",
        "export_url": "export.json",
    }


def _crowd() -> list[Data]:
    names = (LONG, ARABIC, MARKUP, EMOJI, "W" * 80)
    crowd = [
        card(f"h{n}", name, is_mine=n == 0, tags=[tag(name[:90], name[:90], name[:90])])
        for n, name in enumerate(names)
    ]
    foes = [
        card(
            f"f{n}",
            f"Reed cutter {n}" if n > 2 else names[n],
            "foes",
            tracks=[track("HP", n % 7, 6), track("resolve", 900, 900)],
            tags=[tag("suppressed", "the phase ends")] if n % 3 else [],
            is_up=n % 5 > 0,
            state="up" if n % 5 else "beaten",
        )
        for n in range(20)
    ]
    return crowd + foes


def crowded(kind: str) -> Data:
    groups = [
        {
            "label": f"Attack with the {weapon}",
            "options": [
                option(f"{weapon}-{n}", f"Attack Reed cutter {n} with the {weapon}")
                for n in range(12)
            ],
        }
        for weapon in ("rapier", "dagger")
    ]
    groups.append({"label": "", "options": [option("end", "End the turn")]})
    slots = [
        slot(f"s{n}", name, "done" if n < 2 else "acting" if n == 2 else "waiting")
        for n, name in enumerate((LONG, ARABIC, MARKUP, EMOJI, *["the enemy phase"] * 6))
    ]
    made = page(
        kind,
        cards=_crowd(),
        order=slots,
        roll=symbols(),
        questions=[question(text=f"What does {LONG} do?", groups=groups)],
        turn={"is_mine": True, "text": f"{LONG}: what do you do?", "who": []},
        undo={"keep": 1, "text": f"Take back: {LONG}"},
        odd=[f"{MARKUP} has more than there can be."],
    )
    made["live"]["fight"] |= {"title": LONG}
    return made


def ended(kind: str) -> Data:
    made = page(kind, questions=[], turn={"is_mine": False, "text": "", "who": []})
    made["live"]["fight"] |= {
        "result": "heroes",
        "result_text": "The heroes have won.",
        "closed": True,
    }
    return made


def hand() -> Data:
    return {
        "card": cards()[3],
        "base": "/seat/s1",
        "numbers": [{"name": "reserve", "label": "reserve"}, {"name": "armor", "label": "armor"}],
        "conditions": [
            {"name": "pressed", "label": "pressed"},
            {"name": "near:reaver", "label": "near: Reaver captain"},
        ],
        "policies": ["sensible", "random"],
        "doctrines": DOCTRINES,
        "policy": "sensible",
        "place": {"across": "10", "along": "-5", "unit": "feet"},
        "kinds": [{"kind": "surrender", "label": "Gives up"}],
        "shows": ["all", "word", "nothing"],
    }


def gm_busy() -> Data:
    ruling = {
        "question": "x",
        "text": "Does the armor soak this hit?",
        "left": "Armor soaks it",
        "after": "Reaver captain hits Mira Vale.",
        "dom": "told-1",
        "options": [option("t1", "Armor soaks it", is_default=True), option("t2", "It goes past")],
    }
    asked = {"id": "1", "who": ref("mira", "Mira Vale"), "text": "Listen at the door", "by": "GM"}
    free = {"by": "The GM", "dice": "2d6+3", "text": "11 (4 4)", "secret": True}
    return page(
        "gm",
        questions=[roll_question(gm=True)],
        told=[ruling],
        asked=[asked | {"done": None}, asked | {"id": "2", "done": "9 (4 5)"}],
        free_rolls=[free],
        roll=symbols(),
        earlier=40,
        odd=["Reaver captain has more than there can be."],
    )


def ruling() -> Data:
    options = [option("soaked", "Armor soaks it", is_default=True), option("past", "It goes past")]
    return page(
        "gm",
        questions=[
            question(
                what="ruling",
                text="Does the armor soak this hit?",
                who=ref("gm", "the GM", ""),
                groups=[{"label": "", "options": options}],
                default="Armor soaks it",
            ),
            question(**waiting(), id='["book.turn.choice","choice","tam",7,1]'),
        ],
        redo=None,
    )


def rich(kind: str, questions: list[Data] | None = None, **more: Any) -> Data:
    """A fight of a system that has slots, counters and symbol dice."""
    rich: Data = {"order": open_order(), "counters": counters(), "roll": symbols()}
    if questions is not None:
        rich["questions"] = questions
    return page(kind, **(rich | more))


def scene(kind: str) -> Data:
    """Free play: no round, no order."""
    made = page(kind, order=[], roll=None, log=[])
    made["live"]["fight"] |= {"round": 0, "now": ""}
    return made


def waiting_player() -> Data:
    locked = question(
        what="lock-in",
        text="Who opens?",
        dom="q-9",
        yours=False,
        may_propose=True,
        locked=[ref("tam", "Old Tam")],
        picks=[{"who": ref("tam", "Old Tam"), "label": "Mira goes first", "is_final": True}],
        proposals=[{"by": "Tom", "label": "Mira goes next", "option": "x", "count": 2}],
        groups=[{"label": "", "options": [option("p1", "Mira goes next")]}],
    )
    asked = {"id": "1", "who": ref("mira", "Mira Vale"), "text": "Listen at the door", "by": "GM"}
    passes = [{"window": "book.window", "label": "before a blow lands", "until": "the round ends"}]
    return page(
        "player",
        cards=[one | {"passes": passes} if one["is_mine"] else one for one in cards("mira")],
        questions=[locked],
        turn={"is_mine": False, "text": "Waiting for the GM.", "who": []},
        asked=[asked | {"done": None}],
        redo=None,
        undo=None,
    )
