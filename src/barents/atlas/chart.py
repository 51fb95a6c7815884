"""The chart of a map: a sheet to hang on the wall, as SVG, and the same as PNG.

    >>> from barents.atlas.map import Map
    >>> picture = svg(Map.load("nordkapp"), theme="night", season="summer")
    >>> picture[:4], "Bear Island" in picture
    ('<svg', True)

The layers are drawn in `chart_layers`, `chart_marks` and `chart_frame`; `chart_lettering` finds a place for every name.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

import resvg_py

from barents.atlas import chart_layers, chart_marks
from barents.atlas.chart_frame import Margin, draw_margin
from barents.atlas.chart_lettering import Lettered, draw_labels, draw_numbers, letter
from barents.atlas.chart_sheet import Sheet, element, stylesheet
from barents.atlas.chart_theme import ThemeName
from barents.atlas.chart_type import FACES, font_faces
from barents.atlas.map import Map


class Chart:
    """A chart worked out but not yet written: its sheet, lettering and margin can be looked at."""

    def __init__(self, map: Map, *, theme: ThemeName = "day", season: str | int | None = None) -> None:
        self.sheet = Sheet(map, theme, season)
        self.lettered: Lettered = letter(self.sheet)
        self.margin: Margin = draw_margin(self.sheet)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.sheet.width, round(self.margin.bottom)

    def svg(self, *, embed_fonts: bool = True) -> str:
        """The chart as an SVG document; with its fonts inside it looks the same on every machine."""
        sheet, lettered = self.sheet, self.lettered
        width, height = self.size
        title = f"{sheet.map.title}: {sheet.season.label}"
        layers = [
            *chart_layers.ground(sheet),
            chart_layers.grid(sheet),
            *chart_layers.veil(sheet),
            chart_layers.full_ice(sheet) if sheet.map.of_terrain("full_ice") else "",
            chart_layers.growlers(sheet, lettered.placer),
            chart_layers.land_sides(sheet),
            chart_marks.draw_weather(sheet) if sheet.file.weather else "",
            chart_marks.draw_lines(sheet),
            chart_marks.draw_zones(sheet),
            draw_numbers(sheet, lettered),
            draw_labels(sheet, lettered),
            chart_marks.draw_marks(sheet, lettered.marks),
        ]
        parts = [
            element("title", escape(title)),
            element("style", (font_faces() if embed_fonts else "") + stylesheet()),
            chart_layers.definitions(sheet),
            element("rect", width=width, height=height, fill=sheet.theme.paper),
            element("g", "\n".join(layer for layer in layers if layer), clip_path="url(#in-frame)"),
            element("g", "\n".join(self.margin.parts), id="margin"),
        ]
        return element(
            "svg",
            "\n" + "\n".join(parts) + "\n",
            xmlns="http://www.w3.org/2000/svg",
            width=width,
            height=height,
            viewBox=f"0 0 {width} {height}",
            role="img",
        )


def svg(map: Map, *, theme: ThemeName = "day", season: str | int | None = None, embed_fonts: bool = True) -> str:
    """The chart of a map; without a season, the one of most ice."""
    return Chart(map, theme=theme, season=season).svg(embed_fonts=embed_fonts)


def png(picture: str, width: int | None = None) -> bytes:
    """An SVG chart as PNG, as wide as asked or in its own size, with the chart's own fonts."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=picture,
            width=width,
            skip_system_fonts=True,
            font_files=[face.path() for face in FACES.values()],
        )
    )
