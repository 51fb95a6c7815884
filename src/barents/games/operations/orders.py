"""What stands on the order sheets of an operation, in parts: missions of fleets and aircraft, and a battle's orders.

Each is written in one word, with its object and its pace: `cover:pq-17:2`, `return:Altafjord:leads:3`, `a3:torpedoes`.
Plain keys of units, ports and zones are no kinds of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from barents.games.operations.state import Mission, Sortie
from barents.kernel.actions import Cell, Piece
from barents.kernel.values import Value, Values

BATTERIES: dict[str, str] = {
    "primary": "primary guns",
    "secondary": "secondary guns",
    "tertiary": "tertiary guns",
}
PACE = ", {pace:in words} {pace:zone|zones} a turn"


# Missions of fleets


class Convoy(Value, frozen=True):
    """OP-FLEET-convoy: transports sail to a port, as their own plan goes."""

    mission: ClassVar[Mission] = "convoy"
    title: ClassVar[str] = "Sail as a convoy"
    words: ClassVar[str] = "Sail as a convoy to {port}" + PACE
    port: str
    pace: int


class Cover(Value, frozen=True):
    """OP-FLEET-cover: a fleet keeps near a convoy or a zone."""

    mission: ClassVar[Mission] = "cover"
    title: ClassVar[str] = "Cover"
    words: ClassVar[str] = "Cover {covered}" + PACE
    covered: Piece
    pace: int


class Raid(Value, frozen=True):
    """OP-FLEET-raid: a free course."""

    mission: ClassVar[Mission] = "raid"
    title: ClassVar[str] = "Raid"
    words: ClassVar[str] = "Raid" + PACE
    pace: int


class Intercept(Value, frozen=True):
    """OP-FLEET-intercept: a fleet goes after what was reported."""

    mission: ClassVar[Mission] = "intercept"
    title: ClassVar[str] = "Go after a report"
    words: ClassVar[str] = "Go after {report}" + PACE
    report: Piece
    pace: int


class Bombard(Value, frozen=True):
    """OP-PORT-bombard: a fleet goes to fire at a port."""

    mission: ClassVar[Mission] = "bombard"
    title: ClassVar[str] = "Bombard a port"
    words: ClassVar[str] = "Bombard {port}" + PACE
    port: str
    pace: int


class Transfer(Value, frozen=True):
    """OP-FLEET-transfer: a fleet goes to another port, at sea or by the leads."""

    mission: ClassVar[Mission] = "transfer"
    title: ClassVar[str] = "Move"
    words: ClassVar[str] = "Move to {port}{leads: by the leads}" + PACE
    port: str
    leads: bool
    pace: int


class Refuel(Value, frozen=True):
    """OP-FLEET-refuel: an oiler waits for others."""

    mission: ClassVar[Mission] = "refuel"
    title: ClassVar[str] = "Wait with fuel"
    words: ClassVar[str] = "Wait with fuel for others" + PACE
    pace: int


class Return(Value, frozen=True):
    """OP-FLEET-return: a fleet goes home, at sea or by the leads, and does not attack."""

    mission: ClassVar[Mission] = "return"
    title: ClassVar[str] = "Return"
    words: ClassVar[str] = "Return to {port}{leads: by the leads}" + PACE
    port: str
    leads: bool
    pace: int


FleetOrder: TypeAlias = Convoy | Cover | Raid | Intercept | Bombard | Transfer | Refuel | Return
FLEET_ORDERS: Values[FleetOrder] = Values(Convoy, Cover, Raid, Intercept, Bombard, Transfer, Refuel, Return)


# Missions of aircraft


class Search(Value, frozen=True):
    """OP-SEARCH-number: a sector around a zone."""

    sortie: ClassVar[Sortie] = "search"
    title: ClassVar[str] = "Search"
    words: ClassVar[str] = "search around {zone}"
    zone: Cell


class LongSearch(Value, frozen=True):
    """OP-SEARCH-offboard-slot: the long search of the day, which has no centre (C.51)."""

    sortie: ClassVar[Sortie] = "search"
    form: ClassVar[str] = "search:"
    title: ClassVar[str] = "Search far off"
    words: ClassVar[str] = "the long search for convoys"


class Cap(Value, frozen=True):
    """OP-AIR-cover: fighters over a fleet, a port or a base."""

    sortie: ClassVar[Sortie] = "cap"
    title: ClassVar[str] = "Fighters over"
    words: ClassVar[str] = "fighters over {over}"
    over: Piece


class Asw(Value, frozen=True):
    """OP-AIR-cover: aircraft that hunt submarines around a fleet or a port."""

    sortie: ClassVar[Sortie] = "asw"
    title: ClassVar[str] = "Hunt submarines"
    words: ClassVar[str] = "hunt submarines around {around}"
    around: Piece


class Strike(Value, frozen=True):
    """OP-AIR-missions: bombers wait for a target; who can carry torpedoes has them, if not told to take bombs."""

    sortie: ClassVar[Sortie] = "strike"
    title: ClassVar[str] = "Stand by to strike"
    words: ClassVar[str] = "stand by for a strike{bombs:, with bombs}"
    bombs: bool


class Escort(Value, frozen=True):
    """OP-AIR-missions: fighters wait for a strike to go with."""

    sortie: ClassVar[Sortie] = "escort"
    title: ClassVar[str] = "Stand by as escort"
    words: ClassVar[str] = "stand by to escort a strike"


class Rebase(Value, frozen=True):
    """OP-BASE-function: a squadron flies to another base."""

    sortie: ClassVar[Sortie] = "transfer"
    form: ClassVar[str] = "transfer:{zone}"
    title: ClassVar[str] = "Move"
    words: ClassVar[str] = "move to {zone}"
    zone: Cell


AirOrder: TypeAlias = Search | LongSearch | Cap | Asw | Strike | Escort | Rebase
AIR_ORDERS: Values[AirOrder] = Values(Search, LongSearch, Cap, Asw, Strike, Escort, Rebase)


class Scout(Value, frozen=True):
    """OP-SEARCH-scout: of a sheet of air missions, where a ship's floatplane looks."""

    words: ClassVar[str] = "Floatplane of {ship}"
    ship: Piece


