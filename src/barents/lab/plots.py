"""The laboratory's figures on paper: PNG and SVG, readable in black and white, the same file for the same figure.

matplotlib is loaded when something is drawn, since most of the program has no need of it.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import as_file, files
from math import ceil
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from barents.lab.figures import Cell, Distributions, Figure, Pairs, Panel, Swing, Tornado
from barents.lab.printed import DASH, MINUS, percent, signed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

PAPER, PANEL, INK, INK2, INK3 = "#F3EEE2", "#FBF8F1", "#17242E", "#45545E", "#5E6A73"
RULE, ALLIED, AXIS, BARS = "#CFC6B2", "#1F5A94", "#8C3F14", "#8F979B"
FONTS = ("SofiaSansCondensed-SemiBold.ttf", "SofiaSansCondensed-Bold.ttf")
STYLE: dict[Any, Any] = {
    "font.family": "Sofia Sans Condensed",
    "font.weight": 600,
    "font.size": 11,
    "text.color": INK,
    "text.parse_math": False,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "axes.edgecolor": INK,
    "xtick.color": INK2,
    "ytick.color": INK2,
    "hatch.linewidth": 0.8,
    "svg.hashsalt": "barents",
    "svg.fonttype": "path",
}
TITLE, HEADING, SMALL = 14, 12, 10  # points
LETTERS = 17  # of the small size, in an inch
FEW_ROWS = 3


def save(figure: Figure, file: Path) -> None:
    """Draw a figure into a file; its ending says whether it becomes a PNG or an SVG."""
    if file.suffix.lower() not in (".png", ".svg"):
        raise ValueError(f"{file.name} is neither a .png nor a .svg, so it is not clear what to draw")
    file.write_bytes(svg(figure) if file.suffix.lower() == ".svg" else png(figure))


def svg(figure: Figure) -> bytes:
    """A figure as SVG without a date, so that the same figure gives the same bytes."""
    return _drawn(figure, format="svg", metadata={"Date": None, "Creator": "Barents", "Title": figure.title})


def png(figure: Figure) -> bytes:
    """A figure as PNG."""
    return _drawn(figure, format="png", dpi=150, metadata={"Software": "Barents", "Title": figure.title})


def _drawn(figure: Figure, **how: Any) -> bytes:
    with styled():
        sheet = _pairs(figure) if isinstance(figure, Pairs) else None
        if isinstance(figure, Tornado):
            sheet = _tornado(figure)
        elif isinstance(figure, Distributions):
            sheet = _distributions(figure)
        assert sheet is not None
        written = io.BytesIO()
        sheet.savefig(written, facecolor=PAPER, **how)
    return written.getvalue()


@contextmanager
def styled() -> Iterator[None]:
    """Our letters and colours, without touching what others have set."""
    from matplotlib import font_manager, rc_context

    known = {entry.fname for entry in font_manager.fontManager.ttflist}
    for name in FONTS:
        with as_file(files("barents.atlas") / "fonts" / name) as font:
            if str(font) not in known:
                font_manager.fontManager.addfont(str(font))
    with rc_context(STYLE):
        yield


def new_sheet(width: float, height: float, title: str, note: str) -> Sheet:
    """An empty sheet with its title and note at the upper left; sizes are in inches."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as NewSheet

    sheet = NewSheet(figsize=(width, height))
    FigureCanvasAgg(sheet)
    left = 0.25 / width
    sheet.text(left, 1 - 0.2 / height, title, size=TITLE, weight=700, va="top")
    lines = [line for part in note.split("\n") for line in wrap(part, int(LETTERS * (width - 0.4)))]
    sheet.text(left, 1 - 0.5 / height, "\n".join(lines), size=SMALL, color=INK2, va="top")
    return sheet


def new_axes(sheet: Sheet, left: float, top: float, width: float, height: float) -> Axes:
    """Axes by inches from the upper left corner, without a box."""
    wide, high = sheet.get_size_inches()
    axes = sheet.add_axes((left / wide, 1 - (top + height) / high, width / wide, height / high))
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)
    return axes


# Pairs


