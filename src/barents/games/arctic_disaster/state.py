"""The state of Arctic Disaster: plain data, every unit in one place.

A ship that belongs to a force is where the force is; one that lies singly on the map is where its own `at` says. Places
off the map: lost, out (left by the west edge), arrived, removed (a German ship back in port), `WAITING` before set-up.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from barents.games.arctic_disaster.datafiles import Weather, Zone
from barents.games.arctic_disaster.options import Options as Options  # a state has them, and so it is looked for here
from barents.kernel.disclosure import Open, Own
from barents.kernel.game import BaseState, Step
from barents.kernel.lifetimes import ThisTurn, Today
from barents.kernel.sides import Side

LOST, OUT, ARRIVED, REMOVED, HELD = "lost", "out", "arrived", "removed", "held"
WAITING = "waiting"
GONE = (LOST, OUT, ARRIVED, REMOVED)

# Event markers of the pool (5)
WEATHER, C2, INTELLIGENCE, SEARCH = "weather", "c2", "intelligence", "search"
TACTICAL, GROUNDING, MASSED = "tactical-advantage", "grounding", "massed-air"
KNIGHTS_MOVE, HITLER, SCATTERS = "knights-move", "hitler", "convoy-scatters"

Hitler: TypeAlias = Literal["out", "pool", "recall", "stay"]


class Ship(msgspec.Struct, omit_defaults=True):
    """A naval unit.

    `slower`, `engine`, `main`, `secondary` and `hangar` are what critical hits have done (12.2). `fired` is whether the
    torpedoes are spent. Of ships on their own: `apart` (detached with damage), `bound` (the base that it makes for:
    `west`, or a port), `with_` the cripple that it escorts, `fuel` and `sortied` as of a force (7.9, 7.5.5).
    Of convoy ships: `square` on the Convoy Display, `away`
    (hunting a shadower until the Terminal Phase), `group` (with whom it scattered, 1 to 4), `moves` made since then,
    `ice` (complete turns unseen in the same ice hex), `hidden`, `seen` (detected in ice), `reached` (scored).
    `watched` is whether everyone saw a ship that is not sunk go out of the game.
    """

    id: Open[str]
    force: Own[str] = ""
    at: Open[str] = ""
    damage: Open[int] = 0
    fired: Open[bool] = False
    slower: Open[int] = 0
    engine: Open[bool] = False
    main: Open[bool] = False
    secondary: Open[bool] = False
    hangar: Open[bool] = False
    apart: Open[bool] = False
    bound: Open[str] = ""
    with_: Open[str] = ""
    fuel: Own[int] = 0
    sortied: Own[bool] = False
    square: Own[str] = ""
    away: Open[bool] = False
    group: Open[int] = 0
    moves: Open[int] = 0
    ice: Open[int] = 0
    hidden: Open[bool] = False
    seen: Open[bool] = False
    reached: Open[bool] = False
    watched: Open[bool] = False
    penalty: ThisTurn[Open[int]] = 0
    done: ThisTurn[Open[bool]] = False


class Force(msgspec.Struct, omit_defaults=True):
    """A TF or TG on the map, real or dummy (6).

    The enemy sees its place, penalty markers and whether it has been activated, and knows it by `handle` until it is
    detected. `spent` are half movement points used this turn, `fast` whether at maximum speed, `fuel` the fuel marker.
    `sortied` is whether it has been out of the Leads (7.5.5).
    """

    key: Own[str]
    at: Own[str]
    handle: Own[int]
    dummy: Own[bool] = False
    detected: Own[bool] = False
    penalty: ThisTurn[Own[int]] = 0
    activated: ThisTurn[Own[bool]] = False
    fast: ThisTurn[Own[bool]] = False
    spent: ThisTurn[Own[int]] = 0
    fuel: Own[int] = 0
    sortied: Own[bool] = False


class Boat(msgspec.Struct, omit_defaults=True):
    """A submarine marker on the map (13): everyone sees where it is, and knows it by `handle`; a dummy may be held.

    `attacks` are those that it has made.
    """

    id: Own[str]
    at: Own[str]
    handle: Own[int] = 0
    attacks: Own[int] = 0
    moved: ThisTurn[Own[bool]] = False


class Wing(msgspec.Struct, omit_defaults=True):
    """An air unit: steps left, and of the carrier's the box it is in and the turn of its last strike (8.1)."""

    id: Own[str]
    steps: Own[int] = 2
    box: Today[Own[Literal["ready", "cap", "flown"]]] = "ready"
    flew: Own[int] = 0


