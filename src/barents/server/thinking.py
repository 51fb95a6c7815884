"""Computer players think here, each in a process of its own, so that nobody waits for another's match.

A thinker is handed what `Player.choose` needs and nothing else: what the side may know, the decision in its wire form,
and dice of its own; one that searches also how the decision was reached, as its side may know it. One that hangs is
killed and replaced; the others do not notice.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache
from multiprocessing import get_context, parent_process
from typing import Any

import msgspec

from barents.kernel import registry
from barents.kernel.datapack import DataPack
from barents.kernel.decisions import Decision, from_wire
from barents.kernel.dice import Dice
from barents.kernel.game import Game
from barents.kernel.match import Approach, Match
from barents.kernel.sides import Side, eyes_of
from barents.kernel.wire import OptionsWire
from barents.players import is_searched, player
from barents.players.search import Budget, Search

PONDERING = Budget(times=2, milliseconds=2500)  # a person waits no longer than this for an answer
PATIENCE = 0.25  # seconds to wait for a thinker before another is started


class ThinkingError(Exception):
    """A player did not come to an answer; the message is for the people at its table."""


class Way(msgspec.Struct, frozen=True):
    """How a decision was reached (an `Approach`), on its way to a player that searches."""

    known: bytes
    choices: tuple[tuple[Side, str], ...]
    dice: dict[str, bytes]


class Question(msgspec.Struct, frozen=True):
    """A decision on its way to a player."""

    game: str
    player: str
    side: Side
    rule: str
    prompt: str
    window: bool
    options: OptionsWire
    asides: OptionsWire | None
    open_to_asides: bool
    known: bytes
    way: Way | None = None


def question(match: Match[Any, Any], side: Side, name: str) -> Question:
    """The pending decision of a side, for a player."""
    decision = match.pending[side]
    asides = decision.asides
    return Question(
        match.game.name,
        name,
        side,
        decision.rule,
        decision.prompt,
        decision.window,
        decision.options.wire(),
        None if asides is None else asides.wire(),
        decision.open_to_asides,
        match.game.encoder.encode(match.known(eyes_of(side))),
        _way(match, side) if is_searched(name, match.game.name, decision) else None,
    )


def _way(match: Match[Any, Any], side: Side) -> Way:
    approach = match.approach(side)
    choices = tuple((who, str(action)) for who, action in approach.choices)
    return Way(match.game.encoder.encode(approach.known), choices, approach.dice)


def approach_of(way: Way, game: Game[Any, Any]) -> Approach[Any]:
    """The approach again, in the process that thinks about it."""
    choices = tuple((who, game.notation.parse(text)) for who, text in way.choices)
    return Approach(game.decoder.decode(way.known), choices, way.dice)


def decision_of(asked: Question, game: Game[Any, Any], data: Any) -> Decision[Any]:
    """The decision again, in the process that thinks about it."""
    boards = game.boards(data)
    asides = None if asked.asides is None else from_wire(asked.asides, game.notation, boards)
    return Decision(
        asked.side,
        asked.rule,
        from_wire(asked.options, game.notation, boards),
        asked.prompt,
        (lambda: asides) if asked.open_to_asides else None,
        asked.window,
    )


_pack: DataPack | None = None


def _prepare(path: tuple[str, ...], plug_ins: tuple[str, ...], pack: DataPack | None) -> None:
    """Make a fresh process ready: the games, and the values that are laid over theirs."""
    global _pack
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then lets its thinkers go
    threading.Thread(target=end_with_parent, daemon=True).start()
    sys.path[:] = path
    for module in plug_ins:
        registry.plug_in_module(module)
    _pack = pack


def end_with_parent() -> None:
    """A server that is killed can no longer let its processes go, so they see to it themselves."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


@cache
def _data(game: str) -> Any:
    return registry.find(game).data(_pack)


def _choose(asked: bytes, dice: Dice) -> str:
    """In the thinker's process: a player's answer, in notation."""
    what = msgspec.msgpack.decode(asked, type=Question)
    game, data = registry.find(what.game), _data(what.game)
    known = game.decoder.decode(what.known)
    decision = decision_of(what, game, data)
    thinks = player(what.player, what.game, data, PONDERING)
    if what.way is not None and isinstance(thinks, Search):
        return str(thinks.search(approach_of(what.way, game), known, decision, dice))
    return str(thinks.choose(known, decision, dice))


class Thinkers:
    """The processes in which players think: a few are kept, more are started while those are busy."""

    def __init__(
        self, ready: int, most: int, seconds: float, plug_ins: tuple[str, ...] = (), pack: DataPack | None = None
    ) -> None:
        self.seconds = seconds
        self._ready = ready
        self._most = most
        self._prepared = (tuple(sys.path), plug_ins, pack)
        self._idle: asyncio.LifoQueue[ProcessPoolExecutor] = asyncio.LifoQueue()
        self._all: list[ProcessPoolExecutor] = []
        self._pids: dict[int, int] = {}

    @property
    def busy(self) -> int:
        """How many processes think."""
        return len(self._all) - self._idle.qsize()

    async def start(self) -> None:
        """Start the processes that are kept."""
        for _ in range(self._ready):
            self._idle.put_nowait(self._new())

    def close(self) -> None:
        """Let every process go, also one that is still thinking."""
        for thinker in list(self._all):
            self._dismiss(thinker)

    def _new(self) -> ProcessPoolExecutor:
        thinker = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_prepare, initargs=self._prepared)
        self._all.append(thinker)
        # The process starts with its first task, and its number is needed should it have to be killed.
        told = thinker.submit(os.getpid)
        told.add_done_callback(lambda done: self._note(thinker, done))
        return thinker

    def _note(self, thinker: ProcessPoolExecutor, done: Any) -> None:
        if not done.cancelled() and done.exception() is None:
            self._pids[id(thinker)] = done.result()

    def _dismiss(self, thinker: ProcessPoolExecutor) -> None:
        self._all.remove(thinker)
        pid = self._pids.pop(id(thinker), None)
        if pid is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        thinker.shutdown(wait=False, cancel_futures=True)

    async def _take(self) -> ProcessPoolExecutor:
        while True:
            try:
                return await asyncio.wait_for(self._idle.get(), PATIENCE)
            except TimeoutError:
                if len(self._all) < self._most:
                    return self._new()

    async def choose(self, asked: Question, dice: Dice) -> str:
        """A player's answer in notation; `ThinkingError` if it crashes or takes too long."""
        encoded = msgspec.msgpack.encode(asked)
        thinker = await self._take()
        task = asyncio.get_running_loop().run_in_executor(thinker, _choose, encoded, dice)
        try:
            answer = await asyncio.wait_for(task, self.seconds)
        except TimeoutError:
            self._replace(thinker)
            raise ThinkingError(f"The computer player '{asked.player}' did not come to a decision in time.") from None
        except asyncio.CancelledError:
            self._replace(thinker)
            raise
        except BrokenProcessPool:
            self._replace(thinker)
            raise ThinkingError(f"The computer player '{asked.player}' has broken down.") from None
        except Exception as error:
            self._idle.put_nowait(thinker)
            raise ThinkingError(f"The computer player '{asked.player}' has failed.") from error
        self._idle.put_nowait(thinker)
        return answer

    def _replace(self, thinker: ProcessPoolExecutor) -> None:
        self._dismiss(thinker)
        if len(self._all) < self._ready:
            self._idle.put_nowait(self._new())
