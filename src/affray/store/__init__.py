"""Fights and parties on disk: nothing that was acknowledged is lost.

    with open_store() as store:                       # AFFRAY_DATABASE, or the user's data folder
        stored = store.begin(system, setup)           # or store.open(fight_id)
        stored.answer(answer)                         # on disk when it returns
        stored.play.questions                         # `play` is the fight, for looking at

`Store`
    begin(system, setup, *, title=None, party=None, secret=None) -> StoredPlay
    open(fight_id) -> StoredPlay
    fights(*, archived=False) -> list[FightRecord]    fight(fight_id) -> FightRecord
    rename(fight_id, title)    archive(fight_id, archived=True)
    export(fight_id) -> dict   import_(data) -> int   (what export gave, or its JSON text)
    audit(fight_id) -> list[str]                      what comes out differently today
    backup(path)
    parties() -> list[PartyRecord]    party(party_id) -> PartyRecord
    seats -> Seats             who may sit where, with links that are kept as hashes
    blocks -> Blocks           heroes and foes of one's own
    close(), and it is a context manager

`StoredPlay` has the verbs of `affray.tables.play.Play` (answer, choose, roll, type_dice, force,
edit, rule_otherwise, undo, redo, nudge, drive); each returns after its entries are on disk. `play`
is the `Play` to look at (do not call its verbs), `id` the fight's number, `party` that of its
party, `notice` a sentence to show to whoever opened it (empty: nothing to say). When somebody else
was first, a verb raises `Refused("late")`, and `play` is the fight as it stands now. Inside
`with stored.request(key):` a verb is done once, however often the request comes (`AlreadyDone`).

Everything else that goes wrong is a `StoreError` with `where`, `why` and `cure`; nothing has
changed then, neither on disk nor in memory.
"""

from affray.store.blocks import Block, Blocks
from affray.store.errors import AlreadyDone, StoreError
from affray.store.playing import StoredPlay
from affray.store.records import FightRecord, PartyEntry, PartyRecord
from affray.store.seats import SeatRecord, Seats
from affray.store.store import Store, open_store

__all__ = [
    "AlreadyDone",
    "Block",
    "Blocks",
    "FightRecord",
    "PartyEntry",
    "PartyRecord",
    "SeatRecord",
    "Seats",
    "Store",
    "StoreError",
    "StoredPlay",
    "open_store",
]
