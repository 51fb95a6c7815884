"""How states of earlier schemas are brought up to date, so that records of the same rules go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def with_first_turn(state: dict[str, Any]) -> dict[str, Any]:
    """Schema 1 began with the steps of the first turn's Initial Phase on the agenda; now one step begins the turn."""
    return {**state, "agenda": [{"step": "first-turn"}, {"step": "deployment"}]}


UPGRADES: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: with_first_turn}
