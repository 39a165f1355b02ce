"""Draw the pictures of the README and the guides: `python tools/pictures.py [commands|pages]`.

What a command prints becomes text in an SVG, so that it stays sharp, can be searched, and changes
with the program. Pages of the web table are pictures that a browser takes of a fight that is played
here, always the same one; those of things that no fight of trade has are taken of the gallery.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "images"
AFFRAY = str(Path(sys.executable).with_name("affray"))
LINE, LETTER = 19, 8.4

PICTURES = {
    "fight": (["play", "trade/duel", "--auto", "--seed", "12"], 24),
    "odds": (["odds", "ix", "1 mastery 2 ability vs 2 trial"], 16),
}

STYLE = """
text { font: 14px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #2b2622;
  white-space: pre }
rect { fill: #faf6ee; stroke: #d8cdbb }
.typed { fill: #8a3b12; font-weight: bold }
@media (prefers-color-scheme: dark) {
  text { fill: #e9e2d6 } rect { fill: #1d1a17; stroke: #453d33 } .typed { fill: #e8a36f }
}
"""

ENCOUNTER = """
system = "trade"
title = "The toll bridge"

[[heroes]]
use = "tobin-fray"

[[heroes]]
use = "maren-holt"

[[foes]]
use = "bridge-blade"

[[foes]]
use = "ditch-cutter"
count = 2

[scene]
drop = "nobody"
near = "all"
between = "a wet plank bridge"

[house-rules]
hero-health = 12
"""
SIZES = {"wide": (1240, 775), "phone": (390, 760)}
PATIENCE = 30.0


def drawn(command: list[str], lines: list[str]) -> str:
    """The command and what it printed, as an SVG."""
    typed = "affray " + " ".join(f'"{part}"' if " " in part else part for part in command)
    width = max(len(line) for line in [typed, *lines]) * LETTER + 40
    height = (len(lines) + 2) * LINE + 24
    rows = [f'<text class="typed" x="20" y="{LINE + 12}">$ {escape(typed)}</text>']
    rows += [
        f'<text x="20" y="{(number + 2) * LINE + 12}">{escape(line)}</text>'
        for number, line in enumerate(lines, 1)
        if line
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        f'width="{width:.0f}" height="{height}" role="img">\n<title>{escape(typed)}</title>\n'
        f"<style>{STYLE}</style>\n"
        f'<rect x="0.5" y="0.5" width="{width - 1:.0f}" height="{height - 1}" rx="8"/>\n'
        + "\n".join(rows)
        + "\n</svg>\n"
    )


def commands() -> None:
    """Runs each command and writes its picture."""
    plain = {**os.environ, "NO_COLOR": "1", "COLUMNS": "96"}
    for name, (command, most) in PICTURES.items():
        found = subprocess.run(
            [AFFRAY, *command], capture_output=True, text=True, check=True, env=plain
        )
        lines = found.stdout.splitlines()
        (FOLDER / f"{name}.svg").write_text(drawn(command, [*lines[:most], "..."]), "utf-8")


@contextmanager
def table(folder: Path) -> Iterator[tuple[str, str]]:
    """A table that is served; its address and the token of the host."""
    from affray.cli.serve import host_token
    from affray.store import open_store
    from affray.web.app import create_app
    from affray.web.pages import Settings
    from affray.web.server import LOCAL, Server, listening

    taken = listening(LOCAL, 0)
    url = f"http://{LOCAL}:{taken.getsockname()[1]}"
    with taken, open_store(folder / "pictures.sqlite") as store:
        token = host_token(store)
        is_ready = threading.Event()
        shown = ["http://192.168.1.20:8181"]
        server = Server(create_app(store, Settings(store.path, shown, True, 0.0)), is_ready.set)
        runs = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
        runs.start()
        is_ready.wait(PATIENCE)
        yield url, token
        server.stop()
        runs.join(PATIENCE)


class Camera:
    """Browsers of several people, and pictures of what they see."""

    def __init__(self, browser: Any, url: str) -> None:
        self.browser = browser
        self.url = url

    def sit(self, token: str, size: str, scheme: str) -> Any:
        """A page of the seat to which the token leads, once it is live."""
        page = self.open(size, scheme)
        page.goto(f"{self.url}/t/{token}")
        page.wait_for_selector("#link-state[data-state=live]")
        return page

    def open(self, size: str, scheme: str) -> Any:
        width, height = SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
            is_mobile=size == "phone",
            has_touch=size == "phone",
        )
        return context.new_page()


def shot(page: Any, name: str) -> None:
    """Takes the picture once nothing is coming any more."""
    page.wait_for_timeout(300)
    page.wait_for_function("() => ![...document.querySelectorAll('.pending')].length")
    page.screenshot(path=str(FOLDER / f"{name}.png"))


def pages() -> None:
    """Plays the fight and takes the pictures of all pages."""
    import httpx2
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as made,
        table(Path(made)) as (url, host),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("AFFRAY_BROWSER") or "/usr/bin/chromium",
            args=["--disable-gpu"],
        )
        begun = httpx2.post(
            f"{url}/api/v1/fights",
            json={"system": "trade", "encounter": "", "text": ENCOUNTER},
            headers={"authorization": f"Bearer {host}"},
        ).json()
        _fight(Camera(browser, url), begun["seats"])
        _desk(Camera(browser, url), host)
        _gallery(Camera(browser, url), Path(made) / "gallery")
        browser.close()


def _fight(camera: Camera, seats: list[dict[str, Any]]) -> None:
    tokens = {seat["name"]: seat["token"] for seat in seats}
    kinds = {seat["kind"]: seat["token"] for seat in seats}
    gm = camera.sit(kinds["gm"], "wide", "dark")
    tobin = camera.sit(tokens["Tobin Fray"], "phone", "light")
    screen = camera.sit(kinds["spectator"], "wide", "dark")

    def press(page: Any, text: str) -> None:
        button = page.locator("[data-question] button.option", has_text=text).first
        button.evaluate(
            "(e) => { for (let d = e.closest('details'); d; d = d.parentElement.closest('details'))"
            " d.open = true; }"
        )
        button.click()

    press(tobin, "Tobin Fray goes next")
    tobin.wait_for_selector("#turn-sign")
    shot(tobin, "player-turn")
    press(tobin, "Attack")
    tobin.wait_for_selector("[name=faces]")
    shot(tobin, "player-roll")
    shot(gm, "gm-roll")
    tobin.locator("[name=faces]").fill("5 6 2 1")
    tobin.get_by_role("button", name="Enter these").click()
    gm.wait_for_selector("#last-roll")
    for _ in range(3):
        if gm.locator("[data-question] h2", has_text="What does").count():
            break
        gm.locator("[data-question] button.option").first.click()
        gm.wait_for_timeout(400)
    shot(gm, "table")
    shot(screen, "spectator")
    gm.locator("#change-bridge-blade").click()
    gm.wait_for_selector("#hand-name")
    shot(gm, "gm-hand")
    gm.keyboard.press("Escape")
    gm.locator("#log li details summary").last.click()
    gm.wait_for_selector(".rule-words p")
    shot(gm, "gm-why")
    tobin.get_by_text("Party", exact=True).click()
    shot(tobin, "player-party")
    gm.emulate_media(color_scheme="light")
    gm.get_by_role("link", name="Seats and links").click()
    shot(gm, "seats")
    gm.goto(gm.url.replace("seats", "rules/"))
    shot(gm, "rules")


def _desk(camera: Camera, host: str) -> None:
    page = camera.open("wide", "light")
    page.goto(f"{camera.url}/t/{host}")
    shot(page, "fights")
    for name, path in (
        ("new-fight", "/desk/new?system=trade"),
        ("library", "/desk/library/trade"),
        ("hero-form", "/desk/library/trade/hero"),
        ("doctrine", "/desk/doctrines/trade/new"),
        ("bench", "/desk/bench?q=4d6%3E%3D5"),
    ):
        page.goto(f"{camera.url}{path}")
        shot(page, name)


def _gallery(camera: Camera, folder: Path) -> None:
    from affray.web.gallery import write

    write(folder)
    for name, size in (("player-pool", "phone"), ("player-together", "phone"), ("gm-map", "wide")):
        page = camera.open(size, "dark")
        page.goto((folder / f"{name}.html").as_uri())
        page.screenshot(path=str(FOLDER / f"{name}.png"))


def main(what: list[str]) -> int:
    """Draws the pictures that are named, or all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for draw in (commands, pages):
        if not what or draw.__name__ in what:
            draw()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
