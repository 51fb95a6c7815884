"""Why a ship or a zone cannot be chosen now, by what its side knows."""

from __future__ import annotations

from typing import Any

from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import month_name
from barents.games.arctic_campaign.rules.units import desk_of
from barents.games.arctic_campaign.state import GONE, SUNK, State, Vessel
from barents.kernel.decisions import Decision
from barents.kernel.domains import Refusal

PORTS = "port-"  # how the pieces that stand for ports are called


def why(data: Data, known: State, decision: Decision[Any], piece: str, cell: str) -> Refusal | None:
    """A ship by where she is and what she is at; a zone by what it is."""
    desk = desk_of(known, decision.side)
    if piece in desk.vessels:
        return of_vessel(data, known, decision, desk.vessels[piece])
    if piece.startswith(PORTS):
        return Refusal("Ships in port are chosen by their names, in the list")
    if piece in desk.groups:
        return Refusal(f"{piece} is planned for this month; its ships are bound", "AC-B.5-early-where")
    if cell and not piece and cell not in data.sea.map.cells:
        return Refusal(f"there is no zone {cell} on the map")
    return None


def of_vessel(data: Data, known: State, decision: Decision[Any], vessel: Vessel) -> Refusal | None:
    """Where she is, from when on she can be used, and with whom she sails."""
    if vessel.at in (SUNK, GONE):
        return Refusal(f"{vessel.key} is lost" if vessel.at == SUNK else f"{vessel.key} is out of the war")
    if vessel.ready > known.month:
        return Refusal(f"{vessel.key} can be used again in {month_name(data, vessel.ready)}")
    groups = desk_of(known, decision.side).groups.values()
    group = next((group for group in groups if vessel.key in group.ships), None)
    if group is not None:
        return Refusal(f"{vessel.key} sails with {group.name} this month")
    if vessel.mending:
        return Refusal(f"{vessel.key} is under repair at {vessel.at}")
    if vessel.due:
        return Refusal(f"{vessel.key} has to leave Russia this month")
    return Refusal(f"{vessel.key} lies at {vessel.at}, and has no part in this")
