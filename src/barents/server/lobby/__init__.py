"""The lobby: open challenges, games to watch, and the terms of a match."""
