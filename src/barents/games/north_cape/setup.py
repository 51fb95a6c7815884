"""Chapters 4.0 and 12: a scenario's forces, and how they come into place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from barents.games.north_cape.actions import Deploy, Join, UsePrinzEugen
from barents.games.north_cape.data import ARCHANGEL, CARRIER, MURMANSK, Data, Force
from barents.games.north_cape.pieces import Umpire, occupied
from barents.games.north_cape.state import (
    POOL,
    WAITING,
    AnyStep,
    Deployment,
    DrawMerchants,
    Options,
    Piece,
    PrinzEugen,
    Reinforce,
    State,
    WeatherPhase,
)
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot, Decline
from barents.kernel.decisions import Assign, Pick, Subset
from barents.kernel.domains import Among, Domain
from barents.kernel.game import Step
from barents.kernel.sides import Audience, Side

PRINZ_EUGEN = "prinz-eugen"
SET_UP: tuple[AnyStep, ...] = (DrawMerchants(), PrinzEugen(), Deployment(), WeatherPhase())


def opening(data: Data, scenario: str, options: Options) -> State:
    """NC 12: every counter of the scenario but the merchants, which are drawn; nothing is on the map yet."""
    file = data.scenarios[scenario]
    pieces: dict[Side, dict[str, Piece]] = {side: {} for side in Side}
    for force in file.forces:
        for name in roster(data, force, [*pieces[Side.ALLIED], *pieces[Side.AXIS]]):
            base = CARRIER if force.carrier_air and data.counters[name].is_air else ""
            place = f"{WAITING}{force.key}"
            pieces[force.side][name] = Piece(name, place, base=base)
    for counter in data.counters.values():
        if counter.is_decoy or counter.is_group:
            pieces[counter.side][counter.id] = Piece(counter.id, POOL)
    return State(
        agenda=list(reversed(SET_UP)),
        scenario=scenario,
        options=options,
        season=file.season,
        ice=file.ice,
        turns=file.turns,
        pieces=pieces,
    )


def roster(data: Data, force: Force, taken: Sequence[str]) -> list[str]:
    """NC 12: a force's counters; of those that may be any of a kind the first that are not taken."""
    names = list(force.named)
    for kind, count in force.any.items():
        names += [name for name in pool_of(data, kind) if name not in taken][:count]
    for kind, count in force.air.items():
        names += [f"{kind}-{number}" for number in range(1, count + 1)]
    if force.carrier_air:
        names += [c.id for c in data.counters.values() if c.is_air and c.nation == "GB"]
    return names


def pool_of(data: Data, kind: str) -> list[str]:
    """NC 12: the counters of a kind of which a scenario says only how many, such as British destroyers (`DD_GB`)."""
    type, nation = kind.split("_")
    return [c.id for c in data.counters.values() if c.type == type and c.nation == nation]


def differ(data: Data, kind: str) -> bool:
    """Whether it matters which counters of a kind are taken: not all have the same factors."""
    first, *others = [msgspec.structs.replace(data.counters[name], id="", name="") for name in pool_of(data, kind)]
    return any(other != first for other in others)


def draw_merchants(u: Umpire, _step: DrawMerchants) -> tuple[Step, ...]:
    """NC 12.0: each convoy's merchants are drawn from the pool without replacement; the German does not see which."""
    pool = [c.id for c in u.data.counters.values() if c.is_merchant][: u.data.pools.merchants_base]
    for force in u.data.scenarios[u.state.scenario].forces:
        if force.merchants:
            drawn = u.draw(pool, force.merchants, "NC-12.0-merchants-random", force.name, to=Audience.ALLIED)
            pool = [name for name in pool if name not in drawn]
            for name in sorted(drawn):
                u.state.pieces[Side.ALLIED][name] = Piece(name, f"{WAITING}{force.key}")
    return ()


def prinz_eugen(u: Umpire, _step: PrinzEugen) -> kernel.Rule[tuple[Step, ...]]:
    """NC 12.1: the German says openly whether Prinz Eugen sails with Tirpitz (R76)."""
    rule = u.data.scenarios[u.state.scenario].prinz_eugen
    if rule is None:
        return ()
    options = Pick([UsePrinzEugen(True), UsePrinzEugen(False)])
    choice = yield from u.ask(Side.AXIS, "NC-12.1-prinz-eugen", options, "Does Prinz Eugen sail with Tirpitz?")
    does = "sails" if choice.yes else "stays in port"
    u.tell("NC-12.1-prinz-eugen", "Prinz Eugen {does}", does=does, note=(PRINZ_EUGEN, int(choice.yes)))
    if not choice.yes:
        return ()
    u.state.pieces[Side.AXIS][PRINZ_EUGEN] = Piece(PRINZ_EUGEN, f"{WAITING}{rule.joins}")
    return (Reinforce(),)


def reinforce(u: Umpire, _step: Reinforce) -> kernel.Rule[tuple[Step, ...]]:
    """NC 12.1: against Prinz Eugen the Allies may add two British heavy cruisers to a force that enters."""
    state, data = u.state, u.data
    scenario = data.scenarios[state.scenario]
    if scenario.prinz_eugen is None:
        return ()
    rule, count = "NC-12.1-prinz-eugen-reply", scenario.prinz_eugen.reply
    forces = [Join(force.key) for force in scenario.forces if force.side is Side.ALLIED and force.waits]
    options: Pick[Join | Decline] = Pick([*forces, Decline()])
    join = yield from u.ask(Side.ALLIED, rule, options, "Which force do two more cruisers join?")
    if not isinstance(join, Join):
        return ()
    spare = [name for name in pool_of(data, "CA_GB") if name not in state.pieces[Side.ALLIED]]
    cruisers = Subset(spare, least=count, most=count)
    chosen = yield from u.ask(Side.ALLIED, rule, cruisers, "Which cruisers answer Prinz Eugen?")
    for name in chosen.items:
        state.pieces[Side.ALLIED][name] = Piece(name, f"{WAITING}{join.force}")
    return ()


