"""What may be said to a table: whatever comes, it is read or refused with a cure."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.kernel.question import QuestionId
from affray.protocol.requests import LONGEST_LINE, Misread, read

Q = ["trade.turn.choice", "choice", "tobin-fray", 3, 1]


def refused(data: object) -> Misread:
    line = data if isinstance(data, bytes) else json.dumps(data).encode()
    with pytest.raises(Misread) as caught:
        read(line)
    assert caught.value.kind == "unreadable"
    return caught.value


def test_a_request_has_a_verb_a_body_and_perhaps_an_id() -> None:
    request = read(json.dumps({"id": "a", "answer": {"question": Q, "key": ["end"]}}).encode())
    assert (request.verb, request.id, request.key) == ("answer", "a", ("end",))
    assert request.question == QuestionId("trade.turn.choice", "choice", "tobin-fray", 3, 1)
    assert read(b'{"bye": true}').verb == "bye"
    edit = read(b'{"edit": {"kind": "set", "who": "ann", "name": "hp", "value": 3}}').edit
    assert (edit.kind, edit.who, edit.name, edit.value, edit.by) == ("set", "ann", "hp", 3, "gm")


@pytest.mark.parametrize(
    ("data", "why", "cure"),
    [
        (b"{", "no JSON", "one JSON object"),
        (b"\xff\xfe", "UTF-8", "UTF-8"),
        (b"[" * 5000, "", ""),
        ([1], "no JSON object", "object"),
        ({}, "no request", "answer"),
        ({"anser": {}}, "anser", "Did you mean answer?"),
        ({"roll": {"question": Q}, "bye": {}}, "2 requests", "one of"),
        ({"roll": 3}, "no object", "question"),
        ({"roll": {}}, "lacks its question", "question"),
        ({"roll": {"question": Q, "faces": [1]}}, "no faces", "question"),
        ({"dice": {"question": Q, "face": [1]}}, "no face", "Did you mean faces?"),
        ({"roll": {"question": Q[:4]}}, "not one", "rule, what, who, step, n"),
        ({"roll": {"question": [*Q[:4], True]}}, "not one", ""),
        ({"answer": {"question": Q, "key": ["end", 3]}}, "list of texts", "numbers as texts"),
        ({"answer": {"question": Q, "key": ["a"] * 65}}, "list of texts", ""),
        ({"answer": {"question": Q, "key": ["a" * 2001]}}, "list of texts", ""),
        ({"dice": {"question": Q, "faces": [1, "2"]}}, "whole numbers", "[5, 3, 1]"),
        ({"undo": {"keep": -1}}, "keep", "how many"),
        ({"edit": {"kind": 3}}, "no short text", ""),
        ({"id": {}, "bye": {}}, "id", "number"),
        ({"id": "a" * 101, "bye": {}}, "id", "100"),
    ],
)
def test_refusals_name_the_fault_and_the_cure(data: object, why: str, cure: str) -> None:
    found = refused(data)
    assert why in found.why
    assert cure in found.cure


def test_what_nests_too_deeply_or_is_too_long_is_refused() -> None:
    deep: object = 1
    for _ in range(20):
        deep = [deep]
    assert "deeply" in refused({"edit": {"kind": "add", "value": deep}}).why
    assert str(LONGEST_LINE) in refused(b" " * (LONGEST_LINE + 1)).cure


def test_a_refusal_carries_the_id_that_could_be_read() -> None:
    assert refused({"id": 7, "anser": {}}).id == 7


def read_or_refused(line: bytes) -> str:
    """The verb of the request, or why it is none."""
    try:
        return read(line).verb
    except Misread as misread:
        return misread.why


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(line: bytes) -> None:
    assert read_or_refused(line)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=10,
)


@given(st.sampled_from(["answer", "roll", "dice", "edit", "undo", "force", "bye", "id"]), JSON)
def test_any_body_is_read_or_refused(verb: str, body: object) -> None:
    assert read_or_refused(json.dumps({verb: body}).encode())
