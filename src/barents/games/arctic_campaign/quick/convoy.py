"""What a convoy meets in a month that is resolved quickly (8 c 1 to 4): search, U-boats, raids, German ships.

Chances come from `quick.toml`. Dice that would tell a side what it may not know are nobody's; whatever a side would
see of it at sea it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple, TypeAlias

from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.quick.file import Fit, SurfaceRow
from barents.games.arctic_campaign.rules.units import note
from barents.games.arctic_campaign.state import State
from barents.games.operations.battle.damage import amount, bomb_hit, lose_hull, sink, sixes, torpedo_hit
from barents.games.operations.data import Data as SeaData
from barents.games.operations.data import Dice, by_year
from barents.games.operations.fights import Hunt
from barents.games.operations.fleets.fuel import whole_tank
from barents.games.operations.fleets.ports import leave_port
from barents.games.operations.fleets.regroup import detach
from barents.games.operations.rules.units import (
    aa_sum,
    boats_at_sea,
    guns,
    left,
    of_types,
    plane,
    ships_of,
    trains,
    type_of,
)
from barents.games.operations.state import SUNK, Battery, Box, Desk, Fleet, Ship, Squadron
from barents.games.operations.state import State as Operation
from barents.games.operations.submarines.attack import lose_boat, screen_dice
from barents.games.operations.terms import Season
from barents.kernel import umpire as kernel
from barents.kernel.dice import D6, Die
from barents.kernel.sides import EVERYONE, NOBODY, Side, only

SeaUmpire: TypeAlias = "kernel.Umpire[Operation, SeaData]"
ALLIED, AXIS = Side.ALLIED, Side.AXIS
RULE = "OP-MODE-quick"
TORPEDOED, BOMBED, FOUGHT, HUNTED = "OP-SUB-attack", "OP-STRIKE-order", "OP-TAC-rounds", "OP-SUB-counter"
D100, D1000 = Die(100), Die(1000)
WHOLE = 100  # hundredths
MOST_WARSHIPS = 90  # of a hundred hits
GUNS: tuple[Battery, ...] = ("secondary", "tertiary")


class Convoy(NamedTuple):
    """A convoy on its way, with the umpire of the operation and the campaign's tables.

    `alone` is whether these are warships by themselves, who are then aimed at; `state` the campaign whose diaries tell
    of the month, if it is one of a campaign.
    """

    sea: SeaUmpire
    data: Data
    fleet: Fleet
    westbound: bool
    alone: bool = False
    state: State | None = None

    @property
    def desk(self) -> Desk:
        """The Allied desk of the operation."""
        return self.sea.state.desks[ALLIED]

    @property
    def ships(self) -> list[Ship]:
        """Those of its ships that are still afloat."""
        return ships_of(self.desk, self.fleet.key)

    @property
    def merchants(self) -> list[Ship]:
        """Its transports and oilers."""
        return trains(self.sea.data, self.ships)

    @property
    def targets(self) -> list[Ship]:
        """Whom the enemy aims at."""
        return self.ships if self.alone else self.merchants

    @property
    def escorts(self) -> list[Ship]:
        """Its warships."""
        return [ship for ship in self.ships if not type_of(self.sea.data, ship).is_train]

    @property
    def season(self) -> Season:
        """The season of the month."""
        return self.sea.data.season(self.sea.state.month)

    @property
    def fit(self) -> Fit:
        """How the month's chances are corrected."""
        return self.data.fit(self.sea.state.year, self.season)

    def report(self, side: Side, words: str, rule: str = RULE, **about: str | int) -> None:
        """A side hears of something, and its diary has it, for the month leaves no other trace of it."""
        self.sea.tell(rule, words, to=only(side), sighting=None, note=None, **about)
        if self.state is not None:
            note(self.state, side, words, **{name: str(fact) for name, fact in about.items()})


def watch(sea: SeaUmpire, ships: Iterable[Ship]) -> None:
    """Both sides see what becomes of these ships, as of those that are attacked."""
    sea.state.hunt = Hunt(AXIS, "", "", ships=[ship.key for ship in ships])


