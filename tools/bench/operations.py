"""The figures of the operations engine. Its random games last some thousand decisions, many of them order pages."""

from __future__ import annotations

from barents.games.operations import GAME
from tools.bench.games import GameBench

GameBench(GAME, "pq-17-roesselsprung", most=1_000, clone=500, doctrine=8_250)
