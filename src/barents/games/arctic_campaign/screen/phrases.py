"""What a player of the campaign can answer, in words: every action, slot and value, and the names of the log.

`label` knows the data alone and is what the log is written with; `called` also knows what a side knows. While a Convoy
Phase is played out, the words are those of the operations engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from barents.games.arctic_campaign import actions as a
from barents.games.arctic_campaign.allied.core import NEW
from barents.games.arctic_campaign.allied.hire import SWEEPER, in_core
from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import (
    MODES,
    boxes_in_words,
    is_at_sea,
    plural,
    points,
    route_name,
    spelt,
)
from barents.games.arctic_campaign.orders import DECK, WRITTEN
from barents.games.arctic_campaign.rules.convoy_phase import in_key
from barents.games.arctic_campaign.rules.north_sea import ANY, LARGEST, SECOND
from barents.games.arctic_campaign.rules.passage import LETTERS, STAY
from barents.games.arctic_campaign.rules.units import desk_of
from barents.games.arctic_campaign.state import State
from barents.games.operations import GAME as SEA
from barents.games.operations.actions import Press
from barents.games.operations.names import TYPES, registered
from barents.games.operations.screen.phrases import detachment
from barents.games.operations.screen.phrases import named as named_at_sea
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.domains import NONE
from barents.kernel.game import plain_heading
from barents.kernel.sides import Side
from barents.kernel.words import listed

Look: TypeAlias = Callable[[str], str | None]
MOST_NAMED = 4

# Slots and values that are neither units nor places
VALUES = {
    STAY: "stays where she is",
    NEW: "as one ship more",
    "base": "sails to found a secret base",
    "yard": "Repaired at Trondheim",
    "carrier": "The free escort carrier",
    "cruiser": "The cruiser on the special mission",
    "mission": "Special mission, home by herself",
    "transports": "Transports that load at Hvalfjordur",
    "oilers": "Oilers that load at Hvalfjordur",
    "bombers": "The type of the extra bombers",
    "coastal": "Coastal convoy",
    "sailing": "The coastal convoy sails in turn",
    "zone": "The secret base is to be in",
    "sails": "The oiler sails in turn",
    **MODES,
}
STRIKES = {
    LARGEST: "The largest ship that they see",
    SECOND: "The second largest ship",
    ANY: "Any ship, as chance has it",
}
_NUMBERED = re.compile(r"(.+?)-(?:extra-)?(\d+)")
_DETACHED = re.compile(r"(.+?)((?:-detached(?:-\d+)?)+)")
_IN_PORT = re.compile(r"(port|dock)-(.+)")
_STEMS = {"lt": "uk:LT", "ao": "uk:AO-c", "coastal-ms": "de:ms-ger", "coastal-st": "de:ST-g"}


def label(data: Data, name: str) -> str:
    """What a unit, a place, a month or a value is called by whoever has only its key.

    >>> from barents.games.arctic_campaign.data import data
    >>> [label(data(None), name) for name in ("tirpitz", "lt-12", "1942-07", "3 DD", "cover-1", "pq-8:sails")]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['Tirpitz', 'Large transport 12', 'July 1942', '3 destroyers', 'First covering fleet', 'PQ-8 sails in turn']
    >>> [label(data(None), name) for name in ("Altafjord:2", "A", "hull+hull", "home-6619", "DD-2", "pq-8:via-1")]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['Altafjord, second squadron', 'Fleet A', 'two boxes of hull', 'Home from Murmansk',
     'Second destroyer', 'PQ-8, waypoint 1 of a way of its own']
    """
    return _label(data, name, lambda _key: None, None)


def called(data: Data, known: State, name: str) -> str:
    """The same for whoever knows this much."""
    if is_at_sea(known) and known.operation is not None:
        said = SEA.name_for(data.sea, known.operation, name)
        return said if said != name else label(data, name)
    if name in data.tables.hire.rent or name == SWEEPER:
        return _for_hire(data, known, name)

    def look(key: str) -> str | None:
        for side in Side:
            desk = desk_of(known, side)
            if key in desk.groups:
                return desk.groups[key].name
            if key in desk.ships and desk.ships[key].name:
                return desk.ships[key].name
        return named_at_sea(data.sea, known.operation, key) if known.operation is not None else None

    return _label(data, name, look, data.month_of_year(known.month))


def _for_hire(data: Data, known: State, kind: str) -> str:
    """A row of the shop: the type, how many the core has of how many, and the rent."""
    row = ", ".join([plural(kind).capitalize(), *in_core(data, known, kind)])
    if kind == SWEEPER:
        return f"{row}: a point for each {data.tables.hire.sweepers_for_one}"
    rent = next(points for type, points in data.tables.hire.rent.items() if type == kind)
    return f"{row}: {points(rent)} each"


def _label(data: Data, name: str, look: Look, month: int | None) -> str:
    if name in VALUES:
        return VALUES[name]
    if (unit := look(name)) is not None:
        return unit
    if name in registered(data.sea):
        return data.sea.name_of(name)
    if (name.isdigit() and len(name) < 4) or name[:1] == "−":
        return name
    for part in (_composed, _sign, _sized):
        if (words := part(data, name, look, month)) is not None:
            return words
    return SEA.label(data.sea, name)


def _sign(data: Data, name: str, look: Look, month: int | None) -> str | None:
    """Months, fleets, routes, classes of boats and types of ships and aircraft."""
    if (date := spelt(name)) != name:
        return date
    if name in LETTERS:
        return f"Fleet {name}"
    if found := _DETACHED.fullmatch(name):
        return f"{detachment(found[2])} of {_label(data, found[1], look, month)}"
    if found := _IN_PORT.fullmatch(name):
        port = next((port.name for port in data.sea.tables.ports.rows if in_key(port.name) == found[2]), found[2])
        return f"In {'dock' if found[1] == 'dock' else 'port'}, {port}"
    if name in data.sea.routes:
        return route_name(data, name, month)
    if name in data.sea.boat_classes:
        return f"{data.sea.boat_classes[name].name} boats"
    if name in data.sea.air_types:
        return data.sea.air_types[name].name
    return plural(name) if name in TYPES else None


def _sized(data: Data, name: str, look: Look, month: int | None) -> str | None:
    """Ships and boats without a name of their own, by number."""
    if found := _NUMBERED.fullmatch(name):
        stem, number = found[1], found[2]
        for line in (_STEMS.get(stem, ""), *(f"{nation}:{stem}" for nation in ("uk", "us", "su", "de"))):
            if line in data.sea.types:
                about = data.sea.types[line]
                return f"{about.type} {number}" if "-extra-" in name else f"{about.title} {number}"
        boat = next((kind for kind in data.sea.boat_classes if kind.replace(":", "-").lower() == stem), None)
        if boat is not None:
            return f"{data.sea.boat_classes[boat].name} {number}"
    return None


def _composed(data: Data, name: str, look: Look, month: int | None) -> str | None:
    """What is made of parts: boxes and air groups, fleets of the plan and their orders, ways, ships by number."""
    boxes = name.split("+")
    if all(box in data.tables.repairs.order for box in boxes):
        return boxes_in_words(boxes)
    if (deck := deck_in_words(data, name)) is not None:
        return deck
    if (written := WRITTEN.find(name)) is not None:
        return written.said(lambda part: _label(data, part, look, month))
    return None


def deck_in_words(data: Data, deck: str) -> str | None:
    """An air group as an answer writes it; None for what is none.

    >>> from barents.games.arctic_campaign.data import data
    >>> deck_in_words(data(None), "fulmar:4+albacore:8")
    '4 steps of Fulmar, 8 of Albacore'
    """
    groups = [DECK.find(part) for part in deck.split("+")]
    named = [
        (group.steps, data.sea.air_types[group.type].name)
        for group in groups
        if group and group.type in data.sea.air_types
    ]
    if len(named) != len(groups):
        return None
    (steps, first), *rest = named
    return ", ".join(
        [f"{steps} step{'' if steps == 1 else 's'} of {first}", *(f"{more} of {name}" for more, name in rest)]
    )


# Actions


def words(data: Data, known: State, action: Action) -> str:
    """An action for a person."""

    def name(key: str) -> str:
        return called(data, known, key)

    match action:
        case a.Proceed():
            return "Go on"
        case a.Consent(yes):
            return "Yes" if yes else "No"
        case a.Buy(ship, instead):
            place = "as one ship more" if instead == NEW else f"in the place of {name(instead)}"
            return f"Buy {name(ship)} into the core {place}"
        case a.Sell(ship):
            return f"Give up {name(ship)}"
        case a.Exchange(ship, other):
            return f"Exchange {name(ship)} for {name(other)}"
        case a.Refuel(ship, boxes):
            return (
                f"{name(ship)} takes {boxes} {'box' if boxes == 1 else 'boxes'}{_from_stock(data, known, ship, boxes)}"
            )
        case a.RefuelAll():
            return "Fill up every ship"
        case a.SailEast(port, number):
            return f"{_transports(number)} east from {port}"
        case a.SailWest(port, number):
            return f"{_transports(number)} home from {port}"
        case a.Strike(target):
            return STRIKES.get(target, target)
        case Press(on) if known.operation is None:
            return "Press on with the attack" if on else "Break off"
        case _ if is_at_sea(known) and known.operation is not None:
            return SEA.words(data.sea, known.operation, action)
        case Choose(items):
            return listed([name(item) for item in items], MOST_NAMED) if items else "None of them"
        case Allot(pairs):
            given = [f"{name(slot)}: {name(value)}" for slot, value in pairs if value != NONE]
            more = f"; {len(given) - MOST_NAMED} more" if len(given) > MOST_NAMED else ""
            return "; ".join(given[:MOST_NAMED]) + more if given else "No orders"
    return str(action)


def _transports(number: int) -> str:
    return "1 transport sails" if number == 1 else f"{number} transports sail"


def _from_stock(data: Data, known: State, key: str, boxes: int) -> str:
    """AC-C.33-one, -two, -three: what the stock pays for it."""
    if key not in known.axis.ships:
        return ""
    ship = known.axis.ships[key]
    twelfths = min(boxes * data.sea.tables.fuel.parts, oil.room(data, ship))
    paid = oil.charge(data, ship, twelfths)
    return f", {oil.boxes_text(paid, oil.BOX)} of the stock" if paid != twelfths * oil.BOX // 12 else ""


HEADINGS: dict[type[Action], str] = {
    a.Proceed: "Nothing more here",
    a.Consent: "Yes or no",
    a.Buy: "Buy into the core",
    a.Sell: "Give up for points",
    a.Exchange: "Exchange",
    a.Refuel: "Take fuel",
    a.RefuelAll: "All of them",
    a.SailEast: "A convoy to Russia",
    a.SailWest: "A convoy home",
    a.Strike: "Target",
}


def heading(data: Data, kind: type[Action], action: Action | None) -> str:
    """The words over actions of one kind."""
    if kind in HEADINGS:
        return HEADINGS[kind]
    return SEA.heading(data.sea, kind, action) or plain_heading(data, kind, action)
