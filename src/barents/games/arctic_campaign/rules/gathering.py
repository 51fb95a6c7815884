"""The end of the Convoy Phase: ships come back to the desks of the campaign, with what has become of them.

What the month at sea was worth goes into the account (4.11); boats and aircraft are gone, a secret base stays.
"""

from __future__ import annotations

from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules import sightings
from barents.games.arctic_campaign.rules.boats import operation_of
from barents.games.arctic_campaign.rules.convoy_phase import WESTERN
from barents.games.arctic_campaign.rules.units import SIGHTED, Umpire, desk_of, note, type_of
from barents.games.arctic_campaign.state import (
    GONE,
    SUNK,
    AlliedDesk,
    Charge,
    Gathering,
    State,
    Vessel,
)
from barents.games.operations import state as sea
from barents.games.operations.fleets.ports import bring_in
from barents.games.operations.knowledge.known import DOWN
from barents.games.operations.rules.base import BASE_NOTE, keeps_base
from barents.games.operations.rules.units import cargo_left
from barents.kernel.sides import Side, only


def gathering(u: Umpire, _step: Gathering) -> None:
    """AC-A.23-ops: the operation is over; everything is at a desk again, and the operation is no more."""
    state = u.state
    operation = operation_of(state)
    _come_in(state, u.data)
    special_mission(u)
    _losses(u)
    _gains(u)
    _take_back_bases(state)
    _remember(state)
    sightings.keep(state)
    for side in Side:
        for ship in list(operation.desks[side].ships.values()):
            _take_back(state, u.data, side, ship)
    state.operation = None
    u.tell("AC-A.23-ops", "The Convoy Phase is over")


def _come_in(state: State, data: Data) -> None:
    """R22: whoever is still at sea is in a port, as after the last turn; but not the oiler of a secret base."""
    operation = operation_of(state)
    for side in Side:
        desk = operation.desks[side]
        for fleet in desk.fleets.values():
            if not fleet.docked and not keeps_base(desk, fleet):
                bring_in(operation, data.sea, side, fleet)


# Points


def _losses(u: Umpire) -> None:
    """AC-A.5-basis, AC-B.5-11-double, -which: every ship and boat that was sunk, at her value or at twice that."""
    state, data = u.state, u.data
    operation = operation_of(state)
    for side in Side:
        desk, inner = desk_of(state, side), operation.desks[side]
        for key in operation.sunk.get(side, []):
            if key in inner.boats:
                boat = inner.boats[key]
                desk.boats_lost.append(key)
                points, name, factor = data.sea.boat_classes[boat.type].vp, boat.name, 1
            else:
                ship = inner.ships[key]
                factor = data.tables.victory.mission_loss_factor if ship.on_errand else 1
                points, name = type_of(data, ship).vp, ship.name
            desk.losses.append(Charge(side.enemy, f"{name} sunk", points * factor, "AC-A.5-basis"))
            note(state, side, "{unit} was sunk", unit=name)


def _gains(u: Umpire) -> None:
    """AC-A.5-cargo, -return, AC-B.24-vp: cargo that was unloaded, transports that came home, Soviet convoys."""
    state, table = u.state, u.data.tables.victory
    operation, allied = operation_of(state), state.allied
    ships = operation.desks[Side.ALLIED].ships.values()
    cargo = table.cargo * sum(ship.landed for ship in ships)
    home = table.returned * sum(ship.at == sea.RETURNED for ship in ships)
    soviet = sum(ship.at == sea.ARRIVED for ship in ships) * u.data.sea.tables.soviet_convoys.arrived
    for what, points, rule in (
        ("Cargo unloaded in Russia", cargo, "AC-A.5-cargo"),
        ("Transports and oilers returned", home, "AC-A.5-return"),
        ("Soviet convoys", soviet, "AC-B.24-vp"),
    ):
        if points:
            allied.bill.append(Charge(Side.ALLIED, what, points, rule))


