"""Chapters 1 to 3: the map, the scale, the die, and the sequence of play."""

from __future__ import annotations

from collections import deque

import pytest

from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.data import data, half
from barents.games.arctic_disaster.rules.flow import TURN
from barents.games.arctic_disaster.rules.pool import EACH_SIDE, EVERY_TURN
from barents.kernel.dice import D10, DiceBox
from barents.kernel.sides import Audience
from tests.published import ARCTIC_DISASTER as SCENARIOS

from .phases import DRAWS, INITIAL, PASSED, is_done, passed_by
from .test_counters import expected
from .theatre import ALLIED, AXIS, Theatre

BOARD = expected("board.toml")


@pytest.mark.rule_file("board.toml")
def test_the_board_is_the_reference_map() -> None:
    numbers = data(None)
    sea = numbers.map
    for cell, around in BOARD["offset"].items():
        if cell != "proves":
            assert {bearing: numbers.step(cell, bearing) for bearing in around} == around
            assert sorted(numbers.grid.neighbours(cell)) == sorted(around.values())
    for pair, apart in BOARD["distances"].items():
        if pair != "proves":
            assert numbers.distance(*pair.split("-")) == apart, pair

    extent = BOARD["extent"]
    rows, columns = ([*map(int, (cell[:2] for cell in sea.cells))], [*map(int, (cell[2:] for cell in sea.cells))])
    assert [min(rows), max(rows)] == extent["rows"]
    assert [min(columns), max(columns)] == extent["columns"]
    assert sorted({sea.terrain(cell) for cell in sea.cells}) == extent["terrain"]
    assert not any(sea.has(cell, "out_of_play") for cell in numbers.in_play)

    zones = BOARD["zones"]
    assert {numbers.zone_of[cell] for cell in zones["barents"]} == {"barents"}
    assert {numbers.zone_of[cell] for cell in zones["norwegian"]} == {"norwegian"}
    assert all(sea.has(cell, "zone_barents") != sea.has(cell, "zone_norwegian") for cell in numbers.in_play)
    assert all(cell in numbers.east_of_30 for cell in zones["east_30E"])
    assert not any(cell in numbers.east_of_30 for cell in zones["west_30E"])
    columns = sorted(int(cell[2:]) for cell in numbers.radius if cell.startswith("26"))
    assert columns == list(range(zones["radius_row_26"][0], zones["radius_row_26"][1] + 1))
    assert all(cell in numbers.radius for cell in zones["radius_in"])
    assert not any(cell in numbers.radius for cell in zones["radius_out"])

    for area, expect in BOARD["patrols"].items():
        if area != "proves":
            cells = list(sea.zone(area))
            assert len(cells) == expect["hexes"], area
            assert set(expect.get("among", [])) <= set(cells)
            for digits, limits in ((slice(0, 2), "rows"), (slice(2, 4), "columns")):
                found = [int(cell[digits]) for cell in cells]
                assert [min(found), max(found)] == expect.get(limits, [min(found), max(found)])
    assert all(numbers.distance(cell, "3617") <= 2 for cell in numbers.soviet_cover)

    leads = BOARD["leads"]
    assert len(list(numbers.leads)) == leads["hexes"]
    assert {cell: steps_through_the_leads("4645")[cell] for cell in leads["steps"]} == leads["steps"]
    assert sorted(numbers.ports) == leads["ports"]
    for name in SCENARIOS:
        assert {field.cell: field.name for field in numbers.scenarios[name].airfields} == leads["airfields"]

    lines = BOARD["lines"]
    assert all(cell in numbers.full_sea for cell in lines["full_sea"])
    assert not any(cell in numbers.full_sea for cell in lines["not_full_sea"])
    assert all(sea.has(cell, "row_xx16") for cell in lines["goal"])
    assert {int(cell[2:]) for cell in sea.zone("row_xx16")} == {numbers.tables.other.goal_column}
    by_sea = [cell for cell in numbers.west_edge if sea.terrain(cell) in ("sea", "coastal")]
    assert len(by_sea) == lines["west_edge"]["hexes"]
    assert {int(cell[2:]) for cell in numbers.west_edge} == {lines["west_edge"]["column"]}


