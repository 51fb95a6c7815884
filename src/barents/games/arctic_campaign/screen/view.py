"""The campaign on screen: a desk between operations, and in a Convoy Phase that is played out the operation itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import BEFORE, MONTHS, PHASES, is_at_sea, month_name
from barents.games.arctic_campaign.rules.convoy_phase import on_the_map
from barents.games.arctic_campaign.rules.sightings import sign_of
from barents.games.arctic_campaign.rules.units import desk_of, ship_of
from barents.games.arctic_campaign.screen import desk_allied, desk_axis
from barents.games.arctic_campaign.screen import desk_parts as parts
from barents.games.arctic_campaign.screen.desk_parts import last_month, sees
from barents.games.arctic_campaign.screen.record_sheets import records, ship_sheets
from barents.games.arctic_campaign.state import Group, State
from barents.games.operations import GAME as SEA
from barents.games.operations.names import sign_of as sign_of_ships
from barents.games.operations.names import tally
from barents.games.operations.screen.clock import hours_in_words, light_row
from barents.games.operations.sea_tables import PortRow
from barents.kernel.contacts import Report, contacts
from barents.kernel.desk import Desk
from barents.kernel.events import Fact
from barents.kernel.payloads import ChartState
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Board, Clock, Held, PieceView, SightingView, Situation, Track, Trail

TITLES = {
    Observer.ALLIED: "The Allied desk",
    Observer.AXIS: "The German desk",
    Observer.PUBLIC: "The campaign",
    Observer.UMPIRE: "Both desks",
}
MAP = "map"


def view(data: Data, known: State, observer: Observer) -> Situation:
    """The desk, or the operation with the campaign's numbers and records beside it."""
    if is_at_sea(known) and known.operation is not None:
        shown = SEA.view(data.sea, known.operation, observer)
        kept = tuple(records(data, known, observer))
        mine = tuple(track for track in tracks(data, known, observer) if track.kind != "points")
        return msgspec.structs.replace(shown, tracks=(*shown.tracks, *mine), sheets=(*shown.sheets, *kept))
    return Situation(
        boards=(Board(MAP, "From Iceland to Novaya Zemlya", "operations", payload=_chart_state(data, known)),),
        pieces=tuple(_ports(data, known, observer)),
        clock=clock(data, known),
        sightings=tuple(_sightings(data, known, observer)),
        trails=tuple(_trails(data, known, observer)),
        tracks=tracks(data, known, observer),
        sheets=(*records(data, known, observer), *ship_sheets(data, known, observer)),
        desk=desk(data, known, observer),
    )


def desk(data: Data, known: State, observer: Observer) -> Desk:
    """What lies on the desk of whoever looks; spectators see what is open to both sides."""
    allied, axis = sees(observer, Side.ALLIED), sees(observer, Side.AXIS)
    hidden: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    if observer is Observer.ALLIED:
        hidden, unseen = desk_allied.HIDDEN, desk_allied.UNSEEN
    elif observer is Observer.AXIS:
        hidden, unseen = desk_axis.HIDDEN, desk_axis.UNSEEN
    return Desk(
        title=TITLES[observer],
        phases=parts.phases(known),
        months=parts.months(data, known),
        victory=parts.victory(data, known),
        blocks=(
            *(desk_allied.blocks(data, known) if allied else ()),
            *(desk_axis.blocks(data, known) if axis else ()),
        ),
        supplies=(
            *(desk_allied.supplies(data, known) if allied else ()),
            *(desk_axis.supplies(data, known) if axis else ()),
        ),
        plates=(
            *(desk_allied.plates(data, known) if allied else ()),
            *(desk_axis.plates(data, known) if axis else ()),
        ),
        diary=parts.diary(data, known, observer),
        hidden=hidden,
        unseen=unseen,
    )


# Time and numbers


def clock(data: Data, known: State) -> Clock:
    """The month of the campaign, its phase, and the light of its days."""
    month = data.month_of_year(known.month)
    row = light_row(data.sea, month, "middle")
    hours = data.sea.tables.clock.turn_hours
    light = [slot for slot, letter in enumerate(row) if letter != "N"]
    sun = (float(hours * light[0]), float(hours * (light[-1] + 1))) if light else (0.0, 0.0)
    return Clock(
        turn=known.month,
        turns=last_month(known, data),
        phase=PHASES.get(known.phase, BEFORE),
        date=month_name(data, known.month),
        light=hours_in_words(data.sea, month, "middle"),
        sun=sun,
    )


