"""Chapters 9.4 and 13.10: the convoy scatters, and its ships run for it, each group and later each ship by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.actions import Go
from barents.games.arctic_disaster.data import CONVOY, EASTERLY, MURMANSK, WESTERLY, Data
from barents.games.arctic_disaster.rules import chances
from barents.games.arctic_disaster.rules.detection import search_modifiers
from barents.games.arctic_disaster.rules.ice import free_markers, may_enter_ice
from barents.games.arctic_disaster.rules.lone_ships import Way, crowds, points_alone, voyage, watched_hexes, ways
from barents.games.arctic_disaster.rules.odds import ordered, yes_or_no
from barents.games.arctic_disaster.rules.submarines import revert, sweep
from barents.games.arctic_disaster.rules.terrain import faster, steps
from barents.games.arctic_disaster.rules.units import (
    Umpire,
    convoy,
    forces_at,
    in_force,
    is_damaged,
    move,
    new_handle,
    of_type,
)
from barents.games.arctic_disaster.state import Force, Ship, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Allot, Choose
from barents.kernel.decisions import Assign, Decision, Pick, Subset
from barents.kernel.domains import Among, Domain
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds

ALLIED = Side.ALLIED
DEALT = ("AA", "AT", "MS", "FF", "R")  # the close escorts that are dealt out at random (R42)


def about_groups(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """Where the groups go, and what a merchant has to reach."""
    goal = data.tables.other.goal_column
    return (
        f"Four equal groups: one stays, the others go east. A merchant scores when it comes to column {goal} or lies "
        f"unseen in the ice for {data.tables.other.ice_turns} turns."
    )


def about_later_moves(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """Where merchants may go, and what the ice is good for."""
    most = data.tables.speeds.scattered_most
    return (
        f"Not back to the west, and at most {most} merchants to a hex. In partial ice a ship has to be found before it "
        f"is attacked, and after {data.tables.other.ice_turns} turns unseen it is safe and scores."
    )


def about_ice(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """How many can be in the ice."""
    return (
        f"No more than {data.ice_markers} ships can be in the ice at a time; those that are not named keep out of it."
    )


def hiding_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """AD 7.2: that a search misses a ship that goes into the ice; each is searched for by itself."""
    cells = [cell for cell in ordered(action).values() if cell in data.partial_ice]
    if not cells:
        return None
    modifiers = max((search_modifiers(known, data, cell) for cell in cells), key=lambda found: sum(found.values()))
    unseen = chances.searched(data, modifiers)["nothing"]
    turns = data.tables.other.ice_turns
    return yes_or_no(unseen, "missed by a search in the ice", "found", modifiers, f"{turns} turns unseen make it safe")


GROUPS: Question[State, Data] = Question(
    "AD-9.4-four-groups",
    "The convoy scatters: which merchants go to which hex?",
    phase=q.SCATTER,
    about=about_groups,
    answers={Allot: "Each merchant is in the group of the hex that you give it."},
    verb="Scatter",
)
ASSEMBLE: Question[State, Data] = Question(
    "AD-9.4-dd-new-tf",
    "The convoy scatters: where do its destroyers assemble?",
    phase=q.SCATTER,
    about="They leave the merchants and become a force of their own in a hex to the west, free to move next turn.",
    answers={Go: "The destroyers assemble in this hex."},
)
FIRST_RUN: Question[State, Data] = Question(
    "AD-9.4-first-move",
    "The ships run for it: where does each group go?",
    phase=q.SCATTER,
    about="At full speed and to the east, no two groups to the same hex if it can be helped; boats on the way attack.",
    answers={Allot: "Each group runs for the hex that you give it; damaged ships may not get as far."},
    verb="Run",
)
MERCHANTS_RUN: Question[State, Data] = Question(
    "AD-9.4-later-move",
    "Where do the scattered merchants go?",
    phase=q.TERMINAL,
    about=about_later_moves,
    answers={Allot: "Each merchant sails to the hex that you give it, or stays in its own."},
    verb="Sail",
    odds=hiding_odds,
)
ESCORTS_RUN: Question[State, Data] = Question(
    "AD-9.4-escort-stack",
    "Where do their escorts go?",
    phase=q.TERMINAL,
    about="The small ships of the old convoy go where they are wanted: their guns help merchants in the same hex.",
    answers={Allot: "Each escort sails to the hex that you give it, or stays in its own."},
    verb="Sail",
)
INTO_ICE: Question[State, Data] = Question(
    "AD-7.2-ice-markers",
    "Which ships may go into the ice?",
    phase=q.TERMINAL,
    about=about_ice,
    answers={Choose: "These ships may go into the ice this turn; the others keep out of it."},
    verb="Let in",
)


def scatter(u: Umpire) -> kernel.Rule[tuple[Step, ...]]:
    """AD 9.4, 13.10: PQ-17 dissolves for good; if it has not moved this turn its groups run at once.

    In a surface combat they are put down and wait: the group in the hex is still in the fight (11.4.13).
    """
    state, data = u.state, u.data
    marker = convoy(state)
    if marker is None:
        if state.scatter == "pool":  # it is in port, off the map or lost, and not scattered in a combat (11.4.13)
            state.scatter = "no"
        u.tell("AD-9.4-drawn-late", "There is no convoy left to scatter")
        return ()
    ships = in_force(state, ALLIED, CONVOY)
    destroyers = of_type(data, ships, "DD")
    aside = (yield from _choose_hex(u, marker)) if destroyers else ""
    hexes = group_hexes(data, marker.at)
    groups: dict[str, str] = {}
    for merchants in by_speed(data, [ship for ship in ships if data.counters[ship.id].is_merchant]):
        groups.update((yield from _assign(u, merchants, group_sizes(data, marker.at, len(merchants)))))
    state.scatter = "done"
    u.tell("AD-9.4-no-reform", "PQ-17 scatters at {cell}", cell=marker.at)
    escorts = of_type(data, ships, *DEALT)
    dealt = u.draw([ship.id for ship in escorts], len(escorts), "AD-9.4-escorts-random", "Escorts of the convoy")
    peopled = [cell for cell in hexes if cell in groups.values()] or hexes
    groups.update((name, peopled[number % len(peopled)]) for number, name in enumerate(dealt))
    revert(u, marker.at)
    del state.forces[ALLIED][CONVOY]
    state.shadow, state.wrecks = "", {}
    _send_away(u, marker, destroyers, aside)
    for name, cell in groups.items():
        ship = state.ships[ALLIED][name]
        ship.force, ship.at, ship.square, ship.away = "", cell, "", False
        ship.group, ship.penalty, ship.done = 1 + hexes.index(cell), marker.penalty, state.convoy_moved
    for cell in hexes:
        names = ", ".join(data.counters[name].name for name, goal in groups.items() if goal == cell)
        u.tell("AD-9.4-four-groups", "At {cell}: {ships}", cell=cell, ships=names or "nobody")
        sweep(u, ALLIED, cell)
    if state.convoy_moved or state.battle is not None:
        return ()
    return (yield from first_run(u, [state.ships[ALLIED][name] for name in groups]))


# Who goes where


def group_hexes(data: Data, cell: str) -> list[str]:
    """AD 9.4: the hex of the convoy and those E, NE and SE of it that are neither ice nor land."""
    near = [data.step(cell, bearing) for bearing in EASTERLY]
    return [cell, *(other for other in near if other is not None and other in steps(data, ALLIED, cell, False))]


def group_sizes(data: Data, cell: str, ships: int) -> dict[str, int]:
    """AD 9.4, R43: four equal groups; that of a barred hex is shared by the other eastern ones, if there are any."""
    hexes, groups = group_hexes(data, cell), data.tables.other.groups
    sizes = dict.fromkeys(hexes, 0)
    shares = [(ships + groups - 1 - number) // groups for number in range(groups)]
    for other, share in zip(hexes, shares, strict=False):
        sizes[other] = share
    eastern = hexes[1:] or hexes
    for number in range(sum(shares[len(hexes) :])):
        sizes[eastern[number % len(eastern)]] += 1
    return sizes


def by_speed(data: Data, ships: Iterable[Ship]) -> list[list[Ship]]:
    """AD 9.4: ships of the same movement together."""
    classes: dict[int, list[Ship]] = {}
    for ship in ships:
        classes.setdefault(move(data, ship), []).append(ship)
    return [classes[speed] for speed in sorted(classes, reverse=True)]


def _assign(u: Umpire, ships: Sequence[Ship], sizes: Mapping[str, int]) -> kernel.Rule[dict[str, str]]:
    """AD 9.4, R43: the Allied player says which merchants are in which group."""
    hexes = tuple(cell for cell, size in sizes.items() if size)
    if len(hexes) == 1:
        return dict.fromkeys((ship.id for ship in ships), hexes[0])
    options = Assign(dict.fromkeys((ship.id for ship in ships), Among(hexes)), capacity=sizes)
    answer: Allot = yield from u.ask(ALLIED, GROUPS, options)
    return dict(answer.pairs)


def _choose_hex(u: Umpire, marker: Force) -> kernel.Rule[str]:
    """AD 9.4: the hex W, NW or SW of the convoy for its destroyers; they stay if there is none."""
    state, data = u.state, u.data
    near = [data.step(marker.at, bearing) for bearing in WESTERLY]
    open_sea = steps(data, ALLIED, marker.at, False)
    stack = data.tables.speeds.stack
    room = [c for c in near if c is not None and c in open_sea and len(forces_at(state, ALLIED, c)) < stack]
    if len(room) < 2:
        return room[0] if room else marker.at
    answer = yield from u.ask(ALLIED, ASSEMBLE, Pick([Go(cell) for cell in room]))
    return str(answer.cell)


def _send_away(u: Umpire, marker: Force, destroyers: Sequence[Ship], cell: str) -> None:
    """AD 7.6, 7.9, 9.4, R108: the destroyers are a new force, undetected and idle this turn; or single ships."""
    if not destroyers:
        return
    state = u.state
    key = free_marker(state, u.data)
    for ship in destroyers:
        ship.square, ship.away = "", False
        ship.force, ship.at, ship.penalty = (key, "", 0) if key else ("", cell, marker.penalty)
        ship.done, ship.fuel = not key, 0 if key else marker.fuel
    if key:
        state.forces[ALLIED][key] = Force(
            key, cell, new_handle(state), penalty=marker.penalty, activated=True, fuel=marker.fuel
        )
        u.tell("AD-9.4-dd-new-tf", "The destroyers of the convoy assemble at {cell}", cell=cell)
    else:
        words = "The destroyers of the convoy lie at {cell}, in full view: {ships}"
        names = ", ".join(u.data.counters[ship.id].name for ship in destroyers)
        u.tell("AD-9.4-dd-no-marker", words, cell=cell, ships=names)
    sweep(u, ALLIED, cell)


def free_marker(state: State, data: Data) -> str:
    """AD 6.2, 9.4: an unused Allied marker, a numbered one if there is any; nothing if all are in use."""
    unused = [row.id for row in data.markers.values() if row.side is ALLIED and row.id not in state.forces[ALLIED]]
    unused = [key for key in unused if key != CONVOY]
    return next((key for key in unused if key.startswith("tf-")), unused[0] if unused else "")


# The first move (9.4)


def first_run(u: Umpire, ships: Sequence[Ship]) -> kernel.Rule[tuple[Step, ...]]:
    """AD 9.4, R31, R108: each group runs E, NE or SE by one way, as far and as fast as it can, and joins no other.

    Escorts go as far as the merchants; damaged ships stop when their regular speed is used up.
    """
    state, data = u.state, u.data
    parties: dict[str, list[Ship]] = {}
    for ship in ships:
        parties.setdefault(ship.at, []).append(ship)
        ship.moves, ship.done = ship.moves + 1, True
    runs = {cell: easterly_ways(state, data, cell, most_points(data, party)) for cell, party in parties.items()}
    slots = {cell: Among(tuple(found)) for cell, found in runs.items() if found}
    if not slots:
        return ()
    each = dict.fromkeys((end for found in runs.values() for end in found if end != MURMANSK), 1)
    options = Assign(slots, capacity=each if fits(slots, each) else None)
    answer: Allot = yield from u.ask(ALLIED, FIRST_RUN, options)
    found_steps: list[Step] = []
    for cell, end in answer.pairs:
        together: dict[tuple[str, ...], list[Ship]] = {}
        for ship in parties[cell]:
            way = _as_far_as(data, cell, runs[cell][end].cells, _first_points(data, ship, parties[cell]))
            together.setdefault(way, []).append(ship)
        for way, party in together.items():
            found_steps += voyage(ALLIED, party, way)
    return tuple(found_steps)


def most_points(data: Data, party: Sequence[Ship]) -> int:
    """AD 9.4, R108: half points of a group: maximum speed of its undamaged merchants, or regular speed without any."""
    sound = [ship for ship in party if data.counters[ship.id].is_merchant and not is_damaged(ship)]
    if not sound:
        return min(points_alone(data, [ship]) for ship in party)
    slowed = min(sound[0].penalty, data.tables.speeds.most_penalty)
    slowest = min(move(data, ship) for ship in sound)
    return 2 * max(0, faster(data, slowest) - faster(data, slowed))


def _first_points(data: Data, ship: Ship, party: Sequence[Ship]) -> int:
    """AD 9.4: how far a ship goes with its group."""
    most = most_points(data, party)
    return min(most, points_alone(data, [ship])) if is_damaged(ship) else most


def easterly_ways(state: State, data: Data, start: str, points: int) -> dict[str, Way]:
    """AD 9.4: where a group may be after its first run: by easterly steps that use as many points as can be used."""
    watched = watched_hexes(state, data, ALLIED, start, points)
    found: dict[str, tuple[int, Way]] = {}
    queue: list[tuple[int, Way]] = [(0, Way(0, ()))]
    for met, way in queue:
        cell = way.cells[-1] if way.cells else start
        if way.cells and (cell not in found or (-way.cost, met) < (-found[cell][1].cost, found[cell][0])):
            found[cell] = (met, way)
        for bearing in EASTERLY if cell != MURMANSK else ():
            onward = data.step(cell, bearing)
            cost = None if onward is None else steps(data, ALLIED, cell, False).get(onward)
            if onward is not None and cost is not None and way.cost + cost <= points:
                queue.append((met + (onward in watched), Way(way.cost + cost, (*way.cells, onward))))
    most = max((way.cost for _, way in found.values()), default=0)
    return {cell: way for cell, (_, way) in sorted(found.items()) if way.cost == most or cell == MURMANSK}


def _as_far_as(data: Data, start: str, cells: Sequence[str], points: int) -> tuple[str, ...]:
    """As much of a way as some points pay for."""
    cell, way = start, []
    for onward in cells:
        points -= steps(data, ALLIED, cell, False)[onward]
        if points < 0:
            break
        way.append(onward)
        cell = onward
    return tuple(way)


# Later moves (9.4)


def scattered(state: State) -> list[Ship]:
    """AD 9.4: the ships of the scattered convoy that are still on the map."""
    return [ship for ship in state.ships[ALLIED].values() if ship.group]


def scattered_moves(u: Umpire, _step: s.ScatteredMoves) -> kernel.Rule[tuple[Step, ...]]:
    """AD 9.4: in the Terminal Phase the scattered ships move: first in groups, then as they like, but not west.

    Those that ran when the convoy scattered, or had moved before that, wait until the next turn (R44).
    """
    state, data = u.state, u.data
    ready = [ship for ship in scattered(state) if not ship.done]
    new = [ship for ship in ready if not ship.moves]
    if new:
        return (yield from first_run(u, new))
    ends = {ship.id: free_ways(state, data, ship) for ship in ready}
    merchants = [ship for ship in ready if data.counters[ship.id].is_merchant]
    others = [ship for ship in ready if not data.counters[ship.id].is_merchant]
    chosen = yield from _spread(u, merchants, ends, free_markers(state, data), data.tables.speeds.scattered_most)
    entered = [name for name, cell in chosen.items() if _enters_ice(data, state.ships[ALLIED][name], cell)]
    chosen |= yield from _spread(u, others, ends, free_markers(state, data) - len(entered))
    parties: dict[tuple[str, ...], list[Ship]] = {}
    for ship in ready:
        ship.moves, ship.done = ship.moves + 1, True
        way = ends[ship.id][chosen[ship.id]].cells
        parties.setdefault((ship.at, *way), []).append(ship)
    return tuple(step for way, party in parties.items() for step in voyage(ALLIED, party, way[1:]))


def free_ways(state: State, data: Data, ship: Ship) -> Mapping[str, Way]:
    """AD 7.2, 9.4, R106: where a scattered ship may go: no W step, and in the end no further west; it may stay."""
    points, ice = points_alone(data, [ship]), may_enter_ice(data, [ship])
    return eastward_ways(data, ship.at, points, ice, watched_hexes(state, data, ALLIED, ship.at, points))


@lru_cache(2048)
def eastward_ways(data: Data, start: str, points: int, ice: bool, watched: frozenset[str]) -> Mapping[str, Way]:
    """AD 9.4, R106: such ways from a hex; they go round the hexes that the enemy stands in where they can."""
    found = dict(ways(data, ALLIED, start, points, ice=ice, eastward=True))
    if any(not watched.isdisjoint(way.cells[:-1]) for way in found.values()):
        found |= ways(data, ALLIED, start, points, ice=ice, barred=watched, eastward=True)
    here = data.easting(start)
    return {cell: way for cell, way in found.items() if data.easting(cell) >= here}


def _spread(
    u: Umpire, ships: Sequence[Ship], ends: Mapping[str, Mapping[str, Way]], markers: int, most: int | None = None
) -> kernel.Rule[dict[str, str]]:
    """AD 7.2, 9.4: the Allied player says where ships go, no more merchants than so many in a hex.

    Those that lie there already count. Ships that find no room anywhere are stuck, and stay where they are. In Murmansk
    they are out of the game, so that there is room for all.
    """
    if not ships:
        return {}
    barred = yield from _bar_from_ice(u, ships, ends, markers)
    others = crowds(u.state, u.data, ships)
    shared: dict[tuple[str, ...], Among] = {}
    slots, capacity = {}, dict[str, int]()
    for ship in ships:
        cells = tuple(ends[ship.id])
        if ship.id in barred:
            cells = tuple(cell for cell in cells if not _enters_ice(u.data, ship, cell))
        if most is not None:
            cells = tuple(cell for cell in cells if others[cell] < most or cell == ship.at)
            capacity |= {cell: max(0, most - others[cell]) for cell in cells if cell != MURMANSK}
        slots[ship.id] = shared.setdefault(cells, Among(cells))
    for name in unplaced(slots, capacity):
        capacity[u.state.ships[ALLIED][name].at] += 1
    question = MERCHANTS_RUN if most is not None else ESCORTS_RUN
    answer: Allot = yield from u.ask(ALLIED, question, Assign(slots, capacity=capacity))
    return dict(answer.pairs)


def _bar_from_ice(
    u: Umpire, ships: Sequence[Ship], ends: Mapping[str, Mapping[str, Way]], markers: int
) -> kernel.Rule[list[str]]:
    """AD 7.2: where more ships could enter the ice than there are markers, those that may not."""
    ice = u.data.partial_ice
    near = [ship.id for ship in ships if ship.at not in ice and not ice.isdisjoint(ends[ship.id])]
    if len(near) <= markers:
        return []
    chosen: tuple[str, ...] = ()
    if markers > 0:
        prompt = f"There are only {markers} markers for ships in the ice: which may go there?"
        answer: Choose = yield from u.ask(ALLIED, INTO_ICE, Subset(near, most=markers), prompt)
        chosen = answer.items
    return [name for name in near if name not in chosen]


def _enters_ice(data: Data, ship: Ship, cell: str) -> bool:
    """Whether a ship that goes to a hex needs a marker for the ice; from ice to ice it takes its own along."""
    return cell in data.partial_ice and ship.at not in data.partial_ice


def fits(slots: Mapping[str, Domain], capacity: Mapping[str, int]) -> bool:
    """Whether every slot finds room."""
    return not unplaced(slots, capacity)


def unplaced(slots: Mapping[str, Domain], capacity: Mapping[str, int]) -> list[str]:
    """The slots that find no room: each takes a free place, or one whose holder can go elsewhere."""
    held: dict[str, list[str]] = {}

    def place(slot: str, tried: set[str]) -> bool:
        for value in slots[slot]:
            if value in tried:
                continue
            tried.add(value)
            holders = held.setdefault(value, [])
            if value not in capacity or len(holders) < capacity[value]:
                holders.append(slot)
                return True
            for number, other in enumerate(holders):
                if place(other, tried):
                    holders[number] = slot
                    return True
        return False

    return [slot for slot in slots if not place(slot, set())]
