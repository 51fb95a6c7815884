"""The state of The Hunt: plain data, every piece in one place."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

import msgspec

from barents.kernel.actions import Action, Cell, Piece
from barents.kernel.disclosure import Open
from barents.kernel.game import BaseState, Step
from barents.kernel.hexes import Direction


class Options(msgspec.Struct, frozen=True):
    """The optional rules."""

    radar: Annotated[bool, msgspec.Meta(title="Radar", description="The Allied ships see better (H 5.3).")] = False


class Boilers(Step, frozen=True):
    """The raider's engineers report (H 3.1)."""


class Plot(Step, frozen=True):
    """Both sides plot, then everything moves (H 3)."""


class Watch(Step, frozen=True):
    """The Allied ships post their lookouts (H 5.2)."""


class Searchers(Step, frozen=True):
    """The Allied player says which ships search (H 5)."""


class Look(Step, frozen=True):
    """The next ship of those that search looks (H 5.1)."""

    ships: Open[tuple[str, ...]]


class Ambush(Step, frozen=True):
    """The Axis may fall upon the convoy (H 6)."""


class Round(Step, frozen=True):
    """A round of battle with the raider (H 7)."""

    number: Open[int]
    surprise: Open[bool] = False


class BreakOff(Step, frozen=True):
    """The raider may leave the battle, or must (H 7.3)."""

    number: Open[int]


class EndTurn(Step, frozen=True):
    """Concealment, the end of the game, the next turn (H 8)."""


AnyStep: TypeAlias = Boilers | Watch | Plot | Searchers | Look | Ambush | Round | BreakOff | EndTurn


class Ship(msgspec.Struct):
    """A counter on the sea. One that is gone lies in no cell."""

    id: str
    cell: str


class State(BaseState[AnyStep], kw_only=True):
    """The whole truth. Damage is public; positions are public; which contact is which is not."""

    options: Options
    turns: int
    fog: bool
    ships: dict[str, Ship]
    damage: dict[str, int]
    turn: int = 1
    slowed: bool = False
    lookouts: dict[str, list[Direction]] = {}
    open_formation: bool = False


class Post(Action, frozen=True):
    """Post one of a ship's lookouts towards a side."""

    help: ClassVar[str] = "He sees better on this side of the ship, and worse on the others."
    ship: Piece
    towards: Direction


class LookAt(Action, frozen=True):
    """Look at the contact in a cell."""

    help: ClassVar[str] = "One die; if it is enough you learn what lies there."
    ship: Piece
    cell: Cell


class Pass(Action, frozen=True):
    """Do nothing."""

    help: ClassVar[str] = "Everything stays as it is."


class FallUpon(Action, frozen=True):
    """The raider attacks the convoy from a cell next to it."""

    help: ClassVar[str] = "She is turned over, and has the first round of fire to herself."
    cell: Cell


class FireAt(Action, frozen=True):
    """The raider fires at a ship."""

    help: ClassVar[str] = "One die for a hit; a ship with as many hits as its hull is sunk."
    target: Piece


class Leave(Action, frozen=True):
    """The raider breaks off to a cell."""

    help: ClassVar[str] = "The battle is over, and she is there."
    cell: Cell


class Form(Action, frozen=True):
    """Open or close the convoy's formation."""

    help: ClassVar[str] = "An open formation is harder to hit. The enemy learns of it when he fires."
    open: bool


ACTIONS = (Post, LookAt, Pass, FallUpon, FireAt, Leave, Form)
