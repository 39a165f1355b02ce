"""Doctrines: which option is taken when, what may be known, and what is said about bad ones."""

from __future__ import annotations

import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy import Striker, ToyFight, ToySystem, duel

from affray.kernel.encounter import read_encounter
from affray.kernel.keys import Key, Number, Several, Text
from affray.kernel.question import Edit
from affray.kernel.running import run
from affray.registry import system
from affray.tables.doctrine import Doctrine, DoctrinePolicy
from affray.tables.doctrine.conditions import condition
from affray.tables.doctrine.language import Misspelt
from affray.tables.doctrine.patterns import pattern
from affray.tables.doctrine.reader import DoctrineError, read_doctrine
from affray.tables.doctrine.seen import Seen
from affray.tables.play import Play
from affray.tables.random_table import RandomTable

ASKED = "toy.strike.choice"


def fight_of(shown: str = "all", **grit: int) -> ToyFight:
    fight = ToySystem().start(duel(shown=shown))
    for who, left in grit.items():
        fight[who].grit = left
    return fight


def seen_by(who: str, fight: ToyFight) -> Seen:
    return Seen(ToySystem(), fight, who)


def doctrine(*entries: dict[str, Any], side: str = "heroes", fallback: str = "first") -> Doctrine:
    data = {
        "system": "toy",
        "side": side,
        "name": "test",
        "fallback": fallback,
        "when": [{"question": "*"} | entry for entry in entries],
    }
    return read_doctrine(data, "test.toml", ToySystem())


def chosen(
    fight: ToyFight, options: list[Any], *entries: dict[str, Any], who: str = "ann"
) -> Key | None:
    policy = doctrine(*entries).policy(ToySystem(), random.Random(1))
    return policy.choose(policy.look(ToySystem(), fight, who), who, ASKED, lambda: options)


STRIKES = [("wait",), ("strike", "cur"), ("strike", "dog"), ("strike", "bob")]


# ---- which option ----


@pytest.mark.parametrize(
    ("prefer", "key"),
    [
        ("strike/dog", ("strike", "dog")),
        ("strike/*", ("strike", "cur")),
        ("strike/d*", ("strike", "dog")),
        ("strike/!cur", ("strike", "dog")),
        ("strike/!cur|dog", ("strike", "bob")),
        ("strike/bob|dog", ("strike", "dog")),
        ("**", ("wait",)),
        ("strike/**", ("strike", "cur")),
        ("*", ("wait",)),
        ("strike/@last:foes", ("strike", "dog")),
        ("strike/@first:heroes", ("strike", "bob")),
        ("strike/@first:others", ("strike", "bob")),
        ("strike/@lowest:grit:foes", ("strike", "dog")),
        ("strike/@highest:grit:foes", ("strike", "cur")),
        ("strike/@lowest:grit:all", ("strike", "bob")),
        ("strike/@lowest:GRIT:foes", ("strike", "dog")),
        ("strike/@lowest:grit:foes:fine", ("strike", "cur")),
        ("strike/@lowest:grit:foes:!shaky", ("strike", "cur")),
        ("strike/@lowest:no-such-track:foes", ("strike", "cur")),  # nothing known: the roster
    ],
)
def test_a_pattern_picks_the_first_that_fits_or_the_best_of_a_group(prefer: str, key: Key) -> None:
    fight = fight_of(dog=1, bob=0)
    if prefer.endswith(":all"):
        fight["bob"].grit = 0
    assert chosen(fight, STRIKES, {"prefer": [prefer]}) == key


@pytest.mark.parametrize(
    "prefer", ["strike", "strike/cur/x", "swing/cur", "strike/@self", "strike/@first:foes:out"]
)
def test_what_nobody_offers_is_passed_over(prefer: str) -> None:
    assert chosen(fight_of(), STRIKES, {"prefer": [prefer, "strike/dog"]}) == ("strike", "dog")