SCOUTS: Values[Scout] = Values(Scout)


# Fleets divide and join, ships take fuel, bases are founded


class New(Value, frozen=True):
    """OP-FLEET-form: a ship leaves her fleet, and sails with others who leave it."""

    words: ClassVar[str] = "leaves, and sails in a new fleet"


class Join(Value, frozen=True):
    """OP-FLEET-form: a fleet or a ship joins another fleet."""

    form: ClassVar[str] = "with:{fleet}"
    words: ClassVar[str] = "joins {fleet}"
    fleet: Piece


class Scatter(Value, frozen=True):
    """OP-FLEET-scatter: a convoy scatters."""

    words: ClassVar[str] = "scatters: every merchant for herself"


class TakeFuel(Value, frozen=True):
    """OP-FUEL-at-sea: a ship takes fuel from another."""

    form: ClassVar[str] = "fuel:{giver}"
    words: ClassVar[str] = "takes fuel from {giver}"
    giver: Piece


Change: TypeAlias = New | Join | Scatter | TakeFuel
CHANGES: Values[Change] = Values(New, Join, Scatter, TakeFuel)


class Found(Value, frozen=True):
    """C.6: an oiler founds a secret base."""

    words: ClassVar[str] = "{ship} founds it where she lies"
    ship: Piece


class Dismantle(Value, frozen=True):
    """C.6: a secret base is taken down."""

    words: ClassVar[str] = "take it down"
    zone: Cell


BaseOrder: TypeAlias = Found | Dismantle
BASE_ORDERS: Values[BaseOrder] = Values(Found, Dismantle)


class Waypoint(Value, frozen=True):
    """OP-FLEET-scatter: a slot for a zone that a scattered ship goes by."""

    form: ClassVar[str] = "{ship}:{number}"
    words: ClassVar[str] = "{ship}, waypoint {number}"
    part: ClassVar[str] = "Waypoint {number}"
    group: ClassVar[str] = "ship"
    ship: Piece
    number: int


class Destination(Value, frozen=True):
    """OP-FLEET-scatter: a slot for the port that she makes for."""

    form: ClassVar[str] = "{ship}"
    words: ClassVar[str] = "{ship}"
    part: ClassVar[str] = "Port"
    group: ClassVar[str] = "ship"
    ship: Piece


PLANS: Values[Waypoint | Destination] = Values(Waypoint, Destination)


# Battle

Numbered: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"[ag]\d+", extra={"ref": "piece"})]
"""A ship of a battle by the number under which both sides know her."""
Deed: TypeAlias = Literal["move", "smoke", "comb", "leave", "starshell", "scatter"]
Gun: TypeAlias = Literal["primary", "secondary", "tertiary", "torpedoes"]
DEEDS: dict[Deed, str] = {
    "move": "moves",
    "smoke": "lays smoke",
    "comb": "turns with torpedoes",
    "leave": "leaves the battle once out of sight",
    "starshell": "lights up",
    "scatter": "scatters",
}


