"""North Cape: submarines, guns, bombs, torpedoes, reconnaissance, and a whole attack on a convoy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from barents.games.north_cape import GAME
from barents.games.north_cape.actions import (
    AttackOpenly,
    CallHfdf,
    Engage,
    Fire,
    Go,
    RollInfiltration,
    Spot,
)
from barents.games.north_cape.data import Data
from barents.games.north_cape.datafiles import Weather
from barents.games.north_cape.rules.combat import ANTI_AIRCRAFT, BOMB, DOGFIGHT, OPEN_FIRE, TORPEDO
from barents.games.north_cape.rules.mission_questions import LEG
from barents.games.north_cape.rules.missions import NEXT_MISSION
from barents.games.north_cape.rules.recon import LOOK
from barents.games.north_cape.rules.submarines import INFILTRATE
from barents.games.north_cape.state import (
    EVERYONE_KNOWS,
    LOST,
    Combat,
    EndTurn,
    Mission,
    MissionType,
    Options,
    Piece,
    State,
    Strike,
    Used,
)
from barents.kernel.actions import Action
from barents.kernel.question import Asked, Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds
from barents.lab.odds import Given, NoAnswer, Procedure, Trial, first, harm, one_of, played_out, question

SCENARIO, BANAK = "convoy-is-to-scatter", "2633"
Escorts = Annotated[int, Meta(ge=0, description="escorts in the hex that can hunt submarines")]
WeatherNow = Annotated[Weather, Meta(description="clear, fog or storm")]


class Place:
    """A hex with the pieces that are in it, all of them in sight."""

    def __init__(self, data: Data, weather: Weather, cell: str = "", options: Options | None = None) -> None:
        self.data = data
        self.state: State = GAME.opening(data, SCENARIO, options or Options())
        self.state.pieces = {side: {} for side in Side}
        self.state.weather = weather
        self.cell = cell or open_water(data, self.state)

    def put(self, name: str) -> Piece:
        """Place a counter; an aircraft is over the hex."""
        about = self.data.counters[one_of("counter of North Cape", name, self.data.counters)]
        piece = Piece(name, self.cell, recon=[EVERYONE_KNOWS])
        if about.is_air:
            piece.base, piece.aloft = BANAK if about.side is Side.AXIS else "victorious", True
        self.state.pieces[about.side][name] = piece
        self.state.notebook[about.side.enemy].identified[name] = "NC-6.1-reveal"
        return piece

    def put_all(self, names: Sequence[str]) -> list[str]:
        """Place several."""
        return [self.put(name).id for name in names]

    def fight(self, initiator: Side) -> State:
        """Everyone here is in a combat."""
        self.state.combat = Combat(
            self.cell, initiator, list(self.state.pieces[Side.ALLIED]), list(self.state.pieces[Side.AXIS])
        )
        return self.state

    def odds(self, side: Side, asking: Question[State, Data], action: Action) -> Odds | None:
        """What the client would show of an answer."""
        return Asked(GAME, self.data, self.state, question(side, asking, action)).odds(action)


def open_water(data: Data, state: State) -> str:
    """A hex to which nothing special applies."""
    special = {*data.norwegian_coast, *data.map.iceberg_zone(state.ice)}
    return next(cell for cell in sorted(data.reach(state.ice, BANAK).costs) if cell not in special)


def escorts_of(data: Data) -> list[str]:
    """Allied destroyers and smaller escorts."""
    return [each.id for each in data.counters.values() if each.side is Side.ALLIED and each.asw and not each.is_air]


def merchants_of(data: Data) -> list[str]:
    """The merchants."""
    return [counter.id for counter in data.counters.values() if counter.is_merchant]


# Submarines


class Infiltrating(Given, frozen=True, kw_only=True):
    """A submerged boat before a screen."""

    boat: Annotated[str, Meta(description="which boat attacks")] = "u-88"
    escorts: Escorts = 1
    ace: Annotated[bool, Meta(description="an ace commands her")] = False
    weather: WeatherNow = "clear"
    coast: Annotated[bool, Meta(description="in a hex of the Norwegian coast")] = False
    ice: Annotated[bool, Meta(description="in the iceberg zone")] = False
    patrol: Annotated[bool, Meta(description="an aircraft is seen to patrol the hex")] = False


def _at_the_screen(data: Data, given: Infiltrating) -> tuple[Place, Side]:
    place = Place(data, given.weather)
    coast, ice = set(data.norwegian_coast), set(data.map.iceberg_zone(place.state.ice))
    cells = sorted(data.reach(place.state.ice, BANAK).costs)
    fitting = [cell for cell in cells if (cell in coast) is given.coast and (cell in ice) is given.ice]
    if not fitting:
        raise NoAnswer("no hex of the sea is both on the Norwegian coast and in the iceberg zone")
    place.cell = fitting[0]
    boat = place.put(given.boat)
    about = data.counters[given.boat]
    if not about.is_sub:
        raise NoAnswer(f"{about.name} is no submarine, so she cannot slip through a screen")
    boat.ace = "ace" if given.ace else ""
    if about.side is Side.AXIS:
        place.put_all(first("escorts", given.escorts, escorts_of(data)))
        place.put(merchants_of(data)[0])
    else:
        able = [each.id for each in data.counters.values() if each.side is Side.AXIS and each.asw and not each.is_air]
        place.put_all(first("escorts", given.escorts, able))
    if given.patrol:
        enemy = about.side.enemy
        flyer = place.put(next(each.id for each in data.counters.values() if each.side is enemy and each.is_air))
        flyer.on_patrol, flyer.used = True, Used.PATROL
        place.state.stations[enemy].append(place.cell)
    place.fight(about.side)
    return place, about.side


def infiltration(data: Data, given: Infiltrating) -> Odds | None:
    """NC 8.1: the roll for the screen."""
    place, side = _at_the_screen(data, given)
    return place.odds(side, INFILTRATE, RollInfiltration())


def open_attack(data: Data, given: Infiltrating) -> Odds | None:
    """NC 8.1: an attack without the roll."""
    place, side = _at_the_screen(data, given)
    return place.odds(side, INFILTRATE, AttackOpenly())


# Combat


class Firing(Given, frozen=True, kw_only=True):
    """One unit attacks another."""

    attacker: Annotated[str, Meta(description="who attacks")]
    target: Annotated[str, Meta(description="whom")]
    damage: Annotated[int, Meta(ge=0, description="hits that the target has taken already")] = 0
    weather: WeatherNow = "clear"
    escorts: Annotated[int, Meta(ge=0, description="escorts beside the target, whose guns may cover her")] = 0


class Guns(Firing, frozen=True, kw_only=True):
    """Ships by gunfire."""

    attacker: Annotated[str, Meta(description="which ship fires")] = "tirpitz"
    target: Annotated[str, Meta(description="at whom")] = "duke-of-york"


class Torpedoes(Firing, frozen=True, kw_only=True):
    """Torpedoes of ships, boats and aircraft."""

    attacker: Annotated[str, Meta(description="who fires")] = "u-88"
    target: Annotated[str, Meta(description="at whom")] = "mt-01"


class Bombs(Firing, frozen=True, kw_only=True):
    """Bombs on ships."""

    attacker: Annotated[str, Meta(description="which aircraft attacks")] = "ju-88-1"
    target: Annotated[str, Meta(description="which ship")] = "mt-01"


class Dogfight(Firing, frozen=True, kw_only=True):
    """Aircraft against aircraft."""

    attacker: Annotated[str, Meta(description="which aircraft attacks")] = "sea-hurricane-1"
    target: Annotated[str, Meta(description="which aircraft")] = "ju-88-1"


def _engaging(data: Data, given: Firing, asking: Question[State, Data]) -> Odds | None:
    place = Place(data, given.weather)
    attacker, target = place.put(given.attacker), place.put(given.target)
    side = data.counters[attacker.id].side
    if data.counters[target.id].side is side:
        raise NoAnswer(f"{given.attacker} and {given.target} are of the same side")
    target.damage = given.damage
    others = [name for name in escorts_of(data) if name not in (attacker.id, target.id)]
    place.put_all(first("escorts", given.escorts, others))
    place.fight(side)
    return place.odds(side, asking, Engage(attacker.id, target.id))


def gunnery(data: Data, given: Guns) -> Odds | None:
    """NC 9.6: a ship's guns."""
    return _engaging(data, given, OPEN_FIRE)


