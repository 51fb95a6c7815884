"""Operations: search, contact, submarines, strikes, guns and torpedoes, engines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from barents.games.operations import GAME
from barents.games.operations.actions import Attack, Engage, Press
from barents.games.operations.air.orders import finding
from barents.games.operations.air.strikes import STRIKE
from barents.games.operations.battle.action import ROUND
from barents.games.operations.data import Data
from barents.games.operations.fights import Battle, Division, Fighter, Hunt
from barents.games.operations.fleets.contact import MEETING, intercepting
from barents.games.operations.fleets.sea import breakdown
from barents.games.operations.orders import Salvo, WeaponSlot
from barents.games.operations.rules.setup import add_steps, new_ship
from barents.games.operations.state import Boat, Contact, Desk, Fleet, Options, Spell, State
from barents.games.operations.submarines.attack import PRESS
from barents.games.operations.submarines.boats import IN_CONTACT
from barents.kernel.actions import Action, Choose, Decline
from barents.kernel.decisions import Assign, Decision, Pick
from barents.kernel.domains import Among
from barents.kernel.question import Asked, Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds, Outcome
from barents.lab.odds import Given, NoAnswer, Procedure, one_of

ZONE, BANAK = "5709", "Banak"  # by Bear Island: day all round in July, night all round in December
MONTHS = {"day": 7, "night": 12}
FLEETS = {Side.ALLIED: "home", Side.AXIS: "raiders"}
LETTERS = {Side.ALLIED: "a1", Side.AXIS: "g1"}
Light = Annotated[Literal["day", "night"], Meta(description="day or night")]
WeatherLevel = Annotated[int, Meta(ge=1, le=6, description="1 clear, 2 cloud, 3 squall, 4 murk, 5 storm, 6 gale")]
Year = Annotated[int, Meta(ge=1942, le=1945, description="the year")]
Ships = Annotated[int, Meta(ge=1, le=60, description="ships in the fleet that was reported")]


class Place:
    """A zone with two fleets."""

    def __init__(self, data: Data, light: str = "day", weather: int = 1, year: int = 1942) -> None:
        self.data = data
        self.state = State(
            agenda=[],
            scenario="",
            options=Options(),
            month=MONTHS[light],
            year=year,
            turns=120,
            turn=3,
            desks={side: Desk() for side in Side},
            weather={region: Spell(weather, 999) for region in data.tables.weather.regions},
        )

    def fleet(self, side: Side, ships: Sequence[str]) -> Fleet:
        """Put a fleet here: ships of the register, or lines such as `uk:LT`."""
        key = FLEETS[side]
        desk = self.state.desks[side]
        for number, name in enumerate(ships, 1):
            line = name if ":" in name else self.data.line_of(name)
            ship = name if ":" not in name else f"{name.partition(':')[2].lower()}-{number}"
            desk.ships[ship] = new_ship(self.data, ship, line, ship, key, 0)
        convoy = any(self.data.types[ship.line].is_transport for ship in desk.ships.values())
        fleet = Fleet(key, key, ZONE, "convoy" if convoy else "raid", track=[ZONE], root=key, since=1)
        desk.fleets[key] = fleet
        return fleet

    def report(self, side: Side, **fields: object) -> Contact:
        """Give a side a report of the enemy fleet, of this turn."""
        contact = Contact("c1", self.state.turn, ZONE, 2, "report", fleet=FLEETS[side.enemy])
        for field, value in fields.items():
            setattr(contact, field, value)
        self.state.desks[side].contacts["c1"] = contact
        return contact

    def odds(self, side: Side, question: Question[State, Data], action: Action, about: str = "") -> Odds | None:
        """What the client would show of an answer."""
        decision = Decision(side, question, Pick([action], about=about))
        return Asked(GAME, self.data, self.state, decision).odds(action)


def known_ship(data: Data, name: str) -> str:
    """A ship of the register that an operation can have."""
    return one_of("warship of the register", name, {ship: line for line in data.types for ship in data.ships_of(line)})


# Search and contact


class Searching(Given, frozen=True, kw_only=True):
    """An air search of a sector in which a fleet is."""

    ships: Ships = 30
    merchants: Annotated[bool, Meta(description="it is a convoy")] = True
    steps: Annotated[int, Meta(ge=1, le=6, description="air steps that search")] = 1
    light: Light = "day"
    weather: WeatherLevel = 1


def search(data: Data, given: Searching) -> Odds | None:
    """OP-SEARCH-number: a report."""
    place = Place(data, given.light, given.weather)
    flags = ["merchants"] if given.merchants else []
    contact = place.report(Side.AXIS, number=given.ships, flags=flags, turn=place.state.turn - 2)
    found = finding(data, place.state, Side.AXIS, contact, given.steps - 1)
    if found is None:
        raise NoAnswer("in storm and gale nothing is found from the air")
    return found


class Meeting(Given, frozen=True, kw_only=True):
    """A fleet of one's own, and an enemy fleet that was reported."""

    ship: Annotated[str, Meta(description="a ship of one's own")] = "tirpitz"
    ships: Ships = 30
    merchants: Annotated[bool, Meta(description="the enemy fleet is a convoy")] = True
    light: Light = "day"
    weather: WeatherLevel = 1


