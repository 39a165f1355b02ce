"""Every page of the web table in each of its states, from made-up contexts.

`python -m affray.web.gallery FOLDER` writes them as HTML files with the static folder beside them:
for whoever changes the look, and for the tests that walk through all of them.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from affray.kernel.sheet import Map, Mark, Point
from affray.web.faces import cast_dice, marks, single_dice, to_type
from affray.web.looks import STATIC, environment
from affray.web.maps import drawn

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


D6: Data = {"die": "d6", "letter": "", "shape": "d6", "sides": 6, "count": 3, "hits": [5, 6]}


def kind(name: str, letter: str, sides: int, count: int = 1, **more: Any) -> Data:
    """A kind of dice as a pool describes it."""
    made: Data = {"die": name, "letter": letter, "shape": f"d{sides}", "sides": sides}
    return made | {"count": count, **more}


def symbolic(name: str, letter: str, text: str, count: int = 1, *, positive: bool = True) -> Data:
    """A kind of dice with symbols: the letters of each face, the faces parted by commas."""
    faces = text.split(",")
    names = {"S": "success", "B": "boon", "X": "breakthrough", "F": "failure", "N": "bane"}
    names["C"] = "calamity"
    shown = {letter for face in faces for letter in face.split()}
    return kind(
        name,
        letter,
        len(faces),
        count,
        positive=positive,
        faces=[[names[each] for each in face.split()] for face in faces],
        symbols={names[each]: {"letter": each, "special": each in "XC"} for each in shown},
    )


SIX_KINDS = [
    symbolic("mastery", "M", ",S,S,S S,S S,B,S B,S B,S B,B B,B B,X", count=2),
    symbolic("ability", "A", ",S,S,S S,B,B,S B,B B"),
    symbolic("boon", "B", ",,S,S B,B B,B"),
    symbolic("crisis", "C", ",F,F,F F,F F,N,N,F N,F N,N N,N N,C", positive=False),
    symbolic("trial", "T", ",F,F F,N,N,N,N N,F N", count=2, positive=False),
    symbolic("bane", "N", ",,F,F,N,N", positive=False),
]


def rolled() -> Data:
    return {
        "id": "r1",
        "who": ref("mira", "Mira Vale"),
        "text": "roll to strike",
        "dice": cast_dice([D6], (5, 2, 1)),
        "reading": "1 hit: mixed success",
        "stages": [stage("rolled", "5 2 1"), stage("hits", "one die of 5 or more")],
        "how": "rolled",
        "line": 3,
    }


def stage(name: str, text: str, symbols: str = "", gone: str = "") -> Data:
    return {
        "name": name,
        "text": text,
        "symbols": marks(SIX_KINDS, symbols.split()),
        "gone": marks(SIX_KINDS, gone.split()),
    }


def symbols() -> Data:
    """A roll of all six kinds of symbol dice, with what cancels."""
    return rolled() | {
        "dice": cast_dice(SIX_KINDS, (12, 7, 4, 1, 12, 3, 8, 5)),
        "reading": "1 success, 1 boon, a breakthrough and a calamity",
        "stages": [
            stage("rolled", "", "breakthrough success boon success success calamity failure"),
            stage("cancelled", "three failures, one bane", gone="failure failure failure bane"),
            stage("read", "what is left", "success boon breakthrough calamity"),
        ],
        "how": "typed",
    }


def numbers() -> Data:
    """Two pools in one roll, read apart; of the second one die does not count."""
    kinds = [
        kind("d20", "", 20, pool=0),
        kind("d4", "", 4, pool=1),
        kind("d8", "", 8, pool=1),
        kind("d10", "", 10, pool=1),
        kind("d12", "", 12, 2, keep=1, highest=True, pool=1),
        kind("d100", "", 100, pool=1),
        kind("d7", "", 7, pool=1),
    ]
    return rolled() | {
        "dice": cast_dice(kinds, (17, 3, 8, 10, 4, 11, 100, 7)),
        "reading": "17 to hit, 139 damage",
        "stages": [],
        "how": "rolled",
    }


def plane() -> Data:
    """A map with a crowd at one spot, reaches, a wall, a fire, a planned leg and somebody out."""
    points = [
        Point("mira", "Mira Vale", (0, 0), "heroes", 5),
        Point("brannoc", "Brannoc Hale", (5, 0), "heroes", 10, note="on the bank"),
        Point("tam", "Old Tam", (-30, 15), "heroes", 5),
        Point("captain", "Reaver captain", (5, 5), "foes", 5),
        Point("bowman-1", "Reaver bowman 1", (40, 25), "foes"),
        Point("bowman-2", "Reaver bowman 2", (42, 25), "foes", is_up=False),
        Point("ferry", "The ferry", (15, -10)),
    ]
    marks = [
        Mark("the ford", ((-10, -20), (30, -20), (30, -5), (-10, -5)), is_closed=True),
        Mark("smoke", ((25, 15),), radius=10),
        Mark("Tam’s leg", ((-30, 15), (-5, 5))),
    ]
    whole = Map("feet", points, marks, ((5, "in reach"), (30, "near"), (120, "far")))
    return drawn(whole.dump(), ("mira",), ("mira",))


def line() -> Data:
    """A line of steps with several at one place."""
    points = [
        Point("mira", "Mira Vale", (0, 0), "heroes"),
        Point("brannoc", "Brannoc Hale", (0, 0), "heroes"),
        Point("tam", "Old Tam", (-2, 0), "heroes"),
        Point("captain", "Reaver captain", (0, 0), "foes", note="engaged"),
        Point("bowman-1", "Reaver bowman 1", (3, 0), "foes"),
        Point("bowman-2", "Reaver bowman 2", (3, 0), "foes", is_up=False),
        Point("cart", "The cart", (1, 0)),
    ]
    bands = ((0, "engaged"), (1, "short"), (2, "medium"), (4, "long"), (9, "extreme"))
    mark = Mark("the water", ((1, 0), (2, 0)))
    return drawn(Map("steps", points, [mark], bands, is_line=True).dump(), ("mira",), ("mira",))


def log() -> list[Data]:
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
            "undo": {"line": n, "text": "Take back to here"} if n > 5 else None,
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
            "system": "book",
            "system_title": "The Book",
            "round": 2,
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
        "log": log(),
        "earlier": 0,
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
        "odd": [],
        "notes": {},
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


def waiting() -> Data:
    return {"yours": False, "groups": [], "path": []}


def roll_question(*, gm: bool, kinds: list[Data] | None = None, **more: Any) -> Data:
    readings = [{"value": f'"{word}"', "text": word} for word in ("failure", "mixed", "success")]
    dice = [D6] if kinds is None else kinds
    return question(
        what="roll",
        text="Mira Vale rolls to strike",
        dom="q-7-2",
        groups=[],
        roll={
            "pool": "3d6>=5",
            "dice": single_dice(dice),
            "parts": [],
            "to_type": to_type(dice),
            "odds": parts(0.3, 0.44),
            "can_roll": True,
            "can_type": True,
            "readings": readings if gm else [],
        }
        | more,
        offers=[
            option("reroll", "Spend a point: one more die", owner=ref("tam", "Old Tam")),
        ],
    )


def _named(*names: str) -> list[Data]:
    known = {one["name"]: one for one in single_dice(SIX_KINDS)}
    return [known[name] for name in names]


def pool_question(*, gm: bool) -> Data:
    """A roll whose pool was built die by die."""
    built = [
        ("Rapier with melee 2 and agility 3", ("mastery", "mastery", "ability"), ()),
        ("Aimed for one maneuver", ("boon",), ()),
        ("The captain stands within reach", ("trial", "trial"), ()),
        ("The captain is a rival", ("trial",), ()),
        ("The GM spends a point", ("crisis",), ("trial",)),
        ("It grows dark", ("bane",), ()),
    ]
    found = [
        {"text": text, "rule": "book.pool", "dice": _named(*dice), "gone": _named(*gone)}
        for text, dice, gone in built
    ]
    return roll_question(gm=gm, kinds=SIX_KINDS, parts=found, pool="2 mastery 1 ability vs 2 trial")


def _open_order() -> list[Data]:
    heroes = [ref("mira", "Mira Vale"), ref("tam", "Old Tam")]
    foes = [ref("captain", "Reaver captain"), ref("bowman-1", "Reaver bowman 1")]
    one = {"side": "heroes", "open": True, "who": heroes}
    other = {"side": "foes", "open": True, "who": foes}
    ends = [{"id": "s4", "label": "foes next"}, {"id": "", "label": "the end"}]
    return [
        slot("s1", "Brannoc Hale", "done", side="heroes"),
        slot("s2", "", "acting", before=ends, **one),
        slot("s3", "", "waiting", **other),
        slot("s4", "", "waiting", **one),
        slot("s5", "", "waiting", **other),
    ]


def _counters() -> list[Data]:
    return [
        track("fortune", 3, 5) | {"rule": "book.story"},
        track("peril", 2, 5) | {"rule": "book.story"},
        track("clock", 14, 0) | {"rule": "book.clock", "word": "till the tide"},
    ]


def spend_question() -> Data:
    """Many things to buy at once from two purses."""
    wares = [("a hit more", 1, 3), ("push", 2, 1), ("aid", 1, 2), ("a wound that lasts", 3, 1)]
    places = [
        {
            "name": f"place.{at}",
            "kind": "several",
            "label": label,
            "purse": purse,
            "wares": [
                {
                    "name": f"place.{at}.{n}",
                    "word": str(n),
                    "label": word,
                    "price": price,
                    "most": most,
                }
                for n, (word, price, most) in enumerate(wares)
            ],
        }
        for at, label, purse in ((1, "boons", 4), (2, "breakthroughs", 1))
    ]
    return question(
        text="What does Mira Vale spend?",
        groups=[{"label": "", "options": [option("spend", "Spend", places=places)]}],
    )


def pick_questions(kind: str) -> list[Data]:
    """Everybody of a side chooses at once: one is done, one has something in mind."""
    named = {"mira": "Mira Vale", "tam": "Old Tam", "brannoc": "Brannoc Hale"}
    picked = [
        {"who": ref("brannoc", "Brannoc Hale"), "label": "Holds the bank", "is_final": True},
        {"who": ref("mira", "Mira Vale"), "label": "Strikes at the captain", "is_final": False},
    ]
    picks = [one | {"option": '["hold"]'} for one in picked]
    found = []
    for who in ("mira", "tam"):
        own = kind == "gm" or who == "mira"
        options = [option("strike", "Strikes at the captain"), option("hold", "Holds the bank")]
        found.append(
            question(
                id=f'["book.tactics","lock-in","{who}",7,1]',
                what="lock-in",
                text=f"What does {named[who]} mean to do?",
                who=ref(who, named[who]),
                yours=own,
                may_propose=not own,
                waits_for=f"waiting for {named[who]}",
                locked=[ref("brannoc", "Brannoc Hale")],
                picks=picks,
                groups=[{"label": "", "options": options}],
            )
        )
    return found


def reaction(kind: str) -> list[Data]:
    """A moment to step in for one, while another's question waits."""
    options = [option("pass", "Let it happen"), option("parry", "Parry it with the rapier")]
    asked = question(
        text="A blow comes at Mira Vale. Does she step in?",
        groups=[{"label": "", "options": options}],
        windows=[{"id": "book.window", "label": "before a blow lands"}],
    )
    other = question(
        id='["book.turn.choice","choice","tam",7,2]',
        text="What does Old Tam do?",
        who=ref("tam", "Old Tam"),
        waits_for="waiting for Old Tam",
        **({} if kind == "gm" else {"yours": False, "groups": []}),
    )
    return [asked, other]


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


