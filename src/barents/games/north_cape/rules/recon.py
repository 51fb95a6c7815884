"""Chapter 6: reconnaissance. A unit beside a hidden stack tries to see what is in it."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from barents.games.north_cape.actions import Forgo, Spot, Stop
from barents.games.north_cape.data import Data
from barents.games.north_cape.names import place
from barents.games.north_cape.phases import RECONNAISSANCE
from barents.games.north_cape.rules.chances import counting
from barents.games.north_cape.rules.movement import mission_of, moving
from barents.games.north_cape.rules.pieces import (
    Umpire,
    at,
    counter,
    find,
    is_real,
    is_submerged,
    is_up,
    occupied,
    reconnoitre,
    turn_up,
)
from barents.games.north_cape.solitaire.groups import is_automatic
from barents.games.north_cape.solitaire.steering import discover, turn_down
from barents.games.north_cape.state import (
    MERCHANTS_SEEN,
    Claim,
    EndMission,
    Mission,
    Observe,
    OwnerReveals,
    Piece,
    RollRecon,
    State,
)
from barents.kernel import umpire as kernel
from barents.kernel.actions import Action, Choose, Decline
from barents.kernel.decisions import Decision, Pick, Product, Subset
from barents.kernel.dice import D10
from barents.kernel.domains import Among
from barents.kernel.game import Sighting, Step
from barents.kernel.odds import ends, every_end
from barents.kernel.question import Question
from barents.kernel.sides import NOBODY, Side, only
from barents.kernel.view import Odds


class Seen(StrEnum):
    """6.1: what a look shows of a hex, from the worst to the best."""

    NOTHING = "nothing"
    OWNERS_HALF = "half, his choice"
    RANDOM_HALF = "half"
    ALL = "all seen"


def about_looking(data: Data, known: State, _decision: Decision[Any]) -> str:
    """Where they are, and what a look takes."""
    needed = data.tables.recon.owner_half_from
    return (
        f"At {place(data, mission_of(known).at)}. Each unit looks once, at one hex with enemies: one die, "
        f"{needed} or more sees something. Two hexes away is harder. Only a scout that succeeds is seen himself."
    )


def look_odds(data: Data, known: State, _decision: Decision[Any], action: Action) -> Odds | None:
    """The chance of a look."""
    return spotting(data, known, find(known, action.scout), action.cell) if isinstance(action, Spot) else None


def spotting(data: Data, known: State, scout: Piece, cell: str) -> Odds | None:
    """What is seen, but for what only the umpire knows of the hex (NC 6.1). A decoy sees nothing (NC 5.5)."""
    if not is_real(data, scout):
        return None
    table = data.tables.recon
    found = every_end(data, known, lambda u: search(u, scout, cell, {}), changes=False)
    outcomes = ends({seen.value: found[seen] for seen in Seen})
    notes = [f"{table.lone_piece} if it is one piece".replace("-", "−")]
    if not any(piece.id in data.counters for piece in at(known, data.counters[scout.id].side.enemy, cell)):
        notes.append(f"{table.submerged_only} if only submerged".replace("-", "−"))
    some = 1 - found[Seen.NOTHING]
    return Odds(some, "seeing something", counting(found.modifiers), outcomes, tuple(notes))


def about_claiming(data: Data, _known: State, decision: Decision[Any]) -> str:
    """What submerged boats do to the enemy's die, where there are any."""
    harder = f"−{abs(data.tables.recon.submerged_only)}"
    if isinstance(decision.options, Pick) and len(decision.options.listed) < 2:
        return "Nothing of yours there changes their die, so there is nothing to choose; the enemy cannot know that."
    return (
        f"Only submerged boats of yours lie there, which is {harder} to the enemy's die. "
        "Let it pass and it counts; give it up, and he is more likely to see them."
    )


LOOK: Question[State, Data] = Question(
    "NC-6.1-one-hex",
    "Who looks, and at which hex?",
    phase=RECONNAISSANCE,
    about=about_looking,
    answers={Stop: "Nobody else looks, and the mission is over."},
    odds=look_odds,
)
CLAIM: Question[State, Data] = Question(
    "NC-6.3-owner-choice",
    "They look at your boats: make it easier for them?",
    phase=RECONNAISSANCE,
    about=about_claiming,
    answers={Decline: "If only submerged boats of yours lie there, the enemy's die stays harder."},
    order="Make it easier for them to find submerged boats",
)
HALF_SEEN: Question[State, Data] = Question(
    "NC-6.1-result-4-6",
    "Which half of your pieces do they see?",
    phase=RECONNAISSANCE,
    about=(
        "The enemy has seen half of what lies there, and you choose which. Whoever is seen can be attacked this turn."
    ),
    answers={Choose: "These are turned face up; decoys among them are taken off the map."},
    verb="Show",
)


