"""The state of Nordkapp: plain data, every unit in one place.

A unit is where its `at` says: a hex, or one of the places off the map (`WAITING` with the force's key, lost, or out:
it has left the map for good). An aircraft is where it is based: the hex of its base, or the name of its carrier.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from barents.games.nordkapp.datafiles import Box, Season, Weather
from barents.games.nordkapp.options import Options as Options  # a state has them, and so it is looked for here
from barents.kernel.disclosure import Open, Own
from barents.kernel.game import BaseState, Step
from barents.kernel.lifetimes import ThisTurn
from barents.kernel.sides import Side

LOST, OUT = "lost", "out"
WAITING = "waiting:"
DOWN = "down"  # the last word of a boat's route: it moves submerged

# What a side is told of a hex (6.1)
MERCHANTS, CONVOY, SURFACE, SUBMARINE = "merchants", "convoy", "surface units", "submarine"

Result: TypeAlias = Literal["detected", "screened", "infiltrated", "unseen"]


class Piece(msgspec.Struct, omit_defaults=True):
    """A counter in play.

    `force` is the marker that it sails under, empty for a unit with a marker of its own. Of merchants `convoy` is the
    convoy that they came with, `apart` the turn since which they are not with it any more. Of escorts `westward` is for
    how many movement phases they still run from a convoy that was scattered (13.3). Of submarines: `submerged`,
    `driven_off` (nothing to be done this turn), `harried` (nothing next turn), `acted` (an attack was tried this turn).
    Of aircraft: `resting` (Not Available), `flew` (this turn), `search` (the hexes of a recon mission), `covers` (the
    force or base of a CAP mission).
    """

    id: Own[str]
    at: Own[str]
    damage: Own[int] = 0
    force: Own[str] = ""
    convoy: Own[str] = ""
    apart: Own[int] = 0
    westward: Own[int] = 0
    submerged: Own[bool] = False
    driven_off: Own[bool] = False
    harried: ThisTurn[Own[bool]] = False
    acted: ThisTurn[Own[bool]] = False
    ace: Own[bool] = False
    resting: Own[bool] = False
    flew: ThisTurn[Own[bool]] = False
    search: ThisTurn[Own[list[str]]] = []
    covers: ThisTurn[Own[str]] = ""


class Marker(msgspec.Struct, omit_defaults=True):
    """A force marker (10.1); with merchants under it, it is a Convoy marker (10.2).

    `convoy` says whether it came as one.
    """

    key: Open[str]
    name: Open[str]
    convoy: Open[bool] = False


class Commitment(msgspec.Struct, frozen=True):
    """Solitaire 0: the automaton's plot, made before the German plots: forces that change, and all routes."""

    groups: dict[str, tuple[str, ...]] = {}
    routes: dict[str, str] = {}


class CombatBox(msgspec.Struct, omit_defaults=True):
    """What both sides see while they fight: who is there, and in surface combat in which box and which round.

    `kind` is what is going on; `boats` and `aircraft` are those that attack, `ships` everyone else, each with its box.
    `played` are the event chits that lie open (7.3).
    """

    kind: Open[Literal["submarine", "surface", "raid"]]
    cell: Open[str]
    attacker: Open[Side]
    attackers: Open[list[str]] = []
    ships: Open[dict[str, Box]] = {}
    round: Open[int] = 0
    surfaced: Open[bool] = False
    modifiers: Open[dict[str, int]] = {}
    result: Open[Result | Literal[""]] = ""
    played: Open[list[str]] = []


class Deployment(Step, frozen=True):
    """4 A: both sides place submarines and aircraft."""


class DrawBoats(Step, frozen=True):
    """13: which U-boats take part is drawn at random."""


class FirstTurn(Step, frozen=True):
    """4: the first turn begins."""


class WeatherPhase(Step, frozen=True):
    """4 A, a.1: the state of the sea."""


class Dispersion(Step, frozen=True):
    """12.4: a storm drives merchants away from their convoys."""


