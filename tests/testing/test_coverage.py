"""The count of proofs and citations, over made-up tests and over the tests of this project."""

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import pytest

from affray.kernel.rulebook import Rulebook
from affray.testing.coverage import (
    Coverage,
    CoverageError,
    Unknown,
    coverage,
    coverages,
    strays,
)

TESTS = Path(__file__).parents[1]


def tiny_ledger(*kinds: str) -> Rulebook:
    """A ledger of rules tiny.a.one, tiny.a.two, ... of the given kinds."""
    names = ("one", "two", "three", "four")
    blocks = []
    for name, kind in zip(names, kinds, strict=False):
        block = f'[[rule]]\nid = "tiny.a.{name}"\nsays = "It is so."\nsource = "tiny: A"\n'
        block += f'basis = "stated"\nkind = "{kind}"\n'
        if kind == "ruling":
            block += 'default = "So."\nmode = "tell"\n'
        blocks.append(block)
    return Rulebook.from_toml("\n".join(blocks), "tiny.toml")


BOOK = tiny_ledger("rule", "rule", "ruling", "note")


def covered(
    folder: Path, sources: Mapping[str, str] | str, book: Rulebook = BOOK, **others: str
) -> Coverage:
    write(folder, sources, **others)
    return coverage(book, folder)


def write(folder: Path, sources: Mapping[str, str] | str, **others: str) -> None:
    if isinstance(sources, str):
        sources = {"test_it.py": sources}
    named = {
        "played": "playthroughs/tiny/duel.jsonl",
        "excuses": "playthroughs/tiny/not-cited.toml",
    }
    for name, text in {**sources, **{named[key]: text for key, text in others.items()}}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


HONOURED = {
    "on a test": '@pytest.mark.rule("tiny.a.one")\ndef test_x(): ...',
    "on an asynchronous test": '@pytest.mark.rule("tiny.a.one")\nasync def test_x(): ...',
    "by the short name": '@mark.rule("tiny.a.one")\ndef test_x(): ...',
    "among other marks": '@pytest.mark.slow\n@pytest.mark.rule("tiny.a.one")\ndef test_x(): ...',
    "on a class": '@pytest.mark.rule("tiny.a.one")\nclass TestX:\n  def test_y(self): ...',
    "in a class": 'class TestX:\n  @pytest.mark.rule("tiny.a.one")\n  def test_y(self): ...',
    "in pytestmark": 'pytestmark = pytest.mark.rule("tiny.a.one")\ndef test_x(): ...',
    "in a list": 'pytestmark = [pytest.mark.slow, pytest.mark.rule("tiny.a.one")]',
    "with a type": 'pytestmark: list = [pytest.mark.rule("tiny.a.one")]',
    "in pytestmark of a class": 'class TestX:\n  pytestmark = [pytest.mark.rule("tiny.a.one")]',
    "in a param": (
        '@pytest.mark.parametrize("n", [pytest.param(2, marks=pytest.mark.rule("tiny.a.one"))])\n'
        "def test_x(n): ..."
    ),
    "in a param's list": (
        '@pytest.mark.parametrize("n", [pytest.param(2, marks=[pytest.mark.rule("tiny.a.one")])])\n'
        "def test_x(n): ..."
    ),
    "in a constant": 'CASES = [pytest.param(2, marks=pytest.mark.rule("tiny.a.one"))]',
    "although it may be skipped": (
        '@pytest.mark.skipif(WINDOWS, reason="-")\n@pytest.mark.rule("tiny.a.one")\n'
        "def test_x(): ..."
    ),
}

SWITCHED_OFF = {
    "skipped": '@pytest.mark.skip\n@pytest.mark.rule("tiny.a.one")\ndef test_x(): ...',
    "skipped with a reason": (
        '@pytest.mark.rule("tiny.a.one")\n@pytest.mark.skip(reason="-")\ndef test_x(): ...'
    ),
    "expected to fail": '@pytest.mark.xfail\n@pytest.mark.rule("tiny.a.one")\ndef test_x(): ...',
    "in a skipped class": (
        '@pytest.mark.skip\nclass TestX:\n  @pytest.mark.rule("tiny.a.one")\n  def test_y(s): ...'
    ),
    "in a skipped module": (
        'pytestmark = pytest.mark.skip\n@pytest.mark.rule("tiny.a.one")\ndef test_x(): ...'
    ),
    "in a skipped param": (
        '@pytest.mark.parametrize("n", [pytest.param(2, marks=[pytest.mark.skip, '
        'pytest.mark.rule("tiny.a.one")])])\ndef test_x(n): ...'
    ),
    "as a text only": "'@pytest.mark.rule(\"tiny.a.one\")'\ndef test_x(): ...",
    "another mark": '@pytest.mark.slow("tiny.a.one")\ndef test_x(): ...',
}

