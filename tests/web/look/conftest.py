"""A browser for the tests of the look: one a run, one context a seat."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("jinja2")

CSP = (
    "default-src 'self'; img-src 'self' data:; base-uri 'self'; form-action 'self'; "
    "frame-ancestors 'none'"
)
AXE_RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
PICTURES = os.environ.get("AFFRAY_PICTURES")
"""A folder in which pictures of the pages are kept; none are taken without it."""
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}


def find_browser() -> str | None:
    """The browser to drive: AFFRAY_BROWSER, or a Chromium on the path, or that of a Mac."""
    named = os.environ.get("AFFRAY_BROWSER")
    if named:
        return named
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
    mac = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    return str(mac) if mac.exists() else None


@pytest.fixture(scope="session")
def browser_path() -> str:
    found = find_browser()
    if found is None:
        why = "no browser: install chromium, or name one in AFFRAY_BROWSER"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    return found


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Any]:
    """One browser a module: while it lives, its event loop runs in the thread of the tests, where
    the tests of the server want to start one of their own."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=15_000)  # a busy machine shows late what a quiet one shows at once
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(
            executable_path=browser_path,
            args=["--disable-gpu", "--disable-quic", "--disable-dev-shm-usage"],
        )
        yield made
        made.close()


@pytest.fixture
def context(browser: Any) -> Iterator[Callable[..., Any]]:
    """Makes contexts: `context("phone", "dark")`; all are closed at the end of the test."""
    made = []

    def make(size: str, scheme: str = "dark", **more: Any) -> Any:
        width, height = SIZES[size]
        options: dict[str, Any] = {
            "viewport": {"width": width, "height": height},
            "color_scheme": scheme,
            "reduced_motion": "reduce",
        }
        if size == "phone":
            options |= {"is_mobile": True, "has_touch": True, "device_scale_factor": 2}
        one = browser.new_context(**(options | more))
        one.set_default_timeout(10_000)
        made.append(one)
        return one

    yield make
    for one in made:
        one.close()


@pytest.fixture(scope="session")
def keep() -> Callable[[Any, str], None]:
    """Keeps a picture of a page under a name, where AFFRAY_PICTURES says so."""

    def take(page: Any, name: str) -> None:
        if PICTURES:
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))

    return take


@pytest.fixture
def sit(context: Callable[..., Any], keep: Callable[[Any, str], None]) -> Callable[..., Any]:
    """Sits down at a seat of a table: its page, live, at a size and in a theme."""

    def take(table: Any, seat: dict[str, Any], size: str, scheme: str = "dark") -> Any:
        from browser_kit import Seat

        taken = Seat(context(size, scheme).new_page(), f"{table.url}/t/{seat['token']}", keep)
        taken.is_live()
        return taken

    return take


AXE = """async (only) => {
    const found = await axe.run(document, {
        runOnly: only, resultTypes: ["violations"], selectors: false, elementRef: false,
    });
    return found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
        .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((n) => n.html.slice(0, 160))}`);
}"""
"""Only what keeps somebody out comes back: telling all that was looked at takes long."""


@pytest.fixture(scope="session")
def serious() -> Callable[..., list[str]]:
    """What axe-core finds on a page that keeps somebody out, as texts; of all rules or of some."""
    from axe_playwright_python.base import AXE_SCRIPT

    def look(page: Any, rules: list[str] | None = None) -> list[str]:
        only: Any = AXE_RULES if rules is None else {"type": "rule", "values": rules}
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        found: list[str] = page.evaluate(AXE, only)
        return found

    return look


class _Handler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", CSP)
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture(scope="session")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address under which the gallery is served, with the policy of the product."""
    from affray.web.gallery import write

    folder = tmp_path_factory.mktemp("gallery")
    write(folder)
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(_Handler, directory=str(folder))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
