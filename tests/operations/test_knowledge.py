"""What a side is shown, and what it is not: the corners that games seldom come to."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from barents.games.operations import GAME
from barents.games.operations import state as s
from barents.games.operations.battle.tactics import battle_of
from barents.games.operations.data import Data
from barents.games.operations.fights import Hunt
from barents.games.operations.knowledge.imagine import imagine
from barents.games.operations.knowledge.known import known
from barents.games.operations.rules.setup import opening
from barents.games.operations.state import Base, BoatAttack, BoatOrders, Desk, InshorePatrols, LaunchStrikes, State
from barents.kernel.actions import Choose
from barents.kernel.decisions import Assign
from barents.kernel.dice import Dice, DiceBox
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side
from tests.operations.eager import eager

from .fights import placed
from .theatre import ALLIED, AXIS, OPEN_SEA, Theatre


@pytest.mark.rule("OP-SUB-move", "OP-HID-view")
def test_a_boat_near_a_patrol_is_ordered_one_zone_at_most_and_her_owner_hears_why() -> None:
    theatre = Theatre()
    theatre.boat("u-1", OPEN_SEA)
    theatre.boat("u-2", "4811")
    theatre.fleet("hunters", "5713", "uk:dd-old", "uk:DD43", mission="cover")
    theatre.begin(InshorePatrols(), BoatOrders())
    assert max(way.count(">") for way in theatre.ways(AXIS, "u-1")) == 1
    assert max(way.count(">") for way in theatre.ways(AXIS, "u-2")) == 2
    assert [event.about["unit"] for event in theatre.told("OP-SUB-patrol", Observer.AXIS)] == ["u-1"]
    assert not theatre.told("OP-SUB-patrol", Observer.ALLIED)


@pytest.mark.rule("OP-HID-view", "OP-BASE-find")
def test_the_germans_do_not_see_that_their_base_has_been_found() -> None:
    theatre = Theatre()
    desk = theatre.state.desks[AXIS]
    desk.bases["7807"] = Base("7807", "dithmarschen", ready=True, found=True)
    shown = known(theatre.data, theatre.state, Observer.AXIS).desks[AXIS]
    assert list(shown.bases.values()) == [Base("7807", "dithmarschen", ready=True, found=False)]


@pytest.mark.rule("OP-HID-view")
def test_whom_an_enemy_has_recognised_only_he_knows_but_what_went_down_everyone_does() -> None:
    theatre = Theatre()
    theatre.fleet("home", OPEN_SEA, "sheffield", "trinidad")
    noted = theatre.state.notebook[AXIS].identified
    noted |= {"sheffield": "OP-TAC-visibility", "trinidad": "OP-DMG-sunk"}
    shown = {eyes: known(theatre.data, theatre.state, eyes).notebook[AXIS].identified for eyes in Observer}
    assert set(shown[Observer.AXIS]) == {"sheffield", "trinidad"}
    assert set(shown[Observer.ALLIED]) == set(shown[Observer.PUBLIC]) == {"trinidad"}


@pytest.mark.rule("OP-HID-view", "OP-TIME-premature")
def test_how_early_the_allies_sail_only_they_know() -> None:
    theatre = Theatre(turn=-2)
    theatre.fleet("pq", "2514", "uk:LT", docked=True, plan=["3118"], early=3)
    theatre.begin(s.Premature())
    for observer, turn in ((Observer.ALLIED, -2), (Observer.AXIS, 1), (Observer.PUBLIC, 1)):
        shown = known(theatre.data, theatre.now, observer)
        assert shown.turn == turn
        shown.agenda = [s.Premature()]
        worlds = [imagine(theatre.data, shown, observer, Dice.seeded(seed)) for seed in range(20)]
        assert {world.turn for world in worlds} == ({-2} if turn < 1 else {0, -1, -2})


@pytest.mark.rule("OP-STRIKE-known", "OP-HID-view")
def test_that_a_reported_fleet_is_gone_the_attacker_learns_by_flying_there() -> None:
    """It was sunk since by a mine: the raid flies all the same, and is over."""
    theatre = Theatre()
    theatre.fleet("lone", OPEN_SEA, "uk:LT")
    theatre.wing("ju-88", "Banak", 2, sortie="strike")
    theatre.contact(AXIS, "lone")
    allied = theatre.state.desks[ALLIED]
    allied.ships["lt-1"].fleet, allied.ships["lt-1"].at = "", s.SUNK
    del allied.fleets["lone"]
    theatre.begin(LaunchStrikes(AXIS))
    theatre.act(AXIS, Choose(("ju-88-1", "ju-88-2")))
    assert theatre.is_over
    assert theatre.words(Observer.AXIS) == [f"The aircraft find nobody in {OPEN_SEA}"]
    assert not theatre.words(Observer.ALLIED)
    assert theatre.step_now("ju-88-1").flew == theatre.now.turn


@pytest.mark.rule("OP-HID-view", "OP-SUB-order")
def test_after_an_attack_nobody_sees_whether_another_boat_has_still_to_act() -> None:
    """Her owner has a window more, as before every boat, so that the turn does not end under the enemy's eyes."""
    theatre = Theatre()
    theatre.fleet("pq", OPEN_SEA, "uk:LT*3", "uk:dd-old")
    theatre.boat("u-1", OPEN_SEA)
    theatre.state.hunt = Hunt(AXIS, "u-1", "pq", "c1", ["lt-1"], detected=True)
    theatre.begin(BoatAttack(AXIS, "counter"), dice=[1])
    assert theatre.words(Observer.ALLIED) == ["The hunt for the submarine is over"]
    assert theatre.asked(AXIS).window
    assert theatre.offered(AXIS) == ["decline"]
    theatre.idle(AXIS)
    assert theatre.is_over


