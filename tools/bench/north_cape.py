"""The figures of North Cape. Its random games last a hundred thousand decisions, because random players hardly pass."""

from __future__ import annotations

from barents.games.north_cape import GAME
from tools.bench.games import GameBench

GameBench(GAME, "convoy-is-to-scatter", most=4_000, clone=200, doctrine=10_000)