def test_oneself_is_whoever_is_asked() -> None:
    options = [("help", "ann"), ("help", "bob")]
    for who in ("ann", "bob"):
        assert chosen(fight_of(), options, {"prefer": "help/@self"}, who=who) == ("help", who)


def test_places_for_numbers_words_and_purchases_are_filled() -> None:
    options = [
        ("damage", Number(2, 9)),
        ("say", Text()),
        ("buy", Several((("boon", 1, 2), ("edge", 2, 1)), 3)),
    ]

    def found(prefer: str) -> Key | None:
        return chosen(fight_of(), options, {"prefer": [prefer]})

    assert found("damage/@least") == found("damage/*") == ("damage", "2")
    assert found("damage/@most") == ("damage", "9")
    assert found("damage/5") == ("damage", "5")
    assert found("damage/1") == ("damage", "2")  # not admitted: the first option as it stands
    assert found("say/climb the wall") == ("say", "climb the wall")
    assert found("say/*") == ("say", "")
    assert found("buy/boon edge") == ("buy", "boon edge")
    assert found("buy/**") == ("buy", "")
    assert found("buy/edge edge") == ("damage", "2")


def test_ties_go_to_the_roster_whatever_the_order_of_options() -> None:
    options = [("strike", "dog"), ("strike", "cur")]
    assert chosen(fight_of(), options, {"prefer": "strike/@lowest:grit:foes"}) == ("strike", "cur")


def test_entries_are_gone_through_in_order_and_the_fallback_comes_last() -> None:
    first = {"if": "self.grit <= 1", "prefer": "wait"}
    second = {"prefer": "strike/dog"}
    assert chosen(fight_of(ann=1), STRIKES, first, second) == ("wait",)
    assert chosen(fight_of(ann=2), STRIKES, first, second) == ("strike", "dog")
    assert chosen(fight_of(), STRIKES, first, {"prefer": "swing/*"}) == ("wait",)
    assert chosen(fight_of(), STRIKES, {"question": "toy.round.*", "prefer": "strike/*"}) == (
        "wait",
    )
    assert chosen(fight_of(), STRIKES, {"who": "b*", "prefer": "strike/dog"}) == ("wait",)
    assert chosen(fight_of(), STRIKES, {"unless": "foes >= 2", "prefer": "strike/dog"}) == ("wait",)


def test_nothing_is_chosen_where_nothing_is_offered() -> None:
    assert chosen(fight_of(), [], {"prefer": "**"}) == ()


# ---- conditions ----


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("self.grit <= 2", True),
        ("self.grit<2", False),
        ("self.grit = 2", True),
        ("self.grit == 2", True),
        ("self.grit != 2", False),
        ("self.grit >= 67%", False),
        ("self.grit > 66%", True),
        ("dog.grit > cur.grit", True),
        ("@lowest:grit:foes.grit = 1", True),
        ("@lowest:grit:foes is shaky", True),
        ("@first:foes is fine", False),
        ("@first:foes:!shaky is fine", True),
        ("foes = 2", True),
        ("heroes = 1", True),  # Bob is out
        ("heroes:out = 1", True),
        ("heroes:o* = 1", True),
        ("others = 0", True),
        ("others:out = 1", True),
        ("all = 3", True),
        ("foes > heroes", True),
        ("foes:shaky >= 1", True),
        ("foes:ducked = 1", True),
        ("foes:!ducked:fine = 1", True),
        ("cur is ducked", True),
        ("cur is not ducked", False),
        ("not cur is ducked", False),
        ("not not cur is DUCKED", True),
        ("bob is out", True),
        ("dog is foe", True),
        ("round >= 1", False),
        ("round = 0", True),
        ("nobody-here is out", None),
        ("not nobody-here is out", None),
        ("self.health <= 3", None),
        ("@first:foes:out.grit = 0", None),
    ],
)
def test_a_condition(text: str, holds: bool | None) -> None:
    fight = fight_of(ann=2, bob=0, cur=1)
    fight["cur"].ducked = True
    assert condition(text).holds(seen_by("ann", fight)) is holds


