"""What a gamble is worth at the desks: interception, reaction, Soviet destroyers, ships handed over, a boat found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Any

from barents.games.arctic_campaign import soviet
from barents.games.arctic_campaign.actions import Consent
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.datafiles import InterceptionRow
from barents.games.arctic_campaign.state import State
from barents.games.arctic_campaign.units import date
from barents.games.operations import chances
from barents.games.operations.actions import Press
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


def odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """The chance of an answer that is decided by dice, or None."""
    match decision.rule, action:
        case (("AC-A.22-intercept" | "AC-A.24-intercept"), Consent(True)):
            return intercepting(data, known)
        case "AC-B.3-react", Consent(True):
            return reacting(data)
        case "AC-B.17-escort-roll", Consent(True):
            return calling(data, known)
        case "AC-B.18-1944-roll", Consent(True):
            needed = data.tables.soviet.transfer_needed
            return Odds(chances.face(needed), f"they are handed over, on a {needed}")
        case "OP-SUB-press", Press(on):
            return pressing(data, known, on=on)
    return None


def _ends(found: Mapping[str, float]) -> tuple[Outcome, ...]:
    return tuple(Outcome(words, round(chance, 6)) for words, chance in found.items() if chance > 0)


def intercepting(data: Data, known: State) -> Odds:
    """AC-B.3-trigger: what two dice find in the North Sea; with fog over it, if there is anybody."""
    number = Counter(_found(data.interceptions[one + two]) for one, two in product(FACES, repeat=2))
    total = len(FACES) ** 2
    found = {words: number[words] / total for words in (NOTHING, REPORT, BOAT, AIR, BOTH)}
    attack = found[AIR] + found[BOAT] + found[BOTH]
    there = " if they are there" if known.options.interception_fog else ""
    notes = (
        f"{chances.percent(attack)} an attack; ships that are damaged on their way to Norway turn back",
        "it costs nothing, and a sighting lets you throw for an early start",
    )
    return Odds(round(1 - found[NOTHING], 6), f"they are seen{there}", {}, _ends(found), notes)


def _found(row: InterceptionRow) -> str:
    if row.strike and row.boat:
        return BOTH
    if row.strike:
        return AIR
    return BOAT if row.boat else REPORT if row.report else NOTHING


def reacting(data: Data) -> Odds:
    """AC-B.3-react-table: turns that one British fleet may start early."""
    divisor = data.tables.interception.reaction_divisor
    number = Counter(face // divisor for face in FACES)
    found = {
        f"{in_words(turns)} turn{'' if turns == 1 else 's'} early": number[turns] / len(FACES)
        for turns in sorted(number)
    }
    chance = 1 - number[0] / len(FACES)
    return Odds(round(chance, 6), "an early start for one British fleet", {}, _ends(found), ("it costs nothing",))


def calling(data: Data, known: State) -> Odds:
    """AC-B.17-escort-roll: how many Soviet destroyers answer, of those that are whole."""
    there, now = len(soviet.destroyers(known, data)), date(known, data)
    until = next((row for row in data.tables.soviet.escort_modifiers if now <= row.to), None)
    modifiers = {} if until is None else {"early in the war": until.modifier}
    number = Counter(max(0, min(face + sum(modifiers.values()), there)) for face in FACES)
    found = {_destroyers(ships): number[ships] / len(FACES) for ships in sorted(number)}
    mean = sum(ships * many for ships, many in number.items()) / len(FACES)
    notes = (f"{mean:.1f} expected of the {there} that are whole", "it costs nothing")
    return Odds(round(1 - number[0] / len(FACES), 6), "somebody answers", modifiers, _ends(found), notes)


def _destroyers(ships: int) -> str:
    return "nobody" if not ships else f"{in_words(ships)} destroyer{'' if ships == 1 else 's'}"


def pressing(data: Data, known: State, *, on: bool) -> Odds | None:
    """OP-SUB-press: what the screen does to a boat that it has found in the North Sea."""
    passage = known.passage
    if passage is None or not passage.screen:
        return None
    year = data.year(known.month)
    lost, home = chances.counterattack(data.sea, year, passage.screen, pressed=on, broke_off=not on)
    found = {"sunk": lost, "sent home": home, "unharmed": 1 - lost - home}
    return Odds(round(1 - lost - home, 6), "getting away unharmed", {}, _ends(found))
