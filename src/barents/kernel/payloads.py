"""What is drawn on a board beside its pieces.

Of a map that is what of it is in force, of a display that takes the map's place all that its stage draws. There is one
type for each geometry; a client draws what it is sent and infers nothing.

Pieces are named by their ids, cells by their names, and orders by the slots of the question that asks for them.
"""

from typing import Literal, TypeAlias

import msgspec

from barents.kernel.sides import Side

# A map


class LightBand(msgspec.Struct, frozen=True):
    """A band of latitudes: how light it is there now, its day in words, and the parallel in which it ends northward."""

    light: Literal["day", "twilight", "night"]
    hours: str
    upto: float | None = None


class RegionWeather(msgspec.Struct, frozen=True):
    """The weather of a region: its sky in a word, its title on a plate, what counts most, and all else to be said."""

    region: str
    sky: str
    title: str
    headline: str
    more: tuple[str, ...] = ()


class ChartState(msgspec.Struct, frozen=True, tag="chart"):
    """What of a map is in force.

    `ice` is the season of its ice edge; of its `zones` only these are drawn, where a game says so; `fog` are the zones
    that lie in it, where it does not lie everywhere. `bands` run from south to north. `reports` say what a sighting of
    each level tells. Single cells have signs of their own: those that one's aircraft will search (`recon`), that were
    searched in vain (`empty`), that the enemy named (`searched`), and where forces must go (`bound`); all other
    `marks` are cells outlined together under a name.
    """

    ice: str = ""
    zones: tuple[str, ...] | None = None
    fog: tuple[str, ...] | None = None
    bands: tuple[LightBand, ...] = ()
    weather: tuple[RegionWeather, ...] = ()
    reports: tuple[str, ...] = ()
    recon: tuple[str, ...] = ()
    empty: tuple[str, ...] | None = None
    searched: tuple[str, ...] = ()
    bound: tuple[str, ...] = ()
    marks: dict[str, tuple[str, ...]] = {}


# A base


class Shelf(msgspec.Struct, frozen=True):
    """Pieces that are at home in a base and do the same, wherever they lie."""

    title: str
    pieces: tuple[str, ...]


class BaseState(msgspec.Struct, frozen=True, tag="base"):
    """A display that stands for a place on the map: what is at home there, by what it is doing."""

    shelves: tuple[Shelf, ...]


# Ships under attack from the air


class AirAttack(msgspec.Struct, frozen=True):
    """An attack under way: who flies, whose turn is over, the one that is dealt with and the cells that it has been to.

    `guns` are the ships that may fire.
    """

    raiders: tuple[str, ...]
    over: tuple[str, ...] = ()
    now: str | None = None
    trail: tuple[str, ...] = ()
    guns: tuple[str, ...] = ()


class Wreck(msgspec.Struct, frozen=True):
    """Where a ship of a convoy went down, and her name."""

    cell: str
    name: str


class ConvoyStage(msgspec.Struct, frozen=True, tag="convoy"):
    """A convoy in its squares, ahead is up: how many hexes it goes in a turn, and the attack on it, if there is one."""

    speed: int
    wrecks: tuple[Wreck, ...] = ()
    attack: AirAttack | None = None


class AirBattleStage(msgspec.Struct, frozen=True, tag="air-battle"):
    """Ships in areas around a middle, and the attack on them."""

    attack: AirAttack


# Battles at sea


class RoundStep(msgspec.Struct, frozen=True):
    """A step of a round, and a few words about it."""

    name: str
    note: str = ""
    state: Literal["done", "now", "next"] = "next"


def steps_of(notes: dict[str, str], now: int) -> tuple[RoundStep, ...]:
    """The steps of a round with their notes, of which one is being done.

    >>> [step.state for step in steps_of({"Moves": "", "Guns": "", "Torpedoes": ""}, 1)]
    ['done', 'now', 'next']
    """
    return tuple(
        RoundStep(name, note, "done" if place < now else "now" if place == now else "next")
        for place, (name, note) in enumerate(notes.items())
    )


class WeaponKind(msgspec.Struct, frozen=True):
    """A kind of weapon: its key, which is also its short name, its words, and what it does up to its range."""

    key: str
    words: str
    verb: str = "reach"
    torpedoes: bool = False


class LineWeapon(msgspec.Struct, frozen=True):
    """A weapon of a ship: its kind, the slot that aims it, and the modifier for each distance as far as it reaches."""

    kind: str
    slot: str
    reach: tuple[int, ...]


class LineShip(msgspec.Struct, frozen=True):
    """A ship in a line: what is left of her level by level, what else has been done to her, and her weapons.

    A level has a number for each column of the roster, and none in columns that she does not have.
    """

    levels: tuple[tuple[int | None, ...], ...]
    hurt: tuple[str, ...] = ()
    weapons: tuple[LineWeapon, ...] = ()


