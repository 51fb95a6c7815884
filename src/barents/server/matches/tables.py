"""A match under way: it takes what the seats do, keeps it in the database, and then tells each seat what it can see.

Whatever changes it is applied, committed and published in this order; if the commit fails, the match in memory is
thrown away and built again from what is kept. Another process may have the same match in memory: whoever commits first
is right, the other takes in what has happened and does his deed again from the start.

What a person does is published at once. What follows from it without a person is committed answer by answer and held
back; at the next beat (`matches/beats.py`) one more commit releases it, and each observer is told all of it in one
frame. Until then nothing that others can see counts it: no revision, summary, clock, letter or result.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from barents.kernel.actions import Action, NotationError
from barents.kernel.decisions import Refused
from barents.kernel.domains import Refusal
from barents.kernel.feed import Frame
from barents.kernel.match import Control, RuleFault
from barents.kernel.sides import Side
from barents.players import adviser_of
from barents.players.circles import hour
from barents.server import metrics
from barents.server.logs import note
from barents.server.matches import clocks, reasons
from barents.server.matches import standing_orders as orders
from barents.server.matches.beforehand import Beforehand, question_of
from barents.server.matches.protocol import MOST_PLANNED, Fault, Follow, LeaveToStaff
from barents.server.matches.rebuilding import TableError, entry_of
from barents.server.matches.seating import asked_in_pause
from barents.server.matches.seats import summary_of
from barents.server.matches.writing import Writing
from barents.server.storage.store import Kept, MatchRow, Overtaken, SeatRow, Uncertain

T = TypeVar("T")
MOST_RACES = 50  # how often somebody may be overtaken with one deed
SHORTEST, LONGEST = 0.1, 5.0  # seconds between two tries to reach what is kept of a match


_ENDS = (Control.RESIGN, Control.ACCEPT_DRAW, Control.TIME)


class Held(NamedTuple):
    """After how many choices something is held back, None if nothing is; and whose windows are open then."""

    choices: int | None
    by: Side | None


class Stale(Refused):
    """An answer to an earlier question."""

    def __init__(self) -> None:
        super().__init__(Refusal("The situation has changed since you were asked this: look again and answer anew."))


class LiveTable(Writing):
    """One match in memory: what its seats do, and how it is kept in step with the database."""

    # What a seat does

    async def do(self, side: Side, entry: Action | Control, revision: int | None = None) -> None:
        """A seat's own choice, undo, resignation or draw; on the disk and published when this returns."""
        await self._whole(self._do(side, entry, revision))
        self.drive()

    async def follow(self, side: Side, order: Follow) -> None:
        """A seat's order of several answers: the first is done like any choice, and the others are kept."""
        if len(order.answers) > MOST_PLANNED:
            raise Refused(Refusal(f"An order may have {MOST_PLANNED} answers, and this one has {len(order.answers)}."))
        if not order.answers:
            await self._change(side, lambda given: given.given_up())
            return
        entries = [self.match.game.notation.parse(planned.answer) for planned in order.answers]
        await self._whole(self._do(side, entries[0], order.revision, order))
        self.drive()

    async def leave_to_staff(self, side: Side, said: LeaveToStaff) -> None:
        """A seat leaves the rest of a phase to its staff, or no longer."""

        def change(given: Beforehand) -> Beforehand:
            if not said.on:
                return msgspec.structs.replace(given, staff="")
            decision, live_seat = self.asked(side), self.live_seats[side]
            if self.row.rated:
                raise Refused(Refusal("This match is rated: you answer yourself."))
            if self.row.unadvised:
                raise Refused(Refusal("This table has agreed to play without an adviser."))
            if not adviser_of(self.match.game.name):
                raise Refused(Refusal("This game has no staff that could answer for you."))
            if decision is None:
                raise Refused(reasons.not_asked(self.match))
            if not live_seat.asked_since <= said.revision <= live_seat.feed.revision:
                raise Stale
            phase = "" if decision.question is None else decision.question.phase
            if decision.window or not phase:
                raise Refused(Refusal("What you are asked now is for you alone."))
            return msgspec.structs.replace(given.given_up(), staff=phase, since=hour(self.match), by_hand=False)

        await self._change(side, change)

    async def _change(self, side: Side, change: Callable[[Beforehand], Beforehand]) -> None:
        """Change what a seat has given beforehand, though it answers nothing itself."""

        async def deed() -> None:
            self._insist_that_all_is_well()
            live_seat = self.live_seats[side]
            given = change(live_seat.given)
            if given != live_seat.given:
                live_seat.given = given
                await self._show(side, (), {}, self._what_follows(self.count))

        await self._whole(self._in_turn(deed, side))
        self.drive()

    async def _do(self, side: Side, entry: Action | Control, revision: int | None, order: Follow | None = None) -> None:
        async def deed() -> None:
            with metrics.CHOICE.time():
                await self._do_now(side, entry, revision, order)

        if entry in _ENDS:
            await self._in_turn(deed)  # it ends the match, so that there is nothing left to hold back
        else:
            self._insist_that_it_is_shown(side, entry)
            await self._in_turn(deed, side)

    def _insist_that_it_is_shown(self, side: Side, entry: Action | Control) -> None:
        """While something is held back, whatever a seat cannot have seen is refused at once, and nothing tells more."""
        view = self.live_seats[side].view
        if view is None or not self.holds_back(side):
            return
        if isinstance(entry, Action) and view.decision is None:
            raise Refused(Refusal("Nothing is asked of you now."))
        if entry is Control.UNDO and not view.undo:
            raise Refused(Refusal("There is nothing that you may take back now."))

    async def _do_now(
        self, side: Side, entry: Action | Control, revision: int | None, order: Follow | None = None
    ) -> None:
        self._insist_that_all_is_well()
        if await self._late():
            raise Refused(Refusal("This comes too late: the time is up."))
        if isinstance(entry, Action) and self.asked(side) is None:
            raise Refused(reasons.not_asked(self.match))
        live_seat = self.live_seats[side]
        since = live_seat.acted_at if isinstance(entry, Control) else live_seat.asked_since
        if revision is not None and not since <= revision <= live_seat.feed.revision:
            raise Stale
        if entry is Control.UNDO and not live_seat.given.last_deed:
            raise Refused(Refusal("There is nothing that you may take back now."))
        if self.match.awaited:
            raise Refused(Refusal("The game has not begun: the dice still wait for a word from the other seat."))
        given = None if order is None else self._ordered(side, order)
        await self.perform(side, entry, own=True, given=given)

    def _ordered(self, side: Side, order: Follow) -> Beforehand:
        """What a seat has given beforehand when the first answer of its order is given."""
        live_seat, (first, *rest) = self.live_seats[side], order.answers
        decision = self.match.pending[side]
        if first.question != question_of(decision):
            raise Refused(Refusal(f"You are asked something else now. {decision.prompt}".rstrip()))
        read = 0 if live_seat.view is None else len(live_seat.view.log)
        after = live_seat.given.after_deed(window=False)
        return msgspec.structs.replace(after, answers=tuple(rest), stop=order.stop, read=read, under_way=first.order)

    async def _in_turn(self, deed: Callable[[], Awaitable[None]], side: Side | None = None) -> None:
        """Do something under the lock, from the start again whenever another process was quicker.

        What a `side` does by what it has seen waits until nothing is held back from it.
        """
        for _ in range(MOST_RACES):
            async with self.lock if side is None else self.undisturbed(side):
                try:
                    return await deed()
                except Overtaken:
                    note("overtaken", match=self.id)
        raise Refused(Refusal("Too much happens at this table at once: try again in a moment."))

    async def call_time(self) -> None:
        """End the match if a side's time is up."""

        async def deed() -> None:
            if not self.cannot_go_on:
                await self._late()

        await self._whole(self._in_turn(deed))

    async def _late(self) -> bool:
        late = self.clocks.late(clocks.now())
        if late is not None:
            await self.perform(late, Control.TIME, own=True)
        return late is not None

    async def contribute(self, side: Side, nonce: str) -> None:
        """A seat's words for the dice; a browser that holds both seats gives them for both."""
        await self._whole(self._contribute(side, nonce))
        self.drive()

    async def _contribute(self, side: Side, nonce: str) -> None:
        async def deed() -> None:
            self._insist_that_all_is_well()
            if side not in self.match.awaited:
                raise Refused(Refusal("The dice do not wait for you."))
            shared = set(self.live_seats[side].holders) & set(self.live_seats[side.enemy].holders)
            sides = [each for each in self.match.awaited if each is side or shared]
            for each in sides:
                self.match.contribute(each, nonce)
            await self._show(side, (), {each: {"nonce": nonce} for each in sides}, self._what_follows(self.count))

        await self._in_turn(deed)

    async def keep(self, side: Side, **values: Any) -> None:
        """Keep something for a seat that no other may know of: a draft, what it has read, orders, its name."""
        await self._whole(self._keep(side, values))

    async def _keep(self, side: Side, values: dict[str, Any]) -> None:
        plain = {"seen": values["seen"]} if "seen" in values else {}
        plain |= {"name": values["name"]} if "name" in values else {}
        if "draft" in values:
            plain["draft"] = None if values["draft"] is None else msgspec.json.encode(values["draft"]).decode()
        if "orders" in values:
            plain["orders"] = msgspec.json.encode(values["orders"]).decode()

        async def deed() -> None:
            self._insist_that_all_is_well()
            await self._commit((), {side: plain}, {})
            for name, value in values.items():
                setattr(self.live_seats[side], name, value)
            if "name" in values:
                self._tell_of_table()

        await self._in_turn(deed)

    def _insist_that_all_is_well(self) -> None:
        if self.cannot_go_on:
            raise Refused(Refusal(self.cannot_go_on))

    # Apply, commit, publish

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, also when whoever asked for it hangs up in the middle."""
        return await asyncio.shield(self._begin(work))

    def _begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def perform(self, side: Side, entry: Action | Control, own: bool, given: Beforehand | None = None) -> None:
        """Apply, commit, publish; the lock is held."""
        began = asyncio.get_running_loop().time()
        live_seat, actor = self.live_seats[side], side if own else None
        after, done = self._apply(side, entry, own)
        live_seat.given = given or after
        changes: dict[Side, dict[str, Any]] = {side: {"beforehand": live_seat.given.encoded()}}
        loses_draft = own and live_seat.draft is not None and isinstance(entry, Action)
        if loses_draft:
            changes[side]["draft"] = None
        if self.is_holding and entry not in _ENDS:
            frames = self._look_in_pause(actor)
            await self._commit(done, changes, frames, drives=not own)
            self._publish_to_seats(frames, actor)
        else:
            await self._show(actor, done, changes, self._what_follows(self.count + len(done)), began)
        if loses_draft:
            live_seat.draft = None
        metrics.CHOICES.labels("person" if own else "computer").inc()
        self._driver.heed(own, entry)

    def _apply(self, side: Side, entry: Action | Control, own: bool) -> tuple[Beforehand, tuple[tuple[Side, str], ...]]:
        """Do it in the match: what the seat has given beforehand after it, and what is to be written down.

        What followed by itself from a deed is taken back with it, as far as the match allows that.
        """
        match, live_seat = self.match, self.live_seats[side]
        given = live_seat.given
        if isinstance(entry, Action):
            after = given
            if own:
                after = live_seat.standpoint(match).after_deed(entry)
            elif live_seat.kind == "person":
                follows = match.asks_both or (bool(match.choices) and match.choices[-1][0] is side)
                after = given.after_answer(self.answered_by(side), follows)
            match.do(side, entry)
            return after, ((side, str(match.choices[-1][1])),)
        match.do(side, entry)
        if entry is not Control.UNDO:
            return given, ((side, entry.value),)
        times = 1
        while times < given.last_deed and match.can_undo(side):
            match.do(side, entry)
            times += 1
        return given.after_undo(times), ((side, entry.value),) * times

    def _what_follows(self, count: int) -> Held:
        """Whether what stands after so many choices is followed by something that needs no person, and is held back."""
        owner = orders.paused_side(self.match, self.row.way)
        return Held(None if owner is None and self._driver.next_side() is None else count, owner)

    async def hold(self) -> None:
        """From now on hold back what is answered, though nobody has just done anything; the lock is held."""
        began = asyncio.get_running_loop().time()
        await self._commit((), {}, {}, self._what_follows(self.count))
        self.held_since = began

    async def release(self, *, goes_on: bool) -> None:
        """Show what was held back, and hold back what follows if the match `goes_on`; the lock is held."""
        await self._show(None, (), {}, self._what_follows(self.count) if goes_on else Held(None, None))

    async def _show(
        self,
        actor: Side | None,
        done: Sequence[tuple[Side, str]],
        changes: Mapping[Side, dict[str, Any]],
        held: Held,
        began: float | None = None,
    ) -> None:
        """Commit and publish the match as it stands; what follows it is held back from when this `began`."""
        began = asyncio.get_running_loop().time() if began is None else began
        self.clocks.turn(self.match, clocks.now())
        frames: dict[Side, Frame] = {}
        kept: dict[Side, dict[str, Any]] = {}
        for side, live_seat in self.live_seats.items():
            live_seat.settle(self.match)
            given = live_seat.given.encoded()
            kept[side] = {**changes.get(side, {}), "beforehand": given, "beforehand_shown": given}
            live_seat.feed.is_followed = held.choices is not None
            frame = live_seat.look(self.match, side is actor)
            if frame is not None:
                frames[side] = frame
        await self._commit(done, kept, frames, held)
        self.held_since = began
        self._publish_to_seats(frames, actor)
        for live_seat in self.live_seats.values():
            live_seat.tell_following()
        self.around.show(self.match)
        if self.clocks.changed:
            self.clocks.changed = False
            self._tell_of_table()

    def _look_in_pause(self, actor: Side | None) -> dict[Side, Frame]:
        """What the side sees whose windows are open: the next of them, or that it has answered."""
        owner = self.row.held_by
        if owner is None:
            return {}
        if asked_in_pause(self.match, owner, self.row.way):
            frame = self.live_seats[owner].look(self.match, owner is actor)
        else:
            frame = self.live_seats[owner].stand_by() if owner is actor else None
        return {} if frame is None else {owner: frame}

    def _publish_to_seats(self, frames: Mapping[Side, Frame], actor: Side | None) -> None:
        for side, frame in frames.items():
            self.live_seats[side].publish(frame, side is actor)

    async def _commit(
        self,
        done: Sequence[tuple[Side, str]],
        changes: Mapping[Side, dict[str, Any]],
        frames: Mapping[Side, Frame],
        held: Held | None = None,
        *,
        drives: bool = False,
    ) -> None:
        """Write something down. `held` is what is held back from now on, where that changes: then, and as long as
        nothing is held back, all that others can see of the match is written too. `drives` says that this process
        answers for the match."""
        is_shown = held is not None or not self.is_holding
        seats: dict[Side, dict[str, Any]] = {side: dict(values) for side, values in changes.items()}
        for side, frame in frames.items():
            summary = msgspec.json.encode(summary_of(frame.view)).decode()
            seats.setdefault(side, {}).update(revision=frame.revision, summary=summary)
        if self.clocks.changed:
            for side, values in self.clocks.rows().items():
                seats.setdefault(side, {}).update(values)
        seats = {side: _without_the_same(values, self._seats[side]) for side, values in seats.items()}
        choices = [(self.count + number, *each) for number, each in enumerate(done)]
        try:
            changed = self._changed(self.count + len(choices)) if is_shown else {}
            if held is not None:
                changed |= {"held": held.choices, "held_by": held.by}
            if drives or (held is not None and held.choices is not None):
                changed |= self._driver.lease.with_commit()
            told = self._chronicles() if is_shown else {}
            also = self._settlement() if is_shown else []
            testament = self._testament(len(choices)) if is_shown else {}
            writers = [*also, *self._word(frames)]
            with metrics.committing():
                version = await self._committed(choices, seats, changed, {**told, **testament}, writers)
        except Overtaken:
            await self._restore()
            raise
        except Exception as error:
            note("commit failed", match=self.id, error=type(error).__name__)
            await self._find_out(error, choices)
            return
        self.row = msgspec.structs.replace(self.row, version=version, **{**changed, "base": None})
        self._driver.lease.read(self.row.driver, self.row.driver_until)
        self._seats = {side: msgspec.structs.replace(row, **seats.get(side, {})) for side, row in self._seats.items()}
        self.count += len(choices)
        if is_shown:
            self._chapters = len(self.match.chapters)
        for name, page in told.items():
            self._chroniclers[name].chronicled = page.first + page.number
        if also:
            await self._rate_anew()

    async def _committed(self, *what: Any) -> int:
        """Write something down, again if others have meanwhile only kept something for a seat; the new version."""
        for _ in range(MOST_RACES):
            try:
                return await asyncio.to_thread(self._store.commit, self.id, self.row.version, *what)
            except Overtaken:
                if not await self._stands_all_the_same():
                    raise
        raise Overtaken

    async def _stands_all_the_same(self) -> bool:
        """Whether nothing has been done that could touch what is being done here; then the rest is taken in."""
        news = await asyncio.to_thread(self._store.news, self.id, self.count)
        if news is None or news.choices or _standing(news.match) != _standing(self.row):
            return False
        if any(_public(seat) != _public(self._seats[side]) for side, seat in news.seats.items()):
            return False
        told = self._known_to_all
        self._seats, self.row = news.seats, news.match
        for side, seat in news.seats.items():
            self.live_seats[side].take_in(seat, news.holders[side])
        if self._known_to_all != told:
            self._tell_of_table()
        return True

    async def _find_out(self, error: Exception, choices: list[tuple[int, Side, str]]) -> None:
        """A commit has failed: what is kept says whether it has happened all the same; refused if it has not."""
        uncertain = isinstance(error, Uncertain)
        kept = await self._restore(settled=uncertain)
        if uncertain and kept is None:
            raise Refused(Refusal(_UNCERTAIN)) from error
        if uncertain and kept is not None and choices:
            number, *done = choices[0]
            if number < kept.match.since or tuple(done) in kept.choices[number - kept.match.since :][:1]:
                return
        raise Refused(Refusal(_NOT_KEPT)) from error

    # What others have done, and what has gone wrong

    async def catch_up(self, version: int | None = None) -> None:
        """Somebody else has changed the match, as far as the version: take it in, and show it to whoever listens."""
        if version is not None and version <= max(self.row.version, self._newest):
            return
        self._newest = max(self._newest, version or 0)
        await self._whole(self._catch_up(version))
        self.drive()

    async def _catch_up(self, version: int | None) -> None:
        async with self.lock:
            if not self.broken and (version is None or version > self.row.version):
                await self._take_in_news()

    async def _take_in_news(self) -> None:
        """Whatever the database has and we have not; the lock is held."""
        try:
            news = await asyncio.to_thread(self._store.news, self.id, self.count)
            if news is None:
                raise TableError("This match is no longer there.")
            if news.match.version == self.row.version:
                return
            try:
                self._take_in(news)
            except (TableError, Refused, NotationError, RuleFault):
                await self._rebuild()
        except Exception as error:
            self._lose(error)

    def _take_in(self, news: Kept) -> None:
        if news.match.rules != self.match.game.version:
            raise TableError("Another process plays this match by other rules.")
        told = self._known_to_all
        for side, seat in news.seats.items():
            if seat.nonce is not None and side in self.match.awaited:
                self.match.contribute(side, seat.nonce)
            self.live_seats[side].take_in(seat, news.holders[side])
            self.live_seats[side].take_in_given(seat)
        acted: set[Side] = set()
        held = news.match.held
        if held == self.count and held != self.row.held:
            self._show_news(news, acted)
        for count, (side, text) in enumerate(news.choices, self.count + 1):
            entry = entry_of(self.match, text)
            own = self.live_seats[side].kind == "person" and (
                isinstance(entry, Control) or self.asked(side) is not None
            )
            self.match.do(side, entry)
            self._driver.heed(own, entry)
            if own:
                acted.add(side)
            if held == count:
                self._show_news(news, acted)
                acted.clear()
        if held is None:
            self._show_news(news, acted)
        self.row, self._seats = news.match, news.seats
        self._rate(news.ratings)
        self.clocks = clocks.Clocks(clocks.pace_of(self.row.pace), self.row.way, news.seats)
        self._driver.lease.read(self.row.driver, self.row.driver_until)
        self.count += len(news.choices)
        owner = self.row.held_by
        if owner is not None:
            asked = asked_in_pause(self.match, owner, self.row.way)
            if asked or owner in acted:
                revision = news.seats[owner].revision
                self.live_seats[owner].show(self.match, revision, owner in acted, standing_by=not asked)
        if self._known_to_all != told:
            self._tell_of_table()

    def _show_news(self, news: Kept, acted: Collection[Side]) -> None:
        """Show the match as it stands, at the point to which another process has shown it."""
        for side, live_seat in self.live_seats.items():
            live_seat.feed.is_followed = news.match.held is not None
            live_seat.show(self.match, news.seats[side].revision, side in acted)
        for name, page in self._chronicles().items():
            self._chroniclers[name].chronicled = page.first + page.number
        self._chapters = len(self.match.chapters)
        self.around.show(self.match)

    @property
    def _known_to_all(self) -> tuple[Any, ...]:
        """What everyone at the table may know besides what is in the views."""
        seats = tuple(
            (live_seat.name, live_seat.holders, live_seat.is_here, live_seat.rating)
            for live_seat in self.live_seats.values()
        )
        return (*seats, self.row.closed, self.row.rematch, self.row.open_to_all, self.clocks.rows())

    async def _rebuild(self, settled: bool = False) -> Kept:
        """Forget what is in memory: what is kept counts. Whoever listens is shown what he has not seen."""
        kept = await asyncio.to_thread(self._store.load, self.id, settled=settled)
        if kept is None:
            raise TableError("This match is no longer there.")
        built = await asyncio.to_thread(self._build, kept)
        before, told = self.live_seats, self._known_to_all
        acted = {side for side, _ in kept.choices[max(0, self.count - kept.match.since) :]}
        self._adopt(kept, built)
        for side, live_seat in before.items():
            self.live_seats[side].succeed(live_seat, side in acted)
        self.around.greet_all_again(built.looked)
        if self._known_to_all != told:
            self._tell_of_table()
        return kept

    async def _restore(self, settled: bool = False) -> Kept | None:
        """Go back to what is kept; None if that cannot be reached."""
        try:
            return await self._rebuild(settled)
        except Exception as error:
            self._lose(error)
            return None

    def _lose(self, error: Exception) -> None:
        """What is kept of the match cannot be reached, or not be played: the one will pass, the other will not."""
        note("match lost", match=self.id, error=type(error).__name__)
        self.broken = str(error) if isinstance(error, TableError) else _OUT_OF_REACH
        self.tell_fault(Fault(words=self.broken))
        if not isinstance(error, TableError) and not self.is_recovering:
            self.is_recovering = True
            self._begin(self._recover())

    async def _recover(self) -> None:
        """Try until what is kept can be reached, and then greet everyone again."""
        wait = SHORTEST
        while self.is_recovering:
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST)
            async with self.lock:
                try:
                    await self._rebuild(settled=True)
                    self.broken = ""
                except TableError as error:
                    self.broken = str(error)
                except Exception:
                    continue
                self.is_recovering = False
                note("match found again", match=self.id)
                for side, live_seat in self.live_seats.items():
                    for listener in live_seat.listeners:
                        listener.tell(Fault(words=self.broken) if self.broken else self.hello(side, listener))
                if self.broken:
                    self.around.gallery.tell(Fault(words=self.broken))
        self.drive()


def _standing(row: MatchRow) -> tuple[Any, ...]:
    """What of a match has a part in what is done there."""
    return row.closed, row.rules, row.held, row.held_by


def _public(seat: SeatRow) -> tuple[Any, ...]:
    """What of a seat has a part in the match, and is not merely kept for whoever sits there."""
    return seat.nonce, seat.revision, seat.clock, seat.clock_since, seat.beforehand


def _without_the_same(values: Mapping[str, Any], row: SeatRow) -> dict[str, Any]:
    """What is to be written for a seat, without what it has given beforehand where that stands there already."""
    given = ("beforehand", "beforehand_shown")
    return {name: value for name, value in values.items() if name not in given or getattr(row, name) != value}


_NOT_KEPT = "This could not be kept, so it has not happened: try again in a moment."
_UNCERTAIN = (
    "The database was lost at this very moment. Whether this still counts will be shown as soon as it is back; "
    "it cannot count twice."
)
_OUT_OF_REACH = (
    "The server cannot reach what it keeps of this match; it is safe there. Play goes on by itself as soon as it can."
)
