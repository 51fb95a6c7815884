"""Chapters 13.2 and 13.3 for people who think of the boat first: where each submarine can go, and many at once.

The sides move their boats in turn, one at a time (3.3), so that nobody can order all of his at once: where the enemy
goes between is part of the game. A plan may have a move for each of many boats: it is made when its turn comes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from barents.atlas.places import gazetteer
from barents.games.arctic_disaster.actions import MoveUnit, Recycle
from barents.games.arctic_disaster.data import Data
from barents.games.arctic_disaster.names import place
from barents.games.arctic_disaster.rules.submarines import boat_name, command_of, is_dummy
from barents.games.arctic_disaster.state import HELD, Boat, State
from barents.kernel.actions import Action
from barents.kernel.decisions import Decision, Pick
from barents.kernel.domains import Domain, Refusal
from barents.kernel.menus import Choice, Deed, Menu, Plan, PlannedAnswer, in_order, whole_order
from barents.kernel.words import listed

RULE = "AD-3.3-sub-turns"


def boat_menu(data: Data, known: State, decision: Decision[Any], units: Sequence[str]) -> Menu | None:
    """AD 13.3: where submarines can go; of several, each as near as it can."""
    boats = _chosen(known, decision, units)
    if not boats:
        return None
    names = [boat_name(data, boat.id) for boat in boats]
    facts = []
    if len(boats) == 1:
        row = command_of(data, boats[0].id)
        facts = [f"Move {row.move}"]
        facts += ["a dummy"] if is_dummy(data, boats[0].id) else [f"Attacks {boats[0].attacks} of {row.attacks}"]
    return Menu(
        tuple(boat.id for boat in boats),
        in_order(_choices(data, known, decision, boats)),
        title=f"What shall {listed(names, 3)} do?",
        state=_state_line(data, known, boats),
        facts=tuple(facts),
        rule=RULE,
    )


def boat_plan(data: Data, known: State, decision: Decision[Any], units: Sequence[str], deed: str, cell: str) -> Plan:
    """AD 13.3: the moves of some submarines, one for each time that it is this side's turn."""
    boats = _chosen(known, decision, units)
    if not boats:
        return Plan(refusal=Refusal("These are not yours to order, or not in play."))

    def too_far(cell: str) -> Refusal:
        row = command_of(data, boats[0].id)
        reach = f"{row.move} {'hex' if row.move == 1 else 'hexes'}"
        return Refusal(f"{place(data, cell)} is out of reach, or not open to it: it moves {reach}.", "AD-13.3-move-3")

    return whole_order(_choices(data, known, decision, boats), deed, cell, too_far)


def _chosen(known: State, decision: Decision[Any], units: Sequence[str]) -> list[Boat]:
    boats = known.boats[decision.side]
    chosen = [
        boats[name] for name in units if name in boats and (boats[name].at[:1].isdigit() or boats[name].at == HELD)
    ]
    return chosen if len(chosen) == len(units) else []


def _state_line(data: Data, known: State, boats: Sequence[Boat]) -> str:
    if len(boats) > 1:
        left = sum(not boat.moved for boat in boats)
        return f"{left} of {len(boats)} have not moved this turn"
    boat = boats[0]
    if boat.at == HELD:
        return "In hand, not on the map"
    where = gazetteer("arctic-disaster").said(boat.at)
    moved = "moved this turn" if boat.moved else "not moved yet"
    shadows = ", shadows PQ-17" if boat.id == known.shadow else ""
    return f"{where[0].upper()}{where[1:]}, {moved}{shadows}"


def _domains(decision: Decision[Any], kind: type[Action]) -> Mapping[str, Domain]:
    options = decision.options
    products = options.products if isinstance(options, Pick) else ()
    return next((product.domains for product in products if product.make is kind), {})


