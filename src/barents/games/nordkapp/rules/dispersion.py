"""Chapter 12.4: a storm drives merchants away from their convoys."""

from __future__ import annotations

from barents.games.nordkapp import state as s
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.movement import announce_coast
from barents.games.nordkapp.rules.units import Umpire, convoys, label_of, merchants_under
from barents.games.nordkapp.state import Piece, State
from barents.kernel.dice import D6
from barents.kernel.game import Step
from barents.kernel.sides import Side, only


def dispersion(u: Umpire, _step: s.Dispersion) -> tuple[Step, ...]:
    """NK 12.4: in a storm a die for each convoy before anything is plotted; those driven away are stragglers (R56).

    A convoy that is to scatter this turn is spared: it dissolves in any case.
    """
    state, data, allied = u.state, u.data, only(Side.ALLIED)
    if not state.options.storms or state.weather != "storm":
        return ()
    table = data.tables.dispersion
    for convoy in convoys(state, data):
        if convoy in state.ordered:
            continue
        name = label_of(u, Side.ALLIED, convoy)
        wanted = table.faces[u.roll(D6, "NK-12.4-storm", f"{name} in the storm", to=allied).natural - 1]
        if wanted == table.another_die:
            wanted = u.roll(D6, "NK-12.4-table", f"Stragglers of {name}", to=allied).natural
        merchants = [piece.id for piece in merchants_under(state, data, convoy)]
        count = min(wanted, len(merchants))
        if not count:
            u.tell("NK-12.4-table", "{name} keeps together", to=allied, name=name)
            continue
        for ship in u.draw(merchants, count, "NK-12.4-table", name, to=allied):
            _drive_away(u, state.pieces[Side.ALLIED][ship])
    return ()


def _drive_away(u: Umpire, ship: Piece) -> None:
    """NK 12.4: a straggler is driven one hex by the Scatter Diagram; where it cannot go it stays, but apart."""
    ship.force, ship.apart = "", u.state.turn
    bearing = roll_bearing(u, ship, "NK-12.4-scatter-diagram")
    onward = step_ahead(u.state, u.data, ship.at, bearing)
    if onward is not None:
        ship.at = onward
        announce_coast(u, {onward: [ship]})
    u.tell("NK-12.4-displaced", "{unit} is a straggler at {cell}", to=only(Side.ALLIED), unit=ship.id, cell=ship.at)


def roll_bearing(u: Umpire, ship: Piece, rule: str) -> str:
    """NK 12.4, 13.3: a die on the Scatter Diagram, which the Allies alone see."""
    bearings = u.data.tables.scatter.bearings
    return bearings[u.roll(D6, rule, ship.id, to=only(Side.ALLIED)).natural - 1]


def step_ahead(state: State, data: Data, cell: str, bearing: str) -> str | None:
    """The next hex on a bearing if a ship may go there: open water, and no land between (5.1)."""
    onward = data.ahead(cell, bearing)
    return onward if onward is not None and onward in data.passage(state.ice).neighbours(cell) else None
