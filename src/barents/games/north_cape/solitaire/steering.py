"""Chapter 11.6: solitaire. The Allied ships are mixed with decoys, dealt into four groups, and steered by dice."""

from __future__ import annotations

from typing import Literal

from barents.games.north_cape.data import CARRIER
from barents.games.north_cape.rules.pieces import Umpire, at, on_map
from barents.games.north_cape.rules.sight import in_sight
from barents.games.north_cape.rules.victory import bring_in
from barents.games.north_cape.solitaire.course import aim, entry_hexes, way
from barents.games.north_cape.solitaire.groups import (
    air_group,
    eastern_hex,
    group_of,
    members,
    title,
)
from barents.games.north_cape.state import (
    DEALT,
    GONE,
    POOL,
    REMOVED,
    RESERVE,
    WAITING,
    EndMission,
    Group,
    Mission,
    MissionType,
    Piece,
    Sail,
    Used,
)
from barents.kernel.dice import D6
from barents.kernel.game import Step
from barents.kernel.sides import Audience, Side, only

# The deal


def deal(u: Umpire) -> None:
    """NC 11.6: aircraft and submarines are kept back; all other ships and all decoys are mixed and dealt face down.

    Each group takes the place of one of the scenario's forces: three wait in the west, one starts in the east. What
    cannot be shared out evenly is removed, and nobody sees what it was.
    """
    state, data = u.state, u.data
    pieces, mix = state.pieces[Side.ALLIED], []
    for piece in pieces.values():
        about = data.counters[piece.id]
        if about.is_air or about.is_sub:
            piece.at = RESERVE
        elif piece.at.startswith(WAITING) or (about.is_decoy and piece.at == POOL):
            mix.append(piece.id)
    forces = [force for force in data.scenarios[state.scenario].forces if force.side is Side.ALLIED]
    west = [force for force in forces if force.entry == "west"]
    east = [force for force in forces if force.entry == "east"]
    places: list[tuple[str, Literal["east", "west"]]] = [(f"{WAITING}{force.key}", "east") for force in west]
    places += [(eastern_hex(state), "west")] * len(east)
    size = len(mix) // len(places)
    for number, (place, heading) in enumerate(places, 1):
        drawn = u.draw(mix, size, "NC-11.6-four-groups", title(number), to=Audience.ALLIED)
        mix = [name for name in mix if name not in drawn]
        state.groups.append(Group(number, number, heading))
        for name in drawn:
            pieces[name] = Piece(name, place, group=number, start=place if heading == "west" else "")
    for name in mix:
        pieces[name] = Piece(name, REMOVED)
    u.tell("NC-11.6-four-groups", "Removed unseen: {names}", to=Audience.ALLIED, names=_names(u, mix))
    u.tell("NC-11.6-mix", "The Allied ships and decoys are mixed and dealt into {n} groups", n=len(places))
    dealt = (DEALT, size * len(places) + len(mix))
    for side in Side:  # by the number of ships a spectator could tell whether Prinz Eugen is there, and her answer
        words = "Each group has {size} pieces; {left} {left:is|are} removed unseen"
        note = dealt if side is Side.AXIS else None
        u.tell("NC-11.6-mix", words, to=only(side), note=note, size=size, left=len(mix))


def _names(u: Umpire, names: list[str]) -> str:
    return ", ".join(u.data.counters[name].name for name in sorted(names)) or "nobody"


# Moving groups


def set_out(u: Umpire, group: Group) -> tuple[Step, ...]:
    """NC 11.6: a group sails three hexes as one stack, an Allied Sortie that nobody commands (R91)."""
    state = u.state
    stack = members(state, group.number)
    here = stack[0].at
    group.done = True
    names = [piece.id for piece in stack]
    state.mission = Mission(Side.ALLIED, MissionType.SORTIE, False, names, here, here, began=True, group=group.number)
    for piece in stack:
        piece.used |= Used.SORTIE
    state.mission.route = laid_course(u, group, here)
    return (Sail(),)


