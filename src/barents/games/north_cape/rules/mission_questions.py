"""Chapter 5.0: what is asked of whoever has announced a mission: who goes, by which way, who stays behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from barents.games.north_cape.actions import Cancel, Go, Stop
from barents.games.north_cape.data import Data
from barents.games.north_cape.names import AN, listed, place, so_many, spoken, waiting_force
from barents.games.north_cape.phases import MISSIONS
from barents.games.north_cape.rules.growlers import ice_odds
from barents.games.north_cape.rules.movement import mission_of
from barents.games.north_cape.rules.pieces import find, left
from barents.games.north_cape.state import MissionType, State
from barents.kernel.actions import Choose
from barents.kernel.decisions import Decision, Subset
from barents.kernel.question import Question


def about_assembling(data: Data, known: State, decision: Decision[Any]) -> str:
    """Who goes together, and how far."""
    items = decision.options.items if isinstance(decision.options, Subset) else ()
    where = f" at {place(data, find(known, items[0]).at)}" if items else ""
    if len(items) == 1:
        return f"{_names(data, items)} is the only one{where} who can. Choose none to think again: nothing is lost."
    pace = "within reach of them all" if items and data.counters[items[0]].is_air else "as far as the slowest"
    return f"Those chosen{where} go as one stack, {pace}. Choose none to think again: nothing is lost."


def _names(data: Data, ids: Sequence[str]) -> str:
    return listed([data.counters[name].name for name in ids])


def about_entering(data: Data, known: State, _decision: Decision[Any]) -> str:
    """Which force comes, and by which edge."""
    force = waiting_force(data, known, mission_of(known).start)
    edges = {"south": "the south-west corner", "port": place(data, force.at)}
    edge = edges.get(force.entry, "the west edge")
    name = spoken(force.name)
    return f"{name[0].upper()}{name[1:]} comes onto the map at {edge}, by a hex of its own, and then sails on."


PURPOSE = {
    MissionType.RECON: "Where they stop they look for the enemy, up to two hexes away.",
    MissionType.PATROL: "Where they stop they keep watch for the rest of the turn, and may pounce on who comes near.",
    MissionType.SORTIE: "They only move; whoever was seen among them is hidden again.",
    MissionType.ATTACK: "They must end where an enemy has been found; there they fight.",
}


def about_the_leg(data: Data, known: State, _decision: Decision[Any]) -> str:
    """Who is where, how far they can go, and what they have come for."""
    mission = mission_of(known)
    stack = [find(known, name) for name in mission.units if name in data.counters]
    ships = [piece for piece in stack if data.counters[piece.id].is_ship]
    named = [piece.id for piece in stack if not data.counters[piece.id].is_group] or mission.units  # an empty group
    where = place(data, mission.at)
    legs = min((left(data, piece) for piece in ships), default=0)
    reach = f", {so_many(legs, 'hex', 'hexes')} left" if ships and not mission.flying else ""
    ice = " They have been among icebergs: a die is rolled where they stop." if mission.among_ice else ""
    stuck = " Enemies or a fight stop them here." if mission.halted else ""
    kind = AN[mission.type]
    return f"{_names(data, named)} on {kind}, at {where}{reach}. {PURPOSE[mission.type]}{ice}{stuck}"


def about_dropping(_data: Data, known: State, _decision: Decision[Any]) -> str:
    """What becomes of those who stay."""
    patrol = " They keep watch here." if mission_of(known).type is MissionType.PATROL else ""
    return f"The others sail on without them; who stays does not move again in this mission.{patrol}"


ASSEMBLE: Question[State, Data] = Question(
    "NC-5.0-one-unit-or-stack",
    "Who goes on the mission?",
    phase=MISSIONS,
    about=about_assembling,
    answers={Choose: "These go on the mission; with none chosen you announce another, or pass."},
    verb="Go",
)
DIVE: Question[State, Data] = Question(
    "NC-8.0-surfaced-until-next",
    "Which boats dive?",
    phase=MISSIONS,
    about=(
        "Submerged a boat is hard to see and slips past ships; surfaced she moves one hex more, but fights as a ship."
    ),
    answers={Choose: "These submerge before they go; the others stay on the surface."},
    verb="Dive",
)
ENTER: Question[State, Data] = Question(
    "NC-12.0-entry-cost",
    "Where does the force enter?",
    phase=MISSIONS,
    about=about_entering,
    answers={
        Go: "The force comes onto the map there, which takes each ship one hex of her movement.",
        Cancel: "The force stays outside for now, and you announce another mission, or pass.",
    },
)
LEG: Question[State, Data] = Question(
    "NC-5.0-adjacent-steps",
    "Where do they go?",
    phase=MISSIONS,
    about=about_the_leg,
    answers={
        Go: "They move there hex by hex, and you are asked again; a patrol near their way may intercept them.",
        Stop: "They move no farther, and do what they have come for.",
        Cancel: "If they have done nothing yet, you choose anew; else they have had this mission for the turn.",
    },
    odds=ice_odds,
)
DROP_OFF: Question[State, Data] = Question(
    "NC-5.0-drop-off",
    "Which units stay here?",
    phase=MISSIONS,
    about=about_dropping,
    answers={Choose: "These stay in this hex; with none chosen all go on together."},
    verb="Leave",
)
