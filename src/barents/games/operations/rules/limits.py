"""What keeps a fleet from waters that are open: a scenario's limits, and those of the Soviet navy (OP-SCEN-limits)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from barents.games.operations.data import Data
from barents.games.operations.datafiles import Limit
from barents.games.operations.rules.units import Umpire, date, is_worn, ships_of, type_of
from barents.games.operations.state import Fleet, Ship, State
from barents.games.operations.terms import Nation
from barents.kernel.domains import Refusal
from barents.kernel.sides import Side, only

SOVIET: Nation = "su"
CONVOY = "soviet-convoy:"  # what the root of a Soviet convoy begins with
Barrier: TypeAlias = Callable[[str], Refusal | None]


def barriers(state: State, data: Data, side: Side, fleet: Fleet) -> list[Barrier]:
    """Whatever may forbid a fleet a zone, with the reason."""
    found = [_limit(state, data, side, fleet, limit) for limit in data.limits_of(state.scenario, fleet.root)]
    if side is Side.ALLIED and not state.desks[side].released and not is_soviet_convoy(fleet):
        found += _soviet(state, data, fleet)
    return found


def barred(checks: list[Barrier], zone: str) -> Refusal | None:
    """The first reason that forbids a zone."""
    for check in checks:
        if (told := check(zone)) is not None:
            return told
    return None


# Scenarios


def _limit(state: State, data: Data, side: Side, fleet: Fleet, limit: Limit) -> Barrier:
    """OP-SCEN-limits: a fleet that is beyond its limit already goes no farther."""
    here = data.column(fleet.at)
    fears = shies(state, data, side, fleet, limit)

    def check(zone: str) -> Refusal | None:
        column, words = data.column(zone), ""
        if limit.not_east_of_column is not None and column > max(limit.not_east_of_column, here):
            words = f"lies east of column {limit.not_east_of_column}"
        elif limit.not_west_of_column is not None and column < min(limit.not_west_of_column, here):
            words = f"lies west of column {limit.not_west_of_column}"
        elif limit.not_within is not None:
            for name in limit.not_within.ports:
                port = data.port(name).zone
                near = data.distance(zone, port)
                if near <= limit.not_within.zones and near < data.distance(fleet.at, port):
                    words = f"lies within {limit.not_within.zones} zones of {name}"
        elif fears and zone not in data.norwegian_coast:
            words = "lies off the coast of Norway, and a carrier has been reported near the convoy"
        return Refusal(f"{zone} {words}, where {fleet.name} may not go", "OP-SCEN-limits") if words else None

    return check


def shies(state: State, data: Data, side: Side, fleet: Fleet, limit: Limit) -> bool:
    """12.3, carrier-shy: a fleet on the coast may not leave it while a carrier was reported of late near the convoy.

    A limit that says something else has no turns in which it could have been.
    The convoy is where merchants were last reported; which report is of which fleet the player cannot know.
    """
    if fleet.at not in data.norwegian_coast:
        return False
    contacts = [one for one in state.desks[side].contacts.values() if one.level >= limit.level]
    last = max((one for one in contacts if "merchants" in one.flags), key=lambda one: one.turn, default=None)
    return last is not None and any(
        "carrier" in one.flags
        and one.turn > state.turn - limit.turns
        and data.distance(one.zone, last.zone) <= limit.zones
        for one in contacts
    )


# The Soviet navy


def is_soviet_convoy(fleet: Fleet) -> bool:
    """Whether a fleet is a Soviet convoy or was part of one (OP-SOV); the zone that it is bound for is in its root."""
    return fleet.root.startswith(CONVOY)


def soviets(data: Data, ships: list[Ship], *, free: bool) -> list[Ship]:
    """R66: the Soviet ships that may sail freely near their ports, or those that must be called for.

    Ships that are still to be handed over are not among them.
    """
    types = data.tables.soviet_fleet.free_types
    navy = [ship for ship in ships if type_of(data, ship).nation == SOVIET and not type_of(data, ship).is_train]
    return [ship for ship in navy if (type_of(data, ship).type in types) is free and not ship.delivery]


def goes_to_russia(state: State, data: Data, side: Side, fleet: Fleet) -> bool:
    """R66, R68: whether a fleet has no other ports than the Soviet ones: Soviet warships, and those on delivery.

    An undamaged ship on delivery may not turn back.
    """
    if side is not Side.ALLIED:
        return False
    ships = ships_of(state.desks[side], fleet.key)
    return any(ship.delivery and not ship.lost for ship in ships) or are_bound(state, data, fleet)


def are_bound(state: State, data: Data, fleet: Fleet) -> bool:
    """R68: a fleet with Soviet warships that were given to the convoys, and to nothing else."""
    desk = state.desks[Side.ALLIED]
    ships = ships_of(desk, fleet.key)
    return not desk.released and not is_soviet_convoy(fleet) and bool(soviets(data, ships, free=False))


def is_bound_west(data: Data, ships: list[Ship]) -> bool:
    """AC-B.22-sails, AC-B.23-west: whether ships have to leave Russia: its ports are theirs no more.

    A ship whose engines have failed, or who is worn by storms, makes for any port with those around her.
    """
    leaving = any(ship.leaving for ship in ships)
    return leaving and not any(ship.failed or is_worn(data, ship) for ship in ships)


def must_sail(state: State, data: Data, side: Side, fleet: Fleet) -> bool:
    """AC-B.22-sails: whether a fleet lies in a Soviet port and has orders to leave it, which nobody changes there."""
    port = data.port_at(fleet.at)
    if side is not Side.ALLIED or not fleet.docked or port is None or port.nation != SOVIET:
        return False
    return is_bound_west(data, ships_of(state.desks[side], fleet.key))


def may_leave(state: State, data: Data, side: Side, fleet: Fleet) -> bool:
    """R66: Soviet destroyers and larger ships stay in port until they are called, or all are released."""
    desk = state.desks[side]
    if side is not Side.ALLIED or desk.released or is_soviet_convoy(fleet):
        return True
    return all(ship.answered for ship in soviets(data, ships_of(desk, fleet.key), free=False))


def _soviet(state: State, data: Data, fleet: Fleet) -> list[Barrier]:
    """R66, R68: destroyers keep to the east, small craft to the neighbourhood of their ports."""
    table, ships = data.tables.soviet_fleet, ships_of(state.desks[Side.ALLIED], fleet.key)
    ports = [port.zone for port in data.ports_of(Side.ALLIED, date(state), SOVIET)]
    west = min(table.west_column, data.column(fleet.at))
    reach = max(table.free_zones, min(data.distance(fleet.at, port) for port in ports))

    def in_the_east(zone: str) -> Refusal | None:
        if data.column(zone) >= west:
            return None
        return Refusal(f"{zone} lies west of column {table.west_column}, Soviet ships stay east", "AC-B.17-east-only")

    def near_home(zone: str) -> Refusal | None:
        if min(data.distance(zone, port) for port in ports) <= reach:
            return None
        words = f"{zone} lies more than {table.free_zones} zones from every Soviet port"
        return Refusal(words, "AC-B.17-stay-in-port")

    found: list[Barrier] = [in_the_east] if soviets(data, ships, free=False) else []
    return [*found, near_home] if soviets(data, ships, free=True) else found


def release_soviets(u: Umpire, fleet: Fleet) -> None:
    """R32, R33, OP-MAP-col66: a German warship reported east of column 66 frees every Soviet ship for the phase."""
    desk, ships = u.state.desks[Side.ALLIED], ships_of(u.state.desks[Side.AXIS], fleet.key)
    if desk.released or fleet.at not in u.data.east_of_66:
        return
    if any(not type_of(u.data, ship).is_train for ship in ships):
        desk.released = True
        u.tell("OP-MAP-col66", "The Soviet fleet is free to sail", to=only(Side.ALLIED))
