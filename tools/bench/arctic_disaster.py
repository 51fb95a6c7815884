"""The figures of Arctic Disaster. Its random games last about a thousand decisions."""

from __future__ import annotations

from barents.games.arctic_disaster import GAME
from tools.bench.games import GameBench

GameBench(GAME, "armageddon", most=1_000, clone=200, doctrine=10_000)