@pytest.mark.parametrize("shown", ["word", "nothing"])
def test_a_number_that_is_not_shown_is_neither_so_nor_not_so(shown: str) -> None:
    fight = fight_of(shown, cur=1)
    heroes, gm = seen_by("ann", fight), seen_by("gm", fight)
    for text in ("cur.grit <= 2", "not cur.grit <= 2", "cur.grit < 50%", "cur.grit >= 0"):
        assert condition(text).holds(heroes) is None
    assert condition("cur.grit <= 2").holds(gm) is True
    assert condition("cur is shaky").holds(heroes) is (shown == "word")


def test_a_doctrine_decides_the_same_whatever_is_hidden() -> None:
    """Law 14: two fights that differ only in secrets give the same choices."""
    entries = [
        {"if": "cur.grit <= 1", "prefer": "strike/cur"},
        {"if": "not dog.grit <= 1", "prefer": "wait"},
        {"if": "foes:fox >= 1", "prefer": "wait"},
        {"if": "foes > 2", "prefer": "wait"},
        {"prefer": "strike/@lowest:grit:foes"},
    ]
    found = []
    for cur, dog, is_hidden in ((1, 3, False), (3, 1, False), (3, 3, False)):
        fight = fight_of("nothing", cur=cur, dog=dog)
        fight["dog"].hidden = is_hidden
        found.append(chosen(fight, STRIKES[:3], *entries))
    assert found == [("strike", "cur")] * 3


def test_a_hidden_foe_counts_for_nobody_but_the_gm() -> None:
    fight = fight_of()
    fight["dog"].hidden = True
    assert condition("foes = 1").holds(seen_by("ann", fight))
    assert condition("dog is up").holds(seen_by("ann", fight)) is None
    assert condition("foes = 2").holds(seen_by("gm", fight))
    fight["bob"].hidden = True
    assert condition("heroes = 1").holds(seen_by("@heroes", fight))
    assert condition("heroes = 2").holds(seen_by("bob", fight))


# ---- at the table ----


def play_out(heroes: Any, gm: Any) -> list[dict[str, Any]]:
    fight = ToySystem().start(duel())
    table = RandomTable(ToySystem(), fight, random.Random(4), heroes, gm, recording=True)
    run(ToySystem(), fight, table)
    return [event.dump() for event in table.events]


def test_it_plays_a_whole_fight_for_either_side() -> None:
    heroes = doctrine(
        {"question": "toy.round.stance", "prefer": "wary"},
        {"question": ASKED, "prefer": "strike/@lowest:grit:foes"},
    ).policy(ToySystem(), random.Random(1))
    gm = doctrine(
        {"question": "toy.round.stance", "prefer": "bold"},
        {"question": ASKED, "prefer": "strike/@highest:grit:heroes"},
        {"question": "toy.strike.duck", "prefer": "duck"},
        {"question": "toy.grit.fate", "prefer": "fled"},
        side="gm",
    ).policy(ToySystem(), random.Random(1))
    events = play_out(heroes, gm)
    stances = {e["fields"]["who"]: e["fields"]["stance"] for e in events if e["code"] == "stance"}
    assert stances == {"ann": "wary", "bob": "wary", "cur": "bold", "dog": "bold"}
    assert {e["fields"]["fate"] for e in events if e["code"] == "out"} == {"fled"}
    assert {e["fields"]["who"] for e in events if e["code"] == "duck"} <= {"cur", "dog"}
    assert events == play_out(heroes, gm)  # nothing is left from the first fight


def test_the_replay_table_gives_it_the_same_view() -> None:
    heroes = doctrine({"question": ASKED, "prefer": "strike/@last:foes"}).policy(
        ToySystem(), random.Random(1)
    )
    play = Play(ToySystem(), duel(), secret=b"x")
    while not any(q.id.rule == ASKED for q in play.questions):
        assert play.nudge(Striker(), Striker()) is not None
    play.nudge(heroes, None)
    assert play.entries[-1].key == ("strike", "dog")  # type: ignore[union-attr]
    assert play.entries[-1].by == "policy:test"


