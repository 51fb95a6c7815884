"""Search by aircraft, floatplanes and from the shore; the long search for convoys (OP-SEARCH)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from barents.games.operations.air.sighting_reports import is_shadowed, report, was_reported_before
from barents.games.operations.data import Data
from barents.games.operations.rules.base import search_for_bases
from barents.games.operations.rules.units import (
    Umpire,
    at_sea,
    boats_at_sea,
    date,
    effect_at,
    in_any_order,
    is_convoy,
    light_at,
    plane,
    ships_of,
    weather_at,
)
from barents.games.operations.state import Boat, Fleet, Search, Squadron, State
from barents.kernel.dice import D6
from barents.kernel.game import Sighting
from barents.kernel.odds import Spread, every_throw
from barents.kernel.sides import NOBODY, Side, only

AIR, SCOUT, SHORE, LONG = "air search", "floatplane", "shore watch", "long search"


def search(u: Umpire, _step: Search) -> None:
    """OP-TIME-order 5: reports that come by themselves, the long search, aircraft, floatplanes, and the shore."""
    state = u.state
    for row in u.data.scenarios[state.scenario].reports if state.scenario in u.data.scenarios else ():
        if row.turn == state.turn and row.fleet in state.desks[row.side.enemy].fleets:
            report(u, row.side, row.fleet, row.level, "intelligence", identifies=True)
    long_search(u)
    for side in Side:
        sectors(u, side)
        scouts(u, side)
        shore_watch(u, side)
    search_for_bases(u)


# From the air (OP-SEARCH-sector to -mods)


def search_number(state: State, data: Data, zone: str) -> int | None:
    """OP-SEARCH-number, -light: what two dice need in a zone; None in storm and gale."""
    table = data.tables.search
    needed = table.needed[weather_at(state, data, zone) - 1]
    return needed + table.light[light_at(state, data, zone)] if needed else None


def further_steps(data: Data, further: int) -> dict[str, int]:
    """OP-SEARCH-mods: what further steps in the same sector help."""
    table = data.tables.search
    return {"further steps": min(table.further_most, table.further_step * further)} if further else {}


def search_modifiers(state: State, data: Data, side: Side, fleet: Fleet, further: int) -> dict[str, int]:
    """OP-SEARCH-mods, OP-MAP-leads: further steps, the size of the fleet, an earlier report, a shadower, the leads."""
    table = data.tables.search
    ships = len(ships_of(state.desks[side.enemy], fleet.key))
    modifiers = further_steps(data, further)
    if ships == 1:
        modifiers["single ship"] = table.single
    elif size := max((row.modifier for row in table.sizes if row.least <= ships), default=0):
        modifiers["many ships"] = size
    if was_reported_before(state, state.desks[side], fleet.key):
        modifiers["reported last turn"] = table.reported
    if is_shadowed(state, data, side, fleet):
        modifiers["shadowed"] = table.shadowed
    if side is Side.ALLIED and fleet.at in data.norwegian_coast:
        modifiers["in the leads"] = table.leads
    return modifiers


def level_of(data: Data, margin: int) -> int:
    """OP-SEARCH-levels: what a margin is worth; 0 for nothing.

    >>> from barents.games.operations.data import data
    >>> [level_of(data(None), margin) for margin in (-1, 0, 1, 2, 3, 4)]
    [0, 1, 1, 2, 2, 3]
    """
    return sum(margin >= least for least in data.tables.search.levels)


def in_sector(u: Umpire, side: Side, centre: str) -> list[Fleet]:
    """OP-SEARCH-each: the enemy's fleets within two zones of a centre, in the order of their zones.

    Ships in port are found there; before first contact the long search alone finds convoys (C.51).
    """
    state, data, enemy = u.state, u.data, u.state.desks[side.enemy]
    near = [fleet for fleet in enemy.fleets.values() if data.distance(centre, fleet.at) <= data.tables.search.sector]
    if state.long_search and side is Side.AXIS:
        near = [fleet for fleet in near if fleet.found or not is_convoy(data, enemy, fleet)]
    return one_by_one(u, "OP-SEARCH-each", near)


def one_by_one(u: Umpire, rule: str, fleets: Iterable[Fleet]) -> list[Fleet]:
    """Fleets in the order in which they are looked for."""
    found = {fleet.key: fleet for fleet in fleets}
    return [found[key] for key in in_any_order(u, rule, {key: fleet.at for key, fleet in found.items()})]


def sectors(u: Umpire, side: Side) -> None:
    """OP-SEARCH-sector: each sector that is flown rolls once for every enemy fleet in it, then for submarines."""
    centres: dict[str, list[Squadron]] = {}
    for step in u.state.desks[side].air.values():
        if step.sortie == "search" and step.centre:
            centres.setdefault(step.centre, []).append(step)
    for centre, steps in sorted(centres.items()):
        for fleet in in_sector(u, side, centre):
            if able := watchers(u.state, u.data, steps, fleet.at):
                look(u, side, fleet, AIR, {}, further=able - 1)
        for boat in boats_in_sector(u.state, u.data, side, centre):
            if able := watchers(u.state, u.data, steps, boat.at):
                look_for_boat(u, side, boat, able - 1)


def watchers(state: State, data: Data, steps: list[Squadron], zone: str) -> int:
    """OP-SEARCH-light: how many of a sector's steps can see anything in a zone; at night those with radar."""
    if light_at(state, data, zone) != "night":
        return len(steps)
    return sum(plane(data, step).flies_by_night(date(state)) for step in steps)


