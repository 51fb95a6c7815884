"""What squadrons and floatplanes do in a turn (OP-AIR-missions)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from barents.games.operations import phases
from barents.games.operations.air.search import further_steps, reports, scout_ships, search_modifiers, search_number
from barents.games.operations.air.squadrons import based, begin_mission, deck_room, is_ready, open_to, suits
from barents.games.operations.data import Data
from barents.games.operations.names import place
from barents.games.operations.orders import (
    AIR_ORDERS,
    SCOUTS,
    AirOrder,
    Asw,
    Cap,
    Escort,
    LongSearch,
    Rebase,
    Scout,
    Search,
    Strike,
)
from barents.games.operations.rules.menus import FLYING
from barents.games.operations.rules.odds import Order, of_orders, of_sheet
from barents.games.operations.rules.supposed import as_reported
from barents.games.operations.rules.units import Umpire, base_of, date, effect_at, plane
from barents.games.operations.screen.clock import light_in_words, sky_in_words
from barents.games.operations.state import Contact, Sortie, Squadron, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import NONE, Among, Domain
from barents.kernel.odds import percent
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.values import Value
from barents.kernel.view import Odds
from barents.kernel.words import capital, in_words

# What is asked


def about_aircraft(data: Data, known: State, _decision: Decision[Any]) -> str:
    """The sky, and how often aircraft fly (OP-AIR-tempo)."""
    table = data.tables.air
    sky = f"{capital(sky_in_words(data, known))}; {light_in_words(data, known)}."
    return (
        f"{sky} Without an order they rest. A step flies {in_words(table.a_day)} missions a day and never in two turns "
        f"on end; fighters over a fleet may fly on, {in_words(table.cap_a_day)} times a day."
    )


def searches(data: Data, known: State, side: Side, slots: Assign) -> Iterator[Order]:
    """OP-SEARCH-number: to find again what was reported of late, with the sector's centre where it was."""
    for report in known.desks[side].contacts.values():
        if report.turn < known.turn - 1 or (odds := finding(data, known, side, report, further=0)) is None:
            continue
        for slot, domain in slots.slots.items():
            value = report.zone if SCOUTS.find(slot) else str(Search(report.zone))
            if value in domain:
                yield slot, value, odds


def finding(data: Data, known: State, side: Side, report: Contact, further: int) -> Odds | None:
    """OP-SEARCH-levels: how good a report a sector brings in, if the fleet is in it and is as it was reported."""
    state, fleet = as_reported(data, known, side, report)
    needed = search_number(state, data, report.zone)
    if needed is None:
        return None
    modifiers = search_modifiers(state, data, side, fleet, further)
    levels = reports(data, needed, modifiers)
    notes = tuple(f"{percent(chance)} level {level}" for level, chance in sorted(levels.chances.items()) if level)
    return Odds(round(1 - levels[0], 6), "a report if it is there", modifiers, notes=(f"needs {needed}", *notes))


def searching(data: Data, known: State, side: Side, given: Mapping[str, str]) -> Odds | None:
    """OP-SEARCH-number: for each sector that is to be flown, that it finds a few ships which are there."""
    centres: dict[str, int] = {}
    for value in given.values():
        order = AIR_ORDERS.find(value)
        if isinstance(order, Search):
            centres[order.zone] = centres.get(order.zone, 0) + 1
    found: dict[str, float] = {}
    for zone, steps in centres.items():
        if (needed := search_number(known, data, zone)) is not None:
            found[zone] = reports(data, needed, further_steps(data, steps - 1)).chance(bool)
    if not found:
        return None
    notes = tuple(f"{percent(chance)} around {place(data, zone)}" for zone, chance in found.items())
    return Odds(max(found.values()), "a report of two to seven ships if they are there", {}, notes=notes)


def in_a_line(data: Data) -> dict[type[Value], str]:
    """What the missions are."""
    return {
        Search: f"all zones within {in_words(data.tables.search.sector)} of a centre",
        LongSearch: "for convoys that are not on the map yet",
        Cap: "a fleet, a port or a base",
        Asw: "around a fleet or a port",
        Strike: "the target comes with the reports",
        Escort: "of a strike",
        Rebase: "to another base",
    }


MISSIONS: Question[State, Data] = Question(
    "OP-AIR-missions",
    "What do your aircraft do?",
    phase=phases.AIRCRAFT,
    about=about_aircraft,
    answers={Allot: "They fly as you say; those for a strike or its escort stand by until you name a target."},
    verb="Fly",
    slots=SCOUTS,
    values=AIR_ORDERS,
    kinds=in_a_line,
    odds=of_sheet(searching),
    order_odds=of_orders(searches),
    standing="",
    menu=FLYING.menu,
    plan=FLYING.plan,
)


# Missions


def choose_air(u: Umpire, draft: State, side: Side) -> kernel.Rule[None]:
    """OP-AIR-missions: one mission for each squadron that can fly; without one it rests."""
    data, desk = u.data, draft.desks[side]
    for step in desk.air.values():
        step.sortie, step.centre = "rest", ""
    staff = AirStaff(draft, data, side)
    slots: dict[str, Domain] = {}
    able: Counter[str] = Counter()  # how many could be told to go to a place
    for step in desk.air.values():
        if orders := list(staff.sorties(step)):
            slots[step.key] = AIR_ORDERS.among(orders)
            able.update(order.zone for order in orders if isinstance(order, Rebase))
    for ship, zone in scout_ships(draft, data, side):
        near = data.reach(zone, data.tables.search.scout_zones)
        slots[str(Scout(ship))] = Among([*near])
    room = {str(Rebase(zone)): left for zone, left in staff.places.items() if left < able[zone]}
    answer: Allot = yield from u.ask(side, MISSIONS, Assign(slots, optional=True, capacity=room))
    for key, value in answer.pairs:
        if value == NONE:
            continue
        if scout := SCOUTS.find(key):
            desk.scouting[scout.ship] = value
        else:
            send(draft, data, side, desk.air[key], AIR_ORDERS.parse(value))


