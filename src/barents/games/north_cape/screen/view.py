"""North Cape on screen: the chart and the boards beside it, the counters, the tracks and the clock."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, get_args

from barents.games.north_cape.data import CARRIER, UNLIMITED, Counter, Data
from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.names import model, so_many
from barents.games.north_cape.rules.campaign import totals
from barents.games.north_cape.rules.groups import box_counts
from barents.games.north_cape.rules.movement import base_hex
from barents.games.north_cape.rules.pieces import Factor, factor, flight, is_submerged, left, on_map, speed
from barents.games.north_cape.rules.sight import DEEDS
from barents.games.north_cape.screen.campaign_view import sheets
from barents.games.north_cape.screen.cards import stripe
from barents.games.north_cape.screen.clock import clock
from barents.games.north_cape.screen.contacts import sightings
from barents.games.north_cape.screen.displays import GLYPHS, board_of, displays
from barents.games.north_cape.screen.phrases import label
from barents.games.north_cape.screen.trails import hexes_a_turn, in_words, trails
from barents.games.north_cape.solitaire.view import group_boards, on_the_chart
from barents.games.north_cape.state import (
    GONE,
    LOST,
    NOT_AVAILABLE,
    POOL,
    REMOVED,
    RESERVE,
    SAFE,
    WAITING,
    Piece,
    State,
)
from barents.kernel.events import Fact
from barents.kernel.payloads import ChartState
from barents.kernel.sides import Observer, Side
from barents.kernel.view import Band, Board, Hits, PieceView, Ring, Situation, Track

MISSING = "–"
LETTERS = {"SUB": "SS", "MERC": "MT"}


def view(data: Data, known: State, observer: Observer) -> Situation:
    """Boards and pieces from what is known."""
    pieces = []
    moves = {side: hexes_a_turn(known, side) for side in Side}
    for side in Side:
        for piece in known.pieces[side].values():
            where = _where(piece, side)
            if where is None:
                continue
            if piece.id in data.counters:
                pieces.append(piece_view(data, known, observer, side, piece, where))
            else:
                pieces.append(_unknown(data, known, side, piece, moves[side].get(piece.at)))
    chart = Board("map", "The Barents Sea", "north-cape", payload=chart_state(data, known))
    return Situation(
        boards=(chart, *displays(data, known, observer), *group_boards(data, known)),
        pieces=tuple(pieces),
        clock=clock(data, known),
        sightings=sightings(data, known, observer, pieces),
        trails=trails(known, moves),
        tracks=_tracks(data, known, observer),
        sheets=tuple(sheets(data, known)),
    )


def chart_state(data: Data, known: State) -> ChartState:
    """What of the chart is in force: the season's ice, zones by their tags, and hexes where patrols were announced."""
    zones = [zone for zone in (f"berg_{known.ice}", "soviet_limit") if zone in data.map.zones]
    zones += [limit.not_in for limit in data.scenarios[known.scenario].limits]
    stations = sorted({cell for cells in known.stations.values() for cell in cells})
    return ChartState(ice=known.ice, zones=tuple(zones), marks={"stations": tuple(stations)})


def _tracks(data: Data, known: State, observer: Observer) -> tuple[Track, ...]:
    total = totals(known)
    tracks = [
        Track(f"points-{side}", f"{side.capitalize()} points", points, side=side, kind="points")
        for side, points in total.items()
    ]
    difference = total[Side.AXIS] - total[Side.ALLIED]
    scenarios = 1 if known.campaign is None else len(data.campaign.operations)
    tracks.append(Track("difference", "German less Allied", difference, kind="scale", bands=bands(data, scenarios)))
    skies = get_args(Weather)
    tracks.append(Track("weather", "Weather", 1 + skies.index(known.weather), len(skies)))
    if known.options.solitaire:
        return tuple(tracks)
    counts = known.boxes or box_counts(known)
    for number in range(1, data.pools.group_markers + 1):
        tracks.append(Track(f"box-{number}", f"Box {number}", counts.get(number, 0), side=Side.ALLIED))
    side = observer.side
    if side is not None:
        pool = [p for p in known.pieces[side].values() if p.at == POOL and data.counters[p.id].is_decoy]
        tracks.append(Track("decoys", "Decoys in hand", len(pool), side=side))
    return tuple(tracks)


def bands(data: Data, scenarios: int = 1) -> tuple[Band, ...]:
    """NC 10.0: the levels of victory on the scale of German less Allied points; a tie is German.

    >>> from barents.games.north_cape.data import data
    >>> [(band.words, band.upto) for band in bands(data(None))][1:4]
    [('Clear Allied victory', -19), ('Close Allied victory', 0), ('Close German victory', 20)]
    """
    clear, crushing = (
        scenarios * margin for margin in (data.tables.levels.clear_from, data.tables.levels.crushing_from)
    )
    return (
        Band("Crushing Allied victory", 1 - crushing, Side.ALLIED),
        Band("Clear Allied victory", 1 - clear, Side.ALLIED),
        Band("Close Allied victory", 0, Side.ALLIED),
        Band("Close German victory", clear, Side.AXIS),
        Band("Clear German victory", crushing, Side.AXIS),
        Band("Crushing German victory", None, Side.AXIS),
    )


# Pieces


def _where(piece: Piece, side: Side) -> tuple[str, str] | None:
    """The board and cell of a piece; None for one that is on no board."""
    if piece.at in (LOST, SAFE, POOL, RESERVE, REMOVED, GONE):
        return None
    if piece.at == NOT_AVAILABLE:
        return f"{NOT_AVAILABLE}-{side}", f"{NOT_AVAILABLE}-{side}"
    if piece.box:
        return f"box-{piece.box}", f"box-{piece.box}"
    if piece.at.startswith(WAITING):
        return board_of(piece.at), piece.at
    return "map", piece.at


