"""What gambles in the North Sea are worth: interception, reaction, and a boat that has been found."""

from __future__ import annotations

from typing import Any

from barents.games.arctic_campaign.actions import Consent
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.datafiles import InterceptionRow
from barents.games.arctic_campaign.rules.north_sea_dice import look_for_ships, premature_turns
from barents.games.arctic_campaign.state import State
from barents.games.operations.actions import Press
from barents.games.operations.submarines.attack import hunted
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.odds import ends, every_throw, percent
from barents.kernel.view import Odds
from barents.kernel.words import in_words

NOTHING, REPORT, AIR, BOAT, BOTH = (
    "nothing is seen",
    "a report",
    "aircraft attack",
    "a submarine attacks",
    "aircraft and a submarine attack",
)


def intercepting(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AC-B.3-trigger: what two dice find in the North Sea; with fog over it, if there is anybody."""
    if action != Consent(yes=True):
        return None
    found = every_throw(data, lambda u: _found(data.interceptions[look_for_ships(u)]))
    attack = found[AIR] + found[BOAT] + found[BOTH]
    there = " if they are there" if known.options.interception_fog else ""
    notes = (
        f"{percent(attack)} an attack; ships that are damaged on their way to Norway turn back",
        "it costs nothing, and a sighting lets you throw for an early start",
    )
    outcomes = ends({words: found[words] for words in (NOTHING, REPORT, BOAT, AIR, BOTH)})
    return Odds(round(1 - found[NOTHING], 6), f"they are seen{there}", {}, outcomes, notes)


def _found(row: InterceptionRow) -> str:
    if row.strike and row.boat:
        return BOTH
    if row.strike:
        return AIR
    return BOAT if row.boat else REPORT if row.report else NOTHING


def reacting(data: Data, _known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AC-B.3-react-table: turns that one British fleet may start early."""
    if action != Consent(yes=True):
        return None
    found = every_throw(data, premature_turns)
    outcomes = ends(
        {
            f"{in_words(turns)} turn{'' if turns == 1 else 's'} early": chance
            for turns, chance in sorted(found.chances.items())
        }
    )
    return Odds(round(1 - found[0], 6), "an early start for one British fleet", {}, outcomes, ("it costs nothing",))


def pressing(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """OP-SUB-press: what the screen does to a boat that it has found in the North Sea."""
    passage = known.passage
    if passage is None or not passage.screen or not isinstance(action, Press):
        return None
    year = data.year(known.month)
    lost, home = hunted(data.sea, year, passage.screen, pressed=action.on, broke_off=not action.on)
    found = {"sunk": lost, "sent home": home, "unharmed": 1 - lost - home}
    return Odds(round(1 - lost - home, 6), "getting away unharmed", {}, ends(found))
