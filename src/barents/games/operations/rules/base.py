"""Secret bases in Novaya Zemlya (OP-BASE, C.6): an oiler keeps each, aircraft and boats use it, the Allies seek it."""

from __future__ import annotations

from barents.games.operations.air.squadrons import land_anywhere
from barents.games.operations.battle.damage import sink, sixes
from barents.games.operations.data import Data
from barents.games.operations.orders import BaseOrder, Dismantle, Found
from barents.games.operations.rules.units import Umpire, at_sea, boats_at_sea, effect_at, guns, of_types, ships_of
from barents.games.operations.state import SUNK, Base, Desk, Fleet, Ship, State
from barents.kernel.dice import D6
from barents.kernel.sides import EVERYONE, NOBODY, Audience, Side, only

BASE_NOTE = "base:"  # with the zone: what the Allies have noted of a base, its zone, or nothing once it is destroyed


def base_desk(state: State) -> Desk:
    """Only the Axis has any."""
    return state.desks[Side.AXIS]


def keeps_base(desk: Desk, fleet: Fleet) -> bool:
    """C.6: whether a fleet is that of an oiler who keeps a base: she stays there from month to month."""
    base = desk.bases.get(fleet.at)
    return base is not None and desk.ships[base.ship].fleet == fleet.key


# Founding and taking down


def founders(state: State, data: Data) -> list[Ship]:
    """C.6: the oilers that could found a base where they are: off Novaya Zemlya, clear of the ice, where there is none.

    AC-C.6-one-a-zone: a second one would take the place of the first, whose oiler would keep nothing.
    """
    desk = base_desk(state)
    return [
        ship
        for fleet in at_sea(desk)
        if fleet.at in data.secret_zones and fleet.at not in data.shut(state.month) and fleet.at not in desk.bases
        for ship in of_types(data, ships_of(desk, fleet.key), "AO")
    ]


def base_orders(state: State, data: Data) -> list[BaseOrder]:
    """What may be ordered about bases now: one a year may be founded, and each that is ready may be taken down."""
    desk = base_desk(state)
    new = [] if desk.bases_barred else [ship.key for ship in founders(state, data)]
    old = [base.zone for base in desk.bases.values() if base.ready and base.leaves is None]
    return [*map(Found, new), *map(Dismantle, old)]


def order_base(state: State, order: BaseOrder) -> None:
    """C.6: the oiler has been in her zone since last turn; 18 whole turns in it make a base, 18 more take it down.

    The turn of the order is the first of them, either time.
    """
    desk = base_desk(state)
    match order:
        case Found(ship):
            zone = desk.fleets[desk.ships[ship].fleet].at
            desk.bases[zone] = Base(zone, ship, since=state.turn - 1)
            desk.bases_barred = True
        case Dismantle(zone):
            desk.bases[zone].leaves = state.turn


def tend_bases(u: Umpire) -> None:
    """C.6: at the end of a turn a base gets ready or is taken down, or is lost because its oiler is gone."""
    state, table = u.state, u.data.tables.secret_base
    desk = base_desk(state)
    for base in list(desk.bases.values()):
        oiler = desk.ships[base.ship]
        if oiler.at == SUNK:
            u.tell("OP-BASE-function", "The secret base is lost with her oiler", to=only(Side.AXIS))
            give_up(u, base)
        elif not oiler.fleet or desk.fleets[oiler.fleet].at != base.zone:
            abandon(u, base)
        elif base.leaves is not None and state.turn - base.leaves + 1 >= table.dismantling_turns:
            u.tell("OP-BASE-function", "The secret base has been taken down", to=only(Side.AXIS))
            give_up(u, base)
        elif not base.ready and state.turn - base.since >= table.founding_turns:
            base.ready = True
            u.tell("OP-BASE-function", "The secret base in {cell} is ready", to=only(Side.AXIS), cell=base.zone)
    reload_boats(u)


def abandon(u: Umpire, base: Base) -> None:
    """C.6: an oiler that leaves a base which is not taken down is lost; before it is ready there is nothing to lose."""
    if base.ready:
        lose_base(u, base, "The secret base in {cell} is given up", only(Side.AXIS))
    else:
        u.tell("OP-BASE-function", "{unit} gives up her base", to=only(Side.AXIS), unit=base.ship)
        give_up(u, base)


