"""What the lab is told of The Hunt: which ships were sunk, and what a shot is worth."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from barents.kernel.events import Told
from barents.kernel.match import Match
from barents.kernel.odds import every_end
from barents.kernel.view import Odds
from barents.lab.measures import Measures
from barents.lab.odds import Given, Procedure

from .battle import fire
from .data import Data
from .state import Options


def measure(match: Match[Any, Any]) -> Measures:
    """The ships that were sunk (H 8)."""
    losses: dict[str, dict[str, int]] = {}
    for entry in match.log or ():
        if isinstance(entry.event, Told) and entry.event.rule == "H-8-hull" and entry.event.words.endswith("sunk"):
            losses[match.data.rows[str(entry.event.about["ship"])].name] = {"guns": 1}
    return Measures(losses)


class Shot(Given, frozen=True, kw_only=True):
    """One ship fires at another."""

    fog: Annotated[bool, Meta(description="whether there is fog")] = False
    smoke: Annotated[bool, Meta(description="whether an escort makes smoke")] = False


def gunnery(data: Data, given: Shot) -> Odds:
    """The raider fires at the convoy (H 7.1)."""
    from . import GAME

    state = GAME.opening(data, "fog-bank" if given.fog else "first-light", Options())
    found = every_end(data, state, lambda u: fire(u, "lutzow", "convoy", given.smoke))
    return Odds(found.chance(bool), "a hit", found.modifiers)


PROCEDURES = (Procedure("gunnery", "the raider fires at the convoy (H 7.1)", Shot, gunnery),)
