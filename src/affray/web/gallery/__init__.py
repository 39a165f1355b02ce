"""Every page of the web table in each of its states, from made-up contexts.

`python -m affray.web.gallery FOLDER` writes them as HTML files with the static folder beside them:
for whoever changes the look, and for the tests that walk through all of them.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from affray.web.gallery.asked import SEVERAL, pick_questions, reaction, spend_question
from affray.web.gallery.desk import FAULTS, bench, estimate, home, new, seats
from affray.web.gallery.dice import numbers, pool_question, roll_question
from affray.web.gallery.pieces import Data, site
from affray.web.gallery.places import line, plane
from affray.web.gallery.shelf import RULE, block, doctrine, library, rule, rules
from affray.web.gallery.table import (
    crowded,
    ended,
    gm_busy,
    hand,
    page,
    rich,
    ruling,
    scene,
    waiting_player,
)
from affray.web.looks import STATIC, environment

PAGES: Mapping[str, tuple[str, Callable[[], Data]]] = {
    "gm": ("gm.html", lambda: page("gm")),
    "gm-roll": ("gm.html", gm_busy),
    "gm-ruling": ("gm.html", ruling),
    "gm-crowd": ("gm.html", lambda: crowded("gm")),
    "gm-ended": ("gm.html", lambda: ended("gm")),
    "gm-empty": (
        "gm.html",
        lambda: page("gm", cards=[], order=[], questions=[], log=[], roll=None),
    ),
    "player": ("player.html", lambda: page("player")),
    "player-roll": ("player.html", lambda: page("player", questions=[roll_question(gm=False)])),
    "player-waiting": ("player.html", waiting_player),
    "player-crowd": ("player.html", lambda: crowded("player")),
    "player-ended": ("player.html", lambda: ended("player")),
    "spectator": ("spectator.html", lambda: page("spectator")),
    "gm-pool": ("gm.html", lambda: rich("gm", [pool_question(gm=True)])),
    "player-pool": ("player.html", lambda: rich("player", [pool_question(gm=False)])),
    "gm-map": ("gm.html", lambda: rich("gm", [spend_question()], map=plane(), roll=numbers())),
    "player-map": (
        "player.html",
        lambda: rich("player", [spend_question()], map=plane(), roll=numbers()),
    ),
    "player-line": ("player.html", lambda: rich("player", reaction("player"), map=line())),
    "gm-together": (
        "gm.html",
        lambda: rich("gm", pick_questions("gm"), map=line(), bunch=[SEVERAL]),
    ),
    "player-together": ("player.html", lambda: rich("player", pick_questions("player"))),
    "spectator-map": ("spectator.html", lambda: rich("spectator", map=plane())),
    "gm-scene": ("gm.html", lambda: scene("gm")),
    "player-scene": ("player.html", lambda: scene("player")),
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