UNREADABLE = {
    "no test": ('@pytest.mark.rule("tiny.a.one")\ndef helper(): ...', "line 1"),
    "no test class": ('\n@pytest.mark.rule("tiny.a.one")\nclass X: ...', "line 2"),
    "inside a test": ('def test_x():\n  pytest.mark.rule("tiny.a.one")', "line 2"),
    "an alias": ("rule = pytest.mark.rule", "line 1"),
    "a name": ("@pytest.mark.rule(ID)\ndef test_x(): ...", "not a literal"),
    "a starred list": ("@pytest.mark.rule(*IDS)\ndef test_x(): ...", "not a literal"),
    "a format": ('@pytest.mark.rule(f"tiny.a.{x}")\ndef test_x(): ...', "not a literal"),
    "nothing": ("@pytest.mark.rule()\ndef test_x(): ...", "names no rule"),
    "no call": ("@pytest.mark.rule\ndef test_x(): ...", "line 1"),
    "broken Python": ("def test_x(:", "test_it.py"),
}


class TestProofs:
    @pytest.mark.parametrize("how", HONOURED)
    def test_a_mark_where_pytest_honours_it_is_a_proof(self, how: str, tmp_path: Path) -> None:
        found = covered(tmp_path, HONOURED[how])
        assert list(found.proofs) == ["tiny.a.one"]
        assert found.unproved_rules == ("tiny.a.two",)

    @pytest.mark.parametrize("how", SWITCHED_OFF)
    def test_a_mark_on_a_test_that_does_not_run_proves_nothing(
        self, how: str, tmp_path: Path
    ) -> None:
        assert covered(tmp_path, SWITCHED_OFF[how]).proofs == {}

    @pytest.mark.parametrize("how", UNREADABLE)
    def test_a_mark_that_cannot_count_is_an_error_with_its_line(
        self, how: str, tmp_path: Path
    ) -> None:
        source, said = UNREADABLE[how]
        with pytest.raises(CoverageError) as caught:
            covered(tmp_path, source)
        assert len(caught.value.faults) == 1
        assert caught.value.faults[0].place.startswith("test_it.py")
        assert said in str(caught.value)

    def test_one_mark_names_several_rules_and_each_test_is_told(self, tmp_path: Path) -> None:
        two = '@pytest.mark.rule("tiny.a.one", "tiny.a.three")\ndef test_x(): ...'
        one = 'class TestA:\n  @pytest.mark.rule("tiny.a.one")\n  def test_y(self): ...'
        found = covered(tmp_path, {"test_a.py": two, "deep/test_b.py": one})
        assert found.proofs == {
            "tiny.a.one": ("deep/test_b.py::TestA::test_y", "test_a.py::test_x"),
            "tiny.a.three": ("test_a.py::test_x",),
        }
        assert found.unproved_rulings == ()

    def test_faults_of_all_files_are_told_at_once(self, tmp_path: Path) -> None:
        with pytest.raises(CoverageError) as caught:
            covered(tmp_path, {"a.py": "def (", "b.py": "@pytest.mark.rule()\ndef test_x(): ..."})
        assert len(caught.value.faults) == 2

    def test_a_folder_that_is_not_there_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(CoverageError, match="no such folder"):
            coverage(BOOK, tmp_path / "nowhere")


