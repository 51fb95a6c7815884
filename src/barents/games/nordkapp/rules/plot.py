"""Chapters 5, 10.1 and 13: a side's secret plot, a route for each of its markers.

A route is written hex by hex: `1510>1511`. A force that enters begins at the name of its waiting place, one that leaves
the map ends in `out`, and a boat that moves submerged ends in `down`. Ships that change their force are set apart
first; then the page comes back for the routes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from barents.games.nordkapp import phases
from barents.games.nordkapp.actions import Enter
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.datafiles import Force, Gate
from barents.games.nordkapp.orders import JOINS, Join
from barents.games.nordkapp.rules.menus import PLOTTING
from barents.games.nordkapp.rules.routes import (
    WEST,
    boat_routes,
    routes_home,
    routes_in,
    routes_west,
    sea_routes,
    warship_exits,
)
from barents.games.nordkapp.rules.units import Umpire, is_lost, is_waiting, markers_on_map, speed
from barents.games.nordkapp.state import DOWN, WAITING, Piece, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision, Pick, Product
from barents.kernel.domains import Among, Domain, Either, Routes
from barents.kernel.question import Question
from barents.kernel.sides import Side

ALONE, NEW, REJOIN = "alone", "new", "rejoin"

GROUPS = {Side.ALLIED: "tf", Side.AXIS: "kg"}  # what the markers of new forces begin with

Fleet = dict[str, list[Piece]]  # markers with their units


def about_plot(_data: Data, known: State, decision: Decision[Any]) -> str:
    """NK 4 B, 5.1: how movement goes, for boats and for whoever is shadowed."""
    bound = [name for name in known.bound if isinstance(decision.options, Assign) and name in decision.options.slots]
    told = " A force that is shadowed goes where you said." if bound else ""
    boats = " A boat that ends with a dive moves submerged: slow, but unseen." if decision.side is Side.AXIS else ""
    return (
        "Both sides plot in secret, then everything moves at once and nobody meets anybody on the way; a force "
        f"without an order stays where it is.{boats}{told}"
    )


ENTRY: Question[State, Data] = Question(
    "NK-5.1-entry-cost",
    "By which hex does the force enter?",
    phase=phases.PLOT,
    about="Others that enter this turn depend on this hex, so it is asked first. The hex itself costs one of movement.",
)
PLOT: Question[State, Data] = Question(
    "NK-5.1-secret-plot",
    "Plot the movement of all your forces",
    phase=phases.PLOT,
    about=about_plot,
    answers={Allot: "Each goes the way that you give it; for whoever leaves or joins a force you are asked next."},
    verb="Sail",
    menu=PLOTTING.menu,
    plan=PLOTTING.plan,
)
CHANGED: Question[State, Data] = Question(
    "NK-5.1-split-join",
    "Plot the movement of the forces that have changed",
    phase=phases.PLOT,
    about=(
        "You have changed who sails with whom; give those forces their routes. A force is as fast as its slowest ship."
    ),
    answers={Allot: "Each goes the way that you give it; one without an order stays where it is."},
    verb="Sail",
    menu=PLOTTING.menu,
    plan=PLOTTING.plan,
)


class Plot(msgspec.Struct, frozen=True):
    """A side's movement for the turn: which units each marker stands for, its route, and who rejoins a convoy."""

    groups: dict[str, tuple[str, ...]]
    routes: dict[str, str]
    rejoining: tuple[str, ...] = ()


def plot(u: Umpire, side: Side) -> kernel.Rule[Plot]:
    """NK 4 B, 5.1: a side plots the movement of everything it has at sea, and of what enters."""
    state, data = u.state, u.data
    fleet = assembled(state, data, side)
    entering: dict[str, str] = {}
    for marker, units in fleet.items():
        if is_waiting(units[0]) and (other := (_force(state, data, marker).entry or Gate()).beside):
            gate = _force(state, data, other).entry or Gate()
            choice = yield from u.ask(
                side,
                ENTRY,
                Pick([], Product(Enter, Among(data.gate(gate, state.ice)))),
                f"By which hex does {_force(state, data, other).name} enter?",
            )
            entering[other] = choice.cell
    slots = routes(state, data, side, fleet, entering)
    changes = regroupings(state, data, side, fleet)
    asked = {marker: _either(slots.get(marker), changes.pop(marker, None)) for marker in slots}
    answer: Allot = yield from u.ask(
        side,
        PLOT,
        Assign({**asked, **changes}, optional=_optional(state, data, fleet, changes), ordered=state.options.solitaire),
    )
    ordered = {name: value for name, value in answer.pairs if value != "-"}
    moved = {name: value for name, value in ordered.items() if value in (ALONE, NEW) or JOINS.find(value)}
    rejoining = tuple(name for name, value in ordered.items() if value == REJOIN)
    if moved or rejoining:
        before, fleet = fleet, regrouped(state, fleet, moved)
        slots = routes(state, data, side, fleet, entering, rejoining)
        slowed = {state.pieces[side][name].convoy for name in rejoining}
        changed = {
            marker: slots[marker]
            for marker, units in fleet.items()
            if marker in slots and (units != before.get(marker) or marker in slowed or marker in moved)
        }
        again: Allot = yield from u.ask(side, CHANGED, Assign(changed, optional=True))
        ordered |= {name: "" if value == "-" else value for name, value in again.pairs}
    groups = {marker: tuple(piece.id for piece in units) for marker, units in fleet.items()}
    found = {
        marker: ordered.get(marker) or _default(slots[marker], fleet[marker][0])
        for marker in dict.fromkeys((*ordered, *slots))  # in solitaire the order of the answer counts
        if marker in slots
    }
    return Plot(groups, found, rejoining)


