"""Arctic Disaster: search, submarines, guns, torpedoes, bombs, fighters, and orders from above."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from barents.games.arctic_disaster import GAME
from barents.games.arctic_disaster.actions import (
    AskForOrders,
    Disengage,
    Inspect,
    PutIn,
    SearchHere,
    Submarine,
    Target,
)
from barents.games.arctic_disaster.combat.air_battle import ATTACKERS
from barents.games.arctic_disaster.combat.gunnery import GUNS
from barents.games.arctic_disaster.combat.torpedoes import TUBES
from barents.games.arctic_disaster.combat.withdrawal import BREAK_OFF
from barents.games.arctic_disaster.data import CARRIER, CONVOY, TIRPITZ, Data
from barents.games.arctic_disaster.orders import BatterySlot
from barents.games.arctic_disaster.rules.activation import ACT
from barents.games.arctic_disaster.rules.events import INTELLIGENCE_ON
from barents.games.arctic_disaster.rules.reorganisation import PATROL
from barents.games.arctic_disaster.rules.submarines import CONTACT, HUNT, TARGET, boat_name
from barents.games.arctic_disaster.rules.tirpitz import KNIGHTS_MOVE_IN, ORDERS
from barents.games.arctic_disaster.rules.units import SMALL_ESCORTS
from barents.games.arctic_disaster.state import (
    KNIGHTS_MOVE,
    LOST,
    Activation,
    Battle,
    Boat,
    Fighter,
    Force,
    Raid,
    Ship,
    State,
    Wing,
)
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import Among
from barents.kernel.question import Asked, Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds
from barents.lab.odds import Given, NoAnswer, Procedure, first, one_of, question

SCENARIO, SEA = "historical", "2225"
MARKERS = {Side.ALLIED: "cruiser-force", Side.AXIS: "tg-b"}
Fog = Annotated[bool, Meta(description="there is fog")]


class Place:
    """A hex of the Barents Sea with what is in it."""

    def __init__(self, data: Data, *, fog: bool = False, cell: str = SEA) -> None:
        self.data, self.cell = data, cell
        state: State = GAME.opening(data, SCENARIO, GAME.options())
        state.ships, state.forces = {side: {} for side in Side}, {side: {} for side in Side}
        state.boats, state.wings = {side: {} for side in Side}, {side: {} for side in Side}
        state.weather = {"norwegian": "fog" if fog else "clear", "barents": "fog" if fog else "clear"}
        self.state = state

    def force(self, side: Side, *names: str, key: str = "") -> Force:
        """Put a force here, with ships."""
        force = Force(key or MARKERS[side], self.cell, 1 + len(self.state.forces[side]))
        self.state.forces[side][force.key] = force
        for name in names:
            self.ship(name).force = force.key
        return force

    def ship(self, name: str) -> Ship:
        """A ship, lying singly unless it is put under a marker."""
        about = self.data.counters[one_of("ship of Arctic Disaster", name, self.data.counters)]
        ship = Ship(name)
        self.state.ships[about.side][name] = ship
        return ship

    def wing(self, name: str) -> Wing:
        """An air unit with all its steps."""
        unit = self.data.air[one_of("air unit of Arctic Disaster", name, self.data.air)]
        wing = Wing(name)
        self.state.wings[self.data.formations[unit.formation].side][name] = wing
        return wing

    def odds(self, side: Side, asked: Question[State, Data], action: Action, prompt: str = "") -> Odds | None:
        """What the client would show of an answer."""
        return Asked(GAME, self.data, self.state, question(side, asked, action, prompt)).odds(action)


def side_of(data: Data, ship: str) -> Side:
    """Whose a ship is."""
    return data.counters[one_of("ship of Arctic Disaster", ship, data.counters)].side


# Search


class Searching(Given, frozen=True, kw_only=True):
    """A search for a force."""

    fog: Fog = False
    ice: Annotated[bool, Meta(description="the force is in the ice")] = False
    intelligence: Annotated[bool, Meta(description="intelligence looks, not a force")] = False


def search(data: Data, given: Searching) -> Odds | None:
    """AD 10.2.1: finding a force."""
    place = Place(data, fog=given.fog, cell=sorted(data.partial_ice)[0] if given.ice else SEA)
    place.force(Side.ALLIED, "london")
    force = place.force(Side.AXIS, "luetzow")
    if given.intelligence:
        return place.odds(Side.ALLIED, INTELLIGENCE_ON, Inspect(force.key))
    place.state.active = Activation(Side.ALLIED, MARKERS[Side.ALLIED])
    return place.odds(Side.ALLIED, ACT, SearchHere())


# Submarines


class Contacting(Given, frozen=True, kw_only=True):
    """A boat in contact with ships that lie open."""

    boat: Annotated[str, Meta(description="which boat")] = "u-88"
    escorts: Annotated[int, Meta(ge=0, description="small escorts there")] = 0
    shadow: Annotated[bool, Meta(description="she shadows PQ-17 instead of attacking")] = False


class Torpedoing(Given, frozen=True, kw_only=True):
    """A boat's torpedoes at a ship."""

    boat: Annotated[str, Meta(description="which boat")] = "u-88"
    target: Annotated[str, Meta(description="at whom")] = "carlton"
    damage: Annotated[int, Meta(ge=0, description="damage that she has")] = 0


