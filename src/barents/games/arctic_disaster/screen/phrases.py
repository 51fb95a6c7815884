"""What a player of Arctic Disaster can answer, in words: every action, and the names of all that stands in a sheet."""

from __future__ import annotations

from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.data import Boat, Data
from barents.games.arctic_disaster.names import SIDES, TYPES, event_name, place
from barents.games.arctic_disaster.orders import BATTERY_SLOTS
from barents.games.arctic_disaster.rules.terrain import step_cost
from barents.games.arctic_disaster.rules.units import is_fog
from barents.games.arctic_disaster.state import HELD, LOST, OUT, WAITING, State
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.domains import NONE
from barents.kernel.game import plain_heading
from barents.kernel.sides import Side
from barents.kernel.words import listed

MOST_NAMED = 4

# Values of order sheets that are neither units nor places.
VALUES = {
    "west": "to the west edge",
    "murmansk": "to Murmansk",
    "norway": "to Norway",
    "smoke": "stays and lays smoke",
    "submerge": "submerges",
    "convoy": "with the convoy",
    "main": "main guns",
    "secondary": "secondary guns",
    OUT: "off the map to the west",
    HELD: "in hand",
    LOST: "lost",
    WAITING: "the edge of the map",
}
SIDE_NAMES = {side.value: f"The {name}" for side, name in SIDES.items()}
SQUARES = {"core": "Core", "screen": "Screen", "rescue": "Rescue"}


def label(data: Data, name: str) -> str:
    """What a unit, a force, a side, a place or a value of an order sheet is called.

    >>> from barents.games.arctic_disaster.data import data
    >>> [label(data(None), name) for name in ("tirpitz", "pq-17", "u-88", "kg-26-1", "weather")]
    ['Tirpitz', 'PQ-17', 'U-88', 'KG 26 He-111 1', 'Weather']
    >>> [label(data(None), name) for name in ("allied-4", "screen-12", "tirpitz:main", "3327", "soviet-dummy-2")]
    ['Allied marker 4', 'Screen 12', 'Tirpitz, main guns', 'Alta', 'Soviet dummy 2']
    """
    for book in (data.counters, data.air, data.markers, data.formations):
        if name in book:
            return str(book[name].name)
    if name in data.boats:
        return _boat(data.boats[name])
    if (event := event_name(name)) is not None:
        return event
    if name in VALUES:
        return VALUES[name]
    if name in SIDE_NAMES:
        return SIDE_NAMES[name]
    return _composed(data, name)


def _boat(boat: Boat) -> str:
    """A submarine; of the Allies' dummies those of the Soviets are told apart."""
    return f"Soviet {boat.name.lower()}" if boat.dummy and boat.command == "soviet" else boat.name


def _composed(data: Data, name: str) -> str:
    """A name that is made of others."""
    if (gun := BATTERY_SLOTS.find(name)) is not None:
        return gun.said(lambda part: label(data, part))
    kind, dash, number = name.rpartition("-")
    if dash and number.isdigit():
        if kind in SQUARES:
            return f"{SQUARES[kind]} {number}"
        if kind in (Side.ALLIED, Side.AXIS):
            return f"{'Allied' if kind == Side.ALLIED else 'German'} marker {number}"
    if ">" in name:
        return ", ".join(place(data, cell) for cell in name.split(">"))
    return place(data, name)