def steps_through_the_leads(start: str) -> dict[str, int]:
    """How many steps each hex of the Leads is from one of them."""
    numbers = data(None)
    found, queue = {start: 0}, deque([start])
    while queue:
        cell = queue.popleft()
        for other in numbers.neighbours(cell):
            if other in numbers.leads and other not in found:
                found[other] = found[cell] + 1
                queue.append(other)
    return found


@pytest.mark.rule("AD-1.1-turn-length", "AD-16.1-turns", "AD-16.1-turn-track")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_eleven_turns_of_eight_hours(scenario: str) -> None:
    turns = data(None).scenarios[scenario].turns
    assert [turn.begins for turn in turns] == [
        f"1942-07-{2 + (8 + 8 * number) // 24:02d}T{(8 + 8 * number) % 24:02d}:00" for number in range(11)
    ]
    assert [turn.day for turn in turns] == [2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]
    assert [number for number, turn in enumerate(turns, 1) if turn.ends_day] == [2, 5, 8, 11]


@pytest.mark.rule("AD-1.2-round-half-up")
def test_halves_go_up() -> None:
    assert [half(value) for value in (5, 3, 1, 4, 9)] == [3, 2, 1, 2, 5]


@pytest.mark.rule("AD-2.0-die-ten")
def test_one_die_of_ten() -> None:
    dice = DiceBox.seeded("ten")[Audience.EVERYONE]
    faces = [dice.roll(D10)[0] for _ in range(400)]
    assert sorted(set(faces)) == list(range(1, 11))


@pytest.mark.rule("AD-2.3-asterisk")
def test_the_convoy_has_58_units() -> None:
    types = [counter.type for counter in data(None).counters.values() if counter.convoy]
    count = {type: types.count(type) for type in dict.fromkeys(types)}
    assert count.pop("MT") + count.pop("TA") == 34
    assert count == {"R": 3, "AA": 2, "FF": 4, "MS": 3, "AT": 4, "DD": 6, "SS": 2}


@pytest.mark.rule("AD-2.3-marker-mix", "AD-2.3-two-markers", "AD-6.4-allied-limit", "AD-6.4-german-limit")
def test_the_markers() -> None:
    numbers = data(None)
    names = {side: [row.name for row in numbers.markers.values() if row.side is side] for side in (ALLIED, AXIS)}
    assert names[ALLIED] == ["PQ-17", "Home Fleet", "Cruiser Force", *(f"TF {number}" for number in range(1, 7))]
    assert names[AXIS] == ["TG A", "TG B", "TG C", "TG D"]
    assert (numbers.smoke, numbers.ice_markers) == (5, 16)
    assert sum(row.side is AXIS for row in numbers.formations.values()) == 6
    once = ("grounding", "massed-air", "knights-move", "hitler", "convoy-scatters")
    shown_weather = 2
    assert sum(EVERY_TURN.values()) + 2 * sum(EACH_SIDE.values()) + len(once) + shown_weather == 18


@pytest.mark.rule(
    "AD-3.0-phase-order", "AD-3.1-initial-order", "AD-3.2-activation-until-empty", "AD-3.3-terminal-order"
)
def test_a_turn_from_its_first_step_to_its_last() -> None:
    initial = dict.fromkeys(INITIAL, passed_by)
    theatre = Theatre({**DRAWS, **initial, s.Event: passed_by}, turn=2)
    theatre.state.pool = ["weather", "weather"]
    theatre.begin(*TURN)
    assert [told.about["step"] for told in theatre.told(PASSED)] == [
        *["InitialPhase", "HomeFleetOrders", "Reorganise", "FillPool"],
        *["Event", "Event", "Singles"],
        *["Cripples", "Cripples", "BoatMoves", "ScatteredMoves", "ConvoyDisplay"],
    ]
    assert [step.side for step in TURN if isinstance(step, s.Cripples)] == [AXIS, ALLIED]
    assert next(step.side for step in TURN if isinstance(step, s.BoatMoves)) is ALLIED
    assert theatre.now.phase == "terminal"
    assert is_done(theatre), "at the clean-up"
    assert isinstance(TURN[-1], s.CleanUp)
