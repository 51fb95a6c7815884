"""Solitaire 3: the automaton's plot, a route for each of its forces, made before the German plots his."""

from __future__ import annotations

from collections.abc import Sequence

from barents.games.nordkapp.automaton import fleets
from barents.games.nordkapp.automaton.arrivals import arriving
from barents.games.nordkapp.automaton.convoys import can_wait, convoy_route, sailing
from barents.games.nordkapp.automaton.courses import Choice, by_lot, destination, is_convoy
from barents.games.nordkapp.automaton.merchants import can_meet, has_run, moves, separated, straggler_route
from barents.games.nordkapp.automaton.submarines import boat_route, lone_boats
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.scatter import set_free
from barents.games.nordkapp.rules.units import Umpire, convoy_kind, label_of, markers_on_map, members, speed
from barents.games.nordkapp.state import Commitment, Piece, State
from barents.kernel.sides import Audience, Side

# What is done by which rule, in words for those who read it after the game
HOLD = ("NS-3.3-default", "{name} has nobody to protect and stays at {cell}")
WITH_PQ = ("NS-3.3-default", "{name} sails with the convoy to Russia, to {cell}")
WITH_QP = ("NS-3.3-switch-qp", "{name} sails with the convoy homeward, to {cell}")
HUNT = ("NS-3.3-intercept", "{name} goes after {target}, to {cell}")
HUNTING = ("NS-3.4-sub-target", "{name} goes to {cell}, towards the nearest German ship")
REJOINING = ("NS-3.5-straggler-goal", "{name} makes for her convoy, to {cell}")
LEAVING = ("NS-3.5-straggler-goal", "{name} makes for her exit, to {cell}")
RELEASED = ("NS-4-escort-after-scatter", "{name} has no convoy and sails to {cell}")
LOCAL = {
    "convoy": ("NS-3.6-local-qp", "{name} sails with a convoy, to {cell}"),
    "merchants": ("NS-3.6-local-alone", "{name} looks after merchants by themselves, to {cell}"),
    "waits": ("NS-3.6-local-wait", "{name} waits at {cell}"),
    "home": ("NS-3.6-local-alone", "{name} has nobody left to protect and goes home, by {cell}"),
    "keeps": ("NS-4-shadow", "{name} keeps to the hex that was told, {cell}"),
}


class Muster:
    """The automaton's forces by what they are, as they are when it plots; `groups` has those that change."""

    def __init__(self, state: State, data: Data, entering: Sequence[str]) -> None:
        kinds = {force.key: force.kind for force in data.scenarios[state.scenario].forces}
        self.convoys: list[str] = []
        self.fleets: dict[str, list[Piece]] = {}
        self.local: dict[str, list[Piece]] = {}
        self.released: dict[str, list[Piece]] = {}
        self.groups: dict[str, tuple[str, ...]] = {}
        afloat = markers_on_map(state, data, Side.ALLIED)
        afloat |= {key: members(state, Side.ALLIED, key) for key in entering if key not in afloat}
        for marker, units in afloat.items():
            kind = kinds.get(marker, "")
            if not any(data.counters[piece.id].is_surface for piece in units):
                if marker in state.markers[Side.ALLIED]:  # boats that have lost their convoy go their own ways
                    self._send_off(marker, units, units)
                continue
            if is_convoy(state, data, marker) and marker in state.markers[Side.ALLIED]:
                self.convoys.append(marker)
                keeping = sailing(state, data, marker)
                self._send_off(marker, units, [piece for piece in units if piece not in keeping])
            elif kind == "fleet":
                self.fleets[marker] = units
            elif kind == "local-escort":
                self.local[marker] = units
            elif data.counters[units[0].id].is_merchant:
                continue
            else:
                self.released[marker] = units
        self._take_in(state, data)

    def _send_off(self, marker: str, units: list[Piece], leaving: list[Piece]) -> None:
        """Some units leave their force; the others stay."""
        if leaving:
            if staying := tuple(piece.id for piece in units if piece not in leaving):
                self.groups[marker] = staying
            self.groups |= {piece.id: (piece.id,) for piece in leaving}

    def _take_in(self, state: State, data: Data) -> None:
        """NS 4: escorts without a convoy come under the marker of a fleet or convoy in their hex."""
        hosts = [*self.fleets, *self.convoys]
        for marker, units in list(self.released.items()):
            if any(piece.westward for piece in units):
                continue
            if host := fleets.company_in_hex(state, data, units, hosts):
                del self.released[marker]
                if host in self.fleets:
                    self.fleets[host] = [*self.fleets[host], *units]
                taken = self.groups.get(host) or tuple(p.id for p in members(state, Side.ALLIED, host))
                self.groups[host] = (*taken, *(piece.id for piece in units))


