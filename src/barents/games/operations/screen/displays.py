"""The boards beside the map: fleets, airbases and decks, boats to be placed, raids, boat attacks, battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from barents.games.operations.air.squadrons import is_ready
from barents.games.operations.data import Data
from barents.games.operations.fights import Raid
from barents.games.operations.fleets.movement import speed_limit
from barents.games.operations.names import many, place, sign_of, tally
from barents.games.operations.rules.setup import WAITING
from barents.games.operations.rules.units import base_of, is_flying, ships_of
from barents.games.operations.screen.battle_board import battle_board, board_after
from barents.games.operations.screen.phrases import called
from barents.games.operations.state import Desk, Fleet, Squadron, State
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.view import Board

BOX = "box"  # the geometry of a board with a single cell
FLEETS, AIR, BOATS, COMBAT = "Fleets", "Aircraft", "Submarines", "Combat"
RAID_AIR, RAID_SHIPS, HUNT = "raid-aircraft", "raid-ships", "hunt"
SIEGE_SHIPS, SIEGE_TARGETS = "siege-ships", "siege-targets"
ERRANDS = {
    "search": "searching",
    "cap": "over a fleet",
    "asw": "hunting boats",
    "strike": "standing by to strike",
    "escort": "standing by as escort",
    "transfer": "moving",
    "rest": "resting",
}


def sees(observer: Observer, side: Side) -> bool:
    """Whether an observer knows all units of a side."""
    return observer in (eyes_of(side), Observer.UMPIRE)


def displays(data: Data, known: State, observer: Observer) -> Iterator[Board]:
    """All boards but the map."""
    if known.battle is not None:
        yield battle_board(data, known, known.battle, COMBAT, [side for side in Side if sees(observer, side)])
    elif (over := board_after(data, known, COMBAT)) is not None:
        yield over
    if (raid := raid_now(known)) is not None:
        yield from raid_boxes(data, known, raid)
    yield from hunt_box(data, known)
    yield from siege_boxes(data, known)
    for side in Side:
        if sees(observer, side):
            yield from fleet_boxes(data, known, side)
            yield from air_boxes(data, known, side)
            yield from waiting_boats(known, side)


# What happens now


def raid_now(known: State) -> Raid | None:
    """The raid that has begun, if there is one: aircraft are in sight of the ships."""
    raid = known.raids[0] if known.raids else None
    return raid if raid is not None and raid.seen else None


def raid_boxes(data: Data, known: State, raid: Raid) -> Iterator[Board]:
    """OP-STRIKE-order: the aircraft for both sides, the ships below for whoever flies over them."""
    number = len(raid.bombers) + len(raid.escorts)
    note = f"{many(len(raid.bombers), 'step')} attack" + (f", {len(raid.escorts)} escort" if raid.escorts else "")
    yield Board(RAID_AIR, "Raiders", BOX, raid.zone, number, raid.side, "air-at", note, COMBAT, battle=True)
    seen = [key for key in raid.ships if key in known.desks[raid.side.enemy].ships]
    if seen:
        side, where = raid.side.enemy, place(data, raid.zone)
        yield Board(RAID_SHIPS, f"Ships in {where}", BOX, raid.zone, len(seen), side, "group", "", COMBAT, battle=True)


def hunt_box(data: Data, known: State) -> Iterator[Board]:
    """OP-SUB-sight: the ships that a boat can aim at, for her owner."""
    hunt = known.hunt
    if hunt is None or not hunt.ships:
        return
    boat = known.desks[hunt.side].boats.get(hunt.boat)
    if boat is not None:
        title = f"{called(data, known, hunt.boat)} in contact"
        note = "found by the escorts" if hunt.detected else ""
        yield Board(HUNT, title, BOX, boat.at, len(hunt.ships), hunt.side.enemy, "group", note, COMBAT, battle=True)


def siege_boxes(data: Data, known: State) -> Iterator[Board]:
    """OP-PORT-bombard: the ships that bombard a port, and those that lie in it, for both sides."""
    siege = known.siege
    if siege is None:
        return
    zone = data.port(siege.port).zone
    for name, title, keys, side in (
        (SIEGE_SHIPS, f"Off {siege.port}", siege.ships, siege.side),
        (SIEGE_TARGETS, f"In {siege.port}", siege.targets, siege.side.enemy),
    ):
        yield Board(name, title, BOX, zone, len(keys), side, "group", "", COMBAT, battle=True)


# What a side has


def box_of(fleet: Fleet) -> str:
    """The board of a fleet."""
    return f"force-{fleet.key}"


def fleet_boxes(data: Data, known: State, side: Side) -> Iterator[Board]:
    """OP-FLEET-form: the ships of each fleet, and what it is about, for its owner."""
    desk = known.desks[side]
    for fleet in desk.fleets.values():
        ships = ships_of(desk, fleet.key)
        note = f"{tally(data, ships)}; {orders_in_words(data, known, side, fleet)}"
        yield Board(box_of(fleet), fleet.name, BOX, fleet.at, len(ships), side, sign_of(data, ships), note, FLEETS)


def orders_in_words(data: Data, known: State, side: Side, fleet: Fleet) -> str:
    """What a fleet has been told to do, and how far its plot goes."""
    goal = (
        fleet.port
        or (called(data, known, fleet.covers) if fleet.covers else "")
        or (place(data, fleet.plan[-1]) if fleet.plan else "")
    )
    told = {
        "convoy": f"convoy to {goal}" if goal else "convoy",
        "cover": f"covers {goal}" if goal else "covers",
        "intercept": f"goes after the enemy in {fleet.chases}",
        "bombard": f"bombards {goal}",
        "transfer": f"moves to {goal}" if goal else "moves to another port",
        "return": f"returns to {goal}" if goal else "returns",
        "refuel": "waits with fuel",
        "raid": "raids",
    }[fleet.mission]
    if fleet.docked:
        waits = f", may sail from turn {fleet.sails}" if known.turn < fleet.sails else ""
        return f"in port, {told}{waits}"
    plotted = f"{many(len(fleet.plot), 'zone')} plotted" if fleet.plot else "no plot: holds"
    pace = min(fleet.pace, speed_limit(known, data, side, fleet)) if known.weather else fleet.pace
    return f"{told}, {many(pace, 'zone')} a turn, {plotted}"


def home_of(step: Squadron) -> str:
    """The board of a squadron's base or carrier."""
    return f"base-{step.base}"


