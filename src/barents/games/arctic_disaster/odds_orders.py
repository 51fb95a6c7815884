"""What each single order of a sheet is worth: one battery, one ship's torpedoes, one air unit at one target (11.4).

A display shows these before anything has been ordered; the odds of the whole sheet are in `odds`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from barents.games.arctic_disaster import chances
from barents.games.arctic_disaster.data import Data, half
from barents.games.arctic_disaster.gunnery import gun_damage, gun_modifiers, guns, least_to_hit
from barents.games.arctic_disaster.odds import bombing
from barents.games.arctic_disaster.state import Shot, State
from barents.games.arctic_disaster.tables import Hit
from barents.games.arctic_disaster.torpedoes import torpedo_column, torpedo_modifiers
from barents.games.arctic_disaster.units import find
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.view import AFTER, Odds

GUNS, TORPEDOES, AIRCRAFT = "AD-11.4.4-simultaneous", "AD-11.4.7-torp-simultaneous", "AD-11.4.8-air-when"


def order_odds(data: Data, known: State, decision: Decision[Any]) -> dict[str, Odds]:
    """The chance of a hit by the notation of each order; of guns also for whoever is not the first at a target."""
    found: dict[str, Odds] = {}
    if not isinstance(decision.options, Assign):
        return found
    for slot, target in ((slot, target) for slot, domain in decision.options.slots.items() for target in domain):
        order = str(Allot(((slot, target),)))
        match decision.rule:
            case rule if rule == GUNS:
                ship, _, battery = slot.rpartition(":")
                shot = Shot(ship, "main" if battery == "main" else "secondary", target)
                factor = guns(data, find(known, ship), battery)
                found[order] = gun(data, known, shot, factor)
                found[order + AFTER] = gun(data, known, shot, half(factor), "half, not the first at her")
            case rule if rule == TORPEDOES:
                found[order] = torpedo(data, known, Shot(slot, "torpedoes", target))
            case rule if rule == AIRCRAFT:
                if (odds := bombing(data, known, decision, {slot: target})) is not None:
                    found[order] = odds
            case _:
                return {}
    return found


def gun(data: Data, known: State, shot: Shot, factor: int, *notes: str) -> Odds:
    """AD 11.4.4: one battery at one ship; a hit that does no damage is none."""
    ship, target = find(known, shot.ship), find(known, shot.target)
    modifiers = gun_modifiers(known, data, shot)
    hits = chances.hits_of(data, factor, modifiers)
    harm = [Hit(gun_damage(data, ship, shot.weapon, target, hit.points), hit.star) for hit in hits]
    return _odds(data, factor, modifiers, harm, 1.0, *notes)


def torpedo(data: Data, known: State, shot: Shot) -> Odds:
    """AD 11.4.7, 13.10: one ship's torpedoes; a submarine has to get into position first."""
    ship, target, table = find(known, shot.ship), find(known, shot.target), data.tables.torpedoes
    column, modifiers = torpedo_column(known, data, ship, target), torpedo_modifiers(known, data, shot)
    hits = chances.hits_of(data, column, modifiers, table.double)
    if not data.counters[ship.id].is_sub:
        return _odds(data, column, modifiers, hits, 1.0)
    launched = 1 - chances.at_least(table.escort_launch_to + 1)
    return _odds(data, column, modifiers, hits, launched, f"{chances.percent(launched)} to get into position")


def _odds(
    data: Data, factor: int, modifiers: Mapping[str, int], hits: Sequence[Hit], likely: float, *notes: str
) -> Odds:
    chance = likely * sum(hit.points > 0 for hit in hits) / len(hits)
    needed = (f"needs {least_to_hit(data, factor)}",) if factor > 0 else ()
    return Odds(round(chance, 6), "a hit", dict(modifiers), notes=(f"factor {factor}", *notes, *needed))
