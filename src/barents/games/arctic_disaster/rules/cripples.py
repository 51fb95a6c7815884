"""Chapters 4.3.1 and 7.8: ships that leave their force damaged, their escorts, and others that lie singly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from barents.games.arctic_disaster import questions as q
from barents.games.arctic_disaster import state as s
from barents.games.arctic_disaster.actions import MoveUnit, Pass
from barents.games.arctic_disaster.data import CONVOY, MURMANSK, Data
from barents.games.arctic_disaster.rules.lone_ships import (
    Way,
    crowds,
    enter_alone,
    enters_ice,
    full_hexes,
    points_alone,
    voyage,
    watched_hexes,
    ways,
)
from barents.games.arctic_disaster.rules.patrols import cells_of
from barents.games.arctic_disaster.rules.terrain import (
    FAR,
    KOLA,
    NORWAY,
    WEST,
    beyond_line,
    goals,
    is_soviet,
    kept_from,
    turns_home,
)
from barents.games.arctic_disaster.rules.tirpitz import are_all_recalled
from barents.games.arctic_disaster.rules.units import Umpire, disband, in_force, is_damaged, of_type
from barents.games.arctic_disaster.state import OUT, Force, Ship, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Pick, Product
from barents.kernel.domains import NONE, Among
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side

LEAVE: Question[State, Data] = Question(
    "AD-7.8-detach-when",
    "Which damaged ships leave their force, and where do they make for?",
    phase=q.SUBPHASE,
    about=(
        "A force is as slow as its slowest ship. One that leaves goes home by itself in full view of the enemy and "
        "cannot come back; one that stays slows down the others."
    ),
    answers={Allot: "Each ship with a base leaves for it; the others stay with their force."},
    verb="Detach",
)
STAY_WITH: Question[State, Data] = Question(
    "AD-7.8-detach-escort",
    "Which ships stay with them as escorts?",
    phase=q.SUBPHASE,
    about="An escort keeps with the damaged ship until it is home or sunk; it helps against aircraft and boats.",
    answers={Allot: "Each escort goes with the damaged ship that you give it; the others stay with their force."},
    verb="Escort",
)
BASE: Question[State, Data] = Question(
    "AD-7.8-detach-alone",
    "Which base do damaged ships on their own make for?",
    phase=q.TERMINAL,
    about="She was hit when she lay on her own. From now on she makes for that base, and no other.",
    answers={Allot: "Each ship makes for its base in this turn and all that follow."},
    verb="Head home",
)
HOMEWARD: Question[State, Data] = Question(
    "AD-7.8-detach-home",
    "Damaged ships make for their bases: how far does each go?",
    phase=q.TERMINAL,
    about="They have to go by a quickest way as far as they can; where several are as quick you choose.",
    answers={Allot: "Each ship sails to the hex that you give it, with its escorts."},
    verb="Sail",
)
LONE_SHIP: Question[State, Data] = Question(
    "AD-4.3.1-undamaged-singles",
    "Does one of your ships on their own move?",
    phase=q.LONE,
    about=(
        "They lie open to all. One at a time, each side in turn, they make for a force that they can join, or a port."
    ),
    answers={
        MoveUnit: "The ship goes there, and has moved for this turn.",
        Pass: "None of them moves now; it is over when the enemy moves none either.",
    },
)

# Leaving the force (7.8)


def detach_steps(u: Umpire) -> tuple[Step, ...]:
    """AD 7.8: at the end of a sub-phase the owners of ships that were damaged in it may detach them."""
    state = u.state
    damaged, state.damaged = state.damaged, []
    found: list[Step] = []
    for side in (Side.ALLIED, Side.AXIS):
        ships = tuple(name for name in damaged if name in state.ships[side] and state.ships[side][name].force)
        if ships:
            found.append(s.Detach(side, ships))
    return tuple(found)


def bases(data: Data, ship: Ship) -> tuple[str, ...]:
    """AD 7.8: where a damaged ship may make for; a Soviet one only for Murmansk, since it may not go west (7.5.4)."""
    about = data.counters[ship.id]
    if about.side is Side.AXIS:
        return (NORWAY,)
    if is_soviet(data, [ship]):
        return (KOLA,)
    return (WEST, KOLA) if about.convoy else (WEST,)


def detach(u: Umpire, step: s.Detach) -> kernel.Rule[tuple[Step, ...]]:
    """AD 7.8, R105: damaged ships leave their force for a base that is chosen now, with escorts from the same force."""
    state, side = u.state, step.side
    ships = [state.ships[side][name] for name in step.ships]
    hurt = [ship for ship in ships if ship.force]
    if not hurt:
        return ()
    left = list(dict.fromkeys(ship.force for ship in hurt))
    fellows = {key: in_force(state, side, key) for key in left}
    leaving, escorts = yield from ask_to_leave(u, side, {ship.id: ship.force for ship in hurt}, fellows)
    put_apart(u, side, leaving, escorts, state.forces[side])
    for key in left:
        if not in_force(state, side, key):
            disband(u, side, key)
    return ()


def ask_to_leave(
    u: Umpire, side: Side, hurt: Mapping[str, str], fellows: Mapping[str, Sequence[Ship]]
) -> kernel.Rule[tuple[dict[str, str], dict[str, str]]]:
    """AD 7.8: which of some damaged ships leave their forces for which base, and who escorts whom of them.

    `hurt` has the force of each, `fellows` the ships of each force.
    """
    ships = u.state.ships[side]
    slots = {name: Among(bases(u.data, ships[name])) for name in hurt}
    answer: Allot = yield from u.ask(side, LEAVE, Assign(slots, optional=True))
    leaving = {name: base for name, base in answer.pairs if base != NONE}
    cripples_of: dict[str, list[str]] = {}
    for name in leaving:
        cripples_of.setdefault(hurt[name], []).append(name)
    able = {
        ship.id: Among(names)
        for key, names in cripples_of.items()
        for ship in may_escort(u.data, key, [ship for ship in fellows[key] if ship.id not in names])
    }
    if not able:
        return leaving, {}
    chosen: Allot = yield from u.ask(side, STAY_WITH, Assign(able, optional=True))
    return leaving, {escort: cripple for escort, cripple in chosen.pairs if cripple != NONE}


BASES = {WEST: "Iceland", KOLA: "Murmansk", NORWAY: "Norway"}


def may_escort(data: Data, force: str, others: Sequence[Ship]) -> Sequence[Ship]:
    """AD 7.8, 9.1, R112: any other ship of the force may go with a cripple; of PQ-17 only destroyers."""
    return of_type(data, others, "DD") if force == CONVOY else others


def put_apart(
    u: Umpire, side: Side, leaving: Mapping[str, str], escorts: Mapping[str, str], forces: Mapping[str, Force]
) -> None:
    """AD 6.1, 7.6, 7.8, 7.9: cripples and escorts are put down by themselves where their forces are, as these are.

    They are slowed like them, and take their fuel and their sortie along.
    """
    ships = u.state.ships[side]
    for name in (*leaving, *escorts):
        ship, force = ships[name], forces[ships[name].force]
        ship.at, ship.penalty, ship.force, ship.square, ship.away = force.at, force.penalty, "", "", False
        ship.fuel, ship.sortied = force.fuel, force.sortied
    for name, base in leaving.items():
        ships[name].apart, ships[name].bound = True, base
        words = "{unit} leaves its force at {cell} and makes for {base}"
        u.tell("AD-7.8-detach-place", words, unit=name, cell=ships[name].at, base=BASES[base])
    for escort, cripple in escorts.items():
        ships[escort].with_ = cripple
        u.tell("AD-7.8-detach-escort", "{unit} stays with {other}", unit=escort, other=cripple)


# The way home (3.3, 7.8)

HAVENS = (OUT, MURMANSK)  # where ships leave the game, so that there is always room (9.4)


def alone(state: State, side: Side) -> list[Ship]:
    """Ships lying singly on the map that are not of the scattered convoy."""
    return [ship for ship in state.ships[side].values() if not ship.force and ship.at[:1].isdigit() and not ship.group]


def charge_of(state: State, side: Side, ship: Ship) -> str:
    """The cripple that a ship escorts, as long as it lies by it or is under the same marker."""
    cripple = state.ships[side].get(ship.with_) if ship.with_ else None
    beside = cripple is not None and (cripple.force, cripple.at) == (ship.force, ship.at)
    return ship.with_ if beside else ""


def base_of(state: State, data: Data, side: Side, ship: Ship) -> str:
    """AD 7.8, R105: the base of a damaged ship that has left its force, under a marker of its own too; else nothing."""
    if not (ship.apart or (is_damaged(ship) and not ship.force)):
        return ""
    charge = charge_of(state, side, ship)
    cripple = state.ships[side][charge] if charge else ship
    return cripple.bound or ship.bound or bases(data, cripple)[0]


def force_base(state: State, side: Side, key: str) -> str:
    """AD 7.8: the base that a force must make for since it was made for a cripple; nothing for any other."""
    return next((ship.bound for ship in in_force(state, side, key) if ship.apart), "")


def cripples(u: Umpire, step: s.Cripples) -> kernel.Rule[tuple[Step, ...]]:
    """AD 3.3, 7.8: detached damaged ships go as fast as they can to their base, their escorts with them.

    Where several ways are as quick the owner chooses how far to go on which.
    """
    state, data, side = u.state, u.data, step.side
    yield from _choose_bases(u, side)
    parties: dict[str, list[Ship]] = {}
    for ship in alone(state, side):
        if is_damaged(ship) and not charge_of(state, side, ship):
            if ship.at in goals(data, ship.bound):
                enter_alone(u, side, ship, ship.at)
            else:
                parties[ship.id] = [ship]
    for ship in alone(state, side):
        if charge_of(state, side, ship) in parties:
            parties[ship.with_].append(ship)
    scattered = state.scatter == "done"
    alike = [name for name in parties if not (scattered and data.counters[name].is_merchant)]
    others = crowds(state, data)
    voyages = yield from _go_home(u, side, {name: parties[name] for name in alike}, others)
    for name in [name for name in parties if name not in alike]:  # one by one, since five have room in a hex (9.4)
        others[parties[name][0].at] -= 1
        voyages |= yield from _go_home(u, side, {name: parties[name]}, others)
        end = [parties[name][0].at, *voyages.get(name, ())][-1]
        others[end] += end not in HAVENS
    return tuple(
        step for name, way in voyages.items() for step in voyage(side, _who_may(data, parties[name], way), way)
    )


def _choose_bases(u: Umpire, side: Side) -> kernel.Rule[None]:
    """AD 7.8: a ship that was damaged when it lay on its own has a base to make for; of two its owner names one."""
    ships = [ship for ship in alone(u.state, side) if is_damaged(ship) and not ship.bound]
    slots = {ship.id: Among(found) for ship in ships if len(found := bases(u.data, ship)) > 1}
    chosen: dict[str, str] = {}
    if slots:
        answer: Allot = yield from u.ask(side, BASE, Assign(slots))
        chosen = dict(answer.pairs)
    for ship in ships:
        ship.bound = chosen.get(ship.id) or bases(u.data, ship)[0]
        if ship.id in chosen:
            u.tell("AD-7.8-detach-alone", "{unit} makes for {base}", unit=ship.id, base=BASES[ship.bound])


def _who_may(data: Data, party: Sequence[Ship], way: Sequence[str]) -> list[Ship]:
    """AD 7.5.3: those of a party who may go a way: an escort that may not cross the 30 E line leaves its cripple."""
    return [ship for ship in party if beyond_line(data, [ship]).isdisjoint(way)]


def _go_home(
    u: Umpire, side: Side, parties: Mapping[str, Sequence[Ship]], others: Counter[str]
) -> kernel.Rule[dict[str, tuple[str, ...]]]:
    """AD 7.8, 9.4: the ways of some cripples with their escorts; their owner says which, where they have a choice."""
    ends = {name: quickest(u.state, u.data, side, party, others) for name, party in parties.items()}
    open_ends = {name: Among(tuple(found)) for name, found in ends.items() if len(found) > 1}
    chosen = {name: next(iter(found)) for name, found in ends.items() if found}
    if open_ends:
        answer: Allot = yield from u.ask(side, HOMEWARD, Assign(open_ends))
        chosen.update(answer.pairs)
    return {name: ends[name][end].cells for name, end in chosen.items()}


def quickest(state: State, data: Data, side: Side, party: Sequence[Ship], others: Counter[str]) -> dict[str, Way]:
    """AD 7.8, 9.4, R99: where ships may be after this turn on a shortest way to their base, as far on it as they can.

    `others` are the merchants in each hex: where five are there is no room.
    """
    ship, ice = party[0], enters_ice(state, data, party)
    points, usual = points_alone(data, party), points_alone(data, [replace(one, penalty=0) for one in party])
    home = turns_home(data, side, ship.bound, usual, ice)
    watched = watched_hexes(state, data, side, ship.at, points)
    barred = beyond_line(data, [ship])
    found = ways(data, side, ship.at, points, ice=ice, watched=watched, barred=barred)
    full = full_hexes(state, data, party, others) - {ship.at}
    totals = {
        end: (turns, way.cost + rest, rest)
        for end, way in found.items()
        if end not in full
        for turns, rest in [home.get(end, (FAR, 0))]
    }
    best = min(totals.values())
    return {end: found[end] for end, total in totals.items() if total == best and best[0] < FAR}


# Undamaged ships on their own (4.3.1)


def singles(u: Umpire, step: s.Singles) -> kernel.Rule[tuple[Step, ...]]:
    """AD 4.3.1: when the pool is empty undamaged ships on their own move, one of each side in turn, until both pass."""
    state, side = u.state, step.side
    for ship in alone(state, side):
        ship.with_ = charge_of(state, side, ship)  # whose cripple is gone is free to join others
    moves = {ship.id: lone_moves(u.state, u.data, side, ship) for ship in lone(state, side)}
    places = {name: Among(tuple(found)) for name, found in moves.items() if found}
    products = [Product(MoveUnit, places)] if places else []
    answer: MoveUnit | Pass = Pass()
    if moves:  # whether one can go anywhere may depend on which of his markers are dummies
        answer = yield from u.ask(side, LONE_SHIP, Pick([Pass()], *products))
    if isinstance(answer, Pass):
        return () if step.passed else (s.Singles(side.enemy, passed=True),)
    ship = state.ships[side][answer.unit]
    ship.done = True
    return (*voyage(side, [ship], moves[ship.id][answer.cell].cells), s.Singles(side.enemy))


def lone(state: State, side: Side) -> list[Ship]:
    """AD 4.3.1: a side's undamaged ships on their own that have not moved; escorts of a cripple keep with it."""
    return [
        ship
        for ship in alone(state, side)
        if not is_damaged(ship) and not ship.done and not charge_of(state, side, ship)
    ]