def _either(way: Domain | None, change: Among | None) -> Domain:
    assert way is not None
    return way if change is None or not isinstance(way, Among | Routes) else Either(way, change)


def _optional(state: State, data: Data, fleet: Fleet, changes: Iterable[str]) -> list[str]:
    """A marker without an order stays where it is, or goes the way that it must; one that has to enter needs one."""
    timed = {force.key for force in data.scenarios[state.scenario].forces if force.entry_turn}
    return [*(marker for marker, units in fleet.items() if marker not in timed or not is_waiting(units[0])), *changes]


def _default(domain: Domain, first: Piece) -> str:
    """What a marker does without an order: it stays as it is, or goes the first of the ways that it must go."""
    submerged = f"{first.at}>{DOWN}"
    return submerged if first.submerged and submerged in domain else next(iter(domain))


def _force(state: State, data: Data, key: str) -> Force:
    """A force of the scenario."""
    return next(force for force in data.scenarios[state.scenario].forces if force.key == key)


def waiting_forces(state: State, side: Side) -> set[str]:
    """The forces of a side that still wait to enter."""
    return {piece.force for piece in state.pieces[side].values() if piece.force and is_waiting(piece)}


def may_come_out(state: State, data: Data) -> bool:
    """NK 13: the German ships may enter so many turns after a convoy was first reported (R38)."""
    delay = data.scenarios[state.scenario].german_delay
    return any(state.turn >= turn + delay for turn in state.detected.values())


def assembled(state: State, data: Data, side: Side) -> Fleet:
    """Every marker that can be plotted, with its units: those on the map, then those that may enter.

    A ship that was named by herself when her force was shadowed (7.4) leaves it, and the others are free.
    """
    fleet: Fleet = {}
    for marker, units in markers_on_map(state, data, side).items():
        named = [piece for piece in units if piece.force and piece.id in state.bound]
        if rest := [piece for piece in units if piece not in named]:
            fleet[marker] = rest
        fleet |= {piece.id: [piece] for piece in named}
    outside = waiting_forces(state, side)
    for force in data.scenarios[state.scenario].forces:
        if force.key in outside and force.entry is not None:
            late = force.entry_turn > state.turn if force.entry_turn else not may_come_out(state, data)
            if not late:
                fleet[force.key] = [p for p in state.pieces[side].values() if p.force == force.key and not is_lost(p)]
    return fleet


# Who sails with whom


def regroupings(state: State, data: Data, side: Side, fleet: Fleet) -> dict[str, Among]:
    """NK 5.1, 5.2, 10.1: units that may leave their force, and markers that may join another in their hex.

    A unit leaves `alone`, or for a `new` force with the others that do. Merchants stay with their convoy; a convoy
    joins nobody; submarines join nobody but the convoy that they came with. A force whose next hex was disclosed (7.4)
    keeps at least one of its ships, and takes nobody on. Escorts that run from a scattered convoy sail each at its own
    speed (13.3). With 12.5 stragglers may rejoin.
    """
    changes: dict[str, Among] = {}
    there: dict[str, list[str]] = {}
    for marker, units in fleet.items():
        if not is_waiting(units[0]) and marker not in state.bound and _takes(data, units):
            there.setdefault(units[0].at, []).append(marker)
    homes = data.home[state.scenario]
    for marker, units in fleet.items():
        if is_waiting(units[0]):
            continue
        joined = [str(Join(other)) for other in there.get(units[0].at, ()) if other != marker]
        if marker in state.markers[side]:
            bound = marker in state.bound
            if joined and not bound and all(data.counters[p.id].is_warship for p in units):
                changes[marker] = Among(joined)
            if len(units) > 1:
                free = Among([ALONE, NEW, *joined] if len(units) > 2 else [ALONE, *joined])
                leaving = [p for p in units if not data.counters[p.id].is_merchant]
                if bound and len(leaving) == len(units):  # a ship stays: boats were not among what was sighted
                    leaving.remove(next((p for p in leaving if data.counters[p.id].is_surface), leaving[0]))
                changes |= {p.id: Among([ALONE]) if data.counters[p.id].is_sub else free for p in leaving}
            continue
        about = data.counters[marker]
        if about.is_merchant:
            if can_rejoin(state, data, units[0]):
                changes[marker] = Among([REJOIN])
        elif marker in state.bound or units[0].westward:
            continue
        elif about.is_sub:
            home = str(Join(homes.get(marker, "")))
            if home in joined:
                changes[marker] = Among([home])
        elif joined:
            changes[marker] = Among(joined)
    return changes


