"""How good a side's chances are in an operation, and which of its questions are worth a search."""

from __future__ import annotations

from typing import Any

from barents.games.operations.air.strikes import STRIKE
from barents.games.operations.data import Data
from barents.games.operations.fleets.missions import MISSION
from barents.games.operations.orders import FLEET_ORDERS, FleetOrder
from barents.games.operations.rules.units import type_of
from barents.games.operations.rules.victory import score
from barents.games.operations.state import ARRIVED, SUNK, State
from barents.games.operations.submarines.attack import AIM
from barents.games.operations.submarines.boats import IN_CONTACT
from barents.kernel.actions import Action, Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.dice import Dice
from barents.kernel.sides import Side
from barents.players.chances import chance
from barents.players.operations.worth import points
from barents.players.rollouts import Effort, Outlook

SCALE = 8.0  # points
EVERY = 6  # turns
HULL = 0.6  # a ship's lost hull is worth this share of her points
AFLOAT = 1.2  # points that a transport at sea promises, after what is lost on the way as a rule


def value(data: Data, state: State, side: Side) -> float:
    """The chance to win by the points made against the middle of a draw, by transports at sea and ships damaged."""
    totals = {each: sum(score(state, data, each).values()) for each in Side}
    lead = totals[Side.ALLIED] - totals[Side.AXIS] - middle(data, state)
    if state.result is None:
        lead += sum(_promise(data, state, each) for each in Side)
    return chance(lead if side is Side.ALLIED else -lead, SCALE)


def middle(data: Data, state: State) -> float:
    """The points in the middle of a draw; of a month alone none."""
    file = data.scenarios.get(state.scenario)
    if file is None:
        return 0.0
    begins = {level.winner: level.begins or 0 for level in file.victory.levels}  # of the Allies' the last and least
    return (begins.get(Side.ALLIED, 0) + begins.get(None, 0)) / 2


def _promise(data: Data, state: State, side: Side) -> float:
    """What a side's ships may still bring the Allies, or cost them."""
    total = 0.0
    for ship in state.desks[side].ships.values():
        if ship.at == SUNK:
            continue
        about = type_of(data, ship)
        if about.is_transport and ship.at != ARRIVED:
            total += AFLOAT
        if about.hull:
            total -= HULL * points(about) * ship.lost.get("hull", 0) / about.hull
    return total if side is Side.ALLIED else -total


def is_time(known: State, decision: Decision[Any]) -> bool:
    """Fleets keep their missions for a while, so they are thought over only now and then."""
    return decision.rule != MISSION.rule or known.turn % EVERY == 1


def other_missions(_known: State, decision: Decision[Any], own: Action, dice: Dice) -> list[Action]:
    """Doctrine's missions with another for one fleet, of each kind one: chance alone would mostly draw far ports."""
    options = decision.options
    if decision.rule != MISSION.rule or not isinstance(options, Assign) or not isinstance(own, Allot):
        return []
    found: list[Action] = []
    for slot, domain in options.slots.items():
        kinds: dict[type[FleetOrder], list[str]] = {}
        for value in domain:
            kinds.setdefault(type(FLEET_ORDERS.parse(value)), []).append(value)
        for values in kinds.values():
            other = dice.choice(values)
            found.append(Allot(tuple((name, other if name == slot else given) for name, given in own.pairs)))
    dice.shuffle(found)
    return found


OUTLOOK = Outlook(
    value=value,
    turn=lambda state: state.turn,
    efforts={
        Side.ALLIED: {MISSION.rule: Effort(7, 30, 12)},
        Side.AXIS: {
            MISSION.rule: Effort(5, 24, 12),
            IN_CONTACT.rule: Effort(3, 20, 3),
            AIM.rule: Effort(4, 20, 2),
            STRIKE.rule: Effort(4, 20, 2),
        },
    },
    when=is_time,
    propose=other_missions,
    advice=Effort(4, 10, 12),
)
