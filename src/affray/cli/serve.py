"""`affray serve`: the table in the browser."""

from __future__ import annotations

import errno
import logging
import sys
from pathlib import Path

from affray.cli.console import say
from affray.cli.faults import InputFault
from affray.store import Store, open_store

NAME_OF_HOST = "The host"
MOST_HOSTS = 5
"""Links of the host that stay good; each start prints a new one."""


def serve(*, lan: bool, port: int | None, database: str | None, pause: float) -> int:
    """Serves the table until it is stopped; returns the exit code."""
    from affray.web.app import create_app
    from affray.web.pages import Settings
    from affray.web.server import EVERYWHERE, LOCAL, PORT, Server, lan_address, listening

    logging.basicConfig(stream=sys.stderr, format="%(message)s", level=logging.WARNING)
    wanted = PORT if port is None else port
    try:
        taken = listening(EVERYWHERE if lan else LOCAL, wanted)
    except OSError as error:
        in_use = error.errno == errno.EADDRINUSE
        raise InputFault(
            f"Port {wanted} cannot be used: {error.strerror}.",
            "Another affray may be running; stop it, or say --port with another number."
            if in_use
            else "Say --port with another number.",
        ) from error
    with taken, open_store(database) as store:
        store.hold()
        number = taken.getsockname()[1]
        here = f"http://{LOCAL}:{number}"
        away = lan_address() if lan else None
        addresses = [f"http://{away}:{number}", here] if away else [here]
        settings = Settings(store.path, addresses, lan, pause)
        link = f"{here}/t/{host_token(store)}"

        def ready() -> None:
            _greet(link, store.path, lan=lan, away=f"http://{away}:{number}" if away else None)

        Server(create_app(store, settings), ready).run(sockets=[taken])
    return 0


def host_token(store: Store) -> str:
    """The token of a new link of the host; the oldest ones end."""
    seats, _ = store.seats.all()
    hosts = [seat for seat in seats if seat.kind == "host"]
    for old in hosts[: max(0, len(hosts) - MOST_HOSTS + 1)]:
        store.seats.revoke(old.id)
    return store.seats.link(store.seats.make("host", NAME_OF_HOST).id)


def _greet(link: str, database: Path, *, lan: bool, away: str | None) -> None:
    say(f"The table is open. Your link, which is the GM's: {link}")
    say(f"Fights are kept in {database}. Ctrl-C stops; what was played is safe.")
    if not lan:
        say("Only this machine can come in. For phones: make play LAN=1, or affray serve --lan")
    elif away is None:
        say("No network that phones could use was found; only this machine can come in.")
    else:
        say(f"Phones on this network come in at {away}; here is your own link for one of them:")
        _draw(f"{away}/t/{link.rpartition('/')[2]}")
        say("What is sent over this network is not encrypted: anybody on it can read along.")
        say("The links of the players, with their codes, are under Seats in the fight.")
    sys.stdout.flush()


def _draw(link: str) -> None:
    """The link as a QR code, if the terminal can show one."""
    import segno

    say(link)
    if not sys.stdout.isatty():
        return
    try:
        segno.make(link, micro=False).terminal(out=sys.stdout, compact=True, border=2)
    except UnicodeEncodeError:
        return
