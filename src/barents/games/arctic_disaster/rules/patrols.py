"""Chapters 13.2 to 13.4: submarines move in the Terminal Phase, one at a time, and dummies come and go."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.actions import MoveUnit, Pass, Recycle
from barents.games.arctic_disaster.data import MURMANSK, Data
from barents.games.arctic_disaster.names import WHOSE
from barents.games.arctic_disaster.rules.boat_menus import RULE, boat_menu, boat_plan
from barents.games.arctic_disaster.rules.submarines import (
    announce_attack,
    command_of,
    is_dummy,
    is_of_the_convoy,
    may_attack,
)
from barents.games.arctic_disaster.rules.units import Umpire, is_damaged, new_handle, singles_at
from barents.games.arctic_disaster.state import HELD, Boat, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick, Product
from barents.kernel.domains import Among, Domain
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side

TAKE_OFF = Among([HELD])
NOWHERE: frozenset[str] = frozenset()


def about_boats(data: Data, _known: State, decision: Decision[Any]) -> str:
    """How far boats go."""
    allied = decision.side is Side.ALLIED
    soviet = data.commands["soviet"].move
    far = f"{data.commands['allied' if allied else 'german'].move} hexes"
    far += f" (Soviet boats {soviet})" if allied else ""
    sets_on = "" if allied else " One that comes upon a damaged ship by itself attacks at once."
    return f"One at a time, each side in turn, up to {far}; who passes is done for this turn.{sets_on}"


MOVE_BOAT: Question[State, Data] = Question(
    RULE,
    "Which submarine moves, or which dummy is taken off or put down?",
    phase=q.TERMINAL,
    about=about_boats,
    answers={
        MoveUnit: "The boat goes there, and has moved for this turn.",
        Pass: "You move no more submarines this turn.",
    },
    menu=boat_menu,
    plan=boat_plan,
)


def boat_moves(u: Umpire, step: s.BoatMoves) -> kernel.Rule[tuple[Step, ...]]:
    """AD 3.3, 13.3: a side moves one of its boats or passes for this turn; once both have passed it is over.

    It is asked until it passes, even when every boat on the map has moved: whether it still has dummies in hand is its
    own affair.
    """
    state, side = u.state, step.side
    answer = yield from u.ask(side, MOVE_BOAT, orders(state, u.data, side))
    following = step if step.passed else s.BoatMoves(side.enemy)
    match answer:
        case MoveUnit(unit, cell):
            return (*_move(u, side, state.boats[side][unit], cell), following)
        case Recycle(name, cell):
            _recycle(u, state.boats[side][name], cell)
            return (following,)
    u.tell("AD-3.3-sub-turns", "{side} move no more submarines", side=side.value)
    return () if step.passed else (s.BoatMoves(side.enemy, passed=True),)


def orders(state: State, data: Data, side: Side) -> Pick[Action]:
    """AD 13.2, 13.3, 13.6: all that a side can do with its submarines now; the shadower keeps with the convoy."""

    def to_move(boat: Boat) -> Sequence[str]:
        return reach(state, data, boat, cells_of(state, side.enemy), taken(state, data, side))

    def to_put_down(boat: Boat) -> Sequence[str]:
        return places(state, data, boat, cells_of(state, side.enemy) | taken(state, data, side))

    moves: dict[str, Domain] = {}
    dummies: dict[str, Domain] = {}
    shores: dict[str, Among] = {}  # dummies of one command can all be put down in the same hexes
    for boat in state.boats[side].values():
        if boat.moved or boat.id == state.shadow:
            continue
        if boat.at == HELD:
            command = command_of(data, boat.id).command
            if command not in shores:
                shores[command] = Among(partial(to_put_down, boat))
            dummies[boat.id] = shores[command]
        elif boat.at.isdigit():
            moves[boat.id] = Among(partial(to_move, boat))
            if is_dummy(data, boat.id):
                dummies[boat.id] = TAKE_OFF
    products: list[Product[Action]] = [Product(MoveUnit, moves)] if moves else []
    if dummies:
        products.append(Product(Recycle, dummies))
    return Pick([Pass()], *products)


def cells_of(state: State, side: Side) -> set[str]:
    """Where a side has forces or ships."""
    forces = {force.at for force in state.forces[side].values()}
    return forces | {ship.at for ship in state.ships[side].values() if not ship.force and ship.at[:1].isdigit()}


# Where submarines may be


@cache
def waters(data: Data, scenario: str, command: str, bound: bool) -> frozenset[str]:
    """AD 13.3, 13.4: the hexes that boats of a command may be in; those that are bound keep to their patrol areas."""
    row, file = data.commands[command], data.scenarios[scenario]
    if bound and row.side is Side.ALLIED:
        areas = [area for start in file.boats if start.command == command for area in start.areas]
        return frozenset(cell for area in areas for cell in data.map.zone(area))
    terrain = ("sea",) if row.side is Side.ALLIED else ("sea", "coastal", "leads")
    return frozenset(cell for cell in data.in_play if data.map.terrain(cell) in terrain and cell != MURMANSK)


def waters_of(state: State, data: Data, boat: Boat) -> frozenset[str]:
    """AD 13.2, 13.4: where a boat may be; Allied dummies keep to their areas in both scenarios."""
    rules = data.scenarios[state.scenario].rules
    bound = (rules.patrol_areas or is_dummy(data, boat.id)) and not is_of_the_convoy(data, boat.id)
    return waters(data, state.scenario, command_of(data, boat.id).command, bound)


def taken(state: State, data: Data, side: Side) -> set[str]:
    """AD 13.4: the hexes that hold an Allied or Soviet boat already; PQ-17's two and the Germans do not care."""
    if side is Side.AXIS:
        return set()
    return {boat.at for boat in state.boats[side].values() if not is_of_the_convoy(data, boat.id)}


