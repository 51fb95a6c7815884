"""Fleets move on their plots, in three segments (OP-MOVE)."""

from __future__ import annotations

from itertools import takewhile

from barents.games.operations.data import Data
from barents.games.operations.fleets.contact import meetings, roll_contact
from barents.games.operations.fleets.fuel import may_move
from barents.games.operations.fleets.passage import open_zones
from barents.games.operations.fleets.plots import may_sail
from barents.games.operations.fleets.ports import leave_port
from barents.games.operations.rules.limits import barred, barriers
from barents.games.operations.rules.mines import enter_minefield
from barents.games.operations.rules.units import (
    Umpire,
    effect_at,
    moved,
    of_types,
    ships_of,
    slowest,
    trains,
)
from barents.games.operations.state import Fleet, Movement, State
from barents.kernel.lifetimes import renew
from barents.kernel.sides import Side


def speed_limit(state: State, data: Data, side: Side, fleet: Fleet) -> int:
    """OP-FLEET-speed, OP-WX-storm-speed, -gale-speed, OP-FUEL-empty: the most zones that a fleet can make this turn."""
    ships = ships_of(state.desks[side], fleet.key)
    limit = min(data.tables.movement.most_zones, slowest(data, ships))
    if (pace := data.missions[fleet.mission].speed) is not None:
        limit = min(limit, pace)
    effect = effect_at(state, data, fleet.at)
    slow = of_types(data, ships, *data.tables.effects.slow_types)
    bounds = (effect.zones, effect.slow_zones if slow else None)
    limit = min([limit, *(zones for zones in bounds if zones is not None)])
    if effect.train_even_turns and trains(data, ships) and state.turn % 2:
        return 0
    for ship in ships:
        if (empty := may_move(state, data, ship)) is not None:
            limit = min(limit, empty)
    return limit


def legs(state: State, data: Data, side: Side, fleet: Fleet) -> int:
    """How many zones of its plot a fleet makes this turn; it stops before one that has been shut to it.

    OP-MAP-ice-enter, -white-sea: one a turn through ice, or with a breaker's help.
    """
    table = data.tables
    wanted = min(fleet.pace, len(fleet.plot), speed_limit(state, data, side, fleet))
    for zone in (fleet.at, *fleet.plot[:wanted]):
        if zone in data.shut(state.month):
            wanted = min(wanted, table.movement.ice_zones)
        if data.needs_help(zone, state.month):
            wanted = min(wanted, table.white_sea.breaker_zones)
    return len(free_way(state, data, side, fleet, wanted)) if wanted else 0


def free_way(state: State, data: Data, side: Side, fleet: Fleet, zones: int) -> list[str]:
    """The next zones of a plot up to one that is shut, or forbidden by what has become known since it was written."""
    open_, checks = open_zones(state, data, side, fleet), barriers(state, data, side, fleet)
    bound = [] if data.missions[fleet.mission].depth == 0 else checks
    return list(takewhile(lambda zone: zone in open_ and barred(bound, zone) is None, fleet.plot[:zones]))


def movement(u: Umpire, step: Movement) -> None:
    """OP-MOVE-segments, -simultaneous, -swap: all move at once; then those who meet may see one another."""
    state, data = u.state, u.data
    state.phase = "movement"
    if step.segment == 1:
        state.fought = None
        for side in Side:
            set_out(state, data, side)
    before = {key: fleet.at for side in Side for key, fleet in state.desks[side].fleets.items()}
    for side in Side:
        for fleet in list(state.desks[side].fleets.values()):
            if fleet.moves and step.segment in data.tables.movement.segments[fleet.moves] and not fleet.engaged:
                advance(u, side, fleet)
    state.encounters = []
    for meeting in meetings(u, before):
        roll_contact(u, meeting)


def set_out(state: State, data: Data, side: Side) -> None:
    """At the start of a turn a fleet is where it is, and has all its way before it."""
    for fleet in state.desks[side].fleets.values():
        fleet.lit = fleet.shadowed
        renew(fleet)
        fleet.track = [fleet.at]
        fleet.moves = legs(state, data, side, fleet) if may_sail(state, data, side, fleet) else 0


def advance(u: Umpire, side: Side, fleet: Fleet) -> None:
    """A fleet enters the next zone of its plot, and leaves port if it lay there."""
    if not fleet.plot or (fleet.docked and not leave_port(u, side, fleet)):
        return
    fleet.at = fleet.plot.pop(0)
    fleet.track.append(fleet.at)
    fleet.steamed = True
    fleet.forced |= moved(fleet) >= u.data.tables.machinery.fast_zones
    enter_minefield(u, side, fleet)
