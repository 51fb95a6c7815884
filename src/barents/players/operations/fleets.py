"""Orders of fleets: fuel, missions, plots, and what they do when they meet an enemy."""

from __future__ import annotations

from msgspec.structs import replace

from barents.games.operations.actions import Engage, Shadow
from barents.games.operations.fleets.fuel import whole_tank
from barents.games.operations.orders import (
    CHANGES,
    FLEET_ORDERS,
    Bombard,
    Cover,
    FleetOrder,
    New,
    Raid,
    Return,
    Scatter,
    TakeFuel,
    Transfer,
)
from barents.games.operations.rules.units import speed
from barents.games.operations.state import Fleet, Ship
from barents.kernel.actions import Action, Allot, Decline
from barents.kernel.decisions import Assign, Pick
from barents.kernel.domains import NONE, Among, Domain, Routes
from barents.kernel.sides import Side
from barents.players.operations.staff import FAR, HEAVY, Order, Staff

DRY = 4  # parts of a box with which a ship is left behind
GIVERS_SERVE = 2
LEAVES, SCATTERS = str(New()), str(Scatter())
RESERVE = 12  # parts of a box that a ship keeps when she is sent home
SMALL = ("TB", "ML", "MS")  # ships that heavy ones leave in port


# Ships that leave, and fuel


def regroup(staff: Staff, options: Assign) -> Allot:
    """Thirsty ships take fuel from the nearest oiler or big ship; what cannot keep up is detached."""
    served: dict[str, int] = {}
    leaving: dict[str, list[str]] = {}
    pairs = []
    for slot, domain in options.slots.items():
        value = NONE
        ship, fleet = staff.desk.ships.get(slot), staff.desk.fleets.get(slot)
        if fleet is not None and SCATTERS in domain and staff.scatters(fleet):
            value = SCATTERS
        elif ship is not None and ship.fleet in staff.desk.fleets and slot not in staff.desk.fleets:
            if ship.fleet not in leaving:
                leaving[ship.fleet] = _leavers(staff, staff.desk.fleets[ship.fleet])
            leaves = ship.key in leaving[ship.fleet] and LEAVES in domain
            value = _fuel(staff, ship, domain, served) or (LEAVES if leaves else NONE)
        pairs.append((slot, value))
    return Allot(tuple(pairs))


def _fuel(staff: Staff, ship: Ship, domain: Domain, served: dict[str, int]) -> str:
    ships = staff.desk.ships
    if not staff.is_thirsty(ship):
        return ""
    for value in domain:
        change = CHANGES.find(value)
        if not isinstance(change, TakeFuel) or served.get(change.giver, 0) >= GIVERS_SERVE:
            continue
        if staff.is_rich(ships[change.giver]):
            served[change.giver] = served.get(change.giver, 0) + 1
            return value
    return ""


def _leavers(staff: Staff, fleet: Fleet) -> list[str]:
    """Whoever is no company for the others of a fleet, if there are others who are."""
    ships = staff.ships(fleet.key)
    lame = [ship.key for ship in ships if _is_lame(staff, fleet, ship)]
    sound = [ship for ship in ships if ship.key not in lame]
    strong = len(sound) >= len(lame) or any(staff.kind(ship) in HEAVY for ship in sound)
    return lame if strong else []


def _is_lame(staff: Staff, fleet: Fleet, ship: Ship) -> bool:
    """Without fuel for the way home, with broken machinery, stopped, or too small to go where heavy ships go."""
    if fleet.docked:
        heavy = any(staff.kind(other) in HEAVY for other in staff.ships(fleet.key))
        return staff.side is Side.AXIS and heavy and staff.kind(ship) in SMALL
    home = 2 * staff.nearest_port(fleet.at)[1]
    dry = min(DRY, home - 1) if staff.merchants(fleet.key) else home + RESERVE
    return ship.failed or speed(staff.data, ship) == 0 or (whole_tank(staff.data, ship) > 0 and ship.fuel <= dry)


# Missions and plots


def orders(staff: Staff) -> dict[str, Order]:
    """What every fleet is to do; asked twice in a turn, and the same both times."""
    return {key: staff.order(fleet) for key, fleet in staff.desk.fleets.items()}