def words(data: Data, known: State, action: Action) -> str:
    """An action for a person."""
    match action:
        case a.Go(cell):
            return _step(data, known, cell)
        case a.Retreat(cell):
            return f"To {place(data, cell)}"
        case a.Stop():
            return _stopped(known)
        case a.SpeedUp(maximum):
            return "Maximum speed" if maximum else "Regular speed"
        case a.LaunchStrike(target):
            return f"Strike {_described(data, known, target)}"
        case a.Intercept(force):
            return f"{label(data, force)} tries to intercept"
        case a.OpenFireWith(force):
            return f"Open fire with {label(data, force)}, unseen forces beside it keep out"
        case a.ActivateForce(marker):
            return f"Activate {_described(data, known, marker)}"
        case a.Inspect(what):
            return f"Look at {_described(data, known, what)}"
        case a.AskForOrders(yes):
            return "Ask for new orders" if yes else "Not yet"
        case a.Regroup(cell):
            return f"Divide {_lying(data, known, cell)} in {place(data, cell)} anew"
        case a.PlaceDummy(cell):
            return f"Put a dummy beside {_lying(data, known, cell)} in {place(data, cell)}"
        case a.RemoveDummy(force):
            return f"Take {label(data, force)} off the map"
        case a.Refuel():
            return "Take on fuel"
        case a.LeaveBehind(force):
            return f"Let damaged ships leave {label(data, force)}, which slows it"
        case a.Feint(force):
            return f"Slow {label(data, force)} as if it had been reorganised"
        case a.PutIn(marker, yes):
            return f"Put {label(data, marker)} into the pool" if yes else f"Keep {label(data, marker)} back"
        case a.UseAdvantage(modifier):
            return f"Add {modifier} to the die" if modifier > 0 else f"Take {-modifier} off the die"
        case a.KeepAdvantage(until):
            return "Keep it" if until == "next-die" else "Keep it, and do not ask before another marker is drawn"
        case a.SendAgainst(what):
            return MISSIONS[what]
        case a.Transfer(cell):
            return f"To {place(data, cell)}"
        case a.Advance(square):
            return f"On to {label(data, square)}"
        case a.AttackHere(ship):
            return f"Attack {label(data, ship)}"
        case a.Engage(unit):
            return _attacker(data, known, unit)
        case a.Submarine(what):
            return "Attack" if what == "attack" else "Shadow the convoy"
        case a.TargetType(kind):
            return f"{'An' if TYPES[kind][0] in 'aeiou' else 'A'} {TYPES[kind]}"
        case a.Target(ship):
            return f"Fire at {_described(data, known, ship)}"
        case a.MoveFirst(yes):
            return "Move first" if yes else "Move second"
        case a.Disengage(yes):
            return "Break off" if yes else "Fight on"
        case a.ScatterConvoy(yes):
            return "Scatter the convoy" if yes else "Keep the convoy together"
        case a.MoveUnit(unit, cell):
            return f"{label(data, unit)} to {place(data, cell)}" if cell != OUT else f"{label(data, unit)} off the map"
        case a.Recycle(boat, cell):
            return f"Take {label(data, boat)} off" if cell == HELD else f"Put {label(data, boat)} down in {cell}"
        case Choose(items):
            return listed([label(data, item) for item in items], MOST_NAMED) if items else "None of them"
        case Allot(pairs):
            given = [f"{label(data, slot)}: {label(data, value)}" for slot, value in pairs if value != NONE]
            more = f"; {len(given) - MOST_NAMED} more" if len(given) > MOST_NAMED else ""
            return "; ".join(given[:MOST_NAMED]) + more if given else "As they are"
        case Decline():
            return "Let it pass"
    return PLAIN.get(type(action), str(action))


MISSIONS = {
    "attack": "Attack",
    "mass": "Attack with all that wait",
    "transfer": "Move to another airfield",
    "store": "Wait for the massed attack",
    "nothing": "Stay on the ground",
}
PLAIN: dict[type[Action], str] = {
    a.SearchHere: "Search this hex for enemy ships",
    a.AirSearch: "Search from the air for all enemy forces in range",
    a.OpenFire: "Open fire on the enemy here",
    a.LeaveMap: "Leave the map to the west",
    a.Pass: "Nothing more this turn",
}


BEARINGS = {
    "E": "East",
    "W": "West",
    "NE": "North-east",
    "NW": "North-west",
    "SE": "South-east",
    "SW": "South-west",
}


