"""Which games there are: those that installed packages announce, and those plugged in by hand."""

import warnings
from typing import Any

from barents.kernel import plugins
from barents.kernel.game import Game
from barents.kernel.plugins import PlugIns, plug_in_module

__all__ = ["GAMES", "find", "games", "names", "plug_in", "plug_in_module"]

GAMES = PlugIns[Game[Any, Any]](plugins.GAMES)


def plug_in(game: Game[Any, Any]) -> None:
    """Add a game that no installed package announces."""
    GAMES.by_hand[game.name] = game


def names() -> list[str]:
    """The names of all games, in order; none is loaded for it."""
    return sorted(GAMES)


def games() -> list[Game[Any, Any]]:
    """All games, in the order that they ask for: the first is the one to begin with.

    One that cannot be loaded does not keep the others away.
    """
    found = []
    for name in names():
        try:
            found.append(find(name))
        except Exception as error:
            warnings.warn(f"the game '{name}' cannot be loaded: {error!r}", stacklevel=2)
    return sorted(found, key=lambda game: (game.order, game.name))


def find(name: str) -> Game[Any, Any]:
    """A game by its name; the error lists those there are."""
    if name not in GAMES:
        raise LookupError(f"there is no game '{name}': there are {', '.join(names()) or 'none yet'}")
    return GAMES[name]
