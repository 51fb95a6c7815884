"""The words and numbers that the data files of the operations engine are written in."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from barents.games.operations.state import Box

Level: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=6)]
Month: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=12)]
Date: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^194[2-5]-(0[1-9]|1[0-2])$")]
DiceText: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^(\d+|\d+D[36](\+\d+)?)$")]
Slots: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[DTN]{6}$")]
ByLevel: TypeAlias = Annotated[tuple[int, ...], msgspec.Meta(min_length=6, max_length=6)]
ByDie: TypeAlias = Annotated[tuple[int, ...], msgspec.Meta(min_length=6, max_length=6)]
Armour: TypeAlias = Literal["heavy", "light", "none"]
BombClass: TypeAlias = Literal["light", "medium", "heavy"]
Nation: TypeAlias = Literal["uk", "us", "su", "de"]
Season: TypeAlias = Literal["winter", "spring", "summer", "autumn"]
ShipClass: TypeAlias = Literal[
    "CV", "CVE", "BB", "BC", "AC", "CA", "CL", "DD", "TB", "DE", "ML", "MS", "AA", "CG", "IB", "AO", "LT", "ST"
]
Location: TypeAlias = Box | Literal["critical", "fire", "fuel"]
