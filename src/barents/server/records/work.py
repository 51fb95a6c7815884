"""Where records are played again: processes of their own, since what somebody brings may be of any length or kind.

What is done here is bounded in time and memory. A record is believed once every chapter of it has been played again,
from the opening that its scenario makes, with the dice that its secret makes; before that nothing of it is played in
the server's own process.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from barents.kernel.reading import Reading, checked_in_words, read
from barents.kernel.record import Record, RecordError, decode
from barents.kernel.replay import other_rules, replay, verify
from barents.kernel.sides import Observer
from barents.kernel.view import View
from barents.server.logs import note
from barents.server.matches.protocol import Verdict
from barents.server.matches.thinking import places_of
from barents.server.processes import BrokeDown, Hung, Preparation, Processes, own_pack
from barents.server.records.debrief import Replayer, Story
from barents.server.settings import Settings

NICENESS = 5
KEPT = 4  # matches that one of the processes has ready to be shown at any step
MOST_WAITING = 6  # pieces of work that one visitor may have waiting; each waits for the one before it

TOO_LARGE = "This needs more memory to be played again than it may have."
T = TypeVar("T")


class RecordRefused(Exception):
    """A record that is not taken, or work that took too much; the message is for whoever asked."""


class Refusal(msgspec.Struct, frozen=True):
    """Why a record is not taken, on its way back; for the operator the kind of an error that the rules raised."""

    words: str
    kind: str = ""
    places: tuple[str, ...] = ()


# In the processes


class Unread(msgspec.Struct, frozen=True):
    """This process has not seen the record yet."""


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _guarded(work: Callable[..., T], *arguments: Any) -> T | Refusal:
    """Do something with a record that somebody brought; whatever its content breaks is said of it."""
    try:
        return work(*arguments)
    except RecordError as error:
        return Refusal(TOO_LARGE if _is_of_memory(error) else _sentence(str(error)))
    except Exception as error:
        if _is_of_memory(error):
            return Refusal(TOO_LARGE)
        kind = type(error).__name__
        words = f"This record has something in it that the rules cannot play: they stop with a {kind}."
        return Refusal(words, kind, places_of(error.__traceback__))


def _is_of_memory(error: BaseException | None) -> bool:
    """Whether the memory has run out, whatever was made of it on the way; then nothing is kept any longer."""
    while error is not None and not isinstance(error, MemoryError):
        error = error.__cause__
    if error is not None:
        _replayers.clear()
    return error is not None


def verdict_on(content: bytes) -> Verdict | Refusal:
    """Every chapter and every die of a record, played and thrown again."""
    return _guarded(_verdict, content)


def _verdict(content: bytes) -> Verdict:
    record = decode(content)
    checked = verify(record, own_pack())
    words = checked_in_words(record, checked)
    return Verdict(True, words, checked.chapters, checked.entries, checked.dice, whole=not checked.unplayed)


def believed(content: bytes, most_seconds: float) -> bool | Refusal:
    """Verify a record that is to be kept; whether it can be played on, or shown, by these rules.

    Whoever takes such a match up plays its last chapter again, in the server's own process: that must not take long.
    """
    return _guarded(_believed, content, most_seconds)


def _believed(content: bytes, most_seconds: float) -> bool:
    record = decode(content)
    verify(record, own_pack())
    if len(record.chapters) - 1 in other_rules(record):
        return False
    began = time.process_time()
    replay(record, own_pack())
    if time.process_time() - began > most_seconds:
        raise RecordError(f"it takes more than {most_seconds:g} seconds to play the last chapter of the record again")
    return True


_replayers: OrderedDict[str, Replayer] = OrderedDict()


def _replayer(digest: str, record: Record | None) -> Replayer | None:
    found = _replayers.get(digest)
    if found is None:
        if record is None:
            return None
        found = _replayers[digest] = Replayer(record, own_pack())
        while len(_replayers) > KEPT:
            _replayers.popitem(last=False)
    _replayers.move_to_end(digest)
    return found


def told(digest: str, record: Record | None) -> Story | Unread | Refusal:
    """How a match went."""
    replayer = _replayer(digest, record)
    return Unread() if replayer is None else _guarded(replayer.story)


def shown(digest: str, record: Record | None, step: int, eyes: Observer) -> View | Unread | Refusal:
    """A match at a step."""
    replayer = _replayer(digest, record)
    return Unread() if replayer is None else _guarded(replayer.view, step, eyes)


def read_again(record: Record, eyes: Observer) -> Reading | Refusal:
    """A record as it can be read."""
    return _guarded(read, record, eyes, own_pack())


# In the server


class RecordWork:
    """The processes for records, and whose turn it is there: one visitor's work waits for nobody but himself."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        preparation = Preparation(settings.plug_ins, settings.pack, NICENESS, settings.record_memory)
        self._processes = Processes(0, settings.record_processes, preparation)
        self._queues: dict[str, asyncio.Lock] = {}
        self._waiting: dict[str, int] = {}

    def close(self) -> None:
        """Let every process go."""
        self._processes.close()

    @property
    def busy(self) -> int:
        """How many processes have something to do."""
        return self._processes.busy

    async def verdict(self, content: bytes, whence: str) -> Verdict:
        """What is true of a record."""
        try:
            return await self._do(whence, self._settings.record_seconds, verdict_on, content)
        except RecordRefused as refused:
            return Verdict(False, str(refused))

    async def believed(self, content: bytes, whence: str) -> bool:
        """Whether a record that was verified can be played on or shown here; `RecordRefused` if it is not true."""
        seconds = self._settings.record_seconds
        return await self._do(whence, seconds, believed, content, self._settings.replay_seconds)

    async def story(self, record: Record, whence: str) -> Story:
        """How a match went."""
        return await self._about(record, whence, self._settings.record_seconds, told)

    async def view(self, record: Record, step: int, eyes: Observer, whence: str) -> View:
        """A match at a step."""
        return await self._about(record, whence, self._settings.replay_seconds, shown, step, eyes)

    async def reading(self, record: Record, eyes: Observer, whence: str) -> Reading:
        """A record as it can be read."""
        return await self._do(whence, self._settings.record_seconds, read_again, record, eyes)

    async def _about(
        self, record: Record, whence: str, seconds: float, work: Callable[..., T | Unread | Refusal], *more: Any
    ) -> T:
        """Do something about a match that a process may have ready; if it has not, it is sent the record."""
        for sent in (None, record):
            found: T | Unread = await self._do(whence, seconds, work, record.digest, sent, *more)
            if not isinstance(found, Unread):
                return found
        raise AssertionError("a process that was sent the record has it")

    async def _do(self, whence: str, seconds: float, work: Callable[..., T | Refusal], *arguments: Any) -> T:
        if self._waiting.get(whence, 0) > MOST_WAITING:
            raise RecordRefused("You have asked for many matches to be played again: wait until one is done.")
        self._waiting[whence] = self._waiting.get(whence, 0) + 1
        queue = self._queues.setdefault(whence, asyncio.Lock())
        try:
            async with queue:
                done = await self._processes.run(seconds, work, *arguments)
        except Hung:
            words = f"This takes longer than {seconds:g} seconds to be played again, and is not waited for."
            note("record given up", work=work.__name__, seconds=seconds)
            raise RecordRefused(words) from None
        except BrokeDown:
            note("record broke down", work=work.__name__)
            raise RecordRefused(TOO_LARGE) from None
        finally:
            self._waiting[whence] -= 1
            if not self._waiting[whence]:
                del self._waiting[whence], self._queues[whence]
        if isinstance(done, Refusal):
            if done.kind:
                note("record stops the rules", work=work.__name__, kind=done.kind, places=list(done.places))
            raise RecordRefused(done.words)
        return done