def _crowded(kind: str) -> Data:
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


def _ended(kind: str) -> Data:
    made = page(kind, questions=[], turn={"is_mine": False, "text": "", "who": []})
    made["live"]["fight"] |= {
        "result": "heroes",
        "result_text": "The heroes have won.",
        "closed": True,
    }
    return made


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
        "rounds": {"mean": 3.6, "histogram": histogram},
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


def field(name: str, label: str, kind: str = "text", **more: Any) -> Data:
    made: Data = {
        "name": name,
        "label": label,
        "kind": kind,
        "value": None,
        "low": None,
        "high": None,
        "limit": None,
        "choices": [],
        "help": "",
        "required": False,
        "items": [],
        "fields": [],
        "add_name": "",
    }
    return made | more


def block(**more: Any) -> Data:
    choices = [{"value": "melee", "label": "melee"}, {"value": "ranged", "label": "ranged"}]
    weapons = [
        [
            field(f"weapons.{n}.name", "Name", value="Rapier", required=True),
            field(f"weapons.{n}.kind", "Kind", "choice", choices=choices, value="melee"),
        ]
        for n in range(2)
    ]
    fields = [
        field("name", "Name", value="Mira Vale", required=True, limit=500),
        field("health", "Health", "number", value="many", low=0, high=20, help="From 0 to 20."),
        field("ranged", "Shoots", "flag", value=True),
        field("stats", "Stats", "group", fields=[field("stats.charm", "Charm", "number", value=2)]),
        field("weapons", "Weapons", "list", items=weapons, add_name="weapons"),
    ]
    made: Data = {
        "site": site("library"),
        "system": "book",
        "kind": "hero",
        "schema": None,
        "values": {"name": "Mira Vale"},
        "text": "",
        "fields": fields,
        "faults": [],
        "url": "/desk/library/book/hero",
    }
    return made | more


