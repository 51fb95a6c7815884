"""The solitaire game: an automaton commands the Allies (solitaire 0).

It commits its plot before the German plots his, and moves first; then the German forces move hex by hex, may be spotted
in each, and meet submarines on the way. Each die and each move is in the log with its rule, to be read after the game.
"""

from __future__ import annotations

from barents.games.nordkapp.automaton.air import patrol
from barents.games.nordkapp.automaton.arrivals import fleet_rolls
from barents.games.nordkapp.automaton.battle import committed
from barents.games.nordkapp.automaton.merchants import rejoin, separated
from barents.games.nordkapp.automaton.plot import allied_plot
from barents.games.nordkapp.automaton.recon import disclose_coast, show_open_map
from barents.games.nordkapp.automaton.spotting import check, lose, start_of_turn
from barents.games.nordkapp.automaton.submarines import attackers, boat_hexes
from barents.games.nordkapp.rules.air_missions import apply_missions
from barents.games.nordkapp.rules.movement import execute, leave_map, organise, side_orders
from barents.games.nordkapp.rules.plot import Plot, allowance
from barents.games.nordkapp.rules.scatter import admiralty, scatter_convoys
from barents.games.nordkapp.rules.units import Umpire, boats_at, label_of, members
from barents.games.nordkapp.state import (
    DOWN,
    OUT,
    Ambush,
    AutomatonOrders,
    Commitment,
    GermanOrders,
    Lookout,
    ScatterConvoys,
    SubmarineAction,
    Underway,
)
from barents.kernel import umpire as kernel
from barents.kernel.game import Step
from barents.kernel.sides import Side, only


def lookout(u: Umpire, _step: Lookout) -> tuple[Step, ...]:
    """NS 1.2, 2: fleets may arrive, and the automaton looks out.

    A convoy that is ordered to scatter because of what it sees now does so in the movement that follows (3.1, 3.2).
    """
    fleet_rolls(u)
    start_of_turn(u)
    admiralty(u)
    return scatter_convoys(u, ScatterConvoys())


def automaton_orders(u: Umpire, _step: AutomatonOrders) -> tuple[Step, ...]:
    """NS 0, 1.3, 3: the automaton assigns its aircraft and commits its plot."""
    apply_missions(u, Side.ALLIED, patrol(u))
    u.state.committed = allied_plot(u)
    show_open_map(u)
    return ()


def german_orders(u: Umpire, _step: GermanOrders) -> kernel.Rule[tuple[Step, ...]]:
    """NS 0: the German assigns his aircraft and plots; the Allies move, and then he, hex by hex."""
    state = u.state
    _, (missions, orders) = yield from u.both(committed(), side_orders(u, Side.AXIS))
    apply_missions(u, Side.AXIS, missions)
    alone = separated(state, u.data)
    plan = state.committed if state.committed.routes else allied_plot(u)  # an imagined world has none
    execute(u, Side.ALLIED, Plot(plan.groups, plan.routes))
    state.committed = Commitment()
    rejoin(u, alone)
    disclose_coast(u)
    return (*(Ambush(cell) for cell in boat_hexes(state, u.data)), *set_out(u, orders))


def set_out(u: Umpire, orders: Plot) -> tuple[Step, ...]:
    """NS 0, 2: the German forces are made up, and move in the order in which they were plotted.

    Parts of a force that was spotted are spotted, and so is a force that a spotted part joins.
    """
    state = u.state
    seen = [piece.id for marker in state.spotted for piece in members(state, Side.AXIS, marker)]
    organise(u, Side.AXIS, orders)
    state.spotted = list(dict.fromkeys(state.pieces[Side.AXIS][name].force or name for name in seen))
    steps = []
    for marker, route in orders.routes.items():
        path = route.split(">")
        state.courses[Side.AXIS][marker] = route
        submerged = path[-1] == DOWN
        for piece in members(state, Side.AXIS, marker):
            if u.data.counters[piece.id].is_sub:
                piece.submerged = submerged or piece.driven_off
                if piece.submerged:
                    lose(u, marker, "NS-2-submerged")
        if hexes := tuple(cell for cell in path[1:] if cell != DOWN):
            steps.append(Underway(marker, hexes))
    return tuple(steps)


def underway(u: Umpire, step: Underway) -> tuple[Step, ...]:
    """NS 2: a German force moves hex by hex, and is checked in each; a submarine there may attack before it goes on.

    Ships that were hit on the way go no farther than they can now.
    """
    state, data, marker = u.state, u.data, step.marker
    gone, hexes = step.gone, list(step.hexes)
    while hexes:
        units = members(state, Side.AXIS, marker)
        if not units:
            return ()
        is_boat = data.counters[units[0].id].is_sub
        if not is_boat and gone and gone >= allowance(data, units):
            words = "{name} has been slowed down and stops at {cell}"
            name = label_of(u, Side.AXIS, marker)
            u.tell("NS-3.4-sub-attack", words, to=only(Side.AXIS), name=name, cell=units[0].at)
            return ()
        cell = hexes.pop(0)
        if cell == OUT:
            leave_map(u, Side.AXIS, marker, units)
            return ()
        for piece in units:
            piece.at = cell
        gone += 1
        if is_boat and units[0].submerged:
            continue
        check(u, marker, cell)
        admiralty(u)
        if boats_at(state, data, Side.ALLIED, cell) and attackers(state, data, cell):
            return (Ambush(cell), Underway(marker, tuple(hexes), gone))
    return ()


def ambush(u: Umpire, step: Ambush) -> tuple[Step, ...]:
    """NS 3.4: the Allied submarines in the hex of a spotted German surface force attack, one after the other."""
    boats = attackers(u.state, u.data, step.cell)
    return (SubmarineAction(Side.ALLIED, boats[0].id), step) if boats else ()