class TestCitations:
    def test_events_cite_one_rule_or_several_and_other_lines_are_let_be(
        self, tmp_path: Path
    ) -> None:
        lines = [
            '{"rule": "tiny.a.one", "code": "hit"}',
            "",
            '{"note": "no rule here"}',
            '{"rule": ["tiny.a.three", "tiny.a.four"]}',
            '{"rule": null}',
            '["tiny.a.two"]',
            '{"rule": "tiny.a.one"}',
        ]
        found = covered(tmp_path, "", played="\n".join(lines))
        assert found.citations == {
            "tiny.a.one": ("playthroughs/tiny/duel.jsonl",),
            "tiny.a.three": ("playthroughs/tiny/duel.jsonl",),
            "tiny.a.four": ("playthroughs/tiny/duel.jsonl",),
        }
        assert found.uncited == ("tiny.a.two",)

    def test_an_excuse_with_or_without_quotes_stands_for_a_citation(self, tmp_path: Path) -> None:
        excuses = '"tiny.a.one" = "Nobody flies here."\ntiny.a.two = "It is about content."'
        found = covered(tmp_path, "", excuses=excuses)
        assert found.uncited == ("tiny.a.three",)
        assert found.excused["tiny.a.two"] == "It is about content."

    def test_an_excuse_that_is_not_needed_is_told(self, tmp_path: Path) -> None:
        excuses = '"tiny.a.one" = "Never."\n"tiny.a.four" = "A note needs none."'
        found = covered(tmp_path, "", played='{"rule": "tiny.a.one"}', excuses=excuses)
        assert found.excused_but_cited == ("tiny.a.one", "tiny.a.four")

    @pytest.mark.parametrize("line", ["{", "[" * 100_000])
    def test_a_line_that_is_not_json_is_an_error_with_its_number(
        self, line: str, tmp_path: Path
    ) -> None:
        with pytest.raises(CoverageError, match=r"duel\.jsonl, line 2"):
            covered(tmp_path, "", played=f"{{}}\n{line}")

    @pytest.mark.parametrize("excuses", ['"tiny.a.one" = ""', '"tiny.a.one" = 3', "= 3"])
    def test_an_excuse_without_a_reason_is_an_error(self, excuses: str, tmp_path: Path) -> None:
        with pytest.raises(CoverageError, match=r"not-cited\.toml"):
            covered(tmp_path, "", excuses=excuses)


class TestTheWhole:
    def test_unknown_ids_are_told_with_their_place(self, tmp_path: Path) -> None:
        found = covered(
            tmp_path,
            '@pytest.mark.rule("tiny.a.eleven", "other.a.one")\ndef test_x(): ...',
            played='{"rule": "tiny.a.twelve"}\n{"rule": "other.a.one"}',
            excuses='"tiny.a.thirteen" = "Gone."',
        )
        assert found.unknown == (
            Unknown("tiny.a.eleven", "test_it.py::test_x"),
            Unknown("tiny.a.twelve", "playthroughs/tiny/duel.jsonl"),
            Unknown("other.a.one", "playthroughs/tiny/duel.jsonl"),
            Unknown("tiny.a.thirteen", "playthroughs/tiny/not-cited.toml"),
        )
        assert strays([BOOK], tmp_path) == [Unknown("other.a.one", "test_it.py::test_x")]

    def test_everything_proved_and_cited_is_complete(self, tmp_path: Path) -> None:
        marks = '@pytest.mark.rule("tiny.a.one", "tiny.a.two", "tiny.a.three")\ndef test_x(): ...'
        played = '{"rule": ["tiny.a.one", "tiny.a.two"]}'
        assert not covered(tmp_path, marks, played=played).is_complete
        excuses = '"tiny.a.three" = "Outside a fight."'
        assert covered(tmp_path, marks, played=played, excuses=excuses).is_complete

    def test_the_json_form(self, tmp_path: Path) -> None:
        found = covered(tmp_path, HONOURED["on a test"], played='{"rule": "tiny.a.two"}')
        assert json.loads(json.dumps(found.to_json())) == {
            "system": "tiny",
            "counts": {"rule": 2, "ruling": 1, "note": 1},
            "proved": 1,
            "cited": 1,
            "without_proof": {"rules": ["tiny.a.two"], "rulings": ["tiny.a.three"]},
            "without_citation": ["tiny.a.one", "tiny.a.three"],
            "excused": {},
            "excused_but_cited": [],
            "unknown": [],
        }

    def test_kinds_that_a_ledger_lacks_are_counted_as_none(self, tmp_path: Path) -> None:
        found = covered(tmp_path, "", tiny_ledger("rule"))
        assert found.counts == {"rule": 1, "ruling": 0, "note": 0}


class TestThisProject:
    def test_every_rule_of_the_shipped_ledgers_is_proved_and_cited_or_excused(self) -> None:
        books = []
        for system in ("trade", "ix", "vigor", "sixteen"):
            path = files("affray.systems") / system / "rulebook.toml"
            books.append(Rulebook.from_toml(path.read_text(encoding="utf-8"), system))
        found = coverages(books, TESTS)
        assert [unknown for each in found.values() for unknown in each.unknown] == []
        assert strays(books, TESTS) == []
        for each in found.values():
            lacking = (each.unproved_rules, each.unproved_rulings, each.uncited)
            assert each.is_complete, (each.system, *lacking, each.excused_but_cited)


def test_an_event_cites_its_further_rules_too_and_the_kernels_are_in_no_book(
    tmp_path: Path,
) -> None:
    played = json.dumps({"rule": "tiny.a.one", "also": ["tiny.a.two", "kernel.gm.last-word"]})
    found = covered(tmp_path, "", played=played)
    assert list(found.citations) == [rule.id for rule in BOOK.rules][:2]
    assert found.unknown == ()