def missions(staff: Staff, options: Assign) -> Allot:
    """New missions where they are other than the old."""
    given = orders(staff)
    pairs = []
    for slot, domain in options.slots.items():
        value = NONE
        if isinstance(domain, Among):
            if slot in staff.desk.fleets:
                value = _mission(staff, staff.desk.fleets[slot], given[slot], domain)
            else:
                value = _home(staff, slot, domain)
        pairs.append((slot, value))
    return Allot(tuple(pairs))


def _mission(staff: Staff, fleet: Fleet, order: Order, domain: Among) -> str:
    mission = order.mission
    if mission is None:
        return NONE
    if isinstance(mission, Return):
        return _to_port(staff, fleet.at, order.zones, domain)
    at_sea = replace(mission, leads=False) if isinstance(mission, Transfer) else mission
    for way in (mission, at_sea):
        for zones in range(order.zones, 0, -1):
            wanted = replace(way, pace=zones)
            if str(wanted) in domain:
                return NONE if wanted == _present(fleet) else str(wanted)
    return NONE


def _present(fleet: Fleet) -> FleetOrder | None:
    """The mission that a fleet has; those that are gone about anew are ordered always."""
    match fleet.mission:
        case "cover":
            return Cover(fleet.covers, fleet.pace)
        case "raid":
            return Raid(fleet.pace)
    return None


def _home(staff: Staff, key: str, domain: Among) -> str:
    """A fleet that has just been detached makes for the port nearest to where it left the other."""
    parents = [fleet for fleet in staff.desk.fleets.values() if key.startswith(fleet.key)]
    if not parents or parents[0].docked:
        return NONE
    return _to_port(staff, max(parents, key=lambda fleet: len(fleet.key)).at, 2, domain)


def _to_port(staff: Staff, zone: str, zones: int, domain: Domain) -> str:
    """The way home to the nearest of the ports that are offered, not faster than is wanted if that can be."""
    homes = []
    for value in domain:
        order = FLEET_ORDERS.find(value)
        if isinstance(order, Return) and not order.leads:
            away = staff.away(zone, staff.data.port(order.port).zone)
            homes.append((away, abs(order.pace - zones), value))
    return min(homes)[2] if homes else NONE


def plans(_staff: Staff, options: Assign) -> Allot:
    """Scattered ships go where their convoy went, by ways that begin apart, as they do without an order."""
    return Allot(tuple((slot, NONE) for slot in options.slots))


def plots(staff: Staff, options: Assign) -> Allot:
    """The next zones towards where each fleet is to go, for one turn; what has a plan follows it."""
    given = orders(staff)
    pairs = []
    for slot, domain in options.slots.items():
        order = given.get(slot, Order())
        value = NONE
        if isinstance(domain, Routes) and order.goal and not isinstance(order.mission, Return | Transfer | Bombard):
            value = _way(staff, domain, order)
        pairs.append((slot, value))
    return Allot(tuple(pairs))


def _way(staff: Staff, domain: Routes, order: Order) -> str:
    """Zone by zone nearer to the goal, as far as the pace of a turn goes."""
    open_ = set(domain.targets())
    way = [domain.start]
    while len(way) <= min(order.zones, domain.points):
        here = way[-1]
        onward = [zone for zone in staff.data.neighbours(here) if zone in open_]
        best = min(onward, key=lambda zone: (staff.away(zone, order.goal), zone), default=here)
        if staff.away(best, order.goal) >= min(FAR, staff.away(here, order.goal)):
            break
        way.append(best)
    return ">".join(way) if len(way) > domain.least else NONE


# Contact


def contact(staff: Staff, options: Pick[Action]) -> Action:
    """Engage what can be beaten, and keep away from the rest, or by it where others need that."""
    deeds = list(options)
    for deed in deeds:
        if isinstance(deed, Engage):
            found = staff.desk.contacts.get(deed.contact)
            if found is not None and staff.engages(staff.desk.fleets[deed.fleet], found):
                return deed
    for deed in deeds:
        if isinstance(deed, Shadow) and staff.stays(staff.desk.fleets[deed.unit]):
            return deed
    return Decline()