class LineShot(msgspec.Struct, frozen=True):
    """A weapon that both sides know to be aimed."""

    ship: str
    weapon: str
    target: str


class LineConvoy(msgspec.Struct, frozen=True):
    """A convoy that is put down and moved as one: its name, its marker, and the value that puts a ship beside it.

    `ships` are those that lie with it, once that is open.
    """

    name: str
    marker: str
    beside: str
    ships: tuple[str, ...] = ()


class SurfaceCombatStage(msgspec.Struct, frozen=True, tag="surface-combat"):
    """Ships in a line of numbered areas; before the first round they are put into groups.

    `places` are the areas into which a die can put each side's groups. `columns` are those of the damage rosters;
    `weapon` is the kind that the step is about. `smokes` is the value by which a ship is ordered to lay smoke.
    """

    areas: int
    round: int
    rounds: int
    steps: tuple[RoundStep, ...]
    weapons: tuple[WeaponKind, ...]
    columns: tuple[str, ...]
    groups: tuple[str, ...]
    places: dict[Side, tuple[int, ...]]
    smokes: str
    weapon: str = ""
    smoke: tuple[int, ...] = ()
    convoy: LineConvoy | None = None
    moved: tuple[str, ...] = ()
    submerged: tuple[str, ...] = ()
    shots: tuple[LineShot, ...] = ()
    ships: dict[str, LineShip] = {}


class DivisionSlots(msgspec.Struct, frozen=True):
    """The slots that order a division: its move, and what else it does."""

    move: str
    smoke: str
    comb: str
    leave: str
    scatter: str
    starshell: str


class TrackDivision(msgspec.Struct, frozen=True):
    """A division on a track, its ships from the front and its place among the others of its side.

    `moved` and `did` are what it did in the last round; `lights` is the division that it lights up.
    """

    key: str
    name: str
    side: Side
    cell: int
    ships: tuple[str, ...]
    order: int
    train: bool = False
    moved: int = 0
    did: tuple[Literal["smoke", "comb", "run"], ...] = ()
    lights: str = ""


class TrackWeapon(msgspec.Struct, frozen=True):
    """A weapon of a ship: its dice, and those of a division that runs or turns with torpedoes.

    `reach` has the modifier for each distance, `against` the sum of all others for each enemy.
    """

    kind: str
    slot: str
    reach: tuple[int, ...]
    dice: int
    hampered: int
    against: dict[str, int]


class HitScale(msgspec.Struct, frozen=True):
    """The chance of one die by the sum of its modifiers, from the least on; beyond both ends it stays the same."""

    least: int
    chances: tuple[float, ...]


class PlainTargets(msgspec.Struct, frozen=True):
    """Ships that guns hit more easily: within how many cells, and by how much."""

    within: int
    modifier: int
    ships: tuple[str, ...]


class FiredShot(msgspec.Struct, frozen=True):
    """A shot of the last round as both sides saw it, with its reasons."""

    side: Side
    ship: str
    weapon: str
    target: str
    dice: int
    hits: int
    why: str = ""


class SunkShip(msgspec.Struct, frozen=True):
    """A ship that went down, where and in which round."""

    ship: str
    name: str
    cell: int
    round: int


class BattleTrackStage(msgspec.Struct, frozen=True, tag="battle-track"):
    """Divisions on a track of numbered cells, of which `first` to `last` are looked at.

    `fought` is the round that was fought last, `over` the turn in which the battle was seen to be over. `forming` are
    ships that have still to be put into divisions; `slots` order one's own, `break_off` is the slot by which a side
    breaks off. `best` is the ship of a division that guns without an order take. `sight` has how many cells a side
    sees, `starshell` how far that reaches; from the speed `running` on a division at full speed fires less; torpedoes
    have `masked` by a division in the way. `hits` are those on each ship in this battle.
    """

    first: int
    last: int
    round: int
    rounds: int
    fought: int
    steps: tuple[RoundStep, ...]
    weapons: tuple[WeaponKind, ...]
    engager: Side
    break_off: str
    starshell: int
    running: int
    masked: int
    scale: HitScale
    plain: PlainTargets
    over: int | None = None
    surprised: tuple[Side, ...] = ()
    forming: tuple[str, ...] = ()
    divisions: tuple[TrackDivision, ...] = ()
    slots: dict[str, DivisionSlots] = {}
    best: dict[str, str] = {}
    sight: dict[Side, int] = {}
    ships: dict[str, tuple[TrackWeapon, ...]] = {}
    hits: dict[str, int] = {}
    fired: tuple[FiredShot, ...] = ()
    sunk: dict[Side, tuple[SunkShip, ...]] = {}


Payload: TypeAlias = ChartState | BaseState | ConvoyStage | AirBattleStage | SurfaceCombatStage | BattleTrackStage