@pytest.mark.rule("OP-SUB-shadow", "OP-FLEET-form")
def test_a_fleet_that_joins_another_takes_its_shadowers_along() -> None:
    theatre = Theatre()
    theatre.fleet("pq", OPEN_SEA, "uk:LT*2", found=True)
    theatre.fleet("escort", OPEN_SEA, "uk:dd-old", mission="cover")
    theatre.boat("u-1", OPEN_SEA, shadows="pq", since=2)
    theatre.contact(AXIS, "pq", turn=2)
    theatre.begin(s.Orders())
    theatre.idle_until("OP-FLEET-form", ALLIED).plot(ALLIED, pq="with:escort").idle_on()
    assert "pq" not in theatre.now.desks[ALLIED].fleets
    assert theatre.boat_now("u-1").shadows == "escort"
    assert [one.fleet for one in theatre.contacts(AXIS)] == ["escort"]
    assert theatre.at("escort").found


@pytest.mark.rule("OP-FLEET-plot", "OP-FLEET-mission")
def test_a_fleet_that_can_go_nowhere_is_not_asked_where() -> None:
    """Whoever goes after an enemy that was reported where he is himself has no zone that is not farther from him."""
    theatre = Theatre()
    theatre.fleet("one", OPEN_SEA, "sheffield", mission="intercept", chases=OPEN_SEA)
    theatre.fleet("two", "5713", "norfolk")
    theatre.begin(s.Orders()).idle_until("OP-FLEET-plot", ALLIED)
    assert theatre.slots(ALLIED) == ["two"]


@pytest.mark.rule("OP-HID-view", "OP-TAC-running")
def test_whether_an_enemy_could_go_faster_is_not_seen() -> None:
    theatre = placed({"duke-of-york": 0, "z24": 4})
    for division in battle_of(theatre.state).divisions:
        division.running = True
    battle = known(theatre.data, theatre.state, Observer.AXIS).battle
    assert battle is not None
    assert {one.key: one.running for one in battle.divisions} == {"a-1": False, "g-1": True}


# A month of a campaign, which has no scenario


def month(expected: bool) -> State:
    """The forces of a scenario as a campaign might bring them: under way early, and known to nobody by a file."""
    data = GAME.data(None)
    state = opening(data, "regenbogen", s.Options())
    state.scenario, state.turn, state.turns, state.agenda = "", 0, 12, [s.NextTurn()]
    seas = [zone for zone in data.navigable if data.may_place(AXIS, zone, state.month)]
    dice = Dice.seeded("month")
    for desk in state.desks.values():
        desk.boats = {f"sub-{key}": msgspec.structs.replace(boat, key=f"sub-{key}") for key, boat in desk.boats.items()}
        for boat in desk.boats.values():
            boat.at = dice.choice(seas)
        for fleet in desk.fleets.values():
            fleet.sails = 1
    if expected:
        guesses = opening(data, "regenbogen", s.Options()).desks
        state.expected = {side: msgspec.structs.replace(desk, boats={}) for side, desk in guesses.items()}
    return state


@pytest.mark.parametrize("expected", [True, False])
def test_a_month_without_a_scenario_is_played_shown_and_imagined(expected: bool) -> None:
    """To its end; what the enemy expects of a side it never sees, and what is seen unexpected is imagined too."""
    game = replace(GAME, opening=lambda _data, _scenario, _options: month(expected))
    dice, fought = Dice.seeded("month", expected), False
    match: Match[State, Data] = Match.new(game, "regenbogen", seed="month", log=True)
    while match.pending:
        if len(match.choices) % 11 == 0:
            truth = game.decoder.decode(match.step_opening)
            for observer in (Observer.ALLIED, Observer.AXIS, Observer.PUBLIC):
                shown = game.known(match.data, truth, observer)
                enemies = {observer.side.enemy} if observer.side is not None else set()
                assert set(shown.expected) == (enemies if expected else set())
                world = game.imagine(match.data, game.clone(shown), observer, dice)
                assert game.encoder.encode(game.known(match.data, world, observer)) == game.encoder.encode(shown)
                game.view(match.data, shown, observer)
                twin = Match.at(game, match.data, world, DiceBox.seeded(len(match.choices)))
                for _ in range(6):
                    if twin.pending:
                        side = dice.choice(tuple(twin.pending))
                        twin.act(side, twin.pending[side].options.sample(dice))
            fought |= truth.battle is not None
        for decision in match.pending.values():
            if isinstance(decision.options, Assign):
                assert all(next(iter(domain), None) is not None for domain in decision.options.slots.values())
        side = dice.choice(tuple(match.pending))
        match.act(side, eager(match, side, dice))
    assert fought
    assert match.result is not None
    assert match.result.level == "The month is over"
    assert "The month is over" in game.report(match.data, match.state, match.log or ()).sentence


def test_nothing_is_expected_of_a_side_in_a_scenario_but_its_file() -> None:
    state = opening(GAME.data(None), "regenbogen", s.Options())
    assert state.expected == {}
    world = imagine(GAME.data(None), known(GAME.data(None), state, Observer.AXIS), Observer.AXIS, Dice.seeded(1))
    assert world.desks[Side.ALLIED] == state.desks[Side.ALLIED] != Desk()
