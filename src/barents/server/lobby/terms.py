"""The terms on which a match is opened to others: who may come, who may watch, and how long one may think."""

from __future__ import annotations

from typing import Any

import msgspec

from barents.server.matches.clocks import begins_with, wrong_pace
from barents.server.matches.protocol import Opening
from barents.server.storage.store import MatchRow, now

SHORTEST_PAUSE, LONGEST_PAUSE = 5, 120  # seconds for which windows may be held open


def wrong_terms(opening: Opening) -> str:
    """What is wrong with the terms of a match, or nothing."""
    if opening.open_to_all and opening.opponent != "person":
        return "Only a match against a person is offered in the lobby: take 'person' as the opponent."
    if opening.pause:
        return wrong_pause(opening)
    return "" if opening.pace is None else wrong_pace(opening.pace)


def wrong_pause(opening: Opening) -> str:
    """What is wrong with an agreed pause, or nothing."""
    if opening.windows != "ask" or opening.opponent != "person":
        return "A pause is for two people who are asked in every window: take 'ask' and 'person', or no pause."
    if not SHORTEST_PAUSE <= opening.pause <= LONGEST_PAUSE:
        return f"A pause has {SHORTEST_PAUSE} to {LONGEST_PAUSE} seconds, not {opening.pause}."
    if opening.pace is not None and opening.pace.days:
        return "By days for a turn a window waits for its owner: take no pause."
    return "" if opening.pace is None else wrong_pace(opening.pace)


def kept_terms(opening: Opening) -> dict[str, Any]:
    """What is kept of them with the match."""
    clocked = opening.pace is not None and begins_with(opening.pace) > 0
    return {
        "open_to_all": opening.open_to_all,
        "stood_by": now(),
        "watched": opening.watched,
        "pace": msgspec.json.encode(opening.pace).decode() if clocked else None,
        "pause": opening.pause,
        "unadvised": opening.unadvised,
    }


def same_terms(row: MatchRow) -> dict[str, Any]:
    """The terms of a match for one that is played on the same; it is for those who sat there, and not in the lobby."""
    return {
        "watched": row.watched,
        "rated": row.rated,
        "pace": row.pace,
        "pause": row.pause,
        "unadvised": row.unadvised,
    }
