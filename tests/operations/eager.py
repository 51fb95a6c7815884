"""A player who cheats: it sees the truth, sails towards the enemy and attacks whenever it may.

Games that have to be full of contacts, battles, raids and boats in contact are played by this one.
"""

from __future__ import annotations

from barents.games.operations import actions as a
from barents.games.operations.data import Data
from barents.games.operations.state import State
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.assign import Assign
from barents.kernel.decisions import Pick, Subset
from barents.kernel.dice import Dice
from barents.kernel.domains import NONE, Domain
from barents.kernel.match import Match
from barents.kernel.sides import Side

TRIES = 8
FAR = 99
# How welcome orders are that name no zone, by the word that they begin with; what is nearer to the enemy is welcomer.
WORDS = {
    "strike": -20,
    "intercept": -9,
    "raid": -6,
    "escort": -1,
    "cap": 4,
    "asw": 4,
    "bombard": 6,
    "cover": 8,
    "lay": -9,
    "found": -9,
    "return": 30,
    "transfer": 30,
    "convoy": 20,
    "new": 40,
    "scatter": 20,
    NONE: 12,
}
QUIET = ("leave", "break", "comb", "scatter")  # what a division does not do that wants to fight


def eager(match: Match[State, Data], side: Side, dice: Dice) -> Action:
    """The answer of a side that wants to meet the enemy; now and then any other."""
    options = match.pending[side].options
    action: Action = options.sample(dice)
    if dice.below(12) == 0:
        return action
    if isinstance(options, Subset):
        every = Choose(tuple(options.items))
        return every if options.refusal(every) is None else action
    if isinstance(options, Pick):
        deeds = [deed for deed in options.listed if not isinstance(deed, Decline | a.Finish)]
        best = [deed for deed in deeds if isinstance(deed, a.Engage | a.Attack | a.Press | a.Aim)]
        return dice.choice(best if best and dice.below(4) else deeds) if deeds else action
    if isinstance(options, Assign) and isinstance(action, Allot):
        pairs = [(slot, _better(match, side, options, slot, value, dice)) for slot, value in action.pairs]
        better = Allot(tuple(pairs))
        return better if options.refusal(better) is None else action
    return action


def _better(match: Match[State, Data], side: Side, options: Assign, slot: str, value: str, dice: Dice) -> str:
    """Of some values for a slot the one that brings a fight nearest; one in six is left as it is."""
    if dice.below(6) == 0:
        return value
    if slot in QUIET or slot.partition(":")[2] in QUIET:
        return NONE
    if slot.endswith(":move"):
        return max(options.slots[slot], key=lambda cells: _closes(match, slot, cells))
    return min([value, *_tries(options.slots[slot], dice)], key=lambda one: _far(match, side, one))


def _tries(domain: Domain, dice: Dice) -> list[str]:
    return [domain.sample(dice) for _ in range(TRIES)] if domain.count() else []


def _closes(match: Match[State, Data], slot: str, cells: str) -> int:
    """How much nearer to the enemy a move takes a division."""
    battle = match.state.battle
    assert battle is not None
    own = next(one for one in battle.divisions if one.key == slot.partition(":")[0])
    enemies = [one.cell for one in battle.divisions if one.side is not own.side and not one.left]
    return -min((abs(own.cell + int(cells) - cell) for cell in enemies), default=0)


def _far(match: Match[State, Data], side: Side, value: str) -> int:
    """How far an order is from the enemy: the zone that it names or ends in; else what the word is worth."""
    word = value.partition(":")[0]
    zone = value.rpartition(">")[2].rpartition(":")[2]
    base = WORDS.get(word, 0)
    if zone not in match.data.navigable:
        return base
    return base + min((match.data.distance(zone, enemy) for enemy in _enemies(match.state, side)), default=FAR)


def _enemies(state: State, side: Side) -> list[str]:
    """Where the enemy's fleets are: those at sea, if there are any."""
    fleets = state.desks[side.enemy].fleets.values()
    return [fleet.at for fleet in fleets if not fleet.docked] or [fleet.at for fleet in fleets]
