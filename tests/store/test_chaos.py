"""A player killed in the middle of answering loses nothing that was acknowledged."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from affray.testing import chaos

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")


@needs_fork
def test_fifty_kills_lose_no_acknowledged_answer_and_take_none_twice() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "affray.testing.chaos", "--rounds", "50", "--seed", "7"],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "50 kills" in done.stdout
    assert int(done.stdout.split()[2]) > 100, "it was killed before it did anything"


def test_the_check_sees_a_lost_and_an_invented_entry(begun, toy_store) -> None:
    log = begun.play.log
    heard = [{"entries": n, "last": log[n - 1].dump()} for n in range(1, len(log) + 1)]
    assert chaos.check(toy_store, begun.id, heard, 0) == len(log)
    assert chaos.check(toy_store, begun.id, heard[:-1], 0) == len(log), "one more may be kept"
    lost = [*heard, {"entries": len(log) + 1, "last": log[-1].dump()}]
    changed = [*heard[:-1], heard[-1] | {"last": heard[0]["last"]}]
    for wrong in (lost, changed, heard[:-2]):
        with pytest.raises(chaos.Fault):
            chaos.check(toy_store, begun.id, wrong, 0)
