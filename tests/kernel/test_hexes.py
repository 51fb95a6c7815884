"""The grid against geometry, brute force and every distance that the rules and maps state."""

import tomllib
from collections import deque
from heapq import heappop, heappush
from itertools import pairwise
from math import dist, isclose
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from barents.kernel.hexes import Direction, Grid, GridSpec, UnknownCellError
from barents.kernel.passage import Passage

EXPECT = Path(__file__).parent / "expect"
GRIDS = {
    name: Grid(msgspec.convert(table, GridSpec))
    for name, table in tomllib.loads((EXPECT / "grids.toml").read_text("utf-8")).items()
}
STATED: dict[str, dict[str, Any]] = tomllib.loads((EXPECT / "distances.toml").read_text("utf-8"))

PASSAGES = {grid: Passage(grid) for grid in GRIDS.values()}

grids = st.sampled_from(list(GRIDS.values()))
every_grid = pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS.keys())


@st.composite
def grid_and_cells(draw: st.DrawFn, count: int) -> tuple[Any, ...]:
    grid = draw(grids)
    return (grid, *(draw(st.sampled_from(grid.cells)) for _ in range(count)))


@st.composite
def small_seas(
    draw: st.DrawFn,
) -> tuple[Grid, dict[str, int | None], list[str], list[tuple[str, str]], str, str]:
    """A corner of a real grid with random prices, closed cells and closed sides, a start and a goal."""
    whole = draw(grids)
    centre = draw(st.sampled_from([cell for cell in whole.cells if whole.neighbours(cell)]))
    grid = Grid(whole.spec, whole.within(centre, 3))
    prices = draw(st.dictionaries(st.sampled_from(grid.cells), st.none() | st.integers(1, 4)))
    blocked = draw(st.lists(st.sampled_from(grid.cells), max_size=6))
    pairs = [(cell, other) for cell in grid.cells for other in grid.neighbours(cell)]
    sides = draw(st.lists(st.sampled_from(pairs), max_size=12))
    start, goal = draw(st.sampled_from(grid.cells)), draw(st.sampled_from(grid.cells))
    return grid, prices, blocked, sides, start, goal


def flood(grid: Grid, start: str) -> dict[str, int]:
    """Steps to every cell by neighbours alone."""
    found, queue = {start: 0}, deque([start])
    while queue:
        cell = queue.popleft()
        for other in grid.neighbours(cell):
            if other not in found:
                found[other] = found[cell] + 1
                queue.append(other)
    return found


@pytest.mark.parametrize("name", GRIDS)
def test_every_stated_distance_step_and_disc_holds(name: str) -> None:
    grid, stated = GRIDS[name], STATED[name]
    assert len(grid) == stated["cells"]
    for entry in stated["distances"]:
        for start, end, hexes in entry["pairs"]:
            assert (grid.distance(start, end), start, end) == (hexes, start, end), entry["from"]
    for entry in stated.get("steps", []):
        for direction in Direction:
            if direction in entry:
                assert grid.neighbour(entry["cell"], direction) == entry[direction], entry
    for entry in stated.get("discs", []):
        disc = {cell for centre in entry["centres"] for cell in grid.within(centre, entry["radius"])}
        assert len(disc) == entry["cells"], entry["from"]


@every_grid
def test_ids_cubes_and_coordinates_round_trip(grid: Grid) -> None:
    assert list(grid.cells) == sorted(set(grid.cells))
    for cell in grid.cells:
        assert grid.at(grid.cube(cell)) == cell
        assert sum(grid.cube(cell)) == 0
        assert grid.spec.format(grid.column(cell), grid.row(cell)) == cell


