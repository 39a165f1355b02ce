"""The pages of the library and of the rules."""

from __future__ import annotations

from typing import Any

from affray.web.gallery.pieces import LONG, Data, site


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
        "names": [],
        "is_own": True,
    }
    return made | more


def block(**more: Any) -> Data:
    choices = [{"value": "melee", "label": "melee"}, {"value": "ranged", "label": "ranged"}]
    book = [{"value": "longsword", "label": "Longsword"}, {"value": "sling", "label": "Sling"}]
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
        field("weapons", "Weapons", "list", items=weapons, add_name="weapons", names=book),
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
