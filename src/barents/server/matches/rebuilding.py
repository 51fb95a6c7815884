"""A match as it is kept in the database becomes one in memory again: its choices are played once more.

By other rules they are not: a match of older rules is over, or cannot go on. What is kept of it still makes a record,
which can be read.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from barents.kernel import registry
from barents.kernel.actions import Action, NotationError
from barents.kernel.datapack import DataPack
from barents.kernel.decisions import Refused
from barents.kernel.dice import commitment
from barents.kernel.game import Game, Result
from barents.kernel.match import Control, Match, RuleFault
from barents.kernel.record import (
    FORMAT,
    VERSION,
    ChapterRecord,
    Record,
    RecordError,
    Renewal,
    decode,
    sealed,
    sealed_chapter,
)
from barents.kernel.replay import other_rules, replay
from barents.kernel.sides import Side
from barents.server.storage.store import UMPIRE, Kept, MatchRow


class TableError(Exception):
    """A match that cannot be gone on with, and why."""


class RulesChanged(TableError):
    """A match of rules that this server does not have: it can be read, and not be played."""


def entry_of(match: Match[Any, Any], text: str) -> Action | Control:
    """What somebody did, from how it is kept."""
    return Control(text) if text.startswith("!") else match.game.notation.parse(text)


def packed_record(content: bytes) -> bytes:
    """A record as it is kept."""
    return zlib.compress(content)


def unpacked_record(base: bytes) -> bytes:
    """A record from how it is kept; those of earlier days are kept as they are."""
    return base if base.startswith(b"{") else zlib.decompress(base)


def insist_on_rules(kept: Kept) -> Game[Any, Any]:
    """The game of a match if this server has the rules for it; a match in which nothing was done needs none yet."""
    row = kept.match
    try:
        game = registry.find(row.game)
    except LookupError as error:
        raise TableError(f"This match cannot be gone on with: {error}.") from None
    if row.rules != game.version and (row.over or kept.choices):
        raise RulesChanged(words_of_change(row, game))
    if row.base is not None and row.rules != game.version:
        record = decode(unpacked_record(row.base))
        if len(record.chapters) - 1 in other_rules(record):
            raise RulesChanged(words_of_change(row, game))
    return game


def words_of_change(row: MatchRow, game: Game[Any, Any]) -> str:
    """Why a match is not played any more, for those who played it."""
    if row.over:
        return (
            f"This match was played by rules {row.rules} of {game.title}. This server now plays by rules "
            f"{game.version}, so its positions cannot be shown; but it can be read."
        )
    return (
        f"This match was begun by rules {row.rules} of {game.title}. This server now plays by rules {game.version}, "
        "so it cannot go on. Nobody has lost, and it is not rated."
    )


def rebuilt(kept: Kept, pack: DataPack | None, choices: int | None = None) -> Match[Any, Any]:
    """The match as it stood after so many of its choices (if not given: all)."""
    row = kept.match
    game = insist_on_rules(kept)
    if row.data_digest != (pack.digest if pack is not None else ""):
        raise TableError("This match was begun with another data pack than the server has.")
    try:
        game.scenario(game.data(pack), row.scenario)
    except LookupError as error:
        raise TableError(f"This match cannot be gone on with: {error}.") from None
    try:
        if row.base is not None:
            base = decode(unpacked_record(row.base))
            match = replay(base, pack)
            if goes_on_with_new_dice(row, base):
                match.await_new_dice(row.secret)
                _contribute(match, kept)
        else:
            options = msgspec.convert(row.options, game.options)
            match = Match.new(game, row.scenario, seed=row.secret, options=options, pack=pack, await_nonces=True)
            _contribute(match, kept)
    except (Refused, NotationError, RuleFault, RecordError, msgspec.ValidationError) as error:
        raise TableError(_NOT_AS_IT_WAS) from error
    play_on(match, kept.choices[:choices])
    return match


def play_on(match: Match[Any, Any], choices: Iterable[tuple[Side, str]]) -> None:
    """Do in a match what was done next."""
    try:
        for side, text in choices:
            match.do(side, entry_of(match, text))
    except (Refused, NotationError, RuleFault) as error:
        raise TableError(_NOT_AS_IT_WAS) from error


_NOT_AS_IT_WAS = "This match cannot be played again as it was: the rules have changed since."


def goes_on_with_new_dice(row: MatchRow, base: Record) -> bool:
    """Whether a match has dice of its own, which those of the record that somebody brought have not become yet."""
    known = {base.secret, *(renewal.secret for renewal in base.renewals)}
    return row.secret.hex() not in known and base.result is None


def _contribute(match: Match[Any, Any], kept: Kept) -> None:
    for side, seat in kept.seats.items():
        if seat.nonce is not None and side in match.awaited:
            match.contribute(side, seat.nonce)


def words_of_origin(match: Match[Any, Any], name: str) -> str:
    """What those at a table are told of a match that goes on from a record; nothing of any other."""
    if not match.renewed and not match.awaits_new_dice:
        return ""
    began = match.renewed[0] if match.renewed else match.clock
    when = f"turn {began.turn}" + (f", {_day(began.date)}" if began.date else "")
    return (
        f"This match goes on from a record that {name or 'whoever opened it'} brought, from {when}. What came before "
        "has been played again, and is as the rules make it. The dice fall anew, from words of both sides. It is not "
        "rated."
    )


def _day(date: str) -> str:
    """A game's date as it is said."""
    try:
        moment = datetime.fromisoformat(date)
    except ValueError:
        return date
    return f"{moment.day} {moment:%B %Y}"


