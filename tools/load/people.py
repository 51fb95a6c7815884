"""The people: somebody at a seat or in the gallery, and the tables of two."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from barents.kernel.decisions import from_wire
from barents.kernel.dice import Dice
from barents.kernel.game import Game
from barents.kernel.wire import OptionsWire


class _Change(msgspec.Struct, frozen=True):
    revision: int
    view: dict[str, msgspec.Raw]


class _Heard(msgspec.Struct, frozen=True):
    """As much of a message as a client here wants to know."""

    kind: str = msgspec.field(name="is")
    id: int = 0
    revision: int = 0
    contribute: bool = False
    view: dict[str, msgspec.Raw] = {}
    update: _Change | None = None


class _Asked(msgspec.Struct, frozen=True):
    options: OptionsWire


_heard = msgspec.json.Decoder(_Heard).decode
_asked = msgspec.json.Decoder(_Asked | None).decode
_NULL = msgspec.Raw(b"null")


class Person:
    """Somebody at a seat, or who watches."""

    def __init__(self, socket: ClientConnection, changed: Callable[[Person, float], None]) -> None:
        self.socket = socket
        self.revision = 0
        self.decision = b"null"
        self.over = False
        self.contribute = False
        self._changed = changed
        self._answers: dict[int, asyncio.Future[str]] = {}
        self._number = 0
        self.greeted = asyncio.Event()
        self.reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        async for frame in self.socket:
            moment = perf_counter()
            heard = _heard(frame)
            if heard.kind == "hello":
                self.revision, self.contribute = heard.revision, heard.contribute
                self._take(heard.view)
                self.greeted.set()
            elif heard.update is not None:
                self.revision = heard.update.revision
                self._take(heard.update.view)
                self._changed(self, moment)
            elif heard.id in self._answers:
                self._answers.pop(heard.id).set_result(heard.kind)

    def _take(self, view: dict[str, msgspec.Raw]) -> None:
        if "decision" in view:
            self.decision = bytes(view["decision"])
        self.over = self.over or view.get("result", _NULL) != _NULL

    async def say(self, do: str, **more: Any) -> str:
        """Say something, and what came of it."""
        self._number += 1
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._answers[self._number] = answer
        await self.socket.send(msgspec.json.encode({"do": do, "id": self._number, **more}).decode())
        return await answer

    async def leave(self) -> None:
        """Hang up."""
        await self.socket.close()
        with suppress(asyncio.CancelledError):
            await self.reading


class Table:
    """A match with two people, one at each side, and the choice that is on its way."""

    def __init__(self, match: str, game: Game[Any, Any]) -> None:
        self.match = match
        self.people: list[Person] = []
        self.began = 0.0
        self._seen: dict[int, float] = {}
        self._game = game
        self._boards = game.boards(game.data(None))
        self.waiting = False

    def changed(self, person: Person, moment: float) -> None:
        """Somebody has been shown something."""
        if self.began:
            self._seen.setdefault(id(person), moment)

    @property
    def asked(self) -> Person | None:
        """Who is asked something."""
        if any(person.over for person in self.people):
            return None
        return next((person for person in self.people if person.decision != b"null"), None)

    def answer(self, person: Person, dice: Dice) -> str:
        """Any legal answer."""
        asked = _asked(person.decision)
        assert asked is not None
        return str(from_wire(asked.options, self._game.notation, self._boards).sample(dice))

    async def choose(self, person: Person, action: str, began: float) -> bool:
        """Make a choice; whether it was taken. How long it took is known when no more can come of it."""
        self.waiting, self.began, self._seen = True, began, {}
        done = await person.say("choose", action=action, revision=person.revision)
        self.waiting = False
        if done != "done":
            self.began = 0.0
        return done == "done"

    def took(self) -> float | None:
        """How long the last choice was on its way to everyone who sees anything of it."""
        if not self.began or not self._seen:
            return None
        took = max(self._seen.values()) - self.began
        self.began = 0.0
        return took

    async def leave(self) -> None:
        """Everybody goes."""
        for person in self.people:
            await person.leave()
