"""A game of plots alone, on a real chart: both sides write routes for their forces at once, three turns long.

It has every kind of order that a plot can have: routes that may end anywhere, that are bound for a hex, that enter or
leave the map, or go under water; listed ways; words, such as whom to sail with; missions for aircraft, and searches
that nobody in particular makes.
"""

from __future__ import annotations

from functools import cache

import msgspec

from barents.atlas.map import Map
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.dice import Dice
from barents.kernel.domains import Among, Domain, Either, Routes
from barents.kernel.game import BaseState, Game, Result, Scenario, Step
from barents.kernel.question import Question
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.umpire import Rule, Umpire
from barents.kernel.view import Board, Clock, PieceView, SightingView, Situation

TURNS = 3
NAMES = {
    "pq": "PQ 17", "fleet": "Battle Fleet", "cruisers": "Cruiser Force", "tigris": "Tigris", "straggler": "Straggler",
    "late": "Late Force", "onslow": "Onslow", "tirpitz": "Tirpitz", "u-88": "U-88",
    "fulmar": "Fulmar", "search-1": "Search 1", "search-2": "Search 2",
    "down": "Submerged", "out": "Off the map", "gate": "the west", "alone": "Alone", "with-fleet": "With Battle Fleet",
}  # fmt: skip
KINDS = {
    "pq": "group",
    "fleet": "bb",
    "cruisers": "ca",
    "tigris": "ss",
    "straggler": "mt",
    "tirpitz": "bb",
    "u-88": "ss",
}
CELLS = {
    Side.ALLIED: {
        "pq": "1510", "fleet": "1706", "cruisers": "1706", "tigris": "1604", "straggler": "1512", "late": "gate",
    },
    Side.AXIS: {"tirpitz": "1410", "u-88": "1612"},
}  # fmt: skip
GATES = ("1602", "1702")
SEARCHED = [f"{row}{column:02}" for row in (14, 15) for column in (5, 6, 7)]
# Where the Allies believe the enemy: far from where they look first.
CONTACT = SightingView("1019", "surface units", "Tigris", 1, 0, Side.AXIS, "ca")


PLOT: Question[State, None] = Question("P-1-plot", "Plot every force", phase="", deed="covers")


class Plot(Step, frozen=True):
    """Both sides plot, then everything moves."""


class State(BaseState[Plot], kw_only=True):
    """Where everything is; the other side's forces are secret."""

    cells: dict[Side, dict[str, str]]
    turn: int = 1


@cache
def sea() -> Map:
    """The chart."""
    return Map.load("nordkapp")


def ways(name: str, cell: str) -> Domain:
    """The orders that a force may be given."""
    grid = sea().grid
    costs = dict.fromkeys(grid.cells, 1)

    def routes(points: int, **more: object) -> Routes:
        return Routes(cell, points, costs, grid.neighbours, board="map", **more)  # type: ignore[arg-type]

    match name:
        case "pq":
            return routes(3, goal=grid.neighbours(grid.neighbours(cell)[1])[1])
        case "tigris":
            costs |= {"down": 2}
            return routes(3, edges={cell: [*grid.neighbours(cell), "down"], "down": []})
        case "straggler":
            return Among([">".join((cell, onward)) for onward in grid.neighbours(cell)[:2]])
        case "late":
            entry = {"gate": GATES} if cell == "gate" else {}
            return routes(3, least=1, edges=entry)
        case "cruisers":
            return Either(routes(4), Among(["with-fleet"]))
    return routes(4)


def plotted(u: Umpire[State, None], side: Side) -> Rule[Allot]:
    """A side's plot; Onslow may leave the fleet, and two hexes may be searched from the west."""
    slots = {name: ways(name, cell) for name, cell in u.state.cells[side].items()}
    more: dict[str, Domain] = {}
    if side is Side.ALLIED:
        searches = dict.fromkeys(("search-1", "search-2"), Among(SEARCHED))
        more = {"onslow": Among(["alone", "with-fleet"]), "fulmar": Among(["pq", "fleet"]), **searches}
    optional = [name for name in slots if name not in ("late", "fleet")]
    return (yield from u.ask(side, PLOT, Assign({**slots, **more}, optional=[*optional, *more])))


def plot(u: Umpire[State, None], _step: Plot) -> Rule[tuple[Step, ...]]:
    """Both plot at once, and everything goes where it was sent."""
    orders = yield from u.both(allied=plotted(u, Side.ALLIED), axis=plotted(u, Side.AXIS))
    for side, order in zip(Side, orders, strict=True):
        for name, value in order.pairs:
            if name in u.state.cells[side] and ">" in value:
                end = [cell for cell in value.split(">") if cell in sea().grid][-1]
                u.state.cells[side][name] = end
    u.tell("P-1-plot", "Turn {turn} is over", turn=u.state.turn)
    if u.state.turn == TURNS:
        u.end(Result(None, "draw"))
        return ()
    u.state.turn += 1
    return (Plot(),)


def known(_data: None, state: State, observer: Observer) -> State:
    """One's own forces alone."""
    shown = {side: dict(state.cells[side]) for side in Side if observer in (eyes_of(side), Observer.UMPIRE)}
    return State(agenda=list(state.agenda), result=state.result, cells=shown, turn=state.turn)


def imagine(_data: None, known: State, _observer: Observer, _dice: Dice) -> State:
    """The other side where it began."""
    return msgspec.structs.replace(known, cells={side: known.cells.get(side, CELLS[side]) for side in Side})


def wings() -> tuple[PieceView, ...]:
    """The aircraft of the fleet: one is ready, one rests."""
    return tuple(
        PieceView(
            id=name,
            board="deck",
            cell="deck",
            side=Side.ALLIED,
            kind=kind,
            label=label,
            move="8",
            ship=name,
            badges=badges,
        )
        for name, kind, label, badges in (
            ("fulmar", "air-f", "Fulmar", ()),
            ("albacore", "air-at", "Albacore", ("not available",)),
        )
    )


def view(_data: None, known: State, observer: Observer) -> Situation:
    """The chart with one's forces; the Allies have aircraft, and a report of the enemy."""
    pieces = tuple(
        PieceView(
            id=name,
            board="map",
            cell=cell,
            side=side,
            kind=KINDS.get(name, "dd"),
            label=NAMES[name],
            nation="GB",
            factors=("5", "-"),
            move="3",
            ship="" if name in ("pq", "fleet", "cruisers") else name,
        )
        for side, cells in known.cells.items()
        for name, cell in cells.items()
        if cell in sea().grid
    )
    clock = Clock(known.turn, TURNS, date="1942-07-04 00:00", weather="clear")
    sea_chart = Board("map", "The Barents Sea", "nordkapp")
    if observer is not Observer.ALLIED:
        return Situation((sea_chart,), pieces, clock)
    return Situation((sea_chart, Board("deck", "Victorious", "")), (*pieces, *wings()), clock, (CONTACT,))


GAME: Game[State, None] = Game(
    name="plotting",
    title="Plotting",
    version="1",
    state=State,
    actions=(),
    steps={Plot: plot},
    scenarios=lambda _data: [Scenario("plots", "Plots", TURNS)],
    data=lambda _pack: None,
    opening=lambda _data, _scenario, _options: State(agenda=[Plot()], cells={s: dict(c) for s, c in CELLS.items()}),
    known=known,
    imagine=imagine,
    view=view,
    label=lambda _data, name: NAMES.get(name, name),
    boards=lambda _data: {"map": sea().grid.neighbours},
)
