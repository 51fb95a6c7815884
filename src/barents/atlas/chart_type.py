"""The lettering of the charts: two families, how wide a text comes out, and how an SVG names them.

Widths are read from the font files themselves, so that a label's box is known before anything is drawn.
"""

from __future__ import annotations

import base64
import struct
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

CAP_HEIGHT = 0.66  # of the size, for setting a text level with the middle of something

FaceName = Literal["title", "water", "text", "label"]


@dataclass(frozen=True)
class Glyph:
    """A letter's measures in parts of the size: its advance, and its ink above and below the baseline."""

    advance: float
    up: float
    down: float


@dataclass(frozen=True)
class Face:
    """One font file and the way to ask for it."""

    file: str
    family: str
    fallback: str
    weight: int
    style: str = "normal"

    @property
    def css(self) -> str:
        """The declarations that choose this face, with what to use where it is missing."""
        return f"font-family:'{self.family}',{self.fallback};font-weight:{self.weight};font-style:{self.style}"

    def path(self) -> str:
        """Where the font file is, for a renderer that wants files."""
        return str(files("barents.atlas") / "fonts" / self.file)

    def width(self, text: str, size: float, spacing: float = 0.0) -> float:
        """How wide a text is at a size, with `spacing` added between letters.

        >>> narrow, wide = FACES["label"].width("il", 10), FACES["label"].width("MW", 10)
        >>> narrow < wide
        True
        """
        glyphs = self._glyphs(text)
        return sum(glyph.advance for glyph in glyphs) * size + spacing * max(0, len(glyphs) - 1)

    def extent(self, text: str, size: float) -> tuple[float, float]:
        """How far the ink of a text reaches above and below its baseline.

        >>> up, down = FACES["label"].extent("Petsamo", 100)
        >>> up > 60 and down < 5, FACES["label"].extent("Finnmark og", 100)[1] > 15
        (True, True)
        """
        glyphs = self._glyphs(text)
        return max(glyph.up for glyph in glyphs) * size, max(glyph.down for glyph in glyphs) * size

    def _glyphs(self, text: str) -> list[Glyph]:
        known = _glyphs(self.file)
        return [known.get(ord(c), known[ord("n")]) for c in text]


SERIF = "'Libre Caslon','Big Caslon',Georgia,serif"
NARROW = "'Barlow Condensed','Roboto Condensed','Arial Narrow',Arial,sans-serif"

FACES: dict[FaceName, Face] = {
    "title": Face("LibreCaslonText-Regular.ttf", "Libre Caslon Text", SERIF, 400),
    "water": Face("LibreCaslonText-Italic.ttf", "Libre Caslon Text", SERIF, 400, "italic"),
    "text": Face("SofiaSansCondensed-SemiBold.ttf", "Sofia Sans Condensed", NARROW, 600),
    "label": Face("SofiaSansCondensed-Bold.ttf", "Sofia Sans Condensed", NARROW, 700),
}


def font_faces() -> str:
    """The CSS that carries the fonts inside a file, so that it looks the same everywhere."""
    rules = []
    for face in FACES.values():
        data = base64.b64encode(_read(face.file)).decode("ascii")
        rules.append(
            f"@font-face{{font-family:'{face.family}';font-weight:{face.weight};font-style:{face.style};"
            f"src:url(data:font/ttf;base64,{data})format('truetype')}}"
        )
    return "".join(rules)


def _read(file: str) -> bytes:
    return (files("barents.atlas") / "fonts" / file).read_bytes()


@cache
def _glyphs(file: str) -> dict[int, Glyph]:
    """The measures of every character, from the tables cmap (format 4), hhea, hmtx, loca and glyf."""
    data = _read(file)
    tables: dict[str, int] = {}
    for i in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * i)
        tables[tag.decode("ascii")] = offset
    (units,) = struct.unpack_from(">H", data, tables["head"] + 18)
    (long,) = struct.unpack_from(">h", data, tables["head"] + 50)
    (metrics,) = struct.unpack_from(">H", data, tables["hhea"] + 34)
    widths = struct.unpack_from(">" + "Hh" * metrics, data, tables["hmtx"])[::2]

    def measured(glyph: int) -> Glyph:
        first, last = struct.unpack_from(">II" if long else ">HH", data, tables["loca"] + glyph * (4 if long else 2))
        low = high = 0
        if last > first:  # else the glyph is empty, as the space is
            at = tables["glyf"] + first * (1 if long else 2)
            low, high = struct.unpack_from(">hxxh", data, at + 4)
        return Glyph(widths[min(glyph, metrics - 1)] / units, max(0, high) / units, max(0, -low) / units)

    return {code: measured(glyph) for code, glyph in _characters(data, tables["cmap"]).items()}


def _characters(data: bytes, cmap: int) -> dict[int, int]:
    """Character to glyph, from the first format 4 subtable."""
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    offsets = [struct.unpack_from(">HHI", data, cmap + 4 + 8 * i)[2] for i in range(count)]
    start = next(cmap + o for o in offsets if struct.unpack_from(">H", data, cmap + o)[0] == 4)
    (double,) = struct.unpack_from(">H", data, start + 6)
    n = double // 2
    ends = struct.unpack_from(f">{n}H", data, start + 14)
    starts = struct.unpack_from(f">{n}H", data, start + 16 + double)
    deltas = struct.unpack_from(f">{n}H", data, start + 16 + 2 * double)
    ranges_at = start + 16 + 3 * double
    ranges = struct.unpack_from(f">{n}H", data, ranges_at)
    found: dict[int, int] = {}
    for i in range(n):
        for code in range(starts[i], min(ends[i], 0xFFFE) + 1):
            if ranges[i]:
                at = ranges_at + 2 * i + ranges[i] + 2 * (code - starts[i])
                (glyph,) = struct.unpack_from(">H", data, at)
                glyph = (glyph + deltas[i]) % 65536 if glyph else 0
            else:
                glyph = (code + deltas[i]) % 65536
            if glyph:
                found[code] = glyph
    return found
