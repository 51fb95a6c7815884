"""What every process for work of its own needs, loaded once: the others are forked from the one that has loaded it."""

from barents.kernel import registry
from barents.players import DOCTRINES, player
from barents.server.matches import thinking
from barents.server.records import work as record_work

__all__ = ["record_work", "thinking"]

for game in registry.games():
    if game.name in DOCTRINES:
        player("captain", game.name, game.data(None))
