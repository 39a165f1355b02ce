"""A page of a seat in a browser, and what somebody does there."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

OPEN = """() => [...document.querySelectorAll(
    "[data-question] [name=question], #undo-form [name=keep], #result h2, .waiting header"
)].map((e) => e.value ?? e.textContent).join()"""
"""What is open on a page and what could be taken back, as one text: another after each answer."""

PRESSES = 5
PATIENCE = 4_000
"""Milliseconds in which a button that is in sight can be pressed, even by a slow browser."""

UNFOLD = (
    "(e) => { for (let d = e.closest('details'); d; d = d.parentElement.closest('details'))"
    " d.open = true; }"
)


class Seat:
    """A page of a seat, and what its browser complained of."""

    def __init__(
        self, page: Page, url: str, keep: Callable[[Any, str], None] | None = None
    ) -> None:
        self.page = page
        self.keep = keep or (lambda page, name: None)
        self.faults: list[str] = []
        self.has_posed = False
        self.refused: list[int] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._hear)
        page.goto(url)

    def _hear(self, message: Any) -> None:
        # A refused answer, a stopped server and a seat taken back are told of as errors, too, by
        # the browser and by the stream that tries again; and a header that only means something
        # over https.
        harmless = ("Failed to load resource", "Cross-Origin-Opener-Policy", "htmx:sse:error")
        # To hold the page still, a picture styles it, which the policy of the page refuses.
        if self.has_posed and "Applying inline style" in message.text:
            return
        if message.type not in ("error", "warning"):
            return
        if not any(text in message.text for text in harmless):
            self.faults.append(f"{message.text} {message.location}")

    def is_live(self) -> None:
        expect(self.page.locator("#link-state")).to_have_text("live", timeout=20_000)

    @property
    def mine(self) -> Locator:
        """The open questions that this seat may answer."""
        return self.page.locator("[data-question]:not(.waiting)")

    def title(self) -> Locator:
        return self.page.locator("[data-question] h2").first

    def says(self, text: str) -> None:
        expect(self.page.locator("#board")).to_contain_text(text)

    def press(self, button: Locator) -> None:
        """Presses a button, unfolding what it lies in, and waits for what is open then.

        The page may draw itself anew, and fold everything, between the two: then both are done
        again, as long as the button is there.
        """
        button.wait_for(state="attached")
        before = self.page.evaluate(OPEN)
        for _ in range(PRESSES):
            button.evaluate(UNFOLD)
            try:
                button.click(timeout=PATIENCE)
                break
            except PlaywrightTimeout:
                if not button.count():
                    break
        else:
            button.click()
        self.page.wait_for_function(f"(before) => ({OPEN})() !== before", arg=before)

    def asked(self, question: Any) -> Locator:
        """Where the page asks that open question of the fight."""
        name = json.dumps(list(question.id))
        return self.page.locator(f"[data-question]:has([name=question][value='{name}'])").first

    def choose(self, question: Any, *key: str) -> None:
        """Takes an option of the open question by its words."""
        self.press(self.option(question, *key))

    def option(self, question: Any, *key: str) -> Locator:
        """The button of an option of the open question, unfolded."""
        button = self.asked(question).locator(f"button.option[value='{json.dumps(key)}']").first
        button.evaluate(UNFOLD)
        return button

    def take_first(self, question: Any) -> None:
        """Takes what the book suggests, or the first option."""
        place = self.asked(question)
        book = place.locator("button.option.book, form.option.book button.btn")
        any_option = place.locator("button.option:not(.offer), form.option:not(.offer) button.btn")
        book.or_(any_option).first.wait_for(state="attached")
        self.press((book if book.count() else any_option).first)

    def type_line(self, question: Any, line: str) -> None:
        """Types the dice of an open roll in as one line: numbers, or symbols with commas."""
        place = self.asked(question)
        place.locator("details[id$=-type]").evaluate("(e) => { e.open = true; }")
        place.locator("[name=faces]").fill(line)
        self.press(place.get_by_role("button", name="Enter these", exact=True))

    def set_dice(self, question: Any, best: str) -> None:
        """Sets each die of an open roll by its select to the face that shows most of a symbol."""
        place = self.asked(question)
        place.locator("details[id$=-type]").evaluate("(e) => { e.open = true; }")
        for field in place.locator("select[name=face]").all():
            faces = field.locator("option").all_text_contents()
            field.select_option(index=max(range(len(faces)), key=lambda n: faces[n].count(best)))
        self.press(place.get_by_role("button", name="Enter these dice"))

    def type_dice(self, face: int) -> None:
        """Types in the dice of the open roll, all of them showing the same face."""
        count = self.mine.locator(".dice .die").count()
        self.mine.locator("[name=faces]").fill(" ".join([str(face)] * count))
        self.press(self.mine.get_by_role("button", name="Enter these"))

    def act(self) -> bool:
        """Answers the open question, if it is this seat's; prefers to attack, and rolls high."""
        if not self.mine.count():
            return False
        question = self.mine.first
        if question.locator("[name=faces]").count():
            self.type_dice(6)
            return True
        for label in ("Attack", "goes next", "Additional damage"):
            buttons = question.locator("button.option", has_text=label)
            if buttons.count():
                self.press(buttons.first)
                return True
        book = question.locator("button.option.book")
        self.press(book.first if book.count() else question.locator("button.option").first)
        return True

    def picture(self, name: str) -> None:
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        self.has_posed = True
        self.keep(self.page, name)
