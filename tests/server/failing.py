"""A game with players that fail in every way a player can; plugged in, they exist in the players' processes too."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import Any

from barents.kernel import registry
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision, Pick
from barents.kernel.dice import Dice
from barents.kernel.sides import Side
from barents.kernel.umpire import Rule
from barents.players import PLAYERS
from tests.hunt import GAME as HUNT
from tests.hunt.flow import Umpire
from tests.hunt.search import watch
from tests.hunt.state import Pass, Watch


class Player:
    """What they have in common."""

    blind = False

    def __init__(self, _data: Any) -> None:
        pass


class Raises(Player):
    """Raises an error that quotes what it knows."""

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        raise ValueError(f"secret: {known.ships}")


class Dies(Player):
    """Takes its process with it."""

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        os._exit(3)


class Hangs(Player):
    """Thinks for ever."""

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        while True:
            time.sleep(3600)


class Cheats(Player):
    """Answers what was not asked."""

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        return Choose(("tirpitz",))


class Circles(Player):
    """Opens the formation, closes it, and opens it again."""

    def choose(self, known: Any, decision: Decision[Any], dice: Dice) -> Action:
        assert decision.asides is not None
        return next(iter(decision.asides))


def ready(u: Umpire, step: Watch) -> Rule[None]:
    """H 5.2, and before it a question at which the convoy may open and close its formation as often as it likes."""
    yield from u.ask(Side.ALLIED, "H-5.2-lookouts", lambda: Pick([Pass()]), "Are you ready?")
    yield from watch(u, step)


GAME = replace(HUNT, name="failing", title="The Hunt with bad players", steps={**HUNT.steps, Watch: ready})

KINDS = (Raises, Dies, Hangs, Cheats, Circles)
PLAYERS.by_hand.update({f"failing.{kind.__name__.lower()}": kind for kind in KINDS})
registry.plug_in(HUNT)