def _takes(data: Data, units: Sequence[Piece]) -> bool:
    """Whether others may join a marker: a convoy, or one with a warship; not a lone merchant or boat."""
    return not units[0].westward and any(
        data.counters[p.id].is_warship or (p.force and data.counters[p.id].is_merchant) for p in units
    )


def _has_merchants(data: Data, units: Iterable[Piece]) -> bool:
    return any(data.counters[piece.id].is_merchant for piece in units)


def can_rejoin(state: State, data: Data, straggler: Piece) -> bool:
    """NK 12.5: on a later turn than that of its separation, if its convoy can be reached; never when scattered.

    Neither a straggler nor a convoy gets out of what was disclosed of it that way (7.4).
    """
    if not state.options.reorganisation or not straggler.apart or straggler.apart >= state.turn:
        return False
    if straggler.id in state.bound or straggler.convoy in state.bound:
        return False
    convoy = [p for p in state.pieces[Side.ALLIED].values() if p.force == straggler.convoy and not is_waiting(p)]
    if straggler.convoy in state.scattered or not _has_merchants(data, convoy):
        return False
    return data.distance(straggler.at, convoy[0].at) <= speed(data, straggler) + 1


def regrouped(state: State, fleet: Fleet, changes: Mapping[str, str]) -> Fleet:
    """NK 5.1: the markers after some units or forces have left or joined others.

    Of two that would join each other the first stays. Two lone ships make a new force, and so do those that leave
    their old one for a new.
    """
    after = {marker: list(units) for marker, units in fleet.items()}
    owner = {piece.id: marker for marker, units in fleet.items() for piece in units}
    for name, value in changes.items():
        movers = after.get(name) if name in fleet else [p for p in after.get(owner[name], []) if p.id == name]
        if not movers:
            continue
        source = name if name in fleet else owner[name]
        joins = JOINS.find(value)
        goal = joins.marker if joins else name if value == ALONE else f"{NEW}:{source}"
        if goal == source or (joins and not after.get(goal)):
            continue
        after[source] = [piece for piece in after[source] if piece not in movers]
        after.setdefault(goal, []).extend(movers)
        for piece in movers:
            owner[piece.id] = goal
    made: Fleet = {}
    for marker, units in after.items():
        if not units:
            continue
        if not any(marker in markers for markers in state.markers.values()):
            kind = GROUPS[Side.ALLIED if units[0].id in state.pieces[Side.ALLIED] else Side.AXIS]
            number = 1 + sum(key.startswith(f"{kind}-{state.turn}-") for key in made)
            marker = f"{kind}-{state.turn}-{number}" if len(units) > 1 else units[0].id
        made[marker] = units
    return made


# Where they may go


def routes(
    state: State,
    data: Data,
    side: Side,
    fleet: Fleet,
    entering: Mapping[str, str],
    rejoining: Sequence[str] = (),
) -> dict[str, Domain]:
    """NK 5.1: the ways that each marker may go; one that rejoins its convoy, or has just scattered, is not plotted."""
    slow = {state.pieces[side][name].convoy for name in rejoining}
    return {
        marker: ways(state, data, side, marker, units, entering, slowed=marker in slow)
        for marker, units in fleet.items()
        if marker not in rejoining and not has_just_scattered(state, units[0])
    }


def has_just_scattered(state: State, ship: Piece) -> bool:
    """NK 13.3: whether a merchant has run from its convoy this turn, and is finished for it."""
    return ship.convoy in state.scattered and ship.apart == state.turn


