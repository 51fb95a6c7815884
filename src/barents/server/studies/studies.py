"""The laboratory: studies that run, those that have ended, and who may look at them.

A study is played game by game in a process of low priority. Every game is written down before anybody is told of it,
so a study that was stopped, by its owner or with the server, keeps what was played. When more are asked for than can be
played at once, they take turns, so that nobody waits for another's to end.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from typing import NamedTuple

import msgspec

from barents.kernel.sides import Side
from barents.lab.simulate import GameFailed, Played
from barents.server.accounts.visitors import Visitor
from barents.server.logs import LOGGER, note
from barents.server.matches.protocol import Opened
from barents.server.matches.service import MatchService, Mistake, Unknown
from barents.server.storage.store import StoreError, now
from barents.server.studies.figures import counted, figures, table
from barents.server.studies.plans import Inquiry, Planner
from barents.server.studies.protocol import (
    LabCard,
    StudyCard,
    StudyGame,
    StudyReport,
    StudyState,
    StudyTerms,
)
from barents.server.studies.store import INTERRUPTED, StudyRow, StudyStore
from barents.server.studies.work import Worker, WorkerDied, moved_tables

PATIENCE = 2.0  # seconds to wait for news before answering that there are none
GLANCE = 0.25  # seconds between two looks at a study that another process plays
BEAT, GOOD_FOR = 10.0, 30_000  # how often a process says that it still plays (s), and for how long that is good (ms)
MOST_IN_TURN = 10  # studies that take turns, for each that is played
MOST_FROM_ONE_PLACE = 2  # studies from one address at the same time
MOST_WORDS = 300  # of what a game failed with
STOPPED = "By hand. What was played until then stands."


class Busy(Exception):
    """Not now: somebody's study is still running, or as many as the server takes."""


class Kept(NamedTuple):
    """A study as it stands."""

    row: StudyRow
    games: list[StudyGame]


