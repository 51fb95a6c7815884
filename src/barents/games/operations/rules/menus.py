"""Missions, plots and sorties for people who think of the unit first: what its slot on a page takes, and how it is.

Names of values are the screen's, which knows the rules; it is asked for them only when somebody looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from barents.atlas.places import gazetteer
from barents.games.operations.data import Data
from barents.games.operations.names import place
from barents.games.operations.orders import AIR_ORDERS, FLEET_ORDERS
from barents.games.operations.rules.units import plane, ships_of
from barents.games.operations.state import Desk, Mission, State
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import Refusal
from barents.kernel.page_menus import Page


def said(data: Data, known: State, value: str) -> str:
    """A unit or a value in words."""
    from barents.games.operations.screen.phrases import called  # the screen is made from the rules

    return called(data, known, value)


def where(_data: Data, zone: str) -> str:
    """Where a zone is."""
    return gazetteer("operations").said(zone).replace("hexes", "zones").replace("hex ", "zone ")


def zone_of(data: Data, known: State, decision: Decision[Any], value: str) -> str:
    """Where an order leads: to a zone, a port, a fleet or a report."""
    desk = known.desks[decision.side]
    order = FLEET_ORDERS.find(value) or AIR_ORDERS.find(value)
    parts = [value] if order is None else [getattr(order, name) for name in order.__struct_fields__]
    for part in parts:
        if not isinstance(part, str):
            continue
        if part in desk.fleets:
            return desk.fleets[part].at
        if part in desk.contacts:
            return desk.contacts[part].zone
        if data.has_port(part):
            return data.port(part).zone
        if part in data.grid:
            return part
    return ""


def fleet_slot(_data: Data, known: State, decision: Decision[Any], unit: str) -> str:
    """The fleet that is meant: itself, or that of one of its ships."""
    ship = known.desks[decision.side].ships.get(unit)
    return ship.fleet if ship is not None else unit


def is_own_fleet(_data: Data, known: State, decision: Decision[Any], unit: str) -> bool:
    """Whether it is a fleet or a ship of the side's own."""
    desk = known.desks[decision.side]
    return unit in desk.fleets or unit in desk.ships


def how_the_fleet_is(data: Data, known: State, decision: Decision[Any], slot: str) -> str:
    """Where a fleet is, and what it does."""
    fleet = known.desks[decision.side].fleets.get(slot)
    if fleet is None:
        return ""
    at = f"in port at {place(data, fleet.at)}" if fleet.docked else where(data, fleet.at)
    bound = f", {len(fleet.plot)} zones plotted" if fleet.plot else ""
    return f"{at[0].upper()}{at[1:]}, {MISSIONS[fleet.mission]}{bound}"


MISSIONS: dict[Mission, str] = {
    "convoy": "sails as a convoy",
    "cover": "covers others",
    "raid": "raids",
    "intercept": "goes after a report",
    "bombard": "goes to bombard a port",
    "transfer": "moves to another port",
    "refuel": "waits with fuel",
    "return": "returns",
}


def fleet_facts(_data: Data, known: State, decision: Decision[Any], slot: str) -> Sequence[str]:
    """How many ships there are, and how fast they go."""
    desk: Desk = known.desks[decision.side]
    fleet = desk.fleets.get(slot)
    if fleet is None:
        return ()
    ships = ships_of(desk, slot)
    pace = f"{fleet.pace} {'zone' if fleet.pace == 1 else 'zones'} a turn"
    return (f"{len(ships)} {'ship' if len(ships) == 1 else 'ships'}", pace)


def why_bound(_data: Data, known: State, decision: Decision[Any], slot: str) -> Refusal:
    """Why a fleet gets no new mission (OP-FLEET-mission)."""
    fleet = known.desks[decision.side].fleets.get(slot)
    if fleet is not None and fleet.loose:
        return Refusal("She is scattered, and sails by a plan.", "OP-FLEET-mission")
    return Refusal("Its mission binds it until a new day, the end of its plot or a fresh report.", "OP-FLEET-mission")