def test_rulings_keep_their_default_unless_an_entry_says_otherwise() -> None:
    policy = doctrine({"question": "toy.grit.fate", "prefer": ["vanish", "fled"]}, side="gm")
    gm = policy.policy(ToySystem(), random.Random(1))
    view = gm.look(ToySystem(), fight_of(), "gm")
    fates = [("down",), ("fled",)]
    assert gm.rule(view, "toy.grit.fate", lambda: fates, ("down",)) == ("fled",)
    assert gm.rule(view, "toy.grit.mercy", lambda: fates, ("down",)) is None
    keeps = doctrine({"question": "*", "prefer": "@default"}, side="gm", fallback="random")
    gm = keeps.policy(ToySystem(), random.Random(1))
    assert gm.rule(view, "toy.grit.fate", lambda: fates, ("down",)) == ("down",)


def test_offers_are_taken_only_by_entries_for_offers() -> None:
    offers = [("luck", "bob")]
    entries = [
        {"prefer": "luck/*"},
        {"offers": True, "if": "self.grit >= 3", "prefer": "luck/@self"},
        {"offers": True, "prefer": "@none"},
    ]

    def offered(*entries: dict[str, Any], grit: int = 3) -> Key | None:
        policy = doctrine(*entries).policy(ToySystem(), random.Random(1))
        view = policy.look(ToySystem(), fight_of(bob=grit), "bob")
        return policy.offer(view, "ann", "toy.strike.roll", offers)

    assert offered(entries[0]) is None
    assert offered(*entries) == ("luck", "bob")
    assert offered(*entries, grit=2) is None


def test_sheets_are_made_only_when_something_needs_them() -> None:
    class Counting(ToySystem):
        made = 0

        def sheets(self, fight: ToyFight) -> Any:
            Counting.made += 1
            return super().sheets(fight)

    def choose(entry: dict[str, Any]) -> int:
        Counting.made = 0
        policy = doctrine(entry).policy(Counting(), random.Random(1))
        view = policy.look(Counting(), fight_of(), "ann")
        policy.choose(view, "ann", ASKED, lambda: STRIKES)
        policy.choose(view, "ann", ASKED, lambda: STRIKES)
        return Counting.made

    assert choose({"if": "round >= 0", "who": "ann", "prefer": "strike/@first:foes"}) == 0
    assert choose({"if": "self.grit >= 0", "prefer": "strike/@lowest:grit:foes"}) == 2


def test_what_is_seen_is_of_now() -> None:
    fight = fight_of()
    policy = doctrine({"prefer": "strike/@lowest:grit:foes"}).policy(ToySystem(), random.Random(1))
    view = policy.look(ToySystem(), fight, "ann")

    def now() -> Key:
        return policy.choose(view, "ann", ASKED, lambda: STRIKES)

    assert now() == ("strike", "cur")
    fight["dog"].grit = 1
    assert now() == ("strike", "dog")


def test_it_tells_rounds_apart_as_far_as_it_has_to() -> None:
    def told_apart(*conditions: str) -> list[Any]:
        made = doctrine({"if": list(conditions), "prefer": "wait"})
        policy = made.policy(ToySystem(), random.Random(1))
        found = []
        for number in range(6):
            fight = fight_of()
            fight.round = number
            found.append(policy.distinguishes(policy.look(ToySystem(), fight, "ann")))
        return found

    assert told_apart("self.grit > 1") == [0] * 6
    assert told_apart("round > 2", "not round = 1") == [0, 1, 2, 3, 3, 3]
    assert told_apart("round > foes") == [0, 1, 2, 3, 4, 5]


def test_it_survives_a_journey_to_another_process() -> None:
    made = doctrine({"if": "self.grit <= 50%", "prefer": ["strike/!cur", "strike/@first:foes"]})
    assert pickle.loads(pickle.dumps(made)) == made  # noqa: S301 (our own bytes)


# ---- trade ----


