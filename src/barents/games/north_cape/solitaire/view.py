"""Chapter 11.6: the groups of solitaire beside the map: where each is bound, how many pieces it has, what is known."""

from __future__ import annotations

from collections.abc import Iterator

from barents.games.north_cape.data import Data
from barents.games.north_cape.screen.displays import BOX, sign_of, tally
from barents.games.north_cape.solitaire.groups import seen_groups, title
from barents.games.north_cape.state import GONE, WAITING, Group, Piece, State
from barents.kernel.sides import Side
from barents.kernel.view import Board


def group_boards(data: Data, known: State) -> Iterator[Board]:
    """A board for every group that still has pieces."""
    for group in _groups(known):
        if group.size:
            pieces = known_members(data, known, group)
            at = group.at if group.at[:1].isdigit() else ""
            note = f"{bound(group)}: {made_of(data, known, group, pieces)}"
            sign = sign_of(data, pieces, "unknown")
            name, called = f"sailing-{group.number}", title(group.number)
            yield Board(name, called, BOX, at, group.size, Side.ALLIED, sign, note, "Allied groups")


def _groups(known: State) -> list[Group]:
    """The groups with what is seen of them; the umpire's state has it in the pieces."""
    return known.groups if any(group.size for group in known.groups) else seen_groups(known)


def known_members(data: Data, known: State, group: Group) -> list[Piece]:
    """The pieces of a group that an observer can name."""
    return [p for p in known.pieces[Side.ALLIED].values() if p.group == group.number and p.id in data.counters]


def bound(group: Group) -> str:
    """Where a group is, or where it is going.

    >>> bound(Group(1, 1, "east", at="1014")), bound(Group(4, 4, "west", at="gone"))
    ('bound east', 'has left the map')
    """
    if group.at == GONE:
        return "has left the map"
    if group.at.startswith(WAITING):
        return "enters from the west"
    return f"bound {group.heading}"


def made_of(data: Data, known: State, group: Group, pieces: list[Piece]) -> str:
    """What is in a group, or in the groups that scattered with it."""
    if len(pieces) == group.size:
        return tally(data, pieces)
    if not group.examined:
        return "nobody has looked into it"
    return f"some of {tally(data, [Piece(name, group.at) for name in known.recalled[group.family]])}"


def on_the_chart(known: State, cell: str) -> str:
    """The groups that lie in a hex and cannot be named, with the numbers of their pieces."""
    named = {piece.group for piece in known.pieces[Side.ALLIED].values()}
    here = [group for group in known.groups if group.at == cell and group.size and group.number not in named]
    return ", ".join(f"{title(group.number)} of {group.size}" for group in here)
