"""The GM's hand in a browser: what holds between two, chosen, unsaid and taken back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("playwright")

from browser_kit import Seat
from playwright.sync_api import expect
from web_kit import Table


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_cover_is_chosen_unsaid_and_taken_back(
    table: Table, sit: Callable[..., Seat], size: str
) -> None:
    begun = table.begin(system="vigor", encounter="the-captain")
    gm = sit(table, begun.gm, size)
    page = gm.page
    card = page.locator("li.card", has_text="Pell Voss")
    tag = card.locator(".tag", has_text="half cover from Toll captain")
    page.locator("#open-hand").click()
    cover = page.locator("#scene-two-2")
    cover.locator("summary").click()
    cover.locator("[name=other]").select_option(label="Pell Voss")
    cover.locator("[name=from]").select_option(label="Toll captain")
    cover.locator("select[name=value]").select_option("half")
    gm.picture(f"hand-cover-{size}")
    cover.get_by_role("button", name="Set").click()
    said = cover.get_by_text("Pell Voss from Toll captain: half")
    expect(said).to_be_visible()
    expect(tag).to_be_attached()
    cover.get_by_role("button", name="As it is").click()
    expect(said).to_have_count(0)
    expect(tag).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator("#undo").click()
    expect(tag).to_be_attached()
    page.locator("#open-hand").click()
    expect(said).to_be_visible()
    assert not gm.faults
