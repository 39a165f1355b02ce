"""Nothing that a page does is refused by its own policy, and nothing is complained of."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("playwright")

from browser_kit import Seat
from playwright.sync_api import expect
from web_kit import Table

Sit = Callable[..., Seat]


@pytest.mark.parametrize("encounter", ["trade/duel", "sixteen/ford"])
def test_the_browser_has_nothing_to_say_of_any_page(table: Table, sit: Sit, encounter: str) -> None:
    system, _, name = encounter.partition("/")
    begun = table.begin(system=system, encounter=name)
    gm = sit(table, begun.gm, "desktop")
    player = sit(table, begun.players[0], "phone")
    spectator = sit(table, begun.spectator, "desktop", "light")
    gm.page.locator("#open-hand").click()
    expect(gm.page.locator("#hand-all")).to_be_visible()
    gm.page.keyboard.press("Escape")
    gm.page.locator("button.change").first.click()
    expect(gm.page.locator("#hand-one-body form").first).to_be_attached()
    gm.page.keyboard.press("Escape")
    bot = begun.bot(begun.gm)
    for _ in range(12):
        if not bot.step():
            break
    gm.page.wait_for_timeout(500)
    for seat in (gm, player, spectator):
        assert seat.faults == []
