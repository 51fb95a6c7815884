"""The figures of Nordkapp. Its random games last some hundred decisions, each of them up to thirty orders."""

from __future__ import annotations

from barents.games.nordkapp import GAME
from tools.bench.games import GameBench

GameBench(GAME, "convoy-is-to-scatter", most=1_000, clone=100, doctrine=5_000)