class ScatterConvoys(Step, frozen=True):
    """13.3: the merchants of a convoy that was ordered to scatter go their ways."""


class Orders(Step, frozen=True):
    """4 A, a.2 and 4 B: both sides assign air missions and plot movement, in secret and at once."""


class Lookout(Step, frozen=True):
    """Solitaire 1.2 and 2: fleets may arrive, and the automaton looks out."""


class AutomatonOrders(Step, frozen=True):
    """Solitaire 1.3 and 3: the automaton assigns its aircraft and commits its plot."""


class GermanOrders(Step, frozen=True):
    """Solitaire 0: the German gives his orders, and everything moves."""


class Underway(Step, frozen=True):
    """Solitaire 2: a German force moves hex by hex; `gone` is how many it has behind it."""

    marker: Own[str]
    hexes: Own[tuple[str, ...]]
    gone: Own[int] = 0


class Ambush(Step, frozen=True):
    """Solitaire 3.4: the automaton's submarines in a hex attack at once."""

    cell: Own[str]


class Growlers(Step, frozen=True):
    """12.2: convoys that moved close to the ice."""


class Listen(Step, frozen=True):
    """12.3: the Allies may listen for U-boats."""


class Opportunity(Step, frozen=True):
    """12.3.1: attacks on boats that were heard."""

    boats: Open[tuple[str, ...]]


class Recon(Step, frozen=True):
    """4 C, 6: a side announces the hexes that it searches."""

    side: Open[Side]


class ScatterRoll(Step, frozen=True):
    """13.3: whether the Admiralty orders a convoy to scatter."""


class SubmarinePhase(Step, frozen=True):
    """4 D, 7: a side uses its submarines, one after the other."""

    side: Open[Side]


class SubmarineAction(Step, frozen=True):
    """7.1: one submarine attacks."""

    side: Open[Side]
    boat: Open[str]


class Infiltrate(Step, frozen=True):
    """7.1.1: it tries to get through the escorts."""


class BearingChange(Step, frozen=True):
    """7.3: it got through, and the convoy may turn away."""


class Aim(Step, frozen=True):
    """7.1.2: it picks a ship; `again` for one more attack (7.3)."""

    again: Open[bool] = False


class Torpedoes(Step, frozen=True):
    """7.1.2: it fires at a ship."""

    target: Open[str]
    again: Open[bool] = False


class SecondAttack(Step, frozen=True):
    """7.3: it may be granted one more attack."""


class EscortReaction(Step, frozen=True):
    """7.1.3: the escorts strike back."""


class EndSubmarineAction(Step, frozen=True):
    """7.3: the chits go back."""


class CallCombat(Step, frozen=True):
    """4 E, 8: a side may call surface combat, hex by hex; `more` after a hex in which it did not."""

    side: Open[Side]
    more: Open[bool] = False


class SurfaceCombat(Step, frozen=True):
    """8.1: surface combat in a hex."""

    side: Own[Side]
    cell: Own[str]


class Exchange(Step, frozen=True):
    """8.1: both sides choose targets and fire, one round of surface combat."""


class Manoeuvres(Step, frozen=True):
    """8.3: both sides close, disengage or flee."""


class AirRaids(Step, frozen=True):
    """4 F, 9.3: a side declares its raids."""

    side: Open[Side]


class AirRaid(Step, frozen=True):
    """9.3.2: one raid."""

    side: Open[Side]
    cell: Open[str]
    units: Open[tuple[str, ...]]


class Shadowing(Step, frozen=True):
    """4 G, 7.4, 9.1.1: boats and aircraft keep contact."""


class Disclosure(Step, frozen=True):
    """7.4: the Allies say where ships will move that the German keeps in contact."""

    cell: str


class EndTurn(Step, frozen=True):
    """4 G: the turn ends."""


class Unseen(Step, frozen=True):
    """What is next as far as an observer knows: perhaps something is being done unseen."""


