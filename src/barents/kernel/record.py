"""The record of a match: a readable JSON file that holds everything to play it again, sealed by digests.

A record is a list of chapters, each with the rules' version, the state it opened with, what was done, the dice that
fell, the umpire's log in the words of that day, and a digest. Any change anywhere, even of a blank, is refused with a
word on where it is. Records of version 1 have no log; they are read as they were written, and never written again.
"""

from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from barents.kernel.game import Result
from barents.kernel.sides import Audience, Observer, Side

FORMAT = "barents record"
VERSION = 2
READ = (1, 2)
T = TypeVar("T")


class RecordError(ValueError):
    """A record that cannot be used, and why."""


class Written(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A line of the umpire's log as it was written: its rule, who could read it whole, and its words.

    `parts` is what those could read of it to whom only a part of a throw was shown.
    """

    rule: str
    to: Audience
    words: str
    parts: dict[Observer, str] = {}

    def read_by(self, eyes: Observer) -> str:
        """The words that somebody could read, or nothing."""
        return self.words if self.to.includes(eyes) else self.parts.get(eyes, "")


class ChapterRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a match. `entries` are what each side did; `dice` are what fell, for anyone to recompute.

    `log` lets it be read for ever, also when its rules are gone. Where rules were gone before a log was kept, only the
    entries are known: such a chapter is bare, and has no closing either.
    """

    rules: str
    schema: int
    opening: dict[str, Any]
    offsets: dict[Audience, int]
    entries: tuple[tuple[Side, str], ...]
    dice: tuple[tuple[Audience, str, tuple[int, ...]], ...]
    closing: str
    log: tuple[Written, ...] | UnsetType = UNSET
    digest: str = ""

    @property
    def is_bare(self) -> bool:
        """Whether nothing is known of it but what was done."""
        return not self.closing


class Renewal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Other dice, in a match that somebody went on with from its record.

    They have a secret and words of their own. They begin in a chapter, counted from 0, after so many of its dice; what
    the step under way had taken of the dice before, for each audience, is repeated first when it is begun again.
    `turn` and `date` say when that was in the game.
    """

    commitment: str
    secret: str
    nonces: dict[Side, str]
    chapter: int
    dice: int
    taken: dict[Audience, str]
    turn: int
    date: str


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as a file. The secret is in it: during play it stays with the umpire."""

    format: str
    version: int
    game: str
    scenario: str
    options: dict[str, Any]
    commitment: str
    secret: str
    nonces: dict[Side, str]
    data_digest: str
    chapters: tuple[ChapterRecord, ...]
    result: Result | None = None
    renewed: tuple[Renewal, ...] | UnsetType = UNSET
    digest: str = ""

    @property
    def renewals(self) -> tuple[Renewal, ...]:
        """Where other dice began."""
        return () if self.renewed is UNSET else self.renewed

    def encode(self) -> bytes:
        """The file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def digest_of(value: object) -> str:
    """The digest of bytes, or of a value as JSON."""
    content = value if isinstance(value, bytes) else msgspec.json.encode(value)
    return blake2b(content, digest_size=32).hexdigest()


def sealed_chapter(chapter: ChapterRecord) -> ChapterRecord:
    """A chapter with its digest."""
    blank = msgspec.structs.replace(chapter, digest="")
    return msgspec.structs.replace(chapter, digest=digest_of(blank))


def sealed(record: Record) -> Record:
    """A record with its digest."""
    blank = msgspec.structs.replace(record, digest="")
    return msgspec.structs.replace(record, digest=digest_of(blank))


def decode(content: bytes) -> Record:
    """Read a file whole, or say what is wrong with it."""
    try:
        raw = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"this is no whole record (cut off or damaged): {error}") from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise RecordError(f"this is no record of a match: its 'format' is not '{FORMAT}'")
    if raw.get("version") not in READ:
        known = " and ".join(map(str, READ))
        raise RecordError(f"the record is of version {raw.get('version')}; this program reads versions {known}")
    try:
        record = msgspec.convert(raw, Record)
    except msgspec.ValidationError as error:
        raise RecordError(f"the record is damaged: {error}") from None
    for number, chapter in enumerate(record.chapters, 1):
        if record.version == 1 and (chapter.log is not UNSET or chapter.is_bare):
            raise RecordError(f"the record is damaged: chapter {number} is none of version 1")
        if sealed_chapter(chapter).digest != chapter.digest:
            raise RecordError(f"chapter {number} of the record has been changed: its digest does not fit")
    if sealed(record).digest != record.digest:
        raise RecordError("the record has been changed outside its chapters: its digest does not fit")
    if record.encode() != content:
        raise RecordError("the record's layout has been changed: it is not as it was written")
    return record
