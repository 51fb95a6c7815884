"""Menus and whole orders of The Hunt: through a match, as a server or a terminal follows them."""

from __future__ import annotations

from typing import Any

from barents.kernel.decisions import Subset
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.players import RandomPlayer
from barents.testing.menus import asked_of, follow, whole_orders
from tests.hunt import GAME
from tests.hunt.flow import PLOT
from tests.hunt.search import SEARCHERS


def asked_for(question: Question[Any, Any]) -> Match[Any, Any]:
    """A random game up to the first time that the Allies are asked something."""
    match, dice = Match.new(GAME, "first-light", seed="menus"), Dice.seeded("menus")
    while not (Side.ALLIED in match.pending and match.pending[Side.ALLIED].question is question):
        side, decision = next(iter(match.pending.items()))
        match.act(side, RandomPlayer().choose(None, decision, dice))
    return match


def searcher(match: Match[Any, Any]) -> str:
    """The first ship that may search."""
    options = match.pending[Side.ALLIED].options
    assert isinstance(options, Subset)
    return options.items[0]


def test_one_order_answers_the_question_and_the_one_that_follows_it() -> None:
    match = asked_for(SEARCHERS)
    ship = searcher(match)
    asked = asked_of(match, Side.ALLIED)
    menu = asked.menu((ship,))
    assert menu is not None
    (look,) = menu.deeds
    assert look.places[0].chance is not None

    plan = asked.plan((ship,), "look", look.cells[0])

    assert plan is not None
    assert [planned.answer for planned in plan.answers] == [f"choose {ship}", f"look-at {ship} {look.cells[0]}"]
    after = follow(match, Side.ALLIED, plan, Dice.seeded("menus"))
    assert after.whole
    assert [str(action) for _, action in after.match.choices[-2:]] == [planned.answer for planned in plan.answers]
    assert asked.menu(("lutzow",)) is None, "the enemy's is nobody's to order"
    far = asked.plan((ship,), "look", "0101" if "0101" not in look.cells else "0109")
    assert far is not None
    assert str(far.refusal) == "She sees no farther than the next cell. (H-5.1-identify)"


def test_a_plan_is_dropped_where_another_question_comes_first() -> None:
    match = asked_for(SEARCHERS)
    ship = searcher(match)
    asked = asked_of(match, Side.ALLIED)
    menu = asked.menu((ship,))
    assert menu is not None
    plan = asked.plan((ship,), "look", menu.deeds[0].cells[0])
    assert plan is not None
    late = asked_for(PLOT)

    followed = follow(late, Side.ALLIED, plan, Dice.seeded("menus"))

    assert (followed.given, followed.whole) == (0, False)


def test_on_a_page_the_order_is_the_value_of_the_ships_slot() -> None:
    match = asked_for(PLOT)
    orders = list(whole_orders(match, Side.ALLIED, GAME.data(None).of(Side.ALLIED), Dice.seeded("menus")))

    assert orders
    assert all(order.plan.value == order.cell and not order.plan.answers for order in orders if order.cell)
