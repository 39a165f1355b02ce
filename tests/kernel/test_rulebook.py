"""Ledgers as data: the four that are shipped, faulty ones, house rules, typed records."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.kernel.rulebook import (
    LARGEST,
    Change,
    HouseRules,
    HouseRulesError,
    LedgerError,
    Rulebook,
    UnknownName,
    UnknownRule,
    fill,
    uncovered,
)
from affray.testing.ledger import loose_ends

SYSTEMS = ("trade", "ix", "vigor", "sixteen")


def shipped(system: str) -> Rulebook:
    path = files("affray.systems") / system / "rulebook.toml"
    return Rulebook.from_toml(path.read_text(encoding="utf-8"), f"{system}/rulebook.toml")


BOOKS = {system: shipped(system) for system in SYSTEMS}
TRADE = BOOKS["trade"]

SMALL = """
[[rule]]
id = "tiny.roll.pool"
says = "A fighter rolls as many d6 as its stat."
source = "tiny: Rolling"
basis = "stated"
kind = "rule"

[[rule]]
id = "tiny.roll.cocked"
says = "The GM says whether a cocked die counts."
source = "tiny: Rolling"
basis = "filled"
why = "The text is silent on dice that lean."
kind = "ruling"
default = "It is rolled again."
mode = "tell"

[[rule]]
id = "tiny.end.pool"
says = "A fight ends when one side is out; see tables.values.stat."
source = "tiny: The end of a pool"
basis = "stated"
kind = "note"

[tables.values]
title = "Numbers"
basis = "stated"
rules = ["tiny.roll.pool"]
source = "tiny: Rolling"
rows = [
  { id = "stat", value = 3, unit = "dice", rule = "tiny.roll.pool" },
  { id = "spread", value = [3, 2], unit = "dice", basis = "filled", why = "Ours.", \
rule = "tiny.roll.pool" },
  { id = "cocked", value = 1, unit = "dice", rule = "tiny.roll.cocked" },
]

