"""Chapter 11.2: growlers. Whoever has sailed in the iceberg zone may find that he has struck ice."""

from __future__ import annotations

from typing import Any

from barents.games.north_cape.actions import Go, Stop
from barents.games.north_cape.data import Data
from barents.games.north_cape.phases import PERILS
from barents.games.north_cape.rules.chances import meant
from barents.games.north_cape.rules.pieces import Umpire, contents, damage, turn_up
from barents.games.north_cape.solitaire.steering import turn_down
from barents.games.north_cape.state import Growlers, Mission, Piece, State
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Choose
from barents.kernel.decisions import Decision, Subset
from barents.kernel.dice import D6
from barents.kernel.game import Step
from barents.kernel.odds import ends, every_end
from barents.kernel.question import Question
from barents.kernel.sides import Side
from barents.kernel.view import Odds

ICE = "icebergs"


def about_striking(data: Data, known: State, decision: Decision[Any]) -> str:
    """What striking ice does, to ships of one's own, to decoys, and in solitaire to ships of the enemy."""
    pretence = "Ships are damaged, and one with no hit left is sunk; the enemy sees the damage, not the name."
    items = decision.options.items if isinstance(decision.options, Subset) else ()
    if any(name in known.pieces[decision.side.enemy] for name in items):
        return "Their group has been among icebergs, and you say who struck one: a ship with no hit left is sunk."
    if items and not any(name in data.counters and data.counters[name].is_ship for name in items):
        pretence = "There is no real ship among them, so the enemy finds out what they are."
    return f"They have sailed among icebergs. {pretence}"


STRUCK: Question[State, Data] = Question(
    "NC-11.2-growler-when",
    "Which ships have struck ice?",
    phase=PERILS,
    about=about_striking,
    answers={Choose: "Each of these takes a hit; what is no ship is turned face up instead."},
    verb="Name",
)


def ice_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """That ships come through the ice unharmed: asked of where they stop, or of a hex in the iceberg zone (NC 11.2)."""
    mission = known.mission
    if not isinstance(action, Go | Stop) or not known.options.growlers or mission is None or mission.flying:
        return None
    enters = isinstance(action, Go) and action.cell in data.map.iceberg_zone(known.ice)
    if not (mission.among_ice or enters):
        return None
    struck = every_end(data, known, lambda u: strike_ice(u, ""), changes=False)
    outcomes = ends(meant(struck, two="two strike ice", one="one strikes ice", none="clear"))
    return Odds(struck[0], "keeping clear of ice", {}, outcomes, ("one die when they stop",))


def note_ice(state: State, data: Data, mission: Mission, cell: str) -> None:
    """NC 2.2: ships that enter a hex of the iceberg zone are at risk for it when their movement ends."""
    if state.options.growlers and not mission.flying and cell in data.map.iceberg_zone(state.ice):
        mission.among_ice = True


def note_interceptor(state: State, data: Data, mission: Mission, piece: Piece) -> None:
    """NC 2.2: a ship that enters a hex of the iceberg zone to intercept is at risk too, when that mission ends."""
    in_zone = state.options.growlers and mission.at in data.map.iceberg_zone(state.ice)
    if in_zone and data.counters[piece.id].is_ship:
        piece.among_ice = True
        if mission.at not in mission.met_in_ice:
            mission.met_in_ice.append(mission.at)


def interceptors_ice(state: State, mission: Mission) -> tuple[Step, ...]:
    """NC 11.2: a die for the interceptors that came into each hex of the zone, and are still there."""
    steps = []
    for cell in mission.met_in_ice:
        ships = [p for p in state.pieces[mission.side.enemy].values() if p.among_ice and p.at == cell]
        for ship in ships:
            ship.among_ice = False
        if ships:
            steps.append(Growlers(cell, tuple(ship.id for ship in ships)))
    mission.met_in_ice = []
    return tuple(steps)


def after_ice(mission: Mission, units: tuple[str, ...] = ()) -> tuple[Step, ...]:
    """NC 11.2: the die of a stack that has been in the zone: for those named, which it leaves, or for itself (R61)."""
    if not (mission.among_ice and mission.units):
        return ()
    if not units:
        mission.among_ice = False
    return (Growlers(mission.at, units),)


def chooser(state: State, owner: Side) -> Side:
    """NC 11.2: who says which ships have struck ice: their owner; in solitaire the German, also of the Allies'."""
    return Side.AXIS if state.options.solitaire else owner


def at_risk(state: State, data: Data, pieces: list[Piece]) -> list[str]:
    """NC 11.2: ships of all kinds, boats too; where there are none, decoys and empty Group markers (R53)."""
    ships = [piece.id for piece in pieces if data.counters[piece.id].is_ship]
    if ships:
        return ships
    return [p.id for p in pieces if not (data.counters[p.id].is_group and contents(state, int(p.id[6:])))]


def strike_ice(u: Umpire, subject: str) -> int:
    """NC 11.2: how many ships of a stack strike ice."""
    return u.data.tables.growlers.meant(u.roll(D6, "NC-11.2-growler-when", subject))


def growlers(u: Umpire, step: Growlers) -> kernel.Rule[tuple[Step, ...]]:
    """NC 11.2: one die for the stack: on 4 and 5 one of its ships is damaged, on 6 two; it is asked of any stack.

    Sunk ships score as always (R61). What is only pretence is found out by the ice (R53).
    """
    state, data = u.state, u.data
    names = step.units or tuple(state.mission.units if state.mission is not None else ())
    owner = data.counters[names[0]].side
    some = ", for some of the ships" if step.units else ""  # what comes next would tell it in any case
    count = strike_ice(u, f"Ice at {step.cell}{some}")
    if not count:
        u.tell("NC-11.2-growler-1-3", "{side}: no ice is struck at {cell}", side=owner.value, cell=step.cell)
        return ()
    rule = "NC-11.2-growler-6" if count > 1 else "NC-11.2-growler-4-5"
    who = chooser(state, owner)
    if who is not owner:  # he looks through them to choose, and what is only pretence is gone
        turn_up(u, [state.pieces[owner][name] for name in names], rule)
    pieces = [piece for name in names if (piece := state.pieces[owner][name]).at == step.cell]
    candidates = at_risk(state, data, pieces)
    if not candidates:  # they were all pretence
        return ()
    count = min(count, len(candidates))
    prompt = "Which ship has struck ice?" if count == 1 else "Which ships have struck ice?"
    options = Subset(candidates, least=count, most=count)
    chosen = yield from u.ask(who, STRUCK, options, prompt)
    u.tell(rule, "{side}: ice is struck at {cell}", side=owner.value, cell=step.cell)
    for name in chosen.items:
        piece = state.pieces[owner][name]
        if data.counters[name].is_ship:
            damage(u, piece, ICE)
        else:
            turn_up(u, [piece], rule)
    if who is not owner:
        turn_down(u)
    return ()