@every_grid
def test_neighbours_are_the_cells_one_hex_away_in_compass_order(grid: Grid) -> None:
    lonely = grid.spec.isolated
    for cell in grid.cells:
        x, y = grid.centre(cell)
        beside = grid.neighbours(cell)
        if cell in lonely:
            assert beside == ()
            continue
        assert list(beside) == [other for way in grid.directions() if (other := grid.neighbour(cell, way))]
        assert set(beside) == set(grid.ring(cell, 1)) - set(lonely)
        corners = grid.corners(cell)
        for other in beside:
            there = grid.centre(other)
            assert isclose(dist((x, y), there), 1)
            way = grid.direction(cell, other)
            assert way is not None
            assert grid.direction(other, cell) != way
            assert ("N" in way, "S" in way) == (there[1] < y - 0.1, there[1] > y + 0.1)
            assert ("E" in way, "W" in way) == (there[0] > x + 0.1, there[0] < x - 0.1)
            # The side that faces the neighbour is halfway between the centres.
            side = grid.directions().index(way)
            (x1, y1), (x2, y2) = corners[side], corners[(side + 1) % 6]
            assert isclose(x1 + x2, x + there[0], abs_tol=1e-9)
            assert isclose(y1 + y2, y + there[1], abs_tol=1e-9)


def test_numbers_grow_the_way_the_board_is_printed() -> None:
    (x1, y1), (x2, y2) = GRIDS["arctic-disaster"].centre("1010"), GRIDS["arctic-disaster"].centre("1260")
    assert x2 < x1
    assert y2 > y1
    (x1, y1), (x2, y2) = GRIDS["nordkapp"].centre("1001"), GRIDS["nordkapp"].centre("3120")
    assert x2 > x1
    assert y2 < y1
    for name in GRIDS:
        regular = [GRIDS[name].centre(c) for c in GRIDS[name].cells if c not in GRIDS[name].spec.isolated]
        assert min(x for x, _ in regular) == min(y for _, y in regular) == 0


@given(grid_and_cells(count=1))
def test_distance_counts_the_steps_of_a_flood(case: tuple[Grid, str]) -> None:
    grid, start = case
    steps = flood(grid, start)
    assert len(steps) == (1 if start in grid.spec.isolated else len(grid) - len(grid.spec.isolated))
    assert all(grid.distance(start, cell) == hexes for cell, hexes in steps.items())


@given(grid_and_cells(count=3))
def test_distance_is_a_metric(case: tuple[Grid, str, str, str]) -> None:
    grid, a, b, c = case
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grid_and_cells(count=1), st.integers(0, 12))
def test_rings_and_discs_hold_exactly_the_cells_at_their_distance(case: tuple[Grid, str], radius: int) -> None:
    grid, centre = case
    ring, disc = grid.ring(centre, radius), grid.within(centre, radius)
    assert sorted(ring) == [cell for cell in grid.cells if grid.distance(centre, cell) == radius]
    assert sorted(disc) == [cell for cell in grid.cells if grid.distance(centre, cell) <= radius]
    assert disc[len(disc) - len(ring) :] == ring


@given(grid_and_cells(count=2))
def test_a_line_is_a_shortest_way_and_the_same_from_both_ends(case: tuple[Grid, str, str]) -> None:
    grid, a, b = case
    line = grid.line(a, b)
    assert line == grid.line(b, a)[::-1]
    assert (line[0], line[-1]) == (a, b)
    if a in grid.spec.isolated or b in grid.spec.isolated:
        return
    assert len(line) == grid.distance(a, b) + 1
    assert all(grid.direction(x, y) for x, y in pairwise(line))
    (x1, y1), (x2, y2) = grid.centre(a), grid.centre(b)
    for cell in line[1:-1]:
        x, y = grid.centre(cell)
        off = abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / dist((x1, y1), (x2, y2))
        assert off <= 0.5 + 1e-9


def test_a_line_along_the_edge_stays_on_the_board() -> None:
    assert GRIDS["nordkapp"].line("1101", "1501") == ("1101", "1201", "1301", "1401", "1501")
    assert GRIDS["nordkapp"].line("0704", "1004") == ("0704", "0904", "1004")


