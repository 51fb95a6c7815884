"""Every scenario as an environment for learning programs: `aec` for PettingZoo, `openspiel` for OpenSpiel.

A decision of many parts is answered in small actions (`factoring`); what a side knows is shown as structured data and
as a fixed array (`observations`). Neither package is needed to play, and neither is imported before it is asked for.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from barents.kernel.datapack import DataPack

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from barents.env.spiel_game import ScenarioGame

__all__ = ["aec", "openspiel"]


def aec(
    game: str,
    scenario: str,
    *,
    render_mode: str | None = None,
    most: int | None = None,
    pack: DataPack | None = None,
    **options: Any,
) -> AECEnv[str, Any, int]:
    """A scenario as an environment of PettingZoo, in which agents act one after the other.

    `options` are the game's optional rules; after `most` small actions a game is broken off.
    """
    _need("pettingzoo", "env")
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from barents.env.aec_env import ScenarioEnv

    return OrderEnforcingWrapper(ScenarioEnv(game, scenario, render_mode, most, pack, options))


def openspiel(game: str, scenario: str, *, most: int = 20_000, **options: Any) -> ScenarioGame:
    """A scenario as a game of OpenSpiel; one that has taken `most` small actions is a draw."""
    _need("pyspiel", "openspiel")
    from barents.env.spiel_game import ScenarioGame, written_options

    return ScenarioGame({"game": game, "scenario": scenario, "options": written_options(options), "most": most})


def _need(package: str, extra: str) -> None:
    if find_spec(package) is None:
        raise ModuleNotFoundError(f"this takes {package}: pip install 'barents[{extra}]'", name=package)
