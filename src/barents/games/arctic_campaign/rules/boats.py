"""The month's submarines of both sides (C.14, B.16): dice say how many there are, and of which class each is.

They lie in the operation's desks without a place until their owners have given them one (D17, D21).
"""

from __future__ import annotations

from collections.abc import Collection

from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.units import Umpire, date, desk_of
from barents.games.arctic_campaign.state import State
from barents.games.operations.data import Dice
from barents.games.operations.rules.setup import WAITING
from barents.games.operations.state import Boat
from barents.games.operations.state import State as Operation
from barents.kernel.dice import D6
from barents.kernel.sides import Side, only

OFF_PORTS = ("Altafjord", "Trondheim", "Tromsø", "Narvik", "Kirkenes", "Bergen")
USUAL_ROUTE = "SOUTH-M"


def roll(u: Umpire) -> None:
    """AC-A.22-uboats, AC-A.23-subs: the secret dice for the boats of both sides, whatever the month."""
    roll_german(u)
    roll_allied(u)


def roll_german(u: Umpire) -> None:
    """AC-C.14-42a to -43b: as many boats as the dice of the month say, and those of the event (C.4)."""
    state, table = u.state, u.data.tables.boats
    row = next(row for row in table.rows if row.to is None or date(state, u.data) <= row.to)
    for kind, text in row.dice.items():
        number = int(u.roll(Dice.read(text).number * D6, "AC-C.14-boats", kind, to=only(Side.AXIS)))
        if kind == table.event_class:
            number += state.axis.extra_boats
        for _ in range(number):
            _join(u, Side.AXIS, kind)


def roll_allied(u: Umpire) -> None:
    """AC-B.16-dice, -class-odds: a die for British boats (two with event 5) and one for Soviet; each boat's class."""
    table = u.data.tables.submarines
    event = u.data.allied_events.get(u.state.allied.event)
    more = event is not None and event.kind == "submarines"
    for nation, classes, dice in (("British", table.british, 2 if more else 1), ("Soviet", table.soviet, 1)):
        number = int(u.roll(dice * D6, "AC-B.16-dice", f"{nation} submarines", to=only(Side.ALLIED)))
        faces = u.roll(number * D6, "AC-B.16-class-odds", f"{nation} submarines", to=only(Side.ALLIED)).faces
        for face in faces:
            _join(u, Side.ALLIED, classes[face - 1])


def _join(u: Umpire, side: Side, kind: str) -> None:
    """A boat of a class comes into the month, under the first name that is neither lost nor taken."""
    operation = operation_of(u.state)
    boats = operation.desks[side].boats
    key, name = spare_name(u.state, u.data, side, kind)
    boats[key] = Boat(key, kind, WAITING, name)


def spare_name(state: State, data: Data, side: Side, kind: str) -> tuple[str, str]:
    """A boat of the register; when these are used up one with a number."""
    taken = {*operation_of(state).desks[side].boats, *desk_of(state, side).boats_lost}
    key = free_boats(data, kind, taken)[0]
    return key, boat_name(data, kind, key)


def free_boats(data: Data, kind: str, taken: Collection[str]) -> list[str]:
    """The boats of a class in the register that are not taken or lost; when these are used up, one with a number."""
    named = [key for key in data.sea.boats_of(kind) if key not in taken]
    if named:
        return named
    stem, number = _stem(kind), 1
    while f"{stem}-{number}" in taken:
        number += 1
    return [f"{stem}-{number}"]


def boat_name(data: Data, kind: str, key: str) -> str:
    """What a boat of a class is called, also one that has no more than a number."""
    if key in data.sea.boats_of(kind):
        return data.sea.name_of(key)
    return f"{data.sea.boat_classes[kind].name} {key.rpartition('-')[2]}"


def kind_of_boat(data: Data, key: str) -> str:
    """The class of a boat, also of one that has no more than a number."""
    stem = key.rpartition("-")[0]
    return next(kind for kind in data.sea.boat_classes if key in data.sea.boats_of(kind) or stem == _stem(kind))


def _stem(kind: str) -> str:
    """How the keys begin of boats of a class that have no more than a number."""
    return kind.replace(":", "-").lower()


def operation_of(state: State) -> Operation:
    """The Convoy Phase that is being prepared or played."""
    assert state.operation is not None, "there is no Convoy Phase under way"
    return state.operation


# Where the staff would place them


def stations(state: State, data: Data, side: Side, number: int, barred: Collection[str] = ()) -> list[str]:
    """11.1, 11.3: zones for boats whose owner has no wish: U-boats on the convoys' way, others off the ports."""
    month = data.month_of_year(state.month)
    open_ = [zone for zone in data.sea.places_for_boats(side, month) if zone not in barred]
    if side is Side.AXIS:
        allowed = set(open_)
        way = [zone for zone in _convoys_way(data, month) if zone in allowed]
        return [way[(2 * place + 1) * len(way) // (2 * number)] for place in range(number)]
    found: list[str] = []
    for place in range(number):
        port = data.sea.port(OFF_PORTS[place % len(OFF_PORTS)]).zone
        free = [zone for zone in open_ if zone not in found]
        found.append(min(free, key=lambda zone: (data.sea.distance(zone, port), zone)))
    return found


def _convoys_way(data: Data, month: int) -> list[str]:
    """The way that convoys take to Murmansk in any month."""
    return data.sea.through(data.sea.routes[USUAL_ROUTE].waypoints, month, Side.ALLIED)
