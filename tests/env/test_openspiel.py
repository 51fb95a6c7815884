"""Every game as a game of OpenSpiel, by OpenSpiel's own test."""

from __future__ import annotations

import msgspec
import numpy as np
import pyspiel
import pytest

from barents.env import openspiel
from barents.kernel.dice import Dice
from tests.env.scenarios import SHORT

MOST = 250


@pytest.mark.parametrize("game", SHORT)
def test_it_passes_the_test_of_openspiel(game: str) -> None:
    scenario, options = SHORT[game]
    made = openspiel(game, scenario, most=MOST, **options)
    pyspiel.random_sim_test(made, num_sims=1, serialize=True, verbose=False)


def test_it_is_loaded_by_its_name_with_options() -> None:
    made = openspiel("north_cape", "first-voyage", aces=True, most=7)
    again = pyspiel.load_game(str(made))
    assert str(again) == str(made)
    assert msgspec.to_builtins(made.setting.options)["aces"] is True


def test_a_whole_game_is_won_by_one_side_and_a_long_one_is_a_draw() -> None:
    dice = Dice.seeded("openspiel")
    ends = {}
    for most in (5, 20_000):
        state = openspiel("nordkapp", "first-plot", most=most).new_initial_state()
        assert state.is_chance_node()
        state.apply_action(3)
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
        ends[most] = state.returns()
    assert ends[5] == [0.0, 0.0]
    assert sorted(ends[20_000]) in ([-1.0, 1.0], [0.0, 0.0])


def test_a_player_is_shown_the_array_of_the_environment_and_its_blocks() -> None:
    made = openspiel("nordkapp", "first-plot")
    state = made.new_initial_state()
    state.apply_action(1)
    observer = made.make_py_observer()
    player = state.current_player()
    observer.set_from(state, player)
    assert np.count_nonzero(observer.dict["parts"][:, 0]) == len(state.legal_actions())
    assert np.array_equal(np.array(state.observation_tensor(player), np.float32), observer.tensor)
    assert state.action_to_string(player, 0) in observer.string_from(state, player)


def test_the_rules_play_no_side() -> None:
    with pytest.raises(LookupError, match="OpenSpiel needs two players"):
        openspiel("north_cape", "unternehmen-sportpalast", solitaire=True)
