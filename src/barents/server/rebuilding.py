"""A match as it is kept in the database becomes one in memory again: its choices are played once more."""

from __future__ import annotations

from typing import Any

import msgspec

from barents.kernel import registry
from barents.kernel.actions import Action, NotationError
from barents.kernel.datapack import DataPack
from barents.kernel.decisions import Refused
from barents.kernel.match import Control, Match, RuleFault
from barents.kernel.record import RecordError, decode
from barents.kernel.replay import replay
from barents.server.store import Kept


class TableError(Exception):
    """A match that cannot be gone on with, and why."""


def entry_of(match: Match[Any, Any], text: str) -> Action | Control:
    """What somebody did, from how it is kept."""
    return Control(text) if text.startswith("!") else match.game.notation.parse(text)


def rebuilt(kept: Kept, pack: DataPack | None, choices: int | None = None) -> Match[Any, Any]:
    """The match as it stood after so many of its choices (if not given: all)."""
    row = kept.match
    try:
        game = registry.find(row.game)
        game.scenario(row.scenario)
    except LookupError as error:
        raise TableError(f"This match cannot be gone on with: {error}.") from None
    if row.rules != game.version and (kept.choices or row.base is None):
        raise TableError(
            f"This match was begun by rules {row.rules} of {game.title}; this server plays by {game.version}."
        )
    if row.data_digest != (pack.digest if pack is not None else ""):
        raise TableError("This match was begun with another data pack than the server has.")
    try:
        if row.base is not None:
            match = replay(decode(row.base), pack)
        else:
            options = msgspec.convert(row.options, game.options)
            match = Match.new(game, row.scenario, seed=row.secret, options=options, pack=pack, await_nonces=True)
            for side, seat in kept.seats.items():
                if seat.nonce is not None:
                    match.contribute(side, seat.nonce)
        for side, text in kept.choices[:choices]:
            match.do(side, entry_of(match, text))
    except (Refused, NotationError, RuleFault, RecordError, msgspec.ValidationError) as error:
        raise TableError("This match cannot be played again as it was: the rules have changed since.") from error
    return match
