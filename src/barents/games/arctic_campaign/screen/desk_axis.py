"""The German desk: ships in Norway by port, in the yard and in Germany, fuel, boats, aircraft, fleets and bases."""

from __future__ import annotations

from collections.abc import Iterator

from barents.games.arctic_campaign.axis import oil
from barents.games.arctic_campaign.data import Data
from barents.games.arctic_campaign.names import month_name, tally
from barents.games.arctic_campaign.rules.repairs import is_combat_ready
from barents.games.arctic_campaign.rules.units import afloat, ship_of, type_of
from barents.games.arctic_campaign.screen import desk_parts as parts
from barents.games.arctic_campaign.state import GERMANY, SUNK, Group, State, Vessel
from barents.games.operations.rules.setup import WAITING
from barents.kernel import desk as d
from barents.kernel.sides import Side
from barents.kernel.words import listed

AXIS = Side.AXIS


# Ships


def blocks(data: Data, known: State) -> Iterator[d.Block]:
    """Norway port by port, the yard at Trondheim, Germany with the months in which ships are ready, and the lost."""
    desk = known.axis
    passing = {key for group in desk.passing for key in group.ships}
    there = [one for one in afloat(desk) if one.key not in passing]
    for port in data.sea.tables.ports.rows:
        ships = [one for one in there if one.at == port.name and not one.yard]
        yield from parts.block(data, known, AXIS, port.name, ships, _fuel_of(data, known, ships))
    yard = [one for one in there if one.yard]
    places = data.tables.repairs.trondheim_places
    yield from parts.block(data, known, AXIS, "The yard at Trondheim", yard, f"{len(yard)} of {places} places taken")
    based = [one for one in there if one.at in desk.bases]
    yield from parts.block(data, known, AXIS, "The secret base", based)
    home = sorted((one for one in there if one.at == GERMANY), key=lambda one: one.ready)
    ready = [one for one in home if is_combat_ready(known, data, one)]
    note = tally(parts.types(data, known, AXIS, ready))
    yield from parts.block(data, known, AXIS, "In Germany, ready to sail", ready, note)
    yield from parts.block(data, known, AXIS, "In Germany, not ready yet", [one for one in home if one not in ready])
    lost = [one for one in desk.vessels.values() if one.at == SUNK]
    yield from parts.block(data, known, AXIS, "Lost", lost)


def _fuel_of(data: Data, known: State, ships: list[Vessel]) -> str:
    """What the ships of a port could still take, and what a month in port costs for them."""
    tanks = [ship_of(known, AXIS, one.key) for one in ships]
    thirst = sum(oil.charge(data, ship, oil.room(data, ship)) for ship in tanks)
    kinds = tally(parts.types(data, known, AXIS, ships))
    return f"{kinds}; {-(-thirst // oil.BOX)} boxes of fuel would fill them" if thirst else kinds


# Fuel, boats and aircraft


def supplies(data: Data, known: State) -> Iterator[d.Supply]:
    """The stock of fuel with what the month will cost, U-boats and aircraft."""
    yield d.Supply("Fuel in Norway", (), "ta", 0, 0, fuel_in_words(data, known))
    yield from parts.submarines(known, AXIS, "U-boats", WAITING)
    yield from parts.aircraft(data, known, AXIS, "Luftwaffe, in steps")


def stock(known: State) -> int:
    """The whole boxes of the stock, less what ships have taken this month."""
    return max(0, known.axis.stock - known.axis.drawn) // oil.BOX


def fuel_in_words(data: Data, known: State) -> str:
    """C.31 to C.36: the stock, what has been drawn, and what lying in port costs."""
    axis = known.axis
    words = f"{oil.boxes_text(axis.stock, oil.BOX)} boxes in stock"
    if axis.drawn:
        words += f", of which ships have taken {oil.boxes_text(axis.drawn, oil.BOX)} this month"
    if known.operation is None or known.phase != "convoy":
        costs = sum(oil.upkeep(known, data).values())
        if costs:
            words += f". If all stay in port the month costs {-(-costs // oil.BOX)} more"
    came = [line for line in axis.oil if line.month == known.month and line.parts > 0]
    if came:
        said = [f"{line.what.lower()} {oil.boxes_text(line.parts, oil.BOX)}" for line in came]
        words += f". This month: {listed(said)}"
    return f"{words}."


# Plates


def plates(data: Data, known: State) -> Iterator[d.Plate]:
    """The month's event, squadrons and fleets as they were formed, the coastal convoy and the secret base."""
    axis = known.axis
    row = data.axis_events.get(axis.event)
    if row is not None and known.phase in ("repair", "reinforcement"):
        yield d.Plate("Event", month_name(data, known.month), (row.name,), _event_remark(known))
    for group in axis.passing:
        yield plate(data, known, group, "home to Germany" if group.way == "home" else "to Norway")
    if known.operation is not None:
        for group in axis.groups.values():
            yield plate(data, known, group, f"turn {group.sails}" if group.way == "base" else group.port)
    if axis.coastal:
        start, _, goal = axis.coastal.partition("-")
        ships = f"{axis.coastal_transports} small transports, {axis.coastal_sweepers} minesweepers"
        sails = f"turn {axis.coastal_sails}" if axis.coastal_sails else "turn not chosen yet"
        worth = data.tables.victory.coastal_transport
        remark = f"each transport sunk is {worth} points for the Allies"
        yield d.Plate("Coastal convoy", sails, (f"{start} to {goal}", ships), remark)
    for zone, base in axis.bases.items():
        yield d.Plate("Secret base", zone, (f"oiler {axis.ships[base.ship].name}" if base.ship in axis.ships else "",))


def _event_remark(known: State) -> str:
    axis = known.axis
    found = [
        (f"{axis.extra_boats} boats more", axis.extra_boats),
        (f"{axis.extra_bombers} steps of bombers more", axis.extra_bombers),
        (f"{axis.extra_recon} steps of reconnaissance more", axis.extra_recon),
        ("the next fleet that leaves a small port may run aground", axis.grounding),
    ]
    return "; ".join(words for words, yes in found if yes)


def plate(data: Data, known: State, group: Group, way: str) -> d.Plate:
    """A fleet or a squadron: its ships by type, the great ones by name."""
    ships = [ship_of(known, AXIS, key) for key in group.ships if known.axis.vessels[key].at != SUNK]
    great = [ship.name for ship in ships if type_of(data, ship).type in parts.GREAT]
    kinds = tally(type_of(data, ship).type for ship in ships)
    lines = (listed(great, 4), kinds) if great else (kinds,)
    low = [ship for ship in ships if oil.pays(data, ship) and oil.room(data, ship)]
    remark = f"{listed([ship.name for ship in low])} without full tanks" if low else ""
    return d.Plate(group.name, way, lines, remark)


# Secrets

HIDDEN = (
    "which ships are ready, and in which ports they lie",
    "the fuel in Norway",
    "U-boats, their number and their stations",
    "your event, your aircraft and a secret base",
)
UNSEEN = (
    "how many transports there are, and when they sail",
    "routes and covering fleets",
    "what the Allies hire, buy and sell, until the account",
    "their event and an early start",
)