def written_record(kept: Kept) -> bytes:
    """The record of a match as it was written when it stood as it does now, or as somebody brought it; or nothing."""
    base = None if kept.match.base is None else unpacked_record(kept.match.base)
    for page in kept.told.get(UMPIRE, ())[-1:]:
        written = unpacked_record(page)
        if kept.match.over or _goes_as_far(decode(written), None if base is None else decode(base), kept):
            return written
    return base if base is not None and not kept.choices else b""


def _goes_as_far(written: Record, base: Record | None, kept: Kept) -> bool:
    """Whether a record that was written on the way has all choices of a match."""
    before = base.chapters if base is not None else ()
    renewed = base is not None and goes_on_with_new_dice(kept.match, base)
    new = ((Side.ALLIED, Control.NEW_DICE.value),) if renewed else ()
    entries = (*(before[-1].entries if before else ()), *new, *kept.choices)
    return len(written.chapters) == max(1, len(before)) and written.chapters[-1].entries == entries


def kept_record(kept: Kept) -> Record:
    """The record of a match that cannot be played again: all that is kept of it.

    What was written at the end of a chapter is there as it was written. Of choices made since then only themselves are
    kept, because their dice and their log were made by the rules.
    """
    row = kept.match
    if written := written_record(kept):
        return decode(written)
    base = None if row.base is None else decode(unpacked_record(row.base))
    own = {side: seat.nonce for side, seat in kept.seats.items() if seat.nonce is not None}
    if base is None:
        chapters: tuple[ChapterRecord, ...] = ()
        last = ChapterRecord(row.rules, 0, {}, {}, (), (), "")
        nonces = own
    else:
        *earlier, last = base.chapters
        chapters, nonces = tuple(earlier), base.nonces
    secret, renewed = row.secret, () if base is None else base.renewals
    new: tuple[tuple[Side, str], ...] = ()
    if base is not None:
        secret = bytes.fromhex(base.secret)
        if goes_on_with_new_dice(row, base) and len(own) == len(Side):
            new = ((Side.ALLIED, Control.NEW_DICE.value),)
            began = (commitment(row.secret), row.secret.hex(), own, len(chapters), len(last.dice))
            renewed = (*renewed, Renewal(*began, taken={}, turn=0, date=""))
    going_on = msgspec.structs.replace(last, rules=row.rules, entries=(*last.entries, *new, *kept.choices), closing="")
    return sealed(
        Record(
            format=FORMAT,
            version=VERSION,
            game=row.game,
            scenario=row.scenario,
            options=row.options,
            commitment=commitment(secret),
            secret=secret.hex(),
            nonces=nonces,
            data_digest=row.data_digest,
            chapters=(*chapters, sealed_chapter(going_on)),
            result=None if row.result is None else msgspec.json.decode(row.result, type=Result),
            renewed=renewed or msgspec.UNSET,
        )
    )
