"""How doctrine sets up: who sails together, dummies, boats across the convoy's path, the Convoy Display."""

from __future__ import annotations

from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.data import TIRPITZ
from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign, Pick
from barents.kernel.domains import NONE
from barents.players.arctic_disaster.axis import START, AxisStaff
from barents.players.arctic_disaster.orders import Command

HOME_FLEET, CRUISERS = "3047", "2744"  # where they would like to begin
WITH_TIRPITZ = (TIRPITZ, "t-7", "t-15", "friedrich-ihn")
# Where boats wait, from next to PQ-17 to far along its path.
PATH = ("2643", "2543", "2541", "2641", "2440", "2539", "2639", "2438", "2338", "2537")
EXITS = ("3128", "3026", "3327", "3531")  # Germans come out near these


def starts(staff: Command, options: Assign) -> Action:
    """The Home Fleet as far east as it may begin, the cruisers on the side of PQ-17 from which Germans come."""
    wishes = {"home-fleet": HOME_FLEET, "cruiser-force": CRUISERS}
    given = {}
    for marker, domain in options.slots.items():
        wish = wishes.get(marker, START.cell)
        given[marker] = staff.nearest(wish, list(domain))
    return Allot(tuple(given.items()))


def reorganise(staff: Command, options: Pick[Action]) -> Action:
    """Before the first turn: Hipper is parted from Tirpitz where Tirpitz is leashed, and dummies sail with forces."""
    if staff.known.phase != "set-up":
        return a.Stop()
    if isinstance(staff, AxisStaff) and staff.rules.knights_move:
        port = next(force.at for force in staff.own.values() if staff.has_tirpitz(force))
        return a.Regroup(port) if a.Regroup(port) in options else a.Stop()
    return next((action for action in options if isinstance(action, a.PlaceDummy)), a.Stop())


def divide(_staff: Command, options: Assign) -> Action:
    """Tirpitz keeps a few small ships; the others of her group sail by themselves. Nobody else is moved."""
    given = {}
    for name, domain in options.slots.items():
        values = list(domain)
        goes = TIRPITZ in options.slots and name not in WITH_TIRPITZ
        given[name] = values[-1] if goes else values[0]
    return Allot(tuple(given.items()))


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


def as_usual(_staff: Command, options: Assign) -> Action:
    """Everyone stands where is usual: guns in the middle, the screen on the beams, the most valuable inside."""
    return Allot(tuple((name, NONE) for name in options.slots))
