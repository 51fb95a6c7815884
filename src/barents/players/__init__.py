"""Whoever answers a decision for a side: people have clients, the computer has players.

A player is handed what its side may know, the decision, and dice of its own; it keeps no memory and never holds a
match, so it can neither peek nor disturb the game's dice. One that searches is also told how the decision was reached,
as its side may know it, so that it can enter it in worlds of its own.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from barents.kernel import plugins, registry
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.plugins import EVERY_GAME, PlugIns, is_address
from barents.kernel.sides import Side, eyes_of
from barents.players.advice import Advice, advice_of
from barents.players.bots import Bot, BotFault, OnFault, bots_among
from barents.players.cadet import Cadet
from barents.players.circles import CirclesError, Stillness
from barents.players.rollouts import Outlook
from barents.players.search import Budget, Search

MOST_IN_A_TURN = 50_000  # answers, before players are taken to go in circles
MOST_OF_A_BOT = 10_000  # the same where one of them is a bot, which takes longer over each


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


# A player of any game; the levels of those that know one, from the weakest; and what they also go by.
RANDOM, CADET, CAPTAIN, ADMIRAL = "random", "cadet", "captain", "admiral"
LEVELS = (CADET, CAPTAIN, ADMIRAL)
ALIASES = {"doctrine": CAPTAIN}

Maker: TypeAlias = Callable[[Any], "Player"]
"""Makes a player from a game's data."""

# What packages bring for a game, by its name (`barents.kernel.plugins`): the captain's doctrine, how its positions are
# valued by an admiral, what he goes by if it is not doctrine, and more players, as `game.player`.
DOCTRINES = PlugIns[Maker]("barents.doctrines")
OUTLOOKS = PlugIns[Outlook]("barents.outlooks")
ADMIRALS = PlugIns[Maker]("barents.admirals")
PLAYERS = PlugIns[Maker](plugins.PLAYERS)


def own_players(game: str) -> list[str]:
    """The players that only this game has, and those that were plugged in for every game."""
    return [name.partition(".")[2] for name in PLAYERS if name.partition(".")[0] in (game, EVERY_GAME)]


def levels(game: str) -> list[str]:
    """The levels at which a game's doctrine is played."""
    there = {CADET: game in DOCTRINES, CAPTAIN: game in DOCTRINES, ADMIRAL: game in DOCTRINES and game in OUTLOOKS}
    return [level for level in LEVELS if there[level]]


def player_names(game: str) -> list[str]:
    """The players that can play a game, from the weakest; of those from anywhere, who come first, nobody knows.

    >>> player_names("north_cape"), player_names("chess")
    (['random', 'cadet', 'captain', 'admiral'], ['random'])
    """
    own = own_players(game)
    return [*bots_among(own), RANDOM, *levels(game), *(name for name in own if not is_address(name))]


def known_names(game: str) -> list[str]:
    """Every name by which a player of a game can be asked for: those in lists, and what they also go by.

    >>> known_names("north_cape")
    ['random', 'cadet', 'captain', 'admiral', 'doctrine']
    """
    names = player_names(game)
    return [*names, *(alias for alias, name in ALIASES.items() if name in names)]


def player(
    name: str, game: str = "", data: Any = None, budget: Budget | None = None, on_fault: OnFault = "forfeit"
) -> Player:
    """A player by its name, for a match with this game and data; the error lists those there are.

    One that searches keeps to the budget, or to what its game's outlook says. A name such as `my_bot:Bold` says where
    a class is found: whoever takes names from strangers must look first whether they are among those there are.
    """
    if is_address(name):
        stand_in = player(usual_opponent(game), game, data) if on_fault == "doctrine" else None
        return Bot(name, registry.find(game), data, stand_in)
    level = ALIASES.get(name, name)
    if level not in player_names(game):
        raise LookupError(f"there is no player '{name}': there are {', '.join(player_names(game))}")
    if level == RANDOM:
        return RandomPlayer()
    if level in own_players(game):
        return PLAYERS[f"{game}.{level}"](data)
    doctrine = DOCTRINES[game](data)
    if level == CADET:
        return Cadet(doctrine, game)
    if level == ADMIRAL:
        habits = ADMIRALS.get(game, DOCTRINES[game])(data)
        return Search(registry.find(game), data, habits, OUTLOOKS[game], budget, enemy=doctrine)
    return doctrine