TRADE = """
system = "trade"
side = "heroes"
name = "finishers"

[[when]]
question = "trade.turn.choice"
if = ["@lowest:hp:foes.hp <= 3", "self is fit"]
prefer = ["fight/*/@lowest:hp:foes"]

[[when]]
question = ["trade.success.damage-and-effect", "trade.respond.effect"]
prefer = ["additional-damage", "better-position", "none"]
"""


def test_a_doctrine_for_trade_plays_its_encounters() -> None:
    trade = system("trade")
    made = read_doctrine(TRADE, "finishers.toml", trade)
    assert made.fallback == "sensible"
    assert made.notes == ()
    setup = read_encounter(trade.encounters()["party"], "party", trade)
    (doubt,) = made.doubts(trade, trade.start(setup))  # the foes of the party are known by words
    assert "finishers.toml, when[1]: no hp is shown to the heroes" in doubt
    setup = read_encounter(
        trade.encounters()["duel"].replace("[[foes]]", '[[foes]]\nshown = "all"'), "duel", trade
    )
    assert made.doubts(trade, trade.start(setup)) == []
    picked = set()
    for number in range(3):
        fight = trade.start(setup)
        hands = (
            made.policy(trade, random.Random(1)),
            trade.policy("sensible", "gm", random.Random(1)),
        )
        table = RandomTable(trade, fight, random.Random(number), *hands, recording=True)
        run(trade, fight, table)
        assert fight.result in ("heroes", "foes")
        picked |= {e.code for e in table.events if "trade.success.additional-action" in e.rules}
    assert not picked  # the sensible policy would have taken additional actions


def test_names_that_nobody_bears_are_doubted() -> None:
    trade = system("trade")
    setup = read_encounter(trade.encounters()["duel"], "duel", trade)
    data = {
        "system": "trade",
        "side": "heroes",
        "name": "x",
        "when": [
            {
                "question": ["trade.turn.choice", "trade.phase.target"],
                "who": "tobin-frey",
                "if": ["self.helth < 3", "bridge-blad is suppressed"],
                "prefer": ["figth/*/@lowest:hpp:foes"],
            }
        ],
    }
    made = read_doctrine(data, "x.toml", trade)
    told = "\n".join([*made.notes, *made.doubts(trade, trade.start(setup))])
    assert "no question is known to be asked by trade.phase.target" in told
    assert "figth may be misspelt. Did you mean fight" in told
    assert "a track helth. Did you mean health?" in told
    assert "nobody in this fight has a track hpp" in told
    assert "nobody in this fight is bridge-blad. Did you mean bridge-blade?" in told
    assert "nobody in this fight is tobin-frey" in told
    assert "x.toml, when[1]" in told


# ---- what is wrong with it ----


GOOD: dict[str, Any] = {
    "system": "toy",
    "side": "heroes",
    "name": "x",
    "when": [{"question": ASKED, "prefer": ["wait"]}],
}


def when(**changed: Any) -> dict[str, Any]:
    entry = {"question": ASKED, "prefer": ["wait"]} | changed
    return GOOD | {"when": [{key: value for key, value in entry.items() if value is not None}]}


