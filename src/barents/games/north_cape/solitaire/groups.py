"""Chapter 11.6: the Allied groups of solitaire: what they are made of, and what the German can still name of it.

A group sails as one stack and nothing ever joins it. So whoever has looked through a group knows it from then on, face
down or not; when it scatters he knows what the new groups have together, not which of them has what.
"""

from __future__ import annotations

from collections.abc import Iterable

from barents.games.north_cape.data import ARCHANGEL, CARRIER, MURMANSK, Data
from barents.games.north_cape.state import GONE, LAST_HEX, NOT_AVAILABLE, RESERVE, Group, Piece, State
from barents.kernel.sides import Side


def is_automatic(state: State, side: Side) -> bool:
    """NC 11.6: whether nobody commands a side's missions: the Allies in solitaire."""
    return state.options.solitaire and side is Side.ALLIED


def title(number: int) -> str:
    """What a group is called."""
    return f"Group {number}"


def group_of(state: State, number: int) -> Group:
    """A group by its number."""
    return next(group for group in state.groups if group.number == number)


def members(state: State, number: int) -> list[Piece]:
    """A group's ships and decoys, also those that left the map with it."""
    return [piece for piece in state.pieces[Side.ALLIED].values() if piece.group == number]


def by_group(state: State) -> dict[int, list[Piece]]:
    """Every group's ships and decoys; a group that is no more has none."""
    found: dict[int, list[Piece]] = {group.number: [] for group in state.groups}
    if not found:
        return found
    for piece in state.pieces[Side.ALLIED].values():
        if piece.group:
            found[piece.group].append(piece)
    return found


def eastern_hex(state: State) -> str:
    """NC 11.6: where eastbound groups arrive and the eastern one starts: by the ice line in force (R99)."""
    return MURMANSK if state.ice == "winter" else ARCHANGEL


def has_arrived(state: State, group: Group, cell: str) -> bool:
    """NC 11.6: whether a group has come to the end of its voyage."""
    return cell == GONE or (group.heading == "east" and cell == eastern_hex(state))


def next_to_sail(state: State) -> Group | None:
    """NC 11.6: the groups sail in the order of their numbers, each once a turn (R91)."""
    sailors = by_group(state)
    for group in state.groups:
        pieces = sailors[group.number]
        if pieces and not group.done and not has_arrived(state, group, pieces[0].at):
            return group
    return None


def sailed(state: State, group: Group) -> int:
    """How many hexes a group has sailed this turn, so far if it is under way; everyone sees them."""
    mission = state.mission
    return mission.moved if mission is not None and mission.group == group.number else group.moved


def examine(state: State, names: Iterable[str]) -> list[int]:
    """NC 11.6: pieces are seen, and with them their groups: what each is made of is known from now on."""
    numbers = {state.pieces[Side.ALLIED][name].group for name in names}
    seen = [group for group in state.groups if group.number in numbers]
    for group in seen:
        group.family = group.number
        group.examined = True
    return [group.number for group in seen]


def named_groups(state: State) -> set[int]:
    """The groups whose pieces the German can name: examined, and alone of their family to be left."""
    families: dict[int, list[int]] = {}
    for group in state.groups:
        if group.examined:
            families.setdefault(group.family, []).append(group.number)
    if not families:
        return set()
    afloat = {piece.group for piece in state.pieces[Side.ALLIED].values() if piece.group}
    left = [[number for number in numbers if number in afloat] for numbers in families.values()]
    return {numbers[0] for numbers in left if len(numbers) == 1}


def can_be_named(state: State, data: Data, piece: Piece, named: set[int]) -> bool:
    """Whether the German knows a face-down piece for what it is; aircraft on deck go with their carrier."""
    if data.counters[piece.id].is_air:
        carrier = state.pieces[Side.ALLIED].get(CARRIER)
        return carrier is not None and carrier.at == piece.at and carrier.group in named
    return piece.group in named


def seen_groups(state: State) -> list[Group]:
    """The groups as everyone sees them: where they are, how many pieces each has, and markers on nameless ones."""
    named = named_groups(state)
    found = []
    for group, pieces in zip(state.groups, by_group(state).values(), strict=True):
        damage = [] if group.number in named else sorted(piece.damage for piece in pieces if piece.damage)
        found.append(
            Group(
                group.number,
                group.family,
                group.heading,
                examined=group.examined,
                done=group.done,
                moved=group.moved,
                at=pieces[0].at if pieces else "",
                size=len(pieces),
                marks=damage,
            )
        )
    return found


def recalled(state: State, data: Data) -> dict[int, dict[str, int]]:
    """The ships with their damage in each family that was examined and has scattered since.

    Under 0 the aircraft of a carrier of which nobody knows in which of these groups she is.
    """
    named = named_groups(state)
    found: dict[int, dict[str, int]] = {}
    carrier = state.pieces[Side.ALLIED].get(CARRIER)
    if carrier is not None and carrier.group and carrier.group not in named:
        deck = [p for p in state.pieces[Side.ALLIED].values() if data.counters[p.id].is_air and p.at == carrier.at]
        if deck:
            found[0] = {piece.id: piece.damage for piece in deck}
    for group, pieces in zip(state.groups, by_group(state).values(), strict=True):
        if group.examined and group.number not in named and pieces:
            found.setdefault(group.family, {}).update((piece.id, piece.damage) for piece in pieces)
    return {family: dict(sorted(ships.items())) for family, ships in found.items()}


def air_group(state: State, data: Data) -> list[Piece]:
    """The British aircraft that are with Victorious."""
    return [
        piece
        for piece in state.pieces[Side.ALLIED].values()
        if data.counters[piece.id].is_air and (piece.at < LAST_HEX or piece.at == NOT_AVAILABLE)
    ]


def in_reserve(state: State, data: Data, nation: str) -> list[str]:
    """NC 11.6: a nation's submarines that a contact may bring (R73)."""
    return [
        piece.id
        for piece in state.pieces[Side.ALLIED].values()
        if piece.at == RESERVE and data.counters[piece.id].is_sub and data.counters[piece.id].nation == nation
    ]
