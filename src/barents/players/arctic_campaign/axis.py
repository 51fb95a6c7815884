"""The German staff at its desk (11.3): who goes to Norway, where the boats wait, and what the oil is for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from barents.games.arctic_campaign.actions import Consent, Proceed, Refuel, RefuelAll
from barents.games.arctic_campaign.axis import homebound, oil
from barents.games.arctic_campaign.axis import plans as plans_axis
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.quick import month as quick
from barents.games.arctic_campaign.quick.convoy import strength
from barents.games.arctic_campaign.rules import modes, passage, points, repairs
from barents.games.arctic_campaign.rules.passage import STAY
from barents.games.arctic_campaign.rules.units import type_of
from barents.games.arctic_campaign.state import State
from barents.games.operations.rules.units import ships_of
from barents.games.operations.state import Ship
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Assign, Pick, Subset
from barents.kernel.sides import Side
from barents.players.arctic_campaign.sheets import Page, filled, spread

HEAVY = ("BB", "BC", "CV", "AC", "CA")
RESERVE = 12  # boxes of oil that are kept
RICH = 60  # boxes with which more great ships may come
FEW_HEAVIES, FEW_DESTROYERS, MORE_HEAVIES, MORE_DESTROYERS = 2, 6, 6, 12
SORTIE_BOXES = 4  # boxes that a ship burns on a sortie, about
# Two battleships, two cruisers and a screen have a strength of about 95 (8 c): half as much again overwhelms them, and
# three quarters of it are a match, which is worth the oil only where there is plenty
OVERWHELMING, A_MATCH, PLENTY = 143, 80, 2
A_FLEET = 4  # ships that pass the North Sea together, one of them great
FORWARD, REAR = "Altafjord", "Trondheim"
MAJOR = ("hull", "primary", "secondary", "speed")
# Across the convoys' way between the ice and Norway, near Bear Island, and at the limit off Kola (11.3, 7.2)
LINES = ("5712", "6113", "5514", "5811", "6012", "5910", "6514", "6614", "6714", "5612", "6013", "6111", "6815", "6415")


def lines(_data: Data, _known: State, options: Assign) -> Action:
    """C.14, 11.3: a third in a line, a third near Bear Island, a third off Kola."""
    return spread(options, list(LINES))


def _in_norway(data: Data, known: State) -> list[Ship]:
    return [ship for _, ship in oil.in_norway(known, data)]


def reinforce(data: Data, known: State, options: Assign | Pick[Action]) -> Action | None:
    """C.124, 11.3: great ships and destroyers as the oil can keep them, each great ship with some of these."""
    if not isinstance(options, Assign):
        return None
    rich = oil.left(known, data) >= RICH
    there = [type_of(data, ship).type for ship in _in_norway(data, known)]
    heavies = (MORE_HEAVIES if rich else FEW_HEAVIES) - sum(type in HEAVY for type in there)
    destroyers = (MORE_DESTROYERS if rich else FEW_DESTROYERS) - there.count("DD")
    kinds = {key: type_of(data, known.axis.ships[key]).type for key in options.slots}
    great = sorted((key for key in kinds if kinds[key] in HEAVY), key=lambda key: HEAVY.index(kinds[key]))
    small = [key for key in kinds if kinds[key] == "DD"]
    if oil.left(known, data) < RESERVE:
        return filled(options, dict.fromkeys(options.slots, STAY))
    chosen = [*great[: max(0, heavies)], *small[: max(0, destroyers)]]
    wanted = dict.fromkeys(options.slots, STAY) | dict(_fleets(chosen, kinds))
    return filled(options, wanted)


def _fleets(chosen: list[str], kinds: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """A letter for each ship: destroyers are dealt out to the great ships; without any they go by fours."""
    great = [key for key in chosen if kinds[key] in HEAVY]
    rest = [key for key in chosen if key not in great]
    number = max(len(great), -(-len(rest) // A_FLEET), 1)
    for group in (great, rest):
        for place, key in enumerate(group):
            yield key, "ABCDEFGHIJ"[place % number]


def anchor(data: Data, known: State, options: Assign) -> Action:
    """11.4: warships lie forward at Altafjord, small ones and oilers where they are; who has no oil stays behind."""
    wanted = {}
    for slot, domain in options.slots.items():
        ship = known.axis.ships.get(slot)
        if ship is not None and type_of(data, ship).type in (*HEAVY, "CL", "DD") and FORWARD in domain:
            wanted[slot] = FORWARD
    return filled(options, wanted)


def refuel(data: Data, known: State, options: Pick[Action] | Subset) -> Action:
    """C.33, 11.3: everyone if the reserve stays, else one after the other as far as it goes; back in port again."""
    if isinstance(options, Subset):
        return Choose(tuple(options.items))
    listed = list(options)
    spare = oil.left(known, data) - RESERVE
    if spare > 0:
        if RefuelAll() in listed:
            return RefuelAll()
        most: dict[str, Refuel] = {}
        for action in listed:
            if isinstance(action, Refuel) and action.boxes > most.get(action.ship, Refuel("", 0)).boxes:
                most[action.ship] = action
        fits = [action for action in most.values() if action.boxes <= spare]
        if fits:
            return max(fits, key=lambda action: action.boxes)
    return Proceed()


def go_home(data: Data, known: State, options: Assign | Pick[Action]) -> Action | None:
    """A.24, 11.3: ships with major damage go home, and others if the next month's oil would not reach."""
    if not isinstance(options, Assign):
        return None
    short = oil.left(known, data) < 4
    wanted = {}
    for slot, domain in options.slots.items():
        ship = known.axis.ships[slot]
        hurt = any(ship.lost.get(box, 0) for box in MAJOR if box in ship.lost)
        goes = hurt or STAY not in domain or (short and type_of(data, ship).type in ("BB", "BC", "CV"))
        wanted[slot] = "A" if goes else STAY
    return filled(options, wanted)