def _unknown(data: Data, known: State, side: Side, piece: Piece, moved: dict[int, int] | None) -> PieceView:
    """What stands for face-down pieces: their markers, how far they were seen to move, in solitaire their groups."""
    groups = on_the_chart(known, piece.at) if side is Side.ALLIED else ""
    return PieceView(
        id=piece.id,
        board="map",
        cell=piece.at,
        side=side,
        kind="unknown",
        label=groups or label(data, piece.id),
        short="?",
        face_down=True,
        badges=tuple(known.marks.get(piece.id, ())),
        card={} if moved is None else {"seen": in_words(moved)},
    )


def piece_view(
    data: Data, known: State, observer: Observer, side: Side, piece: Piece, where: tuple[str, str]
) -> PieceView:
    """A piece as the observer sees it."""
    about = data.counters[piece.id]
    face = printed(data, piece.id, piece.damage)
    board, cell = where
    identified = piece.id in known.notebook[side.enemy].identified
    return PieceView(
        id=piece.id,
        board=board,
        cell=cell,
        side=side,
        kind="ss-submerged" if is_submerged(data, piece) else GLYPHS[about.type],
        label=about.name,
        short=LETTERS.get(about.type, about.type),
        face_down=not identified and on_map(piece),
        badges=_badges(piece),
        card=_card(data, piece, face.facts),
        nation=face.nation,
        factors=face.factors,
        move=face.move,
        hits=face.hits,
        rings=_rings(data, known, piece, about) if about.is_air else (),
        ship=piece.id if face.hits is not None else "",
        force=piece.convoy,
    )


class Face(NamedTuple):
    """What is printed on a counter, and what it says in words."""

    nation: str
    factors: tuple[str, ...] = ()
    move: str = ""
    hits: Hits | None = None
    facts: dict[str, Fact] = {}


@cache
def printed(data: Data, name: str, damage: int) -> Face:
    """A counter's face: its factors are halved by damage (NC 2.4), and a missing one is a dash."""
    about, piece = data.counters[name], Piece(name, "", damage=damage)
    nation = stripe(about)
    if about.is_decoy or about.is_group:
        return Face(nation)
    names: tuple[Factor, ...] = ("gun", "torp", "aa")
    if about.is_air:
        names = ("surface", "air")
    elif about.is_sub:
        names = ("torp", "aa")
    factors = tuple(str(factor(data, piece, factor_name) or MISSING) for factor_name in names)
    move = "U" if about.is_air and about.range == UNLIMITED else str(speed(data, piece))
    return Face(nation, factors, move, Hits(damage, about.dmg), _facts(data, piece, about))


def _facts(data: Data, piece: Piece, about: Counter) -> dict[str, Fact]:
    """The factors of a counter in words; what it has not is not mentioned."""
    facts: dict[str, Fact] = {}
    if about.is_air:
        facts["against ships"] = factor(data, piece, "surface")
        facts["in the air"] = factor(data, piece, "air")
        facts["attacks aircraft"] = "yes" if about.red else ""
        facts["torpedo"] = factor(data, piece, "torp")
        facts["range"] = "unlimited" if about.range == UNLIMITED else speed(data, piece)
    else:
        facts["gunfire"] = factor(data, piece, "gun")
        facts["torpedo"] = factor(data, piece, "torp")
        facts["anti-aircraft"] = factor(data, piece, "aa")
        facts["guards the whole hex"] = "yes" if about.hexaa else ""
        facts["hunts submarines"] = "yes" if about.asw else ""
        facts["move"] = speed(data, piece)
    facts["hits"] = f"{piece.damage} of {about.dmg}"
    return {what: fact for what, fact in facts.items() if fact}


def _card(data: Data, piece: Piece, facts: dict[str, Fact]) -> dict[str, Fact]:
    """The facts of a counter, and those of the moment."""
    if not facts or not (piece.base or piece.spent or piece.ace or piece.used):
        return facts
    now = dict(facts)
    if piece.base:
        now["base"] = label(data, CARRIER) if piece.base == CARRIER else data.base_names.get(piece.base, piece.base)
    if piece.spent:
        now["move"] = f"{left(data, piece)} of {facts['move']} left"
    if piece.ace:
        now["captain"] = f"{piece.ace}, ace"
    if piece.used:
        now["this turn"] = ", ".join(deed for bit, deed in DEEDS.items() if piece.used & bit)
    return now


def _rings(data: Data, known: State, piece: Piece, about: Counter) -> tuple[Ring, ...]:
    """NC 5.3, NC 5.4: how far an aircraft may be from its base today, where the observer knows its base."""
    reach = flight(data, known, piece)
    if not piece.base or reach >= UNLIMITED or not on_map(piece) or known.weather == "storm":
        return ()
    home = data.counters[CARRIER].name if piece.base == CARRIER else data.base_names.get(piece.base, piece.base)
    return (Ring(base_hex(known, piece), reach, f"{model(about.name)} from {home}, {so_many(reach, 'hex', 'hexes')}"),)


def _badges(piece: Piece) -> tuple[str, ...]:
    badges = []
    if piece.damage:
        badges.append(f"damage {piece.damage}")
    if piece.surfaced:
        badges.append("surfaced")
    if piece.ace:
        badges.append("ace")
    if piece.on_patrol:
        badges.append("patrol")
    if piece.recon:
        badges.append("reconnoitred")
    if piece.halted:
        badges.append("halted")
    if piece.at == NOT_AVAILABLE:
        badges.append("not available")
    return tuple(badges)
