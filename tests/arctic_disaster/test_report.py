"""The end of a game of Arctic Disaster: its points by source, its losses by cause, and PQ-17 beside history."""

from __future__ import annotations

import re

import pytest

from barents.games.arctic_disaster import GAME
from barents.games.arctic_disaster.combat.air_fire import lose_step
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.rules import events
from barents.games.arctic_disaster.rules.flow import clean_up
from barents.games.arctic_disaster.rules.submarines import boat_name
from barents.games.arctic_disaster.rules.units import damage
from barents.games.arctic_disaster.rules.victory import allied_points, german_points
from barents.games.arctic_disaster.screen.report import margin
from barents.games.arctic_disaster.state import ARRIVED, LOST, OUT, CleanUp, Event, Options, State
from barents.kernel.dice import Dice
from barents.kernel.match import Match
from barents.kernel.report import Report
from barents.kernel.sides import Observer, Side
from tests.published import ARCTIC_DISASTER as SCENARIOS

from . import wolves
from .eager import eager
from .theatre import ALLIED, AXIS, Theatre


def report_of(match: Match[State, Data]) -> Report:
    return GAME.report(match.data, match.state, match.log or [])


def adds_up(match: Match[State, Data]) -> None:
    """Sources are the points, losses the ships, boats and aircraft that are gone, and every merchant has one end."""
    report, state, about = report_of(match), match.state, match.data
    points = {AXIS: german_points(state, about), ALLIED: allied_points(state, about)}
    for side in Side:
        assert sum(row.points for row in report.scored if row.side is side) == points[side]
        ships = [about.counters[ship.id].name for ship in state.ships[side].values() if ship.at == LOST]
        boats = [boat_name(about, boat.id) for boat in state.boats[side].values() if boat.at == LOST]
        flown = [u for u in about.air.values() if about.formations[u.formation].side is side]
        down = [unit.name for unit in flown if unit.id not in state.wings[side]]
        told = [loss.unit for loss in report.losses if loss.side is side and loss.cause != "rocks"]
        assert sorted(told) == sorted([*ships, *boats, *down])
    assert sum(report.tallies[0].rows[0].ends.values()) == 34
    assert [loss.turn for loss in report.losses] == sorted(loss.turn for loss in report.losses)


def _played(scenario: str, seed: int) -> Match[State, Data]:
    """A game of eager players, whose account adds up all the way."""
    match: Match[State, Data] = Match.new(GAME, scenario, seed=seed, options=Options(recall_tirpitz_only=True))
    dice = Dice.seeded("report", scenario)
    while match.pending:
        side = next(iter(match.pending))
        match.act(side, eager(match, side, dice))
        if len(match.choices) % 100 == 0:
            adds_up(match)
    adds_up(match)
    return match


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_account_of_a_game_adds_up_all_the_way(scenario: str) -> None:
    match = next(match for seed in range(2, 8) if german_points((match := _played(scenario, seed)).state, match.data))
    report = report_of(match)
    history = "History, July 1942: 33 merchants and the oiler Aldersdale"
    assert [row.name for row in report.tallies[0].rows] == ["This game", history]
    ends = {end: number for end, number in report.tallies[0].rows[1].ends.items() if number}
    assert ends == {"arrived": 11, "aircraft had a part": 15, "U-boats alone": 8}
    assert [sum(row.ends.values()) for row in report.tallies[0].rows] == [34, 34]
    assert report.tallies[0].title == "The thirty-four of PQ 17"
    assert report.sentence.endswith(".")
    told = [re.search(r"(\d+) points? for the Germans", line.text) for line in match.view(Observer.UMPIRE).log]
    assert sum(int(found[1]) for found in told if found) == german_points(match.state, match.data) > 0


def test_points_are_told_where_they_are_made() -> None:
    """A cruiser that is sunk after she was damaged brings what is new; a destroyer's damage brings nothing."""
    theatre = pieces().begin()
    hits = [("hipper", 1), ("hipper", 3), ("hans-lody", 1), ("tirpitz", 3), ("tirpitz", 1), ("victorious", 6)]
    for name, points in hits:
        damage(theatre.match.umpire, theatre.find(name), points, "duke-of-york")
    assert [line.rpartition(": ")[2] for line in theatre.words() if "point" in line] == [
        "2 points for the Allies",
        "8 points for the Allies",
        "5 points for the Allies",
        "5 points for the Allies",
        "15 points for the Germans",
    ]


def pieces(*, turn: int = 1) -> Theatre:
    """Ships of both sides, some of them about to be hurt; on the last turn the game is judged."""
    theatre = Theatre({CleanUp: clean_up} if turn == 11 else {}, turn=turn)
    theatre.force("tg-a", "2640", "tirpitz", "hipper", "hans-lody")
    theatre.force("home-fleet", "2840", "victorious", "duke-of-york")
    theatre.convoy("2644")
    theatre.aircraft("832")
    theatre.aircraft("kg-26")
    return theatre


