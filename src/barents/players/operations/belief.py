"""Where the German staff believes convoys to be: the last report of merchants, and a zone a turn along their way."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from barents.games.operations.data import Data
from barents.games.operations.state import Contact
from barents.kernel.sides import Side

MERCHANTS = "merchants"
EASTBOUND_TO = 60  # a convoy of which nothing else is known is taken to be on its way out as far as this column
LARGE = ("13 to 25 ships", "26 ships or more")  # so many ships are a convoy, whatever else the report does not say
SLACK = 2  # zones by which a convoy may be beside its way
JOINS = 4  # zones on which a convoy that is beside a usual way comes back to it


class Track(NamedTuple):
    """A convoy as it is believed to be: the zone now, how old the report is, and the zones that lie ahead."""

    contact: Contact
    age: int
    zone: str
    ahead: tuple[str, ...]


@lru_cache(4096)
def way_on(data: Data, start: str, month: int, east: bool) -> tuple[str, ...]:
    """The way of a convoy from a zone, the zone itself first: into the usual way that passes nearest, and along it."""
    best: tuple[int, int, list[str]] | None = None
    for usual in usual_ways(data, month):
        way = list(usual) if east else list(reversed(usual))
        away, index = min((data.distance(zone, start), index) for index, zone in enumerate(way))
        if best is None or away < best[0]:
            best = (away, index, way)
    if best is None:
        return (start,)
    _, index, way = best
    joint = min(index + JOINS, len(way) - 1)
    first = data.route(start, way[joint], month, side=Side.ALLIED) or [start]
    return (*first, *way[joint + 1 :])


@lru_cache(16)
def usual_ways(data: Data, month: int) -> tuple[tuple[str, ...], ...]:
    """The reference routes that are open in a month, zone by zone."""
    rows = [row for row in data.routes.values() if month in row.months]
    return tuple(tuple(way) for row in rows if (way := data.through(row.waypoints, month, Side.ALLIED)))


def tracks(data: Data, reports: list[Contact], turn: int, month: int) -> list[Track]:
    """The convoys that reports speak of, the newest first; reports that can be of one convoy are taken together."""
    found: list[tuple[Contact, list[Contact]]] = []
    for one in reports:
        if MERCHANTS not in one.flags and one.size not in LARGE:
            continue
        for first, others in found:
            if data.distance(first.zone, one.zone) <= first.turn - one.turn + SLACK:
                others.append(one)
                break
        else:
            found.append((one, []))
    return [_track(data, first, others, turn, month) for first, others in found]


def _track(data: Data, first: Contact, others: list[Contact], turn: int, month: int) -> Track:
    east = _goes_east(data, first, others)
    age = turn - first.turn
    way = way_on(data, first.zone, month, east)
    at = min(age, len(way) - 1)
    return Track(first, age, way[at], way[at:])


def _goes_east(data: Data, first: Contact, others: list[Contact]) -> bool:
    column = data.column(first.zone)
    for one in reversed(others):
        if (before := data.column(one.zone)) != column:
            return column > before
    if "east" in first.course or "west" in first.course:
        return "east" in first.course
    return column < EASTBOUND_TO
