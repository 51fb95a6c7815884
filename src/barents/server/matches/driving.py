"""Whatever at a table needs no person: computer players, and windows that standing orders answer.

They think outside the table's lock, and what comes of it is done by the table like anybody's choice; but all of it is
shown together, at a moment that says nothing of how much there was to answer. Where several processes have a match in
memory, one of them answers.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from barents.kernel.actions import Action, NotationError
from barents.kernel.decisions import Decision, Refused
from barents.kernel.match import Control, RuleFault
from barents.kernel.plugins import is_address
from barents.kernel.sides import Side
from barents.players import RandomPlayer, adviser_of, dice_of
from barents.players.circles import Stillness, hour
from barents.server import metrics
from barents.server.logs import note
from barents.server.matches import standing_orders as orders
from barents.server.matches.beats import beat_of, shown_at
from barents.server.matches.beforehand import NOT_GIVEN, By, only_answer
from barents.server.matches.leases import Lease
from barents.server.matches.protocol import Fault, Order
from barents.server.matches.rebuilding import TableError
from barents.server.matches.standing_orders import paused_side
from barents.server.matches.thinking import Thinkers, ThinkingError, question
from barents.server.settings import Settings
from barents.server.storage.store import Overtaken

if TYPE_CHECKING:
    from barents.server.matches.seating import Seating

MOST_TRIES = 20  # random answers that a rule may refuse to digest before a match is given up
LOOK_AGAIN = 1.0  # seconds until a process that may not answer asks whether it may now


class Driver:
    """Answers at one table for whoever is no person."""

    def __init__(self, table: Seating, thinkers: Thinkers, settings: Settings, lease: Lease) -> None:
        self.halted = ""
        self.lease = lease
        self._table = table
        self._thinkers = thinkers
        self._settings = settings
        self._task: asyncio.Task[None] | None = None
        self._nudged = asyncio.Event()
        self._untold: list[tuple[Side | None, Fault]] = []
        self._stillness: Stillness | None = None
        self._hour: tuple[int, str] | None = None

    def begin(self, stands_still: bool) -> None:
        """A match has been built; whether it had been halted before."""
        self._stillness = Stillness(self._settings.most_answers)
        self.halted = _CIRCLES.format(self._stillness.in_words()) if stands_still else ""

    @property
    def is_busy(self) -> bool:
        """Whether somebody is being answered for."""
        return self._task is not None and not self._task.done()

    def drive(self) -> None:
        """See to it that whatever needs no person is answered."""
        self._nudged.set()
        if not self.is_busy:
            self._task = asyncio.ensure_future(self._drive())

    async def settled(self) -> None:
        """Wait until only people are waited for."""
        if self._task is not None:
            await asyncio.shield(self._task)

    def stop(self) -> None:
        """Answer no more."""
        if self._task is not None:
            self._task.cancel()

    def heed(self, own: bool, entry: Action | Control) -> None:
        """Something was done: by a person, after which one counts anew, or by a player, which may go in circles."""
        if self._stillness is None:
            return
        match = self._table.match
        if own:
            if isinstance(entry, Action) or entry is Control.UNDO:
                self.halted = ""
                self._stillness.begin()
        elif self._stillness.lasts(match) and match.pending:
            # It would fill the disk and come to no end.
            note("match halted", match=self._table.id, answers=self._settings.most_answers)
            self.halted = _CIRCLES.format(self._stillness.in_words())
            self._untold.append((None, Fault(words=self.halted)))

    async def _drive(self) -> None:
        table = self._table
        while True:
            async with table.lock:
                if table.cannot_go_on or not (table.is_holding or self._is_needed()):
                    self._tell_faults()
                    return
            if not await self.lease.held():
                await asyncio.sleep(LOOK_AGAIN)  # if whoever answers is well, there is nothing left to do by then
                continue
            try:
                async with self.lease.kept():
                    await self._go_on()
            except Overtaken:
                note("overtaken", match=table.id)
            except Refused:
                await asyncio.sleep(0.5)  # what could not be kept is tried again from the beginning
            except Exception as error:
                note("match stopped", match=table.id, error=type(error).__name__)
                table.broken = "A rule of this game has failed, and the match cannot go on. It is kept as it stands."
                table.tell_fault(Fault(words=table.broken))
                return

    def _is_needed(self) -> bool:
        """Whether something is to be answered, or held open for the agreed pause."""
        is_paused = paused_side(self._table.match, self._table.row.way) is not None
        return not self.halted and (is_paused or self.next_side() is not None)

    def next_side(self, *, closed: bool = False) -> Side | None:
        """Whoever is to be answered for; with the windows of a pause if that is over, and they are closed.

        In a pause those of one side alone are answered: another's come after it, in a pause of their own.
        """
        table, match = self._table, self._table.match
        for side, decision in match.pending.items():
            if table.live_seats[side].kind == "computer":
                return side
            if decision.window and table.row.way == "pause" and not orders.is_delegated(match):
                over = closed and decision.rule in match.game.orders
                if side is table.row.held_by and (over or table.asked(side) is not decision):
                    return side
            elif table.asked(side) is not decision:
                return side
        return None

    async def _go_on(self) -> None:
        """The next thing to do: begin to hold something back, answer, wait for the pause or the beat, or show it."""
        table, clock = self._table, asyncio.get_running_loop()
        self._nudged.clear()
        async with table.lock:
            if not table.is_holding:
                if self._is_needed():
                    await table.hold()
                return
            if table.held_since is None:  # another process did that, and is no longer there: one counts anew
                table.held_since = clock.time()
            pause = float(table.row.pause) if table.row.held_by is not None else 0.0
            closes = table.held_since + pause
            side = None if self.halted else self.next_side(closed=clock.time() >= closes)
            if side is not None and self._has_moved_on():
                side = None
            decision = None if side is None else table.match.pending[side]
        if side is not None and decision is not None:
            await self._answer_for(side, decision)
        elif clock.time() < closes:
            await self._wait_until(closes)
        else:
            await self._release(shown_at(table.held_since, clock.time(), self._beat, pause))

    @property
    def _beat(self) -> float:
        return beat_of((live_seat.player for live_seat in self._table.live_seats.values()), self._settings.beat)

    async def _wait_until(self, moment: float) -> None:
        """Wait for a moment, or until something has been done."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(moment):
                await self._nudged.wait()

    async def _release(self, moment: float) -> None:
        """Show what was held back, at its moment, if nothing has come between."""
        table = self._table
        await asyncio.sleep(moment - asyncio.get_running_loop().time())
        async with table.lock:
            if not table.is_holding or table.cannot_go_on:
                return
            if self.halted or self.next_side(closed=True) is None or self._has_moved_on():
                await table.release(goes_on=not self.halted)
                self._hour = None
                self._tell_faults()

    def _has_moved_on(self) -> bool:
        """Whether the game's clock has moved on where both sides have left all to their staffs.

        People look on there for hundreds of answers: they are shown what has come about whenever a turn is over.
        """
        if not orders.is_delegated(self._table.match):
            return False
        before, now = self._hour, hour(self._table.match)
        self._hour = before or now
        return now != self._hour

    async def _answer_for(self, side: Side, decision: Decision[Any]) -> None:
        """Answer a decision for a computer's seat, or a window by its seat's order."""
        table = self._table
        if table.match.pending.get(side) is not decision:
            return  # taken back while it was found out who answers
        live_seat = table.live_seats[side]
        fault: Fault | None = None
        action: Action | None = None
        by: By = "" if live_seat.kind == "computer" else table.answered_by(side)
        stands_in: str = "asked" if by in ("plan", "forced", "staff") else live_seat.kind
        try:
            action = await self._found(side, decision, by)
        except ThinkingError as error:
            self._note_failure(side, decision, error.kind, error.places)
            if live_seat.kind == "computer" and is_address(live_seat.player):
                action = await self._by_doctrine(side, decision)
                stands_in = "bot" if action is not None else stands_in
            fault = Fault(words=f"{error} {_STAND_IN[stands_in]}")
        async with table.lock:
            if table.match.pending.get(side) is not decision or table.cannot_go_on or not table.is_holding:
                return  # over while it was thought about
            if action is None or not await self._taken(side, action):
                if fault is None:
                    self._note_failure(side, decision, "Refused")
                    fault = Fault(words=f"The computer's answer could not be taken. {_STAND_IN[stands_in]}")
                if stands_in == "asked":
                    live_seat.given = live_seat.given.by_the_person(NOT_GIVEN.format("a rule failed on it."))
                else:
                    await self._stand_in(side, decision)
        if fault is not None:
            # That a player failed is said with what it did: at once it would tell how long that took.
            self._untold.append((side if live_seat.kind == "person" else None, fault))

    async def _found(self, side: Side, decision: Decision[Any], by: By) -> Action | None:
        """The answer to a decision, by a computer's player or by whoever answers for a person."""
        table, live_seat = self._table, self._table.live_seats[side]
        if live_seat.kind == "computer":
            return await self._thought(side, decision, live_seat.player)
        if by == "plan":
            return live_seat.standpoint(table.match).planned()
        if by == "forced":
            return only_answer(decision)
        if by == "passed":
            return orders.declined(decision)
        if by == "staff" or orders.is_delegated(table.match):
            return await self._thought(side, decision, adviser_of(table.match.game.name))
        order = orders.order_for(live_seat.orders, decision.rule, table.match.game.name)
        return await self._ordered(side, decision, order)

    def _note_failure(self, side: Side, decision: Decision[Any], kind: str, places: tuple[str, ...] = ()) -> None:
        """A player's failure is counted, and noted with where in the code it came about."""
        table = self._table
        game, live_seat = table.match.game.name, table.live_seats[side]
        player = live_seat.player if live_seat.kind == "computer" else adviser_of(game)
        metrics.PLAYER_FAILURES.labels(game, player).inc()
        note(
            "player failed",
            match=table.id,
            game=game,
            player=player,
            rule=decision.rule,
            error=kind,
            at=list(places),
        )

    async def _thought(self, side: Side, decision: Decision[Any], player: str) -> Action:
        match = self._table.match
        with metrics.THINKING.time():
            text = await self._thinkers.choose(question(match, side, player), dice_of(match, side))
        try:
            return match.game.notation.parse(text)
        except NotationError as error:
            words = f"The computer player '{player}' gave an answer that nobody understands."
            raise ThinkingError(words, type(error).__name__) from None

    async def _by_doctrine(self, side: Side, decision: Decision[Any]) -> Action | None:
        """The answer of the game's own doctrine, where it has one and that has not failed too."""
        adviser = adviser_of(self._table.match.game.name)
        with suppress(ThinkingError):
            return await self._thought(side, decision, adviser) if adviser else None
        return None

    async def _ordered(self, side: Side, decision: Decision[Any], order: Order) -> Action:
        if order.what == "adviser":
            return await self._thought(side, decision, adviser_of(self._table.match.game.name))
        return orders.answer(self._table.match, side, order)

    async def _taken(self, side: Side, action: Action) -> bool:
        """Whether an answer was legal and no rule failed on it."""
        if self._table.match.pending[side].refusal(action) is not None:
            return False
        try:
            await self._table.perform(side, action, own=False)
        except RuleFault as error:
            note("rule failed", match=self._table.id, error=type(error.__cause__ or error).__name__)
            return False
        return True

    async def _stand_in(self, side: Side, decision: Decision[Any]) -> None:
        """For a player that failed any legal answer does, for an adviser that failed the window passes."""
        if self._table.live_seats[side].kind == "person" and await self._taken(side, orders.declined(decision)):
            return
        dice = dice_of(self._table.match, side).at("stand-in")
        for _ in range(MOST_TRIES):
            if await self._taken(side, RandomPlayer().choose(None, decision, dice)):
                return
        raise TableError("no answer can be taken")

    def _tell_faults(self) -> None:
        """What failed is said when somebody is asked openly, or the match is over: else it would tell of a window.

        Each is told one thing, however often it happened.
        """
        table = self._table
        if not self.halted and any(decision.window for decision in table.match.pending.values()):
            return
        told = dict(reversed(self._untold))
        self._untold.clear()
        for side, fault in told.items():
            if side is None:
                table.tell_fault(fault)
            else:
                for listener in table.live_seats[side].listeners:
                    listener.tell(fault)


_CIRCLES = (
    "{}: it goes in circles, and the match is halted. All of it is kept. "
    "You can still take back your last choice, where that is offered, or resign or agree on a draw."
)
_STAND_IN = {
    "computer": "It was answered at random this once, so that the match goes on.",
    "bot": "Doctrine has answered for it this once, so that the match goes on.",
    "person": "The moment has passed unused.",
    "asked": "You are asked yourself.",
}
