"""What a player of Arctic Disaster can answer, in the rulebook's words; many answers choose items or assign values."""

from __future__ import annotations

from typing import ClassVar, Literal

from barents.kernel.actions import Action, Cell, Piece


class Go(Action, frozen=True):
    """4.3: the activated force enters a hex."""

    cell: Cell


class SpeedUp(Action, frozen=True):
    """7.1: regular or maximum speed."""

    maximum: bool
    help: ClassVar[str] = "Maximum speed is half as much again and uses fuel; regular speed uses none."


class SearchHere(Action, frozen=True):
    """10.1: search the hex for enemy forces."""

    help: ClassVar[str] = "One die for each enemy force in this hex; you are told what it finds."


class AirSearch(Action, frozen=True):
    """10.2: search from the air all enemy forces in range."""

    help: ClassVar[str] = "One die for each enemy force in range of its aircraft; you are told what they find."


class LaunchStrike(Action, frozen=True):
    """8.1: the carrier's aircraft strike a force, or the ships lying singly in a hex."""

    target: Piece
    help: ClassVar[str] = "Torpedo aircraft of Victorious attack it now, which costs her force movement points."


class OpenFire(Action, frozen=True):
    """11.4.1: begin surface combat in this hex."""


class OpenFireWith(Action, frozen=True):
    """11.4.1: one force begins surface combat; those beside it that have not been detected keep out of it."""

    force: Piece
    help: ClassVar[str] = "This force fights, with those beside it that the enemy has seen; the others stay hidden."


class LeaveMap(Action, frozen=True):
    """7.4: leave by the west edge."""

    help: ClassVar[str] = "The force leaves the map to the west, and does not come back."


class Refuel(Action, frozen=True):
    """16.2: a German force takes on fuel in port."""

    help: ClassVar[str] = "The force takes on fuel for some of its movement points, and may sail again."


class Stop(Action, frozen=True):
    """4.3: the activation is over, or a choice is left as it is."""


class Intercept(Action, frozen=True):
    """7.7: a force tries to intercept the one that moves."""

    force: Piece
    help: ClassVar[str] = "A die must find the enemy; then this force sails into his hex and fights."


class ActivateForce(Action, frozen=True):
    """5.2: the force or formation that command and control activates."""

    marker: Piece
    help: ClassVar[str] = "It acts now, and its own marker counts for nothing when it is drawn this turn."


class Inspect(Action, frozen=True):
    """5.3: the force that Intelligence reports on, or a port or airfield."""

    what: Piece
    help: ClassVar[str] = "You get a report on what is there; a dummy that is found out is taken off the map."


class AskForOrders(Action, frozen=True):
    """7.5.1: whether the Home Fleet asks for new orders now."""

    yes: bool
    help: ClassVar[str] = "Asking throws the only die that you have for it; waiting keeps it for a later turn."


class Regroup(Action, frozen=True):
    """6.3: ships in a hex are divided among its forces anew."""

    cell: Cell
    help: ClassVar[str] = "You say which ship in this hex sails in which force."


class PlaceDummy(Action, frozen=True):
    """6.5: a feigned force appears beside another."""

    cell: Cell
    help: ClassVar[str] = "A marker without ships appears there; to the enemy it looks like any other."


class RemoveDummy(Action, frozen=True):
    """6.5: a feigned force is taken off the map."""

    force: Piece
    help: ClassVar[str] = "The dummy leaves the map, and its marker is free again."


class Feint(Action, frozen=True):
    """7.6: a feigned force is slowed as if it had been reorganised."""

    force: Piece
    help: ClassVar[str] = "The dummy is slower this turn, as a force that was changed would be."


class LeaveBehind(Action, frozen=True):
    """7.8: damaged ships of a force leave it at the start of a turn, and it is slowed for that."""

    force: Piece
    help: ClassVar[str] = "You say which of its damaged ships leave for a base; the force is slower this turn."


class PutIn(Action, frozen=True):
    """5, 14: whether a marker goes into the pool."""

    marker: str
    yes: bool


class UseAdvantage(Action, frozen=True):
    """5.10: the Tactical Advantage changes the next die by two."""

    modifier: int
    help: ClassVar[str] = "The next die is changed by so much, and the advantage is gone."


class KeepAdvantage(Action, frozen=True):
    """5.10: the Tactical Advantage is kept past the next die, or till another marker is drawn."""

    until: Literal["next-die", "next-marker"]
    help: ClassVar[str] = "The die is thrown as it is, and you still hold the advantage."


class SendAgainst(Action, frozen=True):
    """8.4, 5.6: what a formation does: attack, alone or with all that wait, move to another base, wait, or nothing."""

    what: Literal["attack", "mass", "transfer", "store", "nothing"]
    help: ClassVar[str] = "An attack or a move is its flight for the day; one that stays may fly in a later turn."


class Transfer(Action, frozen=True):
    """8.6: the airfield that a formation moves to."""

    cell: Cell
    help: ClassVar[str] = "The formation flies from this airfield from now on."


class Advance(Action, frozen=True):
    """11.2.1: a torpedo unit goes on to another square, or attacks where it is."""

    square: Cell
    help: ClassVar[str] = "It flies on into this square, where it may be fired at again."


class AttackHere(Action, frozen=True):
    """11.2.1: a torpedo unit attacks a ship in its square."""

    ship: Piece
    help: ClassVar[str] = "It attacks this ship, which fires first if it has not yet, and its run is over."


class Engage(Action, frozen=True):
    """11.1, 11.3: the air unit that is dealt with next, or that takes a loss."""

    unit: Piece


class Submarine(Action, frozen=True):
    """13.5: what a submarine does with a force in its hex."""

    what: Literal["attack", "shadow"]
    help: ClassVar[str] = "A die says whether it succeeds; either way the enemy learns that there is a boat."


class TargetType(Action, frozen=True):
    """13.7: the type of ship that torpedoes are aimed at."""

    type: str
    help: ClassVar[str] = "The boat fires at a ship of this type."


class Target(Action, frozen=True):
    """13.7: the ship that torpedoes are aimed at."""

    ship: Piece
    help: ClassVar[str] = "The boat fires at this ship."


class MoveFirst(Action, frozen=True):
    """11.4.3: who won the roll moves first, or second."""

    yes: bool
    help: ClassVar[str] = "Your ships move before the enemy's, or after them, once you have seen where he goes."


class Disengage(Action, frozen=True):
    """11.4.9: whether a side wants to stop."""

    yes: bool
    help: ClassVar[str] = "Break off to try to end the combat now; fight on for another round."


class ScatterConvoy(Action, frozen=True):
    """11.4.13, 16.2: whether the convoy scatters."""

    yes: bool
    help: ClassVar[str] = "Scattered, every merchant runs for itself, for good; together, the convoy fights on as one."


class Retreat(Action, frozen=True):
    """11.4.10: where a force goes after combat."""

    cell: Cell
    help: ClassVar[str] = "Your ships leave the battle for this hex, all together."


class MoveUnit(Action, frozen=True):
    """4.3.1, 7.8, 9.4, 13.3: a ship or boat moves to a hex."""

    unit: Piece
    cell: Cell


class Recycle(Action, frozen=True):
    """13.2: a dummy submarine is taken off the map, or put on it."""

    boat: Piece
    cell: Cell
    help: ClassVar[str] = "A dummy is taken off the map, or put down where the enemy may take it for a boat."


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
