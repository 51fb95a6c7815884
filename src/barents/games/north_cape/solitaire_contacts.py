"""Chapter 11.6: German ships that have moved may meet a submarine, British or, in Soviet waters, Soviet."""

from __future__ import annotations

from barents.games.north_cape.data import Data
from barents.games.north_cape.movement import mission_of, moving
from barents.games.north_cape.pieces import Umpire, is_surface_ship, turn_up
from barents.games.north_cape.solitaire_groups import in_reserve
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


def after_passage(state: State, data: Data, mission: Mission) -> tuple[Step, ...]:
    """NC 11.6: a stack of German ships rolls once when its movement and its battles are over.

    Boats that are under water cannot be attacked (NC 8.1), and where no submarine is left nothing is rolled (R73).
    """
    if not state.options.solitaire or mission.contact or mission.side is not Side.AXIS or not mission.moved:
        return ()
    if mission.flying or not prey(state, data, mission) or not in_reserve(state, data, waters(data, mission.at)):
        return ()
    mission.contact = True
    return (Contact(),)


def prey(state: State, data: Data, mission: Mission) -> list[Piece]:
    """NC 8.1: the ships of the stack that a submarine can attack."""
    return [piece for piece in moving(state, mission) if is_surface_ship(data, piece)]


def waters(data: Data, cell: str) -> str:
    """NC 11.6: whose submarines are met in a hex: Soviet ones within the Soviet limit, else British."""
    return "SU" if cell in data.map.zone("soviet_limit") else "GB"


def contact(u: Umpire, _step: Contact) -> tuple[Step, ...]:
    """NC 11.6: on a 6 one submarine of those waters, drawn at random, attacks the stack (NC 8.1)."""
    state, data = u.state, u.data
    mission = mission_of(state)
    nation = waters(data, mission.at)
    roll = u.roll(D6, "NC-11.6-contact-roll", f"Submarines at {mission.at}")
    if roll < data.tables.solitaire.contact_from:
        u.tell("NC-11.6-contact-roll", "No submarine is met at {cell}", cell=mission.at)
        return (EndMission(),)
    rule = "NC-11.6-contact-soviet" if nation == "SU" else "NC-11.6-contact-british"
    (name,) = u.draw(in_reserve(state, data, nation), 1, rule, "Submarine")
    boat = state.pieces[Side.ALLIED][name]
    boat.at = mission.at
    ships = prey(state, data, mission)
    state.combat = Combat(mission.at, Side.ALLIED, [name], [ship.id for ship in ships])
    turn_up(u, [boat, *ships], rule)
    u.tell(rule, "{boat} attacks at {cell}", boat=name, cell=mission.at)
    return (Infiltrate((name,)), AirToAir(Side.ALLIED))
