"""Every page in each of its states: nothing sticks out, nothing is refused, anybody can use it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from affray.web.gallery import PAGES, show
from affray.web.gallery.pieces import LONG, MARKUP

pytest.importorskip("playwright")

WHOLE = [name for name in PAGES if name not in ("hand", "estimate", "why", "refused")]
"""The states that are whole pages, not fragments."""
LOOKED_AT = [name for name in WHOLE if not name.endswith("-crowd")]
"""Without those that show more of the same, which takes long to look at."""
SAMPLE = ["gm-pool", "gm-map", "gm-together", "player-pool", "spectator-map", "library", "seats"]


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_no_page_is_wider_than_its_screen(
    gallery: str,
    context: Callable[..., Any],
    keep: Callable[[Any, str], None],
    size: str,
) -> None:
    page = context(size).new_page()
    refused: list[str] = []
    page.on("console", lambda m: refused.append(m.text) if "Content Security" in m.text else None)
    page.on("pageerror", lambda error: refused.append(str(error)))
    wide = []
    for name in WHOLE:
        page.goto(f"{gallery}{name}.html")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(name)
        for scheme in ("light", "dark") if os.environ.get("AFFRAY_PICTURES") else ():
            page.emulate_media(color_scheme=scheme)
            keep(page, f"page-{name}-{size}-{scheme}")
    assert not wide
    assert not refused


@pytest.mark.parametrize(("size", "names"), [("phone", LOOKED_AT), ("desktop", SAMPLE)])
def test_nobody_is_kept_out_of_a_page(
    gallery: str,
    context: Callable[..., Any],
    serious: Callable[..., list[str]],
    size: str,
    names: list[str],
) -> None:
    """Every page in both themes: all that can be found in the one, colours again in the other;
    those that are laid out otherwise on a large screen there as well."""
    page = context(size, "dark").new_page()
    found = {}
    for name in names:
        page.emulate_media(color_scheme="dark")
        page.goto(f"{gallery}{name}.html")
        faults = serious(page)
        page.emulate_media(color_scheme="light")
        faults += serious(page, ["color-contrast"])
        if faults:
            found[name] = faults
    assert not found


@pytest.mark.parametrize("name", ["gm", "player", "player-pool", "player-map", "player-together"])
def test_targets_are_large_enough_for_a_thumb(
    gallery: str, context: Callable[..., Any], name: str
) -> None:
    page = context("phone").new_page()
    page.goto(f"{gallery}{name}.html")
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, summary, select, .foot label, a.btn")]
        .filter((e) => e.offsetParent !== null)
        .filter((e) => Math.min(e.offsetWidth, e.offsetHeight) < 44)
        .map((e) => `${e.tagName} ${e.textContent.trim().slice(0, 30)}`)"""
    )
    assert not small


def test_the_switch_of_the_theme_wins_over_the_device(
    gallery: str, context: Callable[..., Any]
) -> None:
    page = context("desktop", "dark").new_page()
    page.goto(f"{gallery}home.html")
    by_device = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != by_device
    page.emulate_media(color_scheme="light")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == by_device != light


def test_names_are_shown_as_the_text_that_they_are(
    gallery: str, context: Callable[..., Any]
) -> None:
    page = context("desktop").new_page()
    asked: list[str] = []
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    page.goto(f"{gallery}gm-crowd.html")
    names = page.locator(".card .name").all_text_contents()
    assert MARKUP in names
    assert LONG in names
    assert not asked


def test_a_page_needs_no_inline_style_or_script() -> None:
    for name in PAGES:
        text = show(name)
        assert " style=" not in text, name
        assert "<style" not in text, name
        assert "hx-on" not in text, name
        assert "<script>" not in text, name


def test_ids_are_unique_and_forms_go_to_the_seat(gallery: str, context: Callable[..., Any]) -> None:
    page = context("desktop").new_page()
    for name in WHOLE:
        page.goto(f"{gallery}{name}.html")
        twice = page.evaluate(
            """() => { const seen = new Set(); return [...document.querySelectorAll("[id]")]
            .map((e) => e.id).filter((id) => seen.has(id) || !seen.add(id)); }"""
        )
        assert not twice, name


def test_drawers_open_beside_the_table_and_give_the_focus_back(
    gallery: str, context: Callable[..., Any]
) -> None:
    page = context("desktop").new_page()
    page.goto(f"{gallery}gm.html")
    page.get_by_role("button", name="GM’s hand").click()
    drawer = page.locator("#hand-all")
    assert drawer.is_visible()
    assert page.evaluate("document.activeElement.id") == "hand-all-title"
    question = page.locator("[data-question]").bounding_box()
    assert question["x"] + question["width"] <= drawer.bounding_box()["x"]
    page.keyboard.press("Escape")
    assert drawer.is_hidden()
    assert page.evaluate("document.activeElement.id") == "open-hand"


def test_tabs_of_the_player_work_by_keyboard(gallery: str, context: Callable[..., Any]) -> None:
    page = context("phone").new_page()
    page.goto(f"{gallery}player.html")
    assert page.locator("#middle").is_visible()
    assert page.locator("#past").is_hidden()
    page.locator("#tab-act").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#people").is_visible()
    assert page.locator("#middle").is_hidden()
    page.get_by_text("Log", exact=True).click()
    assert page.locator("#past").is_visible()
