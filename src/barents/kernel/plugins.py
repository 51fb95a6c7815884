"""What other packages bring: games, maps, players, measures, procedures. Nothing here or above keeps a list of them.

An installed package announces each under a group of entry points, by name. A module of somebody's own is plugged in by
hand (`barents --plug-in my_game`), and says what it brings by names in capitals:

| name | what it is | group |
|---|---|---|
| `GAME` | a `Game` | `barents.games` |
| `MAPS` | the folders of maps, by the maps' names | `barents.maps` |
| `DOCTRINE` | makes the game's captain from its data | `barents.doctrines` |
| `OUTLOOK` | how its positions are valued: with it there is an admiral, who searches | `barents.outlooks` |
| `ADMIRAL` | makes what the admiral goes by, if not doctrine | `barents.admirals` |
| `PLAYERS` | makers of more players, by their names | `barents.players`, as `game.player` |
| `MEASURE` | what the lab measures of a finished game | `barents.measures` |
| `CALENDAR` | when a turn of a scenario begins | `barents.calendars` |
| `PROCEDURES` | what `barents odds` can be asked about | `barents.procedures` |

Those after `MAPS` belong to the module's game; a module without one says by `OF_GAME` whose they are. A single class
is plugged in by its address, `my_bot:Bold`: it is a player of every game.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar, cast

T = TypeVar("T")
GAMES, MAPS, PLAYERS = "barents.games", "barents.maps", "barents.players"
EVERY_GAME = "*"
_OF_A_GAME = {
    "DOCTRINE": "barents.doctrines",
    "OUTLOOK": "barents.outlooks",
    "ADMIRAL": "barents.admirals",
    "MEASURE": "barents.measures",
    "CALENDAR": "barents.calendars",
    "PROCEDURES": "barents.procedures",
}
_by_hand: dict[str, dict[str, Any]] = {}


class PlugIns(Mapping[str, T]):
    """What there is of one kind, by name; a thing is loaded when it is first asked for."""

    def __init__(self, group: str) -> None:
        self._group = group
        self._loaded: dict[str, T] = {}

    @property
    def by_hand(self) -> dict[str, T]:
        """What no installed package announces."""
        return _by_hand.setdefault(self._group, {})

    def __getitem__(self, name: str) -> T:
        if name in self.by_hand:
            return self.by_hand[name]
        if name not in self._loaded:
            self._loaded[name] = cast(T, _announced(self._group)[name].load())
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        announced = _announced(self._group)
        return iter([*sorted(announced), *(name for name in self.by_hand if name not in announced)])

    def __len__(self) -> int:
        return len({*_announced(self._group), *self.by_hand})

    def __contains__(self, name: object) -> bool:
        return name in self.by_hand or name in _announced(self._group)


@cache
def _announced(group: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=group)}


def is_address(name: str) -> bool:
    """Whether a name says where a thing is found, as `my_bot:Bold` does."""
    return ":" in name


def thing_at(address: str) -> Any:
    """What stands under a name in a module: `my_bot:Bold`.

    >>> thing_at("string:digits")
    '0123456789'
    >>> thing_at("string:digit")
    Traceback (most recent call last):
    LookupError: the module 'string' has no 'digit': did you mean 'digits'?
    """
    module_name, _, name = address.partition(":")
    if not module_name or not name:
        raise LookupError(f"'{address}' is written module:Name, as in my_bot:Bold")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module_name}.".startswith(f"{error.name}."):
            raise LookupError(f"there is no module '{error.name}' in this folder or among installed packages") from None
        raise LookupError(f"the module '{module_name}' cannot be imported: {error}") from error
    except Exception as error:
        raise LookupError(f"the module '{module_name}' cannot be imported: {type(error).__name__}: {error}") from error
    if not hasattr(module, name):
        near = get_close_matches(name, [known for known in vars(module) if not known.startswith("_")], n=1)
        raise LookupError(
            f"the module '{module_name}' has no '{name}'" + (f": did you mean '{near[0]}'?" if near else "")
        )
    return getattr(module, name)


def plug_in_module(name: str) -> None:
    """Import a module and plug in whatever it brings; of an address, the one player there."""
    if is_address(name):
        _by_hand.setdefault(PLAYERS, {})[f"{EVERY_GAME}.{name}"] = thing_at(name)
        return
    try:
        module = importlib.import_module(name)
    except ImportError as error:
        raise LookupError(f"'{name}' is no module that could be plugged in: {error}") from error
    brought: list[tuple[str, str, object]] = []
    if hasattr(module, "GAME"):
        brought.append((GAMES, module.GAME.name, module.GAME))
    brought += [(MAPS, map, folder) for map, folder in getattr(module, "MAPS", {}).items()]
    game = module.GAME.name if hasattr(module, "GAME") else getattr(module, "OF_GAME", "")
    of_game = [(group, game, getattr(module, word)) for word, group in _OF_A_GAME.items() if hasattr(module, word)]
    of_game += [(PLAYERS, f"{game}.{player}", maker) for player, maker in getattr(module, "PLAYERS", {}).items()]
    if of_game and not game:
        raise LookupError(f"'{name}' does not say of which game it is: it has neither a GAME nor OF_GAME = \"a game\"")
    if not brought and not of_game:
        words = ", ".join(["GAME", "MAPS", *_OF_A_GAME])
        raise LookupError(f"'{name}' brings nothing: a module that is plugged in has a {words} or PLAYERS")
    for group, known, thing in (*brought, *of_game):
        _by_hand.setdefault(group, {})[known] = thing
