"""The boards beside the map: holding boxes, airbases and the carrier, the Not Available boxes, forces still outside.

Each says in a few words how it stands, as far as the observer may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from barents.games.north_cape.data import CARRIER, Data
from barents.games.north_cape.names import SIDES, counted, listed, model, waiting_force
from barents.games.north_cape.rules.air import carrier_capacity, has_carrier
from barents.games.north_cape.rules.eligibility import may_enter
from barents.games.north_cape.rules.groups import box_counts
from barents.games.north_cape.rules.pieces import at, is_real, on_map
from barents.games.north_cape.rules.sight import NOTHING
from barents.games.north_cape.state import NOT_AVAILABLE, WAITING, Piece, State, Used
from barents.kernel.payloads import BaseState, Shelf
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.view import Board

AIRCRAFT = "air-at"
BOX = "box"  # the geometry of a board with a single cell
BOXES, BASES, OUTSIDE = "Holding boxes", "Air bases", "Off the map"
GLYPHS = {
    "BB": "bb", "BC": "bc", "CV": "cv", "CA": "ca", "CL": "cl", "DD": "dd", "DE": "de", "AA": "aa",
    "SUB": "ss", "MERC": "mt", "R": "air-r", "AT": "air-at", "F": "air-f", "DECOY": "decoy", "GROUP": "group",
}  # fmt: skip
RANK = ("BB", "BC", "CV", "CA", "CL", "MERC", "DD", "AA", "DE", "SUB", "AT", "R", "F")  # who stands for a force


def displays(data: Data, known: State, observer: Observer) -> Iterator[Board]:
    """All boards but the map."""
    if not known.options.solitaire:
        yield from holding_boxes(data, known, observer)
    yield from airbases(data, known, observer)
    yield from carrier(data, known, observer)
    yield from waiting(data, known, observer)
    yield from not_available(data, known)


def sees(observer: Observer, side: Side) -> bool:
    """Whether an observer knows all pieces of a side."""
    return observer in (eyes_of(side), Observer.UMPIRE)


def holding_boxes(data: Data, known: State, observer: Observer) -> Iterator[Board]:
    """NC 4.2: how many pieces are in a box everyone may count; its owner knows which."""
    counts = known.boxes or box_counts(known)
    held: dict[int, list[Piece]] = {}
    for piece in known.pieces[Side.ALLIED].values():
        if piece.box and piece.id in data.counters:
            held.setdefault(piece.box, []).append(piece)
    for box in range(1, data.pools.group_markers + 1):
        inside = held.get(box, [])
        count = counts.get(box, 0)
        if sees(observer, Side.ALLIED):
            note = tally(data, inside) if inside else "empty"
            count = len(inside)
        else:
            note = f"seen: {tally(data, inside)}" if inside else "" if count else "empty"
        sign = sign_of(data, inside)
        yield Board(f"box-{box}", f"Holding box {box}", BOX, "", count, Side.ALLIED, sign, note, BOXES)


def airbases(data: Data, known: State, observer: Observer) -> Iterator[Board]:
    """NC 4.1: the German bases; what is on the ground there only their owner knows."""
    holds = data.pools.airbase_capacity
    pieces = known.pieces[Side.AXIS].values()
    for cell, name in data.base_names.items():
        if sees(observer, Side.AXIS):
            home = [piece for piece in pieces if piece.base == cell and is_real(data, piece)]
            landed = [piece for piece in home if on_map(piece) and not piece.aloft]
            title, sign = f"{name} {len(landed)}/{holds}", sign_of(data, home, AIRCRAFT)
            note, base = readiness(data, home), shelves(home)
            yield Board(f"base-{cell}", title, BOX, cell, len(landed), Side.AXIS, sign, note, BASES, payload=base)
        elif here := at(known, Side.AXIS, cell):
            seen = [data.counters[piece.id].name for piece in here if piece.id in data.counters]
            note = f"seen: {listed(seen)}" if seen else "something is there"
            base = shelves(piece for piece in pieces if piece.base == cell and piece.id in data.counters)
            yield Board(f"base-{cell}", name, BOX, cell, None, Side.AXIS, "unknown", note, BASES, payload=base)


def carrier(data: Data, known: State, observer: Observer) -> Iterator[Board]:
    """NC 4.1: Victorious, for her owner."""
    if not (sees(observer, Side.ALLIED) and has_carrier(known)):
        return
    ship = known.pieces[Side.ALLIED][CARRIER]
    home = [piece for piece in known.pieces[Side.ALLIED].values() if piece.base == CARRIER]
    landed = [piece for piece in home if on_map(piece) and not piece.aloft]
    title = f"{data.counters[CARRIER].name} {len(landed)}/{carrier_capacity(known, data)}"
    note = "grounded by storm" if known.weather == "storm" else readiness(data, home)
    base = shelves(home)
    yield Board(f"base-{CARRIER}", title, BOX, ship.at, len(landed), Side.ALLIED, "cv", note, BASES, payload=base)


def waiting(data: Data, known: State, observer: Observer) -> Iterator[Board]:
    """NC 12: forces that are still outside; of the enemy's only how many there are."""
    for side in Side:
        if sees(observer, side):
            forces: dict[str, list[Piece]] = {}
            for piece in known.pieces[side].values():
                if piece.at.startswith(WAITING):
                    forces.setdefault(piece.at, []).append(piece)
            for place, pieces in forces.items():
                force = waiting_force(data, known, place)
                note = "not set up yet"
                if force.waits:
                    enters = any(may_enter(known, data, piece) for piece in pieces)
                    note = "may enter now" if enters else "waits for a merchant to be seen"
                sign = sign_of(data, pieces)
                yield Board(board_of(place), force.name, BOX, "", len(pieces), side, sign, note, OUTSIDE)
        elif outside := known.outside.get(side, 0):
            note = "1 force is outside" if outside == 1 else f"{outside} forces are outside"
            yield Board(f"outside-{side}", f"{SIDES[side]} to come", BOX, "", outside, side, "unknown", note, OUTSIDE)


