"""What is committed as it came, the style sheet, and the few sums of a drawing."""

from __future__ import annotations

import hashlib
import re

import pytest

from affray.web.gallery import PAGES, show
from affray.web.looks import (
    MOST_TOGETHER,
    STATIC,
    TEMPLATES,
    bar_parts,
    branches,
    cut,
    die_outline,
    listed,
    next_theme,
    number,
    option_dom,
    option_label,
    question_dom,
    render,
    static_version,
)


def test_what_others_wrote_is_as_it_came() -> None:
    told = (STATIC / "VERSIONS.txt").read_text(encoding="utf-8")
    files = dict(re.findall(r"^(\S+\.js) .* sha256 ([0-9a-f]{64})$", told, re.MULTILINE))
    assert set(files) == {"htmx.min.js", "hx-sse.min.js"}
    for name, digest in files.items():
        assert hashlib.sha256((STATIC / name).read_bytes()).hexdigest() == digest


def test_the_version_changes_with_the_files(tmp_path, monkeypatch) -> None:
    assert re.fullmatch("[0-9a-f]{12}", static_version())
    (tmp_path / "a.css").write_text("a")
    monkeypatch.setattr("affray.web.looks.STATIC", tmp_path)
    before = static_version.__wrapped__()
    (tmp_path / "a.css").write_text("b")
    assert static_version.__wrapped__() != before


def test_both_ways_to_the_light_theme_have_the_same_colours() -> None:
    css = (STATIC / "affray.css").read_text(encoding="utf-8")
    blocks = re.findall(r'\[data-theme="(?:dark|light)"\]\)? \{(.*?)\}', css, re.DOTALL)
    tokens = [sorted(re.findall(r"(--[\w-]+): ([^;]+);", block)) for block in blocks]
    assert len(tokens) == 2
    assert tokens[0] == tokens[1] != []


def test_nothing_comes_from_another_host() -> None:
    for path in [*TEMPLATES.glob("*.html"), *STATIC.glob("affray.css")]:
        assert not re.search(r"https?://|url\(", path.read_text(encoding="utf-8")), path.name


def test_our_scripts_stay_small() -> None:
    assert len((STATIC / "stream.js").read_text(encoding="utf-8").splitlines()) < 64


@pytest.mark.parametrize("name", PAGES)
def test_every_state_renders_from_what_the_contexts_bring(name: str) -> None:
    assert show(name).strip()


def test_a_context_that_lacks_something_shows_nothing_there() -> None:
    assert "There is nothing here" in render("gone.html", {"site": {}})


def test_a_part_of_a_bar_has_the_words_that_fit() -> None:
    parts = [
        {"word": "failure", "percent": "4 %", "x": 0, "width": 4, "tone": "bad"},
        {"word": "success", "percent": "84 %", "x": 4, "width": 84, "tone": "good"},
        {"word": "mixed", "percent": "12 %", "x": 88, "width": 12, "tone": "mid"},
    ]
    shown = bar_parts(parts)
    assert [one["label"] for one in shown] == ["", "12%", "success 84%"]
    assert [one["is_told"] for one in shown] == [False, False, True]
    assert [one["middle"] for one in shown] == ["2", "10", "58"]


def test_dice_differ_by_shape() -> None:
    outlines = [die_outline({"shape": f"d{n}"}) for n in (4, 6, 8, 10, 12, 20, 100)]
    assert len(set(outlines)) == 7
    assert die_outline({"shape": "d7"}) == die_outline({}) not in outlines


def test_names_are_listed_as_people_do() -> None:
    assert listed([]) == ""
    assert listed(["Ada"]) == "Ada"
    assert listed([{"name": "Ada"}, "Bo", "Cy"]) == "Ada, Bo and Cy"
    assert cut("a" * 61) == "a" * 59 + "…"
    assert cut("a" * 60) == "a" * 60
    assert [number(2.0), number(2.25, 2), number(10.0)] == ["2", "2.25", "10"]
    assert [next_theme(t) for t in ("auto", "light", "dark", "x")] == [
        "light",
        "dark",
        "auto",
        "auto",
    ]


def test_a_long_list_of_options_is_parted_by_the_next_word() -> None:
    few = [{"words": ["flee", way]} for way in ("left", "right")]
    many = [
        {"words": ["strike", weapon, f"foe-{n}"]}
        for weapon in ("axe", "bow")
        for n in range(MOST_TOGETHER)
    ]
    flee, strike = branches([{"label": "flee", "options": few}, {"label": "hit", "options": many}])
    assert flee["options"] == few
    assert flee["branches"] == []
    assert strike["options"] == []
    assert strike["count"] == len(many)
    assert [(b["label"], b["count"]) for b in strike["branches"]] == [("axe", 12), ("bow", 12)]


def test_what_is_asked_again_after_an_edit_keeps_its_element() -> None:
    first = {"id": '["book.turn.choice", "choice", "mira", 7, 1]'}
    again = {"id": '["book.turn.choice", "choice", "mira", 7, 2]'}
    assert question_dom(first) == question_dom(again) == "q-7-book-turn-choice-mira"
    other = {"id": '["book.turn.choice", "choice", "tam", 7, 1]'}
    assert question_dom(other) != question_dom(first)
    assert question_dom({"id": "x", "dom": "d"}) == "d"
    one, other = {"value": '["a"]'}, {"value": '["b"]'}
    assert option_dom(one, "q") == option_dom(dict(one), "q") != option_dom(other, "q")


def test_a_label_leaves_out_the_places_that_a_form_fills_in() -> None:
    place = [{"kind": "text"}]
    assert option_label({"label": "A stunt by wits: <text>", "places": place}) == "A stunt by wits"
    assert option_label({"label": "Put in <-2..5> points", "places": place}) == "Put in points"
    assert option_label({"label": "Strike <b>Bo</b>", "places": place}) == "Strike <b>Bo</b>"
    assert option_label({"label": "Strike <text>", "places": []}) == "Strike <text>"