def tracks(data: Data, known: State, observer: Observer) -> tuple[Track, ...]:
    """The marker among its boxes, the points gathered, the month's points as known, and for the Germans the fuel."""
    table = data.tables.victory
    found = [
        Track("victory", f"General victory: {table.boxes[known.marker]}, box", known.marker + 1, len(table.boxes)),
        Track("gathered", "Points gathered for the next box", known.total, table.box_points),
    ]
    if any(sees(observer, side) for side in Side):
        lines = [line for side in Side for line in (*desk_of(known, side).bill, *desk_of(known, side).losses)]
        found += [
            Track(
                f"points-{side}",
                f"{side.capitalize()} points of the month, as known",
                sum(line.points for line in lines if line.side is side),
                side=side,
                kind="points",
            )
            for side in Side
        ]
    if sees(observer, Side.AXIS):
        found.append(Track("fuel", "Fuel in Norway, boxes", desk_axis.stock(known), side=Side.AXIS))
    return tuple(found)


# The small chart


def _chart_state(data: Data, known: State) -> ChartState:
    """The month's ice; nothing else of the chart is in force between operations."""
    marks = {"base": tuple(known.axis.bases)} if known.axis.bases else {}
    return ChartState(ice=str(data.month_of_year(known.month)), zones=(), marks=marks)


def _ports(data: Data, known: State, observer: Observer) -> Iterator[PieceView]:
    """A square for every port in which a side has ships."""
    for side in Side:
        if sees(observer, side):
            for port in data.sea.tables.ports.rows:
                yield from _in_port(data, known, side, port)


def _in_port(data: Data, known: State, side: Side, port: PortRow) -> Iterator[PieceView]:
    ships = [ship_of(known, side, one.key) for one in on_the_map(known, data, side) if one.at == port.name]
    if ships:
        card: dict[str, Fact] = {"ships": tally(data.sea, ships)}
        yield PieceView(
            id=f"port-{side}-{port.zone}",
            board=MAP,
            cell=port.zone,
            side=side,
            kind=sign_of_ships(data.sea, ships),
            label=tally(data.sea, ships),
            card=card,
        )


def _trails(data: Data, known: State, observer: Observer) -> Iterator[Trail]:
    """The plans of the month, with the turns in which their zones are reached."""
    for side in Side:
        if sees(observer, side) and known.operation is not None:
            for group in desk_of(known, side).groups.values():
                if group.route:
                    yield Trail(side, group.name, _way(data, known, side, group), planned=True)


def _way(data: Data, known: State, side: Side, group: Group) -> tuple[tuple[int, str], ...]:
    start = group.port if group.port[:1].isdigit() else data.sea.port(group.port).zone
    zones = _zones(data, (start, *group.route), data.month_of_year(known.month), side)
    return ((0, start), *((group.sails - group.early + number, zone) for number, zone in enumerate(zones)))


@lru_cache(maxsize=256)
def _zones(data: Data, points: tuple[str, ...], month: int, side: Side) -> tuple[str, ...]:
    """A way zone by zone after its start; one that the sea does not allow, by its waypoints."""
    try:
        return tuple(data.sea.through(points, month, side))[1:]
    except ValueError:
        return points[1:]


def _sightings(data: Data, known: State, observer: Observer) -> Iterator[SightingView]:
    """What was last seen of the enemy, with its month; it pales from month to month, and has no turn."""
    side = observer.side
    if side is None:
        return
    for seen in known.notebook[side].sightings:
        what = f"{seen.what}? {MONTHS[data.month_of_year(seen.turn) - 1]}"
        holds = (Held(sign_of(seen.what), seen.what),)
        report = Report(seen.cell, seen.turn, seen.source, holds, what, key=f"{seen.cell}-{seen.turn}")
        for contact in contacts([report], side.enemy, known.month):
            yield msgspec.structs.replace(contact, turn=0, reports=())
