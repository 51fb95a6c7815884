"""Why a unit or a zone cannot be chosen now, by what its side knows."""

from __future__ import annotations

from typing import Any

from barents.games.operations import phases
from barents.games.operations.air.squadrons import is_ready
from barents.games.operations.data import Data
from barents.games.operations.state import HOME, SUNK, Boat, Desk, Fleet, Ship, Squadron, State
from barents.kernel.decisions import Decision
from barents.kernel.domains import Refusal
from barents.kernel.question import at_another_time


def why(data: Data, known: State, decision: Decision[Any], piece: str, cell: str) -> Refusal | None:
    """A unit by its state and the part of the turn in which it acts; a zone by what it is."""
    desk = known.desks[decision.side]
    if piece in desk.fleets:
        return of_fleet(known, decision, desk.fleets[piece])
    if piece in desk.boats:
        return of_boat(known, decision, desk.boats[piece])
    if piece in desk.air:
        return of_squadron(data, known, decision, desk.air[piece])
    if piece in desk.ships:
        return of_ship(decision, desk, desk.ships[piece])
    if cell and not piece and cell not in data.map.cells:
        return Refusal(f"there is no zone {cell} on the map")
    return None


def phase_of(decision: Decision[Any]) -> str:
    """The part of the turn in which a decision is made."""
    return "" if decision.question is None else decision.question.phase


def of_fleet(known: State, decision: Decision[Any], fleet: Fleet) -> Refusal | None:
    """OP-FLEET: it is bound by its orders, or has met nobody."""
    phase = phase_of(decision)
    if phase in (phases.AIRCRAFT, phases.AIR_STRIKES):
        return Refusal(f"{fleet.key} is a fleet; this is for aircraft", "OP-AIR-missions")
    if phase == phases.SUBMARINES:
        return Refusal(f"{fleet.key} is a fleet; this is for submarines", "OP-SUB-order")
    if phase == phases.CONTACT:
        met = "has met its enemy, and has decided" if fleet.met else "has met no enemy that it could decide about"
        return Refusal(f"{fleet.key} {met}", "OP-CONTACT-choice")
    if phase == phases.ORDERS:
        if fleet.sails > known.turn:
            return Refusal(f"{fleet.key} leaves port in turn {fleet.sails}, not before", "OP-FLEET-plot")
        if fleet.plot:
            return Refusal(f"{fleet.key} is bound by the plot that it sails by", "OP-FLEET-plot")
        return Refusal(f"the orders of {fleet.key} leave nothing to decide now", "OP-FLEET-mission")
    return at_another_time(decision, fleet.key, phases.ORDERS, "OP-FLEET-mission")


def of_boat(known: State, decision: Decision[Any], boat: Boat) -> Refusal | None:
    """OP-SUB: she is home, kept down, lies low after an attack, or has met nobody."""
    if boat.at in (SUNK, HOME):
        return Refusal(f"{boat.key} is lost" if boat.at == SUNK else f"{boat.key} has gone home", "OP-SUB-damage")
    if boat.held:
        return Refusal(f"a patrol keeps {boat.key} down this turn", "OP-SUB-inshore")
    if boat.quiet > known.turn:
        return Refusal(f"{boat.key} lies low after her attack, until turn {boat.quiet}", "OP-SUB-lull")
    if phase_of(decision) == phases.SUBMARINES:
        return Refusal(f"{boat.key} has no contact with an enemy fleet", "OP-SUB-report")
    return at_another_time(decision, boat.key, phases.SUBMARINES, "OP-SUB-order")


def of_squadron(data: Data, known: State, decision: Decision[Any], step: Squadron) -> Refusal | None:
    """OP-AIR-tempo: it rests, has flown, or was given something else to do."""
    day = data.day(known.turn)
    if step.rests > day:
        return Refusal(f"{step.key} was beaten off, and flies again on day {step.rests}", "OP-AIR-tempo")
    if phase_of(decision) == phases.AIR_STRIKES:
        if step.sortie not in ("strike", "escort"):
            return Refusal(f"{step.key} was not told to stand by for a strike", "OP-AIR-missions")
        return Refusal(f"{step.key} reaches no fleet that is reported this turn", "OP-STRIKE-known")
    if elsewhere := at_another_time(decision, step.key, phases.AIRCRAFT, "OP-AIR-missions"):
        return elsewhere
    if not is_ready(known, data, step, "search"):
        return Refusal(f"{step.key} has flown, and is not ready for another mission", "OP-AIR-tempo")
    return Refusal(f"the weather or the night keeps {step.key} on the ground", "OP-AIR-night")


def of_ship(decision: Decision[Any], desk: Desk, ship: Ship) -> Refusal | None:
    """OP-FLEET-form: she goes with her fleet, or stays in port."""
    if ship.fleet in desk.fleets:
        return Refusal(
            f"{ship.key} sails with {desk.fleets[ship.fleet].name}, and goes where it goes", "OP-FLEET-speed"
        )
    if ship.aground or ship.held:
        return Refusal(f"{ship.key} has to stay in port", "OP-FLEET-form")
    return at_another_time(decision, ship.key, phases.ORDERS, "OP-FLEET-form")
