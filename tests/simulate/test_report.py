"""The report as data and as a page: who goes out when, and what a page must and must not hold."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from toy import ToyFight, ToySystem, duel

from affray.cli.simulate import lines
from affray.kernel.rulebook import HouseRules
from affray.kernel.running import is_over
from affray.kernel.sheet import Sheet
from affray.kernel.system import Ending, Setup
from affray.simulate import report_svg
from affray.simulate.report import Report, players
from affray.simulate.report_html import page
from affray.simulate.running import Job, run_fight, simulate
from affray.simulate.sums import Watch
from affray.tables.doctrine.reader import read_doctrine

RANDOM = {"heroes": "random", "gm": "random"}


def sheet(who: str, state: str) -> Sheet:
    return Sheet(who, who, "heroes", "hero", state)


def report_of(setup: Setup | None = None, fights: int = 40, **more: Any) -> Report:
    setup = setup or duel()
    sums = simulate(ToySystem(), setup, fights=fights, seed=2, jobs=1, watched=1, **more)
    return Report(setup, 2, RANDOM, sums)


# ---- who goes out when ----


def test_somebody_is_out_since_the_last_time_they_went_down() -> None:
    watch = Watch()
    for number, state in enumerate(("up", "down", "up", "down", "down"), 1):
        watch.look([sheet("ann", state), sheet("bob", "up")], number)
    assert watch.out_since == {"ann": 4}


def test_a_watched_fight_is_the_same_fight() -> None:
    system, setup = ToySystem(), duel()
    start = system.start(setup)
    for number in range(1, 15):
        watch = Watch()
        alone, _ = run_fight(system, start, Job(setup, 1, RANDOM), number)
        watched, _ = run_fight(system, start, Job(setup, 1, RANDOM), number, watch=watch)
        assert system.dump(alone) == system.dump(watched)
        assert is_over(watched)
        out = {c.id for c in watched.combatants.values() if c.grit == 0}
        assert set(watch.out_since) == out
        assert all(1 <= at <= watched.round for at in watch.out_since.values())


def test_the_round_is_the_one_in_which_it_happened() -> None:
    class Clock(ToySystem):
        """Cur falls in round 2, Dog in round 4."""

        def new_round(self, fight: ToyFight, table: Any) -> None:
            super().new_round(fight, table)
            fight.waiting = ["ann"]

        def step(self, fight: ToyFight, table: Any) -> None:
            if not fight.waiting:
                self.new_round(fight, table)
                return
            fight.waiting = []
            for who, at in (("cur", 2), ("dog", 4)):
                if fight.round == at:
                    fight[who].grit = 0
            self.check_end(fight, table)

    setup = duel()
    sums = simulate(Clock(), setup, fights=9, seed=1, jobs=1, watched=4)
    assert sums.watched == 3  # the first, the fifth and the ninth
    assert sums.combatants["cur"].out_in == {2: 3}
    assert sums.combatants["dog"].out_in == {4: 3}
    assert sums.combatants["ann"].out_in == {}
    data = Report(setup, 1, RANDOM, sums).to_json()
    assert data["watched"] == 3
    outs = {each["id"]: each["out_by_round"] for each in data["combatants"]}
    assert outs == {"ann": {}, "bob": {}, "cur": {"2": 1.0}, "dog": {"4": 1.0}}


def test_who_goes_out_when_agrees_with_who_is_out_at_the_end() -> None:
    report = report_of()
    assert report.sums.watched == report.sums.fights
    for each in report.to_json()["combatants"]:
        assert sum(each["out_by_round"].values()) == pytest.approx(each["out"].get("out", 0))


# ---- doctrines in it ----


def test_doctrines_stand_in_the_place_of_policies() -> None:
    setup = duel()
    text = {"system": "toy", "side": "heroes", "name": "idle", "fallback": "random"}
    idle = read_doctrine(
        text | {"when": [{"question": "toy.strike.choice", "prefer": "wait"}]}, "x", ToySystem()
    )
    sums = simulate(ToySystem(), setup, fights=30, seed=1, jobs=1, doctrines={"heroes": idle})
    assert sums.wins["heroes"] == 0
    report = Report(setup, 1, players(RANDOM, {"heroes": idle}), sums, {"heroes": idle})
    data = report.to_json()
    assert data["policies"] == {"heroes": "doctrine:idle", "gm": "random"}
    assert data["doctrines"]["heroes"]["fallback"] == "random"
    assert "doctrine idle, else random" in page(report, "x")


# ---- the page ----


class Reader(HTMLParser):
    """Gathers what a page is made of, and whether its tags are closed in order."""

    VOID = frozenset({"meta", "link", "br", "img", "hr", "input"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


def test_a_page_needs_nothing_from_elsewhere_and_runs_nothing() -> None:
    html = page(report_of(), "affray simulate x")
    found = read(html)
    names = {tag for tag, _ in found.tags}
    assert not names & {"script", "link", "img", "iframe", "object", "form", "base"}
    for _, attributes in found.tags:
        assert not {"src", "href", "style"} & set(attributes)
        assert not any(name.startswith("on") for name in attributes)
    assert "url(" not in html
    assert "@import" not in html
    assert not re.search(r"https?://", html)


def test_every_chart_says_what_it_shows_and_has_a_table_beside() -> None:
    found = read(page(report_of(), "affray simulate x"))
    charts = [attributes for tag, attributes in found.tags if tag == "svg"]
    titles = {attributes["id"] for tag, attributes in found.tags if tag == "title" and attributes}
    assert len(charts) == 4
    assert all(chart["role"] == "img" for chart in charts)
    assert {chart["aria-labelledby"] for chart in charts} == titles
    assert sum(tag == "table" for tag, _ in found.tags) >= len(charts)
    assert [tag for tag, _ in found.tags if re.fullmatch("h[1-6]", tag)][:2] == ["h1", "h2"]


def test_the_numbers_of_the_report_are_in_the_page() -> None:
    report = report_of()
    text = " ".join(" ".join(read(page(report, "affray simulate a --seed 2")).text).split())
    data = report.to_json()
    for result in ("heroes", "foes", "none"):
        assert report_svg.percent(data["win_rate"][result]["estimate"]) in text
        assert report_svg.percent(data["win_rate"][result]["low"]) in text
    for each in data["combatants"]:
        assert each["name"] in text
    for rule, count in data["rulings_defaulted"].items():
        assert f"{rule} {count / 40:.2f}" in text
    assert "affray simulate a --seed 2" in text
    assert "the rules are those of the book" in text


def test_house_rules_are_shown_with_what_the_book_says() -> None:
    report = report_of(duel(dice=3))
    report.changes = HouseRules(ToySystem().rulebook).with_table({"dice": 3}, "x").changed()
    text = " ".join(" ".join(read(page(report, "x")).text).split())
    assert "dice 2 3 toy.strike.roll" in text
    (change,) = report.to_json()["house_rules"]
    assert (change["book"], change["own"]) == (2, 3)


NAMES = ["<script>alert(1)</script>", "ﷺ مرحبا", "🐉" * 40, "a" * 500, "\"'&<>"]


@pytest.mark.parametrize("name", NAMES)
def test_no_name_gets_out_of_its_place(name: str) -> None:
    setup = duel()
    setup.title = name
    setup.about = name
    for block in setup.roster:
        block["name"] = name
    html = page(report_of(setup, fights=5), f"affray simulate '{name}'")
    found = read(html)
    assert "script" not in {tag for tag, _ in found.tags}
    assert name in "".join(found.text)


def test_fights_of_many_rounds_and_none_that_anybody_leaves_fit_the_page() -> None:
    setup = duel(max_rounds=40)
    quiet = ToySystem()
    quiet.targets = lambda fight, who: []  # type: ignore[method-assign]
    sums = simulate(quiet, setup, fights=3, seed=1, jobs=1, watched=1)
    html = page(Report(setup, 1, RANDOM, sums), "x")
    assert "Nobody went out in any fight." in html
    assert "41" in html
    read(html)


def test_columns_hold_several_rounds_each_where_fights_are_long() -> None:
    report = report_of()
    report.sums.rounds = dict.fromkeys(range(1, 41), 1)
    report.sums.combatants["ann"].out_in = dict.fromkeys(range(1, 41), 1)
    text = " ".join(read(page(report, "x")).text)
    assert "later" not in text
    assert "36-40" in text
    assert "12.5 %" in text  # five rounds of forty


def test_rulings_are_told_in_the_words_of_the_ledger() -> None:
    report = report_of()
    report.book = ToySystem().rulebook
    rule = "toy.grit.fate"
    report.sums.defaulted[rule] = 12
    known = report.book.rule(rule)
    html = " ".join(" ".join(read(page(report, "x")).text).split())
    assert known.says in html
    assert f"What was taken: {known.default}" in html
    told = "\n".join(lines(report))
    assert known.default in " ".join(told.split())
    assert report.to_json()["rulings"][rule] == {"says": known.says, "default": known.default}


def test_a_report_counts_in_the_unit_of_the_system() -> None:
    report = report_of()
    report.unit = "day"
    text = " ".join(read(page(report, "x")).text)
    assert "How many days" in text
    assert not re.search(r"\brounds?\b", text)
    assert "In which day everybody goes out for good" in text
    assert any(line.startswith("How many days:") for line in lines(report))


# ---- what is not won or lost ----

TALK = {
    "heroes": Ending("the goal is reached", "It is done."),
    "foes": Ending("the goal is not reached", "It is not."),
    "none": Ending("it stays open", "It stays open."),
}


class Talks(ToySystem):
    """Counts which fights were short."""

    def tallies(self, before: ToyFight, after: ToyFight) -> list[str]:
        return ["soon over"] if after.round <= 5 else []


def talk() -> Report:
    setup = duel()
    sums = simulate(Talks(), setup, fights=30, seed=2, jobs=1, watched=1)
    return Report(setup, 2, RANDOM, sums, endings=TALK)


def test_a_report_calls_results_what_the_system_calls_them() -> None:
    report = talk()
    soon = sum(count for number, count in report.sums.rounds.items() if number <= 5)
    assert 0 < report.sums.tallies["soon over"] == soon < 30
    data = report.to_json()
    assert data["endings"]["heroes"] == "the goal is reached"
    assert data["tallies"] == {"soon over": soon / 30}
    told = "\n".join(lines(report))
    assert "How it ends" in told
    assert "the goal is reached" in told
    assert "soon over" in told
    assert "it stays open" not in told  # which never came about
    html = " ".join(read(page(report, "x")).text)
    assert "The goal is reached in" in html
    assert "soon over" in html
    assert "win" not in html


def test_what_is_counted_is_added_up() -> None:
    one, other = talk().sums, talk().sums
    soon = one.tallies["soon over"]
    one.merge(other)
    assert one.tallies == {"soon over": 2 * soon}


def test_a_fight_is_won_and_counts_nothing_else() -> None:
    told = "\n".join(lines(report_of()))
    assert "Who wins" in told
    assert "nobody" in told
    assert "What came about" not in told


def test_where_no_time_is_counted_rounds_are_not_spoken_of() -> None:
    report = talk()
    report.sums.rounds = {0: 30}
    assert "rounds" not in "\n".join(lines(report)).casefold()
    assert "which last" not in page(report, "x")
