"""Where the cells of the displays lie, for whoever draws them."""

from __future__ import annotations

from typing import Any

from barents.games.arctic_disaster.combat.air_display import PLACES, RINGS
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.rules.convoy_display import COLUMNS, CORE, CORE_ROWS, RESCUE, SCREEN, points
from barents.games.arctic_disaster.screen.phrases import label

LETTERS = {"core": "C", "screen": "S", "rescue": "Rescue "}


def layouts(data: Data) -> dict[str, dict[str, Any]]:
    """Each display by its geometry: its size, and its cells with their places, labels and names.

    On the Convoy Display columns run from port to starboard and rows from ahead to astern. The areas of the Air Battle
    Display have axial coordinates, of hexes that stand on a side. The line of surface combat has one row.
    """
    return {
        "convoy": {"columns": COLUMNS + 2, "rows": CORE_ROWS + 3, "cells": [_square(data, name) for name in _SQUARES]},
        "air-battle": {
            "rings": len(RINGS),
            "cells": [
                {
                    "name": name,
                    "label": name,
                    "title": name,
                    "kind": f"ring-{RINGS.index(name[0])}",
                    "x": q,
                    "y": r,
                    "wide": 1,
                }
                for name, (q, r) in PLACES.items()
            ],
        },
        "surface-combat": {
            "cells": [
                {
                    "name": str(area),
                    "label": str(area),
                    "title": f"area {area}",
                    "kind": "area",
                    "x": area - 1,
                    "y": 0,
                    "wide": 1,
                }
                for area in range(1, data.tables.combat_display.areas + 1)
            ],
        },
    }


_SQUARES = (*SCREEN, *CORE, *RESCUE)


def _square(data: Data, name: str) -> dict[str, Any]:
    kind, _, number = name.partition("-")
    covered = points(name)
    column, row = min(covered)
    return {
        "name": name,
        "label": f"{LETTERS[kind]}{number}",
        "title": label(data, name),
        "kind": kind,
        "x": column,
        "y": row,
        "wide": len(covered),
    }
