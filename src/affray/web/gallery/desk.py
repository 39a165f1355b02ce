"""The pages of the host: fights, a new one, the bench, seats."""

from __future__ import annotations

from typing import Any

from affray.web.gallery.pieces import LONG, MARKUP, Data, ref, site


def estimate(state: str = "ready") -> Data:
    wins = [
        {
            "who": who,
            "percent": f"{100 * p:.0f} %",
            "interval": f"{100 * (p - 0.05):.0f} % to {100 * (p + 0.05):.0f} %",
            "p": p,
            "low_p": p - 0.05,
            "high_p": p + 0.05,
        }
        for who, p in (("the heroes", 0.61), ("the foes", 0.38))
    ]
    histogram = [{"round": n, "p": 0.25, "percent": "25 %"} for n in (2, 3, 4, 5)]
    return {
        "state": state,
        "fault": "",
        "fights": 400 if state != "coming" else 0,
        "of": 400,
        "wins": wins,
        "rounds": {"mean": 3.6, "unit": "round", "histogram": histogram},
        "out": [{"who": "Mira Vale", "percent": "41 %"}, {"who": LONG, "percent": "20 %"}],
        "policies": "sensible",
        "url": "estimate.html",
    }


FAULTS = [
    {"place": "foes.1.use", "fault": "No foe is called “bowmann”.", "cure": "", "line": 14},
    {
        "place": "health",
        "fault": "It must be a whole number.",
        "cure": "Write a number such as 10.",
        "line": None,
    },
]


def new(**more: Any) -> Data:
    switches = [
        {
            "id": "enemy-phase",
            "question": "When do the enemies act?",
            "options": [
                {"value": "a", "label": "after each hero"},
                {"value": "b", "label": "last"},
            ],
            "chosen": "a",
            "does": "Last: once all heroes have gone.",
            "rule": "book.phase",
        }
    ]
    values = [
        {"id": "hero-health", "value": "10", "unit": "health", "rule": "book.health", "book": "10"}
    ]
    modes = [{"id": "book.ruling", "says": "Does armor help?", "mode": "ask", "book": "tell"}]
    made: Data = {
        "site": site("new"),
        "systems": [{"name": "book", "title": "The Book"}, {"name": "other", "title": "Another"}],
        "system": "book",
        "encounter": "ford",
        "party": "",
        "sound": "",
        "heroes": [{"id": "mira", "name": "Mira Vale", "is_chosen": False}],
        "encounters": [
            {"name": "ford", "title": "Ambush at the ford", "about": "A river before night."},
            {"name": "duel", "title": LONG, "about": ""},
        ],
        "text": "",
        "faults": [],
        "switches": switches,
        "values": values,
        "modes": modes,
        "parties": [{"id": 1, "name": "The Lamplighters"}],
        "estimate": None,
    }
    return made | more


def fights() -> list[Data]:
    return [
        {
            "id": n,
            "title": title,
            "system": "The Book",
            "round": n,
            "stands": "Mira Vale’s turn",
            "closed": n == 3,
            "touched": "2 minutes ago",
            "archived": False,
            "url": "gm.html",
        }
        for n, title in ((1, "Ambush at the ford"), (2, LONG), (3, MARKUP))
    ]


def home(**more: Any) -> Data:
    made: Data = {
        "site": site("home"),
        "fights": fights(),
        "archived": fights()[:1],
        "parties": [
            {
                "id": 1,
                "name": "The Lamplighters",
                "system": "book",
                "heroes": ["Mira Vale", "Old Tam"],
                "history": ["won Ambush at the ford"],
            }
        ],
        "demos": [
            {"system": "book", "title": "The Book", "encounter": "ford", "label": "At the ford"}
        ],
        "lan": {"on": False, "command": "affray serve --lan", "warning": ""},
    }
    return made | more


def bench(**more: Any) -> Data:
    rows = [
        {
            "label": str(n),
            "p": p / 16,
            "percent": f"{100 * p / 16:.0f} %",
            "width": 100 * p / 6,
            "at_least": "50 %",
        }
        for n, p in enumerate((1, 4, 6, 4, 1))
    ]
    made: Data = {
        "site": site("bench"),
        "q": "4d2>=2",
        "odds": {"dice": "4d2>=2", "total": 16, "mean": "2", "sd": "1", "rows": rows},
        "faults": [],
        "encounters": [{"id": "ford", "title": "Ambush at the ford"}],
        "chosen": {"left": "ford", "right": ""},
        "left": estimate(),
        "right": estimate("coming"),
    }
    return made | more


def seats(**more: Any) -> Data:
    qr = '<svg viewBox="0 0 9 9"><path d="M0 0h4v4H0zM5 5h4v4H5z"/></svg>'
    one: Data = {
        "id": "s1",
        "kind": "gm",
        "name": "The GM",
        "holds": [],
        "is_here": True,
        "is_me": True,
        "link": None,
        "qr": None,
        "revoked": False,
        "links": 1,
    }
    shown = {
        "id": "s2",
        "kind": "player",
        "name": "Nadia",
        "is_me": False,
        "holds": [ref("mira", "Mira Vale")],
        "link": "http://192.168.1.20:8420/t/VmVyeVNlY3JldA",
        "qr": qr,
    }
    made: Data = {
        "site": site("seats", base="/seat/s1"),
        "seats": [
            one,
            one | shown,
            one | {"id": "s3", "kind": "player", "name": LONG, "is_here": False, "is_me": False},
        ],
        "heroes": [ref("mira", "Mira Vale"), ref("tam", LONG)],
        "addresses": ["http://192.168.1.20:8420"],
        "lan": {
            "on": True,
            "command": "affray serve --lan",
            "warning": "What is sent is not encrypted: whoever is on this network can read it.",
        },
    }
    return made | more
