"""What an agent sees: as structured data, and as an array of a fixed length whose layout can be looked up.

Both are made from what its side knows and from the decision that is put to it, and from nothing else. The array has
blocks of rows (pieces, contacts, tracks, small actions), each row with the same columns; every number is between −1 and
1. What is in no row (record sheets, notebooks, a campaign's books) is in `facts`: all that the side knows, leaf by
leaf, each added to a place that its path and its words hash to.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias, get_args
from zlib import crc32

import msgspec
import numpy as np
import numpy.typing as npt

from barents.env.factoring import WIDTH, Factoring, Part, PartKind
from barents.kernel.game import Game
from barents.kernel.sides import Side, eyes_of
from barents.kernel.view import PieceView, SightingView, Situation, Track

Array: TypeAlias = npt.NDArray[np.float32]

TRACKS, PIECES, CONTACTS, BUILT, FACTS = 16, 256, 32, 16, 2048
PLACE = ("is a numbered cell", "column or hash", "row or hash")
NAME = ("first hash", "second hash")
BLOCKS: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "clock": (1, ("turn of turns", "turns", "hours a turn", "sunrise", "sunset", "sky", "light", "phase")),
    "tracks": (TRACKS, ("there", "whose", *NAME, "value", "value of most")),
    "pieces": (
        PIECES,
        ("there", "whose", *NAME, "kind", "board", *PLACE, "face down", "hits taken", "hits of"),
    ),
    "contacts": (CONTACTS, ("there", "whose", *PLACE, "age", "reach", "level", "kind", "ships")),
    "built": (BUILT, ("there", "kind", *NAME, *PLACE, "piece", "number")),
    "parts": (WIDTH, ("there", "kind", *NAME, *PLACE, "piece", "number")),
    "facts": (1, tuple(f"bucket {number}" for number in range(FACTS))),
}
_KINDS: tuple[PartKind, ...] = get_args(PartKind)
_CELL = re.compile(r"\d{4}")
_FINE = 1 << 20  # facts are added up as whole numbers, so that their order cannot show


class Block(NamedTuple):
    """A block of the array: where it begins, how many rows it has, and what is in its columns."""

    start: int
    rows: int
    columns: tuple[str, ...]

    @property
    def end(self) -> int:
        """Where the next one begins."""
        return self.start + self.rows * len(self.columns)


class Seen(msgspec.Struct, frozen=True):
    """What an agent sees, as data: what its side knows, the same as boards and pieces, and what it is asked.

    `parts` are the small actions that it can take now, `built` those that it has taken for this answer.
    """

    known: Any
    situation: Situation
    rule: str = ""
    prompt: str = ""
    parts: tuple[str, ...] = ()
    built: tuple[str, ...] = ()


class Observations:
    """Makes what agents see of a game. `layout` says what stands where in the array."""

    def __init__(self, game: Game[Any, Any], data: Any) -> None:
        self._game = game
        self._data = data
        inner = () if game.inner is None else game.inner.game.questions
        self.questions = tuple(sorted({*game.questions, *inner}))
        """The ids of the questions, in the order of the block `question`."""
        blocks = {**BLOCKS, "question": (1, (*self.questions, "another"))}
        self.layout: dict[str, Block] = {}
        start = 0
        for name, (rows, columns) in blocks.items():
            self.layout[name] = Block(start, rows, columns)
            start = self.layout[name].end
        self.length = start

    def seen(self, known: Any, side: Side, factoring: Factoring | None) -> Seen:
        """What a side sees, as data; with the answer that it is building, if it is asked."""
        situation = self._game.view(self._data, known, eyes_of(side))
        if factoring is None:
            return Seen(known, situation)
        return Seen(
            known,
            situation,
            factoring.decision.rule,
            factoring.decision.prompt,
            tuple(map(str, factoring.parts)),
            tuple(map(str, factoring.taken)),
        )

    def situation(self, known: Any, side: Side) -> Glance:
        """The part of the array that stays the same while an answer is built."""
        situation = self._game.view(self._data, known, eyes_of(side))
        array = np.zeros(self.length, np.float32)
        self._fill(array, "clock", [_clock(situation)])
        self._fill(array, "tracks", [_track(track, side) for track in situation.tracks])
        self._fill(array, "pieces", [_piece(piece, side) for piece in situation.pieces])
        self._fill(array, "contacts", [_contact(contact, side) for contact in situation.sightings])
        self._fill(array, "facts", [_facts(known)])
        pieces = {piece.id: (row + 1) / (PIECES + 1) for row, piece in enumerate(situation.pieces[:PIECES])}
        return Glance(array, pieces)

    def array(self, glance: Glance, factoring: Factoring | None) -> Array:
        """The whole array: a situation, and what is asked in it."""
        array = glance.array.copy()
        if factoring is not None:
            id = factoring.decision.question.id if factoring.decision.question is not None else ""
            number = self.questions.index(id) if id in self.questions else len(self.questions)
            array[self.layout["question"].start + number] = 1.0
            self._fill(array, "built", [_part(part, glance.pieces) for part in factoring.taken[-BUILT:]])
            self._fill(array, "parts", [_part(part, glance.pieces) for part in factoring.parts])
        return array

    def block(self, array: Array, name: str) -> Array:
        """A block of an array, as rows and columns."""
        block = self.layout[name]
        return array[block.start : block.end].reshape(block.rows, len(block.columns))

    def _fill(self, array: Array, name: str, rows: Sequence[Sequence[float]]) -> None:
        shown = rows[: self.layout[name].rows]
        if shown:
            self.block(array, name)[: len(shown)] = shown


class Glance(NamedTuple):
    """A situation in an array, and in which row each piece stands, as a share."""

    array: Array
    pieces: Mapping[str, float]


# Rows


def _clock(situation: Situation) -> list[float]:
    clock = situation.clock
    sunrise, sunset = clock.sun or (0.0, 0.0)
    words = [_hash(word) if word else 0.0 for word in (clock.sky or clock.weather, clock.light, clock.phase)]
    share = clock.turn / clock.turns if clock.turns else 0.0
    return [min(1.0, share), _small(clock.turns), clock.hours / 24, sunrise / 24, sunset / 24, *words]


def _track(track: Track, side: Side) -> list[float]:
    share = track.value / track.most if track.most else 0.0
    return [1.0, _whose(track.side, side), *_name(track.name), _small(track.value), max(-1.0, min(1.0, share))]


def _piece(piece: PieceView, side: Side) -> list[float]:
    taken, of = (piece.hits.taken, piece.hits.of) if piece.hits is not None else (0, 0)
    return [
        1.0,
        _whose(piece.side, side),
        *_name(piece.id),
        _hash(piece.kind),
        _hash(piece.board),
        *_place(piece.cell),
        float(piece.face_down),
        _small(taken),
        _small(of),
    ]


def _contact(contact: SightingView, side: Side) -> list[float]:
    ships = sum(held.number for held in contact.holds)
    numbers = (contact.age, contact.reach, contact.level)
    kind = _hash(contact.kind or contact.what)
    return [1.0, _whose(contact.side, side), *_place(contact.cell), *map(_small, numbers), kind, _small(ships)]


def _part(part: Part, pieces: Mapping[str, float]) -> list[float]:
    number = _small(int(part.word)) if part.word.isdigit() and not _CELL.fullmatch(part.word) else 0.0
    place = _place(part.cell) if part.cell else (0.0, 0.0, 0.0)
    kind = (_KINDS.index(part.kind) + 1) / len(_KINDS)
    return [1.0, kind, *_name(part.word), *place, pieces.get(part.word, 0.0), number]


def _facts(known: Any) -> list[float]:
    """Everything that is known, each leaf in its bucket: a number as it is, a word as a 1 of its own."""
    buckets = [0] * FACTS
    for path, value in _leaves("", msgspec.to_builtins(known)):
        if isinstance(value, bool | str) or value is None:
            path, value = f"{path}={value}", 1.0
        bucket, sign = _bucket(path)
        buckets[bucket] += sign * round(_small(value) * _FINE)
    return [math.tanh(total / _FINE) for total in buckets]


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(f"{path}.{key}", inner)
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _leaves(f"{path}.{number}", inner)
    else:
        yield path, value


# Numbers


@lru_cache(1 << 16)
def _bucket(path: str) -> tuple[int, int]:
    hashed = crc32(path.encode())
    return hashed % FACTS, 1 if hashed >> 31 else -1


@lru_cache(1 << 14)
def _hash(word: str) -> float:
    """A word as a number between −1 and 1, the same everywhere."""
    return crc32(word.encode()) / 0x7FFFFFFF - 1.0 if word else 0.0


def _name(word: str) -> tuple[float, float]:
    return _hash(word), _hash(f"{word}'")


def _place(cell: str) -> tuple[float, float, float]:
    if _CELL.fullmatch(cell):
        return 1.0, int(cell[:2]) / 100, int(cell[2:]) / 100
    return 0.0, *_name(cell)


def _whose(whose: Side | None, side: Side) -> float:
    return 0.0 if whose is None else 1.0 if whose is side else -1.0


def _small(number: float) -> float:
    """Any number between −1 and 1; those near nothing are told apart best."""
    return number / (10.0 + abs(number))