def library(**more: Any) -> Data:
    entries = [
        {"id": "a", "name": "Mira Vale", "is_own": True, "url": "block.html", "export": "x.toml"},
        {"id": "b", "name": LONG, "is_own": False, "url": "block.html", "export": None},
    ]
    made: Data = {
        "site": site("library"),
        "system": "book",
        "systems": [],
        "kinds": ["hero", "foe"],
        "shelves": [
            {"name": "heroes", "label": "Heroes", "entries": entries},
            {"name": "foes", "label": "Foes", "entries": []},
        ],
        "doctrines": [
            {
                "id": "bold",
                "name": "Bold",
                "side": "heroes",
                "about": "Always at the strongest.",
                "url": "doctrine.html",
            }
        ],
        "new_doctrine_url": "doctrine.html",
    }
    return made | more


def doctrine(**more: Any) -> Data:
    made: Data = {
        "site": site("library"),
        "system": "book",
        "system_title": "The Book",
        "doctrine_id": "bold",
        "text": 'name = "Bold"\nside = "heroes"\n',
        "faults": [],
        "notes": ["Nothing in it says what to do when nobody is near."],
        "sound": "",
        "where": "",
        "is_new": False,
    }
    return made | more


RULE = {
    "id": "book.health.bloodied",
    "says": "At three health or less a hero is bloodied and rolls one die fewer.",
    "source": "The body, Health",
    "basis": "inferred",
    "why": "The number was lost; the example fixes it.",
    "kind": "ruling",
    "default": "it counts at once",
    "mode": "tell",
    "url": "rule.html",
    "changes": [{"name": "bloodied-at", "book": "3", "own": "4"}],
}


