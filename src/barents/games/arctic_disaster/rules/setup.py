"""Chapter 16: a scenario's forces, and how both sides bring them into place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.data import CONVOY, Data
from barents.games.arctic_disaster.datafiles import BoatStart, Start
from barents.games.arctic_disaster.names import marker_name
from barents.games.arctic_disaster.rules.reorganisation import Plan, carry_out, plan_of, regroup
from barents.games.arctic_disaster.rules.units import Umpire, new_handle
from barents.games.arctic_disaster.state import HELD, WAITING, Boat, Force, Formation, Options, Ship, State, Wing
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import NONE, Among, Domain, Refusal
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import NOBODY, Side, only

OPEN_WATER = ("sea", "coastal")


def about_fleets(data: Data, known: State, _decision: Decision[Any]) -> str:
    """Where the fleets begin, and how far they may go."""
    later = data.scenarios[known.scenario].rules.home_fleet_ban
    ban = " The battleships and the carrier may not go on into the Barents Sea." if later else ""
    return (
        f"The Home Fleet starts in the far west, the cruisers close to PQ-17. The enemy sees markers and no names.{ban}"
    )


def about_pack(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """What a boat's place is good for."""
    reach = data.commands["german"].move
    return (
        f"A boat attacks whatever enters its hex, and moves {reach} hexes at the end of a turn. PQ-17 must go east, "
        "so lie across its way; but only two may begin next to it, and four within three hexes. Dummies vanish when "
        "a ship comes, and may be kept for later."
    )


FLEETS: Question[State, Data] = Question(
    "AD-16.1.2-home-fleet",
    "Where do the Home Fleet and the Cruiser Force begin?",
    phase=q.SET_UP,
    about=about_fleets,
    answers={Allot: "Each force begins in the hex that you give it."},
    verb="Deploy",
)
PATROLS: Question[State, Data] = Question(
    "AD-16.1.2-allied-subs",
    "Where do your submarines patrol?",
    phase=q.SET_UP,
    about=(
        "One to a hex, in the waters off Norway and the Kola. They attack German ships that come into their hex; "
        "to the enemy dummies look like the others, and may be kept for later."
    ),
    answers={Allot: "Each boat begins in the hex that you give it; a dummy without one stays in your hand."},
    verb="Deploy",
)
PACK: Question[State, Data] = Question(
    "AD-16.1.1-subs-limits",
    "Where do your U-boats wait?",
    phase=q.SET_UP,
    about=about_pack,
    answers={Allot: "Each boat begins in the hex that you give it; a dummy without one stays in your hand."},
    verb="Deploy",
)


def opening(data: Data, scenario: str, options: Options) -> State:
    """AD 16: the listed forces, the convoy and the Germans in their hexes; the others wait for theirs."""
    file = data.scenarios[scenario]
    state = State(
        agenda=[s.FirstTurn(), s.Deployment()],
        scenario=scenario,
        options=options,
        turns=len(file.turns),
        weather=dict(file.weather),
        ships={side: {} for side in Side},
        forces={side: {} for side in Side},
        boats={side: {} for side in Side},
        wings={side: {} for side in Side},
        formations={key: Formation(key, cell) for key, cell in file.formations.items()},
    )
    for start in file.forces:
        side = data.markers[start.marker].side
        at = start.at or WAITING
        state.forces[side][start.marker] = Force(start.marker, at, new_handle(state), detected=start.detected)
        state.ships[side].update((name, Ship(name, force=start.marker)) for name in start.ships)
    listed = {boat: start.at or WAITING for start in file.boats for boat in start.boats}
    for boat in data.boats.values():
        at = HELD if boat.dummy else listed[boat.id]
        state.boats[data.commands[boat.command].side][boat.id] = Boat(boat.id, at)
    for unit in data.air.values():
        state.wings[data.formations[unit.formation].side][unit.id] = Wing(unit.id)
    return state


# Where everything may begin


@lru_cache(8)
def open_waters(data: Data) -> tuple[str, ...]:
    """Every hex that ships can be in but for the ice, from north to south."""
    return tuple(data.map.of_terrain(*OPEN_WATER) & data.in_play)


@lru_cache(64)
def starting_hexes(data: Data, start: Start) -> tuple[str, ...]:
    """AD 16.1.2: the hexes in which a force without a hex of its own may begin."""
    if start.zone:
        return tuple(cell for cell in open_waters(data) if data.map.has(cell, start.zone))
    return tuple(cell for cell in data.full_sea if data.distance(cell, start.of) <= start.within)


@lru_cache(64)
def patrol_hexes(data: Data, start: BoatStart) -> tuple[str, ...]:
    """AD 16.1.1, 16.1.2: the hexes in which submarines may begin."""
    if start.areas:
        return tuple(dict.fromkeys(cell for area in start.areas for cell in data.map.zone(area)))
    return tuple(cell for cell in open_waters(data) if data.distance(cell, start.of) <= start.within)


def pack_domains(state: State, data: Data, start: BoatStart) -> dict[str, Domain]:
    """AD 16.1.1, R70: the U-boats with their waters: some may begin near PQ-17, more not far off, the rest beyond.

    The boats are alike, so that the first of them may be those that are nearest.
    """
    target = next(force.at for force in data.scenarios[state.scenario].forces if force.marker == CONVOY)
    limits = sorted(data.scenarios[state.scenario].boat_limits, key=lambda limit: limit.within)
    waters: dict[int, Domain] = {}
    slots: dict[str, Domain] = {}
    for number, name in enumerate(start.boats):
        beyond = max((limit.within for limit in limits if number >= limit.most), default=-1)
        if beyond not in waters:
            cells = [cell for cell in patrol_hexes(data, start) if data.distance(cell, target) > beyond]
            waters[beyond] = Among(cells, _too_near(data, target, beyond))
        slots[name] = waters[beyond]
    return slots


