"""Build the four maps of the atlas.

    python -m tools.build_maps [NAME …]     write src/barents/atlas/maps/NAME.json and NAME.chart.json
    python -m tools.build_maps --check      write nothing; fail if a file is not what its recipe gives
    python -m tools.build_maps --extract F  cut the land out of the unpacked npm package world-atlas 2.0.2

A map is built from two things: Natural Earth's 1:10m land, of which `tools/maps/land.json.gz` holds what is
needed, and a recipe written by hand, `tools/maps/NAME.toml`: projection, grid, thresholds, places, zones, ice
edges, exceptions. The steps:

1. `recipe` reads and checks the TOML.
2. `projection` lays the globe on the board: a Lambert conformal conic on a sphere, for arctic-disaster bent
   by a thin-plate spline through places whose hexes the rules give.
3. `land` projects the coast; its long edges are divided first, so that they bend as they should.
4. `survey` measures the land in each hex and from it takes terrain (below the low threshold sea, below the
   high one coast, else land; then what the recipe pins, opens by hand or lays over), land sides (no ship
   passes between two open hexes when 97 % of their common side lies on land), coasts by country, zones, ice
   and places.
5. `chart` draws coast, shelf, ice, zones, graticule and frame as paths.
6. `output` writes both files, rounded and ordered, so that the same recipe always gives the same bytes.

All coordinates in the output are board units: neighbouring hexes are 1 apart, x runs right and y down, as
`Grid.centre` counts.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.maps import land, output, recipe
from tools.maps.survey import Survey

NAMES = ("north-cape", "nordkapp", "arctic-disaster", "operations")
ATLAS = Path(__file__).parents[1] / "src" / "barents" / "atlas" / "maps"


def files(name: str) -> Iterator[tuple[str, str]]:
    """The files of a map: name and content."""
    survey = Survey(recipe.read(name))
    yield f"{name}.json", output.map_file(survey)
    yield f"{name}.chart.json", output.chart_file(survey)


def stale(names: Sequence[str] = NAMES, folder: Path = ATLAS) -> list[str]:
    """The files in the folder that are missing or not what their recipe gives."""
    return [
        file
        for name in names
        for file, content in files(name)
        if not (folder / file).is_file() or (folder / file).read_bytes() != content.encode()
    ]


def write(names: Sequence[str] = NAMES, folder: Path = ATLAS) -> list[Path]:
    """Build maps into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in names:
        for file, content in files(name):
            (folder / file).write_bytes(content.encode())
            written.append(folder / file)
    return written


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(description="Build the maps of the atlas from coastlines and recipes.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"maps to build: {', '.join(NAMES)} (all, if none is named)"
    )
    parser.add_argument("--check", action="store_true", help="write nothing, fail if a file is out of date")
    parser.add_argument(
        "--extract", type=Path, metavar="FOLDER", help="cut the land out of world-atlas 2.0.2 in FOLDER"
    )
    chosen = parser.parse_args(arguments)
    unknown = [name for name in chosen.names if name not in NAMES]
    if unknown:
        parser.error(f"there is no map {unknown[0]!r}; the maps are {', '.join(NAMES)}")
    if chosen.extract is not None:
        land.extract(chosen.extract)
    names = chosen.names or NAMES
    if chosen.check:
        out_of_date = stale(names)
        for file in out_of_date:
            print(f"{file} is not what its recipe gives: run python -m tools.build_maps", file=sys.stderr)
        return 1 if out_of_date else 0
    for path in write(names):
        print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
