"""What reaches an observer in one world, and by which channels two such things differ."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import msgspec

from barents.kernel.dice import Dice, DiceBox
from barents.kernel.events import seen
from barents.kernel.feed import Feed, Frame
from barents.kernel.match import Match
from barents.kernel.sides import Audience, Observer, Side, eyes_of
from barents.kernel.view import View

# A channel, and how the worlds differ there.
Finding: TypeAlias = tuple[str, str]

# Which channel a field of the view belongs to; a decision is taken apart further.
CHANNELS = {"log": "log", "story": "story", "waiting": "waiting", "undo": "undo", "draw_offer": "draw"}

_encode = msgspec.msgpack.encode


class Streams(DiceBox):
    """The dice of one of two worlds: the streams that the observer may see are the same in both, the others not.

    With `again` it is the other way round: what the observer sees is thrown again, and the hidden dice fall alike. With
    `only` that is so of one throw in each stream: of many that fall again some change what anyone can see.
    """

    def __init__(
        self, seed: object, observer: Observer, world: str, *, again: bool = False, only: int | None = None
    ) -> None:
        super().__init__(b"")
        self._told = (seed, observer, world)
        self._again = again
        self._only = only

    def __getitem__(self, audience: Audience) -> Dice:
        seed, observer, world = self._told
        if self._only is not None and audience not in self._streams and audience.includes(observer):
            alike = self._stream_key(audience)
            thrown = Dice(repr((seed, audience.value, world)).encode())
            before = Dice(alike).peek(0, self._only)
            self._streams[audience] = Dice(alike, before + thrown.peek(0, 1))
        return super().__getitem__(audience)

    def _stream_key(self, audience: Audience) -> bytes:
        seed, observer, world = self._told
        apart = world if self._only is None and audience.includes(observer) is self._again else ""
        return repr((seed, audience.value, apart)).encode()

    def used(self) -> dict[str, int]:
        """How much has been used of the streams that the observer may see."""
        observer = self._told[1]
        return {a.value: used for a, used in sorted(self.offsets.items()) if used and a.includes(observer)}


class Seen(NamedTuple):
    """What reaches the observer at one moment: a frame of its own feed and of the spectators', and all it was told."""

    told: tuple[object, ...]
    over: bool
    frames: tuple[Frame | None, ...]


class World:
    """One of the two worlds, and what its feeds have sent."""

    def __init__(self, match: Match[Any, Any], streams: Streams, observer: Observer, feed: type[Feed]) -> None:
        self.match = match
        self.streams = streams
        self.observer = observer
        self.feeds = [feed(eyes) for eyes in dict.fromkeys((observer, Observer.PUBLIC))]
        self.last: list[Frame | None] = [None for _ in self.feeds]
        self.unpaired: deque[Seen] = deque()
        self.faults: list[Finding] = []

    @property
    def over(self) -> bool:
        """Whether the game has ended here."""
        return self.match.result is not None

    def told(self) -> tuple[object, ...]:
        """Every event that the observer knows of, the end of the game among them."""
        events = [event for entry in self.match.log or () if (event := seen(entry, self.observer)) is not None]
        return (*events, self.match.result) if self.over else tuple(events)

    def others(self) -> list[Side]:
        """The sides that are asked something and are not the observer's."""
        return [side for side in self.match.pending if side is not self.observer.side]

    def position(self) -> tuple[object, ...]:
        """All that a view is made from: as long as it is the same, so is what anyone sees."""
        match = self.match
        undo = [match.can_undo(side) for side in Side]
        return (_encode(match.state), len(match.log or ()), dict(match.pending), undo, match.draw_offer)

    def look(self) -> bool:
        """Let the feeds send what they will; whether anything came."""
        frames = [feed.update(self.match) for feed in self.feeds]
        if all(frame is None for frame in frames):
            return False
        for number, frame in enumerate(frames):
            if frame is not None:
                self._check(frame, self.last[number])
                self.last[number] = frame
        self.unpaired.append(Seen(self.told(), self.over, tuple(frames)))
        return True

    def _check(self, frame: Frame, last: Frame | None) -> None:
        """What must hold of a frame whatever the other world sends."""
        if last is not None and _encode(frame.view) == _encode(last.view):
            self.faults.append(("frames", "a frame was sent in which nothing is new"))
        if last is not None and frame.revision != last.revision + 1:
            self.faults.append(("revision", f"revision {frame.revision} follows {last.revision}"))
        for side, decision in self.match.pending.items():
            if decision.window and frame.view.observer is not eyes_of(side) and side in frame.view.waiting:
                self.faults.append(("waiting", f"{frame.view.observer} is shown that {side} has a window"))


def differences(one: Seen, other: Seen) -> Iterator[Finding]:
    """The channels by which two moments differ, where the same has been told."""
    for own, (left, right) in enumerate(zip(one.frames, other.frames, strict=True)):
        found = list(_between(left, right, one.over))
        yield from found if own == 0 else [("spectators", f"{channel}: {detail}") for channel, detail in found]


def _between(left: Frame | None, right: Frame | None, over: bool) -> Iterator[Finding]:
    if left is None or right is None:
        if left is not right:
            yield "frames", "one world sends a frame where the other sends none"
        return
    if left.revision != right.revision:
        yield "revision", f"{left.revision} and {right.revision}"
    if not over:
        yield from between_views(left.view, right.view)


def between_views(left: View, right: View) -> Iterator[Finding]:
    """The fields in which two views differ, by their channels."""
    if _encode(left) == _encode(right):
        return
    for name in View.__struct_fields__:
        if name == "decision":
            yield from _between_decisions(left, right)
        else:
            yield from unequal(CHANNELS.get(name, "view"), getattr(left, name), getattr(right, name))


def _between_decisions(left: View, right: View) -> Iterator[Finding]:
    ours, theirs = left.decision, right.decision
    if ours is None or theirs is None:
        yield from unequal("options", ours, theirs)
        return
    yield from unequal("odds", ours.odds, theirs.odds)
    without = [msgspec.structs.replace(decision, odds={}) for decision in (ours, theirs)]
    yield from unequal("options", *without)


def unequal(channel: str, left: object, right: object) -> Iterator[Finding]:
    """Values are compared as they would be sent: the order of a mapping counts."""
    if _encode(left) != _encode(right):
        yield channel, _first_difference(repr(left), repr(right))


def _first_difference(left: str, right: str) -> str:
    start = next((at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    start = max(0, start - 40)
    return f"…{left[start : start + 160]} | …{right[start : start + 160]}"