def _boat(place: Place, name: str) -> tuple[Side, str]:
    """Put a boat here; her side, and how a question names her."""
    data = place.data
    about = data.boats[one_of("submarine of Arctic Disaster", name, data.boats)]
    side = data.commands[about.command].side
    place.state.boats[side][name] = Boat(name, place.cell)
    return side, f"What does {boat_name(data, name)} do?"


def contact(data: Data, given: Contacting) -> Odds | None:
    """AD 13.5, 13.6: getting a shot, or shadowing."""
    place = Place(data)
    side, prompt = _boat(place, given.boat)
    of_enemy = {name: each for name, each in data.counters.items() if each.side is side.enemy}
    small = [name for name, each in of_enemy.items() if each.type in SMALL_ESCORTS]
    for name in first("small escorts", given.escorts, small):
        place.ship(name).at = place.cell
    return place.odds(side, CONTACT, Submarine("shadow" if given.shadow else "attack"), prompt)


def torpedo(data: Data, given: Torpedoing) -> Odds | None:
    """AD 13.7: her torpedoes."""
    place = Place(data)
    side, prompt = _boat(place, given.boat)
    if side_of(data, given.target) is side:
        raise NoAnswer(f"{given.target} is of her own side")
    ship = place.ship(given.target)
    ship.at, ship.damage = place.cell, given.damage
    return place.odds(side, TARGET, Target(given.target), prompt)


class Hunting(Given, frozen=True, kw_only=True):
    """Escorts that leave the screen to hunt a shadower."""

    escorts: Annotated[int, Meta(ge=0, description="how many leave")] = 1


def hunting(data: Data, given: Hunting) -> Odds | None:
    """AD 13.6: keeping a shadower off."""
    small = [name for name, each in data.counters.items() if each.type in SMALL_ESCORTS and each.convoy]
    place = Place(data)
    place.force(Side.ALLIED, key=CONVOY)
    return place.odds(Side.ALLIED, HUNT, Choose(tuple(first("escorts", given.escorts, small))))


# Surface combat


class Guns(Given, frozen=True, kw_only=True):
    """A battery of one ship at another."""

    ship: Annotated[str, Meta(description="which ship fires")] = "tirpitz"
    target: Annotated[str, Meta(description="at whom")] = "london"
    battery: Annotated[Literal["main", "secondary"], Meta(description="main or secondary")] = "main"
    range: Annotated[int, Meta(ge=0, le=12, description="areas between them")] = 6
    fog: Fog = False
    moved: Annotated[bool, Meta(description="she has moved")] = False
    smoke: Annotated[bool, Meta(description="there is smoke between them")] = False


class Salvo(Given, frozen=True, kw_only=True):
    """A ship's torpedoes at another."""

    ship: Annotated[str, Meta(description="which ship fires")] = "z-28"
    target: Annotated[str, Meta(description="at whom")] = "london"
    range: Annotated[int, Meta(ge=0, le=12, description="areas between them")] = 2
    fog: Fog = False