def lone_moves(state: State, data: Data, side: Side, ship: Ship) -> Mapping[str, Way]:
    """AD 4.3.1, 14.0: where such a ship may go: clear of the enemy, and nearer to a force, such a ship or a port."""
    points = points_alone(data, [ship])
    watched = watched_hexes(state, data, side, ship.at, points)
    barred = kept_from(state, data, ship).union(cells_of(state, side.enemy))
    found = ways(data, side, ship.at, points, watched=watched, barred=barred)
    wanted = {goal: data.distance(ship.at, goal) for goal in havens(state, data, side, ship)}
    return {
        cell: way
        for cell, way in found.items()
        if cell == OUT or any(data.distance(cell, goal) < far for goal, far in wanted.items())
    }


def havens(state: State, data: Data, side: Side, ship: Ship) -> list[str]:
    """AD 4.3.1, 7.5.4: the hexes of forces and ships that it could join, and of ports; Iceland is off the west edge.

    Where all German ships are called home with Tirpitz there is only the nearest port (14.0).
    """
    if side is Side.AXIS and are_all_recalled(state):
        least = min(data.distance(ship.at, port) for port in data.ports)
        return [port for port in sorted(data.ports) if data.distance(ship.at, port) == least]
    soviet = is_soviet(data, [ship])
    joined = [
        force.at
        for force in state.forces[side].values()
        if force.key != CONVOY and not force.dummy and is_soviet(data, in_force(state, side, force.key)) == soviet
    ]
    joined += [other.at for other in lone(state, side) if other is not ship and is_soviet(data, [other]) == soviet]
    if side is Side.AXIS:
        return [*joined, *sorted(data.ports)]
    ports = [MURMANSK] if soviet or data.counters[ship.id].convoy else []
    return [*joined, *ports, *([] if soviet else sorted(data.west_edge))]
