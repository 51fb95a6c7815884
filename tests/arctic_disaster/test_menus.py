"""Orders for people who think of the unit first: a force sails to its goal, boats and formations have menus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from barents.games.arctic_disaster import GAME
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.rules.activation import ACT, SPEED
from barents.games.arctic_disaster.rules.air import MISSION
from barents.games.arctic_disaster.rules.patrols import MOVE_BOAT
from barents.games.arctic_disaster.rules.pool import AXIS_MARKERS
from barents.games.arctic_disaster.state import Act, State
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.question import Question
from barents.kernel.sides import Side, eyes_of
from barents.players import player
from barents.testing.menus import asked_of, follow, whole_orders
from tests.arctic_disaster.test_chapter_08 import carrier

DICE = "menus"
Moment = tuple[Match[State, Data], Side]


def moments(scenario: str, name: str, of: Callable[[int], bool]) -> Iterator[Moment]:
    """Questions with a menu in a played game, of each kind those whose number is chosen."""
    match: Match[State, Data] = Match.new(GAME, scenario, seed=5)
    seat, dice, asked = player(name, GAME.name, match.data), Dice.seeded(DICE, name), Counter[str]()
    while match.pending:
        side, decision = next(iter(match.pending.items()))
        question = decision.question
        if question is not None and question.menu is not None:
            asked[question.id] += 1
            if of(asked[question.id]):
                yield match, side
        match.act(side, seat.choose(None if seat.blind else match.known(eyes_of(side)), decision, dice))


def asked_for(question: Question[State, Data], side: Side) -> Match[State, Data]:
    """The first time that captains are asked something."""
    match: Match[State, Data] = Match.new(GAME, "historical", seed=5)
    seat, dice = player("doctrine", GAME.name, match.data), Dice.seeded(DICE)
    while not (side in match.pending and match.pending[side].question is question):
        one, decision = next(iter(match.pending.items()))
        match.act(one, seat.choose(match.known(eyes_of(one)), decision, dice))
    return match


@pytest.mark.parametrize(("scenario", "name"), [("historical", "doctrine"), ("armageddon", "random")])
def test_whole_orders_are_followed_to_the_end(scenario: str, name: str) -> None:
    dice, given, whole = Dice.seeded(DICE), Counter[str](), 0
    for number, (match, side) in enumerate(moments(scenario, name, lambda asked: asked % 5 == 1)):
        state, asked = match.state, asked_of(match, side)
        units = [*state.forces[side], *state.boats[side], *(state.formations if side is Side.AXIS else [])]
        menus = {unit: menu for unit in units if (menu := asked.menu((unit,))) is not None}
        able = [unit for unit, menu in menus.items() if any(deed.refusal is None for deed in menu.deeds)]
        for order in whole_orders(match, side, able[:3], dice, most=2):
            given[match.pending[side].rule] += 1
            whole += order.followed.whole
        if number == 60:
            break
    assert given.keys() >= {SPEED.rule, ACT.rule, MOVE_BOAT.rule}
    assert whole > 0.95 * given.total()


@pytest.mark.rule("AD-7.1-adjacent", "AD-4.3-actions-any-order")
def test_a_force_is_sent_to_its_goal_and_not_hex_by_hex() -> None:
    match = asked_for(SPEED, Side.ALLIED)
    asked = asked_of(match, Side.ALLIED)
    key = next(key for key in match.state.forces[Side.ALLIED] if _can(asked.menu((key,)), "sail"))
    menu = asked.menu((key,))
    assert menu is not None
    sail, hurry = (next(deed for deed in menu.deeds if deed.name == name) for name in ("sail", "hurry"))
    assert set(sail.cells) < set(hurry.cells)
    goal = max(sail.cells, key=lambda cell: match.data.distance(match.state.forces[Side.ALLIED][key].at, cell))

    plan = asked.plan((key,), "sail", goal)

    assert plan is not None
    assert [planned.answer for planned in plan.answers] == [
        "speed-up no",
        *(f"go {cell}" for cell in plan.way[1:]),
        "stop",
    ]
    after = follow(match, Side.ALLIED, plan, Dice.seeded(DICE))
    assert after.whole
    assert after.match.state.forces[Side.ALLIED][key].at == goal
    beyond = asked.plan((key,), "sail", next(cell for cell in hurry.cells if cell not in sail.cells))
    assert beyond is not None
    assert beyond.refusal is not None
    others = [other for other in match.state.forces[Side.ALLIED] if other != key]
    assert all(not _can(asked.menu((other,)), "sail") for other in others), "only one force is activated"


def _can(menu: object, deed: str) -> bool:
    return any(one.name == deed and one.refusal is None for one in getattr(menu, "deeds", ()))


@pytest.mark.rule("AD-3.3-sub-turns")
def test_many_boats_are_sent_by_one_order_and_each_goes_in_its_turn() -> None:
    match = asked_for(MOVE_BOAT, Side.AXIS)
    boats = match.state.boats[Side.AXIS]
    units = tuple(boat.id for boat in boats.values() if boat.at.isdigit() and not boat.moved)[:4]
    before = {unit: boats[unit].at for unit in units}
    goal = "2530"
    plan = asked_of(match, Side.AXIS).plan(units, "move", goal)

    assert plan is not None
    assert plan.refusal is None
    assert len(plan.answers) == len(units)
    after = follow(match, Side.AXIS, plan, Dice.seeded(DICE))
    assert after.whole
    for unit in units:
        boat, distance = after.match.state.boats[Side.AXIS][unit], match.data.distance
        assert boat.moved
        assert distance(boat.at, goal) < distance(before[unit], goal)


def test_a_formation_shows_its_model_base_and_reach() -> None:
    match = asked_for(AXIS_MARKERS, Side.AXIS)
    items = asked_of(match, Side.AXIS).items
    match = asked_for(MISSION, Side.AXIS)
    menus = [asked_of(match, Side.AXIS).menu((key,)) for key in match.state.formations]

    assert items["3-kg-30"].type == "B"
    assert items["3-kg-30"].facts == ("6 of 6 Ju-88", "bombers", "from Bardufoss", "radius 20 hexes")
    able = [menu for menu in menus if _can(menu, "nothing")]
    assert len(able) == 1, "only the one that was drawn acts"


@pytest.mark.rule("AD-8.1-strike-target")
def test_victorious_strikes_what_is_in_her_reach_by_one_order() -> None:
    theatre = carrier(("2829", "tirpitz"), ("2828", "hipper"))
    theatre.active(Side.ALLIED, "home-fleet", left=8)
    match = theatre.begin(Act()).match
    asked = asked_of(match, Side.ALLIED)
    menu = asked.menu(("home-fleet",))
    assert menu is not None
    strikes = [deed for deed in menu.deeds if deed.name.startswith("strike-")]

    assert [(deed.name, deed.title, deed.cells) for deed in strikes] == [("strike-tg-a", "Strike TG A", ("2829",))]
    plan = asked.plan(("home-fleet",), "strike-tg-a", "2829")
    assert plan is not None
    assert [planned.answer for planned in plan.answers] == ["launch-strike tg-a"]
    assert follow(match, Side.ALLIED, plan, Dice.seeded(DICE)).whole
