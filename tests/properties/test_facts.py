"""Whoever has to choose between names is told what he needs to know of each: types, reach, what they are good for."""

from __future__ import annotations

import pytest

from barents.kernel import registry
from barents.kernel.decisions import Pick, Subset
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.sides import eyes_of
from barents.players import CAPTAIN, player

# Questions that were lists of bare names, with the choices in which each is met.
GAMES = {
    "arctic_campaign": (
        "campaign",
        60,
        {"AC-B.14-historical", "AC-B.5-bb-choice", "AC-C.121-three-dd", "AC-B.17-choice"},
    ),
    "arctic_disaster": ("historical", 160, {"AD-4.1-air-withhold", "AD-5.2-c2-activate"}),
    "operations": ("qp-11-teaching", 40, {"OP-STRIKE-known"}),
}
NOT_CHOSEN_BY_FACTS = {"massed", "stop", "decline"}


@pytest.mark.parametrize("game", GAMES)
def test_options_are_no_bare_names(game: str) -> None:
    scenario, choices, wanted = GAMES[game]
    match = Match.new(registry.find(game), scenario, seed=1)
    dice, thinker = Dice.seeded("facts", game), player(CAPTAIN, game, match.data)
    met = set[str]()
    for _ in range(choices):
        if not match.pending:
            break
        side, decision = next(iter(match.pending.items()))
        id = "" if decision.question is None else decision.question.id
        view = match.view(eyes_of(side)).decision if id in wanted else None
        if view is not None and isinstance(decision.options, (Subset, Pick)):
            options = decision.options
            offered = options.items if isinstance(options, Subset) else [str(action) for action in options.listed]
            bare = [name for name in offered if name not in NOT_CHOSEN_BY_FACTS and name not in view.items]
            assert not bare, f"{id} says nothing of {bare}"
            assert all(len(item.facts) >= 2 for item in view.items.values())
            met |= {id} if offered else set()
        match.act(side, thinker.choose(match.known(eyes_of(side)), decision, dice))
    assert met == wanted
