"""Chapters 4.0 and 12: a scenario's forces, and how they come into place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from barents.games.north_cape.actions import Deploy, Join, UsePrinzEugen
from barents.games.north_cape.data import ARCHANGEL, CARRIER, MURMANSK, NARVIK, Data
from barents.games.north_cape.datafiles import Force
from barents.games.north_cape.names import counted, many, spoken
from barents.games.north_cape.phases import SET_UP
from barents.games.north_cape.rules.additions import ace_of, forces_of
from barents.games.north_cape.rules.losses import Campaign, merchant_pool, pool_of, sunk_before
from barents.games.north_cape.rules.pieces import Umpire, occupied
from barents.games.north_cape.solitaire.steering import deal
from barents.games.north_cape.state import (
    POOL,
    WAITING,
    AnyStep,
    Deployment,
    DrawMerchants,
    FirstTurn,
    Options,
    Piece,
    PrinzEugen,
    Reinforce,
    ReplaceBoat,
    State,
)
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot, Choose, Decline
from barents.kernel.decisions import Assign, Decision, Pick, Subset
from barents.kernel.domains import Among, Domain
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Audience, Side, eyes_of
from barents.kernel.view import Item

PRINZ_EUGEN = "prinz-eugen"
FIRST_STEPS: tuple[AnyStep, ...] = (DrawMerchants(), PrinzEugen(), Deployment(), FirstTurn())
FIRST_STEPS_WITH_U571: tuple[AnyStep, ...] = (
    DrawMerchants(),
    PrinzEugen(),
    ReplaceBoat(),
    Deployment(),
    FirstTurn(),
)


def about_prinz_eugen(data: Data, known: State, _decision: Decision[Any]) -> str:
    """What she brings, and what the Allies may send against her."""
    rule = data.scenarios[known.scenario].prinz_eugen
    reply = counted(rule.reply, "CA") if rule is not None else "cruisers"
    return f"The heavy cruiser makes your squadron stronger, but the Allies may answer with {reply} more."


def about_the_east(data: Data, known: State, _decision: Decision[Any]) -> str:
    """How a force in the east starts, and where its merchants go."""
    bound = "; its merchants go home over the west edge" if data.scenarios[known.scenario].westbound_from_east else ""
    return f"The whole force starts in one hex, off Murmansk or off Archangel{bound}."


def about_airbases(data: Data, _known: State, _decision: Decision[Any]) -> str:
    """How many a base holds, and how far they fly from it."""
    holds = data.pools.airbase_capacity
    return f"A base holds {holds} units. Flying boats and bombers reach the whole map, dive bombers only what is near."


WHETHER_SHE_SAILS: Question[State, Data] = Question(
    "NC-12.1-prinz-eugen", "Does Prinz Eugen sail with Tirpitz?", phase=SET_UP, about=about_prinz_eugen
)
JOINED_FORCE: Question[State, Data] = Question(
    "NC-12.1-prinz-eugen-reply",
    "Do two more cruisers sail, and with whom?",
    part="force",
    phase=SET_UP,
    about="Prinz Eugen sails with Tirpitz, so two British heavy cruisers may join one of your forces from the west.",
    answers={Decline: "No cruisers are added to your forces."},
)


def counter_items(data: Data, known: State, decision: Decision[Any]) -> dict[str, Item]:
    """The counters that may be chosen, with their faces: not all of them are in play yet."""
    from barents.games.north_cape.screen.view import piece_view  # it shows what the rules know, and so imports them

    assert isinstance(decision.options, Subset)
    side = decision.side
    found: dict[str, Item] = {}
    for name in decision.options.items:
        piece = piece_view(data, known, eyes_of(side), side, Piece(name, ""), ("", ""))
        facts = tuple(f"{what} {fact}" for what, fact in piece.card.items() if what != "hits")
        found[name] = Item(piece.short, facts=facts, piece=piece)
    return found


CRUISERS: Question[State, Data] = Question(
    "NC-12.1-prinz-eugen-reply",
    "Which cruisers answer Prinz Eugen?",
    part="cruisers",
    phase=SET_UP,
    about="They sail with the force that you named; the Germans are not told which ships they are.",
    answers={Choose: "These enter the map with that force."},
    verb="Send",
    items=counter_items,
)
COUNTERS: Question[State, Data] = Question(
    "NC-4.0-setup-by-scenario",
    "Which ships sail with the force?",
    part="counters",
    phase=SET_UP,
    about="The scenario says how many; which of them sail is for you to say, and not told to the enemy.",
    answers={Choose: "These start the game with the force; the others are left for other forces, or stay at home."},
    verb="Send",
    items=counter_items,
)
SUBMARINES: Question[State, Data] = Question(
    "NC-4.0-setup-by-scenario",
    "Where do your submarines start?",
    part="submarines",
    phase=SET_UP,
    about="They lie face down, submerged, wherever you set them at sea: the enemy sees that something is there.",
    answers={Allot: "Each submarine starts in the hex that you give her."},
    verb="Place",
)
EAST: Question[State, Data] = Question(
    "NC-12.0-east-one-hex", "Where does the force start?", phase=SET_UP, about=about_the_east
)
AIRBASES: Question[State, Data] = Question(
    "NC-12.0-airbase-limit-setup",
    "Where are your aircraft based?",
    phase=SET_UP,
    about=about_airbases,
    answers={Allot: "Each air unit starts at the base that you give it."},
    verb="Base",
)


def opening(data: Data, scenario: str, options: Options, campaign: Campaign | None = None) -> State:
    """NC 12: every counter of the scenario but the merchants, which are drawn; nothing is on the map yet.

    In a campaign the ships that were sunk before are not among them (NC 11.7).
    """
    file, sunk = data.scenarios[scenario], sunk_before(campaign)
    pieces: dict[Side, dict[str, Piece]] = {side: {} for side in Side}
    for force in forces_of(data, scenario, options, sunk):
        for name in roster(data, force, [*sunk, *pieces[Side.ALLIED], *pieces[Side.AXIS]]):
            base = CARRIER if force.carrier_air and data.counters[name].is_air else ""
            place = f"{WAITING}{force.key}"
            pieces[force.side][name] = Piece(name, place, base=base)
    for counter in data.counters.values():
        if counter.is_decoy or counter.is_group:
            pieces[counter.side][counter.id] = Piece(counter.id, POOL)
    state = State(
        agenda=list(reversed(FIRST_STEPS_WITH_U571 if options.u571 == "replace" else FIRST_STEPS)),
        scenario=scenario,
        options=options,
        season=file.season,
        ice=file.ice,
        turns=file.turns,
        pieces=pieces,
        campaign=campaign,
    )
    for piece in pieces[Side.AXIS].values():
        piece.ace = ace_of(data, state, piece.id)
    return state


def roster(data: Data, force: Force, taken: Sequence[str]) -> list[str]:
    """NC 12: a force's counters; of those that may be any of a kind the first that are not taken."""
    names = list(force.named)
    for kind, count in force.any.items():
        names += [name for name in pool_of(data, kind) if name not in taken][:count]
    return names + aircraft_of(data, force)


