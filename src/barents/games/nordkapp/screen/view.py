"""Nordkapp on screen: a side's own map with its forces, the enemy as sightings, and the boards beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from barents.atlas.cards import stripe
from barents.games.nordkapp.data import Counter, Data
from barents.games.nordkapp.knowledge.known import ALOFT
from barents.games.nordkapp.names import GLYPHS, TYPES, model, place, sign_of, tally
from barents.games.nordkapp.rules.units import (
    Factor,
    base_hex,
    factor,
    is_lost,
    is_waiting,
    members,
    merchants_under,
    on_map,
    range_of,
    speed,
)
from barents.games.nordkapp.rules.victory import ALLIED_TACTICAL, GERMAN_OPERATIONAL, GERMAN_TACTICAL
from barents.games.nordkapp.screen.clock import clock
from barents.games.nordkapp.screen.contacts import sightings
from barents.games.nordkapp.screen.displays import board_of, displays, errand, sees
from barents.games.nordkapp.state import (
    CONVOY,
    DOWN,
    MERCHANTS,
    OUT,
    SUBMARINE,
    SURFACE,
    WAITING,
    CombatBox,
    Piece,
    State,
)
from barents.kernel.events import Fact
from barents.kernel.payloads import ChartState
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Band, Board, Hits, PieceView, Ring, Situation, Track, Trail

MISSING = "–"
LETTERS = {"SUB": "SS", "MERC": "MT", "C": "F"}
SEEN = {CONVOY: "mt", MERCHANTS.removesuffix("s"): "mt", SURFACE: "task-force", SUBMARINE: "ss"}
COUNTED = re.compile(rf"(\d+) ({'|'.join(TYPES)})\b")  # "3 DD"
TURNS_REMEMBERED = 6  # a sighting older than two days says little


def view(data: Data, known: State, observer: Observer) -> Situation:
    """Boards and pieces from what is known."""
    pieces = [piece for side in Side for piece in _pieces(data, known, observer, side)]
    chart = Board("map", "The Barents Sea", "nordkapp", payload=chart_state(known, observer))
    return Situation(
        boards=(chart, *displays(data, known, observer)),
        pieces=tuple(pieces),
        clock=clock(data, known),
        sightings=sightings(data, known, observer, pieces),
        trails=tuple(_trails(known, observer)),
        tracks=_tracks(data, known),
    )


def chart_state(known: State, observer: Observer) -> ChartState:
    """What of the chart is in force: the season's ice and the growler zone; and for a side its searches.

    It is shown the hexes that its aircraft are going to search, those where it found nothing this turn, those that the
    enemy named, and where its forces must go because he was told so.
    """
    zones, side = (f"berg_{known.ice}",), observer.side
    if side is None:
        searched = sorted({cell for cells in known.searched.values() for cell in cells})
        return ChartState(ice=known.ice, zones=zones, searched=tuple(searched))
    aircraft = [cell for piece in known.pieces[side].values() for cell in piece.search]
    west = known.western if side is Side.ALLIED else []
    return ChartState(
        ice=known.ice,
        zones=zones,
        recon=() if known.searched[side] else tuple(dict.fromkeys((*aircraft, *west))),
        empty=tuple(cell for cell in known.searched[side] if cell not in known.seen[side]),
        searched=tuple(known.searched[side.enemy]),
        bound=tuple(dict.fromkeys(known.bound.values())) if side is Side.ALLIED else (),
    )


def _tracks(data: Data, known: State) -> tuple[Track, ...]:
    """NK 11: points, in halves, as far as they are known; the German's less the Allies' makes the level."""
    levels = data.scenarios[known.scenario].levels
    difference = known.points[Side.AXIS] - known.points[Side.ALLIED]
    bands = (
        Band(levels.allied_victory, levels.allied_tactical_above, Side.ALLIED),
        Band(ALLIED_TACTICAL, levels.german_tactical_from, Side.ALLIED),
        Band(GERMAN_TACTICAL, levels.german_operational_from, Side.AXIS),
        Band(GERMAN_OPERATIONAL, None, Side.AXIS),
    )
    return (
        *(
            Track(f"points-{side}", f"{side.capitalize()} points", known.points[side], side=side, kind="points")
            for side in Side
        ),
        Track("difference", "German less Allied", difference, kind="scale", bands=bands),
    )


def _trails(known: State, observer: Observer) -> Iterator[Trail]:
    """Where a side's own markers sailed last, hex by hex; the hexes of one route are no turns."""
    for side in Side:
        if not sees(observer, side):
            continue
        for marker, route in known.courses[side].items():
            cells = [cell for cell in route.split(">") if cell not in (DOWN, OUT) and not cell.startswith(WAITING)]
            if len(cells) > 1 and members(known, side, marker):
                force = known.markers[side].get(marker)
                name = force.name if force is not None else ""
                yield Trail(side, name, tuple((0, cell) for cell in cells))


