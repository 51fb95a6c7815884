"""What one needs to know of a ship before one chooses her: her class, speed, and what she is good for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from barents.games.arctic_campaign.allied import western
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.rules.units import desk_of
from barents.games.arctic_campaign.state import State
from barents.games.operations.data import ShipType
from barents.games.operations.names import SHORT, TYPES
from barents.kernel.assign import Assign
from barents.kernel.decisions import Decision, Pick, Subset
from barents.kernel.sides import Side
from barents.kernel.view import Item

GOOD_ASW, GOOD_AA = 3, 6  # from so many factors on a ship is worth naming for it


def ship_items(data: Data, known: State, decision: Decision[Any]) -> dict[str, Item]:
    """The ships among what is offered, with their facts."""
    found: dict[str, Item] = {}
    for key in dict.fromkeys(_offered(decision)):
        line = line_of(data, known, decision.side, key)
        if line is not None:
            found[key] = Item(
                SHORT.get(line.type, line.type), facts=(*facts_of(line), *_state(known, decision.side, key))
            )
    return found


def _offered(decision: Decision[Any]) -> Iterable[str]:
    options = decision.options
    if isinstance(options, Subset):
        return options.items
    if isinstance(options, Assign):
        return options.slots
    if isinstance(options, Pick):
        return [name for product in options.products for name in product.domains]
    return ()


def line_of(data: Data, known: State, side: Side, key: str) -> ShipType | None:
    """The values of a ship, whether she is in service or could be."""
    own = desk_of(known, side).ships.get(key)
    if own is not None:
        return data.sea.types[own.line]
    if side is Side.ALLIED and (western.is_western(data, key) or western.is_extra(key)):
        return western.line_of(data, key)
    return None


def facts_of(line: ShipType) -> Iterator[str]:
    """Her class and speed, her best weapons, and what her loss costs."""
    yield TYPES[line.type]
    yield f"speed {line.speed}"
    guns = (("heavy", line.primary), ("medium", line.secondary), ("light", line.tertiary))
    battery = ", ".join(f"{boxes} {size}" for size, boxes in guns if boxes)
    if battery:
        yield f"guns {battery}"
    if line.torpedoes:
        yield f"torpedoes {line.torpedoes}"
    if line.asw:
        yield f"against boats {line.asw}{', good' if line.asw >= GOOD_ASW else ''}"
    if line.aa:
        yield f"against aircraft {line.aa}{', good' if line.aa >= GOOD_AA else ''}"
    yield f"hull {line.hull}"
    yield f"{line.vp} point{'' if line.vp == 1 else 's'} if sunk"


def _state(known: State, side: Side, key: str) -> Iterator[str]:
    """Where one's own ship is, and that she is hurt."""
    vessel = desk_of(known, side).vessels.get(key)
    ship = desk_of(known, side).ships.get(key)
    if vessel is not None and vessel.at:
        yield f"at {vessel.at}"
    if ship is not None and any(ship.lost.values()):
        yield "damaged"