@given(small_seas())
def test_reach_and_path_agree_with_brute_force(
    sea: tuple[Grid, dict[str, int | None], list[str], list[tuple[str, str]], str, str],
) -> None:
    grid, prices, blocked, sides, start, goal = sea
    passage = Passage(grid, prices, blocked, sides)

    def step(cell: str, other: str) -> int | None:
        if other in blocked or (cell, other) in sides or (other, cell) in sides:
            return None
        return prices.get(other, 1)

    # Brute force keeps the whole way, so the queue itself breaks ties by printed order.
    best: dict[str, tuple[int, tuple[str, ...]]] = {}
    queue: list[tuple[int, tuple[str, ...]]] = [(0, (start,))]
    while queue:
        spent, way = heappop(queue)
        if way[-1] in best:
            continue
        best[way[-1]] = (spent, way)
        for other in grid.neighbours(way[-1]):
            price = step(way[-1], other)
            if price is not None:
                heappush(queue, (spent + price, (*way, other)))

    assert passage.reachable(start) == {cell: spent for cell, (spent, _) in best.items()}
    for points in range(5):
        assert passage.reachable(start, points) == {c: spent for c, (spent, _) in best.items() if spent <= points}
    assert passage.path(start, goal) == (best[goal][1] if goal in best else None)
    assert all(passage.step(start, other) == step(start, other) for other in grid.neighbours(start))
    assert Passage(grid, step).path(start, goal) == passage.path(start, goal)


@given(grid_and_cells(count=2), st.integers(0, 9))
def test_an_open_passage_reaches_what_lies_within(case: tuple[Grid, str, str], points: int) -> None:
    grid, start, goal = case
    passage = PASSAGES[grid]
    reach = passage.reachable(start, points)
    assert reach == {c: h for c, h in flood(grid, start).items() if h <= points}
    assert list(reach.values()) == sorted(reach.values())
    way = passage.path(start, goal)
    if way is None:
        assert goal not in passage.reachable(start)
    else:
        assert len(way) == grid.distance(start, goal) + 1


def test_a_mover_may_leave_a_closed_cell_but_not_come_back() -> None:
    passage = Passage(GRIDS["north-cape"], blocked=["1510"])
    assert passage.path("1510", "1410") == ("1510", "1410")
    assert passage.path("1410", "1510") is None
    assert "1510" not in passage.neighbours("1410")


def test_what_is_not_on_the_grid_is_refused_by_name() -> None:
    grid = GRIDS["north-cape"]
    with pytest.raises(UnknownCellError, match=r"no cell '6301'.*CCRR \(columns 01-62, then rows 01-38\)"):
        grid.distance("0101", "6301")
    for ask in (grid.neighbours, grid.cube, grid.centre, grid.column, Passage(grid).reachable):
        with pytest.raises(UnknownCellError, match="'x'"):
            ask("x")
    with pytest.raises(UnknownCellError, match="9999"):
        Grid(grid.spec, ["0101", "9999"])
    with pytest.raises(ValueError, match="no E side, only N, NE, SE, S, SW, NW"):
        grid.neighbour("0505", Direction.E)
    with pytest.raises(ValueError, match="1510 and 1512 are not neighbours"):
        Passage(grid, sides=[("1510", "1512")])
    with pytest.raises(ValueError, match="must cost 1 or more, got 0"):
        Passage(grid, {"1510": 0})


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"shift": "east"}, "shifts north or south, not east"),
        ({"columns": [9, 3]}, "columns must run from a lower to a higher number"),
        ({"rows": [1, 100]}, "within 0-99, got 1-100"),
        ({"isolated": ["0505"]}, "0505 lies inside"),
        ({"rotation": 7}, "rotation"),
    ],
)
def test_a_faulty_declaration_is_refused_with_its_reason(change: dict[str, Any], reason: str) -> None:
    table = tomllib.loads((EXPECT / "grids.toml").read_text("utf-8"))["north-cape"]
    with pytest.raises(msgspec.ValidationError, match=reason):
        msgspec.convert(table | change, GridSpec)
