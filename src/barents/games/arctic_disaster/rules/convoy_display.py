"""Chapter 9.3: the Convoy Display: its squares, who stands where on it, and how the convoy closes up.

Eleven columns (0 to 10, from port to starboard) and seven rows (0 is ahead): the core is four rows of nine squares;
three rescue spaces, each three columns wide, lie behind it, and the screen rings them clockwise from the port bow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster.data import CONVOY, Data
from barents.games.arctic_disaster.rules.units import Umpire, aa, convoy, counter, in_force
from barents.games.arctic_disaster.state import ConvoyDisplay, Ship, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import NONE, Among, Refusal
from barents.kernel.question import Question
from barents.kernel.sides import Side

COLUMNS, CORE_ROWS = 9, 4
CORE = tuple(f"core-{number}" for number in range(1, COLUMNS * CORE_ROWS + 1))
RESCUE = ("rescue-1", "rescue-2", "rescue-3")
SCREEN = tuple(f"screen-{number}" for number in range(1, 33))
ESCORT = (*SCREEN, *CORE)
AHEAD, STARBOARD, ASTERN, PORT = SCREEN[:11], SCREEN[11:16], SCREEN[16:27], SCREEN[27:]
ENDS = frozenset((*AHEAD, *ASTERN))

# Where escorts stand if nobody says otherwise: guns against aircraft in the middle of the core and on the beams, where
# torpedo aircraft come in, destroyers ahead, sweepers and boats astern.
USUAL: Mapping[str, tuple[str, ...]] = {
    "AA": ("core-14", "core-23"),
    "DD": ("screen-14", "screen-30", "screen-4", "screen-8", "screen-6", "screen-2"),
    "FF": ("screen-12", "screen-32", "screen-16", "screen-28"),
    "AT": ("screen-13", "screen-31", "screen-15", "screen-29"),
    "MS": ("screen-22", "screen-20", "screen-24"),
    "SS": ("screen-18", "screen-26"),
    "R": RESCUE,
}


def points(square: str) -> tuple[tuple[int, int], ...]:
    """The columns and rows that a square covers."""
    kind, _, text = square.partition("-")
    number = int(text)
    right, bottom = COLUMNS + 1, CORE_ROWS + 2
    if kind == "core":
        return (((number - 1) % COLUMNS + 1, (number - 1) // COLUMNS + 1),)
    if kind == "rescue":
        return tuple((column, CORE_ROWS + 1) for column in range(3 * number - 2, 3 * number + 1))
    if square in AHEAD:
        return ((number - 1, 0),)
    if square in STARBOARD:
        return ((right, number - len(AHEAD)),)
    if square in ASTERN:
        return ((right - (number - 17), bottom),)
    return ((0, bottom - 1 - (number - 28)),)


@cache
def distance(one: str, other: str) -> int:
    """Squares between two squares of the display, by sides and corners; next to each other is one.

    >>> distance("screen-12", "core-9"), distance("core-1", "core-11"), distance("rescue-1", "core-30")
    (1, 1, 1)
    """
    return min(max(abs(a - c), abs(b - d)) for a, b in points(one) for c, d in points(other))


@cache
def inward(square: str) -> tuple[str, ...]:
    """AD 11.2.1: the squares of the core and the rescue spaces next to a square."""
    return tuple(other for other in (*CORE, *RESCUE) if distance(square, other) == 1)


def positions(state: State, data: Data) -> dict[str, str]:
    """AD 9.3: the square of each ship of PQ-17 that is on the display; those hunting a shadower are not."""
    ships = [ship for ship in in_force(state, Side.ALLIED, CONVOY) if not ship.away]
    standing = {ship.id: ship.square for ship in ships if ship.square}
    if len(standing) == len(ships):
        return standing
    return closed_up(data, ships) | usual_places(data, ships)


def closed_up(data: Data, ships: Iterable[Ship]) -> dict[str, str]:
    """AD 9.3: merchants fill the core from its front without a gap; those furthest back move up into the gaps."""
    merchants = [ship for ship in ships if counter(data, ship).is_merchant]
    front = CORE[: len(merchants)]
    kept = {ship.id: ship.square for ship in merchants if ship.square in front}
    gaps = iter([square for square in front if square not in kept.values()])
    return {ship.id: kept.get(ship.id) or next(gaps) for ship in merchants}


def usual_places(data: Data, ships: Iterable[Ship]) -> dict[str, str]:
    """AD 9.3: escorts stay where they are; those without a square take the place that is usual for their type.

    There are as many rescue spaces as rescue ships, so that only other escorts can find all of theirs taken.
    """
    escorts = [ship for ship in ships if not counter(data, ship).is_merchant]
    found = {ship.id: ship.square for ship in escorts if ship.square}
    for ship in sorted(escorts, key=lambda ship: -aa(data, ship)):
        if ship.id not in found:
            wishes = (*USUAL.get(counter(data, ship).type, ()), *ESCORT)
            found[ship.id] = next(square for square in wishes if square not in found.values())
    return {ship.id: found[ship.id] for ship in escorts}


def about_escorts(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """What an escort's place is good for."""
    table = data.tables.air_attack
    return (
        f"Ships with {table.support_from} or more against aircraft help others up to {table.escort_reach_bomb} squares "
        "off, each once in an attack. One in a screen square meets torpedo aircraft that come in there. Who is not "
        "named stays."
    )


