"""What gambles in the North Sea are worth: interception, reaction, and a boat that has been found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Any

from barents.games.arctic_campaign.actions import Consent
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.datafiles import InterceptionRow
from barents.games.arctic_campaign.state import State
from barents.games.operations.actions import Press
from barents.games.operations.rules import chances
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.view import Odds, Outcome
from barents.kernel.words import in_words

FACES = chances.FACES
NOTHING, REPORT, AIR, BOAT, BOTH = (
    "nothing is seen",
    "a report",
    "aircraft attack",
    "a submarine attacks",
    "aircraft and a submarine attack",
)


def ends(found: Mapping[str, float]) -> tuple[Outcome, ...]:
    """The ends of a gamble that can happen."""
    return tuple(Outcome(words, round(chance, 6)) for words, chance in found.items() if chance > 0)


def intercepting(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AC-B.3-trigger: what two dice find in the North Sea; with fog over it, if there is anybody."""
    if action != Consent(yes=True):
        return None
    number = Counter(_found(data.interceptions[one + two]) for one, two in product(FACES, repeat=2))
    total = len(FACES) ** 2
    found = {words: number[words] / total for words in (NOTHING, REPORT, BOAT, AIR, BOTH)}
    attack = found[AIR] + found[BOAT] + found[BOTH]
    there = " if they are there" if known.options.interception_fog else ""
    notes = (
        f"{chances.percent(attack)} an attack; ships that are damaged on their way to Norway turn back",
        "it costs nothing, and a sighting lets you throw for an early start",
    )
    return Odds(round(1 - found[NOTHING], 6), f"they are seen{there}", {}, ends(found), notes)


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
    divisor = data.tables.interception.reaction_divisor
    number = Counter(face // divisor for face in FACES)
    found = {
        f"{in_words(turns)} turn{'' if turns == 1 else 's'} early": number[turns] / len(FACES)
        for turns in sorted(number)
    }
    chance = 1 - number[0] / len(FACES)
    return Odds(round(chance, 6), "an early start for one British fleet", {}, ends(found), ("it costs nothing",))


def pressing(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """OP-SUB-press: what the screen does to a boat that it has found in the North Sea."""
    passage = known.passage
    if passage is None or not passage.screen or not isinstance(action, Press):
        return None
    year = data.year(known.month)
    lost, home = chances.counterattack(data.sea, year, passage.screen, pressed=action.on, broke_off=not action.on)
    found = {"sunk": lost, "sent home": home, "unharmed": 1 - lost - home}
    return Odds(round(1 - lost - home, 6), "getting away unharmed", {}, ends(found))
