"""Squadrons: when they may fly, how far, and what from (OP-AIR)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from barents.games.operations.data import Band, Data
from barents.games.operations.rules.units import (
    CARRIERS,
    base_of,
    date,
    effect_at,
    is_flying,
    light_at,
    plane,
    ships_of,
    type_of,
)
from barents.games.operations.state import Desk, Region, Ship, Sortie, Squadron, State
from barents.kernel.sides import Side


def is_ready(state: State, data: Data, step: Squadron, sortie: Sortie) -> bool:
    """OP-AIR-tempo: two missions a day, never in turns on end; fighters over a fleet four, and in turns on end.

    One that was beaten off stays at its base until the day that it rests to.
    """
    table, day = data.tables.air, data.day(state.turn)
    if step.rests > day:
        return False
    today = step.sorties if step.flew and data.day(step.flew) == day else 0
    if sortie == "cap":
        rested = step.last == "cap" or step.flew < state.turn - 1 or not step.flew
        return rested and today < table.cap_a_day
    if step.flew and step.flew >= state.turn - 1:
        return False
    if sortie == "strike" and step.struck == day:
        return False
    return today < table.a_day


def can_fly(state: State, data: Data, side: Side, step: Squadron, sortie: Sortie, zone: str) -> bool:
    """OP-WX-air, OP-AIR-night, -radius: whether a squadron gets to a zone on some mission."""
    if data.distance(base_of(state, side, step), zone) > plane(data, step).radius:
        return False
    return any(open_to(state, data, side, step, sortie, (zone,)))


def open_to(
    state: State, data: Data, side: Side, step: Squadron, sortie: Sortie, zones: Iterable[str]
) -> Iterator[str]:
    """OP-WX-air, OP-AIR-night: those zones of some that the weather and the light, here and there, let it fly to."""
    start = base_of(state, side, step)
    on_a_deck = step.base in state.desks[side].ships
    if not is_open(state, data, step, sortie, start) or (on_a_deck and not effect_at(state, data, start).decks):
        return
    # Zones of one region and band have one weather and one light.
    found: dict[tuple[Region, Band], bool] = {}
    for zone in zones:
        climate = data.climate(zone)
        if climate not in found:
            found[climate] = is_open(state, data, step, sortie, zone)
        if found[climate]:
            yield zone


def is_open(state: State, data: Data, step: Squadron, sortie: Sortie, zone: str) -> bool:
    """OP-WX-air, OP-AIR-night: whether a squadron may be in the air in a zone.

    At night only aircraft with radar fly, to search or hunt boats.
    """
    effect, by_night = effect_at(state, data, zone), sortie in data.tables.air.night_sorties
    if effect.air == "none" or (effect.air == "finding" and not by_night):
        return False
    if effect.grounds and step.type in data.tables.effects.squall_grounds:
        return False
    return light_at(state, data, zone) != "night" or (by_night and plane(data, step).flies_by_night(date(state)))


def suits(data: Data, step: Squadron, sortie: Sortie) -> bool:
    """OP-AIR-missions, 6.5: what a type can do."""
    about = plane(data, step)
    match sortie:
        case "search":
            return about.search
        case "asw":
            return about.asw
        case "cap" | "escort":
            return about.air >= data.tables.air.fighter_from
        case "strike":
            return about.bombs > 0 or about.torpedoes > 0
    return True


def on_deck(desk: Desk, ship: str) -> list[Squadron]:
    """The squadrons of a carrier."""
    return [step for step in desk.air.values() if step.base == ship]


def deck_room(data: Data, desk: Desk, ship: str) -> int:
    """OP-AIR-carrier-half: how many steps a carrier may still launch this turn: half of those present, rounded up."""
    steps = on_deck(desk, ship)
    return -(-len(steps) // data.tables.air.deck_share) - sum(is_flying(step) for step in steps)


def begin_mission(state: State, data: Data, step: Squadron, sortie: Sortie, centre: str) -> None:
    """OP-AIR-tempo: a squadron is sent out, and its mission counted; a strike is when it is launched."""
    day = data.day(state.turn)
    if sortie == "strike":
        step.struck = day
    step.sorties = step.sorties + 1 if step.flew and data.day(step.flew) == day else 1
    step.flew, step.last, step.sortie, step.centre = state.turn, sortie, sortie, centre


def land(state: State, data: Data, side: Side, steps: Iterable[Squadron]) -> list[str]:
    """OP-AIR-carrier-sunk: at the turn's end squadrons are home; those whose carrier is gone look for another deck.

    Any carrier with room takes them, then any base of their own; the others are lost, and their names returned.
    """
    desk = state.desks[side]
    homeless = [step for step in steps if step.base in desk.ships and not desk.ships[step.base].fleet]
    return [step.key for step in homeless if not land_anywhere(state, data, side, step, _place(desk, step))]


def land_anywhere(state: State, data: Data, side: Side, step: Squadron, here: str) -> bool:
    """OP-AIR-carrier-sunk: a squadron without a home finds another within its radius, or is lost."""
    desk, refuge = state.desks[side], _refuge(state, data, side, step, here)
    if refuge:
        step.base = refuge
    else:
        del desk.air[step.key]
    return bool(refuge)


def _place(desk: Desk, step: Squadron) -> str:
    """Where a squadron in the air is."""
    return desk.fleets[step.centre].at if step.centre in desk.fleets else step.centre


def _refuge(state: State, data: Data, side: Side, step: Squadron, here: str) -> str:
    """A deck or a base within reach of where a squadron is; it is nowhere if the fleet below it is gone."""
    desk, about = state.desks[side], plane(data, step)
    if not here[:1].isdigit():
        return ""
    for ship in _decks(data, desk) if about.carrier else ():
        if data.distance(here, desk.fleets[ship.fleet].at) <= about.radius and _has_room(data, state, desk, ship):
            return ship.key
    bases = [data.base_zone(name) for name in data.bases_for(step.type, date(state))]
    fields = data.airfields(side, date(state)) if about.carrier else bases
    near = [zone for zone in fields if data.distance(here, zone) <= about.radius]
    open_ = [zone for zone in near if based(desk, zone) < data.air.bases.most_steps]
    return min(open_, key=lambda zone: (data.distance(here, zone), zone), default="")


def _decks(data: Data, desk: Desk) -> list[Ship]:
    return [ship for key in desk.fleets for ship in ships_of(desk, key) if type_of(data, ship).type in CARRIERS]


def _has_room(data: Data, state: State, desk: Desk, ship: Ship) -> bool:
    """A deck holds as many steps as the largest group that the ship may take."""
    most = max((sum(group.values()) for group in data.complements(ship.line, date(state))), default=0)
    return len(on_deck(desk, ship.key)) < most


def based(desk: Desk, zone: str) -> int:
    """OP-AIR-base-limit: how many steps are at a base."""
    return sum(step.base == zone for step in desk.air.values())