def commit(data: Data, known: State, options: Subset | Pick[Action]) -> Action | None:
    """8 (c): all squadrons that fight sail together against convoys, if they overwhelm the cover and have the oil.

    With plenty of oil they also sail if they are only a match for it.
    """
    if not isinstance(options, Subset) or known.operation is None:
        return None
    desk = known.operation.desks[Side.AXIS]
    fleets = {fleet: ships_of(desk, fleet) for fleet in options.items}
    able = {fleet: ships for fleet, ships in fleets.items() if any(_fights(data, ship) for ship in ships)}
    ships = [ship for group in able.values() for ship in group if _fights(data, ship)]
    heavy = any(type_of(data, ship).type in HEAVY for ship in ships)
    power, stock = strength(data, ships), oil.left(known, data)
    cost = RESERVE + sum(SORTIE_BOXES * Fraction(*data.tables.oil.refill[type_of(data, ship).type]) for ship in ships)
    goes = (power >= OVERWHELMING and stock >= cost) or (power >= A_MATCH and stock >= PLENTY * cost)
    return Choose(tuple(able) if heavy and goes else ())


def _fights(data: Data, ship: Ship) -> bool:
    return type_of(data, ship).type in (*HEAVY, "CL", "DD") and ship.fuel > 0


def war_goes_on(_data: Data, _known: State, _options: Any) -> Action:
    """As long as there are boats."""
    return Consent(yes=False)


def every_item(_data: Data, _known: State, options: Subset) -> Action:
    """Every way of playing a month will do."""
    return Choose(tuple(options.items))


def whole_yard(_data: Data, _known: State, options: Subset) -> Action:
    """C.22: as many as there are places for."""
    return Choose(tuple(options.items[: options.most]))


ANSWERS: dict[str, Page] = {
    plans_axis.BOATS.rule: lines,
    passage.FLEETS_OUT.rule: reinforce,
    plans_axis.SQUADRONS.rule: anchor,
    oil.FUEL.rule: refuel,
    homebound.FLEETS_HOME.rule: go_home,
    repairs.YARD.rule: whole_yard,
    points.END.rule: war_goes_on,
    modes.WAYS.rule: every_item,
    quick.COMMIT.rule: commit,
}
