"""The API against its own description: whatever is sent, no answer is a fault of the server."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from web_kit import Table

VERBS = {"get", "post"}


def operations(table: Table) -> list[Any]:
    schema = schemathesis.openapi.from_url(f"{table.url}/api/v1/openapi.json")
    return [result.ok() for result in schema.get_all_operations()]


def test_no_request_that_the_description_allows_is_a_server_error(
    shared_table: Table,
) -> None:
    begun = shared_table.begin(encounter="duel")
    tokens = [begun.gm["token"], begun.players[0]["token"], shared_table.host_token]
    found = operations(shared_table)
    assert len(found) > 20
    calls = 0
    for number, operation in enumerate(found):

        @settings(
            max_examples=8,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def probe(case: Any) -> None:
            nonlocal calls
            calls += 1
            token = tokens[(number + calls) % len(tokens)]  # noqa: B023
            reply = case.call(headers={"Authorization": f"Bearer {token}"})
            assert reply.status_code < 500, case.as_curl_command()

        probe()
    assert calls > len(found)


@pytest.mark.parametrize("body", [b"\xff\xfe", b"{", b"[" * 100_000, b'{"question": 1e999}', b""])
def test_bodies_that_are_no_json(shared_table: Table, body: bytes) -> None:
    begun = shared_table.begin(encounter="duel")
    bot = begun.bot(begun.gm)
    reply = bot.client.post(
        "/api/v1/answer", content=body, headers={"content-type": "application/json"}
    )
    assert reply.status_code in (400, 422), reply.text
    assert reply.headers["content-type"].startswith("application/problem+json")


def test_refusals_are_codes_with_reasons(shared_table: Table) -> None:
    begun = shared_table.begin(encounter="duel")
    bot, player = begun.bot(begun.gm), begun.bot(begun.players[0])
    late = bot.post("roll", {"question": ["a", "roll", "gm", 1, 1]})
    assert (late.status_code, late.json()["code"]) == (409, "late")
    illegal = player.post(
        "edit", {"kind": "set", "who": "tobin-fray", "name": "health", "value": 9}
    )
    assert (illegal.status_code, illegal.json()["code"]) == (422, "illegal")
    assert illegal.json()["cure"]
    unknown = bot.post("nothing", {})
    assert unknown.status_code == 404


def test_the_description_is_served_and_names_every_refusal(shared_table: Table) -> None:
    with shared_table.client() as client:
        data = client.get("/api/v1/openapi.json").json()
    answer = data["paths"]["/api/v1/answer"]["post"]
    assert {"200", "400", "401", "409", "422"} <= set(answer["responses"])
    assert "/api/v1/events" not in data["paths"]
