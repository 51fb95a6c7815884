"""Where hexes lie and what is beside them on the four maps, for the client's own grid to agree with."""

import json
from pathlib import Path
from typing import Any

from barents.atlas.map import MAPS, Map

FIXTURE = Path(__file__).parents[2] / "web" / "src" / "board" / "fixtures" / "hexes.json"
EVERY = 41  # one hex in so many, beside the corners of the board


def fixture() -> dict[str, Any]:
    """For each map some of its cells with centre, first corner, neighbours, and distance from the first."""
    return {name: _sample(Map.load(name)) for name in MAPS}


def _sample(sea: Map) -> dict[str, Any]:
    grid = sea.grid
    corners = {grid.cells[0], grid.cells[-1], *grid.spec.isolated}
    cells = [cell for number, cell in enumerate(grid.cells) if number % EVERY == 0 or cell in corners]
    return {
        "cells": {
            cell: {
                "centre": [round(value, 6) for value in grid.centre(cell)],
                "corner": [round(value, 6) for value in grid.corners(cell)[0]],
                "neighbours": grid.neighbours(cell),
                "distance": grid.distance(cells[0], cell),
            }
            for cell in cells
        },
    }


def written() -> str:
    """The fixture as its file holds it."""
    return json.dumps(fixture(), indent=1) + "\n"


if __name__ == "__main__":
    FIXTURE.write_text(written(), encoding="utf-8")