@pytest.mark.parametrize(
    ("data", "place", "cure"),
    [
        (GOOD | {"side": "foes"}, "x.toml, side", "Write one of: heroes, gm"),
        (GOOD | {"sid": "gm"}, "x.toml, sid", "Did you mean side?"),
        ({k: v for k, v in GOOD.items() if k != "name"}, "x.toml, name", "Add name"),
        (GOOD | {"system": "trade"}, "x.toml, system", "its own system"),
        (GOOD | {"fallback": "randm"}, "x.toml, fallback", "Did you mean random?"),
        (GOOD | {"when": []}, "x.toml, when", "at least 1"),
        (GOOD | {"when": 3}, "x.toml, when", "a list"),
        (GOOD | {"name": "\x1b[2J"}, "x.toml, name", "Take it out"),
        (when(question="toy.strike.choise"), "when[1].question", "Did you mean toy.strike.choice"),
        (when(question="toy.nothing.*"), "when[1].question", ""),
        (when(question="Strike now!"), "when[1].question", "affray rules"),
        (when(question=None), "when[1].question", "Add question"),
        (when(prefer=None), "when[1].prefer", "Add prefer"),
        (when(prefer=[]), "when[1].prefer", "at least 1"),
        (when(prefer=[3]), "when[1].prefer", "a text"),
        (when(prefers=["wait"]), "when[1].prefers", "Did you mean prefer"),
        (when(prefer=["wait", "strike/@lowst:grit:foes"]), "prefer[2]", "Did you mean @lowest"),
        (when(prefer="strike/@lowest:grit"), "when[1].prefer", "@lowest:TRACK:GROUP"),
        (when(prefer="strike/@first:foe"), "when[1].prefer", "Did you mean foes?"),
        (when(prefer="strike/@first"), "when[1].prefer", "@first:foes"),
        (when(prefer="strike/@first:foes:??"), "when[1].prefer", "badly-hurt"),
        (when(prefer="**/cur"), "when[1].prefer", "last place"),
        (when(prefer="strike/c*r"), "when[1].prefer", "last letter"),
        (when(prefer="strike/@first:foes|cur"), "when[1].prefer", "stand alone"),
        (when(prefer="strike/@default"), "when[1].prefer", "stand alone"),
        (when(prefer="/".join("abcdefghijklm")), "when[1].prefer", "at most 12"),
        (when(prefer="@none"), "when[1].prefer", "offers = true"),
        (when(prefer="@default", offers=True), "when[1].prefer", "@none"),
        (when(**{"if": "self.grit"}), "when[1].if", "self.health <= 3"),
        (when(**{"if": ["foes > 1", "foe > 1"]}), "when[1].if[2]", "a group (foes)"),
        (when(**{"if": "foes > 50%"}), "when[1].if", "Compare a track"),
        (when(**{"if": "foes > many"}), "when[1].if", "whole number"),
        (when(**{"if": "gm is tired"}), "when[1].if", "an id"),
        (when(unless="self.grit => 3"), "when[1].unless", ""),
        (when(who="Ann!"), "when[1].who", "an id"),
    ],
)
def test_a_fault_has_its_place_and_a_cure(data: dict[str, Any], place: str, cure: str) -> None:
    with pytest.raises(DoctrineError) as caught:
        read_doctrine(data, "x.toml", ToySystem())
    assert any(place in fault.place and cure in fault.cure for fault in caught.value.faults), (
        caught.value.faults
    )
    assert all(f.place.startswith("x.toml") and f.fault and f.cure for f in caught.value.faults)


class NamesItsTags(ToySystem):
    tags = ("up", "out", "hero", "foe", "fine", "shaky", "Ducked low", "ward *")


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ({"if": "self is shakey"}, "when[1].if[1]"),
        ({"unless": ["self is up", "not self is oot"]}, "when[1].unless[2]"),
        ({"if": "foes:!fin >= 2"}, "when[1].if[1]"),
        ({"if": "@first:foes:doun.grit <= 3"}, "when[1].if[1]"),
        ({"prefer": "strike/@lowest:grit:foes:fyne"}, "when[1].prefer[1]"),
        ({"if": "self is wall*"}, "when[1].if[1]"),
    ],
)
def test_a_word_that_no_card_bears_is_a_fault(entry: dict[str, Any], place: str) -> None:
    data = {"system": "toy", "side": "heroes", "name": "t"}
    when = {"question": "*", "prefer": "wait"} | entry
    with pytest.raises(DoctrineError) as error:
        read_doctrine(data | {"when": [when]}, "t", NamesItsTags())
    (fault,) = error.value.faults
    assert fault.place == f"t, {place}"
    assert fault.cure
    # A system that does not name its tags takes any word.
    read_doctrine(data | {"when": [when]}, "t", ToySystem())


