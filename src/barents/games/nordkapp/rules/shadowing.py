"""Chapters 7.4 and 9.1.1: boats and aircraft keep contact, and the Allies have to say where their ships will go."""

from __future__ import annotations

from typing import Any

from barents.games.nordkapp import phases
from barents.games.nordkapp import state as s
from barents.games.nordkapp.actions import Disclose
from barents.games.nordkapp.automaton.plot import disclosure as automaton_disclosure
from barents.games.nordkapp.data import Data
from barents.games.nordkapp.rules.plot import ways
from barents.games.nordkapp.rules.scatter import set_free
from barents.games.nordkapp.rules.sightings import is_sighted
from barents.games.nordkapp.rules.units import Umpire, aircraft, marker_of, members, on_map, ships_at
from barents.games.nordkapp.rules.windows import NOTHING, in_secret, is_asked, is_empty
from barents.games.nordkapp.state import CONVOY, MERCHANTS, OUT, Piece, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision, Pick, Product, Subset
from barents.kernel.dice import D6
from barents.kernel.domains import Among, Domain
from barents.kernel.game import Step
from barents.kernel.odds import ends as outcomes
from barents.kernel.odds import every_end
from barents.kernel.question import Question
from barents.kernel.sides import Side, only
from barents.kernel.view import Odds
from barents.kernel.words import signed

SHADOWED = "shadowed:"  # facts of the German's notebook: the hex in which ships were, and where they will be


def about_contact(data: Data, known: State, decision: Decision[Any]) -> str:
    """NK 7.4, 9.1.1: the die, and what contact is good for."""
    if is_empty(decision):
        return NOTHING
    table = data.tables.shadowing
    weather = table.weather[known.weather]
    spoils = f" ({known.weather} {signed(weather)})" if weather else ""
    return (
        f"One die each, {table.success_from} or more{spoils}. Where contact is kept, the Allies must say to which hex "
        "ships there will move next turn."
    )


def contact_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """NK 7.4, 9.1.1: that at least one of those that try keeps contact."""
    if not isinstance(action, Choose) or not action.items:
        return None
    found = every_end(data, known, lambda u: _keeps_contact(u, action.items[0], ""), changes=False)
    chance = 1 - found[False] ** len(action.items)
    return Odds(chance, "keeping contact", found.modifiers, outcomes({"lost": 1 - chance, "contact": chance}))


SHADOW: Question[State, Data] = Question(
    "NK-7.4-shadow-eligible",
    "Which boats and aircraft try to keep contact?",
    phase=phases.SHADOWING,
    about=about_contact,
    answers={Choose: "A die for each that you choose; where one keeps contact, the others there need not roll."},
    verb="Keep contact",
    odds=contact_odds,
    order="Keep contact with boats and aircraft",
)
DISCLOSE: Question[State, Data] = Question(
    "NK-7.4-shadow-disclose",
    "Where will a force that the Germans are in contact with, or one of its ships, move next turn?",
    phase=phases.SHADOWING,
    about=(
        "You name one force there and one hex, and it has to go there; of others with it nothing need be said. If you "
        "name a ship of a force, she leaves it and goes there alone, and the rest of her force is free."
    ),
)


def shadowing(u: Umpire, step: s.Shadowing) -> kernel.Rule[tuple[Step, ...]]:
    """NK 4 G, 7.4, 9.1.1: a die for each boat and aircraft that keeps contact, until one holds on to each group.

    The German rolls unseen; where he has sighted no ships this turn, nobody can keep contact, and he is not asked.
    """
    state, data = u.state, u.data
    facts = state.notebook[Side.AXIS].facts
    state.notebook[Side.AXIS].facts = {key: fact for key, fact in facts.items() if not key.startswith(SHADOWED)}
    if not is_asked(state, data, step):
        return ()
    near = shadowers(state, data)
    chosen = yield from in_secret(u, Side.AXIS, SHADOW, Subset(list(near)))
    held: list[str] = []
    for name in chosen.items if chosen is not None else ():
        groups = [cell for cell in near[name] if cell not in held]
        if groups and _keeps_contact(u, name, groups[0]):
            held.append(groups[0])
            words = "They keep contact with your ships at {cell}"
            u.tell("NK-7.4-one-success", "The Germans keep contact with Allied ships")
            u.tell("NK-7.4-one-success", words, to=only(Side.ALLIED), cell=groups[0])
    return tuple(s.Disclosure(cell) for cell in held)


def shadowers(state: State, data: Data) -> dict[str, list[str]]:
    """NK 7.4, 9.1.1: who may try to keep contact, and with the ships of which hexes, the richest first; boats first.

    A boat with sighted ships in its hex that did nothing this turn, and a Fw 200 or Bv 138 that sighted some.
    """
    found: dict[str, list[str]] = {}
    for piece in state.pieces[Side.AXIS].values():
        idle = on_map(piece) and not (piece.acted or piece.driven_off or piece.harried)
        if data.counters[piece.id].is_sub and idle and (cells := _in_contact(state, data, [piece.at])):
            found[piece.id] = cells
    for piece in aircraft(state, data, Side.AXIS):
        if data.counters[piece.id].shadows and (cells := _in_contact(state, data, piece.search)):
            found[piece.id] = cells
    return found


