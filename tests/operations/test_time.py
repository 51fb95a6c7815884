"""Sections 2.3 and 8 (a): the turn, its order, premature turns and the end; secret orders; records."""

from __future__ import annotations

import pytest

from barents.games.operations import GAME
from barents.games.operations.data import FOLDER, Data
from barents.games.operations.fleets.plots import may_sail
from barents.games.operations.rules.flow import TURN
from barents.games.operations.state import (
    BoatOrders,
    Bombardment,
    ContactChoice,
    ContactResult,
    Declare,
    Hunting,
    InshorePatrols,
    LaunchStrikes,
    Movement,
    NextTurn,
    Orders,
    Record,
    SeaKeeping,
    Search,
    State,
    SurfaceActions,
    WeatherAndLight,
)
from barents.kernel import registry
from barents.kernel.decisions import Refused
from barents.kernel.dice import Dice
from barents.kernel.ledger import Ledger
from barents.kernel.match import Match
from barents.kernel.record import decode
from barents.kernel.sides import Observer, Side

from .theatre import ALLIED, AXIS, OPEN_SEA, Theatre

END = "OP-TIME-end-early"


@pytest.fixture(autouse=True, scope="module")
def operations() -> None:
    """Let records find the game."""
    registry.plug_in(GAME)


# The order of a turn


@pytest.mark.rule("OP-TIME-order", "OP-TIME-turn")
def test_the_steps_of_a_turn_in_their_order() -> None:
    first = [type(step) for step in TURN[:2]]
    segments = [step for step in TURN if isinstance(step, Movement | ContactChoice | ContactResult)]
    rest = [type(step) for step in TURN[2 + len(segments) :]]
    assert first == [WeatherAndLight, Orders]
    assert [step.segment for step in segments] == [1] * 4 + [2] * 4 + [3] * 4
    assert segments == list(TURN[2 : 2 + len(segments)])
    assert rest == [
        Search,
        LaunchStrikes,
        LaunchStrikes,
        InshorePatrols,
        BoatOrders,
        Hunting,
        SurfaceActions,
        Bombardment,
        SeaKeeping,
        Record,
        Declare,
    ]


@pytest.mark.rule("OP-TIME-order")
def test_a_turn_is_played_in_that_order() -> None:
    """The parts of a turn in which somebody is asked; in this one there is a battle."""
    match = Match.new(GAME, "regenbogen", seed="order")
    dice, phases = Dice.seeded("order"), []
    while match.state.turn < 3:
        phases.append(match.state.phase)
        side = next(iter(match.pending))
        match.act(side, match.pending[side].options.sample(dice))
    assert phases[:2] == ["set-up", "set-up"]
    second = phases[phases.index("record") :]
    order = [phase for phase, before in zip(second, ["", *second], strict=False) if phase != before]
    assert order == ["record", "orders", "movement", "air strikes", "submarines", "surface action", "record"]


# Premature turns


def early(turn: int) -> Theatre:
    """Before turn 1: a convoy and a fleet that may sail, another that may not, and Germans on their way."""
    theatre = Theatre(turn=turn, steps={NextTurn: GAME.steps[NextTurn]})
    theatre.state.weather = {}
    theatre.fleet("pq", "2514", "uk:LT*2", "amazon", docked=True, plan=["3118"], early=2)
    theatre.fleet("force", "3330", "sheffield", docked=True, mission="cover", covers="3330", pace=2, early=1)
    theatre.fleet("others", "3116", "norfolk", docked=True)
    theatre.fleet("patrol", "3012", "london", mission="cover", covers="3012", plot=["3011"])
    theatre.fleet("raiders", "2513", "tirpitz", plot=["2512"])
    return theatre.begin(NextTurn())


@pytest.mark.rule("OP-TIME-premature")
def test_before_turn_1_only_those_who_may_act_and_nobody_meets() -> None:
    theatre = early(-1)
    assert theatre.asked(ALLIED).rule == "OP-TIME-premature"
    assert AXIS not in theatre.match.pending
    assert theatre.slots(ALLIED) == ["pq"], "the other may use one turn only"
    theatre.plot(ALLIED, pq="2514>2513")
    assert theatre.now.turn == 0
    assert theatre.at("pq").at == "2513"
    assert not theatre.rolls("OP-CONTACT-number"), "there are raiders in the zone"
    assert set(theatre.slots(ALLIED)) == {"pq", "force"}
    theatre.plot(ALLIED, force="3330>3329>3328")
    assert theatre.now.turn == 1
    assert theatre.at("force").at == "3328"
    assert theatre.find("sheffield").fuel == 12 * 12 - 4, "fuel is used as ever"
    assert theatre.at("raiders").at == "2513"
    assert theatre.at("others").docked
    assert theatre.at("patrol").at == "3012", "nor does who is at sea already"
    assert len(theatre.rolls("OP-WX-summer")) == 4, "turn 1 begins as every turn"
    assert not theatre.told("OP-TIME-premature", Observer.AXIS)


@pytest.mark.rule("OP-TIME-premature")
def test_a_premature_turn_may_be_left_unused() -> None:
    theatre = early(0)
    theatre.plot(ALLIED, pq="2514")
    assert (theatre.at("pq").at, theatre.at("pq").docked, theatre.now.turn) == ("2514", True, 1)


def test_a_fleet_sails_early_only_by_its_right() -> None:
    theatre = Theatre(turn=0)
    fleet = theatre.fleet("force", "3330", "sheffield", docked=True)
    assert not may_sail(theatre.state, theatre.data, ALLIED, fleet)
    fleet.early = 1
    assert may_sail(theatre.state, theatre.data, ALLIED, fleet)


