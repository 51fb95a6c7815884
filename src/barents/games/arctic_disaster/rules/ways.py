"""Chapters 4.3, 7.1, 7.5 and 9.2: what an activated force may do next, and where it may go."""

from __future__ import annotations

from collections.abc import Sequence

from barents.games.arctic_disaster.actions import (
    AirSearch,
    LeaveMap,
    OpenFire,
    Refuel,
    SearchHere,
)
from barents.games.arctic_disaster.data import CONVOY, EASTERLY, WESTERLY, Data
from barents.games.arctic_disaster.rules.cripples import force_base
from barents.games.arctic_disaster.rules.detection import (
    air_search_range,
)
from barents.games.arctic_disaster.rules.terrain import KOLA, NORWAY, WEST, faster, steps_from, towards_home
from barents.games.arctic_disaster.rules.tirpitz import is_recalled
from barents.games.arctic_disaster.rules.units import (
    allowance,
    by_number,
    forces_at,
    is_damaged,
    singles_at,
)
from barents.games.arctic_disaster.state import Force, Ship, State
from barents.kernel.actions import Action
from barents.kernel.sides import Side

OUT_OF_FUEL = 2  # the marker after a second activation at maximum speed (7.9)


def active_force(state: State) -> Force:
    """The force that is activated."""
    assert state.active is not None
    return state.forces[state.active.side][state.active.force]


def active_side(state: State) -> Side:
    """The side of the force that is activated."""
    assert state.active is not None
    return state.active.side


def base_of(state: State, data: Data, side: Side, force: Force) -> str:
    """AD 5.8, 7.8, 7.9, 14.0: where a force must go: with a cripple to its base; a German one also if called home."""
    if bound := force_base(state, side, force.key):
        return bound
    called = side is Side.AXIS and (force.fuel >= OUT_OF_FUEL or is_recalled(state, data, force))
    return NORWAY if called else ""


def is_homeward(state: State, data: Data, side: Side, force: Force) -> bool:
    """AD 5.8, 7.8, 7.9, 14.0: whether a force must make for a base."""
    return bool(base_of(state, data, side, force))


def may_hurry(ships: list[Ship], homeward: bool) -> bool:
    """AD 7.1, 12.0: maximum speed is for forces without a damaged ship that are not on their way home."""
    return not homeward and not any(is_damaged(ship) for ship in ships)


def points_of(data: Data, force: Force, ships: list[Ship], *, fast: bool) -> int:
    """AD 4.3, 7.1, 7.6.3: half movement points for an activation, penalties taken off; a dummy moves like a warship.

    Maximum speed is half as much again, and so are the penalties.
    """
    speeds = data.tables.speeds
    regular = speeds.dummy if force.dummy else allowance(data, ships)
    penalty = min(force.penalty, speeds.most_penalty)
    if fast:
        regular, penalty = faster(data, regular), faster(data, penalty)
    return 2 * max(0, regular - penalty)


def may_refuel(state: State, data: Data, force: Force) -> bool:
    """AD 16.2: whether a German force in port that is out of fuel has the points for taking it on."""
    active, cost = state.active, 2 * data.scenarios[state.scenario].rules.port_refuel
    assert active is not None
    in_port = active.side is Side.AXIS and force.at in data.ports
    return bool(cost) and in_port and force.fuel >= OUT_OF_FUEL and active.left >= cost


def ways_on(state: State, data: Data, force: Force) -> dict[str, int]:
    """AD 7.1, 9.2: the hexes that the force may enter next; PQ-17 goes east, and homeward is homeward."""
    active = state.active
    assert active is not None
    found = steps_from(state, data, active.side, force, active.left)
    if active.homeward:
        return towards_home(data, active.side, base_of(state, data, active.side, force), force.at, found)
    if force.key != CONVOY:
        return found
    allowed = [data.step(force.at, bearing) for bearing in convoy_bearings(state, data)]
    return {cell: cost for cell, cost in found.items() if cell in allowed}


def convoy_bearings(state: State, data: Data) -> tuple[str, ...]:
    """AD 9.2, 16.2: PQ-17 goes E, NE or SE; in the second scenario in some turns the other way, but not both ways."""
    assert state.active is not None
    if state.west_now:
        return WESTERLY
    rules = data.scenarios[state.scenario].rules
    may_turn = state.west_turns < rules.west_turns and not state.active.stepped
    return (*EASTERLY, *WESTERLY) if may_turn else EASTERLY


def must_go_on(state: State, data: Data, force: Force, goes: dict[str, int], deeds: Sequence[Action]) -> bool:
    """AD 7.8, 9.2: PQ-17 has to enter a hex in each activation, and a force on its way home has to go on, or out."""
    active = state.active
    assert active is not None
    out = LeaveMap() in deeds and base_of(state, data, active.side, force) == WEST
    return (active.homeward and (bool(goes) or out)) or (bool(goes) and force.key == CONVOY and not active.stepped)


def other_deeds(state: State, data: Data, force: Force) -> list[Action]:
    """AD 4.3, 7.4, 10.1, 10.2, 11.4.1: search, air search, combat and the way off the map."""
    active = state.active
    assert active is not None
    side = active.side
    deeds: list[Action] = []
    enemies = forces_at(state, side.enemy, force.at)
    if not force.dummy:
        if enemies and force.at not in active.searched:
            deeds.append(SearchHere())
        if unsearched(state, data, side, force):
            deeds.append(AirSearch())
        detected = any(enemy.detected for enemy in enemies) or singles_at(state, side.enemy, force.at)
        if detected and force.at not in active.fought and force.at not in data.partial_ice:
            deeds.append(OpenFire())
    westward = (
        "W" in convoy_bearings(state, data) if force.key == CONVOY else force_base(state, side, force.key) != KOLA
    )
    may_leave = side is Side.ALLIED and force.at in data.west_edge and westward
    if may_leave and active.left >= data.tables.speeds.exit:
        deeds.append(LeaveMap())
    if may_refuel(state, data, force):
        deeds.append(Refuel())
    return deeds


def unsearched(state: State, data: Data, side: Side, force: Force) -> list[Force]:
    """AD 10.2: the enemy forces in range of an air search that it has not looked for in this activation."""
    assert state.active is not None
    reach = air_search_range(state, data, side, force)
    if not reach:
        return []
    return [
        enemy
        for enemy in by_number(state.forces[side.enemy].values())
        if data.distance(force.at, enemy.at) <= reach
        and enemy.key not in state.active.air_searched
        and enemy.at not in data.ports
    ]


def in_touch(state: State, data: Data, force: Force, goes: dict[str, int], enemies: Sequence[Force]) -> dict[str, int]:
    """AD 10.2: of the hexes that a force may enter those from which enemies are still in range of its aircraft."""
    reach = air_search_range(state, data, active_side(state), force)
    return {
        cell: cost for cell, cost in goes.items() if all(data.distance(cell, enemy.at) <= reach for enemy in enemies)
    }
