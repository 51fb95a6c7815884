"""A study of The Hunt that worker processes and clusters can play, and calls that go wrong."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from barents.kernel import registry
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.dice import Dice
from barents.kernel.sides import Side
from barents.lab import outcomes
from barents.lab.simulate import Study, simulate

ROOT = Path(__file__).parents[2]
RANDOM = dict.fromkeys(Side, "random")
HUNT = Study("hunt", "first-light", 7, RANDOM, plug_ins=("tests.hunt",), path=(str(ROOT),))


def killed_at_first(folder: str, number: int) -> tuple[int, int]:
    """A call of which every third kills the process that it is made in, once; the number, and the process."""
    mark = Path(folder) / str(number)
    if number % 3 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number, os.getpid()


class Jammed(Exception):
    """An error that cannot be made again from its own words."""

    def __init__(self, turret: str, shell: int) -> None:
        super().__init__(f"turret {turret} is jammed by shell {shell}")


def jams(number: int) -> int:
    """A call that goes wrong."""
    raise Jammed("Caesar", number)


def always_killed(number: int) -> int:
    """A call that no process survives, but for the first."""
    if number:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def broken_off(folder: str) -> None:
    """A run of twenty games in parts of four, whose process is killed after the tenth."""
    registry.plug_in_module("tests.hunt")
    outcomes.PART_GAMES, outcomes.PART_SECONDS = 4, 1e9
    with outcomes.writing(Path(folder), HUNT) as writing:
        for game in simulate(HUNT, 20):
            writing.add(game)
            if game.number == 10:
                os.kill(os.getpid(), signal.SIGKILL)


class Forward:
    """Takes the first answer that there is."""

    blind = True

    def __init__(self, data: Any) -> None:
        self.data = data

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        """The first of the options."""
        action: Action = next(iter(decision.options))
        return action
