"""Chapter 5: the event markers, when they are drawn."""

from __future__ import annotations

from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.actions import Inspect
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.datafiles import Weather, Zone
from barents.games.arctic_disaster.knowledge.known import force_name, mark
from barents.games.arctic_disaster.rules.confirmed import note
from barents.games.arctic_disaster.rules.detection import lose_in_fog, search_modifiers
from barents.games.arctic_disaster.rules.dice import runs_aground
from barents.games.arctic_disaster.rules.odds import looking
from barents.games.arctic_disaster.rules.pool import command, owner_of
from barents.games.arctic_disaster.rules.scatter import scatter
from barents.games.arctic_disaster.rules.tirpitz import hitler_drawn
from barents.games.arctic_disaster.rules.units import Umpire, boats_at, by_number, disband, forces_at, in_force, remove
from barents.games.arctic_disaster.state import (
    C2,
    GROUNDING,
    HITLER,
    INTELLIGENCE,
    KNIGHTS_MOVE,
    MASSED,
    REMOVED,
    SCATTERS,
    SEARCH,
    TACTICAL,
    WEATHER,
    Force,
    Ship,
    State,
)
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick
from barents.kernel.dice import D10
from barents.kernel.game import Sighting, Step
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.view import Odds
from barents.kernel.words import signed

SEAS: dict[Zone, str] = {"norwegian": "Norwegian Sea", "barents": "Barents Sea"}


def event(u: Umpire, step: s.Event) -> kernel.Rule[tuple[Step, ...]]:
    """AD 5: an event marker takes effect; it is out of the pool for the rest of the turn."""
    kind, side = owner_of(step.marker)
    if side is not None:
        if kind == C2:
            return (yield from command(u, side))
        if kind == INTELLIGENCE:
            return (yield from intelligence(u, side))
        assert kind == SEARCH
        return land_based_search(u, side)
    if kind == SCATTERS:
        return (yield from scatter(u))
    _at_once(u, kind)
    return ()


def _at_once(u: Umpire, kind: str) -> None:
    """The events that nobody is asked about."""
    state = u.state
    if kind == WEATHER:
        weather(u)
    elif kind == TACTICAL:
        tactical_advantage(u)
    elif kind == GROUNDING:
        grounding(u)
    elif kind == HITLER:
        hitler_drawn(u)
    elif kind == MASSED:
        state.massed = True
        u.tell("AD-5.6-mass-set-aside", "The Germans may mass their air formations this turn")
    else:
        assert kind == KNIGHTS_MOVE, f"there is no event marker '{kind}'"
        state.knights_move = "drawn"
        u.tell("AD-5.7-km-once", "Knight's Move: from now on Tirpitz may leave the coast")


def weather(u: Umpire) -> None:
    """AD 5.1: the weather of both seas changes; where fog comes down, detected forces may be lost from sight."""
    state, data = u.state, u.data
    other: dict[Weather, Weather] = {"clear": "fog", "fog": "clear"}
    for zone, sea in SEAS.items():
        state.weather[zone] = other[state.weather[zone]]
        words = "Fog comes down over the {sea}" if state.weather[zone] == "fog" else "The fog lifts over the {sea}"
        u.tell("AD-5.1-weather-toggle", words, sea=sea)
    for side in Side:
        for force in by_number(state.forces[side].values()):
            if force.detected and state.weather[data.zone_of[force.at]] == "fog":
                lose_in_fog(u, side, force)


def tactical_advantage(u: Umpire) -> None:
    """AD 5.10: a die says who has it for the rest of the turn."""
    table = u.data.tables.other
    needs = f"up to {table.tactical_allied_to} the Allies hold it, above that the Germans"
    roll = u.roll(D10, "AD-5.10-ta-owner", "Tactical Advantage", needs=needs)
    u.state.tactical = Side.ALLIED if roll <= table.tactical_allied_to else Side.AXIS


# Intelligence (5.3)


def about_intelligence(data: Data, _known: State, decision: Decision[Any]) -> str:
    """What a report is worth."""
    more = signed(data.tables.search.intelligence)
    ports = " Of a port or airfield you see everything, without a die." if decision.side is Side.ALLIED else ""
    return f"The report comes from a search with {more}, and stays with you; a dummy is found out and removed.{ports}"


def intelligence_odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """The chances of a report on a force; a look at a port needs no die."""
    force = known.forces[decision.side.enemy].get(action.what) if isinstance(action, Inspect) else None
    if force is None:
        return None
    modifiers = search_modifiers(known, data, force.at)
    return looking(data, {**modifiers, "intelligence": data.tables.search.intelligence})


INTELLIGENCE_ON: Question[State, Data] = Question(
    "AD-5.3-intel-roll",
    "Intelligence: which enemy force do you want a report on?",
    phase=q.POOL,
    about=about_intelligence,
    odds=intelligence_odds,
)