class DivisionKey(Value, frozen=True):
    """A division by its side's letter and its place: `a-1`."""

    form: ClassVar[str] = "{letter}-{number}"
    letter: Literal["a", "g"]
    number: int

    @property
    def plate(self) -> str:
        """What stands on the division's plate."""
        return f"{self.letter.upper()} {self.number}"

    def said(self, name: Callable[[str], str]) -> str:
        return f"Division {self.plate}"


DIVISIONS: Values[DivisionKey] = Values(DivisionKey)


def division_name(key: str) -> str:
    """A division by its place.

    >>> division_name("a-1"), division_name("g-2")
    ('Division A 1', 'Division G 2')
    """
    return DIVISIONS.parse(key).said(str)


class DivisionSlot(Value, frozen=True):
    """OP-TAC-move to -smoke: a slot for something that a division does in a round."""

    form: ClassVar[str] = "{division}:{deed}"
    group: ClassVar[str] = "division"
    division: Piece
    deed: Deed

    @property
    def role(self) -> str:
        return self.deed

    def said(self, name: Callable[[str], str]) -> str:
        # The ships of a division are named once, with its move.
        who = name(self.division) if self.deed == "move" else division_name(self.division)
        return f"{who} {DEEDS[self.deed]}"

    def said_apart(self, name: Callable[[str], str]) -> str:
        return DEEDS[self.deed]


class WeaponSlot(Value, frozen=True):
    """OP-GUN-dice, OP-TORP-range: a slot for the target of a ship's battery or torpedoes."""

    form: ClassVar[str] = "{ship}:{weapon}"
    group: ClassVar[str] = "ship"
    ship: Piece
    weapon: Gun

    @property
    def role(self) -> str:
        return self.weapon

    def said(self, name: Callable[[str], str]) -> str:
        return f"{name(self.ship)}, {self.said_apart(name)}"

    def said_apart(self, name: Callable[[str], str]) -> str:
        return self.weapon if self.weapon == "torpedoes" else BATTERIES[self.weapon]


class BreakOff(Value, frozen=True):
    """OP-TAC-rounds: a slot for a side that would end the battle."""

    form: ClassVar[str] = "break"
    words: ClassVar[str] = "Break off the battle, if the enemy does too"


RoundSlot: TypeAlias = DivisionSlot | WeaponSlot | BreakOff
ROUND_SLOTS: Values[RoundSlot] = Values(DivisionSlot, WeaponSlot, BreakOff)


class Yes(Value, frozen=True):
    """What a slot is given that is either done or not."""

    words: ClassVar[str] = "yes"


class Move(Value, frozen=True):
    """OP-TAC-move: so many cells to the right, or to the left."""

    form: ClassVar[str] = "{cells:+}"
    cells: int

    def said(self, name: Callable[[str], str]) -> str:
        far = abs(self.cells)
        return f"{far} cell{'' if far == 1 else 's'} to the {'right' if self.cells > 0 else 'left'}"


class Salvo(Value, frozen=True):
    """OP-TORP-range: so many dice of torpedoes at a ship."""

    form: ClassVar[str] = "{target}/{dice}"
    words: ClassVar[str] = "{dice} {dice:die|dice} at {target}"
    target: Numbered
    dice: int


ROUND_ORDERS: Values[Yes | Move | Salvo] = Values(Yes, Move, Salvo)


class ShoreGun(Value, frozen=True):
    """OP-PORT-bombard: a slot for the target of a gun of the port."""

    form: ClassVar[str] = "shore-{number}"
    words: ClassVar[str] = "Gun {number} of the port"
    number: int


GUN_SLOTS: Values[WeaponSlot | ShoreGun] = Values(WeaponSlot, ShoreGun)


# Signs: numbers by which both sides know what they have not recognised


class BattleShip(Value, frozen=True):
    """A ship of a battle by her side's letter and her number: `a3`."""

    form: ClassVar[str] = "{letter}{number}"
    letter: Literal["a", "g"]
    number: int

    def said(self, name: Callable[[str], str]) -> str:
        return str(self).upper()


class Report(Value, frozen=True):
    """A report by its number: `c12`."""

    form: ClassVar[str] = "c{number}"
    words: ClassVar[str] = "the enemy of report {number}"
    number: int


WRITTEN: Values[Value] = Values(
    *FLEET_ORDERS.kinds,
    *AIR_ORDERS.kinds,
    *SCOUTS.kinds,
    *CHANGES.kinds,
    *BASE_ORDERS.kinds,
    *ROUND_SLOTS.kinds,
    *ROUND_ORDERS.kinds,
    ShoreGun,
    Waypoint,
    DivisionKey,
    BattleShip,
    Report,
)
"""Everything that is written in parts here, for whoever has only the word."""
