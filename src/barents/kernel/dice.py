"""Dice: streams of bytes from a keyed hash, one stream per audience.

A stream is BLAKE2b of a key and a block number; a die takes bytes from it and throws away those that would favour
some faces. Its whole state is an offset, so a match can go back to any moment, and anyone who knows the key can
recompute every die. The key itself is mixed from a secret, to which the umpire commits before the first die, and
from a nonce of each seat: neither the umpire nor a player can steer the dice alone.
"""

from collections.abc import Iterable, MutableSequence, Sequence
from hashlib import blake2b
from typing import TypeVar

import msgspec

from barents.kernel.sides import Audience, Side

T = TypeVar("T")
_BLOCK = 64


class Die(msgspec.Struct, frozen=True):
    """A number of equal dice thrown together.

    >>> str(2 * D6), str(D10)
    ('2d6', 'd10')
    """

    faces: int
    number: int = 1

    def __rmul__(self, times: object) -> "Die":
        if not isinstance(times, int):
            return NotImplemented
        return Die(self.faces, self.number * times)

    def __str__(self) -> str:
        return f"d{self.faces}" if self.number == 1 else f"{self.number}d{self.faces}"


D6 = Die(6)
D10 = Die(10)


class Roll(int):
    """The modified result of a throw; it is a number, and remembers the faces that came up.

    >>> roll = Roll.of((4,), 2)
    >>> roll, roll.natural, roll.faces
    (6, 4, (4,))
    """

    faces: tuple[int, ...]

    @classmethod
    def of(cls, faces: tuple[int, ...], modifier: int = 0) -> "Roll":
        """A roll from its faces and the sum of its modifiers."""
        roll = cls(sum(faces) + modifier)
        roll.faces = faces
        return roll

    @property
    def natural(self) -> int:
        """The sum of the faces before any modifier."""
        return sum(self.faces)