def targets(state: State, data: Data, mission: Mission) -> list[str]:
    """NC 6.0, NC 6.2: hexes with enemies in or next to the unit's hex, or two away by shadowing."""
    reach = data.tables.limits.shadowing_reach
    return sorted(c for c in occupied(state, mission.side.enemy) if data.grid.distance(mission.at, c) <= reach)


def observe(u: Umpire, _step: Observe) -> kernel.Rule[tuple[Step, ...]]:
    """NC 6.1: each unit of the stack may make one attempt, on one hex, one after the other (R8)."""
    state, data = u.state, u.data
    mission = state.mission
    if mission is None:
        return ()
    waiting = [p.id for p in moving(state, mission) if p.id not in mission.tried and not counter(data, p).is_group]
    hexes = targets(state, data, mission)
    if not hexes:
        return (EndMission(),)
    looks = (Product(Spot, dict.fromkeys(waiting, Among(hexes))),) if waiting else ()
    options: Pick[Action] = Pick([Stop()], *looks)  # asked also of the last unit: the enemy does not count them
    choice = yield from u.ask(mission.side, LOOK, options)
    if isinstance(choice, Spot):
        mission.tried.append(choice.scout)
        u.tell("NC-6.1-one-hex", "{side} look at {cell}", side=mission.side.value, cell=choice.cell)
        return (Claim(choice.scout, choice.cell), Observe())
    return (EndMission(),)


def claim(u: Umpire, step: Claim) -> kernel.Rule[tuple[Step, ...]]:
    """NC 6.3: where only submerged boats may lie, their owner may forgo the modifier; nobody sees it.

    For boats that have all been revealed, and in solitaire, it always counts.
    """
    state, data = u.state, u.data
    owner = data.counters[step.scout].side.enemy
    pieces = at(state, owner, step.target)
    others_seen = any(
        is_real(data, piece) and not is_submerged(data, piece) and is_up(state, piece, owner) for piece in pieces
    )
    boats = only_submerged(data, pieces)
    if state.options.solitaire:
        return (RollRecon(step.scout, step.target, claimed=boats),)
    if others_seen or step.target not in data.map.navigable:
        return (RollRecon(step.scout, step.target, claimed=False),)
    unrevealed = any(is_submerged(data, piece) and not is_up(state, piece, owner) for piece in pieces)
    chances = [Forgo()] if boats and unrevealed else []
    prompt = f"They look at {step.target}: make it easier for them?"
    choice = yield from u.window(owner, CLAIM, Pick(chances), prompt)
    return (RollRecon(step.scout, step.target, claimed=boats and choice is None),)


def only_submerged(data: Data, pieces: list[Piece]) -> bool:
    """NC 6.1: whether a hex holds only submerged boats, and decoys stacked with them."""
    units = [piece for piece in pieces if is_real(data, piece)]
    return bool(units) and all(is_submerged(data, piece) for piece in units)


def counted(state: State, data: Data, pieces: list[Piece]) -> list[Piece]:
    """NC 4.2: the pieces that count for halves: box contents do, their marker does not unless it is empty (R95)."""
    filled = {piece.box for piece in pieces}
    return [p for p in pieces if not (data.counters[p.id].is_group and int(p.id[6:]) in filled)]


def open_modifiers(state: State, data: Data, scout: Piece, target: str) -> dict[str, int]:
    """NC 6.1: the modifiers that the side of the scout can work out for itself."""
    table, about = data.tables.recon, data.counters[scout.id]
    return {
        "type R": table.type_r if about.type == "R" else 0,
        "type AT": table.type_at if about.type == "AT" else 0,
        "submarine": table.submarine if about.is_sub else 0,
        "merchant": table.merchant if about.is_merchant else 0,
        "Norwegian coast": table.norwegian_coast if target in data.norwegian_coast else 0,
        "iceberg zone": table.iceberg_zone if target in data.map.iceberg_zone(state.ice) else 0,
        state.weather: table.weather[state.weather],
        "shadowing": table.shadowing if is_shadowing(data, scout, target) else 0,
    }


def is_shadowing(data: Data, scout: Piece, target: str) -> bool:
    """NC 6.2: whether a unit looks from two hexes away, not from beside its target."""
    return data.grid.distance(scout.at, target) == data.tables.limits.shadowing_reach


def hidden_modifiers(data: Data, pieces: list[Piece], claimed: bool) -> dict[str, int]:
    """NC 6.1: the modifiers that would tell what lies in the hex: the umpire keeps them to himself."""
    table = data.tables.recon
    return {
        "lone piece": table.lone_piece if len(pieces) == 1 else 0,
        "only submerged": table.submerged_only if claimed else 0,
    }


def seen_by(data: Data, total: int) -> Seen:
    """NC 6.1: the table."""
    table = data.tables.recon
    if total >= table.all_from:
        return Seen.ALL
    if total >= table.random_half_from:
        return Seen.RANDOM_HALF
    return Seen.OWNERS_HALF if total >= table.owner_half_from else Seen.NOTHING


