"""What a player of Nordkapp can answer, in words: every action, and the names of whatever stands in an order sheet."""

from __future__ import annotations

from functools import cache

from barents.games.nordkapp import actions as a
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.names import SIDES, place
from barents.games.nordkapp.orders import WRITTEN
from barents.games.nordkapp.rules.air_missions import SEARCH
from barents.games.nordkapp.rules.plot import ALONE, GROUPS, NEW, REJOIN
from barents.games.nordkapp.rules.raids import BASE
from barents.games.nordkapp.rules.units import on_map
from barents.games.nordkapp.state import DOWN, LOST, OUT, WAITING, State
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.game import plain_heading
from barents.kernel.sides import Side
from barents.kernel.words import listed

MOST_NAMED = 4
NONE = "-"

# Values of order sheets that are neither units nor places.
VALUES = {
    ALONE: "sails alone",
    NEW: "sails in a new force",
    REJOIN: "rejoins the convoy",
    OUT: "off the map",
    DOWN: "submerged",
    LOST: "lost",
    SEARCH: "search",
    BASE: "the guns of the base",
    "close": "closes in",
    "stay": "keeps the range",
    "disengage": "falls back",
}
SIDE_NAMES = {side.value: f"The {name}" for side, name in SIDES.items()}


def label(data: Data, name: str) -> str:
    """What a unit, a force, a side, a place or a value of an order sheet is called.

    >>> from barents.games.nordkapp.data import data
    >>> [label(data(None), name) for name in ("pq17", "kg-3-1", "with:cruisers", "1510>1511>out")]
    ['PQ-17', 'Battle group 1 of turn 3', 'joins the Cruiser Force', '1510, 1511, off the map']
    >>> [label(data(None), name) for name in ("gun:tirpitz", "torpedo:tirpitz", "search-2", "battery-3", "1009")]
    ['guns at Tirpitz', 'torpedoes at Tirpitz', 'Search 2', "Merchants' guns 3", 'Banak']
    """
    if name in data.counters:
        return data.counters[name].name
    if name in VALUES:
        return VALUES[name]
    if ">" in name:
        return route(data, name)
    forces = _force_names(data)
    if name in forces:
        return forces[name]
    if name in data.chits:
        return data.chits[name].name
    if name in SIDE_NAMES:
        return SIDE_NAMES[name]
    return _composed(data, name)


def _composed(data: Data, name: str) -> str:
    """A name that is made of others."""
    if (written := WRITTEN.find(name)) is not None:
        return written.said(lambda part: label(data, part))
    if name.startswith(WAITING):
        return f"{label(data, name.removeprefix(WAITING))}, outside"
    kind, _, number = name.rpartition("-")
    group, dash, turn = kind.partition("-")
    if dash and group in GROUPS.values():
        return f"{'Task force' if group == GROUPS[Side.ALLIED] else 'Battle group'} {number} of turn {turn}"
    return place(data, name)


@cache
def _force_names(data: Data) -> dict[str, str]:
    """Every force of every scenario by its key; `label` does not know which of them is played."""
    return {force.key: force.name for file in data.scenarios.values() for force in file.forces}


def route(data: Data, value: str) -> str:
    """A route as one reads it aloud.

    >>> from barents.games.nordkapp.data import data
    >>> [route(data(None), way) for way in ("1510>1511", "waiting:pq12>1601>1602", "1510>down", "search>1305>1304")]
    ['1510, 1511', 'enters: 1601, 1602', '1510, submerged', '1305, 1304']
    """
    start, *rest = value.split(">")
    steps = ", ".join(VALUES.get(step, step) for step in rest)
    if start == SEARCH:
        return steps
    return f"enters: {steps}" if start.startswith(WAITING) else f"{start}, {steps}"


def words(data: Data, known: State, action: Action) -> str:
    """An action for a person."""
    match action:
        case a.Attack(boat):
            return f"{label(data, boat)} attacks{_where(known, boat)}"
        case a.Operate(surfaced):
            return "Attack on the surface" if surfaced else "Attack submerged"
        case a.Target(ship):
            return f"Fire at {_described(data, known, ship)}"
        case a.PlayChit(chit):
            return f"Play {data.chits[chit].name}: {data.chits[chit].about}"
        case a.ListenIn(yes):
            return "Listen for U-boats" if yes else "Do not listen this turn"
        case a.Disclose(force, cell):
            return (
                f"{_marker(data, known, force)} will go {'off the map' if cell == OUT else f'to {place(data, cell)}'}"
            )
        case a.Call(cell):
            return f"Fight in {cell}"
        case a.Manoeuvre(order):
            return ORDERS[order]
        case a.Enter(cell):
            return f"Enter at {cell}"
        case Choose(items):
            return listed([label(data, item) for item in items], MOST_NAMED) if items else "None of them"
        case Allot(pairs):
            given = [f"{_marker(data, known, slot)}: {label(data, value)}" for slot, value in pairs if value != NONE]
            more = f"; {len(given) - MOST_NAMED} more" if len(given) > MOST_NAMED else ""
            return "; ".join(given[:MOST_NAMED]) + more if given else "No orders"
        case Decline():
            return _declined(known)
    return str(action)


ORDERS = {
    "close": "All warships close in",
    "stay": "All keep the range",
    "disengage": "All fall back",
    "flee": "Try to get away, all together",
    "each": "Each ship by itself",
}


def _where(known: State, boat: str) -> str:
    """The hex of a unit, where it is known."""
    piece = next((pieces[boat] for pieces in known.pieces.values() if boat in pieces), None)
    return f" in {piece.at}" if piece is not None and on_map(piece) else ""


def _described(data: Data, known: State, ship: str) -> str:
    """A ship, and whether she is damaged."""
    piece = next((pieces[ship] for pieces in known.pieces.values() if ship in pieces), None)
    hurt = ", damaged" if piece is not None and piece.damage else ""
    return f"{label(data, ship)}{hurt}"


def _marker(data: Data, known: State, marker: str) -> str:
    """A force by the name that it has now."""
    for markers in known.markers.values():
        if marker in markers:
            return markers[marker].name
    return label(data, marker)


def _declined(known: State) -> str:
    """What it means to do nothing: in a boat's attack no chit is played, otherwise the moment passes."""
    return "Play nothing" if known.box is not None and known.box.kind == "submarine" else "Let it pass"


def heading(data: Data, kind: type[Action], action: Action | None) -> str:
    """The words over actions of one kind."""
    return HEADINGS.get(kind) or plain_heading(data, kind, action)


HEADINGS: dict[type[Action], str] = {
    a.Attack: "Attack with a boat",
    a.Operate: "Surfaced or submerged",
    a.Target: "Torpedoes",
    a.PlayChit: "Play a chit",
    a.ListenIn: "HF/DF",
    a.Disclose: "Say where they go",
    a.Call: "Surface combat",
    a.Manoeuvre: "Manoeuvre",
    a.Enter: "Enter the map",
    Choose: "Choose",
    Allot: "Give orders",
    Decline: "Let it pass",
}
