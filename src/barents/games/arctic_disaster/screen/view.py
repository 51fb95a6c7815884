"""Arctic Disaster on screen: the map with markers of both sides, and the boards beside it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from barents.games.arctic_disaster.data import CONVOY, TIRPITZ, Data
from barents.games.arctic_disaster.names import GLYPHS, TYPES, sign_of, stripe_of, tally
from barents.games.arctic_disaster.rules.submarines import boat_name, command_of, is_dummy, is_of_the_convoy
from barents.games.arctic_disaster.rules.units import (
    aa,
    allowance,
    has_torpedoes,
    in_force,
    main_guns,
    move,
    secondary_guns,
)
from barents.games.arctic_disaster.rules.victory import (
    ALLIED,
    DRAW,
    GERMAN,
    MAJOR_ALLIED,
    MAJOR_GERMAN,
    allied_points,
    german_points,
)
from barents.games.arctic_disaster.screen.air_boards import AIR_BOARD, CONVOY_BOARD
from barents.games.arctic_disaster.screen.clock import clock
from barents.games.arctic_disaster.screen.contacts import sightings
from barents.games.arctic_disaster.screen.displays import SURFACE_BOARD, displays, sees
from barents.games.arctic_disaster.screen.phrases import label
from barents.games.arctic_disaster.state import HELD, Boat, Force, Ship, State, Wing
from barents.kernel.events import Fact
from barents.kernel.payloads import ChartState
from barents.kernel.sides import ADJECTIVES, Observer, Side
from barents.kernel.view import Band, Board, Hits, PieceView, Sheet, Situation, Track

MISSING = "–"
ROSTER_FROM = 3  # ships of so many hits have a line of their own in the roster
BASES = {"west": "the west edge", "murmansk": "Murmansk", "norway": "Norway"}


def view(data: Data, known: State, observer: Observer) -> Situation:
    """Boards and pieces from what is known."""
    chart = Board("map", "The Arctic Ocean", "arctic-disaster", payload=chart_state(known))
    pieces = tuple(piece for side in Side for piece in _pieces(data, known, observer, side))
    return Situation(
        boards=(chart, *displays(data, known, observer)),
        pieces=pieces,
        clock=clock(data, known),
        sightings=sightings(data, known, observer, pieces),
        tracks=_tracks(data, known, observer),
        sheets=tuple(_sheets(data, known, observer)),
    )


def chart_state(known: State) -> ChartState:
    """What of the chart is in force: fog by zones, and where there is a fight."""
    fog = tuple(f"zone_{zone}" for zone, weather in known.weather.items() if weather == "fog")
    fights = tuple(fight.cell for fight in (known.battle, known.raid) if fight is not None)
    return ChartState(fog=fog, marks={"fights": fights})


def _tracks(data: Data, known: State, observer: Observer) -> tuple[Track, ...]:
    """AD 15: points as far as they are open, and how long Tirpitz has been out of sight, for the Germans."""
    german = german_points(known, data)
    tracks = [Track("points-axis", "German points", german, side=Side.AXIS, kind="points")]
    if not known.options.recall_tirpitz_only or TIRPITZ in known.ships[Side.AXIS]:
        allied = allied_points(known, data)
        tracks += [
            Track("points-allied", "Allied points", allied, side=Side.ALLIED, kind="points"),
            Track("net", "German less Allied", german - allied, kind="scale", bands=_bands(data)),
        ]
    if sees(observer, Side.AXIS):
        tracks.append(Track("unseen", "Turns in which Tirpitz was not seen", known.unseen, side=Side.AXIS))
    return tuple(tracks)


def _bands(data: Data) -> tuple[Band, ...]:
    """AD 15.3: the levels of victory on the scale of German less Allied points."""
    table = data.tables.victory
    return (
        Band(MAJOR_ALLIED, table.major_allied_below, Side.ALLIED),
        Band(ALLIED, table.draw_from, Side.ALLIED),
        Band(DRAW, table.german_above + 1),
        Band(GERMAN, table.major_german_above + 1, Side.AXIS),
        Band(MAJOR_GERMAN, None, Side.AXIS),
    )


# Sheets (12, 13.8)


def _sheets(data: Data, known: State, observer: Observer) -> Iterator[Sheet]:
    """The damage rosters, and for each side the attacks that its submarines have made."""
    for side in Side:
        yield from _roster(data, known, observer, side)
        if sees(observer, side):
            yield from _boat_sheet(data, known, side)


def _roster(data: Data, known: State, observer: Observer, side: Side) -> Iterator[Sheet]:
    """AD 12.0: what is left of the great ships; of the enemy's, of those that are known to be damaged."""
    rows = [
        (
            data.counters[ship.id].name,
            f"{ship.damage} of {data.counters[ship.id].hits}",
            move(data, ship),
            main_guns(data, ship),
            secondary_guns(data, ship),
            aa(data, ship),
        )
        for ship in known.ships[side].values()
        if data.counters[ship.id].hits >= ROSTER_FROM
        and ship.damage < data.counters[ship.id].hits
        and (ship.damage or sees(observer, side))
    ]
    if rows:
        head = ("Ship", "Damage", "Move", "Main", "Secondary", "Anti-aircraft")
        yield Sheet(f"roster-{side}", f"{ADJECTIVES[side]} damage roster", head, tuple(rows))


