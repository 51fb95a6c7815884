"""The two files of a map, written so that a change shows as a short difference: one hex or path a line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from tools.maps.chart import draw, rounded
from tools.maps.recipe import Place
from tools.maps.survey import Survey

DEGREES = 4
SHARE = 3


def map_file(survey: Survey) -> str:
    """`NAME.json`: the grid, the places, the closed sides and every hex."""
    recipe = survey.recipe
    return _written(
        {
            "name": recipe.name,
            "title": recipe.title,
            "subtitle": recipe.subtitle,
            "grid": msgspec.to_builtins(recipe.grid),
            "projection": msgspec.to_builtins(recipe.projection) | {"ties": len(recipe.board.ties)},
            "spacing_km": recipe.board.spacing_km,
            "open": list(recipe.terrain.open),
            "ice": [
                {
                    key: value
                    for key, value in msgspec.to_builtins(season).items()
                    if key in ("when", "label", "tag", "terrains", "berg") and value
                }
                for season in recipe.ice
            ],
            "weather": [msgspec.to_builtins(zone) for zone in recipe.weather],
            "places": [_place(survey, place) for place in recipe.places],
            "land_sides": [list(pair) for pair in survey.land_sides],
            "hexes": [_hex(survey, cell) for cell in survey.grid.cells],
        }
    )


def chart_file(survey: Survey) -> str:
    """`NAME.chart.json`: what is drawn."""
    return _written(draw(survey))


def _hex(survey: Survey, cell: str) -> list[Any]:
    lat, lon = survey.positions[cell]
    fraction = round(survey.land_fraction[cell], SHARE)
    return [
        cell,
        round(lat, DEGREES) + 0.0,
        round(lon, DEGREES) + 0.0,
        survey.terrain[cell],
        fraction if fraction % 1 else int(fraction),
        list(survey.tags[cell]),
    ]


def _place(survey: Survey, place: Place) -> dict[str, Any]:
    x, y = survey.place_on_board(place)
    lat, lon = place.at
    head = {"kind": place.kind, "name": place.name, "hex": survey.place_hex(place), "lat": lat, "lon": lon}
    rest = {
        "spellings": list(place.spellings),
        "side": place.side,
        "country": place.country,
        "capacity": place.capacity,
        "floatplanes_only": place.floatplanes_only,
        "closed": list(place.closed),
    }
    return head | {"x": rounded(x), "y": rounded(y)} | {key: value for key, value in rest.items() if value}


def _written(content: Mapping[str, Any]) -> str:
    """JSON with a line for each hex, place and path: only lists of lists or tables are broken up."""
    return _block(content, 0) + "\n"


def _block(value: Any, depth: int) -> str:
    if not _is_nested(value):
        return _line(value)
    if isinstance(value, Mapping):
        rows, ends = [f"{json.dumps(key)}:{_block(item, depth + 1)}" for key, item in value.items()], "{}"
    else:
        rows, ends = (
            [_block(item, depth + 1) if isinstance(item, Mapping) else _line(item) for item in value],
            "[]",
        )
    pad = " " * (depth + 1)
    return ends[0] + "\n" + ",\n".join(pad + row for row in rows) + "\n" + pad[1:] + ends[1]


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _is_nested(value: Any) -> bool:
    """Whether a value deserves lines of its own: a list of lists or tables, or a table that holds one."""
    if isinstance(value, Mapping):
        return any(_is_nested(item) for item in value.values())
    return isinstance(value, list) and any(isinstance(item, list | Mapping) for item in value)
