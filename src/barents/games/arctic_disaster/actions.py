"""What a player of Arctic Disaster can answer, in the rulebook's words; many answers choose items or assign values."""

from __future__ import annotations

from typing import Literal

from barents.kernel.actions import Action, Cell, Piece


class Go(Action, frozen=True):
    """4.3: the activated force enters a hex."""

    cell: Cell


class SpeedUp(Action, frozen=True):
    """7.1: regular or maximum speed."""

    maximum: bool


class SearchHere(Action, frozen=True):
    """10.1: search the hex for enemy forces."""


class AirSearch(Action, frozen=True):
    """10.2: search from the air all enemy forces in range."""


class LaunchStrike(Action, frozen=True):
    """8.1: the carrier's aircraft strike a force, or the ships lying singly in a hex."""

    target: Piece


class OpenFire(Action, frozen=True):
    """11.4.1: begin surface combat in this hex."""


class OpenFireWith(Action, frozen=True):
    """11.4.1: one force begins surface combat; those beside it that have not been detected keep out of it."""

    force: Piece


class LeaveMap(Action, frozen=True):
    """7.4: leave by the west edge."""


class Refuel(Action, frozen=True):
    """16.2: a German force takes on fuel in port."""


class Stop(Action, frozen=True):
    """4.3: the activation is over, or a choice is left as it is."""


class Intercept(Action, frozen=True):
    """7.7: a force tries to intercept the one that moves."""

    force: Piece


class ActivateForce(Action, frozen=True):
    """5.2: the force or formation that command and control activates."""

    marker: Piece


class Inspect(Action, frozen=True):
    """5.3: the force that Intelligence reports on, or a port or airfield."""

    what: Piece


class AskForOrders(Action, frozen=True):
    """7.5.1: whether the Home Fleet asks for new orders now."""

    yes: bool


class Regroup(Action, frozen=True):
    """6.3: ships in a hex are divided among its forces anew."""

    cell: Cell


class PlaceDummy(Action, frozen=True):
    """6.5: a feigned force appears beside another."""

    cell: Cell


class RemoveDummy(Action, frozen=True):
    """6.5: a feigned force is taken off the map."""

    force: Piece


class Feint(Action, frozen=True):
    """7.6: a feigned force is slowed as if it had been reorganised."""

    force: Piece


class LeaveBehind(Action, frozen=True):
    """7.8: damaged ships of a force leave it at the start of a turn, and it is slowed for that."""

    force: Piece


class PutIn(Action, frozen=True):
    """5, 14: whether a marker goes into the pool."""

    marker: str
    yes: bool


class UseAdvantage(Action, frozen=True):
    """5.10: the Tactical Advantage changes the next die by two."""

    modifier: int


class KeepAdvantage(Action, frozen=True):
    """5.10: the Tactical Advantage is kept past the next die, or till another marker is drawn."""

    until: Literal["next-die", "next-marker"]


class SendAgainst(Action, frozen=True):
    """8.4, 5.6: what a formation does: attack, alone or with all that wait, move to another base, wait, or nothing."""

    what: Literal["attack", "mass", "transfer", "store", "nothing"]


class Transfer(Action, frozen=True):
    """8.6: the airfield that a formation moves to."""

    cell: Cell


class Advance(Action, frozen=True):
    """11.2.1: a torpedo unit goes on to another square, or attacks where it is."""

    square: Cell


class AttackHere(Action, frozen=True):
    """11.2.1: a torpedo unit attacks a ship in its square."""

    ship: Piece


class Engage(Action, frozen=True):
    """11.1, 11.3: the air unit that is dealt with next, or that takes a loss."""

    unit: Piece


class Submarine(Action, frozen=True):
    """13.5: what a submarine does with a force in its hex."""

    what: Literal["attack", "shadow"]


class TargetType(Action, frozen=True):
    """13.7: the type of ship that torpedoes are aimed at."""

    type: str


class Target(Action, frozen=True):
    """13.7: the ship that torpedoes are aimed at."""

    ship: Piece


class MoveFirst(Action, frozen=True):
    """11.4.3: who won the roll moves first, or second."""

    yes: bool


class Disengage(Action, frozen=True):
    """11.4.9: whether a side wants to stop."""

    yes: bool


class ScatterConvoy(Action, frozen=True):
    """11.4.13, 16.2: whether the convoy scatters."""

    yes: bool


class Retreat(Action, frozen=True):
    """11.4.10: where a force goes after combat."""

    cell: Cell


class MoveUnit(Action, frozen=True):
    """4.3.1, 7.8, 9.4, 13.3: a ship or boat moves to a hex."""

    unit: Piece
    cell: Cell


class Recycle(Action, frozen=True):
    """13.2: a dummy submarine is taken off the map, or put on it."""

    boat: Piece
    cell: Cell


class Pass(Action, frozen=True):
    """Nothing more for now."""


ACTIONS: tuple[type[Action], ...] = (
    Go,
    SpeedUp,
    SearchHere,
    AirSearch,
    LaunchStrike,
    OpenFire,
    OpenFireWith,
    LeaveMap,
    Refuel,
    Stop,
    Intercept,
    ActivateForce,
    Inspect,
    AskForOrders,
    Regroup,
    PlaceDummy,
    RemoveDummy,
    Feint,
    LeaveBehind,
    PutIn,
    UseAdvantage,
    KeepAdvantage,
    SendAgainst,
    Transfer,
    Advance,
    AttackHere,
    Engage,
    Submarine,
    TargetType,
    Target,
    MoveFirst,
    Disengage,
    ScatterConvoy,
    Retreat,
    MoveUnit,
    Recycle,
    Pass,
)