class Dice:
    """One stream of dice. A prefix of recorded bytes, if there is one, is used up first (see `splice`).

    >>> dice = Dice(b"a key")
    >>> first = [dice.below(6) for _ in range(4)]
    >>> dice.offset = 0
    >>> first == [dice.below(6) for _ in range(4)]
    True
    """

    __slots__ = ("_base", "_buffer", "_key", "_position", "_prefix", "_resolve")

    def __init__(self, key: bytes, prefix: bytes = b"", resolve: bytes = b"") -> None:
        self._key = key if len(key) <= _BLOCK else blake2b(key).digest()
        self._prefix = prefix
        self._resolve = resolve or self._key
        self._buffer = prefix
        self._base = 0
        self._position = 0

    @classmethod
    def seeded(cls, *seed: object) -> "Dice":
        """A stream of its own from any values with a stable text, for a player or a study."""
        return cls(blake2b(repr(seed).encode()).digest())

    def at(self, *place: object) -> "Dice":
        """A stream of its own for a place in a match, with the same resolves as here.

        >>> dice = Dice(b"a key")
        >>> dice.at(1).below(1000) == dice.at(2).below(1000)
        False
        >>> dice.at(1).resolve("lane").below(1000) == dice.at(2).resolve("lane").below(1000)
        True
        """
        return Dice(blake2b(repr(place).encode(), key=self._key).digest(), resolve=self._resolve)

    def resolve(self, *what: object) -> "Dice":
        """The stream from which something is resolved once for a whole match: it begins anew wherever one asks for it.

        So a player without a memory keeps to a plan that nobody else can foresee.
        """
        return Dice(blake2b(repr(what).encode(), key=self._resolve).digest(), resolve=self._resolve)

    @property
    def offset(self) -> int:
        """How many bytes have been used: the whole state of the stream."""
        return self._base + self._position

    @offset.setter
    def offset(self, value: int) -> None:
        start = len(self._prefix)
        if value < start:
            self._buffer, self._base, self._position = self._prefix, 0, value
        else:
            block, within = divmod(value - start, _BLOCK)
            self._base = start + block * _BLOCK
            self._buffer = self._hash(block) if within else b""
            self._position = within

    def copy(self) -> "Dice":
        """The same stream once more, where this one stands."""
        twin = Dice(self._key, self._prefix, self._resolve)
        twin.offset = self.offset
        return twin

    def _hash(self, block: int) -> bytes:
        return blake2b(block.to_bytes(8, "little"), key=self._key).digest()

    def _byte(self) -> int:
        position = self._position
        if position >= len(self._buffer):
            self._base += len(self._buffer)
            self._buffer = self._hash((self._base - len(self._prefix)) // _BLOCK)
            position = 0
        self._position = position + 1
        return self._buffer[position]

    def _bytes(self, count: int) -> bytes:
        position = self._position
        taken = self._buffer[position : position + count]
        if len(taken) < count:  # they go on in the next block
            return bytes([self._byte() for _ in range(count)])
        self._position = position + count
        return taken

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""
        if 0 < n <= 256:
            limit = 256 - 256 % n
            while True:
                position = self._position
                if position < len(self._buffer):  # the common case of `_byte`, without the call
                    self._position = position + 1
                    value = self._buffer[position]
                else:
                    value = self._byte()
                if value < limit:
                    return value % n
        if n <= 0:
            raise ValueError(f"a die needs at least one face, not {n}")
        width = (n.bit_length() + 15) // 8
        span = 1 << (8 * width)
        limit = span - span % n
        while True:
            value = int.from_bytes(self._bytes(width), "little")
            if value < limit:
                return value % n

    def roll(self, die: Die) -> tuple[int, ...]:
        """The faces of a throw."""
        if die.number == 1:
            return (self.below(die.faces) + 1,)
        return tuple(self.below(die.faces) + 1 for _ in range(die.number))

    def choice(self, items: Sequence[T]) -> T:
        """One item, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put a list in random order, each order equally likely."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def sample(self, items: Iterable[T], count: int) -> list[T]:
        """Draw some items without replacement, in the order drawn."""
        pool = list(items)
        if not 0 <= count <= len(pool):
            raise ValueError(f"cannot draw {count} of {len(pool)}")
        for drawn in range(count):
            other = drawn + self.below(len(pool) - drawn)
            pool[drawn], pool[other] = pool[other], pool[drawn]
        return pool[:count]

    def peek(self, start: int, end: int) -> bytes:
        """The bytes from one offset to another, without using them."""
        if start == end:
            return b""
        mark = self.offset
        self.offset = start
        taken = self._bytes(end - start)
        self.offset = mark
        return taken


Offsets = dict[Audience, int]


class DiceBox:
    """The dice of a match: a stream for each audience, so that a secret roll never shifts a public one."""

    __slots__ = ("_key", "_offsets", "_streams")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._streams: dict[Audience, Dice] = {}
        self._offsets: Offsets | None = None

    def __getitem__(self, audience: Audience) -> Dice:
        self._offsets = None  # whoever asks for a stream is about to use it
        stream = self._streams.get(audience)
        if stream is None:
            stream = self._streams[audience] = Dice(self._stream_key(audience))
        return stream

    @classmethod
    def seeded(cls, *seed: object) -> "DiceBox":
        """A box of its own from any values with a stable text."""
        return cls(blake2b(repr(seed).encode()).digest())

    @property
    def offsets(self) -> Offsets:
        """How far each stream that has been used was used."""
        if self._offsets is None:
            self._offsets = {audience: used for audience, stream in self._streams.items() if (used := stream.offset)}
        return self._offsets

    def rewind(self, offsets: Offsets) -> None:
        """Go back (or on) to where the streams stood."""
        for audience in [*offsets, *self._streams]:
            self[audience].offset = offsets.get(audience, 0)

    def copy(self, offsets: Offsets) -> "DiceBox":
        """A box with the same dice that stands elsewhere."""
        box = DiceBox(self._key)
        box._streams = {audience: stream.copy() for audience, stream in self._streams.items()}
        box.rewind(offsets)
        return box

    def splice(self, start: Offsets, other: "DiceBox") -> "DiceBox":
        """A box that repeats what this one gave since `start`, and then goes on with another's dice.

        A fork needs this: it replays the step under way with the dice that fell, and must not see those to come.
        """
        return other.after(self.taken_since(start))

    def taken_since(self, start: Offsets) -> dict[str, bytes]:
        """The bytes that each stream gave since it stood at `start`."""
        return {
            audience.value: taken
            for audience, stream in self._streams.items()
            if (taken := stream.peek(start.get(audience, 0), stream.offset))
        }

    def after(self, taken: dict[str, bytes]) -> "DiceBox":
        """A box with this one's dice that first gives some recorded bytes."""
        box = DiceBox(self._key)
        for name, recorded in taken.items():
            audience = Audience(name)
            box._streams[audience] = Dice(self._stream_key(audience), recorded)
        return box

    def _stream_key(self, audience: Audience) -> bytes:
        return blake2b(audience.value.encode(), key=self._key).digest()


def commitment(secret: bytes) -> str:
    """What the umpire publishes before the first die: it binds the secret without telling it.

    >>> commitment(b"secret")[:16]
    'eb33260549729763'
    """
    return blake2b(secret, digest_size=32, person=b"barents commit").hexdigest()


def computers_word(secret: bytes, side: Side) -> str:
    """What a computer contributes to the dice: it follows from the secret, so that the commitment binds it too."""
    key = blake2b(secret).digest()
    return blake2b(side.value.encode(), key=key, digest_size=16, person=b"barents word").hexdigest()


def mix(secret: bytes, nonces: dict[Side, str]) -> bytes:
    """The key of a match's dice, from the umpire's secret and the nonces of both seats."""
    word = "\x00".join(f"{side.value}={nonces.get(side, '')}" for side in Side)
    return blake2b(word.encode(), key=blake2b(secret).digest(), person=b"barents dice").digest()