def _choices(data: Data, known: State, decision: Decision[Any], boats: Sequence[Boat]) -> list[Choice]:
    moves, dummies = _domains(decision, MoveUnit), _domains(decision, Recycle)
    at_sea = [boat for boat in boats if boat.id in moves]
    found = []
    if at_sea:
        cells = dict.fromkeys(cell for boat in at_sea for cell in moves[boat.id])
        deed = Deed("move", "Move", "S", "Go there under water; it has moved for this turn.", "move", tuple(cells))
        if len(boats) > 1:
            deed = Deed("move", "Move", "S", "Each goes there, or as near as it can.", "move", _toward(data, at_sea))
        found.append(Choice(deed, lambda cell: _moving(data, at_sea, moves, cell, alone=len(boats) == 1)))
    else:
        found.append(Choice(Deed("move", "Move", "S", reach="move", refusal=_why(known, boats[0]))))
    if len(boats) == 1 and boats[0].id in dummies:
        found.append(_recycling(data, boats[0], dummies[boats[0].id]))
    return found


def _toward(data: Data, boats: Sequence[Boat]) -> tuple[str, ...]:
    """Where several boats may be sent: anywhere at sea, for each goes as near as it can."""
    return tuple(cell for cell in data.in_play if data.map.terrain(cell) in ("sea", "coastal"))


def _why(known: State, boat: Boat) -> Refusal:
    if boat.id == known.shadow:
        return Refusal("It shadows PQ-17, and goes where that goes.", "AD-13.6-shadow-effect")
    if boat.moved:
        return Refusal("It has moved this turn.", RULE)
    return Refusal("It is not on the map.", "AD-13.2-dummy-recycle")


def _moving(data: Data, boats: Sequence[Boat], moves: Mapping[str, Domain], goal: str, *, alone: bool) -> Plan:
    """Each boat goes to the goal, or as near as it can; no two end in one hex where there is another."""
    if not goal:
        return Plan(refusal=Refusal("Say where it goes.", RULE))
    answers, ends, taken = [], [], set[str]()
    for boat in sorted(boats, key=lambda boat: (data.distance(boat.at, goal), boat.id)):
        open_to = [cell for cell in moves[boat.id] if alone or cell not in taken]
        nearest = min(open_to, key=lambda cell: (data.distance(cell, goal), cell), default="")
        if nearest and (alone or data.distance(nearest, goal) < data.distance(boat.at, goal)):
            taken.add(nearest)
            ends.append(f"{boat_name(data, boat.id)} to {place(data, nearest)}")
            answers.append(PlannedAnswer(RULE, str(MoveUnit(boat.id, nearest))))
    if not answers:
        return Plan(refusal=Refusal("None of them gets nearer to it.", "AD-13.3-move-3"))
    if alone:
        about = (gazetteer("arctic-disaster").said(goal),)
        return Plan(tuple(answers), f"Move to {place(data, goal)}", (boats[0].at, goal), about)
    return Plan(tuple(answers), f"Send {len(answers)} boats", about=tuple(ends))


def _recycling(data: Data, boat: Boat, cells: Domain) -> Choice:
    """AD 13.2: a dummy is taken off the map, or put down on it."""
    if HELD in cells:
        plan = Plan((PlannedAnswer(RULE, str(Recycle(boat.id, HELD))),), "Take the dummy off")
        deed = Deed("take-off", "Take off the map", "T", "The enemy sees that it was a dummy; it may come back later.")
        return Choice(deed, lambda _cell: plan)

    def put_down(cell: str) -> Plan:
        if not cell:
            return Plan(refusal=Refusal("Say where it is put down.", "AD-13.2-dummy-recycle"))
        words = f"Put a dummy down at {place(data, cell)}"
        return Plan((PlannedAnswer(RULE, str(Recycle(boat.id, cell))),), words, (cell,))

    deed = Deed("put-down", "Put down", "P", "The enemy may take it for a boat.", "move", tuple(cells))
    return Choice(deed, put_down)