def lose_base(u: Umpire, base: Base, words: str, to: Audience) -> None:
    """C.6: the base is worth what its oiler is; she is gone with it, and is not scored twice."""
    oiler = base_desk(u.state).ships[base.ship]
    if to is EVERYONE:
        u.tell("OP-BASE-destroy", words, to=to, note=(f"{BASE_NOTE}{base.zone}", ""), cell=base.zone)
        u.reveal([oiler.key], "OP-DMG-sunk", to=Side.ALLIED)
    else:
        u.tell("OP-BASE-destroy", words, to=to, cell=base.zone)
    sink(u, Side.AXIS, oiler)
    give_up(u, base)


def give_up(u: Umpire, base: Base) -> None:
    """There is no base there any more; the aircraft that are there fly to the nearest other one."""
    desk = base_desk(u.state)
    del desk.bases[base.zone]
    for step in [step for step in desk.air.values() if step.base == base.zone]:
        land_anywhere(u.state, u.data, Side.AXIS, step, base.zone)


def reload_boats(u: Umpire) -> None:
    """OP-BASE-function: a boat that lies two turns at a base that works gets an attack back, once a month."""
    state, table = u.state, u.data.tables.secret_base
    desk = base_desk(state)
    for boat in boats_at_sea(desk):
        base = desk.bases.get(boat.at)
        if base is None or not base.ready:
            boat.waited = 0
            continue
        boat.waited += 1
        if boat.waited >= table.reload_turns and boat.reloads < table.reloads and boat.attacks:
            boat.attacks -= 1
            boat.reloads += 1
            u.tell("OP-BASE-function", "{unit} has taken on torpedoes", to=only(Side.AXIS), unit=boat.key)


# Finding and destroying


def search_for_bases(u: Umpire) -> None:
    """OP-BASE-find: Allied fleets in the zone, and aircraft that search it, may come upon a base."""
    for base in base_desk(u.state).bases.values():
        if not base.found:
            _search_for(u, base)


def _search_for(u: Umpire, base: Base) -> None:
    state, data, table = u.state, u.data, u.data.tables.secret_base
    allied, sector = state.desks[Side.ALLIED], data.tables.search.sector
    fleets = [fleet.key for fleet in at_sea(allied) if fleet.at == base.zone]
    flights = [
        step.key
        for step in allied.air.values()
        if step.sortie == "search" and step.centre and data.distance(step.centre, base.zone) <= sector
    ]
    for name, modifier in [*((name, 0) for name in fleets), *((name, table.find_air) for name in flights)]:
        modifiers = {"from the air": modifier} if modifier else {}
        roll = u.roll(2 * D6, "OP-BASE-find", name, modifiers, to=NOBODY, needs=f"{table.find_needed} or more")
        if roll >= table.find_needed:
            base.found = True
            words, note = "There is a secret base in {cell}", (f"{BASE_NOTE}{base.zone}", base.zone)
            u.tell("OP-BASE-find", words, to=only(Side.ALLIED), note=note, cell=base.zone)
            return


def bombard_bases(u: Umpire) -> None:
    """OP-BASE-destroy: every primary and secondary gun of fleets in the zone fires at a base that has been found."""
    state, data, table = u.state, u.data, u.data.tables.secret_base
    allied = state.desks[Side.ALLIED]
    for base in list(base_desk(state).bases.values()):
        if not base.found or not effect_at(state, data, base.zone).combat:
            continue
        dice = sum(
            guns(data, ship, "primary") + guns(data, ship, "secondary")
            for fleet in at_sea(allied)
            if fleet.at == base.zone and not fleet.engaged
            for ship in ships_of(allied, fleet.key)
        )
        hits = sixes(u, "OP-BASE-destroy", "The secret base", dice, least=table.destroyed_hits_from)
        if hits >= table.destroyed_by:
            lose_base(u, base, "The secret base in {cell} is destroyed", EVERYONE)