def _meeting(place: Place, ship: str, target: str, range: int, *, moved: bool = False, smoke: bool = False) -> Side:
    data, side = place.data, side_of(place.data, ship)
    if side_of(data, target) is side:
        raise NoAnswer(f"{ship} and {target} are of the same side")
    place.force(side, ship)
    place.force(side.enemy, target)
    battle = Battle(place.cell, side, {each: [MARKERS[each]] for each in Side}, round=1)
    battle.ships = {ship: Fighter(1, 1, moved=moved), target: Fighter(1 + range, 1)}
    battle.smoke = [1 + range // 2] if smoke else []
    place.state.battle = battle
    return side


def _order(place: Place, side: Side, asked: Question[State, Data], slot: str, target: str) -> Odds | None:
    """What the display shows of a single order."""
    sheet: Decision[Action] = Decision(side, asked, Assign({slot: Among([target])}), "")
    found = Asked(GAME, place.data, place.state, sheet).order_odds.get(slot, {}).get(target)
    return None if found is None else found.first


def gunnery(data: Data, given: Guns) -> Odds | None:
    """AD 11.4.4: one battery."""
    place = Place(data, fog=given.fog)
    side = _meeting(place, given.ship, given.target, given.range, moved=given.moved, smoke=given.smoke)
    return _order(place, side, GUNS, str(BatterySlot(given.ship, given.battery)), given.target)


def salvo(data: Data, given: Salvo) -> Odds | None:
    """AD 11.4.7: a ship's torpedoes."""
    place = Place(data, fog=given.fog)
    side = _meeting(place, given.ship, given.target, given.range)
    return _order(place, side, TUBES, given.ship, given.target)


class Leaving(Given, frozen=True, kw_only=True):
    """A side that wants to stop a surface combat."""

    round: Annotated[int, Meta(ge=1, description="the round just fought")] = 1
    fog: Fog = False


def disengage(data: Data, given: Leaving) -> Odds | None:
    """AD 11.4.9: getting away."""
    place = Place(data, fog=given.fog)
    side = _meeting(place, "luetzow", "london", 6)
    if given.round >= data.tables.gunnery.rounds:
        raise NoAnswer(f"a combat ends by itself after round {data.tables.gunnery.rounds}")
    assert place.state.battle is not None
    place.state.battle.round = given.round
    return place.odds(side, BREAK_OFF, Disengage(yes=True))


# Aircraft


class Bombing(Given, frozen=True, kw_only=True):
    """Air units at one ship, which fires at each."""

    unit: Annotated[str, Meta(description="the first air unit")] = "1-kg-30-1"
    units: Annotated[int, Meta(ge=1, le=6, description="so many of its formation, one after the other")] = 1
    target: Annotated[str, Meta(description="which ship")] = "carlton"


def bombing(data: Data, given: Bombing) -> Odds | None:
    """AD 11.1: an air attack."""
    place = Place(data)
    formation = data.air[one_of("air unit of Arctic Disaster", given.unit, data.air)].formation
    side = data.formations[formation].side
    if side_of(data, given.target) is side:
        raise NoAnswer(f"{given.target} is of the same side as the aircraft")
    same = [name for name, each in data.air.items() if each.formation == formation and name != given.unit]
    units = [given.unit, *first(f"more units of {formation}", given.units - 1, same)]
    for name in units:
        place.wing(name)
    place.force(side.enemy, given.target)
    place.state.raid = Raid(place.cell, side, MARKERS[side.enemy])
    return place.odds(side, ATTACKERS, Allot(tuple((name, given.target) for name in units)))


class Patrolling(Given, frozen=True, kw_only=True):
    """Fighters over the carrier's force."""

    fighters: Annotated[int, Meta(ge=1, description="units of fighters on patrol")] = 1


def patrol(data: Data, given: Patrolling) -> Odds | None:
    """AD 11.3.1: what fighters cost an attack."""
    place = Place(data)
    able = [name for name, each in data.air.items() if each.formation == "809"]
    fighters = tuple(place.wing(name).id for name in first("fighter units", given.fighters, able))
    return place.odds(Side.ALLIED, PATROL, Choose(fighters))


# Orders from above


class HomeFleet(Given, frozen=True, kw_only=True):
    """The Home Fleet asks for leave to go east."""

    tirpitz: Annotated[bool, Meta(description="Tirpitz has been detected at sea")] = False
    scattered: Annotated[bool, Meta(description="PQ-17 has scattered")] = False


def home_fleet(data: Data, given: HomeFleet) -> Odds | None:
    """AD 7.5.2: leave to go."""
    place = Place(data)
    if given.tirpitz:
        place.force(Side.AXIS, TIRPITZ).detected = True
    place.state.scatter = "done" if given.scattered else "no"
    return place.odds(Side.ALLIED, ORDERS, AskForOrders(yes=True))


class Sailing(Given, frozen=True, kw_only=True):
    """Tirpitz sails, and Hitler hears of it."""

    carrier: Annotated[Literal["unseen", "seen", "sunk"], Meta(description="Victorious: unseen, seen or sunk")] = (
        "unseen"
    )
    scattered: Annotated[bool, Meta(description="PQ-17 has scattered")] = False


def sailing(data: Data, given: Sailing) -> Odds | None:
    """AD 5.8: whether she may stay at sea."""
    place = Place(data)
    if given.carrier == "sunk":
        place.ship(CARRIER).at = LOST
    elif given.carrier == "seen":
        place.force(Side.ALLIED, CARRIER).detected = True
    place.state.scatter = "done" if given.scattered else "no"
    return place.odds(Side.AXIS, KNIGHTS_MOVE_IN, PutIn(KNIGHTS_MOVE, True))


PROCEDURES = (
    Procedure("search", "a force looks for another (10.2.1)", Searching, search),
    Procedure("contact", "a boat attacks or shadows (13.5, 13.6)", Contacting, contact),
    Procedure("torpedo", "a boat's torpedoes at a ship (13.7)", Torpedoing, torpedo),
    Procedure("hunting", "escorts keep a shadower off (13.6)", Hunting, hunting),
    Procedure("gunnery", "one battery at one ship (11.4.4)", Guns, gunnery),
    Procedure("salvo", "a ship's torpedoes at another (11.4.7)", Salvo, salvo),
    Procedure("disengage", "a side wants to stop a combat (11.4.9)", Leaving, disengage),
    Procedure("bombing", "air units at a ship (11.1)", Bombing, bombing),
    Procedure("patrol", "fighters over the carrier (11.3.1)", Patrolling, patrol),
    Procedure("home-fleet", "leave to go into the Barents Sea (7.5.2)", HomeFleet, home_fleet),
    Procedure("sailing", "Hitler's word when Tirpitz sails (5.8)", Sailing, sailing),
)
