"""Domains against brute force: what is in them, what they list, how many, what dice can give, what the wire says."""

from functools import partial
from itertools import pairwise, product

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from barents.kernel.dice import Dice
from barents.kernel.domains import (
    Among,
    AmongWire,
    DomainWire,
    Either,
    Refusal,
    Routes,
    RoutesWire,
    rebuilt,
    runs,
    unrun,
)
from tests.kernel.outcomes import outcomes

CELLS = "abcd"
ids = st.from_regex(r"[a-z]{0,2}[-.@]?[0-9]{1,4}|[a-z][a-z-]{0,5}", fullmatch=True)


@st.composite
def small_routes(draw: st.DrawFn) -> tuple[Routes, dict[str, list[str]], dict[str, int]]:
    """Routes over four cells with random ways between them, their neighbours and their costs."""
    ways = draw(st.sets(st.tuples(st.sampled_from(CELLS), st.sampled_from(CELLS))))
    neighbours = {cell: sorted(to for frm, to in ways if frm == cell) for cell in CELLS}
    costs = draw(st.dictionaries(st.sampled_from(CELLS), st.integers(1, 3)))
    points, least = draw(st.integers(0, 3)), draw(st.integers(0, 2))
    elsewhere = draw(st.dictionaries(st.sampled_from(CELLS), st.lists(st.sampled_from(CELLS), unique=True)))
    goal = draw(st.sampled_from(("", "", *CELLS)))
    routes = Routes("a", points, costs, neighbours, least=least, board="sea", edges=elsewhere, goal=goal)
    return routes, neighbours | elsewhere, costs


def sent_edges(sent: DomainWire) -> dict[str, tuple[str, ...]]:
    """The steps of its own that the wire form of routes carries, for which the board must not be asked."""
    assert isinstance(sent, RoutesWire)
    return sent.edges


@given(small_routes())
def test_routes_agree_with_brute_force(given_routes: tuple[Routes, dict[str, list[str]], dict[str, int]]) -> None:
    routes, neighbours, costs = given_routes
    every = [">".join(way) for length in range(1, 6) for way in product(CELLS, repeat=length)]

    def is_right(route: str) -> bool:
        way = route.split(">")
        return (
            way[0] == "a"
            and all(to in neighbours[frm] and to in costs for frm, to in pairwise(way))
            and sum(costs[cell] for cell in way[1:]) <= routes.points
            and len(way) - 1 >= routes.least
            and routes.goal in ("", way[-1])
        )

    right = {route for route in every if is_right(route)}
    listed = list(routes)
    assert set(listed) == right
    assert len(listed) == len(right) == routes.count()
    sent = msgspec.json.decode(msgspec.json.encode(routes.wire()), type=DomainWire)
    received = rebuilt(sent, {"sea": lambda cell: neighbours[cell] if cell not in sent_edges(sent) else ()})
    assert set(received) == right
    for route in [*every, "", "z", "a>z", "a>"]:
        assert (route in routes) == (routes.refusal(route) is None) == (route in received) == (route in right)
    assert sorted(routes.targets()) == sorted({route[-1] for route in right})
    if right:
        assert set(outcomes(routes.sample, 20_000)) == right
        assert all(routes.target(route) == route[-1] for route in right)
        for end in routes.targets():
            assert set(outcomes(partial(routes.sample_to, end), 20_000)) == {
                route for route in right if route[-1] == end
            }
    else:
        with pytest.raises(LookupError):
            routes.sample(Dice.seeded(1))


@given(small_routes(), st.lists(ids, unique=True, max_size=3))
def test_either_of_two_domains_has_the_values_of_both(
    given_routes: tuple[Routes, dict[str, list[str]], dict[str, int]], words: list[str]
) -> None:
    routes, neighbours, _ = given_routes
    assume(not any(word[0] in CELLS for word in words))
    either = Either(routes, Among(words))
    values = [*routes, *words]
    assert list(either) == values
    assert either.count() == len(values)
    sent = msgspec.json.decode(msgspec.json.encode(either.wire()), type=DomainWire)
    assert sorted(rebuilt(sent, {"sea": neighbours.__getitem__})) == sorted(values)
    assert all(value in either and either.refusal(value) is None for value in values)
    assert "z>a" not in either
    assert sorted(either.targets()) == sorted({*routes.targets(), *words})
    if values:
        assert set(outcomes(either.sample, 20_000)) == set(values)
        for target in either.targets():
            expected = {value for value in values if either.target(value) == target}
            assert set(outcomes(partial(either.sample_to, target), 20_000)) == expected


