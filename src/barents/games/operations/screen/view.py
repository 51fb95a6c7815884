"""An operation on screen: a side's own fleets, boats and aircraft, the enemy as reports, and the boards beside."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

import msgspec

from barents.games.operations.air.squadrons import deck_room
from barents.games.operations.battle.tactics import standing
from barents.games.operations.data import Data
from barents.games.operations.fights import Battle
from barents.games.operations.names import (
    GLYPHS,
    RANK,
    SHORT,
    STRIPES,
    TYPES,
    contact_sign,
    contact_speed,
    held_by,
    many,
    place,
    plane_sign,
    reported,
    sign_of,
    tally,
)
from barents.games.operations.orders import division_name
from barents.games.operations.rules.setup import WAITING
from barents.games.operations.rules.units import (
    base_of,
    boats_at_sea,
    guns,
    has_low_fuel,
    is_out_of_fuel,
    is_worn,
    left,
    ships_of,
    slowest,
    speed,
    transports,
    tubes,
    type_of,
)
from barents.games.operations.screen.battle_board import BATTLE_BOARD, looked_back
from barents.games.operations.screen.clock import (
    BANDS,
    clock,
    headline,
    hours_in_words,
    level_effects,
    light_now,
    spell_in_words,
)
from barents.games.operations.screen.displays import (
    HUNT,
    RAID_AIR,
    RAID_SHIPS,
    SIEGE_SHIPS,
    SIEGE_TARGETS,
    box_of,
    displays,
    errand,
    home_of,
    orders_in_words,
    raid_now,
    sees,
)
from barents.games.operations.screen.phrases import called, label
from barents.games.operations.screen.score import tracks
from barents.games.operations.screen.sheets import KEPT, fuel_in_words, sheet_name, sheets, sheets_of, state_in_words
from barents.games.operations.state import Boat, Fleet, Region, Ship, Squadron, State
from barents.kernel.contacts import Report, contacts
from barents.kernel.events import Fact
from barents.kernel.payloads import ChartState, LightBand, RegionWeather
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Board, Held, Hits, PieceView, Ring, SightingView, Situation, Trail

MISSING = "–"
TURNS_REMEMBERED = 12
SUBMARINE = "a submarine"
REPORTS = (
    "zone and size class, may be one class off",
    "zone, number ±2, merchants or heavy ships",
    "types, number, last course",
)


def view(data: Data, known: State, observer: Observer) -> Situation:
    """Boards and pieces from what is known."""
    chart = Board("map", "From Iceland to Novaya Zemlya", "operations", payload=chart_state(data, known, observer))
    return Situation(
        boards=(chart, *displays(data, known, observer)),
        pieces=tuple(_pieces(data, known, observer)),
        clock=clock(data, known),
        sightings=_sightings(data, known, observer),
        trails=tuple(_trails(data, known, observer)),
        tracks=tracks(data, known, observer),
        sheets=tuple(sheets(data, known, observer)),
    )


def chart_state(data: Data, known: State, observer: Observer) -> ChartState:
    """What of the chart is in force: the month's ice, weather and light, battles, and for a side what it searches.

    Limits bind single fleets, whose plots show them, so that no zone is drawn. `fields` are one's own mines.
    """
    light = data.tables.light
    ends = (light.middle_from, light.middle_to, None)
    marks = {
        "fights": tuple(meeting.zone for meeting in known.battles)
        + ((known.battle.zone,) if known.battle is not None else ())
    }
    searched: list[str] = []
    for side in Side:
        if sees(observer, side):
            desk = known.desks[side]
            centres = [step.centre for step in desk.air.values() if step.sortie == "search" and step.centre]
            searched += dict.fromkeys((*centres, *desk.scouting.values()))
            marks["fields"] = (*marks.get("fields", ()), *desk.fields)
            if desk.bases:
                marks["base"] = tuple(desk.bases)
    return ChartState(
        ice=str(known.month),
        zones=(),
        bands=tuple(
            LightBand(light_now(data, known, band), hours_in_words(data, known.month, band), upto)
            for band, upto in zip(BANDS, ends, strict=True)
        ),
        weather=tuple(
            _weather(data, known, region) for region in data.tables.weather.regions if region in known.weather
        ),
        reports=REPORTS,
        recon=tuple(searched),
        marks=marks,
    )


def _weather(data: Data, known: State, region: Region) -> RegionWeather:
    """A region's sky, the effect that counts most, how long it lasts and what else it does."""
    level = known.weather[region].level
    name = data.effect(level).name
    more = (spell_in_words(data, known, region), *level_effects(data, level))
    return RegionWeather(region, name.lower(), f"{region} · {name}", headline(data, level), more)