# Pieces


def _pieces(data: Data, known: State, observer: Observer, side: Side) -> Iterator[PieceView]:
    """A side's pieces: force markers and lone units on the map, the others in their boxes."""
    if sees(observer, side):
        for key in known.markers[side]:
            units = [piece for piece in members(known, side, key) if on_map(piece)]
            if units:
                yield marker_view(data, known, side, key, units)
    for piece in known.pieces[side].values():
        where = _where(data, known, observer, side, piece)
        if where is not None:
            yield piece_view(data, known, side, piece, where)


def _where(data: Data, known: State, observer: Observer, side: Side, piece: Piece) -> tuple[str, str] | None:
    """The board and cell of a unit; None for one that is on no board."""
    if is_lost(piece):
        return None
    if known.box is not None and (cell := _in_combat(known.box, side, piece.id)):
        return cell, cell
    if data.counters[piece.id].is_air and not is_waiting(piece):  # an enemy's is seen only while it attacks
        return (f"base-{piece.at}", errand(piece)) if sees(observer, side) else None
    if is_waiting(piece):
        return board_of(piece.at), piece.at
    if piece.force and sees(observer, side):
        return f"force-{piece.force}", f"force-{piece.force}"
    return ("map", piece.at) if on_map(piece) else None


def _in_combat(box: CombatBox, side: Side, name: str) -> str:
    """The part of the Combat Box that a unit is in."""
    if name in box.attackers:
        return "combat-attackers"
    if name in box.ships:
        return f"combat-{side}-{box.ships[name]}" if box.kind == "surface" else "combat-ships"
    return ""


def marker_view(data: Data, known: State, side: Side, key: str, units: list[Piece]) -> PieceView:
    """NK 10.1: a force marker, for its owner."""
    force = known.markers[side][key]
    merchants = len(merchants_under(known, data, key)) if side is Side.ALLIED else 0
    card: dict[str, Fact] = {"ships": tally(data, units)}
    if key in known.bound:
        card["must go to"] = known.bound[key]
    ships = [piece for piece in units if not data.counters[piece.id].is_merchant]
    lead = max(ships or units, key=lambda piece: data.counters[piece.id].armour)
    move = data.tables.movement.convoy if merchants else min(speed(data, piece) for piece in units)
    guns = sum(factor(data, piece, "gun") for piece in units)
    return PieceView(
        id=key,
        board="map",
        cell=units[0].at,
        side=side,
        kind=sign_of(data, units),
        label=force.name,
        short="TF" if not merchants else "",
        badges=("bound",) if key in known.bound else (),
        card=card,
        nation=stripe(data.counters[lead.id]),
        factors=(str(merchants or guns),),
        move=str(move),
    )