@pytest.mark.parametrize("word", ["shaky", "ducked-low", "duck*", "ward-3", "ward*", "Up", "fine"])
def test_a_word_that_a_card_may_bear_is_none(word: str) -> None:
    data = {"system": "toy", "side": "heroes", "name": "t"}
    when = {"question": "*", "prefer": "wait", "if": f"self is {word}"}
    assert read_doctrine(data | {"when": [when]}, "t", NamesItsTags()).entries


def test_all_faults_are_told_at_once() -> None:
    data = when(question="toy.x", prefer=["strike/c*r", "**/x"], who="?")
    with pytest.raises(DoctrineError) as caught:
        read_doctrine(data, "x.toml", ToySystem())
    assert len(caught.value.faults) == 4


@pytest.mark.parametrize("text", ["side = ", "x = [", "[[when]]\nif = {" + "a." * 300 + "b = 1}"])
def test_text_that_is_no_toml_gets_its_place(text: str) -> None:
    with pytest.raises(DoctrineError, match=r"x\.toml, (line|end of document)"):
        read_doctrine(text, "x.toml", ToySystem())


@given(st.text(max_size=40))
def test_no_text_breaks_the_small_language(text: str) -> None:
    for read in (condition, pattern):
        try:
            found: Any = read(text)
        except Misspelt:
            continue
        seen = seen_by("ann", fight_of())
        if hasattr(found, "holds"):
            assert found.holds(seen) in (True, False, None)
        else:
            assert found.pick(STRIKES, seen) in (None, *STRIKES)


@given(
    st.sampled_from(["self", "cur", "@lowest:grit:foes", "@first:heroes:out"]),
    st.sampled_from(["<", "<=", "=", "!=", ">=", ">"]),
    st.integers(-2, 5),
    st.integers(0, 3),
)
def test_a_condition_and_its_opposite_never_both_hold(
    who: str, how: str, number: int, grit: int
) -> None:
    seen = seen_by("ann", fight_of(ann=grit, cur=grit))
    text = f"{who}.grit {how} {number}"
    one, other = condition(text).holds(seen), condition(f"not {text}").holds(seen)
    assert (one is None) == (other is None)
    assert one is None or one is not other


def test_the_policy_bears_the_name_of_the_doctrine() -> None:
    made = doctrine({"prefer": "wait"})
    assert isinstance(made.policy(ToySystem(), random.Random(1)), DoctrinePolicy)
    assert made.policy(ToySystem(), random.Random(1)).name == "test"
    play = Play(ToySystem(), duel())
    play.edit(Edit("remove", "cur"))
    assert condition("cur is up").holds(Seen(ToySystem(), play.fight, "ann")) is None


# ---- what the documentation shows ----

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("path", sorted((DOCS / "examples").glob("*.toml")), ids=lambda p: p.name)
def test_the_examples_are_good(path: Path) -> None:
    made = read_doctrine(path.read_text(), path.name, system("trade"))
    assert made.notes == ()


def test_the_doctrines_of_the_guide_can_be_read() -> None:
    shown = re.findall(r"```toml\n(.*?)```", (DOCS / "doctrines.md").read_text(), re.DOTALL)
    assert len(shown) == 3
    for text in shown:
        assert read_doctrine(text, "guide", system("trade")).notes == ()


def first_column(section: str) -> list[str]:
    """What stands as code in the first column of the tables between two headings of the guide."""
    guide = (DOCS / "doctrines.md").read_text()
    text = guide.partition(f"## {section}")[2].partition("\n## ")[0]
    cells = [
        row.replace(r"\|", "/or/").split("|")[1]
        for row in text.splitlines()
        if row.startswith("| `")
    ]
    return [code.replace("/or/", "|") for cell in cells for code in re.findall("`([^`]+)`", cell)]


def test_the_conditions_and_patterns_of_the_guide_can_be_read() -> None:
    conditions, patterns = first_column("Conditions"), first_column("Options")
    assert len(conditions) == 9
    assert len(patterns) == 15
    for text in conditions:
        condition(text)
    for text in patterns:
        pattern(text)
