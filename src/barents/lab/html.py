"""A report of a study as one HTML page that needs nothing else: figures as SVG, tables, and how to repeat it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from barents.atlas.chart_type import font_faces
from barents.lab.balance import Balance
from barents.lab.compare import Comparison
from barents.lab.figures import Figure, Pairs
from barents.lab.plots import svg
from barents.lab.tables import Grid, balance_tables, comparison_tables, pairs_table

STYLE = """
:root{color-scheme:light}
body{margin:0;background:#F3EEE2;color:#17242E;
font:600 15px/1.45 'Sofia Sans Condensed','Arial Narrow',Arial,sans-serif}
main{max-width:1120px;margin:0 auto;padding:24px}
h1{font:400 29px/35px 'Libre Caslon Text',Georgia,serif;margin:0 0 8px}
h2{font-size:17px;font-weight:700;margin:32px 0 8px;padding-top:16px;border-top:1px solid #17242E}
p{max-width:72em}.note{color:#45545E}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;background:#FBF8F1}
th,td{text-align:left;padding:4px 12px;border-bottom:1px solid #E4DCCB;vertical-align:top}
th{font-weight:700;border-bottom:1px solid #17242E}td.number,th.number{text-align:right}
figure{margin:16px 0;overflow-x:auto}figure svg{max-width:100%;height:auto;display:block}
code{font:14px/1.4 ui-monospace,monospace;background:#FBF8F1;padding:2px 6px;overflow-wrap:anywhere}
footer{margin-top:32px;padding-top:8px;border-top:1px solid #CFC6B2;color:#5E6A73}
"""


class Section(NamedTuple):
    """A part of a report: a heading, a sentence, figures and tables."""

    title: str
    words: str = ""
    figures: Sequence[Figure] = ()
    grids: Sequence[Grid] = ()


class Page(NamedTuple):
    """A whole report: its title, what was asked, its parts, the command that repeats it, and the foot."""

    title: str
    asked: str
    sections: Sequence[Section]
    command: str
    foot: str


def written(page: Page) -> str:
    """A page as HTML; whatever comes from outside is escaped."""
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(page.title)}</title>",
        f"<style>{font_faces()}{STYLE}</style></head><body><main>",
        f"<h1>{escape(page.title)}</h1>",
        f"<p>{escape(page.asked)}</p>",
        *(_section(section, f"part-{number}") for number, section in enumerate(page.sections, 1)),
        "<h2>To repeat it</h2>",
        f"<p><code>{escape(page.command)}</code></p>",
        f"<footer>{escape(page.foot)}</footer></main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _section(section: Section, name: str) -> str:
    parts = [f"<h2>{escape(section.title)}</h2>"]
    if section.words:
        parts.append(f'<p class="note">{escape(section.words)}</p>')
    parts += [
        f'<figure role="img" aria-label="{escape(figure.title)}">{inlined(svg(figure), f"{name}-{number}")}</figure>'
        for number, figure in enumerate(section.figures, 1)
    ]
    parts += [_grid(grid) for grid in section.grids]
    return "\n".join(parts)


def inlined(drawn: bytes, name: str) -> str:
    """An SVG without what only a file of its own has before it, and with names that no other on the page has."""
    text = drawn.decode("utf-8")
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    return re.sub(r'(\bid="|href="#|url\(#)', rf"\1{name}-", text)


def _grid(grid: Grid) -> str:
    heads = "".join(f"<th{_right(grid, index)}>{escape(head)}</th>" for index, head in enumerate(grid.heads))
    rows = "".join(
        "<tr>" + "".join(f"<td{_right(grid, index)}>{escape(cell)}</td>" for index, cell in enumerate(row)) + "</tr>"
        for row in grid.rows
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _right(grid: Grid, index: int) -> str:
    return ' class="number"' if index and grid.numbers else ""


# The reports


def balance_page(found: Balance, title: str, command: str) -> str:
    """The report of a study of balance."""
    seats = " against ".join(found.players.values())
    asked = (
        f"Who wins {title}, and what decides it? {found.games} games each of {seats} (Allied against Axis), seed "
        f"{found.seed}; every change is played with the same dice as the scenario as it stands."
    )
    pairs = [pairs_table(figure) for figure in found.figures if isinstance(figure, Pairs)]
    figures = Section("Figures", figures=found.figures, grids=pairs)
    tables = [Section(heading, grids=[grid]) for heading, grid in balance_tables(found)]
    sections = [*tables[:1], *([figures] if found.figures else []), *tables[1:]]
    foot = f"Barents {found.engine}, rules {found.game} {found.rules}, seed {found.seed}, {found.games} games each"
    return written(Page(f"{title}: the balance", asked, sections, command, foot))


def comparison_page(found: Comparison, command: str) -> str:
    """The report of a comparison."""
    seats = " against ".join(found.players.values())
    games = max((row.games for row in found.rows), default=0)
    asked = (
        f"The same week of the war under every rule set that has it: {games} games each of {seats} "
        f"(Allied against Axis), seed {found.seed}, beside what happened."
    )
    tables = [Section(heading, grids=[grid]) for heading, grid in comparison_tables(found)]
    rules = ", ".join(f"{row.game} {row.rules}" for row in found.rows)
    foot = f"Barents {found.engine}, rules {rules}, seed {found.seed}"
    return written(Page(found.title, asked, [Section("Distributions", figures=[found.figure]), *tables], command, foot))