# The end


def ending(*, at_sea: bool) -> Theatre:
    """The end of turn 50."""
    theatre = Theatre(turn=50)
    theatre.fleet("home", "3330", "sheffield", docked=True)
    theatre.fleet("raiders", OPEN_SEA if at_sea else "5519", "tirpitz", docked=not at_sea)
    return theatre.begin(Declare(ALLIED))


@pytest.mark.rule("OP-TIME-end-early")
@pytest.mark.parametrize(("allied", "axis", "over"), [(True, True, True), (True, False, False), (False, True, False)])
def test_the_operation_ends_early_when_both_say_so_in_one_turn(allied: bool, axis: bool, over: bool) -> None:
    theatre = ending(at_sea=False)
    theatre.act(ALLIED, "finish yes" if allied else "decline").act(AXIS, "finish yes" if axis else "decline")
    assert (theatre.match.result is not None) is over
    assert theatre.now.turn == (50 if over else 51)


@pytest.mark.rule("OP-TIME-end-early")
def test_nobody_ends_it_with_a_fleet_at_sea_and_the_other_does_not_learn_of_it() -> None:
    theatre = ending(at_sea=True)
    theatre.act(ALLIED, "finish yes")
    assert theatre.offered(AXIS) == ["decline"]
    theatre.act(AXIS, "decline")
    assert theatre.match.result is None
    theatre = Theatre(turn=120)
    theatre.fleet("home", "3330", "sheffield", docked=True)
    assert theatre.begin(Declare(ALLIED)).match.result is not None, "after turn 120 nobody is asked"


# Secret orders, records, refusals


@pytest.mark.rule("OP-MODE-played")
def test_orders_are_written_in_secret_and_carried_out_when_both_are_done() -> None:
    theatre = Theatre(turn=8)
    theatre.fleet("home", OPEN_SEA, "sheffield")
    theatre.fleet("raiders", "6113", "tirpitz")
    theatre.begin(Orders()).idle_until("OP-FLEET-mission", ALLIED).plot(ALLIED, home="cover:5711:2")
    theatre.idle_until("OP-FLEET-plot", ALLIED).plot(ALLIED, home="5711>5811")
    assert AXIS in theatre.match.pending
    assert ALLIED not in theatre.match.pending
    assert (theatre.at("home").mission, theatre.at("home").plot) == ("raid", []), "nothing is done yet"
    theatre.idle_on()
    assert (theatre.at("home").mission, theatre.at("home").plot) == ("cover", ["5811"])


def played(seed: str, choices: int) -> Match[State, Data]:
    """A random game of the teaching scenario, up to some choice."""
    match = Match.new(GAME, "qp-11-teaching", seed=seed, log=True)
    dice = Dice.seeded("choices")
    for _ in range(choices):
        side = next(iter(match.pending))
        match.act(side, match.pending[side].options.sample(dice))
    return match


@pytest.mark.rule("OP-STATE-seed")
def test_the_same_seed_and_the_same_choices_give_the_same_game() -> None:
    one, two, other = (played(seed, 200) for seed in ("a", "a", "b"))
    assert GAME.encoder.encode(one.state) == GAME.encoder.encode(two.state)
    assert one.log == two.log
    assert one.log != other.log


@pytest.mark.rule("OP-STATE-save")
@pytest.mark.parametrize("choices", [1, 3, 57, 200])
def test_a_saved_game_is_restored_exactly(choices: int) -> None:
    """In the set-up, in the middle of orders, in a turn: state, decisions and dice are what they were."""
    match = played("saved", choices)
    again = Match.replay(decode(match.record.encode()))
    assert GAME.encoder.encode(match.state) == GAME.encoder.encode(again.state)
    assert {side: str(asked.options.wire()) for side, asked in match.pending.items()} == {
        side: str(asked.options.wire()) for side, asked in again.pending.items()
    }
    dice = Dice.seeded("onward")
    side = next(iter(match.pending))
    action = match.pending[side].options.sample(dice)
    match.act(side, action)
    again.act(side, action)
    assert match.log == again.log


@pytest.mark.rule("OP-STATE-legal")
@pytest.mark.parametrize(
    ("side", "zone", "way", "row"),
    [
        (ALLIED, "5710", "5709", "OP-MAP-ice-enter"),
        (ALLIED, "7317", "7318", "OP-MAP-white-sea"),
        (AXIS, "7317", "7318", "OP-MAP-axis-white"),
        (AXIS, "6618", "6619", "OP-PORT-bombard"),
    ],
)
def test_a_refusal_names_the_row_that_forbids_it(side: Side, zone: str, way: str, row: str) -> None:
    theatre = Theatre(month=4)
    theatre.fleet("fleet", zone, "tirpitz" if side is AXIS else "sheffield", pace=3)
    before = GAME.encoder.encode(theatre.begin(Orders()).idle_until("OP-FLEET-plot", side).now)
    with pytest.raises(Refused, match=row):
        theatre.plot(side, fleet=f"{zone}>{way}")
    assert GAME.encoder.encode(theatre.now) == before


@pytest.mark.rule("OP-STATE-legal")
def test_every_decision_stands_on_a_row_of_the_ledger() -> None:
    """So that a refusal without a row of its own names that by which the side was asked."""
    rows = Ledger.load(FOLDER).requirements
    match = Match.new(GAME, "pq-17-roesselsprung", seed="rows")
    dice, asked = Dice.seeded("rows"), set()
    for _ in range(600):
        side = next(iter(match.pending))
        asked.add(match.pending[side].rule)
        match.act(side, match.pending[side].options.sample(dice))
    assert asked <= set(rows)
    assert len(asked) > 8