def boats_in_sector(state: State, data: Data, side: Side, centre: str) -> list[Boat]:
    """OP-SEARCH-mods: the enemy's submarines within two zones of a centre, in the order of their zones."""
    boats = boats_at_sea(state.desks[side.enemy])
    near = [boat for boat in boats if data.distance(centre, boat.at) <= data.tables.search.sector]
    return sorted(near, key=lambda boat: (boat.at, boat.key))


def look_for_boat(u: Umpire, side: Side, boat: Boat, further: int) -> None:
    """OP-SEARCH-mods: a submarine is hard to see; a report says where she is and nothing else."""
    table, needed = u.data.tables.search, search_number(u.state, u.data, boat.at)
    if needed is None:
        return
    modifiers = {"submarine": table.submarine, **further_steps(u.data, further)}
    roll = u.roll(2 * D6, "OP-SEARCH-number", AIR, modifiers, to=NOBODY, needs=f"{needed} or more")
    if roll >= needed:
        words, sighting = "a submarine", Sighting(boat.at, "a submarine", AIR, u.state.turn)
        told = "{source}: {what} in {cell}"
        u.tell(
            "OP-SEARCH-l1", told, to=only(side), sighting=sighting, source=AIR.capitalize(), what=words, cell=boat.at
        )


def look(u: Umpire, side: Side, fleet: Fleet, source: str, extra: dict[str, int], *, further: int = 0) -> None:
    """OP-SEARCH-levels: one roll for one fleet. Who finds nothing does not learn that there was somebody."""
    needed = search_number(u.state, u.data, fleet.at)
    if needed is None:
        return
    modifiers = search_modifiers(u.state, u.data, side, fleet, further) | extra
    if level := search_die(u, source, needed, modifiers):
        report(u, side, fleet.key, level, source, identifies=True)


def search_die(u: Umpire, source: str, needed: int, modifiers: Mapping[str, int]) -> int:
    """OP-SEARCH-number, -levels: how good a report two dice bring in; 0 for none."""
    roll = u.roll(2 * D6, "OP-SEARCH-number", source, modifiers, to=NOBODY, needs=f"{needed} or more")
    return level_of(u.data, int(roll) - needed)


def reports(data: Data, needed: int, modifiers: Mapping[str, int]) -> Spread[int]:
    """OP-SEARCH-levels: how likely a report of each level is."""
    return _reports(data, needed, sum(modifiers.values()))


@lru_cache(maxsize=256)
def _reports(data: Data, needed: int, added: int) -> Spread[int]:
    return every_throw(data, lambda u: search_die(u, "", needed, {"": added}))


# From ships and from the shore