def special_mission(u: Umpire) -> None:
    """AC-B.5-11, -england, -available, -fail, -reveal: done once the cruiser that called at Murmansk is at Scapa Flow.

    One that was named is on the mission; if none was, whoever came to Murmansk this month may have carried it out.
    """
    state, data, table = u.state, u.data, u.data.tables.allied_events
    allied, desk = state.allied, operation_of(state).desks[Side.ALLIED]
    if not allied.mission:
        return
    named = allied.carrier_of_mission
    ships = [
        ship
        for ship in desk.ships.values()
        if (ship.key == named if named else type_of(data, ship).type in table.mission_types)
        if type_of(data, ship).nation != "su" and ship.called == table.mission_from
    ]
    goal = data.sea.port(table.mission_to).zone
    done = next((ship for ship in ships if ship.fleet and desk.fleets[ship.fleet].at == goal), None)
    if done is not None:
        _mission_over(allied)
        what = "Special transport mission"
        allied.bill.append(Charge(Side.ALLIED, what, data.tables.victory.special_mission, "AC-B.5-11"))
        note(state, Side.ALLIED, "{unit} has carried out the special transport mission", unit=done.name)
        u.tell("AC-B.5-11", "{unit} has carried out her mission", to=only(Side.ALLIED), unit=done.key)
    elif named and desk.ships[named].at == sea.SUNK:
        _mission_over(allied)
        note(state, Side.ALLIED, "{unit} was lost on the special transport mission", unit=desk.ships[named].name)
        allied.bill.append(Charge(Side.ALLIED, "Special transport mission lost", 0, "AC-B.5-11-reveal"))
    elif named:
        note(state, Side.ALLIED, "The special transport mission is put off")
        allied.bill.append(Charge(Side.ALLIED, "Special transport mission put off", 0, "AC-B.5-11-reveal"))


def _mission_over(allied: AlliedDesk) -> None:
    """AC-B.5-11-second: another that has waited is due now."""
    allied.mission = allied.further > 0
    allied.further = max(0, allied.further - 1)


# Ships


def _take_back(state: State, data: Data, side: Side, ship: sea.Ship) -> None:
    """A ship is at her desk again; those of the month alone (coastal and Soviet convoys) are gone."""
    desk, operation = desk_of(state, side), operation_of(state)
    inner = operation.desks[side]
    vessel = desk.vessels.get(ship.key)
    if vessel is None:
        return
    before = vessel.at
    vessel.at = _place(data, inner, vessel, ship)
    vessel.sailed = not has_stayed(operation, ship)
    if vessel.at != before or vessel.sailed:
        vessel.since = state.month
    vessel.aground = ship.aground
    vessel.overhaul |= ship.failed
    if isinstance(desk, AlliedDesk) and _has_turned_back(data, vessel, ship):
        desk.returned += 1
    desk.ships[ship.key] = _rested(data, ship)


def _place(data: Data, inner: sea.Desk, vessel: Vessel, ship: sea.Ship) -> str:
    """AC-B.22-count-time: where a ship is now; a transport that has come home leaves the campaign."""
    if ship.at == sea.SUNK:
        return SUNK
    if ship.at == sea.RETURNED:
        return data.tables.hire.port if vessel.service == "core" else GONE
    zone = inner.fleets[ship.fleet].at
    port = data.sea.port_at(zone)
    return port.name if port is not None else zone


def has_stayed(operation: sea.State, ship: sea.Ship) -> bool:
    """AC-C.34-stayed: whether a ship has lain in port through every turn that was played."""
    return bool(ship.fleet) and ship.berth >= operation.turn


def _has_turned_back(data: Data, vessel: Vessel, ship: sea.Ship) -> bool:
    """AC-B.21-turned-back: a transport that sailed and is in the west again with its cargo."""
    western = any(port.name == vessel.at and port.nation == WESTERN for port in data.sea.tables.ports.rows)
    return western and vessel.sailed and type_of(data, ship).is_transport and not ship.homeward


def _rested(data: Data, ship: sea.Ship) -> sea.Ship:
    """What lasts from month to month: lost boxes, storm marks, fuel, cargo; all else ends in port.

    OP-DMG-cargo: cargo that a transport has lost is not mended with her hull.
    """
    return sea.Ship(
        ship.key,
        ship.line,
        name=ship.name,
        lost=ship.lost,
        fuel=ship.fuel,
        cargo=cargo_left(data.sea, ship) if type_of(data, ship).is_transport else ship.cargo,
        marks=ship.marks,
        homeward=ship.homeward,
    )


def _remember(state: State) -> None:
    """9: the ships that each side saw, and saw go down, and the bases that were found, are known beyond the month."""
    for side in Side:
        book, seen = state.notebook[side], operation_of(state).notebook[side]
        for key, rule in seen.identified.items():
            if key in desk_of(state, side.enemy).vessels:
                book.identified[key] = rule if rule in DOWN else SIGHTED
        book.facts |= {key: fact for key, fact in seen.facts.items() if key.startswith(BASE_NOTE)}


def _take_back_bases(state: State) -> None:
    """AC-C.6-persist, -once-year: bases that stand are kept; one that was begun counts for the year."""
    axis, operation = state.axis, operation_of(state)
    inner = operation.desks[Side.AXIS]
    if inner.bases_barred and operation.year not in axis.founded:
        axis.founded.append(operation.year)
    for base in inner.bases.values():
        base.since -= operation.turn
        base.leaves = base.leaves - operation.turn if base.leaves is not None else None
    axis.bases = inner.bases