[tables.house-rules]
title = "Switches"
basis = "filled"
why = "Doubts."
rules = ["tiny.roll.cocked"]
source = "tiny: Rolling"
rows = [
  { id = "cocked", question = "Does it count?", options = ["never", "always"], \
default = "never", does = "always: as it lies", rule = "tiny.roll.cocked" },
  { id = "again", question = "Twice?", options = ["no", "yes"], \
default = "no", does = "yes: twice", rule = "tiny.roll.cocked" },
]
"""


def small(edit: Callable[[str], str] = str) -> Rulebook:
    return Rulebook.from_toml(edit(SMALL), "tiny.toml")


class TestShippedLedgers:
    """The shape is checked by the loader, as every ledger is; here is what it leaves to a test."""

    @pytest.mark.parametrize(
        ("system", "rules", "rulings", "tables"),
        [
            ("trade", 155, 22, 19),
            ("ix", 631, 72, 42),
            ("vigor", 242, 9, 14),
            ("sixteen", 117, 9, 16),
        ],
    )
    def test_nothing_is_lost_on_the_way(
        self, system: str, rules: int, rulings: int, tables: int
    ) -> None:
        book = BOOKS[system]
        assert book.system == system
        assert len(book.rules) == rules
        assert sum(rule.kind == "ruling" for rule in book.rules) == rulings
        assert len(book.tables) == tables

    @pytest.mark.parametrize("system", SYSTEMS)
    def test_every_reference_leads_somewhere(self, system: str) -> None:
        assert loose_ends(BOOKS[system]) == []

    @pytest.mark.parametrize("system", SYSTEMS)
    def test_every_table_serves_the_rules_that_its_rows_name(self, system: str) -> None:
        book = BOOKS[system]
        assert book.values
        assert book.switches
        for table in book.tables.values():
            for row in table.rows:
                if "rule" in row:
                    assert row["rule"] in book, f"tables.{table.name}.{row['id']}"

    @pytest.mark.parametrize("system", SYSTEMS)
    def test_rulings_alone_have_a_default_and_a_mode(self, system: str) -> None:
        for rule in BOOKS[system].rules:
            assert (rule.mode is not None) == (rule.kind == "ruling") == bool(rule.default), rule.id
            assert (rule.basis == "stated") == (rule.why == ""), rule.id

    @pytest.mark.parametrize("system", SYSTEMS)
    def test_no_value_or_switch_gets_in_the_way_of_how_house_rules_are_written(
        self, system: str
    ) -> None:
        book = BOOKS[system]
        names = {*book.values, *book.switches}
        assert "modes" not in names
        for twice in book.values.keys() & book.switches.keys():
            assert f"{twice}-switch" not in names


class TestLookingThingsUp:
    def test_a_rule_with_its_area(self) -> None:
        rule = TRADE.rule("trade.scene.narrative-positions")
        assert (rule.area, rule.kind, rule.basis) == ("scene", "rule", "stated")
        assert rule in TRADE.areas["scene"]
        assert rule.id in TRADE

    def test_areas_keep_the_order_of_the_ledger(self) -> None:
        assert [rule.id for rule in small().areas["roll"]] == ["tiny.roll.pool", "tiny.roll.cocked"]
        assert list(small().areas) == ["roll", "end"]

    def test_an_unknown_rule_comes_with_near_ones(self) -> None:
        with pytest.raises(UnknownRule, match=r"Did you mean tiny\.roll\.cocked") as caught:
            small().rule("tiny.role.coked")
        assert caught.value.near[0] == "tiny.roll.cocked"
        with pytest.raises(UnknownRule) as caught:
            small().rule("elsewhere.at-all.cocked")
        assert caught.value.near == ("tiny.roll.cocked",)

    def test_an_unknown_name_of_any_length_gets_a_short_answer(self) -> None:
        with pytest.raises(UnknownName) as caught:
            small().table("x" * 100_000)
        assert len(str(caught.value)) < 200

    def test_a_table_its_rows_and_their_basis(self) -> None:
        table = small().table("values")
        assert table.row("stat")["value"] == 3
        assert table.basis_of("stat") == ("stated", "")
        assert table.basis_of("spread") == ("filled", "Ours.")
        with pytest.raises(UnknownName, match="Did you mean spread"):
            table.row("spred")

    def test_values_and_switches(self) -> None:
        book = small()
        assert book.value("spread").value == (3, 2)
        assert book.value("stat").basis == "stated"
        assert book.switch("cocked").options == ("never", "always")
        assert book.switch("again").is_yes_or_no
        assert not book.switch("cocked").is_yes_or_no
        with pytest.raises(UnknownName):
            book.value("again")
        with pytest.raises(UnknownName):
            book.switch("stat")

    def test_the_version_follows_the_text_but_not_its_line_ends(self) -> None:
        assert small().version == small().version
        assert small().version == small(lambda text: text.replace("\n", "\r\n")).version
        assert small().version != small(lambda text: text.replace("value = 3", "value = 4")).version

    def test_a_rulebook_can_be_sent_to_another_process(self) -> None:
        house = HouseRules(small()).with_table({"stat": 4}, "here")
        sent = pickle.loads(pickle.dumps(house))  # noqa: S301 (our own bytes)
        assert sent.value("stat") == 4
        assert sent.book.rules == house.book.rules
        error = pickle.loads(pickle.dumps(UnknownRule("rule", "x", ("y",))))  # noqa: S301
        assert error.near == ("y",)


class TestSearch:
    def found(self, words: str) -> list[str]:
        return [rule.id for rule in small().search(words)]

    def test_all_the_words_must_occur_in_any_case(self) -> None:
        assert self.found("COCKED die") == ["tiny.roll.cocked"]
        assert self.found("cocked stat") == []

    def test_words_in_the_id_come_first_then_in_what_it_says_then_in_the_source(self) -> None:
        assert self.found("roll") == ["tiny.roll.pool", "tiny.roll.cocked"]
        assert self.found("pool") == ["tiny.end.pool", "tiny.roll.pool"]  # its source says it too
        assert self.found("rolling stat") == ["tiny.roll.pool"]
        assert self.found("end pool") == ["tiny.end.pool"]

    def test_the_default_and_the_reason_are_searched_too(self) -> None:
        assert self.found("again") == ["tiny.roll.cocked"]
        assert self.found("lean") == ["tiny.roll.cocked"]

    def test_no_words_find_nothing(self) -> None:
        assert self.found("  ") == []


FAULTY = [
    ('id = "tiny.roll.pool"', 'id = "tiny.pool"', "rule number 1", "id"),
    ('id = "tiny.roll.pool"', 'id = "other.roll.pool"', "rule tiny.roll.cocked", "not a rule of"),
    ('id = "tiny.roll.cocked"', 'id = "tiny.roll.pool"', "rule tiny.roll.pool", "same id"),
    ('says = "A fighter', 'sais = "A fighter', "rule tiny.roll.pool", "no says"),
    ('says = "A fighter', 'sais = "A fighter', "rule tiny.roll.pool", "Did you mean says"),
    ('basis = "stated"\nkind = "rule"', 'kind = "rule"', "rule tiny.roll.pool", "no basis"),
    ('kind = "rule"', 'kind = "law"', "rule tiny.roll.pool", "law"),
    ('kind = "rule"', 'kind = "rule"\nmode = "ask"', "rule tiny.roll.pool", "default or a mode"),
    ('kind = "rule"', 'kind = "rule"\nwhy = "So."', "rule tiny.roll.pool", "states it"),
    ('why = "The text is silent on dice that lean."', "", "rule tiny.roll.cocked", "no why"),
    ('default = "It is rolled again."', "", "rule tiny.roll.cocked", "no default"),
    ('mode = "tell"', 'mode = "maybe"', "rule tiny.roll.cocked", "ask, tell, once"),
    ('rules = ["tiny.roll.pool"]', 'rules = ["tiny.roll.pol"]', "tables.values", "tiny.roll.pool"),
    ('rules = ["tiny.roll.pool"]', "rules = []", "tables.values", "serves no rule"),
    ('id = "stat"', 'id = "spread"', "tables.values.spread", "same id"),
    ('id = "stat"', 'id = "Stat!"', "tables.values, row number 1", "id"),
    ("value = 3", "value = 3.5", "tables.values.stat", "3.5"),
    ("value = 3", "value = true", "tables.values.stat", "true"),
    ("value = [3, 2]", "value = []", "tables.values.spread", "whole number"),
    ('basis = "filled", why = "Ours."', 'why = "Ours."', "tables.values.spread", "no basis"),
    ('unit = "dice", rule', 'units = "dice", rule', "tables.values.stat", "Did you mean unit"),
    ('options = ["no", "yes"]', 'options = ["no"]', "tables.house-rules.again", "two different"),
    ('options = ["no", "yes"]', 'options = ["no", "no"]', "tables.house-rules.again", "options"),
    ('default = "never"', 'default = "nie"', "tables.house-rules.cocked", "never, always"),
    ("[tables.values]", "[tables.Values]", "tables.Values", "plain name"),
    ("[tables.values]", "[appendix]\n[tables.values]", "the top", "appendix"),
    ('title = "Numbers"', "title = = 3", "tiny.toml", "line 27"),
]


class TestFaultyLedgers:
    @pytest.mark.parametrize(("good", "bad", "place", "said"), FAULTY)
    def test_the_error_names_file_place_and_fault(
        self, good: str, bad: str, place: str, said: str
    ) -> None:
        assert good in SMALL
        with pytest.raises(LedgerError) as caught:
            small(lambda text: text.replace(good, bad, 1))
        told = [str(fault) for fault in caught.value.faults]
        assert any(line.startswith("tiny.toml") and place in line and said in line for line in told)
        assert all(fault.cure for fault in caught.value.faults)

    def test_all_faults_are_told_at_once(self) -> None:
        with pytest.raises(LedgerError) as caught:
            small(lambda text: text.replace("says =", "#").replace("value = 3", "value = 'x'"))
        assert len(caught.value.faults) == 4

    @pytest.mark.parametrize(
        "text", ["", "rule = 3", "[rule]", "rule = [1]", "tables = 3", "a = " + "[" * 5000]
    )
    def test_what_is_no_ledger_at_all(self, text: str) -> None:
        with pytest.raises(LedgerError, match=r"tiny\.toml"):
            Rulebook.from_toml(text, "tiny.toml")

    @pytest.mark.parametrize("place", ["values", "house-rules"])
    def test_a_system_may_have_no_values_or_switches(self, place: str) -> None:
        book = small(lambda text: text.replace(f"[tables.{place}]", "[tables.other]"))
        assert not (book.values if place == "values" else book.switches)

    @pytest.mark.parametrize(
        ("reference", "said"),
        [
            ("see tiny.roll.nothing", "no rule tiny.roll.nothing"),
            ("see tiny.nowhere.*", "no rule tiny.nowhere.*"),
            ("see tables.weapons", "no table weapons"),
            ("see tables.values.luck", "no row luck"),
        ],
    )
    def test_loose_ends_are_found_in_rules_and_rows(self, reference: str, said: str) -> None:
        for good in ("It is rolled again.", "always: as it lies"):
            book = small(lambda text, good=good: text.replace(good, reference))
            ends = loose_ends(book)
            assert len(ends) == 1
            assert said in ends[0]

    def test_references_that_resolve_are_no_loose_ends(self) -> None:
        fine = "See tiny.roll.*, tiny.roll.pool and tables.values.stat."
        assert loose_ends(small(lambda text: text.replace("It is rolled again.", fine))) == []


def laid(table: Any) -> HouseRules:
    return HouseRules(small()).with_table(table, "fight.toml")


class TestHouseRules:
    def test_without_any_the_book_holds(self) -> None:
        house = HouseRules(small())
        assert house.value("stat") == 3
        assert house.value("spread") == (3, 2)
        assert house.switch("cocked") == "never"
        assert house.mode("tiny.roll.cocked") == "tell"
        assert house.changed() == []
        assert house.plain() == {}

    def test_numbers_words_and_modes(self) -> None:
        house = HouseRules.from_toml(
            small(),
            """
            [house-rules]
            stat = 5
            spread = [4, 1]
            cocked = "always"
            again = true
            [house-rules.modes]
            "tiny.roll.cocked" = "ask"
            """,
            "mine.toml",
        )
        assert house.value("stat") == 5
        assert house.value("spread") == (4, 1)
        assert house.value("cocked") == 1
        assert house.switch("cocked") == "always"
        assert house.switch("again") == "yes"
        assert house.mode("tiny.roll.cocked") == "ask"
        assert house.changed() == [
            Change("value", "stat", "tiny.roll.pool", 3, 5),
            Change("value", "spread", "tiny.roll.pool", (3, 2), (4, 1)),
            Change("switch", "cocked", "tiny.roll.cocked", "never", "always"),
            Change("switch", "again", "tiny.roll.cocked", "no", "yes"),
            Change("mode", "tiny.roll.cocked", "tiny.roll.cocked", "tell", "ask"),
        ]
        assert [c.id for c in house.changed("tiny.roll.pool")] == ["stat", "spread"]

    def test_a_file_of_their_own_needs_no_heading_and_ids_need_no_quotes(self) -> None:
        text = 'stat = 5\n[modes]\ntiny.roll.cocked = "once"'
        house = HouseRules.from_toml(small(), text, "mine.toml")
        assert house.value("stat") == 5
        assert house.mode("tiny.roll.cocked") == "once"

    def test_a_name_that_is_both_is_told_apart_by_its_type(self) -> None:
        assert laid({"cocked": 2}).changed() == [
            Change("value", "cocked", "tiny.roll.cocked", 1, 2)
        ]
        both = laid({"cocked": 2, "cocked-switch": "always"})
        assert (both.value("cocked"), both.switch("cocked")) == (2, "always")
        assert laid(both.plain()).changed() == both.changed()

    def test_a_further_table_lies_over_the_first_and_leaves_it_alone(self) -> None:
        first = laid({"stat": 5, "again": "yes"})
        second = first.with_table({"again": "no"}, "later")
        assert (second.value("stat"), second.switch("again")) == (5, "no")
        assert first.switch("again") == "yes"

    @pytest.mark.parametrize(
        ("table", "said"),
        [
            ({"stta": 5}, "Did you mean stat"),
            ({"stat": "5"}, "a whole number"),
            ({"stat": 5.0}, "a whole number"),
            ({"stat": True}, "a whole number"),
            ({"stat": [5]}, "a whole number"),
            ({"stat": {"a": 1}}, "a whole number"),
            ({"stat": LARGEST + 1}, "out of bounds"),
            ({"stat": -LARGEST - 1}, "out of bounds"),
            ({"spread": [3, LARGEST + 1]}, "out of bounds"),
            ({"spread": 3}, "a list of 2"),
            ({"spread": [3, 2, 1]}, "a list of 2"),
            ({"spread": [3, "2"]}, "a list of 2"),
            ({"spread": []}, "a list of 2"),
            ({"cocked": "alway"}, "Did you mean always"),
            ({"cocked-switch": 3}, "never"),
            ({"cocked": True}, "a whole number"),
            ({"again": "maybe"}, '"no", "yes"'),
            ({"again": 1}, '"no", "yes"'),
            ({"again": ["yes"]}, '"no", "yes"'),
            ({"tiny.roll.pool": "tell"}, "[house-rules.modes]"),
            ({"modes": "ask"}, "[house-rules.modes]"),
            ({"modes": {"tiny.roll.cocked": "never"}}, '"ask", "tell" or "once"'),
            ({"modes": {"tiny.roll.cocked": 3}}, '"ask", "tell" or "once"'),
            ({"modes": {"tiny.roll.cocked": ["ask"]}}, '"ask", "tell" or "once"'),
            ({"modes": {"tiny.roll.pool": "ask"}}, "not a ruling"),
            ({"modes": {"tiny.roll.coked": "ask"}}, "Did you mean tiny.roll.cocked"),
            ({"modes": {"a": {"b": {"c": {"d": "ask"}}}}}, "no rule"),
            ("hello", "[house-rules]"),
            ([], "[house-rules]"),
        ],
    )
    def test_what_does_not_fit_is_told_with_place_and_cure(self, table: Any, said: str) -> None:
        with pytest.raises(HouseRulesError) as caught:
            laid(table)
        assert len(caught.value.faults) == 1
        assert str(caught.value).startswith("fight.toml, house-rules")
        assert said in str(caught.value)

    def test_all_faults_are_told_at_once_and_nothing_is_laid(self) -> None:
        house = HouseRules(small())
        with pytest.raises(HouseRulesError) as caught:
            house.with_table({"stat": 5, "x": 1, "again": 2, "modes": {"y": "ask"}}, "here")
        assert len(caught.value.faults) == 3
        assert house.value("stat") == 3

    def test_broken_toml_is_told_with_its_line(self) -> None:
        with pytest.raises(HouseRulesError, match=r"mine\.toml.*line 2"):
            HouseRules.from_toml(small(), "stat = 5\nspread = = 3", "mine.toml")

    def test_unknown_names_raise(self) -> None:
        house = HouseRules(small())
        with pytest.raises(UnknownName):
            house.value("luck")
        with pytest.raises(UnknownName):
            house.switch("luck")
        with pytest.raises(UnknownRule, match="ruling"):
            house.mode("tiny.roll.pool")

    @given(
        st.fixed_dictionaries(
            {},
            optional={
                "stat": st.integers(-LARGEST, LARGEST),
                "spread": st.lists(st.integers(-LARGEST, LARGEST), min_size=2, max_size=2),
                "cocked": st.integers(-5, 5) | st.sampled_from(["never", "always"]),
                "cocked-switch": st.sampled_from(["never", "always"]),
                "again": st.sampled_from(["no", "yes"]) | st.booleans(),
                "modes": st.fixed_dictionaries(
                    {}, optional={"tiny.roll.cocked": st.sampled_from(["ask", "tell", "once"])}
                ),
            },
        )
    )
    def test_plain_data_reads_back_the_same(self, table: dict[str, Any]) -> None:
        house = laid(table)
        assert laid(house.plain()).changed() == house.changed()

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(["stat", "spread", "again", "modes", "tiny", "roll", "x"]),
                    inner,
                )
            ),
            max_leaves=10,
        )
    )
    def test_whatever_is_handed_in_is_laid_or_refused(self, table: Any) -> None:
        try:
            house = laid(table)
        except HouseRulesError:
            return
        assert isinstance(house.value("stat"), int)


@dataclass(frozen=True, slots=True)
class Numbers:
    stat: int
    spread: tuple[int, ...]
    cocked: int


@dataclass(frozen=True, slots=True)
class Readings:
    cocked: Literal["always", "never"]
    again: bool


@dataclass(frozen=True, slots=True)
class Both:
    cocked: int
    cocked_switch: str


class TestTypedRecords:
    def test_every_field_is_filled_from_what_is_in_force(self) -> None:
        house = laid({"stat": 5, "cocked": "always", "again": "yes"})
        assert fill(Numbers, house) == Numbers(stat=5, spread=(3, 2), cocked=1)
        assert fill(Readings, house) == Readings(cocked="always", again=True)
        assert fill(Both, house) == Both(cocked=1, cocked_switch="always")
        assert fill(Readings, HouseRules(small())).again is False

    def test_fields_that_the_ledger_cannot_fill_are_all_told(self) -> None:
        @dataclass(frozen=True, slots=True)
        class Wrong:
            luck: int
            stat: tuple[int, ...]
            spread: int
            again: Literal["no", "yes", "perhaps"]
            cocked: bool
            stat_switch: str

        with pytest.raises(LedgerError) as caught:
            fill(Wrong, HouseRules(small()))
        assert [fault.place.partition(".")[2] for fault in caught.value.faults] == [
            "luck",
            "stat",
            "spread",
            "again",
            "cocked",
            "stat_switch",
        ]

    def test_what_no_field_covers_is_listed(self) -> None:
        assert uncovered(small(), Numbers) == ["house-rules.cocked", "house-rules.again"]
        assert uncovered(small(), Readings) == ["values.stat", "values.spread", "values.cocked"]
        assert uncovered(small(), Numbers, Readings) == []
        assert uncovered(small(), Both) == ["values.stat", "values.spread", "house-rules.again"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a" + ".a" * 5000 + " = 1", "mine.toml, line 1: it has too many dots"),
        ("stat = 5\n[a" + " . a" * 5000 + "]", "mine.toml, line 2: it has too many dots"),
        ("a = " + "[" * 5000, "mine.toml: it nests too deeply"),
        ("# " + "x" * 200_000, "mine.toml: it has 200002 letters"),
        ("stat = = 5", "mine.toml, line 1, column 8: it is not readable as TOML"),
    ],
)
def test_a_file_that_cannot_be_read_in_time_is_refused_at_once(text: str, fault: str) -> None:
    with pytest.raises(HouseRulesError) as refused:
        HouseRules.from_toml(small(), text, "mine.toml")
    assert str(refused.value).startswith(fault)
