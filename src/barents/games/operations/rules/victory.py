"""Points and levels of a scenario (OP-SCEN-levels, OP-VP)."""

from __future__ import annotations

from barents.games.operations.data import Data
from barents.games.operations.datafiles import Award, VictoryLevel
from barents.games.operations.rules.units import date, hull_left, type_of
from barents.games.operations.state import SUNK, Ship, State
from barents.kernel.game import Result
from barents.kernel.sides import Side

LARGE = "LT"


def score(state: State, data: Data, side: Side) -> dict[str, int]:
    """What a side has scored, by what for; in a month of a campaign the points that it has made (4.11)."""
    if state.scenario not in data.scenarios:
        return {"month": state.points.get(side, 0)}
    victory = data.scenarios[state.scenario].victory
    awards = victory.allied if side is Side.ALLIED else victory.axis
    found: dict[str, int] = {}
    for award in awards:
        found[award.kind] = found.get(award.kind, 0) + points(state, data, side, award)
    return found


def points(state: State, data: Data, side: Side, award: Award) -> int:
    """OP-VP-ships, 12: the points of one award as things stand."""
    match award.kind:
        case "sunk":
            return sum(worth(state, data, side.enemy, key) for key in state.sunk.get(side.enemy, []))
        case "hull-lost":
            return award.points * sum(
                ship.lost.get("hull", 0)
                for ship in state.desks[side.enemy].ships.values()
                if ship.at != SUNK and (ship.key in award.ships or type_of(data, ship).type in award.types)
            )
    return award.points * sum(counts(state, data, award, ship) for ship in transports_of(state, data, award.fleet))


def worth(state: State, data: Data, side: Side, key: str) -> int:
    """OP-VP-ships: what a ship or a boat is worth."""
    desk = state.desks[side]
    if key in desk.ships:
        return type_of(data, desk.ships[key]).vp
    return data.boat_classes[desk.boats[key].type].vp


def transports_of(state: State, data: Data, fleet: str) -> list[Ship]:
    """The transports that began in a fleet, wherever they are now."""
    ships = state.desks[Side.ALLIED].ships.values()
    return [ship for ship in ships if type_of(data, ship).type == LARGE and ship.key.startswith(f"{fleet}-")]


def counts(state: State, data: Data, award: Award, ship: Ship) -> bool:
    """Whether a transport has earned an award."""
    if ship.at == SUNK or hull_left(data, ship) == 0:
        return award.kind == "unloaded" and ship.landed > 0
    desk = state.desks[Side.ALLIED]
    zone = desk.fleets[ship.fleet].at if ship.fleet else ""
    match award.kind:
        case "afloat":
            return True
        case "unloaded":
            return ship.landed > 0 or bool(award.or_in and zone == data.port(award.or_in).zone)
        case "west":
            column = data.column(zone) if zone else 0
            return ship.westmost <= award.reached or column <= award.at_end
        case "near-port":
            return ship.landed == 0 and bool(zone) and is_near_port(state, data, zone, award.zones)
    return False


def is_near_port(state: State, data: Data, zone: str, zones: int) -> bool:
    """In the White Sea, in a Soviet port, or so near to one by sea."""
    if zone in data.white_sea:
        return True
    away = [
        data.route_distance(zone, port.zone, state.month)
        for port in data.ports_of(Side.ALLIED, date(state), "su")
        if data.open_port(port.name, date(state))
    ]
    return any(left is not None and left <= zones for left in away)


def result(state: State, data: Data) -> Result:
    """OP-SCEN-levels: the Allied points less the German ones, and the level that this is; a month alone has none."""
    totals = {side: sum(score(state, data, side).values()) for side in Side}
    net = totals[Side.ALLIED] - totals[Side.AXIS]
    file = data.scenarios.get(state.scenario)
    level = file.victory.level(net) if file is not None else VictoryLevel(name="The month is over")
    why = f"{totals[Side.ALLIED]} Allied points less {totals[Side.AXIS]} German points are {net}: {level.name}."
    return Result(level.winner, level.name, {**{str(side): total for side, total in totals.items()}, "net": net}, why)
