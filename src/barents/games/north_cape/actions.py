"""What a player of North Cape can answer, in the rulebook's words."""

from __future__ import annotations

from typing import ClassVar

from barents.games.north_cape.state import MissionType
from barents.kernel.actions import Action, Cell, Piece


class UsePrinzEugen(Action, frozen=True):
    """12.1: whether Prinz Eugen sails."""

    help: ClassVar[str] = "If she sails, she joins Tirpitz, and the Allies may send more cruisers in answer."
    yes: bool


class Replace(Action, frozen=True):
    """11.9: U-571 sails instead of a boat."""

    help: ClassVar[str] = "This boat takes no part in the game; U-571 starts in its stead."
    boat: Piece


class Deploy(Action, frozen=True):
    """A force or a whole eastern convoy takes its place."""

    help: ClassVar[str] = "The whole force starts in that hex, face down."
    cell: Cell


class Join(Action, frozen=True):
    """12.1: the force that extra cruisers join."""

    help: ClassVar[str] = "The cruisers enter the map with that force; you then say which ships they are."
    force: str


class Buy(Action, frozen=True):
    """3.3: decoys drawn, and victory points spent on them."""

    help: ClassVar[str] = "The enemy gets the points and is told how many, but not how many decoys you took."
    drawn: int
    spend: int


class Pass(Action, frozen=True):
    """5.2: no mission now."""

    help: ClassVar[str] = "You do nothing now. When both sides pass in a row, the missions of this turn are over."


class Declare(Action, frozen=True):
    """5.1: announce a mission of ships or of aircraft from a hex or a waiting force."""

    help: ClassVar[str] = "The enemy hears which mission, from where, and whether by ships or aircraft; not who goes."
    type: MissionType
    start: Cell
    flying: bool = False


class Go(Action, frozen=True):
    """5.0: go on to a hex."""

    cell: Cell


class Stop(Action, frozen=True):
    """The movement is complete, or the choices of this stage are."""


class Cancel(Action, frozen=True):
    """5.2: break the mission off."""


class DropOff(Action, frozen=True):
    """5.0: leave units behind here."""

    help: ClassVar[str] = "You then say who stays in this hex; the others go on."


class Surface(Action, frozen=True):
    """8.0: a boat surfaces."""

    help: ClassVar[str] = "She may move one hex more, but the enemy sees that she is up, and she fights as a ship."
    boat: Piece


class LeaveMap(Action, frozen=True):
    """12.2: westbound merchants leave by the west edge."""

    help: ClassVar[str] = "Merchants bound for home that can still move are safe and score; the others may sail on."


class Spot(Action, frozen=True):
    """6.1: a unit attempts to reconnoitre a hex."""

    help: ClassVar[str] = "One die: a high one shows you some or all of what is there, and the enemy who looked."
    scout: Piece
    cell: Cell


class Forgo(Action, frozen=True):
    """6.3: do not claim the modifier of submerged boats."""

    help: ClassVar[str] = "Your submerged boats do not make the enemy's die harder this time; he is not told."


class SaySubmarine(Action, frozen=True):
    """8.0: "Submarine"."""

    help: ClassVar[str] = "You move on and nobody looks at what you have, whether it is true or not."


class Show(Action, frozen=True):
    """8.0: let the stack be seen."""

    help: ClassVar[str] = "What sails there is turned face up and moves on; decoys are found out."


class RollInfiltration(Action, frozen=True):
    """8.1: try to slip through the screen."""

    help: ClassVar[str] = "One die: she gets in unheard, is heard and may be hunted after her attack, or is held off."


class AttackOpenly(Action, frozen=True):
    """8.1: attack without the roll, and be counted as detected."""

    help: ClassVar[str] = "She is sure to attack, and the escorts may hunt her afterwards."


class Engage(Action, frozen=True):
    """9: a unit attacks another."""

    attacker: Piece
    target: Piece


class Fire(Action, frozen=True):
    """9.3: a ship answers an attack from the air."""

    help: ClassVar[str] = "One die, which hits if it is not above her anti-aircraft factor. No other ship fires."
    ship: Piece


class HoldFire(Action, frozen=True):
    """Do not fire."""

    help: ClassVar[str] = "Nobody fires at the aircraft for this attack."


class Land(Action, frozen=True):
    """4.1, 5.6: an air unit lands at a base or on the carrier."""

    help: ClassVar[str] = "It is back on board at once, and may still fly missions that it has not flown this turn."
    unit: Piece
    base: Cell


class WaitAloft(Action, frozen=True):
    """9.3: do not land at once."""

    help: ClassVar[str] = "It is off the map until the turn is over, and lands then."


class CallHfdf(Action, frozen=True):
    """11.3: listen for U-boats."""

    help: ClassVar[str] = "One die: a high one shows you one or two hidden U-boats. Your mission comes after it."


class Disperse(Action, frozen=True):
    """11.4: the storm strikes the stack in a hex."""

    help: ClassVar[str] = "You then say which ships of this stack the storm drives away."
    cell: Cell


class DriveTo(Action, frozen=True):
    """11.4: the storm drives a ship into a hex."""

    help: ClassVar[str] = "The ship is put into that hex, and does not move again this turn."
    cell: Cell


class Regroup(Action, frozen=True):
    """4.2: say which ships and decoys of a hex are in a holding box from now on."""

    help: ClassVar[str] = "You then say which ships and decoys there lie under the marker; they move together."
    marker: Piece
    cell: Cell


class Dissolve(Action, frozen=True):
    """4.2: take a Group marker off the map; its ships stay."""

    help: ClassVar[str] = "The marker is taken off the map; its ships stay where they are."
    marker: Piece


class ShowPieces(Action, frozen=True):
    """4.0: turn pieces of one's own in a hex face up."""

    help: ClassVar[str] = "You then say which of your pieces there are turned face up."
    cell: Cell


ACTIONS = (
    UsePrinzEugen,
    Replace,
    Deploy,
    Join,
    Buy,
    Pass,
    Declare,
    Go,
    Stop,
    Cancel,
    DropOff,
    Surface,
    LeaveMap,
    Spot,
    Forgo,
    SaySubmarine,
    Show,
    RollInfiltration,
    AttackOpenly,
    Engage,
    Fire,
    HoldFire,
    Land,
    WaitAloft,
    CallHfdf,
    Disperse,
    DriveTo,
    Regroup,
    Dissolve,
    ShowPieces,
)
