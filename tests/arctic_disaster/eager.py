"""A player who cheats: it sees the truth, sails towards the enemy and attacks whenever it may.

Random players of Arctic Disaster hardly ever meet, so games that have to be full of fights are played by this one.
"""

from __future__ import annotations

from collections.abc import Sequence

from barents.games.arctic_disaster import actions as a
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.rules.units import convoy
from barents.games.arctic_disaster.state import SCATTERS, State
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.assign import Assign
from barents.kernel.decisions import Pick, Subset
from barents.kernel.dice import Dice
from barents.kernel.domains import Domain
from barents.kernel.match import Match
from barents.kernel.sides import Side

QUIET = (Decline, a.Pass, a.Stop, a.KeepAdvantage, a.LeaveMap)
MOVES = (a.Go, a.MoveUnit, a.Retreat)
TRIES = 8
SELDOM = 4  # at how many chances PQ-17 is scattered once: what is scattered cannot be attacked any more


def eager(match: Match[State, Data], side: Side, dice: Dice) -> Action:
    """The answer of a side that wants to meet the enemy; now and then any other."""
    options = match.pending[side].options
    action: Action = options.sample(dice)
    if dice.below(8) == 0:
        return action
    if isinstance(options, Subset):
        chosen = Choose(tuple(options.items) if dice.below(2) else ())
        return chosen if options.refusal(chosen) is None else action
    if isinstance(options, Pick):
        return _deed(match, side, options, dice)
    if isinstance(options, Assign) and isinstance(action, Allot):
        pairs = [(slot, _nearest(match, side, options.slots[slot], value, dice)) for slot, value in action.pairs]
        better = Allot(tuple(pairs))
        return better if options.refusal(better) is None else action
    return action


def _deed(match: Match[State, Data], side: Side, options: Pick[Action], dice: Dice) -> Action:
    """Anything but waiting; of some moves the one that ends nearest to an enemy."""
    deeds = [deed for deed in options.listed if not isinstance(deed, QUIET)]
    if a.PutIn(SCATTERS, True) in deeds and dice.below(SELDOM):
        return a.PutIn(SCATTERS, False)
    tries = [options.sample(dice) for _ in range(TRIES)] if options.products else []
    strikes = [deed for deed in tries if isinstance(deed, a.LaunchStrike)]
    ways = [deed for deed in tries if isinstance(deed, MOVES)]
    if strikes or (deeds and (not ways or dice.below(2))):
        return dice.choice([*strikes, *deeds])
    if ways:
        return min(ways, key=lambda deed: _far(match, side, deed.cell))
    quiet = [deed for deed in options.listed if isinstance(deed, QUIET)]
    return dice.choice(deeds or quiet or tries)


def _nearest(match: Match[State, Data], side: Side, domain: Domain, value: str, dice: Dice) -> str:
    """Of some values that one may order the one that is nearest to an enemy; some go their way all the same."""
    if dice.below(4) == 0:
        return value
    return min([value, *(domain.sample(dice) for _ in range(TRIES))], key=lambda cell: _far(match, side, cell))


def _far(match: Match[State, Data], side: Side, cell: str) -> int:
    """How far a hex is from the next enemy; the ice is a good place too, and whatever is no hex is far off."""
    enemies = _targets(match.state, side.enemy)
    if cell in match.data.partial_ice:
        return 0
    if cell not in match.data.in_play or not enemies:
        return 99
    return min(match.data.distance(cell, enemy) for enemy in enemies)


def _targets(state: State, side: Side) -> Sequence[str]:
    """Where a side has ships: PQ-17 above all; else its real forces, and ships lying singly."""
    if side is Side.ALLIED and (target := convoy(state)) is not None:
        return [target.at]
    forces = [force.at for force in state.forces[side].values() if not force.dummy and force.at.isdigit()]
    return [*forces, *(ship.at for ship in state.ships[side].values() if not ship.force and ship.at[:1].isdigit())]
