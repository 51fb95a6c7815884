"""The state of the campaign: plain data, every ship in one place.

Everything that one side alone knows hangs under its desk, so that what the other may see can be cut out without
looking at the rules. While a Convoy Phase is played, the ships that take part are in the operation's desks, not here.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from barents.games.arctic_campaign.options import Options as Options  # a state has them, and so it is looked for here
from barents.games.operations.state import Base, Ship
from barents.games.operations.state import State as Operation
from barents.kernel.disclosure import Open, Own
from barents.kernel.game import BaseState, Step
from barents.kernel.sides import Side

# Where a ship is that is in no port on the map
GERMANY, USA, SUNK, GONE = "Germany", "USA", "sunk", "gone"
START_BOX, LAST_BOX = 5, 10  # of the General Victory Track, Allied Victory is box 0

Phase: TypeAlias = Literal["set-up", "repair", "reinforcement", "convoy", "homebound", "points"]
Mode: TypeAlias = Literal["played", "players", "quick"]
Service: TypeAlias = Literal["core", "hired", "event", "soviet", "transfer", "merchant", "oiler", "idle", "fleet"]
Way: TypeAlias = Literal["east", "west", "cover", "mission", "home", "coastal", "base", "squadron"]


class Vessel(msgspec.Struct, omit_defaults=True):
    """A ship of the campaign: whose service she is in, and where she is; her boxes are those of `ships`.

    `at` is the name of a port, or GERMANY, USA, SUNK, GONE; of a secret base's oiler the zone. Allied services are
    `core`, `hired` and `event` for the month, `soviet`, `transfer` (on her way to become Soviet), `merchant`, `oiler`
    (of the transports' dice), and `idle`: a western ship in no service that is still being repaired, to be hired when
    whole. German ships are `fleet`.

    `ready` is the month from which she can be used (arrivals, absence in the USA, a battleship taken away, machinery,
    training, delay). `since` is the month in which she came to where she is. `mending` counts the whole months that
    she has been under repair where she is, `delay` those that the yard keeps her longer, `rated` whether that die has
    been thrown. `trained` is whether her training has been rolled for. `sailed` is whether she left port in this
    month's Convoy Phase, `overhaul` whether her machinery sends her to Germany, `aground` whether she must stay where
    she is this month. `berth` is the port in which `mending` was counted, `yard` whether she holds a place at
    Trondheim. `due` is whether a western warship must leave a Soviet port this month, `unpaid` whether she may only do
    so (B.13).
    """

    key: Own[str]
    service: Own[Service]
    at: Own[str]
    ready: Own[int] = 1
    since: Own[int] = 1
    mending: Own[int] = 0
    delay: Own[int] = 0
    rated: Own[bool] = False
    trained: Own[bool] = False
    sailed: Own[bool] = False
    overhaul: Own[bool] = False
    aground: Own[bool] = False
    berth: Own[str] = ""
    yard: Own[bool] = False
    due: Own[bool] = False
    unpaid: Own[bool] = False


class Group(msgspec.Struct, omit_defaults=True):
    """Ships that sail together: a convoy, a covering fleet, a German squadron, or a fleet that passes the North Sea.

    `way` is what for. `port` is where it starts, `goal` the port that it makes for, `sails` the turn, `route` the
    waypoints or zones between. `covers` is a convoy's key or a zone. `early` are the premature turns that it uses.
    """

    key: Own[str]
    name: Own[str]
    way: Own[Way]
    ships: Own[list[str]]
    port: Own[str]
    goal: Own[str] = ""
    sails: Own[int] = 1
    route: Own[list[str]] = []
    covers: Own[str] = ""
    early: Own[int] = 0


class Charge(msgspec.Struct, frozen=True):
    """A line of the month's account: what for, and the points; those of `side` are added to that side's."""

    side: Open[Side]
    what: Open[str]
    points: Open[int]
    rule: Open[str] = ""


class Oil(msgspec.Struct, frozen=True):
    """A change of the Norwegian stock, in 72nds of a box (C.31)."""

    month: Own[int]
    what: Own[str]
    parts: Own[int]


class Line(msgspec.Struct, frozen=True):
    """A line of the war diary."""

    month: Own[int]
    words: Own[str]
    about: Own[dict[str, str]] = {}


class AlliedRow(msgspec.Struct, frozen=True):
    """A.5: a month of the Allied record."""

    month: Own[int]
    costs: Own[int]
    allied: Own[int]
    axis: Own[int]
    score: Own[int]
    total: Own[int]
    east: Own[list[str]]
    west: Own[list[str]]


class AxisRow(msgspec.Struct, frozen=True):
    """A.5: a month of the Axis record; fuel in 72nds of a box."""

    month: Own[int]
    supplied: Own[int]
    available: Own[int]
    used: Own[int]
    stock: Own[int]
    points: Own[int]
    ready: Own[list[str]]


class Statement(msgspec.Struct, frozen=True):
    """A month's points as both sides see them in phase 5 (4.11)."""

    month: Open[int]
    mode: Open[Mode]
    lines: Open[list[Charge]]
    allied: Open[int]
    axis: Open[int]
    score: Open[int]
    total: Open[int]
    marker: Open[int]


class Desk(msgspec.Struct, omit_defaults=True):
    """What either side has and the other does not see.

    `event` is the month's roll, `modes` the ways of playing the Convoy Phase that the side accepts, `decks` what its
    carriers carry, in steps by type. `groups` are what it has planned for the month. `bill` are the month's costs and
    gains, `losses` what the enemy gets for ships of this side that were sunk. `boats_lost` are submarines that
    were sunk, whose names do not come back. `diary` writes itself.
    """

    vessels: Own[dict[str, Vessel]] = {}
    ships: Own[dict[str, Ship]] = {}
    event: Own[int] = 0
    modes: Own[list[Mode]] = []
    decks: Own[dict[str, dict[str, int]]] = {}
    groups: Own[dict[str, Group]] = {}
    bill: Own[list[Charge]] = []
    losses: Own[list[Charge]] = []
    boats_lost: Own[list[str]] = []
    diary: Own[list[Line]] = []


class AlliedDesk(Desk, omit_defaults=True):
    """The Allied desk.

    `slots` is the slot number S of each type (R16), `sold` the types of which a core ship was sold this month. `dice`
    are those of the transports as they fell, `rolled` how many transports they gave. `oiler_due` is the month in which
    a lost core oiler is replaced. `offered` is what the event offers, by type. `early` are the turns of an Early Start;
    `reacting` is whether the die for premature turns is wanted (B.3), `reaction` what it gave. `transfer_asked` is
    whether the die for the transferred ships is to be thrown, `escort_asked` whether that for Soviet destroyers is;
    `escorts` is how many answer. `pacific` and `transferred` are whether those ships have come. `mission` is whether a
    special transport mission is due, `further` how many more wait behind it, `carrier_of_mission` the cruiser of this
    month. `cve` is the free escort carrier, `cve_free` whether she is still to be chosen. `east` and `west` are the
    numbers of the next convoys. `returned` counts transports that turned back this month, `names` numbers ships without
    a name.
    """

    slots: Own[dict[str, int]] = {}
    sold: Own[list[str]] = []
    dice: Own[list[int]] = []
    rolled: Own[int] = 0
    oiler_due: Own[int] = 0
    offered: Own[dict[str, int]] = {}
    early: Own[int] = 0
    reacting: Own[bool] = False
    reaction: Own[int] = 0
    transfer_asked: Own[bool] = False
    escort_asked: Own[bool] = False
    escorts: Own[int] = 0
    pacific: Own[bool] = False
    transferred: Own[bool] = False
    mission: Own[bool] = False
    further: Own[int] = 0
    carrier_of_mission: Own[str] = ""
    cve: Own[str] = ""
    cve_free: Own[bool] = False
    east: Own[int] = 0
    west: Own[int] = 0
    returned: Own[int] = 0
    names: Own[int] = 0
    record: Own[list[AlliedRow]] = []


class AxisDesk(Desk, omit_defaults=True):
    """The German desk.

    `stock` is the oil in Norway, `drawn` what was taken from it this month, both in 72nds of a box; `oil` is the
    record of every change. `refills` are the ships that fill up again when they come back into port. `flotilla_hits`
    are the hull boxes that the first destroyers have lost, `flotilla_yard` the one of them whose hull may be repaired
    at Trondheim (C.11). `early_destroyers` are the three of C.121, `optional` the optional warships that have come up.
    `grounding`, `coastal` (the way of the convoy, with its sweepers and transports), `extra_boats`,
    `extra_bombers` and `extra_recon` are what the month's event brought. `founded` are the years in which a secret
    base was begun, `bases` those that stand, their turns counted from the first of the month to come. `passing`
    are the fleets that still have to pass the North Sea, `newcomers` the ships that reached Norway this month. `upkeep`
    is what ships cost that lay in port all month, in 72nds of a box, from the Homebound Phase to the account.
    """

    stock: Own[int] = 0
    drawn: Own[int] = 0
    oil: Own[list[Oil]] = []
    refills: Own[list[str]] = []
    flotilla_hits: Own[int] = 0
    flotilla_yard: Own[str] = ""
    early_destroyers: Own[list[str]] = []
    optional: Own[list[str]] = []
    grounding: Own[bool] = False
    coastal: Own[str] = ""
    coastal_sweepers: Own[int] = 0
    coastal_transports: Own[int] = 0
    coastal_sails: Own[int] = 0
    extra_boats: Own[int] = 0
    extra_bombers: Own[int] = 0
    extra_recon: Own[int] = 0
    bomber_type: Own[str] = ""
    recon_types: Own[dict[str, int]] = {}
    founded: Own[list[int]] = []
    bases: Own[dict[str, Base]] = {}
    passing: Own[list[Group]] = []
    newcomers: Own[list[str]] = []
    upkeep: Own[dict[str, int] | None] = None
    record: Own[list[AxisRow]] = []


class Passage(msgspec.Struct, omit_defaults=True):
    """A German fleet in the North Sea, as it is being looked for (B.3).

    `fleet` is its letter (empty for a roll that no ship was there for), `home` whether it is bound for Germany,
    `roll` the table's result, `steps` the aircraft and `boat` the submarine that are still to attack, `several` whether
    the aircraft have more than one ship before them. `screen` are the dice with which the fleet's screen has looked for
    the boat, `detected` whether it has found her. `hit` are ships with new damage.
    """

    fleet: str
    home: bool
    roll: int = 0
    steps: int = 0
    several: bool = False
    boat: str = ""
    screen: int = 0
    detected: bool = False
    hit: list[str] = []


# The steps of a month (2.2)


class BeforeTheWar(Step, frozen=True):
    """2.1: both sides make their choices before the first die (S2, S3)."""


class FirstDice(Step, frozen=True):
    """2.1: the secret dice of the set-up (S4 to S6)."""


class FirstPlaces(Step, frozen=True):
    """2.1: both sides place what they begin with (S6 to S8)."""


class MonthBegins(Step, frozen=True):
    """A.2: a new month; whatever has run out ends."""


class Repairs(Step, frozen=True):
    """A.21: both sides say what is repaired first (D1), who lies at Trondheim (D2), what carriers carry (D3)."""


class Events(Step, frozen=True):
    """A.21: the dice of phase 1."""


class EventChoices(Step, frozen=True):
    """A.21: what both sides make of their events (D4 to D9), and the Allies' dealings (D10)."""


class TransportDice(Step, frozen=True):
    """B.18, B.21: the dice for the transferred ships and the transports."""


class Sailings(Step, frozen=True):
    """B.21, A.22: launch ports of transports (D11); German ships that sail, in fleets (D12)."""


class NextPassage(Step, frozen=True):
    """A.22, A.24: the next fleet that has to pass the North Sea."""

    home: Open[bool]


class Intercept(Step, frozen=True):
    """B.3: the Allies may look for it (D13)."""


class AirStrike(Step, frozen=True):
    """B.3: aircraft attack: they come through the fleet's fire, then the Allies choose the target (D14)."""

    stage: Open[Literal["approach", "attack"]] = "approach"


class BoatStrike(Step, frozen=True):
    """B.3: a submarine attacks: the screen looks for her, then she fires."""

    stage: Open[Literal["screen", "fire"]] = "screen"


class Signals(Step, frozen=True):
    """B.3, B.17: the Allies may react (D15) and ask for Soviet destroyers (D22)."""


class MonthDice(Step, frozen=True):
    """A.22, A.23: the dice for reaction, boats, aircraft, escorts and the carrier."""


class Plans(Step, frozen=True):
    """A.23, A.4: both sides place and plan in secret (D16 to D27, D33), and say how the month is to be played."""


class ConvoyPhase(Step, frozen=True):
    """A.23: the operation begins."""


class Operations(Step, frozen=True):
    """A.23: a step of the operation."""


class Reckoning(Step, frozen=True):
    """8 (c): the month is resolved quickly."""


class Gathering(Step, frozen=True):
    """The operation is over: ships come back to the campaign, with what has become of them."""


class Homebound(Step, frozen=True):
    """A.24: which German ships go home, and in which fleets (D29, D30)."""


class Account(Step, frozen=True):
    """C.36: the month's fuel bill."""


class Points(Step, frozen=True):
    """A.25, A.5: the month's points, the track, and the end."""


class FadeOut(Step, frozen=True):
    """A.1: both sides may agree to end it (D31)."""


AnyStep: TypeAlias = (
    BeforeTheWar
    | FirstDice
    | FirstPlaces
    | MonthBegins
    | Repairs
    | Events
    | EventChoices
    | TransportDice
    | Sailings
    | NextPassage
    | Intercept
    | AirStrike
    | BoatStrike
    | Signals
    | MonthDice
    | Plans
    | ConvoyPhase
    | Operations
    | Reckoning
    | Gathering
    | Homebound
    | Account
    | Points
    | FadeOut
)


class State(BaseState[AnyStep], kw_only=True, omit_defaults=True):
    """The whole truth of a campaign, or what one side knows of it.

    `month` counts from 1, January 1942. `marker` is the box of the General Victory Track, `total` the Allied
    cumulative points. `statements` are the months that are over. `operation` is the Convoy Phase under way. `sighted`
    and `aborted` are whether a German fleet was sighted on its way to Norway this month, and whether one turned back.
    `asked` is whether the Allies have been asked to look in the North Sea in this phase, `searching` whether they do.
    `agreed` is the core, if before play another one was agreed on than history's.
    """

    scenario: str
    options: Options
    agreed: list[str] = []
    month: int = 1
    phase: Phase = "set-up"
    mode: Mode = "played"
    marker: int = START_BOX
    total: int = 0
    statements: list[Statement] = []
    allied: AlliedDesk
    axis: AxisDesk
    passage: Passage | None = None
    asked: bool = False
    searching: bool = False
    sighted: bool = False
    aborted: bool = False
    operation: Operation | None = None
