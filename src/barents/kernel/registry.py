"""Which games there are: those that installed packages announce, and those plugged in by hand."""

import importlib
import warnings
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from barents.kernel.game import Game

_plugged: dict[str, Game[Any, Any]] = {}


def plug_in(game: Game[Any, Any]) -> None:
    """Add a game that no installed package announces."""
    _plugged[game.name] = game


def plug_in_module(module: str) -> None:
    """Import a module and add the game that it calls `GAME`."""
    try:
        game = importlib.import_module(module).GAME
    except (ImportError, AttributeError) as error:
        raise LookupError(f"'{module}' is no module with a GAME in it: {error}") from error
    plug_in(game)


@cache
def _announced() -> dict[str, Any]:
    return {point.name: point for point in sorted(entry_points(group="barents.games"))}


def names() -> list[str]:
    """The names of all games, in order; none is loaded for it."""
    return sorted({*_announced(), *_plugged})


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
    if name in _plugged:
        return _plugged[name]
    try:
        point = _announced()[name]
    except KeyError:
        raise LookupError(f"there is no game '{name}': there are {', '.join(names()) or 'none yet'}") from None
    game: Game[Any, Any] = point.load()
    return game
