"""Nordkapp: submarines with their chits, guns, aircraft, flight, contact."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from barents.games.nordkapp import GAME
from barents.games.nordkapp.actions import ListenIn, Manoeuvre, Operate, PlayChit, Target
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.datafiles import Box, Weather
from barents.games.nordkapp.orders import Aim
from barents.games.nordkapp.rules.chits import BEFORE_REACTION, BEFORE_TORPEDOES, MOMENTS
from barents.games.nordkapp.rules.hfdf import LISTEN
from barents.games.nordkapp.rules.raids import BOMBS, FIGHTERS, GUNS
from barents.games.nordkapp.rules.shadowing import SHADOW
from barents.games.nordkapp.rules.sightings import report
from barents.games.nordkapp.rules.submarines import OPERATE, TARGET
from barents.games.nordkapp.rules.surface import FIRE, MANOEUVRE
from barents.games.nordkapp.state import LOST, CombatBox, Marker, Piece, Recon, State, SubmarineAction
from barents.kernel.actions import Action, Allot, Choose, Decline
from barents.kernel.decisions import Decision, Pick
from barents.kernel.question import Asked, Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds
from barents.lab.odds import Given, NoAnswer, Procedure, Trial, first, harm, one_of, played_out

BY_DAY, BY_NIGHT, CONVOY = "convoy-is-to-scatter", "unternehmen-sportpalast", "convoy"
WeatherNow = Annotated[Weather, Meta(description="fair, bad, fog or storm")]


class Place:
    """A hex with what is in it, all of it in sight."""

    def __init__(
        self, data: Data, weather: Weather, *, night: bool = False, coast: bool = False, ice: bool = False
    ) -> None:
        self.data = data
        scenario = BY_NIGHT if night else BY_DAY
        self.state: State = GAME.opening(data, scenario, GAME.options())
        self.state.pieces = {side: {} for side in Side}
        self.state.weather = weather
        self.state.turn = data.scenarios[scenario].dark[0] if night else 1
        zone = data.growler_zone(self.state.ice)
        water = sorted(data.open_water(self.state.ice))
        fitting = [cell for cell in water if (cell in data.norwegian_coast) is coast and (cell in zone) is ice]
        if not fitting:
            raise NoAnswer("no hex of the sea is both on the Norwegian coast and near the ice")
        self.cell = fitting[0]
        self.state.shown = {side: [self.cell] for side in Side}

    def put(self, name: str) -> Piece:
        """Place a counter."""
        about = self.data.counters[one_of("counter of Nordkapp", name, self.data.counters)]
        piece = Piece(name, self.cell, force=CONVOY if about.side is Side.ALLIED else "")
        self.state.markers[about.side].setdefault(CONVOY, Marker(CONVOY, CONVOY))
        self.state.pieces[about.side][name] = piece
        return piece

    def odds(self, side: Side, question: Question[State, Data], action: Action) -> Odds | None:
        """What the client would show of an answer."""
        return Asked(GAME, self.data, self.state, Decision(side, question, Pick([action]))).odds(action)


def escorts_of(data: Data) -> list[str]:
    """Allied ships that can fight submarines, the small ones first."""
    able = [each for each in data.counters.values() if each.side is Side.ALLIED and each.asw and not each.is_air]
    return [each.id for each in able if not each.is_sub]


# Submarines


class Boat(Given, frozen=True, kw_only=True):
    """A U-boat and the escorts of a convoy."""

    boat: Annotated[str, Meta(description="which boat attacks")] = "u-88"
    escorts: Annotated[int, Meta(ge=0, description="escorts that can fight submarines")] = 4
    weather: WeatherNow = "fair"
    surfaced: Annotated[bool, Meta(description="she attacks on the surface")] = False
    night: Annotated[bool, Meta(description="it is dark")] = False
    coast: Annotated[bool, Meta(description="on the Norwegian coast")] = False
    ice: Annotated[bool, Meta(description="near the ice")] = False
    chit: Annotated[str, Meta(description="an event chit that is played now")] = ""


class Shot(Boat, frozen=True, kw_only=True):
    """Her torpedoes at a ship."""

    target: Annotated[str, Meta(description="at whom she fires")] = "merc-01"
    damage: Annotated[int, Meta(ge=0, description="damage points that the target has")] = 0


class Hunted(Boat, frozen=True, kw_only=True):
    """What the escorts do to a boat that has attacked."""

    unseen: Annotated[bool, Meta(description="she got in unseen")] = False


def _before_the_screen(
    data: Data, given: Boat, result: Literal["", "infiltrated", "unseen"] = ""
) -> tuple[Place, Side]:
    place = Place(data, given.weather, night=given.night, coast=given.coast, ice=given.ice)
    place.put(given.boat)
    about = data.counters[given.boat]
    if not about.is_sub or about.side is not Side.AXIS:
        raise NoAnswer(f"{about.name} is no U-boat")
    for name in first("escorts", given.escorts, escorts_of(data)):
        place.put(name)
    place.state.box = CombatBox(
        "submarine", place.cell, Side.AXIS, attackers=[given.boat], surfaced=given.surfaced, result=result
    )
    return place, Side.AXIS


def _with_chit(place: Place, chit: str, moment: Question[State, Data]) -> Odds | None:
    """The die that comes next, with a chit at the moment before it."""
    known = {name: about for name, about in place.data.chits.items() if about.window == moment.part}
    about = known[one_of("chit that can be played then", chit, known)]
    return place.odds(about.side or Side.AXIS, moment, PlayChit(chit))


def infiltration(data: Data, given: Boat) -> Odds | None:
    """NK 7.1.1: getting in."""
    place, side = _before_the_screen(data, given)
    if given.chit:
        windows = {name: about.window for name, about in data.chits.items() if about.window}
        return _with_chit(place, given.chit, MOMENTS[windows[one_of("chit that can be played", given.chit, windows)]])
    return place.odds(side, OPERATE, Operate(given.surfaced))


def torpedo(data: Data, given: Shot) -> Odds | None:
    """NK 7.1.2: one torpedo attack."""
    place, side = _before_the_screen(data, given, "infiltrated")
    place.put(given.target).damage = given.damage
    if given.chit:
        return _with_chit(place, given.chit, BEFORE_TORPEDOES)
    return place.odds(side, TARGET, Target(given.target))


def hunt(data: Data, given: Hunted) -> Odds | None:
    """NK 7.1.3: the escorts' answer."""
    place, _ = _before_the_screen(data, given, "unseen" if given.unseen else "infiltrated")
    if not given.escorts:
        raise NoAnswer("without escorts nobody hunts her")
    if given.chit:
        return _with_chit(place, given.chit, BEFORE_REACTION)
    return place.odds(Side.ALLIED, BEFORE_REACTION, Decline())


