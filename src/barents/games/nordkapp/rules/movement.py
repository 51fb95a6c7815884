"""Chapter 5: the plots of both sides are executed together, and the Norwegian coast has eyes (6.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from barents.games.nordkapp.rules.air_missions import Missions, air_missions, apply_missions
from barents.games.nordkapp.rules.plot import GROUPS, Plot, plot
from barents.games.nordkapp.rules.sightings import detect, kind_of, sight
from barents.games.nordkapp.rules.units import (
    Umpire,
    composition,
    is_lost,
    members,
    merchants_under,
    on_map,
    remove,
    speed,
)
from barents.games.nordkapp.state import DOWN, OUT, AutomatonOrders, GermanOrders, Lookout, Marker, Orders, Piece
from barents.kernel import umpire as kernel
from barents.kernel.game import Sighting, Step
from barents.kernel.sides import Side, only


def orders(u: Umpire, _step: Orders) -> kernel.Rule[tuple[Step, ...]]:
    """NK 4 A, a.2 and 4 B: both sides assign missions and plot, in secret and at once; then everything moves."""
    if u.state.options.solitaire:
        return Lookout(), AutomatonOrders(), GermanOrders()
    (air, sea), (wings, fleet) = yield from u.both(side_orders(u, Side.ALLIED), side_orders(u, Side.AXIS))
    apply_missions(u, Side.ALLIED, air)
    apply_missions(u, Side.AXIS, wings)
    execute(u, Side.ALLIED, sea)
    execute(u, Side.AXIS, fleet)
    u.tell("NK-4B-simultaneous", "Both sides have moved")
    return ()


def side_orders(u: Umpire, side: Side) -> kernel.Rule[tuple[Missions, Plot]]:
    """A side's orders for the turn."""
    missions = yield from air_missions(u, side)
    fleet = yield from plot(u, side)
    return missions, fleet


def execute(u: Umpire, side: Side, orders: Plot) -> None:
    """NK 4 B: a side's markers go their ways; nobody meets anybody on the way (5.1)."""
    organise(u, side, orders)
    for marker, route in orders.routes.items():
        sail(u, side, marker, route)
    for name in orders.rejoining:
        rejoin(u, u.state.pieces[side][name])
    if side is Side.ALLIED:
        u.state.bound = {}
    finish_westward(u, side)


def organise(u: Umpire, side: Side, orders: Plot) -> None:
    """NK 10.1: units are put under the markers that they sail with; aircraft stay with those whom they cover."""
    state = u.state
    pieces = state.pieces[side]
    covered = {piece.id: members(state, side, piece.covers) for piece in pieces.values() if piece.covers}
    for marker, units in orders.groups.items():
        if len(units) > 1 and marker not in state.markers[side]:
            number = 1 + sum(key.startswith(f"{GROUPS[side]}-") for key in state.markers[side])
            name = "Task Force" if side is Side.ALLIED else "Battle Group"
            state.markers[side][marker] = Marker(marker, f"{name} {number}")
        for name in units:
            pieces[name].force = marker if marker in state.markers[side] else ""
    for name, units_under in covered.items():
        if units_under and not members(state, side, pieces[name].covers):
            pieces[name].covers = units_under[0].force or units_under[0].id


def sail(u: Umpire, side: Side, marker: str, route: str) -> None:
    """NK 5.1: a marker goes its way, from wherever it was to the last hex of its route."""
    state = u.state
    path = route.split(">")
    submerged = path[-1] == DOWN
    path = path[:-1] if submerged else path
    state.courses[side][marker] = route
    hexes = [cell for cell in path[1:] if cell != OUT]
    units = members(state, side, marker)
    entered = {cell: list(units) for cell in hexes}
    force = state.markers[side].get(marker)
    if force is not None and force.convoy:
        for piece in leave_behind(u, marker, path[1:]):
            units.remove(piece)
            for cell in hexes[hexes.index(piece.at) + 1 :]:
                entered[cell].remove(piece)
        if hexes:
            state.moved.append(marker)
    for piece in units:
        if hexes:
            piece.at = hexes[-1]
        if u.data.counters[piece.id].is_sub:
            piece.submerged = submerged or piece.driven_off
    if side is Side.ALLIED:
        announce_coast(u, entered)
    if path[-1] == OUT:
        leave_map(u, side, marker, units)


def leave_behind(u: Umpire, convoy: str, steps: list[str]) -> list[Piece]:
    """NK 5.2: merchants that cannot keep up with their convoy fall behind, where their own movement ends."""
    behind = []
    for piece in merchants_under(u.state, u.data, convoy):
        if speed(u.data, piece) < len(steps):
            piece.at = steps[speed(u.data, piece) - 1]
            piece.force, piece.apart = "", u.state.turn
            behind.append(piece)
            u.tell(
                "NK-5.2-left-behind",
                "{unit} falls behind at {cell}",
                to=only(Side.ALLIED),
                unit=piece.id,
                cell=piece.at,
            )
    return behind


def leave_map(u: Umpire, side: Side, marker: str, units: list[Piece]) -> None:
    """NK 5.1, R41: units leave the map for good; only their owner knows."""
    force = u.state.markers[side].get(marker)
    name = force.name if force is not None else u.data.counters[marker].name
    u.tell("NK-5.1-exit-cost", "{name} leaves the map", to=only(side), name=name)
    for piece in units:
        remove(u, piece, OUT)


def announce_coast(u: Umpire, entered: Mapping[str, Sequence[Piece]]) -> None:
    """NK 6.3: Allied ships that enter a hex of the Norwegian coast are announced at once, by number and type.

    Those that end there count as sighted (R13); merchants enough for a convoy have been detected as one (R39).
    """
    state = u.state
    for cell, units in entered.items():
        ships = [piece for piece in units if u.data.counters[piece.id].is_surface]
        if not ships or cell not in u.data.norwegian_coast:
            continue
        words, what = "Seen from the coast at {cell}: {what}", composition(u.data, ships)
        seen = Sighting(cell, what, "the coast", state.turn)
        u.tell("NK-6.3-coast-announce", words, to=only(Side.ALLIED), cell=cell, what=what)
        u.tell("NK-6.3-coast-announce", words, to=only(Side.AXIS), sighting=seen, cell=cell, what=what)
        if there := [piece for piece in ships if piece.at == cell]:
            sight(u, Side.AXIS, cell, kind_of(u.data, there))
        detect(u, ships)


def rejoin(u: Umpire, straggler: Piece) -> None:
    """NK 12.5: a straggler that can reach the hex in which its convoy ends is part of it again."""
    convoy = [piece for piece in u.state.pieces[Side.ALLIED].values() if piece.force == straggler.convoy]
    there = next((piece.at for piece in convoy if on_map(piece)), "")
    if not there or straggler.at == there:
        path: tuple[str, ...] | None = (straggler.at,) if there else None
    else:
        path = u.data.passage(u.state.ice).path(straggler.at, there)
    if path is None:
        return
    straggler.at = path[min(len(path) - 1, speed(u.data, straggler))]
    if straggler.at == there:
        straggler.force, straggler.apart = straggler.convoy, 0
        u.tell("NK-12.5-reorganise", "{unit} rejoins its convoy", to=only(Side.ALLIED), unit=straggler.id)
    announce_coast(u, {cell: [straggler] for cell in path[1 : speed(u.data, straggler) + 1]})


def finish_westward(u: Umpire, side: Side) -> None:
    """NK 13.3: one of the movement phases in which escorts of a scattered convoy run west is over."""
    for piece in u.state.pieces[side].values():
        if piece.westward and not is_lost(piece):
            piece.westward -= 1
