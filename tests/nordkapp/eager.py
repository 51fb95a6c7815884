"""A player who cheats: it sees the truth, sails towards the enemy and attacks whenever it may.

Random players of Nordkapp hardly ever meet, so games that have to be full of fights are played by this one.
"""

from __future__ import annotations

from collections.abc import Iterable

from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.units import afloat
from barents.games.nordkapp.state import State
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.assign import Assign
from barents.kernel.decisions import Pick, Subset
from barents.kernel.dice import Dice
from barents.kernel.domains import Domain
from barents.kernel.match import Match
from barents.kernel.sides import Side

TRIES = 6


def eager(match: Match[State, Data], side: Side, dice: Dice) -> Action:
    """The answer of a side that wants to meet the enemy; now and then any other."""
    options = match.pending[side].options
    action: Action = options.sample(dice)
    if dice.below(8) == 0:
        return action
    if isinstance(options, Pick):
        deeds = [deed for deed in options.listed if not isinstance(deed, Decline)]
        return dice.choice(deeds) if deeds else action
    if isinstance(options, Subset) and match.pending[side].window:
        chosen = Choose(tuple(options.items))
        return chosen if options.refusal(chosen) is None else action
    if isinstance(options, Assign) and isinstance(action, Allot) and not options.capacity:
        enemies = sorted({piece.at for piece in afloat(match.state, match.data, side.enemy)})
        pairs = [
            (slot, _nearest(match.data, options.slots[slot], value, enemies, dice)) for slot, value in action.pairs
        ]
        better = Allot(tuple(pairs))
        return better if enemies and options.refusal(better) is None else action
    return action


def _nearest(data: Data, domain: Domain, value: str, enemies: Iterable[str], dice: Dice) -> str:
    """Of some values that one may order the one that ends nearest to an enemy; some go their way all the same."""
    if dice.below(4) == 0:
        return value

    def far(way: str) -> int:
        end = [cell for cell in way.split(">") if cell in data.on_map]
        return min((data.distance(end[-1], enemy) for enemy in enemies), default=0) if end else 99

    return min([domain.sample(dice) for _ in range(TRIES)], key=far)