def test_losses_are_put_down_to_what_caused_them_and_points_to_their_sources() -> None:
    """15.1, 15.2: merchant 3, tanker 4, Tirpitz with four points of damage 10, a damaged cruiser 2, a destroyer 1."""
    theatre = pieces()
    theatre.begin()
    match, u = theatre.match, theatre.at_hand
    ships = theatre.now.ships
    damage(u, ships[ALLIED]["carlton"], 1, "kg-26-1")
    damage(u, ships[ALLIED]["carlton"], 1, "u-88")
    damage(u, ships[ALLIED]["honomu"], 2, "u-88")
    damage(u, ships[ALLIED]["donbas"], 2, "tirpitz")
    damage(u, ships[AXIS]["tirpitz"], 4, "832-1")
    damage(u, ships[AXIS]["hipper"], 1, "duke-of-york")
    damage(u, ships[AXIS]["hans-lody"], 2, "p614")
    wing = theatre.now.wings[AXIS]["kg-26-1"]
    for _ in range(2):
        lose_step(u, wing, "palomares", "AD-11.1-aa-step")
    report = report_of(match)
    assert {(row.side, row.source): (row.points, row.count) for row in report.scored} == {
        (AXIS, "Merchants sunk"): (6, 2),
        (AXIS, "Tankers sunk"): (4, 1),
        (ALLIED, "Tirpitz damaged"): (10, 1),
        (ALLIED, "Cruisers damaged"): (2, 1),
        (ALLIED, "Destroyers sunk"): (1, 1),
    }
    assert {loss.unit: loss.cause for loss in report.losses} == {
        "Carlton": "aircraft and U-boats",
        "Honomu": "U-boats",
        "Donbas": "surface ships",
        "Hans Lody": "submarines",
        "KG 26 He-111 1": "anti-aircraft fire",
    }
    ends = report.tallies[0].rows[0].ends
    assert (ends["aircraft had a part"], ends["U-boats alone"], ends["surface ships"]) == (1, 1, 1)
    history = report.tallies[0].rows[1].ends
    assert history["arrived"] == 11


def test_those_that_came_through_hid_or_turned_back_are_not_lost() -> None:
    theatre = pieces(turn=11)
    ships = theatre.state.ships[ALLIED]
    for name, at in (("carlton", ARRIVED), ("honomu", OUT), ("donbas", "1920"), ("olapana", "2516")):
        ships[name].force, ships[name].at = "", at
    ships["carlton"].reached = ships["olapana"].reached = ships["donbas"].hidden = True
    theatre.state.awards = 2
    theatre.begin()
    report = report_of(theatre.match)
    ends = report.tallies[0].rows[0].ends
    assert (ends["arrived"], ends["turned back"], ends["still at sea"]) == (3, 1, 30)
    assert report.sentence.startswith(
        "None of PQ 17 was lost, three got through and thirty are still at sea; one turned"
    )
    assert {row.source: row.points for row in report.scored} == {
        "Merchants that came through": 2,
        "Merchants hidden in the ice": 1,
    }


def test_boats_ships_on_rocks_and_the_aircraft_of_a_sunk_carrier_are_told_too() -> None:
    theatre = Theatre({Event: events.event})
    theatre.force("tg-b", "3531", "luetzow")
    theatre.marker("tg-b").at = next(cell for cell in sorted(theatre.data.leads) if cell not in theatre.data.ports)
    theatre.force("home-fleet", "2840", "victorious")
    theatre.aircraft("809")
    theatre.begin(Event("grounding"), dice=[1], axis=[9])
    damage(theatre.at_hand, theatre.find("victorious"), 6, "u-88")
    causes = {(loss.unit, loss.kind): loss.cause for loss in report_of(theatre.match).losses}
    assert causes["Lützow", "ca"] == "rocks"
    assert causes["Victorious", "cv"] == "U-boats"
    assert [cause for (_, kind), cause in causes.items() if kind == "air-f"] == ["the loss of their carrier"] * 2
    waters = wolves.waters()
    waters.force("pq-17", "2640", "carlton", "keppel", detected=True)
    waters.boat("u-88", "2640")
    wolves.meet(waters, ALLIED, "pq-17", 7, 1, 1, 10).act(AXIS, wolves.ATTACK, "target-type MT")
    assert [(loss.unit, loss.cause) for loss in report_of(waters.match).losses] == [("U-88", "escorts")]


@pytest.mark.parametrize(
    ("sunk", "awards", "words"),
    [
        (1, 0, "The Germans were 42 points short of a draw."),
        (15, 0, "The Germans were 11 points short of a victory."),
        (30, 3, "The Germans had 11 points more than a major victory needs."),
        (20, 3, "The Germans were 19 points short of a major victory."),
    ],
)
def test_the_sentence_says_how_close_it_was(sunk: int, awards: int, words: str) -> None:
    theatre = Theatre({CleanUp: clean_up}, turn=11)
    merchants = [name for name, about in theatre.data.counters.items() if about.type == "MT"]
    for name in merchants[:sunk]:
        theatre.ship(name, LOST)
    theatre.state.awards = awards
    theatre.begin()
    assert theatre.now.result is not None
    assert margin(theatre.data, theatre.now, theatre.now.result) == words
