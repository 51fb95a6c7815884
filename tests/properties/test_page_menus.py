"""Pages for people who think of the unit first: every order of a menu is one that the page takes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from barents.games import nordkapp, operations
from barents.kernel.dice import Dice
from barents.kernel.game import Game
from barents.kernel.match import Match
from barents.kernel.sides import eyes_of
from barents.players import player
from barents.testing.menus import asked_of, whole_orders

PLOTTED = [
    (nordkapp.GAME, "convoy-is-to-scatter", {"NK-5.1-secret-plot", "NK-4A-air-missions"}),
    (operations.GAME, "sportpalast", {"OP-FLEET-mission", "OP-FLEET-plot", "OP-AIR-missions", "OP-SUB-move"}),
]


@pytest.mark.parametrize(("game", "scenario", "rules"), PLOTTED, ids=["nordkapp", "operations"])
def test_every_order_of_a_menu_is_one_that_the_page_takes(game: Game[Any, Any], scenario: str, rules: set[str]) -> None:
    match: Match[Any, Any] = Match.new(game, scenario, seed=5)
    seat, dice = player("doctrine", game.name, match.data), Dice.seeded("menus")
    asked, given = Counter[str](), Counter[str]()
    while match.pending and asked.total() < 40:
        side, decision = next(iter(match.pending.items()))
        known = match.known(eyes_of(side))
        if decision.question is not None and decision.question.menu is not None:
            rule = decision.question.rule
            asked[rule] += 1
            if asked[rule] % 3 == 1:
                seen = game.view(match.data, known, eyes_of(side)).pieces
                own = [piece.id for piece in seen if piece.side is side]
                units = [dice.choice(own) for _ in range(12)]
                given[rule] += sum(1 for _ in whole_orders(match, side, units, dice, most=3))
                enemies = [piece.id for piece in seen if piece.side is side.enemy]
                assert all(asked_of(match, side).menu((enemy,)) is None for enemy in enemies[:5])
        match.act(side, seat.choose(known, decision, dice))
    assert all(given[rule] for rule in rules)