class Attacking(Given, frozen=True, kw_only=True):
    """A U-boat's whole action against a convoy."""

    boat: Annotated[str, Meta(description="which boat attacks")] = "u-88"
    merchants: Annotated[int, Meta(ge=1, le=35, description="merchants in the convoy")] = 20
    escorts: Annotated[int, Meta(ge=0, description="escorts that can fight submarines")] = 4
    weather: WeatherNow = "fair"
    night: Annotated[bool, Meta(description="it is dark")] = False


def convoy_attack(data: Data, given: Attacking, seed: str) -> Trial:
    """NK 7.1 to 7.3: the action by the rules, chits and all, both sides by doctrine, until it is over."""
    place = Place(data, given.weather, night=given.night)
    place.put(given.boat).submerged = True
    if not data.counters[given.boat].is_sub or data.counters[given.boat].side is not Side.AXIS:
        raise NoAnswer(f"{data.counters[given.boat].name} is no U-boat")
    merchants = [each.id for each in data.counters.values() if each.is_merchant]
    convoy = next(force.key for force in data.scenarios[place.state.scenario].forces if force.key.startswith("pq"))
    for name in first("merchants", given.merchants, merchants):
        place.put(name).convoy = convoy
    for name in first("escorts", given.escorts, escorts_of(data)):
        place.put(name)
    state = place.state
    state.shown = {side: [] for side in Side}
    state.seen[Side.AXIS][place.cell] = report(state, data, Side.AXIS, place.cell)
    state.agenda = [Recon(Side.ALLIED), SubmarineAction(Side.AXIS, given.boat)]
    after: State = played_out(GAME, data, state, seed, lambda now: now.box is not None)
    ships = after.pieces[Side.ALLIED].values()
    lost = [data.counters[ship.id] for ship in ships if ship.at == LOST]
    hits = sum(data.counters[ship.id].armour if ship.at == LOST else ship.damage for ship in ships)
    sunk = sum(about.is_merchant for about in lost)
    gone = int(after.pieces[Side.AXIS][given.boat].at == LOST)
    counts = {"damage points": hits, "merchants sunk": sunk, "escorts sunk": len(lost) - sunk, "boats lost": gone}
    return Trial(harm(hits, len(lost)), hits + len(lost) / 100, counts)


# Guns, bombs, flight


class Guns(Given, frozen=True, kw_only=True):
    """One ship at another."""

    ship: Annotated[str, Meta(description="which ship fires")] = "tirpitz"
    target: Annotated[str, Meta(description="at whom")] = "duke-of-york"
    range: Annotated[Box, Meta(description="her own box: long, medium, short or torpedo")] = "long"
    weapon: Annotated[Literal["gun", "torpedo"], Meta(description="gun or torpedo")] = "gun"