def _met(data: Data, given: Meeting) -> tuple[Place, Side]:
    place = Place(data, given.light, given.weather)
    side = data.types[data.line_of(known_ship(data, given.ship))].side
    place.fleet(side, [given.ship])
    place.report(side, number=given.ships, flags=["merchants"] if given.merchants else [])
    return place, side


def contact(data: Data, given: Meeting) -> Odds | None:
    """OP-CONTACT-number: meeting what was reported."""
    place, side = _met(data, given)
    return intercepting(data, place.state, side, FLEETS[side], place.state.desks[side].contacts["c1"])


def engage(data: Data, given: Meeting) -> Odds | None:
    """OP-CONTACT-avoid: a battle, if the enemy tries to avoid it."""
    place, side = _met(data, given)
    return place.odds(side, MEETING, Engage(FLEETS[side], "c1"))


# Submarines


class Diving(Given, frozen=True, kw_only=True):
    """A boat in contact with a convoy whose ships she sees."""

    merchants: Annotated[int, Meta(ge=1, le=40, description="merchants in the convoy")] = 30
    escorts: Annotated[int, Meta(ge=0, le=20, description="destroyers that screen it")] = 4
    type: Annotated[str, Meta(description="the class of the boat")] = "de:VII"
    light: Light = "day"
    weather: WeatherLevel = 1
    year: Year = 1942


def _diving(data: Data, given: Diving, *, detected: bool) -> Place:
    place = Place(data, given.light, given.weather, given.year)
    about = data.boat_classes[one_of("class of boats", given.type, data.boat_classes)]
    if about.side is not Side.AXIS:
        raise NoAnswer("here a German boat meets an Allied convoy: de:VII or de:IX")
    place.fleet(Side.ALLIED, ["uk:LT"] * given.merchants + ["uk:DD137"] * given.escorts)
    place.state.desks[Side.AXIS].boats["u-354"] = Boat("u-354", given.type, ZONE, "u-354")
    ships = list(place.state.desks[Side.ALLIED].ships)
    place.report(Side.AXIS, level=3)
    place.state.hunt = Hunt(Side.AXIS, "u-354", FLEETS[Side.ALLIED], "c1", ships, detected=detected)
    return place


def submarine(data: Data, given: Diving) -> Odds | None:
    """OP-SUB-attack: the whole attack."""
    return _diving(data, given, detected=False).odds(Side.AXIS, IN_CONTACT, Attack("u-354", "c1"))


def press(data: Data, given: Diving) -> Odds | None:
    """OP-SUB-press: going on when found."""
    return _diving(data, given, detected=True).odds(Side.AXIS, PRESS, Press(on=True))


def break_off(data: Data, given: Diving) -> Odds | None:
    """OP-SUB-press: breaking off when found."""
    return _diving(data, given, detected=True).odds(Side.AXIS, PRESS, Decline())


# Strikes


class Striking(Given, frozen=True, kw_only=True):
    """An air strike on a fleet whose types are known."""

    aircraft: Annotated[str, Meta(description="the type of aircraft")] = "ju-88"
    steps: Annotated[int, Meta(ge=1, le=20, description="steps that strike")] = 4
    merchants: Annotated[int, Meta(ge=0, le=40, description="merchants in the fleet")] = 30
    escorts: Annotated[int, Meta(ge=0, le=20, description="destroyers with them")] = 4
    weather: WeatherLevel = 1


