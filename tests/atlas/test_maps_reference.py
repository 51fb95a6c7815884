"""The maps against the reference tables that they were drawn from."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path

import pytest

from barents.atlas.map import MAPS, Map

HERE = Path(__file__).parent
LISTED = tomllib.loads((HERE / "expect" / "differences.toml").read_text(encoding="utf-8"))["hexes"]
LEAST_AGREEMENT = 0.995


def tags_as_the_reference_writes_them(sea: Map) -> dict[str, set[str]]:
    """Zones, places and closed sides of each cell as one set of tags."""
    tags = {cell: set(sea.tags(cell)) for cell in sea.cells}
    for first, second in sea.land_sides:
        tags[first].add(f"noexit:{second}")
        tags[second].add(f"noexit:{first}")
    # Only one of the tables calls its airbases airfields and gives each a capacity of its own.
    bases = "airfield" if sea.name == "arctic-disaster" else "airbase"
    for place in sea.places:
        if place.hex is None:
            continue
        here = tags[place.hex]
        here.add(f"{bases if place.kind == 'airbase' else place.kind}:{place.name}")
        if place.capacity and bases == "airfield":
            here.add(f"capacity:{place.capacity}")
        if place.floatplanes_only:
            here.add("floatplanes_only")
        if place.closed:
            here.add("closed:" + "-".join(map(str, place.closed)))
    return tags


@pytest.mark.parametrize("name", MAPS)
def test_a_map_agrees_with_its_reference_but_where_listed(name: str) -> None:
    sea = Map.load(name)
    tags = tags_as_the_reference_writes_them(sea)
    with (HERE / "reference" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows] == list(sea.cells)
    differing = [
        row["id"]
        for row in rows
        if sea.position(row["id"]) != pytest.approx((float(row["lat"]), float(row["lon"])), abs=1.5e-4)
        or sea.terrain(row["id"]) != row["terrain"]
        or abs(sea.land_fraction(row["id"]) - float(row["land_fraction"])) > 0.02
        or tags[row["id"]] != set(filter(None, row["tags"].split(";")))
    ]
    listed = [cell for entry in LISTED if entry["map"] == name and entry["reason"] for cell in entry["hexes"]]
    assert differing == listed
    assert 1 - len(differing) / len(rows) >= LEAST_AGREEMENT
