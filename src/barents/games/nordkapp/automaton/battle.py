"""Solitaire 3.3 and 3.3.1: when the automaton calls surface combat, and how its ships fight it."""

from __future__ import annotations

from collections.abc import Mapping

from barents.games.nordkapp.automaton.courses import by_size, seeks_combat, spotted_forces
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.datafiles import Box
from barents.games.nordkapp.rules.units import Factor, Umpire, counter, factor, markers_on_map
from barents.games.nordkapp.state import Piece
from barents.kernel import umpire as kernel
from barents.kernel.dice import D6
from barents.kernel.sides import Audience, Side


def committed() -> kernel.Rule[None]:
    """NS 0: where both sides decide in secret and at once, the automaton asks nobody."""
    yield from ()


BATTLE_LINE = ("BB", "BC", "CA")  # they fire at the largest ships first; all others leave those to them
CLOSE, STAY, DISENGAGE = "close", "stay", "disengage"


def called_combats(u: Umpire) -> list[str]:
    """NS 3.3: a fleet calls combat wherever it meets a spotted German surface force; a convoy never does.

    Nor does a fleet of which only carriers are left (3.3.1).
    """
    state, data = u.state, u.data
    kinds = {force.key: force.kind for force in data.scenarios[state.scenario].forces}
    afloat = markers_on_map(state, data, Side.ALLIED)
    fleets = {
        units[0].at for marker, units in afloat.items() if kinds.get(marker) == "fleet" and seeks_combat(data, units)
    }
    met = {units[0].at for units in spotted_forces(state, data).values()}
    cells = [cell for cell in sorted(fleets & met) if cell not in state.fought]
    for cell in cells:
        u.tell("NS-3.3-combat-call", "The fleet calls combat in {cell}", cell=cell)
    return cells


Weapons = Mapping[str, list[Factor]]  # with what each ship may fire from her box


def targets(data: Data, ships: list[Piece], enemies: list[Piece], weapons: Weapons) -> dict[str, tuple[Factor, str]]:
    """NS 3.3.1: whom each ship fires at, and with what: the line at the largest, the others at cruisers and below.

    Others fire at battleships and battlecruisers only if nobody in the line can fire (RS20). Anti-aircraft ships and
    merchants do not fire.
    """
    able = [piece for piece in ships if counter(data, piece).type != "AA" and weapons[piece.id]]
    line = any(counter(data, piece).type in BATTLE_LINE for piece in able)
    fires: dict[str, tuple[Factor, str]] = {}
    for piece in able:
        small = [enemy for enemy in enemies if counter(data, enemy).type not in ("BB", "BC")]
        prey = enemies if counter(data, piece).type in BATTLE_LINE else small or ([] if line else enemies)
        if prey:
            fires[piece.id] = (weapon(data, piece, weapons[piece.id]), largest(data, prey).id)
    return fires


def largest(data: Data, ships: list[Piece]) -> Piece:
    """NS 3.3.1, 3.4: the ship that is attacked first."""
    return min(ships, key=lambda piece: by_size(data, piece))


def weapon(data: Data, piece: Piece, able: list[Factor]) -> Factor:
    """NS 3.3.1: a destroyer at torpedo range fires the larger of its factors, torpedoes when they are equal."""
    return max(able, key=lambda name: (factor(data, piece, name), name == "torp"))


def manoeuvre(u: Umpire, piece: Piece, box: Box) -> str:
    """NS 3.3.1: what a ship does before the next round; a die decides between the two ranges that its class likes."""
    type = counter(u.data, piece).type
    if type in ("BB", "BC"):
        if box in ("short", "torpedo"):
            return DISENGAGE
        nearer = _is_even(u, piece, "NS-3.3.1-bb-range", "even for medium range, odd for long")
        return (CLOSE if nearer else STAY) if box == "long" else (STAY if nearer else DISENGAGE)
    if type == "CA":
        if box in ("long", "torpedo"):
            return CLOSE if box == "long" else DISENGAGE
        nearer = _is_even(u, piece, "NS-3.3.1-ca-range", "even for short range, odd for medium")
        return (CLOSE if nearer else STAY) if box == "medium" else (STAY if nearer else DISENGAGE)
    if type in ("DD", "E"):
        if box != "short":
            return DISENGAGE if box == "torpedo" else CLOSE
        nearer = _is_even(u, piece, "NS-3.3.1-dd-range", "even for torpedo range, odd to stay")
        return CLOSE if nearer else STAY
    return STAY


def _is_even(u: Umpire, piece: Piece, rule: str, needs: str) -> bool:
    return u.roll(D6, rule, counter(u.data, piece).name, to=Audience.ALLIED, needs=needs) % 2 == 0


def fleeing(data: Data, ships: list[Piece]) -> list[Piece]:
    """NS 3.3.1, RS12: carriers flee, alone, once every other warship of theirs in the combat is sunk or damaged."""
    others = [p for p in ships if counter(data, p).is_warship and counter(data, p).type != "CV"]
    if any(not piece.damage for piece in others):
        return []
    return [piece for piece in ships if counter(data, piece).type == "CV"]


def slip_away(u: Umpire, ships: list[Piece]) -> list[str]:
    """NS 3.3.1: the carriers that get away; they are always at long range, so that only the weather counts."""
    table, weather = u.data.tables.flight, u.state.weather
    modifiers: dict[str, int] = {weather: table.weather[weather]} if table.weather[weather] else {}
    away = []
    for carrier in fleeing(u.data, ships):
        needs = f"{table.success_from} or more to get away"
        if u.roll(D6, "NS-3.3.1-cv-flee", carrier.id, modifiers, needs=needs) >= table.success_from:
            u.tell("NS-3.3.1-cv-flee", "{unit} gets away", unit=carrier.id)
            away.append(carrier.id)
    return away
