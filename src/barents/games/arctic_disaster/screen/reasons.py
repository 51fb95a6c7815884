"""Why a unit or a hex cannot be chosen now, by what its side knows."""

from __future__ import annotations

from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.rules.pool import ready_formations
from barents.games.arctic_disaster.rules.submarines import command_of
from barents.games.arctic_disaster.rules.units import can_fly, is_afloat
from barents.games.arctic_disaster.state import HELD, Boat, Force, Ship, State, Wing
from barents.kernel.decisions import Decision
from barents.kernel.domains import Refusal
from barents.kernel.question import at_another_time


def why(data: Data, known: State, decision: Decision[Any], piece: str, cell: str) -> Refusal | None:
    """A unit by its state and the part of the turn in which it acts; a hex by what it is."""
    side = decision.side
    if piece in known.forces[side]:
        return of_force(known, known.forces[side][piece])
    if piece in known.boats[side]:
        return of_boat(data, decision, known.boats[side][piece])
    if piece in known.wings[side]:
        return of_wing(data, known, known.wings[side][piece])
    if piece in known.ships[side]:
        return of_ship(data, decision, known.ships[side][piece])
    if piece in known.forces[side.enemy] or piece in known.ships[side.enemy] or piece in known.boats[side.enemy]:
        return Refusal(f"{piece} is the enemy's")
    if cell and not piece and cell not in data.map.cells:
        return Refusal(f"there is no hex {cell} on the map")
    return None


def of_force(known: State, force: Force) -> Refusal:
    """AD 4.2: it acts when its marker is drawn, once a turn."""
    if force.activated:
        return Refusal(f"{force.key} has been activated this turn; it acts again next turn", "AD-4.2-activated-flag")
    if known.active is not None and known.active.force != force.key:
        return Refusal(f"{force.key} acts when its own marker is drawn; now another has been", "AD-4.2-one-marker")
    return Refusal(f"{force.key} acts when its marker is drawn", "AD-4.2-one-marker")


def of_boat(data: Data, decision: Decision[Any], boat: Boat) -> Refusal | None:
    """AD 13: it moves at the end of the turn, and has so many attacks."""
    if boat.at == HELD:
        return Refusal(f"{boat.id} is held back off the map", "AD-3.3-sub-turns")
    if boat.moved:
        return Refusal(f"{boat.id} has moved this turn", "AD-3.3-sub-turns")
    if boat.id in data.boats and boat.attacks >= command_of(data, boat.id).attacks:
        return Refusal(f"{boat.id} has no attacks left", "AD-13.5-contact")
    later = at_another_time(decision, boat.id, q.BOATS, "AD-3.3-sub-turns")
    return later or Refusal(f"{boat.id} is not the boat that acts now", "AD-3.3-sub-turns")


def of_wing(data: Data, known: State, wing: Wing) -> Refusal:
    """AD 8: it flies with its formation, once a day, or from Victorious."""
    key = data.air[wing.id].formation
    formation = known.formations.get(key)
    if formation is None:
        if not can_fly(data, known):
            return Refusal(f"Victorious cannot operate aircraft, and so {wing.id} stays aboard", "AD-8.3-carrier-loss")
        if wing.box != "ready":
            return Refusal(f"{wing.id} has flown, or patrols", "AD-3.1-cap-alloc")
        return Refusal(f"{wing.id} flies when the force of Victorious is activated", "AD-4.1-carrier-optional")
    name = data.formations[key].name
    if formation.flown or key not in ready_formations(known, data):
        return Refusal(f"{wing.id} belongs to {name}, which has flown today", "AD-4.1-air-once-day")
    if formation.activated:
        return Refusal(f"{wing.id} belongs to {name}, which has been activated this turn", "AD-4.1-air-once-day")
    return Refusal(f"{wing.id} flies when the marker of {name} is drawn", "AD-4.4-air-needs-detected")


def of_ship(data: Data, decision: Decision[Any], ship: Ship) -> Refusal | None:
    """AD 6: she sails with her force, or by herself."""
    if not is_afloat(ship):
        return Refusal(f"{ship.id} is out of the game")
    if ship.force:
        name = data.markers[ship.force].name if ship.force in data.markers else ship.force
        return Refusal(f"{ship.id} sails with {name}, and acts with it", "AD-4.3-actions-any-order")
    if ship.done:
        return Refusal(f"{ship.id} has moved this turn", "AD-4.3.1-undamaged-singles")
    later = at_another_time(decision, ship.id, q.LONE, "AD-4.3.1-undamaged-singles")
    return later or Refusal(f"{ship.id} takes no part in this", "AD-4.3.1-undamaged-singles")
