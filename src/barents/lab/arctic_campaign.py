"""What is measured of a campaign: who was lost to what, each side's points month by month, and how the months went."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import Any

from barents.atlas.reports import ESCORTS
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.units import type_of
from barents.games.arctic_campaign.state import SUNK, State
from barents.games.operations.screen.report import BOAT_LOST, HULL, TURN, cause_of
from barents.games.operations.screen.report import SUNK as SINKS
from barents.kernel.events import Drew, Rolled, Told
from barents.kernel.match import Match
from barents.kernel.sides import Side
from barents.lab.measures import Measures

BY_SEVERAL, OTHERWISE = "several", "otherwise"
RENT = " hired"  # how a line of the account ends that is about hired ships


def measure(match: Match[Any, Any]) -> Measures:
    """Losses by cause, both sides' points at the end of every month, and counts of convoys and months."""
    state: State = match.state
    months = state.statements
    by_turn = {side.value: list(accumulate(float(getattr(month, side.value)) for month in months)) for side in Side}
    return Measures(losses(match), by_turn, events(state))


def events(state: State) -> dict[str, int]:
    """Convoys, months and where the points went."""
    months, record = state.statements, state.allied.record
    lines = [line for month in months for line in month.lines]
    return {
        "months": len(months),
        "months that cost the Allies a box": sum(month.score < 0 for month in months),
        "eastbound convoys": sum(len(row.east) for row in record),
        "westbound convoys": sum(len(row.west) for row in record),
        "points for cargo": sum(line.points for line in lines if line.rule == "AC-A.5-cargo"),
        "points for rent": sum(line.points for line in lines if line.what.endswith(RENT)),
    }


def losses(match: Match[Any, Any]) -> dict[str, dict[str, int]]:
    """Ships and submarines lost, of what kind and to what; ships that more than one had a part in, to several."""
    data: Data = match.data
    state: State = match.state
    parts: dict[str, list[str]] = {}
    boats: dict[str, str] = {}
    cause = ""
    for event, *_ in match.log or ():
        if not isinstance(event, (Told, Rolled, Drew)):
            continue
        about = {name: str(value) for name, value in event.about.items()} if isinstance(event, Told) else {}
        unit = about.get("unit", "")
        if event.rule == TURN:
            cause = ""
        elif event.rule in (HULL, SINKS) and unit and cause not in parts.setdefault(unit, []):
            parts[unit].append(cause)
        elif event.rule == BOAT_LOST and "points" in about:
            boats[unit] = cause or ESCORTS
        cause = cause_of(event.rule) or cause
    found: dict[str, Counter[str]] = {}
    for side, desk in ((Side.ALLIED, state.allied), (Side.AXIS, state.axis)):
        for vessel in desk.vessels.values():
            if vessel.at == SUNK:
                known = [part for part in parts.get(vessel.key, []) if part]
                by = BY_SEVERAL if len(known) > 1 else known[0] if known else OTHERWISE
                is_train = type_of(data, desk.ships[vessel.key]).is_train
                what = "merchants" if is_train and side is Side.ALLIED else f"{side.value} warships"
                found.setdefault(what, Counter())[by] += 1
        for boat in desk.boats_lost:
            found.setdefault(f"{side.value} submarines", Counter())[boats.get(boat, OTHERWISE)] += 1
    return {what: dict(sorted(causes.items())) for what, causes in sorted(found.items())}
