"""Surface actions for tests: on the open sea in March 1942, by day, unless it is said otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from barents.games.operations.battle.tactics import battle_of
from barents.games.operations.fights import Battle, Division, Encounter, Fighter
from barents.games.operations.state import Round, SurfaceActions
from barents.kernel.sides import Side

from .theatre import ALLIED, AXIS, CLEAR, OPEN_SEA, Theatre

NIGHT, TWILIGHT, DAY = 1, 2, 3  # turns of a day in March
DIVIDE, INTENT, JOIN = "OP-TAC-divisions", "OP-TAC-rounds", "OP-TAC-who"
GUNS, TORPEDOES = "OP-GUN-dice", "OP-TORP-range"
LETTERS = {ALLIED: "a", AXIS: "g"}


def meeting(
    allied: Sequence[str],
    axis: Sequence[str],
    *,
    engager: Side = AXIS,
    contact: Sequence[Side] = (ALLIED, AXIS),
    turn: int = DAY,
    weather: int = CLEAR,
    year: int = 1942,
) -> Theatre:
    """Two fleets, `home` and `raiders`, that are about to fight."""
    theatre = Theatre(month=3, turn=turn, weather=weather, year=year)
    theatre.fleet("home", OPEN_SEA, *allied, engaged=True)
    theatre.fleet("raiders", OPEN_SEA, *axis, engaged=True)
    fleets = {ALLIED: "home", AXIS: "raiders"}
    theatre.state.battles = [Encounter(OPEN_SEA, fleets, contact=list(contact), engager=engager)]
    return theatre


def drawn_up(theatre: Theatre, divisions: Mapping[str, str] | None = None, **dice: Sequence[int]) -> Theatre:
    """Begin the battle, with the divisions of ships; the others are in the first."""
    theatre.begin(SurfaceActions(), **dice)
    for side in Side:
        theatre.plot(side, {key: value for key, value in (divisions or {}).items() if key in theatre.slots(side)})
    return theatre


def placed(
    cells: Mapping[str, int],
    *,
    turn: int = DAY,
    weather: int = CLEAR,
    year: int = 1942,
    round: int = 1,
    engager: Side = AXIS,
    surprised: Sequence[Side] = (),
) -> Theatre:
    """A battle in which each ship stands where it is said; those of a side in one cell are a division.

    The next round to be fought is `round`. A ship is one of the register or of a line.
    """
    theatre = Theatre(month=3, turn=turn, weather=weather, year=year)
    data = theatre.data
    sides = {name: data.types[data.line_of(name.partition("*")[0])].side for name in cells}
    for side, key in ((ALLIED, "home"), (AXIS, "raiders")):
        theatre.fleet(key, OPEN_SEA, *[name for name in cells if sides[name] is side], engaged=True)
    battle = Battle(OPEN_SEA, engager, {ALLIED: ["home"], AXIS: ["raiders"]}, list(surprised), round=round - 1)
    for side, key in ((ALLIED, "home"), (AXIS, "raiders")):
        places = iter(
            cell for name, cell in cells.items() if sides[name] is side for _ in range(int(name.partition("*")[2] or 1))
        )
        groups: dict[int, list[str]] = {}
        for number, ship in enumerate(theatre.state.desks[side].ships, 1):
            battle.ships[f"{LETTERS[side]}{number}"] = Fighter(ship, key)
            groups.setdefault(next(places), []).append(f"{LETTERS[side]}{number}")
        for order, (cell, names) in enumerate(groups.items(), 1):
            battle.divisions.append(Division(f"{LETTERS[side]}-{order}", side, cell, names, order=order))
    theatre.state.battle = battle
    return theatre


def number(theatre: Theatre, ship: str) -> str:
    """The number of a ship in the battle."""
    return next(name for name, fighter in battle_of(theatre.now).ships.items() if fighter.ship == ship)


def division(theatre: Theatre, ship: str) -> Division:
    """The division of a ship."""
    name = number(theatre, ship)
    return next(one for one in battle_of(theatre.now).divisions if name in one.ships)


def fought(theatre: Theatre, orders: Mapping[str, str] | None = None, **dice: Sequence[int]) -> Theatre:
    """Fight the next round: `tirpitz:move` is the move of her division, `tirpitz:primary` the target of her guns.

    Divisions and targets are named by a ship. Guns without a target fire at the nearest enemy if `dice` fall for it.
    """
    theatre.begin(Round(), **dice)
    given = told(theatre, orders or {})
    for side in Side:
        theatre.plot(side, {slot: value for slot, value in given.items() if slot in theatre.slots(side)})
    return theatre


def told(theatre: Theatre, orders: Mapping[str, str]) -> dict[str, str]:
    """Orders by the numbers of the battle instead of the names of ships."""
    found = {}
    for slot, value in orders.items():
        ship, _, verb = slot.partition(":")
        if verb in ("primary", "secondary", "tertiary", "torpedoes"):
            target, slash, dice = value.partition("/")
            found[f"{number(theatre, ship)}:{verb}"] = number(theatre, target) + slash + dice
        elif verb == "starshell":
            found[f"{division(theatre, ship).key}:{verb}"] = division(theatre, value).key
        else:
            found[f"{division(theatre, ship).key}:{verb}" if verb else ship] = value
    return found


def shots(theatre: Theatre, rule: str = GUNS) -> dict[str, int]:
    """How many dice each battery has fired in the round: `a1, primary guns, at g1`."""
    return {roll.subject: len(roll.faces) for roll in theatre.rolls(rule) if "confirmed" not in roll.subject}
