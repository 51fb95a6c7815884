"""The Hunt on screen: one board, the counters that may be seen, the clock and the points."""

from __future__ import annotations

from barents.kernel.actions import Action
from barents.kernel.payloads import ChartState
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Board, Clock, PieceView, SightingView, Situation, Track

from .data import Data
from .state import FallUpon, FireAt, Form, Leave, LookAt, Pass, Post, State


def label(data: Data, name: str) -> str:
    """A counter's name."""
    row = data.rows.get(name)
    return row.name if row else "Contact" if name.startswith("contact@") else name


def view(data: Data, known: State, observer: Observer) -> Situation:
    """Boards and pieces from what is known."""
    pieces = []
    for name, ship in known.ships.items():
        if not ship.cell:
            continue
        row = data.rows.get(name)
        hits = known.damage.get(name, 0)
        face_down = row is None or (
            observer is Observer.AXIS and row.side is Side.AXIS and name not in known.notebook[Side.ALLIED].identified
        )
        pieces.append(
            PieceView(
                id=name,
                board="sea",
                cell=ship.cell,
                side=row.side if row else Side.AXIS,
                kind=row.kind if row else "unknown",
                label=label(data, name),
                face_down=face_down,
                badges=(f"damage {hits}",) if hits else (),
                card={"speed": row.speed, "guns": row.guns, "hull": row.hull} if row else {},
            )
        )
    tracks = [Track("merchants", "Merchants", data.rows["convoy"].hull - known.damage["convoy"], 3)]
    if observer in (Observer.ALLIED, Observer.UMPIRE):
        tracks.append(Track("formation", "Open formation", int(known.open_formation), 1))
    if observer in (Observer.AXIS, Observer.UMPIRE):
        tracks.append(Track("boilers", "Boiler trouble", int(known.slowed), 1))
    sightings = [
        SightingView(s.cell, s.what, s.source, s.turn, known.turn - s.turn)
        for side in Side
        for s in known.notebook[side].sightings
    ]
    return Situation(
        boards=(Board("sea", "The sea", "hunt", payload=ChartState(marks={"land": data.sea.land})),),
        pieces=tuple(pieces),
        clock=Clock(known.turn, known.turns, weather="fog" if known.fog else "clear"),
        sightings=tuple(sightings),
        tracks=tuple(tracks),
    )


def words(data: Data, known: State, action: Action) -> str:
    """An action for a person."""
    match action:
        case Post(ship, towards):
            return f"{label(data, ship)} watches {towards}"
        case LookAt(ship, cell):
            return f"{label(data, ship)} looks at {cell}"
        case FallUpon(cell):
            return f"Fall upon the convoy from {cell}"
        case FireAt(target):
            return f"Fire at {label(data, target)}"
        case Leave(cell):
            return f"Break off to {cell}"
        case Form(opens):
            return "Open the formation" if opens else "Close the formation"
        case Pass():
            return "Do nothing"
    return str(action)