def intelligence(u: Umpire, side: Side) -> kernel.Rule[tuple[Step, ...]]:
    """AD 5.3: its owner has a report on one enemy force, or the Allies look into a port or airfield in Norway."""
    state, data = u.state, u.data
    enemies = by_number(state.forces[side.enemy].values())
    forces = {force_name(state, side.enemy, force.key): force for force in enemies}
    places = list(bases(state, data)) if side is Side.ALLIED else []
    if not forces and not places:
        return ()
    with_places = "Intelligence: do you want a report on an enemy force, or a look at a port or airfield?"
    options = Pick([Inspect(what) for what in (*forces, *places)])
    answer = yield from u.ask(side, INTELLIGENCE_ON, options, with_places if places else "")
    if answer.what in places:
        look_at(u, answer.what)
        return ()
    force = forces[answer.what]
    u.tell("AD-5.3-intel-roll", "Intelligence on the force at {cell}", cell=force.at)
    modifier = data.tables.search.intelligence
    return (s.Search(side, force.key, "AD-5.3-intel-open-roll", modifier=modifier, flips=False, openly=True),)


def bases(state: State, data: Data) -> dict[str, str]:
    """AD 5.3: the ports and airfields in Norway, with their names."""
    found = {field.cell: field.name for field in data.scenarios[state.scenario].airfields}
    return found | {place.cell: place.name for place in data.map.ports if place.cell in data.ports}


def look_at(u: Umpire, cell: str) -> None:
    """AD 5.3: the Allies see every ship, boat and air unit in a port or airfield hex."""
    state, data = u.state, u.data
    axis, name = Side.AXIS, bases(state, data)[cell]
    markers = forces_at(state, axis, cell)
    keys = [force.key for force in markers]
    ships = [
        ship for ship in state.ships[axis].values() if ship.force in keys
    ]  # not by the markers that they are under
    seen = [data.counters[ship.id].name for ship in ships]
    seen += [data.boats[boat.id].name for boat in boats_at(state, axis, cell) if not data.boats[boat.id].dummy]
    for formation in state.formations.values():
        units = [unit for unit in state.wings[axis] if data.air[unit].formation == formation.key]
        if formation.at == cell and units:
            row = data.formations[formation.key]
            seen.append(f"{row.name} with {len(units)} {row.model}")
    words = ", ".join(seen) or "nothing"
    rule, told = "AD-5.3-intel-port", only(Side.ALLIED)
    u.tell(rule, "Intelligence looks at {place}", place=name)
    sighting = Sighting(cell, words, "intelligence", state.turn)
    under = note([mark(axis, force.handle) for force in markers], [ship.id for ship in ships]) if markers else None
    u.tell(rule, "{place}: {what}", to=told, sighting=sighting, note=under, place=name, what=words)


# Land-based air search (5.4)


def land_based_search(u: Umpire, side: Side) -> tuple[Step, ...]:
    """AD 5.4: a search for every enemy force in the waters that it covers, and for ships in the ice."""
    state, data, enemy = u.state, u.data, side.enemy
    forces = [force for force in by_number(state.forces[enemy].values()) if in_reach(data, side, force.at)]
    ships = [ship for ship in state.ships[enemy].values() if _in_ice(data, ship)]
    words = "{side} search from the land" + ("" if forces else ": no enemy force is in the waters that they cover")
    u.tell("AD-5.4-lbas-scope", words, side="German aircraft" if side is Side.AXIS else "Allied aircraft")
    return (
        *(s.Search(side, force.key, "AD-5.4-lbas-scope") for force in forces),
        *(s.SearchIce(side, ship.id) for ship in ships),
    )


def in_reach(data: Data, side: Side, cell: str) -> bool:
    """AD 5.4: full sea; for the Allies the coast and the Leads too, but no port; no Germans near a Soviet airfield."""
    if side is Side.AXIS:
        return cell in data.full_sea and cell not in data.soviet_cover
    return cell not in data.ports


def _in_ice(data: Data, ship: Ship) -> bool:
    """AD 5.4, R110: an undetected ship in the ice that is not yet hidden for good."""
    return not ship.force and ship.at in data.partial_ice and not ship.hidden and not ship.seen


# Grounding (5.5)


def grounding(u: Umpire) -> None:
    """AD 5.5: the ships of one German force in the Leads may run aground; such ships give no points.

    The force is picked at random. Its owner rolls behind his hand, since the number of his ships is his secret; what
    runs aground is seen.
    """
    state, data, axis = u.state, u.data, Side.AXIS
    near_rocks = [
        force
        for force in by_number(state.forces[axis].values())
        if force.at in data.leads and force.at not in data.ports
    ]
    if not near_rocks:
        u.tell("AD-5.5-ground-none", "No German force is in the coastal passage to run aground")
        return
    marks = {mark(axis, force.handle): force for force in near_rocks}
    force = marks[u.draw(marks, 1, "AD-5.5-ground-target", "Grounding")[0]]
    if force.dummy:
        u.tell("AD-5.5-ground-dummy", "The force at {cell} was only feigned", cell=force.at)
        disband(u, axis, force.key)
        return
    _run_aground(u, force)


def _run_aground(u: Umpire, force: Force) -> None:
    """AD 5.5: a die for each ship."""
    for ship in in_force(u.state, Side.AXIS, force.key):
        if runs_aground(u, ship.id):
            u.tell("AD-5.5-ground-roll", "{unit} runs aground at {cell}", unit=ship.id, cell=force.at)
            ship.damage = 0  # nothing that has happened to her counts for victory any more
            remove(u, ship, REMOVED, named=True)