def search(u: Umpire, scout: Piece, target: str, hidden: dict[str, int]) -> Seen:
    """NC 6.1: the die for a hex; of the modifiers that would tell what lies there only the umpire knows."""
    known, side = open_modifiers(u.state, u.data, scout, target), u.data.counters[scout.id].side
    roll = u.roll(D10, "NC-6.1-roll", scout.id, known, to=only(side)) + sum(hidden.values())
    u.tell("NC-6.1-roll", "Hidden modifiers {sum}: {roll} in all", to=NOBODY, sum=sum(hidden.values()), roll=roll)
    return seen_by(u.data, roll)


def roll_recon(u: Umpire, step: RollRecon) -> tuple[Step, ...]:
    """NC 6.1: roll for the hex and turn over what the table says; the scout is shown only if it succeeds (R10).

    In solitaire every success shows whole groups, which are then turned face down again (NC 11.6, R91).
    """
    state, data = u.state, u.data
    side = data.counters[step.scout].side
    scout = state.pieces[side][step.scout]
    pieces = counted(state, data, at(state, side.enemy, step.target))
    seen = search(u, scout, step.target, hidden_modifiers(data, pieces, step.claimed))
    if seen is Seen.NOTHING:
        u.tell("NC-6.1-result-1-3", "Reconnaissance of {cell} finds nothing", cell=step.target)
        return ()
    if data.counters[step.scout].is_decoy:
        u.tell("NC-5.5-decoy-die", "Reconnaissance of {cell}: it was a decoy", cell=step.target)
        turn_up(u, [scout], "NC-5.5-decoy-die")
        return ()
    u.tell("NC-4.0-recon-unit-reveal", "{unit} reconnoitres {cell}", unit=step.scout, cell=step.target)
    turn_up(u, [scout], "NC-4.0-recon-unit-reveal")
    markers = [p for p in at(state, side.enemy, step.target) if data.counters[p.id].is_group]
    turn_up(u, markers, "NC-4.2-group-revealed")
    if is_automatic(state, side.enemy):
        reveal(u, side.enemy, pieces, "NC-11.6-examine")
        discover(u, step.target)
        turn_down(u)
        return ()
    if seen is Seen.ALL:
        reveal(u, side.enemy, pieces, "NC-6.1-result-10")
        return ()
    if seen is Seen.RANDOM_HALF:
        names = [piece.id for piece in pieces]
        drawn = u.draw(names, half(len(names)), "NC-6.1-result-7-9", step.target, to=NOBODY)
        reveal(u, side.enemy, [state.pieces[side.enemy][name] for name in drawn], "NC-6.1-result-7-9")
        return ()
    return (OwnerReveals(step.target),)


def half(count: int) -> int:
    """NC 6.1: half, rounded up (R9)."""
    return (count + 1) // 2


def owner_reveals(u: Umpire, step: OwnerReveals) -> kernel.Rule[tuple[Step, ...]]:
    """NC 6.1: on 4 to 6 the owner chooses which half is shown."""
    state, data = u.state, u.data
    mission = state.mission
    if mission is None:
        return ()
    owner = mission.side.enemy
    pieces = counted(state, data, at(state, owner, step.target))
    count = half(len(pieces))
    options = Subset([piece.id for piece in pieces], least=count, most=count)
    chosen = yield from u.ask(owner, HALF_SEEN, options)
    reveal(u, owner, [state.pieces[owner][name] for name in chosen.items], "NC-6.1-result-4-6")
    return ()


def reveal(u: Umpire, owner: Side, pieces: list[Piece], rule: str) -> None:
    """NC 6.1: pieces of a side are turned up and reconnoitred; a decoy among them leaves (NC 6.1)."""
    turn_up(u, pieces, rule)
    units = [piece for piece in pieces if is_real(u.data, piece)]
    reconnoitre(units)
    note_merchants(u, units)
    u.tell(rule, "{side}: {n} {n:piece is|pieces are} seen", n=len(pieces), side=owner.value)


def note_merchants(u: Umpire, pieces: list[Piece]) -> None:
    """NC 12: the first merchant that is reconnoitred releases the German surface force (R72).

    Where merchants were seen is kept in the German notebook, as a person would keep it in mind.
    """
    state = u.state
    merchant = next((piece for piece in pieces if u.data.counters[piece.id].is_merchant), None)
    if merchant is None:
        return
    if not state.merchant_seen:
        state.merchant_seen = True
        u.tell("NC-12.0-german-trigger", "A merchant has been seen: the German surface force may sail")
    sighting = Sighting(merchant.at, MERCHANTS_SEEN, "seen there", state.turn)
    if sighting not in state.notebook[Side.AXIS].sightings:
        words = "Merchants are seen at {cell}"
        u.tell("NC-12.0-german-trigger", words, to=only(Side.AXIS), sighting=sighting, cell=merchant.at)