def strike(data: Data, given: Striking) -> Odds | None:
    """OP-STRIKE: a hit."""
    place = Place(data, "day", given.weather)
    about = data.air_types[one_of("type of aircraft", given.aircraft, data.air_types)]
    if about.side is not Side.AXIS:
        raise NoAnswer(f"here German aircraft strike an Allied fleet; {given.aircraft} is Allied")
    place.fleet(Side.ALLIED, ["uk:LT"] * given.merchants + ["uk:DD137"] * given.escorts)
    types = {"LT": given.merchants, "DD": given.escorts}
    place.report(Side.AXIS, level=3, types={type: number for type, number in types.items() if number})
    desk = place.state.desks[Side.AXIS]
    add_steps(desk, given.aircraft, given.steps, data.base_zone(BANAK))
    for step in desk.air.values():
        step.sortie = "strike"
    return place.odds(Side.AXIS, STRIKE, Choose(tuple(desk.air)), about="c1")


# Battle


class Firing(Given, frozen=True, kw_only=True):
    """One ship at another on the battle track."""

    ship: Annotated[str, Meta(description="which ship fires")] = "scharnhorst"
    target: Annotated[str, Meta(description="at whom")] = "duke-of-york"
    range: Annotated[int, Meta(ge=0, le=12, description="cells between them")] = 6
    weapon: Annotated[
        Literal["primary", "secondary", "tertiary", "torpedoes"],
        Meta(description="primary, secondary, tertiary, torpedoes"),
    ] = "primary"
    dice: Annotated[int, Meta(ge=1, le=12, description="dice of torpedoes")] = 2
    light: Light = "day"
    weather: WeatherLevel = 1


def gunnery(data: Data, given: Firing) -> Odds | None:
    """OP-GUN-dice, OP-TORP-range: a battery, or torpedoes."""
    place = Place(data, given.light, given.weather)
    sides = {name: data.types[data.line_of(known_ship(data, name))].side for name in (given.ship, given.target)}
    side = sides[given.ship]
    if sides[given.target] is side:
        raise NoAnswer(f"{given.ship} and {given.target} are of the same side")
    battle = Battle(ZONE, side, {each: [FLEETS[each]] for each in Side}, round=1)
    for name, cell in ((given.ship, 0), (given.target, given.range)):
        owner = sides[name]
        place.fleet(owner, [name])
        battle.ships[LETTERS[owner]] = Fighter(name, FLEETS[owner], seen=True)
        battle.divisions.append(Division(f"{LETTERS[owner]}-1", owner, cell, [LETTERS[owner]], order=1))
    place.state.battle = battle
    slot, target = str(WeaponSlot(LETTERS[side], given.weapon)), LETTERS[side.enemy]
    value = str(Salvo(target, given.dice)) if given.weapon == "torpedoes" else target
    decision: Decision[Action] = Decision(side, ROUND, Assign({slot: Among([value])}))
    found = Asked(GAME, data, place.state, decision).order_odds.get(slot, {}).get(value)
    if found is None:
        raise NoAnswer(f"the {given.weapon} of {given.ship} do not reach a ship {given.range} cells away, or see none")
    return found.first


class Steaming(Given, frozen=True, kw_only=True):
    """A German fleet that has steamed today."""

    fast: Annotated[bool, Meta(description="at full speed in a turn")] = False


def engines(data: Data, given: Steaming) -> Odds | None:
    """OP-SEA-machinery: that engines fail."""
    chance = breakdown(data, fast=given.fast)
    ends = (Outcome("an engine fails", round(chance, 6)), Outcome("all is well", round(1 - chance, 6)))
    return Odds(chance, "an engine failure", {}, ends)


PROCEDURES = (
    Procedure("search", "aircraft search a sector in which a fleet is (OP-SEARCH)", Searching, search),
    Procedure("contact", "a fleet meets what was reported (OP-CONTACT)", Meeting, contact),
    Procedure("engage", "a battle with an enemy who tries to avoid it (OP-CONTACT)", Meeting, engage),
    Procedure("submarine", "a boat's whole attack on a convoy (OP-SUB)", Diving, submarine),
    Procedure("press", "a boat that was found goes on (OP-SUB-press)", Diving, press),
    Procedure("break-off", "a boat that was found breaks off (OP-SUB-press)", Diving, break_off),
    Procedure("strike", "an air strike on a fleet (OP-STRIKE)", Striking, strike),
    Procedure("gunnery", "a battery or torpedoes on the battle track (OP-GUN, OP-TORP)", Firing, gunnery),
    Procedure("engines", "German machinery at the end of a day (OP-SEA-machinery)", Steaming, engines),
)