def air_boxes(data: Data, known: State, side: Side) -> Iterator[Board]:
    """OP-AIR-step: bases and carriers with their squadrons, for their owner."""
    desk = known.desks[side]
    homes: dict[str, list[Squadron]] = {}
    for step in desk.air.values():
        homes.setdefault(step.base, []).append(step)
    for base, steps in homes.items():
        aboard = base in desk.ships
        if aboard and not desk.ships[base].fleet:
            continue
        title = desk.ships[base].name if aboard else place(data, base)
        room = "" if aboard else f"; room for {data.air.bases.most_steps}"
        note = readiness(data, known, steps) + room
        zone = base_of(known, side, steps[0])
        yield Board(home_of(steps[0]), title, BOX, zone, len(steps), side, "air-at", note, AIR)


def readiness(data: Data, known: State, steps: list[Squadron]) -> str:
    """What the squadrons of a base are at."""
    states: dict[str, Counter[str]] = {}
    for step in steps:
        states.setdefault(errand(data, known, step), Counter())[data.air_types[step.type].name] += 1
    return "; ".join(
        f"{', '.join(f'{count} {name}' for name, count in names.items())} {state}" for state, names in states.items()
    )


def errand(data: Data, known: State, step: Squadron) -> str:
    """What a squadron is at, or whether it could fly."""
    if is_flying(step) or step.sortie in ("strike", "escort"):
        return ERRANDS[step.sortie]
    if step.rests > data.day(known.turn):
        return "beaten off, back tomorrow"
    return "ready" if any(is_ready(known, data, step, sortie) for sortie in ("search", "cap")) else "resting"


def waiting_boats(known: State, side: Side) -> Iterator[Board]:
    """OP-SCEN-setup: boats that are not placed yet."""
    waiting = boats_waiting(known.desks[side])
    if waiting:
        yield Board(f"boats-{side}", "Submarines to be placed", BOX, "", len(waiting), side, "ss", "", BOATS)


def boats_waiting(desk: Desk) -> list[str]:
    """The boats of a side that have no place yet."""
    return [boat.key for boat in desk.boats.values() if boat.at == WAITING]
