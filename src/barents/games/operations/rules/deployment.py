"""Both sides put their submarines to sea before the first turn (OP-SCEN-setup)."""

from __future__ import annotations

from typing import Any

from barents.games.operations import phases
from barents.games.operations.data import Data
from barents.games.operations.datafiles import ScenarioFile
from barents.games.operations.names import many
from barents.games.operations.rules.units import Umpire
from barents.games.operations.state import NextTurn, SetUp, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Allot
from barents.kernel.decisions import Assign, Decision
from barents.kernel.domains import Among, Domain
from barents.kernel.game import Step
from barents.kernel.question import Question
from barents.kernel.sides import Side


def about_boats(data: Data, _known: State, decision: Decision[Any]) -> str:
    """How far boats go, and what they are to wait for."""
    prey = "convoys" if decision.side is Side.AXIS else "German ships"
    moves = max(row.moves for row in data.boat_classes.values() if row.side is decision.side)
    return (
        f"Nobody sees where they lie. A boat moves no more than {many(moves, 'zone')} a turn, and finds only what "
        f"comes through her own zone: put them where {prey} have to pass."
    )


BOATS: Question[State, Data] = Question(
    "OP-SCEN-setup",
    "Where do your submarines begin?",
    phase=phases.SET_UP,
    about=about_boats,
    answers={Allot: "Each boat begins in the zone that you give her; the enemy is not told."},
    verb="Place",
)


def set_up(u: Umpire, _step: SetUp) -> kernel.Rule[tuple[Step, ...]]:
    """OP-SCEN-setup: both sides place their boats, in the columns that the scenario gives them, in secret."""
    state = u.state
    allied, axis = yield from u.both(_place(u, Side.ALLIED), _place(u, Side.AXIS))
    for side, places in ((Side.ALLIED, allied), (Side.AXIS, axis)):
        for name, zone in places.items():
            state.desks[side].boats[name].at = zone
    u.tell("OP-SCEN-setup", "The forces are in place")
    return (NextTurn(),)


def _place(u: Umpire, side: Side) -> kernel.Rule[dict[str, str]]:
    file: ScenarioFile = u.data.scenarios[u.state.scenario]
    slots: dict[str, Domain] = {}
    for row in file.boats:
        if row.side is side:
            west, east = row.columns
            zones = [
                zone
                for zone in u.data.navigable
                if west <= u.data.column(zone) <= east and u.data.may_place(side, zone, u.state.month)
            ]
            slots |= dict.fromkeys(row.ships, Among(zones))
    answer: Allot = yield from u.ask(side, BOATS, Assign(slots))
    return dict(answer.pairs)