AnyStep: TypeAlias = (
    DrawBoats
    | Deployment
    | FirstTurn
    | WeatherPhase
    | Dispersion
    | ScatterConvoys
    | Orders
    | Lookout
    | AutomatonOrders
    | GermanOrders
    | Underway
    | Ambush
    | Growlers
    | Listen
    | Opportunity
    | Recon
    | ScatterRoll
    | SubmarinePhase
    | SubmarineAction
    | Infiltrate
    | BearingChange
    | Aim
    | Torpedoes
    | SecondAttack
    | EscortReaction
    | EndSubmarineAction
    | CallCombat
    | SurfaceCombat
    | Exchange
    | Manoeuvres
    | AirRaids
    | AirRaid
    | Shadowing
    | Disclosure
    | EndTurn
    | Unseen
)


def _each_side() -> dict[Side, dict[str, list[str]]]:
    return {side: {} for side in Side}


class State(BaseState[AnyStep], kw_only=True, omit_defaults=True):
    """The whole truth of a game, or what one side knows of it.

    `seen` has for each side the hexes in which it sighted enemies this turn, and as what (6.1); only there may it
    attack (R13). `searched` are the hexes that it searched this turn, `shown` those whose ships were laid open to it
    (R14), `western` those that the Allies search without counters (13).
    `called` are the hexes that each side was asked about in this turn's surface combat phase, `fought`
    those where it was fought, `moved` the convoys that moved. `bound` has the
    hex that each shadowed marker must move to (7.4), `courses` the routes that each side plotted last. `detected` is
    the turn on which each convoy was first reported (13). `rolled` are the convoys about which the Admiralty has
    decided this turn, `ordered` those that it told to scatter, `scattered` those that have. `bag` holds the event chits
    in each side's container, `hand` those it has drawn (7.3).
    `points` are the true points, `untold` those among them of which their side has not been told (storm and ice
    losses), `unheard` the units. `spotted` are, in solitaire, the German markers that the automaton sees, `arrivals`
    the turn and hex in which each Allied force comes, `committed` its plot for the turn. `unseen` is the side that is
    being asked something in secret.
    """

    scenario: str
    options: Options
    season: Season
    ice: Season
    turns: int
    pieces: dict[Side, dict[str, Piece]]
    markers: dict[Side, dict[str, Marker]]
    turn: int = 1
    weather: Weather = "fair"
    seen: ThisTurn[dict[Side, dict[str, list[str]]]] = msgspec.field(default_factory=_each_side)
    searched: ThisTurn[dict[Side, list[str]]] = msgspec.field(default_factory=lambda: {side: [] for side in Side})
    called: ThisTurn[dict[Side, list[str]]] = msgspec.field(default_factory=lambda: {side: [] for side in Side})
    shown: ThisTurn[dict[Side, list[str]]] = msgspec.field(default_factory=lambda: {side: [] for side in Side})
    fought: ThisTurn[list[str]] = []
    bound: dict[str, str] = {}
    detected: dict[str, int] = {}
    rolled: ThisTurn[list[str]] = []
    ordered: list[str] = []
    scattered: list[str] = []
    bag: dict[Side, list[str]] = msgspec.field(default_factory=lambda: {side: [] for side in Side})
    hand: dict[Side, list[str]] = msgspec.field(default_factory=lambda: {side: [] for side in Side})
    box: CombatBox | None = None
    points: dict[Side, float] = msgspec.field(default_factory=lambda: dict.fromkeys(Side, 0.0))
    untold: dict[Side, float] = msgspec.field(default_factory=lambda: dict.fromkeys(Side, 0.0))
    courses: dict[Side, dict[str, str]] = msgspec.field(default_factory=lambda: {side: {} for side in Side})
    moved: ThisTurn[list[str]] = []
    western: ThisTurn[list[str]] = []
    unheard: list[str] = []
    spotted: list[str] = []
    arrivals: dict[str, tuple[int, str]] = {}
    committed: Commitment = Commitment()
    unseen: Side | None = None
