"""Many combatants: whoever is up can be seen at a glance, without scrolling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import expect
from web_kit import Table

OUT_OF_SIGHT = """() => [...document.querySelectorAll("#people .card")].filter((card) => {
    const box = card.getBoundingClientRect();
    return box.width === 0 || box.top < 0 || box.bottom > innerHeight;
}).map((card) => card.id)"""


@pytest.mark.parametrize(
    ("system", "encounter", "answers", "people"),
    [("vigor", "mill-yard", 14, 10), ("trade", "party", 6, 14)],
)
def test_all_who_are_up_are_in_sight_of_the_gm(
    table: Table,
    context: Callable[..., Any],
    keep: Callable[[Any, str], None],
    system: str,
    encounter: str,
    answers: int,
    people: int,
) -> None:
    begun = table.begin(system=system, encounter=encounter)
    gm = begun.bot(begun.gm)
    for _ in range(answers):
        assert gm.step()
    for size in ("desktop", "tablet"):
        page = context(size).new_page()
        page.goto(f"{table.url}/t/{begun.gm['token']}")
        expect(page.locator("#people .card")).to_have_count(people)
        assert page.evaluate(OUT_OF_SIGHT) == [], size
        cut = page.evaluate(
            """() => [...document.querySelectorAll("#people .name")]
            .filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"""
        )
        assert cut == [], size
        # Nothing that a card says is lost: unfolded, it says it in full.
        tags = page.locator("#people .card:has(.until):has(> details)").first
        tags.locator("summary").click()
        expect(tags.locator(".until").first).to_be_in_viewport()
        assert tags.locator(".until").first.bounding_box()["width"] > 10
        keep(page, f"crowd-{system}-{size}")
        page.close()