def allied_plot(u: Umpire) -> Commitment:
    """NS 0, 3: the whole plot: convoys first, then the merchants they have lost, and all those who follow them."""
    state, data = u.state, u.data
    muster = Muster(state, data, arriving(state))
    routes = {convoy: convoy_route(state, data, convoy, state.turn, _lots(u, convoy)) for convoy in muster.convoys}
    _stragglers(u, muster, routes)
    convoys = {convoy: routes[convoy] for convoy in muster.convoys}
    for convoy, route in convoys.items():
        rule = "NS-3.1-pq-goal" if convoy_kind(state, data, convoy) == "pq" else "NS-3.2-qp-goal"
        _explain(u, convoy, (rule, "{name} sails to {cell}"), route)
    company = {convoy: route for convoy, route in convoys.items() if route[0][0].isdigit()}
    for marker, units in muster.fleets.items():
        route, target, convoy = fleets.fleet_route(state, data, marker, units, convoys, _lots(u, marker))
        routes[marker] = route
        words = HOLD
        if target:
            words = HUNT
        elif convoy:
            words = WITH_PQ if convoy_kind(state, data, convoy) == "pq" else WITH_QP
        _explain(u, marker, words, route, target)
    for marker, units in muster.local.items():
        routes[marker], does = fleets.local_route(state, data, marker, units, convoys, _lots(u, marker))
        _explain(u, marker, LOCAL[does], routes[marker])
    for marker, units in muster.released.items():
        if any(piece.westward for piece in units):
            routes[marker] = fleets.westward_route(state, data, units, _lots(u, marker))
        else:
            routes[marker], _ = fleets.released_route(state, data, units, company, _lots(u, marker))
        _explain(u, marker, RELEASED, routes[marker])
    for boat in lone_boats(state, data):
        routes[boat.id] = boat_route(u, boat)
        if len(routes[boat.id]) > 2:  # where it is, and that it is submerged
            _explain(u, boat.id, HUNTING, routes[boat.id])
    return Commitment(muster.groups, {marker: ">".join(route) for marker, route in routes.items()})


def _lots(u: Umpire, marker: str) -> Choice:
    """How a force decides between equals."""
    return by_lot(u, label_of(u, Side.ALLIED, marker))


def _explain(u: Umpire, marker: str, why: tuple[str, str], route: Sequence[str], target: str = "") -> None:
    """What the automaton does, and by which rule; it is read after the game."""
    rule, words = why
    name, cell = label_of(u, Side.ALLIED, marker), destination(route)
    if target:
        u.tell(rule, words, to=Audience.ALLIED, name=name, cell=cell, target=label_of(u, Side.AXIS, target))
    else:
        u.tell(rule, words, to=Audience.ALLIED, name=name, cell=cell)


def _stragglers(u: Umpire, muster: Muster, routes: dict[str, list[str]]) -> None:
    """NS 3.5, RS19: merchants that sail alone roll and move; with 12.5 their convoy may wait for them."""
    state, data = u.state, u.data
    alone = [piece for piece in separated(state, data) if not has_run(state, piece)]
    points = {piece.id: speed(data, piece) if piece.id in state.bound else moves(u, piece) for piece in alone}
    if state.options.reorganisation:
        for convoy in muster.convoys:
            if len(routes[convoy]) <= 2 or convoy in state.bound or not routes[convoy][0][0].isdigit():
                continue
            first = routes[convoy][1]
            mine = [piece for piece in alone if piece.convoy == convoy]
            if any(can_meet(state, data, p, points[p.id], first) for p in mine) and can_wait(state, data, convoy):
                routes[convoy] = routes[convoy][:2]
                words = "{name} goes one hex and takes in stragglers at {cell}"
                u.tell("NS-3.5-rejoin", words, to=Audience.ALLIED, name=label_of(u, Side.ALLIED, convoy), cell=first)
    for piece in alone:
        joinable = piece.convoy in muster.convoys and piece.convoy not in state.scattered
        goal = destination(routes[piece.convoy]) if joinable and routes[piece.convoy][0][0].isdigit() else ""
        lots = _lots(u, piece.id)
        routes[piece.id], joins = straggler_route(state, data, piece, points[piece.id], goal, lots)
        _explain(u, piece.id, REJOINING if joins else LEAVING, routes[piece.id])


def disclosure(u: Umpire, markers: Sequence[str]) -> tuple[str, str]:
    """NS 4: which of the forces in a hex says where it will go, a convoy before others, and where that is."""
    state, data = u.state, u.data
    convoys = [name for name in markers if is_convoy(state, data, name) and name in state.markers[Side.ALLIED]]
    marker = by_lot(u, "Shadowed ships")(convoys or markers)
    return marker, next_route(u, marker)[-1]


def next_route(u: Umpire, marker: str) -> list[str]:
    """NS 4: where a force will go next turn, as the automaton sees it now; a merchant alone at its ordinary speed."""
    state, data, lots = u.state, u.data, _lots(u, marker)
    muster = Muster(state, data, ())
    convoys = {convoy: convoy_route(state, data, convoy, state.turn + 1, lots) for convoy in muster.convoys}
    if marker in convoys:
        return convoys[marker]
    if marker in muster.fleets:
        return fleets.fleet_route(state, data, marker, muster.fleets[marker], convoys, lots)[0]
    if marker in muster.local:
        return fleets.local_route(state, data, marker, muster.local[marker], convoys, lots)[0]
    units = members(state, Side.ALLIED, marker)
    if units[0].force in state.ordered:
        units = [set_free(data, piece) for piece in units]
    if data.counters[units[0].id].is_merchant:
        goal = units[0].convoy
        there = destination(convoys[goal]) if goal in convoys and goal not in state.scattered else ""
        return straggler_route(state, data, units[0], speed(data, units[0]), there, lots)[0]
    if any(piece.westward for piece in units):
        return fleets.westward_route(state, data, units, lots)
    return fleets.released_route(state, data, units, convoys, lots)[0]