class Formation(msgspec.Struct, omit_defaults=True):
    """A German air formation (8.4): its airfield, whether it has flown today, and been activated this turn."""

    key: Open[str]
    at: Open[str]
    flown: Today[Open[bool]] = False
    activated: ThisTurn[Open[bool]] = False


class Activation(msgspec.Struct, omit_defaults=True):
    """A force under way (4.3): half points left, and what it has done in this activation.

    `came_from` is the hex that it entered its present one from. `met` are the submarines that have declared against it,
    `tried` the enemy forces that have tried to intercept it, `fought` the hexes of its combats, `stepped` whether it
    has moved at all.
    """

    side: Side
    force: str
    left: int = 0
    began: bool = False
    came_from: str = ""
    stepped: bool = False
    searched: list[str] = []
    air_searched: list[str] = []
    met: list[str] = []
    tried: list[str] = []
    fought: list[str] = []
    mutual: list[str] = []
    homeward: bool = False


class Fighter(msgspec.Struct, omit_defaults=True):
    """A ship on the Surface Combat Display (11.4); its area and group are fixed when the combat is set up."""

    area: Open[int] = 0
    group: Open[int] = 0
    moved: Open[bool] = False
    fired: Open[bool] = False
    submerged: Open[bool] = False
    launched: Open[bool] = False


class Shot(msgspec.Struct, frozen=True):
    """A battery, or a ship's torpedoes, with the target that was declared (11.4.4, 11.4.7)."""

    ship: Open[str]
    weapon: Open[Literal["main", "secondary", "torpedoes"]]
    target: Open[str]


Segment: TypeAlias = Literal["movement", "gunnery", "gunfire", "torpedo", "launch", "air", "scatter", "disengagement"]


class Battle(msgspec.Struct, omit_defaults=True):
    """Surface combat under way (11.4): everyone sees it.

    `active` is the side whose force is activated, `attacker` the one that opened fire, `forces` those that take part,
    `singles` the ships lying singly in the hex that do, `entered` for each force the hex that it came from to fight.
    `shots` are declared, not yet fired. `segment` is where the round stands, `rolls` are the dice for who moves first,
    `first` is who does. `stop` are the sides that want out, `leave` those that have to go.
    """

    cell: Open[str]
    active: Open[Side]
    forces: Own[dict[Side, list[str]]]
    singles: Open[list[str]] = []
    entered: Own[dict[str, str]] = {}
    ships: Open[dict[str, Fighter]] = {}
    smoke: Open[list[int]] = []
    round: Open[int] = 0
    segment: Open[Segment] = "movement"
    rolls: Open[dict[Side, int]] = {}
    first: Open[Side | None] = None
    shots: Open[list[Shot]] = []
    stop: Open[list[Side]] = []
    leave: Open[list[Side]] = []
    scattered: Open[bool] = False
    intercepted: Open[bool] = False
    attacker: Open[Side | None] = None


class Raid(msgspec.Struct, omit_defaults=True):
    """An air attack under way (11.1, 11.2): everyone sees it.

    `target` is a force, or nothing for ships lying singly in the hex. `ships` has the area or square of each ship,
    `units` the ship or square that each air unit is at, `now` the one that is being dealt with, `fired` the ships that
    have fired at that one; `used` are the supporting ships that have fired, `visited` the squares that a torpedo unit
    has been in, `modifiers` what anti-aircraft fire has done to it so far.
    """

    cell: Open[str]
    side: Open[Side]
    target: Own[str]
    ships: Open[dict[str, str]] = {}
    units: Open[dict[str, str]] = {}
    now: Open[str] = ""
    fired: Open[list[str]] = []
    used: Open[list[str]] = []
    done: Open[list[str]] = []
    visited: Open[dict[str, list[str]]] = {}
    modifiers: Open[dict[str, int]] = {}
    in_battle: Open[bool] = False


class Deployment(Step, frozen=True):
    """16: both sides set up."""


class FirstTurn(Step, frozen=True):
    """3: the first turn begins."""


class InitialPhase(Step, frozen=True):
    """3.1: rolls at the start of the turn, reorganisation, CAP, the pool."""


class HomeFleetOrders(Step, frozen=True):
    """7.5.1: the Allies may ask once for new orders."""