def test_a_route_is_refused_for_its_first_fault() -> None:
    line = {"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c",)}
    ice = Refusal("d lies under the ice", "T-2")
    routes = Routes("a", 2, {"b": 1, "c": 2}, line, least=1, why_not=lambda cell: ice if cell == "d" else None)
    assert {route: str(routes.refusal(route)) for route in ("b", "a>c", "a>b>a", "a>b>c", "a", "a>b>c>d")} == {
        "b": "the route starts at a, not at b",
        "a>c": "c is not next to a",
        "a>b>a": "a cannot be entered",
        "a>b>c": "c is out of reach: the whole route may cost 2",
        "a": "the route has to go at least 1 on",
        "a>b>c>d": "c is out of reach: the whole route may cost 2",
    }
    near = Routes("c", 2, {"b": 1}, line, why_not=lambda cell: ice if cell == "d" else None)
    assert str(near.refusal("c>d")) == "d lies under the ice (T-2)"
    with pytest.raises(ValueError, match="a free step would make routes without end"):
        Routes("a", 2, {"b": 0}, line)


@given(st.lists(ids, unique=True, max_size=8), ids)
def test_a_list_of_values_agrees_with_itself(values: list[str], other: str) -> None:
    assume(other not in values)
    asked = []

    def listing() -> list[str]:
        asked.append(True)
        return values

    among = Among(listing)
    assert not asked, "the values are listed before anyone asks"
    assert list(among) == values
    assert among.count() == len(values)
    assert all(value in among and among.refusal(value) is None and among.target(value) == value for value in values)
    assert other not in among
    assert str(among.refusal(other)) == f"{other} is not among the choices"
    assert len(asked) == 1
    sent = msgspec.json.decode(msgspec.json.encode(among.wire()), type=DomainWire)
    assert sorted(rebuilt(sent, {})) == sorted(values)
    if values:
        assert set(outcomes(among.sample)) == set(values)
    assert list(among.targets()) == values
    assert [among.sample_to(value, Dice.seeded(1)) for value in values] == values


def test_a_list_of_values_gives_the_reason_it_was_given() -> None:
    among = Among(["a"], why_not=lambda value: Refusal(f"{value} is too far", "T-1") if value == "b" else None)
    assert str(among.refusal("b")) == "b is too far (T-1)"
    assert str(among.refusal("c")) == "c is not among the choices"


@given(st.lists(ids, max_size=12) | st.lists(st.integers(0, 120).map(lambda n: f"{n:02}"), max_size=30))
def test_runs_read_back(values: list[str]) -> None:
    assert unrun(runs(values)) == values
    assert len(runs(values)) <= len(values)


@given(st.integers(0, 9_950), st.integers(1, 40), st.sampled_from(["", "0", "x-"]))
def test_consecutive_numbers_are_drawn_together(first: int, count: int, stem: str) -> None:
    assert len(runs([f"{stem}{number:04}" for number in range(first, first + count)])) == 1


@pytest.mark.parametrize("run", ["a..b", "0109..0102", "x1..y3", "1..x9"])
def test_what_is_no_run_is_refused(run: str) -> None:
    with pytest.raises(ValueError, match="is no run of values"):
        unrun([run])


@pytest.mark.parametrize("value", ["", "a..b", ".."])
def test_values_that_a_run_would_garble_are_refused(value: str) -> None:
    with pytest.raises(ValueError, match="cannot be sent"):
        Among(["a", value]).wire()


def test_the_wire_keeps_the_order_of_a_short_list() -> None:
    assert Among(["smoke", "fire"]).wire() == AmongWire(("smoke", "fire"))
