"""Nordkapp on screen: own forces on the map, the enemy only as sightings, and boards for what both see."""

from __future__ import annotations

import pytest

from barents.games.nordkapp import GAME
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.state import CombatBox, Options, State
from barents.kernel.dice import Dice
from barents.kernel.game import Sighting
from barents.kernel.match import Match
from barents.kernel.sides import Observer, Side, eyes_of
from barents.kernel.view import Situation
from tests.nordkapp.eager import eager
from tests.nordkapp.waters import ALLIED, AXIS, Waters
from tests.published import NORDKAPP as SCENARIOS

HERE = "1805"


def view(waters: Waters, observer: Observer) -> Situation:
    """A position as an observer sees it."""
    return GAME.view(waters.data, GAME.known(waters.data, waters.state, observer), observer)


def test_the_enemy_is_on_the_map_only_where_he_was_sighted() -> None:
    waters = Waters(turn=4)
    waters.convoy("pq17", HERE, "gb-dd-01", merchants=12)
    waters.place("u-88", "1806")
    waters.state.notebook[AXIS].sightings.append(Sighting(HERE, "convoy", "reconnaissance", 2))
    german = view(waters, Observer.AXIS)
    assert {piece.side for piece in german.pieces} == {AXIS}
    assert [(seen.cell, seen.what, seen.age) for seen in german.sightings] == [(HERE, "convoy", 2)]
    assert view(waters, Observer.ALLIED).sightings == ()
    assert view(waters, Observer.PUBLIC).pieces == ()


def test_reports_of_one_hex_and_turn_are_one_contact_with_all_that_they_count() -> None:
    waters = Waters(turn=4)
    told = [
        ("1314", "2 E, 15 merchants", "the coast", 3),
        ("1314", "1 DD", "combat", 3),
        ("1314", "convoy", "HF/DF", 3),
    ]
    told += [("1314", "1 DD", "the coast", 2), ("1416", "convoy", "reconnaissance", 4)]
    waters.state.notebook[AXIS].sightings = [Sighting(*one) for one in told]
    seen = view(waters, Observer.AXIS).sightings
    assert [(one.cell, one.turn, one.what) for one in seen] == [
        ("1416", 4, "convoy"),
        ("1314", 3, "15 merchants, 2 escort groups, 1 destroyer group"),
        ("1314", 2, "1 destroyer group"),
    ]
    assert seen[1].kind == "mt"
    assert len(seen[1].reports) == 3
    assert sum(len(one.reports) for one in seen) == len(told), "no report is lost"


def test_a_force_has_a_box_that_its_owner_alone_sees() -> None:
    waters = Waters()
    waters.convoy("pq17", HERE, "gb-dd-01", merchants=12)
    boxes = {board.title: board.count for board in view(waters, Observer.ALLIED).boards}
    assert boxes["PQ-17"] == 13
    assert "PQ-17" not in {board.title for board in view(waters, Observer.AXIS).boards}


def test_a_ship_that_was_named_to_the_enemy_is_marked_in_the_box_of_her_force() -> None:
    waters = Waters()
    waters.convoy("pq17", HERE, "gb-dd-01", merchants=12)
    waters.state.bound = {"gb-dd-01": "1806"}
    notes = {board.title: board.note for board in view(waters, Observer.ALLIED).boards}
    assert notes["PQ-17"].endswith("British destroyers 1 must go to 1806")
    assert "1806" not in repr(view(waters, Observer.AXIS))


@pytest.mark.parametrize("observer", [Observer.ALLIED, Observer.AXIS, Observer.PUBLIC])
def test_the_combat_box_shows_everyone_who_is_at_which_range(observer: Observer) -> None:
    waters = Waters()
    waters.place("tirpitz", HERE)
    waters.place("norfolk", HERE)
    for side, name in ((ALLIED, "tirpitz"), (AXIS, "norfolk")):
        waters.state.notebook[side].identified[name] = "NK-8-all-join"
    waters.state.box = CombatBox("surface", HERE, AXIS, ships={"tirpitz": "long", "norfolk": "medium"}, round=2)
    counts = {board.name: board.count for board in view(waters, observer).boards if board.group == "Combat Box"}
    assert (counts["combat-axis-long"], counts["combat-allied-medium"], counts["combat-allied-long"]) == (1, 1, 0)


def test_chits_are_seen_by_whoever_holds_them() -> None:
    waters = Waters()
    waters.state.hand[AXIS] = ["radar"]
    notes = {
        observer: [b.note for b in view(waters, observer).boards if b.group == "Event chits"] for observer in Observer
    }
    assert notes[Observer.AXIS] == ["Radar or Asdic failure"]
    assert notes[Observer.ALLIED] == notes[Observer.PUBLIC] == []


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("solitaire", [False, True], ids=["two sides", "solitaire"])
def test_every_piece_of_a_game_lies_on_a_board_that_is_there(scenario: str, solitaire: bool) -> None:
    options = Options(solitaire=solitaire, hfdf=True)
    match: Match[State, Data] = Match.new(GAME, scenario, seed=4, options=options)
    dice = Dice.seeded("view")
    while match.pending and len(match.choices) < 160:
        side = next(iter(match.pending))
        if len(match.choices) % 4 == 0:
            for observer in (eyes_of(side), Observer.PUBLIC, Observer.UMPIRE):
                shown = match.view(observer).situation
                boards = {board.name for board in shown.boards}
                assert {piece.board for piece in shown.pieces} <= boards
                assert len({piece.id for piece in shown.pieces}) == len(shown.pieces)
        match.act(side, eager(match, side, dice))
    assert all(side in Side for side in match.pending)
