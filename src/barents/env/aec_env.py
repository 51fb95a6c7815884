"""A scenario as an environment of PettingZoo: the sides are its agents, and act one after the other.

An observation is `{"observation": array, "action_mask": which small actions there are}`. Where both sides are asked at
once, neither sees what the other has answered, whoever comes first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from barents.env.factoring import WIDTH
from barents.env.observations import Observations, Seen
from barents.env.play import Play, Setting
from barents.kernel.datapack import DataPack
from barents.kernel.dice import Dice
from barents.kernel.sides import Side


class ScenarioEnv(AECEnv):  # type: ignore[misc]
    """A scenario; made by `barents.env.aec`."""

    metadata: dict[str, Any] = {
        "name": "barents",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        scenario: str,
        render_mode: str | None,
        most: int | None,
        pack: DataPack | None,
        options: dict[str, Any],
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise LookupError(f"there is no render mode '{render_mode}': there are human and ansi")
        self.setting = Setting(game, scenario, options, pack)
        self.metadata = {**self.metadata, "name": f"{game}/{scenario}"}
        self.render_mode = render_mode
        self.most = most
        self.possible_agents = [side.value for side in self.setting.sides]
        shown = Dict(
            {
                "observation": Box(-1.0, 1.0, (self.setting.observations.length,), np.float32),
                "action_mask": Box(0, 1, (WIDTH,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, shown)
        self.action_spaces = {agent: Discrete(WIDTH) for agent in self.possible_agents}
        self._seeds = Dice.seeded("games without a seed", np.random.default_rng().integers(1 << 62).item())

    @property
    def observations(self) -> Observations:
        """What stands where in the array: its `layout`."""
        return self.setting.observations

    def observation_space(self, agent: str) -> Space[Any]:
        """The same for both agents, and for every game of the environment."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The small actions, by their number."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The same seed gives the same dice; without one nobody can foresee them."""
        self.play: Play = self.setting.begin(self._seeds.below(1 << 62) if seed is None else seed)
        self.steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def step(self, action: int | None) -> None:
        """Take a small action of the agent that is due; one that the mask leaves out is an error."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked, and None is no answer while the game goes on")
        self._cumulative_rewards[agent] = 0.0
        self.play.take(int(action))
        self.steps += 1
        over = self.play.result is not None
        for each in self.agents:
            self.rewards[each] = self.play.worth(Side(each)) if over else 0.0
            self.terminations[each] = over
            self.truncations[each] = not over and self.most is not None and self.steps >= self.most
        self.agent_selection = self._asked()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _asked(self) -> str:
        """Who is due; when the game is over, anybody."""
        return self.possible_agents[0] if self.play.acting is None else self.play.acting.value

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: an array, and which small actions it can take, which are none while it is not asked."""
        side = Side(agent)
        mask = np.zeros(WIDTH, np.int8)
        if (building := self.play.building(side)) is not None:
            mask[: len(building.parts)] = 1
        return {"observation": self.play.observed(side), "action_mask": mask}

    def seen(self, agent: str) -> Seen:
        """The same as structured data, with words for every small action."""
        return self.play.seen(Side(agent))

    def render(self) -> str | None:
        """What the agent that is due sees, as text."""
        told = self.play.told(Side(self.agent_selection))
        if self.render_mode == "ansi":
            return told
        print(told)
        return None

    def close(self) -> None:
        """Nothing is left open."""