class Blow(NamedTuple):
    """What hits a convoy: the engine's rule for it, up to which die a merchant is sunk, and what is done to a warship.

    `warships` is how many hits in a hundred fall on the escort.
    """

    cause: str
    sinks_to: int
    warships: int
    damage: Callable[[SeaUmpire, str], None]


def strike(convoy: Convoy, number: int, blow: Blow) -> None:
    """Hits on ships at random, most of them on merchants: such a one is sunk, or loses a box and sinks with her last.

    A warship is damaged as in the engine.
    """
    sea = convoy.sea
    for _ in range(number):
        targets = convoy.targets
        if not targets:
            return
        if not convoy.alone and convoy.escorts and is_so(sea, blow.warships, "A warship is hit"):
            key = _precious(convoy)
        else:
            key = sea.draw([ship.key for ship in targets], 1, RULE, convoy.fleet.key, to=NOBODY)[0]
        ship = convoy.desk.ships[key]
        sea.tell(blow.cause, "{unit} is hit", unit=key)
        if not type_of(sea.data, ship).is_train:
            blow.damage(sea, key)
        elif sea.roll(D6, RULE, key, to=only(ALLIED), needs=f"{blow.sinks_to} or less is sunk") <= blow.sinks_to:
            sink(sea, ALLIED, ship)
        else:
            lose_hull(sea, ALLIED, ship, 1)


def _precious(convoy: Convoy) -> str:
    """A ship of the escort, as often as she is worth points: whoever can choose aims at the most precious."""
    sea = convoy.sea
    lots = [ship.key for ship in convoy.escorts for _ in range(max(1, type_of(sea.data, ship).vp))]
    return sea.draw(lots, 1, RULE, convoy.fleet.key, to=NOBODY)[0]


def is_so(sea: SeaUmpire, chance: int, subject: str) -> bool:
    """Whether something happens that has a chance in hundredths; nobody sees the die."""
    return chance > 0 and sea.roll(D100, RULE, subject, to=NOBODY, needs=f"{chance} or less") <= chance


# Search


def found_chance(data: Data, season: Season, steps: int, transports: int, *, westbound: bool, fit: int = WHOLE) -> int:
    """8 (c) 1: the chance in hundredths that the Germans find a convoy.

    >>> from barents.games.arctic_campaign.data import data
    >>> [found_chance(data(None), "winter", 4, 20, westbound=way) for way in (False, True)]
    [75, 65]
    """
    table = data.quick.search
    chance = table.season[season] + table.step * steps + table.transport * transports
    chance = (chance + (table.westbound if westbound else 0)) * fit // WHOLE
    return max(table.least, min(table.most, chance))


def is_found(convoy: Convoy) -> bool:
    """8 (c) 1: nobody sees the die, whose chance goes by the convoy's size; the Germans hear what comes of it."""
    sea, desk = convoy.sea, convoy.sea.state.desks[AXIS]
    steps = sum(plane(sea.data, step).search for step in _land_based(desk))
    number, fit = len(convoy.merchants), convoy.fit.search
    chance = found_chance(convoy.data, convoy.season, steps, number, westbound=convoy.westbound, fit=fit)
    if sea.roll(D100, RULE, "Search", to=NOBODY, needs=f"{chance} or less finds it") > chance:
        return False
    desk.identified = convoy.fleet.found = True
    way = "westbound" if convoy.westbound else "eastbound"
    convoy.report(AXIS, "Your aircraft and boats have found a convoy that is {way}", way=way)
    return True


def _land_based(desk: Desk) -> list[Squadron]:
    return [step for step in desk.air.values() if step.base not in desk.ships]


# U-boats


