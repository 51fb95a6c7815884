"""From a match to its record and back: saving, loading, and checking every die."""

from typing import Any, NamedTuple

import msgspec

from barents.kernel import registry
from barents.kernel.actions import Action, NotationError
from barents.kernel.datapack import DataPack
from barents.kernel.decisions import Refused
from barents.kernel.dice import DiceBox, Offsets, commitment, mix
from barents.kernel.events import Drew, Entry, Rolled
from barents.kernel.game import Game
from barents.kernel.match import Chapter, Control, Match, RuleFault, Terms
from barents.kernel.record import (
    FORMAT,
    VERSION,
    ChapterRecord,
    Record,
    RecordError,
    digest_of,
    sealed,
    sealed_chapter,
)
from barents.kernel.sides import Audience, Side


class Verified(NamedTuple):
    """What has been checked."""

    chapters: int
    entries: int
    dice: int


def record_of(match: Match[Any, Any]) -> Record:
    """The record of a match as it stands."""
    if match.terms is None or match.log is None:
        raise RecordError("only a match that was begun from a scenario, with its log, has a record")
    if match.awaited:
        raise RecordError("the match has not begun: there is nothing to record yet")
    terms = match.terms
    current = match.current_chapter()
    chapters = [*match.earlier, *(_chapter(match, *chapter) for chapter in (*match.chapters, current))]
    return sealed(
        Record(
            format=FORMAT,
            version=VERSION,
            game=terms.game,
            scenario=terms.scenario,
            options=terms.options,
            commitment=terms.commitment,
            secret=terms.secret.hex(),
            nonces=terms.nonces,
            data_digest=terms.data_digest,
            chapters=tuple(chapters),
            result=match.result,
        )
    )


def _chapter(
    match: Match[Any, Any],
    opening: bytes,
    offsets: Offsets,
    entries: tuple[tuple[Side, Action | Control], ...],
    log: tuple[int, int],
    closing: bytes,
) -> ChapterRecord:
    state = match.game.decoder.decode(opening)
    return sealed_chapter(
        ChapterRecord(
            rules=match.game.version,
            schema=match.game.schema,
            opening=msgspec.to_builtins(state, str_keys=True),
            offsets=offsets,
            entries=tuple((side, str(done)) for side, done in entries),
            dice=dice_in((match.log or [])[log[0] : log[1]]),
            closing=digest_of(closing),
        )
    )


def dice_in(log: list[Entry]) -> tuple[tuple[Audience, str, tuple[int, ...]], ...]:
    """Every throw and the size of every draw, in the order in which they fell."""
    fallen: list[tuple[Audience, str, tuple[int, ...]]] = []
    for entry in log:
        if isinstance(entry.event, Rolled):
            fallen.append((entry.to, entry.event.die, entry.event.faces))
        elif isinstance(entry.event, Drew):
            fallen.append((entry.to, f"draw {','.join(entry.event.drawn)}", (entry.event.count, entry.event.pool)))
    return tuple(fallen)


def replay(record: Record, pack: DataPack | None = None) -> Match[Any, Any]:
    """The match again as it stood: its last chapter is played from its opening."""
    game = _game(record, pack)
    data = game.data(pack)
    match = _open(record, game, data, len(record.chapters) - 1)
    match.earlier = record.chapters[:-1]
    _play(match, record, len(record.chapters) - 1)
    return match


def verify(record: Record, pack: DataPack | None = None) -> Verified:
    """Play every chapter again and compare every die; an error says where the record is false."""
    if commitment(_secret(record)) != record.commitment:
        raise RecordError("the secret does not fit the commitment that was published before the first die")
    game = _game(record, pack)
    data = game.data(pack)
    try:
        options = msgspec.convert(record.options, game.options)
    except msgspec.ValidationError as error:
        raise RecordError(f"the options of the record are none of {game.title}: {error}") from None
    opening = game.opening(data, record.scenario, options)
    expected = digest_of(game.encoder.encode(opening))
    offsets: Offsets = {}
    entries = dice = 0
    for number, chapter in enumerate(record.chapters):
        match = _open(record, game, data, number)
        before = "the scenario begins" if number == 0 else f"chapter {number} ended"
        if digest_of(match.opening) != expected:
            raise RecordError(f"chapter {number + 1} does not open as {before}")
        if chapter.offsets != offsets:
            raise RecordError(f"chapter {number + 1} does not go on with the dice where {before}")
        played, *following = _play(match, record, number)
        expected = digest_of(played.closing)
        offsets = following[0].offsets if following else {}
        entries += len(chapter.entries)
        dice += len(chapter.dice)
    return Verified(len(record.chapters), entries, dice)