class Running:
    """A study that is being played."""

    def __init__(self, row: StudyRow, inquiry: Inquiry, worker: Worker, whence: str) -> None:
        self.whence = whence
        self.row = row
        self.inquiry = inquiry
        self.worker = worker
        self.games: list[StudyGame] = []
        self.news = asyncio.Condition()
        self.task: asyncio.Task[None] | None = None
        self._began: float | None = None
        self._before = 0.0  # seconds in the turns that it has had

    async def begin(self) -> None:
        """Its turn: get ready to play; the time counts from then on."""
        await self.worker.start()
        self._began = time.monotonic()

    def rest(self) -> None:
        """Its turn is over: it needs no process while it waits for the next."""
        self._before += self.turn
        self._began = None
        self.worker.close()

    @property
    def turn(self) -> float:
        """How many seconds this turn has taken."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    @property
    def kept(self) -> Kept:
        """As it stands, with the time that was spent on it."""
        return Kept(msgspec.structs.replace(self.row, milliseconds=self.milliseconds), self.games)

    @property
    def milliseconds(self) -> int:
        """How long it has been played."""
        return round((self._before + self.turn) * 1000)


class Studies:
    """All studies of a service."""

    def __init__(self, service: MatchService) -> None:
        self._service = service
        self._store = StudyStore(service.store)
        self._planner = Planner(service.settings)
        self._running: dict[str, Running] = {}
        self._turns = asyncio.Semaphore(service.settings.most_studies)
        self._other_processes = service.live_matches.other_processes
        self._beating: asyncio.Task[None] | None = None
        # What is done aside, such as a game that is played again to be looked at, is done one at a time.
        self._aside = asyncio.Lock()

    async def start(self) -> None:
        """Mark what an earlier server left unfinished."""
        await asyncio.to_thread(self._store.interrupt, self._other_processes.process, self._other_processes.alone)
        self._beating = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """Stop every study; what has been played is kept."""
        if self._beating is not None:
            self._beating.cancel()
        for running in list(self._running.values()):
            await self._cancel(running, INTERRUPTED)

    async def _beat(self) -> None:
        """Say from time to time that what we play is still being played, and stop what a killed process left behind."""
        while True:
            await asyncio.sleep(BEAT)
            with suppress(StoreError):
                if self._running:
                    await asyncio.to_thread(self._store.alive, self._other_processes.process, now() + GOOD_FOR)
                if not self._other_processes.alone:
                    await asyncio.to_thread(self._store.interrupt_silent)

    # Asking

    async def card(self) -> LabCard:
        """What can be asked."""
        return await self._service.slowly(self._planner.card)

    async def open(self, terms: StudyTerms, visitor: Visitor, whence: str = "") -> StudyReport:
        """Begin a study for a visitor."""
        await self._admit(visitor, whence)
        inquiry = await self._inquiry(terms)
        await self._admit(visitor, whence)
        row = StudyRow(
            id=secrets.token_hex(8),
            browser=visitor.own,
            opened=now(),
            terms=terms,
            plan=inquiry.plan,
            process=self._other_processes.process,
            alive_until=now() + GOOD_FOR,
        )
        running = Running(row, inquiry, Worker(inquiry.studies, self._service.settings.plug_ins), whence)
        self._running[row.id] = running
        try:
            await asyncio.to_thread(self._store.open, row)
        except BaseException:
            del self._running[row.id]
            raise
        running.task = asyncio.create_task(self._play(running))
        note("study opened", study=row.id, ask=terms.ask, games=inquiry.plan.games * len(inquiry.plan.arms))
        return _report(running.kept)

    async def _admit(self, visitor: Visitor, whence: str) -> None:
        """Refuse whoever has a study running, here or by another name, and everybody while too many wait for turns."""
        studies = dict(await asyncio.to_thread(self._store.running))
        studies |= {study: running.row.browser for study, running in self._running.items()}
        if any(browser in visitor.holders for browser in studies.values()):
            raise Busy("One study of yours is still running: wait until it is done, or stop it.")
        if sum(running.whence == whence for running in self._running.values()) >= MOST_FROM_ONE_PLACE:
            raise Busy("Several studies from where you are still run: wait until one of them is done.")
        if len(studies) >= MOST_IN_TURN * self._service.settings.most_studies:
            raise Busy("The laboratory is busy with other people's studies: try again in a few minutes.")

    async def _inquiry(self, terms: StudyTerms) -> Inquiry:
        """What is played for a question; tables are moved in a process of low priority, which takes a while."""
        if terms.ask != "tables":
            return await self._service.slowly(self._planner.inquiry, terms)
        wanted = await self._service.slowly(self._planner.wanted_tables, terms)
        async with self._aside:
            worker = Worker((), self._service.settings.plug_ins)
            try:
                moved = await worker.do(moved_tables, *wanted)
            finally:
                worker.close()
        return self._planner.inquiry(terms, moved)

    async def _play(self, running: Running) -> None:
        """Play the arms in turn, so that all of them have about as many games at any moment."""
        plan = running.inquiry.plan
        state: StudyState = "failed"
        why = "The laboratory has failed on this study."
        try:
            games = [(arm, number) for number in range(1, plan.games + 1) for arm in range(len(plan.arms))]
            while games:
                async with self._turns:
                    await self._take_turn(running, games)
            state, why = "done", ""
        except TimeoutError:
            state, why = "stopped", "It took longer than a study may; what was played until then stands."
        except (GameFailed, WorkerDied) as error:
            words = str(error)[:MOST_WORDS]
            why = f"{words[:1].upper()}{words[1:]}. What was played before stands."
        except asyncio.CancelledError:
            state, why = "stopped", running.row.why
        except Exception as error:
            LOGGER.error("study failed", exc_info=error, extra={"about": {"study": running.row.id}})
        finally:
            await asyncio.shield(self._end(running, state, why))

    async def _take_turn(self, running: Running, games: list[tuple[int, int]]) -> None:
        """Play the next games of a study, until somebody else has waited long enough."""
        settings, plan = self._service.settings, running.inquiry.plan
        try:
            async with asyncio.timeout(settings.study_seconds - running.milliseconds / 1000):
                await running.begin()
                while games:
                    arm, number = games[0]
                    played = await running.worker.play(arm, number)
                    await self._add(running, counted(running.row.terms, plan, arm, played))
                    games.pop(0)
                    if running.turn >= settings.study_turn and len(self._running) > settings.most_studies:
                        return
        finally:
            running.rest()

    async def _add(self, running: Running, game: StudyGame) -> None:
        if not await asyncio.to_thread(self._store.add, running.row.id, game, running.milliseconds):
            running.row = msgspec.structs.replace(running.row, why=STOPPED)  # through another process
            raise asyncio.CancelledError
        async with running.news:
            running.games.append(game)
            running.news.notify_all()

    async def _end(self, running: Running, state: StudyState, why: str) -> None:
        try:
            await asyncio.to_thread(self._store.end, running.row.id, state, why)
        finally:
            running.row = msgspec.structs.replace(running.row, state=state, why=why)
            self._running.pop(running.row.id, None)
            async with running.news:
                running.news.notify_all()
        note("study ended", study=running.row.id, state=state, games=len(running.games))

    # Looking

    async def mine(self, visitor: Visitor) -> list[StudyCard]:
        """A visitor's studies."""
        return await asyncio.to_thread(self._store.mine, visitor.holders) if visitor.holders else []

    async def report(self, visitor: Visitor, study: str, since: int = -1) -> StudyReport:
        """A study as it stands, once more games than `since` are played or there have been no news for a while."""
        running = self._running.get(study)
        if running is not None and running.row.browser in visitor.holders:
            async with running.news:
                with suppress(TimeoutError):
                    await asyncio.wait_for(
                        running.news.wait_for(lambda: len(running.games) > since or running.row.state != "running"),
                        PATIENCE,
                    )
        kept = await self._kept(visitor, study)
        glances = 0 if running is not None else round(PATIENCE / GLANCE)
        while kept.row.state == "running" and len(kept.games) <= since and glances:
            glances -= 1
            await asyncio.sleep(GLANCE)  # it is played by another process
            kept = await self._kept(visitor, study)
        return _report(kept)

    async def games(self, visitor: Visitor, study: str) -> tuple[StudyGame, ...]:
        """Every game of a study."""
        return tuple((await self._kept(visitor, study)).games)

    async def csv(self, visitor: Visitor, study: str) -> bytes:
        """The games as a table."""
        row, games = await self._kept(visitor, study)
        return table(row.plan, games)

    async def json(self, visitor: Visitor, study: str) -> bytes:
        """The study with its figures and games."""
        kept = await self._kept(visitor, study)
        whole = {**msgspec.to_builtins(_report(kept)), "played_games": kept.games}
        return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"

    async def _kept(self, visitor: Visitor, study: str) -> Kept:
        """A study of this visitor; `Unknown` if there is none."""
        running = self._running.get(study)
        if running is not None:
            kept = running.kept
        else:
            found = await asyncio.to_thread(self._store.load, study)
            if found is None:
                raise Unknown
            kept = Kept(*found)
        if kept.row.browser not in visitor.holders:
            raise Unknown
        return kept

    # Stopping

    async def stop(self, visitor: Visitor, study: str) -> StudyReport:
        """Stop a study; one that has ended stays as it is."""
        await self._kept(visitor, study)
        running = self._running.get(study)
        if running is not None:
            await self._cancel(running, STOPPED)
        else:
            await asyncio.to_thread(self._store.end, study, "stopped", STOPPED)
        return _report(await self._kept(visitor, study))

    async def delete(self, visitor: Visitor, study: str) -> None:
        """Stop a study, and forget it."""
        await self.stop(visitor, study)
        await asyncio.to_thread(self._store.delete, study)

    async def _cancel(self, running: Running, why: str) -> None:
        running.row = msgspec.structs.replace(running.row, why=why)
        if running.task is not None:
            running.task.cancel()
            await asyncio.wait([running.task])

    # A game behind a bar

    async def show(self, visitor: Visitor, study: str, arm: int, number: int) -> Opened:
        """The match in which a game of a study can be looked at: it is played again, unless it was before."""
        row, games = await self._kept(visitor, study)
        wanted = next((game for game in games if (game.arm, game.number) == (arm, number)), None)
        if wanted is None:
            raise Mistake("This game of the study has not been played.")
        if row.plan.arms[arm].step:
            raise Busy(
                "With a table moved a game cannot be shown, because the board knows the rules as they are: "
                "open its twin with nothing moved, which had the same dice."
            )
        shown = await asyncio.to_thread(self._store.shown, study, arm, number)
        if shown is not None:
            return Opened(shown, Side.ALLIED)
        played = await self._again(row, wanted)
        opened = await self._service.upload(played.record, visitor, "both", "", visitor.own)
        await asyncio.to_thread(self._store.show, study, arm, number, opened.match)
        return opened

    async def _again(self, row: StudyRow, wanted: StudyGame) -> Played:
        """Play a game again, which gives the same game as long as rules, data and players are the same."""
        changed = Busy("Rules, data or players have changed since: this game can no longer be played as it was.")
        try:
            inquiry = await self._service.slowly(self._planner.inquiry, row.terms)
        except Mistake:
            raise changed from None
        then, today = row.plan, inquiry.plan
        if (today.rules, today.pack, today.arms[wanted.arm]) != (then.rules, then.pack, then.arms[wanted.arm]):
            raise changed
        kept = inquiry.studies[wanted.arm]._replace(records=True)
        async with self._aside:
            worker = Worker([kept], self._service.settings.plug_ins)
            try:
                played = await worker.play(0, wanted.number)
            except (GameFailed, WorkerDied):
                raise changed from None
            finally:
                worker.close()
        if counted(row.terms, row.plan, wanted.arm, played) != wanted:
            raise changed
        return played


def _report(kept: Kept) -> StudyReport:
    row, games = kept
    return StudyReport(
        study=row.id,
        terms=row.terms,
        plan=row.plan,
        state=row.state,
        why=row.why,
        played=len(games),
        games=row.plan.games * len(row.plan.arms),
        seconds=row.milliseconds / 1000,
        figures=figures(row.terms, row.plan, games),
    )