MERCHANTS_STAND: Question[State, Data] = Question(
    "AD-9.3-display-core",
    "Which merchants change places?",
    phase=q.CONVOY_ORDER,
    about=(
        "The merchants sail in rows of nine, numbered from the port bow. Torpedo aircraft come in from the sides, so "
        "those on the edges are hit first. Who is not named closes up from the front, unseen by the enemy until he "
        "attacks."
    ),
    answers={Allot: "Each merchant takes the square that you give it; the others keep theirs, or the next free one."},
    verb="Arrange",
)
ESCORTS_STAND: Question[State, Data] = Question(
    "AD-9.3-display-escort",
    "Which escorts change places?",
    phase=q.CONVOY_ORDER,
    about=about_escorts,
    answers={Allot: "Each escort takes the square that you give it; the others keep theirs, or the next free one."},
    verb="Arrange",
)


def arrange(u: Umpire) -> kernel.Rule[None]:
    """AD 9.3: the core closes up; then the Allied player says where ships stand, first the merchants, then the escorts.

    Whoever is not named stays where it is, or moves up; where its square is taken it takes the first that is free.
    """
    state, data = u.state, u.data
    ships = in_force(state, Side.ALLIED, CONVOY)
    merchants, escorts = closed_up(data, ships), usual_places(data, ships)
    by_name = {ship.id: ship for ship in ships}
    _stand(by_name, merchants | escorts)
    core = Among(CORE[: len(merchants)], _why_not("merchants fill the core from its front, without a gap", "core"))
    slots = dict.fromkeys(merchants, core)
    _stand(by_name, (yield from _ask(u, MERCHANTS_STAND, merchants, slots)))
    slots = {name: _squares(counter(data, by_name[name]).type == "R") for name in escorts}
    _stand(by_name, (yield from _ask(u, ESCORTS_STAND, escorts, slots)))


def _stand(ships: Mapping[str, Ship], places: Mapping[str, str]) -> None:
    """Ships take their squares."""
    for name, square in places.items():
        ships[name].square = square


@cache
def _squares(rescue: bool) -> Among:
    """The squares of a rescue ship or of another escort, with the reason why it may have no other."""
    if rescue:
        return Among(RESCUE, _why_not("rescue ships stand in the rescue spaces behind the core", "rescue"))
    why = _why_not("the rescue spaces are for rescue ships, other escorts stand in the screen or the core", "escort")
    return Among(ESCORT, why, frozenset(ESCORT))


def _why_not(reason: str, rule: str) -> Callable[[str], Refusal | None]:
    """Why a ship may not stand in some other square of the display."""

    def why(square: str) -> Refusal | None:
        return Refusal(reason, f"AD-9.3-display-{rule}") if square in (*CORE, *RESCUE, *SCREEN) else None

    return why


def _ask(
    u: Umpire, question: Question[State, Data], before: Mapping[str, str], slots: Mapping[str, Among]
) -> kernel.Rule[dict[str, str]]:
    """Ask for the squares of some ships; no two of them stand in the same one."""
    if len(before) < 2 and all(slot.count() < 2 for slot in slots.values()):
        return dict(before)
    squares = dict.fromkeys(square for slot in dict.fromkeys(slots.values()) for square in slot)
    options = Assign(slots, optional=True, capacity=dict.fromkeys(squares, 1))
    answer: Allot = yield from u.ask(Side.ALLIED, question, options)
    wanted = {name: square for name, square in answer.pairs if square != NONE}
    return settled(before, wanted, slots)


def settled(
    before: Mapping[str, str], wanted: Mapping[str, str], allowed: Mapping[str, Iterable[str]]
) -> dict[str, str]:
    """Everyone's place when some have been given one: the others keep theirs, or take the first that is free.

    >>> settled({"a": "1", "b": "2"}, {"a": "2"}, {"a": "12", "b": "12"})
    {'a': '2', 'b': '1'}
    """
    taken = set(wanted.values())
    found = dict(wanted)
    for name, place in before.items():
        if name not in found and place not in taken:
            found[name] = place
            taken.add(place)
    for name in before:
        if name not in found:
            found[name] = next(place for place in allowed[name] if place not in taken)
            taken.add(found[name])
    return {name: found[name] for name in before}


def convoy_display(u: Umpire, _step: ConvoyDisplay) -> kernel.Rule[None]:
    """AD 9.3, 3.3: at set-up and in the Terminal Phase; hunters of a shadower are back, and the enemy sees no more."""
    state = u.state
    if convoy(state) is None:
        return
    for ship in in_force(state, Side.ALLIED, CONVOY):
        ship.away = False
    state.displayed, state.wrecks = False, {}
    yield from arrange(u)
