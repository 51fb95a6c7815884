"""The state of an operation: plain data, every unit in one place.

Zones are `5709`; a fleet in harbour lies `docked` in the zone of its port. Everything that one side alone knows hangs
under that side, so that what the other may see can be cut out without looking at the rules.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from barents.games.operations.fights import Battle, Encounter, Hunt, Raid, Siege
from barents.games.operations.options import Options as Options  # a state has them, and so it is looked for here
from barents.kernel.disclosure import Open, Own
from barents.kernel.game import BaseState, Step
from barents.kernel.lifetimes import ThisTurn, Today
from barents.kernel.sides import Side

# Where a ship is that is in no fleet any more
SUNK, ARRIVED, RETURNED, HOME = "sunk", "arrived", "returned", "home"

Mission: TypeAlias = Literal["convoy", "cover", "raid", "intercept", "bombard", "transfer", "refuel", "return"]
Sortie: TypeAlias = Literal["search", "cap", "asw", "strike", "escort", "transfer", "rest"]
Light: TypeAlias = Literal["day", "twilight", "night"]
Region: TypeAlias = Literal["W", "N", "B", "E"]
Battery: TypeAlias = Literal["primary", "secondary", "tertiary"]
Box: TypeAlias = Literal["speed", "primary", "secondary", "tertiary", "hull", "aa", "torpedo"]


class Ship(msgspec.Struct, omit_defaults=True):
    """A ship with the boxes that it has lost (OP-DMG).

    `line` is its row of values. `fuel` is what is left, in twelfths of a box; of an oiler `cargo` is what it can give,
    of a transport what it carries. `fired` are tube factors that are empty. `bridge` is the round of a battle in which
    it neither fires nor moves. `rough` are the turns of its present run of storms, `gales` how many of the first three
    were gales, `marks` the storm marks. `failed` is whether its machinery has broken down, `aground` whether it must
    stay in port. `scouted` is the day on which its floatplane last flew, `berth` the whole turns it has been docked.
    Of a transport: `landed` is the cargo that she has delivered, `homeward` whether she sails home from the east, and
    `westmost` the column farthest west that she has reached. `answered` is whether a Soviet warship has been given to
    the convoys (R66). `held` is whether she stays in port for the whole operation, `called` the Soviet port that
    she was last in, `tasks` the only missions that she may be given (none: all), `lost_in` of one that was sunk the
    fleet that she was in, `on_errand` whether that was the fleet of the ship on a special mission. `delivery` is
    whether she is still to be handed over to the Soviet navy in the east, `leaving` whether she has to leave Russia for
    the west (B.22, B.23).
    """

    key: Own[str]
    line: Own[str]
    fleet: Own[str] = ""
    at: Own[str] = ""
    name: Own[str] = ""
    lost: Own[dict[Box, int]] = {}
    fired: Own[int] = 0
    fuel: Own[int] = 0
    cargo: Own[int] = 0
    fire: Own[bool] = False
    steering: Own[bool] = False
    bridge: Own[int] = 0
    marks: Own[int] = 0
    rough: Own[int] = 0
    gales: Own[int] = 0
    failed: Own[bool] = False
    aground: Own[bool] = False
    scouted: Own[int] = 0
    berth: Own[int] = 0
    landed: Own[int] = 0
    homeward: Own[bool] = False
    westmost: Own[int] = 99
    answered: Own[bool] = False
    held: Own[bool] = False
    called: Own[str] = ""
    tasks: Own[list[Mission]] = []
    lost_in: Own[str] = ""
    on_errand: Own[bool] = False
    delivery: Own[bool] = False
    leaving: Own[bool] = False


class Fleet(msgspec.Struct, omit_defaults=True):
    """Ships under one order (OP-FLEET).

    `plot` are the zones that lie ahead, as far as they are bound; `pace` how many of them it goes a turn. `plan` are
    the waypoints of a convoy, a transfer or a return beyond the plot. `covers` is a convoy or a zone, `chases` the zone
    in which the fleet that it wants to intercept was last reported, `port` the port that it makes for or bombards.
    `sails` is the first turn in which it may leave port. `since` is the turn in which it put to sea. `of` is the convoy
    that a straggler or a scattered ship belongs to, `root` the fleet of the scenario that its ships came from, `apart`
    the first turn in which it may join others. `loose` is whether it is a scattered ship, who has no plot of her own
    but sails by a plan, and `unplanned` whether her owner has not yet been asked for it. `found` is whether the enemy
    has ever had contact with it (C.51). `early` are the premature turns that it may use.

    Of this turn: `moves` are the zones that it makes, `track` those that it has been in (the first is where it began),
    `engaged` is whether it has been stopped to fight, `met` whether it has had contact, which frees it to change its
    orders, `avoided` whether it kept out of a fight, `fought` the battles, `tried` the boats that have tried to come up
    with it, `shadowed` whether an enemy fleet keeps contact with it, and `lit` whether one did last turn. Of
    this day: `steamed` is whether it has moved, `forced` whether once by three zones.
    """

    key: Own[str]
    name: Own[str]
    at: Own[str]
    mission: Own[Mission]
    docked: Own[bool] = False
    pace: Own[int] = 1
    plot: Own[list[str]] = []
    plan: Own[list[str]] = []
    covers: Own[str] = ""
    chases: Own[str] = ""
    port: Own[str] = ""
    sails: Own[int] = 1
    moves: ThisTurn[Own[int]] = 0
    track: ThisTurn[Own[list[str]]] = []
    engaged: ThisTurn[Own[bool]] = False
    met: ThisTurn[Own[bool]] = False
    avoided: Own[bool] = False
    fought: ThisTurn[Own[int]] = 0
    tried: int = 0
    shadowed: ThisTurn[bool] = False
    lit: bool = False
    steamed: Today[Own[bool]] = False
    forced: Today[Own[bool]] = False
    since: Own[int] = 0
    of: Own[str] = ""
    root: Own[str] = ""
    apart: Own[int] = 0
    loose: Own[bool] = False
    unplanned: Own[bool] = False
    found: bool = False
    early: Own[int] = 0


class Boat(msgspec.Struct, omit_defaults=True):
    """A submarine (OP-SUB).

    `attacks` are those that it has made; it makes no contact before the turn `quiet`. `shadows` is the enemy fleet that
    it keeps contact with, and has since the turn `since`. `waited` are turns at the secret base, `reloads` the attacks
    that it got back there. `held` is whether an enemy patrol keeps it down this turn. `at` is a zone, or `SUNK` or
    `HOME`.
    """

    key: Own[str]
    type: Own[str]
    at: Own[str]
    name: Own[str] = ""
    attacks: Own[int] = 0
    quiet: Own[int] = 0
    shadows: str = ""
    since: Own[int] = 0
    waited: Own[int] = 0
    reloads: Own[int] = 0
    held: Own[bool] = False


class Squadron(msgspec.Struct, omit_defaults=True):
    """A step of aircraft (OP-AIR-step): where it is based (a zone, or the key of a carrier), and what it does.

    `centre` is the zone or fleet of its mission; `bombs` is whether one that could carry torpedoes has bombs for a
    strike instead. `flew` is the turn of its last mission and `sorties` how many it has
    flown on the day of it, `struck` the day of its last strike. One that was beaten off flies again on the day `rests`.
    """

    key: Own[str]
    type: Own[str]
    base: Own[str]
    sortie: Own[Sortie] = "rest"
    centre: Own[str] = ""
    flew: Own[int] = 0
    sorties: Own[int] = 0
    struck: Own[int] = 0
    rests: Own[int] = 0
    last: Own[Sortie] = "rest"
    bombs: Own[bool] = False


class Contact(msgspec.Struct, omit_defaults=True):
    """What a side was told of an enemy fleet in one turn (OP-SEARCH), under a number of its own.

    `level` 1 has a size class in `size`, 2 a `number` and flags, 3 `types` and a `course`. `fleet` is the truth, which
    only the umpire has.
    """

    key: Own[str]
    turn: Own[int]
    zone: Own[str]
    level: Own[int]
    source: Own[str]
    size: Own[str] = ""
    number: Own[int] = 0
    flags: Own[list[str]] = []
    types: Own[dict[str, int]] = {}
    course: Own[str] = ""
    fleet: str = ""


class Spell(msgspec.Struct, omit_defaults=True):
    """The weather of a region: its level, and the last turn of the spell."""

    level: Open[int]
    until: Open[int]


class Base(msgspec.Struct, omit_defaults=True):
    """A secret base (C.6): the oiler who keeps it, and has since the turn `since`.

    `leaves` is the turn in which it was ordered to be taken down, `found` whether the enemy knows of it.
    """

    zone: Own[str]
    ship: Own[str]
    since: Own[int] = 0
    leaves: Own[int | None] = None
    ready: Own[bool] = False
    found: bool = False


class Desk(msgspec.Struct, omit_defaults=True):
    """Everything that one side alone has: its units, its reports, and what is under way in secret.

    `queue` are the boats that still have to act this turn, `pairs` who takes fuel from whom in it, `scouting` where
    floatplanes are sent. `fields` are the minefields that it has laid, with the ship that laid each, `laying` the
    minelayers that lay one this turn. `done` is whether it has declared that it has finished (D28), `identified`
    whether it has identified a convoy for certain (C.52). `bases` are its secret bases by their zones, `bases_barred`
    is whether it may found none any more (C.6). `released` is whether every Soviet warship may sail (R32). `errand` is
    the ship on a special mission (B.5).
    """

    ships: Own[dict[str, Ship]] = {}
    fleets: Own[dict[str, Fleet]] = {}
    boats: Own[dict[str, Boat]] = {}
    air: Own[dict[str, Squadron]] = {}
    contacts: Own[dict[str, Contact]] = {}
    numbers: Own[int] = 0
    queue: Own[list[str]] = []
    pairs: Own[dict[str, str]] = {}
    scouting: Own[dict[str, str]] = {}
    fields: Own[dict[str, str]] = {}
    laying: Own[list[str]] = []
    done: Own[bool] = False
    bases: Own[dict[str, Base]] = {}
    bases_barred: Own[bool] = False
    identified: Own[bool] = False
    released: Own[bool] = False
    errand: Own[str] = ""


class SetUp(Step, frozen=True):
    """OP-SCEN-setup: both sides place their submarines in secret."""


class NextTurn(Step, frozen=True):
    """A turn begins, the first once everything is in place."""


class Premature(Step, frozen=True):
    """OP-TIME-premature: a turn before the first, for those Allied fleets that may use it."""


class WeatherAndLight(Step, frozen=True):
    """OP-TIME-order 1: spells that have run out are rolled anew."""


class Orders(Step, frozen=True):
    """OP-TIME-order 2 and 3: both sides assign their aircraft and give their fleets orders, in secret."""


class Movement(Step, frozen=True):
    """OP-TIME-order 4: a segment of movement, with the contact rolls that follow from it."""

    segment: Open[int]


class ContactChoice(Step, frozen=True):
    """OP-CONTACT-choice: a side decides what its fleets do about those that they have met in this segment."""

    segment: Open[int]
    side: Open[Side]


class ContactResult(Step, frozen=True):
    """OP-CONTACT-choice, -avoid: who fights."""

    segment: Open[int]


class Search(Step, frozen=True):
    """OP-TIME-order 5: reports come in, and everything that searches looks."""


class LaunchStrikes(Step, frozen=True):
    """OP-TIME-order 6: a side sends its aircraft against fleets that it knows of."""

    side: Open[Side]


Stage: TypeAlias = Literal["combat", "losses", "attack"]


class AirRaid(Step, frozen=True):
    """OP-STRIKE-order: a stage of the first raid that is still to come."""

    stage: Open[Stage] = "combat"


class InshorePatrols(Step, frozen=True):
    """OP-SUB-inshore: boats close to enemy ports are hunted."""


class BoatOrders(Step, frozen=True):
    """OP-SUB-move: both sides move their submarines, and say in which order they act."""


class BoatActions(Step, frozen=True):
    """OP-SUB-order: a side's boats act, one after the other."""

    side: Open[Side]