def why_no_plot(_data: Data, known: State, decision: Decision[Any], slot: str) -> Refusal:
    """Why a fleet is not plotted (OP-FLEET-plot)."""
    fleet = known.desks[decision.side].fleets.get(slot)
    if fleet is not None and fleet.docked:
        return Refusal("It stays in port: it may not sail now.", "OP-FLEET-plot")
    return Refusal("Its plot is full, or bound: it sails what is plotted.", "OP-FLEET-plot")


ORDERING: Page[Data, State] = Page(
    said,
    said,
    rule="OP-FLEET-mission",
    title="Go to",
    none="Go on as before",
    slot=fleet_slot,
    own=is_own_fleet,
    why=why_bound,
    state=how_the_fleet_is,
    facts=fleet_facts,
    cell=zone_of,
    where=where,
    steps="zones",
    reaches={"cover": "watch", "intercept": "strike", "bombard": "strike", "return": "land", "transfer": "land"},
)
PLOTTING: Page[Data, State] = Page(
    said,
    said,
    rule="OP-FLEET-plot",
    title="Plot",
    help="Sail there, by the zones that are drawn; what is plotted is bound.",
    none="No plot",
    slot=fleet_slot,
    own=is_own_fleet,
    why=why_no_plot,
    state=how_the_fleet_is,
    facts=fleet_facts,
    cell=zone_of,
    where=where,
    steps="zones",
)


def is_own_boat(_data: Data, known: State, decision: Decision[Any], unit: str) -> bool:
    """Whether it is a submarine of the side's own."""
    return unit in known.desks[decision.side].boats


def how_the_boat_is(data: Data, known: State, decision: Decision[Any], slot: str) -> str:
    """Where a boat is, and what holds her."""
    boat = known.desks[decision.side].boats[slot]
    at = where(data, boat.at) or "in port"
    more = ", shadows the enemy" if boat.shadows else ", kept down by a patrol" if boat.held else ""
    return f"{at[0].upper()}{at[1:]}{more}"


def boat_facts(data: Data, known: State, decision: Decision[Any], slot: str) -> Sequence[str]:
    """How far a boat goes, and how often she has attacked."""
    boat = known.desks[decision.side].boats[slot]
    moves = data.tables.submarines.patrol_moves if boat.held else data.boat_classes[boat.type].moves
    return (f"Move {moves}", f"Attacks {boat.attacks} made")


BOATS: Page[Data, State] = Page(
    said,
    said,
    rule="OP-SUB-move",
    title="Move",
    help="Go there, and try to find a fleet that was in that zone.",
    none="Stay",
    own=is_own_boat,
    why=lambda *_: Refusal("She is not at sea.", "OP-SUB-move"),
    state=how_the_boat_is,
    facts=boat_facts,
    cell=zone_of,
    where=where,
    steps="zones",
)


def is_squadron(_data: Data, known: State, decision: Decision[Any], unit: str) -> bool:
    """Whether it is a squadron of the side's own, or a slot of the page."""
    slots = decision.options.slots if isinstance(decision.options, Assign) else {}
    return unit in slots or unit in known.desks[decision.side].air


def squadron_facts(data: Data, known: State, decision: Decision[Any], slot: str) -> Sequence[str]:
    """The radius and the base of a squadron."""
    step = known.desks[decision.side].air.get(slot)
    return () if step is None else (f"Radius {plane(data, step).radius}", f"from {said(data, known, step.base)}")


FLYING: Page[Data, State] = Page(
    said,
    said,
    rule="OP-AIR-missions",
    title="Search",
    key="R",
    reach="look",
    none="Rest",
    own=is_squadron,
    why=lambda *_: Refusal("It has flown, rests, or cannot fly in this weather.", "OP-AIR-tempo"),
    facts=squadron_facts,
    cell=zone_of,
    where=where,
    steps="zones",
    reaches={"search": "look", "cap": "watch", "asw": "watch", "transfer": "land"},
)
