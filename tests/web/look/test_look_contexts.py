"""The server brings every name that a template uses: real pages, rendered strictly."""

from __future__ import annotations

import re

import pytest
from web_kit import Person, Table

from affray.web import looks


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    made = looks.environment(strict=True)
    monkeypatch.setattr(looks, "environment", lambda: made)


@pytest.mark.usefixtures("strict")
def test_pages_of_the_host(table: Table) -> None:
    table.begin(encounter="duel")
    host = table.host()
    for path in (
        "/desk/",
        "/desk/new",
        "/desk/library",
        "/desk/library/trade/hero",
        "/desk/bench",
        "/desk/bench?q=2d6",
        "/desk/bench?q=nonsense",
        "/rules/",
        "/rules/?system=trade&q=armor",
    ):
        reply = host.client.get(path)
        assert reply.status_code == 200, path
        assert "</html>" in reply.text, path
    rule = re.search(r'href="(/rules/trade/[^"]+)"', host.client.get("/rules/?system=trade").text)
    assert rule is not None
    assert host.client.get(rule[1]).status_code == 200


@pytest.mark.usefixtures("strict")
def test_pages_and_fragments_of_the_seats(table: Table) -> None:
    begun = table.begin(encounter="duel")
    for seat in (begun.gm, begun.players[0], begun.spectator):
        assert "</html>" in begun.person(seat).load()
    gm: Person = begun.person(begun.gm)
    for path in ("seats", "hand/tobin-fray", "why/1", "log?before=3"):
        assert gm.get(path).status_code == 200, path
    gm.post("answer", question=gm.questions()[0], option=gm.options()[0], key=gm.key)
    assert "</html>" in gm.load()
    refused = gm.post("undo", keep="99999", key="other")
    assert refused.status_code in (409, 422)
    assert "note bad" in refused.text


@pytest.mark.usefixtures("strict")
def test_pages_for_whoever_has_no_seat(table: Table) -> None:
    with table.client() as client:
        assert client.get("/").status_code == 200
        assert "There is nothing here" in client.get("/t/nothing").text
