"""Figures hold what a picture needs; plots and reports show it, the same each time, with nothing from outside."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from barents.lab.figures import Cell, Distributions, Figure, Pairs, Swing, Tornado, decode, encode, panel, ranked
from barents.lab.html import Page, Section, written
from barents.lab.plots import png, save, svg
from barents.lab.statistics import Interval, share
from barents.lab.tables import Grid

PAIRS = Pairs(
    "German wins, by pair of players",
    "200 games a pair",
    ("captain", "admiral"),
    (Cell("captain", "captain", 200, share(95, 200)), Cell("captain", "admiral", 200, share(130, 200))),
)
TORNADO = Tornado(
    "Which table decides",
    "100 games each",
    share(48, 100),
    (
        Swing("infiltration", Interval(-8, -11, -5), Interval(9, 6, 12), "reconstructed"),
        Swing("aces", None, Interval(3, -1, 7), "option"),
    ),
)
WEEK = Distributions(
    "Merchants lost", "July 1942", "merchants", (panel("North Cape", [12, 20, 24, 31], 24, "July 1942"),)
)
FIGURES = (PAIRS, TORNADO, WEEK)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: type(figure).__name__)
def test_a_figure_goes_to_json_and_back(figure: Figure) -> None:
    assert decode(encode(figure)) == figure


def test_rows_are_widest_first_and_those_that_may_be_nothing_last() -> None:
    wide_but_doubtful = Swing("doubtful", Interval(-20, -50, 10), None, "")
    small, large = (
        Swing(name, None, Interval(size, size - 1, size + 1), "") for name, size in (("small", 2), ("large", 9))
    )
    assert [row.label for row in ranked([wide_but_doubtful, small, large])] == ["large", "small", "doubtful"]


def test_a_distribution_counts_its_middle_and_what_lies_beyond_history() -> None:
    found = panel("", list(range(1, 101)), 91)
    assert (found.least, found.most) == (5, 95)
    assert found.beyond is not None
    assert (found.beyond.mean, found.games) == (0.1, 100)
    empty = panel("", [], 3)
    assert (empty.games, empty.bins) == (0, ())


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: type(figure).__name__)
def test_the_same_figure_gives_the_same_file_without_date(figure: Figure, tmp_path: Path) -> None:
    first, again = svg(figure), svg(figure)
    assert first == again
    text = first.decode()
    assert not re.search(r"20\d\d-\d\d-\d\d|<dc:date>", text)
    assert ET.fromstring(text).tag.endswith("svg")
    assert png(figure).startswith(b"\x89PNG")
    save(figure, tmp_path / "figure.svg")
    assert (tmp_path / "figure.svg").read_bytes() == first
    with pytest.raises(ValueError, match=r"neither a \.png nor a \.svg"):
        save(figure, tmp_path / "figure.pdf")


def test_directions_are_told_apart_without_colour() -> None:
    """A step down is hatched; whoever profits is to be seen from the side of the bar."""
    both = svg(TORNADO).decode()
    up_alone = svg(Tornado("", "", TORNADO.base, TORNADO.rows[1:])).decode()
    assert "<pattern" in both
    assert "<pattern" not in up_alone


def test_a_figure_without_games_can_be_drawn() -> None:
    for figure in (
        Pairs("", "", ("a",), ()),
        Tornado("", "", share(0, 0), ()),
        Distributions("", "", "", (panel("", []),)),
    ):
        assert svg(figure)


def test_a_page_is_whole_and_whatever_comes_from_outside_is_escaped() -> None:
    nasty = '<script>alert("$x^$")</script>'
    grid = Grid((nasty, "b"), [[nasty, "1 < 2"]])
    figure = Tornado(nasty, nasty, TORNADO.base, (Swing(nasty, None, Interval(1, 0, 2), nasty),))
    page = written(Page(nasty, nasty, [Section(nasty, nasty, [figure, WEEK], [grid])], f"barents {nasty}", nasty))
    assert "<script" not in page
    assert page.count("&lt;script&gt;") >= 6
    assert page.count("<svg") == 2
    assert "<metadata" not in page
    assert "1 &lt; 2" in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids)) > 20, "two figures on a page do not share names"
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', page))
    assert used <= set(ids)
    outside = re.findall(r"(?:src|href)=[\"']?(?!#)([^\"' >]+)|url\((?!#|data:)([^)]*)", page)
    assert outside == []


def test_nothing_heavy_is_loaded_before_something_is_drawn() -> None:
    code = (
        "import sys, barents.cli, barents.lab.plots, barents.lab.html, barents.lab.compare, barents.lab.balance\n"
        "heavy = [name for name in ('matplotlib', 'numpy', 'scipy', 'pyarrow', 'dask') if name in sys.modules]\n"
        "sys.exit(', '.join(heavy) or 0)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