@lru_cache(8192)
def _within(
    data: Data,
    cell: str,
    moves: int,
    water: frozenset[str],
    stops: frozenset[str] = NOWHERE,
    barred: frozenset[str] = NOWHERE,
) -> tuple[str, ...]:
    """The hexes that so many steps over some waters lead to; one that stops is the last, one that is barred is none."""
    found, edge = {cell: 0}, [cell]
    for _ in range(moves):
        grown = []
        for here in edge:
            for other in data.neighbours(here):
                if other in water and other not in found and other not in barred:
                    found[other] = 0
                    if other not in stops:
                        grown.append(other)
        edge = grown
    del found[cell]
    return tuple(found)


def reach(state: State, data: Data, boat: Boat, enemies: set[str], occupied: set[str]) -> Sequence[str]:
    """AD 13.3: where a boat can move: not through enemies, a dummy not to them, an Allied one not to another."""
    water, moves = waters_of(state, data, boat), command_of(data, boat.id).move
    cells: Sequence[str] = _within(data, boat.at, moves, water)
    if met := frozenset(enemies.intersection(cells)):
        stops, barred = (NOWHERE, met) if is_dummy(data, boat.id) else (met, NOWHERE)
        cells = _within(data, boat.at, moves, water, stops, barred)
    if is_of_the_convoy(data, boat.id) or occupied.isdisjoint(cells):
        return cells
    return [cell for cell in cells if cell not in occupied]


def places(state: State, data: Data, boat: Boat, barred: set[str]) -> Sequence[str]:
    """AD 13.2: where a dummy may be put down: in its waters, but for hexes that are barred."""
    water = waters_of(state, data, boat)
    cells = _in_order(water)
    return cells if barred.isdisjoint(water) else [cell for cell in cells if cell not in barred]


@cache
def _in_order(water: frozenset[str]) -> tuple[str, ...]:
    """Hexes from north to south."""
    return tuple(sorted(water))


# What they do


def _move(u: Umpire, side: Side, boat: Boat, cell: str) -> tuple[Step, ...]:
    """AD 3.3, 13.3, 13.5, 13.8, R63: a boat moves; upon a damaged ship on its own it fights at once, if it can.

    That is no choice: whoever does not want it stays away. In fog, or with no attack left, nothing happens.
    """
    start, boat.at, boat.moved = boat.at, cell, True
    words = f"{WHOSE[side]} submarine moves from {{start}} to {{cell}}"
    u.tell("AD-13.3-move-3", words, start=start, cell=cell, marker=boat.handle)
    prey = any(is_damaged(ship) for ship in singles_at(u.state, side.enemy, cell))
    return announce_attack(u, boat, side.enemy, "") if prey and may_attack(u.state, u.data, boat) else ()


def _recycle(u: Umpire, boat: Boat, cell: str) -> None:
    """AD 13.2: a dummy is taken off the map, or put down anew as a marker that nobody has seen before."""
    if cell == HELD:
        words = "A dummy submarine at {cell} is taken off"
        u.tell("AD-13.2-dummy-recycle", words, cell=boat.at, marker=boat.handle)
        boat.at, boat.handle = HELD, 0
        return
    boat.at, boat.handle, boat.moved = cell, new_handle(u.state), True
    u.tell("AD-13.2-dummy-recycle", "A submarine marker is put down at {cell}", cell=cell)