class BoatContact(Step, frozen=True):
    """OP-SUB-report: the boat in contact attacks, shadows or lies low."""

    side: Open[Side]


class BoatAttack(Step, frozen=True):
    """OP-SUB-attack: a stage of a boat's attack."""

    side: Open[Side]
    stage: Own[Literal["screen", "press", "aim", "counter"]] = "screen"


class Hunting(Step, frozen=True):
    """OP-SUB-hunt: covering fleets look for submarines in their zones."""


class SurfaceActions(Step, frozen=True):
    """OP-TIME-order 8: the battles of the turn, one after the other."""


class Divisions(Step, frozen=True):
    """OP-TAC-divisions: both sides divide their ships in secret."""


class Round(Step, frozen=True):
    """OP-TAC-rounds: a round of battle; the intents in one step, what comes of them in the next."""

    stage: Open[Literal["join", "intent", "fire", "leave"]] = "intent"


class Bombardment(Step, frozen=True):
    """OP-PORT-bombard: fleets in enemy harbours fire at what lies there."""


class SeaKeeping(Step, frozen=True):
    """OP-TIME-order 9: fires, steering, fuel, storm, stragglers, machinery, floes."""


class Record(Step, frozen=True):
    """OP-TIME-order 10: arrivals, unloading, the base, and the end."""


