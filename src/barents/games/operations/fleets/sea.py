"""Sea keeping at the end of a turn: fires, steering, storm, foundering, stragglers, machinery and floes (OP-SEA)."""

from __future__ import annotations

from functools import cache

from barents.games.operations.battle.damage import lose_hull, sink
from barents.games.operations.data import Data
from barents.games.operations.fleets.fuel import burn, refuel_at_sea
from barents.games.operations.rules.units import (
    Umpire,
    at_sea,
    has_low_fuel,
    is_half_sunk,
    of_types,
    ships_of,
    type_of,
    weather_at,
)
from barents.games.operations.state import Desk, Fleet, SeaKeeping, Ship, State
from barents.kernel.dice import D6
from barents.kernel.odds import every_throw
from barents.kernel.sides import Side, only

STORM, GALE = 5, 6
REJOINS = 2  # turns after which a straggler may join others: she has to end the next one with her convoy


def sea_keeping(u: Umpire, _step: SeaKeeping) -> None:
    """OP-TIME-order 9: what the sea and time do to ships; each owner sees his own dice."""
    state = u.state
    for side in Side:
        desk = state.desks[side]
        for fleet in list(desk.fleets.values()):
            for ship in ships_of(desk, fleet.key):
                fight_fire(u, side, ship)
                mend_steering(u, side, ship)
        for fleet in list(desk.fleets.values()):
            burn(u, fleet, ships_of(desk, fleet.key))
        refuel_at_sea(u, side, desk.pairs)
        for fleet in list(desk.fleets.values()):
            weather_the_storm(u, side, fleet)
        for fleet in list(at_sea(desk)):
            straggle(u, side, fleet)
        for fleet in list(at_sea(desk)):
            machinery(u, side, fleet)
        for fleet in list(at_sea(desk)):
            floes(u, side, fleet)


# Fire and steering


def fight_fire(u: Umpire, side: Side, ship: Ship) -> None:
    """OP-DMG-fire: a burning ship loses hull, burns on, or puts it out."""
    table = u.data.tables.damage
    if not ship.fire:
        return
    die = u.roll(D6, "OP-DMG-fire", ship.key, to=only(side), needs=f"{table.fire_burns_to + 1} or more puts it out")
    if die <= table.fire_hull_to:
        lose_hull(u, side, ship, 1)
    elif die > table.fire_burns_to:
        ship.fire = False
        u.tell("OP-DMG-fire", "The fire in {unit} is out", to=only(side), unit=ship.key)


def mend_steering(u: Umpire, side: Side, ship: Ship) -> None:
    """OP-SEA-steering."""
    least = u.data.tables.damage.steering_mended_from
    if not ship.steering or not ship.fleet:
        return
    if u.roll(D6, "OP-SEA-steering", ship.key, to=only(side), needs=f"{least} or more mends it") >= least:
        ship.steering = False
        u.tell("OP-SEA-steering", "{unit} steers again", to=only(side), unit=ship.key)


# Storm


def weather_the_storm(u: Umpire, side: Side, fleet: Fleet) -> None:
    """R9, R10, OP-SEA-founder-who: runs of bad weather, the marks that they leave, and who may founder.

    A run is broken by a turn in port or in better weather; it leaves its marks once, with its third turn.
    """
    state, data = u.state, u.data
    table, level = data.tables.storm, weather_at(state, data, fleet.at)
    desk = state.desks[side]
    for ship in ships_of(desk, fleet.key):
        if fleet.docked or level < STORM:
            ship.rough = ship.gales = 0
            continue
        ship.rough += 1
        if ship.rough <= table.run_turns:
            ship.gales += level == GALE
        ripe = ship.rough == table.run_turns
        if ripe and state.options.seaworthiness:
            mark(data, ship, table.gale_marks if ship.gales == table.run_turns else table.marks)
            u.tell("OP-SEA-founder-who", "{unit} is marked by the storm", to=only(side), unit=ship.key)
        if level == GALE or ripe:
            founder(u, side, ship, storm=level == STORM)


def mark(data: Data, ship: Ship, boxes: int) -> None:
    """A.6: storm marks, no more than there are hull boxes."""
    ship.marks = min(type_of(data, ship).hull, ship.marks + boxes)


def founder_modifiers(state: State, data: Data, side: Side, ship: Ship, *, storm: bool) -> dict[str, int]:
    """OP-SEA-founder: what makes it worse, and a storm that is no gale."""
    table, about = data.tables.foundering, type_of(data, ship)
    modifiers = {}
    if is_half_sunk(data, ship):
        modifiers["half sunk"] = table.half_hull
    if side is Side.AXIS and about.type in table.low_fuel_types and has_low_fuel(data, ship):
        modifiers["tanks nearly empty"] = table.low_fuel
    if ship.marks * 2 >= about.hull and ship.marks:
        modifiers["worn"] = table.half_marks
    if about.type in table.frail_types:
        modifiers["small ship"] = table.frail
    if storm:
        modifiers["storm"] = table.storm
    return modifiers


def founder(u: Umpire, side: Side, ship: Ship, *, storm: bool) -> None:
    """OP-SEA-founder: light ships, and those that are badly hit, roll against the sea."""
    state, data = u.state, u.data
    table = data.tables.foundering
    if type_of(data, ship).type not in table.types and not is_half_sunk(data, ship):
        return
    modifiers = founder_modifiers(state, data, side, ship, storm=storm)
    roll = u.roll(
        2 * D6, "OP-SEA-founder", ship.key, modifiers, to=only(side), needs=f"{table.founders_from} or more founders"
    )
    if roll >= table.founders_from:
        u.tell("OP-SEA-founder", "{unit} has foundered", to=only(side), unit=ship.key)
        sink(u, side, ship)
    elif roll >= table.hull_from:
        lose_hull(u, side, ship, 1, never_last=True)
    elif roll >= table.mark_from and state.options.seaworthiness:
        mark(data, ship, 1)
        u.tell("OP-SEA-founder", "{unit} has taken a storm mark", to=only(side), unit=ship.key)


