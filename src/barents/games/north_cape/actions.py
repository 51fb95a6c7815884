"""What a player of North Cape can answer, in the rulebook's words."""

from __future__ import annotations

from barents.games.north_cape.state import MissionType
from barents.kernel.actions import Action, Cell, Piece


class UsePrinzEugen(Action, frozen=True):
    """12.1: whether Prinz Eugen sails."""

    yes: bool


class Replace(Action, frozen=True):
    """11.9: U-571 sails instead of a boat."""

    boat: Piece


class Deploy(Action, frozen=True):
    """A force or a whole eastern convoy takes its place."""

    cell: Cell


class Join(Action, frozen=True):
    """12.1: the force that extra cruisers join."""

    force: str


class Buy(Action, frozen=True):
    """3.3: decoys drawn, and victory points spent on them."""

    drawn: int
    spend: int


class Pass(Action, frozen=True):
    """5.2: no mission now."""


class Declare(Action, frozen=True):
    """5.1: announce a mission of ships or of aircraft from a hex or a waiting force."""

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


class Surface(Action, frozen=True):
    """8.0: a boat surfaces."""

    boat: Piece


class LeaveMap(Action, frozen=True):
    """12.2: westbound merchants leave by the west edge."""


class Spot(Action, frozen=True):
    """6.1: a unit attempts to reconnoitre a hex."""

    scout: Piece
    cell: Cell


class Forgo(Action, frozen=True):
    """6.3: do not claim the modifier of submerged boats."""


class SaySubmarine(Action, frozen=True):
    """8.0: "Submarine"."""


class Show(Action, frozen=True):
    """8.0: let the stack be seen."""


class RollInfiltration(Action, frozen=True):
    """8.1: try to slip through the screen."""


class AttackOpenly(Action, frozen=True):
    """8.1: attack without the roll, and be counted as detected."""


class Engage(Action, frozen=True):
    """9: a unit attacks another."""

    attacker: Piece
    target: Piece


class Fire(Action, frozen=True):
    """9.3: a ship answers an attack from the air."""

    ship: Piece


class HoldFire(Action, frozen=True):
    """Do not fire."""


class Land(Action, frozen=True):
    """4.1, 5.6: an air unit lands at a base or on the carrier."""

    unit: Piece
    base: Cell


class WaitAloft(Action, frozen=True):
    """9.3: do not land at once."""


class CallHfdf(Action, frozen=True):
    """11.3: listen for U-boats."""


class Disperse(Action, frozen=True):
    """11.4: the storm strikes the stack in a hex."""

    cell: Cell


class DriveTo(Action, frozen=True):
    """11.4: the storm drives a ship into a hex."""

    cell: Cell


class Regroup(Action, frozen=True):
    """4.2: say which ships and decoys of a hex are in a holding box from now on."""

    marker: Piece
    cell: Cell


class Dissolve(Action, frozen=True):
    """4.2: take a Group marker off the map; its ships stay."""

    marker: Piece


class ShowPieces(Action, frozen=True):
    """4.0: turn pieces of one's own in a hex face up."""

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
