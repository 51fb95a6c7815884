"""Plugged in, it gives every game rules 2."""

from tests.server.failing import GAME
from tests.server.other_rules import play_by

__all__ = ["GAME"]

play_by("2")