def _pairs(figure: Pairs) -> Sheet:
    """Allied down, German across: share and error as text, the interval as a bar, the share as a mark."""
    players, wide, high = figure.players, 1.35, 0.72
    left, top = 1.9, 1.35
    sheet = new_sheet(
        max(left + wide * len(players) + 0.35, 5.5), top + high * len(players) + 0.5, figure.title, figure.note
    )
    axes = new_axes(sheet, left, top, wide * len(players), high * len(players))
    axes.set_xlim(0, len(players))
    axes.set_ylim(len(players), 0)
    axes.set_xticks([])
    axes.set_yticks([])
    for side in axes.spines.values():
        side.set_visible(True)
    axes.set_facecolor(PANEL)
    for line in range(1, len(players)):
        axes.axhline(line, color=RULE, lw=0.8)
        axes.axvline(line, color=RULE, lw=0.8)
    for index, name in enumerate(players):
        axes.text(index + 0.5, -0.12, name, ha="center", va="bottom", size=HEADING)
        axes.text(-0.08, index + 0.5, name, ha="right", va="center", size=HEADING)
    axes.text(len(players) / 2, -0.48, "German player", ha="center", va="bottom", color=AXIS, weight=700)
    axes.text(-1.25, len(players) / 2, "Allied player", ha="center", va="center", color=ALLIED, weight=700, rotation=90)
    places = {name: index for index, name in enumerate(players)}
    for cell in figure.cells:
        if cell.games:
            _cell(axes, cell, places[cell.axis], places[cell.allied])
    return sheet


def _cell(axes: Axes, cell: Cell, column: int, row: int) -> None:
    share, left, width = cell.share, column + 0.12, 0.76
    error = 100 * (share.high - share.low) / 2
    axes.text(
        column + 0.5, row + 0.33, f"{share.mean:.0%} ± {error:.0f}", ha="center", va="center", size=HEADING, weight=700
    )
    clear = share.low > 0.5 or share.high < 0.5
    colour = (AXIS if share.mean > 0.5 else ALLIED) if clear else INK
    low, high, middle = (left + width * value for value in (share.low, share.high, share.mean))
    axes.plot([left + width / 2] * 2, [row + 0.56, row + 0.86], color=INK3, lw=0.8)
    axes.plot([low, high], [row + 0.71] * 2, color=colour, lw=6, solid_capstyle="butt", alpha=0.85)
    axes.plot([middle] * 2, [row + 0.6, row + 0.82], color=INK, lw=2.2)


# Sensitivity


def _tornado(figure: Tornado) -> Sheet:
    """One row a thing: a step up solid, a step down hatched, each with its interval; zero in the middle."""
    rows, high = figure.rows, 0.42
    left, width, top = 3.3, 5.2, 1.45
    base = f"share of German wins with nothing changed: {percent(figure.base)}"
    note = f"{figure.note}\n{base} · points of a percent · solid: a step up, or on; hatched: a step down, or off"
    sheet = new_sheet(left + width + 0.5, top + high * max(len(rows), FEW_ROWS) + 0.6, figure.title, note)
    axes = new_axes(sheet, left, top, width, high * max(len(rows), FEW_ROWS))
    reach = _reach(rows)
    axes.set_xlim(-reach, reach)
    axes.set_ylim(max(len(rows), FEW_ROWS), 0)
    ticks = [-reach, -reach / 2, 0, reach / 2, reach]
    axes.set_xticks(ticks, [signed(tick, 0 if reach >= 2 else 1) for tick in ticks])
    axes.spines["bottom"].set_visible(False)
    for tick in ticks:
        axes.axvline(tick, color=INK if not tick else RULE, lw=1.2 if not tick else 0.8, zorder=3 if not tick else 0)
    axes.set_yticks([index + 0.5 for index in range(len(rows))], [_wrapped(row.label) for row in rows])
    for label in axes.get_yticklabels():
        label.set_color(INK)
    axes.text(-reach / 2, -0.15, "for the Allies", ha="center", va="bottom", color=ALLIED, weight=700)
    axes.text(reach / 2, -0.15, "for the Axis", ha="center", va="bottom", color=AXIS, weight=700)
    for index, row in enumerate(rows):
        _swing(axes, row, index, reach)
    return sheet


def _swing(axes: Axes, row: Swing, index: int, reach: float) -> None:
    alone = row.low is None or row.high is None
    for end, place, hatch in ((row.high, 0.5 if alone else 0.3, ""), (row.low, 0.5 if alone else 0.68, "////")):
        if end is None:
            continue
        colour = AXIS if end.mean > 0 else ALLIED
        axes.barh(
            index + place,
            end.mean,
            height=0.32,
            color=PANEL if hatch else colour,
            edgecolor=colour,
            hatch=hatch,
            lw=0.8,
            alpha=1 if hatch else 0.8,
        )
        low, high = max(end.low, -reach), min(end.high, reach)
        axes.plot([low, high], [index + place] * 2, color=INK, lw=1.1, zorder=4)
        for at in (low, high):
            axes.plot([at] * 2, [index + place - 0.1, index + place + 0.1], color=INK, lw=1.1, zorder=4)


