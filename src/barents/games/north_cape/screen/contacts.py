"""The enemy as a side knows him: what lies in sight, and what was seen of late and has been followed since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from barents.games.north_cape.data import Data
from barents.games.north_cape.rules.pieces import occupied
from barents.games.north_cape.screen.displays import GLYPHS, RANK
from barents.games.north_cape.state import MERCHANTS_SEEN, TURNS_REMEMBERED, State
from barents.kernel.contacts import Report, contacts, in_sight
from barents.kernel.game import Sighting
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Held, PieceView, SightingView

MERCHANTS = GLYPHS["MERC"]


def sightings(data: Data, known: State, observer: Observer, pieces: Iterable[PieceView]) -> tuple[SightingView, ...]:
    """Every enemy that a side sees or has seen, while it may be of use."""
    side = observer.side
    if side is None:
        return ()
    ships = [piece for piece in pieces if piece.id in data.counters and data.counters[piece.id].is_ship]
    open_now = in_sight(ships, side.enemy, known.turn, {MERCHANTS: ("merchant", "merchants")})
    return contacts([*_reports(data, known, side), *open_now], side.enemy, known.turn)


def _reports(data: Data, known: State, side: Side) -> Iterator[Report]:
    for seen in known.notebook[side].sightings:
        if known.turn - seen.turn > TURNS_REMEMBERED:
            continue
        now = followed_to(known, side.enemy, seen)
        if seen.what == MERCHANTS_SEEN:
            pace = max(counter.move for counter in data.counters.values() if counter.is_merchant)
            yield Report(seen.cell, seen.turn, seen.source, (Held(MERCHANTS, "merchants"),), reach=pace, now=now)
            continue
        named = named_in(data, side.enemy, seen.what)
        about = [data.counters[name] for name in named]
        yield Report(
            seen.cell,
            seen.turn,
            seen.source,
            tuple(Held(GLYPHS[one.type], one.name, 1, one.id) for one in about),
            words="" if about else seen.what,
            kind=next((GLYPHS[type] for type in RANK if any(one.type == type for one in about)), "unknown"),
            reach=max((one.move for one in about), default=0),
            proof=named,
            now=now,
        )


@lru_cache(maxsize=1024)
def named_in(data: Data, side: Side, what: str) -> tuple[str, ...]:
    """The counters of a side whose names stand in a report, which has commas between them."""
    names = set(what.split(", "))
    return tuple(counter.id for counter in data.counters.values() if counter.side is side and counter.name in names)


def followed_to(known: State, side: Side, seen: Sighting) -> str:
    """Where the stack in which something was seen has gone before everyone's eyes; nothing if it cannot be said.

    It cannot where only a part of a stack sailed, and where others came into the hex in the turn of the report, since
    it may be of these.
    """
    at = seen.cell
    for number, wake in enumerate(known.wakes):
        if wake.side is not side or wake.turn < seen.turn or wake.start != at:
            continue
        came = (later.end == at for later in known.wakes[number + 1 :] if later.turn == seen.turn)
        if not wake.emptied or (wake.turn == seen.turn and at == seen.cell and any(came)):
            return ""
        at = wake.end
    return at if at in occupied(known, side) else ""
