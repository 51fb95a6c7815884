"""Chapter 11.6: German ships that have moved may meet a submarine, British or, in Soviet waters, Soviet."""

from __future__ import annotations

from barents.games.north_cape.data import Data
from barents.games.north_cape.rules.pieces import Umpire, at, is_surface_ship, turn_up
from barents.games.north_cape.solitaire.groups import in_reserve
from barents.games.north_cape.state import (
    AirToAir,
    Combat,
    Contact,
    EndMission,
    Infiltrate,
    Mission,
    Piece,
    State,
)
from barents.kernel.dice import D6
from barents.kernel.game import Step
from barents.kernel.sides import Side


def note_dropped(state: State, mission: Mission, names: list[str]) -> None:
    """NC 11.6: German ships that are left behind have completed their movement there."""
    if state.options.solitaire and mission.side is Side.AXIS and not mission.flying:
        mission.dropped.setdefault(mission.at, []).extend(names)


def note_moved_in(state: State, data: Data, mission: Mission, piece: Piece) -> None:
    """NC 11.6: a German ship that has come into a hex to intercept has completed its movement there too."""
    if state.options.solitaire and is_surface_ship(data, piece):
        mission.dropped.setdefault(mission.at, []).append(piece.id)


def after_passage(state: State, data: Data, mission: Mission) -> tuple[Step, ...]:
    """NC 11.6: each stack of German ships rolls once, where it is, when all movement and battles are over.

    So do ships that were dropped off or came to intercept. Boats that are under water cannot be attacked (NC 8.1), and
    where no submarine is left nothing is rolled (R73).
    """
    if not state.options.solitaire or not mission.moved:
        return ()
    if not mission.contact:
        mission.contact = True
        if mission.side is Side.AXIS:
            mission.dropped.setdefault(mission.at, []).extend(mission.units)
    for cell in list(mission.dropped):
        units = tuple(mission.dropped.pop(cell))
        if prey(state, data, cell, units) and in_reserve(state, data, waters(data, cell)):
            return (Contact(cell, units),)
    return ()


def prey(state: State, data: Data, cell: str, units: tuple[str, ...]) -> list[Piece]:
    """NC 8.1, NC 11.6: the German ships of a stack that a submarine can attack."""
    return [piece for piece in at(state, Side.AXIS, cell) if piece.id in units and is_surface_ship(data, piece)]


def waters(data: Data, cell: str) -> str:
    """NC 11.6: whose submarines are met in a hex: Soviet ones within the Soviet limit, else British."""
    return "SU" if cell in data.map.zone("soviet_limit") else "GB"


def contact(u: Umpire, step: Contact) -> tuple[Step, ...]:
    """NC 11.6: on a 6 one submarine of those waters, drawn at random, attacks the stack (NC 8.1).

    Ships that lay in the hex before are in that combat too: escorts among them are part of the screen (NC 9.0).
    """
    state, data = u.state, u.data
    cell = step.cell
    nation = waters(data, cell)
    roll = u.roll(D6, "NC-11.6-contact-roll", f"Submarines at {cell}")
    if roll < data.tables.solitaire.contact_from:
        u.tell("NC-11.6-contact-roll", "No submarine is met at {cell}", cell=cell)
        return (EndMission(),)
    rule = "NC-11.6-contact-soviet" if nation == "SU" else "NC-11.6-contact-british"
    (name,) = u.draw(in_reserve(state, data, nation), 1, rule, "Submarine")
    boat = state.pieces[Side.ALLIED][name]
    boat.at = cell
    ships = [piece for piece in at(state, Side.AXIS, cell) if is_surface_ship(data, piece)]
    state.combat = Combat(cell, Side.ALLIED, [name], [ship.id for ship in ships])
    turn_up(u, [boat, *ships], rule)
    u.tell(rule, "{boat} attacks at {cell}", boat=name, cell=cell)
    return (Infiltrate((name,)), AirToAir(Side.ALLIED))
