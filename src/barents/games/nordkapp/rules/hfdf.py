"""Chapter 12.3: HF/DF. The Allies take bearings on what U-boats send."""

from __future__ import annotations

from typing import Any

from barents.games.nordkapp import phases
from barents.games.nordkapp import state as s
from barents.games.nordkapp.actions import ListenIn
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.air_missions import is_available
from barents.games.nordkapp.rules.asw import asw_modifiers, hunt
from barents.games.nordkapp.rules.sightings import show
from barents.games.nordkapp.rules.units import (
    Umpire,
    afloat,
    aircraft,
    base_hex,
    can_fly,
    counter,
    factor,
    find,
    on_map,
)
from barents.games.nordkapp.state import SUBMARINE, Piece, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision, Pick, Subset
from barents.kernel.dice import D6
from barents.kernel.game import Sighting, Step
from barents.kernel.odds import ends, every_throw
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.view import Odds

RULE = "NK-12.3-hfdf"


def hearing_odds(data: Data, _known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """NK 12.3: that a U-boat is heard, if there is one."""
    if action != ListenIn(yes=True):
        return None
    heard = every_throw(data, take_bearings)
    words = ("nothing", "one boat", "two boats")
    return Odds(1 - heard[0], "hearing a U-boat", {}, ends({name: heard[number] for number, name in enumerate(words)}))


LISTEN: Question[State, Data] = Question(
    RULE,
    "Do you listen for U-boats?",
    phase=phases.RECONNAISSANCE,
    about="One die: on 4 or 5 you learn where one U-boat is, on 6 where two are. It costs nothing.",
    odds=hearing_odds,
)
OPPORTUNITY: Question[State, Data] = Question(
    "NK-12.3.1-opportunity",
    "Which of your units attack the boat that was heard?",
    phase=phases.RECONNAISSANCE,
    about="Those near enough may attack the boat once with depth charges and return; they do nothing else of the kind.",
    answers={Choose: "One die for each that you choose, one after the other, as long as the boat is there."},
    verb="Attack",
)


def take_bearings(u: Umpire) -> int:
    """NK 12.3: how many boats are heard, if there are so many."""
    return u.data.tables.hfdf.faces[u.roll(D6, RULE, "HF/DF").natural - 1]


def listen(u: Umpire, _step: s.Listen) -> kernel.Rule[tuple[Step, ...]]:
    """NK 12.3: once a turn the Allies may roll a die: one or two U-boats, drawn at random, give away their hexes.

    The die is open; which boats they were the German alone knows. The Allies learn the hex and nothing else: they have
    not sighted the boat, and cannot attack it but by 12.3.1.
    """
    state, data = u.state, u.data
    if not state.options.hfdf:
        return ()
    if not state.options.solitaire:  # the automaton always listens
        options = Pick([ListenIn(yes=True), ListenIn(yes=False)])
        answer = yield from u.ask(Side.ALLIED, LISTEN, options)
        if not answer.yes:
            return ()
    boats = [piece.id for piece in afloat(state, data, Side.AXIS) if data.counters[piece.id].is_sub]
    count = min(take_bearings(u), len(boats))
    if not count:
        u.tell(RULE, "No U-boat is heard")
        return ()
    heard = [find(state, name) for name in u.draw(boats, count, "NK-12.3-victims", "HF/DF", to=only(Side.AXIS))]
    for boat in heard:
        seen = Sighting(boat.at, SUBMARINE, "HF/DF", state.turn)
        u.tell(RULE, "{unit} is heard at {cell}", to=only(Side.AXIS), unit=boat.id, cell=boat.at)
        u.tell(RULE, "A U-boat is heard at {cell}", to=only(Side.ALLIED), sighting=seen, cell=boat.at)
    if not data.scenarios[state.scenario].opportunity:
        return ()
    surfaced = [boat for boat in heard if not boat.submerged]
    if surfaced:  # whoever may attack it is told what it is; it is sighted when he does
        u.reveal([boat.id for boat in surfaced], "NK-12.3.1-opportunity", to=Side.ALLIED)
    return (s.Opportunity(tuple(boat.id for boat in surfaced)),) if surfaced else ()


def opportunity(u: Umpire, step: s.Opportunity) -> kernel.Rule[tuple[Step, ...]]:
    """NK 12.3.1: ships and aircraft near a boat that was heard on the surface may each attack it once, and return."""
    state, data = u.state, u.data
    name, *rest = step.boats
    boat = find(state, name)
    prompt = f"Which of your units attack {counter(data, boat).name} at {boat.at}?"
    near = [piece.id for piece in hunters(state, data, boat)]
    if state.options.solitaire:
        chosen = tuple(near)
    else:
        chosen = (yield from u.ask(Side.ALLIED, OPPORTUNITY, Subset(near), prompt)).items
    if chosen:
        show(u, Side.ALLIED, boat.at, [boat], "NK-12.3.1-opportunity")
    for unit in chosen:
        if on_map(boat):
            _attack(u, find(state, unit), boat)
    return (s.Opportunity(tuple(rest)),) if rest else ()


def hunters(state: State, data: Data, boat: Piece) -> list[Piece]:
    """NK 12.3.1: the Allied ships that can come to a boat's hex, and the aircraft that stand ready near it."""
    reach = data.tables.opportunity.reach
    around = data.passage(state.ice).reachable(boat.at, reach)
    ships = [p for p in afloat(state, data, Side.ALLIED) if data.counters[p.id].is_surface and p.at in around]
    planes = [
        piece
        for piece in aircraft(state, data, Side.ALLIED)
        if can_fly(state, data)
        and is_available(state, piece)
        and data.distance(base_hex(state, piece), boat.at) <= reach
    ]
    return [piece for piece in (*ships, *planes) if factor(data, piece, "asw") and not piece.acted]


def _attack(u: Umpire, unit: Piece, boat: Piece) -> None:
    """NK 12.3.1: one unit's attack on the ASW Table with its own factor; the German learns only of what kind it is."""
    data, about = u.data, counter(u.data, unit)
    unit.acted, unit.flew = True, unit.flew or about.is_air
    modifiers = asw_modifiers(u.state, data, boat.at, factor(data, unit, "asw"), surfaced=True)
    if about.nation == "SU":
        modifiers["Soviet ships alone"] = data.tables.asw.soviet_only
    by = "an aircraft" if about.is_air else f"a {about.type}"
    hunt(u, "NK-12.3.1-opportunity", boat.id, boat, modifiers, by)
