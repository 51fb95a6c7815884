"""Chapters 4 A and 13: a scenario's forces, and how they come into place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from barents.games.nordkapp import phases
from barents.games.nordkapp.automaton.arrivals import arrival_rolls
from barents.games.nordkapp.automaton.recon import show_open_map
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.datafiles import Force, ScenarioFile
from barents.games.nordkapp.rules.units import Umpire
from barents.games.nordkapp.state import (
    WAITING,
    AnyStep,
    Deployment,
    DrawBoats,
    FirstTurn,
    Marker,
    Options,
    Piece,
    State,
)
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import Among
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Audience, Side

SAILING = ("convoy", "fleet", "local-escort", "surface")
SET_UP: tuple[AnyStep, ...] = (DrawBoats(), Deployment(), FirstTurn())


def about_boats(data: Data, _known: State, decision: Decision[Any]) -> str:
    """NK 4 A: how fast boats are, and whom they wait for."""
    submerged, surfaced = data.tables.movement.submerged, data.tables.movement.surfaced
    prey = "the convoys" if decision.side is Side.AXIS else "the German ships"
    return (
        f"Nobody sees where they lie. A boat moves {surfaced} hexes a turn on the surface and {submerged} submerged, "
        f"so put them where {prey} will have to come."
    )


def about_bases(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """NK 9: for how long, and how many to a base."""
    return f"They stay there for the whole game, {data.tables.bases.most} units to a base, and fly from it and back."


BOATS: Question[State, Data] = Question(
    "NK-4A-setup-first",
    "Where do your submarines lie?",
    phase=phases.SET_UP,
    about=about_boats,
    answers={Allot: "Each boat begins the game in the hex that you give her."},
    verb="Deploy",
)
BASES: Question[State, Data] = Question(
    "NK-9-base-limit",
    "At which bases are your aircraft?",
    phase=phases.SET_UP,
    about=about_bases,
    answers={Allot: "Each air unit has its base there, and reaches whatever is in its range from it."},
    verb="Station",
)

POOLS = {"DD_GB": "gb-dd-", "DD_US": "us-dd-", "DD_SU": "su-dd-", "E": "e-"}


def opening(data: Data, scenario: str, options: Options) -> State:
    """NK 13: every counter of the scenario but the U-boats, which are drawn; nothing is on the map yet."""
    file = data.scenarios[scenario]
    pieces: dict[Side, dict[str, Piece]] = {side: {} for side in Side}
    markers: dict[Side, dict[str, Marker]] = {side: {} for side in Side}
    for force, units in rosters(data, file):
        sails = force.kind in SAILING
        if sails:
            markers[force.side][force.key] = Marker(force.key, force.name, force.convoy is not None)
        for name in units:
            about = data.counters[name]
            if about.is_air:
                at = _carrier(data, units) or f"{WAITING}{force.key}"
                pieces[force.side][name] = Piece(name, at)
            else:
                convoy = force.key if about.is_merchant else ""
                key = force.key if sails else ""
                pieces[force.side][name] = Piece(name, f"{WAITING}{force.key}", force=key, convoy=convoy)
    return State(
        agenda=list(reversed(SET_UP)),
        scenario=scenario,
        options=options,
        season=file.season,
        ice=file.ice,
        turns=file.turns,
        pieces=pieces,
        markers=markers,
        bag={side: [name for name, count in file.chits[side].items() for _ in range(count)] for side in Side},
    )


def _carrier(data: Data, units: Sequence[str]) -> str:
    """The carrier among some units, if there is one."""
    return next((name for name in units if data.counters[name].type == "CV"), "")


def rosters(data: Data, file: ScenarioFile) -> list[tuple[Force, list[str]]]:
    """NK 13: each force with its counters; of those that may be any of a kind the first that are not taken.

    >>> from barents.games.nordkapp.data import data
    >>> [len(units) for _, units in rosters(data(None), data(None).scenarios["unternehmen-sportpalast"])]
    [18, 17, 1, 14, 2, 3, 0, 1]
    """
    taken: set[str] = set()
    found = []
    merchants = iter([name for name, about in data.counters.items() if about.is_merchant])
    for force in file.forces:
        units = list(force.named)
        for kind, count in force.any.items():
            pool = [name for name in data.counters if name.startswith(POOLS[kind]) and name not in taken]
            units += pool[:count]
        for kind, count in force.air.items():
            units += [name for name in data.counters if name.rpartition("-")[0] == kind][:count]
        units += [next(merchants) for _ in range(force.merchants)]
        taken.update(units)
        found.append((force, units))
    return found


def draw_boats(u: Umpire, _step: DrawBoats) -> tuple[Step, ...]:
    """NK 13: the U-boats are drawn from all there are; an ace's is among them (12.1).

    NS 1: in solitaire the arrivals are rolled now, and the automaton's boats take their places.
    """
    state, data = u.state, u.data
    file = data.scenarios[state.scenario]
    ace = file.ace if state.options.aces else ""
    for force in file.forces:
        if force.drawn:
            pool = [name for name, about in data.counters.items() if about.is_sub and about.nation == "DE"]
            certain = [ace] if ace else []
            rest = [name for name in pool if name not in certain]
            drawn = certain + u.draw(rest, force.drawn - len(certain), "NK-2-uboat-pool", force.name, to=Audience.AXIS)
            for name in sorted(drawn, key=pool.index):
                state.pieces[Side.AXIS][name] = Piece(name, f"{WAITING}{force.key}", ace=name == ace)
    if state.options.solitaire:
        arrival_rolls(u)
        _place_at_random(u)
        show_open_map(u)
    return ()


def waters(data: Data, state: State, force: Force) -> list[str]:
    """NK 13: the open hexes in which a force's submarines may begin."""
    west, east = force.columns or (1, 20)
    return [cell for cell in data.open_water(state.ice) if west <= data.column(cell) <= east]