def scout_ships(state: State, data: Data, side: Side) -> Iterator[tuple[str, str]]:
    """OP-SEARCH-scout: ships that can fly off a floatplane now, and the zone they are in."""
    table, desk = data.tables.search, state.desks[side]
    for fleet in at_sea(desk):
        fair = weather_at(state, data, fleet.at) <= table.scout_to_level
        if not fair or light_at(state, data, fleet.at) != "day":
            continue
        for ship in ships_of(desk, fleet.key):
            if data.types[ship.line].type in table.scout_types and ship.scouted != data.day(state.turn):
                yield ship.key, fleet.at


def scouts(u: Umpire, side: Side) -> None:
    """OP-SEARCH-scout: floatplanes search the sectors that they were sent to, once a day, at a disadvantage."""
    state, desk, table = u.state, u.state.desks[side], u.data.tables.search
    able = dict(scout_ships(state, u.data, side))
    for name, centre in sorted(desk.scouting.items()):
        if name in able and u.data.distance(able[name], centre) <= table.scout_zones:
            desk.ships[name].scouted = u.data.day(state.turn)
            for fleet in in_sector(u, side, centre):
                if light_at(state, u.data, fleet.at) != "night":
                    look(u, side, fleet, SCOUT, {"floatplane": table.scout})
    desk.scouting = {}


def shore_watch(u: Umpire, side: Side) -> None:
    """OP-SEARCH-shore: an enemy fleet next to a port of one's own, or in its harbour, may be seen from land."""
    state, data, table = u.state, u.data, u.data.tables.search
    ports = [port.zone for port in data.ports_of(side, date(state))]
    near = [
        fleet
        for fleet in at_sea(state.desks[side.enemy])
        if any(data.distance(fleet.at, zone) <= table.shore_zones for zone in ports)
    ]
    for fleet in one_by_one(u, "OP-SEARCH-shore", near):
        roll = u.roll(2 * D6, "OP-SEARCH-shore", SHORE, to=NOBODY, needs=f"{table.shore_needed} or more")
        if roll >= table.shore_needed:
            report(u, side, fleet.key, table.shore_level, SHORE)


# The long search (C.51)


def long_search_modifiers(state: State, data: Data, fleet: Fleet, steps: int) -> dict[str, int]:
    """OP-SEARCH-offboard, -mods: reconnaissance sent, weather, light, size, and how long the convoy has been at sea."""
    table = data.tables.off_board
    ships = len(ships_of(state.desks[Side.ALLIED], fleet.key))
    found = {
        "reconnaissance": min(steps, table.most_steps),
        "weather": effect_at(state, data, fleet.at).off_board,
        "no day": 0 if "D" in data.light_row(state.month, fleet.at) else table.no_day,
        "many ships": table.many if ships >= table.many_from else 0,
        "long at sea": table.long if state.turn - fleet.since >= table.long_from else 0,
    }
    return {words: value for words, value in found.items() if value}


def long_search(u: Umpire) -> None:
    """OP-SEARCH-offboard-slot, -12: once a day, for each convoy that nobody has met and that is near enough."""
    state, data = u.state, u.data
    table = data.tables.off_board
    if not state.long_search or data.slot(state.turn) != table.slot:
        return
    desk = state.desks[Side.ALLIED]
    bases = data.recon_bases(date(state))
    steps = sum(step.sortie == "search" and not step.centre for step in state.desks[Side.AXIS].air.values())
    needs = f"{min(table.levels.values())} or more"
    for fleet in one_by_one(u, "OP-SEARCH-offboard", at_sea(desk)):
        if fleet.found or not is_convoy(data, desk, fleet):
            continue
        if min(data.distance(fleet.at, zone) for zone in bases) > table.within:
            continue
        modifiers = long_search_modifiers(state, data, fleet, steps)
        roll = u.roll(2 * D6, "OP-SEARCH-offboard", LONG, modifiers, to=NOBODY, needs=needs)
        level = max((level for level, least in table.levels.items() if roll >= least), default=0)
        if roll.natural == table.natural:
            level = max(level, table.natural_level)
        if level:
            report(u, Side.AXIS, fleet.key, level, LONG, identifies=True)
