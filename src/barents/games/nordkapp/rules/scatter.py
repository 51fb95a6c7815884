"""Chapter 13.3: the convoy is to scatter."""

from __future__ import annotations

from msgspec.structs import replace

from barents.games.nordkapp import state as s
from barents.games.nordkapp.automaton.convoys import exits as automaton_exits
from barents.games.nordkapp.automaton.convoys import is_threatened as automaton_threat
from barents.games.nordkapp.automaton.convoys import scatter_rule as automaton_rule
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.knowledge.known import is_open
from barents.games.nordkapp.rules.dispersion import roll_bearing, step_ahead
from barents.games.nordkapp.rules.movement import announce_coast, leave_map
from barents.games.nordkapp.rules.plot import exit_hexes
from barents.games.nordkapp.rules.sightings import is_sighted
from barents.games.nordkapp.rules.units import Umpire, convoys, label_of, marker_hex, members, ships_at, speed
from barents.games.nordkapp.state import Piece, State
from barents.kernel.dice import D6
from barents.kernel.game import Step
from barents.kernel.sides import EVERYONE, Audience, Side, only

HEAVY = ("CA", "BC", "BB")
ESCORTS = ("DD", "E", "CA")


def scatter_roll(u: Umpire, _step: s.ScatterRoll) -> tuple[Step, ...]:
    """NK 13.3: whenever heavy ships may have been detected: after the reconnaissance, when met in combat, in a raid."""
    admiralty(u)
    return ()


def admiralty(u: Umpire) -> None:
    """NK 13.3: for each convoy near which a heavy ship is detected a die, once a turn; only the Allies hear of it."""
    state, data, table = u.state, u.data, u.data.tables.scatter_order
    solitaire = state.options.solitaire
    if not data.scenarios[state.scenario].scatter and not solitaire:  # the automaton's convoys scatter in every one
        return
    threat = automaton_threat if solitaire else is_threatened
    for convoy in convoys(state, data):
        if convoy not in (*state.ordered, *state.rolled) and threat(state, data, convoy):
            state.rolled.append(convoy)
            name = label_of(u, Side.ALLIED, convoy)
            needs = f"{table.ordered_to} or less and it has to scatter"
            rule = automaton_rule(state, data, convoy) if solitaire else "NK-13.3-scatter-timing"
            roll = u.roll(D6, rule, name, to=only(Side.ALLIED), needs=needs)
            if roll <= table.ordered_to:
                state.ordered.append(convoy)
                u.tell("NK-13.3-scatter-trigger", "The Admiralty orders {name} to scatter", to=_told(state), name=name)


def _told(state: State) -> Audience:
    """Who hears that a convoy is to scatter: its own side, and everyone who sees its ships anyway."""
    return EVERYONE if is_open(state, Side.ALLIED) else only(Side.ALLIED)


def is_threatened(state: State, data: Data, convoy: str) -> bool:
    """NK 13.3, R51: whether a hex that the Allies sighted this turn, and is near enough, truly holds a heavy ship."""
    here = marker_hex(state, Side.ALLIED, convoy)
    return any(
        is_sighted(state, Side.ALLIED, cell)
        and data.distance(cell, here) <= data.tables.scatter_order.distance
        and any(data.counters[ship.id].type in HEAVY for ship in ships_at(state, data, Side.AXIS, cell))
        for cell in state.seen[Side.ALLIED]
    )


def scatter_convoys(u: Umpire, _step: s.ScatterConvoys) -> tuple[Step, ...]:
    """NK 13.3: before anything is plotted, the convoys that were ordered to scatter dissolve, for good."""
    state = u.state
    for convoy in state.ordered:
        state.scattered.append(convoy)
        units = members(state, Side.ALLIED, convoy)
        name = label_of(u, Side.ALLIED, convoy)
        u.tell("NK-13.3-scatter-merchants", "{name} scatters", to=_told(state), name=name)
        for piece in units:
            free = set_free(u.data, piece)
            piece.force, piece.westward = free.force, free.westward
            if u.data.counters[piece.id].is_merchant:
                _run(u, piece)
        del state.markers[Side.ALLIED][convoy]
        state.bound.pop(convoy, None)
        state.courses[Side.ALLIED].pop(convoy, None)
    state.ordered = []
    return ()


def set_free(data: Data, ship: Piece) -> Piece:
    """NK-13.3-scatter-escorts, -scatter-others: a ship of a convoy that has scattered: escorts that it names run west.

    All others, AA ships and submarines too, are free at once (R58).
    """
    runs = data.counters[ship.id].type in ESCORTS
    return replace(ship, force="", westward=data.tables.scatter_order.escort_turns if runs else 0)


def _run(u: Umpire, ship: Piece) -> None:
    """NK 13.3, R54: a merchant runs as far as it can on a bearing of its own, and stops before it may not go on.

    The edge of the map stops it, unless it is where its convoy was to leave.
    """
    state, data = u.state, u.data
    ship.apart = state.turn
    bearing = roll_bearing(u, ship, "NK-13.3-scatter-merchants")
    solitaire = state.options.solitaire
    exits = automaton_exits(state, data, ship.convoy) if solitaire else exit_hexes(state, data, Side.ALLIED, [ship])
    passed: dict[str, list[Piece]] = {}
    for _ in range(speed(data, ship)):
        onward = step_ahead(state, data, ship.at, bearing)
        if onward is None:
            if data.ahead(ship.at, bearing) is None and ship.at in exits:
                announce_coast(u, passed)
                leave_map(u, Side.ALLIED, ship.id, [ship])
                return
            break
        ship.at = onward
        passed[onward] = [ship]
    announce_coast(u, passed)
    u.tell("NK-13.3-scatter-distance", "{unit} runs to {cell}", to=only(Side.ALLIED), unit=ship.id, cell=ship.at)
