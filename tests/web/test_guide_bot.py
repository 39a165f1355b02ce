"""The program in the guide for bot authors works: it plays a fight to its end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx2
from web_kit import Table

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "bot-author.md"


def test_the_bot_of_the_guide_plays_a_fight_to_its_end(table: Table) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    made: dict[str, Any] = {}
    exec(code.replace("import httpx", "import httpx2 as httpx"), made)  # noqa: S102 (our own page)
    made |= {"TABLE": table.url, "HOST": table.host_token}
    seats = [made["Seat"](seat["token"]) for seat in made["begin"]("duel")]
    for _ in range(400):
        if not any(seat.step() for seat in seats):
            break
    for seat in seats:
        seat.table.close()
    headers = {"authorization": f"Bearer {table.host_token}"}
    (fight,) = httpx2.get(f"{table.url}/api/v1/fights", headers=headers).json()
    assert fight["result"] in ("heroes", "foes", "none")
