"""Open questions of every shape, and what stands beside them."""

from __future__ import annotations

from affray.web.gallery.pieces import Data, option, question, ref, slot, track


def waiting() -> Data:
    return {"yours": False, "may_answer": False, "groups": [], "path": []}


def open_order() -> list[Data]:
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


def counters() -> list[Data]:
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


SEVERAL: Data = {
    "value": '["pass"]',
    "text": "Nothing for the other 2",
    "who": ["Brannoc Hale", "Old Tam"],
}
"""One answer for several."""


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
                may_answer=own,
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
        **({} if kind == "gm" else {"yours": False, "may_answer": False, "groups": []}),
    )
    return [asked, other]
