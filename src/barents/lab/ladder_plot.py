"""A ladder on paper: the players from the best down, each rating as a mark in its interval."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from barents.lab.ladder import Ladder
from barents.lab.plots import HEADING, INK, INK2, PAPER, RULE, SMALL, new_axes, new_sheet, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Sheet

STEPS = (1, 2, 5, 10, 20, 50)  # between the lines of the scale
MOST_LINES = 5


def save(ladder: Ladder, file: Path) -> None:
    """Draw a ladder into a file; its ending says whether it becomes a PNG or an SVG."""
    title = f"Ladder: {ladder.title}"
    how: dict[str, Any] = {"dpi": 150, "metadata": {"Software": "Barents", "Title": title}}
    if file.suffix.lower() == ".svg":
        how = {"metadata": {"Date": None, "Creator": "Barents", "Title": title}}
    with styled():
        _drawn(ladder, title).savefig(file, facecolor=PAPER, **how)


def _drawn(ladder: Ladder, title: str) -> Sheet:
    rungs, high, left, width, top = ladder.rungs, 0.55, 1.5, 4.6, 1.1
    note = f"{ladder.deals:,} deals of two games with each other player, seed {ladder.seed}; bars are 95% intervals"
    sheet = new_sheet(left + width + 1.75, top + high * len(rungs) + 0.65, title, note)
    axes = new_axes(sheet, left, top, width, high * len(rungs))
    low, most = min(rung.rating.low for rung in rungs), max(rung.rating.high for rung in rungs)
    step = next((step for step in STEPS if (most - low) / step < MOST_LINES - 1), STEPS[-1] * 2)
    first = int(low // step)
    ticks = [step * number for number in range(first, int(most // step) + 2)]
    axes.set_xlim(ticks[0], ticks[-1])
    axes.set_ylim(len(rungs), 0)
    axes.set_xticks(ticks)
    axes.set_yticks([])
    axes.spines["bottom"].set_color(INK)
    for tick in ticks:
        axes.axvline(tick, color=RULE, lw=0.8, zorder=0)
    right = ticks[-1] + (ticks[-1] - ticks[0]) * 0.03
    for index, rung in enumerate(rungs):
        at, rating = index + 0.5, rung.rating
        axes.text(ticks[0], at, f"{rung.player}   ", ha="right", va="center", size=HEADING, weight=700)
        axes.plot([rating.low, rating.high], [at] * 2, color=INK2, lw=6, solid_capstyle="butt", alpha=0.6)
        axes.plot([rating.mean] * 2, [at - 0.24, at + 0.24], color=INK, lw=2.2)
        error = (rating.high - rating.low) / 2
        axes.text(right, at, f"{rating.mean:.1f} ± {error:.1f}", ha="left", va="center", size=HEADING, weight=700)
    axes.text(1, -0.32 / (high * len(rungs)), "rating", transform=axes.transAxes, ha="right", va="top", size=SMALL)
    return sheet
