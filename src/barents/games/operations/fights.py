"""What is going on between ships that have met: encounters, battles, raids, hunts and bombardments, as plain data."""

from __future__ import annotations

import msgspec

from barents.kernel.disclosure import Open, Own
from barents.kernel.sides import Side


class Division(msgspec.Struct, omit_defaults=True):
    """A division on the battle track (OP-TAC): its cell, and what it has done this round.

    `ships` are numbers of the battle, as `Battle.ships` has them. `order` is its place from front to rear.
    """

    key: Open[str]
    side: Open[Side]
    cell: Open[int]
    ships: Open[list[str]]
    train: Own[bool] = False
    order: Open[int] = 0
    moved: Open[int] = 0
    running: Own[bool] = False
    combing: Open[bool] = False
    smoke: Open[bool] = False
    shining: Open[str] = ""
    leaves: Own[bool] = False
    left: Open[bool] = False


class Fighter(msgspec.Struct, omit_defaults=True):
    """A ship in a battle: which, of which fleet, whether the enemy has seen what it is, and the hits on her so far.

    Of one that is gone `cell` and `round` say where and when she sank; `line` is kept of those that were recognised
    when the battle is over.
    """

    ship: Own[str]
    fleet: Own[str]
    seen: Open[bool] = False
    gone: Open[bool] = False
    hits: Open[int] = 0
    cell: Open[int] = 0
    round: Open[int] = 0
    line: Open[str] = ""


class Shot(msgspec.Struct, frozen=True):
    """A battery, or so many tube factors, and the ship that they are aimed at."""

    ship: str
    weapon: str
    target: str
    dice: int = 0


class Fired(msgspec.Struct, frozen=True):
    """A shot as both sides saw it: with so many dice, so many hits, and what counted for and against it."""

    ship: Open[str]
    weapon: Open[str]
    target: Open[str]
    dice: Open[int]
    hits: Open[int]
    why: Open[str] = ""


class Battle(msgspec.Struct, omit_defaults=True):
    """A surface action under way (OP-TAC). Both sides see the track; what a ship is they see within six cells.

    `ships` has the combatants by the numbers that both sides know them by. `engager` stands at 0. `joining` are the
    fleets that come up in the third round. `stop` are the sides that mark BREAK. `shots` are aimed, not yet fired;
    `fired` are those of the last round.
    """

    zone: str
    engager: Side
    fleets: dict[Side, list[str]]
    surprised: list[Side] = []
    joining: dict[Side, list[str]] = {}
    divisions: list[Division] = []
    ships: dict[str, Fighter] = {}
    round: int = 0
    stop: list[Side] = []
    shots: list[Shot] = []
    fired: list[Fired] = []


class Raid(msgspec.Struct, omit_defaults=True):
    """An air strike under way (OP-STRIKE): both sides see the aircraft that come, the attacker the ships below.

    `bombers` and `escorts` are what is left of it, `ships` those that are attacked, `flak` the dice that have hit.
    """

    side: Own[Side]
    fleet: str
    zone: Own[str]
    contact: Own[str]
    bombers: Own[list[str]] = []
    escorts: Own[list[str]] = []
    ships: Own[list[str]] = []
    flak: Own[int] = 0
    seen: Own[bool] = False


class Hunt(msgspec.Struct, omit_defaults=True):
    """A submarine in contact with a fleet (OP-SUB): her owner sees the `ships` once she can aim at them.

    `dice` is the strength of the screen, `detected` whether it has found the boat, `pressed` whether she goes on.
    """

    side: Own[Side]
    boat: Own[str]
    fleet: str
    contact: Own[str] = ""
    ships: Own[list[str]] = []
    dice: int = 0
    detected: Own[bool] = False
    pressed: Own[bool] = False
    fired: Own[bool] = False


class Siege(msgspec.Struct, omit_defaults=True):
    """A bombardment under way (OP-PORT-bombard): the ships of the fleet and those in port lie open to both sides."""

    side: Open[Side]
    fleet: Own[str]
    port: Open[str]
    ships: Open[list[str]] = []
    targets: Open[list[str]] = []


class Encounter(msgspec.Struct, omit_defaults=True):
    """Two fleets in one zone, or passing each other, in a segment (OP-CONTACT).

    `contact` are the sides that see the other, `choice` what each does about it, `engager` who stands at cell 0.
    """

    zone: str
    fleets: dict[Side, str]
    contact: list[Side] = []
    choice: dict[Side, str] = {}
    engager: Side = Side.AXIS
