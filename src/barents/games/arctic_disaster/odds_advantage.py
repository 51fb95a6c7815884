"""Chapter 5.10: what the Tactical Advantage makes of the next die, wherever its holder can know which die it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from barents.games.arctic_disaster import chances
from barents.games.arctic_disaster.actions import UseAdvantage
from barents.games.arctic_disaster.advantage import named
from barents.games.arctic_disaster.air_battle import patrol
from barents.games.arctic_disaster.air_fire import attack_modifiers, model, raid_of, strength
from barents.games.arctic_disaster.chances import at_least
from barents.games.arctic_disaster.convoy_display import ENDS
from barents.games.arctic_disaster.data import CONVOY, Data, half
from barents.games.arctic_disaster.gunnery import gun_factor, gun_modifiers
from barents.games.arctic_disaster.phrases import label
from barents.games.arctic_disaster.state import Shot, State
from barents.games.arctic_disaster.tables import flak_of, steps_lost
from barents.games.arctic_disaster.torpedoes import torpedo_column, torpedo_modifiers
from barents.games.arctic_disaster.units import aa, find, in_force
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision
from barents.kernel.sides import Side
from barents.kernel.view import Odds, Outcome

EFFECT = "an effect on the aircraft"


def with_advantage(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """AD 5.10: the next die with the change, or as it is.

    Of searches the holder does not know the hex before they are made, nor of a boat whether it has found a target.
    """
    change = named(action.modifier if isinstance(action, UseAdvantage) else 0)
    subject = decision.prompt.rpartition(", of ")[2].removesuffix("?")
    if subject == "shadowing":
        return shadowing(data, known, change) if decision.side is Side.ALLIED else None
    if known.raid is not None:
        return in_raid(data, known, subject, change)
    return in_battle(data, known, subject, change) if known.battle is not None else None


def shadowing(data: Data, known: State, change: Mapping[str, int]) -> Odds:
    """AD 13.6: that escorts and advantage keep a boat from shadowing PQ-17."""
    out = sum(ship.away for ship in in_force(known, Side.ALLIED, CONVOY))
    modifiers = {**({"escorts out hunting": -out} if out else {}), **change}
    kept_off = 1 - at_least(data.tables.submarine.shadow_from, sum(modifiers.values()))
    return _odds(kept_off, "keeping it off", "PQ-17 is shadowed", modifiers)


def in_raid(data: Data, known: State, subject: str, change: Mapping[str, int]) -> Odds | None:
    """AD 11.1, 11.3.1: fighters, guns, or the attack of the unit that is being dealt with."""
    raid, added = raid_of(known), sum(change.values())
    if not raid.done:
        fighters = patrol(known, data)
        if not fighters:
            return None  # the carrier's boxes are nobody else's business
        factors = sum(strength(data, wing) for wing in fighters)
        chance = sum(steps_lost(data, factors, face + added) > 0 for face in chances.FACES) / len(chances.FACES)
        return _odds(chance, EFFECT, "no effect", change)
    unit = raid.done[-1]
    target = raid.units[unit]
    if subject == label(data, unit):
        return _attack(data, known, unit, target, change) if target in data.counters else None
    ship = next((name for name in raid.ships or [target] if data.counters[name].name == subject), None)
    if ship is None:
        return None
    factor = aa(data, find(known, ship))
    if raid.target != CONVOY and ship != target:
        factor = half(factor)
    results = [flak_of(data, factor, face + added) for face in chances.FACES]
    chance = sum(result.modifier < 0 or result.steps > 0 for result in results) / len(results)
    return _odds(chance, EFFECT, "no effect", change)


def _attack(data: Data, known: State, unit: str, target: str, change: Mapping[str, int]) -> Odds:
    """AD 11.1: the attack of an air unit on a ship."""
    raid, ship = raid_of(known), find(known, target)
    factor, came = strength(data, known.wings[raid.side][unit]), raid.visited.get(unit, ())
    more = {"ahead or astern": data.tables.air_attack.ahead_or_astern} if came and came[0] in ENDS else {}
    return _hit(data, factor, {**attack_modifiers(data, raid, unit, ship, more), **change}, model(data, unit).model)


def in_battle(data: Data, known: State, subject: str, change: Mapping[str, int]) -> Odds | None:
    """AD 11.4.4, 11.4.7: the fire of a ship; of one that fires twice it is not said which battery it is."""
    shots = known.battle.shots if known.battle is not None else []
    fired = [shot for shot in shots if data.counters[shot.ship].name == subject]
    return _shot(data, known, fired[0], change) if len(fired) == 1 else None


def _shot(data: Data, known: State, shot: Shot, change: Mapping[str, int]) -> Odds:
    assert known.battle is not None
    if shot.weapon == "torpedoes":
        column = torpedo_column(known, data, find(known, shot.ship), find(known, shot.target))
        return _hit(data, column, {**torpedo_modifiers(known, data, shot), **change}, "torpedoes")
    factor = gun_factor(known, data, known.battle.shots, shot)
    return _hit(data, factor, {**gun_modifiers(known, data, shot), **change}, f"{shot.weapon} guns")


def _hit(data: Data, factor: int, modifiers: Mapping[str, int], what: str) -> Odds:
    hits = chances.hits_of(data, factor, modifiers)
    chance = sum(hit.points > 0 for hit in hits) / len(hits)
    return _odds(chance, "a hit", "miss", modifiers, f"{what}, factor {factor}")


def _odds(chance: float, of: str, fails: str, modifiers: Mapping[str, int], *notes: str) -> Odds:
    found = [Outcome(words, round(part, 6)) for words, part in ((fails, 1 - chance), (of, chance)) if part > 1e-6]
    return Odds(chance, of, dict(modifiers), tuple(found), notes)