def piece_view(data: Data, known: State, side: Side, piece: Piece, where: tuple[str, str]) -> PieceView:
    """A unit as the observer sees it."""
    about = data.counters[piece.id]
    face = printed(data, piece.id, piece.damage, piece.submerged)
    board, cell = where
    return PieceView(
        id=piece.id,
        board=board,
        cell=cell,
        side=side,
        kind="ss-submerged" if about.is_sub and piece.submerged else GLYPHS[about.type],
        label=about.name,
        short=LETTERS.get(about.type, about.type),
        badges=_badges(known, piece),
        card=_card(data, known, side, piece, face.facts),
        nation=face.nation,
        factors=face.factors,
        move=face.move,
        hits=face.hits,
        rings=_rings(data, known, piece, about) if about.is_air else (),
        ship=piece.id,
    )


class Face(NamedTuple):
    """What is printed on a counter, and what it says in words."""

    nation: str
    factors: tuple[str, ...]
    move: str
    hits: Hits
    facts: dict[str, Fact]


@cache
def printed(data: Data, name: str, damage: int, submerged: bool) -> Face:
    """A counter's face: factors are halved by damage (NK 10.3), and a missing one is a dash."""
    about, piece = data.counters[name], Piece(name, "", damage=damage, submerged=submerged)
    names: tuple[Factor, ...] = ("gun", "torp", "aa")
    if about.is_air:
        names = ("ship", "air")
    elif about.is_sub:
        names = ("torp",)
    factors = tuple(str(factor(data, piece, what) or MISSING) for what in names)
    move = str(range_of(data, piece) if about.is_air else speed(data, piece, submerged=submerged))
    return Face(stripe(about), factors, move, Hits(damage, about.armour), _facts(data, piece, about))


def _facts(data: Data, piece: Piece, about: Counter) -> dict[str, Fact]:
    """The factors of a counter in words; what it has not is not mentioned."""
    facts: dict[str, Fact]
    if about.is_air:
        facts = {
            "against ships": factor(data, piece, "ship"),
            "in the air": factor(data, piece, "air"),
            "against submarines": factor(data, piece, "asw"),
            "range": range_of(data, piece),
        }
    else:
        facts = {
            "gunnery": factor(data, piece, "gun"),
            "torpedo": factor(data, piece, "torp"),
            "anti-aircraft": factor(data, piece, "aa"),
            "against submarines": factor(data, piece, "asw"),
        }
        if about.is_sub:
            facts["surfaced"] = speed(data, piece)
            facts["submerged"] = speed(data, piece, submerged=True)
        else:
            facts["move"] = speed(data, piece)
    facts["Damage Points"] = f"{piece.damage} of {about.armour}"
    return {what: fact for what, fact in facts.items() if fact}


def _card(data: Data, known: State, side: Side, piece: Piece, facts: dict[str, Fact]) -> dict[str, Fact]:
    """The facts of a counter, and those of the moment."""
    now = dict(facts)
    if piece.search:
        now["searches"] = " and ".join(piece.search)
    if piece.covers:
        force = known.markers[side].get(piece.covers)
        now["covers"] = force.name if force is not None else place(data, piece.covers)
    if piece.resting:
        now["this turn"] = "rests"
    if piece.ace:
        now["captain"] = "an ace: draws two chits"
    if piece.driven_off:
        now["this turn"] = "driven off: stays submerged, does nothing"
    return now


def _rings(data: Data, known: State, piece: Piece, about: Counter) -> tuple[Ring, ...]:
    """NK 9: how far an air unit flies, where the observer knows its base."""
    reach = range_of(data, piece)
    if piece.resting or piece.at == ALOFT or not (base := base_hex(known, piece)):
        return ()
    home = data.bases.get(piece.at) or data.counters[piece.at].name
    return (Ring(base, reach, f"{model(about.name)} from {home}, {reach} hexes"),)


def _badges(known: State, piece: Piece) -> tuple[str, ...]:
    badges = []
    if piece.damage:
        badges.append(f"damage {piece.damage}")
    if piece.ace:
        badges.append("ace")
    if piece.resting:
        badges.append("not available")
    if piece.driven_off:
        badges.append("driven off")
    if piece.id in known.bound:
        badges.append("bound")
    return tuple(badges)
