"""Small actions: every legal answer can be built of them, and no other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barents.env import factoring as module
from barents.env.factoring import WIDTH, Factoring, every_answer, spelled
from barents.kernel import registry
from barents.kernel.actions import Action
from barents.kernel.decisions import Assign, Decision, Group, Options, Pick, Product, Subset
from barents.kernel.dice import Dice
from barents.kernel.domains import Among, Either, Numbers, Routes
from barents.kernel.match import Match
from barents.kernel.sides import Side
from tests.env.scenarios import SHORT

LINE = {"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c",)}
COSTS = dict.fromkeys(LINE, 1)


class Go(Action, frozen=True):
    """With one part."""

    cell: str


class Move(Action, frozen=True):
    """With two."""

    piece: str
    cell: str


class Wait(Action, frozen=True):
    """With none."""


ROUTES = Routes("a", 3, COSTS, LINE)
SHAPES: dict[str, Options[Any]] = {
    "listed": Pick([Wait(), Go("x"), Go("y")]),
    "one answer": Pick([Wait()]),
    "products": Pick(
        [Wait(), Move("v", "x")],
        Product(Move, {"u": Among(["x", "y"]), "v": Among([]), "w": ROUTES}),
        Product(Go, ROUTES),
    ),
    "subset": Subset(["a", "b", "c", "d"], least=1, most=3, groups=[Group(["a", "b"], most=1), Group(["d"], least=1)]),
    "no subset but the empty one": Subset([]),
    "sheet": Assign({"a": ROUTES, "b": Among(["x", "y"]), "c": Either(ROUTES, Among(["home"]))}, optional=["b", "c"]),
    "ordered": Assign({"a": Among(["x"]), "b": Among(["x", "y"]), "c": Numbers([1])}, optional=["c"], ordered=True),
    "little room": Assign({s: Among(["x", "y", "z"]) for s in "abc"}, capacity={"x": 1, "y": 1, "z": 1}),
    "room for one": Assign(
        {"a": ROUTES, "b": ROUTES, "c": Among(["b"])}, optional=["b"], capacity=dict.fromkeys(LINE, 1)
    ),
    "a way of three to d": Assign({"a": Routes("a", 9, COSTS, LINE, least=3, goal="d")}, optional=True),
    "nothing to fill": Assign({}),
    "no way but to stay": Assign({"a": Routes("z", 3, COSTS, {"z": ()})}, optional=True),
}


def asked(options: Options[Any], asides: Options[Any] | None = None) -> Decision[Any]:
    return Decision(Side.AXIS, "X-1", options, "?", None if asides is None else lambda: asides)


def check_whole(decision: Decision[Any]) -> None:
    """What can be built is what may be answered, each in one way; and each is spelled as it is built."""
    built = list(every_answer(decision))
    legal = [*decision.options, *(decision.asides or ())]
    wanted = {str(decision.settle(action)) for action in legal}
    assert {str(action) for _, action in built} == wanted
    assert len(built) == len(wanted), "an answer is built in two ways"
    for numbers, action in built:
        assert spelled(decision, action) == numbers


@pytest.mark.parametrize("shape", SHAPES)
def test_every_answer_of_a_shape_can_be_built_and_no_other(shape: str) -> None:
    check_whole(asked(SHAPES[shape]))


def test_asides_can_be_built_too() -> None:
    check_whole(asked(SHAPES["subset"], SHAPES["listed"]))
    check_whole(asked(SHAPES["subset"], Pick([])))


def test_long_lists_have_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WIDTH", 3)
    numbers = [str(number) for number in range(31)]
    for options in (Pick([Go(number) for number in numbers]), Assign({"a": Among(numbers)}, optional=True)):
        check_whole(asked(options))
        factoring = Factoring(asked(options))
        assert len(factoring.parts) <= 3
        assert {part.kind for part in factoring.parts} <= {"page", "none"}


def test_what_is_not_there_cannot_be_taken() -> None:
    factoring = Factoring(asked(SHAPES["listed"]))
    for number in (-1, 2, WIDTH):
        with pytest.raises(ValueError, match=f"no small action {number} here: there are 2"):
            factoring.take(number)


@given(st.data())
def test_any_assignment_with_room(data: st.DataObject) -> None:
    """Where capacities bite, no path ends in a place without an answer."""
    cells = st.lists(st.sampled_from("wxyz"), min_size=1, max_size=4, unique=True)
    slots = {slot: Among(data.draw(cells)) for slot in "abcd"[: data.draw(st.integers(1, 4))]}
    optional = [slot for slot in slots if data.draw(st.booleans())]
    capacity = data.draw(st.dictionaries(st.sampled_from("wxyz"), st.integers(0, 2)))
    options = Assign(slots, optional=optional, capacity=capacity, ordered=data.draw(st.booleans()))
    if next(iter(options), None) is not None:
        check_whole(asked(options))


@given(st.data())
def test_any_choice_of_items(data: st.DataObject) -> None:
    items = list("abcdef")[: data.draw(st.integers(0, 6))]
    cut = data.draw(st.integers(0, len(items)))
    groups = [
        Group(pool, data.draw(st.integers(0, 2)), data.draw(st.none() | st.integers(0, 3)))
        for pool in (items[:cut], items[cut : cut + 2])
        if pool
    ]
    options = Subset(items, data.draw(st.integers(0, 3)), data.draw(st.none() | st.integers(0, 4)), groups)
    if options.count():
        check_whole(asked(options))


@pytest.mark.parametrize("game", SHORT)
def test_answers_of_a_played_game_are_spelled_and_built_again(game: str) -> None:
    """Whole answers at random are spelled in small actions, and small actions at random make whole answers."""
    match: Match[Any, Any] = Match.new(game, SHORT[game][0], seed="small actions")
    dice = Dice.seeded("small actions", game)
    counted = 0
    for _ in range(80):
        if not match.pending:
            break
        side, decision = next(iter(match.pending.items()))
        whole = decision.options.sample(dice)
        factoring = Factoring(decision)
        for number in spelled(decision, whole):
            assert len(factoring.parts) <= WIDTH
            factoring.take(number)
        assert factoring.answer == decision.settle(whole)
        factoring = Factoring(decision)
        while factoring.answer is None:
            factoring.take(dice.below(len(factoring.parts)))
        assert decision.refusal(factoring.answer) is None
        if (decision.options.count() or WIDTH) <= 40 and decision.asides is None:
            check_whole(decision)
            counted += 1
        match.act(side, factoring.answer if factoring.answer in decision.options else whole)
    assert counted > 5


def test_every_game_is_there() -> None:
    assert set(SHORT) == set(registry.names()) - {"hunt", "failing"}