class AirStaff:
    """Works out what the squadrons of a side may be told to do; what is the same for many of them, once."""

    def __init__(self, state: State, data: Data, side: Side) -> None:
        self.state, self.data, self.side = state, data, side
        self.places = free_places(state, data, side)
        self._covered = list(covered(state, data, side))
        self._searched: dict[tuple[str, str], list[AirOrder]] = {}

    def sorties(self, step: Squadron) -> Iterator[AirOrder]:
        """OP-AIR-missions, -tempo, -radius, -cover: what a squadron may be told to do now."""
        state, data, side = self.state, self.data, self.side
        about = plane(data, step)
        if suits(data, step, "search") and is_ready(state, data, step, "search"):
            yield from self._searches(step)
        for cover in (Cap, Asw):
            if suits(data, step, cover.sortie) and is_ready(state, data, step, cover.sortie):
                open_ = self._reached(step, cover.sortie, (zone for _, zone in self._covered))
                yield from (cover(name) for name, zone in self._covered if zone in open_)
        if suits(data, step, "strike") and is_ready(state, data, step, "strike"):
            yield Strike(bombs=False)
            if about.bombs and about.torpedoes:
                yield Strike(bombs=True)
        if suits(data, step, "escort") and is_ready(state, data, step, "escort"):
            yield Escort()
        if not about.carrier and is_ready(state, data, step, "transfer"):
            free = [zone for zone in landing_places(state, data, side, step) if zone != step.base and self.places[zone]]
            open_ = self._reached(step, "transfer", free)
            yield from (Rebase(zone) for zone in free if zone in open_)

    def _searches(self, step: Squadron) -> list[AirOrder]:
        """The searches of a squadron: those of one type at one base have the same."""
        key, state, data, side = (step.type, step.base), self.state, self.data, self.side
        if key not in self._searched:
            start = base_of(state, side, step)
            zones = open_to(state, data, side, step, "search", data.reach(start, plane(data, step).radius))
            found = self._searched[key] = [Search(zone) for zone in zones]
            if may_search_far(state, data, side, start):
                found.append(LongSearch())
        return self._searched[key]

    def _reached(self, step: Squadron, sortie: Sortie, zones: Iterable[str]) -> set[str]:
        """OP-AIR-radius, OP-WX-air: those zones of some that a squadron gets to."""
        data, start, radius = self.data, base_of(self.state, self.side, step), plane(self.data, step).radius
        near = (zone for zone in zones if data.distance(start, zone) <= radius)
        return set(open_to(self.state, data, self.side, step, sortie, near))


def may_search_far(state: State, data: Data, side: Side, start: str) -> bool:
    """OP-SEARCH-offboard-slot: once a day a squadron can be sent on the long search, from certain bases."""
    table = data.tables.off_board
    asked = side is Side.AXIS and state.long_search and data.slot(state.turn) == table.slot
    return asked and start in data.recon_bases(date(state)) and effect_at(state, data, start).air != "none"


def landing_places(state: State, data: Data, side: Side, step: Squadron) -> list[str]:
    """OP-BASE-function: the bases that a squadron may use; flying boats also a secret base that works."""
    zones = [data.base_zone(name) for name in data.bases_for(step.type, date(state))]
    desk = state.desks[side]
    if step.type == data.tables.secret_base.type:
        zones += [base.zone for base in desk.bases.values() if base.ready and base.leaves is None]
    return zones


def free_places(state: State, data: Data, side: Side) -> dict[str, int]:
    """OP-AIR-base-limit, OP-BASE-function: how many squadrons each base of a side still has room for."""
    desk = state.desks[side]
    places = {zone: max(0, data.air.bases.most_steps - based(desk, zone)) for zone in data.airbases(side, date(state))}
    most = data.tables.secret_base.steps
    return places | {zone: max(0, most - based(desk, zone)) for zone in desk.bases}


def covered(state: State, data: Data, side: Side) -> Iterator[tuple[str, str]]:
    """OP-AIR-cover: a side's fleets, ports and airbases, with their zones."""
    for fleet in state.desks[side].fleets.values():
        yield fleet.key, fleet.at
    zones = {port.zone for port in data.ports_of(side, date(state))} | set(data.airbases(side, date(state)))
    for zone in sorted(zones):
        yield zone, zone


def send(state: State, data: Data, side: Side, step: Squadron, order: AirOrder) -> None:
    """OP-AIR-tempo, -carrier-half: a squadron is off, if its deck can still launch; a strike waits for its target.

    What can carry torpedoes has them for a strike, unless it is told to take bombs.
    """
    desk = state.desks[side]
    if isinstance(order, Strike | Escort):
        step.sortie, step.bombs = order.sortie, isinstance(order, Strike) and order.bombs
        return
    if step.base in desk.ships and not deck_room(data, desk, step.base):
        return
    match order:
        case Search(centre) | Cap(centre) | Asw(centre) | Rebase(centre):
            begin_mission(state, data, step, order.sortie, centre)
        case LongSearch():
            begin_mission(state, data, step, order.sortie, "")
    if isinstance(order, Rebase):
        step.base = order.zone