def torpedo(data: Data, given: Torpedoes) -> Odds | None:
    """NC 9.8: torpedoes."""
    return _engaging(data, given, TORPEDO)


def bombing(data: Data, given: Bombs) -> Odds | None:
    """NC 9.3: bombs."""
    return _engaging(data, given, BOMB)


def dogfight(data: Data, given: Dogfight) -> Odds | None:
    """NC 9.2: aircraft against aircraft."""
    return _engaging(data, given, DOGFIGHT)


class Flak(Given, frozen=True, kw_only=True):
    """Anti-aircraft fire."""

    ship: Annotated[str, Meta(description="which ship fires")] = "gb-dd-1"
    merchants: Annotated[int, Meta(ge=0, description="merchants beside her, whose guns count by option")] = 0
    weather: WeatherNow = "clear"


def flak(data: Data, given: Flak) -> Odds | None:
    """NC 9.5, 11.5: a ship's fire at an aircraft."""
    place = Place(data, given.weather, options=Options(merchant_aa=given.merchants > 0))
    ship = place.put(given.ship)
    place.put_all([name for name in first("merchants", given.merchants, merchants_of(data)) if name != ship.id])
    side = data.counters[ship.id].side
    place.fight(side.enemy)
    return place.odds(side, ANTI_AIRCRAFT, Fire(ship.id))


# Reconnaissance and optional rules


