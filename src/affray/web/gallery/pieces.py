"""Pieces that many pages show: seats and people, cards, odds, options, lines of the log."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]


LONG = "Éowyn-Margarethe of the " + "Very Long Name and " * 24 + "End"


ARABIC = "سيّد السيوف العظيم"


MARKUP = '<b onclick="alert(\'x\')">Bold & "bad"</b> <script>alert(1)</script>'


EMOJI = "Grim \N{CROSSED SWORDS}\N{VARIATION SELECTOR-16} the \N{DRAGON} Bold"


def site(here: str = "", base: str = "/desk", theme: str = "auto") -> Data:
    return {
        "version": "0",
        "static": "static",
        "theme": theme,
        "base": base,
        "csrf": "token",
        "at": "/",
        "here": here,
    }


def ref(who: str, name: str, side: str = "heroes") -> Data:
    return {"id": who, "name": name, "side": side}


def track(name: str, value: int, high: int, word: str = "") -> Data:
    percent = round(100 * value / high, 1) if high else 0
    return {
        "name": name,
        "value": value,
        "low": 0,
        "high": high,
        "word": word,
        "percent": percent,
        "has_numbers": high > 0,
    }


def tag(name: str, until: str = "", says: str = "") -> Data:
    return {"name": name, "rule": "book.area.rule", "until": until, "says": says}


def card(who: str, name: str, side: str = "heroes", **more: Any) -> Data:
    made: Data = {
        "who": who,
        "name": name,
        "side": side,
        "kind": "hero" if side == "heroes" else "foe",
        "state": "up",
        "is_up": True,
        "is_borne": False,
        "is_acting": False,
        "is_mine": False,
        "hidden": False,
        "shown": "all",
        "tracks": [track("health", 7, 10)],
        "tags": [],
        "lines": [],
        "policy": None,
        "notes": {},
        "passes": [],
        "plans": [],
    }
    return made | more


def cards(mine: str = "") -> list[Data]:
    says = "One die fewer on every roll for as long as it holds."
    lines = [{"label": "stats", "text": "reflexes 4, charm 2"}, {"label": "rapier", "text": "3"}]
    return [
        card("brannoc", "Brannoc Hale", lines=lines, is_mine=mine == "brannoc"),
        card(
            "mira",
            "Mira Vale",
            is_acting=True,
            is_mine=mine == "mira",
            tracks=[track("health", 3, 10, "bloodied")],
            tags=[tag("bloodied", "above 3 health", says)],
            lines=lines,
        ),
        card(
            "tam",
            "Old Tam",
            is_mine=mine == "tam",
            tracks=[track("health", 10, 10)],
            tags=[tag("better position", "the next turn")],
            plans=["in mind: Brace"],
            policy="sensible",
        ),
        card(
            "captain",
            "Reaver captain",
            "foes",
            tracks=[track("HP", 9, 14)],
            tags=[tag("owed a trade: Mira Vale", "the enemy phase")],
            lines=[{"label": "near", "text": "Mira Vale, Brannoc Hale"}],
            notes={"morale": 3},
        ),
        card(
            "bowman-1",
            "Reaver bowman 1",
            "foes",
            tracks=[track("HP", 2, 6)],
            tags=[tag("suppressed", "the enemy phase ends")],
            plans=["this round: Brace"],
            hidden=not mine,
        ),
        card(
            "bowman-2",
            "Reaver bowman 2",
            "foes",
            state="beaten",
            is_up=False,
            tracks=[track("HP", 0, 6)],
        ),
        card("shape", "A shape in the reeds", "foes", tracks=[track("HP", 0, 0, "badly hurt")]),
    ]


def part(word: str, p: float, x: float, tone: str) -> Data:
    return {
        "word": word,
        "p": p,
        "percent": f"{100 * p:.0f} %",
        "x": x,
        "width": 100 * p,
        "tone": tone,
    }


def parts(bad: float, mid: float) -> list[Data]:
    return [
        part("failure", bad, 0, "bad"),
        part("mixed", mid, 100 * bad, "mid"),
        part("success", 1 - bad - mid, 100 * (bad + mid), "good"),
    ]


def odds(bad: float, mid: float, *effects: str) -> Data:
    return {
        "exact": True,
        "leaves": 12,
        "rolls": [{"text": "the blow", "parts": parts(bad, mid)}],
        "effects": list(effects),
        "note": "choices after it: sensible / sensible",
    }


def option(at: str, label: str, **more: Any) -> Data:
    made: Data = {
        "id": f"o-{at}",
        "value": f'["{at}"]',
        "label": label,
        "is_default": False,
        "words": [at],
        "places": [],
        "odds": None,
        "odds_state": "none",
        "proposed_by": [],
    }
    return made | more


def question(**more: Any) -> Data:
    made: Data = {
        "id": '["book.turn.choice","choice","mira",7,1]',
        "dom": "q-7-1",
        "rule": "book.turn.choice",
        "what": "choice",
        "text": "What does Mira Vale do?",
        "who": ref("mira", "Mira Vale"),
        "yours": True,
        "may_answer": True,
        "may_propose": False,
        "waits_for": "waiting for Mira Vale",
        "path": [{"id": "book.turn", "title": "turn"}, {"id": "book.action", "title": "action"}],
        "rules": [{"id": "book.turn.choice", "says": "One action at a time."}],
        "groups": [{"label": "", "options": _options()}],
        "default": None,
        "offers": [],
        "roll": None,
        "locked": [],
        "picks": [],
        "proposals": [],
        "secret": False,
        "window": "",
        "windows": [],
    }
    return made | more


def _options() -> list[Data]:
    return [
        option(
            "fight-captain",
            "Attack the Reaver captain with the rapier",
            odds=odds(0.3, 0.44, "Reaver captain: HP −2.6", "Mira Vale: down 41 %"),
            odds_state="ready",
        ),
        option(
            "fight-bowman",
            "Attack Reaver bowman 1 with the rapier",
            odds=odds(0.04, 0.12, "Reaver bowman 1: out 70 %, HP −1.4"),
            odds_state="ready",
            proposed_by=["Tam’s player"],
        ),
        option("flee", "Flee by reflexes", odds_state="coming"),
        option("reserve", "Keep an action in reserve"),
        option("say", "Something else", places=[{"name": "place.1", "kind": "text", "limit": 200}]),
        option(
            "spend",
            "Spend what was rolled",
            places=[
                {
                    "name": "place.1",
                    "kind": "several",
                    "purse": 3,
                    "wares": [
                        {"name": "place.1.a", "word": "a", "label": "push", "price": 1, "most": 2},
                        {"name": "place.1.b", "word": "b", "label": "aid", "price": 2, "most": 1},
                    ],
                },
                {"name": "place.2", "kind": "number", "low": 0, "high": 5},
            ],
        ),
    ]


def log(*, is_gm: bool = False) -> list[Data]:
    def line(n: int, text: str, **more: Any) -> Data:
        made: Data = {
            "n": n,
            "text": text,
            "rule": "book.area.rule",
            "rules": ["book.area.rule"],
            "taken_back": False,
            "code": "x",
            "is_note": False,
            "is_secret": False,
            "undo": {"line": n, "text": "Take back to before this"} if is_gm and n > 5 else None,
        }
        return made | more

    return [
        {
            "label": "Round 1",
            "lines": [
                line(1, "Brannoc Hale brings the axe down on Reaver bowman 2."),
                line(2, "The dice: 5 6 5, 3 hits, a success."),
                line(3, "Reaver bowman 2 is beaten."),
                line(4, "Better placed next turn: Old Tam.", taken_back=True),
                line(5, "Taken back: 2 events.", is_note=True),
            ],
        },
        {
            "label": "Round 2",
            "lines": [
                line(6, "Mira Vale’s turn: 2 actions."),
                line(7, "Mira Vale attacks the Reaver captain with the rapier (reflexes)."),
                line(8, "The dice: 5 2 1, 1 hit, a mixed success."),
                line(9, "Mira Vale hits the Reaver captain for 3: 12 down to 9."),
                line(10, "The Reaver captain is owed a blow at Mira Vale in return."),
                line(11, "The GM sets the HP of A shape in the reeds to 2.", is_secret=True),
            ],
        },
    ]


def slot(at: str, label: str, state: str, **more: Any) -> Data:
    made: Data = {"id": at, "label": label, "state": state, "who": [ref(at, label)]}
    return made | {"side": "", "open": False, "before": []} | more
