"""Whoever answers a decision for a side: people have clients, the computer has players.

A player is handed what its side may know, the decision, and dice of its own; it keeps no memory and never holds a
match, so it can neither peek nor disturb the game's dice.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Protocol

from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players.circles import CirclesError, Stillness

MOST_IN_A_TURN = 50_000  # answers, before players are taken to go in circles


class Player(Protocol):
    """Answers decisions from what its side knows; one that is `blind` does not look, and is shown nothing."""

    blind: bool

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        """One of the decision's options."""


class RandomPlayer:
    """Any legal answer, by its own dice."""

    blind = True

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        """An answer at random; asides are taken now and then, so that they are played too."""
        if dice.below(8) == 0 and decision.asides is not None and decision.asides.count():
            return decision.asides.sample(dice)
        action: Action = decision.options.sample(dice)
        return action


# Players of any game, and those that know one game: the module and the class, which is handed the game's data.
PLAYERS: dict[str, Callable[[], Player]] = {"random": RandomPlayer}
OF_ONE_GAME: dict[str, dict[str, tuple[str, str]]] = {
    "arctic_campaign": {"doctrine": ("barents.players.arctic_campaign", "Doctrine")},
    "arctic_disaster": {"doctrine": ("barents.players.arctic_disaster", "Doctrine")},
    "operations": {"doctrine": ("barents.players.operations", "Doctrine")},
    "nordkapp": {"doctrine": ("barents.players.nordkapp", "Doctrine")},
    "north_cape": {"doctrine": ("barents.players.north_cape", "Doctrine")},
}


def player_names(game: str) -> list[str]:
    """The players that can play a game.

    >>> player_names("north_cape"), player_names("chess")
    (['random', 'doctrine'], ['random'])
    """
    return [*PLAYERS, *OF_ONE_GAME.get(game, {})]


def player(name: str, game: str = "", data: Any = None) -> Player:
    """A player by its name, for a match with this game and data; the error lists those there are."""
    if name in PLAYERS:
        return PLAYERS[name]()
    try:
        module, kind = OF_ONE_GAME.get(game, {})[name]
    except KeyError:
        known = ", ".join(player_names(game))
        raise LookupError(f"there is no player '{name}': there are {known}") from None
    made: Player = getattr(import_module(module), kind)(data)
    return made


def adviser_of(game: str) -> str:
    """The player who advises people and stands in for them: the best that knows this game, or none.

    >>> adviser_of("north_cape"), adviser_of("chess")
    ('doctrine', '')
    """
    best = player_names(game)[-1]
    return "" if best == "random" else best


def dice_of(match: Match[Any, Any], side: Side) -> Dice:
    """A player's dice hang on the position alone, so that a match goes on just the same after a restart.

    The position is the chapter and the entries in it: a match that is taken up again has no others.
    """
    secret = match.terms.secret if match.terms is not None else b""
    chapter = len(match.earlier) + len(match.chapters)
    return Dice.seeded("player", secret.hex(), side.value, chapter, len(match.entries))


def play_out(
    match: Match[Any, Any],
    players: Mapping[Side, Player],
    dice: Mapping[Side, Dice],
    most: int = 1_000_000,
    in_a_turn: int = MOST_IN_A_TURN,
) -> int:
    """Let players decide until the match is over; how many choices it took."""
    stillness = Stillness(match, in_a_turn)
    for number in range(most):
        if not match.pending:
            return number
        side, decision = next(iter(match.pending.items()))
        player = players[side]
        known = None if player.blind else match.known(eyes_of(side))
        match.act(side, player.choose(known, decision, dice[side]))
        if stillness.lasts(match):
            raise CirclesError(f"{stillness.in_words()}; the last was for the {side}, by {decision.rule}")
    raise RuntimeError(f"the match is not over after {most} choices")