class Reorganise(Step, frozen=True):
    """3.1, 6.3: both sides reorganise in secret."""


class FillPool(Step, frozen=True):
    """3.1, 4.1: the markers of the turn."""


class Draw(Step, frozen=True):
    """4.2: a marker is drawn from the pool."""


class Activate(Step, frozen=True):
    """4.3: a force begins its activation."""

    side: Open[Side]
    force: Own[str]


class Act(Step, frozen=True):
    """4.3: the activated force moves, searches, strikes, fights or stops."""


class Arrive(Step, frozen=True):
    """7.7, 10.1, 13.5: what happens in a hex that the activated force has entered or begins in."""


class Meet(Step, frozen=True):
    """10.1: forces of both sides in one hex search for each other, and either side may open fire."""


class OpenFireWindow(Step, frozen=True):
    """11.4.1: a force that has detected the activated one in its hex may open fire."""


class React(Step, frozen=True):
    """7.7: forces near the one that moves may try to intercept it."""


class Interception(Step, frozen=True):
    """7.7: a force tries to intercept the one that moves."""

    force: Own[str]


class EndActivation(Step, frozen=True):
    """4.3: the activation is over."""


class Search(Step, frozen=True):
    """10: a force of the other side is searched for; `flips` is whether it is turned over, `openly` who sees the die.

    `by` is who searches where forces meet (10.1): nobody sees that die, and a dummy searches only for show.
    """

    side: Open[Side]
    force: Own[str]
    rule: Open[str]
    modifier: Open[int] = 0
    flips: Open[bool] = True
    openly: Open[bool] = False
    by: Own[str] = ""


class Report(Step, frozen=True):
    """10.2.1: a force that was found is reported, with numbers that may be wrong by so much."""

    side: Open[Side]
    force: Own[str]
    off_by: Own[int]


class SearchIce(Step, frozen=True):
    """7.2: a ship in the ice is searched for."""

    side: Open[Side]
    ship: Open[str]


class Intercepted(Step, frozen=True):
    """7.7: a force that has found the one that moves comes up with it; `came_from` is the hex that it was in before."""

    force: Own[str]
    came_from: Open[str] = ""


class ActivateAir(Step, frozen=True):
    """4.4, 8.4: a German formation is activated."""

    formation: Open[str]


class Event(Step, frozen=True):
    """5: an event marker takes effect."""

    marker: Open[str]


class Contact(Step, frozen=True):
    """13.5: a submarine may attack or shadow a force, or ships lying singly, in its hex."""

    boat: Own[str]
    side: Open[Side]
    force: Own[str]


class BoatAttack(Step, frozen=True):
    """13.5, 13.7: a submarine attacks a force, or ships lying singly, in its hex."""

    boat: Own[str]
    side: Open[Side]
    force: Own[str]


class ShadowAttempt(Step, frozen=True):
    """13.6: a U-boat tries to shadow a force."""

    boat: Own[str]
    side: Open[Side]
    force: Own[str]


class Fight(Step, frozen=True):
    """11.4.2: surface combat is set up."""


class Round(Step, frozen=True):
    """11.4: a segment of a round of surface combat; fire is declared in one step and resolved in the next."""

    segment: Open[Segment] = "movement"


class EndBattle(Step, frozen=True):
    """11.4.10: surface combat is over; once damaged ships have been detached, whoever has to leaves the hex."""

    leaving: Open[bool] = False


class Sortie(Step, frozen=True):
    """8.4: air units set out for one of the targets that they were divided among."""

    side: Open[Side]
    cell: Open[str]
    target: Open[str]
    units: Open[tuple[str, ...]]


Stage: TypeAlias = Literal["designate", "cap", "ships", "aircraft", "attack"]


class Strike(Step, frozen=True):
    """11.1, 11.2: a stage of an air attack; in the last, one unit after the other attacks."""

    stage: Open[Stage] = "designate"


class Detach(Step, frozen=True):
    """7.8: ships damaged in this sub-phase may be detached."""

    side: Open[Side]
    ships: Open[tuple[str, ...]]


class Run(Step, frozen=True):
    """4.3.1, 7.8, 9.4: ships lying singly go on together along a way, whose first hex is the next that they enter."""

    side: Open[Side]
    ships: Open[tuple[str, ...]]
    way: Open[tuple[str, ...]]


