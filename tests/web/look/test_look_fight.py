"""A whole fight in a browser: a GM on a laptop, players on phones, and what gets in the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright")

from browser_kit import OPEN, Seat
from playwright.sync_api import expect
from web_kit import Table

ENCOUNTER = """
system = "trade"
title = "The bridge at low water"

[[heroes]]
use = "tobin-fray"

[[heroes]]
use = "maren-holt"

[[foes]]
use = "bridge-blade"

[scene]
drop = "nobody"
near = "all"
between = "a wet plank bridge"
"""


def everybody_sees(seats: list[Seat], text: str) -> None:
    for seat in seats:
        expect(seat.page.locator("#log")).to_contain_text(text)


def test_a_fight_is_played_to_its_end_by_people_at_three_screens(
    table: Table,
    sit: Callable[..., Seat],
    context: Callable[..., Any],
    serious: Callable[[Any], list[str]],
) -> None:
    begun = table.begin(encounter="", text=ENCOUNTER)
    tobin_seat, maren_seat = begun.players
    gm = sit(table, begun.gm, "desktop")
    tobin = sit(table, tobin_seat, "phone")
    maren = sit(table, maren_seat, "phone", "light")

    # The players' question is shared: one of them answers it.
    expect(gm.title()).to_have_text("Who goes next?")
    tobin.press(tobin.page.get_by_role("button", name="Tobin Fray goes next"))
    expect(tobin.page.locator("#turn-sign")).to_be_visible()
    expect(tobin.page).to_have_title("Your turn: The bridge at low water")
    expect(maren.page.locator("#turn-sign")).to_have_count(0)
    tobin.picture("player-turn-phone-dark")
    gm.picture("gm-turn-desktop-dark")

    # Tobin attacks; while the roll is open the GM changes a number, and the roll stays open.
    tobin.press(tobin.mine.locator("button.option", has_text="Attack").first)
    expect(tobin.title()).to_contain_text("rolls to strike")
    gm.page.locator("#change-bridge-blade").click()
    hand = gm.page.locator("#hand-one")
    expect(hand).to_contain_text("Bridge-blade")
    hand.locator("input[name=value]").first.fill("40")
    hand.get_by_role("button", name="Set HP").click()
    expect(gm.page.locator("#card-bridge-blade .of")).to_have_text("40 / 40")
    expect(hand.locator("input[name=value]").first).to_have_value("40")
    assert not serious(gm.page)
    gm.page.keyboard.press("Escape")
    expect(hand).to_be_hidden()
    expect(tobin.title()).to_contain_text("rolls to strike")

    # Dice from the table: too many are refused and told, and nothing is lost; then the right ones.
    tobin.mine.locator("[name=faces]").fill("6 6 6 6 6 6 6 6 6")
    tobin.mine.get_by_role("button", name="Enter these").click()
    expect(tobin.page.locator("#message")).to_contain_text("faces")
    expect(tobin.mine.locator("[name=faces]")).to_have_value("6 6 6 6 6 6 6 6 6")
    tobin.type_dice(6)
    expect(tobin.page.locator("#message")).to_be_empty()
    expect(gm.page.locator("#last-roll")).to_contain_text("Success")
    everybody_sees([gm, tobin, maren], "The dice: 6")
    assert not serious(maren.page)
    maren.picture("player-waits-phone-light")

    # On to the turn of Maren, and back across its beginning.
    marens = gm.page.locator("[data-question] h2", has_text="What does Maren Holt do?")
    for _ in range(12):
        if marens.count() or not (tobin.act() or gm.act()):
            break
    expect(maren.page.locator("#turn-sign")).to_be_visible()
    undone = 0
    while undone < 6:
        gm.press(gm.page.locator("#undo"))
        undone += 1
        try:
            expect(marens).to_have_count(0, timeout=3000)
            break
        except AssertionError:
            continue  # one more answer lies before the turn's beginning
    expect(maren.page.locator("#turn-sign")).to_have_count(0)
    for seat in (gm, tobin, maren):
        expect(seat.page.locator("#log .gone")).not_to_have_count(0)
    for _ in range(undone):
        gm.press(gm.page.locator("#redo"))
    expect(maren.page.locator("#turn-sign")).to_be_visible()

    # The server stops and starts again: pages say so and come back by themselves.
    table.stop()
    expect(maren.page.locator("#link-state")).to_contain_text("reconnecting", timeout=20_000)
    table.start()
    for seat in (gm, tobin, maren):
        seat.is_live()
    expect(maren.page.locator("#turn-sign")).to_be_visible()

    # Somebody comes late and watches.
    watcher = sit(table, begun.spectator, "tablet")
    everybody_sees([watcher], "The dice: 6")
    watcher.picture("spectator-tablet-dark")
    assert watcher.page.locator("[data-question] button").count() == 0

    # Maren's seat is taken away, and somebody else comes late and sits down for her.
    gm.page.goto(gm.page.url + "seats")
    gm.page.get_by_role("button", name="Take the seat away from Maren Holt").click()
    expect(maren.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    gm.page.get_by_label("Name", exact=True).fill("Nadia")
    gm.page.get_by_label("Maren Holt", exact=True).last.check()
    gm.page.get_by_role("button", name="Make the seat").click()
    link = gm.page.locator("section", has_text="Player: Nadia").locator("input[readonly]")
    again = Seat(context("phone", "light").new_page(), link.input_value())
    again.is_live()
    expect(again.page.locator("#turn-sign")).to_be_visible()
    gm.picture("seats-desktop-dark")
    gm.page.get_by_role("link", name="Back to the fight").click()
    gm.is_live()

    # To the end; everybody sees the same.
    seats = [tobin, again, gm]
    for _ in range(120):
        if gm.page.locator("#result").count() or not any(seat.act() for seat in seats):
            break
    text = gm.page.locator("#result h2").text_content()
    assert text in ("The heroes have won.", "The foes have won.", "Nobody has won.")
    for seat in (tobin, again):
        expect(seat.page.locator("#result h2")).to_have_text(text)
    expect(watcher.page.locator("#now")).to_have_text(text)
    gm.picture("gm-ended-desktop-dark")
    again.picture("player-ended-phone-light")
    for seat in (gm, tobin, maren, again, watcher):
        assert not seat.faults


def test_a_question_can_be_answered_by_keyboard_alone(
    table: Table, sit: Callable[..., Seat]
) -> None:
    begun = table.begin(encounter="duel")
    gm = sit(table, begun.gm, "desktop")
    expect(gm.title()).to_contain_text("What does Tobin Fray do?")
    branch = gm.page.locator("[data-question] details.branch").first
    branch.locator("summary").focus()
    if branch.get_attribute("open") is not None:
        gm.page.keyboard.press("Enter")
        expect(branch.locator("button").first).to_be_hidden()
    gm.page.keyboard.press("Enter")
    option = branch.locator("button.option", has_text="Attack").first
    expect(option).to_be_visible()
    option.focus()
    gm.page.keyboard.press("Enter")
    expect(gm.title()).to_contain_text("rolls to strike")
    # What had the focus is gone; the question that came has it.
    expect(gm.title()).to_be_focused()
    gm.page.keyboard.press("Tab")
    assert gm.page.evaluate("document.activeElement.closest('[data-question]') !== null")


def test_a_whole_fight_is_played_by_keyboard_alone(table: Table, sit: Callable[..., Seat]) -> None:
    begun = table.begin(encounter="duel")
    gm = sit(table, begun.gm, "desktop")
    page = gm.page
    wanted = """() => {
        const is = (which) => document.activeElement.matches(`[data-question] ${which}`);
        if (is("button.option") || is(".roll button.main")) return "take";
        return is("details.branch:not([open]) > summary") ? "open" : ""; }"""
    page.locator("[data-question] h2").first.focus()
    for _ in range(150):
        if page.locator("#result").count():
            break
        before = page.evaluate(OPEN)
        for _ in range(25):
            page.keyboard.press("Tab")
            found = page.evaluate(wanted)
            if found == "open":
                page.keyboard.press("Enter")
            elif found == "take":
                break
        assert found == "take", page.evaluate("document.activeElement.outerHTML")[:200]
        page.keyboard.press("Enter")
        page.wait_for_function(f"(before) => ({OPEN})() !== before", arg=before)
        # The focus went on to what is open now, or stayed on the table.
        assert page.evaluate("document.querySelector('#middle').contains(document.activeElement)")
    expect(page.locator("#result h2")).to_be_visible()
    assert not gm.faults


def test_a_line_of_the_log_takes_play_back_to_it(table: Table, sit: Callable[..., Seat]) -> None:
    begun = table.begin(encounter="duel")
    gm = sit(table, begun.gm, "desktop")
    player = sit(table, begun.players[0], "phone")
    gm.press(gm.mine.locator("button.option", has_text="Attack").first)
    gm.type_dice(6)
    everybody_sees([player], "The dice: 6")
    line = gm.page.locator("#log li", has_text="attacks")
    line.first.get_by_role("button", name="Take back to before this").click()
    expect(gm.title()).to_contain_text("What does Tobin Fray do?")
    expect(player.page.locator("#log li", has_text="The dice: 6").locator(".gone")).to_have_count(1)
    assert player.page.locator("#log .back").count() == 0


def test_single_keys_play_only_where_they_are_switched_on(
    table: Table, sit: Callable[..., Seat]
) -> None:
    begun = table.begin(encounter="duel")
    gm = sit(table, begun.gm, "desktop")
    gm.press(gm.mine.locator("button.option", has_text="Attack").first)
    roll = gm.mine.locator("button.main")
    expect(roll).to_be_visible()
    gm.page.keyboard.press("r")
    gm.page.keyboard.press("u")
    gm.page.locator("#open-hand").click()
    gm.page.locator("#keys").check()
    gm.page.keyboard.press("Escape")
    gm.page.locator("[name=faces]").focus()
    gm.page.keyboard.press("r")
    expect(gm.page.locator("[name=faces]")).to_have_value("r")
    expect(roll).to_be_visible()
    gm.title().focus()
    gm.page.keyboard.press("r")
    expect(gm.page.locator("#last-roll")).to_be_visible()


def test_text_half_typed_and_what_was_unfolded_outlive_an_update(
    table: Table, sit: Callable[..., Seat]
) -> None:
    begun = table.begin(encounter="", text=ENCOUNTER)
    gm = sit(table, begun.gm, "desktop")
    tobin = sit(table, begun.players[0], "phone")
    gm.press(gm.page.get_by_role("button", name="Tobin Fray goes next"))
    tobin.press(tobin.mine.locator("button.option", has_text="Attack").first)
    faces = tobin.mine.locator("[name=faces]")
    faces.fill("5 4")
    tobin.page.locator("#more-tobin-fray summary").click()
    gm.page.locator("#change-maren-holt").click()
    gm.page.locator("#hand-one input[name=value]").first.fill("4")
    gm.page.get_by_role("button", name="Set health").click()
    expect(tobin.page.locator("#card-maren-holt .of")).to_have_text("4 / 10")
    expect(faces).to_have_value("5 4")
    expect(faces).to_be_visible()
    expect(tobin.page.locator("#more-tobin-fray dl")).to_be_visible()


def test_why_opens_the_rule_in_its_place(table: Table, sit: Callable[..., Seat]) -> None:
    begun = table.begin(encounter="duel")
    gm = sit(table, begun.gm, "desktop")
    line = gm.page.locator("#log li", has_text="turn: 2 actions")
    line.locator("summary").click()
    expect(line.locator(".rule-words")).to_contain_text("trade.turn.")
    expect(line.locator(".rule-words")).to_contain_text("Source")
    line.locator("summary").click()
    expect(line.locator(".rule-words")).to_be_hidden()


def test_a_page_over_plain_http_by_name_plays_as_well(
    table: Table, browser: Any, request: pytest.FixtureRequest
) -> None:
    """A phone on the local network is not on localhost: no secure context, no clipboard."""
    begun = table.begin(encounter="duel")
    made = browser.browser_type.launch(
        executable_path=request.getfixturevalue("browser_path"),
        args=["--disable-gpu", "--host-resolver-rules=MAP affray.test 127.0.0.1"],
    )
    try:
        page = made.new_context(viewport={"width": 390, "height": 844}).new_page()
        token = begun.players[0]["token"]
        seat = Seat(page, f"http://affray.test:{table.port}/t/{token}")
        seat.is_live()
        assert page.evaluate("window.isSecureContext") is False
        seat.press(seat.mine.locator("button.option", has_text="Attack").first)
        expect(seat.title()).to_contain_text("rolls to strike")
        assert not seat.faults
    finally:
        made.close()
