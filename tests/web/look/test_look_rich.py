"""A system that brings every kind of thing a page can show, played in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Page, expect
from rich import find_rich, rich
from web_kit import Begun, Table, adopted

from affray.store import open_store


@pytest.fixture(params=["rich"])
def begun(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Begun]:
    path = tmp_path / "rich.sqlite"
    name = request.param
    with open_store(path, find_system=find_rich) as store:
        number = store.begin(find_rich(name), rich(name)).id
    table = Table(path, find_system=find_rich)
    table.start()
    yield adopted(table, number)
    table.close()


Sit = Callable[..., Page]


@pytest.fixture
def sit(begun: Begun, context: Callable[..., Any]) -> Sit:
    def take(who: str, size: str, scheme: str = "dark") -> Page:
        seat = begun.gm
        if who != "gm":
            seat = next(one for one in begun.players if one["holds"] == [who])
        page: Page = context(size, scheme).new_page()
        page.faults = []  # type: ignore[attr-defined]
        page.on("pageerror", lambda error: page.faults.append(str(error)))  # type: ignore[attr-defined]
        page.goto(f"{begun.table.url}/t/{seat['token']}")
        expect(page.locator("#link-state")).to_have_text("live", timeout=20_000)
        return page

    return take


def through_the_door(page: Page) -> None:
    page.locator("[data-question] details[id$=-type] summary").click()
    for number, face in ((0, "2"), (1, "4"), (2, "2")):
        page.locator("select[name=face]").nth(number).select_option(face)
    page.get_by_role("button", name="Enter these dice").click()
    expect(page.locator("#round")).to_have_text("Round 1")


def pick(page: Page, what: str) -> None:
    page.locator("button.option", has_text=what).first.click()
    expect(page.get_by_role("button", name="Lock it in")).to_be_visible()


def test_a_pool_is_shown_die_by_die_and_typed_in_symbol_by_symbol(sit: Sit) -> None:
    gm, ann, bob = sit("gm", "desktop"), sit("ann", "phone", "light"), sit("bob", "phone")
    expect(gm.locator("#round")).to_have_count(0)
    expect(ann.locator(".parts li")).to_have_count(2)
    bob.locator("button.option.offer").click()
    expect(ann.locator(".parts li")).to_have_count(3)
    expect(ann.locator(".parts")).to_contain_text("Bob lends a hand")
    expect(ann.locator(".roll .die")).to_have_count(4)
    gm.locator("#undo").click()
    expect(ann.locator(".parts li")).to_have_count(2)
    through_the_door(ann)
    # Three stars and a moon were rolled, one star went with the cloud.
    for page in (gm, ann, bob):
        rolled = page.locator("#last-roll")
        expect(rolled.locator(".dice .die")).to_have_count(3)
        expect(rolled.locator("[aria-label='day: star moon']")).to_have_count(1)
        stage = rolled.locator(".stages li", has_text="cancelled")
        expect(stage.locator(".mark.gone")).to_have_count(2)
        assert sorted(stage.locator(".mark .unseen").all_text_contents()) == [
            "cloud (cancelled)",
            "star (cancelled)",
        ]
        assert not page.faults  # type: ignore[attr-defined]


def test_a_side_chooses_at_once_and_sees_what_each_has_in_mind(sit: Sit) -> None:
    gm, ann, bob = sit("gm", "desktop"), sit("ann", "phone"), sit("bob", "phone", "light")
    through_the_door(ann)
    pick(ann, "Push Eel")
    expect(bob.locator("#pick-ann")).to_contain_text("Push Eel")
    expect(bob.locator("#pick-ann")).to_contain_text("not final")
    expect(gm.locator("#pick-ann")).to_contain_text("Push Eel")
    pick(ann, "Push Fox")
    expect(bob.locator("#pick-ann")).to_contain_text("Push Fox")
    expect(ann.locator("button.option[aria-pressed=true]")).to_have_count(1)
    ann.get_by_role("button", name="Lock it in").click()
    expect(bob.locator("#pick-ann")).to_contain_text("locked in")
    # The GM answers for whoever is not there; what is open stays open for the others.
    gm.locator("#pick-cat details summary").click()
    gm.locator("#pick-cat button.option", has_text="Rest").click()
    expect(bob.locator("#pick-cat")).to_contain_text("locked in")
    expect(bob.locator("[data-question] h2").first).to_have_text("What does Bob mean to do?")


def test_where_everybody_stands_is_drawn_and_told(sit: Sit) -> None:
    gm, ann = sit("gm", "desktop"), sit("ann", "phone")
    picture = ann.locator("#map svg[role=img]")
    expect(picture).to_have_attribute("aria-label", re.compile("Ann at 0, 0; Bob at 10, 5"))
    expect(ann.locator("#map .token")).to_have_count(6)
    expect(ann.locator("#map")).not_to_contain_text("lies in wait")
    expect(gm.locator("#map")).to_contain_text("where Fox lies in wait")
    ann.locator("#distances summary").click()
    near = ann.locator("#distances dl > div", has=ann.locator("dt", has_text="Ann"))
    expect(near).to_contain_text("11.2 feet (off) Bob")
    expect(near.locator("dd span").last).to_have_text("40 feet (off) Fox")
    gm.locator("#change-fox").click()
    gm.get_by_role("button", name="Hide from players").click()
    expect(ann.locator("#map .token")).to_have_count(5)
    assert "Fox" not in ann.content()
    expect(ann.locator("#counters")).to_contain_text("luck")


def test_two_pools_many_spends_and_a_moment_to_step_in(begun: Begun, sit: Sit) -> None:
    gm, ann, bob = sit("gm", "desktop"), sit("ann", "phone"), sit("bob", "phone")
    through_the_door(ann)
    for who, label in (("ann", "Push Eel"), ("bob", "Rest"), ("cat", "Rest"), ("eel", "Push Bob")):
        entry = gm.locator(f"#pick-{who}")
        entry.locator("details summary").click()
        entry.locator("button.option", has_text=label).click()
        expect(entry).to_contain_text("locked in")
    entry = gm.locator("#together li", has=gm.locator("b", has_text="Fox"))
    if entry.locator("button.option:visible").count() == 0:
        entry.locator("details summary").click()
    entry.locator("button.option", has_text="Rest").click()
    # Two pools, each read for itself.
    expect(ann.locator("[data-question] .pool")).to_have_count(2)
    ann.locator("[name=faces]").fill("15 3 4")
    ann.get_by_role("button", name="Enter these", exact=True).click()
    expect(ann.locator("#last-roll .pool")).to_have_count(2)
    # Many things at once, within what there is.
    purse = ann.locator(".spend").first
    purse.get_by_label(re.compile("Shove")).fill("3")
    expect(purse.locator("output")).to_have_text("0 left of 3")
    purse.get_by_label(re.compile("Roar")).check()
    expect(purse.locator("output")).to_have_text("1 too many")
    purse.get_by_label(re.compile("Shove")).fill("1")
    expect(purse.locator("output")).to_have_text("1 left of 3")
    ann.get_by_role("button", name="Take this").click()
    expect(gm.locator("#counters")).to_contain_text("2 of 5")
    # The foe lets it happen; then the foe pushes, and Bob is asked, and need not be again.
    gm.get_by_role("button", name="Let it happen").click()
    gm.locator("[name=faces]").fill("12 1 1")
    gm.get_by_role("button", name="Enter these", exact=True).click()
    gm.get_by_role("button", name="Take this").click()
    expect(bob.locator("[data-question] h2").first).to_have_text("Bob is pushed. Dig in?")
    bob.get_by_text("Do not ask me this for a while").click()
    bob.get_by_role("button", name="Until the round ends").click()
    expect(bob.locator("#middle")).to_contain_text("Bob is not asked: when you are pushed")
    for page in (gm, ann, bob):
        assert not page.faults  # type: ignore[attr-defined]


@pytest.mark.parametrize("begun", ["line"], indirect=True)
def test_a_line_has_its_steps_and_those_who_share_a_place(
    sit: Sit, serious: Callable[[Any], list[str]]
) -> None:
    ann = sit("ann", "phone", "light")
    assert ann.locator("#map .along svg text.tick").count() >= 4
    expect(ann.locator("#map .token")).to_have_count(6)
    places = ann.eval_on_selector_all(
        "#map .token", "all => all.map((e) => e.getBoundingClientRect().toJSON())"
    )
    centres = {(round(p["x"] + p["width"] / 2), round(p["y"] + p["height"] / 2)) for p in places}
    assert len(centres) == 6
    assert not serious(ann)
