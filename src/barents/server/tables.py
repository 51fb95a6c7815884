"""A match under way: it takes what the seats do, keeps it in the database, and then tells each seat what it can see.

One lock a match. Whatever changes it is applied, committed and published in this order; if the commit fails, the match
in memory is thrown away and built again from what is kept. Computer players and standing orders are driven from here
too, outside the lock while they think.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from barents.kernel.actions import Action, NotationError
from barents.kernel.decisions import Decision, Refused
from barents.kernel.dice import Dice
from barents.kernel.domains import Refusal
from barents.kernel.feed import Frame
from barents.kernel.match import Control, RuleFault
from barents.kernel.sides import Side
from barents.players import RandomPlayer, adviser_of, dice_of
from barents.players.circles import Stillness, hour
from barents.server import orders, reasons
from barents.server.chairs import MOST_LISTENERS, Chair, Listener, summary_of
from barents.server.logs import note
from barents.server.protocol import Fault, Hello, Order, Table, TableChanged, Window
from barents.server.rebuilding import TableError, rebuilt
from barents.server.settings import Settings
from barents.server.store import Chronicle, Kept, Store
from barents.server.thinking import Thinkers, ThinkingError, question

T = TypeVar("T")
GOING_DOWN, TOO_MANY = 1012, 4429  # why a connection is ended, as the client is told
MOST_TRIES = 20  # random answers that a rule may refuse to digest before a match is given up


class Stale(Refused):
    """An answer to an earlier question."""

    def __init__(self) -> None:
        super().__init__(Refusal("The situation has changed since you were asked this: look again and answer anew."))


class LiveTable:
    """One match in memory, with its seats and whoever listens there."""

    def __init__(self, kept: Kept, store: Store, thinkers: Thinkers, settings: Settings) -> None:
        self.id = kept.match.id
        self.lock = asyncio.Lock()
        self.broken = ""
        self.halted = ""
        self._store = store
        self._thinkers = thinkers
        self._settings = settings
        self._tasks: set[asyncio.Task[Any]] = set()
        self._driver: asyncio.Task[None] | None = None
        self._untold: list[Fault] = []
        self._take_over(kept)

    def _take_over(self, kept: Kept) -> None:
        self.row = kept.match
        self.match = rebuilt(kept, self._settings.pack)
        self.count = kept.match.since + len(kept.choices)
        self._chapters = len(self.match.chapters)
        self._stillness = Stillness(self.match, self._settings.most_answers)
        self.halted = _CIRCLES.format(self._stillness.in_words()) if self._stands_still(kept) else ""
        before = getattr(self, "chairs", {})
        self.chairs = {
            side: Chair(seat, kept.holders[side], self.match, kept.match.windows, kept.told[side])
            for side, seat in kept.seats.items()
        }
        for side, chair in before.items():
            self.chairs[side].listeners = chair.listeners

    def _stands_still(self, kept: Kept) -> bool:
        """Whether a match had been halted before it was put away: so many answers of players end it, in one turn."""
        most = self._settings.most_answers
        last = kept.choices[-most:]
        if len(last) < most or any(kept.seats[side].kind == "person" for side, _ in last):
            return False
        return hour(rebuilt(kept, self._settings.pack, len(kept.choices) - most)) == hour(self.match)

    # Looking

    @property
    def is_idle(self) -> bool:
        """Whether nobody listens and nothing is under way, so that the match need not stay in memory."""
        return (
            not any(chair.listeners for chair in self.chairs.values())
            and not self._tasks
            and not self.lock.locked()
            and (self._driver is None or self._driver.done())
        )

    def card(self, browser: str, invitation: str = "") -> Table:
        """The table as a browser may see it."""
        game, scenario = self.match.game, self.match.game.scenario(self.row.scenario)
        held = [chair for chair in self.chairs.values() if browser in chair.holders]
        free = any(not chair.is_taken for chair in self.chairs.values())
        return Table(
            match=self.id,
            game=game.name,
            game_title=game.title,
            scenario=scenario.name,
            scenario_title=scenario.title,
            options=self.row.options,
            seats=tuple(chair.card for chair in self.chairs.values()),
            windows=self.row.windows,
            commitment=self.match.terms.commitment if self.match.terms is not None else "",
            both_sides=len(held) == 2,
            invitation=invitation if free else "",
        )

    def asked(self, side: Side) -> Decision[Any] | None:
        """What a person at a seat is asked; a window that an order answers is not."""
        decision = self.match.pending.get(side)
        return None if orders.by_order(decision, self.match, self.row.windows) else decision

    def hello(self, side: Side, listener: Listener) -> Hello:
        """Everything that a client needs to begin."""
        chair, game = self.chairs[side], self.match.game
        return Hello(
            revision=chair.feed.revision,
            table=self.card(listener.browser, listener.invitation),
            view=chair.shown(),
            side=side,
            orders=chair.orders,
            windows=tuple(Window(rule, words) for rule, words in game.windows.items()),
            draft=chair.draft,
            seen=chair.seen,
            contribute=side in self.match.awaited,
        )

    async def listen(self, side: Side, listener: Listener) -> None:
        """A client sits down at a seat: it is greeted, the others are told."""
        async with self.lock:
            listeners = self.chairs[side].listeners
            if len(listeners) >= MOST_LISTENERS:
                listeners.pop(0).hang_up(TOO_MANY, "You have opened this match too often; this page is not kept up.")
            listeners.append(listener)
            listener.tell(self.hello(side, listener))
            if self.halted:
                listener.tell(Fault(words=self.halted))
            self._tell_of_table(but=listener)
        self.drive()

    async def leave(self, side: Side, listener: Listener) -> None:
        """A client has gone."""
        async with self.lock:
            with suppress(ValueError):
                self.chairs[side].listeners.remove(listener)
            self._tell_of_table()

    async def greet_again(self, side: Side, listener: Listener) -> None:
        """A client that has fallen behind gets everything afresh."""
        async with self.lock:
            listener.behind = False
            listener.forget()
            listener.tell(self.hello(side, listener))

    def _tell_of_table(self, but: Listener | None = None) -> None:
        for chair in self.chairs.values():
            for listener in chair.listeners:
                if listener is not but:
                    listener.tell(TableChanged(table=self.card(listener.browser, listener.invitation)))

    async def sat_down(self, side: Side, browser: str, name: str) -> None:
        """Somebody has taken a free seat."""
        async with self.lock:
            self.chairs[side].holders = (browser,)
            self.chairs[side].name = name
            self._tell_of_table()

    def close(self) -> None:
        """Stop driving, and let everyone who listens go."""
        if self._driver is not None:
            self._driver.cancel()
        for chair in self.chairs.values():
            for listener in chair.listeners:
                listener.hang_up(GOING_DOWN, "The server is going down; come back in a moment.")

    # What a seat does

    async def do(self, side: Side, entry: Action | Control, revision: int | None = None) -> None:
        """A seat's own choice, undo, resignation or draw; on the disk and published when this returns."""
        await self._whole(self._do(side, entry, revision))
        self.drive()

    async def _do(self, side: Side, entry: Action | Control, revision: int | None) -> None:
        async with self.lock:
            self._insist_that_all_is_well()
            if isinstance(entry, Action) and self.asked(side) is None:
                raise Refused(reasons.not_asked(self.match))
            chair = self.chairs[side]
            since = chair.acted_at if isinstance(entry, Control) else chair.asked_since
            if revision is not None and not since <= revision <= chair.feed.revision:
                raise Stale
            if self.match.awaited:
                raise Refused(Refusal("The game has not begun: the dice still wait for a word from the other seat."))
            await self._perform(side, entry, own=True)

    async def contribute(self, side: Side, nonce: str) -> None:
        """A seat's words for the dice; a browser that holds both seats gives them for both."""
        await self._whole(self._contribute(side, nonce))
        self.drive()

    async def _contribute(self, side: Side, nonce: str) -> None:
        async with self.lock:
            self._insist_that_all_is_well()
            if side not in self.match.awaited:
                raise Refused(Refusal("The dice do not wait for you."))
            shared = set(self.chairs[side].holders) & set(self.chairs[side.enemy].holders)
            sides = [each for each in self.match.awaited if each is side or shared]
            for each in sides:
                self.match.contribute(each, nonce)
            frames = self._look(side)
            await self._commit(None, {each: {"nonce": nonce} for each in sides}, frames)
            self._publish(frames, side)

    async def keep(self, side: Side, **values: Any) -> None:
        """Keep something for a seat that no other may know of: a draft, what it has read, orders, its name."""
        await self._whole(self._keep(side, values))

    async def _keep(self, side: Side, values: dict[str, Any]) -> None:
        async with self.lock:
            self._insist_that_all_is_well()
            chair = self.chairs[side]
            plain = {"seen": values["seen"]} if "seen" in values else {}
            plain |= {"name": values["name"]} if "name" in values else {}
            if "draft" in values:
                plain["draft"] = None if values["draft"] is None else msgspec.json.encode(values["draft"]).decode()
            if "orders" in values:
                plain["orders"] = msgspec.json.encode(values["orders"]).decode()
            await asyncio.to_thread(self._store.commit, self.id, (), {side: plain})
            for name, value in values.items():
                setattr(chair, name, value)
            if "name" in values:
                self._tell_of_table()

    def _insist_that_all_is_well(self) -> None:
        if self.broken:
            raise Refused(Refusal(self.broken))

    # Apply, commit, publish

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, also when whoever asked for it hangs up in the middle."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _perform(self, side: Side, entry: Action | Control, own: bool) -> None:
        """Apply, commit, publish; the lock is held."""
        self.match.do(side, entry)
        done = entry.value if isinstance(entry, Control) else str(self.match.choices[-1][1])
        frames = self._look(side if own else None)
        changes: dict[Side, dict[str, Any]] = {}
        chair = self.chairs[side]
        if own and chair.draft is not None and isinstance(entry, Action):
            changes[side] = {"draft": None}
        await self._commit((side, done), changes, frames)
        if side in changes:
            chair.draft = None
        self._publish(frames, side if own else None)
        if not own:
            self._halt_if_still()
        elif isinstance(entry, Action) or entry is Control.UNDO:
            self.halted = ""
            self._stillness.begin(self.match)

    def _halt_if_still(self) -> None:
        """A player that goes in circles would fill the disk and come to no end."""
        if self._stillness.lasts(self.match) and self.match.pending:
            note("match halted", match=self.id, answers=self._settings.most_answers)
            self.halted = _CIRCLES.format(self._stillness.in_words())
            self._tell_fault(Fault(words=self.halted))

    def _look(self, actor: Side | None) -> dict[Side, Frame]:
        found: dict[Side, Frame] = {}
        for side, chair in self.chairs.items():
            frame = chair.look(self.match, side is actor)
            if frame is not None:
                found[side] = frame
        return found

    async def _commit(
        self, choice: tuple[Side, str] | None, changes: Mapping[Side, dict[str, Any]], frames: Mapping[Side, Frame]
    ) -> None:
        seats: dict[Side, dict[str, Any]] = {side: dict(values) for side, values in changes.items()}
        for side, frame in frames.items():
            summary = msgspec.json.encode(summary_of(frame.view)).decode()
            seats.setdefault(side, {}).update(revision=frame.revision, summary=summary)
        result = self.match.result
        ended = msgspec.json.encode(result).decode() if result is not None else None
        choices = [] if choice is None else [(self.count, *choice)]
        try:
            chapter = self._chapter(self.count + len(choices))
            told = self._chronicles()
            await asyncio.to_thread(self._store.commit, self.id, choices, seats, ended, chapter, told)
        except Exception as error:
            note("commit failed", match=self.id, error=type(error).__name__)
            await self._reload()
            refusal = Refusal("This could not be kept, so it has not happened: try again in a moment.")
            raise Refused(refusal) from error
        self.count += len(choices)
        self._chapters = len(self.match.chapters)
        for side, page in told.items():
            self.chairs[side].chronicled = page.first + page.number

    def _chronicles(self) -> dict[Side, Chronicle]:
        """When a chapter has been finished, what each seat was told in it."""
        if len(self.match.chapters) == self._chapters or self.match.result is not None:
            return {}
        pages = {side: chair.chronicle(self.match) for side, chair in self.chairs.items()}
        return {side: page for side, page in pages.items() if page is not None}

    def _chapter(self, since: int) -> dict[str, Any] | None:
        """What is kept when a chapter has been finished: from now on the match is played from there.

        So a match of many months is quickly taken up again, and a new month may begin by newer rules.
        """
        if len(self.match.chapters) > self._chapters:
            return {"rules": self.match.game.version, "base": self.match.record.encode(), "since": since}
        return None if self.row.rules == self.match.game.version else {"rules": self.match.game.version}

    async def _reload(self) -> None:
        """Forget what is in memory: what is kept counts."""
        try:
            kept = await asyncio.to_thread(self._store.load, self.id)
            if kept is None:
                raise TableError("This match is not in the database.")
            self._take_over(kept)
        except Exception as error:
            note("match lost", match=self.id, error=type(error).__name__)
            self.broken = "The server cannot reach what it keeps of this match; it is safe there. Try again later."
            for chair in self.chairs.values():
                for listener in chair.listeners:
                    listener.tell(Fault(words=self.broken))

    def _publish(self, frames: Mapping[Side, Frame], actor: Side | None) -> None:
        for side, frame in frames.items():
            self.chairs[side].publish(frame, side is actor)

    # Players and standing orders

    def drive(self) -> None:
        """See to it that whatever needs no person is answered."""
        if self._driver is None or self._driver.done():
            self._driver = asyncio.ensure_future(self._drive())

    async def settled(self) -> None:
        """Wait until only people are waited for."""
        if self._driver is not None:
            await asyncio.shield(self._driver)

    async def _drive(self) -> None:
        while True:
            async with self.lock:
                side = None if self.broken or self.halted else self._next_without_person()
                if side is None:
                    self._tell_faults()
                    return
                decision = self.match.pending[side]
            try:
                await self._answer_for(side, decision)
            except Refused:
                await asyncio.sleep(0.5)  # what could not be kept is tried again from the beginning
            except Exception as error:
                note("match stopped", match=self.id, error=type(error).__name__)
                self.broken = "A rule of this game has failed, and the match cannot go on. It is kept as it stands."
                self._tell_fault(Fault(words=self.broken))
                return

    def _next_without_person(self) -> Side | None:
        for side, decision in self.match.pending.items():
            if self.chairs[side].kind == "computer" or self.asked(side) is not decision:
                return side
        return None

    async def _answer_for(self, side: Side, decision: Decision[Any]) -> None:
        """Answer a decision for a computer's seat, or a window by its seat's order."""
        clock = asyncio.get_running_loop()
        began = clock.time()
        chair = self.chairs[side]
        fault: Fault | None = None
        action: Action | None = None
        try:
            if chair.kind == "computer":
                action = await self._thought(side, decision, chair.player)
            elif orders.is_delegated(self.match):
                action = await self._thought(side, decision, adviser_of(self.match.game.name))
            else:
                order = orders.order_for(chair.orders, decision.rule, self.match.game.name)
                action = await self._ordered(side, decision, order)
        except ThinkingError as error:
            cause = error.__cause__
            note("player failed", match=self.id, player=chair.player, error=type(cause or error).__name__)
            fault = Fault(words=f"{error} {_STAND_IN[chair.kind]}")
        if decision.window and self.chairs[side.enemy].kind == "person" and not orders.is_delegated(self.match):
            # The mover must not learn by the clock what the window held.
            tick = self._settings.tick
            spent = clock.time() - began
            await asyncio.sleep((int(spent / tick) + 1) * tick - spent if tick else 0)
        async with self.lock:
            if self.match.pending.get(side) is not decision:
                return  # taken back or over while it was thought about
            if action is None or not await self._taken(side, action):
                fault = fault or Fault(words=f"The computer's answer could not be taken. {_STAND_IN[chair.kind]}")
                await self._stand_in(side, decision)
        if fault is not None:
            self._report(side, decision, fault)

    async def _thought(self, side: Side, decision: Decision[Any], player: str) -> Action:
        if self.match.pending.get(side) is not decision:
            raise ThinkingError("The question was taken back.")
        text = await self._thinkers.choose(question(self.match, side, player), dice_of(self.match, side))
        try:
            return self.match.game.notation.parse(text)
        except NotationError as error:
            raise ThinkingError(f"The computer player '{player}' gave an answer that nobody understands.") from error

    async def _ordered(self, side: Side, decision: Decision[Any], order: Order) -> Action:
        if order.what == "adviser":
            return await self._thought(side, decision, adviser_of(self.match.game.name))
        return orders.answer(self.match, side, order)

    async def _taken(self, side: Side, action: Action) -> bool:
        """Whether an answer was legal and no rule failed on it."""
        if self.match.pending[side].refusal(action) is not None:
            return False
        try:
            await self._perform(side, action, own=False)
        except RuleFault as error:
            note("rule failed", match=self.id, error=type(error.__cause__ or error).__name__)
            return False
        return True

    async def _stand_in(self, side: Side, decision: Decision[Any]) -> None:
        """For a player that failed any legal answer does, for an adviser that failed the window passes."""
        if self.chairs[side].kind == "person" and await self._taken(side, orders.declined(decision)):
            return
        dice = Dice.seeded("stand-in", dice_of(self.match, side).below(1 << 62))
        for _ in range(MOST_TRIES):
            if await self._taken(side, RandomPlayer().choose(None, decision, dice)):
                return
        raise TableError("no answer can be taken")

    def _report(self, side: Side, decision: Decision[Any], fault: Fault) -> None:
        """Say that a player failed. Of a window this waits: it would tell the mover that there was one."""
        if self.chairs[side].kind == "person":
            for listener in self.chairs[side].listeners:
                listener.tell(fault)
        elif decision.window:
            self._untold.append(fault)
        else:
            self._tell_fault(fault)

    def _tell_faults(self) -> None:
        """What could not be said at once is said when somebody is asked openly, or the match is over."""
        if self._untold and not any(decision.window for decision in self.match.pending.values()):
            self._tell_fault(self._untold[0])
            self._untold.clear()

    def _tell_fault(self, fault: Fault) -> None:
        for chair in self.chairs.values():
            for listener in chair.listeners:
                listener.tell(fault)


_CIRCLES = (
    "{}: it goes in circles, and the match is halted. All of it is kept. "
    "You can still take back your last choice, where that is offered, or resign or agree on a draw."
)
_STAND_IN = {
    "computer": "It was answered at random this once, so that the match goes on.",
    "person": "The moment has passed unused.",
}