def aircraft_of(data: Data, force: Force) -> list[str]:
    """NC 12: a force's air units; as many of a kind as a data pack has put into the box, at most."""
    names = []
    for kind, count in force.air.items():
        names += [name for number in range(1, count + 1) if (name := f"{kind}-{number}") in data.counters]
    if force.carrier_air:
        names += [c.id for c in data.counters.values() if c.is_air and c.side is force.side]
    return names


def forces_now(u: Umpire) -> tuple[Force, ...]:
    """NC 12: the forces of the scenario that is being played."""
    state = u.state
    return forces_of(u.data, state.scenario, state.options, sunk_before(state.campaign))


def differ(data: Data, kind: str) -> bool:
    """Whether it matters which counters of a kind are taken: not all have the same factors."""
    first, *others = [msgspec.structs.replace(data.counters[name], id="", name="") for name in pool_of(data, kind)]
    return any(other != first for other in others)


def draw_merchants(u: Umpire, _step: DrawMerchants) -> tuple[Step, ...]:
    """NC 12.0: each convoy's merchants are drawn from the pool without replacement; the German does not see which."""
    pool = merchant_pool(u.data, sunk_before(u.state.campaign))
    for force in forces_now(u):
        if force.merchants:
            drawn = u.draw(pool, force.merchants, "NC-12.0-merchants-random", force.name, to=Audience.ALLIED)
            pool = [name for name in pool if name not in drawn]
            for name in sorted(drawn):
                u.state.pieces[Side.ALLIED][name] = Piece(name, f"{WAITING}{force.key}", convoy=force.name)
    return ()


