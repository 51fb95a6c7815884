"""Chapters 4.0 and 4.2: what a player may do before any mission: holding boxes, and showing his own pieces."""

from __future__ import annotations

from barents.games.north_cape.actions import Dissolve, Regroup, ShowPieces
from barents.games.north_cape.data import Data
from barents.games.north_cape.phases import MISSIONS
from barents.games.north_cape.rules.pieces import Umpire, at, contents, is_up, on_map, turn_up
from barents.games.north_cape.rules.sight import in_sight
from barents.games.north_cape.state import LAST_HEX, POOL, WAITING, Piece, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Pick, Subset
from barents.kernel.question import Question
from barents.kernel.sides import Side, only

BOXED: Question[State, Data] = Question(
    "NC-4.2-group-form",
    "Which pieces are in the holding box?",
    phase=MISSIONS,
    about="What is in the box lies under one marker and moves with it; the enemy sees only how many there are.",
    answers={Choose: "These are in the box from now on; the others in the hex lie beside the marker."},
    verb="Group",
)
SHOWN: Question[State, Data] = Question(
    "NC-4.0-voluntary-reveal",
    "Which pieces do you show?",
    phase=MISSIONS,
    about="They are turned face up for the rest of the turn. The enemy may not attack them for that alone.",
    answers={Choose: "These are turned face up; with none chosen all stay hidden."},
    verb="Show",
)


def asides(u: Umpire, side: Side) -> Pick[Action] | None:
    """NC 4.0, NC 4.2: groups are formed, changed and dissolved freely, and pieces shown, before a mission (R55)."""
    state, data = u.state, u.data
    if state.options.solitaire:
        return None  # there is nobody to show anything to
    options: list[Action] = []
    hidden: dict[str, None] = {}
    afloat: dict[str, None] = {}
    markers: list[Piece] = []
    for piece in state.pieces[side].values():
        about = data.counters[piece.id]
        if about.is_group:
            markers.append(piece)
        elif on_map(piece) or piece.at.startswith(WAITING):
            if on_map(piece) and not about.is_decoy and not is_up(state, piece, side):
                hidden[piece.at] = None
            if not about.is_air:
                afloat[piece.at] = None
    free = next((marker for marker in markers if marker.at == POOL), None)
    if free is not None:
        options += [Regroup(free.id, cell) for cell in sorted(afloat)]
    for marker in markers:
        if marker.at != POOL:
            options += [Regroup(marker.id, marker.at), Dissolve(marker.id)]
    options += [ShowPieces(cell) for cell in sorted(hidden)]
    return Pick(options) if options else None


def do_aside(u: Umpire, side: Side, action: Action) -> kernel.Rule[None]:
    """NC 4.0, NC 4.2: carry one of them out."""
    match action:
        case Regroup(marker, cell):
            u.tell("NC-4.2-group-form", "The Allies look to their groups")
            yield from regroup(u, marker, cell)
        case Dissolve(marker):
            dissolve(u, u.state.pieces[Side.ALLIED][marker])
        case ShowPieces(cell):
            u.tell("NC-4.0-voluntary-reveal", "{side} look for pieces to show", side=side.value)
            yield from show_pieces(u, side, cell)


def regroup(u: Umpire, name: str, cell: str) -> kernel.Rule[None]:
    """NC 4.2: put ships and decoys of one hex into a box; its marker lies in their hex, face down."""
    state, data = u.state, u.data
    marker = state.pieces[Side.ALLIED][name]
    box = int(name[6:])
    units = [p.id for p in at(state, Side.ALLIED, cell) if _may_be_boxed(data, p) and p.box in (0, box)]
    options = Subset(units)
    chosen = yield from u.ask(Side.ALLIED, BOXED, options, f"Which pieces are in holding box {box}?")
    before = in_sight(state, data, Side.ALLIED, cell)
    marker.at = cell
    for unit in units:
        state.pieces[Side.ALLIED][unit].box = box if unit in chosen.items else 0
    u.tell("NC-4.2-group-form", "{marker} holds {n}", to=only(Side.ALLIED), marker=name, n=len(chosen.items))
    _tell_count(u, marker, len(chosen.items), before)


def _may_be_boxed(data: Data, piece: Piece) -> bool:
    return data.counters[piece.id].is_decoy or data.counters[piece.id].is_ship


def _tell_count(u: Umpire, marker: Piece, count: int, before: str) -> None:
    """NC 4.2: everyone may count a holding box; what waits to enter is in no box before its marker is on the map.

    In which hex the marker lies is told only where it shows: on its face, or as a face-down piece where there was none.
    """
    if on_map(marker):
        words = "Holding box {box} holds {n} {n:piece|pieces}"
        u.tell("NC-4.2-box-count-public", words, box=int(marker.id[6:]), n=count)
        now = in_sight(u.state, u.data, Side.ALLIED, marker.at)
        if now != before:
            u.tell("NC-4.2-group-face-down", "At {cell} there is now {now}", cell=marker.at, now=now)


def dissolve(u: Umpire, marker: Piece) -> None:
    """NC 4.2: a marker leaves the map, and what was in its box lies in its hex."""
    before = in_sight(u.state, u.data, Side.ALLIED, marker.at)
    for piece in contents(u.state, int(marker.id[6:])):
        piece.box = 0
    u.conceal([marker.id], to=Side.AXIS)
    u.state.pieces[Side.ALLIED][marker.id] = Piece(marker.id, POOL)
    _tell_count(u, marker, 0, before)


def show_pieces(u: Umpire, side: Side, cell: str) -> kernel.Rule[None]:
    """NC 4.0: turn one's own pieces face up; they are not reconnoitred by that (R56)."""
    state, data = u.state, u.data
    hidden = [p for p in at(state, side, cell) if not is_up(state, p, side) and not data.counters[p.id].is_decoy]
    options = Subset([piece.id for piece in hidden])
    chosen = yield from u.ask(side, SHOWN, options, f"Which pieces at {cell} do you show?")
    turn_up(u, [state.pieces[side][name] for name in chosen.items], "NC-4.0-voluntary-reveal")


def box_counts(state: State) -> dict[int, int]:
    """NC 4.2: how many pieces each holding box has; always open, once its marker is on the map."""
    counts: dict[int, int] = {}
    for piece in state.pieces[Side.ALLIED].values():
        if piece.box and piece.at < LAST_HEX:
            counts[piece.box] = counts.get(piece.box, 0) + 1
    return counts
