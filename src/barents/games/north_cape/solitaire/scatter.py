"""Chapter 11.6: a group that has lost ships to an attack may scatter into the hexes around it."""

from __future__ import annotations

from barents.games.north_cape.data import CARRIER, Data
from barents.games.north_cape.rules.growlers import growlers
from barents.games.north_cape.rules.pieces import Umpire, hide, put
from barents.games.north_cape.rules.sight import NOTHING, in_sight, looks
from barents.games.north_cape.rules.victory import arrive
from barents.games.north_cape.solitaire.groups import air_group, group_of, members, sailed, title
from barents.games.north_cape.state import Combat, Group, GroupIce, Growlers, Scatter, Wake
from barents.kernel import umpire as kernel
from barents.kernel.dice import D6
from barents.kernel.game import Step
from barents.kernel.sides import Audience, Side


def scatterings(combat: Combat) -> tuple[Step, ...]:
    """NC 11.6: every group that lost ships in a combat is tried, by how many they were; without losses none is."""
    return tuple(Scatter(number, combat.sunk.count(number)) for number in sorted(set(combat.sunk)))


def scatter(u: Umpire, step: Scatter) -> tuple[Step, ...]:
    """NC 11.6: on a die not above the number of its ships sunk a group scatters.

    Merchants that come to their goal by it have arrived (NC 10.0).
    """
    state, data = u.state, u.data
    stack = members(state, step.number)
    if not stack:
        return ()
    roll = u.roll(D6, "NC-11.6-scatter-roll", title(step.number))
    if roll > step.sunk:
        u.tell("NC-11.6-scatter-roll", "{group} keeps together", group=title(step.number))
        return ()
    start = stack[0].at
    hexes = refuges(u, start, len(stack))
    order = u.draw([p.id for p in stack], len(stack), "NC-11.6-scatter-six", title(step.number), to=Audience.ALLIED)
    hide(u, [*stack, *(air_group(state, data) if any(piece.id == CARRIER for piece in stack) else ())])
    old = group_of(state, step.number)
    moved = sailed(state, old)
    first = 1 + max(group.number for group in state.groups)
    state.groups.remove(old)
    for place, cell in enumerate(hexes):
        new = Group(first + place, old.number, old.heading, examined=True, done=old.done, moved=moved)
        state.groups.append(new)
        for name in order[place :: len(hexes)]:
            piece = state.pieces[Side.ALLIED][name]
            piece.group = new.number
            put(u, piece, cell)
    if state.mission is not None and state.mission.group == old.number:
        state.mission.units = []
    _tell_scattered(u, old, start, hexes, first)
    for cell in hexes:
        arrive(u, cell)
    bergs = data.map.iceberg_zone(state.ice)
    return tuple(GroupIce(first + place) for place, cell in enumerate(hexes) if cell in bergs)


def refuges(u: Umpire, start: str, pieces: int) -> list[str]:
    """NC 11.6: a hex for each new group: all around where ships may be, or those farthest from German bases (R100)."""
    around = list(u.data.joined(u.state.ice)[start])
    if len(around) <= pieces:
        return around
    mixed = u.draw(around, len(around), "NC-11.6-scatter-fewer", "Hexes")
    return sorted(mixed, key=lambda cell: -from_bases(u.data, cell))[:pieces]


def from_bases(data: Data, cell: str) -> int:
    """How far a hex is from the nearest German base."""
    return min(data.grid.distance(cell, base) for base in data.german_bases)


def _tell_scattered(u: Umpire, old: Group, start: str, hexes: list[str], first: int) -> None:
    """Everyone sees where the new groups are and which markers lie on them, nobody what they are."""
    state = u.state
    new = [(first + place, cell) for place, cell in enumerate(hexes)]
    seen = {number: looks(state, u.data, Side.ALLIED, members(state, number)) for number, _ in new}
    where = ", ".join(f"{title(number)}, {seen[number]}, to {cell}" for number, cell in new)
    left = in_sight(state, u.data, Side.ALLIED, start)
    words = "{group} scatters from {cell}: {where}; left there: {left}"
    u.tell("NC-11.6-scatter-six", words, group=title(old.number), cell=start, where=where, left=left)
    for number, cell in enumerate(hexes, 1):
        emptied = left == NOTHING and number == len(hexes)
        state.wakes.append(Wake(state.turn, Side.ALLIED, start, cell, 1, emptied=emptied))


def group_ice(u: Umpire, step: GroupIce) -> kernel.Rule[tuple[Step, ...]]:
    """NC 11.6: a new group in the iceberg zone rolls for ice, whether rule 11.2 is played otherwise or not."""
    stack = members(u.state, step.number)
    if not stack:
        return ()
    return (yield from growlers(u, Growlers(stack[0].at, tuple(piece.id for piece in stack))))
