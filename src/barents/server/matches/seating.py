"""Who sits at a match in memory, and what they are told when they come, go, or something fails.

One lock a match: whoever looks at it or changes it holds the lock.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

import msgspec

from barents.kernel.actions import Action
from barents.kernel.coach import Coach
from barents.kernel.decisions import Decision
from barents.kernel.match import Control, Match
from barents.kernel.sides import Side
from barents.players.circles import hour
from barents.server.accounts.notices import Notices
from barents.server.accounts.visitors import Visitor
from barents.server.matches import clocks
from barents.server.matches import standing_orders as orders
from barents.server.matches.beforehand import Beforehand, By
from barents.server.matches.driving import Driver
from barents.server.matches.leases import Lease
from barents.server.matches.other_processes import OtherProcesses
from barents.server.matches.protocol import Fault, Hello, SeatCard, Table, TableChanged, Window
from barents.server.matches.rebuilding import play_on, rebuilt, words_of_origin
from barents.server.matches.seats import MOST_LISTENERS, Listener, LiveSeat
from barents.server.matches.thinking import Thinkers
from barents.server.matches.watchers_and_talk import WatchersAndTalk
from barents.server.matches.watching import Looked, look_at
from barents.server.settings import Settings
from barents.server.storage.store import PUBLIC, Kept, MatchRow, Store, Way

GOING_DOWN, TOO_MANY = 1012, 4429  # why a connection is ended, as the client is told


class _Built(NamedTuple):
    """A match and its seats, built from what is kept. `looked` is what the gallery was shown, if more has happened."""

    match: Match[Any, Any]
    live_seats: dict[Side, LiveSeat]
    stands_still: bool
    looked: Looked | None


class Seating(ABC):
    """One match in memory, with its seats and whoever listens there."""

    def __init__(
        self,
        kept: Kept,
        store: Store,
        thinkers: Thinkers,
        settings: Settings,
        other_processes: OtherProcesses | None = None,
        notices: Notices | None = None,
    ) -> None:
        self.id = kept.match.id
        self.lock = asyncio.Lock()
        self._row = kept.match
        self._broken = ""
        self._all_is_shown = asyncio.Event()
        self.held_since: float | None = None
        """When this process began to hold something back, by the loop's time; None if another process did."""
        self._store = store
        self._settings = settings
        self._other_processes = other_processes or OtherProcesses(store, "")
        self._tasks: set[asyncio.Task[Any]] = set()
        lease = Lease(
            store, self.id, self._other_processes.process, self._other_processes.alone, settings.lease_seconds
        )
        self._driver = Driver(self, thinkers, settings, lease)
        self._notices = notices
        self.around = WatchersAndTalk(self, store, settings.limits)
        self._newest = 0
        self.is_recovering = False
        self._adopt(kept, self._build(kept))

    def _build(self, kept: Kept) -> _Built:
        """The match as it stands, and its seats as they have been shown it."""
        row, shown = kept.match, None if kept.match.held is None else kept.match.held - kept.match.since
        match = rebuilt(kept, self._settings.pack, shown)
        live_seats = {
            side: LiveSeat(
                seat,
                kept.holders[side],
                match,
                row.way,
                kept.told[side],
                is_followed=shown is not None,
                alone=kept.seats[side.enemy].kind == "computer",
            )
            for side, seat in kept.seats.items()
        }
        looked = look_at(match, kept.told[PUBLIC]) if shown is not None and row.watched else None
        if shown is not None:
            play_on(match, kept.choices[shown:])
            if row.held_by is not None:
                asked = asked_in_pause(match, row.held_by, row.way)
                answered = any(side is row.held_by for side, _ in kept.choices[shown:])
                live_seats[row.held_by].resume(match, asked, answered)
        return _Built(match, live_seats, self._stands_still(kept, match), looked)

    async def looked_before(self) -> Looked | None:
        """What those who watch have been shown, where something is held back; the lock is held."""
        kept = await asyncio.to_thread(self._store.load, self.id) if self.is_holding else None
        return None if kept is None else (await asyncio.to_thread(self._build, kept)).looked

    def _adopt(self, kept: Kept, built: _Built) -> None:
        self.held_since = None
        self.row, self._seats = kept.match, kept.seats
        self.match, self.live_seats = built.match, built.live_seats
        self._rate(kept.ratings)
        self.around.gallery.remember(kept.told[PUBLIC])
        self.clocks = clocks.Clocks(clocks.pace_of(self.row.pace), self.row.way, kept.seats)
        self.count = kept.match.since + len(kept.choices)
        self._chapters = len(self.match.chapters)
        self._driver.begin(built.stands_still)
        self._driver.lease.read(self.row.driver, self.row.driver_until)
        self._see_elsewhere()

    def _rate(self, ratings: Mapping[Side, float]) -> None:
        for side, live_seat in self.live_seats.items():
            live_seat.rating = ratings.get(side)

    def _stands_still(self, kept: Kept, match: Match[Any, Any]) -> bool:
        """Whether a match had been halted before it was put away: so many answers of players end it, in one turn."""
        most = self._settings.most_answers
        last = kept.choices[-most:]
        if len(last) < most or any(kept.seats[side].kind == "person" for side, _ in last):
            return False
        return hour(rebuilt(kept, self._settings.pack, len(kept.choices) - most)) == hour(match)

    # Holding back

    @property
    def row(self) -> MatchRow:
        """What is kept of the match."""
        return self._row

    @row.setter
    def row(self, row: MatchRow) -> None:
        if row.held != self._row.held:
            self.held_since = None
        self._row = row
        self._tell_who_waits()

    @property
    def broken(self) -> str:
        """Why the match cannot be gone on with, if it cannot."""
        return self._broken

    @broken.setter
    def broken(self, words: str) -> None:
        self._broken = words
        self._tell_who_waits()

    @property
    def is_holding(self) -> bool:
        """Whether something has happened, or is being answered, that is shown at the next beat."""
        return self.row.held is not None

    def holds_back(self, side: Side) -> bool:
        """Whether something is held back from a seat; not where it is asked in a pause of its own."""
        if not self.is_holding or self.cannot_go_on:
            return False
        return self.row.held_by is not side or not asked_in_pause(self.match, side, self.row.way)

    @asynccontextmanager
    async def undisturbed(self, side: Side, *, looks: bool = False) -> AsyncIterator[None]:
        """The lock, as soon as nothing is held back from a seat: what it does or asks is about what it has seen.

        Who only `looks` at the question that lies there need not wait: where both sides plan at once, what the other
        does changes neither the question nor what is known.
        """
        while True:
            async with self.lock:
                view = self.live_seats[side].view
                is_asked = view is not None and view.decision is not None and self.asked(side) is not None
                if not self.holds_back(side) or (looks and is_asked):
                    yield
                    return
            await self._all_is_shown.wait()

    def _tell_who_waits(self) -> None:
        if self.is_holding and not self.cannot_go_on:
            self._all_is_shown.clear()
        else:
            self._all_is_shown.set()

    # Looking

    @property
    def is_over(self) -> bool:
        """Whether the match is over, and everyone has been shown that."""
        return self.match.result is not None and not self.is_holding

    @property
    def is_idle(self) -> bool:
        """Whether nobody listens and nothing is under way, so that the match need not stay in memory."""
        return (
            not any(live_seat.listeners for live_seat in self.live_seats.values())
            and not self.around.gallery.listeners
            and not self._tasks
            and not self.lock.locked()
            and not self._driver.is_busy
        )

    @property
    def cannot_go_on(self) -> str:
        """Why nothing can be done here now."""
        return self.broken or self.row.closed or ""

    def card(self, visitor: Visitor, invitation: str = "") -> Table:
        """The table as a visitor may see it."""
        game, scenario = self.match.game, self.match.game.scenario(self.match.data, self.row.scenario)
        held = [
            live_seat
            for live_seat in self.live_seats.values()
            if any(each in live_seat.holders for each in visitor.holders)
        ]
        free = any(not live_seat.is_taken for live_seat in self.live_seats.values())
        return Table(
            match=self.id,
            game=game.name,
            game_title=game.title,
            scenario=scenario.name,
            scenario_title=scenario.title,
            options=self.row.options,
            seats=tuple(self._seat_card(live_seat) for live_seat in self.live_seats.values()),
            windows=self.row.windows,
            pause=self.row.pause,
            unadvised=self.row.unadvised,
            commitment=self.match.seal,
            both_sides=len(held) == 2,
            invitation=invitation if free else "",
            watched=self.row.watched,
            watchers=len(self.around.gallery.listeners) + self._other_processes.elsewhere(self.id).watchers,
            rated=self.row.rated,
            pace=self.clocks.pace,
            open_to_all=self.row.open_to_all,
            closed=self.row.closed or "",
            rematch=(self.row.rematch or "") if held else "",
            origin=self.origin,
        )

    @property
    def origin(self) -> str:
        """That the match goes on from a record, and whose that is; nothing of any other."""
        own = (live_seat.name for live_seat in self.live_seats.values() if self.row.opener in live_seat.holders)
        return words_of_origin(self.match, next(own, ""))

    def _seat_card(self, live_seat: LiveSeat) -> SeatCard:
        return msgspec.structs.replace(live_seat.card, clock=self.clocks.card(live_seat.side, clocks.now()))

    def asked(self, side: Side) -> Decision[Any] | None:
        """What a person at a seat is asked; what somebody answers for it is not."""
        return None if self.answered_by(side) else self.match.pending.get(side)

    def answered_by(self, side: Side) -> By:
        """Who answers what a person's seat is asked; nobody if it is the person."""
        return self.live_seats[side].standpoint(self.match).answered_by

    def _coach(self, side: Side) -> Coach | None:
        """The scenario's coach, if it has one for this side."""
        match = self.match
        offered = match.game.scenarios(match.data)
        coach = next((scenario.coach for scenario in offered if scenario.name == self.row.scenario), None)
        return coach if coach is not None and coach.side is side else None

    def hello(self, side: Side, listener: Listener) -> Hello:
        """Everything that a client needs to begin."""
        live_seat, game = self.live_seats[side], self.match.game
        return Hello(
            revision=live_seat.feed.revision,
            table=self.card(listener.visitor, listener.invitation),
            view=live_seat.shown(),
            side=side,
            orders=live_seat.orders,
            windows=tuple(Window(rule, words) for rule, words in game.orders.items()),
            talk=self.around.said("seats").lines,
            draft=live_seat.draft,
            seen=live_seat.seen,
            contribute=side in self.match.awaited,
            coach=self._coach(side),
            following=live_seat.following,
        )

    async def listen(self, side: Side, listener: Listener) -> None:
        """A client sits down at a seat: it is greeted, the others are told."""
        await self.around.enter("seats")
        async with self.lock:
            listeners = self.live_seats[side].listeners
            if len(listeners) >= MOST_LISTENERS:
                listeners.pop(0).hang_up(TOO_MANY, "You have opened this match too often; this page is not kept up.")
            listeners.append(listener)
            listener.tell(self.hello(side, listener))
            if self.broken or self._driver.halted:
                listener.tell(Fault(words=self.broken or self._driver.halted))
            self.somebody_moved(but=listener)
        self.drive()

    async def leave(self, side: Side, listener: Listener) -> None:
        """A client has gone."""
        async with self.lock:
            with suppress(ValueError):
                self.live_seats[side].listeners.remove(listener)
            self.somebody_moved()

    async def greet_again(self, side: Side, listener: Listener) -> None:
        """A client that has fallen behind gets everything afresh."""
        async with self.lock:
            listener.behind = False
            listener.forget()
            listener.tell(self.hello(side, listener))

    def _tell_of_table(self, but: Listener | None = None) -> None:
        for live_seat in self.live_seats.values():
            for listener in live_seat.listeners:
                if listener is not but:
                    listener.tell(TableChanged(table=self.card(listener.visitor, listener.invitation)))
        self.around.tell_of_table()

    def somebody_moved(self, but: Listener | None = None) -> None:
        """Somebody has come or gone: whoever is here is told, and so are the other processes."""
        sides = [side for side, live_seat in self.live_seats.items() if live_seat.listeners]
        self._other_processes.present(self.id, sides, len(self.around.gallery.listeners))
        self._tell_of_table(but)

    def _see_elsewhere(self) -> None:
        elsewhere = self._other_processes.elsewhere(self.id)
        for side, live_seat in self.live_seats.items():
            live_seat.elsewhere = side in elsewhere.sides

    def moved_elsewhere(self) -> None:
        """Somebody has come or gone in another process."""
        self._see_elsewhere()
        self._tell_of_table()

    def close(self) -> None:
        """Stop driving, and let everyone who listens go."""
        self.is_recovering = False
        self._driver.stop()
        for live_seat in self.live_seats.values():
            for listener in live_seat.listeners:
                listener.hang_up(GOING_DOWN, "The server is going down; come back in a moment.")
        self.around.close(GOING_DOWN, "The server is going down; come back in a moment.")

    # Players and standing orders

    @abstractmethod
    async def perform(self, side: Side, entry: Action | Control, own: bool, given: Beforehand | None = None) -> None:
        """Do something for a seat, and keep what it has given beforehand; the lock is held."""

    @abstractmethod
    async def hold(self) -> None:
        """From now on hold back what is answered; the lock is held."""

    @abstractmethod
    async def release(self, *, goes_on: bool) -> None:
        """Show what was held back, and hold back what follows if the match `goes_on`; the lock is held."""

    def drive(self) -> None:
        """See to it that whatever needs no person is answered."""
        self._driver.drive()

    async def settled(self) -> None:
        """Wait until only people are waited for."""
        await self._driver.settled()

    def tell_fault(self, fault: Fault) -> None:
        """Tell everyone here that something has failed."""
        for live_seat in self.live_seats.values():
            for listener in live_seat.listeners:
                listener.tell(fault)
        self.around.gallery.tell(fault)


def asked_in_pause(match: Match[Any, Any], side: Side, way: Way) -> bool:
    """Whether a person is asked now in a window."""
    decision = match.pending.get(side)
    return decision is not None and decision.window and not orders.by_order(decision, match, way)
