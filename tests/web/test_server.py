"""Where the server listens, and what starting it says."""

from __future__ import annotations

import re
import socket
import threading
from pathlib import Path

import pytest

from affray.cli import serve as command
from affray.cli.faults import InputFault
from affray.web import server
from affray.web.server import EVERYWHERE, LOCAL, listening


def test_small_packets_go_at_once() -> None:
    with listening(LOCAL, 0) as taken:
        # asyncio sets TCP_NODELAY only on what says that it is TCP.
        assert taken.proto == socket.IPPROTO_TCP


@pytest.fixture
def told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> object:
    """Starts the command with options, stops it when it is ready, gives what it printed."""

    def start(*, lan: bool, away: str | None = None) -> tuple[str, str]:
        bound = []
        monkeypatch.setattr(server, "lan_address", lambda: away)
        monkeypatch.setattr(
            server, "listening", lambda host, port: bound.append(host) or listening(LOCAL, port)
        )
        made = server.Server.__init__

        def init(self: server.Server, app: object, on_ready: object) -> None:
            def ready() -> None:
                on_ready()  # type: ignore[operator]
                self.stop()

            made(self, app, ready)  # type: ignore[arg-type]

        monkeypatch.setattr(server.Server, "__init__", init)
        code = command.serve(lan=lan, port=0, database=str(tmp_path / "x.sqlite"), pause=0.0)
        assert code == 0
        return bound[0], capsys.readouterr().out

    return start


def test_it_listens_on_this_machine_only_and_says_how_phones_come_in(told) -> None:
    host, said = told(lan=False)
    assert host == LOCAL
    assert re.search(r"http://127\.0\.0\.1:\d+/t/\S{20,}", said)
    assert "make play LAN=1" in said


def test_on_a_network_it_says_where_and_that_nothing_is_encrypted(told) -> None:
    host, said = told(lan=True, away="192.0.2.7")
    assert host == EVERYWHERE
    assert re.search(r"http://192\.0\.2\.7:\d+/t/\S{20,}", said)
    assert "not encrypted" in said


def test_without_a_network_it_says_so(told) -> None:
    _, said = told(lan=True)
    assert "No network" in said


def test_a_port_that_is_taken_is_said_with_a_cure(tmp_path: Path) -> None:
    with listening(LOCAL, 0) as taken, pytest.raises(InputFault) as raised:
        command.serve(
            lan=False, port=taken.getsockname()[1], database=str(tmp_path / "x"), pause=0.0
        )
    assert "--port" in str(raised.value.cure)


def test_no_thread_is_left_behind(told) -> None:
    before = set(threading.enumerate())
    told(lan=False)
    assert set(threading.enumerate()) <= before