def laid_course(u: Umpire, group: Group, here: str) -> list[str]:
    """NC 11.6: along the iceberg zone, to a hex that a die gives; near the end of the voyage straight on (R74)."""
    state, data = u.state, u.data
    hexes = data.tables.solitaire.hexes
    entering = here.startswith(WAITING)
    begun: list[str] = []
    column = 0 if entering else data.map.column_of(here)
    if entering:
        here = entry_hexes(data, state.ice)[group.number - 1]
        state.entered.append(here)
        begun = [here]
    goal = eastern_hex(state)
    if group.heading == "east":
        onward = min(column + hexes, data.map.column_of(goal))
        straight = data.map.column_of(goal) - column <= hexes
        goals: tuple[str, ...] = (goal,)
    else:
        onward = column - hexes
        straight = onward < 1
        water = data.open_water(state.ice)
        goals = tuple(sorted(cell for cell in data.map.zone("west_edge") if cell in water))
    if not straight:
        die = u.roll(D6, "NC-11.6-move-die", title(group.number))
        goals = (aim(data, state.ice, onward, die),)
    route = begun + way(data, state.ice, here, goals, hexes - len(begun))
    u.tell(
        f"NC-11.6-{group.heading}bound",
        "{group} makes for {aim}, by {path}",
        group=title(group.number),
        aim=goals[0] if len(goals) == 1 else "the west edge",
        path=" ".join(route) or "the edge where it lies",
    )
    return route


def come_to_rest(u: Umpire, mission: Mission) -> tuple[Step, ...]:
    """NC 11.6: a group has sailed its course; a westbound one with hexes left at the west edge leaves the map."""
    group = group_of(u.state, mission.group)
    hexes_left = u.data.tables.solitaire.hexes - mission.moved
    at_the_edge = mission.at in u.data.map.zone("west_edge")
    if group.heading == "west" and at_the_edge and hexes_left > 0 and not mission.halted:
        leave_map(u, mission)
    return (EndMission(),)


def leave_map(u: Umpire, mission: Mission) -> None:
    """NC 11.6: merchants of a group that goes off in the west are safe and score; nobody sees who goes with them."""
    state, data = u.state, u.data
    stack = [state.pieces[Side.ALLIED][name] for name in mission.units]
    bring_in(u, [piece for piece in stack if data.counters[piece.id].is_merchant], "{unit} leaves for home")
    rest = members(state, mission.group)
    if any(piece.id == CARRIER for piece in rest):
        rest += air_group(state, data)
    for piece in rest:
        state.pieces[Side.ALLIED][piece.id] = Piece(piece.id, GONE, damage=piece.damage, group=piece.group)
    mission.units = []
    u.tell(
        "NC-11.6-repeat",
        "{group} leaves the map at {cell}; left there: {left}",
        group=title(mission.group),
        cell=mission.at,
        left=in_sight(state, data, Side.ALLIED, mission.at),
    )


# Examining groups


def discover(u: Umpire, cell: str) -> None:
    """NC 11.6: once Victorious has been found by reconnaissance her aircraft are with her."""
    state, data = u.state, u.data
    carrier = next((piece for piece in at(state, Side.ALLIED, cell) if piece.id == CARRIER), None)
    joined = [p for p in state.pieces[Side.ALLIED].values() if p.at == RESERVE and data.counters[p.id].is_air]
    if carrier is None or not joined:
        return
    for piece in joined:
        piece.at, piece.base, piece.recon = carrier.at, CARRIER, list(carrier.recon)
    names = ", ".join(data.counters[piece.id].name for piece in joined)
    u.tell("NC-11.6-remove-british-air", "Victorious is discovered: {names} are with her", names=names)


def turn_down(u: Umpire) -> None:
    """NC 11.6: after reconnaissance or attack a group is turned face down again; it stays reconnoitred for the turn."""
    state = u.state
    shown = [name for name in state.notebook[Side.AXIS].identified if name in state.pieces[Side.ALLIED]]
    cells = sorted({piece.at for name in shown if on_map(piece := state.pieces[Side.ALLIED][name])})
    if cells:
        u.conceal(shown, to=Side.AXIS)
        u.tell("NC-11.6-examine", "The Allies at {cells} are turned face down again", cells=" ".join(cells))


def close_mission(u: Umpire, mission: Mission) -> None:
    """NC 11.6: at the end of a mission groups lie face down, and a submarine that was met goes back into the pool."""
    state, data = u.state, u.data
    turn_down(u)
    if mission.group:
        for group in state.groups:
            if group.number == mission.group:
                group.moved = mission.moved
    for piece in list(state.pieces[Side.ALLIED].values()):
        if on_map(piece) and data.counters[piece.id].is_sub:
            state.pieces[Side.ALLIED][piece.id] = Piece(piece.id, RESERVE, damage=piece.damage)
            words = "{boat} leaves; it may be met again"
            u.tell("NC-11.6-contact-return", words, boat=piece.id)