def _boat_sheet(data: Data, known: State, side: Side) -> Iterator[Sheet]:
    """AD 13.8: the attacks of each submarine."""
    rows = [
        (boat_name(data, boat.id), boat.at, f"{boat.attacks} of {command_of(data, boat.id).attacks}")
        for boat in known.boats[side].values()
        if not is_dummy(data, boat.id)
    ]
    if rows:
        yield Sheet(f"boats-{side}", f"{ADJECTIVES[side]} submarines", ("Boat", "Place", "Attacks"), tuple(rows))


# Pieces


def _pieces(data: Data, known: State, observer: Observer, side: Side) -> Iterator[PieceView]:
    """A side's pieces: markers, submarines and lone ships on the map, the others on their boards."""
    for force in known.forces[side].values():
        yield force_view(data, known, observer, side, force)
    for boat in known.boats[side].values():
        if boat.at[:1].isdigit() or (boat.at == HELD and sees(observer, side)):
            yield boat_view(data, known, observer, side, boat)
    for ship in known.ships[side].values():
        place = _place(known, observer, side, ship)
        if place is not None:
            yield ship_view(data, side, ship, place)
    for wing in known.wings[side].values():
        spot = _wing_place(data, known, observer, side, wing)
        if spot is not None:
            yield wing_view(data, known, side, wing, spot)


def force_view(data: Data, known: State, observer: Observer, side: Side, force: Force) -> PieceView:
    """AD 6.2, 10.0: a marker: its owner knows what is under it, the enemy whether it is detected, slowed, activated."""
    badges = [f"−{force.penalty}"] if force.penalty else []
    if force.detected:
        badges.append("detected")
    if force.activated:
        badges.append("activated")
    if force.key == CONVOY and known.shadow:
        badges.append("shadowed")
    if not sees(observer, side):
        name = data.markers[force.key].name if force.key in data.markers else label(data, force.key)
        return PieceView(
            id=force.key,
            board="map",
            cell=force.at,
            side=side,
            kind="mt" if force.key == CONVOY else "task-force",
            label=name,
            face_down=not force.detected,
            badges=tuple(badges),
        )
    ships = in_force(known, side, force.key)
    card: dict[str, Fact] = {"ships": "none: a dummy" if force.dummy else tally(data, ships)}
    if force.fuel:
        card["fuel"] = f"Fuel {force.fuel}"
    lead = max(ships, key=lambda ship: data.counters[ship.id].hits, default=None)
    guns = sum(main_guns(data, ship) for ship in ships)
    merchants = sum(data.counters[ship.id].is_merchant for ship in ships)
    return PieceView(
        id=force.key,
        board="map",
        cell=force.at,
        side=side,
        kind=sign_of(data, ships),
        label=data.markers[force.key].name,
        short="" if merchants else "TF" if side is Side.ALLIED else "TG",
        badges=tuple(badges),
        card=card,
        nation=stripe_of(data.counters[lead.id]) if lead is not None else "",
        factors=(f"{merchants} MT",) if merchants else (str(guns),) if ships else (),
        move=str(allowance(data, ships) if ships else data.tables.speeds.dummy),
    )


def boat_view(data: Data, known: State, observer: Observer, side: Side, boat: Boat) -> PieceView:
    """AD 13.1: a submarine marker; the enemy sees neither its name nor whether it is one, until it attacks."""
    board, cell = (f"held-{side}", f"held-{side}") if boat.at == HELD else ("map", boat.at)
    badges = ["shadows PQ-17"] if boat.id == known.shadow else []
    is_named = boat.id in data.boats or (boat.id in data.counters)
    if not is_named:
        name = f"Submarine {boat.id.rpartition('-')[2]}?"
        return PieceView(boat.id, board, cell, side, "ss", name, "SS", face_down=True, badges=tuple(badges))
    row, dummy = command_of(data, boat.id), is_dummy(data, boat.id)
    card: dict[str, Fact] = {"moves": f"{row.move} {'hex' if row.move == 1 else 'hexes'}"}
    if sees(observer, side) and not dummy:
        card["attacks made"] = f"{boat.attacks} of {row.attacks}"
    if boat.moved:
        badges.append("moved")
    return PieceView(
        id=boat.id,
        board=board,
        cell=cell,
        side=side,
        kind="dummy-sub" if dummy else "ss",
        label=boat_name(data, boat.id),
        short="" if dummy else "SS",
        badges=tuple(badges),
        card=card,
        nation={"german": "german", "allied": "british", "soviet": "soviet"}[row.command],
        factors=() if dummy else (str(row.column),),
        move=str(row.move),
        ship=boat.id if is_of_the_convoy(data, boat.id) else "",
    )


