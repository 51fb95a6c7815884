"""Solitaire 1.3 and 3.3.1: the automaton's carrier aircraft, and whom its fighters and guns fire at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from barents.games.nordkapp.automaton.courses import best, by_lot, by_size, rank, spotted_forces
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.air_missions import Missions, can_cover, is_available
from barents.games.nordkapp.rules.units import (
    Umpire,
    aircraft,
    base_hex,
    can_fly,
    counter,
    factor,
    find,
    range_of,
)
from barents.games.nordkapp.state import Piece, State
from barents.kernel.sides import Audience, Side


def patrol(u: Umpire) -> Missions:
    """NS 1.3: while the German has aircraft one unit covers the carrier's force, a fighter if there is one.

    Everything else stands ready; nothing searches.
    """
    state, data = u.state, u.data
    if not can_fly(state, data) or not any(aircraft(state, data, Side.AXIS)):
        return Missions()
    ready = [p for p in aircraft(state, data, Side.ALLIED) if is_available(state, p) and can_cover(data, p)]
    if not ready:
        return Missions()
    unit = min(ready, key=lambda piece: counter(data, piece).type != "C")
    carrier = state.pieces[Side.ALLIED][unit.at]
    marker = carrier.force or carrier.id
    u.tell("NS-1.3-cap-exactly", "{unit} covers {carrier}", to=Audience.ALLIED, unit=unit.id, carrier=carrier.id)
    return Missions(covers={unit.id: marker})


def raid(u: Umpire) -> dict[str, str]:
    """NS 3.3.1: every ready unit flies to the spotted force with the highest class in range, then to the nearest."""
    state, data = u.state, u.data
    ready = [p for p in aircraft(state, data, Side.ALLIED) if is_available(state, p) and factor(data, p, "ship")]
    if not ready:
        return {}
    places: dict[str, list[Piece]] = {}
    for units in spotted_forces(state, data).values():
        places.setdefault(units[0].at, []).extend(units)
    sent: dict[str, str] = {}
    drawn: dict[tuple[str, ...], str] = {}  # those for whom the same places are equal fly together
    for piece in ready:
        if goals := tuple(_raid_goals(state, data, piece, places)):
            if goals not in drawn:
                drawn[goals] = by_lot(u, counter(data, piece).name)(goals)
            sent[piece.id] = drawn[goals]
    if sent:
        cells = " ".join(sorted(set(sent.values())))
        u.tell("NS-3.3.1-air-target-hex", "The carrier's aircraft fly to {cells}", to=Audience.ALLIED, cells=cells)
    return sent


def _raid_goals(state: State, data: Data, unit: Piece, places: Mapping[str, Sequence[Piece]]) -> list[str]:
    """NS 3.3.1: the hexes in a unit's reach with the highest class, of those the nearest."""
    base, reach = base_hex(state, unit), range_of(data, unit)
    near = [cell for cell in sorted(places) if data.distance(base, cell) <= reach]
    return best(near, lambda cell: (rank(data, places[cell]), data.distance(base, cell))) if near else []


def bombing(state: State, data: Data, raiders: Sequence[str], targets: Sequence[str]) -> dict[str, str]:
    """NS 3.3.1: battleships first, then battlecruisers, cruisers and destroyers; none twice before each has one.

    Aircraft on the ground of a base are no ships, and are left alone where there are any.
    """
    there = [find(state, name) for name in targets]
    ships = [piece for piece in there if counter(data, piece).is_surface]
    ordered = sorted(ships or there, key=lambda piece: by_size(data, piece))
    return _dealt(_most_dangerous(state, data, raiders), [piece.id for piece in ordered])


def defence(state: State, data: Data, guns: Mapping[str, int], raiders: Sequence[str]) -> dict[str, str]:
    """NS 3.3.1: the strongest gun fires at the most dangerous raider, and no raider twice before each once."""
    shooters = sorted(guns, key=lambda name: (-guns[name], name))
    return _dealt(shooters, _most_dangerous(state, data, raiders))


def _most_dangerous(state: State, data: Data, raiders: Sequence[str]) -> list[str]:
    """Air units by their anti-ship factors as they are now, the highest first."""
    return sorted(raiders, key=lambda name: (-factor(data, find(state, name), "ship"), name))


def _dealt(shooters: Sequence[str], targets: Sequence[str]) -> dict[str, str]:
    """One target after the other, and round again."""
    return {name: targets[number % len(targets)] for number, name in enumerate(shooters)} if targets else {}