class Singles(Step, frozen=True):
    """4.3.1: undamaged ships lying singly on the map move, one at a time."""

    side: Open[Side]
    passed: Open[bool] = False


class Cripples(Step, frozen=True):
    """3.3, 7.8: a side's detached damaged ships move."""

    side: Open[Side]


class BoatMoves(Step, frozen=True):
    """13.3: submarines move, one at a time, in turn."""

    side: Open[Side]
    passed: Open[bool] = False


class ScatteredMoves(Step, frozen=True):
    """9.4: the ships of a scattered convoy move."""


class ConvoyDisplay(Step, frozen=True):
    """9.3: the convoy closes up, and its escorts are arranged."""


class CleanUp(Step, frozen=True):
    """3.3: the turn ends."""


AnyStep: TypeAlias = (
    Deployment
    | FirstTurn
    | InitialPhase
    | HomeFleetOrders
    | Reorganise
    | FillPool
    | Draw
    | Activate
    | Act
    | Arrive
    | Meet
    | OpenFireWindow
    | React
    | Interception
    | Intercepted
    | Search
    | SearchIce
    | Report
    | EndActivation
    | ActivateAir
    | Event
    | Contact
    | BoatAttack
    | ShadowAttempt
    | Fight
    | Round
    | EndBattle
    | Sortie
    | Strike
    | Detach
    | Run
    | Singles
    | Cripples
    | BoatMoves
    | ScatteredMoves
    | ConvoyDisplay
    | CleanUp
)


class State(BaseState[AnyStep], kw_only=True, omit_defaults=True):
    """The whole truth of a game, or what one side knows of it.

    `pool` are the markers in the cup, `aside` those that were drawn this turn. `drawer` draws next. `tactical` has the
    Tactical Advantage, `kept` the moment until which its holder will not be asked. `shadow` is the boat that shadows
    PQ-17. `knights_move`, `hitler` and `scatter` say how far those markers have come; `unseen` for how many turns on
    end Tirpitz has not been detected, `tirpitz_seen` whether she was this turn. `orders` is what became of the Home
    Fleet's request. `massed_days` are the days on which Massed German Air has been put in, `massed` whether the marker
    is held, `stored` the formations under it. `damaged` are the ships that were damaged in this sub-phase, `awards` the
    points that the Allies have made for good, `west_turns` the turns in which PQ-17 went west, `west_now` whether it
    does this turn. `handles` numbers the markers that the enemy sees, `found` is whether an interceptor has found the
    force that moves, `displayed` whether an attack has laid the Convoy Display open since it was last arranged,
    `wrecks` the squares of ships sunk since then.
    `considered` is the position in which the Allies last chose to keep PQ-17 together (16.2). `asked` is what a
    side's question is about where its answers do not say so: the boat in contact, whose die may be changed, or how
    wrong a report may be.
    """

    scenario: str
    options: Options
    turns: int
    weather: dict[Zone, Weather]
    ships: dict[Side, dict[str, Ship]]
    forces: dict[Side, dict[str, Force]]
    boats: dict[Side, dict[str, Boat]]
    wings: dict[Side, dict[str, Wing]]
    formations: dict[str, Formation]
    turn: int = 1
    phase: Literal["set-up", "initial", "activation", "terminal"] = "set-up"
    pool: list[str] = []
    aside: list[str] = []
    drawer: Side = Side.ALLIED
    active: Activation | None = None
    battle: Battle | None = None
    raid: Raid | None = None
    tactical: ThisTurn[Side | None] = None
    kept: ThisTurn[str] = ""
    shadow: str = ""
    knights_move: Literal["no", "pool", "drawn"] = "no"
    hitler: Hitler = "out"
    scatter: Literal["no", "pool", "done"] = "no"
    unseen: int = 0
    tirpitz_seen: ThisTurn[bool] = False
    orders: Literal["barred", "refused", "lifted"] = "barred"
    grounding: bool = False
    massed_days: list[int] = []
    massed: ThisTurn[bool] = False
    stored: ThisTurn[list[str]] = []
    damaged: list[str] = []
    awards: int = 0
    west_turns: int = 0
    west_now: ThisTurn[bool] = False
    convoy_moved: ThisTurn[bool] = False
    handles: int = 0
    found: bool = False
    displayed: ThisTurn[bool] = False
    wrecks: dict[str, str] = {}
    considered: str = ""
    asked: dict[Side, str] = {}
