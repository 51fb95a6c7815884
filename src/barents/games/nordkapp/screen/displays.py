"""The boards beside the map: force and convoy boxes, air bases and the carrier, forces to come, the Combat Box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.names import model, scenario_force, sign_of, tally
from barents.games.nordkapp.rules.plot import may_come_out
from barents.games.nordkapp.rules.units import aircraft, is_lost, is_waiting, members, on_map
from barents.games.nordkapp.state import WAITING, CombatBox, Piece, State
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.view import Board
from barents.kernel.words import listed

BOX = "box"  # the geometry of a board with a single cell
FORCES, AIR, OUTSIDE, COMBAT, CHITS = "Forces", "Aircraft", "To come", "Combat Box", "Event chits"
RANGES = {"long": "Long range", "medium": "Medium range", "short": "Short range", "torpedo": "Torpedo range"}


def sees(observer: Observer, side: Side) -> bool:
    """Whether an observer knows all units of a side."""
    return observer in (eyes_of(side), Observer.UMPIRE)


def displays(data: Data, known: State, observer: Observer) -> Iterator[Board]:
    """All boards but the map."""
    yield from combat_box(data, known)
    for side in Side:
        if sees(observer, side):
            yield from force_boxes(data, known, side)
            yield from wings(data, known, side)
            yield from to_come(data, known, side)
            yield from chits(data, known, side)


def combat_box(data: Data, known: State) -> Iterator[Board]:
    """NK 7.1.1, 8.1, 9.3.2: what both sides see while they fight; in surface combat by ranges."""
    box = known.box
    if box is None:
        return
    if box.kind != "surface":
        name = "Boat" if box.kind == "submarine" else "Raiders"
        signs = "ss" if box.kind == "submarine" else "air-at"
        attackers, ships = len(box.attackers), len(box.ships)
        state = combat_note(data, box)
        yield Board("combat-attackers", name, BOX, box.cell, attackers, box.attacker, signs, state, COMBAT, battle=True)
        yield Board(
            "combat-ships", "Under attack", BOX, box.cell, ships, box.attacker.enemy, "group", "", COMBAT, battle=True
        )
        return
    for side in Side:
        mine = known.pieces[side]
        for name, title in RANGES.items():
            count = sum(where == name for unit, where in box.ships.items() if unit in mine)
            yield Board(
                name=f"combat-{side}-{name}",
                title=title,
                geometry=BOX,
                at=box.cell,
                count=count,
                side=side,
                sign="task-force",
                note=combat_note(data, box),
                group=COMBAT,
                battle=True,
            )


def combat_note(data: Data, box: CombatBox) -> str:
    """What can be said of a combat as a whole: its round, how a boat attacks, and the chits that lie open."""
    notes = []
    if box.round:
        notes.append(f"round {box.round} of {data.tables.ranges.rounds}")
    if box.kind == "submarine":
        notes.append("surfaced" if box.surfaced else "submerged")
    if box.played:
        notes.append(f"played: {listed([data.chits[name].name for name in box.played], len(box.played))}")
    return ", ".join(notes)


def force_boxes(data: Data, known: State, side: Side) -> Iterator[Board]:
    """NK 10.1, 10.2: what sails under each marker, for its owner."""
    for key, force in known.markers[side].items():
        units = [piece for piece in members(known, side, key) if not is_waiting(piece)]
        if units:
            cell = units[0].at
            note = tally(data, units)
            if key in known.bound:
                note += f"; must go to {known.bound[key]}"
            for piece in units:
                if piece.id in known.bound:
                    note += f"; {data.counters[piece.id].name} must go to {known.bound[piece.id]}"
            yield Board(f"force-{key}", force.name, BOX, cell, len(units), side, sign_of(data, units), note, FORCES)


def wings(data: Data, known: State, side: Side) -> Iterator[Board]:
    """NK 9: bases and carrier, with what is available there."""
    homes: dict[str, list[Piece]] = {}
    for piece in aircraft(known, data, side):
        if not is_waiting(piece):
            homes.setdefault(piece.at, []).append(piece)
    for at, units in homes.items():
        name = data.bases.get(at) or data.counters[at].name
        cell = at if on_map(units[0]) else known.pieces[side][at].at
        yield Board(f"base-{at}", name, BOX, cell, len(units), side, "air-at", readiness(data, units), AIR)


def readiness(data: Data, home: Iterable[Piece]) -> str:
    """What the aircraft of a base are at: ready, on a mission, resting.

    >>> from barents.games.nordkapp.data import data
    >>> planes = [Piece("ju-88-1", "1009"), Piece("ju-88-2", "1009", resting=True), Piece("bv-138-1", "1009")]
    >>> readiness(data(None), planes)
    '1 Ju 88 + 1 Bv 138 ready, 1 Ju 88 resting'
    """
    states: dict[str, Counter[str]] = {
        state: Counter() for state in ("ready", "searching", "covering", "flown", "resting")
    }
    for piece in home:
        states[errand(piece)][model(data.counters[piece.id].name)] += 1
    parts = [
        f"{' + '.join(f'{count} {name}' for name, count in names.items())} {state}"
        for state, names in states.items()
        if names
    ]
    return ", ".join(parts)


def errand(piece: Piece) -> str:
    """What an air unit is at."""
    if piece.resting:
        return "resting"
    if piece.search:
        return "searching"
    if piece.covers:
        return "covering"
    return "flown" if piece.flew else "ready"


def to_come(data: Data, known: State, side: Side) -> Iterator[Board]:
    """NK 13: forces that are still outside."""
    waiting: dict[str, list[Piece]] = {}
    for piece in known.pieces[side].values():
        if is_waiting(piece) and not is_lost(piece):
            waiting.setdefault(piece.at, []).append(piece)
    for at, units in waiting.items():
        force = scenario_force(data, known, at)
        if force.kind in ("submarines", "air"):
            note = "not set up yet"
        elif force.entry_turn:
            note = f"enters on turn {force.entry_turn}"
        else:
            note = "may come out" if may_come_out(known, data) else "waits until a convoy has been found"
        yield Board(board_of(at), force.name, BOX, "", len(units), side, sign_of(data, units), note, OUTSIDE)


def chits(data: Data, known: State, side: Side) -> Iterator[Board]:
    """NK 7.3: the event chits that a side holds."""
    held = known.hand[side]
    if held:
        names = listed([data.chits[name].name for name in held])
        yield Board(f"chits-{side}", "In hand", BOX, "", len(held), side, "decoy", names, CHITS)


def board_of(place: str) -> str:
    """The board of a force that waits.

    >>> board_of("waiting:pq17")
    'waiting-pq17'
    """
    return place.replace(WAITING, "waiting-")