def deployment(u: Umpire, _step: Deployment) -> kernel.Rule[tuple[Step, ...]]:
    """NK 4 A: both sides place submarines and aircraft in secret, at once; the automaton's are in place already."""
    if u.state.options.solitaire:
        axis = yield from _place(u, Side.AXIS)
        _apply(u, Side.AXIS, axis)
        return ()
    allied, axis = yield from u.both(_place(u, Side.ALLIED), _place(u, Side.AXIS))
    _apply(u, Side.ALLIED, allied)
    _apply(u, Side.AXIS, axis)
    return ()


def _place(u: Umpire, side: Side) -> kernel.Rule[list[tuple[str, str]]]:
    """NK 13, NK-9-base-limit: a side's submarines, then its aircraft, so many to a base."""
    state, data = u.state, u.data
    areas: dict[str, Among] = {}
    wings: list[str] = []
    for force in data.scenarios[state.scenario].forces:
        if force.side is not side or force.kind in SAILING:
            continue
        waiting = [name for name, piece in state.pieces[side].items() if piece.at == f"{WAITING}{force.key}"]
        if force.kind == "submarines":
            area = Among(waters(data, state, force))
            areas |= dict.fromkeys(waiting, area)
        else:
            wings += waiting
    placed: list[tuple[str, str]] = []
    if areas:
        boats: Allot = yield from u.ask(side, BOATS, Assign(areas))
        placed += boats.pairs
    if wings:
        bases = Among(list(data.bases))
        most = dict.fromkeys(data.bases, data.tables.bases.most)
        air: Allot = yield from u.ask(side, BASES, Assign(dict.fromkeys(wings, bases), capacity=most))
        placed += air.pairs
    return placed


def _apply(u: Umpire, side: Side, placed: list[tuple[str, str]]) -> None:
    """Units take their places."""
    for name, cell in placed:
        u.state.pieces[side][name].at = cell


def _place_at_random(u: Umpire) -> None:
    """NS 1: the automaton's submarines lie anywhere in their waters, submerged."""
    state, data = u.state, u.data
    for force in data.scenarios[state.scenario].forces:
        if force.side is Side.ALLIED and force.kind == "submarines":
            for piece in state.pieces[Side.ALLIED].values():
                if piece.at == f"{WAITING}{force.key}":
                    drawn = u.draw(waters(data, state, force), 1, "NS-1-sub-setup", piece.id, to=Audience.ALLIED)
                    piece.at, piece.submerged = drawn[0], True