CHANGES = [{"name": "bloodied-at", "rule": RULE["id"], "url": "rule.html", "book": "3", "own": "4"}]


def rules(**more: Any) -> Data:
    made: Data = {
        "site": site("rules", base=""),
        "systems": [{"name": "book", "title": "The Book"}],
        "system": "book",
        "q": "",
        "rules_home": "rules.html",
        "fight": None,
        "areas": [{"name": "health", "rules": [RULE, RULE]}, {"name": "turn", "rules": [RULE]}],
        "found": [],
    }
    return made | more


def rule() -> Data:
    option_list = [{"value": "yes", "label": "yes"}, {"value": "no", "label": "no"}]
    return {
        "site": site("rules", base=""),
        "rule": RULE,
        "switches": [
            {
                "id": "bloodied-rolls",
                "question": "Does it count for the roll that caused it?",
                "options": option_list,
                "chosen": "no",
                "does": "Yes: at once.",
            }
        ],
        "values": [{"id": "bloodied-at", "value": 3, "unit": "health"}],
        "tables": [
            {
                "title": "Wounds",
                "columns": ["roll", "wound"],
                "rows": [["1", "scratch"], ["2", LONG]],
            }
        ],
        "neighbours": [{"id": "book.health.down", "url": "rule.html"}],
        "rules_home": "rules.html",
        "fight": {"title": "Ambush at the ford", "url": "gm.html", "changes": CHANGES},
        "changes": CHANGES,
    }


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


def hand() -> Data:
    return {
        "card": cards()[3],
        "base": "/seat/s1",
        "numbers": [{"name": "reserve", "label": "reserve"}, {"name": "armor", "label": "armor"}],
        "policies": ["sensible", "random"],
        "doctrines": DOCTRINES,
        "policy": "sensible",
        "kinds": [{"kind": "place", "label": "Where it stands"}],
        "shows": ["all", "word", "nothing"],
    }


def _gm_busy() -> Data:
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


def _ruling() -> Data:
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


def _rich(kind: str, questions: list[Data] | None = None, **more: Any) -> Data:
    """A fight of a system that has slots, counters and symbol dice."""
    rich: Data = {"order": _open_order(), "counters": _counters(), "roll": symbols()}
    if questions is not None:
        rich["questions"] = questions
    return page(kind, **(rich | more))


def _scene(kind: str) -> Data:
    """Free play: no round, no order."""
    made = page(kind, order=[], roll=None, log=[])
    made["live"]["fight"] |= {"round": 0}
    return made


def _waiting_player() -> Data:
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


