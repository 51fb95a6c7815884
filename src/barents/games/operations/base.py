"""The secret base in Novaya Zemlya (OP-BASE, C.6): an oiler keeps it, aircraft and boats use it, the Allies seek it."""

from __future__ import annotations

from barents.games.operations.air import land_anywhere
from barents.games.operations.damage import sink, sixes
from barents.games.operations.data import Data
from barents.games.operations.state import SUNK, Desk, Ship, State
from barents.games.operations.units import Umpire, at_sea, boats_at_sea, effect_at, guns, of_types, ships_of
from barents.kernel.dice import D6
from barents.kernel.sides import EVERYONE, NOBODY, Audience, Side, only

FOUND, DISMANTLE = "found", "dismantle"
BASE_NOTE = "base"  # what the Allies have noted of it: its zone, or nothing once they have destroyed it


def base_desk(state: State) -> Desk:
    """Only the Axis has one."""
    return state.desks[Side.AXIS]


# Founding and taking down


def founders(state: State, data: Data) -> list[Ship]:
    """C.6: the oilers that could found a base where they are: off Novaya Zemlya, clear of the ice."""
    desk = base_desk(state)
    return [
        ship
        for fleet in at_sea(desk)
        if fleet.at in data.secret_zones and fleet.at not in data.shut(state.month)
        for ship in of_types(data, ships_of(desk, fleet.key), "AO")
    ]


def base_orders(state: State, data: Data) -> list[str]:
    """What may be ordered about the base now."""
    desk = base_desk(state)
    if not desk.base:
        return [f"{FOUND}:{ship.key}" for ship in founders(state, data)]
    return [DISMANTLE] if desk.base_ready and not desk.base_leaves else []


def order_base(state: State, value: str) -> None:
    """C.6: the oiler has been in her zone since last turn; 18 whole turns in it make a base, 18 more take it down."""
    desk = base_desk(state)
    order, _, name = value.partition(":")
    if order == FOUND:
        desk.base_ship, desk.base_since = name, state.turn - 1
        desk.base = desk.fleets[desk.ships[name].fleet].at
    else:
        desk.base_leaves = state.turn


def tend_base(u: Umpire) -> None:
    """C.6: at the end of a turn the base gets ready or is taken down, or is lost because its oiler is gone."""
    state, table = u.state, u.data.tables.secret_base
    desk = base_desk(state)
    if desk.base:
        oiler = desk.ships[desk.base_ship]
        if oiler.at == SUNK:
            u.tell("OP-BASE-function", "The secret base is lost with her oiler", to=only(Side.AXIS))
            give_up(u)
        elif not oiler.fleet or desk.fleets[oiler.fleet].at != desk.base:
            abandon(u, oiler)
        elif desk.base_leaves and state.turn - desk.base_leaves >= table.dismantling_turns:
            u.tell("OP-BASE-function", "The secret base has been taken down", to=only(Side.AXIS))
            give_up(u)
        elif not desk.base_ready and state.turn - desk.base_since >= table.founding_turns:
            desk.base_ready = True
            u.tell("OP-BASE-function", "The secret base in {cell} is ready", to=only(Side.AXIS), cell=desk.base)
    reload_boats(u)


def abandon(u: Umpire, oiler: Ship) -> None:
    """C.6: an oiler that leaves a base which is not taken down is lost; before it is ready there is nothing to lose."""
    if base_desk(u.state).base_ready:
        lose_base(u, "The secret base in {cell} is given up", only(Side.AXIS))
    else:
        u.tell("OP-BASE-function", "{unit} gives up her base", to=only(Side.AXIS), unit=oiler.key)
        give_up(u)


def lose_base(u: Umpire, words: str, to: Audience) -> None:
    """C.6: the base is worth what its oiler is; she is gone with it, and is not scored twice."""
    desk = base_desk(u.state)
    oiler = desk.ships[desk.base_ship]
    if to is EVERYONE:
        u.tell("OP-BASE-destroy", words, to=to, note=(BASE_NOTE, ""), cell=desk.base)
        u.reveal([oiler.key], "OP-DMG-sunk", to=Side.ALLIED)
    else:
        u.tell("OP-BASE-destroy", words, to=to, cell=desk.base)
    sink(u, Side.AXIS, oiler)
    give_up(u)


def give_up(u: Umpire) -> None:
    """There is no base any more; the aircraft that are there fly to the nearest other base."""
    state = u.state
    desk = base_desk(state)
    zone, desk.base = desk.base, ""
    desk.base_ship, desk.base_since, desk.base_leaves = "", 0, 0
    desk.base_ready = desk.base_found = False
    for step in [step for step in desk.air.values() if step.base == zone]:
        land_anywhere(state, u.data, Side.AXIS, step, zone)


def reload_boats(u: Umpire) -> None:
    """OP-BASE-function: a boat that lies two turns at a base that works gets an attack back, once a month."""
    state, table = u.state, u.data.tables.secret_base
    desk = base_desk(state)
    for boat in boats_at_sea(desk):
        if not desk.base_ready or boat.at != desk.base:
            boat.waited = 0
            continue
        boat.waited += 1
        if boat.waited >= table.reload_turns and boat.reloads < table.reloads and boat.attacks:
            boat.attacks -= 1
            boat.reloads += 1
            u.tell("OP-BASE-function", "{unit} has taken on torpedoes", to=only(Side.AXIS), unit=boat.key)


# Finding and destroying


def search_for_base(u: Umpire) -> None:
    """OP-BASE-find: Allied fleets in the zone, and aircraft that search it, may come upon the base."""
    state, data, table = u.state, u.data, u.data.tables.secret_base
    desk, allied = base_desk(state), state.desks[Side.ALLIED]
    if not desk.base or desk.base_found:
        return
    fleets = [fleet.key for fleet in at_sea(allied) if fleet.at == desk.base]
    sector = data.tables.search.sector
    flights = [
        step.key
        for step in allied.air.values()
        if step.sortie == "search" and step.centre and data.distance(step.centre, desk.base) <= sector
    ]
    for name, modifier in [*((name, 0) for name in fleets), *((name, table.find_air) for name in flights)]:
        modifiers = {"from the air": modifier} if modifier else {}
        roll = u.roll(2 * D6, "OP-BASE-find", name, modifiers, to=NOBODY, needs=f"{table.find_needed} or more")
        if roll >= table.find_needed:
            desk.base_found = True
            words, note = "There is a secret base in {cell}", (BASE_NOTE, desk.base)
            u.tell("OP-BASE-find", words, to=only(Side.ALLIED), note=note, cell=desk.base)
            return


def bombard_base(u: Umpire) -> None:
    """OP-BASE-destroy: every primary and secondary gun of fleets in the zone fires at a base that has been found."""
    state, data, table = u.state, u.data, u.data.tables.secret_base
    desk, allied = base_desk(state), state.desks[Side.ALLIED]
    if not desk.base or not desk.base_found or not effect_at(state, data, desk.base).combat:
        return
    dice = sum(
        guns(data, ship, "primary") + guns(data, ship, "secondary")
        for fleet in at_sea(allied)
        if fleet.at == desk.base and not fleet.engaged
        for ship in ships_of(allied, fleet.key)
    )
    hits = sixes(u, "OP-BASE-destroy", "The secret base", dice, least=table.destroyed_hits_from)
    if hits >= table.destroyed_by:
        lose_base(u, "The secret base in {cell} is destroyed", EVERYONE)
