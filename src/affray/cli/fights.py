"""`affray fights`, `export`, `import`, `audit` and `backup`: what is on disk."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from affray.cli.console import say, say_json, table, wrapped
from affray.cli.faults import InputFault

if TYPE_CHECKING:
    from affray.store import FightRecord

MOST_DIFFERENCES = 20
"""How many differences an audit shows to people; --json shows all."""


def fights(*, with_archived: bool, as_json: bool) -> None:
    """Prints the stored fights, the last touched first."""
    from affray.store import open_store

    with open_store() as store:
        found = store.fights(archived=with_archived)
        where = str(store.path)
    if as_json:
        say_json({"database": where, "fights": [record.dump() for record in found]})
        return
    if not found:
        say("No fight is stored yet: `affray play` begins one.")
        return
    rows = [("fight", "title", "system", "stands", "last played")]
    rows += [
        (str(one.id), one.title, one.system, _stands(one), _local(one.touched)) for one in found
    ]
    for line in table(rows, right=(0,)):
        say(line)


def archive(fight: int, *, archived: bool) -> None:
    """Takes a fight out of the list, or puts it back."""
    from affray.store import open_store

    with open_store() as store:
        store.archive(fight, archived)
    say(f"Fight {fight} is {'out of' if archived else 'back in'} the list.")


def rename(fight: int, title: str) -> None:
    """Gives a fight another title."""
    from affray.store import open_store

    with open_store() as store:
        store.rename(fight, title)
        record = store.fight(fight)
    say(f"Fight {fight} is called {record.title}.")


def _stands(record: FightRecord) -> str:
    if record.result is None:
        text = f"round {record.round}" if record.round else "not begun"
    else:
        winner = "nobody wins" if record.result == "none" else f"the {record.result} won"
        text = winner if record.is_closed else f"{winner}, rest to come"
    return f"{text} (archived)" if record.archived else text


def _local(at: str) -> str:
    return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")


def export(fight: int, path: str | None) -> None:
    """Writes a fight to a new file; without one, to standard output."""
    from affray.store import open_store

    with open_store() as store:
        data = store.export(fight)
    if path is None:
        say_json(data, indent=None)
        return
    import json

    text = json.dumps(data, ensure_ascii=False) + "\n"
    target = Path(path)
    # Written beside it and moved there whole: a full disk leaves no half of a save.
    part = target.with_name(target.name + ".part")
    if target.exists():
        raise InputFault(f"{path} is there already.", "Name a new file.")
    try:
        with part.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    say(f"Fight {fight} is in {path}. It holds all that the GM knows; do not hand it to players.")


def take_in(path: str, *, as_json: bool) -> None:
    """Stores the fight of a file ("-": of standard input) as a new one."""
    from affray.store import open_store
    from affray.store.saves import LARGEST_SAVE

    if path == "-":
        raw = sys.stdin.buffer.read(LARGEST_SAVE + 1)
    else:
        if Path(path).is_dir():
            raise InputFault(f"{path} is a folder.", "Name a file that `affray export` wrote.")
        with Path(path).open("rb") as file:
            raw = file.read(LARGEST_SAVE + 1)
    with open_store() as store:
        record = store.fight(store.import_(raw))
    if as_json:
        say_json(record.dump())
        return
    say(f"{record.title} is fight {record.id} now ({_stands(record)}).")
    say(f"  go on with it: affray play --resume {record.id}")


def audit(fight: int, *, as_json: bool) -> bool:
    """Prints what comes out differently when a fight is played again; whether nothing does."""
    from affray.store import open_store

    with open_store() as store:
        record = store.fight(fight)
        found = store.audit(fight)
    if as_json:
        say_json({"fight": fight, "entries": record.entries, "differences": found})
    elif not found:
        say(f"Fight {fight}, {record.entries} entries: played again, it comes out the same.")
    else:
        say(f"Fight {fight}, {record.entries} entries: played again, it comes out differently.")
        for difference in found[:MOST_DIFFERENCES]:
            for number, line in enumerate(wrapped(difference, "    ")):
                say(line if number else f"  {line[2:]}")
        if len(found) > MOST_DIFFERENCES:
            say(f"  and {len(found) - MOST_DIFFERENCES} more (all with --json)")
        say("The stored fight is as it was; what was played stays.")
    return not found


def backup(path: str, *, as_json: bool) -> None:
    """Copies the whole database to a new file."""
    from affray.store import open_store

    with open_store() as store:
        store.backup(path)
        where = store.path
    if as_json:
        say_json({"database": str(where), "copy": path})
        return
    say(f"{path} is a copy of {where}.")
    say(f"  look into it: AFFRAY_DATABASE={path} affray fights")