PAGES: Mapping[str, tuple[str, Callable[[], Data]]] = {
    "gm": ("gm.html", lambda: page("gm")),
    "gm-roll": ("gm.html", _gm_busy),
    "gm-ruling": ("gm.html", _ruling),
    "gm-crowd": ("gm.html", lambda: _crowded("gm")),
    "gm-ended": ("gm.html", lambda: _ended("gm")),
    "gm-empty": (
        "gm.html",
        lambda: page("gm", cards=[], order=[], questions=[], log=[], roll=None),
    ),
    "player": ("player.html", lambda: page("player")),
    "player-roll": ("player.html", lambda: page("player", questions=[roll_question(gm=False)])),
    "player-waiting": ("player.html", _waiting_player),
    "player-crowd": ("player.html", lambda: _crowded("player")),
    "player-ended": ("player.html", lambda: _ended("player")),
    "spectator": ("spectator.html", lambda: page("spectator")),
    "gm-pool": ("gm.html", lambda: _rich("gm", [pool_question(gm=True)])),
    "player-pool": ("player.html", lambda: _rich("player", [pool_question(gm=False)])),
    "gm-map": ("gm.html", lambda: _rich("gm", [spend_question()], map=plane(), roll=numbers())),
    "player-map": (
        "player.html",
        lambda: _rich("player", [spend_question()], map=plane(), roll=numbers()),
    ),
    "player-line": ("player.html", lambda: _rich("player", reaction("player"), map=line())),
    "gm-together": ("gm.html", lambda: _rich("gm", pick_questions("gm"), map=line())),
    "player-together": ("player.html", lambda: _rich("player", pick_questions("player"))),
    "spectator-map": ("spectator.html", lambda: _rich("spectator", map=plane())),
    "gm-scene": ("gm.html", lambda: _scene("gm")),
    "player-scene": ("player.html", lambda: _scene("player")),
    "hand": ("hand.html", hand),
    "home": ("home.html", home),
    "home-empty": (
        "home.html",
        lambda: home(fights=[], archived=[], parties=[], demos=[]),
    ),
    "new": ("new.html", new),
    "new-faults": ("new.html", lambda: new(faults=FAULTS, text="[[heroes]\n", estimate=estimate())),
    "estimate": ("estimate.html", lambda: {"estimate": estimate("coming")}),
    "library": ("library.html", library),
    "doctrine": ("doctrine.html", doctrine),
    "doctrine-faults": ("doctrine.html", lambda: doctrine(faults=FAULTS, is_new=True)),
    "block": ("block.html", block),
    "block-faults": ("block.html", lambda: block(faults=FAULTS)),
    "rules": ("rules.html", rules),
    "rules-found": ("rules.html", lambda: rules(q="bloodied", found=[RULE])),
    "rules-fight": ("rules.html", lambda: rules(fight=rule()["fight"], systems=[])),
    "rule": ("rule.html", rule),
    "bench": ("bench.html", bench),
    "seats": ("seats.html", seats),
    "door": ("door.html", lambda: {"site": site(base="")}),
    "gone": ("gone.html", lambda: {"site": site(base=""), "why": ""}),
    "fault": (
        "fault.html",
        lambda: {"site": site(base=""), "status": 413, "why": "The file is too large.", "cure": ""},
    ),
    "why": (
        "why.html",
        lambda: {
            "line": {},
            "rules": [RULE],
            "numbers": [
                {"name": "damage", "value": "6", "part_of": ""},
                {"name": "additional", "value": "2", "part_of": "damage"},
            ],
        },
    ),
    "refused": (
        "refused.html",
        lambda: {
            "refused": {
                "kind": "late",
                "why": "Somebody else has answered.",
                "cure": "",
                "faults": FAULTS,
            }
        },
    ),
}
"""Name of a state to its template and a function that makes its context."""


def show(name: str, theme: str = "auto") -> str:
    """The page in that state; a name that the context does not bring is an error."""
    template, make = PAGES[name]
    context = make()
    if "site" in context:
        context["site"]["theme"] = theme
    return environment(strict=True).get_template(template).render(context)


def write(folder: Path) -> list[Path]:
    """Writes all pages with the static folder beside them; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(STATIC, folder / "static", dirs_exist_ok=True)
    written = []
    for name in PAGES:
        path = folder / f"{name}.html"
        path.write_text(show(name), encoding="utf-8")
        written.append(path)
    return written


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Say into which folder: python -m affray.web.gallery FOLDER")
    write(Path(sys.argv[1]))
