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
    """A convoy as it is believed to be: the zone now, how old the report is, and the zones that lie ahead.

    `others` are the zones in which it would be now by the other usual ways.
    """

    contact: Contact
    age: int
    zone: str
    ahead: tuple[str, ...]
    others: tuple[str, ...] = ()


def way_on(data: Data, start: str, month: int, east: bool) -> tuple[str, ...]:
    """The way of a convoy from a zone, the zone itself first: into the usual way that passes nearest, and along it."""
    return ways_on(data, start, month, east)[0]


@lru_cache(4096)
def ways_on(data: Data, start: str, month: int, east: bool) -> tuple[tuple[str, ...], ...]:
    """The ways that a convoy may take from a zone, the likeliest first."""
    found: list[tuple[int, int, tuple[str, ...]]] = []
    for order, usual in enumerate(usual_ways(data, month)):
        way = list(usual) if east else list(reversed(usual))
        away, index = min((data.distance(zone, start), index) for index, zone in enumerate(way))
        joint = min(index + JOINS, len(way) - 1)
        first = data.route(start, way[joint], month, side=Side.ALLIED) or [start]
        found.append((away, order, (*first, *way[joint + 1 :])))
    return tuple(way for _, _, way in sorted(found)) or ((start,),)


@lru_cache(16)
def usual_ways(data: Data, month: int) -> tuple[tuple[str, ...], ...]:
    """The reference routes that are open in a month, zone by zone."""
    rows = [row for row in data.routes.values() if month in row.months]
    return tuple(tuple(way) for row in rows if (way := data.through(row.waypoints, month, Side.ALLIED)))


class Course(NamedTuple):
    """A convoy as reports tell it so far: the last of them, whether it goes east, and whether that is certain."""

    last: Contact
    east: bool
    certain: bool

    def away(self, data: Data, one: Contact, month: int) -> int:
        """How far a report is from where this convoy would be then; either way, while its course is a guess."""
        age = one.turn - self.last.turn
        ways = [
            way_on(data, self.last.zone, month, east) for east in (True, False) if east is self.east or not self.certain
        ]
        return min(data.distance(way[min(age, len(way) - 1)], one.zone) for way in ways)


def tracks(data: Data, reports: list[Contact], turn: int, month: int) -> list[Track]:
    """The convoys that reports speak of, the newest first; a report is of the convoy that it fits best, if of any."""
    found: list[Course] = []
    for one in sorted(reports, key=lambda one: (one.turn, one.level, one.key)):
        if MERCHANTS not in one.flags and one.size not in LARGE:
            continue
        fits = [(course.away(data, one, month), -course.last.turn, index) for index, course in enumerate(found)]
        if fits and min(fits)[0] <= SLACK:
            index = min(fits)[-1]
            found[index] = _goes_on(data, found[index], one)
        else:
            found.append(Course(one, *_course(data, one)))
    latest = sorted(found, key=lambda course: (-course.last.turn, -course.last.level, course.last.key))
    return [_track(data, course, turn, month) for course in latest]


def _track(data: Data, course: Course, turn: int, month: int) -> Track:
    age = turn - course.last.turn
    way, *others = ways_on(data, course.last.zone, month, course.east)
    at = min(age, len(way) - 1)
    return Track(course.last, age, way[at], way[at:], tuple(other[min(age, len(other) - 1)] for other in others))


def _goes_on(data: Data, course: Course, one: Contact) -> Course:
    """A further report: it says most of the course if it names one, or if the convoy has come on since."""
    east, certain = _course(data, one)
    if certain:
        return Course(one, east, certain)
    before, now = data.column(course.last.zone), data.column(one.zone)
    return Course(one, now > before, certain=True) if now != before else course._replace(last=one)


def _course(data: Data, one: Contact) -> tuple[bool, bool]:
    if "east" in one.course or "west" in one.course:
        return "east" in one.course, True
    return data.column(one.zone) < EASTBOUND_TO, False
