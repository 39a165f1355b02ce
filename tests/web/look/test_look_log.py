"""The log of a page: the latest lines, those before them, and those that leave the latest ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright")

from browser_kit import Seat
from playwright.sync_api import expect
from web_kit import Begun, Bot, Table

from affray.web import showing
from affray.web.showing import Data

WINDOW = 8
SHOWN = """() => [...document.querySelectorAll("#log-earlier li, #log li")]
    .filter((li) => !li.hidden && (li.id || li.classList.contains("turn")))
    .map((li) => li.id || li.textContent)"""
STRUCK = """() => [...document.querySelectorAll("#log-earlier li, #log li")]
    .filter((li) => li.querySelector(".gone")).map((li) => li.id)"""
BUTTONS = """() => [...document.querySelectorAll("#log-earlier .back, #log .back")]
    .map((button) => `line-${button.value}`)"""


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "LOG_LINES", WINDOW)


def sit_down(take: Callable[..., Seat], table: Table, seat: dict[str, Any], size: str) -> Seat:
    """A page that fetches five older lines at a time."""
    taken = take(table, seat, size)

    def smaller(route: Any) -> None:
        reply = route.fetch()
        route.fulfill(response=reply, body=reply.text().replace("LINES = 80", "LINES = 5"))

    taken.page.route("**/log.js", smaller)
    taken.page.reload()
    taken.is_live()
    return taken


def whole(table: Table, seat: dict[str, Any]) -> list[Data]:
    """The whole log as the seat may read it, in parts."""
    (live,) = table.house.hub.fights
    record = table.house.book.seat(seat["id"])
    return showing.log_part(live, record)[0]


def ids(parts: list[Data]) -> list[str]:
    """What is to be seen of it: each heading once, each line once."""
    found = []
    for part in parts:
        found += [part["label"]] if part["label"] else []
        found += [f"line-{line['n']}" for line in part["lines"] if not line["is_heading"]]
    return found


def expect_shown(page: Any, how: str, wanted: list[str]) -> None:
    try:
        page.wait_for_function(f"(wanted) => ({how})().join() === wanted", arg=",".join(wanted))
    except Exception:
        assert page.evaluate(how) == wanted
        raise


def play(bot: Bot, steps: int) -> None:
    for _ in range(steps):
        assert bot.step()


@pytest.mark.usefixtures("short")
def test_every_line_is_shown_once_and_in_order_also_those_that_leave_the_latest(
    table: Table, sit: Callable[..., Seat]
) -> None:
    begun: Begun = table.begin(encounter="party")
    bot = begun.bot(begun.gm)
    play(bot, 14)
    seats = (begun.gm, begun.players[0], begun.spectator)
    sizes = ("desktop", "phone", "tablet")
    pages = [sit_down(sit, table, *each) for each in zip(seats, sizes, strict=True)]
    for seat, taken, size in zip(seats, pages, sizes, strict=True):
        scroll = taken.page.locator(".log-scroll")
        latest = taken.page.evaluate(SHOWN)
        everything = ids(whole(table, seat))
        assert len(latest) < len(everything)
        assert everything[-len(latest) + 1 :] == latest[1:]
        button = taken.page.locator("#show-earlier")
        while not button.evaluate("(one) => one.hidden"):
            before = len(taken.page.evaluate(SHOWN))
            first = taken.page.locator("#log-earlier .line, #log .line").first.element_handle()
            button.dispatch_event("click")
            taken.page.wait_for_function(f"(n) => ({SHOWN})().length > n", arg=before)
            after = taken.page.evaluate(SHOWN)
            assert len(after) - before <= 5 + 1
            assert everything[-len(after) + 1 :] == after[1:]
            if size == "desktop":
                # What was read last is still in sight.
                inner, outer = first.bounding_box(), scroll.bounding_box()
                assert outer["y"] <= inner["y"] < outer["y"] + outer["height"]
        expect_shown(taken.page, SHOWN, everything)

    # Many lines leave the window one by one, on pages that hold what came before.
    play(bot, 10)
    for seat, taken in zip(seats, pages, strict=True):
        expect_shown(taken.page, SHOWN, ids(whole(table, seat)))
        expect(taken.page.locator("#show-earlier")).to_have_attribute("hidden", "")

    # What is taken back is struck out among the older ones, too, and cannot be taken back again.
    (live,) = table.house.hub.fights
    line = next(n for n, one in enumerate(live.play.lines, 1) if one.keep is not None)
    assert bot.post("undo", {"line": line}).is_success
    for seat, taken in zip(seats, pages, strict=True):
        parts = whole(table, seat)
        lines = [line for part in parts for line in part["lines"] if not line["is_heading"]]
        gone = [f"line-{one['n']}" for one in lines if one["taken_back"]]
        assert len(gone) > WINDOW
        expect_shown(taken.page, SHOWN, ids(parts))
        expect_shown(taken.page, STRUCK, gone)
        expect_shown(taken.page, BUTTONS, [f"line-{one['n']}" for one in lines if one["undo"]])
        taken.picture("log-after-undo")
        assert not taken.faults


@pytest.mark.usefixtures("short")
def test_a_seat_reads_of_the_older_lines_what_it_may(table: Table) -> None:
    begun = table.begin(encounter="party")
    play(begun.bot(begun.gm), 14)
    (live,) = table.house.hub.fights
    secret = [n for n, one in enumerate(live.play.lines, 1) if one.event.audience != "all"]
    assert secret
    for seat in (begun.players[0], begun.spectator):
        text = begun.person(seat).get("log?after=0&before=1000").text
        assert all(f'id="line-{n}"' not in text for n in secret)
        between = begun.person(seat).get("log?after=3&before=7").text
        assert 'id="line-3"' not in between
        assert 'id="line-7"' not in between
        assert any(f'id="line-{n}"' in between for n in (4, 5, 6))