def gunnery(data: Data, given: Guns) -> Odds | None:
    """NK 8.1, 8.2: a round of fire."""
    place = Place(data, "fair")
    place.put(given.ship)
    place.put(given.target)
    side = data.counters[given.ship].side
    if data.counters[given.target].side is side:
        raise NoAnswer(f"{given.ship} and {given.target} are of the same side")
    place.state.box = CombatBox("surface", place.cell, side, ships={given.ship: given.range, given.target: given.range})
    return place.odds(side, FIRE, Allot(((given.ship, str(Aim(given.weapon, given.target))),)))


class Fleeing(Given, frozen=True, kw_only=True):
    """A side that wants to get away."""

    ship: Annotated[str, Meta(description="a ship of the side that flees")] = "norfolk"
    range: Annotated[Box, Meta(description="its box: long, medium, short or torpedo")] = "long"
    merchants: Annotated[bool, Meta(description="merchants are with it")] = False
    weather: WeatherNow = "fair"


def flight(data: Data, given: Fleeing) -> Odds | None:
    """NK 8.3.3: getting away."""
    place = Place(data, given.weather)
    ships = [given.ship, *(["merc-01"] if given.merchants else [])]
    for ship in ships:
        place.put(ship)
    side = data.counters[given.ship].side
    place.state.box = CombatBox("surface", place.cell, side.enemy, ships=dict.fromkeys(ships, given.range))
    return place.odds(side, MANOEUVRE, Manoeuvre("flee"))


class Raiding(Given, frozen=True, kw_only=True):
    """One unit fires in an air raid: a bomber, a ship's guns, or a fighter."""

    unit: Annotated[str, Meta(description="who fires: an aircraft, or a ship")] = "ju-88-1"
    target: Annotated[str, Meta(description="at whom: a ship, or an aircraft")] = "merc-01"
    units: Annotated[int, Meta(ge=1, le=12, description="so many like it")] = 1


def raid(data: Data, given: Raiding) -> Odds | None:
    """NK 9.3.2: bombs, anti-aircraft fire, or fighters."""
    place = Place(data, "fair")
    place.put(given.unit)
    place.put(given.target)
    about, prey = data.counters[given.unit], data.counters[given.target]
    question = FIGHTERS if about.is_air and prey.is_air else BOMBS if about.is_air else GUNS
    if about.side is prey.side or (question is GUNS and not prey.is_air):
        raise NoAnswer(f"{about.name} does not fire at {prey.name} in an air raid")
    return place.odds(about.side, question, Allot(((given.unit, given.target),) * given.units))


# Contact


class Shadowing(Given, frozen=True, kw_only=True):
    """Boats and aircraft that try to keep contact."""

    tries: Annotated[int, Meta(ge=1, le=20, description="how many try")] = 1
    weather: WeatherNow = "fair"


def shadowing(data: Data, given: Shadowing) -> Odds | None:
    """NK 7.4, 9.1.1: keeping contact."""
    boats = [each.id for each in data.counters.values() if each.is_sub and each.side is Side.AXIS]
    place = Place(data, given.weather)
    names = tuple(first("U-boats", given.tries, boats))
    return place.odds(Side.AXIS, SHADOW, Choose(names))


class Nothing(Given, frozen=True, kw_only=True):
    """Nothing has to be said."""


def hfdf(data: Data, _given: Nothing) -> Odds | None:
    """NK 12.3: listening for U-boats."""
    return Place(data, "fair").odds(Side.ALLIED, LISTEN, ListenIn(True))


PROCEDURES = (
    Procedure(
        "infiltration", "a boat tries to get in, by day or night, with or without a chit (7.1.1)", Boat, infiltration
    ),
    Procedure("torpedo", "one torpedo attack, and the answer (7.1.2)", Shot, torpedo),
    Procedure("hunt", "the escorts strike back at a boat (7.1.3)", Hunted, hunt),
    Procedure("gunnery", "one ship fires at another (8.1)", Guns, gunnery),
    Procedure("raid", "bombs, anti-aircraft fire or fighters in an air raid (9.3.2)", Raiding, raid),
    Procedure("flight", "a side tries to get away (8.3.3)", Fleeing, flight),
    Procedure("shadowing", "boats and aircraft keep contact (7.4, 9.1.1)", Shadowing, shadowing),
    Procedure(
        "convoy-attack",
        "a boat's whole action against a convoy, played out by doctrine (7.1 to 7.3)",
        Attacking,
        trial=convoy_attack,
        of="hitting a ship",
    ),
    Procedure("hfdf", "the Allies listen for U-boats (12.3)", Nothing, hfdf),
)
