"""Why a unit or a hex cannot be chosen now, by what its side knows."""

from __future__ import annotations

from typing import Any

from barents.games.nordkapp import phases
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.routes import shut
from barents.games.nordkapp.rules.sightings import is_sighted
from barents.games.nordkapp.rules.units import can_fly, is_day, is_lost, is_waiting, on_map
from barents.games.nordkapp.state import OUT, WAITING, Piece, State
from barents.kernel.decisions import Decision
from barents.kernel.domains import Refusal
from barents.kernel.question import at_another_time
from barents.kernel.sides import Side


def why(data: Data, known: State, decision: Decision[Any], piece: str, cell: str) -> Refusal | None:
    """A unit by its state and the phase in which it acts; a hex by what it is."""
    side = decision.side
    unit = known.pieces[side].get(piece)
    if known.box is not None and (unit is not None or piece in known.markers[side]):
        return Refusal(f"{piece} takes no part in the fight that is on now")
    if unit is not None:
        return of_unit(data, known, decision, unit)
    if piece in known.markers[side]:
        phase = phase_of(decision)
        if phase in (phases.AIR_MISSIONS, phases.AIR_RAIDS):
            return Refusal(f"{piece} is a force of ships; only aircraft fly", "NK-4A-air-missions")
        return at_another_time(decision, piece, phases.PLOT, "NK-5.1-secret-plot") or Refusal(
            f"{piece} takes no part in this"
        )
    if piece in known.pieces[side.enemy]:
        return Refusal(f"{piece} is the enemy's")
    if cell and not piece and cell not in data.map.cells:
        return Refusal(f"there is no hex {cell} on the map")
    return shut(data, known.ice, cell) if cell and not piece else None


def phase_of(decision: Decision[Any]) -> str:
    """The phase in which a decision is made."""
    return "" if decision.question is None else decision.question.phase


def of_unit(data: Data, known: State, decision: Decision[Any], unit: Piece) -> Refusal | None:
    """NK 4: where it is, what it has done, or when it acts."""
    about, phase = data.counters[unit.id], phase_of(decision)
    if is_lost(unit):
        return Refusal(f"{unit.id} is lost")
    if unit.at == OUT:
        return Refusal(f"{unit.id} has left the map", "NK-5.1-exit-cost")
    if is_waiting(unit):
        return of_waiting(data, known, decision.side, unit)
    if about.is_air:
        return of_aircraft(data, known, decision, unit)
    if phase in (phases.AIR_MISSIONS, phases.AIR_RAIDS):
        return Refusal(f"{unit.id} does not fly; this is for aircraft", "NK-4A-air-missions")
    if about.is_sub:
        return of_boat(known, decision, unit)
    if phase == phases.SUBMARINES:
        return Refusal(f"{unit.id} is no submarine; in this phase boats act", "NK-4D-order")
    if phase == phases.SHADOWING:
        return Refusal(f"{unit.id} cannot shadow; boats and long-range aircraft can", "NK-7.4-shadow-eligible")
    if unit.force:
        marker = known.markers[decision.side].get(unit.force)
        name = marker.name if marker is not None else unit.force
        if phase == phases.SURFACE_COMBAT:
            return Refusal(f"{unit.id} sails with {name}; she has not met a sighted enemy", "NK-4E-mutual")
        return Refusal(f"{unit.id} sails with {name}, and goes where it goes", "NK-5.1-force-speed")
    if phase == phases.SURFACE_COMBAT:
        return Refusal(f"{unit.id} has no sighted enemy in her hex", "NK-4E-mutual")
    return at_another_time(decision, unit.id, phases.PLOT, "NK-5.1-secret-plot") or Refusal(
        f"{unit.id} takes no part in this"
    )


def of_waiting(data: Data, known: State, side: Side, unit: Piece) -> Refusal:
    """NK 5.1, 13: it waits off the map with its force."""
    key = unit.at.removeprefix(WAITING)
    force = next((force for force in data.scenarios[known.scenario].forces if force.key == key), None)
    name = force.name if force is not None else "its force"
    if side is Side.AXIS and not known.detected:
        return Refusal(f"{unit.id} waits with {name} until a convoy has been found", "NK-13-gerentry-detect")
    return Refusal(f"{unit.id} is off the map with {name}, and comes with it", "NK-5.1-entry-cost")


def of_aircraft(data: Data, known: State, decision: Decision[Any], unit: Piece) -> Refusal | None:
    """NK 9: it rests, has flown, the sky is closed, or it has another mission."""
    about, phase = data.counters[unit.id], phase_of(decision)
    if unit.resting:
        return Refusal(f"{unit.id} flew last turn, and rests", "NK-4G-fly-every-other")
    if not can_fly(known, data):
        sky = "in a storm" if is_day(known, data) else "by night"
        return Refusal(f"nothing flies {sky}, {unit.id} neither", "NK-4A-air-missions")
    if unit.search and phase != phases.SHADOWING:
        return Refusal(f"{unit.id} searches this turn, and does nothing else", "NK-4A-air-missions")
    if unit.covers:
        return Refusal(f"{unit.id} covers this turn, and does nothing else", "NK-4A-air-missions")
    if unit.flew:
        return Refusal(f"{unit.id} has flown this turn", "NK-4G-fly-every-other")
    if phase == phases.SHADOWING:
        if not about.shadows:
            return Refusal(f"{unit.id} is not of a type that shadows", "NK-9.1.1-air-shadow")
        return Refusal(f"{unit.id} has sighted nobody this turn", "NK-9.1.1-air-shadow")
    if phase == phases.AIR_RAIDS:
        return Refusal(f"{unit.id} has no sighted enemy within its range", "NK-4F-order")
    return at_another_time(decision, unit.id, phases.AIR_MISSIONS, "NK-4A-air-missions") or Refusal(
        f"{unit.id} is not of a type that flies this mission", "NK-4A-air-missions"
    )


def of_boat(known: State, decision: Decision[Any], unit: Piece) -> Refusal | None:
    """NK 7: it was driven off, has acted, or has nobody to attack."""
    phase = phase_of(decision)
    if unit.driven_off or unit.harried:
        return Refusal(f"{unit.id} was driven off, and does nothing this turn", "NK-7.1.3-driven-off")
    if unit.acted:
        return Refusal(f"{unit.id} has made its attack of this turn", "NK-7.1.2-one-attack")
    if phase in (phases.SUBMARINES, phases.SHADOWING):
        if not is_sighted(known, decision.side, unit.at):
            return Refusal(f"{unit.id} has no sighted enemy in its hex", "NK-7.1-eligible")
        return Refusal(f"{unit.id} is not the boat that acts now", "NK-4D-order")
    if phase == phases.SURFACE_COMBAT:
        return Refusal(f"{unit.id} is a submarine, and takes no part in surface combat", "NK-4E-mutual")
    if phase == phases.RECONNAISSANCE and on_map(unit):
        return Refusal(f"{unit.id} looks around in {unit.at}: choose that hex", "NK-6.2-naval-recon")
    return at_another_time(decision, unit.id, phases.PLOT, "NK-5.1-secret-plot") or Refusal(
        f"{unit.id} takes no part in this"
    )
