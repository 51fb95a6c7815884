"""What squadrons and floatplanes do in a turn (OP-AIR-missions).

A mission is written with its centre: `search:5709`, `cap:pq-17`, `asw:4827`, `strike`, `escort`, `transfer:6017`. What
can carry torpedoes has them for a strike; `strike:bombs` gives it bombs instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from barents.games.operations.air import based, begin_mission, deck_room, is_ready, open_to, suits
from barents.games.operations.data import Data
from barents.games.operations.search import scout_ships
from barents.games.operations.state import Sortie, Squadron, State
from barents.games.operations.units import Umpire, base_of, date, effect_at, plane
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign
from barents.kernel.domains import NONE, Among, Domain
from barents.kernel.sides import Side

SCOUT = "scout:"
LONG = "search:"  # without a centre: for the long search of the day (C.51)
BOMBS = "bombs"
TRANSFER = "transfer:"


def choose_air(u: Umpire, draft: State, side: Side) -> kernel.Rule[None]:
    """OP-AIR-missions: one mission for each squadron that can fly; without one it rests."""
    data, desk = u.data, draft.desks[side]
    for step in desk.air.values():
        step.sortie, step.centre = "rest", ""
    staff = AirStaff(draft, data, side)
    places = {f"{TRANSFER}{zone}": left for zone, left in staff.places.items()}
    slots: dict[str, Domain] = {}
    able: Counter[str] = Counter()  # how many could be told to go to a place
    for step in desk.air.values():
        if values := list(staff.sorties(step)):
            slots[step.key] = Among(values)
            able.update(value for value in values if value in places)
    for ship, zone in scout_ships(draft, data, side):
        near = data.reach(zone, data.tables.search.scout_zones)
        slots[f"{SCOUT}{ship}"] = Among([*near])
    prompt = "What do your aircraft do?"
    room = {value: left for value, left in places.items() if left < able[value]}
    answer: Allot = yield from u.ask(side, "OP-AIR-missions", Assign(slots, optional=True, capacity=room), prompt)
    for key, value in answer.pairs:
        if value == NONE:
            continue
        if key.startswith(SCOUT):
            desk.scouting[key.removeprefix(SCOUT)] = value
        else:
            send(draft, data, side, desk.air[key], value)


class AirStaff:
    """Works out what the squadrons of a side may be told to do; what is the same for many of them, once."""

    def __init__(self, state: State, data: Data, side: Side) -> None:
        self.state, self.data, self.side = state, data, side
        self.places = free_places(state, data, side)
        self._covered = list(covered(state, data, side))
        self._searched: dict[tuple[str, str], list[str]] = {}

    def sorties(self, step: Squadron) -> Iterator[str]:
        """OP-AIR-missions, -tempo, -radius, -cover: what a squadron may be told to do now."""
        state, data, side = self.state, self.data, self.side
        about = plane(data, step)
        if suits(data, step, "search") and is_ready(state, data, step, "search"):
            yield from self._searches(step)
        for sortie in ("cap", "asw"):
            if suits(data, step, sortie) and is_ready(state, data, step, sortie):
                open_ = self._reached(step, sortie, (zone for _, zone in self._covered))
                yield from (f"{sortie}:{name}" for name, zone in self._covered if zone in open_)
        if suits(data, step, "strike") and is_ready(state, data, step, "strike"):
            yield "strike"
            if about.bombs and about.torpedoes:
                yield f"strike:{BOMBS}"
        if suits(data, step, "escort") and is_ready(state, data, step, "escort"):
            yield "escort"
        if not about.carrier and is_ready(state, data, step, "transfer"):
            free = [zone for zone in landing_places(state, data, side, step) if zone != step.base and self.places[zone]]
            open_ = self._reached(step, "transfer", free)
            yield from (f"{TRANSFER}{zone}" for zone in free if zone in open_)

    def _searches(self, step: Squadron) -> list[str]:
        """The searches of a squadron: those of one type at one base have the same."""
        key, state, data, side = (step.type, step.base), self.state, self.data, self.side
        if key not in self._searched:
            start = base_of(state, side, step)
            zones = open_to(state, data, side, step, "search", data.reach(start, plane(data, step).radius))
            found = self._searched[key] = [f"search:{zone}" for zone in zones]
            if may_search_far(state, data, side, start):
                found.append(LONG)
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


def send(state: State, data: Data, side: Side, step: Squadron, value: str) -> None:
    """OP-AIR-tempo, -carrier-half: a squadron is off, if its deck can still launch; a strike waits for its target."""
    desk = state.desks[side]
    name, _, centre = value.partition(":")
    sortie: Sortie = next(each for each in data.tables.air.sorties if each == name)
    if sortie in ("strike", "escort"):
        step.sortie, step.bombs = sortie, centre == BOMBS
    elif step.base not in desk.ships or deck_room(data, desk, step.base):
        begin_mission(state, data, step, sortie, centre)
        if sortie == "transfer":
            step.base = centre
