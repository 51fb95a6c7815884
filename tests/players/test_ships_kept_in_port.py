"""A month that is left to the staffs keeps to what was planned for it."""

from __future__ import annotations

from typing import Any

from barents.kernel.actions import Allot, Choose
from barents.kernel.assign import Assign
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import Side, eyes_of
from barents.players import player

PLACES, WAYS = "AC-B.23-sources", "OP-MODE-mix"


def test_ships_that_were_to_stay_at_scapa_stay_there_in_a_month_of_the_staffs() -> None:
    match: Match[Any, Any] = Match.new("arctic_campaign", "campaign", seed=3)
    staff = player("doctrine", "arctic_campaign", match.data)
    staying: set[str] = set()
    turns = 0
    for number in range(400):
        side, decision = next(iter(match.pending.items()))
        action = staff.choose(match.known(eyes_of(side)), decision, Dice.seeded("staffs", number))
        if decision.rule == PLACES and isinstance(decision.options, Assign):
            action = Allot(tuple((ship, next(iter(places))) for ship, places in decision.options.slots.items()))
            staying |= {ship for ship, place in action.pairs if place == "Scapa Flow"}
        elif decision.rule == WAYS:
            action = Choose(("players",))
        match.act(side, action)
        operation = match.state.operation
        if staying and operation is not None and match.game.delegated(match.state):
            desk = operation.desks[Side.ALLIED]
            turns = max(turns, operation.turn)
            assert all(desk.fleets[desk.ships[ship].fleet].docked for ship in staying)
    assert len(staying) > 5
    assert turns > 3
