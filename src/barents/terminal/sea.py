"""A small map as text: two lines a cell, its id above and what lies there below; half a cell is one line or four signs.

0101          0301
       0201  Convoy
0102          0302
land   0202
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from rich.text import Text

from barents.kernel.domains import Neighbours
from barents.kernel.hexes import Grid
from barents.kernel.passage import Passage
from barents.kernel.payloads import ChartState
from barents.kernel.sides import Side
from barents.kernel.view import PieceView, Situation

MOST_COLUMNS = 12
WIDTH = 8
ROOM = WIDTH - 1
COLOURS = {Side.ALLIED: "bold cyan", Side.AXIS: "bold red"}
_STEP = sqrt(3) / 2


def grids(boards: Mapping[str, Neighbours]) -> dict[str, Grid]:
    """The boards that are small enough to draw: those whose neighbours are asked of a grid, or of a passage over it."""
    found: dict[str, Grid] = {}
    for name, neighbours in boards.items():
        owner = getattr(neighbours, "__self__", None)
        grid = owner.grid if isinstance(owner, Passage) else owner
        if isinstance(grid, Grid) and grid.spec.columns[1] - grid.spec.columns[0] < MOST_COLUMNS:
            found[name] = grid
    return found


def draw(grid: Grid, board: str, situation: Situation) -> Text:
    """The map with what is known to lie on it."""
    lines: dict[int, dict[int, Text]] = {}
    contents = _contents(board, situation)
    for cell in grid.cells:
        x, y = grid.centre(cell)
        flat = grid.spec.orientation == "flat"
        left = round((x / _STEP if flat else x) * WIDTH)
        top = round((y if flat else y / _STEP) * 2)
        lines.setdefault(top, {})[left] = Text(cell, style="dim")
        if cell in contents:
            lines.setdefault(top + 1, {})[left] = contents[cell]
    drawn = Text()
    for number in range(max(lines) + 1):
        line = Text()
        for left, part in sorted(lines.get(number, {}).items()):
            line.pad_right(left + (ROOM - part.cell_len) // 2 - line.cell_len)
            line.append_text(part)
        drawn.append_text(line).append("\n")
    drawn.rstrip()
    return drawn


def _contents(board: str, situation: Situation) -> dict[str, Text]:
    """What stands under a cell's id: pieces before old sightings, and these before what the board is marked with."""
    contents: dict[str, Text] = {}
    for shown in situation.boards:
        if shown.name == board and isinstance(shown.payload, ChartState):
            for mark, cells in shown.payload.marks.items():
                contents.update({cell: Text(mark[:ROOM], style="dim") for cell in cells})
    for sighting in situation.sightings:
        contents[sighting.cell] = Text(f"?{sighting.what}"[:ROOM], style="italic")
    stacks: dict[str, list[PieceView]] = {}
    for piece in situation.pieces:
        if piece.board == board:
            stacks.setdefault(piece.cell, []).append(piece)
    for cell, (first, *others) in stacks.items():
        more = f"+{len(others)}" if others else ""
        name = (first.short or first.label)[: ROOM - len(more)]
        contents[cell] = Text(name + more, style=COLOURS[first.side])
    return contents
