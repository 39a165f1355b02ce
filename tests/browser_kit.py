"""A page of a seat in a browser, and what somebody does there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

OPEN = """() => [...document.querySelectorAll(
    "[data-question] [name=question], #undo-form [name=keep], #result h2, .waiting header"
)].map((e) => e.value ?? e.textContent).join()"""
"""What is open on a page and what could be taken back, as one text: another after each answer."""


class Seat:
    """A page of a seat, and what its browser complained of."""

    def __init__(
        self, page: Page, url: str, keep: Callable[[Any, str], None] | None = None
    ) -> None:
        self.page = page
        self.keep = keep or (lambda page, name: None)
        self.faults: list[str] = []
        self.refused: list[int] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._hear)
        page.goto(url)

    def _hear(self, message: Any) -> None:
        # A refused answer, a stopped server and a seat taken back are told of as errors, too, by
        # the browser and by the stream that tries again; and a header that only means something
        # over https.
        harmless = ("Failed to load resource", "Cross-Origin-Opener-Policy", "htmx:sse:error")
        if message.type == "error" and not any(text in message.text for text in harmless):
            self.faults.append(message.text)

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
        """Presses a button, unfolding what it lies in, and waits for what is open then."""
        before = self.page.evaluate(OPEN)
        button.evaluate(
            "(e) => { for (let d = e.closest('details'); d; d = d.parentElement.closest('details'))"
            " d.open = true; }"
        )
        button.click()
        self.page.wait_for_function(f"(before) => ({OPEN})() !== before", arg=before)

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
        self.keep(self.page, name)
