"""The conversation over a pipe: a JSON object a line, in and out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import BinaryIO

from affray.protocol.chairs import FindPolicy, policy_of
from affray.protocol.kept import Kept
from affray.protocol.requests import LONGEST_LINE, Misread, read
from affray.protocol.session import Message, Session, refusal


def converse(
    kept: Kept,
    *,
    audience: str,
    seats: Mapping[str, str],
    fight: int | None,
    given: BinaryIO,
    told: BinaryIO,
    find: FindPolicy = policy_of,
) -> int:
    """Talks until the other end says bye or closes its pipe; returns the exit code.

    Raises `Refused` if the seat cannot be taken.
    """
    session = Session(kept, audience=audience, seats=seats, fight=fight, find=find)

    def tell(message: Message) -> None:
        text = json.dumps(message, ensure_ascii=True, separators=(", ", ": "))
        told.write(text.encode() + b"\n")

    for message in session.open():
        tell(message)
    told.flush()
    while not session.is_over:
        line = given.readline(LONGEST_LINE + 1)
        if not line:
            break
        if len(line) > LONGEST_LINE:
            _skip_rest(given, line)
        elif not line.strip():
            continue
        try:
            request = read(line)
        except Misread as misread:
            tell(refusal(misread, misread.id))
        else:
            for message in session.handle(request):
                tell(message)
        told.flush()
    return 0


def _skip_rest(given: BinaryIO, line: bytes) -> None:
    """Reads on to the end of a line that is too long, and keeps none of it."""
    while line and not line.endswith(b"\n"):
        line = given.readline(LONGEST_LINE)
