"""Draw the charts that the documentation shows.

    python -m tools.chart_pictures             draw all pictures into docs/maps
    python -m tools.chart_pictures PICTURE …   draw some of them: north-cape-winter, nordkapp-may-night …

Run it after `tools.build_maps`, or whenever the drawing of a chart has changed, and look at what comes out. The
pages are read on a screen, so the pictures are about half as wide as the charts themselves; the whole chart comes from
`barents map`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from barents.atlas import chart
from barents.atlas.chart_theme import ThemeName
from barents.atlas.map import Map

FOLDER = Path(__file__).parents[1] / "docs" / "maps"
LARGEST = 900_000
"""Bytes that a picture may have: pages should open quickly."""


@dataclass(frozen=True)
class Picture:
    """A chart as a page shows it."""

    name: str
    map: str
    season: str
    theme: ThemeName
    width: int = 1320


PICTURES = (
    Picture("north-cape-winter", "north-cape", "winter", "day"),
    Picture("north-cape-summer-night", "north-cape", "summer", "night"),
    Picture("nordkapp-winter", "nordkapp", "winter", "day", 1100),
    Picture("nordkapp-may-night", "nordkapp", "spring", "night", 1100),
    Picture("arctic-disaster-july", "arctic-disaster", "july", "day"),
    Picture("arctic-disaster-july-night", "arctic-disaster", "july", "night"),
    Picture("operations-march", "operations", "3", "day"),
    Picture("operations-september-night", "operations", "9", "night"),
)


def draw(picture: Picture, folder: Path = FOLDER) -> Path:
    """Draw one picture into a folder."""
    sheet = chart.svg(Map.load(picture.map), theme=picture.theme, season=picture.season, embed_fonts=False)
    data = chart.png(sheet, picture.width)
    if len(data) > LARGEST:
        raise ValueError(f"{picture.name} has {len(data) // 1000} kB, more than {LARGEST // 1000}: make it narrower")
    file = folder / f"{picture.name}.png"
    file.write_bytes(data)
    return file


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    names = [picture.name for picture in PICTURES]
    parser = argparse.ArgumentParser(description="Draw the charts that the documentation shows.")
    parser.add_argument(
        "names", nargs="*", metavar="PICTURE", help=f"one of {', '.join(names)} (all, if none is named)"
    )
    wanted = parser.parse_args(arguments).names
    for name in wanted:
        if name not in names:
            parser.error(f"there is no picture {name!r}; the pictures are {', '.join(names)}")
    for picture in PICTURES:
        if not wanted or picture.name in wanted:
            file = draw(picture)
            print(f"{file.name}: {file.stat().st_size // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
