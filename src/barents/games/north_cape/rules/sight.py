"""What everyone sees of a hex: face-up pieces, the markers on face-down ones, and that there is anything at all.

What lies on the map is open (R54), so whatever moves there is told in these words, and no more is told than they say.
"""

from __future__ import annotations

from collections.abc import Iterable

from barents.games.north_cape.data import Data
from barents.games.north_cape.state import Piece, State, Used
from barents.kernel.sides import Side

SURFACED = "surfaced"
NOTHING = "nothing"


def marks_on(piece: Piece) -> str:
    """The markers on a face-down piece in words; a boat's Surfaced marker and its damage lie on the same counter.

    >>> marks_on(Piece("u-88", "1510", damage=1, surfaced=True))
    'surfaced, damage 1'
    """
    marks = [SURFACED] if piece.surfaced else []
    if piece.damage:
        marks.append(f"damage {piece.damage}")
    return ", ".join(marks)


def damage_shown(mark: str) -> int:
    """The damage that a marker shows.

    >>> damage_shown("surfaced, damage 2"), damage_shown("surfaced")
    (2, 0)
    """
    _, _, level = mark.partition("damage ")
    return int(level or 0)


def is_surfaced_shown(mark: str) -> bool:
    """Whether it is the marker of a surfaced boat."""
    return mark.startswith(SURFACED)


def mark_shown(state: State, data: Data, piece: Piece) -> str:
    """The marker that everyone sees on a face-down piece.

    In solitaire not those of aircraft on deck: they would tell in which group their carrier is.
    """
    about = data.counters[piece.id]
    on_deck = state.options.solitaire and about.is_air and about.side is Side.ALLIED
    return "" if on_deck else marks_on(piece)


def looks(state: State, data: Data, side: Side, pieces: Iterable[Piece]) -> str:
    """How some pieces of a side look to the others."""
    identified = state.notebook[side.enemy].identified
    names: list[str] = []
    marks: list[str] = []
    hidden = False
    for piece in pieces:
        if piece.id in identified:
            names.append(data.counters[piece.id].name)
        else:
            hidden = True
            if mark := mark_shown(state, data, piece):
                marks.append(mark)
    parts = sorted(names)
    if hidden:
        parts.append(f"face-down ({'; '.join(sorted(marks))})" if marks else "face-down")
    return ", ".join(parts) or NOTHING


DEEDS = {
    Used.RECON: "recon",
    Used.PATROL: "patrol",
    Used.SORTIE: "sortie",
    Used.ATTACK: "attack",
    Used.AIR_TO_AIR: "attacked in the air",
    Used.AIR_TO_SURFACE: "bombed",
    Used.GUNFIRE: "fired guns",
    Used.TORPEDO: "fired torpedoes",
    Used.ROLLED_IN_AIR_COMBAT: "fought in the air",
}


def described(data: Data, piece: Piece) -> str:
    """A piece that is shown, with what it has done this turn (5.1): its owner must own up to it.

    >>> from barents.games.north_cape.data import data
    >>> described(data(None), Piece("u-88", "1510", used=Used.RECON | Used.SORTIE, spent=3))
    'U-88 (recon, sortie, moved 3)'
    """
    deeds = [f"ace {piece.ace}"] if piece.ace else []
    deeds += [words for bit, words in DEEDS.items() if piece.used & bit]
    if piece.spent:
        deeds.append(f"moved {piece.spent}")
    if piece.aloft:
        deeds.append("aloft")
    name = data.counters[piece.id].name
    return f"{name} ({', '.join(deeds)})" if deeds else name


def face_up(state: State, data: Data, side: Side, pieces: Iterable[Piece]) -> str:
    """The names of those among some pieces that lie face up."""
    identified = state.notebook[side.enemy].identified
    names = sorted(data.counters[piece.id].name for piece in pieces if piece.id in identified)
    return ", ".join(names) or NOTHING


def in_sight(state: State, data: Data, side: Side, cell: str) -> str:
    """What everyone sees of a side in a hex."""
    return looks(state, data, side, (piece for piece in state.pieces[side].values() if piece.at == cell))
