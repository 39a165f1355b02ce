"""Seats in memory: which link leads where, and what a seat may see and answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from affray.kernel.fight import Fight
from affray.kernel.view import GM_SEAT, SPECTATOR
from affray.kernel.view import Seat as KernelSeat
from affray.store import SeatRecord, Seats
from affray.store.seats import hashed

LONGEST_NAME = 100
MOST_SEATS = 60
"""Seats of one fight."""


def kernel_seat(seat: SeatRecord) -> KernelSeat:
    """The seat as the kernel's views know it."""
    if seat.kind == "gm":
        return GM_SEAT
    if seat.kind == "spectator":
        return SPECTATOR
    return KernelSeat(seat.name, "player", frozenset(seat.holds))


class SeatBook:
    """All seats of the database, read once and kept in step with it.

    Tokens of links are kept as hashes; those made since the process was started are remembered, so
    that the GM can show them again.
    """

    def __init__(self, seats: Seats) -> None:
        self._seats = seats
        found, links = seats.all()
        self._by_id: dict[str, SeatRecord] = {seat.id: seat for seat in found}
        self._by_hash = dict(links)
        self._fresh: dict[str, str] = {}

    def of_token(self, token: str) -> SeatRecord | None:
        """The seat to which a link leads; None for one that leads nowhere."""
        return self._by_id.get(self._by_hash.get(hashed(token), ""))

    def seat(self, seat_id: str) -> SeatRecord | None:
        return self._by_id.get(seat_id)

    def of_fight(self, fight: int | None) -> list[SeatRecord]:
        """The seats of a fight: GM, players, spectators; of None those of the host."""
        order = {"host": 0, "gm": 1, "player": 2, "spectator": 3}
        found = [seat for seat in self._by_id.values() if seat.fight == fight]
        return sorted(found, key=lambda seat: order[seat.kind])

    def fresh_token(self, seat_id: str) -> str | None:
        """The latest token of the seat, if it was made since the process was started."""
        return self._fresh.get(seat_id)

    async def make(
        self, kind: str, name: str, *, fight: int | None = None, holds: Iterable[str] = ()
    ) -> SeatRecord:
        """A new seat without a link."""
        seat = await asyncio.to_thread(
            self._seats.make, kind, name[:LONGEST_NAME], fight=fight, holds=tuple(holds)
        )
        self._by_id[seat.id] = seat
        return seat

    async def link(self, seat_id: str) -> str:
        """The token of a further link."""
        token = await asyncio.to_thread(self._seats.link, seat_id)
        self._by_hash[hashed(token)] = seat_id
        self._fresh[seat_id] = token
        return token

    async def revoke(self, seat_id: str) -> None:
        """The seat is gone, and all its links with it."""
        await asyncio.to_thread(self._seats.revoke, seat_id)
        self._by_id.pop(seat_id, None)
        self._forget(seat_id)

    async def reissue(self, seat_id: str) -> str:
        """A new link in the place of all others; whoever sat there must come by it."""
        self._by_id[seat_id] = await asyncio.to_thread(self._seats.cut, seat_id)
        self._forget(seat_id)
        return await self.link(seat_id)

    def _forget(self, seat_id: str) -> None:
        self._by_hash = {key: seat for key, seat in self._by_hash.items() if seat != seat_id}
        self._fresh.pop(seat_id, None)

    async def rename(self, seat_id: str, name: str) -> None:
        self._by_id[seat_id] = await asyncio.to_thread(
            self._seats.change, seat_id, name=name[:LONGEST_NAME]
        )

    async def give(self, hero: str, seat_id: str | None, fight: int) -> None:
        """Hands a combatant to a seat of the fight (None: to nobody); others let go of it."""
        for seat in self.of_fight(fight):
            holds = [who for who in seat.holds if who != hero]
            if seat.id == seat_id:
                holds.append(hero)
            if tuple(holds) != seat.holds:
                self._by_id[seat.id] = await asyncio.to_thread(
                    self._seats.change, seat.id, holds=holds
                )

    async def seats_for(
        self, fight_id: int, fight: Fight[Any], acts: Callable[[str], bool] = lambda who: True
    ) -> Mapping[str, SeatRecord]:
        """The seats of a fight that has none yet: GM, one for each of the heroes' side who `acts`,
        one for spectators."""
        if not self.of_fight(fight_id):
            await self.make("gm", "The GM", fight=fight_id)
            for one in fight.combatants.values():
                if one.side == "heroes" and acts(one.id):
                    await self.make("player", one.name, fight=fight_id, holds=[one.id])
            await self.make("spectator", "Spectators", fight=fight_id)
        return {seat.id: seat for seat in self.of_fight(fight_id)}
