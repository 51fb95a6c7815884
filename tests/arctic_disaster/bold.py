"""A player who looks for trouble: it sees the truth, sails towards the enemy and attacks whenever it may.

Random players of Arctic Disaster hardly ever meet, so games that have to be full of fights are played by this one.
"""

from __future__ import annotations

from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.state import State
from barents.kernel.actions import Action, Choose, Decline
from barents.kernel.decisions import Pick, Subset
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side

QUIET = (Decline, a.Pass, a.Stop, a.KeepAdvantage)
TRIES = 8


def bold(match: Match[State, Data], side: Side, dice: Dice) -> Action:
    """The answer of a side that wants to meet the enemy; now and then any other."""
    options = match.pending[side].options
    action: Action = options.sample(dice)
    if dice.below(8) == 0:
        return action
    if isinstance(options, Subset):
        chosen = Choose(tuple(options.items))
        return chosen if options.refusal(chosen) is None else action
    if not isinstance(options, Pick):
        return action
    deeds: list[Action] = [deed for deed in options.listed if not isinstance(deed, QUIET)]
    if not options.products:
        return dice.choice(deeds) if deeds else action
    if deeds and dice.below(3):
        return dice.choice(deeds)
    tries = [options.sample(dice) for _ in range(TRIES)]
    if isinstance(tries[0], a.MoveUnit | a.Recycle | a.Pass) and dice.below(3):
        passing = [deed for deed in options.listed if isinstance(deed, a.Pass)]
        if passing:
            return passing[0]
    enemies = [force.at for force in match.state.forces[side.enemy].values()]
    ways = [deed for deed in tries if isinstance(deed, a.Go) and deed.cell.isdigit()]
    if ways and enemies:
        return min(ways, key=lambda deed: min(match.data.distance(deed.cell, enemy) for enemy in enemies))
    return action
