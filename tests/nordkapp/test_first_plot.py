"""First plot: what its scenario sets, and that its coach leads from the set-up to the last turn."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from barents.games.nordkapp import GAME
from barents.kernel.data import DataError
from barents.kernel.datapack import PackError
from barents.kernel.packs import open_pack
from barents.kernel.sides import Side
from tests.lessons import coach_of, played, waits_for_rules_that_there_are

LESSON = ("nordkapp", "first-plot")
LESSONS = 20


def test_every_card_is_shown_once_and_those_that_ask_stay_until_it_is_done() -> None:
    steps = coach_of(*LESSON).steps
    titles = [step.title for step in steps]
    asking = {step.title for step in steps if step.until}
    for seed in range(LESSONS):
        lesson = played(*LESSON, seed)
        assert lesson.cards == titles
        for card, following in pairwise(lesson.cards):
            later = lesson.moments[following] > lesson.moments[card]
            assert later == (card in asking), f"{card} in lesson {seed}"


def test_a_convoy_that_goes_straight_is_in_time_and_either_side_may_win() -> None:
    ends = [played(*LESSON, seed).match.result for seed in range(2 * LESSONS)]
    assert all(end is not None and "did not get off" not in end.why for end in ends)
    assert {end.winner for end in ends if end is not None} == set(Side)


def test_whoever_does_something_else_is_followed() -> None:
    titles = [step.title for step in coach_of(*LESSON).steps]
    for seed in range(LESSONS):
        lesson = played(*LESSON, seed, "random")
        assert lesson.match.result is not None
        assert lesson.cards == titles


def test_the_coach_waits_for_rules_that_there_are() -> None:
    waits_for_rules_that_there_are(*LESSON)


def test_a_coach_who_points_at_nothing_is_a_mistake(tmp_path: Path) -> None:
    inside = tmp_path / "nordkapp" / "scenarios"
    inside.mkdir(parents=True)
    folder = GAME.data_files[0].folder
    text = folder.joinpath("scenarios", "first-plot.toml").read_text("utf-8")
    renamed = text.replace('name = "first-plot"', 'name = "my-plot"', 1)
    changed = renamed.replace('["trident"]\nuntil', '["trydent"]\nuntil')
    (inside / "my-plot.toml").write_text(changed, "utf-8")
    with pytest.raises((PackError, DataError), match="'trydent' is no unit and no cell of this game"):
        GAME.data(open_pack(tmp_path))
