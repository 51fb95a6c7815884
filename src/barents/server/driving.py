"""Whatever at a table needs no person: computer players, and windows that standing orders answer.

They think outside the table's lock, and what comes of it is done by the table like anybody's choice. Where several
processes have a match in memory, one of them answers.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from barents.kernel.actions import Action, NotationError
from barents.kernel.decisions import Decision, Refused
from barents.kernel.dice import Dice
from barents.kernel.match import Control, RuleFault
from barents.kernel.sides import Side
from barents.players import RandomPlayer, adviser_of, dice_of
from barents.players.circles import Stillness
from barents.server import metrics, orders
from barents.server.leases import Lease
from barents.server.logs import note
from barents.server.protocol import Fault, Order
from barents.server.rebuilding import TableError
from barents.server.settings import Settings
from barents.server.store import Overtaken
from barents.server.thinking import Thinkers, ThinkingError, question

if TYPE_CHECKING:
    from barents.server.seating import Seating

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
        self._untold: list[Fault] = []
        self._stillness: Stillness | None = None

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
            self._table.tell_fault(Fault(words=self.halted))

    async def _drive(self) -> None:
        table = self._table
        while True:
            async with table.lock:
                side = None if table.cannot_go_on or self.halted else self.next_side()
                if side is None:
                    self._tell_faults()
                    return
                decision = table.match.pending[side]
            if not await self.lease.held():
                await asyncio.sleep(LOOK_AGAIN)  # if whoever answers is well, there is nothing left to do by then
                continue
            try:
                async with self.lease.kept():
                    await self._answer_for(side, decision)
            except Overtaken:
                note("overtaken", match=table.id)
            except Refused:
                await asyncio.sleep(0.5)  # what could not be kept is tried again from the beginning
            except Exception as error:
                note("match stopped", match=table.id, error=type(error).__name__)
                table.broken = "A rule of this game has failed, and the match cannot go on. It is kept as it stands."
                table.tell_fault(Fault(words=table.broken))
                return

    def next_side(self) -> Side | None:
        """Whoever is to be answered for."""
        for side, decision in self._table.match.pending.items():
            if self._table.chairs[side].kind == "computer" or self._table.asked(side) is not decision:
                return side
        return None

    async def _answer_for(self, side: Side, decision: Decision[Any]) -> None:
        """Answer a decision for a computer's seat, or a window by its seat's order."""
        table = self._table
        if table.match.pending.get(side) is not decision:
            return  # taken back while it was found out who answers
        clock = asyncio.get_running_loop()
        began = clock.time()
        chair = table.chairs[side]
        fault: Fault | None = None
        action: Action | None = None
        try:
            if chair.kind == "computer":
                action = await self._thought(side, decision, chair.player)
            elif orders.is_delegated(table.match):
                action = await self._thought(side, decision, adviser_of(table.match.game.name))
            else:
                order = orders.order_for(chair.orders, decision.rule, table.match.game.name)
                action = await self._ordered(side, decision, order)
        except ThinkingError as error:
            self._note_failure(side, decision, error.kind, error.places)
            fault = Fault(words=f"{error} {_STAND_IN[chair.kind]}")
        if decision.window and table.chairs[side.enemy].kind == "person" and not orders.is_delegated(table.match):
            # The mover must not learn by the clock what the window held.
            tick = self._settings.tick
            spent = clock.time() - began
            await asyncio.sleep((int(spent / tick) + 1) * tick - spent if tick else 0)
        async with table.lock:
            if table.match.pending.get(side) is not decision or table.cannot_go_on:
                return  # taken back or over while it was thought about
            if action is None or not await self._taken(side, action):
                if fault is None:
                    self._note_failure(side, decision, "Refused")
                    fault = Fault(words=f"The computer's answer could not be taken. {_STAND_IN[chair.kind]}")
                await self._stand_in(side, decision)
        if fault is not None:
            self._report(side, decision, fault)

    def _note_failure(self, side: Side, decision: Decision[Any], kind: str, places: tuple[str, ...] = ()) -> None:
        """A player's failure is counted, and noted with where in the code it came about."""
        table = self._table
        game, chair = table.match.game.name, table.chairs[side]
        player = chair.player if chair.kind == "computer" else adviser_of(game)
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
        if self._table.chairs[side].kind == "person" and await self._taken(side, orders.declined(decision)):
            return
        dice = Dice.seeded("stand-in", dice_of(self._table.match, side).below(1 << 62))
        for _ in range(MOST_TRIES):
            if await self._taken(side, RandomPlayer().choose(None, decision, dice)):
                return
        raise TableError("no answer can be taken")

    def _report(self, side: Side, decision: Decision[Any], fault: Fault) -> None:
        """Say that a player failed. Of a window this waits: it would tell the mover that there was one."""
        if self._table.chairs[side].kind == "person":
            for listener in self._table.chairs[side].listeners:
                listener.tell(fault)
        elif decision.window:
            self._untold.append(fault)
        else:
            self._table.tell_fault(fault)

    def _tell_faults(self) -> None:
        """What could not be said at once is said when somebody is asked openly, or the match is over."""
        if self._untold and not any(decision.window for decision in self._table.match.pending.values()):
            self._table.tell_fault(self._untold[0])
            self._untold.clear()


_CIRCLES = (
    "{}: it goes in circles, and the match is halted. All of it is kept. "
    "You can still take back your last choice, where that is offered, or resign or agree on a draw."
)
_STAND_IN = {
    "computer": "It was answered at random this once, so that the match goes on.",
    "person": "The moment has passed unused.",
}
