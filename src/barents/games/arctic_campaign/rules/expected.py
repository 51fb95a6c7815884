"""What each side expects of the enemy as a Convoy Phase begins: no more than the rules and its own reports tell it.

It is what imagined worlds of the operation are filled with (`State.expected` of the operations engine). Nothing in it
may depend on what the enemy has in truth, but for ships that were seen, and those whose loss has been disclosed.
"""

from __future__ import annotations

from collections.abc import Iterable

from barents.games.arctic_campaign.allied import transports
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.boats import USUAL_ROUTE, stations
from barents.games.arctic_campaign.rules.units import date, desk_of, ship_of, type_of
from barents.games.arctic_campaign.state import SUNK, State
from barents.games.operations.data import Dice
from barents.games.operations.rules.setup import TRANSPORT, add_steps, new_ship
from barents.games.operations.state import Boat, Desk, Fleet, Mission
from barents.kernel.sides import Side

CONVOY, COVER, NAVY, SQUADRON = "expected-convoy", "expected-cover", "expected-navy", "expected-squadron"
WITH_CONVOYS = ("DD",)  # of the core; the rest of it covers


def expectations(state: State, data: Data) -> dict[Side, Desk]:
    """For each side what its enemy supposes it to have."""
    return {Side.ALLIED: _allied(state, data), Side.AXIS: _german(state, data)}


def _allied(state: State, data: Data) -> Desk:
    """A convoy of the usual size on the usual way with the core's destroyers, its great ships, and the Soviet navy."""
    desk, sea = Desk(), data.sea
    first, *way = sea.routes[USUAL_ROUTE].waypoints
    home, navy = data.tables.hire.port, data.tables.soviet.pacific_port
    _fleet(desk, CONVOY, "Convoy", first, "convoy", plan=way)
    _fleet(desk, COVER, "Covering fleet", sea.port(home).zone, "cover", covers=CONVOY)
    _fleet(desk, NAVY, "Soviet navy", sea.port(navy).zone, "transfer")
    for number in range(1, _mean(transports.dice(data, state.month, 0)) + 1):
        key = f"expected-{number}"
        desk.ships[key] = new_ship(sea, key, TRANSPORT, f"Merchant {number}", CONVOY, 0)
    core = [data.key("uk", name) for name in data.tables.core.ships]
    for key in _afloat(state, Side.ALLIED, core):
        _join(data, desk, key, CONVOY if data.line(key).type in WITH_CONVOYS else COVER)
    soviet = [data.key("su", name) for name in data.tables.soviet.begins]
    for key in _afloat(state, Side.ALLIED, soviet):
        _join(data, desk, key, NAVY)
    table = data.tables.submarines
    _boats(state, data, desk, Side.ALLIED, [table.british[0]] * _mean(1) + [table.soviet[0]] * _mean(1))
    _aircraft(state, data, desk, Side.ALLIED)
    return desk


def _german(state: State, data: Data) -> Desk:
    """The flotilla of the first month and whoever has been seen, in a port of the north; boats and aircraft."""
    desk = Desk()
    ports = [port for port in data.sea.ports_of(Side.AXIS, date(state, data)) if port.norwegian]
    _fleet(desk, SQUADRON, "Squadron", ports[-1].zone, "raid")
    flotilla = [data.key("de", name) for name in data.tables.german.norway]
    seen = sorted(key for key in state.notebook[Side.ALLIED].identified if key not in flotilla)
    for key in _afloat(state, Side.AXIS, flotilla):
        _join(data, desk, key, SQUADRON)
    for ship in (ship_of(state, Side.AXIS, key) for key in _afloat(state, Side.AXIS, seen)):
        if not type_of(data, ship).is_train:
            desk.ships[ship.key] = new_ship(data.sea, ship.key, ship.line, ship.name, SQUADRON, 0)
    row = next(row for row in data.tables.boats.rows if row.to is None or date(state, data) <= row.to)
    kinds = [kind for kind, text in row.dice.items() for _ in range(_mean(Dice.read(text).number))]
    _boats(state, data, desk, Side.AXIS, kinds)
    _aircraft(state, data, desk, Side.AXIS)
    return desk


def _mean(dice: int) -> int:
    """What so many dice give as a rule, rounded up."""
    return -(-dice * 7 // 2)


def _afloat(state: State, side: Side, keys: Iterable[str]) -> list[str]:
    """Ships whose loss has not been disclosed."""
    vessels = desk_of(state, side).vessels
    return [key for key in keys if key not in vessels or vessels[key].at != SUNK]


def _fleet(
    desk: Desk,
    key: str,
    name: str,
    zone: str,
    mission: Mission,
    *,
    plan: Iterable[str] = (),
    covers: str = "",
) -> None:
    desk.fleets[key] = Fleet(
        key, name, zone, mission, docked=True, plan=list(plan), covers=covers, track=[zone], root=key
    )


def _join(data: Data, desk: Desk, key: str, fleet: str) -> None:
    desk.ships[key] = new_ship(data.sea, key, data.sea.line_of(key), data.sea.name_of(key), fleet, 0)


def _boats(state: State, data: Data, desk: Desk, side: Side, kinds: list[str]) -> None:
    """Boats of some classes where their staff would place them."""
    lost = desk_of(state, side).boats_lost
    for kind, zone in zip(kinds, stations(state, data, side, len(kinds)), strict=True):
        named = [key for key in data.sea.boats_of(kind) if key not in desk.boats and key not in lost]
        key = named[0] if named else f"expected-{kind.replace(':', '-').lower()}-{len(desk.boats)}"
        desk.boats[key] = Boat(key, kind, zone, data.sea.name_of(key) if named else data.sea.boat_classes[kind].name)


def _aircraft(state: State, data: Data, desk: Desk, side: Side) -> None:
    """The usual number of each type at its first base."""
    now = date(state, data)
    for type, dice in data.sea.allotment(side, now).items():
        steps = -(-dice.number * (dice.faces + 1) // 2) + dice.plus
        bases = data.sea.bases_for(type, now)
        if steps and bases:
            add_steps(desk, type, steps, data.sea.base_zone(bases[0]))
