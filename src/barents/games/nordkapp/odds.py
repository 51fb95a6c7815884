"""What a gamble is worth, from what the player knows: the same modifiers and tables that the rules use."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import msgspec

from barents.games.nordkapp import chances
from barents.games.nordkapp.actions import Attack, ListenIn, Manoeuvre, Operate, PlayChit, Target
from barents.games.nordkapp.chances import percent
from barents.games.nordkapp.chits import PROMPTS, asw_chits, infiltration_chits, torpedo_chits
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.raids import BASE, BATTERY
from barents.games.nordkapp.state import CombatBox, Piece, State
from barents.games.nordkapp.submarines import infiltration_modifiers, reacting, reaction_modifiers
from barents.games.nordkapp.surface import flight_modifiers, may_fire, range_modifier
from barents.games.nordkapp.units import Factor, factor, find, remaining
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.decisions import Decision
from barents.kernel.sides import Side
from barents.kernel.view import Odds, Outcome

# The factors that fire in each part of a raid.
RAID_FACTORS: dict[str, Factor] = {"NK-9.3.2a-fighters": "air", "NK-9.3.2b-aa": "aa", "NK-9.3.2c-as": "ship"}


def odds(data: Data, known: State, decision: Decision[Any], action: Action) -> Odds | None:
    """The chance of an action that is decided by a die, or None."""
    match action:
        case Attack(boat):
            return attacking(data, known, find(known, boat))
        case Operate(surfaced):
            return approaching(data, known, surfaced)
        case Target(ship):
            return firing(data, known, find(known, ship))
        case PlayChit() | Decline() if decision.rule == "NK-7.3-windows":
            window = next((name for name, prompt in PROMPTS.items() if prompt == decision.prompt), "")
            return with_chit(data, known, window, action.chit if isinstance(action, PlayChit) else "")
        case Manoeuvre("flee"):
            return fleeing(data, known, decision.side)
        case ListenIn(True):
            return listening(data)
        case Choose(items) if decision.rule == "NK-7.4-shadow-eligible" and items:
            return shadowing(data, known, len(items))
        case Allot(pairs) if decision.rule == "NK-8.1-round-fire":
            return barrage(data, known, [gun_of(data, known, shooter, value) for shooter, value in pairs])
        case Allot(pairs) if decision.rule in RAID_FACTORS:
            return barrage(data, known, [raid_gun(data, known, decision.rule, *pair) for pair in pairs])
    return None


def ends(found: Mapping[str, float]) -> tuple[Outcome, ...]:
    """All ends that can come about, in the order given: the worst first."""
    return tuple(Outcome(words, round(chance, 6)) for words, chance in found.items() if round(chance, 6) > 0)


# 7: submarines


def attacking(data: Data, known: State, boat: Piece) -> Odds | None:
    """NK 7.1.1: a boat's attempt on ships that are all in sight, submerged; otherwise nobody knows the escorts."""
    side = data.counters[boat.id].side
    if boat.at not in known.shown[side]:
        return None
    box = CombatBox("submarine", boat.at, side, attackers=[boat.id])
    return screen(data, known, box, {}) if reacting(known, data, box) else None


def approaching(data: Data, known: State, surfaced: bool) -> Odds | None:
    """NK 7.1.1, 7.2: the same, surfaced or submerged."""
    box = known.box
    if box is None or box.cell not in known.shown[box.attacker]:
        return None
    return screen(data, known, msgspec.structs.replace(box, surfaced=surfaced), {})


def screen(data: Data, known: State, box: CombatBox, chits: Mapping[str, int]) -> Odds:
    """NK 7.1.1: how an attempt can end, and what waits behind it."""
    modifiers = infiltration_modifiers(known, data, box) | dict(chits)
    found = chances.infiltration(data, modifiers)
    inside = found["infiltrated"] + found["unseen"]
    boat = find(known, box.attackers[0])
    hits = 1 - chances.fire(data, factor(data, boat, "torp")).get(0, 0.0)
    return Odds(inside, "getting in", modifiers, ends(found), (f"{percent(inside * hits)} hit a ship",))


def firing(data: Data, known: State, target: Piece) -> Odds | None:
    """NK 7.1.2: one torpedo attack, and the escorts' answer."""
    box = known.box
    if box is None:
        return None
    boat = find(known, box.attackers[0])
    factors = {"torpedoes": factor(data, boat, "torp"), **torpedo_chits(known, data)}
    found = chances.fire(data, sum(factors.values()))
    return Odds(1 - found.get(0, 0.0), "a hit", factors, harm(data, target, found), answer(data, known, box))


def answer(data: Data, known: State, box: CombatBox) -> tuple[str, ...]:
    """NK 7.1.3: what the escorts may do to the boat afterwards, chits apart."""
    if not box.result or not reacting(known, data, box):
        return ("nobody hunts her",)
    found = chances.hunt(data, reaction_modifiers(known, data, box))
    return (f"{percent(lost(data, find(known, box.attackers[0]), found))} lose the boat",)


