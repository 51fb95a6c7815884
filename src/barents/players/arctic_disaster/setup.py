"""How doctrine sets up: who sails together, dummies, boats across the convoy's path, the Convoy Display."""

from __future__ import annotations

from barents.games.arctic_disaster import actions as a
from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign, Pick
from barents.kernel.domains import NONE
from barents.players.arctic_disaster.allied import STATION
from barents.players.arctic_disaster.axis import NARVIK, START, AxisStaff
from barents.players.arctic_disaster.lone import is_slowed
from barents.players.arctic_disaster.orders import Command

CRUISERS = "2744"  # on the side from which Germans come
# Where boats wait, from next to PQ-17 to far along its path.
PATH = ("2543", "2443", "2341", "2441", "2240", "2339", "2139", "2340", "2240", "2139")
# Where ships with guns against aircraft reach every merchant, and the beams on which torpedo aircraft come in.
GUNS = {"palomares": "core-12", "pozarica": "core-16", "ledbury": "core-20", "wilton": "core-26"}
EXITS = ("3128", "3026", "3327", "3531")  # Germans come out near these


def starts(staff: Command, options: Assign) -> Action:
    """The Home Fleet as far east as it may begin, the cruisers on the side of PQ-17 from which Germans come."""
    wishes = {"home-fleet": STATION, "cruiser-force": CRUISERS}
    given = {}
    for marker, domain in options.slots.items():
        wish = wishes.get(marker, START.cell)
        given[marker] = staff.nearest(wish, list(domain))
    return Allot(tuple(given.items()))


def reorganise(staff: Command, options: Pick[Action]) -> Action:
    """Before the first turn dummies are put down beside forces: German ones where raiders sail from.

    Later slow ships leave their force.
    """
    if staff.known.phase != "set-up":
        burdened = [
            action for action in options if isinstance(action, a.LeaveBehind) and is_slowed(staff, action.force)
        ]
        return burdened[0] if burdened else a.Stop()
    beside = [action for action in options if isinstance(action, a.PlaceDummy)]
    if isinstance(staff, AxisStaff):
        beside = [action for action in beside if action.cell == NARVIK]
    return beside[0] if beside else a.Stop()


def divide(_staff: Command, options: Assign) -> Action:
    """Nobody is moved."""
    return Allot(tuple((name, next(iter(domain))) for name, domain in options.slots.items()))


def u_boats(staff: Command, options: Assign) -> Action:
    """Boats along PQ-17's path as near as they may begin, dummies beyond them."""
    given: dict[str, str] = {}
    spare = iter(("2336", "2435", "2335", "2234", "2333", "2232", "2332", "2231", "2129", "2228"))
    for number, (name, domain) in enumerate(options.slots.items()):
        dummy = name in options.optional
        wish = next(spare, PATH[-1]) if dummy else PATH[number % len(PATH)]
        given[name] = wish if wish in domain else staff.nearest(wish, list(domain))
    return Allot(tuple(given.items()))


def patrols(staff: Command, options: Assign) -> Action:
    """Allied submarines before the ways out of Norway, one to a hex, dummies last."""
    room = dict(options.capacity)
    given = {}
    for number, (name, domain) in enumerate(options.slots.items()):
        goal = EXITS[number % len(EXITS)]
        free = [cell for cell in domain if room.get(cell, 1) > 0]
        if not free:
            given[name] = NONE
            continue
        given[name] = staff.nearest(goal, free)
        room[given[name]] = room.get(given[name], 1) - 1
    return Allot(tuple(given.items()))


def screen(staff: Command, options: Assign) -> Action:
    """Those with the best anti-aircraft guns stand where they reach all merchants between them; others as is usual."""
    wishes = {name: square for name, square in GUNS.items() if name in options.slots}
    squares = {ship.square for name, ship in staff.known.ships[staff.side].items() if name in wishes}
    settled = squares == set(wishes.values())
    given = {} if settled else wishes
    return Allot(tuple((name, given.get(name, NONE)) for name in options.slots))


def as_usual(_staff: Command, options: Assign) -> Action:
    """Everyone stands where is usual: guns in the middle, the screen on the beams, the most valuable inside."""
    return Allot(tuple((name, NONE) for name in options.slots))