def prinz_eugen(u: Umpire, _step: PrinzEugen) -> kernel.Rule[tuple[Step, ...]]:
    """NC 12.1: the German says openly whether Prinz Eugen sails with Tirpitz (R76)."""
    rule = u.data.scenarios[u.state.scenario].prinz_eugen
    if rule is None:
        return ()
    options = Pick([UsePrinzEugen(True), UsePrinzEugen(False)])
    choice = yield from u.ask(Side.AXIS, WHETHER_SHE_SAILS, options)
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
    count = scenario.prinz_eugen.reply
    forces = [Join(force.key) for force in scenario.forces if force.side is Side.ALLIED and force.waits]
    options: Pick[Join | Decline] = Pick([*forces, Decline()])
    join = yield from u.ask(Side.ALLIED, JOINED_FORCE, options)
    if not isinstance(join, Join):
        return ()
    spare = [name for name in pool_of(data, "CA_GB") if name not in state.pieces[Side.ALLIED]]
    cruisers = Subset(spare, least=count, most=count)
    chosen = yield from u.ask(Side.ALLIED, CRUISERS, cruisers)
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
    data, sunk = u.data, sunk_before(u.state.campaign)
    found: list[Taken] = []
    for force in forces_now(u):
        for kind, count in force.any.items() if force.side is side else ():
            if differ(data, kind):
                gone = [name for taken in found for name in taken.names]
                left = [name for name in pool_of(data, kind, sunk) if name not in gone]
                if len(left) == count:  # a campaign has lost all others, as everyone knows
                    found.append(Taken(force.key, kind, tuple(left)))
                    continue
                options = Subset(left, least=count, most=count)
                prompt = f"Which {many(kind)} sail with {spoken(force.name)}?"
                chosen = yield from u.ask(side, COUNTERS, options, prompt)
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
    for force in forces_now(u):
        if force.side is side and force.entry in ("sea", "soviet-sea"):
            cells = free_hexes(state, data, force)
            domain = Among(cells, members=frozenset(cells))
            here = f"{WAITING}{force.key}"
            slots |= {piece.id: domain for piece in state.pieces[side].values() if piece.at == here}
    if not slots:  # a campaign has lost them all, as everyone knows
        return Allot(())
    return (yield from u.ask(side, SUBMARINES, Assign(slots)))


def allied_deployment(u: Umpire) -> kernel.Rule[tuple[list[Taken], Allot, list[tuple[str, str]]]]:
    """NC 12.0: submarines, and each eastern force whole in one of the two eastern hexes; not so in solitaire."""
    picked = yield from generic_counters(u, Side.ALLIED)
    if u.state.options.solitaire:
        return picked, Allot(()), []
    boats = yield from submarines_start(u, Side.ALLIED)
    east = []
    for force in forces_now(u):
        if force.entry == "east":
            options = Pick([Deploy(MURMANSK), Deploy(ARCHANGEL)])
            choice = yield from u.ask(Side.ALLIED, EAST, options, f"Where does {spoken(force.name)} start?")
            east.append((force.key, choice.cell))
    return picked, boats, east


def axis_deployment(u: Umpire) -> kernel.Rule[tuple[list[Taken], Allot, Allot]]:
    """NC 12.0: U-boats at sea, and aircraft at bases, five to a base."""
    data = u.data
    picked = yield from generic_counters(u, Side.AXIS)
    boats = yield from submarines_start(u, Side.AXIS)
    slots: dict[str, Domain] = {}
    for force in forces_now(u):
        if force.entry in ("any-base", "norwegian-base"):
            bases = data.german_bases if force.entry == "any-base" else data.norwegian_bases
            domain = Among(list(bases))
            slots |= dict.fromkeys(roster(data, force, ()), domain)
    if not slots:  # the scenario has no aircraft to be based, as everyone knows
        return picked, boats, Allot(())
    capacity = dict.fromkeys(data.german_bases, data.pools.airbase_capacity)
    aircraft = yield from u.ask(Side.AXIS, AIRBASES, Assign(slots, capacity=capacity))
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
    place_by_scenario(u)
    if state.options.scharnhorst:
        lie_off_narvik(u)
    if state.options.solitaire:
        deal(u)
    for side in Side:
        # Pieces are listed by their ids from here on: the order in which they came would tell the enemy who is who.
        state.pieces[side] = dict(sorted(state.pieces[side].items()))
        cells = " ".join(sorted(occupied(state, side)))
        u.tell("NC-4.0-face-down", "{side} have deployed, face down, at {cells}", side=side.value, cells=cells)
    return ()


def place_by_scenario(u: Umpire) -> None:
    """NC 4.0: forces for which the scenario names the hexes lie there, aircraft at that base."""
    for force in forces_now(u):
        if force.entry == "placed":
            for piece in u.state.pieces[force.side].values():
                if piece.at == f"{WAITING}{force.key}":
                    piece.at = piece.start = force.places.get(piece.id, force.at)
                    if u.data.counters[piece.id].is_air:
                        piece.base, piece.start = piece.at, ""


def lie_off_narvik(u: Umpire) -> None:
    """NC 11.8: Scharnhorst begins in To Narvik, face down like everything else, and needs no merchant to be seen."""
    for force in forces_now(u):
        if force.entry == "narvik":
            for name in force.named:
                u.state.pieces[force.side][name].at = NARVIK
