"""The coach: when a step is done and when it is left out. The page's own logic is held to the same file."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from barents.kernel.coach import Coach, Coaching, CoachStep, coach_faults, is_done, is_left_out
from barents.kernel.sides import Side

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "coach_vectors.json").read_text("utf-8"))
CASES = {case["name"]: case for case in VECTORS["cases"]}


def view_of(name: str) -> SimpleNamespace:
    """A view with no more than the coach looks at."""
    small = VECTORS["views"][name]
    question = small["question"]
    return SimpleNamespace(
        log=[SimpleNamespace(number=number, rule=rule) for number, rule in small["log"]],
        decision=None if question is None else SimpleNamespace(question=question),
        situation=SimpleNamespace(
            clock=SimpleNamespace(turn=small["turn"]),
            boards=[SimpleNamespace(name="map"), SimpleNamespace(name="port")],
            pieces=[SimpleNamespace(**piece) for piece in small["pieces"]],
        ),
    )


def step_of(**change: Any) -> CoachStep:
    """A step with some words."""
    return msgspec.convert({"title": "A", "text": "B", **change}, CoachStep)


@pytest.mark.parametrize("name", CASES)
def test_a_step_is_done_and_left_out_as_the_page_has_it(name: str) -> None:
    case = CASES[name]
    view, step = view_of(case["view"]), step_of(**case["step"])
    assert is_done(step, view, case["since"]) is case["done"]
    assert is_left_out(step, view) is case["left_out"]


def test_the_vectors_have_every_condition_in_both_ways() -> None:
    waited: dict[str, set[bool]] = {}
    for case in CASES.values():
        until = list(case["step"].get("until", ()))
        if len(until) == 1:
            waited.setdefault(until[0], set()).add(case["done"])
        for key in {"after", "unless"} & case["step"].keys():
            waited.setdefault(key, set()).add(case["left_out"])
    keys = ("rules", "turn", "question", "on_chart", "badge", "gone", "after", "unless")
    assert waited == {key: {True, False} for key in keys}


def test_cards_come_one_after_the_other_up_to_one_that_waits() -> None:
    steps = (
        step_of(title="Explains"),
        step_of(title="Left out", after=["X-3"]),
        step_of(title="Done at once", until={"turn": 2}),
        step_of(title="Waits", until={"turn": 3}),
        step_of(title="Last"),
    )
    coaching, view = Coaching(Coach(side=Side.AXIS, steps=steps)), view_of("midgame")
    assert [step.title for step in coaching.news(view)] == ["Explains", "Done at once", "Waits"]
    assert list(coaching.news(view)) == []
    view.situation.clock.turn = 3
    assert [step.title for step in coaching.news(view)] == ["Last"]
    assert list(coaching.news(view)) == []


def test_what_the_game_has_not_is_a_mistake() -> None:
    step = step_of(points=["u-1", "0101", "u-9"], until={"on_chart": "u-8", "gone": "u-1", "badge": {"u-7": "patrol"}})
    faults = list(coach_faults(Coach(side=Side.AXIS, steps=(step,)), ["u-1"], ["0101"]))
    assert [key.removeprefix("coach.steps[0].") for key, _ in faults] == ["points", "until.on_chart", "until.badge"]
    assert list(coach_faults(None, [], [])) == []
