"""What is tried, and what came of it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal["sqlite", "postgresql"]


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What is tried."""

    game: str = "north_cape"
    matches: int = 200
    rate: float = 50.0
    warm_up: float = 4.0
    """Seconds of play before anything is measured, and of what is measured."""
    seconds: float = 15.0
    processes: int = 1
    database: Kind = "sqlite"
    spectators: int = 0
    saturated: float = 6.0
    """For how long as many choices are made as will go through; 0 for not at all."""


class Steady(msgspec.Struct, frozen=True):
    """What came of choices that arrive steadily: how many, their times in milliseconds, and what they cost."""

    choices: int
    p50: float
    p99: float
    worst: float
    refused: int
    late: int
    """How many were sent more than 10 ms after they were due: then the clients themselves were too slow."""
    servers: float
    """Milliseconds of the servers' processor time a choice; of the clients' the same."""
    clients: float


class Outcome(msgspec.Struct, frozen=True):
    """Everything that was measured."""

    terms: Terms
    steady: Steady
    most: float | None
    """Choices a second at saturation."""
    match_bytes: float
    watched: Steady | None = None
    spectator_bytes: float | None = None
