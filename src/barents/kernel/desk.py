"""A staff's desk, for games that are played at one between battles: what a view shows in the place of a chart.

Everything is in words and numbers that the game has made ready; a client only lays it out.
"""

from typing import Literal

import msgspec

from barents.kernel.sides import Side

State = Literal["done", "now", "next"]


class Month(msgspec.Struct, frozen=True):
    """A month of the calendar: its letter, its year, and the score once it is over; `dark` has no sun in the north."""

    name: str
    year: int
    state: State
    score: int | None = None
    dark: bool = False


class Box(msgspec.Struct, frozen=True):
    """A box of the track that says who is winning; `weight` is how far it is a victory, from 0 (a draw) to 3."""

    words: str
    side: Side | None = None
    weight: int = 0


class Victory(msgspec.Struct, frozen=True):
    """The track, the box with the marker, and the way to the next box: so much of so much, in words."""

    boxes: tuple[Box, ...]
    marker: int
    value: int
    of: int
    words: str


class Unit(msgspec.Struct, frozen=True):
    """A ship on the desk: her sign, where she is, what is the matter with her, and whether she is lost.

    `rank` is "great" for those that have a counter of their own, "small" for those that only have a silhouette.
    `sheet` is her data sheet's name.
    """

    id: str
    label: str
    kind: str
    short: str
    place: str
    trouble: str = ""
    lost: bool = False
    rank: Literal["great", "small"] = "great"
    sheet: str = ""
    nation: str = ""


class Block(msgspec.Struct, frozen=True):
    """Units under a heading, such as the core, the yards, the ships in Germany; `note` stands beside the heading."""

    title: str
    units: tuple[Unit, ...]
    note: str = ""


class Supply(msgspec.Struct, frozen=True):
    """What the month's dice brought: their faces, how many pieces of a kind, how many of them are not placed yet."""

    title: str
    dice: tuple[int, ...]
    kind: str
    number: int
    unplaced: int = 0
    words: str = ""


class Plate(msgspec.Struct, frozen=True):
    """A convoy or a fleet as it is planned or at sea: its way and date, what is in it, and one remark."""

    title: str
    way: str
    lines: tuple[str, ...] = ()
    remark: str = ""
    chosen: bool = False


class Entry(msgspec.Struct, frozen=True):
    """A line of the war diary, with the month's score where it has one."""

    month: str
    words: str
    score: int | None = None


class Desk(msgspec.Struct, frozen=True):
    """A desk: its name, the phases of the month, the calendar, the track, blocks of ships, supplies, plates, the diary.

    `hidden` is what the other side cannot see this month, `unseen` what this side cannot.
    """

    title: str
    phases: tuple[tuple[str, State], ...]
    months: tuple[Month, ...]
    victory: Victory
    blocks: tuple[Block, ...] = ()
    supplies: tuple[Supply, ...] = ()
    plates: tuple[Plate, ...] = ()
    diary: tuple[Entry, ...] = ()
    hidden: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