def _game(record: Record, pack: DataPack | None) -> Game[Any, Any]:
    try:
        game = registry.find(record.game)
        game.scenario(record.scenario)
    except LookupError as error:
        raise RecordError(str(error)) from None
    digest = pack.digest if pack is not None else ""
    if digest != record.data_digest:
        needed = "a data pack that is not given" if not digest else "another data pack, or none"
        raise RecordError(f"the match was played with {needed} (digest {record.data_digest or 'of no pack'})")
    if not record.chapters:
        raise RecordError("the record has no chapter")
    return game


def _secret(record: Record) -> bytes:
    try:
        return bytes.fromhex(record.secret)
    except ValueError as error:
        raise RecordError(f"the secret of the record is damaged: {error}") from None


def _open(record: Record, game: Game[Any, Any], data: Any, number: int) -> Match[Any, Any]:
    """A match at the opening of a chapter, not begun yet."""
    chapter = record.chapters[number]
    if chapter.rules != game.version and chapter.entries:
        raise RecordError(
            f"chapter {number + 1} was played by rules {chapter.rules} of {game.title}; "
            f"this program has {game.version} and does not re-rule a chapter under way"
        )
    raw = chapter.opening
    if chapter.schema < game.schema:
        raw = msgspec.json.decode(msgspec.json.encode(raw))  # an upgrade may write into what it is given
    for schema in range(chapter.schema, game.schema):
        if schema not in game.upgrades:
            raise RecordError(f"there is no way from schema {schema} of {game.title} to {schema + 1}")
        raw = game.upgrades[schema](raw)
    if chapter.schema > game.schema:
        raise RecordError(f"chapter {number + 1} has schema {chapter.schema}; this program reads {game.schema}")
    try:
        state = msgspec.convert(raw, game.state, str_keys=True)
    except msgspec.ValidationError as error:
        raise RecordError(f"the opening of chapter {number + 1} is damaged: {error}") from None
    secret = _secret(record)
    box = DiceBox(mix(secret, record.nonces))
    box.rewind(chapter.offsets)
    terms = Terms(record.game, record.scenario, record.options, secret, record.nonces, record.data_digest)
    return Match(game, data, state, box, terms=terms)


def _play(match: Match[Any, Any], record: Record, number: int) -> list[Chapter]:
    """Do what a chapter says and compare where it leads; the chapter as played, and what follows it."""
    chapter, where = record.chapters[number], f"chapter {number + 1}"
    last = number == len(record.chapters) - 1
    try:
        match.begin()
    except RuleFault as error:
        raise RecordError(f"{where} cannot be opened: {error}") from error
    for position, (side, text) in enumerate(chapter.entries, 1):
        try:
            match.do(side, Control(text) if text.startswith("!") else match.game.notation.parse(text))
        except (Refused, NotationError, RuleFault, ValueError) as error:
            raise RecordError(f"{where}, entry {position} ({side}: {text}) cannot be played: {error}") from error
    played = [*match.chapters, match.current_chapter()]
    if last is bool(match.chapters) or len(played[0].entries) != len(chapter.entries):
        raise RecordError(f"{where} does not end where the record says")
    if chapter.rules == match.game.version:  # else nothing was done in it yet, and it begins by the new rules
        _compare(match, played[0], chapter, where)
        if last and match.result != record.result:
            raise RecordError("the match ends otherwise than the record says")
    return played


def _compare(match: Match[Any, Any], played: Chapter, chapter: ChapterRecord, where: str) -> None:
    """Hold a chapter as played against what is told of it."""
    dice = dice_in((match.log or [])[played.log[0] : played.log[1]])
    for position, (fell, told) in enumerate(zip(dice, chapter.dice, strict=False), 1):
        if fell != told:
            raise RecordError(f"{where}: die {position} fell {fell}, not {told}")
    if len(dice) != len(chapter.dice):
        raise RecordError(f"{where}: {len(dice)} dice fell, not {len(chapter.dice)}")
    if chapter.schema == match.game.schema and digest_of(played.closing) != chapter.closing:
        raise RecordError(f"{where} leads to another position than the record says")