def is_searched(name: str, game: str, decision: Decision[Any]) -> bool:
    """Whether a player will want to know how this decision was reached."""
    return name == ADMIRAL and ADMIRAL in levels(game) and OUTLOOKS[game].is_worth(decision)


def adviser_of(game: str) -> str:
    """The player who advises people and stands in for them, at once: doctrine, or the best of a game's own, or none.

    >>> adviser_of("north_cape"), adviser_of("chess")
    ('captain', '')
    """
    own = [name for name in own_players(game) if not is_address(name)]
    return CAPTAIN if game in DOCTRINES else next(reversed(own), "")


def usual_opponent(game: str) -> str:
    """The player that is met where nobody says which.

    >>> usual_opponent("north_cape"), usual_opponent("chess")
    ('captain', 'random')
    """
    return adviser_of(game) or RANDOM


def dice_of(match: Match[Any, Any], side: Side) -> Dice:
    """A player's dice hang on the position alone, so that a match goes on just the same after a restart.

    The position is the chapter and the entries in it: a match that is taken up again has no others.
    """
    chapter = len(match.earlier) + len(match.chapters)
    return staff_dice(match, side).at(chapter, len(match.entries))


def staff_dice(match: Match[Any, Any], side: Side) -> Dice:
    """The dice from which a side's staff resolves what holds for the whole match; nobody else can foresee them."""
    secret = match.terms.secret if match.terms is not None else b""
    return Dice.seeded("player", secret.hex(), side.value)


def answer_of(player: Player, match: Match[Any, Any], side: Side, dice: Dice) -> Action:
    """A player's answer to the pending decision of a side: it is told what it needs, and no more."""
    decision = match.pending[side]
    known = None if player.blind else match.known(eyes_of(side))
    if isinstance(player, Search) and player.outlook.is_worth(decision):
        return player.search(match.approach(side), known, decision, dice)
    return player.choose(known, decision, dice)


def advice_for(match: Match[Any, Any], side: Side, dice: Dice) -> Advice | None:
    """What a game's adviser says to the pending decision of a side, from what it knows; None if there is no adviser."""
    name, game = adviser_of(match.game.name), match.game
    if not name:
        return None
    known, decision = match.known(eyes_of(side)), match.pending[side]
    asked = player(name, game.name, match.data)
    return advice_of(
        asked, game, match.data, known, decision, dice, OUTLOOKS.get(game.name, None), match.approach(side)
    )


def play_out(
    match: Match[Any, Any],
    players: Mapping[Side, Player],
    dice: Mapping[Side, Dice],
    most: int = 1_000_000,
    in_a_turn: int = MOST_IN_A_TURN,
) -> int:
    """Let players decide until the match is over; how many choices it took. Who fails and has no stand-in gives up."""
    bots = [each for each in players.values() if isinstance(each, Bot)]
    stillness = Stillness(min(in_a_turn, MOST_OF_A_BOT) if bots else in_a_turn)
    for number in range(most):
        if not match.pending:
            return number
        side, decision = next(iter(match.pending.items()))
        try:
            answer = answer_of(players[side], match, side, dice[side])
        except BotFault:
            match.resign(side)
            return number
        match.act(side, answer)
        if stillness.lasts(match):
            playing = players[side]
            if isinstance(playing, Bot):
                playing.goes_in_circles(decision, stillness.in_words())
                match.resign(side)
                return number + 1
            raise CirclesError(f"{stillness.in_words()}; the last was for the {side}, by {decision.rule}")
    raise RuntimeError(f"the match is not over after {most} choices")
