"""North Cape on screen: the chart, the holding boxes, the Not Available boxes, the tracks and the clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import get_args

from barents.games.north_cape import actions as a
from barents.games.north_cape.data import CARRIER, UNLIMITED, Data, Weather
from barents.games.north_cape.groups import box_counts
from barents.games.north_cape.knowledge import is_placeholder
from barents.games.north_cape.movement import base_hex
from barents.games.north_cape.pieces import factor, is_submerged, on_map, speed
from barents.games.north_cape.state import LOST, NOT_AVAILABLE, POOL, SAFE, WAITING, Piece, State
from barents.kernel.actions import Action
from barents.kernel.events import Fact
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.view import Board, Clock, PieceView, SightingView, Situation, Track

SIGHTINGS_KEPT = 3  # turns
GLYPHS = {
    "BB": "bb", "BC": "bc", "CV": "cv", "CA": "ca", "CL": "cl", "DD": "dd", "DE": "de", "AA": "aa",
    "SUB": "ss", "MERC": "mt", "R": "air-r", "AT": "air-at", "F": "air-f", "DECOY": "decoy", "GROUP": "group",
}  # fmt: skip


def label(data: Data, name: str) -> str:
    """A piece's name."""
    about = data.counters.get(name)
    if about is not None:
        return about.name
    if is_placeholder(name):
        return "Face-down counters"
    return name


def date(data: Data, state: State) -> str:
    """NC 1.2: a turn is four hours; the date and hour of this one."""
    begins = datetime.fromisoformat(data.scenarios[state.scenario].begins)
    return (begins + timedelta(hours=data.tables.scale.turn_hours * (state.turn - 1))).strftime("%Y-%m-%d %H:%M")


def view(data: Data, known: State, observer: Observer) -> Situation:
    """Boards and pieces from what is known."""
    pieces = []
    for side in Side:
        for piece in known.pieces[side].values():
            shown = piece_view(data, known, observer, side, piece)
            if shown is not None:
                pieces.append(shown)
    icy = {"ice": (known.ice,)}
    boards = [Board("map", "The Barents Sea", "north-cape", {**icy, "stations": _stations(known)})]
    boards += [Board(f"box-{n}", f"Holding box {n}", "box") for n in range(1, data.pools.group_markers + 1)]
    boards += [Board(f"{NOT_AVAILABLE}-{side}", f"Not available: {side}", "box") for side in Side]
    boards.append(Board("waiting", "Waiting to enter", "box"))
    return Situation(
        boards=tuple(boards),
        pieces=tuple(pieces),
        clock=Clock(known.turn, known.turns, _phase(known), date(data, known), _weather(known)),
        sightings=_sightings(known, observer),
        tracks=_tracks(data, known, observer),
    )


def _sightings(known: State, observer: Observer) -> tuple[SightingView, ...]:
    """Where merchants were last seen, while that may still be of use."""
    if observer.side is None:
        return ()
    seen = known.notebook[observer.side].sightings
    fresh = [sighting for sighting in seen if 0 < known.turn - sighting.turn <= SIGHTINGS_KEPT]
    return tuple(SightingView(s.cell, s.what, s.source, s.turn, known.turn - s.turn) for s in fresh)


def _stations(known: State) -> tuple[str, ...]:
    return tuple(sorted({cell for cells in known.stations.values() for cell in cells}))


def _phase(known: State) -> str:
    if known.combat is not None:
        return f"combat at {known.combat.cell}"
    return "" if known.mission is None else f"{known.mission.side}: {known.mission.type}"


def _weather(known: State) -> str:
    return f"fog, flights to {known.fog_range}" if known.weather == "fog" else known.weather


def _tracks(data: Data, known: State, observer: Observer) -> tuple[Track, ...]:
    tracks = [Track(f"points-{side}", f"{side.capitalize()} points", known.points[side]) for side in Side]
    skies = get_args(Weather)
    tracks.append(Track("weather", "Weather", 1 + skies.index(known.weather), len(skies)))
    counts = known.boxes or box_counts(known)
    for number in range(1, data.pools.group_markers + 1):
        tracks.append(Track(f"box-{number}", f"Box {number}", counts.get(number, 0)))
    side = observer.side
    if side is not None:
        pool = [p for p in known.pieces[side].values() if p.at == POOL and data.counters[p.id].is_decoy]
        tracks.append(Track("decoys", "Decoys in hand", len(pool)))
    return tuple(tracks)