def board_of(place: str) -> str:
    """The board of a force that waits.

    >>> board_of("waiting:pq17")
    'waiting-pq17'
    """
    return place.replace(":", "-")


def not_available(data: Data, known: State) -> Iterator[Board]:
    """NC 9.2, NC 9.3: aircraft that have fought are out of the turn; everyone sees which."""
    for side in Side:
        out = [piece for piece in known.pieces[side].values() if piece.at == NOT_AVAILABLE]
        name = f"{NOT_AVAILABLE}-{side}"
        note = "back when the turn is over" if out else "empty"
        sign = sign_of(data, out, AIRCRAFT)
        yield Board(name, f"Not available: {SIDES[side]}", BOX, "", len(out), side, sign, note, "Out of the turn")


def sign_of(data: Data, pieces: Iterable[Piece], otherwise: str = "group") -> str:
    """The silhouette that stands for some pieces: of the weightiest kind among them."""
    types = {data.counters[piece.id].type for piece in pieces if piece.id in data.counters}
    return next((GLYPHS[type] for type in RANK if type in types), otherwise)


def tally(data: Data, pieces: Iterable[Piece]) -> str:
    """Pieces by kind, the weightiest first.

    >>> from barents.games.north_cape.data import data
    >>> tally(data(None), [Piece("mt-01", "0101"), Piece("mt-02", "0101"), Piece("gb-dd-1", "0101")])
    '2 merchants, 1 destroyer'
    """
    kinds = Counter(data.counters[piece.id].type for piece in pieces)
    order = (*RANK, "DECOY")
    return ", ".join(counted(kinds[type], type) for type in order if kinds[type]) or NOTHING


def shelves(home: Iterable[Piece]) -> BaseState:
    """What is at home in a base: ready, flown, on patrol.

    >>> [
    ...     shelf.title
    ...     for shelf in shelves([Piece("ju-88-1", "2633"), Piece("ju-87-1", "2633", used=Used.RECON)]).shelves
    ... ]
    ['ready', 'flown']
    """
    states: dict[str, list[str]] = {"ready": [], "flown": [], "on patrol": []}
    for piece in home:
        states["on patrol" if piece.on_patrol else "flown" if piece.used else "ready"].append(piece.id)
    return BaseState(tuple(Shelf(title, tuple(names)) for title, names in states.items() if names))


def readiness(data: Data, home: Iterable[Piece]) -> str:
    """What the aircraft of a base are at: ready, flown, on patrol, aloft.

    >>> from barents.games.north_cape.data import data
    >>> planes = [Piece("ju-88-1", "2633"), Piece("ju-88-2", "2633"), Piece("ju-87-1", "2633", used=Used.RECON)]
    >>> readiness(data(None), planes)
    '2 Ju-88 ready, 1 Ju-87 flown'
    """
    states: dict[str, Counter[str]] = {state: Counter() for state in ("ready", "on patrol", "aloft", "flown")}
    for piece in home:
        about = data.counters[piece.id]
        if not about.is_air or not (on_map(piece) or piece.at == NOT_AVAILABLE):
            continue
        name = model(about.name)
        if piece.at == NOT_AVAILABLE:
            states["flown"][name] += 1
        elif piece.aloft:
            states["on patrol" if piece.on_patrol else "aloft"][name] += 1
        else:
            states["flown" if piece.used & ANY_MISSION else "ready"][name] += 1
    parts = [
        f"{' + '.join(f'{count} {name}' for name, count in names.items())} {state}"
        for state, names in states.items()
        if names
    ]
    return ", ".join(parts) or "empty"


ANY_MISSION = Used.RECON | Used.PATROL | Used.SORTIE | Used.ATTACK
