"""Forks have dice and lives of their own; imagined worlds are entered at the decision that is asked."""

import pytest

from barents.kernel.dice import D6, Dice, DiceBox
from barents.kernel.match import Match, RuleFault
from barents.kernel.sides import Audience, Observer, Side
from barents.kernel.umpire import Rule
from barents.testing.fingerprint import fingerprint
from tests.kernel.tiny import (
    Asking,
    Go,
    Run,
    Steps,
    Take,
    TinyMatch,
    U,
    asks,
    both_ask_twice,
    rolls,
    rolls_then_asks,
    start,
    tiny,
)
from tests.loaded import loaded

ALLIED, AXIS = Side.ALLIED, Side.AXIS


# Forks and imagined worlds


def test_a_fork_repeats_the_step_and_has_dice_of_its_own() -> None:
    def rolls_and_asks(u: U) -> Rule[Steps]:
        yield from asks(AXIS, "a")(u)
        rolls(u)
        return (yield from asks(AXIS, "b")(u))

    match = start(tiny([Go("it"), Run("roll"), Run("end")], {"it": rolls_and_asks}, {"roll": rolls}), loaded(4, 1))
    match.act(AXIS, Take("a"))
    before = fingerprint(match)
    fork = match.fork(DiceBox.seeded("own dice"))
    assert fork.state == match.state
    assert fork.state is not match.state
    assert list(fork.pending[AXIS].options) == [Take("b")]
    fork.act(AXIS, Take("b"))
    (own,) = DiceBox.seeded("own dice")[Audience.EVERYONE].roll(D6)
    assert own != 1
    assert fork.state.done == ["axis took a", "rolled 4", "axis took b", f"rolled {own}"]
    assert fingerprint(match) == before
    match.act(AXIS, Take("b"))
    assert match.state.done[-1] == "rolled 1"
    assert fork.log is None
    assert match.fork(loaded(), log=True).log is not None


def test_a_fork_of_a_fork_is_a_fork() -> None:
    go: dict[str, Asking] = {"it": rolls_then_asks, "again": rolls_then_asks}
    match = start(tiny([Go("it"), Go("again"), Run("end")], go), loaded(3, 2))
    match.act(AXIS, Take("b"))
    second = match.fork(DiceBox.seeded(1)).fork(loaded(5))
    assert second.state == match.state
    second.act(AXIS, Take("c"))
    assert second.state.done == ["rolled 3", "axis took b", "rolled 2", "axis took c"]


def test_a_fork_inside_both_keeps_what_both_have_chosen() -> None:
    match = start(tiny([Go("plot"), Run("end")], {"plot": both_ask_twice}))
    match.act(AXIS, Take("b"))
    match.act(ALLIED, Take("a"))
    fork = match.fork(loaded())
    assert sorted(fork.pending) == [ALLIED, AXIS]
    fork.act(ALLIED, Take("c"))
    fork.act(AXIS, Take("d"))
    assert fork.state.done == ["ac", "bd"]
    assert match.state.done == []


def asks_then_plots(u: U) -> Rule[Steps]:
    """The Axis answers in the open, then both plot."""
    yield from asks(AXIS, "a", "b")(u)
    return (yield from both_ask_twice(u))


@pytest.mark.parametrize("side", Side)
def test_an_imagined_world_is_entered_at_the_same_decision_inside_both(side: Side) -> None:
    match = start(tiny([Run("roll"), Go("it"), Run("end")], {"it": asks_then_plots}, {"roll": rolls}), loaded(3))
    match.act(AXIS, Take("b"))
    match.act(AXIS, Take("a"))
    match.act(ALLIED, Take("b"))
    approach = match.approach(side)
    assert (side.enemy, Take("a" if side is ALLIED else "b")) not in approach.choices[1:], "the enemy's plot is secret"
    world = match.game.imagine(None, approach.known, Observer(side), Dice.seeded(1))
    entered = Match.enter(match.game, None, world, approach, loaded())
    assert entered.pending[side].rule == match.pending[side].rule
    assert entered.pending[side].options.wire() == match.pending[side].options.wire()
    assert entered.state.done == ["rolled 3", "axis took b"]


def test_an_approach_repeats_the_dice_of_the_step() -> None:
    match = start(tiny([Run("roll"), Go("it"), Run("end")], {"it": rolls_then_asks}, {"roll": rolls}), loaded(3, 5))
    approach = match.approach(AXIS)
    assert approach.known.done == ["rolled 3"]
    entered = Match.enter(match.game, None, approach.known, approach, loaded(1, 1))
    assert entered.state.done == ["rolled 3", "rolled 5"]


def test_a_fork_of_a_match_that_is_over_is_over() -> None:
    match = start(tiny([Go("it"), Run("end")], {"it": rolls_then_asks}))
    match.resign(AXIS)
    fork = match.fork(loaded())
    assert fork.result == match.result
    assert (fork.pending, fork.state.agenda) == ({}, [])


# Steps that can ask, but will not


def is_quiet(_u: U, step: Go) -> bool:
    return step.name == "quiet"


def test_a_step_that_is_quiet_is_run_again_from_the_one_before() -> None:
    matches: list[TinyMatch] = []
    opened: list[str] = []

    def notes_where_it_could_go_back_to(u: U) -> Rule[Steps]:
        step = u.game.decoder.decode(matches[0].step_opening).agenda[-1]
        opened.append(step.name)
        u.state.done.append("quiet")
        yield from ()
        return ()

    go: dict[str, Asking] = {
        "first": asks(AXIS, "a"),
        "quiet": notes_where_it_could_go_back_to,
        "second": asks(AXIS, "b"),
    }
    match = start(tiny([Go("first"), Go("quiet"), Go("second"), Run("end")], go, asks_nothing={Go: is_quiet}))
    matches.append(match)
    match.act(AXIS, Take("a"))
    assert (opened, match.state.done) == (["first"], ["axis took a", "quiet"])
    assert match.fork(loaded()).state == match.state
    before = fingerprint(match)
    match.undo(AXIS)
    assert match.state.done == []
    match.act(AXIS, Take("a"))
    assert fingerprint(match)._replace(entries=[]) == before._replace(entries=[])


def test_a_step_that_asks_though_it_was_to_be_quiet_is_a_fault() -> None:
    go: dict[str, Asking] = {"first": asks(AXIS, "a"), "quiet": asks(AXIS, "b")}
    match = start(tiny([Go("first"), Go("quiet"), Run("end")], go, asks_nothing={Go: is_quiet}))
    with pytest.raises(RuleFault, match="was to ask nothing"):
        match.act(AXIS, Take("a"))
    assert match.state.done == []
    assert list(match.pending[AXIS].options) == [Take("a")]