def boats_attack(convoy: Convoy, *, found: bool) -> None:
    """8 (c) 2: every boat tries some times, a third as often if the convoy was not found; the screen looks for each.

    Those that it does not find fire. Found or not, a boat may be lost, the more the stronger the screen.
    """
    sea, table, year = convoy.sea, convoy.data.quick.boats, convoy.sea.state.year
    attempts = table.attempts * len(list(boats_at_sea(sea.state.desks[AXIS])))
    attempts //= 1 if found else table.unfound_share
    if not attempts:
        return
    chance = by_year(table.attack, year) * convoy.fit.boats // WHOLE
    roll = sea.roll(attempts * D100, RULE, "U-boats", to=only(AXIS), needs=f"{chance} or less attacks")
    attacks, driven_off = sum(face <= chance for face in roll.faces), 0
    blow = Blow(
        TORPEDOED, table.sinks_to, min(MOST_WARSHIPS, table.warships * convoy.fit.warships // WHOLE), torpedo_hit
    )
    watch(sea, convoy.ships)
    for _ in range(attacks):
        if not convoy.targets:
            break
        dice = screen_dice(sea.state, sea.data, ALLIED, convoy.fleet)
        if _is_spoiled(convoy, dice):
            driven_off += 1
        else:
            hits = sixes(sea, RULE, "Torpedoes", table.dice, least=table.hits_from, to=only(AXIS))
            strike(convoy, hits, blow)
        _hunt(convoy, by_year(table.lost, year) * dice * convoy.fit.hunt // WHOLE)
    words = f"The escorts of {{fleet}} drove off {{number}} submarine{'' if driven_off == 1 else 's'}"
    convoy.report(ALLIED, words, fleet=convoy.fleet.name, number=driven_off)
    attacked, off = ("time" if count == 1 else "times" for count in (attacks, driven_off))
    words = f"U-boats attacked the convoy {{number}} {attacked} and were driven off {{times}} {off}"
    convoy.report(AXIS, words, number=attacks, times=driven_off)


def _is_spoiled(convoy: Convoy, dice: int) -> bool:
    """8 (c) 2, G70: the dice of the screen are those of the engine: one six spoils the attack."""
    least = convoy.sea.data.tables.submarines.screen_hits_from
    return sixes(convoy.sea, RULE, "The screen", dice, least=least, to=NOBODY) > 0


def _hunt(convoy: Convoy, thousandths: int) -> None:
    """8 (c) 2: whether the attacker is lost."""
    sea = convoy.sea
    boats = {boat.key: boat for boat in boats_at_sea(sea.state.desks[AXIS])}
    if not boats or not thousandths:
        return
    if sea.roll(D1000, RULE, "The hunt", to=NOBODY, needs=f"{thousandths} or less sinks her") <= thousandths:
        sea.tell(HUNTED, "The escorts have caught a U-boat")
        lose_boat(sea, AXIS, boats[sea.draw(boats, 1, RULE, "U-boat", to=NOBODY)[0]])


# Aircraft


def raid_dice(data: Data, steps: int, load: float, fire: int, *, carrier: bool, fit: int = WHOLE) -> int:
    """8 (c) 3: the dice of a raid by so many steps with some load, against the fire of a convoy and a carrier.

    >>> from barents.games.arctic_campaign.data import data
    >>> raid_dice(data(None), 8, 32, 6, carrier=False), raid_dice(data(None), 8, 32, 12, carrier=True)
    (21, 16)
    """
    table = data.quick.raids
    beaten = fire / table.fire_share + (table.carrier / WHOLE if carrier else 0)
    return round(table.share / WHOLE * load * max(0.0, 1 - beaten / max(1, steps)) * fit / WHOLE)


def raids(convoy: Convoy) -> None:
    """8 (c) 3: raids on a convoy that was found, if there is light; each beats off some of the steps for the next."""
    sea, table, season = convoy.sea, convoy.data.quick.raids, convoy.season
    light = sea.data.light_row(sea.state.month, table.band_zone)
    bombers = [step for step in _land_based(sea.state.desks[AXIS]) if _load(sea.data, step) and not _looks(sea, step)]
    steps, load = len(bombers), float(sum(_load(sea.data, step) for step in bombers))
    if not steps or not set(light) & {"D", "T"}:
        return
    damage = partial(bomb_hit, bomb=table.bombs)
    blow = Blow(BOMBED, table.sinks_to, min(MOST_WARSHIPS, table.warships * convoy.fit.warships // WHOLE), damage)
    watch(sea, convoy.ships)
    for _ in range(_raids(convoy, season)):
        fire = _fire(convoy)
        carrier = bool(of_types(sea.data, convoy.ships, "CVE"))
        dice = raid_dice(convoy.data, steps, load, fire, carrier=carrier, fit=convoy.fit.raids)
        if not dice or not convoy.merchants:
            return
        convoy.report(ALLIED, "Aircraft attack {fleet}", fleet=convoy.fleet.name)
        hits = sixes(sea, RULE, "Bombs and torpedoes", dice, least=table.hits_from)
        strike(convoy, hits, blow)
        rest = max(0, steps - round(fire / table.fire_share))
        load, steps = load * rest / steps, rest
        if not steps:
            return


def _raids(convoy: Convoy, season: Season) -> int:
    """8 (c) 3: how many raids there are; in winter at most one."""
    table = convoy.data.quick.raids
    dice = Dice.read(table.number[season])
    single = table.single_from.get(season)
    needs = "" if single is None else f"{single} or more is a raid"
    die = int(convoy.sea.roll(dice.number * D6, RULE, "Raids", to=only(AXIS), needs=needs))
    if single is not None:
        return int(die >= single)
    return -(-die * dice.faces // D6.faces)


def _fire(convoy: Convoy) -> int:
    """OP-STRIKE-aa: the dice of the convoy's anti-aircraft fire."""
    table = convoy.sea.data.tables.strike
    return min(table.aa_most, -(-aa_sum(convoy.sea.data, convoy.ships) // table.aa_share))


def _load(data: SeaData, step: Squadron) -> int:
    return plane(data, step).bombs + plane(data, step).torpedoes


def _looks(sea: SeaUmpire, step: Squadron) -> bool:
    return plane(sea.data, step).search


# German ships


def strength(data: Data, ships: Iterable[Ship], *, light_guns: bool = True) -> int:
    """8 (c): three for each primary factor, one for each secondary and, but in a covering fleet, tertiary factor."""
    batteries = GUNS if light_guns else GUNS[:1]
    return sum(
        data.quick.surface.primary * guns(data.sea, ship, "primary")
        + sum(guns(data.sea, ship, battery) for battery in batteries)
        for ship in ships
    )


def surface(convoy: Convoy, squadrons: list[str], covers: list[str]) -> None:
    """8 (c) 4: the squadrons that were committed put to sea, burn fuel, and may meet the convoy."""
    sea, table = convoy.sea, convoy.data.quick.surface
    desk = sea.state.desks[AXIS]
    out = [key for key in squadrons if put_to_sea(sea, convoy.data, key)]
    raiders = [ship for key in out for ship in ships_of(desk, key)]
    if not raiders:
        return
    if is_so(sea, table.contact[convoy.season] * convoy.fit.surface // WHOLE, "Contact"):
        guard = [ship for key in covers for ship in ships_of(convoy.desk, key)]
        action(convoy, raiders, guard)
    else:
        convoy.report(AXIS, "Your ships do not find the convoy")
    for key in out:
        if key in desk.fleets:
            desk.fleets[key].docked = True


def put_to_sea(sea: SeaUmpire, data: Data, key: str) -> bool:
    """8 (c) 4, C.4: a squadron sails with those ships that have fuel for it, and burns some; one may run aground."""
    table, desk, parts = data.quick.surface, sea.state.desks[AXIS], sea.data.tables.fuel.parts
    if key not in desk.fleets:
        return False
    fleet = desk.fleets[key]
    most = -(-table.fuel_dice * D6.faces // table.fuel_share) * parts
    ships = ships_of(desk, key)
    short = [ship for ship in ships if ship.held or ship.aground or ship.fuel < min(most, whole_tank(sea.data, ship))]
    if len(short) == len(ships):
        return False
    if short:
        stays = detach(sea.state, AXIS, fleet, short[0].name)
        for ship in short:
            ship.fleet = stays
    if not leave_port(sea, AXIS, fleet):
        return False
    roll = sea.roll(table.fuel_dice * D6, RULE, f"Fuel of {fleet.name}", to=only(AXIS))
    boxes = -(-int(roll) // table.fuel_share)
    for ship in ships_of(desk, key):
        ship.fuel = max(0, ship.fuel - boxes * parts)
    return True


def outcome(data: Data, ours: int, theirs: int) -> SurfaceRow:
    """8 (c) 4: the row of a ratio of German to Allied strength.

    >>> from barents.games.arctic_campaign.data import data
    >>> [outcome(data(None), ours, 40).transports for ours in (60, 59, 30, 29)]
    [2, 1, 1, 0]
    """
    rows = data.quick.surface.rows
    return next((row for row in rows if ours * 100 >= row.least * max(1, theirs)), rows[-1])


def action(convoy: Convoy, raiders: list[Ship], guard: list[Ship]) -> None:
    """8 (c) 4: German ships are among the convoy, or its cover is upon them; both sides see each other."""
    sea, data = convoy.sea, convoy.data
    defence = strength(data, guard, light_guns=False) + strength(data, convoy.escorts)
    row = outcome(data, strength(data, raiders), defence)
    convoy.report(ALLIED, "German ships meet {fleet}", FOUGHT, fleet=convoy.fleet.name)
    convoy.report(AXIS, "Your ships meet the convoy", FOUGHT)
    sea.reveal([ship.key for ship in raiders], RULE, to=ALLIED)
    sea.reveal([ship.key for ship in (*convoy.escorts, *guard)], RULE, to=AXIS)
    watch(sea, [*raiders, *guard, *convoy.ships])
    fighters = [ship.key for ship in (*convoy.escorts, *guard)]
    merchants = [ship.key for ship in convoy.merchants]
    rout = is_so(sea, row.rout * convoy.fit.rout // WHOLE, "The convoy is at their mercy")
    share = max(row.transports, data.quick.surface.routed) if rout else row.transports
    lost = -(-share * len(merchants) // 100)
    for key in sea.draw(merchants, min(lost, len(merchants)), RULE, convoy.fleet.key, to=NOBODY) if lost else ():
        sink(sea, ALLIED, convoy.desk.ships[key])
    escorts = [ship.key for ship in convoy.escorts]
    for key in sea.draw(escorts, min(row.escorts, len(escorts)), RULE, convoy.fleet.key, to=NOBODY):
        sink(sea, ALLIED, convoy.desk.ships[key])
    _bleed(sea, ALLIED, convoy.escorts, row.escort * convoy.fit.blood // WHOLE)
    _bleed(sea, AXIS, raiders, row.german * convoy.fit.blood // WHOLE)
    afloat = [key for key in fighters if convoy.desk.ships[key].at != SUNK]
    _hit_one(sea, ALLIED, afloat, row.allied, row.allied_sunk_from)
    _hit_one(sea, AXIS, [ship.key for ship in raiders if ship.at != SUNK], row.axis, row.axis_sunk_from)


def _bleed(sea: SeaUmpire, side: Side, ships: list[Ship], chance: int) -> None:
    """Each ship of a side is lost with some chance."""
    for ship in ships:
        if is_so(sea, chance, ship.key):
            sink(sea, side, ship)


def _hit_one(sea: SeaUmpire, side: Side, keys: list[str], boxes: str | None, sunk_from: int) -> None:
    """8 (c) 4: one ship of a side at random is damaged, and may be sunk."""
    if boxes is None or not keys:
        return
    ship = sea.state.desks[side].ships[sea.draw(keys, 1, RULE, "A ship", to=NOBODY)[0]]
    sea.tell(FOUGHT, "{unit} is hit", unit=ship.key)
    if sunk_from <= D6.faces:
        needs = f"{sunk_from} or more is sunk"
        if sea.roll(D6, RULE, ship.key, to=EVERYONE, needs=needs) >= sunk_from:
            sink(sea, side, ship)
            return
    for _ in range(amount(sea, boxes, RULE, ship.key, to=only(side))):
        _lose_box(sea, side, ship)


def _lose_box(sea: SeaUmpire, side: Side, ship: Ship) -> None:
    """OP-DMG-table: where a hit falls; what is no box or gone is the hull, of which the last box stays."""
    place = sea.data.tables.damage.locations[int(sea.roll(2 * D6, "OP-DMG-table", ship.key, to=only(side)))].hits
    box = _box(place)
    if box is None or box == "hull" or not left(sea.data, ship, box) or type_of(sea.data, ship).is_simple:
        lose_hull(sea, side, ship, 1, never_last=True)
    else:
        ship.lost[box] = ship.lost.get(box, 0) + 1


def _box(place: str) -> Box | None:
    match place:
        case "speed" | "primary" | "secondary" | "tertiary" | "aa" | "torpedo" | "hull":
            return place
        case _:
            return None
