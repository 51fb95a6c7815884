"""Worlds that agree with what a side of the campaign knows: an enemy's desk as it might be.

The secrecy test is built on this, and a search plays in such worlds. Every world looks exactly like `known` to the
observer who knows it, and can be played on to the end of the month and beyond. The desks are made in `imagine_allied`
and `imagine_axis`; while an operation is under way the operations engine imagines the enemy at sea, and the desk
behind it is made to fit.
"""

from __future__ import annotations

from barents.games.arctic_campaign.allied import transports, western
from barents.games.arctic_campaign.allied.core import OILER
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.knowledge import allied as imagine_allied
from barents.games.arctic_campaign.knowledge import axis as imagine_axis
from barents.games.arctic_campaign.knowledge.known import copied
from barents.games.arctic_campaign.rules.boats import boat_name, kind_of_boat, spare_name
from barents.games.arctic_campaign.rules.units import SIGHTED, commission, date, desk_of
from barents.games.arctic_campaign.state import SUNK, Charge, ConvoyPhase, Group, Plans, Service, State, Vessel, Way
from barents.games.operations import GAME as SEA
from barents.games.operations.air.allotment import UNBASED, add
from barents.games.operations.data import Dice as DiceText
from barents.games.operations.rules.setup import WAITING
from barents.games.operations.state import Boat, Fleet, Ship
from barents.games.operations.state import State as Operation
from barents.kernel.dice import D6, Dice
from barents.kernel.sides import Observer, Side, eyes_of

WAYS: dict[str, Way] = {"convoy": "east", "cover": "cover", "return": "home"}  # of Allied fleets, by their missions


def imagine(data: Data, known: State, observer: Observer, dice: Dice) -> State:
    """A whole world in which the observer would know just this."""
    world = copied(known, State)
    if observer is Observer.UMPIRE:
        return world
    hidden = [side for side in Side if observer is not eyes_of(side)]
    if Side.ALLIED in hidden:
        world.allied = imagine_allied.desk(data, known, dice)
    if Side.AXIS in hidden:
        world.axis = imagine_axis.desk(data, known, dice)
        imagine_axis.put_to_sea(data, world, dice)
    if Side.ALLIED in hidden:
        imagine_allied.search(data, world, dice)
    for side in hidden:
        _losses(data, known, world, side)
    if known.operation is None:
        return world
    if any(isinstance(step, Plans | ConvoyPhase) for step in known.agenda):
        for side in hidden:
            _dice_of_the_month(data, world, side, dice)
        return world
    world.operation = SEA.imagine(data.sea, known.operation, observer, dice)
    for side in hidden:
        _fit(data, world, world.operation, side)
    return world


MONTH_ONLY = ("coastal-", "soviet-convoy")  # how the keys begin of ships that are gone when the month is over


def _losses(data: Data, known: State, world: State, side: Side) -> None:
    """AC-B.3-scored, AC-A.5-basis: who is known to be sunk and is in no account yet will be in the next."""
    told = {line.what for statement in known.statements for line in statement.lines}
    ships, lines = desk_of(known, side).ships, list[Charge]()
    for key, rule in known.notebook[side.enemy].identified.items():
        if rule != SIGHTED:
            worth = data.sea.types[ships[key].line].vp
            in_north_sea = rule == "AC-B.3-scored"
            what = f"{ships[key].name} sunk{' in the North Sea' if in_north_sea else ''}"
            lines.append(Charge(side.enemy, what, worth, rule if in_north_sea else "AC-A.5-basis"))
    for key in desk_of(known, side).boats_lost:
        kind = kind_of_boat(data, key)
        what, worth = f"{boat_name(data, kind, key)} sunk", data.sea.boat_classes[kind].vp
        lines.append(Charge(side.enemy, what, worth, "AC-A.5-basis" if world.phase == "homebound" else "AC-B.3-scored"))
    desk_of(world, side).losses = [line for line in lines if line.what not in told]


# A month that is being planned


