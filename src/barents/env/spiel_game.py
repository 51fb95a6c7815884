"""A scenario as a game of OpenSpiel, in small actions.

Chance comes first, and once: it picks the dice of the whole game, one box of `BOXES`. Whatever is thrown follows from
that, so every later node belongs to a player.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pyspiel

from barents.env.factoring import WIDTH
from barents.env.play import Play, Setting
from barents.kernel.sides import Side

BOXES = 4096
PLAYERS = tuple(Side)


TYPE = pyspiel.GameType(
    short_name="barents",
    long_name="Barents: the Arctic convoy battles of 1942-45",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(PLAYERS),
    min_num_players=len(PLAYERS),
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "north_cape", "scenario": "first-voyage", "options": "", "most": 20_000},
)


class ScenarioGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario; made by `barents.env.openspiel`, or by `pyspiel.load_game` under the name `barents`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**TYPE.parameter_specification, **(params or {})}
        self.setting = Setting(given["game"], given["scenario"], read_options(given["options"]))
        self.most: int = given["most"]
        """A game that has taken so many small actions is a draw."""
        if len(self.setting.sides) < len(PLAYERS):
            raise LookupError("OpenSpiel needs two players, and with these options the rules play one side")
        facts = pyspiel.GameInfo(
            num_distinct_actions=WIDTH,
            max_chance_outcomes=BOXES,
            num_players=len(PLAYERS),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most,
        )
        super().__init__(TYPE, facts, given)

    def new_initial_state(self) -> ScenarioState:
        """Before the dice are dealt."""
        return ScenarioState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ScenarioObserver:
        """What players see."""
        if params:
            raise ValueError(f"an observation takes no parameters, and there are {params}")
        return ScenarioObserver(self.setting)


class ScenarioState(pyspiel.State):  # type: ignore[misc]
    """A game under way, or one whose dice are not dealt yet. OpenSpiel copies it attribute by attribute."""

    def __init__(self, game: ScenarioGame) -> None:
        super().__init__(game)
        self.setting = game.setting
        self.most = game.most
        self.play: Play | None = None
        self.steps = 0

    def current_player(self) -> int:
        """Whose small action is due."""
        if self.play is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.play.acting is None or self.steps >= self.most:
            return int(pyspiel.PlayerId.TERMINAL)
        return PLAYERS.index(self.play.acting)

    def _legal_actions(self, player: int) -> list[int]:
        building = None if self.play is None else self.play.building(PLAYERS[player])
        return [] if building is None else list(range(len(building.parts)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Any box of dice, each as likely."""
        return [(number, 1.0 / BOXES) for number in range(BOXES)]

    def _apply_action(self, action: int) -> None:
        if self.play is None:
            self.play = self.setting.begin(f"box {action}")
        else:
            self.play.take(action)
            self.steps += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.play is None:
            return f"box {action}"
        building = self.play.building(PLAYERS[player])
        known = building is not None and action < len(building.parts)
        return str(building.parts[action]) if building is not None and known else f"small action {action}"

    def is_terminal(self) -> bool:
        """Whether it is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """What it was worth to each."""
        return [0.0 if self.play is None else self.play.worth(side) for side in PLAYERS]

    def __str__(self) -> str:
        return "the dice are not dealt" if self.play is None else " ".join(map(str, self.history()))


class ScenarioObserver:
    """The array of `barents.env.observations`, and its blocks by name."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self.tensor = np.zeros(setting.observations.length, np.float32)
        self.dict = {name: setting.observations.block(self.tensor, name) for name in setting.observations.layout}

    def set_from(self, state: ScenarioState, player: int) -> None:
        """Look with a player's eyes."""
        self.tensor[:] = 0.0 if state.play is None else state.play.observed(PLAYERS[player])

    def string_from(self, state: ScenarioState, player: int) -> str:
        """The same as text."""
        return "the dice are not dealt" if state.play is None else state.play.told(PLAYERS[player])


def written_options(options: dict[str, Any]) -> str:
    """Optional rules in a word, as OpenSpiel takes parameters.

    >>> written_options({"aces": True, "convoy_phase": "quick"})
    'aces:true;convoy_phase:"quick"'
    """
    return ";".join(f"{name}:{msgspec.json.encode(value).decode()}" for name, value in options.items())


def read_options(text: str) -> dict[str, Any]:
    """The optional rules that were written in a word.

    >>> read_options('aces:true;convoy_phase:"quick"')
    {'aces': True, 'convoy_phase': 'quick'}
    """
    pairs = (part.partition(":") for part in text.split(";") if part)
    return {name: msgspec.json.decode(value) for name, _, value in pairs}


pyspiel.register_game(TYPE, ScenarioGame)