def _in_contact(state: State, data: Data, cells: list[str]) -> list[str]:
    """NK 7.4, R13: those of some hexes in which ships were sighted this turn and still are, merchants first."""

    def rank(cell: str) -> tuple[int, str]:
        kinds = state.seen[Side.AXIS][cell]
        return (0 if CONVOY in kinds else 1 if MERCHANTS in kinds else 2, cell)

    there = [c for c in cells if is_sighted(state, Side.AXIS, c) and ships_at(state, data, Side.ALLIED, c)]
    return sorted(there, key=rank)


def _keeps_contact(u: Umpire, name: str, cell: str) -> bool:
    """NK 7.4, 9.1.1: the die, with the weather of the turn that ends (R2)."""
    table, modifiers = u.data.tables.shadowing, contact_modifiers(u.state, u.data)
    rule = "NK-9.1.1-air-shadow" if u.data.counters[name].is_air else "NK-7.4-shadow-roll"
    needs = f"{table.success_from} or more keeps contact"
    kept = u.roll(D6, rule, name, modifiers, to=only(Side.AXIS), needs=needs) >= table.success_from
    words = "{unit} keeps contact with the ships at {cell}" if kept else "{unit} loses the ships at {cell}"
    u.tell(rule, words, to=only(Side.AXIS), unit=name, cell=cell)
    return kept


def contact_modifiers(state: State, data: Data) -> dict[str, int]:
    """NK 7.4, 9.1.1: what the weather takes from the die."""
    effect = data.tables.shadowing.weather[state.weather]
    return {state.weather: effect} if effect else {}


def disclosure(u: Umpire, step: s.Disclosure) -> kernel.Rule[tuple[Step, ...]]:
    """NK 7.4: the Allies name one hex to which one of the forces there will move next turn, and are bound to it.

    Or one of the ships that may leave her force: then she alone is bound, and goes her own way.
    """
    state, data = u.state, u.data
    goals = disclosable(state, data, step.cell)
    if not goals:
        for side in Side:
            words = "Nobody can say where the ships at {cell} will go"
            u.tell("NK-7.4-shadow-binding", words, to=only(side), cell=step.cell)
        return ()
    if state.options.solitaire:
        bind(u, step.cell, *automaton_disclosure(u, list(goals)))
        return ()
    goals |= detachable(state, data, list(goals))
    prompt = f"The Germans keep contact in {step.cell}. Where will a force there, or one of its ships, move next turn?"
    options = Pick([], Product(Disclose, goals))
    answer = yield from u.ask(Side.ALLIED, DISCLOSE, options, prompt)
    bind(u, step.cell, answer.force, answer.cell)
    return ()


def bind(u: Umpire, cell: str, marker: str, goal: str) -> None:
    """NK 7.4: a force is bound to a hex for the next turn, and the German is told the hex alone."""
    u.state.bound[marker] = goal
    rule, words = "NK-7.4-shadow-disclose", "Ships at {cell} will move to {goal}"
    where = "the edge and leave the map" if goal == OUT else goal
    u.tell(rule, words, to=only(Side.ALLIED), cell=cell, goal=where)
    u.tell(rule, words, to=only(Side.AXIS), note=(f"{SHADOWED}{cell}", goal), cell=cell, goal=where)


def disclosable(state: State, data: Data, cell: str) -> dict[str, Domain]:
    """NK 7.4: the Allied forces in a hex, each with the hexes in which its next movement may end.

    Where the merchants of a convoy go that is about to scatter a die says (13.3); its other ships go each her own way.
    """
    goals: dict[str, Domain] = {}
    for ship in ships_at(state, data, Side.ALLIED, cell):
        marker = marker_of(ship)
        if marker in state.ordered:
            if data.counters[ship.id].is_warship:
                goals[ship.id] = Among(ends(state, data, ship.id, [set_free(data, ship)]))
        elif marker not in goals:
            goals[marker] = Among(ends(state, data, marker, members(state, Side.ALLIED, marker)))
    return goals


def detachable(state: State, data: Data, markers: list[str]) -> dict[str, Domain]:
    """NK 7.4, 10.2: the ships of some forces that may sail on by themselves, each with where that may lead.

    Merchants stay with their convoy, and a boat is no ship that was sighted.
    """
    goals: dict[str, Domain] = {}
    for marker in markers:
        units = members(state, Side.ALLIED, marker)
        for ship in units if len(units) > 1 else ():
            if data.counters[ship.id].is_warship:
                goals[ship.id] = Among(ends(state, data, ship.id, [ship]))
    return goals


def ends(state: State, data: Data, marker: str, units: list[Piece]) -> list[str]:
    """NK 5.1, 7.4: where a force's movement next turn may end: a hex, or off the map."""
    domain = ways(state, data, Side.ALLIED, marker, units, {})
    return sorted({value.rpartition(">")[2] for value in domain.targets()})
