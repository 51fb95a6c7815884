"""The report of a run: tables for the screen and for the documentation, and everything as JSON."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table

from tools.bench.figures import Figure, Playout, Unit

BEGIN = "<!-- figures: begin -->"
END = "<!-- figures: end -->"
PACKAGES = ("msgspec", "open_spiel", "pettingzoo")


class Run(NamedTuple):
    """A whole run: its figures, and how it was made."""

    figures: list[Figure]
    rounds: int
    seconds: float


class Grid(NamedTuple):
    """A table before it is drawn: a title, the columns' heads, and rows of text."""

    title: str
    head: tuple[str, ...]
    rows: list[tuple[str, ...]]


def conditions(run: Run) -> str:
    """What the run was made with, in a sentence."""
    parts = [f"Python {platform.python_version()}", f"{platform.system()} on {platform.machine()}"]
    parts += [f"{os.cpu_count()} cores, of which one is used"]
    parts += [f"{name} {found}" for name, found in versions().items()]
    return f"{', '.join(parts)}; {run.rounds} rounds of {run.seconds:g} s of processor time for each figure."


def versions() -> dict[str, str]:
    """The versions of the packages that matter, as far as they are installed."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def number(value: float, unit: Unit) -> str:
    """A value with as many digits as it is worth.

    >>> number(91234.6, Unit.PER_SECOND), number(3.14159, Unit.MICROSECONDS)
    ('91,235', '3.1')
    """
    if value >= 100 or unit is Unit.BYTES:
        return f"{value:,.0f}"
    if unit is Unit.COUNT and value == int(value):
        return str(int(value))
    return f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def verdict(figure: Figure) -> str:
    """Whether the target is met, in a word."""
    return {True: "ok", False: "short", None: ""}[figure.met]


def figure_grids(figures: Iterable[Figure]) -> list[Grid]:
    """A table for each group: the figure, its median and best, its target."""
    grids = []
    for group, members in groupby(figures, key=lambda figure: figure.group):
        rows: list[tuple[str, ...]] = []
        for figure in members:
            target = str(figure.target) if figure.target else ""
            if not figure.runs:
                rows.append((figure.name, "missing", "", figure.unit.value, target, ""))
                continue
            median = number(figure.median, figure.unit)
            best = number(figure.best, figure.unit) if len(figure.runs) > 1 else ""
            rows.append((figure.name, median, best, figure.unit.value, target, verdict(figure)))
        grids.append(Grid(group, ("figure", "median", "best", "unit", "target", ""), rows))
    return grids


def playouts(figures: Iterable[Figure], whose: Playout) -> list[Figure]:
    """The figures of random play that are compared."""
    return [figure for figure in figures if figure.playout == whose and figure.runs]


def ratio_grid(figures: Sequence[Figure]) -> Grid:
    """Our random play beside that of others: how many times as many decisions a second."""
    ours, theirs = playouts(figures, "ours"), playouts(figures, "theirs")
    head = ("decisions a second of", *(f"{figure.group}, {figure.name.removeprefix('decisions, ')}" for figure in ours))
    rows = [(f"{their.group} {their.name}", *(f"{our.ratio_to(their):.2f} ×" for our in ours)) for their in theirs]
    return Grid("Barents as a multiple of the others", head, rows)


def grids_of(run: Run) -> list[Grid]:
    """Every table that has a row."""
    return [grid for grid in (*figure_grids(run.figures), ratio_grid(run.figures)) if grid.rows]


def show(run: Run, console: Console) -> None:
    """Print the tables."""
    for grid in grids_of(run):
        table = Table(title=grid.title, title_justify="left")
        for place, head in enumerate(grid.head):
            table.add_column(head, justify="left" if place == 0 or head in ("unit", "") else "right")
        for row in grid.rows:
            style = "yellow" if row[-1] == "short" else None
            table.add_row(*row, style=style)
        console.print(table)
    for note in dict.fromkeys(figure.note for figure in run.figures if figure.note):
        console.print(f"missing: {note}")
    console.print(conditions(run))


def as_json(run: Run) -> bytes:
    """Everything, with the value of each round."""
    ours, theirs = playouts(run.figures, "ours"), playouts(run.figures, "theirs")
    content = {
        "python": platform.python_version(),
        "packages": versions(),
        "cores": os.cpu_count(),
        "rounds": run.rounds,
        "seconds": run.seconds,
        "figures": [_figure(figure) for figure in run.figures],
        "ratios": [
            {"ours": f"{our.group}: {our.name}", "theirs": f"{their.group}: {their.name}", "ratio": our.ratio_to(their)}
            for their in theirs
            for our in ours
        ],
    }
    return msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"


def _figure(figure: Figure) -> dict[str, Any]:
    known: dict[str, Any] = {"group": figure.group, "name": figure.name, "unit": figure.unit}
    if figure.runs:
        known |= {"median": figure.median, "best": figure.best, "runs": figure.runs}
    if figure.target:
        known |= {"target": str(figure.target), "met": figure.met}
    return known | ({"note": figure.note} if figure.note else {})


def as_markdown(run: Run) -> str:
    """The tables for a page."""
    parts = [conditions(run)]
    for grid in grids_of(run):
        rule = ["---" if place == 0 or head in ("unit", "") else "---:" for place, head in enumerate(grid.head)]
        lines = [_line(grid.head), _line(rule), *(_line(row) for row in grid.rows)]
        parts += [f"### {grid.title}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def page_with(markdown: str, page: str) -> str:
    """A page with other tables between its marks.

    >>> page_with("new\\n", f"Text\\n{BEGIN}\\nold\\n{END}\\n").splitlines()
    ['Text', '<!-- figures: begin -->', '', 'new', '', '<!-- figures: end -->']
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page has no lines '{BEGIN}' and '{END}' between which the tables could go")
    return f"{before}{BEGIN}\n\n{markdown}\n{END}{after}"


def write_markdown(run: Run, path: Path) -> None:
    """Put the tables between the marks of a page; a page that does not exist is written with nothing else."""
    page = path.read_text("utf-8") if path.exists() else f"{BEGIN}\n{END}\n"
    path.write_text(page_with(as_markdown(run), page), "utf-8")