class Declare(Step, frozen=True):
    """OP-TIME-end-early: a side may say that it has finished; after the second the turn is over."""

    side: Open[Side]


AnyStep: TypeAlias = (
    SetUp
    | NextTurn
    | Premature
    | WeatherAndLight
    | Orders
    | Movement
    | ContactChoice
    | ContactResult
    | Search
    | LaunchStrikes
    | AirRaid
    | InshorePatrols
    | BoatOrders
    | BoatActions
    | BoatContact
    | BoatAttack
    | Hunting
    | SurfaceActions
    | Divisions
    | Round
    | Bombardment
    | SeaKeeping
    | Record
    | Declare
)


class State(BaseState[AnyStep], kw_only=True, omit_defaults=True):
    """The whole truth of an operation, or what one side knows of it.

    `month` and `year` are what ice, light, season, radar and the submarines' tables go by. `turn` counts four hours
    each; turn 1 is slot 1 of the first day, and turns from 0 downwards are premature. `weather` is open to all, and so
    are `battle` and `raids` to those who are in them. `fought` is the last battle, looked at until fleets move on.
    `encounters` are those of this segment, `battles` those that are still to be fought. `points` are those that have
    been made for good. `cautious` and `long_search` are whether C.52 and C.51 hold, `grounding` whether the next German
    fleet to leave a small port may run aground (C.4).

    `complete` is whether the desks have every ship that there is, also the small craft of the ports.

    A month of a campaign has no `scenario`. What the enemy may then expect of a side, and no more, is its desk under
    `expected`: ships in fleets where they would begin, boats and squadrons as far as they are guessed at.
    """

    scenario: str
    options: Options
    month: int
    year: int
    turns: int
    turn: int = 1
    cautious: bool = False
    long_search: bool = False
    grounding: bool = False
    complete: bool = False
    desks: dict[Side, Desk]
    weather: dict[Region, Spell] = {}
    encounters: list[Encounter] = []
    battles: list[Encounter] = []
    battle: Battle | None = None
    fought: Battle | None = None
    raids: list[Raid] = []
    hunt: Hunt | None = None
    siege: Siege | None = None
    points: dict[Side, int] = {}
    sunk: dict[Side, list[str]] = {}
    expected: dict[Side, Desk] = {}
    phase: str = "set-up"