def _too_near(data: Data, target: str, beyond: int) -> Callable[[str], Refusal | None]:
    """Why a boat may not begin in a hex."""

    def why(cell: str) -> Refusal | None:
        if cell not in data.in_play or data.distance(cell, target) > beyond:
            return None
        return Refusal(f"this boat begins more than {beyond} hexes from PQ-17", "AD-16.1.1-subs-limits")

    return why


def feigned_waters(state: State, data: Data) -> list[str]:
    """AD 13.2, 16.1.1: German dummies begin anywhere at sea where no Allied force is known to be."""
    taken = [force.at for force in state.forces[Side.ALLIED].values()]
    return [cell for cell in open_waters(data) if cell not in taken]


# Both at once


def deployment(u: Umpire, _step: s.Deployment) -> kernel.Rule[tuple[Step, ...]]:
    """AD 16: both sides set up at once and in secret; then nobody can tell one marker from another.

    The order of the convoy comes last: it depends on which destroyers were taken out of it.
    """
    state = u.state
    for plan, boats in (yield from u.both(_allied(u), _axis(u))):
        carry_out(u, plan, at_start=True)
        for name, cell in boats.items():
            state.boats[plan.side][name].at = cell
    for side in Side:
        _number(u, side)
    return (s.ConvoyDisplay(),)


def _allied(u: Umpire) -> kernel.Rule[tuple[Plan, dict[str, str]]]:
    """AD 16.1.2: where the Home Fleet and the cruisers are, how forces are made up, and submarines."""
    state, data = u.state, u.data
    file = data.scenarios[state.scenario]
    waiting = [start for start in file.forces if state.forces[Side.ALLIED].get(start.marker) and not start.at]
    slots = {start.marker: Among(starting_hexes(data, start)) for start in waiting}
    placed: Allot = yield from u.ask(Side.ALLIED, FLEETS, Assign(slots))
    plan = yield from regroup(u, plan_of(state, data, Side.ALLIED, dict(placed.pairs)), at_start=True)
    return plan, (yield from _patrols(u))


def _patrols(u: Umpire) -> kernel.Rule[dict[str, str]]:
    """AD 16.1.2: Allied and Soviet submarines, one in a hex, in their areas; dummies may be held back."""
    state, data = u.state, u.data
    slots: dict[str, Domain] = {}
    dummies: list[str] = []
    cells: dict[str, int] = {}
    for start in data.scenarios[state.scenario].boats:
        if data.commands[start.command].side is Side.ALLIED:
            area = Among(patrol_hexes(data, start))
            feigned = [boat.id for boat in data.boats.values() if boat.command == start.command and boat.dummy]
            slots |= dict.fromkeys((*start.boats, *feigned), area)
            cells |= dict.fromkeys(area, 1)
            dummies += feigned
    options = Assign(slots, optional=dummies, capacity=cells)
    answer: Allot = yield from u.ask(Side.ALLIED, PATROLS, options)
    return _placed(answer)


def _axis(u: Umpire) -> kernel.Rule[tuple[Plan, dict[str, str]]]:
    """AD 16.1.1: how forces are made up, and where the U-boats wait."""
    state, data = u.state, u.data
    plan = yield from regroup(u, plan_of(state, data, Side.AXIS), at_start=True)
    slots: dict[str, Domain] = {}
    for start in data.scenarios[state.scenario].boats:
        if start.command == "german" and not start.at:
            slots |= pack_domains(state, data, start)
    anywhere = Among(feigned_waters(state, data))
    dummies = [boat.id for boat in data.boats.values() if boat.command == "german" and boat.dummy]
    slots |= dict.fromkeys(dummies, anywhere)
    answer: Allot = yield from u.ask(Side.AXIS, PACK, Assign(slots, optional=dummies))
    return plan, _placed(answer)


def _placed(answer: Allot) -> dict[str, str]:
    """The hexes of those that were given one."""
    return {name: cell for name, cell in answer.pairs if cell != NONE}


def _number(u: Umpire, side: Side) -> None:
    """AD 13.1, 16: markers on the map get the numbers by which the enemy knows them; only their owner hears which."""
    state = u.state
    units: Mapping[str, Force | Boat] = {
        **{force.key: force for force in state.forces[side].values()},
        **{boat.id: boat for boat in state.boats[side].values() if boat.at != HELD},
    }
    for name in u.draw(units, len(units), "AD-13.1-setup-hidden", "Markers", to=NOBODY):
        units[name].handle = new_handle(state)
    numbered = sorted(units.items(), key=lambda item: item[1].handle)
    whose, rule = "German" if side is Side.AXIS else "Allied", "AD-13.1-setup-hidden"
    places = ", ".join(f"{unit.handle} at {unit.at}" for _, unit in numbered)
    u.tell(rule, "{side} markers on the map, by number: {places}", side=whose, places=places)
    names = ", ".join(f"{unit.handle} {marker_name(u.data, name)}" for name, unit in numbered)
    u.tell(rule, "The enemy sees numbers without names; yours are {names}", to=only(side), names=names)