def piece_view(data: Data, known: State, observer: Observer, side: Side, piece: Piece) -> PieceView | None:
    """A piece as the observer sees it, or None if it is on no board."""
    where = _where(piece, side)
    if where is None:
        return None
    board, cell = where
    about = data.counters.get(piece.id)
    if about is None:
        badges = tuple(known.marks.get(piece.id, ()))
        return PieceView(piece.id, board, cell, side, "unknown", label(data, piece.id), "?", True, badges)
    identified = piece.id in known.notebook[side.enemy].identified
    return PieceView(
        id=piece.id,
        board=board,
        cell=cell,
        side=side,
        kind="ss-submerged" if is_submerged(data, piece) else GLYPHS[about.type],
        label=about.name,
        short=about.type,
        face_down=not identified and observer in (eyes_of(side), Observer.UMPIRE) and on_map(piece),
        badges=_badges(piece),
        card=_card(data, known, piece),
    )


def _where(piece: Piece, side: Side) -> tuple[str, str] | None:
    if piece.at in (LOST, SAFE, POOL):
        return None
    if piece.at == NOT_AVAILABLE:
        return f"{NOT_AVAILABLE}-{side}", "box"
    if piece.at.startswith(WAITING):
        return "waiting", piece.at[len(WAITING) :]
    if piece.box:
        return f"box-{piece.box}", "box"
    return "map", piece.at


def _badges(piece: Piece) -> tuple[str, ...]:
    badges = []
    if piece.damage:
        badges.append(f"damage {piece.damage}")
    if piece.surfaced:
        badges.append("surfaced")
    if piece.on_patrol:
        badges.append("patrol")
    if piece.recon:
        badges.append("reconnoitred")
    if piece.halted:
        badges.append("halted")
    if piece.box:
        badges.append(f"group {piece.box}")
    return tuple(badges)


def _card(data: Data, known: State, piece: Piece) -> dict[str, Fact]:
    """The factors of a piece in words, as they stand now."""
    about = data.counters[piece.id]
    if about.is_decoy or about.is_group:
        return {}
    if about.is_air:
        facts: dict[str, Fact] = {
            "against ships": factor(data, piece, "surface"),
            "in the air": f"{factor(data, piece, 'air')} {'red' if about.red else 'green'}",
            "torpedo": factor(data, piece, "torp"),
            "range": "unlimited" if about.range == UNLIMITED else speed(data, piece),
        }
        if piece.base:
            facts["base"] = label(data, CARRIER) if piece.base == CARRIER else base_hex(known, piece)
        return facts
    return {
        "gunfire": factor(data, piece, "gun"),
        "torpedo": factor(data, piece, "torp"),
        "anti-aircraft": factor(data, piece, "aa"),
        "movement": about.move // 2 if piece.damage else about.move,
        "damage to sink": about.dmg,
        "hunts submarines": "yes" if about.asw else "no",
    }


def words(data: Data, known: State, action: Action) -> str:
    """An action for a person."""
    match action:
        case a.Declare(mission, start, flying):
            kind = "aircraft" if flying else "ships"
            place = f"waiting force {start[len(WAITING) :]}" if start.startswith(WAITING) else start
            return f"{mission.value.capitalize()} with {kind} from {place}"
        case a.Buy(drawn, spend):
            return f"{drawn} decoys for {spend} points"
        case a.UsePrinzEugen(yes):
            return "Prinz Eugen sails" if yes else "Prinz Eugen stays"
        case a.Surface(boat):
            return f"{label(data, boat)} surfaces"
        case a.Engage(attacker, target):
            return f"{label(data, attacker)} attacks {label(data, target)}"
        case a.Fire(ship):
            return f"{label(data, ship)} fires"
        case a.Spot(scout, cell):
            return f"{label(data, scout)} looks at {cell}"
        case a.Land(unit, base):
            return f"{label(data, unit)} lands at {label(data, base)}"
        case a.Regroup(marker, cell):
            return f"{label(data, marker)} at {cell}: choose what is in its box"
        case a.Dissolve(marker):
            return f"Dissolve {label(data, marker)}"
        case a.ShowPieces(cell):
            return f"Show pieces at {cell}"
        case a.Deploy(cell):
            return f"Start at {cell}"
        case a.Join(force):
            return f"They join {force}"
    return _PLAIN.get(type(action), str(action))


_PLAIN: dict[type[Action], str] = {
    a.Pass: "Pass",
    a.Stop: "Stop here",
    a.Cancel: "Break the mission off",
    a.DropOff: "Leave units behind here",
    a.LeaveMap: "Merchants leave by the west edge",
    a.Forgo: "Forgo the modifier",
    a.SaySubmarine: 'Say "Submarine"',
    a.Show: "Show the stack",
    a.RollInfiltration: "Slip through the screen",
    a.AttackOpenly: "Attack openly, and be detected",
    a.HoldFire: "Hold fire",
    a.WaitAloft: "Not now",
}
