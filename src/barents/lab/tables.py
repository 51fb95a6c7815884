"""What the studies say, as tables: for the terminal and for the report, which show the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from barents.kernel.sides import Side
from barents.lab.balance import Balance, Effect, Row
from barents.lab.compare import Comparison
from barents.lab.figures import Pairs
from barents.lab.printed import DASH, change, number, percent
from barents.lab.statistics import Interval


class Grid(NamedTuple):
    """A table: its headings, and rows of text; columns of numbers after the first are set to the right."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: bool = True


# What each study says


def balance_tables(found: Balance) -> Iterator[tuple[str, Grid]]:
    """The tables of a study of balance, each with its heading."""
    base = found.rows[0]
    names = {name: name.capitalize() for name in (*base.wins, *base.points)}
    ends = [[f"{names[name]} wins" if name != "draw" else "draws", percent(value)] for name, value in base.wins.items()]
    points = [[f"points, {names[name]}", number(value)] for name, value in base.points.items()]
    margin = [["points that the Axis has more", number(found.margin)]]
    levels = [[f"ended as {level}", f"{count} game{'' if count == 1 else 's'}"] for level, count in base.levels.items()]
    happened = [[f"{name}, in a game", f"{count:.2f}"] for name, count in base.events.items()]
    yield (
        "Who wins, and by how much",
        Grid((base.label, "95% interval in brackets"), [*ends, *points, *margin, *levels, *happened]),
    )
    yield "Wins, points and losses by each set of rules", _rows(found.rows)
    words = {"options": "Optional rules", "tables": "Reconstructed values"}
    for group, effects in found.effects.items():
        heads = ("changed", "", "German wins, points of a percent", "Axis margin, points")
        yield words[group], Grid(heads, [_effect(one, group) for one in _ordered(effects)])
    if found.skipped:
        yield (
            "Not moved, or not all of it",
            Grid(("what", "why"), [[one.label, one.reason] for one in found.skipped], numbers=False),
        )


def _rows(rows: Sequence[Row]) -> Grid:
    """Each set of rules by itself; of what is lost in a game the causes stand in brackets."""
    points = list(dict.fromkeys(name for row in rows for name in row.points))
    kinds = list(dict.fromkeys(what for row in rows for what in row.losses))
    heads = ["rules", "games", "Allied wins", "drawn"]
    heads += [*(f"points, {name.capitalize()}" for name in points), *(f"{what} lost" for what in kinds)]
    return Grid(
        heads,
        [
            [
                row.label,
                str(row.games),
                percent(row.wins[Side.ALLIED.value]),
                f"{row.wins['draw'].mean:.0%}",
                *(number(row.points[name]) if name in row.points else DASH for name in points),
                *(_lost(row.losses.get(what, {})) for what in kinds),
            ]
            for row in rows
        ],
    )


def _lost(causes: Mapping[str, float]) -> str:
    """How much is lost in a game, and to what.

    >>> _lost({"ships": 4.3, "submarines": 1.2}), _lost({})
    ('5.5 (ships 4.3, submarines 1.2)', '0')
    """
    to = ", ".join(f"{cause} {count:.1f}" for cause, count in causes.items())
    return f"{sum(causes.values()):.1f} ({to})" if to else "0"


def markdown(tables: Iterable[tuple[str, Grid]]) -> str:
    """Tables for a page in Markdown, each under its heading."""
    lines = []
    for heading, grid in tables:
        rule = [("---:" if index and grid.numbers else "---") for index in range(len(grid.heads))]
        rows = [[cell.replace("|", r"\|") for cell in row] for row in (grid.heads, rule, *grid.rows)]
        lines += [f"### {heading}", "", *(f"| {' | '.join(row)} |" for row in rows), ""]
    return "\n".join(lines)


def _ordered(effects: Sequence[Effect]) -> list[Effect]:
    return sorted(effects, key=lambda one: (one.same, -abs(one.wins.mean), -abs(one.margin.mean), one.label, one.way))


def _effect(one: Effect, group: str) -> list[str]:
    ways = {"options": {-1: "off, or lower", 1: "on, or higher"}, "tables": {-1: "a step down", 1: "a step up"}}
    if one.same:
        return [one.label, ways[group].get(one.way, ""), "no game differs", ""]
    return [one.label, ways[group].get(one.way, ""), change(one.wins), change(one.margin)]


def comparison_tables(found: Comparison) -> Iterator[tuple[str, Grid]]:
    """The tables of a comparison, each with its heading."""
    rows = [
        [
            row.title,
            str(row.games),
            str(row.sailed),
            number(row.lost.mean),
            f"{row.lost.least} to {row.lost.most}",
            percent(row.lost.beyond) if row.lost.beyond is not None else "",
        ]
        for row in found.rows
    ]
    history = ["history", "", "", str(found.history), "", ""]
    heads = ("rules", "games", "ships", "lost, mean", "nine in ten", f"{found.history} or more")
    yield "Ships lost", Grid(heads, [*rows, history])
    causes = [cause for cause in found.history_causes if any(row.causes[cause].mean for row in found.rows)]
    causes += [cause for cause, count in found.history_causes.items() if count and cause not in causes]
    by_cause = [[row.title, *(number(row.causes[cause]) for cause in causes)] for row in found.rows]
    theirs = ["history, merchants", *(str(found.history_causes[cause]) for cause in causes)]
    yield "By cause, mean of a game", Grid(("rules", *causes), [*by_cause, theirs])
    days = sorted({*found.history_days, *(day for row in found.rows for day in row.days)})
    if days:
        nothing = Interval(0.0, 0.0, 0.0)
        lines = [
            [
                day,
                *(number(row.days.get(day, nothing)) if day in row.days else DASH for row in found.rows),
                *([str(found.history_days.get(day, 0))] if found.history_days else []),
            ]
            for day in days
        ]
        last = ["history"] if found.history_days else []
        yield (
            "By day, all merchants of the scenario, mean of a game",
            Grid(("day", *(row.title for row in found.rows), *last), lines),
        )


def pairs_table(figure: Pairs) -> Grid:
    """A matrix of players: Allied down, German across."""
    cells = {(cell.allied, cell.axis): cell for cell in figure.cells}
    rows = [
        [allied, *(percent(cells[allied, axis].share) if (allied, axis) in cells else "" for axis in figure.players)]
        for allied in figure.players
    ]
    return Grid(("Allied player", *(f"against {axis}" for axis in figure.players)), rows)