def _dice_of_the_month(data: Data, world: State, side: Side, dice: Dice) -> None:
    """A.22, A.23: boats and aircraft that a side might have rolled, before it has given them their places."""
    assert world.operation is not None
    desk = world.operation.desks[side]
    for kind in _boats(data, world, side, dice):
        key, name = spare_name(world, data, side, kind)
        desk.boats[key] = Boat(key, kind, WAITING, name)
    month = date(world, data)
    for type, thrown in data.sea.allotment(side, month).items():
        add(desk, type, _steps(thrown, dice), UNBASED)
    if side is Side.ALLIED:
        base = data.sea.base_zone(data.sea.air.allied_air.in_russia_base)
        for type, thrown in data.sea.in_russia(month).items():
            add(desk, type, _steps(thrown, dice), base)


def _boats(data: Data, world: State, side: Side, dice: Dice) -> list[str]:
    """The classes of a month's boats."""
    if side is Side.ALLIED:
        table = data.tables.submarines
        return [
            dice.choice(classes) for classes in (table.british, table.soviet) for _ in range(sum(dice.roll(1 * D6)))
        ]
    row = next(row for row in data.tables.boats.rows if row.to is None or date(world, data) <= row.to)
    return [kind for kind, text in row.dice.items() for _ in range(sum(dice.roll(DiceText.read(text).number * D6)))]


def _steps(thrown: DiceText, dice: Dice) -> int:
    """OP-AIR-allot: the steps that some dice give."""
    faces = dice.roll(thrown.number * D6) if thrown.number else ()
    return sum(-(-face * thrown.faces // D6.faces) for face in faces) + thrown.plus


# A month at sea


def _fit(data: Data, world: State, operation: Operation, side: Side) -> None:
    """Every ship of the imagined operation is in it alone, and has her place on the desk to come back to."""
    desk, inner = desk_of(world, side), operation.desks[side]
    for ship in inner.ships.values():
        if ship.key.startswith(MONTH_ONLY):
            continue
        desk.ships.pop(ship.key, None)
        vessel = desk.vessels.get(ship.key)
        if vessel is None:
            vessel = desk.vessels[ship.key] = Vessel(ship.key, _service(data, ship), "")
        if vessel.at != SUNK:
            vessel.at, vessel.ready = _port_of(data, operation, side, ship), min(vessel.ready, world.month)
    _remember(data, world, operation, side)
    if side is Side.ALLIED:
        world.allied.groups = {
            key: _group(fleet, [ship.key for ship in inner.ships.values() if ship.fleet == key])
            for key, fleet in inner.fleets.items()
            if fleet.mission in WAYS
        }


def _remember(data: Data, world: State, operation: Operation, side: Side) -> None:
    """Whoever was seen this month and is out of sight again is on the desk: the month's end will tell of her."""
    desk = desk_of(world, side)
    port = data.tables.hire.port if side is Side.ALLIED else data.tables.german.arrival_port
    for key in operation.notebook[side.enemy].identified:
        if key in desk.vessels or key in operation.desks[side].boats or key.startswith(MONTH_ONLY):
            continue
        line = _line_of(data, key)
        if line:
            service = _service(data, Ship(key, line))
            commission(world, data, side, key, service, port, line=line)


def _line_of(data: Data, key: str) -> str:
    """The line of a ship by her key; nothing for a boat."""
    stem = key.rpartition("-")[0]
    if stem in ("lt", "ao"):
        return transports.TRANSPORT if stem == "lt" else OILER
    try:
        return western.line_of(data, key).key
    except LookupError:
        return ""


def _service(data: Data, ship: Ship) -> Service:
    """Whose a ship is of whom the desk knows nothing."""
    line = data.sea.types[ship.line]
    if line.side is Side.AXIS:
        return "fleet"
    if line.is_transport:
        return "merchant"
    return "soviet" if line.nation == "su" else "hired"


def _port_of(data: Data, operation: Operation, side: Side, ship: Ship) -> str:
    """The port that a ship is in, or the first of her side's for one who is at sea or was sunk this month."""
    fleet = operation.desks[side].fleets.get(ship.fleet)
    port = data.sea.port_at(fleet.at) if fleet is not None else None
    if port is not None and port.side is side:
        return port.name
    return data.tables.hire.port if side is Side.ALLIED else data.tables.german.arrival_port


def _group(fleet: Fleet, ships: list[str]) -> Group:
    return Group(fleet.key, fleet.name, WAYS[fleet.mission], ships, "", sails=fleet.sails, covers=fleet.covers)
