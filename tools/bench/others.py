"""Random play in OpenSpiel and PettingZoo, counted as ours is: decisions a second, through Python, set-up included.

Dice and cards are not counted as decisions, neither theirs nor ours. Both libraries are asked for by name, so that
nothing but these benches needs them.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from random import Random
from typing import Any

from tools.bench.figures import BENCHES, Timed, Unit, Work

OPEN_SPIEL = "OpenSpiel"
OPEN_SPIEL_GAMES = (
    "tic_tac_toe",
    "connect_four",
    "leduc_poker",
    "goofspiel",
    "chess",
    "dark_chess",
    "backgammon",
    "battleship",
)
PETTING_ZOO = "PettingZoo"
PETTING_ZOO_GAMES = ("tictactoe-v3", "connect_four-v3")


def open_spiel(name: str) -> Work:
    """Whole random games of one of OpenSpiel's C++ games."""
    game: Any = import_module("pyspiel").load_game(name)
    random = Random(1)
    players = range(game.num_players())

    def any_legal(state: Any, player: int) -> int:
        legal = state.legal_actions(player)
        action: int = legal[int(random.random() * len(legal))]
        return action

    def work() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            elif state.is_simultaneous_node():
                state.apply_actions([any_legal(state, player) for player in players])
                decisions += len(players)
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(random.random() * len(legal))])
                decisions += 1
        return decisions

    return work


def petting_zoo(name: str, *, wrapped: bool) -> Work:
    """Whole random games of one of PettingZoo's classic games, with the checks that it wraps around them or without."""
    env: Any = import_module("pettingzoo").make("aec", f"classic/{name}")
    if not wrapped:
        env = env.unwrapped
    random = Random(1)

    def work() -> int:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(random.random() * len(legal))]))
            decisions += 1
        return decisions

    return work


for _name in OPEN_SPIEL_GAMES:
    BENCHES.append(Timed(OPEN_SPIEL, _name, Unit.PER_SECOND, partial(open_spiel, _name), playout="theirs"))
for _name in PETTING_ZOO_GAMES:
    for _wrapped, _words in ((True, _name), (False, f"{_name}, unwrapped")):
        _prepare = partial(petting_zoo, _name, wrapped=_wrapped)
        BENCHES.append(Timed(PETTING_ZOO, _words, Unit.PER_SECOND, _prepare, playout="theirs"))