def allowance(data: Data, units: Sequence[Piece], *, slowed: bool = False) -> int:
    """NK 5.1, 5.2: a force moves as fast as its slowest unit, a convoy two hexes, one hex when stragglers rejoin.

    Damaged merchants do not hold a convoy up: they are left behind, unless there are no others.
    """
    if len(units) == 1:
        return speed(data, units[0])
    merchants = [piece for piece in units if data.counters[piece.id].is_merchant]
    if not merchants:
        return min([speed(data, piece) for piece in units])
    sound = [piece for piece in merchants if not piece.damage]
    others = [piece for piece in units if not data.counters[piece.id].is_merchant]
    pace = min([speed(data, piece) for piece in (*others, *(sound or merchants))])
    return min(pace, 1 if slowed else data.tables.movement.convoy)


def ways(
    state: State,
    data: Data,
    side: Side,
    marker: str,
    units: Sequence[Piece],
    entering: Mapping[str, str],
    *,
    slowed: bool = False,
) -> Domain:
    """NK 5.1: the routes of one marker; one whose hex was disclosed goes there, if it still can (7.4)."""
    first, goal, ice = units[0], state.bound.get(marker, ""), state.ice
    if first.convoy in state.scattered and data.counters[first.id].is_merchant:
        exits = exit_hexes(state, data, side, units)
        return routes_home(data, ice, first.at, speed(data, first), exits, goal)
    points = allowance(data, units, slowed=slowed)
    if is_waiting(first):
        return _ways_in(state, data, marker, units, points, entering)
    if data.counters[first.id].is_sub and len(units) == 1:
        return _boat_ways(state, data, first)
    west, east = columns_of(state, data, units)
    if first.westward:  # she sails by herself
        column = data.tables.scatter_order.escort_column
        if data.column(first.at) > column:
            free = routes_west(data, ice, first.at, points)
            return routes_west(data, ice, first.at, points, goal) if goal and goal in free.targets() else free
        east = min(east, column)
    exits = exit_hexes(state, data, side, units)
    free = sea_routes(data, ice, first.at, points, (west, east), exits)
    if goal and goal in free.targets():
        return sea_routes(data, ice, first.at, points, (west, east), exits, goal)
    return free


def columns_of(state: State, data: Data, units: Sequence[Piece]) -> tuple[int, int]:
    """NK 13: the columns between which some units must stay."""
    limits = data.limits[state.scenario]
    bounds = [limits[piece.id] for piece in units if piece.id in limits]
    return max((west for west, _ in bounds), default=1), min((east for _, east in bounds), default=99)


def exit_hexes(state: State, data: Data, side: Side, units: Sequence[Piece]) -> tuple[str, ...]:
    """NK 13, R41, R61: the hexes from which some units may leave the map.

    Merchants leave by their convoy's exit; Allied warships by the west edge, or where merchants bound for Russia leave;
    German ships by the hexes at which they enter; submarines stay.
    """
    if merchant := next((piece for piece in units if data.counters[piece.id].is_merchant), None):
        return data.gate(_force(state, data, merchant.convoy).exit or Gate(), state.ice)
    if any(data.counters[piece.id].is_sub for piece in units):
        return ()
    return warship_exits(data, state.scenario, side, state.ice)


def _ways_in(
    state: State, data: Data, marker: str, units: Sequence[Piece], points: int, entering: Mapping[str, str]
) -> Routes:
    """NK 5.1, 13: the ways of a force that enters; the Allies' must, the German's may wait."""
    force = _force(state, data, marker)
    gates = entry_hexes(state, data, force, entering)
    columns, least = columns_of(state, data, units), 1 if force.entry_turn else 0
    return routes_in(data, state.ice, f"{WAITING}{marker}", points, columns, gates, least)


def entry_hexes(state: State, data: Data, force: Force, entering: Mapping[str, str]) -> tuple[str, ...]:
    """NK 13: the hexes by which a force may enter; some depend on where another has entered this turn."""
    gate = force.entry or Gate()
    if force.key in entering:
        return (entering[force.key],)
    if not gate.beside:
        return data.gate(gate, state.ice)
    other = entering[gate.beside]
    if not gate.within:
        return (other,)
    return tuple(cell for cell in data.gate(WEST, state.ice) if data.distance(cell, other) <= gate.within)


def _boat_ways(state: State, data: Data, boat: Piece) -> Routes:
    """NK 7.2: a boat moves surfaced or submerged; one that was driven off moves submerged (7.1.3)."""
    surfaced, submerged = speed(data, boat), speed(data, boat, submerged=True)
    if boat.driven_off:
        return sea_routes(data, state.ice, boat.at, submerged, (1, 99), ())
    return boat_routes(data, state.ice, boat.at, surfaced, submerged)
