"""The figures of the campaign, by a quick reckoning of its months: those that are played out are operations."""

from __future__ import annotations

from barents.games.arctic_campaign import GAME
from barents.games.arctic_campaign.options import Options
from tools.bench.games import GameBench

GameBench(GAME, "campaign", most=1_000, clone=1_000, doctrine=10_000, options=Options(convoy_phase="quick"))