class Taken(NamedTuple):
    """Counters that an owner picked for a force."""

    force: str
    kind: str
    names: tuple[str, ...]


def generic_counters(u: Umpire, side: Side) -> kernel.Rule[list[Taken]]:
    """NC 12: where the counters of a kind are not all alike, their owner picks those of each force (R77)."""
    data = u.data
    found: list[Taken] = []
    for force in data.scenarios[u.state.scenario].forces:
        for kind, count in force.any.items() if force.side is side else ():
            if differ(data, kind):
                gone = [name for taken in found for name in taken.names]
                options = Subset([n for n in pool_of(data, kind) if n not in gone], least=count, most=count)
                prompt = f"{force.name}: which {kind.split('_')[0]}?"
                chosen = yield from u.ask(side, "NC-4.0-setup-by-scenario", options, prompt)
                found.append(Taken(force.key, kind, chosen.items))
    return found


def take(u: Umpire, side: Side, picked: list[Taken]) -> None:
    """NC 12: the counters that were picked wait with their forces, instead of the first of the box."""
    pieces = u.state.pieces[side]
    for force, kind, _ in picked:
        for name in pool_of(u.data, kind):
            if name in pieces and pieces[name].at == f"{WAITING}{force}":
                del pieces[name]
    for force, _, names in picked:
        for name in names:
            pieces[name] = Piece(name, f"{WAITING}{force}")


def free_hexes(state: State, data: Data, force: Force) -> list[str]:
    """NC 12: where a submarine of a force may start: at sea, below its own ice line and the one in force."""
    water = data.open_water(state.ice)
    cells = [cell for cell in data.open_water(force.line or state.ice) if cell in water]
    if force.entry == "soviet-sea":
        near = data.map.zone("soviet_sub_setup")
        cells = [cell for cell in cells if cell in near]
    return cells


def submarines_start(u: Umpire, side: Side) -> kernel.Rule[Allot]:
    """NC 12: a side places its submarines, in secret as to which is which."""
    state, data = u.state, u.data
    slots: dict[str, Domain] = {}
    for force in data.scenarios[state.scenario].forces:
        if force.side is side and force.entry in ("sea", "soviet-sea"):
            cells = free_hexes(state, data, force)
            domain = Among(cells, members=frozenset(cells))
            slots |= dict.fromkeys(force.named, domain)
    return (yield from u.ask(side, "NC-4.0-setup-by-scenario", Assign(slots), "Where do your submarines start?"))


def allied_deployment(u: Umpire) -> kernel.Rule[tuple[list[Taken], Allot, list[tuple[str, str]]]]:
    """NC 12.0: submarines, and each eastern force whole in one of the two eastern hexes."""
    picked = yield from generic_counters(u, Side.ALLIED)
    boats = yield from submarines_start(u, Side.ALLIED)
    east = []
    for force in u.data.scenarios[u.state.scenario].forces:
        if force.entry == "east":
            options = Pick([Deploy(MURMANSK), Deploy(ARCHANGEL)])
            choice = yield from u.ask(
                Side.ALLIED, "NC-12.0-east-one-hex", options, f"{force.name}: To Murmansk 4434 or To Archangel 6237?"
            )
            east.append((force.key, choice.cell))
    return picked, boats, east


def axis_deployment(u: Umpire) -> kernel.Rule[tuple[list[Taken], Allot, Allot]]:
    """NC 12.0: U-boats at sea, and aircraft at bases, five to a base."""
    state, data = u.state, u.data
    picked = yield from generic_counters(u, Side.AXIS)
    boats = yield from submarines_start(u, Side.AXIS)
    slots: dict[str, Domain] = {}
    for force in data.scenarios[state.scenario].forces:
        if force.entry in ("any-base", "norwegian-base"):
            bases = data.german_bases if force.entry == "any-base" else data.norwegian_bases
            domain = Among(list(bases))
            slots |= dict.fromkeys(roster(data, force, ()), domain)
    capacity = dict.fromkeys(data.german_bases, data.pools.airbase_capacity)
    aircraft = yield from u.ask(
        Side.AXIS, "NC-12.0-airbase-limit-setup", Assign(slots, capacity=capacity), "Where are your aircraft based?"
    )
    return picked, boats, aircraft


def deployment(u: Umpire, _step: Deployment) -> kernel.Rule[tuple[Step, ...]]:
    """NC 4.0: both sides place what they may place freely, in secret and at once (R85)."""
    state = u.state
    allied, axis = yield from u.both(allied_deployment(u), axis_deployment(u))
    for side, picked, boats in ((Side.ALLIED, *allied[:2]), (Side.AXIS, *axis[:2])):
        take(u, side, picked)
        for name, cell in boats.pairs:
            state.pieces[side][name].at = cell
    for name, base in axis[2].pairs:
        piece = state.pieces[Side.AXIS][name]
        piece.at = piece.base = base
    for key, cell in allied[2]:
        for piece in state.pieces[Side.ALLIED].values():
            if piece.at == f"{WAITING}{key}":
                piece.at = piece.start = cell
    for side in Side:
        # Pieces are listed by their ids from here on: the order in which they came would tell the enemy who is who.
        state.pieces[side] = dict(sorted(state.pieces[side].items()))
        cells = " ".join(sorted(occupied(state, side)))
        u.tell("NC-4.0-face-down", "{side} has deployed, face down, at {cells}", side=side.value, cells=cells)
    return ()