def _step(data: Data, known: State, cell: str) -> str:
    """A step of the force that acts: its direction and price, and what it comes into."""
    active = known.active
    force = known.forces[active.side].get(active.force) if active is not None else None
    bearing = next((b for b in BEARINGS if force is not None and data.step(force.at, b) == cell), None)
    if active is None or force is None or bearing is None:
        return f"To {place(data, cell)}"
    cost = step_cost(data, active.side, force.at, cell, ice=True)
    facts = [f"{halves(cost)} {'point' if cost <= 2 else 'points'}"] if cost is not None else []
    if cell in data.partial_ice:
        facts.append("into the ice")
    if is_fog(known, data, cell) and not is_fog(known, data, force.at):
        facts.append("into fog")
    return f"{BEARINGS[bearing]} ({', '.join(facts)}) to {place(data, cell)}"


def halves(points: int) -> str:
    """Movement points from halves of them.

    >>> halves(3), halves(2), halves(1)
    ('1½', '1', '½')
    """
    return f"{points // 2 or ''}{'½' if points % 2 else ''}"


def _lying(data: Data, known: State, cell: str) -> str:
    """The forces in a hex by name, as their owner sees them; or ships that are in no force."""
    here = [force.key for side in Side for force in known.forces[side].values() if force.at == cell]
    named = [data.markers[key].name for key in here if key in data.markers]
    return listed(named) if named else "the ships"


def _attacker(data: Data, known: State, unit: str) -> str:
    """An air unit with what it is after, or where it comes in."""
    goal = known.raid.units.get(unit, "") if known.raid is not None else ""
    if not goal:
        return label(data, unit)
    return f"{label(data, unit)}, {'which goes for' if goal in data.counters else 'at'} {label(data, goal)}"


def _stopped(known: State) -> str:
    """What it means to stop: a force that acts, a chance that is not taken, or changes that are made."""
    if known.active is not None:
        return "Stop here"
    return "Do not use it" if known.phase == "activation" else "That is all"


def _described(data: Data, known: State, name: str) -> str:
    """A ship with its damage, or a force with its hex."""
    for side in Side:
        ship, force = known.ships[side].get(name), known.forces[side].get(name)
        if ship is not None and ship.damage:
            return f"{label(data, name)}, damaged"
        if force is not None:
            return f"{label(data, name)} in {place(data, force.at)}"
    formation = known.formations.get(name)
    at = f" at {place(data, formation.at)}" if formation is not None and formation.at else ""
    return label(data, name) + at


def heading(data: Data, kind: type[Action], action: Action | None) -> str:
    """The words over actions of one kind."""
    return HEADINGS.get(kind) or plain_heading(data, kind, action)


HEADINGS: dict[type[Action], str] = {
    a.Go: "Move on",
    a.SpeedUp: "Speed",
    a.SearchHere: "Search",
    a.AirSearch: "Search",
    a.LaunchStrike: "Air strike",
    a.OpenFire: "Fight",
    a.OpenFireWith: "Fight",
    a.LeaveMap: "Leave the map",
    a.Stop: "Enough",
    a.Intercept: "Intercept",
    a.ActivateForce: "Activate",
    a.Inspect: "Intelligence",
    a.AskForOrders: "Home Fleet orders",
    a.Regroup: "Reorganise",
    a.PlaceDummy: "Feign a force",
    a.RemoveDummy: "Take a dummy off",
    a.Feint: "Slow a dummy",
    a.LeaveBehind: "Let damaged ships leave",
    a.Refuel: "Refuel",
    a.PutIn: "The pool",
    a.UseAdvantage: "Tactical Advantage",
    a.KeepAdvantage: "Tactical Advantage",
    a.SendAgainst: "Mission",
    a.Transfer: "Move to an airfield",
    a.Advance: "Fly on",
    a.AttackHere: "Attack",
    a.Engage: "Which first",
    a.Submarine: "Submarine",
    a.TargetType: "Aim at a type",
    a.Target: "Torpedoes",
    a.MoveFirst: "Who moves first",
    a.Disengage: "Break off",
    a.ScatterConvoy: "Scatter",
    a.Retreat: "Withdraw",
    a.MoveUnit: "Move",
    a.Recycle: "Dummy submarines",
    a.Pass: "Pass",
    Choose: "Choose",
    Allot: "Give orders",
    Decline: "Let it pass",
}