def lost(data: Data, boat: Piece, found: Mapping[str, float]) -> float:
    """That a boat is lost: sunk, or damaged once too often."""
    return found["sunk"] + (found["damaged"] if remaining(data, boat) == 1 else 0.0)


def harm(data: Data, target: Piece, found: Mapping[int, float]) -> tuple[Outcome, ...]:
    """NK 10.4: what so many Damage Points do to a unit."""
    left = remaining(data, target)
    sunk = "shot down" if data.counters[target.id].is_air else "sunk"
    said: dict[str, float] = {}
    for points, chance in found.items():
        words = "miss" if not points else sunk if points >= left else f"{points} of {left}"
        said[words] = said.get(words, 0.0) + chance
    return ends(said)


def with_chit(data: Data, known: State, window: str, chit: str) -> Odds | None:
    """NK 7.3: the die that comes next, if this chit is played, or none, and the enemy plays none."""
    box = known.box
    if box is None or window not in ("W1", "W2", "W3", "W5") or (window == "W2" and not chit):
        return None
    played = [*box.played, chit] if chit else box.played
    after = msgspec.structs.replace(known, box=msgspec.structs.replace(box, played=played))
    if window in ("W1", "W2"):
        return screen(data, known, box, infiltration_chits(after, data))
    if window == "W5":
        return hunting(data, known, box, asw_chits(after, data))
    factors = {"torpedoes": factor(data, find(known, box.attackers[0]), "torp"), **torpedo_chits(after, data)}
    found = chances.fire(data, sum(factors.values()))
    said = {"miss" if not points else f"{points} of damage": chance for points, chance in found.items()}
    return Odds(1 - found.get(0, 0.0), "a hit", factors, ends(said))


def hunting(data: Data, known: State, box: CombatBox, chits: Mapping[str, int]) -> Odds:
    """NK 7.1.3: the escorts' die."""
    modifiers = reaction_modifiers(known, data, box) | dict(chits)
    found = chances.hunt(data, modifiers)
    return Odds(1 - found["none"], "an effect on the boat", modifiers, ends(found))


# 8, 9: guns and bombs


def fleeing(data: Data, known: State, side: Side) -> Odds | None:
    """NK 8.3.3: that a side gets away."""
    if known.box is None:
        return None
    modifiers = flight_modifiers(known, data, side)
    chance = chances.at_least(data.tables.flight.success_from, sum(modifiers.values()))
    return Odds(chance, "getting away", modifiers, ends({"caught": 1 - chance, "away": chance}))


Shot = tuple[int, str]  # what is added to the die, and at whom


def gun_of(data: Data, known: State, shooter: str, value: str) -> Shot:
    """NK 8.1, 8.2: a ship's fire at a target, by its box and weapon."""
    assert known.box is not None
    weapon, _, target = value.rpartition(":")
    piece, box = find(known, shooter), known.box.ships[shooter]
    named: Factor = "torp" if weapon == "torpedo" else "gun" if weapon else may_fire(data, piece, box)[0]
    return factor(data, piece, named) + sum(range_modifier(data, box).values()), target


def raid_gun(data: Data, known: State, rule: str, shooter: str, target: str) -> Shot:
    """NK 9.3.2, 9.4, 9.5: a fighter's, a gun's or a bomber's fire at a target."""
    if shooter == BASE:
        return data.tables.bases.aa, target
    if shooter.startswith(BATTERY):
        return data.tables.merchant_guns.factor, target
    return factor(data, find(known, shooter), RAID_FACTORS[rule]), target


def barrage(data: Data, known: State, shots: list[Shot]) -> Odds | None:
    """NK 8.1, 9.3.2: several shots at once: that anything is hit, and what each target has to expect."""
    if not shots or any(data.counters[target].is_sub for _, target in shots):
        return None
    missed = prod(chances.fire(data, added).get(0, 0.0) for added, _ in shots)
    notes = []
    for target in dict.fromkeys(target for _, target in shots):
        expected = sum(
            points * chance
            for added, at in shots
            if at == target
            for points, chance in chances.fire(data, added).items()
        )
        notes.append(f"{data.counters[target].name}: {expected:.1f} points expected")
    return Odds(1 - missed, "a hit", {}, ends({"all miss": missed, "a hit": 1 - missed}), tuple(notes))


# 7.4, 9.1.1, 12.3


def shadowing(data: Data, known: State, tries: int) -> Odds:
    """NK 7.4, 9.1.1: that at least one of those that try keeps contact."""
    table = data.tables.shadowing
    weather = table.weather[known.weather]
    chance = chances.of_several(chances.at_least(table.success_from, weather), tries)
    modifiers: dict[str, int] = {known.weather: weather} if weather else {}
    return Odds(chance, "keeping contact", modifiers, ends({"lost": 1 - chance, "contact": chance}))


def listening(data: Data) -> Odds:
    """NK 12.3: that a U-boat is heard, if there is one."""
    faces = data.tables.hfdf.faces
    words = ("nothing", "one boat", "two boats")
    found = {name: faces.count(number) / len(faces) for number, name in enumerate(words)}
    return Odds(1 - found["nothing"], "hearing a U-boat", {}, ends(found))
