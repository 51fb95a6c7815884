"""How good a side's chances are in a position of North Cape, and which of its questions are worth a search."""

from __future__ import annotations

from barents.games.north_cape.data import Counter, Data
from barents.games.north_cape.rules.combat import OPEN_FIRE, TORPEDO
from barents.games.north_cape.rules.patrol import INTERCEPT, WITHDRAW
from barents.games.north_cape.rules.submarines import HUNT
from barents.games.north_cape.state import LOST, SAFE, Piece, State
from barents.kernel.sides import Side
from barents.players.chances import chance
from barents.players.north_cape.worth import D6_MEAN, FIRST_HIT, STILL_WANTED
from barents.players.rollouts import Effort, Outlook

SCALE, OPEN = 12.0, 60.0  # points that make a win likely: at the end, and while most are still to be made
AFLOAT = 0.8  # the share of merchants at sea that come through
HUNTERS = {"SUB": float(STILL_WANTED), "AT": 3.0}  # what a boat and bombers still bring, with the scenario before them


def value(data: Data, state: State, side: Side) -> float:
    """The chance to win by the points made, those that merchants at sea still promise, and the damage done."""
    lead = float(state.points[Side.ALLIED] - state.points[Side.AXIS])
    scale = SCALE
    if state.result is None:
        scale = OPEN
        left = (state.turns - state.turn + 1) / state.turns
        lead += sum(_promise(data, piece, left) for each in Side for piece in state.pieces[each].values())
    return chance(lead if side is Side.ALLIED else -lead, scale)


def _promise(data: Data, piece: Piece, left: float) -> float:
    """What a piece may still bring the Allies, or cost them, with such a share of the turns left."""
    about = data.counters.get(piece.id)
    if about is None or piece.at in (LOST, SAFE):
        return 0.0
    if about.side is Side.AXIS and about.type in HUNTERS:
        return -left * HUNTERS[about.type] + FIRST_HIT * piece.damage
    if not about.is_ship:
        return 0.0
    table, share = data.tables.victory, FIRST_HIT * piece.damage / about.dmg
    if about.is_merchant:
        arrival, loss = D6_MEAN * table.merchant_arrives_dice, D6_MEAN * table.merchant_sunk_dice
        return AFLOAT * arrival - share * (AFLOAT * arrival + loss)
    return share * _cost(data, about)


def _cost(data: Data, ship: Counter) -> float:
    """What a warship is worth to the Allies if she is sunk; one of their own less than nothing."""
    points = data.tables.victory.sunk.get(ship.type, 0)
    return points if ship.side is Side.AXIS else -points


FIGHTS = (INTERCEPT.rule, OPEN_FIRE.rule, TORPEDO.rule)
TACTICS = Effort(3, 6, 1)  # what a fight brings is seen by the end of the turn
OUTLOOK = Outlook(
    value=value,
    turn=lambda state: state.turn,
    efforts={
        Side.ALLIED: dict.fromkeys((*FIGHTS, WITHDRAW.rule, HUNT.rule), TACTICS),
        Side.AXIS: dict.fromkeys(FIGHTS, TACTICS),
    },
    advice=Effort(4, 8, 4),
)