# Convoys


def straggle(u: Umpire, side: Side, fleet: Fleet) -> None:
    """OP-SEA-straggler: in a gale every transport and oiler may lose her convoy."""
    state, data = u.state, u.data
    table, desk = data.tables.stragglers, state.desks[side]
    if weather_at(state, data, fleet.at) != GALE:
        return
    ships = ships_of(desk, fleet.key)
    if len(ships) < 2:
        return
    for ship in of_types(data, ships, *table.types):
        if len(ships_of(desk, fleet.key)) > 1:
            die = u.roll(D6, "OP-SEA-straggler", ship.key, to=only(side), needs=f"{table.straggles_to} falls behind")
            if die <= table.straggles_to:
                leave_behind(u, side, fleet, ship)


def leave_behind(u: Umpire, side: Side, fleet: Fleet, ship: Ship) -> Fleet:
    """A ship becomes a fleet of her own with the same course."""
    desk = u.state.desks[side]
    alone = Fleet(
        new_key(desk, ship.key),
        ship.name or ship.key,
        fleet.at,
        "convoy",
        pace=fleet.pace,
        plot=list(fleet.plot),
        plan=list(fleet.plan),
        port=fleet.port,
        since=fleet.since,
        track=list(fleet.track),
        of=fleet.of or fleet.key,
        root=fleet.root,
        apart=u.state.turn + REJOINS,
        found=fleet.found,
    )
    desk.fleets[alone.key] = alone
    ship.fleet = alone.key
    u.tell("OP-SEA-straggler", "{unit} has lost her convoy", to=only(side), unit=ship.key)
    return alone


def new_key(desk: Desk, wish: str) -> str:
    """A name for a new fleet that no other has, and that none still goes by: as its convoy, or as what it covers.

    >>> new_key(Desk(fleets={"lt-1": Fleet("lt-1", "", "", "convoy", of="pq-17")}), "lt-1")
    'lt-1-2'
    >>> new_key(Desk(fleets={"lt-1": Fleet("lt-1", "", "", "convoy", of="pq-17")}), "pq-17")
    'pq-17-2'
    """
    number, key = 1, wish
    taken = {name for fleet in desk.fleets.values() for name in (fleet.key, fleet.of, fleet.covers)}
    while key in taken:
        number += 1
        key = f"{wish}-{number}"
    return key


# Machinery and ice


def machinery(u: Umpire, side: Side, fleet: Fleet) -> None:
    """OP-SEA-machinery: a German fleet that has steamed today may have a ship break down."""
    table = u.data.tables.machinery
    if side is not Side.AXIS or not fleet.steamed or u.data.slot(u.state.turn) != table.slot:
        return
    for types in engine_dice(u, fleet.key, fast=fleet.forced):
        break_down(u, side, fleet, types)


def engine_dice(u: Umpire, fleet: str, *, fast: bool) -> tuple[tuple[str, ...], ...]:
    """OP-SEA-machinery: the types of ships of which one breaks down; `fast` is full speed in a turn."""
    table = u.data.tables.machinery
    modifiers = {"full speed today": table.fast} if fast else {}
    needs = f"{table.light_from} or more is a failure"
    roll = u.roll(3 * D6, "OP-SEA-machinery", fleet, modifiers, to=only(Side.AXIS), needs=needs)
    light = table.light_from <= roll <= table.light_to or roll >= table.both_from
    heavy = roll >= table.heavy_from
    return ((table.light_types,) if light else ()) + ((table.heavy_types,) if heavy else ())


@cache
def breakdown(data: Data, *, fast: bool) -> float:
    """OP-SEA-machinery: that a German fleet which has steamed today rolls a failure."""
    return every_throw(data, lambda u: engine_dice(u, "", fast=fast)).chance(bool)


def break_down(u: Umpire, side: Side, fleet: Fleet, types: tuple[str, ...]) -> None:
    """OP-SEA-machinery-effect: one ship of the kind, at random; with none in the fleet nothing happens."""
    desk = u.state.desks[side]
    ships = [ship.key for ship in of_types(u.data, ships_of(desk, fleet.key), *types) if not ship.failed]
    if ships:
        name = u.draw(ships, 1, "OP-SEA-machinery-effect", fleet.key, to=only(side))[0]
        desk.ships[name].failed = True
        u.tell("OP-SEA-machinery-effect", "{unit} has an engine failure and must return", to=only(side), unit=name)


def floes(u: Umpire, side: Side, fleet: Fleet) -> None:
    """OP-MAP-floes: a fleet beside the pack may lose a box of some ship, transports and light ships first."""
    state, data = u.state, u.data
    table, desk = data.tables.floes, state.desks[side]
    if data.slot(state.turn) != table.slot or state.month not in table.months:
        return
    if not data.beside_ice(fleet.at, state.month):
        return
    if u.roll(2 * D6, "OP-MAP-floes", fleet.key, to=only(side), needs=f"{table.needed} or more") < table.needed:
        return
    ships = ships_of(desk, fleet.key)
    first = of_types(data, ships, *table.first_types) or ships
    name = u.draw([ship.key for ship in first], 1, "OP-MAP-floes", fleet.key, to=only(side))[0]
    u.tell("OP-MAP-floes", "{unit} is struck by a floe", to=only(side), unit=name)
    lose_hull(u, side, desk.ships[name], table.hull, never_last=True)
