"""The state of North Cape: plain data, every piece in one place.

A piece is where its `at` says: a hex, or one of the places off the map (`WAITING` with the force's key, the Not
Available box, safe, lost, or the pool that decoys and Group markers are taken from; in solitaire also the reserve of
aircraft and submarines, and what was removed unseen or has left the map with its group).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec

from barents.games.north_cape.datafiles import Ice, Season, Weather
from barents.games.north_cape.options import Options as Options  # a state has them, and so it is looked for here
from barents.games.north_cape.rules.losses import Campaign
from barents.kernel.disclosure import Open, Own
from barents.kernel.game import BaseState, Step
from barents.kernel.lifetimes import ThisTurn
from barents.kernel.sides import Side

NOT_AVAILABLE, SAFE, LOST, POOL = "not-available", "safe", "lost", "pool"
RESERVE, REMOVED, GONE = "reserve", "removed", "gone"  # only in solitaire (11.6)
WAITING = "waiting:"
LAST_HEX = "9999"  # hexes are numbers; the names of all other places sort after them
EVERYONE_KNOWS = "*"
MERCHANTS_SEEN = "Merchants"  # what a sighting of them is called
DEALT = "dealt"  # how many pieces were mixed in solitaire: a fact of the German's notebook
TURNS_REMEMBERED = 3  # how long voyages and sightings are kept in mind


class MissionType(StrEnum):
    """5.1."""

    RECON = "recon"
    PATROL = "patrol"
    SORTIE = "sortie"
    ATTACK = "attack"

    __hash__ = str.__hash__


class Used:
    """Bits: which missions a unit has done this turn, and in which kinds of stage it has attacked (5.1, 9.10)."""

    RECON = 1
    PATROL = 2
    SORTIE = 4
    ATTACK = 8
    AIR_TO_AIR = 16
    AIR_TO_SURFACE = 32
    GUNFIRE = 64
    TORPEDO = 128
    ROLLED_IN_AIR_COMBAT = 256


class Piece(msgspec.Struct, omit_defaults=True):
    """A counter in play. Whether it lies face up is in the enemy's notebook, among the pieces identified.

    `recon` holds the units for whom it is reconnoitred, or `*` for all. `base` is where an aircraft belongs: the hex
    of its base, or the carrier; `took_off` where it left her or it, and `came_from` the hex in which one that is Not
    Available fought. `spent` are movement points used this turn; `used` the missions and stages. `group` is the group
    that it sails with in solitaire, `convoy` the name of the convoy that a merchant came with. `among_ice` is whether
    it has entered the iceberg zone to intercept (11.2).
    """

    id: Own[str]
    at: Own[str]
    damage: Own[int] = 0
    recon: list[str] = []
    used: ThisTurn[Own[int]] = 0
    spent: ThisTurn[Own[int]] = 0
    on_patrol: ThisTurn[Own[bool]] = False
    surfaced: Own[bool] = False
    halted: ThisTurn[Own[bool]] = False
    box: Own[int] = 0
    base: Own[str] = ""
    took_off: Own[str] = ""
    came_from: Own[str] = ""
    aloft: Own[bool] = False
    start: Own[str] = ""
    ace: Own[str] = ""
    group: Own[int] = 0
    among_ice: Own[bool] = False
    convoy: Own[str] = ""


class Mission(msgspec.Struct):
    """The mission under way (5.1): whose, of what kind, who still moves, and where they are.

    `passed` is whether the other side passed just before: it still has if the mission is called off in time (5.2).
    `arrived` is whether its movement is complete: only its owner knows until it acts. `among_ice` is whether it has
    been in the iceberg zone and no die has been rolled for that yet (11.2), `weathered` whether the storm has (11.4).
    `met_in_ice` are the hexes of the zone in which ships have intercepted it. In solitaire `group` is the Allied group
    that sails, `contact` whether a German stack has rolled for submarines, and `dropped` who was left where, or
    came there to intercept.
    """

    side: Open[Side]
    type: Open[MissionType]
    flying: Open[bool]
    units: Own[list[str]]
    start: Own[str]
    at: Open[str]
    began: Open[bool] = False
    moved: Open[int] = 0
    halted: Own[bool] = False
    route: Own[list[str]] = []
    tried: Own[list[str]] = []
    passed: Open[bool] = False
    arrived: Own[bool] = False
    among_ice: Open[bool] = False
    weathered: Open[bool] = False
    group: Open[int] = 0
    contact: Open[bool] = False
    met_in_ice: Open[list[str]] = []
    dropped: Own[dict[str, list[str]]] = {}


class Combat(msgspec.Struct):
    """A combat under way (9): who is in it, and what has happened in its present stage.

    `targeted` are those attacked in the stage, `fought` the escorts that have attacked a boat. `dogfought` are the
    aircraft that met in the air, `bombed` those that have bombed and may yet use torpedoes, `hunters` the escorts on an
    Attack of their own. Of the boats that attack past a screen `detected` were heard and `infiltrated` were not. `sunk`
    has the group of each ship that was sunk, in solitaire.
    """

    cell: Open[str]
    initiator: Open[Side]
    allied: Open[list[str]]
    axis: Open[list[str]]
    detected: Open[list[str]] = []
    infiltrated: Open[list[str]] = []
    fought: Open[list[str]] = []
    targeted: Open[list[str]] = []
    dogfought: Open[list[str]] = []
    bombed: Open[list[str]] = []
    hunters: Open[list[str]] = []
    sunk: Open[list[int]] = []


class Group(msgspec.Struct, omit_defaults=True):
    """An Allied group in solitaire (11.6): how it is bound, and whether it has sailed this turn and how far.

    `examined` is whether the German has looked through what its `family` is made of: the group itself, or the groups
    that scattered from one. Only in what a side knows: where it is, how many pieces it has, and the damage that shows
    on those which cannot be named.
    """

    number: int
    family: int
    heading: Literal["east", "west"]
    examined: bool = False
    done: ThisTurn[bool] = False
    moved: ThisTurn[int] = 0
    at: str = ""
    size: int = 0
    marks: list[int] = []


class Wake(msgspec.Struct, frozen=True, array_like=True):
    """A voyage of ships that everyone saw: in which turn, from where (nothing: from outside) to where, how far.

    `emptied` is whether nobody was seen to stay behind.
    """

    turn: Open[int]
    side: Open[Side]
    start: Open[str]
    end: Open[str]
    hexes: Open[int]
    emptied: Open[bool] = False


class DrawMerchants(Step, frozen=True):
    """12: the merchants of each convoy are drawn at random, unseen by the enemy."""


class PrinzEugen(Step, frozen=True):
    """12.1: whether Prinz Eugen sails with Tirpitz."""


class Reinforce(Step, frozen=True):
    """12.1: two more cruisers for the Allies against Prinz Eugen."""


class ReplaceBoat(Step, frozen=True):
    """11.9: which boat stays at home for U-571."""


class Deployment(Step, frozen=True):
    """Both sides place what they may place freely."""


class FirstTurn(Step, frozen=True):
    """3.0: the first turn begins."""


class WeatherPhase(Step, frozen=True):
    """3.1 and 3.2: the weather, and how far one flies in fog."""


class BuyDecoys(Step, frozen=True):
    """3.3: both sides buy decoys in secret."""


class PlaceDecoys(Step, frozen=True):
    """3.3: both sides place them."""


class Missions(Step, frozen=True):
    """5.2: the missions of a turn begin with the side that has the first."""


class NextMission(Step, frozen=True):
    """5.2: a side performs a mission or passes."""

    side: Open[Side]
    passed: Open[bool] = False


class Assemble(Step, frozen=True):
    """5.0: which units go on the mission; `passed` is whether the other side passed just before."""

    side: Open[Side]
    type: Open[MissionType]
    start: Own[str]
    flying: Open[bool]
    passed: Open[bool] = False


class Dive(Step, frozen=True):
    """8.0: surfaced boats may submerge at the start of their mission."""


class EntryHex(Step, frozen=True):
    """12: by which hex a force enters."""


class Drop(Step, frozen=True):
    """5.0: which units are left behind."""


class Leg(Step, frozen=True):
    """5.0: the mover goes on, drops units off, surfaces boats, stops or cancels."""


class Sail(Step, frozen=True):
    """5.0: the stack follows its route, hex by hex."""


class Window(Step, frozen=True):
    """7.0: patrols may intercept the stack in the hex that it has entered."""


class ClaimSubmarine(Step, frozen=True):
    """8.0: the owner of a submerged stack may say so."""

    interceptors: Own[tuple[str, ...]]


class Withdraw(Step, frozen=True):
    """7.2: faster pieces may be withdrawn before the combat."""

    interceptors: Open[tuple[str, ...]]


class Observe(Step, frozen=True):
    """6.1: the next unit of the stack attempts reconnaissance."""


class Claim(Step, frozen=True):
    """6.3: the owner of submerged boats claims their modifier or forgoes it."""

    scout: Own[str]
    target: Open[str]


class RollRecon(Step, frozen=True):
    """6.1: the reconnaissance die."""

    scout: Open[str]
    target: Open[str]
    claimed: Open[bool]


class OwnerReveals(Step, frozen=True):
    """6.1: the owner chooses half of the pieces to show."""

    target: Open[str]


class Strike(Step, frozen=True):
    """5.1: the attackers have arrived."""


class Infiltrate(Step, frozen=True):
    """8.1: the next submerged attacker rolls, or does not."""

    boats: Open[tuple[str, ...]]


class AirToAir(Step, frozen=True):
    """9.2: a side pairs one of its fighters with an enemy."""

    side: Open[Side]


class AirToSurface(Step, frozen=True):
    """9.3: a side attacks a ship from the air, or is among those that have stopped."""

    side: Open[Side]
    stopped: Open[tuple[Side, ...]] = ()


class AntiAircraft(Step, frozen=True):
    """9.3 to 9.5: the defender replies to an attack from the air."""

    attacker: Open[str]
    target: Open[str]
    hit: Open[bool]


class LandOnCarrier(Step, frozen=True):
    """9.3: a British unit lands at once, or is not available any more."""

    unit: Open[str]


class Gunfire(Step, frozen=True):
    """9.6: a side opens fire with one ship at one enemy."""

    side: Open[Side]


class TorpedoStage(Step, frozen=True):
    """9.8: a side attacks with torpedoes, or is among those that have stopped."""

    side: Open[Side]
    stopped: Open[tuple[Side, ...]] = ()


class Hunt(Step, frozen=True):
    """8.3: escorts attack the boats that were detected, or that their mission was aimed at."""


class AswReaction(Step, frozen=True):
    """8.1, 8.3: which escorts attack a boat."""

    boat: Open[str]
    hunters: Open[tuple[str, ...]]


class EndCombat(Step, frozen=True):
    """9.10: combat is over; aircraft leave."""


class Depart(Step, frozen=True):
    """12.2: westbound merchants leave the map."""


class Growlers(Step, frozen=True):
    """11.2: ships that have been in the iceberg zone have come to rest in a hex: those named, or the moving stack."""

    cell: Open[str]
    units: Own[tuple[str, ...]] = ()


class Dispersion(Step, frozen=True):
    """11.4: a storm may drive ships away from an Allied stack."""


class Adrift(Step, frozen=True):
    """11.4: a ship is driven out of a hex into one of those next to it."""

    ship: Own[str]
    start: Open[str]
    cells: Open[tuple[str, ...]]


class Listen(Step, frozen=True):
    """11.3: the Allies listen for U-boats."""


class Scatter(Step, frozen=True):
    """11.6: whether a group scatters that has lost ships to an attack."""

    number: Open[int]
    sunk: Open[int]


class Contact(Step, frozen=True):
    """11.6: whether German ships that have come to rest in a hex meet a submarine."""

    cell: Open[str]
    units: Open[tuple[str, ...]]


class GroupIce(Step, frozen=True):
    """11.6: a group that has scattered into the iceberg zone may have struck ice."""

    number: Open[int]


class EndMission(Step, frozen=True):
    """5.1: the mission is over, and the other side has the next."""


class LandAircraft(Step, frozen=True):
    """5.6: aircraft land, those named or at the end of the turn all; their owner chooses where.

    With `sham` it is asked even if nobody comes down: units that intercepted unseen may have been aircraft.
    """

    side: Open[Side]
    units: Own[tuple[str, ...]] = ()
    sham: Open[bool] = False


class TrimCarrier(Step, frozen=True):
    """4.1: what a damaged carrier cannot hold is lost."""


class EndTurn(Step, frozen=True):
    """3.5: the turn ends."""


AnyStep: TypeAlias = (
    DrawMerchants
    | PrinzEugen
    | Reinforce
    | ReplaceBoat
    | Deployment
    | FirstTurn
    | WeatherPhase
    | BuyDecoys
    | PlaceDecoys
    | Missions
    | NextMission
    | Assemble
    | Dive
    | EntryHex
    | Drop
    | Leg
    | Sail
    | Window
    | ClaimSubmarine
    | Withdraw
    | Observe
    | Claim
    | RollRecon
    | OwnerReveals
    | Strike
    | Infiltrate
    | AirToAir
    | AirToSurface
    | AntiAircraft
    | LandOnCarrier
    | Gunfire
    | TorpedoStage
    | Hunt
    | AswReaction
    | EndCombat
    | Scatter
    | GroupIce
    | Contact
    | Depart
    | Growlers
    | Dispersion
    | Adrift
    | Listen
    | EndMission
    | LandAircraft
    | TrimCarrier
    | EndTurn
)


class State(BaseState[AnyStep], kw_only=True, omit_defaults=True):
    """The whole truth of a game, or what one side knows of it. `wakes` are the voyages of the last turns.

    Only in what a side knows: `marks` are the markers that show on face-down enemy pieces, `boxes` the numbers of
    pieces in the holding boxes, and `outside` how many forces of each side wait to enter. `listened` is the turn in
    which the Allies last listened for U-boats (11.3). In a campaign `scenario` is the one that is being played, and
    `campaign` how the earlier ones ended (11.7). In solitaire `groups` are the Allied groups; what a side knows
    has in `recalled` the ships, with their damage, that are in one or another of the groups of a family.
    """

    scenario: str
    options: Options
    season: Season
    ice: Ice
    turns: int
    pieces: dict[Side, dict[str, Piece]]
    turn: int = 1
    weather: Weather = "clear"
    fog_range: int = 0
    points: dict[Side, int] = msgspec.field(default_factory=lambda: dict.fromkeys(Side, 0))
    drawn: dict[Side, int] = msgspec.field(default_factory=lambda: dict.fromkeys(Side, 0))
    drawn_before: dict[Side, int] = msgspec.field(default_factory=lambda: dict.fromkeys(Side, 0))
    stations: ThisTurn[dict[Side, list[str]]] = msgspec.field(default_factory=lambda: {side: [] for side in Side})
    mission: Mission | None = None
    combat: Combat | None = None
    interceptor_acted: bool = False
    intercepted_unseen: bool = False
    merchant_seen: bool = False
    entered: list[str] = []
    wakes: list[Wake] = []
    listened: int = 0
    campaign: Campaign | None = None
    groups: list[Group] = []
    marks: dict[str, list[str]] = {}
    boxes: dict[int, int] = {}
    outside: dict[Side, int] = {}
    recalled: dict[int, dict[str, int]] = {}
