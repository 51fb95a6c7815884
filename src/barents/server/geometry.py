"""The boards' geometry: one file a map, named by its content, so that a browser asks for it once."""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import blake2b
from typing import NamedTuple

import brotli
import msgspec

from barents.atlas.mapfile import MAPS
from barents.atlas.mapfile import content as file_of


class GeometryFile(NamedTuple):
    """A map's grid, places and hexes, with its chart under `chart`; compressed once."""

    address: str
    content: bytes
    brotli: bytes
    gzipped: bytes


@cache
def geometry(name: str) -> GeometryFile:
    """The file of a map."""
    merged = msgspec.json.decode(file_of(name, "json"))
    merged["chart"] = msgspec.json.decode(file_of(name, "chart.json"))
    content = msgspec.json.encode(merged)
    digest = blake2b(content, digest_size=10).hexdigest()
    address = f"/geometry/{name}.{digest}.json"
    return GeometryFile(address, content, brotli.compress(content, quality=6), gzip.compress(content, 9, mtime=0))


def addresses() -> dict[str, str]:
    """Where each map's geometry is."""
    return {name: geometry(name).address for name in MAPS}


def find(file: str) -> GeometryFile | None:
    """The file at an address; none if the name or the content is another."""
    name = file.partition(".")[0]
    found = geometry(name) if name in MAPS else None
    return found if found is not None and found.address == f"/geometry/{file}" else None
