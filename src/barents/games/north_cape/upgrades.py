"""How states of earlier schemas are brought up to date, so that records of the same rules go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def with_first_turn(state: dict[str, Any]) -> dict[str, Any]:
    """In schema 1 the first turn began with its weather; now one step brings all of the turn."""
    _weather, *set_up = state["agenda"]
    return {**state, "agenda": [{"step": "first-turn"}, *set_up]}


UPGRADES: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: with_first_turn}