def _place(known: State, observer: Observer, side: Side, ship: Ship) -> tuple[str, str] | None:
    """The board and cell of a ship; None for one that is on no board."""
    battle, raid = known.battle, known.raid
    if battle is not None and ship.id in battle.ships:
        return SURFACE_BOARD, str(battle.ships[ship.id].area)
    if raid is not None and ship.id in raid.ships:
        return (CONVOY_BOARD if raid.target == CONVOY else AIR_BOARD), raid.ships[ship.id]
    if ship.square and (known.displayed or sees(observer, side)):
        return CONVOY_BOARD, ship.square
    if ship.force:
        return (f"force-{ship.force}", f"force-{ship.force}") if sees(observer, side) else None
    return ("map", ship.at) if ship.at[:1].isdigit() else None


class Face(NamedTuple):
    """What is printed on a counter at its level of damage, and what it says in words."""

    nation: str
    factors: tuple[str, ...]
    move: str
    hits: Hits
    facts: dict[str, Fact]


@cache
def _face(
    data: Data,
    name: str,
    damage: int,
    slower: int,
    engine: bool,
    main: bool,
    secondary: bool,
    fired: bool,
) -> Face:
    """AD 2.3.1, 12: gunnery, secondary gunnery and anti-aircraft factor now, and the movement."""
    about = data.counters[name]
    ship = Ship(
        name,
        damage=min(damage, about.hits - 1),
        slower=slower,
        engine=engine,
        main=main,
        secondary=secondary,
        fired=fired,
    )
    guns, second, flak, speed = main_guns(data, ship), secondary_guns(data, ship), aa(data, ship), move(data, ship)
    facts: dict[str, Fact] = {
        "type": TYPES[about.type],
        "main guns": f"{guns}, range {about.main_range}" if guns else "",
        "secondary guns": f"{second}, range {about.secondary_range}" if second else "",
        "torpedoes": "ready" if has_torpedoes(data, ship) else "spent" if about.torpedoes else "",
        "anti-aircraft": flak,
        "move": speed,
        "damage points": f"{damage} of {about.hits}",
    }
    factors = tuple(str(value or MISSING) for value in (guns, second, flak))
    said_of = {what: said for what, said in facts.items() if said}
    return Face(stripe_of(about), factors, str(speed), Hits(damage, about.hits), said_of)


def printed(data: Data, name: str, damage: int) -> Face:
    """A ship's counter with so much damage, and nothing else amiss."""
    return _face(data, name, damage, 0, False, False, False, False)


def ship_view(data: Data, side: Side, ship: Ship, place: tuple[str, str]) -> PieceView:
    """A ship as the observer sees it."""
    about = data.counters[ship.id]
    face = _face(data, ship.id, ship.damage, ship.slower, ship.engine, ship.main, ship.secondary, ship.fired)
    badges = [f"damage {ship.damage}"] if ship.damage else []
    badges += [word for word, yes in (("in ice", ship.ice and not ship.hidden), ("hidden", ship.hidden)) if yes]
    card = dict(face.facts)
    if ship.bound:
        card["makes for"] = BASES.get(ship.bound, ship.bound)
    board, cell = place
    return PieceView(
        id=ship.id,
        board=board,
        cell=cell,
        side=side,
        kind=GLYPHS[about.type],
        label=about.name,
        short=about.type,
        badges=tuple(badges),
        card=card,
        nation=face.nation,
        factors=face.factors,
        move=face.move,
        hits=face.hits,
        ship=ship.id,
    )


def _wing_place(data: Data, known: State, observer: Observer, side: Side, wing: Wing) -> tuple[str, str] | None:
    """The board and cell of an air unit: over what it attacks, at its airfield, or in a box of the carrier."""
    raid = known.raid
    if raid is not None and wing.id in raid.units:
        spot = raid.units[wing.id]
        square = raid.ships.get(spot) or known.wrecks.get(spot, spot)
        return (CONVOY_BOARD if raid.target == CONVOY else AIR_BOARD), square
    if side is Side.AXIS:
        formation = known.formations.get(data.air[wing.id].formation)
        return (f"base-{formation.at}", f"base-{formation.at}") if formation is not None and formation.at else None
    return (f"carrier-{wing.box}", f"carrier-{wing.box}") if sees(observer, side) else None


def wing_view(data: Data, known: State, side: Side, wing: Wing, place: tuple[str, str]) -> PieceView:
    """AD 2.3.2: an air unit, at full strength or reduced."""
    unit = data.air[wing.id]
    row = data.formations[unit.formation]
    attack = row.attack if wing.steps > 1 else row.reduced
    formation = known.formations.get(unit.formation)
    attacks = known.raid is not None and wing.id in known.raid.units
    flown = not attacks and (formation.flown if formation is not None else wing.box == "flown")
    board, cell = place
    return PieceView(
        id=wing.id,
        board=board,
        cell=cell,
        side=side,
        kind=GLYPHS[row.type],
        label=unit.name,
        short=row.type,
        badges=("flown",) if flown else (),
        card={"unit": row.name, "attack": attack, "range": row.range, "steps": f"{wing.steps} of 2"},
        nation="german" if side is Side.AXIS else "british",
        factors=(str(attack or MISSING),),
        move=str(row.range),
        hits=Hits(2 - wing.steps, 2),
    )
