"""What must hold in every game, on random play of The Hunt."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from barents.kernel import registry
from barents.kernel.record import RecordError, decode
from barents.kernel.sides import Side
from barents.testing import laws
from barents.testing.laws import Plan
from tests.hunt import GAME
from tests.properties.hunts import digest, plans
from tests.properties.hunts import plan as hunt_plan

ROOT = Path(__file__).parents[2]
FEWER = settings(max_examples=max(settings().max_examples // 3, 1))


@pytest.fixture(autouse=True, scope="module")
def hunt() -> None:
    """Let records find the game."""
    registry.plug_in(GAME)


@given(plans)
def test_replay_gives_the_same_bytes(plan: Plan) -> None:
    laws.replay_gives_the_same_bytes(plan)


def test_every_process_plays_the_same_game() -> None:
    """Whatever order sets happen to have in it."""
    seeds = ("1", "2", "3")
    expected = "\n".join(digest(int(seed)) for seed in seeds)
    for hash_seed in ("0", "1", "2"):
        run = subprocess.run(
            [sys.executable, "-m", "tests.properties.hunts", *seeds],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": "src"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (run.stdout.strip(), run.stderr) == (expected, "")


@FEWER
@given(plans)
def test_saving_and_loading_at_every_decision_changes_nothing(plan: Plan) -> None:
    laws.saving_and_loading_changes_nothing(plan)


@given(plans, st.integers(0, 99))
def test_a_fork_never_touches_its_parent(plan: Plan, seed: int) -> None:
    laws.a_fork_never_touches_its_parent(plan, seed)


@given(plans)
def test_undo_and_the_same_choices_equal_never_having_undone(plan: Plan) -> None:
    laws.undo_and_the_same_choices_equal_never_having_undone(plan)


@FEWER
@given(plans)
def test_undo_goes_back_to_what_was_before_the_choice(plan: Plan) -> None:
    laws.undo_goes_back_to_what_was_before_the_choice(plan)


@given(plans, st.data())
def test_every_interleaving_of_both_sides_plots_gives_the_same(plan: Plan, data: st.DataObject) -> None:
    laws.every_interleaving_gives_the_same(plan, data.draw(st.permutations(list(Side))))


@FEWER
@given(plans, st.integers(0, 99))
def test_an_imagined_world_is_entered_at_the_decision_that_is_asked(plan: Plan, seed: int) -> None:
    laws.an_imagined_world_is_entered_at_the_decision_that_is_asked(plan, seed)


@given(plans)
def test_no_piece_is_lost_or_made(plan: Plan) -> None:
    match = plan.begin()
    rows, cells = match.data.rows, set(match.data.grid.cells) - set(match.data.sea.land)
    gone: set[str] = set()
    for _ in plan.playing(match):
        state = match.state
        assert list(state.ships) == list(state.damage) == list(rows)
        away = {name for name, ship in state.ships.items() if not ship.cell}
        assert {ship.cell for ship in state.ships.values() if ship.cell} <= cells
        identified = state.notebook[Side.ALLIED].identified
        for name in away:
            assert state.damage[name] >= rows[name].hull
            assert name != "decoy" or name in identified
        assert plan.undoing or gone <= away, "a ship came back"
        assert all(0 <= hits <= max(rows[name].hull, 0) for name, hits in state.damage.items())
        gone = away


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(plans, st.data())
def test_any_byte_changed_in_a_record_is_refused(plan: Plan, data: st.DataObject) -> None:
    content = plan.play().record.encode()
    for _ in range(20):
        place = data.draw(st.integers(0, len(content) - 1))
        damaged = bytearray(content)
        damaged[place] ^= data.draw(st.integers(1, 255))
        with pytest.raises(RecordError):
            decode(bytes(damaged))
    with pytest.raises(RecordError):
        decode(content[: data.draw(st.integers(0, len(content) - 1))])


def test_a_whole_game_needs_every_kind_of_decision() -> None:
    """Random play reaches every rule that asks: what holds on it holds on all of them."""
    rules: set[str] = set()
    for seed in range(20):
        game = hunt_plan(seed)
        match = game.begin()
        for side in game.playing(match):
            rules.add(match.pending[side].rule)
        assert match.result is not None
    assert rules == {"H-5.2-lookouts", "H-3-plot", "H-5-searchers", "H-6-ambush", "H-7-round", "H-7.3-break-off"}