def _sightings(data: Data, known: State, observer: Observer) -> tuple[SightingView, ...]:
    """OP-SEARCH-l1 to -l3: the reports that a side has, with what they are worth; and submarines that it saw."""
    side = observer.side
    if side is None:
        return ()
    reports = [
        Report(
            contact.zone,
            contact.turn,
            contact.source,
            held_by(contact),
            words="" if contact.types and not contact.course else reported(contact),
            kind=contact_sign(contact),
            reach=contact_speed(data, contact),
            level=contact.level,
            course=contact.course,
            key=contact.key,
        )
        for contact in known.desks[side].contacts.values()
    ]
    # Reports are of fleets, each by its number, so that those of one zone are not of one fleet.
    found = [contact for report in reports for contact in contacts([report], side.enemy, known.turn)]
    moves = max(row.moves for row in data.boat_classes.values() if row.side is side.enemy)
    boats = [
        Report(seen.cell, seen.turn, seen.source, (Held("ss", seen.what, 1),), reach=moves, level=1)
        for seen in known.notebook[side].sightings
        if seen.what == SUBMARINE and known.turn - seen.turn < TURNS_REMEMBERED
    ]
    return (*found, *contacts(boats, side.enemy, known.turn))


def _trails(data: Data, known: State, observer: Observer) -> Iterator[Trail]:
    """Where a side's own fleets have been this turn, and where their plots lead, with the turns."""
    for side in Side:
        if not sees(observer, side):
            continue
        for fleet in known.desks[side].fleets.values():
            if len(fleet.track) > 1:
                yield Trail(side, fleet.name, tuple((0, zone) for zone in fleet.track))
            if fleet.plot:
                first = max(known.turn, fleet.sails)
                steps = enumerate(fleet.plot)
                ahead = tuple((first + number // max(1, fleet.pace), zone) for number, zone in steps)
                yield Trail(side, fleet.name, ((0, fleet.at), *ahead), planned=True)


# Pieces


def _pieces(data: Data, known: State, observer: Observer) -> Iterator[PieceView]:
    """A side's fleets and boats on the map, ships and aircraft in their boxes, and what is in a fight."""
    raid, hunt = raid_now(known), known.hunt
    flying = (*raid.bombers, *raid.escorts) if raid is not None else ()
    for side in Side:
        desk = known.desks[side]
        if sees(observer, side):
            for fleet in desk.fleets.values():
                yield fleet_view(data, known, side, fleet)
                for ship in ships_of(desk, fleet.key):
                    if ship.key not in desk.fleets:  # a fleet may bear a ship's name; then its piece stands for both
                        yield ship_view(data, known, side, ship, box_of(fleet))
            for boat in desk.boats.values():
                if boat.at == WAITING or boat in boats_at_sea(desk):
                    yield boat_view(data, known, side, boat)
            for step in desk.air.values():
                if step.key not in flying and (step.base not in desk.ships or desk.ships[step.base].fleet):
                    yield squadron_view(data, known, side, step, home_of(step))
        elif hunt is not None and hunt.side is side.enemy:
            yield from _seen(data, known, side, hunt.ships, HUNT)
        elif raid is not None and raid.side is side.enemy:
            yield from _seen(data, known, side, raid.ships, RAID_SHIPS)
        elif (siege := known.siege) is not None:
            off = siege.side is side
            keys, board = (siege.ships, SIEGE_SHIPS) if off else (siege.targets, SIEGE_TARGETS)
            yield from _seen(data, known, side, keys, board)
    if raid is not None:
        for key in flying:
            raider = known.desks[raid.side].air.get(key) or Squadron(key, key.partition("/")[0], "")
            yield squadron_view(data, known, raid.side, raider, RAID_AIR)
    fight = known if known.battle is not None else looked_back(data, known)
    if fight is not None and fight.battle is not None:
        yield from _fighters(data, fight, fight.battle)


def _seen(data: Data, known: State, side: Side, keys: list[str], board: str) -> Iterator[PieceView]:
    """Enemy ships under attack, as the attacker sees them."""
    for key in keys:
        if (ship := known.desks[side].ships.get(key)) is not None:
            yield ship_view(data, known, side, ship, board, enemy=True)


def lead_of(data: Data, ships: list[Ship]) -> Ship | None:
    """The ship whose silhouette stands for a fleet."""
    return min(ships, key=lambda ship: RANK.index(type_of(data, ship).type), default=None)


def fleet_view(data: Data, known: State, side: Side, fleet: Fleet) -> PieceView:
    """A fleet on the map, for its owner: the largest ship's silhouette and guns, merchants by their number."""
    ships = ships_of(known.desks[side], fleet.key)
    lead, merchants = lead_of(data, ships), len(transports(data, ships))
    zones = min(slowest(data, ships), data.tables.movement.most_zones)
    card: dict[str, Fact] = {
        "ships": tally(data, ships),
        "orders": orders_in_words(data, known, side, fleet),
        "zones a turn": zones,
    }
    tanks = [ship for ship in ships if type_of(data, ship).fuel is not None]
    if tanks:
        least = min(tanks, key=lambda ship: ship.fuel)
        card["least fuel"] = f"{fuel_in_words(data, least.fuel)} boxes, {least.name or least.key}"
    if fleet.docked and (port := data.port_at(fleet.at)) is not None:
        card["in port"] = port.name
    return PieceView(
        id=fleet.key,
        board="map",
        cell=fleet.at,
        side=side,
        kind=sign_of(data, ships),
        label=fleet.name,
        short="MT" if merchants else "" if len(ships) == 1 else "TF",
        badges=_fleet_badges(data, fleet, ships),
        card=card,
        nation=STRIPES[type_of(data, lead).nation] if lead is not None else "",
        factors=(str(merchants),) if merchants else _guns(data, lead) if lead is not None else (),
        move=str(zones),
        ship=ships[0].key if len(ships) == 1 else "",
        sheets=sheets_of(data, fleet, ships),
    )


def _fleet_badges(data: Data, fleet: Fleet, ships: list[Ship]) -> tuple[str, ...]:
    found = [
        ("in port", fleet.docked),
        ("halted", fleet.engaged),
        ("burning", any(ship.fire for ship in ships)),
        ("low fuel", any(has_low_fuel(data, ship) for ship in ships)),
        ("straggler", bool(fleet.of)),
    ]
    return tuple(words for words, yes in found if yes)


def _guns(data: Data, ship: Ship) -> tuple[str, ...]:
    """Primary, secondary and tertiary guns of a ship as they are now; what she never had is a dash."""
    return tuple(
        str(guns(data, ship, battery) or MISSING)
        for battery in ("primary", "secondary", "tertiary")
        if type_of(data, ship).guns(battery) or battery == "tertiary"
    )


def ship_view(
    data: Data, known: State, side: Side, ship: Ship, board: str, cell: str = "", *, enemy: bool = False
) -> PieceView:
    """A ship in the box of her fleet, or as an enemy sees her: then neither damage nor fuel is known."""
    seen = _face(data, known.year, side, msgspec.msgpack.encode(ship), enemy)
    return msgspec.structs.replace(seen, board=board, cell=cell or board)


@lru_cache(maxsize=KEPT)
def _face(data: Data, year: int, side: Side, written: bytes, enemy: bool) -> PieceView:
    """A ship's counter and card as she is; they are made once, and laid wherever she is."""
    ship = msgspec.msgpack.decode(written, type=Ship)
    about = type_of(data, ship)
    return PieceView(
        id=ship.key,
        board="",
        cell="",
        side=side,
        kind=GLYPHS[about.type],
        label=ship.name or label(data, ship.key),
        short=SHORT.get(about.type, about.type),
        badges=("burning",) if enemy and ship.fire else () if enemy else ship_badges(data, ship),
        card=_enemy_card(data, ship) if enemy else ship_card(data, year, ship),
        nation=STRIPES[about.nation],
        factors=_guns(data, ship),
        move=str(about.speed if enemy else speed(data, ship)),
        hits=None if enemy else Hits(ship.lost.get("hull", 0), about.hull),
        ship=ship.key,
        sheets=() if enemy or about.is_transport else (sheet_name(ship.key),),
    )


def ship_badges(data: Data, ship: Ship) -> tuple[str, ...]:
    """What is the matter with a ship, in a word each."""
    found = [
        ("burning", ship.fire),
        ("steering", ship.steering),
        ("engines", ship.failed),
        ("aground", ship.aground),
        ("in dock", ship.held),
        ("worn", is_worn(data, ship)),
        ("no fuel", is_out_of_fuel(data, ship)),
        ("low fuel", has_low_fuel(data, ship) and not is_out_of_fuel(data, ship)),
    ]
    return tuple(words for words, yes in found if yes)


def ship_card(data: Data, year: int, ship: Ship) -> dict[str, Fact]:
    """A ship's values now, in words; what she has not is not mentioned."""
    about = type_of(data, ship)
    facts: dict[str, Fact] = {
        "type": TYPES[about.type],
        "primary guns": guns(data, ship, "primary"),
        "secondary guns": guns(data, ship, "secondary"),
        "tertiary guns": guns(data, ship, "tertiary"),
        "torpedoes": tubes(data, ship),
        "anti-aircraft": left(data, ship, "aa"),
        "against submarines": about.asw,
        "radar": about.radar_in(year),
        "hull": f"{left(data, ship, 'hull')} of {about.hull}",
        "fuel": f"{fuel_in_words(data, ship.fuel)} of {about.fuel}" if about.fuel is not None else "",
        "state": "; ".join(state_in_words(data, ship)),
    }
    return {what: fact for what, fact in facts.items() if fact}


def _enemy_card(data: Data, ship: Ship) -> dict[str, Fact]:
    seen: dict[str, Fact] = {"type": TYPES[type_of(data, ship).type]}
    return seen | ({"seen": "burning"} if ship.fire else {})


def boat_view(data: Data, known: State, side: Side, boat: Boat) -> PieceView:
    """OP-SUB: a submarine, for her owner."""
    row = data.boat_classes[boat.type]
    waiting = boat.at == WAITING
    badges = [("shadowing", bool(boat.shadows)), ("no torpedoes", boat.attacks >= row.load)]
    quiet = f"no contact before turn {boat.quiet}" if boat.quiet > known.turn else ""
    card: dict[str, Fact] = {
        "class": row.name,
        "torpedo dice": row.factor,
        "attacks left": f"{max(0, row.load - boat.attacks)} of {row.load}",
        "moves": many(row.moves, "zone"),
        "points": row.vp,
    }
    if not waiting:
        card["orders"] = _boat_orders(data, known, boat)
    board = f"boats-{side}" if waiting else "map"
    return PieceView(
        id=boat.key,
        board=board,
        cell=board if waiting else boat.at,
        side=side,
        kind="ss",
        label=boat.name or label(data, boat.key),
        short="SS",
        badges=tuple(words for words, yes in badges if yes),
        card=card | ({"this turn": quiet} if quiet else {}),
        nation=STRIPES[row.nation],
        factors=(str(row.factor),),
        move=str(row.moves),
        ship=boat.key,
    )


def _boat_orders(data: Data, known: State, boat: Boat) -> str:
    """What a boat at sea is about."""
    where = place(data, boat.at)
    if boat.attacks >= data.boat_classes[boat.type].load:
        return f"in {where}, no torpedoes"
    if boat.shadows:
        return f"shadows the enemy in {where}"
    return f"in {where}, kept down" if boat.held else f"waits in {where}"


@cache
def _air_factors(data: Data, type: str) -> tuple[str, ...]:
    about = data.air_types[type]
    return tuple(str(value or MISSING) for value in (about.air, about.bombs, about.torpedoes))


def squadron_view(data: Data, known: State, side: Side, step: Squadron, board: str) -> PieceView:
    """OP-AIR-step: a step of aircraft at its base, or in a raid."""
    about = data.air_types[step.type]
    card: dict[str, Fact] = {
        "type": about.name,
        "air combat": about.air,
        "bombs": f"{about.bombs}, {about.bomb_class}" if about.bombs else "",
        "torpedoes": about.torpedoes,
        "radius": about.radius,
    }
    badges: tuple[str, ...] = ()
    rings: tuple[Ring, ...] = ()
    if board == home_of(step):
        state = errand(data, known, step)
        badges = () if state == "ready" else (state,)
        where = f", around {called(data, known, step.centre)}" if step.centre else ""
        card["this turn"] = state + where
        home, zone = known.desks[side].ships.get(step.base), base_of(known, side, step)
        if home is not None:
            card["deck"] = f"{max(0, deck_room(data, known.desks[side], step.base))} more may fly this turn"
        name = home.name if home is not None else place(data, zone)
        rings = (Ring(zone, about.radius, f"{about.name} from {name}, {about.radius} zones"),)
    return PieceView(
        id=step.key,
        board=board,
        cell=board,
        side=side,
        kind=plane_sign(about),
        label=label(data, step.key),
        short="",
        badges=badges,
        card={what: fact for what, fact in card.items() if fact},
        nation={"luftwaffe": "german", "us-navy": "american", "soviet": "soviet"}.get(about.service, "british"),
        factors=_air_factors(data, step.type),
        move=str(about.radius),
        rings=rings,
        ship=step.type,
    )


# The battle track


def _fighters(data: Data, known: State, battle: Battle) -> Iterator[PieceView]:
    """OP-TAC-rounds: the ships on the track by their numbers; those that nobody has recognised are backs."""
    for side in Side:
        for division in standing(battle, side):
            for name in division.ships:
                yield fighter_view(data, known, side, name, division.key, str(division.cell))


def fighter_view(data: Data, known: State, side: Side, name: str, division: str, cell: str) -> PieceView:
    """A ship of a battle: her owner knows all of her, the enemy what he recognised."""
    key = known.battle.ships[name].ship if known.battle is not None else ""
    ship = known.desks[side].ships.get(key) if key else None
    card: dict[str, Fact] = {"division": division_name(division)}
    if ship is None:
        return PieceView(name, BATTLE_BOARD, cell, side, "task-force", name.upper(), face_down=True, card=card)
    enemy = ship.fleet == ""
    seen = ship_view(data, known, side, ship, BATTLE_BOARD, cell, enemy=enemy)
    return PieceView(
        id=name,
        board=BATTLE_BOARD,
        cell=cell,
        side=side,
        kind=seen.kind,
        label=f"{name.upper()} {seen.label}",
        short=seen.short,
        badges=seen.badges,
        card=card | seen.card,
        nation=seen.nation,
        factors=seen.factors,
        move=seen.move,
        hits=seen.hits,
        ship=seen.ship,
    )