class Looking(Given, frozen=True, kw_only=True):
    """A look into a hex."""

    scout: Annotated[str, Meta(description="who looks")] = "bv-138-1"
    weather: WeatherNow = "clear"


def recon(data: Data, given: Looking) -> Odds | None:
    """NC 6.1: what is seen of a hex."""
    place = Place(data, given.weather)
    scout = place.put(given.scout)
    side = data.counters[scout.id].side
    place.put(merchants_of(data)[0] if side is Side.AXIS else "tirpitz")
    return place.odds(side, LOOK, Spot(scout.id, place.cell))


class Nothing(Given, frozen=True, kw_only=True):
    """Nothing has to be said."""


def hfdf(data: Data, _given: Nothing) -> Odds | None:
    """NC 11.3: listening for U-boats."""
    return Place(data, "clear", options=Options(hfdf=True)).odds(Side.ALLIED, NEXT_MISSION, CallHfdf())


def growlers(data: Data, _given: Nothing) -> Odds | None:
    """NC 11.2: ships among the ice."""
    place = Place(data, "clear", options=Options(growlers=True))
    ice = sorted(data.map.iceberg_zone(place.state.ice))[0]
    ship = merchants_of(data)[0]
    place.put(ship)
    place.state.mission = Mission(
        Side.ALLIED, MissionType.SORTIE, False, [ship], place.cell, place.cell, among_ice=True
    )
    return place.odds(Side.ALLIED, LEG, Go(ice))


# A whole attack, played out


class Striking(Given, frozen=True, kw_only=True):
    """Boats or bombers upon a convoy."""

    boats: Annotated[int, Meta(ge=0, le=8, description="U-boats that attack together")] = 1
    bombers: Annotated[int, Meta(ge=0, le=8, description="or air units that do; not both")] = 0
    merchants: Annotated[int, Meta(ge=1, description="merchants in the convoy")] = 20
    escorts: Escorts = 4
    weather: WeatherNow = "clear"


def strike(data: Data, given: Striking, seed: str) -> Trial:
    """NC 8, 9: the attack by the rules, both sides by doctrine, until it is over."""
    if bool(given.boats) is bool(given.bombers):
        raise NoAnswer("an attack is made by boats or by bombers: give one of both")
    place = Place(data, given.weather)
    axis = [each for each in data.counters.values() if each.side is Side.AXIS and not each.is_decoy]
    if given.boats:
        attackers = first("U-boats", given.boats, [each.id for each in axis if each.is_sub])
    else:
        attackers = first("bombers", given.bombers, [each.id for each in axis if each.type == "AT" and each.surface])
    place.put_all(attackers)
    place.put_all(first("merchants", given.merchants, merchants_of(data)))
    place.put_all(first("escorts", given.escorts, escorts_of(data)))
    state = place.state
    cell, flying = place.cell, not given.boats
    state.mission = Mission(Side.AXIS, MissionType.ATTACK, flying, [*attackers], cell, cell, began=True, moved=1)
    state.agenda = [EndTurn(), Strike()]
    after: State = played_out(GAME, data, state, seed, lambda now: now.combat is not None)
    ships = after.pieces[Side.ALLIED].values()
    lost = [data.counters[ship.id] for ship in ships if ship.at == LOST]
    hits = sum(data.counters[ship.id].dmg if ship.at == LOST else ship.damage for ship in ships)
    merchants = sum(about.is_merchant for about in lost)
    gone = sum(after.pieces[Side.AXIS][name].at == LOST for name in attackers)
    counts = {"hits": hits, "merchants sunk": merchants, "escorts sunk": len(lost) - merchants, "attackers lost": gone}
    return Trial(harm(hits, len(lost)), hits + len(lost) / 100, counts)


PROCEDURES = (
    Procedure("infiltration", "a submerged boat slips through the screen (8.1)", Infiltrating, infiltration),
    Procedure("open-attack", "a boat attacks without trying to slip through (8.1)", Infiltrating, open_attack),
    Procedure("gunnery", "one ship fires at another (9.6)", Guns, gunnery),
    Procedure("torpedo", "torpedoes of a ship, boat or aircraft (9.8)", Torpedoes, torpedo),
    Procedure("bombing", "an aircraft attacks a ship (9.3)", Bombs, bombing),
    Procedure("dogfight", "an aircraft attacks an aircraft (9.2)", Dogfight, dogfight),
    Procedure("flak", "a ship fires at an aircraft (9.5, 11.5)", Flak, flak),
    Procedure("recon", "a unit looks into a hex (6.1)", Looking, recon),
    Procedure("hfdf", "the Allies listen for U-boats (11.3)", Nothing, hfdf),
    Procedure("growlers", "ships pass through the iceberg zone (11.2)", Nothing, growlers),
    Procedure(
        "convoy-attack",
        "a whole attack on a convoy, played out by doctrine (8, 9)",
        Striking,
        trial=strike,
        of="hitting a ship",
    ),
)