def _reach(rows: Sequence[Swing]) -> float:
    """Half the width of the axis: a round number beyond the furthest interval, at most all there can be."""
    ends = [end for row in rows for end in (row.low, row.high) if end is not None]
    furthest = max((max(abs(end.low), abs(end.high)) for end in ends), default=1.0)
    return next((float(limit) for limit in (1, 2, 4, 6, 10, 16, 20, 30, 40, 60, 80) if furthest <= limit), 100.0)


def _wrapped(label: str, most: int = 44) -> str:
    """A label in one line or two."""
    if len(label) <= most:
        return label
    cut = label.rfind(" ", 0, most)
    return label if cut < 0 else f"{label[:cut]}\n{label[cut + 1 :]}"


# Distributions


def _distributions(figure: Distributions) -> Sheet:
    """Small multiples on one axis; each is scaled to its tallest bar, and history is a line with its number."""
    panels, wide, high, gap = figure.panels, 3.1, 1.5, 0.45
    columns = min(len(panels), 4) or 1
    lines = ceil(len(panels) / columns)
    width = 0.25 + columns * (wide + gap)
    sheet = new_sheet(max(width, 6.0), 1.0 + lines * (high + 1.35), figure.title, figure.note)
    low, top = _limits(panels)
    for index, panel in enumerate(panels):
        row, column = divmod(index, columns)
        left, above = 0.25 + column * (wide + gap), 1.0 + row * (high + 1.35) + 0.62
        axes = new_axes(sheet, left, above, wide, high)
        axes.set_xlim(low - 0.6, top + 0.6)
        _panel(sheet, axes, panel, figure.unit, (low, top))
    return sheet


def _limits(panels: Iterable[Panel]) -> tuple[int, int]:
    """The axis that all panels share."""
    values = [bin.value for panel in panels for bin in panel.bins]
    values += [panel.history for panel in panels if panel.history is not None]
    low = min(values, default=0)
    return (0 if 0 <= low <= 12 else low), max([*values, 1])


def _panel(sheet: Sheet, axes: Axes, panel: Panel, unit: str, limits: tuple[int, int]) -> None:
    """Bars, and history where it is known."""
    tallest = max((bin.games for bin in panel.bins), default=1)
    history = panel.history
    for bin in panel.bins:
        beyond = history is not None and bin.value >= history
        axes.bar(bin.value, bin.games / tallest, width=0.86, color=AXIS if beyond else BARS)
    axes.set_ylim(0, 1.22)
    axes.set_yticks([])
    step = next(step for step in (1, 2, 3, 5, 6, 10, 20, 50, 100, 10**9) if (limits[1] - limits[0]) / step <= 7)
    first = ceil(limits[0] / step) * step
    ticks = [tick for tick in range(first, limits[1] + 1, step) if history is None or abs(tick - history) > step / 2]
    axes.set_xticks(ticks, [str(tick).replace("-", MINUS) for tick in ticks])
    axes.text(1, -0.24, unit, transform=axes.transAxes, ha="right", va="top", size=SMALL, color=INK2)
    axes.text(0, 1.34, panel.title, transform=axes.transAxes, ha="left", va="bottom", size=HEADING, weight=700)
    axes.text(0, 1.3, _in_words(panel), transform=axes.transAxes, ha="left", va="top", size=SMALL, color=INK2)
    if history is not None:
        axes.plot([history] * 2, [-0.04, 1.2], color=INK, lw=1.8, clip_on=False, zorder=4)
        late = history > (limits[0] + limits[1]) / 2
        words = f" {panel.word} " if panel.word else ""
        axes.text(history, 1.21, words, ha="right" if late else "left", va="top", size=SMALL, weight=700)
        axes.text(history, -0.052, str(history), ha="center", va="top", size=11, weight=700)


def _in_words(panel: Panel) -> str:
    """What stands under a panel's title."""
    if not panel.games:
        return "no games yet"
    mean = panel.mean
    said = f"mean {mean.mean:.1f} ({mean.low:.1f}{DASH}{mean.high:.1f}), nine in ten {panel.least} to {panel.most}"
    if panel.history is None or panel.beyond is None:
        return said
    return f"{said}\n{panel.history} or more in {percent(panel.beyond)}, {panel.games:,} games"
