"""The battle track on screen: what it says of shots to come, of those that were fired, and of the end."""

from __future__ import annotations

import pytest

from barents.games.operations import GAME
from barents.games.operations.battle.gunnery import gun_modifiers
from barents.games.operations.battle.odds import barrage
from barents.games.operations.battle.tactics import battle_of, division_of
from barents.games.operations.battle.torpedoes import torpedo_modifiers
from barents.games.operations.fights import Shot
from barents.games.operations.rules import chances
from barents.games.operations.screen.battle_board import BATTLE_BOARD
from barents.games.operations.state import Movement, Round, SurfaceActions
from barents.kernel.payloads import BattleTrackStage
from barents.kernel.sides import Observer
from barents.kernel.view import Board
from tests.operations.fights import NIGHT, fought, meeting, placed
from tests.operations.theatre import ALLIED, AXIS, CLOUD, SQUALL, Theatre


def track(theatre: Theatre, observer: Observer = Observer.ALLIED) -> Board | None:
    """The track as an observer sees it, if there is one."""
    shown = GAME.view(theatre.data, GAME.known(theatre.data, theatre.now, observer), observer)
    return next((board for board in shown.boards if board.name == BATTLE_BOARD), None)


def stage(theatre: Theatre, observer: Observer = Observer.ALLIED) -> BattleTrackStage:
    """What is drawn on it."""
    board = track(theatre, observer)
    assert board is not None
    assert isinstance(board.payload, BattleTrackStage)
    return board.payload


@pytest.mark.parametrize(("turn", "weather"), [(3, CLOUD), (NIGHT, SQUALL)])
def test_it_gives_the_chance_of_every_shot_at_every_range(turn: int, weather: int) -> None:
    """A client that moves a division reckons with it; that must come to what the rules do."""
    cells = {"duke-of-york": 4, "onslow": 4, "hipper": 0, "z24": 0, "de:ms-ger": 2}
    theatre = placed(cells, turn=turn, weather=weather, year=1943).begin(Round())
    for fighter in battle_of(theatre.now).ships.values():
        fighter.seen = True
    told = stage(theatre)
    plain, least, scale = told.plain, told.scale.least, told.scale.chances
    assert plain.ships == ("g3",)
    reckoned = 0
    for ship, weapon in ((name, weapon) for name in ("a1", "a2") for weapon in told.ships[name]):
        guns = weapon.kind != "torpedoes"
        for target, others in weapon.against.items():
            for away, modifier in enumerate(weapon.reach):
                state = theatre.now
                division_of(battle_of(state), ship).cell = division_of(battle_of(state), target).cell + away
                shot = Shot(ship, weapon.kind, target, 1)
                rules = (
                    gun_modifiers(state, theatre.data, shot, 0)
                    if guns
                    else torpedo_modifiers(state, theatre.data, shot)
                )
                easy = plain.modifier if guns and target in plain.ships and away <= plain.within else 0
                behind = target != "g3" and away > 2
                masked = told.masked if not guns and behind else 0
                net = modifier + others + easy + masked
                assert net == sum(rules.values()), (shot, away, rules)
                chance = scale[max(0, min(len(scale) - 1, net - least))]
                assert chance == pytest.approx(chances.hit(theatre.data, net), abs=1e-6)
                reckoned += 1
    assert reckoned > 50


def test_strangers_are_reckoned_alike_whoever_they_are() -> None:
    """Nine cells away: what is told of a shot does not tell a battlecruiser from a minesweeper."""
    told = [
        stage(meeting(["duke-of-york"], [enemy]).begin(SurfaceActions()).idle(ALLIED).idle(AXIS))
        for enemy in ("scharnhorst", "de:ms-ger")
    ]
    assert told[0] == told[1]
    [primary] = [weapon for weapon in told[0].ships["a1"] if weapon.kind == "primary"]
    assert (primary.against, primary.dice, primary.hampered, told[0].best) == ({"g1": 0}, 7, 4, {"g-1": "g1"})


def test_ships_wait_on_the_track_to_be_put_into_divisions() -> None:
    theatre = meeting(["duke-of-york", "uk:LT*2"], ["scharnhorst"]).begin(SurfaceActions())
    assert set(stage(theatre).forming) == {"duke-of-york", "lt-1", "lt-2"}
    assert stage(theatre, Observer.AXIS).forming == ("scharnhorst",)
    assert stage(theatre, Observer.PUBLIC).forming == ()


def test_one_sees_as_far_around_ones_own_divisions_as_they_may_go() -> None:
    theatre = placed({"rodney": 0, "offa": 3, "hipper": 6}).begin(Round())
    assert (stage(theatre).first, stage(theatre).last) == (-2, 8)
    german = stage(theatre, Observer.AXIS)
    assert (german.first, german.last) == (-2, 9)


def test_both_sides_see_what_was_fired_and_how_the_battle_ended_until_fleets_move_on() -> None:
    theatre = placed({"uk:ms-hal": 0, "de:ms-ger": 1, "z24": 6}, round=3)
    fought(theatre, {"ms-hal-1:tertiary": "ms-ger-1", "ms-ger-1:tertiary": "ms-hal-1"}, dice=[6, 1, 1, 1, 1, 1])
    for observer in (Observer.ALLIED, Observer.AXIS, Observer.PUBLIC):
        told = stage(theatre, observer)
        assert told.fought == 3
        first, *_ = told.fired
        assert (first.side, first.ship, first.weapon, first.target) == (ALLIED, "a1", "tertiary", "g1")
        assert (first.dice, first.hits) == (1, 1)
        assert "plain target" in first.why
        [sunk] = told.sunk[AXIS]
        assert (sunk.ship, sunk.cell, sunk.round, told.sunk[ALLIED]) == ("g1", 1, 3, ())
    # The other goes away in the dark of the sea, and the battle is over.
    for _ in range(9):
        if theatre.now.battle is None:
            break
        theatre.plot(ALLIED, {}).plot(AXIS, {"g-2:move": "+4"})
    for observer in (Observer.ALLIED, Observer.AXIS):
        board = track(theatre, observer)
        assert board is not None
        told = stage(theatre, observer)
        assert (board.battle, told.over, {step.state for step in told.steps}) == (False, 3, {"done"})
        assert "over after round" in board.note
        assert (told.ships, told.slots, told.sight, told.best) == ({}, {}, {}, {})
    theatre.begin(Movement(1))
    assert track(theatre) is None


def test_the_odds_of_a_round_count_ones_own_moves_and_guns_without_an_order() -> None:
    theatre = placed({"duke-of-york": 9, "hipper": 0}, year=1943).begin(Round())
    known = GAME.known(theatre.data, theatre.now, Observer.ALLIED)
    stays, closes, turns, leaves = (
        barrage(theatre.data, known, ALLIED, orders)
        for orders in ({}, {"a-1:move": "-3"}, {"a-1:comb": "yes"}, {"a-1:move": "+1"})
    )
    assert leaves is None  # ten cells are out of range
    assert stays is not None
    assert closes is not None
    assert turns is not None
    assert turns.chance < stays.chance < closes.chance
    assert stays.of == "a hit, if the enemy stays where he is"
