"""The battle track on screen: what its marks say of shots to come, of those that were fired, and of the end."""

from __future__ import annotations

import pytest

from barents.games.operations import GAME
from barents.games.operations.battle.gunnery import gun_modifiers
from barents.games.operations.battle.manoeuvres import BATTERIES
from barents.games.operations.battle.odds import barrage
from barents.games.operations.battle.tactics import battle_of, division_of
from barents.games.operations.battle.torpedoes import torpedo_modifiers
from barents.games.operations.fights import Shot
from barents.games.operations.rules import chances
from barents.games.operations.screen.battle_board import BATTLE_BOARD
from barents.games.operations.state import Movement, Round, SurfaceActions
from barents.kernel.sides import Observer
from barents.kernel.view import Board
from tests.operations.fights import NIGHT, fought, meeting, placed
from tests.operations.theatre import ALLIED, AXIS, CLOUD, SQUALL, Theatre

Marks = dict[str, tuple[str, ...]]


def track(theatre: Theatre, observer: Observer = Observer.ALLIED) -> Board | None:
    """The track as an observer sees it, if there is one."""
    shown = GAME.view(theatre.data, GAME.known(theatre.data, theatre.now, observer), observer)
    return next((board for board in shown.boards if board.name == BATTLE_BOARD), None)


def marks(theatre: Theatre, observer: Observer = Observer.ALLIED) -> Marks:
    """Its marks."""
    board = track(theatre, observer)
    assert board is not None
    return board.marks


def values(listed: tuple[str, ...]) -> dict[str, str]:
    """Marks of the form `name:value`."""
    return dict(one.rsplit(":", 1) for one in listed)


@pytest.mark.parametrize(("turn", "weather"), [(3, CLOUD), (NIGHT, SQUALL)])
def test_the_marks_give_the_chance_of_every_shot_at_every_range(turn: int, weather: int) -> None:
    """A client that moves a division reckons with them; they must come to what the rules do."""
    cells = {"duke-of-york": 4, "onslow": 4, "hipper": 0, "z24": 0, "de:ms-ger": 2}
    theatre = placed(cells, turn=turn, weather=weather, year=1943).begin(Round())
    for fighter in battle_of(theatre.now).ships.values():
        fighter.seen = True
    told = marks(theatre)
    scale = {int(net): float(chance) for net, chance in values(told["scale"]).items()}
    to, by, *simple = told["plain"]
    assert simple == ["g3"]
    reckoned = 0
    for ship in ("a1", "a2"):
        for weapon in (*BATTERIES, "torpedoes"):
            for target, others in values(told.get(f"mods:{ship}:{weapon}", ())).items():
                for away, modifier in enumerate(told[f"range:{ship}:{weapon}"]):
                    state = theatre.now
                    division_of(battle_of(state), ship).cell = division_of(battle_of(state), target).cell + away
                    shot = Shot(ship, weapon, target, 1)
                    guns = weapon != "torpedoes"
                    rules = (
                        gun_modifiers(state, theatre.data, shot, 0)
                        if guns
                        else torpedo_modifiers(state, theatre.data, shot)
                    )
                    plain = int(by) if guns and target in simple and away <= int(to) else 0
                    behind = target != "g3" and away > 2
                    masked = int(told["masked"][0]) if not guns and behind else 0
                    net = int(modifier) + int(others) + plain + masked
                    assert net == sum(rules.values()), (shot, away, rules)
                    low, high = min(scale), max(scale)
                    assert scale[max(low, min(high, net))] == pytest.approx(chances.hit(theatre.data, net), abs=1e-6)
                    reckoned += 1
    assert reckoned > 50


def test_strangers_are_reckoned_alike_whoever_they_are() -> None:
    """Nine cells away: what is told of a shot does not tell a battlecruiser from a minesweeper."""
    told = [
        marks(meeting(["duke-of-york"], [enemy]).begin(SurfaceActions()).idle(ALLIED).idle(AXIS))
        for enemy in ("scharnhorst", "de:ms-ger")
    ]
    assert told[0] == told[1]
    assert told[0]["mods:a1:primary"] == ("g1:0",)
    assert (told[0]["dice:a1:primary"], told[0]["best"]) == (("7", "4"), ("g-1:g1",))


def test_ships_wait_on_the_track_to_be_put_into_divisions() -> None:
    theatre = meeting(["duke-of-york", "uk:LT*2"], ["scharnhorst"]).begin(SurfaceActions())
    assert set(marks(theatre)["ships"]) == {"duke-of-york", "lt-1", "lt-2"}
    assert marks(theatre, Observer.AXIS)["ships"] == ("scharnhorst",)
    assert "ships" not in marks(theatre, Observer.PUBLIC)


def test_one_sees_as_far_around_ones_own_divisions_as_they_may_go() -> None:
    theatre = placed({"rodney": 0, "offa": 3, "hipper": 6}).begin(Round())
    cells = [int(cell) for cell in marks(theatre)["cells"]]
    assert (cells[0], cells[-1]) == (-2, 8)
    cells = [int(cell) for cell in marks(theatre, Observer.AXIS)["cells"]]
    assert (cells[0], cells[-1]) == (-2, 9)


def test_both_sides_see_what_was_fired_and_how_the_battle_ended_until_fleets_move_on() -> None:
    theatre = placed({"uk:ms-hal": 0, "de:ms-ger": 1, "z24": 6}, round=3)
    fought(theatre, {"ms-hal-1:tertiary": "ms-ger-1", "ms-ger-1:tertiary": "ms-hal-1"}, dice=[6, 1, 1, 1, 1, 1])
    for observer in (Observer.ALLIED, Observer.AXIS, Observer.PUBLIC):
        told = marks(theatre, observer)
        assert told["last"] == ("3",)
        first, *_ = told["fired"]
        ship, weapon, target, dice, hits, why = first.split("|")
        assert (ship, weapon, target, dice, hits) == ("a1", "tertiary", "g1", "1", "1")
        assert "plain target" in why
        assert told["sunk"][0].split("|")[:3] == ["g1", "1", "3"]
    # The other goes away in the dark of the sea, and the battle is over.
    for _ in range(9):
        if theatre.now.battle is None:
            break
        theatre.plot(ALLIED, {}).plot(AXIS, {"g-2:move": "+4"})
    for observer in (Observer.ALLIED, Observer.AXIS):
        board = track(theatre, observer)
        assert board is not None
        assert (board.battle, board.marks["over"], board.marks["step"]) == (False, ("3",), ("6",))
        assert "over after round" in board.note
        assert [name for name in board.marks if name.startswith(("range:", "mods:", "sight:"))] == []
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
