"""Displays as text: the convoy in its squares, ships in a line of battle, and ships under attack from the air.

A view names a display's geometry and says in which cell each piece lies; here is how the cells lie to each other. Like
the browser client this knows shapes and no game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from rich.text import Text

from barents.kernel.payloads import SurfaceCombatStage
from barents.kernel.sides import Side
from barents.kernel.view import Board, PieceView
from barents.terminal.sea import COLOURS

Pieces = Sequence[PieceView]

CONVOY, AIR, SURFACE = "convoy", "air-battle", "surface-combat"  # the geometries that are drawn
SQUARE = 7  # signs across a square of a convoy or of an air battle, with a blank
AREAS = 24
RINGS = "ABCD"
TURNS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def drawn(board: Board, pieces: Pieces) -> Text | None:
    """A display with what lies on it; None for one that is told in words alone."""
    draw, cells = STAGES.get(board.geometry), CELLS.get(board.geometry, frozenset())
    return None if draw is None or not any(piece.cell in cells for piece in pieces) else draw(board, pieces)


def shown_whole(board: Board, piece: PieceView, pieces: Pieces) -> bool:
    """Whether the drawing of a convoy says all of a piece: it is alone in its square and nothing has happened to it."""
    alone = sum(other.cell == piece.cell for other in pieces) == 1
    return board.geometry == CONVOY and alone and not piece.badges


# The convoy: eleven columns from port to starboard, seven rows from ahead to astern


def convoy_squares() -> dict[str, tuple[int, int]]:
    """The column and row of each square: a core of four rows of nine, rescue spaces behind it, the screen around.

    >>> squares = convoy_squares()
    >>> squares["core-1"], squares["screen-12"], squares["screen-17"], squares["screen-32"], squares["rescue-2"]
    ((1, 1), (10, 1), (10, 6), (0, 1), (5, 5))
    """
    found = {f"core-{n + 1}": (n % 9 + 1, n // 9 + 1) for n in range(36)}
    found |= {f"rescue-{n}": (3 * n - 1, 5) for n in range(1, 4)}
    ring = [(column, 0) for column in range(11)] + [(10, row) for row in range(1, 6)]
    ring += [(column, 6) for column in range(10, -1, -1)] + [(0, row) for row in range(5, 0, -1)]
    return found | {f"screen-{n}": place for n, place in enumerate(ring, 1)}


def convoy(_board: Board, pieces: Pieces) -> Text:
    """Each square with its number, and under it who stands there; ahead is above, port on the left."""
    lines: dict[int, dict[int, Text]] = {}
    for cell, (column, row) in convoy_squares().items():
        number = f"{cell[0].upper()}{cell.partition('-')[2]}"
        _put(lines, column * SQUARE, row * 2, Text(number, style="dim"), [p for p in pieces if p.cell == cell])
    return _joined(lines)


# An air battle: a middle with three rings around it


def air_areas() -> dict[str, tuple[int, int]]:
    """Each area by two of the three directions of a hex grid; a ring is numbered clockwise from the top left.

    >>> air_areas()["A1"], air_areas()["B1"], air_areas()["D18"]
    ((0, 0), (0, -1), (-1, -2))
    """
    found = {"A1": (0, 0)}
    for ring, letter in enumerate(RINGS[1:], 1):
        q, r, number = 0, -ring, 1
        for dq, dr in TURNS:
            for _ in range(ring):
                found[f"{letter}{number}"] = (q, r)
                q, r, number = q + dq, r + dr, number + 1
    return found


def air_battle(_board: Board, pieces: Pieces) -> Text:
    """The areas in their rings, and under each who is in it or over it."""
    lines: dict[int, dict[int, Text]] = {}
    rings = len(RINGS) - 1
    for cell, (q, r) in air_areas().items():
        left = round((q + r / 2 + rings) * SQUARE)
        _put(lines, left, (r + rings) * 2, Text(cell, style="dim"), [p for p in pieces if p.cell == cell])
    return _joined(lines)


# Surface combat: a line of areas


def battle_line(board: Board, pieces: Pieces) -> Text:
    """The numbers of the areas, under them how many ships of each side are there, and where smoke lies."""
    smoke = board.payload.smoke if isinstance(board.payload, SurfaceCombatStage) else ()
    rows = [Text("area    ", style="dim")]
    for area in range(1, AREAS + 1):
        rows[0].append(f"{area:>3}", style="dim")
    for side in (Side.AXIS, Side.ALLIED):
        row = Text(f"{side.value.capitalize():<8}", style=COLOURS[side])
        for area in range(1, AREAS + 1):
            there = sum(piece.side is side and piece.cell == str(area) for piece in pieces)
            row.append(f"{there:>3}" if there else "  ·", style=COLOURS[side] if there else "dim")
        rows.append(row)
    if smoke:
        row = Text("smoke   ", style="dim")
        for area in range(1, AREAS + 1):
            row.append("  ~" if area in smoke else "   ", style="dim")
        rows.append(row)
    return Text("\n").join(rows)


# Drawing


def _put(lines: dict[int, dict[int, Text]], left: int, top: int, name: Text, pieces: Pieces) -> None:
    """A cell's name, and below it the first of its pieces with the number of the others."""
    lines.setdefault(top, {})[left] = name
    if pieces:
        first, *others = sorted(pieces, key=lambda piece: bool(piece.hits is None))
        more = f"+{len(others)}" if others else ""
        hurt = "*" if first.hits is not None and first.hits.taken else ""
        room = SQUARE - 1 - len(more) - len(hurt)
        lines.setdefault(top + 1, {})[left] = Text(first.label[:room] + hurt + more, style=COLOURS[first.side])


def _joined(lines: Mapping[int, Mapping[int, Text]]) -> Text:
    """Lines from their parts, each part at its own distance from the left."""
    rows = []
    for number in range(max(lines) + 1):
        row = Text()
        for left, part in sorted(lines.get(number, {}).items()):
            row.pad_right(left - row.cell_len)
            row.append_text(part)
        rows.append(row)
    return Text("\n").join(rows)


STAGES: Mapping[str, Callable[[Board, Pieces], Text]] = {
    CONVOY: convoy,
    AIR: air_battle,
    SURFACE: battle_line,
}
CELLS: Mapping[str, Collection[str]] = {
    CONVOY: frozenset(convoy_squares()),
    AIR: frozenset(air_areas()),
    SURFACE: frozenset(map(str, range(1, AREAS + 1))),
}
